// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

#include "sinew/queue/govern.h"

// Motions that pass their time at a part of its speed.

static stand s, plain;
static snw_frame frames[32];
static snw_equation places[32];
static double part, slope;

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
    check_seed(78);
    double q[6];
    for (int i = 0; i < 32; i++) {
        random_posture(q);
        stand_place(&frames[i], &places[i], "place", stand_pose(&s, q));
    }
    random_posture(q);
    stand_queue(&s, q);
    part = 1;
    slope = 0;
}

static snw_move random_move(void) {
    snw_move move = snw_move_defaults();
    random_posture(move.joints);
    if (check_int(0, 2) == 0) {
        move.equation = &places[check_int(0, 31)];
        move.mode = SNW_MOVE_CARTESIAN;
    }
    move.law = check_int(0, 2) == 0 ? SNW_MOVE_QUARTIC : SNW_MOVE_JERK;
    move.blend = (snw_move_blend)check_int(0, 3);
    move.blend_size = move.blend == SNW_MOVE_BLEND_TIME ? check_real(0, 0.5) : check_real(0, 0.05);
    return move;
}

static void ask_for(const snw_move *move) {
    CHECK(snw_queue_move(&s.queue, move, NULL, NULL) == SNW_OK);
}

// the part goes about between 0 and 1; where it has no effect it is 1 again, as whoever asks does
static void tick_governed(double dt) {
    if (check_int(0, 20) == 0) slope = check_real(-4, 4);
    const double next = part + slope * dt;
    if (!(next >= 0 && next <= 1)) slope = 0;
    part = fmin(fmax(next, 0), 1);
    snw__queue_govern(&s.queue, part, slope);
    stand_tick(&s, dt);
    double v[6], a[6];
    if (snw__queue_nominal(&s.queue, v, a)) return;
    part = 1;
    slope = 0;
}

static void drop_events(void) {
    snw_move_event event;
    while (snw_queue_event(&s.queue, &event) == SNW_OK) {
    }
}

// At a part p of its speed a motion is where another queue is after the time p dt, and rates and
// accelerations follow by the chain rule.
static void a_governed_motion_stays_on_its_path(void) {
    open_arm();
    stand_load(&plain, "microbo-ecureuil");
    stand_queue(&plain, s.target.q);
    long governed = 0;
    CHECK_CASES(check_scaled(200)) {
        const int moves = check_int(1, 3);
        for (int i = 0; i < moves; i++) {
            const snw_move move = random_move();
            ask_for(&move);
            CHECK(snw_queue_move(&plain.queue, &move, NULL, NULL) == SNW_OK);
        }
        for (int k = 0; k < 20000 && (k < 2 || stand_busy(&s)); k++) {
            if (k > 3000) slope = fmax(slope, 0.5);
            tick_governed(4e-3);
            stand_tick(&plain, part < 1 ? 4e-3 * part : 4e-3);
            governed += part < 1;
            for (int i = 0; i < 6; i++) {
                const double v = plain.target.v[i], a = plain.target.a[i];
                CHECK(s.target.q[i] == plain.target.q[i]);
                CHECK_NEAR(s.target.v[i], part * v, 1e-12 * (1 + fabs(v)));
                CHECK_NEAR(s.target.a[i], part * part * a + slope * v, 1e-12 * (1 + fabs(a)));
            }
        }
        CHECK(!stand_busy(&s) && !stand_busy(&plain));
        drop_events();
        snw_move_event event;
        while (snw_queue_event(&plain.queue, &event) == SNW_OK) {
        }
    }
    CHECK(governed > check_scaled(10000));
    stand_close(&plain);
    stand_close(&s);
}

static int disturb(void) {
    const int kind = check_int(0, 4);
    if (kind == 0) CHECK(snw_queue_next(&s.queue, 7) == SNW_OK);
    if (kind == 1) CHECK(snw_queue_pause(&s.queue) == SNW_OK);
    if (kind == 2) CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
    if (kind == 3) CHECK(snw_queue_override(&s.queue, 0) == SNW_OK);
    if (kind == 4) CHECK(snw_queue_override(&s.queue, check_real(0.05, 1)) == SNW_OK);
    return kind;
}

// A command in a sample that takes no time changes neither where the arm is nor how fast it goes,
// and one that stops it does so although no time would pass for the motion.
static void commands_to_a_governed_motion_bring_no_jump(void) {
    open_arm();
    long slow = 0;
    CHECK_CASES(check_scaled(3000)) {
        CHECK(snw_queue_override(&s.queue, 1) == SNW_OK);
        CHECK(snw_queue_resume(&s.queue) == SNW_OK);
        const int moves = check_int(1, 3), ticks = check_int(2, 600);
        for (int i = 0; i < moves; i++) {
            const snw_move move = random_move();
            ask_for(&move);
        }
        for (int k = 0; k < ticks; k++)
            tick_governed(4e-3);
        slow += part < 0.5;
        const snw_arm_target before = s.target;
        const int kind = disturb();
        snw__queue_govern(&s.queue, part, 0);
        stand_tick(&s, 0);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(s.target.q[i], before.q[i], 1e-9);
            CHECK_NEAR(s.target.v[i], before.v[i], 1e-9);
        }
        double v[6], a[6];
        if (!snw__queue_nominal(&s.queue, v, a)) part = 1;
        // no time passes but what the stop takes for itself
        for (int k = 0; kind >= 1 && kind <= 3 && k < 1000; k++) {
            snw__queue_govern(&s.queue, 0, 0);
            stand_tick(&s, 4e-3);
        }
        if (kind == 2) CHECK(!stand_busy(&s));
        for (int i = 0; kind >= 1 && kind <= 3 && i < 6; i++)
            CHECK(s.target.v[i] == 0);
        snw__queue_govern(&s.queue, 1, 0);
        part = 1;
        slope = 0;
        CHECK(snw_queue_cancel(&s.queue) == SNW_OK);
        (void)stand_finish(&s, 0.02);
        drop_events();
    }
    CHECK(slow > check_scaled(300));
    stand_close(&s);
}

static void numbers_that_are_not_finite_stop_the_time(void) {
    open_arm();
    snw_move move = snw_move_defaults();
    random_posture(move.joints);
    ask_for(&move);
    for (int k = 0; k < 50; k++)
        stand_tick(&s, 4e-3);
    const snw_arm_target before = s.target;
    snw__queue_govern(&s.queue, (double)NAN, (double)INFINITY);
    stand_tick(&s, 4e-3);
    for (int i = 0; i < 6; i++)
        CHECK(s.target.q[i] == before.q[i] && s.target.v[i] == 0);
    stand_close(&s);
}

int main(void) {
    RUN(a_governed_motion_stays_on_its_path);
    RUN(commands_to_a_governed_motion_bring_no_jump);
    RUN(numbers_that_are_not_finite_stop_the_time);
    return check_report();
}
