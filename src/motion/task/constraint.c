// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/constraint.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

const snw_base snw_constraint_base = {
    "constraint", NULL, "A condition that the joint velocities of the law qp must meet."};

static const snw_constraint_functions *functions_of(const snw_child *constraint) {
    return (const snw_constraint_functions *)(const void *)constraint->type->functions;
}

snw_status snw__constraint_check(const snw_child *constraint, const snw_model *model,
                                 snw_why *why) {
    const snw_type *type = constraint->type;
    const bool is_one = type != NULL && constraint->block != NULL && type->base != NULL &&
                        type->functions != NULL &&
                        strcmp(type->base, snw_constraint_base.token) == 0 &&
                        type->functions->version == SNW_CONSTRAINT_VERSION &&
                        type->functions->size >= sizeof(snw_constraint_functions) &&
                        functions_of(constraint)->rows != NULL;
    if (!is_one) {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "constraint", type != NULL ? type->token : "",
                               "this is not the type of a constraint", NULL);
    }
    const snw_constraint_functions *f = functions_of(constraint);
    const snw_status status = f->fits != NULL ? f->fits(constraint->block, model) : SNW_OK;
    return status == SNW_OK ? SNW_OK
                            : snw_refuse_rule(why, status, "constraint", type->token,
                                              "its parameters do not fit the mechanism", NULL);
}

snw_status snw__rate_rows_init(snw_rate_rows *rows, int n, snw_arena *arena) {
    *rows = (snw_rate_rows){.n = n};
    rows->G = SNW_ARENA_ARRAY(arena, double, SNW_RATE_ROWS *n);
    rows->lower = SNW_ARENA_ARRAY(arena, double, SNW_RATE_ROWS);
    rows->target = SNW_ARENA_ARRAY(arena, double, SNW_RATE_ROWS);
    rows->origin = SNW_ARENA_ARRAY(arena, snw_row_origin, SNW_RATE_ROWS);
    return snw_arena_status(arena);
}

// A target below what is demanded is none. -infinity is a row that asks for nothing.
static bool rows_are_usable(snw_rate_rows *rows) {
    if (!snw__finite(rows->G, rows->count * rows->n)) return false;
    for (int i = 0; i < rows->count; i++) {
        if (!(rows->lower[i] < HUGE_VAL) || !(rows->target[i] < HUGE_VAL)) return false;
        rows->target[i] = fmax(rows->target[i], rows->lower[i]);
    }
    return true;
}

snw_status snw__constraint_rows(const snw_child *constraints, int count,
                                const snw_constraint_at *at, snw_rate_rows *rows) {
    rows->count = 0;
    for (int i = 0; i < count; i++) {
        const snw_status status =
            functions_of(&constraints[i])->rows(constraints[i].block, at, rows);
        if (snw_failed(status)) return status;
    }
    return rows_are_usable(rows) ? SNW_OK : SNW_ERR_NOT_FINITE;
}

// --- rates from which the arm can stop -----------------------------------------------------------

// The rates of all joints when they brake together: along the way on which they are, in the time
// of the one that takes longest.
static void brake_together(const snw_constraint_at *at, double *brake) {
    const snw_rate_limits *limits = at->limits;
    double time = 0;
    for (int i = 0; i < limits->n; i++) {
        if (limits->deceleration[i] > 0)
            time = fmax(time, fabs(at->v[i]) / limits->deceleration[i]);
    }
    const double left = time > at->dt ? 1 - at->dt / time : 0;
    for (int i = 0; i < limits->n; i++)
        brake[i] = fmin(fmax(at->v[i] * left, limits->low[i]), limits->high[i]);
}

static bool can_stop(const snw_child *constraints, int count, const snw_constraint_at *at,
                     const double *qd, const double *brake) {
    for (int i = 0; i < count; i++) {
        const snw_constraint_functions *f = functions_of(&constraints[i]);
        if (f->can_stop != NULL && !f->can_stop(constraints[i].block, at, qd, brake)) return false;
    }
    return true;
}

// Both ends are within the limits, and so is all that lies between them. That braking is possible
// was found one tick ago, when its way was that of the rates which are braked now.
double snw__constraint_settle(const snw_child *constraints, int count, const snw_constraint_at *at,
                              double *qd) {
    enum { HALVINGS = 10 };
    const int n = at->limits->n;
    double brake[SNW_LINALG_MAX], middle[SNW_LINALG_MAX], taken = 0, refused = 1;
    brake_together(at, brake);
    if (can_stop(constraints, count, at, qd, brake)) return 0;
    for (int k = 0; k < HALVINGS; k++) {
        const double share = (taken + refused) / 2;
        for (int i = 0; i < n; i++)
            middle[i] = brake[i] + share * (qd[i] - brake[i]);
        if (can_stop(constraints, count, at, middle, brake)) {
            taken = share;
        } else {
            refused = share;
        }
    }
    for (int i = 0; i < n; i++)
        qd[i] = brake[i] + taken * (qd[i] - brake[i]);
    return 1 - taken;
}
