// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_FUNCTIONS_H
#define SINEW_SHAPE_FUNCTIONS_H

/// @file
/// What a kind of shape can do. A plugin adds a kind by a type of base "shape" whose `functions`
/// begin with such a table:
///
///     static const snw_shape_functions torus_functions = {
///         .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
///         .traits = torus_traits, .contains = torus_contains, .box = torus_box};
///     const snw_type torus_type = {SNW_TYPE(torus, torus_fields), .base = "shape",
///                                  .functions = &torus_functions.head, ...};
///
/// Needed are traits, contains, and one of box and support; the others have replacements that need
/// more time and are less exact. A function may answer SNW_ERR_UNSUPPORTED to ask for its
/// replacement. All may trust the block, which was checked against its table, and that points and
/// directions are finite. A table may be shorter than this one: what it lacks is NULL.

#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/shape/bounds.h"
#include "sinew/shape/mesh.h"
#include "sinew/shape/primitives.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_SHAPE_VERSION = 1 };

/// What is true of a shape, a set of bits.
typedef enum snw_shape_trait {
    SNW_SHAPE_CONVEX = 1,  ///< with two points it has the segment between them
    SNW_SHAPE_BOUNDED = 2, ///< it fits into a box
    SNW_SHAPE_SOLID = 4    ///< it has a volume
} snw_shape_trait;

typedef struct snw_shape_functions {
    snw_vtable head; ///< size of the whole, SNW_SHAPE_VERSION

    /// What is true of this shape; in doubt without the bit. Real-time.
    unsigned (*traits)(const void *shape);

    /// Whether the point belongs to the shape. Real-time.
    snw_status (*contains)(const void *shape, snw_vec3 p, bool *inside);

    /// A box that holds the shape, infinite where the shape is. NULL: by support points.
    void (*box)(const void *shape, snw_bounds *box);

    /// The point farthest along `d`, whose largest element is 1 or, when any point will do, 0.
    /// Real-time. NULL: the shape has no support points.
    snw_status (*support)(const void *shape, snw_vec3 d, snw_vec3 *point);

    /// A sphere that holds the shape. NULL: around the box.
    snw_status (*sphere)(const void *shape, snw_sphere *sphere);

    /// A capsule that holds the shape. NULL: around the box.
    snw_status (*capsule)(const void *shape, snw_capsule *capsule);

    /// Mass properties for the density 1 kg/m^3. NULL: those of the mesh form.
    snw_status (*inertia)(const void *shape, snw_inertia *inertia);

    /// Fills a new mesh with triangles, and normals at all points. NULL: found from `contains`.
    snw_status (*mesh)(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                       snw_setup *setup);

    /// Computes what the shape needs besides its parameters, once, after these are known. NULL:
    /// nothing.
    snw_status (*prepare)(void *shape, snw_setup *setup, snw_why *why);
} snw_shape_functions;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_FUNCTIONS_H
