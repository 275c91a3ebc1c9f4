// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

enum {
    BUCKET = 5,       // late cycles that are not forgiven
    LATE_OFF = 50,    // cycles at once
    OPPOSITE_MOST = 4 // ticks against the command: with what the filter takes, within 5
};

static const double OVERSPEED = 1.1;
// sums of ticks are not exact
static const double TINY_TIME = 1e-9;

// a joint without a range of motion is not beyond its limits by rounding [rad or m]
static const double WITHOUT_RANGE = 1e-9;
// way against the command, below the 0.02 rad that are allowed
static const double OPPOSITE_WAY = 0.01;
// way without a change of the reading, of the window at rest: with a command, and by efforts, where
// the rate that the axis had fades within 20 ms
static const double STUCK_WAY = 0.5, STUCK_WAY_EFFORT = 0.1;

// single late cycles are forgiven one by one
static void fill_bucket(struct snw__guard *work, int late) {
    if (late > 0) {
        if (work->bucket < 2 * BUCKET) work->bucket++;
    } else if (work->bucket > 0) {
        work->bucket--;
    }
}

// the loop's own time
static void watch_time(snw_guard *guard, const snw_guard_tick *tick) {
    const struct snw__guard *work = guard->work;
    if (tick->late > SNW__LATE_STOP || work->bucket >= BUCKET) {
        const snw_stop_class stop = tick->late > LATE_OFF ? SNW_STOP_1 : SNW_STOP_2;
        if (snw__guard_demand(guard, SNW_CAUSE_OVERRUN, stop, -1)) {
            snw__guard_number(guard, "cycles late", tick->late, "");
            snw__guard_number(guard, "late cycles counted", work->bucket, "");
            snw__guard_number(guard, "limit", BUCKET, "");
        }
    }
    if (!(tick->gap <= SNW__LATE_STOP * work->dt) && snw__guard_cause(guard, SNW_CAUSE_GAP, -1)) {
        snw__guard_number(guard, "gap", tick->gap, "s");
    }
}

static void watch_outside(snw_guard *guard, const snw_guard_tick *tick, const snw_arm *arm) {
    if (tick->demand != SNW_STOP_NONE) {
        const snw_cause cause = tick->demand_cause;
        const bool known = cause > SNW_CAUSE_NONE && cause < SNW_CAUSES;
        const snw_cause demanded = known ? cause : SNW_CAUSE_ASKED;
        const bool news = snw__guard_demand(guard, demanded, tick->demand, -1);
        // who demands a stop may know more of it than its cause says
        if (guard->work->demand_cause == demanded) guard->work->given = tick->demand_why;
        if (news) snw__guard_give_reason(guard->work->news, tick->demand_why);
    }
    if (arm->sensed.emergency) {
        (void)snw__guard_demand(guard, SNW_CAUSE_EMERGENCY, guard->config.emergency, -1);
    }
}

// a drive that has followed and does not any more; readings that are not fresh say nothing of it
static void watch_drive(snw_guard *guard, int i, const snw_arm_sensed *sensed, bool powered) {
    snw__axis *axis = &guard->work->axes[i];
    const uint32_t status = sensed->status[i];
    const bool fresh = (status & SNW_AXIS_FRESH) != 0;
    if (status & SNW_AXIS_FAULT) {
        if (snw__guard_cause(guard, SNW_CAUSE_DRIVE, i)) {
            snw__guard_number(guard, "fault", sensed->code[i], "");
        }
    }
    if (!powered || !fresh) return;
    const bool power = (status & SNW_AXIS_POWERED) != 0, follows = (status & SNW_AXIS_ENABLED) != 0;
    const bool waited = guard->work->enabled_for > guard->config.enable_time;
    if (!power && (axis->fed_power || waited)) {
        (void)snw__guard_cause(guard, SNW_CAUSE_POWER, i);
    } else if (!follows && (axis->live || waited)) {
        if (snw__guard_cause(guard, SNW_CAUSE_DRIVE, i)) {
            snw__guard_number(guard, "fault", sensed->code[i], "");
        }
    }
    axis->fed_power = axis->fed_power || power;
    axis->live = axis->live || follows;
}

static void watch_age(snw_guard *guard, int i, double old) {
    const snw__axis *axis = &guard->work->axes[i];
    const double age = axis->age > old ? axis->age : old;
    if (!(age > 0)) return;
    const snw_guard_config *config = &guard->config;
    snw_cause cause = SNW_CAUSE_NONE;
    if (!(age <= config->stale_time + TINY_TIME)) cause = SNW_CAUSE_STALE;
    if (!(age <= config->lost_time + TINY_TIME)) cause = SNW_CAUSE_LOST;
    if (cause != SNW_CAUSE_NONE) {
        if (snw__guard_cause(guard, cause, i)) snw__guard_number(guard, "age", age, "s");
    } else if (axis->age > 0 && axis->age <= guard->work->dt && axis->bad + axis->jumps == 0) {
        (void)snw__guard_news(guard, SNW_CAUSE_STALE, i, "one reading is missing");
    }
}

// limits of what was measured; each is told when it is passed, and again only after a return, so
// that an arm can be acknowledged where it is and moved back
static void watch_limits(snw_guard *guard, int i) {
    snw__axis *axis = &guard->work->axes[i];
    const double slack = axis->hard_high > axis->hard_low ? 0 : WITHOUT_RANGE;
    const double q = axis->measured, zone = axis->zone + slack;
    if (q >= axis->low - 0.5 * zone && q <= axis->high + 0.5 * zone) {
        axis->beyond = 0;
        return;
    }
    int level = axis->beyond > 0 ? 1 : 0;
    if (!(q >= axis->low - zone && q <= axis->high + zone)) level = 1;
    if (!(q >= axis->hard_low - slack && q <= axis->hard_high + slack)) level = 2;
    if (level > axis->beyond) {
        const snw_cause cause = level == 2 ? SNW_CAUSE_HARD_LIMIT : SNW_CAUSE_SOFT_LIMIT;
        if (snw__guard_cause(guard, cause, i)) {
            const char *unit = snw__guard_unit(guard, i);
            snw__guard_number(guard, "position", q, unit);
            snw__guard_number(guard, "lower", level == 2 ? axis->hard_low : axis->low, unit);
            snw__guard_number(guard, "upper", level == 2 ? axis->hard_high : axis->high, unit);
        }
    }
    axis->beyond = level;
}

static void watch_speed(snw_guard *guard, int i) {
    snw__axis *axis = &guard->work->axes[i];
    const double limit = OVERSPEED * axis->speed + guard->config.standstill;
    if (fabs(axis->fast) <= limit) {
        axis->fast_ticks = 0;
        return;
    }
    if (++axis->fast_ticks < 2) return;
    if (snw__guard_cause(guard, SNW_CAUSE_VELOCITY, i)) {
        snw__guard_number(guard, "rate", axis->fast, snw__guard_rate_unit(guard, i));
        snw__guard_number(guard, "limit", axis->speed, snw__guard_rate_unit(guard, i));
    }
}

// the window grows with the commanded speed, from its width at rest to that at full speed
static void watch_following(snw_guard *guard, int i, double error) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    const snw_guard_config *config = &guard->config;
    const double part = fabs(axis->v) / axis->speed;
    const double window =
        config->following_rest + (config->following_full - config->following_rest) * part;
    if (fabs(error) <= window) {
        axis->outside = 0;
        return;
    }
    axis->outside += work->dt;
    if (axis->outside <= config->following_time + TINY_TIME) return;
    if (snw__guard_cause(guard, SNW_CAUSE_FOLLOWING, i)) {
        snw__guard_number(guard, "error", error, snw__guard_unit(guard, i));
        snw__guard_number(guard, "window", window, snw__guard_unit(guard, i));
        snw__guard_number(guard, "outside for", axis->outside, "s");
    }
}

// a wrong sign shows as rates of opposite sign, both well above rest
static void watch_opposite(snw_guard *guard, int i) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    double least = 0.02 * axis->speed;
    if (least < 2 * guard->config.standstill) least = 2 * guard->config.standstill;
    if (!(axis->v * axis->fast < 0) || fabs(axis->v) < least || fabs(axis->fast) < least) {
        axis->opposite_ticks = 0;
        axis->opposite_way = 0;
        return;
    }
    axis->opposite_ticks++;
    axis->opposite_way += fabs(axis->fast) * work->dt;
    if (axis->opposite_ticks < OPPOSITE_MOST &&
        !(axis->opposite_ticks > 1 && axis->opposite_way > OPPOSITE_WAY)) {
        return;
    }
    if (snw__guard_cause(guard, SNW_CAUSE_OPPOSITE, i)) {
        snw__guard_number(guard, "commanded", axis->v, snw__guard_rate_unit(guard, i));
        snw__guard_number(guard, "measured", axis->fast, snw__guard_rate_unit(guard, i));
    }
}

// A drive that does not sample is found soon while the axis moves, later while it creeps or
// strains. One that samples the same number again and again is found by the way that was commanded
// meanwhile, or that the axis would have gone by itself.
static void watch_frozen(snw_guard *guard, int i) {
    const struct snw__guard *work = guard->work;
    const snw__axis *axis = &work->axes[i];
    const snw_guard_config *config = &guard->config;
    const bool moves = fabs(axis->v) > config->standstill;
    const bool strains = axis->v != 0 || fabs(axis->tau) > 0.5 * axis->effort;
    const bool soon = moves && axis->still > config->frozen_time;
    const bool later = strains && axis->still > 10 * config->frozen_time;
    const double part = axis->mode == SNW_AXIS_EFFORT ? STUCK_WAY_EFFORT : STUCK_WAY;
    const bool stuck = axis->travel > part * config->following_rest;
    if (!soon && !later && !stuck) return;
    if (snw__guard_cause(guard, SNW_CAUSE_FROZEN, i)) {
        snw__guard_number(guard, "without a sample for", axis->still, "s");
        snw__guard_number(guard, "way", axis->travel, snw__guard_unit(guard, i));
    }
}

static void watch_axis(snw_guard *guard, int i, const snw_arm_sensed *sensed, double old) {
    const snw__axis *axis = &guard->work->axes[i];
    const bool tracks = axis->mode == SNW_AXIS_POSITION || axis->mode == SNW_AXIS_VELOCITY;
    watch_drive(guard, i, sensed, true);
    watch_age(guard, i, old);
    watch_limits(guard, i);
    watch_speed(guard, i);
    // the last command was for now; a reading that is old is compared with where the axis was then
    const double error = tracks ? axis->q - axis->measured - axis->v * axis->age : 0;
    guard->signals.following[i] = error;
    if (!axis->live) return;
    if (tracks) {
        watch_following(guard, i, error);
        watch_opposite(guard, i);
    }
    watch_frozen(guard, i);
}

// The usual axis: its drive follows, it is inside its limits and windows at the least width that
// they have. All its clocks start again, as each of the functions above would let them.
static bool as_usual(snw__axis *axis, const snw_guard_config *config, uint32_t status,
                     double error) {
    const uint32_t needed = SNW_AXIS_FRESH | SNW_AXIS_POWERED | SNW_AXIS_ENABLED;
    const double u = fabs(axis->fast), still = 2 * config->standstill;
    if (!((status & (needed | SNW_AXIS_FAULT)) == needed && axis->live && axis->usual))
        return false;
    if (!(axis->measured >= axis->low && axis->measured <= axis->high && u <= axis->speed)) {
        return false;
    }
    if (!(fabs(error) <= config->following_rest && (axis->v * axis->fast >= 0 || u < still))) {
        return false;
    }
    const double way = STUCK_WAY_EFFORT * config->following_rest;
    if (!(axis->still <= config->frozen_time && axis->travel <= way)) return false;
    axis->beyond = axis->fast_ticks = axis->opposite_ticks = 0;
    axis->outside = axis->opposite_way = 0;
    return true;
}

void snw__guard_watch(snw_guard *guard, const snw_guard_tick *tick, const snw_arm *arm) {
    struct snw__guard *work = guard->work;
    const snw_arm_sensed *sensed = &arm->sensed;
    const bool powered = snw_stop_machine_powered(&guard->machine);
    watch_outside(guard, tick, arm);
    fill_bucket(work, tick->late);
    if (!powered) {
        for (int i = 0; i < work->count; i++) {
            watch_drive(guard, i, sensed, false);
            guard->signals.following[i] = 0;
        }
        return;
    }
    watch_time(guard, tick);
    // a drive may also say when it measured; one that says nothing leaves 0
    double old = 0;
    if (sensed->t_ns != 0 && sensed->t_ns < tick->t_ns) {
        old = (double)(tick->t_ns - sensed->t_ns) * 1e-9;
    }
    const int count = work->count;
    snw__axis *axis = work->axes;
    for (int i = 0; i < count; i++, axis++) {
        const double error = axis->mode != SNW_AXIS_EFFORT ? axis->q - axis->measured : 0;
        guard->signals.following[i] = error;
        if (old > 0 || !as_usual(axis, &guard->config, sensed->status[i], error)) {
            watch_axis(guard, i, sensed, old);
        }
    }
}
