// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stage.h"

#include "allocations.h"

// What a problem refuses, what it does without contacts, and that it is the same whatever the
// order.

static const double unit[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                                0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
static const double still[6];

static snw_status add_body(const double *mass, const double *now, int rates) {
    int number;
    return snw_contact_add_body(&stage_problem, &(snw_contact_body){rates, mass, now, still},
                                &number);
}

static void begin(void) {
    stage_open(stage_surface(1e6, 0.5), snw_vec3_zero(), 1e-3);
    snw_contact_begin(&stage_problem, 1e-3);
}

static void bodies_that_are_none_are_refused(void) {
    begin();
    double bad[36];
    memcpy(bad, unit, sizeof bad);
    bad[7] = -1;
    CHECK(add_body(bad, still, 6) == SNW_ERR_SINGULAR);
    bad[7] = (double)NAN;
    CHECK(add_body(bad, still, 6) == SNW_ERR_NOT_FINITE);
    const double fast[6] = {0, 0, (double)INFINITY, 0, 0, 0};
    CHECK(add_body(unit, fast, 6) == SNW_ERR_NOT_FINITE);
    CHECK(add_body(unit, still, 0) == SNW_ERR_SIZE);
    CHECK(add_body(unit, still, SNW_CONTACT_RATES + 1) == SNW_ERR_SIZE);
    CHECK(stage_problem.body_count == 0);
    for (int i = 0; i < STAGE_BODIES; i++)
        CHECK(add_body(unit, still, 6) == SNW_OK);
    CHECK(add_body(unit, still, 6) == SNW_ERR_FULL);
}

static snw_contact_point good_point(void) {
    return (snw_contact_point){
        .a = {.body = 0}, .b = {.body = -1}, .normal = {0, 0, 1}, .law = stage_surface(1e6, 0.5)};
}

static void contacts_that_are_none_are_refused(void) {
    begin();
    CHECK(add_body(unit, still, 6) == SNW_OK);
    struct {
        snw_contact_point point;
        snw_status expected;
    } all[9];
    for (int i = 0; i < 9; i++)
        all[i].point = good_point(), all[i].expected = SNW_ERR_ARGUMENT;
    all[0].expected = SNW_OK;
    all[1].point.a.body = 1;
    all[2].point.a.body = -1;
    all[3].point.normal.z = 2;
    all[4].point.law.stiffness = -1;
    all[5].point.law.kinetic = 0.6;
    all[6].point.at.x = (double)NAN, all[6].expected = SNW_ERR_NOT_FINITE;
    all[7].point.depth = (double)NAN, all[7].expected = SNW_ERR_NOT_FINITE;
    all[8].point.memory.stretch.y = (double)NAN, all[8].expected = SNW_ERR_NOT_FINITE;
    for (int i = 0; i < 9; i++)
        CHECK(snw_contact_add_point(&stage_problem, &all[i].point) == all[i].expected);
    CHECK(stage_problem.point_count == 1);
    const snw_contact_row row = {.body = 0, .along = unit, .slope = -1, .high = 1};
    CHECK(snw_contact_add_row(&stage_problem, &row) == SNW_ERR_ARGUMENT);
}

static void a_room_that_is_none_is_refused_with_its_limits(void) {
    snw_arena arena = snw_arena_over(stage_block, sizeof stage_block);
    snw_why why = {0};
    CHECK(snw_contact_problem_init(&stage_problem, (snw_contact_size){.bodies = 257, .rates = 6},
                                   &arena, &why) == SNW_ERR_SIZE);
    CHECK(strstr(why.fix, "1 to 256 bodies") != NULL);
}

static void too_little_memory_is_measured(void) {
    snw_arena arena = {0};
    const snw_contact_size size = {.bodies = 8, .rates = 48, .points = 32, .rows = 4};
    CHECK(snw_contact_problem_init(&stage_problem, size, &arena, NULL) == SNW_ERR_MEMORY);
    snw_arena exact = snw_arena_over(stage_block, arena.needed);
    CHECK(snw_contact_problem_init(&stage_problem, size, &exact, NULL) == SNW_OK);
}

static void what_nothing_touches_goes_on_freely(void) {
    begin();
    const double now[6] = {1, 2, 3, 4, 5, 6};
    CHECK(add_body(unit, now, 6) == SNW_OK);
    snw_contact_report report;
    CHECK(snw_contact_solve(&stage_problem, &report) == SNW_OK);
    CHECK(report.islands == 0 && report.steps == 0);
    for (int i = 0; i < 6; i++)
        CHECK(snw_contact_rates(&stage_problem, 0)[i] == 0); // as told: free is still
}

// a servo between two bounds, on a body of two rates: closed forms of the implicit step
static void a_row_is_a_spring_until_its_bound(void) {
    const double mass[4] = {2, 0, 0, 3}, now[2] = {0, 0}, along[2] = {1, 0};
    for (int strong = 0; strong < 2; strong++) {
        begin();
        int number;
        CHECK(snw_contact_add_body(&stage_problem, &(snw_contact_body){2, mass, now, now},
                                   &number) == SNW_OK);
        const double high = strong != 0 ? 10 : 0.5;
        CHECK(snw_contact_add_row(&stage_problem, &(snw_contact_row){.body = 0,
                                                                     .along = along,
                                                                     .start = 3,
                                                                     .slope = 4,
                                                                     .low = -high,
                                                                     .high = high}) == SNW_OK);
        snw_contact_report report;
        CHECK(snw_contact_solve(&stage_problem, &report) == SNW_OK);
        const double v = strong != 0 ? 3.0 / (2 + 4) : 0.5 / 2;
        CHECK_NEAR(snw_contact_rates(&stage_problem, 0)[0], v, 1e-12);
        CHECK(snw_contact_rates(&stage_problem, 0)[1] == 0);
        CHECK_NEAR(snw_contact_row_impulse(&stage_problem, 0), 2 * v, 1e-12);
    }
}

static void pile_up(int count) {
    stage_open(stage_surface(1e6, 0.5), snw_vec3_of(0, 0, -9.81), 1e-3);
    for (int i = 0; i < count; i++)
        stage_ball(
            0.1, 1 + i % 3,
            snw_vec3_of(0.19 * (i % 3), 0.19 * (double)(i / 3 % 3), 0.1 + 0.19 * (double)(i / 9)));
}

static void the_same_start_gives_the_same_bits(void) {
    stage_body first[27];
    pile_up(27);
    stage_run(200);
    memcpy(first, stage_bodies, sizeof first);
    pile_up(27);
    stage_run(200);
    for (int i = 0; i < 27; i++) {
        CHECK(memcmp(&first[i].p, &stage_bodies[i].p, sizeof first[i].p) == 0);
        CHECK(memcmp(&first[i].V, &stage_bodies[i].V, sizeof first[i].V) == 0);
    }
}

static void a_step_allocates_nothing(void) {
    void *volatile block = malloc(1);
    free(block);
    pile_up(27);
    const long before = allocations;
    CHECK(!COUNTING || before > 0);
    stage_run(50);
    CHECK(allocations == before);
}

int main(void) {
    RUN(bodies_that_are_none_are_refused);
    RUN(contacts_that_are_none_are_refused);
    RUN(a_room_that_is_none_is_refused_with_its_limits);
    RUN(too_little_memory_is_measured);
    RUN(what_nothing_touches_goes_on_freely);
    RUN(a_row_is_a_spring_until_its_bound);
    RUN(the_same_start_gives_the_same_bits);
    RUN(a_step_allocates_nothing);
    return check_report();
}
