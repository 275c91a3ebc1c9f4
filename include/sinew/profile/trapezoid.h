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

/// Plans. From rest to rest over L with equal accelerations a the least duration is L/v + v/a, or
/// 2 sqrt(L/a) when the velocity is not reached; a longer minimum_duration plays the same motion
/// more slowly (velocity times f, acceleration times f^2, f = least / duration). With moving ends a
/// longer duration lowers the cruise instead; where no cruise gives exactly that duration (the
/// time lies between arriving early and turning back) the next longer one that can be is taken.
///
/// SNW_ERR_NOT_FINITE, or SNW_ERR_RANGE for a limit outside [1e-6, 1e6], an end outside its range
/// or a negative duration; the result is left unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_trapezoid_plan(snw_trapezoid *trapezoid,
                                                   const snw_trapezoid_problem *problem);

/// The motion at time t [s]; before 0 the start, after the end it goes on at v1.
SNW_RT snw_profile_sample snw_trapezoid_at(const snw_trapezoid *trapezoid, double t);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_TRAPEZOID_H
