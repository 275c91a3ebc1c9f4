// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_VEC3_H
#define SINEW_MATH_VEC3_H

/// @file
/// Three numbers along the axes of a frame that the caller keeps in mind: a point, a direction, a
/// velocity. Plain values; NaN passes through, and comparisons with it are false.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/assert.h"
#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Three numbers along x, y, z.
typedef struct snw_vec3 {
    double x, y, z;
} snw_vec3;

/// (x, y, z).
SNW_INLINE snw_vec3 snw_vec3_of(double x, double y, double z) {
    const snw_vec3 r = {x, y, z};
    return r;
}

/// (0, 0, 0).
SNW_INLINE snw_vec3 snw_vec3_zero(void) {
    return snw_vec3_of(0, 0, 0);
}

/// (length, 0, 0).
SNW_INLINE snw_vec3 snw_vec3_x(double length) {
    return snw_vec3_of(length, 0, 0);
}

/// (0, length, 0).
SNW_INLINE snw_vec3 snw_vec3_y(double length) {
    return snw_vec3_of(0, length, 0);
}

/// (0, 0, length).
SNW_INLINE snw_vec3 snw_vec3_z(double length) {
    return snw_vec3_of(0, 0, length);
}

/// a + b.
SNW_INLINE snw_vec3 snw_vec3_add(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// a - b: the way from b to a.
SNW_INLINE snw_vec3 snw_vec3_sub(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(a.x - b.x, a.y - b.y, a.z - b.z);
}

/// -a.
SNW_INLINE snw_vec3 snw_vec3_neg(snw_vec3 a) {
    return snw_vec3_of(-a.x, -a.y, -a.z);
}

/// a * factor.
SNW_INLINE snw_vec3 snw_vec3_scale(snw_vec3 a, double factor) {
    return snw_vec3_of(a.x * factor, a.y * factor, a.z * factor);
}

/// a / divisor, each element rounded once; a zero divisor gives infinities or NaN.
SNW_INLINE snw_vec3 snw_vec3_divide(snw_vec3 a, double divisor) {
    return snw_vec3_of(a.x / divisor, a.y / divisor, a.z / divisor);
}

/// a + b * factor.
SNW_INLINE snw_vec3 snw_vec3_add_scaled(snw_vec3 a, snw_vec3 b, double factor) {
    return snw_vec3_of(a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor);
}

/// The element-by-element product.
SNW_INLINE snw_vec3 snw_vec3_mul(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(a.x * b.x, a.y * b.y, a.z * b.z);
}

/// The scalar product.
SNW_INLINE double snw_vec3_dot(snw_vec3 a, snw_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The vector product, right-handed: x cross y is z.
SNW_INLINE snw_vec3 snw_vec3_cross(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

/// The square of the length.
SNW_INLINE double snw_vec3_norm2(snw_vec3 a) {
    return snw_vec3_dot(a, a);
}

/// The length (2-norm). Lengths below 1e-154 come out as 0, above 1e154 as infinity.
SNW_INLINE double snw_vec3_norm(snw_vec3 a) {
    return sqrt(snw_vec3_norm2(a));
}

/// The distance of two points.
SNW_INLINE double snw_vec3_distance(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_norm(snw_vec3_sub(a, b));
}

/// The square of the distance of two points.
SNW_INLINE double snw_vec3_distance2(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_norm2(snw_vec3_sub(a, b));
}

/// The unit vector along a; the zero vector (any length below 1e-154) gives the zero vector.
SNW_INLINE snw_vec3 snw_vec3_normalize(snw_vec3 a) {
    const double length = snw_vec3_norm(a);
    return length == 0 ? snw_vec3_zero() : snw_vec3_divide(a, length);
}

/// The smaller of each pair of elements; a's where one of them is NaN.
SNW_INLINE snw_vec3 snw_vec3_min(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(b.x < a.x ? b.x : a.x, b.y < a.y ? b.y : a.y, b.z < a.z ? b.z : a.z);
}

/// The larger of each pair of elements; a's where one of them is NaN.
SNW_INLINE snw_vec3 snw_vec3_max(snw_vec3 a, snw_vec3 b) {
    return snw_vec3_of(a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z);
}

/// The largest magnitude of an element; NaN if there is one.
SNW_INLINE double snw_vec3_max_abs(snw_vec3 a) {
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    const double xy = x > y || isnan(x) ? x : y;
    return xy > z || isnan(xy) ? xy : z;
}

/// Element i of 0, 1, 2.
SNW_INLINE double snw_vec3_get(snw_vec3 a, int i) {
    SNW_ASSERT(0 <= i && i < 3);
    return i == 0 ? a.x : i == 1 ? a.y : a.z;
}

/// Sets element i of 0, 1, 2.
SNW_INLINE void snw_vec3_set(snw_vec3 *a, int i, double value) {
    SNW_ASSERT(0 <= i && i < 3);
    double *const element = i == 0 ? &a->x : i == 1 ? &a->y : &a->z;
    *element = value;
}

/// True when all elements are equal as numbers.
SNW_INLINE bool snw_vec3_equal(snw_vec3 a, snw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/// True when no element differs by more than `tolerance`.
SNW_INLINE bool snw_vec3_near(snw_vec3 a, snw_vec3 b, double tolerance) {
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance &&
           fabs(a.z - b.z) <= tolerance;
}

/// True when no element is NaN or infinite.
SNW_INLINE bool snw_vec3_is_finite(snw_vec3 a) {
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_VEC3_H
