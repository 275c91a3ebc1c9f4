// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_QUEUE_INSIDE_H
#define SINEW_SRC_QUEUE_INSIDE_H

/// @file
/// What sources and tests of queue share, and nobody outside of it needs.

#include "sinew/queue/move.h"
#include "sinew/queue/via.h"

/// SNW_OK when the motions have ended, SNW_ERR_TIMEOUT after the time limit, else SNW_NOTHING_NEW.
SNW_NODISCARD snw_status snw__move_wait_check(const snw_move_wait *wait,
                                              const snw_move_progress *progress);

/// Removes all points and ends the sequence.
void snw__via_clear(snw_via *via);

#endif // SINEW_SRC_QUEUE_INSIDE_H
