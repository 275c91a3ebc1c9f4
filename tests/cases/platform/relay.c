// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A plug-in that passes a number on, one more than it was.

#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct relay {
    double step;
} relay;

static const snw_field fields[] = {
    {SNW_AT(relay, step), .kind = SNW_KIND_REAL, .initial = "1", .help = "What is added."},
};

enum { IN, OUT, PORTS };

static const snw_port ports[PORTS] = {
    {"in", false, SNW_PORT_LATEST, "number", sizeof(double), 1, false, "A number."},
    {"out", true, SNW_PORT_LATEST, "number", sizeof(double), 1, false, "The next one."},
};

static snw_status update(snw_component *self, const snw_tick *tick) {
    const relay *config = self->config;
    double number = 0;
    (void)tick;
    SNW_IGNORE(snw_port_read(self, IN, &number));
    number += config->step;
    snw_port_write(self, OUT, &number);
    return SNW_OK;
}

static const snw_component_functions functions = {.head = SNW_COMPONENT_HEAD,
                                                  .stage = SNW_STAGE_USER,
                                                  .ports = ports,
                                                  .port_count = PORTS,
                                                  .update = update};
static const snw_type relay_type = {SNW_TYPE(relay, fields), .base = "component",
                                    .functions = &functions.head, .help = "Passes a number on."};
static const snw_type *const types[] = {&relay_type};

SNW_PLUGIN("relay", "Passes numbers on.", NULL, 0, types, 1);
