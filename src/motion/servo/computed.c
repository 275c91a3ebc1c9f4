// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/computed.h"

#include <math.h>
#include <string.h>

#include "sinew/dynamics/factor.h"

#include "inside.h"
#include "internal.h"

// What inverse dynamics found in one tick.
typedef struct solution {
    double term[SNW_AXES];
    double root[6];
    double residual;
} solution;

snw_status snw__servo_dyn_set_root(snw_servo_dyn *model, const double *q, const double *v) {
    if (!model->dyn.model->floating) return SNW_ERR_STATE;
    if (!snw__all_finite(q, 7) || !snw__all_finite(v, 6)) return SNW_ERR_NOT_FINITE;
    const double length = q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6];
    if (!(fabs(sqrt(length) - 1) <= 1e-3)) return SNW_ERR_RANGE;
    memcpy(model->q, q, 7 * sizeof *q);
    memcpy(model->v, v, 6 * sizeof *v);
    return SNW_OK;
}

// Without an effort at the root the whole mechanism, frozen as one body of inertia I, must take up
// what the joints' motion leaves there: I A = -F. I = L L^T in closed form, then two substitutions.
// The workspace of dynamics knows the payload, and so does its kinematics.
static snw_status solve_root(snw_servo_dyn *model, const double *F, double *A) {
    double L[36];
    snw_kin *kin = &model->dyn.kin;
    snw_status status = snw_kin_update(kin, model->q);
    if (snw_failed(status)) return status;
    status = snw_inertia_factor(snw_kin_composite(kin, 0), L);
    if (snw_failed(status)) return status;

    // L y = -F downwards, L^T A = y upwards
    for (int i = 0; i < 6; i++) {
        double sum = -F[i];
        for (int k = 0; k < i; k++)
            sum -= L[6 * (ptrdiff_t)k + i] * A[k];
        A[i] = sum / L[7 * (ptrdiff_t)i];
    }
    for (int i = 5; i >= 0; i--) {
        double sum = A[i];
        for (int k = i + 1; k < 6; k++)
            sum -= L[6 * (ptrdiff_t)i + k] * A[k];
        A[i] = sum / L[7 * (ptrdiff_t)i];
    }
    return SNW_OK;
}

// efforts for accelerations[count] of the axes: one call of inverse dynamics, two if the root
// floats
static snw_status solve(snw_servo_dyn *model, const snw_arm *arm, const double *accelerations,
                        bool viscous, solution *s) {
    const bool floating = arm->model->floating;
    memset(s, 0, sizeof *s);
    memset(model->a, 0, sizeof(double) * (size_t)arm->model->nv);
    snw_arm_to_v(arm, accelerations, model->a);
    snw_status status =
        snw_dyn_inverse(&model->dyn, model->q, model->v, model->a, NULL, model->tau);
    if (!snw_failed(status) && floating) status = solve_root(model, model->tau, s->root);
    if (!snw_failed(status) && floating) {
        memcpy(model->a, s->root, sizeof s->root);
        status = snw_dyn_inverse(&model->dyn, model->q, model->v, model->a, NULL, model->tau);
    }
    if (snw_failed(status)) return status;
    for (int i = 0; floating && i < 6; i++)
        s->residual = fmax(s->residual, fabs(model->tau[i]));
    snw_arm_from_v(arm, model->tau, s->term);
    for (int i = 0; viscous && i < arm->count; i++)
        s->term[i] += model->viscous[i] * arm->estimate.v[i];
    return SNW_OK;
}

// what both laws do with the accelerations that they want; nothing where no motion is wanted
static snw_status apply(snw_servo_dyn *model, const snw_arm *arm, const double *accelerations,
                        bool viscous, snw_computed_signals *signals, double *effort) {
    solution s = {{0}, {0}, 0};
    snw_status status = SNW_OK;
    if (accelerations != NULL) {
        status = solve(model, arm, accelerations, viscous, &s);
        snw__servo_dyn_carries(model);
    }
    if (!snw_failed(status)) status = snw__servo_add(s.term, arm->count, signals->effort, effort);
    if (snw_failed(status)) return status;
    const double none[SNW_AXES] = {0};
    memcpy(signals->acceleration, accelerations != NULL ? accelerations : none,
           sizeof(double) * (size_t)arm->count);
    memcpy(signals->root, s.root, sizeof s.root);
    signals->residual = s.residual;
    return SNW_OK;
}

static void clear(snw_computed_signals *signals, const snw_arm *arm) {
    memset(signals, 0, sizeof *signals);
    signals->count = arm->count;
}

static snw_status computed_torque_init(snw_computed_torque *law,
                                       const snw_computed_torque_config *config, const snw_arm *arm,
                                       snw_arena *arena) {
    const int counts[] = {config->kp_count, config->kd_count};
    const snw_status status = snw__servo_counts(arm, counts, 2);
    if (snw_failed(status)) return status;
    clear(&law->signals, arm);
    return snw__servo_dyn_init(&law->model, &config->payload, arm, arena);
}

static void computed_torque_reset(snw_computed_torque *law, const snw_arm *arm) {
    clear(&law->signals, arm);
    snw__servo_dyn_place(&law->model, arm);
}

static snw_status computed_torque_update(snw_computed_torque *law,
                                         const snw_computed_torque_config *config,
                                         const snw_arm *arm, double dt, double *effort) {
    snw__errors errors;
    double a[SNW_AXES];
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw__servo_dyn_update(&law->model, &config->payload, arm);
    if (snw_failed(status)) return status;
    const bool follows = snw__servo_errors(arm, &errors);
    for (int i = 0; i < arm->count; i++) {
        a[i] = errors.acceleration[i] +
               snw_per_axis(config->kd, config->kd_count, i, 0) * errors.rate[i] +
               snw_per_axis(config->kp, config->kp_count, i, 0) * errors.position[i];
    }
    return apply(&law->model, arm, follows ? a : NULL, config->viscous, &law->signals, effort);
}

static snw_status feedforward_init(snw_feedforward *law, const snw_feedforward_config *config,
                                   const snw_arm *arm, snw_arena *arena) {
    clear(&law->signals, arm);
    return snw__servo_dyn_init(&law->model, &config->payload, arm, arena);
}

static void feedforward_reset(snw_feedforward *law, const snw_arm *arm) {
    clear(&law->signals, arm);
    snw__servo_dyn_place(&law->model, arm);
}

static snw_status feedforward_update(snw_feedforward *law, const snw_feedforward_config *config,
                                     const snw_arm *arm, double dt, double *effort) {
    snw__errors errors;
    double a[SNW_AXES];
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw__servo_dyn_update(&law->model, &config->payload, arm);
    if (snw_failed(status)) return status;
    const bool follows = snw__servo_errors(arm, &errors);
    const double kp = config->frequency * config->frequency;
    const double kd = 2 * config->damping * config->frequency;
    for (int i = 0; i < arm->count; i++) {
        const double fed = config->acceleration ? errors.acceleration[i] : 0;
        a[i] = fed + kd * errors.rate[i] + kp * errors.position[i];
    }
    return apply(&law->model, arm, follows ? a : NULL, config->viscous, &law->signals, effort);
}

static const snw_field computed_fields[] = {
    {GAINS(snw_computed_torque_config, kp), .range = {0, 1e9},
     .help = "Position gain kp [1/s^2]; one value applies to all joints."},
    {GAINS(snw_computed_torque_config, kd), .range = {0, 1e9},
     .help = "Velocity gain kd [1/s]; one value applies to all joints."},
    {LIVE_BOOL(snw_computed_torque_config, viscous), .initial = "true",
     .help = "Compensate the viscous friction of the actuators."},
    {SNW_AT(snw_computed_torque_config, payload), .kind = SNW_KIND_STRUCT,
     .type = &snw_payload_type, .when = SNW_LIVE, .help = "Payload of the arm."},
};
const snw_type snw_computed_torque_config_type = {
    SERVO_TYPE(snw_computed_torque_config, computed_fields),
    .help = "Computed torque: inverse dynamics with position and velocity gains for each axis."};

static const snw_field feedforward_fields[] = {
    {LIVE_REAL(snw_feedforward_config, frequency), .unit = "rad/s", .range = {0, 1e4},
     .initial = "20", .help = "Natural frequency of the error."},
    {LIVE_REAL(snw_feedforward_config, damping), .range = {0, 100}, .initial = "1",
     .help = "Damping ratio of the error."},
    {LIVE_BOOL(snw_feedforward_config, acceleration), .initial = "true",
     .help = "Feed the target acceleration forward."},
    {LIVE_BOOL(snw_feedforward_config, viscous), .initial = "true",
     .help = "Compensate the viscous friction of the actuators."},
    {SNW_AT(snw_feedforward_config, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "Payload of the arm."},
};
const snw_type snw_feedforward_config_type = {
    SERVO_TYPE(snw_feedforward_config, feedforward_fields),
    .help =
        "Feedforward by inverse dynamics; feedback by one natural frequency and damping ratio."};

static const snw_field signals_fields[] = {
    {SHOWN(snw_computed_signals, acceleration),
     .help = "Commanded accelerations [rad/s^2 or m/s^2]."},
    {SHOWN(snw_computed_signals, effort), .help = "Efforts added by this law [N.m or N]."},
    {SNW_AT_ARRAY(snw_computed_signals, root), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Acceleration of a floating base, linear components first [m/s^2, rad/s^2]."},
    {SNW_AT(snw_computed_signals, residual), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .help = "Largest effort left at a floating base [N or N.m]."},
};
const snw_type snw_computed_signals_type = {SERVO_TYPE(snw_computed_signals, signals_fields),
                                            .help = "Status of a law with inverse dynamics."};

SERVO_LAW(computed_torque, snw_computed_signals_type, offsetof(snw_computed_torque, model), NULL);

SERVO_LAW(feedforward, snw_computed_signals_type, offsetof(snw_feedforward, model), NULL);
