// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The state of the loop. There is always a segment `current`: a motion, or, when it has ended, the
// rest at its goal, which goes on tracking a goal that moves. While a motion is blended or
// interrupted it is `previous`, and `current` is the one that follows. `next` is planned ahead from
// the request at the head of the queue, as far as that can be: while the goal of `current` stands
// still.

// --- ends and their events ----------------------------------------------------------------------

static void send_event(snw_queue *queue, const snw_sample *sample, snw_move_event *event) {
    event->t_ns = sample->t_ns;
    SNW_IGNORE(snw_ring_push(&queue->events, event));
}

static void send_end(snw_queue *queue, int64_t id, const snw_sample *sample, int code,
                     const snw_why *why) {
    snw_move_event event = {.id = id, .kind = SNW_MOVE_ENDED, .code = code};
    if (why != NULL) event.why = *why;
    if (why == NULL && code == SNW_MOVE_CANCELLED) {
        const snw_why *reason = &queue->loop->reason;
        snw_why_set(&event.why, SNW_ERR_INTERRUPTED, "queue", "the motion was cancelled");
        if (reason->code != SNW_OK) event.why = *reason;
        event.why.code = SNW_ERR_INTERRUPTED;
    }
    send_event(queue, sample, &event);
    if (id > queue->loop->ended) queue->loop->ended = id;
}

// the program reads code and count of ends in the equation
static void end_equation(snw_equation *equation, int code) {
    if (equation == NULL) return;
    __atomic_store_n(&equation->code, code, __ATOMIC_RELAXED);
    (void)__atomic_add_fetch(&equation->ends, 1, __ATOMIC_RELEASE);
}

void snw__loop_end_segment(snw_queue *queue, snw__segment *segment, const snw_sample *sample,
                           int code, const snw_why *why) {
    if (segment->ended) return;
    segment->ended = true;
    end_equation(segment->request.move.equation, code);
    if (!segment->goal_moves) snw__segment_release(segment);
    send_end(queue, segment->request.id, sample, code, why);
}

void snw__loop_end_dwell(snw_queue *queue, const snw_sample *sample, int code) {
    queue->loop->dwelling = false;
    send_end(queue, queue->loop->dwell.id, sample, code, NULL);
}

void snw__loop_end_request(snw_queue *queue, const snw__request *request, const snw_sample *sample,
                           int code, const snw_why *why) {
    snw_equation *equation = request->move.equation;
    end_equation(equation, code);
    if (equation != NULL) (void)__atomic_sub_fetch(&equation->uses, 1, __ATOMIC_RELEASE);
    send_end(queue, request->id, sample, code, why);
}

// --- the next motion ----------------------------------------------------------------------------

void snw__loop_fetch(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    for (int i = 0; i < SNW_QUEUE_MOVES && !loop->has_head; i++) {
        if (snw_ring_pop(&queue->requests, &loop->head) != SNW_OK) return;
        loop->has_head = loop->head.id > loop->dropped_to;
        if (!loop->has_head) {
            snw__loop_end_request(queue, &loop->head, sample, SNW_MOVE_CANCELLED, NULL);
        }
    }
}

void snw__loop_drop_next(snw__loop *loop) {
    loop->has_next = loop->plans_next = loop->searches = false;
    loop->next->holds_equation = false;
    loop->overlap = 0;
}

// where `current` is or will be at rest, if its goal stands still
static void find_via_point(snw__loop *loop, double *q) {
    snw__segment *current = loop->current;
    memcpy(q, current->path.q_goal, sizeof current->path.q_goal);
    const bool searched =
        !loop->tip.closed_form && current->request.move.mode == SNW_MOVE_CARTESIAN;
    if (current->goal_moves || current->u_end != 1 || searched) {
        memcpy(q, current->q_last, sizeof current->q_last);
        if (current->goal_moves) return;
        const double t = current->t;
        snw__joint_motion motion;
        current->t = current->law.duration;
        if (!snw_failed(snw__segment_motion(current, &loop->tip, NULL, &motion))) {
            memcpy(q, motion.q, sizeof motion.q);
        }
        current->t = t;
        memcpy(current->q_last, loop->raw.q, sizeof current->q_last);
    }
}

bool snw__loop_plan_next(snw_queue *queue, const snw_sample *sample, bool shared) {
    snw__loop *loop = queue->loop;
    snw__segment *next = loop->next;
    if (!loop->plans_next) {
        find_via_point(loop, loop->q_via);
        next->request = loop->head;
        const snw__plan_start start = {.config = &queue->config,
                                       .q = loop->q_via,
                                       .sample = sample,
                                       .shared_start = shared,
                                       .override = loop->override > 0 ? loop->override : 1};
        snw__planning_begin(&loop->planning, next, &loop->tip, &start);
        loop->plans_next = true;
        loop->plans_from_rest = loop->current->ended;
        loop->searches = false;
        loop->overlap = 0;
    }

    // from a goal that moves all is planned at once: in the next tick it would begin elsewhere
    if (loop->current->goal_moves) snw__budget_open(&loop->tip, true);
    const snw_status status = snw__planning_go_on(&loop->planning);
    if (status == SNW_NOTHING_NEW) return false;
    loop->plans_next = false;
    if (status == SNW_OK) {
        loop->has_next = true;
        next->holds_equation = next->request.move.equation != NULL;
        return true;
    }

    // refused; what stands behind it is dropped unless the configuration keeps it
    snw_why why = loop->planning.why;
    if (why.code == SNW_OK) snw_why_set(&why, status, "path", NULL);
    snw__loop_end_request(queue, &loop->head, sample, SNW_MOVE_REFUSED, &why);
    if (!queue->config.keep_on_refusal) {
        loop->dropped_to = loop->head.id + (int64_t)snw_ring_count(&queue->requests);
    }
    loop->has_head = false;
    return false;
}

// `next` becomes `current`; the old one runs out beside it, or is done
static void switch_to_next(snw_queue *queue, const snw_sample *sample, bool overlapped, double t) {
    snw__loop *loop = queue->loop;
    snw__segment *old = loop->current, *s = loop->next;
    loop->current = s;
    if (overlapped) {
        loop->next = loop->previous;
        loop->previous = old;
        old->goal_moves = false;
    } else {
        loop->next = old;
        if (old->goal_moves || s->goal_moves) loop->fade.armed = true;
        snw__segment_release(old);
    }
    loop->has_previous = overlapped;
    loop->has_next = loop->has_head = false;
    s->t = t;
    loop->part = 0;

    // what governs its time
    const snw_move_report *report = &s->path.report;
    snw_move_event event = {.id = s->request.id,
                            .kind = SNW_MOVE_STARTED,
                            .duration = s->law.duration,
                            .deviation = report->deviation,
                            .stretched = report->stretched};
    const char *subject = report->axis >= 0 ? snw_arm_axis_name(queue->arm, report->axis) : "path";
    snw_why_set(&event.why, report->stretched ? SNW_SATURATED : SNW_OK, subject,
                "determines the duration of this motion");
    snw_why_rule(&event.why, report->limit);
    snw_why_add(&event.why, "duration", s->law.duration, "s");
    snw_why_add(&event.why, "s", report->place, "");
    if (s->spline.used) {
        snw_why_add(&event.why, "deviation", report->deviation, "m");
        snw_why_add(&event.why, "deviation_rad", report->deviation_rad, "rad");
    }
    send_event(queue, sample, &event);
}

// --- time ---------------------------------------------------------------------------------------

// has its law come to rest where the segment shall end? One that was halted on its path has not.
static bool has_run_out(const snw__segment *segment) {
    return segment->t >= segment->law.duration && segment->law.end == segment->u_end;
}

// may the next motion begin before this one ends?
static bool may_blend(const snw__loop *loop) {
    const snw__segment *current = loop->current;
    if (!loop->has_head || loop->head.move.mode == SNW_MOVE_DWELL || current->ended ||
        current->goal_moves || loop->paused || loop->has_previous || !(loop->override > 0)) {
        return false;
    }
    // a motion that was halted on its path does not end yet
    if (current->law.end != current->u_end) return false;
    return current->stopping ? loop->has_next || loop->plans_next
                             : current->request.move.blend != SNW_MOVE_STOP;
}

// how long the two motions may overlap, and, when that time has come, goes over into the next
static void blend_into_next(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    snw__segment *current = loop->current, *next = loop->next;
    if (loop->overlap == 0) {
        const bool possible =
            loop->searches || snw__overlap_begin(&loop->search, current, next, &loop->tip);
        loop->searches = true;
        loop->overlap = possible ? snw__overlap_go_on(&loop->search, current, next, loop->q_via,
                                                      &loop->tip, &loop->deviation)
                                 : -1;
    }
    const double left = current->law.duration - current->t;
    if (!(loop->overlap > 0) || left > loop->overlap) return;
    snw_move_event event = {
        .id = current->request.id, .kind = SNW_MOVE_BLENDED, .deviation = loop->deviation};
    snw_why_set(&event.why, SNW_OK, "blend", "the goal is passed at a distance");
    snw_why_add(&event.why, "deviation", loop->deviation, "m");
    if (!current->stopping) send_event(queue, sample, &event);
    switch_to_next(queue, sample, true, fmax(loop->overlap - left, 0));
}

static void start_dwell(snw_queue *queue, const snw_sample *sample, double t) {
    snw__loop *loop = queue->loop;
    loop->dwell = loop->head;
    loop->dwelling = true;
    loop->dwell_t = t;
    loop->has_head = false;
    snw_move_event event = {
        .id = loop->dwell.id, .kind = SNW_MOVE_STARTED, .duration = loop->dwell.move.duration};
    snw_why_set(&event.why, SNW_OK, "dwell", "the arm rests");
    send_event(queue, sample, &event);
}

void snw__loop_advance(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const double dt = sample->dt;
    snw__loop_fetch(queue, sample);

    // the previous motion runs out; `spare` is how long the current one has rested in this sample
    double spare = loop->current->ended && !loop->dwelling ? dt : 0;
    if (loop->has_previous) {
        loop->previous->t += dt;
        if (has_run_out(loop->previous)) {
            snw__loop_end_segment(queue, loop->previous, sample, loop->previous->code, NULL);
            loop->has_previous = false;
        }
    }

    // the current one goes on; before its end it may go over into the next
    loop->current->t += dt;
    if (may_blend(loop) && (loop->has_next || snw__loop_plan_next(queue, sample, true)) &&
        !loop->next->goal_moves) {
        blend_into_next(queue, sample);
    }
    snw__segment *current = loop->current;
    if (!current->ended && !loop->has_previous && has_run_out(current)) {
        snw__loop_end_segment(queue, current, sample, current->code, NULL);
        spare = fmin(current->t - current->law.duration, dt);
    }
    if (loop->dwelling) {
        loop->dwell_t += dt;
        if (loop->dwell_t >= loop->dwell.move.duration) {
            spare = fmin(loop->dwell_t - loop->dwell.move.duration, dt);
            snw__loop_end_dwell(queue, sample, SNW_MOVE_ARRIVED);
        }
    }

    // at rest the next request begins
    if (!current->ended || !loop->has_head || loop->has_previous || loop->dwelling ||
        loop->paused || !(loop->override > 0)) {
        return;
    }
    if (loop->head.move.mode == SNW_MOVE_DWELL) {
        start_dwell(queue, sample, spare);
        return;
    }
    // a search may have led elsewhere than was thought
    if (!loop->tip.closed_form && !loop->plans_from_rest) snw__loop_drop_next(loop);
    if (loop->has_next || snw__loop_plan_next(queue, sample, false)) {
        switch_to_next(queue, sample, false, spare);
    }
}
