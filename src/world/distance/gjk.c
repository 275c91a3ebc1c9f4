// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithm of Gilbert, Johnson and Keerthi (1988): the point v of A - B nearest to the origin,
// by a simplex that walks towards it. Each support point w along -v also bounds the distance from
// below, by v.w / |v|: the largest of these is what makes an early end safe.

#include <limits.h>

#include "internal.h"

// steps without any gain before the search ends
enum { STALLS = 4 };

// w is among the points of the simplex: no more can be gained
static bool has_vertex(const snw__simplex *s, snw_vec3 w) {
    for (int i = 0; i < s->count; i++) {
        const snw_vec3 at = s->at[i].w;
        if (at.x == w.x && at.y == w.y && at.z == w.z) return true;
    }
    return false;
}

static snw_vec3 first_direction(const snw__pair *pair) {
    const double length = snw_vec3_norm(pair->p);
    return length > 0 ? snw_vec3_divide(pair->p, length) : snw_vec3_x(1);
}

// --- what is remembered of a pair ----------------------------------------------------------------

static bool has_corner(const snw__core *core, int at) {
    const int count = core->kind == SNW__CORE_POLYTOPE ? core->vertex_count : 8;
    return core->kind <= SNW__CORE_POLYTOPE && at >= 0 && at < count;
}

// The simplex of last time, in the places of now. False where it was not kept.
static bool recall_simplex(const snw__pair *pair, snw__simplex *simplex) {
    const snw_distance_cache *cache = pair->cache;
    if (cache == NULL || cache->count < 1 || cache->count > 3) return false;
    simplex->count = cache->count;
    for (int i = 0; i < cache->count; i++) {
        const int at_A = cache->corners[0][i], at_B = cache->corners[1][i];
        if (!has_corner(pair->A, at_A) || !has_corner(pair->B, at_B)) return false;
        const snw_vec3 in_A = snw__core_corner(pair->A, at_A);
        const snw_vec3 a = snw_vec3_add(snw_mat3_apply(pair->R, in_A), pair->p);
        simplex->at[i] =
            (snw__vertex){snw_vec3_sub(a, snw__core_corner(pair->B, at_B)), a, at_A, at_B};
    }
    return true;
}

// The direction of last time, unit; else that of the middles.
static snw_vec3 recall_direction(const snw__pair *pair) {
    const snw_distance_cache *cache = pair->cache;
    if (cache == NULL) return first_direction(pair);
    const snw_vec3 d = {cache->direction[0], cache->direction[1], cache->direction[2]};
    const double length = snw_vec3_norm(d);
    return length > 0.5 && length < 2 ? snw_vec3_divide(d, length) : first_direction(pair);
}

static void remember_search(const snw__pair *pair, const snw__simplex *simplex, snw_vec3 normal,
                            bool meet) {
    snw_distance_cache *cache = pair->cache;
    if (cache == NULL) return;
    cache->direction[0] = normal.x;
    cache->direction[1] = normal.y;
    cache->direction[2] = normal.z;
    cache->count = meet || simplex->count > 3 ? 0 : simplex->count;
    for (int i = 0; i < cache->count; i++) {
        cache->corners[0][i] = simplex->at[i].at_A;
        cache->corners[1][i] = simplex->at[i].at_B;
    }
}

// --- the search ----------------------------------------------------------------------------------

// After how many steps Newton's method may know where it is. It needs none between ellipsoids.
static int first_polish(const snw__pair *pair) {
    if (pair->B->kind != SNW__CORE_CONE && pair->B->kind != SNW__CORE_ELLIPSOID) return INT_MAX;
    return pair->A->kind == SNW__CORE_ELLIPSOID ? 0 : 2;
}

// Where the search begins: with what is remembered of the pair, or one point. The nearest point to
// the origin.
static snw_vec3 begin_search(snw__pair *pair, snw__simplex *simplex, snw_vec3 *normal,
                             double *least) {
    if (recall_simplex(pair, simplex)) {
        pair->at_A = simplex->at[0].at_A;
        pair->at_B = simplex->at[0].at_B;
        return snw__simplex_nearest(simplex);
    }
    *normal = recall_direction(pair);
    simplex->count = 1;
    const snw_vec3 back = snw_vec3_neg(*normal);
    snw__pair_support(pair, &back, &simplex->at[0]);
    simplex->weight[0] = 1;
    *least = snw_vec3_dot(*normal, simplex->at[0].w);
    return simplex->at[0].w;
}

// Newton's method from the present simplex; true when it has found the gap.
static bool try_polish(snw__pair *pair, snw__simplex *simplex, snw_vec3 v, snw__gap *gap) {
    if (!snw__polish(pair, simplex, v, gap)) return false;
    remember_search(pair, simplex, gap->normal, false);
    return true;
}

// What was found, with v from b to a. Of bodies that meet `normal` is the direction that has come
// nearest to parting them.
static void fill_gap(snw__gap *gap, snw_vec3 a, snw_vec3 v, double length, snw_vec3 normal) {
    gap->a = a;
    gap->b = snw_vec3_sub(a, gap->meet ? snw_vec3_zero() : v);
    gap->distance = gap->meet ? 0 : length;
    gap->normal = snw_vec3_normalize(gap->meet ? normal : v);
}

void snw__gjk(snw__pair *pair, snw__simplex *simplex, snw__gap *gap) {
    const double touching = 1e-12 * pair->size;
    const double rounding = 8 * DBL_EPSILON * pair->size;
    // the gap of the planes across any direction bounds the signed distance, in penetration too
    double least = -(double)INFINITY;
    snw_vec3 normal = snw_vec3_x(1), v = begin_search(pair, simplex, &normal, &least);
    snw_vec3 a = snw__simplex_point(simplex);
    double length = snw_vec3_norm(v);
    bool meet = length <= touching;
    int iterations = 0, stalled = 0, next_polish = first_polish(pair);

    while (!meet && iterations < pair->iterations && least - rounding <= pair->beyond) {
        if (iterations >= next_polish) {
            gap->iterations = iterations;
            if (try_polish(pair, simplex, v, gap)) return;
            iterations = gap->iterations;
            next_polish = 2 * iterations + 1;
            if (iterations >= pair->iterations) break;
        }
        iterations++;
        // what lies farthest towards the origin, and how far beyond it nothing lies
        snw__vertex *next = &simplex->at[simplex->count];
        const snw_vec3 back = snw_vec3_neg(v);
        snw__pair_support(pair, &back, next);
        const double bound = snw_vec3_dot(v, next->w) / length;
        if (bound > least) {
            least = bound;
            normal = v;
        }
        if (length - bound <= SNW__ENOUGH * length + rounding || has_vertex(simplex, next->w))
            break;

        simplex->count++;
        const snw_vec3 nearer = snw__simplex_grown(simplex);
        const double shorter = snw_vec3_norm(nearer);
        meet = simplex->count == 4 || shorter <= touching;
        // Rounding: what was found before is as good. An equal length may come with a better
        // direction: where bodies are nearly parallel a triangle only turns about an edge of it.
        if (!meet && !(shorter <= length + rounding)) break;
        stalled = shorter < length ? 0 : stalled + 1;
        if (!meet && stalled > STALLS) break;
        v = nearer;
        length = shorter;
        a = snw__simplex_point(simplex);
    }

    gap->meet = meet;
    gap->iterations = iterations;
    fill_gap(gap, a, v, length, normal);
    gap->least = fmin(least, gap->distance) - rounding;
    gap->is_beyond = gap->least > pair->beyond;
    remember_search(pair, simplex, gap->normal, meet);
}
