// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_TRIPLE_H
#define SINEW_OS_TRIPLE_H

/// @file
/// The newest value of something, from one writer to one reader, neither of which ever waits.
///
/// Three slots: the writer fills one, the reader looks at one, the third changes hands. The reader
/// always gets a whole value, the newest one published before it looked; values in between are
/// overwritten and counted. One buffer per reader.
///
/// Everything shared is in one image without pointers, so it may stand in memory that two processes
/// map at different places; each of them holds its own snw_triple.

#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// One side's view. Constant after init or attach; may be copied and shared by both threads.
typedef struct snw_triple {
    // read-only
    void *image;       ///< what both sides share, aligned to SNW_ARENA_ALIGN
    size_t image_size; ///< bytes of it
    size_t size;       ///< bytes of a value
    // private
    size_t stride; // bytes from slot to slot
} snw_triple;

/// Lays out a buffer for values of `size` bytes, in [1, 2^30]; all slots are zero and nothing is
/// published. SNW_ERR_ARGUMENT for another size.
SNW_SETUP SNW_NODISCARD snw_status snw_triple_init(snw_triple *triple, size_t size,
                                                   snw_arena *arena);

// writer

/// The slot to compose the next value in, aligned to SNW_ARENA_ALIGN. It holds an old value, not
/// necessarily the last. Valid until snw_triple_publish().
SNW_RT void *snw_triple_back(const snw_triple *triple);

/// Makes the composed value the newest.
SNW_RT void snw_triple_publish(const snw_triple *triple);

/// Copies `value` and publishes it.
SNW_RT void snw_triple_write(const snw_triple *triple, const void *value);

// reader

/// Takes the newest value: SNW_OK, or SNW_NOTHING_NEW when none came since the last call.
SNW_RT SNW_NODISCARD snw_status snw_triple_update(const snw_triple *triple);

/// The value last taken, zeros before the first; stays the same until the next update.
SNW_RT const void *snw_triple_front(const snw_triple *triple);

/// Takes and copies the newest value; `value` is unchanged with SNW_NOTHING_NEW.
SNW_RT SNW_NODISCARD snw_status snw_triple_read(const snw_triple *triple, void *value);

// both

/// Values published so far.
SNW_RT uint64_t snw_triple_written(const snw_triple *triple);

/// Of these, values that a newer one replaced before the reader came. When both sides rest, written
/// is read plus overwritten plus one if a value waits.
SNW_RT uint64_t snw_triple_overwritten(const snw_triple *triple);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_TRIPLE_H
