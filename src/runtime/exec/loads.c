// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "sinew/exec/state.h"

// What an arm carries is the sum of what is attached to each of its links. Laws read it, drives are
// told it in words, both from the same tick on: before the drives are read. A drive that does not
// know the words carries what it carries.

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

// "word link n1 n2 ..."; false when it does not fit
static bool compose(char text[SNW_DRIVE_TEXT], const char *word, const char *link,
                    const double *numbers, int count) {
    const size_t first = strlen(word), second = strlen(link);
    if (first + second + 2 > SNW_DRIVE_TEXT) return false;
    memcpy(text, word, first);
    text[first] = ' ';
    memcpy(text + first + 1, link, second);
    size_t used = first + 1 + second;
    for (int i = 0; i < count; i++) {
        char number[SNW_NUMBER_SIZE];
        const size_t length = (size_t)snw_real_print(numbers[i], number);
        if (used + length + 2 > SNW_DRIVE_TEXT) return false;
        text[used++] = ' ';
        memcpy(text + used, number, length);
        used += length;
    }
    text[used] = '\0';
    return true;
}

static snw_status say(snw_drive *drive, const snw_drive_functions *functions, const char *text) {
    char answer[SNW_DRIVE_TEXT];
    if (functions == NULL || functions->message == NULL) return SNW_ERR_UNSUPPORTED;
    return functions->message(drive, text, answer, NULL);
}

snw_status snw_exec_say(snw_exec *exec, int arm, const char *word, const char *name,
                        const double *numbers, int count) {
    char text[SNW_DRIVE_TEXT];
    if (arm < 0 || arm >= exec->arm_count) return SNW_ERR_ARGUMENT;
    if (!compose(text, word, name, numbers, count)) return SNW_ERR_TOO_LARGE;
    snw__arm *one = &exec->arms[arm];
    if (one->twin_functions != NULL) SNW_IGNORE(say(&one->twin, one->twin_functions, text));
    return say(&one->drive, one->drive_functions, text);
}

static void tell(snw_exec *exec, int arm, const char *link, snw_inertia load) {
    const snw_vec3 c = snw_inertia_center(load);
    const snw_sym3 I = snw_inertia_central(load);
    const double body[4] = {load.m, c.x, c.y, c.z};
    const double moments[6] = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    SNW_IGNORE(snw_exec_say(exec, arm, "attached", link, body, 4));
    if (load.m > 0) SNW_IGNORE(snw_exec_say(exec, arm, "moments", link, moments, 6));
}

void snw__exec_loads_tell(snw_exec *exec) {
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
            tell(exec, i, model->links[l].name, arm->loads[l]);
        }
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

void snw_component_carries(snw_component *self) {
    snw__arm *arm = arm_of(self);
    if (arm != NULL) arm->carried = true;
}

bool snw_component_is_carried(const snw_component *self) {
    const snw__arm *arm = arm_of(self);
    return arm != NULL && arm->carried;
}
