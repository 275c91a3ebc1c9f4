// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_GUARD_INSIDE_H
#define SINEW_SRC_GUARD_INSIDE_H

/// @file
/// What sources and tests of guard share, and nobody outside of it needs.

#include "sinew/guard/stop.h"

/// As after power-up: latched with class S1. Buttons count as pressed until a tick shows them
/// released, so that one that is held, or stuck, is no edge.
void snw__stop_machine_reset(snw_stop_machine *machine);

bool snw__stop_machine_follows(const snw_stop_machine *machine);

#endif // SINEW_SRC_GUARD_INSIDE_H
