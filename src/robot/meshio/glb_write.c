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
    size_t bytes; // of numbers
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

static size_t index_bytes(const snw__glb_mesh *mesh, const snw__glb_primitive *primitive) {
    return (size_t)primitive->count * 3 * (is_short(mesh) ? 2 : 4);
}

// --- JSON ---------------------------------------------------------------------------------------

static void print_numbers(snw_text *out, const char *name, const double *x, int count) {
    snw_text_format(out, "\"%s\":[", name);
    for (int i = 0; i < count; i++) {
        if (i > 0) snw_text_add(out, ",", 1);
        snw_text_real(out, x[i] == 0 ? 0 : x[i]);
    }
    snw_text_add(out, "]", 1);
}

static void print_name(snw_text *out, const char *name) {
    snw_text_format(out, "\"name\":");
    snw_text_json_string(out, name);
    snw_text_add(out, ",", 1);
}

// a node says its pose only where it has one
static void print_nodes(const writing *w, snw_text *out) {
    snw_text_format(out, "\"nodes\":[");
    for (int i = 0; i < w->count; i++) {
        const snw_pose T = w->parts[i].T_file_part;
        const snw_quat q = snw_quat_from_mat3(T.R);
        snw_text_format(out, i > 0 ? ",{" : "{");
        if (w->parts[i].name != NULL) print_name(out, w->parts[i].name);
        if (!snw__same_place(T.p, snw_vec3_zero())) {
            const double p[3] = {T.p.x, T.p.y, T.p.z};
            print_numbers(out, "translation", p, 3);
            snw_text_add(out, ",", 1);
        }
        if (q.x != 0 || q.y != 0 || q.z != 0) {
            const double x[4] = {q.x, q.y, q.z, q.w};
            print_numbers(out, "rotation", x, 4);
            snw_text_add(out, ",", 1);
        }
        snw_text_format(out, "\"mesh\":%d}", i);
    }
    snw_text_format(out, "],");
}

// accessors of a mesh stand together: positions, normals, the indices of each primitive
static void print_meshes(const writing *w, snw_text *out) {
    int accessor = 0, material = 0;
    snw_text_format(out, "\"meshes\":[");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        snw_text_format(out, i > 0 ? ",{" : "{");
        if (w->parts[i].name != NULL) print_name(out, w->parts[i].name);
        snw_text_format(out, "\"primitives\":[");
        for (int k = 0; k < mesh->primitive_count; k++) {
            snw_text_format(out,
                            "%s{\"attributes\":{\"POSITION\":%d,\"NORMAL\":%d},\"indices\":%d,"
                            "\"material\":%d}",
                            k > 0 ? "," : "", accessor, accessor + 1, accessor + 2 + k, material++);
        }
        snw_text_format(out, "]}");
        accessor += 2 + mesh->primitive_count;
    }
    snw_text_format(out, "],");
}

// what a screen shows as x is this part of full light (IEC 61966-2-1)
static double linear(double x) {
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static void print_material(const snw_mesh_part *part, int surface, snw_text *out) {
    double colour[4];
    memcpy(colour, part->colour, sizeof colour);
    snw_text_add(out, "{", 1);
    if (surface >= 0) {
        const snw_material m = snw_surface_material(&part->surfaces[surface]);
        memcpy(colour, m.diffuse, sizeof colour);
        print_name(out, part->surfaces[surface].name);
    }
    for (int k = 0; k < 4; k++) {
        colour[k] = colour[k] > 0 ? colour[k] < 1 ? colour[k] : 1 : 0;
        if (k < 3) colour[k] = linear(colour[k]);
    }
    snw_text_format(out, "\"pbrMetallicRoughness\":{");
    print_numbers(out, "baseColorFactor", colour, 4);
    snw_text_format(out, ",\"metallicFactor\":0,\"roughnessFactor\":0.75}");
    if (colour[3] < 1) snw_text_format(out, ",\"alphaMode\":\"BLEND\"");
    // an open surface is seen from behind
    if (!part->mesh->closed) snw_text_format(out, ",\"doubleSided\":true");
    snw_text_add(out, "}", 1);
}

static void print_materials(const writing *w, snw_text *out) {
    snw_text_format(out, "\"materials\":[");
    for (int i = 0; i < w->count; i++) {
        for (int k = 0; k < w->meshes[i].primitive_count; k++) {
            if (i > 0 || k > 0) snw_text_add(out, ",", 1);
            print_material(&w->parts[i], w->meshes[i].primitives[k].surface, out);
        }
    }
    snw_text_format(out, "],");
}

// least and most of what the file holds, that is after rounding to 32 bits
static void print_extent(const snw__glb_mesh *mesh, snw_text *out) {
    double low[3] = {0, 0, 0}, high[3] = {0, 0, 0};
    for (int i = 0; i < mesh->point_count; i++) {
        const snw_vec3 p = mesh->points[i];
        const double x[3] = {snw__narrowed(p.x), snw__narrowed(p.y), snw__narrowed(p.z)};
        for (int k = 0; k < 3; k++) {
            low[k] = i == 0 || x[k] < low[k] ? x[k] : low[k];
            high[k] = i == 0 || x[k] > high[k] ? x[k] : high[k];
        }
    }
    snw_text_add(out, ",", 1);
    print_numbers(out, "min", low, 3);
    snw_text_add(out, ",", 1);
    print_numbers(out, "max", high, 3);
}

static void print_accessors(const writing *w, snw_text *out) {
    int view = 0;
    snw_text_format(out, "\"accessors\":[");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        for (int k = 0; k < 2; k++) {
            snw_text_format(out,
                            "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,"
                            "\"type\":\"VEC3\"",
                            view > 0 ? "," : "", view, SNW__GLTF_FLOAT, mesh->point_count);
            if (k == 0) print_extent(mesh, out);
            snw_text_add(out, "}", 1);
            view++;
        }
        for (int k = 0; k < mesh->primitive_count; k++) {
            snw_text_format(
                out, ",{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"SCALAR\"}",
                view++, is_short(mesh) ? SNW__GLTF_U16 : SNW__GLTF_U32,
                3 * mesh->primitives[k].count);
        }
    }
    snw_text_format(out, "],");
}

static void print_view(snw_text *out, size_t *offset, size_t length, int target) {
    snw_text_format(out, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu,\"target\":%d}",
                    *offset > 0 ? "," : "", *offset, length, target);
    *offset += round_up(length);
}

static void print_views(const writing *w, snw_text *out) {
    size_t offset = 0;
    snw_text_format(out, "\"bufferViews\":[");
    for (int i = 0; i < w->count; i++) {
        const snw__glb_mesh *mesh = &w->meshes[i];
        print_view(out, &offset, vector_bytes(mesh), SNW__GLTF_VERTICES);
        print_view(out, &offset, vector_bytes(mesh), SNW__GLTF_VERTICES);
        for (int k = 0; k < mesh->primitive_count; k++) {
            print_view(out, &offset, index_bytes(mesh, &mesh->primitives[k]), SNW__GLTF_INDICES);
        }
    }
    snw_text_format(out, "],");
}

static void print_json(const writing *w, snw_text *out) {
    snw_text_format(out, "{\"asset\":{\"version\":\"2.0\",\"generator\":");
    snw_text_json_string(out, w->generator);
    snw_text_format(out, "},\"scene\":0,\"scenes\":[{\"nodes\":[");
    for (int i = 0; i < w->count; i++) {
        snw_text_format(out, i > 0 ? ",%d" : "%d", i);
    }
    snw_text_format(out, "]}],");
    print_nodes(w, out);
    print_meshes(w, out);
    print_materials(w, out);
    print_accessors(w, out);
    print_views(w, out);
    snw_text_format(out, "\"buffers\":[{\"byteLength\":%zu}]}", w->bytes);
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
}

static snw_status make_meshes(writing *w, double crease, snw_why *why) {
    for (int i = 0; i < w->count; i++) {
        snw__glb_mesh *mesh = &w->meshes[i];
        const snw_status status = snw__glb_mesh_make(&w->parts[i], crease, mesh);
        if (status < 0) {
            snw_why_set(why, status, w->parts[i].name,
                        status == SNW_ERR_ARGUMENT ? "the part has no triangle with an area"
                                                   : NULL);
            snw_why_rule(why, "mesh-write");
            snw_why_fix(why, status == SNW_ERR_ARGUMENT ? "leave the part out" : "");
            return status;
        }
        w->bytes += 2 * vector_bytes(mesh);
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
    if (status < 0) return status;
    if (!(how.crease >= 0 && how.crease <= 4)) {
        snw_why_set(why, SNW_ERR_RANGE, "crease", "the angle is outside its range");
        return SNW_ERR_RANGE;
    }
    writing w = {.parts = parts,
                 .count = count,
                 .meshes = calloc((size_t)count, sizeof *w.meshes),
                 .generator = how.generator != NULL ? how.generator : "sinew"};
    if (w.meshes == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
    }
    status = make_meshes(&w, how.crease > 0 ? how.crease : usual, why);
    if (status == SNW_OK) put_file(&w, out);
    for (int i = 0; i < count; i++) {
        snw__glb_mesh_free(&w.meshes[i]);
    }
    free(w.meshes);
    return status;
}
