// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A slow referee: the point of A - B nearest to the origin by the method of Frank and Wolfe with
// away steps (Guelat and Marcotte 1986), in long double, with support points of its own. Every step
// has a bound from above, the length of the point, and one from below, the plane through the
// support point. What snw_distance() says must not contradict either.

#include "referee.h"

enum { ATOMS = 256 };

static real3 real_scaled(real3 a, real t) {
    return (real3){a.x * t, a.y * t, a.z * t};
}

static real3 real_out(snw_mat3 R, real3 d) {
    const real3 xy = real_add(real_scaled(real_of(R.x), d.x), real_of(R.y), d.y);
    return real_add(xy, real_of(R.z), d.z);
}

static real3 best_of(const real3 *points, int count, real3 d) {
    int best = 0;
    for (int i = 1; i < count; i++) {
        if (real_dot(points[i], d) > real_dot(points[best], d)) best = i;
    }
    return points[best];
}

// corners `from` and from + each edge; with `all` also the one that both edges make
static real3 best_corner(snw_vec3 from, const snw_vec3 *edges, int count, bool all, real3 d) {
    real3 at[5];
    for (int i = 0; i <= count; i++) {
        at[i] = i == 0 ? real_of(from) : real_add(real_of(from), real_of(edges[i - 1]), 1);
    }
    if (all) at[count + 1] = real_add(at[1], real_of(edges[1]), 1);
    return best_of(at, count + 1 + all, d);
}

static real3 best_of_discs(real3 start, real3 end, real r0, real r1, real3 d) {
    const real3 w = real_unit(real_add(end, start, -1));
    // twice: of a short rest rounding is a part that lies along the axis
    const real3 rest = real_add(d, w, -real_dot(w, d));
    const real3 across = real_add(rest, w, -real_dot(w, rest));
    const real length = sqrtl(real_dot(across, across));
    const real3 out = real_scaled(across, length > 0 ? 1 / length : 0);
    const real3 rims[2] = {real_add(start, out, r0), real_add(end, out, r1)};
    return best_of(rims, 2, d);
}

// the point of a shape that is farthest along a unit direction, both in its own frame
static real3 farthest_of(const sample_solid *s, real3 d) {
    switch (s->kind) {
    case SAMPLE_SPHERE:
        return real_add(real_of(s->block.sphere.center), d, s->block.sphere.radius);
    case SAMPLE_CAPSULE: {
        const snw_capsule *c = &s->block.capsule;
        const real3 ends[2] = {real_of(c->start), real_of(c->end)};
        return real_add(best_of(ends, 2, d), d, c->radius);
    }
    case SAMPLE_SEGMENT: {
        const real3 ends[2] = {real_of(s->block.segment.start), real_of(s->block.segment.end)};
        return best_of(ends, 2, d);
    }
    case SAMPLE_LOZENGE: {
        const snw_lozenge *l = &s->block.lozenge;
        const snw_vec3 edges[2] = {l->edge_1, l->edge_2};
        return real_add(best_corner(l->corner, edges, 2, true, d), d, l->radius);
    }
    case SAMPLE_RECTANGLE: {
        const snw_vec3 edges[2] = {s->block.rectangle.edge_1, s->block.rectangle.edge_2};
        return best_corner(s->block.rectangle.corner, edges, 2, true, d);
    }
    case SAMPLE_BOX: {
        const snw_box *b = &s->block.box;
        const real3 l = real_into(b->pose.R, d);
        const real3 h = {copysignl(b->half_extents.x, l.x), copysignl(b->half_extents.y, l.y),
                         copysignl(b->half_extents.z, l.z)};
        return real_add(real_of(b->pose.p), real_out(b->pose.R, h), 1);
    }
    case SAMPLE_TRIANGLE: {
        const snw_vec3 edges[2] = {s->block.triangle.edge_1, s->block.triangle.edge_2};
        return best_corner(s->block.triangle.corner, edges, 2, false, d);
    }
    case SAMPLE_TETRAHEDRON: {
        const snw_tetrahedron *t = &s->block.tetrahedron;
        const snw_vec3 edges[3] = {t->edge_1, t->edge_2, t->edge_3};
        return best_corner(t->corner, edges, 3, false, d);
    }
    case SAMPLE_HULL: {
        real3 at[SAMPLE_VERTICES];
        for (int i = 0; i < SAMPLE_VERTICES; i++) {
            at[i] = real_of(s->vertices[i]);
        }
        return best_of(at, SAMPLE_VERTICES, d);
    }
    case SAMPLE_CYLINDER: {
        const snw_cylinder *c = &s->block.cylinder;
        return best_of_discs(real_of(c->start), real_of(c->end), c->radius, c->radius, d);
    }
    case SAMPLE_CONE: {
        const snw_cone *c = &s->block.cone;
        return best_of_discs(real_of(c->start), real_of(c->end), c->start_radius, c->end_radius, d);
    }
    case SAMPLE_ELLIPSOID: {
        const snw_ellipsoid *e = &s->block.ellipsoid;
        const real3 l = real_into(e->pose.R, d), a = real_of(e->semi_axes);
        const real3 scaled = {a.x * l.x, a.y * l.y, a.z * l.z};
        const real3 u = real_unit(scaled), at = {a.x * u.x, a.y * u.y, a.z * u.z};
        return real_add(real_of(e->pose.p), real_out(e->pose.R, at), 1);
    }
    case SAMPLE_HALF_SPACE:
    case SAMPLE_PLANE:
    case SAMPLE_KINDS:
        break;
    }
    return (real3){0, 0, 0};
}

static real3 placed_farthest(const sample_solid *s, snw_pose T, real3 d) {
    return real_add(real_of(T.p), real_out(T.R, farthest_of(s, real_into(T.R, d))), 1);
}

/// What the method knows: bounds of the distance of two bodies; both are 0 where they meet.
typedef struct bounds {
    real low, high;
} bounds;

typedef struct mixture {
    real3 at[ATOMS];
    real weight[ATOMS];
    int count;
} mixture;

static int farthest_atom(const mixture *m, real3 x) {
    int best = 0;
    for (int i = 1; i < m->count; i++) {
        if (real_dot(m->at[i], x) > real_dot(m->at[best], x)) best = i;
    }
    return best;
}

static void drop_light_atoms(mixture *m) {
    int kept = 0;
    for (int i = 0; i < m->count; i++) {
        if (!(m->weight[i] > 0)) continue;
        m->at[kept] = m->at[i];
        m->weight[kept++] = m->weight[i];
    }
    m->count = kept;
}

// One step towards a support point, or away from the worst of those that x is made of.
static void step_mixture(mixture *m, real3 *x, real3 s) {
    const int worst = farthest_atom(m, *x);
    const real to_s = real_dot(*x, *x) - real_dot(*x, s);
    const real from_worst = real_dot(*x, m->at[worst]) - real_dot(*x, *x);
    const bool towards = to_s >= from_worst || m->count == ATOMS;
    const real3 way = towards ? real_add(s, *x, -1) : real_add(*x, m->at[worst], -1);
    const real most = towards ? 1 : m->weight[worst] / (1 - m->weight[worst]);
    const real square = real_dot(way, way);
    real t = square > 0 ? -real_dot(*x, way) / square : 0;
    t = t < 0 ? 0 : (t > most ? most : t);
    for (int i = 0; i < m->count; i++) {
        m->weight[i] *= towards ? 1 - t : 1 + t;
    }
    if (towards && m->count < ATOMS) {
        m->at[m->count] = s;
        m->weight[m->count++] = t;
    } else if (towards) {
        m->at[worst] = s; // no room: a point that is as good as any
    } else {
        m->weight[worst] = t >= most ? 0 : m->weight[worst] - t;
    }
    drop_light_atoms(m);
    *x = real_add(*x, way, t);
}

static bounds judge_distance(const referee *r, int steps) {
    static mixture m;
    const real3 first = {0.6L, 0, 0.8L}, back = real_scaled(first, -1);
    real3 x =
        real_add(placed_farthest(r->A, r->T_A, back), placed_farthest(r->B, r->T_B, first), -1);
    m.at[0] = x;
    m.weight[0] = 1;
    m.count = 1;
    bounds b = {0, INFINITY};
    for (int i = 0; i < steps && b.high - b.low > 1e-12L; i++) {
        const real length = sqrtl(real_dot(x, x));
        b.high = fminl(b.high, length);
        if (length < 1e-13L) break;
        const real3 n = real_scaled(x, 1 / length), against = real_scaled(n, -1);
        const real3 s =
            real_add(placed_farthest(r->A, r->T_A, against), placed_farthest(r->B, r->T_B, n), -1);
        b.low = fmaxl(b.low, real_dot(n, s));
        step_mixture(&m, &x, s);
    }
    return b;
}

static double reach(void) {
    static const double reaches[] = {0.02, 0.2, 0.5, 2};
    return reaches[check_int(0, 3)];
}

static long placements = 0; ///< of each pair of kinds; 0: as many as a test has time for

static void the_slow_referee_contradicts_no_pair_of_kinds(void) {
    enum { KINDS = SAMPLE_HALF_SPACE };
    const long each = placements > 0 ? placements : check_scaled(50);
    long tight = 0, apart = 0;
    CHECK_CASES(each * KINDS * KINDS) {
        sample_solid A, B;
        sample_of_kind(&A, (sample_kind)(check_case % KINDS));
        sample_of_kind(&B, (sample_kind)(check_case / KINDS % KINDS));
        const double far = reach();
        const referee r = {&A, &B, sample_pose(far), sample_pose(far)};
        snw_distance_query q = snw_distance_defaults(&A.solid, &B.solid);
        q.T_first = r.T_A;
        q.T_second = r.T_B;
        snw_closest c;
        CHECK(snw_distance(&q, &c) == SNW_OK);
        const bounds b = judge_distance(&r, 300);
        CHECK(c.least <= (double)b.high + 1e-12);
        CHECK((double)b.low <= fmax(0, c.distance) + 1e-12);
        if (c.state == SNW_PENETRATING) CHECK(b.low < 1e-12L);
        if (c.distance <= 1e-6) continue;
        apart++;
        tight += b.high - b.low < 1e-6L;
    }
    // a referee that knows nothing contradicts nobody
    CHECK(apart > each * KINDS * KINDS / 4 && tight > apart * 3 / 4);
}

int main(int argc, char **argv) {
    if (argc > 1) placements = strtol(argv[1], NULL, 10);
    RUN(the_slow_referee_contradicts_no_pair_of_kinds);
    return check_report();
}
