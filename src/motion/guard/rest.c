// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>
#include <string.h>

#include "sinew/guard/stop_way.h"

// Where the stop goes that could begin after this command.
//
// The scale of brake.c falls with |s'| <= m and |s''| <= b. In continuous time, with slope r now,
// its curve is a part of the one that begins earlier, at slope 0, from z = 1 + r^2 / (2 b): b until
// the slope is p = min(m, sqrt(z b)), straight, then b again until rest; it is symmetric about its
// middle, so its integral is z T / 2. Ticks add less than one of them to the integral.
//
// The way is straight as long as no end of an axis bends it. At the rate w = s v an end at distance
// x bends it when w dt + w^2 / (2 d) > x, and as m v <= d at least w^2 / (2 d) of its way are left
// then. So it does not bend where q + v (length + dt) is inside. Else the axis lags behind by no
// more than what was left when it began to: v dt + v^2 / (2 d).

typedef struct curve {
    double z, p, early; // value and greatest slope of the whole curve; when it began
    double first, whole;
} curve;

static curve curve_of(const snw_stop_way *way) {
    curve c = {.z = 1, .p = way->fall};
    if (!isfinite(way->bend)) {
        c.whole = 1 / way->fall;
        return c;
    }
    c.early = way->slope / way->bend;
    c.z = 1 + 0.5 * way->slope * c.early;
    const double peak = sqrt(c.z * way->bend);
    if (peak < c.p) c.p = peak;
    c.first = c.p / way->bend;
    c.whole = c.z / c.p + c.first;
    return c;
}

// integral of the whole curve up to t
static double integral_to(const snw_stop_way *way, const curve *c, double t) {
    if (t >= c->whole) return 0.5 * c->z * c->whole;
    if (!isfinite(way->bend)) return t - 0.5 * c->p * t * t;
    const double b = way->bend, left = c->whole - t;
    if (t <= c->first) return t * (c->z - b * t * t / 6);
    if (left <= c->first) return 0.5 * c->z * c->whole - b * left * left * left / 6;
    const double u = t - c->first, z = c->z - 0.5 * c->p * c->first;
    return c->first * (c->z - b * c->first * c->first / 6) + u * (z - 0.5 * c->p * u);
}

double snw_stop_way_at(const snw_stop_way *way, double t) {
    if (t <= 0 || !(way->length > 0)) return t < -way->before ? -way->before : t < 0 ? t : 0;
    if (t >= way->time) return way->length;
    const curve c = curve_of(way);
    const double s = integral_to(way, &c, c.early + t) - integral_to(way, &c, c.early);
    return fmin(s + way->before * (t / way->time), way->length);
}

static bool moves_by_command(const snw__axis *axis) {
    return axis->mode != SNW_AXIS_EFFORT;
}

// the scale of the stop that would begin now, or of the one that is under way
static void find_scale(struct snw__guard *work, snw_stop_way *way) {
    const bool under_way = work->braking;
    bool by_efforts = false;
    way->fall = way->bend = HUGE_VAL;
    for (int i = 0; i < work->count; i++) {
        snw__axis *axis = &work->axes[i];
        const bool effort = !moves_by_command(axis);
        double u = under_way ? work->ramp.s * axis->from : effort ? axis->fast : axis->v;
        if (!under_way) axis->from = u;
        // rates of readings are not commanded: they come as a box, below
        way->v[i] = effort ? 0 : u;
        u = fabs(u);
        if (u == 0) continue;
        way->fall = fmin(way->fall, axis->decel / u);
        way->bend = fmin(way->bend, axis->jerk / u);
        by_efforts = by_efforts || effort;
    }
    if (by_efforts) way->fall = snw__guard_reach(work, way->fall);
    if (under_way && work->ramp.s > 0) {
        way->fall = work->ramp.most / work->ramp.s;
        way->bend = work->ramp.bend / work->ramp.s;
        way->slope = work->ramp.rate / work->ramp.s;
    }
    if (!isfinite(way->fall)) return;
    const curve c = curve_of(way);
    way->length = 0.5 * c.z * c.whole - integral_to(way, &c, c.early) + work->dt;
    way->time = c.whole - c.early + 2 * work->dt;
}

// Efforts do not lead an axis along a line; where it can be until it is at rest is a box. Within
// the next tick its rate may still grow.
static void box_by_efforts(const struct snw__guard *work, const snw__axis *axis, int i,
                           snw_stop_way *way) {
    const double grows = 2 * fmax(axis->accel, axis->decel) * work->dt;
    const double u = fmax(fabs(axis->fast), fabs(axis->slow)) + grows;
    // of the envelope of the stop
    const double fall = isfinite(way->fall) ? way->fall : axis->decel / u;
    const double most = 1.1 * u * (2 * work->dt + 0.5 / fmin(fall, axis->decel / u));
    const double back = 2 * grows * work->dt;
    way->rate[i] = axis->fast;
    way->q[i] = axis->measured + (axis->fast >= 0 ? 0.5 : -0.5) * (most - back);
    way->beside[i] = 0.5 * (most + back);
}

// without power an axis goes on as far as its brakes let it
static void box_without_power(const snw__axis *axis, double standstill, int i, snw_stop_way *way) {
    const double u = fmax(fabs(axis->fast), fabs(axis->slow));
    const double most = u > standstill ? u * u * axis->half_decel : 0;
    way->v[i] = 0;
    way->rate[i] = axis->fast;
    way->q[i] = axis->measured + (axis->fast >= 0 ? 0.5 : -0.5) * most;
    way->beside[i] = 0.5 * most;
}

static void line_of_axis(const struct snw__guard *work, const snw__axis *axis, int i,
                         snw_stop_way *way) {
    const double late = SNW__LATE_STOP * work->dt, u = fabs(way->v[i]);
    const double end = way->v[i] > 0 ? axis->high - axis->q : axis->q - axis->low;
    way->rate[i] = way->v[i];
    way->q[i] = axis->q;
    way->low[i] = fmin(axis->low, axis->q);
    way->high[i] = fmax(axis->high, axis->q);
    if (axis->age == 0) way->off[i] = fabs(axis->measured - axis->q);
    const double whole = fmin(u * (way->length + work->dt), fmax(end, 0) + u * work->dt);
    if (work->braking && fabs(axis->v) < u * (1 - 1e-9)) {
        way->beside[i] = whole;
    } else if (u * (way->length + late) > end) {
        way->beside[i] = fmin(u * (late + u * axis->half_decel), whole);
    }
    // what is left at the end of the scale by rounding
    if (u == 0 && axis->v != 0) {
        way->beside[i] = fabs(axis->v) * (2 * work->dt + fabs(axis->v) * axis->half_decel);
    }
}

void snw_guard_rest(snw_guard *guard, snw_stop_way *way) {
    struct snw__guard *work = guard->work;
    memset(way, 0, sizeof *way);
    way->count = work->count;
    way->powered = snw_stop_machine_powered(&guard->machine);
    way->follows = guard->machine.state == SNW_ARM_ENABLED && !work->braking;
    way->before = work->dt;
    if (way->powered) find_scale(work, way);
    for (int i = 0; i < work->count; i++) {
        const snw__axis *axis = &work->axes[i];
        way->low[i] = -HUGE_VAL;
        way->high[i] = HUGE_VAL;
        if (!way->powered) {
            box_without_power(axis, guard->config.standstill, i, way);
        } else if (!moves_by_command(axis)) {
            box_by_efforts(work, axis, i, way);
        } else {
            line_of_axis(work, axis, i, way);
        }
    }
}
