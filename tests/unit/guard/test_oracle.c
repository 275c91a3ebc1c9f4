// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// The judge itself: commands made by hand, each with one fault.

static oracle judge_;
static snw_arm_limits limits;
static snw_arm_command command;
static const double dt = 1e-3;

static void open_judge(void) {
    limits.count = command.count = 2;
    for (int i = 0; i < 2; i++) {
        limits.lower[i] = -1, limits.upper[i] = 1;
        limits.velocity[i] = 1, limits.acceleration[i] = 5, limits.deceleration[i] = 10;
        limits.jerk[i] = HUGE_VAL, limits.effort[i] = 20, limits.effort_rate[i] = 1000;
        command.mode[i] = SNW_AXIS_POSITION;
        command.q[i] = command.v[i] = command.effort[i] = 0;
    }
    command.enable = true;
    oracle_open(&judge_, &limits);
}

static bool see(bool stopping) {
    return oracle_see(&judge_, &command, dt, stopping);
}

// positions of axis 0 with these rates
static bool see_rate(double v, bool stopping) {
    command.q[0] += v * dt;
    command.v[0] = v;
    return see(stopping);
}

static void run_up(double v, double acceleration) {
    for (double u = 0; u < v; u += acceleration * dt)
        (void)see_rate(u, false);
    (void)see_rate(v, false);
}

static void a_motion_at_its_limits_is_accepted(void) {
    open_judge();
    run_up(0.9, 5);
    CHECK(oracle_content(&judge_));
    // a stop with the full deceleration
    for (double u = 0.9; u > 0; u -= 10 * dt)
        CHECK(see_rate(u, true));
    for (int k = 0; k < 100; k++)
        CHECK(see_rate(0, true));
}

static void nothing_seen_is_not_content(void) {
    open_judge();
    CHECK(!oracle_content(&judge_));
}

static void every_number_must_be_finite_even_without_power(void) {
    for (int field = 0; field < 3; field++) {
        for (int power = 0; power < 2; power++) {
            open_judge();
            command.enable = power == 1;
            double *const fields[] = {command.q, command.v, command.effort};
            fields[field][1] = (double)NAN;
            CHECK(!see(false) && judge_.axis == 1 && judge_.tick == 0);
        }
    }
}

static void a_position_beyond_its_limit_is_found(void) {
    open_judge();
    command.q[0] = 0.9995;
    CHECK(see(false));
    CHECK(see_rate(0.005, false) && see_rate(0.01, false));
    for (int k = 0; k < 200; k++)
        (void)see_rate(0.01, false);
    CHECK(!judge_.content && judge_.axis == 0);
}

static void an_arm_that_begins_outside_may_only_return(void) {
    open_judge();
    command.q[0] = 1.1;
    CHECK(see(false) && see_rate(-0.004, false) && see_rate(0, false));
    CHECK(!see_rate(0.0045, false));
}

static void too_fast_and_too_quick_are_found(void) {
    open_judge();
    run_up(1, 5);
    CHECK(judge_.content && !see_rate(1.0001, false));
    open_judge();
    run_up(0.5, 5);
    CHECK(!see_rate(0.5051, false));
    open_judge();
    run_up(0.5, 5);
    CHECK(see_rate(0.4901, false) && !see_rate(0.48, false));
}

static void efforts_and_their_rates_are_judged(void) {
    open_judge();
    command.mode[0] = SNW_AXIS_EFFORT;
    for (int k = 0; k <= 20; k++) {
        command.effort[0] = k;
        CHECK(see(false));
    }
    command.effort[0] = 20.001;
    CHECK(!see(false));
    open_judge();
    CHECK(see(false));
    command.effort[1] = 1.001;
    CHECK(!see(false) && judge_.axis == 1);
}

static void without_power_nothing_may_be_wanted(void) {
    open_judge();
    command.enable = false;
    CHECK(!see(false));
    open_judge();
    command.enable = false;
    command.mode[0] = command.mode[1] = SNW_AXIS_OFF;
    CHECK(see(false));
    command.v[1] = 1e-9;
    CHECK(!see(false));
    // and with power something is
    open_judge();
    command.mode[1] = SNW_AXIS_OFF;
    CHECK(!see(false));
}

static void a_stop_that_speeds_up_or_lasts_is_found(void) {
    open_judge();
    run_up(0.5, 5);
    CHECK(see_rate(0.495, true) && !see_rate(0.4955, true));
    // 0.5 at 10: 50 ms, and a tenth, and two ticks; this one takes twice as long
    open_judge();
    run_up(0.5, 5);
    int k = 0;
    for (double u = 0.495; u > 0 && see_rate(u, true); u -= 5 * dt)
        k++;
    CHECK(!judge_.content && k >= 55 && k <= 58);
    // one that moves again after it
    open_judge();
    run_up(0.1, 5);
    for (double u = 0.1; u > 0; u -= 10 * dt)
        (void)see_rate(u, true);
    CHECK(see_rate(0, true) && !see_rate(0.001, true));
}

static void a_stopped_arm_that_drifts_is_found(void) {
    open_judge();
    const double rest[] = {0.1, 0.1}, away[] = {0.1, 0.1011};
    for (int k = 0; k < 700; k++) {
        CHECK(see(true));
        CHECK(oracle_see_arm(&judge_, rest));
    }
    CHECK(see(true) && !oracle_see_arm(&judge_, away) && judge_.axis == 1);
}

int main(void) {
    RUN(a_motion_at_its_limits_is_accepted);
    RUN(nothing_seen_is_not_content);
    RUN(every_number_must_be_finite_even_without_power);
    RUN(a_position_beyond_its_limit_is_found);
    RUN(an_arm_that_begins_outside_may_only_return);
    RUN(too_fast_and_too_quick_are_found);
    RUN(efforts_and_their_rates_are_judged);
    RUN(without_power_nothing_may_be_wanted);
    RUN(a_stop_that_speeds_up_or_lasts_is_found);
    RUN(a_stopped_arm_that_drifts_is_found);
    return check_report();
}
