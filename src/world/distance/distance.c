// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// From two solids to pairs of cores. Solids, and cores of a pair, are put into an order of their
// own before anything is computed, and the answer is turned back: so A-B and B-A are the same
// computation, and equal to the last bit.

#include "bricks.h"
#include "mesh.h"

_Static_assert(sizeof(snw_pose) == 12 * sizeof(double), "a pose is twelve numbers");

// --- order ---------------------------------------------------------------------------------------

static int compare_poses(const snw_pose *a, const snw_pose *b) {
    const double na[12] = {a->p.x,   a->p.y,   a->p.z,   a->R.x.x, a->R.x.y, a->R.x.z,
                           a->R.y.x, a->R.y.y, a->R.y.z, a->R.z.x, a->R.z.y, a->R.z.z};
    const double nb[12] = {b->p.x,   b->p.y,   b->p.z,   b->R.x.x, b->R.x.y, b->R.x.z,
                           b->R.y.x, b->R.y.y, b->R.y.z, b->R.z.x, b->R.z.y, b->R.z.z};
    for (int i = 0; i < 12; i++) {
        if (na[i] < nb[i]) return -1;
        if (na[i] > nb[i]) return 1;
    }
    return 0;
}

// Equal solids, and the one case in 2^64 of different ones with one key, are ordered by their
// poses, from both sides alike.
static bool are_turned(uint64_t first_key, const snw_pose *T_first, uint64_t second_key,
                       const snw_pose *T_second) {
    if (first_key != second_key) return first_key > second_key;
    if (T_first->p.x != T_second->p.x) return T_first->p.x > T_second->p.x;
    return compare_poses(T_first, T_second) > 0;
}

// --- two cores -----------------------------------------------------------------------------------

snw_pose snw__core_pose(const snw__placed *placed) {
    const snw_pose *T = placed->T, *T_core = &placed->core->T;
    if (!placed->core->straight) return snw_pose_mul(*T, *T_core);
    return snw_pose_of(T->R, snw_vec3_add(T->p, snw_mat3_apply(T->R, T_core->p)));
}

// Element by element: a struct that is put together and then copied waits for itself.
static void make_pair(const snw__placed *first, const snw__placed *second, const snw_pose *T_B,
                      const snw_distance_query *query, snw__pair *pair) {
    const snw__core *A = first->core, *B = second->core;
    const snw_pose T_A = snw__core_pose(first);
    pair->A = A;
    pair->B = B;
    pair->at_A = pair->at_B = -1;
    pair->iterations = query->iterations > 0 ? query->iterations : 64;
    const snw_mat3 R = snw_mat3_mul_tn(T_B->R, T_A.R);
    pair->R.x.x = R.x.x, pair->R.x.y = R.x.y, pair->R.x.z = R.x.z;
    pair->R.y.x = R.y.x, pair->R.y.y = R.y.y, pair->R.y.z = R.y.z;
    pair->R.z.x = R.z.x, pair->R.z.y = R.z.y, pair->R.z.z = R.z.z;
    pair->p = snw_mat3_apply_t(T_B->R, snw_vec3_sub(T_A.p, T_B->p));
    const double size = A->reach + B->reach + fabs(pair->p.x) + fabs(pair->p.y) + fabs(pair->p.z);
    pair->size = size < SNW_SHAPE_LEAST ? SNW_SHAPE_LEAST : size;
    pair->beyond = query->below + (A->radius + B->radius);
}

static void search_gap(snw__pair *pair, bool hit_only, snw__gap *gap) {
    if (pair->B->kind == SNW__CORE_HALF_SPACE || pair->B->kind == SNW__CORE_PLANE) {
        snw__near_plane(pair, gap);
        return;
    }
    if (pair->B->kind == SNW__CORE_MESH) {
        snw__near_mesh(pair, hit_only, gap);
        return;
    }
    const bool rod = pair->A->kind <= SNW__CORE_SEGMENT;
    const bool round = pair->B->kind == SNW__CORE_CONE || pair->B->kind == SNW__CORE_ELLIPSOID;
    if (rod && round && snw__near_round(pair, gap)) return;
    const bool boxes = pair->B->kind <= SNW__CORE_BOX;
    if (boxes && snw__near_boxes(pair, gap)) return;
    snw__simplex simplex;
    snw__gjk(pair, &simplex, gap);
    if (!gap->meet || gap->is_beyond || (hit_only && !boxes)) return;
    if (boxes) {
        snw__depth_boxes(pair, gap);
    } else {
        snw__depth_expand(pair, &simplex, gap);
    }
}

// The gap of two cores becomes that of their solids, in the common frame.
static void part_solids(const snw__pair *pair, const snw__gap *gap, const snw_pose *T_B,
                        snw_closest *out) {
    const double thick = pair->A->radius + pair->B->radius;
    out->distance = gap->distance - thick;
    out->least = gap->least - thick - (pair->A->slack + pair->B->slack);
    out->normal = snw_mat3_apply(T_B->R, gap->normal);
    const snw_vec3 b = snw_vec3_add_scaled(gap->b, gap->normal, pair->B->radius);
    out->b = snw_pose_apply(*T_B, b);
    const snw_vec3 a = snw_vec3_add_scaled(gap->a, gap->normal, -pair->A->radius);
    out->a = snw_pose_apply(*T_B, a);
    out->iterations = gap->iterations;
    out->state = snw__state_of(out->distance, out->least, pair->size);
}

void snw__mirror(snw_closest *c) {
    const snw_vec3 a = c->a;
    c->a = c->b;
    c->b = a;
    c->normal = snw_vec3_neg(c->normal);
}

static void near_any(const snw__placed *first, const snw__placed *second,
                     const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out) {
    const snw_pose T_B = snw__core_pose(second);
    snw__pair pair;
    make_pair(first, second, &T_B, query, &pair);
    pair.cache = cache;
    snw__gap gap;
    gap.is_beyond = false;
    search_gap(&pair, query->hit_only, &gap);
    part_solids(&pair, &gap, &T_B, out);
}

// What is on one side of a plane is so with its hull.
static void near_plane_mesh(const snw__placed *plane, const snw__placed *mesh,
                            const snw_distance_query *query, snw_closest *out) {
    snw__core hull = mesh->core->mesh->hull;
    hull.T = mesh->core->T;
    const snw__placed placed = {&hull, mesh->T};
    near_any(&placed, plane, query, NULL, out);
    snw__mirror(out);
}

// Two cores in the order of their kinds.
static void near_cores(const snw__placed *first, const snw__placed *second,
                       const snw_distance_query *query, snw_distance_cache *cache,
                       snw_closest *out) {
    const snw__core_kind A = first->core->kind, B = second->core->kind;
    if (B == SNW__CORE_BRICKS) {
        snw__near_bricks(first, second, query, out);
        return;
    }
    if (B == SNW__CORE_MESH && (A == SNW__CORE_HALF_SPACE || A == SNW__CORE_PLANE)) {
        near_plane_mesh(first, second, query, out);
        return;
    }
    near_any(first, second, query, cache, out);
}

// The order of two cores: that of their kinds, then of their numbers.
static bool are_cores_turned(snw__placed first, snw__placed second) {
    const snw__core *A = first.core, *B = second.core;
    if (A->kind != B->kind) return A->kind > B->kind;
    return are_turned(A->key, first.T, B->key, second.T);
}

// A point or segment against another, or a box: what arms are mostly made of takes no way through
// the general pair. False for others, and where axes meet.
SNW_INLINE bool near_rods(snw__placed first, snw__placed second, snw_closest *out) {
    const snw__core_kind A = first.core->kind, B = second.core->kind;
    if (A > SNW__CORE_BOX || B > SNW__CORE_BOX) return false;
    if (A > SNW__CORE_SEGMENT && B > SNW__CORE_SEGMENT) return false;
    const bool turned = are_cores_turned(first, second);
    const snw__placed a = turned ? second : first, b = turned ? first : second;
    const bool boxed = b.core->kind > SNW__CORE_SEGMENT;
    return boxed ? snw__near_rod_box(a, b, turned, out) : snw__near_rods(a, b, turned, out);
}

static void near_parts(const snw__placed *first, const snw__placed *second,
                       const snw_distance_query *query, snw_distance_cache *cache,
                       snw_closest *out) {
    if (near_rods(*first, *second, out)) return;
    const bool turned = are_cores_turned(*first, *second);
    if (cache != NULL && cache->turned != turned) *cache = (snw_distance_cache){.turned = turned};
    near_cores(turned ? second : first, turned ? first : second, query, cache, out);
    if (turned) snw__mirror(out);
}

bool snw__are_cores_turned(const snw__placed *first, const snw__placed *second) {
    return are_cores_turned(*first, *second);
}

// Two cores in any order: they are put into their own.
void snw__near_parts(const snw__placed *first, const snw__placed *second,
                     const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out) {
    near_parts(first, second, query, cache, out);
    const snw__core_kind A = first->core->kind, B = second->core->kind;
    if (!(query->regular > 0) || A > SNW__CORE_RECTANGLE || B > SNW__CORE_RECTANGLE) return;
    const bool turned = are_cores_turned(*first, *second);
    const snw__placed *one = turned ? second : first, *other = turned ? first : second;
    if (turned) snw__mirror(out);
    snw__regular_points(one, other, query->regular, out);
    if (turned) snw__mirror(out);
}

// --- two solids ----------------------------------------------------------------------------------

static void forget_points(double least, int iterations, snw_closest *out) {
    *out = (snw_closest){.distance = (double)INFINITY, .least = least, .iterations = iterations};
    out->state = least > 0 ? SNW_SEPARATE : SNW_TOUCHING;
}

// how far two cores are apart at least, by balls; 0 where these meet
static double apart_by_balls(const snw__core *A, snw_vec3 p_A, const snw__core *B, snw_vec3 p_B) {
    const double reach = A->size + A->radius + B->size + B->radius;
    const double way = snw_vec3_distance(p_A, p_B);
    return isfinite(reach) ? fmax(0, way - reach - 8 * DBL_EPSILON * (way + reach)) : 0;
}

double snw__apart_by_balls(const snw__placed *first, const snw__placed *second) {
    const snw__core *A = first->core, *B = second->core;
    return apart_by_balls(A, snw_pose_apply(*first->T, A->T.p), B,
                          snw_pose_apply(*second->T, B->T.p));
}

void snw__take_nearer(const snw_closest *next, snw_closest *best) {
    const double least = fmin(best->least, next->least);
    const int iterations = best->iterations + next->iterations;
    if (next->distance < best->distance) *best = *next;
    best->least = least;
    best->iterations = iterations;
}

// Every part with every part, in the order of the solids.
static void near_unions(const snw_distance_query *query, snw_closest *best) {
    const snw_solid *first = query->first, *second = query->second;
    const double far = (double)INFINITY;
    *best = (snw_closest){.distance = far, .least = far};
    for (int i = 0; i < first->part_count; i++) {
        const snw__placed A = {&first->parts[i], &query->T_first};
        const snw_vec3 p_A = snw_pose_apply(query->T_first, A.core->T.p);
        for (int j = 0; j < second->part_count; j++) {
            const snw__placed B = {&second->parts[j], &query->T_second};
            const snw_vec3 p_B = snw_pose_apply(query->T_second, B.core->T.p);
            best->iterations++;
            // what is farther than the nearest so far, or than anybody asks, is not looked at
            const double apart = apart_by_balls(A.core, p_A, B.core, p_B);
            if (apart > 0 && apart > fmin(best->distance, query->below)) {
                best->least = fmin(best->least, apart);
                continue;
            }
            snw_distance_query part = *query;
            part.below = fmin(query->below, best->distance);
            snw_closest next;
            snw__near_parts(&A, &B, &part, NULL, &next);
            if (next.least > part.below) forget_points(next.least, next.iterations, &next);
            snw__take_nearer(&next, best);
        }
    }
    // another part may be nearer than is known of it
    if (best->state == SNW_SEPARATE && !(best->least > 0)) best->state = SNW_TOUCHING;
}

// four numbers of a pose
typedef double quad __attribute__((vector_size(4 * sizeof(double)), aligned(8), may_alias));

// 0 x is 0 for finite numbers, and NaN for others
static bool are_finite_poses(const snw_pose *first, const snw_pose *second) {
    const quad *p = (const quad *)(const void *)first, *q = (const quad *)(const void *)second;
    const quad sum = (0 * p[0] + 0 * p[1]) + (0 * p[2] + 0 * q[0]) + (0 * q[1] + 0 * q[2]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]) == 0;
}

snw_distance_query snw_distance_defaults(const snw_solid *first, const snw_solid *second) {
    return (snw_distance_query){.first = first,
                                .second = second,
                                .T_first = snw_pose_identity(),
                                .T_second = snw_pose_identity(),
                                .below = (double)INFINITY,
                                .iterations = 64,
                                .refine = (double)INFINITY};
}

bool snw__are_solids_turned(const snw_distance_query *query) {
    return are_turned(query->first->key, &query->T_first, query->second->key, &query->T_second);
}

static void near_many(const snw_distance_query *query, snw_closest *out) {
    if (!snw__are_solids_turned(query)) {
        near_unions(query, out);
        return;
    }
    snw_distance_query q = *query;
    q.first = query->second;
    q.second = query->first;
    q.T_first = query->T_second;
    q.T_second = query->T_first;
    near_unions(&q, out);
    snw__mirror(out);
}

void snw__near_solids(const snw_distance_query *query, snw_distance_cache *cache,
                      snw_closest *out) {
    if (query->first->part_count == 1 && query->second->part_count == 1) {
        const snw__placed first = {query->first->parts, &query->T_first};
        const snw__placed second = {query->second->parts, &query->T_second};
        snw__near_parts(&first, &second, query, cache, out);
    } else {
        near_many(query, out);
    }
}

__attribute__((noinline)) static snw_status
near_others(const snw_distance_query *query, snw_distance_cache *cache, snw_closest *out) {
    if (!are_finite_poses(&query->T_first, &query->T_second)) return SNW_ERR_NOT_FINITE;
    if (query->first->coarser != NULL || query->second->coarser != NULL) {
        snw__near_levels(query, cache, out);
    } else {
        snw__near_solids(query, cache, out);
    }
    return SNW_OK;
}

snw_status snw_distance_cached(const snw_distance_query *query, snw_distance_cache *cache,
                               snw_closest *out) {
    if (isnan(query->below) || isnan(query->regular) || isnan(query->refine)) {
        return SNW_ERR_NOT_FINITE;
    }
    const snw__placed first = {query->first->parts, &query->T_first};
    const snw__placed second = {query->second->parts, &query->T_second};
    const bool single = query->first->single && query->second->single;
    const bool plain = single && !(query->regular > 0);
    // rods answer nothing where a number is not finite
    if (!(plain && near_rods(first, second, out))) {
        const snw_status status = near_others(query, cache, out);
        if (snw_failed(status)) return status;
    }
    if (out->least > query->below || out->distance > DBL_MAX) {
        forget_points(out->least, out->iterations, out);
    }
    return SNW_OK;
}

snw_status snw_distance(const snw_distance_query *query, snw_closest *out) {
    return snw_distance_cached(query, NULL, out);
}
