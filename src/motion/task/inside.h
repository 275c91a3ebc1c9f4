// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TASK_INSIDE_H
#define SINEW_SRC_TASK_INSIDE_H

/// @file
/// What sources and tests of task share, and nobody outside of it needs.

#include "sinew/task/bounded.h"
#include "sinew/task/constraint.h"
#include "sinew/task/control.h"
#include "sinew/task/controls.h"
#include "sinew/task/effector.h"
#include "sinew/task/expression.h"
#include "sinew/task/filter.h"
#include "sinew/task/limits.h"
#include "sinew/task/map.h"
#include "sinew/task/nullspace.h"
#include "sinew/task/objective.h"
#include "sinew/task/position.h"
#include "sinew/task/table.h"
#include "sinew/task/task.h"

/// Lays out for n rates, up to max_rows rows and up to `constraints` rows of constraints;
/// SNW_ERR_SIZE beyond SNW_LINALG_MAX and SNW_RATE_ROWS. On an empty arena it measures.
SNW_NODISCARD snw_status snw__bounded_init(snw_bounded *law, int n, int max_rows, int constraints,
                                           snw_arena *arena);

/// The first program with the targets of its rows; `problem` has all but these. False when they
/// cannot be met, or rounding left one violated.
SNW_NODISCARD bool snw__bounded_try_rows(snw_bounded *law, const snw_rate_rows *constraints,
                                         snw_qp_problem *problem, snw_qp_result *result);

/// The same with rows that give way as far as they must.
SNW_NODISCARD snw_status snw__bounded_solve_rows(snw_bounded *law, const snw_rate_rows *constraints,
                                                 snw_qp_problem *problem, snw_qp_result *result,
                                                 snw_why *why);

/// Do rates meet what the rows kept in the last solve, to rounding?
bool snw__bounded_rows_hold(const snw_bounded *law, const snw_rate_rows *rows, const double *qd);

/// Do rates meet the targets of all rows?
bool snw__rate_rows_hold(const snw_rate_rows *rows, const double *qd);

/// Is this a constraint, and one for this mechanism? SNW_ERR_ARGUMENT, or what its type answers.
SNW_NODISCARD snw_status snw__constraint_check(const snw_child *constraint, const snw_model *model,
                                               snw_why *why);

/// Lays out SNW_RATE_ROWS rows of n rates. On an empty arena it measures.
SNW_NODISCARD snw_status snw__rate_rows_init(snw_rate_rows *rows, int n, snw_arena *arena);

/// The rows of constraints[count], and nothing else. SNW_ERR_NOT_FINITE, and failures of the types.
SNW_NODISCARD snw_status snw__constraint_rows(const snw_child *constraints, int count,
                                              const snw_constraint_at *at, snw_rate_rows *rows);

/// Takes rates qd[nv] from which a constraint could not be kept back towards braking, as far as it
/// must. How far, 0 to 1.
double snw__constraint_settle(const snw_child *constraints, int count, const snw_constraint_at *at,
                              double *qd);

/// Forgets what earlier ticks were held by.
void snw__bounded_reset(snw_bounded *law);

/// The usual way: adds factor * (J qd - V)' w (J qd - V) to 1/2 qd'W qd + F'qd.
void snw__soft_default(const snw_soft_problem *problem, void *context);

/// Lays out a controller for each description. Every member that can move must have one: a member
/// that is missing, named twice or not there is told by name (SNW_ERR_UNKNOWN_NAME for one that is
/// not there, SNW_ERR_SIZE with both numbers where there are too many or too few), and so is what
/// snw_control_init() refuses. On an empty arena it measures.
SNW_NODISCARD snw_status snw__controls_init(snw_controls *controls,
                                            const snw_controls_config *config,
                                            const snw_system *system, snw_arena *arena,
                                            snw_why *why);

/// Which of the controllers a member has; -1 for none.
int snw__controls_find(const snw_controls *controls, const char *member);

/// All guides are where the end effectors are at q[system nq].
SNW_NODISCARD snw_status snw__controls_hold(snw_controls *controls, const double *q);

/// Finds the rates qd[system nv] of all members. Where one is refused, its rates are 0 and those of
/// the others are as ever: the status is that of the first refusal, `why` names its member, and
/// controls->statuses has all. Else the first status that is not SNW_OK.
SNW_NODISCARD snw_status snw__controls_rates(snw_controls *controls,
                                             const snw_controls_input *input, double *qd,
                                             snw_why *why);

/// Where it is: the pose that a guide is compared with.
snw_pose snw__effector_placement(const snw_effector_at *at);

/// The rows V[rows] that drive it to its guide: gain times what is missing, ways and turns each
/// held to their largest speed.
void snw__effector_drive(const snw_effector_at *at, double *V);

/// Ways plus `length` times angles that are missing to the guide [m].
double snw__effector_difference(const snw_effector_at *at);

/// A lower bound of the time to the guide, by the largest speeds [s].
double snw__effector_minimum_time(const snw_effector_at *at);

/// V[rows] at the velocities of at->kin.
void snw__effector_velocity(const snw_effector_at *at, double *V);

/// zero[rows * nv].
void snw__effector_sparsity(const snw_effector_at *at, bool *zero);

/// Lays out a tree over a task; the description and the task must outlive it. SNW_ERR_ARGUMENT for
/// a type that is none, SNW_ERR_NOT_FOUND for a child that is missing, SNW_ERR_SIZE for a tree that
/// is too large; `why`, which may be NULL, names the element. On an empty arena it measures.
SNW_NODISCARD snw_status snw__expression_init(snw_expression *expression, const snw_child *root,
                                              snw_task *task, snw_arena *arena, snw_why *why);

/// The value of the tree at the present configuration of its task, for V[rows] and dt; its data are
/// valid until the next call. Refusals are those of its elements.
SNW_NODISCARD snw_status snw__expression_evaluate(snw_expression *expression, const double *V,
                                                  double dt, snw_expression_value *value);

/// The type of elements by its token; NULL for none.
const snw_type *snw__expression_type(const char *token);

/// Is this a filter? SNW_ERR_ARGUMENT.
SNW_NODISCARD snw_status snw__filter_check(const snw_child *filter, snw_why *why);

/// Its factor, 0 to 1.
double snw__filter_factor(const snw_child *filter, const snw_filter_at *at);

/// "position limit", "velocity limit", "acceleration limit"; "nothing".
const char *snw__bound_cause_name(snw_bound_cause cause);

/// Lays out the limits of a model; `acceleration`, above 0, is taken for rates that have none
/// (INFINITY leaves them without). On an empty arena it measures.
SNW_NODISCARD snw_status snw__rate_limits_init(snw_rate_limits *limits, const snw_model *model,
                                               double acceleration, snw_arena *arena);

/// Set a value, new or not. SNW_ERR_FULL when there is no room for a new name, SNW_ERR_SIZE for a
/// name, text or vector that is too long, SNW_ERR_NOT_FINITE for a number that is none. A map that
/// is set must stay; SNW_ERR_ARGUMENT for the map itself.
SNW_NODISCARD snw_status snw__data_map_set_text(snw_data_map *map, const char *key,
                                                const char *text);
SNW_NODISCARD snw_status snw__data_map_set_real(snw_data_map *map, const char *key, double value);
SNW_NODISCARD snw_status snw__data_map_set_int(snw_data_map *map, const char *key, int64_t value);
SNW_NODISCARD snw_status snw__data_map_set_reals(snw_data_map *map, const char *key,
                                                 const double *values, int count);
SNW_NODISCARD snw_status snw__data_map_set_ints(snw_data_map *map, const char *key,
                                                const int64_t *values, int count);
SNW_NODISCARD snw_status snw__data_map_set_map(snw_data_map *map, const char *key,
                                               snw_data_map *value);

/// Read a value; NULL when there is none of this kind by this name. A name may lead through maps:
/// "arm/gains".
const char *snw__data_map_text(const snw_data_map *map, const char *key);
const double *snw__data_map_real(const snw_data_map *map, const char *key);
const int64_t *snw__data_map_int(const snw_data_map *map, const char *key);
const double *snw__data_map_reals(const snw_data_map *map, const char *key, int *count);
const int64_t *snw__data_map_ints(const snw_data_map *map, const char *key, int *count);
snw_data_map *snw__data_map_map(const snw_data_map *map, const char *key);

/// The same with A and B in the place of W and F: At[n * freedom] holds the rows of A one behind
/// the other, B[freedom]; V[rows], NULL is 0.
SNW_NODISCARD snw_status snw__nullspace_solve_reduced(snw_nullspace *ns, const double *V,
                                                      const double *At, const double *B,
                                                      double alpha, double *qd);

/// W to A: At[n * freedom] = (N'W)', for W[n * n] by columns; and F to B: B[freedom] = N'F.
void snw__nullspace_matrix_to_a(const snw_nullspace *ns, const double *W, double *At);
void snw__nullspace_vector_to_b(const snw_nullspace *ns, const double *F, double *B);

/// The derivatives of a function along the columns of N by forward differences: B[freedom] with
/// freedom + 1 calls, where its gradient would take n + 1. SNW_ERR_NOT_FINITE.
SNW_NODISCARD snw_status snw__nullspace_differences(const snw_nullspace *ns,
                                                    const snw_differences *differences, double *B);

/// The gradient[n] by central differences of order four: 4 n calls. `work` is [n].
SNW_NODISCARD snw_status snw__gradient(const snw_differences *differences, double *work,
                                       double *gradient);

/// The rate that leads away from the limits: 0 outside the zones, -maximum at the upper limit.
double snw__joint_limit_rate(const snw_joint_limits *limits, double q, double lower, double upper);

/// The matrix A[36] of a region that moves with a frame, by columns: with density rho over the
/// region its moments are those of a body, and V'A V is the integral of rho |v|^2.
void snw__region_interest(snw_inertia region, double A[36]);

/// Torques T[nv] = -J' wrench that hold wrench[rows] on the end effectors.
void snw__holding_torques(const double *J, int rows, int nv, const double *wrench, double *T);

/// Is this an objective, and one for this mechanism? SNW_ERR_ARGUMENT, or what its type answers.
SNW_NODISCARD snw_status snw__objective_check(const snw_child *objective, const snw_model *model,
                                              snw_why *why);

/// The gradient F[nv] at the present configuration. SNW_ERR_NOT_FINITE; F is unchanged then.
SNW_NODISCARD snw_status snw__objective_gradient(const snw_child *objective, snw_task *task,
                                                 double *F);

/// The sum of weight times gradient of objectives[count]: F[nv].
SNW_NODISCARD snw_status snw__objective_sum(const snw_child *objectives, int count, snw_task *task,
                                            double *F);

/// 1 - (1 - share)^dt: how much to take over in dt when `share` is taken over in a second.
double snw__assimilation(double share, double dt);

/// The values[sets] at x[dimensions]. Place and weights are found once for all sets. NaN in gives
/// NaN out.
void snw__table_at(snw_table *table, const double *x, double *values);

/// Is x inside the grid, ends included? Can the table go on to it: are all ends that x is beyond
/// SNW_TABLE_EXTRAPOLATE?
bool snw__table_contains(const snw_table *table, const double *x);
bool snw__table_can_extrapolate(const snw_table *table, const double *x);

/// The first table that contains x answers, else the first that can go on to it; else the first,
/// held at its edges, and SNW_SATURATED. SNW_ERR_SIZE for a composition of nothing.
SNW_NODISCARD snw_status snw__composed_table_at(snw_composed_table *table, const double *x,
                                                double *values);

/// Is it a table? As snw__table_init(), and SNW_ERR_SIZE for sets whose length is not that of the
/// grid.
SNW_NODISCARD snw_status snw__table_entry_check(const snw_table_entry *entry, snw_why *why);

/// A table over the numbers of the file, which must stay; the entry was checked.
void snw__table_view_init(snw_table_view *view, const snw_table_entry *entry);

/// The motion V[rows] that rates v[nv] will have after dt seconds of them: V(q + dt v, v).
SNW_NODISCARD snw_status snw__task_predict(snw_task *task, const double *v, double dt, double *V);

/// The largest difference of an end effector to its guide [m], and the largest minimum time [s].
double snw__task_difference(snw_task *task);
double snw__task_minimum_time(snw_task *task);

/// The weights w[rows] of all rows in measures of error, as the end effectors have them.
void snw__task_weights(const snw_task *task, double *w);

/// J of the end effectors at q + h rates, by rows, until the next call; NULL when refused. The
/// present configuration stays.
const double *snw__task_probe(snw_task *task, const double *rates, double h);

/// Lays out a map for `capacity` values. On an empty arena it measures.
SNW_NODISCARD snw_status snw__data_map_init(snw_data_map *map, int capacity, snw_arena *arena);

/// Takes axes and data, which must stay. SNW_ERR_RANGE for an axis that neither rises nor falls, or
/// is not even where it is said to be; SNW_ERR_SIZE for counts; SNW_ERR_NOT_FINITE. `why`, which
/// may be NULL, names the axis.
SNW_NODISCARD snw_status snw__table_init(snw_table *table, const snw_table_axis *axes,
                                         int dimensions, const double *const *data, int sets,
                                         snw_why *why);

/// Back to the state of init and to time 0.
void snw__position_reset(snw_position *position);

/// From now on it is `time` [s].
void snw__position_set_time(snw_position *position, double time);

/// The same for all end effectors at once.
SNW_NODISCARD snw_status snw__position_set_all_desired(snw_position *position,
                                                       const snw_pose *placements, snw_why *why);

/// Desires the present placements.
void snw__position_halt(snw_position *position, void *context);

/// The place of an end effector by its name; -1 for none.
int snw__effector_set_find(const snw_effector_set *set, const char *name);

/// The value at the present configuration; NaN when the type has none.
double snw__objective_measure(const snw_child *objective, snw_task *task);

#endif // SINEW_SRC_TASK_INSIDE_H
