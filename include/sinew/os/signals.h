// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_SIGNALS_H
#define SINEW_OS_SIGNALS_H

/// @file
/// Signals of the process as a stop flag.
///
/// There is no signal handler and no global variable: SIGINT, SIGTERM, SIGQUIT and SIGHUP (the end
/// of the terminal) are blocked, and a small thread reads them from a descriptor. Call it first in
/// main(): threads inherit the blocking, and a thread that was started before would still be ended
/// by the signal. Programs started from this one inherit it too.

#include <stdint.h>

#include "sinew/base.h"
#include "sinew/os/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_signals snw_signals;

/// From now on SIGINT, SIGTERM, SIGQUIT and SIGHUP raise `stop` with the number of the signal as
/// the reason, and SIGPIPE and SIGXFSZ (a file beyond its size limit) are ignored: the calls that
/// meet them fail instead. A SIGHUP that the process ignored before (nohup) stays ignored. One at a
/// time in a process. `stop` must outlive `*signals`.
SNW_SETUP SNW_NODISCARD snw_status snw_stop_on_signals(snw_stop *stop, snw_signals **signals,
                                                       snw_why *why);

/// How many of them have arrived. The second one means that the user is impatient.
/// Signals that arrive faster than they are read may count as one.
SNW_SETUP uint32_t snw_signals_count(const snw_signals *signals);

/// Ends the thread and restores what the process did with these signals before. Call it in the
/// thread that called snw_stop_on_signals(). NULL is allowed.
SNW_SETUP void snw_signals_close(snw_signals *signals);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_SIGNALS_H
