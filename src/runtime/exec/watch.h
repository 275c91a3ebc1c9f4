// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_WATCH_H
#define SINEW_SRC_EXEC_WATCH_H

/// @file
/// Is the loop alive? A judgement from outside, by a counter that the loop moves on. Pure: time is
/// given, so that a thread or a process of its own can use it, and a test without waiting.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"

/// One watch. All zero but limit_ns is one that has not looked yet.
typedef struct snw__watch {
    // public
    int64_t limit_ns; ///< longest silence that is allowed
    // read-only
    bool silent; ///< the silence has been too long, and goes on
    // private
    int64_t last_ns;    // of the last look
    int64_t since_ns;   // since when the counter is the same
    uint64_t heartbeat; // as seen then
} snw__watch;

/// One look at the counter. Returns true once for each silence that becomes too long: after
/// limit_ns, and at most one look later. A watch that did not look for longer than limit_ns begins
/// anew, since it cannot tell who was stopped.
SNW_RT bool snw__watch_look(snw__watch *watch, uint64_t heartbeat, int64_t now_ns);

#endif // SINEW_SRC_EXEC_WATCH_H
