// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Two motions at once. The first runs out and still has a way to go to the via point B; the second
// has left B already. Their displacements from B add, in the controlled frame if both are Cartesian
// with the same tool, else in the joints:
//
//   x = B - r1 d1 + r2 d2,   r1 -> 0 convex and falling, r2 convex and rising from 0
//
// While both are ramps of speed, r1 <= R1 (1 - u) and r2 <= R2 u, so |x - B| <= max(R1, R2): the
// path is inside the ball around B from where it leaves the first line to where it meets the
// second. Two ramps of equal length between equal velocities add to that velocity.

enum { SAMPLES = 16, TRIES = 10 };

// do the displacements add in the controlled frame?
static bool blends_in_frame(const snw__segment *first, const snw__segment *second) {
    return first->request.move.mode == SNW_MOVE_CARTESIAN &&
           second->request.move.mode == SNW_MOVE_CARTESIAN && !second->goal_moves &&
           !first->spline.used && !second->spline.used &&
           snw_pose_near(first->path.tool, second->path.tool, 0);
}

// adds what is left of `first` to a motion of the controlled frame
static void add_remainder(const snw__segment *first, snw__frame_motion *c) {
    const snw_profile_sample s = snw__segment_at(first, first->t);
    const double r = snw__segment_left(first, s.p);
    const snw_vec3 d = snw_mat3_apply(first->path.goal.R, first->path.d);
    const snw_vec3 phi = snw_mat3_apply(first->path.goal.R, first->path.phi);
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
                             snw__tip *tip, const snw_sample *sample, snw__joint_motion *motion) {
    if (blends_in_frame(first, second)) {
        snw__frame_motion frame;
        const snw_status status = snw__segment_frame(second, sample, &frame);
        if (snw_failed(status)) return status;
        add_remainder(first, &frame);
        return snw__segment_follow(second, tip, &frame, motion);
    }
    snw__joint_motion rest;
    snw_status status = snw__segment_motion(second, tip, sample, motion);
    if (!snw_failed(status)) status = snw__segment_motion(first, tip, sample, &rest);
    if (snw_failed(status)) return status;
    for (int i = 0; i < tip->arm->count; i++) {
        motion->q[i] += rest.q[i] - q_via[i];
        motion->v[i] += rest.v[i];
        motion->a[i] += rest.a[i];
    }
    return SNW_OK;
}

// --- how long two motions may overlap -----------------------------------------------------------

static bool passes_limits(const snw_arm_limits *l, int count, double part,
                          const snw__joint_motion *motion) {
    for (int i = 0; i < count; i++) {
        const double a = fmin(l->acceleration[i], l->deceleration[i]);
        if (!(fabs(motion->v[i]) <= l->velocity[i] * part)) return true;
        if (!(fabs(motion->a[i]) <= a * part)) return true;
    }
    return false;
}

/// How far the path of an overlap is from its via point [m], and whether a joint is too fast on it.
typedef struct overlap_sample {
    double least, most;
    bool too_fast;
} overlap_sample;

// the path of an overlap, sampled; both segments are left as they were
static overlap_sample sample_overlap(snw__segment *first, snw__segment *second, const double *q_via,
                                     snw__tip *tip, double overlap) {
    const double t_first = first->t, t_second = second->t;
    double q_first[SNW_AXES], q_second[SNW_AXES];
    memcpy(q_first, first->q_last, sizeof q_first);
    memcpy(q_second, second->q_last, sizeof q_second);
    const snw_vec3 via = snw_pose_mul(snw__tip_pose(tip, q_via), first->path.tool).p;
    overlap_sample d = {HUGE_VAL, 0, false};

    // ramps that were planned for each other add to no more than either; a stop is no such ramp,
    // and between two samples the sum may be a little above both
    const double part = first->stopping ? 0.99 : 1 + 1e-9;
    for (int i = 0; i <= SAMPLES; i++) {
        const double x = overlap * i / SAMPLES;
        snw__joint_motion motion;
        first->t = first->law.duration - overlap + x;
        second->t = x;
        d.too_fast = snw_failed(snw__blend_motion(first, second, q_via, tip, NULL, &motion)) ||
                     passes_limits(&tip->arm->limits, tip->arm->count, part, &motion);
        if (d.too_fast) break;
        const snw_vec3 p = snw_pose_mul(snw__tip_pose(tip, motion.q), first->path.tool).p;
        const double off = snw_vec3_norm(snw_vec3_sub(p, via));
        d.least = fmin(d.least, off);
        d.most = fmax(d.most, off);
    }
    first->t = t_first;
    second->t = t_second;
    memcpy(first->q_last, q_first, sizeof q_first);
    memcpy(second->q_last, q_second, sizeof q_second);
    return d;
}

// the longest overlap of two straight lines that begins and ends within a radius, by bisection:
// both distances grow with it
static double fit_radius(const snw__segment *first, const snw__segment *second, double longest,
                         double radius) {
    double low = 0, high = longest;
    for (int i = 0; i < 60; i++) {
        const double w = i == 0 ? longest : 0.5 * (low + high);
        const double s1 = snw__segment_at(first, first->law.duration - w).p;
        const double r1 = snw__segment_left(first, s1);
        const double r2 = snw__segment_at(second, w).p;
        const bool fits = r1 * first->path.length <= radius && r2 * second->path.length <= radius;
        if (fits) low = w;
        if (fits && i == 0) return longest;
        if (!fits) high = w;
    }
    return low;
}

bool snw__overlap_begin(snw__overlap_search *search, const snw__segment *first,
                        const snw__segment *second, const snw__tip *tip) {
    const snw_move *move = &first->request.move;
    const snw_move_blend kind = first->stopping ? SNW_MOVE_BLEND_RAMP : move->blend;
    search->longest = fmin(first->law.ramp_out, second->law.ramp_in);
    search->tries = 0;
    if (kind == SNW_MOVE_STOP) return false;

    // where a search will lead is not known ahead
    const bool cartesian = first->request.move.mode == SNW_MOVE_CARTESIAN ||
                           second->request.move.mode == SNW_MOVE_CARTESIAN;
    const bool splines = first->spline.used && second->spline.used;
    if (!tip->closed_form && cartesian && !splines) return false;
    if (kind == SNW_MOVE_BLEND_TIME) search->longest = fmin(search->longest, move->blend_size);
    search->radius = kind == SNW_MOVE_BLEND_RADIUS ? move->blend_size : HUGE_VAL;
    const bool lines = blends_in_frame(first, second);
    if (lines && isfinite(search->radius)) {
        search->longest = fit_radius(first, second, search->longest, search->radius);
    }
    // with a time scaling a ramp need not be convex, and the ball is looked at as between joints
    search->sure = lines && !first->path.scaling.used && !second->path.scaling.used;
    return true;
}

// the most inverse solutions that one try takes
static int solutions_of_try(const snw__segment *first, const snw__segment *second) {
    if (blends_in_frame(first, second)) return SAMPLES + 1;
    const bool first_solves = first->request.move.mode == SNW_MOVE_CARTESIAN && !first->spline.used;
    const bool second_solves =
        second->request.move.mode == SNW_MOVE_CARTESIAN && !second->spline.used;
    return (SAMPLES + 1) * (first_solves + second_solves);
}

double snw__overlap_go_on(snw__overlap_search *search, snw__segment *first, snw__segment *second,
                          const double *q_via, snw__tip *tip, double *deviation) {
    const int solutions = solutions_of_try(first, second);
    for (;;) {
        const int64_t most = tip->solutions_until + SNW__STEP_SOLUTIONS;
        if (tip->work >= tip->work_until || tip->solutions + solutions > most) return 0;

        // what has gone by while this was looked for cannot overlap any more
        search->longest = fmin(search->longest, first->law.duration - first->t);
        if (!(search->longest > 0) || search->tries++ >= TRIES) return -1;
        const overlap_sample d = sample_overlap(first, second, q_via, tip, search->longest);
        if (!d.too_fast && (search->sure || d.most <= search->radius)) {
            *deviation = d.least;
            return search->longest;
        }
        search->longest *= 0.7;
    }
}
