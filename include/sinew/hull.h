// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_HULL_H
#define SINEW_HULL_H

/// @file
/// Convex hulls of points, by qhull: a shape like those of sinew/shape.h. Not in libsinew-core.

#include "sinew/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The convex hull of points: token "hull". A file gives the points; snw_shape_prepare() finds the
/// faces, without which it has support points and bounds, but no inside.
typedef struct snw_hull {
    snw_vec3 *points; ///< [point_count] [m]; some may lie inside
    int point_count;
    // computed by snw_shape_prepare()
    int *vertices; ///< [vertex_count] the points that are vertices, ascending; empty when all are
    int vertex_count;
    int *triangles; ///< [index_count] indices of points, three per face, counter-clockwise
    int index_count;
    snw_vec3 *normals; ///< [normal_count] unit, outward, one per face
    int normal_count;
    double slack; ///< how far a point of its own may lie beyond a face, by rounding [m]
} snw_hull;

SNW_API extern const snw_type snw_hull_type;

/// The convex hull of count points, prepared, with its vertices as its points, in their order. The
/// hull of those points is the same hull, number by number. SNW_ERR_RANGE when the points are fewer
/// than four or lie in a plane (to rounding), SNW_ERR_NOT_FINITE, SNW_ERR_TOO_LARGE,
/// SNW_ERR_MEMORY.
SNW_SETUP SNW_NODISCARD snw_status snw_hull_of_points(const snw_vec3 *points, int count,
                                                      snw_setup *setup, snw_hull **hull,
                                                      snw_why *why);

/// The convex hull of a shape's mesh form; of a hull or mesh, of its points.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_hull(const snw_child *shape,
                                                  const snw_mesh_options *options, snw_setup *setup,
                                                  snw_hull **hull, snw_why *why);

/// Adds the type to a registry that has the shapes of snw_shape_register().
SNW_SETUP SNW_NODISCARD snw_status snw_hull_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_HULL_H
