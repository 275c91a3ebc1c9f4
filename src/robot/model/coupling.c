// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/model/coupling.h"

#include <string.h>

static bool are_finite(const double *numbers, int count) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) return false;
    }
    return true;
}

// y = A x, or A^T x, on the coordinates `at` of x and y; A is n x n by columns
static void apply(const double *A, bool transposed, const int *at, int n, const double *x,
                  double *y) {
    double in[8];
    for (int k = 0; k < n; k++) {
        in[k] = x[at[k]];
    }
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            sum += (transposed ? A[k + i * n] : A[i + k * n]) * in[k];
        }
        y[at[i]] = sum;
    }
}

snw_status snw_joint_positions(const snw_model *model, const double *q_motor, double *q_joint) {
    if (!are_finite(q_motor, model->nq)) return SNW_ERR_NOT_FINITE;
    memmove(q_joint, q_motor, (size_t)model->nq * sizeof *q_joint);
    for (int i = 0; i < model->motor_group_count; i++) {
        const snw_motor_group *g = &model->motor_groups[i];
        apply(g->to_joint, false, g->q, g->count, q_joint, q_joint);
    }
    return SNW_OK;
}

snw_status snw_motor_positions(const snw_model *model, const double *q_joint, double *q_motor) {
    if (!are_finite(q_joint, model->nq)) return SNW_ERR_NOT_FINITE;
    memmove(q_motor, q_joint, (size_t)model->nq * sizeof *q_motor);
    for (int i = 0; i < model->motor_group_count; i++) {
        const snw_motor_group *g = &model->motor_groups[i];
        apply(g->to_motor, false, g->q, g->count, q_motor, q_motor);
    }
    return SNW_OK;
}

// rates by a matrix, efforts by the transpose of the other one
static snw_status convert(const snw_model *model, bool to_joint, bool transposed, const double *x,
                          double *y) {
    if (!are_finite(x, model->nv)) return SNW_ERR_NOT_FINITE;
    memmove(y, x, (size_t)model->nv * sizeof *y);
    for (int i = 0; i < model->motor_group_count; i++) {
        const snw_motor_group *g = &model->motor_groups[i];
        apply(to_joint != transposed ? g->to_joint : g->to_motor, transposed, g->v, g->count, y, y);
    }
    return SNW_OK;
}

snw_status snw_joint_rates(const snw_model *model, const double *v_motor, double *v_joint) {
    return convert(model, true, false, v_motor, v_joint);
}

snw_status snw_motor_rates(const snw_model *model, const double *v_joint, double *v_motor) {
    return convert(model, false, false, v_joint, v_motor);
}

snw_status snw_joint_efforts(const snw_model *model, const double *tau_motor, double *tau_joint) {
    return convert(model, true, true, tau_motor, tau_joint);
}

snw_status snw_motor_efforts(const snw_model *model, const double *tau_joint, double *tau_motor) {
    return convert(model, false, true, tau_joint, tau_motor);
}
