// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// The way to rest. All axes keep the direction of their rates: v(t) = s(t) v(0) with one scale s
// from 1 to 0. It falls with |s'| <= min d / |v| and, where there are limits of jerk, with
// |s''| <= min j / |v|, so that the axis that needs most gives the time and no axis is asked for
// more than it has. At the end s' must vanish with s: |s'| stays below the rate u from which the
// bend can still be made, u dt + u^2 / (2 k) = s.
static void ramp_step(snw__ramp *ramp, double dt) {
    if (ramp->s == 0) return;
    double most = ramp->s / dt;
    if (isfinite(ramp->bend)) {
        const double k = ramp->bend, b = k * dt;
        const double u = 2 * k * ramp->s / (sqrt(b * b + 2 * k * ramp->s) + b);
        // less is left than one step may take
        if (ramp->s > k * dt * dt) most = u;
        if (most > ramp->rate + b) most = ramp->rate + b;
    }
    if (most > ramp->most) most = ramp->most;
    ramp->rate = most;
    ramp->s -= most * dt;
    if (!(ramp->s > 1e-12)) ramp->s = ramp->rate = 0;
}

static void ramp_begin(snw__ramp *ramp, struct snw__guard *work) {
    bool by_efforts = false;
    *ramp = (snw__ramp){.s = 0, .most = HUGE_VAL, .bend = HUGE_VAL};
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const double u = fabs(axis->from);
        if (u == 0) continue;
        ramp->s = 1;
        ramp->most = fmin(ramp->most, axis->decel / u);
        ramp->bend = fmin(ramp->bend, axis->jerk / u);
        by_efforts = by_efforts || axis->mode == SNW_AXIS_EFFORT;
    }
    if (by_efforts) ramp->most = snw__guard_reach(work, ramp->most);
}

static bool moves(const snw__axis *axis) {
    return axis->mode == SNW_AXIS_POSITION || axis->mode == SNW_AXIS_VELOCITY;
}

// the rate from which an axis is brought to rest: of its command, or by efforts as it is measured
static double rate_now(const snw__axis *axis) {
    if (moves(axis)) return axis->v;
    return axis->mode == SNW_AXIS_EFFORT ? axis->fast : 0;
}

void snw__guard_brake(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const double dt = work->dt;
    if (!work->braking) {
        for (int i = 0; i < work->count; i++) {
            snw__axis *axis = &work->axes[i];
            axis->from = rate_now(axis);
            axis->fed = axis->tau != 0;
        }
        ramp_begin(&work->ramp, work);
        snw__guard_lead(work);
        work->braking = true;
    }
    ramp_step(&work->ramp, dt);
    work->resting = work->ramp.s == 0;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        if (!moves(axis)) continue;
        // an axis whose end is near has slowed down more, and stays so
        double v = work->ramp.s * axis->from;
        if (fabs(v) > fabs(axis->v)) v = axis->v;
        v = snw__guard_allowed(axis, axis->q, v, dt, 0);
        axis->next_v = axis->told = v;
        axis->next_q = axis->next_wish = snw__guard_advance(axis, v, dt);
        axis->next_tau = snw__guard_effort(axis, 0, dt);
        if (v != 0) work->resting = false;
    }
}

void snw__guard_settle(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const double dt = work->dt;
    work->braking = work->resting = false;
    work->ramp = (snw__ramp){0};
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const double x = fabs(axis->measured - axis->q), b = axis->rejoin;
        double v = 2 * x * b / (sqrt(b * b * dt * dt + 2 * b * x) + b * dt);
        if (axis->measured < axis->q) v = -v;
        // what is switched on begins at rest
        if (work->enabled_for == 0) v = 0;
        // an integral of rates has nothing to follow yet
        const bool rates = axis->mode == SNW_AXIS_VELOCITY;
        axis->next_v = axis->told = rates ? 0 : snw__guard_allowed(axis, axis->q, v, dt, 0);
        axis->next_q = rates ? axis->measured : snw__guard_advance(axis, axis->next_v, dt);
        axis->next_wish = axis->next_q;
        axis->next_tau = snw__guard_effort(axis, 0, dt);
        axis->from = 0;
        axis->fed = false;
    }
    snw__guard_lead(work);
}

void snw__guard_envelope_begin(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    double planned = 0, motion = 0, unused = 0;
    const double before = work->braking ? work->motion_begun : 0;
    work->by_efforts = false;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        work->by_efforts = work->by_efforts || axis->mode == SNW_AXIS_EFFORT;
        if (!work->braking) axis->from = rate_now(axis);
        const double u = fmax(fabs(axis->from), fabs(axis->slow));
        axis->from_measured = u;
        double time = u / axis->decel;
        if (axis->jerk_time > 0 && u > 0) time += axis->decel / axis->jerk;
        planned = fmax(planned, time);
    }
    ramp_begin(&work->envelope, work);
    if (work->envelope.s > 0) work->envelope.most /= 1.1;
    work->stop_time = 0;
    work->stop_limit = 1.1 * planned + guard->config.stop_lag + 1;
    work->left_envelope = false;
    // a harder stop has its time to act: it is judged from the beginning of the first
    double slower = 0;
    work->by_efforts = work->by_efforts && snw__guard_motion(work, true, 0, &motion, &unused) &&
                       snw__guard_motion(work, false, 0, &slower, &unused);
    work->motion_begun = fmax(before, fmax(motion, slower));
}

// Efforts act through the whole mass matrix: braking one axis moves others that rest, and nothing
// is wrong with that. So the arm is judged by its motion as a whole, sqrt(v^T M v).
static bool leaves_by_efforts(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const double still = 3 * guard->config.standstill;
    double slow, fast, rest;
    if (!snw__guard_motion(work, false, still, &slow, &rest)) return false;
    const double most = 1.1 * work->envelope.s * work->motion_begun + rest;
    if (slow <= most) return false;
    return snw__guard_motion(work, true, still, &fast, &rest) && !(fast <= most);
}

void snw__guard_envelope(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    work->stop_time += work->dt;
    if (work->stop_time > guard->config.stop_lag) ramp_step(&work->envelope, work->dt);
    work->left_envelope = work->stop_time > work->stop_limit;
    if (work->by_efforts && leaves_by_efforts(guard)) work->left_envelope = true;
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        if (work->by_efforts && axis->mode == SNW_AXIS_EFFORT) continue;
        // a reading that cannot be believed says nothing; the time still counts
        if (axis->age > 0 || axis->jumps > 0) continue;
        const double scale = moves(axis) ? work->envelope.s : 1;
        const double most = 1.1 * scale * axis->from_measured + 3 * guard->config.standstill;
        // by both filters: the slow one is behind an arm that brakes hard, the fast one is noisy
        if (!(fmin(fabs(axis->slow), fabs(axis->fast)) <= most)) work->left_envelope = true;
    }
}

bool snw__guard_standstill(const snw_guard *guard) {
    const struct snw__guard *work = guard->work;
    const bool powered = snw_stop_machine_powered(&guard->machine);
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        if (powered && moves(axis) && axis->v != 0) return false;
        const bool blind = axis->age > guard->config.lost_time;
        const bool efforts = powered && axis->mode == SNW_AXIS_EFFORT && work->braking;
        if (efforts && !axis->anchored && !blind) return false;
        // without believable readings the command is all there is, or what is left of a rate
        if (blind && !efforts) continue;
        if (!(fabs(axis->slow) <= guard->config.standstill)) return false;
    }
    return true;
}

void snw__guard_drift(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    const bool powered = snw_stop_machine_powered(&guard->machine);
    const bool watched = guard->machine.state == SNW_ARM_HELD || !powered;
    if (!watched || work->state != guard->machine.state) work->anchored = false;
    if (!watched) return;
    if (!work->anchored) {
        if (!snw__guard_standstill(guard)) return;
        work->anchored = true;
        for (int i = 0; i < work->count; i++) {
            if (!work->axes[i].known) work->anchored = false;
            work->axes[i].rest = work->axes[i].measured;
        }
        return;
    }
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        const double way = axis->measured - axis->rest;
        if (fabs(way) <= guard->config.drift) continue;
        // without power a brake does not hold: there is nothing above S0
        if (snw__guard_demand(guard, SNW_CAUSE_DRIFT, powered ? SNW_STOP_1 : SNW_STOP_0, i)) {
            snw__guard_number(guard, "moved", way, snw__guard_unit(guard, i));
            snw__guard_number(guard, "allowed", guard->config.drift, snw__guard_unit(guard, i));
        }
        work->anchored = false;
    }
}
