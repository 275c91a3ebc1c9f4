// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_GOVERN_H
#define SINEW_PROFILE_GOVERN_H

/// @file
/// Why a motion takes its time, along its way: which axis uses most of which limit, from when to
/// when. Asks only for samples, whoever makes them, as check.h does.

#include "sinew/profile/check.h"
#include "sinew/profile/generator.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A part of a motion in which one axis and one of its limits govern.
typedef struct snw_motion_span {
    double from, to;         ///< [s], from the start of the motion
    int axis;                ///< that uses more of a limit than any other; -1: nothing moves
    snw_profile_limit limit; ///< which one; SNW_PROFILE_LIMIT_NONE when nothing moves
    double share;            ///< the most of it that is used there; 1 is all of it
} snw_motion_span;

/// Divides a motion into spans, which follow each other without a gap from 0 to its duration. Of
/// `motion` the samples, steps and limits are looked at; infinite limits never govern. Changes are
/// placed to one step of it. Where two use the same part to 1e-6, the one before goes on. With
/// more spans than `capacity` (at least 1) the last one takes the rest: SNW_SATURATED.
/// SNW_ERR_ARGUMENT for counts out of range or no motion, SNW_ERR_NOT_FINITE for a sample that is
/// not a number. Bounded by steps times axes.
SNW_RT SNW_NODISCARD snw_status snw_motion_govern(const snw_motion_check *motion,
                                                  snw_motion_span *spans, int capacity, int *count);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_GOVERN_H
