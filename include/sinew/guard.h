// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GUARD_H
#define SINEW_GUARD_H

/// @file
/// The last word before the drives: one guard per arm, called by the executive between the stage
/// `user` and `act`. It cannot be switched off. It checks what was measured and what is wanted,
/// lets it pass, holds it back or begins a stop; what leaves it is finite and within the limits in
/// every tick. Each clamp and each stop counts, carries a why, and is a signal.
///
/// None of this is a safety-rated function; docs/guard.md says so too.

#include "sinew/axis.h"
#include "sinew/guard/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_GUARD_BOXES = 16, ///< keep-out boxes
    SNW_GUARD_EVENTS = 8, ///< reasons that one tick can give
    SNW_GUARD_POINTS = 16 ///< places of an arm that boxes and bounds are tested at
};

/// What the guard looks after. X(name, rule, stop class, sentence)
#define SNW_GUARD_CAUSES(X)                                                                        \
    X(SNW_CAUSE_NONE, "", SNW_STOP_NONE, "nothing")                                                \
    X(SNW_CAUSE_NOT_FINITE, "not-finite", SNW_STOP_2, "a target value is NaN or infinite")         \
    X(SNW_CAUSE_COMMAND_STEP, "command-step", SNW_STOP_2, "a target position jumps")               \
    X(SNW_CAUSE_TARGET_LIMIT, "target-limit", SNW_STOP_2, "a target position is beyond its limit") \
    X(SNW_CAUSE_TARGET_VELOCITY, "target-velocity", SNW_STOP_2, "a target velocity is too high")   \
    X(SNW_CAUSE_TARGET_ACCELERATION, "target-acceleration", SNW_STOP_2,                            \
      "target velocities change too fast")                                                         \
    X(SNW_CAUSE_EFFORT, "effort", SNW_STOP_1, "an effort stays at its limit")                      \
    X(SNW_CAUSE_SOFT_LIMIT, "soft-limit", SNW_STOP_2, "a joint is beyond its soft limit")          \
    X(SNW_CAUSE_HARD_LIMIT, "hard-limit", SNW_STOP_1, "a joint is beyond its limit")               \
    X(SNW_CAUSE_VELOCITY, "velocity", SNW_STOP_1, "a joint moves too fast")                        \
    X(SNW_CAUSE_FOLLOWING, "following", SNW_STOP_1, "a joint does not follow its command")         \
    X(SNW_CAUSE_OPPOSITE, "opposite", SNW_STOP_0, "a joint moves against its command")             \
    X(SNW_CAUSE_FROZEN, "frozen", SNW_STOP_1, "a reading does not change although it should")      \
    X(SNW_CAUSE_JUMP, "jump", SNW_STOP_1, "a reading jumps")                                       \
    X(SNW_CAUSE_BAD_READING, "bad-reading", SNW_STOP_1, "a reading is NaN or impossible")          \
    X(SNW_CAUSE_STALE, "stale", SNW_STOP_2, "readings are late")                                   \
    X(SNW_CAUSE_LOST, "lost", SNW_STOP_1, "readings are missing")                                  \
    X(SNW_CAUSE_DRIVE, "drive", SNW_STOP_1, "a drive has switched itself off or reports a fault")  \
    X(SNW_CAUSE_POWER, "power", SNW_STOP_1, "the power of the arm is lost")                        \
    X(SNW_CAUSE_DRIFT, "drift", SNW_STOP_1, "the arm drifts from the position where it is held")   \
    X(SNW_CAUSE_WORKSPACE, "workspace", SNW_STOP_2, "a part of the arm leaves the workspace")      \
    X(SNW_CAUSE_OVERRUN, "overrun", SNW_STOP_2, "cycles are late")                                 \
    X(SNW_CAUSE_GAP, "gap", SNW_STOP_2, "time jumped")                                             \
    X(SNW_CAUSE_WATCHDOG, "watchdog", SNW_STOP_0, "the loop does not answer its watchdog")         \
    X(SNW_CAUSE_EMERGENCY, "emergency", SNW_STOP_1, "the emergency stop is pressed")               \
    X(SNW_CAUSE_COMPONENT, "component", SNW_STOP_2, "a component has failed")                      \
    X(SNW_CAUSE_ASKED, "asked", SNW_STOP_2, "a stop was requested")                                \
    X(SNW_CAUSE_BRAKING, "braking", SNW_STOP_1, "the arm does not brake as planned")               \
    X(SNW_CAUSE_CLEARANCE, "clearance", SNW_STOP_2, "the arm would come too near to something")

typedef enum snw_cause {
#define SNW_X(name, rule, stop, sentence) name,
    SNW_GUARD_CAUSES(SNW_X)
#undef SNW_X
        SNW_CAUSES
} snw_cause;

/// "following" for SNW_CAUSE_FOLLOWING, its sentence and its class; "" and none for no cause.
SNW_RT const char *snw_cause_rule(snw_cause cause);

/// The sentence of a cause, for people; "" for no cause.
SNW_RT const char *snw_cause_sentence(snw_cause cause);

/// The class of stop that a cause demands.
SNW_RT snw_stop_class snw_cause_class(snw_cause cause);

/// A box along the axes of the arm's base.
typedef struct snw_guard_box {
    double low[3], high[3]; ///< [m]
} snw_guard_box;

/// What a cell says of the guard. All of it can only narrow what the model allows.
typedef struct snw_guard_config {
    double margin;         ///< soft limits lie so far inside the limits [rad or m]
    double entry;          ///< how near to the command a source must begin [rad or m]
    double tube;           ///< how far a target may run ahead of what limits allow [rad or m]
    double velocity_scale; ///< of the model's limits, (0, 1]
    double acceleration_scale;
    double default_velocity, default_acceleration, default_jerk; ///< where the model has none
    double following_rest, following_full; ///< window at rest and at full speed [rad or m]
    double following_time;                 ///< how long outside [s]
    double effort_time;                    ///< how long at the limit of effort [s]
    double effort_rate;                    ///< [N.m/s]; INF for none
    double stale_time, lost_time;          ///< without fresh readings [s]
    double frozen_time;                    ///< without a new sample while it should move [s]
    double drift;                          ///< of a held arm [rad or m]
    double stop_lag;                       ///< how far behind a stop's plan the arm may be [s]
    double enable_time;                    ///< that drives may take to follow once enabled [s]
    double standstill;                     ///< rates below are rest [rad/s or m/s]
    snw_axis_mode hold;                    ///< how drives hold an arm until its first target
    bool home_required;                    ///< refuses to be enabled before every axis is homed
    snw_stop_class emergency;              ///< S1, or S0
    snw_guard_box workspace; ///< every watched point stays inside; infinite ends mean no limit
    snw_guard_box boxes[SNW_GUARD_BOXES]; ///< no watched point enters
    int box_count;
} snw_guard_config;

SNW_API extern const snw_type snw_guard_config_type;

/// What a guard shows of itself.
typedef struct snw_guard_signals {
    int count;
    snw_stop_state state;
    snw_stop_class active;
    snw_cause cause;     ///< the first of the stop that is active or latched
    int axis;            ///< that it names; -1 for none
    uint64_t cause_tick; ///< when it came
    snw_cause harder;    ///< by which that stop became more severe, the last of them; or none
    uint64_t harder_tick;
    uint64_t stops, clamps, refusals;
    uint64_t causes[SNW_CAUSES]; ///< how often each
    double following[SNW_AXES];  ///< commanded less measured position
    double scale;                ///< of the stop in progress: 1 at its beginning, 0 at rest
    uint32_t asked; ///< what operators asked for in this tick, in the bits of the executive
} snw_guard_signals;

SNW_API extern const snw_type snw_guard_signals_type;

/// What the executive gives the guard in a tick, besides the arm.
typedef struct snw_guard_tick {
    uint64_t number;
    int64_t t_ns;
    double dt;  ///< of this tick [s]
    int late;   ///< cycles that this one is late by
    double gap; ///< time that passed beyond the period, without being lateness [s]
    bool acknowledge, enable, disable; ///< as the operator holds them
    snw_stop_class demand;             ///< of the executive itself, with its cause
    snw_cause demand_cause;
    const snw_why *demand_why; ///< its object, text and numbers, in place of those of its cause; or
                               ///< NULL
    bool motion_allowed;       ///< a client has authority to move it; else it holds
} snw_guard_tick;

/// One guard. Owned by the executive.
typedef struct snw_guard {
    // read-only
    snw_guard_config config;
    snw_arm_limits limits; ///< those that it enforces; finite where that is needed
    snw_stop_machine machine;
    snw_guard_signals signals;
    snw_why first;                      ///< of the stop that is active or latched
    snw_why harder;                     ///< by which it became more severe, if it did
    snw_event events[SNW_GUARD_EVENTS]; ///< [event_count] of this tick
    int event_count;
    // private
    struct snw__guard *work;
} snw_guard;

/// Lays out a guard for an arm; the arm must outlive it. Limits that the model does not give come
/// from the defaults of the configuration. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_guard_init(snw_guard *guard, const snw_guard_config *config,
                                                  const snw_arm *arm, snw_arena *arena,
                                                  snw_why *why);

/// One tick: reads arm->sensed, arm->estimate and arm->wanted, writes arm->command. Whatever goes
/// in, what comes out is finite, and within the limits unless power is off.
SNW_RT void snw_guard_step(snw_guard *guard, const snw_guard_tick *tick, snw_arm *arm);

/// Other ends of the range of an axis, from the next step on: within those of the model, and around
/// where the axis is with the margin of its soft limits; the arm's own limits are the caller's to
/// change. SNW_ERR_ARGUMENT for an axis that is not there, SNW_ERR_RANGE for bad ends,
/// SNW_ERR_LIMIT for a range beyond that of the model, SNW_ERR_STATE for an axis that is outside.
SNW_RT SNW_NODISCARD snw_status snw_guard_narrow(snw_guard *guard, int axis, double lower,
                                                 double upper, snw_why *why);

/// What is attached to the links of the arm, loads[link_count], each in the frame of its link: from
/// now on stops by efforts brake and carry it too.
SNW_RT void snw_guard_set_loads(snw_guard *guard, const snw_inertia *loads);

/// The position command as of the last tick, for sources that begin from it without a jump.
SNW_RT const double *snw_guard_position(const snw_guard *guard);

#ifdef __cplusplus
}
#endif

#endif // SINEW_GUARD_H
