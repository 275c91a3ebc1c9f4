// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include <string.h>

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

static void a_cell_is_opened_with_the_types_of_its_components(void) {
    static const char *const cells[] = {"puma560", "panda", "imi", "two-arms", "microbo", "slide"};
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        char path[512];
        (void)snprintf(path, sizeof path, "%s/cells/%s.cell.xml", SNW_SOURCE_DIR, cells[i]);
        snw_station station;
        CHECK(!snw_failed(snw_station_open(&station, path, NULL, NULL)));
        CHECK(station.system.member_count > 0 && station.registry.frozen);
        CHECK_TEXT(station.cell->name, cells[i]);
        CHECK((station.cell->control.type == &snw_loop_type) == (strcmp(cells[i], "slide") != 0));
        snw_station_close(&station);
        CHECK(station.memory == NULL);
    }
}

static void types_of_ones_own_are_added_or_end_it(void) {
    static snw_register_fn *const mine[] = {add_marker, NULL}, *const bad[] = {refuse, NULL};
    static const char path[] = SNW_SOURCE_DIR "/cells/imi.cell.xml";
    snw_station station;
    CHECK(!snw_failed(snw_station_open(&station, path, mine, NULL)));
    CHECK(snw_registry_find(&station.registry, "marker") == &marker_type);
    snw_station_close(&station);
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    CHECK(snw_station_open(&station, path, bad, &diags) == SNW_ERR_VERSION);
    CHECK(diags.errors == 1 && strcmp(found[0].subject, "types") == 0);
    CHECK(station.memory == NULL);
}

static void what_is_no_cell_is_refused_with_its_place(void) {
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    snw_station station;
    CHECK(snw_failed(snw_station_open(&station, SNW_SOURCE_DIR "/cells/none.xml", NULL, &diags)));
    CHECK(diags.errors > 0 && found[0].file[0] != '\0');
    CHECK(snw_failed(
        snw_station_open(&station, SNW_SOURCE_DIR "/models/panda/panda.urdf", NULL, NULL)));
    snw_station_close(&station);
}

int main(void) {
    RUN(a_cell_is_opened_with_the_types_of_its_components);
    RUN(types_of_ones_own_are_added_or_end_it);
    RUN(what_is_no_cell_is_refused_with_its_place);
    return check_report();
}
