// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/lanes/kernel.h"

#include "internal.h"

// A kernel: what snw__three_turns() of rotation.c does, behind four places of three other joints
// and for both solutions of each, side by side. The axes and the rotation of all six are the same
// in all lanes; of that rotation only where it brings k2, and a vector normal to it, is needed.

// as in rotation.c
#define ALIGNED 1e-10

typedef struct vec {
    snw_v x, y, z;
} vec;

SNW_FORCE_INLINE snw_v dot(snw_vec3 a, vec b) {
    return b.x * a.x + b.y * a.y + b.z * a.z;
}

SNW_FORCE_INLINE vec cross(snw_vec3 a, vec b) {
    return (vec){b.z * a.y - b.y * a.z, b.x * a.z - b.z * a.x, b.y * a.x - b.x * a.y};
}

SNW_FORCE_INLINE snw_v dot_lanes(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

// a . (b x c)
SNW_FORCE_INLINE snw_v triple(snw_vec3 a, vec b, vec c) {
    const vec n = {b.y * c.z - b.z * c.y, b.z * c.x - b.x * c.z, b.x * c.y - b.y * c.x};
    return dot(a, n);
}

// a + f b + g c of constant vectors
SNW_FORCE_INLINE vec mixed(snw_vec3 a, snw_v f, snw_vec3 b, snw_v g, snw_vec3 c) {
    return (vec){f * b.x + g * c.x + a.x, f * b.y + g * c.y + a.y, f * b.z + g * c.z + a.z};
}

// v turned about k, backwards
SNW_FORCE_INLINE vec turned_back(snw_vec3 k, snw_v c, snw_v s, vec v) {
    const snw_v along = dot(k, v) * (1 - c);
    const vec across = cross(k, v);
    return (vec){along * k.x + v.x * c - across.x * s, along * k.y + v.y * c - across.y * s,
                 along * k.z + v.z * c - across.z * s};
}

typedef struct turn {
    snw_v c, s;
} turn;

// c and s made a turn; `else_turn` where they are too small to have a direction
SNW_FORCE_INLINE turn direction(snw_v c, snw_v s, double small, turn else_turn, snw_vm *known) {
    const snw_v square = c * c + s * s;
    *known = snw_v_lt(snw_v_set(small * small), square);
    const snw_v f = 1 / snw_v_sqrt(square);
    return (turn){snw_v_select(*known, c * f, else_turn.c),
                  snw_v_select(*known, s * f, else_turn.s)};
}

// what does not depend on the rotations: R(k1, t) k2 = base + c across + s normal
typedef struct axes {
    snw_vec3 k0, k1, k2, base, across, normal;
    snw_vec3 side, side_normal; // normal to k2, and to both
    snw__linear height;
} axes;

static axes axes_of(const snw_vec3 k[3]) {
    axes a = {.k0 = k[0], .k1 = k[1], .k2 = k[2]};
    a.base = snw_vec3_scale(k[1], snw_vec3_dot(k[1], k[2]));
    a.across = snw_vec3_sub(k[2], a.base);
    a.normal = snw_vec3_cross(k[1], k[2]);
    a.side = snw__normal_to(k[2]);
    a.side_normal = snw_vec3_cross(k[2], a.side);
    a.height.constant = snw_vec3_dot(k[0], a.base);
    a.height.a = snw_vec3_dot(k[0], a.across);
    a.height.b = snw_vec3_dot(k[0], a.normal);
    return a;
}

// the middle turn from the height of `end` over the first axis: both roots, by the lane's sign
SNW_FORCE_INLINE turn middle_of(const axes *a, vec end, snw_v sign, snw_v *gap) {
    const double square = a->height.a * a->height.a + a->height.b * a->height.b;
    const double reach = sqrt(square);
    const snw_v d = dot(a->k0, end) - a->height.constant, far = snw_v_abs(d), zero = snw_v_set(0);
    const snw_v root = sign * snw_v_sqrt(snw_v_max((reach - far) * (reach + far), zero));
    const snw_v at = snw_v_max(snw_v_set(-reach), snw_v_min(d, snw_v_set(reach)));
    const double ca = a->height.a / square, cb = a->height.b / square;
    *gap = far - reach;
    return (turn){at * ca - root * cb, at * cb + root * ca};
}

// R v as the hand's joints see it: the places' joints turned back
SNW_FORCE_INLINE vec seen(const snw__hands *h, int at, snw_vec3 v) {
    const snw_vec3 start = snw_mat3_apply(h->R, v);
    vec out = {snw_v_set(start.x), snw_v_set(start.y), snw_v_set(start.z)};
    for (int i = 0; i < 3; i++) {
        out = turned_back(h->lead[i], snw_v_load(h->lead_c[i] + at), snw_v_load(h->lead_s[i] + at),
                          out);
    }
    return out;
}

SNW_FORCE_INLINE void solve_lanes(const axes *a, snw__hands *h, int at, snw_v sign) {
    const vec end = seen(h, at, a->k2), side_end = seen(h, at, a->side);
    snw_v gap;
    const turn middle = middle_of(a, end, sign, &gap);
    const vec from = mixed(a->base, middle.c, a->across, middle.s, a->normal);

    // the first turn brings R(k1) k2 to R k2; it keeps the held one where both lie on its axis
    const vec around = cross(a->k0, end), before = cross(a->k0, from);
    const turn held = {snw_v_set(h->held.c), snw_v_set(h->held.s)};
    snw_vm known, apart = snw_v_le(snw_v_set(ALIGNED * ALIGNED), dot_lanes(around, around));
    turn first = direction(dot_lanes(before, around), triple(a->k0, before, around),
                           ALIGNED * ALIGNED, held, &known);
    known = snw_vm_and(known, apart);
    first.c = snw_v_select(known, first.c, held.c);
    first.s = snw_v_select(known, first.s, held.s);

    // the middle one again, with all digits, and what is left for the last
    const vec e = turned_back(a->k0, first.c, first.s, end);
    snw_vm unused;
    const turn second = direction(dot(a->across, e), dot(a->normal, e), ALIGNED, middle, &unused);
    const vec left =
        turned_back(a->k1, second.c, second.s, turned_back(a->k0, first.c, first.s, side_end));
    const turn none = {snw_v_set(1), snw_v_set(0)};
    const turn third =
        direction(dot(a->side, left), dot(a->side_normal, left), ALIGNED, none, &unused);

    const turn out[3] = {first, second, third};
    for (int i = 0; i < 3; i++) {
        snw_v_store(h->c[i] + at, out[i].c);
        snw_v_store(h->s[i] + at, out[i].s);
    }
    snw_v_store(h->gap + at, gap);
    snw_v_store(h->singular + at, snw_v_select(known, snw_v_set(0), snw_v_set(1)));
}

void SNW_KERNEL(snw__hands)(snw__hands *hands) {
    static const _Alignas(64) double sign[2 * SNW__HANDS] = {1, 1, 1, 1, -1, -1, -1, -1};
    const axes a = axes_of(hands->k);
    for (int at = 0; at < 2 * SNW__HANDS; at += SNW_W) {
        solve_lanes(&a, hands, at, snw_v_load(sign + at));
    }
}
