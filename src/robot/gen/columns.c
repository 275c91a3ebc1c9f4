// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Poses once more, with a symbol for each column: the axes of the root are three symbols, and an
// axis or position of a body is a sum of columns times numbers. The tape treats them as it treats
// numbers; a product has one column at most.

static void turn(snw__tape *t, sym s, sym c, sym *x, sym *y) {
    const sym a = *x, b = *y;
    *x = snw__pair(t, c, a, s, b);
    *y = snw__pair(t, c, b, -s, a);
}

static sym apply(snw__tape *t, const snw__frame *F, vec a) {
    return snw__plus(t, snw__pair(t, F->x, a.x, F->y, a.y), F->z, a.z);
}

static snw__frame root_of(snw__site *site, snw__tape *t) {
    const snw__frame world = {snw__input(t, SNW__AXES, 0), snw__input(t, SNW__AXES, 1),
                              snw__input(t, SNW__AXES, 2), 0};
    const snw__body *body = &site->bodies[0];
    const snw__frame root = {apply(t, &world, body->R.x), apply(t, &world, body->R.y),
                             apply(t, &world, body->R.z), apply(t, &world, body->p)};
    return root;
}

static snw__frame moved(snw__tape *t, const snw__frame *parent, const snw__step *step) {
    snw__frame F = *parent;
    F.p = snw__sum(t, F.p, apply(t, parent, step->reach));
    turn(t, step->sin_gamma, step->cos_gamma, &F.x, &F.y);
    turn(t, step->sin_alpha, step->cos_alpha, &F.y, &F.z);
    turn(t, step->s, step->c, &F.x, &F.y);
    return F;
}

static void give(snw__tape *t, const snw__frame *F, snw_pose T_body_place, int first) {
    snw__result_is(t, first, apply(t, F, snw__direction(t, T_body_place.R.x)));
    snw__result_is(t, first + 3, apply(t, F, snw__direction(t, T_body_place.R.y)));
    snw__result_is(t, first + 6, apply(t, F, snw__direction(t, T_body_place.R.z)));
    const sym way = apply(t, F, snw__direction(t, T_body_place.p));
    snw__result_is(t, first + 9, snw__sum(t, F->p, way));
}

static void place_body(snw__site *site, snw__tape *t, int b) {
    const snw_normal_body *place = &site->normal.bodies[b];
    snw__note_that(t, "", place->link);
    site->bodies[b].frame =
        b == 0 ? root_of(site, t)
               : moved(t, &site->bodies[place->parent].frame, &site->bodies[b].step);
}

void snw__trace_fk_columns(snw__site *site, snw__tape *t) {
    snw__steps(site, t, false, false);
    for (int b = 0; b < site->normal.body_count; b++) {
        place_body(site, t, b);
    }
    const snw_normal_link *on = &site->normal.links[site->tip];
    snw__note_that(t, "the tip, on ", site->tip);
    give(t, &site->bodies[on->body].frame, snw_pose_mul(on->T_body_link, site->T_link_tip), 0);
}

// links stand in an order in which the first of each body comes when its parent is placed
void snw__trace_poses_columns(snw__site *site, snw__tape *t) {
    snw__steps(site, t, false, false);
    for (int i = 0; i < site->model->link_count; i++) {
        const snw_normal_link *on = &site->normal.links[i];
        if (site->normal.bodies[on->body].link == i) place_body(site, t, on->body);
        give(t, &site->bodies[on->body].frame, on->T_body_link, 12 * i);
    }
}
