// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/pd.h"

#include <math.h>
#include <string.h>

#include "internal.h"

static void pid_reset(snw_pid *pid, const snw_arm *arm) {
    memset(pid, 0, sizeof *pid);
    pid->signals.count = arm->count;
    if (!arm->estimate.valid) return;

    // an error that is not finite is refused by the update; it must not stay in here
    snw__errors errors;
    if (!snw__servo_errors(arm, &errors)) return;
    if (!snw__all_finite(errors.position, arm->count)) return;
    memcpy(pid->before, errors.position, sizeof(double) * (size_t)arm->count);
}

static snw_status pid_init(snw_pid *pid, const snw_pid_config *config, const snw_arm *arm,
                           snw_arena *arena) {
    const int counts[] = {config->kp_count, config->kd_count,       config->ka_count,
                          config->ki_count, config->tracking_count, config->integral_limit_count};
    const snw_status status = snw__servo_counts(arm, counts, 6);
    if (snw_failed(status)) return status;
    pid_reset(pid, arm);
    return snw_arena_status(arena);
}

// One axis in one tick.
typedef struct axis_step {
    double proportional; // kp e + kd e' + ka a
    double before;       // the integral as it was
    double integral;
    bool held;
} axis_step;

static axis_step step_axis(const snw_pid *pid, const snw_pid_config *c, const snw__errors *errors,
                           int i, double dt) {
    const double e = errors->position[i], ki = snw_per_axis(c->ki, c->ki_count, i, 0);
    const double most = snw_per_axis(c->integral_limit, c->integral_limit_count, i, HUGE_VAL);
    axis_step step = {.before = pid->signals.integral[i]};
    step.proportional = snw_per_axis(c->kp, c->kp_count, i, 0) * e +
                        snw_per_axis(c->kd, c->kd_count, i, 0) * errors->rate[i] +
                        snw_per_axis(c->ka, c->ka_count, i, 0) * errors->acceleration[i];

    // trapezoidal rule, within the bounds of the integral; NaN goes through and is refused later
    const double grown = step.before + ki * (0.5 * dt * (e + pid->before[i]));
    step.integral = grown > most ? most : grown < -most ? -most : grown;
    step.held = fabs(grown) > most;
    return step;
}

// With u = others + proportional + I the sum and u_max the limit of the axis, back-calculation is
// I' = ki e - (u - clamp(u)) / T (Astrom and Hagglund 1995), here over one tick, of which `share`
// is dt / T; a tick of T or more takes all of the excess back. Without a time constant the integral
// does not go further to where the sum is already too large.
static void hold_back(axis_step *step, double others, double limit, double share) {
    const double sum = others + step->proportional + step->integral;
    const double excess = sum > limit ? sum - limit : sum < -limit ? sum + limit : 0;
    const bool outwards = (step->integral - step->before) * excess > 0;
    if (share > 0 && excess != 0) {
        step->integral -= share * excess;
        step->held = true;
    } else if (outwards) {
        step->integral = step->before;
        step->held = true;
    }
}

static snw_status pid_update(snw_pid *pid, const snw_pid_config *config, const snw_arm *arm,
                             double dt, double *effort) {
    snw_status status = snw__servo_ready(arm, dt);
    if (snw_failed(status)) return status;
    snw__errors errors;
    double term[SNW_AXES] = {0}, integral[SNW_AXES] = {0};
    uint64_t held = 0;
    const int moving = snw__servo_errors(arm, &errors) ? arm->count : 0;
    for (int i = 0; i < moving; i++) {
        const double time = snw_per_axis(config->tracking, config->tracking_count, i, 0);
        const double share = time > dt ? dt / time : time > 0 ? 1 : 0;
        axis_step step = step_axis(pid, config, &errors, i, dt);
        hold_back(&step, effort[i], arm->limits.effort[i], share);
        integral[i] = step.integral;
        term[i] = step.proportional + step.integral;
        held += step.held ? 1 : 0;
    }
    status = snw__servo_add(term, arm->count, pid->signals.effort, effort);
    if (snw_failed(status)) return status;

    // only a term that was added changes the state
    const size_t bytes = sizeof(double) * (size_t)arm->count;
    memcpy(pid->signals.integral, integral, bytes);
    memcpy(pid->signals.error, errors.position, bytes);
    memcpy(pid->signals.error_rate, errors.rate, bytes);
    memcpy(pid->before, errors.position, bytes);
    pid->signals.held += held;
    return held > 0 ? SNW_SATURATED : SNW_OK;
}

static const snw_field config_fields[] = {
    {GAINS(snw_pid_config, kp), .range = {0, 1e9},
     .help = "Proportional gain kp [N.m/rad or N/m]; one value applies to all joints."},
    {GAINS(snw_pid_config, kd), .range = {0, 1e9},
     .help = "Derivative gain kd [N.m.s/rad or N.s/m]; one value applies to all joints."},
    {GAINS(snw_pid_config, ka), .range = {0, 1e9},
     .help = "Acceleration feedforward gain ka [kg.m^2 or kg]; one value applies to all joints."},
    {GAINS(snw_pid_config, ki), .range = {0, 1e9},
     .help = "Integral gain ki [N.m/(rad.s) or N/(m.s)]; one value applies to all joints."},
    {GAINS(snw_pid_config, integral_limit), .range = {0, 1e9}, .flags = SNW_INFINITE,
     .help = "Limit of the integral effort [N.m or N]; no limit if omitted."},
    {GAINS(snw_pid_config, tracking), .range = {0, 1e6},
     .help = "Anti-windup time constant [s] at the effort limit; 0 freezes the integral instead."},
};
const snw_type snw_pid_config_type = {
    SERVO_TYPE(snw_pid_config, config_fields),
    .help = "Proportional, integral and derivative control of each axis, with acceleration "
            "feedforward."};

static const snw_field signals_fields[] = {
    {SHOWN(snw_pid_signals, error), .help = "Position error: target minus estimate [rad or m]."},
    {SHOWN(snw_pid_signals, error_rate),
     .help = "Velocity error: target minus estimate [rad/s or m/s]."},
    {SHOWN(snw_pid_signals, integral), .help = "Integral efforts [N.m or N]."},
    {SHOWN(snw_pid_signals, effort), .help = "Efforts added by this law [N.m or N]."},
    {SHOWN_COUNT(snw_pid_signals, held),
     .help = "Number of times that anti-windup acted, summed over axes and ticks."},
};
const snw_type snw_pid_signals_type = {SERVO_TYPE(snw_pid_signals, signals_fields),
                                       .help = "Status of a PID law."};

SERVO_LAW(pid, snw_pid_signals_type, -1, NULL);
