// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_TRIGGER_H
#define SINEW_EXEC_TRIGGER_H

/// @file
/// Updates of components without a period.

#include "internal.h"

enum { SNW__TRIGGERS_A_TICK = 64 }; ///< updates of one component at most

/// How many updates a component owes in this tick.
uint64_t snw__exec_triggers(const snw__slot *slot);

/// An event: triggers those that have this component as a peer.
void snw__exec_trigger_users(const snw__slot *slot);

#endif // SINEW_EXEC_TRIGGER_H
