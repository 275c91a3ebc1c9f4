// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_STEPS_H
#define SINEW_SRC_BATCH_STEPS_H

// For kernels of dynamics: vectors and symmetric matrices in lanes, and the step between the frames
// of a body and its parent,
//
//     x_parent = Rz(gamma) Rx(alpha) Rz(theta) x_body
//
// (sinew/model/normal.h). The class of the body is a compile-time constant wherever a step is used.

#include "dyn.h"
#include "lanes.h"

typedef struct sym {
    snw_v xx, yy, zz, xy, xz, yz;
} sym;

typedef struct wrench {
    vec f, n;
} wrench;

/// What a kernel holds while it works on SNW_W states of a block.
typedef struct bed {
    const snw_normal_body *bodies;
    const unsigned char *roles;
    snw_real *turns, *reaches, *forces, *motions, *gathered, *eliminated;
    const snw_real *q, *v, *x; ///< row 0 of the block, at the first of the states
    int count;
    snw_v zero; ///< 0, or NaN where a state is refused
} bed;

SNW_FORCE_INLINE snw_v constant(double x) {
    return snw_v_set(x);
}

SNW_FORCE_INLINE vec constants(snw_vec3 a) {
    return (vec){constant(a.x), constant(a.y), constant(a.z)};
}

SNW_FORCE_INLINE vec vec_add_cross(vec a, vec b, vec c) {
    return (vec){a.x + (b.y * c.z - b.z * c.y), a.y + (b.z * c.x - b.x * c.z),
                 a.z + (b.x * c.y - b.y * c.x)};
}

// --- rows ---------------------------------------------------------------------------------------

/// The distance of rows of a workspace.
#define ROW ((ptrdiff_t)SNW_W)

SNW_FORCE_INLINE snw_real *row_of(snw_real *rows, int body, int width) {
    return rows + (ptrdiff_t)body * width * ROW;
}

SNW_FORCE_INLINE vec get_vec(const snw_real *rows) {
    return (vec){snw_v_load(rows), snw_v_load(rows + ROW), snw_v_load(rows + 2 * ROW)};
}

SNW_FORCE_INLINE void put_vec(snw_real *rows, vec a) {
    snw_v_store(rows, a.x);
    snw_v_store(rows + ROW, a.y);
    snw_v_store(rows + 2 * ROW, a.z);
}

SNW_FORCE_INLINE wrench get_wrench(const snw_real *rows) {
    return (wrench){get_vec(rows), get_vec(rows + 3 * ROW)};
}

SNW_FORCE_INLINE void put_wrench(snw_real *rows, wrench W) {
    put_vec(rows, W.f);
    put_vec(rows + 3 * ROW, W.n);
}

SNW_FORCE_INLINE wrench wrench_sum(wrench A, wrench B) {
    return (wrench){vec_add(A.f, B.f), vec_add(A.n, B.n)};
}

/// Row `number` of a block of the caller.
SNW_FORCE_INLINE snw_v from_block(const snw_real *rows, int number) {
    return snw_v_load(rows + (ptrdiff_t)number * LANES);
}

SNW_FORCE_INLINE void to_block(snw_real *rows, int number, snw_v x) {
    snw_v_store(rows + (ptrdiff_t)number * LANES, x);
}

/// In a block whose rows may have several parts.
SNW_FORCE_INLINE void add_to_block(snw_real *rows, int number, snw_v x, bool shared) {
    if (shared) x += from_block(rows, number);
    to_block(rows, number, x);
}

// --- steps --------------------------------------------------------------------------------------

/// The numbers of one step, at hand.
typedef struct step {
    const snw_normal_body *body;
    snw_normal_class kind;
    snw_v s, c;
} step;

SNW_FORCE_INLINE step step_of(const bed *d, int b, snw_normal_class kind) {
    const snw_real *rows = row_of(d->turns, b, SNW__TURN_ROWS);
    return (step){&d->bodies[b], kind, snw_v_load(rows), snw_v_load(rows + ROW)};
}

/// The origin of a body in the frame of its parent.
SNW_FORCE_INLINE vec reach_of(const bed *d, int b) {
    if (d->bodies[b].slides) return get_vec(row_of(d->reaches, b, SNW__REACH_ROWS));
    return constants(d->bodies[b].p);
}

/// From the parent's axes to the body's.
SNW_FORCE_INLINE vec to_body(step t, vec a) {
    if (t.kind == SNW_NORMAL_TURNED) {
        const snw_v c = constant(t.body->cos_gamma), s = constant(t.body->sin_gamma);
        a = (vec){c * a.x + s * a.y, c * a.y - s * a.x, a.z};
    }
    if (t.kind == SNW_NORMAL_PLUS) {
        a = (vec){a.x, a.z, -a.y};
    } else if (t.kind == SNW_NORMAL_MINUS) {
        a = (vec){a.x, -a.z, a.y};
    } else if (t.kind != SNW_NORMAL_ZERO) {
        const snw_v c = constant(t.body->cos_alpha), s = constant(t.body->sin_alpha);
        a = (vec){a.x, c * a.y + s * a.z, c * a.z - s * a.y};
    }
    return (vec){t.c * a.x + t.s * a.y, t.c * a.y - t.s * a.x, a.z};
}

/// From the body's axes to the parent's.
SNW_FORCE_INLINE vec to_parent(step t, vec a) {
    a = (vec){t.c * a.x - t.s * a.y, t.s * a.x + t.c * a.y, a.z};
    if (t.kind == SNW_NORMAL_PLUS) {
        a = (vec){a.x, -a.z, a.y};
    } else if (t.kind == SNW_NORMAL_MINUS) {
        a = (vec){a.x, a.z, -a.y};
    } else if (t.kind != SNW_NORMAL_ZERO) {
        const snw_v c = constant(t.body->cos_alpha), s = constant(t.body->sin_alpha);
        a = (vec){a.x, c * a.y - s * a.z, s * a.y + c * a.z};
    }
    if (t.kind == SNW_NORMAL_TURNED) {
        const snw_v c = constant(t.body->cos_gamma), s = constant(t.body->sin_gamma);
        a = (vec){c * a.x - s * a.y, s * a.x + c * a.y, a.z};
    }
    return a;
}

/// A wrench at the body's origin, at the parent's: r is the way between them.
SNW_FORCE_INLINE wrench wrench_to_parent(step t, vec r, wrench W) {
    const vec f = to_parent(t, W.f);
    return (wrench){f, vec_add_cross(to_parent(t, W.n), r, f)};
}

/// R S R^T with R = Rz, on the numbers of a symmetric matrix.
SNW_FORCE_INLINE sym sym_turn_z(sym S, snw_v s, snw_v c) {
    const snw_v w = s * (S.xx - S.yy) + 2 * c * S.xy;
    return (sym){S.xx - s * w, S.yy + s * w,        S.zz,
                 c * w - S.xy, c * S.xz - s * S.yz, s * S.xz + c * S.yz};
}

/// Likewise with R = Rx: y and z in the places of x and y.
SNW_FORCE_INLINE sym sym_turn_x(sym S, snw_v s, snw_v c) {
    const snw_v w = s * (S.yy - S.zz) + 2 * c * S.yz;
    return (sym){S.xx,        S.yy - s * w, S.zz + s * w, c * S.xy - s * S.xz, s * S.xy + c * S.xz,
                 c * w - S.yz};
}

/// What the constant turns do to a symmetric matrix.
SNW_FORCE_INLINE sym sym_constant_turn(step t, sym S) {
    if (t.kind == SNW_NORMAL_PLUS) {
        S = (sym){S.xx, S.zz, S.yy, -S.xz, S.xy, -S.yz};
    } else if (t.kind == SNW_NORMAL_MINUS) {
        S = (sym){S.xx, S.zz, S.yy, S.xz, -S.xy, -S.yz};
    } else if (t.kind != SNW_NORMAL_ZERO) {
        S = sym_turn_x(S, constant(t.body->sin_alpha), constant(t.body->cos_alpha));
    }
    if (t.kind == SNW_NORMAL_TURNED) {
        S = sym_turn_z(S, constant(t.body->sin_gamma), constant(t.body->cos_gamma));
    }
    return S;
}

SNW_FORCE_INLINE sym sym_to_parent(step t, sym S) {
    return sym_constant_turn(t, sym_turn_z(S, t.s, t.c));
}

/// `result` becomes call(step, ...) for the class of body b, none of which is general.
#define FOR_CLASS(d, b, result, call, ...)                                                         \
    switch ((d)->bodies[b].kind) {                                                                 \
    case SNW_NORMAL_ZERO:                                                                          \
        (result) = call(step_of(d, b, SNW_NORMAL_ZERO), __VA_ARGS__);                              \
        break;                                                                                     \
    case SNW_NORMAL_PLUS:                                                                          \
        (result) = call(step_of(d, b, SNW_NORMAL_PLUS), __VA_ARGS__);                              \
        break;                                                                                     \
    case SNW_NORMAL_MINUS:                                                                         \
        (result) = call(step_of(d, b, SNW_NORMAL_MINUS), __VA_ARGS__);                             \
        break;                                                                                     \
    case SNW_NORMAL_ALPHA:                                                                         \
        (result) = call(step_of(d, b, SNW_NORMAL_ALPHA), __VA_ARGS__);                             \
        break;                                                                                     \
    case SNW_NORMAL_TURNED:                                                                        \
    case SNW_NORMAL_GENERAL:                                                                       \
    default:                                                                                       \
        (result) = call(step_of(d, b, SNW_NORMAL_TURNED), __VA_ARGS__);                            \
        break;                                                                                     \
    }

/// A wrench at the origin of body b, at that of its parent.
SNW_FORCE_INLINE wrench lowered(const bed *d, int b, wrench W) {
    wrench up;
    FOR_CLASS(d, b, up, wrench_to_parent, reach_of(d, b), W);
    return up;
}

// --- joints -------------------------------------------------------------------------------------

/// Sine, cosine and reach of a joint, into their rows. Kernels ask one joint ahead: the polynomials
/// then run beside the step before, which waits for its parent most of the time.
SNW_FORCE_INLINE void find_joint(bed *d, int b) {
    const snw_normal_body *body = &d->bodies[b];
    const snw_v q = from_block(d->q, body->source_q);
    snw_v s, c;
    snw_v_sincos(q * body->turn + body->offset, &s, &c);
    snw_real *rows = row_of(d->turns, b, SNW__TURN_ROWS);
    snw_v_store(rows, s);
    snw_v_store(rows + ROW, c);
    d->zero += c * (snw_real)0;
    if (!body->slides) return;
    // the axis of the joint in the parent's frame, times the way along it
    const snw_vec3 axis = {body->sin_gamma * body->sin_alpha, -body->cos_gamma * body->sin_alpha,
                           body->cos_alpha};
    const snw_v way = q * body->slide + body->slide_offset;
    put_vec(row_of(d->reaches, b, SNW__REACH_ROWS),
            vec_add_scaled(constants(body->p), constants(axis), way));
}

// --- begin and end ------------------------------------------------------------------------------

SNW_FORCE_INLINE snw_v zero_times(const snw_real *rows, int count) {
    snw_v zero = snw_v_set(0);
    for (int i = 0; i < count; i++) {
        zero += from_block(rows, i) * (snw_real)0;
    }
    return zero;
}

SNW_FORCE_INLINE const snw_real *block_at(const double *rows, int width, int block, int at) {
    return rows + (ptrdiff_t)block * width * LANES + at;
}

/// All that goes in must be finite: a product with zero is zero, or NaN. `moving` is whether there
/// are rates and accelerations or efforts.
SNW_FORCE_INLINE bed bed_begin(const snw__batch_dyn_job *job, int block, int at, bool moving) {
    const snw_real *q = block_at(job->q, job->nq, block, at);
    bed d = {job->bodies,
             job->roles,
             job->turns,
             job->reaches,
             job->forces,
             job->motions,
             job->gathered,
             job->eliminated,
             q,
             q,
             q,
             job->body_count,
             zero_times(q, job->nq)};
    if (!moving) return d;
    d.v = block_at(job->v, job->nv, block, at);
    d.x = block_at(job->x, job->nv, block, at);
    d.zero += zero_times(d.v, job->nv) + zero_times(d.x, job->nv);
    return d;
}

/// NaN in all results of the refused states, which are counted. Rare, so it stays apart.
__attribute__((cold, noinline, unused)) static void
refuse_states(snw__batch_dyn_job *job, const snw_real *zero, int first, snw_real *out, int rows) {
    for (int lane = 0; lane < SNW_W; lane++) {
        if (zero[lane] == 0) continue;
        for (int row = 0; row < rows; row++) {
            out[(ptrdiff_t)row * LANES + lane] = (snw_real)NAN;
        }
        if (job->refused++ == 0) job->first_refused = first + lane;
    }
}

/// Ends the work on SNW_W states, the first of which is `first`; their results are `rows` rows.
SNW_FORCE_INLINE void bed_end(const bed *d, snw__batch_dyn_job *job, int first, snw_real *out,
                              int rows) {
    if (!snw_vm_any(snw_vm_not(snw_v_le(d->zero, d->zero)))) return;
    snw_real zero[SNW_W];
    snw_v_store_any(zero, d->zero);
    refuse_states(job, zero, first, out, rows);
}

#endif // SINEW_SRC_BATCH_STEPS_H
