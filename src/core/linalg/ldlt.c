// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/factor.h"

#include <float.h>
#include <string.h>

#include "linalg_internal.h"

// The root-free form of Cholesky's method, A = L D L^T with ones on the diagonal of L,
// right-looking: the outer product of column k, divided by its pivot, leaves the rest of the
// triangle. A pivot is what remains of a diagonal element after positive amounts were taken from
// it; rounding leaves an error of up to about n eps times that element (Higham 2002, section 10.1),
// so less than a few times that is not a positive number.

double snw__least_pivot(int n) {
    return 4 * n * DBL_EPSILON;
}

// false when the triangle is not finite
static bool load_lower(snw_mat A, double *to) {
    double probe = 0;
    for (int j = 0; j < A.cols; j++) {
        const double *from = snw_mat_at(A, 0, j);
        double *column = to + (ptrdiff_t)j * A.rows;
        for (int i = 0; i < j; i++) {
            column[i] = 0;
        }
        // zero times a number is zero, unless it is NaN or infinite
        for (int i = j; i < A.rows; i++) {
            column[i] = from[i];
            probe += 0 * from[i];
        }
    }
    return probe == 0;
}

// takes column l (from row k on) times its pivot's reciprocal from the columns after it
static void eliminate(double *lower, int n, int k, double reciprocal) {
    double *l = lower + (ptrdiff_t)k * n;
    for (int j = k + 1; j < n; j++) {
        double *column = lower + (ptrdiff_t)j * n;
        const double factor = l[j] * reciprocal;
        for (int i = j; i < n; i++) {
            column[i] -= l[i] * factor;
        }
    }
    l[k] = 1;
    for (int i = k + 1; i < n; i++) {
        l[i] *= reciprocal;
    }
}

snw_status snw__ldlt(snw_mat A, int capacity, double *lower, double *D, int *pivot) {
    *pivot = -1;
    if (!snw_mat_valid(A) || A.rows != A.cols || A.rows > capacity) return SNW_ERR_SIZE;
    if (!load_lower(A, lower)) return SNW_ERR_NOT_FINITE;
    const int n = A.rows;
    snw_status status = SNW_OK;
    for (int k = 0; k < n; k++) {
        const double whole = *snw_mat_at(A, k, k), rest = lower[k + (ptrdiff_t)k * n];
        if (!(rest > snw__least_pivot(n) * whole && whole > 0)) {
            *pivot = k;
            return SNW_ERR_SINGULAR;
        }
        if (rest < SNW__NEAR_SINGULAR * whole) status = SNW_NEAR_SINGULAR;
        D[k] = rest;
        eliminate(lower, n, k, 1 / rest);
    }
    return status;
}

snw_status snw_ldlt_init(snw_ldlt *ldlt, int capacity, snw_arena *arena) {
    if (capacity < 1 || capacity > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    memset(ldlt, 0, sizeof *ldlt);
    ldlt->capacity = capacity;
    ldlt->pivot = -1;
    ldlt->L.data = snw__take(arena, capacity * capacity);
    ldlt->next = snw__take(arena, capacity * capacity);
    ldlt->D = snw__take(arena, capacity);
    ldlt->next_D = snw__take(arena, capacity);
    return snw_arena_status(arena);
}

snw_status snw_ldlt_factor(snw_ldlt *ldlt, snw_mat A) {
    const snw_status status = snw__ldlt(A, ldlt->capacity, ldlt->next, ldlt->next_D, &ldlt->pivot);
    if (snw_failed(status)) return status;

    // complete: what was built becomes the factor, and its memory serves the next one
    double *data = ldlt->L.data, *D = ldlt->D;
    ldlt->L = snw_mat_over(ldlt->next, A.rows, A.rows);
    ldlt->D = ldlt->next_D;
    ldlt->next = data;
    ldlt->next_D = D;
    return status;
}

snw_status snw__check_solve(snw_mat L, snw_mat B, snw_mat X) {
    if (L.rows == 0) return SNW_ERR_STATE;
    if (!snw_mat_valid(B) || !snw_mat_valid(X) || B.rows != L.rows) return SNW_ERR_SIZE;
    if (X.rows != B.rows || X.cols != B.cols) return SNW_ERR_SIZE;
    if (!snw__same(B, X) && snw__overlap(B, X)) return SNW_ERR_ARGUMENT;
    return snw_mat_is_finite(B) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

snw_status snw_ldlt_solve(const snw_ldlt *ldlt, snw_mat B, snw_mat X) {
    const snw_status fit = snw__check_solve(ldlt->L, B, X);
    if (snw_failed(fit)) return fit;
    const int n = B.rows;
    for (int j = 0; j < B.cols; j++) {
        const double *b = snw_mat_at(B, 0, j);
        double *x = snw_mat_at(X, 0, j);
        for (int i = 0; i < n; i++) {
            x[i] = b[i];
        }

        // L z = b, column by column; y = D^-1 z; L^T x = y, row by row of L^T
        for (int k = 0; k < n; k++) {
            const double *l = ldlt->L.data + (ptrdiff_t)k * n;
            for (int i = k + 1; i < n; i++) {
                x[i] -= l[i] * x[k];
            }
        }
        for (int k = 0; k < n; k++) {
            x[k] /= ldlt->D[k];
        }
        for (int k = n - 2; k >= 0; k--) {
            const double *l = ldlt->L.data + (ptrdiff_t)k * n;
            for (int i = k + 1; i < n; i++) {
                x[k] -= l[i] * x[i];
            }
        }
    }
    return SNW_OK;
}
