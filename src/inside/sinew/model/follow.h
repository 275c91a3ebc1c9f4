// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_INSIDE_MODEL_FOLLOW_H
#define SINEW_INSIDE_MODEL_FOLLOW_H

/// @file
/// Limits of joints that follow others, imposed on the joints that lead them.

#include "sinew/model/description.h"

/// Narrows position, velocity, acceleration, deceleration and jerk of every leader so that its
/// followers stay within their own limits. A description with other faults stays as it is: they are
/// reported when it is compiled. SNW_ERR_RANGE, with a finding, when no position is left.
SNW_SETUP SNW_NODISCARD snw_status snw__robot_follow_limits(snw_robot *robot, snw_diags *diags);

#endif // SINEW_INSIDE_MODEL_FOLLOW_H
