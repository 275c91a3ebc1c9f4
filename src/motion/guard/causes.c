// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

const char *snw__guard_unit(const snw_guard *guard, int axis) {
    const snw_arm *arm = guard->work->arm;
    return arm->model->links[arm->link[axis]].joint == SNW_JOINT_PRISMATIC ? "m" : "rad";
}

const char *snw__guard_rate_unit(const snw_guard *guard, int axis) {
    const snw_arm *arm = guard->work->arm;
    return arm->model->links[arm->link[axis]].joint == SNW_JOINT_PRISMATIC ? "m/s" : "rad/s";
}

// what went wrong, in the words of the status table
static snw_status code_of(snw_cause cause) {
    switch (cause) {
    case SNW_CAUSE_NOT_FINITE:
    case SNW_CAUSE_BAD_READING:
        return SNW_ERR_NOT_FINITE;
    case SNW_CAUSE_DRIVE:
    case SNW_CAUSE_POWER:
    case SNW_CAUSE_OPPOSITE:
    case SNW_CAUSE_FROZEN:
    case SNW_CAUSE_JUMP:
        return SNW_ERR_HARDWARE;
    case SNW_CAUSE_STALE:
    case SNW_CAUSE_LOST:
        return SNW_ERR_TIMEOUT;
    case SNW_CAUSE_OVERRUN:
    case SNW_CAUSE_GAP:
    case SNW_CAUSE_WATCHDOG:
        return SNW_ERR_OVERRUN;
    case SNW_CAUSE_EMERGENCY:
    case SNW_CAUSE_ASKED:
    case SNW_CAUSE_COMPONENT:
        return SNW_ERR_INTERRUPTED;
    case SNW_CAUSE_NONE:
    case SNW_CAUSES:
        return SNW_OK;
    case SNW_CAUSE_COMMAND_STEP:
    case SNW_CAUSE_TARGET_LIMIT:
    case SNW_CAUSE_TARGET_VELOCITY:
    case SNW_CAUSE_TARGET_ACCELERATION:
    case SNW_CAUSE_EFFORT:
    case SNW_CAUSE_SOFT_LIMIT:
    case SNW_CAUSE_HARD_LIMIT:
    case SNW_CAUSE_VELOCITY:
    case SNW_CAUSE_FOLLOWING:
    case SNW_CAUSE_DRIFT:
    case SNW_CAUSE_WORKSPACE:
    case SNW_CAUSE_BRAKING:
    case SNW_CAUSE_CLEARANCE:
        break;
    }
    return SNW_ERR_LIMIT;
}

// a new event of this tick, or NULL when there is no room; its number counts all the same
static snw_why *begin_event(snw_guard *guard, snw_cause cause, int axis, const char *text) {
    struct snw__guard *work = guard->work;
    const uint64_t sequence = work->sequence++;
    if (guard->event_count == SNW_GUARD_EVENTS) return NULL;
    snw_event *event = &guard->events[guard->event_count++];
    event->t_ns = work->t_ns;
    event->sequence = sequence;
    snw_why_set(&event->why, code_of(cause),
                axis >= 0 ? snw_arm_axis_name(work->arm, axis) : work->arm->name,
                text != NULL ? text : snw_cause_sentence(cause));
    snw_why_rule(&event->why, snw_cause_rule(cause));
    return &event->why;
}

bool snw__guard_news(snw_guard *guard, snw_cause cause, int axis, const char *text) {
    guard->work->news = begin_event(guard, cause, axis, text);
    if (guard->work->news != NULL) guard->work->news->severity = SNW_WARNING;
    guard->signals.causes[cause]++;
    return true;
}

bool snw__guard_demand(snw_guard *guard, snw_cause cause, snw_stop_class stop, int axis) {
    struct snw__guard *work = guard->work;
    const uint32_t bit = UINT32_C(1) << cause;
    const bool known = ((work->before | work->now) & bit) != 0;
    work->now |= bit;
    work->news = NULL;
    if (stop > work->demand) {
        // the first of the most severe ones is the cause of a stop that begins in this tick
        work->demand = stop;
        work->demand_cause = cause;
        work->demand_axis = axis;
        work->given = NULL;
        work->demand_event = known ? -1 : guard->event_count;
    }
    if (known) return false;
    guard->signals.causes[cause]++;
    work->news = begin_event(guard, cause, axis, NULL);
    return true;
}

bool snw__guard_cause(snw_guard *guard, snw_cause cause, int axis) {
    return snw__guard_demand(guard, cause, snw_cause_class(cause), axis);
}

void snw__guard_number(snw_guard *guard, const char *name, double value, const char *unit) {
    snw_why_add(guard->work->news, name, value, unit);
}

void snw__guard_give_reason(snw_why *why, const snw_why *given) {
    if (why == NULL || given == NULL) return;
    snw_copy_text(why->subject, sizeof why->subject, given->subject);
    snw_copy_text(why->text, sizeof why->text, given->text);
    for (int i = 0; i < given->number_count; i++)
        why->numbers[i] = given->numbers[i];
    why->number_count = given->number_count;
}

// the reason of this tick's demand: its event, or anew when that was told before
static void copy_reason(const snw_guard *guard, snw_why *why) {
    const struct snw__guard *work = guard->work;
    const int event = work->demand_event;
    if (event >= 0 && event < guard->event_count) {
        *why = guard->events[event].why;
        return;
    }
    snw_why_set(why, code_of(work->demand_cause),
                work->demand_axis >= 0 ? snw_arm_axis_name(work->arm, work->demand_axis)
                                       : work->arm->name,
                snw_cause_sentence(work->demand_cause));
    snw_why_rule(why, snw_cause_rule(work->demand_cause));
    snw__guard_give_reason(why, work->given);
}

void snw__guard_latch(snw_guard *guard) {
    const struct snw__guard *work = guard->work;
    guard->signals.cause = work->demand_cause;
    guard->signals.axis = work->demand_axis;
    guard->signals.cause_tick = work->number;
    copy_reason(guard, &guard->first);
}

void snw__guard_escalate(snw_guard *guard) {
    const struct snw__guard *work = guard->work;
    guard->signals.harder = work->demand_cause;
    guard->signals.harder_tick = work->number;
    copy_reason(guard, &guard->harder);
}

void snw__guard_tell_braking(snw_guard *guard) {
    struct snw__guard *work = guard->work;
    work->demand_cause = SNW_CAUSE_BRAKING;
    work->demand_axis = -1;
    work->demand_event = guard->event_count;
    guard->signals.causes[SNW_CAUSE_BRAKING]++;
    snw_why *why = begin_event(guard, SNW_CAUSE_BRAKING, -1, NULL);
    snw_why_add(why, "time", work->stop_time, "s");
    snw_why_add(why, "stop", guard->machine.active == SNW_STOP_0 ? 0 : 1, "");
}
