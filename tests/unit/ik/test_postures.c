// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static double distance(const double *a, const double *b, int count) {
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    }
    return sqrt(sum);
}

// The target is the pose of the posture itself, so it can be reached. Starts near it, so that the
// way along the self-motion is not cut by a limit or another branch.
static void the_posture_itself_is_reached_where_the_target_allows_it(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double posture[7], q0[7], q[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        for (int i = 0; i < 7; i++) {
            const double low = t.s.model->lower[i], high = t.s.model->upper[i];
            posture[i] = low + (high - low) * check_real(0.3, 0.7);
            q0[i] = posture[i] + check_real(-0.15, 0.15);
        }
        options.posture = posture;
        options.iterations = 200;
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, posture));
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        if (distance(q, posture, 7) > 1) continue; // another branch arrived first
        CHECK(distance(q, posture, 7) < 1e-3);
    }
    tool_close(&t);
}

// For any posture: never farther from it than without, the target kept, and nothing is left to gain
// along the self-motion, but for joints on limits.
static void the_posture_is_approached_as_far_as_the_target_leaves_room(void) {
    tool_stand t;
    panda_open(&t);
    int nearer = 0;
    const int cases = (int)check_scaled(500);
    CHECK_CASES(cases) {
        double posture[7], q0[7], goal[7], with[7], without[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        stand_random(t.s.model, posture);
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, &options, q0, without, &result);
        CHECK(result.status == SNW_IK_OK);
        options.posture = posture;
        options.iterations = 100;
        snw_ik_solve(&t.s.ik, &target, &options, q0, with, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, with, &result);
        CHECK(distance(with, posture, 7) <= distance(without, posture, 7) + 1e-9);
        nearer += distance(with, posture, 7) < 0.99 * distance(without, posture, 7);
        bool at_limit = false;
        for (int i = 0; i < 7; i++) {
            at_limit |= with[i] < t.s.model->lower[i] + 1e-3;
            at_limit |= with[i] > t.s.model->upper[i] - 1e-3;
        }
        if (at_limit) continue;
        // the way to the posture, without what moves the tip: nothing may be left of it
        snw_twist J[7];
        snw_pinv pinv;
        static _Alignas(64) unsigned char memory[8192];
        snw_arena arena = snw_arena_over(memory, sizeof memory);
        double way[7], moved[6] = {0}, back[7], left = 0;
        (void)stand_pose(&t.s, with);
        snw_kin_jacobian(&t.s.kin, t.s.ik.link, t.s.ik.T_link_tip.p, J);
        CHECK(snw_pinv_init(&pinv, 6, 7, &arena) == SNW_OK);
        const snw_pinv_config config = snw_pinv_defaults();
        CHECK(snw_pinv_update(&pinv, snw_mat_over(&J[0].lin.x, 6, 7), &config) >= 0);
        for (int i = 0; i < 7; i++) {
            way[i] = posture[i] - with[i];
            for (int k = 0; k < 6; k++) {
                moved[k] += (&J[i].lin.x)[k] * way[i];
            }
        }
        CHECK(snw_pinv_apply(&pinv, moved, back) == SNW_OK);
        for (int i = 0; i < 7; i++) {
            left += (way[i] - back[i]) * (way[i] - back[i]);
        }
        if (pinv.svd.S[5] < 0.02) continue; // nearly singular: the self-motion turns sharply
        CHECK(sqrt(left) < 0.02 * (1 + distance(with, posture, 7)));
    }
    CHECK(nearer > cases / 2);
    tool_close(&t);
}

// Three joints in a plane, only the position matters: the self-motion is one angle. The nearest
// configuration is found by trying them all.
static void a_planar_arm_finds_the_nearest_configuration(void) {
    const arm_row rows[] = {
        {1, 0, 0, 0, -179, 179, 0}, {1, 0, 0, 0, -179, 179, 0}, {1, 0, 0, 0, -179, 179, 0}};
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, rows, 3, 0);
    CHECK_CASES(check_scaled(200)) {
        double posture[3], q[3];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        for (int i = 0; i < 3; i++) {
            posture[i] = check_real(0.3, 1.2);
        }
        // a pose near that of the posture
        const snw_pose near = stand_pose(&t.s, posture);
        snw_ik_target target = snw_ik_target_pose(near);
        target.T_world_goal.p.x += check_real(-0.1, 0.1);
        target.T_world_goal.p.y += check_real(-0.1, 0.1);
        for (int k = 2; k < 6; k++) {
            target.tolerance[k] = (double)INFINITY;
        }
        options.posture = posture;
        options.iterations = 300;
        options.starts = 1;
        snw_ik_solve(&t.s.ik, &target, &options, posture, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        // by trial: the last link's direction, then two links by the law of cosines
        double best = HUGE_VAL;
        const double x = target.T_world_goal.p.x, y = target.T_world_goal.p.y;
        for (double phi = -SNW_PI; phi < SNW_PI; phi += 1e-3) {
            const double wx = x - cos(phi), wy = y - sin(phi);
            const double c2 = (wx * wx + wy * wy - 2) / 2;
            if (fabs(c2) > 1) continue;
            const double q2 = acos(c2);
            const double q1 = atan2(wy, wx) - atan2(sin(q2), 1 + c2);
            const double all[3] = {q1, q2, remainder(phi - q1 - q2, 2 * SNW_PI)};
            best = fmin(best, distance(all, posture, 3));
        }
        CHECK_NEAR(distance(q, posture, 3), best, 1e-3);
    }
    tool_close(&t);
}

// Wrist of a spherical joint: the posture is a quaternion.
static void postures_of_spherical_joints_are_quaternions(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "ball");
    add_link(robot, setup, "base");
    add_link(robot, setup, "ball");
    add_joint(robot, setup, "ball", "base", "ball")->kind = SNW_JOINT_SPHERICAL;
    add_attachment(robot, setup, "tool", "ball")->origin =
        snw_pose_translation(snw_vec3_of(0, 0, 1));
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    stand s;
    stand_open(&s, &c.model, -1, 0);
    CHECK_CASES(100) {
        double q0[4], posture[4], q[4], v[3];
        snw_ik_result result;
        stand_random(&c.model, q0);
        stand_random(&c.model, posture);
        // the position of the tool on its sphere: a turn about its axis is free
        snw_ik_target target = snw_ik_target_pose(stand_pose(&s, posture));
        for (int k = 3; k < 6; k++) {
            target.tolerance[k] = (double)INFINITY;
        }
        snw_ik_options options = snw_ik_options_default();
        options.posture = posture;
        snw_ik_solve(&s.ik, &target, &options, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&s, &target, q, &result);
        CHECK(snw_difference(&c.model, posture, q, v) == SNW_OK);
        CHECK(snw_vec3_norm(snw_vec3_of(v[0], v[1], v[2])) < 1e-3);
    }
    stand_close(&s);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_posture_itself_is_reached_where_the_target_allows_it);
    RUN(the_posture_is_approached_as_far_as_the_target_leaves_room);
    RUN(a_planar_arm_finds_the_nearest_configuration);
    RUN(postures_of_spherical_joints_are_quaternions);
    return check_report();
}
