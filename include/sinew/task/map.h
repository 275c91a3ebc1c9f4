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

#ifdef __cplusplus
}
#endif

#endif // SINEW_TASK_MAP_H
