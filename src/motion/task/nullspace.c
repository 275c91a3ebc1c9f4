// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/nullspace.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// With J' P = [Q1 Q2] [R; 0] the rates are qd = Q1 y + N z, N = Q2:
//
//     R' y = P' V                       meets the rows,
//     (N'W N) z = -N' (alpha F + W Q1 y)  makes the objective stationary.
//
// Rows whose diagonal element of R is below the tolerance depend on those before them; their
// columns of Q1 go to N.

snw_status snw_nullspace_init(snw_nullspace *ns, int n, int max_rows, snw_arena *arena) {
    memset(ns, 0, sizeof *ns);
    if (n < 1 || n > SNW_LINALG_MAX || max_rows < 0 || max_rows > SNW_LINALG_MAX) {
        return SNW_ERR_SIZE;
    }
    const int longer = n > max_rows ? n : max_rows, shorter = n < max_rows ? n : max_rows;
    ns->tolerance = 1e-9;
    ns->damping = 0.05;
    ns->damping_from = 0.05;
    ns->n = ns->freedom = n;
    ns->max_rows = max_rows;
    ns->N = SNW_ARENA_ARRAY(arena, double, n *n);
    ns->lost = SNW_ARENA_ARRAY(arena, int, max_rows);
    ns->Q = SNW_ARENA_ARRAY(arena, double, n *n);
    ns->R = SNW_ARENA_ARRAY(arena, double, shorter *max_rows);
    ns->H = SNW_ARENA_ARRAY(arena, double, n *n);
    ns->WN = SNW_ARENA_ARRAY(arena, double, n *n);
    ns->work = SNW_ARENA_ARRAY(arena, double, 3 * longer + max_rows * max_rows);
    if (max_rows > 0) {
        // the sizes are legal: what can fail is memory, which the arena tells below
        SNW_IGNORE(snw_qr_init(&ns->qr, n, max_rows, arena));
    }
    return snw_arena_status(arena);
}

// no rows: every motion is a self-motion
static void free_of_rows(snw_nullspace *ns) {
    memset(ns->N, 0, sizeof(double) * (size_t)(ns->n * ns->n));
    for (int i = 0; i < ns->n; i++)
        ns->N[i * ns->n + i] = 1;
    ns->rows = ns->rank = 0;
    ns->freedom = ns->n;
    ns->closest = 1;
    ns->ready = true;
}

snw_status snw_nullspace_factor(snw_nullspace *ns, const double *J, int rows) {
    const int n = ns->n;
    if (rows < 0 || rows > ns->max_rows) return SNW_ERR_SIZE;
    if (rows == 0) {
        free_of_rows(ns);
        return SNW_OK;
    }
    const snw_status status = snw_qr_factor(&ns->qr, snw_mat_over_const(J, n, rows), ns->tolerance);
    if (snw_failed(status)) return status;

    // the sizes fit by layout, so reading the factors cannot fail
    const int steps = n < rows ? n : rows;
    SNW_IGNORE(snw_qr_get_q(&ns->qr, snw_mat_over(ns->Q, n, n)));
    SNW_IGNORE(snw_qr_get_r(&ns->qr, snw_mat_over(ns->R, steps, ns->qr.cols)));
    ns->rows = rows;
    ns->rank = ns->qr.rank;
    ns->freedom = n - ns->rank;
    memcpy(ns->N, ns->Q + (ptrdiff_t)n * ns->rank, sizeof(double) * (size_t)(n * ns->freedom));
    memcpy(ns->lost, ns->qr.order + ns->rank, sizeof(int) * (size_t)(rows - ns->rank));
    const double least = fabs(ns->R[(steps - 1) * steps + steps - 1]), most = fabs(ns->R[0]);
    ns->closest = ns->rank < rows || !(most > 0) ? 0 : least / most;
    ns->ready = true;
    return ns->rank < rows ? SNW_NEAR_SINGULAR : SNW_OK;
}

// shortest rates that meet the rows that are left: Q1 R^-T P' V
static void meet_rows(snw_nullspace *ns, const double *V, double *qd) {
    const int n = ns->n, steps = n < ns->rows ? n : ns->rows;
    double *y = ns->work;
    memset(qd, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < ns->rank; i++) {
        const double *column = ns->R + (ptrdiff_t)i * steps;
        double sum = V[ns->qr.order[i]];
        for (int k = 0; k < i; k++)
            sum -= column[k] * y[k];
        y[i] = sum / column[i];
        const double *q = ns->Q + (ptrdiff_t)i * n;
        for (int k = 0; k < n; k++)
            qd[k] += q[k] * y[i];
    }
}

// Damped least squares (Wampler 1986) by the factors at hand: with J' P = Q R,
// J' (J J' + d^2)^-1 V = Q R (R'R + d^2)^-1 P' V
static void meet_rows_damped(snw_nullspace *ns, const double *V, double damping, double *qd) {
    const int n = ns->n, m = ns->rows, steps = n < m ? n : m;
    double *const u = ns->work, *const normal = u + (ptrdiff_t)3 * (n > m ? n : m);
    for (int j = 0; j < m; j++) {
        const double *a = ns->R + (ptrdiff_t)j * steps;
        for (int i = j; i < m; i++)
            normal[i + j * m] = snw__dot(a, ns->R + (ptrdiff_t)i * steps, steps);
        normal[j + j * m] += damping * damping;
        u[j] = V[ns->qr.order[j]];
    }
    if (!snw__cholesky(normal, m)) {
        // not with a damping above rounding; the shortest answer stands in for it
        meet_rows(ns, V, qd);
        return;
    }
    snw__cholesky_solve(normal, m, u);
    memset(qd, 0, sizeof(double) * (size_t)n);
    for (int i = 0; i < steps; i++) {
        double y = 0;
        for (int j = i; j < m; j++)
            y += ns->R[i + j * steps] * u[j];
        for (int k = 0; k < n; k++)
            qd[k] += ns->Q[i * n + k] * y;
    }
}

// the particular motion, by the rule
static void particular(snw_nullspace *ns, const double *V, double *qd) {
    memset(qd, 0, sizeof(double) * (size_t)ns->n);
    if (ns->rows == 0 || V == NULL) return;
    const double from = ns->damping_from;
    if (ns->rule == SNW_RANK_DAMP && ns->closest < from) {
        const double near = 1 - ns->closest / from;
        meet_rows_damped(ns, V, ns->damping * near * fabs(ns->R[0]), qd);
        return;
    }
    meet_rows(ns, V, qd);
}

// W x, or x itself
static void weigh(const snw_nullspace_problem *p, int n, const double *x, double *out) {
    if (p->W == NULL) {
        memcpy(out, x, sizeof(double) * (size_t)n);
        return;
    }
    if (p->diagonal) {
        for (int i = 0; i < n; i++)
            out[i] = p->W[i] * x[i];
        return;
    }
    memset(out, 0, sizeof(double) * (size_t)n);
    for (int j = 0; j < n; j++) {
        const double *column = p->W + (ptrdiff_t)j * n;
        for (int i = 0; i < n; i++)
            out[i] += column[i] * x[j];
    }
}

// solves H z = z for the k x k matrix H by columns: Cholesky where it is symmetric and positive,
// elimination elsewhere
static snw_status solve_square(double *H, int k, double *z) {
    bool symmetric = true;
    for (int j = 0; j < k && symmetric; j++) {
        for (int i = j + 1; i < k; i++) {
            const double a = H[i + j * k], b = H[j + i * k];
            if (!(fabs(a - b) <= 1e-14 * (fabs(H[i + i * k]) + fabs(H[j + j * k])))) {
                symmetric = false;
            }
        }
    }
    // only the lower half is overwritten; the diagonal is kept aside for the second way
    double diagonal[SNW_LINALG_MAX];
    for (int i = 0; i < k; i++)
        diagonal[i] = H[i + i * k];
    if (symmetric && snw__cholesky(H, k)) {
        snw__cholesky_solve(H, k, z);
        return SNW_OK;
    }
    if (symmetric) {
        for (int j = 0; j < k; j++) {
            H[j + j * k] = diagonal[j];
            for (int i = j + 1; i < k; i++)
                H[i + j * k] = H[j + i * k];
        }
    }
    const snw_mat Z = snw_mat_over(z, k, 1);
    const snw_status status = snw_mat_left_divide(snw_mat_over(H, k, k), Z, Z);
    return snw_failed(status) ? status : SNW_OK;
}

// names the first rows that were lost
static snw_status tell_lost(const snw_nullspace *ns, snw_status status, snw_why *why) {
    if (ns->rank == ns->rows) return status;
    if (why != NULL) {
        snw_why_set(why, SNW_NEAR_SINGULAR, "task",
                    "rows of the task depend on others here and are left out");
        snw_why_rule(why, "task-rank");
        snw_why_add(why, "rank", ns->rank, "");
        for (int i = 0; i < ns->rows - ns->rank; i++)
            snw_why_add(why, "lost row", ns->lost[i], "");
    }
    return SNW_NEAR_SINGULAR;
}

static bool inputs_are_finite(const snw_nullspace *ns, const snw_nullspace_problem *p) {
    const int n = ns->n;
    return (p->V == NULL || snw__finite(p->V, ns->rows)) &&
           (p->F == NULL || snw__finite(p->F, n)) && isfinite(p->alpha) &&
           (p->W == NULL || snw__finite(p->W, p->diagonal ? n : n * n));
}

snw_status snw_nullspace_solve(snw_nullspace *ns, const snw_nullspace_problem *problem, double *qd,
                               snw_why *why) {
    const int n = ns->n, k = ns->freedom;
    if (!ns->ready) return SNW_ERR_STATE;
    if (!inputs_are_finite(ns, problem)) return SNW_ERR_NOT_FINITE;
    if (ns->rule == SNW_RANK_STOP && ns->rank < ns->rows) {
        memset(qd, 0, sizeof(double) * (size_t)n);
        return tell_lost(ns, SNW_OK, why);
    }
    double found[SNW_LINALG_MAX], force[SNW_LINALG_MAX], z[SNW_LINALG_MAX];
    particular(ns, problem->V, found);

    // what pulls along the self-motion: alpha F + W Q1 y
    if (problem->W == NULL) {
        memset(force, 0, sizeof force);
    } else {
        weigh(problem, n, found, force);
    }
    for (int i = 0; i < n && problem->F != NULL; i++)
        force[i] += problem->alpha * problem->F[i];
    for (int c = 0; c < k; c++)
        z[c] = -snw__dot(ns->N + (ptrdiff_t)c * n, force, n);

    // the curvature along it, which is the identity without weights
    if (problem->W != NULL && k > 0) {
        for (int c = 0; c < k; c++)
            weigh(problem, n, ns->N + (ptrdiff_t)c * n, ns->WN + (ptrdiff_t)c * n);
        for (int c = 0; c < k; c++) {
            for (int r = 0; r < k; r++)
                ns->H[r + c * k] = snw__dot(ns->N + (ptrdiff_t)r * n, ns->WN + (ptrdiff_t)c * n, n);
        }
        const snw_status status = solve_square(ns->H, k, z);
        if (snw_failed(status)) {
            return snw_refuse_rule(why, status, "task-weights", "task",
                                   "the weights leave a self-motion undetermined", NULL);
        }
    }
    for (int c = 0; c < k; c++)
        snw__add_scaled(found, z[c], ns->N + (ptrdiff_t)c * n, n);
    if (!snw__finite(found, n)) return SNW_ERR_NOT_FINITE;
    memcpy(qd, found, sizeof(double) * (size_t)n);
    return tell_lost(ns, SNW_OK, why);
}

// --- the reduced form ----------------------------------------------------------------------------

// with qd = qp + N z the second row reads (A N) z = -alpha B - A qp
snw_status snw__nullspace_solve_reduced(snw_nullspace *ns, const double *V, const double *At,
                                        const double *B, double alpha, double *qd) {
    const int n = ns->n, k = ns->freedom;
    if (!ns->ready) return SNW_ERR_STATE;
    if ((V != NULL && !snw__finite(V, ns->rows)) || !snw__finite(At, n * k) || !snw__finite(B, k) ||
        !isfinite(alpha)) {
        return SNW_ERR_NOT_FINITE;
    }
    if (ns->rule == SNW_RANK_STOP && ns->rank < ns->rows) {
        memset(qd, 0, sizeof(double) * (size_t)n);
        return SNW_NEAR_SINGULAR;
    }
    double found[SNW_LINALG_MAX], z[SNW_LINALG_MAX];
    particular(ns, V, found);
    for (int r = 0; r < k; r++) {
        z[r] = -alpha * B[r] - snw__dot(At + (ptrdiff_t)r * n, found, n);
        for (int c = 0; c < k; c++)
            ns->H[r + c * k] = snw__dot(At + (ptrdiff_t)r * n, ns->N + (ptrdiff_t)c * n, n);
    }
    if (k > 0) {
        const snw_status status = solve_square(ns->H, k, z);
        if (snw_failed(status)) return status;
    }
    for (int c = 0; c < k; c++)
        snw__add_scaled(found, z[c], ns->N + (ptrdiff_t)c * n, n);
    if (!snw__finite(found, n)) return SNW_ERR_NOT_FINITE;
    memcpy(qd, found, sizeof(double) * (size_t)n);
    return ns->rank < ns->rows ? SNW_NEAR_SINGULAR : SNW_OK;
}

void snw__nullspace_matrix_to_a(const snw_nullspace *ns, const double *W, double *At) {
    const int n = ns->n;
    for (int r = 0; r < ns->freedom; r++) {
        for (int j = 0; j < n; j++)
            At[r * n + j] = snw__dot(ns->N + (ptrdiff_t)r * n, W + (ptrdiff_t)j * n, n);
    }
}

void snw__nullspace_vector_to_b(const snw_nullspace *ns, const double *F, double *B) {
    for (int r = 0; r < ns->freedom; r++)
        B[r] = snw__dot(ns->N + (ptrdiff_t)r * ns->n, F, ns->n);
}

// --- differences ---------------------------------------------------------------------------------

static double measure_at(const snw_differences *d, const double *rates, double h) {
    if (d->move != NULL) {
        d->move(d->q, rates, h, d->q_work, d->context);
    } else {
        for (int i = 0; i < d->nq; i++)
            d->q_work[i] = d->q[i] + h * rates[i];
    }
    return d->measure(d->q_work, d->context);
}

snw_status snw__nullspace_differences(const snw_nullspace *ns, const snw_differences *differences,
                                      double *B) {
    const double here = differences->measure(differences->q, differences->context);
    double found[SNW_LINALG_MAX];
    for (int r = 0; r < ns->freedom; r++) {
        const double there = measure_at(differences, ns->N + (ptrdiff_t)r * ns->n, differences->h);
        found[r] = (there - here) / differences->h;
    }
    if (!snw__finite(found, ns->freedom)) return SNW_ERR_NOT_FINITE;
    memcpy(B, found, sizeof(double) * (size_t)ns->freedom);
    return SNW_OK;
}

snw_status snw__gradient(const snw_differences *differences, double *work, double *gradient) {
    const double h = differences->h;
    double found[SNW_LINALG_MAX];
    if (differences->n > SNW_LINALG_MAX) return SNW_ERR_SIZE;
    memset(work, 0, sizeof(double) * (size_t)differences->n);
    for (int i = 0; i < differences->n; i++) {
        work[i] = 1;
        const double near = measure_at(differences, work, h) - measure_at(differences, work, -h);
        const double far =
            measure_at(differences, work, 2 * h) - measure_at(differences, work, -2 * h);
        work[i] = 0;
        found[i] = (8 * near - far) / (12 * h);
    }
    if (!snw__finite(found, differences->n)) return SNW_ERR_NOT_FINITE;
    memcpy(gradient, found, sizeof(double) * (size_t)differences->n);
    return SNW_OK;
}
