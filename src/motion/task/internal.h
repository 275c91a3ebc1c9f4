// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_INTERNAL_H
#define SINEW_TASK_INTERNAL_H

#include <math.h>
#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/task/effector.h"
#include "sinew/task/objective.h"

// Small sums that every file of the module needs. Vectors are plain arrays.

SNW_INLINE double snw__dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

SNW_INLINE void snw__add_scaled(double *to, double factor, const double *from, int n) {
    for (int i = 0; i < n; i++)
        to[i] += factor * from[i];
}

/// False for NaN and infinity anywhere: the sum of products by 0 is 0 for finite numbers only.
SNW_INLINE bool snw__finite(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * 0;
    return sum == 0;
}

/// The lower Cholesky factor of the lower half of A[n * n], in place; the upper half is not
/// touched. False, with A spoilt, when a pivot is not above 4 n eps of its diagonal element.
bool snw__cholesky(double *A, int n);

/// x = (L L')^-1 x.
void snw__cholesky_solve(const double *L, int n, double *x);

/// What the types of end effectors do.
extern const snw_effector_functions snw__frame_functions, snw__point_functions,
    snw__orientation_functions, snw__xy_functions, snw__center_functions, snw__momentum_functions,
    snw__sliding_functions, snw__planar_functions, snw__look_at_functions, snw__linear_functions;

/// What the types of objectives do.
extern const snw_objective_functions snw__posture_functions, snw__joint_limits_functions,
    snw__singularity_functions, snw__gravity_torque_functions, snw__potential_energy_functions,
    snw__accuracy_functions, snw__strength_functions, snw__statistical_error_functions;

/// The gradient F[nv] of a measure by differences.
typedef double snw__measure_fn(const void *block, const snw_objective_at *at);
snw_status snw__objective_differences(snw__measure_fn *measure, const void *block, snw_task *task,
                                      double *F);

#endif // SINEW_TASK_INTERNAL_H
