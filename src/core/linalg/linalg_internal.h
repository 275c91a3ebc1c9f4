// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_LINALG_INTERNAL_H
#define SINEW_LINALG_INTERNAL_H

/// @file
/// Shared inside linalg: columns of even length handled in pairs, exact scaling by powers of two,
/// and the Householder and Jacobi kernels.

#include <stdint.h>
#include <string.h>

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/linalg/matrix.h"

// Two doubles: the one vector width that every 64-bit processor has, and the one that wastes least
// on columns of 6 and 7. It needs no more than the alignment of a double.
typedef double snw__pair __attribute__((vector_size(16), aligned(8), may_alias));

// Kernels work on numbers whose largest magnitude has been brought to about 2^480 by a power of
// two. Squares of 64-vectors then stay below 2^1000, and lengths down to 2^-490 have squares that
// are still normal numbers with room for the unit roundoff. What is shorter counts as zero.
enum { SNW__TOP_EXPONENT = 480 };
#define SNW__SHORTEST 0x1p-490

// A pivot below this part of what it came from leaves fewer than four digits of a solution.
#define SNW__NEAR_SINGULAR 1e-12

SNW_INLINE int snw__even(int n) {
    return (n + 1) & ~1;
}

SNW_INLINE snw__pair snw__load(const double *a) {
    return *(const snw__pair *)a;
}

SNW_INLINE void snw__store(double *a, snw__pair value) {
    *(snw__pair *)a = value;
}

// a . b over n numbers, n even
SNW_FORCE_INLINE double snw__dot(const double *a, const double *b, int n) {
    snw__pair even = {0, 0}, odd = {0, 0};
    int i = 0;
    for (; i + 4 <= n; i += 4) {
        even += snw__load(a + i) * snw__load(b + i);
        odd += snw__load(a + i + 2) * snw__load(b + i + 2);
    }
    if (i < n) even += snw__load(a + i) * snw__load(b + i);
    even += odd;
    return even[0] + even[1];
}

// b -= factor a over n numbers, n even
SNW_FORCE_INLINE void snw__subtract(double *b, double factor, const double *a, int n) {
    const snw__pair f = {factor, factor};
    for (int i = 0; i < n; i += 2) {
        snw__store(b + i, snw__load(b + i) - f * snw__load(a + i));
    }
}

// 2^exponent for exponents of normal numbers, [-1022, 1023]
SNW_INLINE double snw__power_of_two(int exponent) {
    const uint64_t bits = (uint64_t)(exponent + 1023) << 52;
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// Exponent of |x| as in 2^e <= |x| < 2^(e+1); subnormal numbers and 0 give -1023, NaN and infinity
// 1024.
SNW_INLINE int snw__exponent(double x) {
    uint64_t bits = 0;
    memcpy(&bits, &x, sizeof bits);
    return (int)(bits >> 52 & 0x7ff) - 1023;
}

// An exact factor 2^exponent, in two steps because one power may be out of range.
typedef struct snw__scale {
    double first, second;
} snw__scale;

SNW_INLINE snw__scale snw__scale_by(int exponent) {
    const int half = exponent / 2;
    const snw__scale scale = {snw__power_of_two(half), snw__power_of_two(exponent - half)};
    return scale;
}

SNW_INLINE double snw__scaled(double x, snw__scale scale) {
    return x * scale.first * scale.second;
}

// The largest magnitude in A; at least infinity (with any bits) when A has NaN or infinity in it.
// Bit patterns of non-negative doubles are ordered as the numbers are, and NaN comes last.
double snw__largest(snw_mat A);

// True when the views have an element in common (or might have, if their strides differ).
bool snw__overlap(snw_mat A, snw_mat B);

// True when they are one and the same view.
SNW_INLINE bool snw__same(snw_mat A, snw_mat B) {
    return A.data == B.data && A.rows == B.rows && A.cols == B.cols && A.stride == B.stride;
}

// Memory of `count` numbers for kernels.
double *snw__take(snw_arena *arena, int count);

// --- triangles ----------------------------------------------------------------------------------

// The part of its diagonal element that a pivot must exceed to be positive to working precision.
double snw__least_pivot(int n);

// Copies the lower triangle of A to a dense n x n matrix, zeros above, and factorises it: L with
// ones on its diagonal, and D[n]; see ldlt.c. Returns as snw_ldlt_factor() does; after
// SNW_ERR_SINGULAR *pivot says which pivot it was, else it becomes -1.
snw_status snw__ldlt(snw_mat A, int capacity, double *lower, double *D, int *pivot);

// Checks the operands of a solve by factors of L's size: SNW_ERR_STATE when there are none yet.
snw_status snw__check_solve(snw_mat L, snw_mat B, snw_mat X);

// --- Householder --------------------------------------------------------------------------------

// Q R factors with column pivoting, on scaled numbers; see householder.c.
typedef struct snw__householder {
    int rows, cols, stride; // stride = rows rounded up to even
    double *columns;        // [cols][stride] matrix in, its padding zero; reflectors out
    double *weights;        // [cols] Q = H_0 H_1 ..., H_k = 1 - weights[k] v_k v_k^T
    double *rest;           // [cols] scratch: squared lengths of what is left of the columns
    int *order;             // [cols] v_k is in column order[k]; column k of R belongs to it
} snw__householder;

// Copies A (or A^T), scaled, into the columns and sets the sizes.
void snw__householder_load(snw__householder *h, snw_mat A, bool transposed, snw__scale scale);

// Factorises. rows_of_R[k * r_stride + j] becomes element (k, j) of R P^T, that is, in the order of
// the given columns; rows_of_R [min(rows, cols)][r_stride] must be zero before. Returns the number
// of steps until nothing was left; the weights of the others are zero.
int snw__householder_factor(snw__householder *h, double *rows_of_R, int r_stride);

// y = Q y for `count` vectors of length rows (padding included), h->stride apart.
void snw__householder_apply(const snw__householder *h, double *y, int count);

// y = Q^T y for one.
void snw__householder_apply_transposed(const snw__householder *h, double *y);

// --- Jacobi -------------------------------------------------------------------------------------

// Turns the n columns of `pairs` until their upper halves are orthogonal; see jacobi.c. A column
// is 2 * snw__even(n) long; both halves are turned together. squares[n] receives the squared
// lengths of the upper halves. Returns the sweeps used, or -1.
int snw__jacobi(double *pairs, int n, double *squares);

#endif // SINEW_LINALG_INTERNAL_H
