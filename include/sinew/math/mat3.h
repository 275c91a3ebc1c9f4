// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_MAT3_H
#define SINEW_MATH_MAT3_H

/// @file
/// 3 x 3 matrices, above all rotations: the columns x, y, z of R_a_b are the axes of frame b seen
/// in frame a (Paul's n, o, a), so that v_a = R_a_b * v_b.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/mat2.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A 3 x 3 matrix; x, y and z are its columns.
typedef struct snw_mat3 {
    snw_vec3 x, y, z;
} snw_mat3;

/// The matrix with these columns.
SNW_INLINE snw_mat3 snw_mat3_of(snw_vec3 x, snw_vec3 y, snw_vec3 z) {
    const snw_mat3 r = {x, y, z};
    return r;
}

/// All zeros.
SNW_INLINE snw_mat3 snw_mat3_zero(void) {
    return snw_mat3_of(snw_vec3_zero(), snw_vec3_zero(), snw_vec3_zero());
}

/// The unit matrix, the rotation by nothing.
SNW_INLINE snw_mat3 snw_mat3_identity(void) {
    return snw_mat3_of(snw_vec3_x(1), snw_vec3_y(1), snw_vec3_z(1));
}

/// The diagonal matrix.
SNW_INLINE snw_mat3 snw_mat3_diagonal(snw_vec3 d) {
    return snw_mat3_of(snw_vec3_x(d.x), snw_vec3_y(d.y), snw_vec3_z(d.z));
}

/// A + B.
SNW_INLINE snw_mat3 snw_mat3_add(snw_mat3 A, snw_mat3 B) {
    return snw_mat3_of(snw_vec3_add(A.x, B.x), snw_vec3_add(A.y, B.y), snw_vec3_add(A.z, B.z));
}

/// A - B.
SNW_INLINE snw_mat3 snw_mat3_sub(snw_mat3 A, snw_mat3 B) {
    return snw_mat3_of(snw_vec3_sub(A.x, B.x), snw_vec3_sub(A.y, B.y), snw_vec3_sub(A.z, B.z));
}

/// A * factor.
SNW_INLINE snw_mat3 snw_mat3_scale(snw_mat3 A, double factor) {
    return snw_mat3_of(snw_vec3_scale(A.x, factor), snw_vec3_scale(A.y, factor),
                       snw_vec3_scale(A.z, factor));
}

/// A * v.
SNW_INLINE snw_vec3 snw_mat3_apply(snw_mat3 A, snw_vec3 v) {
    return snw_vec3_of(A.x.x * v.x + A.y.x * v.y + A.z.x * v.z,
                       A.x.y * v.x + A.y.y * v.y + A.z.y * v.z,
                       A.x.z * v.x + A.y.z * v.y + A.z.z * v.z);
}

/// A^T * v; for a rotation, the way back.
SNW_INLINE snw_vec3 snw_mat3_apply_t(snw_mat3 A, snw_vec3 v) {
    return snw_vec3_of(snw_vec3_dot(A.x, v), snw_vec3_dot(A.y, v), snw_vec3_dot(A.z, v));
}

/// A * B.
SNW_INLINE snw_mat3 snw_mat3_mul(snw_mat3 A, snw_mat3 B) {
    return snw_mat3_of(snw_mat3_apply(A, B.x), snw_mat3_apply(A, B.y), snw_mat3_apply(A, B.z));
}

/// A^T * B.
SNW_INLINE snw_mat3 snw_mat3_mul_tn(snw_mat3 A, snw_mat3 B) {
    return snw_mat3_of(snw_mat3_apply_t(A, B.x), snw_mat3_apply_t(A, B.y),
                       snw_mat3_apply_t(A, B.z));
}

/// The transpose; the inverse of a rotation.
SNW_INLINE snw_mat3 snw_mat3_transpose(snw_mat3 A) {
    return snw_mat3_of(snw_vec3_of(A.x.x, A.y.x, A.z.x), snw_vec3_of(A.x.y, A.y.y, A.z.y),
                       snw_vec3_of(A.x.z, A.y.z, A.z.z));
}

/// The determinant.
SNW_INLINE double snw_mat3_det(snw_mat3 A) {
    return snw_vec3_dot(A.x, snw_vec3_cross(A.y, A.z));
}

/// The matrix of the vector product: skew(v) * u = v cross u.
SNW_INLINE snw_mat3 snw_mat3_skew(snw_vec3 v) {
    return snw_mat3_of(snw_vec3_of(0, v.z, -v.y), snw_vec3_of(-v.z, 0, v.x),
                       snw_vec3_of(v.y, -v.x, 0));
}

/// Column 0, 1 or 2.
SNW_INLINE snw_vec3 snw_mat3_column(snw_mat3 A, int column) {
    SNW_ASSERT(0 <= column && column < 3);
    return column == 0 ? A.x : column == 1 ? A.y : A.z;
}

/// The element at row and column, each 0, 1 or 2.
SNW_INLINE double snw_mat3_get(snw_mat3 A, int row, int column) {
    return snw_vec3_get(snw_mat3_column(A, column), row);
}

/// Sets the element at row and column, each 0, 1 or 2.
SNW_INLINE void snw_mat3_set(snw_mat3 *A, int row, int column, double value) {
    SNW_ASSERT(0 <= column && column < 3);
    snw_vec3 *const c = column == 0 ? &A->x : column == 1 ? &A->y : &A->z;
    snw_vec3_set(c, row, value);
}

/// The 2 x 2 block whose upper left element is at row and column, each 0 or 1.
SNW_INLINE snw_mat2 snw_mat3_get_mat2(snw_mat3 A, int row, int column) {
    SNW_ASSERT(0 <= row && row < 2 && 0 <= column && column < 2);
    const snw_vec3 a = snw_mat3_column(A, column), b = snw_mat3_column(A, column + 1);
    return snw_mat2_of(snw_vec2_of(snw_vec3_get(a, row), snw_vec3_get(a, row + 1)),
                       snw_vec2_of(snw_vec3_get(b, row), snw_vec3_get(b, row + 1)));
}

/// Replaces the 2 x 2 block whose upper left element is at row and column, each 0 or 1.
SNW_INLINE void snw_mat3_set_mat2(snw_mat3 *A, int row, int column, snw_mat2 block) {
    SNW_ASSERT(0 <= row && row < 2 && 0 <= column && column < 2);
    snw_mat3_set(A, row, column, block.x.x);
    snw_mat3_set(A, row + 1, column, block.x.y);
    snw_mat3_set(A, row, column + 1, block.y.x);
    snw_mat3_set(A, row + 1, column + 1, block.y.y);
}

/// True when no element differs by more than `tolerance`.
SNW_INLINE bool snw_mat3_near(snw_mat3 A, snw_mat3 B, double tolerance) {
    return snw_vec3_near(A.x, B.x, tolerance) && snw_vec3_near(A.y, B.y, tolerance) &&
           snw_vec3_near(A.z, B.z, tolerance);
}

/// True when no element is NaN or infinite.
SNW_INLINE bool snw_mat3_is_finite(snw_mat3 A) {
    return snw_vec3_is_finite(A.x) && snw_vec3_is_finite(A.y) && snw_vec3_is_finite(A.z);
}

/// The largest element of |A^T A - I|: how far A is from a rotation or a reflection.
SNW_INLINE double snw_mat3_drift(snw_mat3 A) {
    const snw_mat3 E = snw_mat3_sub(snw_mat3_mul_tn(A, A), snw_mat3_identity());
    return snw_vec3_max_abs(
        snw_vec3_of(snw_vec3_max_abs(E.x), snw_vec3_max_abs(E.y), snw_vec3_max_abs(E.z)));
}

/// The rotation about x by `angle`.
SNW_INLINE snw_mat3 snw_mat3_rot_x(double angle) {
    const double c = cos(angle), s = sin(angle);
    return snw_mat3_of(snw_vec3_x(1), snw_vec3_of(0, c, s), snw_vec3_of(0, -s, c));
}

/// The rotation about y by `angle`.
SNW_INLINE snw_mat3 snw_mat3_rot_y(double angle) {
    const double c = cos(angle), s = sin(angle);
    return snw_mat3_of(snw_vec3_of(c, 0, -s), snw_vec3_y(1), snw_vec3_of(s, 0, c));
}

/// The rotation about z by `angle`.
SNW_INLINE snw_mat3 snw_mat3_rot_z(double angle) {
    const double c = cos(angle), s = sin(angle);
    return snw_mat3_of(snw_vec3_of(c, s, 0), snw_vec3_of(-s, c, 0), snw_vec3_z(1));
}

/// The rotation about the unit vector `axis` by `angle` (Rodrigues' formula). The axis is not
/// normalised here; snw_rotation_about() does that and checks it.
SNW_INLINE snw_mat3 snw_mat3_axis_angle(snw_vec3 axis, double angle) {
    const double c = cos(angle), s = sin(angle);
    const snw_vec3 v = snw_vec3_scale(axis, 1 - c), w = snw_vec3_scale(axis, s);
    return snw_mat3_of(snw_vec3_of(v.x * axis.x + c, v.x * axis.y + w.z, v.x * axis.z - w.y),
                       snw_vec3_of(v.y * axis.x - w.z, v.y * axis.y + c, v.y * axis.z + w.x),
                       snw_vec3_of(v.z * axis.x + w.y, v.z * axis.y - w.x, v.z * axis.z + c));
}

/// One cheap step towards the nearest rotation, R (3 I - R^T R) / 2 (Bjorck and Bowie 1971). A
/// drift e becomes 3/4 e^2, so it keeps a product of many rotations at rounding level; it needs
/// e < 1. For any drift use snw_mat3_orthonormalize().
SNW_INLINE snw_mat3 snw_mat3_renormalize(snw_mat3 R) {
    // R + R (I - R^T R) / 2: the small difference is formed first, so little is rounded away
    const snw_mat3 E = snw_mat3_sub(snw_mat3_identity(), snw_mat3_mul_tn(R, R));
    return snw_mat3_add(R, snw_mat3_mul(R, snw_mat3_scale(E, 0.5)));
}

/// The rotation nearest to A (least sum of squares of the differences), whatever its drift, scale
/// or handedness. SNW_ERR_SINGULAR when several are equally near (rank 1 or 0, or a reflection
/// whose two least stretches are alike); SNW_ERR_NOT_FINITE. `*R` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat3_orthonormalize(snw_mat3 A, snw_mat3 *R);

/// The inverse. SNW_ERR_SINGULAR when A is singular to working precision, whatever the units of its
/// rows and columns; SNW_ERR_NOT_FINITE for NaN and infinity. `*inverse` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat3_inverse(snw_mat3 A, snw_mat3 *inverse);

/// The quotient A * B^-1, without forming the inverse; failures as for snw_mat3_inverse() of B.
SNW_RT SNW_NODISCARD snw_status snw_mat3_divide(snw_mat3 A, snw_mat3 B, snw_mat3 *quotient);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_MAT3_H
