// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "microbo.h"

// What a program says while a motion runs: on to the next, stop, pause, faster; and monitors.

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

// An arm that others have stopped: what ran and what waited end, and tell why it was stopped.
static void motions_that_others_end_tell_the_reason(void) {
    open_arm();
    for (int named = 0; named < 2; named++) {
        snw_move first = to_joints(0.5), second = to_joints(-0.5);
        const int64_t ids[] = {ask(&first), ask(&second)};
        for (int i = 0; i < 50; i++)
            stand_tick(&s, 0.004);
        snw_why stop = {0};
        if (named) snw_why_set(&stop, SNW_ERR_LIMIT, "joint_2", "the joint is too fast");
        snw_queue_blame(&s.queue, named ? &stop : NULL);
        const snw_sample now = {.number = s.sample.number + 1, .t_ns = s.sample.t_ns};
        double here[6];
        memcpy(here, s.target.q, sizeof here);
        CHECK(snw_queue_abandon(&s.queue, &now, here) == SNW_OK);
        int ended = 0;
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind != SNW_MOVE_ENDED) continue;
            CHECK(event.id == ids[ended++] && event.code == SNW_MOVE_CANCELLED);
            CHECK(event.why.code == SNW_ERR_INTERRUPTED);
            CHECK_TEXT(event.why.subject, named ? "joint_2" : "queue");
            CHECK_TEXT(event.why.text,
                       named ? "the joint is too fast" : "the motion was cancelled");
        }
        CHECK(ended == 2);
        stand_tick(&s, 0.004);
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

int main(void) {
    RUN(the_next_motion_is_taken_at_once_and_the_code_tells_why);
    RUN(a_monitor_runs_in_each_sample_of_its_motion_only);
    RUN(motions_that_others_end_tell_the_reason);
    RUN(a_stop_ramps_to_rest_and_empties_the_queue);
    RUN(a_pause_stops_on_the_path_and_goes_on_along_it);
    RUN(the_override_scales_the_speed_and_not_the_limits);
    return check_report();
}
