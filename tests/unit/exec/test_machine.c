// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/machine.h"

#include <string.h>

#include "check.h"

// A kettle: what its states do is written down letter by letter.
typedef struct kettle {
    char said[256];
    double water; // degrees
    bool power;
} kettle;

static void say(void *context, const char *what) {
    kettle *k = context;
    (void)strncat(k->said, what, sizeof k->said - strlen(k->said) - 1);
}

// clang-format off
static void idle_in(void *c) { say(c, "<I"); }
static void idle_out(void *c) { say(c, "I>"); }
static void idle_run(void *c) { say(c, "i"); }
static void idle_handle(void *c) { say(c, "?"); }
static void heat_in(void *c) { say(c, "<H"); }
static void heat_out(void *c) { say(c, "H>"); }
static void heat_run(void *c) { say(c, "h"); ((kettle *)c)->water += 30; }
static void done_in(void *c) { say(c, "<D"); }
static bool has_power(const void *c, int row) { return row == 0 && ((const kettle *)c)->power; }
static bool boils(const void *c, int row) { return row == 1 && ((const kettle *)c)->water >= 100; }
// clang-format on

enum { IDLE, HEAT, DONE, STATES };
static const snw_machine_state states[STATES] = {
    {"idle", idle_in, idle_run, idle_handle, idle_out},
    {"heat", heat_in, heat_run, NULL, heat_out},
    {"done", done_in, NULL, NULL, NULL},
};
static const snw_transition transitions[] = {
    {IDLE, HEAT, has_power},
    {HEAT, DONE, boils},
    {DONE, IDLE, NULL},
};
static const snw_machine_table table = {states, STATES, transitions, 3, IDLE};

// spec: damore:ARC-06
static void a_reactive_machine_moves_only_when_asked(void) {
    kettle k = {.water = 20};
    snw_machine m;
    CHECK(snw_machine_init(&m, &table, &k, NULL) == SNW_OK);
    CHECK(m.state == -1);
    snw_machine_step(&m);
    CHECK(snw_machine_request(&m, IDLE) == SNW_ERR_STATE);
    CHECK_TEXT(k.said, "");
    snw_machine_activate(&m);
    snw_machine_step(&m);
    CHECK(snw_machine_request(&m, HEAT) == SNW_ERR_STATE); // no power
    k.power = true;
    snw_machine_step(&m); // legal now, and nobody asked
    CHECK_TEXT(k.said, "<I?i?i");
    CHECK(snw_machine_request(&m, DONE) == SNW_ERR_STATE); // no such way
    CHECK(snw_machine_request(&m, 7) == SNW_ERR_STATE);
    CHECK(snw_machine_request(&m, HEAT) == SNW_OK && m.state == HEAT);
    snw_machine_step(&m);
    CHECK(snw_machine_request(&m, DONE) == SNW_ERR_STATE); // does not boil
    snw_machine_step(&m);
    snw_machine_step(&m);
    CHECK(snw_machine_request(&m, DONE) == SNW_OK);
    snw_machine_deactivate(&m);
    CHECK(m.state == -1);
    CHECK_TEXT(k.said, "<I?i?iI><HhhhH><D");
}

// spec: damore:ARC-06
static void an_automatic_machine_takes_every_legal_way(void) {
    kettle k = {.water = 20};
    snw_machine m;
    CHECK(snw_machine_init(&m, &table, &k, NULL) == SNW_OK);
    snw_machine_activate(&m);
    CHECK(!m.automatic);
    snw_machine_set_automatic(&m, true);
    snw_machine_step(&m); // no power: stays and handles
    k.power = true;
    for (int i = 0; i < 5; i++)
        snw_machine_step(&m);
    // idle, heat three times to 110, done, idle again
    CHECK_TEXT(k.said, "<I?iI><HhhhH><D<Ii");
    snw_machine_set_automatic(&m, false);
    snw_machine_step(&m);
    CHECK(m.state == IDLE);
}

static int first_way;
static bool way_a(const void *c, int row) {
    (void)c, (void)row;
    return (first_way & 1) != 0;
}
static bool way_b(const void *c, int row) {
    (void)c, (void)row;
    return (first_way & 2) != 0;
}

static void of_two_legal_ways_the_first_in_the_table_is_taken(void) {
    static const snw_machine_state plain[3] = {{.name = "a"}, {.name = "b"}, {.name = "c"}};
    static const snw_transition ways[] = {{0, 1, way_a}, {0, 2, way_b}};
    static const snw_machine_table fork = {plain, 3, ways, 2, 0};
    static const int expected[] = {0, 1, 2, 1};
    for (first_way = 0; first_way < 4; first_way++) {
        snw_machine m;
        CHECK(snw_machine_init(&m, &fork, NULL, NULL) == SNW_OK);
        snw_machine_activate(&m);
        snw_machine_set_automatic(&m, true);
        snw_machine_step(&m);
        CHECK(m.state == expected[first_way]);
    }
}

static void tables_that_lead_nowhere_are_refused(void) {
    snw_machine m;
    snw_why why;
    snw_machine_table wrong = table;
    wrong.initial = 3;
    CHECK(snw_machine_init(&m, &wrong, NULL, &why) == SNW_ERR_ARGUMENT);
    wrong.initial = -1;
    CHECK(snw_machine_init(&m, &wrong, NULL, &why) == SNW_ERR_ARGUMENT);
    static const snw_transition out[][1] = {{{0, 3, NULL}}, {{-1, 0, NULL}}, {{3, 0, NULL}}};
    for (int i = 0; i < 3; i++) {
        wrong = (snw_machine_table){states, STATES, out[i], 1, 0};
        CHECK(snw_machine_init(&m, &wrong, NULL, &why) == SNW_ERR_ARGUMENT);
        CHECK(why.number_count == 1);
    }
}

int main(void) {
    RUN(a_reactive_machine_moves_only_when_asked);
    RUN(an_automatic_machine_takes_every_legal_way);
    RUN(of_two_legal_ways_the_first_in_the_table_is_taken);
    RUN(tables_that_lead_nowhere_are_refused);
    return check_report();
}
