// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_CHECK_H
#define SINEW_PROFILE_CHECK_H

/// @file
/// Re-checks a motion from outside: it asks only for samples, whoever makes them, and shares no
/// code with the planner. The first violation is named with time, axis and limit.

#include "sinew/base/attributes.h"
#include "sinew/base/why.h"
#include "sinew/profile/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the motion at time t [s] to sample[axes].
typedef void snw_motion_fn(const void *context, double t, snw_profile_sample *sample);

typedef struct snw_motion_check {
    snw_motion_fn *motion;
    const void *context; ///< given to `motion`
    int axes;            ///< 1 to SNW_PROFILE_AXES
    double duration;     ///< [s], at least 0
    int steps;           ///< samples are taken at duration i / steps, i = 0 .. steps; at least 1
    const snw_profile_limits *limits; ///< [axes]; a jerk of INFINITY is not checked
    const snw_profile_state *start;   ///< [axes]; NULL is not checked
    const snw_profile_state *end;     ///< [axes]; NULL is not checked
    double tolerance; ///< of limits, relative; of ends and jumps, relative to the motion's scale
} snw_motion_check;

/// 1,000 steps, tolerance 1e-9; everything else is 0 or NULL.
SNW_RT snw_motion_check snw_motion_check_defaults(void);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_CHECK_H
