// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

enum { BAD_IN_A_ROW = 3, JUMPS_IN_A_ROW = 2 };

// a step of a reading below this is never a jump: coarse encoders of slow axes have such counts
static const double SMALL_STEP = 1e-3;

static void take_first(snw__axis *axis, double q, uint32_t samples) {
    axis->known = true;
    axis->measured = q;
    axis->samples = samples;
    axis->fast = axis->slow = axis->age = 0;
}

// a reading that is NaN or nowhere near the range of the axis counts as lost
static void take_bad(snw_guard *guard, int i, double q) {
    snw__axis *axis = &guard->work->axes[i];
    axis->bad++;
    if (!snw_stop_machine_powered(&guard->machine) || axis->bad < BAD_IN_A_ROW) return;
    if (snw__guard_cause(guard, SNW_CAUSE_BAD_READING, i)) {
        snw__guard_number(guard, "reading", q, snw__guard_unit(guard, i));
        snw__guard_number(guard, "last good", axis->measured, snw__guard_unit(guard, i));
    }
}

// one sample is passed over; where the second agrees with it, it is believed and the arm stops
static bool take_jump(snw_guard *guard, int i, double q, double reach) {
    snw__axis *axis = &guard->work->axes[i];
    axis->jumps++;
    const bool powered = snw_stop_machine_powered(&guard->machine);
    if (axis->jumps < JUMPS_IN_A_ROW) {
        if (powered) {
            (void)snw__guard_news(guard, SNW_CAUSE_JUMP, i, "one reading jumps and is ignored");
            snw__guard_number(guard, "step", q - axis->measured, snw__guard_unit(guard, i));
        }
        return false;
    }
    if (powered && snw__guard_cause(guard, SNW_CAUSE_JUMP, i)) {
        snw__guard_number(guard, "step", q - axis->measured, snw__guard_unit(guard, i));
        snw__guard_number(guard, "limit", reach, snw__guard_unit(guard, i));
    }
    return true;
}

static void take(snw_guard *guard, int i, double q) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    const double time = work->dt + axis->age;
    const double change = q - axis->measured;
    // a sample that was passed over gives the next one no more room
    double reach = 3 * axis->speed * time;
    if (reach < SMALL_STEP) reach = SMALL_STEP;
    axis->bad = 0;
    if (fabs(change) > reach) {
        if (!take_jump(guard, i, q, reach)) {
            axis->skipped = time;
            axis->age = 0;
            return;
        }
        // its rate is not believed
        axis->measured = q;
    } else {
        const double passed = time + axis->skipped, rate = change / passed;
        const double slow = passed < SNW__SLOW_TIME ? passed / SNW__SLOW_TIME : 1;
        axis->fast += 0.5 * (rate - axis->fast);
        axis->slow += slow * (rate - axis->slow);
        axis->measured = q;
        axis->jumps = 0;
    }
    axis->age = axis->skipped = 0;
}

// How long a drive that answers has not sampled, and how far the axis should have gone meanwhile:
// by its command, or where there is only an effort, by the rate that it had: the slow one, which
// steps of an encoder do not shake, but no more than the fast one was at the last change. An arm
// that comes to rest faster than the slow one follows, and there repeats its reading, is not
// frozen.
static void take_samples(snw__axis *axis, double q, uint32_t samples, double dt) {
    const bool repeats = q == axis->measured;
    if (repeats && axis->travel == 0) axis->had = fabs(axis->fast);
    const double by_itself = fmin(fabs(axis->slow), axis->had);
    const double rate = axis->mode == SNW_AXIS_EFFORT ? by_itself : fabs(axis->v);
    axis->still = samples == axis->samples ? axis->still + dt : 0;
    axis->travel = repeats ? axis->travel + rate * dt : 0;
    axis->samples = samples;
}

// everything that is not as usual
static void take_unusual(snw_guard *guard, int i, const snw_arm_sensed *sensed) {
    snw__axis *axis = &guard->work->axes[i];
    const double q = sensed->q[i], dt = guard->work->dt;
    const double v = sensed->has_velocity ? sensed->v[i] : 0;
    if (!(sensed->status[i] & SNW_AXIS_FRESH)) {
        axis->age += dt;
        axis->usual = false;
        return;
    }
    take_samples(axis, q, sensed->samples[i], dt);
    if (!(q >= axis->least && q <= axis->most && v - v == 0)) {
        axis->age += dt;
        take_bad(guard, i, q);
    } else if (!axis->known) {
        take_first(axis, q, sensed->samples[i]);
    } else {
        take(guard, i, q);
    }
    axis->usual = axis->known && axis->age == 0 && axis->bad == 0 && axis->jumps == 0;
}

void snw__guard_read(snw_guard *guard, const snw_arm *arm) {
    struct snw__guard *work = guard->work;
    const snw_arm_sensed *sensed = &arm->sensed;
    const double dt = work->dt, per_dt = work->per_dt, slow_part = work->slow_part;
    const int count = work->count;
    const bool rates = sensed->has_velocity;
    snw__axis *axis = work->axes;
    for (int i = 0; i < count; i++, axis++) {
        // the usual reading: fresh, near the last one, which was as good
        const double q = sensed->q[i], change = q - axis->measured;
        if (!(axis->usual && (!rates || sensed->v[i] - sensed->v[i] == 0) &&
              (sensed->status[i] & SNW_AXIS_FRESH) && fabs(change) <= axis->reach &&
              q >= axis->least && q <= axis->most)) {
            take_unusual(guard, i, sensed);
            continue;
        }
        take_samples(axis, q, sensed->samples[i], dt);
        const double rate = change * per_dt;
        axis->fast += 0.5 * (rate - axis->fast);
        axis->slow += slow_part * (rate - axis->slow);
        axis->measured = q;
    }
}

bool snw__guard_sees(const snw_guard *guard) {
    const struct snw__guard *work = guard->work;
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        if (!axis->known || axis->bad > 0 || !(axis->age <= guard->config.stale_time)) return false;
    }
    return true;
}

bool snw__guard_ready(const snw_guard *guard, const snw_arm *arm) {
    const struct snw__guard *work = guard->work;
    // power may come only with the command to enable, so it is not asked for before
    const uint32_t needed = guard->config.home_required ? SNW_AXIS_HOMED : 0;
    if (arm->sensed.emergency) return false;
    for (int i = 0; i < work->count; i++) {
        const uint32_t status = arm->sensed.status[i];
        if ((status & needed) != needed || (status & SNW_AXIS_FAULT)) return false;
    }
    return snw__guard_sees(guard);
}
