// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// Recursive Newton-Euler (Luh, Walker and Paul 1980) in the frames of the bodies, with classical
// accelerations of their origins. With w and w' the angular velocity and acceleration, a the felt
// acceleration of the origin, and K = skew(w') + w w^T - |w|^2 1, a point at r has the acceleration
// a + K r, and a body with mass m, first moment h and second moment S takes
//
//     f = m a + K h,      n = h x a + axial part of K S,      n_i = eps_ijk (K S)_kj

static mat rates_of(snw__tape *t, vec w, vec al) {
    const sym x = snw__product(t, w.x, w.x), y = snw__product(t, w.y, w.y);
    const sym z = snw__product(t, w.z, w.z), xy = snw__product(t, w.x, w.y);
    const sym xz = snw__product(t, w.x, w.z), yz = snw__product(t, w.y, w.z);
    const mat K = {{-snw__sum(t, y, z), snw__sum(t, xy, al.z), snw__difference(t, xz, al.y)},
                   {snw__difference(t, xy, al.z), -snw__sum(t, x, z), snw__sum(t, yz, al.x)},
                   {snw__sum(t, xz, al.y), snw__difference(t, yz, al.x), -snw__sum(t, x, y)}};
    return K;
}

static vec apply(snw__tape *t, const mat *K, vec r) {
    return v_plus(t, v_plus(t, v_scale(t, K->x, r.x), K->y, r.y), K->z, r.z);
}

static wrench force_of(snw__site *site, snw__tape *t, int b) {
    const snw__body *body = &site->bodies[b];
    const mat K = body->K;
    sym m;
    vec h;
    sym3 S;
    snw__mass_of(site, t, b, &m, &h, &S);
    const vec Kx = K.x, Ky = K.y, Kz = K.z;
    wrench W;
    W.f = v_add(t, v_scale(t, body->a, m), apply(t, &K, h));
    // columns of K: Ky.z is in row z, column y
    W.n.x = snw__pair(t, Kx.z, S.xy, -Kx.y, S.xz);
    W.n.x = snw__sum(t, W.n.x, snw__pair(t, Ky.z, S.yy, -Kz.y, S.zz));
    W.n.x = snw__plus(t, W.n.x, snw__difference(t, Kz.z, Ky.y), S.yz);
    W.n.y = snw__pair(t, Ky.x, S.yz, -Ky.z, S.xy);
    W.n.y = snw__sum(t, W.n.y, snw__pair(t, Kz.x, S.zz, -Kx.z, S.xx));
    W.n.y = snw__plus(t, W.n.y, snw__difference(t, Kx.x, Kz.z), S.xz);
    W.n.z = snw__pair(t, Kz.y, S.xz, -Kz.x, S.yz);
    W.n.z = snw__sum(t, W.n.z, snw__pair(t, Kx.y, S.xx, -Ky.x, S.yy));
    W.n.z = snw__plus(t, W.n.z, snw__difference(t, Ky.y, Kx.x), S.xy);
    W.n = v_add(t, W.n, v_cross(t, h, body->a));
    return W;
}

// the joint's own motion: w + z v and its derivative; a slide adds 2 w x z v
static void add_joint(snw__tape *t, snw__body *body) {
    const snw__step *step = &body->step;
    const sym v = snw__product(t, step->turn, step->q_dot);
    const sym way = snw__product(t, snw__constant(t, 2), snw__product(t, step->slide, step->q_dot));
    body->a.x = snw__plus(t, body->a.x, way, body->w.y);
    body->a.y = snw__plus(t, body->a.y, -way, body->w.x);
    body->a.z = snw__plus(t, body->a.z, step->slide, step->q_ddot);
    body->al.x = snw__plus(t, body->al.x, body->w.y, v);
    body->al.y = snw__plus(t, body->al.y, -body->w.x, v);
    body->al.z = snw__plus(t, body->al.z, step->turn, step->q_ddot);
    body->w.z = snw__sum(t, body->w.z, v);
}

void snw__outward(snw__site *site, snw__tape *t) {
    snw__body *root = &site->bodies[0];
    root->K = rates_of(t, root->w, root->al);
    if (site->model->floating) {
        snw__note_that(t, "force on ", 0);
        root->force = force_of(site, t, 0);
    }
    for (int b = 1; b < site->normal.body_count; b++) {
        snw__body *body = &site->bodies[b];
        const snw__body *parent = &site->bodies[site->normal.bodies[b].parent];
        snw__note_that(t, "motion of ", site->normal.bodies[b].link);
        const vec at = v_add(t, parent->a, apply(t, &parent->K, body->step.reach));
        body->w = snw__to_body(t, &body->step, parent->w);
        body->al = snw__to_body(t, &body->step, parent->al);
        body->a = snw__to_body(t, &body->step, at);
        add_joint(t, body);
        body->K = rates_of(t, body->w, body->al);
        body->force = force_of(site, t, b);
    }
}

// --- springs and dampers ------------------------------------------------------------------------

// -k sum of weight (position - offset), or of weight times rate
static void add_springs(snw__site *site, snw__tape *t, bool rates, sym sign) {
    const snw_model *m = site->model;
    const snw_joint_spring *springs = rates ? m->dampers : m->springs;
    const int count = rates ? m->damper_count : m->spring_count;
    for (int i = 0; i < count; i++) {
        sym sum = 0;
        for (int k = 0; k < springs[i].measure_count; k++) {
            const snw_spring_measure *measure = &springs[i].measures[k];
            const snw_link *link = &m->links[measure->link];
            const sym x =
                snw__input(t, rates ? SNW__V : SNW__Q, rates ? link->source_v : link->source_q);
            sum = snw__plus(t, sum, snw__constant(t, measure->weight * link->multiplier), x);
            const double rest = measure->weight * (link->offset - measure->offset);
            if (!rates) sum = snw__sum(t, sum, snw__constant(t, rest));
        }
        const snw_link *link = &m->links[springs[i].link];
        const sym k = snw__constant(t, -springs[i].constant * link->multiplier);
        sym *effort = &site->efforts[link->source_v];
        *effort = snw__plus(t, *effort, sign, snw__product(t, k, sum));
    }
}

void snw__passive(snw__site *site, snw__tape *t, sym sign) {
    add_springs(site, t, false, sign);
    add_springs(site, t, true, sign);
}

// --- to the root --------------------------------------------------------------------------------

void snw__inward(snw__site *site, snw__tape *t) {
    memset(site->efforts, 0, sizeof *site->efforts * (size_t)site->model->nv);
    for (int b = site->normal.body_count - 1; b > 0; b--) {
        const snw_normal_body *place = &site->normal.bodies[b];
        const snw__body *body = &site->bodies[b];
        const wrench W = body->force;
        snw__note_that(t, "effort at ", place->link);
        sym *effort = &site->efforts[place->source_v];
        *effort = snw__plus(t, *effort, body->step.turn, W.n.z);
        *effort = snw__plus(t, *effort, body->step.slide, W.f.z);
        if (place->parent == 0 && !site->model->floating) continue;
        wrench *there = &site->bodies[place->parent].force;
        const wrench up = snw__wrench_to_parent(t, &body->step, W);
        there->f = v_add(t, there->f, up.f);
        there->n = v_add(t, there->n, up.n);
    }
    if (site->model->floating) snw__root_efforts(site, t);
}

static void give_efforts(snw__site *site, snw__tape *t) {
    for (int i = 0; i < site->model->nv; i++) {
        snw__result_is(t, i, site->efforts[i]);
    }
}

void snw__trace_rnea(snw__site *site, snw__tape *t) {
    snw__steps(site, t, true, true);
    snw__outward(site, t);
    snw__inward(site, t);
    const double *rotors = site->options->rotors;
    for (int i = 0; rotors != NULL && i < site->model->nv; i++) {
        site->efforts[i] =
            snw__plus(t, site->efforts[i], snw__constant(t, rotors[i]), snw__input(t, SNW__A, i));
    }
    snw__passive(site, t, -snw__constant(t, 1));
    give_efforts(site, t);
}

void snw__trace_gravity(snw__site *site, snw__tape *t) {
    snw__steps(site, t, false, false);
    snw__outward(site, t);
    snw__inward(site, t);
    give_efforts(site, t);
}
