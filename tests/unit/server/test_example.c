// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "check.h"

#include "sinew/server.h"
#include "sinew/station.h"

// region: page
// A cell with its page, in the service function of the run.
static bool serve(snw_exec *exec, void *context) {
    snw_server *server = context;
    snw_server_serve(server, snw_exec_period_ns(exec));
    return !snw_server_quit(server);
}

static snw_status run_with_page(snw_station *station, snw_why *why) {
    snw_exec *exec = snw_station_exec(station);
    snw_server_config config = snw_server_defaults();
    const snw_server_cell cell = {.exec = exec,
                                  .cell = snw_station_cell(station),
                                  .system = snw_station_system(station),
                                  .registry = snw_station_registry(station)};
    snw_server *server;
    snw_status status = snw_server_open(&server, &config, why);
    if (snw_failed(status)) return status;
    char address[256];
    (void)snw_server_address(server, address, sizeof address);
    (void)printf("%s\n", address);

    snw_run_options options = snw_run_defaults();
    options.duration_ns = INT64_C(100000000);
    status = snw_server_attach(server, &cell, why);
    if (!snw_failed(status)) status = snw_exec_run(exec, &options, serve, server, NULL, why);
    snw_server_close(server);
    return status;
}
// endregion

static void the_example_of_the_page_runs(void) {
    snw_station *station;
    snw_why why = {0};
    snw_station_options options = snw_station_defaults();
    options.cell = SNW_SOURCE_DIR "/cells/panda.cell.xml";
    CHECK(snw_station_open(&station, &options, NULL) == SNW_OK);
    CHECK(run_with_page(station, &why) == SNW_OK);
    CHECK(snw_exec_next(snw_station_exec(station)) >= 100);
    SNW_IGNORE(snw_station_close(station, NULL));
}

int main(void) {
    RUN(the_example_of_the_page_runs);
    return check_report();
}
