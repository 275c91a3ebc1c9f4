// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_PLAUSIBLE_H
#define SINEW_MODELIO_PLAUSIBLE_H

/// @file
/// What is legal in a model but hardly meant.

#include "sinew/document/file.h"
#include "sinew/model/description.h"
#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds a finding, with the place `path`, for each number of a good robot that is not one of an
/// arm: masses and moments of inertia in other units, limits in degrees or millimetres, joints far
/// from their parents, shapes of primitive kinds that are huge or tiny. So do names that two frames
/// share or that a command line cannot hold, and, as news, joints that carry no mass or have no
/// limit of velocity or acceleration. `model` is compiled from `robot`. Findings are warnings, with
/// SNW_STRICT errors.
SNW_SETUP void snw_robot_check_plausible(const snw_robot *robot, const snw_model *model,
                                         const char *path, snw_strictness strictness,
                                         snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODELIO_PLAUSIBLE_H
