// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "gantry.h"

// The constraint `keep_clearance` where distances are known.

static arm a;
static const double dt = 0.002, keep = 0.02;

static const char box_cell[] = GANTRY_CELL("<member name='box' mechanism='box'/>",
                                           "<collision_rules keep='0.02' slow='0.1'/>");
static const char other_cell[] = GANTRY_CELL("<member name='other' mechanism='ball'/>",
                                             "<collision_rules keep='0.02' slow='0.1'/>");

// z of the ball
static double height(void) {
    return a.q[2];
}

static void move_for(int ticks, double vx, double vz) {
    const double V[6] = {vx, 0, vz, 0, 0, 0};
    for (int k = 0; k < ticks; k++) {
        SNW_IGNORE(arm_tick(&a, V, dt));
        CHECK(height() - 0.1 >= keep - 1e-6);
    }
}

static void open_box(void) {
    arm_begin(&a, box_cell);
    a.config.objective_count = 0;
    arm_ready(&a);
}

static void a_ball_stops_above_a_box_and_slides_along_it(void) {
    open_box();
    move_for(2000, 0, -0.8);
    CHECK(height() - 0.1 < keep + 1e-3);
    CHECK(fabs(a.v[2]) < 1e-3);
    const snw_control_report *r = &a.control.report;
    CHECK(r->hold_count == 1 && r->hold_cause[0] == SNW_BOUND_CLEARANCE && r->hold_rate[0] == -1);
    const snw_body ball = body_named(&a.s, "arm", "ball"), top = body_named(&a.s, "box", "top");
    CHECK(r->hold_first_member[0] == ball.member && r->hold_first_link[0] == ball.link);
    CHECK(r->hold_second_member[0] == top.member && r->hold_second_link[0] == top.link);
    CHECK_NEAR(r->hold_share[0], 1, 1e-9);

    // along the box it moves as it is told
    move_for(500, 0.3, -0.3);
    CHECK_NEAR(a.v[0], 0.3, 1e-6);
    arm_close(&a);
}

static void the_approach_is_never_faster_than_the_damper_allows(void) {
    open_box();
    const double V[6] = {0, 0, -1, 0, 0, 0};
    for (int k = 0; k < 2000; k++) {
        const double m = height() - 0.1 - keep, before = fabs(a.v[2]);
        SNW_IGNORE(arm_tick(&a, V, dt));
        const double stop = before / 5 + 2 * dt;
        // it can brake in time, and near the box it is slower than that
        CHECK(-a.v[2] <= 2 * m / stop + 5 * dt + 1e-9);
        if (m < 0.05) CHECK(-a.v[2] <= 0.5 * m / 0.08 + 0.1);
    }
    arm_close(&a);
}

// where the approach is not slow anyway, it ends in time all the same
static void a_fast_approach_ends_before_the_box(void) {
    open_box();
    a.clearance.speed = 100;
    move_for(1500, 0, -1);
    CHECK(height() - 0.1 < keep + 2e-3);
    arm_close(&a);
}

static void a_margin_is_kept_besides(void) {
    open_box();
    a.clearance.margin = 0.03;
    move_for(2000, 0, -0.8);
    CHECK(height() - 0.1 >= keep + 0.03 - 1e-6 && height() - 0.1 < keep + 0.031);
    arm_close(&a);
}

// A bar of 1 m above a box, which turns about its middle.
static const char bar_cell[] =
    "<cell xmlns='urn:sinew' name='bar'><mechanisms>" BOX_ROBOT
    "<mechanism name='bar'><robot name='bar'><links><link name='base'/><link name='lift'/>"
    "<link name='bar'><collisions><collision><shape><capsule start='-0.5 0 0' end='0.5 0 0' "
    "radius='0.05'/></shape></collision></collisions></link></links><joints>" SLIDE(
        "jz", "base", "lift",
        "0 0 1") "<joint name='turn' kind='revolute' parent='lift' child='bar' "
                 "axis='0 1 0'><limits lower='-2' upper='2' velocity='2' "
                 "acceleration='5'/></joint></joints>"
                 "</robot></mechanism></mechanisms><members><member name='arm' mechanism='bar'/>"
                 "<member name='box' mechanism='box'/></members><states><state "
                 "name='first'><members>"
                 "<member member='arm'><q>0.1 -0.055</q></member></members></state></states>"
                 "<collision><collision_rules keep='0.02' slow='0.1'/></collision></cell>";

// The end that is nearest rises while the other one comes down: when the bar is level the nearest
// points jump from one end to the other, which is far too late to brake.
static void the_end_of_a_bar_that_comes_down_is_seen_while_the_other_one_is_nearer(void) {
    arm_begin(&a, bar_cell);
    a.config.objective_count = 0;
    a.clearance.speed = 100;
    arm_ready(&a);
    // it cannot rise
    a.control.held[0] = true;
    a.v[1] = 1;
    const double V[6] = {0, 0, 0, 0, 1.5, 0};
    double highest = -1;
    for (int k = 0; k < 1000; k++) {
        SNW_IGNORE(arm_tick(&a, V, dt));
        highest = fmax(highest, a.q[1]);
        CHECK(a.q[0] - 0.5 * sin(fabs(a.q[1])) - 0.05 >= keep - 1e-6);
    }
    // it went through the level and stopped beyond it
    CHECK(highest > 0.03);
    arm_close(&a);
}

static void leaving_is_not_limited(void) {
    open_box();
    move_for(1500, 0, -0.8);
    double q[MOST], v[MOST], free_v[MOST], V[6] = {0, 0, 1, 0, 0, 0};
    memcpy(q, a.q, sizeof q);
    memcpy(v, a.v, sizeof v);
    for (int turn = 0; turn < 2; turn++) {
        a.config.constraint_count = turn == 0;
        memcpy(a.q, q, sizeof q);
        memcpy(a.v, v, sizeof v);
        for (int k = 0; k < 50; k++)
            SNW_IGNORE(arm_tick(&a, V, dt));
        if (turn == 0) memcpy(free_v, a.v, sizeof v);
    }
    CHECK(a.v[2] > 0.4);
    CHECK(fabs(a.v[2] - free_v[2]) < 1e-9);
    arm_close(&a);
}

static void a_ball_that_is_too_near_retreats(void) {
    open_box();
    a.q[2] = 0.115;
    const double V[6] = {0};
    for (int k = 0; k < 200; k++) {
        const double before = height();
        SNW_IGNORE(arm_tick(&a, V, dt));
        CHECK(height() >= before - 1e-12 && a.v[2] <= 0.05 + 1e-9);
    }
    CHECK(height() - 0.1 >= keep);
    arm_close(&a);
}

// the other ball comes from the side; `told` gives its rates, else they are estimated
static void be_approached(bool told) {
    arm_begin(&a, other_cell);
    a.config.objective_count = 0;
    arm_ready(&a);
    const int at = a.s.system.members[snw_system_find(&a.s.system, "other")].q_index;
    const int own = a.s.system.members[a.member].q_index;
    double rates[2 * MOST] = {0};
    if (told) a.around.rates = rates;
    a.s.state.q[at + 2] = 0.5;
    a.s.state.q[at] = -0.4;
    const double V[6] = {0};
    for (int k = 0; k < 4000; k++) {
        // it speeds up gently to 0.2 m/s, and slows down at the end
        const double speed = 0.2 * fmin(1, fmin(k, 4000 - k) / 500.0);
        rates[at] = speed;
        a.s.state.q[at] += speed * dt;
        memcpy(a.s.state.q + own, a.q, 3 * sizeof *a.q);
        CHECK(snw_around_place(&a.around, &a.s.state, k == 0 ? 0 : dt) == SNW_OK);
        SNW_IGNORE(arm_tick(&a, V, dt));
        const double d = hypot(hypot(a.q[0] - a.s.state.q[at], a.q[1]), a.q[2] - 0.5) - 0.2;
        CHECK(d >= keep - 1e-6);
    }
    // it was pushed along
    CHECK(a.q[0] > 0.5);
    arm_close(&a);
}

static void a_ball_keeps_away_from_one_that_comes(void) {
    be_approached(false);
    be_approached(true);
}

// one that is put somewhere else has not moved there
static void what_is_put_elsewhere_has_no_speed(void) {
    arm_begin(&a, other_cell);
    arm_ready(&a);
    const int at = a.s.system.members[snw_system_find(&a.s.system, "other")].q_index;
    const double V[6] = {0};
    for (int k = 0; k < 4; k++) {
        a.s.state.q[at] = k % 2 ? -1 : -0.3;
        a.s.state.q[at + 2] = 0.5;
        CHECK(snw_around_place(&a.around, &a.s.state, dt) == SNW_OK);
        SNW_IGNORE(arm_tick(&a, V, dt));
        CHECK(fabs(a.v[0]) < 1e-9);
    }
    arm_close(&a);
}

static void without_surroundings_a_tick_is_refused(void) {
    open_box();
    a.control.task.around = NULL;
    const double V[6] = {0};
    double qd[MOST] = {9};
    const snw_control_input input = {a.q, a.v, V, dt};
    CHECK(snw_control_rates(&a.control, &input, qd, NULL) == SNW_ERR_STATE && qd[0] == 9);
    snw_arena arena = {0};
    snw_around around;
    CHECK(snw_around_init(&around, &a.s.around, 99, &arena) == SNW_ERR_RANGE);
    CHECK(snw_around_init(&around, &a.s.around, -1, &arena) == SNW_ERR_RANGE);
    a.s.state.q[0] = (double)NAN;
    CHECK(snw_around_place(&a.around, &a.s.state, dt) < 0);
    arm_close(&a);
}

// Two slides along x in series, the first of which brakes slowly, and a wall whose face is at 0.42.
static const char series_cell[] =
    "<cell xmlns='urn:sinew' name='series'><mechanisms>"
    "<mechanism name='wall'><robot name='wall'><links><link name='wall'><collisions><collision>"
    "<shape><box half_extents='0.1 1 1'><pose xyz='0.52 0 0'/></box></shape></collision>"
    "</collisions></link></links></robot></mechanism>"
    "<mechanism name='slides'><robot name='slides'><links><link name='base'/><link name='one'/>"
    "<link name='ball'><collisions><collision><shape><sphere radius='0.1'/></shape></collision>"
    "</collisions></link></links><joints>"
    "<joint name='j1' kind='prismatic' parent='base' child='one' axis='1 0 0'>"
    "<limits lower='-3' upper='3' velocity='1' acceleration='1'/></joint>"
    "<joint name='j2' kind='prismatic' parent='one' child='ball' axis='1 0 0'>"
    "<limits lower='-0.5' upper='3' velocity='1' acceleration='10'/></joint>"
    "</joints></robot></mechanism></mechanisms>"
    "<members><member name='arm' mechanism='slides'/><member name='wall' mechanism='wall'/>"
    "</members><collision><collision_rules keep='0.02' slow='0.1'/></collision></cell>";

// Seen: a body came nearer than `keep` because a joint that moved it away came to its limit. The
// joint that had moved it on as fast could not brake as fast as that one had to. So whether the arm
// can stop must be known before.
static void a_joint_that_comes_to_its_limit_leaves_the_others_time_to_brake(void) {
    arm_begin(&a, series_cell);
    a.clearance.speed = 100;
    a.posture.reference_count = 2;
    a.posture.reference[0] = 3;
    a.posture.reference[1] = -3;
    a.q[1] = 0;
    arm_ready(&a);
    const double V[6] = {0};
    double fastest = 0;
    for (int k = 0; k < 2500; k++) {
        SNW_IGNORE(arm_tick(&a, V, dt));
        fastest = fmax(fastest, a.v[0]);
        CHECK(0.42 - 0.1 - a.q[0] - a.q[1] >= keep - 1e-6);
    }
    CHECK(fastest > 0.3);
    arm_close(&a);
}

// A ball in a corridor of 60 boxes beside its way, whose corners are all nearer than the wall at
// the end, the face of which is at 1.5.
static void open_corridor(void) {
    static char text[32768];
    int at = snprintf(
        text, sizeof text,
        "<cell xmlns='urn:sinew' name='corridor'><mechanisms>" BALL_ROBOT(
            "ball") "<mechanism name='room'><robot name='room'><links><link name='room'>"
                    "<collisions><collision><shape><box half_extents='0.1 1 1'><pose xyz='1.6 0 "
                    "0'/></box></shape></collision>");
    for (int i = 0; i < 60; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at,
                       "<collision><shape><box half_extents='0.01 0.01 0.01'><pose xyz='%g %g 0'/>"
                       "</box></shape></collision>",
                       1.1 + 0.01 * (i / 2), i % 2 == 0 ? 0.14 : -0.14);
    }
    at += snprintf(text + at, sizeof text - (size_t)at,
                   "</collisions></link></links></robot></mechanism></mechanisms><members>"
                   "<member name='arm' mechanism='ball'/><member name='room' mechanism='room'/>"
                   "</members><collision><collision_rules keep='0.02' slow='0.1'/></collision>"
                   "</cell>");
    CHECK((size_t)at < sizeof text);
    arm_begin(&a, text);
    a.config.objective_count = 0;
    a.clearance.speed = 100;
    arm_ready(&a);
}

// Seen: an arm came nearer than `keep` because its row came too late. Only so many places were
// looked at, the nearest ones, and those of other bodies that it passed were nearer.
static void what_is_passed_does_not_hide_what_is_ahead(void) {
    open_corridor();
    const double V[6] = {1, 0, 0, 0, 0, 0};
    double fastest = 0;
    for (int k = 0; k < 1500; k++) {
        SNW_IGNORE(arm_tick(&a, V, dt));
        fastest = fmax(fastest, a.v[0]);
        CHECK(1.5 - 0.1 - a.q[0] >= keep - 1e-6);
    }
    CHECK(fastest > 0.9 && 1.5 - 0.1 - a.q[0] < keep + 2e-3);
    arm_close(&a);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(a_ball_stops_above_a_box_and_slides_along_it);
    RUN(the_approach_is_never_faster_than_the_damper_allows);
    RUN(a_fast_approach_ends_before_the_box);
    RUN(a_margin_is_kept_besides);
    RUN(the_end_of_a_bar_that_comes_down_is_seen_while_the_other_one_is_nearer);
    RUN(leaving_is_not_limited);
    RUN(a_ball_that_is_too_near_retreats);
    RUN(a_ball_keeps_away_from_one_that_comes);
    RUN(what_is_put_elsewhere_has_no_speed);
    RUN(without_surroundings_a_tick_is_refused);
    RUN(a_joint_that_comes_to_its_limit_leaves_the_others_time_to_brake);
    RUN(what_is_passed_does_not_hide_what_is_ahead);
    return check_report();
}
