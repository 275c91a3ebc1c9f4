// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The patch of two solids: where their sides that look at each other are nearer than a limit. Flat
// sides are clipped by each other; lines beside each other are cut where their distance reaches the
// limit; of surfaces of triangles and of bricks the corners of both sides are asked. Of all these
// places four are chosen: the nearest, the farthest from it, and those that span most area.

#include "patch.h"
#include "mesh.h"

enum { POOL = 64, HALVINGS = 40 };

// Two cores in the order of their own, and what is found of them. The answers in `at` are in that
// order; the normal of the nearest points is the height.
typedef struct two_sides {
    snw__placed A, B;
    snw_distance_query query; // what is asked of points: only below counts
    snw_closest nearest;
    snw_vec3 u, v; // unit, across the normal
    double limit, rounding;
    snw_closest *at;
    int count;
} two_sides;

static void add_answer(two_sides *s, const snw_closest *c) {
    if (s->count < POOL) s->at[s->count++] = *c;
}

// --- flat sides ----------------------------------------------------------------------------------

// The side of a core that looks along d, seen from the nearest point of B.
static void see_side(const two_sides *s, const snw__placed *placed, snw_vec3 d, snw__side *side) {
    const snw_pose T = snw__core_pose(placed);
    const snw_vec3 to = snw_vec3_sub(T.p, s->nearest.b);
    snw_vec3 corners[SNW__FACE_CORNERS];
    side->count = snw__core_face(placed->core, snw_mat3_apply_t(T.R, d), corners);
    for (int i = 0; i < side->count; i++) {
        const snw_vec3 p = snw_vec3_add(snw_mat3_apply(T.R, corners[i]), to);
        side->at[i] = (snw__spot){snw_vec3_dot(s->u, p), snw_vec3_dot(s->v, p),
                                  snw_vec3_dot(s->nearest.normal, p), 0};
    }
}

// Heights of cores become points of the solids.
static void add_spots(two_sides *s, const snw__spot *spots, int count) {
    const snw_vec3 n = s->nearest.normal;
    const double bracket = s->nearest.distance - s->nearest.least;
    for (int i = 0; i < count; i++) {
        const double high = spots[i].first - s->A.core->radius;
        const double low = spots[i].second + s->B.core->radius;
        const snw_vec3 across = snw_vec3_add_scaled(
            snw_vec3_add_scaled(s->nearest.b, s->u, spots[i].x), s->v, spots[i].y);
        snw_closest c = s->nearest;
        c.distance = high - low;
        c.least = c.distance - bracket;
        c.a = snw_vec3_add_scaled(across, n, high);
        c.b = snw_vec3_add_scaled(across, n, low);
        c.state = snw__state_of(c.distance, c.least, s->rounding * 1e12);
        add_answer(s, &c);
    }
}

// --- lines ---------------------------------------------------------------------------------------

// A point of the first core, as thick as it is there, against the second. False where they are
// farther apart than the limit.
static bool ask_point(const two_sides *s, snw_vec3 p, double radius, const snw__placed *other,
                      bool mirrored, snw_closest *c) {
    const snw__core tip = {.kind = SNW__CORE_POINT,
                           .straight = true,
                           .radius = radius,
                           .girth = radius,
                           .reach = radius,
                           .T = SNW_POSE_AT(0, 0, 0)};
    const snw_pose T = snw_pose_translation(p);
    const snw__placed placed = {&tip, &T};
    snw__near_parts(&placed, other, &s->query, NULL, c);
    if (mirrored) snw__mirror(c);
    return c->distance <= s->limit;
}

// From a place of a line within the limit towards another one: the last that is within it. The
// distance from a convex body is a convex function along the line.
static void add_last_place(two_sides *s, snw_vec3 from, snw_vec3 to, double radius) {
    snw_closest c, last;
    if (ask_point(s, to, radius, &s->B, false, &c)) {
        add_answer(s, &c);
        return;
    }
    double low = 0, high = 1;
    const snw_vec3 way = snw_vec3_sub(to, from);
    bool found = false;
    for (int i = 0; i < HALVINGS; i++) {
        const double t = (low + high) / 2;
        const bool within =
            ask_point(s, snw_vec3_add_scaled(from, way, t), radius, &s->B, false, &c);
        if (within) last = c;
        found |= within;
        *(within ? &low : &high) = t;
    }
    if (found) add_answer(s, &last);
}

static snw_vec3 place_of_spot(const two_sides *s, const snw__spot *spot) {
    const snw_vec3 across =
        snw_vec3_add_scaled(snw_vec3_add_scaled(s->nearest.b, s->u, spot->x), s->v, spot->y);
    return snw_vec3_add_scaled(across, s->nearest.normal, spot->first);
}

// Two lines: both ends of that part of the first that lies beside the second.
static void add_lines(two_sides *s, const snw__side *first, const snw__side *second) {
    const snw_vec3 start = place_of_spot(s, &first->at[0]), end = place_of_spot(s, &first->at[1]);
    const snw_vec3 p = place_of_spot(s, &second->at[0]), q = place_of_spot(s, &second->at[1]);
    const snw_vec3 way = snw_vec3_sub(end, start), beside = snw_vec3_sub(q, p);
    const double square = snw_vec3_norm2(way), other = snw_vec3_norm2(beside);
    if (!(square > 0) || !(other > 0)) return;
    // 0 and 1 are the ends of the second
    const double at_start = snw_vec3_dot(snw_vec3_sub(start, p), beside) / other;
    const double rate = snw_vec3_dot(way, beside) / other;
    double low = 0, high = 1;
    if (fabs(rate) > 1e-9) {
        const double zero = -at_start / rate, one = (1 - at_start) / rate;
        low = fmin(1, fmax(low, fmin(zero, one)));
        high = fmax(0, fmin(high, fmax(zero, one)));
    }
    // the nearest place of the first line
    const snw_vec3 on_A = snw_vec3_add_scaled(s->nearest.a, s->nearest.normal, s->A.core->radius);
    const double t = snw_vec3_dot(snw_vec3_sub(on_A, start), way) / square;
    const double middle = fmin(1, fmax(0, t));
    const snw_vec3 from = snw_vec3_add_scaled(start, way, middle);
    const double radius = s->A.core->radius;
    add_last_place(s, from, snw_vec3_add_scaled(start, way, fmin(low, middle)), radius);
    add_last_place(s, from, snw_vec3_add_scaled(start, way, fmax(high, middle)), radius);
}

// --- surfaces and bricks -------------------------------------------------------------------------

// The hull of a surface, in the place of the surface.
static snw__core hull_of_mesh(const snw__core *core) {
    snw__core hull = core->mesh->hull;
    hull.T = core->T;
    hull.straight = core->straight;
    return hull;
}

// The corners of one side, each against the other core.
static void add_corners(two_sides *s, const snw__placed *own, const snw__placed *other,
                        bool mirrored) {
    snw__core hull;
    snw__placed placed = *own;
    if (own->core->kind == SNW__CORE_MESH) {
        hull = hull_of_mesh(own->core);
        placed.core = &hull;
    }
    const snw_vec3 n = s->nearest.normal;
    const snw_pose T = snw__core_pose(&placed);
    const snw_vec3 d = snw_mat3_apply_t(T.R, mirrored ? n : snw_vec3_neg(n));
    snw_vec3 corners[SNW__FACE_CORNERS];
    const int count = snw__core_face(placed.core, d, corners);
    for (int i = 0; i < count; i++) {
        snw_closest c;
        const snw_vec3 p = snw_pose_apply(T, corners[i]);
        // what lies beside the other body is near it in another direction
        if (!ask_point(s, p, placed.core->radius, other, mirrored, &c)) continue;
        if (snw_vec3_dot(c.normal, n) > 0.9) add_answer(s, &c);
    }
}

// --- two cores -----------------------------------------------------------------------------------

static bool is_endless(const snw__core *core) {
    return core->kind == SNW__CORE_HALF_SPACE || core->kind == SNW__CORE_PLANE;
}

static bool is_surface(const snw__core *core) {
    return core->kind == SNW__CORE_MESH || core->kind == SNW__CORE_BRICKS;
}

// The side of the one that is not a plane, against the plane. The nearest point of B has the height
// 0; heights of the first are above it.
static void add_plane(two_sides *s, bool first_endless) {
    snw__placed other = first_endless ? s->B : s->A;
    snw__core hull;
    if (other.core->kind == SNW__CORE_BRICKS || is_endless(other.core)) return;
    if (other.core->kind == SNW__CORE_MESH) {
        hull = hull_of_mesh(other.core);
        other.core = &hull;
    }
    const snw_vec3 n = s->nearest.normal;
    const double sign = first_endless ? -1 : 1, thick = other.core->radius;
    snw__side side;
    snw__spot spots[SNW__SPOTS];
    see_side(s, &other, snw_vec3_scale(n, -sign), &side);
    // heights above the plane
    const double plane = first_endless ? s->nearest.distance : 0;
    for (int i = 0; i < side.count; i++) {
        side.at[i].first = sign * (side.at[i].first - plane);
    }
    const int count = snw__clip_side(&side, s->limit + thick + s->rounding, spots);
    for (int i = 0; i < count; i++) {
        const double above = spots[i].first;
        spots[i].first = first_endless ? plane : above;
        spots[i].second = first_endless ? plane - above : 0;
    }
    add_spots(s, spots, count);
}

static void add_places(two_sides *s) {
    const snw__core *A = s->A.core, *B = s->B.core;
    if (is_endless(A) || is_endless(B)) {
        add_plane(s, is_endless(A));
        return;
    }
    if (is_surface(A) || is_surface(B)) {
        if (A->kind != SNW__CORE_BRICKS) add_corners(s, &s->A, &s->B, false);
        if (B->kind != SNW__CORE_BRICKS) add_corners(s, &s->B, &s->A, true);
        return;
    }
    snw__side first, second;
    snw__spot spots[SNW__SPOTS];
    see_side(s, &s->A, snw_vec3_neg(s->nearest.normal), &first);
    see_side(s, &s->B, s->nearest.normal, &second);
    if (first.count == 2 && second.count == 2) {
        add_lines(s, &first, &second);
        return;
    }
    const double limit = s->limit + A->radius + B->radius + s->rounding;
    add_spots(s, spots, snw__clip_sides(&first, &second, limit, spots));
}

// The places of two cores go to the end of `pool`; the nearest points only where no place is as
// near. Returns how many.
static int add_cores(const snw__placed *first, const snw__placed *second,
                     const snw_closest *nearest, double limit, snw_closest *pool, int room) {
    snw_closest found[POOL];
    const bool turned = snw__are_cores_turned(first, second);
    two_sides s = {.A = turned ? *second : *first,
                   .B = turned ? *first : *second,
                   .query = {.below = (double)INFINITY},
                   .nearest = *nearest,
                   .limit = limit,
                   .at = found};
    if (turned) snw__mirror(&s.nearest);
    snw__find_across(s.nearest.normal, &s.u, &s.v);
    const double way = snw_vec3_distance(first->T->p, second->T->p);
    s.rounding = 1e-12 * (first->core->reach + second->core->reach + way);
    add_places(&s);
    double least = (double)INFINITY;
    for (int i = 0; i < s.count; i++) {
        least = fmin(least, s.at[i].distance);
    }
    if (!(least <= s.nearest.distance + 100 * s.rounding)) add_answer(&s, &s.nearest);
    const int kept = s.count < room ? s.count : room;
    for (int i = 0; i < kept; i++) {
        pool[i] = s.at[i];
        if (turned) snw__mirror(&pool[i]);
    }
    return kept;
}

// --- which four ----------------------------------------------------------------------------------

// twice the area by which a point enlarges the polygon of `count` others
static double gain_of(const snw_closest *c, const snw_closest *chosen, int count, snw_vec3 n) {
    const snw_vec3 p = c->b;
    if (count == 1) return snw_vec3_norm2(snw_vec3_sub(p, chosen[0].b));
    if (count == 2) {
        const snw_vec3 way = snw_vec3_sub(chosen[1].b, chosen[0].b);
        return snw_vec3_norm(snw_vec3_cross(way, snw_vec3_sub(p, chosen[0].b)));
    }
    const snw_vec3 e = snw_vec3_sub(chosen[1].b, chosen[0].b);
    const snw_vec3 f = snw_vec3_sub(chosen[2].b, chosen[0].b);
    const double turn = snw_vec3_dot(n, snw_vec3_cross(e, f)) < 0 ? -1 : 1;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        const snw_vec3 from = chosen[i].b, to = chosen[(i + 1) % 3].b;
        const snw_vec3 across = snw_vec3_cross(snw_vec3_sub(to, from), snw_vec3_sub(p, from));
        most = fmax(most, -turn * snw_vec3_dot(n, across));
    }
    return most;
}

// Takes the nearest, and then what enlarges the patch most.
static int choose_four(const snw_closest *pool, int count, double size, snw_closest out[4]) {
    const double rounding = 1e-10 * size;
    double least = (double)INFINITY;
    for (int i = 0; i < count; i++) {
        least = fmin(least, pool[i].distance);
    }
    int first = 0;
    while (first < count - 1 && pool[first].distance > least + rounding)
        first++;
    out[0] = pool[first];
    for (int chosen = 1; chosen < 4; chosen++) {
        int best = -1;
        double most = chosen == 1 ? 1e-14 * size * size : 1e-10 * size * size;
        for (int i = 0; i < count; i++) {
            const double gain = gain_of(&pool[i], out, chosen, out[0].normal);
            // of equal ones the first, whatever the last digits are
            if (!(gain > most * (1 + 1e-9))) continue;
            best = i;
            most = gain;
        }
        if (best < 0) return chosen;
        out[chosen] = pool[best];
    }
    return 4;
}

// --- two solids ----------------------------------------------------------------------------------

// Every part with every part; returns how many places there are in pool[POOL].
static int add_parts(const snw_distance_query *query, const snw_closest *nearest, double limit,
                     snw_closest *pool) {
    const snw_solid *first = query->first, *second = query->second;
    const bool single = first->part_count == 1 && second->part_count == 1;
    snw_distance_query part = *query;
    part.below = limit;
    int count = 0;
    for (int i = 0; i < first->part_count; i++) {
        const snw__placed A = {&first->parts[i], &query->T_first};
        for (int j = 0; j < second->part_count; j++) {
            const snw__placed B = {&second->parts[j], &query->T_second};
            snw_closest c = *nearest;
            if (!single) {
                if (snw__apart_by_balls(&A, &B) > limit) continue;
                snw__near_parts(&A, &B, &part, NULL, &c);
                if (!(c.distance <= limit)) continue;
            }
            count += add_cores(&A, &B, &c, limit, pool + count, POOL - count);
            // four of them stand for all so far
            if (count > POOL / 2) count = choose_four(pool, count, A.core->reach, pool);
        }
    }
    return count;
}

int snw_patch(const snw_distance_query *query, double slack, snw_distance_cache *cache,
              snw_closest out[4]) {
    snw_distance_query q = *query;
    q.hit_only = false;
    q.regular = 0;
    q.level = 0;
    q.refine = (double)INFINITY;
    snw_closest nearest, pool[POOL];
    if (isnan(slack) || snw_failed(snw_distance_cached(&q, cache, &nearest))) return 0;
    if (!(nearest.distance <= DBL_MAX)) return 0;
    const bool turned = snw__are_solids_turned(query);
    if (turned) {
        q.first = query->second;
        q.second = query->first;
        q.T_first = query->T_second;
        q.T_second = query->T_first;
        snw__mirror(&nearest);
    }
    const double limit = fmax(nearest.distance, 0) + fmax(slack, 0);
    const int found = add_parts(&q, &nearest, limit, pool);
    const double way = snw_vec3_distance(q.T_first.p, q.T_second.p);
    const double reach = fmin(q.first->bound.radius, q.second->bound.radius);
    const int count = choose_four(pool, found, isfinite(reach) ? reach : way, out);
    for (int i = 0; i < count && turned; i++) {
        snw__mirror(&out[i]);
    }
    return count;
}
