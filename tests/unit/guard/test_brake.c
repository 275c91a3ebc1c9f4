// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

// brings rates to v[] by a wish of rates, slowly enough that nothing clamps for long
static void speed_up(const double *v) {
    rig_enable(&r, SNW_AXIS_VELOCITY);
    for (int k = 0; k < 20000; k++) {
        bool there = true;
        for (int i = 0; i < r.arm.count; i++) {
            r.arm.wanted.v[i] = v[i] * fmin(1, k * 0.01);
            there = there && fabs(r.arm.command.v[i] - v[i]) < 1e-12;
        }
        if (there) return;
        rig_step(&r);
    }
}

static void demand(snw_stop_class stop) {
    r.tick.demand = stop;
    r.tick.demand_cause = SNW_CAUSE_ASKED;
}

// spec: rccl:SAF-09
static void all_axes_stop_together_along_their_direction(void) {
    CHECK_CASES(check_scaled(300)) {
        rig_open(&r, 6);
        double v[SNW_AXES];
        for (int i = 0; i < 6; i++) {
            r.arm.limits.lower[i] = -HUGE_VAL;
            r.arm.limits.upper[i] = HUGE_VAL;
            r.arm.limits.velocity[i] = exp(check_real(-1, 1));
            r.arm.limits.deceleration[i] = exp(check_real(1, 3));
            r.arm.limits.jerk[i] = check_case % 2 == 0 ? HUGE_VAL : exp(check_real(4, 6));
            v[i] = r.arm.limits.velocity[i] * check_real(-1, 1);
        }
        rig_start(&r);
        speed_up(v);
        double start[6], time = 0;
        memcpy(start, r.arm.command.q, sizeof start);
        // the plan: of the axis that needs most
        double most = HUGE_VAL, bend = HUGE_VAL;
        for (int i = 0; i < 6; i++) {
            most = fmin(most, r.guard.limits.deceleration[i] / fabs(v[i]));
            bend = fmin(bend, r.guard.limits.jerk[i] / fabs(v[i]));
        }
        const bool short_of = most * most > bend;
        const double planned = short_of ? 2 / sqrt(bend) : 1 / most + most / bend;
        demand(SNW_STOP_2);
        double last[6];
        memcpy(last, v, sizeof last);
        while (r.guard.machine.state != SNW_ARM_HELD && time < 10) {
            rig_step(&r);
            const double scale = r.guard.signals.scale;
            for (int i = 0; i < 6; i++) {
                // one scale for all: the tube around the direction has no width
                CHECK_NEAR(r.arm.command.v[i], scale * v[i], 1e-12);
                // deceleration within its limit
                CHECK(fabs(r.arm.command.v[i] - last[i]) <=
                      r.guard.limits.deceleration[i] * r.dt * (1 + 1e-9));
                last[i] = r.arm.command.v[i];
            }
            if (scale > 0) time += r.dt;
        }
        // no longer than the slowest axis needs
        CHECK(time <= planned + 3 * r.dt && time >= 0.95 * planned - 3 * r.dt);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(r.arm.command.q[i] - start[i], 0.5 * v[i] * planned, 0.02 * fabs(v[i]));
        rig_judge(&r);
        rig_close(&r);
    }
}

static void the_jerk_of_a_stop_is_within_its_limit(void) {
    rig_open(&r, 2);
    r.arm.limits.jerk[0] = r.arm.limits.jerk[1] = 50;
    rig_start(&r);
    const double v[] = {1, -0.4};
    speed_up(v);
    demand(SNW_STOP_2);
    double rate[3] = {1, 1, 1};
    for (int k = 0; k < 1000; k++) {
        rig_step(&r);
        rate[0] = rate[1], rate[1] = rate[2], rate[2] = r.arm.command.v[0];
        const double jerk = (rate[2] - 2 * rate[1] + rate[0]) / (r.dt * r.dt);
        CHECK(fabs(jerk) <= 50 * (1 + 1e-6));
    }
    CHECK(r.guard.machine.state == SNW_ARM_HELD);
    rig_close(&r);
}

// the cap before an end leaves room for the corners of the stop
static void before_an_end_too_the_jerk_of_a_stop_is_within_its_limit(void) {
    CHECK_CASES(check_scaled(500)) {
        rig_open(&r, 1);
        const double jerk = exp(check_real(4, 7));
        r.arm.limits.jerk[0] = jerk;
        r.arm.limits.deceleration[0] = exp(check_real(1, 3));
        r.arm.limits.acceleration[0] = 20;
        rig_start(&r);
        r.q[0] = check_real(0.5, 1.5);
        rig_enable(&r, SNW_AXIS_VELOCITY);
        // on the way to the end, and in most cases on the cap
        const int ticks = check_int(100, 1500);
        for (int k = 0; k < ticks; k++) {
            r.arm.wanted.v[0] = fmin(1, 0.01 * k);
            rig_step(&r);
        }
        // whatever acceleration there was ends; from there on it is smooth
        double rate[3] = {r.arm.command.v[0], r.arm.command.v[0], r.arm.command.v[0]};
        demand(SNW_STOP_2);
        for (int k = 0; k < 1000; k++) {
            rig_step(&r);
            rate[0] = rate[1], rate[1] = rate[2], rate[2] = r.arm.command.v[0];
            CHECK(fabs(rate[2] - 2 * rate[1] + rate[0]) <= 1.02 * jerk * r.dt * r.dt + 1e-12);
        }
        CHECK(r.q[0] <= 1.98);
        rig_judge(&r);
        rig_close(&r);
    }
}

// a state at full speed, or on the way to it, somewhere between the limits
static void rush(void) {
    double v[3];
    memset(&r.arm.command, 0, sizeof r.arm.command);
    r.arm.command.count = 3;
    for (int i = 0; i < 3; i++) {
        r.arm.limits.velocity[i] = exp(check_real(-1, 1.5));
        r.arm.limits.acceleration[i] = exp(check_real(1, 4));
        r.arm.limits.deceleration[i] = exp(check_real(1, 4));
        r.arm.limits.jerk[i] = check_int(0, 1) ? HUGE_VAL : exp(check_real(4, 8));
        r.q[i] = check_real(-1.9, 1.9);
        v[i] = r.arm.limits.velocity[i] * (check_int(0, 1) ? 1 : -1);
    }
    r.dt = check_int(0, 1) ? 2e-3 : 4e-3;
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_VELOCITY);
    const int ticks = check_int(1, 120);
    for (int k = 0; k < ticks; k++) {
        memcpy(r.arm.wanted.v, v, sizeof v);
        if (k == 0) memset(r.arm.wanted.v, 0, sizeof v);
        rig_step(&r);
    }
}

// towards the ends, at full speed, from anywhere: after a stop nothing is beyond them
static void from_full_speed_no_stop_passes_a_limit(void) {
    long states = 0, near = 0;
    rig_open(&r, 3);
    CHECK_CASES(check_scaled(34000)) {
        rush();
        demand(check_int(0, 1) ? SNW_STOP_2 : SNW_STOP_1);
        for (int i = 0; i < 3; i++) {
            states += r.arm.command.v[i] != 0;
            near += fabs(r.q[i]) > 1.8;
        }
        for (int k = 0; k < 600; k++) {
            rig_step(&r);
            for (int i = 0; i < 3; i++) {
                CHECK(fabs(r.arm.command.q[i]) <= 1.98 + 1e-12);
                CHECK(fabs(r.q[i]) <= 1.98 + 1e-9);
            }
            if (r.guard.machine.state != SNW_ARM_STOPPING || r.guard.signals.scale == 0) break;
        }
        rig_judge(&r);
    }
    rig_close(&r);
    CHECK(states > check_scaled(95000) && near > check_scaled(5000));
}

static void a_stop_of_class_1_switches_off_at_rest_and_class_0_at_once(void) {
    for (int stop = SNW_STOP_2; stop <= SNW_STOP_0; stop++) {
        rig_open(&r, 2);
        rig_start(&r);
        const double v[] = {0.8, 0.5};
        speed_up(v);
        demand((snw_stop_class)stop);
        rig_step(&r);
        CHECK(r.arm.command.enable == (stop != SNW_STOP_0));
        rig_run(&r, 400);
        CHECK(r.arm.command.enable == (stop == SNW_STOP_2));
        CHECK(r.guard.machine.state == (stop == SNW_STOP_2 ? SNW_ARM_HELD : SNW_ARM_LATCHED));
        // neither button moves it
        const double held = r.arm.command.q[0];
        r.tick.acknowledge = true;
        rig_step(&r);
        r.tick.enable = true;
        rig_run(&r, 50);
        CHECK_NEAR(r.arm.command.q[0], held, 1e-12);
        CHECK_NEAR(r.arm.command.v[0], 0, 0);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void a_stop_that_leaves_its_envelope_goes_up_class_by_class(void) {
    rig_open(&r, 2);
    r.config.following_full = r.config.following_rest = 10;
    rig_start(&r);
    const double v[] = {0.8, 0.5};
    speed_up(v);
    demand(SNW_STOP_2);
    rig_step(&r);
    // the arm does not brake: it goes on by itself
    r.faults.limp = true;
    int to_1 = 0, to_0 = 0, told = 0;
    for (int k = 0; k < 2000 && to_0 == 0; k++) {
        for (int i = 0; i < 2; i++)
            r.q[i] += v[i] * r.dt;
        rig_step(&r);
        for (int i = 0; i < r.guard.event_count; i++)
            told += strcmp(r.guard.events[i].why.rule, "braking") == 0;
        if (to_1 == 0 && r.guard.machine.active == SNW_STOP_1) to_1 = k;
        if (r.guard.machine.active == SNW_STOP_0) to_0 = k;
    }
    CHECK(to_1 > 0 && to_0 > to_1);
    // well within the time that the stop would have taken
    CHECK(to_1 < 160);
    CHECK(!r.arm.command.enable && r.guard.machine.state == SNW_ARM_LATCHED);
    // one stop, its first cause, and why it became more severe: in each of the two ticks
    CHECK(r.guard.signals.cause == SNW_CAUSE_ASKED && r.guard.signals.stops == 1);
    CHECK(r.guard.signals.harder == SNW_CAUSE_BRAKING && told == 2);
    CHECK(r.guard.signals.harder_tick == r.tick.number);
    CHECK_TEXT(r.guard.harder.rule, "braking");
    CHECK(r.guard.harder.number_count > 0);
    rig_close(&r);
}

// Seen: an arm that was switched off in good order and did not brake was latched without a cause.
static void an_orderly_end_that_leaves_its_envelope_has_a_cause(void) {
    rig_open(&r, 2);
    r.config.following_full = r.config.following_rest = 10;
    rig_start(&r);
    const double v[] = {0.8, 0.5};
    speed_up(v);
    r.tick.disable = true;
    rig_step(&r);
    r.tick.disable = false;
    CHECK(r.guard.machine.orderly && r.guard.signals.cause == SNW_CAUSE_NONE);
    r.faults.limp = true;
    for (int k = 0; k < 2000 && r.guard.machine.state == SNW_ARM_STOPPING; k++) {
        for (int i = 0; i < 2; i++)
            r.q[i] += v[i] * r.dt;
        rig_step(&r);
    }
    CHECK(r.guard.machine.state == SNW_ARM_LATCHED);
    CHECK(r.guard.signals.cause == SNW_CAUSE_BRAKING);
    CHECK_TEXT(r.guard.first.rule, "braking");
    rig_close(&r);
}

static void a_held_arm_that_drifts_is_switched_off(void) {
    for (int powered = 0; powered < 2; powered++) {
        rig_open(&r, 2);
        rig_start(&r);
        rig_enable(&r, SNW_AXIS_POSITION);
        demand(powered ? SNW_STOP_2 : SNW_STOP_1);
        rig_run(&r, 200);
        CHECK(r.arm.command.enable == (powered == 1));
        r.faults.limp = true;
        int ticks = 0;
        while (r.guard.signals.causes[SNW_CAUSE_DRIFT] == 0 && ticks < 1000) {
            r.q[1] += 0.45e-3;
            rig_step(&r);
            ticks++;
        }
        // more than 5 mrad at 0.45 mrad per tick
        CHECK(ticks == 12);
        CHECK(r.guard.machine.active == (powered ? SNW_STOP_1 : SNW_STOP_0));
        CHECK(rig_told(&r, SNW_CAUSE_DRIFT));
        rig_close(&r);
    }
}

int main(void) {
    RUN(all_axes_stop_together_along_their_direction);
    RUN(the_jerk_of_a_stop_is_within_its_limit);
    RUN(before_an_end_too_the_jerk_of_a_stop_is_within_its_limit);
    RUN(from_full_speed_no_stop_passes_a_limit);
    RUN(a_stop_of_class_1_switches_off_at_rest_and_class_0_at_once);
    RUN(a_stop_that_leaves_its_envelope_goes_up_class_by_class);
    RUN(an_orderly_end_that_leaves_its_envelope_has_a_cause);
    RUN(a_held_arm_that_drifts_is_switched_off);
    return check_report();
}
