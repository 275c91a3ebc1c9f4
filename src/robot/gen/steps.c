// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <math.h>

// A number this small against its neighbours is what rounding left of zero.
static const double nothing = 2e-15;

static double clean(double x, double scale) {
    return fabs(x) <= nothing * scale ? 0 : x;
}

static snw_vec3 clean_vec3(snw_vec3 a, double least) {
    const double scale = fmax(least, fmax(fabs(a.x), fmax(fabs(a.y), fabs(a.z))));
    return snw_vec3_of(clean(a.x, scale), clean(a.y, scale), clean(a.z, scale));
}

// --- masses -------------------------------------------------------------------------------------

// What lies on the axis of a turning joint does not move in the parent, so the parent may have it:
// mass m, first moment hz and second moment Szz along z. Efforts are the same for every motion;
// forces in the joints are not.
static void lump(snw_normal_body *body, snw_normal_body *parent) {
    const snw_vec3 axis = {body->sin_gamma * body->sin_alpha, -body->cos_gamma * body->sin_alpha,
                           body->cos_alpha};
    const snw_vec3 r = snw_vec3_add_scaled(body->p, axis, body->slide_offset);
    const double m = body->m, Szz = body->S.zz;
    const snw_vec3 h = snw_vec3_scale(axis, body->h.z);
    parent->m += m;
    parent->h = snw_vec3_add(parent->h, snw_vec3_add_scaled(h, r, m));
    // S + Szz u u^T + h r^T + r h^T + m r r^T
    const snw_vec3 k = snw_vec3_add_scaled(h, r, m / 2);
    snw_sym3 *S = &parent->S;
    S->xx += Szz * axis.x * axis.x + 2 * k.x * r.x;
    S->yy += Szz * axis.y * axis.y + 2 * k.y * r.y;
    S->zz += Szz * axis.z * axis.z + 2 * k.z * r.z;
    S->xy += Szz * axis.x * axis.y + k.x * r.y + k.y * r.x;
    S->xz += Szz * axis.x * axis.z + k.x * r.z + k.z * r.x;
    S->yz += Szz * axis.y * axis.z + k.y * r.z + k.z * r.y;
    body->m = body->h.z = body->S.zz = 0;
}

void snw__lump(snw__site *site) {
    for (int b = site->normal.body_count - 1; b > 0; b--) {
        snw_normal_body *body = &site->masses[b];
        if (body->slide == 0) lump(body, &site->masses[body->parent]);
    }
}

void snw__mass_of(snw__site *site, snw__tape *t, int b, sym *m, vec *h, sym3 *S) {
    const snw_normal_body *body = &site->masses[b];
    const snw_normal_body *whole = &site->normal.bodies[b];
    const snw_sym3 s = body->S;
    const double scale = whole->S.xx + whole->S.yy + whole->S.zz;
    *m = snw__constant(t, body->m);
    *h = v_constant(t, clean_vec3(body->h, whole->m));
    S->xx = snw__constant(t, clean(s.xx, scale));
    S->yy = snw__constant(t, clean(s.yy, scale));
    S->zz = snw__constant(t, clean(s.zz, scale));
    S->xy = snw__constant(t, clean(s.xy, scale));
    S->xz = snw__constant(t, clean(s.xz, scale));
    S->yz = snw__constant(t, clean(s.yz, scale));
}

// --- joints -------------------------------------------------------------------------------------

// sine and cosine of turn q + offset; quarter turns in the offset only exchange the two
static void turn_by(snw__tape *t, const snw_normal_body *body, sym q, snw__step *step) {
    const double quarter = SNW_PI / 2;
    const double quarters = round(body->offset / quarter);
    double offset = body->offset - quarters * quarter;
    if (fabs(offset) < 4e-15) offset = 0;
    const sym angle =
        snw__sum(t, snw__product(t, snw__constant(t, body->turn), q), snw__constant(t, offset));
    sym s = snw__sine(t, angle), c = snw__cosine(t, angle);
    for (int k = (int)fmod(fmod(quarters, 4) + 4, 4); k > 0; k--) {
        const sym was = s;
        s = c;
        c = -was;
    }
    step->s = s;
    step->c = c;
}

void snw__steps(snw__site *site, snw__tape *t, bool rates, bool accelerations) {
    snw__root(site, t, rates, accelerations);
    for (int b = 1; b < site->normal.body_count; b++) {
        const snw_normal_body *body = &site->normal.bodies[b];
        snw__step *step = &site->bodies[b].step;
        const sym q = snw__input(t, SNW__Q, body->source_q);
        turn_by(t, body, q, step);
        step->sin_alpha = snw__constant(t, body->sin_alpha);
        step->cos_alpha = snw__constant(t, body->cos_alpha);
        step->sin_gamma = snw__constant(t, body->sin_gamma);
        step->cos_gamma = snw__constant(t, body->cos_gamma);
        step->turn = snw__constant(t, body->turn);
        step->slide = snw__constant(t, body->slide);
        step->q_dot = rates ? snw__input(t, SNW__V, body->source_v) : 0;
        step->q_ddot = accelerations ? snw__input(t, SNW__A, body->source_v) : 0;
        // the way along the axis, in the parent's frame
        const snw_vec3 axis = {body->sin_gamma * body->sin_alpha,
                               -body->cos_gamma * body->sin_alpha, body->cos_alpha};
        const snw_vec3 at = snw_vec3_add_scaled(body->p, axis, body->slide_offset);
        const vec fixed = v_constant(t, clean_vec3(at, 1));
        step->reach =
            v_plus(t, fixed, v_constant(t, clean_vec3(axis, 1)), snw__product(t, step->slide, q));
    }
}

// --- from frame to frame ------------------------------------------------------------------------

// (x, y) turned by an angle, and back by -s
static void turn(snw__tape *t, sym s, sym c, sym *x, sym *y) {
    const sym a = *x, b = *y;
    *x = snw__pair(t, c, a, -s, b);
    *y = snw__pair(t, s, a, c, b);
}

vec snw__to_body(snw__tape *t, const snw__step *s, vec a) {
    turn(t, -s->sin_gamma, s->cos_gamma, &a.x, &a.y);
    turn(t, -s->sin_alpha, s->cos_alpha, &a.y, &a.z);
    turn(t, -s->s, s->c, &a.x, &a.y);
    return a;
}

vec snw__to_parent(snw__tape *t, const snw__step *s, vec a) {
    turn(t, s->s, s->c, &a.x, &a.y);
    turn(t, s->sin_alpha, s->cos_alpha, &a.y, &a.z);
    turn(t, s->sin_gamma, s->cos_gamma, &a.x, &a.y);
    return a;
}

wrench snw__wrench_to_parent(snw__tape *t, const snw__step *s, wrench W) {
    const vec f = snw__to_parent(t, s, W.f);
    const wrench up = {f, v_add(t, snw__to_parent(t, s, W.n), v_cross(t, s->reach, f))};
    return up;
}

// R S R^T with R a turn by (s, c) in the plane of the first two axes: with w = s (xx - yy) + 2 c xy
//     xx - s w,  yy + s w,  c w - xy
// A quarter turn exchanges xx and yy, a half turn leaves all three.
static void turn_sym3(snw__tape *t, sym s, sym c, sym3 *S) {
    turn(t, s, c, &S->xz, &S->yz);
    if (s == 0) return;
    if (c == 0) {
        const sym xx = S->xx;
        S->xx = S->yy;
        S->yy = xx;
        S->xy = -S->xy;
        return;
    }
    const sym two_c = snw__product(t, snw__constant(t, 2), c);
    const sym w = snw__pair(t, s, snw__difference(t, S->xx, S->yy), two_c, S->xy);
    S->xx = snw__plus(t, S->xx, -s, w);
    S->yy = snw__plus(t, S->yy, s, w);
    S->xy = snw__plus(t, -S->xy, c, w);
}

static sym3 cycled(sym3 S) {
    const sym3 r = {S.yy, S.zz, S.xx, S.yz, S.xy, S.xz};
    return r;
}

static sym3 cycled_back(sym3 S) {
    const sym3 r = {S.zz, S.xx, S.yy, S.xz, S.yz, S.xy};
    return r;
}

sym3 snw__sym3_to_parent(snw__tape *t, const snw__step *s, sym3 S) {
    turn_sym3(t, s->s, s->c, &S);
    S = cycled(S);
    turn_sym3(t, s->sin_alpha, s->cos_alpha, &S);
    S = cycled_back(S);
    turn_sym3(t, s->sin_gamma, s->cos_gamma, &S);
    return S;
}

// the same for any matrix, by columns
static void turn_mat(snw__tape *t, sym s, sym c, mat *B) {
    turn(t, s, c, &B->x.z, &B->y.z);
    turn(t, s, c, &B->z.x, &B->z.y);
    if (s == 0) return;
    const sym xy = B->y.x, yx = B->x.y;
    if (c == 0) {
        const sym xx = B->x.x;
        B->x.x = B->y.y;
        B->y.y = xx;
        B->y.x = -yx;
        B->x.y = -xy;
        return;
    }
    const sym w = snw__pair(t, s, snw__difference(t, B->x.x, B->y.y), c, snw__sum(t, xy, yx));
    B->x.x = snw__plus(t, B->x.x, -s, w);
    B->y.y = snw__plus(t, B->y.y, s, w);
    B->y.x = snw__plus(t, -yx, c, w);
    B->x.y = snw__plus(t, -xy, c, w);
}

static vec vec_cycled(vec a) {
    const vec r = {a.y, a.z, a.x};
    return r;
}

static mat mat_cycled(mat B) {
    const mat r = {vec_cycled(B.y), vec_cycled(B.z), vec_cycled(B.x)};
    return r;
}

mat snw__mat_to_parent(snw__tape *t, const snw__step *s, mat B) {
    turn_mat(t, s->s, s->c, &B);
    B = mat_cycled(B);
    turn_mat(t, s->sin_alpha, s->cos_alpha, &B);
    B = mat_cycled(mat_cycled(B));
    turn_mat(t, s->sin_gamma, s->cos_gamma, &B);
    return B;
}
