// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The matrix H of a quadratic program: its Cholesky factor, the start J = L^-T, and products.
#include "qp_internal.h"

#include <float.h>
#include <math.h>

// L J' = 1, row by row: J_j = (e_j - sum over k < j of L_jk J_k) / L_jj, where column k of J ends
// at its entry k. This gives the column before the division; its entry j is 1.
static double *start_column(snw__qp_work *w, int j) {
    const int stride = w->stride;
    double *Jj = snw__qp_column(w, w->J, j);
    snw__zero(Jj, stride);
    for (int k = 0; k < j; k++) {
        const double L_jk = snw__qp_column(w, w->L, k)[j];
        snw__axpy(-L_jk, snw__qp_column(w, w->J, k), Jj, (k | 3) + 1);
    }
    Jj[j] = 1;
    return Jj;
}

static void finish_column(double *Jj, int j, double reciprocal) {
    for (int i = 0; i <= j; i++) {
        Jj[i] *= reciprocal;
    }
}

// Column by column: L_j = (H_j - sum over k < j of L_jk L_k) / sqrt(pivot). Each sum runs over
// whole groups of four, so entries above the diagonal hold numbers that nobody reads.
//
// The pivot is z'H z for the unfinished column z of J. If every entry of H is off by some units of
// its last digit, the pivot is off by as many units of sum z_i^2 H_ii; a pivot that could be zero
// or negative for such a reason counts as zero.
static int factor_dense(snw__qp_work *w) {
    const int n = w->n, stride = w->stride;
    const double *H = w->problem->H;
    for (int j = 0; j < n; j++) {
        double *Lj = snw__qp_column(w, w->L, j);
        const int start = j & ~3;
        for (int i = start; i < j; i++) {
            Lj[i] = 0;
        }
        for (int i = j; i < n; i++) {
            Lj[i] = H[j * n + i];
        }
        for (int k = 0; k < j; k++) {
            const double *Lk = snw__qp_column(w, w->L, k);
            snw__axpy(-Lk[j], Lk + start, Lj + start, stride - start);
        }

        double *z = start_column(w, j);
        double terms = 0;
        for (int i = 0; i <= j; i++) {
            terms += z[i] * z[i] * w->diagonal[i];
        }
        const double pivot = Lj[j];
        if (!(pivot > 4 * n * DBL_EPSILON * terms)) return j;
        const double reciprocal = 1 / sqrt(pivot);
        for (int i = j; i < n; i++) {
            Lj[i] *= reciprocal;
        }
        finish_column(z, j, reciprocal);
    }
    return -1;
}

static int invert_factor(snw__qp_work *w) {
    const int n = w->n;
    for (int j = 0; j < n; j++) {
        const double *from = w->problem->H + (size_t)j * (size_t)n;
        double *Lj = snw__qp_column(w, w->L, j);
        if (!(from[j] > 0)) return j;
        for (int i = j; i < n; i++) {
            Lj[i] = from[i];
        }
        finish_column(start_column(w, j), j, 1 / from[j]);
    }
    return -1;
}

static int factor_diagonal(snw__qp_work *w) {
    for (int j = 0; j < w->n; j++) {
        if (!(w->problem->H[j] > 0)) return j;
        double *Jj = snw__qp_column(w, w->J, j);
        snw__zero(Jj, w->stride);
        Jj[j] = 1 / sqrt(w->problem->H[j]);
    }
    return -1;
}

int snw__qp_factor(snw__qp_work *w) {
    switch (w->problem->hessian) {
    case SNW_QP_FACTORED:
        return invert_factor(w);
    case SNW_QP_DIAGONAL:
        return factor_diagonal(w);
    case SNW_QP_DENSE:
        break;
    }
    return factor_dense(w);
}

static void multiply_dense(const snw__qp_work *w, const double *x, double *out) {
    const int n = w->n;
    for (int j = 0; j < n; j++) {
        const double *Hj = w->problem->H + (size_t)j * (size_t)n;
        double sum = out[j] + Hj[j] * x[j];
        for (int i = j + 1; i < n; i++) {
            out[i] += Hj[i] * x[j];
            sum += Hj[i] * x[i];
        }
        out[j] = sum;
    }
}

// L (L'x), the columns of L taken twice
static void multiply_factored(const snw__qp_work *w, const double *x, double *out) {
    const int n = w->n;
    for (int j = 0; j < n; j++) {
        const double *Lj = w->problem->H + (size_t)j * (size_t)n;
        double sum = 0;
        for (int i = j; i < n; i++) {
            sum += Lj[i] * x[i];
        }
        for (int i = j; i < n; i++) {
            out[i] += Lj[i] * sum;
        }
    }
}

void snw__qp_multiply(const snw__qp_work *w, const double *x, double *out) {
    snw__zero(out, w->stride);
    switch (w->problem->hessian) {
    case SNW_QP_DENSE:
        multiply_dense(w, x, out);
        break;
    case SNW_QP_FACTORED:
        multiply_factored(w, x, out);
        break;
    case SNW_QP_DIAGONAL:
        for (int j = 0; j < w->n; j++) {
            out[j] = w->problem->H[j] * x[j];
        }
        break;
    }
}
