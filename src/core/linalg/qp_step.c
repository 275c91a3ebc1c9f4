// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The search of a quadratic program: which constraint is violated, and the step that makes it
// active (Goldfarb and Idnani 1983). Let n be its normal and d = J'n. Raising its multiplier by t
// moves x by t J2 d2 and the other multipliers by -t r, r = R^-1 d1. The step ends either when the
// constraint holds (it becomes active), or before that when a multiplier reaches zero (that
// constraint is dropped). If d2 = 0 then n = N r: x cannot move, and if also no multiplier falls,
// -r and 1 are the weights of a contradiction (Farkas 1902).
//
// The objective grows with every constraint added, so no active set returns. Rounding can only
// feign growth when violations are at the level of rounding themselves: see watch() in qp.c.
#include "qp_internal.h"

#include <math.h>

// Below this sine between n and the span of N, measured in H^-1, dependence is examined.
#define SUSPECT 1e-8

// n = N r counts as exact when it misses by less than the first, relative to n, and to rounding,
// which is relative to the terms.
#define DEPENDENT 1e-10
#define CLEAN 1e-14

// normals of the last active set are used again if their sine to the others is above this
#define WARM_SINE 1e-6

static double rest_square(const snw__qp_work *w) {
    double sum = 0;
    for (int k = w->q; k < w->n; k++) {
        sum += w->d[k] * w->d[k];
    }
    return sum;
}

static double whole_square(const snw__qp_work *w) {
    return snw__dot(w->d, w->d, w->stride);
}

static void enter(snw__qp_work *w, int id, double sign) {
    w->entering = id;
    w->entering_sign = sign;
    w->entering_u = 0;
    snw__qp_project(w, id, sign, w->d);
}

// w->normal = n - N r; returns the size of the terms
static double rest_of_normal(snw__qp_work *w) {
    double terms = 1;
    snw__zero(w->normal, w->stride);
    snw__qp_add_normal(w, w->entering, w->entering_sign, w->normal);
    for (int i = 0; i < w->q; i++) {
        snw__qp_add_normal(w, w->active[i], -w->r[i] * w->sign[i], w->normal);
        terms += fabs(w->r[i]);
    }
    return terms;
}

static bool suspect(const snw__qp_work *w) {
    return !(rest_square(w) > SUSPECT * SUSPECT * whole_square(w));
}

typedef enum dependence { INDEPENDENT, IMPLIED, CONTRARY } dependence;

// How the entering normal n stands to the active ones. H^-1 may flatten an angle beyond
// recognition, so a small d2 is not believed: the difference n - N r itself decides, which the rows
// give to full precision; r is corrected with it. With all n directions taken it can only be
// rounding.
//
// A normal that depends on others is implied if the sides agree too, and contrary if they do not;
// `gap` is by how much.
static dependence examine(snw__qp_work *w, double *gap) {
    *gap = 0;
    if (!suspect(w)) return INDEPENDENT;
    double terms = rest_of_normal(w);
    if (snw__size(w->normal, w->n) > CLEAN * terms) {
        snw__qp_project_vector(w, w->normal, w->spare);
        snw__qp_back_solve(w, w->spare, w->spare);
        for (int i = 0; i < w->q; i++) {
            w->r[i] += w->spare[i];
        }
        terms = rest_of_normal(w);
    }
    const bool differs = snw__size(w->normal, w->n) > DEPENDENT + CLEAN * terms;
    if (differs && w->q < w->n) return INDEPENDENT;
    double rounding;
    *gap = snw__qp_gap(w, &rounding);
    return fabs(*gap) <= rounding ? IMPLIED : CONTRARY;
}

static snw_status hold_equality(snw__qp_work *w, int id) {
    enter(w, id, 1);
    if (suspect(w)) snw__qp_back_solve(w, w->d, w->r);
    double gap;
    const dependence found = examine(w, &gap);
    if (found == INDEPENDENT) {
        snw__qp_activate(w, id, 1, 0);
    } else {
        w->state[id] = SNW__QP_IMPLIED;
    }
    if (found != CONTRARY) return SNW_OK;
    snw__qp_conflict_of_entering(w, gap);
    return SNW_ERR_INFEASIBLE;
}

snw_status snw__qp_hold_equalities(snw__qp_work *w) {
    for (int id = 0; id < w->count; id++) {
        if (!snw__qp_fixed(w, id) || w->state[id] != SNW__QP_FREE) continue;
        const snw_status status = hold_equality(w, id);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

void snw__qp_hold_last(snw__qp_work *w) {
    for (int i = 0; i < w->hold_count && w->q < w->n; i++) {
        const snw_qp_hold *hold = &w->hold[i];
        const int base = hold->kind == SNW_QP_BOUND ? w->rows : w->equalities;
        const int id = base + hold->index;
        const double sign = hold->side == SNW_QP_UPPER ? -1 : 1;
        const bool known = id < (hold->kind == SNW_QP_BOUND ? w->count : w->rows);
        if (!known || w->state[id] != SNW__QP_FREE) continue;
        if (!isfinite(snw__qp_side(w, id, sign))) continue;

        enter(w, id, sign);
        if (rest_square(w) <= WARM_SINE * WARM_SINE * whole_square(w)) continue;
        snw__qp_activate(w, id, sign, 0);
    }
}

int snw__qp_restore_dual(snw__qp_work *w, double relative) {
    for (int dropped = 0;; dropped++) {
        for (int i = 0; i < w->q; i++) {
            w->u[i] = w->y[i] + w->c[i];
        }
        snw__qp_back_solve(w, w->u, w->u);
        const double tolerance = relative * (snw__size(w->g, w->n) + snw__size(w->u, w->q));

        int worst = -1;
        for (int i = 0; i < w->q; i++) {
            if (snw__qp_fixed(w, w->active[i]) || w->u[i] >= -tolerance) continue;
            if (worst < 0 || w->u[i] < w->u[worst]) worst = i;
        }
        if (worst < 0) return dropped;
        snw__qp_drop(w, worst);
        w->y[w->q] = -w->c[w->q];
    }
}

int snw__qp_violated(snw__qp_work *w, double *sign) {
    w->x_size = snw__size(w->x, w->n);
    const double floor = w->tolerance * (w->x_size + w->unit);
    double most = 0;
    int found = -1;
    for (int id = w->equalities; id < w->count; id++) {
        if (w->state[id] != SNW__QP_FREE) continue;
        const double value = snw__qp_normal_dot(w, id, w->x);
        const double below = w->lower[id] - value, above = value - w->upper[id];
        const double miss = below > above ? below : above;
        if (!(miss > most)) continue;

        const double side = below > above ? w->lower[id] : w->upper[id];
        if (miss <= floor + w->tolerance * fabs(side)) continue;
        most = miss;
        found = id;
        *sign = below > above ? 1 : -1;
        if (w->lowest_id_first) break;
    }
    return found;
}

// The position whose multiplier reaches zero first as the entering one grows, and that growth;
// -1 for none. Among equals the largest r leaves the best-conditioned rest.
static int blocking(const snw__qp_work *w, double relative_zero, double *growth) {
    const double zero = relative_zero * snw__larger(1, snw__size(w->r, w->q));
    int found = -1;
    *growth = (double)INFINITY;
    for (int i = 0; i < w->q; i++) {
        if (w->r[i] <= zero || snw__qp_fixed(w, w->active[i])) continue;
        const double t = snw__larger(w->u[i], 0) / w->r[i];
        if (t > *growth || (t == *growth && w->r[i] <= w->r[found])) continue;
        *growth = t;
        found = i;
    }
    return found;
}

// the multiplier at k falls to zero and its constraint goes; x moves along, but not all the way
static void step_and_drop(snw__qp_work *w, int k, double t) {
    for (int i = 0; i < w->q; i++) {
        w->u[i] -= t * w->r[i];
    }
    w->entering_u += t;
    snw__qp_drop(w, k);
    for (int i = w->q; i < w->n; i++) {
        w->y[i] = w->entering_u * w->d[i] - w->c[i];
    }
}

// the entering constraint holds whenever the active ones do: the violation was rounding
static void leave_implied(snw__qp_work *w) {
    w->state[w->entering] = SNW__QP_IMPLIED;
    w->implied++;
    for (int i = w->q; i < w->n; i++) {
        w->y[i] = -w->c[i];
    }
    if (w->entering_u > 0) w->iterations += snw__qp_restore_dual(w, 0);
}

snw_status snw__qp_enforce(snw__qp_work *w, int id, double sign) {
    enter(w, id, sign);
    const double side = snw__qp_side(w, id, sign);
    while (w->iterations < w->iteration_limit) {
        snw__qp_back_solve(w, w->d, w->r);
        double gap, until_drop;
        const dependence found = examine(w, &gap);
        const bool stuck = found != INDEPENDENT, holds = stuck && (found == IMPLIED || gap < 0);
        const int k = blocking(w, stuck ? SNW__QP_NOTHING : SNW__QP_SMALL, &until_drop);
        if (holds && (k < 0 || w->entering_u == 0)) {
            leave_implied(w);
            return SNW_OK;
        }
        if (stuck && k < 0) {
            snw__qp_conflict_of_entering(w, gap);
            return SNW_ERR_INFEASIBLE;
        }

        // how much multiplier makes the constraint hold
        const double missing = side - snw__dot(w->d, w->y, w->stride);
        const double until_held =
            stuck ? (double)INFINITY : snw__larger(missing, 0) / rest_square(w);
        w->iterations++;
        if (until_drop >= until_held) {
            for (int i = 0; i < w->q; i++) {
                w->u[i] -= until_held * w->r[i];
            }
            snw__qp_activate(w, id, sign, w->entering_u + until_held);
            return SNW_OK;
        }
        step_and_drop(w, k, until_drop);
    }
    return SNW_ERR_NOT_CONVERGED;
}
