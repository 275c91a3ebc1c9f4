// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/robots.h"

#include "sinew/kinematics.h"

// region: arm
// two links of 0.4 m and 0.3 m that turn about z, and a tool at the end
static const snw_dh_joint joints[] = {
    {.row = {.a = 0.4}, .kind = SNW_JOINT_REVOLUTE, .lower = -2, .upper = 2},
    {.row = {.a = 0.3}, .kind = SNW_JOINT_REVOLUTE, .lower = -2.5, .upper = 2.5},
};

static snw_status make_arm(snw_setup *setup, snw_robot **robot, snw_why *why) {
    const snw_dh_table table = {.name = "scara",
                                .convention = SNW_DH_STANDARD,
                                .joints = joints,
                                .joint_count = 2,
                                .base = snw_pose_identity(),
                                .tool = snw_pose_identity()};
    return snw_robot_from_dh(&table, setup, robot, why);
}

// measures, takes memory, lays out; every finding is in `diags`
static snw_status compile_arm(const snw_robot *robot, snw_model *model, void **memory,
                              snw_diags *diags) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(model, robot, &arena, NULL));
    const size_t size = (arena.needed + 63) / 64 * 64;
    *memory = aligned_alloc(SNW_ARENA_ALIGN, size);
    arena = snw_arena_over(*memory, *memory != NULL ? size : 0);
    return snw_model_compile(model, robot, &arena, diags);
}
// endregion

// region: reach
// where the tool is half way between the limits, turned by q1 at the shoulder
static snw_status reach(snw_kin *kin, double q1, snw_pose *T_world_tool) {
    const snw_model *model = kin->model;
    double q[2];
    snw_midpoint(model, q);
    q[0] = q1;
    const snw_status status = snw_kin_update(kin, q);
    if (status < 0) return status;
    *T_world_tool = snw_kin_frame(kin, snw_model_find_frame(model, "tool"));
    return SNW_OK;
}
// endregion

// region: push
// the joint torques that hold a force at the tool: J^T f
static snw_status push(snw_kin *kin, const double *q, snw_vec3 force, double *torque) {
    snw_twist J[2];
    const snw_status status = snw_kin_update(kin, q);
    if (status < 0) return status;
    snw_kin_frame_jacobian(kin, snw_model_find_frame(kin->model, "tool"), J);
    for (int i = 0; i < 2; i++) {
        torque[i] = snw_vec3_dot(J[i].lin, force);
    }
    return SNW_OK;
}
// endregion

static void the_example_of_the_manual_works(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = NULL;
    snw_model model;
    void *memory = NULL;
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    CHECK(make_arm(setup, &robot, NULL) == SNW_OK);
    CHECK(compile_arm(robot, &model, &memory, &diags) == SNW_OK);
    CHECK(diags.count == 0);
    snw_setup_destroy(setup);

    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, &model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(&kin, &model, &arena) == SNW_OK);
    snw_pose T = snw_pose_identity();
    CHECK(reach(&kin, SNW_PI / 2, &T) == SNW_OK);
    CHECK(snw_vec3_near(T.p, snw_vec3_y(0.7), 1e-15)); // stretched, along y
    CHECK(reach(&kin, (double)NAN, &T) == SNW_ERR_NOT_FINITE);
    // along y: 10 N on levers of 0.4 m + 0 and of nothing, the second link pointing up
    const double bent[] = {0, SNW_PI / 2};
    double torque[2] = {0, 0};
    CHECK(push(&kin, bent, snw_vec3_y(10), torque) == SNW_OK);
    CHECK_NEAR(torque[0], 4, 1e-14);
    CHECK_NEAR(torque[1], 0, 1e-14);
    free(block);
    free(memory);
}

int main(void) {
    RUN(the_example_of_the_manual_works);
    return check_report();
}
