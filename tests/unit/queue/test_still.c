// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// Straight lines of no length: to where the hand is already.

static stand s;

typedef struct one {
    const char *arm;
    double q[7];
} one;

// with closed forms and without, also where the wrist is singular and where joints are found by
// search
static const one arms[] = {
    {"microbo-ecureuil", {0, 0.2, 0.3, -1.2, -4, 0}},
    {"microbo-ecureuil", {0.1, 0.2, 0.3, 0.4, -3.14159265358979312, 0}},
    {"puma560-lee", {0.3, -1.6, 2.8, 0.2, 0.9, 0.4}},
    {"puma560-lee", {0.3, -1.6, 2.8, 0.7, 0, 0.4}},
    {"panda", {0.3, -0.5, 0.2, -2, 0.1, 1.6, 0.4}},
    {"panda", {0, -0.5, 0, -2, 0, 1.6, 0.4}},
};
enum { ARMS = sizeof arms / sizeof *arms };

static void stays_at(const double *q, double within) {
    for (int i = 0; i < s.arm.count; i++) {
        CHECK_NEAR(s.target.q[i], q[i], within);
        CHECK(s.target.v[i] == 0 && s.target.a[i] == 0);
    }
}

static snw_move still_move(snw_equation *here, int k) {
    snw_move move = snw_move_defaults();
    move.equation = here;
    move.mode = SNW_MOVE_CARTESIAN;
    move.law = (snw_move_law)(k % 3);
    move.blend = (snw_move_blend)(k % 4);
    move.blend_size = 0.01;
    move.tolerance = k % 2 ? 1e-3 : 0;
    move.tolerance_rad = k % 2 ? 1e-2 : 0;
    return move;
}

static void a_line_of_no_length_is_driven_in_no_time_and_in_its_turn(void) {
    for (int i = 0; i < ARMS; i++) {
        stand_load(&s, arms[i].arm);
        stand_queue(&s, arms[i].q);
        snw_frame frame;
        snw_equation here;
        stand_place(&frame, &here, "here", stand_pose(&s, arms[i].q));
        for (int k = 0; k < 12; k++) {
            const snw_move move = still_move(&here, k);
            snw_move_report report;
            CHECK(snw_queue_check(&s.queue, &move, s.target.q, &report, NULL) == SNW_OK);
            CHECK(report.duration == 0 && report.deviation == 0 && !report.stretched);
            CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        }
        // one in each tick, and the arm does not move
        for (int k = 0; k <= 12; k++) {
            stand_tick(&s, 0.001);
            stays_at(arms[i].q, 0);
            CHECK(snw_queue_progress(&s.queue).ended == k);
        }
        CHECK(!stand_busy(&s) && here.code == SNW_MOVE_ARRIVED && here.uses == 0);
        for (int k = 1; k <= 12; k++) {
            snw_move_event event;
            CHECK(snw_queue_event(&s.queue, &event) == SNW_OK);
            CHECK(event.kind == SNW_MOVE_STARTED && event.id == k && event.duration == 0);
            CHECK(snw_queue_event(&s.queue, &event) == SNW_OK);
            CHECK(event.kind == SNW_MOVE_ENDED && event.id == k && event.code == 0);
        }
        stand_close(&s);
    }
}

static void it_takes_the_time_that_was_asked_for(void) {
    for (int i = 0; i < ARMS; i++) {
        stand_load(&s, arms[i].arm);
        stand_queue(&s, arms[i].q);
        snw_frame frame;
        snw_equation here;
        stand_place(&frame, &here, "here", stand_pose(&s, arms[i].q));
        snw_move move = still_move(&here, 0);
        move.duration = 0.25;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        long ticks = 0;
        do {
            stand_tick(&s, 0.001);
            stays_at(arms[i].q, 0);
            ticks++;
        } while (stand_busy(&s));
        CHECK(ticks >= 250 && ticks <= 251);
        CHECK_NEAR(stand_event(&s, SNW_MOVE_STARTED).duration, 0.25, 1e-9);
        stand_close(&s);
    }
}

// Between motions that go somewhere, all of them blended: the order stays, and the last goal is
// reached.
static void it_stands_between_other_motions(void) {
    stand_load(&s, "puma560-lee");
    stand_queue(&s, arms[2].q);
    snw_frame frames[2];
    snw_equation ends[2];
    const snw_pose A = stand_pose(&s, arms[2].q);
    const snw_vec3 up = {0, 0, 0.05};
    const snw_pose B = snw_pose_of(A.R, snw_vec3_add(A.p, up));
    stand_place(&frames[0], &ends[0], "A", A);
    stand_place(&frames[1], &ends[1], "B", B);
    static const int way[] = {1, 1, 0, 0, 0, 1};
    for (int k = 0; k < 6; k++) {
        snw_move move = still_move(&ends[way[k]], k);
        move.blend = SNW_MOVE_BLEND_RAMP;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    }
    int64_t ended = 0;
    do {
        const snw_arm_target last = s.target;
        stand_tick(&s, 0.002);
        for (int i = 0; i < 6; i++) {
            CHECK(fabs(s.target.v[i] - last.v[i]) <=
                  s.arm.limits.acceleration[i] * 0.002 * (1 + 1e-9));
        }
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind != SNW_MOVE_ENDED) continue;
            CHECK(event.id == ++ended && event.code == SNW_MOVE_ARRIVED);
            const snw_vec3 goal = way[event.id - 1] ? B.p : A.p;
            CHECK(snw_vec3_distance(stand_hand(&s).p, goal) < 1e-3);
        }
    } while (stand_busy(&s));
    CHECK(ended == 6 && snw_pose_near(stand_hand(&s), B, 1e-8));
    stand_close(&s);
}

// Lines that are almost of no length are none that joints cannot follow.
static void the_shortest_lines_are_driven_too(void) {
    for (int i = 0; i < ARMS; i++) {
        // at a singular wrist a line needs joints that jump, however short
        if (i == 1 || i == 3) continue;
        stand_load(&s, arms[i].arm);
        for (double length = 1e-14; length < 1e-3; length *= 3) {
            stand_queue(&s, arms[i].q);
            snw_pose T = stand_pose(&s, arms[i].q);
            T.p.y += length;
            snw_frame frame;
            snw_equation there;
            stand_place(&frame, &there, "there", T);
            (void)stand_move(&s, &there, SNW_MOVE_CARTESIAN, 0);
            (void)stand_finish(&s, 0.01);
            CHECK(there.code == SNW_MOVE_ARRIVED);
            CHECK(snw_pose_near(stand_hand(&s), T, 1.1e-9));
        }
        stand_close(&s);
    }
}

int main(void) {
    RUN(a_line_of_no_length_is_driven_in_no_time_and_in_its_turn);
    RUN(it_takes_the_time_that_was_asked_for);
    RUN(it_stands_between_other_motions);
    RUN(the_shortest_lines_are_driven_too);
    return check_report();
}
