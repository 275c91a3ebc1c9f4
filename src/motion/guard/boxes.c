// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

bool snw__guard_boxes_init(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const snw_model *model = work->arm->model;
    const snw_guard_box *space = &guard->config.workspace;
    bool bounded = guard->config.box_count > 0;
    for (int k = 0; k < 3; k++)
        bounded = bounded || isfinite(space->low[k]) || isfinite(space->high[k]);

    // links that some axis carries; of too many, those farthest out
    work->point_count = 0;
    for (int l = model->link_count - 1; l > 0 && work->point_count < SNW_GUARD_POINTS; l--) {
        bool carried = false;
        for (int i = 0; i < work->count && !carried; i++) {
            const int first = work->arm->link[i];
            carried = first <= l && l < model->links[first].end;
        }
        if (carried) work->points[work->point_count++] = l;
    }
    return bounded && work->point_count > 0;
}

// inside, edges included; NaN is not
static bool in_box(const snw_guard_box *box, snw_vec3 p) {
    return p.x >= box->low[0] && p.x <= box->high[0] && p.y >= box->low[1] && p.y <= box->high[1] &&
           p.z >= box->low[2] && p.z <= box->high[2];
}

// the first point that is where it must not be, with the box (-1 the workspace); -1 when there is
// none
static int find_violation(struct snw__guard *work, const snw_guard_config *config,
                          const double *positions, int *box) {
    snw_arm_to_q(work->arm, positions, work->q);
    *box = -1;
    if (snw_failed(snw_kin_update(&work->kin, work->q))) return 0;
    for (int p = 0; p < work->point_count; p++) {
        const snw_vec3 at = work->kin.T_world_link[work->points[p]].p;
        if (!in_box(&config->workspace, at)) return p;
        for (int b = 0; b < config->box_count; b++) {
            if (!in_box(&config->boxes[b], at)) continue;
            *box = b;
            return p;
        }
    }
    return -1;
}

static void tell(snw_guard *guard, int point, int box, bool wanted) {
    const struct snw__guard *work = guard->work;
    if (!snw__guard_cause(guard, SNW_CAUSE_WORKSPACE, -1)) return;
    const int link = work->points[point];
    const snw_vec3 at = work->kin.T_world_link[link].p;
    if (work->news != NULL) {
        snw_copy_text(work->news->subject, SNW_WHY_SUBJECT, work->arm->model->links[link].name);
    }
    snw__guard_number(guard, "x", at.x, "m");
    snw__guard_number(guard, "y", at.y, "m");
    snw__guard_number(guard, "z", at.z, "m");
    snw__guard_number(guard, "box", box, "");
    snw__guard_number(guard, "wanted", wanted ? 1 : 0, "");
}

void snw__guard_boxes_measured(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    double positions[SNW_AXES];
    for (int i = 0; i < work->count; i++)
        positions[i] = work->axes[i].measured;
    int box;
    const int point = find_violation(work, &guard->config, positions, &box);
    if (point < 0) {
        work->inside = false;
    } else if (!work->inside && snw_stop_machine_powered(&guard->machine)) {
        work->inside = true;
        tell(guard, point, box, false);
    }
}

// time that the common scale of brake.c needs from the rates next_v
static double stop_time(const struct snw__guard *work) {
    double most = HUGE_VAL, bend = HUGE_VAL;
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const double u = fabs(axis->next_v);
        if (u == 0 || axis->mode == SNW_AXIS_EFFORT) continue;
        most = fmin(most, axis->decel / u);
        bend = fmin(bend, axis->jerk / u);
    }
    return isfinite(most) ? 1 / most + most / bend + work->dt : 0;
}

bool snw__guard_boxes_wish(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    // the scale falls from 1 to 0 in a time that is symmetric about its half
    const double half = 0.5 * stop_time(work);
    double positions[SNW_AXES];
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const bool effort = axis->mode == SNW_AXIS_EFFORT;
        positions[i] = effort ? axis->measured : axis->next_q + axis->next_v * half;
    }
    int box;
    const int point = find_violation(work, &guard->config, positions, &box);
    // an arm that is inside already may be moved, so that it can be moved out
    if (point < 0 || work->inside) return true;
    tell(guard, point, box, true);
    return false;
}
