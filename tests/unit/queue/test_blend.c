// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;

// A gantry of the Microbo's slides and turn: joint goals with the wrist held.
static const double home[6] = {0, 0.2, 0.3, -1.2, -4, 0};

static snw_move to_joints(const double *q) {
    snw_move move = snw_move_defaults();
    memcpy(move.joints, q, 6 * sizeof *q);
    return move;
}

// Two quartic motions of one joint that overlap are Paul's transition: A 9, B 10, C 13, tau 0.2,
// T 1, in units that fit the joint (a hundredth of a radian; B is at 0).
// spec: rccl:TRJ-03
static void overlapping_quartic_motions_are_pauls_transition(void) {
    stand_load(&s, "microbo-ecureuil");
    const double unit = 0.01, dt = 0.001;
    double start[6], B[6], C[6];
    memcpy(start, home, sizeof start);
    memcpy(B, home, sizeof B);
    memcpy(C, home, sizeof C);
    start[0] = -5 * unit; // 5 units in 1 s: so that A, tau before B, is at 9
    C[0] = 3 * unit;
    stand_queue(&s, start);
    snw_move first = to_joints(B), second = to_joints(C);
    first.law = second.law = SNW_MOVE_QUARTIC;
    first.transition = second.transition = 0.2;
    first.duration = second.duration = 1;
    first.blend = second.blend = SNW_MOVE_BLEND_RAMP;
    CHECK(snw_queue_move(&s.queue, &first, NULL, NULL) == SNW_OK);
    CHECK(snw_queue_move(&s.queue, &second, NULL, NULL) == SNW_OK);

    // the first motion begins with its own transition, tau before the corner: B is due at 1.2 s
    static const double h[] = {0, 0.25, 0.5, 0.75, 1};
    static const double q[] = {9, 9.4890625, 9.925, 10.2890625, 10.6};
    static const double v[] = {5, 4.6875, 4, 3.3125, 3}, a[] = {0, -5.625, -7.5, -5.625, 0};
    int found = 0;
    double before[3] = {start[0], 0, 0};
    for (int k = 1; k <= 2400; k++) {
        stand_tick(&s, dt);
        for (int i = 0; i < 5; i++) {
            if (k != (int)lround((1.2 - 0.2 + 0.4 * h[i]) / dt)) continue;
            CHECK_NEAR(s.target.q[0] / unit + 10, q[i], 1e-9);
            CHECK_NEAR(s.target.v[0] / unit, v[i], 1e-9);
            CHECK_NEAR(s.target.a[0] / unit, a[i], 1e-9);
            found++;
        }
        // nothing jumps: velocity by less than the largest acceleration explains, and so on
        CHECK(fabs(s.target.q[0] - before[0]) <= 5.01 * unit * dt);
        CHECK(fabs(s.target.v[0] - before[1]) <= 19 * unit * dt);
        CHECK(fabs(s.target.a[0] - before[2]) <= 190 * unit * dt);
        before[0] = s.target.q[0], before[1] = s.target.v[0], before[2] = s.target.a[0];
    }
    CHECK(found == 5);
    CHECK_NEAR(s.target.q[0], C[0], 1e-12);
    stand_close(&s);
}

// At both ends of the transition, closer and closer: position, velocity and acceleration meet.
// spec: rccl:TRJ-03
static void a_transition_meets_its_lines_without_a_jump(void) {
    stand_load(&s, "microbo-ecureuil");
    double B[6], C[6];
    memcpy(B, home, sizeof B);
    memcpy(C, home, sizeof C);
    B[0] = 0.4, C[0] = -0.1, C[3] = -0.9, B[3] = -1;
    // times of the corners of the first motion's end: begin and end of the transition
    for (int corner = 0; corner < 4; corner++) {
        const double at = corner == 0 ? 0 : corner == 1 ? 0.4 : corner == 2 ? 2.0 : 2.4;
        double sides[2][18];
        for (int side = 0; side < 2; side++) {
            stand_queue(&s, home);
            snw_move first = to_joints(B), second = to_joints(C);
            first.law = second.law = SNW_MOVE_QUARTIC;
            first.transition = second.transition = 0.2;
            first.duration = second.duration = 2;
            first.blend = second.blend = SNW_MOVE_BLEND_RAMP;
            CHECK(snw_queue_move(&s.queue, &first, NULL, NULL) == SNW_OK);
            CHECK(snw_queue_move(&s.queue, &second, NULL, NULL) == SNW_OK);
            if (at > 0) stand_tick(&s, 0.5 * at);
            stand_tick(&s, at > 0 ? 0.5 * at - 1e-12 + 2e-12 * side : 1e-12 * side);
            memcpy(sides[side], s.target.q, 6 * sizeof(double));
            memcpy(sides[side] + 6, s.target.v, 6 * sizeof(double));
            memcpy(sides[side] + 12, s.target.a, 6 * sizeof(double));
        }
        for (int i = 0; i < 18; i++)
            CHECK_NEAR(sides[1][i], sides[0][i], 1e-9);
    }
    stand_close(&s);
}

// A via point on the way, with the same velocity before and behind it, changes nothing.
// spec: rccl:TRJ-04
static void a_collinear_via_point_at_equal_speed_leaves_the_motion_alone(void) {
    stand_load(&s, "microbo-ecureuil");
    for (int law = 0; law < 2; law++) {
        static double straight[8000];
        for (int via = 0; via < 2; via++) {
            double A[6], B[6], C[6];
            memcpy(A, home, sizeof A);
            memcpy(B, home, sizeof B);
            memcpy(C, home, sizeof C);
            A[0] = -2.2, C[0] = 2.2;
            A[5] = 1.1, C[5] = -1.1;
            stand_queue(&s, A);
            snw_move first = to_joints(B), second = to_joints(C);
            first.law = second.law = law ? SNW_MOVE_QUARTIC : SNW_MOVE_JERK;
            first.blend = second.blend = SNW_MOVE_BLEND_RAMP;
            if (law) first.duration = 2.2, second.duration = via ? 2.2 : 4.4;
            if (via) CHECK(snw_queue_move(&s.queue, &first, NULL, NULL) == SNW_OK);
            CHECK(snw_queue_move(&s.queue, &second, NULL, NULL) == SNW_OK);
            int k = 0;
            double v_mid = HUGE_VAL;
            do {
                stand_tick(&s, 0.001);
                CHECK(k < 8000);
                if (!via) straight[k] = s.target.q[0];
                const bool middle = fabs(s.target.q[0]) < 1;
                if (middle) v_mid = fmin(v_mid, s.target.v[0]);
                if (via) CHECK_NEAR(s.target.q[0], straight[k], 1e-9);
                // both joints stay on their line
                CHECK_NEAR(s.target.q[5], -0.5 * s.target.q[0], 1e-9);
                if (middle) CHECK_NEAR(s.target.a[0], 0, 1e-9);
                k++;
            } while (stand_busy(&s));
            CHECK_NEAR(v_mid, law ? 1 : 2, 1e-9);
        }
    }
    stand_close(&s);
}

static void random_corner(snw_pose *T) {
    *T = stand_down(check_real(0.24, 0.36), check_real(-0.12, 0.12), check_real(0.15, 0.33));
}

// Cartesian corners rounded by a radius, by any amount: the path is on one line, in the ball, or on
// the other line. Speed is never nothing at an inner point, and the deviation told is the true one.
// spec: loffler:L-083 damore:TRJ-06
static void a_blend_never_leaves_its_radius_and_tells_its_deviation(void) {
    stand_load(&s, "microbo-ecureuil");
    CHECK_CASES(check_scaled(60)) {
        snw_pose T[4];
        snw_frame frames[4];
        snw_equation e[4];
        for (int i = 0; i < 4; i++) {
            do {
                random_corner(&T[i]);
            } while (i > 0 && snw_vec3_norm(snw_vec3_sub(T[i].p, T[i - 1].p)) < 0.05);
            stand_place(&frames[i], &e[i], "corner", T[i]);
        }
        stand_queue(&s, home);
        (void)stand_move(&s, &e[0], SNW_MOVE_JOINT, 0);
        (void)stand_finish(&s, 0.02);
        const double radius = check_real(0.002, 0.03);
        for (int i = 1; i < 4; i++) {
            snw_move move = snw_move_defaults();
            move.equation = &e[i];
            move.mode = SNW_MOVE_CARTESIAN;
            move.speed = check_real(0.05, 0.3);
            move.law = check_case % 3 == 2 ? SNW_MOVE_TRAPEZOID : SNW_MOVE_JERK;
            if (i < 3) move.blend = SNW_MOVE_BLEND_RADIUS;
            move.blend_size = radius;
            CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
        }
        double nearest[4] = {1, 1, 1, 1}, slowest = 1, told[4] = {0};
        snw_vec3 last = T[0].p;
        int refused = 0, blended = 0;
        long ticks = 0;
        do {
            stand_tick(&s, 0.002);
            ticks++;
            const snw_vec3 p = stand_hand(&s).p;
            double off = 1;
            for (int i = 1; i < 4; i++) {
                const snw_vec3 way = snw_vec3_sub(T[i].p, T[i - 1].p);
                const double length = snw_vec3_norm(way);
                const snw_vec3 to = snw_vec3_sub(p, T[i - 1].p);
                const double along = snw_vec3_dot(to, way) / length;
                if (along > -1e-9 && along < length + 1e-9)
                    off = fmin(off, snw_vec3_norm(snw_vec3_cross(way, to)) / length);
                const double far = snw_vec3_norm(snw_vec3_sub(p, T[i].p));
                nearest[i] = fmin(nearest[i], far);
                if (i < 3 && far <= radius + 1e-9) off = fmin(off, 0);
                if (i < 3 && far < radius)
                    slowest = fmin(slowest, snw_vec3_norm(snw_vec3_sub(p, last)) / 0.002);
            }
            CHECK(off <= 1e-8);
            last = p;
            snw_move_event event;
            while (snw_queue_event(&s.queue, &event) == SNW_OK) {
                if (event.kind == SNW_MOVE_BLENDED) told[event.id - 1] = event.deviation, blended++;
                if (event.code < 0) refused++;
            }
        } while (stand_busy(&s));
        if (refused > 0) continue;
        CHECK(blended == 2 && ticks > 50);
        CHECK(slowest > 1e-4);
        for (int i = 1; i < 3; i++) {
            CHECK(told[i] <= radius && nearest[i] <= radius);
            CHECK_NEAR(told[i], nearest[i], 0.02 * radius + 2e-5);
        }
        CHECK(snw_pose_near(stand_hand(&s), T[3], 1e-9));
    }
    stand_close(&s);
}

// In joint mode, and where the mode changes, the hand's path is not straight: the ball holds too.
// spec: loffler:L-083
static void blends_of_joints_and_of_mixed_modes_stay_in_their_ball(void) {
    stand_load(&s, "microbo-ecureuil");
    CHECK_CASES(check_scaled(40)) {
        snw_pose T[3];
        snw_frame frames[3];
        snw_equation e[3];
        for (int i = 0; i < 3; i++) {
            do {
                random_corner(&T[i]);
            } while (i > 0 && snw_vec3_norm(snw_vec3_sub(T[i].p, T[i - 1].p)) < 0.05);
            stand_place(&frames[i], &e[i], "corner", T[i]);
        }
        stand_queue(&s, home);
        (void)stand_move(&s, &e[0], SNW_MOVE_JOINT, 0);
        (void)stand_finish(&s, 0.02);
        snw_move move[2] = {snw_move_defaults(), snw_move_defaults()};
        const double radius = check_real(0.005, 0.03);
        static double path[2][4000][3];
        int count[2] = {0, 0};
        double deviation = -1, nearest = 1;
        bool refused = false;
        for (int i = 0; i < 2; i++) {
            move[i].equation = &e[i + 1];
            move[i].mode = ((check_case >> i) & 1) ? SNW_MOVE_CARTESIAN : SNW_MOVE_JOINT;
            if (check_case % 4 == 3) move[1].mode = SNW_MOVE_JOINT;
        }
        // stopping first, to know both paths; then rounded
        const double start[6] = {s.target.q[0], s.target.q[1], s.target.q[2],
                                 s.target.q[3], s.target.q[4], s.target.q[5]};
        for (int round = 0; round < 2; round++) {
            stand_queue(&s, start);
            move[0].blend = SNW_MOVE_BLEND_RADIUS;
            move[0].blend_size = round == 0 ? 0 : radius;
            for (int i = 0; i < 2; i++)
                CHECK(snw_queue_move(&s.queue, &move[i], NULL, NULL) == SNW_OK);
            do {
                stand_tick(&s, 0.002);
                const snw_vec3 p = stand_hand(&s).p;
                CHECK(count[round] < 4000);
                path[round][count[round]][0] = p.x;
                path[round][count[round]][1] = p.y;
                path[round][count[round]++][2] = p.z;
                if (round == 1) nearest = fmin(nearest, snw_vec3_norm(snw_vec3_sub(p, T[1].p)));
                snw_move_event event;
                while (snw_queue_event(&s.queue, &event) == SNW_OK) {
                    if (event.kind == SNW_MOVE_BLENDED && round == 1) deviation = event.deviation;
                    if (event.code < 0) refused = true;
                }
            } while (stand_busy(&s));
        }
        if (refused) continue;
        CHECK(deviation >= 0 && deviation <= radius);
        CHECK_NEAR(deviation, nearest, 0.02 * radius + 2e-4);
        CHECK(count[1] < count[0]);
        for (int k = 0; k < count[1]; k++) {
            const double *p = path[1][k];
            const double far = hypot(hypot(p[0] - T[1].p.x, p[1] - T[1].p.y), p[2] - T[1].p.z);
            if (far <= radius + 1e-9) continue;
            double off = 1;
            for (int j = 1; j < count[0]; j++) {
                const double *a = path[0][j - 1], *b = path[0][j];
                const double d = hypot(hypot(p[0] - a[0], p[1] - a[1]), p[2] - a[2]);
                const double step = hypot(hypot(b[0] - a[0], b[1] - a[1]), b[2] - a[2]);
                off = fmin(off, fmax(d - step, 0));
            }
            CHECK(off < 1e-6);
        }
    }
    stand_close(&s);
}

// spec: occlusion:OC-44
static void a_trapezoid_between_lines_has_continuous_velocity_and_constant_speed(void) {
    stand_load(&s, "microbo-ecureuil");
    snw_frame frames[3];
    snw_equation e[3];
    stand_place(&frames[0], &e[0], "a", stand_down(0.25, -0.1, 0.2));
    stand_place(&frames[1], &e[1], "b", stand_down(0.35, -0.1, 0.2));
    stand_place(&frames[2], &e[2], "c", stand_down(0.35, 0.05, 0.2));
    stand_queue(&s, home);
    (void)stand_move(&s, &e[0], SNW_MOVE_JOINT, 0);
    (void)stand_finish(&s, 0.02);
    for (int i = 1; i < 3; i++) {
        snw_move move = snw_move_defaults();
        move.equation = &e[i];
        move.mode = SNW_MOVE_CARTESIAN;
        move.law = SNW_MOVE_TRAPEZOID;
        move.speed = 0.05;
        move.blend = i == 1 ? SNW_MOVE_BLEND_RADIUS : SNW_MOVE_STOP;
        move.blend_size = 0.01;
        CHECK(snw_queue_move(&s.queue, &move, NULL, NULL) == SNW_OK);
    }
    const double dt = 1e-4;
    snw_vec3 p[3] = {stand_hand(&s).p, stand_hand(&s).p, stand_hand(&s).p};
    long constant = 0;
    do {
        stand_tick(&s, dt);
        p[0] = p[1], p[1] = p[2], p[2] = stand_hand(&s).p;
        const snw_vec3 v0 = snw_vec3_scale(snw_vec3_sub(p[1], p[0]), 1 / dt);
        const snw_vec3 v1 = snw_vec3_scale(snw_vec3_sub(p[2], p[1]), 1 / dt);
        // no step of velocity beyond what acceleration makes in one sample
        CHECK(snw_vec3_norm(snw_vec3_sub(v1, v0)) <= 2.0 * dt * 1.01 + 1e-9);
        const bool first = p[1].x > 0.28 && p[1].x<0.33, second = p[1].y> - 0.08 && p[1].y < 0.03;
        if (first || second) {
            CHECK_NEAR(snw_vec3_norm(v1), 0.05, 1e-9);
            constant++;
        }
    } while (stand_busy(&s));
    CHECK(constant > 10000);
    stand_close(&s);
}

int main(void) {
    RUN(overlapping_quartic_motions_are_pauls_transition);
    RUN(a_transition_meets_its_lines_without_a_jump);
    RUN(a_collinear_via_point_at_equal_speed_leaves_the_motion_alone);
    RUN(a_blend_never_leaves_its_radius_and_tells_its_deviation);
    RUN(blends_of_joints_and_of_mixed_modes_stay_in_their_ball);
    RUN(a_trapezoid_between_lines_has_continuous_velocity_and_constant_speed);
    return check_report();
}
