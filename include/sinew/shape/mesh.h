// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_MESH_H
#define SINEW_SHAPE_MESH_H

/// @file
/// Surfaces of triangles and polygons, and the solid that a closed one encloses.
///
/// Corners run counter-clockwise seen from outside. Points may repeat, so that each side of a sharp
/// edge has its own normals: points with equal coordinates are one in all questions of shape.

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_MESH_POINTS = 4000000,    ///< points of one mesh at most
    SNW_MESH_TRIANGLES = 8000000, ///< triangles of one mesh at most
    SNW_SURFACE_NAME = 64         ///< bytes of a surface's key, with the final zero
};

/// A flat piece of a surface, without holes.
typedef struct snw_polygon {
    int *corners; ///< [corner_count] indices of points; at least 3
    int corner_count;
    int *texture; ///< [texture_count] indices of texture points: one per corner, or none
    int texture_count;
    char surface[SNW_SURFACE_NAME]; ///< key of its surface; empty for none
    // computed by snw_shape_prepare()
    snw_vec3 normal; ///< unit, outward
} snw_polygon;

/// A polyhedron: token "mesh". It may have triangles, polygons, or both.
typedef struct snw_mesh {
    snw_vec3 *points; ///< [point_count] [m]
    int point_count;
    snw_vec3 *normals; ///< [normal_count] unit, outward: one per point, or none
    int normal_count;
    int *triangles; ///< [index_count] indices of points, three per triangle
    int index_count;
    snw_polygon *polygons; ///< [polygon_count]
    int polygon_count;
    snw_vec2 *texture_points; ///< [texture_point_count] places in the image, 0 to 1
    int texture_point_count;
    // computed by snw_shape_prepare()
    int *faces; ///< [face_index_count] the triangles, then those of the polygons; empty for a
    int face_index_count; ///< mesh without polygons, where `triangles` are all there is
    int *owners; ///< [owner_count] for each face its polygon, -1 for a triangle of the mesh
    int owner_count;
    bool closed; ///< it has an inside
} snw_mesh;

SNW_API extern const snw_type snw_mesh_type, snw_polygon_type;

/// How fine the triangles of a curved shape are.
typedef struct snw_mesh_options {
    int resolution; ///< pieces of a full circle, or of the longest edge of the bounding box of a
                    ///< tree: 4 to 1024; 0 means 64
    double extent; ///< half edge of the cube to which half spaces and planes are cut [m]; 0 refuses
                   ///< them
} snw_mesh_options;

/// Resolution 64, unbounded shapes refused.
SNW_SETUP snw_mesh_options snw_mesh_defaults(void);

/// All triangles of a mesh, three indices each; `*count` receives how many triangles. NULL, and 0,
/// without triangles or when a mesh with polygons was not prepared.
SNW_RT const int *snw_mesh_faces(const snw_mesh *mesh, int *count);

/// Makes the lists of a mesh from snw_block_new() this long; each point has a normal. For functions
/// that make meshes.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_resize(snw_mesh *mesh, int points, int triangles,
                                                   snw_setup *setup);

/// SNW_OK when the triangles leave no gap and wind alike: each edge has as many triangles that pass
/// it one way as the other way. Else SNW_ERR_CHECK, and `why` names the first edge that has not, by
/// the indices and the places of its ends. SNW_ERR_STATE for polygons that were not prepared.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_check_closed(const snw_mesh *mesh, snw_why *why);

/// Mass properties of the enclosed solid for a density [kg/m^3], about the origin of the frame.
/// Exact to rounding; a volume that is lost in rounding is 0. SNW_ERR_CHECK for a mesh that is not
/// closed, or is inside out; SNW_ERR_RANGE for a density below 0.
SNW_SETUP SNW_NODISCARD snw_status snw_mesh_inertia(const snw_mesh *mesh, double density,
                                                    snw_inertia *inertia, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_MESH_H
