// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plug-in with a servo law: the PD law of the library and an integral on top of it. One function
// of the PD law is put in place of another; the rest is the library's, which is not built again.

#include "sinew/exec.h"
#include "sinew/plugin.h"
#include "sinew/servo.h"

typedef struct my_pid {
    double kp, kd, ki;
} my_pid;

#define GAIN(member, standard)                                                                     \
    SNW_AT(my_pid, member), .kind = SNW_KIND_REAL, .range = {0, 1e5}, .initial = (standard),       \
                            .when = SNW_LIVE
static const snw_field fields[] = {
    {GAIN(kp, "400"), .help = "Of the error."},
    {GAIN(kd, "40"), .help = "Of its rate."},
    {GAIN(ki, "200"), .help = "Of its integral."},
};

typedef struct my_work {
    snw_law law;
    snw_pd pd;
    const my_pid *config;
    double integral[SNW_AXES];
} my_work;

// the one function: what PD finds, and the integral
static snw_status calculate(const snw_arm *arm, double dt, double *effort, void *context) {
    my_work *work = context;
    const snw_pd_config gains = {1, 1, 0, {work->config->kp}, {work->config->kd}, {0}};
    const snw_status status = snw_pd_law.update(&work->pd, &gains, arm, dt, effort);
    for (int i = 0; i < arm->count && !snw_failed(status); i++) {
        work->integral[i] += work->config->ki * work->pd.signals.error[i] * dt;
        effort[i] += work->integral[i];
    }
    return status;
}

static void restart(const snw_arm *arm, void *context) {
    my_work *work = context;
    for (int i = 0; i < arm->count; i++)
        work->integral[i] = 0;
}

static snw_status configure(snw_component *self, snw_arena *arena, snw_why *why) {
    (void)why;
    my_work *work = SNW_ARENA_ARRAY(arena, my_work, 1);
    self->work = work;
    if (work != NULL) work->law = (snw_law){calculate, restart, work, {0}, 0};
    return snw_arena_status(arena);
}

static snw_status update(snw_component *self, const snw_tick *tick) {
    my_work *work = self->work;
    snw_arm *arm = self->arm;
    work->config = self->config;
    for (int i = 0; i < arm->count; i++)
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
    if (!arm->estimate.valid) return SNW_OK;
    if (!arm->follows) snw_law_reset(&work->law, arm);
    return snw_law_update(&work->law, arm, tick->dt, arm->wanted.effort);
}

static const snw_component_functions functions = {.head = SNW_COMPONENT_HEAD,
                                                  .stage = SNW_STAGE_SERVO,
                                                  .needs_arm = true,
                                                  .configure = configure,
                                                  .update = update};
static const snw_type my_pid_type = {SNW_TYPE(my_pid, fields), .base = "component",
                                     .functions = &functions.head,
                                     .help = "PID, made of the PD of the library."};
static const snw_type *const types[] = {&my_pid_type};

SNW_PLUGIN("law", "A servo law.", NULL, 0, types, 1);
