// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "expression_internal.h"
#include "inside.h"

// The tables of the elements.

const snw_base snw_expression_base = {"expression", NULL,
                                      "An element of a control law; its value is a matrix."};

#define BRANCH(member) SNW_AT(snw_expression_branch, member)
#define LEAF(member) SNW_AT(snw_expression_leaf, member)
#define CHILDREN                                                                                   \
    {                                                                                              \
        SNW_AT_LIST(snw_expression_branch, children, child_count, SNW_EXPRESSION_CHILDREN),        \
            .kind = SNW_KIND_CHILD, .base = "expression", .help = "Operands of the expression."    \
    }
#define KEY                                                                                        \
    {                                                                                              \
        LEAF(key), .kind = SNW_KIND_STRING,                                                        \
                   .help = "Name of a stored value or in the data map, for values that change."    \
    }
#define COUNT(member, words)                                                                       \
    { LEAF(member), .kind = SNW_KIND_INT, .range = {0, 256}, .help = (words) }
#define VALUE                                                                                      \
    { LEAF(value), .kind = SNW_KIND_REAL, .help = "Value of the constant." }
#define NUMBERS                                                                                    \
    {                                                                                              \
        SNW_AT_LIST(snw_expression_leaf, numbers, number_count, 256),                              \
            .kind = SNW_KIND_REAL, .help = "Values of the elements."                               \
    }
#define PART(structure, name, words)                                                               \
    { SNW_AT(structure, name), .kind = SNW_KIND_CHILD, .base = "expression", .help = (words) }

static const snw_field children_fields[] = {CHILDREN};
static const snw_field children_and_base_fields[] = {CHILDREN,
                                                     {BRANCH(base), .kind = SNW_KIND_REAL,
                                                      .range = {1e-300, 1e300}, .initial = "10",
                                                      .help = "Base of the logarithm."}};
static const snw_field scalar_fields[] = {VALUE, KEY};
static const snw_field numbers_fields[] = {NUMBERS, KEY};
static const snw_field single_fields[] = {VALUE, COUNT(rows, "Rows."), COUNT(columns, "Columns."),
                                          COUNT(row, "Row of the element, from 0."),
                                          COUNT(column, "Column of the element, from 0.")};
static const snw_field sizes_fields[] = {
    COUNT(rows, "Number of rows; 0 means one per velocity."),
    COUNT(columns, "Number of columns; 0 means one per velocity.")};
static const snw_field diagonal_fields[] = {
    NUMBERS, COUNT(rows, "Number of rows; 0 means one per element."),
    COUNT(columns, "Number of columns; 0 means one per element.")};
static const snw_field joint_fields[] = {
    {LEAF(joint), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED, .help = "Name of the joint."}};
static const snw_field avoidance_fields[] = {
    {LEAF(avoidance_zone), .kind = SNW_KIND_REAL, .range = {1e-9, 1e6}, .initial = "0.5",
     .help = "Distance from a limit at which avoidance begins [rad or m]."},
    {LEAF(exponent), .kind = SNW_KIND_REAL, .range = {1, 32}, .initial = "3",
     .help = "Exponent with which avoidance grows."},
    {LEAF(maximum), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .initial = "50",
     .help = "Velocity at the limit [rad/s or m/s]."}};
static const snw_field objective_fields[] = {{LEAF(objective), .kind = SNW_KIND_CHILD,
                                              .base = "objective",
                                              .help = "Objective whose gradient is taken."}};
static const snw_field table_fields[] = {
    PART(snw_expression_table, argument, "Point at which the tables are evaluated."),
    {SNW_AT_LIST(snw_expression_table, tables, table_count, SNW_TABLE_LEAVES),
     .kind = SNW_KIND_STRUCT, .type = &snw_table_entry_type, .item = "table",
     .help = "Tables; the first one that covers the point is used."}};
static const snw_field core_fields[] = {
    PART(snw_expression_core, matrix, "Matrix W, or A in reduced form."),
    PART(snw_expression_core, vector, "Column F, or B in reduced form."),
    PART(snw_expression_core, scalar, "Factor alpha of F.")};
static const snw_field assign_fields[] = {
    PART(snw_expression_assign, value, "Value that is stored."),
    {SNW_AT(snw_expression_assign, key), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,
     .help = "Name under which leaves read the value."}};
static const snw_field filter_fields[] = {
    PART(snw_expression_filter, unfiltered_rates, "Velocities to be filtered."),
    PART(snw_expression_filter, weights, "Weights: a column, or a diagonal matrix."),
    {SNW_AT(snw_expression_filter, threshold), .kind = SNW_KIND_REAL, .range = {1e-12, 1e12},
     .initial = "1", .help = "Limit of the weighted measure."},
    {SNW_AT(snw_expression_filter, stops_at_limits), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Stop where end effectors would move backwards."}};

#define TYPE(token, block, table, words)                                                           \
    {SNW_TYPE_AS(#token, snw_expression_##block, table##_fields), .base = "expression",            \
     .space = &snw_space_motion, .functions = &snw__expression_##token.head, .help = (words)},

#define BARE(token_, words)                                                                        \
    {.token = #token_,                                                                             \
     .size = sizeof(snw_expression_leaf),                                                          \
     .align = _Alignof(snw_expression_leaf),                                                       \
     .base = "expression",                                                                         \
     .space = &snw_space_motion,                                                                   \
     .functions = &snw__expression_##token_.head,                                                  \
     .help = (words)},

static const snw_type types[] = {SNW__EXPRESSIONS(TYPE) SNW__BARE_EXPRESSIONS(BARE)};
enum { TYPES = sizeof types / sizeof *types };

const snw_type *snw__expression_type(const char *token) {
    for (int i = 0; i < TYPES; i++) {
        if (strcmp(types[i].token, token) == 0) return &types[i];
    }
    return NULL;
}

snw_status snw_expression_register(snw_registry *registry, snw_why *why) {
    const int before = registry->type_count, bases = registry->base_count;
    snw_status status = snw_registry_add_base(registry, &snw_expression_base, why);
    for (int i = 0; status == SNW_OK && i < TYPES; i++)
        status = snw_registry_add(registry, &types[i], why);
    if (snw_failed(status)) snw_registry_rewind(registry, before, bases);
    return status;
}
