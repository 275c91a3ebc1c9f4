// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_TEACH_INSIDE_H
#define SINEW_SRC_TEACH_INSIDE_H

/// @file
/// What sources and tests of teach share, and nobody outside of it needs.

#include "sinew/teach/points.h"

/// True for a name that a point may have: 1 to 63 letters, digits, "_", "." or "-", and none of the
/// words all, joint, line and times.
bool snw__point_name_is_good(const char *name);

/// Writes one, whole or not at all. Every number comes back bit for bit.
SNW_NODISCARD snw_status snw__point_file_write(const char *file, const char *arm,
                                               const snw_point *points, int count, snw_why *why);

#endif // SINEW_SRC_TEACH_INSIDE_H
