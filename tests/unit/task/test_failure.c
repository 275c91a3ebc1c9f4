// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// Joints that fail, and links that are held relative to others that move.

static arm a;

// --- a joint that swings freely ------------------------------------------------------------------

// how far a joint swings that has lost its brake and its motor, the others holding their places:
// one coordinate, by forward dynamics of the rest at their accelerations of 0
static double swing(int joint) {
    snw_dyn *dyn = &a.control.task.dyn;
    double q[MOST], v[MOST] = {0}, bias[MOST], M[MOST * MOST], most = 0;
    const double none[MOST] = {0}, dt = 0.0005;
    memcpy(q, a.q, sizeof q);
    for (int k = 0; k < 6000; k++) {
        CHECK(snw_dyn_inverse(dyn, q, v, none, NULL, bias) == SNW_OK);
        CHECK(snw_dyn_mass_matrix(dyn, q, M) == SNW_OK);
        v[joint] -= dt * bias[joint] / M[joint + joint * a.model->nv];
        q[joint] += dt * v[joint];
        most = fmax(most, fabs(q[joint] - a.q[joint]));
    }
    return most;
}

// spec: actin-control:VC-40
static void a_joint_that_was_relieved_swings_less_when_it_fails(void) {
    double swings[2];
    for (int relieved = 0; relieved < 2; relieved++) {
        snw_setup *setup = new_setup();
        arm_open(&a, setup, library_robot(setup, "panda"));
        a.config.law = SNW_LAW_NULLSPACE;
        a.config.alpha = 0.02;
        a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
        arm_add(&a, &snw_frame_effector_type, &a.frame);
        snw_gravity_torque torque;
        snw_block_defaults(&snw_gravity_torque_type, &torque);
        snw_copy_text(torque.joint, SNW_NAME, "j3");
        if (relieved) arm_add(&a, &snw_gravity_torque_type, &torque);
        const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
        memcpy(a.q, q, sizeof q);
        arm_ready(&a);
        const snw_pose hand = snw_task_placement(&a.control.task, 0);
        for (int k = 0; k < 2000; k++)
            SNW_IGNORE(arm_tick(&a, NULL, 0.002));
        const snw_pose now = snw_task_placement(&a.control.task, 0);
        CHECK(snw_vec3_distance(hand.p, now.p) < 1e-4);
        swings[relieved] = swing(2);
        arm_close(&a);
    }
    CHECK(swings[0] > 0.1);
    CHECK(swings[1] <= swings[0] / 2);
}

// spec: actin-control:VC-40
static void joints_that_are_locked_or_drift_are_made_up_for_by_the_others(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    int met = 0;
    CHECK_CASES(check_scaled(2000)) {
        double V[6];
        for (int i = 0; i < 7; i++) {
            a.q[i] = check_real(a.model->lower[i], a.model->upper[i]);
            a.control.held[i] = false;
        }
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.3, 0.3);
        const int failed = check_int(0, 6);
        a.control.held[failed] = true;
        a.control.held_rate[failed] = check_case % 2 ? 0 : check_real(-0.5, 0.5);
        const snw_control_input input = {a.q, NULL, V, 0.01};
        const snw_status status = snw_control_rates(&a.control, &input, a.qd, NULL);
        if (status != SNW_OK) {
            CHECK(status == SNW_NEAR_SINGULAR && a.control.report.lost_count > 0);
            continue;
        }
        met++;
        // the motion of the hand from the velocities of the links, not from J
        double moved[6];
        const double scale = scale_of(a.qd, 7);
        CHECK_NEAR(a.qd[failed], a.control.held_rate[failed], 1e-9 * scale);
        CHECK(snw_task_velocity(&a.control.task, a.qd, moved) == SNW_OK);
        CHECK(farthest(moved, V, 6) < 1e-9 * scale);
    }
    CHECK(met > check_scaled(2000) / 2);
    arm_close(&a);
}

// --- relative end effectors ----------------------------------------------------------------------

// spec: actin-control:EE-06
static void a_hand_is_held_relative_to_a_link_that_moves(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, two_arms(setup, 7));
    a.config.law = SNW_LAW_NULLSPACE;
    snw_effector left = effector_of(&snw_frame_effector_type, "l6");
    snw_effector right = effector_of(&snw_frame_effector_type, "r6");
    snw_copy_text(right.relative, SNW_NAME, "l6");
    right.guide_relative = true;
    arm_add(&a, &snw_frame_effector_type, &left);
    arm_add(&a, &snw_frame_effector_type, &right);
    for (int i = 0; i < a.model->nq; i++)
        a.q[i] = 0.35 + 0.25 * (i % 3) - 0.1 * (i % 5);
    arm_ready(&a);
    const snw_pose grip = snw_task_placement(&a.control.task, 1);
    const snw_pose start = snw_task_placement(&a.control.task, 0);
    double moved = 0;
    const double dt = 0.001;
    for (int k = 0; k < 4000; k++) {
        // the left hand is driven in the world; rates are the mean of both ends of a step
        double V[12] = {0}, first[MOST], second[MOST], q[MOST];
        const double t = dt * k, fast = 0.8 * cos(0.8 * t);
        V[0] = -0.1 * sin(0.8 * t) * fast;
        V[1] = 0.04 * fast;
        V[2] = 0.05 * fast;
        snw_control_input input = {a.q, NULL, V, dt};
        CHECK(snw_control_rates(&a.control, &input, first, NULL) == SNW_OK);
        CHECK(snw_integrate(a.model, a.q, first, dt, q) == SNW_OK);
        input.q = q;
        CHECK(snw_control_rates(&a.control, &input, second, NULL) == SNW_OK);
        for (int i = 0; i < a.model->nv; i++)
            first[i] = (first[i] + second[i]) / 2;
        CHECK(snw_integrate(a.model, a.q, first, dt, a.q) == SNW_OK);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        // judged by the poses of the links in the world
        const snw_kin *kin = &a.control.task.kin;
        const int l6 = snw_model_find_link(a.model, "l6"), r6 = snw_model_find_link(a.model, "r6");
        const snw_pose now =
            snw_pose_mul(snw_pose_inverse(kin->T_world_link[l6]), kin->T_world_link[r6]);
        const snw_twist error = snw_pose_difference(grip, now);
        CHECK(snw_vec3_norm(error.lin) < 1e-6 && snw_vec3_norm(error.ang) < 1e-6);
        moved = fmax(moved, snw_vec3_distance(kin->T_world_link[l6].p, start.p));
    }
    CHECK(moved > 0.03);
    arm_close(&a);
}

int main(void) {
    RUN(a_joint_that_was_relieved_swings_less_when_it_fails);
    RUN(joints_that_are_locked_or_drift_are_made_up_for_by_the_others);
    RUN(a_hand_is_held_relative_to_a_link_that_moves);
    return check_report();
}
