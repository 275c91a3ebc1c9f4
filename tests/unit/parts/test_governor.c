// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "allocations.h"
#include "harness.h"
#include "sinew/exec/state.h"

// Balls of radius 0.1 on slides, in cells with rules: how far apart they are is a closed form.

#define SLIDE(name, axis)                                                                          \
    "<mechanism name='" name "'><robot name='" name "'><links><link name='rail'/>"                 \
    "<link name='ball'><inertial mass='1' ixx='0.01' iyy='0.01' izz='0.01'/><collisions>"          \
    "<collision><shape><sphere radius='0.1'/></shape></collision></collisions></link></links>"     \
    "<joints><joint name='x' kind='prismatic' parent='rail' child='ball' axis='" axis "'>"         \
    "<limits lower='-3' upper='3' velocity='2' acceleration='5' jerk='200' effort='100'/></joint>" \
    "</joints></robot></mechanism>"

#define PARTS(arm)                                                                                 \
    "<component name='" arm "_estimate' member='" arm "'><type><rate_estimate/></type>"            \
    "</component><component name='" arm "_move' member='" arm "'><type><motion/></type>"           \
    "</component><component name='" arm "_follow' member='" arm "'><type><follow/></type>"         \
    "</component>"

#define ARM(name) "<arm member='" name "' group='" name "'><drive><ideal_arm/></drive></arm>"

// two arms, one at the origin, the other at `other`; both at 0 but for their states
#define TWO(axis, other, q0, q1, rules)                                                            \
    "<cell xmlns='urn:sinew' name='two'><mechanisms>" SLIDE("along", "1 0 0")                      \
        SLIDE("across", axis) "</mechanisms><members><member name='left' mechanism='along'/>"      \
                              "<member name='right' mechanism='across'><origin xyz='" other        \
                              "'/></member></members>"                                             \
                              "<states><state name='now'><members><member member='left'><q>" q0    \
                              "</q></member>"                                                      \
                              "<member member='right'><q>" q1                                      \
                              "</q></member></members></state></states>" rules                     \
                              "<control><loop period='1 ms'>"                                      \
                              "<interlock deadlock='1'/>"                                          \
                              "<arms>" ARM("left")                                                 \
                                  ARM("right") "</arms><components>" PARTS("left")                 \
                                      PARTS("right") "</components></loop></control></cell>"

#define RULES(more)                                                                                \
    "<collision><collision_rules keep='0.02' slow='0.2'>" more "</collision_rules></collision>"

static harness h;
static char answer[SNW_MESSAGE];

static void open_now(const char *text) {
    const snw_status status = open_cell(&h, "governor.cell.xml", text);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    run_ticks(&h, 10);
}

static snw_status try_order(const char *object, const char *text, snw_why *why) {
    snw_status status = SNW_NOTHING_NEW;
    *why = (snw_why){0};
    for (int i = 0; i < 100 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(h.exec, object, text, 0, answer, why);
        if (status == SNW_NOTHING_NEW) run_ticks(&h, 1);
    }
    return status;
}

static void order(const char *object, const char *text) {
    snw_why why;
    const snw_status status = try_order(object, text, &why);
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

// a number among the signals of the loop
static double signal(const char *path) {
    snw_place place;
    CHECK(snw_roots_resolve(snw_exec_signals(h.exec), path, &place, NULL) == SNW_OK);
    return snw_place_read(&place);
}

static const snw_arm *arm_of(int index) {
    return snw_exec_arm(h.exec, index);
}

static snw_stop_state state_of(int arm) {
    return snw_exec_guard(h.exec, arm)->signals.state;
}

// what is judged of an axis in every tick, from outside: its commands and the governor
typedef struct trace {
    double q, v, part;
    double most_accel, most_rate, least_part, least_rise;
    int ticks;
} trace;

static void judge_trace(trace *t, int arm, const char *governor) {
    const double q = arm_of(arm)->command.q[0], part = signal(governor);
    const double v = (q - t->q) * 1e3;
    if (t->ticks == 0) t->least_part = part;
    if (t->ticks > 1) t->most_accel = fmax(t->most_accel, fabs(v - t->v) * 1e3);
    if (t->ticks > 0) t->most_rate = fmax(t->most_rate, fabs(part - t->part) * 1e3);
    t->least_part = fmin(t->least_part, part);
    t->q = q;
    t->v = v;
    t->part = part;
    t->ticks++;
    CHECK(part >= 0 && part <= 1);
}

// The limits of an axis are kept also while it slows down and goes on, and the governor has a rate.
static void check_trace(const trace *t) {
    CHECK(t->most_accel <= 5 * 1.001);
    CHECK(t->most_rate <= 50 * 1.001);
}

// how far the balls are apart, of arms across each other
static double apart_across(void) {
    return hypot(arm_of(0)->command.q[0] - 1, arm_of(1)->command.q[0]) - 0.2;
}

// It slows down, waits, goes on when the way is free, and arrives: without a stop. How fast it
// comes nearer below `slow` is bounded in proportion to what is left above `keep`.
static void an_arm_waits_before_what_stands_in_its_way(void) {
    open_now(TWO("0 1 0", "1 0 0", "0", "0", RULES("")));
    order("left_move", "put move 2");
    trace t = {0};
    double least = INFINITY;
    for (int i = 0; i < 3000; i++) {
        run_ticks(&h, 1);
        judge_trace(&t, 0, "left/governor");
        const double apart = apart_across();
        least = fmin(least, apart);
        if (apart < 0.2) CHECK(t.v <= 0.5 * (apart - 0.02) / 0.18 + 1e-3);
    }
    // it stands as near as it may, on its way
    CHECK(t.part < 0.01 && fabs(t.v) < 1e-3 && least >= 0.02 && least < 0.026);
    CHECK(signal("left_move/part") < 0.5 && state_of(0) == SNW_ARM_ENABLED);
    order("right_move", "put move 1");
    for (int i = 0; i < 3000; i++) {
        run_ticks(&h, 1);
        judge_trace(&t, 0, "left/governor");
        least = fmin(least, apart_across());
    }
    CHECK(least >= 0.02);
    CHECK_NEAR(arm_of(0)->command.q[0], 2, 1e-9);
    CHECK_NEAR(arm_of(1)->command.q[0], 1, 1e-9);
    CHECK(t.part == 1 && state_of(0) == SNW_ARM_ENABLED);
    check_trace(&t);
    close_cell(&h);
}

// An arm that stands beside a body and is sent through it has no way to slow down on: its governor
// falls as fast as it may, and the interlock has nothing to do.
static void an_arm_beside_a_body_is_not_let_through(void) {
    CHECK_CASES(check_scaled(40)) {
        char text[4096];
        (void)snprintf(text, sizeof text, TWO("0 1 0", "1 0 0", "%.6f", "0", RULES("")),
                       0.8 - 0.0235 - check_real(0, 0.03));
        open_now(text);
        order("left_move", "put move 2");
        trace t = {0};
        for (int i = 0; i < 1500; i++) {
            run_ticks(&h, 1);
            judge_trace(&t, 0, "left/governor");
            CHECK(apart_across() >= 0.0225);
        }
        CHECK(t.part < 0.02 && state_of(0) == SNW_ARM_ENABLED);
        check_trace(&t);
        close_cell(&h);
    }
}

// Where a motion brakes for a goal that is near a body, both together keep the limits of the axis.
static void an_arm_that_brakes_beside_a_body_keeps_its_limits(void) {
    CHECK_CASES(check_scaled(20)) {
        char text[64];
        (void)snprintf(text, sizeof text, "put move %.6f", check_real(0.6, 0.775));
        open_now(TWO("0 1 0", "1 0 0", "0", "0", RULES("")));
        order("left_move", text);
        trace t = {0};
        for (int i = 0; i < 4000; i++) {
            run_ticks(&h, 1);
            judge_trace(&t, 0, "left/governor");
        }
        check_trace(&t);
        CHECK(t.least_part < 1);
        CHECK_NEAR(t.q, strtod(text + 9, NULL), 1e-6);
        close_cell(&h);
    }
}

// From as near as it may be an arm leaves at its full speed.
static void what_leaves_is_not_slowed_down(void) {
    open_now(TWO("0 1 0", "1 0 0", "0.776", "0", RULES("")));
    CHECK(apart_across() < 0.0245);
    order("left_move", "put move -1");
    for (int i = 0; i < 3000; i++) {
        run_ticks(&h, 1);
        CHECK(signal("left/governor") == 1);
    }
    CHECK_NEAR(arm_of(0)->command.q[0], -1, 1e-9);
    close_cell(&h);
}

// Where nothing is near, motions are those of a cell without rules, in every bit.
static void motions_far_from_everything_are_as_without_rules(void) {
    static double q[2][2000];
    for (int rules = 0; rules < 2; rules++) {
        open_now(rules == 1 ? TWO("0 1 0", "1 0 0", "0", "3", RULES(""))
                            : TWO("0 1 0", "1 0 0", "0", "3", ""));
        snw_place place;
        CHECK((snw_roots_resolve(snw_exec_signals(h.exec), "left/governor", &place, NULL) ==
               SNW_OK) == (rules == 1));
        order("left_move", "put move 2");
        for (int i = 0; i < 2000; i++) {
            run_ticks(&h, 1);
            q[rules][i] = arm_of(0)->command.q[0];
        }
        CHECK_NEAR(q[rules][1999], 2, 1e-9);
        close_cell(&h);
    }
    CHECK(memcmp(q[0], q[1], sizeof q[0]) == 0);
}

// --- commands to a motion that is slowed down ----------------------------------------------------

// A motion that is slowed down, or stands, is paused and cancelled as any other: within the limits,
// and at once.
static void what_is_slowed_down_can_be_paused_and_cancelled(void) {
    CHECK_CASES(check_scaled(12)) {
        open_now(TWO("0 1 0", "1 0 0", "0", "0", RULES("")));
        order("left_move", "put move 2");
        trace t = {0};
        const int begin = check_int(350, 2500), kind = check_int(0, 2);
        for (int i = 0; i < 6000; i++) {
            if (i == begin && kind == 0) order("left_move", "stop");
            if (i == begin && kind == 1) order("left_move", "pause");
            if (i == begin && kind == 2) order("left_move", "override 0");
            if (i == begin + 1000) {
                CHECK(fabs(t.v) < 1e-9);
                order("right_move", "put move 1");
                if (kind == 0) {
                    CHECK(signal("left/governor") == 1);
                    order("left_move", "put move 2");
                }
                if (kind == 1) order("left_move", "resume");
                if (kind == 2) order("left_move", "override 1");
            }
            run_ticks(&h, 1);
            // ticks that an order takes are not seen
            const bool seen = i != begin && i != begin + 1000;
            if (!seen) t.ticks = 0;
            judge_trace(&t, 0, "left/governor");
            CHECK(apart_across() >= 0.02 && state_of(0) == SNW_ARM_ENABLED);
        }
        CHECK_NEAR(arm_of(0)->command.q[0], 2, 1e-9);
        CHECK(t.most_accel <= 5 * 1.001);
        close_cell(&h);
    }
}

// --- two arms ------------------------------------------------------------------------------------

static int deadlocks;

static void read_events(void) {
    snw_event event;
    while (snw_exec_event(h.exec, &event) == SNW_OK) {
        if (strcmp(event.why.rule, "interlock-deadlock") != 0) continue;
        CHECK_TEXT(event.why.subject, "left");
        CHECK_TEXT(event.why.text, "it waits for right, which waits for it");
        CHECK(event.why.severity == SNW_WARNING);
        deadlocks++;
    }
}

// the balls go on one line: how far they are apart
static double apart_along(void) {
    return 1 + arm_of(1)->command.q[0] - arm_of(0)->command.q[0] - 0.2;
}

static void run_towards(int ticks) {
    for (int i = 0; i < ticks; i++) {
        run_ticks(&h, 1);
        read_events();
        CHECK(apart_along() >= 0.02);
        CHECK(state_of(0) == SNW_ARM_ENABLED && state_of(1) == SNW_ARM_ENABLED);
    }
}

// Two that want past each other stand, and that is reported once. When one of them leaves, the
// other goes on; when they meet again, it is reported again.
static void arms_that_wait_for_each_other_are_reported_once(void) {
    deadlocks = 0;
    open_now(TWO("1 0 0", "1 0 0", "-1", "1", RULES("")));
    for (int n = 1; n <= 2; n++) {
        order("left_move", "put move 2");
        order("right_move", "put move -2");
        run_towards(1000);
        CHECK(deadlocks == n - 1);
        run_towards(6000);
        CHECK(deadlocks == n && apart_along() < 0.03);
        order("left_move", "stop");
        order("left_move", "put move -2.5");
        run_towards(4000);
        CHECK(deadlocks == n);
        CHECK_NEAR(arm_of(0)->command.q[0], -2.5, 1e-9);
        CHECK_NEAR(arm_of(1)->command.q[0], -2, 1e-9);
        order("right_move", "put move 1");
        run_towards(3000);
    }
    close_cell(&h);
}

#define ZONE "<zones><zone name='bin' low='0.5 -1 -1' high='1.5 1 1'/></zones>"

static void check_holder(const char *name) {
    char text[64];
    snw_text out = snw_text_over(text, sizeof text);
    CHECK(snw_roots_get(snw_exec_signals(h.exec), "zones/bin", &out, NULL) == SNW_OK);
    CHECK_TEXT(text, name);
}

// A zone that another arm is in is waited for as what stands in the way.
static void an_arm_waits_for_a_zone(void) {
    open_now(TWO("0 1 0", "1 0 0", "-1", "-0.5", RULES(ZONE)));
    run_ticks(&h, 10);
    check_holder("right");
    order("left_move", "put move 0.7");
    double most = -1;
    for (int i = 0; i < 4000; i++) {
        run_ticks(&h, 1);
        most = fmax(most, arm_of(0)->command.q[0]);
    }
    CHECK(state_of(0) == SNW_ARM_ENABLED && most + 0.1 < 0.5 && most + 0.1 > 0.49);
    check_holder("right");
    order("right_move", "put move -2");
    run_ticks(&h, 4000);
    CHECK(state_of(0) == SNW_ARM_ENABLED && state_of(1) == SNW_ARM_ENABLED);
    CHECK_NEAR(arm_of(0)->command.q[0], 0.7, 1e-9);
    check_holder("left");
    order("left_move", "put move -1");
    run_ticks(&h, 4000);
    check_holder("none");
    close_cell(&h);
}

// --- an arm of seven axes ------------------------------------------------------------------------

#define PANDA(q, drive, law, rules)                                                                \
    "<cell xmlns='urn:sinew' name='seven'><mechanisms>"                                            \
    "<mechanism name='panda' file='package://models/panda/panda.xml'/>"                            \
    "<mechanism name='table'><robot name='table'><links><link name='top'><collisions><collision>"  \
    "<shape><box half_extents='0.6 0.8 0.02'/></shape></collision></collisions></link></links>"    \
    "</robot></mechanism></mechanisms><members><member name='arm' mechanism='panda'/>"             \
    "<member name='table' mechanism='table'><origin xyz='0.8 0 -0.02'/></member></members>"        \
    "<states><state name='now'><members><member member='arm'><q>" q "</q></member></members>"      \
    "</state></states><collision><collision_rules keep='0.01' slow='0.05'>" rules                  \
    "</collision_rules></collision><control><loop period='1 ms'><arms><arm "                       \
    "member='arm'><drive>" drive "</drive></arm></arms><components>"                               \
    "<component name='estimate' member='arm'><type><rate_estimate/></type></component>"            \
    "<component name='move' member='arm'><type><motion speed='0.5' acceleration='4'/></type>"      \
    "</component><component name='law' member='arm'><type>" law "</type></component>"              \
    "</components></loop></control></cell>"

#define READY "0 -0.785 0 -2.356 0 1.571 0.785"
#define LIMITS "<pairs><pair a='arm/j5_link' b='arm/j7_link' keep='0.002'/></pairs>"

static snw_vec3 tip(void) {
    return (snw_vec3){signal("move/position.x"), signal("move/position.y"),
                      signal("move/position.z")};
}

// How much the nearest enforced pair has left above its distance, by a view of its own.
static double left_now(snw_collision *view) {
    snw_near near[16];
    const snw_near_query query = {.member = -1, .below = 0.02, .most = 16, .enforced = true};
    CHECK(snw_collision_place(view, snw_exec_state(h.exec)) == SNW_OK);
    const int count = snw_collision_near(view, &query, near, NULL);
    double left = 0.02;
    for (int i = 0; i < count; i++)
        left = fmin(left, near[i].closest.distance - near[i].keep);
    return left;
}

static void *open_view(snw_collision *view) {
    const snw_world *world = NULL;
    CHECK(snw_exec_world(h.exec, &world, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_collision_init(view, world, &arena));
    void *memory = aligned_block(arena.needed, &arena);
    CHECK(snw_collision_init(view, world, &arena) == SNW_OK);
    return memory;
}

// A line through the table: the tip stays on it, and waits above the table. An arm whose motors
// give torques is stopped farther away, because of where efforts may lead; it comes as near,
// slower.
static void a_line_into_a_table_ends_above_it(void) {
    static const char *const cells[] = {
        PANDA(READY, "<ideal_arm/>", "<follow/>", LIMITS),
        PANDA(READY, "<simulated_arm/>", "<follow/>", LIMITS),
        PANDA(READY, "<simulated_arm/>",
              "<computed_torque><kp>6400</kp><kd>160</kd></computed_torque>", LIMITS)};
    for (int c = 0; c < 3; c++) {
        open_now(cells[c]);
        snw_collision view;
        void *memory = open_view(&view);
        const snw_vec3 from = tip();
        order("move", "put line in=tool 0 0 0.8  0 0 0 1");
        double least = 1, lowest = 0.02;
        static snw_vec3 passed[5000];
        for (int i = 0; i < 5000; i++) {
            run_ticks(&h, 1);
            passed[i] = tip();
            least = fmin(least, signal("arm/governor"));
            lowest = fmin(lowest, left_now(&view));
        }
        const snw_vec3 way = snw_vec3_sub(tip(), from);
        for (int i = 0; i < 5000; i++) {
            const snw_vec3 off = snw_vec3_cross(way, snw_vec3_sub(passed[i], from));
            CHECK(snw_vec3_norm(off) <= 2e-6 * snw_vec3_norm(way));
        }
        CHECK(least < 0.01 && state_of(0) == SNW_ARM_ENABLED);
        CHECK(lowest >= 0 && lowest < 0.005);
        order("move", "stop");
        order("move", "put move " READY);
        run_ticks(&h, 3000);
        free(memory);
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(arm_of(0)->target.q[i],
                       ((const double[]){0, -0.785, 0, -2.356, 0, 1.571, 0.785})[i], 1e-9);
        close_cell(&h);
    }
}

// --- boxes ---------------------------------------------------------------------------------------

// An arm that begins inside of a box, or outside of its space, is moved out by its joints; lines
// are refused until it is out.
static void a_line_is_refused_inside_of_a_box_and_a_joint_move_is_not(void) {
    static const struct {
        const char *cell, *name, *text;
    } kinds[] = {
        {PANDA(READY, "<ideal_arm/>", "<follow/>",
               LIMITS "<boxes><box name='vise' low='0.2 -0.2 0.5' high='0.5 0.2 0.6'/></boxes>"),
         "vise", "the arm is inside of this box, so it cannot move in a line"},
        {PANDA(READY, "<ideal_arm/>", "<follow/>",
               LIMITS "<spaces><space member='arm' low='-1 -1 -1' high='0.35 1 2'/></spaces>"),
         "arm", "the arm is outside of its space, so it cannot move in a line"}};
    static const char *const line = "put line in=tool 0 0 0.02  0 0 0 1";
    for (int k = 0; k < 2; k++) {
        snw_why why;
        open_now(kinds[k].cell);
        CHECK(try_order("move", line, &why) == SNW_ERR_STATE);
        CHECK_TEXT(why.rule, "inside-box");
        CHECK_TEXT(why.subject, kinds[k].name);
        CHECK_TEXT(why.text, kinds[k].text);
        run_ticks(&h, 100);
        CHECK_NEAR(arm_of(0)->command.q[1], -0.785, 1e-12);
        order("move", "put move 0 -1.6 0 -2.356 0 1.571 0.785");
        run_ticks(&h, 4000);
        CHECK(state_of(0) == SNW_ARM_ENABLED);
        CHECK_NEAR(arm_of(0)->command.q[1], -1.6, 1e-9);
        const snw_vec3 from = tip();
        order("move", line);
        run_ticks(&h, 2000);
        CHECK(snw_vec3_norm(snw_vec3_sub(tip(), from)) > 0.019);
        close_cell(&h);
    }
}

// --- the tick ------------------------------------------------------------------------------------

static void nothing_is_allocated(void) {
    open_now(TWO("1 0 0", "1 0 0", "-1", "1", RULES(ZONE)));
    order("left_move", "put move 2");
    order("right_move", "put move -2");
    run_ticks(&h, 5);
    allocations = 0;
    run_ticks(&h, 5000);
    if (COUNTING) CHECK(allocations == 0);
    CHECK(signal("left/governor") < 0.01);
    close_cell(&h);
}

int main(void) {
    RUN(an_arm_waits_before_what_stands_in_its_way);
    RUN(an_arm_beside_a_body_is_not_let_through);
    RUN(an_arm_that_brakes_beside_a_body_keeps_its_limits);
    RUN(what_leaves_is_not_slowed_down);
    RUN(motions_far_from_everything_are_as_without_rules);
    RUN(what_is_slowed_down_can_be_paused_and_cancelled);
    RUN(arms_that_wait_for_each_other_are_reported_once);
    RUN(an_arm_waits_for_a_zone);
    RUN(a_line_into_a_table_ends_above_it);
    RUN(a_line_is_refused_inside_of_a_box_and_a_joint_move_is_not);
    RUN(nothing_is_allocated);
    return check_report();
}
