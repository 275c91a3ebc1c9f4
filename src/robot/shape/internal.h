// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_SHAPE_INTERNAL_H
#define SINEW_SRC_SHAPE_INTERNAL_H

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/shape.h"

// --- query.c ------------------------------------------------------------------------------------

/// The table of a shape's functions; NULL for what is no shape.
const snw_shape_functions *snw__shape_functions(const snw_child *shape);

/// True when a table reaches far enough to hold a member, and holds it.
#define SNW__HAS(functions, member)                                                                \
    ((functions)->head.size >=                                                                     \
         offsetof(snw_shape_functions, member) + sizeof((functions)->member) &&                    \
     (functions)->member != NULL)

unsigned snw__union_traits(const void *shape);
unsigned snw__intersection_traits(const void *shape);
snw_status snw__union_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__intersection_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__union_support(const void *shape, snw_vec3 d, snw_vec3 *point);

// --- support.c ----------------------------------------------------------------------------------

snw_status snw__sphere_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__capsule_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__box_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__cylinder_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__cone_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__lozenge_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__ellipsoid_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__tetrahedron_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__segment_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__triangle_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__rectangle_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__mesh_support(const void *shape, snw_vec3 d, snw_vec3 *point);

// --- contains.c ---------------------------------------------------------------------------------

unsigned snw__solid_traits(const void *shape); // convex, bounded, solid
unsigned snw__thin_traits(const void *shape);  // convex, bounded
unsigned snw__capsule_traits(const void *shape);
unsigned snw__plane_traits(const void *shape);
unsigned snw__half_space_traits(const void *shape);
unsigned snw__mesh_traits(const void *shape);

snw_status snw__sphere_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__capsule_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__box_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__cylinder_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__cone_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__lozenge_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__ellipsoid_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__tetrahedron_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__half_space_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__plane_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__segment_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__triangle_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__rectangle_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__mesh_contains(const void *shape, snw_vec3 p, bool *inside);

/// The distance of p from the segment from a to b.
double snw__segment_distance(snw_vec3 a, snw_vec3 b, snw_vec3 p);

// --- bounds.c -----------------------------------------------------------------------------------

/// A rotation whose z axis is the unit vector w.
snw_mat3 snw__frame_along(snw_vec3 w);

/// The vertices of a box, a tetrahedron, a triangle, a rectangle (also that of a lozenge).
enum { SNW__BOX_VERTICES = 8 };
void snw__box_vertices(const snw_box *box, snw_vec3 vertices[SNW__BOX_VERTICES]);
void snw__bounds_vertices(snw_bounds box, snw_vec3 vertices[SNW__BOX_VERTICES]);
void snw__tetrahedron_vertices(const snw_tetrahedron *t, snw_vec3 vertices[4]);
void snw__rectangle_vertices(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2,
                             snw_vec3 vertices[4]);

/// The frame in the middle of a rectangle, x and y along its edges, and half their lengths; edges
/// without length leave their axis free.
snw_pose snw__rectangle_pose(snw_vec3 corner, snw_vec3 edge_1, snw_vec3 edge_2, double half[2]);

void snw__half_space_box(const void *shape, snw_bounds *box);
void snw__plane_box(const void *shape, snw_bounds *box);
void snw__mesh_box(const void *shape, snw_bounds *box);
void snw__union_box(const void *shape, snw_bounds *box);
void snw__intersection_box(const void *shape, snw_bounds *box);

snw_status snw__sphere_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__capsule_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__box_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__cylinder_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__cone_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__lozenge_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__ellipsoid_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__tetrahedron_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__segment_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__triangle_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__rectangle_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__mesh_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__union_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__intersection_sphere(const void *shape, snw_sphere *sphere);

// --- capsule_of.c -------------------------------------------------------------------------------

snw_status snw__sphere_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__capsule_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__box_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__cylinder_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__cone_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__lozenge_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__ellipsoid_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__tetrahedron_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__segment_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__triangle_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__rectangle_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__mesh_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__union_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__intersection_capsule(const void *shape, snw_capsule *capsule);

// --- capsule_fit.c ------------------------------------------------------------------------------

/// A sphere seen from an axis: how far along it, how far from it, its radius.
typedef struct snw__station {
    double along, off, radius;
} snw__station;

/// The part of an axis whose capsule holds all stations at little volume.
typedef struct snw__span {
    double low, high, radius, volume;
} snw__span;
snw__span snw__fit_span(const snw__station *stations, int count);

/// The volume of a capsule.
double snw__capsule_volume(const snw_capsule *capsule);

// --- inertia.c ----------------------------------------------------------------------------------

snw_status snw__sphere_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__capsule_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__box_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__cylinder_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__cone_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__lozenge_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__ellipsoid_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__tetrahedron_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__thin_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__mesh_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__union_inertia(const void *shape, snw_inertia *inertia);

/// Mass properties of what triangles enclose, for the density 1.
snw_inertia snw__triangle_inertia(const snw_vec3 *points, int point_count, const int *triangles,
                                  int triangle_count);

// --- mesh.c, polygon.c --------------------------------------------------------------------------

snw_status snw__mesh_prepare(void *shape, snw_setup *setup, snw_why *why);

/// Cuts a polygon into corner_count - 2 triangles, three indices of points each.
void snw__polygon_cut(const snw_mesh *mesh, const snw_polygon *polygon, int *triangles);

/// The unit normal of a polygon (Newell's sum); zero when it has no area.
snw_vec3 snw__polygon_normal(const snw_mesh *mesh, const snw_polygon *polygon);

/// Mean unit normals at the points of a mesh, weighted by the angles of its triangles there.
void snw__smooth_normals(const snw_vec3 *points, int point_count, const int *triangles,
                         int triangle_count, snw_vec3 *normals);

/// Makes a list of a block `count` items long, no longer.
snw_status snw__resize(const snw_type *type, const char *field, void *block, int count,
                       snw_setup *setup);

// --- mesh_of.c, march.c -------------------------------------------------------------------------

snw_status snw__sphere_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                            snw_setup *setup);
snw_status snw__capsule_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                             snw_setup *setup);
snw_status snw__box_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                         snw_setup *setup);
snw_status snw__cylinder_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                              snw_setup *setup);
snw_status snw__cone_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                          snw_setup *setup);
snw_status snw__lozenge_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                             snw_setup *setup);
snw_status snw__ellipsoid_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                               snw_setup *setup);
snw_status snw__tetrahedron_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                                 snw_setup *setup);
snw_status snw__half_space_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                                snw_setup *setup);
snw_status snw__plane_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup);
snw_status snw__triangle_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                              snw_setup *setup);
snw_status snw__rectangle_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                               snw_setup *setup);
snw_status snw__mesh_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                          snw_setup *setup);
snw_status snw__union_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup);

/// The surface of any bounded shape, found by asking which points of a grid it contains.
snw_status snw__march(const snw_child *shape, snw_bounds box, int resolution, snw_mesh *mesh,
                      snw_setup *setup);

// --- field.c, field_mesh.c
// ------------------------------------------------------------------------

unsigned snw__height_field_traits(const void *shape);
unsigned snw__voxels_traits(const void *shape);
unsigned snw__cloud_traits(const void *shape);
snw_status snw__height_field_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__voxels_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__cloud_contains(const void *shape, snw_vec3 p, bool *inside);
snw_status snw__height_field_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__voxels_support(const void *shape, snw_vec3 d, snw_vec3 *point);
snw_status snw__cloud_support(const void *shape, snw_vec3 d, snw_vec3 *point);

/// Whether brick (i, j, k) is filled; false beyond the lattice.
bool snw__voxels_has(const snw_voxels *voxels, int i, int j, int k);

/// The lattice coordinates (i, j, k) of a brick's number.
void snw__voxels_place(const snw_voxels *voxels, int brick, int place[3]);

snw_status snw__cloud_sphere(const void *shape, snw_sphere *sphere);
snw_status snw__cloud_capsule(const void *shape, snw_capsule *capsule);
snw_status snw__voxels_inertia(const void *shape, snw_inertia *inertia);
snw_status snw__height_field_mesh(const void *shape, const snw_mesh_options *options,
                                  snw_mesh *mesh, snw_setup *setup);
snw_status snw__voxels_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                            snw_setup *setup);
snw_status snw__cloud_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                           snw_setup *setup);

// --- shape.c: the questions of query.h about checked shapes --------------------------------------

void snw__box_of(const snw_child *shape, snw_bounds *box);
snw_status snw__sphere_of(const snw_child *shape, snw_sphere *sphere);
snw_status snw__capsule_of(const snw_child *shape, snw_capsule *capsule);
snw_status snw__inertia_of(const snw_child *shape, snw_inertia *inertia);
snw_status snw__mesh_of(const snw_child *shape, const snw_mesh_options *options, snw_mesh *mesh,
                        snw_setup *setup);
snw_status snw__tree_prepare(void *shape, snw_setup *setup, snw_why *why);

/// The children of a tree that are there; returns how many.
int snw__children(const void *tree, const snw_child *children[2]);

#endif // SINEW_SRC_SHAPE_INTERNAL_H
