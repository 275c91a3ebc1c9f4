// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

static void random_limits(snw_arm_limits *limits) {
    for (int i = 0; i < limits->count; i++) {
        limits->lower[i] = check_int(0, 3) == 0 ? -HUGE_VAL : check_real(-3, -0.1);
        limits->upper[i] = check_int(0, 3) == 0 ? HUGE_VAL : check_real(0.1, 3);
        limits->velocity[i] = exp(check_real(-3, 2));
        limits->acceleration[i] = exp(check_real(-1, 4));
        limits->deceleration[i] = exp(check_real(-1, 4));
        limits->jerk[i] = check_int(0, 1) ? HUGE_VAL : exp(check_real(2, 9));
        limits->effort[i] = exp(check_real(0, 5));
        limits->effort_rate[i] = check_int(0, 1) ? HUGE_VAL : exp(check_real(3, 9));
    }
}

static double hostile_number(double near, double size) {
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL, 1e38, -1e308, 5e-324};
    switch (check_int(0, 40)) {
    case 0:
        return bad[check_int(0, 5)];
    case 1:
        return check_real(-10, 10);
    case 2:
        return -near;
    default:
        return near + size * check_real(-1, 1);
    }
}

// a source that means harm: a base motion of its own, disturbed in every way
typedef struct villain {
    int habit; // of this while
    double sign;
} villain;

static void plot(villain *v, int k) {
    snw_arm_command *wanted = &r.arm.wanted;
    const double *at = snw_guard_position(&r.guard);
    if (k % 97 == 0) v->habit = check_int(0, 6);
    if (k % 31 == 0) v->sign = check_int(0, 1) ? 1 : -1;
    for (int i = 0; i < r.arm.count; i++) {
        const snw_arm_limits *l = &r.guard.limits;
        const double speed = l->velocity[i], way = speed * r.dt;
        double q = wanted->q[i];
        if (!(fabs(q - at[i]) < 0.1)) q = at[i];
        const double steps[] = {q + v->sign * way,
                                q + way * check_real(-1, 1),
                                at[i],
                                q + 0.9 * way * sin(0.01 * k),
                                hostile_number(q, way),
                                hostile_number(at[i], 0.02),
                                v->sign > 0 ? q + way : q};
        wanted->q[i] = steps[v->habit];
        wanted->v[i] = v->habit == 4 ? hostile_number(v->sign * speed, speed)
                                     : v->sign * speed * check_real(0, 1.2);
        if (v->habit == 2) wanted->v[i] = 0;
        const double most = isfinite(l->effort[i]) ? l->effort[i] : 100;
        wanted->effort[i] = v->habit == 5 ? hostile_number(0, 2 * most) : most * check_real(-1, 1);
    }
}

// presses whatever leads back to motion
static void press(void) {
    const snw_stop_state state = r.guard.machine.state;
    r.tick.acknowledge = state == SNW_ARM_HELD || state == SNW_ARM_LATCHED;
    if (check_int(0, 1)) r.tick.acknowledge = false;
    r.tick.enable = state == SNW_ARM_DISABLED && check_int(0, 1);
    if (check_int(0, 400) == 0) r.tick.disable = true;
    if (check_int(0, 300) == 0) {
        r.tick.demand = (snw_stop_class)check_int(SNW_STOP_2, SNW_STOP_0);
        r.tick.demand_cause = SNW_CAUSE_ASKED;
    }
}

static void hostile_wishes_never_pass_a_limit_in_any_mode(void) {
    long moved = 0, followed = 0;
    CHECK_CASES(check_scaled(150)) {
        rig_open(&r, check_int(1, 7));
        random_limits(&r.arm.limits);
        r.config.margin = check_int(0, 1) ? 0 : check_real(0, 0.1);
        r.config.tube = exp(check_real(-6, 1));
        r.config.effort_time = check_int(0, 1) ? HUGE_VAL : 0.1;
        r.dt = exp(check_real(-8, -5.5));
        const double dt = r.dt;
        rig_start(&r);
        villain v = {0, 1};
        for (int k = 0; k < 1000; k++) {
            if (k % 150 == 0) rig_want(&r, (snw_axis_mode)check_int(0, 3));
            if (k % 150 == 75) r.arm.wanted.mode[0] = (snw_axis_mode)check_int(0, 3);
            // ticks that are late
            r.dt = check_int(0, 50) == 0 ? dt * check_int(2, 4) : dt;
            press();
            plot(&v, k);
            rig_step(&r);
            rig_judge(&r);
            followed += r.guard.machine.state == SNW_ARM_ENABLED;
            moved += r.arm.command.v[0] != 0;
        }
        rig_close(&r);
    }
    // it was no empty show
    CHECK(followed > check_scaled(40000) && moved > check_scaled(20000));
}

// spec: damore:LIM-01
static void a_wish_beyond_its_limit_ends_at_the_limit_and_is_told(void) {
    for (int axis = 0; axis < 3; axis++) {
        for (int side = -1; side <= 1; side += 2) {
            for (int jerk = 0; jerk < 2; jerk++) {
                rig_open(&r, 3);
                for (int i = 0; i < 3; i++)
                    r.arm.limits.jerk[i] = jerk ? 100 : HUGE_VAL;
                rig_start(&r);
                r.q[axis] = side * 1.5;
                rig_enable(&r, SNW_AXIS_POSITION);
                const double limit =
                    side > 0 ? r.guard.limits.upper[axis] : r.guard.limits.lower[axis];
                CHECK_NEAR(limit, side * 1.98, 1e-15);
                int told = -1, at_limit = -1;
                const double goal = limit + side * 0.03;
                for (int k = 0; k < 4000; k++) {
                    const double left = goal - r.arm.wanted.q[axis], way = 0.5e-3;
                    r.arm.wanted.q[axis] += left > way ? way : left < -way ? -way : left;
                    rig_step(&r);
                    const bool beyond = side * (r.arm.wanted.q[axis] - limit) > 0;
                    if (at_limit < 0 && beyond) at_limit = k;
                    if (told < 0 && rig_told(&r, SNW_CAUSE_TARGET_LIMIT)) told = k;
                    CHECK(side * (r.arm.command.q[axis] - limit) <= 0);
                }
                // exactly there, not stopped, and told within 50 ms
                CHECK(r.arm.command.q[axis] == limit);
                CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
                CHECK(told >= 0 && told <= at_limit + 50);
                CHECK(r.guard.signals.clamps > 0);
                rig_judge(&r);
                rig_close(&r);
            }
        }
    }
}

static void a_wish_far_beyond_its_limit_stops_the_arm_before_it(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    rig_move(&r, 1, 2.5, 0.9, 4);
    CHECK(r.guard.signals.cause == SNW_CAUSE_TARGET_LIMIT && r.guard.signals.axis == 1);
    CHECK_TEXT(r.guard.first.subject, "joint2");
    rig_run(&r, 500);
    CHECK(r.guard.machine.state == SNW_ARM_HELD && r.arm.command.q[1] <= 1.98);
    rig_judge(&r);
    rig_close(&r);
}

// spec: damore:LIM-03
static void a_rate_outwards_is_blocked_at_the_limit(void) {
    CHECK_CASES(check_scaled(200)) {
        rig_open(&r, 1);
        r.arm.limits.velocity[0] = exp(check_real(-2, 2));
        r.arm.limits.acceleration[0] = r.arm.limits.deceleration[0] = exp(check_real(0, 4));
        if (check_int(0, 1)) r.arm.limits.jerk[0] = exp(check_real(3, 8));
        rig_start(&r);
        const double side = check_int(0, 1) ? 1 : -1;
        r.q[0] = side * check_real(0, 1.9);
        rig_enable(&r, SNW_AXIS_VELOCITY);
        const double rate = side * r.arm.limits.velocity[0] * check_real(0.1, 2);
        double most = 0;
        bool told = false;
        for (int k = 0; k < 3000; k++) {
            r.arm.wanted.v[0] = rate;
            rig_step(&r);
            most = fmax(most, side * r.q[0]);
            told = told || rig_told(&r, SNW_CAUSE_TARGET_LIMIT);
        }
        // the limit, not a rate times two periods beyond it
        CHECK(most < 1.98 + fabs(rate) * 2 * r.dt && most <= 1.98 + 1e-9);
        const bool there = most > 1.98 - 1e-6;
        if (there) CHECK(told);
        // inwards is free
        for (int k = 0; k < 400; k++) {
            r.arm.wanted.v[0] = -0.1 * side * r.arm.limits.velocity[0];
            rig_step(&r);
        }
        if (there) CHECK(side * r.q[0] < most - 0.001);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void rates_that_are_too_high_keep_their_direction(void) {
    rig_open(&r, 3);
    r.arm.limits.velocity[1] = 0.3;
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_VELOCITY);
    for (int k = 0; k < 1000; k++) {
        const double v[] = {0.4, 0.6, -0.2};
        for (int i = 0; i < 3; i++)
            r.arm.wanted.v[i] = v[i] * (k < 500 ? k / 500.0 : 1);
        rig_step(&r);
    }
    CHECK_NEAR(r.arm.command.v[0], 0.2, 1e-12);
    CHECK_NEAR(r.arm.command.v[1], 0.3, 1e-12);
    CHECK_NEAR(r.arm.command.v[2], -0.1, 1e-12);
    CHECK(r.guard.signals.causes[SNW_CAUSE_TARGET_VELOCITY] == 1);
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
    rig_judge(&r);
    rig_close(&r);
}

// changes between joint moves and motions of the tool: tests/unit/parts/test_modes.c
static void a_change_of_source_or_mode_brings_no_jump(void) {
    rig_open(&r, 6);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    int refused = 0;
    for (int n = 0; n < 500; n++) {
        double before[6];
        memcpy(before, r.arm.command.q, sizeof before);
        // another source, that begins at the command or not; sometimes in another mode
        const bool off = check_int(0, 1), rates = check_int(0, 3) == 0;
        const uint64_t refusals = r.guard.signals.refusals;
        rig_want(&r, SNW_AXIS_OFF);
        rig_step(&r);
        rig_want(&r, rates ? SNW_AXIS_VELOCITY : SNW_AXIS_POSITION);
        const double gap = (check_int(0, 1) ? 1 : -1) * check_real(0.003, 1);
        const int axis = check_int(0, 5);
        if (off && rates) r.arm.wanted.v[axis] = gap;
        if (off && !rates) r.arm.wanted.q[axis] += gap;
        if (off && rates && fabs(gap) < 0.031) continue;
        for (int k = 0; k < 3; k++) {
            rig_step(&r);
            for (int i = 0; i < 6; i++)
                CHECK_NEAR(r.arm.command.q[i], before[i], 1e-6);
        }
        if (!off) {
            CHECK(r.guard.signals.refusals == refusals);
            // it is followed
            rig_want(&r, SNW_AXIS_POSITION);
            rig_move(&r, axis, before[axis] + check_real(-0.02, 0.02), 0.5, 3);
            continue;
        }
        refused++;
        CHECK(r.guard.signals.refusals == refusals + 3);
    }
    CHECK(refused > 150);
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
    rig_judge(&r);
    rig_close(&r);
}

static void a_source_that_begins_elsewhere_is_told_the_largest_difference(void) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    rig_want(&r, SNW_AXIS_OFF);
    rig_step(&r);
    rig_want(&r, SNW_AXIS_POSITION);
    r.arm.wanted.q[1] += 0.1;
    r.arm.wanted.q[2] -= 0.25;
    rig_step(&r);
    CHECK(r.guard.event_count == 1);
    const snw_why *why = &r.guard.events[0].why;
    CHECK_TEXT(why->subject, "joint3");
    CHECK_TEXT(why->rule, "command-step");
    CHECK(why->severity == SNW_WARNING);
    CHECK_NEAR(why->numbers[0].value, -0.25, 1e-15);
    CHECK_NEAR(why->numbers[1].value, 0, 1e-15);
    // once, not in every tick
    rig_step(&r);
    CHECK(r.guard.event_count == 0 && r.guard.signals.refusals == 2);
    rig_close(&r);
}

static void one_step_is_refused_and_five_in_a_row_stop_the_arm(void) {
    CHECK_CASES(check_scaled(300)) {
        rig_open(&r, 3);
        rig_start(&r);
        rig_enable(&r, SNW_AXIS_POSITION);
        rig_move(&r, 0, 0.2, 0.5, 3);
        // steps of 1.001 to a million times the limit, for 1 to 6 ticks
        const double step = (check_int(0, 1) ? 1e-3 : -1e-3) * exp(check_real(0.001, log(1e6)));
        const int ticks = check_int(1, 6), axis = check_int(0, 2);
        const double back = r.arm.wanted.q[axis];
        int refused = 0;
        for (int k = 0; k < ticks; k++) {
            const double before = r.arm.command.q[axis];
            r.arm.wanted.q[axis] = back + step;
            const uint64_t refusals = r.guard.signals.refusals;
            rig_step(&r);
            refused += r.guard.signals.refusals > refusals;
            if (k == 0) CHECK(refused == 1 && r.arm.command.q[axis] == before);
            CHECK((r.guard.signals.cause == SNW_CAUSE_COMMAND_STEP) == (refused >= 5));
        }
        // a small step is within reach after some ticks; else the arm stops at the fifth
        const int needed = (int)(fabs(step) / 1e-3 - 1e-6);
        CHECK(refused == (ticks < needed ? (ticks < 5 ? ticks : 5) : needed < 5 ? needed : 5));
        rig_run(&r, 50);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void wishes_that_are_not_finite_are_refused_and_ten_in_a_second_stop(void) {
    static const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int field = 0; field < 3; field++) {
        for (int kind = 0; kind < 3; kind++) {
            for (int mode = SNW_AXIS_POSITION; mode <= SNW_AXIS_EFFORT; mode++) {
                rig_open(&r, 2);
                rig_start(&r);
                rig_enable(&r, (snw_axis_mode)mode);
                double *const fields[] = {r.arm.wanted.q, r.arm.wanted.v, r.arm.wanted.effort};
                const double good = fields[field][1];
                for (int n = 1; n <= 10; n++) {
                    fields[field][1] = bad[kind];
                    rig_step(&r);
                    CHECK(r.guard.signals.refusals == (uint64_t)n);
                    CHECK((r.guard.signals.cause == SNW_CAUSE_NOT_FINITE) == (n == 10));
                    CHECK(rig_told(&r, SNW_CAUSE_NOT_FINITE));
                    fields[field][1] = good;
                    if (n < 10) rig_run(&r, n == 1 ? 10 : 90);
                }
                CHECK(r.guard.signals.axis == 1);
                rig_judge(&r);
                rig_close(&r);
            }
        }
    }
}

static void nine_bad_wishes_in_a_second_are_forgiven(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    const double good = r.arm.wanted.q[0];
    for (int n = 0; n < 40; n++) {
        r.arm.wanted.q[0] = (double)NAN;
        rig_step(&r);
        r.arm.wanted.q[0] = good;
        rig_run(&r, 112);
    }
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED && r.guard.signals.refusals == 40);
    rig_judge(&r);
    rig_close(&r);
}

static void a_stream_above_its_rate_stops_with_that_name(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    for (int k = 0; k < 10; k++) {
        r.arm.wanted.q[0] += 1.2e-3;
        rig_step(&r);
    }
    CHECK(r.guard.signals.cause == SNW_CAUSE_TARGET_VELOCITY && r.guard.signals.axis == 0);
    rig_judge(&r);
    rig_close(&r);
}

static void a_stream_that_speeds_up_past_its_rate_stops_too(void) {
    rig_open(&r, 2);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    for (int k = 0; k < 500 && !rig_stopped(&r); k++) {
        r.arm.wanted.q[0] += 4e-6 * k;
        rig_step(&r);
    }
    CHECK(r.guard.signals.cause == SNW_CAUSE_TARGET_VELOCITY && r.guard.signals.axis == 0);
    rig_judge(&r);
    rig_close(&r);
}

// a stream whose rate steps: within the tube it is followed again, beyond it the arm stops
static void an_acceleration_that_is_too_high_is_smoothed_within_the_tube(void) {
    for (int wide = 0; wide < 2; wide++) {
        rig_open(&r, 2);
        r.config.tube = wide ? 0.2 : 0.02;
        rig_start(&r);
        rig_enable(&r, SNW_AXIS_POSITION);
        // 0.8 rad/s at once, at 5 rad/s^2: the lag comes to 0.064 rad
        double most = 0;
        for (int k = 0; k < 1000 && !rig_stopped(&r); k++) {
            r.arm.wanted.q[0] += 0.8e-3;
            rig_step(&r);
            most = fmax(most, r.arm.wanted.q[0] - r.arm.command.q[0]);
        }
        if (wide) {
            CHECK(r.guard.machine.state == SNW_ARM_ENABLED);
            CHECK(most > 0.06 && most < 0.07);
            // joined again, exactly
            CHECK(r.arm.command.q[0] == r.arm.wanted.q[0]);
        } else {
            CHECK(r.guard.signals.cause == SNW_CAUSE_TARGET_ACCELERATION);
        }
        rig_judge(&r);
        rig_close(&r);
    }
}

// spec: loffler:L-161
static void an_effort_at_its_limit_is_held_there_and_then_switches_off(void) {
    const double times[] = {0.1, 0.3};
    for (int n = 0; n < 2; n++) {
        rig_open(&r, 2);
        r.config.effort_time = times[n];
        r.config.effort_rate = 2e4;
        rig_start(&r);
        rig_enable(&r, SNW_AXIS_EFFORT);
        int ticks = 0;
        while (r.guard.signals.cause == SNW_CAUSE_NONE && ticks < 1000) {
            r.arm.wanted.effort[1] = 130;
            rig_step(&r);
            ticks++;
            // 20 N.m per tick from 0
            if (!rig_stopped(&r)) CHECK_NEAR(r.arm.command.effort[1], fmin(20 * ticks, 100), 1e-9);
        }
        CHECK(r.guard.signals.cause == SNW_CAUSE_EFFORT && r.guard.signals.axis == 1);
        CHECK(r.guard.machine.active == SNW_STOP_1);
        CHECK(abs(ticks - (int)(times[n] * 1000)) <= 1);
        rig_run(&r, 500);
        CHECK(!r.arm.command.enable);
        rig_judge(&r);
        rig_close(&r);
    }
}

static void without_authority_the_arm_comes_to_rest_and_is_not_latched(void) {
    rig_open(&r, 3);
    rig_start(&r);
    rig_enable(&r, SNW_AXIS_POSITION);
    for (int k = 0; k < 100; k++) {
        r.arm.wanted.q[2] += k * 5e-6;
        rig_step(&r);
    }
    r.tick.motion_allowed = false;
    for (int k = 0; k < 300; k++) {
        r.arm.wanted.q[2] += 5e-4;
        rig_step(&r);
    }
    CHECK(r.guard.machine.state == SNW_ARM_ENABLED && r.arm.command.enable);
    const double held = r.arm.command.q[2];
    r.tick.motion_allowed = true;
    rig_run(&r, 10);
    // the source must begin anew where the arm is
    CHECK(r.arm.command.q[2] == held && r.guard.signals.refusals == 10);
    rig_want(&r, SNW_AXIS_POSITION);
    rig_move(&r, 2, held + 0.1, 0.5, 3);
    CHECK(r.arm.command.q[2] == held + 0.1);
    rig_judge(&r);
    rig_close(&r);
}

int main(void) {
    RUN(hostile_wishes_never_pass_a_limit_in_any_mode);
    RUN(a_wish_beyond_its_limit_ends_at_the_limit_and_is_told);
    RUN(a_wish_far_beyond_its_limit_stops_the_arm_before_it);
    RUN(a_rate_outwards_is_blocked_at_the_limit);
    RUN(rates_that_are_too_high_keep_their_direction);
    RUN(a_change_of_source_or_mode_brings_no_jump);
    RUN(a_source_that_begins_elsewhere_is_told_the_largest_difference);
    RUN(one_step_is_refused_and_five_in_a_row_stop_the_arm);
    RUN(wishes_that_are_not_finite_are_refused_and_ten_in_a_second_stop);
    RUN(nine_bad_wishes_in_a_second_are_forgiven);
    RUN(a_stream_above_its_rate_stops_with_that_name);
    RUN(a_stream_that_speeds_up_past_its_rate_stops_too);
    RUN(an_acceleration_that_is_too_high_is_smoothed_within_the_tube);
    RUN(an_effort_at_its_limit_is_held_there_and_then_switches_off);
    RUN(without_authority_the_arm_comes_to_rest_and_is_not_latched);
    return check_report();
}
