// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "arms.h"

#include "sinew/queue/path.h"
#include "unit/os/scratch.h"

// Paths that a position controller recorded, and their replay.

static const int64_t MS = 1000000;

typedef struct hand {
    arm a;
    snw_position position;
    snw_position_config config;
    void *block;
} hand;

static hand one, two;

// an arm of seven joints that follows a frame closely
static void open_hand(hand *h, double gain) {
    snw_setup *memory = new_setup();
    arm_open(&h->a, memory, library_robot(memory, "panda"));
    h->a.config.law = SNW_LAW_NULLSPACE;
    h->a.frame = effector_of(&snw_frame_effector_type, last_link(h->a.model));
    h->a.frame.gain_linear = h->a.frame.gain_angular = gain;
    h->a.frame.speed_linear = h->a.frame.speed_angular = 10;
    arm_add(&h->a, &snw_frame_effector_type, &h->a.frame);
    snw_block_defaults(&snw_position_config_type, &h->config);
    h->config.time_step = 0.002;
    h->config.max_iterations = 1000;
    const double q[] = {0, 0.1, 0, -1.9, 0, 2.0, 0.8};
    memcpy(h->a.q, q, sizeof q);
    const snw_position_setup setup = {.controller = {&snw_position_config_type, &h->config},
                                      .control = &h->a.config,
                                      .model = h->a.model};
    snw_arena arena = {0};
    SNW_IGNORE(snw_position_init(&h->position, &setup, h->a.q, &arena, NULL));
    h->block = exact_block(arena.needed);
    arena = snw_arena_over(h->block, arena.needed);
    CHECK(snw_position_init(&h->position, &setup, h->a.q, &arena, NULL) == SNW_OK);
}

static void close_hand(hand *h) {
    free(h->block);
    tear_down(&h->a.s);
}

static void open_path(snw_path *path, int scalars, int poses, int64_t spacing_ns, void **block) {
    snw_path_config config = snw_path_config_defaults();
    config.scalars = scalars;
    config.poses = poses;
    config.spacing_ns = spacing_ns;
    snw_arena arena = {0};
    SNW_IGNORE(snw_path_init(path, &config, &arena));
    *block = exact_block(arena.needed);
    arena = snw_arena_over(*block, arena.needed);
    CHECK(snw_path_init(path, &config, &arena) == SNW_OK);
}

// three times round a circle in 5 s, beside where the hand starts
static snw_pose circle(snw_pose start, double radius, double t) {
    const double angle = 2 * SNW_PI * 3 * t / 5;
    snw_pose T = start;
    T.p = snw_vec3_add(start.p, snw_vec3_of(0, radius * sin(angle), radius * (cos(angle) - 1)));
    return T;
}

static void command(hand *h, snw_pose goal, double t, double *q) {
    CHECK(snw_position_set_desired(&h->position, 0, goal, NULL) == SNW_OK);
    CHECK(snw_position_state(&h->position, t, q, NULL) == SNW_OK);
}

// spec: actin-control:PC-10
static void states_and_guides_of_a_circle_are_recorded_and_come_back(void) {
    const double radius = 0.3, sagitta = radius * (1 - cos(0.1 * 6 * SNW_PI / 5 / 2)) + 1e-12;
    open_hand(&one, 150);
    snw_path states, guides, read;
    void *state_block, *guide_block;
    open_path(&states, 7, 0, 100 * MS, &state_block);
    open_path(&guides, 0, 1, 100 * MS, &guide_block);
    const snw_pose start = snw_position_actual(&one.position, 0);
    static double kept[500][7];
    for (int k = 0; k < 500; k++) {
        const double t = 0.01 * k;
        const snw_pose goal = circle(start, radius, t);
        command(&one, goal, t, kept[k]);
        CHECK(snw_path_add(&states, k * 10 * MS, kept[k], NULL) >= 0);
        CHECK(snw_path_add(&guides, k * 10 * MS, NULL, &goal) >= 0);
    }
    CHECK(states.count == 50 && guides.count == 50);

    // both through a file, in every bit
    const scratch_name file = scratch("path.xml");
    snw_arena arena = {0};
    CHECK(snw_path_save(file.text, &states, NULL) == SNW_OK);
    SNW_IGNORE(snw_path_load(file.text, false, &read, &arena, NULL));
    void *read_block = exact_block(arena.needed);
    arena = snw_arena_over(read_block, arena.needed);
    CHECK(snw_path_load(file.text, false, &read, &arena, NULL) == SNW_OK);
    CHECK(read.count == 50);
    CHECK(memcmp(read.scalars, states.scalars, sizeof(double) * 350) == 0);

    // joints at the records; the nearest record in between
    double q[7];
    for (int k = 0; k < 491; k++) {
        snw_path_query query = {.t_ns = k * 10 * MS, .interpolation = SNW_PATH_LINEAR};
        CHECK(snw_path_at(&read, &query, q, NULL) >= 0);
        if (k % 10 == 0) CHECK(farthest(q, kept[k], 7) < 1e-12);
        query.interpolation = SNW_PATH_NEAREST;
        CHECK(snw_path_at(&read, &query, q, NULL) >= 0);
        const int nearest = (k + 5) / 10 * 10, before = k / 10 * 10;
        CHECK(memcmp(q, kept[nearest], sizeof q) == 0 ||
              (k % 10 == 5 && memcmp(q, kept[before], sizeof q) == 0));

        // placements are at most the height of the arc from the circle
        snw_pose pose;
        query.interpolation = SNW_PATH_LINEAR;
        CHECK(snw_path_at(&guides, &query, NULL, &pose) >= 0);
        CHECK(snw_vec3_distance(pose.p, circle(start, radius, 0.01 * k).p) < sagitta);
    }
    free(read_block);
    free(state_block);
    free(guide_block);
    close_hand(&one);
}

// spec: actin-tools:PA-06
static void a_recorded_circle_is_followed_by_the_position_controller(void) {
    const double radius = 0.3;
    open_hand(&one, 400);
    snw_path guides;
    void *block;
    open_path(&guides, 0, 1, 20 * MS, &block);
    const snw_pose start = snw_position_actual(&one.position, 0);
    const snw_vec3 center = snw_vec3_sub(start.p, snw_vec3_z(radius));
    for (int k = 0; k <= 250; k++) {
        const snw_pose goal = circle(start, radius, 0.02 * k);
        CHECK(snw_path_add(&guides, k * 20 * MS, NULL, &goal) == SNW_OK);
    }
    double worst = 0, q[7];
    for (int k = 0; k <= 2500; k++) {
        const snw_path_query query = {.t_ns = k * 2 * MS, .interpolation = SNW_PATH_LINEAR};
        snw_pose goal;
        CHECK(snw_path_at(&guides, &query, NULL, &goal) >= 0);
        command(&one, goal, 0.002 * k, q);
        const snw_vec3 r = snw_vec3_sub(snw_position_actual(&one.position, 0).p, center);
        if (k > 500) worst = fmax(worst, fabs(hypot(r.y, r.z) - radius));
    }
    CHECK(worst < 0.25e-3);
    free(block);
    close_hand(&one);
}

// spec: actin-control:PC-11
static void one_arm_plays_a_path_again_and_again_and_the_other_is_led_by_hand(void) {
    open_hand(&one, 150);
    open_hand(&two, 150);
    snw_path guides;
    void *block;
    open_path(&guides, 0, 2, 20 * MS, &block);
    const snw_pose start = snw_position_actual(&one.position, 0);
    for (int k = 0; k <= 250; k++) {
        const snw_pose goal = circle(start, 0.1, 0.02 * k);
        const snw_pose both[2] = {goal, goal};
        CHECK(snw_path_add(&guides, k * 20 * MS, NULL, both) == SNW_OK);
    }
    const bool follow[2] = {true, false};
    const snw_pose by_hand = {start.R, snw_vec3_add(start.p, snw_vec3_of(-0.1, 0, 0.05))};
    snw_pose wanted[2] = {start, by_hand};
    double q[7];
    for (int k = 0; k <= 1250; k++) {
        // 12.5 s of a path of 5 s
        const snw_path_query query = {
            .t_ns = k * 10 * MS, .interpolation = SNW_PATH_LINEAR, .loop = true, .follow = follow};
        CHECK(snw_path_at(&guides, &query, NULL, wanted) >= 0);
        CHECK(memcmp(&wanted[1], &by_hand, sizeof by_hand) == 0);
        command(&one, wanted[0], 0.01 * k, q);
        command(&two, wanted[1], 0.01 * k, q);
        const snw_vec3 expected = circle(start, 0.1, fmod(0.01 * k, 5)).p;
        if (k > 100) {
            const snw_vec3 there = snw_position_actual(&one.position, 0).p;
            CHECK(snw_vec3_distance(there, expected) < 0.01);
        }
    }
    CHECK(snw_vec3_distance(snw_position_actual(&two.position, 0).p, by_hand.p) < 1e-6);
    free(block);
    close_hand(&two);
    close_hand(&one);
}

int main(void) {
    scratch_open();
    RUN(states_and_guides_of_a_circle_are_recorded_and_come_back);
    RUN(a_recorded_circle_is_followed_by_the_position_controller);
    RUN(one_arm_plays_a_path_again_and_again_and_the_other_is_led_by_hand);
    return check_report();
}
