// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// Why a motion takes its time: the motion as it would be driven is sampled, and at each instant
// whoever uses most of a limit governs. Beside the joints there is the frame, as one more axis: its
// speed as it was asked for, its acceleration and its jerk, all of them of the path parameter.

enum { STEPS = 512 };

/// What is sampled.
typedef struct sampled_motion {
    snw__segment *segment;
    snw__tip *tip;
    bool with_frame; // the last axis is the controlled frame
} sampled_motion;

static void sample_motion(const void *context, double t, snw_profile_sample *sample) {
    const sampled_motion *p = (const sampled_motion *)context;
    snw__segment *segment = p->segment;
    const int count = p->tip->arm->count;
    snw__joint_motion motion;
    segment->t = t;
    const bool known = !snw_failed(snw__segment_motion(segment, p->tip, NULL, &motion));
    const snw_profile_sample s = snw__segment_at(segment, t);
    const bool joints = segment->request.move.mode == SNW_MOVE_JOINT;
    for (int i = 0; i < count; i++) {
        const double way = segment->path.q_goal[i] - segment->path.q_start[i];
        const snw_profile_sample at = {motion.q[i], motion.v[i], motion.a[i],
                                       joints ? s.j * way : 0};
        sample[i] = at;
        if (!known) sample[i].v = (double)NAN;
    }
    if (p->with_frame) sample[count] = s;
}

static void find_joint_limits(const snw_queue *queue, const snw_move *move,
                              snw_profile_limits *limits) {
    const snw_arm_limits *l = &queue->arm->limits;
    for (int i = 0; i < queue->arm->count; i++) {
        const double most = fmin(l->acceleration[i], l->deceleration[i]);
        const double a = isfinite(most) ? most : queue->config.joint_acceleration;
        const double j = isfinite(l->jerk[i]) ? l->jerk[i] : a / queue->config.joint_jerk_time;
        const double v = l->velocity[i], part = move->acceleration;
        limits[i] = (snw_profile_limits){-v, v, -a * part, a * part, j * move->jerk};
        // the other laws have no limit of jerk
        if (move->law != SNW_MOVE_JERK) limits[i].jerk = HUGE_VAL;
    }
}

// of the path parameter; in joint mode the frame has no limits but its speed
static snw_profile_limits frame_limits(const snw_queue *queue, const snw_move *move,
                                       const snw__move_path *path) {
    const snw_queue_config *c = &queue->config;
    const double v = path->requested;
    snw_profile_limits limits = {-v, v, -HUGE_VAL, HUGE_VAL, HUGE_VAL};
    if (move->mode == SNW_MOVE_JOINT) return limits;
    limits.a_max = fmin(c->acceleration / path->length, c->turn_acceleration / path->angle);
    limits.a_max *= move->acceleration;
    limits.a_min = -limits.a_max;
    if (move->law == SNW_MOVE_JERK) {
        limits.jerk = move->jerk * fmin(c->jerk / path->length, c->turn_jerk / path->angle);
    }
    return limits;
}

static const char *name_limit(snw_profile_limit limit, bool frame) {
    switch (limit) {
    case SNW_PROFILE_LIMIT_V_MAX:
    case SNW_PROFILE_LIMIT_V_MIN:
        return frame ? "request" : "velocity";
    case SNW_PROFILE_LIMIT_A_MAX:
    case SNW_PROFILE_LIMIT_A_MIN:
        return frame ? "hand" : "acceleration";
    case SNW_PROFILE_LIMIT_JERK:
        return frame ? "hand" : "jerk";
    case SNW_PROFILE_LIMIT_NONE:
    case SNW_PROFILE_LIMIT_OUTSIDE:
        break;
    }
    return "none";
}

// spans that differ only in the sign of what governs are one
static void append_span(const snw_motion_span *from, int axes, snw__segment *segment,
                        snw_move_account *account) {
    const bool frame = from->axis >= axes;
    const int axis = frame ? -1 : from->axis;
    const char *limit = name_limit(from->limit, frame);
    snw_move_span *last = account->count > 0 ? &account->spans[account->count - 1] : NULL;
    const bool same = last != NULL && last->axis == axis && strcmp(last->limit, limit) == 0;
    if (!same && account->count < SNW_MOVE_SPANS) {
        const snw_move_span span = {
            from->from, 0, snw__segment_at(segment, from->from).p, 0, axis, from->share, limit};
        account->spans[account->count++] = span;
    }
    last = &account->spans[account->count - 1];
    last->to = from->to;
    last->s_to = snw__segment_at(segment, from->to).p;
    if (same) last->share = fmax(last->share, from->share);
}

snw_status snw_queue_explain(snw_queue *queue, const snw_move *move, const double *q,
                             snw_move_account *account, snw_why *why) {
    account->count = 0;
    const snw_status status = snw_queue_check(queue, move, q, &account->report, why);
    if (status != SNW_OK) return status;
    const int axes = queue->arm->count;
    snw__segment *segment = &queue->check->segment;
    const sampled_motion all = {segment, &queue->check->tip, axes < SNW_PROFILE_AXES};
    snw_profile_limits limits[SNW_AXES + 1];
    find_joint_limits(queue, move, limits);
    limits[axes] = frame_limits(queue, move, &segment->path);
    snw_motion_check motion = snw_motion_check_defaults();
    motion.motion = sample_motion;
    motion.context = &all;
    motion.axes = all.with_frame ? axes + 1 : axes;
    motion.duration = segment->law.duration;
    motion.steps = STEPS;
    motion.limits = limits;
    snw_motion_span spans[STEPS];
    int count = 0;
    const snw_status found = snw_motion_govern(&motion, spans, STEPS, &count);
    if (snw_failed(found)) {
        return snw_refuse(why, found, "path", "the motion could not be sampled",
                          "use snw_queue_check() alone");
    }
    for (int i = 0; i < count; i++) {
        append_span(&spans[i], axes, segment, account);
    }
    return SNW_OK;
}
