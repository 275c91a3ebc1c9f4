// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The state of the loop. There is always a segment `now`: a motion, or, when it has ended, the rest
// at its goal, which goes on tracking a goal that moves. While a motion is blended or interrupted
// it is `out`, and `now` is the one that follows. `next` is made ahead of the request at the head
// of the queue, as far as that can be: while the goal of `now` stands still.

void snw__loop_tell(snw_queue *queue, const snw_sample *sample, snw_move_event *event) {
    event->t_ns = sample->t_ns;
    SNW_IGNORE(snw_ring_push(&queue->events, event));
}

void snw__loop_release(snw__segment *segment) {
    if (!segment->uses) return;
    segment->uses = false;
    (void)__atomic_sub_fetch(&segment->request.move.equation->uses, 1, __ATOMIC_RELEASE);
}

static void end_equation(snw_equation *equation, int code) {
    if (equation == NULL) return;
    __atomic_store_n(&equation->code, code, __ATOMIC_RELAXED);
    (void)__atomic_add_fetch(&equation->ends, 1, __ATOMIC_RELEASE);
}

static void tell_end(snw_queue *queue, int64_t id, const snw_sample *sample, int code,
                     const snw_why *why) {
    snw_move_event event = {.id = id, .kind = SNW_MOVE_ENDED, .code = code};
    if (why != NULL) event.why = *why;
    if (why == NULL && code == SNW_MOVE_CANCELLED) {
        const snw_why *reason = &queue->loop->reason;
        snw_why_set(&event.why, SNW_ERR_INTERRUPTED, "queue", "it was cancelled");
        if (reason->code != SNW_OK) event.why = *reason;
        event.why.code = SNW_ERR_INTERRUPTED;
    }
    snw__loop_tell(queue, sample, &event);
    if (id > queue->loop->ended) queue->loop->ended = id;
}

void snw__loop_finish(snw_queue *queue, snw__segment *segment, const snw_sample *sample, int code,
                      const snw_why *why) {
    if (segment->ended) return;
    segment->ended = true;
    end_equation(segment->request.move.equation, code);
    if (!segment->moves) snw__loop_release(segment);
    tell_end(queue, segment->request.id, sample, code, why);
}

void snw__loop_refuse(snw_queue *queue, const snw__request *request, const snw_sample *sample,
                      int code, const snw_why *why) {
    snw_equation *equation = request->move.equation;
    end_equation(equation, code);
    if (equation != NULL) (void)__atomic_sub_fetch(&equation->uses, 1, __ATOMIC_RELEASE);
    tell_end(queue, request->id, sample, code, why);
}

void snw__loop_rest(snw__segment *segment, const double *q, int count) {
    segment->request = (snw__request){.id = segment->request.id, .move = snw_move_defaults()};
    segment->route = (snw__route){.report = {.axis = -1, .limit = "hand"}};
    for (int i = 0; i < count; i++) {
        segment->route.q_start[i] = segment->route.q_goal[i] = segment->q_ref[i] = q[i];
    }
    segment->track.used = false;
    segment->law.kind = SNW_MOVE_JERK;
    segment->law.duration = 0;
    segment->law.end = segment->aim = 1;
    segment->t = 0;
    segment->moves = segment->stopping = segment->uses = false;
    segment->ended = true;
}

// where `now` is or will be at rest, if its goal stands still
static void via_point(snw__loop *loop, double *q) {
    snw__segment *now = loop->now;
    memcpy(q, now->route.q_goal, sizeof now->route.q_goal);
    const bool searched = !loop->hand.closed_form && now->request.move.mode == SNW_MOVE_CARTESIAN;
    if (now->moves || now->aim != 1 || searched) {
        memcpy(q, now->q_ref, sizeof now->q_ref);
        if (now->moves) return;
        const double t = now->t;
        snw__motion motion;
        now->t = now->law.duration;
        if (!snw_failed(snw__segment_motion(now, &loop->hand, NULL, &motion))) {
            memcpy(q, motion.q, sizeof motion.q);
        }
        now->t = t;
        memcpy(now->q_ref, loop->raw.q, sizeof now->q_ref);
    }
}

// drops what stands behind a motion that was refused
static void drop_rest(snw_queue *queue) {
    if (!queue->config.keep_on_refusal) {
        queue->loop->dropped_to = queue->loop->head.id + (int64_t)snw_ring_count(&queue->requests);
    }
}

void snw__loop_drop_next(snw__loop *loop) {
    loop->has_next = loop->makes = loop->fits = false;
    loop->next->uses = false;
    loop->overlap = 0;
}

static void begin_next(snw_queue *queue, const snw_sample *sample, bool shared) {
    snw__loop *loop = queue->loop;
    via_point(loop, loop->q_via);
    loop->next->request = loop->head;
    const snw__preparation preparation = {.config = &queue->config,
                                          .q = loop->q_via,
                                          .sample = sample,
                                          .shared_start = shared,
                                          .override = loop->override > 0 ? loop->override : 1};
    snw__making_begin(&loop->making, loop->next, &loop->hand, &preparation);
    loop->makes = true;
    loop->makes_from_now = loop->now->ended;
    loop->fits = false;
    loop->overlap = 0;
}

// Makes `next` of the head, from where `now` will rest; false while that takes more ticks, or when
// it is refused. From a goal that moves it must be made at once: the next tick it would begin
// elsewhere.
static bool make_next(snw_queue *queue, const snw_sample *sample, bool shared) {
    snw__loop *loop = queue->loop;
    snw__segment *next = loop->next;
    if (!loop->makes) begin_next(queue, sample, shared);
    if (loop->now->moves) snw__hand_allow(&loop->hand, true);
    const snw_status status = snw__making_on(&loop->making);
    if (status == SNW_NOTHING_NEW) return false;
    loop->makes = false;
    if (status == SNW_OK) {
        loop->has_next = true;
        next->uses = next->request.move.equation != NULL;
        return true;
    }
    snw_why why = loop->making.why;
    if (why.code == SNW_OK) snw_why_set(&why, status, "path", NULL);
    snw__loop_refuse(queue, &loop->head, sample, SNW_MOVE_REFUSED, &why);
    drop_rest(queue);
    loop->has_head = false;
    return false;
}

static void tell_start(snw_queue *queue, const snw__segment *s, const snw_sample *sample) {
    snw_move_event event = {.id = s->request.id,
                            .kind = SNW_MOVE_STARTED,
                            .duration = s->law.duration,
                            .deviation = s->route.report.deviation,
                            .stretched = s->route.report.stretched};
    const int axis = s->route.report.axis;
    const char *subject = axis >= 0 ? snw_arm_axis_name(queue->arm, axis) : "path";
    snw_why_set(&event.why, s->route.report.stretched ? SNW_SATURATED : SNW_OK, subject,
                "governs the time of this motion");
    snw_why_rule(&event.why, s->route.report.limit);
    snw_why_add(&event.why, "duration", s->law.duration, "s");
    snw_why_add(&event.why, "s", s->route.report.place, "");
    if (s->track.used) {
        snw_why_add(&event.why, "deviation", s->route.report.deviation, "m");
        snw_why_add(&event.why, "deviation_rad", s->route.report.deviation_rad, "rad");
    }
    snw__loop_tell(queue, sample, &event);
}

// `next` becomes `now`; the old one runs out beside it, or is done
static void switch_over(snw_queue *queue, const snw_sample *sample, bool overlapped, double t) {
    snw__loop *loop = queue->loop;
    snw__segment *old = loop->now;
    loop->now = loop->next;
    if (overlapped) {
        loop->next = loop->out;
        loop->out = old;
        old->moves = false;
    } else {
        loop->next = old;
        if (old->moves || loop->now->moves) loop->fade.armed = true;
        snw__loop_release(old);
    }
    loop->has_out = overlapped;
    loop->has_next = loop->has_head = false;
    loop->now->t = t;
    loop->part = 0;
    tell_start(queue, loop->now, sample);
}

static void start_blend(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const double left = loop->now->law.duration - loop->now->t;
    if (!(loop->overlap > 0) || left > loop->overlap || loop->now->ended) return;
    snw_move_event event = {
        .id = loop->now->request.id, .kind = SNW_MOVE_BLENDED, .deviation = loop->deviation};
    snw_why_set(&event.why, SNW_OK, "blend", "the goal is passed at a distance");
    snw_why_add(&event.why, "deviation", loop->deviation, "m");
    if (!loop->now->stopping) snw__loop_tell(queue, sample, &event);
    switch_over(queue, sample, true, fmax(loop->overlap - left, 0));
}

// takes the next request; those that were cancelled are told to have ended
static void fetch(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    for (int i = 0; i < SNW_QUEUE_MOVES && !loop->has_head; i++) {
        if (snw_ring_pop(&queue->requests, &loop->head) != SNW_OK) return;
        loop->has_head = loop->head.id > loop->dropped_to;
        if (!loop->has_head) {
            snw__loop_refuse(queue, &loop->head, sample, SNW_MOVE_CANCELLED, NULL);
        }
    }
}

static void start_dwell(snw_queue *queue, const snw_sample *sample, double t) {
    snw__loop *loop = queue->loop;
    loop->dwell = loop->head;
    loop->dwelling = true;
    loop->dwell_t = t;
    loop->has_head = false;
    snw_move_event event = {
        .id = loop->dwell.id, .kind = SNW_MOVE_STARTED, .duration = loop->dwell.move.duration};
    snw_why_set(&event.why, SNW_OK, "dwell", "rests");
    snw__loop_tell(queue, sample, &event);
}

// what can begin while `now` is at rest; t is how long it has been in this sample
static void start_from_rest(snw_queue *queue, const snw_sample *sample, double t) {
    snw__loop *loop = queue->loop;
    if (!loop->has_head || loop->has_out || loop->dwelling || loop->paused) return;
    if (!(loop->override > 0)) return;
    if (loop->head.move.mode == SNW_MOVE_DWELL) {
        start_dwell(queue, sample, t);
        return;
    }
    // a search may have led elsewhere than was thought
    if (!loop->hand.closed_form && !loop->makes_from_now) snw__loop_drop_next(loop);
    if (!loop->has_next && !make_next(queue, sample, false)) return;
    switch_over(queue, sample, false, t);
}

// tries overlaps as long as this tick has room for them
static void fit_blend(snw__loop *loop) {
    snw__segment *now = loop->now, *next = loop->next;
    if (!loop->fits && !snw__blend_begin(&loop->fit, now, next, &loop->hand)) loop->overlap = -1;
    loop->fits = true;
    const int solves = snw__blend_solutions(now, next);
    while (loop->overlap == 0) {
        const snw__hand *hand = &loop->hand;
        const int64_t most = hand->solutions_until + SNW__STEP_SOLUTIONS;
        if (hand->work >= hand->work_until || hand->solutions + solves > most) return;
        loop->overlap =
            snw__blend_try(&loop->fit, now, next, loop->q_via, &loop->hand, &loop->deviation);
    }
}

static void look_ahead(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    snw__segment *now = loop->now;
    const bool can = loop->has_head && loop->head.move.mode != SNW_MOVE_DWELL && !now->ended &&
                     !now->moves && !loop->paused && !loop->has_out && loop->override > 0;
    // a motion that was halted on its path does not end yet
    if (now->law.end != now->aim) return;
    const bool wanted =
        now->stopping ? loop->has_next || loop->makes : now->request.move.blend != SNW_MOVE_STOP;
    if (!can || !wanted) return;
    if (!loop->has_next && !make_next(queue, sample, true)) return;
    if (loop->next->moves) return;
    if (loop->overlap == 0) fit_blend(loop);
    start_blend(queue, sample);
}

static void end_dwell(snw_queue *queue, const snw_sample *sample, int code) {
    queue->loop->dwelling = false;
    tell_end(queue, queue->loop->dwell.id, sample, code, NULL);
}

void snw__loop_advance(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    const double dt = sample->dt;
    fetch(queue, sample);
    double spare = loop->now->ended && !loop->dwelling ? dt : 0;
    if (loop->has_out) {
        loop->out->t += dt;
        if (loop->out->t >= loop->out->law.duration && loop->out->law.end == loop->out->aim) {
            snw__loop_finish(queue, loop->out, sample, loop->out->code, NULL);
            loop->has_out = false;
        }
    }
    snw__segment *now = loop->now;
    now->t += dt;
    look_ahead(queue, sample);
    now = loop->now;
    if (!now->ended && !loop->has_out && now->t >= now->law.duration && now->law.end == now->aim) {
        snw__loop_finish(queue, now, sample, now->code, NULL);
        spare = fmin(now->t - now->law.duration, dt);
    }
    if (loop->dwelling) {
        loop->dwell_t += dt;
        if (loop->dwell_t >= loop->dwell.move.duration) {
            spare = fmin(loop->dwell_t - loop->dwell.move.duration, dt);
            end_dwell(queue, sample, SNW_MOVE_ARRIVED);
        }
    }
    if (now->ended) start_from_rest(queue, sample, spare);
}

// --- commands -----------------------------------------------------------------------------------

// the laws of the motions under way, for the pause and the override in force
static void replan(snw__loop *loop, bool stop) {
    snw__segment *both[2] = {loop->now, loop->has_out ? loop->out : NULL};
    loop->replan = false;
    for (int i = 0; i < 2; i++) {
        snw__segment *s = both[i];
        if (s == NULL || s->ended || (s->stopping && stop)) continue;
        if (stop) {
            if (snw__law_stop(&s->law, s->t, 1, &loop->spare) == SNW_OK) s->t = 0;
        } else if (i == 1 || !loop->has_out) {
            if (snw__law_go_on(&s->law, s->t, s->aim, loop->override) == SNW_OK) s->t = 0;
        }
    }
    // a motion that runs in waits until the one before has run out: so the path stays in its ball
    if (!stop && loop->has_out) loop->replan = true;
    snw__loop_drop_next(loop);
}

// `now` ends as soon as it can; false when it was about to anyway
static bool stop_here(snw__loop *loop, double part) {
    snw__segment *now = loop->now;
    const bool stopped = snw__law_stop(&now->law, now->t, part, &loop->spare) == SNW_OK;
    if (stopped) now->t = 0;
    now->aim = now->law.end;
    return stopped;
}

void snw__loop_interrupt(snw_queue *queue, const snw_sample *sample, int code) {
    snw__loop *loop = queue->loop;
    snw__segment *now = loop->now;
    fetch(queue, sample);
    if (loop->dwelling) end_dwell(queue, sample, code);
    if (now->ended || now->stopping) return;
    now->stopping = true;
    now->code = code;
    snw__loop_drop_next(loop);
    if (!stop_here(loop, 0.5)) return;
    const bool ready = loop->has_head && loop->head.move.mode != SNW_MOVE_DWELL && !loop->has_out &&
                       !now->moves && !loop->paused && loop->override > 0;
    if (!ready || code == SNW_MOVE_CANCELLED) return;
    (void)make_next(queue, sample, true);
}

static void cancel(snw_queue *queue, const snw_sample *sample, int64_t last_id) {
    snw__loop *loop = queue->loop;
    loop->dropped_to = last_id > loop->dropped_to ? last_id : loop->dropped_to;
    loop->paused = false;
    const bool dropped = loop->has_head && loop->head.id <= loop->dropped_to;
    loop->has_head = loop->has_head && !dropped;
    snw__loop_drop_next(loop);
    const snw__request head = loop->head;
    snw__segment *now = loop->now;
    if (loop->dwelling) end_dwell(queue, sample, SNW_MOVE_CANCELLED);
    if (!now->ended && !now->stopping) {
        now->stopping = true;
        now->code = SNW_MOVE_CANCELLED;
        (void)stop_here(loop, 1);
    }
    // what runs out beside it must not stay half way
    snw__segment *out = loop->out;
    if (loop->has_out && out->law.end != out->aim &&
        snw__law_go_on(&out->law, out->t, out->aim, 1) == SNW_OK) {
        out->t = 0;
    }
    if (dropped) snw__loop_refuse(queue, &head, sample, SNW_MOVE_CANCELLED, NULL);
}

void snw__loop_abandon(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    if (loop->dwelling) end_dwell(queue, sample, SNW_MOVE_CANCELLED);
    if (loop->has_out) {
        snw__loop_finish(queue, loop->out, sample, SNW_MOVE_CANCELLED, NULL);
        snw__loop_release(loop->out);
    }
    snw__loop_finish(queue, loop->now, sample, SNW_MOVE_CANCELLED, NULL);
    if (loop->has_head) {
        snw__loop_refuse(queue, &loop->head, sample, SNW_MOVE_CANCELLED, NULL);
    }
    // what was made ahead of the head is the same request: its use has been given back
    snw__loop_drop_next(loop);
    loop->has_out = loop->has_head = loop->paused = loop->braking = false;
    for (snw__request rest; snw_ring_pop(&queue->requests, &rest) == SNW_OK;) {
        snw__loop_refuse(queue, &rest, sample, SNW_MOVE_CANCELLED, NULL);
    }
    loop->reason.code = SNW_OK;
}

void snw__loop_command(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    snw__command command;
    if (loop->replan && !loop->has_out && !loop->paused && loop->override > 0) {
        replan(loop, false);
    }
    while (snw_ring_pop(&queue->commands, &command) == SNW_OK) {
        const bool rested = loop->paused || !(loop->override > 0);
        if (command.kind == SNW__NEXT) {
            snw__loop_interrupt(queue, sample, command.code);
            continue;
        }
        if (command.kind == SNW__CANCEL) {
            cancel(queue, sample, command.last_id);
            continue;
        }
        if (command.kind == SNW__OVERRIDE) loop->override = command.value;
        if (command.kind == SNW__PAUSE) loop->paused = true;
        if (command.kind == SNW__RESUME) loop->paused = false;
        const bool rests = loop->paused || !(loop->override > 0);
        if (rests && rested) continue;
        if (!rests && !rested && loop->has_out) {
            loop->replan = true;
            continue;
        }
        replan(loop, rests);
    }
}
