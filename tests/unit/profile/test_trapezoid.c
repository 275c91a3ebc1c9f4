// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/profile/trapezoid.h"

#include "../../../src/motion/profile/inside.h"
#include "check.h"
#include "problems.h"

static snw_trapezoid_problem random_problem(bool moving) {
    snw_trapezoid_problem p = {.p0 = check_real(-5, 5), .p1 = check_real(-5, 5)};
    p.velocity = check_real(0.1, 3);
    p.acceleration = check_real(0.1, 10);
    p.deceleration = check_real(0.1, 10);
    if (moving) {
        p.v0 = check_real(-1, 1) * p.velocity;
        p.v1 = check_real(-1, 1) * p.velocity;
    }
    return p;
}

static snw_trapezoid plan(const snw_trapezoid_problem *p) {
    snw_trapezoid x;
    CHECK(snw__trapezoid_plan(&x, p) == SNW_OK);
    return x;
}

// position, velocity and limits at many times, and no jump between the parts
static void examine_trapezoid(const snw_trapezoid *x, const snw_trapezoid_problem *p) {
    const double direction = p->p1 < p->p0 ? -1 : 1, steps = 40;
    const double scale = fabs(p->p0) + fabs(p->p1) + p->velocity * x->duration;
    double q = p->p0, v = p->v0;
    for (int k = 0; k < 3; k++) {
        // each part is integrated from the end of the last one
        const double t0 = k == 0 ? 0 : k == 1 ? x->t1 : x->t2;
        const double t1 = k == 0 ? x->t1 : k == 1 ? x->t2 : x->duration;
        const double a = k == 0 ? x->a1 : k == 1 ? 0 : x->a2;
        CHECK(t1 >= t0 - 1e-12);
        CHECK(direction * a <= p->acceleration * (1 + 1e-9));
        CHECK(direction * a >= -p->deceleration * (1 + 1e-9));
        for (int i = 0; i <= (int)steps; i++) {
            const double dt = (t1 - t0) * i / steps;
            const snw_profile_sample s = snw__trapezoid_at(x, t0 + dt);
            CHECK_NEAR(s.p, q + dt * (v + 0.5 * a * dt), 1e-9 * scale);
            CHECK_NEAR(s.v, v + a * dt, 1e-9 * p->velocity);
            CHECK(fabs(s.v) <= p->velocity * (1 + 1e-9));
        }
        q += (t1 - t0) * (v + 0.5 * a * (t1 - t0));
        v += a * (t1 - t0);
    }
    CHECK_NEAR(q, p->p1, 1e-9 * scale);
    CHECK_NEAR(v, p->v1, 1e-9 * p->velocity);
    CHECK(snw__trapezoid_at(x, x->duration).p == p->p1);
}

// L / v + v / a when the velocity is reached, 2 sqrt(L / a) when it is not; a longer time T plays
// p(t) = p_fast(f t) with f = D0 / T; in 1e5 random cases the limits hold
//
// spec: damore:TRJ-01
static void durations_are_those_of_the_specification_and_limits_hold(void) {
    CHECK_CASES(check_scaled(100000)) {
        snw_trapezoid_problem p = random_problem(false);
        p.deceleration = p.acceleration;
        const snw_trapezoid fast = plan(&p);
        const double L = fabs(p.p1 - p.p0), v = p.velocity, a = p.acceleration;
        const double expected = L > v * v / a ? L / v + v / a : 2 * sqrt(L / a);
        CHECK_NEAR(fast.duration, expected, 1e-12 * fmax(expected, 1));
        CHECK(fabs(fast.cruise) <= v * (1 + 1e-12) && fabs(fast.a1) <= a && fabs(fast.a2) <= a);

        p.minimum_duration = expected * check_real(0.2, 4);
        const snw_trapezoid slow = plan(&p);
        const double D = fmax(expected, p.minimum_duration), f = expected / D;
        CHECK_NEAR(slow.duration, D, 1e-12 * fmax(D, 1));
        CHECK_NEAR(slow.least, expected, 1e-12 * fmax(expected, 1));
        const double t = check_real(0, D);
        const snw_profile_sample s = snw__trapezoid_at(&slow, t),
                                 r = snw__trapezoid_at(&fast, f * t);
        CHECK_NEAR(s.p, r.p, 1e-9);
        CHECK_NEAR(s.v, r.v * f, 1e-9);
        CHECK(fabs(s.v) <= v * (1 + 1e-9) && fabs(s.a) <= a * (1 + 1e-9));
        if (check_case % 100 == 0) examine_trapezoid(&slow, &p);
    }
}

// the durations of printed limits, by hand: 0.03 m/s and 0.01 m/s2
static void two_known_durations(void) {
    snw_trapezoid_problem p = {
        .p1 = 0.5, .velocity = 0.03, .acceleration = 0.01, .deceleration = 0.01};
    CHECK_NEAR(plan(&p).duration, 0.5 / 0.03 + 3, 1e-12);
    p.p1 = -0.04;
    CHECK_NEAR(plan(&p).duration, 4, 1e-12);
}

static void accelerations_may_differ_and_ends_may_move(void) {
    CHECK_CASES(check_scaled(20000)) {
        snw_trapezoid_problem p = random_problem(true);
        const snw_trapezoid x = plan(&p);
        examine_trapezoid(&x, &p);
    }
}

// the generator with unlimited jerk has another theory behind it
static void the_least_duration_is_that_of_the_generator(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_trapezoid_problem p = random_problem(true);
        const bool back = p.p1 < p.p0;
        case_data c;
        make_case(&c, 1, REST);
        c.start[0] = (snw_profile_state){p.p0, p.v0, 0};
        c.target[0] = (snw_profile_state){p.p1, p.v1, 0};
        c.limits[0] =
            (snw_profile_limits){-p.velocity, p.velocity, back ? -p.acceleration : -p.deceleration,
                                 back ? p.deceleration : p.acceleration, HUGE_VAL};
        snw_profile profile = make_generator(1);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        const double T = plan(&p).duration;
        CHECK_NEAR(T, profile.duration, 1e-9 * fmax(T, 1));
    }
}

// Longer times with moving ends: exact where they are possible, otherwise the next one, which the
// generator finds too.
static void longer_durations_with_moving_ends_are_kept(void) {
    int skipped = 0;
    CHECK_CASES(check_scaled(20000)) {
        snw_trapezoid_problem p = random_problem(true);
        const bool back = p.p1 < p.p0;
        p.minimum_duration = plan(&p).duration + check_real(0, 2);
        const snw_trapezoid x = plan(&p);
        examine_trapezoid(&x, &p);
        case_data c;
        make_case(&c, 1, REST);
        c.start[0] = (snw_profile_state){p.p0, p.v0, 0};
        c.target[0] = (snw_profile_state){p.p1, p.v1, 0};
        c.limits[0] =
            (snw_profile_limits){-p.velocity, p.velocity, back ? -p.acceleration : -p.deceleration,
                                 back ? p.deceleration : p.acceleration, HUGE_VAL};
        c.problem.minimum_duration = p.minimum_duration;
        snw_profile profile = make_generator(1);
        CHECK(snw_profile_plan(&profile, &c.problem, NULL) == SNW_OK);
        CHECK_NEAR(x.duration, profile.duration, 1e-7 * x.duration);
        skipped += x.duration > p.minimum_duration * (1 + 1e-6);
    }
    CHECK(skipped > 0);
}

static void no_way_takes_no_time_or_the_time_asked_for(void) {
    snw_trapezoid_problem p = {
        .p0 = 2, .p1 = 2, .velocity = 1, .acceleration = 1, .deceleration = 1};
    snw_trapezoid x = plan(&p);
    CHECK(x.duration == 0 && snw__trapezoid_at(&x, 0).p == 2);
    p.minimum_duration = 3;
    x = plan(&p);
    CHECK_NEAR(x.duration, 3, 0);
    CHECK(snw__trapezoid_at(&x, 1).p == 2 && snw__trapezoid_at(&x, 1).v == 0);
}

static void wrong_problems_are_refused_and_change_nothing(void) {
    const snw_trapezoid_problem good = random_problem(false);
    snw_trapezoid x = plan(&good);
    const snw_trapezoid before = x;
    for (int i = 0; i < 8; i++) {
        snw_trapezoid_problem p = good;
        double *field[8] = {&p.p0,       &p.p1,           &p.v0,           &p.v1,
                            &p.velocity, &p.acceleration, &p.deceleration, &p.minimum_duration};
        *field[i] = (double)NAN;
        CHECK(snw__trapezoid_plan(&x, &p) == SNW_ERR_NOT_FINITE);
        *field[i] = HUGE_VAL;
        CHECK(snw__trapezoid_plan(&x, &p) == SNW_ERR_NOT_FINITE);
        *field[i] = i < 2 ? 1e10 : -4;
        CHECK(snw__trapezoid_plan(&x, &p) == SNW_ERR_RANGE);
    }
    CHECK(memcmp(&x, &before, sizeof x) == 0);
}

int main(void) {
    RUN(durations_are_those_of_the_specification_and_limits_hold);
    RUN(two_known_durations);
    RUN(accelerations_may_differ_and_ends_may_move);
    RUN(the_least_duration_is_that_of_the_generator);
    RUN(longer_durations_with_moving_ends_are_kept);
    RUN(no_way_takes_no_time_or_the_time_asked_for);
    RUN(wrong_problems_are_refused_and_change_nothing);
    return check_report();
}
