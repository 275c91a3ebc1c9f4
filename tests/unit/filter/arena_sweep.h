// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_FILTER_ARENA_SWEEP_H
#define SINEW_TESTS_FILTER_ARENA_SWEEP_H

/// @file
/// Runs an init at every capacity from nothing to what it needs.

#include <string.h>

#include "sinew/base/arena.h"

#include "check.h"

/// Lays an object out in the arena.
typedef snw_status sweep_fn(void *object, snw_arena *arena);

enum { SWEEP_MARGIN = 64 };

/// Expects SNW_ERR_MEMORY below `needed` and SNW_OK there, and nothing written beyond the capacity.
/// Returns the block in which the object now lives, for the caller to free.
__attribute__((unused)) static void *sweep_arena(sweep_fn *init, void *object) {
    snw_arena measure = {0};
    CHECK(init(object, &measure) == SNW_ERR_MEMORY);
    const size_t needed = measure.needed;
    CHECK(needed > 0);
    for (size_t capacity = 0;; capacity++) {
        const size_t size = (capacity + 63) / 64 * 64 + SWEEP_MARGIN;
        unsigned char *block = aligned_alloc(SNW_ARENA_ALIGN, size);
        if (!block) abort();
        memset(block, 0xA5, size);
        snw_arena arena = snw_arena_over(block, capacity);
        CHECK(init(object, &arena) == (capacity < needed ? SNW_ERR_MEMORY : SNW_OK));
        CHECK(arena.needed == needed);
        for (size_t i = capacity; i < size; i++)
            CHECK(block[i] == 0xA5);
        if (capacity == needed) return block;
        free(block);
    }
}

#endif // SINEW_TESTS_FILTER_ARENA_SWEEP_H
