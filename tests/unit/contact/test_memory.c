// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/contact.h"

#include <string.h>

#include "check.h"

// A part that two jaws hold by friction alone, while the points of their contacts move at random.

enum { MEMORY = 1 << 22 };

static _Alignas(SNW_ARENA_ALIGN) unsigned char block[MEMORY];
static snw_contact_problem problem;
static snw_contact_memories memories;
static const double h = 1e-3, half = 0.02, mass = 0.5, squeeze = 20, g = 9.81;

static void open_all(void) {
    snw_arena arena = snw_arena_over(block, sizeof block);
    const snw_contact_size size = {.bodies = 1, .rates = 6, .points = 32};
    CHECK(snw_contact_problem_init(&problem, size, &arena, NULL) == SNW_OK);
    CHECK(snw_contact_memories_init(&memories, 4, &arena) == SNW_OK);
}

typedef struct part {
    snw_pose T;
    double v[6];
} part;

// corners of a ring in a jaw, x = side * half, in order about the normal
static int ring_of(const part *p, double side, double phase, int count, snw_contact_point *points) {
    const snw_vec3 normal = {-side, 0, 0};
    const double k = 1e6 / count, depth = squeeze / 1e6; // shared by the points
    for (int i = 0; i < count; i++) {
        const double angle = phase - side * 2 * SNW_PI * i / count;
        points[i] = (snw_contact_point){
            .a = {.body = 0, .origin = p->T.p},
            .b = {.body = -1},
            .normal = normal,
            .depth = depth + side * (p->T.p.x),
            .at = {side * half, p->T.p.y + 0.01 * cos(angle), p->T.p.z + 0.01 * sin(angle)},
            .law = {.stiffness = k, .damping = 10, .friction = 0.6, .kinetic = 0.5}};
    }
    return count;
}

static void move_part(part *p, int count, double phase) {
    const double I = mass * half * half * 2 / 3;
    const double M[36] = {mass, 0, 0, 0, 0, 0, 0, mass, 0, 0, 0, 0, 0, 0, mass, 0, 0, 0,
                          0,    0, 0, I, 0, 0, 0, 0,    0, 0, I, 0, 0, 0, 0,    0, 0, I};
    double free[6];
    memcpy(free, p->v, sizeof free);
    free[2] -= h * g;
    snw_contact_begin(&problem, h);
    int number;
    CHECK(snw_contact_add_body(&problem, &(snw_contact_body){6, M, p->v, free}, &number) == SNW_OK);
    const snw_pose still = snw_pose_identity();
    snw_contact_point points[2][SNW_CONTACT_FACE];
    for (int jaw = 0; jaw < 2; jaw++) {
        (void)ring_of(p, jaw == 0 ? -1 : 1, phase, count, points[jaw]);
        snw_contact_recall(&memories, (uint64_t)jaw, still, points[jaw], count);
        for (int i = 0; i < count; i++)
            CHECK(snw_contact_add_point(&problem, &points[jaw][i]) == SNW_OK);
    }
    snw_contact_report report;
    CHECK(snw_contact_solve(&problem, &report) == SNW_OK);
    for (int jaw = 0; jaw < 2; jaw++)
        CHECK(snw_contact_keep(&memories, (uint64_t)jaw, still, problem.points + jaw * count,
                               count) == SNW_OK);
    snw_contact_keep_end(&memories);
    memcpy(p->v, snw_contact_rates(&problem, 0), sizeof p->v);
    p->T.p = snw_vec3_add_scaled(p->T.p, snw_vec3_of(p->v[0], p->v[1], p->v[2]), h);
}

static void a_part_between_jaws_does_not_creep_though_all_points_move(void) {
    open_all();
    part p = {.T = snw_pose_identity()};
    for (int i = 0; i < 1000; i++)
        move_part(&p, check_int(3, 6), check_real(0, 7));
    const double before = p.T.p.z;
    for (int i = 0; i < 4000; i++)
        move_part(&p, check_int(3, 6), check_real(0, 7));
    CHECK_NEAR(p.T.p.z, before, 4 * 1e-9); // 1e-9 m/s
    CHECK(before > -1e-4);
}

static void too_heavy_a_part_slips(void) {
    open_all();
    part p = {.T = snw_pose_identity()};
    p.v[2] = 0;
    for (int i = 0; i < 1000; i++) {
        p.v[2] -= h * 60; // as if it weighed seven times more: 35 N of 24 N
        move_part(&p, 4, 0.3);
    }
    CHECK(p.T.p.z < -1);
}

// a regular polygon of many corners is a disc: friction acts at two thirds of its radius
static void friction_of_a_face_acts_as_an_even_pressure_would(void) {
    open_all();
    snw_contact_point disc[SNW_CONTACT_FACE], square[4];
    for (int i = 0; i < SNW_CONTACT_FACE; i++) {
        const double angle = 2 * SNW_PI * i / SNW_CONTACT_FACE;
        disc[i] = (snw_contact_point){.normal = {0, 0, 1}, .at = {3 + cos(angle), sin(angle), 1}};
    }
    snw_contact_recall(&memories, 7, snw_pose_identity(), disc, SNW_CONTACT_FACE);
    const snw_vec3 center = {3, 0, 1};
    for (int i = 0; i < SNW_CONTACT_FACE; i++)
        CHECK_NEAR(snw_vec3_distance(disc[i].rub, center), 2 / 3.0, 0.02);
    // a square of side 2: the mean distance is (sqrt 2 + ln(1 + sqrt 2)) / 3
    for (int i = 0; i < 4; i++)
        square[i] = (snw_contact_point){.normal = {0, 0, 1},
                                        .at = {i == 0 || i == 3 ? 1 : -1, i < 2 ? 1 : -1, 0}};
    snw_contact_recall(&memories, 7, snw_pose_identity(), square, 4);
    const double mean = (sqrt(2) + log(1 + sqrt(2))) / 3;
    for (int i = 0; i < 4; i++)
        CHECK_NEAR(snw_vec3_norm(square[i].rub), mean, 1e-12);
}

static void a_pair_that_parts_is_forgotten(void) {
    open_all();
    snw_contact_point point = {.normal = {0, 0, 1}, .memory = {.load = 3, .stretch = {1e-6, 0, 0}}};
    CHECK(snw_contact_keep(&memories, 5, snw_pose_identity(), &point, 1) == SNW_OK);
    snw_contact_keep_end(&memories);
    CHECK(memories.count == 1);
    snw_contact_point again = {.normal = {0, 0, 1}};
    snw_contact_recall(&memories, 6, snw_pose_identity(), &again, 1);
    CHECK(again.memory.load == 0);
    snw_contact_recall(&memories, 5, snw_pose_identity(), &again, 1);
    CHECK(again.memory.load == 3 && again.memory.stretch.x == 1e-6);
    snw_contact_keep_end(&memories);
    CHECK(memories.count == 0);
    // a pair without load is not kept, and there is room for four
    point.memory.load = 0;
    CHECK(snw_contact_keep(&memories, 5, snw_pose_identity(), &point, 1) == SNW_OK);
    point.memory.load = 1;
    for (uint64_t i = 0; i < 4; i++)
        CHECK(snw_contact_keep(&memories, i, snw_pose_identity(), &point, 1) == SNW_OK);
    CHECK(snw_contact_keep(&memories, 4, snw_pose_identity(), &point, 1) == SNW_ERR_FULL);
}

int main(void) {
    RUN(friction_of_a_face_acts_as_an_even_pressure_would);
    RUN(a_pair_that_parts_is_forgotten);
    RUN(a_part_between_jaws_does_not_creep_though_all_points_move);
    RUN(too_heavy_a_part_slips);
    return check_report();
}
