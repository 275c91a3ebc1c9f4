// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PROFILE_GENERATOR_H
#define SINEW_PROFILE_GENERATOR_H

/// @file
/// The motion of least time from any state to any state, for up to 64 axes that arrive together.
///
///     snw_profile profile;
///     status = snw_profile_init(&profile, 7, &arena);
///     snw_profile_problem problem = snw_profile_problem_defaults();
///     problem.start = now, problem.target = goal, problem.limits = limits;
///     status = snw_profile_plan(&profile, &problem, NULL);
///     snw_profile_at(&profile, t, sample);             // each tick, 0 <= t <= profile.duration
///
/// Valid problems, none of which fails: all numbers finite (jerk may be INFINITY); limits within
/// the ranges of snw_profile_limits; |p| of start and target, |v| and |a| of the start at most
/// SNW_PROFILE_LARGEST; the target inside the limits and reachable inside them, that is
///
///     v_min <= v <= v_max,  a_min <= a <= a_max,  v_min <= v - a |a| / (2 jerk) <= v_max
///
/// (the last says that the velocity from which the acceleration was built up is allowed). The start
/// may be outside the limits: then the axis first comes back inside in the least time, and the
/// motion of least time follows from there.
///
/// Limits are kept, and the target is reached, to 1e-9 of the largest velocity and acceleration
/// that occur and of the largest velocity times the duration; a smaller rest of way or velocity at
/// the start (1e-11) counts as none.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base/arena.h"
#include "sinew/base/why.h"
#include "sinew/profile/types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum snw_profile_control {
    SNW_PROFILE_POSITION, ///< reach position, velocity and acceleration of the target
    SNW_PROFILE_VELOCITY  ///< reach its velocity and acceleration, wherever that is
} snw_profile_control;

typedef enum snw_profile_sync {
    SNW_PROFILE_TIME,  ///< all axes arrive together
    SNW_PROFILE_PHASE, ///< on a straight line in the space of the axes, if start and target allow
                       ///< it (all velocities and accelerations along the line); else as TIME
    SNW_PROFILE_FREE   ///< each axis as soon as it can
} snw_profile_sync;

/// One motion to plan. The arrays have one item per axis and are only read during the call.
typedef struct snw_profile_problem {
    const snw_profile_state *start;
    const snw_profile_state *target; ///< p is not looked at for SNW_PROFILE_VELOCITY
    const snw_profile_limits *limits;
    snw_profile_control control;
    snw_profile_sync sync;
    double minimum_duration; ///< the motion takes at least so long [s], [0, SNW_PROFILE_LARGEST]
} snw_profile_problem;

/// Why a motion takes as long as it does.
typedef enum snw_profile_cause {
    SNW_PROFILE_CAUSE_AXIS,    ///< the least time of profile.governing_axis
    SNW_PROFILE_CAUSE_BLOCKED, ///< that axis could arrive earlier, but not together with the others
    SNW_PROFILE_CAUSE_LINE,    ///< the axes together, on a straight line
    SNW_PROFILE_CAUSE_REQUEST  ///< minimum_duration
} snw_profile_cause;

/// What governs one axis in one phase.
typedef enum snw_profile_limit {
    SNW_PROFILE_LIMIT_NONE,  ///< no limit: the axis waits for others, or for the requested duration
    SNW_PROFILE_LIMIT_JERK,  ///< the jerk is at its limit
    SNW_PROFILE_LIMIT_A_MAX, ///< the acceleration is at its upper limit
    SNW_PROFILE_LIMIT_A_MIN, ///< the acceleration is at its lower limit
    SNW_PROFILE_LIMIT_V_MAX, ///< the velocity is at its upper limit
    SNW_PROFILE_LIMIT_V_MIN, ///< the velocity is at its lower limit
    SNW_PROFILE_LIMIT_OUTSIDE ///< the start was outside the limits; the axis comes back
} snw_profile_limit;

/// Caller-owned generator with its last motion. No destructor.
typedef struct snw_profile {
    // read-only
    int axes;
    double duration;            ///< [s] of the last motion planned; 0 before the first
    int governing_axis;         ///< the axis that fixes the duration; -1 for LINE and REQUEST
    snw_profile_cause cause;    ///< of the duration
    bool straight;              ///< the motion is a straight line in the space of the axes
    double *axis_duration;      ///< [axes] when each axis arrives [s]
    double *axis_least;         ///< [axes] the least time of each axis alone [s]
    snw_profile_phases *phase;  ///< [axes] the phases of each axis, one after the other
    int32_t *phase_count;       ///< [axes]
    int32_t *brake_count;       ///< [axes] the first phases, which bring the axis inside its limits
    snw_profile_state *end;     ///< [axes] the state at the end; beyond it a stays constant
    snw_profile_limits *limits; ///< [axes] of the last problem
    // private
    struct snw__axis *axis; // [axes] the work of plan
} snw_profile;

/// Position control, synchronised in time, no minimum duration; the arrays are NULL.
SNW_RT snw_profile_problem snw_profile_problem_defaults(void);

/// Lays out a generator for `axes` (1 to SNW_PROFILE_AXES) axes at rest at 0; about 1.8 KB each.
SNW_SETUP SNW_NODISCARD snw_status snw_profile_init(snw_profile *profile, int axes,
                                                    snw_arena *arena);

/// Plans a motion. An invalid problem is refused with SNW_ERR_NOT_FINITE, SNW_ERR_RANGE or
/// SNW_ERR_ARGUMENT, the axis at fault in `why` (may be NULL), and the last motion stays in place.
SNW_RT SNW_NODISCARD snw_status snw_profile_plan(snw_profile *profile,
                                                 const snw_profile_problem *problem, snw_why *why);

/// Plans to rest from `start` in the least time of each axis (FREE), together (TIME), or along the
/// present direction of motion if all axes move in proportion (PHASE, else as TIME).
SNW_RT SNW_NODISCARD snw_status snw_profile_stop(snw_profile *profile,
                                                 const snw_profile_state *start,
                                                 const snw_profile_limits *limits,
                                                 snw_profile_sync sync, snw_why *why);

/// The motion at time t [s]: sample[axes]. Before 0 it is the start; after the end each axis goes
/// on with the target's acceleration. NaN counts as 0.
SNW_RT void snw_profile_at(const snw_profile *profile, double t, snw_profile_sample *sample);

/// One axis at time t.
SNW_RT snw_profile_sample snw_profile_axis_at(const snw_profile *profile, int axis, double t);

/// What governs `axis` in its phase `phase`.
SNW_RT snw_profile_limit snw_profile_phase_limit(const snw_profile *profile, int axis, int phase);

/// Says in `why` what governs the motion at time t: the axis (subject "axis[3]"), the limit, when
/// this phase begins and ends, and why the motion as a whole takes its time.
SNW_RT void snw_profile_explain(const snw_profile *profile, double t, snw_why *why);

/// The lowest and the highest position of an axis during the motion, with its ends.
SNW_RT void snw_profile_range(const snw_profile *profile, int axis, double *lowest,
                              double *highest);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PROFILE_GENERATOR_H
