// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stage.h"

// Scenes whose result is a formula.

static const double g = 9.81;

// gravity of a plane that is tilted about y, in the axes of the plane
static snw_vec3 tilted(double angle) {
    return snw_vec3_of(g * sin(angle), 0, -g * cos(angle));
}

static stage_body *block_on_slope(double angle, double friction) {
    stage_open(stage_surface(1e7, friction), tilted(angle), 1e-3);
    return stage_box(snw_vec3_of(0.1, 0.1, 0.05), 2, snw_vec3_of(0, 0, 0.05));
}

static void a_block_below_the_angle_of_friction_does_not_creep(void) {
    const stage_body *block = block_on_slope(atan(0.98 * 0.5), 0.5);
    stage_run(500);
    const double before = block->p.x;
    stage_run(2000);
    CHECK_NEAR(block->p.x, before, 2e-9); // 1e-9 m/s for 2 s
    CHECK(stage_newton_steps < 2000);     // less than one for each step
}

static void a_block_above_the_angle_of_friction_slides_by_the_difference(void) {
    const double angle = atan(1.02 * 0.5);
    const stage_body *block = block_on_slope(angle, 0.5);
    stage_run(500);
    const double before = block->V.lin.x;
    stage_run(1000);
    const double expected = g * (sin(angle) - 0.5 * cos(angle));
    CHECK_NEAR(block->V.lin.x - before, expected, 0.002 * expected);
}

static void a_ball_that_slides_rolls_with_five_sevenths_of_its_speed(void) {
    stage_open(stage_surface(1e9, 0.3), snw_vec3_of(0, 0, -g), 1e-3);
    stage_body *ball = stage_ball(0.1, 1, snw_vec3_of(0, 0, 0.1 - 9.81 / 1e9));
    ball->V.lin.x = 2;
    int ticks = 0;
    while (fabs(ball->V.lin.x - 0.1 * ball->V.ang.y) > 1e-3 && ticks < 1000) {
        stage_run(1);
        ticks++;
    }
    CHECK_NEAR(ticks * 1e-3, 2 * 2 / (7 * 0.3 * g), 2e-3);
    stage_run(500);
    CHECK_NEAR(ball->V.lin.x, 2 * 5 / 7.0, 1e-4 * 2);
    CHECK_NEAR(ball->V.lin.x, 0.1 * ball->V.ang.y, 1e-6);
}

static void ten_boxes_sink_by_their_weights(void) {
    enum { COUNT = 10 };
    const double k = 1e5, m = 1;
    stage_open(stage_surface(k, 0.5), snw_vec3_of(0, 0, -g), 1e-3);
    for (int i = 0; i < COUNT; i++)
        stage_box(snw_vec3_of(0.1, 0.1, 0.1), m, snw_vec3_of(0, 0, 0.1 + 0.2 * i));
    stage_run(5000);
    double sink = 0; // four corners carry what stands above
    for (int i = 0; i < COUNT; i++) {
        sink += (COUNT - i) * m * g / (4 * k);
        CHECK_NEAR(0.1 + 0.2 * i - stage_bodies[i].p.z, sink, 1e-6 * sink);
    }
    const double before = stage_bodies[COUNT - 1].p.z;
    stage_run(10000);
    CHECK_NEAR(stage_bodies[COUNT - 1].p.z, before, 1e-9);
}

static void a_thousand_times_the_mass_stands_on_one(void) {
    stage_open(stage_surface(1e8, 0.5), snw_vec3_of(0, 0, -g), 1e-3);
    stage_box(snw_vec3_of(0.1, 0.1, 0.1), 1, snw_vec3_of(0, 0, 0.1));
    stage_box(snw_vec3_of(0.1, 0.1, 0.1), 1000, snw_vec3_of(0, 0, 0.3));
    stage_run(2000);
    CHECK_NEAR(0.1 - stage_bodies[0].p.z, 1001 * g / 4e8, 1e-9);
    CHECK_NEAR(0.3 - stage_bodies[1].p.z, 2001 * g / 4e8, 1e-9);
    CHECK(fabs(stage_bodies[1].V.lin.z) < 1e-9);
}

static void a_disc_of_points_that_spins_stops_when_its_torque_says(void) {
    // a ball with a spin length: torque = length * load, angular acceleration constant
    stage_open(stage_surface(1e8, 0), snw_vec3_of(0, 0, -g), 1e-3);
    stage_law.spin = 0.01;
    stage_body *ball = stage_ball(0.1, 1, snw_vec3_of(0, 0, 0.1 - 9.81 / 1e8));
    ball->V.ang.z = 10;
    const double time = 10 * 0.4 * 0.01 / (0.01 * g);
    int ticks = 0;
    while (fabs(ball->V.ang.z) > 1e-2 && ticks < 2000) {
        stage_run(1);
        ticks++;
    }
    CHECK_NEAR(ticks * 1e-3, time, 0.01 * time);
    stage_run(500);
    CHECK(fabs(ball->V.ang.z) < 1e-6);
}

static void balls_roll_on_a_box_that_is_pushed(void) {
    // the force acts on the box; each ball follows with a third of what a fixed mass would: 2/7 of
    // the acceleration of the box
    const double k = 1e8;
    stage_open(stage_surface(k, 0.5), snw_vec3_of(0, 0, -g), 1e-3);
    enum { SIDE = 5, COUNT = SIDE * SIDE };
    const double box_mass = 10, mass = 0.1, radius = 0.05;
    stage_law.friction = stage_law.kinetic = 0.5;
    stage_body *box = stage_box(snw_vec3_of(0.5, 0.5, 0.1), box_mass, snw_vec3_of(0, 0, 0.1));
    for (int i = 0; i < COUNT; i++)
        stage_ball(
            radius, mass,
            snw_vec3_of(0.15 * (i % SIDE) - 0.3, 0.15 * (double)(i / SIDE) - 0.3, 0.2 + radius));
    stage_run(500); // all at rest
    const double friction = 0.5 * (box_mass + COUNT * mass) * g;
    box->force = snw_vec3_of(friction + 20, 0, 0);
    const double v0 = box->V.lin.x;
    stage_run(500);
    const double a = 20 / (box_mass + COUNT * mass * 2 / 7.0);
    CHECK_NEAR((box->V.lin.x - v0) / 0.5, a, 1e-3 * a);
    for (int i = 1; i <= COUNT; i++)
        CHECK_NEAR(stage_bodies[i].V.lin.x / 0.5, a * 2 / 7, 1e-3 * a);
}

int main(void) {
    RUN(a_block_below_the_angle_of_friction_does_not_creep);
    RUN(a_block_above_the_angle_of_friction_slides_by_the_difference);
    RUN(a_ball_that_slides_rolls_with_five_sevenths_of_its_speed);
    RUN(ten_boxes_sink_by_their_weights);
    RUN(a_thousand_times_the_mass_stands_on_one);
    RUN(a_disc_of_points_that_spins_stops_when_its_torque_says);
    RUN(balls_roll_on_a_box_that_is_pushed);
    return check_report();
}
