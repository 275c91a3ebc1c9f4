// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "passage.h"

// Paths are made ready ahead of their first set-point, some of it in each tick: no tick makes more
// inverse solutions than SNW_QUEUE_SOLUTIONS, and what comes of it is what the check beside the
// loop finds at once.

static stand s;

/// What ticks cost.
typedef struct bill {
    int64_t most, all; ///< inverse solutions of one tick, of all
    long waits;        ///< ticks until the motion began
} bill;

static void charge(bill *b, int64_t before) {
    const int64_t here = s.queue.solutions - before;
    CHECK(here <= SNW_QUEUE_SOLUTIONS);
    b->most = here > b->most ? here : b->most;
    b->all += here;
}

// ticks until the last motion has begun, or was refused
static bill wait_for_start(void) {
    bill b = {0};
    do {
        const int64_t before = s.queue.solutions;
        const snw_arm_target last = s.target;
        stand_tick(&s, 0.001);
        charge(&b, before);
        b.waits++;
        CHECK(b.waits < 1000);
        if (stand_begun(&s)) break;
        // until then the arm rests
        for (int i = 0; i < s.arm.count; i++)
            CHECK(s.target.q[i] == last.q[i] && s.target.v[i] == 0);
    } while (stand_busy(&s));
    return b;
}

static void compare_with_the_check(const snw_move *move, bill *worst, long *waited) {
    snw_move_report report;
    snw_why why;
    const snw_status status = snw_queue_check(&s.queue, move, s.target.q, &report, &why);
    CHECK(snw_queue_move(&s.queue, move, NULL, NULL) == SNW_OK);
    const bill b = wait_for_start();
    worst->most = b.most > worst->most ? b.most : worst->most;
    worst->all = b.all > worst->all ? b.all : worst->all;
    worst->waits = b.waits > worst->waits ? b.waits : worst->waits;
    *waited += b.waits > 1;
    snw_move_event event;
    CHECK(snw_queue_event(&s.queue, &event) == SNW_OK);
    if (status != SNW_OK) {
        CHECK(event.kind == SNW_MOVE_ENDED && event.code == SNW_MOVE_REFUSED);
        CHECK(event.why.code == why.code);
        CHECK_TEXT(event.why.rule, why.rule);
        return;
    }
    CHECK(event.kind == SNW_MOVE_STARTED && event.duration == report.duration);
    CHECK(event.deviation == report.deviation && event.stretched == report.stretched);
}

static void no_tick_solves_more_than_it_may_and_nothing_else_comes_of_it(void) {
    static const double tolerances[] = {0, 5e-3, 2e-2};
    for (int kind = 0; kind < PASSAGE_KINDS; kind++) {
        stand_load(&s, passage_arm((passage_kind)kind));
        bill worst = {0};
        long waited = 0;
        CHECK_CASES(check_scaled(kind < PASSAGE_PANDA ? 120 : 30)) {
            passage p;
            if (!passage_begin(&s, &p, (passage_kind)kind, check_case % 2 ? 0.1 : 1)) continue;
            snw_move move = passage_move(&p);
            move.tolerance = tolerances[check_case % 3];
            move.tolerance_rad = 4 * move.tolerance;
            compare_with_the_check(&move, &worst, &waited);
        }
        print_message("%s: most %lld solutions in a tick, %lld in all, %ld ticks\n",
                      passage_arm((passage_kind)kind), (long long)worst.most, (long long)worst.all,
                      worst.waits);
        // there is something to spread
        CHECK_MANY(worst.all > 3 * SNW_QUEUE_SOLUTIONS && waited > 5);
        stand_close(&s);
    }
}

// A line like any other begins in the tick that takes it from the queue.
static void a_line_that_nothing_holds_back_begins_at_once(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    stand_queue(&s, q);
    snw_pose T = stand_pose(&s, q);
    T.p.z += 0.1;
    snw_frame frame;
    snw_equation up;
    stand_place(&frame, &up, "up", T);
    (void)stand_move(&s, &up, SNW_MOVE_CARTESIAN, 0.1);
    const int64_t before = s.queue.solutions;
    stand_tick(&s, 0.001);
    CHECK(s.queue.solutions - before >= 32 && s.queue.solutions - before <= SNW_QUEUE_SOLUTIONS);
    CHECK(snw_queue_progress(&s.queue).moving && stand_begun(&s));
    stand_close(&s);
}

// --- programs --------------------------------------------------------------------------------

// how the axes go on from one sample to the next: as velocities say, within accelerations
static void hold_to_limits(const snw_arm_target *last, double dt) {
    for (int i = 0; i < s.arm.count; i++) {
        const double most = s.arm.limits.acceleration[i];
        CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i] * (1 + 1e-9));
        CHECK(fabs(s.target.v[i] - last->v[i]) <= most * dt * (1 + 1e-6) + 1e-9);
        CHECK_NEAR(s.target.q[i] - last->q[i], 0.5 * dt * (s.target.v[i] + last->v[i]),
                   0.25 * most * dt * dt + 1e-9);
    }
}

static void disturb(void) {
    switch (check_int(0, 6)) {
    case 0:
        CHECK(snw_queue_next(&s.queue, 1) == SNW_OK);
        break;
    case 1:
        CHECK(snw_queue_pause(&s.queue) == SNW_OK);
        break;
    case 2:
        CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
        break;
    case 3:
        CHECK(snw_queue_override(&s.queue, check_real(0.3, 2)) == SNW_OK);
        break;
    default:
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        break;
    }
}

// Lines with tolerances and blends, asked for and disturbed while others are being made ready.
static void programs_keep_to_it_too_and_never_jump(void) {
    static const passage_kind kinds[] = {PASSAGE_WRIST, PASSAGE_ELBOW};
    for (int k = 0; k < 2; k++) {
        stand_load(&s, passage_arm(kinds[k]));
        CHECK_CASES(check_scaled(60)) {
            passage p;
            if (!passage_begin(&s, &p, kinds[k], 0.3)) continue;
            for (int tick = 0, asked = 0; tick < 1500; tick++) {
                if (asked < 8 && check_int(0, 60) == 0) {
                    snw_move move = passage_move(&p);
                    move.equation = asked++ % 2 ? &p.to_a : &p.to_b;
                    move.tolerance = check_int(0, 1) ? 5e-3 : 0;
                    move.tolerance_rad = 4 * move.tolerance;
                    move.blend = (snw_move_blend)check_int(0, 3);
                    move.blend_size = 0.05;
                    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
                }
                if (check_int(0, 80) == 0) disturb();
                const int64_t before = s.queue.solutions;
                const snw_arm_target last = s.target;
                stand_tick(&s, 0.004);
                CHECK(s.queue.solutions - before <= SNW_QUEUE_SOLUTIONS);
                hold_to_limits(&last, 0.004);
            }
        }
        stand_close(&s);
    }
}

// Seen: a motion that was asked for while the one before it, to be blended, was already slowing
// down began in the middle of its own ramp, with a jump.
// Cause: the overlap of the two was found for the whole ramp of the first, of which a part had gone
// by. At any request that comes late.
static void a_late_request_is_blended_without_a_jump(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    long blended = 0;
    CHECK_CASES(check_scaled(200)) {
        stand_queue(&s, q);
        snw_move move = snw_move_defaults();
        memcpy(move.joints, q, sizeof q);
        move.joints[0] = 1;
        move.blend = check_case % 2 ? SNW_MOVE_BLEND_RAMP : SNW_MOVE_BLEND_TIME;
        move.blend_size = 1;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        stand_tick(&s, 0.004);
        // somewhere in the last part of the first
        const double left = snw_queue_progress(&s.queue).remaining * check_real(0, 0.5);
        while (snw_queue_progress(&s.queue).remaining > left)
            stand_tick(&s, 0.004);
        move.joints[0] = check_real(-0.5, 0.5);
        move.joints[4] = 0.5;
        move.mode = check_case % 3 ? SNW_MOVE_JOINT : SNW_MOVE_CARTESIAN;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        do {
            const snw_arm_target last = s.target;
            stand_tick(&s, 0.004);
            hold_to_limits(&last, 0.004);
        } while (stand_busy(&s));
        blended += stand_event(&s, SNW_MOVE_BLENDED).id == 1;
    }
    CHECK_MANY(blended > 50);
    stand_close(&s);
}

// Cancelled in the middle, or told to begin elsewhere: the next motion is another one.
static void what_is_dropped_half_way_leaves_nothing_behind(void) {
    stand_load(&s, "puma560-lee");
    long dropped = 0;
    CHECK_CASES(check_scaled(60)) {
        passage p;
        if (!passage_begin(&s, &p, PASSAGE_WRIST, 0.1)) continue;
        double q[6];
        memcpy(q, s.target.q, sizeof q);
        snw_move move = passage_move(&p);
        move.tolerance = 5e-3;
        move.tolerance_rad = 0.02;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        stand_tick(&s, 0.001);
        if (stand_begun(&s) || !stand_busy(&s)) continue;
        dropped++;
        if (check_case % 2) {
            CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
            snw_move back = snw_move_defaults();
            memcpy(back.joints, q, sizeof q);
            back.joints[0] += q[0] > 0 ? -0.1 : 0.1;
            CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
            (void)stand_finish(&s, 0.01);
            CHECK(p.to_b.code == SNW_MOVE_CANCELLED && p.to_b.uses == 0);
            for (int i = 0; i < 6; i++)
                CHECK_NEAR(s.target.q[i], back.joints[i], 1e-9);
        } else {
            q[0] += 0.01;
            CHECK(snw_queue_place(&s.queue, q) == SNW_OK);
            stand_tick(&s, 0.001);
            CHECK_NEAR(s.target.q[0], q[0], 1e-9);
            (void)stand_finish(&s, 0.01);
            if (p.to_b.code == SNW_MOVE_ARRIVED) CHECK(snw_pose_near(stand_hand(&s), p.B, 1e-8));
        }
    }
    CHECK_MANY(dropped > 10);
    stand_close(&s);
}

int main(void) {
    RUN(no_tick_solves_more_than_it_may_and_nothing_else_comes_of_it);
    RUN(a_line_that_nothing_holds_back_begins_at_once);
    RUN(programs_keep_to_it_too_and_never_jump);
    RUN(a_late_request_is_blended_without_a_jump);
    RUN(what_is_dropped_half_way_leaves_nothing_behind);
    return check_report();
}
