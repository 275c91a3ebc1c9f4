// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The filled cell that is nearest to each body that a joint moves. The map has three levels. What
// is in a block or a word is not looked at when it is farther than the nearest cell so far: by the
// ball or the box around the part and the ball around the cells; beyond the plane that touches the
// part where that nearest cell faces it, the whole cube of the cells (most cells of a wall); a word
// also when one cell in the middle of it is that far and half the word's diagonal more, as all its
// cells are that cube, moved by less.

// By this much a cell must be nearer to be looked at, and what the plane may be off by [m].
static const double least_gain = 5e-10, plane_slack = 1e-10;

typedef struct searching {
    snw_collision *c;
    const snw_world_part *part;
    int number; // of the part
    snw_pose T;
    snw_vec3 at; // middle of its ball
    double below;
    int64_t until; // queries of the view at most
    snw__look *look;
    // the part is on the side of its normal: normal . p >= front
    bool has_plane;
    snw_vec3 normal;
    double front;
} searching;

// half the diagonal of a cube
static double half_diagonal(double edge) {
    return edge * 0.8660254037844387;
}

// what has to be beaten
static double bound_of(const searching *s) {
    return fmin(s->below, s->look->closest.distance);
}

static void look_at_cell(searching *s, snw_vec3 center) {
    const snw_sensed *sensed = s->c->sensed;
    const snw_distance_query query = {.first = &s->part->solid,
                                      .second = &sensed->cell,
                                      .T_first = s->T,
                                      .T_second = snw_pose_translation(center),
                                      .below = fmax(bound_of(s), 1e-12)};
    snw_closest closest;
    s->c->queries++;
    if (snw_failed(snw_distance(&query, &closest))) return;
    s->look->least = fmin(s->look->least, closest.least);
    if (!(closest.distance < s->look->closest.distance)) return;
    s->look->closest = closest;
    s->look->part_a = s->number;
    // the normal of a closed form is exact
    const snw_solid *solid = &s->part->solid;
    s->has_plane = (solid->traits & SNW_SHAPE_CONVEX) != 0 && solid->part_count == 1 &&
                   closest.iterations == 0 && closest.distance > 1e-3;
    s->normal = closest.normal;
    s->front = snw_vec3_dot(closest.normal, closest.a);
}

// how far a point is from the box of the part
static double distance_to_box(const searching *s, snw_vec3 center) {
    const snw_vec3 p = snw_pose_apply_inverse(s->T, center);
    const snw_bounds *box = &s->part->box;
    const snw_vec3 d = {fmax(0, fmax(box->low.x - p.x, p.x - box->high.x)),
                        fmax(0, fmax(box->low.y - p.y, p.y - box->high.y)),
                        fmax(0, fmax(box->low.z - p.z, p.z - box->high.z))};
    return snw_vec3_norm(d);
}

// is a cube too far to have the nearest cell?
static bool is_out_of_reach(const searching *s, snw_vec3 center, double edge) {
    const double half = half_diagonal(edge), radius = s->part->ball.radius;
    const double way = snw_vec3_distance(s->at, center);
    if (isfinite(radius)) {
        const double gap = fmax(way - radius, distance_to_box(s, center)) - half;
        if (gap - 1e-14 * (way + radius + half) > bound_of(s)) return true;
    }
    if (!s->has_plane) return false;
    const snw_vec3 n = s->normal;
    const double width = 0.5 * edge * (fabs(n.x) + fabs(n.y) + fabs(n.z));
    const double gap = s->front - snw_vec3_dot(n, center) - width - plane_slack;
    if (!(gap > bound_of(s) - least_gain)) return false;
    s->look->least = fmin(s->look->least, gap);
    return true;
}

// can no cell of a word be nearer than the nearest one so far?
static bool is_far(const searching *s, snw_vec3 center, double reach) {
    const double below = bound_of(s) + reach;
    if (!isfinite(below)) return false;
    const snw_distance_query query = {.first = &s->part->solid,
                                      .second = &s->c->sensed->cell,
                                      .T_first = s->T,
                                      .T_second = snw_pose_translation(center),
                                      .below = fmax(below, 1e-12)};
    snw_closest closest;
    s->c->queries++;
    return !snw_failed(snw_distance(&query, &closest)) && closest.least > below;
}

// No more queries are allowed: what was not visited could be anywhere.
static bool is_given_up(const searching *s) {
    if (s->c->queries <= s->until) return false;
    s->look->least = -(double)INFINITY;
    return true;
}

static bool visit_cells(void *context, snw_vec3 center, int cells) {
    searching *s = context;
    const double size = s->c->sensed->map->size;
    if (is_out_of_reach(s, center, cells * size)) {
        s->c->skipped++;
        return false;
    }
    if (is_given_up(s)) return false;
    if (cells == 1) {
        look_at_cell(s, center);
        return false;
    }
    return cells != 4 || !is_far(s, center, half_diagonal((cells - 1) * size));
}

// A cell near the middle of the ball is a bound for all others. Only what can be nearer is visited.
static void search_part(searching *s) {
    const snw_voxel_map *map = s->c->sensed->map;
    const double radius = s->part->ball.radius;
    if (isfinite(radius)) {
        const double below = s->below + radius + half_diagonal(map->size);
        snw_vec3 center;
        double distance;
        // without one the cells are farther away than was asked
        if (!snw_voxel_map_near(map, s->at, below * (1 + 1e-12), &center, &distance)) return;
        if (is_given_up(s)) return;
        look_at_cell(s, center);
    }
    const double reach = radius + fmax(bound_of(s), 0);
    snw_bounds within = snw_bounds_all();
    if (isfinite(reach)) {
        const snw_vec3 r = {reach, reach, reach};
        within = (snw_bounds){snw_vec3_sub(s->at, r), snw_vec3_add(s->at, r)};
    }
    snw_voxel_map_visit(map, within, visit_cells, s);
}

void snw__look_at_sensed(snw_collision *c, int moving, double below, int64_t until,
                         snw__look *look) {
    const snw_world_body *body = &c->world->bodies[moving];
    const double far = (double)INFINITY;
    *look = (snw__look){.closest = {.distance = far, .least = far}, .least = far};
    for (int i = 0; i < body->part_count; i++) {
        const snw_world_part *part = &body->parts[i];
        searching s = {.c = c,
                       .part = part,
                       .number = i,
                       .T = snw_pose_mul(c->T_body[moving], part->T_link_part),
                       .at = snw_pose_apply(c->T_body[moving], part->ball.center),
                       .below = below,
                       .until = until,
                       .look = look};
        search_part(&s);
    }
    // nothing was found within `below`, and what was left out is farther away than that
    look->least = fmin(look->least, fmin(below, look->closest.distance));
}

// --- the calls -----------------------------------------------------------------------------------

snw_status snw_sensed_init(snw_sensed *sensed, double size, snw_arena *arena, snw_why *why) {
    const double half = size / 2;
    snw_box box = {.pose = snw_pose_identity(), .half_extents = {half, half, half}};
    const snw_child shape = {.type = &snw_box_type, .block = &box};
    *sensed = (snw_sensed){.size = size};
    return snw_solid_init(&sensed->cell, &shape, arena, why);
}

void snw_collision_sense(snw_collision *c, const snw_sensed *sensed) {
    c->sensed = sensed;
}

// does a body keep away from what is sensed?
static bool is_driven(const snw_collision *c, const snw_world_body *body) {
    return body->driven || c->holders[body->body.member].carried;
}

static bool is_part_near(snw_collision *c, const snw_world_part *part, snw_pose T_body,
                         const snw_distance_query *asked) {
    snw_distance_query query = *asked;
    query.first = &part->solid;
    query.T_first = snw_pose_mul(T_body, part->T_link_part);
    snw_closest closest;
    c->queries++;
    return !snw_failed(snw_distance(&query, &closest)) && closest.distance <= asked->below;
}

// a link of a mechanism with joints: what moves with them, and what these stand on
static bool is_of_arm(const snw_collision *c, int body) {
    const snw_world *world = c->world;
    const int member = world->bodies[body].body.member;
    if (body < world->moving_count) return is_driven(c, &world->bodies[body]);
    return member >= 0 && world->system->members[member].model->nv > 0;
}

bool snw_collision_is_self(snw_collision *c, const snw_sensed *sensed, snw_vec3 center,
                           double below) {
    const snw_distance_query query = {
        .second = &sensed->cell, .T_second = snw_pose_translation(center), .below = below};
    const double reach = below + half_diagonal(sensed->size);
    for (int i = 0; i < c->world->body_count; i++) {
        const snw_world_body *body = &c->world->bodies[i];
        const double far = (body->ball.radius + reach) * (1 + 1e-12);
        const snw_pose T = snw__other_of(c, i).T;
        const snw_vec3 at = snw_pose_apply(T, body->ball.center);
        if (snw_vec3_distance(at, center) > far || !is_of_arm(c, i)) continue;
        for (int k = 0; k < body->part_count; k++)
            if (is_part_near(c, &body->parts[k], T, &query)) return true;
    }
    return false;
}

bool snw__is_sensing(const snw_collision *c) {
    return c->sensed != NULL && c->sensed->map != NULL && c->sensed->map->cell_count > 0;
}

const snw_pair_setting *snw__setting_of_sensed(const snw_collision *c, int moving) {
    const snw_world *world = c->world;
    const bool driven = is_driven(c, &world->bodies[moving]);
    return &world->settings[driven ? SNW_PAIR_DEFAULT : SNW_PAIR_STATIC];
}

snw_near snw__near_of_sensed(const snw_collision *c, int moving, const snw__look *look) {
    const snw_world_body *body = &c->world->bodies[moving];
    const snw_pair_setting *setting = snw__setting_of_sensed(c, moving);
    snw_near near = {.a = body->body,
                     .b = {SNW_BODY_SENSED, 0},
                     .part_a = look->part_a,
                     .kind = SNW_NEAR_WORLD,
                     .closest = look->closest,
                     .policy = setting->policy,
                     .keep = setting->keep,
                     .metric = body->parts[look->part_a].metric * c->certainty[body->body.member]};
    near.closest.least = fmin(near.closest.least, look->least);
    return near;
}

void snw__ask_sensed(snw__asking *ask) {
    snw_collision *c = ask->c;
    const snw_world *world = c->world;
    const snw_near_query *query = ask->query;
    if (!snw__is_sensing(c)) return;
    for (int i = 0; i < world->moving_count && !ask->enough; i++) {
        const snw_pair_policy policy = snw__setting_of_sensed(c, i)->policy;
        if (policy == SNW_PAIR_IGNORE) continue;
        if (query->enforced && policy != SNW_PAIR_KEEP) continue;
        if (query->member >= 0 && !snw_collision_rides(c, world->bodies[i].body, query->member))
            continue;
        if (ask->only >= 0 && ask->only != i) continue;
        snw__look look;
        snw__look_at_sensed(c, i, query->below, INT64_MAX, &look);
        if (!(look.closest.distance <= query->below)) continue;
        const snw_near near = snw__near_of_sensed(c, i, &look);
        ask->take(ask, &near);
    }
}
