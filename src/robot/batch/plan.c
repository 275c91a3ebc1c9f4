// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// The plan of a batch: which bodies must be placed for the places that are asked for, in which
// order, and what each of them leaves to do.

/// Entries of a rotation nearer than this to 0 or 1 are taken as such: a few roundings.
#define SNAP 4e-15

// --- memory -------------------------------------------------------------------------------------

static void *take_rows(snw_arena *arena, int count, int rows) {
    return snw_arena_take_array(arena, count, (size_t)rows * 64, SNW_ARENA_ALIGN);
}

// rates that move links, followed ones counted with each joint
static int count_rates(const snw_model *model) {
    int count = 0;
    for (int i = 0; i < model->link_count; i++) {
        const snw_link *link = &model->links[i];
        count += link->source_v >= 0 ? 1 : link->nv;
    }
    return count;
}

// workspace and numbers of one kind of number, `size` bytes each
static snw__batch_job *lay_out_job(const snw_batch *batch, size_t size, snw_arena *arena) {
    const int bodies = batch->normal.body_count, general = batch->normal.general_count;
    const int rates = count_rates(batch->model);
    snw__batch_job job = {.place_count = batch->place_count,
                          .nq = batch->model->nq,
                          .nv = batch->model->nv,
                          .first_refused = -1};
    job.numbers = snw_arena_take_array(arena, bodies, SNW__STEP_NUMBERS * size, SNW_ARENA_ALIGN);
    job.output_numbers =
        snw_arena_take_array(arena, batch->place_count, 12 * size, SNW_ARENA_ALIGN);
    job.motions = take_rows(arena, general, 12);
    job.twists = take_rows(arena, general, 6);
    job.poison = take_rows(arena, 1, 1);
    job.frames = take_rows(arena, bodies, 12);
    job.columns = take_rows(arena, rates + bodies, 9);
    job.path = SNW_ARENA_ARRAY(arena, int, bodies);
    job.coordinates = SNW_ARENA_ARRAY(arena, int, job.nq);
    snw__batch_job *place = SNW_ARENA_ARRAY(arena, snw__batch_job, 1);
    if (place != NULL) *place = job;
    return place;
}

void snw__batch_lay_out(snw_batch *batch, const snw_batch_place *places, snw_arena *arena) {
    const int bodies = batch->normal.body_count;
    snw_batch_place *copies = SNW_ARENA_ARRAY(arena, snw_batch_place, batch->place_count);
    snw__batch_step *steps = SNW_ARENA_ARRAY(arena, snw__batch_step, bodies);
    snw__batch_output *outputs = SNW_ARENA_ARRAY(arena, snw__batch_output, batch->place_count);
    batch->job_f64 = lay_out_job(batch, sizeof(double), arena);
    batch->job_f32 = lay_out_job(batch, sizeof(float), arena);
    batch->q = SNW_ARENA_ARRAY(arena, double, batch->model->nq);
    const int blocks = SNW__ROW_STATES / SNW_BATCH_F64;
    batch->q_blocks = (double *)take_rows(arena, blocks, batch->model->nq);
    batch->T_blocks = (double *)take_rows(arena, batch->place_count, 12 * blocks);
    if (snw_failed(snw_arena_status(arena))) return;
    for (int i = 0; i < batch->place_count; i++) {
        copies[i] = places != NULL ? places[i] : snw_batch_place_link(i);
    }
    batch->places = copies;
    batch->job_f64->steps = batch->job_f32->steps = steps;
    batch->job_f64->outputs = batch->job_f32->outputs = outputs;
}

// --- steps --------------------------------------------------------------------------------------

static unsigned flags_of(const snw_normal_body *body) {
    if (body->general >= 0) return SNW__FOREIGN;
    unsigned flags = 0;
    if (body->turn != 0) {
        flags |= SNW__TURNS;
    } else if (body->offset != 0) {
        flags |= SNW__OFF;
    }
    if (body->slides) flags |= SNW__SLIDES;
    if (body->p.x != 0) flags |= SNW__HAS_PX;
    if (body->p.y != 0) flags |= SNW__HAS_PY;
    if (body->p.z != 0) flags |= SNW__HAS_PZ;
    return flags;
}

static void put_vec3(double *numbers, snw_vec3 v) {
    numbers[0] = v.x;
    numbers[1] = v.y;
    numbers[2] = v.z;
}

static void put_pose(double *numbers, snw_pose T) {
    put_vec3(numbers, T.R.x);
    put_vec3(numbers + 3, T.R.y);
    put_vec3(numbers + 6, T.R.z);
    put_vec3(numbers + 9, T.p);
}

static void step_numbers(const snw_normal_body *body, const snw_link *link, double *numbers) {
    if (body->general >= 0) {
        // the axes of a planar joint in the parent's frame; no other kind looks at them
        put_vec3(numbers, snw_mat3_apply(body->R, link->plane_x));
        put_vec3(numbers + 3, snw_mat3_apply(body->R, link->plane_y));
        put_vec3(numbers + 6, snw_mat3_apply(body->R, link->axis));
        return;
    }
    numbers[SNW__TURN] = body->turn;
    numbers[SNW__OFFSET] = body->offset;
    numbers[SNW__SLIDE] = body->slide;
    numbers[SNW__SLIDE_OFFSET] = body->slide_offset;
    numbers[SNW__COS_ALPHA] = body->cos_alpha;
    numbers[SNW__SIN_ALPHA] = body->sin_alpha;
    numbers[SNW__COS_GAMMA] = body->cos_gamma;
    numbers[SNW__SIN_GAMMA] = body->sin_gamma;
    put_vec3(numbers + SNW__PX, body->p);
    numbers[SNW__COS_OFFSET] = cos(body->offset);
    numbers[SNW__SIN_OFFSET] = sin(body->offset);
}

static snw__batch_step step_of(const snw_batch *batch, int b, int parent) {
    const snw_normal_body *body = &batch->normal.bodies[b];
    const snw_link *link = &batch->model->links[body->link];
    const snw__batch_step step = {.kind = body->kind,
                                  .joint = link->joint,
                                  .flags = flags_of(body) | SNW__LEAF,
                                  .parent = parent,
                                  .source_q = body->source_q >= 0 ? body->source_q : 0,
                                  .first_v = body->source_v >= 0 ? body->source_v : link->v_index,
                                  .nv = body->nv,
                                  .general = body->general,
                                  .link = body->link};
    return step;
}

// --- places -------------------------------------------------------------------------------------

static snw_pose pose_on_body(const snw_batch *batch, int place) {
    const snw_batch_place *p = &batch->places[place];
    return snw_pose_mul(batch->normal.links[p->link].T_body_link, p->T_link_place);
}

static snw__batch_pose_class class_of(snw_pose T) {
    const bool here = snw_vec3_equal(T.p, snw_vec3_zero());
    if (snw_mat3_near(T.R, snw_mat3_identity(), SNAP)) return here ? SNW__SAME : SNW__SHIFTED;
    const snw_vec3 z = snw_vec3_sub(T.R.z, snw_vec3_z(1));
    return here && snw_vec3_norm(z) <= SNAP ? SNW__ABOUT_Z : SNW__ANY;
}

// the places on a body, after those of the bodies before it
static int add_places(const snw_batch *batch, int body, int count) {
    snw__batch_output *outputs = batch->job_f64->outputs;
    double *numbers = (double *)batch->job_f64->output_numbers;
    for (int i = 0; i < batch->place_count; i++) {
        if (batch->normal.links[batch->places[i].link].body != body) continue;
        const snw_pose T = pose_on_body(batch, i);
        outputs[count] = (snw__batch_output){class_of(T), i};
        put_pose(numbers + (ptrdiff_t)12 * count, T);
        count++;
    }
    return count;
}

// --- all together -------------------------------------------------------------------------------

// job->path says, for the time being, which bodies are needed, then which step a body has become
static void mark_bodies(const snw_batch *batch, int *step_of_body) {
    for (int b = 0; b < batch->normal.body_count; b++) {
        step_of_body[b] = -1;
    }
    for (int i = 0; i < batch->place_count; i++) {
        int b = batch->normal.links[batch->places[i].link].body;
        for (; b >= 0 && step_of_body[b] < 0; b = batch->normal.bodies[b].parent) {
            step_of_body[b] = 0;
        }
    }
}

// does a step look at this coordinate, so that what is not finite shows?
static bool is_seen(const snw__batch_job *job, int coordinate) {
    for (int i = 1; i < job->step_count; i++) {
        const snw__batch_step *step = &job->steps[i];
        if (step->source_q == coordinate && (step->flags & (SNW__TURNS | SNW__SLIDES))) return true;
    }
    return false;
}

static void sort_coordinates(snw__batch_job *job) {
    int first = 0, last = job->nq;
    for (int i = 0; i < job->nq; i++) {
        if (is_seen(job, i)) {
            job->coordinates[--last] = i;
        } else {
            job->coordinates[first++] = i;
        }
    }
    job->spare_count = first;
}

static void copy_to_f32(const snw_batch *batch) {
    const snw__batch_job *from = batch->job_f64;
    snw__batch_job *to = batch->job_f32;
    to->step_count = from->step_count;
    to->foreign = from->foreign;
    to->spare_count = from->spare_count;
    for (int i = 0; i < from->nq; i++) {
        to->coordinates[i] = from->coordinates[i];
    }
    const double *numbers = (const double *)from->numbers;
    const double *outputs = (const double *)from->output_numbers;
    float *numbers_to = (float *)to->numbers;
    float *outputs_to = (float *)to->output_numbers;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)from->step_count * SNW__STEP_NUMBERS; i++) {
        numbers_to[i] = (float)numbers[i];
    }
    for (ptrdiff_t i = 0; i < (ptrdiff_t)from->place_count * 12; i++) {
        outputs_to[i] = (float)outputs[i];
    }
}

void snw__batch_plan(const snw_batch *batch) {
    snw__batch_job *job = batch->job_f64;
    snw__batch_step *steps = job->steps;
    double *numbers = (double *)job->numbers;
    int *step_of_body = job->path;
    mark_bodies(batch, step_of_body);
    int count = 0, places = 0;
    for (int b = 0; b < batch->normal.body_count; b++) {
        if (step_of_body[b] < 0) continue;
        const snw_normal_body *body = &batch->normal.bodies[b];
        const int parent = b == 0 ? -1 : step_of_body[body->parent];
        snw__batch_step step = step_of(batch, b, parent);
        step.first_place = places;
        places = add_places(batch, b, places);
        step.place_count = places - step.first_place;
        // a fixed root never changes; the others of its class do
        if (step.general >= 0 && (b > 0 || batch->model->floating)) job->foreign = true;
        if (parent >= 0) steps[parent].flags &= ~(unsigned)SNW__LEAF;
        if (parent >= 0 && parent != count - 1) steps[parent].flags |= SNW__KEEP;
        step_numbers(body, &batch->model->links[body->link],
                     numbers + (ptrdiff_t)SNW__STEP_NUMBERS * count);
        step_of_body[b] = count;
        steps[count++] = step;
    }
    job->step_count = count;
    sort_coordinates(job);
    copy_to_f32(batch);
}
