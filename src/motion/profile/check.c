// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/check.h"

#include <math.h>
#include <stdbool.h>

#include "inside.h"

// Looks at samples only. Between two of them, dt apart, a motion whose jerk stays within J keeps
//
//     |a1 - a0| <= J dt
//     |v1 - v0 - (a0 + a1) dt / 2| <= J dt^2 / 4
//     |p1 - p0 - (v0 + v1) dt / 2 + (a1 - a0) dt^2 / 12| <= J dt^3 / 24
//
// (the second is the triangle between equal accelerations; the kernel of the third, the trapezoidal
// rule with its end correction, integrates to 0.0321 dt^3). With unlimited jerk and acceleration
// within A, |v1 - v0| <= A dt and |p1 - p0 - (v0 + v1) dt / 2| <= A dt^2 / 4. A jump breaks them.

typedef struct scale {
    double p, v, a;
} scale;

typedef struct finding {
    int axis;
    double t, value, limit;
    const char *rule, *text;
} finding;

snw_motion_check snw_motion_check_defaults(void) {
    return (snw_motion_check){.steps = 1000, .tolerance = 1e-9};
}

static double largest(double a, double b) {
    return fabs(a) > fabs(b) ? fabs(a) : fabs(b);
}

static snw_status report(const finding *f, snw_why *why) {
    char name[] = "axis[00]";
    if (f->axis < 10) {
        name[5] = (char)('0' + f->axis);
        name[6] = ']';
        name[7] = 0;
    } else {
        name[5] = (char)('0' + f->axis / 10);
        name[6] = (char)('0' + f->axis % 10);
    }
    snw_why_set(why, SNW_ERR_CHECK, name, f->text);
    snw_why_rule(why, f->rule);
    snw_why_add(why, "t", f->t, "s");
    snw_why_add(why, "value", f->value, "");
    snw_why_add(why, "limit", f->limit, "");
    return SNW_ERR_CHECK;
}

// true if inside; NaN is not
static bool within(double value, double low, double high, double tolerance, finding *f) {
    const double slack = tolerance * largest(low, high);
    if (value >= low - slack && value <= high + slack) return true;
    f->value = value;
    f->limit = value < low ? low : high;
    return false;
}

static bool limits_kept(const snw_profile_sample *s, const snw_profile_limits *l, double tolerance,
                        finding *f) {
    f->value = s->p;
    f->limit = HUGE_VAL;
    f->rule = "finite";
    f->text = "a number is NaN or infinite";
    if (!isfinite(s->p) || !isfinite(s->v) || !isfinite(s->a) || !isfinite(s->j)) return false;
    f->rule = "velocity";
    f->text = "the velocity exceeds its limit";
    if (!within(s->v, l->v_min, l->v_max, tolerance, f)) return false;
    f->rule = "acceleration";
    f->text = "the acceleration exceeds its limit";
    if (!within(s->a, l->a_min, l->a_max, tolerance, f)) return false;
    f->rule = "jerk";
    f->text = "the jerk exceeds its limit";
    return isinf(l->jerk) || within(s->j, -l->jerk, l->jerk, tolerance, f);
}

static bool small_enough(double value, double bound, finding *f) {
    if (fabs(value) <= bound) return true;
    f->value = value;
    f->limit = bound;
    return false;
}

static bool joined(const snw_profile_sample *s0, const snw_profile_sample *s1, double dt,
                   const snw_profile_limits *l, const scale *slack, finding *f) {
    const double J = l->jerk, A = largest(l->a_min, l->a_max);
    const double rest_p = s1->p - s0->p - 0.5 * dt * (s0->v + s1->v);
    f->rule = "continuity";
    if (isinf(J)) {
        f->text = "the velocity jumps";
        if (!small_enough(s1->v - s0->v, A * dt + slack->v, f)) return false;
        f->text = "the position jumps";
        return small_enough(rest_p, 0.25 * A * dt * dt + slack->p, f);
    }
    const double da = s1->a - s0->a, rest_v = s1->v - s0->v - 0.5 * dt * (s0->a + s1->a);
    f->text = "the acceleration jumps";
    if (!small_enough(da, J * dt + slack->a, f)) return false;
    f->text = "the velocity jumps";
    if (!small_enough(rest_v, 0.25 * J * dt * dt + slack->v + 0.5 * dt * slack->a, f)) return false;
    f->text = "the position jumps";
    return small_enough(rest_p + da * dt * dt / 12,
                        J * dt * dt * dt / 24 + slack->p + 0.5 * dt * slack->v, f);
}

static bool matches(const snw_profile_sample *s, const snw_profile_state *e, const scale *slack,
                    bool acceleration, finding *f) {
    return small_enough(s->p - e->p, slack->p, f) && small_enough(s->v - e->v, slack->v, f) &&
           (!acceleration || small_enough(s->a - e->a, slack->a, f));
}

// what counts as 0 for an axis
static scale slack_of(const snw_motion_check *c, int i, const snw_profile_sample *first) {
    const snw_profile_limits *l = &c->limits[i];
    const double v = largest(l->v_min, l->v_max);
    double p = largest(first->p, v * c->duration);
    if (c->end) p = largest(p, c->end[i].p);
    const double a = largest(l->a_min, l->a_max);
    return (scale){c->tolerance * p, c->tolerance * v, c->tolerance * a};
}

static bool ends_match(const snw_motion_check *c, const snw_profile_sample *first,
                       const snw_profile_sample *s, int step, finding *f) {
    const int i = f->axis;
    const scale slack = slack_of(c, i, first);
    const bool acceleration = !isinf(c->limits[i].jerk);
    f->rule = "start";
    f->text = "the motion does not begin at its start";
    if (step == 0 && c->start && !matches(s, &c->start[i], &slack, acceleration, f)) return false;
    f->rule = "end";
    f->text = "the motion does not end at its goal";
    return step != c->steps || !c->end || matches(s, &c->end[i], &slack, acceleration, f);
}

snw_status snw__motion_check_run(const snw_motion_check *check, snw_why *why) {
    const snw_motion_check *c = check;
    const bool known = c->motion && c->limits && c->axes >= 1 && c->axes <= SNW_PROFILE_AXES &&
                       c->steps >= 1 && c->duration >= 0 && isfinite(c->duration) &&
                       c->tolerance >= 0;
    if (!known) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "",
                          "a check needs a motion, limits and counts in range", NULL);
    }
    snw_profile_sample first[SNW_PROFILE_AXES], last[SNW_PROFILE_AXES], now[SNW_PROFILE_AXES];
    for (int step = 0; step <= c->steps; step++) {
        const double t = c->duration * step / c->steps, dt = c->duration / c->steps;
        c->motion(c->context, t, now);
        for (int i = 0; i < c->axes; i++) {
            finding f = {.axis = i, .t = t};
            if (step == 0) first[i] = now[i];
            bool good = limits_kept(&now[i], &c->limits[i], c->tolerance, &f);
            if (good && step > 0) {
                const scale slack = slack_of(c, i, &first[i]);
                good = joined(&last[i], &now[i], dt, &c->limits[i], &slack, &f);
            }
            if (good) good = ends_match(c, &first[i], &now[i], step, &f);
            if (!good) return report(&f, why);
            last[i] = now[i];
        }
    }
    return SNW_OK;
}
