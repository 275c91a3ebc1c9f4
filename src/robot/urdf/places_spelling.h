// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_PLACES_SPELLING_H
#define SINEW_SRC_URDF_PLACES_SPELLING_H

/// @file
/// Names of files that were written on systems where the case of letters does not count and folders
/// are separated by another letter.

#include <stdbool.h>

#include "sinew/os/path.h"

/// The file or folder that `path` means below `folder` when it is not there as it is written: '\'
/// is '/', and of names that differ by case the first is taken. False when there is none.
bool snw__spell_path(const char *folder, const char *path, char out[SNW_PATH_SIZE]);

#endif // SINEW_SRC_URDF_PLACES_SPELLING_H
