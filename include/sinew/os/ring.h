// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_RING_H
#define SINEW_OS_RING_H

/// @file
/// Every item in order, from the loop to a service or back, without waiting. Items have a fixed
/// size and are copied in and out. When there is no room the new item is refused and counted.
/// One producer, one consumer: plain loads and stores.
///
/// As with snw_triple, all that is shared is in one image without pointers; a view is constant.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One side's view of a ring. Constant after init or attach; may be copied and shared.
typedef struct snw_ring {
    // read-only
    void *image;       ///< what both sides share, aligned to SNW_ARENA_ALIGN
    size_t image_size; ///< bytes of it
    size_t size;       ///< bytes of an item
    uint64_t capacity; ///< items that fit, a power of two
    // private
    size_t stride; // bytes from slot to slot
} snw_ring;

/// Lays out a ring for items of `size` bytes, in [1, 2^30], that holds at least `capacity` items,
/// in [1, 2^30]; the capacity is rounded up to a power of two. SNW_ERR_ARGUMENT outside the ranges.
SNW_SETUP SNW_NODISCARD snw_status snw_ring_init(snw_ring *ring, size_t size, int capacity,
                                                 snw_arena *arena);

/// Producer: appends a copy. SNW_ERR_FULL counts the item as lost.
SNW_RT SNW_NODISCARD snw_status snw_ring_push(const snw_ring *ring, const void *item);

/// Consumer: takes the oldest item. SNW_NOTHING_NEW leaves `item` unchanged.
SNW_RT SNW_NODISCARD snw_status snw_ring_pop(const snw_ring *ring, void *item);

/// Items inside, exact when the other side rests.
SNW_RT uint64_t snw_ring_count(const snw_ring *ring);

/// Items refused so far.
SNW_RT uint64_t snw_ring_lost(const snw_ring *ring);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_RING_H
