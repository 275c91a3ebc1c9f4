// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

static void start(int axes, snw_axis_mode mode) {
    rig_open(&r, axes);
    rig_start(&r);
    rig_enable(&r, mode);
}

// the wish of axis 0 goes on at this speed, from rest with 4 rad/s^2
static double speed_now;
static void go_on(double speed, int ticks) {
    for (int k = 0; k < ticks; k++) {
        const double left = speed - speed_now;
        speed_now += left > 4e-3 ? 4e-3 : left < -4e-3 ? -4e-3 : left;
        r.arm.wanted.q[0] += speed_now * r.dt;
        r.arm.wanted.v[0] = speed_now;
        rig_step(&r);
    }
}

static void an_axis_that_does_not_follow_stops_the_arm_after_its_time(void) {
    const double speeds[] = {0.1, 0.3, 0.5, 0.7, 0.95};
    for (int k = 0; k < 5; k++) {
        start(2, SNW_AXIS_POSITION);
        speed_now = 0;
        go_on(speeds[k], 400);
        // it goes on more slowly than it should, and never stops to move
        r.faults.limp = true;
        int ticks = 0, outside = 0;
        while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks < 5000) {
            r.q[0] += 0.5 * speeds[k] * r.dt;
            const double error = r.arm.command.q[0] - r.q[0];
            // 20 mrad at rest, 100 mrad at 1 rad/s
            outside = fabs(error) > 0.02 + 0.08 * speeds[k] ? outside + 1 : 0;
            go_on(speeds[k], 1);
            ticks++;
        }
        CHECK(r.guard.signals.cause == SNW_CAUSE_FOLLOWING && r.guard.signals.axis == 0);
        // 50 ms, and one tick
        CHECK(outside >= 50 && outside <= 52);
        CHECK(r.guard.machine.active == SNW_STOP_1);
        CHECK_NEAR(r.guard.first.numbers[0].value, r.guard.signals.following[0], 0);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void an_axis_that_moves_against_its_command_loses_power_at_once(void) {
    for (int mode = SNW_AXIS_POSITION; mode <= SNW_AXIS_VELOCITY; mode++) {
        CHECK_CASES(check_scaled(50)) {
            rig_open(&r, 2);
            r.arm.limits.velocity[0] = exp(check_real(-1, 1.5));
            r.arm.limits.acceleration[0] = r.arm.limits.deceleration[0] = exp(check_real(1, 4));
            rig_start(&r);
            rig_enable(&r, (snw_axis_mode)mode);
            r.faults.inverted[0] = true;
            const double from = r.q[0], top = r.arm.limits.velocity[0] * check_real(0.3, 1);
            double v = 0;
            int opposite = 0, ticks = 0;
            while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks++ < 1000) {
                v = fmin(v + 0.9 * r.arm.limits.acceleration[0] * r.dt, top);
                r.arm.wanted.v[0] = v;
                r.arm.wanted.q[0] += v * r.dt;
                rig_step(&r);
                opposite += fabs(r.v[0]) > fmax(0.04, 0.02 * r.arm.limits.velocity[0]);
            }
            CHECK(r.guard.signals.cause == SNW_CAUSE_OPPOSITE);
            CHECK(!r.arm.command.enable && r.guard.machine.active == SNW_STOP_0);
            // from the cycle in which it can be told from noise: the filter of rates takes two
            CHECK(opposite <= 5 + 3);
            CHECK(fabs(r.q[0] - from) < 0.02);
            rig_close(&r);
        }
    }
}

static void a_joint_that_is_too_fast_stops_the_arm_within_three_cycles(void) {
    start(2, SNW_AXIS_EFFORT);
    r.dynamics = false;
    double v = 0;
    for (int k = 0; k < 1000; k++) {
        v = fmin(v + 2e-3, 1.05);
        r.q[0] += v * r.dt;
        if (r.q[0] > 1.5) r.q[0] = 1.5;
        rig_want(&r, SNW_AXIS_EFFORT);
        rig_step(&r);
        if (r.q[0] > 1.4) break;
    }
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
    int ticks = 0;
    while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks < 10) {
        r.q[0] += 1.5 * r.dt;
        rig_step(&r);
        ticks++;
    }
    CHECK(r.guard.signals.cause == SNW_CAUSE_VELOCITY && ticks <= 3);
    rig_close(&r);
}

// spec: loffler:L-160
static void a_joint_beyond_its_limit_stops_the_arm_within_a_cycle_and_may_return(void) {
    for (int hard = 0; hard < 2; hard++) {
        for (int side = -1; side <= 1; side += 2) {
            rig_open(&r, 2);
            // nothing else shall notice
            r.config.following_rest = r.config.following_full = r.config.drift = 1;
            rig_start(&r);
            rig_enable(&r, SNW_AXIS_POSITION);
            rig_move(&r, 0, side * 1.97, 0.9, 4);
            rig_run(&r, 50);
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
            // pushed past, gently: soft limits are at 1.98 and trip at 1.99, hard ones at 2
            const snw_cause cause = hard ? SNW_CAUSE_HARD_LIMIT : SNW_CAUSE_SOFT_LIMIT;
            const double limit = hard ? 2 : 1.99;
            r.faults.limp = true;
            while (side * r.q[0] <= limit) {
                r.q[0] += side * 1e-5;
                const bool beyond = side * r.q[0] > limit;
                rig_step(&r);
                CHECK((r.guard.signals.causes[cause] == 1) == beyond);
            }
            CHECK(r.guard.machine.active == (hard ? SNW_STOP_1 : SNW_STOP_2));
            CHECK(r.guard.machine.state != SNW_ARM_ENABLED);
            CHECK_TEXT(r.guard.first.subject, "joint1");
            rig_run(&r, 200);

            // acknowledged where it is; then outwards is refused and inwards allowed
            r.tick.acknowledge = true;
            rig_step(&r);
            r.tick.enable = true;
            rig_step(&r);
            r.faults.limp = false;
            rig_want(&r, SNW_AXIS_VELOCITY);
            rig_run(&r, 20);
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
            const double at = r.q[0];
            for (int k = 0; k < 100; k++) {
                r.arm.wanted.v[0] = side * 0.3;
                rig_step(&r);
            }
            CHECK_NEAR(r.q[0], at, 1e-9);
            for (int k = 0; k < 500; k++) {
                r.arm.wanted.v[0] = -side * 0.3;
                rig_step(&r);
            }
            CHECK(side * r.q[0] < 1.9);
            rig_judge(&r);
            rig_close(&r);
        }
    }
}

static void drives_that_fail_stop_all_axes_together(void) {
    const snw_cause causes[] = {SNW_CAUSE_DRIVE, SNW_CAUSE_DRIVE, SNW_CAUSE_POWER};
    for (int kind = 0; kind < 3; kind++) {
        start(3, SNW_AXIS_VELOCITY);
        for (int k = 0; k < 300; k++) {
            r.arm.wanted.v[0] = r.arm.wanted.v[2] = fmin(0.003 * k, 0.6);
            rig_step(&r);
        }
        if (kind == 0) r.faults.code[1] = 42;
        if (kind == 1) r.faults.dead[1] = true;
        if (kind == 2) r.faults.power = true;
        rig_step(&r);
        CHECK(r.guard.signals.cause == causes[kind]);
        CHECK(r.guard.machine.active == SNW_STOP_1);
        if (kind == 0) CHECK_NEAR(r.guard.first.numbers[0].value, 42, 0);
        for (int k = 0; k < 60; k++) {
            rig_step(&r);
            CHECK_NEAR(r.arm.command.v[0], r.arm.command.v[2], 1e-15);
        }
        rig_run(&r, 400);
        CHECK(!r.arm.command.enable);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void drives_that_never_follow_are_not_waited_for_in_vain(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_run(&r, 3);
    r.tick.acknowledge = true;
    rig_step(&r);
    r.tick.enable = true;
    r.faults.dead[1] = true;
    rig_step(&r);
    int ticks = 0;
    while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks < 3000) {
        rig_want(&r, SNW_AXIS_POSITION);
        rig_step(&r);
        ticks++;
    }
    CHECK(r.guard.signals.cause == SNW_CAUSE_DRIVE && r.guard.signals.axis == 1);
    CHECK(ticks >= 2000 && ticks <= 2005);
    rig_close(&r);
}

static void late_cycles_fill_a_bucket_that_leaks(void) {
    // patterns of late (1) and in time (0): five that are not forgiven stop the arm
    const struct {
        int late, in_time, rounds;
        bool stops;
    } patterns[] = {{4, 4, 20, false}, {1, 1, 100, false}, {5, 0, 1, true},
                    {4, 0, 1, false},  {3, 2, 2, false},   {3, 2, 3, true}};
    for (int p = 0; p < 6; p++) {
        start(2, SNW_AXIS_POSITION);
        for (int n = 0; n < patterns[p].rounds; n++) {
            for (int k = 0; k < patterns[p].late + patterns[p].in_time; k++) {
                r.tick.late = k < patterns[p].late;
                rig_step(&r);
            }
        }
        CHECK((r.guard.signals.cause == SNW_CAUSE_OVERRUN) == patterns[p].stops);
        rig_close(&r);
    }
}

static void many_late_cycles_and_gaps_stop_the_arm_at_once(void) {
    const int late[] = {10, 11, 50, 51};
    const snw_stop_class classes[] = {SNW_STOP_NONE, SNW_STOP_2, SNW_STOP_2, SNW_STOP_1};
    for (int k = 0; k < 4; k++) {
        start(2, SNW_AXIS_POSITION);
        r.tick.late = late[k];
        rig_step(&r);
        CHECK(r.guard.machine.active == classes[k]);
        rig_close(&r);
    }
    const double gaps[] = {0.0099, 0.02, 3600, (double)NAN};
    for (int k = 0; k < 4; k++) {
        start(2, SNW_AXIS_POSITION);
        speed_now = 0;
        go_on(0.5, 300);
        const double before = r.arm.command.q[0];
        r.tick.gap = gaps[k];
        // the gap is also in the length of the tick, where that is short enough to be believed
        const double dt = r.dt;
        if (k == 1) r.dt += gaps[k];
        rig_step(&r);
        r.dt = dt;
        CHECK((r.guard.signals.cause == SNW_CAUSE_GAP) == (k > 0));
        // from where it is: no time is caught up
        CHECK(r.arm.command.q[0] - before <= 0.5e-3 + 1e-12);
        if (k != 1) rig_judge(&r);
        rig_close(&r);
    }
}

static void a_demand_of_the_executive_is_served_in_its_tick(void) {
    for (int stop = SNW_STOP_2; stop <= SNW_STOP_0; stop++) {
        for (int mode = SNW_AXIS_POSITION; mode <= SNW_AXIS_EFFORT; mode++) {
            start(3, (snw_axis_mode)mode);
            r.tick.demand = (snw_stop_class)stop;
            r.tick.demand_cause = SNW_CAUSE_WATCHDOG;
            rig_step(&r);
            CHECK(r.guard.machine.active == (snw_stop_class)stop);
            CHECK(r.guard.signals.cause == SNW_CAUSE_WATCHDOG && r.guard.signals.stops == 1);
            rig_judge(&r);
            rig_close(&r);
        }
    }
}

int main(void) {
    RUN(an_axis_that_does_not_follow_stops_the_arm_after_its_time);
    RUN(an_axis_that_moves_against_its_command_loses_power_at_once);
    RUN(a_joint_that_is_too_fast_stops_the_arm_within_three_cycles);
    RUN(a_joint_beyond_its_limit_stops_the_arm_within_a_cycle_and_may_return);
    RUN(drives_that_fail_stop_all_axes_together);
    RUN(drives_that_never_follow_are_not_waited_for_in_vain);
    RUN(late_cycles_fill_a_bucket_that_leaks);
    RUN(many_late_cycles_and_gaps_stop_the_arm_at_once);
    RUN(a_demand_of_the_executive_is_served_in_its_tick);
    return check_report();
}
