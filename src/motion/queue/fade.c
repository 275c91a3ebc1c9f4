// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Where a motion begins or ends in a frame that moves, the velocity of the frame would come or go
// at once. The difference fades: a polynomial of degree 5 with position x, velocity v and
// acceleration a at u = 0 and none of them at u = 1, u = t / T. With X = x, V = v T, A = a T^2 / 2,
//
//   X + V u + A u^2 + (-10 X - 6 V - 3 A) u^3 + (15 X + 8 V + 3 A) u^4 + (-6 X - 3 V - A) u^5
//
// For v alone its largest acceleration is 3.94 v / T, at u = 0.243. A goal that jumps, because
// somebody set its frame, fades in by its position.

static const double shortest = 0.1; // [s] of a fade

static double evaluate_polynomial(const double *c, double u, int derivative) {
    double sum = 0;
    for (int i = 5; i >= derivative; i--) {
        double factor = 1;
        for (int k = 0; k < derivative; k++) {
            factor *= i - k;
        }
        sum = sum * u + factor * c[i];
    }
    return sum;
}

void snw__fade_begin(snw__fade *fade, const double *position, const double *velocity,
                     const snw_arm_limits *limits, int count) {
    double x[SNW_AXES], v[SNW_AXES], a[SNW_AXES], T = shortest;
    const double u = fade->active ? fade->t / fade->duration : 1;
    for (int i = 0; i < count; i++) {
        // what is left of the last fade counts too
        x[i] = position != NULL ? position[i] : 0;
        v[i] = velocity[i];
        a[i] = 0;
        if (u < 1) {
            x[i] += evaluate_polynomial(fade->c[i], u, 0);
            v[i] += evaluate_polynomial(fade->c[i], u, 1) / fade->duration;
            a[i] = evaluate_polynomial(fade->c[i], u, 2) / (fade->duration * fade->duration);
        }

        // long enough for half of what the axis may do: 1.875 x / T and 5.78 x / T^2 are the
        // largest velocity and acceleration for x alone
        const double most = fmin(limits->acceleration[i], limits->deceleration[i]);
        if (isfinite(limits->velocity[i])) {
            T = fmax(T, 1.875 * fabs(x[i]) / (0.5 * limits->velocity[i]));
        }
        if (isfinite(most)) {
            T = fmax(T, sqrt(5.78 * fabs(x[i]) / (0.5 * most)));
            T = fmax(T, 3.94 * fabs(v[i]) / (0.5 * most));
        }
    }
    for (int i = 0; i < count; i++) {
        const double X = x[i], V = v[i] * T, A = 0.5 * a[i] * T * T;
        double *c = fade->c[i];
        c[0] = X, c[1] = V, c[2] = A;
        c[3] = -10 * X - 6 * V - 3 * A;
        c[4] = 15 * X + 8 * V + 3 * A;
        c[5] = -6 * X - 3 * V - A;
    }
    fade->t = 0;
    fade->duration = T;
    fade->active = true;
}

void snw__fade_add(snw__fade *fade, double dt, int count, snw__joint_motion *motion) {
    if (!fade->active) return;
    fade->t += dt;
    const double u = fade->t / fade->duration;
    if (!(u < 1)) {
        fade->active = false;
        return;
    }
    for (int i = 0; i < count; i++) {
        const double *c = fade->c[i];
        motion->q[i] += evaluate_polynomial(c, u, 0);
        motion->v[i] += evaluate_polynomial(c, u, 1) / fade->duration;
        motion->a[i] += evaluate_polynomial(c, u, 2) / (fade->duration * fade->duration);
    }
}
