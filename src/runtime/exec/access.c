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
