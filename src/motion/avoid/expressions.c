// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Leaves of control laws. In reduced form a gradient F is N'F, its derivatives along the columns
// of N: as many numbers as the task leaves freedom.

static snw_status column_size(const void *block, const snw_task *task,
                              const snw_expression_value *children, int count,
                              snw_expression_value *own) {
    (void)block, (void)children, (void)count;
    *own = (snw_expression_value){NULL, task->model->nv, 1};
    return SNW_OK;
}

static snw__avoidance avoidance_of(const snw_avoidance_leaf *leaf, unsigned kinds) {
    return (snw__avoidance){leaf->distance, leaf->boundary, leaf->exponent, kinds, leaf->regular};
}

static snw_status reduced_value(const snw__avoidance *avoidance, const snw_expression_at *at,
                                snw_expression_value *own) {
    const snw_nullspace *ns = at->nullspace;
    double F[SNW_LINALG_MAX], value;
    const snw_status status = snw__avoidance_at(avoidance, at->task, at->task->q, &value, F);
    if (snw_failed(status)) return status;
    own->rows = ns->freedom;
    own->cols = 1;
    for (int c = 0; c < ns->freedom; c++) {
        own->data[c] = 0;
        for (int i = 0; i < ns->n; i++)
            own->data[c] += ns->N[c * ns->n + i] * F[i];
    }
    return SNW_OK;
}

static snw_status collision_ab_value(const void *block, const snw_expression_at *at,
                                     snw_expression_value *own) {
    const snw_avoidance_leaf *leaf = block;
    const unsigned kinds = (leaf->self ? SNW_NEAR_SELF : 0u) |
                           (leaf->environment ? SNW_NEAR_MUTUAL | SNW_NEAR_WORLD : 0u);
    const snw__avoidance avoidance = avoidance_of(leaf, kinds);
    return reduced_value(&avoidance, at, own);
}

static snw_status obstacle_ab_value(const void *block, const snw_expression_at *at,
                                    snw_expression_value *own) {
    const snw__avoidance avoidance = avoidance_of(block, SNW_NEAR_WORLD);
    return reduced_value(&avoidance, at, own);
}

static snw_status obstacle_value(const void *block, const snw_expression_at *at,
                                 snw_expression_value *own) {
    const snw__avoidance avoidance = avoidance_of(block, SNW_NEAR_WORLD);
    double value;
    return snw__avoidance_at(&avoidance, at->task, at->task->q, &value, own->data);
}

#define FUNCTIONS(name)                                                                            \
    const snw_expression_functions snw__##name##_functions = {                                     \
        .head = {sizeof(snw_expression_functions), SNW_EXPRESSION_VERSION},                        \
        .size = column_size,                                                                       \
        .evaluate = name##_value}

FUNCTIONS(collision_ab);
FUNCTIONS(obstacle_ab);
FUNCTIONS(obstacle);
