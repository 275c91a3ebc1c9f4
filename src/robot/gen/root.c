// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// The root. A floating one has a free joint: q is its position and a quaternion x y z w, v the
// velocity of its origin and the angular velocity, both along its own axes, and the efforts are the
// force and the torque along them. Since these axes turn, the origin has the acceleration
// v' + w x v. What it feels is that less gravity.

static vec input3(snw__tape *t, int array, int first) {
    const vec r = {snw__input(t, array, first), snw__input(t, array, first + 1),
                   snw__input(t, array, first + 2)};
    return r;
}

// The rotation of a quaternion n of any length: 1 + (2 / |n|^2) (w skew(n) + skew(n)^2), so that
// one division makes up for a length that is not quite 1.
static mat rotation_of(snw__tape *t, int first) {
    const vec n = input3(t, SNW__Q, first);
    const sym w = snw__input(t, SNW__Q, first + 3), one = snw__constant(t, 1);
    const sym square = snw__plus(t, v_dot(t, n, n), w, w);
    const sym k = snw__product(t, snw__constant(t, 2), snw__inverse(t, square));
    const vec m = v_scale(t, n, k);
    const sym xx = snw__product(t, m.x, n.x), yy = snw__product(t, m.y, n.y);
    const sym zz = snw__product(t, m.z, n.z), xy = snw__product(t, m.x, n.y);
    const sym xz = snw__product(t, m.x, n.z), yz = snw__product(t, m.y, n.z);
    const vec a = v_scale(t, m, w);
    const mat R = {{snw__difference(t, one, snw__sum(t, yy, zz)), snw__sum(t, xy, a.z),
                    snw__difference(t, xz, a.y)},
                   {snw__difference(t, xy, a.z), snw__difference(t, one, snw__sum(t, xx, zz)),
                    snw__sum(t, yz, a.x)},
                   {snw__sum(t, xz, a.y), snw__difference(t, yz, a.x),
                    snw__difference(t, one, snw__sum(t, xx, yy))}};
    return R;
}

void snw__root(snw__site *site, snw__tape *t, bool rates, bool accelerations) {
    snw__body *root = &site->bodies[0];
    const sym one = snw__constant(t, 1);
    const vec zero = {0, 0, 0}, g = v_constant(t, site->options->gravity);
    root->R = (mat){{one, 0, 0}, {0, one, 0}, {0, 0, one}};
    root->p = root->w = root->al = zero;
    // a root that does not fall feels the opposite of gravity
    root->a = v_neg(g);
    if (!site->model->floating) return;
    const snw_link *link = &site->model->links[0];
    snw__note_that(t, "", 0);
    root->p = input3(t, SNW__Q, link->q_index);
    root->R = rotation_of(t, link->q_index + 3);
    const vec seen = {v_dot(t, root->R.x, g), v_dot(t, root->R.y, g), v_dot(t, root->R.z, g)};
    root->a = v_neg(seen);
    if (rates) {
        root->w = input3(t, SNW__V, link->v_index + 3);
        root->a = v_add(t, root->a, v_cross(t, root->w, input3(t, SNW__V, link->v_index)));
    }
    if (accelerations) {
        root->al = input3(t, SNW__A, link->v_index + 3);
        root->a = v_add(t, root->a, input3(t, SNW__A, link->v_index));
    }
}

static void numbers_of(wrench W, sym out[6]) {
    out[0] = W.f.x;
    out[1] = W.f.y;
    out[2] = W.f.z;
    out[3] = W.n.x;
    out[4] = W.n.y;
    out[5] = W.n.z;
}

void snw__root_efforts(snw__site *site, snw__tape *t) {
    sym W[6];
    const int first = site->model->links[0].v_index;
    numbers_of(site->bodies[0].force, W);
    for (int k = 0; k < 6; k++) {
        site->efforts[first + k] = snw__sum(t, site->efforts[first + k], W[k]);
    }
}

void snw__root_row(snw__site *site, snw__tape *t, int rate, wrench W) {
    const int nv = site->model->nv, first = site->model->links[0].v_index;
    sym numbers[6];
    numbers_of(W, numbers);
    for (int k = 0; k < 6; k++) {
        sym *a = &site->M[rate + (ptrdiff_t)nv * (first + k)];
        *a = snw__sum(t, *a, numbers[k]);
        site->M[first + k + (ptrdiff_t)nv * rate] = *a;
    }
}

// unit acceleration e takes (m e, h x e), unit angular acceleration (e x h, (tr S - S) e)
void snw__root_columns(snw__site *site, snw__tape *t) {
    const snw__body *root = &site->bodies[0];
    const int nv = site->model->nv, first = site->model->links[0].v_index;
    const sym m = root->m;
    const vec h = root->h;
    const sym3 S = root->S;
    const wrench columns[6] = {
        {{m, 0, 0}, {0, h.z, -h.y}},
        {{0, m, 0}, {-h.z, 0, h.x}},
        {{0, 0, m}, {h.y, -h.x, 0}},
        {{0, -h.z, h.y}, {snw__sum(t, S.yy, S.zz), -S.xy, -S.xz}},
        {{h.z, 0, -h.x}, {-S.xy, snw__sum(t, S.xx, S.zz), -S.yz}},
        {{-h.y, h.x, 0}, {-S.xz, -S.yz, snw__sum(t, S.xx, S.yy)}},
    };
    for (int k = 0; k < 6; k++) {
        numbers_of(columns[k], site->M + first + (ptrdiff_t)nv * (first + k));
    }
}

// M = L^T D L from the last rate to the first, in which what branches off stays zero.
void snw__gen_solve(snw__tape *t, sym *M, sym *x, int n) {
    for (int k = n - 1; k >= 0; k--) {
        const sym inverse = snw__inverse(t, M[(ptrdiff_t)k * (n + 1)]);
        for (int i = 0; i < k; i++) {
            const sym l = snw__product(t, M[k + (ptrdiff_t)n * i], inverse);
            for (int j = 0; j <= i; j++) {
                sym *there = &M[i + (ptrdiff_t)n * j];
                *there = snw__plus(t, *there, -l, M[k + (ptrdiff_t)n * j]);
            }
            x[i] = snw__plus(t, x[i], -l, x[k]);
        }
        // the diagonal has done its part: its inverse stands in its place
        M[(ptrdiff_t)k * (n + 1)] = inverse;
    }
    for (int k = 0; k < n; k++) {
        for (int j = 0; j < k; j++) {
            x[k] = snw__plus(t, x[k], -M[k + (ptrdiff_t)n * j], x[j]);
        }
        x[k] = snw__product(t, x[k], M[(ptrdiff_t)k * (n + 1)]);
    }
}

// I (a, al) = effort - p, with the rotors on the diagonal
void snw__root_accelerate(snw__site *site, snw__tape *t) {
    snw__body *root = &site->bodies[0];
    root->a = root->al = (vec){0, 0, 0};
    if (!site->model->floating) return;
    const snw__articulated *I = &root->I;
    const mat B = I->B;
    const sym3 A = I->A, C = I->C;
    const wrench columns[6] = {
        {{A.xx, A.xy, A.xz}, {B.x.x, B.y.x, B.z.x}},
        {{A.xy, A.yy, A.yz}, {B.x.y, B.y.y, B.z.y}},
        {{A.xz, A.yz, A.zz}, {B.x.z, B.y.z, B.z.z}},
        {B.x, {C.xx, C.xy, C.xz}},
        {B.y, {C.xy, C.yy, C.yz}},
        {B.z, {C.xz, C.yz, C.zz}},
    };
    const double *rotors = site->options->rotors;
    const int first = site->model->links[0].v_index;
    sym M[36], x[6];
    numbers_of(I->p, x);
    for (int k = 0; k < 6; k++) {
        numbers_of(columns[k], M + (ptrdiff_t)6 * k);
        const sym rotor = rotors == NULL ? 0 : snw__constant(t, rotors[first + k]);
        sym *diagonal = &M[(ptrdiff_t)7 * k];
        *diagonal = snw__sum(t, *diagonal, rotor);
        x[k] = snw__difference(t, site->efforts[first + k], x[k]);
    }
    snw__note_that(t, "acceleration of ", 0);
    snw__gen_solve(t, M, x, 6);
    for (int k = 0; k < 6; k++) {
        snw__result_is(t, first + k, x[k]);
    }
    root->a = (vec){x[0], x[1], x[2]};
    root->al = (vec){x[3], x[4], x[5]};
}
