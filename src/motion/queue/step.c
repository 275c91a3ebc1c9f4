// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

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
    snw_why_set(&why, cause, "hand", "the goal has moved to where the arm cannot follow");
    if (loop->has_out) {
        snw__loop_finish(queue, loop->out, sample, SNW_MOVE_BROKEN, &why);
    }
    snw__loop_finish(queue, loop->now, sample, SNW_MOVE_BROKEN, &why);
    snw__loop_release(loop->now);
    loop->has_out = false;
    snw__loop_drop_next(loop);
    loop->fade.active = loop->fade.armed = false;
    loop->braking = true;
    loop->brake_t = 0;
    snw__loop_rest(loop->now, loop->target.q, count);
    return true;
}

static void brake_motion(snw_queue *queue, double dt, snw__motion *motion) {
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
    if (loop->brake_t < loop->brake.duration) return;
    loop->braking = false;
    snw__loop_rest(loop->now, motion->q, count);
}

// rates of a motion whose goal moves: from one sample to the next
static void differences(snw__loop *loop, double dt, int count, snw__motion *motion) {
    if (!(dt > 0)) return;
    for (int i = 0; i < count; i++) {
        motion->v[i] = (motion->q[i] - loop->raw.q[i]) / dt;
        motion->a[i] = (motion->v[i] - loop->raw.v[i]) / dt;
    }
}

static snw_status motion_now(snw_queue *queue, const snw_sample *sample, snw__motion *motion) {
    snw__loop *loop = queue->loop;
    if (loop->has_out) {
        return snw__blend_motion(loop->out, loop->now, loop->q_via, &loop->hand, sample, motion);
    }
    return snw__segment_motion(loop->now, &loop->hand, sample, motion);
}

// Has the goal jumped, by more than the axes can follow in one sample? Then the difference fades.
static bool jumped(snw_queue *queue, double dt, snw__motion *motion) {
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
    if (!far) return false;
    snw__fade_begin(&loop->fade, x, v, &queue->arm->limits, count);
    memcpy(motion->v, loop->raw.v, sizeof motion->v);
    memset(motion->a, 0, sizeof motion->a);
    return true;
}

// Adds what fades. In the sample after a change between frames that move, the difference of their
// velocities is known: that of the set-points before, against that of the new motion alone.
static void fade(snw_queue *queue, const snw_sample *sample, bool changed, snw__motion *motion) {
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
        if (loop->now->moves) differences(loop, dt, count, motion);
    } else if (loop->now->moves && dt > 0 && !changed) {
        if (jumped(queue, dt, motion)) {
            dt = 0;
        } else {
            differences(loop, dt, count, motion);
        }
    } else if (changed && loop->fade.armed) {
        // velocity as it was: the frame's own will be known in the next sample
        memcpy(motion->v, loop->raw.v, sizeof motion->v);
        memset(motion->a, 0, sizeof motion->a);
    }
    loop->raw = *motion;
    snw__fade_add(&loop->fade, dt, count, motion);
}

// the motion's own function, and its time
static void watch(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const snw__segment *now = loop->now;
    const snw_move *move = &now->request.move;
    if (now->ended || now->stopping || loop->braking) return;
    int code = 0;
    if (move->monitor != NULL) code = move->monitor(sample, &loop->target, move->context);
    if (code == 0 && move->time_limit > 0 && now->t >= move->time_limit) code = move->time_code;
    if (code != 0) snw__loop_interrupt(queue, sample, code);
}

// all up to this one have ended; those that were dropped end before the motion that still runs
static int64_t ended_to(const snw__loop *loop) {
    if (loop->has_out) return loop->out->request.id - 1;
    if (!loop->now->ended) return loop->now->request.id - 1;
    return loop->dwelling ? loop->dwell.id - 1 : loop->ended;
}

static void publish(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const snw__segment *now = loop->now;
    if (now->ended) {
        loop->part = 1;
    } else {
        const double s = snw__segment_at(now, now->t).p, left = snw__segment_left(now, s);
        loop->part = fmin(fmax(loop->part, s + left > 0 ? s / (s + left) : s), 1);
    }
    const snw_move_progress progress = {
        .t_ns = sample->t_ns,
        .id = loop->dwelling ? loop->dwell.id : now->request.id,
        .ended = ended_to(loop),
        .part = loop->part,
        .remaining = now->ended ? 0 : fmax(now->law.duration - now->t, 0),
        .waiting = (int)snw_ring_count(&queue->requests) + (loop->has_head ? 1 : 0),
        .moving = !now->ended || loop->has_out || loop->dwelling || loop->braking,
        .paused = loop->paused,
        .override = loop->override,
    };
    snw_triple_write(&queue->progress, &progress);
    queue->solutions = loop->hand.solutions;
}

snw_status snw_queue_step(snw_queue *queue, const snw_sample *sample, snw_arm_target *target) {
    snw__loop *loop = queue->loop;
    if (!isfinite(sample->dt) || !(sample->dt >= 0)) return SNW_ERR_NOT_FINITE;
    if (loop->had_tick && sample->number == loop->number) {
        *target = loop->target;
        return SNW_OK;
    }
    const snw__segment *before = loop->now;
    snw__motion motion;
    memset(&motion, 0, sizeof motion);
    snw__hand_allow(&loop->hand, false);
    if (!loop->braking) {
        snw__loop_command(queue, sample);
        snw__loop_advance(queue, sample);
        const snw_status status = motion_now(queue, sample, &motion);
        if (snw_failed(status) && !begin_brake(queue, sample, status)) return status;
    }
    if (loop->braking) {
        brake_motion(queue, sample->dt, &motion);
        loop->raw = motion;
    } else {
        fade(queue, sample, before != loop->now, &motion);
    }
    loop->had_tick = true;
    loop->number = sample->number;
    loop->target.count = queue->arm->count;
    loop->target.mode = SNW_AXIS_POSITION;
    memcpy(loop->target.q, motion.q, sizeof motion.q);
    memcpy(loop->target.v, motion.v, sizeof motion.v);
    memcpy(loop->target.a, motion.a, sizeof motion.a);
    watch(queue, sample);
    publish(queue, sample);
    *target = loop->target;
    return SNW_OK;
}

snw_status snw_queue_place(snw_queue *queue, const double *q) {
    snw__loop *loop = queue->loop;
    if (!loop->now->ended || loop->has_out || loop->braking || loop->dwelling) {
        return SNW_ERR_STATE;
    }
    for (int i = 0; i < queue->arm->count; i++) {
        if (!isfinite(q[i])) return SNW_ERR_NOT_FINITE;
    }
    snw__loop_drop_next(loop);
    loop->fade.active = loop->fade.armed = false;
    snw__loop_release(loop->now);
    snw__loop_rest(loop->now, q, queue->arm->count);
    memset(&loop->raw, 0, sizeof loop->raw);
    memcpy(loop->raw.q, loop->now->q_ref, sizeof loop->raw.q);
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
