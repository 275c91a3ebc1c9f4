// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// What is found before a motion begins, and how limits slow it down.

static stand s;

static snw_status check_line(const double *q, snw_pose goal, double speed, snw_move_report *report,
                             snw_why *why) {
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "goal", goal);
    snw_move move = snw_move_defaults();
    move.equation = &e;
    move.mode = SNW_MOVE_CARTESIAN;
    move.speed = speed;
    memset(why, 0, sizeof *why);
    return snw_queue_check(&s.queue, &move, q, report, why);
}

static double number(const snw_why *why, const char *name) {
    for (int i = 0; i < why->number_count; i++)
        if (strcmp(why->numbers[i].name, name) == 0) return why->numbers[i].value;
    return (double)NAN;
}

// The slide of the Microbo ends at 0.4 m: along x that is where the line fails.
static void a_limit_on_the_way_is_told_with_joint_and_place(void) {
    stand_load(&s, "microbo-ecureuil");
    const double q[6] = {0, 0.2, 0.3, -1.2, -4, 0};
    stand_queue(&s, q);
    const snw_pose A = stand_pose(&s, q);
    snw_pose B = A;
    B.p.x = 0.45;
    snw_move_report report;
    snw_why why;
    CHECK(check_line(q, B, 0.1, &report, &why) == SNW_ERR_LIMIT);
    CHECK_TEXT(why.rule, "limit");
    CHECK_TEXT(why.subject, "joint3");
    CHECK_NEAR(number(&why, "s"), 0.1 / 0.15, 1e-3);
    CHECK_NEAR(number(&why, "t"), 1, 2e-3);
    CHECK_NEAR(report.place, 0.1 / 0.15, 1e-3);
    CHECK_NEAR(report.joints[2], 0.4, 1e-3);

    // asked for all the same, the motion is refused and nothing moves
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "goal", B);
    const int64_t id = stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.1);
    const int64_t behind = stand_move(&s, &e, SNW_MOVE_CARTESIAN, 0.1);
    (void)stand_finish(&s, 0.01);
    int told = 0;
    snw_move_event event;
    while (snw_queue_event(&s.queue, &event) == SNW_OK) {
        if (event.id == id && event.kind == SNW_MOVE_ENDED) {
            CHECK(event.code == SNW_MOVE_REFUSED);
            CHECK_TEXT(event.why.subject, "joint3");
            told++;
        }
        if (event.id == behind) CHECK(event.code == SNW_MOVE_CANCELLED && ++told);
        CHECK(event.kind == SNW_MOVE_ENDED);
    }
    CHECK(told == 2 && e.code == SNW_MOVE_CANCELLED && e.uses == 0);
    CHECK(memcmp(s.target.q, q, sizeof q) == 0);
    stand_close(&s);
}

static void a_place_out_of_reach_is_told(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0, 0.9, 0};
    stand_queue(&s, q);
    snw_pose B = stand_pose(&s, q);
    B.p.x += 2;
    snw_move_report report;
    snw_why why;
    CHECK(check_line(q, B, 0.1, &report, &why) == SNW_ERR_UNREACHABLE);
    CHECK_TEXT(why.rule, "unreachable");

    // the wrist's point is 0.86 m at most from the shoulder: bisection of the way says where
    double low = 0, high = 1;
    const snw_pose A = stand_pose(&s, q);
    for (int i = 0; i < 60; i++) {
        const double u = 0.5 * (low + high);
        const snw_vec3 p = {A.p.x + 2 * u, A.p.y, A.p.z};
        const snw_vec3 w = snw_vec3_add_scaled(p, A.R.z, -0.05625);
        const double out = hypot(w.x, w.y), in_plane = sqrt(out * out - 0.14909 * 0.14909);
        const double reach = 0.4318 + hypot(0.43307, 0.02032);
        if (hypot(in_plane, w.z) < reach) low = u;
        if (hypot(in_plane, w.z) >= reach) high = u;
    }
    // or a limit stops it before
    CHECK(number(&why, "s") <= low + 1e-3);
    CHECK_NEAR(number(&why, "s"), low, 2e-3);
    stand_close(&s);
}

// A line through the wrist's singular place would need another branch, or endless speed.
static void a_line_through_a_singularity_is_refused_before_it_begins(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0, -1.6, 2.8, 0.8, 0.3, 0};
    double beyond[6];
    memcpy(beyond, q, sizeof q);
    // joint 5 through zero with joint 4 where it is: the straight line has it the same way
    beyond[4] = -0.3;
    stand_queue(&s, q);
    const snw_pose B = stand_pose(&s, beyond);
    int refused = 0, slowed = 0;
    CHECK_CASES(200) {
        snw_pose goal = B;
        goal.p = snw_vec3_add(B.p, snw_vec3_of(check_real(-0.1, 0.1), check_real(-0.1, 0.1), 0));
        const snw_vec3 r = {check_real(-0.3, 0.3), check_real(-0.3, 0.3), 0};
        goal.R = snw_mat3_mul(snw_rotation_exp(r), B.R);
        snw_move_report report;
        snw_why why;
        const snw_status status = check_line(q, goal, 0.25, &report, &why);
        if (status == SNW_OK) {
            slowed += report.stretched;
            continue;
        }
        refused++;
        const bool known = strcmp(why.rule, "branch") == 0 || strcmp(why.rule, "singular") == 0 ||
                           strcmp(why.rule, "limit") == 0 || strcmp(why.rule, "unreachable") == 0;
        CHECK(known && why.code == status);
        CHECK(report.place > 0 && report.place <= 1);
        CHECK_NEAR(number(&why, "s"), report.place, 0);
    }
    CHECK(refused > 0 && slowed > 0);
    stand_close(&s);
}

static void random_posture(double *q) {
    q[0] = check_real(-1.5, 1.5);
    q[1] = check_real(-2.2, -0.6);
    q[2] = check_real(1.6, 3.0);
    q[3] = check_real(-1, 1);
    q[4] = check_real(0.15, 1.4);
    q[5] = check_real(-2, 2);
}

// Motions of all laws and modes, with wishes that cannot be granted: limits hold, and who was held
// back is told so.
// spec: rccl:TRJ-06 loffler:L-082
static void limits_of_joints_hold_and_slower_motions_say_so(void) {
    stand_load(&s, "puma560-lee");
    double q[6];
    random_posture(q);
    stand_queue(&s, q);
    long stretched = 0, driven = 0;
    CHECK_CASES(check_scaled(10000)) {
        double to[6];
        random_posture(to);
        snw_frame frame;
        snw_equation e;
        snw_move move = snw_move_defaults();
        memcpy(move.joints, to, sizeof to);
        move.law = (snw_move_law)(check_case % 3);
        move.transition = check_real(0.01, 0.3);
        if (check_case % 4 == 3) {
            // beside where it is
            for (int i = 0; i < 6; i++)
                to[i] = s.target.q[i] + check_real(-0.2, 0.2);
            stand_place(&frame, &e, "goal", stand_pose(&s, to));
            move.equation = &e;
            move.mode = SNW_MOVE_CARTESIAN;
        }
        if (check_case % 2) move.speed = check_real(0.1, 5);
        if (check_case % 5 == 0) move.duration = check_real(0.01, 1);
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        double fastest = 0;
        snw_vec3 last = stand_hand(&s).p;
        const double dt = 0.02;
        do {
            stand_tick(&s, dt);
            for (int i = 0; i < 6; i++) {
                CHECK(fabs(s.target.v[i]) <= s.arm.limits.velocity[i] * (1 + 1e-9));
                CHECK(fabs(s.target.a[i]) <= s.arm.limits.acceleration[i] * (1 + 1e-9));
            }
            if (move.mode == SNW_MOVE_CARTESIAN) {
                const snw_vec3 p = stand_hand(&s).p;
                fastest = fmax(fastest, snw_vec3_norm(snw_vec3_sub(p, last)) / dt);
                last = p;
            }
        } while (stand_busy(&s));
        if (move.speed > 0) CHECK(fastest <= move.speed * (1 + 1e-6));
        snw_move_event event;
        while (snw_queue_event(&s.queue, &event) == SNW_OK) {
            if (event.kind != SNW_MOVE_STARTED) continue;
            driven++;
            stretched += event.stretched;
            CHECK(event.why.rule[0] != '\0');
            // a wish of time that could not be granted is told
            if (move.duration > 0 && move.speed == 0 && move.law == SNW_MOVE_JERK)
                CHECK(event.stretched == (event.duration > move.duration * (1 + 1e-9)));
        }
        if (move.equation != NULL && e.code != SNW_MOVE_ARRIVED) continue;
        if (move.equation == NULL)
            for (int i = 0; i < 6; i++)
                CHECK_NEAR(s.target.q[i], to[i], 1e-12);
    }
    CHECK(driven > check_scaled(9000) && stretched > driven / 10 && stretched < driven);
    stand_close(&s);
}

// Why a motion takes its time: the joint that is at its limit, by a look from outside.
static void the_joint_that_governs_the_time_is_named(void) {
    stand_load(&s, "puma560-lee");
    double q[6];
    random_posture(q);
    stand_queue(&s, q);
    CHECK_CASES(200) {
        (void)check_bits();
        snw_move move = snw_move_defaults();
        random_posture(move.joints);
        double start[6];
        memcpy(start, s.target.q, sizeof start);
        snw_move_report report;
        CHECK(snw_queue_check(&s.queue, &move, start, &report, NULL) == SNW_OK);
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        double v[6] = {0}, a[6] = {0};
        long ticks = 0;
        do {
            stand_tick(&s, 0.001);
            for (int i = 0; i < 6; i++) {
                v[i] = fmax(v[i], fabs(s.target.v[i]) / s.arm.limits.velocity[i]);
                a[i] = fmax(a[i], fabs(s.target.a[i]) / s.arm.limits.acceleration[i]);
            }
            ticks++;
        } while (stand_busy(&s));
        const bool velocity = strcmp(report.limit, "velocity") == 0;
        CHECK(velocity || strcmp(report.limit, "acceleration") == 0);
        CHECK(report.axis >= 0);
        const double *used = velocity ? v : a;
        for (int i = 0; i < 6; i++)
            CHECK(used[i] <= used[report.axis] * (1 + 1e-9));
        if (velocity) CHECK_NEAR(v[report.axis], 1, 1e-9);
        CHECK(fabs((double)ticks * 0.001 - report.duration) <= 0.0011);
    }
    stand_close(&s);
}

// Where the arm is already, also where it has lost a direction, a motion takes next to no time.
static void a_motion_to_where_the_arm_is_takes_no_time(void) {
    stand_load(&s, "puma560-lee");
    const double q[6] = {0.2, -1.6, 2.8, 0.3, 0, 0.4};
    stand_queue(&s, q);
    snw_move_report report;
    snw_why why;
    CHECK(check_line(q, stand_pose(&s, q), 0.1, &report, &why) == SNW_OK);
    CHECK(report.duration < 0.1);
    snw_frame frame;
    snw_equation e;
    stand_place(&frame, &e, "here", stand_pose(&s, q));
    for (int i = 0; i < 4; i++) {
        (void)stand_move(&s, &e, i % 2 ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT, 0.1);
        CHECK(stand_finish(&s, 0.01) < 10);
        CHECK(e.code == SNW_MOVE_ARRIVED);
        for (int k = 0; k < 6; k++)
            CHECK_NEAR(s.target.q[k], q[k], 1e-9);
    }
    stand_close(&s);
}

int main(void) {
    RUN(a_limit_on_the_way_is_told_with_joint_and_place);
    RUN(a_place_out_of_reach_is_told);
    RUN(a_line_through_a_singularity_is_refused_before_it_begins);
    RUN(limits_of_joints_hold_and_slower_motions_say_so);
    RUN(a_motion_to_where_the_arm_is_takes_no_time);
    RUN(the_joint_that_governs_the_time_is_named);
    return check_report();
}
