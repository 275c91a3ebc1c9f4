// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include "kernels.h"

#include <string.h>

// A kernel: composite rigid bodies (Walker and Orin 1982) in the frames of the bodies. A body with
// all that it carries, as one: mass m, first moment h, second moment S about its origin. Unit
// acceleration of its joint takes the wrench
//
//     turn:  f = (-hy, hx, 0), n = (-Sxz, -Syz, Sxx + Syy)      slide:  f = m z, n = (hy, -hx, 0)
//
// which, carried to each body on the way to the root, gives the column of the mass matrix.

// a body at its parent's origin: S + k r^T + r k^T with k = h + m r / 2
SNW_FORCE_INLINE snw_inertia shifted(double m, vec h, snw_sym3 S, vec r) {
    const vec k = v3_fma(h, r, m / 2);
    const snw_inertia up = {m,
                            v3_fma(h, r, m),
                            {S.xx + 2 * k.x * r.x, S.yy + 2 * k.y * r.y, S.zz + 2 * k.z * r.z,
                             S.xy + k.x * r.y + k.y * r.x, S.xz + k.x * r.z + k.z * r.x,
                             S.yz + k.y * r.z + k.z * r.y}};
    return up;
}

SNW_FORCE_INLINE snw_inertia body_to_parent(step t, snw_inertia A, vec r) {
    return shifted(A.m, to_parent(t, A.h), sym_to_parent(t, A.I), r);
}

static snw_inertia body_to_parent_freely(const snw__dyn_general *g, snw_inertia A, vec r) {
    return shifted(A.m, mat_apply(&g->R, A.h), snw_sym3_rotate(g->R, A.I), r);
}

SNW_FORCE_INLINE snw_inertia raised(const site *d, int b, snw_inertia A) {
    snw_inertia up;
    switch (d->bodies[b].kind) {
        FOR_CLASS(d, b, up, body_to_parent, A, d->reaches[b]);
    case SNW_NORMAL_GENERAL:
    default:
        return body_to_parent_freely(&d->generals[d->bodies[b].general], A, d->reaches[b]);
    }
    return up;
}

SNW_FORCE_INLINE snw_inertia inertia_sum(snw_inertia A, snw_inertia B) {
    const snw_inertia C = {A.m + B.m,
                           v3_add(A.h, B.h),
                           {A.I.xx + B.I.xx, A.I.yy + B.I.yy, A.I.zz + B.I.zz, A.I.xy + B.I.xy,
                            A.I.xz + B.I.xz, A.I.yz + B.I.yz}};
    return C;
}

/// The matrix while it is filled.
typedef struct matrix {
    double *M;
    int nv;
    int last; ///< body at which columns end: the root when it moves, else what it carries
} matrix;

SNW_FORCE_INLINE void put(matrix m, int i, int j, double x) {
    m.M[i + (ptrdiff_t)m.nv * j] += x;
    m.M[j + (ptrdiff_t)m.nv * i] += x;
}

static void put_general(const snw__dyn_general *g, int rate, snw_wrench W, matrix m) {
    for (int k = 0; k < g->nv; k++) {
        const snw_twist c = g->columns[k];
        put(m, rate, g->rate + k, v3_dot(c.lin, W.force) + v3_dot(c.ang, W.torque));
    }
}

// what a wrench on a body does for its joint, put into the matrix
SNW_FORCE_INLINE void put_at(const site *d, int b, int rate, snw_wrench W, matrix m) {
    const snw_normal_body *body = &d->bodies[b];
    if (d->roles[b] & SNW__PLAIN) {
        put(m, rate, body->source_v, W.torque.z);
    } else if (body->general < 0) {
        put(m, rate, body->source_v, body->turn * W.torque.z + body->slide * W.force.z);
    } else {
        put_general(&d->generals[body->general], rate, W, m);
    }
}

// the wrench of one rate at its body, carried to all bodies on the way to the root
SNW_FORCE_INLINE void carry_down(const site *d, int b, int rate, snw_wrench W, matrix m) {
    for (int parent = d->bodies[b].parent; parent >= m.last; parent = d->bodies[b].parent) {
        W = lowered(d, b, W);
        b = parent;
        put_at(d, b, rate, W, m);
    }
}

// (m a + w' x h, h x a + I w')
static snw_wrench push(const snw_inertia *A, snw_twist V) {
    const snw_sym3 S = A->I;
    const snw_sym3 I = {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz};
    const snw_wrench W = {v3_add_cross(v3_scale(V.lin, A->m), V.ang, A->h),
                          v3_add_cross(snw_sym3_apply(I, V.ang), A->h, V.lin)};
    return W;
}

__attribute__((noinline)) static void general_columns(const site *d, int b, const snw_inertia *A,
                                                      matrix m) {
    const snw__dyn_general *g = &d->generals[d->bodies[b].general];
    for (int k = 0; k < g->nv; k++) {
        const snw_wrench W = push(A, g->columns[k]);
        for (int l = 0; l <= k; l++) {
            const snw_twist c = g->columns[l];
            const double x = v3_dot(c.lin, W.force) + v3_dot(c.ang, W.torque);
            put(m, g->rate + k, g->rate + l, l == k ? x / 2 : x);
        }
        carry_down(d, b, g->rate + k, W, m);
    }
}

SNW_FORCE_INLINE void columns(const site *d, int b, const snw_inertia *A, matrix m) {
    const snw_normal_body *body = &d->bodies[b];
    const double across = A->I.xx + A->I.yy;
    const ptrdiff_t diagonal = body->source_v * (ptrdiff_t)(m.nv + 1);
    if (d->roles[b] & SNW__PLAIN) {
        const snw_wrench W = {v3(-A->h.y, A->h.x, 0), v3(-A->I.xz, -A->I.yz, across)};
        m.M[diagonal] += across;
        carry_down(d, b, body->source_v, W, m);
    } else if (body->general < 0) {
        const double t = body->turn, s = body->slide;
        const snw_wrench W = {v3(-t * A->h.y, t * A->h.x, s * A->m),
                              v3(s * A->h.y - t * A->I.xz, -s * A->h.x - t * A->I.yz, t * across)};
        m.M[diagonal] += t * W.torque.z + s * W.force.z;
        carry_down(d, b, body->source_v, W, m);
    } else {
        general_columns(d, b, A, m);
    }
}

void SNW_KERNEL(snw__dyn_mass)(snw_dyn *dyn, double *M) {
    const site d = site_of(dyn);
    const matrix m = {M, dyn->model->nv, dyn->model->floating ? 0 : 1};
    memset(M, 0, sizeof *M * (size_t)m.nv * (size_t)m.nv);
    snw_inertia up = {0};
    for (int b = d.count - 1; b >= m.last; b--) {
        const snw_normal_body *body = &d.bodies[b];
        const unsigned role = d.roles[b];
        snw_inertia A = {body->m, body->h, body->S};
        if (role & SNW__TAKES) A = inertia_sum(A, up);
        if (role & SNW__GATHER) A = inertia_sum(A, dyn->composites[b]);
        columns(&d, b, &A, m);
        if (b == m.last) break;
        up = raised(&d, b, A);
        if (role & SNW__CARRY) continue;
        snw_inertia *there = &dyn->composites[body->parent];
        *there = role & SNW__FIRST ? up : inertia_sum(*there, up);
    }
}
