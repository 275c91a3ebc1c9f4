// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_THREAD_H
#define SINEW_OS_THREAD_H

/// @file
/// Threads, with what a real-time one needs: fixed priority, chosen processors, and a stack whose
/// pages are in memory before the first line runs, with a guard page at its end.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_thread snw_thread;

typedef void snw_thread_fn(void *context);

enum {
    SNW_THREAD_STACK = 1 << 20,       ///< default bytes of stack
    SNW_THREAD_STACK_LEAST = 1 << 17, ///< least bytes of stack
    SNW_THREAD_STACK_MOST = 1 << 30,  ///< most bytes of stack
    SNW_THREAD_PRIORITY_MOST = 99     ///< most urgent real-time priority
};

typedef struct snw_thread_config {
    // public
    const char *name;   ///< what system tools show, cut after 15 bytes; NULL for none
    snw_thread_fn *run; ///< the body
    void *context;      ///< given to the body
    int priority;       ///< 0: ordinary; 1..99: SCHED_FIFO, ahead of everything ordinary
    uint64_t cpus;      ///< bit i: may run on processor i; 0: as the thread that opens it
    size_t stack_size;  ///< bytes at least, rounded up to pages; 0 is SNW_THREAD_STACK
    bool required;      ///< a refused priority or processor is a failure, and the body does not run
} snw_thread_config;

/// An ordinary thread that runs nothing yet: set `run` at least.
SNW_SETUP snw_thread_config snw_thread_defaults(void);

/// Starts a thread. When this returns, its priority and processors are decided.
/// If a request is refused and not `required`, the thread runs without it, the result is SNW_OK,
/// and `why` holds a warning with code SNW_ERR_REALTIME; when all was granted, why->code is SNW_OK.
/// If it is `required`, the result is SNW_ERR_REALTIME. SNW_ERR_ARGUMENT for a config outside its
/// ranges. Asynchronous signals are blocked in the new thread.
SNW_SETUP SNW_NODISCARD snw_status snw_thread_open(snw_thread **thread,
                                                   const snw_thread_config *config, snw_why *why);

/// The real-time priority that was granted, 0 for an ordinary thread.
SNW_SETUP int snw_thread_priority(const snw_thread *thread);

/// Waits for the body to return and frees the thread. `limit_ns` is the longest wait, negative for
/// any length. SNW_ERR_TIMEOUT leaves the thread as it is: call again. NULL is allowed. Call it
/// from one thread only.
SNW_SETUP SNW_NODISCARD snw_status snw_thread_join(snw_thread *thread, int64_t limit_ns);

/// Lets other threads run now.
SNW_SETUP void snw_thread_yield(void);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_THREAD_H
