// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AVOID_H
#define SINEW_AVOID_H

/// @file
/// Keeping away from what is near, in task control: types that ask a collision world.
///
///   keep_clearance           a constraint: pairs of bodies keep their distance, whatever is asked
///   collision_avoidance      an objective: freedom is used to stay away
///   collision_avoidance_ab   an expression: its gradient in reduced form
///   obstacle_avoidance       an expression: the gradient from what stands still, and
///   obstacle_avoidance_ab    the same in reduced form
///
/// The controller must know its surroundings:
///
///     status = snw_around_init(&around, &collision, member, &arena);       // set-up
///     control.task.around = &around;
///     status = snw_around_place(&around, &state, dt);                      // in every tick, then
///     status = snw_control_rates(&control, &input, qd, &why);

#include "sinew/collision.h"
#include "sinew/task.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_AROUND_PLACES = 128 }; ///< that are looked at to see whether the arm can stop

/// The surroundings of one controlled member. Caller-owned, no destructor; one per task, with a
/// workspace of its own.
typedef struct snw_around {
    // public
    const double *rates; ///< [system nv] how all members move; NULL, as after init: estimated from
                         ///< how bodies were placed
    // read-only
    snw_collision *collision;
    int member;
    // private
    snw_solid probe;                  // a very small ball
    double *q;                        // [nq of the member] where it was moved last
    bool moved, estimated;            // q is valid; `motion` is
    snw_pose *T_before;               // [moving bodies]
    snw_twist *motion;                // [moving bodies] about the origin of the world
    int n;                            // rates of the member
    double *turns;                    // [n] by how much each turns what is behind it; 0 for slides
    int watched;                      // places of this tick
    double *reserve, *room, *parting; // [SNW_AROUND_PLACES]
    double *g, *lever, *turn;         // [SNW_AROUND_PLACES * n]
} snw_around;

/// Lays out the surroundings of a member of the system of collision->world. SNW_ERR_RANGE for a
/// member that is not there. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_around_init(snw_around *around, snw_collision *collision,
                                                   int member, snw_arena *arena);

/// Does a controller of this description ask for its surroundings: has it a constraint, an
/// objective of this module, or a tree with an expression of this module?
SNW_SETUP bool snw_around_needed(const snw_control_config *config);

/// Places all members. `dt` [s] is the time since the last call, for the estimated motion of other
/// bodies; 0 when there was none, or when they were put somewhere else. What would have moved
/// faster than 10 m/s counts as put there. Failures are those of snw_collision_place().
SNW_RT SNW_NODISCARD snw_status snw_around_place(snw_around *around, const snw_system_state *state,
                                                 double dt);

/// Constraint `keep_clearance`: pairs with the policy `keep` approach each other only as fast as
/// they can stop, and stay apart by their `keep`.
typedef struct snw_keep_clearance {
    double slow;  ///< [m] distance at which the approach is held to `speed`; 0 is that of the rules
    double speed; ///< [m/s] of approach at `slow`; it falls with the distance
    double retreat; ///< [m/s] at most, of bodies that are nearer than allowed
    int rows;       ///< of the constraint at most
    double margin;  ///< [m] kept besides `keep`, so that an interlock has nothing to stop
} snw_keep_clearance;

/// Objective `collision_avoidance`: the sum over pairs nearer than `distance` of
/// metric boundary ((distance - rho) / distance)^exponent.
typedef struct snw_collision_avoidance {
    snw_objective objective;
    double distance; ///< [m]
    double boundary; ///< value in contact
    double exponent;
    bool environment; ///< other members, and what stands still, such as the own base
    bool self;
} snw_collision_avoidance;

/// Block of the expressions, which have the same parameters.
typedef struct snw_avoidance_leaf {
    double distance, boundary, exponent;
    bool environment, self; ///< of collision_avoidance_ab
} snw_avoidance_leaf;

SNW_API extern const snw_type snw_keep_clearance_type, snw_collision_avoidance_type;

/// Adds all types of the module to a registry that has the bases of snw_task_register() and of
/// snw_expression_register(), all or none.
SNW_SETUP SNW_NODISCARD snw_status snw_avoid_register(snw_registry *registry, snw_why *why);

/// The depth of contact of a position controller (snw_position.depth): how deep the member is in
/// other bodies at q, 0 where it is in none. `around` is a snw_around of the member, placed. With
/// config->precision 1 each shape is taken as a ball that holds it, with 2 each link.
SNW_RT double snw_around_depth(const snw_position_config *config, const double *q, void *around);

#ifdef __cplusplus
}
#endif

#endif // SINEW_AVOID_H
