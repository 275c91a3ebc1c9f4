// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_URDF_MESH_FILE_H
#define SINEW_URDF_MESH_FILE_H

/// @file
/// A mesh that stands in a file of its own, before it is read.

#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_MESH_FILE_NAME = 1024 }; ///< bytes of a file's name, with the final zero

/// A mesh by the name of its file: token "mesh_file", of base "shape".
typedef struct snw_mesh_file {
    char name[SNW_MESH_FILE_NAME]; ///< as the model has it: a path, or package://...
    snw_vec3 scale;                ///< factor along x, y, z
    char file[SNW_MESH_FILE_NAME]; ///< where it was found; empty when it was not. A signal: it is
                                   ///< not written to files and does not count in comparisons
} snw_mesh_file;

SNW_API extern const snw_type snw_mesh_file_type;

/// Adds the types of this module to a registry that has the base "shape", all or none: mesh_file
/// and srdf.
SNW_SETUP SNW_NODISCARD snw_status snw_urdf_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_URDF_MESH_FILE_H
