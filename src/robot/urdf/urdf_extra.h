// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_URDF_EXTRA_H
#define SINEW_SRC_URDF_URDF_EXTRA_H

/// @file
/// Elements that were kept as text, found again by the element that they stood in.

#include "sinew/urdf/urdf.h"

typedef struct snw__kept {
    const char *owner, *text;
    uint64_t hash; // of the owner
} snw__kept;

struct snw_urdf_extra {
    snw__kept *items; // [count] in the order of the file
    int *by_owner;    // [count] sorted by hash, then order
    int count, room;
    const char *spaces; // the name spaces that the root element declares, as attributes
};

/// FNV-1a (Fowler, Noll, Vo) over a text.
uint64_t snw__hash(uint64_t hash, const char *text);
#define SNW__HASH_START UINT64_C(14695981039346656037)

/// A new, empty list, or NULL.
snw_urdf_extra *snw__extra_new(snw_setup *setup);

/// Adds an element; false when memory is exhausted.
bool snw__extra_add(snw_urdf_extra *extra, const char *owner, const char *text, size_t length,
                    snw_setup *setup);

/// Prepares snw__extra_next(); false when memory is exhausted.
bool snw__extra_sort(snw_urdf_extra *extra, snw_setup *setup);

/// The next element of an owner after `*cursor`, which begins as -1; NULL when there is none.
const char *snw__extra_next(const snw_urdf_extra *extra, const char *owner, int *cursor);

#endif // SINEW_SRC_URDF_URDF_EXTRA_H
