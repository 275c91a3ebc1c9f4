// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_SERVO_USER_PID_H
#define SINEW_TESTS_SERVO_USER_PID_H

/// @file
/// A law of the user's: the PD law of the library, and an integral on top of it.

#include "sinew/servo.h"

typedef struct user_pid {
    snw_pd pd;
    snw_pd_config gains;
    double ki, integral[SNW_AXES], before[SNW_AXES];
} user_pid;

static snw_status user_pid_calculate(const snw_arm *arm, double dt, double *effort, void *context) {
    user_pid *u = (user_pid *)context;
    const snw_status status = snw_pd_law.update(&u->pd, &u->gains, arm, dt, effort);
    for (int i = 0; status == SNW_OK && i < arm->count; i++) {
        const double error = arm->target.q[i] - arm->estimate.q[i];
        u->integral[i] += 0.5 * dt * (error + u->before[i]);
        u->before[i] = error;
        effort[i] += u->ki * u->integral[i];
    }
    return status;
}

static void user_pid_restart(const snw_arm *arm, void *context) {
    user_pid *u = (user_pid *)context;
    for (int i = 0; i < arm->count; i++) {
        u->integral[i] = 0;
        u->before[i] = arm->target.q[i] - arm->estimate.q[i];
    }
}

#endif
