// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TASK_MAP_H
#define SINEW_TASK_MAP_H

/// @file
/// Parameters that change from step to step, by name: texts, numbers, whole numbers, vectors of
/// both, and further maps. Room for all of it is laid out before; setting and reading allocate
/// nothing. A name has one value of each kind.

#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_MAP_KEY = 32,  ///< bytes of a name, with the final zero
    SNW_MAP_TEXT = 64, ///< bytes of a text
    SNW_MAP_ITEMS = 64 ///< numbers of a vector
};

struct snw_data_map_entry;

/// Caller-owned, no destructor. One thread.
typedef struct snw_data_map {
    // read-only
    int count;         ///< values
    int64_t revisions; ///< how often one was set
    // private
    struct snw_data_map_entry *entries; // [capacity]
    int capacity;
} snw_data_map;

/// Lays out a map for `capacity` values. On an empty arena it measures.
SNW_SETUP SNW_NODISCARD snw_status snw_data_map_init(snw_data_map *map, int capacity,
                                                     snw_arena *arena);

/// Set a value, new or not. SNW_ERR_FULL when there is no room for a new name, SNW_ERR_SIZE for a
/// name, text or vector that is too long, SNW_ERR_NOT_FINITE for a number that is none. A map that
/// is set must stay; SNW_ERR_ARGUMENT for the map itself.
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_text(snw_data_map *map, const char *key,
                                                      const char *text);
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_real(snw_data_map *map, const char *key,
                                                      double value);
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_int(snw_data_map *map, const char *key,
                                                     int64_t value);
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_reals(snw_data_map *map, const char *key,
                                                       const double *values, int count);
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_ints(snw_data_map *map, const char *key,
                                                      const int64_t *values, int count);
SNW_RT SNW_NODISCARD snw_status snw_data_map_set_map(snw_data_map *map, const char *key,
                                                     snw_data_map *value);

/// Read a value; NULL when there is none of this kind by this name. A name may lead through maps:
/// "arm/gains".
SNW_RT const char *snw_data_map_text(const snw_data_map *map, const char *key);
SNW_RT const double *snw_data_map_real(const snw_data_map *map, const char *key);
SNW_RT const int64_t *snw_data_map_int(const snw_data_map *map, const char *key);
SNW_RT const double *snw_data_map_reals(const snw_data_map *map, const char *key, int *count);
SNW_RT const int64_t *snw_data_map_ints(const snw_data_map *map, const char *key, int *count);
SNW_RT snw_data_map *snw_data_map_map(const snw_data_map *map, const char *key);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_MAP_H
