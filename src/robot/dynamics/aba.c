// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include "kernels.h"

// A kernel: articulated bodies (Featherstone 1983), in 6 + 9 + 6 numbers per body. Before it the
// outward pass of rnea.c has run with zero accelerations of the joints: what is looked for here is
// the rest, so that no products of velocities are left, and a body at rest takes the force p that
// the outward pass found. With f = A a + B al + p_f and n = B^T a + C al + p_n at the body's
// origin, a joint about z with effort tau has
//
//     U = (B z, C z),   D = z.C z + rotor,   u = tau - z.p_n,   a_joint = (u - U.(a, al)) / D
//
// and hands (I - U U^T / D, p + U u / D) on to its parent. Without a rotor the last column of B and
// the last row of C are then exactly zero (`hollow`).

typedef snw__dyn_articulated articulated;

// --- the step to the parent ----------------------------------------------------------------------

// R B R^T with R = Rz, B by columns: the 2 x 2 block keeps its trace and its skew part
SNW_FORCE_INLINE snw_mat3 full_turn_z(snw_mat3 B, double s, double c, bool hollow) {
    const double w = s * (B.x.x - B.y.y) + c * (B.y.x + B.x.y);
    const snw_mat3 r = {
        {B.x.x - s * w, c * w - B.y.x, c * B.x.z - s * B.y.z},
        {c * w - B.x.y, B.y.y + s * w, s * B.x.z + c * B.y.z},
        {hollow ? 0 : c * B.z.x - s * B.z.y, hollow ? 0 : s * B.z.x + c * B.z.y, B.z.z}};
    return r;
}

SNW_FORCE_INLINE snw_mat3 full_turn_x(snw_mat3 B, double s, double c) {
    const double w = s * (B.y.y - B.z.z) + c * (B.z.y + B.y.z);
    const snw_mat3 r = {{B.x.x, c * B.x.y - s * B.x.z, s * B.x.y + c * B.x.z},
                        {c * B.y.x - s * B.z.x, B.y.y - s * w, c * w - B.z.y},
                        {s * B.y.x + c * B.z.x, c * w - B.y.z, B.z.z + s * w}};
    return r;
}

SNW_FORCE_INLINE snw_mat3 full_to_parent(step t, snw_mat3 B, bool hollow) {
    B = full_turn_z(B, t.s, t.c, hollow);
    if (t.kind == SNW_NORMAL_PLUS) {
        const snw_mat3 r = {
            {B.x.x, -B.x.z, B.x.y}, {-B.z.x, B.z.z, -B.z.y}, {B.y.x, -B.y.z, B.y.y}};
        B = r;
    } else if (t.kind == SNW_NORMAL_MINUS) {
        const snw_mat3 r = {
            {B.x.x, B.x.z, -B.x.y}, {B.z.x, B.z.z, -B.z.y}, {-B.y.x, -B.y.z, B.y.y}};
        B = r;
    } else if (t.kind != SNW_NORMAL_ZERO) {
        B = full_turn_x(B, t.body->sin_alpha, t.body->cos_alpha);
    }
    if (t.kind == SNW_NORMAL_TURNED) {
        B = full_turn_z(B, t.body->sin_gamma, t.body->cos_gamma, false);
    }
    return B;
}

SNW_FORCE_INLINE snw_sym3 hollow_to_parent(step t, snw_sym3 C) {
    const double w = t.s * (C.xx - C.yy) + 2 * t.c * C.xy;
    const snw_sym3 r = {C.xx - t.s * w, C.yy + t.s * w, 0, t.c * w - C.xy, 0, 0};
    return sym_constant_turn(t, r);
}

// With X = skew(r): B' = B - A X and C' = C + X B' + (X B)^T, the latter symmetric.
SNW_FORCE_INLINE articulated shifted(snw_sym3 A, snw_mat3 B, snw_sym3 C, vec r) {
    const vec Ax = {A.xx, A.xy, A.xz}, Ay = {A.xy, A.yy, A.yz}, Az = {A.xz, A.yz, A.zz};
    articulated up;
    const vec x = v3_fma(v3_fma(B.x, Az, r.y), Ay, -r.z);
    const vec y = v3_fma(v3_fma(B.y, Ax, r.z), Az, -r.x);
    const vec z = v3_fma(v3_fma(B.z, Ay, r.x), Ax, -r.y);
    up.A = A;
    up.B = (snw_mat3){x, y, z};
    up.C.xx = C.xx + r.y * (x.z + B.x.z) - r.z * (x.y + B.x.y);
    up.C.yy = C.yy + r.z * (y.x + B.y.x) - r.x * (y.z + B.y.z);
    up.C.zz = C.zz + r.x * (z.y + B.z.y) - r.y * (z.x + B.z.x);
    up.C.xy = C.xy + r.y * y.z + r.z * (B.x.x - y.y) - r.x * B.x.z;
    up.C.xz = C.xz + r.y * (z.z - B.x.x) - r.z * z.y + r.x * B.x.y;
    up.C.yz = C.yz + r.z * z.x + r.x * (B.y.y - z.z) - r.y * B.y.x;
    return up;
}

SNW_FORCE_INLINE articulated whole_step(step t, const articulated *I, vec r) {
    articulated up =
        shifted(sym_to_parent(t, I->A), full_to_parent(t, I->B, false), sym_to_parent(t, I->C), r);
    up.p = wrench_to_parent(t, r, I->p);
    return up;
}

SNW_FORCE_INLINE articulated hollow_step(step t, const articulated *I, vec r) {
    articulated up = shifted(sym_to_parent(t, I->A), full_to_parent(t, I->B, true),
                             hollow_to_parent(t, I->C), r);
    up.p = wrench_to_parent(t, r, I->p);
    return up;
}

static articulated free_step(const snw__dyn_general *g, const articulated *I, vec r) {
    const snw_mat3 B = snw_mat3_mul(snw_mat3_mul(g->R, I->B), snw_mat3_transpose(g->R));
    articulated up = shifted(snw_sym3_rotate(g->R, I->A), B, snw_sym3_rotate(g->R, I->C), r);
    up.p = wrench_to_parent_freely(g, r, I->p);
    return up;
}

// --- to the root ---------------------------------------------------------------------------------

// a rigid body alone
SNW_FORCE_INLINE articulated rigid(const snw_normal_body *body, snw_wrench p) {
    const snw_sym3 S = body->S;
    const vec h = body->h;
    const articulated I = {{body->m, body->m, body->m, 0, 0, 0},
                           {{0, -h.z, h.y}, {h.z, 0, -h.x}, {-h.y, h.x, 0}},
                           {S.yy + S.zz, S.xx + S.zz, S.xx + S.yy, -S.xy, -S.xz, -S.yz},
                           p};
    return I;
}

// and with what it carries: zeros are not added
SNW_FORCE_INLINE articulated loaded(const snw_normal_body *body, snw_wrench p,
                                    const articulated *up) {
    const snw_sym3 S = body->S, A = up->A, C = up->C;
    const snw_mat3 B = up->B;
    const vec h = body->h;
    const double m = body->m;
    const articulated I = {{A.xx + m, A.yy + m, A.zz + m, A.xy, A.xz, A.yz},
                           {{B.x.x, B.x.y - h.z, B.x.z + h.y},
                            {B.y.x + h.z, B.y.y, B.y.z - h.x},
                            {B.z.x - h.y, B.z.y + h.x, B.z.z}},
                           {C.xx + (S.yy + S.zz), C.yy + (S.xx + S.zz), C.zz + (S.xx + S.yy),
                            C.xy - S.xy, C.xz - S.xz, C.yz - S.yz},
                           wrench_sum(p, up->p)};
    return I;
}

SNW_FORCE_INLINE snw_sym3 sym_sum(snw_sym3 A, snw_sym3 B) {
    const snw_sym3 C = {A.xx + B.xx, A.yy + B.yy, A.zz + B.zz,
                        A.xy + B.xy, A.xz + B.xz, A.yz + B.yz};
    return C;
}

static void add(articulated *I, const articulated *J) {
    I->A = sym_sum(I->A, J->A);
    I->B.x = v3_add(I->B.x, J->B.x);
    I->B.y = v3_add(I->B.y, J->B.y);
    I->B.z = v3_add(I->B.z, J->B.z);
    I->C = sym_sum(I->C, J->C);
    I->p = wrench_sum(I->p, J->p);
}

// A - a a^T / D, with k = a / D
SNW_FORCE_INLINE snw_sym3 sym_less(snw_sym3 A, vec a, vec k) {
    const snw_sym3 r = {A.xx - a.x * k.x, A.yy - a.y * k.y, A.zz - a.z * k.z,
                        A.xy - a.x * k.y, A.xz - a.x * k.z, A.yz - a.y * k.z};
    return r;
}

// What vanishes is not computed.
SNW_FORCE_INLINE articulated eliminated(articulated I, snw_wrench U, double inverse, double u,
                                        bool hollow) {
    const vec k = v3_scale(U.force, inverse), l = v3_scale(U.torque, inverse);
    I.A = sym_less(I.A, U.force, k);
    I.B.x = v3_fma(I.B.x, k, -U.torque.x);
    I.B.y = v3_fma(I.B.y, k, -U.torque.y);
    if (hollow) {
        I.B.z = v3(0, 0, 0);
        I.C.xx -= U.torque.x * l.x;
        I.C.yy -= U.torque.y * l.y;
        I.C.xy -= U.torque.x * l.y;
        I.C.zz = I.C.xz = I.C.yz = 0;
    } else {
        I.B.z = v3_fma(I.B.z, k, -U.torque.z);
        I.C = sym_less(I.C, U.torque, l);
    }
    I.p.force = v3_fma(I.p.force, k, u);
    I.p.torque = v3_fma(I.p.torque, l, u);
    return I;
}

// A joint that turns by its coordinate and has no rotor. False when there is nothing to divide by.
SNW_FORCE_INLINE bool hollow_up(const site *d, int b, snw__dyn_elimination *e, articulated I,
                                double tau, articulated *out) {
    const snw_wrench U = {I.B.z, v3(I.C.xz, I.C.yz, I.C.zz)};
    if (!(U.torque.z > 0)) return false;
    const double inverse = 1 / U.torque.z, u = tau - I.p.torque.z;
    e->U = U;
    e->inverse = inverse;
    e->u = u;
    if (d->roles[b] & SNW__GROUND) return true;
    I = eliminated(I, U, inverse, u, true);
    switch (d->bodies[b].kind) {
        FOR_CLASS(d, b, *out, hollow_step, &I, d->reaches[b]);
    case SNW_NORMAL_GENERAL:
    default:
        return false;
    }
    return true;
}

// any joint that turns or slides
__attribute__((noinline)) static bool whole_up(const snw_dyn *dyn, int b, articulated *out,
                                               double tau, double rotor) {
    const site d = site_of(dyn);
    const double t = d.bodies[b].turn, s = d.bodies[b].slide;
    articulated I = *out;
    const vec Az = {I.A.xz, I.A.yz, I.A.zz}, Cz = {I.C.xz, I.C.yz, I.C.zz};
    const vec row = {I.B.x.z, I.B.y.z, I.B.z.z};
    const snw_wrench U = {v3_fma(v3_scale(I.B.z, t), Az, s), v3_fma(v3_scale(Cz, t), row, s)};
    snw__dyn_elimination *e = &dyn->eliminated[b];
    const double D = t * U.torque.z + s * U.force.z + rotor;
    if (!(D > 0)) return false;
    e->U = U;
    e->inverse = 1 / D;
    e->u = tau - t * I.p.torque.z - s * I.p.force.z;
    if (d.roles[b] & SNW__GROUND) return true;
    I = eliminated(I, U, e->inverse, e->u, false);
    switch (d.bodies[b].kind) {
        FOR_CLASS(&d, b, *out, whole_step, &I, d.reaches[b]);
    case SNW_NORMAL_GENERAL:
    default:
        return false;
    }
    return true;
}

__attribute__((noinline)) static bool general_up(const snw_dyn *dyn, int b, articulated *I,
                                                 const double *tau) {
    snw__dyn_general *g = &dyn->generals[dyn->bodies[b].general];
    if (!snw__dyn_eliminate(g, I, tau, dyn->rotors)) return false;
    if (b > 0) *I = free_step(g, I, dyn->reaches[b]);
    return true;
}

bool SNW_KERNEL(snw__dyn_articulate)(snw_dyn *dyn, const double *tau) {
    const site d = site_of(dyn);
    const double *rotors = dyn->rotors;
    const snw_wrench *forces = dyn->forces;
    articulated up = {0};
    const int last = dyn->model->floating ? 0 : 1;
    for (int b = d.count - 1; b >= last; b--) {
        const snw_normal_body *body = &d.bodies[b];
        const unsigned role = d.roles[b];
        const double rotor = body->source_v >= 0 ? rotors[body->source_v] : 0;
        up = role & SNW__TAKES ? loaded(body, forces[b], &up) : rigid(body, forces[b]);
        if (role & SNW__GATHER) add(&up, &dyn->gathered[b]);
        bool done;
        if ((role & SNW__PLAIN) && rotor == 0) {
            done = hollow_up(&d, b, &dyn->eliminated[b], up, tau[body->source_v], &up);
        } else if (body->general < 0) {
            done = whole_up(dyn, b, &up, tau[body->source_v], rotor);
        } else {
            done = general_up(dyn, b, &up, tau);
        }
        if (!done) return false;
        if (b == 0 || (role & (SNW__CARRY | SNW__GROUND))) continue;
        articulated *there = &dyn->gathered[body->parent];
        if (role & SNW__FIRST) {
            *there = up;
        } else {
            add(there, &up);
        }
    }
    return true;
}

// --- from the root -------------------------------------------------------------------------------

/// A body as its parent carries it, and the acceleration of the joint between them.
typedef struct follower {
    snw_accel X;
    double got;
} follower;

// All that comes after waits for the joint's acceleration, so it is found from the parent's motion
// at once: U is carried to the parent, (u - U.X) / D = u / D - (U' / D).P, which needs no motion
// and is done beforehand. The motion of the body itself is found beside it.
SNW_FORCE_INLINE follower carried(step t, snw_accel P, vec r, const snw__dyn_elimination *e) {
    const snw_wrench U = wrench_to_parent(t, r, e->U);
    const vec f = v3_scale(U.force, e->inverse), n = v3_scale(U.torque, e->inverse);
    const follower F = {{to_body(t, v3_add_cross(P.lin, P.ang, r)), to_body(t, P.ang)},
                        (e->u * e->inverse - f.x * P.lin.x - f.y * P.lin.y - f.z * P.lin.z) -
                            (n.x * P.ang.x + n.y * P.ang.y + n.z * P.ang.z)};
    return F;
}

__attribute__((noinline)) static snw_accel carried_freely(const snw__dyn_general *g, snw_accel P,
                                                          vec at, double *a) {
    const snw_accel X = {mat_apply_t(&g->R, at), mat_apply_t(&g->R, P.ang)};
    return snw__dyn_free(g, X, a);
}

SNW_FORCE_INLINE snw_accel moved(const site *d, int b, const snw__dyn_elimination *e, snw_accel P,
                                 double *a) {
    const snw_normal_body *body = &d->bodies[b];
    const vec r = d->reaches[b];
    follower F;
    switch (body->kind) {
        FOR_CLASS(d, b, F, carried, P, r, e);
    case SNW_NORMAL_GENERAL:
    default:
        return carried_freely(&d->generals[body->general], P, v3_add_cross(P.lin, P.ang, r), a);
    }
    a[body->source_v] = F.got;
    F.X.ang.z += body->turn * F.got;
    F.X.lin.z += body->slide * F.got;
    return F.X;
}

void SNW_KERNEL(snw__dyn_accelerate)(snw_dyn *dyn, double *a) {
    const site d = site_of(dyn);
    const snw__dyn_elimination *results = dyn->eliminated;
    snw_accel *motions = dyn->motions;
    const snw_accel still = {v3(0, 0, 0), v3(0, 0, 0)};
    snw_accel X = still;
    if (dyn->model->floating) motions[0] = X = snw__dyn_free(&d.generals[0], still, a);
    for (int b = 1; b < d.count; b++) {
        const unsigned role = d.roles[b];
        if (role & SNW__GROUND) {
            X = still;
        } else if (!(role & SNW__CARRY)) {
            X = motions[d.bodies[b].parent];
        }
        X = moved(&d, b, &results[b], X, a);
        if (role & SNW__GATHER) motions[b] = X;
    }
}
