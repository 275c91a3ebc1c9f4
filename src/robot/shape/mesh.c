// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Meshes: their lists, their faces, whether they are closed.

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "internal.h"

snw_mesh_options snw_mesh_defaults(void) {
    return (snw_mesh_options){.resolution = 64};
}

snw_status snw__resize(const snw_type *type, const char *field, void *block, int count,
                       snw_setup *setup) {
    const snw_field *list = snw_type_field(type, field);
    const snw_status status = snw_block_resize(list, block, count, setup);
    if (status == SNW_OK) snw_block_trim(list, block, setup);
    return status;
}

snw_status snw_mesh_resize(snw_mesh *mesh, int points, int triangles, snw_setup *setup) {
    if (points < 0 || triangles < 0) return SNW_ERR_ARGUMENT;
    if (points > SNW_MESH_POINTS || triangles > SNW_MESH_TRIANGLES) return SNW_ERR_TOO_LARGE;
    snw_status status = snw__resize(&snw_mesh_type, "points", mesh, points, setup);
    if (status == SNW_OK) status = snw__resize(&snw_mesh_type, "normals", mesh, points, setup);
    if (status == SNW_OK) {
        status = snw__resize(&snw_mesh_type, "triangles", mesh, 3 * triangles, setup);
    }
    return status;
}

// --- closed or not ------------------------------------------------------------------------------

typedef struct place {
    snw_vec3 p;
    int index;
} place;

static int compare(double a, double b) {
    return (a > b) - (a < b);
}

static int by_coordinates(const void *left, const void *right) {
    const place *a = left, *b = right;
    int order = compare(a->p.x, b->p.x);
    if (order == 0) order = compare(a->p.y, b->p.y);
    if (order == 0) order = compare(a->p.z, b->p.z);
    return order != 0 ? order : (a->index > b->index) - (a->index < b->index);
}

// For each point the first one with the same coordinates. NULL when memory is exhausted.
static int *same_points(const snw_mesh *mesh) {
    const size_t count = (size_t)mesh->point_count;
    place *places = calloc(count + 1, sizeof *places);
    int *first = calloc(count + 1, sizeof *first);
    if (places == NULL || first == NULL) {
        free(places);
        free(first);
        return NULL;
    }
    for (size_t i = 0; i < count; i++) {
        places[i] = (place){mesh->points[i], (int)i};
    }
    qsort(places, count, sizeof *places, by_coordinates);
    for (size_t i = 0; i < count; i++) {
        const bool same = i > 0 && snw_vec3_equal(places[i].p, places[i - 1].p);
        first[places[i].index] = same ? first[places[i - 1].index] : places[i].index;
    }
    free(places);
    return first;
}

// One side of a triangle, as an edge from its lower to its higher point.
typedef struct side {
    int low, high;
    int upward; // 1 when the triangle passes it from low to high, else 0
} side;

static int by_points(const void *left, const void *right) {
    const side *a = left, *b = right;
    const int order = (a->low > b->low) - (a->low < b->low);
    return order != 0 ? order : (a->high > b->high) - (a->high < b->high);
}

// the sides of all triangles that have an area; returns how many
static size_t collect_sides(const int *faces, int count, const int *first, side *sides) {
    size_t found = 0;
    for (int i = 0; i < count; i++) {
        const int *at = &faces[(ptrdiff_t)3 * i];
        const int corner[3] = {first[at[0]], first[at[1]], first[at[2]]};
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue;
        for (int k = 0; k < 3; k++) {
            const int a = corner[k], b = corner[(k + 1) % 3];
            sides[found++] = a < b ? (side){a, b, 1} : (side){b, a, 0};
        }
    }
    return found;
}

static snw_status refuse_edge(const snw_mesh *mesh, const side *edge, int up, int down,
                              snw_why *why) {
    snw_why_set(why, SNW_ERR_CHECK, "mesh",
                up + down == 1 ? "an edge has a triangle on one side only"
                               : "the triangles at an edge have opposite orientations");
    snw_why_rule(why, "closed-mesh");
    const snw_vec3 a = mesh->points[edge->low], b = mesh->points[edge->high];
    snw_why_add(why, "from", edge->low, "");
    snw_why_add(why, "to", edge->high, "");
    snw_why_add(why, "from_x", a.x, "m");
    snw_why_add(why, "from_y", a.y, "m");
    snw_why_add(why, "from_z", a.z, "m");
    snw_why_add(why, "to_x", b.x, "m");
    snw_why_add(why, "to_y", b.y, "m");
    snw_why_add(why, "to_z", b.z, "m");
    snw_why_fix(why, "close the gap, or reverse one of the triangles");
    return SNW_ERR_CHECK;
}

// sides of one edge stand together after sorting, and must go up as often as down
static snw_status match_sides(const snw_mesh *mesh, const side *sides, size_t count, snw_why *why) {
    for (size_t start = 0, end = 0; start < count; start = end) {
        int up = 0, down = 0;
        for (; end < count && by_points(&sides[start], &sides[end]) == 0; end++) {
            up += sides[end].upward;
            down += 1 - sides[end].upward;
        }
        if (up != down) return refuse_edge(mesh, &sides[start], up, down, why);
    }
    return SNW_OK;
}

static bool needs_cutting(const snw_mesh *mesh) {
    return mesh->polygon_count > 0 && mesh->face_index_count == 0;
}

snw_status snw_mesh_check_closed(const snw_mesh *mesh, snw_why *why) {
    if (needs_cutting(mesh)) {
        return snw_refuse(why, SNW_ERR_STATE, "mesh",
                          "its polygons have not been cut into triangles",
                          "call snw_shape_prepare() first");
    }
    int count;
    const int *faces = snw_mesh_faces(mesh, &count);
    int *first = same_points(mesh);
    side *sides = calloc(3 * (size_t)count + 1, sizeof *sides);
    snw_status status = SNW_ERR_MEMORY;
    if (first != NULL && sides != NULL) {
        const size_t found = collect_sides(faces, count, first, sides);
        qsort(sides, found, sizeof *sides, by_points);
        status = match_sides(mesh, sides, found, why);
    } else {
        snw_why_set(why, SNW_ERR_MEMORY, "mesh", NULL);
    }
    free(first);
    free(sides);
    return status;
}

// What rounding can make of the volume of a flat surface: each tetrahedron is a product of three
// lengths, computed to a few units of the last place.
static double volume_noise(const snw_mesh *mesh, const int *faces, int count) {
    if (count == 0) return 0;
    snw_bounds box = snw_bounds_empty();
    for (int i = 0; i < mesh->point_count; i++) {
        box = snw_bounds_add(box, mesh->points[i]);
    }
    const snw_vec3 center = snw_bounds_center(box);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const int *at = &faces[(ptrdiff_t)3 * i];
        sum += snw_vec3_distance(mesh->points[at[0]], center) *
               snw_vec3_distance(mesh->points[at[1]], center) *
               snw_vec3_distance(mesh->points[at[2]], center);
    }
    return 4 * DBL_EPSILON * sum;
}

snw_status snw_mesh_inertia(const snw_mesh *mesh, double density, snw_inertia *inertia,
                            snw_why *why) {
    if (!isfinite(density) || density < 0) {
        const snw_status status = isfinite(density) ? SNW_ERR_RANGE : SNW_ERR_NOT_FINITE;
        snw_why_set(why, status, "mesh", "a density must be a number from 0 up");
        snw_why_add(why, "density", density, "kg/m^3");
        return status;
    }
    const snw_status status = snw_mesh_check_closed(mesh, why);
    if (snw_failed(status)) return status;
    int count;
    const int *faces = snw_mesh_faces(mesh, &count);
    const snw_inertia found = snw__triangle_inertia(mesh->points, mesh->point_count, faces, count);
    const double noise = volume_noise(mesh, faces, count);
    if (found.m < -noise) {
        snw_why_set(why, SNW_ERR_CHECK, "mesh", "the mesh is inside out");
        snw_why_add(why, "volume", found.m, "m^3");
        snw_why_fix(why, "reverse the order of the corners");
        return SNW_ERR_CHECK;
    }
    *inertia = found.m > noise ? snw_inertia_scale(found, density) : snw_inertia_zero();
    return SNW_OK;
}

// --- preparing ----------------------------------------------------------------------------------

// the triangles of the mesh, then those of its polygons
static snw_status cut_polygons(snw_mesh *mesh, snw_setup *setup) {
    long total = mesh->index_count / 3;
    for (int i = 0; i < mesh->polygon_count; i++) {
        total += mesh->polygons[i].corner_count - 2;
    }
    if (total > SNW_MESH_TRIANGLES) return SNW_ERR_TOO_LARGE;
    snw_status status = snw__resize(&snw_mesh_type, "faces", mesh, 3 * (int)total, setup);
    if (status == SNW_OK) status = snw__resize(&snw_mesh_type, "owners", mesh, (int)total, setup);
    if (snw_failed(status)) return status;

    if (mesh->index_count > 0) {
        memcpy(mesh->faces, mesh->triangles, (size_t)mesh->index_count * sizeof(int));
    }
    int face = mesh->index_count / 3;
    for (int i = 0; i < face; i++) {
        mesh->owners[i] = -1;
    }
    for (int i = 0; i < mesh->polygon_count; i++) {
        snw_polygon *polygon = &mesh->polygons[i];
        polygon->normal = snw__polygon_normal(mesh, polygon);
        snw__polygon_cut(mesh, polygon, &mesh->faces[(ptrdiff_t)3 * face]);
        for (int k = 0; k < polygon->corner_count - 2; k++) {
            mesh->owners[face++] = i;
        }
    }
    return SNW_OK;
}

snw_status snw__mesh_prepare(void *shape, snw_setup *setup, snw_why *why) {
    snw_mesh *mesh = shape;
    snw_status status = SNW_OK;
    if (mesh->polygon_count > 0) {
        status = cut_polygons(mesh, setup);
    } else if (mesh->face_index_count > 0) {
        status = snw__resize(&snw_mesh_type, "faces", mesh, 0, setup);
        if (status == SNW_OK) status = snw__resize(&snw_mesh_type, "owners", mesh, 0, setup);
    }
    if (snw_failed(status)) {
        return snw_refuse(why, status, "mesh", "its polygons cannot be cut into triangles", NULL);
    }
    // without an inside it is a surface all the same
    snw_inertia inertia;
    status = snw_mesh_inertia(mesh, 1, &inertia, NULL);
    mesh->closed = status == SNW_OK && inertia.m > 0;
    if (status == SNW_ERR_MEMORY) snw_why_set(why, status, "mesh", NULL);
    return status == SNW_ERR_MEMORY ? status : SNW_OK;
}

// --- triangles only -----------------------------------------------------------------------------

// a polygon's triangle gets three points of its own
static void split_face(const snw_mesh *mesh, const int *corners, const snw_polygon *polygon,
                       snw_mesh *to, int *point) {
    for (int k = 0; k < 3; k++) {
        const int at = corners[k];
        const snw_vec3 flat = snw_vec3_norm2(polygon->normal) > 0 ? polygon->normal : snw_vec3_z(1);
        to->points[*point] = mesh->points[at];
        to->normals[*point] = mesh->normal_count > 0 ? mesh->normals[at] : flat;
        (*point)++;
    }
}

snw_status snw__mesh_triangulate(const snw_mesh *mesh, snw_mesh *triangles, snw_setup *setup) {
    if (needs_cutting(mesh)) return SNW_ERR_STATE;
    int count;
    const int *faces = snw_mesh_faces(mesh, &count);
    const int plain = mesh->index_count / 3, shared = plain > 0 ? mesh->point_count : 0;
    snw_status status = snw_mesh_resize(triangles, shared + 3 * (count - plain), count, setup);
    if (snw_failed(status) || count == 0) return status;

    // triangles of the mesh keep its points
    if (plain > 0) {
        memcpy(triangles->points, mesh->points, (size_t)shared * sizeof *mesh->points);
        memcpy(triangles->triangles, mesh->triangles, (size_t)mesh->index_count * sizeof(int));
    }
    if (plain > 0 && mesh->normal_count > 0) {
        memcpy(triangles->normals, mesh->normals, (size_t)shared * sizeof *mesh->normals);
    } else if (plain > 0) {
        snw__smooth_normals(mesh->points, shared, mesh->triangles, plain, triangles->normals);
    }
    int point = shared;
    for (int i = plain; i < count; i++) {
        for (int k = 0; k < 3; k++) {
            triangles->triangles[(ptrdiff_t)3 * i + k] = point + k;
        }
        const snw_polygon *owner = &mesh->polygons[mesh->owners[i]];
        split_face(mesh, &faces[(ptrdiff_t)3 * i], owner, triangles, &point);
    }
    return SNW_OK;
}
