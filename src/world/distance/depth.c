// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The depth of two cores that meet, by an expanding polytope (van den Bergen 2001): a polytope
// inside A - B that holds the origin grows where it is nearest to it. Its nearest face bounds the
// depth from below, the support plane along the normal of a face from above; so whatever ends the
// search leaves a bracket. All arrays are fixed.

#include <string.h>

#include "internal.h"

enum { VERTICES = 128, FACES = 256 };

typedef struct face {
    uint8_t at[3]; // counter-clockwise seen from outside
    bool dead;
    snw_vec3 normal; // unit, outward
    double offset;   // of its plane from the origin
} face;

typedef struct polytope {
    snw__vertex at[VERTICES];
    int count;
    face faces[FACES];
    int face_count;
    uint64_t edges[VERTICES][VERTICES / 64]; // directed edges of what the newest vertex sees
    double size, tiny;                       // of A - B; what is rounding
} polytope;

static snw_vec3 vertex_at(const polytope *p, int i) {
    return p->at[i].w;
}

// False where the face has no area, or lies on the wrong side of the origin.
static bool make_face(const polytope *p, int i, int j, int k, face *f) {
    const snw_vec3 a = vertex_at(p, i), b = vertex_at(p, j), c = vertex_at(p, k);
    const snw_vec3 ab = snw_vec3_sub(b, a), ac = snw_vec3_sub(c, a);
    const snw_vec3 n = snw_vec3_cross(ab, ac);
    const double area = snw_vec3_norm(n);
    const double longest = fmax(snw_vec3_norm(ab), snw_vec3_norm(ac));
    // the height of the triangle is below rounding
    if (!(area > p->tiny * longest)) return false;
    *f = (face){.at = {(uint8_t)i, (uint8_t)j, (uint8_t)k}, .normal = snw_vec3_divide(n, area)};
    f->offset = snw_vec3_dot(f->normal, a);
    if (f->offset < -1e2 * p->tiny) return false;
    f->offset = fmax(0, f->offset);
    return true;
}

// --- the first tetrahedron -----------------------------------------------------------------------

// how far a point lies from the hull of the first `count` vertices, a point, line or plane
static double height_of(const polytope *p, int count, snw_vec3 w) {
    const snw_vec3 a = vertex_at(p, 0), way = snw_vec3_sub(w, a);
    if (count == 1) return snw_vec3_norm(way);
    const snw_vec3 edge = snw_vec3_sub(vertex_at(p, 1), a);
    if (count == 2) return snw_vec3_norm(snw_vec3_cross(snw_vec3_normalize(edge), way));
    const snw_vec3 other = snw_vec3_sub(vertex_at(p, 2), a);
    return fabs(snw_vec3_dot(snw_vec3_normalize(snw_vec3_cross(edge, other)), way));
}

// Directions in which a point outside of the hull of `count` vertices may lie.
static int directions_out(const polytope *p, int count, snw_vec3 out[3]) {
    const snw_mat3 axes = snw_mat3_identity();
    if (count == 1) {
        for (int i = 0; i < 3; i++) {
            out[i] = snw_mat3_column(axes, i);
        }
        return 3;
    }
    const snw_vec3 edge = snw_vec3_normalize(snw_vec3_sub(vertex_at(p, 1), vertex_at(p, 0)));
    if (count == 2) {
        const double x = fabs(edge.x), y = fabs(edge.y), z = fabs(edge.z);
        const int least = x <= y && x <= z ? 0 : (y <= z ? 1 : 2);
        out[0] = snw_vec3_normalize(snw_vec3_cross(edge, snw_mat3_column(axes, least)));
        out[1] = snw_vec3_cross(edge, out[0]);
        return 2;
    }
    const snw_vec3 other = snw_vec3_sub(vertex_at(p, 2), vertex_at(p, 0));
    out[0] = snw_vec3_normalize(snw_vec3_cross(edge, other));
    return 1;
}

// Adds a vertex outside of what is there; false where A - B is flat, with the flat direction.
static bool add_outside(polytope *p, const snw__pair *pair, snw_vec3 *flat) {
    snw_vec3 directions[3];
    const int count = directions_out(p, p->count, directions);
    snw__vertex best = {0};
    double most = -1;
    for (int i = 0; i < 2 * count; i++) {
        const snw_vec3 d = i % 2 == 0 ? directions[i / 2] : snw_vec3_neg(directions[i / 2]);
        const snw__vertex v = snw__pair_support(pair, d);
        const double height = height_of(p, p->count, v.w);
        if (height > most) {
            most = height;
            best = v;
        }
    }
    *flat = directions[count - 1];
    if (!(most > 1e3 * p->tiny)) return false;
    p->at[p->count++] = best;
    return true;
}

// Of a flat tetrahedron the face, edge or corner that holds the origin.
static snw__simplex without_flat(const snw__simplex *simplex, double tiny) {
    if (simplex->count < 4) return *simplex;
    const snw_vec3 a = simplex->at[0].w;
    const snw_vec3 b = snw_vec3_sub(simplex->at[1].w, a), c = snw_vec3_sub(simplex->at[2].w, a);
    const snw_vec3 d = snw_vec3_sub(simplex->at[3].w, a);
    const double volume = fabs(snw_vec3_dot(d, snw_vec3_cross(b, c)));
    const double longest = fmax(snw_vec3_norm(b), fmax(snw_vec3_norm(c), snw_vec3_norm(d)));
    if (volume > tiny * longest * longest) return *simplex;
    snw__simplex best = {0};
    double nearest = (double)INFINITY;
    for (int left_out = 0; left_out < 4; left_out++) {
        snw__simplex three = {.count = 3};
        for (int i = 0, k = 0; i < 4; i++) {
            if (i != left_out) three.at[k++] = simplex->at[i];
        }
        const double distance = snw_vec3_norm(snw__simplex_nearest(&three));
        if (distance < nearest) {
            nearest = distance;
            best = three;
        }
    }
    return best;
}

static bool begin_polytope(polytope *p, const snw__pair *pair, const snw__simplex *simplex,
                           snw_vec3 *flat) {
    p->size = pair->size;
    p->tiny = 1e-15 * pair->size;
    p->count = 0;
    const snw__simplex solid = without_flat(simplex, 1e3 * p->tiny);
    for (int i = 0; i < solid.count; i++) {
        p->at[p->count++] = solid.at[i];
    }
    while (p->count < 4) {
        if (!add_outside(p, pair, flat)) return false;
    }
    const snw_vec3 a = vertex_at(p, 0), b = vertex_at(p, 1), c = vertex_at(p, 2);
    const snw_vec3 n = snw_vec3_cross(snw_vec3_sub(b, a), snw_vec3_sub(c, a));
    if (snw_vec3_dot(n, snw_vec3_sub(vertex_at(p, 3), a)) > 0) {
        const snw__vertex first = p->at[0];
        p->at[0] = p->at[1];
        p->at[1] = first;
    }
    p->face_count = 4;
    return make_face(p, 0, 1, 2, &p->faces[0]) && make_face(p, 0, 3, 1, &p->faces[1]) &&
           make_face(p, 1, 3, 2, &p->faces[2]) && make_face(p, 2, 3, 0, &p->faces[3]);
}

// --- growing -------------------------------------------------------------------------------------

static void mark_edge(polytope *p, int from, int to) {
    p->edges[from][to / 64] |= UINT64_C(1) << (to % 64);
}

static bool has_edge(const polytope *p, int from, int to) {
    return (p->edges[from][to / 64] >> (to % 64) & 1) != 0;
}

// Takes away the faces that the newest vertex sees, and closes the hole with new ones. False where
// rounding or room forbids it; the polytope is then of no more use.
static bool grow(polytope *p) {
    const int newest = p->count - 1;
    const int old_count = p->face_count;
    memset(p->edges, 0, sizeof p->edges);
    for (int i = 0; i < old_count; i++) {
        face *f = &p->faces[i];
        if (snw_vec3_dot(f->normal, vertex_at(p, newest)) - f->offset <= p->tiny) continue;
        f->dead = true;
        for (int k = 0; k < 3; k++) {
            mark_edge(p, f->at[k], f->at[(k + 1) % 3]);
        }
    }
    // an edge that only one of them has is on the rim
    for (int i = 0; i < old_count; i++) {
        const face old = p->faces[i];
        for (int k = 0; k < 3 && old.dead; k++) {
            const int from = old.at[k], to = old.at[(k + 1) % 3];
            if (has_edge(p, to, from)) continue;
            if (p->face_count == FACES) return false;
            if (!make_face(p, from, to, newest, &p->faces[p->face_count])) return false;
            p->face_count++;
        }
    }
    int kept = 0;
    for (int i = 0; i < p->face_count; i++) {
        if (!p->faces[i].dead) p->faces[kept++] = p->faces[i];
    }
    p->face_count = kept;
    return true;
}

static const face *nearest_face(const polytope *p) {
    const face *best = &p->faces[0];
    for (int i = 1; i < p->face_count; i++) {
        if (p->faces[i].offset < best->offset) best = &p->faces[i];
    }
    return best;
}

// The points of A and B that the origin's projection is made of. A flat side of A - B may have
// several faces: the projection lies in that which is nearest as a triangle, not as a plane.
static void tell_points(const polytope *p, double offset, snw__gap *gap) {
    double nearest = (double)INFINITY;
    for (int i = 0; i < p->face_count; i++) {
        const face *f = &p->faces[i];
        if (f->offset > offset) continue;
        snw__simplex s = {.count = 3};
        for (int k = 0; k < 3; k++) {
            s.at[k] = p->at[f->at[k]];
        }
        const snw_vec3 v = snw__simplex_nearest(&s);
        const double distance = snw_vec3_norm(v);
        if (!(distance < nearest)) continue;
        nearest = distance;
        gap->normal = snw_vec3_neg(f->normal);
        gap->a = snw__simplex_point(&s);
        gap->b = snw_vec3_sub(gap->a, v);
    }
}

void snw__depth_expand(const snw__pair *pair, const snw__simplex *simplex, snw__gap *gap) {
    polytope p;
    snw_vec3 flat = {0, 0, 1};
    const double rounding = 16 * DBL_EPSILON * pair->size;
    const double enough = 1e-12 * pair->size;
    double upper = (double)INFINITY, lower = 0;
    if (!begin_polytope(&p, pair, simplex, &flat)) {
        // A - B is a plane piece, or less: across it no way is needed
        const snw__vertex end = snw__pair_support(pair, snw_vec3_neg(flat));
        upper = fmax(0, -snw_vec3_dot(flat, end.w));
        gap->normal = flat;
        gap->distance = 0;
        gap->b = gap->a;
        gap->least = -upper - rounding;
        return;
    }
    for (int i = 0; i < pair->iterations + 64; i++) {
        const face nearest = *nearest_face(&p);
        const snw__vertex next = snw__pair_support(pair, nearest.normal);
        const double reach = snw_vec3_dot(nearest.normal, next.w);
        gap->iterations++;
        // a polytope that has shrunk is one that rounding has torn: what was found before is better
        if (nearest.offset < lower - enough) break;
        lower = fmax(lower, nearest.offset);
        upper = fmin(upper, reach);
        tell_points(&p, nearest.offset + enough, gap);
        if (upper - lower <= enough || p.count == VERTICES) break;
        p.at[p.count++] = next;
        if (!grow(&p)) break;
    }
    gap->distance = -lower;
    gap->least = -fmax(upper, lower) - rounding;
}
