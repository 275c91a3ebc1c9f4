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
