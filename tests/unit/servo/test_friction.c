// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"

static rig r;
static snw_friction_term f;
static snw_friction_term_config c;

static void begin(int axes) {
    rig_chain(&r, axes, SNW_JOINT_CONTINUOUS, 1);
    snw_block_defaults(&snw_friction_term_config_type, &c);
    snw_arena arena = no_memory();
    CHECK(snw_friction_term_law.init(&f, &c, &r.arm, &arena) == SNW_OK);
    rig_aim_here(&r);
}

static double term_at(double v, double v_wanted, double error) {
    r.arm.estimate.v[0] = v;
    r.arm.target.v[0] = v_wanted;
    r.arm.estimate.q[0] = 0;
    r.arm.target.q[0] = error;
    r.effort[0] = 0;
    CHECK(snw_friction_term_law.update(&f, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    CHECK(r.effort[0] == f.signals.effort[0]);
    return r.effort[0];
}

static void set_one(double coulomb, double breakaway, double viscous) {
    c.coulomb_count = c.breakaway_count = c.viscous_count = 1;
    c.coulomb[0] = coulomb;
    c.breakaway[0] = breakaway;
    c.viscous[0] = viscous;
    c.dead_zone = 0.02;
    c.error_zone = 0.01;
}

static void moving_axes_get_dry_and_viscous_friction(void) {
    begin(1);
    set_one(3, 5, 0.7);
    CHECK_CASES(1000) {
        const double v = copysign(check_real(0.02, 4), check_real(-1, 1));
        CHECK_NEAR(term_at(v, check_real(-1, 1), check_real(-1, 1)), copysign(3, v) + 0.7 * v,
                   1e-14);
    }
    rig_tear_down(&r);
}

static void resting_axes_are_broken_loose_where_they_should_go(void) {
    begin(1);
    set_one(3, 5, 0.7);
    CHECK_NEAR(term_at(0, 0.5, -1), 5, 1e-15);
    CHECK_NEAR(term_at(0, -0.5, 1), -5, 1e-15);
    CHECK_NEAR(term_at(0, 0, 0.2), 5, 1e-15);
    CHECK_NEAR(term_at(0, 0, -0.005), -2.5, 1e-12);
    CHECK_NEAR(term_at(0, 0.01, 0.2), 5, 1e-12);
    CHECK(term_at(0, 0, 0) == 0);
    // nothing is pushed by errors when there is no zone for them
    c.error_zone = 0;
    CHECK(term_at(0, 0, 0.2) == 0);
    // without a value of its own, static friction is that of motion
    c.breakaway_count = 0;
    CHECK_NEAR(term_at(0, 0.5, 0), 3, 1e-15);
    rig_tear_down(&r);
}

// largest slope by each of its arguments, times the way
static void the_term_has_no_jump(void) {
    begin(1);
    set_one(3, 5, 0.7);
    CHECK_CASES(check_scaled(20000)) {
        const double v = check_real(-0.05, 0.05), w = check_real(-0.05, 0.05),
                     e = check_real(-0.03, 0.03), h = 1e-7;
        const double here = term_at(v, w, e);
        CHECK_NEAR(term_at(v + h, w, e), here, h * (1.5 * 8 / 0.02 + 0.7) + 1e-14);
        CHECK_NEAR(term_at(v, w + h, e), here, h * (2 * 5 / 0.02) + 1e-14);
        CHECK_NEAR(term_at(v, w, e + h), here, h * (5 / 0.01) + 1e-14);
        // odd: the other way round it pushes the other way
        CHECK_NEAR(term_at(-v, -w, -e), -here, 1e-14);
    }
    rig_tear_down(&r);
}

// A joint of inertia I with static and Coulomb friction of its own, exact in its stops: at rest it
// stays until the effort beats the static friction.
static double rms_error(bool compensated, bool at_rest) {
    const double I = 0.2, coulomb = 4, breakaway = 6, dt = 1e-3, pi = SNW_PI;
    begin(1);
    set_one(coulomb, at_rest ? breakaway : 0, 0);
    c.dead_zone = 0.005;
    c.error_zone = 0.002;
    snw_pd pd;
    const snw_pd_config gains = {
        .kp_count = 1, .kd_count = 1, .ka_count = 1, .kp = {200}, .kd = {8}, .ka = {0.2}};
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &gains, &r.arm, &arena) == SNW_OK);
    double q = 0, v = 0, sum = 0;
    const long ticks = 20000;
    for (long k = 0; k < ticks; k++) {
        // 0.3 rad at 0.1 Hz
        const double w = 2 * pi * 0.1, t = (double)k * dt;
        r.arm.estimate.q[0] = q;
        r.arm.estimate.v[0] = v;
        r.arm.target.q[0] = 0.3 * sin(w * t);
        r.arm.target.v[0] = 0.3 * w * cos(w * t);
        r.arm.target.a[0] = -0.3 * w * w * sin(w * t);
        r.effort[0] = 0;
        CHECK(snw_pd_law.update(&pd, &gains, &r.arm, dt, r.effort) == SNW_OK);
        if (compensated) {
            CHECK(snw_friction_term_law.update(&f, &c, &r.arm, dt, r.effort) == SNW_OK);
        }
        sum += (r.arm.target.q[0] - q) * (r.arm.target.q[0] - q);
        for (int n = 0; n < 10; n++) {
            const double h = dt / 10, u = r.effort[0];
            if (v == 0 && fabs(u) <= breakaway) break;
            const double direction = v != 0 ? copysign(1, v) : copysign(1, u);
            const double next = v + h * (u - direction * coulomb) / I;
            // a joint that would turn round stops first
            v = next * direction < 0 ? 0 : next;
            q += h * v;
        }
    }
    rig_tear_down(&r);
    return sqrt(sum / (double)ticks);
}

// spec: loffler:L-062
static void compensation_halves_the_error_of_a_slow_sine(void) {
    const double plain = rms_error(false, false), moving = rms_error(true, false),
                 both = rms_error(true, true);
    print_message("rms error %.2g rad, %.2g with friction of motion, %.2g with that of rest too\n",
                  plain, moving, both);
    CHECK(both <= 0.5 * plain);
    CHECK(both <= 0.5 * moving);
}

static void what_is_not_a_number_changes_nothing(void) {
    begin(2);
    set_one(3, 5, 0.7);
    double *const places[] = {&r.arm.estimate.v[1], &r.arm.target.v[0], &r.arm.target.q[1],
                              &c.coulomb[0], &c.viscous[0]};
    r.arm.estimate.v[0] = 1;
    for (int k = 0; k < 5; k++) {
        const double kept = *places[k];
        const snw_friction_term before = f;
        double effort[2] = {7, 8};
        *places[k] = (double)NAN;
        CHECK(snw_friction_term_law.update(&f, &c, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
        CHECK(effort[0] == 7 && effort[1] == 8 && memcmp(&before, &f, sizeof f) == 0);
        *places[k] = kept;
    }
    c.viscous_count = 3;
    snw_arena arena = no_memory();
    CHECK(snw_friction_term_law.init(&f, &c, &r.arm, &arena) == SNW_ERR_SIZE);
    rig_tear_down(&r);
}

// the wrist of the PUMA, and joints that are not coupled
static void motors_and_axes_have_the_same_power(void) {
    rig_library(&r, "puma560-corke");
    CHECK(r.arm.model->motor_group_count > 0);
    snw_motors motors;
    snw_arena arena = {0};
    SNW_IGNORE(snw__motors_init(&motors, &r.arm, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw__motors_init(&motors, &r.arm, &arena) == SNW_OK);
    CHECK_CASES(1000) {
        double q[6], v[6], tau[6], q_motor[6], v_motor[6], tau_motor[6], back[6];
        double power = 0, power_motor = 0;
        for (int i = 0; i < 6; i++) {
            q[i] = check_real(-2, 2);
            v[i] = check_real(-2, 2);
            tau[i] = check_real(-20, 20);
        }
        CHECK(snw__motors_from_axes_q(&motors, &r.arm, q, q_motor) == SNW_OK);
        CHECK(snw__motors_to_axes_q(&motors, &r.arm, q_motor, back) == SNW_OK);
        CHECK(farthest(q, back, 6) <= 1e-12);
        CHECK(snw__motors_from_axes_v(&motors, &r.arm, v, v_motor) == SNW_OK);
        CHECK(snw__motors_to_axes_v(&motors, &r.arm, v_motor, back) == SNW_OK);
        CHECK(farthest(v, back, 6) <= 1e-12);
        CHECK(snw__motors_from_axes_effort(&motors, &r.arm, tau, tau_motor) == SNW_OK);
        for (int i = 0; i < 6; i++) {
            power += tau[i] * v[i];
            power_motor += tau_motor[i] * v_motor[i];
        }
        CHECK_NEAR(power, power_motor, 1e-12 * 100);
        // Corke 1993: m5 = q5 - q4 / G5
        CHECK_NEAR(q_motor[4], q[4] - q[3] / 71.923, 1e-6);
        CHECK(q_motor[1] == q[1]);
        tau[2] = (double)NAN;
        CHECK(snw__motors_from_axes_effort(&motors, &r.arm, tau, back) == SNW_ERR_NOT_FINITE);
    }
    free(block);
    rig_tear_down(&r);
}

int main(void) {
    RUN(moving_axes_get_dry_and_viscous_friction);
    RUN(resting_axes_are_broken_loose_where_they_should_go);
    RUN(the_term_has_no_jump);
    RUN(compensation_halves_the_error_of_a_slow_sine);
    RUN(what_is_not_a_number_changes_nothing);
    RUN(motors_and_axes_have_the_same_power);
    return check_report();
}
