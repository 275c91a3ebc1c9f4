// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULT_SABOTEUR_H
#define SINEW_TESTS_PARTS_FAULT_SABOTEUR_H

/// A component that stands between the law and the guard, and does there what a test wants.

#include "sinew/exec.h"

typedef struct run run;
static run *sabotaged_run;

/// Changes what is wanted, in stage user; `since` counts its own ticks from 0. NULL for nothing.
typedef snw_status sabotage_fn(run *r, snw_component *self, long since);
static sabotage_fn *sabotage;
static long sabotaged;

typedef struct saboteur {
    int unused;
} saboteur;

/// A second saboteur whose name begins with t talks to the first until there is a sabotage, and
/// fails when it is told to.
static snw_status talker_status;
enum { TALK, LISTEN };

static const snw_port ports[] = {
    {.name = "talk",
     .output = true,
     .value = "number",
     .size = sizeof(double),
     .help = "A number."},
    {.name = "listen", .value = "number", .size = sizeof(double), .help = "The number."},
};

static snw_status saboteur_update(snw_component *self, const snw_tick *tick) {
    if (self->name[0] == 't') {
        if (sabotage == NULL || sabotaged == 0) snw_port_write(self, TALK, &tick->dt);
        return talker_status;
    }
    return sabotage != NULL ? sabotage(sabotaged_run, self, sabotaged++) : SNW_OK;
}

static const snw_component_functions saboteur_functions = {.head = SNW_COMPONENT_HEAD,
                                                           .stage = SNW_STAGE_USER,
                                                           .ports = ports,
                                                           .port_count = 2,
                                                           .update = saboteur_update};
static const snw_type saboteur_type = {.token = "saboteur",
                                       .size = sizeof(saboteur),
                                       .align = _Alignof(saboteur),
                                       .base = "component",
                                       .functions = &saboteur_functions.head,
                                       .help = "Does harm on demand."};

static snw_status saboteur_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &saboteur_type, why);
}

#endif // SINEW_TESTS_PARTS_FAULT_SABOTEUR_H
