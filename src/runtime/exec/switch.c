// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

snw_status snw_component_switch(snw_component *other, bool runs, snw_why *why) {
    snw__slot *slot = other->slot;
    const snw_component_state state = other->state;
    if (runs && state == SNW_COMPONENT_RUNNING) return SNW_OK;
    if (runs) return snw__exec_slot_start(slot, why);
    snw__exec_slot_stop(slot);
    return SNW_OK;
}
