// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_COLLISION_MOTION_H
#define SINEW_INSIDE_COLLISION_MOTION_H

/// @file
/// Bounds of the motion of bodies.

#include "sinew/collision/near.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How far the two bodies of a pair can move to or from each other, at most, while the rates of
/// each member lead its coordinates away by ways[member][nv] from where they are; NULL for a member
/// that rests.
SNW_RT double snw__collision_motion(const snw_collision *c, const snw_near *pair,
                                    const double *const *ways);

#ifdef __cplusplus
}
#endif

#endif // SINEW_INSIDE_COLLISION_MOTION_H
