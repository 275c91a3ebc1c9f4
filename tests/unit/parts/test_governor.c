// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>

#include "harness.h"

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

static void order(const char *object, const char *text) {
    snw_why why = {0};
    snw_status status = SNW_NOTHING_NEW;
    for (int i = 0; i < 100 && status == SNW_NOTHING_NEW; i++) {
        status = snw_exec_message(h.exec, object, text, 0, answer, &why);
        if (status == SNW_NOTHING_NEW) run_ticks(&h, 1);
    }
    if (status != SNW_OK) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
}

// a number among the signals of the loop
static double signal(const char *path) {
    snw_place place;
    CHECK(snw_roots_resolve(snw_exec_signals(h.exec), path, &place, NULL) == SNW_OK);
    return snw_place_read(&place);
}

static void an_arm_waits_before_what_stands_in_its_way(void) {
    open_now(TWO("0 1 0", "1 0 0", "0", "0", RULES("")));
    order("left_move", "put move 2");
    for (int i = 0; i < 6000; i++) {
        if (i == 3000) order("right_move", "put move 1");
        run_ticks(&h, 1);
        const double x = snw_exec_arm(h.exec, 0)->command.q[0],
                     y = snw_exec_arm(h.exec, 1)->command.q[0];
        if (i % 100 == 0 || (i>3000 && i < 3060 && i%5==0))
            printf("%d gr %.4f g %.4f %.5f %.5f d %.5f v %.5f state %d\n", i, signal("right/governor"), signal("left/governor"), x, y,
                   hypot(x - 1, y) - 0.2 - 0.02, snw_exec_arm(h.exec, 0)->command.v[0],
                   (int)snw_exec_guard(h.exec, 0)->signals.state);
    }
    close_cell(&h);
}

int main(void) {
    RUN(an_arm_waits_before_what_stands_in_its_way);
    return check_report();
}
