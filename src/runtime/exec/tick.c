// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "trigger.h"

// One tick, in the order of architecture idea 3. Time stands on a grid of whole periods: a tick
// that begins late has the time it was meant for, unless whole periods have passed, which are then
// skipped and never caught up.

enum { FULL_BUCKET = 10, MISSED_MOST = 1000 };

void snw__exec_event(snw_exec *exec, const snw_why *why) {
    const snw_event event = {exec->t_ns, exec->sequence++, *why};
    exec->signals->events++;
    const bool told = exec->tick_event_count < SNW__TICK_EVENTS;
    if (told) exec->tick_events[exec->tick_event_count++] = event;
    if (snw_ring_push(&exec->events, &event) != SNW_OK || !told) exec->signals->events_lost++;
}

void snw_component_event(snw_component *self, const snw_why *why) {
    snw_exec *exec = self->exec;
    snw__exec_event(exec, why);
    for (int i = 0; i < exec->slot_count; i++) {
        if (&exec->slots[i].self == self) snw__exec_trigger_users(&exec->slots[i]);
    }
}

// --- time ---------------------------------------------------------------------------------------

static void tell_late(snw_exec *exec, int64_t late_ns, int64_t gap_ns) {
    const bool gap = gap_ns > 0;
    snw_why why;
    snw_why_set(&why, SNW_ERR_OVERRUN, "loop",
                gap ? "time passed without the loop" : "a cycle is late");
    snw_why_rule(&why, gap ? "gap" : "overrun");
    snw_why_add(&why, gap ? "gap" : "late", (double)(gap ? gap_ns : late_ns) * 1e-9, "s");
    why.severity = SNW_WARNING;
    if (exec->loop->overrun == SNW_OVERRUN_STRICT && !exec->ended) {
        why.severity = SNW_ERROR;
        exec->ended = true;
        exec->ended_why = why;
        snw__exec_demand(exec, -1, SNW_STOP_1, SNW_CAUSE_OVERRUN);
    }
    snw__exec_event(exec, &why);
}

// Services read number and time of the next tick while the loop goes on: each is written whole.
static void advance_time(snw_exec *exec, int64_t periods) {
    exec->index += (uint64_t)periods;
    __atomic_store_n(&exec->number, exec->number + (uint64_t)periods, __ATOMIC_RELAXED);
    __atomic_store_n(&exec->t_ns, exec->t_ns + periods * exec->period_ns, __ATOMIC_RELAXED);
}

static void begin(snw_exec *exec, int64_t late_ns, int64_t gap_ns) {
    const int64_t period = exec->period_ns;
    exec->tick_event_count = 0;
    if (!(late_ns > 0)) late_ns = 0;
    if (!(gap_ns > 0)) gap_ns = 0;

    // whole periods that passed are gone
    const int64_t missed = late_ns / period + gap_ns / period;
    advance_time(exec, missed);
    exec->elapsed_ns = (missed + 1) * period;

    // late is what began half a period after its time or later
    const int64_t late = (late_ns + period / 2) / period;
    exec->late = late < INT32_MAX ? (int)late : INT32_MAX;
    exec->gap = (double)gap_ns * 1e-9;
    snw_loop_signals *s = exec->signals;
    s->skipped += (uint64_t)missed;
    s->overruns += (uint64_t)late;
    s->lateness = (double)late_ns * 1e-9;
    if (late > 0) {
        if (s->bucket < FULL_BUCKET) s->bucket++;
    } else if (s->bucket > 0) {
        s->bucket--;
    }
    if (late > 0 || gap_ns > 0) tell_late(exec, late_ns, gap_ns);
    if (missed > SNW_EXEC_GAP) snw__exec_discard(exec);
}

static void lap(snw_exec *exec, snw_timed what) {
    if (!exec->timed) return;
    const int64_t now = snw_clock_now_ns();
    snw_timing_add(&exec->timings[what], now - exec->mark_ns);
    exec->mark_ns = now;
}

// --- drives -------------------------------------------------------------------------------------

// an error of a drive is told when it begins or changes
static void note_drive(snw_exec *exec, snw__arm *arm, snw_status status, snw_status *last,
                       const char *text) {
    const bool news = snw_failed(status) && status != *last;
    *last = status;
    if (!news) return;
    snw_why why;
    snw_why_set(&why, status, arm->arm->name, text);
    snw_why_rule(&why, "drive");
    snw__exec_drive_error(exec, arm, &why);
    snw__exec_event(exec, &why);
}

static snw_status sense(const snw_exec *exec, const snw_drive_functions *functions,
                        snw_drive *drive, snw_arm_sensed *sensed) {
    for (int i = 0; i < sensed->count; i++)
        sensed->status[i] &= ~(uint32_t)SNW_AXIS_FRESH;
    const snw_status status = functions->sense(drive, exec->t_ns, sensed);
    if (snw_failed(status)) {
        for (int i = 0; i < sensed->count; i++)
            sensed->status[i] &= ~(uint32_t)SNW_AXIS_FRESH;
    }
    return status;
}

// While periods were skipped the drives went on with their last command; a simulated one is told
// so. Beyond a bound nobody knows what an arm did, and the simulated one has waited.
static void pass_time(const snw_exec *exec, const snw_drive_functions *functions,
                      snw_drive *drive) {
    const int64_t missed_ns = exec->elapsed_ns - exec->period_ns;
    const bool known = missed_ns > 0 && missed_ns <= MISSED_MOST * exec->period_ns;
    if (!known || !functions->simulated || exec->signals->ticks == 0) return;
    SNW_IGNORE(functions->act(drive, exec->t_ns - missed_ns, missed_ns, &drive->arm->command));
}

static void read_drives(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        snw__arm *arm = &exec->arms[a];
        pass_time(exec, arm->drive_functions, &arm->drive);
        if (arm->twin_functions != NULL) pass_time(exec, arm->twin_functions, &arm->twin);
        snw_arm_sensed *sensed = &arm->arm->sensed;
        const snw_status status = sense(exec, arm->drive_functions, &arm->drive, sensed);
        note_drive(exec, arm, status, &arm->sense_status, "the drive cannot be read");
        if (arm->twin_functions == NULL) continue;
        SNW_IGNORE(sense(exec, arm->twin_functions, &arm->twin, arm->twin_sensed));
        for (int i = 0; i < arm->arm->count; i++) {
            arm->difference->q[i] = sensed->q[i] - arm->twin_sensed->q[i];
            arm->difference->v[i] = sensed->v[i] - arm->twin_sensed->v[i];
        }
    }
}

static void command_drives(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        snw__arm *arm = &exec->arms[a];
        const snw_arm_command *command = &arm->arm->command;
        const snw_status status =
            arm->drive_functions->act(&arm->drive, exec->t_ns, exec->period_ns, command);
        note_drive(exec, arm, status, &arm->act_status, "the drive does not accept commands");
        if (arm->twin_functions == NULL) continue;
        SNW_IGNORE(arm->twin_functions->act(&arm->twin, exec->t_ns, exec->period_ns, command));
    }
}

// --- stages -------------------------------------------------------------------------------------

static bool is_due(const snw_exec *exec, const snw__slot *slot) {
    if (exec->ending && (slot->stage == SNW_STAGE_SOURCE || slot->stage == SNW_STAGE_TASK)) {
        return false;
    }
    if (slot->self.state != SNW_COMPONENT_RUNNING) return false;
    return slot->entry->divisor > 0 ? exec->index >= slot->due : snw__exec_triggers(slot) > 0;
}

static void update(snw_exec *exec, snw__slot *slot) {
    snw_component *self = &slot->self;
    const uint64_t divisor = (uint64_t)slot->entry->divisor, phase = (uint64_t)slot->entry->phase;
    if (snw_live_update(&slot->live)) {
        self->config = snw_live_block(&slot->live);
        self->derived = snw_live_derived(&slot->live);
        slot->status->changes++;
    }
    const int64_t own = exec->period_ns * (int64_t)divisor;
    const int64_t dt_ns = slot->updated ? exec->t_ns - slot->last_t_ns : own;
    const snw_tick tick = {exec->number, exec->t_ns, dt_ns, (double)dt_ns * 1e-9};
    // one that was skipped is late and then in phase again
    if (divisor > 0) {
        slot->due = exec->index + 1 + (2 * divisor + phase - 1 - exec->index % divisor) % divisor;
    }
    slot->last_t_ns = exec->t_ns;
    slot->updated = true;
    slot->status->updates++;
    const snw_status status = self->functions->update(self, &tick);
    if (snw_failed(status)) snw__exec_slot_fault(slot, status);
}

static void run_stage(snw_exec *exec, snw_stage stage) {
    for (int i = exec->stage_begin[stage]; i < exec->stage_begin[stage + 1]; i++) {
        snw__slot *slot = exec->order[i];
        if (!is_due(exec, slot)) continue;
        if (slot->entry->divisor > 0) {
            update(exec, slot);
            continue;
        }
        // triggers that come meanwhile lead to updates of the next tick
        for (uint64_t owed = snw__exec_triggers(slot); owed > 0; owed--) {
            if (slot->self.state != SNW_COMPONENT_RUNNING) break;
            slot->triggered++;
            update(exec, slot);
        }
    }
}

// Whether the images that stages first..last write for an arm begin anew: when one of their
// components is due, or when none of them runs at all. Between the updates of slow ones they stay.
static bool begins_anew(const snw_exec *exec, int arm, snw_stage first, snw_stage last) {
    bool any = false;
    for (int i = exec->stage_begin[first]; i < exec->stage_begin[last + 1]; i++) {
        const snw__slot *slot = exec->order[i];
        if (slot->arm >= 0 && slot->arm != arm) continue;
        if (is_due(exec, slot)) return true;
        any |= slot->self.state == SNW_COMPONENT_RUNNING && !exec->ending;
    }
    return !any;
}

// what is believed when no component estimates: readings, and their differences as rates
static void estimate(snw_exec *exec, snw__arm *slot) {
    snw_arm *arm = slot->arm;
    const double dt = (double)exec->elapsed_ns * 1e-9;
    bool all = true;
    for (int i = 0; i < arm->count; i++) {
        const double q = arm->sensed.q[i];
        const double v = slot->seen ? (q - slot->previous[i]) / dt : 0;
        arm->estimate.q[i] = q;
        arm->estimate.v[i] = arm->sensed.has_velocity ? arm->sensed.v[i] : v;
        arm->estimate.a[i] = 0;
        slot->previous[i] = q;
        all &= (arm->sensed.status[i] & SNW_AXIS_FRESH) != 0;
    }
    slot->seen |= all;
    arm->estimate.valid = slot->seen;
}

static void estimate_all(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        bool other = false;
        for (int i = exec->stage_begin[SNW_STAGE_ESTIMATE];
             i < exec->stage_begin[SNW_STAGE_ESTIMATE + 1]; i++) {
            const snw__slot *slot = exec->order[i];
            other |= slot->arm == a && slot->self.state == SNW_COMPONENT_RUNNING;
        }
        if (!other) estimate(exec, &exec->arms[a]);
    }
}

static void clear_targets(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        if (!begins_anew(exec, a, SNW_STAGE_SOURCE, SNW_STAGE_TASK)) continue;
        snw_arm_target *target = &exec->arms[a].arm->target;
        target->mode = SNW_AXIS_OFF;
        for (int i = 0; i < target->count; i++)
            target->v[i] = target->a[i] = target->effort[i] = 0;
    }
}

static void clear_wanted(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        if (!begins_anew(exec, a, SNW_STAGE_SERVO, SNW_STAGE_SERVO)) continue;
        snw_arm *arm = exec->arms[a].arm;
        snw_arm_command *wanted = &arm->wanted;
        exec->arms[a].carried = false;
        for (int i = 0; i < wanted->count; i++) {
            wanted->mode[i] = SNW_AXIS_OFF;
            wanted->q[i] = arm->command.q[i];
            wanted->v[i] = wanted->effort[i] = 0;
        }
    }
}

// An arm that the cell gives no component of the servo stage follows its target as it is, by the
// loops of its drives (loffler.md 3.1: the default law). One whose law is stopped does not.
static void follow(snw_exec *exec, int index) {
    for (int i = exec->stage_begin[SNW_STAGE_SERVO]; i < exec->stage_begin[SNW_STAGE_SERVO + 1];
         i++) {
        const int of = exec->order[i]->arm;
        if (of < 0 || of == index) return;
    }
    snw_arm *arm = exec->arms[index].arm;
    const snw_arm_target *target = &arm->target;
    if (target->mode == SNW_AXIS_OFF) return;
    for (int i = 0; i < arm->count; i++) {
        arm->wanted.mode[i] = target->mode;
        arm->wanted.q[i] = target->q[i];
        arm->wanted.v[i] = target->v[i];
        arm->wanted.effort[i] = target->effort[i];
    }
}

static void follow_all(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++)
        follow(exec, a);
}

// --- the end of a tick --------------------------------------------------------------------------

static bool at_rest(const snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        const snw_arm *arm = exec->arms[a].arm;
        const double still = exec->arms[a].guard.config.standstill;
        for (int i = 0; i < arm->count; i++) {
            const bool told = arm->command.enable && fabs(arm->command.v[i]) > still;
            if (!(fabs(arm->estimate.v[i]) <= still) || told) return false;
        }
    }
    return true;
}

// updates per second of loop time, once a second
static void count_rates(snw_exec *exec) {
    const int64_t passed = (int64_t)(exec->index + 1 - exec->window_index) * exec->period_ns;
    if (passed < INT64_C(1000000000)) return;
    for (int i = 0; i < exec->slot_count; i++) {
        snw__slot *slot = &exec->slots[i];
        slot->status->rate =
            (double)(slot->status->updates - slot->window) / ((double)passed * 1e-9);
        slot->window = slot->status->updates;
    }
    exec->window_index = exec->index + 1;
}

static void finish(snw_exec *exec, int64_t began_ns, int64_t woke_ns) {
    snw_loop_signals *s = exec->signals;
    s->ticks++;
    s->t = (double)exec->t_ns * 1e-9;
    s->at_rest = at_rest(exec);
    count_rates(exec);
    if (exec->timed) {
        const int64_t busy_ns = snw_clock_now_ns() - began_ns;
        snw_timing_add(&exec->timings[SNW_TIMED_TICK], busy_ns);
        snw_timing_add(&exec->timings[SNW_TIMED_LATENESS], woke_ns);
        s->busy = (double)busy_ns * 1e-9;
        if (s->busy > s->busy_most) s->busy_most = s->busy;
        for (int i = 0; i < SNW_TIMINGS; i++)
            s->most[i] = (double)exec->timings[i].most_ns * 1e-9;
    }
    if (exec->timed || exec->options.threaded) snw__exec_show(exec);
    if (exec->observe != NULL) {
        const snw_tick tick = {exec->number, exec->t_ns, exec->elapsed_ns,
                               (double)exec->elapsed_ns * 1e-9};
        exec->observe(exec->observe_context, &tick, exec->tick_events, exec->tick_event_count);
    }
    advance_time(exec, 1);
}

static void run(snw_exec *exec, int64_t late_ns, int64_t gap_ns, int64_t woke_ns) {
    (void)__atomic_add_fetch(&exec->heartbeat, 1, __ATOMIC_RELAXED);
    const int64_t began_ns = exec->timed ? snw_clock_now_ns() : 0;
    exec->mark_ns = began_ns;
    begin(exec, late_ns, gap_ns);
    snw__exec_serve(exec);
    snw__exec_loads_tell(exec);
    read_drives(exec);
    lap(exec, SNW_TIMED_DRIVES_READ);
    run_stage(exec, SNW_STAGE_SENSE);
    lap(exec, SNW_TIMED_SENSE);
    estimate_all(exec);
    run_stage(exec, SNW_STAGE_ESTIMATE);
    snw__exec_state_update(exec);
    lap(exec, SNW_TIMED_ESTIMATE);
    clear_targets(exec);
    run_stage(exec, SNW_STAGE_SOURCE);
    lap(exec, SNW_TIMED_SOURCE);
    run_stage(exec, SNW_STAGE_TASK);
    lap(exec, SNW_TIMED_TASK);
    clear_wanted(exec);
    follow_all(exec);
    run_stage(exec, SNW_STAGE_SERVO);
    lap(exec, SNW_TIMED_SERVO);
    run_stage(exec, SNW_STAGE_USER);
    lap(exec, SNW_TIMED_USER);
    snw__exec_guard(exec);
    lap(exec, SNW_TIMED_GUARD);
    command_drives(exec);
    lap(exec, SNW_TIMED_ACT);
    run_stage(exec, SNW_STAGE_PUBLISH);
    lap(exec, SNW_TIMED_PUBLISH);
    finish(exec, began_ns, woke_ns);
    (void)__atomic_add_fetch(&exec->heartbeat, 1, __ATOMIC_RELAXED);
}

void snw_exec_tick(snw_exec *exec) {
    run(exec, 0, 0, 0);
}

void snw_exec_tick_late(snw_exec *exec, int64_t late_ns) {
    run(exec, late_ns, 0, late_ns);
}

void snw_exec_tick_gap(snw_exec *exec, int64_t gap_ns) {
    run(exec, 0, gap_ns, 0);
}

void snw__exec_tick_slip(snw_exec *exec, int64_t woke_ns) {
    run(exec, 0, 0, woke_ns);
}

uint64_t snw_exec_next(const snw_exec *exec) {
    return __atomic_load_n(&exec->number, __ATOMIC_RELAXED);
}

int64_t snw_exec_time_ns(const snw_exec *exec) {
    return __atomic_load_n(&exec->t_ns, __ATOMIC_RELAXED);
}

int64_t snw_exec_period_ns(const snw_exec *exec) {
    return exec->period_ns;
}

bool snw_exec_ended(const snw_exec *exec, snw_why *why) {
    if (exec->ended && why != NULL) *why = exec->ended_why;
    return exec->ended;
}

void snw_exec_observe(snw_exec *exec, snw_exec_observer_fn *observe, void *context) {
    exec->observe = observe;
    exec->observe_context = context;
}
