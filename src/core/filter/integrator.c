// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include "internal.h"

static snw_status check_limits(int channels, const double *low, const double *high) {
    if (channels < 1) return SNW_ERR_ARGUMENT;
    snw_status status = snw__signal_check(low, channels);
    if (!snw_failed(status)) status = snw__signal_check(high, channels);
    for (int i = 0; !snw_failed(status) && i < channels; i++) {
        if (!(low[i] <= high[i])) return SNW_ERR_RANGE;
    }
    return status;
}

snw_status snw_integrator_init(snw_integrator *integrator, int channels, const double *low,
                               const double *high, snw_arena *arena) {
    const snw_status bad = check_limits(channels, low, high);
    if (bad) return bad;
    *integrator = (snw_integrator){.channels = channels};
    integrator->value = SNW_ARENA_ARRAY(arena, double, channels);
    integrator->low = SNW_ARENA_ARRAY(arena, double, channels);
    integrator->high = SNW_ARENA_ARRAY(arena, double, channels);
    integrator->input = SNW_ARENA_ARRAY(arena, double, channels);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;

    snw__signal_copy(integrator->low, low, channels);
    snw__signal_copy(integrator->high, high, channels);
    for (int i = 0; i < channels; i++)
        integrator->value[i] = snw__signal_clamp(0, low[i], high[i]);
    return SNW_OK;
}

snw_status snw_integrator_reset(snw_integrator *integrator, const double *value,
                                const double *input) {
    const int n = integrator->channels;
    snw_status status = snw__signal_check(value, n);
    if (!snw_failed(status)) status = snw__signal_check(input, n);
    if (snw_failed(status)) return status;
    for (int i = 0; i < n; i++) {
        const double start = value ? value[i] : 0;
        if (!(integrator->low[i] <= start && start <= integrator->high[i])) return SNW_ERR_RANGE;
    }
    snw__signal_copy(integrator->value, value, n);
    snw__signal_copy(integrator->input, input, n);
    return SNW_OK;
}

snw_status snw_integrator_update(snw_integrator *integrator, const double *input, double dt,
                                 double *output) {
    const snw_status status = snw__signal_check_step(input, integrator->channels, dt);
    if (snw_failed(status)) return status;
    int held = 0;
    for (int i = 0; i < integrator->channels; i++) {
        const double mean = 0.5 * (integrator->input[i] + input[i]);
        const double sum = integrator->value[i] + mean * dt;
        const double value = snw__signal_clamp(sum, integrator->low[i], integrator->high[i]);
        held |= sum != value;
        integrator->value[i] = value;
        integrator->input[i] = input[i];
        output[i] = value;
    }
    return held ? SNW_SATURATED : SNW_OK;
}
