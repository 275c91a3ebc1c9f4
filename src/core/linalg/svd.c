// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/svd.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linalg_internal.h"

// One-sided Jacobi after a QR factorisation with column pivoting (Hestenes 1958; Drmac and Veselic
// 2008). The matrix is taken in its tall form, m x n with m >= n: a wide one is transposed.
//
//     A = Q (R P^T),   (R P^T)^T = X S Y^T by rotations,   so   A = (Q Y) S X^T
//
// The rows of R fall in length, which is what makes the rotations settle after few sweeps, and
// small singular values come out with small relative errors. P costs nothing: the rows of R are
// kept in the order of A's columns. X is the turned matrix with its columns divided by their
// lengths, Y is the product of the rotations.

snw_status snw_svd_init(snw_svd *svd, int rows, int cols, snw_arena *arena) {
    if (rows < 1 || rows > SNW_LINALG_MAX || cols < 1 || cols > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    const int small = rows < cols ? rows : cols, big = rows < cols ? cols : rows;
    memset(svd, 0, sizeof *svd);
    svd->max_rows = rows;
    svd->max_cols = cols;
    svd->S = snw__take(arena, small);
    svd->U.data = snw__take(arena, rows * small);
    svd->V.data = snw__take(arena, cols * small);
    svd->columns = snw__take(arena, small * snw__even(big));
    svd->pairs = snw__take(arena, small * 2 * snw__even(small));
    svd->turned = snw__take(arena, small * snw__even(big));
    svd->squares = snw__take(arena, small);
    svd->weights = snw__take(arena, small);
    svd->order = SNW_ARENA_ARRAY(arena, int, small);
    svd->sorted = SNW_ARENA_ARRAY(arena, int, small);
    return snw_arena_status(arena);
}

// zeros for R^T, the identity for the rotations
static void clear_pairs(double *pairs, int n) {
    const int half = snw__even(n);
    memset(pairs, 0, sizeof *pairs * (size_t)(2 * half * n));
    for (int k = 0; k < n; k++) {
        pairs[(ptrdiff_t)k * 2 * half + half + k] = 1;
    }
}

// indices of the columns by falling length; an insertion sort, since they are nearly sorted
static void sort_by_length(const double *squares, int n, int *sorted) {
    for (int k = 0; k < n; k++) {
        int i = k;
        for (; i > 0 && squares[sorted[i - 1]] < squares[k]; i--) {
            sorted[i] = sorted[i - 1];
        }
        sorted[i] = k;
    }
}

// Fills column k of X (n rows, columns before k orthonormal) with a unit vector orthogonal to them:
// the unit vector that they represent least, orthogonalised twice (Kahan; Parlett 1980).
static void complete(double *X, int n, int k) {
    double *x = X + (ptrdiff_t)k * n;
    int best = 0;
    double least = 2;
    for (int i = 0; i < n; i++) {
        double covered = 0;
        for (int j = 0; j < k; j++) {
            covered += X[i + (ptrdiff_t)j * n] * X[i + (ptrdiff_t)j * n];
        }
        if (covered < least) {
            least = covered;
            best = i;
        }
    }
    for (int i = 0; i < n; i++) {
        x[i] = i == best ? 1 : 0;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int j = 0; j < k; j++) {
            const double *y = X + (ptrdiff_t)j * n;
            double dot = 0;
            for (int i = 0; i < n; i++) {
                dot += x[i] * y[i];
            }
            for (int i = 0; i < n; i++) {
                x[i] -= dot * y[i];
            }
        }
    }
    double square = 0;
    for (int i = 0; i < n; i++) {
        square += x[i] * x[i];
    }
    for (int i = 0; i < n; i++) {
        x[i] /= sqrt(square);
    }
}

// X = turned columns of unit length, sorted; those of zero length completed
static void write_short_side(const snw_svd *svd, int n, double *X) {
    const int half = snw__even(n);
    for (int k = 0; k < n; k++) {
        const double *from = svd->pairs + (ptrdiff_t)svd->sorted[k] * 2 * half;
        double *x = X + (ptrdiff_t)k * n;
        if (svd->S[k] == 0) {
            complete(X, n, k);
            continue;
        }
        const double factor = 1 / svd->S[k];
        for (int i = 0; i < n; i++) {
            x[i] = from[i] * factor;
        }
    }
}

// Q Y, sorted
static void write_long_side(const snw_svd *svd, const snw__householder *h, double *out) {
    const int n = h->cols, half = snw__even(n);
    const snw__pair zero = {0, 0};
    for (int k = 0; k < n; k++) {
        const double *from = svd->pairs + (ptrdiff_t)svd->sorted[k] * 2 * half + half;
        double *to = svd->turned + (ptrdiff_t)k * h->stride;
        for (int i = 0; i < half; i += 2) {
            snw__store(to + i, snw__load(from + i));
        }
        for (int i = half; i < h->stride; i += 2) {
            snw__store(to + i, zero);
        }
    }
    snw__householder_apply(h, svd->turned, n);
    for (int k = 0; k < n; k++) {
        const double *from = svd->turned + (ptrdiff_t)k * h->stride;
        double *to = out + (ptrdiff_t)k * h->rows;
        for (int i = 0; i < h->rows; i++) {
            to[i] = from[i];
        }
    }
}

// makes the largest component of each column of U positive
static void fix_signs(const snw_svd *svd) {
    for (int k = 0; k < svd->count; k++) {
        double *u = svd->U.data + (ptrdiff_t)k * svd->U.rows;
        double *v = svd->V.data + (ptrdiff_t)k * svd->V.rows;
        double highest = u[0], lowest = u[0];
        for (int i = 1; i < svd->U.rows; i++) {
            highest = u[i] > highest ? u[i] : highest;
            lowest = u[i] < lowest ? u[i] : lowest;
        }
        if (highest >= -lowest) continue;
        for (int i = 0; i < svd->U.rows; i++) {
            u[i] = -u[i];
        }
        for (int i = 0; i < svd->V.rows; i++) {
            v[i] = -v[i];
        }
    }
}

// singular values and vectors from the turned columns
static snw_status write_out(snw_svd *svd, snw_mat A, const snw__householder *h, snw__scale back) {
    sort_by_length(svd->squares, h->cols, svd->sorted);
    const double longest = sqrt(svd->squares[svd->sorted[0]]);
    if (!isfinite(snw__scaled(longest, back))) return SNW_ERR_RANGE;

    const bool wide = A.cols > A.rows;
    svd->count = h->cols;
    svd->U = snw_mat_over(svd->U.data, A.rows, h->cols);
    svd->V = snw_mat_over(svd->V.data, A.cols, h->cols);
    for (int k = 0; k < h->cols; k++) {
        const double length = sqrt(svd->squares[svd->sorted[k]]);
        svd->S[k] = length < SNW__SHORTEST ? 0 : length;
    }
    write_short_side(svd, h->cols, wide ? svd->U.data : svd->V.data);
    write_long_side(svd, h, wide ? svd->V.data : svd->U.data);
    fix_signs(svd);
    for (int k = 0; k < h->cols; k++) {
        svd->S[k] = snw__scaled(svd->S[k], back);
    }
    return SNW_OK;
}

snw_status snw_svd_factor(snw_svd *svd, snw_mat A) {
    if (!snw_mat_valid(A) || A.rows > svd->max_rows || A.cols > svd->max_cols) return SNW_ERR_SIZE;
    const double largest = snw__largest(A);
    if (!isfinite(largest)) return SNW_ERR_NOT_FINITE;

    // to a range in which squares neither overflow nor vanish
    const int exponent = SNW__TOP_EXPONENT - snw__exponent(largest);
    snw__householder h = {.columns = svd->columns,
                          .weights = svd->weights,
                          .rest = svd->squares,
                          .order = svd->order};
    snw__householder_load(&h, A, A.cols > A.rows, snw__scale_by(exponent));
    clear_pairs(svd->pairs, h.cols);
    (void)snw__householder_factor(&h, svd->pairs, 2 * snw__even(h.cols));

    const int sweeps = snw__jacobi(svd->pairs, h.cols, svd->squares);
    if (sweeps < 0) return SNW_ERR_NOT_CONVERGED;
    const snw_status status = write_out(svd, A, &h, snw__scale_by(-exponent));
    if (status == SNW_OK) svd->sweeps = sweeps;
    return status;
}

int snw_svd_rank(const snw_svd *svd, double threshold) {
    int rank = 0;
    while (rank < svd->count && svd->S[rank] >= threshold) {
        rank++;
    }
    return rank;
}

snw_status snw_svd_solve(const snw_svd *svd, snw_mat B, double threshold, snw_mat X) {
    if (svd->count == 0) return SNW_ERR_STATE;
    if (!snw_mat_valid(B) || !snw_mat_valid(X) || B.cols != X.cols) return SNW_ERR_SIZE;
    if (B.rows != svd->U.rows || X.rows != svd->V.rows) return SNW_ERR_SIZE;
    if (!(threshold >= DBL_MIN)) return SNW_ERR_RANGE;
    if (snw__overlap(B, X)) return SNW_ERR_ARGUMENT;
    if (!snw_mat_is_finite(B)) return SNW_ERR_NOT_FINITE;
    const int rank = snw_svd_rank(svd, threshold);
    for (int j = 0; j < B.cols; j++) {
        const double *b = snw_mat_at(B, 0, j);
        double *x = snw_mat_at(X, 0, j);
        memset(x, 0, sizeof *x * (size_t)X.rows);
        for (int k = 0; k < rank; k++) {
            const double *u = snw_mat_at(svd->U, 0, k), *v = snw_mat_at(svd->V, 0, k);
            double part = 0;
            for (int i = 0; i < B.rows; i++) {
                part += u[i] * b[i];
            }
            part /= svd->S[k];
            for (int i = 0; i < X.rows; i++) {
                x[i] += part * v[i];
            }
        }
    }
    return SNW_OK;
}
