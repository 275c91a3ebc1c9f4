// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_REAL_STATION_H
#define SINEW_TESTS_REAL_STATION_H

/// @file
/// A station in real time with its page, and a component in its loop that watches the control
/// thread (loop_watch.h). Include it first, and define _GNU_SOURCE before.

#include <string.h>

#include "loop_watch.h"

#include "sinew/server.h"
#include "sinew/station.h"

static loop_watch real_watch;

typedef struct watcher {
    bool unused;
} watcher;

static snw_status watcher_update(snw_component *self, const snw_tick *tick) {
    (void)self;
    (void)tick;
    loop_watch_tick(&real_watch);
    return SNW_OK;
}

static const snw_field watcher_fields[] = {
    {SNW_AT(watcher, unused), .kind = SNW_KIND_BOOL, .help = "Nothing."}};
static const snw_component_functions watcher_functions = {
    .head = SNW_COMPONENT_HEAD, .stage = SNW_STAGE_USER, .update = watcher_update};
static const snw_type watcher_type = {SNW_TYPE(watcher, watcher_fields), .base = "component",
                                      .functions = &watcher_functions.head,
                                      .help = "Watches the control thread."};

static snw_status add_watcher(void *context, snw_loop *loop, const snw_cell *cell,
                              snw_setup *memory, snw_diags *diags) {
    (void)context;
    (void)cell;
    (void)diags;
    const int count = loop->component_count;
    snw_component_entry *all =
        snw_setup_take(memory, sizeof *all * (size_t)(count + 1), _Alignof(snw_component_entry));
    if (all == NULL) return SNW_ERR_MEMORY;
    if (count > 0) memcpy(all, loop->components, sizeof *all * (size_t)count);
    snw_block_defaults(snw_type_field(&snw_loop_type, "components")->type, &all[count]);
    snw_copy_text(all[count].name, SNW_NAME, "watcher");
    all[count].type = (snw_child){&watcher_type, snw_block_new(&watcher_type, memory)};
    loop->components = all;
    loop->component_count = count + 1;
    return SNW_OK;
}

/// Opens a cell and starts it, with the page at a port that the system chooses.
__attribute__((unused)) static snw_status real_begin(snw_station **station, const char *cell,
                                                     int64_t warm, snw_diags *diags) {
    static snw_server_config server;
    server = snw_server_defaults();
    server.port = 0;
    snw_station_options options = snw_station_defaults();
    options.cell = cell;
    options.edit = add_watcher;
    options.real = options.page = true;
    options.server = &server;
    snw_status status = snw_station_open(station, &options, diags);
    if (snw_failed(status)) return status;
    real_watch =
        (loop_watch){.period_ns = snw_exec_period_ns(snw_station_exec(*station)), .warm = warm};
    return snw_station_start(*station, NULL);
}

#endif // SINEW_TESTS_REAL_STATION_H
