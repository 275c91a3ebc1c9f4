// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/guard/stop.h"
#include "inside.h"

void snw__stop_machine_reset(snw_stop_machine *machine) {
    // an operator who leans on a button at power-up has not pressed it
    machine->state = SNW_ARM_LATCHED;
    machine->active = SNW_STOP_1;
    machine->orderly = false;
    machine->was_acknowledged = machine->was_enabled = true;
}

bool snw_stop_machine_powered(const snw_stop_machine *machine) {
    return machine->state == SNW_ARM_ENABLED || machine->state == SNW_ARM_STOPPING ||
           machine->state == SNW_ARM_HELD;
}

bool snw__stop_machine_follows(const snw_stop_machine *machine) {
    return machine->state == SNW_ARM_ENABLED;
}

// Takes up a demand; true when a stop begins or becomes more severe. An orderly end turns into a
// stop with a cause, and is latched like one.
static bool raise(snw_stop_machine *machine, snw_stop_class demand) {
    const bool stopped = machine->state != SNW_ARM_DISABLED && machine->state != SNW_ARM_ENABLED;
    const bool orderly = stopped && machine->orderly;
    if (demand == SNW_STOP_NONE) return false;
    if (stopped && demand <= machine->active && !orderly) return false;

    const bool powered = snw_stop_machine_powered(machine);
    if (!powered && demand < SNW_STOP_1) demand = SNW_STOP_1;
    const bool more = !stopped || orderly || demand > machine->active;
    if (!stopped || demand > machine->active) machine->active = demand;
    machine->orderly = false;
    if (!powered || machine->active == SNW_STOP_0) {
        machine->state = SNW_ARM_LATCHED;
    } else {
        machine->state = SNW_ARM_STOPPING;
    }
    return more;
}

// A stop that has come to rest ends with power on after S2, without after S1.
static void end_stop(snw_stop_machine *machine) {
    if (machine->active == SNW_STOP_2) {
        machine->state = SNW_ARM_HELD;
    } else if (machine->orderly) {
        machine->state = SNW_ARM_DISABLED;
        machine->active = SNW_STOP_NONE;
        machine->orderly = false;
    } else {
        machine->state = SNW_ARM_LATCHED;
    }
}

// Leaves a latch: with power the arm is enabled again, else it waits to be.
static void release(snw_stop_machine *machine) {
    machine->state = machine->state == SNW_ARM_HELD ? SNW_ARM_ENABLED : SNW_ARM_DISABLED;
    machine->active = SNW_STOP_NONE;
}

// Switches off on request: what has a cause stays latched.
static void disable(snw_stop_machine *machine) {
    if (machine->state == SNW_ARM_ENABLED) {
        machine->state = SNW_ARM_STOPPING;
        machine->active = SNW_STOP_1;
        machine->orderly = true;
    } else if (machine->state == SNW_ARM_HELD) {
        machine->state = SNW_ARM_LATCHED;
        machine->active = SNW_STOP_1;
    } else if (machine->state == SNW_ARM_STOPPING && machine->active == SNW_STOP_2) {
        machine->active = SNW_STOP_1;
    }
}

static void serve_operator(snw_stop_machine *machine, const snw_stop_events *events,
                           snw_stop_state before) {
    const bool acknowledged = events->acknowledge && !machine->was_acknowledged;
    const bool enabled = events->enable && !machine->was_enabled;
    const bool latched = machine->state == SNW_ARM_HELD || machine->state == SNW_ARM_LATCHED;
    const bool clear = events->demand == SNW_STOP_NONE && !events->cause_present &&
                       !events->left_envelope && events->standstill;
    if (events->disable) {
        disable(machine);
    } else if (latched && machine->state == before && acknowledged && clear) {
        release(machine);
    } else if (machine->state == SNW_ARM_DISABLED && before == SNW_ARM_DISABLED && enabled &&
               clear && events->ready) {
        machine->state = SNW_ARM_ENABLED;
    }
}

bool snw_stop_machine_step(snw_stop_machine *machine, const snw_stop_events *events) {
    const snw_stop_state before = machine->state;
    const bool held = before == SNW_ARM_STOPPING || before == SNW_ARM_HELD;
    const snw_stop_class next = machine->active < SNW_STOP_0 ? machine->active + 1 : SNW_STOP_0;

    bool began = raise(machine, events->demand);
    if (held && events->left_envelope && raise(machine, next)) began = true;
    if (machine->state == SNW_ARM_STOPPING && events->standstill) end_stop(machine);
    serve_operator(machine, events, before);

    machine->was_acknowledged = events->acknowledge;
    machine->was_enabled = events->enable;
    return began;
}
