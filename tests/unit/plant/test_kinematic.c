// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"

// Arms without mass.

static rig r;

// an arm of any number of axes
static void chain(int axes) {
    r = (rig){.setup = new_setup(), .dt_ns = MS};
    r.robot = new_robot(r.setup, "chain");
    (void)add_link(r.robot, r.setup, "0");
    for (int i = 1; i <= axes; i++) {
        char parent[16], child[16], name[16];
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(name, sizeof name, "j%d", i);
        (void)add_inertial(add_link(r.robot, r.setup, child), r.setup, 1, 0.1);
        snw_joint_description *joint = add_joint(r.robot, r.setup, name, parent, child);
        joint->kind = SNW_JOINT_CONTINUOUS;
        joint->axis = (snw_vec3){0, 0, 1};
        joint->limits.velocity = 2;
        joint->limits.acceleration = 5;
    }
    rig_compile(&r);
}

// Of any period, for any number of axes.
// spec: damore:SIM-01
static void an_ideal_arm_is_where_it_is_told_to_be(void) {
    snw_ideal_arm config;
    snw_block_defaults(&snw_ideal_arm_type, &config);
    CHECK_CASES(200) {
        chain(check_int(1, 12));
        r.dt_ns = check_int(1, 100000000);
        const double q[SNW_AXES] = {0};
        rig_begin(&r, &snw_ideal_arm_type, &config, q);
        rig_mode(&r, SNW_AXIS_POSITION);
        double before[SNW_AXES] = {0};
        for (int n = 0; n < 20; n++) {
            for (int i = 0; i < r.arm.count; i++)
                r.command.q[i] = check_real(-3, 3);
            rig_tick(&r);
            rig_sense(&r);
            for (int i = 0; i < r.arm.count; i++) {
                CHECK(r.sensed.q[i] == r.command.q[i]);
                CHECK_NEAR(r.sensed.v[i] * 1e-9 * (double)r.dt_ns, r.sensed.q[i] - before[i],
                           1e-12);
                before[i] = r.sensed.q[i];
            }
        }
        // rates are integrated
        rig_mode(&r, SNW_AXIS_VELOCITY);
        for (int n = 1; n <= 20; n++) {
            for (int i = 0; i < r.arm.count; i++)
                r.command.v[i] = 0.1 * i - 0.3;
            rig_tick(&r);
            for (int i = 0; i < r.arm.count; i++) {
                const double way = r.command.v[i] * n * 1e-9 * (double)r.dt_ns;
                CHECK_NEAR(r.signals.q[i], before[i] + way, 1e-12 * (1 + fabs(way)));
            }
        }
        // efforts move nothing, and neither does an arm that is not enabled
        rig_mode(&r, SNW_AXIS_EFFORT);
        r.command.effort[0] = 100;
        const double here = r.signals.q[0];
        rig_tick(&r);
        r.command.enable = false;
        rig_mode(&r, SNW_AXIS_POSITION);
        rig_tick(&r);
        CHECK(r.signals.q[0] == here);
        rig_free(&r);
    }
}

// The time of a move from rest to rest over `way`: accelerate, perhaps cruise, decelerate.
static double move_time(double way, double v, double a) {
    return way < v * v / a ? 2 * sqrt(way / a) : way / v + v / a;
}

// Of any period: within its limits, without passing the goal, in the least time but for ticks.
// spec: damore:SIM-01
static void a_limited_arm_goes_to_its_goal_within_its_limits(void) {
    CHECK_CASES(500) {
        chain(1);
        r.dt_ns = check_int(1, 40) * MS / 2;
        snw_limited_arm config;
        snw_block_defaults(&snw_limited_arm_type, &config);
        double V = 2, A = 5;
        if (check_int(0, 1)) {
            V = check_real(0.1, 3);
            A = check_real(0.5, 20);
            SET(&config, velocity, V);
            SET(&config, acceleration, A);
        }
        const double q = check_real(-1, 1), goal = check_real(-3, 3), dt = 1e-9 * (double)r.dt_ns;
        rig_begin(&r, &snw_limited_arm_type, &config, &q);
        rig_mode(&r, SNW_AXIS_POSITION);
        r.command.q[0] = goal;
        double v = 0, arrived = -1;
        for (int n = 1; n <= 40000 && arrived < 0; n++) {
            rig_tick(&r);
            CHECK(fabs(r.signals.v[0]) <= V * (1 + 1e-9));
            CHECK(fabs(r.signals.v[0] - v) <= A * dt * (1 + 1e-9));
            CHECK((goal - r.signals.q[0]) * (goal - q) >= -1e-9);
            v = r.signals.v[0];
            if (fabs(r.signals.q[0] - goal) <= 1e-9 && fabs(v) <= A * dt) arrived = n * dt;
        }
        const double best = move_time(fabs(goal - q), V, A);
        CHECK(arrived >= best - 2 * dt && arrived <= best + 4 * dt);
        rig_tick(&r), rig_tick(&r);
        CHECK_NEAR(r.signals.q[0], goal, 1e-9);
        CHECK_NEAR(r.signals.v[0], 0, 1e-9 / dt);
        rig_free(&r);
    }
}

// A command for each axis that differs from the one before it, in place and in rate. It lies
// anywhere around an aim that stays for a while, so that an arm has time to become fast; with
// `anew` the aim moves on. Counts the axes whose command did not change.
static int draw_command(const double *last_q, double (*aim)[SNW_AXES], bool anew) {
    int unchanged = 0;
    for (int i = 0; i < r.arm.count; i++) {
        if (anew) aim[0][i] = last_q[i] + check_real(-5, 5);
        if (anew) aim[1][i] = check_real(-10, 10);
        const double q = aim[0][i] + check_real(-0.5, 0.5), v = aim[1][i] + check_real(-0.5, 0.5);
        unchanged += q == r.command.q[i] || v == r.command.v[i];
        r.command.q[i] = q;
        r.command.v[i] = v;
    }
    return unchanged;
}

// Every command is another one, in any mode: 1e5 of them, with periods of 1 to 20 ms. Rate and
// acceleration are taken from what is sensed, not from what the arm says of itself.
// spec: damore:SIM-01b
static void a_limited_arm_obeys_its_limits_whatever_it_is_told(void) {
    long commands = 0, fast = 0, hard = 0;
    CHECK_CASES(check_scaled(500)) {
        chain(check_int(1, 12));
        r.dt_ns = check_int(2, 40) * (int64_t)MS / 2;
        const double dt = 1e-9 * (double)r.dt_ns;
        const double V = check_real(0.1, 3), A = check_real(0.5, 20);
        snw_limited_arm config;
        snw_block_defaults(&snw_limited_arm_type, &config);
        SET(&config, velocity, V);
        SET(&config, acceleration, A);
        const double q[SNW_AXES] = {0};
        rig_begin(&r, &snw_limited_arm_type, &config, q);
        double last_q[SNW_AXES] = {0}, last_v[SNW_AXES] = {0}, aim[2][SNW_AXES] = {{0}};
        const int stay = check_int(1, 60);
        for (int n = 0; n < 200; n++) {
            if (n % 50 == 0) rig_mode(&r, check_int(0, 2) ? SNW_AXIS_POSITION : SNW_AXIS_VELOCITY);
            commands += draw_command(last_q, aim, n % stay == 0) == 0;
            rig_tick(&r);
            rig_sense(&r);
            for (int i = 0; i < r.arm.count; i++) {
                const double v = (r.sensed.q[i] - last_q[i]) / dt, a = (v - last_v[i]) / dt;
                const double noise = 1e-12 * (1 + fabs(r.sensed.q[i])) / dt;
                CHECK(fabs(v) <= V * (1 + 1e-9) + noise);
                CHECK(fabs(a) <= A * (1 + 1e-9) + 2 * noise / dt);
                CHECK(fabs(r.sensed.v[i]) <= V * (1 + 1e-9));
                fast += fabs(v) > 0.9 * V;
                hard += fabs(a) > 0.9 * A;
                last_q[i] = r.sensed.q[i];
                last_v[i] = v;
            }
        }
        rig_free(&r);
    }
    CHECK(commands == check_scaled(500) * 200);
    CHECK(fast > check_scaled(20000) && hard > check_scaled(100000));
}

// spec: damore:SIM-01b
static void an_ideal_arm_reads_its_command_in_every_tick(void) {
    snw_ideal_arm config;
    snw_block_defaults(&snw_ideal_arm_type, &config);
    long commands = 0;
    CHECK_CASES(check_scaled(500)) {
        chain(check_int(1, 12));
        r.dt_ns = check_int(2, 40) * (int64_t)MS / 2;
        const double q[SNW_AXES] = {0};
        rig_begin(&r, &snw_ideal_arm_type, &config, q);
        rig_mode(&r, SNW_AXIS_POSITION);
        for (int n = 0; n < 200; n++) {
            for (int i = 0; i < r.arm.count; i++)
                r.command.q[i] = check_real(-30, 30);
            rig_tick(&r);
            rig_sense(&r);
            commands++;
            for (int i = 0; i < r.arm.count; i++)
                CHECK(r.sensed.q[i] == r.command.q[i]);
        }
        rig_free(&r);
    }
    CHECK(commands == check_scaled(500) * 200);
}

// A goal that moves within the limits is followed exactly once it is caught; rates likewise.
static void a_limited_arm_follows_a_moving_goal_and_a_rate(void) {
    chain(1);
    snw_limited_arm config;
    snw_block_defaults(&snw_limited_arm_type, &config);
    const double q = 0.2;
    rig_begin(&r, &snw_limited_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_POSITION);
    for (int n = 1; n <= 3000; n++) {
        r.command.q[0] = 1e-3 * n;
        r.command.v[0] = 1;
        rig_tick(&r);
        if (n > 1500) CHECK_NEAR(r.signals.q[0], r.command.q[0], 1e-9);
    }
    rig_mode(&r, SNW_AXIS_VELOCITY);
    r.command.v[0] = -1;
    rig_run(&r, 0.2);
    CHECK_NEAR(r.signals.v[0], 1 - 5 * 0.2, 1e-9);
    rig_run(&r, 0.5);
    CHECK_NEAR(r.signals.v[0], -1, 1e-9);
    // it slows down when it is switched off
    r.command.enable = false;
    rig_run(&r, 0.1);
    CHECK_NEAR(r.signals.v[0], -0.5, 1e-9);
    rig_run(&r, 0.2);
    CHECK_NEAR(r.signals.v[0], 0, 1e-12);
    rig_free(&r);
}

static void motors_of_arms_without_mass_fail_too(void) {
    snw_ideal_arm config;
    snw_block_defaults(&snw_ideal_arm_type, &config);
    chain(2);
    const double q[2] = {0.5, 0.5};
    rig_begin(&r, &snw_ideal_arm_type, &config, q);
    rig_mode(&r, SNW_AXIS_VELOCITY);
    CHECK(rig_tell(&r, "fault 0 invert") == SNW_OK);
    CHECK(rig_tell(&r, "fault 1 saturate 0.25") == SNW_OK);
    r.command.v[0] = r.command.v[1] = 1;
    rig_run(&r, 0.1);
    CHECK_NEAR(r.signals.q[0], 0.4, 1e-12);
    CHECK_NEAR(r.signals.q[1], 0.525, 1e-12);
    CHECK(snw__plant_set_force(&r.drive, 0, 1, 0) == SNW_ERR_UNSUPPORTED);
    CHECK(snw__plant_set_push(&r.drive, 0, snw_wrench_zero(), 0) == SNW_ERR_UNSUPPORTED);
    CHECK(snw__plant_set_payload(&r.drive, 0, 1, snw_vec3_zero()) == SNW_ERR_UNSUPPORTED);
    rig_free(&r);
}

static void numbers_that_do_not_fit_the_axes_are_refused(void) {
    chain(3);
    snw_limited_arm config;
    snw_block_defaults(&snw_limited_arm_type, &config);
    config.velocity_count = 2;
    static _Alignas(64) unsigned char block[1 << 16];
    snw_arena arena = snw_arena_over(block, sizeof block);
    const double q[3] = {0};
    snw_why why;
    r.functions = snw_drive_of(&snw_limited_arm_type);
    r.drive = (snw_drive){.type = &snw_limited_arm_type, .config = &config, .arm = &r.arm};
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_SIZE);
    CHECK_TEXT(why.subject, "velocity");
    config.velocity_count = 0;
    config.acceleration_count = 4;
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_SIZE);
    rig_free(&r);
}

int main(void) {
    RUN(an_ideal_arm_is_where_it_is_told_to_be);
    RUN(a_limited_arm_goes_to_its_goal_within_its_limits);
    RUN(a_limited_arm_obeys_its_limits_whatever_it_is_told);
    RUN(an_ideal_arm_reads_its_command_in_every_tick);
    RUN(a_limited_arm_follows_a_moving_goal_and_a_rate);
    RUN(motors_of_arms_without_mass_fail_too);
    RUN(numbers_that_do_not_fit_the_axes_are_refused);
    return check_report();
}
