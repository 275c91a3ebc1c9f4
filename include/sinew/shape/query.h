// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_QUERY_H
#define SINEW_SHAPE_QUERY_H

/// @file
/// The questions that every shape answers. `shape` is a type of base "shape" and its block:
///
///     snw_sphere ball = {{0, 0, 0}, 1};
///     const snw_child shape = {&snw_sphere_type, &ball};
///     status = snw_shape_support(&shape, direction, &point);
///
/// All refuse what is no shape with SNW_ERR_ARGUMENT. Those that take a `why` check the block
/// against its table first; the real-time ones trust that this was done once. Results are untouched
/// on failure.

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/shape/bounds.h"
#include "sinew/shape/functions.h"
#include "sinew/shape/mesh.h"
#include "sinew/shape/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Adds the bases "shape" and "surface" and all types of this module, all or none.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_register(snw_registry *registry, snw_why *why);

/// Completes a shape after it was read or made: triangulates polygons, finds out whether a mesh is
/// closed, finds the faces of a hull; both children of a tree. Blocks with lists must come from
/// `setup`. To be called again when parameters have changed.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_prepare(const snw_child *shape, snw_setup *setup,
                                                     snw_why *why);

/// SNW_SHAPE_CONVEX, _BOUNDED, _SOLID; 0 for what is no shape.
SNW_RT unsigned snw_shape_traits(const snw_child *shape);

/// The point of the shape that lies farthest along d, of any length; one of them when several do,
/// any point of the shape when d is 0. Of a shape that is not convex it is that of its hull.
/// Time is constant for primitives, linear in the points of hulls and meshes and in the nodes of
/// unions. SNW_ERR_NOT_FINITE, SNW_ERR_UNSUPPORTED for half spaces, planes and intersections,
/// SNW_ERR_STATE for an empty shape.
SNW_RT SNW_NODISCARD snw_status snw_shape_support(const snw_child *shape, snw_vec3 d,
                                                  snw_vec3 *point);

/// Whether p is inside or on the border. Time as above; linear in the triangles of a hull or mesh.
/// SNW_ERR_NOT_FINITE; SNW_ERR_STATE for a hull that was not prepared, and a mesh that was not
/// prepared or is open.
SNW_RT SNW_NODISCARD snw_status snw_shape_contains(const snw_child *shape, snw_vec3 p,
                                                   bool *inside);

/// A box that holds the shape: the least one for all kinds but intersections. Its ends are infinite
/// where the shape has none; it is empty when the shape is.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_box(const snw_child *shape, snw_bounds *box,
                                                 snw_why *why);

/// A sphere that holds the shape: the least one for all primitives, hulls and meshes.
/// SNW_ERR_UNSUPPORTED for shapes without bounds or without points.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_sphere(const snw_child *shape, snw_sphere *sphere,
                                                    snw_why *why);

/// A capsule of little volume that holds the shape. Failures as for the sphere.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_capsule(const snw_child *shape, snw_capsule *capsule,
                                                     snw_why *why);

/// Mass properties for a density [kg/m^3], about the origin of the shape's frame. Exact to rounding
/// for primitives, hulls, meshes, and unions whose parts have boxes that do not touch; other trees
/// are measured on their mesh form. Thin shapes and empty ones have no mass. SNW_ERR_UNSUPPORTED
/// for a solid without bounds, SNW_ERR_RANGE for a density below 0, failures of the mesh.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_inertia(const snw_child *shape, double density,
                                                     snw_inertia *inertia, snw_why *why);

/// The volume [m^3]; as snw_shape_inertia().
SNW_SETUP SNW_NODISCARD snw_status snw_shape_volume(const snw_child *shape, double *volume,
                                                    snw_why *why);

/// The surface as triangles with unit normals at all points, closed and prepared; thin shapes are
/// closed too, with both sides. Points lie on the surface. `options` may be NULL. Trees whose parts
/// overlap, and kinds without a mesh form of their own, are found on a grid, which misses what is
/// thinner than a cell. `*mesh` comes from `setup`. Of a shape that is not prepared a copy is, in
/// `setup`. SNW_ERR_UNSUPPORTED for a segment, for shapes without bounds when the options give no
/// extent, for empty ones; SNW_ERR_RANGE for the options.
SNW_SETUP SNW_NODISCARD snw_status snw_shape_mesh(const snw_child *shape,
                                                  const snw_mesh_options *options, snw_setup *setup,
                                                  snw_mesh **mesh, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_QUERY_H
