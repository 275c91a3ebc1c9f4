// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

// The loop and its interlock with two arms: who is asked again when a command was taken back.

static harness h;

// Balls of 0.1 m on one rail, 26.7 mm apart, and a box 0.2 m before the first one. Both move alike.
#define ARM_OF(name, more) "<arm member='" name "' " more "><drive><ideal_arm/></drive></arm>"
#define MOVE(name)                                                                                 \
    "<component name='" name "_estimate' member='" name "'><type><rate_estimate/></type>"          \
    "</component><component name='" name "_wave' member='" name "'><type><wave frequency='0.4' "   \
    "ramp='0.001'><amplitude>0.4</amplitude></wave></type></component><component name='" name      \
    "_follow' member='" name "'><type><follow/></type></component>"
#define TWO_BALLS(group_a, group_b, box)                                                           \
    "<cell xmlns='urn:sinew' name='balls'><mechanisms><mechanism name='slide'><robot "             \
    "name='slide'><links><link name='rail'/><link name='ball'><inertial mass='1' ixx='0.01' "      \
    "iyy='0.01' izz='0.01'/><collisions><collision><shape><sphere radius='0.1'/></shape>"          \
    "</collision></collisions></link></links><joints><joint name='x' kind='prismatic' "            \
    "parent='rail' child='ball' axis='1 0 0'><limits lower='-3' upper='3' velocity='2' "           \
    "acceleration='2000' effort='10000'/></joint></joints></robot></mechanism></mechanisms>"       \
    "<members><member name='first' mechanism='slide'/><member name='second' mechanism='slide'>"    \
    "<origin xyz='-0.2267 0 0'/></member></members><collision><collision_rules keep='0.02'>"       \
    "<boxes><box name='wall' low='" box " -1 -1' high='1 1 1'/></boxes></collision_rules>"         \
    "</collision><control><loop period='1 ms'><arms>" ARM_OF("first", group_a)                     \
        ARM_OF("second", group_b) "</arms><components>" MOVE("first")                              \
            MOVE("second") "</components></loop></control></cell>"

static const snw_guard *guard_of(int arm) {
    return snw_exec_guard(h.exec, arm);
}

// runs until one of them is stopped
static void run_to_a_stop(const char *cell) {
    const snw_status status = open_cell(&h, "balls.cell.xml", cell);
    if (snw_failed(status)) tell(&h);
    CHECK(!snw_failed(status));
    enable(&h);
    for (int k = 0; k < 5000 && guard_of(0)->machine.state == SNW_ARM_ENABLED &&
                    guard_of(1)->machine.state == SNW_ARM_ENABLED;
         k++)
        run_ticks(&h, 1);
}

// The second ball was proven against a first one that goes on. When the first one has to stop at
// the wall, a tick sooner than that, there is less room than the second one needs: it is asked
// again, and stops in the same tick.
static void who_was_proven_against_a_refused_command_is_asked_again(void) {
    run_to_a_stop(TWO_BALLS("group='a'", "group='b'", "0.3"));
    for (int arm = 0; arm < 2; arm++) {
        CHECK(guard_of(arm)->machine.state == SNW_ARM_STOPPING);
        CHECK(guard_of(arm)->signals.cause == SNW_CAUSE_CLEARANCE);
    }
    CHECK(guard_of(0)->signals.cause_tick == guard_of(1)->signals.cause_tick);
    CHECK_TEXT(guard_of(0)->first.text, "it would come too near to wall");
    CHECK_TEXT(guard_of(1)->first.subject, "first/ball");
    CHECK_TEXT(guard_of(1)->first.text, "it would come too near to second/ball");
    run_ticks(&h, 500);
    CHECK(guard_of(0)->machine.state == SNW_ARM_HELD && guard_of(1)->machine.state == SNW_ARM_HELD);
    close_cell(&h);
}

// Arms of one group stop together, and the second one because of its group.
static void an_arm_of_the_group_of_a_refused_one_stops_too(void) {
    run_to_a_stop(TWO_BALLS("", "", "0.3"));
    CHECK(guard_of(0)->machine.state == SNW_ARM_STOPPING);
    CHECK(guard_of(1)->machine.state == SNW_ARM_STOPPING);
    CHECK(guard_of(0)->signals.cause == SNW_CAUSE_CLEARANCE);
    CHECK(guard_of(1)->signals.cause == SNW_CAUSE_ASKED);
    CHECK(guard_of(0)->signals.cause_tick == guard_of(1)->signals.cause_tick);
    close_cell(&h);
}

// without the wall nothing stops either: it is not their distance
static void arms_that_move_alike_keep_their_distance(void) {
    run_to_a_stop(TWO_BALLS("group='a'", "group='b'", "0.9"));
    CHECK(guard_of(0)->machine.state == SNW_ARM_ENABLED);
    CHECK(guard_of(1)->machine.state == SNW_ARM_ENABLED);
    close_cell(&h);
}

int main(void) {
    RUN(who_was_proven_against_a_refused_command_is_asked_again);
    RUN(an_arm_of_the_group_of_a_refused_one_stops_too);
    RUN(arms_that_move_alike_keep_their_distance);
    return check_report();
}
