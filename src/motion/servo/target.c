// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/target.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

// two poles at c pass 1 / (1 + (w / c)^2), which is 1/sqrt(2) at w = c sqrt(sqrt(2) - 1)
static const double POLE_PER_CUTOFF = 1.55377397403003730734;

snw_status snw_setpoint_filter_init(snw_setpoint_filter *filter,
                                    const snw_setpoint_filter_config *config, const snw_arm *arm,
                                    snw_arena *arena) {
    const snw_status status = snw__servo_counts(arm, &config->velocity_count, 1);
    if (snw_failed(status)) return status;
    memset(filter, 0, sizeof *filter);
    return snw_arena_status(arena);
}

void snw_setpoint_filter_reset(snw_setpoint_filter *filter, const snw_arm *arm) {
    const snw_arm_estimate *now = &arm->estimate;
    const size_t bytes = sizeof(double) * (size_t)arm->count;
    filter->primed =
        now->valid && snw__all_finite(now->q, arm->count) && snw__all_finite(now->v, arm->count);
    if (!filter->primed) return;
    memcpy(filter->q, now->q, bytes);
    memcpy(filter->v, now->v, bytes);
}

// One axis. x'' = c^2 (u - x) - 2 c x' with u held has, with e = x - u,
//
//     e(t) = (e0 + (v0 + c e0) t) exp(-c t)      v(t) = (v0 - c (v0 + c e0) t) exp(-c t)
//
// A pull u - x of at most 2 v_max / c has no acceleration left at v_max, so that the rate, once
// within it, stays within it; u is moved that near for this tick.
static void step_axis(double c, double v_max, double dt, double wanted, double state[3]) {
    const double x0 = state[0], v0 = state[1], reach = 2 * v_max / c;
    const double pull = wanted - x0;
    const double u = pull > reach ? x0 + reach : pull < -reach ? x0 - reach : wanted;
    const double e0 = x0 - u, fade = exp(-c * dt), slope = v0 + c * e0;
    const double e = (e0 + slope * dt) * fade;
    state[0] = u + e;
    state[1] = (v0 - c * slope * dt) * fade;
    state[2] = -c * (c * e + 2 * state[1]);
}

snw_status snw_setpoint_filter_update(snw_setpoint_filter *filter,
                                      const snw_setpoint_filter_config *config, snw_arm *arm,
                                      double dt) {
    snw_arm_target *target = &arm->target;
    if (!snw__tick_is_sound(dt)) return SNW_ERR_RANGE;
    if (!(config->cutoff >= 1e-6 && config->cutoff <= 1e6)) return SNW_ERR_RANGE;
    if (target->mode != SNW_AXIS_POSITION) {
        snw_setpoint_filter_reset(filter, arm);
        return SNW_OK;
    }
    if (!snw__all_finite(target->q, arm->count)) return SNW_ERR_NOT_FINITE;
    const size_t bytes = sizeof(double) * (size_t)arm->count;
    if (!filter->primed) {
        memcpy(filter->q, target->q, bytes);
        memset(filter->v, 0, bytes);
        filter->primed = true;
    }
    const double c = POLE_PER_CUTOFF * config->cutoff;
    for (int i = 0; i < arm->count; i++) {
        const double v_max = snw_per_axis(config->velocity, config->velocity_count, i, HUGE_VAL);
        double state[3] = {filter->q[i], filter->v[i], 0};
        step_axis(c, v_max, dt, target->q[i], state);
        target->q[i] = filter->q[i] = state[0];
        target->v[i] = filter->v[i] = state[1];
        target->a[i] = state[2];
    }
    return SNW_OK;
}

snw_status snw__hold_init(snw_hold *hold, const snw_hold_config *config, const snw_arm *arm,
                          snw_arena *arena) {
    (void)config;
    snw__hold_reset(hold, arm);
    return snw_arena_status(arena);
}

void snw__hold_reset(snw_hold *hold, const snw_arm *arm) {
    (void)arm;
    memset(hold, 0, sizeof *hold);
}

snw_status snw__hold_update(snw_hold *hold, const snw_hold_config *config, snw_arm *arm,
                            double dt) {
    const snw_status status = snw__servo_ready(arm, dt);
    if (snw_failed(status)) return status;
    snw_arm_target *target = &arm->target;
    const size_t bytes = sizeof(double) * (size_t)arm->count;
    const bool wanted = target->mode != SNW_AXIS_OFF && !config->follow;
    if (wanted) {
        hold->holding = false;
        return SNW_OK;
    }
    if (!hold->holding || config->follow) memcpy(hold->q, arm->estimate.q, bytes);
    hold->holding = true;
    target->mode = SNW_AXIS_POSITION;
    memcpy(target->q, hold->q, bytes);
    memset(target->v, 0, bytes);
    memset(target->a, 0, bytes);
    memset(target->effort, 0, bytes);
    return SNW_OK;
}

static const snw_field filter_fields[] = {
    {LIVE_REAL(snw_setpoint_filter_config, cutoff), .unit = "rad/s", .range = {1e-6, 1e6},
     .initial = "30", .help = "Cutoff frequency of the filter (-3 dB)."},
    {GAINS(snw_setpoint_filter_config, velocity), .range = {0, 1e9}, .flags = SNW_INFINITE,
     .help = "Velocity limits of the target [rad/s or m/s]; no limit if omitted."},
};
const snw_type snw_setpoint_filter_config_type = {
    SERVO_TYPE(snw_setpoint_filter_config, filter_fields),
    .help = "Smooths setpoints that arrive at a low rate or by hand."};

static const snw_field hold_fields[] = {
    {LIVE_BOOL(snw_hold_config, follow),
     .help = "Let the target follow the arm in every tick, so that the arm can be guided by hand."},
};
const snw_type snw_hold_config_type = {SERVO_TYPE(snw_hold_config, hold_fields),
                                       .help = "Holds a position while no source gives a target."};
