// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TEACH_PROGRAMS_H
#define SINEW_TEACH_PROGRAMS_H

/// @file
/// How the programs of a cell ended.

#include "sinew/exec/component.h"

#ifdef __cplusplus
extern "C" {
#endif

/// SNW_ERR_CHECK, with the reason and the step, for a sequence that has failed, that could not be
/// configured, or that has rounds to do and has not done them; with the reason for a cycle of
/// points that has failed. SNW_OK for all other components. While the loop rests.
SNW_SETUP SNW_NODISCARD snw_status snw__program_result(const snw_component *component,
                                                       snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TEACH_PROGRAMS_H
