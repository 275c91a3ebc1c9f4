// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_ALLOCATIONS_H
#define SINEW_TESTS_ALLOCATIONS_H

// Counts what a program takes from the heap and gives back, by standing in for the functions of the
// C library. A sanitizer does the same for its own ends, so in its builds nothing is counted. To be
// included by one source of a program.

#include <stdbool.h>
#include <stddef.h>

// calls of the whole program, and those while they are watched; not every program looks at all
__attribute__((unused)) static long allocations, watched_allocations;
__attribute__((unused)) static bool allocations_watched;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { COUNTING = 1 };

// NOLINTBEGIN: the C library has chosen these names
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);
int posix_memalign(void **block, size_t align, size_t size); // hidden where POSIX is not asked for
// NOLINTEND

static void count_allocation(void) {
    allocations++;
    if (allocations_watched) watched_allocations++;
}

void *malloc(size_t size) {
    count_allocation();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count_allocation();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count_allocation();
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size) {
    count_allocation();
    return __libc_memalign(align, size);
}

int posix_memalign(void **block, size_t align, size_t size) {
    enum { NO_MEMORY = 12 };
    count_allocation();
    *block = __libc_memalign(align, size);
    return *block != NULL ? 0 : NO_MEMORY;
}

void free(void *block) {
    count_allocation();
    __libc_free(block);
}
#else
enum { COUNTING = 0 };
#endif

#endif // SINEW_TESTS_ALLOCATIONS_H
