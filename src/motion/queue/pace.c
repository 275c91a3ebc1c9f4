// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// How fast a path is driven where. The law of a motion knows one velocity and one acceleration for
// all of its parameter u. A path that is slow at one place only gets s = g(u): where it must be
// slow, s grows slowly with u. g is a cubic spline: its slope is a quadratic B-spline on a uniform
// grid of u with coefficients above 0, so that g rises, and g, g' and g'' are continuous:
//
//   ds/dt   = g' du/dt
//   d2s/dt2 = g'' (du/dt)^2 + g' d2u/dt2
//
// So whatever the law does (pauses, stops, overrides, blends), s has no jump of velocity or
// acceleration. Whether limits hold is not decided here, but by a look at the path in u.

snw_profile_sample snw__pace_follow(const snw__pace *pace, snw_profile_sample u) {
    const double x = u.p * SNW__PACE;
    int k = x > 0 ? (int)fmin(x, SNW__PACE) : 0;
    if (k >= SNW__PACE) k = SNW__PACE - 1;
    const double h = x - k, r = 1 - h, *c = &pace->c[k];
    const double n = SNW__PACE;
    const double whole =
        ((1 - r * r * r) * c[0] + (3 * h + 3 * h * h - 2 * h * h * h) * c[1] + h * h * h * c[2]) /
        6;
    const double g1 = 0.5 * r * r * c[0] + (0.5 + h - h * h) * c[1] + 0.5 * h * h * c[2];
    const double g2 = n * (-r * c[0] + (1 - 2 * h) * c[1] + h * c[2]);
    const double g3 = n * n * (c[0] - 2 * c[1] + c[2]);
    const snw_profile_sample s = {
        // at both ends nothing is rounded
        u.p >= 1 ? 1 : pace->at[k] + whole / n,
        g1 * u.v,
        g2 * u.v * u.v + g1 * u.a,
        g3 * u.v * u.v * u.v + 3 * g2 * u.v * u.a + g1 * u.j,
    };
    return s;
}

// speeds may grow from place to place, and fall, only as fast as accelerations allow
static void hold_slopes(snw__survey *y) {
    for (int k = 1; k < y->count; k++) {
        const double way = y->s[k] - y->s[k - 1], push = fmin(y->push[k - 1], y->push[k]);
        y->speed[k] = fmin(y->speed[k], sqrt(y->speed[k - 1] * y->speed[k - 1] + 2 * push * way));
    }
    for (int k = y->count - 2; k >= 0; k--) {
        const double way = y->s[k + 1] - y->s[k], push = fmin(y->push[k + 1], y->push[k]);
        y->speed[k] = fmin(y->speed[k], sqrt(y->speed[k + 1] * y->speed[k + 1] + 2 * push * way));
    }
}

// time from one place to the next while speed changes evenly with time
static double time_between(const snw__survey *y, int k) {
    return 2 * (y->s[k] - y->s[k - 1]) / (y->speed[k] + y->speed[k - 1]);
}

enum { ROUNDS = 4 };

// Corners of the speed are jerk, and what the hand's jerk allows slows all of the path down: they
// are rounded, each time over three coefficients.
static void smooth(double *c) {
    double last = c[0];
    for (int i = 1; i <= SNW__PACE; i++) {
        const double here = c[i];
        c[i] = 0.25 * (last + 2 * here + c[i + 1]);
        last = here;
    }
}

void snw__pace_build(snw__pace *pace, snw__survey *survey) {
    hold_slopes(survey);
    double total = 0;
    for (int k = 1; k < survey->count; k++) {
        total += time_between(survey, k);
    }
    // the coefficients stand in the middles of the grid; v^2 is linear in s, so v is in t
    int k = 1;
    double before = 0, step = time_between(survey, 1);
    for (int i = 0; i < SNW__PACE + 2; i++) {
        const double t = total * fmin(fmax((i - 0.5) / SNW__PACE, 0), 1);
        while (k + 1 < survey->count && before + step < t) {
            before += step;
            step = time_between(survey, ++k);
        }
        const double part = fmin(fmax((t - before) / step, 0), 1);
        pace->c[i] = survey->speed[k - 1] + part * (survey->speed[k] - survey->speed[k - 1]);
    }
    for (int i = 0; i < ROUNDS; i++) {
        smooth(pace->c);
    }
    double sum = 0;
    for (int i = 0; i < SNW__PACE; i++) {
        sum += (pace->c[i] + 4 * pace->c[i + 1] + pace->c[i + 2]) / (6 * SNW__PACE);
    }
    pace->at[0] = 0;
    for (int i = 0; i < SNW__PACE + 2; i++) {
        pace->c[i] /= sum;
    }
    for (int i = 0; i < SNW__PACE; i++) {
        pace->at[i + 1] =
            pace->at[i] + (pace->c[i] + 4 * pace->c[i + 1] + pace->c[i + 2]) / (6 * SNW__PACE);
    }
    pace->used = true;
}
