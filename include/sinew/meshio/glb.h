// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_GLB_H
#define SINEW_MESHIO_GLB_H

/// @file
/// GLB, the binary form of glTF 2.0: what the page shows, and what collision can read again.
///
/// Points are written as they are, in m, in the frame that they have here: nothing is turned, so a
/// program that takes y for up shows an upright arm lying.

#include "sinew/meshio/part.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a GLB is written. All zero is the default.
typedef struct snw_glb_writing {
    // public
    double crease; ///< edges sharper than this angle stay sharp in meshes without normals [rad];
                   ///< 0 means 0.5, about 29 degrees
    const char *generator; ///< name of the program in the file; NULL for ours
} snw_glb_writing;

/// Writes each part as a node with its name and pose, and a mesh: positions and normals of 32 bits,
/// indices of 16 or 32 bits, for each surface a primitive with its diffuse colour, which glTF wants
/// linear. Triangles with two corners at one place are left out. Run it on an empty text to
/// measure. `writing` may be NULL. SNW_ERR_ARGUMENT without parts, or for a part without triangles;
/// the others as for snw_stl_write().
SNW_SETUP SNW_NODISCARD snw_status snw_glb_write(const snw_mesh_part *parts, int count,
                                                 const snw_glb_writing *writing, snw_text *out,
                                                 snw_why *why);

/// Reads the triangles of all nodes of the scene into one mesh in the frame of the file, with their
/// normals when all have some. Understood is what snw_glb_write() writes and a little more: nested
/// nodes with matrix or translation, rotation and scale; triangles with positions of 32-bit numbers
/// and indices of 8, 16 or 32 bits, in the buffer of the file. Colours, textures and animations are
/// passed over. Required extensions, sparse accessors, other files and other primitives are
/// refused. So is a file that would place more than it holds. Refusals, costs and `reading` as for
/// snw_stl_read().
SNW_SETUP SNW_NODISCARD snw_status snw_glb_read(const snw_source *source,
                                                const snw_mesh_reading *reading, snw_setup *setup,
                                                snw_mesh **mesh, snw_diags *diags);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_GLB_H
