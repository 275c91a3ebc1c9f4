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
/// snw_blend_deviation() says by how much.

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

/// SNW_OK, or SNW_ERR_NOT_FINITE, or SNW_ERR_RANGE for tau not above 0 or T below tau.
SNW_RT SNW_NODISCARD snw_status snw_blend_check(const snw_blend *blend);

/// The motion at t [s], counted from the via point; within [-tau, tau] the blend, before it the
/// straight line from A to B, after it that from B to C. The blend must have passed its check.
SNW_RT snw_profile_sample snw_blend_at(const snw_blend *blend, snw_blend_kind kind, double t);

/// |q(0) - B|, the distance by which the via point is missed; it is the largest distance from the
/// corner in the direction of the change of velocity [u].
SNW_RT double snw_blend_deviation(const snw_blend *blend, snw_blend_kind kind);

/// The largest magnitude of acceleration in the blend [u/s^2].
SNW_RT double snw_blend_peak(const snw_blend *blend, snw_blend_kind kind);

/// The least tau [s] for a change of velocity `dv` [u/s] within an acceleration > 0.
SNW_RT double snw_blend_least_tau(snw_blend_kind kind, double dv, double acceleration);

/// The largest tau [s] whose deviation is at most `radius` >= 0 for a change of velocity `dv`;
/// INFINITY when the velocity does not change.
SNW_RT double snw_blend_largest_tau(snw_blend_kind kind, double dv, double radius);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_BLEND_H
