// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Two motions at once. The first runs out and still has a way to go to the via point B; the second
// has left B already. Their displacements from B add, in the hand if both are Cartesian
// with the same tool, else in the joints:
//
//   x = B - r1 d1 + r2 d2,   r1 -> 0 convex and falling, r2 convex and rising from 0
//
// While both are ramps of speed, r1 <= R1 (1 - u) and r2 <= R2 u, so |x - B| <= max(R1, R2): the
// path is inside the ball around B from where it leaves the first line to where it meets the
// second. Two ramps of equal length between equal velocities add to that velocity.

static bool by_hand(const snw__segment *first, const snw__segment *second) {
    return first->request.move.mode == SNW_MOVE_CARTESIAN &&
           second->request.move.mode == SNW_MOVE_CARTESIAN && !second->moves &&
           !first->track.used && !second->track.used &&
           snw_pose_near(first->route.tool, second->route.tool, 0);
}

// adds what is left of `first` to a motion of the controlled frame
static void add_rest(const snw__segment *first, snw__carry *c) {
    const snw_profile_sample s = snw__segment_at(first, first->t);
    const double r = snw__segment_left(first, s.p);
    const snw_vec3 d = snw_mat3_apply(first->route.goal.R, first->route.d);
    const snw_vec3 phi = snw_mat3_apply(first->route.goal.R, first->route.phi);
    const snw_mat3 turn = snw_rotation_exp(snw_vec3_scale(phi, r));
    const snw_vec3 omega = snw_vec3_scale(phi, -s.v), inner = snw_mat3_apply(turn, c->V.ang);

    c->T.p = snw_vec3_add_scaled(c->T.p, d, r);
    c->V.lin = snw_vec3_add_scaled(c->V.lin, d, -s.v);
    c->A.lin = snw_vec3_add_scaled(c->A.lin, d, -s.a);
    c->T.R = snw_mat3_mul(turn, c->T.R);
    c->A.ang = snw_vec3_add(snw_vec3_add_scaled(snw_mat3_apply(turn, c->A.ang), phi, -s.a),
                            snw_vec3_cross(omega, inner));
    c->V.ang = snw_vec3_add(omega, inner);
}

snw_status snw__blend_motion(snw__segment *first, snw__segment *second, const double *q_via,
                             snw__hand *hand, const snw_sample *sample, snw__motion *motion) {
    if (by_hand(first, second)) {
        snw__carry carry;
        const snw_status status = snw__segment_carry(second, sample, &carry);
        if (snw_failed(status)) return status;
        add_rest(first, &carry);
        return snw__segment_follow(second, hand, &carry, motion);
    }
    snw__motion rest;
    snw_status status = snw__segment_motion(second, hand, sample, motion);
    if (!snw_failed(status)) status = snw__segment_motion(first, hand, sample, &rest);
    if (snw_failed(status)) return status;
    for (int i = 0; i < hand->arm->count; i++) {
        motion->q[i] += rest.q[i] - q_via[i];
        motion->v[i] += rest.v[i];
        motion->a[i] += rest.a[i];
    }
    return SNW_OK;
}

enum { SAMPLES = 16, TRIES = 10 };

/// How far a blend's path is from its via point [m], and whether a joint is too fast on it.
typedef struct view {
    double least, most;
    bool beyond;
} view;

static bool beyond_limits(const snw_arm_limits *l, int count, double part,
                          const snw__motion *motion) {
    for (int i = 0; i < count; i++) {
        const double a = fmin(l->acceleration[i], l->deceleration[i]);
        if (!(fabs(motion->v[i]) <= l->velocity[i] * part)) return true;
        if (!(fabs(motion->a[i]) <= a * part)) return true;
    }
    return false;
}

// the path of an overlap, sampled
static view look(snw__segment *first, snw__segment *second, const double *q_via, snw__hand *hand,
                 double overlap) {
    const double t_now = first->t, t_next = second->t;
    double q_now[SNW_AXES], q_next[SNW_AXES];
    memcpy(q_now, first->q_ref, sizeof q_now);
    memcpy(q_next, second->q_ref, sizeof q_next);
    const snw_vec3 via = snw_pose_mul(snw__hand_pose(hand, q_via), first->route.tool).p;
    view d = {HUGE_VAL, 0, false};

    // ramps that were planned for each other add to no more than either; a stop is no such ramp,
    // and between two samples the sum may be a little above both
    const double part = first->stopping ? 0.99 : 1 + 1e-9;
    for (int i = 0; i <= SAMPLES && !d.beyond; i++) {
        const double x = overlap * i / SAMPLES;
        snw__motion motion;
        first->t = first->law.duration - overlap + x;
        second->t = x;
        d.beyond = snw_failed(snw__blend_motion(first, second, q_via, hand, NULL, &motion)) ||
                   beyond_limits(&hand->arm->limits, hand->arm->count, part, &motion);
        if (d.beyond) break;
        const snw_vec3 p = snw_pose_mul(snw__hand_pose(hand, motion.q), first->route.tool).p;
        const double off = snw_vec3_norm(snw_vec3_sub(p, via));
        d.least = fmin(d.least, off);
        d.most = fmax(d.most, off);
    }
    first->t = t_now;
    second->t = t_next;
    memcpy(first->q_ref, q_now, sizeof q_now);
    memcpy(second->q_ref, q_next, sizeof q_next);
    return d;
}

// the longest overlap of two straight lines that begins and ends within a radius, by bisection:
// both distances grow with it
static double fit_lines(const snw__segment *first, const snw__segment *second, double longest,
                        double radius) {
    double low = 0, high = longest;
    for (int i = 0; i < 60; i++) {
        const double w = i == 0 ? longest : 0.5 * (low + high);
        const double s1 = snw__segment_at(first, first->law.duration - w).p;
        const double r1 = snw__segment_left(first, s1);
        const double r2 = snw__segment_at(second, w).p;
        const bool fits = r1 * first->route.length <= radius && r2 * second->route.length <= radius;
        if (fits) low = w;
        if (fits && i == 0) return longest;
        if (!fits) high = w;
    }
    return low;
}

bool snw__blend_begin(snw__fit *fit, const snw__segment *first, const snw__segment *second,
                      const snw__hand *hand) {
    const snw_move *move = &first->request.move;
    const snw_move_blend kind = first->stopping ? SNW_MOVE_BLEND_RAMP : move->blend;
    fit->longest = fmin(first->law.ramp_out, second->law.ramp_in);
    fit->tries = 0;
    if (kind == SNW_MOVE_STOP) return false;

    // where a search will lead is not known ahead
    const bool cartesian = first->request.move.mode == SNW_MOVE_CARTESIAN ||
                           second->request.move.mode == SNW_MOVE_CARTESIAN;
    const bool tracks = first->track.used && second->track.used;
    if (!hand->closed_form && cartesian && !tracks) return false;
    if (kind == SNW_MOVE_BLEND_TIME) fit->longest = fmin(fit->longest, move->blend_size);
    fit->radius = kind == SNW_MOVE_BLEND_RADIUS ? move->blend_size : HUGE_VAL;
    const bool lines = by_hand(first, second);
    if (lines && isfinite(fit->radius)) {
        fit->longest = fit_lines(first, second, fit->longest, fit->radius);
    }
    // along a pace a ramp need not be convex, and the ball is looked at as between joints
    fit->sure = lines && !first->route.pace.used && !second->route.pace.used;
    return true;
}

int snw__blend_solutions(const snw__segment *first, const snw__segment *second) {
    const snw__segment *both[2] = {first, second};
    int solves = 0;
    for (int i = 0; i < 2; i++) {
        solves += both[i]->request.move.mode == SNW_MOVE_CARTESIAN && !both[i]->track.used;
    }
    return (SAMPLES + 1) * (by_hand(first, second) ? 1 : solves);
}

double snw__blend_try(snw__fit *fit, snw__segment *first, snw__segment *second, const double *q_via,
                      snw__hand *hand, double *deviation) {
    // what has gone by while this was looked for cannot overlap any more
    fit->longest = fmin(fit->longest, first->law.duration - first->t);
    if (!(fit->longest > 0) || fit->tries++ >= TRIES) return -1;
    const view d = look(first, second, q_via, hand, fit->longest);
    if (!d.beyond && (fit->sure || d.most <= fit->radius)) {
        *deviation = d.least;
        return fit->longest;
    }
    fit->longest *= 0.7;
    return 0;
}
