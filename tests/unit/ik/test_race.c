// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"
#include "stand.h"

// Many starts: the same numbers every time, budgets counted, nothing allocated.

static void solving_allocates_nothing(void) {
    tool_stand t;
    panda_open(&t);
    long counted = 0;
    if (COUNTING) {
        const long before = allocations;
        void *volatile block = malloc(1); // not left out by the compiler
        free(block);
        CHECK(allocations == before + 2);
    }
    CHECK_CASES(200) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        if (check_case % 3 == 0) target.T_world_goal.p.x += 1; // out of reach
        if (check_case % 3 == 1) options.posture = q0;
        const long before = allocations;
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        counted += allocations - before;
    }
    CHECK(counted == 0);
    tool_close(&t);
}

// two solvers, one of which has seen other work before
static void the_same_seed_gives_the_same_bits(void) {
    tool_stand a, b;
    panda_open(&a);
    panda_open(&b);
    CHECK_CASES(check_scaled(300)) {
        double q0[7], goal[7], one[7], other[7];
        snw_ik_result first, second;
        snw_ik_options options = snw_ik_options_default();
        options.seed = check_bits();
        stand_random(a.s.model, q0);
        stand_random(a.s.model, goal);
        snw_ik_target target = snw_ik_target_pose(stand_pose(&a.s, goal));
        if (check_case % 3 == 0) target.T_world_goal.p.z += 1.5;
        snw_ik_solve(&a.s.ik, &target, &options, q0, one, &first);
        if (check_case % 2 == 0) {
            const snw_ik_target unlike = snw_ik_target_pose(random_pose());
            snw_ik_solve(&b.s.ik, &unlike, NULL, goal, other, &second);
        }
        snw_ik_solve(&b.s.ik, &target, &options, q0, other, &second);
        CHECK(memcmp(one, other, sizeof one) == 0);
        CHECK(memcmp(&first, &second, sizeof first) == 0);
    }
    tool_close(&a);
    tool_close(&b);
}

// trees with joints that are searched one by one
static void the_same_seed_gives_the_same_bits_for_all_joints(void) {
    CHECK_CASES(check_scaled(100)) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {.links = 8, .laws = true, .floating = true};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        stand a, b;
        double q0[STAND_JOINTS], one[STAND_JOINTS], other[STAND_JOINTS];
        snw_ik_result first, second;
        stand_open(&a, &c.model, c.model.link_count - 1, -1);
        stand_open(&b, &c.model, c.model.link_count - 1, -1);
        stand_random(&c.model, q0);
        const snw_ik_target target = snw_ik_target_pose(random_pose());
        snw_ik_solve(&a.ik, &target, NULL, q0, one, &first);
        snw_ik_solve(&b.ik, &target, NULL, q0, other, &second);
        CHECK(memcmp(one, other, sizeof *one * (size_t)c.model.nq) == 0);
        CHECK(memcmp(&first, &second, sizeof first) == 0);
        stand_close(&a);
        stand_close(&b);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// Different seeds draw different starts: on a redundant arm that shows in the answers.
static void another_seed_draws_other_starts(void) {
    tool_stand t;
    panda_open(&t);
    int differ = 0;
    CHECK_CASES(50) {
        double q0[7], goal[7], one[7], other[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, &options, q0, one, &result);
        options.seed = 2;
        snw_ik_solve(&t.s.ik, &target, &options, q0, other, &result);
        differ += memcmp(one, other, sizeof one) != 0;
    }
    CHECK(differ > 10);
    tool_close(&t);
}

// One start: nothing is drawn, so the seed says nothing.
static void one_start_is_the_given_one(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(100) {
        double q0[7], goal[7], one[7], other[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        options.starts = 1;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        options.seed = 1;
        snw_ik_solve(&t.s.ik, &target, &options, q0, one, &result);
        CHECK(result.restarts == 0);
        options.seed = 99;
        snw_ik_solve(&t.s.ik, &target, &options, q0, other, &result);
        CHECK(memcmp(one, other, sizeof one) == 0);
    }
    tool_close(&t);
}

// a start at the goal is the answer, bit for bit, however many others race
static void a_start_that_has_arrived_stays(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(200) {
        double q0[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, q0));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        CHECK(result.iterations == 1);
        CHECK(memcmp(q, q0, sizeof q) == 0);
    }
    tool_close(&t);
}

// every budget ends: of starts, and of steps in each, whether or not there is an answer
static void budgets_are_kept(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double q0[7], q[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        options.starts = check_int(1, 40);
        options.iterations = check_int(1, 60);
        stand_random(t.s.model, q0);
        snw_ik_target target = snw_ik_target_pose(random_pose());
        target.T_world_goal.p = random_vec3(1.5);
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        CHECK(result.restarts >= 0 && result.restarts < options.starts);
        // lanes advance together: a block of eight starts takes at most `iterations` steps; two
        // legs of eight are bettered by four times as many
        const int blocks = options.starts / 8 + 2;
        CHECK(result.iterations <= blocks * options.iterations + 16 * 4 * options.iterations + 1);
        stand_judge(&t.s, &target, q, &result);
    }
    tool_close(&t);
}

// More starts never make it worse, as the first ones are the same.
static void more_starts_do_no_harm(void) {
    tool_stand t;
    panda_open(&t);
    int few = 0, many = 0;
    CHECK_CASES(check_scaled(500)) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        snw_ik_options options = snw_ik_options_default();
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        options.starts = 1;
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        few += result.status == SNW_IK_OK;
        options.starts = 64;
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        many += result.status == SNW_IK_OK;
    }
    CHECK(few < many);
    tool_close(&t);
}

int main(void) {
    RUN(solving_allocates_nothing);
    RUN(the_same_seed_gives_the_same_bits);
    RUN(the_same_seed_gives_the_same_bits_for_all_joints);
    RUN(another_seed_draws_other_starts);
    RUN(one_start_is_the_given_one);
    RUN(a_start_that_has_arrived_stays);
    RUN(budgets_are_kept);
    RUN(more_starts_do_no_harm);
    return check_report();
}
