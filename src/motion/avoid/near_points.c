// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// The nearest points of two flat sides jump from corner to corner as the bodies turn, and a row at
// the nearest points alone does not see the corner that comes (Kanehiro et al. 2008). A corner of
// one body is a ball in it, and its distance to the other body is never less than that of the
// bodies. It is a smooth function of the configuration. Corners of both bodies together with the
// nearest points hold all that can be nearest next.

/// Two parts, placed.
typedef struct two_parts {
    const snw_around *around;
    const snw_world_part *a, *b;
    snw_pose T_a, T_b;
    const snw_near *pair;
    double below;
    snw__near_point_fn *take;
    void *context;
} two_parts;

static void give_point(const two_parts *two, const snw_near *near) {
    if (near->closest.least < two->below) two->take(near, two->context);
}

// balls of a, or of b, against the other part
static void add_corners(const two_parts *two, bool of_a, snw_vec3 normal) {
    const snw_pose T = of_a ? two->T_a : two->T_b;
    const snw_solid *own = of_a ? &two->a->solid : &two->b->solid;
    const snw_vec3 toward = snw_mat3_apply_t(T.R, of_a ? snw_vec3_neg(normal) : normal);
    snw_sphere balls[SNW_SOLID_CORNERS];
    const int count = snw_solid_corners(own, toward, balls);
    // of a ball alone the nearest points are all there is
    for (int i = 0; i < count && count > 1; i++) {
        const snw_pose T_ball = snw_pose_translation(snw_pose_apply(T, balls[i].center));
        const snw_solid *probe = &two->around->probe;
        const double radius = balls[i].radius - probe->bound.radius;
        snw_distance_query query = {.below = two->below + radius};
        query.first = of_a ? probe : &two->a->solid;
        query.second = of_a ? &two->b->solid : probe;
        query.T_first = of_a ? T_ball : two->T_a;
        query.T_second = of_a ? two->T_b : T_ball;
        snw_near near = *two->pair;
        snw_closest *c = &near.closest;
        if (snw_failed(snw_distance(&query, c)) || !isfinite(c->distance)) continue;
        c->distance -= radius;
        c->least -= radius;
        if (of_a) c->a = snw_vec3_add_scaled(c->a, c->normal, -radius);
        if (!of_a) c->b = snw_vec3_add_scaled(c->b, c->normal, radius);
        give_point(two, &near);
    }
}

static void add_parts(const two_parts *two) {
    const snw_distance_query query = {.first = &two->a->solid,
                                      .second = &two->b->solid,
                                      .T_first = two->T_a,
                                      .T_second = two->T_b,
                                      .below = two->below};
    snw_near near = *two->pair;
    if (snw_failed(snw_distance(&query, &near.closest)) || !isfinite(near.closest.distance)) return;
    const snw_vec3 normal = near.closest.normal;
    give_point(two, &near);
    add_corners(two, true, normal);
    add_corners(two, false, normal);
}

// certified, by balls
static bool are_far(const two_parts *two) {
    const double reach = two->a->ball.radius + two->b->ball.radius;
    const snw_pose T_a = snw_collision_pose(two->around->collision, two->pair->a);
    const snw_pose T_b = snw_collision_pose(two->around->collision, two->pair->b);
    const double way = snw_vec3_distance(snw_pose_apply(T_a, two->a->ball.center),
                                         snw_pose_apply(T_b, two->b->ball.center));
    return isfinite(reach) && way - reach > two->below;
}

void snw__visit_near_points(const snw_around *around, const snw_near *pair, double below,
                            snw__near_point_fn *take, void *context) {
    const snw_collision *c = around->collision;
    const int at_a = snw_world_find(c->world, pair->a), at_b = snw_world_find(c->world, pair->b);
    two_parts two = {
        .around = around, .pair = pair, .below = below, .take = take, .context = context};
    // of what is sensed only the nearest cell is known
    if (at_a < 0 || at_b < 0) {
        give_point(&two, pair);
        return;
    }
    const snw_world_body *a = &c->world->bodies[at_a], *b = &c->world->bodies[at_b];
    const snw_pose T_a = snw_collision_pose(c, pair->a), T_b = snw_collision_pose(c, pair->b);
    for (int i = 0; i < a->part_count; i++) {
        for (int k = 0; k < b->part_count; k++) {
            two.a = &a->parts[i];
            two.b = &b->parts[k];
            two.T_a = snw_pose_mul(T_a, two.a->T_link_part);
            two.T_b = snw_pose_mul(T_b, two.b->T_link_part);
            if (!are_far(&two)) add_parts(&two);
        }
    }
}
