// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "trigger.h"

#include <string.h>

// Components without a period, divisor 0: each trigger is one update. Triggers are counted, so that
// none is lost or doubled, whichever thread they come from.

static void trigger_slot(snw__slot *slot) {
    if (slot->entry->divisor == 0) (void)__atomic_add_fetch(&slot->triggers, 1, __ATOMIC_RELEASE);
}

void snw_component_trigger(snw_component *component) {
    snw_exec *exec = component->exec;
    for (int i = 0; i < exec->slot_count; i++) {
        if (&exec->slots[i].self == component) trigger_slot(&exec->slots[i]);
    }
}

snw_status snw_exec_trigger(snw_exec *exec, const char *component, snw_why *why) {
    for (int i = 0; i < exec->slot_count; i++) {
        snw__slot *slot = &exec->slots[i];
        if (strcmp(slot->self.name, component) != 0) continue;
        if (slot->entry->divisor != 0) {
            return snw_refuse(why, SNW_ERR_STATE, component, "the component runs at its period",
                              "give it divisor=\"0\" in the cell");
        }
        trigger_slot(slot);
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, component, "there is no such component",
                      "'sinew cell show' lists them");
}

uint64_t snw__exec_triggers(const snw__slot *slot) {
    const uint64_t asked = __atomic_load_n(&slot->triggers, __ATOMIC_ACQUIRE);
    const uint64_t owed = asked - slot->triggered;
    return owed < SNW__TRIGGERS_A_TICK ? owed : SNW__TRIGGERS_A_TICK;
}

void snw__exec_trigger_users(const snw__slot *slot) {
    snw_exec *exec = slot->self.exec;
    for (int i = 0; i < exec->slot_count; i++) {
        snw__slot *user = &exec->slots[i];
        for (int k = 0; k < user->self.functions->peer_count; k++) {
            if (user->peers[k] != slot) continue;
            trigger_slot(user);
            break; // once, however many roles it plays
        }
    }
}
