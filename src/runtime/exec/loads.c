// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/payload.h"
#include "sinew/exec/state.h"

// What an arm carries is the sum of what is attached to each of its links. Laws read it, drives are
// told it, both from the same tick on: before the drives are read. A drive that has no such
// function carries what it carries.

static void gather(const snw_exec *exec, snw__arm *arm) {
    const int links = exec->system->members[arm->member].model->link_count;
    for (int l = 0; l < links; l++)
        arm->loads[l] = snw_inertia_zero();
    for (int i = 0; i < exec->state.slot_count; i++) {
        const snw_slot *slot = &exec->state.slots[i];
        if (!slot->used || slot->member != arm->member) continue;
        snw_inertia *load = &arm->loads[slot->link];
        *load = snw_inertia_add(*load, snw_inertia_transform(slot->T_link_part, slot->inertia));
    }
}

snw_status snw_exec_push(snw_exec *exec, int arm, int link, snw_wrench wrench, double seconds) {
    if (arm < 0 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    snw__arm *one = &exec->arms[arm];
    if (one->twin_functions != NULL && one->twin_functions->push != NULL) {
        SNW_IGNORE(one->twin_functions->push(&one->twin, link, wrench, seconds));
    }
    if (one->drive_functions->push == NULL) return SNW_ERR_UNSUPPORTED;
    return one->drive_functions->push(&one->drive, link, wrench, seconds);
}

// A drive that refuses the moments of a body still carries its mass as a point.
static void attach_load(snw_drive *drive, const snw_drive_functions *functions, int link,
                        snw_inertia load) {
    if (functions == NULL || functions->attach == NULL) return;
    const snw_inertia point = snw_inertia_point(load.m, snw_inertia_center(load));
    SNW_IGNORE(functions->attach(drive, link, point));
    if (!(load.m > 0)) return;
    const snw_inertia body =
        snw_inertia_from_central(load.m, snw_inertia_center(point), snw_inertia_central(load));
    SNW_IGNORE(functions->attach(drive, link, body));
}

// what the laws said in the tick before; true when it is another payload
static bool take_payload(snw__payload *payload) {
    if (!payload->any_said) return false; // none was updated: the arm carries what it carried
    payload->any_said = false;
    if (payload->said_link == payload->link && snw_inertia_near(payload->said, payload->now, 0)) {
        return false;
    }
    payload->now = payload->said;
    payload->link = payload->said_link;
    return true;
}

static void tell_guard(snw__arm *arm, int links) {
    snw_inertia *sums = arm->payload.sums, *carrier = &sums[arm->payload.link];
    memcpy(sums, arm->loads, (size_t)links * sizeof *sums);
    *carrier = snw_inertia_add(*carrier, arm->payload.now);
    snw_guard_set_loads(&arm->guard, sums);
}

void snw__exec_loads_tell(snw_exec *exec) {
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        const int links = exec->system->members[arm->member].model->link_count;
        if (take_payload(&arm->payload) && !exec->loads_changed) tell_guard(arm, links);
    }
    if (!exec->loads_changed) return;
    exec->loads_changed = false;
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        const snw_model *model = exec->system->members[arm->member].model;
        gather(exec, arm);
        for (int l = 0; l < model->link_count; l++) {
            if (snw_inertia_near(arm->loads[l], arm->told[l], 0)) continue;
            arm->told[l] = arm->loads[l];
            arm->load_change++;
            attach_load(&arm->twin, arm->twin_functions, l, arm->loads[l]);
            attach_load(&arm->drive, arm->drive_functions, l, arm->loads[l]);
        }
        tell_guard(arm, model->link_count);
    }
}

// a component that runs alone, outside of a loop, has no slot
static snw__arm *arm_of(const snw_component *self) {
    if (self->exec == NULL || self->slot == NULL || self->slot->arm < 0) return NULL;
    return &self->exec->arms[self->slot->arm];
}

const snw_inertia *snw_component_loads(const snw_component *self, uint64_t *change) {
    const snw__arm *arm = arm_of(self);
    *change = arm != NULL ? arm->load_change : 0;
    return arm != NULL ? arm->loads : NULL;
}

void snw__component_payload(snw_component *self, int link, snw_inertia payload) {
    snw__arm *arm = arm_of(self);
    if (arm == NULL) return;
    snw__payload *of_laws = &arm->payload;
    if (of_laws->any_said && !(payload.m > of_laws->said.m)) return;
    of_laws->said = payload;
    of_laws->said_link = link;
    of_laws->any_said = true;
}

void snw_component_carries(snw_component *self) {
    snw__arm *arm = arm_of(self);
    if (arm != NULL) arm->carried = true;
}

bool snw_component_is_carried(const snw_component *self) {
    const snw__arm *arm = arm_of(self);
    return arm != NULL && arm->carried;
}
