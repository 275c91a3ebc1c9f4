// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <string.h>

#include "../../../src/runtime/station/internal.h"
#include "../../../src/runtime/station/saving.h"
#include "../os/scratch.h"
#include "sinew/os.h"

// Files of robots are found by the name of the robot, and taken from clients, by the one table of
// formats: every ending that a reader knows, also compressed.

// as docs/modelio.md has them; a robot of several files is the one of the first format here
static const char *const endings[] = {".xml",    ".ecx",  ".ecz",     ".urdf",   ".urdf.xacro",
                                      ".xacro",  ".json", ".csv",     ".dh.csv", ".tsv",
                                      ".dh.xml", ".cell", ".cell.xml"};
enum { ENDINGS = sizeof endings / sizeof *endings };

static scratch_name make_model(const char *name, const char *ending, const char *tail) {
    char leaf[64];
    (void)snprintf(leaf, sizeof leaf, "models/%s%s%s", name, ending, tail);
    const scratch_name path = scratch(leaf);
    scratch_put(path.text, "a robot");
    return path;
}

static void check_found(const char *name, const char *path) {
    char found[SNW_PATH_SIZE];
    snw_why why = {0};
    const snw_status status = snw_robot_find(name, found, sizeof found, &why);
    if (status != SNW_OK) print_error("%s: %s\n", path, why.text);
    CHECK(status == SNW_OK);
    CHECK_TEXT(found, path);
}

static void a_robot_is_found_with_every_ending(void) {
    char name[32];
    for (int i = 0; i < 2 * ENDINGS; i++) {
        (void)snprintf(name, sizeof name, "robot-%d", i);
        const scratch_name path = make_model(name, endings[i / 2], i % 2 == 0 ? "" : ".gz");
        check_found(name, path.text);
    }
    // what is no robot is passed over
    char found[SNW_PATH_SIZE];
    (void)make_model("other", ".stl", "");
    CHECK(snw_robot_find("other", found, sizeof found, NULL) == SNW_ERR_NOT_FOUND);
}

// the text that was expanded once stands beside the xacro file that it came from
static void our_own_format_comes_first_and_then_what_needs_no_expansion(void) {
    static const char *const order[] = {".cell.xml", ".csv", ".json", ".xacro", ".urdf", ".xml"};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        check_found("several", make_model("several", order[i], "").text);
}

static void every_ending_is_taken_from_a_client(void) {
    static snw_station station;
    char name[64];
    snw_why why = {0};
    for (int i = 0; i < 2 * ENDINGS; i++) {
        (void)snprintf(name, sizeof name, "sent%s%s", endings[i / 2], i % 2 == 0 ? "" : ".gz");
        CHECK(snw__file_take(&station, name, "a robot", 7, &why) == SNW_OK);
    }
    CHECK(snw__file_take(&station, "sent.stl", "a mesh", 6, &why) == SNW_OK);
    CHECK(snw__file_take(&station, "sent.xmls", "?", 1, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.rule, "extension");
    // the refusal lists what is taken, to its end
    static const char *const listed[] = {".xml ", ".ecx ", ".ecz ",  ".urdf ", ".xacro ", ".json ",
                                         ".csv ", ".tsv ", ".cell ", ".gz",    ".stl ",   ".ase"};
    for (size_t i = 0; i < sizeof listed / sizeof *listed; i++)
        CHECK(strstr(why.fix, listed[i]) != NULL);
    CHECK(snw__file_take(&station, "sent.wrl", "?", 1, &why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(why.rule, "no-converter");
    snw__station_files_drop(&station);
}

int main(void) {
    scratch_open();
    const scratch_name models = scratch("models");
    CHECK(snw_directory_make(models.text, 0700, NULL) == SNW_OK);
    CHECK(setenv("SINEW_MODELS", models.text, 1) == 0);
    CHECK(setenv("XDG_DATA_HOME", scratch("data").text, 1) == 0);
    RUN(a_robot_is_found_with_every_ending);
    RUN(our_own_format_comes_first_and_then_what_needs_no_expansion);
    RUN(every_ending_is_taken_from_a_client);
    return check_report();
}
