// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_H
#define SINEW_PROFILE_H

/// @file
/// Time laws: how an axis, or many together, get from here to there within limits.
///
/// generator.h   least time from any state to any state, limited jerk, up to 64 axes together
/// trapezoid.h   one axis with limited acceleration, as one small value
/// blend.h       joining two straight segments: Paul's quartic, and constant acceleration
/// check.h       an independent sampler that re-checks any motion
/// govern.h      which axis and which limit governs a motion, along its way
///
/// All of it is real-time: plain arithmetic in the caller's memory.

#include "sinew/profile/check.h"
#include "sinew/profile/generator.h"
#include "sinew/profile/govern.h"
#include "sinew/profile/types.h"

#endif // SINEW_PROFILE_H
