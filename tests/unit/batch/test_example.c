// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// region: highest
// how high the tool gets over a thousand random configurations
enum { STATES = 1000, BLOCKS = (STATES + SNW_BATCH_F64 - 1) / SNW_BATCH_F64 };

static snw_status highest_tool(const snw_model *model, double *height, void *memory, size_t size) {
    const int tool = snw_model_find_frame(model, "tool");
    if (tool < 0) return SNW_ERR_NOT_FOUND;
    double one[16];
    if (model->nq > 16) return SNW_ERR_SIZE;
    const snw_batch_place place = snw_batch_place_frame(model, tool);

    // one arena for the batch, the states in blocks and the poses in blocks
    snw_arena arena = snw_arena_over(memory, size);
    snw_batch batch;
    snw_status status = snw_batch_init(&batch, model, &place, 1, &arena);
    const int row = SNW_BATCH_F64 * (int)sizeof(double);
    double *q = snw_arena_take_array(&arena, BLOCKS * model->nq, (size_t)row, 64);
    double *T = snw_arena_take_array(&arena, BLOCKS * 12, (size_t)row, 64);
    if (q == NULL || T == NULL || status < 0) return SNW_ERR_MEMORY;

    // coordinate j of state s stands at [s / 8][j][s % 8]
    snw_random random = snw_random_stream(1, 0);
    for (int s = 0; s < BLOCKS * SNW_BATCH_F64; s++) {
        snw_random_configuration(model, &random, one);
        for (int j = 0; j < model->nq; j++) {
            q[(s / SNW_BATCH_F64 * model->nq + j) * SNW_BATCH_F64 + s % SNW_BATCH_F64] = one[j];
        }
    }
    status = snw_batch_fk_f64(&batch, q, BLOCKS, T);
    if (status < 0) return status;
    *height = -(double)INFINITY;
    for (int s = 0; s < STATES; s++) {
        *height = fmax(*height, snw_batch_pose(&batch, T, s, 0).p.z);
    }
    return SNW_OK;
}
// endregion

// two links of 0.5 m that swing in a vertical plane reach 1 m, and a thousand tries come near
static void the_example_finds_the_reach_of_an_arm(void) {
    snw_setup *setup = new_setup();
    const snw_dh_joint joints[] = {
        {.row = {.a = 0.5}, .kind = SNW_JOINT_REVOLUTE, .lower = -3, .upper = 3},
        {.row = {.a = 0.5}, .kind = SNW_JOINT_REVOLUTE, .lower = -3, .upper = 3},
    };
    const snw_dh_table table = {
        .name = "swing",
        .convention = SNW_DH_STANDARD,
        .joints = joints,
        .joint_count = 2,
        .base = snw_pose_rotation(snw_mat3_rot_x(SNW_PI / 2)),
        .tool = snw_pose_identity(),
    };
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    const size_t size = (size_t)1 << 20;
    void *memory = exact_block(size);
    double height = 0;
    CHECK(highest_tool(&c.model, &height, memory, size) == SNW_OK);
    CHECK(height > 0.98 && height <= 1 + 1e-12);
    CHECK(highest_tool(&c.model, &height, memory, 1000) == SNW_ERR_MEMORY);
    free(memory);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(the_example_finds_the_reach_of_an_arm);
    return check_report();
}
