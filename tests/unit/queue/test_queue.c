// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "microbo.h"

#include "../../../src/motion/queue/inside.h"

static void every_arena_that_is_too_small_is_refused(void) {
    stand_load(&s, "microbo-ecureuil");
    const snw_queue_config config = snw_queue_config_defaults(-1, s.frame);
    snw_arena arena = {0};
    CHECK(snw_queue_init(&s.queue, &s.arm, &config, home, &arena) == SNW_ERR_MEMORY);
    const size_t needed = arena.needed;
    CHECK(needed % 61 != 0);
    for (size_t size = 0; size < needed; size += size + 8192 < needed ? 8191 : 61) {
        void *block = NULL;
        const size_t whole = (size + 63) / 64 * 64;
        block = aligned_alloc(64, whole > 0 ? whole : 64);
        CHECK(block != NULL);
        arena = snw_arena_over(block, size);
        const snw_status status = snw_queue_init(&s.queue, &s.arm, &config, home, &arena);
        CHECK(status == SNW_ERR_MEMORY);
        CHECK(arena.needed == needed);
        free(block);
    }
    stand_close(&s);
}

static void what_makes_no_sense_is_refused_with_its_name(void) {
    open_arm();
    snw_why why;
    snw_move move = to_joints(0.2);
    move.speed = (double)NAN;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(why.subject, "speed");
    move = to_joints(3);
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.subject, "joint1");
    move = to_joints((double)NAN);
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_NOT_FINITE);
    move = to_joints(0.2);
    move.acceleration = 0;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_RANGE);
    move = to_joints(0.2);
    move.duration = -1;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_RANGE);
    CHECK(snw_queue_dwell(&s.queue, HUGE_VAL, NULL, &why) == SNW_ERR_NOT_FINITE);
    CHECK(snw_queue_override(&s.queue, 2.1) == SNW_ERR_RANGE);
    CHECK(snw_queue_override(&s.queue, (double)NAN) == SNW_ERR_RANGE);
    snw_sample sample = {.number = 1, .dt = (double)NAN};
    CHECK(snw_queue_step(&s.queue, &sample, &s.target) == SNW_ERR_NOT_FINITE);
    snw_queue_config config = snw_queue_config_defaults(-1, s.frame);
    config.jerk = 0;
    snw_arena arena = {0};
    CHECK(snw_queue_init(&s.queue, &s.arm, &config, home, &arena) == SNW_ERR_RANGE);
    config = snw_queue_config_defaults(-1, 99);
    arena = (snw_arena){0};
    CHECK(snw_queue_init(&s.queue, &s.arm, &config, home, &arena) == SNW_ERR_ARGUMENT);
    stand_close(&s);
}

// spec: loffler:L-080 loffler:L-089
static void two_arms_that_ask_at_one_time_get_the_same_bits(void) {
    stand_load(&s, "microbo-ecureuil");
    long ticks[2];
    for (int arms = 1; arms <= 2; arms++) {
        stand_queue(&s, home);
        const snw_move move = to_joints(0.9);
        (void)ask(&move);
        ticks[arms - 1] = 0;
        do {
            stand_tick(&s, 0.003);
            ticks[arms - 1]++;
            for (int k = 1; k < arms; k++) {
                snw_arm_target other;
                CHECK(snw_queue_step(&s.queue, &s.sample, &other) == SNW_OK);
                CHECK(memcmp(other.q, s.target.q, sizeof other.q) == 0);
                CHECK(memcmp(other.v, s.target.v, sizeof other.v) == 0);
                CHECK(memcmp(other.a, s.target.a, sizeof other.a) == 0);
            }
        } while (stand_busy(&s));
    }
    CHECK(ticks[0] == ticks[1] && ticks[0] > 100);
    stand_close(&s);
}

static void producer(void *context) {
    int *refused = context;
    for (int i = 0; i < 100; i++) {
        const snw_move move = to_joints(0.005 * (i % 10) + 0.001 * i);
        if (snw_queue_move(&s.queue, &move, NULL, NULL) != SNW_OK) ++*refused;
    }
}

// spec: loffler:L-081
static void a_hundred_targets_of_another_thread_are_visited_in_order(void) {
    open_arm();
    snw_thread *thread = NULL;
    int refused = 0;
    snw_thread_config config = snw_thread_defaults();
    config.run = producer;
    config.context = &refused;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    int next = 0;
    for (long tick = 0; next < 100; tick++) {
        CHECK(tick < 10000000);
        stand_tick(&s, 0.002);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind != SNW_MOVE_ENDED) continue;
            CHECK(event.id == next + 1 && event.code == SNW_MOVE_ARRIVED);
            CHECK_NEAR(s.target.q[0], 0.005 * (next % 10) + 0.001 * next, 1e-6);
            next++;
        }
    }
    CHECK(snw_thread_join(thread, -1) == SNW_OK && refused == 0);
    stand_close(&s);
}

// spec: loffler:L-081 rccl:TRJ-08
static void a_full_queue_says_so_and_loses_nothing(void) {
    open_arm();
    for (int i = 0; i < SNW_QUEUE_MOVES; i++) {
        const snw_move move = to_joints(0.001 * (i % 7));
        CHECK(ask(&move) == i + 1);
    }
    const snw_move more = to_joints(0);
    snw_why why;
    CHECK(snw_queue_move(&s.queue, &more, NULL, &why) == SNW_ERR_FULL);
    CHECK(SNW_QUEUE_MOVES >= 64);
    int ended = 0;
    do {
        stand_tick(&s, 0.01);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            ended += event.kind == SNW_MOVE_ENDED && event.id == ended + 1;
    } while (stand_busy(&s));
    CHECK(ended == SNW_QUEUE_MOVES);
    CHECK(ask(&more) == SNW_QUEUE_MOVES + 1);
    stand_close(&s);
}

// spec: loffler:L-086
static void poses_and_joints_stand_in_one_queue(void) {
    open_arm();
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "there", stand_down(0.3, 0.1, 0.25));
    const snw_move joints = to_joints(0.5);
    const int64_t first = stand_move(&s, &e, SNW_MOVE_JOINT, 0), second = ask(&joints);
    const int64_t third = stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0);
    int seen = 0;
    do {
        stand_tick(&s, 0.001);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind != SNW_MOVE_ENDED) continue;
            CHECK(event.code == SNW_MOVE_ARRIVED);
            const bool pose = event.id == first || event.id == third;
            if (pose) CHECK(snw_pose_near(stand_hand(&s), stand_down(0.3, 0.1, 0.25), 1e-6));
            if (event.id == second) CHECK_NEAR(s.target.q[0], 0.5, 1e-6);
            seen++;
        }
    } while (stand_busy(&s));
    CHECK(seen == 3);
    stand_close(&s);
}

// spec: rccl:TRJ-11
static void a_rest_takes_its_time_to_one_sample(void) {
    open_arm();
    const double rests[] = {0.35, 0.0105, 1.25}, dt = 0.002;
    for (int k = 0; k < 3; k++) {
        const snw_move go = to_joints(k % 2 ? 0.1 : 0.2), on = to_joints(-0.1);
        (void)ask(&go);
        int64_t id = 0;
        CHECK(snw_queue_dwell(&s.queue, rests[k], &id, NULL) == SNW_OK);
        (void)ask(&on);
        int still = 0;
        int64_t began = 0, ended = 0;
        do {
            stand_tick(&s, dt);
            if (fabs(s.target.q[0] - (k % 2 ? 0.1 : 0.2)) < 1e-9) still++;
            snw_move_event event;
            while (snw_queue_event(&s.queue, &event) == SNW_OK) {
                if (event.id == id && event.kind == SNW_MOVE_STARTED) began = event.t_ns;
                if (event.id == id && event.kind == SNW_MOVE_ENDED) ended = event.t_ns;
            }
        } while (stand_busy(&s));
        CHECK_NEAR(1e-9 * (double)(ended - began), rests[k], dt + 1e-9);
        // the motions themselves stay within 1e-9 of their ends for a few samples
        CHECK_NEAR(still * dt, rests[k], 6 * dt);
        CHECK_NEAR(s.target.q[0], -0.1, 1e-12);
    }
    stand_close(&s);
}

// spec: rccl:TRJ-13
static void an_offset_is_in_the_tool_frame(void) {
    open_arm();
    snw_frame frame;
    snw_equation e;
    const snw_pose T = stand_down(0.3, 0.1, 0.2);
    stand_place(&frame, &e, "there", T);
    CHECK_CASES(50) {
        snw_move move = snw_move_defaults();
        move.equation = &e;
        move.mode = check_case % 2 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
        const snw_vec3 d = {check_real(-0.03, 0.03), check_real(-0.03, 0.03),
                            check_real(-0.03, 0.03)};
        const snw_vec3 r = {0, 0, check_real(-0.5, 0.5)};
        move.offset = snw_pose_of(snw_rotation_exp(r), d);
        (void)ask(&move);
        (void)stand_finish(&s, 0.01);
        CHECK(stand_event(&s, SNW_MOVE_ENDED).code == SNW_MOVE_ARRIVED);
        const snw_pose hand = stand_hand(&s);
        const snw_vec3 off = snw_mat3_apply_t(T.R, snw_vec3_sub(hand.p, T.p));
        CHECK(snw_vec3_near(off, d, 1e-9));
        CHECK(snw_mat3_near(snw_mat3_mul_tn(T.R, hand.R), snw_rotation_exp(r), 1e-9));
    }
    stand_close(&s);
}

// spec: rccl:TRJ-14
static void the_configuration_changes_in_joint_mode_only(void) {
    stand_load(&s, "puma560-lee");
    snw_ik_closed closed;
    CHECK(snw_ik_analyze(&s.model, -1, s.frame, &closed, NULL) == SNW_OK);
    const double q[6] = {0.2, -1.5, 2.6, -0.3, 0.9, 0.3};
    int branch = 0;
    CHECK(snw_ik_branch_of(&closed, q, &branch, NULL) == SNW_OK);
    stand_queue(&s, q);
    const snw_pose T = stand_pose(&s, q);
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "there", T);
    snw_move move = snw_move_defaults();
    move.equation = &e;
    move.branch = branch ^ 4;
    (void)ask(&move);
    (void)stand_finish(&s, 0.01);
    CHECK(stand_event(&s, SNW_MOVE_ENDED).code == SNW_MOVE_ARRIVED);
    int now = 0;
    CHECK(snw_ik_branch_of(&closed, s.target.q, &now, NULL) == SNW_OK);
    CHECK(now == (branch ^ 4));
    CHECK(snw_pose_near(stand_hand(&s), T, 1e-9));
    CHECK(fabs(s.target.q[4] - q[4]) > 1);

    move.mode = SNW_MOVE_CARTESIAN;
    snw_why why;
    CHECK(snw_queue_move(&s.queue, &move, NULL, &why) == SNW_ERR_ARGUMENT);
    CHECK(why.fix[0] != '\0');
    stand_close(&s);
}

// spec: loffler:L-092
static void progress_rises_from_nothing_to_all(void) {
    open_arm();
    for (int k = 0; k < 3; k++) {
        snw_move move = to_joints(k == 1 ? -0.3 : 0.5);
        move.law = (snw_move_law)k;
        const int64_t id = ask(&move);
        double last = 0, first = 1;
        do {
            stand_tick(&s, 0.005);
            const snw_move_progress p = snw_queue_progress(&s.queue);
            CHECK(p.id == id && p.part >= last && p.part <= 1);
            first = fmin(first, p.part);
            last = p.part;
        } while (stand_busy(&s));
        CHECK(last == 1 && first < 0.01);
    }
    stand_close(&s);
}

// spec: rccl:SYN-03
static void waits_end_with_any_or_all_or_their_time(void) {
    open_arm();
    int64_t ids[3];
    const double goals[] = {0.2, 0.5, -0.3};
    for (int i = 0; i < 3; i++) {
        const snw_move move = to_joints(goals[i]);
        ids[i] = ask(&move);
    }
    const snw_move_wait any = {.ids = ids, .count = 3, .until_ns = INT64_MAX};
    const snw_move_wait all = {.ids = ids, .count = 3, .all = true, .until_ns = INT64_MAX};
    const snw_move_wait timed = {.ids = &ids[2], .count = 1, .until_ns = 100000000};
    int64_t first = 0, last = 0, late = 0;
    int ended = 0;
    do {
        stand_tick(&s, 0.004);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            ended += event.kind == SNW_MOVE_ENDED;
        const snw_move_progress p = snw_queue_progress(&s.queue);
        CHECK((snw__move_wait_check(&any, &p) == SNW_OK) == (ended >= 1));
        CHECK((snw__move_wait_check(&all, &p) == SNW_OK) == (ended == 3));
        if (first == 0 && snw__move_wait_check(&any, &p) == SNW_OK) first = p.t_ns;
        if (snw__move_wait_check(&all, &p) == SNW_OK) last = p.t_ns;
        if (late == 0 && snw__move_wait_check(&timed, &p) == SNW_ERR_TIMEOUT) late = p.t_ns;
    } while (stand_busy(&s));
    CHECK(first > 0 && last > first);
    CHECK(late >= 100000000 && late <= 104000000);
    stand_close(&s);
}

// A motion begins from the last command, not from what an arm that lags behind has reached, unless
// that is wished.
// spec: damore:TRJ-05
static void a_motion_begins_from_the_last_command_or_from_what_is_measured(void) {
    open_arm();
    double command[64][6];
    const snw_move go = to_joints(0.5), back = to_joints(-0.2);
    (void)ask(&go);
    long tick = 0;
    bool asked = false;
    for (; tick < 2000; tick++) {
        const snw_arm_target before = s.target;
        stand_tick(&s, 0.005);
        memcpy(command[tick % 64], s.target.q, sizeof command[0]);
        if (asked) {
            CHECK_NEAR(s.target.q[0] - before.q[0], 0.0025 * (s.target.v[0] + before.v[0]), 1e-5);
        }
        if (!stand_busy(&s) && !asked) {
            (void)ask(&back);
            asked = true;
            // the arm is 0.1 s behind: 20 samples
            const snw_arm_target last = s.target;
            stand_tick(&s, 0);
            CHECK_NEAR(s.target.q[0], last.q[0], 1e-9);
        }
    }
    CHECK_NEAR(s.target.q[0], -0.2, 1e-12);
    double measured[6];
    memcpy(measured, home, sizeof measured);
    measured[0] = -0.19;
    CHECK(snw_queue_place(&s.queue, measured) == SNW_OK);
    (void)ask(&go);
    stand_tick(&s, 0);
    CHECK_NEAR(s.target.q[0], -0.19, 1e-12);
    stand_tick(&s, 0.01);
    CHECK(snw_queue_place(&s.queue, home) == SNW_ERR_STATE);
    stand_close(&s);
}

static void a_motion_for_an_arm_at_rest_is_refused_while_it_moves(void) {
    open_arm();
    snw_move move = to_joints(0.3);
    move.only_at_rest = true;
    (void)ask(&move);
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_ERR_STATE);
    stand_tick(&s, 0.01);
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_ERR_STATE);
    (void)stand_finish(&s, 0.01);
    (void)ask(&move);
    stand_close(&s);
}

int main(void) {
    RUN(every_arena_that_is_too_small_is_refused);
    RUN(what_makes_no_sense_is_refused_with_its_name);
    RUN(two_arms_that_ask_at_one_time_get_the_same_bits);
    RUN(a_hundred_targets_of_another_thread_are_visited_in_order);
    RUN(a_full_queue_says_so_and_loses_nothing);
    RUN(poses_and_joints_stand_in_one_queue);
    RUN(a_rest_takes_its_time_to_one_sample);
    RUN(an_offset_is_in_the_tool_frame);
    RUN(the_configuration_changes_in_joint_mode_only);
    RUN(progress_rises_from_nothing_to_all);
    RUN(waits_end_with_any_or_all_or_their_time);
    RUN(a_motion_begins_from_the_last_command_or_from_what_is_measured);
    RUN(a_motion_for_an_arm_at_rest_is_refused_while_it_moves);
    return check_report();
}
