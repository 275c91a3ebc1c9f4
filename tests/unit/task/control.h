// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TASK_CONTROL_H
#define SINEW_TESTS_TASK_CONTROL_H

/// @file
/// A controller and what it makes of its rows.

#include "arms.h"

static arm a;

static inline double row(int i, const double *x) {
    const double *J = snw_task_jacobian(&a.control.task);
    double sum = 0;
    for (int k = 0; k < a.model->nv; k++)
        sum += J[i * a.model->nv + k] * x[k];
    return sum;
}

static inline void add_posture(void) {
    snw_block_defaults(&snw_posture_type, &a.posture);
    arm_add(&a, &snw_posture_type, &a.posture);
}

#endif // SINEW_TESTS_TASK_CONTROL_H
