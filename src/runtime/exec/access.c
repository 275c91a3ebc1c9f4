// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

const snw_component_functions *snw_component_of(const snw_type *type) {
    const snw_vtable *head = type->functions;
    if (head == NULL || head->version != SNW_COMPONENT_VERSION) return NULL;
    if (head->size < sizeof(snw_component_functions)) return NULL;
    return (const snw_component_functions *)head;
}

int snw_exec_arm_count(const snw_exec *exec) {
    return exec->arm_count;
}

snw_arm *snw_exec_arm(snw_exec *exec, int index) {
    return exec->arms[index].arm;
}

const snw_guard *snw_exec_guard(const snw_exec *exec, int index) {
    return &exec->arms[index].guard;
}

snw_drive *snw_exec_drive(snw_exec *exec, int index) {
    return &exec->arms[index].drive;
}

int snw_exec_find_arm(const snw_exec *exec, const char *name) {
    for (int i = 0; i < exec->arm_count; i++) {
        if (strcmp(exec->arms[i].arm->name, name) == 0) return i;
    }
    return -1;
}

int snw_exec_component_count(const snw_exec *exec) {
    return exec->slot_count;
}

snw_component *snw_exec_component(snw_exec *exec, int index) {
    return &exec->slots[index].self;
}

snw_component *snw_exec_find(snw_exec *exec, const char *name) {
    for (int i = 0; i < exec->slot_count; i++) {
        if (strcmp(exec->slots[i].self.name, name) == 0) return &exec->slots[i].self;
    }
    return NULL;
}

uint64_t snw_exec_stops(const snw_exec *exec) {
    return __atomic_load_n(&exec->stops, __ATOMIC_ACQUIRE);
}

bool snw_exec_stopped_since(const snw_exec *exec, int arm, uint64_t stops) {
    const uint64_t *last =
        arm >= 0 && arm < exec->arm_count ? &exec->arms[arm].stopped : &exec->stops;
    return stops < __atomic_load_n(last, __ATOMIC_ACQUIRE);
}

int snw_exec_object_arm(const snw_exec *exec, int object) {
    if (object < 0 || object >= exec->slot_count + exec->arm_count) return -1;
    return object < exec->slot_count ? exec->slots[object].arm : object - exec->slot_count;
}

// two threads may count at once: the later stop stays
static void note_stop(snw__arm *arm, uint64_t count) {
    uint64_t last = __atomic_load_n(&arm->stopped, __ATOMIC_RELAXED);
    while (last < count && !__atomic_compare_exchange_n(&arm->stopped, &last, count, false,
                                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
    }
}

void snw__exec_count_stop(snw_exec *exec, int arm) {
    const uint64_t count = __atomic_add_fetch(&exec->stops, 1, __ATOMIC_ACQ_REL);
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *one = &exec->arms[i];
        const bool stops =
            arm < 0 || arm == i || strcmp(one->entry->group, exec->arms[arm].entry->group) == 0;
        if (stops) note_stop(one, count);
    }
}
