// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include <math.h>

#include "internal.h"

snw_status snw_rate_limiter_init(snw_rate_limiter *limiter, int channels, const double *maximum,
                                 snw_arena *arena) {
    if (channels < 1) return SNW_ERR_ARGUMENT;
    const snw_status bad = snw__signal_check_positive(maximum, channels);
    if (bad) return bad;
    *limiter = (snw_rate_limiter){.channels = channels};
    limiter->value = SNW_ARENA_ARRAY(arena, double, channels);
    limiter->maximum = SNW_ARENA_ARRAY(arena, double, channels);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    snw__signal_copy(limiter->maximum, maximum, channels);
    return SNW_OK;
}

snw_status snw_rate_limiter_reset(snw_rate_limiter *limiter, const double *value) {
    const snw_status status = snw__signal_check(value, limiter->channels);
    if (snw_failed(status)) return status;
    snw__signal_copy(limiter->value, value, limiter->channels);
    return SNW_OK;
}

snw_status snw_rate_limiter_update(snw_rate_limiter *limiter, const double *target, double dt,
                                   double *output) {
    const snw_status status = snw__signal_check_step(target, limiter->channels, dt);
    if (snw_failed(status)) return status;
    int held = 0;
    for (int i = 0; i < limiter->channels; i++) {
        const double way = target[i] - limiter->value[i], most = limiter->maximum[i] * dt;
        const int near = fabs(way) <= most;
        limiter->value[i] = near ? target[i] : limiter->value[i] + copysign(most, way);
        held |= !near;
        output[i] = limiter->value[i];
    }
    return held ? SNW_SATURATED : SNW_OK;
}
