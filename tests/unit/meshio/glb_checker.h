// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_MESHIO_GLB_CHECKER_H
#define SINEW_TESTS_MESHIO_GLB_CHECKER_H

/// @file
/// Holds bytes to the rules of glTF 2.0 by another way than the writer's: jansson for the JSON, own
/// arithmetic for the numbers.

#include <jansson.h>

#include "mesh_test.h"

/// An opened GLB.
typedef struct checked {
    json_t *root;
    const unsigned char *numbers;
    size_t number_bytes;
} checked;

static uint32_t u32_at(const unsigned char *b) {
    return b[0] + 256u * b[1] + 65536u * b[2] + 16777216u * b[3];
}

static double float_at(const unsigned char *b) {
    const uint32_t bits = u32_at(b);
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static size_t member(const json_t *object, const char *name) {
    const json_t *value = json_object_get(object, name);
    CHECK(json_is_integer(value) && json_integer_value(value) >= 0);
    return (size_t)json_integer_value(value);
}

static json_t *item(const checked *c, const char *list, size_t index) {
    json_t *found = json_array_get(json_object_get(c->root, list), index);
    CHECK(found != NULL);
    return found;
}

/// The first byte of an accessor of that type, whose view is aligned and inside the chunk.
static const unsigned char *accessor_bytes(const checked *c, size_t index, const char *type,
                                           size_t *count, size_t *size) {
    const json_t *accessor = item(c, "accessors", index);
    const size_t component = member(accessor, "componentType");
    const json_t *view = item(c, "bufferViews", member(accessor, "bufferView"));
    const bool vector = strcmp(type, "VEC3") == 0;
    CHECK_TEXT(json_string_value(json_object_get(accessor, "type")), type);
    CHECK(vector ? component == 5126 : component == 5123 || component == 5125);
    *size = component == 5123 ? 2 : 4;
    *count = member(accessor, "count");
    CHECK(*count > 0);
    const size_t offset = member(view, "byteOffset"), length = member(view, "byteLength");
    CHECK(member(view, "buffer") == 0 && offset % 4 == 0);
    CHECK(length == *count * *size * (vector ? 3 : 1) && offset + length <= c->number_bytes);
    CHECK(member(view, "target") == (vector ? 34962 : 34963));
    return c->numbers + offset;
}

/// The least and the most of the positions are what the accessor says, to the last bit.
static void check_extent(const checked *c, size_t accessor) {
    size_t count, size;
    const unsigned char *at = accessor_bytes(c, accessor, "VEC3", &count, &size);
    for (size_t k = 0; k < 3; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < count; i++) {
            const double x = float_at(at + 12 * i + 4 * k);
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        const json_t *a = item(c, "accessors", accessor);
        CHECK(json_number_value(json_array_get(json_object_get(a, "min"), k)) == low);
        CHECK(json_number_value(json_array_get(json_object_get(a, "max"), k)) == high);
    }
}

static void check_normals(const checked *c, size_t accessor, size_t points) {
    size_t count, size;
    const unsigned char *at = accessor_bytes(c, accessor, "VEC3", &count, &size);
    CHECK(count == points);
    for (size_t i = 0; i < count; i++) {
        const double x = float_at(at + 12 * i), y = float_at(at + 12 * i + 4),
                     z = float_at(at + 12 * i + 8);
        CHECK_NEAR(x * x + y * y + z * z, 1, 1e-6);
    }
}

/// A corner of a primitive, in the frame of its node.
static snw_vec3 corner_at(const checked *c, const json_t *primitive, size_t index) {
    size_t count, size, corners, index_size;
    const json_t *attributes = json_object_get(primitive, "attributes");
    const unsigned char *points =
        accessor_bytes(c, member(attributes, "POSITION"), "VEC3", &count, &size);
    const unsigned char *at =
        accessor_bytes(c, member(primitive, "indices"), "SCALAR", &corners, &index_size);
    at += index * index_size;
    const size_t i = index_size == 2 ? at[0] + 256u * at[1] : u32_at(at);
    CHECK(index < corners && i < count);
    // the last number of 16 bits would end a strip
    CHECK(index_size == 4 || i < 65535);
    return snw_vec3_of(float_at(points + 12 * i), float_at(points + 12 * i + 4),
                       float_at(points + 12 * i + 8));
}

/// All rules that need no knowledge of what was written.
static checked check_glb(bytes b) {
    const unsigned char *u = (const unsigned char *)b.data;
    CHECK(b.size >= 28 && memcmp(u, "glTF", 4) == 0 && u32_at(u + 4) == 2);
    CHECK(u32_at(u + 8) == b.size);
    const size_t json = u32_at(u + 12);
    CHECK(json % 4 == 0 && memcmp(u + 16, "JSON", 4) == 0 && 20 + json + 8 <= b.size);
    const unsigned char *bin = u + 20 + json;
    checked c = {json_loadb(b.data + 20, json, JSON_REJECT_DUPLICATES, NULL), bin + 8, u32_at(bin)};
    CHECK(c.root != NULL && memcmp(bin + 4, "BIN\0", 4) == 0);
    CHECK(c.number_bytes % 4 == 0 && 20 + json + 8 + c.number_bytes == b.size);
    const json_t *asset = json_object_get(c.root, "asset");
    CHECK_TEXT(json_string_value(json_object_get(asset, "version")), "2.0");
    CHECK(member(item(&c, "buffers", 0), "byteLength") == c.number_bytes);
    const size_t meshes = json_array_size(json_object_get(c.root, "meshes"));
    const size_t materials = json_array_size(json_object_get(c.root, "materials"));
    for (size_t i = 0; i < meshes; i++) {
        const json_t *primitives = json_object_get(item(&c, "meshes", i), "primitives");
        CHECK(json_array_size(primitives) > 0);
        for (size_t k = 0; k < json_array_size(primitives); k++) {
            const json_t *primitive = json_array_get(primitives, k);
            const json_t *attributes = json_object_get(primitive, "attributes");
            size_t count, size;
            CHECK(member(primitive, "material") < materials);
            (void)accessor_bytes(&c, member(attributes, "POSITION"), "VEC3", &count, &size);
            check_extent(&c, member(attributes, "POSITION"));
            check_normals(&c, member(attributes, "NORMAL"), count);
            (void)accessor_bytes(&c, member(primitive, "indices"), "SCALAR", &count, &size);
            CHECK(count % 3 == 0);
            for (size_t n = 0; n < count; n++) {
                (void)corner_at(&c, primitive, n);
            }
        }
    }
    return c;
}

#endif // SINEW_TESTS_MESHIO_GLB_CHECKER_H
