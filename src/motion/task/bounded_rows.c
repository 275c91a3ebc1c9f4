// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// The first program with rows of constraints. Bounds of rates are never empty, so whatever
// contradicts can be resolved by the rows. A contradiction comes with weights w: the sum of w_i a_i
// vanishes, and that of w_i times the sides is a gap above 0. A row that goes back by gap / w_i
// closes it to the last bit, and no less would do.

bool snw__rate_rows_hold(const snw_rate_rows *rows, const double *qd) {
    for (int i = 0; i < rows->count; i++) {
        if (!(snw__dot(rows->G + (ptrdiff_t)i * rows->n, qd, rows->n) >= rows->target[i])) {
            return false;
        }
    }
    return true;
}

// [m/s] how much a row gives way, beside others
static double readiness(double kept) {
    return fmax(-kept, 0) + 1e-3;
}

static double side_of(const snw_qp_problem *p, const snw_qp_hold *hold) {
    if (hold->kind == SNW_QP_ROW) return p->row_lower[hold->index];
    return hold->multiplier > 0 ? p->bound_lower[hold->index] : p->bound_upper[hold->index];
}

// Takes a contradiction away: its rows go back together, each by as much more as it allows more,
// which slows the approach of near bodies down before that of far ones. False when no row takes
// part in it.
static bool yield_rows(snw_bounded *law, const snw_qp_problem *p, const snw_qp_result *r) {
    double gap = 0, sides = 0, weight = 0, heaviest = 0;
    int weakest = -1;
    for (int i = 0; i < r->conflict_count; i++) {
        const snw_qp_hold *one = &r->conflict[i];
        const double part = one->multiplier * side_of(p, one);
        gap += part;
        sides += fabs(part);
        if (one->kind != SNW_QP_ROW) continue;
        const double share = fabs(one->multiplier) * readiness(law->kept[one->index]);
        weight += share;
        if (share > heaviest) weakest = one->index;
        heaviest = fmax(heaviest, share);
    }
    if (!(weight > 0)) return false;
    // a little more than the gap, so that rounding does not find it again
    const double factor = (fmax(gap, 0) + 1e-9 * (1 + sides)) / weight;
    for (int i = 0; i < r->conflict_count; i++) {
        const int row = r->conflict[i].index;
        if (r->conflict[i].kind == SNW_QP_ROW) law->kept[row] -= factor * readiness(law->kept[row]);
    }
    if (law->yielded == 0) law->weakest = weakest;
    law->yielded++;
    return true;
}

// what the rounding of a program may leave [m/s]
static const double VIOLATION = 1e-7;

bool snw__bounded_rows_hold(const snw_bounded *law, const snw_rate_rows *rows, const double *qd) {
    for (int i = 0; i < rows->count; i++) {
        const double now = snw__dot(rows->G + (ptrdiff_t)i * rows->n, qd, rows->n);
        if (!(now >= law->kept[i] - VIOLATION * (1 + fabs(law->kept[i])))) return false;
    }
    return true;
}

static void take_sides(snw_bounded *law, const double *sides, int count) {
    memcpy(law->kept, sides, sizeof(double) * (size_t)count);
}

// a row at the rates that are the least within the bounds
static double at_slowest(const snw_qp_problem *p, const double *row, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += row[i] * fmin(fmax(0, p->bound_lower[i]), p->bound_upper[i]);
    return sum;
}

bool snw__bounded_try_rows(snw_bounded *law, const snw_rate_rows *constraints,
                           snw_qp_problem *problem, snw_qp_result *result) {
    const int n = law->n, count = constraints->count;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < n; j++)
            law->A_first[i + j * count] = constraints->G[i * n + j];
    }
    problem->A_row = law->A_first;
    problem->row_count = count;
    problem->row_lower = law->kept;
    law->yielded = 0;
    law->weakest = -1;
    take_sides(law, constraints->target, count);
    const snw_status status = snw_qp_solve(&law->first, problem, result, NULL);
    return !snw_failed(status) && snw__bounded_rows_hold(law, constraints, result->x);
}

snw_status snw__bounded_solve_rows(snw_bounded *law, const snw_rate_rows *constraints,
                                   snw_qp_problem *problem, snw_qp_result *result, snw_why *why) {
    // all targets, then only what is demanded, then less and less of it
    if (snw__bounded_try_rows(law, constraints, problem, result)) return SNW_OK;
    take_sides(law, constraints->lower, constraints->count);
    snw_status status = snw_qp_solve(&law->first, problem, result, why);
    for (int turn = 0; turn < 2 * constraints->count && status == SNW_ERR_INFEASIBLE; turn++) {
        if (!yield_rows(law, problem, result)) break;
        status = snw_qp_solve(&law->first, problem, result, why);
    }
    if (status != SNW_ERR_INFEASIBLE) return status;
    // too many contradictions: no row demands more than the slowest rates within the bounds keep
    for (int i = 0; i < constraints->count; i++) {
        const double kept = at_slowest(problem, constraints->G + (ptrdiff_t)i * law->n, law->n);
        law->kept[i] = fmin(law->kept[i], kept - VIOLATION);
    }
    return snw_qp_solve(&law->first, problem, result, why);
}
