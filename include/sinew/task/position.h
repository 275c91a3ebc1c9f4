// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_POSITION_H
#define SINEW_TASK_POSITION_H

/// @file
/// Position control: end effectors are led to desired placements by velocity control, step by step,
/// and the state is asked for at any time.
///
///     status = snw_position_init(&position, &setup, q0, &arena, &why);
///     status = snw_position_set_desired(&position, 0, pose, &why);
///     status = snw_position_state(&position, t, q, v);        // as often as wanted
///
/// There are two types of controllers, of base "position_controller":
///
///   position_control        goes as far as it can
///   look_forward_control    first simulates a command, and stays where it is when the command
///                           would not be reached

#include "sinew/task/control.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Which collisions stop a step.
typedef enum snw_collision_mode {
    SNW_COLLISION_OFF,  ///< none: nothing is looked for
    SNW_COLLISION_SELF, ///< those of the member with itself
    SNW_COLLISION_ALL   ///< those with other members and obstacles, too
} snw_collision_mode;

/// Parameters of both types.
typedef struct snw_position_config {
    bool on;
    double time_step;    ///< of control [s]
    int max_iterations;  ///< steps of control per question
    int max_propagation; ///< steps by which a state is extrapolated when these do not suffice
    bool two_passes;     ///< rates of a step are the mean of those at its two ends
    snw_collision_mode collision; ///< what a step must not run into
    double breakdown;             ///< pairs whose metric is larger are passed through; 1 stops all
    int precision;                ///< 0 exact shapes, 1 a ball for each shape, 2 one for each link
    double assimilation; ///< share of the sensed state that is taken over per second, 0 to 1
} snw_position_config;

/// Parameters of a controller that looks forward.
typedef struct snw_look_forward {
    snw_position_config position;
    double run_time;      ///< how far it looks [s]; 0 estimates it
    double run_scale;     ///< estimate: this times the least time to the placements
    int steps;            ///< at which convergence is looked for
    double tolerance;     ///< distance that counts as reached [m]
    snw_child simulation; ///< of base "position_controller", what is simulated; none is itself
} snw_look_forward;

SNW_API extern const snw_base snw_position_base;
SNW_API extern const snw_type snw_position_config_type, snw_look_forward_type;

struct snw_position;

/// What a controller that looks forward does with a command that would not be reached.
typedef void snw_halt_fn(struct snw_position *position, void *context);

/// How deep the mechanism is in other bodies at q[nq] [m]; 0 where it is in none, or only in such
/// that `config` lets it pass through. snw_around_depth() of the module avoid.
typedef double snw_depth_fn(const snw_position_config *config, const double *q, void *context);

/// What a position controller is made from; all must outlive it.
typedef struct snw_position_setup {
    snw_child controller; ///< of base "position_controller"
    const snw_control_config *control;
    const snw_model *model;
} snw_position_setup;

/// Caller-owned, no destructor, one per thread.
typedef struct snw_position {
    // public
    snw_halt_fn *halt; ///< the default of the library after init
    void *halt_context;
    snw_depth_fn *depth; ///< NULL after init: without it a `collision` other than off refuses steps
    void *depth_context;
    // read-only
    const snw_position_config *config;
    const snw_look_forward *look; ///< NULL for one that does not look forward
    snw_control control;
    double *q, *v;  ///< [nq], [nv] at the last step of control
    double time;    ///< of that step [s]
    double asked;   ///< the time that the last state given is of [s]; less than t when it lags
    int64_t steps;  ///< of control since init or reset
    int last_steps; ///< of the last question
    int looked;     ///< steps of simulation of the last command, as polls
    double horizon; ///< how long the last command was simulated at most [s]
    bool singular;  ///< rates of the last step were zeroed for a lost row
    bool limited;   ///< the last step was not made, for a limit
    bool collided;  ///< the last step was not made, for a collision
    // private
    snw_control simulated; // of a controller that looks forward
    const snw_position_config *simulated_config;
    double *q_start, *q_next, *q_simulated, *v_simulated; // [nq], [nq], [nq], [nv]
    double *first, *second;                               // [nv]
    double origin;                                        // time of step 0
} snw_position;

/// Lays out a controller at q0[nq], at rest, at time 0, all placements desired where they are.
/// SNW_ERR_ARGUMENT for another kind of type, or one that looks forward inside one that does;
/// others as snw_control_init(). On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_position_init(snw_position *position,
                                                     const snw_position_setup *setup,
                                                     const double *q0, snw_arena *arena,
                                                     snw_why *why);

/// Desires a placement. SNW_ERR_UNREACHABLE from one that looks forward: it has halted.
/// SNW_ERR_NOT_FINITE, SNW_ERR_RANGE for a bad pose, SNW_ERR_ARGUMENT for an end effector
/// that is not there.
SNW_RT SNW_NODISCARD snw_status snw_position_set_desired(snw_position *position, int effector,
                                                         snw_pose placement, snw_why *why);

/// What is desired, and where it is at the last step of control.
SNW_RT snw_pose snw_position_desired(const snw_position *position, int effector);

/// Where an end effector is at the last step of control.
SNW_RT snw_pose snw_position_actual(snw_position *position, int effector);

/// The state q[nq], v[nv] (may be NULL) at time t [s]: goes on in steps of control up to t, as many
/// as allowed. SNW_SATURATED when they did not suffice: then the state is extrapolated.
/// SNW_ERR_NOT_FINITE; when velocity control fails, what it returns: then the mechanism stands.
SNW_RT SNW_NODISCARD snw_status snw_position_state(snw_position *position, double t, double *q,
                                                   double *v);

/// Takes over a part of the sensed configuration sensed[nq], by config->assimilation and the time
/// dt [s] since the last one.
SNW_RT SNW_NODISCARD snw_status snw_position_assimilate(snw_position *position,
                                                        const double *sensed, double dt);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_POSITION_H
