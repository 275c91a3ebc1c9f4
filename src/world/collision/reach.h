// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_COLLISION_REACH_H
#define SINEW_COLLISION_REACH_H

#include "internal.h"

/// The largest distance of a link's origin from the origin of its parent, within the limits of its
/// joint; infinite where a way has none.
double snw__joint_step(const snw_model *model, int index);

#endif // SINEW_COLLISION_REACH_H
