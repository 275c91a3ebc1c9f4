// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_PARTS_H
#define SINEW_MESHIO_PARTS_H

/// @file
/// Meshes with their looks: one part for each material, with its colour and its image; formats that
/// are not read here, by the program sinew-mesh in a process of its own.

#include "sinew/meshio/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a file, from the setup that was given to the reader.
typedef struct snw_mesh_parts {
    snw_mesh_part *parts; ///< [count], at least one; each prepared
    int count;
} snw_mesh_parts;

/// Reads a file of any format with its looks: STL, OBJ and GLB here, others by
/// snw_mesh_convert(), which takes at most SNW_MESH_CONVERT_S. Scale and refusals as for
/// snw_mesh_load().
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_load_parts(const char *path, snw_vec3 scale,
                                                       snw_setup *setup, snw_mesh_parts *out,
                                                       snw_diags *diags);

/// One mesh of all points and triangles of the parts, without normals and looks; prepared. The mesh
/// of a single part is that part's own.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_join(const snw_mesh_parts *parts, snw_setup *setup,
                                                 const snw_mesh **mesh, snw_why *why);

// --- the converter ------------------------------------------------------------------------------

enum {
    SNW_MESH_CONVERT_S = 60
}; ///< seconds that a conversion may take where nobody says otherwise

typedef struct snw_mesh_conversion {
    const char *format; ///< of the result: "stl", "obj" or "glb"
    double scale;       ///< not 0
    double limit_s;     ///< of its time
} snw_mesh_conversion;

/// Converts a file with the program sinew-mesh, which lies beside the running program or along
/// PATH, within limits of time, memory and output. `*data` is to be freed. SNW_ERR_NOT_FOUND when
/// there is no such file, or no converter. Not for a loop: it waits for the program.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_convert(const char *path,
                                                    const snw_mesh_conversion *how, char **data,
                                                    size_t *size, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_PARTS_H
