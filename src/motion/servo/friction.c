// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/friction.h"

#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

static void friction_term_reset(snw_friction_term *friction, const snw_arm *arm) {
    memset(friction, 0, sizeof *friction);
    friction->signals.count = arm->count;
}

static snw_status friction_term_init(snw_friction_term *friction,
                                     const snw_friction_term_config *config, const snw_arm *arm,
                                     snw_arena *arena) {
    const int counts[] = {config->coulomb_count, config->breakaway_count, config->viscous_count};
    const snw_status status = snw__servo_counts(arm, counts, 3);
    if (snw_failed(status)) return status;
    friction_term_reset(friction, arm);
    return snw_arena_status(arena);
}

// x / zone within [-1, 1]; the sign of x where there is no zone
static double direction(double x, double zone) {
    if (zone > 0) return x > zone ? 1 : x < -zone ? -1 : x / zone;
    return x > 0 ? 1 : x < 0 ? -1 : 0;
}

// The share of motion, 0 at rest and 1 from the dead zone on, rises with zero slope at both ends:
// 3 s^2 - 2 s^3. So the sign of the rate changes where its part is 0, and the sum has no jump.
static double dry_friction(const snw_friction_term_config *c, int i, double v, double v_wanted,
                           double error) {
    const double coulomb = snw_per_axis(c->coulomb, c->coulomb_count, i, 0);
    const double breakaway = snw_per_axis(c->breakaway, c->breakaway_count, i, coulomb);
    const double s = fabs(direction(v, c->dead_zone));
    const double moving = s * s * (3 - 2 * s);

    // where it should go: along the wanted rate, and the less there is of that, along the error
    const double along = direction(v_wanted, c->dead_zone);
    const double towards = c->error_zone > 0 ? direction(error, c->error_zone) : 0;
    const double wish = along + (1 - fabs(along)) * towards;
    return moving * copysign(coulomb, v) + (1 - moving) * breakaway * wish;
}

static snw_status friction_term_update(snw_friction_term *friction,
                                       const snw_friction_term_config *config, const snw_arm *arm,
                                       double dt, double *effort) {
    const snw_status status = snw__servo_ready(arm, dt);
    if (snw_failed(status)) return status;
    snw__errors errors;
    double term[SNW_AXES] = {0};
    const bool follows = snw__servo_errors(arm, &errors);
    for (int i = 0; i < arm->count; i++) {
        // comparisons would swallow a NaN of the target
        const double v = arm->estimate.v[i], v_wanted = follows ? arm->target.v[i] : 0;
        if (!isfinite(v_wanted) || !isfinite(errors.position[i])) return SNW_ERR_NOT_FINITE;
        term[i] = dry_friction(config, i, v, v_wanted, errors.position[i]) +
                  snw_per_axis(config->viscous, config->viscous_count, i, 0) * v;
    }
    return snw__servo_add(term, arm->count, friction->signals.effort, effort);
}

static void tell_friction(const void *block, snw_arm *arm) {
    const snw_friction_term_config *config = block;
    for (int i = 0; i < arm->count; i++) {
        arm->friction.dry[i] = snw_per_axis(config->coulomb, config->coulomb_count, i, 0);
        arm->friction.viscous[i] = snw_per_axis(config->viscous, config->viscous_count, i, 0);
    }
}

snw_status snw__motors_init(snw_motors *motors, const snw_arm *arm, snw_arena *arena) {
    motors->q = SNW_ARENA_ARRAY(arena, double, arm->model->nq);
    motors->v = SNW_ARENA_ARRAY(arena, double, arm->model->nv);
    return snw_arena_status(arena);
}

// positions of axes or motors, through the coordinates of the model
static snw_status convert_q(snw_motors *motors, const snw_arm *arm,
                            snw_status (*rule)(const snw_model *, const double *, double *),
                            const double *from, double *to) {
    snw_arm_to_q(arm, from, motors->q);
    const snw_status status = rule(arm->model, motors->q, motors->q);
    for (int i = 0; !snw_failed(status) && i < arm->count; i++)
        to[i] = motors->q[arm->q_index[i]];
    return status;
}

// likewise rates or efforts
static snw_status convert_v(snw_motors *motors, const snw_arm *arm,
                            snw_status (*rule)(const snw_model *, const double *, double *),
                            const double *from, double *to) {
    snw_arm_to_v(arm, from, motors->v);
    const snw_status status = rule(arm->model, motors->v, motors->v);
    if (!snw_failed(status)) snw_arm_from_v(arm, motors->v, to);
    return status;
}

snw_status snw__motors_to_axes_q(snw_motors *motors, const snw_arm *arm, const double *q_motor,
                                 double *q) {
    return convert_q(motors, arm, snw_joint_positions, q_motor, q);
}

snw_status snw__motors_to_axes_v(snw_motors *motors, const snw_arm *arm, const double *v_motor,
                                 double *v) {
    return convert_v(motors, arm, snw_joint_rates, v_motor, v);
}

snw_status snw__motors_from_axes_q(snw_motors *motors, const snw_arm *arm, const double *q,
                                   double *q_motor) {
    return convert_q(motors, arm, snw_motor_positions, q, q_motor);
}

snw_status snw__motors_from_axes_v(snw_motors *motors, const snw_arm *arm, const double *v,
                                   double *v_motor) {
    return convert_v(motors, arm, snw_motor_rates, v, v_motor);
}

snw_status snw__motors_from_axes_effort(snw_motors *motors, const snw_arm *arm,
                                        const double *effort, double *effort_motor) {
    return convert_v(motors, arm, snw_motor_efforts, effort, effort_motor);
}

static const snw_field config_fields[] = {
    {GAINS(snw_friction_term_config, coulomb), .range = {0, 1e9},
     .help = "Coulomb friction [N.m or N]; one value applies to all joints."},
    {GAINS(snw_friction_term_config, breakaway), .range = {0, 1e9},
     .help = "Static (breakaway) friction [N.m or N]; the Coulomb friction if omitted."},
    {GAINS(snw_friction_term_config, viscous), .range = {0, 1e9},
     .help = "Viscous friction coefficient [N.m.s/rad or N.s/m]."},
    {LIVE_REAL(snw_friction_term_config, dead_zone), .range = {0, 1e3}, .initial = "0.01",
     .help =
         "Velocity below which friction is interpolated between rest and motion [rad/s or m/s]."},
    {LIVE_REAL(snw_friction_term_config, error_zone), .range = {0, 1e3},
     .help = "Position error below which the push towards the target is reduced [rad or m]; 0 "
             "means no push."},
};
const snw_type snw_friction_term_config_type = {SERVO_TYPE(snw_friction_term_config, config_fields),
                                                .help = "Compensates static and kinetic friction."};

SERVO_LAW(friction_term, snw_servo_term_type, -1, tell_friction);
