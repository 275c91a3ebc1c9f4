// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// A part as glTF wants it: one normal for each point, the triangles of a surface together.
//
// A mesh without normals gets them here. At each point the triangles that meet there are put into
// groups by direction: one joins the first group whose first triangle it does not deviate from by
// more than the crease angle. Each group becomes a point with the mean normal of its triangles,
// weighted by their angles (Thuermer and Wuethrich 1998). Groups are limited, so the time is linear
// in the triangles, also where thousands meet in one point.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

enum { GROUPS = 8 }; // at one point; more join the nearest

// --- surfaces -----------------------------------------------------------------------------------

static bool same_key(const void *items, int id, const void *key) {
    return strcmp(((const snw_surface *)items)[id].name, key) == 0;
}

static uint64_t hash_key(const snw__finder *finder, const char *key) {
    return snw__hash_words(finder, snw__hash_bytes(key, strlen(key)), 0, 0);
}

// for each triangle the number of its surface, or -1; false when memory is exhausted
static bool find_surfaces(const snw_mesh_part *part, int count, int *surface) {
    const snw_mesh *mesh = part->mesh;
    snw__finder finder = {0};
    bool good = true;
    for (int i = 0; i < part->surface_count && good; i++) {
        good = snw__finder_add(&finder, hash_key(&finder, part->surfaces[i].name), i);
    }
    for (int i = 0; i < count && good; i++) {
        const int owner = mesh->owner_count > 0 ? mesh->owners[i] : -1;
        const char *key = owner >= 0 ? mesh->polygons[owner].surface : "";
        surface[i] = -1;
        if (key[0] == '\0') continue;
        surface[i] =
            snw__finder_find(&finder, hash_key(&finder, key), same_key, part->surfaces, key);
    }
    snw__finder_close(&finder);
    return good;
}

static bool has_area(const snw_mesh *mesh, const int *c) {
    const snw_vec3 *p = mesh->points;
    return !snw__same_place(p[c[0]], p[c[1]]) && !snw__same_place(p[c[1]], p[c[2]]) &&
           !snw__same_place(p[c[2]], p[c[0]]);
}

// Sorts the triangles by surface, those without one first, by counting; makes the primitives.
static bool sort_triangles(const snw_mesh_part *part, const int *faces, int count,
                           snw__glb_mesh *out) {
    const size_t kinds = (size_t)part->surface_count + 1;
    int *surface = malloc(((size_t)count + 1) * sizeof *surface);
    int *start = calloc(kinds + 1, sizeof *start);
    out->primitives = calloc(kinds, sizeof *out->primitives);
    bool good = surface != NULL && start != NULL && out->primitives != NULL;
    good = good && find_surfaces(part, count, surface);
    for (int i = 0; i < count && good; i++) {
        if (!has_area(part->mesh, &faces[(ptrdiff_t)3 * i])) surface[i] = -2;
        if (surface[i] > -2) start[surface[i] + 2]++;
    }
    for (size_t k = 0; k < kinds && good; k++) {
        const int triangles = start[k + 1];
        start[k + 1] += start[k];
        if (triangles == 0) continue;
        const snw_mesh_image *image = k == 0                 ? part->image
                                      : part->images != NULL ? &part->images[k - 1]
                                                             : NULL;
        if (image != NULL && image->bytes == NULL) image = NULL;
        out->primitives[out->primitive_count++] =
            (snw__glb_primitive){start[k], triangles, (int)k - 1, image};
    }
    for (int i = 0; i < count && good; i++) {
        if (surface[i] == -2) continue;
        const int place = start[surface[i] + 1]++;
        out->faces[place] = i;
        memcpy(&out->indices[(ptrdiff_t)3 * place], &faces[(ptrdiff_t)3 * i], 3 * sizeof(int));
        out->triangle_count++;
    }
    free(surface);
    free(start);
    return good;
}

// --- points that bring their normals ------------------------------------------------------------

static bool copy_points(const snw_mesh *mesh, snw__glb_mesh *out) {
    const size_t bytes = (size_t)mesh->point_count * sizeof *out->points;
    out->points = malloc(bytes + 1);
    out->normals = malloc(bytes + 1);
    if (out->points == NULL || out->normals == NULL) return false;
    out->point_count = mesh->point_count;
    for (int i = 0; i < mesh->point_count; i++) {
        const double length = snw_vec3_norm(mesh->normals[i]);
        const bool unit = fabs(length - 1) < 1e-6;
        out->points[i] = mesh->points[i];
        out->normals[i] = unit ? mesh->normals[i]
                          : isfinite(length) && length > 0
                              ? snw_vec3_scale(mesh->normals[i], 1 / length)
                              : snw_vec3_z(1);
    }
    return true;
}

// --- points that get normals --------------------------------------------------------------------

// one group of triangles at a point of the mesh: a point that is written
typedef struct group {
    snw_vec3 first, sum; // direction of its first triangle; weighted sum of all
    int point, next;     // of the mesh; the next group there, -1 at the end
} group;

typedef struct groups {
    const snw_mesh *mesh;
    double least; // cosine of the crease angle
    int *heads;   // [point_count] first group, -1 for none
    group *items;
    int count, room;
} groups;

// the group at a point for a triangle of that direction, or -1 when memory is exhausted
static int join_group(groups *g, int point, snw_vec3 normal) {
    int best = -1, found = 0, last = -1;
    double closest = -2;
    for (int at = g->heads[point]; at >= 0 && g->items != NULL; at = g->items[at].next) {
        const double along = snw_vec3_dot(g->items[at].first, normal);
        if (along >= g->least) return at;
        if (along > closest) {
            closest = along;
            best = at;
        }
        last = at;
        found++;
    }
    if (found == GROUPS) return best;
    const bool room = snw__more(&g->items, g->count, &g->room, sizeof *g->items);
    if (!room || g->items == NULL) return -1;
    g->items[g->count] = (group){normal, {0, 0, 0}, point, -1};
    if (last >= 0) {
        g->items[last].next = g->count;
    } else {
        g->heads[point] = g->count;
    }
    return g->count++;
}

static bool add_triangle(groups *g, int *corners) {
    const snw_vec3 *p = g->mesh->points;
    const snw_vec3 at[3] = {p[corners[0]], p[corners[1]], p[corners[2]]};
    const snw_vec3 area = snw_vec3_cross(snw_vec3_sub(at[1], at[0]), snw_vec3_sub(at[2], at[0]));
    const double length = snw_vec3_norm(area);
    const snw_vec3 normal = length > 0 ? snw_vec3_scale(area, 1 / length) : snw_vec3_zero();
    for (int k = 0; k < 3; k++) {
        const snw_vec3 a = snw_vec3_sub(at[(k + 1) % 3], at[k]);
        const snw_vec3 b = snw_vec3_sub(at[(k + 2) % 3], at[k]);
        const double angle = atan2(snw_vec3_norm(snw_vec3_cross(a, b)), snw_vec3_dot(a, b));
        const int to = join_group(g, corners[k], normal);
        if (to < 0) return false;
        g->items[to].sum = snw_vec3_add(g->items[to].sum, snw_vec3_scale(normal, angle));
        corners[k] = to;
    }
    return true;
}

static bool make_points(const snw_mesh *mesh, double crease, snw__glb_mesh *out) {
    groups g = {.mesh = mesh, .least = cos(crease)};
    g.heads = malloc(((size_t)mesh->point_count + 1) * sizeof *g.heads);
    bool good = g.heads != NULL;
    for (int i = 0; i < mesh->point_count && good; i++) {
        g.heads[i] = -1;
    }
    for (int i = 0; i < out->triangle_count && good; i++) {
        good = add_triangle(&g, &out->indices[(ptrdiff_t)3 * i]);
    }
    const size_t bytes = (size_t)g.count * sizeof *out->points;
    out->points = good ? malloc(bytes + 1) : NULL;
    out->normals = good ? malloc(bytes + 1) : NULL;
    good = out->points != NULL && out->normals != NULL;
    for (int i = 0; i < g.count && good; i++) {
        const double length = snw_vec3_norm(g.items[i].sum);
        out->points[i] = mesh->points[g.items[i].point];
        out->normals[i] = length > 0 ? snw_vec3_scale(g.items[i].sum, 1 / length) : snw_vec3_z(1);
    }
    out->point_count = g.count;
    free(g.heads);
    free(g.items);
    return good;
}

// --- both ---------------------------------------------------------------------------------------

snw_status snw__glb_mesh_make(const snw_mesh_part *part, double crease, snw__glb_mesh *mesh) {
    int count;
    const int *faces = snw_mesh_faces(part->mesh, &count);
    *mesh = (snw__glb_mesh){.indices = malloc((3 * (size_t)count + 1) * sizeof(int)),
                            .faces = malloc(((size_t)count + 1) * sizeof(int))};
    bool good =
        mesh->indices != NULL && mesh->faces != NULL && sort_triangles(part, faces, count, mesh);
    if (good && mesh->triangle_count == 0) return SNW_ERR_ARGUMENT;
    good = good && (part->mesh->normal_count > 0 ? copy_points(part->mesh, mesh)
                                                 : make_points(part->mesh, crease, mesh));
    good = good && snw__glb_texture(part, mesh);
    return good ? SNW_OK : SNW_ERR_MEMORY;
}

void snw__glb_mesh_free(snw__glb_mesh *mesh) {
    free(mesh->points);
    free(mesh->normals);
    free(mesh->texture);
    free(mesh->faces);
    free(mesh->indices);
    free(mesh->primitives);
    *mesh = (snw__glb_mesh){0};
}
