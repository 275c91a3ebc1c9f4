// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_BATCH_DYN_RIG_H
#define SINEW_TESTS_BATCH_DYN_RIG_H

/// @file
/// A mechanism of unit/dynamics/stand.h with a workspace for one state and one for many, the same
/// settings and states in both. Include it first.

#include "unit/kinematics/library.h"

#include "unit/dynamics/stand.h"

#include "sinew/batch/dynamics.h"

enum { MOST_STATES = 32 };

typedef struct dyn_rig {
    const snw_model *model;
    snw_dyn *dyn; ///< one state
    snw_batch_dyn batch;
    void *block;
    int states, blocks;
    double *q, *v, *x, *out;          ///< blocks
    double *q_rows, *v_rows, *x_rows; ///< [states]
    double *one;                      ///< the result of one state
} dyn_rig;

typedef enum what { INVERSE, MASS_MATRIX, FORWARD } what;

static void *new_batch_dyn(snw_batch_dyn *batch, const snw_model *model) {
    snw_arena arena = {0};
    CHECK(snw_batch_dyn_init(batch, model, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    void *block = exact_block(needed);
    arena = snw_arena_over(block, needed);
    CHECK(snw_batch_dyn_init(batch, model, &arena) == SNW_OK);
    CHECK(arena.needed == needed);
    return block;
}

static double *new_numbers(int count) {
    const size_t size = (size_t)(count > 0 ? count : 1) * sizeof(double);
    double *block = exact_block(size);
    memset(block, 0xff, size);
    return block;
}

/// Rows to blocks, by the plain definition; the last state fills the last block.
static void to_blocks(const double *rows, int states, int width, double *to) {
    for (int s = 0; s < snw_lanes_blocks(states, 8) * 8; s++) {
        const double *row = rows + (ptrdiff_t)(s < states ? s : states - 1) * width;
        for (int j = 0; j < width; j++) {
            to[((ptrdiff_t)(s / 8) * width + j) * 8 + s % 8] = row[j];
        }
    }
}

__attribute__((unused)) static void pack_states(dyn_rig *r) {
    to_blocks(r->q_rows, r->states, r->model->nq, r->q);
    to_blocks(r->v_rows, r->states, r->model->nv, r->v);
    to_blocks(r->x_rows, r->states, r->model->nv, r->x);
}

/// Random states; x within `most`.
static void draw(dyn_rig *r, double most) {
    const int nq = r->model->nq, nv = r->model->nv;
    for (int s = 0; s < r->states; s++) {
        random_q(r->model, r->q_rows + (ptrdiff_t)s * nq);
        for (int i = 0; i < nv; i++) {
            r->v_rows[s * nv + i] = check_real(-1, 1);
            r->x_rows[s * nv + i] = check_real(-most, most);
        }
    }
    pack_states(r);
}

/// With the settings of `dyn`.
__attribute__((unused)) static void dyn_rig_up(dyn_rig *r, snw_dyn *dyn, int states) {
    const snw_model *model = dyn->model;
    memset(r, 0, sizeof *r);
    r->model = model;
    r->dyn = dyn;
    r->states = states;
    r->blocks = snw_lanes_blocks(states, 8);
    r->block = new_batch_dyn(&r->batch, model);
    CHECK(snw_dyn_set_base(&r->batch.dyn, dyn->kin.T_world_base) == SNW_OK);
    CHECK(snw_dyn_set_gravity(&r->batch.dyn, dyn->gravity) == SNW_OK);
    for (int i = 0; i < model->nv; i++) {
        CHECK(snw_dyn_set_rotor(&r->batch.dyn, i, dyn->rotors[i]) == SNW_OK);
        CHECK(snw_dyn_set_friction(&r->batch.dyn, i, dyn->friction[i]) == SNW_OK);
    }
    const int nq = model->nq, nv = model->nv;
    r->q_rows = new_numbers(states * nq);
    r->v_rows = new_numbers(states * nv);
    r->x_rows = new_numbers(states * nv);
    r->q = new_numbers(r->blocks * 8 * nq);
    r->v = new_numbers(r->blocks * 8 * nv);
    r->x = new_numbers(r->blocks * 8 * nv);
    r->out = new_numbers(r->blocks * 8 * nv * nv);
    r->one = new_numbers(nv * nv);
    draw(r, 1);
}

__attribute__((unused)) static void dyn_rig_down(dyn_rig *r) {
    void *blocks[] = {r->block, r->q, r->v, r->x, r->out, r->q_rows, r->v_rows, r->x_rows, r->one};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        free(blocks[i]);
    }
}

static int rows_for(const dyn_rig *r, what w) {
    return w == MASS_MATRIX ? r->model->nv * r->model->nv : r->model->nv;
}

static snw_status run_many(dyn_rig *r, what w) {
    memset(r->out, 0xff, sizeof(double) * (size_t)(r->blocks * 8 * rows_for(r, w)));
    if (w == INVERSE) return snw_batch_inverse_f64(&r->batch, r->q, r->v, r->x, r->blocks, r->out);
    if (w == FORWARD) return snw_batch_forward_f64(&r->batch, r->q, r->v, r->x, r->blocks, r->out);
    return snw_batch_mass_matrix_f64(&r->batch, r->q, r->blocks, r->out);
}

/// By the workspace for one state, into r->one.
static snw_status run_one(dyn_rig *r, what w, int state) {
    const ptrdiff_t nq = r->model->nq, nv = r->model->nv;
    const double *q = r->q_rows + state * nq;
    const double *v = r->v_rows + state * nv, *x = r->x_rows + state * nv;
    if (w == INVERSE) return snw_dyn_inverse(r->dyn, q, v, x, NULL, r->one);
    if (w == FORWARD) return snw_dyn_forward(r->dyn, q, v, x, NULL, r->one);
    return snw_dyn_mass_matrix(r->dyn, q, r->one);
}

static double result(const dyn_rig *r, what w, int state, int row) {
    return r->out[((ptrdiff_t)(state / 8) * rows_for(r, w) + row) * 8 + state % 8];
}

/// The largest difference of a state's numbers, relative to the largest of them (at least 1);
/// INFINITY for NaN.
static double difference(dyn_rig *r, what w, int state) {
    const int rows = rows_for(r, w);
    double most = 0;
    CHECK(run_one(r, w, state) == SNW_OK);
    for (int i = 0; i < rows; i++) {
        const double d = fabs(result(r, w, state, i) - r->one[i]);
        if (!(d <= most)) most = isnan(d) ? (double)INFINITY : d;
    }
    return most / scale_of(r->one, rows);
}

/// All states with the instruction set in use against one state at a time.
__attribute__((unused)) static void check_states(dyn_rig *r, what w) {
    CHECK(run_many(r, w) == SNW_OK);
    CHECK(r->batch.refused == 0 && r->batch.first_refused == -1);
    for (int s = 0; s < r->states; s++) {
        CHECK_NEAR(difference(r, w, s), 0, 1e-12);
    }
}

/// Runs what follows for each instruction set that this machine has.
#define FOR_EACH_ISA(batch)                                                                        \
    for (int isa = 0; isa < SNW_ISA_COUNT; isa++)                                                  \
        if (snw_batch_dyn_use((batch), (snw_isa)isa) == SNW_OK)

/// A tree of one-coordinate joints.
__attribute__((unused)) static void single_tree(stand *s, int links, bool floating) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = links, .only_single = true, .floating = floating});
    random_masses(robot);
    set_up(s, setup, robot);
}

#endif // SINEW_TESTS_BATCH_DYN_RIG_H
