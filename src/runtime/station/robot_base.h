// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_ROBOT_BASE_H
#define SINEW_SRC_STATION_ROBOT_BASE_H

#include "internal.h"

/// Whether the dynamics of a bare robot can be simulated; what is missing, which drives cannot hold
/// it and which limits are assumed is told. `*chosen` receives whether it is to begin at `start`
/// [nq] because its drives cannot hold it in the middle of its ranges.
bool snw__robot_can_fall(const snw_model *model, const char *file, double *start, bool *chosen,
                         snw_diags *diags);

/// Whether a bare robot stands on wheels or legs, by its model with a fixed base; `reason` receives
/// what was found, such as "it has 4 wheels". A root link named "world" is held.
bool snw__robot_walks(const snw_model *model, char *reason, size_t size);

/// Tells what the base of a bare robot does and how another choice is made. `reason` may be empty.
void snw__robot_tell_base(const char *name, const char *file, const char *reason, bool dynamic,
                          bool unsupported, snw_diags *diags);

#endif // SINEW_SRC_STATION_ROBOT_BASE_H
