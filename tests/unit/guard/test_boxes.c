// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

// Two joints about y and z, 0.3 m apart: the last link's origin is at 0.3 m from the base, on a
// circle in the plane of x and z while joint 1 turns: (0.3 cos q, 0, -0.3 sin q).
static void start(void) {
    rig_open(&r, 2);
    r.config.box_count = 1;
    // reached by turning joint 1 to about 1 rad
    r.config.boxes[0] = (snw_guard_box){{0.1, -0.1, -0.4}, {0.17, 0.1, -0.2}};
}

static bool in_box(double q) {
    const double x = 0.3 * cos(q), z = -0.3 * sin(q);
    return x >= 0.1 && x <= 0.17 && z >= -0.4 && z <= -0.2;
}

static void a_motion_into_a_box_stops_before_it(void) {
    CHECK_CASES(check_scaled(100)) {
        start();
        r.arm.limits.deceleration[0] = check_real(2, 10);
        r.arm.limits.jerk[0] = check_int(0, 1) ? HUGE_VAL : 200;
        rig_start(&r);
        rig_enable(&r, SNW_AXIS_POSITION);
        rig_move(&r, 0, 1.2, check_real(0.1, 0.99), 2);
        CHECK(r.guard.signals.cause == SNW_CAUSE_WORKSPACE);
        CHECK_TEXT(r.guard.first.subject, "link2");
        for (int k = 0; k < 600; k++) {
            rig_step(&r);
            CHECK(!in_box(r.q[0]));
        }
        CHECK(r.guard.machine.state == SNW_ARM_HELD);
        // near it all the same: it is entered at acos(0.17 / 0.3)
        CHECK(r.q[0] > acos(0.17 / 0.3) - 0.05);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void three_attempts_are_three_reports(void) {
    start();
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    for (uint64_t n = 1; n <= 3; n++) {
        rig_move(&r, 0, 1.2, 0.5, 2);
        CHECK(r.guard.signals.causes[SNW_CAUSE_WORKSPACE] == n);
        rig_run(&r, 500);
        r.tick.acknowledge = true;
        rig_step(&r);
        CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
        rig_want(&r, SNW_AXIS_POSITION);
        rig_move(&r, 0, 0.5, 0.5, 2);
        CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
    }
    rig_judge(&r);
    rig_close(&r);
}

static void an_arm_that_is_inside_is_reported_once_and_can_be_moved_out(void) {
    start();
    r.q[0] = 1;
    CHECK(in_box(1));
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    // the measured arm is inside: it was stopped as soon as it had power
    CHECK(r.guard.signals.causes[SNW_CAUSE_WORKSPACE] == 1);
    rig_run(&r, 100);
    CHECK(r.guard.machine.state == SNW_ARM_HELD);
    r.tick.acknowledge = true;
    rig_step(&r);
    rig_want(&r, SNW_AXIS_POSITION);
    rig_move(&r, 0, 0.5, 0.5, 2);
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED && r.arm.command.q[0] == 0.5);
    CHECK(r.guard.signals.causes[SNW_CAUSE_WORKSPACE] == 1);
    // and it is armed again
    rig_move(&r, 0, 1, 0.5, 2);
    CHECK(r.guard.signals.causes[SNW_CAUSE_WORKSPACE] == 2);
    rig_judge(&r);
    rig_close(&r);
}

static void the_bounds_of_the_workspace_hold_too(void) {
    rig_open(&r, 2);
    r.config.workspace.low[2] = -0.2;
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    rig_move(&r, 0, 1.2, 0.8, 2);
    CHECK(r.guard.signals.cause == SNW_CAUSE_WORKSPACE);
    for (int k = 0; k < 500; k++) {
        rig_step(&r);
        CHECK(-0.3 * sin(r.q[0]) > -0.2);
    }
    rig_close(&r);
}

static void a_measured_arm_that_is_pushed_into_a_box_stops(void) {
    for (int mode = SNW_AXIS_POSITION; mode <= SNW_AXIS_EFFORT; mode += 2) {
        start();
        r.q[0] = 0.9;
        r.config.following_rest = r.config.following_full = 1;
        rig_start(&r);
        rig_enable(&r, (snw_axis_mode)mode);
        r.faults.limp = true;
        while (!in_box(r.q[0])) {
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
            rig_step(&r);
            r.q[0] += 1e-4;
        }
        rig_step(&r);
        CHECK(r.guard.signals.cause == SNW_CAUSE_WORKSPACE);
        rig_close(&r);
    }
}

int main(void) {
    RUN(a_motion_into_a_box_stops_before_it);
    RUN(three_attempts_are_three_reports);
    RUN(an_arm_that_is_inside_is_reported_once_and_can_be_moved_out);
    RUN(the_bounds_of_the_workspace_hold_too);
    RUN(a_measured_arm_that_is_pushed_into_a_box_stops);
    return check_report();
}
