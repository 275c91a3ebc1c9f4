// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

// One description, with and without the flag that its root floats. What the page shows of it is in
// tests/browser/tests/35_scene.mjs.

static arm a;

static void open_arm(bool floating) {
    snw_setup *setup = new_setup();
    snw_robot *robot = planar_arm(setup, 3, 0.5);
    robot->floating = floating;
    arm_open(&a, setup, robot);
    a.config.law = SNW_LAW_QP;
    a.frame = effector_of(&snw_point_effector_type, "2");
    arm_add(&a, &snw_point_effector_type, &a.frame);
    arm_ready(&a);
    CHECK(a.model->floating == floating && a.model->nv == (floating ? 9 : 3));
}

static snw_vec3 tip_point(void) {
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    return snw_task_placement(&a.control.task, 0).p;
}

static snw_pose root_pose(void) {
    snw_kin *kin = &a.s.dyn.kin;
    CHECK(snw_kin_update(kin, a.q) == SNW_OK);
    return kin->T_world_link[0];
}

// A place that is farther away than the arm is long: a floating root goes along, a fixed one stays
// where it is to the last bit and the arm stretches.
// spec: actin-model:A1-MN-02
static void control_moves_a_floating_root_and_leaves_a_fixed_one(void) {
    for (int floating = 0; floating < 2; floating++) {
        open_arm(floating != 0);
        const double bent[] = {0.3, 0.4, 0.5};
        memcpy(a.q + (floating ? 7 : 0), bent, sizeof bent);
        CHECK(snw_control_hold(&a.control, a.q) == SNW_OK);
        const snw_vec3 goal = snw_vec3_of(4, 1, floating ? 0.7 : 0);
        const snw_pose before = root_pose();
        a.control.task.guides[0].p = goal;
        for (int k = 0; k < 8000; k++)
            (void)arm_tick(&a, NULL, 0.005);
        const double left = snw_vec3_distance(tip_point(), goal);
        const snw_pose after = root_pose();
        if (floating) {
            CHECK(left < 1e-5);
            CHECK(snw_vec3_distance(before.p, after.p) > 1);
        } else {
            CHECK(left > 2);
            CHECK(memcmp(&before, &after, sizeof before) == 0);
        }
        arm_close(&a);
    }
}

// Nothing holds them: the floating one falls as one body, all of it with g and no joint turning;
// the fixed one swings about its root.
// spec: actin-model:A1-MN-02
static void dynamics_let_a_floating_root_fall_and_hold_a_fixed_one(void) {
    for (int floating = 0; floating < 2; floating++) {
        open_arm(floating != 0);
        snw_dyn *dyn = &a.s.dyn;
        CHECK(snw_dyn_set_gravity(dyn, snw_vec3_of(0, -9.81, 0)) == SNW_OK);
        CHECK_CASES(50) {
            double tau[MOST] = {0}, v[MOST] = {0}, acceleration[MOST];
            const int first = floating ? 7 : 0;
            for (int i = 0; i < 3; i++)
                a.q[first + i] = check_real(-1, 1);
            CHECK(snw_dyn_forward(dyn, a.q, v, tau, NULL, acceleration) == SNW_OK);
            if (floating) {
                static const double fall[9] = {0, -9.81};
                for (int i = 0; i < 9; i++)
                    CHECK_NEAR(acceleration[i], fall[i], 1e-9);
            } else {
                // the moments of weight about the first joint, by hand: three masses on one line
                double moment = 0, turning = 0;
                CHECK(snw_dyn_gravity(dyn, a.q, tau) == SNW_OK);
                double x = 0, angle = 0;
                for (int i = 0; i < 3; i++) {
                    angle += a.q[i];
                    moment += 9.81 * (x + 0.25 * cos(angle));
                    x += 0.5 * cos(angle);
                }
                CHECK_NEAR(tau[0], moment, 1e-9);
                for (int i = 0; i < 3; i++)
                    turning = fmax(turning, fabs(acceleration[i]));
                CHECK(turning > 0.1);
            }
        }
        check_case = -1;
        arm_close(&a);
    }
}

int main(void) {
    RUN(control_moves_a_floating_root_and_leaves_a_fixed_one);
    RUN(dynamics_let_a_floating_root_fall_and_hold_a_fixed_one);
    return check_report();
}
