// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/batch.h"

#include <stdint.h>

#include "internal.h"

// --- calls --------------------------------------------------------------------------------------

static bool aligned(const void *blocks) {
    return blocks != NULL && (uintptr_t)blocks % SNW_ARENA_ALIGN == 0;
}

// numbers of a block that stand in `rows` rows of it
static const void *rows_after(const void *blocks, int rows) {
    return (const char *)blocks + (ptrdiff_t)rows * 64;
}

/// A call of a kernel.
typedef struct call {
    snw__batch_job *job;
    snw__batch_kernel_fn *kernel;
    const void *q, *v;
    void *out;
    int block_count, lanes, out_rows;
    bool twists;
} call;

// Block by block where joints must be asked for each, else all at once.
static void run(snw_batch *batch, const call *c, int state_count) {
    snw__batch_job *job = c->job;
    job->refused = 0;
    job->first_refused = -1;
    job->q = c->q;
    job->v = c->v;
    job->out = c->out;
    job->block_count = c->block_count;
    job->state_count = state_count;
    if (!job->foreign) {
        c->kernel(job);
    } else {
        job->block_count = 1;
        for (int block = 0; block < c->block_count; block++) {
            const int before = job->refused;
            job->state_count = state_count - block * c->lanes;
            job->ask(job, batch, c->twists);
            c->kernel(job);
            if (before == 0 && job->refused > 0) job->first_refused += block * c->lanes;
            job->q = rows_after(job->q, job->nq);
            job->v = c->v != NULL ? rows_after(job->v, job->nv) : NULL;
            job->out = (char *)job->out + (ptrdiff_t)c->out_rows * 64;
        }
    }
    batch->refused = job->refused;
    batch->first_refused = job->first_refused;
}

static snw_status check_and_run(snw_batch *batch, const call *c) {
    if (c->block_count < 0 || c->block_count > INT32_MAX / c->lanes) return SNW_ERR_ARGUMENT;
    if (c->block_count > 0) {
        // a model without coordinates needs no block of them
        if ((c->job->nq > 0 && !aligned(c->q)) || (c->out_rows > 0 && !aligned(c->out))) {
            return SNW_ERR_ARGUMENT;
        }
    }
    run(batch, c, c->block_count * c->lanes);
    return SNW_OK;
}

// --- poses --------------------------------------------------------------------------------------

static snw_status poses(snw_batch *batch, snw__batch_job *job, call *c) {
    c->job = job;
    c->kernel = job->fk;
    c->out_rows = 12 * batch->place_count;
    return check_and_run(batch, c);
}

snw_status snw_batch_fk_f64(snw_batch *batch, const double *q, int block_count, double *T) {
    call c = {.q = q, .block_count = block_count, .lanes = SNW_BATCH_F64};
    c.out = T;
    return poses(batch, batch->job_f64, &c);
}

snw_status snw_batch_fk_f32(snw_batch *batch, const float *q, int block_count, float *T) {
    call c = {.q = q, .block_count = block_count, .lanes = SNW_BATCH_F32};
    c.out = T;
    return poses(batch, batch->job_f32, &c);
}

// --- Jacobians ----------------------------------------------------------------------------------

// the steps from the root to a place; is there just one of them for each rate?
static void find_path(snw__batch_job *job, int place) {
    int step = 0;
    job->output = 0;
    for (int i = 0; i < job->step_count; i++) {
        const snw__batch_step *s = &job->steps[i];
        for (int k = s->first_place; k < s->first_place + s->place_count; k++) {
            if (job->outputs[k].place != place) continue;
            step = i;
            job->output = k;
        }
    }
    int count = 0;
    for (int i = step; i >= 0; i = job->steps[i].parent) {
        count++;
    }
    job->path_count = count;
    for (int i = step; i >= 0; i = job->steps[i].parent) {
        job->path[--count] = i;
    }
    int rates = 0;
    job->plain = true;
    for (int i = 0; i < job->path_count; i++) {
        const snw__batch_step *s = &job->steps[job->path[i]];
        if (s->nv > 0 && s->first_v != rates) job->plain = false;
        rates += s->nv;
    }
    if (rates != job->nv) job->plain = false;
}

static snw_status jacobian(snw_batch *batch, snw__batch_job *job, int place, call *c) {
    if (place < 0 || place >= batch->place_count) return SNW_ERR_ARGUMENT;
    find_path(job, place);
    c->job = job;
    c->kernel = job->jacobian;
    c->out_rows = 6 * job->nv;
    c->twists = true;
    return check_and_run(batch, c);
}

snw_status snw_batch_jacobian_f64(snw_batch *batch, int place, const double *q, int block_count,
                                  double *J) {
    call c = {.q = q, .block_count = block_count, .lanes = SNW_BATCH_F64};
    c.out = J;
    return jacobian(batch, batch->job_f64, place, &c);
}

snw_status snw_batch_jacobian_f32(snw_batch *batch, int place, const float *q, int block_count,
                                  float *J) {
    call c = {.q = q, .block_count = block_count, .lanes = SNW_BATCH_F32};
    c.out = J;
    return jacobian(batch, batch->job_f32, place, &c);
}

// --- velocities ---------------------------------------------------------------------------------

static snw_status velocity(snw_batch *batch, snw__batch_job *job, call *c) {
    if (c->block_count > 0 && job->nv > 0 && !aligned(c->v)) return SNW_ERR_ARGUMENT;
    c->job = job;
    c->kernel = job->velocity;
    c->out_rows = 6 * batch->place_count;
    c->twists = true;
    return check_and_run(batch, c);
}

snw_status snw_batch_velocity_f64(snw_batch *batch, const double *q, const double *v,
                                  int block_count, double *V) {
    call c = {.q = q, .v = v, .block_count = block_count, .lanes = SNW_BATCH_F64};
    c.out = V;
    return velocity(batch, batch->job_f64, &c);
}

snw_status snw_batch_velocity_f32(snw_batch *batch, const float *q, const float *v, int block_count,
                                  float *V) {
    call c = {.q = q, .v = v, .block_count = block_count, .lanes = SNW_BATCH_F32};
    c.out = V;
    return velocity(batch, batch->job_f32, &c);
}

// --- rows ---------------------------------------------------------------------------------------

snw_status snw_batch_fk_rows(snw_batch *batch, const double *q, int states, snw_pose *T) {
    if (states < 0) return SNW_ERR_ARGUMENT;
    const snw_lanes *lanes = snw_lanes_table(batch->isa);
    snw__batch_job *job = batch->job_f64;
    const int nq = job->nq, width = 12 * batch->place_count;
    int refused = 0, first = -1;
    for (int at = 0; at < states; at += SNW__ROW_STATES) {
        const int count = states - at < SNW__ROW_STATES ? states - at : SNW__ROW_STATES;
        const call c = {.job = job,
                        .kernel = job->fk,
                        .q = batch->q_blocks,
                        .out = batch->T_blocks,
                        .block_count = snw_lanes_blocks(count, 8),
                        .lanes = SNW_BATCH_F64,
                        .out_rows = width};
        SNW_IGNORE(snw_lanes_pack_f64(lanes, q + (ptrdiff_t)at * nq, count, nq, SNW_BATCH_F64,
                                      batch->q_blocks));
        run(batch, &c, count);
        SNW_IGNORE(snw_lanes_unpack_f64(lanes, batch->T_blocks, count, width, SNW_BATCH_F64,
                                        &T[(ptrdiff_t)at * batch->place_count].R.x.x));
        if (refused == 0 && batch->refused > 0) first = at + batch->first_refused;
        refused += batch->refused;
    }
    batch->refused = refused;
    batch->first_refused = first;
    return SNW_OK;
}
