// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The end of a search with a curved body. The gap of the planes across a unit direction n that
// touch both bodies, g(n) = n.w with w the support point of A - B along -n, has the distance as
// its largest value, and n is then along w. A walk from support point to support point comes
// nearer by a constant factor only; Newton's method on the sphere doubles the digits:
//
//     (H + g I) d = the part of w across n,    n becomes n + d
//
// where H is the curvature of the support functions of both bodies, 0 at a corner. Where the
// nearest points lie on an edge, or on the line up the side of a cone, n keeps to the circle of
// directions across it, and one number is searched. Whatever comes out is taken only when its
// planes prove it, so a wrong guess of edges costs time and nothing else.

#include "internal.h"

enum { STEPS = 12 };

// which directions are looked at
typedef enum limits { ALL, ACROSS_EDGE, ALONG_CONE } limits;

typedef struct polish {
    snw__pair *pair;
    const snw__simplex *simplex; // of the search
    limits limit;
    snw_vec3 edge;         // unit, in the frame of B
    const snw__core *cone; // whose side it is: of the pair's bodies
    snw_vec3 n;
    snw__vertex at; // support along -n
    double gap;     // n.w
} polish;

// --- curvature -----------------------------------------------------------------------------------

// u.H u, u.H v and v.H v for two directions.
typedef struct bend {
    double uu, uv, vv;
} bend;

// Adds that of a body's support function at the direction d, all in the body's own frame.
static void add_bend(const snw__core *core, snw_vec3 d, snw_vec3 u, snw_vec3 v, bend *sum) {
    const snw_vec3 h = core->half;
    if (core->kind == SNW__CORE_ELLIPSOID) {
        const snw_vec3 hd = snw_vec3_mul(h, d), hu = snw_vec3_mul(h, u), hv = snw_vec3_mul(h, v);
        const double inverse = 1 / snw_vec3_norm(hd);
        const double du = snw_vec3_dot(hd, hu) * inverse, dv = snw_vec3_dot(hd, hv) * inverse;
        sum->uu += (snw_vec3_norm2(hu) - du * du) * inverse;
        sum->uv += (snw_vec3_dot(hu, hv) - du * dv) * inverse;
        sum->vv += (snw_vec3_norm2(hv) - dv * dv) * inverse;
    } else if (core->kind == SNW__CORE_CONE) {
        const double square = d.x * d.x + d.y * d.y, across = sqrt(square);
        const bool above = 2 * d.z * h.z + (h.y - h.x) * across > 0;
        if (!(square > 0)) return;
        const double along_u = d.x * u.y - d.y * u.x, along_v = d.x * v.y - d.y * v.x;
        const double scale = (above ? h.y : h.x) / (square * across);
        sum->uu += scale * along_u * along_u;
        sum->uv += scale * along_u * along_v;
        sum->vv += scale * along_v * along_v;
    }
}

static bool is_curved(const snw__core *core) {
    return core->kind == SNW__CORE_CONE || core->kind == SNW__CORE_ELLIPSOID;
}

static bend bend_of_pair(const polish *p, snw_vec3 u, snw_vec3 v) {
    const snw__pair *pair = p->pair;
    bend sum = {0, 0, 0};
    add_bend(pair->B, p->n, u, v, &sum);
    if (is_curved(pair->A)) {
        const snw_vec3 d = snw_mat3_apply_t(pair->R, snw_vec3_neg(p->n));
        add_bend(pair->A, d, snw_mat3_apply_t(pair->R, u), snw_mat3_apply_t(pair->R, v), &sum);
    }
    return sum;
}

// --- what the search has found -------------------------------------------------------------------

// A second corner of a core, or rim of a cone, among the points of the simplex: its place there;
// 0 when all are the same, -1 when there are three.
static int other_end(const snw__simplex *s, bool of_A) {
    int found = 0;
    for (int i = 1; i < s->count; i++) {
        const int at = of_A ? s->at[i].at_A : s->at[i].at_B;
        const int first = of_A ? s->at[0].at_A : s->at[0].at_B;
        if (at == first) continue;
        const int second = of_A ? s->at[found].at_A : s->at[found].at_B;
        if (found > 0 && at != second) return -1;
        found = i;
    }
    return found;
}

// The edge or cone on which the nearest points seem to lie. False where there is more than one.
static bool find_limit(polish *p) {
    const snw__simplex *s = p->simplex;
    const int in_A = other_end(s, true), in_B = other_end(s, false);
    p->limit = ALL;
    if (in_A == 0 && in_B == 0) return true;
    if (in_A != 0 && in_B != 0) return false;
    const bool of_A = in_A != 0;
    const int i = of_A ? in_A : in_B;
    const snw__core *core = of_A ? p->pair->A : p->pair->B;
    if (i < 0) return false;
    if (is_curved(core)) {
        p->limit = ALONG_CONE;
        p->cone = core;
        p->edge = of_A ? p->pair->R.z : snw_vec3_z(1);
        return core->half.z > 0;
    }
    p->limit = ACROSS_EDGE;
    const snw_vec3 from = of_A ? s->at[0].a : snw_vec3_sub(s->at[0].a, s->at[0].w);
    const snw_vec3 to = of_A ? s->at[i].a : snw_vec3_sub(s->at[i].a, s->at[i].w);
    p->edge = snw_vec3_normalize(snw_vec3_sub(to, from));
    return true;
}

// --- steps ---------------------------------------------------------------------------------------

// Puts n, of any length, onto the directions that are allowed. False where that leaves nothing.
static bool set_direction(polish *p, snw_vec3 n) {
    if (p->limit != ALL) {
        n = snw_vec3_add_scaled(n, p->edge, -snw_vec3_dot(n, p->edge));
        const double across = snw_vec3_norm(n);
        if (!(across > 0)) return false;
        n = snw_vec3_divide(n, across);
        if (p->limit == ALONG_CONE) {
            // outward from the side; -n is outward from A
            const snw_vec3 h = p->cone->half;
            const double rise = (h.x - h.y) * (p->cone == p->pair->A ? -1 : 1);
            n = snw_vec3_add_scaled(n, p->edge, rise / (2 * h.z));
        }
    }
    const double length = snw_vec3_norm(n);
    if (!(length > 0)) return false;
    p->n = snw_vec3_scale(n, 1 / length);
    const snw_vec3 back = snw_vec3_neg(p->n);
    snw__pair_support(p->pair, &back, &p->at);
    p->gap = snw_vec3_dot(p->n, p->at.w);
    return p->gap > 0;
}

// (Duff et al. 2017)
void snw__find_across(snw_vec3 n, snw_vec3 *u, snw_vec3 *v) {
    const double side = copysign(1, n.z), a = -1 / (side + n.z), b = n.x * n.y * a;
    *u = snw_vec3_of(1 + side * n.x * n.x * a, side * b, -side * n.x);
    *v = snw_vec3_of(b, side + n.y * n.y * a, -n.y);
}

// The step over all directions, and how large the part of w across n is.
static snw_vec3 free_step(const polish *p, double *rest) {
    snw_vec3 u, v;
    snw__find_across(p->n, &u, &v);
    const double ru = snw_vec3_dot(u, p->at.w), rv = snw_vec3_dot(v, p->at.w);
    const bend h = bend_of_pair(p, u, v);
    const double uu = h.uu + p->gap, vv = h.vv + p->gap, uv = h.uv;
    const double inverse = 1 / (uu * vv - uv * uv);
    *rest = sqrt(ru * ru + rv * rv);
    return snw_vec3_add(snw_vec3_scale(u, (vv * ru - uv * rv) * inverse),
                        snw_vec3_scale(v, (uu * rv - uv * ru) * inverse));
}

// The step along the circle about the edge, n' its derivative and n'' the second.
static snw_vec3 limited_step(const polish *p, double *rest) {
    const snw_vec3 first = snw_vec3_cross(p->edge, p->n);
    const snw_vec3 second = snw_vec3_cross(p->edge, first);
    const double slope = snw_vec3_dot(first, p->at.w);
    const double fall = bend_of_pair(p, first, first).uu - snw_vec3_dot(second, p->at.w);
    *rest = fabs(slope);
    return snw_vec3_scale(first, fall > 0 ? slope / fall : 0);
}

// --- the end -------------------------------------------------------------------------------------

// The line up the side of the cone that n meets, in the frame of B.
static void cone_ends(const polish *p, bool of_A, snw_vec3 end[2]) {
    const snw_vec3 h = p->cone->half;
    const snw_vec3 d = of_A ? snw_mat3_apply_t(p->pair->R, snw_vec3_neg(p->n)) : p->n;
    const double across = sqrt(d.x * d.x + d.y * d.y);
    for (int i = 0; i < 2; i++) {
        const double scale = (i == 0 ? h.x : h.y) / across;
        end[i] = snw_vec3_of(scale * d.x, scale * d.y, i == 0 ? -h.z : h.z);
        if (of_A) end[i] = snw_vec3_add(snw_mat3_apply(p->pair->R, end[i]), p->pair->p);
    }
}

// The corners of the edge, as the search has found them.
static void edge_ends(const polish *p, bool of_A, snw_vec3 end[2]) {
    const snw__vertex *from = &p->simplex->at[0];
    const snw__vertex *to = &p->simplex->at[other_end(p->simplex, of_A)];
    end[0] = of_A ? from->a : snw_vec3_sub(from->a, from->w);
    end[1] = of_A ? to->a : snw_vec3_sub(to->a, to->w);
}

// The support point, or the edge or line of one body against the other body's support point.
static snw__simplex find_ends(const polish *p) {
    snw__simplex ends = {.count = 1, .at = {p->at}, .weight = {1}};
    if (p->limit == ALL) return ends;
    const bool of_A = other_end(p->simplex, true) != 0;
    const snw_vec3 w = p->at.w, a = p->at.a, b = snw_vec3_sub(a, w);
    snw_vec3 end[2];
    if (p->limit == ALONG_CONE) {
        cone_ends(p, of_A, end);
    } else {
        edge_ends(p, of_A, end);
    }
    for (int i = 0; i < 2; i++) {
        ends.at[i].a = of_A ? end[i] : a;
        ends.at[i].w = of_A ? snw_vec3_sub(end[i], b) : snw_vec3_sub(a, end[i]);
    }
    ends.count = 2;
    return ends;
}

// The nearest points of the edge or line, if there is one, and the other body's point. The two
// planes across n must prove them.
static bool take_answer(const polish *p, snw__gap *gap) {
    snw__simplex ends = find_ends(p);
    const snw_vec3 v = snw__simplex_nearest(&ends);
    const double length = snw_vec3_norm(v);
    const double rounding = 8 * DBL_EPSILON * p->pair->size;
    if (!(length - p->gap <= SNW__ENOUGH * length + rounding)) return false;
    gap->a = snw__simplex_point(&ends);
    gap->b = snw_vec3_sub(gap->a, v);
    gap->distance = length;
    gap->least = fmin(p->gap, length) - rounding;
    gap->normal = snw_vec3_divide(v, length);
    gap->meet = false;
    gap->is_beyond = gap->least > p->pair->beyond;
    return true;
}

bool snw__polish(snw__pair *pair, const snw__simplex *simplex, snw_vec3 v, snw__gap *gap) {
    polish p = {.pair = pair, .simplex = simplex};
    if (!find_limit(&p) || !set_direction(&p, v)) return false;
    double before = (double)INFINITY;
    for (int step = 0; step < STEPS && gap->iterations < pair->iterations; step++) {
        double rest;
        const snw_vec3 way = p.limit == ALL ? free_step(&p, &rest) : limited_step(&p, &rest);
        gap->iterations++;
        if (rest * rest <= SNW__ENOUGH * p.gap * p.gap) return take_answer(&p, gap);
        if (step > 1 && !(rest < before / 2)) return false;
        before = rest;
        const double length = snw_vec3_norm(way), most = 0.5;
        if (!set_direction(&p, snw_vec3_add_scaled(p.n, way, length > most ? most / length : 1))) {
            return false;
        }
    }
    return false;
}
