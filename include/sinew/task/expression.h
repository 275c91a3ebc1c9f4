// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_EXPRESSION_H
#define SINEW_TASK_EXPRESSION_H

/// @file
/// Control laws as trees of expressions: every element gives a matrix, branches combine those of
/// their children, and the root gives the rates. A tree is a description, from a file or a program:
///
///     <end_effector_error_filter threshold="1">
///       <unfiltered_rates><joint_rate_filter threshold="1"> ... </joint_rate_filter>
///       </unfiltered_rates>
///       <weights><general_column> ... </general_column></weights>
///     </end_effector_error_filter>
///
/// Branches, element by element where not said otherwise: plus, minus, negative, times (of
/// matrices), transpose, and, or, equal, greater, greater_or_equal, less, less_or_equal, sine,
/// cosine, inverse, log, log_n, pow, root. NaN is equal to nothing. Where sizes differ, the largest
/// part that fits is used: sums run over the rows and columns that both have, products over the
/// columns of the one that have rows in the other. table_function gives the numbers of tables at
/// the point that its argument is.
///
/// Leaves: scalar_constant, general_column, single_element_column, single_element_matrix,
/// identity_matrix, diagonal_matrix; of the mechanism: mass_matrix, mass_matrix_ab, joint_value,
/// joint_limit_avoidance, and objective_gradient, which is that of any type of objective.
///
/// Cores: control_core, ab_core, matrix_to_ab, vector_to_ab. Filters: joint_rate_filter,
/// end_effector_error_filter.
///
/// A leaf with a `key` takes its numbers from a data map in every step, as long as they are there.
/// assign gives the value of its child, and stores it under a key for the rest of the step: leaves
/// with that key that are evaluated later take it in place of the data map's. Elements are
/// evaluated from left to right, children before their parents; of several values the last one
/// counts. Types of one's own have snw_expression_functions.

#include "sinew/describe.h"
#include "sinew/task/map.h"
#include "sinew/task/nullspace.h"
#include "sinew/task/table.h"
#include "sinew/task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_EXPRESSION_VERSION = 1,
    SNW_EXPRESSION_CHILDREN = 16, ///< of one element
    SNW_EXPRESSION_ELEMENTS = 256 ///< of one tree
};

/// A value: rows x cols by columns.
typedef struct snw_expression_value {
    double *data;
    int rows, cols;
} snw_expression_value;

/// What an element is asked in.
typedef struct snw_expression_at {
    snw_task *task;           ///< at the present configuration
    const double *V;          ///< [rows] the wanted motion
    double dt;                ///< [s]
    const snw_data_map *map;  ///< NULL for none
    snw_nullspace *nullspace; ///< of the hard rows, at this configuration
    const snw_expression_value *children;
    int child_count;
    // private
    const struct snw_expression *tree;
    int place; // of the element in the tree
} snw_expression_at;

/// What a type of elements does.
typedef struct snw_expression_functions {
    snw_vtable head;

    /// Its children, up to SNW_EXPRESSION_CHILDREN, into list; how many. NULL: none. A child that
    /// is absent is reported.
    int (*children)(const void *block, const snw_child **list);

    /// The largest value it can have: `own` from those of its children, whose data are NULL.
    /// A negative status refuses the element.
    snw_status (*size)(const void *block, const snw_task *task,
                       const snw_expression_value *children, int count, snw_expression_value *own);

    /// Its value: sets own->rows and cols, no larger than size() said, and the data. In bounded
    /// time without allocation, lock, I/O or system call.
    snw_status (*evaluate)(const void *block, const snw_expression_at *at,
                           snw_expression_value *own);
} snw_expression_functions;

/// Block of the branches of any number of children.
typedef struct snw_expression_branch {
    snw_child *children;
    int child_count;
    double base; ///< of log_n
} snw_expression_branch;

/// Block of the leaves.
typedef struct snw_expression_leaf {
    double value;
    double *numbers; ///< of a column or a diagonal
    int number_count;
    int rows, columns; ///< 0 is as many as needed
    int row, column;   ///< of the one element that is not 0
    char joint[SNW_NAME];
    char key[SNW_MAP_KEY]; ///< of a data map
    double avoidance_zone, exponent, maximum;
    snw_child objective;
} snw_expression_leaf;

/// Block of assign.
typedef struct snw_expression_assign {
    snw_child value;
    char key[SNW_MAP_KEY];
} snw_expression_assign;

/// Block of the function of tables: a column with a number for each set of data, at the point whose
/// coordinates are the argument's numbers.
typedef struct snw_expression_table {
    snw_child argument;
    snw_table_entry *tables; ///< from left to right, as in snw_composed_table
    int table_count;
} snw_expression_table;

/// Block of cores and converters.
typedef struct snw_expression_core {
    snw_child matrix, vector, scalar;
} snw_expression_core;

/// Block of filters.
typedef struct snw_expression_filter {
    snw_child unfiltered_rates, weights;
    double threshold;
    bool stops_at_limits;
} snw_expression_filter;

/// A tree that is ready to be asked. Caller-owned, no destructor, one per thread.
typedef struct snw_expression {
    // public
    const snw_data_map *map; ///< NULL after init
    // read-only
    int count; ///< elements
    // private
    struct snw__element *elements; // [count] children before parents
    snw_expression_value *values;  // [count]
    snw_nullspace nullspace;
    snw_task *task;
} snw_expression;

SNW_API extern const snw_base snw_expression_base;

/// Adds the base "expression" and its types to a registry that has the objectives, all or none.
SNW_SETUP SNW_NODISCARD snw_status snw_expression_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_EXPRESSION_H
