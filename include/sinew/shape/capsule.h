// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_CAPSULE_H
#define SINEW_SHAPE_CAPSULE_H

/// @file
/// Balls and capsules around things, of least or little volume.

#include "sinew/base.h"
#include "sinew/math.h"
#include "sinew/shape/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The smallest ball around count >= 1 points; its radius is the least possible to 1e-12 of the
/// extent, and the farthest point lies on it.
SNW_SETUP SNW_NODISCARD snw_status snw_sphere_around(const snw_vec3 *points, int count,
                                                     snw_sphere *sphere);

/// The same for points.
SNW_SETUP SNW_NODISCARD snw_status snw_capsule_around_points(const snw_vec3 *points, int count,
                                                             snw_capsule *capsule);

/// Resizes a capsule, if it has to, so that it holds count points besides itself; its axis stays
/// where it is, unless it has no length. How a capsule given by hand stays a bound when the mesh
/// that it bounds is loaded.
SNW_SETUP SNW_NODISCARD snw_status snw_capsule_enclose(snw_capsule *capsule, const snw_vec3 *points,
                                                       int count);

// All four: SNW_ERR_ARGUMENT without points, SNW_ERR_NOT_FINITE for NaN and infinity, SNW_ERR_RANGE
// for a negative radius, SNW_ERR_MEMORY; the result is untouched on failure.

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_CAPSULE_H
