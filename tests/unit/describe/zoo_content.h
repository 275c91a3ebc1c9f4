// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_ZOO_CONTENT_H
#define SINEW_TESTS_DESCRIBE_ZOO_CONTENT_H

/// @file
/// The plain values of an object with their paths, and its content as bytes: a second, plainer way
/// through the tables, to which the library is compared.

#include <string.h>

#include "check.h"
#include "zoo.h"

enum { ZOO_LEAVES = 4096, ZOO_BYTES = 1 << 18 };

// --- leaves -------------------------------------------------------------------------------------

typedef struct zoo_leaf {
    const snw_field *field;
    unsigned char *place;
    char path[SNW_FIELD_PATH];
    bool moved; ///< inside counted arrays, lists, optional parts, children
} zoo_leaf;

typedef struct zoo_leaves {
    zoo_leaf items[ZOO_LEAVES];
    int count;
} zoo_leaves;

// "[key]" where the key can be read back, else "[item]"
static void zoo_item_path(char *path, const snw_field *field, const void *block, int item) {
    const char *key = snw_field_index_key(field, block, item);
    char *end;
    const bool is_number = key != NULL && (strtol(key, &end, 10), *end == '\0');
    if (key == NULL || *key == '\0' || is_number || strpbrk(key, "/[]\xFF") != NULL) {
        (void)sprintf(path + strlen(path), "[%d]", item);
    } else {
        (void)sprintf(path + strlen(path), "[%s]", key);
    }
}

static void zoo_collect(zoo_leaves *leaves, const snw_type *type, void *block, const char *path,
                        bool moved) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        const bool inside = moved || field->array == SNW_COUNTED || field->array == SNW_LIST;
        for (int item = 0; item < snw_field_count(field, block); item++) {
            char here[SNW_FIELD_PATH];
            (void)snprintf(here, 200, "%s%s%s", path, *path != '\0' ? "/" : "", field->name);
            if (field->array != SNW_SINGLE) zoo_item_path(here, field, block, item);
            unsigned char *place = snw_field_place(field, block, item);
            void *part = NULL;
            snw_child child = {NULL, NULL};
            if (field->kind == SNW_KIND_STRUCT) {
                zoo_collect(leaves, field->type, place, here, inside);
            } else if (field->kind == SNW_KIND_OPTIONAL) {
                memcpy(&part, place, sizeof part);
                if (part != NULL) zoo_collect(leaves, field->type, part, here, true);
            } else if (field->kind == SNW_KIND_CHILD) {
                memcpy(&child, place, sizeof child);
                if (child.block != NULL) zoo_collect(leaves, child.type, child.block, here, true);
            } else {
                CHECK(leaves->count < ZOO_LEAVES);
                zoo_leaf *leaf = &leaves->items[leaves->count++];
                *leaf = (zoo_leaf){.field = field, .place = place, .moved = inside};
                (void)strcpy(leaf->path, here);
            }
        }
    }
}

/// Every plain value of an object with its path, which begins with `root`.
ZOO_UNUSED static zoo_leaves *zoo_leaves_of(const snw_type *type, void *block, const char *root) {
    static zoo_leaves leaves[2];
    static int turn;
    zoo_leaves *one = &leaves[turn++ % 2];
    one->count = 0;
    zoo_collect(one, type, block, root, false);
    return one;
}

/// Gives a leaf another value.
ZOO_UNUSED static void zoo_mutate(const zoo_leaf *leaf) {
    const snw_field *field = leaf->field;
    double numbers[36];
    int value, i = 0;
    switch (field->kind) {
    case SNW_KIND_ENUM:
        memcpy(&value, leaf->place, sizeof value);
        while (field->choices[i].value == value) {
            i++;
        }
        memcpy(leaf->place, &field->choices[i].value, sizeof value);
        break;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        leaf->place[0] = leaf->place[0] == 'q' ? 'r' : 'q';
        break;
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
        i = check_int(0, (int)(field->size / sizeof(double)) - 1);
        memcpy(numbers, leaf->place, field->size);
        numbers[i] = check_int(0, 3) == 0 ? -numbers[i] : nextafter(numbers[i], 0.125);
        memcpy(leaf->place, numbers, field->size);
        break;
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        leaf->place[0] ^= 1;
        break;
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
}

// --- content ------------------------------------------------------------------------------------

typedef struct zoo_bytes {
    unsigned char data[ZOO_BYTES];
    size_t size;
} zoo_bytes;

static void zoo_put(zoo_bytes *out, const void *bytes, size_t size) {
    CHECK(out->size + size <= ZOO_BYTES);
    memcpy(out->data + out->size, bytes, size);
    out->size += size;
}

static void zoo_dump(zoo_bytes *out, const snw_type *type, const void *block, bool signals) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->role == SNW_SIGNAL && !signals) continue;
        const int count = snw_field_count(field, block);
        zoo_put(out, &count, sizeof count);
        for (int item = 0; item < count; item++) {
            const void *place = snw_field_place_const(field, block, item), *part;
            const snw_child *child = place;
            if (field->kind == SNW_KIND_STRUCT) {
                zoo_dump(out, field->type, place, signals);
            } else if (field->kind == SNW_KIND_OPTIONAL) {
                memcpy(&part, place, sizeof part);
                zoo_put(out, part != NULL ? "+" : "-", 1);
                if (part != NULL) zoo_dump(out, field->type, part, signals);
            } else if (field->kind == SNW_KIND_CHILD) {
                zoo_put(out, &child->type, sizeof child->type);
                if (child->block != NULL) zoo_dump(out, child->type, child->block, signals);
            } else if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
                zoo_put(out, place, strlen(place) + 1);
            } else {
                zoo_put(out, place, field->size);
            }
        }
    }
}

/// The whole content of an object, deeply; objects are the same when these bytes are.
ZOO_UNUSED static void zoo_content(zoo_bytes *out, const snw_type *type, const void *block,
                                   bool signals) {
    out->size = 0;
    zoo_dump(out, type, block, signals);
}

ZOO_UNUSED static bool zoo_same(const zoo_bytes *a, const zoo_bytes *b) {
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

#endif // SINEW_TESTS_DESCRIBE_ZOO_CONTENT_H
