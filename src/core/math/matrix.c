// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/mat2.h"
#include "sinew/math/mat3.h"
#include "sinew/math/mat4.h"

#include <string.h>

#include "internal.h"

// the column structs are plain arrays of doubles in column-major order
_Static_assert(sizeof(snw_mat2) == 4 * sizeof(double), "no padding");
_Static_assert(sizeof(snw_mat3) == 9 * sizeof(double), "no padding");
_Static_assert(sizeof(snw_mat4) == 16 * sizeof(double), "no padding");

enum { MOST = 16 }; // elements of the largest matrix here

static bool all_finite(int count, const double *a) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(a[i])) return false;
    }
    return true;
}

static void transpose(int n, const double *A, double *out) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            out[j + n * i] = A[i + n * j];
        }
    }
}

// X = A B^-1 of order n from B^T X^T = A^T; X is written only when all is well
static snw_status divide(int n, const void *A, const void *B, void *X) {
    const size_t size = (size_t)(n * n) * sizeof(double);
    double a[MOST], b[MOST], at[MOST], bt[MOST];
    memcpy(a, A, size);
    memcpy(b, B, size);
    if (!all_finite(n * n, a) || !all_finite(n * n, b)) return SNW_ERR_NOT_FINITE;
    transpose(n, b, bt);
    transpose(n, a, at);
    if (!snw__solve(n, bt, n, at)) return SNW_ERR_SINGULAR;

    // elements too small to have an inverse overflow
    if (!all_finite(n * n, at)) return SNW_ERR_SINGULAR;
    transpose(n, at, a);
    memcpy(X, a, size);
    return SNW_OK;
}

snw_status snw_mat2_divide(snw_mat2 A, snw_mat2 B, snw_mat2 *quotient) {
    return divide(2, &A, &B, quotient);
}

snw_status snw_mat3_divide(snw_mat3 A, snw_mat3 B, snw_mat3 *quotient) {
    return divide(3, &A, &B, quotient);
}

snw_status snw_mat4_divide(snw_mat4 A, snw_mat4 B, snw_mat4 *quotient) {
    return divide(4, &A, &B, quotient);
}

snw_status snw_mat2_inverse(snw_mat2 A, snw_mat2 *inverse) {
    const snw_mat2 unit = snw_mat2_identity();
    return divide(2, &unit, &A, inverse);
}

snw_status snw_mat3_inverse(snw_mat3 A, snw_mat3 *inverse) {
    const snw_mat3 unit = snw_mat3_identity();
    return divide(3, &unit, &A, inverse);
}

snw_status snw_mat4_inverse(snw_mat4 A, snw_mat4 *inverse) {
    const snw_mat4 unit = snw_mat4_identity();
    return divide(4, &unit, &A, inverse);
}
