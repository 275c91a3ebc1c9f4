// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "../../../src/robot/dynamics/inside.h"

static stand s;

// the integral of x^degree from 0 to 1, rates at 1, 0, -1, -2 ... or 0, -1, -2, -3
static double integral(void (*formula)(int, int, const double *const *, double, double *),
                       int order, int degree, double newest) {
    double values[4], x = 0;
    const double *rates[4];
    for (int k = 0; k < 4; k++) {
        values[k] = pow(newest - k, degree);
        rates[k] = &values[k];
    }
    formula(order, 1, rates, 1, &x);
    return x;
}

// A formula of order k that uses k rates is exact for rates that are polynomials of degree k - 1,
// and not for the next.
// spec: actin-control:IN-01
static void adams_formulas_are_exact_on_polynomials_of_their_degree(void) {
    for (int order = 1; order <= 4; order++) {
        for (int degree = 0; degree < order; degree++) {
            const double expected = 1.0 / (degree + 1);
            CHECK_NEAR(integral(snw_adams_bashforth, order, degree, 0), expected, 1e-13);
            // order 1 is that of the rate at the end
            CHECK_NEAR(integral(snw_adams_moulton, order, degree, 1), expected, 1e-13);
        }
        CHECK(fabs(integral(snw_adams_bashforth, order, order, 0) - 1.0 / (order + 1)) > 0.1);
        CHECK(fabs(integral(snw_adams_moulton, order, order, 1) - 1.0 / (order + 1)) > 0.01);
    }
}

static void every_name_is_known_and_no_other(void) {
    static const char *const names[] = {"euler", "rk4",  "ab1",  "ab2",  "ab3",
                                        "ab4",   "abm1", "abm2", "abm3", "abm4"};
    static const snw_integration kinds[] = {SNW_INTEGRATE_EULER,     SNW_INTEGRATE_RK4,
                                            SNW_INTEGRATE_BASHFORTH, SNW_INTEGRATE_BASHFORTH,
                                            SNW_INTEGRATE_BASHFORTH, SNW_INTEGRATE_BASHFORTH,
                                            SNW_INTEGRATE_MOULTON,   SNW_INTEGRATE_MOULTON,
                                            SNW_INTEGRATE_MOULTON,   SNW_INTEGRATE_MOULTON};
    snw_stepper_settings settings = {.order = 7};
    const char *const wrong[] = {"", "ab", "ab0", "ab5", "abm", "abm5", "ab11", "rk", "Euler"};
    for (int i = 0; i < 9; i++) {
        CHECK(snw_stepper_named(wrong[i], &settings) == SNW_ERR_UNKNOWN_NAME);
    }
    CHECK(settings.order == 7);
    for (int i = 0; i < 10; i++) {
        CHECK(snw_stepper_named(names[i], &settings) == SNW_OK);
        CHECK(settings.kind == kinds[i]);
        if (i >= 2) CHECK(settings.order == (i - 2) % 4 + 1);
    }
}

static snw_quat quat_at(snw_vec3 axis, double angle, snw_quat start, bool body) {
    const snw_quat turn = snw_quat_axis_angle(axis, angle);
    return body ? snw_quat_mul(start, turn) : snw_quat_mul(turn, start);
}

// A turn about a fixed axis with angle f(t): w = f' axis, w' = f'' axis, in the moving frame or in
// the reference.
// spec: actin-control:IN-04
static void quaternion_rates_and_accelerations_are_those_of_differences(void) {
    CHECK_CASES(500) {
        const snw_vec3 axis = random_axis();
        const snw_quat start = snw_quat_axis_angle(random_axis(), check_real(-3, 3));
        const double f0 = check_real(-2, 2), f1 = check_real(-2, 2), f2 = check_real(-2, 2);
        const bool body = check_case % 2 == 0;
        const double h = 1e-3;
        snw_quat Q[5];
        for (int k = 0; k < 5; k++) {
            const double t = h * (k - 2);
            Q[k] = quat_at(axis, f0 + f1 * t + f2 * t * t / 2, start, body);
        }
        const snw_vec3 w = snw_vec3_scale(axis, f1), al = snw_vec3_scale(axis, f2);
        const snw_quat rate =
            body ? snw_quat_rate_from_body(Q[2], w) : snw_quat_rate_from_reference(Q[2], w);
        const snw_quat got = body ? snw__quat_acceleration_from_body(Q[2], w, al)
                                  : snw__quat_acceleration_from_reference(Q[2], w, al);
        for (int i = 0; i < 4; i++) {
            double x[5];
            for (int k = 0; k < 5; k++) {
                const double parts[] = {Q[k].w, Q[k].x, Q[k].y, Q[k].z};
                x[k] = parts[i];
            }
            const double rates[] = {rate.w, rate.x, rate.y, rate.z};
            const double accelerations[] = {got.w, got.x, got.y, got.z};
            CHECK_NEAR(rates[i], (x[0] - 8 * x[1] + 8 * x[3] - x[4]) / (12 * h), 1e-6);
            CHECK_NEAR(accelerations[i],
                       (-x[0] + 16 * x[1] - 30 * x[2] + 16 * x[3] - x[4]) / (12 * h * h), 1e-6);
        }
    }
}

static snw_status drift(double t, const double *q, const double *v, double *a, void *context) {
    (void)t, (void)context;
    return snw_dyn_forward(&s.dyn, q, v, s.tau, NULL, a);
}

static void *new_stepper(snw_stepper *stepper, const char *method) {
    snw_stepper_settings settings;
    CHECK(snw_stepper_named(method, &settings) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(stepper, &s.c.model, settings, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init(stepper, &s.c.model, settings, &arena) == SNW_OK);
    return block;
}

static void floating_ball(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "ball");
    robot->floating = true;
    add_inertial(add_link(robot, setup, "ball"), setup, 2, 0.3);
    set_up(&s, setup, robot);
    CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_zero()) == SNW_OK);
}

// "euler" turns by finite rotations, the others carry the quaternion by its rate.
// spec: actin-control:IN-05
static void a_ball_that_spins_freely_keeps_its_spin_and_a_unit_quaternion(void) {
    static const char *const methods[] = {"euler", "rk4", "ab1", "ab2", "ab3", "ab4", "abm4"};
    for (int m = 0; m < 7; m++) {
        floating_ball();
        snw_stepper stepper;
        void *block = new_stepper(&stepper, methods[m]);
        const snw_stepper_source source = {drift, NULL};
        const double v[] = {0, 0, 0, 3, -2, 5};
        memcpy(s.v, v, sizeof v);
        for (int i = 0; i < 1000; i++) {
            CHECK(snw_stepper_step(&stepper, source, i * 1e-3, 1e-3, s.q, s.v) == SNW_OK);
            const double length = s.q[3] * s.q[3] + s.q[4] * s.q[4] + s.q[5] * s.q[5];
            CHECK_NEAR(sqrt(length + s.q[6] * s.q[6]), 1, 1e-12);
        }
        CHECK(farthest(s.v, v, 6) <= 1e-12);
        // one second about a fixed axis
        const double w = sqrt(9 + 4 + 25);
        const double angle = 2 * atan2(s.q[3] * 3 / w - s.q[4] * 2 / w + s.q[5] * 5 / w, s.q[6]);
        CHECK_NEAR(remainder(angle - w, 2 * SNW_PI), 0, m == 2 ? 0.1 : 1e-3);
        free(block);
        tear_down(&s);
    }
}

// An unstable feedback makes the state grow without end; the step that would pass the bound is
// refused and the state before it stays.
static snw_status grow(double t, const double *q, const double *v, double *a, void *context) {
    (void)t, (void)context, (void)v;
    for (int i = 0; i < s.nv; i++) {
        a[i] = 1e6 * q[i % s.c.model.nq];
    }
    return SNW_OK;
}

// spec: actin-control:DY-15
static void a_state_that_runs_away_is_stopped_at_its_bound(void) {
    static const char *const methods[] = {"euler", "rk4", "ab4", "abm3"};
    for (int m = 0; m < 4; m++) {
        floating_ball();
        snw_stepper stepper;
        void *block = new_stepper(&stepper, methods[m]);
        stepper.settings.bound = 1e9;
        const snw_stepper_source source = {grow, NULL};
        snw_status status = SNW_OK;
        double q[7], v[6];
        int steps = 0;
        s.q[0] = 1;
        while (status == SNW_OK && steps++ < 100000) {
            memcpy(q, s.q, sizeof q);
            memcpy(v, s.v, sizeof v);
            status = snw_stepper_step(&stepper, source, 0, 1e-3, s.q, s.v);
        }
        CHECK(status == SNW_ERR_LIMIT);
        CHECK(farthest(q, s.q, 7) <= 0 && farthest(v, s.v, 6) <= 0);
        for (int i = 0; i < 7; i++) {
            CHECK(fabs(s.q[i]) <= 1e9);
        }
        CHECK(scale_of(s.v, 6) > 1e3);
        free(block);
        tear_down(&s);
    }
}

static snw_status refuse(double t, const double *q, const double *v, double *a, void *context) {
    (void)q, (void)v, (void)context;
    a[0] = 1e300;
    return t > 0 ? SNW_ERR_COLLISION : SNW_OK;
}

static void what_the_source_refuses_ends_the_step_and_the_state_stays(void) {
    floating_ball();
    snw_stepper stepper;
    void *block = new_stepper(&stepper, "rk4");
    const snw_stepper_source source = {refuse, NULL};
    s.v[4] = 1;
    CHECK(snw_stepper_step(&stepper, source, 0, 1e-3, s.q, s.v) == SNW_ERR_COLLISION);
    CHECK(snw_stepper_step(&stepper, source, (double)NAN, 1e-3, s.q, s.v) == SNW_ERR_NOT_FINITE);
    CHECK(s.q[6] == 1 && s.v[0] == 0 && s.v[4] == 1);
    CHECK(stepper.known == 0);
    free(block);
    tear_down(&s);
}

static void steppers_refuse_settings_and_arenas_that_are_too_small(void) {
    floating_ball();
    snw_stepper stepper;
    snw_stepper_settings settings = snw_stepper_defaults();
    snw_arena arena = {0};
    settings.order = 5;
    CHECK(snw_stepper_init(&stepper, &s.c.model, settings, &arena) == SNW_ERR_RANGE);
    settings.order = 4;
    settings.bound = (double)NAN;
    CHECK(snw_stepper_init(&stepper, &s.c.model, settings, &arena) == SNW_ERR_RANGE);
    settings = snw_stepper_defaults();
    CHECK(snw_stepper_init(&stepper, &s.c.model, settings, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    for (size_t capacity = 0; capacity <= needed; capacity++) {
        void *block = exact_block(capacity);
        arena = snw_arena_over(block, capacity);
        const snw_status status = snw_stepper_init(&stepper, &s.c.model, settings, &arena);
        CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        free(block);
    }
    tear_down(&s);
}

int main(void) {
    RUN(adams_formulas_are_exact_on_polynomials_of_their_degree);
    RUN(every_name_is_known_and_no_other);
    RUN(quaternion_rates_and_accelerations_are_those_of_differences);
    RUN(a_ball_that_spins_freely_keeps_its_spin_and_a_unit_quaternion);
    RUN(a_state_that_runs_away_is_stopped_at_its_bound);
    RUN(what_the_source_refuses_ends_the_step_and_the_state_stays);
    RUN(steppers_refuse_settings_and_arenas_that_are_too_small);
    return check_report();
}
