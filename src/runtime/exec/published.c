// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/exec/order.h"

// A counter that is odd while the memory is written (a sequence lock; Boehm 2012, "Can seqlocks get
// along with programming language memory models?"). Every word is an atomic of its own, stored with
// release and loaded with acquire: whoever saw a word of a newer write sees its counter too.

enum { TRIES = 1000 }; // a write takes microseconds, and comes now and then

snw_status snw_published_init(snw_published *published, size_t size, snw_arena *arena) {
    *published = (snw_published){.size = size};
    published->words = SNW_ARENA_ARRAY(arena, uint64_t, (int)((size + 7) / 8));
    const snw_status status = snw_arena_status(arena);
    if (status == SNW_OK) memset(published->words, 0, (size + 7) / 8 * 8);
    return status;
}

void snw_published_write(snw_published *published, size_t offset, const void *from, size_t size) {
    SNW_ASSERT(offset % 8 == 0 && offset + size <= published->size);
    const unsigned char *bytes = from;
    const uint64_t version = published->version;
    __atomic_store_n(&published->version, version + 1, __ATOMIC_RELAXED);
    for (size_t at = 0; at < size; at += 8) {
        uint64_t *place = &published->words[(offset + at) / 8];
        uint64_t word = *place;
        memcpy(&word, bytes + at, size - at < 8 ? size - at : 8);
        __atomic_store_n(place, word, __ATOMIC_RELEASE);
    }
    __atomic_store_n(&published->version, version + 2, __ATOMIC_RELEASE);
}

static bool read_once(const snw_published *published, size_t offset, void *to, size_t size) {
    unsigned char *bytes = to;
    const uint64_t before = __atomic_load_n(&published->version, __ATOMIC_ACQUIRE);
    if (before % 2 != 0) return false;
    for (size_t at = 0; at < size; at += 8) {
        const uint64_t word =
            __atomic_load_n(&published->words[(offset + at) / 8], __ATOMIC_ACQUIRE);
        memcpy(bytes + at, &word, size - at < 8 ? size - at : 8);
    }
    return __atomic_load_n(&published->version, __ATOMIC_RELAXED) == before;
}

snw_status snw_published_read(const snw_published *published, size_t offset, void *to,
                              size_t size) {
    SNW_ASSERT(offset % 8 == 0 && offset + size <= published->size);
    for (int i = 0; i < TRIES; i++) {
        if (read_once(published, offset, to, size)) return SNW_OK;
    }
    return SNW_ERR_STATE;
}
