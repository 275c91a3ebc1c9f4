// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PROFILE_BRUTE_H
#define SINEW_TESTS_PROFILE_BRUTE_H

/// @file
/// The least time of one axis by search: no theory of which motions are optimal beyond "few ramps
/// of full jerk". The acceleration goes from a0 to any A, may stay there, to any B, may stay there,
/// to af, in any order of rising and falling; or it passes a cruise at either limit of velocity
/// between A and B. One number is scanned on a grid, another follows from the velocity, and where
/// the position error changes its sign the interval is halved. Included after check.h.

#include <math.h>
#include <stdbool.h>

#include "sinew/profile/types.h"

typedef struct brute {
    double v0, a0, vf, af, way;
    snw_profile_limits l;
    int grid;
    double best; ///< [s]

    // not 0: instead of the least time for the way, the ways that can be made in this time
    double time;
    double lowest, highest;
} brute;

/// A candidate: accelerations, stays, cruise (< 0: none).
typedef struct trial {
    double A, stay_A, B, stay_B, cruise;
} trial;

typedef struct running {
    double a, v, p, t;
    bool legal;
} running;

static void brute_ramp(const brute *b, running *r, double to) {
    const double j = to >= r->a ? b->l.jerk : -b->l.jerk, dt = (to - r->a) / j;
    const double turn = -r->a / j;
    const double small = 1e-9 * (b->l.v_max - b->l.v_min);
    if (turn > 0 && turn < dt) {
        const double v = r->v + turn * (r->a + 0.5 * j * turn);
        if (v > b->l.v_max + small || v < b->l.v_min - small) r->legal = false;
    }
    r->p += dt * (r->v + dt * (0.5 * r->a + dt * j / 6));
    r->v += dt * (r->a + 0.5 * j * dt);
    r->a = to;
    r->t += dt;
    if (r->v > b->l.v_max + small || r->v < b->l.v_min - small) r->legal = false;
}

static void brute_stay(const brute *b, running *r, double dt) {
    const double small = 1e-9 * (b->l.v_max - b->l.v_min);
    if (dt < -1e-12) r->legal = false;
    r->p += dt * (r->v + 0.5 * dt * r->a);
    r->v += dt * r->a;
    r->t += dt;
    if (r->v > b->l.v_max + small || r->v < b->l.v_min - small) r->legal = false;
}

static running brute_run(const brute *b, const trial *x) {
    running r = {b->a0, b->v0, 0, 0, true};
    brute_ramp(b, &r, x->A);
    brute_stay(b, &r, x->stay_A);
    if (x->cruise >= 0) {
        brute_ramp(b, &r, 0);
        brute_stay(b, &r, x->cruise);
    }
    brute_ramp(b, &r, x->B);
    brute_stay(b, &r, x->stay_B);
    brute_ramp(b, &r, b->af);
    return r;
}

/// The kinds of scan. s is the number scanned; false if the velocity cannot be met.
enum {
    FREE_LOW_MINUS,
    FREE_LOW_PLUS,
    FREE_HIGH_MINUS,
    FREE_HIGH_PLUS,
    A_MAX,
    A_MIN,
    B_MAX,
    B_MIN,
    MAX_MIN,
    MIN_MAX,
    SCANS
};

static bool brute_free(const brute *b, int scan, double A, trial *x) {
    const double J = b->l.jerk;
    const double dv1 = 0.5 * (b->a0 + A) * fabs(A - b->a0) / J, rest = b->vf - b->v0 - dv1;
    const bool low = scan == FREE_LOW_MINUS || scan == FREE_LOW_PLUS;
    const double square = 0.5 * (A * A + b->af * b->af) + (low ? -J : J) * rest;
    if (!(square >= 0)) return false;
    const double root = sqrt(square);
    const double B = scan == FREE_LOW_MINUS || scan == FREE_HIGH_MINUS ? -root : root;
    *x = (trial){A, 0, B, 0, -1};
    return B <= b->l.a_max && B >= b->l.a_min && (low ? B <= fmin(A, b->af) : B >= fmax(A, b->af));
}

static bool brute_trial(const brute *b, int scan, double s, trial *x) {
    if (scan <= FREE_HIGH_PLUS) return brute_free(b, scan, s, x);
    const double up = b->l.a_max, down = b->l.a_min;
    *x = (trial){0, 0, 0, 0, -1};
    switch (scan) {
    case A_MAX:
    case A_MIN:
        x->A = scan == A_MAX ? up : down, x->B = s;
        break;
    case B_MAX:
    case B_MIN:
        x->A = s, x->B = scan == B_MAX ? up : down;
        break;
    default:
        x->A = scan == MAX_MIN ? up : down, x->B = scan == MAX_MIN ? down : up, x->stay_A = s;
        break;
    }
    // the missing stay makes up the velocity
    const running r = brute_run(b, x);
    const bool at_A = scan == A_MAX || scan == A_MIN;
    const double stay = (b->vf - r.v) / (at_A ? x->A : x->B);
    *(at_A ? &x->stay_A : &x->stay_B) = stay;
    return stay >= 0;
}

// what is searched to be 0
static double brute_miss(const brute *b, const running *r) {
    return b->time > 0 ? r->t - b->time : r->p - b->way;
}

static void brute_take(brute *b, const trial *x) {
    const running r = brute_run(b, x);
    if (b->time > 0) {
        if (!r.legal || !(fabs(r.t - b->time) <= 1e-9 * b->time)) return;
        b->lowest = fmin(b->lowest, r.p);
        b->highest = fmax(b->highest, r.p);
        return;
    }
    const double scale = fabs(b->way) + (b->l.v_max - b->l.v_min) * r.t;
    if (!r.legal || !(fabs(r.p - b->way) <= 1e-8 * scale) || !(fabs(r.v - b->vf) <= 1e-8)) return;
    if (r.t < b->best) b->best = r.t;
}

static void brute_halve(brute *b, int scan, double low, double high, bool rising) {
    trial x;
    for (int i = 0; i < 60; i++) {
        const double s = 0.5 * (low + high);
        if (!brute_trial(b, scan, s, &x)) return;
        const running r = brute_run(b, &x);
        *((brute_miss(b, &r) > 0) == rising ? &high : &low) = s;
    }
    if (brute_trial(b, scan, 0.5 * (low + high), &x)) brute_take(b, &x);
}

// the scanned number: an acceleration, or a time on a scale that grows
static double brute_grid(const brute *b, int scan, int i) {
    const double part = (double)i / b->grid;
    if (scan < MAX_MIN) return b->l.a_min + (b->l.a_max - b->l.a_min) * part;
    return (b->l.v_max - b->l.v_min) / fmin(b->l.a_max, -b->l.a_min) * part;
}

static double brute_error(const brute *b, int scan, double s) {
    trial x;
    if (!brute_trial(b, scan, s, &x)) return (double)NAN;
    const running r = brute_run(b, &x);
    return brute_miss(b, &r);
}

// between two neighbours whose errors have one sign there may be a pair of roots: look for the
// least error by golden steps when the middle one of three is the nearest
static void brute_dip(brute *b, int scan, double low, double high, double sign) {
    const double first = low, last = high;
    for (int i = 0; i < 40; i++) {
        const double s = low + 0.382 * (high - low), t = low + 0.618 * (high - low);
        const double es = sign * brute_error(b, scan, s), et = sign * brute_error(b, scan, t);
        if (isnan(es) || isnan(et)) return;
        if (es < 0 || et < 0) {
            const double in = es < 0 ? s : t;
            brute_halve(b, scan, first, in, sign < 0);
            brute_halve(b, scan, in, last, sign > 0);
            return;
        }
        *(es < et ? &high : &low) = es < et ? t : s;
    }
}

// the last number towards `out`, where the velocity cannot be met, at which it still can
static double brute_edge(const brute *b, int scan, double in, double out) {
    for (int i = 0; i < 60; i++) {
        const double s = 0.5 * (in + out);
        *(isnan(brute_error(b, scan, s)) ? &out : &in) = s;
    }
    return in;
}

static void brute_pair(brute *b, int scan, double s0, double s1) {
    double e0 = brute_error(b, scan, s0), e1 = brute_error(b, scan, s1);
    if (isnan(e0) && isnan(e1)) return;
    if (isnan(e0)) s0 = brute_edge(b, scan, s1, s0), e0 = brute_error(b, scan, s0);
    if (isnan(e1)) s1 = brute_edge(b, scan, s0, s1), e1 = brute_error(b, scan, s1);
    if (e0 * e1 <= 0) brute_halve(b, scan, s0, s1, e1 > e0);
}

static void brute_scan(brute *b, int scan) {
    double e1 = (double)NAN, e2 = (double)NAN;
    for (int i = 0; i <= b->grid; i++) {
        const double s = brute_grid(b, scan, i), e = brute_error(b, scan, s);
        if (i > 0 && (isnan(e1) || isnan(e) || e1 * e <= 0)) {
            brute_pair(b, scan, brute_grid(b, scan, i - 1), s);
        }
        if (e2 * e1 > 0 && e1 * e > 0 && fabs(e1) <= fabs(e2) && fabs(e1) <= fabs(e)) {
            brute_dip(b, scan, brute_grid(b, scan, i - 2), s, e > 0 ? 1 : -1);
        }
        e2 = e1;
        e1 = e;
    }
}

// ways from (v, a) to (to, end): a ramp to a peak below or above, held if it is beyond a limit
static int brute_peaks(const brute *b, double v, double a, double to, double end, double peak[4],
                       double stay[4]) {
    int n = 0;
    for (int low = 0; low <= 1; low++) {
        const double J = b->l.jerk, edge = low ? b->l.a_min : b->l.a_max;
        const double square = 0.5 * (a * a + end * end) + (low ? -J : J) * (to - v);
        if (!(square >= 0)) continue;
        const double root = low ? -sqrt(square) : sqrt(square);
        if (low ? root > fmin(a, end) : root < fmax(a, end)) continue;
        const bool held = fabs(root) > fabs(edge);
        peak[n] = held ? edge : root;
        stay[n++] = held ? (square - edge * edge) / J / fabs(edge) : 0;
    }
    return n;
}

static void brute_cruise(brute *b, double v) {
    double A[4], stay_A[4], B[4], stay_B[4];
    const int n = brute_peaks(b, b->v0, b->a0, v, 0, A, stay_A);
    const int m = brute_peaks(b, v, 0, b->vf, b->af, B, stay_B);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < m; k++) {
            trial x = {A[i], stay_A[i], B[k], stay_B[k], 0};
            const running r = brute_run(b, &x);
            x.cruise = b->time > 0 ? b->time - r.t : (b->way - r.p) / v;
            if (x.cruise >= 0) brute_take(b, &x);
        }
    }
}

/// The least time found; HUGE_VAL if none.
__attribute__((unused)) static double brute_least(brute *b) {
    b->best = b->lowest = HUGE_VAL;
    b->highest = -HUGE_VAL;
    for (int scan = 0; scan < SCANS; scan++) {
        brute_scan(b, scan);
    }
    brute_cruise(b, b->l.v_max);
    brute_cruise(b, b->l.v_min);
    const trial one_ramp = {b->a0, 0, b->a0, 0, -1};
    brute_take(b, &one_ramp);
    return b->best;
}

#endif // SINEW_TESTS_PROFILE_BRUTE_H
