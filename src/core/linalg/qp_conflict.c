// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Contradictions of a quadratic program. When the entering normal is n = N r and no r of an
// inequality is positive, then for every x that holds the active constraints
//
//     n'x = r'N'x <= r'b    but    n'x >= side    is demanded, with    side > r'b.
//
// The weights 1 and -r prove it to anyone who adds the rows up. The columns of N are independent,
// so the weights are unique, and without any one of the constraints named the others agree.
#include "qp_internal.h"

#include <float.h>
#include <math.h>

double snw__qp_gap(snw__qp_work *w, double *rounding) {
    const double side = snw__qp_side(w, w->entering, w->entering_sign);
    double gap = side, sides = fabs(side), terms = 1;
    for (int i = 0; i < w->q; i++) {
        const double part = w->r[i] * snw__qp_side(w, w->active[i], w->sign[i]);
        gap -= part;
        sides += fabs(part);
        terms += fabs(w->r[i]);
    }

    // what rounding of the sides, of x, and of n - N r (left in w->normal) can feign
    snw__qp_make_x(w);
    w->x_size = snw__size(w->x, w->n);
    const double size = w->x_size + w->unit;
    *rounding = SNW__QP_FEASIBLE * (fabs(side) + size) + 8 * DBL_EPSILON * (sides + terms * size) +
                10 * w->n * snw__size(w->normal, w->n) * w->x_size;
    return gap;
}

static void append(snw__qp_work *w, int id, double sign, double weight) {
    snw_qp_hold *hold = &w->conflict[w->conflict_count++];
    if (id >= w->rows) {
        hold->kind = SNW_QP_BOUND;
        hold->index = id - w->rows;
    } else {
        hold->kind = id < w->equalities ? SNW_QP_EQUALITY : SNW_QP_ROW;
        hold->index = id < w->equalities ? id : id - w->equalities;
    }
    hold->side = sign > 0 ? SNW_QP_LOWER : SNW_QP_UPPER;
    if (snw__qp_fixed(w, id)) hold->side = SNW_QP_BOTH;
    hold->multiplier = weight;
}

// Weights up to this are left out: small ones if the gap is wide enough to do without them.
static double negligible(const snw__qp_work *w, double gap) {
    const double largest = snw__larger(1, snw__size(w->r, w->q));
    double left_out = 0;
    for (int i = 0; i < w->q; i++) {
        if (fabs(w->r[i]) <= SNW__QP_SMALL * largest) left_out += fabs(w->r[i]);
    }
    const bool wide = gap > SNW__QP_BRIDGE * w->n * left_out * (w->x_size + w->unit);
    return largest * (wide ? SNW__QP_SMALL : SNW__QP_NOTHING);
}

void snw__qp_conflict_of_entering(snw__qp_work *w, double gap) {
    // weights in the units of the caller's rows, that of the entering one 1 or -1
    const double turn = gap > 0 ? 1 : -1, unit = 1 / w->scale[w->entering];
    const double zero = negligible(w, fabs(gap));
    w->conflict_count = 0;
    append(w, w->entering, w->entering_sign, turn * w->entering_sign);
    for (int i = 0; i < w->q; i++) {
        const int id = w->active[i];
        if (fabs(w->r[i]) <= zero) continue;
        append(w, id, w->sign[i], -turn * w->r[i] * w->sign[i] * w->scale[id] * unit);
    }
}

void snw__qp_conflict_of_zero_row(snw__qp_work *w, int id, double sign) {
    w->conflict_count = 0;
    append(w, id, sign, sign);
}

static const char *kind_name(snw_qp_kind kind) {
    if (kind == SNW_QP_EQUALITY) return "equality";
    return kind == SNW_QP_ROW ? "row" : "bound";
}

// the side's value as the caller gave it
static double side_value(const snw__qp_work *w, const snw_qp_hold *hold) {
    const snw_qp_problem *p = w->problem;
    if (hold->kind == SNW_QP_EQUALITY) return p->b_equality[hold->index];
    const bool row = hold->kind == SNW_QP_ROW, upper = hold->side == SNW_QP_UPPER;
    const double *lower_sides = row ? p->row_lower : p->bound_lower;
    const double *upper_sides = row ? p->row_upper : p->bound_upper;
    return (upper ? upper_sides : lower_sides)[hold->index];
}

enum { LONG_TEXT = 2 * SNW_WHY_TEXT };

// what does not fit any more stands behind the place where the reason is cut
static void join(char text[LONG_TEXT], const char *more) {
    const size_t length = strlen(text), count = strlen(more);
    if (length + count < LONG_TEXT) memcpy(text + length, more, count + 1);
}

void snw__qp_explain_conflict(const snw__qp_work *w, snw_why *why) {
    if (!why) return;
    char text[LONG_TEXT] = "these cannot hold together:";
    char label[SNW__QP_LABEL];
    double gap = 0;
    for (int i = 0; i < w->conflict_count; i++) {
        const snw_qp_hold *hold = &w->conflict[i];
        snw__qp_label(label, kind_name(hold->kind), hold->index, (int)hold->side);
        gap += hold->multiplier * side_value(w, hold);

        join(text, i > 0 ? ", " : " ");
        join(text, label);
    }
    snw__qp_label(label, kind_name(w->conflict[0].kind), w->conflict[0].index, 0);
    snw_why_set(why, SNW_ERR_INFEASIBLE, label, text);
    snw_why_rule(why, "qp-conflict");

    // the distance that is missing, in the units of the first one, then what each demands
    snw_why_add(why, "gap", gap, "");
    for (int i = 0; i < w->conflict_count; i++) {
        const snw_qp_hold *hold = &w->conflict[i];
        snw__qp_label(label, kind_name(hold->kind), hold->index, (int)hold->side);
        snw_why_add(why, label, side_value(w, hold), "");
    }
    snw_why_fix(why, "relax one of them");
}
