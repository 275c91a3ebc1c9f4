// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_BLEND_H
#define SINEW_PROFILE_BLEND_H

/// @file
/// How a motion goes from one straight segment into the next: in a time 2 tau around the via point,
/// by Paul's quartic (acceleration continuous, zero at both ends) or with constant acceleration.
///
/// The motion comes from A at t = -tau with constant velocity towards the via point B at t = 0, and
/// leaves for C, which it would reach at t = T. The via point is rounded, not reached:
/// snw__blend_deviation() says by how much.

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/profile/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_blend_kind {
    SNW_BLEND_QUARTIC, ///< peak acceleration 3/4 |dv| / tau, continuous
    SNW_BLEND_PARABOLA ///< constant acceleration 1/2 |dv| / tau, which jumps at both ends
} snw_blend_kind;

typedef struct snw_blend {
    double A, B, C; ///< where the blend begins, the via point, the end of the next segment [u]
    double tau;     ///< half the time of the blend [s], > 0
    double T;       ///< duration of the next segment from B to C [s], >= tau
} snw_blend;

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_BLEND_H
