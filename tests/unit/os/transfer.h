// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_UNIT_OS_TRANSFER_H
#define SINEW_TESTS_UNIT_OS_TRANSFER_H

/// @file
/// Values that show when they are torn, and memory of an exact size, for the tests of triple
/// buffers, rings and mailboxes. Include it after check.h.

#include <stdlib.h>
#include <string.h>

#include "sinew/os/thread.h"

enum { TRANSFER_WORDS = 9 };

/// A number, who sent it, and words that follow from both. 72 bytes: more than a cache line.
typedef struct transfer {
    uint64_t number; // from 1
    uint64_t sender;
    uint64_t words[TRANSFER_WORDS - 2];
} transfer;

__attribute__((unused)) static transfer transfer_make(uint64_t number, uint64_t sender) {
    transfer t = {.number = number, .sender = sender};
    for (uint64_t i = 0; i < TRANSFER_WORDS - 2; i++) {
        t.words[i] = (number + (i << 56)) * UINT64_C(0x9E3779B97F4A7C15) ^ sender;
    }
    return t;
}

__attribute__((unused)) static bool transfer_is_whole(const transfer *t) {
    const transfer expected = transfer_make(t->number, t->sender);
    return memcmp(t, &expected, sizeof expected) == 0;
}

/// A block of exactly `size` bytes, aligned as arenas want it, so that the sanitizer sees an access
/// beyond. Free it with free().
__attribute__((unused)) static void *transfer_block(size_t size) {
    void *block = NULL;
    if (posix_memalign(&block, SNW_ARENA_ALIGN, size > 0 ? size : 1) != 0) abort();
    return block;
}

__attribute__((unused)) static snw_thread *transfer_start(snw_thread_fn *run, void *context) {
    snw_thread_config config = snw_thread_defaults();
    config.run = run;
    config.context = context;
    snw_thread *thread = NULL;
    CHECK(snw_thread_open(&thread, &config, NULL) == SNW_OK);
    return thread;
}

#endif // SINEW_TESTS_UNIT_OS_TRANSFER_H
