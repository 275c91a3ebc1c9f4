// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/factor.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg_internal.h"

// The kernel is householder.c. It works on A scaled by a power of two to numbers up to about 1, and
// keeps the rows of R in the order of A's columns: what it leaves is A = 2^-exponent Q (R P^T), and
// P is only needed to say which unknown a step determines.

snw_status snw_qr_init(snw_qr *qr, int rows, int cols, snw_arena *arena) {
    if (rows < 1 || rows > SNW_LINALG_MAX || cols < 1 || cols > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    const int steps = rows < cols ? rows : cols;
    memset(qr, 0, sizeof *qr);
    qr->max_rows = rows;
    qr->max_cols = cols;
    qr->reflectors = snw__take(arena, cols * snw__even(rows));
    qr->R_transposed = snw__take(arena, steps * snw__even(cols));
    qr->weights = snw__take(arena, cols);
    qr->rest = snw__take(arena, cols);
    qr->order = SNW_ARENA_ARRAY(arena, int, cols);
    return snw_arena_status(arena);
}

static snw__householder kernel_of(const snw_qr *qr) {
    return (snw__householder){.rows = qr->rows,
                              .cols = qr->cols,
                              .stride = snw__even(qr->rows),
                              .columns = qr->reflectors,
                              .weights = qr->weights,
                              .rest = qr->rest,
                              .order = qr->order};
}

static const double *r_row(const snw_qr *qr, int k) {
    return qr->R_transposed + (ptrdiff_t)k * snw__even(qr->cols);
}

snw_status snw_qr_factor(snw_qr *qr, snw_mat A, double tolerance) {
    if (!snw_mat_valid(A) || A.rows > qr->max_rows || A.cols > qr->max_cols) return SNW_ERR_SIZE;
    if (!(tolerance >= 0 && tolerance < 1)) return SNW_ERR_RANGE;
    const double largest = snw__largest(A);
    if (!isfinite(largest)) return SNW_ERR_NOT_FINITE;

    const int steps = A.rows < A.cols ? A.rows : A.cols, r_stride = snw__even(A.cols);
    qr->rows = A.rows;
    qr->cols = A.cols;
    qr->exponent = -snw__exponent(largest);
    snw__householder h = kernel_of(qr);
    snw__householder_load(&h, A, false, snw__scale_by(qr->exponent));
    memset(qr->R_transposed, 0, sizeof(double) * (size_t)(steps * r_stride));
    const int found = snw__householder_factor(&h, qr->R_transposed, r_stride);

    // the diagonal falls, so the first element that is too small ends the rank
    const int larger = A.rows > A.cols ? A.rows : A.cols;
    const double part = tolerance > 0 ? tolerance : larger * DBL_EPSILON;
    const double least = part * fabs(r_row(qr, 0)[qr->order[0]]);
    qr->rank = 0;
    while (qr->rank < found && fabs(r_row(qr, qr->rank)[qr->order[qr->rank]]) > least) {
        qr->rank++;
    }
    return qr->rank < steps ? SNW_NEAR_SINGULAR : SNW_OK;
}

snw_status snw_qr_get_q(const snw_qr *qr, snw_mat Q) {
    if (qr->rows == 0) return SNW_ERR_STATE;
    if (!snw_mat_valid(Q) || Q.rows != qr->rows || Q.cols > qr->rows) return SNW_ERR_SIZE;
    const snw__householder h = kernel_of(qr);
    for (int j = 0; j < Q.cols; j++) {
        double y[SNW_LINALG_MAX] = {0};
        y[j] = 1;
        snw__householder_apply(&h, y, 1);
        memcpy(snw_mat_at(Q, 0, j), y, sizeof *y * (size_t)Q.rows);
    }
    return SNW_OK;
}

snw_status snw_qr_get_r(const snw_qr *qr, snw_mat R) {
    if (qr->rows == 0) return SNW_ERR_STATE;
    const int steps = qr->rows < qr->cols ? qr->rows : qr->cols;
    if (!snw_mat_valid(R) || R.rows != steps || R.cols != qr->cols) return SNW_ERR_SIZE;
    const snw__scale back = snw__scale_by(-qr->exponent);
    for (int j = 0; j < R.cols; j++) {
        for (int k = 0; k < steps; k++) {
            *snw_mat_at(R, k, j) = snw__scaled(r_row(qr, k)[qr->order[j]], back);
        }
    }
    return SNW_OK;
}

// x = R^-1 y on the leading `rank` columns; numbers that are still zero add nothing to the products
static void substitute(const snw_qr *qr, const double *y, double *x) {
    memset(x, 0, sizeof *x * SNW_LINALG_MAX);
    for (int k = qr->rank - 1; k >= 0; k--) {
        const double *row = r_row(qr, k);
        const double known = snw__dot(row, x, snw__even(qr->cols));
        x[qr->order[k]] = (y[k] - known) / row[qr->order[k]];
    }
}

snw_status snw_qr_solve(const snw_qr *qr, snw_mat B, snw_mat X) {
    if (qr->rows == 0) return SNW_ERR_STATE;
    if (!snw_mat_valid(B) || !snw_mat_valid(X) || B.cols != X.cols) return SNW_ERR_SIZE;
    if (B.rows != qr->rows || X.rows != qr->cols) return SNW_ERR_SIZE;
    if (snw__overlap(B, X)) return SNW_ERR_ARGUMENT;
    if (!snw_mat_is_finite(B)) return SNW_ERR_NOT_FINITE;
    const snw__householder h = kernel_of(qr);
    const snw__scale scale = snw__scale_by(qr->exponent);
    for (int j = 0; j < B.cols; j++) {
        double y[SNW_LINALG_MAX] = {0}, x[SNW_LINALG_MAX];
        memcpy(y, snw_mat_at(B, 0, j), sizeof *y * (size_t)B.rows);
        snw__householder_apply_transposed(&h, y);
        substitute(qr, y, x);
        for (int i = 0; i < X.rows; i++) {
            *snw_mat_at(X, i, j) = snw__scaled(x[i], scale);
        }
    }
    return SNW_OK;
}
