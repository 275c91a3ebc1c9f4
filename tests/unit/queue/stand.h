// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_QUEUE_STAND_H
#define SINEW_TESTS_QUEUE_STAND_H

/// @file
/// An arm of models/ with a queue, a clock that is turned by hand, and forward kinematics that
/// judge the set-points from outside.

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/modelio.h"
#include "sinew/queue.h"

typedef struct stand {
    snw_setup *setup;
    snw_robot *robot;
    snw_model model;
    snw_arm arm;
    snw_kin kin;
    int frame;
    snw_queue queue;
    void *model_block, *kin_block, *queue_block;
    snw_sample sample;
    snw_arm_target target;
} stand;

static inline void *stand_block(size_t size) {
    void *block = aligned_alloc(64, (size + 63) / 64 * 64);
    CHECK(block != NULL);
    return block;
}

static inline void stand_load(stand *s, const char *name) {
    char path[512];
    (void)snprintf(path, sizeof path, "%s/models/%s/%s.xml", SNW_SOURCE_DIR, name, name);
    memset(s, 0, sizeof *s);
    s->setup = snw_setup_create((size_t)64 << 20);
    snw_arena arena = {0};
    snw_diags diags;
    SNW_IGNORE(snw_diags_init(&diags, 16, &arena));
    void *diag_block = stand_block(arena.needed);
    arena = snw_arena_over(diag_block, arena.needed);
    CHECK(snw_diags_init(&diags, 16, &arena) == SNW_OK);
    CHECK(!snw_failed(snw_robot_load(path, NULL, s->setup, &s->robot, &diags)));
    free(diag_block);

    arena = (snw_arena){0};
    SNW_IGNORE(snw_model_compile(&s->model, s->robot, &arena, NULL));
    s->model_block = stand_block(arena.needed);
    arena = snw_arena_over(s->model_block, arena.needed);
    CHECK(snw_model_compile(&s->model, s->robot, &arena, NULL) == SNW_OK);
    CHECK(snw_arm_init(&s->arm, &s->model, s->robot, NULL) == SNW_OK);
    s->frame = snw_model_find_frame(&s->model, "tool");
    CHECK(s->frame >= 0);

    arena = (snw_arena){0};
    SNW_IGNORE(snw_kin_init(&s->kin, &s->model, &arena));
    s->kin_block = stand_block(arena.needed);
    arena = snw_arena_over(s->kin_block, arena.needed);
    CHECK(snw_kin_init(&s->kin, &s->model, &arena) == SNW_OK);
}

/// A new queue at rest at q.
static inline void stand_queue_with(stand *s, const double *q, const snw_queue_config *config) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_queue_init(&s->queue, &s->arm, config, q, &arena));
    if (s->queue_block == NULL) s->queue_block = stand_block(arena.needed);
    arena = snw_arena_over(s->queue_block, arena.needed);
    CHECK(snw_queue_init(&s->queue, &s->arm, config, q, &arena) == SNW_OK);
    memset(&s->sample, 0, sizeof s->sample);
    memset(&s->target, 0, sizeof s->target);
    for (int i = 0; i < s->arm.count; i++)
        s->target.q[i] = q[i];
}

static inline void stand_queue(stand *s, const double *q) {
    const snw_queue_config config = snw_queue_config_defaults(-1, s->frame);
    stand_queue_with(s, q, &config);
}

static inline void stand_close(stand *s) {
    free(s->queue_block);
    free(s->kin_block);
    free(s->model_block);
    snw_setup_destroy(s->setup);
}

static inline void stand_tick(stand *s, double dt) {
    s->sample.number++;
    s->sample.dt = dt;
    s->sample.t_ns += (int64_t)llround(dt * 1e9);
    CHECK(snw_queue_step(&s->queue, &s->sample, &s->target) == SNW_OK);
}

static inline snw_pose stand_pose(stand *s, const double *axes) {
    double q[SNW_AXES] = {0};
    snw_arm_to_q(&s->arm, axes, q);
    CHECK(snw_kin_update(&s->kin, q) == SNW_OK);
    return snw_kin_frame(&s->kin, s->frame);
}

static inline snw_pose stand_hand(stand *s) {
    return stand_pose(s, s->target.q);
}

static inline bool stand_busy(stand *s) {
    const snw_move_progress p = snw_queue_progress(&s->queue);
    return p.moving || p.waiting > 0 || p.ended != s->queue.last_id;
}

/// Has the last motion begun? One that takes some ticks to be made ready may not have.
static inline bool stand_begun(stand *s) {
    return snw_queue_progress(&s->queue).id == s->queue.last_id;
}

/// Ticks until all is done; returns the number of ticks.
static inline long stand_finish(stand *s, double dt) {
    long ticks = 0;
    do {
        stand_tick(s, dt);
        CHECK(++ticks < 1000000);
    } while (stand_busy(s));
    return ticks;
}

/// The last event of a kind; drops all others. id 0 when there was none.
static inline snw_move_event stand_event(stand *s, snw_move_event_kind kind) {
    snw_move_event event, found;
    memset(&found, 0, sizeof found);
    while (snw_queue_event(&s->queue, &event) == SNW_OK) {
        if (event.kind == kind) found = event;
    }
    return found;
}

static inline snw_pose stand_down(double x, double y, double z) {
    snw_mat3 R;
    const snw_vec3 axis = {1, 0, 0}, p = {x, y, z};
    CHECK(snw_rotation_about(axis, 3.14159265358979323846, &R) == SNW_OK);
    return snw_pose_of(R, p);
}

/// "T6 is there": an equation with a constant frame.
static inline void stand_place(snw_frame *frame, snw_equation *equation, const char *name,
                               snw_pose T) {
    CHECK(snw_frame_const(frame, name, T, NULL) == SNW_OK);
    CHECK(SNW_POSITION(equation, NULL, name, &snw_t6, &snw_eq, frame, &snw_tl, &snw_t6) == SNW_OK);
}

static inline int64_t stand_move(stand *s, snw_equation *e, snw_move_mode mode, double speed) {
    snw_move move = snw_move_defaults();
    move.equation = e;
    move.mode = mode;
    move.speed = speed;
    int64_t id = 0;
    CHECK(snw_queue_move(&s->queue, &move, &id, NULL) == SNW_OK);
    return id;
}

#endif // SINEW_TESTS_QUEUE_STAND_H
