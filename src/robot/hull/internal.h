// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_HULL_INTERNAL_H
#define SINEW_SRC_HULL_INTERNAL_H

#include "sinew/hull.h"

/// Finds the faces of a hull that a file gave as points.
snw_status snw__hull_prepare(void *shape, snw_setup *setup, snw_why *why);

snw_status snw__hull_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__hull_contains(const void *shape, snw_vec3 p, bool *inside);

#endif // SINEW_SRC_HULL_INTERNAL_H
