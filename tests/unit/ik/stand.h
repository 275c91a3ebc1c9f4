// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_IK_STAND_H
#define SINEW_TESTS_IK_STAND_H

/// @file
/// A numeric solver with the memory that it lives in, and a judge that shares nothing with it but
/// forward kinematics.

#include "unit/model/robots.h"

#include "arms.h"

enum { STAND_JOINTS = 80 };

/// A solver for one frame, and a workspace of kinematics for the judge.
typedef struct stand {
    const snw_model *model;
    snw_ik ik;
    snw_kin kin;
    void *ik_block, *kin_block;
} stand;

static inline void stand_open(stand *s, const snw_model *model, int link, int frame) {
    s->model = model;
    snw_arena arena = {0};
    SNW_IGNORE(snw_ik_init(&s->ik, model, link, frame, &arena));
    s->ik_block = exact_block(arena.needed);
    arena = snw_arena_over(s->ik_block, arena.needed);
    CHECK(snw_ik_init(&s->ik, model, link, frame, &arena) == SNW_OK);
    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&s->kin, model, &arena));
    s->kin_block = exact_block(arena.needed);
    arena = snw_arena_over(s->kin_block, arena.needed);
    CHECK(snw_kin_init(&s->kin, model, &arena) == SNW_OK);
}

static inline void stand_close(stand *s) {
    free(s->ik_block);
    free(s->kin_block);
}

/// Where the solver's frame is.
static inline snw_pose stand_pose(stand *s, const double *q) {
    CHECK(snw_kin_update(&s->kin, q) == SNW_OK);
    return snw_pose_mul(s->kin.T_world_link[s->ik.link], s->ik.T_link_tip);
}

/// The error of q by the definition of snw_ik_target: translation and rotation vector along the
/// axes of the goal; the vector from the quaternion's half angle.
static inline void stand_error(stand *s, snw_pose goal, const double *q, double e[6]) {
    const snw_pose T = stand_pose(s, q);
    const snw_vec3 d = snw_mat3_apply_t(goal.R, snw_vec3_sub(T.p, goal.p));
    snw_quat turn = snw_quat_from_mat3(snw_mat3_mul(snw_mat3_transpose(goal.R), T.R));
    if (turn.w < 0) turn = snw_quat_of(-turn.w, -turn.x, -turn.y, -turn.z);
    const double sine = sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
    const double scale = sine > 1e-12 ? 2 * atan2(sine, turn.w) / sine : 2;
    e[0] = d.x, e[1] = d.y, e[2] = d.z;
    e[3] = turn.x * scale, e[4] = turn.y * scale, e[5] = turn.z * scale;
}

/// Largest component of the error over its tolerance.
static inline double stand_ratio(stand *s, const snw_ik_target *target, const double *q) {
    double e[6], worst = 0;
    stand_error(s, target->T_world_goal, q, e);
    for (int i = 0; i < 6; i++) {
        if (isfinite(target->tolerance[i])) worst = fmax(worst, fabs(e[i]) / target->tolerance[i]);
    }
    return worst;
}

/// The answer must be what it claims to be.
static inline void stand_judge(stand *s, const snw_ik_target *target, const double *q,
                               const snw_ik_result *result) {
    double e[6];
    stand_error(s, target->T_world_goal, q, e);
    for (int i = 0; i < 6; i++) {
        CHECK_NEAR(result->residual[i], e[i], 1e-9);
    }
    CHECK((result->status == SNW_IK_OK) == (result->why.code == SNW_OK));
    if (result->status != SNW_IK_OK) return;
    CHECK(stand_ratio(s, target, q) <= 1 + 1e-6);
    CHECK(snw_in_limits(s->model, q, NULL) == SNW_OK);
}

static inline void stand_random(const snw_model *model, double *q) {
    random_q(model, q);
}

/// An arm of the literature with a stand for its tool.
typedef struct tool_stand {
    arm a;
    stand s;
} tool_stand;

static inline void tool_open(tool_stand *t, snw_dh_convention convention, const arm_row *rows,
                             int count, double length) {
    t->a = arm_from_rows(convention, rows, count, snw_pose_translation(snw_vec3_of(0, 0, length)));
    stand_open(&t->s, &t->a.model, -1, snw_model_find_frame(&t->a.model, "tool"));
}

static inline void tool_close(tool_stand *t) {
    stand_close(&t->s);
    arm_close(&t->a);
}

static inline void panda_open(tool_stand *t) {
    tool_open(t, SNW_DH_MODIFIED, panda_rows, 7, 0.107);
}

#endif // SINEW_TESTS_IK_STAND_H
