// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TASK_TREES_H
#define SINEW_TESTS_TASK_TREES_H

/// @file
/// Trees of elements on a Panda, built by hand.

#include "arms.h"

#include "../../../src/motion/task/inside.h"

static arm a;
static snw_expression expression;
static void *block;
static snw_setup *memory;

static inline void open_panda(void) {
    memory = new_setup();
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
}

static inline void put_away(void) {
    arm_close(&a);
    snw_setup_destroy(memory);
}

static inline void lay_out(snw_child root) {
    snw_arena arena = {0};
    snw_why why;
    SNW_IGNORE(snw__expression_init(&expression, &root, &a.control.task, &arena, NULL));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    const snw_status status =
        snw__expression_init(&expression, &root, &a.control.task, &arena, &why);
    if (status) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

static inline snw_expression_value evaluate(const double *V) {
    snw_expression_value value;
    CHECK(snw__expression_evaluate(&expression, V, 0.01, &value) == SNW_OK);
    return value;
}

// --- trees from code -----------------------------------------------------------------------------

static inline snw_child element(const char *token) {
    const snw_type *type = snw__expression_type(token);
    CHECK(type != NULL);
    const snw_child child = {type, snw_block_new(type, memory)};
    CHECK(child.block != NULL);
    return child;
}

static inline snw_child branch(const char *token, int count, const snw_child *children) {
    const snw_child child = element(token);
    const snw_field *field = snw_type_field(child.type, "children");
    CHECK(snw_block_resize(field, child.block, count, memory) == SNW_OK);
    memcpy(((snw_expression_branch *)child.block)->children, children,
           sizeof(snw_child) * (size_t)count);
    return child;
}

static inline snw_child numbers(const char *token, int count, const double *values) {
    const snw_child child = element(token);
    const snw_field *field = snw_type_field(child.type, "numbers");
    CHECK(snw_block_resize(field, child.block, count, memory) == SNW_OK);
    memcpy(((snw_expression_leaf *)child.block)->numbers, values, sizeof(double) * (size_t)count);
    return child;
}

static inline snw_child scalar(double value) {
    const snw_child child = element("scalar_constant");
    ((snw_expression_leaf *)child.block)->value = value;
    return child;
}

// a matrix of any numbers: a sum of its elements
static inline snw_child matrix(int rows, int cols, const double *values) {
    snw_child items[SNW_EXPRESSION_CHILDREN];
    for (int i = 0; i < rows * cols; i++) {
        items[i] = element("single_element_matrix");
        snw_expression_leaf *leaf = items[i].block;
        *leaf = (snw_expression_leaf){
            .rows = rows, .columns = cols, .row = i % rows, .column = i / rows, .value = values[i]};
    }
    return branch("plus", rows * cols, items);
}

// --- arithmetic ----------------------------------------------------------------------------------

// the tree of the guide's first example, for as many joints as the arm has
static inline snw_child example_tree(void) {
    const double tenths[] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1}, tens[] = {10, 10, 10, 10, 10, 10};
    const snw_child core = element("control_core"), rates = element("joint_rate_filter"),
                    root = element("end_effector_error_filter");
    snw_expression_core *c = core.block;
    snw_expression_filter *r = rates.block, *e = root.block;
    c->matrix = element("mass_matrix");
    c->vector = element("joint_limit_avoidance");
    c->scalar = scalar(-0.5);
    r->unfiltered_rates = core;
    r->weights = numbers("diagonal_matrix", 7, tenths);
    e->unfiltered_rates = rates;
    e->weights = numbers("general_column", 6, tens);
    return root;
}

#endif // SINEW_TESTS_TASK_TREES_H
