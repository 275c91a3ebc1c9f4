// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A plug-in with a control law: a spring and a damper for each joint, around its target.

#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct soft_law {
    double kp, kd;
} soft_law;

static const snw_field fields[] = {
    {SNW_AT(soft_law, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e4},
     .initial = "100", .when = SNW_LIVE, .help = "Stiffness of every joint."},
    {SNW_AT(soft_law, kd), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 1e3},
     .initial = "2", .when = SNW_LIVE, .help = "Damping of every joint."},
};

// in every tick: laws add to the efforts, so that `gravity` before this one stays
static snw_status update(snw_component *self, const snw_tick *tick) {
    const soft_law *gain = self->config;
    snw_arm *arm = self->arm;
    (void)tick;
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
        arm->wanted.effort[i] += gain->kp * (arm->target.q[i] - arm->estimate.q[i]) +
                                 gain->kd * (arm->target.v[i] - arm->estimate.v[i]);
    }
    return SNW_OK;
}

static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SERVO, .needs_arm = true, .update = update};
static const snw_type soft_law_type = {SNW_TYPE(soft_law, fields), .base = "component",
                                       .functions = &functions.head,
                                       .help = "A spring and a damper for each joint."};
static const snw_type *const types[] = {&soft_law_type};

SNW_PLUGIN("law", "A control law.", NULL, 0, types, 1);
