// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A component that counts its updates, and shows how many there were.
#include "sinew/exec.h"
#include "sinew/plugin.h"

typedef struct host_counter {
    int first;
} host_counter;

static const snw_field counter_fields[] = {
    {SNW_AT(host_counter, first), .kind = SNW_KIND_INT, .help = "Where it begins to count."}};

typedef struct counter_signals {
    double count;
} counter_signals;

static const snw_field shown_fields[] = {{SNW_AT(counter_signals, count), .kind = SNW_KIND_REAL,
                                          .role = SNW_SIGNAL, .help = "Updates."}};
static const snw_type counter_signals_type = {SNW_TYPE(counter_signals, shown_fields),
                                              .help = "What the counter shows."};

static snw_status count_update(snw_component *self, const snw_tick *tick) {
    const host_counter *config = self->config;
    counter_signals *shown = self->signals;
    (void)tick;
    if (shown->count == 0) shown->count = config->first;
    shown->count++;
    return SNW_OK;
}

static const snw_component_functions counter_functions = {.head = SNW_COMPONENT_HEAD,
                                                          .stage = SNW_STAGE_USER,
                                                          .signals = &counter_signals_type,
                                                          .update = count_update};
static const snw_type counter_type = {SNW_TYPE(host_counter, counter_fields), .base = "component",
                                      .functions = &counter_functions.head,
                                      .help = "Counts its updates."};

static const snw_type *const types[] = {&counter_type};
SNW_PLUGIN("counter", "A component that counts.", NULL, 0, types, 1);
