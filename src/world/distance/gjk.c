// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The algorithm of Gilbert, Johnson and Keerthi (1988): the point v of A - B nearest to the origin,
// by a simplex that walks towards it. Each support point w along -v also bounds the distance from
// below, by v.w / |v|: the largest of these is what makes an early end safe.

#include "internal.h"

// w is among the points of the simplex: no more can be gained
static bool has_vertex(const snw__simplex *s, snw_vec3 w) {
    for (int i = 0; i < s->count; i++) {
        const snw_vec3 at = s->at[i].w;
        if (at.x == w.x && at.y == w.y && at.z == w.z) return true;
    }
    return false;
}

static snw_vec3 first_direction(const snw__pair *pair) {
    const snw_vec3 d = pair->p;
    return snw_vec3_norm2(d) > 0 ? d : snw_vec3_x(1);
}

void snw__gjk(const snw__pair *pair, snw__simplex *simplex, snw__gap *gap) {
    const double touching = 1e-12 * pair->size;
    const double rounding = 8 * DBL_EPSILON * pair->size;
    simplex->count = 1;
    simplex->at[0] = snw__pair_support(pair, snw_vec3_neg(first_direction(pair)));
    simplex->weight[0] = 1;
    snw_vec3 v = simplex->at[0].w, normal = snw_vec3_normalize(first_direction(pair));
    snw__simplex best = *simplex;
    double length = snw_vec3_norm(v), least = 0;
    bool meet = length <= touching;
    int iterations = 0;

    while (!meet && iterations < pair->iterations) {
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
        if (!meet && !(shorter < length)) break; // rounding: what was found before is as good
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
    gap->least = meet ? 0 : fmax(0, fmin(least, length) - rounding);
    gap->normal = meet ? normal : snw_vec3_divide(v, length);
}
