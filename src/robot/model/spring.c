// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/spring.h"

// -k sum of weight * (position - offset)
static double spring_effort(const snw_model *model, const snw_joint_spring *spring,
                            const double *q) {
    double sum = 0;
    for (int k = 0; k < spring->measure_count; k++) {
        const snw_spring_measure *m = &spring->measures[k];
        const snw_link *link = &model->links[m->link];
        const double position = link->multiplier * q[link->source_q] + link->offset;
        sum += m->weight * (position - m->offset);
    }
    return -spring->constant * sum;
}

// -c sum of weight * rate
static double damper_effort(const snw_model *model, const snw_joint_spring *damper,
                            const double *v) {
    double sum = 0;
    for (int k = 0; k < damper->measure_count; k++) {
        const snw_spring_measure *m = &damper->measures[k];
        const snw_link *link = &model->links[m->link];
        sum += m->weight * (link->multiplier * v[link->source_v]);
    }
    return -damper->constant * sum;
}

typedef double effort_fn(const snw_model *model, const snw_joint_spring *spring, const double *x);

// the effort on a follower moves its source by as much power
static snw_status add_efforts(const snw_model *model, const snw_joint_spring *springs, int count,
                              effort_fn *effort, const double *x, double *tau) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(effort(model, &springs[i], x))) return SNW_ERR_NOT_FINITE;
    }
    for (int i = 0; i < count; i++) {
        const snw_link *link = &model->links[springs[i].link];
        tau[link->source_v] += link->multiplier * effort(model, &springs[i], x);
    }
    return SNW_OK;
}

snw_status snw_spring_efforts(const snw_model *model, const double *q, double *tau) {
    return add_efforts(model, model->springs, model->spring_count, spring_effort, q, tau);
}

snw_status snw_damper_efforts(const snw_model *model, const double *v, double *tau) {
    return add_efforts(model, model->dampers, model->damper_count, damper_effort, v, tau);
}
