// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_CLOCK_H
#define SINEW_OS_CLOCK_H

/// @file
/// The clocks of the machine, in whole nanoseconds. Only the executive and the services read them:
/// every algorithm is given its time as an argument.

#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Time since an arbitrary start; never goes back and is not set by anybody. The time of the loop.
SNW_RT int64_t snw_clock_now_ns(void);

/// Time since 1970-01-01 00:00 UTC. May jump when the clock of the machine is set: for annotations
/// only.
SNW_RT int64_t snw_clock_realtime_ns(void);

/// Time that the calling thread has spent on a processor.
SNW_RT int64_t snw_clock_thread_cpu_ns(void);

/// Waits until snw_clock_now_ns() is at least `t_ns`, through any number of signals. A time that
/// has passed returns at once. The wait of the loop: an absolute time does not drift.
SNW_RT void snw_clock_sleep_until_ns(int64_t t_ns);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_CLOCK_H
