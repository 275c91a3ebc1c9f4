// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_LANES_H
#define SINEW_SRC_BATCH_LANES_H

// For kernels: vectors, frames and steps of a plan in lanes.
//
// With F the frame of the parent, (x y z) its axes, the frame of a body is
//
//     F Trans(p) Rz(gamma) Rx(alpha) Rz(theta) Trans(0, 0, d)
//
// (sinew/model/normal.h): turns in the planes of two axes, of which the class of a body leaves out
// some and makes others a change of names. The class is a constant where a step is inlined.

#include <stddef.h>

#include "sinew/lanes/kernel.h"

#include "internal.h"

/// States in a block, and the distance of its rows.
#define LANES ((ptrdiff_t)(512 / SNW_KERNEL_REAL_BITS))

typedef struct vec {
    snw_v x, y, z;
} vec;

typedef struct frame {
    vec x, y, z, p;
} frame;

SNW_FORCE_INLINE vec vec_load(const snw_real *row) {
    return (vec){snw_v_load(row), snw_v_load(row + LANES), snw_v_load(row + 2 * LANES)};
}

SNW_FORCE_INLINE void vec_store(snw_real *row, vec a) {
    snw_v_store(row, a.x);
    snw_v_store(row + LANES, a.y);
    snw_v_store(row + 2 * LANES, a.z);
}

SNW_FORCE_INLINE vec vec_zero(void) {
    return (vec){snw_v_set(0), snw_v_set(0), snw_v_set(0)};
}

SNW_FORCE_INLINE vec vec_neg(vec a) {
    return (vec){-a.x, -a.y, -a.z};
}

SNW_FORCE_INLINE vec vec_add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

SNW_FORCE_INLINE vec vec_sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

/// a f, for a factor per lane, and a + b f.
SNW_FORCE_INLINE vec vec_scale(vec a, snw_v f) {
    return (vec){a.x * f, a.y * f, a.z * f};
}

SNW_FORCE_INLINE vec vec_add_scaled(vec a, vec b, snw_v f) {
    return (vec){a.x + b.x * f, a.y + b.y * f, a.z + b.z * f};
}

SNW_FORCE_INLINE vec vec_cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// Turns two axes in their plane: a' = a c + b s, b' = b c - a s.
SNW_FORCE_INLINE void turn_pair(vec *a, vec *b, snw_v c, snw_v s) {
    const vec old = *a;
    *a = (vec){old.x * c + b->x * s, old.y * c + b->y * s, old.z * c + b->z * s};
    *b = (vec){b->x * c - old.x * s, b->y * c - old.y * s, b->z * c - old.z * s};
}

SNW_FORCE_INLINE frame frame_load(const snw_real *rows) {
    return (frame){vec_load(rows), vec_load(rows + 3 * LANES), vec_load(rows + 6 * LANES),
                   vec_load(rows + 9 * LANES)};
}

SNW_FORCE_INLINE void frame_store(snw_real *rows, frame F) {
    vec_store(rows, F.x);
    vec_store(rows + 3 * LANES, F.y);
    vec_store(rows + 6 * LANES, F.z);
    vec_store(rows + 9 * LANES, F.p);
}

/// x a[0] + y a[1] + z a[2] for three numbers that all lanes share, or that each has its own.
SNW_FORCE_INLINE vec frame_turn(frame F, const snw_real *a) {
    return vec_add_scaled(vec_add_scaled(vec_scale(F.x, snw_v_set(a[0])), F.y, snw_v_set(a[1])),
                          F.z, snw_v_set(a[2]));
}

SNW_FORCE_INLINE vec frame_turn_lanes(frame F, vec a) {
    return vec_add_scaled(vec_add_scaled(vec_scale(F.x, a.x), F.y, a.y), F.z, a.z);
}

// --- steps --------------------------------------------------------------------------------------

/// What a kernel holds while it works on SNW_W states of a block. The plan is at hand here, because
/// the compiler cannot know that stores leave it alone.
typedef struct site {
    const snw__batch_job *job;
    const snw__batch_step *steps;
    const snw_real *numbers;
    const snw_real *q; ///< row 0 of the block, at the first of the states
    int at;            ///< the first of the states
    snw_v zero;        ///< 0, or NaN where a number was not finite
} site;

SNW_FORCE_INLINE const snw_real *numbers_of(const site *s, int step) {
    return s->numbers + (ptrdiff_t)SNW__STEP_NUMBERS * step;
}

SNW_FORCE_INLINE snw_real *rows_of(void *rows, int number, int width, int at) {
    return (snw_real *)rows + (ptrdiff_t)number * width * LANES + at;
}

/// Coordinates that no step will look at must be finite too: a product with zero is zero, or NaN.
SNW_FORCE_INLINE site site_begin(const snw__batch_job *job, const snw_real *q, int at,
                                 const int *spare, int count) {
    snw_v zero = snw_v_load((const snw_real *)job->poison + at);
    for (int i = 0; i < count; i++) {
        zero += snw_v_load(q + (ptrdiff_t)spare[i] * LANES + at) * (snw_real)0;
    }
    return (site){job, job->steps, (const snw_real *)job->numbers, q + at, at, zero};
}

/// What is not finite spoils all that comes after it: an angle the x axis, a way the origin. So it
/// is enough to look at the last frames.
SNW_FORCE_INLINE void look_at(site *s, const frame *F) {
    s->zero += (F->x.x + F->p.x) * (snw_real)0;
}

typedef struct turn {
    snw_v c, s;
} turn;

/// Cosine and sine of a step that turns; of others what is given. Kernels ask one step ahead: the
/// polynomials then run beside the step before, which waits for its parent most of the time.
SNW_FORCE_INLINE turn find_turn(const site *s, int number, turn other) {
    const snw__batch_step *step = &s->steps[number];
    if (!(step->flags & SNW__TURNS)) return other;
    const snw_real *n = numbers_of(s, number);
    const snw_v q = snw_v_load(s->q + (ptrdiff_t)step->source_q * LANES);
    turn t;
    snw_v_sincos(q * n[SNW__TURN] + n[SNW__OFFSET], &t.s, &t.c);
    return t;
}

SNW_FORCE_INLINE turn turn_none(void) {
    return (turn){snw_v_set(1), snw_v_set(0)};
}

SNW_FORCE_INLINE void turn_constant(frame *F, const snw_real *n, snw_normal_class kind) {
    if (kind == SNW_NORMAL_TURNED) {
        turn_pair(&F->x, &F->y, snw_v_set(n[SNW__COS_GAMMA]), snw_v_set(n[SNW__SIN_GAMMA]));
    }
    const vec y = F->y;
    if (kind == SNW_NORMAL_PLUS) {
        F->y = F->z;
        F->z = vec_neg(y);
    } else if (kind == SNW_NORMAL_MINUS) {
        F->y = vec_neg(F->z);
        F->z = y;
    } else if (kind != SNW_NORMAL_ZERO) {
        turn_pair(&F->y, &F->z, snw_v_set(n[SNW__COS_ALPHA]), snw_v_set(n[SNW__SIN_ALPHA]));
    }
}

/// The frame of a step from that of its parent; the class is known where this is inlined.
SNW_FORCE_INLINE frame step_class(const site *s, frame F, int number, turn t,
                                  snw_normal_class kind) {
    const snw__batch_step *step = &s->steps[number];
    const snw_real *n = numbers_of(s, number);
    const unsigned flags = step->flags;
    if (flags & SNW__HAS_PX) F.p = vec_add_scaled(F.p, F.x, snw_v_set(n[SNW__PX]));
    if (flags & SNW__HAS_PY) F.p = vec_add_scaled(F.p, F.y, snw_v_set(n[SNW__PY]));
    if (flags & SNW__HAS_PZ) F.p = vec_add_scaled(F.p, F.z, snw_v_set(n[SNW__PZ]));
    turn_constant(&F, n, kind);
    if (flags & SNW__TURNS) {
        turn_pair(&F.x, &F.y, t.c, t.s);
    } else if (flags & SNW__OFF) {
        turn_pair(&F.x, &F.y, snw_v_set(n[SNW__COS_OFFSET]), snw_v_set(n[SNW__SIN_OFFSET]));
    }
    if (flags & SNW__SLIDES) {
        const snw_v q = snw_v_load(s->q + (ptrdiff_t)step->source_q * LANES);
        const snw_v d = q * n[SNW__SLIDE] + n[SNW__SLIDE_OFFSET];
        F.p = vec_add_scaled(F.p, F.z, d);
    }
    return F;
}

/// A step whose motion has been asked for.
SNW_FORCE_INLINE frame step_foreign(const site *s, frame F, int number) {
    const frame M = frame_load(rows_of(s->job->motions, s->steps[number].general, 12, s->at));
    return (frame){frame_turn_lanes(F, M.x), frame_turn_lanes(F, M.y), frame_turn_lanes(F, M.z),
                   vec_add(F.p, frame_turn_lanes(F, M.p))};
}

SNW_FORCE_INLINE frame step_frame(const site *s, frame F, int number, turn t) {
    switch (s->steps[number].kind) {
    case SNW_NORMAL_ZERO:
        return step_class(s, F, number, t, SNW_NORMAL_ZERO);
    case SNW_NORMAL_PLUS:
        return step_class(s, F, number, t, SNW_NORMAL_PLUS);
    case SNW_NORMAL_MINUS:
        return step_class(s, F, number, t, SNW_NORMAL_MINUS);
    case SNW_NORMAL_ALPHA:
        return step_class(s, F, number, t, SNW_NORMAL_ALPHA);
    case SNW_NORMAL_TURNED:
        return step_class(s, F, number, t, SNW_NORMAL_TURNED);
    case SNW_NORMAL_GENERAL:
        break;
    }
    return step_foreign(s, F, number);
}

/// F.p + x a[0] + y a[1] + z a[2], without the components that are 0.
SNW_FORCE_INLINE vec origin_of(const frame *F, const snw_real *a) {
    vec p = F->p;
    if (a[0] != 0) p = vec_add_scaled(p, F->x, snw_v_set(a[0]));
    if (a[1] != 0) p = vec_add_scaled(p, F->y, snw_v_set(a[1]));
    if (a[2] != 0) p = vec_add_scaled(p, F->z, snw_v_set(a[2]));
    return p;
}

/// The frame of the root: constant, or asked for.
SNW_FORCE_INLINE frame root_frame(const site *s) {
    return frame_load(rows_of(s->job->motions, 0, 12, s->at));
}

// --- refusals -----------------------------------------------------------------------------------

SNW_FORCE_INLINE int any_refused(const site *s) {
    return snw_vm_any(snw_vm_not(snw_v_le(s->zero, s->zero)));
}

/// NaN in all results of the refused states of a block, which are counted. Rare, so it stays apart.
__attribute__((cold, noinline, unused)) static void
refuse(snw__batch_job *job, const snw_real *zero, int first, snw_real *out, int rows) {
    for (int lane = 0; lane < SNW_W; lane++) {
        if (zero[lane] == 0) continue;
        for (int row = 0; row < rows; row++) {
            out[(ptrdiff_t)row * LANES + lane] = (snw_real)NAN;
        }
        if (first + lane >= job->state_count) continue;
        if (job->refused++ == 0) job->first_refused = first + lane;
    }
}

/// Ends the work on the states of a site, whose results are `rows` rows at `out`.
SNW_FORCE_INLINE void site_end(const site *s, snw__batch_job *job, int block, snw_real *out,
                               int rows) {
    if (!any_refused(s)) return;
    snw_real zero[SNW_W];
    snw_v_store_any(zero, s->zero);
    refuse(job, zero, (int)(block * LANES) + s->at, out + s->at, rows);
}

#endif // SINEW_SRC_BATCH_LANES_H
