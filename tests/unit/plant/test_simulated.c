// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"
#include "sinew/dynamics.h"

// Whole arms with mass.

static rig r, other;
static snw_simulated_arm config, other_config;

// a workspace of dynamics that knows nothing of the drive
static void *new_dyn(snw_dyn *dyn, const snw_model *model) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(dyn, model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_dyn_init(dyn, model, &arena) == SNW_OK);
    return block;
}

static double farthest(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

// how far an arm goes in 5 s from a random pose, with efforts of gravity or without
static double drift(const double *q, bool compensated) {
    snw_dyn dyn;
    void *block = new_dyn(&dyn, r.arm.model);
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    double most = 0;
    for (int n = 0; n < 5000; n++) {
        rig_sense(&r);
        if (compensated) CHECK(snw_dyn_gravity(&dyn, r.sensed.q, r.command.effort) == SNW_OK);
        rig_act(&r);
        most = fmax(most, farthest(r.signals.q, q, r.arm.count));
    }
    rig_end(&r);
    free(block);
    return most;
}

// spec: loffler:L-038
static void efforts_of_gravity_keep_a_released_arm_where_it_is(void) {
    const double degree = SNW_PI / 180;
    rig_load(&r, "puma560-corke/puma560-corke.xml");
    config = simulated();
    SET(&config, viscous, 0);
    SET(&config, dry, 0);
    CHECK_CASES(20) {
        double q[SNW_AXES];
        random_q(r.arm.model, q);
        CHECK(drift(q, true) < 0.1 * degree);
        CHECK(drift(q, false) > 5 * degree);
    }
    rig_free(&r);
}

// A push of 2 N at the hand moves an arm whose weight is carried, and it stays where it is left.
// spec: loffler:L-040
static void without_weight_an_arm_moves_when_pushed_and_stays_where_it_is_left(void) {
    rig_load(&r, "wam7/wam7.xml");
    config = simulated();
    SET(&config, dry, 0.2);
    SET(&config, viscous, 0.5);
    const double q[SNW_AXES] = {0.3, 0.7, -0.2, 1.4, 0.1, 0.5, 0.2};
    snw_dyn dyn;
    void *block = new_dyn(&dyn, r.arm.model);
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    const int tip = r.arm.link[r.arm.count - 1];
    const snw_wrench push = {{2, 0, 0}, {0, 0, 0}};
    CHECK(snw__plant_set_push(&r.drive, tip, push, 1) == SNW_OK);
    double left[SNW_AXES];
    for (int n = 0; n < 64000; n++) {
        rig_sense(&r);
        CHECK(snw_dyn_gravity(&dyn, r.sensed.q, r.command.effort) == SNW_OK);
        rig_act(&r);
        // three seconds to come to rest after the push
        if (n == 4000) memcpy(left, r.signals.q, sizeof left);
    }
    CHECK(farthest(left, q, r.arm.count) > 0.05);
    CHECK(farthest(r.signals.q, left, r.arm.count) < SNW_PI / 180);
    free(block);
    rig_free(&r);
}

static void loaded_tree(rig *tree, snw_simulated_arm *c) {
    *c = simulated();
    c->brakes = false;
    c->step = 5e-4;
    (void)tree;
}

// The same friction whether accelerations come from articulated bodies or from the mass matrix: the
// trajectories of random trees that slip and stick are the same to 1e-8. They are not the same
// bits, or the second recursion was never used. spec: actin-control:AC-03
static void friction_is_the_same_with_both_recursions(void) {
    int stuck = 0, trees = 0, differ = 0;
    CHECK_CASES(check_scaled(60)) {
        rig_tree(&r, check_int(2, 8));
        loaded_tree(&r, &config);
        other = r;
        other_config = config;
        other_config.method = SNW_PLANT_FACTORED;
        double q[SNW_AXES];
        for (int i = 0; i < SNW_AXES; i++)
            q[i] = check_real(-0.5, 0.5);
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_begin(&other, &snw_simulated_arm_type, &other_config, q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        bool same = true, mimics = false;
        for (int i = 0; i < r.robot->joint_count; i++)
            mimics |= r.robot->joints[i].mimic != NULL;
        for (int n = 0; n < 500; n++) {
            for (int i = 0; i < r.arm.count; i++)
                r.command.effort[i] = 2 * sin(0.01 * n + i);
            other.command = r.command;
            rig_tick(&r);
            rig_tick(&other);
            CHECK(farthest(r.signals.q, other.signals.q, r.arm.count) <= 1e-8);
            same &= memcmp(r.signals.q, other.signals.q, sizeof(double) * (size_t)r.arm.count) == 0;
            for (int i = 0; i < r.arm.count; i++)
                stuck += r.signals.sticks[i];
        }
        // joints that share a coordinate are always factored; single ones are solved alike
        trees += !mimics && r.arm.count >= 3;
        differ += !mimics && r.arm.count >= 3 && !same;
        rig_end(&other);
        rig_free(&r);
    }
    // it did stick
    CHECK(stuck > 100);
    if (differ < trees) print_error("%d of %d trees differ\n", differ, trees);
    // a sanitizer's few cases may have no tree of this kind
    if (check_scaled(20) == 20) CHECK(trees >= 5 && 2 * differ > trees);
}

// What a step solves is the equation of motion: with the efforts that the signals tell, another
// workspace finds the accelerations that the signals tell.
static void the_terms_told_explain_the_acceleration(void) {
    CHECK_CASES(check_scaled(100)) {
        // in every second case so much friction and so little effort that most terms are at bounds
        const bool rough = check_case % 2;
        rig_tree(&r, rough ? 30 : check_int(2, 8));
        config = simulated();
        config.step = 1e-3;
        if (rough) {
            config.bandwidth = 100;
            SET(&config, effort, check_real(1, 20));
            SET(&config, dry, check_real(0, 20));
            SET(&config, stop_zone, 0.1);
            SET(&config, stop_stiffness, 1e4);
        }
        double q[SNW_AXES], before_q[SNW_AXES], before_v[SNW_AXES], tau[SNW_AXES], a[SNW_AXES];
        for (int i = 0; i < SNW_AXES; i++)
            q[i] = check_real(-0.5, 0.5);
        snw_dyn dyn;
        void *block = new_dyn(&dyn, r.arm.model);
        CHECK(snw_dyn_set_actuators(&dyn, r.robot) == SNW_OK);
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_mode(&r, rough || check_int(0, 1) ? SNW_AXIS_POSITION : SNW_AXIS_EFFORT);
        for (int n = 0; n < 100; n++) {
            for (int i = 0; i < r.arm.count; i++) {
                r.command.q[i] = q[i] + (rough ? check_real(-1, 1) : 0.1 * sin(0.1 * n));
                r.command.v[i] = rough ? check_real(-3, 3) : 0;
                r.command.effort[i] = rough ? 0 : sin(0.05 * n + i);
            }
            rig_sense(&r);
            memcpy(before_q, r.signals.q, sizeof q);
            memcpy(before_v, r.signals.v, sizeof q);
            rig_act(&r);
            const snw_plant_signals *s = &r.signals;
            double scale = 1;
            for (int i = 0; i < r.arm.count; i++) {
                tau[i] = s->motor[i] + s->viscous[i] + s->dry[i] + s->stop[i] + s->brake[i];
                scale = fmax(scale, fabs(tau[i]));
                CHECK(fabs(s->dry[i]) <= (rough ? config.dry[0] : 2));
            }
            CHECK(snw_dyn_forward(&dyn, before_q, before_v, tau, NULL, a) == SNW_OK);
            for (int i = 0; i < r.arm.count; i++)
                scale = fmax(scale, fabs(a[i]));
            CHECK(farthest(a, s->a, r.arm.count) <= 1e-7 * scale);
        }
        free(block);
        rig_free(&r);
    }
}

// An axis that reaches a hard stop pushes back on all the others: the step is one of the equation
// of motion, not one whose result was moved into the limits afterwards. spec: actin-control:AC-01
static void a_hard_stop_is_part_of_the_motion(void) {
    int hits = 0;
    CHECK_CASES(check_scaled(200)) {
        rig_tree(&r, check_int(3, 8));
        config = simulated();
        config.step = 1e-3;
        SET(&config, stop_zone, 1e-6);
        SET(&config, dry, 0);
        double q[SNW_AXES], before_q[SNW_AXES], before_v[SNW_AXES];
        for (int i = 0; i < SNW_AXES; i++)
            q[i] = check_real(-0.5, 0.5);
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        for (int i = 0; i < r.arm.count; i++)
            r.command.effort[i] = check_real(-20, 20);
        for (int n = 0; n < 300; n++) {
            rig_sense(&r);
            memcpy(before_q, r.signals.q, sizeof q);
            memcpy(before_v, r.signals.v, sizeof q);
            rig_act(&r);
            const snw_plant_signals *s = &r.signals;
            for (int i = 0; i < r.arm.count; i++) {
                const double lower = r.arm.limits.lower[i], upper = r.arm.limits.upper[i];
                const double scale = 1 + fabs(before_v[i]) + fabs(s->v[i]);
                hits += s->stop[i] != 0;
                CHECK(lower <= s->q[i] && s->q[i] <= upper);
                CHECK(s->stop[i] == 0 || (s->stop[i] < 0) == (s->q[i] > 0));
                CHECK_NEAR(s->v[i], before_v[i] + 1e-3 * s->a[i], 1e-5 * scale);
                CHECK_NEAR(s->q[i], before_q[i] + 1e-3 * s->v[i], 1e-8 * scale);
            }
        }
        rig_free(&r);
    }
    CHECK(hits > 1000 * check_scaled(200) / 200);
}

static void a_falling_panda_keeps_its_energy(void) {
    rig_load(&r, "panda/panda.xml");
    config = simulated();
    config.integrator = SNW_PLANT_RK4;
    config.step = 1e-3;
    config.brakes = false;
    const double q[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};
    snw_dyn dyn;
    void *block = new_dyn(&dyn, r.arm.model);
    rig_begin(&r, &snw_simulated_arm_type, &config, q);
    snw_energy energy;
    CHECK(snw_dyn_energy(&dyn, q, r.signals.v, &energy) == SNW_OK);
    const double first = energy.kinetic + energy.potential;
    double most = 0, off = 0;
    while (r.t_ns < 10 * INT64_C(1000000000)) {
        rig_tick(&r);
        CHECK(snw_dyn_energy(&dyn, r.signals.q, r.signals.v, &energy) == SNW_OK);
        most = fmax(most, energy.kinetic);
        off = fmax(off, fabs(energy.kinetic + energy.potential - first));
    }
    CHECK(off < 1e-3 * most);
    free(block);
    rig_free(&r);
}

// Positions follow a smooth command closely, rates too, from the first tick on and without a jump.
static void the_loops_of_the_drives_follow(void) {
    rig_load(&r, "panda/panda.xml");
    config = simulated();
    const double q[SNW_AXES] = {0, -0.7, 0, -2.3, 0, 1.6, 0.8};
    for (int mode = SNW_AXIS_POSITION; mode <= SNW_AXIS_VELOCITY; mode++) {
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_mode(&r, (snw_axis_mode)mode);
        for (int n = 1; n <= 3000; n++) {
            const double t = 1e-3 * n;
            for (int i = 0; i < 7; i++) {
                r.command.q[i] = q[i] + 0.3 * (1 - cos(2 * t));
                r.command.v[i] = 0.6 * sin(2 * t);
            }
            rig_tick(&r);
            CHECK(farthest(r.signals.v, r.command.v, 7) < 5e-3);
            CHECK(farthest(r.signals.q, r.command.q, 7) <
                  (mode == SNW_AXIS_POSITION ? 5e-5 : 0.05));
        }
        rig_end(&r);
    }
    rig_free(&r);
}

// A payload of m at p is as if the link weighed more: m g at the hand, through J^T.
static void a_payload_pulls(void) {
    rig_pendulum(&r, 2, 0.4, 0.1);
    rig_compile(&r);
    config = simulated();
    snw_copy_text(config.payload_link, SNW_NAME, "bob");
    config.payload = 3;
    config.payload_at = (snw_vec3){0, 0, -0.5};
    const double q = SNW_PI / 2;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    rig_tick(&r);
    const double I = 0.1 + 2 * 0.16 + 3 * 0.25;
    CHECK_NEAR(r.signals.v[0], -9.81 * (2 * 0.4 + 3 * 0.5) / I * 1e-3, 1e-7);
    rig_end(&r);
    config = simulated();
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    CHECK(rig_tell(&r, "payload bob 3 0 0 -0.5") == SNW_OK);
    rig_tick(&r);
    CHECK_NEAR(r.signals.v[0], -9.81 * (2 * 0.4 + 3 * 0.5) / I * 1e-3, 1e-7);
    rig_free(&r);
}

// Finite commands and pushes of any size, in any mode, with faults: what comes out is finite.
static void nothing_comes_out_that_is_no_number(void) {
    CHECK_CASES(check_scaled(400)) {
        rig_tree(&r, check_int(1, 10));
        config = simulated();
        config.brakes = check_int(0, 1);
        config.integrator = check_int(0, 9) == 0 ? SNW_PLANT_RK4 : SNW_PLANT_EULER;
        SET(&config, stop_zone, 0.1);
        SET(&config, stop_stiffness, pow(10, check_real(0, 8)));
        const double q[SNW_AXES] = {0};
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        const double size = pow(10, check_real(-2, 6));
        for (int n = 0; n < 60; n++) {
            r.command.enable = check_int(0, 5) > 0;
            for (int i = 0; i < r.arm.count; i++) {
                r.command.mode[i] = (snw_axis_mode)check_int(0, 3);
                r.command.q[i] = check_real(-size, size);
                r.command.v[i] = check_real(-size, size);
                r.command.effort[i] = check_real(-size, size);
                const snw_plant_fault_kind kind = (snw_plant_fault_kind)check_int(0, 200);
                const snw_plant_fault fault = {kind, snw_plant_fault_value(kind), 0.01};
                if (kind < SNW_PLANT_FAULTS && kind != SNW_PLANT_GARBAGE) {
                    CHECK(snw_plant_set_fault(&r.drive, i, fault) == SNW_OK);
                }
            }
            rig_sense(&r);
            // a state beyond all measure is refused, not told
            SNW_IGNORE(r.functions->act(&r.drive, r.t_ns, r.dt_ns, &r.command));
            r.t_ns += r.dt_ns;
            for (int i = 0; i < r.arm.count; i++) {
                CHECK(isfinite(r.sensed.q[i]) && isfinite(r.sensed.v[i]));
                CHECK(isfinite(r.sensed.effort[i]) && isfinite(r.signals.a[i]));
                CHECK(isfinite(r.signals.q[i]) && isfinite(r.signals.v[i]));
                CHECK(isfinite(r.signals.motor[i]) && isfinite(r.signals.stop[i]));
                CHECK(isfinite(r.signals.dry[i]) && isfinite(r.signals.brake[i]));
            }
        }
        rig_free(&r);
    }
}

static void settings_that_do_not_fit_are_refused(void) {
    rig_load(&r, "panda/panda.xml");
    static _Alignas(64) unsigned char block[1 << 18];
    const double q[SNW_AXES] = {0};
    snw_why why;
    r.functions = snw_drive_of(&snw_simulated_arm_type);
    r.drive = (snw_drive){.type = &snw_simulated_arm_type, .config = &config, .arm = &r.arm};
    snw_arena arena = snw_arena_over(block, sizeof block);
    config = simulated();
    config.dry_count = 3;
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_SIZE);
    CHECK_TEXT(why.subject, "dry");
    config = simulated();
    config.sensor.noise_count = 8;
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_SIZE);
    config = simulated();
    snw_copy_text(config.payload_link, SNW_NAME, "nothing");
    arena = snw_arena_over(block, sizeof block);
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_UNKNOWN_NAME);
    config = simulated();
    const double wrong[SNW_AXES] = {0, (double)NAN};
    arena = snw_arena_over(block, sizeof block);
    CHECK(rig_init(&r, wrong, &arena, &why) < 0);
    rig_free(&r);
    // a joint that moves no mass
    rig_pendulum(&r, 0, 0, 0);
    rig_compile(&r);
    r.functions = snw_drive_of(&snw_simulated_arm_type);
    r.drive = (snw_drive){.type = &snw_simulated_arm_type, .config = &config, .arm = &r.arm};
    arena = snw_arena_over(block, sizeof block);
    CHECK(rig_init(&r, q, &arena, &why) == SNW_ERR_SINGULAR);
    rig_free(&r);
}

int main(void) {
    RUN(efforts_of_gravity_keep_a_released_arm_where_it_is);
    RUN(without_weight_an_arm_moves_when_pushed_and_stays_where_it_is_left);
    RUN(friction_is_the_same_with_both_recursions);
    RUN(the_terms_told_explain_the_acceleration);
    RUN(a_hard_stop_is_part_of_the_motion);
    RUN(a_falling_panda_keeps_its_energy);
    RUN(the_loops_of_the_drives_follow);
    RUN(a_payload_pulls);
    RUN(nothing_comes_out_that_is_no_number);
    RUN(settings_that_do_not_fit_are_refused);
    return check_report();
}
