// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SHAPE_PRIMITIVES_H
#define SINEW_SHAPE_PRIMITIVES_H

/// @file
/// Shapes with a few parameters each. All are closed sets of points, in the frame of what they
/// belong to; lengths are in m. The token of snw_x_type is x.

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Largest coordinate and length of any shape [m].
#define SNW_SHAPE_REACH 1e6

/// Least radius, half extent, semi-axis and length of what needs one [m].
#define SNW_SHAPE_LEAST 1e-6

/// Thickness of shapes without one: a plane, segment, triangle or rectangle contains the points
/// that are no farther away than this [m].
#define SNW_SHAPE_THIN 1e-9

// --- solids -------------------------------------------------------------------------------------

/// A ball.
typedef struct snw_sphere {
    snw_vec3 center;
    double radius;
} snw_sphere;

/// All points within `radius`, which may be 0, of the segment from `start` to `end`, which may
/// coincide.
typedef struct snw_capsule {
    snw_vec3 start, end;
    double radius;
} snw_capsule;

/// A box about the origin of `pose`, along its axes; half extents (1, 1, 1) have edges of 2 m.
typedef struct snw_box {
    snw_pose pose;
    snw_vec3 half_extents;
} snw_box;

/// A round rod with flat ends.
typedef struct snw_cylinder {
    snw_vec3 start, end;
    double radius;
} snw_cylinder;

/// A cone, or the frustum of one, with flat ends; equal radii make a cylinder. One radius may be 0.
typedef struct snw_cone {
    snw_vec3 start, end;
    double start_radius, end_radius;
} snw_cone;

/// All points within `radius` of the rectangle that two perpendicular edges span from a corner. An
/// edge may have no length.
typedef struct snw_lozenge {
    snw_vec3 corner, edge_1, edge_2;
    double radius;
} snw_lozenge;

/// x^2/a^2 + y^2/b^2 + z^2/c^2 <= 1 in the frame `pose`, with semi-axes (a, b, c).
typedef struct snw_ellipsoid {
    snw_pose pose;
    snw_vec3 semi_axes;
} snw_ellipsoid;

/// The corner and the ends of three edges from it, right- or left-handed.
typedef struct snw_tetrahedron {
    snw_vec3 corner, edge_1, edge_2, edge_3;
} snw_tetrahedron;

/// All points behind a plane: its normal, of any length, points out of the half space.
typedef struct snw_half_space {
    snw_vec3 point, normal;
} snw_half_space;

// --- thin pieces --------------------------------------------------------------------------------

/// A plane through a point; its normal has any length.
typedef struct snw_plane {
    snw_vec3 point, normal;
} snw_plane;

/// The straight way between two points.
typedef struct snw_segment {
    snw_vec3 start, end;
} snw_segment;

/// The corner and the ends of two edges from it.
typedef struct snw_triangle {
    snw_vec3 corner, edge_1, edge_2;
} snw_triangle;

/// A rectangle: the corner and two perpendicular edges from it.
typedef struct snw_rectangle {
    snw_vec3 corner, edge_1, edge_2;
} snw_rectangle;

SNW_API extern const snw_type snw_sphere_type, snw_capsule_type, snw_box_type, snw_cylinder_type,
    snw_cone_type, snw_lozenge_type, snw_ellipsoid_type, snw_tetrahedron_type, snw_half_space_type,
    snw_plane_type, snw_segment_type, snw_triangle_type, snw_rectangle_type;

/// The triangle with these vertices; a b c counter-clockwise is its front.
SNW_INLINE snw_triangle snw_triangle_of(snw_vec3 a, snw_vec3 b, snw_vec3 c) {
    const snw_triangle r = {a, snw_vec3_sub(b, a), snw_vec3_sub(c, a)};
    return r;
}

/// The tetrahedron with these vertices.
SNW_INLINE snw_tetrahedron snw_tetrahedron_of(snw_vec3 a, snw_vec3 b, snw_vec3 c, snw_vec3 d) {
    const snw_tetrahedron r = {a, snw_vec3_sub(b, a), snw_vec3_sub(c, a), snw_vec3_sub(d, a)};
    return r;
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_SHAPE_PRIMITIVES_H
