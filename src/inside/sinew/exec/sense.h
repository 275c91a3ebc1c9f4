// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_SENSE_H
#define SINEW_EXEC_SENSE_H

/// @file
/// What is sensed around the arms: one component of a loop keeps it, all others may read it.

#include "sinew/exec/state.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whoever keeps a map of what is sensed offers it to all components of the loop, at set-up; NULL
/// takes it back. Others read it by snw_exec_sensed().
SNW_SETUP void snw__exec_sense(snw_exec *exec, const snw_sensed *sensed);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_SENSE_H
