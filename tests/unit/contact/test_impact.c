// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stage.h"

// Impacts of rigid bodies against the formulas of two bodies, and against what is conserved.

static const double rest = 0.02;

// tells all bodies and contacts as a step would, and lets them meet
static snw_status meet(void) {
    snw_contact_begin(&stage_problem, stage_step);
    for (int i = 0; i < stage_count; i++)
        stage_tell_body(&stage_bodies[i]);
    for (int i = 0; i < stage_count; i++) {
        stage_touch_floor(i);
        for (int j = 0; j < i; j++)
            stage_touch_pair(i, j);
    }
    const snw_status status = snw_contact_impact(&stage_problem, rest, &stage_report);
    if (status != SNW_OK) return status;
    for (int i = 0; i < stage_count; i++)
        memcpy(&stage_bodies[i].V, snw_contact_rates(&stage_problem, i), sizeof(snw_twist));
    return status;
}

static void open_space(double e, double friction) {
    snw_contact_pair law = stage_surface(1e7, friction);
    law.restitution = e;
    stage_open(law, snw_vec3_zero(), 1e-3);
}

static double kinetic_energy(void) {
    double sum = 0;
    for (int i = 0; i < stage_count; i++) {
        const stage_body *b = &stage_bodies[i];
        sum += 0.5 * b->mass * snw_vec3_norm2(b->V.lin) +
               0.5 * snw_vec3_dot(b->V.ang, snw_mat3_apply(stage_inertia(b), b->V.ang));
    }
    return sum;
}

static snw_vec3 momentum(void) {
    snw_vec3 sum = {0, 0, 0};
    for (int i = 0; i < stage_count; i++)
        sum = snw_vec3_add_scaled(sum, stage_bodies[i].V.lin, stage_bodies[i].mass);
    return sum;
}

static void two_balls_part_with_the_share_of_their_speed(void) {
    static const double shares[] = {0, 0.3, 0.5, 1};
    CHECK_CASES(200) {
        const double e = shares[check_case % 4], m1 = check_real(0.1, 10), m2 = check_real(0.1, 10);
        open_space(e, 0);
        const double angle = check_real(-1, 1); // oblique
        stage_body *a = stage_ball(0.1, m1, snw_vec3_of(0, 0, 5));
        const double apart = 0.2 - 1e-12;
        stage_body *b = stage_ball(0.1, m2, snw_vec3_of(apart * cos(angle), apart * sin(angle), 5));
        a->V.lin = snw_vec3_of(check_real(1, 2), 0, 0);
        const snw_vec3 before = momentum(), n = {cos(angle), sin(angle), 0};
        const double u = snw_vec3_dot(snw_vec3_sub(a->V.lin, b->V.lin), n);
        const snw_vec3 impulse = snw_vec3_scale(n, (1 + e) * u * m1 * m2 / (m1 + m2));
        const snw_vec3 va = snw_vec3_add_scaled(a->V.lin, impulse, -1 / m1);
        CHECK(meet() == SNW_OK);
        CHECK(snw_vec3_near(a->V.lin, va, 1e-9));
        CHECK(snw_vec3_near(b->V.lin, snw_vec3_scale(impulse, 1 / m2), 1e-9));
        CHECK(snw_vec3_near(momentum(), before, 1e-9));
        CHECK(meet() == SNW_NOTHING_NEW || e == 0);
    }
}

static void the_last_ball_of_a_row_takes_the_speed(void) {
    open_space(1, 0);
    for (int i = 0; i < 5; i++)
        stage_ball(0.1, 1, snw_vec3_of((0.2 - 1e-12) * i, 0, 5));
    stage_bodies[0].V.lin.x = 1;
    CHECK(meet() == SNW_OK);
    for (int i = 0; i < 5; i++)
        CHECK_NEAR(stage_bodies[i].V.lin.x, i == 4 ? 1 : 0, 1e-9);
}

static void the_energy_that_is_lost_is_that_of_the_impulses(void) {
    CHECK_CASES(check_scaled(500)) {
        const double e = check_real(0, 1);
        open_space(e, 0);
        const int count = check_int(2, 20);
        for (int i = 0; i < count; i++) {
            stage_body *b = stage_ball(0.1, exp(check_real(-2, 2)),
                                       snw_vec3_of(0.2 * (i % 5) - 1e-5 * i, 0.2 * (double)(i / 5),
                                                   5 + check_real(0, 1e-5)));
            b->V.lin = snw_vec3_of(check_real(-2, 2), check_real(-2, 2), check_real(-2, 2));
        }
        const double before = kinetic_energy();
        const snw_vec3 held = momentum();
        if (meet() != SNW_OK) continue;
        CHECK(kinetic_energy() <= before * (1 + 1e-9));
        CHECK(snw_vec3_near(momentum(), held, 1e-8 * (1 + snw_vec3_norm(held))));
        if (e == 1) CHECK_NEAR(kinetic_energy(), before, 1e-9 * before);
    }
}

// exact flight between the impacts, so that only the impact can lose energy
static void a_ball_that_loses_nothing_comes_back_twenty_times(void) {
    open_space(1, 0);
    const double g = 9.81, height = 0.3;
    stage_body *ball = stage_ball(0.1, 1, snw_vec3_of(0, 0, 0.1 + height));
    int bounces = 0;
    for (int i = 0; i < 200000 && bounces < 20; i++) {
        ball->p.z += stage_step * ball->V.lin.z - 0.5 * g * stage_step * stage_step;
        ball->V.lin.z -= g * stage_step;
        if (ball->p.z <= 0.1 && ball->V.lin.z < 0) {
            CHECK(meet() == SNW_OK);
            bounces++;
        }
        const double energy = g * (ball->p.z - 0.1) + 0.5 * ball->V.lin.z * ball->V.lin.z;
        CHECK_NEAR(energy, g * height, 1e-9 * g * height);
    }
    CHECK(bounces == 20);
}

static void friction_of_an_impact_starts_to_roll_a_ball(void) {
    // a ball that hits the floor obliquely: stick when the impulse allows it, then v = 5/7 v
    static const double frictions[] = {0.05, 1};
    for (int i = 0; i < 2; i++) {
        const double mu = frictions[i];
        open_space(0, mu);
        stage_body *ball = stage_ball(0.1, 2, snw_vec3_of(0, 0, 0.1 - 1e-12));
        ball->V.lin = snw_vec3_of(1, 0, -1);
        CHECK(meet() == SNW_OK);
        const double slid = fmin(mu * 1, 2 / 7.0); // speed that the impulse can take, or rolling
        CHECK_NEAR(ball->V.lin.x, 1 - slid, 1e-9);
        CHECK_NEAR(ball->V.ang.y, slid / (0.4 * 0.1), 1e-7);
        CHECK_NEAR(ball->V.lin.z, 0, 1e-9);
    }
}

static void slow_bodies_do_not_bounce(void) {
    open_space(1, 0);
    stage_body *ball = stage_ball(0.1, 2, snw_vec3_of(0, 0, 0.1 - 1e-12));
    ball->V.lin = snw_vec3_of(0, 0, -0.019);
    CHECK(meet() == SNW_NOTHING_NEW);
    CHECK(ball->V.lin.z == -0.019);
}

int main(void) {
    RUN(two_balls_part_with_the_share_of_their_speed);
    RUN(the_last_ball_of_a_row_takes_the_speed);
    RUN(the_energy_that_is_lost_is_that_of_the_impulses);
    RUN(a_ball_that_loses_nothing_comes_back_twenty_times);
    RUN(friction_of_an_impact_starts_to_roll_a_ball);
    RUN(slow_bodies_do_not_bounce);
    return check_report();
}
