// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/pool.h"

#include <stddef.h>
#include <string.h>

snw_status snw_pool_init(snw_pool *pool, int capacity, size_t size, snw_arena *arena) {
    if (capacity < 0 || size > SIZE_MAX / 2) return SNW_ERR_ARGUMENT;
    const size_t align = _Alignof(max_align_t);
    *pool = (snw_pool){.capacity = capacity, .size = size, .first_free = capacity > 0 ? 0 : -1};
    pool->stride = (size + align - 1) & ~(align - 1);
    pool->objects = (unsigned char *)snw_arena_take_array(arena, capacity, pool->stride, align);
    pool->generations = SNW_ARENA_ARRAY(arena, uint32_t, capacity);
    pool->next_free = SNW_ARENA_ARRAY(arena, int32_t, capacity);
    if (snw_failed(snw_arena_status(arena))) return SNW_ERR_MEMORY;
    for (int i = 0; i < capacity; i++) {
        pool->next_free[i] = i + 1 < capacity ? i + 1 : -1;
    }
    return SNW_OK;
}

void *snw_pool_take(snw_pool *pool, snw_handle *handle) {
    const int slot = pool->first_free;
    if (slot < 0) return NULL;
    pool->first_free = pool->next_free[slot];
    pool->generations[slot]++; // odd: alive
    pool->count++;
    *handle = (snw_handle){.slot = (uint32_t)slot + 1, .generation = pool->generations[slot]};
    return memset(pool->objects + (size_t)slot * pool->stride, 0, pool->size);
}

void *snw_pool_get(const snw_pool *pool, snw_handle handle) {
    const uint32_t slot = handle.slot - 1; // no object wraps to the largest number
    if (slot >= (uint32_t)pool->capacity) return NULL;
    const uint32_t generation = pool->generations[slot];
    if (generation != handle.generation || (generation & 1) == 0) return NULL;
    return pool->objects + (size_t)slot * pool->stride;
}

snw_status snw_pool_return(snw_pool *pool, snw_handle handle) {
    if (snw_pool_get(pool, handle) == NULL) return SNW_ERR_EXPIRED;
    const uint32_t slot = handle.slot - 1;
    pool->generations[slot]++; // even: free
    pool->next_free[slot] = pool->first_free;
    pool->first_free = (int32_t)slot;
    pool->count--;
    return SNW_OK;
}
