// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// The tables of meshes and trees.

#include <limits.h>

#include "internal.h"

#define POINT .kind = SNW_KIND_VEC3, .unit = "m", .range = {-SNW_SHAPE_REACH, SNW_SHAPE_REACH}
#define INDEX .kind = SNW_KIND_INT, .range = {0, INT_MAX}
#define HEAD .head = {sizeof(snw_shape_functions), SNW_SHAPE_VERSION}
#define TYPE(name, table)                                                                          \
    .token = #name, .size = sizeof(snw_##name), .align = _Alignof(snw_##name), .fields = (table),  \
    .field_count = (int)(sizeof(table) / sizeof *(table)), .space = &snw_space_robot
#define KIND(name, table) TYPE(name, table), .base = "shape", .functions = &name##_functions.head

// --- mesh ---------------------------------------------------------------------------------------

enum { CORNERS = 65536 };

static const snw_field polygon_fields[] = {
    {SNW_AT_LIST(snw_polygon, corners, corner_count, CORNERS), INDEX,
     .help = "Indices of the points, counter-clockwise seen from outside."},
    {SNW_AT_LIST(snw_polygon, texture, texture_count, CORNERS), INDEX,
     .help = "Indices of texture points, one for each corner, or empty."},
    {SNW_AT(snw_polygon, surface), .kind = SNW_KIND_REFERENCE, .base = "surface",
     .help = "Key of the surface."},
    {SNW_AT(snw_polygon, normal), .kind = SNW_KIND_VEC3, .role = SNW_SIGNAL,
     .help = "Unit normal, outward."},
};
const snw_type snw_polygon_type = {TYPE(polygon, polygon_fields),
                                   .help = "A flat polygon of a mesh."};

static const snw_field mesh_fields[] = {
    {SNW_AT_LIST(snw_mesh, points, point_count, SNW_MESH_POINTS), POINT,
     .help = "Points of the mesh."},
    {SNW_AT_LIST(snw_mesh, normals, normal_count, SNW_MESH_POINTS), .kind = SNW_KIND_VEC3,
     .range = {-1.000001, 1.000001}, .help = "Unit normals, one for each point, or empty."},
    {SNW_AT_LIST(snw_mesh, triangles, index_count, 3 * SNW_MESH_TRIANGLES), INDEX,
     .help = "Point indices, three for each triangle, counter-clockwise seen from outside."},
    {SNW_AT_LIST(snw_mesh, polygons, polygon_count, SNW_MESH_TRIANGLES), .kind = SNW_KIND_STRUCT,
     .type = &snw_polygon_type, .item = "polygon", .help = "Flat polygons of the mesh."},
    {SNW_AT_LIST(snw_mesh, texture_points, texture_point_count, SNW_MESH_POINTS),
     .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 1, .help = "Coordinates in the texture image."},
    {SNW_AT_LIST(snw_mesh, faces, face_index_count, 3 * SNW_MESH_TRIANGLES), INDEX,
     .role = SNW_SIGNAL, .help = "All triangles, those of the polygons last."},
    {SNW_AT_LIST(snw_mesh, owners, owner_count, SNW_MESH_TRIANGLES), .kind = SNW_KIND_INT,
     .role = SNW_SIGNAL, .help = "Polygon of each face; -1 if it belongs to no polygon."},
    {SNW_AT(snw_mesh, closed), .kind = SNW_KIND_BOOL, .role = SNW_SIGNAL,
     .help = "Whether it encloses a solid."},
};

static snw_status refuse_number(snw_why *why, const char *subject, const char *text, int number) {
    snw_why_set(why, SNW_ERR_RANGE, subject, text);
    snw_why_add(why, "number", number, "");
    return SNW_ERR_RANGE;
}

// the place of the first index that is not below `limit`, or -1
static int first_wrong(const int *indices, int count, int limit) {
    for (int i = 0; i < count; i++) {
        if (indices[i] >= limit) return i;
    }
    return -1;
}

static snw_status check_polygon(const snw_mesh *m, int number, snw_why *why) {
    const snw_polygon *p = &m->polygons[number];
    if (p->corner_count < 3)
        return refuse_number(why, "polygons", "a polygon needs 3 corners", number);
    if (first_wrong(p->corners, p->corner_count, m->point_count) >= 0) {
        return refuse_number(why, "polygons", "a corner of a polygon is not a point", number);
    }
    if (p->texture_count != 0 && p->texture_count != p->corner_count) {
        return refuse_number(why, "polygons", "a texture has one point for each corner, or none",
                             number);
    }
    if (first_wrong(p->texture, p->texture_count, m->texture_point_count) >= 0) {
        return refuse_number(why, "polygons", "a texture index is not a texture point", number);
    }
    return SNW_OK;
}

static snw_status check_mesh(const void *block, snw_why *why) {
    const snw_mesh *m = block;
    if (m->normal_count != 0 && m->normal_count != m->point_count) {
        return refuse_number(why, "normals", "there is a normal for each point, or none",
                             m->normal_count);
    }
    for (int i = 0; i < m->normal_count; i++) {
        if (fabs(snw_vec3_norm(m->normals[i]) - 1) > 1e-6) {
            return refuse_number(why, "normals", "a normal is not of length 1", i);
        }
    }
    if (m->index_count % 3 != 0) {
        return refuse_number(why, "triangles", "a triangle has three indices", m->index_count);
    }
    const int wrong = first_wrong(m->triangles, m->index_count, m->point_count);
    if (wrong >= 0)
        return refuse_number(why, "triangles", "an index is not a point", m->triangles[wrong]);
    snw_status status = SNW_OK;
    for (int i = 0; i < m->polygon_count && status == SNW_OK; i++) {
        status = check_polygon(m, i, why);
    }
    return status;
}

static const snw_shape_functions mesh_functions = {HEAD,
                                                   .traits = snw__mesh_traits,
                                                   .contains = snw__mesh_contains,
                                                   .box = snw__mesh_box,
                                                   .support = snw__mesh_support,
                                                   .sphere = snw__mesh_sphere,
                                                   .capsule = snw__mesh_capsule,
                                                   .inertia = snw__mesh_inertia,
                                                   .mesh = snw__mesh_mesh,
                                                   .prepare = snw__mesh_prepare};
const snw_type snw_mesh_type = {KIND(mesh, mesh_fields), .validate = check_mesh,
                                .help = "A polyhedron of triangles and polygons."};

// --- trees --------------------------------------------------------------------------------------

static snw_status check_tree(const void *block, snw_why *why) {
    const snw_child *children[2];
    const int count = snw__children(block, children);
    for (int i = 0; i < count; i++) {
        if (snw__shape_functions(children[i]) != NULL) continue;
        return snw_refuse(why, SNW_ERR_ARGUMENT, NULL, "a child is not a shape",
                          "its type needs the base 'shape' and a table of functions");
    }
    return SNW_OK;
}

static const snw_field union_of_fields[] = {
    {SNW_AT(snw_union_of, first), .kind = SNW_KIND_CHILD, .base = "shape", .help = "First shape."},
    {SNW_AT(snw_union_of, second), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "Second shape."},
};
static const snw_shape_functions union_of_functions = {HEAD,
                                                       .traits = snw__union_traits,
                                                       .contains = snw__union_contains,
                                                       .box = snw__union_box,
                                                       .support = snw__union_support,
                                                       .sphere = snw__union_sphere,
                                                       .capsule = snw__union_capsule,
                                                       .inertia = snw__union_inertia,
                                                       .mesh = snw__union_mesh,
                                                       .prepare = snw__tree_prepare};
const snw_type snw_union_of_type = {KIND(union_of, union_of_fields), .validate = check_tree,
                                    .help = "Union: the points of either shape."};

static const snw_field intersection_of_fields[] = {
    {SNW_AT(snw_intersection_of, first), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "First shape."},
    {SNW_AT(snw_intersection_of, second), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "Second shape."},
};
static const snw_shape_functions intersection_of_functions = {HEAD,
                                                              .traits = snw__intersection_traits,
                                                              .contains =
                                                                  snw__intersection_contains,
                                                              .box = snw__intersection_box,
                                                              .sphere = snw__intersection_sphere,
                                                              .capsule = snw__intersection_capsule,
                                                              .prepare = snw__tree_prepare};
const snw_type snw_intersection_of_type = {KIND(intersection_of, intersection_of_fields),
                                           .validate = check_tree,
                                           .help = "Intersection: the points of both shapes."};
