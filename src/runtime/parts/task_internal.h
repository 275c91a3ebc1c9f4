// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_TASK_INTERNAL_H
#define SINEW_SRC_PARTS_TASK_INTERNAL_H

#include "internal.h"
#include "sinew/avoid.h"
#include "sinew/parts/task.h"
#include "sinew/profile.h"

/// What a motion by hand is made of.
typedef enum snw__manual_space {
    SNW__MANUAL_TOOL,   ///< twists of the tool, by the law
    SNW__MANUAL_JOINTS, ///< rates of the joints
    SNW__MANUAL_ELBOW   ///< self-motion, the tool stays
} snw__manual_space;

/// A time law of velocities: axes on their way to what is wanted, without a jump of acceleration.
typedef struct snw__manual_shape {
    snw_profile profile;
    snw_profile_state *now, *to; // [axes]
    snw_profile_limits *limits;  // [axes]
    int axes;
} snw__manual_shape;

/// What a person wants.
typedef struct snw__manual_wish {
    snw_twist twist; // along the axes of the world, or of the tool
    bool in_tool;
    double *rates;    // [n]
    double *place_of; // [n] where joints are to go
    double part;      // of the velocity that joints are jogged with
    snw_pose goal;
    int link; // that is pulled
    snw_vec3 point, place;
    double turn;
} snw__manual_wish;

/// What the guard of a drag knows of its goal. Distances are weighed.
typedef struct snw__goal_guard {
    snw_pose goal;
    bool known, approaches;    // a goal is there; the tool has come nearer to this one
    bool lost;                 // the tool goes away from it
    bool told, changed, tell;  // it was said; the goal is another since; say it in this tick
    double age;                // of this goal [s]
    double before, nearest;    // in the last tick; the least since the tool approaches
    double best[2], waited[2]; // of position and orientation: at the last progress; since then [s]
    snw_why why;
} snw__goal_guard;

/// The search for the ends of self-motion, a step in each tick.
typedef struct snw__scout {
    snw_task task;
    snw_nullspace ns;
    double *from, *q, *last; // [n] where it began, where it is, the direction of its last step
    int side;                // 0 none, 1 forward, -1 backward
    double way, step;        // so far, and the next [rad]
    double low, high;        // that were found, seen from `from`
    double turned;           // self-motion of the arm since it began
    double shown_low, shown_high;
} snw__scout;

/// End effectors that can be changed: descriptions of their own, and the set that is made of them.
/// There are two of these, so that one can be made while the other is in use.
typedef struct snw__manual_bank {
    snw_child *children; // [room] blocks are described ones or `own`
    snw_effector *own;   // [room]
    void *slots;         // memory of the set
    snw_effector_set set;
    int count;
} snw__manual_bank;

/// The work of a task component. Rates and coordinates are in the order of the model, which has as
/// many of both.
typedef struct snw__manual {
    const snw_task_stage *config;
    snw_arm *arm;
    const snw_guard *guard;
    int n;

    // the law
    snw_control_config law; // without objectives while the arm is to come to rest
    snw_effector tool;      // where the description names none
    snw_child tool_child;
    snw_control control;
    snw_collision collision; // what else is there, where the law asks for it
    snw_around around;
    int set;               // described one that was taken last
    double *lower, *upper; // [n] that motions keep
    snw_task_room room;
    snw__manual_bank banks[2];
    int bank;         // in use
    bool edited;      // it is no described set any more
    uint64_t changes; // of end effectors and limits
    snw_triple present;

    // where the target is
    snw_hand_mode mode;
    snw__manual_space space;
    double age;        // since the last command [s]
    double braking;    // since the brake began [s]
    double *q, *v, *a; // [n] of the last tick
    bool begun;        // q is known
    uint64_t clamps, refusals;

    // the way of the tool, of the joints
    snw__manual_wish wish;
    snw__manual_shape hand, joints;
    bool shaped; // hand.now goes on
    snw__goal_guard goal_guard;
    double pace[2]; // that the tool may have: it comes down to what is described [m/s], [rad/s]

    // self-motion
    int elbow;           // axis whose link turns
    bool holding;        // the guides are where the tool stays
    double *self, *last; // [n] rates that are wanted; the direction of the last tick
    snw_twist *columns;  // [n]
    int stopper;

    snw__scout scout;
    snw_pose_setpoint setpoint;
    bool led; // there has been a setpoint since the arm was enabled

    snw_kin shown;
    double *q_shown; // [n]
    uint64_t violations;
} snw__manual;

// --- task_law.c ---

/// Limits of this tick; then the rates qd[n] that make the motion V of the end effectors, within
/// them.
void snw__manual_limits(snw__manual *h);
snw_status snw__manual_rates(snw__manual *h, const double *V, double dt, double *qd);

/// The same with rates `self` of the joints where the end effectors leave them free.
snw_status snw__manual_self_rates(snw__manual *h, const double *V, double dt, double *qd);

/// All joints brake, each as it may.
void snw__manual_brake(const snw__manual *h, double dt, double *qd);

/// Rows of the tool: 6 of a frame, 3 of a point, 0 where there is no tool.
SNW_INLINE int snw__manual_tool_rows(const snw__manual *h) {
    const snw_effector_set *set = h->control.task.set;
    return set != NULL && set->count > 0 ? set->slots[0].rows : 0;
}

/// J v of the hard end effectors.
void snw__manual_motion(snw__manual *h, const double *v, double *V);

// --- task_around.c ---

/// Lays out a view of the cell where constraints or objectives need one. Refuses a cell without
/// rules.
snw_status snw__manual_around_init(const snw_component *self, snw__manual *h, snw_arena *arena,
                                   snw_why *why);

/// Takes what the cell is now; dt since the last time.
void snw__manual_look_around(snw__manual *h, const snw_component *self, double dt);

// --- task_tool.c ---

/// Lays out a time law.
snw_status snw__manual_shape_init(snw__manual_shape *shape, int axes, snw_arena *arena);

/// One tick of twists, or of rates of joints: qd[n].
snw_status snw__manual_move_tool(snw__manual *h, double dt, double *qd);
snw_status snw__manual_move_joints(snw__manual *h, double dt, double *qd);

/// One tick of the joints' time law from where they are to shape->to[].v; `share` of what limits of
/// acceleration allow.
snw_status snw__manual_advance_joints(snw__manual *h, double share, snw_profile_sync sync,
                                      double dt);

/// The motion V of the end effectors that brings the tool to a setpoint in dt, the others held.
void snw__manual_lead(snw__manual *h, const snw_pose_setpoint *to, double dt, double *V);

/// The tool is at rest, and is meant to be.
bool snw__manual_tool_rests(snw__manual *h);

// --- task_guard.c ---

/// One tick of a drag, with the task updated: true while the tool is to be held, because it went
/// away from its goal.
bool snw__manual_loses_goal(snw__manual *h, double dt);

/// Rates of a jog or a drag by which the tool is faster than described are made slower, all by one
/// factor, as far as limits allow. A tool that was faster before slows down as `asked`.
void snw__manual_hold_speed(snw__manual *h, const double *asked, double *qd);

// --- task_elbow.c ---

/// One tick of self-motion: qd[n].
snw_status snw__manual_move_elbow(snw__manual *h, double dt, double *qd);

/// How far the tool is from where it is to stay [m], [rad].
void snw__manual_drift(snw__manual *h, double *way, double *angle);

/// How many joints the end effectors leave free at the present target.
int snw__manual_freedom(snw__manual *h);

/// The unit vector u[n] of self-motion by which the elbow turns forward, where `kin` is; `last` is
/// the one before, or zeros. False when there is none.
bool snw__manual_turn(snw__manual *h, const snw_kin *kin, const snw_nullspace *ns, double *last,
                      double *u);

/// Finds the axis whose link is the elbow; `kin` is used for it.
void snw__manual_find_elbow(snw__manual *h, snw_kin *kin);

// --- task_scout.c ---

/// Lays out the search for the ends of self-motion.
snw_status snw__manual_scout_init(snw__scout *s, const snw_model *model, snw_task_room room,
                                  snw_arena *arena);

/// One step of it. While the arm moves otherwise, nothing is known.
void snw__manual_scout(snw__manual *h, double dt);

// --- task_effectors.c ---

/// SNW_ERR_UNKNOWN_NAME, with the closest name, when an end effector is on a link that does not
/// exist. task_names.c
snw_status snw__manual_check_names(const snw_component *self, const snw__manual *h, snw_why *why);

/// The room that all described sets need, and `spare` more; refuses sets that are not legal.
snw_status snw__manual_find_room(const snw_component *self, snw__manual *h, snw_why *why);

/// Lays out both banks for h->room.
void snw__manual_banks_init(snw__manual *h, snw_arena *arena);

/// Takes a described set: 0 that of the controller, else 1 + its place.
snw_status snw__manual_take_set(const snw_component *self, int set, snw_why *why);

// --- task_limits.c ---

/// Takes what motions keep from what the guard enforces; dt is the period.
void snw__manual_take_limits(snw__manual *h, double dt);

/// Narrows joints as the description has it.
snw_status snw__manual_described_limits(snw_component *self, snw_why *why);

/// Tells services what end effectors and limits are now.
void snw__manual_publish(snw_component *self);

// --- task_orders.c ---

/// Refuses a command, or a description, with its reason.
snw_status snw__manual_refuse(const snw_component *self, snw_status status, const char *text,
                              const char *fix, snw_why *why);

// --- task_words.c ---

enum { SNW__MANUAL_COMMANDS = 10 };
extern const snw_command snw__manual_commands[SNW__MANUAL_COMMANDS];

#endif // SINEW_SRC_PARTS_TASK_INTERNAL_H
