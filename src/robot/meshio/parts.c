// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// Files of meshes with their looks.

#include "sinew/meshio/image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/meshio/load.h"
#include "sinew/meshio/obj.h"
#include "sinew/os/file.h"
#include "sinew/os/path.h"
#include "sinew/shape/query.h"

// a file on its way into parts
typedef struct loading {
    const char *path;
    snw_mesh_reading reading;
    snw_setup *setup;
    snw_mesh_parts *out;
    snw_diags *diags;
} loading;

static snw_status report(const loading *l, snw_why *why) {
    snw_diags_add(l->diags, why);
    return why->code;
}

static snw_status report_memory(const loading *l) {
    snw_why why = {0};
    snw_why_set(&why, SNW_ERR_MEMORY, NULL, "the memory for the mesh is exhausted");
    snw_why_at(&why, l->path, 0, 0);
    return report(l, &why);
}

// --- OBJ ----------------------------------------------------------------------------------------

// The images of the materials of an OBJ. One that cannot be used is a warning, and its material
// keeps its colour.
static snw_status load_images(const loading *l, const snw_surface *palette, snw_mesh_part *part) {
    const size_t room = (size_t)palette->map_count * sizeof(snw_mesh_image);
    snw_mesh_image *images = snw_setup_take(l->setup, room + 1, _Alignof(snw_mesh_image));
    if (images == NULL) return report_memory(l);
    memset(images, 0, room);
    snw__image_budget budget = {0};
    for (int i = 0; i < palette->map_count; i++) {
        const snw_material material = snw_surface_material(&palette->maps[i]);
        snw_why why = {0};
        if (material.texture[0] == '\0') continue;
        // several materials may name one image
        for (int k = 0; k < i && images[i].bytes == NULL; k++) {
            const snw_material other = snw_surface_material(&palette->maps[k]);
            if (strcmp(other.texture, material.texture) == 0) images[i] = images[k];
        }
        if (images[i].bytes != NULL ||
            !snw_failed(
                snw__image_load(l->path, material.texture, &budget, l->setup, &images[i], &why))) {
            continue;
        }
        why.severity = SNW_WARNING;
        snw_diags_add(l->diags, &why);
    }
    part->images = images;
    return SNW_OK;
}

static bool names_materials(const snw_file_content *content) {
    static const char word[] = "usemtl";
    const char *end = content->data + content->size;
    for (const char *at = content->data; at < end; at++) {
        at = memchr(at, 'u', (size_t)(end - at));
        if (at == NULL) return false;
        if ((size_t)(end - at) >= sizeof word && memcmp(at, word, sizeof word - 1) == 0)
            return true;
    }
    return false;
}

static snw_status read_plain(const loading *l, const snw_mesh_reading *reading,
                             snw_mesh_part *part) {
    snw_mesh *mesh = NULL;
    const snw_status status = snw_mesh_read_file(l->path, reading, l->setup, &mesh, l->diags);
    if (!snw_failed(status)) *part = snw_mesh_part_of(mesh);
    return status;
}

static snw_status load_obj(const loading *l, snw_mesh_part *part) {
    snw_file_content content;
    snw_why why = {0};
    const snw_file_reading how = {.limit = SNW_MESH_FILE_BYTES};
    snw_status status = snw_file_read(l->path, &how, &content, &why);
    if (snw_failed(status)) return report(l, &why);
    const bool coloured = names_materials(&content);
    snw_file_free(&content);
    snw_mesh_reading reading = l->reading;
    snw_surface *palette = NULL;
    reading.palette = &palette;
    // polygons know their material, triangles do not
    reading.keep_polygons = coloured;
    status = read_plain(l, &reading, part);
    if (snw_failed(status) || palette == NULL || palette->map_count == 0) return status;
    part->surfaces = palette->maps;
    part->surface_count = palette->map_count;
    return load_images(l, palette, part);
}

// --- GLB, and what is converted to it -----------------------------------------------------------

static snw_status load_glb(const loading *l, const char *bytes, size_t size) {
    const snw_source source = {bytes, size, l->path, NULL};
    snw_why why = {0};
    snw_status status = snw__glb_read_parts(&source, &l->reading, l->setup, l->out, l->diags);
    for (int i = 0; i < l->out->count && !snw_failed(status); i++) {
        // the part was made here, and is not handed out yet: it may still be written to
        const union {
            const snw_mesh *shared;
            snw_mesh *own;
        } mesh = {l->out->parts[i].mesh};
        const snw_child shape = {&snw_mesh_type, mesh.own};
        status = snw_shape_prepare(&shape, l->setup, &why);
        if (snw_failed(status)) snw_diags_add(l->diags, &why);
    }
    return status;
}

static snw_status load_glb_file(const loading *l) {
    const snw_file_reading how = {.limit = SNW_MESH_FILE_BYTES};
    snw_file_content content;
    snw_why why = {0};
    snw_status status = snw_file_read(l->path, &how, &content, &why);
    if (snw_failed(status)) return report(l, &why);
    status = load_glb(l, content.data, content.size);
    snw_file_free(&content);
    return status;
}

static snw_status load_converted(const loading *l) {
    static const snw_mesh_conversion how = {"glb", 1, SNW_MESH_CONVERT_S};
    char *bytes = NULL;
    size_t size = 0;
    snw_why why = {0};
    snw_status status = snw_mesh_convert(l->path, &how, &bytes, &size, &why);
    if (snw_failed(status)) return report(l, &why);
    status = load_glb(l, bytes, size);
    free(bytes);
    return status;
}

// --- all ----------------------------------------------------------------------------------------

snw_status snw_mesh_load_parts(const char *path, snw_vec3 scale, snw_setup *setup,
                               snw_mesh_parts *out, snw_diags *diags) {
    // three zeros mean 1 to a reading, but not in a model
    const bool none = scale.x == 0 && scale.y == 0 && scale.z == 0;
    snw_mesh_parts read = {0};
    const loading l = {.path = path,
                       .reading = {.scale = none ? snw_vec3_x((double)NAN) : scale},
                       .setup = setup,
                       .out = &read,
                       .diags = diags};
    const snw_mesh_format format = snw_mesh_format_of(path);
    snw_status status;
    if (format == SNW_MESH_GLB) {
        status = load_glb_file(&l);
    } else if (format == SNW_MESH_OTHER) {
        status = load_converted(&l);
    } else {
        read.parts = snw_setup_take(setup, sizeof *read.parts, _Alignof(snw_mesh_part));
        read.count = 1;
        if (read.parts == NULL) return report_memory(&l);
        status = format == SNW_MESH_OBJ ? load_obj(&l, read.parts)
                                        : read_plain(&l, &l.reading, read.parts);
    }
    if (!snw_failed(status)) *out = read;
    return status;
}

snw_status snw_mesh_join(const snw_mesh_parts *parts, snw_setup *setup, const snw_mesh **mesh,
                         snw_why *why) {
    if (parts->count == 1) {
        *mesh = parts->parts[0].mesh;
        return SNW_OK;
    }
    int points = 0, corners = 0, count = 0;
    for (int i = 0; i < parts->count; i++) {
        (void)snw_mesh_faces(parts->parts[i].mesh, &count);
        points += parts->parts[i].mesh->point_count;
        corners += 3 * count;
    }
    snw_mesh *joined = snw_block_new(&snw_mesh_type, setup);
    snw_status status = joined != NULL ? SNW_OK : SNW_ERR_MEMORY;
    if (status == SNW_OK) {
        status = snw_block_resize(snw_type_field(&snw_mesh_type, "points"), joined, points, setup);
    }
    if (status == SNW_OK) {
        status =
            snw_block_resize(snw_type_field(&snw_mesh_type, "triangles"), joined, corners, setup);
    }
    if (snw_failed(status)) return snw_refuse(why, SNW_ERR_MEMORY, "mesh", NULL, NULL);
    points = corners = 0;
    for (int i = 0; i < parts->count; i++) {
        const snw_mesh *from = parts->parts[i].mesh;
        const int *faces = snw_mesh_faces(from, &count);
        for (int k = 0; k < 3 * count; k++)
            joined->triangles[corners++] = points + faces[k];
        memcpy(&joined->points[points], from->points, (size_t)from->point_count * sizeof(snw_vec3));
        points += from->point_count;
    }
    const snw_child shape = {&snw_mesh_type, joined};
    status = snw_shape_prepare(&shape, setup, why);
    if (!snw_failed(status)) *mesh = joined;
    return status;
}
