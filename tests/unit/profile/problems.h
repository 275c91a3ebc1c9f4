// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PROFILE_PROBLEMS_H
#define SINEW_TESTS_PROFILE_PROBLEMS_H

/// @file
/// Random problems for the generator, and an examination of its motions phase by phase that shares
/// no code with it. Included after check.h.

#include <float.h>
#include <string.h>

#include "sinew/profile/generator.h"

#include "check.h"

enum { MOST_AXES = 8 };

/// EXTREME: all that is valid, limits and starts of any size.
typedef enum kind { REST, MOVING, FULL, OUTSIDE, WIDE, EXTREME } kind;

typedef struct case_data {
    int axes;
    snw_profile_state start[MOST_AXES], target[MOST_AXES];
    snw_profile_limits limits[MOST_AXES];
    snw_profile_problem problem;
} case_data;

static _Alignas(64) unsigned char generator_memory[1 << 15];

__attribute__((unused)) static snw_profile make_generator(int axes) {
    snw_arena arena = snw_arena_over(generator_memory, sizeof generator_memory);
    snw_profile profile;
    CHECK(snw_profile_init(&profile, axes, &arena) == SNW_OK);
    return profile;
}

static double log_real(double low, double high) {
    return exp(check_real(log(low), log(high)));
}

// a state inside the limits from which the acceleration can be brought to 0 (or was built up)
// inside them: sign 1 for a start, -1 for a target
static snw_profile_state inside(const snw_profile_limits *l, int sign) {
    snw_profile_state s = {check_real(-4, 4), 0, 0};
    for (;;) {
        s.v = check_real(l->v_min, l->v_max);
        s.a = check_real(l->a_min, l->a_max);
        const double v = s.v + sign * 0.5 * s.a * fabs(s.a) / l->jerk;
        if (v <= l->v_max && v >= l->v_min) return s;
    }
}

// any sign, any size
static double any(double low, double high) {
    return check_int(0, 1) ? log_real(low, high) : -log_real(low, high);
}

static void make_extreme(case_data *c, int i) {
    snw_profile_limits *l = &c->limits[i];
    *l = (snw_profile_limits){-log_real(1e-6, 1e6), log_real(1e-6, 1e6), -log_real(1e-6, 1e6),
                              log_real(1e-6, 1e6), log_real(1e-6, 1e12)};
    c->start[i] = (snw_profile_state){any(1e-9, 1e9), any(1e-9, 1e9), any(1e-9, 1e9)};
    c->target[i] = (snw_profile_state){any(1e-9, 1e9), 0, 0};
    if (check_int(0, 1)) return;

    // an acceleration that can have been built up inside the limits
    const double v = check_real(l->v_min, l->v_max), part = check_real(-1, 1);
    const double room = sqrt(2 * l->jerk * (part > 0 ? v - l->v_min : l->v_max - v));
    c->target[i].v = v;
    c->target[i].a = part * fmin(room, part > 0 ? l->a_max : -l->a_min);
}

__attribute__((unused)) static void make_axis(case_data *c, int i, kind what) {
    snw_profile_limits *l = &c->limits[i];
    *l = (snw_profile_limits){-check_real(1, 12), check_real(1, 12), -check_real(1, 12),
                              check_real(1, 12), check_real(1, 12)};
    if (what == WIDE) {
        *l = (snw_profile_limits){-log_real(1e-1, 1e1), log_real(1e-1, 1e1), -log_real(1e-1, 1e2),
                                  log_real(1e-1, 1e2), log_real(1, 1e6)};
    }
    c->start[i] = (snw_profile_state){check_real(-4, 4), 0, 0};
    c->target[i] = (snw_profile_state){check_real(-4, 4), 0, 0};
    if (what == MOVING || what == FULL || what == WIDE) c->start[i] = inside(l, 1);
    if (what == FULL || what == OUTSIDE || what == WIDE) c->target[i] = inside(l, -1);
    if (what == OUTSIDE) {
        c->start[i].v = check_real(-25, 25);
        c->start[i].a = check_real(-25, 25);
    }
    if (what == WIDE) {
        c->start[i].p *= log_real(1e-9, 10);
        c->target[i].p *= log_real(1e-9, 10);
    }
    if (what == EXTREME) make_extreme(c, i);

    // now and then a number that is exactly 0 or exactly a limit
    if (what == FULL && check_int(0, 3) == 0) c->start[i].a = 0;
    if (what == FULL && check_int(0, 3) == 0) c->target[i].a = 0;
    if (what == FULL && check_int(0, 9) == 0) c->target[i].p = c->start[i].p;
    if (what == FULL && check_int(0, 9) == 0) c->target[i] = c->start[i], c->target[i].a = 0;
    if (what == FULL && check_int(0, 9) == 0) c->start[i].v = l->v_max, c->start[i].a = 0;
}

__attribute__((unused)) static void make_case(case_data *c, int axes, kind what) {
    c->axes = axes;
    for (int i = 0; i < axes; i++) {
        make_axis(c, i, what);
    }
    c->problem = snw_profile_problem_defaults();
    c->problem.start = c->start;
    c->problem.target = c->target;
    c->problem.limits = c->limits;
}

/// The largest numbers of an axis: its limits, or what occurs; of the position also the way at the
/// largest velocity all the time.
typedef struct scales {
    double p, v, a;
} scales;

static double largest(double a, double b, double c) {
    return fmax(fabs(a), fmax(fabs(b), fabs(c)));
}

static scales scales_of(const snw_profile *profile, const case_data *c, int i) {
    const snw_profile_limits *l = &c->limits[i];
    scales s = {largest(c->start[i].p, c->target[i].p, 0), largest(l->v_min, l->v_max, 0),
                largest(l->a_min, l->a_max, 0)};
    for (int k = 0; k < profile->phase_count[i]; k++) {
        const snw_profile_phase *x = &profile->phase[i][k];
        s.v = fmax(s.v, fabs(x->v));
        s.a = fmax(s.a, fabs(x->a));
        s.p = fmax(s.p, fabs(x->p));
    }
    s.p = fmax(s.p, s.v * profile->axis_duration[i]);
    return s;
}

// how far beyond [low, high], relative
static double beyond(double value, double low, double high, double scale) {
    return fmax(value - high, low - value) / scale;
}

typedef struct findings {
    double limit; ///< largest excess over a limit, relative
    double jump;  ///< largest jump between phases, relative to the scale of the axis
    double end;   ///< largest error of the end state, relative to the scale of the axis
} findings;

// the velocity has its extremes at the ends of a phase and where the acceleration is 0
static double excess(const snw_profile_phase *x, const snw_profile_limits *l, const scales *s) {
    const double dt = x->duration, a1 = x->a + x->j * dt, v1 = x->v + dt * (x->a + 0.5 * x->j * dt);
    double worst =
        fmax(beyond(x->a, l->a_min, l->a_max, s->a), beyond(a1, l->a_min, l->a_max, s->a));
    worst = fmax(worst, beyond(x->v, l->v_min, l->v_max, s->v));
    worst = fmax(worst, beyond(v1, l->v_min, l->v_max, s->v));
    if (!isinf(l->jerk)) worst = fmax(worst, beyond(x->j, -l->jerk, l->jerk, l->jerk));
    if (x->a * a1 < 0) {
        const double top = x->v - 0.5 * x->a * x->a / x->j;
        worst = fmax(worst, beyond(top, l->v_min, l->v_max, s->v));
    }
    return worst;
}

__attribute__((unused)) static void examine_axis(const snw_profile *profile, const case_data *c,
                                                 int i, findings *found) {
    const snw_profile_limits *l = &c->limits[i];
    const snw_profile_state *e = &c->target[i];
    const scales scale = scales_of(profile, c, i);
    const double duration = profile->axis_duration[i];
    snw_profile_sample now = {c->start[i].p, c->start[i].v, c->start[i].a, 0};
    double t = 0;
    for (int k = 0; k < profile->phase_count[i]; k++) {
        const snw_profile_phase *x = &profile->phase[i][k];
        const double dt = x->duration;
        CHECK(dt > 0);
        found->jump = fmax(found->jump, fabs(x->t - t) / duration);
        found->jump = fmax(found->jump, fabs(x->p - now.p) / scale.p);
        found->jump = fmax(found->jump, fabs(x->v - now.v) / scale.v);
        if (!isinf(l->jerk)) found->jump = fmax(found->jump, fabs(x->a - now.a) / scale.a);
        if (k >= profile->brake_count[i]) found->limit = fmax(found->limit, excess(x, l, &scale));
        now.p = x->p + dt * (x->v + dt * (0.5 * x->a + dt * x->j / 6));
        now.v = x->v + dt * (x->a + 0.5 * dt * x->j);
        now.a = x->a + dt * x->j;
        t = x->t + dt;
    }
    if (t > 0) found->jump = fmax(found->jump, fabs(duration - t) / t);
    if (c->problem.control == SNW_PROFILE_POSITION) {
        found->end = fmax(found->end, fabs(now.p - e->p) / fmax(scale.p, 1e-300));
    }
    found->end = fmax(found->end, fabs(now.v - e->v) / scale.v);
    if (!isinf(l->jerk)) found->end = fmax(found->end, fabs(now.a - e->a) / scale.a);
}

__attribute__((unused)) static findings examine(const snw_profile *profile, const case_data *c) {
    findings found = {0, 0, 0};
    for (int i = 0; i < c->axes; i++) {
        examine_axis(profile, c, i, &found);
    }
    return found;
}

#endif // SINEW_TESTS_PROFILE_PROBLEMS_H
