// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_QUEUE_PASSAGE_H
#define SINEW_TESTS_QUEUE_PASSAGE_H

/// @file
/// Straight lines through the neighbourhood of singular places, driven and judged from outside: by
/// forward kinematics and by the set-points alone.

#include "stand.h"

/// Counts say something only when all cases are run, which they are not under a sanitizer.
#define CHECK_MANY(condition) CHECK(check_scaled(20) < 20 || (condition))

/// Where the arm is near to singular, half way.
typedef enum passage_kind {
    PASSAGE_WRIST, ///< PUMA: joint 5 near 0, where the axes of joints 4 and 6 fall together
    PASSAGE_ELBOW, ///< PUMA: arm almost stretched, across its direction
    PASSAGE_PANDA, ///< Panda: wrist anywhere, fast
    PASSAGE_REACH, ///< Panda: arm almost stretched, across its direction
    PASSAGE_KINDS
} passage_kind;

typedef struct passage {
    passage_kind kind;
    snw_pose A, M, B;
    snw_vec3 way, turn; ///< from A to B; the rotation vector, along the base's axes
    snw_frame frame_a, frame_b;
    snw_equation to_a, to_b;
} passage;

static inline const char *passage_arm(passage_kind kind) {
    return kind == PASSAGE_WRIST || kind == PASSAGE_ELBOW ? "puma560-lee" : "panda";
}

static inline snw_vec3 passage_random(double most) {
    const snw_vec3 v = {check_real(-most, most), check_real(-most, most), check_real(-most, most)};
    return v;
}

/// A posture near to singular, by less than `near` (1 is far).
static inline void passage_posture(passage_kind kind, double near, double *q) {
    static const double base[PASSAGE_KINDS][7] = {{0, -1.6, 2.8, 0.8, 0, 0, 0},
                                                  {0, -1.2, 1.6177, 0.3, 0.9, 0, 0},
                                                  {0, -0.6, 0, -2.2, 0, 1.8, 0.7},
                                                  {0, 0.5, 0, -0.25, 0, 1.5, 0.7}};
    memcpy(q, base[kind], sizeof base[kind]);
    const int critical = kind == PASSAGE_WRIST ? 4 : kind == PASSAGE_ELBOW ? 2 : 3;
    for (int i = 0; i < 7; i++)
        if (i != critical) q[i] += check_real(-0.2, 0.2);
    if (kind == PASSAGE_WRIST) q[4] = 0.2 * near * check_real(-1, 1);
    if (kind == PASSAGE_ELBOW) q[2] += 0.4 + near * check_real(0, 0.4);
    if (kind == PASSAGE_PANDA) q[3] += 0.5 * near * check_real(-1, 1);
    if (kind == PASSAGE_REACH) q[3] -= 0.4 + near * check_real(0, 0.4);
}

/// A random line whose middle is near to singular; leaves the arm at rest at its beginning, or
/// says that it cannot be there.
static inline bool passage_begin(stand *s, passage *p, passage_kind kind, double near) {
    double q[7];
    p->kind = kind;
    passage_posture(kind, near, q);
    stand_queue(s, q);
    p->M = stand_pose(s, q);
    snw_vec3 half = passage_random(kind == PASSAGE_PANDA ? 0.2 : 0.12);
    p->turn = passage_random(kind == PASSAGE_WRIST ? 0.6 : 0.2);
    if (kind == PASSAGE_ELBOW || kind == PASSAGE_REACH) {
        // across the direction of the arm
        const snw_vec3 shoulder = {0, 0, kind == PASSAGE_REACH ? 0.333 : 0};
        const snw_vec3 out = snw_vec3_sub(p->M.p, shoulder);
        half = snw_vec3_add_scaled(half, out, -snw_vec3_dot(half, out) / snw_vec3_dot(out, out));
    }
    p->way = snw_vec3_scale(half, 2);
    p->A = p->B = p->M;
    p->A.p = snw_vec3_sub(p->M.p, half);
    p->B.p = snw_vec3_add(p->M.p, half);
    p->A.R = snw_mat3_mul(snw_rotation_exp(snw_vec3_scale(p->turn, -0.5)), p->M.R);
    p->B.R = snw_mat3_mul(snw_rotation_exp(snw_vec3_scale(p->turn, 0.5)), p->M.R);
    stand_place(&p->frame_a, &p->to_a, "A", p->A);
    stand_place(&p->frame_b, &p->to_b, "B", p->B);
    (void)stand_move(s, &p->to_a, SNW_MOVE_CARTESIAN, 0);
    (void)stand_finish(s, 0.02);
    (void)stand_event(s, SNW_MOVE_STARTED);
    return p->to_a.code == SNW_MOVE_ARRIVED;
}

static inline snw_move passage_move(passage *p) {
    snw_move move = snw_move_defaults();
    move.equation = &p->to_b;
    move.mode = SNW_MOVE_CARTESIAN;
    move.speed = p->kind == PASSAGE_PANDA || p->kind == PASSAGE_REACH ? 1.0 : 0.25;
    move.turn = p->kind == PASSAGE_WRIST ? 1 : 4;
    return move;
}

/// What was seen of a drive.
typedef struct passage_view {
    double v, a;     ///< largest parts of limits of joints
    double off, rad; ///< largest distance from the line [m], and of the orientation from that there
    double whole;    ///< least time if the slowest place set the speed of all of it [s]
    snw_move_event start, end;
} passage_view;

static inline void passage_look(stand *s, const passage *p, const snw_pose *before, double dt,
                                passage_view *view) {
    const snw_pose H = stand_hand(s);
    const double length = snw_vec3_norm(p->way);
    const snw_vec3 from = snw_vec3_sub(H.p, p->A.p);
    const double u = snw_vec3_dot(from, p->way) / (length * length);
    const double rate = snw_vec3_norm(snw_vec3_sub(H.p, before->p)) / (dt * length);
    view->off = fmax(view->off, snw_vec3_norm(snw_vec3_add_scaled(from, p->way, -u)));
    const snw_mat3 R = snw_mat3_mul(snw_rotation_exp(snw_vec3_scale(p->turn, u - 0.5)), p->M.R);
    const snw_pose line = snw_pose_of(R, H.p);
    view->rad = fmax(view->rad, snw_vec3_norm(snw_pose_difference(line, H).ang));
    for (int i = 0; i < s->arm.count; i++) {
        const double v = fabs(s->target.v[i]) / s->arm.limits.velocity[i];
        view->v = fmax(view->v, v);
        view->a = fmax(view->a, fabs(s->target.a[i]) / s->arm.limits.acceleration[i]);
        if (rate > 1e-3) view->whole = fmax(view->whole, v / rate);
    }
}

/// Drives the line in steps of dt.
static inline passage_view passage_drive(stand *s, const passage *p, const snw_move *move,
                                         double dt) {
    passage_view view;
    memset(&view, 0, sizeof view);
    CHECK(snw_queue_move(&s->queue, move, NULL, NULL) == SNW_OK);
    do {
        const snw_pose before = stand_hand(s);
        const snw_arm_target last = s->target;
        stand_tick(s, dt);
        passage_look(s, p, &before, dt, &view);
        // the joints go as their velocities say, and these as the accelerations say
        for (int i = 0; i < s->arm.count; i++) {
            const double most = s->arm.limits.acceleration[i] * dt;
            CHECK_NEAR(s->target.q[i] - last.q[i], 0.5 * dt * (s->target.v[i] + last.v[i]),
                       0.5 * most * dt + 1e-9);
            CHECK_NEAR(s->target.v[i] - last.v[i], 0.5 * dt * (s->target.a[i] + last.a[i]),
                       0.1 * most + 1e-9);
        }
    } while (stand_busy(s));
    snw_move_event event;
    while (snw_queue_event(&s->queue, &event) == SNW_OK) {
        if (event.kind == SNW_MOVE_STARTED) view.start = event;
        if (event.kind == SNW_MOVE_ENDED) view.end = event;
    }
    return view;
}

#endif // SINEW_TESTS_QUEUE_PASSAGE_H
