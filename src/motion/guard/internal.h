// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_GUARD_INTERNAL_H
#define SINEW_GUARD_INTERNAL_H

/// @file
/// What the sources of the guard share. A tick goes through them in this order:
///
///     readings.c   what was measured: is it believable, fresh, alive; where is the arm
///     watch.c      limits, following, drives, the loop's own time; what demands a stop
///     wishes.c     what is wanted: refused, or followed within the limits
///     boxes.c      workspace and keep-out boxes (only where there are some)
///     stop.c       the stop machine
///     brake.c      the way to rest of axes that follow positions or rates
///     hold.c       the same of axes that follow efforts
///     guard.c      the order of all this, and what the drives are told
///
/// causes.c keeps the books: which cause holds, since when, and the reasons that are given.

#include "sinew/dynamics.h"
#include "sinew/guard.h"
#include "sinew/kinematics.h"
#include "sinew/math.h"
#include "sinew/model.h"

/// Rates are seen through two filters: of 2 ticks, quick enough to see an axis run away within
/// three; and of 20 ms, slow enough that the last count of an encoder, coming and going, is rest.
#define SNW__SLOW_TIME 0.02

/// Cycles at once that may be late, or pass without the loop; more stop the arm.
enum { SNW__LATE_STOP = 10 };

/// One axis.
typedef struct snw__axis {
    // limits that are enforced; soft ones of positions
    double low, high, hard_low, hard_high;
    double zone; // half the margin: what a reading may be beyond a command that is at its limit
    double speed, accel, decel, jerk, effort, effort_rate;
    double half_decel; // 1 / (2 decel)
    double jerk_time;  // decel / (2 jerk), 0 without a limit of jerk
    double rejoin;     // acceleration with which a command returns to its wish

    // the same for one tick
    double reach;       // of a reading: 3 speed dt
    double rate_step;   // of a command
    double effort_step; // of a command
    double late_time;   // dt + jerk_time

    // what the drive was told last
    snw_axis_mode mode;
    double q, v, tau;

    // what is wanted: the last wish that was followed, the last that came, and for this tick
    snw_axis_mode wanted; // the last that was not OFF
    double wish, raw;     // that was followed: within the limits, and as it came
    double seen;          // that came last, followed or not
    double next_q, next_v, next_tau, next_wish;
    double told;   // rate that goes with next_q
    double loaded; // time at the limit of effort

    // what was measured
    bool known;         // there has been a reading
    bool usual;         // the last one was fresh and believable
    double least, most; // positions outside are impossible
    double measured;    // last believable position
    double fast, slow;  // its rate, through filters of 2 ticks and of 20 ms
    double age;         // of the last believable reading
    double skipped;     // time of a sample that was passed over
    uint32_t samples;
    int bad, jumps;       // readings in a row
    double still, travel; // time and commanded way without a change of the reading
    double had;           // the fast rate when it changed last
    double outside;       // time outside of the following window
    int opposite_ticks;
    double opposite_way;
    int fast_ticks; // in a row, above the limit of velocity
    int beyond;     // 0 inside, 1 beyond the soft limit, 2 beyond the hard one
    bool fed_power; // has had power since it was asked for
    bool live;      // has been enabled by its drive since power was asked for

    // stop
    double from;          // rate at the beginning of the way to rest
    double from_measured; // the larger of that and of what was measured
    double rest;          // where the arm was at rest
    bool fed;             // an effort went with its positions or rates

    // stop of an effort axis: the reference that its efforts follow
    double ref_q, ref_v; // where it should be now, and how fast
    double ref_seen;     // that rate through the filter of `fast`
    double ref_sum;      // acceleration that what the model does not know asks for
    double settle;       // how long that still goes on to grow at rest [s]
    bool anchored;       // it has come to rest and is held there
} snw__axis;

/// A scale from 1 to 0 with bounded first and second derivative.
typedef struct snw__ramp {
    double s, rate;
    double most, bend; // bounds of |s'| and |s''|; infinite for none
} snw__ramp;

/// What a limit did to a wish.
enum {
    SNW__CLAMP_LIMIT,
    SNW__CLAMP_VELOCITY,
    SNW__CLAMP_ACCELERATION,
    SNW__CLAMP_EFFORT,
    SNW__CLAMPS
};

struct snw__guard {
    const snw_arm *arm;
    int count;
    snw__axis *axes; // [count]

    // this tick
    double period;                // of ticks that come in time
    double dt, per_dt, slow_part; // length, its inverse, part of a rate that the slow filter takes
    int64_t t_ns;
    uint64_t number;
    snw_stop_class demand; // the most severe, with its cause
    snw_cause demand_cause;
    int demand_axis, demand_event;
    const snw_why *given; // the reason that came with that demand; NULL for none
    uint32_t now, before; // bits of causes that hold, and that held in the last tick
    snw_why *news;        // of the event that was just written; NULL for none
    uint64_t sequence;
    double time; // since init

    // timing
    int bucket;
    double bad_times[10]; // of wishes that were not finite
    int bad_next;

    // wishes
    bool entry;                  // the next wish must begin where the command is
    bool braking;                // on the way to rest, or there
    bool resting;                // the way to rest has ended
    int misses;                  // wishes refused in a row
    int steps;                   // of these, for a step
    bool clamp;                  // a limit changed this one
    int fast_run;                // wishes in a row that were too fast
    bool refused;                // this refusal was told
    bool plain;                  // this wish passed as it is, in the modes of the last
    bool joined;                 // all axes are where they are wanted, or follow efforts
    double clamped[SNW__CLAMPS]; // time of the last clamp of each kind

    // stop
    snw__ramp ramp, envelope;
    double stop_time, stop_limit;
    bool left_envelope, envelope_on;
    double enabled_for;   // time since power was asked for
    snw_stop_state state; // of the last tick
    bool all_live;
    bool anchored; // the arm has a place where it is held

    // boxes
    bool watched;
    int points[SNW_GUARD_POINTS];
    int point_count;
    bool inside; // told and not left yet
    snw_kin kin;

    // stop by efforts: the arm is judged as a whole
    bool by_efforts;     // some axis follows efforts
    double motion_begun; // sqrt(v^T M v) at the beginning of the stop

    // dynamics
    snw_dyn dyn;
    double *q;     // [nq]
    double *v, *a; // [nv]
    double *tau;   // [nv]
    double *M;     // [nv * nv]

    double position[SNW_AXES];
};

// --- causes.c ---

/// A cause holds in this tick and demands its stop. True when it is new: then the reason waits for
/// its numbers.
bool snw__guard_cause(snw_guard *guard, snw_cause cause, int axis);

/// The same with a class other than that of the table.
bool snw__guard_demand(snw_guard *guard, snw_cause cause, snw_stop_class stop, int axis);

/// A warning that demands no stop; NULL `text` is the sentence of the cause. True.
bool snw__guard_news(snw_guard *guard, snw_cause cause, int axis, const char *text);

/// What demanded most in this tick is the first cause of the stop that has begun.
void snw__guard_latch(snw_guard *guard);

/// The demand of this tick made a stop more severe that had a cause before.
void snw__guard_escalate(snw_guard *guard);

/// A stop became more severe because it left its envelope, which nobody demands: it gets its cause
/// and its event here.
void snw__guard_tell_braking(snw_guard *guard);

/// Adds a number to the reason that was just begun.
void snw__guard_number(snw_guard *guard, const char *name, double value, const char *unit);

/// "rad" or "m", and "rad/s" or "m/s", of an axis.
const char *snw__guard_unit(const snw_guard *guard, int axis);
const char *snw__guard_rate_unit(const snw_guard *guard, int axis);

/// Puts object, text and numbers of a reason that was given into one that is told; either may be
/// NULL.
void snw__guard_give_reason(snw_why *why, const snw_why *given);

// --- readings.c, watch.c ---

/// Takes in what was measured.
void snw__guard_read(snw_guard *guard, const snw_arm *arm);

/// Looks for causes in the loop, the drives and the readings.
void snw__guard_watch(snw_guard *guard, const snw_guard_tick *tick, const snw_arm *arm);

/// Readings of all axes are there, fresh and believable.
bool snw__guard_sees(const snw_guard *guard);

/// Drives are homed as far as needed, report no fault; readings are there.
bool snw__guard_ready(const snw_guard *guard, const snw_arm *arm);

// --- wishes.c, limit.c ---

/// Looks at what is wanted and prepares the next command of every axis. False when it is refused,
/// or nothing is wanted: then the arm is to be brought to rest.
bool snw__guard_wishes(snw_guard *guard, const snw_arm *arm);

/// The rate nearest to v that an axis at q may have for the next dt. `corner` is jerk_time for a
/// motion that may have to be stopped, and 0 for a stop.
double snw__guard_allowed(const snw__axis *axis, double q, double v, double dt, double corner);

/// Where an axis is after dt at a rate that is allowed; rounding does not carry it past its limit.
double snw__guard_advance(const snw__axis *axis, double v, double dt);

/// An effort within its limit and its rate.
double snw__guard_effort(const snw__axis *axis, double effort, double dt);

// --- boxes.c ---

/// Finds the points to watch; true when there is anything to test them against.
bool snw__guard_boxes_init(snw_guard *guard);

/// Tests the measured arm, and the place where it would come to rest after the next command; false
/// when that is refused.
void snw__guard_boxes_measured(snw_guard *guard);
bool snw__guard_boxes_wish(snw_guard *guard);

// --- brake.c ---

/// Begins, or goes on with, the way to rest of axes that follow positions or rates.
void snw__guard_brake(snw_guard *guard);

/// Until drives follow, the command goes after the arm: as smoothly as any command, and so that
/// they begin where it is.
void snw__guard_settle(snw_guard *guard);

/// Watches a stop from its beginning on: has the arm left its envelope, is it at rest?
void snw__guard_envelope_begin(snw_guard *guard);
void snw__guard_envelope(snw_guard *guard);
bool snw__guard_standstill(const snw_guard *guard);

/// A held arm, or one without power, has a place that it must not leave.
void snw__guard_drift(snw_guard *guard);

// --- hold.c ---

/// Begins the reference of the axes that follow efforts at where they are, with the rates `from`.
void snw__guard_lead(struct snw__guard *work);

/// Efforts of the axes that follow efforts, while the arm is brought to rest and held.
void snw__guard_hold(snw_guard *guard);

/// The part of `most`, the rate at which all rates are scaled down, that the motors can give.
double snw__guard_reach(struct snw__guard *work, double most);

/// How much the axes that follow efforts move: sqrt(v^T M v) by the slow or the fast filter, and
/// what that is when each of them moves at `rate`. False when the model cannot tell.
bool snw__guard_motion(struct snw__guard *work, bool fast, double rate, double *motion,
                       double *at_rate);

#endif // SINEW_GUARD_INTERNAL_H
