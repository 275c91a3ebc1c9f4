// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CONTACT_STAGE_H
#define SINEW_TESTS_CONTACT_STAGE_H

/// @file
/// A few balls and boxes over the half space z <= 0, with geometry that is written out here, so
/// that nothing but the solver is tried. Contacts keep their memories by a key.

#include <string.h>

#include "sinew/contact.h"

#include "check.h"

enum { STAGE_BODIES = 64, STAGE_POINTS = 512, STAGE_MEMORY = 1 << 24 };

/// A ball (`half` is its radius three times) or a box.
typedef struct stage_body {
    bool ball;
    snw_vec3 half;
    double mass;
    snw_vec3 moments; ///< principal moments of inertia in its own axes
    snw_vec3 p;
    snw_quat q;
    snw_twist V;            ///< at its centre, world axes
    snw_vec3 force, torque; ///< that push it
} stage_body;

typedef struct stage_memory {
    int key;
    snw_contact_memory memory;
} stage_memory;

static _Alignas(SNW_ARENA_ALIGN) unsigned char stage_block[STAGE_MEMORY];
static snw_contact_problem stage_problem;
static stage_body stage_bodies[STAGE_BODIES];
static int stage_count;
static stage_memory stage_kept[STAGE_POINTS];
static int stage_kept_count, stage_keys[STAGE_POINTS];
static snw_vec3 stage_gravity;
static snw_contact_pair stage_law; ///< of all pairs
static double stage_step;
static snw_contact_report stage_report;
static int stage_rounds, stage_newton_steps, stage_behind;

__attribute__((unused)) static void stage_open(snw_contact_pair law, snw_vec3 gravity,
                                               double step) {
    snw_arena arena = snw_arena_over(stage_block, sizeof stage_block);
    const snw_contact_size size = {
        .bodies = STAGE_BODIES, .rates = 6 * STAGE_BODIES, .points = STAGE_POINTS, .rows = 8};
    CHECK(snw_contact_problem_init(&stage_problem, size, &arena, NULL) == SNW_OK);
    stage_count = stage_kept_count = 0;
    stage_law = law;
    stage_gravity = gravity;
    stage_step = step;
}

__attribute__((unused)) static stage_body *stage_ball(double radius, double mass, snw_vec3 p) {
    stage_body *body = &stage_bodies[stage_count++];
    const double moment = 0.4 * mass * radius * radius;
    *body = (stage_body){.ball = true,
                         .half = {radius, radius, radius},
                         .mass = mass,
                         .moments = {moment, moment, moment},
                         .p = p,
                         .q = snw_quat_identity()};
    return body;
}

__attribute__((unused)) static stage_body *stage_box(snw_vec3 half, double mass, snw_vec3 p) {
    stage_body *body = &stage_bodies[stage_count++];
    const double x = half.x * half.x, y = half.y * half.y, z = half.z * half.z;
    *body = (stage_body){.half = half,
                         .mass = mass,
                         .p = p,
                         .q = snw_quat_identity(),
                         .moments = {mass / 3 * (y + z), mass / 3 * (x + z), mass / 3 * (x + y)}};
    return body;
}

static snw_mat3 stage_inertia(const stage_body *body) {
    const snw_mat3 R = snw_quat_to_mat3(body->q);
    snw_mat3 D = snw_mat3_zero();
    snw_mat3_set(&D, 0, 0, body->moments.x);
    snw_mat3_set(&D, 1, 1, body->moments.y);
    snw_mat3_set(&D, 2, 2, body->moments.z);
    return snw_mat3_mul(R, snw_mat3_mul(D, snw_mat3_transpose(R)));
}

static void stage_tell_body(const stage_body *body) {
    const snw_mat3 I = stage_inertia(body);
    double mass[36] = {0}, now[6], free[6];
    for (int i = 0; i < 3; i++) {
        mass[7 * i] = body->mass;
        for (int j = 0; j < 3; j++)
            mass[6 * (3 + i) + 3 + j] = snw_mat3_get(I, i, j);
    }
    memcpy(now, &body->V, sizeof now);
    memcpy(free, &body->V, sizeof free);
    for (int i = 0; i < 3; i++)
        free[i] += stage_step *
                   (snw_vec3_get(stage_gravity, i) + snw_vec3_get(body->force, i) / body->mass);
    snw_vec3 turn = {0, 0, 0};
    const snw_vec3 local = snw_quat_rotate(snw_quat_conj(body->q), body->torque);
    turn =
        snw_quat_rotate(body->q, snw_vec3_of(local.x / body->moments.x, local.y / body->moments.y,
                                             local.z / body->moments.z));
    for (int i = 0; i < 3; i++)
        free[3 + i] += stage_step * snw_vec3_get(turn, i);
    int number = -1;
    CHECK(snw_contact_add_body(&stage_problem, &(snw_contact_body){6, mass, now, free}, &number) ==
          SNW_OK);
}

static snw_contact_side stage_side(int body) {
    return (snw_contact_side){.body = body,
                              .origin = body < 0 ? snw_vec3_zero() : stage_bodies[body].p};
}

static void stage_touch(int a, int b, int feature, snw_vec3 at, snw_vec3 normal, double depth) {
    const int key = (a * STAGE_BODIES + (b + 1)) * 64 + feature;
    snw_contact_point point = {.a = stage_side(a),
                               .b = stage_side(b),
                               .normal = normal,
                               .depth = depth,
                               .at = at,
                               .rub = at,
                               .law = stage_law};
    for (int i = 0; i < stage_kept_count; i++)
        if (stage_kept[i].key == key) point.memory = stage_kept[i].memory;
    stage_keys[stage_problem.point_count] = key;
    CHECK(snw_contact_add_point(&stage_problem, &point) == SNW_OK);
}

static const double stage_margin = 0.002;

static void stage_touch_floor(int i) {
    const stage_body *body = &stage_bodies[i];
    const snw_vec3 up = {0, 0, 1};
    if (body->ball) {
        const double depth = body->half.x - body->p.z;
        if (depth > -stage_margin)
            stage_touch(i, -1, 0, snw_vec3_of(body->p.x, body->p.y, -0.5 * depth), up, depth);
        return;
    }
    for (int corner = 0; corner < 8; corner++) {
        const snw_vec3 local = {corner & 1 ? body->half.x : -body->half.x,
                                corner & 2 ? body->half.y : -body->half.y,
                                corner & 4 ? body->half.z : -body->half.z};
        const snw_vec3 p = snw_vec3_add(body->p, snw_quat_rotate(body->q, local));
        if (-p.z > -stage_margin) stage_touch(i, -1, corner, p, up, -p.z);
    }
}

// two balls; a ball on an upright box; a box on an upright box of the same size
static void stage_touch_pair(int i, int j) {
    const stage_body *a = &stage_bodies[i], *b = &stage_bodies[j];
    if (a->ball && b->ball) {
        const snw_vec3 away = snw_vec3_sub(a->p, b->p);
        const double distance = snw_vec3_norm(away), depth = a->half.x + b->half.x - distance;
        const snw_vec3 n = snw_vec3_divide(away, distance);
        if (depth > -stage_margin)
            stage_touch(i, j, 0, snw_vec3_add_scaled(b->p, n, b->half.x - 0.5 * depth), n, depth);
    } else if (a->ball) {
        const double top = b->p.z + b->half.z, depth = top - (a->p.z - a->half.z);
        if (depth > -stage_margin && fabs(a->p.x - b->p.x) < b->half.x &&
            fabs(a->p.y - b->p.y) < b->half.y)
            stage_touch(i, j, 0, snw_vec3_of(a->p.x, a->p.y, top - 0.5 * depth),
                        snw_vec3_of(0, 0, 1), depth);
    } else if (!b->ball && a->p.z > b->p.z) {
        for (int corner = 0; corner < 4; corner++) {
            const snw_vec3 local = {corner & 1 ? a->half.x : -a->half.x,
                                    corner & 2 ? a->half.y : -a->half.y, -a->half.z};
            const snw_vec3 p = snw_vec3_add(a->p, snw_quat_rotate(a->q, local));
            const double depth = b->p.z + b->half.z - p.z;
            if (depth > -stage_margin && depth < b->half.z)
                stage_touch(i, j, corner, p, snw_vec3_of(0, 0, 1), depth);
        }
    }
}

static void stage_keep(void) {
    stage_kept_count = stage_problem.point_count;
    for (int i = 0; i < stage_kept_count; i++)
        stage_kept[i] = (stage_memory){stage_keys[i], stage_problem.points[i].memory};
}

static void stage_move(void) {
    for (int i = 0; i < stage_count; i++) {
        stage_body *body = &stage_bodies[i];
        memcpy(&body->V, snw_contact_rates(&stage_problem, i), sizeof body->V);
        body->p = snw_vec3_add_scaled(body->p, body->V.lin, stage_step);
        body->q = snw_quat_mul(snw_quat_exp(snw_vec3_scale(body->V.ang, stage_step)), body->q);
        CHECK(snw_quat_normalize(body->q, &body->q) == SNW_OK);
    }
}

__attribute__((unused)) static void stage_tick(void) {
    snw_contact_begin(&stage_problem, stage_step);
    for (int i = 0; i < stage_count; i++)
        stage_tell_body(&stage_bodies[i]);
    for (int i = 0; i < stage_count; i++) {
        stage_touch_floor(i);
        for (int j = 0; j < stage_count; j++)
            if (i != j && (!stage_bodies[i].ball || !stage_bodies[j].ball || i > j))
                stage_touch_pair(i, j);
    }
    CHECK(snw_contact_solve(&stage_problem, &stage_report) == SNW_OK);
    stage_rounds += stage_report.rounds;
    stage_newton_steps += stage_report.steps;
    stage_behind += stage_report.behind;
    stage_keep();
    stage_move();
}

__attribute__((unused)) static void stage_run(int ticks) {
    stage_rounds = stage_newton_steps = stage_behind = 0;
    for (int i = 0; i < ticks; i++)
        stage_tick();
}

/// Coulomb's friction with one coefficient on a stiff surface.
__attribute__((unused)) static snw_contact_pair stage_surface(double stiffness, double friction) {
    return (snw_contact_pair){.stiffness = stiffness, .friction = friction, .kinetic = friction};
}

#endif // SINEW_TESTS_CONTACT_STAGE_H
