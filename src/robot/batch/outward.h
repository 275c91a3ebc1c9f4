// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_BATCH_OUTWARD_H
#define SINEW_SRC_BATCH_OUTWARD_H

// For kernels of dynamics: the outward half of recursive Newton-Euler (Luh, Walker and Paul 1980)
// in the frames of the bodies, with classical accelerations of their origins, so that linear
// velocities never appear. With w and w' the angular velocity and acceleration, a the felt
// acceleration of the origin, and
//
//     K = skew(w') + w w^T - |w|^2 1,      a point at r has the acceleration a + K r,
//
// and a body with mass m, first moment h and second moment S takes
//
//     f = m a + K h,      n = h x a + axial part of K S,      n_i = eps_ijk (K S)_kj

#include "steps.h"

typedef struct dyn_motion {
    vec w, al, a;
} dyn_motion;

typedef struct rates {
    snw_v xx, yy, zz, xy, yx, xz, zx, yz, zy;
} rates;

SNW_FORCE_INLINE rates rates_of(vec w, vec al) {
    const snw_v xx = w.x * w.x, yy = w.y * w.y;
    const snw_v xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    return (rates){-(w.z * w.z) - yy, -(w.z * w.z) - xx, -xx - yy,  xy - al.z, xy + al.z,
                   xz + al.y,         xz - al.y,         yz - al.x, yz + al.x};
}

/// a + K r
SNW_FORCE_INLINE vec rates_apply(rates K, vec a, vec r) {
    return (vec){a.x + K.xx * r.x + K.xy * r.y + K.xz * r.z,
                 a.y + K.yx * r.x + K.yy * r.y + K.yz * r.z,
                 a.z + K.zx * r.x + K.zy * r.y + K.zz * r.z};
}

SNW_FORCE_INLINE wrench force_of(const snw_normal_body *body, rates K, vec a) {
    const vec h = constants(body->h);
    const snw_v xx = constant(body->S.xx), yy = constant(body->S.yy), zz = constant(body->S.zz);
    const snw_v xy = constant(body->S.xy), xz = constant(body->S.xz), yz = constant(body->S.yz);
    const vec n = {K.zx * xy - K.yx * xz + K.zy * yy - K.yz * zz + (K.zz - K.yy) * yz,
                   K.xy * yz - K.zy * xy + K.xz * zz - K.zx * xx + (K.xx - K.zz) * xz,
                   K.yz * xz - K.xz * yz + K.yx * xx - K.xy * yy + (K.yy - K.xx) * xy};
    return (wrench){rates_apply(K, vec_scale(a, constant(body->m)), h), vec_add_cross(n, h, a)};
}

/// What the parent's motion is at the body's origin, along the body's axes.
SNW_FORCE_INLINE dyn_motion carried(step t, dyn_motion P) {
    return (dyn_motion){to_body(t, P.w), to_body(t, P.al), to_body(t, P.a)};
}

/// The motion of body b from that of its parent at its origin: (w + z v) and its derivative; a
/// slide adds 2 w x z v. `driven` is whether there are accelerations.
SNW_FORCE_INLINE dyn_motion moved(const bed *d, int b, dyn_motion P, bool driven) {
    const snw_normal_body *body = &d->bodies[b];
    dyn_motion M;
    FOR_CLASS(d, b, M, carried, P);
    snw_v v = from_block(d->v, body->source_v);
    snw_v a = driven ? from_block(d->x, body->source_v) : snw_v_set(0);
    if (!(d->roles[b] & SNW__PLAIN)) {
        const snw_v way = v * (2 * body->slide);
        M.a.x += way * M.w.y;
        M.a.y -= way * M.w.x;
        if (driven) M.a.z += a * body->slide;
        v *= body->turn;
        a *= body->turn;
    }
    M.al.x += M.w.y * v;
    M.al.y -= M.w.x * v;
    if (driven) M.al.z += a;
    M.w.z += v;
    return M;
}

/// The motion of a body as its child on the joint at r has it.
SNW_FORCE_INLINE dyn_motion seen_at(dyn_motion M, rates K, vec r) {
    M.a = rates_apply(K, M.a, r);
    return M;
}

SNW_FORCE_INLINE dyn_motion get_motion(const snw_real *rows) {
    return (dyn_motion){get_vec(rows), get_vec(rows + 3 * ROW), get_vec(rows + 6 * ROW)};
}

SNW_FORCE_INLINE void put_motion(snw_real *rows, dyn_motion M) {
    put_vec(rows, M.w);
    put_vec(rows + 3 * ROW, M.al);
    put_vec(rows + 6 * ROW, M.a);
}

SNW_FORCE_INLINE vec block_vec(const snw_real *rows, int number) {
    return (vec){from_block(rows, number), from_block(rows, number + 1),
                 from_block(rows, number + 2)};
}

/// What a floating root feels at rest: `felt` along its own axes, by the conjugate of its
/// quaternion, b + 2 w u x b + 2 u x (u x b) with u = -(x y z), whatever its length.
SNW_FORCE_INLINE vec root_felt(bed *d, const snw__batch_dyn_job *job) {
    const snw_real *q = d->q + (ptrdiff_t)(job->q_root + 3) * LANES;
    const vec u = vec_neg(block_vec(q, 0));
    const snw_v w = from_block(q, 3);
    const snw_v norm2 = u.x * u.x + u.y * u.y + u.z * u.z + w * w;
    const snw_vm fine = snw_v_le(snw_v_abs(norm2 - 1), snw_v_set(2e-3));
    d->zero += snw_v_select(fine, snw_v_set(0), snw_v_set((snw_real)NAN));
    const vec b = {constant(job->felt[0]), constant(job->felt[1]), constant(job->felt[2])};
    const vec c = vec_scale(vec_cross(u, b), 2 / norm2);
    return vec_add(vec_add_scaled(b, c, w), vec_cross(u, c));
}

/// The motion of a floating root; its force goes into its rows.
SNW_FORCE_INLINE dyn_motion root_motion_of(bed *d, const snw__batch_dyn_job *job, bool driven) {
    const vec lin = block_vec(d->v, job->v_root), w = block_vec(d->v, job->v_root + 3);
    dyn_motion M = {w, vec_zero(), vec_add_cross(root_felt(d, job), w, lin)};
    if (driven) {
        M.al = block_vec(d->x, job->v_root + 3);
        M.a = vec_add(M.a, block_vec(d->x, job->v_root));
    }
    put_motion(d->motions, M);
    return M;
}

/// Joints, motions and forces of all bodies, from the root.
SNW_FORCE_INLINE void outward(bed *d, const snw__batch_dyn_job *job, bool driven) {
    const dyn_motion ground = {
        vec_zero(),
        vec_zero(),
        {constant(job->felt[0]), constant(job->felt[1]), constant(job->felt[2])}};
    dyn_motion M = ground;
    if (d->count > 1) find_joint(d, 1);
    if (job->floating) {
        M = root_motion_of(d, job, driven);
        const rates K = rates_of(M.w, M.al);
        put_wrench(d->forces, force_of(&d->bodies[0], K, M.a));
        if (d->count > 1) M = seen_at(M, K, reach_of(d, 1));
    }
    for (int b = 1; b < d->count; b++) {
        const unsigned role = d->roles[b];
        if (b + 1 < d->count) find_joint(d, b + 1);
        if (role & SNW__GROUND) {
            M = ground;
        } else if (!(role & SNW__CARRY)) {
            M = get_motion(row_of(d->motions, d->bodies[b].parent, SNW__MOTION_ROWS));
            M = seen_at(M, rates_of(M.w, M.al), reach_of(d, b));
        }
        M = moved(d, b, M, driven);
        const rates K = rates_of(M.w, M.al);
        put_wrench(row_of(d->forces, b, SNW__FORCE_ROWS), force_of(&d->bodies[b], K, M.a));
        if (role & SNW__GATHER) put_motion(row_of(d->motions, b, SNW__MOTION_ROWS), M);
        if (role & SNW__TAKES) M = seen_at(M, K, reach_of(d, b + 1));
    }
}

#endif // SINEW_SRC_BATCH_OUTWARD_H
