// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/axis/unit.h"
#include "sinew/exec/unit.h"

// Parameters and signals by path, for services. Parameters are changed in a copy and published
// whole; signals are read in the newest picture.

// Where a path leads: "arm.sensed/q" is as good as "arm/sensed/q".
static snw_status normal_path(const char *path, char out[SNW_FIELD_PATH], snw_why *why) {
    const size_t length = strlen(path);
    if (length >= SNW_FIELD_PATH) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, NULL, "the path is too long", NULL);
    }
    memcpy(out, path, length + 1);
    char *dot = strchr(out, '.'), *slash = strchr(out, '/');
    if (dot != NULL && (slash == NULL || dot < slash)) *dot = '/';
    return SNW_OK;
}

static snw__slot *slot_of(snw_exec *exec, const char *path) {
    const size_t length = strcspn(path, "/");
    for (int i = 0; i < exec->slot_count; i++) {
        const char *name = exec->slots[i].self.name;
        if (strlen(name) == length && memcmp(name, path, length) == 0) return &exec->slots[i];
    }
    return NULL;
}

// the parameters of a component as a root: a copy, since the loop has its own
static snw_roots parameters(snw_exec *exec, const snw__slot *slot) {
    snw_roots roots = {0};
    snw_live_copy(&slot->live, exec->scratch);
    SNW_IGNORE(snw_roots_add(&roots, slot->self.name, slot->self.type, exec->scratch));
    return roots;
}

// Inside of the copy; else it lies behind a pointer, in a list, an optional part or a child, which
// copies share with the loop.
static bool is_inside(const snw_exec *exec, const snw__slot *slot, const snw_place *place) {
    const uintptr_t start = (uintptr_t)exec->scratch, at = (uintptr_t)place->item;
    return at >= start && at < start + slot->self.type->size;
}

// standstill is what the loop said last; before its first tick nothing moves
static snw_when moment_of(snw_exec *exec) {
    const snw_roots *seen = snw_exec_look(exec);
    const snw_loop_signals *loop = seen != NULL ? seen->items[0].block : NULL;
    const bool at_rest = loop == NULL || loop->at_rest;
    return at_rest ? SNW_AT_STANDSTILL : SNW_LIVE;
}

// what the component itself says to new parameters
static snw_status ask_component(const snw__slot *slot, const void *block, snw_why *why) {
    const snw_component_functions *functions = slot->self.functions;
    return functions->accept != NULL ? functions->accept(&slot->self, block, why) : SNW_OK;
}

snw_status snw_exec_set(snw_exec *exec, const char *path, const char *value, snw_why *why) {
    snw__slot *slot = slot_of(exec, path);
    if (slot == NULL) {
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, path, "no component has this parameter",
                          "write component/parameter");
    }
    const snw_roots roots = parameters(exec, slot);
    snw_place place;
    snw_status status = snw_roots_resolve(&roots, path, &place, why);
    if (snw_failed(status)) return status;
    if (!is_inside(exec, slot, &place)) {
        return snw_refuse(why, SNW_ERR_STATE, path, "what lists and children hold is fixed at load",
                          "change the file of the cell and load it again");
    }
    const snw_when when = moment_of(exec);
    status = snw_roots_set(&roots, path, value, when, why);
    if (!snw_failed(status)) status = ask_component(slot, exec->scratch, why);
    if (snw_failed(status)) return status;
    return snw_live_publish(&slot->live, exec->scratch, when, why);
}

static snw_status find_component(snw_exec *exec, const char *component, snw__slot **slot,
                                 snw_why *why) {
    *slot = strchr(component, '/') == NULL ? slot_of(exec, component) : NULL;
    if (*slot == NULL) {
        return snw_refuse(why, SNW_ERR_UNKNOWN_NAME, component, "the cell has no such component",
                          NULL);
    }
    return SNW_OK;
}

snw_status snw_exec_parameters(snw_exec *exec, const char *component, void *block, snw_why *why) {
    snw__slot *slot = NULL;
    const snw_status status = find_component(exec, component, &slot, why);
    if (!snw_failed(status)) snw_live_copy(&slot->live, block);
    return status;
}

snw_status snw_exec_tune(snw_exec *exec, const char *component, const void *block, snw_why *why) {
    snw__slot *slot = NULL;
    snw_status status = find_component(exec, component, &slot, why);
    if (!snw_failed(status)) status = ask_component(slot, block, why);
    if (snw_failed(status)) return status;
    return snw_live_publish(&slot->live, block, moment_of(exec), why);
}

static snw_status print(const snw_roots *roots, const char *path, char *text, size_t size,
                        snw_why *why) {
    snw_text line = snw_text_over(text, size);
    const snw_status status = snw_roots_get(roots, path, &line, why);
    if (status == SNW_OK && snw_text_is_cut(&line)) {
        return snw_refuse(why, SNW_ERR_SIZE, path, "the value does not fit into the text", NULL);
    }
    return status;
}

snw_status snw_exec_get(snw_exec *exec, const char *path, char *text, size_t size, snw_why *why) {
    char normal[SNW_FIELD_PATH];
    snw_status status = normal_path(path, normal, why);
    if (snw_failed(status)) return status;
    const snw__slot *slot = slot_of(exec, normal);
    if (slot != NULL) {
        const snw_roots roots = parameters(exec, slot);
        status = print(&roots, normal, text, size, why);
        const bool shows = slot->self.functions->signals != NULL;
        if (status != SNW_ERR_UNKNOWN_NAME || !shows) return status;
    }
    const snw_roots *seen = snw_exec_look(exec);
    if (seen == NULL) {
        return snw_refuse(why, SNW_ERR_STATE, path, "there are no signals before the first tick",
                          NULL);
    }
    return print(seen, normal, text, size, why);
}

typedef struct listing {
    const snw_exec *exec;
    const snw__slot *slot; // whose parameters they are; NULL for signals
    const snw_roots *roots;
    snw_exec_list_fn *tell;
    void *context;
    bool ended;
} listing;

static bool tell_one(const char *path, const snw_place *place, void *context) {
    listing *l = context;
    char value[1024];
    snw_text line = snw_text_over(value, sizeof value);
    if (snw_failed(snw_roots_get(l->roots, path, &line, NULL))) value[0] = '\0';
    snw_place shown = *place;
    if (l->slot != NULL && !is_inside(l->exec, l->slot, place)) shown.when = SNW_AT_LOAD;
    l->ended = !l->tell(path, &shown, value, l->context);
    return !l->ended;
}

int snw_exec_list(snw_exec *exec, const char *pattern, snw_exec_list_fn *tell, void *context) {
    listing l = {.exec = exec, .tell = tell, .context = context};
    int count = 0;
    for (int i = 0; i < exec->slot_count && !l.ended; i++) {
        const snw_roots roots = parameters(exec, &exec->slots[i]);
        l.roots = &roots;
        l.slot = &exec->slots[i];
        count += snw_roots_list(&roots, pattern, tell_one, &l);
    }
    const snw_roots *seen = l.ended ? NULL : snw_exec_look(exec);
    if (seen != NULL) {
        l.roots = seen;
        l.slot = NULL;
        count += snw_roots_list(seen, pattern, tell_one, &l);
    }
    return count;
}

// --- units --------------------------------------------------------------------------------------

static bool begins_with(const char *path, const char *root) {
    const size_t length = strlen(root);
    return strncmp(path, root, length) == 0 && path[length] == '/';
}

// the arm that a path belongs to: its own root, or that of a component of it
static const snw_arm *arm_of(const snw_exec *exec, const char *path) {
    for (int i = 0; i < exec->arm_count; i++) {
        if (begins_with(path, exec->arms[i].arm->name)) return exec->arms[i].arm;
    }
    for (int i = 0; i < exec->slot_count; i++) {
        if (begins_with(path, exec->slots[i].self.name)) return exec->slots[i].self.arm;
    }
    return NULL;
}

const char *snw__exec_unit(const void *exec, const char *path, const snw_place *place) {
    const snw_field *field = place->field;
    const snw_arm *arm = arm_of(exec, path);
    const char *item = strrchr(path, '['), *unit = field->unit != NULL ? field->unit : "";
    if (arm == NULL || unit[0] != '\0') return unit;
    const int index = item != NULL ? (int)strtol(item + 1, NULL, 10) : 0;
    return snw__axis_unit(field, arm, index);
}
