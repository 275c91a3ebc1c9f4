// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static rig r;

static void set_gains(double *values, int *count, int axes) {
    *count = check_int(0, 1) ? axes : 1;
    for (int i = 0; i < *count; i++)
        values[i] = check_real(0, 1);
}

// spec: loffler:L-060
static void the_term_is_the_formula(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, 7);
        rig_chain(&r, n, SNW_JOINT_CONTINUOUS, 1);
        rig_shake(&r);
        snw_pd_config c = {0};
        set_gains(c.kp, &c.kp_count, n);
        set_gains(c.kd, &c.kd_count, n);
        set_gains(c.ka, &c.ka_count, n);
        snw_pd pd;
        snw_arena arena = no_memory();
        CHECK(snw_pd_law.init(&pd, &c, &r.arm, &arena) == SNW_OK);
        double before[SNW_AXES];
        for (int i = 0; i < n; i++)
            before[i] = r.effort[i] = check_real(-1, 1);
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, 0.001, r.effort) == SNW_OK);
        for (int i = 0; i < n; i++) {
            const int p = c.kp_count > 1 ? i : 0, d = c.kd_count > 1 ? i : 0,
                      a = c.ka_count > 1 ? i : 0;
            const long double want =
                (long double)c.kp[p] * (long double)(r.arm.target.q[i] - r.arm.estimate.q[i]) +
                (long double)c.kd[d] * (long double)(r.arm.target.v[i] - r.arm.estimate.v[i]) +
                (long double)c.ka[a] * (long double)r.arm.target.a[i];
            CHECK_NEAR(pd.signals.effort[i], (double)want, 1e-15);
            CHECK(r.effort[i] == before[i] + pd.signals.effort[i]);
            CHECK(pd.signals.error[i] == r.arm.target.q[i] - r.arm.estimate.q[i]);
            CHECK(pd.signals.error_rate[i] == r.arm.target.v[i] - r.arm.estimate.v[i]);
        }
        rig_tear_down(&r);
    }
}

// x'' = -w^2 x - 2 z w x' from rest at x0, underdamped
static double free_motion(double x0, double w, double z, double t) {
    const double d = w * sqrt(1 - z * z);
    return x0 * exp(-z * w * t) * (cos(d * t) + z * w / d * sin(d * t));
}

static void a_mass_swings_in_as_theory_says(void) {
    const double mass = 2, w = 10, z = 0.5, dt = 1e-5;
    rig_slider(&r, mass);
    snw_pd_config c = {.kp_count = 1, .kd_count = 1};
    c.kp[0] = mass * w * w;
    c.kd[0] = 2 * z * w * mass;
    snw_pd pd;
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &c, &r.arm, &arena) == SNW_OK);
    r.s.q[0] = 0.3;
    r.arm.target.mode = SNW_AXIS_POSITION;
    const long ticks = check_scaled(50000);
    for (long k = 0; k < ticks; k++) {
        CHECK_NEAR(r.s.q[0], free_motion(0.3, w, z, (double)k * dt), 1e-4);
        rig_see(&r);
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, dt, r.effort) == SNW_OK);
        rig_step(&r, dt, NULL);
    }
    rig_tear_down(&r);
}

static void acceleration_feedforward_alone_moves_a_mass_along_its_target(void) {
    rig_slider(&r, 3);
    snw_pd_config c = {.ka_count = 1, .ka = {3}};
    snw_pd pd;
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &c, &r.arm, &arena) == SNW_OK);
    r.arm.target.mode = SNW_AXIS_POSITION;
    r.arm.target.a[0] = 0.7;
    for (int k = 0; k < 1000; k++) {
        rig_see(&r);
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        rig_step(&r, 1e-3, NULL);
    }
    CHECK_NEAR(r.s.q[0], 0.35, 1e-9);
    rig_tear_down(&r);
}

static void modes_without_a_motion_add_nothing(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 1);
    rig_shake(&r);
    snw_pd_config c = {.kp_count = 1, .kd_count = 1, .kp = {5}, .kd = {2}};
    snw_pd pd;
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &c, &r.arm, &arena) == SNW_OK);
    const snw_axis_mode none[] = {SNW_AXIS_OFF, SNW_AXIS_EFFORT};
    for (int k = 0; k < 2; k++) {
        r.arm.target.mode = none[k];
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
        for (int i = 0; i < 3; i++)
            CHECK(r.effort[i] == 0 && pd.signals.effort[i] == 0);
    }
    // a wanted rate has no place
    r.arm.target.mode = SNW_AXIS_VELOCITY;
    CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(r.effort[i], 2 * (r.arm.target.v[i] - r.arm.estimate.v[i]), 1e-15);
    rig_tear_down(&r);
}

static void what_is_not_a_number_changes_nothing(void) {
    rig_chain(&r, 2, SNW_JOINT_CONTINUOUS, 1);
    snw_pd_config c = {
        .kp_count = 2, .kd_count = 1, .ka_count = 1, .kp = {5, 6}, .kd = {2}, .ka = {1}};
    snw_pd pd;
    snw_arena arena = no_memory();
    CHECK(snw_pd_law.init(&pd, &c, &r.arm, &arena) == SNW_OK);
    rig_shake(&r);
    CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, r.effort) == SNW_OK);
    double *const places[] = {&r.arm.estimate.q[1], &r.arm.estimate.v[0], &r.arm.target.q[0],
                              &r.arm.target.v[1],   &r.arm.target.a[1],   &c.kp[1]};
    const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int k = 0; k < 18; k++) {
        const double kept = *places[k / 3];
        const snw_pd before = pd;
        double effort[2] = {7, 8};
        *places[k / 3] = bad[k % 3];
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, effort) == SNW_ERR_NOT_FINITE);
        CHECK(effort[0] == 7 && effort[1] == 8 && memcmp(&before, &pd, sizeof pd) == 0);
        *places[k / 3] = kept;
    }
    const double ticks[] = {0, -1e-3, (double)NAN, HUGE_VAL, 11};
    for (int k = 0; k < 5; k++)
        CHECK(snw_pd_law.update(&pd, &c, &r.arm, ticks[k], r.effort) == SNW_ERR_RANGE);
    r.arm.estimate.valid = false;
    CHECK(snw_pd_law.update(&pd, &c, &r.arm, 1e-3, r.effort) == SNW_ERR_STATE);
    rig_tear_down(&r);
}

static void a_list_of_gains_must_fit_the_arm(void) {
    rig_chain(&r, 3, SNW_JOINT_CONTINUOUS, 1);
    snw_pd pd;
    for (int count = 0; count <= 5; count++) {
        const bool fits = count <= 1 || count == 3;
        snw_pd_config c[3] = {{.kp_count = count}, {.kd_count = count}, {.ka_count = count}};
        for (int k = 0; k < 3; k++) {
            snw_arena arena = no_memory();
            CHECK(snw_pd_law.init(&pd, &c[k], &r.arm, &arena) == (fits ? SNW_OK : SNW_ERR_SIZE));
        }
    }
    rig_tear_down(&r);
}

int main(void) {
    RUN(the_term_is_the_formula);
    RUN(a_mass_swings_in_as_theory_says);
    RUN(acceleration_feedforward_alone_moves_a_mass_along_its_target);
    RUN(modes_without_a_motion_add_nothing);
    RUN(what_is_not_a_number_changes_nothing);
    RUN(a_list_of_gains_must_fit_the_arm);
    return check_report();
}
