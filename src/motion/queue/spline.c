// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Cubic splines (C2) of all joints over s. Rates and accelerations of joints, and how far they go,
// are known in closed form.

snw_status snw__spline_init(snw__spline *spline, int axes, snw_arena *arena) {
    spline->used = false;
    spline->s = SNW_ARENA_ARRAY(arena, double, SNW__SPLINE_CELLS + 1);
    spline->q = SNW_ARENA_ARRAY(arena, double, (SNW__SPLINE_CELLS + 1) * axes);
    spline->bend = SNW_ARENA_ARRAY(arena, double, (SNW__SPLINE_CELLS + 1) * axes);
    spline->pivot = SNW_ARENA_ARRAY(arena, double, SNW__SPLINE_CELLS + 1);
    return snw_arena_status(arena);
}

// Second derivatives m of the spline of one axis: between knots k - 1, k, k + 1 with distances g
// and h
//
//   g m[k-1] + 2 (g + h) m[k] + h m[k+1] = 6 ((q[k+1] - q[k]) / h - (q[k] - q[k-1]) / g)
//
// and at both ends m is that of the next knot. The matrix is diagonally dominant.
static void build_axis(snw__spline *spline, int axes, int axis) {
    const int last = spline->count - 1;
    double *m = &spline->bend[axis], *pivot = spline->pivot;
    const double *q = &spline->q[axis], *s = spline->s;
    const ptrdiff_t w = axes;
    if (last < 2) {
        m[0] = m[last * w] = 0;
        return;
    }
    for (int k = 1; k < last; k++) {
        const double g = s[k] - s[k - 1], h = s[k + 1] - s[k];
        double diagonal = 2 * (g + h);
        double right = 6 * ((q[(k + 1) * w] - q[k * w]) / h - (q[k * w] - q[(k - 1) * w]) / g);
        if (k == 1) diagonal += g;
        if (k == last - 1) diagonal += h;
        if (k > 1) {
            diagonal -= g * pivot[k - 1];
            right -= g * m[(k - 1) * w];
        }
        pivot[k] = h / diagonal;
        m[k * w] = right / diagonal;
    }
    for (int k = last - 2; k >= 1; k--) {
        m[k * w] -= pivot[k] * m[(k + 1) * w];
    }
    m[0] = m[w];
    m[last * w] = m[(last - 1) * w];
}

void snw__spline_build(snw__spline *spline, int axes) {
    for (int i = 0; i < axes; i++) {
        build_axis(spline, axes, i);
    }
}

/// One axis between two knots: q = a + h (b + h (c + h d)), h from the first.
typedef struct cubic {
    double a, b, c, d, width;
} cubic;

static cubic cubic_of(const snw__spline *spline, int axes, int axis, int k) {
    const ptrdiff_t i = (ptrdiff_t)k * axes + axis;
    const double *q = spline->q, *m = spline->bend;
    const double h = spline->s[k + 1] - spline->s[k], m0 = m[i], m1 = m[i + axes];
    const cubic r = {q[i], (q[i + axes] - q[i]) / h - h * (2 * m0 + m1) / 6, 0.5 * m0,
                     (m1 - m0) / (6 * h), h};
    return r;
}

void snw__spline_at(const snw__spline *spline, int axes, snw_profile_sample s,
                    snw__joint_motion *motion) {
    // the piece, by bisection
    int k = 0, high = spline->count - 1;
    while (high - k > 1) {
        const int middle = (k + high) / 2;
        if (spline->s[middle] <= s.p) k = middle;
        if (spline->s[middle] > s.p) high = middle;
    }
    const double h = s.p - spline->s[k];
    const bool end = s.p >= 1;
    for (int i = 0; i < axes; i++) {
        const cubic c = cubic_of(spline, axes, i, k);
        const double first = c.b + h * (2 * c.c + 3 * h * c.d), second = 2 * c.c + 6 * h * c.d;
        motion->q[i] = c.a + h * (c.b + h * (c.c + h * c.d));
        // at the end nothing is rounded
        if (end) motion->q[i] = spline->q[(ptrdiff_t)(spline->count - 1) * axes + i];
        motion->v[i] = first * s.v;
        motion->a[i] = second * s.v * s.v + first * s.a;
    }
}

// largest slope: at its ends, or where it bends the other way
static double steepest_slope(const cubic *c) {
    const double end = c->b + c->width * (2 * c->c + 3 * c->width * c->d);
    double most = fmax(fabs(c->b), fabs(end));
    const double h = -c->c / (3 * c->d);
    if (h > 0 && h < c->width) most = fmax(most, fabs(c->b + h * c->c));
    return most;
}

// does it stay within limits, also where it turns round?
static bool stays_within(const cubic *c, double lower, double upper) {
    const double disc = c->c * c->c - 3 * c->d * c->b;
    if (!(disc > 0)) return true;
    for (int sign = -1; sign <= 1; sign += 2) {
        const double h = (-c->c + sign * sqrt(disc)) / (3 * c->d);
        if (!(h > 0 && h < c->width)) continue;
        const double q = c->a + h * (c->b + h * (c->c + h * c->d));
        if (!(q >= lower && q <= upper)) return false;
    }
    return true;
}

bool snw__spline_examine(const snw__spline *spline, const snw_arm_limits *limits, int axes, int k,
                         snw__joint_motion *rates) {
    bool inside = true;
    rates->q[0] = 0.5 * (spline->s[k] + spline->s[k + 1]);
    for (int i = 0; i < axes; i++) {
        const cubic c = cubic_of(spline, axes, i, k);
        rates->v[i] = steepest_slope(&c);
        rates->a[i] = fmax(fabs(2 * c.c), fabs(2 * c.c + 6 * c.width * c.d));
        inside = inside && stays_within(&c, limits->lower[i], limits->upper[i]);
    }
    return inside;
}
