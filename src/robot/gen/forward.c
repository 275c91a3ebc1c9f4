// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// Articulated bodies (Featherstone 1983), in 6 + 9 + 6 numbers per body, after the outward pass
// with zero accelerations of the joints. With f = A a + B al + p_f and n = B^T a + C al + p_n, a
// joint z with turn t, slide s and effort tau has
//
//     U = t (B z, C z) + s (A z, B^T z),   D = t z.U_n + s z.U_f + rotor
//     u = tau - t z.p_n - s z.p_f,         a_joint = (u - U.(a, al)) / D
//
// and hands (I - U U^T / D, p + U u / D) on to its parent. Of a joint without rotor that only turns
// the last column of B and the last row of C are then exactly zero; of one that only slides, the
// last row of A and of B.

static sym spent(snw__tape *t, sym x, sym a, sym k) {
    return snw__plus(t, x, -a, k);
}

// x - a k for each number
static sym3 sym3_less(snw__tape *t, sym3 A, vec a, vec k) {
    const sym3 r = {spent(t, A.xx, a.x, k.x), spent(t, A.yy, a.y, k.y), spent(t, A.zz, a.z, k.z),
                    spent(t, A.xy, a.x, k.y), spent(t, A.xz, a.x, k.z), spent(t, A.yz, a.y, k.z)};
    return r;
}

static void eliminate(snw__tape *t, snw__body *body, sym rotor) {
    snw__articulated *I = &body->I;
    const wrench U = body->U;
    const vec k = v_scale(t, U.f, body->inverse), l = v_scale(t, U.n, body->inverse);
    I->A = sym3_less(t, I->A, U.f, k);
    I->B.x = v_plus(t, I->B.x, k, -U.n.x);
    I->B.y = v_plus(t, I->B.y, k, -U.n.y);
    I->B.z = v_plus(t, I->B.z, k, -U.n.z);
    I->C = sym3_less(t, I->C, U.n, l);
    if (rotor == 0 && body->step.slide == 0) {
        I->B.z = (vec){0, 0, 0};
        I->C.zz = I->C.xz = I->C.yz = 0;
    }
    if (rotor == 0 && body->step.turn == 0) {
        I->A.zz = I->A.xz = I->A.yz = 0;
        I->B.x.z = I->B.y.z = I->B.z.z = 0;
    }
    I->p.f = v_plus(t, I->p.f, k, body->u);
    I->p.n = v_plus(t, I->p.n, l, body->u);
}

// With X = skew(r): B' = B - A X and C' = C + X B' + (X B)^T, the latter symmetric.
static snw__articulated raised(snw__tape *t, const snw__body *body) {
    const snw__step *step = &body->step;
    const vec r = step->reach;
    const sym3 A = snw__sym3_to_parent(t, step, body->I.A);
    const sym3 C = snw__sym3_to_parent(t, step, body->I.C);
    const mat B = snw__mat_to_parent(t, step, body->I.B);
    const vec Ax = {A.xx, A.xy, A.xz}, Ay = {A.xy, A.yy, A.yz}, Az = {A.xz, A.yz, A.zz};
    const vec x = v_plus(t, v_plus(t, B.x, Az, r.y), Ay, -r.z);
    const vec y = v_plus(t, v_plus(t, B.y, Ax, r.z), Az, -r.x);
    const vec z = v_plus(t, v_plus(t, B.z, Ay, r.x), Ax, -r.y);
    snw__articulated up = {.A = A, .B = {x, y, z}, .C = C};
    up.C.xx = snw__plus(t, C.xx, r.y, snw__sum(t, x.z, B.x.z));
    up.C.xx = snw__plus(t, up.C.xx, -r.z, snw__sum(t, x.y, B.x.y));
    up.C.yy = snw__plus(t, C.yy, r.z, snw__sum(t, y.x, B.y.x));
    up.C.yy = snw__plus(t, up.C.yy, -r.x, snw__sum(t, y.z, B.y.z));
    up.C.zz = snw__plus(t, C.zz, r.x, snw__sum(t, z.y, B.z.y));
    up.C.zz = snw__plus(t, up.C.zz, -r.y, snw__sum(t, z.x, B.z.x));
    up.C.xy = snw__plus(t, snw__plus(t, C.xy, r.y, y.z), r.z, snw__difference(t, B.x.x, y.y));
    up.C.xy = snw__plus(t, up.C.xy, -r.x, B.x.z);
    up.C.xz = snw__plus(t, snw__plus(t, C.xz, r.x, B.x.y), r.y, snw__difference(t, z.z, B.x.x));
    up.C.xz = snw__plus(t, up.C.xz, -r.z, z.y);
    up.C.yz = snw__plus(t, snw__plus(t, C.yz, r.z, z.x), r.x, snw__difference(t, B.y.y, z.z));
    up.C.yz = snw__plus(t, up.C.yz, -r.y, B.y.x);
    up.p = snw__wrench_to_parent(t, step, body->I.p);
    return up;
}

static snw__articulated rigid(snw__site *site, snw__tape *t, int b) {
    sym m;
    vec h;
    sym3 S;
    snw__mass_of(site, t, b, &m, &h, &S);
    const snw__articulated I = {{m, m, m, 0, 0, 0},
                                {{0, -h.z, h.y}, {h.z, 0, -h.x}, {-h.y, h.x, 0}},
                                {snw__sum(t, S.yy, S.zz), snw__sum(t, S.xx, S.zz),
                                 snw__sum(t, S.xx, S.yy), -S.xy, -S.xz, -S.yz},
                                site->bodies[b].force};
    return I;
}

static sym3 sym3_add(snw__tape *t, sym3 A, sym3 B) {
    const sym3 r = {snw__sum(t, A.xx, B.xx), snw__sum(t, A.yy, B.yy), snw__sum(t, A.zz, B.zz),
                    snw__sum(t, A.xy, B.xy), snw__sum(t, A.xz, B.xz), snw__sum(t, A.yz, B.yz)};
    return r;
}

static void add(snw__tape *t, snw__articulated *I, const snw__articulated *J) {
    I->A = sym3_add(t, I->A, J->A);
    I->B.x = v_add(t, I->B.x, J->B.x);
    I->B.y = v_add(t, I->B.y, J->B.y);
    I->B.z = v_add(t, I->B.z, J->B.z);
    I->C = sym3_add(t, I->C, J->C);
    I->p.f = v_add(t, I->p.f, J->p.f);
    I->p.n = v_add(t, I->p.n, J->p.n);
}

static void articulate(snw__site *site, snw__tape *t, int b) {
    snw__body *body = &site->bodies[b];
    const snw_normal_body *place = &site->normal.bodies[b];
    const sym turn = body->step.turn, slide = body->step.slide;
    const snw__articulated *I = &body->I;
    const vec Az = {I->A.xz, I->A.yz, I->A.zz}, Cz = {I->C.xz, I->C.yz, I->C.zz};
    const vec row = {I->B.x.z, I->B.y.z, I->B.z.z};
    const double *rotors = site->options->rotors;
    const sym rotor = rotors == NULL ? 0 : snw__constant(t, rotors[place->source_v]);
    body->U.f = v_plus(t, v_scale(t, I->B.z, turn), Az, slide);
    body->U.n = v_plus(t, v_scale(t, Cz, turn), row, slide);
    const sym D = snw__sum(t, snw__pair(t, turn, body->U.n.z, slide, body->U.f.z), rotor);
    body->inverse = snw__inverse(t, D);
    body->u = snw__plus(t, site->efforts[place->source_v], -turn, I->p.n.z);
    body->u = snw__plus(t, body->u, -slide, I->p.f.z);
    if (place->parent == 0 && !site->model->floating) return;
    eliminate(t, body, rotor);
    const snw__articulated up = raised(t, body);
    add(t, &site->bodies[place->parent].I, &up);
}

static void accelerate(snw__site *site, snw__tape *t) {
    snw__root_accelerate(site, t);
    for (int b = 1; b < site->normal.body_count; b++) {
        snw__body *body = &site->bodies[b];
        const snw_normal_body *place = &site->normal.bodies[b];
        const snw__body *parent = &site->bodies[place->parent];
        snw__note_that(t, "acceleration of ", place->link);
        const vec at = v_add(t, parent->a, v_cross(t, parent->al, body->step.reach));
        body->a = snw__to_body(t, &body->step, at);
        body->al = snw__to_body(t, &body->step, parent->al);
        const sym taken = snw__sum(t, v_dot(t, body->U.f, body->a), v_dot(t, body->U.n, body->al));
        const sym got = snw__product(t, snw__difference(t, body->u, taken), body->inverse);
        snw__result_is(t, place->source_v, got);
        body->al.z = snw__plus(t, body->al.z, body->step.turn, got);
        body->a.z = snw__plus(t, body->a.z, body->step.slide, got);
    }
}

// Where a rate moves several joints there is no recursion: M a = tau - bias.
static void trace_shared(snw__site *site, snw__tape *t) {
    const int nv = site->model->nv;
    snw__inward(site, t);
    for (int i = 0; i < nv; i++) {
        site->efforts[i] = snw__difference(t, snw__input(t, SNW__TAU, i), site->efforts[i]);
    }
    snw__passive(site, t, snw__constant(t, 1));
    snw__composites(site, t);
    snw__note_that(t, "the system of equations", -1);
    snw__gen_solve(t, site->M, site->efforts, nv);
    for (int i = 0; i < nv; i++) {
        snw__result_is(t, i, site->efforts[i]);
    }
}

void snw__trace_aba(snw__site *site, snw__tape *t) {
    snw__steps(site, t, true, false);
    snw__outward(site, t);
    if (site->normal.shared) {
        trace_shared(site, t);
        return;
    }
    for (int i = 0; i < site->model->nv; i++) {
        site->efforts[i] = snw__input(t, SNW__TAU, i);
    }
    snw__passive(site, t, snw__constant(t, 1));
    for (int b = site->model->floating ? 0 : 1; b < site->normal.body_count; b++) {
        site->bodies[b].I = rigid(site, t, b);
    }
    for (int b = site->normal.body_count - 1; b > 0; b--) {
        snw__note_that(t, "inertia felt at ", site->normal.bodies[b].link);
        articulate(site, t, b);
    }
    accelerate(site, t);
}
