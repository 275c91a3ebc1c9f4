// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MESHIO_PART_H
#define SINEW_MESHIO_PART_H

/// @file
/// What all formats share: how a file is read, and what is written into one.

#include "sinew/base.h"
#include "sinew/document/file.h"
#include "sinew/math.h"
#include "sinew/shape/mesh.h"
#include "sinew/shape/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_MESH_FILE_BYTES = 256 << 20, ///< bytes of one file at most
    SNW_MESH_CORNERS = 1024,         ///< corners of one face at most
    SNW_MATERIAL_BYTES = 1 << 20,    ///< bytes of one file of materials at most
    SNW_MATERIALS = 4096             ///< materials of one mesh at most
};

/// How a mesh is read. All zero is the default.
typedef struct snw_mesh_reading {
    // public
    snw_vec3 scale;     ///< factors along x, y, z, not 0; three zeros mean 1. When they mirror, the
                        ///< corners are turned round, so that outside stays outside.
    bool keep_polygons; ///< faces of OBJ stay polygons, with texture points and surface keys;
                        ///< else they are cut into triangles
    int most_triangles; ///< more are refused; 0 means SNW_MESH_TRIANGLES
    snw_surface **palette; ///< receives a surface whose maps are the materials of an OBJ, by their
                           ///< names, or NULL when it has none; may be NULL
} snw_mesh_reading;

/// An image as its file has it, PNG or JPEG.
typedef struct snw_mesh_image {
    const char *bytes; ///< [size]; NULL for none
    size_t size;
} snw_mesh_image;

/// A mesh on its way into a file, perhaps beside others. GLB has room for all of it, OBJ for all
/// but images, STL for the triangles.
typedef struct snw_mesh_part {
    const char *name;     ///< what the file calls it, UTF-8; NULL for none
    const snw_mesh *mesh; ///< prepared, if it has polygons
    snw_pose T_file_part; ///< where it stands in the file's frame
    double colour[4]; ///< red, green, blue, alpha in [0, 1] as a screen shows them, for what has
                      ///< no surface
    const snw_surface *surfaces; ///< [surface_count] those that its polygons name, such as the maps
    int surface_count;           ///< of a palette
    const snw_mesh_image *images; ///< [surface_count] of the surfaces; NULL for none
    const char *material;         ///< name of what gives the colour; NULL for a colour by default
    const snw_mesh_image
        *image; ///< on what has no surface, multiplied by the colour; NULL for none
    const snw_vec2 *texture_points; ///< [points of the mesh] places in `image`, 0 to 1 from its
                                    ///< lower left corner; NULL for none
} snw_mesh_part;

/// A part without a name that stands at the origin, light grey, opaque.
SNW_SETUP snw_mesh_part snw_mesh_part_of(const snw_mesh *mesh);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MESHIO_PART_H
