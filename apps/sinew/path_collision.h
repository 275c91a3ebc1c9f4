// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PATH_COLLISION_H
#define SINEW_APPS_PATH_COLLISION_H

/// @file
/// What is in the way of a path.

#include "path_arm.h"
#include "path_input.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Sweeps a path of the arm's joints, with all that the arm carries, while all else is where the
/// cell starts. SNW_DONE when two bodies come nearer than the rules of the cell allow, or into
/// contact where it has none (`*enforced` is false then): the first place is in `found`.
SNW_NODISCARD snw_status path_sweep(const path_arm *a, const path_pieces *pieces, snw_why *found,
                                    bool *enforced, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PATH_COLLISION_H
