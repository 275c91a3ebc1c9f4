// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/limits.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

const char *snw__bound_cause_name(snw_bound_cause cause) {
    switch (cause) {
    case SNW_BOUND_POSITION:
        return "position limit";
    case SNW_BOUND_VELOCITY:
        return "velocity limit";
    case SNW_BOUND_ACCELERATION:
        return "acceleration limit";
    case SNW_BOUND_CLEARANCE:
        return "clearance";
    case SNW_BOUND_NONE:
        break;
    }
    return "nothing";
}

// the coordinate that each rate changes: only where a joint has as many of both
static void find_coordinates(snw_rate_limits *limits, const snw_model *model) {
    for (int i = 0; i < limits->n; i++)
        limits->q_index[i] = -1;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        for (int k = 0; link->nq == link->nv && k < link->nv; k++)
            limits->q_index[link->v_index + k] = link->q_index + k;
    }
}

snw_status snw__rate_limits_init(snw_rate_limits *limits, const snw_model *model,
                                 double acceleration, snw_arena *arena) {
    memset(limits, 0, sizeof *limits);
    if (!(acceleration > 0)) return SNW_ERR_RANGE;
    const int n = model->nv;
    limits->n = n;
    limits->margin = 1e-10;
    limits->lower = SNW_ARENA_ARRAY(arena, double, n);
    limits->upper = SNW_ARENA_ARRAY(arena, double, n);
    limits->velocity = SNW_ARENA_ARRAY(arena, double, n);
    limits->acceleration = SNW_ARENA_ARRAY(arena, double, n);
    limits->deceleration = SNW_ARENA_ARRAY(arena, double, n);
    limits->low = SNW_ARENA_ARRAY(arena, double, n);
    limits->high = SNW_ARENA_ARRAY(arena, double, n);
    limits->below = SNW_ARENA_ARRAY(arena, double, n);
    limits->above = SNW_ARENA_ARRAY(arena, double, n);
    limits->q_index = SNW_ARENA_ARRAY(arena, int, n);
    limits->low_cause = SNW_ARENA_ARRAY(arena, unsigned char, n);
    limits->high_cause = SNW_ARENA_ARRAY(arena, unsigned char, n);
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    find_coordinates(limits, model);
    for (int i = 0; i < n; i++) {
        const int q = limits->q_index[i];
        const double a = model->acceleration[i], d = model->deceleration[i];
        limits->lower[i] = q < 0 ? -HUGE_VAL : model->lower[q];
        limits->upper[i] = q < 0 ? HUGE_VAL : model->upper[q];
        limits->velocity[i] = model->velocity[i];
        limits->acceleration[i] = isfinite(a) ? a : acceleration;
        limits->deceleration[i] = isfinite(d) ? d : limits->acceleration[i];
    }
    return SNW_OK;
}

// Braking from the rate r in steps of D = d dt takes the ways r dt, (r - D) dt, ... With k of them
// the whole is k r dt - D dt k (k - 1) / 2, and the last is no longer than a step when
// D dt k (k - 1) / 2 < room <= D dt k (k + 1) / 2. A joint that moves at this rate finds it smaller
// by exactly D in the next tick.
double snw_stopping_rate(double room, double deceleration, double dt) {
    const double step = deceleration * dt * dt;
    if (!isfinite(room)) return room;
    if (!isfinite(step)) return room / dt;
    if (!(step > 0)) return 0;
    const double k = fmax(1, ceil((sqrt(1 + 8 * room / step) - 1) / 2));
    return (room + step * k * (k - 1) / 2) / (k * dt);
}

// the largest rate after one tick from v: what is left of the tick after standing still is spent on
// acceleration
static double fastest(double v, double acceleration, double deceleration, double dt) {
    if (v >= 0) return v + acceleration * dt;
    const double braked = v + deceleration * dt;
    if (!(braked > 0) || !isfinite(deceleration)) {
        return isfinite(deceleration) ? braked : acceleration * dt;
    }
    return acceleration * (dt + v / deceleration);
}

typedef struct bound {
    double value;
    snw_bound_cause cause;
} bound;

// the upper bound by position and velocity; the lower one is that of the mirrored joint
static bound reach(double room, double velocity, double deceleration, double dt) {
    const double by_position = room >= 0
                                   ? snw_stopping_rate(room, deceleration, dt)
                                   : fmax(-velocity, -snw_stopping_rate(-room, deceleration, dt));
    const bound r = {by_position, SNW_BOUND_POSITION};
    const bound fast = {velocity, SNW_BOUND_VELOCITY};
    return by_position < velocity ? r : fast;
}

static bool bound_rate(snw_rate_limits *l, int i, double q, double v, double dt) {
    const double a = l->acceleration[i], d = l->deceleration[i], speed = l->velocity[i];
    const bound most = {fastest(v, a, d, dt), SNW_BOUND_ACCELERATION};
    const bound least = {-fastest(-v, a, d, dt), SNW_BOUND_ACCELERATION};
    l->above[i] = fmax(l->upper[i] - q, 0);
    l->below[i] = fmax(q - l->lower[i], 0);
    bound high = reach(l->upper[i] - l->margin - q, speed, d, dt);
    bound low = reach(q - l->lower[i] - l->margin, speed, d, dt);
    low.value = -low.value;
    // a way back is not shorter than the range
    if (low.value > high.value) low.value = high.value;
    bool widened = q > l->upper[i] || q < l->lower[i];

    // what acceleration does not allow cannot be: the bounds give way
    if (high.value > most.value) high = most;
    if (low.value < least.value) low = least;
    if (high.value < low.value) {
        const double only = high.cause == SNW_BOUND_ACCELERATION ? high.value : low.value;
        const double missed = fabs(high.value - low.value);
        widened = widened || missed > 1e-9 * (1 + fabs(only));
        high.value = low.value = only;
    }
    l->low[i] = low.value;
    l->high[i] = high.value;
    l->low_cause[i] = isfinite(low.value) ? (unsigned char)low.cause : SNW_BOUND_NONE;
    l->high_cause[i] = isfinite(high.value) ? (unsigned char)high.cause : SNW_BOUND_NONE;
    return widened;
}

snw_status snw_rate_limits_update(snw_rate_limits *limits, const double *q, const double *v,
                                  double dt) {
    if (!(dt > 0) || !isfinite(dt)) return SNW_ERR_RANGE;
    if (!snw__finite(v, limits->n)) return SNW_ERR_NOT_FINITE;
    for (int i = 0; i < limits->n; i++) {
        if (limits->q_index[i] >= 0 && !isfinite(q[limits->q_index[i]])) return SNW_ERR_NOT_FINITE;
    }
    bool widened = false;
    for (int i = 0; i < limits->n; i++) {
        const int k = limits->q_index[i];
        if (bound_rate(limits, i, k >= 0 ? q[k] : 0, v[i], dt)) widened = true;
    }
    return widened ? SNW_SATURATED : SNW_OK;
}
