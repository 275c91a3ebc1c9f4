// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_OS_WAKEFUL_H
#define SINEW_OS_WAKEFUL_H

/// @file
/// What a loop asks of the machine before it starts.

#include <stddef.h>

#include "sinew/base/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Touches every page of a block, so that it is in memory from now on; the content stays. Call it
/// before other threads use the block.
SNW_SETUP void snw_memory_prefault(void *block, size_t size);

/// Keeps the processors of the machine from sleeping deeply, so that a thread wakes up at once.
/// Returns a token for snw_wakeful_end(), or -1 when the system does not allow it: it needs the
/// right to write /dev/cpu_dma_latency.
SNW_SETUP int snw_wakeful_begin(void);

/// Lets them sleep again. -1 is allowed.
SNW_SETUP void snw_wakeful_end(int token);

#ifdef __cplusplus
}
#endif

#endif // SINEW_OS_WAKEFUL_H
