// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/filter.h"

#include <math.h>

#include "internal.h"

static const double QUARTER_PI = 0.78539816339744830962;

// where states end at zero: rates later than the values that they drive, or these would stop short
static const double LEAST_VALUE = 1e-280, LEAST_RATE = 1e-290;

snw_filter_config snw_filter_defaults(void) {
    return (snw_filter_config){.kind = SNW_FILTER_LOWPASS,
                               .channels = 1,
                               .order = 2,
                               .cutoff = 100,
                               .damping = 0.70710678118654752440};
}

static snw_status check_tuning(int order, double cutoff, double damping) {
    if (!isfinite(cutoff) || (order == 2 && !isfinite(damping))) return SNW_ERR_NOT_FINITE;
    if (!(cutoff >= 1e-9 && cutoff <= 1e9)) return SNW_ERR_RANGE;
    if (order == 2 && !(damping > 0 && damping <= 100)) return SNW_ERR_RANGE;
    return SNW_OK;
}

static snw_status check_config(const snw_filter_config *config) {
    switch (config->kind) {
    case SNW_FILTER_LOWPASS:
    case SNW_FILTER_HIGHPASS:
    case SNW_FILTER_DERIVATIVE:
        break;
    default:
        return SNW_ERR_ARGUMENT;
    }
    if (config->channels < 1 || config->order < 1 || config->order > 2) return SNW_ERR_ARGUMENT;
    return check_tuning(config->order, config->cutoff, config->damping);
}

snw_status snw_filter_init(snw_filter *filter, const snw_filter_config *config, snw_arena *arena) {
    const snw_status status = check_config(config);
    if (snw_failed(status)) return status;
    *filter = (snw_filter){.config = *config};
    filter->value = SNW_ARENA_ARRAY(arena, double, config->channels);
    filter->input = SNW_ARENA_ARRAY(arena, double, config->channels);
    filter->rate = SNW_ARENA_ARRAY(arena, double, config->order == 2 ? config->channels : 0);
    return snw_arena_status(arena);
}

snw_status snw_filter_reset(snw_filter *filter, const double *input) {
    const int n = filter->config.channels;
    const snw_status status = snw__signal_check(input, n);
    if (snw_failed(status)) return status;
    snw__signal_copy(filter->value, input, n);
    snw__signal_copy(filter->input, input, n);
    if (filter->config.order == 2) snw__signal_copy(filter->rate, NULL, n);
    return SNW_OK;
}

// half a step in units of 1 / cutoff, warped for the frequency response but not for the derivative
static double gain_of(const snw_filter_config *config, double dt) {
    const double half = 0.5 * config->cutoff * dt;
    if (config->kind == SNW_FILTER_DERIVATIVE) return half < 1 ? half : 1;
    return half < QUARTER_PI ? tan(half) : 1;
}

snw_status snw_filter_tune(snw_filter *filter, double cutoff, double damping) {
    snw_filter_config *config = &filter->config;
    const snw_status status = check_tuning(config->order, cutoff, damping);
    if (snw_failed(status)) return status;

    // rates are kept in units of the cut-off
    if (config->order == 2) {
        const double scale = config->cutoff / cutoff;
        for (int i = 0; i < config->channels; i++)
            filter->rate[i] *= scale;
        config->damping = damping;
    }
    config->cutoff = cutoff;
    filter->dt = 0;
    return SNW_OK;
}

// x' = cutoff (u - x). The trapezoidal rule over a step of 2 g / cutoff, solved for the new x, is
// x1 = x0 + g ((u0 - x0) + (u1 - x0)) / (1 + g). In z it is the bilinear transform; g =
// tan(cutoff dt / 2) instead of cutoff dt / 2 puts the cut-off in its place. As the step took dt,
// the rate of change is 2 g / dt (u - x).
static void update_first(snw_filter *filter, const double *input, double *output) {
    const double gain = filter->gain / (1 + filter->gain),
                 per_second = 2 * filter->gain / filter->dt;
    const snw_filter_kind kind = filter->config.kind;
    for (int i = 0; i < filter->config.channels; i++) {
        const double u = input[i], x0 = filter->value[i];
        const double sum = x0 + gain * ((filter->input[i] - x0) + (u - x0));
        const double x = snw__signal_floor(sum, LEAST_VALUE);
        filter->value[i] = x;
        filter->input[i] = u;
        output[i] = kind == SNW_FILTER_LOWPASS    ? x
                    : kind == SNW_FILTER_HIGHPASS ? u - x
                                                  : per_second * (u - x);
    }
}

// x' = cutoff w, w' = cutoff (u - x - 2 damping w), the same rule: with x1 = x0 + g (w0 + w1)
// inserted, (1 + 2 damping g + g^2) w1 = (1 - 2 damping g - g^2) w0 + g ((u0 - x0) + (u1 - x0)).
static void update_second(snw_filter *filter, const double *input, double *output) {
    const double g = filter->gain, per_second = 2 * g / filter->dt;
    const double twice = 2 * filter->config.damping;
    const double drag = g * (twice + g), scale = 1 / (1 + drag);
    const double keep = (1 - drag) * scale, drive = g * scale;
    const snw_filter_kind kind = filter->config.kind;
    for (int i = 0; i < filter->config.channels; i++) {
        const double u = input[i], x0 = filter->value[i], w0 = filter->rate[i];
        const double push = (filter->input[i] - x0) + (u - x0);
        const double w = snw__signal_floor(keep * w0 + drive * push, LEAST_RATE);
        const double x = snw__signal_floor(x0 + g * (w0 + w), LEAST_VALUE);
        filter->value[i] = x;
        filter->rate[i] = w;
        filter->input[i] = u;
        output[i] = kind == SNW_FILTER_LOWPASS    ? x
                    : kind == SNW_FILTER_HIGHPASS ? (u - x) - twice * w
                                                  : per_second * w;
    }
}

snw_status snw_filter_update(snw_filter *filter, const double *input, double dt, double *output) {
    const snw_status status = snw__signal_check_step(input, filter->config.channels, dt);
    if (snw_failed(status)) return status;
    if (dt != filter->dt) {
        filter->gain = gain_of(&filter->config, dt);
        filter->dt = dt;
    }
    if (filter->config.order == 1) {
        update_first(filter, input, output);
    } else {
        update_second(filter, input, output);
    }
    return SNW_OK;
}
