// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// A set of paths: open addressing with linear probing, at most half full.
#include "inside.h"

#include <string.h>

enum { FIRST_CAPACITY = 64 };

// FNV-1a (Fowler, Noll, Vo 1991)
static uint64_t hash_path(const char *path) {
    uint64_t hash = UINT64_C(14695981039346656037);
    for (; *path != '\0'; path++)
        hash = (hash ^ (unsigned char)*path) * UINT64_C(1099511628211);
    return hash;
}

// where a path is, or would be
static int find_slot(const snw_specified *given, const char *path) {
    const int mask = given->capacity - 1;
    int slot = (int)(hash_path(path) & (uint64_t)mask);
    while (given->slots[slot] != NULL && strcmp(given->slots[slot], path) != 0)
        slot = (slot + 1) & mask;
    return slot;
}

bool snw_is_specified(const snw_specified *given, const char *path) {
    return given->capacity > 0 && given->slots[find_slot(given, path)] != NULL;
}

const char *snw_specified_next(const snw_specified *given, int *cursor) {
    while (*cursor < given->capacity) {
        const char *path = given->slots[(*cursor)++];
        if (path != NULL) return path;
    }
    return NULL;
}

static snw_status grow_slots(snw_specified *given, snw_setup *setup) {
    const int capacity = given->capacity > 0 ? 2 * given->capacity : FIRST_CAPACITY;
    const size_t bytes = (size_t)capacity * sizeof(const char *);
    const char **slots = snw_setup_take(setup, bytes, _Alignof(const char *));
    if (slots == NULL) return SNW_ERR_MEMORY;
    memset((void *)slots, 0, bytes);
    const snw_specified old = *given;
    given->slots = slots;
    given->capacity = capacity;
    for (int i = 0; i < old.capacity; i++) {
        if (old.slots[i] != NULL) given->slots[find_slot(given, old.slots[i])] = old.slots[i];
    }
    return SNW_OK;
}

snw_status snw__specified_add(snw_specified *given, snw_setup *setup, const char *path) {
    if (2 * (given->count + 1) > given->capacity && snw_failed(grow_slots(given, setup))) {
        given->exhausted = true;
        return SNW_ERR_MEMORY;
    }
    const int slot = find_slot(given, path);
    if (given->slots[slot] != NULL) return SNW_OK;
    const size_t size = strlen(path) + 1;
    char *kept = snw_setup_take(setup, size, 1);
    if (kept == NULL) {
        given->exhausted = true;
        return SNW_ERR_MEMORY;
    }
    memcpy(kept, path, size);
    given->slots[slot] = kept;
    given->count++;
    return SNW_OK;
}

snw_status snw__specified_copy(const snw_specified *from, snw_setup *setup, snw_specified *to) {
    *to = (snw_specified){0};
    snw_status status = SNW_OK;
    int cursor = 0;
    const char *path;
    while (!snw_failed(status) && (path = snw_specified_next(from, &cursor)) != NULL)
        status = snw__specified_add(to, setup, path);
    return status;
}
