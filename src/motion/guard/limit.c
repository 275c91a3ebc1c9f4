// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// Rates and braking distances. An axis at distance x from its end moves for dt at the rate v and
// then brakes, at most with its deceleration d. Let D(v) be the way that the stop of brake.c takes
// from v to rest, with the jerk j (trapezoid of decelerations; smaller where d is not reached):
//
//     D(v) = v^2 / (2 d) + v d / (2 j)
//
// A rate is viable when v dt + D(v) <= x. That set is never left by braking: as D'(v) >= v / d, a
// step with v' = v - d dt' shortens D by at least v' dt', for any length dt' of the next tick. So
// an axis that obeys it comes to rest before its end, whatever happens, and the greatest viable
// rate
//
//     v = sqrt(b^2 + 2 d x) - b,    b = d (dt + d / (2 j))
//
// can always be reached without more than d.

// A stop that is under way has its first corner behind it; then D(v) = v^2 / (2 d) is what it must
// not pass, `corner` is 0 in place of d / (2 j), and the same holds.

// the greatest rate towards an end at distance x
static double viable(const snw__axis *axis, double x, double dt, double corner) {
    if (!(x > 0)) return 0;
    const double d = axis->decel, b = d * (dt + corner);
    const double v = 2 * d * x / (sqrt(b * b + 2 * d * x) + b);
    // what is left is so little that one step may cover it
    const bool last = x <= d * dt * dt && (corner == 0 || x <= axis->jerk * dt * dt * dt);
    return last ? x / dt : v;
}

// the greatest rate that v can be raised to in dt, where rates are counted along a direction
static double raised(const snw__axis *axis, double v, double dt) {
    if (v >= 0) return v + axis->accel * dt;
    const double rest = v + axis->decel * dt;
    return rest <= 0 ? rest : axis->accel * (rest / axis->decel);
}

double snw__guard_allowed(const snw__axis *axis, double q, double v, double dt, double corner) {
    const double most = raised(axis, axis->v, dt), least = -raised(axis, -axis->v, dt);
    if (v > most) v = most;
    if (v < least) v = least;
    if (v > axis->speed) v = axis->speed;
    if (v < -axis->speed) v = -axis->speed;

    // the square root only where the end is near
    const double x = v > 0 ? axis->high - q : q - axis->low, u = fabs(v);
    if (u * (dt + corner + u * axis->half_decel) <= x || u == 0) return v;
    double w = viable(axis, x, dt, corner);
    if (w > u) w = u;
    // an axis that is beyond its end already brakes as fast as it may
    if (v > 0) return w < least ? least : w;
    return -w > most ? most : -w;
}

double snw__guard_advance(const snw__axis *axis, double v, double dt) {
    const double q = axis->q + v * dt;
    if (q > axis->high && axis->q <= axis->high) return axis->high;
    if (q < axis->low && axis->q >= axis->low) return axis->low;
    return q;
}

double snw__guard_effort(const snw__axis *axis, double effort, double dt) {
    const double step = axis->effort_rate * dt;
    if (effort > axis->tau + step) effort = axis->tau + step;
    if (effort < axis->tau - step) effort = axis->tau - step;
    if (effort > axis->effort) effort = axis->effort;
    if (effort < -axis->effort) effort = -axis->effort;
    return effort;
}
