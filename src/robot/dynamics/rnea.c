// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include "kernels.h"

#include <string.h>

// A kernel: recursive Newton-Euler (Luh, Walker and Paul 1980) in the frames of the bodies, with
// classical accelerations of their origins, so that linear velocities never appear. With w and w'
// the angular velocity and acceleration, a the felt acceleration of the origin, and
//
//     K = skew(w') + w w^T - |w|^2 1,      a point at r has the acceleration a + K r,
//
// and a body with mass m, first moment h and second moment S takes
//
//     f = m a + K h,      n = h x a + axial part of K S,      n_i = eps_ijk (K S)_kj

// --- sines ---------------------------------------------------------------------------------------

SNW_FORCE_INLINE snw_v gather(const double *q, const int *source) {
    snw_v x = {0};
    for (int k = 0; k < SNW_W; k++) {
        x[k] = q[source[k]];
    }
    return x;
}

// the axis of the joint in the parent's frame, times the way along it
static vec slid(const snw_normal_body *body, double way) {
    const vec axis = {body->sin_gamma * body->sin_alpha, -body->cos_gamma * body->sin_alpha,
                      body->cos_alpha};
    return v3_fma(body->p, axis, way);
}

// a sum of products with zero tells whether a number, or what came of it, was not finite
bool SNW_KERNEL(snw__dyn_sines)(snw_dyn *dyn, const double *q) {
    const snw_normal *n = &dyn->kin.normal;
    snw_v zero = snw_v_set(0);
    for (int i = 0; i < n->padded; i += SNW_W) {
        const snw_v angle =
            gather(q, n->sources + i) * snw_v_load(n->turns + i) + snw_v_load(n->offsets + i);
        zero += angle * (snw_real)0;
        snw_v sine, cosine;
        snw_v_sincos(angle, &sine, &cosine);
        snw_v_store(dyn->sines + i, sine);
        snw_v_store(dyn->cosines + i, cosine);
    }
    if (snw_vm_any(snw_vm_not(snw_v_le(zero, zero)))) return false;
    for (int b = 1; dyn->slides && b < n->body_count; b++) {
        const snw_normal_body *body = &dyn->bodies[b];
        if (!body->slides) continue;
        dyn->reaches[b] = slid(body, body->slide * q[body->source_q] + body->slide_offset);
    }
    return true;
}

// --- from the root -------------------------------------------------------------------------------

/// Angular velocity, angular acceleration, acceleration of the origin.
typedef struct motion {
    vec w, al, a;
} motion;

typedef struct rates {
    double xx, yy, zz, xy, yx, xz, zx, yz, zy;
} rates;

SNW_FORCE_INLINE rates rates_of(vec w, vec al) {
    const double x = w.x * w.x, y = w.y * w.y, z = w.z * w.z;
    const double xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    const rates K = {-y - z,    -x - z,    -x - y,    xy - al.z, xy + al.z,
                     xz + al.y, xz - al.y, yz - al.x, yz + al.x};
    return K;
}

// a + K r; the product is found while a is still on its way
SNW_FORCE_INLINE vec rates_apply(rates K, vec a, vec r) {
    return v3(a.x + (K.xx * r.x + K.xy * r.y + K.xz * r.z),
              a.y + (K.yx * r.x + K.yy * r.y + K.yz * r.z),
              a.z + (K.zx * r.x + K.zy * r.y + K.zz * r.z));
}

SNW_FORCE_INLINE snw_wrench force_of(const snw_normal_body *body, rates K, vec a) {
    const snw_sym3 S = body->S;
    const vec h = body->h;
    snw_wrench W;
    W.force = rates_apply(K, v3_scale(a, body->m), h);
    const vec n = {K.zx * S.xy - K.yx * S.xz + K.zy * S.yy - K.yz * S.zz + (K.zz - K.yy) * S.yz,
                   K.xy * S.yz - K.zy * S.xy + K.xz * S.zz - K.zx * S.xx + (K.xx - K.zz) * S.xz,
                   K.yz * S.xz - K.xz * S.yz + K.yx * S.xx - K.xy * S.yy + (K.yy - K.xx) * S.xy};
    W.torque = v3_add_cross(n, h, a);
    return W;
}

// what the parent's motion is at the body's origin, along the body's axes
SNW_FORCE_INLINE motion carried(step t, motion P) {
    const motion M = {to_body(t, P.w), to_body(t, P.al), to_body(t, P.a)};
    return M;
}

// the joint's own motion: (w + z v) and its derivative; a slide adds 2 w x z v
SNW_FORCE_INLINE motion with_joint(motion M, const snw_normal_body *body, bool plain, double v,
                                   double a) {
    if (!plain) {
        const double way = body->slide * v;
        M.a.x += 2 * way * M.w.y;
        M.a.y -= 2 * way * M.w.x;
        M.a.z += body->slide * a;
        v *= body->turn;
        a *= body->turn;
    }
    M.al.x += M.w.y * v;
    M.al.y -= M.w.x * v;
    M.al.z += a;
    M.w.z += v;
    return M;
}

// a joint of another kind: with W carried, (v, w) and (a, al) of the joint against the parent
//     w + W,   al + W x w + A,   a + 2 W x v + A_lin
__attribute__((noinline)) static motion carried_freely(const snw__dyn_general *g, motion P,
                                                       const double *a) {
    const snw_twist own = snw__dyn_times(g, a);
    const vec W = mat_apply_t(&g->R, P.w);
    motion M;
    M.w = v3_add(W, g->V.ang);
    M.al = v3_add_cross(mat_apply_t(&g->R, P.al), W, g->V.ang);
    M.al = v3_add(M.al, v3_add(g->c.ang, own.ang));
    M.a = v3_fma(mat_apply_t(&g->R, P.a), v3_cross(W, g->V.lin), 2);
    M.a = v3_add(M.a, v3_add(g->c.lin, own.lin));
    return M;
}

SNW_FORCE_INLINE motion moved(const site *d, int b, motion P, const double *v, const double *a) {
    const snw_normal_body *body = &d->bodies[b];
    motion M;
    switch (body->kind) {
        FOR_CLASS(d, b, M, carried, P);
    case SNW_NORMAL_GENERAL:
    default:
        return carried_freely(&d->generals[body->general], P, a);
    }
    if (d->roles[b] & SNW__PLAIN) {
        return with_joint(M, body, true, v[body->source_v], a[body->source_v]);
    }
    return with_joint(M, body, false, v[body->source_v], a[body->source_v]);
}

// the motion of a body as its child on the joint at r has it
SNW_FORCE_INLINE motion seen_at(motion M, rates K, vec r) {
    M.a = rates_apply(K, M.a, r);
    return M;
}

// a root that moves; one that does not only feels, what is at hand in c of its joint
static motion floating_root(snw_dyn *dyn, const double *a) {
    motion M = {v3(0, 0, 0), v3(0, 0, 0), v3(0, 0, 0)};
    M = carried_freely(&dyn->generals[0], M, a);
    const rates K = rates_of(M.w, M.al);
    dyn->spins[0] = M.w;
    dyn->motions[0] = (snw_accel){M.a, M.al};
    dyn->forces[0] = force_of(&dyn->bodies[0], K, M.a);
    return dyn->kin.normal.body_count > 1 ? seen_at(M, K, dyn->reaches[1]) : M;
}

void SNW_KERNEL(snw__dyn_outward)(snw_dyn *dyn, const double *v, const double *a) {
    const site d = site_of(dyn);
    snw_accel *motions = dyn->motions;
    snw_vec3 *spins = dyn->spins;
    snw_wrench *forces = dyn->forces;
    const motion ground = {v3(0, 0, 0), v3(0, 0, 0), d.generals[0].c.lin};

    motion M = ground;
    if (dyn->model->floating) M = floating_root(dyn, a);
    for (int b = 1; b < d.count; b++) {
        const snw_normal_body *body = &d.bodies[b];
        const unsigned role = d.roles[b];
        if (role & SNW__GROUND) {
            M = ground;
        } else if (!(role & SNW__CARRY)) {
            const snw_accel P = motions[body->parent];
            M = (motion){spins[body->parent], P.ang, P.lin};
            M = seen_at(M, rates_of(M.w, M.al), d.reaches[b]);
        }
        M = moved(&d, b, M, v, a);
        const rates K = rates_of(M.w, M.al);
        forces[b] = force_of(body, K, M.a);
        if (role & SNW__GATHER) {
            spins[b] = M.w;
            motions[b].lin = M.a;
            motions[b].ang = M.al;
        }
        if (role & SNW__TAKES) M = seen_at(M, K, d.reaches[b + 1]);
    }
}

// --- to the root ---------------------------------------------------------------------------------

void SNW_KERNEL(snw__dyn_inward)(snw_dyn *dyn, double *tau) {
    memset(tau, 0, sizeof *tau * (size_t)dyn->model->nv);
    const site d = site_of(dyn);
    snw_wrench *forces = dyn->forces;
    snw_wrench up = {v3(0, 0, 0), v3(0, 0, 0)};
    for (int b = d.count - 1; b > 0; b--) {
        const snw_normal_body *body = &d.bodies[b];
        const unsigned role = d.roles[b];
        snw_wrench W = forces[b];
        if (role & SNW__TAKES) W = wrench_sum(W, up);
        if (role & SNW__PLAIN) {
            tau[body->source_v] += W.torque.z;
        } else if (body->general < 0) {
            tau[body->source_v] += body->turn * W.torque.z + body->slide * W.force.z;
        } else {
            snw__dyn_project(&d.generals[body->general], W, tau);
        }
        if (role & SNW__GROUND) continue;
        up = lowered(&d, b, W);
        if (!(role & SNW__CARRY)) forces[body->parent] = wrench_sum(forces[body->parent], up);
    }
    if (dyn->model->floating) {
        if (d.roles[0] & SNW__TAKES) forces[0] = wrench_sum(forces[0], up);
        snw__dyn_project(&d.generals[0], forces[0], tau);
    }
}
