// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/servo/pd.h"

#include <string.h>

#include "internal.h"

static void pd_reset(snw_pd *pd, const snw_arm *arm) {
    memset(pd, 0, sizeof *pd);
    pd->signals.count = arm->count;
}

static snw_status pd_init(snw_pd *pd, const snw_pd_config *config, const snw_arm *arm,
                          snw_arena *arena) {
    const int counts[] = {config->kp_count, config->kd_count, config->ka_count};
    const snw_status status = snw__servo_counts(arm, counts, 3);
    if (snw_failed(status)) return status;
    pd_reset(pd, arm);
    return snw_arena_status(arena);
}

// kp e + kd e' + ka a of one axis
static double pd_of(const snw_pd_config *c, const snw__errors *errors, int i) {
    return snw_per_axis(c->kp, c->kp_count, i, 0) * errors->position[i] +
           snw_per_axis(c->kd, c->kd_count, i, 0) * errors->rate[i] +
           snw_per_axis(c->ka, c->ka_count, i, 0) * errors->acceleration[i];
}

static snw_status pd_update(snw_pd *pd, const snw_pd_config *config, const snw_arm *arm, double dt,
                            double *effort) {
    snw_status status = snw__servo_ready(arm, dt);
    if (snw_failed(status)) return status;
    snw__errors errors;
    double term[SNW_AXES] = {0};
    if (snw__servo_errors(arm, &errors)) {
        for (int i = 0; i < arm->count; i++)
            term[i] = pd_of(config, &errors, i);
    }
    status = snw__servo_add(term, arm->count, pd->signals.effort, effort);
    if (snw_failed(status)) return status;
    memcpy(pd->signals.error, errors.position, sizeof(double) * (size_t)arm->count);
    memcpy(pd->signals.error_rate, errors.rate, sizeof(double) * (size_t)arm->count);
    return SNW_OK;
}

static const snw_field pd_config_fields[] = {
    {GAINS(snw_pd_config, kp), .range = {0, 1e9},
     .help = "Proportional gain kp [N.m/rad or N/m]; one value applies to all joints."},
    {GAINS(snw_pd_config, kd), .range = {0, 1e9},
     .help = "Derivative gain kd [N.m.s/rad or N.s/m]; one value applies to all joints."},
    {GAINS(snw_pd_config, ka), .range = {0, 1e9},
     .help = "Acceleration feedforward gain ka [kg.m^2 or kg]; one value applies to all joints."},
};
const snw_type snw_pd_config_type = {
    SERVO_TYPE(snw_pd_config, pd_config_fields),
    .help = "Proportional and derivative control of each axis, with acceleration feedforward."};

static const snw_field pd_signals_fields[] = {
    {SHOWN(snw_pd_signals, error), .help = "Position error: target minus estimate [rad or m]."},
    {SHOWN(snw_pd_signals, error_rate),
     .help = "Velocity error: target minus estimate [rad/s or m/s]."},
    {SHOWN(snw_pd_signals, effort), .help = "Efforts added by this law [N.m or N]."},
};
const snw_type snw_pd_signals_type = {SERVO_TYPE(snw_pd_signals, pd_signals_fields),
                                      .help = "Status of a PD law."};

SERVO_LAW(pd, snw_pd_signals_type, -1, NULL);
