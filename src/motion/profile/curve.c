// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// All motions of one axis that take the time T and join two given states of (velocity,
// acceleration) form a convex set, because the limits do. Their ways therefore fill an interval
// [D(T), U(T)], and the least time for a way w is the first T with D(T) <= w <= U(T). This file
// describes U; D is U of the problem in mirror image. (The structure of the extremal motions is
// that of Kroeger 2010 and of Berscheid and Kroeger 2021; curves, proofs and code are ours.)
//
// By Pontryagin's principle the motion that gets farthest in its time has jerk +, -, + with arcs at
// the limits between: the acceleration rises to a peak A, is held there if A is its limit, falls
// through 0 at the turning speed v (held if v is the limit), falls to a trough -B, is held, and
// rises to the end. Carry the first rise back, and the last one on, to acceleration 0: there the
// speeds are
//
//     x = v0 - a0^2 / 2J,   y = vf - af^2 / 2J,
//
// whatever the signs of a0 and af, and the time and the way between the real and the virtual ends
// are the constants tau and k. What is left is a motion from (x, 0) over (v, 0) to (y, 0): two
// sides, each symmetric about its middle, so that its way is its mean speed times its time
//
//     2 sqrt(d / J)  for d <= a^2 / J  (rounded),   d / a + a / J  above (its limit a is held),
//
// d being v - x or v - y. This is the main part of the curve: the turning speed runs from v_low,
// the larger of the speeds at which the acceleration of either end can be 0, up to the limit v_top,
// and then the cruise gets longer. Along it
//
//     dU/dT = v + A B / 2J                                                        (slope)
//
// grows, so U is convex until the limit of velocity, and linear from there.
//
// If the shortest motion of velocity alone ends with a fall of the acceleration to af > 0, shorter
// motions exist that never bring it to 0: the trough -B lies above 0. All formulas hold with B < 0,
// which then runs from -af to 0; the time of side y is negative. The same happens to the first side
// when that motion ends with a rise and a0 < 0; run backwards in time it is the former case, so
// the sides change their names. This is the bent part: U is concave, then convex in it (the slope
// falls while B < -0.27 A). When the other end's acceleration stands in the way (edge_x), the bent
// part ends at B = -gap, and no motion at all has a time between it and the main part.

// times that differ by less are one
static const double ROUNDING = 1e-12;

// The ends' own accelerations are taken as they are: their squares would lose the small ones.
static void find_main(snw__curve *c, double low_x, double low_y) {
    snw__turn *turn = &c->main;
    *turn = (snw__turn){.v = c->v_low, .x = c->edge_x, .y = c->edge_y};
    if (low_x < low_y) {
        snw__turn_side_x(c, low_y - c->x, turn);
    } else {
        snw__turn_side_y(c, low_x - c->y, turn);
    }
    snw__turn_measure(c, turn);
}

void snw__curve_make(snw__curve *c, const snw__ends *ends, const snw__rates *rates, bool rising) {
    const double iJ = rates->iJ, a0 = ends->a0, af = ends->af;
    const double first = ends->v0 - 0.5 * a0 * a0 * iJ, last = ends->vf - 0.5 * af * af * iJ;
    const double t0 = a0 * iJ, tf = af * iJ;
    const double edge_first = a0 > 0 ? a0 : 0, edge_last = af < 0 ? -af : 0;
    c->J = rates->J;
    c->iJ = iJ;
    c->tau = tf - t0;
    c->k = tf * (last + af * tf * (1.0 / 6)) - t0 * (first + a0 * t0 * (1.0 / 6));
    c->swapped = !rising;
    c->x = rising ? first : last;
    c->y = rising ? last : first;
    c->ax = rising ? rates->rise : rates->fall;
    c->ay = rising ? rates->fall : rates->rise;
    c->ix = rising ? rates->per_rise : rates->per_fall;
    c->iy = rising ? rates->per_fall : rates->per_rise;
    c->edge_x = rising ? edge_first : edge_last;
    c->edge_y = rising ? edge_last : edge_first;
    c->knee_x = c->ax * c->ax * iJ;
    c->knee_y = c->ay * c->ay * iJ;
    c->v_top = rates->v_max;
    const double low_x = c->x + c->edge_x * c->edge_x * iJ;
    const double low_y = c->y + c->edge_y * c->edge_y * iJ;
    c->v_low = snw__smaller(snw__larger(low_x, low_y), c->v_top);

    const double bend = rising ? af : -a0;
    c->bend = bend > 0 ? bend : 0;
    c->split = c->bend > 0 && c->edge_x > 0 && low_x > low_y;
    c->gap = c->split ? snw__smaller(sqrt((low_x - low_y) * c->J), c->bend) : 0;
    find_main(c, low_x, low_y);
}

snw__turn snw__curve_bent(const snw__curve *c, double y) {
    snw__turn turn = {.v = c->y + y * y * c->iJ, .y = y};
    snw__turn_side_x(c, (c->y - c->x) + y * y * c->iJ, &turn);
    snw__turn_measure(c, &turn);
    return turn;
}

snw__turn snw__curve_begin(const snw__curve *c) {
    return c->bend > 0 ? snw__curve_bent(c, -c->bend) : c->main;
}

// Both sides rounded: with w = x + y (peaks), the virtual time is 2 w / J, and from
// x^2 - y^2 = J (y - x) = C (speeds) the peaks are (w +- C / w) / 2. In the bent part too.
snw__turn snw__curve_rounded(const snw__curve *c, double w) {
    const double C = c->J * (c->y - c->x), q = w > 0 ? C / w : 0;
    snw__turn turn = {.x = 0.5 * (w + q), .y = 0.5 * (w - q)};
    turn.v = c->x + turn.x * turn.x * c->iJ;
    snw__turn_measure(c, &turn);
    return turn;
}

// one side, that with the lower knee, at its limit; s is the peak of the other
snw__turn snw__curve_mixed(const snw__curve *c, double s) {
    const bool x_held = c->x + c->knee_x <= c->y + c->knee_y;
    const double a = x_held ? c->ax : c->ay;
    const double held = x_held ? c->x : c->y, free = x_held ? c->y : c->x;
    const double hold = ((free - held) + s * s * c->iJ) / a - a * c->iJ;
    snw__turn turn = {.v = free + s * s * c->iJ, .x = x_held ? a : s, .y = x_held ? s : a};
    *(x_held ? &turn.hx : &turn.hy) = hold > 0 ? hold : 0;
    snw__turn_measure(c, &turn);
    return turn;
}

// peak s of the free side from s + s^2 / 2a = u
static double mixed_peak(double u, double a) {
    return u > 0 ? 2 * u / (1 + sqrt(1 + 2 * u / a)) : 0;
}

static snw__turn bent_at(const snw__curve *c, double time) {
    const double w = 0.5 * c->J * (time - c->tau), C = c->J * (c->y - c->x);
    double y = w > 0 ? 0.5 * (w - C / w) : -c->bend;
    if (!(y * y + C <= c->ax * c->ax)) {
        // the peak is held: y + y^2 / 2a = u with y < 0
        const double a = c->ax, u = w - 0.5 * (a + C / a), root = 1 + 2 * u / a;
        y = a * (sqrt(root > 0 ? root : 0) - 1);
    }
    return snw__curve_bent(c, snw__smaller(snw__larger(y, -c->bend), -c->gap));
}

// The motion of a given time; times that no motion has count as the nearest one's of the main part.
snw__turn snw__curve_time(const snw__curve *c, double time) {
    if (time <= c->main.time) {
        return c->bend > 0 && time < c->main.time * (1 - ROUNDING) ? bent_at(c, time) : c->main;
    }
    snw__turn top = snw__curve_speed(c, c->v_top);
    if (time >= top.time) {
        top.cruise = time - top.time;
        top.way += top.v * top.cruise;
        top.time = time;
        return top;
    }
    const double kx = c->x + c->knee_x, ky = c->y + c->knee_y, theta = time - c->tau;
    const double first = snw__smaller(kx, ky), second = snw__larger(kx, ky);
    if (second < c->v_top && (second <= c->v_low || snw__curve_speed(c, second).time <= time)) {
        const double v =
            (theta - (c->ax + c->ay) * c->iJ + c->x * c->ix + c->y * c->iy) / (c->ix + c->iy);
        return snw__curve_speed(c, snw__smaller(snw__larger(v, c->v_low), c->v_top));
    }
    if (first < c->v_top && (first <= c->v_low || snw__curve_speed(c, first).time <= time)) {
        const bool x_held = kx <= ky;
        const double a = x_held ? c->ax : c->ay;
        const double apart = c->J * (x_held ? c->y - c->x : c->x - c->y);
        return snw__curve_mixed(c, mixed_peak(0.5 * (c->J * theta - a - apart / a), a));
    }
    return snw__curve_rounded(c, 0.5 * c->J * theta);
}
