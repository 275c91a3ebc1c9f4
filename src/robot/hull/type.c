// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A hull as a shape among others: what the questions of sinew/shape/query.h find out about it.

#include <limits.h>

#include "internal.h"

static unsigned hull_traits(const void *shape) {
    (void)shape;
    return SNW_SHAPE_CONVEX | SNW_SHAPE_BOUNDED | SNW_SHAPE_SOLID;
}

static void find_box(const void *shape, snw_bounds *box) {
    const snw_hull *h = shape;
    *box = snw_bounds_empty();
    for (int i = 0; i < h->point_count; i++) {
        *box = snw_bounds_add(*box, h->points[i]);
    }
}

static snw_status find_sphere(const void *shape, snw_sphere *sphere) {
    const snw_hull *h = shape;
    if (h->point_count == 0) return SNW_ERR_UNSUPPORTED;
    return snw_sphere_around(h->points, h->point_count, sphere);
}

static snw_status find_capsule(const void *shape, snw_capsule *capsule) {
    const snw_hull *h = shape;
    if (h->point_count == 0) return SNW_ERR_UNSUPPORTED;
    return snw_capsule_around_points(h->points, h->point_count, capsule);
}

// the solid between its faces, as a mesh has it
static snw_status find_inertia(const void *shape, snw_inertia *inertia) {
    const snw_hull *h = shape;
    if (h->index_count == 0) return SNW_ERR_STATE;
    snw_mesh mesh = {.points = h->points,
                     .point_count = h->point_count,
                     .triangles = h->triangles,
                     .index_count = h->index_count,
                     .closed = true};
    return snw_shape_inertia(&(snw_child){&snw_mesh_type, &mesh}, 1, inertia, NULL);
}

static snw_status make_mesh(const void *shape, const snw_mesh_options *options, snw_mesh *mesh,
                            snw_setup *setup) {
    (void)options;
    const snw_hull *h = shape;
    const int count = h->index_count / 3;
    if (count == 0) return SNW_ERR_STATE;
    if (count > SNW_MESH_POINTS / 3) return SNW_ERR_TOO_LARGE;
    const snw_status status = snw_mesh_resize(mesh, 3 * count, count, setup);
    if (snw_failed(status)) return status;
    for (int i = 0; i < 3 * count; i++) {
        mesh->points[i] = h->points[h->triangles[i]];
        mesh->normals[i] = h->normals[i / 3];
        mesh->triangles[i] = i;
    }
    return SNW_OK;
}

static const snw_field hull_fields[] = {
    {SNW_AT_LIST(snw_hull, points, point_count, SNW_MESH_POINTS), .kind = SNW_KIND_VEC3,
     .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH},
     .help = "Points; interior points are ignored."},
    {SNW_AT_LIST(snw_hull, vertices, vertex_count, SNW_MESH_POINTS), .kind = SNW_KIND_INT,
     .range = {0, INT_MAX}, .role = SNW_SIGNAL,
     .help = "Indices of the points that are vertices; empty if all are."},
    {SNW_AT_LIST(snw_hull, triangles, index_count, 3 * SNW_MESH_TRIANGLES), .kind = SNW_KIND_INT,
     .range = {0, INT_MAX}, .role = SNW_SIGNAL,
     .help = "Faces: three point indices each, counter-clockwise."},
    {SNW_AT_LIST(snw_hull, normals, normal_count, SNW_MESH_TRIANGLES), .kind = SNW_KIND_VEC3,
     .role = SNW_SIGNAL, .help = "Unit normals of the faces, outward."},
    {SNW_AT(snw_hull, slack), .kind = SNW_KIND_REAL, .unit = "m", .role = SNW_SIGNAL,
     .help = "Largest distance of a point beyond a face, caused by rounding."},
};
static const snw_shape_functions hull_functions = {
    .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION},
    .traits = hull_traits,
    .contains = snw__hull_contains,
    .box = find_box,
    .support = snw__hull_support,
    .sphere = find_sphere,
    .capsule = find_capsule,
    .inertia = find_inertia,
    .mesh = make_mesh,
    .prepare = snw__hull_prepare};

const snw_type snw_hull_type = {.token = "hull",
                                .size = sizeof(snw_hull),
                                .align = _Alignof(snw_hull),
                                .fields = hull_fields,
                                .field_count = (int)(sizeof hull_fields / sizeof *hull_fields),
                                .space = &snw_space_robot,
                                .base = "shape",
                                .functions = &hull_functions.head,
                                .help = "The convex hull of points."};

snw_status snw_hull_register(snw_registry *registry, snw_why *why) {
    return snw_registry_add(registry, &snw_hull_type, why);
}
