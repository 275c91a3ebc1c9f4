// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// The first body on a segment: the balls of bodies that move, the tree of those that do not.

typedef struct casting {
    const snw_collision *c;
    const snw_segment *segment;
    snw_vec3 way;
    double length2;
    snw_world_hit *hit;
    bool found;
} casting;

// does the segment, up to the nearest hit so far, come into a ball?
static bool meets_ball(const casting *ray, snw_vec3 center, double radius) {
    if (!isfinite(radius)) return true;
    const snw_vec3 to = snw_vec3_sub(center, ray->segment->start);
    const double most = ray->found ? ray->hit->hit.t : 1;
    const double along = ray->length2 > 0 ? snw_vec3_dot(to, ray->way) / ray->length2 : 0;
    const double t = fmin(fmax(along, 0), most);
    const snw_vec3 p = snw_vec3_add_scaled(ray->segment->start, ray->way, t);
    return snw_vec3_distance(p, center) <= radius * (1 + 1e-9) + 1e-12;
}

static void cast_part(casting *ray, snw_body body, int number, const snw_world_part *part,
                      snw_pose T) {
    const snw_vec3 center = snw_pose_apply(T, part->solid.bound.center);
    if (!meets_ball(ray, center, part->solid.bound.radius)) return;
    snw_ray_hit hit;
    if (!snw_ray(&part->solid, T, ray->segment, &hit)) return;
    if (ray->found && hit.t >= ray->hit->hit.t) return;
    ray->found = true;
    *ray->hit = (snw_world_hit){body, number, hit};
}

// Kay and Kajiya 1986: the part of the segment within three pairs of planes
static bool meets_box(const casting *ray, const snw__tree_node *node, int way) {
    const double start[3] = {ray->segment->start.x, ray->segment->start.y, ray->segment->start.z};
    const double along[3] = {ray->way.x, ray->way.y, ray->way.z};
    double enter = 0, leave = ray->found ? ray->hit->hit.t : 1;
    for (int axis = 0; axis < 3; axis++) {
        const double low = node->low[axis][way] - 1e-9, high = node->high[axis][way] + 1e-9;
        if (along[axis] == 0) {
            if (!(start[axis] >= low && start[axis] <= high)) return false;
            continue;
        }
        const double a = (low - start[axis]) / along[axis], b = (high - start[axis]) / along[axis];
        enter = fmax(enter, fmin(a, b));
        leave = fmin(leave, fmax(a, b));
    }
    return enter <= leave;
}

static void cast_static(casting *ray, int at) {
    const snw_world *world = ray->c->world;
    const snw__static_part *one = &world->tree->parts[at];
    const snw_world_body *body = &world->bodies[one->body];
    if (body->body.member == SNW_BODY_VOLUME) return;
    cast_part(ray, body->body, one->part, &body->parts[one->part], one->T_world_part);
}

static void cast_tree(casting *ray) {
    enum { ROOM = 16 * SNW__TREE_WAYS };
    const snw__tree *tree = ray->c->world->tree;
    for (int i = 0; i < tree->endless_count; i++)
        cast_static(ray, i);
    int stack[ROOM], depth = 0;
    if (tree->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const snw__tree_node *node = &tree->nodes[stack[--depth]];
        for (int way = 0; way < SNW__TREE_WAYS; way++) {
            if (!meets_box(ray, node, way)) continue;
            if (node->child[way] < 0) {
                cast_static(ray, ~node->child[way]);
            } else if (depth < ROOM) {
                stack[depth++] = node->child[way];
            }
        }
    }
}

bool snw_collision_ray(const snw_collision *c, const snw_segment *segment, snw_world_hit *hit) {
    const snw_world *world = c->world;
    snw_world_hit nearest;
    casting ray = {.c = c,
                   .segment = segment,
                   .way = snw_vec3_sub(segment->end, segment->start),
                   .hit = &nearest};
    if (!snw_vec3_is_finite(segment->start) || !snw_vec3_is_finite(segment->end)) return false;
    ray.length2 = snw_vec3_norm2(ray.way);
    for (int i = 0; i < world->moving_count; i++) {
        const snw_world_body *body = &world->bodies[i];
        if (!meets_ball(&ray, c->center[i], body->ball.radius)) continue;
        for (int k = 0; k < body->part_count; k++) {
            const snw_pose T = snw_pose_mul(c->T_body[i], body->parts[k].T_link_part);
            cast_part(&ray, body->body, k, &body->parts[k], T);
        }
    }
    cast_tree(&ray);
    if (ray.found) *hit = nearest;
    return ray.found;
}
