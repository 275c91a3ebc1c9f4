// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/impedance.h"

#include <math.h>
#include <string.h>

#include "internal.h"

static snw_status impedance_init(snw_impedance *law, const snw_impedance_config *config,
                                 const snw_arm *arm, snw_arena *arena) {
    const int counts[] = {config->stiffness_count, config->damping_count};
    snw_status status = snw__servo_counts(arm, counts, 2);
    if (snw_failed(status)) return status;
    memset(&law->signals, 0, sizeof law->signals);
    law->signals.count = arm->count;
    status = snw__servo_dyn_init(&law->model, &config->payload, arm, arena);
    if (snw_failed(status) && status != SNW_ERR_MEMORY) return status;
    law->M = SNW_ARENA_ARRAY(arena, double, arm->model->nv * arm->model->nv);
    return snw_arena_status(arena);
}

static void impedance_reset(snw_impedance *law, const snw_arm *arm) {
    memset(&law->signals, 0, sizeof law->signals);
    law->signals.count = arm->count;
    snw__servo_dyn_place(&law->model, arm);
}

// what stands beside springs and dampers, tau[nv] of the model
static snw_status feed(snw_servo_dyn *model, const snw_arm *arm, snw_impedance_feed kind,
                       const double *accelerations) {
    const size_t bytes = sizeof(double) * (size_t)arm->model->nv;
    switch (kind) {
    case SNW_FEED_GRAVITY:
        return snw_dyn_gravity(&model->dyn, model->q, model->tau);
    case SNW_FEED_FULL:
        memset(model->a, 0, bytes);
        snw_arm_to_v(arm, accelerations, model->a);
        return snw_dyn_inverse(&model->dyn, model->q, model->v, model->a, NULL, model->tau);
    case SNW_FEED_NONE:
    default:
        memset(model->tau, 0, bytes);
        return SNW_OK;
    }
}

static snw_status impedance_update(snw_impedance *law, const snw_impedance_config *config,
                                   const snw_arm *arm, double dt, double *effort) {
    snw_servo_dyn *model = &law->model;
    snw__errors errors;
    double term[SNW_AXES] = {0}, damping[SNW_AXES] = {0};
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw__servo_dyn_update(model, &config->payload, arm);
    if (snw_failed(status)) return status;
    if (snw__servo_errors(arm, &errors)) {
        if (config->feed != SNW_FEED_NONE) snw__servo_dyn_carries(model);
        status = snw_dyn_mass_matrix(&model->dyn, model->q, law->M);
        if (!snw_failed(status)) status = feed(model, arm, config->feed, errors.acceleration);
        if (snw_failed(status)) return status;
        snw_arm_from_v(arm, model->tau, term);
        for (int i = 0; i < arm->count; i++) {
            const double K = snw_per_axis(config->stiffness, config->stiffness_count, i, 0);
            const double ratio = snw_per_axis(config->damping, config->damping_count, i, 1);
            const double felt = law->M[(ptrdiff_t)arm->v_index[i] * (arm->model->nv + 1)];
            damping[i] = 2 * ratio * sqrt(K * felt);
            term[i] += K * errors.position[i] + damping[i] * errors.rate[i];
        }
    }
    status = snw__servo_add(term, arm->count, law->signals.effort, effort);
    if (snw_failed(status)) return status;
    memcpy(law->signals.damping, damping, sizeof(double) * (size_t)arm->count);
    memcpy(law->signals.error, errors.position, sizeof(double) * (size_t)arm->count);
    return SNW_OK;
}

static snw_status zero_gravity_init(snw_zero_gravity *law, const snw_zero_gravity_config *config,
                                    const snw_arm *arm, snw_arena *arena) {
    const snw_status status = snw__servo_counts(arm, &config->damping_count, 1);
    if (snw_failed(status)) return status;
    memset(&law->signals, 0, sizeof law->signals);
    law->signals.count = arm->count;
    return snw__servo_dyn_init(&law->model, &config->payload, arm, arena);
}

static void zero_gravity_reset(snw_zero_gravity *law, const snw_arm *arm) {
    memset(law->signals.effort, 0, sizeof law->signals.effort);
    snw__servo_dyn_place(&law->model, arm);
}

// An arm that is pushed, or whose payload is not what it is said to be, stays within its limits of
// rates: beyond GENTLE of one its axis is braked as hard as a loop of this period can, half of the
// effort that takes its rate in one tick.
static const double GENTLE = 0.8;

static snw_status brake_fast_axes(snw_servo_dyn *model, const snw_arm *arm, double dt,
                                  double *term) {
    const size_t bytes = sizeof(double) * (size_t)arm->model->nv;
    double still[SNW_AXES], moved[SNW_AXES];
    for (int i = 0; i < arm->count; i++) {
        const double v = arm->estimate.v[i], excess = fabs(v) - GENTLE * arm->limits.velocity[i];
        if (!(excess > 0)) continue;
        // what an effort of this axis alone accelerates, with the others free
        memset(model->a, 0, bytes);
        memset(model->tau, 0, bytes);
        snw_status status =
            snw_dyn_forward(&model->dyn, model->q, model->v, model->tau, NULL, model->a);
        snw_arm_from_v(arm, model->a, still);
        model->tau[arm->v_index[i]] = 1;
        if (!snw_failed(status)) {
            status = snw_dyn_forward(&model->dyn, model->q, model->v, model->tau, NULL, model->a);
        }
        if (snw_failed(status)) return status;
        snw_arm_from_v(arm, model->a, moved);
        const double lightness = moved[i] - still[i];
        if (lightness > 0) term[i] -= copysign(0.5 * excess / (dt * lightness), v);
    }
    return SNW_OK;
}

static snw_status zero_gravity_update(snw_zero_gravity *law, const snw_zero_gravity_config *config,
                                      const snw_arm *arm, double dt, double *effort) {
    snw_servo_dyn *model = &law->model;
    double term[SNW_AXES] = {0};
    snw_status status = snw__servo_ready(arm, dt);
    if (!snw_failed(status)) status = snw__servo_dyn_update(model, &config->payload, arm);
    if (!snw_failed(status) && config->gravity) {
        snw__servo_dyn_carries(model);
        status = snw_dyn_gravity(&model->dyn, model->q, model->tau);
        snw_arm_from_v(arm, model->tau, term);
    }
    if (snw_failed(status)) return status;
    for (int i = 0; i < arm->count; i++) {
        const double damping = snw_per_axis(config->damping, config->damping_count, i, 0);
        term[i] -= damping * arm->estimate.v[i];
    }
    status = brake_fast_axes(model, arm, dt, term);
    if (snw_failed(status)) return status;
    return snw__servo_add(term, arm->count, law->signals.effort, effort);
}

static const snw_choice feeds[] = {
    {"none", SNW_FEED_NONE, "Use spring and damper only."},
    {"gravity", SNW_FEED_GRAVITY, "Compensate the weight as well."},
    {"full", SNW_FEED_FULL,
     "Full inverse dynamics: target acceleration, velocity terms and weight."},
};
static const snw_field impedance_fields[] = {
    {GAINS(snw_impedance_config, stiffness), .range = {0, 1e9},
     .help = "Stiffness [N.m/rad or N/m]; one value applies to all joints."},
    {GAINS(snw_impedance_config, damping), .range = {0, 100}, .initial = "1",
     .help = "Damping ratio; one value applies to all joints, 1 if omitted."},
    {SNW_AT(snw_impedance_config, feed), .kind = SNW_KIND_ENUM, SNW_CHOICES(feeds),
     .when = SNW_LIVE, .help = "Feedforward added to spring and damper."},
    {SNW_AT(snw_impedance_config, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "Payload of the arm."},
};
const snw_type snw_impedance_config_type = {
    SERVO_TYPE(snw_impedance_config, impedance_fields),
    .help = "Joint impedance: a spring and a damper around the target of each axis."};

static const snw_field signals_fields[] = {
    {SHOWN(snw_impedance_signals, error),
     .help = "Position error: target minus estimate [rad or m]."},
    {SHOWN(snw_impedance_signals, damping), .help = "Damping coefficients [N.m.s/rad or N.s/m]."},
    {SHOWN(snw_impedance_signals, effort), .help = "Efforts added by this law [N.m or N]."},
};
const snw_type snw_impedance_signals_type = {SERVO_TYPE(snw_impedance_signals, signals_fields),
                                             .help = "Status of an impedance law."};

static const snw_field zero_gravity_fields[] = {
    {LIVE_BOOL(snw_zero_gravity_config, gravity), .initial = "true",
     .help = "Compensate the weight of the arm."},
    {GAINS(snw_zero_gravity_config, damping), .range = {0, 1e9},
     .help = "Damping coefficient [N.m.s/rad or N.s/m]; one value applies to all joints."},
    {SNW_AT(snw_zero_gravity_config, payload), .kind = SNW_KIND_STRUCT, .type = &snw_payload_type,
     .when = SNW_LIVE, .help = "Payload of the arm."},
};
const snw_type snw_zero_gravity_config_type = {
    SERVO_TYPE(snw_zero_gravity_config, zero_gravity_fields),
    .help = "Zero-gravity mode: the arm stays where it is put."};

SERVO_LAW(impedance, snw_impedance_signals_type, offsetof(snw_impedance, model), NULL);

SERVO_LAW(zero_gravity, snw_servo_term_type, offsetof(snw_zero_gravity, model), NULL);
