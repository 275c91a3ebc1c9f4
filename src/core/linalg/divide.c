// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/matrix.h"

#include <float.h>
#include <math.h>

#include "linalg_internal.h"

// Gaussian elimination with partial pivoting, P (R A C) = L U. The diagonal matrices R and C are
// powers of two that bring the largest number of each row and column of A into [1, 2): they cost no
// digit, and they make the size of a pivot mean the same whatever the units of rows and columns
// are. A pivot of a few n eps is made of rounding errors only (Golub and Van Loan 2013,
// section 3.5).

typedef struct lu {
    double a[SNW_LINALG_MAX * SNW_LINALG_MAX];          // L below the diagonal, U on and above it
    double row[SNW_LINALG_MAX], column[SNW_LINALG_MAX]; // R and C
    int order[SNW_LINALG_MAX];                          // row k of P X is row order[k] of X
    int n;
} lu;

// a power of two that brings numbers up to `largest` to about 1
static double unit_scale(double largest) {
    const int exponent = snw__exponent(largest);
    return snw__power_of_two(exponent < 1023 ? -exponent : -1022);
}

// fills f->a with R A C; false when a row or a column is zero
static bool equilibrate(lu *f, snw_mat A) {
    for (int i = 0; i < f->n; i++) {
        const double largest = snw__largest(snw_mat_block(A, i, 0, 1, f->n));
        if (largest < DBL_MIN) return false;
        f->row[i] = unit_scale(largest);
    }
    for (int j = 0; j < f->n; j++) {
        double *column = f->a + (ptrdiff_t)j * f->n;
        for (int i = 0; i < f->n; i++) {
            column[i] = *snw_mat_at(A, i, j) * f->row[i];
        }
        const double largest = snw__largest(snw_mat_over(column, f->n, 1));
        if (largest < DBL_MIN) return false;
        f->column[j] = unit_scale(largest);
        for (int i = 0; i < f->n; i++) {
            column[i] *= f->column[j];
        }
    }
    return true;
}

static void exchange_rows(lu *f, int i, int k) {
    for (int j = 0; j < f->n; j++) {
        double *column = f->a + (ptrdiff_t)j * f->n, value = column[i];
        column[i] = column[k];
        column[k] = value;
    }
    const int row = f->order[i];
    f->order[i] = f->order[k];
    f->order[k] = row;
}

static snw_status factor(lu *f, snw_mat A) {
    f->n = A.rows;
    if (!equilibrate(f, A)) return SNW_ERR_SINGULAR;
    const int n = f->n;
    double smallest = DBL_MAX;
    for (int i = 0; i < n; i++) {
        f->order[i] = i;
    }
    for (int k = 0; k < n; k++) {
        double *pivots = f->a + (ptrdiff_t)k * n;
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(pivots[i]) > fabs(pivots[best])) best = i;
        }
        const double size = fabs(pivots[best]);
        if (!(size > snw__least_pivot(n))) return SNW_ERR_SINGULAR;
        smallest = size < smallest ? size : smallest;
        if (best != k) exchange_rows(f, best, k);

        // column k of L, then what it takes away from the columns after it
        for (int i = k + 1; i < n; i++) {
            pivots[i] /= pivots[k];
        }
        for (int j = k + 1; j < n; j++) {
            double *column = f->a + (ptrdiff_t)j * n;
            for (int i = k + 1; i < n; i++) {
                column[i] -= pivots[i] * column[k];
            }
        }
    }
    return smallest < SNW__NEAR_SINGULAR ? SNW_NEAR_SINGULAR : SNW_OK;
}

// x = A^-1 b; both are given by their steps, and may be the same
static void solve(const lu *f, const double *b, ptrdiff_t b_step, double *x, ptrdiff_t x_step) {
    const int n = f->n;
    double y[SNW_LINALG_MAX];
    for (int k = 0; k < n; k++) {
        y[k] = b[f->order[k] * b_step] * f->row[f->order[k]];
    }
    for (int k = 0; k < n; k++) {
        const double *column = f->a + (ptrdiff_t)k * n;
        for (int i = k + 1; i < n; i++) {
            y[i] -= column[i] * y[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *column = f->a + (ptrdiff_t)k * n;
        y[k] /= column[k];
        for (int i = 0; i < k; i++) {
            y[i] -= column[i] * y[k];
        }
    }
    for (int k = 0; k < n; k++) {
        x[k * x_step] = y[k] * f->column[k];
    }
}

// x = A^-T b, by (P R A C)^T = U^T L^T
static void solve_transposed(const lu *f, const double *b, ptrdiff_t b_step, double *x,
                             ptrdiff_t x_step) {
    const int n = f->n;
    double y[SNW_LINALG_MAX];
    for (int k = 0; k < n; k++) {
        const double *column = f->a + (ptrdiff_t)k * n;
        y[k] = b[k * b_step] * f->column[k];
        for (int i = 0; i < k; i++) {
            y[k] -= column[i] * y[i];
        }
        y[k] /= column[k];
    }
    for (int k = n - 1; k >= 0; k--) {
        const double *column = f->a + (ptrdiff_t)k * n;
        for (int i = k + 1; i < n; i++) {
            y[k] -= column[i] * y[i];
        }
    }
    for (int k = 0; k < n; k++) {
        x[f->order[k] * x_step] = y[k] * f->row[f->order[k]];
    }
}

// replaces the factors by U^-1 L^-1 = C^-1 A^-1 R^-1 P^T
static void invert_factors(lu *f) {
    const int n = f->n;
    for (int j = 0; j < n; j++) {
        // column j of U^-1 from the columns before it, which are done
        double *x = f->a + (ptrdiff_t)j * n;
        const double reciprocal = 1 / x[j];
        for (int k = 0; k < j; k++) {
            const double *t = f->a + (ptrdiff_t)k * n, factor = x[k];
            for (int i = 0; i < k; i++) {
                x[i] += factor * t[i];
            }
            x[k] = factor * t[k];
        }
        for (int i = 0; i < j; i++) {
            x[i] *= -reciprocal;
        }
        x[j] = reciprocal;
    }
    for (int j = n - 2; j >= 0; j--) {
        // column j of X L = U^-1 from the columns after it
        double l[SNW_LINALG_MAX], *x = f->a + (ptrdiff_t)j * n;
        for (int i = j + 1; i < n; i++) {
            l[i] = x[i];
            x[i] = 0;
        }
        for (int k = j + 1; k < n; k++) {
            const double *t = f->a + (ptrdiff_t)k * n;
            for (int i = 0; i < n; i++) {
                x[i] -= t[i] * l[k];
            }
        }
    }
}

static snw_status check_divisor(snw_mat A) {
    if (!snw_mat_valid(A) || A.rows != A.cols || A.rows > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    return snw_mat_is_finite(A) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

snw_status snw_mat_inverse(snw_mat A, snw_mat out) {
    const snw_status fit = check_divisor(A);
    if (snw_failed(fit)) return fit;
    if (!snw_mat_valid(out) || out.rows != A.rows || out.cols != A.cols) return SNW_ERR_SIZE;
    lu f;
    const snw_status status = factor(&f, A);
    if (snw_failed(status)) return status;

    // undo the scaling; only when all of it can be represented does it become the result
    invert_factors(&f);
    for (int k = 0; k < f.n; k++) {
        double *column = f.a + (ptrdiff_t)k * f.n;
        const double row = f.row[f.order[k]];
        for (int i = 0; i < f.n; i++) {
            column[i] = column[i] * row * f.column[i];
        }
    }
    if (!snw_mat_is_finite(snw_mat_over(f.a, f.n, f.n))) return SNW_ERR_RANGE;
    for (int k = 0; k < f.n; k++) {
        const double *column = f.a + (ptrdiff_t)k * f.n;
        for (int i = 0; i < f.n; i++) {
            *snw_mat_at(out, i, f.order[k]) = column[i];
        }
    }
    return status;
}

// the dividend and the quotient fit the divisor, and each other
static snw_status check_division(snw_mat A, snw_mat B, snw_mat X, bool sizes_fit) {
    const snw_status status = check_divisor(A);
    if (status == SNW_ERR_SIZE || !snw_mat_valid(B) || !snw_mat_valid(X)) return SNW_ERR_SIZE;
    if (!sizes_fit || B.rows != X.rows || B.cols != X.cols) return SNW_ERR_SIZE;
    if (!snw__same(B, X) && snw__overlap(B, X)) return SNW_ERR_ARGUMENT;
    return snw_failed(status) || snw_mat_is_finite(B) ? status : SNW_ERR_NOT_FINITE;
}

snw_status snw_mat_left_divide(snw_mat A, snw_mat B, snw_mat X) {
    const snw_status fit = check_division(A, B, X, A.rows == B.rows);
    if (snw_failed(fit)) return fit;
    lu f;
    const snw_status status = factor(&f, A);
    if (snw_failed(status)) return status;
    for (int j = 0; j < B.cols; j++) {
        solve(&f, snw_mat_at(B, 0, j), 1, snw_mat_at(X, 0, j), 1);
    }
    return status;
}

snw_status snw_mat_right_divide(snw_mat B, snw_mat A, snw_mat X) {
    const snw_status fit = check_division(A, B, X, A.cols == B.cols);
    if (snw_failed(fit)) return fit;
    lu f;
    const snw_status status = factor(&f, A);
    if (snw_failed(status)) return status;

    // X A = B is A^T X^T = B^T: row by row
    for (int i = 0; i < B.rows; i++) {
        solve_transposed(&f, snw_mat_at(B, i, 0), B.stride, snw_mat_at(X, i, 0), X.stride);
    }
    return status;
}
