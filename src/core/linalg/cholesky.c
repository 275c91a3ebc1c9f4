// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/factor.h"

#include <math.h>
#include <string.h>

#include "linalg_internal.h"

// Cholesky's factor is that of ldlt.c with its columns multiplied by the roots of the pivots. This
// order keeps the roots out of the recursion, in which each pivot waits for the one before.

snw_status snw_cholesky_init(snw_cholesky *cholesky, int capacity, snw_arena *arena) {
    if (capacity < 1 || capacity > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    memset(cholesky, 0, sizeof *cholesky);
    cholesky->capacity = capacity;
    cholesky->pivot = -1;
    cholesky->L.data = snw__take(arena, capacity * capacity);
    cholesky->next = snw__take(arena, capacity * capacity);
    return snw_arena_status(arena);
}

snw_status snw_cholesky_factor(snw_cholesky *cholesky, snw_mat A) {
    double D[SNW_LINALG_MAX], *lower = cholesky->next;
    const snw_status status = snw__ldlt(A, cholesky->capacity, lower, D, &cholesky->pivot);
    if (snw_failed(status)) return status;
    const int n = A.rows;
    for (int k = 0; k < n; k++) {
        const double root = sqrt(D[k]);
        for (int i = k; i < n; i++) {
            lower[i + (ptrdiff_t)k * n] *= root;
        }
    }

    // complete: what was built becomes the factor, and its memory serves the next one
    cholesky->next = cholesky->L.data;
    cholesky->L = snw_mat_over(lower, n, n);
    return status;
}

snw_status snw_cholesky_solve(const snw_cholesky *cholesky, snw_mat B, snw_mat X) {
    const snw_status fit = snw__check_solve(cholesky->L, B, X);
    if (snw_failed(fit)) return fit;
    const int n = B.rows;
    for (int j = 0; j < B.cols; j++) {
        const double *b = snw_mat_at(B, 0, j);
        double *x = snw_mat_at(X, 0, j);
        for (int i = 0; i < n; i++) {
            x[i] = b[i];
        }

        // L y = b, column by column; then L^T x = y, row by row of L^T
        for (int k = 0; k < n; k++) {
            const double *l = cholesky->L.data + (ptrdiff_t)k * n;
            x[k] /= l[k];
            for (int i = k + 1; i < n; i++) {
                x[i] -= l[i] * x[k];
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            const double *l = cholesky->L.data + (ptrdiff_t)k * n;
            for (int i = k + 1; i < n; i++) {
                x[k] -= l[i] * x[i];
            }
            x[k] /= l[k];
        }
    }
    return SNW_OK;
}
