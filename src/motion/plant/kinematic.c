// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "work.h"

#include <math.h>

// Arms without mass. Faults of motors show in what moves: an inverted motor mirrors each step, a
// saturated one gives no more rate than the fault's value, since there are no efforts.

static double spoil_step(const snw__plant *plant, int i, double step, double dt) {
    const snw_plant_fault fault = plant->faults[i].now;
    if (fault.kind == SNW_PLANT_INVERT) return -step;
    if (fault.kind == SNW_PLANT_SATURATE) {
        const double most = fault.value * dt;
        return fmin(fmax(step, -most), most);
    }
    return step;
}

static void move(snw__plant *plant, int i, double step, double dt) {
    const double way = spoil_step(plant, i, step, dt);
    const double v = way / dt;
    plant->q[i] += way;
    plant->a[i] = (v - plant->v[i]) / dt;
    plant->v[i] = v;
}

// --- the ideal arm -------------------------------------------------------------------------------

static snw_status ideal_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    (void)why;
    const snw_ideal_arm *config = drive->config;
    snw__plant *plant = snw__plant_lay_out(drive, q, arena);
    drive->work = plant;
    if (plant == NULL) return SNW_ERR_MEMORY;
    plant->power_ticks = config->power_ticks;
    return SNW_OK;
}

static snw_status ideal_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                            const snw_arm_command *command) {
    snw__plant *plant = drive->work;
    const snw_status status = snw__plant_hear(plant, t_ns, dt_ns, command);
    if (snw_failed(status)) return status;
    const double dt = 1e-9 * (double)dt_ns;
    for (int i = 0; i < plant->count; i++) {
        const snw__axis *axis = &plant->axes[i];
        double step = 0;
        if (axis->enabled && axis->mode == SNW_AXIS_POSITION) step = axis->q - plant->q[i];
        if (axis->enabled && axis->mode == SNW_AXIS_VELOCITY) step = axis->v * dt;
        const bool arrives = plant->faults[i].now.kind != SNW_PLANT_INVERT &&
                             plant->faults[i].now.kind != SNW_PLANT_SATURATE;
        move(plant, i, step, dt);
        // to the last bit
        if (axis->enabled && axis->mode == SNW_AXIS_POSITION && arrives) plant->q[i] = axis->q;
    }
    snw__plant_show(drive);
    return SNW_OK;
}

const snw_drive_functions snw__ideal_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .signals = &snw_plant_signals_type,
    .init = ideal_init,
    .sense = snw__plant_sense,
    .act = ideal_act,
    SNW__PLANT_FUNCTIONS,
};

// --- the limited arm -----------------------------------------------------------------------------

static snw_status limited_init(snw_drive *drive, const double *q, snw_arena *arena, snw_why *why) {
    const snw_limited_arm *config = drive->config;
    const snw_arm *arm = drive->arm;
    snw_status status = snw__check_count(drive, "velocity", config->velocity_count, why);
    if (snw_failed(status)) return status;
    status = snw__check_count(drive, "acceleration", config->acceleration_count, why);
    if (snw_failed(status)) return status;
    double *velocity = SNW_ARENA_ARRAY(arena, double, arm->count);
    double *acceleration = SNW_ARENA_ARRAY(arena, double, arm->count);
    snw__plant *plant = snw__plant_lay_out(drive, q, arena);
    drive->work = plant;
    if (plant == NULL) return SNW_ERR_MEMORY;
    plant->power_ticks = config->power_ticks;
    plant->velocity = velocity;
    plant->acceleration = acceleration;
    for (int i = 0; i < arm->count; i++) {
        velocity[i] =
            snw__pick(config->velocity, config->velocity_count, i, arm->limits.velocity[i]);
        acceleration[i] = snw__pick(config->acceleration, config->acceleration_count, i,
                                    arm->limits.acceleration[i]);
    }
    return SNW_OK;
}

// The most rate with which a way can be gone in whole ticks and be ended at rest, when each tick
// takes A dt off the rate and the last one at most A dt is left: in n ticks
// way = dt (n rate - A dt n (n - 1) / 2), with n the least for which A dt^2 n (n + 1) / 2 >= way.
static double stopping_rate(double way, double acceleration, double dt) {
    if (!isfinite(acceleration)) return way / dt;
    const double unit = acceleration * dt * dt;
    if (!(unit > 0)) return 0;
    const double n = fmax(ceil((sqrt(1 + 8 * way / unit) - 1) / 2), 1);
    return way / (n * dt) + acceleration * dt * (n - 1) / 2;
}

// the rate of the next tick, before the limits of rate and acceleration
static double wanted_rate(const snw__plant *plant, int i, double dt) {
    const snw__axis *axis = &plant->axes[i];
    if (!axis->enabled) return 0;
    if (axis->mode == SNW_AXIS_VELOCITY) return axis->v;
    if (axis->mode != SNW_AXIS_POSITION) return 0;
    // the goal moves at axis->v and is at axis->q after this tick
    const double way = axis->q - axis->v * dt - plant->q[i];
    const double rate = stopping_rate(fabs(way), plant->acceleration[i], dt);
    return axis->v + (way < 0 ? -rate : rate);
}

static snw_status limited_act(snw_drive *drive, int64_t t_ns, int64_t dt_ns,
                              const snw_arm_command *command) {
    snw__plant *plant = drive->work;
    const snw_status status = snw__plant_hear(plant, t_ns, dt_ns, command);
    if (snw_failed(status)) return status;
    const double dt = 1e-9 * (double)dt_ns;
    for (int i = 0; i < plant->count; i++) {
        const double most = plant->velocity[i], change = plant->acceleration[i] * dt;
        double v = wanted_rate(plant, i, dt);
        v = fmin(fmax(v, -most), most);
        v = fmin(fmax(v, plant->v[i] - change), plant->v[i] + change);
        move(plant, i, v * dt, dt);
    }
    snw__plant_show(drive);
    return SNW_OK;
}

const snw_drive_functions snw__limited_functions = {
    .head = {sizeof(snw_drive_functions), SNW_DRIVE_VERSION},
    .simulated = true,
    .signals = &snw_plant_signals_type,
    .init = limited_init,
    .sense = snw__plant_sense,
    .act = limited_act,
    SNW__PLANT_FUNCTIONS,
};
