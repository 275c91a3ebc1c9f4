// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_EXEC_INSIDE_H
#define SINEW_SRC_EXEC_INSIDE_H

/// @file
/// What sources and tests of exec share, and nobody outside of it needs.

#include "sinew/exec/component.h"
#include "sinew/exec/state.h"

/// Values that a queue had no room for.
uint64_t snw__port_lost(const snw_component *self, int port);

/// Attaches something by snw_system_attach(). When its name is that of a floating member, that
/// member follows the link from now on. Refused, with the reason, also when the member is fixed or
/// driven, and when the one that shall hold is itself held: those would have two masters. What is
/// attached to a driven member is told to its laws and drives at the next tick.
SNW_NODISCARD snw_status snw__exec_attach(snw_exec *exec, const snw_attaching *what, snw_why *why);

#endif // SINEW_SRC_EXEC_INSIDE_H
