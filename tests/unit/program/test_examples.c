// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

// How short programs are. That the examples do what they say is tested by running them.

static char text[1 << 16];

// the source of an example, without comments
static void read_example(const char *name) {
    char path[300];
    (void)snprintf(path, sizeof path, SNW_SOURCE_DIR "/examples/%s/main.c", name);
    snw_file_content content;
    CHECK(snw_file_read(path, NULL, &content, NULL) == SNW_OK);
    const char *from = content.data;
    size_t length = 0;
    while (*from != '\0') {
        if (strncmp(from, "//", 2) == 0) from += strcspn(from, "\n");
        CHECK(length + 1 < sizeof text);
        text[length++] = *from;
        if (*from != '\0') from++;
    }
    text[length] = '\0';
    snw_file_free(&content);
}

static int count_of(const char *what) {
    int count = 0;
    for (const char *at = strstr(text, what); at != NULL; at = strstr(at + 1, what))
        count++;
    return count;
}

static int lines(void) {
    return count_of("\n");
}

// every semicolon but those in the head of a loop, and every branch and loop
static int statements(void) {
    const int loops = count_of(" for (");
    return count_of(";") - 2 * loops + loops + count_of(" if (") + count_of(" while (");
}

// Runs what the example does, once with each cell of an arm that has nothing but defaults: the
// program names no law, and the arm gets there.
static void pick_and_place(snw_program *p, const snw_pose *places) {
    snw_frame frames[2];
    snw_equation at[2];
    for (int i = 0; i < 2; i++) {
        cell_place(&frames[i], &at[i], places[i]);
        p->next.mode = SNW_MOVE_JOINT;
        p->next.offset.p.z = -0.05;
        CHECK(snw_move_to(p, &at[i]) > 0);
        p->next.mode = SNW_MOVE_CARTESIAN;
        p->next.offset.p.z = 0;
        CHECK(snw_wait_for(p, snw_move_to(p, &at[i]), 20) == SNW_OK);
        snw_program_sleep(p, 0.01);
        CHECK(snw_pose_near(snw_program_t6(p), places[i], 1e-9));
    }
    CHECK(snw_wait_done(p, 20) == SNW_OK);
}

// spec: loffler:L-007
static void pick_and_place_needs_thirty_statements_and_no_servo_object(void) {
    read_example("11_pick_and_place");
    print_message("%d statements\n", statements());
    CHECK(statements() <= 30 && statements() > 15);
    static const char *const objects[] = {"servo", "pid",      "pd_",   "follow", "law", "drive",
                                          "guard", "snw_exec", "queue", "torque", "gain"};
    for (size_t i = 0; i < sizeof objects / sizeof *objects; i++)
        CHECK(count_of(objects[i]) == 0);
    CHECK(count_of("snw_move_to") >= 3 && count_of("SNW_POSITION") == 1);
    // a cell that names no law either
    cell_text cell = cell_defaults();
    cell.servo = "<pass/>";
    snw_program p;
    cell_open(&p, &cell, snw_program_defaults());
    const snw_pose places[2] = {cell_down(0.325, 0.12, 0.25), cell_down(0.35, -0.12, 0.25)};
    pick_and_place(&p, places);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
}

static void every_example_of_programs_is_short(void) {
    static const char *const names[] = {
        "10_washer",  "11_pick_and_place", "12_conveyor",      "13_teach",      "14_two_robots",
        "15_monitor", "16_circle",         "17_recorded_path", "18_via_points", "19_override"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        read_example(names[i]);
        if (lines() >= 60) print_error("%s: %d lines\n", names[i], lines());
        CHECK(lines() < 60);
    }
}

int main(void) {
    RUN(pick_and_place_needs_thirty_statements_and_no_servo_object);
    RUN(every_example_of_programs_is_short);
    return check_report();
}
