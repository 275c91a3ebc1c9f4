// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plug-in with a task: the second axis mirrors what the first shall do, which a source that knows
// nothing of it asks for.

#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct mirror {
    double share;
} mirror;

static const snw_field fields[] = {
    {SNW_AT(mirror, share), .kind = SNW_KIND_REAL, .range = {-1, 1}, .initial = "0.5",
     .when = SNW_LIVE, .help = "Of the motion of the first axis."},
};

static snw_status update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const mirror *config = self->config;
    snw_arm *arm = self->arm;
    if (arm->target.mode != SNW_AXIS_POSITION || arm->count < 2) return SNW_OK;
    arm->target.q[1] += config->share * arm->target.q[0];
    return SNW_OK;
}

static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_TASK, .needs_arm = true, .update = update};
static const snw_type mirror_type = {SNW_TYPE(mirror, fields), .base = "component",
                                     .functions = &functions.head,
                                     .help = "The second axis mirrors the first."};
static const snw_type *const types[] = {&mirror_type};

SNW_PLUGIN("task", "A task.", NULL, 0, types, 1);
