// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithm of Gilbert, Johnson and Keerthi (1988): the point v of A - B nearest to the origin,
// by a simplex that walks towards it. Each support point w along -v also bounds the distance from
// below, by v.w / |v|: the largest of these is what makes an early end safe.

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

void snw__gjk(snw__pair *pair, snw__simplex *simplex, snw__gap *gap) {
    const double touching = 1e-12 * pair->size;
    const double rounding = 8 * DBL_EPSILON * pair->size;
    const snw_vec3 start = first_direction(pair);
    simplex->count = 1;
    simplex->at[0] = snw__pair_support(pair, snw_vec3_neg(start));
    simplex->weight[0] = 1;
    snw_vec3 v = simplex->at[0].w, normal = start;
    snw__simplex best = *simplex;
    double length = snw_vec3_norm(v);
    // the gap of the planes across any direction bounds the signed distance, in penetration too
    double least = snw_vec3_dot(start, v);
    bool meet = length <= touching;
    int iterations = 0, stalled = 0;

    while (!meet && iterations < pair->iterations && least - rounding <= pair->beyond) {
        iterations++;
        // what lies farthest towards the origin, and how far beyond it nothing lies
        const snw__vertex next = snw__pair_support(pair, snw_vec3_neg(v));
        const double bound = snw_vec3_dot(v, next.w) / length;
        if (bound > least) {
            least = bound;
            normal = snw_vec3_divide(v, length);
        }
        if (length - bound <= 1e-13 * length + rounding || has_vertex(simplex, next.w)) break;

        simplex->at[simplex->count++] = next;
        const snw_vec3 nearer = snw__simplex_nearest(simplex);
        const double shorter = snw_vec3_norm(nearer);
        meet = simplex->count == 4 || shorter <= touching;
        // Rounding: what was found before is as good. An equal length may come with a better
        // direction: where bodies are nearly parallel a triangle only turns about an edge of it.
        if (!meet && !(shorter <= length + rounding)) break;
        stalled = shorter < length ? 0 : stalled + 1;
        if (!meet && stalled > STALLS) break;
        best = *simplex;
        v = nearer;
        length = shorter;
    }

    *simplex = best;
    gap->meet = meet;
    gap->iterations = iterations;
    gap->a = snw__simplex_point(&best);
    gap->b = snw_vec3_sub(gap->a, meet ? snw_vec3_zero() : v);
    gap->distance = meet ? 0 : length;
    gap->least = fmin(least, gap->distance) - rounding;
    gap->normal = meet ? normal : snw_vec3_divide(v, length);
    gap->is_beyond = gap->least > pair->beyond;
}
