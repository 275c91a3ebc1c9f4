// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/block.h"

#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "sinew/describe/value.h"

static const void *load_pointer(const void *place) {
    const void *pointer;
    memcpy(&pointer, place, sizeof pointer);
    return pointer;
}

static bool is_observed(const snw_field *field) {
    return field->role == SNW_SIGNAL;
}

static bool item_equal(const snw_field *field, const void *a, const void *b) {
    switch (field->kind) {
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return strncmp(a, b, field->size) == 0;
    case SNW_KIND_STRUCT:
        return snw_block_equal(field->type, a, b);
    case SNW_KIND_CHILD:
        return snw_child_equal(a, b);
    case SNW_KIND_OPTIONAL: {
        const void *left = load_pointer(a), *right = load_pointer(b);
        if (left == NULL || right == NULL) return left == right;
        return snw_block_equal(field->type, left, right);
    }
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_REAL:
    case SNW_KIND_ENUM:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
        break;
    }
    return memcmp(a, b, field->size) == 0;
}

bool snw__field_equal(const snw_field *field, const void *a, const void *b) {
    const int count = snw_field_count(field, a);
    if (count != snw_field_count(field, b)) return false;
    for (int item = 0; item < count; item++) {
        if (!item_equal(field, snw_field_place_const(field, a, item),
                        snw_field_place_const(field, b, item))) {
            return false;
        }
    }
    return true;
}

bool snw_block_equal(const snw_type *type, const void *a, const void *b) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (!is_observed(field) && !snw__field_equal(field, a, b)) return false;
    }
    return true;
}

bool snw_child_equal(const snw_child *a, const snw_child *b) {
    if (a->block == NULL || b->block == NULL) return a->block == b->block;
    return a->type == b->type && a->type != NULL && snw_block_equal(a->type, a->block, b->block);
}

// FNV-1a over 64 bits: stable across processes, fast enough for configuration
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ b[i]) * UINT64_C(1099511628211);
    }
    return hash;
}

static uint64_t hash_block(uint64_t hash, const snw_type *type, const void *block);

static uint64_t hash_item(uint64_t hash, const snw_field *field, const void *place) {
    if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
        return hash_bytes(hash_bytes(hash, place, snw__text_length(field, place)), "", 1);
    }
    if (field->kind == SNW_KIND_STRUCT) return hash_block(hash, field->type, place);
    if (field->kind == SNW_KIND_OPTIONAL) {
        const void *part = load_pointer(place);
        hash = hash_bytes(hash, part != NULL ? "+" : "-", 1);
        return part != NULL ? hash_block(hash, field->type, part) : hash;
    }
    if (field->kind == SNW_KIND_CHILD) {
        const snw_child *child = place;
        if (child->block == NULL || child->type == NULL) return hash_bytes(hash, "-", 1);
        hash = hash_bytes(hash, child->type->token, strlen(child->type->token) + 1);
        return hash_block(hash, child->type, child->block);
    }
    return hash_bytes(hash, place, field->size);
}

static uint64_t hash_block(uint64_t hash, const snw_type *type, const void *block) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (is_observed(field)) continue;
        const int count = snw_field_count(field, block);
        hash = hash_bytes(hash, &count, sizeof count);
        for (int item = 0; item < count; item++) {
            hash = hash_item(hash, field, snw_field_place_const(field, block, item));
        }
    }
    return hash;
}

uint64_t snw_block_hash(const snw_type *type, const void *block) {
    const uint64_t start =
        hash_bytes(UINT64_C(14695981039346656037), type->token, strlen(type->token) + 1);
    return hash_block(start, type, block);
}

// --- differences --------------------------------------------------------------------------------

typedef struct comparison {
    snw_difference_fn *tell;
    void *context;
    snw__trail trail;
    int count;
    char texts[2][256]; // both values; longer ones go to the heap
} comparison;

static bool is_part(const snw_field *field) {
    return field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_OPTIONAL ||
           field->kind == SNW_KIND_CHILD;
}

// the block of a struct, an optional part or a child, NULL when it is absent, and its type
static const void *part_of(const snw_field *field, const void *place, const snw_type **type) {
    *type = field->type;
    if (place == NULL || field->kind == SNW_KIND_STRUCT) return place;
    if (field->kind == SNW_KIND_OPTIONAL) return load_pointer(place);
    const snw_child *child = place;
    *type = child->type;
    return child->block;
}

// what stands for an item: its value, or the token of its type, or nothing when it is absent
static void print_item(const snw_field *field, const void *place, snw_text *text) {
    if (place == NULL) return;
    if (!is_part(field)) {
        snw_value_print(field, place, text);
        return;
    }
    const snw_type *type;
    if (part_of(field, place, &type) == NULL || type == NULL) return;
    snw_text_add(text, type->token, strlen(type->token));
}

// the text of an item in `buffer`, or in *heap when it is longer
static const char *item_text(const snw_field *field, const void *place, char buffer[256],
                             char **heap) {
    snw_text text = snw_text_over(buffer, 256);
    print_item(field, place, &text);
    *heap = snw_text_is_cut(&text) ? malloc(text.length + 1) : NULL;
    if (*heap == NULL) return buffer;
    text = snw_text_over(*heap, text.length + 1);
    print_item(field, place, &text);
    return *heap;
}

static void tell_items(comparison *c, const snw_field *field, const void *a, const void *b) {
    char *left, *right;
    const char *a_text = item_text(field, a, c->texts[0], &left);
    const char *b_text = item_text(field, b, c->texts[1], &right);
    c->tell(c->trail.text, a_text, b_text, c->context);
    c->count++;
    free(left);
    free(right);
}

static void compare_blocks(comparison *c, const snw_type *type, const void *a, const void *b);

static void compare_items(comparison *c, const snw_field *field, const void *a, const void *b) {
    if (!is_part(field)) {
        if (a == NULL || b == NULL || !item_equal(field, a, b)) tell_items(c, field, a, b);
        return;
    }
    const snw_type *left_type, *right_type;
    const void *left = part_of(field, a, &left_type), *right = part_of(field, b, &right_type);
    const bool both = left != NULL && right != NULL;
    if (both && left_type == right_type && left_type != NULL) {
        compare_blocks(c, left_type, left, right);
    } else if (left != NULL || right != NULL || a == NULL || b == NULL) {
        tell_items(c, field, a, b);
    }
}

static void compare_blocks(comparison *c, const snw_type *type, const void *a, const void *b) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (is_observed(field)) continue;
        const size_t back = snw__trail_enter(&c->trail, field->name);
        const int left = snw_field_count(field, a), right = snw_field_count(field, b);
        for (int item = 0; item < (left > right ? left : right); item++) {
            const size_t whole = c->trail.length;
            if (field->array != SNW_SINGLE) {
                snw__trail_item(&c->trail, field, item < left ? a : b, item);
            }
            compare_items(c, field, item < left ? snw_field_place_const(field, a, item) : NULL,
                          item < right ? snw_field_place_const(field, b, item) : NULL);
            snw__trail_leave(&c->trail, whole);
        }
        snw__trail_leave(&c->trail, back);
    }
}

int snw_block_difference(const snw_type *type, const void *a, const void *b,
                         snw_difference_fn *tell, void *context) {
    comparison c = {.tell = tell, .context = context};
    compare_blocks(&c, type, a, b);
    return c.count;
}
