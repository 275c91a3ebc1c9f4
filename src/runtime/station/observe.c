// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

// The end of a tick, in the control thread: how well arms follow, samples for the recording and
// the black box, faults, and the status of the arms for whoever runs beside the loop.

bool snw__is_fault(snw_cause cause) {
    return cause != SNW_CAUSE_NONE && cause != SNW_CAUSE_ASKED;
}

static void track_target(snw_tracking *tracking, const snw_arm *arm) {
    if (!arm->follows || arm->target.mode != SNW_AXIS_POSITION) return;
    for (int i = 0; i < arm->count; i++) {
        const double error = fabs(arm->target.q[i] - arm->estimate.q[i]);
        if (error > tracking->worst) tracking->worst = error;
        tracking->squares += error * error;
        tracking->samples++;
    }
}

static void record_tick(snw_recorder *recorder, const snw_tick *tick, const snw_event *events,
                        int count) {
    snw_recorder_tick(recorder, (int64_t)tick->number, tick->t_ns);
    for (int i = 0; i < count; i++)
        snw_recorder_event(recorder, &events[i]);
}

// did a guard begin a stop in this tick, whoever asked for it?
static bool has_new_stop(snw_exec *exec, const snw_tick *tick) {
    for (int i = 0; i < snw_exec_arm_count(exec); i++) {
        const snw_guard_signals *signals = &snw_exec_guard(exec, i)->signals;
        const bool stopped =
            signals->state != SNW_ARM_ENABLED && signals->state != SNW_ARM_DISABLED;
        if (stopped && signals->cause_tick == tick->number && signals->cause != SNW_CAUSE_NONE) {
            return true;
        }
    }
    return false;
}

// A late cycle is kept too, but not each of them: where the machine is too slow for the loop they
// come all the time, and must not drive the boxes of faults out of the folder.
static bool has_rare_overrun(snw__boxes *boxes, const snw_tick *tick, const snw_event *events,
                             int count) {
    static const int64_t PAUSE_NS = 60 * INT64_C(1000000000);
    for (int i = 0; i < count; i++) {
        if (events[i].why.code != SNW_ERR_OVERRUN) continue;
        if (boxes->late_ns != 0 && tick->t_ns < boxes->late_ns + PAUSE_NS) return false;
        boxes->late_ns = tick->t_ns > 0 ? tick->t_ns : 1;
        return true;
    }
    return false;
}

static void fill_box(snw__observed *o, const snw_tick *tick, const snw_event *events, int count) {
    snw_recorder *box = __atomic_load_n(&o->boxes.recorder, __ATOMIC_SEQ_CST);
    if (box == NULL) return;
    record_tick(box, tick, events, count);
    const bool begun = __atomic_load_n(&o->boxes.stop_ns, __ATOMIC_RELAXED) != 0;
    const bool late = __atomic_load_n(&o->boxes.late, __ATOMIC_RELAXED);
    const bool stop = has_new_stop(o->exec, tick);
    // a stop while the box of a late cycle is open makes it the box of the stop, which begins anew
    if (begun && !(late && stop)) return;
    if (!stop && !has_rare_overrun(&o->boxes, tick, events, count)) return;
    __atomic_store_n(&o->boxes.late, !stop, __ATOMIC_RELAXED);
    __atomic_store_n(&o->boxes.stop_ns, tick->t_ns > 0 ? tick->t_ns : 1, __ATOMIC_RELAXED);
    snw_recorder_dump(box);
}

void snw__arm_status(snw_exec *exec, int index, snw_arm_status *status) {
    const snw_arm *arm = snw_exec_arm(exec, index);
    const snw_guard_signals *signals = &snw_exec_guard(exec, index)->signals;
    const size_t count = (size_t)arm->count;
    status->count = arm->count;
    status->state = signals->state;
    status->cause = signals->cause;
    status->power = arm->command.enable;
    memcpy(status->sensed, arm->sensed.q, count * sizeof *status->sensed);
    memcpy(status->command, arm->command.q, count * sizeof *status->command);
    memcpy(status->status, arm->sensed.status, count * sizeof *status->status);
}

static void publish_status(snw__observed *o) {
    snw_arm_status *arms = snw_triple_back(&o->status);
    for (int i = 0; i < snw_exec_arm_count(o->exec); i++)
        snw__arm_status(o->exec, i, &arms[i]);
    snw_triple_publish(&o->status);
}

void snw__station_observe(void *context, const snw_tick *tick, const snw_event *events, int count) {
    snw__observed *o = context;
    for (int i = 0; i < snw_exec_arm_count(o->exec); i++)
        track_target(&o->tracking[i], snw_exec_arm(o->exec, i));
    snw_recorder *recorder = __atomic_load_n(&o->recorder, __ATOMIC_SEQ_CST);
    if (recorder != NULL) record_tick(recorder, tick, events, count);
    fill_box(o, tick, events, count);
    if (o->publish) publish_status(o);
    // a full ring drops them: the first ones tell what went wrong
    for (int i = 0; i < count; i++) {
        if (events[i].why.severity == SNW_ERROR) SNW_IGNORE(snw_ring_push(&o->alarms, &events[i]));
    }
    const int64_t next_ns = tick->t_ns + snw_exec_period_ns(o->exec);
    __atomic_store_n(&o->t_ns, next_ns, __ATOMIC_RELEASE);
    // whoever takes a recorder away waits for this count
    (void)__atomic_fetch_add(&o->ticks, 1, __ATOMIC_SEQ_CST);
}
