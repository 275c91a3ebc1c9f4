// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// The path parameter of one motion goes from rest at 0 to rest at 1.
//
// Quartic law (Paul 1981, chapter 5): between corners the parameter is linear, s = t / T; around
// each corner, in a time 2 tau, acceleration is 3 h (1 - h) dv / tau with h from 0 to 1. Counted
// from the beginning of the first transition the whole takes T + 2 tau:
//
//   first     s = (tau / T) (2 - h) h^3,  h = t / (2 tau)
//   between   s = (t - tau) / T
//   last      s = 1 - (tau / T) (2 - g) g^3,  g = (T + 2 tau - t) / (2 tau)
//
// Two such motions that overlap in 2 tau add to Paul's transition, whose formula is linear in the
// two velocities.

snw_status snw__law_init(snw__law *law, snw_arena *arena) {
    *law = (snw__law){.end = 1};
    return snw_profile_init(&law->profile, 1, arena);
}

static snw_profile_sample quartic_ramp(double t, double tau, double T) {
    const double h = t / (2 * tau);
    const snw_profile_sample r = {tau / T * (2 - h) * h * h * h, (3 - 2 * h) * h * h / T,
                                  3 * h * (1 - h) / (tau * T), 1.5 * (1 - 2 * h) / (tau * tau * T)};
    return r;
}

static snw_profile_sample quartic_at(const snw__law *law, double t) {
    const double whole = law->T + 2 * law->tau;
    if (t < 2 * law->tau) return quartic_ramp(t, law->tau, law->T);
    if (t <= law->T) {
        const snw_profile_sample r = {(t - law->tau) / law->T, 1 / law->T, 0, 0};
        return r;
    }
    snw_profile_sample r = quartic_ramp(whole - t, law->tau, law->T);
    r.p = 1 - r.p;
    r.a = -r.a;
    return r;
}

snw_profile_sample snw__law_at(const snw__law *law, double t) {
    const snw_profile_sample start = {0, 0, 0, 0}, end = {law->end, 0, 0, 0};
    if (!(t > 0) && law->kind == SNW_MOVE_QUARTIC) return start;
    if (t >= law->duration) return end;
    if (law->kind == SNW_MOVE_QUARTIC) return quartic_at(law, t);
    return snw_profile_axis_at(&law->profile, 0, fmax(t, 0));
}

// where in a phase velocity is highest, after its begin; acceleration may pass 0 inside
static double time_of_peak(const snw_profile_phase *phase) {
    const double t = phase->j < 0 ? -phase->a / phase->j : 0;
    return t > 0 && t < phase->duration ? t : 0;
}

// how long it speeds up until its highest velocity, and slows down from it
static void find_ramps(snw__law *law) {
    const int count = law->profile.phase_count[0];
    const snw_profile_phase *phase = law->profile.phase[0];
    double highest = 0, first = 0, last = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < count; i++) {
            const double t = time_of_peak(&phase[i]);
            const double v = phase[i].v + t * (phase[i].a + 0.5 * t * phase[i].j);
            if (pass == 0) highest = fmax(highest, v);
            if (pass == 0 || v < highest * (1 - 1e-9)) continue;
            last = phase[i].t + t;
            if (first == 0) first = last;
        }
    }
    law->ramp_in = first;
    law->ramp_out = law->duration - last;
}

static snw_profile_limits limits_at_override(const snw__law *law, double override) {
    snw_profile_limits limits = law->limits;
    limits.v_max = fmin(limits.v_max * override, fmax(law->v_joints, limits.v_max));
    limits.v_max = fmax(limits.v_max, SNW_PROFILE_LEAST_LIMIT);
    limits.v_min = -limits.v_max;
    return limits;
}

static snw_status plan_profile(snw__law *law, snw_profile_state start, double end, double override,
                               double duration) {
    const snw_profile_state target = {end, 0, 0};
    const snw_profile_limits limits = limits_at_override(law, override);
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = &start;
    problem.target = &target;
    problem.limits = &limits;
    problem.minimum_duration = duration;
    const snw_status status = snw_profile_plan(&law->profile, &problem, NULL);
    if (snw_failed(status)) return status;
    law->end = end;
    law->duration = law->profile.duration;
    find_ramps(law);
    return SNW_OK;
}

snw_status snw__law_plan_rest(snw__law *law, const snw__law_plan *p) {
    law->kind = p->kind;
    law->limits = p->limits;
    law->v_joints = p->v_joints;
    if (p->kind == SNW_MOVE_TRAPEZOID) law->limits.jerk = HUGE_VAL;
    if (p->kind != SNW_MOVE_QUARTIC || p->override != 1) {
        if (p->kind == SNW_MOVE_QUARTIC) law->kind = SNW_MOVE_JERK;
        const snw_profile_state start = {0, 0, 0};
        return plan_profile(law, start, 1, p->override, p->duration);
    }

    // peak acceleration 3/4 v / tau within the limits of both ends, and T at least 2 tau
    const double a = fmin(law->limits.a_max, -law->limits.a_min);
    const double T =
        fmax(fmax(1 / law->limits.v_max, p->duration), fmax(2 * p->transition, sqrt(1.5 / a)));
    const double tau = fmax(p->transition, 0.75 / (T * a));
    law->T = T;
    law->tau = tau;
    law->end = 1;
    law->duration = T + 2 * tau;
    law->ramp_in = law->ramp_out = 2 * tau;
    return SNW_OK;
}

void snw__law_rest(snw__law *law) {
    law->kind = SNW_MOVE_JERK;
    law->end = 1;
    law->duration = law->ramp_in = law->ramp_out = 0;
}

static snw_profile_state state_at(const snw__law *law, double t) {
    const snw_profile_sample s = snw__law_at(law, t);
    const snw_profile_state r = {s.p, s.v, s.a};
    return r;
}

// A quartic law goes on with limited jerk. Its own jerk, 1.5 / (tau^2 T) at the corners, is what
// keeps its velocity within bounds from any state on it.
static double corner_jerk(const snw__law *law) {
    return law->kind == SNW_MOVE_QUARTIC ? 1.5 / (law->tau * law->tau * law->T) : 0;
}

static void leave_quartic(snw__law *law) {
    if (law->kind != SNW_MOVE_QUARTIC) return;
    law->limits.jerk = fmin(fmax(law->limits.jerk, corner_jerk(law)), SNW_PROFILE_LARGEST_JERK);
    law->kind = SNW_MOVE_JERK;
}

snw_status snw__law_go_on(snw__law *law, double t, double end, double override) {
    const snw_profile_state start = state_at(law, t);
    leave_quartic(law);
    return plan_profile(law, start, end, override, 0);
}

snw_status snw__law_slow(snw__law *law, double t, const snw__governed *governed, double override) {
    snw_profile_state start = state_at(law, t);
    const double part = governed->now;
    const double a = part * part * start.a + governed->slope * start.v;
    start.a = fmin(fmax(a, law->limits.a_min), law->limits.a_max);
    start.v *= part;
    leave_quartic(law);
    return plan_profile(law, start, law->end, override, 0);
}

// a stop that would pass the end is none: the law comes to rest there anyway
snw_status snw__law_stop(snw__law *law, double t, double part, snw_profile *spare) {
    const snw_profile_state start = state_at(law, t);
    snw_profile_limits limits = law->limits;
    limits.jerk = fmax(limits.jerk, corner_jerk(law));
    if (isfinite(limits.jerk)) limits.jerk = fmin(limits.jerk, SNW_PROFILE_LARGEST_JERK);
    limits.v_max = fmax(limits.v_max, law->v_joints);
    limits.v_min = -limits.v_max;
    limits.a_max = fmax(limits.a_max * part, SNW_PROFILE_LEAST_LIMIT);
    limits.a_min = -fmax(-limits.a_min * part, SNW_PROFILE_LEAST_LIMIT);
    const snw_status status = snw_profile_stop(spare, &start, &limits, SNW_PROFILE_FREE, NULL);
    if (snw_failed(status)) return status;
    if (spare->end[0].p > law->end) return SNW_NOTHING_NEW;
    const snw_profile planned = *spare;
    *spare = law->profile;
    law->profile = planned;
    leave_quartic(law);
    law->duration = planned.duration;
    law->end = planned.end[0].p;
    law->ramp_in = 0;
    law->ramp_out = law->duration;
    return SNW_OK;
}
