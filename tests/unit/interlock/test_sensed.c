// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"

#include "programs.h"
#include "turns.h"

// Cells of a map, which no rule of the cell knows, are kept away from as boxes of the rules are.

static rig r;
static rig_map map;

#define BARE ONE_ARM(" keep=\"0.01\">")
static const snw_vec3 door_low = {0.5, 0.5, -1}, door_high = {0.52, 1, 1};

static void open_mapped(const char *cell, double turn) {
    rig_open_at(&r, cell, turn);
    rig_start(&r);
    rig_map_open(&map, &r, 0.02);
}

// where joint 0 is after an attempt to turn it through the door
static double turn_to_door(double speed) {
    rig_enable(&r);
    const double left = rig_turn(&r, 0, 0, 1.5, speed);
    CHECK(rig_state(&r, 0) == SNW_ARM_HELD && rig_stops(&r, 0) == 1);
    CHECK(left >= r.config.tracking && left < r.config.tracking + 0.001 + 1.2e-3 * speed);
    return r.arms[0].q[0];
}

// It stops before a door of cells where it stops before one of the rules.
static void an_arm_stops_before_cells_as_before_a_box(void) {
    CHECK_CASES(check_scaled(20)) {
        const double speed = check_real(0.05, 1);
        open_mapped(BARE, 0);
        rig_map_fill(&map, door_low, door_high);
        const double sensed = turn_to_door(speed);
        const snw_why *why = &r.arms[0].guard.first;
        CHECK_TEXT(why->rule, "clearance");
        CHECK_TEXT(why->subject, "arm/two");
        CHECK_TEXT(why->text, "it would come too near to sensed obstacles");
        CHECK(why->numbers[0].value > 0.01 && why->numbers[0].value < 0.2);
        CHECK(why->numbers[1].value == 0.01);
        CHECK(why->numbers[2].value > 0 && why->numbers[2].value < 1.2 * speed);
        // away from there it is free
        rig_acknowledge(&r, 0);
        CHECK(rig_turn(&r, 0, 0, 0, 1) >= 0 && rig_state(&r, 0) == SNW_ARM_ENABLED);
        rig_close(&r);
        rig_open_at(&r, ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        rig_start(&r);
        const double known = turn_to_door(speed);
        CHECK_NEAR(sensed, known, 2e-3 * speed);
        rig_close(&r);
    }
}

// an empty map, and one that nobody offers, stop nothing
static void an_arm_passes_where_nothing_is_sensed(void) {
    for (int offered = 0; offered < 2; offered++) {
        open_mapped(BARE, 0);
        if (!offered) {
            rig_map_fill(&map, door_low, door_high);
            snw_collision_sense(&r.lock.foresight.around, NULL);
            snw_collision_sense(&r.judge, NULL);
        }
        rig_enable(&r);
        (void)rig_turn(&r, 0, 0, 1.5, 0.8);
        CHECK(rig_state(&r, 0) == SNW_ARM_ENABLED && fabs(r.arms[0].q[0] - 1.5) < 1e-3);
        rig_close(&r);
    }
}

static void what_is_held_is_kept_away_from_cells_too(void) {
    for (int held = 0; held < 2; held++) {
        rig_open_at(&r, BARE, 0);
        const snw_attaching what = {.name = "ball",
                                    .role = "part",
                                    .place = "three",
                                    .member = snw_system_find(&r.s.system, "arm"),
                                    .T_place_part =
                                        snw_pose_translation(snw_vec3_of(-0.1, 0.25, 0)),
                                    .inertia = snw_inertia_point(0.1, snw_vec3_zero())};
        if (held) CHECK(snw_system_attach(&r.s.system, &r.real, &what, NULL, NULL) == SNW_OK);
        rig_start(&r);
        rig_map_open(&map, &r, 0.02);
        rig_map_fill(&map, door_low, door_high);
        rig_enable(&r);
        CHECK(rig_turn(&r, 0, 0, 1.5, 0.8) >= r.config.tracking);
        CHECK(rig_state(&r, 0) == SNW_ARM_HELD);
        CHECK((strcmp(r.arms[0].guard.first.subject, "ball/ball") == 0) == (held == 1));
        rig_close(&r);
    }
}

// Cells that appear around an arm at rest do not stop it: it may leave, but not come nearer. When
// they have gone it is free.
static void an_arm_that_cells_appear_around_can_only_leave(void) {
    open_mapped(BARE, 0);
    rig_enable(&r);
    rig_map_fill(&map, snw_vec3_of(0.5, 0.06, -0.2), snw_vec3_of(0.6, 0.1, 0.2));
    const double before = rig_left(&r, NULL);
    CHECK(before < 0.002 && before > -0.01);
    rig_run(&r, 100);
    CHECK(rig_state(&r, 0) == SNW_ARM_ENABLED);
    CHECK(rig_turn(&r, 0, 0, 1, 0.3) > before - 2e-5 && rig_state(&r, 0) == SNW_ARM_HELD);
    CHECK_TEXT(r.arms[0].guard.first.text, "it would come too near to sensed obstacles");
    rig_acknowledge(&r, 0);
    CHECK(rig_turn(&r, 0, 0, -0.5, 1) > before - 2e-5 && rig_state(&r, 0) == SNW_ARM_ENABLED);
    CHECK(rig_turn(&r, 0, 0, 1, 0.3) >= 0 && rig_state(&r, 0) == SNW_ARM_HELD);
    rig_acknowledge(&r, 0);
    snw_voxel_map_clear(&map.map);
    (void)rig_turn(&r, 0, 0, 1, 0.3);
    CHECK(rig_state(&r, 0) == SNW_ARM_ENABLED && fabs(r.arms[0].q[0] - 1) < 1e-3);
    rig_close(&r);
}

// What comes nearer to an arm that is too near already does not keep it from leaving.
static void cells_that_come_nearer_do_not_hold_an_arm(void) {
    rig_open_at(&r, BARE, 0);
    r.config.budget = 4096; // cells of 5 mm
    rig_start(&r);
    rig_map_open(&map, &r, 0.005);
    rig_enable(&r);
    rig_map_fill(&map, snw_vec3_of(0.5, 0.06, -0.02), snw_vec3_of(0.6, 0.065, 0.02));
    rig_run(&r, 10);
    rig_map_fill(&map, snw_vec3_of(0.5, 0.055, -0.02), snw_vec3_of(0.6, 0.06, 0.02));
    rig_run(&r, 10);
    const double before = rig_left(&r, NULL);
    CHECK_NEAR(before, -0.005, 1e-6);
    CHECK(rig_turn(&r, 0, 0, -0.5, 1) > before - 2e-6 && rig_state(&r, 0) == SNW_ARM_ENABLED);
    rig_close(&r);
}

// Only who moves is stopped: an arm that stands beside cells goes on standing there.
static void only_the_arm_that_moves_is_stopped(void) {
    rig_open(&r,
             CELL("<mechanisms>" ARM "</mechanisms><members>"
                  "<member name=\"left\" mechanism=\"arm\"><origin xyz=\"0 -1.9 0\"/></member>"
                  "<member name=\"right\" mechanism=\"arm\"/></members>" RULES(" keep=\"0.01\">")),
             "left right");
    memset(r.s.state.q, 0, 6 * sizeof *r.s.state.q);
    rig_start(&r);
    rig_map_open(&map, &r, 0.02);
    rig_map_fill(&map, door_low, door_high);
    // 8 mm from the arm that stands
    rig_map_fill(&map, snw_vec3_of(0.5, -1.84, -0.1), snw_vec3_of(0.6, -1.8, 0.1));
    rig_enable(&r);
    CHECK(rig_turn(&r, 1, 0, 1.5, 0.7) < 0.01 && rig_state(&r, 1) == SNW_ARM_HELD);
    CHECK(r.named == 2 && rig_state(&r, 0) == SNW_ARM_ENABLED && rig_stops(&r, 0) == 0);
    rig_close(&r);
}

// What is looked at in dense cells is bounded by the budget, and what is left counts as too near.
static void the_budget_holds_for_cells_too(void) {
    int unknown = 0;
    for (int budget = 1; budget <= 400; budget += budget < 40 ? 3 : 60) {
        rig_open_at(&r, BARE, 0);
        r.config.budget = budget;
        rig_start(&r);
        rig_map_open(&map, &r, 0.01);
        rig_map_fill(&map, snw_vec3_of(0.2, 0.5, -0.3), snw_vec3_of(1, 0.6, 0.3));
        rig_enable(&r);
        CHECK(rig_turn(&r, 0, 0, 1.5, 0.9) >= 0 && rig_state(&r, 0) == SNW_ARM_HELD);
        unknown += strcmp(r.arms[0].guard.first.text,
                          "there was no time to prove that it keeps clear") == 0;
        // the last pair of bodies of the rules may begin within the budget: it has a few parts
        CHECK(r.most_queries <= budget + 8);
        rig_close(&r);
    }
    CHECK(unknown > 5);
}

// half a radian of joint 0 within a second
static void place_turn(void *context, int course, double t0, double t1, double *q, double *ways) {
    const double *from = context;
    (void)course;
    q[0] = *from + 0.25 * (t0 + t1);
    q[1] = q[2] = ways[1] = ways[2] = 0;
    ways[0] = 0.25 * (t1 - t0);
}

// With every budget it is either proven or doubted: a motion that meets cells is never clear.
static void no_budget_lets_a_meeting_pass(void) {
    static const double zeros[3] = {0}, rates[3] = {0.5, 0, 0};
    open_mapped(BARE, 0);
    rig_map_fill(&map, door_low, door_high);
    rig_map_fill(&map, snw_vec3_of(0.2, -0.3, -0.3), snw_vec3_of(1, -0.2, 0.3));
    double from = 0;
    const snw_course course = {.member = r.arms[0].member,
                               .rates = rates,
                               .beside = zeros,
                               .off = zeros,
                               .shift = zeros,
                               .moves = true};
    snw_foresight_query query = {.state = &r.real,
                                 .courses = &course,
                                 .count = 1,
                                 .place = place_turn,
                                 .context = &from,
                                 .end = 1};
    snw_encounter out[16];
    int count = 0, whole = 0, unknown = 0;
    CHECK_CASES(check_scaled(20)) {
        // the tip of link two meets the door from 0.6 rad on
        from = check_real(0.2, 0.4);
        query.budget = 100000;
        CHECK(snw_foresight_look(&r.lock.foresight, &query, out, 16, &count) == SNW_OK);
        CHECK(count > 0 && !out[0].unknown && out[0].near.b.member == SNW_BODY_SENSED);
        whole = r.lock.foresight.looks;
        for (int budget = 0; budget < whole + 10; budget++) {
            query.budget = budget;
            CHECK(snw_foresight_look(&r.lock.foresight, &query, out, 16, &count) == SNW_OK);
            CHECK(count > 0);
            unknown += out[0].unknown;
        }
    }
    CHECK(whole > 20 && unknown > whole / 2);
    rig_close(&r);
}

static void cells_take_no_memory_in_a_tick(void) {
    open_mapped(BARE, 0);
    rig_map_fill(&map, door_low, door_high);
    rig_enable(&r);
    allocations = 0;
    for (long k = 0; k < check_scaled(3000); k++)
        rig_play(&r);
    if (COUNTING) CHECK(allocations == 0);
    rig_close(&r);
}

// Random programs among random cells, of which some come and go; arms keep away from those that
// were there when they came.
static void programs_among_cells_keep_their_distance(void) {
    int stops = 0;
    CHECK_CASES(check_scaled(100)) {
        rig_open(&r, BARE, "arm");
        r.lag = check_case % 3 == 0 ? check_real(0, 0.8) : 0;
        for (int i = 0; i < 3; i++)
            r.s.state.q[i] = 0;
        rig_start(&r);
        rig_map_open(&map, &r, check_real(0.02, 0.1));
        for (int i = 0; i < 60; i++) {
            const snw_vec3 p = {check_real(-1, 1.2), check_real(-1, 1), check_real(-0.8, 0.8)};
            if (snw_collision_is_self(&r.judge, &map.sensed, p, 0.2)) continue;
            (void)snw_voxel_map_insert(&map.map, &p, 1, 0);
        }
        if (rig_left(&r, NULL) < 0.01) {
            rig_close(&r);
            continue;
        }
        rig_enable(&r);
        for (int i = 0; i < 3; i++)
            r.arms[0].goal[i] = check_real(-2, 2);
        double least = 0.1;
        for (int i = 0; i < 3000; i++) {
            rig_play(&r);
            least = fmin(least, rig_left(&r, NULL));
        }
        if (least < 0) print_error("%g m too near\n", -least);
        CHECK(least >= 0);
        stops += r.arms[0].stops;
        rig_close(&r);
    }
    CHECK(stops > check_scaled(100));
}

int main(void) {
    RUN(an_arm_stops_before_cells_as_before_a_box);
    RUN(an_arm_passes_where_nothing_is_sensed);
    RUN(what_is_held_is_kept_away_from_cells_too);
    RUN(an_arm_that_cells_appear_around_can_only_leave);
    RUN(cells_that_come_nearer_do_not_hold_an_arm);
    RUN(only_the_arm_that_moves_is_stopped);
    RUN(the_budget_holds_for_cells_too);
    RUN(no_budget_lets_a_meeting_pass);
    RUN(cells_take_no_memory_in_a_tick);
    RUN(programs_among_cells_keep_their_distance);
    return check_report();
}
