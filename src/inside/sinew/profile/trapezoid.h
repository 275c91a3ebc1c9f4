// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_TRAPEZOID_H
#define SINEW_PROFILE_TRAPEZOID_H

/// @file
/// One axis with limited velocity and acceleration: speed up, cruise, slow down. A plain value.

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/profile/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_trapezoid_problem {
    double p0, p1;           ///< from, to [u]
    double v0, v1;           ///< velocities at the ends [u/s], within +-velocity
    double velocity;         ///< largest magnitude [u/s]
    double acceleration;     ///< largest rate of change of velocity towards p1 [u/s^2]
    double deceleration;     ///< largest rate away from p1 [u/s^2]
    double minimum_duration; ///< [s], at least 0
} snw_trapezoid_problem;

/// The motion: constant acceleration until t1, constant velocity until t2, constant acceleration
/// until the duration. An end that moves away from the goal is covered by the same three parts.
typedef struct snw_trapezoid {
    // read-only
    double p0, p1, v0, v1;
    double duration; ///< [s]
    double least;    ///< the least duration the limits allow [s]; above it limits are not reached
    double t1, t2;   ///< ends of the first and of the second part [s]
    double a1, a2;   ///< acceleration of the first and of the last part, signed [u/s^2]
    double cruise;   ///< velocity between them, signed [u/s]
} snw_trapezoid;

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_TRAPEZOID_H
