// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;
static const double home[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static snw_move to_joints(double turn) {
    snw_move move = snw_move_defaults();
    memcpy(move.joints, home, sizeof home);
    move.joints[0] = turn;
    return move;
}

static int64_t ask(const snw_move *move) {
    int64_t id = 0;
    CHECK(snw_queue_move(&s.queue, move, &id, NULL) == SNW_OK);
    return id;
}

static void open_arm(void) {
    stand_load(&s, "microbo-ecureuil");
    stand_queue(&s, home);
}

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

// spec: rccl:TRJ-12
static void the_next_motion_is_taken_at_once_and_the_code_tells_why(void) {
    open_arm();
    snw_frame frames[2];
    snw_equation e[2];
    stand_place(&frames[0], &e[0], "a", stand_down(0.3, 0.14, 0.2));
    stand_place(&frames[1], &e[1], "b", stand_down(0.25, -0.1, 0.3));
    for (int mode = 0; mode < 4; mode++) {
        stand_queue(&s, home);
        (void)stand_move(&s, &e[1], SNW_MOVE_JOINT, 0);
        (void)stand_finish(&s, 0.01);
        const snw_move_mode first = mode & 1 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
        const snw_move_mode second = mode & 2 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
        const int64_t id = stand_move(&s, &e[0], first, 0.1);
        const int64_t then = stand_move(&s, &e[1], second, 0.1);
        for (int i = 0; i < 400; i++)
            stand_tick(&s, 0.001);
        CHECK(snw_queue_progress(&s.queue).id == id);
        const snw_arm_target before = s.target;
        CHECK(snw_queue_next(&s.queue, 42) == SNW_OK);
        stand_tick(&s, 0.001);

        // it brakes from this sample on, without a step
        double change = 0;
        for (int i = 0; i < 6; i++) {
            const double a = s.arm.limits.acceleration[i];
            CHECK(fabs(s.target.v[i] - before.v[i]) <= a * 0.001);
            change = fmax(change, fabs(s.target.a[i] - before.a[i]));
        }
        CHECK(change > 1e-3);
        int code = 0;
        int64_t began = 0, stopped = 0;
        do {
            stand_tick(&s, 0.001);
            snw_move_event event;
            while (snw_queue_event(&s.queue, &event) == SNW_OK) {
                if (event.id == id && event.kind == SNW_MOVE_ENDED) {
                    code = event.code;
                    stopped = event.t_ns;
                    CHECK(e[0].code == 42);
                }
                if (event.id == then && event.kind == SNW_MOVE_STARTED) began = event.t_ns;
            }
        } while (stand_busy(&s));
        CHECK(code == 42 && e[0].code == 42 && e[1].code == SNW_MOVE_ARRIVED);
        CHECK(began > 0 && began < stopped);
        CHECK(snw_pose_near(stand_hand(&s), stand_down(0.25, -0.1, 0.3), 1e-9));
    }
    stand_close(&s);
}

typedef struct watch {
    long calls;
    int stop_at;
    uint64_t last;
} watch;

static int count_calls(const snw_sample *sample, const snw_arm_target *target, void *context) {
    watch *w = context;
    if (sample->number == w->last || target->count != 6) return -99;
    w->last = sample->number;
    return ++w->calls == w->stop_at ? 17 : 0;
}

// spec: rccl:TRJ-13
static void a_monitor_runs_in_each_sample_of_its_motion_only(void) {
    open_arm();
    watch w = {0, -1, 0};
    snw_move before = to_joints(0.1), watched = to_joints(0.4), after = to_joints(0);
    watched.monitor = count_calls;
    watched.context = &w;
    (void)ask(&before);
    const int64_t id = ask(&watched);
    (void)ask(&after);
    long samples = 0;
    do {
        stand_tick(&s, 0.004);
        const snw_move_progress p = snw_queue_progress(&s.queue);
        if (p.id == id && p.moving) samples++;
    } while (stand_busy(&s));
    CHECK(w.calls == samples && w.calls > 20);

    // and it can end it
    w = (watch){0, 10, 0};
    const int64_t again = ask(&watched);
    int code = 0;
    do {
        stand_tick(&s, 0.004);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            if (event.id == again && event.kind == SNW_MOVE_ENDED) code = event.code;
    } while (stand_busy(&s));
    CHECK(code == 17 && w.calls == 10 && s.target.q[0] < 0.3);

    // and so can its time
    watched.monitor = NULL;
    watched.time_limit = 0.1;
    watched.time_code = 5;
    const int64_t timed = ask(&watched);
    do {
        stand_tick(&s, 0.004);
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            if (event.id == timed && event.kind == SNW_MOVE_ENDED) code = event.code;
    } while (stand_busy(&s));
    CHECK(code == 5);
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

// spec: loffler:L-093
static void a_stop_ramps_to_rest_and_empties_the_queue(void) {
    open_arm();
    CHECK_CASES(100) {
        snw_move move = to_joints(check_case % 2 ? 1 : -1);
        int64_t ids[3];
        for (int i = 0; i < 3; i++) {
            move.joints[0] = -move.joints[0];
            ids[i] = ask(&move);
        }
        const int ticks = check_int(5, 150);
        for (int i = 0; i < ticks; i++)
            stand_tick(&s, 0.005);
        CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
        double v = s.target.v[0], a = s.target.a[0];
        const double speed = fabs(v);
        int stopping = 0;
        do {
            stand_tick(&s, 0.005);
            CHECK(fabs(s.target.v[0] - v) <= 10 * 0.005 + 1e-9);
            CHECK(fabs(s.target.a[0]) <= 10 + 1e-9 &&
                  fabs(s.target.a[0] - a) <= 100 * 0.005 + 1e-9);
            v = s.target.v[0], a = s.target.a[0];
            stopping++;
        } while (stand_busy(&s));
        // in least time: the ramp of v, and at most twice the time that acceleration needs to turn
        CHECK(stopping * 0.005 <= speed / 10 + 0.31);
        CHECK(v == 0 && a == 0);
        int cancelled = 0;
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK)
            cancelled += event.kind == SNW_MOVE_ENDED && event.code == SNW_MOVE_CANCELLED;
        CHECK(cancelled >= 1);
        CHECK(snw_queue_progress(&s.queue).ended == ids[2]);
        const snw_move again = to_joints(0);
        (void)ask(&again);
        (void)stand_finish(&s, 0.005);
        CHECK_NEAR(s.target.q[0], 0, 1e-12);
        CHECK(stand_event(&s, SNW_MOVE_ENDED).code == SNW_MOVE_ARRIVED);
    }
    stand_close(&s);
}

static void a_pause_stops_on_the_path_and_goes_on_along_it(void) {
    open_arm();
    snw_frame frames[2];
    snw_equation e[2];
    stand_place(&frames[0], &e[0], "a", stand_down(0.3, 0.14, 0.2));
    stand_place(&frames[1], &e[1], "b", stand_down(0.3, -0.14, 0.2));
    (void)stand_move(&s, &e[0], SNW_MOVE_JOINT, 0);
    (void)stand_finish(&s, 0.01);
    CHECK_CASES(20) {
        (void)stand_move(&s, &e[(check_case + 1) % 2], SNW_MOVE_CARTESIAN, 0.1);
        const int ticks = check_int(20, 500);
        for (int i = 0; i < ticks; i++) {
            stand_tick(&s, 0.005);
            CHECK_NEAR(stand_hand(&s).p.x, 0.3, 1e-9);
        }
        const bool by_override = check_case % 3 == 0;
        CHECK((by_override ? snw_queue_override(&s.queue, 0) : snw_queue_pause(&s.queue)) ==
              SNW_OK);
        for (int i = 0; i < 200; i++) {
            stand_tick(&s, 0.005);
            CHECK_NEAR(stand_hand(&s).p.x, 0.3, 1e-9);
            CHECK_NEAR(stand_hand(&s).p.z, 0.2, 1e-9);
        }
        for (int i = 0; i < 6; i++)
            CHECK(s.target.v[i] == 0 && s.target.a[i] == 0);
        const double y = stand_hand(&s).p.y;
        stand_tick(&s, 0.5);
        CHECK_NEAR(stand_hand(&s).p.y, y, 1e-12);
        CHECK((by_override ? snw_queue_override(&s.queue, 1) : snw_queue_resume(&s.queue)) ==
              SNW_OK);
        do {
            stand_tick(&s, 0.005);
            CHECK_NEAR(stand_hand(&s).p.x, 0.3, 1e-9);
        } while (stand_busy(&s));
        CHECK_NEAR(stand_hand(&s).p.y, check_case % 2 ? 0.14 : -0.14, 1e-9);
    }
    stand_close(&s);
}

static void the_override_scales_the_speed_and_not_the_limits(void) {
    open_arm();
    const double parts[] = {0.25, 0.5, 1, 1.5, 2};
    for (int k = 0; k < 5; k++) {
        CHECK(snw_queue_override(&s.queue, parts[k]) == SNW_OK);
        snw_frame frame;
        snw_equation e;
        stand_place(&frame, &e, "there", stand_down(0.3, k % 2 ? 0.15 : -0.15, 0.2));
        if (k == 0) {
            CHECK(snw_queue_override(&s.queue, 1) == SNW_OK);
            snw_frame first;
            snw_equation begin;
            stand_place(&first, &begin, "begin", stand_down(0.3, 0.15, 0.2));
            (void)stand_move(&s, &begin, SNW_MOVE_JOINT, 0);
            (void)stand_finish(&s, 0.01);
            CHECK(snw_queue_override(&s.queue, parts[k]) == SNW_OK);
        }
        (void)stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.05);
        double fastest = 0;
        snw_vec3 last = stand_hand(&s).p;
        do {
            stand_tick(&s, 0.002);
            const snw_vec3 p = stand_hand(&s).p;
            fastest = fmax(fastest, snw_vec3_norm(snw_vec3_sub(p, last)) / 0.002);
            last = p;
            for (int i = 0; i < 6; i++)
                CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i]);
        } while (stand_busy(&s));
        CHECK_NEAR(fastest, 0.05 * parts[k], 1e-6);
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
        CHECK((snw_move_wait_check(&any, &p) == SNW_OK) == (ended >= 1));
        CHECK((snw_move_wait_check(&all, &p) == SNW_OK) == (ended == 3));
        if (first == 0 && snw_move_wait_check(&any, &p) == SNW_OK) first = p.t_ns;
        if (snw_move_wait_check(&all, &p) == SNW_OK) last = p.t_ns;
        if (late == 0 && snw_move_wait_check(&timed, &p) == SNW_ERR_TIMEOUT) late = p.t_ns;
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
    RUN(the_next_motion_is_taken_at_once_and_the_code_tells_why);
    RUN(a_monitor_runs_in_each_sample_of_its_motion_only);
    RUN(an_offset_is_in_the_tool_frame);
    RUN(the_configuration_changes_in_joint_mode_only);
    RUN(progress_rises_from_nothing_to_all);
    RUN(a_stop_ramps_to_rest_and_empties_the_queue);
    RUN(a_pause_stops_on_the_path_and_goes_on_along_it);
    RUN(the_override_scales_the_speed_and_not_the_limits);
    RUN(waits_end_with_any_or_all_or_their_time);
    RUN(a_motion_begins_from_the_last_command_or_from_what_is_measured);
    RUN(a_motion_for_an_arm_at_rest_is_refused_while_it_moves);
    return check_report();
}
