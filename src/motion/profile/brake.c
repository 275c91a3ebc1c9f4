// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// A state is inside its limits if velocity and acceleration are, and if the velocity still is when
// the acceleration is brought to 0 at once. A state outside comes back in the least time: first the
// acceleration, with full jerk; then the velocity, by the largest change of acceleration towards
// the inside that does not carry it through the other limit.

// outside by rounding alone is inside, as a motion planned again on its way is
static const double ROUNDING = 1e-12;

typedef struct coming {
    snw__pieces *list;
    double sign; // -1: everything is in mirror image, the velocity is too low
    double v, a;
} coming;

static void phase(coming *c, double dt, double j) {
    if (!(dt > 0)) return;
    snw__pieces_add(c->list, dt, c->sign * c->a, c->sign * j);
    c->v += dt * (c->a + 0.5 * dt * j);
    c->a += dt * j;
}

// The velocity is too high, or will be. It comes down to v_max with an acceleration from which it
// can be caught before v_min.
static void come_down(coming *c, double v_max, double v_min, double a_min, double J) {
    const double catch = -sqrt(2 * J * (v_max - v_min)), iJ = 1 / J;
    const double above = c->v - v_max, straight = -sqrt(fmax(c->a * c->a + 2 * J * above, 0));
    double arrival = fmax(catch, a_min);
    if (straight >= arrival) {
        phase(c, (c->a - straight) * iJ, -J);
        arrival = straight;
    } else if (isinf(J)) {
        c->a = a_min;
        phase(c, above / -a_min, 0);
    } else {
        // down to a trough, held if it is the limit, and up to the acceleration of arrival
        const double square = 0.5 * (c->a * c->a + arrival * arrival) + J * above;
        const double trough = -fmin(sqrt(fmax(square, 0)), -a_min);
        const double hold = (square - trough * trough) * iJ / -trough;
        phase(c, (c->a - trough) * iJ, -J);
        c->a = trough;
        phase(c, hold, 0);
        phase(c, (arrival - trough) * iJ, J);
    }
    c->a = arrival;
    c->v = v_max;
}

snw__place snw__place_of(const snw_profile_limits *limits, double iJ,
                         const snw_profile_state *state) {
    const double small = ROUNDING * (limits->v_max - limits->v_min);
    const double top = limits->v_max + small, bottom = limits->v_min - small;
    const double v = state->v, a = iJ > 0 ? state->a : 0, at_zero = v + 0.5 * a * fabs(a) * iJ;
    if (a > limits->a_max * (1 + ROUNDING) || a < limits->a_min * (1 + ROUNDING)) {
        return SNW__OUTSIDE;
    }
    if (v > top || v < bottom) return SNW__OUTSIDE;
    return at_zero > top || at_zero < bottom ? SNW__LEAVING : SNW__INSIDE;
}

void snw__brake(snw__pieces *list, const snw_profile_limits *limits, snw_profile_state *state) {
    const double J = limits->jerk, iJ = 1 / J;
    coming c = {list, 1, state->v, iJ > 0 ? state->a : 0};
    if (c.a > limits->a_max * (1 + ROUNDING)) {
        phase(&c, (c.a - limits->a_max) * iJ, -J);
        c.a = limits->a_max;
    } else if (c.a < limits->a_min * (1 + ROUNDING)) {
        phase(&c, (limits->a_min - c.a) * iJ, J);
        c.a = limits->a_min;
    }

    // a velocity that is on its way through a limit comes before one that is outside
    const double small = ROUNDING * (limits->v_max - limits->v_min);
    const double at_zero = c.v + 0.5 * c.a * fabs(c.a) * iJ;
    const bool rises = c.a > 0 && at_zero > limits->v_max + small;
    const bool falls = c.a < 0 && at_zero < limits->v_min - small;
    if (rises || (!falls && c.v > limits->v_max + small)) {
        come_down(&c, limits->v_max, limits->v_min, limits->a_min, J);
    } else if (falls || c.v < limits->v_min - small) {
        c = (coming){list, -1, -c.v, -c.a};
        come_down(&c, -limits->v_min, -limits->v_max, -limits->a_max, J);
    }
    double v = state->v;
    snw__pieces_run(list, &state->p, &v);
    state->v = c.sign * c.v;
    state->a = c.sign * c.a;
}
