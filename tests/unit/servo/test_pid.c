// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;
static snw_pid pid;
static snw_pid_config c;

static void begin(void) {
    snw_arena arena = no_memory();
    CHECK(snw_pid_law.init(&pid, &c, &r.arm, &arena) == SNW_OK);
    r.arm.target.mode = SNW_AXIS_POSITION;
    rig_see(&r);
    snw_pid_law.reset(&pid, &r.arm);
}

static void one_axis(double kp, double ki, double kd) {
    c = (snw_pid_config){.kp_count = 1, .ki_count = 1, .kd_count = 1};
    c.kp[0] = kp;
    c.ki[0] = ki;
    c.kd[0] = kd;
}

// spec: loffler:L-061
static void the_integral_of_a_ramp_is_one_half(void) {
    rig_slider(&r, 1);
    one_axis(0, 1, 0);
    begin();
    for (int k = 1; k <= 1000; k++) {
        r.arm.target.q[0] = k * 1e-3;
        r.effort[0] = 0;
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    }
    CHECK_NEAR(pid.signals.integral[0], 0.5, 1e-9);
    CHECK_NEAR(r.effort[0], 0.5, 1e-9);
    // a constant error counts in full from the beginning
    r.arm.target.q[0] = 1;
    snw_pid_law.reset(&pid, &r.arm);
    CHECK(pid.signals.integral[0] == 0);
    for (int k = 1; k <= 1000; k++)
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK_NEAR(pid.signals.integral[0], 1, 1e-9);
    rig_tear_down(&r);
}

// the trapezoidal rule is exact for a parabola but for h^2 / 12 (f'(1) - f'(0))
static void steps_of_any_length_add_up_by_the_trapezoidal_rule(void) {
    rig_slider(&r, 1);
    one_axis(0, 3, 0);
    CHECK_CASES(check_scaled(500)) {
        r.arm.target.q[0] = 0;
        begin();
        double t = 0, before = 0;
        long double sum = 0;
        for (int k = 0; k < 100; k++) {
            const double dt = check_real(1e-4, 1e-2);
            t += dt;
            const double e = sin(7 * t) + t * t;
            sum += 0.5L * (long double)dt * ((long double)e + (long double)before);
            before = r.arm.target.q[0] = e;
            CHECK(snw_pid_law.update(&pid, &c, &r.arm, dt, r.effort) == SNW_OK);
        }
        CHECK_NEAR(pid.signals.integral[0], (double)(3 * sum), 1e-13);
    }
    rig_tear_down(&r);
}

// a turning joint of inertia 0.17 kg.m^2 without gravity, under a torque that nobody told the law
static double error_left_by(double ki) {
    static const double push[] = {4};
    rig_chain(&r, 1, SNW_JOINT_CONTINUOUS, 1);
    CHECK(snw_dyn_set_gravity(&r.s.dyn, snw_vec3_zero()) == SNW_OK);
    one_axis(60, ki, 6);
    begin();
    for (long k = 0; k < 20000; k++) {
        rig_see(&r);
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        rig_step(&r, 1e-3, push);
    }
    const double error = fabs(r.s.q[0]);
    rig_tear_down(&r);
    return error;
}

// spec: loffler:L-061
static void a_constant_disturbance_leaves_no_error(void) {
    const double degree = SNW_PI / 180;
    CHECK_NEAR(error_left_by(0), 4. / 60, 1e-6);
    CHECK(error_left_by(120) < 0.01 * degree);
}

// spec: loffler:L-061
static void a_reset_forgets_the_integral(void) {
    rig_slider(&r, 1);
    one_axis(0, 10, 0);
    begin();
    r.arm.target.q[0] = 1;
    for (int k = 0; k < 100; k++)
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, r.effort) == SNW_OK);
    CHECK(pid.signals.integral[0] > 9);
    r.arm.target.q[0] = 0;
    snw_pid_law.reset(&pid, &r.arm);
    r.effort[0] = 0;
    CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, r.effort) == SNW_OK);
    CHECK(r.effort[0] == 0);
    rig_tear_down(&r);
}

// How far a mass of 1 kg runs beyond its target at 1 m when its drive gives at most 2 N, whatever
// the law says. `known`: the law knows that limit.
static double overshoot(bool known, double tracking, double bound) {
    rig_slider(&r, 1);
    one_axis(30, 30, 15);
    c.tracking_count = 1;
    c.tracking[0] = tracking;
    c.integral_limit_count = bound > 0;
    c.integral_limit[0] = bound;
    if (known) r.arm.limits.effort[0] = 2;
    begin();
    r.arm.target.q[0] = 1;
    snw_pid_law.reset(&pid, &r.arm);
    double most = 0;
    for (long k = 0; k < 12000; k++) {
        rig_see(&r);
        const snw_status status = snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort);
        CHECK(status == SNW_OK || status == SNW_SATURATED);
        r.effort[0] = fmax(-2, fmin(2, r.effort[0]));
        rig_step(&r, 1e-3, NULL);
        most = fmax(most, r.s.q[0] - 1);
    }
    if (known || bound > 0) {
        CHECK(pid.signals.held > 0);
        CHECK_NEAR(r.s.q[0], 1, 0.02);
    }
    rig_tear_down(&r);
    return most;
}

// spec: loffler:L-061
static void anti_windup_limits_the_overshoot(void) {
    const double wound_up = overshoot(false, 0, 0), held = overshoot(true, 0, 0),
                 taken_back = overshoot(true, 0.2, 0), bounded = overshoot(false, 0, 0.5);
    print_message("overshoot %.3f m, held %.3f, taken back %.3f, bounded %.3f\n", wound_up, held,
                  taken_back, bounded);
    CHECK(held < wound_up / 2);
    CHECK(taken_back < wound_up / 2);
    CHECK(bounded < wound_up / 2);
}

static void back_calculation_over_one_tick_ends_at_the_limit(void) {
    rig_slider(&r, 1);
    one_axis(10, 100, 0);
    c.tracking_count = 1;
    c.tracking[0] = 1e-6;
    r.arm.limits.effort[0] = 3;
    CHECK_CASES(1000) {
        begin();
        r.arm.target.q[0] = check_real(-5, 5);
        const double others = check_real(-2, 2);
        r.effort[0] = others;
        SNW_IGNORE(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort));
        CHECK(fabs(r.effort[0]) <= 3 + 1e-12);
        CHECK_NEAR(r.effort[0], others + pid.signals.effort[0], 1e-15);
    }
    rig_tear_down(&r);
}

static void another_gain_does_not_move_the_integral(void) {
    rig_slider(&r, 1);
    one_axis(0, 5, 0);
    begin();
    r.arm.target.q[0] = 1;
    for (int k = 0; k < 100; k++)
        CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, r.effort) == SNW_OK);
    const double before = pid.signals.effort[0];
    c.ki[0] = 50;
    CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK_NEAR(pid.signals.effort[0], before, 50 * 1e-3 + 1e-12);
    rig_tear_down(&r);
}

static void a_refused_tick_leaves_the_integral_alone(void) {
    rig_slider(&r, 1);
    one_axis(1, 5, 1);
    begin();
    r.arm.target.q[0] = 1;
    CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, r.effort) == SNW_OK);
    const snw_pid before = pid;
    double effort[1] = {3};
    r.arm.target.q[0] = (double)NAN;
    CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, effort) == SNW_ERR_NOT_FINITE);
    CHECK(effort[0] == 3 && memcmp(&before, &pid, sizeof pid) == 0);
    snw_pid_law.reset(&pid, &r.arm);
    r.arm.target.q[0] = 1;
    CHECK(snw_pid_law.update(&pid, &c, &r.arm, 1e-2, effort) == SNW_OK);
    c.integral_limit_count = 2;
    snw_arena arena = no_memory();
    CHECK(snw_pid_law.init(&pid, &c, &r.arm, &arena) == SNW_ERR_SIZE);
    rig_tear_down(&r);
}

int main(void) {
    RUN(the_integral_of_a_ramp_is_one_half);
    RUN(steps_of_any_length_add_up_by_the_trapezoidal_rule);
    RUN(a_constant_disturbance_leaves_no_error);
    RUN(a_reset_forgets_the_integral);
    RUN(anti_windup_limits_the_overshoot);
    RUN(back_calculation_over_one_tick_ends_at_the_limit);
    RUN(another_gain_does_not_move_the_integral);
    RUN(a_refused_tick_leaves_the_integral_alone);
    return check_report();
}
