// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "lanes.h"

// A kernel: poses of all places, from the root up.

SNW_FORCE_INLINE void put_place(const site *s, frame F, int output, snw_real *T) {
    const snw__batch_output *o = &s->job->outputs[output];
    const snw_real *n = (const snw_real *)s->job->output_numbers + (ptrdiff_t)12 * output;
    snw_real *to = T + (ptrdiff_t)o->place * 12 * LANES + s->at;
    if (o->kind == SNW__SAME) {
        frame_store(to, F);
        return;
    }
    if (o->kind == SNW__SHIFTED) {
        F.p = origin_of(&F, n + 9);
    } else if (o->kind == SNW__ABOUT_Z) {
        turn_pair(&F.x, &F.y, snw_v_set(n[0]), snw_v_set(n[1]));
    } else {
        F = (frame){frame_turn(F, n), frame_turn(F, n + 3), frame_turn(F, n + 6),
                    origin_of(&F, n + 9)};
    }
    frame_store(to, F);
}

SNW_FORCE_INLINE void put_places(const site *s, frame F, const snw__batch_step *step, snw_real *T) {
    for (int i = 0; i < step->place_count; i++) {
        put_place(s, F, step->first_place + i, T);
    }
}

// SNW_W states of a block
SNW_FORCE_INLINE void place_states(site *s, snw_real *T) {
    void *const frames = s->job->frames;
    const int count = s->job->step_count;
    frame F = root_frame(s);
    turn next = count > 1 ? find_turn(s, 1, turn_none()) : turn_none();
    for (int i = 0; i < count; i++) {
        const snw__batch_step *step = &s->steps[i];
        if (i > 0) {
            // in a chain the parent is what has just been computed, still at hand
            if (step->parent != i - 1) F = frame_load(rows_of(frames, step->parent, 12, s->at));
            const turn t = next;
            if (i + 1 < count) next = find_turn(s, i + 1, t);
            F = step_frame(s, F, i, t);
        }
        if (step->flags & SNW__KEEP) frame_store(rows_of(frames, i, 12, s->at), F);
        if (step->flags & SNW__LEAF) look_at(s, &F);
        put_places(s, F, step, T);
    }
}

void SNW_KERNEL(snw__batch_fk)(snw__batch_job *job) {
    const int rows = 12 * job->place_count;
    for (int block = 0; block < job->block_count; block++) {
        const snw_real *q = (const snw_real *)job->q + (ptrdiff_t)block * job->nq * LANES;
        snw_real *T = (snw_real *)job->out + (ptrdiff_t)block * rows * LANES;
        for (int at = 0; at < LANES; at += SNW_W) {
            site s = site_begin(job, q, at, job->coordinates, job->spare_count);
            place_states(&s, T);
            site_end(&s, job, block, T, rows);
        }
    }
}
