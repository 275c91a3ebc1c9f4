// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

// Composite rigid bodies (Walker and Orin 1982) in the frames of the bodies. Unit acceleration of a
// joint takes, of the body with all that it carries, the wrench
//
//     turn:  f = (-hy, hx, 0), n = (-Sxz, -Syz, Sxx + Syy)      slide:  f = m z, n = (hy, -hx, 0)
//
// which, carried to each body on the way to the root, gives the column of the mass matrix.

// a body at its parent's origin: S + k r^T + r k^T with k = h + m r / 2
static void add_shifted(snw__tape *t, const snw__body *body, snw__body *parent) {
    const snw__step *step = &body->step;
    const vec r = step->reach, h = snw__to_parent(t, step, body->h);
    const sym3 S = snw__sym3_to_parent(t, step, body->S);
    const sym two = snw__constant(t, 2);
    const vec k = v_plus(t, h, r, snw__product(t, snw__constant(t, 0.5), body->m));
    parent->m = snw__sum(t, parent->m, body->m);
    parent->h = v_add(t, parent->h, v_plus(t, h, r, body->m));
    sym3 *up = &parent->S;
    up->xx = snw__sum(t, up->xx, snw__plus(t, S.xx, snw__product(t, two, r.x), k.x));
    up->yy = snw__sum(t, up->yy, snw__plus(t, S.yy, snw__product(t, two, r.y), k.y));
    up->zz = snw__sum(t, up->zz, snw__plus(t, S.zz, snw__product(t, two, r.z), k.z));
    up->xy = snw__sum(t, up->xy, snw__sum(t, S.xy, snw__pair(t, k.x, r.y, k.y, r.x)));
    up->xz = snw__sum(t, up->xz, snw__sum(t, S.xz, snw__pair(t, k.x, r.z, k.z, r.x)));
    up->yz = snw__sum(t, up->yz, snw__sum(t, S.yz, snw__pair(t, k.y, r.z, k.z, r.y)));
}

static void put(snw__site *site, snw__tape *t, int i, int j, sym x) {
    const int nv = site->model->nv;
    sym *a = &site->M[i + (ptrdiff_t)nv * j], *b = &site->M[j + (ptrdiff_t)nv * i];
    *a = snw__sum(t, *a, x);
    *b = snw__sum(t, *b, x);
}

static void columns(snw__site *site, snw__tape *t, int b) {
    const snw__body *body = &site->bodies[b];
    const sym turn = body->step.turn, slide = body->step.slide;
    const sym across = snw__sum(t, body->S.xx, body->S.yy);
    wrench W = {{-snw__product(t, turn, body->h.y), snw__product(t, turn, body->h.x),
                 snw__product(t, slide, body->m)},
                {snw__pair(t, slide, body->h.y, -turn, body->S.xz),
                 snw__pair(t, -slide, body->h.x, -turn, body->S.yz),
                 snw__product(t, turn, across)}};
    const int rate = site->normal.bodies[b].source_v;
    sym *diagonal = &site->M[(ptrdiff_t)rate * (site->model->nv + 1)];
    *diagonal = snw__sum(t, *diagonal, snw__pair(t, turn, W.n.z, slide, W.f.z));
    int i = b;
    while (site->normal.bodies[i].parent > 0) {
        W = snw__wrench_to_parent(t, &site->bodies[i].step, W);
        i = site->normal.bodies[i].parent;
        const snw__step *step = &site->bodies[i].step;
        put(site, t, rate, site->normal.bodies[i].source_v,
            snw__pair(t, step->turn, W.n.z, step->slide, W.f.z));
    }
    if (!site->model->floating) return;
    snw__root_row(site, t, rate, snw__wrench_to_parent(t, &site->bodies[i].step, W));
}

void snw__composites(snw__site *site, snw__tape *t) {
    const int nv = site->model->nv;
    memset(site->M, 0, sizeof *site->M * (size_t)nv * (size_t)nv);
    for (int b = 0; b < site->normal.body_count; b++) {
        snw__body *body = &site->bodies[b];
        snw__mass_of(site, t, b, &body->m, &body->h, &body->S);
    }
    for (int b = site->normal.body_count - 1; b > 0; b--) {
        const snw_normal_body *place = &site->normal.bodies[b];
        snw__note_that(t, "column of ", place->link);
        columns(site, t, b);
        if (place->parent == 0 && !site->model->floating) continue;
        add_shifted(t, &site->bodies[b], &site->bodies[place->parent]);
    }
    if (site->model->floating) snw__root_columns(site, t);
    const double *rotors = site->options->rotors;
    for (int i = 0; rotors != NULL && i < nv; i++) {
        sym *diagonal = &site->M[(ptrdiff_t)i * (nv + 1)];
        *diagonal = snw__sum(t, *diagonal, snw__constant(t, rotors[i]));
    }
}

void snw__trace_crba(snw__site *site, snw__tape *t) {
    snw__steps(site, t, false, false);
    snw__composites(site, t);
    const int nv = site->model->nv;
    for (int i = 0; i < nv * nv; i++) {
        snw__result_is(t, i, site->M[i]);
    }
}
