// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_LOAD_H
#define SINEW_MESHIO_LOAD_H

/// @file
/// Meshes by the names of their files, and whether they can be meant so.

#include "sinew/meshio/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The formats that are read and written here.
typedef enum snw_mesh_format {
    SNW_MESH_STL,
    SNW_MESH_OBJ,
    SNW_MESH_GLB,
    SNW_MESH_OTHER ///< to be converted first
} snw_mesh_format;

/// The format that the extension of a path says, in either case of letters.
SNW_SETUP snw_mesh_format snw_mesh_format_of(const char *path);

/// Reads a file of at most SNW_MESH_FILE_BYTES in the format that its extension says, completes the
/// mesh with snw_shape_prepare() and judges it with snw_mesh_check(). Files of materials are looked
/// for beside it. SNW_ERR_UNSUPPORTED for other formats, and the command that converts them; larger
/// files are refused before they are read, directories, pipes and devices before they are opened.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_read_file(const char *path,
                                                      const snw_mesh_reading *reading,
                                                      snw_setup *setup, snw_mesh **mesh,
                                                      snw_diags *diags);

/// The same, as triangles, with the scale that a model gives.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_load(const char *path, snw_vec3 scale, snw_setup *setup,
                                                 snw_mesh **mesh, snw_diags *diags);

/// Writes parts in the format that `path` says, STL as bytes and OBJ without a file of materials;
/// run it on an empty text to measure. SNW_ERR_UNSUPPORTED for another format.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_write(const char *path, const snw_mesh_part *parts,
                                                  int count, snw_text *out, snw_why *why);

/// The same into a file, whole or not at all; an existing file is replaced.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_save(const char *path, const snw_mesh_part *parts,
                                                 int count, snw_why *why);

/// Warns of what is legal but hardly meant: an extent above 5 m or below 1 mm (rule mesh-size, with
/// the factor that would bring it back), gaps (mesh-closed), corners in the wrong order
/// (mesh-inside-out). `name` is for the messages. Returns how many warnings there are. The mesh
/// must be prepared.
SNW_SETUP int snw_mesh_check(const snw_mesh *mesh, const char *name, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_LOAD_H
