// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_UNIT_H
#define SINEW_AXIS_UNIT_H

/// @file
/// Units of numbers that an arm has one of for each axis. Their fields have no unit of their own,
/// since an axis turns or slides; the help ends in both: "[rad or m]".

#include "sinew/axis/arm.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The unit of item `index` of a field that has as many as the arm has axes; that of the field
/// where it has one, and "" where nothing is known.
const char *snw__axis_unit(const snw_field *field, const snw_arm *arm, int index);

#ifdef __cplusplus
}
#endif

#endif // SINEW_AXIS_UNIT_H
