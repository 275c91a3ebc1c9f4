// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The depth of two cores that meet, by an expanding polytope (van den Bergen 2001): a polytope
// inside A - B grows where its surface is nearest to the origin. Its nearest face bounds the depth
// from below, the support plane along the normal of a face from above; so whatever ends the search
// leaves a bracket. The first tetrahedron need not hold the origin: a face that has the origin
// outside has a negative offset, is therefore the nearest, and is grown until it has it inside.
// All arrays are fixed, and a step that rounding forbids leaves the polytope as it was.

#include "internal.h"

enum { VERTICES = SNW__DEPTH_VERTICES, FACES = 3 * VERTICES, NONE = 0xFFFF };

typedef enum face_use { FREE, ALIVE, SEEN } face_use;

typedef struct face {
    uint16_t at[3];     // counter-clockwise seen from outside
    uint16_t beside[3]; // the face across the edge from at[k] to at[k + 1]
    face_use use;
    snw_vec3 normal; // unit, outward
    double offset;   // of its plane from the origin
} face;

// an edge between a face that the newest vertex sees and one that it does not
typedef struct rim_edge {
    uint16_t beyond, edge; // the face that stays, and which of its edges
    uint16_t within;       // the face that goes
    uint16_t made;         // the face that closes the hole here
} rim_edge;

typedef struct polytope {
    snw__vertex at[VERTICES];
    int count;
    face faces[FACES];
    double offsets[FACES];   // of the faces that are alive; infinite for others
    int face_end;            // faces from here on were never used
    int alive, alive_before; // faces now, and before the newest vertex
    rim_edge rim[FACES];
    int rim_count;
    uint16_t seen[FACES]; // faces that the newest vertex sees
    int seen_count;
    uint16_t rim_from[VERTICES]; // the rim edge that starts at a vertex
    double tiny;                 // what is rounding
} polytope;

static snw_vec3 vertex_at(const polytope *p, int i) {
    return p->at[i].w;
}

// False where the face has no area.
static bool make_face(const polytope *p, int i, int j, int k, face *f) {
    const snw_vec3 a = vertex_at(p, i), b = vertex_at(p, j), c = vertex_at(p, k);
    const snw_vec3 ab = snw_vec3_sub(b, a), ac = snw_vec3_sub(c, a);
    const snw_vec3 n = snw_vec3_cross(ab, ac);
    const double area = snw_vec3_norm(n);
    const double square_b = snw_vec3_norm2(ab), square_c = snw_vec3_norm2(ac);
    // the height of the triangle is below rounding
    const double longest = square_b > square_c ? square_b : square_c;
    if (!(area * area > p->tiny * p->tiny * longest)) return false;
    *f = (face){.at = {(uint16_t)i, (uint16_t)j, (uint16_t)k},
                .use = ALIVE,
                .normal = snw_vec3_scale(n, 1 / area)};
    f->offset = snw_vec3_dot(f->normal, a);
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
static bool add_outside(polytope *p, snw__pair *pair, snw_vec3 *flat) {
    snw_vec3 directions[3];
    const int count = directions_out(p, p->count, directions);
    snw__vertex best = {0};
    double most = -1;
    for (int i = 0; i < 2 * count; i++) {
        const snw_vec3 d = i % 2 == 0 ? directions[i / 2] : snw_vec3_neg(directions[i / 2]);
        snw__vertex v;
        snw__pair_support(pair, &d, &v);
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

// False where no four points of A - B span a volume, or rounding leaves a face without area.
static bool span_tetrahedron(polytope *p, snw__pair *pair, const snw__simplex *from,
                             snw_vec3 *flat) {
    p->count = 0;
    for (int i = 0; i < from->count; i++) {
        p->at[p->count++] = from->at[i];
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
    // corners of the four faces, and the faces beside their edges
    static const uint16_t corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const uint16_t beside[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int i = 0; i < 4; i++) {
        const uint16_t *at = corners[i];
        if (!make_face(p, at[0], at[1], at[2], &p->faces[i])) return false;
        p->offsets[i] = p->faces[i].offset;
        for (int k = 0; k < 3; k++) {
            p->faces[i].beside[k] = beside[i][k];
        }
    }
    p->face_end = p->alive = 4;
    return true;
}

// The simplex of the search may be thinner than rounding allows; any point of it will do as well.
static bool begin_polytope(polytope *p, snw__pair *pair, const snw__simplex *simplex,
                           snw_vec3 *flat) {
    p->tiny = 1e-15 * pair->size;
    const snw__simplex solid = without_flat(simplex, 1e3 * p->tiny);
    for (int count = solid.count; count >= 1; count--) {
        snw__simplex from = solid;
        from.count = count;
        if (span_tetrahedron(p, pair, &from, flat)) return true;
    }
    return false;
}

// --- growing -------------------------------------------------------------------------------------

static bool is_seen(const polytope *p, const face *f, snw_vec3 w) {
    return snw_vec3_dot(f->normal, w) - f->offset > p->tiny;
}

// Finds all faces that a point sees, from one of them on, and the rim about them.
static void find_seen(polytope *p, int start, snw_vec3 w) {
    p->rim_count = p->seen_count = 0;
    p->faces[start].use = SEEN;
    p->seen[p->seen_count++] = (uint16_t)start;
    for (int i = 0; i < p->seen_count; i++) {
        const int at = p->seen[i];
        for (int k = 0; k < 3; k++) {
            const uint16_t next = p->faces[at].beside[k];
            face *other = &p->faces[next];
            if (other->use == SEEN) continue;
            if (is_seen(p, other, w)) {
                other->use = SEEN;
                p->seen[p->seen_count++] = next;
                continue;
            }
            int edge = 0;
            while (edge < 2 && other->beside[edge] != at)
                edge++;
            p->rim[p->rim_count++] = (rim_edge){
                .beyond = next, .edge = (uint16_t)edge, .within = (uint16_t)at, .made = NONE};
        }
    }
}

static int free_slot(polytope *p, int *from) {
    for (; *from < p->face_end; (*from)++) {
        if (p->faces[*from].use == FREE) return (*from)++;
    }
    if (p->face_end == FACES) return NONE;
    *from = p->face_end + 1;
    return p->face_end++;
}

// Makes a face on each edge of the rim. False where rounding or room forbids one.
static bool make_hat(polytope *p, int newest) {
    int slot_from = 0;
    for (int i = 0; i < p->rim_count; i++) {
        rim_edge *r = &p->rim[i];
        const face *beyond = &p->faces[r->beyond];
        const int slot = free_slot(p, &slot_from);
        r->made = (uint16_t)slot;
        if (slot == NONE) return false;
        // the edge as the face that goes has it
        const int from = beyond->at[(r->edge + 1) % 3], to = beyond->at[r->edge];
        face *f = &p->faces[slot];
        f->use = FREE;
        p->offsets[slot] = (double)INFINITY;
        if (!make_face(p, from, to, newest, f)) return false;
        f->beside[0] = r->beyond;
        p->offsets[slot] = f->offset;
        p->rim_from[from] = (uint16_t)i;
    }
    return true;
}

// Joins the new faces to each other along the rim. False where this is not one simple loop.
static bool join_hat(polytope *p) {
    int at = 0;
    for (int i = 0; i < p->rim_count; i++) {
        face *f = &p->faces[p->rim[at].made];
        const int next = p->rim_from[f->at[1]];
        if (next >= p->rim_count) return false;
        face *g = &p->faces[p->rim[next].made];
        if (g->at[0] != f->at[1]) return false;
        f->beside[1] = p->rim[next].made;
        g->beside[2] = p->rim[at].made;
        at = next;
        if (at == 0) return i == p->rim_count - 1;
    }
    return false;
}

// The polytope is again as it was before the newest vertex.
static void undo_growth(polytope *p) {
    for (int i = 0; i < p->seen_count; i++) {
        face *f = &p->faces[p->seen[i]];
        f->use = ALIVE;
        p->offsets[p->seen[i]] = f->offset;
    }
    for (int i = 0; i < p->rim_count; i++) {
        const rim_edge *r = &p->rim[i];
        p->faces[r->beyond].beside[r->edge] = r->within;
        if (r->made == NONE) continue;
        p->faces[r->made].use = FREE;
        p->offsets[r->made] = (double)INFINITY;
    }
    p->alive = p->alive_before;
    p->count--;
}

// Takes away the faces that the newest vertex sees, and closes the hole with new ones. False where
// rounding or room forbids it; the polytope is then as it was before the vertex.
static bool grow(polytope *p, int start) {
    const int newest = p->count - 1;
    p->alive_before = p->alive;
    find_seen(p, start, vertex_at(p, newest));
    const bool room = p->alive + p->rim_count <= FACES;
    if (!room || !make_hat(p, newest) || !join_hat(p)) {
        undo_growth(p);
        return false;
    }
    for (int i = 0; i < p->rim_count; i++) {
        const rim_edge *r = &p->rim[i];
        p->faces[r->beyond].beside[r->edge] = r->made;
    }
    for (int i = 0; i < p->seen_count; i++) {
        p->faces[p->seen[i]].use = FREE;
        p->offsets[p->seen[i]] = (double)INFINITY;
    }
    p->alive += p->rim_count - p->seen_count;
    return true;
}

// Four searches at once: they do not wait for each other.
static int nearest_face(const polytope *p) {
    const double *offsets = p->offsets;
    int best[4] = {0, 0, 0, 0};
    double least[4];
    for (int k = 0; k < 4; k++) {
        least[k] = offsets[0];
    }
    int i = 0;
    for (; i + 4 <= p->face_end; i += 4) {
        for (int k = 0; k < 4; k++) {
            const bool nearer = offsets[i + k] < least[k];
            best[k] = nearer ? i + k : best[k];
            least[k] = nearer ? offsets[i + k] : least[k];
        }
    }
    for (; i < p->face_end; i++) {
        if (!(offsets[i] < least[0])) continue;
        best[0] = i;
        least[0] = offsets[i];
    }
    int nearest = 0;
    for (int k = 1; k < 4; k++) {
        nearest = least[k] < least[nearest] ? k : nearest;
    }
    return best[nearest];
}

// The points of A and B that the origin's projection is made of. A flat side of A - B may have
// several faces: the projection lies in that which is nearest as a triangle, not as a plane.
static void find_points(const polytope *p, double offset, snw__gap *gap) {
    double nearest = (double)INFINITY;
    for (int i = 0; i < p->face_end; i++) {
        const face *f = &p->faces[i];
        if (f->use != ALIVE || f->offset > offset) continue;
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

// A - B is a piece of a plane, or less: across it no way is needed.
static void part_flat(snw__pair *pair, snw_vec3 flat, snw__gap *gap) {
    const snw_vec3 back = snw_vec3_neg(flat);
    snw__vertex end;
    snw__pair_support(pair, &back, &end);
    const double upper = fmax(0, -snw_vec3_dot(flat, end.w));
    gap->normal = flat;
    gap->distance = 0;
    gap->b = gap->a;
    gap->least = -upper - 16 * DBL_EPSILON * pair->size;
}

void snw__depth_expand(snw__pair *pair, const snw__simplex *simplex, snw__gap *gap) {
    polytope p;
    snw_vec3 flat = {0, 0, 1};
    const double enough = 1e-12 * pair->size;
    if (!begin_polytope(&p, pair, simplex, &flat)) {
        part_flat(pair, flat, gap);
        return;
    }
    double upper = (double)INFINITY;
    int nearest = nearest_face(&p);
    for (;;) {
        const face *f = &p.faces[nearest];
        const double lower = f->offset;
        snw__vertex next;
        snw__pair_support(pair, &f->normal, &next);
        gap->iterations++;
        const double reach = snw_vec3_dot(f->normal, next.w);
        upper = reach < upper ? reach : upper;
        if (upper - lower <= enough || p.count == VERTICES || !is_seen(&p, f, next.w)) break;
        p.at[p.count++] = next;
        if (!grow(&p, nearest)) break;
        const int before = nearest;
        nearest = nearest_face(&p);
        // a polytope that has shrunk is one that rounding has torn
        if (p.faces[nearest].offset < lower - enough) {
            undo_growth(&p);
            nearest = before;
            break;
        }
    }
    const double lower = p.faces[nearest].offset;
    find_points(&p, lower + enough, gap);
    gap->distance = -fmax(0, lower);
    gap->least = fmin(gap->distance, -upper) - 16 * DBL_EPSILON * pair->size;
}
