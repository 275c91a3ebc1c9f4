// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_KINEMATICS_ARMS_H
#define SINEW_TESTS_KINEMATICS_ARMS_H

/// @file
/// Arms of the literature as Denavit-Hartenberg tables, ready to be moved.

#include "unit/model/reference.h"

#include "sinew/kinematics.h"

#define TURN SNW_JOINT_REVOLUTE
#define SLIDE SNW_JOINT_PRISMATIC

/// An arm from a table, ready to be asked.
typedef struct arm {
    snw_setup *setup;
    compiled c;
    snw_kin kin;
    void *block;
} arm;

__attribute__((unused)) static void build(arm *a, snw_dh_convention convention,
                                          const snw_dh_joint *joints, int count, snw_pose tool) {
    a->setup = new_setup();
    const snw_dh_table table = {"arm", convention, joints, count, snw_pose_identity(), tool};
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, a->setup, &robot, NULL) == SNW_OK);
    CHECK(compile(robot, &a->c, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&a->kin, &a->c.model, &arena));
    a->block = exact_block(arena.needed);
    arena = snw_arena_over(a->block, arena.needed);
    CHECK(snw_kin_init(&a->kin, &a->c.model, &arena) == SNW_OK);
}

__attribute__((unused)) static void drop(arm *a) {
    free(a->block);
    free(a->c.block);
    snw_setup_destroy(a->setup);
}

__attribute__((unused)) static snw_pose frame_at(arm *a, const double *q, const char *frame) {
    CHECK(snw_kin_update(&a->kin, q) == SNW_OK);
    const int number = snw_model_find_frame(&a->c.model, frame);
    CHECK(number >= 0);
    return snw_kin_frame(&a->kin, number);
}

// --- the Ranger arms, modified convention
// ---------------------------------------------------------

#define HALF (SNW_PI / 2)

__attribute__((unused)) static const snw_dh_joint mark_1[] = {
    {{0, 0, 0.2491, 0}, TURN, NULL, 0, 0}, {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0.5589, 0, 0, 0}, TURN, NULL, 0, 0}, {{0.1514, -HALF, 0.5388, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},   {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
};
// the same arm as the configuration file has it, with 90 degrees rounded to five digits
__attribute__((unused)) static const snw_dh_joint mark_1_file[] = {
    {{0, 0, 0.250, 0}, TURN, NULL, 0, 0},  {{0, 1.5708, 0, 0}, TURN, NULL, 0, 0},
    {{0.558, 0, 0, 0}, TURN, NULL, 0, 0},  {{0.152, -1.5708, 0.538, 0}, TURN, NULL, 0, 0},
    {{0, 1.5708, 0, 0}, TURN, NULL, 0, 0}, {{0, 1.5708, 0, 0}, TURN, NULL, 0, 0},
};
// two slides, whose constant theta is no offset, then four turns
__attribute__((unused)) static const snw_dh_joint prismatic[] = {
    {{0, HALF, 0, HALF}, SLIDE, NULL, 0, 0}, {{0, HALF, 0, HALF}, SLIDE, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},     {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0.5, 0, 0, 0}, TURN, NULL, 0, 0},      {{0, HALF, 0.5, 0}, TURN, NULL, 0, 0},
};
__attribute__((unused)) static const snw_dh_joint mark_2[] = {
    {{0, 0, 0.1524, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, -HALF, 0.5389, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0.1524, -HALF, 0.5117, 0}, TURN, NULL, 0, 0},
    {{0, SNW_PI / 4, 0, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, -HALF, 0, 0}, TURN, NULL, 0, 0},
};

// the dexterous arm up to the joint that carries its wrist at (0.1524, 0.5117, 0)
__attribute__((unused)) static const snw_dh_joint dexterous[] = {
    {{0, 0, 0.1524, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, -HALF, 0.5389, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
};

// --- standard convention ------------------------------------------------------------------------

__attribute__((unused)) static const snw_dh_joint microbo[] = {
    {{0, 0, 0, 0}, TURN, NULL, 0, 0},    {{0, HALF, 0, HALF}, SLIDE, NULL, 0, 0},
    {{0, 0, 0, 0}, SLIDE, NULL, 0, 0},   {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0}, {{0, 0, 0, 0}, TURN, NULL, 0, 0},
};
__attribute__((unused)) static const snw_dh_joint puma[] = {
    {{0, -HALF, 0, 0}, TURN, NULL, 0, 0},       {{0.4318, 0, 0.14909, 0}, TURN, NULL, 0, 0},
    {{-0.02032, HALF, 0, 0}, TURN, NULL, 0, 0}, {{0, -HALF, 0.43307, 0}, TURN, NULL, 0, 0},
    {{0, HALF, 0, 0}, TURN, NULL, 0, 0},        {{0, 0, 0.05625, 0}, TURN, NULL, 0, 0},
};
// the whole-arm manipulator of seven joints (Barrett)
__attribute__((unused)) static const snw_dh_joint wam7[] = {
    {{0, -HALF, 0, 0}, TURN, NULL, 0, 0},        {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0.045, -HALF, 0.55, 0}, TURN, NULL, 0, 0}, {{-0.045, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, -HALF, 0.3, 0}, TURN, NULL, 0, 0},      {{0, HALF, 0, 0}, TURN, NULL, 0, 0},
    {{0, 0, 0.06, 0}, TURN, NULL, 0, 0},
};

#endif // SINEW_TESTS_KINEMATICS_ARMS_H
