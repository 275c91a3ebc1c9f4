// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Where a curve passes a given way. Each piece of the curve (both sides rounded, one held, both
// held, cruise) is found from the ways at its borders; inside it the last two are closed forms, and
// the others are Newton's method on a convex function between two bounds, which cannot miss.
//
// The unknown is chosen so that its rounding does not show in the way: a peak near 0 has the square
// root of the rounding of the speed, so the speed itself would not do.

enum { STEPS = 80 };

// an unknown between bounds; true when it has settled
typedef struct bracket {
    double low, high, at;
} bracket;

// Takes the Newton step `next` if it stays between the bounds, else halves them. `over` tells on
// which side of the root the present value is.
static bool settle(bracket *b, bool over, double next) {
    *(over ? &b->high : &b->low) = b->at;
    if (!(next > b->low && next < b->high)) {
        // a step out of the bounds by rounding alone has arrived
        if (fabs(next - b->at) <= 4e-16 * fabs(b->at)) return true;
        next = 0.5 * (b->low + b->high);
    }
    const bool done = fabs(next - b->at) <= 4e-16 * fabs(next);
    b->at = next;
    return done;
}

static double between(double low, double high, double part) {
    return part > 0 && part < 1 ? low + (high - low) * part : 0.5 * (low + high);
}

// Both rounded, in w = x + y:  J (U - k) = (x + y) w + (w^3 - C^2 / w) / 4J  (speeds x, y).
static snw__turn reach_rounded(const snw__curve *c, const snw__turn *low, const snw__turn *high,
                               double way) {
    const double C = c->J * (c->y - c->x), sum = c->x + c->y, iJ = c->iJ;
    const double goal = (way - c->k) * c->J;
    bracket b = {.low = low->x + low->y, .high = high->x + high->y};
    b.at = between(b.low, b.high, (way - low->way) / (high->way - low->way));
    for (int i = 0; i < STEPS; i++) {
        const double w = b.at, q = C / w;
        const double f = sum * w + 0.25 * iJ * (w * w * w - q * C) - goal;
        const double slope = sum + 0.25 * iJ * (3 * w * w + q * q);
        if (settle(&b, f > 0, slope > 0 ? w - f / slope : b.low)) break;
    }
    return snw__curve_rounded(c, b.at);
}

// One side held at a, the other with peak s; in u = s + s^2 / 2a, of which the time is linear.
static snw__turn reach_mixed(const snw__curve *c, const snw__turn *low, const snw__turn *high,
                             double way) {
    const bool x_held = c->x + c->knee_x <= c->y + c->knee_y;
    const double a = x_held ? c->ax : c->ay, iJ = c->iJ;
    const double held = x_held ? c->x : c->y, free = x_held ? c->y : c->x;
    const double s0 = x_held ? low->y : low->x, s1 = x_held ? high->y : high->x;
    bracket b = {.low = s0 + 0.5 * s0 * s0 / a, .high = s1 + 0.5 * s1 * s1 / a};
    b.at = between(b.low, b.high, (way - low->way) / (high->way - low->way));
    double s = 0;
    for (int i = 0; i < STEPS; i++) {
        s = 2 * b.at / (1 + sqrt(1 + 2 * b.at / a));
        const double v = free + s * s * iJ;
        const double f =
            c->k + 0.5 * (v + held) * ((v - held) / a + a * iJ) + (v + free) * s * iJ - way;
        const double slope = 2 * iJ * (v + 0.5 * a * s * iJ);
        if (settle(&b, f > 0, slope > 0 ? b.at - f / slope : b.low)) break;
    }
    return snw__curve_mixed(c, s);
}

// both held: the way is quadratic in the turning speed, which is on the rising side
static double held_speed(const snw__curve *c, double way) {
    const double c2 = 0.5 * (c->ix + c->iy), c1 = 0.5 * (c->ax + c->ay) * c->iJ;
    const double c0 = c->k - way - 0.5 * (c->x * c->x * c->ix + c->y * c->y * c->iy) +
                      0.5 * (c->ax * c->x + c->ay * c->y) * c->iJ;
    const double d = c1 * c1 - 4 * c2 * c0;
    return -2 * c0 / (c1 + sqrt(d > 0 ? d : 0));
}

// Where an acceleration is tiny against the speed, a rounding of the speed is a long time of
// holding it. What is left of the way is made up by that time alone, if the speed does not feel it.
static snw__turn polished(const snw__curve *c, snw__turn turn, double way) {
    const bool x = turn.hx > 0 && (!(turn.hy > 0) || c->ax <= c->ay);
    double *hold = x ? &turn.hx : &turn.hy;
    if (!(*hold > 0)) return turn;
    const double mean = 0.5 * (turn.v + (x ? c->x : c->y)), more = (way - turn.way) / mean;
    const double felt = fabs(more) * (x ? c->ax : c->ay);
    if (!(felt <= 1e-15 * (fabs(turn.v) + c->v_top) && *hold + more > 0)) return turn;
    *hold += more;
    snw__turn_measure(c, &turn);
    return turn;
}

// The only motion of the main part with this way after `from`, a motion of it that does not get as
// far; `from` itself if it does. (A convex function that is below a value passes it once.)
snw__turn snw__curve_reach(const snw__curve *c, double way, const snw__turn *from) {
    snw__turn high = snw__curve_speed(c, c->v_top);
    if (way >= high.way) {
        high.cruise = (way - high.way) / high.v;
        high.time += high.cruise;
        high.way = way;
        return high;
    }
    const double kx = c->x + c->knee_x, ky = c->y + c->knee_y;
    const double first = snw__smaller(kx, ky), second = snw__larger(kx, ky);
    if (second < c->v_top) {
        const snw__turn knee = second > from->v ? snw__curve_speed(c, second) : *from;
        if (way >= knee.way) {
            const double v = held_speed(c, way);
            return polished(c, snw__curve_speed(c, snw__smaller(snw__larger(v, knee.v), c->v_top)),
                            way);
        }
        high = knee;
    }
    snw__turn low = *from;
    if (way <= low.way) return low;
    if (first >= high.v) return reach_rounded(c, &low, &high, way);
    if (first > low.v) {
        const snw__turn knee = snw__curve_speed(c, first);
        if (way < knee.way) return reach_rounded(c, &low, &knee, way);
        low = knee;
    }
    return polished(c, reach_mixed(c, &low, &high, way), way);
}

// where the slope of the bent part is least: y = -(2 - sqrt 3) x, or -x / 4 where x is held
static double bent_middle(const snw__curve *c) {
    const double r = 2 - sqrt(3.0), C = snw__larger(c->J * (c->y - c->x), 0), most = c->ax * c->ax;
    double y = -r * sqrt(C / (1 - r * r));
    if (C + y * y > most) {
        y = -0.25 * c->ax;
        if (C + y * y < most) y = -sqrt(snw__larger(most - C, 0));
    }
    return snw__smaller(snw__larger(y, -c->bend), -c->gap);
}

// the way between two peaks of the bent part, of which the first is too short and the last is not
static snw__turn bent_root(const snw__curve *c, double low, double high, double way) {
    bracket b = {low, high, 0.5 * (low + high)};
    for (int i = 0; i < STEPS; i++) {
        const snw__turn t = snw__curve_bent(c, b.at);
        const double rate = 2 * c->iJ * (1 + (t.x > 0 ? t.y / t.x : -1));
        const double slope = snw__curve_slope(c, &t) * rate, f = t.way - way;
        if (settle(&b, f > 0, slope > 0 ? b.at - f / slope : b.low)) break;
    }
    return snw__curve_bent(c, b.at);
}

// The first motion of the bent part with this way, given that its begin does not get as far;
// `slack` is the error of the way that counts as none. False if there is none.
bool snw__curve_reach_bent(const snw__curve *c, double way, double slack, snw__turn *turn) {
    if (!(c->bend > 0)) return false;
    double low = -c->bend;
    const double middle = bent_middle(c), end = -c->gap;
    const snw__turn at_low = snw__curve_bent(c, low), at_middle = snw__curve_bent(c, middle);
    if (snw__curve_slope(c, &at_low) > 0 && snw__curve_slope(c, &at_middle) < 0) {
        // it rises to a summit and falls again: the summit by halving
        double high = middle;
        for (int i = 0; i < STEPS; i++) {
            const double y = 0.5 * (low + high);
            const snw__turn t = snw__curve_bent(c, y);
            *(snw__curve_slope(c, &t) > 0 ? &low : &high) = y;
        }
        const snw__turn summit = snw__curve_bent(c, low);
        if (summit.way >= way - slack) {
            *turn = summit.way > way ? bent_root(c, -c->bend, low, way) : summit;
            return true;
        }
    }
    const snw__turn last = snw__curve_bent(c, end);
    if (last.way < way - slack) return false;
    *turn = last.way > way ? bent_root(c, low, end, way) : last;
    return true;
}

static snw__turn cruising(const snw__curve *c, double v, double time) {
    snw__turn turn = snw__curve_speed(c, v);
    turn.cruise = snw__larger(time - turn.time, 0);
    turn.way += v * turn.cruise;
    turn.time += turn.cruise;
    return turn;
}

// Both held, with cruise: again a quadratic, now of the rising side before the summit.
static double cruise_speed(const snw__curve *c, double way, double time) {
    const double c2 = 0.5 * (c->ix + c->iy), wx = c->x * c->ix, wy = c->y * c->iy;
    const double c1 = time - c->tau + wx + wy - 0.5 * (c->ax + c->ay) * c->iJ;
    const double c0 =
        way - c->k + 0.5 * (c->x * wx + c->y * wy) - 0.5 * (c->x * c->ax + c->y * c->ay) * c->iJ;
    const double root = sqrt(snw__larger(c1 * c1 - 4 * c2 * c0, 0));
    return c1 > 0 ? 2 * c0 / (c1 + root) : 0.5 * (c1 - root) / c2;
}

// how much way the sides cost per turning speed, against cruising all the time
static double losses(const snw__curve *c, const snw__turn *t) {
    const double dx = t->v - c->x, dy = t->v - c->y;
    return (dx > c->knee_x ? dx * c->ix + 0.5 * c->ax * c->iJ : 1.5 * t->x * c->iJ) +
           (dy > c->knee_y ? dy * c->iy + 0.5 * c->ay * c->iJ : 1.5 * t->y * c->iJ);
}

// The motion that cruises at some speed v >= v_low and takes `time`, at least that of the main
// part's begin. Its way grows with v and is concave: each side costs d T(d) / 2 of the way v T.
snw__turn snw__curve_cruise(const snw__curve *c, double way, double time) {
    const double second = snw__larger(c->x + c->knee_x, c->y + c->knee_y);
    const double held = cruise_speed(c, way, time);
    if (held >= second && held >= c->v_low && held <= c->v_top) {
        const snw__turn turn = cruising(c, held, time);
        if (turn.cruise > 0) return turn;
    }
    const snw__turn high = snw__curve_time(c, time), low = cruising(c, c->v_low, time);
    if (way >= high.way) return high;
    if (way <= low.way) return low;
    bracket b = {.low = low.v, .high = high.v};
    b.at = between(b.low, b.high, (way - low.way) / (high.way - low.way));
    for (int i = 0; i < STEPS; i++) {
        const snw__turn t = cruising(c, b.at, time);
        const double slope = time - c->tau - losses(c, &t), f = t.way - way;
        if (settle(&b, f > 0, slope > 0 ? b.at - f / slope : b.low)) break;
    }
    return cruising(c, b.at, time);
}
