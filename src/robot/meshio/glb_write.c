// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// GLB: a head of 12 bytes, a chunk of JSON and a chunk of numbers (glTF 2.0, ISO/IEC 12113:2022,
// section 4.4). Each list of numbers has a view of its own, on a border of four bytes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "glb_internal.h"

typedef struct writing {
    const snw_mesh_part *parts;
    int count;
    snw__glb_mesh *meshes; // [count]
    const char *generator;
    const snw_mesh_image **images; // [image_count] each once
    int image_count;
    size_t bytes; // of numbers and images
} writing;

// 65,535 would end a strip, so an index must stay below it
static bool is_short(const snw__glb_mesh *mesh) {
    return mesh->point_count <= 65535;
}

static size_t round_up(size_t bytes) {
    return (bytes + 3) / 4 * 4;
}

static size_t vector_bytes(const snw__glb_mesh *mesh) {
    return (size_t)mesh->point_count * 3 * sizeof(float);
}

static size_t place_bytes(const snw__glb_mesh *mesh) {
    return mesh->texture != NULL ? (size_t)mesh->point_count * 2 * sizeof(float) : 0;
}

// lists before those of indices: positions, normals, places in an image
static int point_lists(const snw__glb_mesh *mesh) {
    return mesh->texture != NULL ? 3 : 2;
}

static size_t index_bytes(const snw__glb_mesh *mesh, const snw__glb_primitive *primitive) {
    return (size_t)primitive->count * 3 * (is_short(mesh) ? 2 : 4);
}

// --- JSON ---------------------------------------------------------------------------------------

// glTF knows no negative zero
static void print_numbers(snw_json_writer *json, const char *name, const double *x, int count) {
    snw_json_array(json, name);
    for (int i = 0; i < count; i++) {
        snw_json_real(json, NULL, x[i] == 0 ? 0 : x[i]);
    }
    snw_json_end(json);
}

// a node says its pose only where it has one
static void print_nodes(const writing *w, snw_json_writer *json) {
    snw_json_array(json, "nodes");
    for (int i = 0; i < w->count; i++) {
        const snw_pose T = w->parts[i].T_file_part;
        const snw_quat q = snw_quat_from_mat3(T.R);
        snw_json_object(json, NULL);
        if (w->parts[i].name != NULL) snw_json_string(json, "name", w->parts[i].name);
        if (!snw__same_place(T.p, snw_vec3_zero())) {
            const double p[3] = {T.p.x, T.p.y, T.p.z};
            print_numbers(json, "translation", p, 3);
        }
        if (q.x != 0 || q.y != 0 || q.z != 0) {
            const double x[4] = {q.x, q.y, q.z, q.w};
            print_numbers(json, "rotation", x, 4);
        }
        snw_json_int(json, "mesh", i);
        snw_json_end(json);
    }
    snw_json_end(json);
}

// accessors of a mesh stand together: those of its points, then the indices of each primitive
static void print_meshes(const writing *w, snw_json_writer *json) {
    int accessor = 0, material = 0;
    snw_json_array(json, "meshes");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        snw_json_object(json, NULL);
        if (w->parts[i].name != NULL) snw_json_string(json, "name", w->parts[i].name);
        snw_json_array(json, "primitives");
        for (int k = 0; k < mesh->primitive_count; k++) {
            snw_json_object(json, NULL);
            snw_json_object(json, "attributes");
            snw_json_int(json, "POSITION", accessor);
            snw_json_int(json, "NORMAL", accessor + 1);
            if (mesh->primitives[k].image != NULL) snw_json_int(json, "TEXCOORD_0", accessor + 2);
            snw_json_end(json);
            snw_json_int(json, "indices", accessor + point_lists(mesh) + k);
            snw_json_int(json, "material", material++);
            snw_json_end(json);
        }
        snw_json_end(json);
        snw_json_end(json);
        accessor += point_lists(mesh) + mesh->primitive_count;
    }
    snw_json_end(json);
}

// what a screen shows as x is this part of full light (IEC 61966-2-1)
static double linear(double x) {
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

// the number of an image; images are told apart by where their bytes are
static int image_of(const writing *w, const snw_mesh_image *image) {
    for (int i = 0; i < w->image_count; i++)
        if (w->images[i]->bytes == image->bytes) return i;
    return -1;
}

static void print_material(const writing *w, const snw_mesh_part *part,
                           const snw__glb_primitive *primitive, snw_json_writer *json) {
    const int surface = primitive->surface;
    double colour[4];
    memcpy(colour, part->colour, sizeof colour);
    snw_json_object(json, NULL);
    if (surface >= 0) {
        const snw_material m = snw_surface_material(&part->surfaces[surface]);
        memcpy(colour, m.diffuse, sizeof colour);
        snw_json_string(json, "name", part->surfaces[surface].name);
    } else if (part->material != NULL) {
        snw_json_string(json, "name", part->material);
    } else {
        snw_json_object(json, "extras");
        snw_json_bool(json, SNW__GLB_DEFAULT, true);
        snw_json_end(json);
    }
    for (int k = 0; k < 4; k++) {
        colour[k] = colour[k] > 0 ? colour[k] < 1 ? colour[k] : 1 : 0;
        if (k < 3) colour[k] = linear(colour[k]);
    }
    snw_json_object(json, "pbrMetallicRoughness");
    print_numbers(json, "baseColorFactor", colour, 4);
    if (primitive->image != NULL) {
        snw_json_object(json, "baseColorTexture");
        snw_json_int(json, "index", image_of(w, primitive->image));
        snw_json_end(json);
    }
    snw_json_int(json, "metallicFactor", 0);
    snw_json_real(json, "roughnessFactor", 0.75);
    snw_json_end(json);
    if (colour[3] < 1) snw_json_string(json, "alphaMode", "BLEND");
    // an open surface is seen from behind
    if (!part->mesh->closed) snw_json_bool(json, "doubleSided", true);
    snw_json_end(json);
}

static void print_materials(const writing *w, snw_json_writer *json) {
    snw_json_array(json, "materials");
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < w->meshes[i].primitive_count; k++) {
            print_material(w, &w->parts[i], &w->meshes[i].primitives[k], json);
        }
    }
    snw_json_end(json);
}

// their views stand behind those of all meshes
static void print_images(const writing *w, snw_json_writer *json) {
    int view = 0;
    for (int i = 0; i < w->count; i++)
        view += point_lists(&w->meshes[i]) + w->meshes[i].primitive_count;
    if (w->image_count == 0) return;
    snw_json_array(json, "textures");
    for (int i = 0; i < w->image_count; i++) {
        snw_json_object(json, NULL);
        snw_json_int(json, "source", i);
        snw_json_end(json);
    }
    snw_json_end(json);
    snw_json_array(json, "images");
    for (int i = 0; i < w->image_count; i++) {
        snw__image_facts facts = {0};
        SNW_IGNORE(snw__image_check(w->images[i], &facts, NULL));
        snw_json_object(json, NULL);
        snw_json_int(json, "bufferView", view + i);
        snw_json_string(json, "mimeType", facts.type);
        snw_json_end(json);
    }
    snw_json_end(json);
}

// least and most of what the file holds, that is after rounding to 32 bits
static void print_extent(const snw__glb_mesh *mesh, snw_json_writer *json) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int i = 0; i < mesh->point_count; i++) {
        const snw_vec3 p = mesh->points[i];
        const double x[3] = {snw__narrowed(p.x), snw__narrowed(p.y), snw__narrowed(p.z)};
        for (int k = 0; k < 3; k++) {
            low[k] = i == 0 || x[k] < low[k] ? x[k] : low[k];
            high[k] = i == 0 || x[k] > high[k] ? x[k] : high[k];
        }
    }
    print_numbers(json, "min", low, 3);
    print_numbers(json, "max", high, 3);
}

static void begin_accessor(snw_json_writer *json, int view, int component, int count,
                           const char *type) {
    snw_json_object(json, NULL);
    snw_json_int(json, "bufferView", view);
    snw_json_int(json, "componentType", component);
    snw_json_int(json, "count", count);
    snw_json_string(json, "type", type);
}

static void print_accessors(const writing *w, snw_json_writer *json) {
    int view = 0;
    snw_json_array(json, "accessors");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        begin_accessor(json, view++, SNW__GLTF_FLOAT, mesh->point_count, "VEC3");
        print_extent(mesh, json);
        snw_json_end(json);
        begin_accessor(json, view++, SNW__GLTF_FLOAT, mesh->point_count, "VEC3");
        snw_json_end(json);
        if (mesh->texture != NULL) {
            begin_accessor(json, view++, SNW__GLTF_FLOAT, mesh->point_count, "VEC2");
            snw_json_end(json);
        }
        for (int k = 0; k < mesh->primitive_count; k++) {
            begin_accessor(json, view++, is_short(mesh) ? SNW__GLTF_U16 : SNW__GLTF_U32,
                           3 * mesh->primitives[k].count, "SCALAR");
            snw_json_end(json);
        }
    }
    snw_json_end(json);
}

static void print_view(snw_json_writer *json, size_t *offset, size_t length, int target) {
    snw_json_object(json, NULL);
    snw_json_int(json, "buffer", 0);
    snw_json_int(json, "byteOffset", (int64_t)*offset);
    snw_json_int(json, "byteLength", (int64_t)length);
    if (target != 0) snw_json_int(json, "target", target);
    snw_json_end(json);
    *offset += round_up(length);
}

static void print_views(const writing *w, snw_json_writer *json) {
    size_t offset = 0;
    snw_json_array(json, "bufferViews");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        print_view(json, &offset, vector_bytes(mesh), SNW__GLTF_VERTICES);
        print_view(json, &offset, vector_bytes(mesh), SNW__GLTF_VERTICES);
        if (mesh->texture != NULL) print_view(json, &offset, place_bytes(mesh), SNW__GLTF_VERTICES);
        for (int k = 0; k < mesh->primitive_count; k++) {
            print_view(json, &offset, index_bytes(mesh, &mesh->primitives[k]), SNW__GLTF_INDICES);
        }
    }
    for (int i = 0; i < w->image_count; i++)
        print_view(json, &offset, w->images[i]->size, 0);
    snw_json_end(json);
}

static void print_json(const writing *w, snw_text *out) {
    snw_json_writer writer = snw_json_over(out), *json = &writer;
    snw_json_object(json, NULL);
    snw_json_object(json, "asset");
    snw_json_string(json, "version", "2.0");
    snw_json_string(json, "generator", w->generator);
    snw_json_end(json);
    snw_json_int(json, "scene", 0);
    snw_json_array(json, "scenes");
    snw_json_object(json, NULL);
    snw_json_array(json, "nodes");
    for (int i = 0; i < w->count; i++) {
        snw_json_int(json, NULL, i);
    }
    snw_json_end(json);
    snw_json_end(json);
    snw_json_end(json);
    print_nodes(w, json);
    print_meshes(w, json);
    print_materials(w, json);
    print_images(w, json);
    print_accessors(w, json);
    print_views(w, json);
    snw_json_array(json, "buffers");
    snw_json_object(json, NULL);
    snw_json_int(json, "byteLength", (int64_t)w->bytes);
    snw_json_end(json);
    snw_json_end(json);
    snw_json_end(json);
}

// --- numbers ------------------------------------------------------------------------------------

static void put_vectors(const snw_vec3 *items, int count, snw_text *out) {
    for (int i = 0; i < count; i++) {
        snw__put_float(out, items[i].x);
        snw__put_float(out, items[i].y);
        snw__put_float(out, items[i].z);
    }
}

static void put_indices(const snw__glb_mesh *mesh, const snw__glb_primitive *p, snw_text *out) {
    const int *at = &mesh->indices[(ptrdiff_t)3 * p->first];
    for (int i = 0; i < 3 * p->count; i++) {
        if (is_short(mesh)) {
            snw__put_u16(out, (unsigned)at[i]);
        } else {
            snw__put_u32(out, (uint32_t)at[i]);
        }
    }
    if (index_bytes(mesh, p) % 4 != 0) snw__put_u16(out, 0);
}

static void put_mesh(const snw__glb_mesh *mesh, snw_text *out) {
    put_vectors(mesh->points, mesh->point_count, out);
    put_vectors(mesh->normals, mesh->point_count, out);
    // an image begins at its upper left corner there
    for (int i = 0; i < mesh->point_count && mesh->texture != NULL; i++) {
        snw__put_float(out, mesh->texture[i].x);
        snw__put_float(out, 1 - mesh->texture[i].y);
    }
    for (int k = 0; k < mesh->primitive_count; k++) {
        put_indices(mesh, &mesh->primitives[k], out);
    }
}

// --- whole --------------------------------------------------------------------------------------

static void put_file(const writing *w, snw_text *out) {
    snw_text measure = snw_text_over(NULL, 0);
    print_json(w, &measure);
    const size_t json = round_up(measure.length);
    snw__put_u32(out, SNW__GLB_MAGIC);
    snw__put_u32(out, 2);
    snw__put_u32(out,
                 (uint32_t)(SNW__GLB_HEAD + SNW__GLB_CHUNK + json + SNW__GLB_CHUNK + w->bytes));
    snw__put_u32(out, (uint32_t)json);
    snw__put_u32(out, SNW__GLB_JSON);
    print_json(w, out);
    snw_text_add(out, "   ", json - measure.length);
    snw__put_u32(out, (uint32_t)w->bytes);
    snw__put_u32(out, SNW__GLB_BIN);
    for (int i = 0; i < w->count; i++) {
        put_mesh(&w->meshes[i], out);
    }
    for (int i = 0; i < w->image_count; i++) {
        snw_text_add(out, w->images[i]->bytes, w->images[i]->size);
        snw_text_add(out, "\0\0\0", round_up(w->images[i]->size) - w->images[i]->size);
    }
}

// finds the images, each once, and refuses what a page could not show
static snw_status gather_images(writing *w, snw_why *why) {
    size_t most = 0;
    for (int i = 0; i < w->count; i++)
        most += (size_t)w->meshes[i].primitive_count;
    w->images = calloc(most + 1, sizeof(const snw_mesh_image *));
    if (w->images == NULL) return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < w->meshes[i].primitive_count; k++) {
            const snw_mesh_image *image = w->meshes[i].primitives[k].image;
            if (image == NULL || image_of(w, image) >= 0) continue;
            snw__image_facts facts;
            const snw_status status = snw__image_check(image, &facts, why);
            if (snw_failed(status)) return status;
            w->images[w->image_count++] = image;
            w->bytes += round_up(image->size);
        }
    }
    return SNW_OK;
}

static snw_status make_meshes(writing *w, double crease, snw_why *why) {
    for (int i = 0; i < w->count; i++) {
        snw__glb_mesh *mesh = &w->meshes[i];
        const snw_status status = snw__glb_mesh_make(&w->parts[i], crease, mesh);
        if (snw_failed(status)) {
            return snw_refuse_rule(
                why, status, "mesh-write", w->parts[i].name,
                status == SNW_ERR_ARGUMENT ? "the part has no triangle with an area" : NULL,
                status == SNW_ERR_ARGUMENT ? "leave the part out" : "");
        }
        w->bytes += 2 * vector_bytes(mesh) + place_bytes(mesh);
        for (int k = 0; k < mesh->primitive_count; k++) {
            w->bytes += round_up(index_bytes(mesh, &mesh->primitives[k]));
        }
    }
    return SNW_OK;
}

snw_status snw_glb_write(const snw_mesh_part *parts, int count, const snw_glb_writing *writing_,
                         snw_text *out, snw_why *why) {
    const double usual = 0.5;
    const snw_glb_writing how = writing_ != NULL ? *writing_ : (snw_glb_writing){0};
    long triangles;
    snw_status status = snw__check_parts(parts, count, &triangles, why);
    if (snw_failed(status)) return status;
    if (!(how.crease >= 0 && how.crease <= 4)) {
        return snw_refuse(why, SNW_ERR_RANGE, "crease", "the angle is outside its range", NULL);
    }
    writing w = {.parts = parts,
                 .count = count,
                 .meshes = calloc((size_t)count, sizeof *w.meshes),
                 .generator = how.generator != NULL ? how.generator : "sinew"};
    if (w.meshes == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    }
    status = make_meshes(&w, how.crease > 0 ? how.crease : usual, why);
    if (status == SNW_OK) status = gather_images(&w, why);
    if (status == SNW_OK) put_file(&w, out);
    for (int i = 0; i < count; i++) {
        snw__glb_mesh_free(&w.meshes[i]);
    }
    free(w.meshes);
    free((void *)w.images);
    return status;
}
