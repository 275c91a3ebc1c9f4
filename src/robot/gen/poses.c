// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// Frames of the bodies in that of the root: with X, Y, Z the parent's axes, the constant turns give
// X, W, Z', and the joint
//
//     X' = c X + s W,   Y' = c W - s X,   Z'

static void turn_columns(snw__tape *t, sym s, sym c, vec *x, vec *y) {
    const vec a = *x, b = *y;
    *x = v_plus(t, v_scale(t, a, c), b, s);
    *y = v_plus(t, v_scale(t, b, c), a, -s);
}

static vec apply(snw__tape *t, const mat *R, vec a) {
    return v_plus(t, v_plus(t, v_scale(t, R->x, a.x), R->y, a.y), R->z, a.z);
}

static void place_bodies(snw__site *site, snw__tape *t) {
    snw__steps(site, t, false, false);
    for (int b = 1; b < site->normal.body_count; b++) {
        snw__body *body = &site->bodies[b];
        const snw__body *parent = &site->bodies[site->normal.bodies[b].parent];
        const snw__step *step = &body->step;
        snw__note_that(t, "", site->normal.bodies[b].link);
        body->p = v_add(t, parent->p, apply(t, &parent->R, step->reach));
        body->R = parent->R;
        turn_columns(t, step->sin_gamma, step->cos_gamma, &body->R.x, &body->R.y);
        turn_columns(t, step->sin_alpha, step->cos_alpha, &body->R.y, &body->R.z);
        turn_columns(t, step->s, step->c, &body->R.x, &body->R.y);
    }
}

// what rounding left of 0 and 1 in a constant rotation
static double snapped(double x) {
    if (fabs(x) < 1e-15) return 0;
    if (fabs(fabs(x) - 1) < 1e-15) return x < 0 ? -1 : 1;
    return x;
}

vec snw__direction(snw__tape *t, snw_vec3 a) {
    return v_constant(t, snw_vec3_of(snapped(a.x), snapped(a.y), snapped(a.z)));
}

// the pose of a place on a link
static void place(snw__site *site, snw__tape *t, int link, snw_pose T_link_place, mat *R, vec *p) {
    const snw_normal_link *on = &site->normal.links[link];
    const snw__body *body = &site->bodies[on->body];
    const snw_pose T = snw_pose_mul(on->T_body_link, T_link_place);
    R->x = apply(t, &body->R, snw__direction(t, T.R.x));
    R->y = apply(t, &body->R, snw__direction(t, T.R.y));
    R->z = apply(t, &body->R, snw__direction(t, T.R.z));
    *p = v_add(t, body->p, apply(t, &body->R, snw__direction(t, T.p)));
}

static void give(snw__tape *t, int first, vec a) {
    snw__result_is(t, first, a.x);
    snw__result_is(t, first + 1, a.y);
    snw__result_is(t, first + 2, a.z);
}

static void give_pose(snw__site *site, snw__tape *t, int link, snw_pose T_link_place, int first) {
    mat R;
    vec p;
    place(site, t, link, T_link_place, &R, &p);
    give(t, first, R.x);
    give(t, first + 3, R.y);
    give(t, first + 6, R.z);
    give(t, first + 9, p);
}

void snw__trace_fk(snw__site *site, snw__tape *t) {
    place_bodies(site, t);
    snw__note_that(t, "the tip, on ", site->tip);
    give_pose(site, t, site->tip, site->T_link_tip, 0);
}

void snw__trace_poses(snw__site *site, snw__tape *t) {
    place_bodies(site, t);
    for (int i = 0; i < site->model->link_count; i++) {
        snw__note_that(t, "its place, ", i);
        give_pose(site, t, i, snw_pose_identity(), 12 * i);
    }
}

static void add_column(snw__tape *t, sym *column, vec v, vec w) {
    const sym numbers[] = {v.x, v.y, v.z, w.x, w.y, w.z};
    for (int k = 0; k < 6; k++) {
        column[k] = snw__sum(t, column[k], numbers[k]);
    }
}

// the rates of a floating root are along its own axes
static void add_root(snw__site *site, snw__tape *t, vec tip) {
    const snw__body *root = &site->bodies[0];
    const vec axes[] = {root->R.x, root->R.y, root->R.z}, zero = {0, 0, 0};
    const vec way = v_add(t, tip, v_neg(root->p));
    for (int k = 0; k < 3; k++) {
        add_column(t, site->efforts + (ptrdiff_t)6 * k, axes[k], zero);
        add_column(t, site->efforts + (ptrdiff_t)6 * (k + 3), v_cross(t, axes[k], way), axes[k]);
    }
}

// each joint between the root and the tip: turn (z x (tip - p), z) + slide (z, 0)
void snw__trace_jacobian(snw__site *site, snw__tape *t) {
    place_bodies(site, t);
    const int nv = site->model->nv;
    mat R;
    vec tip;
    snw__note_that(t, "the tip, on ", site->tip);
    place(site, t, site->tip, site->T_link_tip, &R, &tip);
    for (int i = 0; i < nv * 6; i++) {
        site->efforts[i] = 0;
    }
    for (int b = site->normal.links[site->tip].body; b > 0; b = site->normal.bodies[b].parent) {
        const snw__body *body = &site->bodies[b];
        const vec z = body->R.z, way = v_add(t, tip, v_neg(body->p));
        const vec v =
            v_plus(t, v_scale(t, v_cross(t, z, way), body->step.turn), z, body->step.slide);
        const vec w = v_scale(t, z, body->step.turn);
        add_column(t, site->efforts + (ptrdiff_t)6 * site->normal.bodies[b].source_v, v, w);
    }
    if (site->model->floating) add_root(site, t, tip);
    for (int i = 0; i < nv * 6; i++) {
        snw__result_is(t, i, site->efforts[i]);
    }
}
