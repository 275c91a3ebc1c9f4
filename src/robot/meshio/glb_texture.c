// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Places in images. A mesh may give one corner of a point another place than the next corner, as
// where an image is wrapped round a body; glTF has one place for each point, so the point is
// repeated.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

// a point that was repeated: where it comes from, and its place in the image
typedef struct copy {
    int origin;
    snw_vec2 place;
} copy;

typedef struct splitting {
    const snw_mesh_part *part;
    snw__glb_mesh *mesh;
    snw__finder finder;
    copy *copies; // [mesh->point_count - first_copy]
    int copy_count, copy_room;
    int point_room, normal_room, texture_room;
} splitting;

static bool same_copy(const void *items, int id, const void *key) {
    const copy *a = (const copy *)items + id, *b = key;
    return a->origin == b->origin && a->place.x == b->place.x && a->place.y == b->place.y;
}

// the place of one corner of a triangle, by its polygon or by its point
static snw_vec2 place_of(const snw_mesh_part *part, int face, int point) {
    const snw_mesh *mesh = part->mesh;
    const int owner = mesh->owner_count > 0 ? mesh->owners[face] : -1;
    if (owner < 0) {
        return part->texture_points != NULL ? part->texture_points[point] : (snw_vec2){0, 0};
    }
    const snw_polygon *polygon = &mesh->polygons[owner];
    for (int i = 0; i < polygon->texture_count; i++) {
        const int at = polygon->texture[i];
        if (polygon->corners[i] == point && at >= 0 && at < mesh->texture_point_count) {
            return mesh->texture_points[at];
        }
    }
    return (snw_vec2){0, 0};
}

// appends a copy of a point with another place; its number, or -1 when memory is exhausted
static int repeat_point(splitting *s, int origin, snw_vec2 place) {
    snw__glb_mesh *mesh = s->mesh;
    const int id = mesh->point_count;
    if (!snw__more(&mesh->points, id, &s->point_room, sizeof *mesh->points) ||
        !snw__more(&mesh->normals, id, &s->normal_room, sizeof *mesh->normals) ||
        !snw__more(&mesh->texture, id, &s->texture_room, sizeof *mesh->texture) ||
        !snw__more(&s->copies, s->copy_count, &s->copy_room, sizeof *s->copies)) {
        return -1;
    }
    mesh->points[id] = mesh->points[origin];
    mesh->normals[id] = mesh->normals[origin];
    mesh->texture[id] = place;
    s->copies[s->copy_count++] = (copy){origin, place};
    mesh->point_count++;
    return id;
}

// the point for a corner: itself, if the place is free or the same, else a copy
static int point_with_place(splitting *s, int point, snw_vec2 place) {
    snw_vec2 *own = &s->mesh->texture[point];
    if (isnan(own->x)) *own = place;
    if (own->x == place.x && own->y == place.y) return point;
    const int first = s->mesh->point_count - s->copy_count;
    const copy wanted = {point, place};
    uint64_t bits[2];
    memcpy(bits, &place, sizeof bits);
    const uint64_t hash = snw__hash_words(&s->finder, (uint64_t)point, bits[0], bits[1]);
    const int known = snw__finder_find(&s->finder, hash, same_copy, s->copies, &wanted);
    if (known >= 0) return first + known;
    const int id = repeat_point(s, point, place);
    return id >= 0 && snw__finder_add(&s->finder, hash, s->copy_count - 1) ? id : -1;
}

static bool place_primitive(splitting *s, const snw__glb_primitive *primitive) {
    int count;
    const int *faces = snw_mesh_faces(s->part->mesh, &count);
    for (int i = primitive->first; i < primitive->first + primitive->count; i++) {
        const int face = s->mesh->faces[i];
        for (int k = 0; k < 3; k++) {
            int *corner = &s->mesh->indices[(ptrdiff_t)3 * i + k];
            snw_vec2 place = place_of(s->part, face, faces[(ptrdiff_t)3 * face + k]);
            // the file holds 32 bits, and zero has one sign
            place = (snw_vec2){snw__narrowed(place.x) + 0.0, snw__narrowed(place.y) + 0.0};
            if (!isfinite(place.x) || !isfinite(place.y)) place = (snw_vec2){0, 0};
            *corner = point_with_place(s, *corner, place);
            if (*corner < 0) return false;
        }
    }
    return true;
}

bool snw__glb_texture(const snw_mesh_part *part, snw__glb_mesh *mesh) {
    bool any = false;
    for (int i = 0; i < mesh->primitive_count; i++)
        any = any || mesh->primitives[i].image != NULL;
    if (!any) return true;
    const int points = mesh->point_count;
    splitting s = {.part = part,
                   .mesh = mesh,
                   .point_room = points,
                   .normal_room = points,
                   .texture_room = points};
    mesh->texture = malloc((size_t)points * sizeof *mesh->texture + 1);
    bool good = mesh->texture != NULL;
    for (int i = 0; i < points && good; i++)
        mesh->texture[i] = (snw_vec2){(double)NAN, (double)NAN};
    for (int i = 0; i < mesh->primitive_count && good; i++) {
        if (mesh->primitives[i].image != NULL) good = place_primitive(&s, &mesh->primitives[i]);
    }
    for (int i = 0; i < points && good; i++) {
        if (isnan(mesh->texture[i].x)) mesh->texture[i] = (snw_vec2){0, 0};
    }
    snw__finder_close(&s.finder);
    free(s.copies);
    return good;
}
