// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A user's program with libsinew-core alone: a URDF, kinematics both ways, efforts, a time law.
#include <stdio.h>
#include <stdlib.h>

#include <sinew/profile.h>
#include <sinew/robot.h>

enum { AXES = 6 };

// least time from q to the goal, at 1 rad/s, 2 rad/s^2 and 20 rad/s^3; negative when it failed
static double plan_motion(const double *q, const double *goal) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_profile profile;
    snw_profile_state start[AXES] = {{0}}, target[AXES] = {{0}};
    snw_profile_limits limits[AXES];
    for (int i = 0; i < AXES; i++) {
        start[i].p = q[i];
        target[i].p = goal[i];
        limits[i] =
            (snw_profile_limits){.v_min = -1, .v_max = 1, .a_min = -2, .a_max = 2, .jerk = 20};
    }
    snw_profile_problem problem = snw_profile_problem_defaults();
    problem.start = start;
    problem.target = target;
    problem.limits = limits;
    if (snw_failed(snw_profile_init(&profile, AXES, &arena))) return -1;
    return snw_failed(snw_profile_plan(&profile, &problem, NULL)) ? -1 : profile.duration;
}

int main(int argc, char **argv) {
    snw_why why;
    snw_robot_solver *arm = NULL;
    if (argc < 2 || snw_failed(snw_robot_create(argv[1], NULL, &arm, &why))) return 2;
    if (arm->model->nq != AXES) return 3;

    const double rest[AXES] = {0};
    double q[AXES] = {0.3, -1.2, 1.4, -1.0, -1.5, 0.2}, goal[AXES], tau[AXES];
    snw_pose pose, reached;
    if (snw_failed(snw_robot_fk(arm, q, &pose))) return 4;
    pose.p.z += 0.05;
    for (int i = 0; i < AXES; i++) {
        goal[i] = q[i];
    }
    if (snw_failed(snw_robot_ik(arm, pose, goal, &why))) return 5;
    if (snw_failed(snw_robot_fk(arm, goal, &reached))) return 6;
    if (snw_failed(snw_robot_efforts(arm, q, rest, rest, tau))) return 7;
    const double duration = plan_motion(q, goal);
    const double miss = snw_vec3_distance(pose.p, reached.p);
    printf("%s: miss below 20 um %s, shoulder holds %s, moves in time %s\n", arm->model->name,
           miss < 2e-5 ? "yes" : "no", tau[1] < -10 || tau[1] > 10 ? "yes" : "no",
           duration > 0.1 && duration < 5 ? "yes" : "no");
    snw_robot_destroy(arm);
    return 0;
}
