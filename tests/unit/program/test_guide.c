// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/task/arms.h"

#include "sinew/queue/path.h"

// A guide-frame path that is played through a position controller.

static const double RADIUS = 0.3, PI = 3.141592653589793;

static arm a;
static snw_position position;
static snw_position_config config;
static snw_position_setup how;

// a seven-joint arm, led by the frame of its hand
static void *open_arm(void) {
    snw_setup *memory = new_setup();
    snw_robot *robot = library_robot(memory, "rrc-k1207i");
    for (int i = 0; i < robot->link_count; i++)
        add_inertial(&robot->links[i], memory, 10 - i, 0.2 - 0.02 * i);
    arm_open(&a, memory, robot);
    a.config.law = SNW_LAW_NULLSPACE;
    a.config.weighting = SNW_WEIGHT_MASS;
    snw_block_defaults(&snw_position_config_type, &config);
    snw_block_defaults(&snw_joint_limits_type, &a.limits);
    config.time_step = 1e-3;
    config.max_iterations = 100;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    a.frame.speed_linear = 4;
    a.frame.speed_angular = 10;
    a.frame.gain_linear = a.frame.gain_angular = 500;
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    arm_add(&a, &snw_joint_limits_type, &a.limits);
    const double q[] = {0.39, 0.33, -0.20, -0.69, -2.50, -0.78, -1.57};
    memcpy(a.q, q, sizeof q);
    how = (snw_position_setup){
        .controller = {&snw_position_config_type, &config}, .control = &a.config, .model = a.model};
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&position, &how, a.q, &arena, NULL));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_position_init(&position, &how, a.q, &arena, NULL) == SNW_OK);
    return block;
}

// the hand on a circle about `center` that begins where it is: three turns in 5 s
static snw_pose on_circle(snw_pose start, double t) {
    const double angle = 2 * PI * 3 / 5 * t;
    const snw_vec3 way = {RADIUS * (cos(angle) - 1), RADIUS * sin(angle), 0};
    return snw_pose_mul(start, snw_pose_translation(way));
}

// spec: actin-tools:PA-06
static void a_recorded_circle_is_followed_within_a_quarter_of_a_millimetre(void) {
    void *block = open_arm();
    // a place in front of the arm first
    const snw_pose start = snw_pose_mul(snw_position_actual(&position, 0),
                                        snw_pose_translation(snw_vec3_of(0.2, 0, -0.5)));
    double q[MOST];
    CHECK(snw_position_set_desired(&position, 0, start, NULL) == SNW_OK);
    for (int i = 1; i <= 3000; i++)
        CHECK(!snw_failed(snw_position_state(&position, 1e-3 * i, q, NULL)));
    CHECK(snw_pose_near(snw_position_actual(&position, 0), start, 1e-6));
    snw_path_config columns = snw_path_config_defaults();
    columns.poses = 1;
    columns.capacity = 300;
    columns.spacing_ns = 20000000;
    snw_path path;
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(&path, &columns, &arena));
    void *memory = exact_block(arena.needed);
    arena = snw_arena_over(memory, arena.needed);
    CHECK(snw_path_init(&path, &columns, &arena) == SNW_OK);
    for (int i = 0; i <= 500; i++) {
        const snw_pose T = on_circle(start, 0.01 * i);
        CHECK(!snw_failed(snw_path_add(&path, (int64_t)i * 10000000, NULL, &T)));
    }
    CHECK(path.count == 251);
    double worst = 0, path_worst = 0;
    for (int i = 1; i <= 5000; i++) {
        const snw_path_query query = {.t_ns = (int64_t)i * 1000000};
        snw_pose guide;
        CHECK(snw_path_at(&path, &query, NULL, &guide) == SNW_OK);
        CHECK(snw_position_set_desired(&position, 0, guide, NULL) == SNW_OK);
        CHECK(!snw_failed(snw_position_state(&position, 3 + 1e-3 * i, q, NULL)));
        if (i < 1000) continue;
        // along the axes of the circle, from its middle
        const snw_pose T_circle = snw_pose_mul(start, snw_pose_translation(snw_vec3_x(-RADIUS)));
        const snw_pose T_inverse = snw_pose_inverse(T_circle);
        const snw_vec3 hand = snw_pose_apply(T_inverse, snw_position_actual(&position, 0).p);
        const snw_vec3 wanted = snw_pose_apply(T_inverse, guide.p);
        worst = fmax(worst, hypot(hypot(hand.x, hand.y) - RADIUS, hand.z));
        path_worst = fmax(path_worst, RADIUS - hypot(wanted.x, wanted.y));
    }
    print_message("path within %.4f mm, hand within %.4f mm\n", 1e3 * path_worst, 1e3 * worst);
    // of the path itself as the formula says, and the hand within the bound
    CHECK_NEAR(path_worst, RADIUS * (1 - cos(PI * 3 / 5 * 0.02)), 1e-6);
    CHECK(worst < 0.25e-3);
    free(block);
    free(memory);
    tear_down(&a.s);
}

int main(void) {
    RUN(a_recorded_circle_is_followed_within_a_quarter_of_a_millimetre);
    return check_report();
}
