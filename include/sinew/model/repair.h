// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_REPAIR_H
#define SINEW_MODEL_REPAIR_H

/// @file
/// Mass properties that no body can have, and the nearest ones that a body has.

#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Replaces moments that no body can have by the nearest ones: those whose second moments of mass,
/// tr(I)/2 E - I, are nearest by the sum of squares. Mass and centre of mass stay. True when they
/// were changed; possible ones, and those of a link without mass, stay.
SNW_SETUP bool snw_inertial_repair(snw_inertial *inertial);

/// The first link in [first, end) of the model whose inertia no body can have; -1 for none.
SNW_SETUP int snw_model_find_impossible(const snw_model *model, int first, int end);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_REPAIR_H
