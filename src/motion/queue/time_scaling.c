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
// acceleration. Whether limits hold is not decided here, but by sampling the path in u.

enum { CELLS = SNW__SCALING_CELLS, SMOOTHINGS = 4 };

snw_profile_sample snw__scaling_follow(const snw__time_scaling *scaling, snw_profile_sample u) {
    const double x = u.p * CELLS;
    int k = x > 0 ? (int)fmin(x, CELLS) : 0;
    if (k >= CELLS) k = CELLS - 1;
    const double h = x - k, r = 1 - h, *c = &scaling->c[k];
    const double n = CELLS;
    const double whole =
        ((1 - r * r * r) * c[0] + (3 * h + 3 * h * h - 2 * h * h * h) * c[1] + h * h * h * c[2]) /
        6;
    const double g1 = 0.5 * r * r * c[0] + (0.5 + h - h * h) * c[1] + 0.5 * h * h * c[2];
    const double g2 = n * (-r * c[0] + (1 - 2 * h) * c[1] + h * c[2]);
    const double g3 = n * n * (c[0] - 2 * c[1] + c[2]);
    const snw_profile_sample s = {
        // at both ends nothing is rounded
        u.p >= 1 ? 1 : scaling->at[k] + whole / n,
        g1 * u.v,
        g2 * u.v * u.v + g1 * u.a,
        g3 * u.v * u.v * u.v + 3 * g2 * u.v * u.a + g1 * u.j,
    };
    return s;
}

// speeds may grow from place to place, and fall, only as fast as accelerations allow
static void limit_slopes(snw__limit_curve *curve) {
    double *speed = curve->speed;
    const double *s = curve->s, *a = curve->acceleration;
    for (int k = 1; k < curve->count; k++) {
        const double way = s[k] - s[k - 1], most = fmin(a[k - 1], a[k]);
        speed[k] = fmin(speed[k], sqrt(speed[k - 1] * speed[k - 1] + 2 * most * way));
    }
    for (int k = curve->count - 2; k >= 0; k--) {
        const double way = s[k + 1] - s[k], most = fmin(a[k + 1], a[k]);
        speed[k] = fmin(speed[k], sqrt(speed[k + 1] * speed[k + 1] + 2 * most * way));
    }
}

// time from one place to the next while speed changes evenly with time
static double time_between(const snw__limit_curve *curve, int k) {
    return 2 * (curve->s[k] - curve->s[k - 1]) / (curve->speed[k] + curve->speed[k - 1]);
}

void snw__scaling_build(snw__time_scaling *scaling, snw__limit_curve *curve) {
    double *c = scaling->c;
    limit_slopes(curve);
    double total = 0;
    for (int k = 1; k < curve->count; k++) {
        total += time_between(curve, k);
    }

    // the coefficients stand in the middles of the grid; v^2 is linear in s, so v is in t
    int k = 1;
    double before = 0, step = time_between(curve, 1);
    for (int i = 0; i < CELLS + 2; i++) {
        const double t = total * fmin(fmax((i - 0.5) / CELLS, 0), 1);
        while (k + 1 < curve->count && before + step < t) {
            before += step;
            step = time_between(curve, ++k);
        }
        const double part = fmin(fmax((t - before) / step, 0), 1);
        c[i] = curve->speed[k - 1] + part * (curve->speed[k] - curve->speed[k - 1]);
    }

    // Corners of the speed are jerk, and what the jerk of the frame allows slows all of the path
    // down: they are rounded, each time over three coefficients.
    for (int round = 0; round < SMOOTHINGS; round++) {
        double last = c[0];
        for (int i = 1; i <= CELLS; i++) {
            const double here = c[i];
            c[i] = 0.25 * (last + 2 * here + c[i + 1]);
            last = here;
        }
    }

    // s from 0 to 1 while u does
    double sum = 0;
    for (int i = 0; i < CELLS; i++) {
        sum += (c[i] + 4 * c[i + 1] + c[i + 2]) / (6 * CELLS);
    }
    for (int i = 0; i < CELLS + 2; i++) {
        c[i] /= sum;
    }
    scaling->at[0] = 0;
    for (int i = 0; i < CELLS; i++) {
        scaling->at[i + 1] = scaling->at[i] + (c[i] + 4 * c[i + 1] + c[i + 2]) / (6 * CELLS);
    }
    scaling->used = true;
}
