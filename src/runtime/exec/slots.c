// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"

static int find_arm(snw__builder *b, const snw_component_entry *entry) {
    for (int i = 0; i < b->exec->arm_count; i++) {
        if (strcmp(b->exec->loop->arms[i].member, entry->member) == 0) return i;
    }
    snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, entry->name, "the loop has no arm of that name",
                     "name a member that stands among the arms");
    return -1;
}

static void choose(snw__builder *b, snw__slot *slot) {
    const snw_component_entry *entry = slot->entry;
    const snw_type *type = entry->type.type;
    const snw_component_functions *functions = type != NULL ? snw_component_of(type) : NULL;
    if (functions == NULL || functions->update == NULL) {
        snw__exec_refuse(b, SNW_ERR_VERSION, entry->name,
                         "the type is no component of this version",
                         "build it again with this version of sinew");
        return;
    }
    slot->stage = entry->stage == SNW_STAGE_OWN ? functions->stage
                                                : (snw_stage)(entry->stage - SNW_STAGE_IN_SENSE);
    slot->arm = entry->member[0] != '\0' ? find_arm(b, entry) : -1;
    if (functions->needs_arm && entry->member[0] == '\0') {
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->name, "the component needs an arm",
                         "say which: member=\"...\"");
    }
    slot->self = (snw_component){.name = entry->name,
                                 .type = type,
                                 .functions = functions,
                                 .config = entry->type.block,
                                 .exec = b->exec,
                                 .slot = slot};
}

// by stage, and in a stage as in the file
static void sort_into_stages(snw__builder *b) {
    snw_exec *exec = b->exec;
    exec->order = snw__exec_take(b, (size_t)exec->slot_count, sizeof(snw__slot *));
    int count = 0;
    for (int stage = 0; stage < SNW_STAGES && exec->order != NULL; stage++) {
        exec->stage_begin[stage] = count;
        for (int i = 0; i < exec->slot_count; i++) {
            if ((int)exec->slots[i].stage == stage) exec->order[count++] = &exec->slots[i];
        }
    }
    exec->stage_begin[SNW_STAGES] = count;
}

void snw__exec_slots_choose(snw__builder *b) {
    snw_exec *exec = b->exec;
    exec->slot_count = exec->loop->component_count;
    exec->slots = snw__exec_take(b, (size_t)exec->slot_count, sizeof *exec->slots);
    for (int i = 0; i < exec->slot_count && exec->slots != NULL; i++) {
        exec->slots[i].entry = &exec->loop->components[i];
        choose(b, &exec->slots[i]);
    }
    if (b->status >= 0) sort_into_stages(b);
}

void snw__exec_slots_place(snw__builder *b, size_t *size) {
    for (int i = 0; i < b->exec->slot_count; i++) {
        snw__slot *slot = &b->exec->slots[i];
        const snw_type *shown = slot->self.functions->signals;
        slot->status_offset = snw__exec_place(size, sizeof *slot->status);
        if (shown != NULL) slot->signals_offset = snw__exec_place(size, shown->size);
    }
}

// parameters: live where the type is flat, else the block of the cell and what derives from it
static void make_parameters(snw__builder *b, snw__slot *slot) {
    const snw_type *type = slot->self.type;
    const void *block = slot->entry->type.block;
    slot->is_live = snw_type_is_flat(type);
    if (slot->is_live) {
        snw_arena arena = {0};
        SNW_IGNORE(snw_live_init(&slot->live, type, block, &arena));
        arena = snw__exec_arena(b, arena.needed);
        const snw_status status = snw_live_init(&slot->live, type, block, &arena);
        if (snw_failed(status)) {
            snw__exec_refuse(b, status, slot->self.name, "the parameters are not legal", NULL);
            return;
        }
        slot->self.config = snw_live_block(&slot->live);
        slot->self.derived = snw_live_derived(&slot->live);
        return;
    }
    if (type->derive == NULL) return;
    void *derived = snw__exec_take(b, 1, type->derived_size);
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, slot->self.name, "the derived values cannot be computed");
    if (derived != NULL && snw_failed(type->derive(block, derived, &why))) snw__exec_find(b, &why);
    slot->self.derived = derived;
}

void snw__exec_error_make(snw__builder *b, snw_triple *triple) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_triple_init(triple, sizeof(snw_object_error), &arena));
    arena = snw__exec_arena(b, arena.needed);
    SNW_IGNORE(snw_triple_init(triple, sizeof(snw_object_error), &arena));
}

static void make(snw__builder *b, snw__slot *slot) {
    snw_exec *exec = b->exec;
    const snw_component_functions *functions = slot->self.functions;
    if (slot->arm >= 0) slot->self.arm = exec->arms[slot->arm].arm;
    slot->status = (snw_component_status *)(void *)(exec->image + slot->status_offset);
    if (functions->signals != NULL) {
        slot->self.signals = exec->image + slot->signals_offset;
        snw_block_defaults(functions->signals, slot->self.signals);
    }
    slot->due = (uint64_t)slot->entry->phase;
    slot->ports = snw__exec_take(b, (size_t)functions->port_count, sizeof *slot->ports);
    slot->peers = snw__exec_take(b, (size_t)functions->peer_count, sizeof(snw__slot *));
    snw__exec_error_make(b, &slot->error);
    make_parameters(b, slot);
}

void snw__exec_slots_make(snw__builder *b) {
    size_t largest = 1;
    for (int i = 0; i < b->exec->slot_count; i++) {
        snw__slot *slot = &b->exec->slots[i];
        make(b, slot);
        if (slot->self.type->size > largest) largest = slot->self.type->size;
    }
    b->exec->scratch = snw__exec_take(b, 1, largest);
}

// The memory of a component is what its configure asks for. A refusal leaves it PreOperational;
// it ends the opening when the component is essential.
static void configure(snw__builder *b, snw__slot *slot) {
    const snw_component_functions *functions = slot->self.functions;
    snw_why why = {0};
    snw_status status = SNW_OK;
    if (functions->configure != NULL) {
        snw_arena arena = {0};
        status = functions->configure(&slot->self, &arena, &why);
        if (status == SNW_ERR_MEMORY) {
            arena = snw__exec_arena(b, arena.needed);
            status = functions->configure(&slot->self, &arena, &why);
        }
    }
    if (!snw_failed(status)) {
        snw__exec_slot_state(slot, SNW_COMPONENT_STOPPED);
        return;
    }
    if (why.code == SNW_OK) {
        snw_why_set(&why, status, slot->self.name, "the component refuses its configuration");
    }
    snw__exec_slot_error(slot, &why);
    why.severity = slot->entry->essential ? SNW_ERROR : SNW_WARNING;
    snw__exec_find(b, &why);
}

static void start(snw__builder *b, snw__slot *slot) {
    snw_why why = {0};
    if (!slot->entry->start || slot->self.state != SNW_COMPONENT_STOPPED) return;
    if (!snw_failed(snw__exec_slot_start(slot, &why))) return;
    why.severity = slot->entry->essential ? SNW_ERROR : SNW_WARNING;
    snw__exec_find(b, &why);
}

void snw__exec_slots_configure(snw__builder *b) {
    for (int i = 0; i < b->exec->slot_count; i++) {
        // one that lacks a peer or a connection was refused already
        if (!b->exec->slots[i].self.error.present) configure(b, &b->exec->slots[i]);
    }
    for (int i = 0; i < b->exec->slot_count && b->status >= 0; i++)
        start(b, &b->exec->slots[i]);
    for (int i = 0; i < b->exec->slot_count; i++)
        b->exec->slots[i].opened = b->exec->slots[i].self.state;
}
