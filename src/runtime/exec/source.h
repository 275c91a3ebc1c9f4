// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_SOURCE_H
#define SINEW_SRC_EXEC_SOURCE_H

#include "sinew/exec/stop_source.h"

/// Bits of the word of requests: who requests a stop comes in the same exchange as the stop.
enum { SNW__SOURCE_SHIFT = 16, SNW__REQUEST_BITS = (1 << SNW__SOURCE_SHIFT) - 1 };
#define SNW__SOURCE_BIT(source) (1U << (SNW__SOURCE_SHIFT + (unsigned)(source)))

#endif // SINEW_SRC_EXEC_SOURCE_H
