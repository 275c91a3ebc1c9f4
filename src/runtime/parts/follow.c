// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/parts/links.h"

// --- follow -------------------------------------------------------------------------------------

static snw_status follow_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    const snw_follow *config = self->config;
    snw_arm *arm = self->arm;
    const snw_arm_target *target = &arm->target;
    snw_arm_command *wanted = &arm->wanted;
    const bool nothing = target->mode == SNW_AXIS_OFF;
    const double *here = snw__parts_origin(arm);
    for (int i = 0; i < arm->count; i++) {
        wanted->mode[i] = nothing ? SNW_AXIS_POSITION : target->mode;
        wanted->q[i] = nothing ? here[i] : target->q[i];
        wanted->v[i] = nothing                                                    ? 0
                       : config->feedforward || target->mode == SNW_AXIS_VELOCITY ? target->v[i]
                                                                                  : 0;
        wanted->effort[i] += nothing ? 0 : target->effort[i];
    }
    return SNW_OK;
}

static const snw_field follow_fields[] = {
    {SNW_AT(snw_follow, feedforward), .kind = SNW_KIND_BOOL, .initial = "true", .when = SNW_LIVE,
     .help = "Send velocities as feedforward."},
};
static const snw_component_functions follow_functions = {.head = SNW_COMPONENT_HEAD,
                                                         .stage = SNW_STAGE_SERVO,
                                                         .needs_arm = true,
                                                         .update = follow_update};
const snw_type snw_follow_type = {
    SNW_TYPE_AS("follow", snw_follow, follow_fields), .base = "component",
    .space = &snw_space_motion, .functions = &follow_functions.head,
    .help = "Sends targets straight to drives with their own position loop."};

// --- pass ---------------------------------------------------------------------------------------

typedef struct pass_signals {
    uint64_t updates;
} pass_signals;

static snw_status pass_update(snw_component *self, const snw_tick *tick) {
    (void)tick;
    ((pass_signals *)self->signals)->updates++;
    return SNW_OK;
}

static const snw_field pass_fields[] = {
    {SNW_AT(pass_signals, updates), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL,
     .help = "Number of updates."},
};
static const snw_type pass_signals_type = {SNW_TYPE(pass_signals, pass_fields),
                                           .space = &snw_space_motion,
                                           .help = "Signals of a pass component."};
static const snw_component_functions pass_functions = {.head = SNW_COMPONENT_HEAD,
                                                       .stage = SNW_STAGE_USER,
                                                       .signals = &pass_signals_type,
                                                       .update = pass_update};
const snw_type snw_pass_type = {.token = "pass",
                                .size = sizeof(snw_pass),
                                .align = _Alignof(snw_pass),
                                .base = "component",
                                .space = &snw_space_motion,
                                .functions = &pass_functions.head,
                                .help = "Passes the target on unchanged and counts its updates."};

const snw_type *const snw__parts_servo[] = {&snw_follow_type, &snw_link_springs_type, NULL};
