// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_ALLOCATIONS_H
#define SINEW_TESTS_ALLOCATIONS_H

// Counts what a program takes from the heap and gives back, by standing in for the functions of the
// C library (allocations.c, in every test program). A sanitizer does the same for its own ends, so
// in its builds nothing is counted.

#include <stdbool.h>
#include <stddef.h>

// All are volatile, because a compiler may take it for granted that malloc changes none of them.

// calls of the whole program, and those while they are watched
extern volatile long allocations, watched_allocations;
extern volatile bool allocations_watched;

// calls of the thread that reads it
extern _Thread_local volatile long thread_allocations;

// watched calls for memory that still succeed; negative for all
extern volatile long allocations_left;

// calls without those of free
extern volatile long blocks_taken;

// bytes that are out, and the most that were
extern volatile size_t held_bytes, peak_bytes;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { COUNTING = 1 };
#else
enum { COUNTING = 0 };
#endif

#endif // SINEW_TESTS_ALLOCATIONS_H
