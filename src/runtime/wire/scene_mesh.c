// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "scene_mesh.h"

#include <string.h>

#include "sinew/meshio.h"
#include "sinew/meshio/image.h"
#include "sinew/wire/sha256.h"

// A file is read once for all links and members that show it: reading may mean a converter.

static const size_t scratch_limit = (size_t)4 << 30;

// --- finding ------------------------------------------------------------------------------------

static bool same_vector(snw_vec3 a, snw_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static bool is_same_shape(const snw_child *a, const snw_child *b) {
    if (a->block == b->block) return true;
    if (a->type != &snw_mesh_file_type || b->type != &snw_mesh_file_type) return false;
    const snw_mesh_file *f = a->block, *g = b->block;
    return f->file[0] != '\0' && strcmp(f->file, g->file) == 0 && same_vector(f->scale, g->scale);
}

static snw__scene_look *known_look(const snw__scene_looks *looks, const snw_child *shape) {
    for (int i = 0; i < looks->count; i++)
        if (is_same_shape(&looks->items[i].shape, shape)) return &looks->items[i];
    return NULL;
}

static snw__scene_look *new_look(snw__scene_looks *looks, const snw_child *shape) {
    if (looks->count == looks->room) {
        const int room = looks->room > 0 ? 2 * looks->room : 16;
        snw__scene_look *items = snw_setup_grow(
            looks->setup, looks->items, (size_t)room * sizeof *items, _Alignof(snw__scene_look));
        if (items == NULL) return NULL;
        looks->items = items;
        looks->room = room;
    }
    snw__scene_look *look = &looks->items[looks->count++];
    *look = (snw__scene_look){.shape = *shape, .mesh = -1};
    return look;
}

const snw_scene_mesh *snw_scene_find(const snw_scene *scene, const char *hash, size_t length) {
    if (length != SNW_SCENE_HASH - 1) return NULL;
    for (int i = 0; i < scene->mesh_count; i++) {
        if (memcmp(scene->meshes[i].hash, hash, length) == 0) return &scene->meshes[i];
    }
    return NULL;
}

// --- making -------------------------------------------------------------------------------------

static snw_status read_file_parts(const snw_mesh_file *file, snw_setup *scratch,
                                  snw_mesh_parts *parts, snw_why *why) {
    snw_why found[4];
    snw_diags diags = {.items = found, .capacity = 4};
    if (file->file[0] == '\0') {
        return snw_refuse(why, SNW_ERR_NOT_FOUND, file->name, "the file of the mesh was not found",
                          NULL);
    }
    const snw_status status = snw_mesh_load_parts(file->file, file->scale, scratch, parts, &diags);
    if (!snw_failed(status)) return status;
    snw_why_set(why, status, file->file, NULL);
    for (int i = 0; i < diags.count && i < diags.capacity; i++) {
        if (found[i].severity != SNW_ERROR) continue;
        snw_why_set(why, status, file->file, found[i].text);
        snw_why_fix(why, found[i].fix);
        break;
    }
    return status;
}

// the parts that a shape is drawn by
static snw_status read_parts(const snw_child *shape, snw_setup *scratch, snw_mesh_parts *parts,
                             snw_why *why) {
    if (shape->type == &snw_mesh_file_type) {
        return read_file_parts(shape->block, scratch, parts, why);
    }
    const snw_mesh_options options = {.resolution = 48, .extent = 2};
    snw_mesh *mesh = NULL;
    snw_mesh_part *part = snw_setup_take(scratch, sizeof *part, _Alignof(snw_mesh_part));
    if (part == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "mesh", NULL, NULL);
    const snw_status status = snw_shape_mesh(shape, &options, scratch, &mesh, why);
    if (snw_failed(status)) return status;
    *part = snw_mesh_part_of(mesh);
    *parts = (snw_mesh_parts){part, 1};
    return SNW_OK;
}

static snw_status write_glb(const snw_mesh_parts *parts, snw_setup *setup, const char **bytes,
                            size_t *size, snw_why *why) {
    snw_text text = {0};
    snw_status status = snw_glb_write(parts->parts, parts->count, NULL, &text, why);
    if (snw_failed(status)) return status;
    char *data = snw_setup_take(setup, text.length + 1, 1);
    if (data == NULL) return snw_refuse(why, SNW_ERR_MEMORY, "mesh", NULL, NULL);
    text = snw_text_over(data, text.length + 1);
    status = snw_glb_write(parts->parts, parts->count, NULL, &text, why);
    *bytes = data;
    *size = text.length;
    return status;
}

// what a mesh is called: digits of what it looks like
static void name_mesh(const char *bytes, size_t size, char hash[SNW_SCENE_HASH]) {
    unsigned char digest[SNW_SHA256];
    snw_sha256 sha = snw_sha256_begin();
    snw_sha256_add(&sha, bytes, size);
    snw_sha256_end(&sha, digest);
    snw_hex_write(digest, (SNW_SCENE_HASH - 1) / 2, hash);
}

// Keeps the bytes of a mesh, once for all that look alike; its number, or -1.
static int keep_mesh(snw__scene_looks *looks, const char *bytes, size_t size) {
    snw_scene *scene = looks->scene;
    char hash[SNW_SCENE_HASH];
    name_mesh(bytes, size, hash);
    const snw_scene_mesh *same = snw_scene_find(scene, hash, strlen(hash));
    if (same != NULL) return (int)(same - scene->meshes);
    if (scene->mesh_count == looks->mesh_room) {
        const int room = looks->mesh_room > 0 ? 2 * looks->mesh_room : 16;
        snw_scene_mesh *meshes =
            snw_setup_grow(looks->setup, scene->meshes, (size_t)room * sizeof *meshes, 8);
        if (meshes == NULL) return -1;
        scene->meshes = meshes;
        looks->mesh_room = room;
    }
    char *kept = snw_setup_take(looks->setup, size + 1, 1);
    if (kept == NULL) return -1;
    memcpy(kept, bytes, size);
    snw_scene_mesh *mesh = &scene->meshes[scene->mesh_count];
    *mesh = (snw_scene_mesh){.glb = kept, .size = size};
    snw_copy_text(mesh->hash, sizeof mesh->hash, hash);
    return scene->mesh_count++;
}

static void make_look(snw__scene_looks *looks, snw__scene_look *look, snw_setup *scratch) {
    snw_mesh_parts parts;
    const snw_mesh *joined = NULL;
    const char *bytes = NULL;
    size_t size = 0;
    snw_why *why = &look->why;
    if (snw_failed(read_parts(&look->shape, scratch, &parts, why)) ||
        snw_failed(write_glb(&parts, scratch, &bytes, &size, why))) {
        return;
    }
    look->mesh = keep_mesh(looks, bytes, size);
    if (look->mesh < 0) snw_why_set(why, SNW_ERR_MEMORY, "mesh", NULL);
    if (!snw_failed(snw_mesh_join(&parts, scratch, &joined, NULL))) {
        snw_mesh mesh = *joined; // a child is not const
        const snw_child shape = {&snw_mesh_type, &mesh};
        look->has_ball = !snw_failed(snw_shape_sphere(&shape, &look->ball, NULL));
    }
}

const snw__scene_look *snw__scene_look_of(snw__scene_looks *looks, const snw_child *shape) {
    static const snw__scene_look no_memory = {
        .mesh = -1, .why = {.code = SNW_ERR_MEMORY, .text = "the memory is exhausted"}};
    snw__scene_look *look = known_look(looks, shape);
    if (look != NULL) return look;
    snw_setup *scratch = snw_setup_create(scratch_limit);
    look = scratch != NULL ? new_look(looks, shape) : NULL;
    if (look != NULL) make_look(looks, look, scratch);
    snw_setup_destroy(scratch);
    return look != NULL ? look : &no_memory;
}
