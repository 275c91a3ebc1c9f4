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

static void transpose(int n, const double *A, double *out) {
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            out[j + n * i] = A[i + n * j];
        }
    }
}

static bool all_finite(int count, const double *a) {
    for (int i = 0; i < count; i++) {
        if (!isfinite(a[i])) return false;
    }
    return true;
}

// X = A B^-1 from B^T X^T = A^T; X is written only when all is well
static snw_status divide(int n, const double *A, const double *B, double *X) {
    if (!all_finite(n * n, A) || !all_finite(n * n, B)) return SNW_ERR_NOT_FINITE;

    double Bt[MOST], Xt[MOST];
    transpose(n, B, Bt);
    transpose(n, A, Xt);
    if (!snw__solve(n, Bt, n, Xt)) return SNW_ERR_SINGULAR;

    // elements too small to have an inverse overflow
    if (!all_finite(n * n, Xt)) return SNW_ERR_SINGULAR;
    transpose(n, Xt, X);
    return SNW_OK;
}

snw_status snw_mat2_divide(snw_mat2 A, snw_mat2 B, snw_mat2 *quotient) {
    double a[MOST], b[MOST], x[MOST];
    memcpy(a, &A, sizeof A);
    memcpy(b, &B, sizeof B);
    const snw_status status = divide(2, a, b, x);
    if (status == SNW_OK) memcpy(quotient, x, sizeof *quotient);
    return status;
}

snw_status snw_mat3_divide(snw_mat3 A, snw_mat3 B, snw_mat3 *quotient) {
    double a[MOST], b[MOST], x[MOST];
    memcpy(a, &A, sizeof A);
    memcpy(b, &B, sizeof B);
    const snw_status status = divide(3, a, b, x);
    if (status == SNW_OK) memcpy(quotient, x, sizeof *quotient);
    return status;
}

snw_status snw_mat4_divide(snw_mat4 A, snw_mat4 B, snw_mat4 *quotient) {
    double a[MOST], b[MOST], x[MOST];
    memcpy(a, &A, sizeof A);
    memcpy(b, &B, sizeof B);
    const snw_status status = divide(4, a, b, x);
    if (status == SNW_OK) memcpy(quotient, x, sizeof *quotient);
    return status;
}

snw_status snw_mat2_inverse(snw_mat2 A, snw_mat2 *inverse) {
    return snw_mat2_divide(snw_mat2_identity(), A, inverse);
}

snw_status snw_mat3_inverse(snw_mat3 A, snw_mat3 *inverse) {
    return snw_mat3_divide(snw_mat3_identity(), A, inverse);
}

snw_status snw_mat4_inverse(snw_mat4 A, snw_mat4 *inverse) {
    return snw_mat4_divide(snw_mat4_identity(), A, inverse);
}
