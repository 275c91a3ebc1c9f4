// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/queue/govern.h"

// comes to rest from the last set-point, every axis as fast as it can
static bool begin_brake(snw_queue *queue, const snw_sample *sample, snw_status cause) {
    snw__loop *loop = queue->loop;
    const int count = queue->arm->count;
    const snw_arm_limits *l = &queue->arm->limits;
    snw_profile_state start[SNW_AXES];
    snw_profile_limits limits[SNW_AXES];
    for (int i = 0; i < count; i++) {
        const double most = fmin(l->acceleration[i], l->deceleration[i]);
        const double a = isfinite(most) ? most : queue->config.joint_acceleration;
        const double v = isfinite(l->velocity[i]) ? l->velocity[i] : 1e3;
        start[i] = (snw_profile_state){loop->target.q[i], loop->target.v[i], loop->target.a[i]};
        limits[i] = (snw_profile_limits){-v, v, -a, a, a / queue->config.joint_jerk_time};
    }
    if (snw_failed(snw_profile_stop(&loop->brake, start, limits, SNW_PROFILE_FREE, NULL))) {
        return false;
    }
    snw_why why = {0};
    snw_why_set(&why, cause, "hand", "the goal has moved out of reach");
    if (loop->has_previous) {
        snw__loop_end_segment(queue, loop->previous, sample, SNW_MOVE_BROKEN, &why);
    }
    snw__loop_end_segment(queue, loop->current, sample, SNW_MOVE_BROKEN, &why);
    snw__segment_release(loop->current);
    loop->has_previous = false;
    snw__loop_drop_next(loop);
    loop->fade.active = loop->fade.armed = false;
    loop->braking = true;
    loop->brake_t = 0;
    snw__segment_rest(loop->current, loop->target.q, count);
    return true;
}

// the brake dt later; at its end the arm rests
static void advance_brake(snw_queue *queue, double dt, snw__joint_motion *motion) {
    snw__loop *loop = queue->loop;
    const int count = queue->arm->count;
    loop->brake_t += dt;
    snw_profile_sample s[SNW_AXES];
    snw_profile_at(&loop->brake, loop->brake_t, s);
    for (int i = 0; i < count; i++) {
        motion->q[i] = s[i].p;
        motion->v[i] = s[i].v;
        motion->a[i] = s[i].a;
    }
    loop->raw = *motion;
    if (loop->brake_t < loop->brake.duration) return;
    loop->braking = false;
    snw__segment_rest(loop->current, motion->q, count);
}

// rates of a motion whose goal moves: from one sample to the next
static void differentiate_motion(const snw__loop *loop, double dt, int count,
                                 snw__joint_motion *motion) {
    for (int i = 0; i < count; i++) {
        motion->v[i] = (motion->q[i] - loop->raw.q[i]) / dt;
        motion->a[i] = (motion->v[i] - loop->raw.v[i]) / dt;
    }
}

// the velocity as it was: that of the frame will be known in the next sample
static void keep_velocity(const snw__loop *loop, snw__joint_motion *motion) {
    memcpy(motion->v, loop->raw.v, sizeof motion->v);
    memset(motion->a, 0, sizeof motion->a);
}

// Has the goal jumped, by more than the axes can follow in one sample? Then the difference fades.
static bool fade_jump(snw_queue *queue, double dt, const snw__joint_motion *motion) {
    snw__loop *loop = queue->loop;
    const int count = queue->arm->count;
    bool far = false;
    double x[SNW_AXES], v[SNW_AXES];
    for (int i = 0; i < count; i++) {
        const double way = motion->q[i] - loop->raw.q[i];
        far = far || !(fabs(way) <= queue->arm->limits.velocity[i] * dt + 1e-9);
        x[i] = loop->raw.v[i] * dt - way;
        v[i] = 0;
    }
    if (far) snw__fade_begin(&loop->fade, x, v, &queue->arm->limits, count);
    return far;
}

// Adds what fades. In the sample after a change between frames that move, the difference of their
// velocities is known: that of the set-points before, against that of the new motion alone.
static void add_fade(snw_queue *queue, const snw_sample *sample, bool changed,
                     snw__joint_motion *motion) {
    snw__loop *loop = queue->loop;
    const int count = queue->arm->count;
    double dt = sample->dt;
    if (loop->fade.armed && !changed && dt > 0) {
        double v[SNW_AXES];
        for (int i = 0; i < count; i++) {
            v[i] = loop->raw.v[i] - (motion->q[i] - loop->raw.q[i]) / dt;
        }
        snw__fade_begin(&loop->fade, NULL, v, &queue->arm->limits, count);
        loop->fade.armed = false;
        if (loop->current->goal_moves) differentiate_motion(loop, dt, count, motion);
    } else if (loop->current->goal_moves && dt > 0 && !changed) {
        if (fade_jump(queue, dt, motion)) {
            keep_velocity(loop, motion);
            dt = 0;
        } else {
            differentiate_motion(loop, dt, count, motion);
        }
    } else if (changed && loop->fade.armed) {
        keep_velocity(loop, motion);
    }
    loop->raw = *motion;
    snw__fade_add(&loop->fade, dt, count, motion);
}

// the code by which the motion's own function, or its time limit, ends it; 0: it goes on
static int run_monitor(const snw__loop *loop, const snw_sample *sample) {
    const snw__segment *current = loop->current;
    const snw_move *move = &current->request.move;
    if (current->ended || current->stopping || loop->braking) return 0;
    int code = 0;
    if (move->monitor != NULL) code = move->monitor(sample, &loop->target, move->context);
    if (code == 0 && move->time_limit > 0 && current->t >= move->time_limit) code = move->time_code;
    return code;
}

static void publish_progress(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const snw__segment *current = loop->current;
    if (current->ended) {
        loop->part = 1;
    } else {
        const double s = snw__segment_at(current, current->t).p;
        const double left = snw__segment_left(current, s);
        loop->part = fmin(fmax(loop->part, s + left > 0 ? s / (s + left) : s), 1);
    }

    // all up to this one have ended; those that were dropped end before the motion that still runs
    int64_t ended = loop->ended;
    if (loop->has_previous) {
        ended = loop->previous->request.id - 1;
    } else if (!current->ended) {
        ended = current->request.id - 1;
    } else if (loop->dwelling) {
        ended = loop->dwell.id - 1;
    }
    const snw_move_progress progress = {
        .t_ns = sample->t_ns,
        .id = loop->dwelling ? loop->dwell.id : current->request.id,
        .ended = ended,
        .part = loop->part,
        .remaining = current->ended ? 0 : fmax(current->law.duration - current->t, 0),
        .waiting = (int)snw_ring_count(&queue->requests) + (loop->has_head ? 1 : 0),
        .moving = !current->ended || loop->has_previous || loop->dwelling || loop->braking,
        .paused = loop->paused,
        .override = loop->override,
    };
    snw_triple_write(&queue->progress, &progress);
    queue->solutions = loop->tip.solutions;
}

// --- a part of the speed -------------------------------------------------------------------------

void snw__queue_govern(snw_queue *queue, double part, double slope) {
    snw__governed *governed = &queue->loop->governed;
    governed->part = part > 0 ? fmin(part, 1) : 0;
    governed->slope = isfinite(slope) ? slope : 0;
}

bool snw__queue_nominal(const snw_queue *queue, double *v, double *a) {
    const snw__governed *governed = &queue->loop->governed;
    const size_t bytes = (size_t)queue->arm->count * sizeof *v;
    memcpy(v, governed->nominal.v, bytes);
    memcpy(a, governed->nominal.a, bytes);
    return !governed->free;
}

// what is being stopped takes its own time, and so does what follows a goal that moves
static bool is_free(const snw__loop *loop) {
    const snw__segment *current = loop->current;
    return loop->governed.absorbed || loop->braking || loop->paused || !(loop->override > 0) ||
           (current->stopping && !current->ended) || current->goal_moves ||
           (loop->has_previous && loop->previous->stopping);
}

// the part of the time of this sample that passes for the motions
static snw_sample govern_sample(snw__loop *loop, const snw_sample *sample) {
    snw__governed *governed = &loop->governed;
    snw_sample own = *sample;
    governed->free = is_free(loop);
    governed->absorbed = false;
    governed->now = governed->free ? 1 : governed->part;
    if (governed->now < 1) own.dt *= governed->now;
    return own;
}

// The path q(u) with du/dt = part: dq/dt = part q', d2q/dt2 = part^2 q'' + slope q'.
static void govern_motion(snw__loop *loop, int count, snw__joint_motion *motion) {
    snw__governed *governed = &loop->governed;
    const double part = governed->now, slope = governed->slope;
    governed->nominal = *motion;
    if (governed->free || (part == 1 && slope == 0)) return;
    for (int i = 0; i < count; i++) {
        motion->a[i] = part * part * motion->a[i] + slope * motion->v[i];
        motion->v[i] *= part;
    }
}

snw_status snw_queue_step(snw_queue *queue, const snw_sample *now, snw_arm_target *target) {
    snw__loop *loop = queue->loop;
    if (!isfinite(now->dt) || !(now->dt >= 0)) return SNW_ERR_NOT_FINITE;
    if (loop->had_tick && now->number == loop->number) {
        *target = loop->target;
        return SNW_OK;
    }

    // commands, time, and the motion of this sample; where the arm cannot follow it brakes
    const snw__segment *before = loop->current;
    snw__joint_motion motion;
    memset(&motion, 0, sizeof motion);
    snw__budget_open(&loop->tip, false);
    if (!loop->braking) snw__loop_obey(queue, now);
    const snw_sample governed = govern_sample(loop, now), *sample = &governed;
    if (!loop->braking) {
        snw__loop_advance(queue, sample);
        const snw_status status =
            loop->has_previous ? snw__blend_motion(loop->previous, loop->current, loop->q_via,
                                                   &loop->tip, sample, &motion)
                               : snw__segment_motion(loop->current, &loop->tip, sample, &motion);
        if (snw_failed(status) && !begin_brake(queue, sample, status)) return status;
    }
    if (loop->braking) {
        loop->governed.free = true;
        loop->governed.now = 1;
        advance_brake(queue, now->dt, &motion);
    } else {
        add_fade(queue, sample, before != loop->current, &motion);
    }
    govern_motion(loop, queue->arm->count, &motion);

    // the set-point
    loop->had_tick = true;
    loop->number = sample->number;
    loop->target.count = queue->arm->count;
    loop->target.mode = SNW_AXIS_POSITION;
    memcpy(loop->target.q, motion.q, sizeof motion.q);
    memcpy(loop->target.v, motion.v, sizeof motion.v);
    memcpy(loop->target.a, motion.a, sizeof motion.a);

    // what the program learns of it
    const int code = run_monitor(loop, sample);
    if (code != 0 && snw__loop_interrupt(queue, sample, code)) {
        (void)snw__loop_plan_next(queue, sample, true);
    }
    publish_progress(queue, sample);
    *target = loop->target;
    return SNW_OK;
}

snw_status snw_queue_place(snw_queue *queue, const double *q) {
    snw__loop *loop = queue->loop;
    if (!loop->current->ended || loop->has_previous || loop->braking || loop->dwelling) {
        return SNW_ERR_STATE;
    }
    for (int i = 0; i < queue->arm->count; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    snw__loop_drop_next(loop);
    loop->fade.active = loop->fade.armed = false;
    snw__segment_release(loop->current);
    snw__segment_rest(loop->current, q, queue->arm->count);
    memset(&loop->raw, 0, sizeof loop->raw);
    memcpy(loop->raw.q, loop->current->q_last, sizeof loop->raw.q);
    return SNW_OK;
}

void snw_queue_blame(snw_queue *queue, const snw_why *why) {
    queue->loop->reason.code = SNW_OK;
    if (why != NULL) queue->loop->reason = *why;
}

snw_status snw_queue_abandon(snw_queue *queue, const snw_sample *sample, const double *q) {
    for (int i = 0; i < queue->arm->count; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    snw__loop_abandon(queue, sample);
    return snw_queue_place(queue, q);
}
