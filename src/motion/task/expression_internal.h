// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_EXPRESSION_INTERNAL_H
#define SINEW_TASK_EXPRESSION_INTERNAL_H

#include "internal.h"
#include "sinew/task/expression.h"
#include "sinew/task/filter.h"

#define EXPRESSION_HEAD .head = {sizeof(snw_expression_functions), SNW_EXPRESSION_VERSION}

// Every element: X(token, block, its fields, its sentence).
#define SNW__EXPRESSIONS(X)                                                                        \
    X(plus, branch, children, "Sum of its children.")                                              \
    X(minus, branch, children, "The first child minus the second.")                                \
    X(negative, branch, children, "The negative of its child.")                                    \
    X(times, branch, children, "Product of two matrices.")                                         \
    X(transpose, branch, children, "Transpose of its child.")                                      \
    X(and, branch, children, "1 where all children are not 0.")                                    \
    X(or, branch, children, "1 where any child is not 0.")                                         \
    X(equal, branch, children, "1 where both children are equal.")                                 \
    X(assign, assign, assign,                                                                      \
      "Stores the value of its child under a key for the rest of the step.")                       \
    X(greater, branch, children, "1 where the first child is above the second.")                   \
    X(greater_or_equal, branch, children, "1 where the first child is not below the second.")      \
    X(less, branch, children, "1 where the first child is below the second.")                      \
    X(less_or_equal, branch, children, "1 where the first child is not above the second.")         \
    X(sine, branch, children, "Sine of its child, which is in radians.")                           \
    X(cosine, branch, children, "Cosine of its child, which is in radians.")                       \
    X(inverse, branch, children, "1 over each element of its child.")                              \
    X(log, branch, children, "Natural logarithm of its child.")                                    \
    X(log_n, branch, children_and_base, "Logarithm of its child to a base.")                       \
    X(pow, branch, children, "The first child to the power of the second.")                        \
    X(root, branch, children, "Root of the first child; the second child is the order.")           \
    X(scalar_constant, leaf, scalar, "A constant number.")                                         \
    X(general_column, leaf, numbers, "A constant column of numbers.")                              \
    X(single_element_column, leaf, single, "A column with a single nonzero element.")              \
    X(single_element_matrix, leaf, single, "A matrix with a single nonzero element.")              \
    X(identity_matrix, leaf, sizes, "Identity matrix.")                                            \
    X(diagonal_matrix, leaf, diagonal, "Diagonal matrix of numbers.")                              \
    X(joint_value, leaf, joint, "Position of a joint [rad or m].")                                 \
    X(joint_limit_avoidance, leaf, avoidance,                                                      \
      "Velocities that move joints away from their limits.")                                       \
    X(objective_gradient, leaf, objective, "Gradient of an objective.")                            \
    X(table_function, table, table, "Values of tables at the argument.")                           \
    X(control_core, core, core, "Velocities computed by the core law.")                            \
    X(ab_core, core, core, "Velocities computed by the core law in its reduced form.")             \
    X(matrix_to_ab, core, core, "A matrix W in its reduced form N'W.")                             \
    X(vector_to_ab, core, core, "A column F in its reduced form N'F.")                             \
    X(joint_rate_filter, filter, filter, "Limits the largest weighted velocity to a threshold.")   \
    X(end_effector_error_filter, filter, filter, "Slows down where end effectors would deviate.")

// Those without fields: X(token, its sentence).
#define SNW__BARE_EXPRESSIONS(X)                                                                   \
    X(mass_matrix, "Mass matrix of the mechanism.")                                                \
    X(mass_matrix_ab, "Mass matrix in its reduced form, by the Newton-Euler algorithm.")

#define SNW__DECLARE(token, block, fields, words)                                                  \
    extern const snw_expression_functions snw__expression_##token;
SNW__EXPRESSIONS(SNW__DECLARE)
#undef SNW__DECLARE
extern const snw_expression_functions snw__expression_mass_matrix, snw__expression_mass_matrix_ab;

/// The value that was stored under a key in this step, or NULL.
const snw_expression_value *snw__expression_stored(const snw_expression_at *at, const char *key);

/// The factor of the error of the hard rows one step ahead, weighted by W[rows * rows].
double snw__error_share(const snw_filter_at *at, const double *W, double threshold, bool stops);

#endif // SINEW_TASK_EXPRESSION_INTERNAL_H
