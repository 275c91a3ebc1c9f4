// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DISTANCE_COMPILE_H
#define SINEW_SRC_DISTANCE_COMPILE_H

/// @file
/// How shapes become cores, at set-up.

#include "internal.h"
#include "sinew/hull.h"

/// What a shape is made into. Without `cores` it is only counted and checked.
typedef struct snw__compiling {
    snw__core *cores;
    int count;
    snw_arena *arena;
    snw_why *why;
} snw__compiling;

/// Heights below this part of the size are rounding of the coordinates.
#define SNW__FLAT 1e-9

snw_status snw__refuse_empty(snw__compiling *c, const snw_child *shape);
snw_status snw__refuse_flat(snw__compiling *c, const char *subject, double height, double size);

/// Cores that are hulls of points.
snw_status snw__core_of_triangle(snw__compiling *c, const snw_child *shape, snw__core *core);
snw_status snw__core_of_tetrahedron(snw__compiling *c, const snw_child *shape, snw__core *core);
snw_status snw__core_of_hull(snw__compiling *c, const snw_child *shape, snw__core *core);
snw_status snw__core_of_points(snw__compiling *c, const char *subject, const snw_hull *h,
                               snw__core *core);

/// A curved intersection is told as a hull around it, no farther away than this part of its size.
#define SNW__INTERSECTION 2e-4

/// An intersection of convex shapes: the hull of it, and the shapes themselves.
snw_status snw__core_of_intersection(snw__compiling *c, const snw_child *shape, snw__core *core);

/// Any shape but a union.
snw_status snw__core_of_shape(snw__compiling *c, const snw_child *shape, snw__core *core);

/// Bricks on a lattice.
snw_status snw__core_of_bricks(snw__compiling *c, const snw_child *shape, snw__core *core);

/// A surface of triangles.
snw_status snw__core_of_mesh(snw__compiling *c, const snw_child *shape, const snw_mesh *mesh,
                             snw__core *core);

#endif // SINEW_SRC_DISTANCE_COMPILE_H
