// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

// A kernel: composite rigid bodies (Walker and Orin 1982) in the frames of the bodies. A body with
// all that it carries, as one: mass m, first moment h, second moment S about its origin. Unit
// acceleration of its joint takes the wrench
//
//     turn:  f = (-hy, hx, 0), n = (-Sxz, -Syz, Sxx + Syy)      slide:  f = m z, n = (hy, -hx, 0)
//
// which, carried to each body on the way to the root, gives the column of the mass matrix. The mass
// is the same in all states.

typedef struct composite {
    snw_v m;
    vec h;
    sym S;
} composite;

// a body at its parent's origin: S + k r^T + r k^T with k = h + m r / 2
SNW_FORCE_INLINE composite raised_step(step t, const composite *A, vec r) {
    const vec h = to_parent(t, A->h);
    const sym S = sym_to_parent(t, A->S);
    const vec k = vec_add_scaled(h, r, A->m * (snw_real)0.5);
    return (composite){A->m,
                       vec_add_scaled(h, r, A->m),
                       {S.xx + 2 * k.x * r.x, S.yy + 2 * k.y * r.y, S.zz + 2 * k.z * r.z,
                        S.xy + k.x * r.y + k.y * r.x, S.xz + k.x * r.z + k.z * r.x,
                        S.yz + k.y * r.z + k.z * r.y}};
}

SNW_FORCE_INLINE composite raised(const bed *d, int b, const composite *A) {
    composite up;
    FOR_CLASS(d, b, up, raised_step, A, reach_of(d, b));
    return up;
}

SNW_FORCE_INLINE composite composite_sum(composite A, composite B) {
    return (composite){A.m + B.m,
                       vec_add(A.h, B.h),
                       {A.S.xx + B.S.xx, A.S.yy + B.S.yy, A.S.zz + B.S.zz, A.S.xy + B.S.xy,
                        A.S.xz + B.S.xz, A.S.yz + B.S.yz}};
}

SNW_FORCE_INLINE composite alone(const snw_normal_body *body) {
    const snw_sym3 S = body->S;
    return (composite){constant(body->m),
                       constants(body->h),
                       {constant(S.xx), constant(S.yy), constant(S.zz), constant(S.xy),
                        constant(S.xz), constant(S.yz)}};
}

static composite get_composite(const snw_real *rows) {
    const vec diagonal = get_vec(rows + 4 * ROW), others = get_vec(rows + 7 * ROW);
    return (composite){snw_v_load(rows),
                       get_vec(rows + ROW),
                       {diagonal.x, diagonal.y, diagonal.z, others.x, others.y, others.z}};
}

static void put_composite(snw_real *rows, composite A) {
    snw_v_store(rows, A.m);
    put_vec(rows + ROW, A.h);
    put_vec(rows + 4 * ROW, (vec){A.S.xx, A.S.yy, A.S.zz});
    put_vec(rows + 7 * ROW, (vec){A.S.xy, A.S.xz, A.S.yz});
}

// --- the matrix ---------------------------------------------------------------------------------

/// The matrix while it is filled.
typedef struct matrix {
    snw_real *M;
    int nv, root; ///< first rate of a floating root, else -1
    bool shared;
} matrix;

SNW_FORCE_INLINE void put(const matrix *m, int i, int j, snw_v x) {
    add_to_block(m->M, i + m->nv * j, x, m->shared);
    add_to_block(m->M, j + m->nv * i, x, m->shared);
}

SNW_FORCE_INLINE void put_diagonal(const matrix *m, int i, snw_v x) {
    add_to_block(m->M, i * (m->nv + 1), x, m->shared);
}

SNW_FORCE_INLINE void put_root(const matrix *m, int rate, wrench W) {
    const snw_v x[6] = {W.f.x, W.f.y, W.f.z, W.n.x, W.n.y, W.n.z};
    for (int k = 0; k < 6; k++) {
        put(m, rate, m->root + k, x[k]);
    }
}

// the wrench of one rate at its body, carried to all bodies on the way to the root
SNW_FORCE_INLINE void carry_down(const bed *d, int b, int rate, wrench W, const matrix *m) {
    while (!(d->roles[b] & SNW__GROUND)) {
        W = lowered(d, b, W);
        b = d->bodies[b].parent;
        if (b == 0) {
            put_root(m, rate, W);
            return;
        }
        const snw_normal_body *body = &d->bodies[b];
        snw_v x = W.n.z;
        if (!(d->roles[b] & SNW__PLAIN)) x = W.n.z * body->turn + W.f.z * body->slide;
        put(m, rate, body->source_v, x);
    }
}

SNW_FORCE_INLINE void column(const bed *d, int b, const composite *A, const matrix *m) {
    const snw_normal_body *body = &d->bodies[b];
    const snw_v across = A->S.xx + A->S.yy;
    wrench W = {{-A->h.y, A->h.x, snw_v_set(0)}, {-A->S.xz, -A->S.yz, across}};
    if (!(d->roles[b] & SNW__PLAIN)) {
        const double t = body->turn, s = body->slide;
        W = (wrench){{W.f.x * t, W.f.y * t, A->m * s},
                     {A->h.y * s + W.n.x * t, W.n.y * t - A->h.x * s, across * t}};
        put_diagonal(m, body->source_v, W.n.z * t + W.f.z * s);
    } else {
        put_diagonal(m, body->source_v, across);
    }
    carry_down(d, b, body->source_v, W, m);
}

// [m 1, -skew(h); skew(h), tr(S) 1 - S]
static void root_block(const composite *A, const matrix *m) {
    const sym S = A->S;
    const snw_v o = snw_v_set(0);
    const vec h = A->h;
    const snw_v rows[6][6] = {
        {A->m, o, o, o, h.z, -h.y},
        {o, A->m, o, -h.z, o, h.x},
        {o, o, A->m, h.y, -h.x, o},
        {o, -h.z, h.y, S.yy + S.zz, -S.xy, -S.xz},
        {h.z, o, -h.x, -S.xy, S.xx + S.zz, -S.yz},
        {-h.y, h.x, o, -S.xz, -S.yz, S.xx + S.yy},
    };
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < 6; j++) {
            to_block(m->M, m->root + i + m->nv * (m->root + j), rows[i][j]);
        }
    }
}

SNW_FORCE_INLINE composite composite_of(const bed *d, int b, const composite *up) {
    composite A = alone(&d->bodies[b]);
    if (d->roles[b] & SNW__TAKES) A = composite_sum(A, *up);
    if (d->roles[b] & SNW__GATHER) {
        A = composite_sum(A, get_composite(row_of(d->gathered, b, SNW__GATHERED_ROWS)));
    }
    return A;
}

static void gather(const bed *d, int b, composite up) {
    snw_real *rows = row_of(d->gathered, d->bodies[b].parent, SNW__GATHERED_ROWS);
    if (!(d->roles[b] & SNW__FIRST)) up = composite_sum(up, get_composite(rows));
    put_composite(rows, up);
}

SNW_FORCE_INLINE void fill(const bed *d, const matrix *m) {
    composite up = alone(&d->bodies[d->count - 1]);
    for (int b = d->count - 1; b >= 1; b--) {
        const unsigned role = d->roles[b];
        const composite A = composite_of(d, b, &up);
        column(d, b, &A, m);
        if (role & SNW__GROUND) continue;
        up = raised(d, b, &A);
        if (!(role & SNW__CARRY)) gather(d, b, up);
    }
    if (m->root < 0) return;
    const composite A = composite_of(d, 0, &up);
    root_block(&A, m);
}

// only q goes in: an angle must be finite, and a quaternion of length 1 though nothing depends on
// it
SNW_FORCE_INLINE void check_root(bed *d, const snw__batch_dyn_job *job) {
    snw_v norm2 = snw_v_set(0);
    for (int k = 3; k < 7; k++) {
        const snw_v x = from_block(d->q, job->q_root + k);
        norm2 += x * x;
    }
    const snw_vm fine = snw_v_le(snw_v_abs(norm2 - 1), snw_v_set(2e-3));
    d->zero += snw_v_select(fine, snw_v_set(0), snw_v_set((snw_real)NAN));
}

static void states_crba(snw__batch_dyn_job *job, int block, int at) {
    bed d = bed_begin(job, block, at, false);
    const int rows = job->nv * job->nv;
    snw_real *M = job->out + (ptrdiff_t)block * rows * LANES + at;
    for (int i = 0; !job->full && i < rows; i++) {
        to_block(M, i, snw_v_set(0));
    }
    for (int b = 1; b < d.count; b++) {
        find_joint(&d, b);
    }
    const matrix m = {M, job->nv, job->floating ? job->v_root : -1, job->shared};
    if (job->floating) check_root(&d, job);
    fill(&d, &m);
    for (int i = 0; job->has_rotors && i < job->nv; i++) {
        const int place = i * (job->nv + 1);
        to_block(M, place, from_block(M, place) + job->rotors[i]);
    }
    bed_end(&d, job, (int)(block * LANES) + at, M, rows);
}

void SNW_KERNEL(snw__batch_crba)(snw__batch_dyn_job *job) {
    for (int block = 0; block < job->block_count; block++) {
        for (int at = 0; at < LANES; at += SNW_W) {
            states_crba(job, block, at);
        }
    }
}
