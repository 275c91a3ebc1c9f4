// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

enum { STEPS_IN_A_ROW = 5, BAD_WISHES = 10 };

static const double BAD_WINDOW = 1.0;  // s, in which that many are too many
static const double STEP_SLACK = 1e-6; // relative, of the way that a tick allows
static const double CLAMP_QUIET = 0.1; // s without a clamp before the next is told again
static const double LEAK_TIME = 0.5;   // s, in which a rate's integral returns to the reading

static const snw_cause clamp_causes[SNW__CLAMPS] = {
    [SNW__CLAMP_LIMIT] = SNW_CAUSE_TARGET_LIMIT,
    [SNW__CLAMP_VELOCITY] = SNW_CAUSE_TARGET_VELOCITY,
    [SNW__CLAMP_ACCELERATION] = SNW_CAUSE_TARGET_ACCELERATION,
    [SNW__CLAMP_EFFORT] = SNW_CAUSE_EFFORT,
};

// a limit has changed a wish; it is told when it begins
static void clamped(snw_guard *guard, int kind, int i, double wish, double given) {
    struct snw__guard *work = guard->work;
    static const char *const texts[SNW__CLAMPS] = {
        "a target position was limited", "a target velocity was limited",
        "a target acceleration was limited", "a target effort was limited"};
    const bool quiet = work->time - work->clamped[kind] > CLAMP_QUIET;
    work->clamped[kind] = work->time;
    work->clamp = true;
    if (!quiet) return;
    (void)snw__guard_news(guard, clamp_causes[kind], i, texts[kind]);
    snw__guard_number(guard, "wanted", wish, "");
    snw__guard_number(guard, "given", given, "");
}

// refused: told once per row of refusals
static bool refuse(snw_guard *guard, snw_cause cause, int i, const char *text) {
    struct snw__guard *work = guard->work;
    guard->signals.refusals++;
    work->misses++;
    work->news = NULL;
    if (work->refused) return false;
    work->refused = true;
    return snw__guard_news(guard, cause, i, text);
}

static bool is_sound(const snw_arm_command *wanted, int i) {
    const double q = wanted->q[i], v = wanted->v[i], effort = wanted->effort[i];
    const bool mode = wanted->mode[i] <= SNW_AXIS_EFFORT;
    return mode && (q - q) + (v - v) + (effort - effort) == 0;
}

// the first axis of which any number is NaN or infinite, or the mode none; -1 for none
static int not_sound(const snw_arm_command *wanted, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_sound(wanted, i)) return i;
    }
    return -1;
}

// ten in a second stop the arm
static void refuse_not_finite(snw_guard *guard, const snw_arm_command *wanted, int i) {
    struct snw__guard *work = guard->work;
    if (refuse(guard, SNW_CAUSE_NOT_FINITE, i,
               "a target with NaN, infinity or no mode was refused")) {
        snw__guard_number(guard, "position", wanted->q[i], "");
        snw__guard_number(guard, "rate", wanted->v[i], "");
        snw__guard_number(guard, "effort", wanted->effort[i], "");
    }
    work->bad_times[work->bad_next] = work->time;
    work->bad_next = (work->bad_next + 1) % BAD_WISHES;
    const double first = work->bad_times[work->bad_next];
    if (work->time - first > BAD_WINDOW) return;
    if (snw__guard_cause(guard, SNW_CAUSE_NOT_FINITE, i)) {
        snw__guard_number(guard, "refused in one second", BAD_WISHES, "");
    }
}

// how far a wish is from where it may begin; at most 0 is near enough
static double entry_gap(const snw_guard *guard, const snw__axis *axis,
                        const snw_arm_command *wanted, int i) {
    const double dt = guard->work->dt;
    if (wanted->mode[i] == SNW_AXIS_POSITION) {
        return fabs(wanted->q[i] - axis->q) - guard->config.entry - 2 * fabs(axis->v) * dt;
    }
    if (wanted->mode[i] == SNW_AXIS_VELOCITY) {
        // from rest: at rest; from a motion: with it
        const double v = wanted->v[i], still = guard->config.standstill;
        const double change = fabs(v - axis->v) - 2 * axis->accel * dt - still;
        return fabs(v) <= still ? 0 : change;
    }
    return 0;
}

// a source begins where the command is; else it is refused until it does
static bool enter(snw_guard *guard, const snw_arm_command *wanted) {
    struct snw__guard *work = guard->work;
    int worst = -1;
    double gap = 0;
    for (int i = 0; i < work->count; i++) {
        const double axis_gap = entry_gap(guard, &work->axes[i], wanted, i);
        if (axis_gap <= gap) continue;
        gap = axis_gap;
        worst = i;
    }
    if (worst >= 0) {
        const snw__axis *axis = &work->axes[worst];
        const bool position = wanted->mode[worst] == SNW_AXIS_POSITION;
        if (refuse(guard, SNW_CAUSE_COMMAND_STEP, worst, "a source begins away from the arm")) {
            const char *unit =
                position ? snw__guard_unit(guard, worst) : snw__guard_rate_unit(guard, worst);
            snw__guard_number(guard, "wanted", position ? wanted->q[worst] : wanted->v[worst],
                              unit);
            snw__guard_number(guard, "command", position ? axis->q : axis->v, unit);
            snw__guard_number(guard, "beyond tolerance by", gap, unit);
        }
        return false;
    }
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        axis->wish = axis->q;
        axis->raw = axis->seen = wanted->q[i];
    }
    return true;
}

// A stream moves at most v dt from tick to tick, and n + 1 times that after n refusals; the axis
// that goes beyond by most, or -1.
static int find_step(struct snw__guard *work, const snw_arm_command *wanted) {
    int worst = -1;
    double most = 1 + STEP_SLACK;
    bool fast = false;
    const double reach = work->dt * (work->misses + 1);
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        if (wanted->mode[i] != SNW_AXIS_POSITION) continue;
        const double q = wanted->q[i], floor = 4e-15 * (1 + fabs(q));
        const double way = fabs(q - axis->raw) - floor;
        if (fabs(q - axis->seen) - floor > axis->speed * work->dt * (1 + STEP_SLACK)) fast = true;
        axis->seen = q;
        if (way <= most * axis->speed * reach) continue;
        most = way / (axis->speed * reach);
        worst = i;
    }
    work->fast_run = fast ? work->fast_run + 1 : 0;
    return worst;
}

// five in a row stop the arm; what never was within its rate is a rate, else it is a step
static void refuse_step(snw_guard *guard, const snw_arm_command *wanted, int i) {
    struct snw__guard *work = guard->work;
    const snw__axis *axis = &work->axes[i];
    const char *unit = snw__guard_unit(guard, i);
    if (refuse(guard, SNW_CAUSE_COMMAND_STEP, i, "a target that jumps was refused")) {
        snw__guard_number(guard, "wanted", wanted->q[i], unit);
        snw__guard_number(guard, "last", axis->raw, unit);
        snw__guard_number(guard, "allowed", axis->speed * work->dt, unit);
    }
    if (++work->steps < STEPS_IN_A_ROW) return;
    const bool rate = work->fast_run >= STEPS_IN_A_ROW;
    if (snw__guard_cause(guard, rate ? SNW_CAUSE_TARGET_VELOCITY : SNW_CAUSE_COMMAND_STEP, i)) {
        snw__guard_number(guard, "wanted", wanted->q[i], unit);
        snw__guard_number(guard, "command", axis->q, unit);
        snw__guard_number(guard, "limit of rate", axis->speed, snw__guard_rate_unit(guard, i));
    }
}

static int kind_of(const snw__axis *axis, double v, double given, double dt) {
    if (fabs(v) > axis->speed && fabs(given) >= axis->speed * (1 - 1e-9)) {
        return SNW__CLAMP_VELOCITY;
    }
    const double end = given > 0 ? axis->high - axis->q : axis->q - axis->low;
    const double u = fabs(given);
    const double way = u * (dt + axis->jerk_time + u * axis->half_decel);
    return v * (v - given) >= 0 && way >= 0.999 * end ? SNW__CLAMP_LIMIT : SNW__CLAMP_ACCELERATION;
}

// Follows a position. Where limits have held the command back, it returns to its wish at a rate
// from which it can still brake beside it: relative to the wish, r dt + r^2 / (2 b) is the lag.
static void follow_position(snw_guard *guard, int i, double q, double v_ahead) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    const double dt = work->dt;
    const double low = axis->q < axis->low ? axis->q : axis->low;
    const double high = axis->q > axis->high ? axis->q : axis->high;
    const double target = q < low ? low : q > high ? high : q;
    const double lag = axis->wish - axis->q;
    double v = (target - axis->q) / dt;
    if (lag != 0) {
        const double b = axis->rejoin, x = fabs(lag);
        const double r = 2 * x * b / (sqrt(b * b * dt * dt + 2 * b * x) + b * dt);
        v = (target - axis->wish) / dt + (lag > 0 ? r : -r);
    }
    const double given = snw__guard_allowed(axis, axis->q, v, dt, axis->jerk_time);
    axis->next_v = given;
    axis->next_wish = target;
    axis->next_q = snw__guard_advance(axis, given, dt);
    // rounding must not keep them apart
    if (fabs(axis->next_q - target) <= 1e-15 * (1 + fabs(target))) axis->next_q = target;
    const bool exact = axis->next_q == target && given == v;
    axis->told = exact ? v_ahead : given;
    if (axis->told > axis->speed) axis->told = axis->speed;
    if (axis->told < -axis->speed) axis->told = -axis->speed;

    if (target != q) clamped(guard, SNW__CLAMP_LIMIT, i, q, target);
    if (given != v) clamped(guard, kind_of(axis, v, given, dt), i, v, given);
    const double ahead = fabs(q - axis->next_q);
    if (ahead <= guard->config.tube) return;
    snw_cause cause = SNW_CAUSE_TARGET_ACCELERATION;
    if (given != v) cause = clamp_causes[kind_of(axis, v, given, dt)];
    if (target != q) cause = SNW_CAUSE_TARGET_LIMIT;
    if (snw__guard_cause(guard, cause, i)) {
        snw__guard_number(guard, "wanted", q, snw__guard_unit(guard, i));
        snw__guard_number(guard, "command", axis->next_q, snw__guard_unit(guard, i));
        snw__guard_number(guard, "ahead by", ahead, snw__guard_unit(guard, i));
        snw__guard_number(guard, "allowed", guard->config.tube, snw__guard_unit(guard, i));
    }
}

// one factor for all axes that follow rates keeps the direction
static double rate_scale(const struct snw__guard *work, const snw_arm_command *wanted) {
    double most = 1;
    for (int i = 0; i < work->count; i++) {
        if (wanted->mode[i] != SNW_AXIS_VELOCITY) continue;
        const double part = fabs(wanted->v[i]) / work->axes[i].speed;
        if (part > most) most = part;
    }
    return 1 / most;
}

// Follows a rate. Its integral is where the arm should be, and returns slowly to where it is; of
// the two, the one nearer to the end counts.
static void follow_rate(snw_guard *guard, int i, double v, double scale) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    const double dt = work->dt, wish = v * scale;
    double q = axis->q;
    if ((wish > 0) == (axis->measured > q)) q = axis->measured;
    const double given = snw__guard_allowed(axis, q, wish, dt, axis->jerk_time);
    axis->next_v = axis->told = given;
    axis->next_q = snw__guard_advance(axis, given, dt) +
                   (axis->measured - axis->q) * (dt < LEAK_TIME ? dt / LEAK_TIME : 1);
    axis->next_wish = axis->next_q;
    if (scale != 1) clamped(guard, SNW__CLAMP_VELOCITY, i, v, given);
    if (given != wish) clamped(guard, kind_of(axis, wish, given, dt), i, wish, given);
}

static void follow_effort(snw_guard *guard, int i, double effort) {
    struct snw__guard *work = guard->work;
    snw__axis *axis = &work->axes[i];
    axis->next_tau = snw__guard_effort(axis, effort, work->dt);
    if (axis->next_tau == effort) {
        axis->loaded = 0;
        return;
    }
    clamped(guard, SNW__CLAMP_EFFORT, i, effort, axis->next_tau);
    axis->loaded += work->dt;
    if (axis->loaded <= guard->config.effort_time + 1e-9) return;
    if (snw__guard_cause(guard, SNW_CAUSE_EFFORT, i)) {
        snw__guard_number(guard, "wanted", effort, "");
        snw__guard_number(guard, "limit", axis->effort, "");
        snw__guard_number(guard, "at its limit for", axis->loaded, "s");
    }
}

// an axis of which nothing is wanted, beside others that move
static void follow_nothing(struct snw__guard *work, snw__axis *axis) {
    axis->next_v = axis->told = snw__guard_allowed(axis, axis->q, 0, work->dt, 0);
    axis->next_q = axis->next_wish = snw__guard_advance(axis, axis->next_v, work->dt);
}

static void follow(snw_guard *guard, const snw_arm_command *wanted) {
    struct snw__guard *work = guard->work;
    const double scale = rate_scale(work, wanted);
    work->clamp = false;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        follow_effort(guard, i, wanted->effort[i]);
        switch (wanted->mode[i]) {
        case SNW_AXIS_POSITION:
            follow_position(guard, i, wanted->q[i], wanted->v[i]);
            break;
        case SNW_AXIS_VELOCITY:
            follow_rate(guard, i, wanted->v[i], scale);
            break;
        case SNW_AXIS_EFFORT:
            break;
        case SNW_AXIS_OFF:
            follow_nothing(work, axis);
            break;
        }
    }
    if (work->clamp) guard->signals.clamps++;
}

// an axis that goes on in its mode from where it is, within all limits by the simpler and narrower
// tests; NaN fails each of them
static bool pass_axis(snw__axis *axis, const snw_arm_command *wanted, int i, double per_dt) {
    const double q = wanted->q[i], effort = wanted->effort[i], told = wanted->v[i];
    if (!(wanted->mode[i] == axis->mode && fabs(told) <= axis->speed)) return false;
    if (!(fabs(effort) <= axis->effort && fabs(effort - axis->tau) <= axis->effort_step)) {
        return false;
    }
    axis->next_tau = effort;
    if (axis->mode == SNW_AXIS_EFFORT) return q - q == 0;
    const double v = (q - axis->q) * per_dt, u = fabs(v);
    const double end = v > 0 ? axis->high - axis->q : axis->q - axis->low;
    if (!(u <= axis->speed && fabs(v - axis->v) <= axis->rate_step)) return false;
    if (!(u * (axis->late_time + u * axis->half_decel) <= end)) return false;
    axis->next_q = q;
    axis->next_v = v;
    axis->told = told;
    return true;
}

// The usual wish passes as it is.
static bool pass(struct snw__guard *work, const snw_arm_command *wanted) {
    const double per_dt = work->per_dt;
    if (!work->joined || work->entry || work->misses > 0 || work->braking) return false;
    const int count = work->count;
    snw__axis *axis = work->axes;
    for (int i = 0; i < count; i++, axis++) {
        if (!pass_axis(axis, wanted, i, per_dt)) return false;
    }
    return true;
}

// what the last ticks left out, when this one is not usual
static void catch_up(struct snw__guard *work) {
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        axis->raw = axis->seen = axis->wish = axis->q;
        axis->loaded = 0;
    }
    work->fast_run = 0;
}

// every axis follows an effort, or a position and is where its source wants it
static bool has_joined(const struct snw__guard *work, const snw_arm_command *wanted) {
    for (int i = 0; i < work->count; i++) {
        const snw_axis_mode mode = wanted->mode[i];
        const bool there = mode == SNW_AXIS_POSITION && work->axes[i].next_q == wanted->q[i];
        if (!there && mode != SNW_AXIS_EFFORT) return false;
    }
    return true;
}

bool snw__guard_wishes(snw_guard *guard, const snw_arm *arm) {
    struct snw__guard *work = guard->work;
    const snw_arm_command *wanted = &arm->wanted;
    const bool before = work->plain;
    work->plain = pass(work, wanted);
    if (work->plain) return true;
    if (before) catch_up(work);
    work->joined = false;
    const int bad = not_sound(wanted, work->count);
    if (bad >= 0) {
        refuse_not_finite(guard, wanted, bad);
        return false;
    }
    for (int i = 0; i < work->count; i++) {
        const snw_axis_mode mode = wanted->mode[i];
        if (mode != SNW_AXIS_OFF && mode != work->axes[i].mode) work->entry = true;
    }
    if (work->entry) {
        if (!enter(guard, wanted)) return false;
        work->misses = work->steps = 0;
    }
    const int step = find_step(work, wanted);
    if (step >= 0 && !work->entry) {
        refuse_step(guard, wanted, step);
        return false;
    }
    work->entry = work->refused = false;
    work->misses = work->steps = 0;
    follow(guard, wanted);
    work->joined = has_joined(work, wanted);
    return true;
}
