// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_MAT4_H
#define SINEW_MATH_MAT4_H

/// @file
/// 4 x 4 matrices: homogeneous transforms for the outside world, projections, pseudo-inertias.
/// Rigid motions inside sinew are snw_pose, which is smaller, faster and cannot shear.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/mat2.h"
#include "sinew/math/mat3.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Four numbers, a column of snw_mat4.
typedef struct snw_vec4 {
    double x, y, z, w;
} snw_vec4;

/// A 4 x 4 matrix; x, y, z and w are its columns.
typedef struct snw_mat4 {
    snw_vec4 x, y, z, w;
} snw_mat4;

/// (x, y, z, w).
SNW_INLINE snw_vec4 snw_vec4_of(double x, double y, double z, double w) {
    const snw_vec4 r = {x, y, z, w};
    return r;
}

/// The scalar product.
SNW_INLINE double snw_vec4_dot(snw_vec4 a, snw_vec4 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/// The length (2-norm).
SNW_INLINE double snw_vec4_norm(snw_vec4 a) {
    return sqrt(snw_vec4_dot(a, a));
}

/// The element-by-element product.
SNW_INLINE snw_vec4 snw_vec4_mul(snw_vec4 a, snw_vec4 b) {
    return snw_vec4_of(a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w);
}

/// a + b.
SNW_INLINE snw_vec4 snw_vec4_add(snw_vec4 a, snw_vec4 b) {
    return snw_vec4_of(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/// a - b.
SNW_INLINE snw_vec4 snw_vec4_sub(snw_vec4 a, snw_vec4 b) {
    return snw_vec4_of(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
}

/// a * factor.
SNW_INLINE snw_vec4 snw_vec4_scale(snw_vec4 a, double factor) {
    return snw_vec4_of(a.x * factor, a.y * factor, a.z * factor, a.w * factor);
}

/// Element i of 0 to 3.
SNW_INLINE double snw_vec4_get(snw_vec4 a, int i) {
    SNW_ASSERT(0 <= i && i < 4);
    return i == 0 ? a.x : i == 1 ? a.y : i == 2 ? a.z : a.w;
}

/// Sets element i of 0 to 3.
SNW_INLINE void snw_vec4_set(snw_vec4 *a, int i, double value) {
    SNW_ASSERT(0 <= i && i < 4);
    double *const element = i == 0 ? &a->x : i == 1 ? &a->y : i == 2 ? &a->z : &a->w;
    *element = value;
}

/// True when no element differs by more than `tolerance`.
SNW_INLINE bool snw_vec4_near(snw_vec4 a, snw_vec4 b, double tolerance) {
    return fabs(a.x - b.x) <= tolerance && fabs(a.y - b.y) <= tolerance &&
           fabs(a.z - b.z) <= tolerance && fabs(a.w - b.w) <= tolerance;
}

/// The matrix with these columns.
SNW_INLINE snw_mat4 snw_mat4_of(snw_vec4 x, snw_vec4 y, snw_vec4 z, snw_vec4 w) {
    const snw_mat4 r = {x, y, z, w};
    return r;
}

/// All zeros.
SNW_INLINE snw_mat4 snw_mat4_zero(void) {
    const snw_vec4 o = snw_vec4_of(0, 0, 0, 0);
    return snw_mat4_of(o, o, o, o);
}

/// The unit matrix.
SNW_INLINE snw_mat4 snw_mat4_identity(void) {
    return snw_mat4_of(snw_vec4_of(1, 0, 0, 0), snw_vec4_of(0, 1, 0, 0), snw_vec4_of(0, 0, 1, 0),
                       snw_vec4_of(0, 0, 0, 1));
}

/// A + B.
SNW_INLINE snw_mat4 snw_mat4_add(snw_mat4 A, snw_mat4 B) {
    return snw_mat4_of(snw_vec4_add(A.x, B.x), snw_vec4_add(A.y, B.y), snw_vec4_add(A.z, B.z),
                       snw_vec4_add(A.w, B.w));
}

/// A - B.
SNW_INLINE snw_mat4 snw_mat4_sub(snw_mat4 A, snw_mat4 B) {
    return snw_mat4_of(snw_vec4_sub(A.x, B.x), snw_vec4_sub(A.y, B.y), snw_vec4_sub(A.z, B.z),
                       snw_vec4_sub(A.w, B.w));
}

/// A * factor.
SNW_INLINE snw_mat4 snw_mat4_scale(snw_mat4 A, double factor) {
    return snw_mat4_of(snw_vec4_scale(A.x, factor), snw_vec4_scale(A.y, factor),
                       snw_vec4_scale(A.z, factor), snw_vec4_scale(A.w, factor));
}

/// A * v.
SNW_INLINE snw_vec4 snw_mat4_apply(snw_mat4 A, snw_vec4 v) {
    return snw_vec4_of(A.x.x * v.x + A.y.x * v.y + A.z.x * v.z + A.w.x * v.w,
                       A.x.y * v.x + A.y.y * v.y + A.z.y * v.z + A.w.y * v.w,
                       A.x.z * v.x + A.y.z * v.y + A.z.z * v.z + A.w.z * v.w,
                       A.x.w * v.x + A.y.w * v.y + A.z.w * v.z + A.w.w * v.w);
}

/// A * B.
SNW_INLINE snw_mat4 snw_mat4_mul(snw_mat4 A, snw_mat4 B) {
    // row by row, which keeps fewer numbers waiting than the registers hold (see ./bench math)
    snw_mat4 C;
    C.x.x = A.x.x * B.x.x + A.y.x * B.x.y + A.z.x * B.x.z + A.w.x * B.x.w;
    C.y.x = A.x.x * B.y.x + A.y.x * B.y.y + A.z.x * B.y.z + A.w.x * B.y.w;
    C.z.x = A.x.x * B.z.x + A.y.x * B.z.y + A.z.x * B.z.z + A.w.x * B.z.w;
    C.w.x = A.x.x * B.w.x + A.y.x * B.w.y + A.z.x * B.w.z + A.w.x * B.w.w;
    C.x.y = A.x.y * B.x.x + A.y.y * B.x.y + A.z.y * B.x.z + A.w.y * B.x.w;
    C.y.y = A.x.y * B.y.x + A.y.y * B.y.y + A.z.y * B.y.z + A.w.y * B.y.w;
    C.z.y = A.x.y * B.z.x + A.y.y * B.z.y + A.z.y * B.z.z + A.w.y * B.z.w;
    C.w.y = A.x.y * B.w.x + A.y.y * B.w.y + A.z.y * B.w.z + A.w.y * B.w.w;
    C.x.z = A.x.z * B.x.x + A.y.z * B.x.y + A.z.z * B.x.z + A.w.z * B.x.w;
    C.y.z = A.x.z * B.y.x + A.y.z * B.y.y + A.z.z * B.y.z + A.w.z * B.y.w;
    C.z.z = A.x.z * B.z.x + A.y.z * B.z.y + A.z.z * B.z.z + A.w.z * B.z.w;
    C.w.z = A.x.z * B.w.x + A.y.z * B.w.y + A.z.z * B.w.z + A.w.z * B.w.w;
    C.x.w = A.x.w * B.x.x + A.y.w * B.x.y + A.z.w * B.x.z + A.w.w * B.x.w;
    C.y.w = A.x.w * B.y.x + A.y.w * B.y.y + A.z.w * B.y.z + A.w.w * B.y.w;
    C.z.w = A.x.w * B.z.x + A.y.w * B.z.y + A.z.w * B.z.z + A.w.w * B.z.w;
    C.w.w = A.x.w * B.w.x + A.y.w * B.w.y + A.z.w * B.w.z + A.w.w * B.w.w;
    return C;
}

/// The transpose.
SNW_INLINE snw_mat4 snw_mat4_transpose(snw_mat4 A) {
    return snw_mat4_of(
        snw_vec4_of(A.x.x, A.y.x, A.z.x, A.w.x), snw_vec4_of(A.x.y, A.y.y, A.z.y, A.w.y),
        snw_vec4_of(A.x.z, A.y.z, A.z.z, A.w.z), snw_vec4_of(A.x.w, A.y.w, A.z.w, A.w.w));
}

/// Column 0 to 3.
SNW_INLINE snw_vec4 snw_mat4_column(snw_mat4 A, int column) {
    SNW_ASSERT(0 <= column && column < 4);
    return column == 0 ? A.x : column == 1 ? A.y : column == 2 ? A.z : A.w;
}

/// The element at row and column, each 0 to 3.
SNW_INLINE double snw_mat4_get(snw_mat4 A, int row, int column) {
    return snw_vec4_get(snw_mat4_column(A, column), row);
}

/// Sets the element at row and column, each 0 to 3.
SNW_INLINE void snw_mat4_set(snw_mat4 *A, int row, int column, double value) {
    SNW_ASSERT(0 <= column && column < 4);
    snw_vec4 *const c = column == 0 ? &A->x : column == 1 ? &A->y : column == 2 ? &A->z : &A->w;
    snw_vec4_set(c, row, value);
}

/// The 2 x 2 block whose upper left element is at row and column, each 0 to 2.
SNW_INLINE snw_mat2 snw_mat4_get_mat2(snw_mat4 A, int row, int column) {
    SNW_ASSERT(0 <= row && row < 3 && 0 <= column && column < 3);
    const snw_vec4 a = snw_mat4_column(A, column), b = snw_mat4_column(A, column + 1);
    return snw_mat2_of(snw_vec2_of(snw_vec4_get(a, row), snw_vec4_get(a, row + 1)),
                       snw_vec2_of(snw_vec4_get(b, row), snw_vec4_get(b, row + 1)));
}

/// Replaces the 2 x 2 block whose upper left element is at row and column, each 0 to 2.
SNW_INLINE void snw_mat4_set_mat2(snw_mat4 *A, int row, int column, snw_mat2 block) {
    SNW_ASSERT(0 <= row && row < 3 && 0 <= column && column < 3);
    for (int c = 0; c < 2; c++) {
        for (int r = 0; r < 2; r++) {
            snw_mat4_set(A, row + r, column + c, snw_mat2_get(block, r, c));
        }
    }
}

/// The 3 x 3 block whose upper left element is at row and column, each 0 or 1.
SNW_INLINE snw_mat3 snw_mat4_get_mat3(snw_mat4 A, int row, int column) {
    SNW_ASSERT(0 <= row && row < 2 && 0 <= column && column < 2);
    snw_mat3 block = snw_mat3_zero();
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            snw_mat3_set(&block, r, c, snw_mat4_get(A, row + r, column + c));
        }
    }
    return block;
}

/// Replaces the 3 x 3 block whose upper left element is at row and column, each 0 or 1.
SNW_INLINE void snw_mat4_set_mat3(snw_mat4 *A, int row, int column, snw_mat3 block) {
    SNW_ASSERT(0 <= row && row < 2 && 0 <= column && column < 2);
    for (int c = 0; c < 3; c++) {
        for (int r = 0; r < 3; r++) {
            snw_mat4_set(A, row + r, column + c, snw_mat3_get(block, r, c));
        }
    }
}

/// True when no element differs by more than `tolerance`.
SNW_INLINE bool snw_mat4_near(snw_mat4 A, snw_mat4 B, double tolerance) {
    return snw_vec4_near(A.x, B.x, tolerance) && snw_vec4_near(A.y, B.y, tolerance) &&
           snw_vec4_near(A.z, B.z, tolerance) && snw_vec4_near(A.w, B.w, tolerance);
}

/// The inverse. SNW_ERR_SINGULAR when A is singular to working precision, whatever the units of its
/// rows and columns; SNW_ERR_NOT_FINITE for NaN and infinity. `*inverse` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat4_inverse(snw_mat4 A, snw_mat4 *inverse);

/// The quotient A * B^-1, without forming the inverse; failures as for snw_mat4_inverse() of B.
SNW_RT SNW_NODISCARD snw_status snw_mat4_divide(snw_mat4 A, snw_mat4 B, snw_mat4 *quotient);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_MAT4_H
