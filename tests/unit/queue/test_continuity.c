// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// Motions of any mode and law, one behind the other, disturbed at any time. A disturbance is
// delivered in a sample that takes no time at all: then position, velocity and acceleration must be
// what they were. What happens by itself is looked at in samples of a microsecond.

static stand s;
static snw_frame frames[64];
static snw_equation places[64];

static void random_posture(double *q) {
    q[0] = check_real(-1, 1);
    q[1] = check_real(0.15, 0.3);
    q[2] = check_real(0.25, 0.36);
    q[3] = check_real(-1.4, -0.6);
    q[4] = check_real(-4.4, -3.6);
    q[5] = check_real(-1, 1);
}

static void open_arm(void) {
    stand_load(&s, "microbo-ecureuil");
    check_seed(77);
    double q[6];
    for (int i = 0; i < 64; i++) {
        random_posture(q);
        stand_place(&frames[i], &places[i], "place", stand_pose(&s, q));
    }
    random_posture(q);
    stand_queue(&s, q);
}

static void ask_randomly(void) {
    snw_move move = snw_move_defaults();
    random_posture(move.joints);
    if (check_int(0, 3) > 0) move.equation = &places[check_int(0, 63)];
    if (move.equation != NULL && check_int(0, 2) == 0) move.mode = SNW_MOVE_CARTESIAN;
    move.law = check_int(0, 2) == 0 ? SNW_MOVE_QUARTIC : SNW_MOVE_JERK;
    move.blend = (snw_move_blend)check_int(0, 3);
    move.blend_size = move.blend == SNW_MOVE_BLEND_TIME ? check_real(0, 0.5) : check_real(0, 0.05);
    if (check_int(0, 1) == 0) move.speed = check_real(0.05, 0.4);
    move.acceleration = check_real(0.3, 1);
    move.jerk = check_real(0.3, 1);
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
}

static void disturb(void) {
    switch (check_int(0, 6)) {
    case 0:
        CHECK(snw_queue_next(&s.queue, 7) == SNW_OK);
        break;
    case 1:
        CHECK(snw_queue_pause(&s.queue) == SNW_OK);
        break;
    case 2:
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        break;
    case 3:
        CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
        break;
    case 4:
        CHECK(snw_queue_override(&s.queue, 0) == SNW_OK);
        break;
    default:
        CHECK(snw_queue_override(&s.queue, check_real(0.05, 2)) == SNW_OK);
        break;
    }
}

static void drop_events(void) {
    snw_move_event event;
    while (snw_queue_event(&s.queue, &event) == SNW_OK) {
    }
}

// spec: rccl:TRJ-12 rccl:TRJ-07 loffler:L-082
static void ten_thousand_disturbed_motions_have_no_jump(void) {
    open_arm();
    CHECK_CASES(check_scaled(10000)) {
        CHECK(snw_queue_override(&s.queue, 1) == SNW_OK);
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        const int moves = check_int(1, 3);
        for (int i = 0; i < moves; i++)
            ask_randomly();
        for (int round = 0; round < 3; round++) {
            const int ticks = check_int(0, 20);
            for (int k = 0; k < ticks; k++) {
                const snw_arm_target before = s.target;
                stand_tick(&s, 0.02);
                for (int i = 0; i < 6; i++) {
                    const double v = s.arm.limits.velocity[i], a = s.arm.limits.acceleration[i];
                    CHECK(fabs(s.target.v[i]) <= v * (1 + 1e-9));
                    CHECK(fabs(s.target.a[i]) <= a * (1 + 1e-9));
                    CHECK(fabs(s.target.v[i] - before.v[i]) <= a * 0.02 + 1e-9);
                }
            }
            const snw_arm_target before = s.target;
            disturb();
            stand_tick(&s, 0);
            for (int i = 0; i < 6; i++) {
                CHECK_NEAR(s.target.q[i], before.q[i], 1e-9);
                CHECK_NEAR(s.target.v[i], before.v[i], 1e-9);
                CHECK_NEAR(s.target.a[i], before.a[i], 1e-9);
            }
        }
        CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
        (void)stand_finish(&s, 0.02);
        drop_events();
    }
    stand_close(&s);
}

// one millisecond in steps of a microsecond: a jump of velocity would not be explained by the
// acceleration beside it
static void look_closely(void) {
    const double dt = 1e-6;
    for (int k = 0; k < 1000; k++) {
        const snw_arm_target before = s.target;
        stand_tick(&s, dt);
        for (int i = 0; i < 6; i++) {
            const double v = s.target.v[i], a = s.target.a[i];
            CHECK_NEAR(s.target.q[i] - before.q[i], 0.5 * dt * (v + before.v[i]), 1e-9);
            CHECK_NEAR(v - before.v[i], 0.5 * dt * (a + before.a[i]), 1e-9);
            CHECK(fabs(a - before.a[i]) <= 5e-3);
        }
    }
}

// Three motions, run twice: the first time in milliseconds, to learn when one follows another; the
// second time those milliseconds are looked at closely.
// spec: rccl:TRJ-07
static void motions_that_follow_each_other_meet_without_a_jump(void) {
    open_arm();
    double start[6];
    random_posture(start);
    long seen = 0;
    CHECK_CASES(check_scaled(40)) {
        long changes[8], tick = 0;
        int count = 0;
        for (int run = 0; run < 2; run++) {
            check_seed(check_case);
            CHECK(snw_queue_place(&s.queue, start) == SNW_OK);
            stand_tick(&s, 0);
            for (int i = 0; i < 3; i++)
                ask_randomly();
            int64_t id = snw_queue_progress(&s.queue).id;
            int next = 0;
            tick = 0;
            do {
                const bool close = run == 1 && next < count && tick == changes[next];
                if (close) look_closely();
                if (!close) stand_tick(&s, 1e-3);
                if (close) next++;
                const snw_move_progress p = snw_queue_progress(&s.queue);
                if (run == 0 && p.id != id && count < 8) changes[count++] = tick;
                id = p.id;
                tick++;
            } while (stand_busy(&s));
            drop_events();
            if (run == 1) seen += next;
        }
    }
    CHECK(seen >= check_scaled(40));
    stand_close(&s);
}

int main(void) {
    RUN(ten_thousand_disturbed_motions_have_no_jump);
    RUN(motions_that_follow_each_other_meet_without_a_jump);
    return check_report();
}
