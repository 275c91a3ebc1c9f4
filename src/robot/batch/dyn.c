// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dyn.h"

#include <stdint.h>
#include <string.h>

// --- kernels of an instruction set --------------------------------------------------------------

typedef struct kernels {
    snw__batch_dyn_fn *rnea, *crba, *aba, *solve;
    snw__batch_advance_fn *advance;
} kernels;

#define KERNELS(isa)                                                                               \
    {snw__batch_rnea_f64_##isa, snw__batch_crba_f64_##isa, snw__batch_aba_f64_##isa,               \
     snw__batch_solve_f64_##isa, snw__batch_advance_f64_##isa},
static const kernels tables[] = {SNW_KERNEL_EACH(KERNELS)};
#undef KERNELS

snw_status snw_batch_dyn_use(snw_batch_dyn *batch, snw_isa isa) {
    if (snw_lanes_table(isa) == NULL) return SNW_ERR_ARGUMENT;
    batch->isa = isa;
    batch->job->rnea = tables[isa].rnea;
    batch->job->crba = tables[isa].crba;
    batch->job->aba = tables[isa].aba;
    batch->job->solve = tables[isa].solve;
    batch->job->advance = tables[isa].advance;
    return SNW_OK;
}

// --- init ---------------------------------------------------------------------------------------

static double *take_rows(snw_arena *arena, int count, int rows) {
    return (double *)snw_arena_take_array(arena, count, (size_t)rows * 64, SNW_ARENA_ALIGN);
}

// some joint follows another
static bool has_followers(const snw_model *model) {
    for (int i = 0; i < model->link_count; i++) {
        if (model->links[i].nv == 0 && model->links[i].source_v >= 0) return true;
    }
    return false;
}

static void lay_out(snw_batch_dyn *batch, snw__batch_dyn_job *job, snw_arena *arena) {
    const int count = batch->dyn.kin.normal.body_count;
    const int nq = batch->dyn.model->nq, nv = batch->dyn.model->nv;
    const int shared = has_followers(batch->dyn.model) ? nv : 0;
    job->roles = SNW_ARENA_ARRAY(arena, unsigned char, count);
    job->turns = take_rows(arena, count, SNW__TURN_ROWS);
    job->reaches = take_rows(arena, count, SNW__REACH_ROWS);
    job->forces = take_rows(arena, count, SNW__FORCE_ROWS);
    job->motions = take_rows(arena, count, SNW__MOTION_ROWS);
    job->gathered = take_rows(arena, count, SNW__GATHERED_ROWS);
    job->eliminated = take_rows(arena, count, SNW__ELIMINATED_ROWS);
    job->M = take_rows(arena, shared, shared);
    job->diagonal = take_rows(arena, shared, 1);
    batch->efforts = take_rows(arena, nv, 1);
    batch->accelerations = take_rows(arena, nv, 1);
    batch->q = SNW_ARENA_ARRAY(arena, double, nq);
    batch->q_next = SNW_ARENA_ARRAY(arena, double, nq);
    batch->numbers =
        (double *)snw_arena_take_array(arena, nv + 2, sizeof(double) * (size_t)nv, SNW_ARENA_ALIGN);
    batch->job = SNW_ARENA_ARRAY(arena, snw__batch_dyn_job, 1);
}

// also whether all of the mass matrix is filled: one chain, and each rate moves one joint
static void find_roles(snw__batch_dyn_job *job) {
    job->full = !job->shared;
    for (int b = job->body_count - 1; b >= 0; b--) {
        const snw_normal_body *body = &job->bodies[b];
        unsigned char *role = &job->roles[b];
        if (body->general < 0 && body->turn == 1 && body->slide == 0 && !body->slides) {
            *role |= SNW__PLAIN;
        }
        if (b == 0) return;
        if (body->parent == 0 && !job->floating) *role |= SNW__GROUND;
        if (body->parent == b - 1) {
            *role |= SNW__CARRY;
            job->roles[b - 1] |= SNW__TAKES;
            continue;
        }
        job->full = false;
        if (!(job->roles[body->parent] & SNW__GATHER)) *role |= SNW__FIRST;
        job->roles[body->parent] |= SNW__GATHER;
    }
}

// every joint but the root's turns or slides
static bool lanes_know(const snw_normal *normal) {
    for (int b = 1; b < normal->body_count; b++) {
        if (normal->bodies[b].general >= 0) return false;
    }
    return true;
}

snw_status snw_batch_dyn_init(snw_batch_dyn *batch, const snw_model *model, snw_arena *arena) {
    *batch = (snw_batch_dyn){.first_refused = -1};
    // without memory for it the workspace of one state still knows its sizes
    SNW_IGNORE(snw_dyn_init(&batch->dyn, model, arena));
    snw__batch_dyn_job job = {.nq = model->nq, .nv = model->nv, .floating = model->floating};
    lay_out(batch, &job, arena);
    const snw_status status = snw_arena_status(arena);
    if (snw_failed(status)) return status;
    const snw_normal *normal = &batch->dyn.kin.normal;
    job.bodies = normal->bodies;
    job.body_count = normal->body_count;
    job.rotors = batch->dyn.rotors;
    job.shared = normal->shared;
    job.above = batch->dyn.above;
    job.q_root = model->links[0].q_index;
    job.v_root = model->links[0].v_index;
    find_roles(&job);
    *batch->job = job;
    batch->in_lanes = lanes_know(normal);
    return snw_batch_dyn_use(batch, snw_lanes_isa());
}

// --- one state at a time ------------------------------------------------------------------------

/// A call: x are accelerations or efforts, `out` has `rows` rows in a block.
typedef struct call {
    const double *q, *v, *x;
    double *out;
    int block_count, rows;
    snw_status (*one)(snw_dyn *dyn, const double *q, const double *v, const double *x, double *out);
} call;

static snw_status one_inverse(snw_dyn *dyn, const double *q, const double *v, const double *x,
                              double *out) {
    return snw_dyn_inverse(dyn, q, v, x, NULL, out);
}

static snw_status one_mass_matrix(snw_dyn *dyn, const double *q, const double *v, const double *x,
                                  double *out) {
    (void)v;
    (void)x;
    return snw_dyn_mass_matrix(dyn, q, out);
}

static snw_status one_forward(snw_dyn *dyn, const double *q, const double *v, const double *x,
                              double *out) {
    return snw_dyn_forward(dyn, q, v, x, NULL, out);
}

static void take_lane(const double *rows, int count, double *to) {
    for (int i = 0; rows != NULL && i < count; i++) {
        to[i] = rows[(ptrdiff_t)i * SNW_BATCH_F64];
    }
}

static const double *rows_at(const double *rows, int width, int state) {
    if (rows == NULL) return NULL;
    const ptrdiff_t block = state / SNW_BATCH_F64;
    return rows + block * width * SNW_BATCH_F64 + state % SNW_BATCH_F64;
}

static void run_one_by_one(snw_batch_dyn *batch, const call *c) {
    const int nq = batch->dyn.model->nq, nv = batch->dyn.model->nv;
    double *q = batch->q, *v = batch->numbers, *x = v + nv, *out = x + nv;
    for (int s = 0; s < c->block_count * SNW_BATCH_F64; s++) {
        take_lane(rows_at(c->q, nq, s), nq, q);
        take_lane(rows_at(c->v, nv, s), nv, v);
        take_lane(rows_at(c->x, nv, s), nv, x);
        const snw_status status = c->one(&batch->dyn, q, v, x, out);
        double *to =
            c->out + (ptrdiff_t)(s / SNW_BATCH_F64) * c->rows * SNW_BATCH_F64 + s % SNW_BATCH_F64;
        for (int i = 0; i < c->rows; i++) {
            to[(ptrdiff_t)i * SNW_BATCH_F64] = snw_failed(status) ? (double)NAN : out[i];
        }
        if (snw_failed(status) && batch->refused++ == 0) batch->first_refused = s;
    }
}

// --- in lanes -----------------------------------------------------------------------------------

// the base feels the opposite of gravity
static void begin(snw_batch_dyn *batch, const call *c) {
    snw__batch_dyn_job *job = batch->job;
    const snw_dyn *dyn = &batch->dyn;
    const snw_vec3 g = snw_mat3_apply_t(dyn->kin.T_world_base.R, dyn->gravity);
    job->felt[0] = -g.x;
    job->felt[1] = -g.y;
    job->felt[2] = -g.z;
    job->has_rotors = false;
    for (int i = 0; i < job->nv; i++) {
        if (dyn->rotors[i] != 0) job->has_rotors = true;
    }
    job->q = c->q;
    job->v = c->v;
    job->x = c->x;
    job->out = c->out;
    job->block_count = c->block_count;
    job->refused = 0;
    job->first_refused = -1;
}

static void end(snw_batch_dyn *batch) {
    batch->refused = batch->job->refused;
    batch->first_refused = batch->job->first_refused;
}

// a row of efforts of a spring (`offset` is where it is slack) or damper: one block, all lanes
static void add_effort(const snw_model *model, const snw_joint_spring *spring, bool slack,
                       const double *x, double sign, double *efforts) {
    double sum[SNW_BATCH_F64] = {0};
    const snw_link *link = &model->links[spring->link];
    for (int k = 0; k < spring->measure_count; k++) {
        const snw_spring_measure *m = &spring->measures[k];
        const snw_link *at = &model->links[m->link];
        const double *row = x + (ptrdiff_t)(slack ? at->source_q : at->source_v) * SNW_BATCH_F64;
        const double shift = slack ? at->offset - m->offset : 0;
        for (int lane = 0; lane < SNW_BATCH_F64; lane++) {
            sum[lane] += m->weight * (at->multiplier * row[lane] + shift);
        }
    }
    double *to = efforts + (ptrdiff_t)link->source_v * SNW_BATCH_F64;
    for (int lane = 0; lane < SNW_BATCH_F64; lane++) {
        to[lane] -= sign * link->multiplier * spring->constant * sum[lane];
    }
}

// sign times the efforts of friction, springs and dampers, onto one block
static void add_passive(const snw_dyn *dyn, const double *q, const double *v, double sign,
                        double *efforts) {
    const snw_model *m = dyn->model;
    for (int i = 0; dyn->rubs && i < m->nv; i++) {
        for (ptrdiff_t k = (ptrdiff_t)i * SNW_BATCH_F64; k < (ptrdiff_t)(i + 1) * SNW_BATCH_F64;
             k++) {
            efforts[k] -= sign * dyn->friction[i] * v[k];
        }
    }
    if (!dyn->springs) return;
    for (int i = 0; i < m->spring_count; i++) {
        add_effort(m, &m->springs[i], true, q, sign, efforts);
    }
    for (int i = 0; i < m->damper_count; i++) {
        add_effort(m, &m->dampers[i], false, v, sign, efforts);
    }
}

static bool has_passive(const snw_dyn *dyn) {
    if (dyn->rubs) return true;
    return dyn->springs && dyn->model->spring_count + dyn->model->damper_count > 0;
}

static ptrdiff_t block_size(int rows) {
    return (ptrdiff_t)rows * SNW_BATCH_F64;
}

static void run_inverse(snw_batch_dyn *batch, const call *c) {
    const int nq = batch->job->nq, nv = batch->job->nv;
    begin(batch, c);
    batch->job->rnea(batch->job);
    for (int block = 0; has_passive(&batch->dyn) && block < c->block_count; block++) {
        add_passive(&batch->dyn, c->q + block * block_size(nq), c->v + block * block_size(nv), -1,
                    c->out + block * block_size(nv));
    }
    end(batch);
}

// M a = tau - bias of one block, with the efforts in job->x. States that the first two kernels
// refuse are refused by the third, which counts them.
static void solve_block(snw_batch_dyn *batch) {
    snw__batch_dyn_job *job = batch->job;
    const int refused = job->refused, first = job->first_refused;
    const double *efforts = job->x;
    double *out = job->out;
    memset(job->diagonal, 0, sizeof(double) * (size_t)block_size(job->nv));
    job->x = job->diagonal; // no accelerations
    job->rnea(job);
    job->out = job->M;
    job->crba(job);
    job->out = out;
    job->x = efforts;
    job->refused = refused;
    job->first_refused = first;
    for (ptrdiff_t i = 0; i < block_size(job->nv); i++) {
        out[i] = efforts[i] - out[i];
    }
    job->solve(job);
}

// with springs or followers block by block, each with the efforts that are left
static void run_forward(snw_batch_dyn *batch, const call *c) {
    snw__batch_dyn_job *job = batch->job;
    begin(batch, c);
    if (!has_passive(&batch->dyn) && !job->shared) {
        job->aba(job);
        end(batch);
        return;
    }
    job->block_count = 1;
    job->x = batch->efforts;
    for (int block = 0; block < c->block_count; block++) {
        const int before = job->refused;
        job->q = c->q + block * block_size(job->nq);
        job->v = c->v + block * block_size(job->nv);
        job->out = c->out + block * block_size(job->nv);
        memcpy(batch->efforts, c->x + block * block_size(job->nv),
               sizeof(double) * (size_t)block_size(job->nv));
        if (has_passive(&batch->dyn)) add_passive(&batch->dyn, job->q, job->v, 1, batch->efforts);
        if (job->shared) {
            solve_block(batch);
        } else {
            job->aba(job);
        }
        if (before == 0 && job->refused > 0) job->first_refused += block * SNW_BATCH_F64;
    }
    end(batch);
}

// --- calls --------------------------------------------------------------------------------------

static bool aligned(const void *blocks, int rows) {
    return rows == 0 || (blocks != NULL && (uintptr_t)blocks % SNW_ARENA_ALIGN == 0);
}

static snw_status check(const snw_batch_dyn *batch, const call *c, bool moving) {
    const int nq = batch->job->nq, nv = batch->job->nv;
    if (c->block_count < 0 || c->block_count > INT32_MAX / SNW_BATCH_F64) return SNW_ERR_ARGUMENT;
    if (c->block_count == 0) return SNW_OK;
    if (!aligned(c->q, nq) || !aligned(c->out, nv)) return SNW_ERR_ARGUMENT;
    if (moving && (!aligned(c->v, nv) || !aligned(c->x, nv))) return SNW_ERR_ARGUMENT;
    return SNW_OK;
}

static void forget(snw_batch_dyn *batch) {
    batch->refused = 0;
    batch->first_refused = -1;
}

snw_status snw_batch_inverse_f64(snw_batch_dyn *batch, const double *q, const double *v,
                                 const double *a, int block_count, double *tau) {
    call c = {.q = q, .v = v, .x = a, .block_count = block_count};
    c.out = tau;
    c.rows = batch->job->nv;
    c.one = one_inverse;
    const snw_status status = check(batch, &c, true);
    if (snw_failed(status)) return status;
    forget(batch);
    if (batch->in_lanes) {
        run_inverse(batch, &c);
    } else {
        run_one_by_one(batch, &c);
    }
    return SNW_OK;
}

snw_status snw_batch_mass_matrix_f64(snw_batch_dyn *batch, const double *q, int block_count,
                                     double *M) {
    call c = {.q = q, .block_count = block_count};
    c.out = M;
    c.rows = batch->job->nv * batch->job->nv;
    c.one = one_mass_matrix;
    const snw_status status = check(batch, &c, false);
    if (snw_failed(status)) return status;
    forget(batch);
    if (batch->in_lanes) {
        begin(batch, &c);
        batch->job->crba(batch->job);
        end(batch);
    } else {
        run_one_by_one(batch, &c);
    }
    return SNW_OK;
}

snw_status snw_batch_forward_f64(snw_batch_dyn *batch, const double *q, const double *v,
                                 const double *tau, int block_count, double *a) {
    call c = {.q = q, .v = v, .x = tau, .block_count = block_count};
    c.out = a;
    c.rows = batch->job->nv;
    c.one = one_forward;
    const snw_status status = check(batch, &c, true);
    if (snw_failed(status)) return status;
    forget(batch);
    if (batch->in_lanes) {
        run_forward(batch, &c);
    } else {
        run_one_by_one(batch, &c);
    }
    return SNW_OK;
}
