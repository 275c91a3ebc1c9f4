// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/servo/inside.h"

static rig r;
static snw_setpoint_filter f;
static snw_setpoint_filter_config c;

static void begin(int axes, double cutoff) {
    rig_chain(&r, axes, SNW_JOINT_CONTINUOUS, 1);
    snw_block_defaults(&snw_setpoint_filter_config_type, &c);
    c.cutoff = cutoff;
    snw_arena arena = no_memory();
    CHECK(snw_setpoint_filter_init(&f, &c, &r.arm, &arena) == SNW_OK);
    rig_see(&r);
    snw_setpoint_filter_reset(&f, &r.arm);
    r.arm.target.mode = SNW_AXIS_POSITION;
}

static void want(double q, double dt) {
    for (int i = 0; i < r.arm.count; i++)
        r.arm.target.q[i] = q;
    CHECK(snw_setpoint_filter_update(&f, &c, &r.arm, dt) == SNW_OK);
}

// Two poles at p = cutoff / sqrt(sqrt(2) - 1): the step response is 1 - (1 + p t) exp(-p t), its
// rate p^2 t exp(-p t), at most p / e.
// spec: loffler:L-067
static void a_step_becomes_smooth_and_slow(void) {
    const double cutoff = 2 * SNW_PI * 0.5, p = cutoff / sqrt(sqrt(2) - 1), slider = 2;
    double most = 0;
    begin(2, cutoff);
    for (int k = 1; k <= 4000; k++) {
        const double t = k * 1e-3;
        want(1, 1e-3);
        CHECK_NEAR(r.arm.target.q[1], 1 - (1 + p * t) * exp(-p * t), 1e-12);
        CHECK_NEAR(r.arm.target.v[1], p * p * t * exp(-p * t), 1e-11);
        CHECK_NEAR(r.arm.target.a[1], p * p * (1 - p * t) * exp(-p * t), 1e-10);
        CHECK(r.arm.target.q[0] <= 1);
        most = fmax(most, r.arm.target.v[0]);
    }
    CHECK_NEAR(most, p / exp(1), 1e-5);
    CHECK(most < slider);
    rig_tear_down(&r);
}

// spec: loffler:L-067
static void a_largest_rate_is_kept_and_the_target_reached(void) {
    CHECK_CASES(200) {
        begin(1, check_real(1, 60));
        const double limit = check_real(0.05, 2), dt = check_real(1e-4, 2e-2);
        c.velocity_count = 1;
        c.velocity[0] = limit;
        double goal = 0;
        for (int k = 0; k < 3000; k++) {
            if (k % 700 == 0) goal = check_real(-1, 1);
            want(k < 2500 ? goal : 0.1, dt);
            CHECK(fabs(r.arm.target.v[0]) <= limit * (1 + 1e-12));
        }
        for (int k = 0; k < 20000 && fabs(r.arm.target.q[0] - 0.1) > 1e-9; k++)
            want(0.1, 1e-2);
        CHECK_NEAR(r.arm.target.q[0], 0.1, 1e-9);
        rig_tear_down(&r);
    }
}

// spec: loffler:L-067
static void another_cutoff_takes_effect_at_once_and_without_a_jump(void) {
    begin(1, 3);
    double q = 0, v = 0;
    for (int k = 0; k < 3000; k++) {
        if (k == 1000) c.cutoff = 60;
        if (k == 1500) c.cutoff = 1;
        want(k / 500 % 2, 1e-3);
        // p^2 times the largest pull, over a tick
        const double p = c.cutoff * 1.56, jolt = p * p * 1.2 * 1e-3;
        CHECK_NEAR(r.arm.target.v[0], v, jolt + 2 * p * fabs(v) * 1e-3);
        CHECK_NEAR(r.arm.target.q[0], q, 1e-3 * (fmax(fabs(v), fabs(r.arm.target.v[0])) + jolt));
        q = r.arm.target.q[0];
        v = r.arm.target.v[0];
        // fast: 0.2 s are enough for 99 %
        if (k == 1200) CHECK_NEAR(q, 0, 0.01);
    }
    rig_tear_down(&r);
}

static void ticks_of_any_length_give_the_same_motion(void) {
    CHECK_CASES(200) {
        begin(1, check_real(0.5, 100));
        r.arm.estimate.q[0] = check_real(-1, 1);
        r.arm.estimate.v[0] = check_real(-5, 5);
        snw_setpoint_filter_reset(&f, &r.arm);
        const double goal = check_real(-1, 1), whole = check_real(1e-3, 0.3);
        const snw_setpoint_filter start = f;
        want(goal, whole);
        const double q = r.arm.target.q[0], v = r.arm.target.v[0], a = r.arm.target.a[0];
        f = start;
        double left = whole;
        while (left > 1e-7) {
            const double dt = fmin(left, whole * check_real(0.01, 0.3));
            want(goal, dt);
            left -= dt;
        }
        if (left >= 1e-9) want(goal, left);
        CHECK_NEAR(r.arm.target.q[0], q, 1e-8);
        CHECK_NEAR(r.arm.target.v[0], v, 1e-5);
        CHECK_NEAR(r.arm.target.a[0], a, 1e-2);
        rig_tear_down(&r);
    }
}

static void at_the_cutoff_three_decibels_are_lost(void) {
    const double cutoff = 10, dt = 1e-4;
    const int whole = (int)lround(20 * 2 * SNW_PI / cutoff / dt);
    double s = 0, k0 = 0;
    begin(1, cutoff);
    for (int k = 0; k < 2 * whole; k++) {
        want(sin(cutoff * k * dt), dt);
        if (k < whole) continue;
        s += r.arm.target.q[0] * sin(cutoff * k * dt);
        k0 += r.arm.target.q[0] * cos(cutoff * k * dt);
    }
    CHECK_NEAR(hypot(s, k0) * 2 / whole, sqrt(0.5), 1e-3);
    rig_tear_down(&r);
}

static void it_goes_on_from_where_the_arm_is(void) {
    begin(2, 5);
    r.arm.target.mode = SNW_AXIS_EFFORT;
    r.arm.estimate.q[1] = 0.8;
    r.arm.estimate.v[1] = 0.3;
    want(7, 1e-3);
    CHECK(r.arm.target.q[1] == 7);
    r.arm.target.mode = SNW_AXIS_POSITION;
    want(7, 1e-6);
    CHECK_NEAR(r.arm.target.q[1], 0.8, 1e-6);
    CHECK_NEAR(r.arm.target.v[1], 0.3, 1e-3);
    // without an estimate, from the first target
    r.arm.estimate.valid = false;
    snw_setpoint_filter_reset(&f, &r.arm);
    want(-2, 1e-3);
    CHECK(r.arm.target.q[0] == -2 && r.arm.target.v[0] == 0);
    rig_tear_down(&r);
}

static void impossible_targets_are_refused_whole(void) {
    begin(2, 5);
    want(1, 1e-3);
    const snw_setpoint_filter state = f;
    snw_arm_target *t = &r.arm.target;
    t->q[1] = (double)NAN;
    t->v[1] = 17;
    CHECK(snw_setpoint_filter_update(&f, &c, &r.arm, 1e-3) == SNW_ERR_NOT_FINITE);
    CHECK(t->v[1] == 17 && memcmp(&state, &f, sizeof f) == 0);
    t->q[1] = 1;
    const double bad[] = {0, (double)NAN, 1e9, -1};
    for (int k = 0; k < 4; k++) {
        c.cutoff = bad[k];
        CHECK(snw_setpoint_filter_update(&f, &c, &r.arm, 1e-3) == SNW_ERR_RANGE);
        c.cutoff = 5;
        CHECK(snw_setpoint_filter_update(&f, &c, &r.arm, k == 2 ? 11 : bad[k]) == SNW_ERR_RANGE);
    }
    CHECK(t->v[1] == 17 && memcmp(&state, &f, sizeof f) == 0);
    rig_tear_down(&r);
}

static void an_arm_of_which_nothing_is_wanted_is_held_where_it_was(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 1);
    snw_hold hold;
    snw_hold_config held = {.follow = false};
    snw_arena arena = no_memory();
    CHECK(snw__hold_init(&hold, &held, &r.arm, &arena) == SNW_OK);
    CHECK(snw__hold_update(&hold, &held, &r.arm, 1e-3) == SNW_ERR_STATE);
    CHECK_CASES(500) {
        // something is wanted: it passes
        rig_shake(&r);
        const snw_arm_target wanted = r.arm.target;
        CHECK(snw__hold_update(&hold, &held, &r.arm, 1e-3) == SNW_OK);
        CHECK(memcmp(&wanted, &r.arm.target, sizeof wanted) == 0);
        // then nothing, for some ticks in which the arm moves
        double here[3];
        memcpy(here, r.arm.estimate.q, sizeof here);
        for (int k = 0; k < 5; k++) {
            r.arm.target.mode = SNW_AXIS_OFF;
            CHECK(snw__hold_update(&hold, &held, &r.arm, 1e-3) == SNW_OK);
            CHECK(r.arm.target.mode == SNW_AXIS_POSITION && hold.holding);
            CHECK(memcmp(here, r.arm.target.q, sizeof here) == 0);
            CHECK(r.arm.target.v[1] == 0 && r.arm.target.a[1] == 0 && r.arm.target.effort[2] == 0);
            for (int i = 0; i < 3; i++)
                r.arm.estimate.q[i] += check_real(-0.1, 0.1);
        }
    }
    rig_tear_down(&r);
}

// pushed with 0.5 N.m against PD alone: with a target that follows, only the damping is felt
static void a_target_that_follows_lets_the_arm_be_led(void) {
    static const double push[] = {0.5};
    double moved[2];
    for (int k = 0; k < 2; k++) {
        rig_chain(&r, 1, SNW_JOINT_CONTINUOUS, 1);
        CHECK(snw_dyn_set_gravity(&r.s.dyn, snw_vec3_zero()) == SNW_OK);
        snw_hold hold;
        const snw_hold_config config = {.follow = k == 1};
        snw_pd pd;
        const snw_pd_config gains = {.kp_count = 1, .kd_count = 1, .kp = {100}, .kd = {2}};
        snw_arena arena = no_memory();
        CHECK(snw__hold_init(&hold, &config, &r.arm, &arena) == SNW_OK);
        CHECK(snw_pd_law.init(&pd, &gains, &r.arm, &arena) == SNW_OK);
        for (int i = 0; i < 2000; i++) {
            rig_see(&r);
            r.arm.target.mode = SNW_AXIS_OFF;
            CHECK(snw__hold_update(&hold, &config, &r.arm, 1e-3) == SNW_OK);
            CHECK(snw_pd_law.update(&pd, &gains, &r.arm, 1e-3, r.effort) == SNW_OK);
            rig_step(&r, 1e-3, i < 1000 ? push : NULL);
        }
        moved[k] = r.s.q[0];
        rig_tear_down(&r);
    }
    // the spring brings it back; led, it glides on until the damping has taken I v = 0.5 N.m s
    CHECK_NEAR(moved[0], 0, 1e-3);
    CHECK_NEAR(moved[1], 0.25, 0.01);
}

int main(void) {
    RUN(a_step_becomes_smooth_and_slow);
    RUN(a_largest_rate_is_kept_and_the_target_reached);
    RUN(another_cutoff_takes_effect_at_once_and_without_a_jump);
    RUN(ticks_of_any_length_give_the_same_motion);
    RUN(at_the_cutoff_three_decibels_are_lost);
    RUN(it_goes_on_from_where_the_arm_is);
    RUN(impossible_targets_are_refused_whole);
    RUN(an_arm_of_which_nothing_is_wanted_is_held_where_it_was);
    RUN(a_target_that_follows_lets_the_arm_be_led);
    return check_report();
}
