// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

void snw__exec_slot_state(snw__slot *slot, snw_component_state state) {
    slot->self.state = state;
    slot->status->state = state;
}

// an error is kept until it is cleared; NULL clears it
void snw__exec_slot_error(snw__slot *slot, const snw_why *why) {
    snw_object_error *error = &slot->self.error;
    *error = (snw_object_error){0};
    if (why != NULL) *error = (snw_object_error){true, slot->self.exec->t_ns, *why};
    slot->status->error = why != NULL ? (int)why->code : 0;
    slot->status->error_t_ns = error->t_ns;
    snw_triple_write(&slot->error, error);
}

void snw__exec_drive_error(snw_exec *exec, snw__arm *arm, const snw_why *why) {
    arm->error = (snw_object_error){0};
    if (why != NULL) arm->error = (snw_object_error){true, exec->t_ns, *why};
    snw_triple_write(&arm->error_image, &arm->error);
}

snw_status snw__exec_slot_start(snw__slot *slot, snw_why *why) {
    snw_component *self = &slot->self;
    if (self->state != SNW_COMPONENT_STOPPED) {
        return snw_refuse(why, SNW_ERR_STATE, self->name, "only a stopped component can be started",
                          NULL);
    }
    snw_why own = {0};
    const snw_status status =
        self->functions->start != NULL ? self->functions->start(self, &own) : SNW_OK;
    if (snw_failed(status)) {
        if (own.code == SNW_OK) snw_why_set(&own, status, self->name, "the component refused");
        snw__exec_slot_error(slot, &own);
        if (why != NULL) *why = own;
        return status;
    }
    // in phase from the next tick on; triggers from before do not count
    const uint64_t divisor = (uint64_t)slot->entry->divisor, phase = (uint64_t)slot->entry->phase;
    const uint64_t index = self->exec->index;
    if (divisor > 0) slot->due = index + (divisor + phase - index % divisor) % divisor;
    slot->triggered = __atomic_load_n(&slot->triggers, __ATOMIC_ACQUIRE);
    slot->updated = false;
    slot->ended = false;
    snw__exec_slot_state(slot, SNW_COMPONENT_RUNNING);
    return SNW_OK;
}

void snw__exec_slot_stop(snw__slot *slot) {
    const snw_component_state state = slot->self.state;
    if (state != SNW_COMPONENT_RUNNING && state != SNW_COMPONENT_FAULT) return;
    if (slot->self.functions->stop != NULL) slot->self.functions->stop(&slot->self);
    snw__exec_slot_state(slot, SNW_COMPONENT_STOPPED);
}

void snw__exec_slot_fault(snw__slot *slot, snw_status status) {
    snw_exec *exec = slot->self.exec;
    snw_why why;
    snw_why_set(&why, status, slot->self.name, "the update of a component has failed");
    snw_why_rule(&why, "component");
    slot->status->faults++;
    snw__exec_slot_state(slot, SNW_COMPONENT_FAULT);
    snw__exec_slot_error(slot, &why);
    snw__exec_event(exec, &why);
    if (slot->entry->essential) snw__exec_demand(exec, slot->arm, SNW_STOP_2, SNW_CAUSE_COMPONENT);
}

int snw__exec_object(const snw_exec *exec, const char *name, snw_why *why) {
    if (strcmp(name, "loop") == 0) return -1;
    for (int i = 0; i < exec->slot_count; i++) {
        if (strcmp(exec->slots[i].self.name, name) == 0) return i;
    }
    for (int i = 0; i < exec->arm_count; i++) {
        const char *arm = exec->arms[i].arm->name;
        const size_t length = strlen(arm);
        if (strncmp(name, arm, length) == 0 && strcmp(name + length, ".drive") == 0) {
            return exec->slot_count + i;
        }
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, name, "there is no such object");
    snw_why_fix(why, "name a component, ARM.drive or loop");
    return -2;
}

snw_status snw_component_switch(snw_component *other, bool runs, snw_why *why) {
    snw__slot *slot = other->slot;
    const snw_component_state state = other->state;
    if (runs && state == SNW_COMPONENT_RUNNING) return SNW_OK;
    if (runs) return snw__exec_slot_start(slot, why);
    snw__exec_slot_stop(slot);
    return SNW_OK;
}
