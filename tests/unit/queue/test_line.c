// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;

// a posture well inside the PUMA's work space, elbow and wrist bent
static void random_posture(double *q) {
    q[0] = check_real(-1.5, 1.5);
    q[1] = check_real(-2.2, -0.6);
    q[2] = check_real(1.6, 3.0);
    q[3] = check_real(-1, 1);
    q[4] = check_real(0.5, 1.4);
    q[5] = check_real(-2, 2);
}

// a pose beside another
static snw_pose beside(snw_pose T, double way, double turn) {
    const snw_vec3 d = {check_real(-way, way), check_real(-way, way), check_real(-way, way)};
    const snw_vec3 r = {check_real(-turn, turn), check_real(-turn, turn), check_real(-turn, turn)};
    return snw_pose_of(snw_mat3_mul(snw_rotation_exp(r), T.R), snw_vec3_add(T.p, d));
}

// distance of a point from the line from a to b
static double off_line(snw_vec3 p, snw_vec3 a, snw_vec3 b) {
    const snw_vec3 along = snw_vec3_sub(b, a), to = snw_vec3_sub(p, a);
    const double length = snw_vec3_norm(along);
    if (length < 1e-9) return snw_vec3_norm(to);
    return snw_vec3_norm(snw_vec3_cross(along, to)) / length;
}

static double angle_between(snw_mat3 A, snw_mat3 B) {
    return snw_vec3_norm(snw_rotation_log(snw_mat3_mul_tn(A, B)));
}

// One parameter for all: position on the chord, and turning about one axis in the same part of the
// way.
// spec: damore:TRJ-02 loffler:L-085
static void a_thousand_random_lines_are_straight_and_turn_about_one_axis(void) {
    stand_load(&s, "puma560-lee");
    const double first[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    stand_queue(&s, first);
    long driven = 0;
    for (check_case = 0; driven < check_scaled(1000); check_case++) {
        check_seed(check_case);
        CHECK(check_case < 10000);
        double q[6];
        random_posture(q);
        CHECK(snw_queue_place(&s.queue, q) == SNW_OK);
        const snw_pose A = stand_pose(&s, q), B = beside(A, 0.2, 0.8);
        snw_frame frame;
        snw_equation goal;
        stand_place(&frame, &goal, "goal", B);
        snw_move move = snw_move_defaults();
        move.equation = &goal;
        move.mode = SNW_MOVE_CARTESIAN;
        move.speed = 0.5;
        move.turn = 2;
        snw_move_report report;
        if (snw_queue_check(&s.queue, &move, q, &report, NULL) != SNW_OK) continue;
        driven++;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        const double way = snw_vec3_norm(snw_vec3_sub(B.p, A.p)), turn = angle_between(A.R, B.R);
        long ticks = 0;
        do {
            stand_tick(&s, 0.02);
            const snw_pose T = stand_hand(&s);
            CHECK(off_line(T.p, A.p, B.p) <= 1e-6);
            const double part = snw_vec3_norm(snw_vec3_sub(T.p, A.p)) / way;
            const double turned = angle_between(A.R, T.R), left = angle_between(T.R, B.R);
            CHECK_NEAR(turned, part * turn, 1e-6);
            CHECK_NEAR(turned + left, turn, 1e-6);
            ticks += stand_begun(&s);
        } while (stand_busy(&s));
        CHECK(snw_pose_near(stand_hand(&s), B, 1e-8));
        CHECK(fabs((double)ticks * 0.02 - report.duration) <= 0.0201);
        CHECK(stand_event(&s, SNW_MOVE_ENDED).code == SNW_MOVE_ARRIVED);
    }
    stand_close(&s);
}

// spec: damore:TRJ-03 loffler:L-084
static void joints_start_and_arrive_together_on_a_straight_line_of_joints(void) {
    stand_load(&s, "puma560-lee");
    const double begin[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    stand_queue(&s, begin);
    CHECK_CASES(check_scaled(300)) {
        double a[6], b[6], first[6], last[6];
        random_posture(a);
        random_posture(b);
        CHECK(snw_queue_place(&s.queue, a) == SNW_OK);
        snw_move move = snw_move_defaults();
        memcpy(move.joints, b, sizeof b);
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        for (int i = 0; i < 6; i++)
            first[i] = -1, last[i] = -1;
        double t = 0;
        do {
            stand_tick(&s, 0.004);
            t += 0.004;
            const double part = (s.target.q[0] - a[0]) / (b[0] - a[0]);
            for (int i = 0; i < 6; i++) {
                CHECK_NEAR(s.target.q[i], a[i] + part * (b[i] - a[i]), 1e-9);
                if (first[i] < 0 && fabs(s.target.v[i]) > 1e-9 * fabs(b[i] - a[i])) first[i] = t;
                if (fabs(s.target.v[i]) > 1e-9 * fabs(b[i] - a[i])) last[i] = t;
            }
        } while (stand_busy(&s));
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(s.target.q[i], b[i], 1e-12);
            CHECK(fabs(first[i] - first[0]) <= 0.0041 && fabs(last[i] - last[0]) <= 0.0041);
        }
    }
    stand_close(&s);
}

// Outside the transitions of the quartic law the joints are linear in time, and the inverse
// solution is needed once.
// spec: rccl:TRJ-01
static void joint_mode_is_linear_in_time_and_solves_once(void) {
    stand_load(&s, "puma560-lee");
    CHECK_CASES(check_scaled(200)) {
        double a[6], b[6];
        random_posture(a);
        random_posture(b);
        stand_queue(&s, a);
        snw_frame frame;
        snw_equation goal;
        stand_place(&frame, &goal, "goal", stand_pose(&s, b));
        snw_move move = snw_move_defaults();
        move.equation = &goal;
        move.law = SNW_MOVE_QUARTIC;
        move.transition = 0.05;
        move.duration = 4;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        const int64_t before = s.queue.solutions;
        double q[400][6];
        int ticks = 0;
        do {
            stand_tick(&s, 0.0125);
            memcpy(q[ticks++], s.target.q, sizeof q[0]);
            CHECK(ticks < 400);
        } while (stand_busy(&s));
        CHECK(s.queue.solutions == before + 1);

        // a corner-to-corner time of 4 s and half transitions of at least 0.05 s
        const snw_move_event start = stand_event(&s, SNW_MOVE_STARTED);
        const double tau = 0.5 * (start.duration - 4);
        CHECK(tau >= 0.05 - 1e-12 && !start.stretched);
        const int lead = (int)(2 * tau / 0.0125) + 2;
        for (int k = lead; k + lead < ticks; k++) {
            for (int i = 0; i < 6; i++) {
                const double rate = (q[ticks - 1][i] - a[i]) / 4, t = 0.0125 * (k + 1) - tau;
                CHECK_NEAR(q[k][i], a[i] + rate * t, 1e-9);
            }
        }
        CHECK(snw_pose_near(stand_hand(&s), stand_pose(&s, b), 1e-9));
    }
    stand_close(&s);
}

// Speeds of the hand and durations, as asked for.
// spec: rccl:TRJ-05 damore:TRJ-04
static void speeds_and_durations_are_kept_to_one_sample(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0, 0.9, 0}, dt = 0.001;
    const snw_pose A = stand_pose(&s, q);
    const snw_vec3 way = {0, 0.12, 0.05};
    const snw_pose B = snw_pose_of(A.R, snw_vec3_add(A.p, way));
    snw_frame frame;
    snw_equation goal;
    stand_place(&frame, &goal, "goal", B);
    snw_move move = snw_move_defaults();
    move.equation = &goal;
    move.mode = SNW_MOVE_CARTESIAN;

    // the quartic law from corner to corner: way over time is the speed
    move.law = SNW_MOVE_QUARTIC;
    move.speed = 0.06;
    stand_queue(&s, q);
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    const double corner = (double)stand_finish(&s, dt) * dt - 2 * move.transition;
    CHECK_NEAR(corner, 0.13 / 0.06, dt);

    // a short move that shall take 5 s
    move.law = SNW_MOVE_JERK;
    move.speed = 0;
    move.duration = 5;
    stand_queue(&s, q);
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    CHECK_NEAR((double)stand_finish(&s, dt) * dt, 5, dt + 1e-9);

    // a duration that is too short leaves the time of the limits
    move.duration = 0;
    move.speed = 0.25;
    move.turn = 1;
    snw_move_report free, hurried;
    CHECK(snw_queue_check(&s.queue, &move, q, &free, NULL) == SNW_OK);
    move.duration = 0.01;
    CHECK(snw_queue_check(&s.queue, &move, q, &hurried, NULL) == SNW_OK);
    CHECK_NEAR(hurried.duration, free.duration, 1e-12);
    CHECK(free.duration > 0.13 / 0.25);

    // cruising, the hand has the speed that was asked for
    stand_queue(&s, q);
    move.speed = 0.1;
    move.duration = 0;
    CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    double fastest = 0;
    snw_vec3 last = A.p;
    do {
        stand_tick(&s, dt);
        const snw_vec3 p = stand_hand(&s).p;
        fastest = fmax(fastest, snw_vec3_norm(snw_vec3_sub(p, last)) / dt);
        last = p;
    } while (stand_busy(&s));
    CHECK_NEAR(fastest, 0.1, 1e-6);
    stand_close(&s);
}

// spec: rccl:TRJ-15
static void the_path_does_not_depend_on_the_sample_period(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0.3, -1.3, 2.3, 0.2, 0.9, 0};
    const snw_pose A = stand_pose(&s, q);
    const snw_vec3 way = {0.05, 0.2, -0.1};
    snw_frame frame;
    snw_equation goal;
    stand_place(&frame, &goal, "goal", snw_pose_of(A.R, snw_vec3_add(A.p, way)));
    static double fine[4000][6];
    const int periods_ms[] = {1, 2, 4, 7, 14, 28, 56};
    for (int k = 0; k < 7; k++) {
        stand_queue(&s, q);
        (void)stand_move(&s, &goal, SNW_MOVE_CARTESIAN, 0.1);
        double home[6];
        memcpy(home, q, sizeof home);
        snw_move back = snw_move_defaults();
        memcpy(back.joints, home, sizeof home);
        CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
        int t = 0;
        do {
            stand_tick(&s, 1e-3 * periods_ms[k]);
            t += periods_ms[k];
            CHECK(t < 4000);
            for (int i = 0; i < 6; i++) {
                if (k == 0) fine[t][i] = s.target.q[i];
                if (k > 0 && fine[t][0] != 0) CHECK_NEAR(s.target.q[i], fine[t][i], 1e-9);
            }
        } while (stand_busy(&s));
        for (int rest = t + 1; k == 0 && rest < 4000; rest++)
            memcpy(fine[rest], q, sizeof fine[0]);
    }
    stand_close(&s);
}

// An arm of seven joints has no closed form without a parameter: it is followed by search.
static void a_redundant_arm_moves_on_straight_lines_too(void) {
    stand_load(&s, "panda");
    const double q[7] = {0, -0.6, 0, -2.2, 0, 1.8, 0.7};
    long driven = 0;
    CHECK_CASES(check_scaled(40)) {
        stand_queue(&s, q);
        const snw_pose A = stand_pose(&s, q), B = beside(A, 0.1, 0.3);
        snw_frame frame;
        snw_equation goal;
        stand_place(&frame, &goal, "goal", B);
        (void)stand_move(&s, &goal, SNW_MOVE_CARTESIAN, 0.2);
        snw_arm_target last = s.target;
        do {
            stand_tick(&s, 0.02);
            CHECK(off_line(stand_hand(&s).p, A.p, B.p) <= 1e-6);
            for (int i = 0; i < 7; i++) {
                const double mean = 0.5 * (s.target.v[i] + last.v[i]);
                CHECK_NEAR(s.target.q[i] - last.q[i], 0.02 * mean, 2e-3);
                CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i]);
            }
            last = s.target;
        } while (stand_busy(&s));
        if (goal.code != SNW_MOVE_ARRIVED) continue;
        CHECK(snw_pose_near(stand_hand(&s), B, 1e-8));
        stand_tick(&s, 0.02);
        for (int i = 0; i < 7; i++)
            CHECK(s.target.q[i] == last.q[i] && s.target.v[i] == 0);

        // and away, in joint mode, from where the search has led
        snw_move back = snw_move_defaults();
        memcpy(back.joints, q, sizeof q);
        CHECK(snw_queue_move(&s.queue, &back, NULL, NULL) == SNW_OK);
        stand_tick(&s, 0);
        for (int i = 0; i < 7; i++)
            CHECK_NEAR(s.target.q[i], last.q[i], 1e-12);
        driven++;
    }
    CHECK(driven > check_scaled(40) / 2);
    stand_close(&s);
}

int main(void) {
    RUN(a_thousand_random_lines_are_straight_and_turn_about_one_axis);
    RUN(joints_start_and_arrive_together_on_a_straight_line_of_joints);
    RUN(joint_mode_is_linear_in_time_and_solves_once);
    RUN(speeds_and_durations_are_kept_to_one_sample);
    RUN(a_redundant_arm_moves_on_straight_lines_too);
    RUN(the_path_does_not_depend_on_the_sample_period);
    return check_report();
}
