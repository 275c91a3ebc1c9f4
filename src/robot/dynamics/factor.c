// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/dynamics/factor.h"

#include <string.h>

#include "internal.h"

// L^T D L with branch-induced sparsity (Featherstone 2005). Row k of L has entries only at the
// rates above k, found by following `above`; elimination from the last rate to the first touches
// nothing else. Rows are contiguous: entry (k, i), i < k, stands at k nv + i.

/// A pivot below this part of what it was before elimination is rounding.
#define VANISHED 1e-13

static bool eliminate(const snw_dyn *dyn) {
    const int nv = dyn->model->nv;
    const int *above = dyn->above;
    double *M = dyn->M;
    for (int k = nv - 1; k >= 0; k--) {
        double *row = M + (ptrdiff_t)k * nv;
        if (!(row[k] > VANISHED * dyn->diagonal[k])) return false;
        const double inverse = 1 / row[k];
        for (int i = above[k]; i >= 0; i = above[i]) {
            const double part = row[i] * inverse;
            double *target = M + (ptrdiff_t)i * nv;
            for (int j = i; j >= 0; j = above[j]) {
                target[j] -= part * row[j];
            }
            row[i] = part;
        }
    }
    return true;
}

// after snw__dyn_prepare() for the same q
static snw_status factor(snw_dyn *dyn) {
    const int nv = dyn->model->nv;
    dyn->factored = false;
    snw__dyn_mass(dyn, dyn->M);
    for (int i = 0; i < nv; i++) {
        dyn->diagonal[i] = dyn->M[(ptrdiff_t)i * (nv + 1)];
    }
    if (!eliminate(dyn)) return SNW_ERR_SINGULAR;
    dyn->factored = true;
    dyn->t_factored = dyn->t;
    return SNW_OK;
}

snw_status snw_dyn_factor(snw_dyn *dyn, const double *q) {
    const snw_status status = snw__dyn_prepare(dyn, q, dyn->zeros, true);
    if (snw_failed(status)) return status;
    const snw_status factored = factor(dyn);
    // of a configuration that need not be that of the motion: of no age
    dyn->t_factored = (double)NAN;
    return factored;
}

static void solve(const snw_dyn *dyn, double *x) {
    const int nv = dyn->model->nv;
    const int *above = dyn->above;
    for (int i = nv - 1; i >= 0; i--) {
        const double *row = dyn->M + (ptrdiff_t)i * nv;
        for (int j = above[i]; j >= 0; j = above[j]) {
            x[j] -= row[j] * x[i];
        }
    }
    for (int i = 0; i < nv; i++) {
        const double *row = dyn->M + (ptrdiff_t)i * nv;
        x[i] /= row[i];
        for (int j = above[i]; j >= 0; j = above[j]) {
            x[i] -= row[j] * x[j];
        }
    }
}

snw_status snw_dyn_solve(const snw_dyn *dyn, double *x) {
    if (!dyn->factored) return SNW_ERR_STATE;
    if (!snw__dyn_finite(x, dyn->model->nv)) return SNW_ERR_NOT_FINITE;
    solve(dyn, x);
    return SNW_OK;
}

// the factors of an earlier state serve for a while
static bool still_good(const snw_dyn *dyn) {
    const double age = dyn->t - dyn->t_factored;
    return dyn->factored && age >= 0 && age < dyn->reuse;
}

snw_status snw_dyn_forward_factored(snw_dyn *dyn, const double *q, const double *v,
                                    const double *tau, const snw_wrench *wrenches, double *a) {
    const int nv = dyn->model->nv;
    if (!snw__dyn_finite(tau, nv)) return SNW_ERR_NOT_FINITE;
    double *bias = dyn->columns;
    snw_status status = snw_dyn_bias(dyn, q, v, wrenches, bias);
    if (snw_failed(status)) return status;
    // what depends on q is still at hand
    if (!still_good(dyn)) status = factor(dyn);
    if (snw_failed(status)) return status;
    for (int i = 0; i < nv; i++) {
        a[i] = tau[i] - bias[i];
    }
    solve(dyn, a);
    return SNW_OK;
}

snw_status snw_dyn_inverse_mass_matrix(snw_dyn *dyn, const double *q, double *inverse) {
    const snw_status status = snw_dyn_factor(dyn, q);
    if (snw_failed(status)) return status;
    const int nv = dyn->model->nv;
    memset(inverse, 0, sizeof *inverse * (size_t)nv * (size_t)nv);
    for (int i = 0; i < nv; i++) {
        double *column = inverse + (ptrdiff_t)i * nv;
        column[i] = 1;
        solve(dyn, column);
    }
    return SNW_OK;
}

// --- the hand ------------------------------------------------------------------------------------

// With M = L^T D L, J M^-1 J^T = Y D^-1 Y^T where Y^T = L^-T J^T.
static void lower_half(const snw_dyn *dyn, double *column) {
    const int *above = dyn->above;
    for (int i = dyn->model->nv - 1; i >= 0; i--) {
        const double *row = dyn->M + (ptrdiff_t)i * dyn->model->nv;
        for (int j = above[i]; j >= 0; j = above[j]) {
            column[j] -= row[j] * column[i];
        }
    }
}

snw_status snw_dyn_mobility(snw_dyn *dyn, const double *q, int link, snw_vec3 p_link,
                            double *yielding) {
    if (link < 0 || link >= dyn->model->link_count) return SNW_ERR_ARGUMENT;
    if (!snw_vec3_is_finite(p_link)) return SNW_ERR_NOT_FINITE;
    snw_status status = snw_kin_update(&dyn->kin, q);
    if (!snw_failed(status)) status = snw_dyn_factor(dyn, q);
    if (snw_failed(status)) return status;
    const int nv = dyn->model->nv;
    snw_kin_jacobian(&dyn->kin, link, p_link, dyn->jacobian);
    const double *J = (const double *)dyn->jacobian;
    for (int r = 0; r < 6; r++) {
        double *column = dyn->columns + (ptrdiff_t)r * nv;
        for (int i = 0; i < nv; i++) {
            column[i] = J[6 * i + r];
        }
        lower_half(dyn, column);
    }
    for (int r = 0; r < 6; r++) {
        for (int s = 0; s < 6; s++) {
            double sum = 0;
            for (int i = 0; i < nv; i++) {
                sum += dyn->columns[(ptrdiff_t)r * nv + i] * dyn->columns[(ptrdiff_t)s * nv + i] /
                       dyn->M[(ptrdiff_t)i * (nv + 1)];
            }
            yielding[6 * s + r] = sum;
        }
    }
    return SNW_OK;
}

// Cholesky of the n x n A by columns, in place, lower half. False when a pivot vanishes.
static bool cholesky(double *A, int n) {
    for (int k = 0; k < n; k++) {
        const double before = A[k * n + k];
        for (int i = k; i < n; i++) {
            for (int l = 0; l < k; l++) {
                A[k * n + i] -= A[l * n + i] * A[l * n + k];
            }
            if (i == k) {
                if (!(A[k * n + k] > VANISHED * before && before > 0)) return false;
                A[k * n + k] = sqrt(A[k * n + k]);
            } else {
                A[k * n + i] /= A[k * n + k];
            }
        }
    }
    return true;
}

static void cholesky_solve(const double *L, int n, double *x) {
    for (int i = 0; i < n; i++) {
        for (int l = 0; l < i; l++) {
            x[i] -= L[l * n + i] * x[l];
        }
        x[i] /= L[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int l = i + 1; l < n; l++) {
            x[i] -= L[i * n + l] * x[l];
        }
        x[i] /= L[i * n + i];
    }
}

snw_status snw_dyn_operational_inertia(snw_dyn *dyn, const double *q, int link, snw_vec3 p_link,
                                       double *inertia) {
    double L[36];
    const snw_status status = snw_dyn_mobility(dyn, q, link, p_link, L);
    if (snw_failed(status)) return status;
    if (!cholesky(L, 6)) return SNW_ERR_SINGULAR;
    memset(inertia, 0, 36 * sizeof *inertia);
    for (int k = 0; k < 6; k++) {
        inertia[6 * k + k] = 1;
        cholesky_solve(L, 6, inertia + (ptrdiff_t)6 * k);
    }
    return SNW_OK;
}

snw_status snw_inertia_factor(snw_inertia inertia, double *L) {
    const snw_sym3 I = snw_inertia_central(inertia);
    const snw_vec3 h = inertia.h;
    double C[9] = {I.xx, I.xy, I.xz, I.xy, I.yy, I.yz, I.xz, I.yz, I.zz};
    if (!isfinite(inertia.m) || !snw_vec3_is_finite(h) || !snw__dyn_finite(C, 9)) {
        return SNW_ERR_NOT_FINITE;
    }
    if (!(inertia.m > 0) || !cholesky(C, 3)) return SNW_ERR_SINGULAR;
    const double root = sqrt(inertia.m);
    const snw_mat3 H = snw_mat3_scale(snw_mat3_skew(h), 1 / root);
    memset(L, 0, 36 * sizeof *L);
    for (int k = 0; k < 3; k++) {
        L[6 * k + k] = root;
        for (int i = 0; i < 3; i++) {
            L[6 * k + 3 + i] = snw_mat3_get(H, i, k);
            if (i >= k) L[6 * (k + 3) + 3 + i] = C[3 * k + i];
        }
    }
    return SNW_OK;
}
