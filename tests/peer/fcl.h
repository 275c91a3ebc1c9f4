// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_PEER_FCL_H
#define SINEW_TESTS_PEER_FCL_H

/// @file
/// A second opinion on distances: the Flexible Collision Library, behind functions of C. For tests
/// and benchmarks only; sinew itself does not link it. SI units; axes of round bodies are along z,
/// all are about the origin of their frame.

#include "kdl.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct peer_body_shape peer_body_shape;

peer_body_shape *peer_fcl_sphere(double radius);
peer_body_shape *peer_fcl_box(double half_x, double half_y, double half_z);
peer_body_shape *peer_fcl_capsule(double radius, double length); ///< of its axis
peer_body_shape *peer_fcl_cylinder(double radius, double length);
peer_body_shape *peer_fcl_cone(double radius, double length); ///< tip above
peer_body_shape *peer_fcl_ellipsoid(double x, double y, double z);

/// The hull of points[3 count] that has these triangles[3 faces].
peer_body_shape *peer_fcl_convex(const double *points, int count, const int *triangles, int faces);

/// The same as a surface of triangles, in a tree of boxes (OBBRSS).
peer_body_shape *peer_fcl_mesh(const double *points, int count, const int *triangles, int faces);

void peer_fcl_free(peer_body_shape *shape);

/// Poses in FCL's own form.
typedef struct peer_places peer_places;

peer_places *peer_places_create(const peer_pose *poses, int count);
void peer_places_free(peer_places *places);

/// The distance of two bodies in places i and j, with nearest points (6 numbers, NULL for none).
/// Bodies that meet have a distance of 0 or below, which means no more than that.
double peer_fcl_distance(const peer_body_shape *a, const peer_places *places, int i,
                         const peer_body_shape *b, int j, double *points);

/// Whether they meet; `*depth` receives the largest depth of up to `contacts` contacts.
int peer_fcl_collide(const peer_body_shape *a, const peer_places *places, int i,
                     const peer_body_shape *b, int j, int contacts, double *depth);

#ifdef __cplusplus
}
#endif

#endif // SINEW_TESTS_PEER_FCL_H
