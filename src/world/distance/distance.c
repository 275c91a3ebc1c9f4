// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// From two solids to pairs of cores. Solids, and cores of a pair, are put into an order of their
// own before anything is computed, and the answer is turned back: so A-B and B-A are the same
// computation, and equal to the last bit.

#include "internal.h"

// --- order ---------------------------------------------------------------------------------------

static int compare_numbers(const double *a, const double *b, int count) {
    for (int i = 0; i < count; i++) {
        if (a[i] < b[i]) return -1;
        if (a[i] > b[i]) return 1;
    }
    return 0;
}

static int compare_poses(const snw_pose *a, const snw_pose *b) {
    const snw_vec3 pa[4] = {a->p, a->R.x, a->R.y, a->R.z}, pb[4] = {b->p, b->R.x, b->R.y, b->R.z};
    return compare_numbers(&pa[0].x, &pb[0].x, 12);
}

static int compare_cores(const snw__core *a, const snw__core *b) {
    if (a->kind != b->kind) return a->kind < b->kind ? -1 : 1;
    if (a->vertex_count != b->vertex_count) return a->vertex_count < b->vertex_count ? -1 : 1;
    const double na[5] = {a->radius, a->half.x, a->half.y, a->half.z, a->size};
    const double nb[5] = {b->radius, b->half.x, b->half.y, b->half.z, b->size};
    const int order = compare_numbers(na, nb, 5);
    return order != 0 ? order : compare_poses(&a->T, &b->T);
}

static bool is_in_order(const snw_distance_query *query) {
    const snw_solid *first = query->first, *second = query->second;
    if (first->part_count != second->part_count) return first->part_count < second->part_count;
    for (int i = 0; i < first->part_count && first != second; i++) {
        const int order = compare_cores(&first->parts[i], &second->parts[i]);
        if (order != 0) return order < 0;
    }
    return compare_poses(&query->T_first, &query->T_second) <= 0;
}

// --- two cores -----------------------------------------------------------------------------------

static void search(snw__pair *pair, snw__gap *gap) {
    const snw__core_kind A = pair->A->kind, B = pair->B->kind;
    const bool boxes = B <= SNW__CORE_BOX;
    snw__simplex simplex;
    if (B >= SNW__CORE_HALF_SPACE) {
        snw__near_plane(pair, gap);
        return;
    }
    if (B <= SNW__CORE_SEGMENT) {
        snw__near_segments(pair, gap);
    } else if (A <= SNW__CORE_SEGMENT && boxes) {
        snw__near_box(pair, gap);
    } else {
        snw__gjk(pair, &simplex, gap);
    }
    if (!gap->meet || gap->is_beyond) return;
    if (!boxes) {
        snw__depth_expand(pair, &simplex, gap);
        return;
    }
    snw__depth_boxes(pair, gap);
    // The points where they touch after the way out: moved a little farther, they are the nearest.
    const double depth = -gap->distance, farther = depth + pair->size / 4;
    snw__pair parted = *pair;
    snw__gap touch;
    parted.beyond = (double)INFINITY;
    parted.p = snw_vec3_add_scaled(pair->p, gap->normal, farther);
    snw__gjk(&parted, &simplex, &touch);
    gap->b = touch.b;
    gap->a = snw_vec3_add_scaled(touch.b, gap->normal, -depth);
}

// The gap of two cores becomes that of their solids, in the common frame.
static void tell_closest(const snw__pair *pair, const snw__gap *gap, snw_pose T_B,
                         snw_closest *out) {
    const double thick = pair->A->radius + pair->B->radius;
    out->distance = gap->distance - thick;
    out->least = gap->least - thick;
    out->normal = snw_mat3_apply(T_B.R, gap->normal);
    const snw_vec3 a = snw_vec3_add_scaled(gap->a, gap->normal, -pair->A->radius);
    const snw_vec3 b = snw_vec3_add_scaled(gap->b, gap->normal, pair->B->radius);
    out->a = snw_pose_apply(T_B, a);
    out->b = snw_pose_apply(T_B, b);
    out->iterations = gap->iterations;
    // a state is said only where it is proven
    const double touching = 1e-10 * pair->size;
    out->state = SNW_TOUCHING;
    if (out->distance > touching && out->least > 0) out->state = SNW_SEPARATE;
    if (out->distance < -touching) out->state = SNW_PENETRATING;
}

static double finite_or(double size, double other) {
    return isfinite(size) ? size : other;
}

// a core, and its pose in the common frame
typedef struct placed {
    const snw__core *core;
    snw_pose T;
} placed;

// True when the cores are nearer than `below`, or may be; else only `least` is found.
static bool near_cores(const placed *first, const placed *second, const snw_distance_query *query,
                       snw_closest *out) {
    const snw__core *A = first->core, *B = second->core;
    const snw_pose T_A = first->T, T_B = second->T;
    snw__pair pair = {.A = A, .B = B, .iterations = query->iterations};
    pair.R = snw_mat3_mul_tn(T_B.R, T_A.R);
    pair.p = snw_mat3_apply_t(T_B.R, snw_vec3_sub(T_A.p, T_B.p));
    pair.size = finite_or(A->size, 0) + finite_or(B->size, 0) + snw_vec3_norm(pair.p) + A->radius +
                B->radius;
    pair.size = fmax(pair.size, SNW_SHAPE_LEAST);
    pair.beyond = query->below + A->radius + B->radius;
    snw__gap gap = {0};
    search(&pair, &gap);
    tell_closest(&pair, &gap, T_B, out);
    return !(out->least > query->below);
}

static void mirror(snw_closest *c) {
    const snw_vec3 a = c->a;
    c->a = c->b;
    c->b = a;
    c->normal = snw_vec3_neg(c->normal);
}

// --- two solids ----------------------------------------------------------------------------------

// how far two cores are apart at least, by balls; 0 where these meet
static double apart_by_balls(const snw__core *A, snw_vec3 p_A, const snw__core *B, snw_vec3 p_B) {
    const double reach = A->size + A->radius + B->size + B->radius;
    const double way = snw_vec3_distance(p_A, p_B);
    return isfinite(reach) ? fmax(0, way - reach - 8 * DBL_EPSILON * (way + reach)) : 0;
}

static void take_nearer(const snw_closest *next, snw_closest *best) {
    const double least = fmin(best->least, next->least);
    const int iterations = best->iterations + next->iterations;
    if (next->distance < best->distance) *best = *next;
    best->least = least;
    best->iterations = iterations;
}

static void near_parts(const snw_distance_query *query, const snw__core *A, const snw__core *B,
                       snw_closest *best) {
    const placed first = {A, snw_pose_mul(query->T_first, A->T)};
    const placed second = {B, snw_pose_mul(query->T_second, B->T)};
    // what is farther than the nearest so far, or than anybody asks, is not looked at
    const double apart = apart_by_balls(A, first.T.p, B, second.T.p);
    if (apart > 0 && apart > fmin(best->distance, query->below)) {
        best->least = fmin(best->least, apart);
        return;
    }
    snw_closest next;
    const bool turned = A->kind > B->kind || (A->kind == B->kind && compare_cores(A, B) > 0);
    if (!near_cores(turned ? &second : &first, turned ? &first : &second, query, &next)) {
        best->least = fmin(best->least, next.least);
        best->iterations += next.iterations;
        return;
    }
    if (turned) mirror(&next);
    take_nearer(&next, best);
}

static bool is_finite_pose(const snw_pose *T) {
    return snw_vec3_is_finite(T->p) && snw_mat3_is_finite(T->R);
}

snw_distance_query snw_distance_defaults(const snw_solid *first, const snw_solid *second) {
    return (snw_distance_query){.first = first,
                                .second = second,
                                .T_first = snw_pose_identity(),
                                .T_second = snw_pose_identity(),
                                .below = (double)INFINITY,
                                .iterations = 64};
}

snw_status snw_distance(const snw_distance_query *query, snw_closest *out) {
    if (!is_finite_pose(&query->T_first) || !is_finite_pose(&query->T_second) ||
        isnan(query->below)) {
        return SNW_ERR_NOT_FINITE;
    }
    snw_distance_query q = *query;
    if (q.iterations <= 0) q.iterations = 64;
    const bool turned = !is_in_order(query);
    if (turned) {
        q.first = query->second;
        q.second = query->first;
        q.T_first = query->T_second;
        q.T_second = query->T_first;
    }
    const double far = (double)INFINITY;
    snw_closest best = {.distance = far, .least = far, .state = SNW_SEPARATE};
    for (int i = 0; i < q.first->part_count; i++) {
        for (int j = 0; j < q.second->part_count; j++) {
            near_parts(&q, &q.first->parts[i], &q.second->parts[j], &best);
        }
    }
    // another part may be nearer than is known of it
    if (best.state == SNW_SEPARATE && !(best.least > 0)) best.state = SNW_TOUCHING;
    if (turned) mirror(&best);
    *out = best;
    return SNW_OK;
}
