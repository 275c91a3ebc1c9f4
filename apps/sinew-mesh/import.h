// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_MESH_IMPORT_H
#define SINEW_APPS_MESH_IMPORT_H

/// @file
/// Meshes of any format that assimp reads, as parts for our writers.
///
/// Axes are those of the file: assimp's turn to y up is left out (Collada) or taken back (3DS,
/// ASE). Lengths are those of the file; Collada's unit is honoured, other formats say none that can
/// be trusted.

#include "sinew/meshio.h"

/// What was read, all from one set-up arena.
typedef struct mesh_import {
    snw_mesh_part *parts; ///< [count] with names, colours, and points in the frame of the file
    int count;
} mesh_import;

/// Reads a file. `scale` multiplies all lengths. The refusal is a sentence in `why`.
SNW_NODISCARD snw_status mesh_import_file(const char *path, double scale, snw_setup *setup,
                                          mesh_import *import, snw_why *why);

#endif // SINEW_APPS_MESH_IMPORT_H
