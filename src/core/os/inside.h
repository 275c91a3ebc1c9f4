// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_OS_INSIDE_H
#define SINEW_SRC_OS_INSIDE_H

/// @file
/// What sources and tests of os share, and nobody outside of it needs.

#include "sinew/os/clock.h"
#include "sinew/os/directory.h"
#include "sinew/os/error.h"
#include "sinew/os/funnel.h"
#include "sinew/os/realtime.h"
#include "sinew/os/ring.h"
#include "sinew/os/socket.h"
#include "sinew/os/sync.h"
#include "sinew/os/thread.h"
#include "sinew/os/triple.h"

/// The step of snw_clock_now_ns(), at least 1.
int64_t snw__clock_resolution_ns(void);

/// The status for an error of the system, ENOENT is SNW_ERR_NOT_FOUND. A number that is not in the
/// table is SNW_ERR_IO; 0 is SNW_OK.
snw_status snw__errno_status(int error);

/// Reads a list of processors as the kernel writes it, "0-2,5": bit i is processor i, those beyond
/// 63 are counted but have no bit. `*count` may be NULL. SNW_ERR_SYNTAX for anything else.
SNW_NODISCARD snw_status snw__cpu_list_parse(const char *text, uint64_t *mask, int *count);

/// A view of an image that another process or an earlier init laid out. SNW_ERR_ARGUMENT when the
/// block is not aligned, SNW_ERR_VERSION when it is not such an image, SNW_ERR_SIZE when it is not
/// as long as its items need.
SNW_NODISCARD snw_status snw__ring_attach(snw_ring *ring, void *image, size_t image_size);

/// As snw__ring_attach().
SNW_NODISCARD snw_status snw__funnel_attach(snw_funnel *funnel, void *image, size_t image_size);

/// The same until snw_clock_now_ns() reaches `t_ns` at most. SNW_OK when the predicate holds, also
/// if it came true only at the end, else SNW_ERR_TIMEOUT.
SNW_NODISCARD snw_status snw__condition_wait_until(snw_condition *condition, snw_mutex *mutex,
                                                   int64_t t_ns, snw_predicate_fn *predicate,
                                                   void *context);

/// Lets one waiter, or all, look at their predicates again. What the predicates read must have been
/// changed with the mutex held.
void snw__condition_wake_one(snw_condition *condition);

/// Number of processors that this process may use, at least 1.
int snw__thread_cpu_count(void);

/// A view of an image that another process or an earlier init laid out. SNW_ERR_ARGUMENT when the
/// block is not aligned, SNW_ERR_VERSION when it is not such an image, SNW_ERR_SIZE when it is not
/// as long as its values need.
SNW_NODISCARD snw_status snw__triple_attach(snw_triple *triple, void *image, size_t image_size);

/// The current directory, absolute.
SNW_NODISCARD snw_status snw__directory_current(char *out, size_t size, snw_why *why);

/// Writes an address as snw_address_parse() reads it.
void snw__address_print(const snw_address *address, char out[SNW_ADDRESS_TEXT]);

#endif // SINEW_SRC_OS_INSIDE_H
