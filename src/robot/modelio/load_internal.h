// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODELIO_LOAD_INTERNAL_H
#define SINEW_MODELIO_LOAD_INTERNAL_H

/// @file
/// What the parts of the general loader share.

#include "sinew/modelio/load.h"

/// Finds the files of all meshes that were read by name and have no file yet, as the URDF reader
/// does: a picture that is missing is a warning, a shape that collides an error unless lenient.
/// Returns the status of the first error.
snw_status snw__load_find_meshes(snw_robot *robot, const snw_places *places,
                                 snw_strictness strictness, const char *file, snw_diags *diags);

/// The types of sinew, for callers that have no registry, in memory of the set-up arena; NULL when
/// that is exhausted.
const snw_registry *snw__own_registry(snw_setup *setup);

#endif // SINEW_MODELIO_LOAD_INTERNAL_H
