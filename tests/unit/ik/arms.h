// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_IK_ARMS_H
#define SINEW_TESTS_IK_ARMS_H

/// @file
/// Arms for the tests of inverse kinematics, as models made from tables of axes. The tables are
/// those that the makers or the papers publish; random ones are drawn by kind.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/ik.h"

/// A model with the memory that it lives in.
typedef struct arm {
    snw_setup *setup;
    void *block;
    snw_model model;
} arm;

static inline void arm_close(arm *a) {
    free(a->block);
    snw_setup_destroy(a->setup);
}

static inline void arm_compile(arm *a, const snw_robot *robot) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_model_compile(&a->model, robot, &arena, NULL));
    const size_t size = (arena.needed + 63) / 64 * 64;
    a->block = aligned_alloc(64, size);
    arena = snw_arena_over(a->block, size);
    CHECK(snw_model_compile(&a->model, robot, &arena, NULL) == SNW_OK);
}

/// Rows of a table: a, alpha, d, offset; alpha in degrees.
typedef struct arm_row {
    double a, alpha_deg, d, theta_deg;
    double lower_deg, upper_deg;
    bool slides;
} arm_row;

static inline arm arm_from_rows(snw_dh_convention convention, const arm_row *rows, int count,
                                snw_pose tool) {
    arm a = {.setup = snw_setup_create(1 << 24)};
    snw_dh_joint joints[16];
    for (int i = 0; i < count; i++) {
        const double f = rows[i].slides ? 1 : 3.141592653589793 / 180;
        joints[i] =
            (snw_dh_joint){.row = {rows[i].a, snw_radians(rows[i].alpha_deg), rows[i].d,
                                   snw_radians(rows[i].theta_deg)},
                           .kind = rows[i].slides ? SNW_JOINT_PRISMATIC : SNW_JOINT_REVOLUTE,
                           .lower = rows[i].lower_deg * f,
                           .upper = rows[i].upper_deg * f};
    }
    const snw_dh_table table = {.name = "arm",
                                .convention = convention,
                                .joints = joints,
                                .joint_count = count,
                                .base = snw_pose_identity(),
                                .tool = tool};
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, a.setup, &robot, NULL) == SNW_OK);
    arm_compile(&a, robot);
    return a;
}

// Lee 1982, in metres
static const arm_row puma560_rows[] = {
    {0, -90, 0, 0, -160, 160, 0},      {0.4318, 0, 0.14909, 0, -225, 45, 0},
    {-0.02032, 90, 0, 0, -45, 225, 0}, {0, -90, 0.43307, 0, -110, 170, 0},
    {0, 90, 0, 0, -100, 100, 0},       {0, 0, 0.05625, 0, -266, 266, 0}};

// Kossman 1986
static const arm_row microbo_rows[] = {{0, 0, 0, 0, -170, 170, 0},  {0, 90, 0, 90, 0, 0.5, 1},
                                       {0, 0, 0, 0, 0.1, 0.5, 1},   {0, 90, 0, 0, -180, 180, 0},
                                       {0, 90, 0, 0, -270, -90, 0}, {0, 0, 0, 0, -360, 360, 0}};

// Universal Robots' tables
static const arm_row ur5_rows[] = {
    {0, 90, 0.089159, 0, -360, 360, 0}, {-0.425, 0, 0, 0, -360, 360, 0},
    {-0.39225, 0, 0, 0, -360, 360, 0},  {0, 90, 0.10915, 0, -360, 360, 0},
    {0, -90, 0.09465, 0, -360, 360, 0}, {0, 0, 0.0823, 0, -360, 360, 0}};

// Franka Emika, Craig's convention
static const arm_row panda_rows[] = {
    {0, 0, 0.333, 0, -166, 166, 0},         {0, -90, 0, 0, -101, 101, 0},
    {0, 90, 0.316, 0, -166, 166, 0},        {0.0825, 90, 0, 0, -176, -4, 0},
    {-0.0825, -90, 0.384, 0, -166, 166, 0}, {0, 90, 0, 0, -1, 215, 0},
    {0.088, 90, 0, 0, -166, 166, 0}};

// KUKA LBR iiwa 7 R800
static const arm_row iiwa_rows[] = {{0, -90, 0.34, 0, -170, 170, 0}, {0, 90, 0, 0, -120, 120, 0},
                                    {0, 90, 0.4, 0, -170, 170, 0},   {0, -90, 0, 0, -120, 120, 0},
                                    {0, -90, 0.4, 0, -170, 170, 0},  {0, 90, 0, 0, -120, 120, 0},
                                    {0, 0, 0.126, 0, -175, 175, 0}};

// Barrett WAM, seven joints
static const arm_row wam_rows[] = {
    {0, -90, 0, 0, -150, 150, 0},        {0, 90, 0, 0, -113, 113, 0},
    {0.045, -90, 0.55, 0, -157, 157, 0}, {-0.045, 90, 0, 0, -50, 180, 0},
    {0, -90, 0.3, 0, -273, 71, 0},       {0, 90, 0, 0, -90, 90, 0},
    {0, 0, 0.06, 0, -172, 172, 0}};

#endif // SINEW_TESTS_IK_ARMS_H
