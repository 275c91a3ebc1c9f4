// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

// A kernel: velocities of all places, from the root up. With o the origins of parent and body,
//
//     lin = lin_parent + ang_parent x (o - o_parent) + sum of rates times their columns
//     ang = ang_parent + the same sum

/// Rows of a body's velocity, kept for later steps.
enum { MOTION_ROWS = 9 };

SNW_FORCE_INLINE motion motion_load(const snw_real *rows) {
    return (motion){vec_load(rows), vec_load(rows + 3 * LANES)};
}

SNW_FORCE_INLINE void motion_store(snw_real *rows, motion m) {
    vec_store(rows, m.lin);
    vec_store(rows + 3 * LANES, m.ang);
}

/// The velocity of a point at `arm` from the one that V is of.
SNW_FORCE_INLINE vec velocity_at(motion V, vec arm) {
    return vec_add(V.lin, vec_cross(V.ang, arm));
}

// what the rate of a joint that turns or slides adds
SNW_FORCE_INLINE motion moved(const site *s, motion V, int number, const frame *F,
                              const snw_real *v) {
    const snw__batch_step *step = &s->steps[number];
    const snw_real *n = numbers_of(s, number);
    const snw_v rate = snw_v_load(v + (ptrdiff_t)step->first_v * LANES);
    if (step->flags & SNW__TURNS) V.ang = vec_add_scaled(V.ang, F->z, rate * n[SNW__TURN]);
    if (step->flags & SNW__SLIDES) V.lin = vec_add_scaled(V.lin, F->z, rate * n[SNW__SLIDE]);
    return V;
}

// what the rates of another joint add
__attribute__((noinline)) static void move_foreign(const site *s, int number, const frame frames[2],
                                                   const snw_real *v, motion *V) {
    motion columns[6];
    const int count = foreign_columns(s, number, frames, columns);
    for (int k = 0; k < count; k++) {
        const snw_v rate = snw_v_load(v + (ptrdiff_t)(s->steps[number].first_v + k) * LANES);
        V->lin = vec_add_scaled(V->lin, columns[k].lin, rate);
        V->ang = vec_add_scaled(V->ang, columns[k].ang, rate);
    }
}

// frame and velocity of a step from those of its parent
SNW_FORCE_INLINE void step_motion(const site *s, int number, turn t, const snw_real *v, frame *F,
                                  motion *V) {
    const vec origin = F->p;
    if (s->steps[number].flags & SNW__FOREIGN) {
        const frame frames[2] = {*F, step_foreign(s, *F, number)};
        motion moving = *V;
        *F = frames[1];
        moving.lin = velocity_at(moving, vec_sub(F->p, origin));
        move_foreign(s, number, frames, v, &moving);
        *V = moving;
        return;
    }
    *F = step_frame(s, *F, number, t);
    V->lin = velocity_at(*V, vec_sub(F->p, origin));
    *V = moved(s, *V, number, F, v);
}

SNW_FORCE_INLINE void put_places(const site *s, frame F, motion V, const snw__batch_step *step,
                                 snw_real *out) {
    for (int i = 0; i < step->place_count; i++) {
        const int output = step->first_place + i;
        const snw__batch_output *o = &s->job->outputs[output];
        const snw_real *n = (const snw_real *)s->job->output_numbers + (ptrdiff_t)12 * output;
        snw_real *to = out + (ptrdiff_t)o->place * 6 * LANES;
        motion at = V;
        if (o->kind == SNW__SHIFTED || o->kind == SNW__ANY) {
            at.lin = velocity_at(V, frame_turn(F, n + 9));
        }
        motion_store(to, at);
    }
}

// frame and velocity of a step's parent, unless they are still at hand
SNW_FORCE_INLINE void fetch_parent(const site *s, int i, frame *F, motion *V) {
    const int parent = s->steps[i].parent;
    if (parent == i - 1) return;
    *F = frame_load(rows_of(s->job->frames, parent, 12, s->at));
    *V = motion_load(rows_of(s->job->columns, parent, MOTION_ROWS, s->at));
}

SNW_FORCE_INLINE motion root_motion(const site *s, frame F, const snw_real *v) {
    motion V = {vec_zero(), vec_zero()};
    if (s->job->step_count > 0 && s->steps[0].nv > 0) {
        const frame frames[2] = {F, F};
        move_foreign(s, 0, frames, v, &V);
    }
    return V;
}

SNW_FORCE_INLINE void move_states(site *s, const snw_real *v, snw_real *out) {
    const snw__batch_job *job = s->job;
    for (int i = 0; i < job->nv; i++) {
        s->zero += snw_v_load(v + (ptrdiff_t)i * LANES) * (snw_real)0;
    }
    const int count = job->step_count;
    frame F = root_frame(s);
    motion V = root_motion(s, F, v);
    turn next = count > 1 ? find_turn(s, 1, turn_none()) : turn_none();
    for (int i = 0; i < count; i++) {
        const snw__batch_step *step = &s->steps[i];
        if (i > 0) {
            fetch_parent(s, i, &F, &V);
            const turn t = next;
            if (i + 1 < count) next = find_turn(s, i + 1, t);
            step_motion(s, i, t, v, &F, &V);
        }
        if (step->flags & SNW__KEEP) {
            frame_store(rows_of(job->frames, i, 12, s->at), F);
            motion_store(rows_of(job->columns, i, MOTION_ROWS, s->at), V);
        }
        if (step->flags & SNW__LEAF) look_at(s, &F);
        put_places(s, F, V, step, out);
    }
}

void SNW_KERNEL(snw__batch_velocity)(snw__batch_job *job) {
    const int rows = 6 * job->place_count;
    for (int block = 0; block < job->block_count; block++) {
        const snw_real *q = (const snw_real *)job->q + (ptrdiff_t)block * job->nq * LANES;
        const snw_real *v = (const snw_real *)job->v + (ptrdiff_t)block * job->nv * LANES;
        snw_real *out = (snw_real *)job->out + (ptrdiff_t)block * rows * LANES;
        for (int at = 0; at < LANES; at += SNW_W) {
            site s = site_begin(job, q, at, job->coordinates, job->spare_count);
            move_states(&s, v + at, out + at);
            site_end(&s, job, block, out, rows);
        }
    }
}
