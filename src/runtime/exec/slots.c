// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "internal.h"
#include "names.h"

static int find_arm(snw__builder *b, const snw_component_entry *entry) {
    for (int i = 0; i < b->exec->arm_count; i++) {
        if (strcmp(b->exec->loop->arms[i].member, entry->member) == 0) return i;
    }
    const char *names[SNW__NAMES];
    int count = 0;
    for (int i = 0; i < b->exec->arm_count && count < SNW__NAMES; i++)
        names[count++] = b->exec->loop->arms[i].member;
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "the loop has no arm '%s'", entry->member);
    snw__exec_propose(entry->member, names, count, "name a member that is one of the arms", fix);
    snw__exec_refuse(b, SNW_ERR_UNKNOWN_NAME, entry->name, text, fix);
    return -1;
}

static void choose(snw__builder *b, snw__slot *slot) {
    const snw_component_entry *entry = slot->entry;
    const snw_type *type = entry->type.type;
    // functions of a drive may have the same version: what a type is follows from its base
    const bool is_component =
        type != NULL && snw_registry_is_a(b->exec->options.registry, type, "component");
    const snw_component_functions *functions = is_component ? snw_component_of(type) : NULL;
    if (functions == NULL || functions->update == NULL) {
        snw_why why;
        const snw_vtable *head = type != NULL ? type->functions : NULL;
        SNW_IGNORE(snw_refuse(&why, SNW_ERR_VERSION, entry->name,
                              "the type is not a component of this version",
                              "build it again with this version of sinew"));
        snw_why_rule(&why, "loop");
        if (head != NULL) snw_why_add(&why, "its version", head->version, "");
        snw_why_add(&why, "version", SNW_COMPONENT_VERSION, "");
        snw__exec_find(b, &why);
        return;
    }
    slot->stage = entry->stage == SNW_STAGE_OWN ? functions->stage
                                                : (snw_stage)(entry->stage - SNW_STAGE_IN_SENSE);
    slot->arm = entry->member[0] != '\0' ? find_arm(b, entry) : -1;
    if (functions->needs_arm && entry->member[0] == '\0') {
        snw__exec_refuse(b, SNW_ERR_ARGUMENT, entry->name, "the component needs an arm",
                         "add member=\"...\"");
    }
    slot->self = (snw_component){.name = entry->name,
                                 .type = type,
                                 .functions = functions,
                                 .config = entry->type.block,
                                 .exec = b->exec,
                                 .slot = slot};
}

void snw__exec_slots_choose(snw__builder *b) {
    snw_exec *exec = b->exec;
    exec->slot_count = exec->loop->component_count;
    exec->slots = snw__exec_take(b, (size_t)exec->slot_count, sizeof *exec->slots);
    for (int i = 0; i < exec->slot_count && exec->slots != NULL; i++) {
        exec->slots[i].entry = &exec->loop->components[i];
        choose(b, &exec->slots[i]);
    }
}

void snw__exec_slots_place(snw__builder *b, size_t *size) {
    for (int i = 0; i < b->exec->slot_count; i++) {
        snw__slot *slot = &b->exec->slots[i];
        const snw_type *shown = slot->self.functions->signals;
        slot->status_offset = snw__exec_place(size, sizeof *slot->status);
        if (shown != NULL) slot->signals_offset = snw__exec_place(size, shown->size);
    }
}

// parameters, and what derives from them; lists and children stay those of the cell
static void make_parameters(snw__builder *b, snw__slot *slot) {
    const snw_type *type = slot->self.type;
    const void *block = slot->entry->type.block;
    snw_arena arena = {0};
    SNW_IGNORE(snw_live_init(&slot->live, type, block, &arena));
    arena = snw__exec_arena(b, arena.needed);
    if (snw_failed(b->status)) return;
    const snw_status status = snw_live_init(&slot->live, type, block, &arena);
    if (snw_failed(status)) {
        snw__exec_refuse(b, status, slot->self.name, "the parameters are not valid", NULL);
        return;
    }
    slot->self.config = snw_live_block(&slot->live);
    slot->self.derived = snw_live_derived(&slot->live);
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

// Names that a component may refer to: frames and links of its arm, then members and components.
static int names_for(const snw__slot *slot, const char *names[SNW__NAMES]) {
    const snw_exec *exec = slot->self.exec;
    const snw_model *model = slot->self.arm != NULL ? slot->self.arm->model : NULL;
    int count = 0;
    for (int i = 0; model != NULL && i < model->frame_count && count < SNW__NAMES; i++)
        names[count++] = model->frames[i].name;
    for (int i = 0; model != NULL && i < model->link_count && count < SNW__NAMES; i++)
        names[count++] = model->links[i].name;
    for (int i = 0; i < exec->cell->member_count && count < SNW__NAMES; i++)
        names[count++] = exec->cell->members[i].name;
    for (int i = 0; i < exec->slot_count && count < SNW__NAMES; i++)
        names[count++] = exec->slots[i].self.name;
    return count;
}

// a component or an arm of the loop: such a reason is about that one
static bool names_object(const snw_exec *exec, const char *name) {
    for (int i = 0; i < exec->slot_count; i++) {
        if (strcmp(exec->slots[i].self.name, name) == 0) return true;
    }
    return snw_exec_find_arm(exec, name) >= 0;
}

// A refusal about something inside a component says of which one, and which name was meant.
static void complete_refusal(const snw__slot *slot, snw_why *why) {
    const char *name = slot->self.name;
    const size_t length = strlen(name);
    char inner[SNW_WHY_SUBJECT];
    snw_copy_text(inner, sizeof inner, why->subject);
    const bool told =
        strncmp(inner, name, length) == 0 && (inner[length] == '\0' || inner[length] == '/');
    if (told || names_object(slot->self.exec, inner)) return;
    if (why->code == SNW_ERR_UNKNOWN_NAME) {
        const char *names[SNW__NAMES];
        char before[SNW_WHY_TEXT];
        snw_copy_text(before, sizeof before, why->fix);
        snw__exec_propose(inner, names, names_for(slot, names), before, why->fix);
    }
    snw_text subject = snw_text_over(why->subject, sizeof why->subject);
    snw_text_format(&subject, inner[0] != '\0' ? "%s/%s" : "%s", name, inner);
}

// The memory of a component is what its configure asks for. A refusal leaves it PreOperational; it
// ends the opening when the component is essential, or when it names something that is not there:
// that is a mistake in the cell, whatever the component is for.
static void configure(snw__builder *b, snw__slot *slot) {
    const snw_component_functions *functions = slot->self.functions;
    snw_why why = {0};
    snw_status status = SNW_OK;
    if (functions->configure != NULL) {
        snw_arena arena = {0};
        status = functions->configure(&slot->self, &arena, &why);
        if (status == SNW_ERR_MEMORY) {
            arena = snw__exec_arena(b, arena.needed);
            if (arena.base == NULL) return;
            status = functions->configure(&slot->self, &arena, &why);
        }
    }
    if (!snw_failed(status)) {
        snw__exec_slot_state(slot, SNW_COMPONENT_STOPPED);
        return;
    }
    if (why.code == SNW_OK) {
        snw_why_set(&why, status, slot->self.name, "the component refused its configuration");
    }
    complete_refusal(slot, &why);
    snw__exec_slot_error(slot, &why);
    const bool fatal = slot->entry->essential || why.code == SNW_ERR_UNKNOWN_NAME;
    why.severity = fatal ? SNW_ERROR : SNW_WARNING;
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
    for (int i = 0; i < b->exec->slot_count && !snw_failed(b->status); i++)
        start(b, &b->exec->slots[i]);
    for (int i = 0; i < b->exec->slot_count; i++)
        b->exec->slots[i].opened = b->exec->slots[i].self.state;
}
