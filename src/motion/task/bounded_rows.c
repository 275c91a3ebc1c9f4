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

static double side_of(const snw_qp_problem *p, const snw_qp_hold *hold) {
    if (hold->kind == SNW_QP_ROW) return p->row_lower[hold->index];
    return hold->multiplier > 0 ? p->bound_lower[hold->index] : p->bound_upper[hold->index];
}

// Takes a contradiction away. False when no row takes part in it.
static bool yield_row(snw_bounded *law, const snw_qp_problem *p, const snw_qp_result *r) {
    const snw_qp_hold *least = NULL;
    double gap = 0, sides = 0;
    for (int i = 0; i < r->conflict_count; i++) {
        const snw_qp_hold *one = &r->conflict[i];
        const double part = one->multiplier * side_of(p, one);
        gap += part;
        sides += fabs(part);
        if (one->kind != SNW_QP_ROW) continue;
        if (least == NULL || fabs(one->multiplier) < fabs(least->multiplier)) least = one;
    }
    if (least == NULL) return false;
    // a little more than the gap, so that rounding does not find it again
    law->kept[least->index] -= (fmax(gap, 0) + 1e-9 * (1 + sides)) / fabs(least->multiplier);
    if (law->yielded == 0) law->weakest = least->index;
    law->yielded++;
    return true;
}

snw_status snw__bounded_solve_rows(snw_bounded *law, const snw_rate_rows *constraints,
                                   snw_qp_problem *problem, snw_qp_result *result, snw_why *why) {
    const int n = law->n, count = constraints->count;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < n; j++)
            law->A_first[i + j * count] = constraints->G[i * n + j];
    }
    problem->A_row = law->A_first;
    problem->row_count = count;
    problem->row_lower = law->kept;

    // all targets, then only what is demanded, then less and less of it
    law->yielded = 0;
    law->weakest = -1;
    memcpy(law->kept, constraints->target, sizeof(double) * (size_t)count);
    snw_status status = snw_qp_solve(&law->first, problem, result, NULL);
    if (status != SNW_ERR_INFEASIBLE && status != SNW_ERR_NOT_CONVERGED) return status;
    memcpy(law->kept, constraints->lower, sizeof(double) * (size_t)count);
    status = snw_qp_solve(&law->first, problem, result, why);
    for (int turn = 0; turn < 2 * count && status == SNW_ERR_INFEASIBLE; turn++) {
        if (!yield_row(law, problem, result)) break;
        status = snw_qp_solve(&law->first, problem, result, why);
    }
    return status;
}
