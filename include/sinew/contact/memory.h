// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_MEMORY_H
#define SINEW_CONTACT_MEMORY_H

/// @file
/// What the contacts of two bodies remember from step to step, though their points move, appear and
/// vanish: without it a point that is new would carry no load along the surface, and a part that is
/// held would creep. And where friction acts in a face, so that its torque about the normal is that
/// of an even pressure.

#include <stdint.h>

#include "sinew/base.h"
#include "sinew/contact/problem.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_CONTACT_FACE = 16 }; ///< points of one pair of shapes at most

struct snw__patch_memory;

/// Memories of pairs of shapes, found by a key. Caller-owned.
typedef struct snw_contact_memories {
    // read-only
    int room;  ///< pairs
    int count; ///< pairs that touched in the last step
    // private
    struct snw__patch_memory *now, *next;
    int *table; ///< [2 * room rounded up to a power of two] place by key, -1: none
    int table_size, next_count;
} snw_contact_memories;

/// Room for so many pairs of shapes that touch at the same time.
SNW_SETUP SNW_NODISCARD snw_status snw_contact_memories_init(snw_contact_memories *memories,
                                                             int room, snw_arena *arena);

/// Gives each of the points of one pair of shapes, which have one normal, what it remembers: that
/// of the nearest old point, if it is near compared to the patch, else what all old points together
/// say. Old points rode with body b, whose pose is T. Points of a pair that did not touch before
/// begin anew. `rub` is set too: corners of a face, which are given in order, are drawn towards the
/// centre of pressure by the mean distance over the area to that of the corners. At most
/// SNW_CONTACT_FACE points.
SNW_RT void snw_contact_recall(const snw_contact_memories *memories, uint64_t pair, snw_pose T,
                               snw_contact_point *points, int count);

/// Keeps what the points of a pair remember after the step. Once for each pair; a pair without load
/// is forgotten. SNW_ERR_FULL without room.
SNW_RT SNW_NODISCARD snw_status snw_contact_keep(snw_contact_memories *memories, uint64_t pair,
                                                 snw_pose T, const snw_contact_point *points,
                                                 int count);

/// After all pairs of a step were kept: what was not kept is forgotten.
SNW_RT void snw_contact_keep_end(snw_contact_memories *memories);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CONTACT_MEMORY_H
