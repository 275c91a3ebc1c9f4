// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/type.h"

#include <string.h>

const snw_space snw_space_core = {"core", "urn:sinew:core", 0};
const snw_space snw_space_robot = {"robot", "urn:sinew:robot", 1};
const snw_space snw_space_motion = {"motion", "urn:sinew:motion", 2};
const snw_space snw_space_cell = {"cell", "urn:sinew:cell", 3};
const snw_space snw_space_plain = {"plain", "urn:sinew", -1};

bool snw_type_is_flat(const snw_type *type) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->array == SNW_LIST) return false;
        if (field->kind == SNW_KIND_OPTIONAL || field->kind == SNW_KIND_CHILD) return false;
        if (field->kind == SNW_KIND_STRUCT && !snw_type_is_flat(field->type)) return false;
    }
    return true;
}

const snw_field *snw_type_field(const snw_type *type, const char *name) {
    for (int i = 0; i < type->field_count; i++) {
        if (strcmp(type->fields[i].name, name) == 0) return &type->fields[i];
    }
    return NULL;
}

const snw_field *snw_type_key(const snw_type *type) {
    for (int i = 0; i < type->field_count; i++) {
        if (type->fields[i].flags & SNW_KEY) return &type->fields[i];
    }
    return NULL;
}

int snw_field_count(const snw_field *field, const void *block) {
    if (field->array == SNW_SINGLE) return 1;
    if (field->array == SNW_FIXED) return field->length;
    int count;
    memcpy(&count, (const unsigned char *)block + field->count_offset, sizeof count);
    return count;
}

const void *snw_field_place_const(const snw_field *field, const void *block, int item) {
    const void *start = (const unsigned char *)block + field->offset;
    if (field->array == SNW_LIST) memcpy(&start, start, sizeof start);
    // an empty list has no items, but a place where they would begin
    return item == 0 ? start : (const unsigned char *)start + (size_t)item * field->size;
}

void *snw_field_place(const snw_field *field, void *block, int item) {
    void *start = (unsigned char *)block + field->offset;
    if (field->array == SNW_LIST) memcpy(&start, start, sizeof start);
    return item == 0 ? start : (unsigned char *)start + (size_t)item * field->size;
}

const char *snw_field_index_key(const snw_field *field, const void *block, int item) {
    if (item < 0 || item >= snw_field_count(field, block)) return NULL;
    const void *place = snw_field_place_const(field, block, item);
    const snw_type *type = field->kind == SNW_KIND_STRUCT ? field->type : NULL;
    if (field->kind == SNW_KIND_CHILD) {
        const snw_child *child = place;
        type = child->type;
        place = child->block;
    }
    const snw_field *key = type != NULL && place != NULL ? snw_type_key(type) : NULL;
    return key != NULL ? snw_field_place_const(key, place, 0) : NULL;
}

int snw_field_key_index(const snw_field *field, const void *block, const char *key) {
    const int count = snw_field_count(field, block);
    for (int i = 0; i < count; i++) {
        const char *name = snw_field_index_key(field, block, i);
        if (name != NULL && strcmp(name, key) == 0) return i;
    }
    return -1;
}
