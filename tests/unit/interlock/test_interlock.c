// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "allocations.h"

#include "programs.h"
#include "turns.h"

static rig r;

static void open_at(const char *cell, double turn) {
    rig_open_at(&r, cell, turn);
}

static snw_stop_state state_of(int arm) {
    return rig_state(&r, arm);
}

static uint64_t stops_of(int arm) {
    return rig_stops(&r, arm);
}

static double turn(int arm, int axis, double to, double speed) {
    return rig_turn(&r, arm, axis, to, speed);
}

static void acknowledge(int arm) {
    rig_acknowledge(&r, arm);
}

// --- one arm -------------------------------------------------------------------------------------

// It stops where the distance and the tracking are just kept: not later, and not much earlier.
static void an_arm_stops_just_before_a_box(void) {
    CHECK_CASES(check_scaled(60)) {
        open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        rig_start(&r);
        rig_enable(&r);
        const double speed = check_real(0.05, 1), left = turn(0, 0, 1.5, speed);
        CHECK(state_of(0) == SNW_ARM_HELD && stops_of(0) == 1);
        // a part of a millimetre is held back, and one tick of motion of the tip
        CHECK(left >= r.config.tracking && left < r.config.tracking + 0.001 + 1.2e-3 * speed);
        rig_close(&r);
    }
}

static void the_reason_names_both_bodies_with_numbers(void) {
    open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
    rig_start(&r);
    rig_enable(&r);
    (void)turn(0, 0, 1.5, 0.5);
    const snw_why *why = &r.arms[0].guard.first;
    CHECK_TEXT(why->rule, "clearance");
    CHECK_TEXT(why->subject, "arm/two");
    CHECK_TEXT(why->text, "it would come too near to door");
    CHECK_TEXT(why->numbers[0].name, "distance");
    CHECK_TEXT(why->numbers[1].name, "keep");
    CHECK_TEXT(why->numbers[2].name, "speed");
    CHECK(why->numbers[0].value > 0.01 && why->numbers[0].value < 0.2);
    CHECK(why->numbers[1].value == 0.01);
    // the rate of the joint times the way of what is nearest from its axis, at most
    CHECK(why->numbers[2].value > 0.05 && why->numbers[2].value < 0.5 * 1.2);
    rig_close(&r);
}

// Attempts are reported one by one, and leaving is free: an arm that stands as near as it may goes
// away at full speed.
static void three_attempts_are_three_reports(void) {
    open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
    rig_start(&r);
    rig_enable(&r);
    for (uint64_t n = 1; n <= 3; n++) {
        CHECK(turn(0, 0, 1.5, 0.8) >= 0 && state_of(0) == SNW_ARM_HELD);
        CHECK(stops_of(0) == n);
        acknowledge(0);
        CHECK(turn(0, 0, 0, 1) >= 0 && state_of(0) == SNW_ARM_ENABLED);
        CHECK(stops_of(0) == n && fabs(r.arms[0].q[0]) < 1e-3);
    }
    rig_close(&r);
}

// The same of a space that the arm may not leave, by the geometry of its links.
static void an_arm_stays_in_its_space(void) {
    open_at(ONE_ARM(" keep=\"0.005\"><spaces><space member=\"arm\" low=\"-2 -0.7 -2\" high=\"2 0.7 "
                    "2\"/></spaces>"),
            0);
    rig_start(&r);
    rig_enable(&r);
    CHECK(turn(0, 0, 1.5, 0.8) >= r.config.tracking && state_of(0) == SNW_ARM_HELD);
    CHECK_TEXT(r.arms[0].guard.first.text, "it would come too near to outside of the space of arm");
    rig_close(&r);
}

// spec: damore:LIM-07
// A pose in which two links of the arm overlap is not reached: the command is refused before.
static void an_arm_does_not_hit_itself(void) {
    open_at(ONE_ARM(" keep=\"0.01\">"), 0);
    rig_start(&r);
    rig_enable(&r);
    CHECK(turn(0, 1, -2.5, 0.9) >= 0 && state_of(0) == SNW_ARM_ENABLED);
    // folded back, three would lie on the base
    CHECK(turn(0, 2, -2.5, 0.9) >= r.config.tracking && state_of(0) == SNW_ARM_HELD);
    CHECK_TEXT(r.arms[0].guard.first.subject, "arm/three");
    CHECK_TEXT(r.arms[0].guard.first.text, "it would come too near to arm/base");
    rig_close(&r);
}

// An arm that begins too near, or inside, may be enabled and led out, but not deeper; from outside
// it is not let in again.
static void an_arm_that_begins_inside_can_only_be_led_out(void) {
    open_at(ONE_ARM(" keep=\"0.01\"><boxes><box name=\"block\" low=\"0.3 0.5 -1\" high=\"3 3 1\"/>"
                    "</boxes>"),
            0.5);
    rig_start(&r);
    const double before = rig_left(&r, NULL);
    CHECK(before < -0.05);
    rig_enable(&r);
    CHECK(turn(0, 0, 0.9, 0.3) > before - 1e-3 && state_of(0) == SNW_ARM_HELD);
    acknowledge(0);
    CHECK(turn(0, 0, 0, 1) > before - 1e-3 && state_of(0) == SNW_ARM_ENABLED);
    CHECK(stops_of(0) == 1);
    CHECK(turn(0, 0, 0.5, 0.5) >= 0 && state_of(0) == SNW_ARM_HELD);
    rig_close(&r);
}

// What is attached rides along, also in what is foretold.
static void what_is_held_is_kept_away_too(void) {
    for (int held = 0; held < 2; held++) {
        open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        const snw_attaching what = {.name = "ball",
                                    .role = "part",
                                    .place = "three",
                                    .member = snw_system_find(&r.s.system, "arm"),
                                    .T_place_part =
                                        snw_pose_translation(snw_vec3_of(-0.1, 0.25, 0)),
                                    .inertia = snw_inertia_point(0.1, snw_vec3_zero())};
        if (held) CHECK(snw_system_attach(&r.s.system, &r.real, &what, NULL, NULL) == SNW_OK);
        rig_start(&r);
        rig_enable(&r);
        CHECK(turn(0, 0, 1.5, 0.8) >= r.config.tracking && state_of(0) == SNW_ARM_HELD);
        const char *subject = r.arms[0].guard.first.subject;
        CHECK((strcmp(subject, "ball/ball") == 0) == (held == 1));
        rig_close(&r);
    }
}

// Real bodies that are beside their commands count where they are, and leave as freely as others.
static void what_the_arm_is_off_from_its_command_is_kept_too(void) {
    CHECK_CASES(check_scaled(20)) {
        open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        rig_start(&r);
        rig_enable(&r);
        rig_arm *a = &r.arms[0];
        // nearer to the box than it is told to be, by several times the tracking
        for (int k = 0; k < 1000; k++) {
            a->bias += 1.2e-5;
            rig_step(&r);
        }
        CHECK(state_of(0) == SNW_ARM_ENABLED);
        const double left = turn(0, 0, 1.5, check_real(0.3, 1));
        CHECK(left >= 0 && state_of(0) == SNW_ARM_HELD);
        acknowledge(0);
        CHECK(turn(0, 0, 0, 1) >= 0 && state_of(0) == SNW_ARM_ENABLED);
        rig_close(&r);
    }
}

// --- efforts -------------------------------------------------------------------------------------

// An arm that follows efforts goes on as it does; stops brake it as its limits allow, less a tenth.
static void an_arm_told_efforts_stops_in_time(void) {
    CHECK_CASES(check_scaled(50)) {
        open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
        rig_start(&r);
        rig_arm *a = &r.arms[0];
        rig_enable(&r);
        double v = 0, least = 0.1;
        const double speed = check_real(0.1, 0.9);
        for (int k = 0; k < 15000; k++) {
            const bool on = state_of(0) == SNW_ARM_ENABLED;
            v = rig_push(&r, 0, v, speed);
            const double q = a->q[0];
            a->lock_q = &q;
            rig_step(&r);
            a->lock_q = NULL;
            least = fmin(least, rig_left(&r, NULL));
            if (!on && v == 0) break;
        }
        CHECK(a->guard.signals.causes[SNW_CAUSE_CLEARANCE] == 1);
        CHECK(least >= 0);
        rig_close(&r);
    }
}

// --- two arms and zones --------------------------------------------------------------------------

#define ZONED                                                                                      \
    CELL("<mechanisms>" ARM "</mechanisms><members>"                                               \
         "<member name=\"left\" mechanism=\"arm\"/>"                                               \
         "<member name=\"right\" mechanism=\"arm\"><origin xyz=\"0 3 "                             \
         "0\"/></member></members>" RULES(                                                         \
             " keep=\"0.01\"><zones><zone name=\"bin\" low=\"0.2 0.7 -1\" high=\"2 2.3 1\"/>"      \
             "</zones>"))

static bool is_in_zone(int arm) {
    snw_near near[64];
    const snw_near_query query = {
        .member = r.arms[arm].member, .parts = SNW_NEAR_WORLD, .below = 0, .most = 64};
    const int count = snw_collision_near(&r.judge, &query, near, NULL);
    for (int i = 0; i < count; i++)
        if (near[i].b.member == SNW_BODY_VOLUME) return true;
    return false;
}

// Of two arms that want into a zone one waits outside until the other has left.
static void a_zone_is_for_one_arm_at_a_time(void) {
    rig_open(&r, ZONED, "left right");
    memset(r.s.state.q, 0, 6 * sizeof *r.s.state.q);
    rig_start(&r);
    rig_enable(&r);
    r.arms[0].goal[0] = 1.4;
    r.arms[1].goal[0] = -1.4;
    bool entered[2] = {false, false};
    for (int k = 0; k < 3000; k++) {
        for (int a = 0; a < 2; a++)
            if (state_of(a) == SNW_ARM_ENABLED) (void)rig_go(&r, &r.arms[a]);
        rig_step(&r);
        CHECK(rig_left(&r, NULL) >= 0);
        const bool left = is_in_zone(0), right = is_in_zone(1);
        CHECK(!(left && right));
        entered[0] |= left;
        entered[1] |= right;
    }
    // both came at once: the first of the list was let in
    CHECK(entered[0] && !entered[1] && state_of(1) == SNW_ARM_HELD);
    CHECK_TEXT(r.arms[1].guard.first.text, "it would enter the zone bin, which another arm uses");
    CHECK(r.lock.zone_users[0] == 1);
    (void)turn(0, 0, 0, 1);
    CHECK(r.lock.zone_users[0] == 0);
    acknowledge(1);
    (void)turn(1, 0, -1.4, 1);
    CHECK(state_of(1) == SNW_ARM_ENABLED && is_in_zone(1) && r.lock.zone_users[0] == 2);
    rig_close(&r);
}

// --- what it costs -------------------------------------------------------------------------------

// What there is no time to look at is not allowed.
static void a_budget_that_is_spent_allows_nothing(void) {
    open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0.55);
    r.config.budget = 1;
    rig_start(&r);
    rig_enable(&r);
    (void)turn(0, 0, 1.5, 0.9);
    CHECK(state_of(0) == SNW_ARM_HELD);
    CHECK_TEXT(r.arms[0].guard.first.text, "there was no time to prove that it keeps clear");
    rig_close(&r);
}

static void nothing_is_allocated(void) {
    rig_open(&r, CELL(TWO_ARMS RULES(" keep=\"0.01\">")), "left right");
    rig_draw(&r, 0.02);
    rig_start(&r);
    rig_enable(&r);
    allocations = 0;
    for (long k = 0; k < check_scaled(10000); k++)
        rig_play(&r);
    if (COUNTING) CHECK(allocations == 0);
    rig_close(&r);
}

static void an_interlock_takes_every_size_of_arena(void) {
    open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
    rig_start(&r);
    snw_arena arena = {0};
    const snw_interlock_cell cell = {&r.s.world, &r.config, r.watched, 1};
    SNW_IGNORE(snw_interlock_init(&r.lock, &cell, &arena, NULL));
    const size_t needed = arena.needed;
    for (size_t size = 0; size <= needed; size += 1 + size / 64) {
        void *block =
            aligned_alloc(SNW_ARENA_ALIGN, (size / SNW_ARENA_ALIGN + 1) * SNW_ARENA_ALIGN);
        arena = snw_arena_over(block, size);
        const snw_status status = snw_interlock_init(&r.lock, &cell, &arena, NULL);
        CHECK(status == (size < needed ? SNW_ERR_MEMORY : SNW_OK) && arena.needed == needed);
        free(block);
    }
    rig_close(&r);
}

static void bad_settings_are_refused(void) {
    open_at(ONE_ARM(" keep=\"0.01\">" DOOR), 0);
    rig_start(&r);
    snw_interlock lock;
    snw_arena arena = {0};
    snw_why why = {0};
    snw_interlock_config config = r.config;
    config.tracking = (double)NAN;
    snw_interlock_cell cell = {&r.s.world, &config, r.watched, 1};
    CHECK(snw_interlock_init(&lock, &cell, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "interlock-config");
    cell.config = &r.config;
    cell.count = 65;
    CHECK(snw_interlock_init(&lock, &cell, &arena, &why) == SNW_ERR_SIZE);
    CHECK_TEXT(why.rule, "interlock-arms");
    rig_close(&r);
}

int main(void) {
    RUN(an_arm_stops_just_before_a_box);
    RUN(the_reason_names_both_bodies_with_numbers);
    RUN(three_attempts_are_three_reports);
    RUN(an_arm_stays_in_its_space);
    RUN(an_arm_does_not_hit_itself);
    RUN(an_arm_that_begins_inside_can_only_be_led_out);
    RUN(what_is_held_is_kept_away_too);
    RUN(what_the_arm_is_off_from_its_command_is_kept_too);
    RUN(an_arm_told_efforts_stops_in_time);
    RUN(a_zone_is_for_one_arm_at_a_time);
    RUN(a_budget_that_is_spent_allows_nothing);
    RUN(nothing_is_allocated);
    RUN(an_interlock_takes_every_size_of_arena);
    RUN(bad_settings_are_refused);
    return check_report();
}
