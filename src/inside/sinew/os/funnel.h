// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_FUNNEL_H
#define SINEW_OS_FUNNEL_H

/// @file
/// A ring with many producers and one consumer: at most three atomic additions to push, no loop.

#include "sinew/os/ring.h"

#ifdef __cplusplus
extern "C" {
#endif

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

#endif // SINEW_OS_FUNNEL_H
