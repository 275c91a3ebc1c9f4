// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "columns.h"

// A kernel: the Jacobian of one place. On the way up each rate of the path leaves its column at the
// origin o of its body, along the world's axes; with P the place's origin, known at the end,
//
//     lin = lin_o + ang x (P - o)

/// Rows of a column on the way: linear part, angular part, origin.
enum { COLUMN_ROWS = 9 };

// the column of a joint that turns or slides; who only turns has no linear part
SNW_FORCE_INLINE void keep_axis(const site *s, int number, const frame *F, int column) {
    const unsigned flags = s->steps[number].flags;
    const snw_real *n = numbers_of(s, number);
    snw_real *rows = rows_of(s->job->columns, column, COLUMN_ROWS, s->at);
    if (flags & SNW__SLIDES) vec_store(rows, vec_scale(F->z, snw_v_set(n[SNW__SLIDE])));
    vec_store(rows + 3 * LANES, vec_scale(F->z, snw_v_set(n[SNW__TURN])));
    vec_store(rows + 6 * LANES, F->p);
}

// the columns of another joint, as many as are returned
__attribute__((noinline)) static int keep_foreign(const site *s, int number, const frame frames[2],
                                                  int count) {
    motion columns[6];
    const int more = foreign_columns(s, number, frames, columns);
    for (int k = 0; k < more; k++) {
        snw_real *rows = rows_of(s->job->columns, count + k, COLUMN_ROWS, s->at);
        vec_store(rows, columns[k].lin);
        vec_store(rows + 3 * LANES, columns[k].ang);
        vec_store(rows + 6 * LANES, frames[1].p);
    }
    return more;
}

// the columns on the way; returns the origin of the place
SNW_FORCE_INLINE vec climb(site *s) {
    const snw__batch_job *job = s->job;
    const int *path = job->path;
    const int last = job->path_count - 1;
    frame F = root_frame(s);
    int count = 0;
    if (s->steps[0].nv > 0) {
        const frame frames[2] = {F, F};
        count = keep_foreign(s, 0, frames, 0);
    }
    turn next = last > 0 ? find_turn(s, path[1], turn_none()) : turn_none();
    for (int i = 1; i <= last; i++) {
        const turn t = next;
        if (i < last) next = find_turn(s, path[i + 1], t);
        if (s->steps[path[i]].flags & SNW__FOREIGN) {
            const frame frames[2] = {F, step_foreign(s, F, path[i])};
            count += keep_foreign(s, path[i], frames, count);
            F = frames[1];
            continue;
        }
        F = step_frame(s, F, path[i], t);
        keep_axis(s, path[i], &F, count++);
    }
    look_at(s, &F);
    return origin_of(&F, (const snw_real *)job->output_numbers + (ptrdiff_t)12 * job->output + 9);
}

static void fill_states(site *s, snw_real *J) {
    const snw__batch_job *job = s->job;
    const vec P = climb(s);
    if (!job->plain) {
        for (int row = 0; row < 6 * job->nv; row++) {
            snw_v_store(J + (ptrdiff_t)row * LANES, snw_v_set(0));
        }
    }
    int count = 0;
    for (int i = 0; i < job->path_count; i++) {
        const snw__batch_step *step = &s->steps[job->path[i]];
        for (int k = 0; k < step->nv; k++, count++) {
            const snw_real *rows = rows_of(job->columns, count, COLUMN_ROWS, s->at);
            const vec ang = vec_load(rows + 3 * LANES);
            const vec arm = vec_sub(P, vec_load(rows + 6 * LANES));
            vec lin = vec_cross(ang, arm);
            if (step->flags & (SNW__FOREIGN | SNW__SLIDES)) lin = vec_add(lin, vec_load(rows));
            // rates that move several joints have the sum of their columns
            snw_real *to = J + (ptrdiff_t)(step->first_v + k) * 6 * LANES;
            vec_store(to, job->plain ? lin : vec_add(lin, vec_load(to)));
            to += (ptrdiff_t)3 * LANES;
            vec_store(to, job->plain ? ang : vec_add(ang, vec_load(to)));
        }
    }
}

void SNW_KERNEL(snw__batch_jacobian)(snw__batch_job *job) {
    const int rows = 6 * job->nv;
    for (int block = 0; block < job->block_count; block++) {
        const snw_real *q = (const snw_real *)job->q + (ptrdiff_t)block * job->nq * LANES;
        snw_real *J = (snw_real *)job->out + (ptrdiff_t)block * rows * LANES;
        for (int at = 0; at < LANES; at += SNW_W) {
            site s = site_begin(job, q, at, job->coordinates, job->nq);
            fill_states(&s, J + at);
            site_end(&s, job, block, J, rows);
        }
    }
}
