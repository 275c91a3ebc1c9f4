// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PARTS_FAULT_COUNT_H
#define SINEW_TESTS_PARTS_FAULT_COUNT_H

/// Allocations, locks and looks at a clock, counted by standing in for the C library's functions,
/// inside ticks only. A sanitizer does the same for its own ends, so in its builds nothing is
/// counted. The file that includes this one defines _GNU_SOURCE first.

#include <dlfcn.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "allocations.h"
#include "fault_mix.h"

static bool in_tick;
__attribute__((unused)) static long locks, clocks;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*real)(pthread_mutex_t *);
    if (in_tick) locks++;
    if (real == NULL) {
        void *found = dlsym(RTLD_NEXT, "pthread_mutex_lock");
        memcpy(&real, &found, sizeof real);
    }
    return real(mutex);
}

int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    static int (*real)(pthread_rwlock_t *);
    if (in_tick) locks++;
    if (real == NULL) {
        void *found = dlsym(RTLD_NEXT, "pthread_rwlock_rdlock");
        memcpy(&real, &found, sizeof real);
    }
    return real(lock);
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    if (in_tick) clocks++;
    return (int)syscall(SYS_clock_gettime, clock, now);
}
#endif

/// One tick of the mixture, counted.
static void counted_tick(run *r) {
    mix_before(r);
    in_tick = allocations_watched = true;
    mix_tick(r);
    in_tick = allocations_watched = false;
    mix_after(r);
}

/// What drives are told is judged in every tick, whatever happens.
static void judge_mix(run *r) {
    const mix *m = &the_mix;
    const int64_t passed_ns = m->gap_ns <= 10 * (int64_t)MS ? m->late_ns + m->gap_ns : m->late_ns;
    judge_tick(r, 1e-3 * (double)(1 + passed_ns / MS));
}

#endif // SINEW_TESTS_PARTS_FAULT_COUNT_H
