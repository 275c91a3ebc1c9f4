// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Contacts for position control. A coarser volume holds the finer one, so what touches with exact
// shapes touches with balls.

enum { PAIRS = 64 };

static double between_balls(snw_vec3 a, double r_a, snw_vec3 b, double r_b) {
    return snw_vec3_distance(a, b) - r_a - r_b;
}

// the distance of two bodies that are taken as balls; that of their shapes where one has no end, or
// is a cell of what is sensed
static double coarse_distance(const snw_collision *c, const snw_near *near, int precision) {
    const snw_world *world = c->world;
    const int at_a = snw_world_find(world, near->a), at_b = snw_world_find(world, near->b);
    if (at_a < 0 || at_b < 0) return near->closest.distance;
    const snw_world_body *a = &world->bodies[at_a], *b = &world->bodies[at_b];
    const snw_pose T_a = snw_collision_pose(c, near->a), T_b = snw_collision_pose(c, near->b);
    double least = HUGE_VAL;
    if (precision >= 2 && isfinite(a->ball.radius + b->ball.radius)) {
        return between_balls(snw_pose_apply(T_a, a->ball.center), a->ball.radius,
                             snw_pose_apply(T_b, b->ball.center), b->ball.radius);
    }
    for (int i = 0; i < a->part_count; i++) {
        const snw_sphere *one = &a->parts[i].ball;
        for (int k = 0; k < b->part_count; k++) {
            const snw_sphere *other = &b->parts[k].ball;
            if (!isfinite(one->radius + other->radius)) return near->closest.distance;
            least = fmin(least, between_balls(snw_pose_apply(T_a, one->center), one->radius,
                                              snw_pose_apply(T_b, other->center), other->radius));
        }
    }
    return least;
}

// how far apart two bodies can be whose balls meet
static double largest_gap(const snw_world *world) {
    double largest = 0;
    for (int i = 0; i < world->body_count; i++) {
        const double radius = world->bodies[i].ball.radius;
        if (isfinite(radius)) largest = fmax(largest, radius);
    }
    return 2 * largest;
}

double snw_around_depth(const snw_position_config *config, const double *q, void *around) {
    snw_around *one = around;
    snw_collision *c = one->collision;
    // a configuration that cannot be looked at is as deep as can be
    if (snw_failed(snw__around_move(one, q))) return HUGE_VAL;
    const snw_near_query query = {.member = one->member,
                                  .parts = config->collision == SNW_COLLISION_SELF ? SNW_NEAR_SELF
                                                                                   : SNW_NEAR_ALL,
                                  .below = config->precision > 0 ? largest_gap(c->world) : 0,
                                  .most = PAIRS,
                                  .enforced = c->world->has_rules};
    snw_near near[PAIRS];
    const int count = snw_collision_near(c, &query, near, NULL);
    double depth = 0;
    for (int i = 0; i < count; i++) {
        if (near[i].metric > config->breakdown) continue;
        const double distance = config->precision > 0
                                    ? coarse_distance(c, &near[i], config->precision)
                                    : near[i].closest.distance;
        depth = fmax(depth, -distance);
    }
    return depth;
}
