// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_CONTROL_H
#define SINEW_TASK_CONTROL_H

/// @file
/// Velocity control of one mechanism: rates from the wanted motion of its end effectors, each tick.
/// Everything about it is a description, snw_control_config, from a file or from a program; the law
/// is one word of it:
///
///   nullspace   J qd = V is met whatever rates it takes; filters then slow the whole down
///   qp          limits of position, velocity and acceleration hold always; J qd = V is met as far
///               as they allow, and what holds it back is reported
///   tree        whatever a tree of expressions says
///
///     status = snw_control_init(&control, &config, &model, &arena, &why);
///     const snw_control_input input = {.q = q, .v = v, .V = V, .dt = 0.001};
///     status = snw_control_rates(&control, &input, qd, &why);     // each tick

#include "sinew/task/bounded.h"
#include "sinew/task/constraint.h"
#include "sinew/task/expression.h"
#include "sinew/task/filter.h"
#include "sinew/task/nullspace.h"
#include "sinew/task/objective.h"
#include "sinew/task/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_CONTROL_HELD = 8, ///< joints that can be held at once
    SNW_CONTROL_LOST = 8  ///< rows that are named
};

typedef enum snw_control_law {
    SNW_LAW_NULLSPACE = 0,
    SNW_LAW_QP = 1,
    SNW_LAW_TREE = 2
} snw_control_law;

/// What W of 1/2 qd'W qd is.
typedef enum snw_weighting {
    SNW_WEIGHT_UNIT = 0,
    SNW_WEIGHT_DIAGONAL = 1, ///< `weights`
    SNW_WEIGHT_MASS = 2      ///< the mass matrix: least kinetic energy
} snw_weighting;

/// A controller as it is described.
typedef struct snw_control_config {
    snw_control_law law;
    snw_child *effectors;
    int effector_count;
    snw_child *objectives;
    int objective_count;
    snw_child *constraints; ///< of the law qp, of base "constraint"
    int constraint_count;
    snw_child *filters; ///< of the laws nullspace and tree, the innermost first
    int filter_count;
    snw_child tree; ///< of base "expression": its value are the rates, for the law tree
    snw_weighting weighting;
    double weights[SNW_LINALG_MAX]; ///< [nv] above 0, for SNW_WEIGHT_DIAGONAL
    int weight_count;
    double alpha;          ///< factor of the sum of objectives
    double soft;           ///< factor of what soft end effectors miss
    snw_rank_rule rank;    ///< of the law nullspace
    double rank_tolerance; ///< below it a row counts as lost
    double singular_from;  ///< of the law qp: snw_bounded
    double damping;
    double acceleration; ///< for rates whose acceleration the model does not limit
} snw_control_config;

SNW_API extern const snw_type snw_control_config_type;

/// What a controller shows of itself each tick; a described signal.
typedef struct snw_control_report {
    int status; ///< snw_status of the tick
    int rank;   ///< rows that could be met
    int lost[SNW_CONTROL_LOST];
    int lost_count;
    double closest;           ///< to a singularity: least over largest; 0 is singular
    double missed;            ///< largest of |J qd - V| of hard rows, before filters
    double factor;            ///< of all filters
    int beyond;               ///< rates outside what limits allow; 0 for the law qp
    int hold_rate[SNW_HOLDS]; ///< -1 for a row of a constraint
    int hold_cause[SNW_HOLDS], hold_side[SNW_HOLDS];
    double hold_share[SNW_HOLDS];
    int hold_first_member[SNW_HOLDS], hold_first_link[SNW_HOLDS]; ///< bodies of a row; else -1
    int hold_second_member[SNW_HOLDS], hold_second_link[SNW_HOLDS];
    int hold_count;      ///< limits that hold the end effectors back, by falling share
    int objective_holds; ///< limits that hold only the objectives back
    int constraint_rows; ///< of all constraints in this tick
    int yielded;         ///< of these, rows that gave way because not all could be met
    double braked; ///< how far the rates were taken back towards braking, so that the arm can stop
} snw_control_report;

SNW_API extern const snw_type snw_control_report_type;

/// The quadratic problem of one tick, as soft end effectors change it.
typedef struct snw_soft_problem {
    const double *J; ///< [rows * n] of the soft rows, by rows
    const double *V; ///< [rows] what they want
    const double *w; ///< [rows] what a miss costs
    int rows, n;
    double factor; ///< of all of it
    double *W;     ///< [n * n] to be changed
    double *F;     ///< [n] to be changed, alpha included
} snw_soft_problem;

/// Folds soft end effectors into W and F.
typedef void snw_soft_fn(const snw_soft_problem *problem, void *context);

/// Caller-owned, no destructor, one per thread.
typedef struct snw_control {
    // public
    snw_soft_fn *soft; ///< the default of the library after init
    void *soft_context;
    bool *held; ///< [nv] joints that have failed: their rates are what they are; not for trees
    double *held_rate; ///< [nv] and this is what they are; 0 for one that is locked
    snw_rate_limits limits;
    // read-only
    const snw_control_config *config;
    snw_task task;
    snw_effector_set set; ///< of the configuration; others may be used by snw_task_use()
    snw_nullspace nullspace;
    snw_bounded bounded;
    snw_expression tree; ///< of the law tree
    snw_control_report report;
    snw_rate_rows rows; ///< of the constraints, in this tick
    // private
    double *J, *V; // [(rows + held) * nv], [2 rows + held]
    double *W, *F; // [nv * nv], [nv]
    double *x;     // [nv]
} snw_control;

/// What a tick is asked.
typedef struct snw_control_input {
    const double *q; ///< [nq]
    const double *v; ///< [nv] the rates of the last tick; NULL is 0
    const double *V; ///< [rows, then soft rows]; NULL drives end effectors to their guides
    double dt;       ///< [s]
} snw_control_input;

/// Lays out a controller; config and model must outlive it. The guides are the placements at the
/// neutral configuration until snw_control_hold(). SNW_ERR_ARGUMENT, SNW_ERR_UNKNOWN_NAME,
/// SNW_ERR_SIZE for a description that does not fit the model: `why`, which may be NULL, names what
/// is at fault. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_control_init(snw_control *control,
                                                    const snw_control_config *config,
                                                    const snw_model *model, snw_arena *arena,
                                                    snw_why *why);

/// The same with room for other sets of end effectors, which snw_task_use() takes while it runs.
SNW_SETUP SNW_NODISCARD snw_status snw_control_init_room(snw_control *control,
                                                         const snw_control_config *config,
                                                         const snw_model *model, snw_task_room room,
                                                         snw_arena *arena, snw_why *why);

/// All guides are where the end effectors are at q[nq].
SNW_RT SNW_NODISCARD snw_status snw_control_hold(snw_control *control, const double *q);

/// Finds the rates qd[nv]. SNW_SATURATED and SNW_NEAR_SINGULAR as the laws tell them, `why` and
/// control->report say more. SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for dt, SNW_ERR_SINGULAR for weights
/// that are not positive: qd is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_control_rates(snw_control *control,
                                                  const snw_control_input *input, double *qd,
                                                  snw_why *why);

/// Forgets earlier ticks.
SNW_RT void snw_control_reset(snw_control *control);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_CONTROL_H
