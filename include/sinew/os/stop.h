// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_STOP_H
#define SINEW_OS_STOP_H

/// @file
/// A flag that is raised once and stays up: how threads are asked to end.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Caller-owned; all zero is a flag that is down. Any thread may use it.
typedef struct snw_stop {
    // private
    uint64_t word; // the reason, 0 while the flag is down
} snw_stop;

/// Raises the flag. The first call decides the reason (0 counts as 1) and returns true; later ones
/// change nothing and return false. What the caller wrote before is seen by whoever sees the flag.
SNW_RT bool snw_stop_ask(snw_stop *stop, uint32_t reason);

/// The reason, or 0 while the flag is down.
SNW_RT uint32_t snw_stop_asked(const snw_stop *stop);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_STOP_H
