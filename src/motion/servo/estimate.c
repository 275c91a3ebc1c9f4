// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/estimate.h"

#include <math.h>
#include <string.h>

#include "sinew/filter.h"

#include "internal.h"

// no joint is there; it keeps the differences finite
static const double FARTHEST = 1e9;

// one low-pass of first order for all axes, itself in the arena; goes on to measure
static snw_status lay_out(snw_filter **place, double cutoff, int axes, snw_arena *arena) {
    snw_filter measured, *filter = SNW_ARENA_ARRAY(arena, snw_filter, 1);
    snw_filter_config config = snw_filter_defaults();
    config.channels = axes > 0 ? axes : 1;
    config.order = 1;
    config.cutoff = cutoff;
    *place = filter;
    return snw_filter_init(filter != NULL ? filter : &measured, &config, arena);
}

snw_status snw_rate_estimate_init(snw_rate_estimate *estimate,
                                  const snw_rate_estimate_config *config, const snw_arm *arm,
                                  snw_arena *arena) {
    memset(estimate, 0, sizeof *estimate);
    const snw_status status = lay_out(&estimate->rates, config->cutoff, arm->count, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    return lay_out(&estimate->accelerations, config->acceleration_cutoff, arm->count, arena);
}

void snw_rate_estimate_reset(snw_rate_estimate *estimate, const snw_arm *arm) {
    const snw_arm_estimate *now = &arm->estimate;
    const bool goes_on = now->valid && snw__all_finite(now->v, arm->count);
    for (int i = 0; i < arm->count; i++) {
        estimate->seen[i] = false;
        estimate->elapsed[i] = 0;
        estimate->raw[i] = estimate->v[i] = goes_on ? now->v[i] : 0;
    }
    SNW_IGNORE(snw_filter_reset(estimate->rates, estimate->raw));
    SNW_IGNORE(snw_filter_reset(estimate->accelerations, NULL));
}

// every fresh reading is a number
static snw_status check_readings(const snw_arm *arm, bool measured) {
    const snw_arm_sensed *sensed = &arm->sensed;
    for (int i = 0; i < arm->count; i++) {
        if (!(sensed->status[i] & SNW_AXIS_FRESH)) continue;
        if (!isfinite(sensed->q[i])) return SNW_ERR_NOT_FINITE;
        if (measured && !isfinite(sensed->v[i])) return SNW_ERR_NOT_FINITE;
        if (fabs(sensed->q[i]) > FARTHEST) return SNW_ERR_RANGE;
        if (measured && fabs(sensed->v[i]) > FARTHEST) return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

static snw_status tune(snw_filter *filter, double cutoff) {
    return cutoff == filter->config.cutoff ? SNW_OK : snw_filter_tune(filter, cutoff, 1);
}

// one axis: a rate from a fresh reading, or the old one
static void take_reading(snw_rate_estimate *e, const snw_arm_sensed *sensed, int i, bool measured,
                         double dt) {
    e->elapsed[i] += dt;
    if (!(sensed->status[i] & SNW_AXIS_FRESH)) return;
    if (measured) {
        e->raw[i] = sensed->v[i];
    } else if (e->seen[i]) {
        e->raw[i] = (sensed->q[i] - e->q[i]) / e->elapsed[i];
    }
    e->q[i] = sensed->q[i];
    e->elapsed[i] = 0;
    e->seen[i] = true;
}

snw_status snw_rate_estimate_update(snw_rate_estimate *estimate,
                                    const snw_rate_estimate_config *config, snw_arm *arm,
                                    double dt) {
    const bool measured = config->measured && arm->sensed.has_velocity;
    if (!snw__tick_is_sound(dt)) return SNW_ERR_RANGE;
    snw_status status = check_readings(arm, measured);
    if (!snw_failed(status)) status = tune(estimate->rates, config->cutoff);
    if (!snw_failed(status)) status = tune(estimate->accelerations, config->acceleration_cutoff);
    if (snw_failed(status) || arm->count == 0) return status;

    bool valid = true;
    for (int i = 0; i < arm->count; i++) {
        take_reading(estimate, &arm->sensed, i, measured, dt);
        valid = valid && estimate->seen[i];
    }

    // differences are bounded by what check_readings lets in, so the filters take them
    double v[SNW_AXES], a[SNW_AXES];
    status = snw_filter_update(estimate->rates, estimate->raw, dt, v);
    if (snw_failed(status)) return status;
    if (measured) memcpy(v, estimate->raw, sizeof v);
    for (int i = 0; i < arm->count; i++)
        a[i] = (v[i] - estimate->v[i]) / dt;
    status = snw_filter_update(estimate->accelerations, a, dt, a);
    if (snw_failed(status)) return status;

    const size_t bytes = sizeof(double) * (size_t)arm->count;
    memcpy(estimate->v, v, bytes);
    memcpy(arm->estimate.q, estimate->q, bytes);
    memcpy(arm->estimate.v, v, bytes);
    memcpy(arm->estimate.a, a, bytes);
    arm->estimate.count = arm->count;
    arm->estimate.valid = arm->estimate.valid || valid;
    return SNW_OK;
}

static const snw_field config_fields[] = {
    {LIVE_REAL(snw_rate_estimate_config, cutoff), .unit = "rad/s", .range = {1e-3, 1e6},
     .initial = "300", .help = "Cutoff frequency of the low-pass filter of the velocities."},
    {LIVE_REAL(snw_rate_estimate_config, acceleration_cutoff), .unit = "rad/s",
     .range = {1e-3, 1e6}, .initial = "100",
     .help = "Cutoff frequency of the low-pass filter of the accelerations."},
    {LIVE_BOOL(snw_rate_estimate_config, measured), .initial = "true",
     .help = "Use the velocities of the drive where it measures them."},
};
const snw_type snw_rate_estimate_config_type = {
    SERVO_TYPE(snw_rate_estimate_config, config_fields),
    .help = "Estimates velocities and accelerations of an arm from its positions."};
