// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/collections.h"

#include <string.h>

#include "sinew/base/assert.h"

snw_status snw_array_insert(void *items, size_t size, int *count, int capacity, int index,
                            const void *item) {
    if (index < 0 || index > *count) return SNW_ERR_ARGUMENT;
    if (*count >= capacity) return SNW_ERR_FULL;
    unsigned char *place = (unsigned char *)items + (size_t)index * size;
    memmove(place + size, place, (size_t)(*count - index) * size);
    memcpy(place, item, size);
    (*count)++;
    return SNW_OK;
}

snw_status snw_array_erase(void *items, size_t size, int *count, int index) {
    if (index < 0 || index >= *count) return SNW_ERR_ARGUMENT;
    unsigned char *place = (unsigned char *)items + (size_t)index * size;
    (*count)--;
    memmove(place, place + size, (size_t)(*count - index) * size);
    return SNW_OK;
}

ptrdiff_t snw_tensor_index(int rank, const int *extent, const int *index) {
    // Horner's rule from the slowest index down
    ptrdiff_t place = 0;
    for (int i = rank - 1; i >= 0; i--) {
        if (index[i] < 0 || index[i] >= extent[i]) return -1;
        place = place * extent[i] + index[i];
    }
    return place;
}

void snw_list_init(snw_list *list) {
    list->next = list->previous = list;
}

void snw_list_insert(snw_list *place, snw_list *node) {
    SNW_ASSERT(node->next == node);
    node->next = place;
    node->previous = place->previous;
    place->previous->next = node;
    place->previous = node;
}

void snw_list_erase(snw_list *node) {
    node->previous->next = node->next;
    node->next->previous = node->previous;
    snw_list_init(node);
}

// FNV-1a (Fowler, Noll, Vo), then a mix so that the low bits depend on all of them
static uint32_t hash_of(const char *name) {
    uint32_t h = 2166136261U;
    for (; *name != '\0'; name++) {
        h = (h ^ (unsigned char)*name) * 16777619U;
    }
    h ^= h >> 16;
    h *= 0x85EBCA6BU;
    return h ^ (h >> 13);
}

snw_status snw_names_init(snw_names *names, int capacity, snw_arena *arena) {
    if (capacity < 0 || capacity > INT32_MAX / 4) return SNW_ERR_ARGUMENT;
    int slots = 4;
    while (slots < 2 * capacity) {
        slots *= 2;
    }
    *names = (snw_names){.capacity = capacity, .slot_count = slots};
    names->keys = SNW_ARENA_ARRAY(arena, const char *, slots);
    names->ids = SNW_ARENA_ARRAY(arena, int32_t, slots);
    names->hashes = SNW_ARENA_ARRAY(arena, uint32_t, slots);
    return snw_arena_status(arena);
}

// the slot of a name, or the empty slot where it would go; at most half of the slots are taken
static int slot_of(const snw_names *names, const char *name, uint32_t hash, int *probes) {
    const uint32_t mask = (uint32_t)names->slot_count - 1;
    uint32_t slot = hash & mask;
    int looked = 1;
    while (names->keys[slot] != NULL &&
           !(names->hashes[slot] == hash && strcmp(names->keys[slot], name) == 0)) {
        slot = (slot + 1) & mask;
        looked++;
    }
    if (probes != NULL) *probes = looked;
    return (int)slot;
}

snw_status snw_names_add(snw_names *names, const char *name, int id) {
    const uint32_t hash = hash_of(name);
    const int slot = slot_of(names, name, hash, NULL);
    if (names->keys[slot] != NULL) return SNW_ERR_DUPLICATE;
    if (names->count >= names->capacity) return SNW_ERR_FULL;
    names->keys[slot] = name;
    names->hashes[slot] = hash;
    names->ids[slot] = id;
    names->count++;
    return SNW_OK;
}

int snw_names_find(const snw_names *names, const char *name, int *probes) {
    const int slot = slot_of(names, name, hash_of(name), probes);
    return names->keys[slot] != NULL ? names->ids[slot] : -1;
}
