// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DISTANCE_LANES_H
#define SINEW_DISTANCE_LANES_H

/// @file
/// Distances of many simple pairs at once, one pair per lane. Blocks are those of sinew/lanes.h:
/// number j of pair s stands at [s / lanes][j][s % lanes], with 8 doubles or 16 floats in a block,
/// aligned to 64 bytes. All numbers of a pair are in one frame [m]:
///
///     sphere   4 numbers    centre, radius
///     capsule  7 numbers    start, end, radius
///     box     15 numbers    its axes x y z and its centre as in snw_pose, then half extents
///
/// Results are d[block][lane], signed: below 0 it is the depth. Doubles are those of snw_distance()
/// to 1e-12 of the sizes. Floats are lower bounds: never above the distance of the numbers that
/// were given, and below it by at most 1e-5 of these. A pair with a number that is not finite has
/// minus infinity: it counts as a hit.

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Spheres a[block][4][lane] against spheres b[block][4][lane]. SNW_ERR_ARGUMENT for a negative
/// count, or blocks that are absent or not aligned; then nothing is written.
SNW_RT SNW_NODISCARD snw_status snw_lanes_sphere_sphere_f64(const double *a, const double *b,
                                                            int blocks, double *d);

/// The same as snw_lanes_sphere_sphere_f64(), in single precision: lower bounds.
SNW_RT SNW_NODISCARD snw_status snw_lanes_sphere_sphere_f32(const float *a, const float *b,
                                                            int blocks, float *d);

/// Capsules a[block][7][lane] against capsules b[block][7][lane]. Where the axes meet, d is minus
/// both radii: a depth that parts the two is not searched. SNW_ERR_ARGUMENT as above.
SNW_RT SNW_NODISCARD snw_status snw_lanes_capsules_f64(const double *a, const double *b, int blocks,
                                                       double *d);

/// The same as snw_lanes_capsules_f64(), in single precision: lower bounds.
SNW_RT SNW_NODISCARD snw_status snw_lanes_capsules_f32(const float *a, const float *b, int blocks,
                                                       float *d);

/// Spheres a[block][4][lane] against boxes b[block][15][lane]. SNW_ERR_ARGUMENT as above.
SNW_RT SNW_NODISCARD snw_status snw_lanes_sphere_box_f64(const double *a, const double *b,
                                                         int blocks, double *d);

/// The same as snw_lanes_sphere_box_f64(), in single precision: lower bounds.
SNW_RT SNW_NODISCARD snw_status snw_lanes_sphere_box_f32(const float *a, const float *b, int blocks,
                                                         float *d);

/// Capsules a[block][7][lane] against boxes b[block][15][lane]. SNW_ERR_ARGUMENT as above.
SNW_RT SNW_NODISCARD snw_status snw_lanes_capsule_box_f64(const double *a, const double *b,
                                                          int blocks, double *d);

/// The same as snw_lanes_capsule_box_f64(), in single precision: lower bounds.
SNW_RT SNW_NODISCARD snw_status snw_lanes_capsule_box_f32(const float *a, const float *b,
                                                          int blocks, float *d);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DISTANCE_LANES_H
