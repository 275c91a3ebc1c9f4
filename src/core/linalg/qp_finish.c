// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The end of a quadratic program: iterative refinement on the active set, and the results.
//
// With residuals e1 = H x + g - N u and e2 = N'x - b the corrections solve
//
//     H dx - N du = -e1,   N'dx = -e2:   dx = J [p; -J2'e1],   R'p = -e2,   R du = p + J1'e1.
#include "qp_internal.h"

#include <float.h>
#include <math.h>

// relative residuals below this are as good as the numbers allow
#define GOOD 1e-13

enum { PASSES = 4 };

static double ratio(double error, double scale) {
    return error > 0 ? error / scale : 0;
}

// the size of g + H x before anything cancels: |g| + |H||x|, its diagonal part
static double forces(const snw__qp_work *w) {
    double most = 0;
    for (int j = 0; j < w->n; j++) {
        most = snw__larger(most, w->diagonal[j] * fabs(w->x[j]));
    }
    return most + snw__size(w->g, w->n);
}

// e1 into w->normal, e2 into w->error_y; returns the larger relative residual. The last digits of
// large multipliers count even where they happen to cancel.
static double residuals(snw__qp_work *w) {
    double *e1 = w->normal, *e2 = w->error_y;
    snw__qp_multiply(w, w->x, w->Hx);
    for (int j = 0; j < w->stride; j++) {
        e1[j] = w->Hx[j] + w->g[j];
    }
    for (int i = 0; i < w->q; i++) {
        snw__qp_add_normal(w, w->active[i], -w->u[i] * w->sign[i], e1);
    }
    const double rounding = DBL_EPSILON * snw__size(w->u, w->q);
    double worst = ratio(snw__larger(snw__size(e1, w->n), rounding), forces(w));

    const double x_size = snw__size(w->x, w->n) + w->unit;
    for (int i = 0; i < w->q; i++) {
        const int id = w->active[i];
        const double side = snw__qp_side(w, id, w->sign[i]);
        e2[i] = w->sign[i] * snw__qp_normal_dot(w, id, w->x) - side;
        worst = snw__larger(worst, ratio(fabs(e2[i]), fabs(side) + x_size));
    }
    return worst;
}

// x and u corrected by what residuals() left
static void correct(snw__qp_work *w) {
    double *dy = w->spare, *p = w->error_y;
    snw__qp_project_vector(w, w->normal, dy);
    snw__qp_forward_solve(w, w->error_y, p);
    for (int i = 0; i < w->q; i++) {
        const double both = dy[i] - p[i];
        dy[i] = -p[i];
        p[i] = both;
    }
    for (int k = w->q; k < w->n; k++) {
        dy[k] = -dy[k];
    }
    snw__qp_back_solve(w, p, p);

    for (int i = 0; i < w->q; i++) {
        w->u[i] += p[i];
    }
    for (int k = 0; k < w->n; k++) {
        snw__axpy(dy[k], snw__qp_column(w, w->J, k), w->x, w->stride);
    }
}

static void copy(double *to, const double *from, int count) {
    memcpy(to, from, sizeof *to * (size_t)count);
}

bool snw__qp_refine(snw__qp_work *w) {
    double before = residuals(w);
    bool moved = false;
    for (int pass = 0; pass < PASSES && before > GOOD; pass++) {
        copy(w->x_old, w->x, w->stride);
        copy(w->u_old, w->u, w->q);
        correct(w);
        const double after = residuals(w);
        if (!(after < before)) {
            copy(w->x, w->x_old, w->stride);
            copy(w->u, w->u_old, w->q);
            (void)residuals(w);
            break;
        }
        moved = true;
        before = after;
    }
    w->error = before;
    return moved;
}

// x into its bounds, and multipliers that rounding turned the wrong way to zero; true if any moved
static bool clamp(snw__qp_work *w) {
    bool moved = false;
    for (int j = 0; j < w->n; j++) {
        const double low = w->lower[w->rows + j], high = w->upper[w->rows + j], x = w->x[j];
        if (x >= low && x <= high) continue;
        w->x[j] = x < low ? low : high;
        moved = true;
    }
    for (int i = 0; i < w->q; i++) {
        if (w->u[i] >= 0 || snw__qp_fixed(w, w->active[i])) continue;
        w->u[i] = 0;
        moved = true;
    }
    return moved;
}

// the worst relative violation of any row that is not active
static double infeasibility(const snw__qp_work *w) {
    const double x_size = snw__size(w->x, w->n) + w->unit;
    double worst = 0;
    for (int id = 0; id < w->rows; id++) {
        if (w->state[id] == SNW__QP_VOID || w->state[id] == SNW__QP_ACTIVE) continue;
        const double value = snw__qp_normal_dot(w, id, w->x);
        const double below = w->lower[id] - value, above = value - w->upper[id];
        const double side = below > above ? w->lower[id] : w->upper[id];
        const double miss = below > above ? below : above;
        if (miss > 0) worst = snw__larger(worst, ratio(miss, fabs(side) + x_size));
    }
    return worst;
}

static void publish_multipliers(snw__qp_work *w) {
    double *y_row = w->y_out + w->max_equalities, *y_bound = y_row + w->max_rows;
    snw__zero(w->y_out, w->max_equalities + w->max_rows + w->n);
    w->hold_count = 0;
    for (int i = 0; i < w->q; i++) {
        const int id = w->active[i];
        const double y = w->u[i] * w->sign[i] * w->scale[id];
        if (id < w->equalities) {
            w->y_out[id] = y;
            continue;
        }
        const bool bound = id >= w->rows;
        const int index = id - (bound ? w->rows : w->equalities);
        *(bound ? &y_bound[index] : &y_row[index]) = y;

        snw_qp_hold *hold = &w->hold[w->hold_count++];
        hold->kind = bound ? SNW_QP_BOUND : SNW_QP_ROW;
        hold->index = index;
        hold->side = w->sign[i] > 0 ? SNW_QP_LOWER : SNW_QP_UPPER;
        if (snw__qp_fixed(w, id)) hold->side = SNW_QP_BOTH;
        hold->multiplier = y;
    }
}

void snw__qp_publish(snw__qp_work *w) {
    if (clamp(w)) w->error = residuals(w);
    w->residual = snw__larger(w->error, infeasibility(w));
    w->objective = 0.5 * snw__dot(w->x, w->Hx, w->stride) + snw__dot(w->x, w->g, w->stride);
    copy(w->x_out, w->x, w->n);
    publish_multipliers(w);
}
