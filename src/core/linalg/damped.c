// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/svd.h"

#include <math.h>
#include <string.h>

#include "linalg_internal.h"

// With qd = W y the function to be minimised is |J W y - v|^2 + lambda^2 |y|^2, whose minimum is
//
//     y = (J W)^T M^-1 v,   M = J W^2 J^T + lambda^2 1     (Wampler 1986; Nakamura, Hanafusa 1986)
//
// M is 6 x 6 whatever the number of joints. The sum of 1 / (s_i^2 + lambda^2) over the six singular
// values s_i of J W is the trace of M^-1: it reaches 1 / (2 lambda^2) as soon as one s_i is down to
// lambda, and cannot while all are above sqrt(11) lambda. Times the trace of M it bounds the
// condition number of M from above, and is at most 36 times as large.

// From here on the rates would have less than three good digits.
#define WORST_CONDITION 1e13

static snw_status check_inputs(const snw_twist *J, int dof, const double *weights, double lambda) {
    if (dof < 1 || dof > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    if (!snw_mat_is_finite(snw_mat_over_const((const double *)J, 6, dof)))
        return SNW_ERR_NOT_FINITE;
    for (int i = 0; weights && i < dof; i++) {
        if (!isfinite(weights[i])) return SNW_ERR_NOT_FINITE;
        if (weights[i] < 0) return SNW_ERR_RANGE;
    }
    if (!isfinite(lambda)) return SNW_ERR_NOT_FINITE;
    return lambda >= 0 ? SNW_OK : SNW_ERR_RANGE;
}

// Rows of J W, each of even length with its padding zero.
typedef struct rows {
    double of[6][SNW_LINALG_MAX];
} rows;

static void load(rows *weighted, const snw_twist *J, int dof, const double *weights) {
    for (int i = 0; i < dof; i += 2) {
        const bool last = i + 1 == dof;
        const double w = weights ? weights[i] : 1, next_w = weights && !last ? weights[i + 1] : 1;
        double column[6], next[6] = {0};
        memcpy(column, &J[i], sizeof column);
        if (!last) memcpy(next, &J[i + 1], sizeof next);
        for (int a = 0; a < 6; a++) {
            const snw__pair pair = {column[a] * w, next[a] * next_w};
            snw__store(&weighted->of[a][i], pair);
        }
    }
}

// the lower triangle of M
static void normal_matrix(const rows *weighted, int dof, double lambda, double M[36]) {
    for (int b = 0; b < 6; b++) {
        for (int a = b; a < 6; a++) {
            M[a + 6 * b] = snw__dot(weighted->of[a], weighted->of[b], snw__even(dof));
        }
        M[b + 6 * b] += lambda * lambda;
    }
}

// trace of (L D L^T)^-1: squares of the columns of L^-1, divided by the pivots; and x = L^-1 x
static double solve_lower(const double L[36], const double reciprocals[6], double x[6]) {
    double trace = 0;
    for (int j = 0; j < 6; j++) {
        double y[6] = {0};
        y[j] = 1;
        for (int k = j; k < 6; k++) {
            trace += y[k] * y[k] * reciprocals[k];
            for (int i = k + 1; i < 6; i++) {
                y[i] -= L[i + 6 * k] * y[k];
            }
        }
        for (int i = j + 1; i < 6; i++) {
            x[i] -= L[i + 6 * j] * x[j];
        }
    }
    return trace;
}

snw_status snw_damped_solve(const snw_twist *J, int dof, const double *weights, double lambda,
                            snw_twist twist, double *qd) {
    const snw_status fit = check_inputs(J, dof, weights, lambda);
    if (snw_failed(fit)) return fit;
    double M[36], L[36], D[6], x[6], sum_of_M = 0;
    memcpy(x, &twist, sizeof x);
    if (!snw_mat_is_finite(snw_mat_over(x, 6, 1))) return SNW_ERR_NOT_FINITE;
    rows weighted;
    int pivot = -1;
    load(&weighted, J, dof, weights);
    normal_matrix(&weighted, dof, lambda, M);
    const snw_status status = snw__ldlt(snw_mat_over(M, 6, 6), 6, L, D, &pivot);
    if (status == SNW_ERR_NOT_FINITE) return SNW_ERR_RANGE;
    if (snw_failed(status)) return status;

    // x = M^-1 v, and on the way the measure of how near a singularity is
    for (int k = 0; k < 6; k++) {
        sum_of_M += M[k + 6 * k];
        D[k] = 1 / D[k];
    }
    const double trace = solve_lower(L, D, x);
    if (!(sum_of_M * trace <= WORST_CONDITION)) return SNW_ERR_SINGULAR;
    for (int k = 5; k >= 0; k--) {
        x[k] *= D[k];
        for (int i = k + 1; i < 6; i++) {
            x[k] -= L[i + 6 * k] * x[i];
        }
    }
    for (int i = 0; i < dof; i++) {
        double sum = 0;
        for (int a = 0; a < 6; a++) {
            sum += weighted.of[a][i] * x[a];
        }
        qd[i] = weights ? weights[i] * sum : sum;
    }
    return 2 * lambda * lambda * trace >= 1 ? SNW_NEAR_SINGULAR : SNW_OK;
}
