// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SHAPE_INSIDE_H
#define SINEW_SRC_SHAPE_INSIDE_H

/// @file
/// What sources and tests of shape share, and nobody outside of it needs.

#include "sinew/shape/capsule.h"
#include "sinew/shape/mesh.h"
#include "sinew/shape/primitives.h"
#include "sinew/shape/surface.h"

/// A capsule of little volume around count >= 1 spheres; points are spheres of radius 0. Every
/// sphere lies inside to rounding.
SNW_NODISCARD snw_status snw__capsule_around(const snw_sphere *spheres, int count,
                                             snw_capsule *capsule);

/// A copy of a mesh as triangles with a normal at each point: given normals stay, polygons are
/// flat, other triangles get the mean normal at each point, weighted by angles.
SNW_NODISCARD snw_status snw__mesh_triangulate(const snw_mesh *mesh, snw_mesh *triangles,
                                               snw_setup *setup);

/// The signed distance of p from a plane [m]: positive on the side that the normal points to.
/// SNW_ERR_NOT_FINITE when p is not, SNW_ERR_RANGE for a plane without a normal.
SNW_NODISCARD snw_status snw__plane_height(const snw_plane *plane, snw_vec3 p, double *height);

/// The other form of an ellipsoid: (p - c)^T A (p - c) <= 1 with c = pose.p, and the inverse of A.
void snw__ellipsoid_matrices(const snw_ellipsoid *ellipsoid, snw_sym3 *A, snw_sym3 *inverse);

const int64_t *snw__surface_integer(const snw_surface *surface, const char *name);
const double *snw__surface_reals(const snw_surface *surface, const char *name, int *count);
const int64_t *snw__surface_integers(const snw_surface *surface, const char *name, int *count);
const snw_surface *snw__surface_map(const snw_surface *surface, const char *name);

SNW_NODISCARD snw_status snw__surface_set_integer(snw_surface *surface, const char *name,
                                                  int64_t value, snw_setup *setup);
SNW_NODISCARD snw_status snw__surface_set_reals(snw_surface *surface, const char *name,
                                                const double *values, int count, snw_setup *setup);
SNW_NODISCARD snw_status snw__surface_set_integers(snw_surface *surface, const char *name,
                                                   const int64_t *values, int count,
                                                   snw_setup *setup);

/// The surface of that key among count, or NULL.
const snw_surface *snw__surface_find(const snw_surface *surfaces, int count, const char *key);

const char *snw__surface_string(const snw_surface *surface, const char *name);
const double *snw__surface_real(const snw_surface *surface, const char *name);

SNW_NODISCARD snw_status snw__surface_set_string(snw_surface *surface, const char *name,
                                                 const char *value, snw_setup *setup);
SNW_NODISCARD snw_status snw__surface_set_real(snw_surface *surface, const char *name, double value,
                                               snw_setup *setup);

#endif // SINEW_SRC_SHAPE_INSIDE_H
