// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include <math.h>

#include "internal.h"

// The motion of least time of a double integrator to rest, with bounded rate and acceleration, is
// "speed up, cruise, brake" in one direction (Pontryagin: bang-bang, with an arc at the rate
// limit). The direction is that in which the target lies from the point where braking at once would
// end. Each step advances this motion exactly; a motion of least time stays one when it is planned
// again from a point on it, so the steps together are the whole motion, whatever their lengths.

typedef struct motion {
    double value, rate;
} motion;

typedef struct limits {
    double rate, acceleration;
} limits;

// In the direction of the motion: `way` to go, `rate` now (maybe backwards, maybe above the limit).
// Gives the way made and the rate after dt; a way made equal to `way` has arrived.
static motion advance(double way, double rate, limits most, double dt) {
    const double a = most.acceleration;
    const double square = a * way + 0.5 * rate * rate;
    const double peak = snw__signal_clamp(sqrt(square > 0 ? square : 0), 0, most.rate);
    const double change = peak >= rate ? a : -a;
    const double t_change = (peak - rate) / change, t_brake = peak / a;
    const double way_change = 0.5 * (rate + peak) * t_change;
    const double way_cruise = way - way_change - 0.5 * peak * t_brake;
    const double t_cruise = peak > 0 ? way_cruise / peak : 0;

    if (dt <= t_change) return (motion){(rate + 0.5 * change * dt) * dt, rate + change * dt};
    if (dt <= t_change + t_cruise) return (motion){way_change + peak * (dt - t_change), peak};

    // braking is reckoned back from the end, so that it ends there
    const double left = t_change + t_cruise + t_brake - dt;
    if (!(left > 0)) return (motion){way, 0};
    return (motion){way - 0.5 * a * left * left, a * left};
}

static motion step(motion now, double target, limits most, double dt) {
    const double way = target - now.value;
    const double stop = 0.5 * now.rate * fabs(now.rate) / most.acceleration;
    const double sign = way >= stop ? 1 : -1;
    const motion made = advance(sign * way, sign * now.rate, most, dt);
    const int arrived = made.value == sign * way && made.rate == 0;
    return (motion){arrived ? target : now.value + sign * made.value, sign * made.rate};
}

snw_status snw_acceleration_limiter_init(snw_acceleration_limiter *limiter, int channels,
                                         const double *maximum_rate,
                                         const double *maximum_acceleration, snw_arena *arena) {
    if (channels < 1) return SNW_ERR_ARGUMENT;
    snw_status status = snw__signal_check_positive(maximum_rate, channels);
    if (!snw_failed(status)) status = snw__signal_check_positive(maximum_acceleration, channels);
    if (snw_failed(status)) return status;
    *limiter = (snw_acceleration_limiter){.channels = channels};
    limiter->value = SNW_ARENA_ARRAY(arena, double, channels);
    limiter->rate = SNW_ARENA_ARRAY(arena, double, channels);
    limiter->maximum_rate = SNW_ARENA_ARRAY(arena, double, channels);
    limiter->maximum_acceleration = SNW_ARENA_ARRAY(arena, double, channels);
    status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    snw__signal_copy(limiter->maximum_rate, maximum_rate, channels);
    snw__signal_copy(limiter->maximum_acceleration, maximum_acceleration, channels);
    return SNW_OK;
}

snw_status snw_acceleration_limiter_reset(snw_acceleration_limiter *limiter, const double *value,
                                          const double *rate) {
    snw_status status = snw__signal_check(value, limiter->channels);
    if (!snw_failed(status)) status = snw__signal_check(rate, limiter->channels);
    if (snw_failed(status)) return status;
    snw__signal_copy(limiter->value, value, limiter->channels);
    snw__signal_copy(limiter->rate, rate, limiter->channels);
    return SNW_OK;
}

snw_status snw_acceleration_limiter_update(snw_acceleration_limiter *limiter, const double *target,
                                           double dt, double *output) {
    const snw_status status = snw__signal_check_step(target, limiter->channels, dt);
    if (snw_failed(status)) return status;
    int moving = 0;
    for (int i = 0; i < limiter->channels; i++) {
        const double goal = target[i];
        const limits most = {limiter->maximum_rate[i], limiter->maximum_acceleration[i]};
        const motion next = step((motion){limiter->value[i], limiter->rate[i]}, goal, most, dt);
        limiter->value[i] = next.value;
        limiter->rate[i] = next.rate;
        output[i] = next.value;
        moving |= next.value != goal || next.rate != 0;
    }
    return moving ? SNW_SATURATED : SNW_OK;
}
