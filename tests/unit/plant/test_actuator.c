// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include "../../../src/motion/plant/inside.h"
#include "sinew/dynamics.h"

// The laws of single actuators, and the three kinds of efforts.

static rig r;

static snw_plant_axis random_axis_of_any_kind(void) {
    return (snw_plant_axis){.rotor = check_real(0, 1),
                            .gear = check_real(-100, 100),
                            .viscous = check_real(0, 5),
                            .dry = check_real(0, 5),
                            .kinetic = check_real(0, 1),
                            .stick_stiffness = check_real(0, 1e4),
                            .stick_damping = check_real(0, 100),
                            .stick_velocity = check_real(1e-4, 1e-1),
                            .effort_min = -HUGE_VAL,
                            .effort_max = HUGE_VAL,
                            .lower = -1,
                            .upper = 1,
                            .stop_zone = check_real(0, 0.5),
                            .stop_stiffness = check_real(0, 1e4),
                            .stop_damping = check_real(0, 100)};
}

// spec: actin-control:AC-02
static void dry_friction_is_never_more_than_it_holds(void) {
    CHECK_CASES(20000) {
        const snw_plant_axis axis = random_axis_of_any_kind();
        const double size = pow(10, check_real(-5, 3));
        const double total = check_real(-10, 10), way = check_real(-size, size);
        const double v =
            check_int(0, 1) ? check_real(-size, size) : check_real(-1, 1) * axis.stick_velocity;
        const double friction = snw__plant_dry(&axis, total, way, v);
        CHECK(fabs(friction) <= axis.dry);
        if (fabs(v) >= axis.stick_velocity) {
            // it slips: T_k against the motion, whatever pulls
            CHECK_NEAR(friction, (v > 0 ? -1 : 1) * axis.kinetic * axis.dry, 1e-15);
        } else {
            const double free = -total - axis.stick_stiffness * way - axis.stick_damping * v;
            CHECK_NEAR(friction, fmin(fmax(free, -axis.dry), axis.dry), 1e-12);
        }
    }
}

static void a_stop_pushes_back_into_its_range_only(void) {
    CHECK_CASES(20000) {
        const snw_plant_axis axis = random_axis_of_any_kind();
        const double q = check_real(-1.2, 1.2), v = check_real(-5, 5);
        const double effort = snw__plant_stop(&axis, q, v);
        const double way = fabs(q) - (1 - axis.stop_zone);
        if (way <= 0) {
            CHECK(effort == 0);
        } else {
            const double side = q > 0 ? 1 : -1;
            const double push = axis.stop_stiffness * way + axis.stop_damping * v * side;
            CHECK_NEAR(effort, -side * fmax(push, 0), 1e-9);
        }
    }
}

// The three kinds differ by just the terms of the actuators, written down here by hand; the first
// is that of the links alone, found by a workspace without drives.
// spec: actin-control:AC-04
static void the_kinds_of_efforts_differ_by_the_terms_of_the_actuators(void) {
    CHECK_CASES(check_scaled(500)) {
        rig_tree(&r, check_int(2, 10));
        const snw_model *model = r.arm.model;
        snw_dyn dyn;
        snw_arena arena = {0};
        SNW_IGNORE(snw_dyn_init(&dyn, model, &arena));
        void *block = exact_block(arena.needed);
        arena = snw_arena_over(block, arena.needed);
        CHECK(snw_dyn_init(&dyn, model, &arena) == SNW_OK);
        snw_plant_axis axes[SNW_AXES];
        double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES], links[SNW_AXES];
        for (int i = 0; i < r.arm.count; i++) {
            axes[i] = random_axis_of_any_kind();
            q[i] = check_real(-1.2, 1.2);
            v[i] = check_int(0, 3) ? check_real(-2, 2) : 0;
            a[i] = check_int(0, 3) ? check_real(-2, 2) : 0;
        }
        CHECK(snw_dyn_inverse(&dyn, q, v, a, NULL, links) == SNW_OK);
        // a workspace with drives says the same
        if (check_int(0, 1)) CHECK(snw_dyn_set_actuators(&dyn, r.robot) == SNW_OK);
        const snw_plant_motion motion = {q, v, a};
        double tau[3][SNW_AXES];
        for (int k = 0; k < 3; k++) {
            CHECK(snw__plant_efforts(&dyn, &r.arm, axes, (snw_plant_torque)k, motion, tau[k]) ==
                  SNW_OK);
        }
        for (int i = 0; i < r.arm.count; i++) {
            const double scale = 1e-11 * (1 + fabs(links[i]) + 1e4);
            CHECK_NEAR(tau[SNW_TORQUE_MANIPULATOR][i], links[i], scale);
            const double linear = axes[i].rotor * a[i] + axes[i].viscous * v[i];
            CHECK_NEAR(tau[SNW_TORQUE_LINEAR][i] - tau[SNW_TORQUE_MANIPULATOR][i], linear, scale);
            double dry = v[i] > 0 ? axes[i].kinetic * axes[i].dry : -axes[i].kinetic * axes[i].dry;
            if (fabs(v[i]) < axes[i].stick_velocity) {
                dry = a[i] > 0 ? axes[i].dry : a[i] < 0 ? -axes[i].dry : 0;
            }
            const double rest = dry - snw__plant_stop(&axes[i], q[i], v[i]);
            CHECK_NEAR(tau[SNW_TORQUE_TOTAL][i] - tau[SNW_TORQUE_LINEAR][i], rest, scale);
        }
        if (r.arm.count > 0) {
            q[0] = (double)NAN;
            tau[0][0] = 77;
            CHECK(snw__plant_efforts(&dyn, &r.arm, axes, SNW_TORQUE_TOTAL, motion, tau[0]) ==
                  SNW_ERR_NOT_FINITE);
            CHECK(tau[0][0] == 77);
        }
        free(block);
        rig_free(&r);
    }
}

static void an_actuator_is_what_its_model_says(void) {
    rig_pendulum(&r, 1, 0.5, 0.1);
    snw_actuator *drive = rig_actuator(&r);
    *drive = (snw_actuator){.inertia = 1e-3,
                            .gear_ratio = -50,
                            .friction = 0.3,
                            .coulomb = 0.7,
                            .effort_min = -9,
                            .effort_max = 12,
                            .stop_zone = 0.05,
                            .stop_stiffness = 500,
                            .stop_damping = 6};
    r.robot->joints[0].kind = SNW_JOINT_REVOLUTE;
    r.robot->joints[0].limits.lower = -2;
    r.robot->joints[0].limits.upper = 1.5;
    r.robot->joints[0].limits.effort = 10;
    rig_compile(&r);
    const snw_plant_axis axis = snw__plant_axis_of(&r.arm, 0);
    CHECK_NEAR(axis.rotor, 2500 * 1e-3, 1e-12);
    CHECK(axis.gear == -50 && axis.viscous == 0.3 && axis.dry == 0.7);
    CHECK(axis.effort_min == -9 && axis.effort_max == 10);
    CHECK(axis.lower == -2 && axis.upper == 1.5 && axis.stop_zone == 0.05);
    CHECK(axis.stop_stiffness == 500 && axis.stop_damping == 6);
    CHECK(axis.kinetic == 0.8 && axis.stick_velocity == 1e-3);
    // without a description
    r.robot->joints[0].actuator = NULL;
    const snw_plant_axis plain = snw__plant_axis_of(&r.arm, 0);
    CHECK(plain.rotor == 0 && plain.gear == 1 && plain.dry == 0 && plain.effort_max == 10);
    r.arm.robot = NULL;
    CHECK(snw__plant_axis_of(&r.arm, 0).viscous == 0);
    rig_free(&r);
}

int main(void) {
    RUN(dry_friction_is_never_more_than_it_holds);
    RUN(a_stop_pushes_back_into_its_range_only);
    RUN(the_kinds_of_efforts_differ_by_the_terms_of_the_actuators);
    RUN(an_actuator_is_what_its_model_says);
    return check_report();
}
