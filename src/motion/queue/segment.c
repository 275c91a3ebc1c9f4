// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

snw_profile_sample snw__segment_at(const snw__segment *segment, double t) {
    return snw__scaling_at(&segment->path.scaling, snw__law_at(&segment->law, t));
}

double snw__segment_left(const snw__segment *segment, double s) {
    const snw_profile_sample end = {segment->u_end, 0, 0, 0};
    return snw__scaling_at(&segment->path.scaling, end).p - s;
}

// the goal of an equation in this sample; of one that does not move, that of the start
static snw_status update_goal(snw__segment *segment, const snw_sample *sample) {
    snw__move_path *path = &segment->path;
    if (!segment->goal_moves) return SNW_OK;
    const snw__request *request = &segment->request;
    snw_pose goal, tool;
    const snw_status status =
        snw_equation_controlled(request->move.equation, &request->capture, sample, &goal, &tool);
    if (snw_failed(status)) return status;
    path->goal = snw_pose_mul(goal, request->move.offset);
    path->tool = tool;
    return SNW_OK;
}

snw_status snw__segment_frame(snw__segment *segment, const snw_sample *sample,
                              snw__frame_motion *frame) {
    const snw_status status = update_goal(segment, sample);
    if (snw_failed(status)) return status;
    const snw_profile_sample s = snw__segment_at(segment, segment->t);
    *frame = snw__path_frame_at(&segment->path, &segment->path.goal, s);
    return SNW_OK;
}

snw_status snw__segment_follow(snw__segment *segment, snw__tip *tip, const snw__frame_motion *frame,
                               snw__joint_motion *motion) {
    const int count = tip->arm->count;
    const snw__frame_motion to = snw__path_tip_motion(frame, segment->path.tool);
    snw_status status = snw__tip_inverse(tip, to.T, segment->q_last, -1, motion->q, NULL);
    if (snw_failed(status)) return status;
    status = snw__tip_rates(tip, motion->q, to.V, to.A, motion->v, motion->a);

    // where a direction is lost, only a tip at rest has rates: none
    if (status == SNW_ERR_SINGULAR) {
        const bool rests = snw_vec3_norm(to.V.lin) + snw_vec3_norm(to.V.ang) < 1e-12;
        for (int i = 0; i < count; i++) {
            if (rests) motion->v[i] = motion->a[i] = 0;
        }
        status = rests ? SNW_OK : status;
    }
    for (int i = 0; i < count; i++) {
        segment->q_last[i] = motion->q[i];
    }
    return status;
}

// a segment in joint mode
static snw_status joint_mode_motion(snw__segment *segment, snw__tip *tip, const snw_sample *sample,
                                    snw__joint_motion *motion) {
    snw__move_path *path = &segment->path;
    if (segment->goal_moves) {
        snw_status status = update_goal(segment, sample);
        if (snw_failed(status)) return status;

        // the goal moves, and takes the way that is left along
        double q[SNW_AXES];
        const snw_pose T = snw_pose_mul(path->goal, snw_pose_inverse(path->tool));
        status = snw__tip_inverse(tip, T, path->q_goal, -1, q, NULL);
        if (snw_failed(status)) return status;
        for (int i = 0; i < tip->arm->count; i++) {
            path->q_start[i] += q[i] - path->q_goal[i];
            path->q_goal[i] = q[i];
        }
    }
    const snw_profile_sample s = snw__law_at(&segment->law, segment->t);
    for (int i = 0; i < tip->arm->count; i++) {
        const double way = path->q_goal[i] - path->q_start[i];
        motion->q[i] = path->q_goal[i] - (1 - s.p) * way;
        motion->v[i] = s.v * way;
        motion->a[i] = s.a * way;
        segment->q_last[i] = motion->q[i];
    }
    return SNW_OK;
}

snw_status snw__segment_motion(snw__segment *segment, snw__tip *tip, const snw_sample *sample,
                               snw__joint_motion *motion) {
    const int count = tip->arm->count;
    if (segment->request.move.mode != SNW_MOVE_CARTESIAN) {
        return joint_mode_motion(segment, tip, sample, motion);
    }
    // at rest at a goal that does not move, or on a line of no length, there is nothing to solve;
    // an arm that is followed by search rests where the search has led
    const bool rests =
        !segment->goal_moves && segment->t >= segment->law.duration && segment->law.end == 1;
    const bool still = segment->path.empty && !segment->goal_moves;
    if (still || (rests && (tip->closed_form || segment->settled || segment->spline.used))) {
        for (int i = 0; i < count; i++) {
            motion->q[i] = segment->q_last[i] = segment->path.q_goal[i];
            motion->v[i] = motion->a[i] = 0;
        }
        return SNW_OK;
    }
    if (segment->spline.used) {
        snw__spline_at(&segment->spline, count, snw__segment_at(segment, segment->t), motion);
        memcpy(segment->q_last, motion->q, sizeof motion->q);
        return SNW_OK;
    }
    snw__frame_motion frame;
    snw_status status = snw__segment_frame(segment, sample, &frame);
    if (!snw_failed(status)) status = snw__segment_follow(segment, tip, &frame, motion);
    if (rests && !snw_failed(status)) {
        memcpy(segment->path.q_goal, motion->q, sizeof motion->q);
        segment->settled = true;
    }
    return status;
}

void snw__segment_rest(snw__segment *segment, const double *q, int count) {
    segment->request = (snw__request){.id = segment->request.id, .move = snw_move_defaults()};
    segment->path = (snw__move_path){.report = {.axis = -1, .limit = "hand"}};
    for (int i = 0; i < count; i++) {
        segment->path.q_start[i] = segment->path.q_goal[i] = segment->q_last[i] = q[i];
    }
    segment->spline.used = false;
    segment->law.kind = SNW_MOVE_JERK;
    segment->law.duration = 0;
    segment->law.end = segment->u_end = 1;
    segment->t = 0;
    segment->goal_moves = segment->stopping = segment->holds_equation = false;
    segment->ended = true;
}

void snw__segment_release(snw__segment *segment) {
    if (!segment->holds_equation) return;
    segment->holds_equation = false;
    (void)__atomic_sub_fetch(&segment->request.move.equation->uses, 1, __ATOMIC_RELEASE);
}
