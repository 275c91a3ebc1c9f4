// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/arena.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "sinew/base/assert.h"

snw_arena snw_arena_over(void *block, size_t capacity) {
    SNW_ASSERT((uintptr_t)block % SNW_ARENA_ALIGN == 0);
    // no block has no room, whatever was asked for
    return (snw_arena){.base = block, .capacity = block != NULL ? capacity : 0};
}

void *snw_arena_take(snw_arena *arena, size_t size, size_t align) {
    SNW_ASSERT(align > 0 && (align & (align - 1)) == 0 && align <= SNW_ARENA_ALIGN);

    // once the sum has overflowed it stays at the top, so that no later request can fit
    const size_t padding = (0 - arena->needed) & (align - 1);
    if (padding > SIZE_MAX - arena->needed || size > SIZE_MAX - arena->needed - padding) {
        arena->needed = SIZE_MAX;
        return NULL;
    }
    const size_t start = arena->needed + padding;
    arena->needed = start + size;

    if (arena->base == NULL || arena->needed > arena->capacity) return NULL;
    return memset((unsigned char *)arena->base + start, 0, size);
}

void *snw_arena_take_array(snw_arena *arena, int count, size_t size, size_t align) {
    if (count < 0 || (size > 0 && (size_t)count > SIZE_MAX / size)) {
        arena->needed = SIZE_MAX;
        return NULL;
    }
    return snw_arena_take(arena, (size_t)count * size, align);
}

snw_status snw_arena_status(const snw_arena *arena) {
    if (arena->needed == 0) return SNW_OK;
    const bool fits = arena->needed <= arena->capacity && arena->needed != SIZE_MAX;
    return fits && arena->base != NULL ? SNW_OK : SNW_ERR_MEMORY;
}
