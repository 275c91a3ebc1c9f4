// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_OS_IMAGE_H
#define SINEW_SRC_OS_IMAGE_H

/// @file
/// What the shared images of triple.c, ring.c and mailbox.c have in common: a first cache line that
/// says what the image is and never changes, then lines that each have one writer, then slots.
///
/// Each view keeps its own copy of the sizes and takes every index from the image modulo the number
/// of slots. So a peer that has gone wrong can spoil the values, but cannot lead us out of the
/// image.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

enum { SNW__LINE = SNW_ARENA_ALIGN };

/// Most bytes of an item and most items: the product stays far below SIZE_MAX.
#define SNW__IMAGE_MOST ((uint64_t)1 << 30)

/// The first line of every image.
typedef struct snw__image_head {
    uint64_t kind;   // "what" as eight letters, with the version of the layout
    uint64_t size;   // bytes of a value, an item or a request
    uint64_t second; // items, or bytes of an answer; 0 in a triple buffer
} snw__image_head;

/// Rounds up to whole steps; `step` is a power of two.
static inline size_t snw__round_up(size_t bytes, size_t step) {
    return (bytes + step - 1) & ~(step - 1);
}

/// True for a size or a count that an image can have.
static inline bool snw__image_fits(uint64_t number) {
    return number >= 1 && number <= SNW__IMAGE_MOST;
}

/// Reads the head of a block that is said to be an image of `kind`.
static inline snw_status snw__image_open(const void *image, size_t image_size, uint64_t kind,
                                         snw__image_head *head) {
    if (!image || (uintptr_t)image % SNW__LINE != 0) return SNW_ERR_ARGUMENT;
    if (image_size < sizeof *head) return SNW_ERR_SIZE;
    *head = *(const snw__image_head *)image;
    return head->kind == kind ? SNW_OK : SNW_ERR_VERSION;
}

#endif // SINEW_SRC_OS_IMAGE_H
