// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "oracle/oracle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// rounding of a position of a few turns, in units of the last place
static const double ROUNDING = 8 * 2.2204460492503131e-16;
// relative slack of a comparison with a limit
static const double SLACK = 1e-9;

void oracle_open(oracle *judge, const snw_arm_limits *limits) {
    memset(judge, 0, sizeof *judge);
    judge->limits = *limits;
    judge->content = true;
    judge->axis = -1;
    judge->tick = -1;
    judge->settle = 0.5;
    judge->drift = 1e-3;
}

static void object(oracle *judge, int axis, const char *what, double value, double limit) {
    judge->faults++;
    if (!judge->content) return;
    judge->content = false;
    judge->axis = axis;
    judge->tick = judge->ticks;
    (void)snprintf(judge->text, sizeof judge->text, "tick %lld, axis %d: %s: %.17g, allowed %.17g",
                   (long long)judge->tick, axis, what, value, limit);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

// NaN is not within
static void within(oracle *judge, int axis, const char *what, double value, double limit) {
    if (!(fabs(value) <= limit)) object(judge, axis, what, value, limit);
}

// the arm may have begun outside of its limits; then it may only come back
static void judge_position(oracle *judge, int i, double q) {
    const double low = judge->limits.lower[i], high = judge->limits.upper[i];
    const double slack = ROUNDING * larger(1, fabs(q));
    if (!judge->placed[i]) {
        judge->low[i] = q < low ? q : low;
        judge->high[i] = q > high ? q : high;
    }
    if (!(q >= judge->low[i] - slack)) object(judge, i, "below its limit", q, judge->low[i]);
    if (!(q <= judge->high[i] + slack)) object(judge, i, "above its limit", q, judge->high[i]);
    if (q > judge->low[i]) judge->low[i] = q < low ? q : low;
    if (q < judge->high[i]) judge->high[i] = q > high ? q : high;
}

// the acceleration that a change of rates asks for: slower by the deceleration, faster by the
// acceleration, through rest by the larger of the two
static void judge_acceleration(oracle *judge, int i, double rate, double dt, double noise) {
    const double before = judge->rate[i], change = fabs(rate - before) / dt;
    const double up = judge->limits.acceleration[i], down = judge->limits.deceleration[i];
    double limit = larger(up, down);
    const bool turns = before * rate < 0;
    if (!turns) limit = fabs(rate) < fabs(before) ? down : up;
    within(judge, i, turns ? "acceleration through rest" : "acceleration", change,
           limit * (1 + SLACK) + noise);
}

static void judge_stop(oracle *judge, int i, double rate, double noise) {
    const double speed = fabs(rate);
    if (!(speed <= judge->speed[i] * (1 + SLACK) + noise)) {
        object(judge, i, "faster while it stops", speed, judge->speed[i]);
    }
    if (speed < judge->speed[i]) judge->speed[i] = speed;
    if (judge->since > judge->planned) within(judge, i, "not at rest after a stop", rate, noise);
}

static void judge_axis(oracle *judge, int i, const snw_arm_command *command, double dt) {
    const snw_axis_mode mode = command->mode[i];
    const bool position = mode == SNW_AXIS_POSITION, velocity = mode == SNW_AXIS_VELOCITY;
    within(judge, i, "effort", command->effort[i], judge->limits.effort[i] * (1 + SLACK));
    if (judge->exerted[i]) {
        const double rate = (command->effort[i] - judge->effort[i]) / dt;
        within(judge, i, "effort rate", rate,
               judge->limits.effort_rate[i] * (1 + SLACK) +
                   ROUNDING * fabs(command->effort[i]) / dt);
    }
    if (mode == SNW_AXIS_OFF) object(judge, i, "off while power is on", 0, 0);
    if (!position && !velocity) {
        judge->placed[i] = judge->rated[i] = false;
        return;
    }

    const double speed = judge->limits.velocity[i] * (1 + SLACK);
    within(judge, i, "rate told", command->v[i], speed);
    if (position) judge_position(judge, i, command->q[i]);

    // the rate of positions is what they say, not what goes with them
    double rate = command->v[i], noise = ROUNDING * larger(1, fabs(rate));
    if (position && judge->placed[i]) {
        rate = (command->q[i] - judge->q[i]) / dt;
        noise = ROUNDING * larger(1, fabs(command->q[i])) / dt;
        within(judge, i, "rate", rate, speed + noise);
    } else if (position) {
        rate = 0;
        judge->rated[i] = !judge->powered;
    }
    const double last = judge->last_dt > 0 && judge->last_dt < dt ? judge->last_dt : dt;
    if (judge->rated[i]) judge_acceleration(judge, i, rate, dt, 2 * noise / last);
    if (judge->stopping && judge->rated[i]) judge_stop(judge, i, rate, 2 * noise);
    judge->rated[i] = velocity || judge->placed[i] || !judge->powered;
    judge->placed[i] = position;
    judge->rate[i] = rate;
}

// The time of a stop along a straight line through the space of axes, in which no axis has more
// than its deceleration and its jerk: a scale of all rates that falls linearly in `falls` and, with
// jerk, has its two corners rounded; or two halves of a parabola where it never falls so steeply.
static void begin_stop(oracle *judge) {
    double falls = 0, bends = 0;
    judge->since = 0;
    judge->rested = false;
    for (int i = 0; i < judge->limits.count; i++) {
        const double speed = judge->rated[i] ? fabs(judge->rate[i]) : judge->limits.velocity[i];
        falls = larger(falls, speed / judge->limits.deceleration[i]);
        bends = larger(bends, speed / judge->limits.jerk[i]);
        judge->speed[i] = judge->rated[i] ? speed : HUGE_VAL;
    }
    judge->planned = falls;
    if (bends > 0) judge->planned = falls * falls > bends ? falls + bends / falls : 2 * sqrt(bends);
}

static void judge_powerless(oracle *judge, const snw_arm_command *command) {
    for (int i = 0; i < judge->limits.count; i++) {
        if (command->mode[i] != SNW_AXIS_OFF) object(judge, i, "a mode without power", 1, 0);
        within(judge, i, "a rate without power", command->v[i], 0);
        within(judge, i, "an effort without power", command->effort[i], 0);
        judge->placed[i] = judge->exerted[i] = false;
        // what is switched on begins at rest
        judge->rated[i] = true;
        judge->rate[i] = 0;
    }
}

bool oracle_see(oracle *judge, const snw_arm_command *command, double dt, bool stopping) {
    const int count = judge->limits.count;
    if (command->count != count) object(judge, -1, "number of axes", command->count, count);
    if (!(dt > 0)) object(judge, -1, "length of a tick", dt, 0);
    for (int i = 0; i < count; i++) {
        if (!isfinite(command->q[i])) object(judge, i, "position not finite", command->q[i], 0);
        if (!isfinite(command->v[i])) object(judge, i, "rate not finite", command->v[i], 0);
        if (!isfinite(command->effort[i])) object(judge, i, "effort not finite", 0, 0);
    }

    if (stopping && !judge->stopping) begin_stop(judge);
    judge->stopping = stopping;
    judge->since += dt;
    // two ticks: the one in which the stop begins, and the last one that is not full
    if (stopping && judge->since <= dt) judge->planned = 1.1 * judge->planned + 2 * dt;

    if (!command->enable) {
        judge_powerless(judge, command);
    } else {
        for (int i = 0; i < count; i++) {
            judge_axis(judge, i, command, dt);
            judge->exerted[i] = true;
        }
    }
    for (int i = 0; i < count; i++) {
        judge->q[i] = command->q[i];
        judge->effort[i] = command->effort[i];
    }
    judge->powered = command->enable;
    judge->last_dt = dt;
    judge->seen = true;
    judge->ticks++;
    return judge->content;
}

bool oracle_see_arm(oracle *judge, const double *q) {
    if (!judge->stopping || !judge->powered) {
        judge->rested = false;
        return judge->content;
    }
    if (judge->since <= judge->planned + judge->settle) return judge->content;
    for (int i = 0; i < judge->limits.count; i++) {
        if (!judge->rested) judge->place[i] = q[i];
        within(judge, i, "drift of a stopped arm", q[i] - judge->place[i], judge->drift);
    }
    judge->rested = true;
    return judge->content;
}

bool oracle_content(const oracle *judge) {
    return judge->seen && judge->content;
}
