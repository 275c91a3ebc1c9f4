// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <unistd.h>

#include "sinew/exec/state.h"
#include "sinew/station/station.h"
#include "slide.h"

// What a station adds to a cell with rules, which nobody asked for.

static snw_station *station;
static snw_exec *exec;

static void open_station(const char *text) {
    char path[300];
    (void)snprintf(path, sizeof path, "%s/surround-%d.cell.xml", SNW_BINARY_DIR, (int)getpid());
    CHECK(snw_file_write(path, text, strlen(text), NULL) == SNW_OK);
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    const snw_status status = snw_station_open(&station, &options, NULL);
    CHECK(snw_file_remove(path, NULL) == SNW_OK);
    CHECK(!snw_failed(status));
    exec = snw_station_exec(station);
}

static void close_station(void) {
    CHECK(!snw_failed(snw_station_close(station, NULL)));
}

// the components that show clearances; the last one of them
static int count_clearances(const snw_component **last) {
    int count = 0;
    for (int i = 0; i < snw_exec_component_count(exec); i++) {
        const snw_component *one = snw_exec_component(exec, i);
        if (one->type != &snw_clearance_type) continue;
        *last = one;
        count++;
    }
    return count;
}

static void a_cell_with_rules_shows_its_clearance(void) {
    const snw_component *one = NULL;
    open_station(SLIDE_CELL("0.5", SLIDE_RULES(""), ""));
    CHECK(count_clearances(&one) == 1);
    CHECK_TEXT(one->name, "clearance");
    CHECK(!snw_failed(snw_station_step(station, 1000)));
    const snw_clearance_signals *shown = one->signals;
    CHECK(shown->count == 1);
    CHECK_NEAR(shown->nearest.distance, 0.4, 1e-12);
    // 100 times a second: people and recordings look at it
    char text[64];
    CHECK(snw_exec_get(exec, "components/clearance/updates", text, sizeof text, NULL) == SNW_OK);
    CHECK_TEXT(text, "100");
    close_station();
}

static void a_cell_that_names_one_keeps_it(void) {
    const snw_component *one = NULL;
    open_station(SLIDE_CELL("0.5", SLIDE_RULES(""), CLEARANCE("range='5'")));
    CHECK(count_clearances(&one) == 1);
    CHECK_TEXT(one->name, "near");
    close_station();
}

static void a_cell_without_rules_gets_nothing(void) {
    const snw_component *one = NULL;
    open_station(SLIDE_CELL("0.5", "", ""));
    CHECK(count_clearances(&one) == 0 && snw_exec_component_count(exec) == 3);
    close_station();
}

int main(void) {
    RUN(a_cell_with_rules_shows_its_clearance);
    RUN(a_cell_that_names_one_keeps_it);
    RUN(a_cell_without_rules_gets_nothing);
    return check_report();
}
