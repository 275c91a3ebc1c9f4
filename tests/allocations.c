// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "allocations.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>

volatile long allocations, watched_allocations, blocks_taken;
volatile bool allocations_watched;
_Thread_local volatile long thread_allocations;
volatile long allocations_left = -1;
volatile size_t held_bytes, peak_bytes;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// NOLINTBEGIN: the C library has chosen these names
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);
int posix_memalign(void **block, size_t align, size_t size); // hidden where POSIX is not asked for
// NOLINTEND

static void count_call(void) {
    allocations++;
    thread_allocations++;
    if (allocations_watched) watched_allocations++;
}

// the call that is about to be made shall find no memory
static bool call_fails(void) {
    if (!allocations_watched || allocations_left < 0) return false;
    if (allocations_left == 0) return true;
    allocations_left--;
    return false;
}

static void *block_taken(void *block) {
    count_call();
    blocks_taken++;
    if (block != NULL) held_bytes += malloc_usable_size(block);
    if (held_bytes > peak_bytes) peak_bytes = held_bytes;
    return block;
}

static void block_given(void *block) {
    if (block != NULL) held_bytes -= malloc_usable_size(block);
}

void *malloc(size_t size) {
    return block_taken(call_fails() ? NULL : __libc_malloc(size));
}

void *calloc(size_t number, size_t size) {
    return block_taken(call_fails() ? NULL : __libc_calloc(number, size));
}

void *realloc(void *block, size_t size) {
    // both blocks may exist for a moment
    if (held_bytes + size > peak_bytes) peak_bytes = held_bytes + size;
    if (call_fails()) return block_taken(NULL);
    block_given(block);
    return block_taken(__libc_realloc(block, size));
}

void *aligned_alloc(size_t align, size_t size) {
    return block_taken(call_fails() ? NULL : __libc_memalign(align, size));
}

int posix_memalign(void **block, size_t align, size_t size) {
    *block = block_taken(call_fails() ? NULL : __libc_memalign(align, size));
    return *block != NULL ? 0 : ENOMEM;
}

void free(void *block) {
    count_call();
    block_given(block);
    __libc_free(block);
}
#endif
