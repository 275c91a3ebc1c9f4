// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_RING_H
#define SINEW_OS_RING_H

/// @file
/// Every item in order, from the loop to a service or back, without waiting. Items have a fixed
/// size and are copied in and out. When there is no room the new item is refused and counted.
///
///   snw_ring     one producer,   one consumer: plain loads and stores
///   snw_funnel   many producers, one consumer: at most three atomic additions to push, no loop
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

/// A view of an image that another process or an earlier init laid out. SNW_ERR_ARGUMENT when the
/// block is not aligned, SNW_ERR_VERSION when it is not such an image, SNW_ERR_SIZE when it is not
/// as long as its items need.
SNW_SETUP SNW_NODISCARD snw_status snw_ring_attach(snw_ring *ring, void *image, size_t image_size);

/// Producer: appends a copy. SNW_ERR_FULL counts the item as lost.
SNW_RT SNW_NODISCARD snw_status snw_ring_push(const snw_ring *ring, const void *item);

/// Consumer: takes the oldest item. SNW_NOTHING_NEW leaves `item` unchanged.
SNW_RT SNW_NODISCARD snw_status snw_ring_pop(const snw_ring *ring, void *item);

/// Items inside, exact when the other side rests.
SNW_RT uint64_t snw_ring_count(const snw_ring *ring);

/// Items refused so far.
SNW_RT uint64_t snw_ring_lost(const snw_ring *ring);

/// One side's view of a funnel: the same fields as a ring.
typedef struct snw_funnel {
    // read-only
    void *image;       ///< what all sides share, aligned to SNW_ARENA_ALIGN
    size_t image_size; ///< bytes of it
    size_t size;       ///< bytes of an item
    uint64_t capacity; ///< items that fit, a power of two
    // private
    size_t stride; // bytes from slot to slot
} snw_funnel;

/// As snw_ring_init().
SNW_SETUP SNW_NODISCARD snw_status snw_funnel_init(snw_funnel *funnel, size_t size, int capacity,
                                                   snw_arena *arena);

/// As snw_ring_attach().
SNW_SETUP SNW_NODISCARD snw_status snw_funnel_attach(snw_funnel *funnel, void *image,
                                                     size_t image_size);

/// Any producer: appends a copy in a fixed number of steps. SNW_ERR_FULL counts the item as lost;
/// close to full, that can also happen when another producer is being refused at the same instant.
SNW_RT SNW_NODISCARD snw_status snw_funnel_push(const snw_funnel *funnel, const void *item);

/// Consumer: takes the oldest item; the items of one producer come in the order it pushed them.
/// SNW_NOTHING_NEW leaves `item` unchanged. A producer that was interrupted inside a push holds
/// back the items behind it until it goes on, so give a process that may die its own funnel.
SNW_RT SNW_NODISCARD snw_status snw_funnel_pop(const snw_funnel *funnel, void *item);

/// Items refused so far, of all producers.
SNW_RT uint64_t snw_funnel_lost(const snw_funnel *funnel);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_RING_H
