// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PROFILE_INSIDE_H
#define SINEW_SRC_PROFILE_INSIDE_H

/// @file
/// What sources and tests of profile share, and nobody outside of it needs.

#include "sinew/profile/blend.h"
#include "sinew/profile/check.h"
#include "sinew/profile/generator.h"
#include "sinew/profile/trapezoid.h"

/// SNW_OK, or SNW_ERR_NOT_FINITE, or SNW_ERR_RANGE for tau not above 0 or T below tau.
SNW_NODISCARD snw_status snw__blend_check(const snw_blend *blend);

/// The motion at t [s], counted from the via point; within [-tau, tau] the blend, before it the
/// straight line from A to B, after it that from B to C. The blend must have passed its check.
snw_profile_sample snw__blend_at(const snw_blend *blend, snw_blend_kind kind, double t);

/// |q(0) - B|, the distance by which the via point is missed; it is the largest distance from the
/// corner in the direction of the change of velocity [u].
double snw__blend_deviation(const snw_blend *blend, snw_blend_kind kind);

/// The largest magnitude of acceleration in the blend [u/s^2].
double snw__blend_peak(const snw_blend *blend, snw_blend_kind kind);

/// The least tau [s] for a change of velocity `dv` [u/s] within an acceleration > 0.
double snw__blend_least_tau(snw_blend_kind kind, double dv, double acceleration);

/// The largest tau [s] whose deviation is at most `radius` >= 0 for a change of velocity `dv`;
/// INFINITY when the velocity does not change.
double snw__blend_largest_tau(snw_blend_kind kind, double dv, double radius);

/// SNW_OK if the motion keeps its limits at every sample, has no jump of position, velocity or
/// (with limited jerk) acceleration between two samples, and has the ends that were asked for.
/// Otherwise SNW_ERR_CHECK with the first violation in `why`: subject "axis[i]", rule one of
/// finite start velocity acceleration jerk continuity end, numbers t [s], value, limit.
/// SNW_ERR_ARGUMENT for counts out of range or no motion. Bounded by steps times axes.
SNW_NODISCARD snw_status snw__motion_check_run(const snw_motion_check *check, snw_why *why);

/// The index of the phase of an axis at time t; -1 if it has none, the last one after the end.
int snw__profile_phase_at(const snw_profile *profile, int axis, double t);

/// "jerk", "a_max", ... for a limit.
const char *snw__profile_limit_name(snw_profile_limit limit);

/// Plans. From rest to rest over L with equal accelerations a the least duration is L/v + v/a, or
/// 2 sqrt(L/a) when the velocity is not reached; a longer minimum_duration plays the same motion
/// more slowly (velocity times f, acceleration times f^2, f = least / duration). With moving ends a
/// longer duration lowers the cruise instead; where no cruise gives exactly that duration (the
/// time lies between arriving early and turning back) the next longer one that can be is taken.
///
/// SNW_ERR_NOT_FINITE, or SNW_ERR_RANGE for a limit outside [1e-6, 1e6], an end outside its range
/// or a negative duration; the result is left unchanged then.
SNW_NODISCARD snw_status snw__trapezoid_plan(snw_trapezoid *trapezoid,
                                             const snw_trapezoid_problem *problem);

/// The motion at time t [s]; before 0 the start, after the end it goes on at v1.
snw_profile_sample snw__trapezoid_at(const snw_trapezoid *trapezoid, double t);

#endif // SINEW_SRC_PROFILE_INSIDE_H
