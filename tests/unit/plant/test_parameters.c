// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "sinew/document.h"
#include "sinew/dynamics.h"

// What each number of an actuator does to a wheel, by closed forms; stops; springs across joints.

static rig r;
static snw_simulated_arm config;

static const double I = 0.2; // of the wheel [kg.m^2]

// --- ten numbers --------------------------------------------------------------------------------

// a wheel between limits with an actuator
static void make_wheel(const snw_actuator *actuator, double lower, double upper) {
    rig_pendulum(&r, 1, 0, I);
    snw_joint_description *joint = &r.robot->joints[0];
    *joint->actuator = *actuator;
    joint->kind = SNW_JOINT_REVOLUTE;
    joint->limits.lower = lower;
    joint->limits.upper = upper;
}

// the description as a file has it, read again: equal in every field
static void write_and_read(void) {
    snw_text text = snw_text_over(NULL, 0);
    snw_xml_write(&snw_robot_type, r.robot, NULL, &text);
    const size_t length = text.length;
    char *buffer = malloc(length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, length + 1);
    snw_xml_write(&snw_robot_type, r.robot, NULL, &text);
    const snw_source source = {.bytes = buffer, .length = length, .name = "wheel.xml"};
    void *object = NULL;
    CHECK(snw_xml_read(&source, &snw_robot_type, NULL, r.setup, &object, NULL) == SNW_OK);
    CHECK(snw_block_equal(&snw_robot_type, r.robot, object));
    r.robot = object;
    free(buffer);
}

typedef enum seen { ACCELERATION, RATE, PLACE } seen;

// what is seen of the wheel after so long under a constant effort
static double wheel_under(const snw_actuator *actuator, double lower, double upper, double effort,
                          double seconds, seen what) {
    make_wheel(actuator, lower, upper);
    write_and_read();
    rig_compile(&r);
    config = simulated();
    const double q = 0;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    r.command.effort[0] = effort;
    rig_run(&r, seconds);
    const double result = what == ACCELERATION ? r.signals.a[0]
                          : what == RATE       ? r.signals.v[0]
                                               : r.signals.q[0];
    rig_free(&r);
    return result;
}

// Each number is written, read again, and seen in the motion, twice with two values: rotor and gear
// in a = tau / (I + R^2 J), friction in v = tau / c, bounds of efforts in a, limits, zone and
// stiffness in where the wheel rests, q = limit - zone + tau / k, damping in how fast it goes
// through the zone, v = tau / d.
// spec: actin-model:A1-LK-33
static void each_of_ten_numbers_of_an_actuator_has_its_effect(void) {
    const snw_actuator plain = {.gear_ratio = 1, .effort_min = -1000, .effort_max = 1000};
    for (int k = 1; k <= 2; k++) {
        snw_actuator a = plain;
        a.inertia = 1e-3 * k;
        a.gear_ratio = 20;
        CHECK_NEAR(wheel_under(&a, -9, 9, 3, 0.01, ACCELERATION), 3 / (I + 0.4 * k), 1e-9);
        a.inertia = 1e-3;
        a.gear_ratio = 10 * k;
        CHECK_NEAR(wheel_under(&a, -9, 9, 3, 0.01, ACCELERATION), 3 / (I + 0.1 * k * k), 1e-9);
        a = plain;
        a.friction = 2 * k;
        CHECK_NEAR(wheel_under(&a, -9, 9, 3, 3, RATE), 3 / (2. * k), 1e-9);
        a = plain;
        a.effort_max = 5 * k;
        CHECK_NEAR(wheel_under(&a, -9, 9, 100, 0.01, ACCELERATION), 5 * k / I, 1e-9);
        CHECK_NEAR(wheel_under(&a, -9, 9, -100, 0.01, ACCELERATION), -100 / I, 1e-9);
        a = plain;
        a.effort_min = -5 * k;
        CHECK_NEAR(wheel_under(&a, -9, 9, -100, 0.01, ACCELERATION), -5 * k / I, 1e-9);
        CHECK_NEAR(wheel_under(&a, -9, 9, 100, 0.01, ACCELERATION), 100 / I, 1e-9);
        a = (snw_actuator){.gear_ratio = 1,
                           .effort_min = -1000,
                           .effort_max = 1000,
                           .stop_zone = 0.1,
                           .stop_stiffness = 200,
                           .stop_damping = 20};
        CHECK_NEAR(wheel_under(&a, -9, 0.5 * k, 4, 8, PLACE), 0.5 * k - 0.1 + 0.02, 1e-9);
        CHECK_NEAR(wheel_under(&a, -0.5 * k, 9, -4, 8, PLACE), -0.5 * k + 0.1 - 0.02, 1e-9);
        a.stop_zone = 0.1 * k;
        CHECK_NEAR(wheel_under(&a, -9, 1, 4, 8, PLACE), 1 - 0.1 * k + 0.02, 1e-9);
        a.stop_zone = 0.1;
        a.stop_stiffness = 100 * k;
        CHECK_NEAR(wheel_under(&a, -9, 1, 4, 8, PLACE), 0.9 + 0.04 / k, 1e-9);
        // a zone of 4 rad without a spring is gone through at constant speed
        a.stop_zone = 4;
        a.stop_stiffness = 0;
        a.stop_damping = 4 * k;
        CHECK_NEAR(wheel_under(&a, -9, 4, 4, 1.5, RATE), 1. / k, 1e-9);
    }
}

// --- stops --------------------------------------------------------------------------------------

static void make_stopped(double zone, double stiffness, double damping) {
    const snw_actuator actuator = {.gear_ratio = 1,
                                   .effort_min = -1e6,
                                   .effort_max = 1e6,
                                   .stop_zone = zone,
                                   .stop_stiffness = stiffness,
                                   .stop_damping = damping};
    make_wheel(&actuator, -1, 1);
    rig_compile(&r);
    config = simulated();
    config.step = 1e-3;
}

// A wheel that is thrown into its stop, and left alone: outside the zone there is no effort; in it
// the effort is the spring's part of the way and the damper's of the rate, at the end of the step;
// and kinetic energy and that of the spring together never grow.
// spec: actin-model:A1-LK-34
static void a_stop_is_linear_in_its_zone_and_gives_no_energy(void) {
    int touched = 0, free_ticks = 0;
    CHECK_CASES(check_scaled(1000)) {
        const double zone = check_real(0.05, 0.5), k = pow(10, check_real(0, 4));
        const double d = check_int(0, 1) ? pow(10, check_real(-2, 2)) : 0;
        make_stopped(zone, k, d);
        double q = check_real(-0.4, 0.4);
        rig_begin(&r, &snw_simulated_arm_type, &config, &q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        // thrown within what the spring can take: a wall would end it else
        const double v = check_real(0.1, 0.7) * zone * sqrt(k / I) * (check_int(0, 1) ? 1 : -1);
        r.command.effort[0] = I * v / 1e-3;
        rig_tick(&r);
        r.command.effort[0] = 0;
        double energy = HUGE_VAL;
        for (int n = 0; n < 300; n++) {
            const double before = r.signals.q[0] + 1e-3 * r.signals.v[0];
            rig_tick(&r);
            q = r.signals.q[0];
            const double side = q > 0 ? 1 : -1, way = fabs(q) - (1 - zone);
            const double stop = r.signals.stop[0];
            if (fabs(before) < 1 - zone) {
                CHECK(stop == 0);
                free_ticks++;
            } else if (way > 0) {
                const double push = k * way + d * r.signals.v[0] * side;
                CHECK_NEAR(stop, -side * fmax(push, 0), 1e-9 * (1 + k));
                touched++;
            }
            const double spring = way > 0 ? k / 2 * way * way : 0;
            const double now = I / 2 * r.signals.v[0] * r.signals.v[0] + spring;
            CHECK(now <= energy * (1 + 1e-9) + 1e-12);
            energy = now;
        }
        rig_free(&r);
    }
    CHECK(touched > 10 && free_ticks > 10);
}

// Pushed against a limit it stays there, to the last bit, and says so; let go it leaves.
// spec: actin-model:A1-MN-10
static void a_joint_at_its_limit_stays_there_exactly_and_says_so(void) {
    CHECK_CASES(check_scaled(200)) {
        const double side = check_int(0, 1) ? 1 : -1;
        make_stopped(check_real(0, 0.2), pow(10, check_real(0, 2)), check_real(0, 1));
        const double lower = check_real(-2, -0.5), upper = check_real(0.5, 2);
        r.robot->joints[0].actuator->stop_damping += 0.01; // there is a stop
        r.robot->joints[0].limits.lower = lower;
        r.robot->joints[0].limits.upper = upper;
        free(r.c.block);
        rig_compile(&r);
        const double q = 0, limit = side > 0 ? upper : lower;
        rig_begin(&r, &snw_simulated_arm_type, &config, &q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        r.command.effort[0] = side * check_real(50, 500);
        int n = 0;
        for (; n < 2000 && r.signals.limit[0] == 0; n++) {
            rig_tick(&r);
            CHECK(r.signals.limit[0] != 0 || r.signals.q[0] * side < limit * side);
        }
        CHECK(n < 2000);
        for (int i = 0; i < 500; i++) {
            rig_tick(&r);
            CHECK(r.signals.q[0] == limit && r.signals.limit[0] == (int)side);
        }
        r.command.effort[0] = -side * 10;
        rig_run(&r, 0.1);
        CHECK(r.signals.q[0] * side < limit * side && r.signals.limit[0] == 0);
        rig_free(&r);
    }
    // what has no stops passes its limits, and is at none
    rig_pendulum(&r, 1, 0, I);
    rig_compile(&r);
    config = simulated();
    const double q = 0;
    rig_begin(&r, &snw_simulated_arm_type, &config, &q);
    rig_mode(&r, SNW_AXIS_EFFORT);
    r.command.effort[0] = 100;
    rig_run(&r, 1);
    CHECK(r.signals.q[0] > 10 && r.signals.limit[0] == 0);
    rig_free(&r);
}

// --- springs across joints ----------------------------------------------------------------------

enum { JOINTS = 4 };

static const struct {
    double k, c, weights[JOINTS];
} across[JOINTS] = {{0.8, 0.3, {1, 0.3, 0, 0}},
                    {0.8, 0.3, {0.3, 1, -0.2, 0}},
                    {0.8, 0.3, {0, -0.2, 1, 0.4}},
                    {0.8, 0.3, {0, 0, 0.4, 1}}};

// a chain in a plane whose joints have springs and dampers over all joints
static void make_chain(const double *offsets) {
    r = (rig){.setup = new_setup(), .dt_ns = MS};
    r.robot = new_robot(r.setup, "chain");
    (void)add_link(r.robot, r.setup, "0");
    for (int i = 0; i < JOINTS; i++) {
        char a[16], b[16], c[16];
        (void)snprintf(a, sizeof a, "%d", i);
        (void)snprintf(b, sizeof b, "%d", i + 1);
        (void)snprintf(c, sizeof c, "j%d", i);
        add_inertial(add_link(r.robot, r.setup, b), r.setup, 0.3, 0.01)->origin.p = snw_vec3_x(0.1);
        snw_joint_description *joint = add_joint(r.robot, r.setup, c, a, b);
        joint->kind = SNW_JOINT_CONTINUOUS;
        joint->axis = snw_vec3_z(1);
        joint->origin.p = snw_vec3_x(i == 0 ? 0 : 0.2);
        (void)add_actuator(joint, r.setup);
        snw_spring *spring = add_spring(&joint->spring, r.setup, across[i].k, JOINTS);
        snw_spring *damper = add_spring(&joint->damper, r.setup, across[i].c, 1);
        damper->terms[0].weight = 1;
        for (int t = 0; t < JOINTS; t++) {
            (void)snprintf(spring->terms[t].joint, SNW_NAME, "j%d", t);
            spring->terms[t].weight = across[i].weights[t];
            spring->terms[t].offset = offsets[t];
        }
    }
    rig_compile(&r);
    r.arm.gravity = snw_vec3_zero();
    config = simulated();
}

// The example of the spring pendulum: a small constant, no offsets, friction, no gravity; from
// anywhere all joints come to zero. And in every tick the motion is that of the links alone under
// efforts of the formula, tau_i = -k_i sum a_ij (q_j - d_j) - c_i v_i, written out here.
// spec: actin-control:AC-09
static void springs_across_joints_pull_by_their_formula_to_their_rest(void) {
    CHECK_CASES(check_scaled(20)) {
        double offsets[JOINTS] = {0}, q[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            q[i] = check_real(-1, 1);
            if (check_case % 2 == 1) offsets[i] = check_real(-0.5, 0.5);
        }
        make_chain(offsets);
        rig_begin(&r, &snw_simulated_arm_type, &config, q);
        rig_mode(&r, SNW_AXIS_EFFORT);
        snw_dyn dyn;
        snw_arena arena = {0};
        SNW_IGNORE(snw_dyn_init(&dyn, &r.c.model, &arena));
        void *block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_dyn_init(&dyn, &r.c.model, &arena) == SNW_OK);
        CHECK(snw_dyn_set_gravity(&dyn, snw_vec3_zero()) == SNW_OK);
        dyn.springs = false;
        config.step = 1e-3;
        for (int n = 0; n < 30000; n++) {
            double before[JOINTS], rates[JOINTS], a[JOINTS];
            memcpy(before, n == 0 ? q : r.signals.q, sizeof before);
            memcpy(rates, r.signals.v, sizeof rates);
            rig_tick(&r);
            if (n % 10 != 0) continue;
            for (int i = 0; i < JOINTS; i++) {
                a[i] = -across[i].c * rates[i];
                for (int t = 0; t < JOINTS; t++)
                    a[i] -= across[i].k * across[i].weights[t] * (before[t] - offsets[t]);
            }
            CHECK(snw_dyn_forward(&dyn, before, rates, a, NULL, a) == SNW_OK);
            for (int i = 0; i < JOINTS; i++)
                CHECK_NEAR(r.signals.a[i], a[i], 1e-9 * (1 + fabs(a[i])));
        }
        for (int i = 0; i < JOINTS; i++)
            CHECK_NEAR(r.signals.q[i], offsets[i], 1e-3);
        free(block);
        rig_free(&r);
    }
}

int main(void) {
    RUN(each_of_ten_numbers_of_an_actuator_has_its_effect);
    RUN(a_stop_is_linear_in_its_zone_and_gives_no_energy);
    RUN(a_joint_at_its_limit_stays_there_exactly_and_says_so);
    RUN(springs_across_joints_pull_by_their_formula_to_their_rest);
    return check_report();
}
