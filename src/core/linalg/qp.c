// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/linalg/qp.h"

#include "qp_internal.h"

#include <math.h>

// the least relative growth of the objective that counts as progress
#define PROGRESS 1e-13

// violations never pass beyond this; above 1e-9 they show in the residual and the status
#define FEASIBLE_MAX 1e-6

// residuals above this are news
#define EXACT 1e-9

// multipliers this far on the wrong side, relative to the forces, are dropped, not rounded to zero
#define WRONG_SIDE 1e-11

snw_qp_options snw_qp_options_defaults(int n, int max_equalities, int max_rows) {
    snw_qp_options options = {0, true};
    options.iteration_limit = 20 * (n + max_equalities + max_rows);
    return options;
}

static double *take(snw_arena *arena, int count) {
    return (double *)snw_arena_take_array(arena, count, sizeof(double), SNW_ARENA_ALIGN);
}

static void lay_out(snw__qp_work *w, snw_arena *arena) {
    const int n = w->n, stride = w->stride, rows = w->max_equalities + w->max_rows;
    double **const vectors[] = {
        &w->g, &w->diagonal, &w->R_reciprocal, &w->x,  &w->y,     &w->c,     &w->u,      &w->d,
        &w->r, &w->normal,   &w->spare,        &w->Hx, &w->x_old, &w->u_old, &w->error_y};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        *vectors[i] = take(arena, stride);
    }
    w->J = take(arena, n * stride);
    w->R = take(arena, n * stride);
    w->L = take(arena, n * stride);
    w->row = take(arena, rows * stride);
    w->scale = take(arena, rows + n);
    w->lower = take(arena, rows + n);
    w->upper = take(arena, rows + n);
    w->sign = take(arena, n);
    w->x_out = take(arena, n);
    w->y_out = take(arena, rows + n);
    w->active = SNW_ARENA_ARRAY(arena, int, n);
    w->hold = SNW_ARENA_ARRAY(arena, snw_qp_hold, n);
    w->conflict = SNW_ARENA_ARRAY(arena, snw_qp_hold, n + 1);
    w->state = SNW_ARENA_ARRAY(arena, unsigned char, rows + n);
}

snw_status snw_qp_init(snw_qp *qp, int n, int max_equalities, int max_rows, snw_arena *arena) {
    if (n < 1 || n > SNW_QP_MAX_VARIABLES) return SNW_ERR_RANGE;
    if (max_equalities < 0 || max_equalities > SNW_QP_MAX_CONSTRAINTS) return SNW_ERR_RANGE;
    if (max_rows < 0 || max_rows > SNW_QP_MAX_CONSTRAINTS - max_equalities) return SNW_ERR_RANGE;

    snw__qp_work work = {0};
    work.n = n;
    work.stride = (n + 3) & ~3;
    work.max_equalities = max_equalities;
    work.max_rows = max_rows;
    qp->options = snw_qp_options_defaults(n, max_equalities, max_rows);
    qp->n = n;
    qp->max_equalities = max_equalities;
    qp->max_rows = max_rows;
    qp->work = SNW_ARENA_ARRAY(arena, snw__qp_work, 1);
    lay_out(&work, arena);

    const snw_status status = snw_arena_status(arena);
    if (status == SNW_OK) *qp->work = work;
    return status;
}

void snw_qp_reset(snw_qp *qp) {
    qp->work->warm = false;
}

static void begin(snw__qp_work *w, const snw_qp_options *options) {
    w->q = 0;
    w->implied = 0;
    w->iterations = 0;
    w->iteration_limit = options->iteration_limit;
    w->tolerance = SNW__QP_FEASIBLE;
    w->lowest_id_first = false;
    w->best = -(double)INFINITY;
    w->stalls = 0;
    snw__qp_project_vector(w, w->g, w->c);
    for (int k = 0; k < w->n; k++) {
        w->y[k] = -w->c[k];
    }
}

// Rounding can make a search wander between active sets whose objectives agree to the last digits.
// After a number of steps without growth smaller violations pass, and the lowest id goes first.
static void watch(snw__qp_work *w) {
    double objective = 0, terms = 0;
    for (int k = 0; k < w->n; k++) {
        objective += w->y[k] * (0.5 * w->y[k] + w->c[k]);
        terms += fabs(w->y[k]) * (0.5 * fabs(w->y[k]) + fabs(w->c[k]));
    }
    if (objective > w->best + PROGRESS * terms) {
        w->best = objective;
        w->stalls = 0;
    } else if (++w->stalls > w->n + 8) {
        w->tolerance = 10 * w->tolerance < FEASIBLE_MAX ? 10 * w->tolerance : FEASIBLE_MAX;
        w->lowest_id_first = true;
        w->stalls = 0;
    }
}

static snw_status search(snw__qp_work *w) {
    for (;;) {
        double sign = 1;
        snw__qp_make_x(w);
        int id = snw__qp_violated(w, &sign);
        if (id < 0) {
            // the minimum on this active set; it is the answer if every multiplier pushes, and if
            // nothing new is violated after refinement
            const int dropped = snw__qp_restore_dual(w, WRONG_SIDE);
            w->iterations += dropped;
            if (w->iterations > w->iteration_limit) return SNW_ERR_NOT_CONVERGED;
            if (dropped > 0) continue;
            if (!snw__qp_refine(w)) return SNW_OK;
            id = snw__qp_violated(w, &sign);
            if (id < 0) return SNW_OK;
        }
        const snw_status status = snw__qp_enforce(w, id, sign);
        if (snw_failed(status)) return status;
        watch(w);
    }
}

static snw_status solve(snw_qp *qp, const snw_qp_problem *problem, snw_why *why) {
    snw__qp_work *w = qp->work;
    w->conflict_count = 0;
    w->iterations = 0;
    if (qp->options.iteration_limit < 1) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "iteration_limit", "must be at least 1", NULL);
    }
    snw_status status = snw__qp_load(w, problem, why);
    if (snw_failed(status)) return status;

    const int bad = snw__qp_factor(w);
    if (bad >= 0) {
        char label[SNW__QP_LABEL];
        return snw_refuse(
            why, SNW_ERR_SINGULAR, snw__qp_label(label, "H", bad, 0),
            "H is not positive definite: its pivot at this variable is not above rounding",
            "add a small positive number to the diagonal");
    }

    begin(w, &qp->options);
    status = snw__qp_hold_equalities(w);
    if (snw_failed(status)) return status;
    if (qp->options.warm_start && w->warm) snw__qp_hold_last(w);
    w->iterations += snw__qp_restore_dual(w, 0);
    return search(w);
}

snw_status snw_qp_solve(snw_qp *qp, const snw_qp_problem *problem, snw_qp_result *result,
                        snw_why *why) {
    snw__qp_work *w = qp->work;
    SNW_ASSERT(w && problem && result);
    snw_status status = solve(qp, problem, why);
    if (status == SNW_OK) {
        snw__qp_publish(w);
        w->warm = true;
        if (!(w->residual <= EXACT)) {
            status = SNW_NEAR_SINGULAR;
            snw_why_set(why, status, "qp", "rounding errors appear in the optimality conditions");
            snw_why_add(why, "residual", w->residual, "");
        }
    } else if (status == SNW_ERR_INFEASIBLE) {
        snw__qp_explain_conflict(w, why);
    } else if (status == SNW_ERR_NOT_CONVERGED) {
        snw_why_set(why, status, "qp", "the iteration limit was reached");
        snw_why_add(why, "iterations", w->iterations, "");
    }

    w->problem = NULL;
    result->x = w->x_out;
    result->y_equality = w->y_out;
    result->y_row = w->y_out + w->max_equalities;
    result->y_bound = w->y_out + w->max_equalities + w->max_rows;
    result->active = w->hold;
    result->active_count = w->hold_count;
    result->conflict = w->conflict;
    result->conflict_count = status == SNW_ERR_INFEASIBLE ? w->conflict_count : 0;
    result->objective = w->objective;
    result->residual = w->residual;
    result->iterations = w->iterations;
    return status;
}
