// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_AVOID_AVOID_H
#define SINEW_TESTS_AVOID_AVOID_H

/// @file
/// A member of a cell with a controller that knows its surroundings.

#include "unit/collision/worlds.h"

#include "sinew/avoid.h"

enum { MOST = 16 };

/// A controlled member. `judge` is a view of its own, for the test.
typedef struct arm {
    scene s;
    int member;
    const snw_model *model;
    snw_control_config config;
    snw_control control;
    snw_around around;
    snw_collision judge;
    snw_child effectors[2], objectives[4], constraints[2];
    snw_effector frame;
    snw_posture posture;
    snw_keep_clearance clearance;
    snw_collision_avoidance avoidance;
    double q[MOST], v[MOST];
} arm;

/// Opens a cell, and begins the description of a controller of member "arm": its last link is
/// moved.
__attribute__((unused)) static void arm_begin(arm *a, const char *cell) {
    memset(a, 0, sizeof *a);
    open_scene(&a->s, cell);
    look_around(&a->s, &a->judge);
    a->member = snw_system_find(&a->s.system, "arm");
    CHECK(a->member >= 0);
    a->model = a->s.system.members[a->member].model;
    CHECK(a->model->nv <= MOST && a->model->nq == a->model->nv);
    memcpy(a->q, a->s.state.q + a->s.system.members[a->member].q_index,
           sizeof(double) * (size_t)a->model->nq);
    snw_block_defaults(&snw_control_config_type, &a->config);
    snw_block_defaults(&snw_frame_effector_type, &a->frame);
    snw_block_defaults(&snw_keep_clearance_type, &a->clearance);
    snw_block_defaults(&snw_posture_type, &a->posture);
    snw_block_defaults(&snw_collision_avoidance_type, &a->avoidance);
    snw_copy_text(a->frame.link, SNW_NAME, a->model->links[a->model->link_count - 1].name);
    a->effectors[0] = (snw_child){&snw_frame_effector_type, &a->frame};
    a->objectives[0] = (snw_child){&snw_posture_type, &a->posture};
    a->constraints[0] = (snw_child){&snw_keep_clearance_type, &a->clearance};
    a->config.effectors = a->effectors;
    a->config.effector_count = 1;
    a->config.objectives = a->objectives;
    a->config.objective_count = 1;
    a->config.constraints = a->constraints;
    a->config.constraint_count = 1;
}

/// Lays the controller out.
__attribute__((unused)) static void arm_ready(arm *a) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init(&a->control, &a->config, a->model, &arena, NULL));
    SNW_IGNORE(snw_around_init(&a->around, &a->s.around, a->member, &arena));
    const size_t needed = arena.needed;
    arena = room_for(a->s.setup, needed);
    snw_why why = {0};
    const snw_status status = snw_control_init(&a->control, &a->config, a->model, &arena, &why);
    if (snw_failed(status)) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    CHECK(snw_around_init(&a->around, &a->s.around, a->member, &arena) == SNW_OK);
    CHECK(arena.needed == needed);
    a->control.task.around = &a->around;
    CHECK(snw_control_hold(&a->control, a->q) == SNW_OK);
    CHECK(snw_around_place(&a->around, &a->s.state, 0) == SNW_OK);
    CHECK(snw_collision_place(&a->judge, &a->s.state) == SNW_OK);
}

__attribute__((unused)) static void arm_close(arm *a) {
    close_scene(&a->s);
}

/// What the nearest enforced pair of the member at q is above its `keep`, as the judge sees it; at
/// most 0.05.
__attribute__((unused)) static double arm_clearance(arm *a, const double *q) {
    snw_near near[8];
    CHECK(snw_collision_move(&a->judge, a->member, q) == SNW_OK);
    const snw_near_query query = {.member = a->member,
                                  .below = 0.05 + snw_world_most_keep(&a->s.world),
                                  .most = 8,
                                  .enforced = true};
    const int count = snw_collision_near(&a->judge, &query, near, NULL);
    double least = 0.05;
    for (int i = 0; i < count; i++)
        least = fmin(least, near[i].closest.distance - near[i].keep);
    return least;
}

/// One tick: rates, then one step of Euler.
__attribute__((unused)) static snw_status arm_tick(arm *a, const double *V, double dt) {
    const snw_control_input input = {a->q, a->v, V, dt};
    double qd[MOST];
    const snw_status status = snw_control_rates(&a->control, &input, qd, NULL);
    CHECK(!snw_failed(status));
    CHECK(snw_integrate(a->model, a->q, qd, dt, a->q) == SNW_OK);
    memcpy(a->v, qd, sizeof a->v);
    return status;
}

#endif // SINEW_TESTS_AVOID_AVOID_H
