// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_LOOP_WATCH_H
#define SINEW_TESTS_LOOP_WATCH_H

/// @file
/// What the control thread of a loop in real time costs itself, asked from inside of it in every
/// tick: page faults, calls of the heap, and waits. None of these depends on how busy the machine
/// is. Include it first, and define _GNU_SOURCE before.
///
/// A thread that only sleeps until its next tick gives the processor away at most once in a tick.
/// Whoever waits for somebody else (a lock, a pipe, a client) does so more often. A cycle is late
/// when the tick before it was more than two periods ago. That is excused when the thread used less
/// than half of a period of the processor in that time and did not wait a second time: then it was
/// ready, and the machine did not run it. Else the cycle is missed.

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#include "allocations.h"

typedef struct loop_watch {
    // set before
    int64_t period_ns;
    int64_t warm; ///< ticks that are not counted: pages are touched, caches are filled
    // of the control thread; read them when it has ended, or by way of an atomic
    int64_t ticks; ///< counted ones
    long faults, heap_calls, waits;
    int64_t late, missed;
    int64_t longest_ns; ///< between two ticks
    // private
    pthread_t thread;
    int64_t seen;
    long faults_before, heap_before, switches_before;
    int64_t now_ns, cpu_ns;
    long switches;
} loop_watch;

__attribute__((unused)) static int64_t loop_watch_clock(clockid_t clock) {
    struct timespec t = {0};
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

// a cycle that came after the tick before it, with what the thread did in between
__attribute__((unused)) static void loop_watch_judge(loop_watch *w, int64_t now_ns, int64_t cpu_ns,
                                                     long switches) {
    const int64_t between = now_ns - w->now_ns;
    if (between > w->longest_ns) w->longest_ns = between;
    if (between <= 2 * w->period_ns) return;
    w->late++;
    const bool worked = cpu_ns - w->cpu_ns > w->period_ns / 2;
    const bool waited = switches - w->switches > 1;
    if (worked || waited) w->missed++;
}

/// Once per tick, in the control thread. Ticks of another thread, as those by which an arm comes to
/// rest when a station is closed, are not counted.
__attribute__((unused)) static void loop_watch_tick(loop_watch *w) {
    struct rusage usage;
    if (w->seen > 0 && !pthread_equal(w->thread, pthread_self())) return;
    w->thread = pthread_self();
    if (getrusage(RUSAGE_THREAD, &usage) != 0) return;
    const int64_t now_ns = loop_watch_clock(CLOCK_MONOTONIC);
    const int64_t cpu_ns = loop_watch_clock(CLOCK_THREAD_CPUTIME_ID);
    const long faults = usage.ru_minflt + usage.ru_majflt, heap = thread_allocations;
    w->seen++;
    if (w->seen <= w->warm) {
        w->faults_before = faults;
        w->heap_before = heap;
        w->switches_before = usage.ru_nvcsw;
    } else {
        loop_watch_judge(w, now_ns, cpu_ns, usage.ru_nvcsw);
        w->faults = faults - w->faults_before;
        w->heap_calls = heap - w->heap_before;
        // beyond the one sleep of each tick
        const long switches = usage.ru_nvcsw - w->switches_before;
        const long allowed = (long)(w->seen - w->warm);
        w->waits = switches > allowed ? switches - allowed : 0;
        __atomic_store_n(&w->ticks, w->seen - w->warm, __ATOMIC_RELEASE);
    }
    w->now_ns = now_ns;
    w->cpu_ns = cpu_ns;
    w->switches = usage.ru_nvcsw;
}

__attribute__((unused)) static int64_t loop_watch_ticks(loop_watch *w) {
    return __atomic_load_n(&w->ticks, __ATOMIC_ACQUIRE);
}

/// No page fault, no call of the heap, no wait. Only without a sanitizer: its memory is not locked,
/// and a thread that takes a page may have to wait for the kernel.
__attribute__((unused)) static bool loop_watch_is_clean(const loop_watch *w) {
    return w->faults == 0 && w->heap_calls == 0 && w->waits == 0;
}

#endif // SINEW_TESTS_LOOP_WATCH_H
