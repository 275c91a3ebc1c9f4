// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "../parts/task_rig.h"
#include "sinew/exec/state.h"
#include "slide.h"

// A ball of 0.1 m on a slide, whose task component keeps 0.02 m. A box that no rule and no member
// is about begins at x = 0.5: only the depth camera knows it. There is no interlock, so nothing
// else keeps the ball away.

static rig r;
static char text[16384];

// The camera looks from above at the face that the ball comes to.
#define HIDDEN_CELL(law, control)                                                                  \
    "<cell xmlns='urn:sinew' name='hidden'>" SLIDE_MECHANISMS                                      \
    "<members><member name='arm' mechanism='slide'/><member name='hidden' mechanism='wall'>"       \
    "<origin xyz='0.6 0 0'/></member></members>"                                                   \
    "<states><state name='now'><members><member member='arm'><q>0</q></member></members></state>"  \
    "</states><collision><collision_rules keep='0.02' slow='0.2'><pairs>"                          \
    "<pair a='arm' b='hidden' policy='ignore'/></pairs></collision_rules></collision>"             \
    "<control><loop period='1 ms'><interlock enforce='false'/><arms><arm "                         \
    "member='arm'><drive><ideal_arm/></drive></arm></arms>"                                        \
    "<components><component name='map'><type><obstacles size='0.02' low='-3.2 -1.6 -1.6' "         \
    "high='3.2 1.6 1.6' self_margin='0.05'/></type></component>"                                   \
    "<component name='camera'><type><scan width='0.6' height='0.6' columns='160' rows='48'>"       \
    "<pose xyz='0.2 0 1' rpy='3.141592653589793 -0.29 0'/></scan></type>"                          \
    "<peers><peer role='obstacles' component='map'/></peers></component>"                          \
    "<component name='move' member='arm'><type><joint_move/></type></component>"                   \
    "<component name='task' member='arm'><type><task><control law='" law "'>" control              \
    "</control></task></type></component></components></loop></control></cell>"

#define HAND "<effectors><point_effector name='hand' link='ball'/></effectors>"

#define AVOID "<obstacle_avoidance distance='0.6'/>"

static void open_hidden(const char *cell) {
    (void)snprintf(text, sizeof text, "%s", cell);
    memset(&r, 0, sizeof r);
    open_slide(&r.h, text);
    rig_begin(&r);
}

// ticks in which the camera sees the whole picture
static void look(void) {
    const snw_scan_signals *camera = snw_exec_find(r.h.exec, "camera")->signals;
    for (int i = 0; i < 5000 && camera->pictures < 2; i++)
        run_ticks(&r.h, 1);
    CHECK(camera->pictures >= 2);
    CHECK(snw_exec_sensed(r.h.exec)->map->cell_count > 0);
}

// jogs along x; the largest place of the ball
static double jog_for(int ticks, double speed) {
    char order[64], answer[SNW_MESSAGE];
    (void)snprintf(order, sizeof order, "jog base %g 0 0 0 0 0", speed);
    double most = -10;
    for (int k = 0; k < ticks; k++) {
        if (k % 50 == 0) {
            CHECK(!snw_failed(say_now(snw_exec_find(r.h.exec, "task"), order, answer, NULL)));
        }
        run_ticks(&r.h, 1);
        rig_check(&r);
        most = fmax(most, r.arm->command.q[0]);
    }
    return most;
}

// The face of the box is at 0.5; the filled cells begin there.
static void an_arm_stops_before_a_box_that_only_the_map_has(void) {
    open_hidden(HIDDEN_CELL("qp", HAND "<constraints><keep_clearance/></constraints>"));
    look();
    const double most = jog_for(4000, 0.25);
    CHECK(most <= 0.5 - 0.1 - 0.02 + 1e-6);
    CHECK(most > 0.5 - 0.1 - 0.02 - 0.002);
    const snw_control_report *report = &r.shown->report;
    CHECK(report->hold_count > 0 && report->hold_cause[0] == SNW_BOUND_CLEARANCE &&
          report->hold_second_member[0] == SNW_BODY_SENSED);
    // back, at once
    (void)jog_for(600, -0.25);
    CHECK(r.arm->command.q[0] < most - 0.03);
    rig_close(&r);
}

// The rates of the tree are those of the avoidance function alone.
static void an_expression_moves_an_arm_away_from_what_only_the_map_has(void) {
    open_hidden(HIDDEN_CELL("tree",
                            HAND "<tree><times><children><diagonal_matrix><numbers>-0.01</numbers>"
                                 "</diagonal_matrix>" AVOID "</children></times></tree>"));
    look();
    (void)jog_for(2000, 0.001);
    CHECK(r.arm->command.q[0] < -0.05);
    rig_close(&r);
}

int main(int argc, char **argv) {
    (void)argc, (void)argv;
    RUN(an_arm_stops_before_a_box_that_only_the_map_has);
    RUN(an_expression_moves_an_arm_away_from_what_only_the_map_has);
    return check_report();
}
