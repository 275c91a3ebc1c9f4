// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_RPY_H
#define SINEW_SRC_URDF_RPY_H

/// @file
/// Rotations in files are three angles, in memory nine numbers. Here is what makes the way through
/// a file exact: every rotation that is read is one that some angles give bit for bit, and the
/// writer finds such angles.

#include "sinew/math.h"

/// The rotation of these angles, without negative zeros.
snw_mat3 snw__rotation_of(snw_rpy angles);

/// Angles that give exactly R, and of those near each other the ones with the fewest digits; false
/// when none were found, then they give R to rounding.
bool snw__rpy_of(snw_mat3 R, bool shortest, snw_rpy *angles);

/// The rotation nearest to R that has exact angles: R itself, or off by rounding.
snw_mat3 snw__rotation_settle(snw_mat3 R);

#endif // SINEW_SRC_URDF_RPY_H
