// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_ARENA_H
#define SINEW_BASE_ARENA_H

/// @file
/// Memory of caller-owned objects: one block, handed out from the front, never given back.
///
/// Every snw_x_init() takes its memory from an arena. Run on an empty arena it fails with
/// SNW_ERR_MEMORY and arena.needed is the number of bytes to supply, so a layout is written once:
///
///     snw_arena arena = {0};
///     SNW_IGNORE(snw_x_init(&x, &arena));                // measures
///     arena = snw_arena_over(block, arena.needed);
///     status = snw_x_init(&x, &arena);                   // lays out

#include <stddef.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Alignment that a block must have so that `needed` is exact: a cache line, and the widest vector.
#define SNW_ARENA_ALIGN 64

typedef struct snw_arena {
    // public
    void *base;      ///< start of the block, aligned to SNW_ARENA_ALIGN; NULL only measures
    size_t capacity; ///< bytes in the block
    // read-only
    size_t needed; ///< bytes asked for so far, rounded for alignment; exact even after a failure
} snw_arena;

/// An arena over a block of the caller's. `block` must be aligned to SNW_ARENA_ALIGN; NULL has no
/// room, so that an allocation that failed becomes SNW_ERR_MEMORY of whatever is laid out in it.
SNW_RT snw_arena snw_arena_over(void *block, size_t capacity);

/// Takes `size` bytes aligned to `align` (a power of two, at most SNW_ARENA_ALIGN), set to zero.
/// Returns NULL when they do not fit, and counts them in `needed` all the same. A size that would
/// overflow makes `needed` SIZE_MAX for good.
SNW_RT void *snw_arena_take(snw_arena *arena, size_t size, size_t align);

/// Takes `count` items of `size` bytes; negative counts and products that overflow fail.
SNW_RT void *snw_arena_take_array(snw_arena *arena, int count, size_t size, size_t align);

/// SNW_OK if everything taken so far fitted, else SNW_ERR_MEMORY.
SNW_RT SNW_NODISCARD snw_status snw_arena_status(const snw_arena *arena);

#ifdef __cplusplus
}
#define SNW_ARENA_ALIGNOF(type) alignof(type)
#else
#define SNW_ARENA_ALIGNOF(type) _Alignof(type)
#endif

/// An array of `count` zeroed items, or NULL.
#define SNW_ARENA_ARRAY(arena, type, count)                                                        \
    ((type *)snw_arena_take_array((arena), (count), sizeof(type), SNW_ARENA_ALIGNOF(type)))

#endif // SINEW_BASE_ARENA_H
