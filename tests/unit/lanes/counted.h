// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LANES_COUNTED_H
#define SINEW_TESTS_LANES_COUNTED_H

/// @file
/// Counts the calls of malloc, calloc and realloc of this program, by standing in front of the C
/// library's. Not under a sanitizer, which stands there itself: there the count stays 0.

#include <stddef.h>

static long counted_calls;

__attribute__((unused)) static long counted_allocations(void) {
    return counted_calls;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTED_OFF
#endif
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) &&       \
    !defined(COUNTED_OFF)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

void *malloc(size_t size) {
    counted_calls++;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    counted_calls++;
    return __libc_calloc(count, size);
}

void *realloc(void *block, size_t size) {
    counted_calls++;
    return __libc_realloc(block, size);
}
#endif

#endif // SINEW_TESTS_LANES_COUNTED_H
