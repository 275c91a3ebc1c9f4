// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// what is faster was put somewhere else [m/s]
static const double FASTEST = 10;

// of the ball that stands for a point [m]
static const double PROBE = 1e-6;

static snw_status make_probe(snw_around *around, snw_arena *arena) {
    const snw_sphere ball = {snw_vec3_zero(), PROBE};
    snw_sphere copy = ball;
    const snw_child shape = {&snw_sphere_type, &copy};
    return snw_solid_init(&around->probe, &shape, arena, NULL);
}

// By how much a rate turns what is behind its joint. Of joints that follow others the fastest
// counts.
static void find_turns(snw_around *around, const snw_model *model) {
    for (int i = 0; i < around->n; i++)
        around->turns[i] = 0;
    for (int l = 0; l < model->link_count; l++) {
        const snw_link *link = &model->links[l];
        if (link->joint == SNW_JOINT_PRISMATIC) continue;
        for (int k = 0; k < link->nv; k++)
            around->turns[link->v_index + k] = 1;
        if (link->source_v < 0) continue;
        double *turn = &around->turns[link->source_v];
        *turn = fmax(*turn, fabs(link->multiplier));
    }
}

static void take_places(snw_around *around, snw_arena *arena) {
    enum { PLACES = SNW_AROUND_PLACES };
    const int n = around->n;
    around->turns = SNW_ARENA_ARRAY(arena, double, n);
    double **const each[] = {&around->reserve, &around->room, &around->parting};
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        *each[i] = SNW_ARENA_ARRAY(arena, double, PLACES);
    double **const rows[] = {&around->g, &around->lever, &around->turn};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = SNW_ARENA_ARRAY(arena, double, PLACES *n);
}

snw_status snw_around_init(snw_around *around, snw_collision *collision, int member,
                           snw_arena *arena) {
    memset(around, 0, sizeof *around);
    const snw_world *world = collision->world;
    if (member < 0 || member >= world->system->member_count) return SNW_ERR_RANGE;
    around->collision = collision;
    around->member = member;
    around->q = SNW_ARENA_ARRAY(arena, double, world->system->members[member].model->nq);
    around->T_before = SNW_ARENA_ARRAY(arena, snw_pose, world->moving_count);
    around->motion = SNW_ARENA_ARRAY(arena, snw_twist, world->moving_count);
    const snw_model *model = world->system->members[member].model;
    around->n = model->nv;
    take_places(around, arena);
    const snw_status status = make_probe(around, arena);
    if (!snw_failed(snw_arena_status(arena))) find_turns(around, model);
    return snw_failed(status) && status != SNW_ERR_MEMORY ? status : snw_arena_status(arena);
}

// the mean twist of a body that went from one pose to another, about the origin of the world
static snw_twist twist_between(snw_pose T_from, snw_pose T_to, double dt) {
    const snw_mat3 R = snw_mat3_mul(T_to.R, snw_mat3_transpose(T_from.R));
    const snw_vec3 turn = snw_rotation_log(R);
    const snw_vec3 middle = snw_vec3_scale(snw_vec3_add(T_from.p, T_to.p), 0.5);
    const snw_vec3 ang = snw_vec3_divide(turn, dt);
    const snw_vec3 lin = snw_vec3_divide(snw_vec3_sub(T_to.p, T_from.p), dt);
    return (snw_twist){.lin = snw_vec3_sub(lin, snw_vec3_cross(ang, middle)), .ang = ang};
}

snw_status snw_around_place(snw_around *around, const snw_system_state *state, double dt) {
    snw_collision *c = around->collision;
    around->moved = false;
    const snw_status status = snw_collision_place(c, state);
    if (snw_failed(status)) {
        around->estimated = false;
        return status;
    }
    const bool known = around->estimated && dt > 0;
    for (int i = 0; i < c->world->moving_count; i++) {
        const snw_pose T = snw_collision_pose(c, c->world->bodies[i].body);
        const double way = snw_vec3_distance(T.p, around->T_before[i].p);
        around->motion[i] = known && way <= FASTEST * dt
                                ? twist_between(around->T_before[i], T, dt)
                                : (snw_twist){snw_vec3_zero(), snw_vec3_zero()};
        around->T_before[i] = T;
    }
    around->estimated = true;
    return SNW_OK;
}

snw_status snw__around_move(snw_around *around, const double *q) {
    const int nq = around->collision->world->system->members[around->member].model->nq;
    const size_t bytes = sizeof(double) * (size_t)nq;
    if (around->moved && memcmp(around->q, q, bytes) == 0) return SNW_OK;
    around->moved = false;
    const snw_status status = snw_collision_move(around->collision, around->member, q);
    if (snw_failed(status)) return status;
    memcpy(around->q, q, bytes);
    around->moved = true;
    return SNW_OK;
}

// along the normal, of a body that does not go with the member
static double estimated_speed(const snw_around *around, snw_body body, snw_vec3 point,
                              snw_vec3 normal) {
    const snw_world *world = around->collision->world;
    const int at = snw_world_find(world, body);
    if (at < 0 || at >= world->moving_count) return 0;
    if (snw_collision_rides(around->collision, body, around->member)) return 0;
    const snw_twist *motion = &around->motion[at];
    return snw_vec3_dot(normal, snw_vec3_add(motion->lin, snw_vec3_cross(motion->ang, point)));
}

double snw__around_parting(const snw_around *around, const snw_near *pair) {
    const snw_closest *c = &pair->closest;
    if (around->rates == NULL) {
        return estimated_speed(around, pair->a, c->a, c->normal) -
               estimated_speed(around, pair->b, c->b, c->normal);
    }
    const snw_system *system = around->collision->world->system;
    double sum = 0, g[SNW_LINALG_MAX];
    for (int m = 0; m < system->member_count; m++) {
        const int nv = system->members[m].model->nv;
        if (m == around->member || nv == 0 || nv > SNW_LINALG_MAX) continue;
        snw_collision_gradient(around->collision, pair, m, g);
        for (int i = 0; i < nv; i++)
            sum += g[i] * around->rates[system->members[m].v_index + i];
    }
    return sum;
}
