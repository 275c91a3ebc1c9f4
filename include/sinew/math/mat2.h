// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_MAT2_H
#define SINEW_MATH_MAT2_H

/// @file
/// 2 x 2 matrices: planar mechanisms, filters of second order, blocks of larger matrices. Sizes are
/// types, so a product that does not fit is refused by the compiler.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/assert.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Two numbers, a column of snw_mat2.
typedef struct snw_vec2 {
    double x, y;
} snw_vec2;

/// A 2 x 2 matrix; x and y are its columns.
typedef struct snw_mat2 {
    snw_vec2 x, y;
} snw_mat2;

/// (x, y).
SNW_INLINE snw_vec2 snw_vec2_of(double x, double y) {
    const snw_vec2 r = {x, y};
    return r;
}

/// The scalar product.
SNW_INLINE double snw_vec2_dot(snw_vec2 a, snw_vec2 b) {
    return a.x * b.x + a.y * b.y;
}

/// The length (2-norm).
SNW_INLINE double snw_vec2_norm(snw_vec2 a) {
    return sqrt(snw_vec2_dot(a, a));
}

/// The element-by-element product.
SNW_INLINE snw_vec2 snw_vec2_mul(snw_vec2 a, snw_vec2 b) {
    return snw_vec2_of(a.x * b.x, a.y * b.y);
}

/// The matrix with these columns.
SNW_INLINE snw_mat2 snw_mat2_of(snw_vec2 x, snw_vec2 y) {
    const snw_mat2 r = {x, y};
    return r;
}

/// All zeros.
SNW_INLINE snw_mat2 snw_mat2_zero(void) {
    return snw_mat2_of(snw_vec2_of(0, 0), snw_vec2_of(0, 0));
}

/// The unit matrix.
SNW_INLINE snw_mat2 snw_mat2_identity(void) {
    return snw_mat2_of(snw_vec2_of(1, 0), snw_vec2_of(0, 1));
}

/// A + B.
SNW_INLINE snw_mat2 snw_mat2_add(snw_mat2 A, snw_mat2 B) {
    return snw_mat2_of(snw_vec2_of(A.x.x + B.x.x, A.x.y + B.x.y),
                       snw_vec2_of(A.y.x + B.y.x, A.y.y + B.y.y));
}

/// A - B.
SNW_INLINE snw_mat2 snw_mat2_sub(snw_mat2 A, snw_mat2 B) {
    return snw_mat2_of(snw_vec2_of(A.x.x - B.x.x, A.x.y - B.x.y),
                       snw_vec2_of(A.y.x - B.y.x, A.y.y - B.y.y));
}

/// A * factor.
SNW_INLINE snw_mat2 snw_mat2_scale(snw_mat2 A, double factor) {
    return snw_mat2_of(snw_vec2_of(A.x.x * factor, A.x.y * factor),
                       snw_vec2_of(A.y.x * factor, A.y.y * factor));
}

/// A * v.
SNW_INLINE snw_vec2 snw_mat2_apply(snw_mat2 A, snw_vec2 v) {
    return snw_vec2_of(A.x.x * v.x + A.y.x * v.y, A.x.y * v.x + A.y.y * v.y);
}

/// A * B.
SNW_INLINE snw_mat2 snw_mat2_mul(snw_mat2 A, snw_mat2 B) {
    return snw_mat2_of(snw_mat2_apply(A, B.x), snw_mat2_apply(A, B.y));
}

/// The transpose.
SNW_INLINE snw_mat2 snw_mat2_transpose(snw_mat2 A) {
    return snw_mat2_of(snw_vec2_of(A.x.x, A.y.x), snw_vec2_of(A.x.y, A.y.y));
}

/// Column 0 or 1.
SNW_INLINE snw_vec2 snw_mat2_column(snw_mat2 A, int column) {
    SNW_ASSERT(0 <= column && column < 2);
    return column == 0 ? A.x : A.y;
}

/// The element at row and column, each 0 or 1.
SNW_INLINE double snw_mat2_get(snw_mat2 A, int row, int column) {
    SNW_ASSERT(0 <= row && row < 2);
    const snw_vec2 c = snw_mat2_column(A, column);
    return row == 0 ? c.x : c.y;
}

/// Sets the element at row and column, each 0 or 1.
SNW_INLINE void snw_mat2_set(snw_mat2 *A, int row, int column, double value) {
    SNW_ASSERT(0 <= row && row < 2 && 0 <= column && column < 2);
    snw_vec2 *const c = column == 0 ? &A->x : &A->y;
    double *const element = row == 0 ? &c->x : &c->y;
    *element = value;
}

/// True when no element differs by more than `tolerance`.
SNW_INLINE bool snw_mat2_near(snw_mat2 A, snw_mat2 B, double tolerance) {
    return fabs(A.x.x - B.x.x) <= tolerance && fabs(A.x.y - B.x.y) <= tolerance &&
           fabs(A.y.x - B.y.x) <= tolerance && fabs(A.y.y - B.y.y) <= tolerance;
}

/// The inverse. SNW_ERR_SINGULAR when A is singular to working precision, whatever the units of its
/// rows and columns; SNW_ERR_NOT_FINITE for NaN and infinity. `*inverse` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat2_inverse(snw_mat2 A, snw_mat2 *inverse);

/// The quotient A * B^-1, without forming the inverse; failures as for snw_mat2_inverse() of B.
SNW_RT SNW_NODISCARD snw_status snw_mat2_divide(snw_mat2 A, snw_mat2 B, snw_mat2 *quotient);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_MAT2_H
