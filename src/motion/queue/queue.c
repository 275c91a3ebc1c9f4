// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

snw_move snw_move_defaults(void) {
    snw_move move;
    memset(&move, 0, sizeof move);
    move.offset = snw_pose_identity();
    move.transition = 0.1;
    move.acceleration = move.jerk = 1;
    move.branch = -1;
    return move;
}

snw_queue_config snw_queue_config_defaults(int link, int frame) {
    const snw_queue_config config = {.link = link,
                                     .frame = frame,
                                     .speed = 0.25,
                                     .turn = 1,
                                     .acceleration = 2,
                                     .turn_acceleration = 8,
                                     .jerk = 20,
                                     .turn_jerk = 80,
                                     .joint_acceleration = 10,
                                     .joint_jerk_time = 0.1,
                                     .tolerance = 2e-3,
                                     .tolerance_rad = 0.02,
                                     .slowest = 0.02};
    return config;
}

static snw_status check_numbers(const snw_move *m, snw_why *why) {
    const double all[] = {m->speed,        m->turn, m->duration,   m->blend_size, m->transition,
                          m->acceleration, m->jerk, m->time_limit, m->tolerance,  m->tolerance_rad};
    static const char *const names[] = {"speed",      "turn",         "duration", "blend_size",
                                        "transition", "acceleration", "jerk",     "time_limit",
                                        "tolerance",  "tolerance_rad"};
    for (int i = 0; i < 10; i++) {
        if (!isfinite(all[i])) {
            return snw_refuse(why, SNW_ERR_NOT_FINITE, names[i], NULL, "give a finite number");
        }
        if (all[i] < 0 || all[i] > 1e6) {
            return snw_refuse(why, SNW_ERR_RANGE, names[i], "the number is out of range",
                              "give a number from 0 to 1e6");
        }
    }
    if (!(m->acceleration > 0 && m->acceleration <= 1 && m->jerk > 0 && m->jerk <= 1)) {
        return snw_refuse(why, SNW_ERR_RANGE, "acceleration",
                          "acceleration and jerk are fractions of the limits",
                          "give numbers above 0, at most 1");
    }
    if (!(m->transition > 0)) {
        return snw_refuse(why, SNW_ERR_RANGE, "transition", "the time is not positive",
                          "give half the time of a transition in s");
    }
    if (!snw_pose_is_finite(m->offset)) {
        return snw_refuse(why, SNW_ERR_NOT_FINITE, "offset", NULL, "give a finite pose");
    }
    return SNW_OK;
}

static snw_status check_joints(const snw_arm *arm, const snw_move *m, snw_why *why) {
    for (int i = 0; i < arm->count; i++) {
        const char *name = snw_arm_axis_name(arm, i);
        if (!isfinite(m->joints[i])) {
            return snw_refuse(why, SNW_ERR_NOT_FINITE, name, NULL, "give a finite number");
        }
        if (m->joints[i] >= arm->limits.lower[i] && m->joints[i] <= arm->limits.upper[i]) continue;
        SNW_IGNORE(snw_refuse_rule(why, SNW_ERR_RANGE, "limit", name,
                                   "the goal is beyond the limits of this joint",
                                   "choose a goal between lower and upper"));
        snw_why_add(why, "goal", m->joints[i], "");
        snw_why_add(why, "lower", arm->limits.lower[i], "");
        snw_why_add(why, "upper", arm->limits.upper[i], "");
        return SNW_ERR_RANGE;
    }
    return SNW_OK;
}

snw_status snw__move_check(const snw_queue *queue, const snw_move *move, snw_why *why) {
    const snw_status status = check_numbers(move, why);
    if (status != SNW_OK) return status;
    if (move->mode == SNW_MOVE_DWELL) return SNW_OK;
    if (move->mode == SNW_MOVE_CARTESIAN && move->branch >= 0) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "branch",
                          "a straight line cannot change the configuration", "move in joint mode");
    }
    if (move->equation != NULL) return SNW_OK;
    return check_joints(queue->arm, move, why);
}

// puts a request into the ring, with the values that hold frames have now
static snw_status push_request(snw_queue *queue, const snw_move *move, int64_t *id, snw_why *why) {
    snw__request request;
    memset(&request, 0, sizeof request);
    request.id = queue->last_id + 1;
    request.move = *move;
    snw_equation *equation = move->equation;
    if (equation != NULL) {
        snw_equation_capture_now(equation, &request.capture);
        (void)__atomic_add_fetch(&equation->uses, 1, __ATOMIC_RELAXED);
    }
    const snw_status status = snw_ring_push(&queue->requests, &request);
    if (status != SNW_OK) {
        if (equation != NULL) (void)__atomic_sub_fetch(&equation->uses, 1, __ATOMIC_RELAXED);
        return snw_refuse(why, status, "queue", "the queue is full",
                          "wait until a motion has ended");
    }
    queue->last_id = request.id;
    if (id != NULL) *id = request.id;
    return SNW_OK;
}

snw_status snw_queue_move(snw_queue *queue, const snw_move *move, int64_t *id, snw_why *why) {
    if (move->mode == SNW_MOVE_DWELL) {
        return snw_refuse(why, SNW_ERR_ARGUMENT, "mode", "a dwell has no goal",
                          "use snw_queue_dwell()");
    }
    const snw_status status = snw__move_check(queue, move, why);
    if (status != SNW_OK) return status;
    if (move->only_at_rest) {
        const snw_move_progress now = snw_queue_progress(queue);
        if (now.moving || now.ended != queue->last_id) {
            return snw_refuse(why, SNW_ERR_STATE, "queue", "a motion runs or waits",
                              "wait until all motions have ended");
        }
    }
    return push_request(queue, move, id, why);
}

snw_status snw_queue_dwell(snw_queue *queue, double seconds, int64_t *id, snw_why *why) {
    snw_move move = snw_move_defaults();
    move.mode = SNW_MOVE_DWELL;
    move.duration = seconds;
    const snw_status status = snw__move_check(queue, &move, why);
    return status == SNW_OK ? push_request(queue, &move, id, why) : status;
}

snw_status snw_queue_next(snw_queue *queue, int code) {
    const snw__command command = {.kind = SNW__NEXT, .code = code};
    return snw_ring_push(&queue->commands, &command);
}

snw_status snw_queue_cancel(snw_queue *queue) {
    const snw__command command = {.kind = SNW__CANCEL, .last_id = queue->last_id};
    return snw_ring_push(&queue->commands, &command);
}

snw_status snw_queue_pause(snw_queue *queue) {
    const snw__command command = {.kind = SNW__PAUSE};
    return snw_ring_push(&queue->commands, &command);
}

snw_status snw_queue_resume(snw_queue *queue) {
    const snw__command command = {.kind = SNW__RESUME};
    return snw_ring_push(&queue->commands, &command);
}

snw_status snw_queue_override(snw_queue *queue, double part) {
    if (!(part >= 0 && part <= 2)) return SNW_ERR_RANGE;
    const snw__command command = {.kind = SNW__OVERRIDE, .value = part};
    return snw_ring_push(&queue->commands, &command);
}

snw_status snw_queue_event(snw_queue *queue, snw_move_event *event) {
    return snw_ring_pop(&queue->events, event);
}

snw_move_progress snw_queue_progress(snw_queue *queue) {
    SNW_IGNORE(snw_triple_read(&queue->progress, &queue->seen));
    return queue->seen;
}

snw_status snw__move_wait_check(const snw_move_wait *wait, const snw_move_progress *progress) {
    int ended = 0;
    for (int i = 0; i < wait->count; i++) {
        if (wait->ids[i] <= progress->ended) ended++;
    }
    if (wait->all ? ended == wait->count : ended > 0) return SNW_OK;
    return progress->t_ns >= wait->until_ns ? SNW_ERR_TIMEOUT : SNW_NOTHING_NEW;
}

snw_status snw_queue_check(snw_queue *queue, const snw_move *move, const double *q,
                           snw_move_report *report, snw_why *why) {
    snw__segment *segment = &queue->check->segment;
    snw_status status = snw__move_check(queue, move, why);
    if (status != SNW_OK) return status;
    if (move->mode == SNW_MOVE_DWELL || (move->equation != NULL && move->equation->moves)) {
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, "equation", "the goal is not known yet",
                          "check a motion with a constant goal");
    }
    // the equation itself belongs to the loop
    snw_equation own;
    segment->request = (snw__request){.move = *move};
    if (move->equation != NULL) {
        own = *move->equation;
        segment->request.move.equation = &own;
        snw_equation_capture_now(&own, &segment->request.capture);
    }
    const snw_sample sample = {.number = 1};
    const snw__plan_start start = {
        .config = &queue->config, .q = q, .sample = &sample, .override = 1};
    status =
        snw__planning_finish(&queue->check->planning, segment, &queue->check->tip, &start, why);
    segment->request.move.equation = NULL;
    *report = segment->path.report;
    return status;
}
