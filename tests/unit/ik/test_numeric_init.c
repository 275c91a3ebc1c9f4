// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static snw_status init_of(const snw_model *model, int link, int frame) {
    snw_ik ik;
    snw_arena arena = {0};
    return snw_ik_init(&ik, model, link, frame, &arena);
}

static void each_capacity_below_the_needed_one_is_refused(void) {
    CHECK_CASES(3) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {.links = 8,
                                      .only_single = check_case == 0,
                                      .mimics = true,
                                      .laws = check_case == 2,
                                      .floating = check_case == 2};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        snw_ik ik;
        snw_arena arena = {0};
        int link = c.model.link_count - 1;
        while (init_of(&c.model, link, -1) == SNW_ERR_SIZE) {
            link--; // nothing moves it
        }
        CHECK(snw_ik_init(&ik, &c.model, link, -1, &arena) == SNW_ERR_MEMORY);
        const size_t needed = arena.needed;
        for (size_t capacity = 0; capacity <= needed; capacity++) {
            void *block = exact_block(capacity);
            arena = snw_arena_over(block, capacity);
            const snw_status status = snw_ik_init(&ik, &c.model, link, -1, &arena);
            CHECK(status == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
            CHECK(arena.needed == needed);
            free(block);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// a fixed base, a chain of joints, and a link that nothing moves
static snw_robot *chain(snw_setup *setup, int joints) {
    snw_robot *robot = new_robot(setup, "chain");
    char a[SNW_NAME], b[SNW_NAME], j[SNW_NAME];
    add_link(robot, setup, "0");
    for (int i = 1; i <= joints; i++) {
        (void)snprintf(a, sizeof a, "%d", i - 1);
        (void)snprintf(b, sizeof b, "%d", i);
        (void)snprintf(j, sizeof j, "j%d", i);
        add_link(robot, setup, b);
        snw_joint_description *joint = add_joint(robot, setup, j, a, b);
        joint->axis = i % 2 ? snw_vec3_of(0, 0, 1) : snw_vec3_of(0, 1, 0);
        joint->origin = snw_pose_translation(snw_vec3_of(0.1, 0, 0));
    }
    add_link(robot, setup, "board");
    add_joint(robot, setup, "screwed", "0", "board")->kind = SNW_JOINT_FIXED;
    add_attachment(robot, setup, "tool", b)->origin = snw_pose_translation(snw_vec3_of(0, 0, 1));
    add_attachment(robot, setup, "edge", "board");
    return robot;
}

static void links_and_frames_that_are_none_are_refused(void) {
    snw_setup *setup = new_setup();
    compiled c;
    CHECK(compile(chain(setup, 3), &c, NULL) == SNW_OK);
    CHECK(init_of(&c.model, c.model.link_count, -1) == SNW_ERR_ARGUMENT);
    CHECK(init_of(&c.model, -1, -1) == SNW_ERR_ARGUMENT);
    const int frames = c.model.frame_count + c.model.link_count;
    CHECK(init_of(&c.model, 0, frames) == SNW_ERR_ARGUMENT);
    // measuring works
    CHECK(init_of(&c.model, 3, -1) == SNW_ERR_MEMORY);
    CHECK(init_of(&c.model, -1, snw_model_find_frame(&c.model, "tool")) == SNW_ERR_MEMORY);
    // what nothing moves
    CHECK(init_of(&c.model, 0, -1) == SNW_ERR_SIZE);
    CHECK(init_of(&c.model, -1, snw_model_find_frame(&c.model, "edge")) == SNW_ERR_SIZE);
    free(c.block);
    snw_setup_destroy(setup);
}

static void sixty_four_rates_fit_and_no_more(void) {
    for (int joints = SNW_IK_JOINTS - 1; joints <= SNW_IK_JOINTS + 1; joints++) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(chain(setup, joints), &c, NULL) == SNW_OK);
        const int tool = snw_model_find_frame(&c.model, "tool");
        const bool fits = joints <= SNW_IK_JOINTS;
        CHECK(init_of(&c.model, -1, tool) == (fits ? SNW_ERR_MEMORY : SNW_ERR_SIZE));
        if (fits) {
            // a snake of that length is solved like any other
            stand s;
            double q0[80], goal[80], q[80];
            snw_ik_result result;
            stand_open(&s, &c.model, -1, tool);
            CHECK(s.ik.count == joints);
            for (int i = 0; i < joints; i++) {
                q0[i] = check_real(-0.3, 0.3);
                goal[i] = check_real(-0.3, 0.3);
            }
            const snw_ik_target target = snw_ik_target_pose(stand_pose(&s, goal));
            snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
            CHECK(result.status == SNW_IK_OK);
            stand_judge(&s, &target, q, &result);
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// the rates of the path, and no others, in rising order
static void the_path_is_that_of_kinematics(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {
            .links = 12, .mimics = true, .laws = true, .floating = check_case % 2 == 0};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        const int link = check_int(0, c.model.link_count - 1);
        if (init_of(&c.model, link, -1) == SNW_ERR_MEMORY) {
            stand s;
            int rates[STAND_JOINTS];
            stand_open(&s, &c.model, link, -1);
            CHECK(snw_kin_path(&s.kin, link, rates) == s.ik.count);
            CHECK(memcmp(rates, s.ik.rates, sizeof *rates * (size_t)s.ik.count) == 0);
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void a_base_that_is_no_pose_is_refused(void) {
    tool_stand t;
    panda_open(&t);
    snw_pose bad = snw_pose_identity();
    bad.p.y = (double)NAN;
    CHECK(snw_ik_set_base(&t.s.ik, bad) == SNW_ERR_NOT_FINITE);
    bad = snw_pose_identity();
    bad.R.x.x = 2;
    CHECK(snw_ik_set_base(&t.s.ik, bad) == SNW_ERR_RANGE);
    tool_close(&t);
}

int main(void) {
    RUN(each_capacity_below_the_needed_one_is_refused);
    RUN(links_and_frames_that_are_none_are_refused);
    RUN(sixty_four_rates_fit_and_no_more);
    RUN(the_path_is_that_of_kinematics);
    RUN(a_base_that_is_no_pose_is_refused);
    return check_report();
}
