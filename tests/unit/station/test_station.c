// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include <string.h>

#include "../../../src/runtime/station/inside.h"
#include "check.h"

typedef struct marker {
    double size;
} marker;

static const snw_field marker_fields[] = {
    {SNW_AT(marker, size), .kind = SNW_KIND_REAL, .help = "Of the mark."},
};
static const snw_type marker_type = {SNW_TYPE(marker, marker_fields), .help = "A mark."};

static snw_status add_marker(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &marker_type, why);
}

static snw_status refuse(snw_registry *registry, snw_why *why) {
    (void)registry;
    snw_why_set(why, SNW_ERR_VERSION, "types", "they are of another version");
    return SNW_ERR_VERSION;
}

static snw_station_options with_cell(const char *path) {
    snw_station_options options = snw_station_defaults();
    options.cell = path;
    return options;
}

static void a_cell_is_opened_with_the_types_of_its_components(void) {
    static const char *const cells[] = {"puma560", "panda", "imi", "two-arms", "microbo"};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cells[i]);
        snw_station *station;
        const snw_station_options options = with_cell(path);
        CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
        CHECK(snw_station_system(station)->member_count > 0);
        CHECK(snw_station_registry(station)->frozen);
        CHECK_TEXT(snw_station_cell(station)->name, cells[i]);
        CHECK(snw_exec_arm_count(snw_station_exec(station)) > 0);
        CHECK(snw_station_server(station) == NULL && snw_station_memory(station) != NULL);
        CHECK(snw_station_close(station, NULL) == SNW_OK);
    }
}

static void types_of_ones_own_are_added_or_end_it(void) {
    static snw_register_fn *const mine[] = {add_marker, NULL}, *const bad[] = {refuse, NULL};
    snw_station_options options = with_cell(SNW_SOURCE_DIR "/cells/imi.cell.xml");
    snw_station *station;
    options.types.more = mine;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(snw_registry_find(snw_station_registry(station), "marker") == &marker_type);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    options.types.more = bad;
    CHECK(snw_station_open(&station, &options, &diags) == SNW_ERR_VERSION);
    CHECK(diags.errors == 1 && strcmp(found[0].subject, "types") == 0);
    CHECK(station == NULL);
}

static void what_cannot_run_is_refused_with_its_place(void) {
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    snw_station *station;
    snw_station_options options = with_cell(SNW_SOURCE_DIR "/cells/none.xml");
    CHECK(snw_failed(snw_station_open(&station, &options, &diags)) && station == NULL);
    CHECK(diags.errors > 0 && found[0].file[0] != '\0');
    diags.count = diags.errors = 0;
    options.cell = SNW_SOURCE_DIR "/cells/slide.cell.xml";
    CHECK(snw_station_open(&station, &options, &diags) == SNW_ERR_CHECK && station == NULL);
    CHECK(diags.errors > 0 && strstr(found[0].text, "has no control") != NULL);
    options.cell = NULL;
    CHECK(snw_station_open(&station, &options, NULL) == SNW_ERR_USAGE && station == NULL);
    options = with_cell(SNW_SOURCE_DIR "/cells/imi.cell.xml");
    options.pace = NAN;
    CHECK(snw_station_open(&station, &options, NULL) == SNW_ERR_RANGE && station == NULL);
    CHECK(snw_station_close(NULL, NULL) == SNW_OK);
}

static void a_robot_without_a_cell_is_simulated(void) {
    snw_station *station;
    snw_station_options options = with_cell(SNW_SOURCE_DIR "/models/panda/panda.urdf");
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(snw_station_step(station, 3000) == SNW_OK);
    snw_arm_status status;
    CHECK(snw_station_look(station, 0, &status) == SNW_OK);
    CHECK(status.state == SNW_ARM_ENABLED && status.power && status.count >= 7);
    CHECK(snw_station_look(station, 9, &status) == SNW_ERR_ARGUMENT);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

static void arms_get_power_unless_the_station_is_idle(void) {
    snw_station *station;
    snw_arm_status status;
    for (int idle = 0; idle < 2; idle++) {
        snw_station_options options = with_cell(SNW_SOURCE_DIR "/cells/two-arms.cell.xml");
        options.idle = idle == 1;
        CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
        CHECK(snw_station_step(station, 3000) == SNW_OK);
        for (int arm = 0; arm < 2; arm++) {
            CHECK(snw_station_look(station, arm, &status) == SNW_OK);
            CHECK((status.state == SNW_ARM_ENABLED) == (idle == 0));
        }
        // a stop stays: it is for a person to clear
        if (idle == 0) {
            CHECK(snw_exec_request(snw_station_exec(station), 0, SNW_REQUEST_STOP_1) == SNW_OK);
            CHECK(snw_station_step(station, 5000) == SNW_OK);
            CHECK(snw_station_look(station, 0, &status) == SNW_OK);
            CHECK(status.state == SNW_ARM_LATCHED && status.cause == SNW_CAUSE_ASKED);
            CHECK(snw__station_fault(station, NULL) == SNW_OK);
        }
        CHECK(snw_station_close(station, NULL) == SNW_OK);
    }
}

static void a_station_has_one_kind_of_time(void) {
    snw_station *station;
    snw_station_options options = with_cell(SNW_SOURCE_DIR "/cells/imi.cell.xml");
    snw_why why = {0};
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(snw_station_start(station, &why) == SNW_ERR_STATE && why.fix[0] != '\0');
    CHECK(snw_station_time_ns(station) == 0);
    CHECK(snw_station_step(station, 10) == SNW_OK);
    CHECK(snw_station_time_ns(station) == 10 * snw_exec_period_ns(snw_station_exec(station)));
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    options.real = true;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(snw_station_step(station, 10) == SNW_ERR_STATE);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

int main(void) {
    RUN(a_cell_is_opened_with_the_types_of_its_components);
    RUN(types_of_ones_own_are_added_or_end_it);
    RUN(what_cannot_run_is_refused_with_its_place);
    RUN(a_robot_without_a_cell_is_simulated);
    RUN(arms_get_power_unless_the_station_is_idle);
    RUN(a_station_has_one_kind_of_time);
    return check_report();
}
