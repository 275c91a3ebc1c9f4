// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "slide.h"

#include <math.h>

#include "sinew/exec/state.h"

// A part that is grasped where it lies, in a cell with rules. It is a ball of radius 0.05 that lies
// 5 mm from the wall, whose face is at x = 1; pairs must keep 20 mm.

static harness h;
static char answer[SNW_MESSAGE];
static snw_why why;

#define PART                                                                                       \
    "<mechanism name='part'><robot name='part' floating='true'><links><link name='part'>"          \
    "<inertial mass='0.1' ixx='1e-4' iyy='1e-4' izz='1e-4'/><collisions><collision><shape>"        \
    "<sphere radius='0.05'/></shape></collision></collisions></link></links></robot></mechanism>"

#define REST_CELL                                                                                  \
    "<cell xmlns='urn:sinew' name='rest'>" SLIDE_BODIES PART "</mechanisms>"                       \
    "<members><member name='arm' mechanism='slide'/><member name='wall' mechanism='wall'>"         \
    "<origin xyz='1.1 0 0'/></member><member name='part' mechanism='part'/></members>"             \
    "<states><state name='now'><members><member member='arm'><q>0.7</q></member>"                  \
    "<member member='part'><q>0.945 0 0 0 0 0 1</q></member></members></state></states>"           \
    "<collision><collision_rules keep='0.02' slow='0.2'>"                                          \
    "<pairs><pair a='arm/ball' b='part' policy='watch'/></pairs></collision_rules></collision>"    \
    "<control><loop period='1 ms'>"                                                                \
    "<arms><arm member='arm'><drive><ideal_arm/></drive></arm></arms><components>"                 \
    "<component name='estimate' member='arm'><type><rate_estimate/></type></component>"            \
    "<component name='motion' member='arm'><type><motion/></type></component>"                     \
    "<component name='follow' member='arm'><type><follow/></type></component>"                     \
    "</components></loop></control></cell>"

static double q(void) {
    return snw_exec_state(h.exec)->q[0];
}

static snw_stop_state arm_state(void) {
    return snw_exec_guard(h.exec, 0)->machine.state;
}

static void move_to(double x) {
    char text[64];
    (void)snprintf(text, sizeof text, "put move %.6f", x);
    CHECK(say(&h, "motion", text, answer, &why) == SNW_OK);
    run_ticks(&h, 2000);
}

static void grasp(void) {
    const snw_system *system = snw_exec_system(h.exec);
    const int arm = snw_system_find(system, "arm"), part = snw_system_find(system, "part");
    const int ball = snw_model_find_link(system->members[arm].model, "ball");
    CHECK(snw_exec_grasp(h.exec, part, arm, ball, snw_inertia_zero(), &why) == SNW_OK);
}

static void open_rest(void) {
    open_slide(&h, REST_CELL);
    enable(&h);
    run_ticks(&h, 10);
    move_to(0.795); // the balls touch
    CHECK_NEAR(q(), 0.795, 1e-6);
    grasp();
}

static void a_part_is_moved_where_it_lies_and_set_down(void) {
    open_rest();
    // nearer to the wall than it must keep, and than it was
    move_to(0.799);
    CHECK_NEAR(q(), 0.799, 1e-6);
    move_to(0.79);
    move_to(0.799);
    CHECK(arm_state() == SNW_ARM_ENABLED);
    CHECK_NEAR(q(), 0.799, 1e-6);
    const snw_slot *slot = snw_exec_attached(h.exec, "part");
    CHECK(slot != NULL && slot->rest_count == 1);
    CHECK(slot->rests[0].member == snw_system_find(snw_exec_system(h.exec), "wall"));
    // the arm leaves what it has set down
    CHECK(snw_exec_detach(h.exec, "part", &why) == SNW_OK);
    move_to(0.5);
    CHECK(arm_state() == SNW_ARM_ENABLED);
    CHECK_NEAR(q(), 0.5, 1e-6);
    close_cell(&h);
}

// once it is clear of its place, the rules hold again
static void a_part_that_was_clear_keeps_its_distance(void) {
    open_rest();
    move_to(0.6);
    CHECK_NEAR(q(), 0.6, 1e-6);
    CHECK(snw_exec_attached(h.exec, "part")->rest_count == 0);
    move_to(0.799);
    CHECK(arm_state() == SNW_ARM_ENABLED); // the motion waits before the wall
    // 0.15 to the front of the part, and 0.02 to the wall
    CHECK(q() <= 1 - 0.2 - 0.02 + 1e-6 && q() > 0.7);
    close_cell(&h);
}

// the next grasp looks anew, from wherever the part lies then
static void each_grasp_looks_for_the_place_anew(void) {
    open_rest();
    move_to(0.6);
    CHECK(snw_exec_detach(h.exec, "part", &why) == SNW_OK);
    run_ticks(&h, 5);
    grasp();
    run_ticks(&h, 5);
    const snw_slot *slot = snw_exec_attached(h.exec, "part");
    CHECK(slot->rests_known && slot->rest_count == 0);
    close_cell(&h);
}

int main(void) {
    RUN(a_part_is_moved_where_it_lies_and_set_down);
    RUN(a_part_that_was_clear_keeps_its_distance);
    RUN(each_grasp_looks_for_the_place_anew);
    return check_report();
}
