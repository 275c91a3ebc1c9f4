// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_BOUNDS_H
#define SINEW_SHAPE_BOUNDS_H

/// @file
/// Boxes along the axes of a frame. Ends may be infinite; an empty box has low above high.

#include <math.h>
#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// All points with low <= p <= high in each coordinate [m].
typedef struct snw_bounds {
    snw_vec3 low, high;
} snw_bounds;

/// The box without a point: what any other box is the union with.
SNW_INLINE snw_bounds snw_bounds_empty(void) {
    const double end = (double)INFINITY;
    const snw_bounds r = {{end, end, end}, {-end, -end, -end}};
    return r;
}

/// All of space.
SNW_INLINE snw_bounds snw_bounds_all(void) {
    const double end = (double)INFINITY;
    const snw_bounds r = {{-end, -end, -end}, {end, end, end}};
    return r;
}

/// The smallest box that holds both.
SNW_INLINE snw_bounds snw_bounds_union(snw_bounds a, snw_bounds b) {
    const snw_bounds r = {snw_vec3_min(a.low, b.low), snw_vec3_max(a.high, b.high)};
    return r;
}

/// What both have in common; may be empty.
SNW_INLINE snw_bounds snw_bounds_intersection(snw_bounds a, snw_bounds b) {
    const snw_bounds r = {snw_vec3_max(a.low, b.low), snw_vec3_min(a.high, b.high)};
    return r;
}

/// The box with one more point.
SNW_INLINE snw_bounds snw_bounds_add(snw_bounds a, snw_vec3 p) {
    const snw_bounds r = {snw_vec3_min(a.low, p), snw_vec3_max(a.high, p)};
    return r;
}

/// True when no point is inside.
SNW_INLINE bool snw_bounds_is_empty(snw_bounds a) {
    return !(a.low.x <= a.high.x && a.low.y <= a.high.y && a.low.z <= a.high.z);
}

/// True when the box has a point and all its ends are finite.
SNW_INLINE bool snw_bounds_is_finite(snw_bounds a) {
    return !snw_bounds_is_empty(a) && snw_vec3_is_finite(a.low) && snw_vec3_is_finite(a.high);
}

/// True when p is inside or on the border; false for NaN.
SNW_INLINE bool snw_bounds_contains(snw_bounds a, snw_vec3 p) {
    return a.low.x <= p.x && p.x <= a.high.x && a.low.y <= p.y && p.y <= a.high.y &&
           a.low.z <= p.z && p.z <= a.high.z;
}

/// The point in the middle of a finite box.
SNW_INLINE snw_vec3 snw_bounds_center(snw_bounds a) {
    return snw_vec3_scale(snw_vec3_add(a.low, a.high), 0.5);
}

/// The edge lengths [m]; negative ones belong to an empty box.
SNW_INLINE snw_vec3 snw_bounds_size(snw_bounds a) {
    return snw_vec3_sub(a.high, a.low);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_BOUNDS_H
