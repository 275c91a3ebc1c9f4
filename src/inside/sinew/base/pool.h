// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_POOL_H
#define SINEW_BASE_POOL_H

/// @file
/// Objects that come and go while the loop runs, from a fixed number of slots. A handle carries the
/// generation of its slot, so a handle to a returned object is noticed instead of followed.

#include <stdint.h>

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names an object without owning it. All zero is no object.
typedef struct snw_handle {
    uint32_t slot;       ///< from 1
    uint32_t generation; ///< odd while the object lives
} snw_handle;

/// Caller-owned pool of equal slots; one thread.
typedef struct snw_pool {
    // read-only
    int count;    ///< objects alive
    int capacity; ///< slots
    // private
    unsigned char *objects; // [capacity * stride]
    size_t size, stride;
    uint32_t *generations; // [capacity]
    int32_t *next_free;    // [capacity]
    int32_t first_free;
} snw_pool;

/// Lays out `capacity` slots for objects of `size` bytes.
SNW_SETUP SNW_NODISCARD snw_status snw_pool_init(snw_pool *pool, int capacity, size_t size,
                                                 snw_arena *arena);

/// A zeroed object; `*handle` names it. NULL when all slots are in use.
SNW_RT void *snw_pool_take(snw_pool *pool, snw_handle *handle);

/// The object, or NULL when it was returned (also if its slot holds another one by now).
SNW_RT void *snw_pool_get(const snw_pool *pool, snw_handle handle);

/// Gives the object back. SNW_ERR_EXPIRED when that was done already.
SNW_RT SNW_NODISCARD snw_status snw_pool_return(snw_pool *pool, snw_handle handle);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_POOL_H
