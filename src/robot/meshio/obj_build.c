// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// From the faces of an OBJ to a mesh: points with their normals, triangles or polygons.

#include <stdlib.h>
#include <string.h>

#include "obj_internal.h"
#include "sinew/shape/query.h"

// --- normals ------------------------------------------------------------------------------------

// true when each corner has a normal with a direction; says so when only some have one
static bool normals_serve(const snw__obj *o) {
    int with = 0, without = 0;
    for (int i = 0; i < o->corner_count; i++) {
        const int at = o->corners[i].normal;
        snw_vec3 turned;
        const bool good = at >= 0 && snw__mesh_scaled_normal(&o->r, o->normals[at], &turned);
        with += at >= 0 ? 1 : 0;
        without += good ? 0 : 1;
    }
    if (with > 0 && without > 0) {
        snw__warn_count(&o->r, "corners have no normal, or one without direction; all are left out",
                        "corners", without, "");
    }
    return with > 0 && without == 0;
}

// a point of the file with one of its normals; items[id] belongs to point id of the mesh
typedef struct pair {
    int point, normal;
} pair;

static bool same_pair(const void *items, int id, const void *key) {
    const pair *a = (const pair *)items + id, *b = key;
    return a->point == b->point && a->normal == b->normal;
}

// The point of the mesh for a corner. The first normal of a point stays with it; for every other
// one the point is repeated at the end.
static snw_status split_point(snw__obj *o, pair **pairs, int *room, snw__obj_corner *corner) {
    snw__builder *b = &o->b;
    const pair wanted = {corner->point, corner->normal};
    pair *own = &(*pairs)[corner->point];
    if (own->normal < 0) own->normal = wanted.normal;
    if (own->normal == wanted.normal) return SNW_OK;
    const uint64_t hash =
        snw__hash_words(&b->finder, (uint64_t)wanted.point, (uint64_t)wanted.normal, 0);
    int id = snw__finder_find(&b->finder, hash, same_pair, *pairs, &wanted);
    if (id < 0) {
        const snw_status status = snw__builder_point(&o->r, b, b->points[wanted.point], &id);
        if (snw_failed(status)) return status;
        if (!snw__more(pairs, id, room, sizeof **pairs) || !snw__finder_add(&b->finder, hash, id)) {
            return snw__obj_memory(o);
        }
        (*pairs)[id] = wanted;
    }
    corner->point = id;
    return SNW_OK;
}

static snw_status split_points(snw__obj *o) {
    snw__builder *b = &o->b;
    int room = b->point_count;
    pair *pairs = calloc((size_t)room + 1, sizeof *pairs);
    if (pairs == NULL) return snw__obj_memory(o);
    snw_status status = SNW_OK;
    for (int i = 0; i < room; i++) {
        pairs[i] = (pair){i, -1};
    }
    for (int i = 0; i < o->corner_count && status == SNW_OK; i++) {
        status = split_point(o, &pairs, &room, &o->corners[i]);
    }
    if (status == SNW_OK) {
        b->normals = malloc((size_t)b->point_room * sizeof *b->normals + 1);
        if (b->normals == NULL) status = snw__obj_memory(o);
    }
    // points of no face point anywhere
    for (int i = 0; i < b->point_count && b->normals != NULL; i++) {
        b->normals[i] = snw_vec3_z(1);
        if (pairs[i].normal >= 0) {
            (void)snw__mesh_scaled_normal(&o->r, o->normals[pairs[i].normal], &b->normals[i]);
        }
    }
    b->has_normals = status == SNW_OK;
    free(pairs);
    return status;
}

// --- cutting ------------------------------------------------------------------------------------

static snw_vec3 fan_area(const snw__obj *o, const snw__obj_corner *c, int i) {
    const snw_vec3 *p = o->b.points;
    const snw_vec3 origin = p[c[0].point];
    return snw_vec3_cross(snw_vec3_sub(p[c[i].point], origin),
                          snw_vec3_sub(p[c[i + 1].point], origin));
}

// A face can be cut from its first corner when none of those triangles lies against the whole; that
// is true of all convex faces.
static bool is_fan(const snw__obj *o, const snw__obj_corner *c, int count) {
    snw_vec3 sum = {0, 0, 0};
    for (int i = 1; i + 1 < count; i++) {
        sum = snw_vec3_add(sum, fan_area(o, c, i));
    }
    for (int i = 1; i + 1 < count; i++) {
        if (!(snw_vec3_dot(fan_area(o, c, i), sum) >= 0)) return false;
    }
    return true;
}

// Ears are cut off in at most count^3 steps. A file may ask for so many of them in all.
static snw_status spend(snw__obj *o, const snw__obj_face *face) {
    const double most = 4e9, n = face->count;
    o->work += n * n * n;
    if (o->work <= most) return SNW_OK;
    snw_why why;
    snw__reading_why(&o->r, &why, SNW_ERR_TOO_LARGE,
                     "its concave faces take too long to triangulate");
    return snw__refuse_at(&o->r, &why, face->line, 0, "triangulate the faces in its own program");
}

// a notched face, by the functions of shape, on a mesh of its own
static snw_status cut_ears(snw__obj *o, const snw__obj_corner *c, int count) {
    snw_setup *setup = snw_setup_create(SIZE_MAX);
    snw_mesh *one = setup != NULL ? snw_block_new(&snw_mesh_type, setup) : NULL;
    if (one == NULL) {
        snw_setup_destroy(setup);
        return snw__obj_memory(o);
    }
    snw_status status =
        snw_block_resize(snw_type_field(&snw_mesh_type, "points"), one, count, setup);
    if (status == SNW_OK) {
        status = snw_block_resize(snw_type_field(&snw_mesh_type, "polygons"), one, 1, setup);
    }
    if (status == SNW_OK) {
        status = snw_block_resize(snw_type_field(&snw_polygon_type, "corners"), one->polygons,
                                  count, setup);
    }
    for (int i = 0; i < count && status == SNW_OK; i++) {
        one->points[i] = o->b.points[c[i].point];
        one->polygons[0].corners[i] = i;
    }
    const snw_child shape = {&snw_mesh_type, one};
    if (status == SNW_OK) status = snw_shape_prepare(&shape, setup, NULL);
    if (snw_failed(status)) status = snw__obj_memory(o);
    for (int i = 0; status == SNW_OK && i < one->face_index_count; i += 3) {
        const int *f = &one->faces[i];
        status = snw__builder_triangle(&o->r, &o->b, c[f[0]].point, c[f[1]].point, c[f[2]].point);
    }
    snw_setup_destroy(setup);
    return status;
}

static snw_status cut_face(snw__obj *o, const snw__obj_face *face) {
    const snw__obj_corner *c = &o->corners[face->first];
    snw_status status = SNW_OK;
    if (!is_fan(o, c, face->count)) {
        status = spend(o, face);
        return snw_failed(status) ? status : cut_ears(o, c, face->count);
    }
    for (int i = 1; i + 1 < face->count && status == SNW_OK; i++) {
        status = snw__builder_triangle(&o->r, &o->b, c[0].point, c[i].point, c[i + 1].point);
    }
    return status;
}

// --- polygons -----------------------------------------------------------------------------------

// corners at the place of the one before are left out; returns how many stay
static int tidy_face(const snw__obj *o, snw__obj_face *face) {
    snw__obj_corner *c = &o->corners[face->first];
    const snw_vec3 *p = o->b.points;
    int kept = 0;
    for (int i = 0; i < face->count; i++) {
        const bool again = kept > 0 && snw__same_place(p[c[i].point], p[c[kept - 1].point]);
        if (!again) c[kept++] = c[i];
    }
    while (kept > 1 && snw__same_place(p[c[kept - 1].point], p[c[0].point])) {
        kept--;
    }
    face->count = kept;
    return kept;
}

static snw_status fill_polygon(const snw__obj *o, const snw__obj_face *face, snw_polygon *polygon) {
    const snw_field *corners = snw_type_field(&snw_polygon_type, "corners");
    const snw_field *texture = snw_type_field(&snw_polygon_type, "texture");
    const snw__obj_corner *c = &o->corners[face->first];
    snw_status status = snw_block_resize(corners, polygon, face->count, o->setup);
    bool textured = true;
    for (int i = 0; i < face->count; i++) {
        textured = textured && c[i].texture >= 0;
    }
    if (status == SNW_OK && textured) {
        status = snw_block_resize(texture, polygon, face->count, o->setup);
    }
    if (snw_failed(status)) return status;
    for (int i = 0; i < face->count; i++) {
        const int at = o->r.mirrored ? face->count - 1 - i : i;
        polygon->corners[at] = c[i].point;
        if (textured) polygon->texture[at] = c[i].texture;
    }
    if (face->surface >= 0) {
        memcpy(polygon->surface, o->names[face->surface].text, sizeof polygon->surface);
    }
    return SNW_OK;
}

// faces that have fewer than three corners left are dropped; the others move up
static snw_status tidy_faces(snw__obj *o) {
    int kept = 0;
    long triangles = 0;
    for (int i = 0; i < o->face_count; i++) {
        snw__obj_face face = o->faces[i];
        if (tidy_face(o, &face) < 3) {
            o->b.degenerate++;
            continue;
        }
        triangles += face.count - 2;
        const bool notched = !is_fan(o, &o->corners[face.first], face.count);
        const snw_status status = notched ? spend(o, &face) : SNW_OK;
        if (snw_failed(status)) return status;
        o->faces[kept++] = face;
    }
    o->face_count = kept;
    if (triangles <= o->r.most_triangles) return SNW_OK;
    return snw__mesh_refuse(&o->r, SNW_ERR_TOO_LARGE, "the mesh has too many triangles",
                            "simplify the mesh in its own program");
}

static snw_status fill_polygons(snw__obj *o, snw_mesh *mesh) {
    const snw_field *polygons = snw_type_field(&snw_mesh_type, "polygons");
    const snw_field *textures = snw_type_field(&snw_mesh_type, "texture_points");
    snw_status status = snw_block_resize(polygons, mesh, o->face_count, o->setup);
    for (int i = 0; i < o->face_count && status == SNW_OK; i++) {
        status = fill_polygon(o, &o->faces[i], &mesh->polygons[i]);
    }
    if (status == SNW_OK) status = snw_block_resize(textures, mesh, o->texture_count, o->setup);
    if (snw_failed(status)) return snw__obj_memory(o);
    if (o->texture_count > 0) {
        memcpy(mesh->texture_points, o->textures, (size_t)o->texture_count * sizeof *o->textures);
    }
    return SNW_OK;
}

snw_status snw__obj_build(snw__obj *o, snw_mesh **mesh) {
    snw_status status = normals_serve(o) ? split_points(o) : SNW_OK;
    if (status == SNW_OK && o->r.keep_polygons) status = tidy_faces(o);
    for (int i = 0; i < o->face_count && status == SNW_OK && !o->r.keep_polygons; i++) {
        status = cut_face(o, &o->faces[i]);
    }
    if (snw_failed(status)) return status;
    if (o->b.index_count == 0 && !(o->r.keep_polygons && o->face_count > 0)) {
        return snw__mesh_refuse(&o->r, SNW_ERR_RANGE, "the file has no triangle with an area",
                                "export the mesh again");
    }
    snw_mesh *made = NULL;
    status = snw__builder_finish(&o->r, &o->b, o->setup, &made);
    if (status == SNW_OK && o->r.keep_polygons) status = fill_polygons(o, made);
    if (status == SNW_OK) *mesh = made;
    return status;
}
