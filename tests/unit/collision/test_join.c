// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "worlds.h"

// Two cells become one: members get new names, and rules about them go on being about them.

static scene a, b, joined;

#define CELL_A                                                                                     \
    CELL(TWO_ARMS RULES(" keep=\"0.01\"><selves><self member=\"left\" check=\"listed\"/></selves>" \
                        "<pairs><pair a=\"left/three\" b=\"table\" keep=\"0.03\"/>"                \
                        "<pair a=\"right\" b=\"door\" policy=\"ignore\"/></pairs>"                 \
                        "<boxes><box name=\"door\" low=\"2 2 2\" high=\"3 3 3\"/></boxes>"))
#define CELL_B                                                                                     \
    CELL(TWO_ARMS RULES(" keep=\"0.02\"><selves><self member=\"right\" check=\"listed\"/>"         \
                        "</selves><pairs><pair a=\"left/three\" b=\"right/t*\" "                   \
                        "policy=\"ignore\"/></pairs><spaces><space member=\"left\" "               \
                        "low=\"-3 -3 -3\" high=\"3 3 3\"/></spaces>"                               \
                        "<boxes><box name=\"door\" low=\"4 4 4\" high=\"5 5 5\"/></boxes>"))

static void join(const char *one, const char *other) {
    read_scene(&a, one);
    read_scene(&b, other);
    memset(&joined, 0, sizeof joined);
    joined.setup = snw_setup_create((size_t)1 << 30);
    joined.diags = (snw_diags){.items = joined.items, .capacity = FINDINGS};
    CHECK(snw_cell_merge_cells(a.cell, b.cell, joined.setup, &joined.cell, &joined.diags) ==
          SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_system_compile(&joined.system, joined.cell, &arena, NULL));
    arena = room_for(joined.setup, arena.needed);
    CHECK(snw_system_compile(&joined.system, joined.cell, &arena, NULL) == SNW_OK);
    const snw_world_options options = {.rules = snw_cell_rules(joined.cell)};
    const snw_status status =
        snw_world_init(&joined.world, &joined.system, &options, joined.setup, &joined.diags);
    if (snw_failed(status)) print_findings(&joined);
    CHECK(status == SNW_OK);
}

static void close_all(void) {
    close_scene(&a);
    close_scene(&b);
    close_scene(&joined);
}

static const snw_pair_setting *pair_of(const char *x, const char *x_link, const char *y,
                                       const char *y_link) {
    return snw_world_pair(&joined.world, body_named(&joined, x, x_link),
                          body_named(&joined, y, y_link));
}

// The maps of excluded pairs; all else that a merged cell keeps is tried in tests/cases/files.
// spec: actin-model:A1-VW-03b
static void rules_of_both_go_on_being_about_their_members(void) {
    join(CELL_A, CELL_B);
    CHECK(joined.system.member_count == 8);
    CHECK(pair_of("left", "three", "table", "top")->keep == 0.03);
    CHECK(pair_of("left_2", "three", "table_2", "top")->rule < 0);
    CHECK(pair_of("left_2", "three", "right_2", "two")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("left", "three", "right", "two")->policy == SNW_PAIR_KEEP);
    CHECK(pair_of("left", "one", "left", "three")->reason == SNW_PAIR_UNLISTED);
    CHECK(pair_of("right_2", "one", "right_2", "three")->reason == SNW_PAIR_UNLISTED);
    CHECK(pair_of("right", "one", "right", "three")->policy == SNW_PAIR_KEEP);
    // numbers are those of the first; the boxes are two, and the space is of the second's arm
    CHECK(joined.world.keep == 0.01);
    CHECK(joined.world.volume_count == 3);
    CHECK_TEXT(joined.world.volumes[1].name, "door_2");
    CHECK(pair_of("right", "one", "", "door")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("right", "one", "", "door_2")->policy == SNW_PAIR_KEEP);
    CHECK(joined.world.volumes[2].member == snw_system_find(&joined.system, "left_2"));
    close_all();
}

static void rules_of_one_cell_hold_for_all_with_a_warning(void) {
    join(CELL(TWO_ARMS), CELL_B);
    CHECK(finding(&joined, "cell-merge") != NULL);
    CHECK(pair_of("left", "one", "right", "one")->keep == 0.02);
    CHECK(pair_of("left_2", "three", "right_2", "three")->policy == SNW_PAIR_IGNORE);
    CHECK(pair_of("left", "three", "right", "three")->policy == SNW_PAIR_KEEP);
    close_all();
}

int main(void) {
    RUN(rules_of_both_go_on_being_about_their_members);
    RUN(rules_of_one_cell_hold_for_all_with_a_warning);
    return check_report();
}
