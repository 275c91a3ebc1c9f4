// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "inside.h"
#include "internal.h"

// Reading a planned motion.

static inline int index_at(const snw_profile *profile, int axis, double t) {
    const snw_profile_phase *phase = profile->phase[axis];
    int i = profile->phase_count[axis] - 1;
    while (i > 0 && !(phase[i].t <= t)) {
        i--;
    }
    return i;
}

static inline snw_profile_sample sample_at(const snw_profile *profile, int axis, double t) {
    const double time = t > 0 ? t : 0, end = profile->axis_duration[axis];
    if (time >= end || profile->phase_count[axis] == 0) {
        // arrived: exactly at the target, and on from there
        const snw_profile_state *e = &profile->end[axis];
        const double dt = time - end;
        return (snw_profile_sample){e->p + dt * (e->v + 0.5 * dt * e->a), e->v + dt * e->a, e->a,
                                    0};
    }
    const snw_profile_phase *x = &profile->phase[axis][index_at(profile, axis, time)];
    // the rounding of t must not carry a phase beyond its end, where a limit may be
    const double dt = snw__smaller(time - x->t, x->duration);
    return (snw_profile_sample){
        x->p + dt * (x->v + dt * (0.5 * x->a + dt * x->j * (1.0 / 6))),
        x->v + dt * (x->a + 0.5 * dt * x->j),
        x->a + dt * x->j,
        x->j,
    };
}

int snw__profile_phase_at(const snw_profile *profile, int axis, double t) {
    return index_at(profile, axis, t);
}

snw_profile_sample snw_profile_axis_at(const snw_profile *profile, int axis, double t) {
    return sample_at(profile, axis, t);
}

void snw_profile_at(const snw_profile *profile, double t, snw_profile_sample *sample) {
    for (int i = 0; i < profile->axes; i++) {
        sample[i] = sample_at(profile, i, t);
    }
}

// the extremes of a phase are at its ends or where the velocity, a parabola, passes 0
static void widen(const snw_profile_phase *x, double dt, double *lowest, double *highest) {
    double at[3] = {dt, 0, 0};
    const double d = x->a * x->a - 2 * x->v * x->j;
    if (d >= 0) {
        // both roots without cancellation
        const double q = -(x->a + copysign(sqrt(d), x->a));
        if (x->j != 0) at[1] = q / x->j;
        if (q != 0) at[2] = 2 * x->v / q;
    }
    for (int i = 0; i < 3; i++) {
        if (!(at[i] >= 0 && at[i] <= dt)) continue;
        const double p = x->p + at[i] * (x->v + at[i] * (0.5 * x->a + at[i] * x->j / 6));
        *lowest = fmin(*lowest, p);
        *highest = fmax(*highest, p);
    }
}

void snw_profile_range(const snw_profile *profile, int axis, double *lowest, double *highest) {
    const snw_profile_phase *phase = profile->phase[axis];
    const int count = profile->phase_count[axis];
    *lowest = *highest = count > 0 ? phase[0].p : profile->end[axis].p;
    for (int i = 0; i < count; i++) {
        widen(&phase[i], phase[i].duration, lowest, highest);
    }
    *lowest = fmin(*lowest, profile->end[axis].p);
    *highest = fmax(*highest, profile->end[axis].p);
}
