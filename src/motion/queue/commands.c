// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// Commands of the program that change motions under way.

void snw__loop_absorb(snw__loop *loop) {
    snw__governed *governed = &loop->governed;
    snw__segment *both[2] = {loop->current, loop->has_previous ? loop->previous : NULL};
    if (governed->free || governed->absorbed || governed->now == 1) return;
    for (int i = 0; i < 2; i++) {
        snw__segment *s = both[i];
        if (s == NULL || s->ended) continue;
        const double override = i == 0 && loop->override > 0 ? loop->override : 1;
        if (snw__law_slow(&s->law, s->t, governed, override) == SNW_OK) s->t = 0;
    }
    governed->absorbed = true;
}

// the laws of the motions under way, for the pause and the override in force
static void replan_laws(snw__loop *loop, bool stop) {
    snw__segment *both[2] = {loop->current, loop->has_previous ? loop->previous : NULL};
    loop->replan = false;
    if (stop) snw__loop_absorb(loop);
    for (int i = 0; i < 2; i++) {
        snw__segment *s = both[i];
        if (s == NULL || s->ended || (s->stopping && stop)) continue;
        if (stop) {
            if (snw__law_stop(&s->law, s->t, 1, &loop->spare) == SNW_OK) s->t = 0;
        } else if (i == 1 || !loop->has_previous) {
            if (snw__law_go_on(&s->law, s->t, s->u_end, loop->override) == SNW_OK) s->t = 0;
        }
    }
    // a motion that runs in waits until the one before has run out: so the path stays in its ball
    if (!stop && loop->has_previous) loop->replan = true;
    snw__loop_drop_next(loop);
}

// `current` ends as soon as it can; false when it was about to anyway
static bool stop_current(snw__loop *loop, double part, int code) {
    snw__segment *current = loop->current;
    current->stopping = true;
    current->code = code;
    const bool stopped = snw__law_stop(&current->law, current->t, part, &loop->spare) == SNW_OK;
    if (stopped) current->t = 0;
    current->u_end = current->law.end;
    return stopped;
}

bool snw__loop_interrupt(snw_queue *queue, const snw_sample *sample, int code) {
    snw__loop *loop = queue->loop;
    const snw__segment *current = loop->current;
    snw__loop_fetch(queue, sample);
    if (loop->dwelling) snw__loop_end_dwell(queue, sample, code);
    if (current->ended || current->stopping) return false;
    snw__loop_drop_next(loop);
    snw__loop_absorb(loop);
    if (!stop_current(loop, 0.5, code) || code == SNW_MOVE_CANCELLED) return false;
    return loop->has_head && loop->head.move.mode != SNW_MOVE_DWELL && !loop->has_previous &&
           !current->goal_moves && !loop->paused && loop->override > 0;
}

// ends the motion that runs, and drops all requests up to last_id
static void cancel_motions(snw_queue *queue, const snw_sample *sample, int64_t last_id) {
    snw__loop *loop = queue->loop;
    loop->dropped_to = last_id > loop->dropped_to ? last_id : loop->dropped_to;
    loop->paused = false;
    const bool dropped = loop->has_head && loop->head.id <= loop->dropped_to;
    loop->has_head = loop->has_head && !dropped;
    snw__loop_drop_next(loop);
    if (loop->dwelling) snw__loop_end_dwell(queue, sample, SNW_MOVE_CANCELLED);
    snw__loop_absorb(loop);
    if (!loop->current->ended && !loop->current->stopping) {
        (void)stop_current(loop, 1, SNW_MOVE_CANCELLED);
    }
    // what runs out beside it must not stay half way
    snw__segment *previous = loop->previous;
    if (loop->has_previous && previous->law.end != previous->u_end &&
        snw__law_go_on(&previous->law, previous->t, previous->u_end, 1) == SNW_OK) {
        previous->t = 0;
    }
    if (dropped) snw__loop_end_request(queue, &loop->head, sample, SNW_MOVE_CANCELLED, NULL);
}

void snw__loop_abandon(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    if (loop->dwelling) snw__loop_end_dwell(queue, sample, SNW_MOVE_CANCELLED);
    if (loop->has_previous) {
        snw__loop_end_segment(queue, loop->previous, sample, SNW_MOVE_CANCELLED, NULL);
        snw__segment_release(loop->previous);
    }
    snw__loop_end_segment(queue, loop->current, sample, SNW_MOVE_CANCELLED, NULL);
    if (loop->has_head) {
        snw__loop_end_request(queue, &loop->head, sample, SNW_MOVE_CANCELLED, NULL);
    }
    // what was planned from the head is the same request: its use has been given back
    snw__loop_drop_next(loop);
    loop->has_previous = loop->has_head = loop->paused = loop->braking = false;
    for (snw__request rest; snw_ring_pop(&queue->requests, &rest) == SNW_OK;) {
        snw__loop_end_request(queue, &rest, sample, SNW_MOVE_CANCELLED, NULL);
    }
    loop->reason.code = SNW_OK;
}

void snw__loop_obey(snw_queue *queue, const snw_sample *sample) {
    snw__loop *loop = queue->loop;
    snw__command command;
    if (loop->replan && !loop->has_previous && !loop->paused && loop->override > 0) {
        replan_laws(loop, false);
    }
    while (snw_ring_pop(&queue->commands, &command) == SNW_OK) {
        const bool rested = loop->paused || !(loop->override > 0);
        if (command.kind == SNW__NEXT) {
            if (snw__loop_interrupt(queue, sample, command.code)) {
                (void)snw__loop_plan_next(queue, sample, true);
            }
            continue;
        }
        if (command.kind == SNW__CANCEL) {
            cancel_motions(queue, sample, command.last_id);
            continue;
        }
        if (command.kind == SNW__OVERRIDE) loop->override = command.value;
        if (command.kind == SNW__PAUSE) loop->paused = true;
        if (command.kind == SNW__RESUME) loop->paused = false;
        const bool rests = loop->paused || !(loop->override > 0);
        if (rests && rested) continue;
        if (!rests && !rested && loop->has_previous) {
            loop->replan = true;
            continue;
        }
        replan_laws(loop, rests);
    }
}
