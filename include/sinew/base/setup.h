// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_BASE_SETUP_H
#define SINEW_BASE_SETUP_H

/// @file
/// The growing arena of loaders. A loader does not know sizes before it has read the file, so it
/// builds here, on the heap, with blocks that may grow. All of it is freed at once.

#include "sinew/base/arena.h"
#include "sinew/base/attributes.h"
#include "sinew/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_setup snw_setup;

/// A new, empty set-up arena that refuses to grow beyond `limit` bytes. NULL when out of memory.
SNW_SETUP SNW_NODISCARD snw_setup *snw_setup_create(size_t limit);

/// Frees all blocks. NULL is allowed.
SNW_SETUP void snw_setup_destroy(snw_setup *setup);

/// A zeroed block, or NULL when memory or the limit is exhausted; then snw_setup_status() fails
/// and every later call returns NULL too, so that a loader may check once, at the end.
SNW_SETUP void *snw_setup_take(snw_setup *setup, size_t size, size_t align);

/// Makes a block of this arena larger (zeroed behind the old content) and returns its new place.
/// Pointers to it are the caller's to update. A NULL block is a new one. On failure it returns NULL
/// and the old block stays valid.
SNW_SETUP void *snw_setup_grow(snw_setup *setup, void *block, size_t size, size_t align);

/// Makes a block smaller in place; the newest one gives its end back. A size that is not smaller
/// changes nothing.
SNW_SETUP void snw_setup_shrink(snw_setup *setup, void *block, size_t size);

/// A copy of a text.
SNW_SETUP char *snw_setup_text(snw_setup *setup, const char *text, size_t length);

/// SNW_OK, or SNW_ERR_MEMORY once any request has failed.
SNW_SETUP SNW_NODISCARD snw_status snw_setup_status(const snw_setup *setup);

/// Bytes held now, in all blocks.
SNW_SETUP size_t snw_setup_size(const snw_setup *setup);

#ifdef __cplusplus
}
#endif

#endif // SINEW_BASE_SETUP_H
