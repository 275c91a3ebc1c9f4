// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/contact.h"

#include "check.h"

// region: drop
// A ball of 1 kg falls on the floor. Returns its height after so many steps of 1 ms.
static double drop_ball(snw_contact_problem *problem, snw_contact_memories *memories, int steps) {
    const double h = 1e-3, radius = 0.1, moment = 0.4 * radius * radius;
    const double mass[36] = {1, 0, 0, 0,      0, 0, 0, 1, 0, 0, 0,      0, 0, 0, 1, 0, 0, 0,
                             0, 0, 0, moment, 0, 0, 0, 0, 0, 0, moment, 0, 0, 0, 0, 0, 0, moment};
    const snw_contact_pair floor = {
        .stiffness = 1e6, .damping = 500, .friction = 0.5, .kinetic = 0.4};
    double v[6] = {0};
    snw_vec3 p = {0, 0, 0.5};
    for (int i = 0; i < steps; i++) {
        double free[6];
        memcpy(free, v, sizeof free);
        free[2] -= 9.81 * h;
        snw_contact_begin(problem, h);
        int ball;
        if (snw_failed(snw_contact_add_body(problem, &(snw_contact_body){6, mass, v, free}, &ball)))
            return NAN;
        snw_contact_point point = {.a = {.body = ball, .origin = p},
                                   .b = {.body = -1},
                                   .normal = {0, 0, 1},
                                   .depth = radius - p.z,
                                   .at = {p.x, p.y, 0},
                                   .law = floor};
        snw_contact_recall(memories, 1, snw_pose_identity(), &point, 1);
        if (snw_failed(snw_contact_add_point(problem, &point))) return NAN;
        snw_contact_report report;
        if (snw_failed(snw_contact_solve(problem, &report))) return NAN;
        if (snw_failed(snw_contact_keep(memories, 1, snw_pose_identity(), problem->points, 1)))
            return NAN;
        snw_contact_keep_end(memories);
        memcpy(v, snw_contact_rates(problem, ball), sizeof v);
        p = snw_vec3_add_scaled(p, snw_vec3_of(v[0], v[1], v[2]), h);
    }
    return p.z;
}
// endregion

static void the_ball_of_the_page_falls_and_comes_to_rest(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 16];
    snw_contact_problem problem;
    snw_contact_memories memories;
    snw_arena arena = snw_arena_over(block, sizeof block);
    const snw_contact_size size = {.bodies = 1, .rates = 6, .points = 1};
    CHECK(snw_contact_problem_init(&problem, size, &arena, NULL) == SNW_OK);
    CHECK(snw_contact_memories_init(&memories, 1, &arena) == SNW_OK);
    // free fall by steps: g h^2 n (n + 1) / 2
    CHECK_NEAR(drop_ball(&problem, &memories, 100), 0.5 - 9.81e-6 * 5050, 1e-12);
    CHECK_NEAR(drop_ball(&problem, &memories, 5000), 0.1 - 9.81 / 1e6, 1e-9);
}

int main(void) {
    RUN(the_ball_of_the_page_falls_and_comes_to_rest);
    return check_report();
}
