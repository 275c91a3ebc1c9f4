// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_NAMES_H
#define SINEW_BASE_NAMES_H

/// @file
/// Names of links, types and members, and their numbers: look-up in O(1) on average.

#include <stdint.h>

#include "sinew/base/arena.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Names to whole numbers, an open-addressing hash table. The texts stay the caller's.
typedef struct snw_names {
    // read-only
    int count;
    int capacity; ///< names that fit
    // private
    const char **keys; // [slot_count]
    int32_t *ids;      // [slot_count]
    uint32_t *hashes;  // [slot_count]
    int slot_count;    // a power of two, at least twice the capacity
} snw_names;

/// Lays out a table for up to `capacity` names.
SNW_SETUP SNW_NODISCARD snw_status snw_names_init(snw_names *names, int capacity, snw_arena *arena);

/// Adds a name. `name` must outlive the table. SNW_ERR_DUPLICATE leaves the old id in place.
SNW_RT SNW_NODISCARD snw_status snw_names_add(snw_names *names, const char *name, int id);

/// The id of a name, or -1. `probes` may be NULL; else it receives the slots looked at.
SNW_RT int snw_names_find(const snw_names *names, const char *name, int *probes);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_NAMES_H
