// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A control law of one's own on the page: gains change while it runs, signals are plotted, and each
// stop that nobody asked for leaves a black box. Until Ctrl-C, or for $SINEW_EXAMPLE_SECONDS.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/sinew.h"

typedef struct my_law {
    double kp, kd; // of the first joint; the others have their share
} my_law;

static const snw_field fields[] = {
    {SNW_AT(my_law, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e4},
     .initial = "2000", .when = SNW_LIVE, .help = "Stiffness."},
    {SNW_AT(my_law, kd), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 1e3},
     .initial = "160", .when = SNW_LIVE, .help = "Damping."}};

static snw_status update(snw_component *self, const snw_tick *tick) {
    static const double share[] = {1, 1.5, 0.75, 0.075, 0.075, 0.05};
    const my_law *gain = self->config;
    snw_arm *arm = self->arm;
    (void)tick;
    for (int i = 0; i < arm->count && i < 6; i++) {
        arm->wanted.mode[i] = SNW_AXIS_EFFORT;
        arm->wanted.effort[i] += share[i] * (gain->kp * (arm->target.q[i] - arm->estimate.q[i]) +
                                             gain->kd * (arm->target.v[i] - arm->estimate.v[i]));
    }
    return SNW_OK;
}

static const snw_component_functions functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_SERVO, .needs_arm = true, .update = update};
static const snw_type law_type = {SNW_TYPE(my_law, fields), .base = "component",
                                  .functions = &functions.head, .help = "A law of my own."};

// the component "law" of the cell becomes ours
static snw_status use_law(void *context, snw_loop *loop, const snw_cell *cell, snw_setup *memory,
                          snw_diags *diags) {
    (void)context, (void)cell, (void)diags;
    for (int i = 0; i < loop->component_count; i++) {
        if (strcmp(loop->components[i].name, "law") != 0) continue;
        loop->components[i].type = (snw_child){&law_type, snw_block_new(&law_type, memory)};
    }
    return SNW_OK;
}

int main(void) {
    const char *seconds = getenv("SINEW_EXAMPLE_SECONDS");
    snw_station_options options = snw_station_defaults();
    options.cell = "cells/puma560.cell.xml";
    options.edit = use_law;
    options.real = options.page = options.boxes = options.signals = true;
    if (seconds != NULL) options.duration_ns = (int64_t)(atof(seconds) * 1e9);
    char text[256] = "";
    snw_why why = {0};
    snw_diags first = {.items = &why, .capacity = 1}; // errors displace warnings
    snw_station *station = NULL;
    snw_status status = snw_station_open(&station, &options, &first);
    if (!snw_failed(status) && snw_station_address(station, text, sizeof text) > 0) puts(text);
    if (!snw_failed(status)) status = snw_station_run(station, NULL, &why);
    (void)snw_station_close(station, NULL);
    if (snw_failed(status)) fprintf(stderr, "%s: %s; %s\n", why.subject, why.text, why.fix);
    return snw_status_exit_code(status);
}
