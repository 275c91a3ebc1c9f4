// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/governed.h"
#include "source.h"

void snw__exec_demand(snw_exec *exec, int arm, snw_stop_class stop, snw_cause cause) {
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *one = &exec->arms[i];
        if ((arm >= 0 && arm != i) || stop <= one->demand) continue;
        one->demand = stop;
        one->cause = cause;
    }
}

void snw_component_demand_stop(snw_component *self, const snw_why *why) {
    snw__exec_event(self->exec, why);
    snw__exec_demand(self->exec, self->slot->arm, SNW_STOP_2, SNW_CAUSE_COMPONENT);
}

void snw_component_demand(snw_component *self, snw_stop_class stop) {
    snw__exec_demand(self->exec, self->slot->arm, stop, SNW_CAUSE_ASKED);
}

// What operators ask for is taken whole. A pulse lasts one tick, and the next one waits until the
// guard has seen the end of the first.
static uint32_t take_requests(snw__arm *arm) {
    const uint32_t asked = __atomic_exchange_n(&arm->asked, 0, __ATOMIC_ACQUIRE);
    const uint32_t pulses = 1U << SNW_REQUEST_ACKNOWLEDGE | 1U << SNW_REQUEST_ENABLE;
    const uint32_t later = asked & arm->held & pulses;
    // a stop that has come meanwhile takes them along
    uint32_t now = 0;
    while (later != 0 && (now & SNW__STOPS) == 0 &&
           !__atomic_compare_exchange_n(&arm->asked, &now, now | later, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
    }
    arm->held = asked & ~later;
    return arm->held;
}

static bool bit(uint32_t word, snw_request request) {
    return (word >> request & 1) != 0;
}

// The most specific of those who asked in this tick: a person before a program.
static snw_stop_source source_in(uint32_t asked) {
    for (int s = SNW_STOP_BY_KEY; s < SNW_STOP_SOURCES; s++) {
        if ((asked & SNW__SOURCE_BIT(s)) != 0) return (snw_stop_source)s;
    }
    return SNW_STOP_BY_PROGRAM;
}

// A stop that begins now was asked for by this one; later ones change nothing.
static void note_source(snw__arm *arm, snw_stop_source source) {
    const snw_stop_state state = arm->guard.machine.state;
    const bool stands = state == SNW_ARM_STOPPING || state == SNW_ARM_HELD ||
                        (state == SNW_ARM_LATCHED && arm->guard.signals.cause != SNW_CAUSE_NONE);
    if (!stands) __atomic_store_n(&arm->source, (uint32_t)source, __ATOMIC_RELAXED);
}

// the reasons of this tick say who asked
static void name_source(const snw_exec *exec, snw__arm *arm) {
    const char *sentence = snw__stop_source_sentence((snw_stop_source)arm->source);
    snw_guard *guard = &arm->guard;
    for (int i = 0; i < guard->event_count; i++) {
        snw_why *why = &guard->events[i].why;
        if (strcmp(why->rule, snw_cause_rule(SNW_CAUSE_ASKED)) != 0) continue;
        snw_copy_text(why->text, sizeof why->text, sentence);
    }
    if (guard->signals.cause == SNW_CAUSE_ASKED && guard->signals.cause_tick == exec->number) {
        snw_copy_text(guard->first.text, sizeof guard->first.text, sentence);
    }
}

static void prepare(snw_exec *exec, int index) {
    snw__arm *arm = &exec->arms[index];
    const uint32_t asked = take_requests(arm);
    arm->guard.signals.asked = asked & SNW__REQUEST_BITS;
    if (arm->demand != SNW_STOP_NONE) note_source(arm, SNW_STOP_BY_COMPONENT);
    if ((asked & SNW__STOPS) != 0) note_source(arm, source_in(asked));
    if (bit(asked, SNW_REQUEST_STOP_2)) snw__exec_demand(exec, index, SNW_STOP_2, SNW_CAUSE_ASKED);
    if (bit(asked, SNW_REQUEST_STOP_1)) snw__exec_demand(exec, index, SNW_STOP_1, SNW_CAUSE_ASKED);
    if (bit(asked, SNW_REQUEST_STOP_0)) snw__exec_demand(exec, index, SNW_STOP_0, SNW_CAUSE_ASKED);
    arm->tick = (snw_guard_tick){
        .number = exec->number,
        .t_ns = exec->t_ns,
        .dt = (double)exec->elapsed_ns * 1e-9,
        .late = exec->late,
        .gap = exec->gap,
        .acknowledge = bit(asked, SNW_REQUEST_ACKNOWLEDGE),
        .enable = bit(asked, SNW_REQUEST_ENABLE),
        .disable = bit(asked, SNW_REQUEST_DISABLE),
        .demand = arm->demand,
        .demand_cause = arm->cause,
        .motion_allowed = __atomic_load_n(&arm->denied, __ATOMIC_RELAXED) == 0,
    };
    arm->demand = SNW_STOP_NONE;
    arm->cause = SNW_CAUSE_NONE;
    arm->again = false;
    // what watches over an arm and cannot be made is a fault of the arm
    if (!exec->lock.wanted || exec->lock.works || arm->tick.demand > SNW_STOP_1) return;
    arm->tick.demand = SNW_STOP_1;
    arm->tick.demand_cause = SNW_CAUSE_CLEARANCE;
    arm->tick.demand_why = &exec->lock.why;
}

// All that a guard knows lies in its struct and its block, so that a step can be taken back.
static void keep(snw__arm *arm) {
    memcpy(arm->copy, &arm->guard, sizeof arm->guard);
    memcpy(arm->copy + sizeof arm->guard, arm->guard_block, arm->guard_size);
}

static void take_back(snw__arm *arm) {
    memcpy(&arm->guard, arm->copy, sizeof arm->guard);
    memcpy(arm->guard_block, arm->copy + sizeof arm->guard, arm->guard_size);
}

// A stop of one arm stops those of its group that have power: in this tick, and within limits,
// whatever it was. Of those, the first `stepped` have had their step and are marked to take it
// again.
static void stop_group(snw_exec *exec, int stopped, int stepped) {
    const snw__arm *one = &exec->arms[stopped];
    const snw_stop_class own = one->guard.machine.active;
    const snw_stop_class stop = own > SNW_STOP_1 ? SNW_STOP_1 : own;
    for (int a = 0; a < exec->arm_count; a++) {
        snw__arm *other = &exec->arms[a];
        if (a == stopped || strcmp(other->entry->group, one->entry->group) != 0) continue;
        const snw_stop_machine *machine = &other->guard.machine;
        if (!snw_stop_machine_powered(machine) || machine->active >= stop) continue;
        if (other->tick.demand >= stop) continue;
        other->tick.demand = stop;
        other->tick.demand_cause = SNW_CAUSE_ASKED;
        note_source(other, SNW_STOP_BY_GROUP);
        other->again = a < stepped;
    }
}

static void step_once(snw_exec *exec, int index, int stepped) {
    snw__arm *arm = &exec->arms[index];
    const snw_stop_class before = arm->guard.machine.active;
    snw_guard_step(&arm->guard, &arm->tick, arm->arm);
    const snw_stop_machine *machine = &arm->guard.machine;
    const bool began = machine->active > before && !machine->orderly;
    // what somebody asked for was counted when he did
    if (began && (arm->held & SNW__STOPS) == 0) snw__exec_stop_begins(exec, index);
    if (began && arm->grouped) stop_group(exec, index, stepped);
}

static void step(snw_exec *exec, int index) {
    if (exec->arms[index].copy != NULL) keep(&exec->arms[index]);
    step_once(exec, index, index);
}

static void step_marked(snw_exec *exec) {
    for (int a = 0; a < exec->arm_count; a++) {
        snw__arm *arm = &exec->arms[a];
        if (!arm->again) continue;
        arm->again = false;
        take_back(arm);
        snw_guard_step(&arm->guard, &arm->tick, arm->arm);
    }
}

// The interlock has the last word: commands that it cannot prove are taken back, and their arms
// begin to stop, with those of their group. Then it is asked again. Every round stops an arm.
static void lock_arms(snw_exec *exec) {
    snw_interlock *lock = &exec->lock.lock;
    snw_collision_sense(&lock->foresight.around, snw_exec_sensed(exec));
    for (int round = 0; round <= exec->arm_count; round++) {
        const uint64_t named = snw_interlock_step(lock, &exec->state);
        if (named == 0) break;
        for (int a = 0; a < exec->arm_count; a++) {
            snw__arm *arm = &exec->arms[a];
            if ((named >> a & 1) == 0 || arm->guard.machine.state != SNW_ARM_ENABLED) continue;
            take_back(arm);
            arm->tick.demand = SNW_STOP_2;
            arm->tick.demand_cause = SNW_CAUSE_CLEARANCE;
            arm->tick.demand_why = &lock->reasons[a];
            step_once(exec, a, exec->arm_count);
            step_marked(exec);
        }
    }
}

void snw__exec_guard(snw_exec *exec) {
    if (__atomic_exchange_n(&exec->watchdog, 0, __ATOMIC_ACQUIRE) != 0) {
        snw__exec_demand(exec, -1, SNW_STOP_0, SNW_CAUSE_WATCHDOG);
    }
    for (int a = 0; a < exec->arm_count; a++)
        prepare(exec, a);
    for (int a = 0; a < exec->arm_count; a++)
        step(exec, a);
    step_marked(exec);
    if (exec->lock.works) {
        snw__exec_lock_rest(exec);
        lock_arms(exec);
        snw__exec_govern(exec);
    }
    for (int a = 0; a < exec->arm_count; a++) {
        snw__arm *arm = &exec->arms[a];
        if (arm->guard.event_count > 0) name_source(exec, arm);
        for (int i = 0; i < arm->guard.event_count; i++)
            snw__exec_event(exec, &arm->guard.events[i].why);
        *arm->shown = arm->guard.signals;
    }
}

// --- the governor of the interlock ---------------------------------------------------------------

// the lowest of several: one part of an arm may ride on another arm
static int first_user(uint64_t users) {
    int arm = -1;
    while (users != 0 && ++arm < SNW_INTERLOCK_ARMS)
        if ((users >> arm & 1) != 0) return arm;
    return -1;
}

static void show_zones(snw__lock *own) {
    const snw_world *world = own->lock.foresight.around.world;
    int zone = 0;
    for (int i = 0; i < world->volume_count && zone < own->zone_count; i++) {
        if (world->volumes[i].kind != SNW_VOLUME_ZONE) continue;
        own->zones[zone++] = first_user(own->lock.zone_users[i]);
    }
}

static void tell_deadlock(snw_exec *exec, const int arms[2]) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_STATE, exec->arms[arms[0]].arm->name, "it waits for ");
    const size_t used = strlen(why.text);
    snw_copy_text(why.text + used, sizeof why.text - used, exec->arms[arms[1]].arm->name);
    const size_t all = strlen(why.text);
    snw_copy_text(why.text + all, sizeof why.text - all, ", which waits for it");
    snw_why_rule(&why, "interlock-deadlock");
    snw_why_fix(&why, "cancel the motion of one of them and move it away");
    why.severity = SNW_WARNING;
    snw__exec_event(exec, &why);
}

void snw__exec_govern(snw_exec *exec) {
    snw__lock *own = &exec->lock;
    snw_governor_step(&own->governor, &exec->state, (double)exec->elapsed_ns * 1e-9);
    for (int i = 0; i < exec->arm_count; i++)
        *own->parts[i] = own->governor.arms[i].part;
    if (own->zone_count > 0) show_zones(own);
    if (own->governor.deadlock[0] >= 0) tell_deadlock(exec, own->governor.deadlock);
}

// --- the governor, for components
// ------------------------------------------------------------------------------

snw_governed *snw__component_governed(snw_component *self) {
    if (self->exec == NULL || self->slot == NULL || self->slot->arm < 0) return NULL;
    const snw__lock *own = &self->exec->lock;
    return own->works ? &own->governor.arms[self->slot->arm] : NULL;
}

const snw_world_volume *snw__component_box(snw_component *self) {
    if (snw__component_governed(self) == NULL) return NULL;
    return snw_governor_box(&self->exec->lock.governor, self->slot->arm, &self->exec->state);
}
