// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BATCH_RIG_H
#define SINEW_TESTS_BATCH_RIG_H

/// @file
/// A model with a workspace for one state and one for many, the same states in both, and blocks for
/// the results. Include it first.

#include "unit/model/robots.h"

#include "sinew/batch.h"
#include "sinew/kinematics.h"

/// A relative error that is allowed, and its unit: the size of what the state's numbers are about.
#define TOLERANCE_F64 1e-13
#define TOLERANCE_F32 2e-6

typedef struct rig {
    const snw_model *model;
    snw_kin kin;
    snw_batch batch;
    void *kin_block, *batch_block;
    int states, blocks, blocks_f32;
    double *rows, *rates; ///< [states][nq], [states][nv]; numbers that a float can hold
    double *q, *v, *out;  ///< blocks of 8; out has room for poses, Jacobians and velocities
    float *q_f32, *v_f32, *out_f32;
} rig;

/// Numbers that blocks of doubles or floats may hold, all NaN.
static void *nan_block(size_t count, size_t size) {
    unsigned char *block = exact_block(count * size);
    memset(block, 0xff, count * size);
    return block;
}

/// Every kind of mechanism in turn: trees with followers, floating roots and, if asked, laws.
__attribute__((unused)) static snw_robot *any_tree(snw_setup *setup, int links, bool laws) {
    return random_tree(setup, (tree_options){.links = check_int(1, links),
                                             .laws = laws,
                                             .mimics = true,
                                             .floating = check_case % 3 == 0});
}

static void *new_kin(snw_kin *kin, const snw_model *model) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(kin, model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(kin, model, &arena) == SNW_OK);
    return block;
}

__attribute__((unused)) static void *new_batch(snw_batch *batch, const snw_model *model,
                                               const snw_batch_place *places, int count) {
    snw_arena arena = {0};
    CHECK(snw_batch_init(batch, model, places, count, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    void *block = exact_block(needed);
    arena = snw_arena_over(block, needed);
    CHECK(snw_batch_init(batch, model, places, count, &arena) == SNW_OK);
    CHECK(arena.needed == needed);
    return block;
}

/// States at random; rates within 1.
static void draw_states(rig *r) {
    const int nq = r->model->nq, nv = r->model->nv;
    for (int s = 0; s < r->states; s++) {
        double *q = r->rows + (ptrdiff_t)s * nq, *v = r->rates + (ptrdiff_t)s * nv;
        random_q(r->model, q);
        for (int i = 0; i < nq; i++) {
            q[i] = (double)(float)q[i];
        }
        for (int i = 0; i < nv; i++) {
            v[i] = (double)(float)check_real(-1, 1);
        }
    }
}

/// Rows to blocks, by the plain definition; the last state fills the last block.
static void pack_rows(const double *rows, int states, int width, double *to, float *to_f32) {
    for (int s = 0; s < snw_lanes_blocks(states, 16) * 16; s++) {
        const double *row = rows + (ptrdiff_t)(s < states ? s : states - 1) * width;
        for (int j = 0; j < width; j++) {
            if (s < snw_lanes_blocks(states, 8) * 8) {
                to[((ptrdiff_t)(s / 8) * width + j) * 8 + s % 8] = row[j];
            }
            to_f32[((ptrdiff_t)(s / 16) * width + j) * 16 + s % 16] = (float)row[j];
        }
    }
}

__attribute__((unused)) static void pack(rig *r) {
    pack_rows(r->rows, r->states, r->model->nq, r->q, r->q_f32);
    pack_rows(r->rates, r->states, r->model->nv, r->v, r->v_f32);
}

static int most(int a, int b) {
    return a > b ? a : b;
}

/// All of it, with `states` random states; places as in snw_batch_init().
__attribute__((unused)) static void rig_up(rig *r, const snw_model *model, int states,
                                           const snw_batch_place *places, int count) {
    memset(r, 0, sizeof *r);
    r->model = model;
    r->states = states;
    r->blocks = snw_lanes_blocks(states, 8);
    r->blocks_f32 = snw_lanes_blocks(states, 16);
    r->kin_block = new_kin(&r->kin, model);
    r->batch_block = new_batch(&r->batch, model, places, count);
    const size_t padded = (size_t)r->blocks_f32 * 16, nq = (size_t)model->nq,
                 nv = (size_t)model->nv;
    const size_t width = (size_t)most(12 * r->batch.place_count, 6 * model->nv);
    r->rows = nan_block((size_t)states * nq, sizeof(double));
    r->rates = nan_block((size_t)states * nv, sizeof(double));
    r->q = nan_block((size_t)r->blocks * 8 * nq, sizeof(double));
    r->v = nan_block((size_t)r->blocks * 8 * nv, sizeof(double));
    r->out = nan_block((size_t)r->blocks * 8 * width, sizeof(double));
    r->q_f32 = nan_block(padded * nq, sizeof(float));
    r->v_f32 = nan_block(padded * nv, sizeof(float));
    r->out_f32 = nan_block(padded * width, sizeof(float));
    draw_states(r);
    pack(r);
}

__attribute__((unused)) static void rig_down(rig *r) {
    void *blocks[] = {r->kin_block, r->batch_block, r->rows,  r->rates, r->q,
                      r->v,         r->out,         r->q_f32, r->v_f32, r->out_f32};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
}

/// Number `row` of a state in blocks of `width` rows.
static double number(const rig *r, bool f32, int width, int state, int row) {
    if (f32) return (double)r->out_f32[((ptrdiff_t)(state / 16) * width + row) * 16 + state % 16];
    return r->out[((ptrdiff_t)(state / 8) * width + row) * 8 + state % 8];
}

/// Runs a function for each instruction set that this machine has.
#define FOR_EACH_ISA(batch)                                                                        \
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++)                                                  \
        if (snw_batch_use((batch), (snw_isa)isa) == SNW_OK)

/// How large the numbers of the present poses are: no error is asked to be smaller than a rounding
/// of these.
__attribute__((unused)) static double size_of(const snw_kin *kin) {
    double size = 1;
    for (int i = 0; i < kin->model->link_count; i++) {
        size = fmax(size, snw_vec3_norm(kin->T_world_link[i].p));
    }
    return size;
}

/// The pose of a place by the workspace for one state.
__attribute__((unused)) static snw_pose place_pose(const rig *r, int place) {
    const snw_batch_place *p = &r->batch.places[place];
    return snw_pose_mul(r->kin.T_world_link[p->link], p->T_link_place);
}

/// The numbers of a state's poses in r->out or r->out_f32 against the workspace for one state.
__attribute__((unused)) static void check_poses(rig *r, bool f32, double tolerance) {
    const int width = 12 * r->batch.place_count;
    for (int s = 0; s < r->states; s++) {
        CHECK(snw_kin_update(&r->kin, r->rows + (ptrdiff_t)s * r->model->nq) == SNW_OK);
        const double allowed = tolerance * size_of(&r->kin);
        for (int i = 0; i < r->batch.place_count; i++) {
            const snw_pose T = place_pose(r, i);
            const double *expected = &T.R.x.x;
            for (int k = 0; k < 12; k++) {
                CHECK_NEAR(number(r, f32, width, s, 12 * i + k), expected[k], allowed);
            }
        }
    }
}

/// Computes and checks all poses in both kinds of numbers.
__attribute__((unused)) static void check_both(rig *r) {
    memset(r->out, 0xff,
           (size_t)r->blocks * 8 * 12 * (size_t)r->batch.place_count * sizeof(double));
    CHECK(snw_batch_fk_f64(&r->batch, r->q, r->blocks, r->out) == SNW_OK);
    CHECK(r->batch.refused == 0 && r->batch.first_refused == -1);
    check_poses(r, false, TOLERANCE_F64);
    CHECK(snw_batch_fk_f32(&r->batch, r->q_f32, r->blocks_f32, r->out_f32) == SNW_OK);
    CHECK(r->batch.refused == 0 && r->batch.first_refused == -1);
    check_poses(r, true, TOLERANCE_F32);
}

#endif // SINEW_TESTS_BATCH_RIG_H
