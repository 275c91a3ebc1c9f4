// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/block.h"

#include <string.h>

#include "internal.h"
#include "sinew/describe/value.h"
#include "sinew/math.h"

static void set_count(const snw_field *field, void *block, int count) {
    if (field->array != SNW_COUNTED && field->array != SNW_LIST) return;
    memcpy((unsigned char *)block + field->count_offset, &count, sizeof count);
}

static void *load_pointer(const void *place) {
    void *pointer;
    memcpy(&pointer, place, sizeof pointer);
    return pointer;
}

// zero, or the end of the range that is next to it
static double nearest_to_zero(const snw_field *field) {
    if (!snw__has_range(field)) return 0;
    if (field->range.low > 0) return field->range.low;
    return field->range.high < 0 ? field->range.high : 0;
}

static void set_numbers(void *place, int count, double value) {
    for (int i = 0; i < count; i++) {
        memcpy((unsigned char *)place + (size_t)i * sizeof value, &value, sizeof value);
    }
}

// one item without a default of its own; its memory is zero
static void plain_default(const snw_field *field, void *place) {
    snw_quat unit_quat;
    snw_pose unit_pose;
    switch (field->kind) {
    case SNW_KIND_STRUCT:
        snw_block_defaults(field->type, place);
        break;
    case SNW_KIND_QUAT:
        unit_quat = snw_quat_identity();
        memcpy(place, &unit_quat, sizeof unit_quat);
        break;
    case SNW_KIND_POSE:
        unit_pose = snw_pose_identity();
        set_numbers(&unit_pose.p, 3, nearest_to_zero(field));
        memcpy(place, &unit_pose, sizeof unit_pose);
        break;
    case SNW_KIND_ENUM:
        memcpy(place, &field->choices[0].value, sizeof(int));
        break;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        (void)snw__store_nearest_whole(field, place);
        break;
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        set_numbers(place, snw__number_count(field), nearest_to_zero(field));
        break;
    case SNW_KIND_BOOL:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
}

// one item at its default, whatever was there
static void item_defaults(const snw_field *field, void *place) {
    memset(place, 0, field->size);
    if (field->initial != NULL) {
        SNW_IGNORE(snw_value_parse(field, field->initial, strlen(field->initial), place, NULL));
    } else {
        plain_default(field, place);
    }
}

void snw_block_defaults(const snw_type *type, void *block) {
    memset(block, 0, type->size);
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->array == SNW_LIST) continue;
        const int count = field->array == SNW_SINGLE ? 1 : field->length;
        for (int item = 0; item < count; item++) {
            item_defaults(field, snw_field_place(field, block, item));
        }
    }
}

void *snw_block_new(const snw_type *type, snw_setup *setup) {
    void *block = snw_setup_take(setup, type->size, type->align);
    if (block == NULL) return NULL;
    snw_block_defaults(type, block);
    return block;
}

static size_t item_align(const snw_field *field) {
    if (field->kind == SNW_KIND_STRUCT) return field->type->align;
    const size_t align = _Alignof(max_align_t);
    return field->size < align ? 8 : align;
}

// Lists take powers of two, so that reading items one by one stays linear; the size asked for
// depends on the count alone, and most requests find that it is there already.
static snw_status grow_list(const snw_field *field, void *block, int count, snw_setup *setup) {
    unsigned char *start = (unsigned char *)block + field->offset;
    int room = 1;
    while (room < count) {
        room = room > field->length / 2 ? field->length : 2 * room;
    }
    void *items =
        snw_setup_grow(setup, load_pointer(start), (size_t)room * field->size, item_align(field));
    if (items == NULL) return SNW_ERR_MEMORY;
    memcpy(start, &items, sizeof items);
    return SNW_OK;
}

void snw_block_trim(const snw_field *field, void *block, snw_setup *setup) {
    if (field->array != SNW_LIST) return;
    void *items = load_pointer((unsigned char *)block + field->offset);
    if (items == NULL) return;
    snw_setup_shrink(setup, items, (size_t)snw_field_count(field, block) * field->size);
}

snw_status snw_block_resize(const snw_field *field, void *block, int count, snw_setup *setup) {
    const bool list = field->array == SNW_LIST;
    if (!list && field->array != SNW_COUNTED) return SNW_ERR_ARGUMENT;
    if (count < 0) return SNW_ERR_ARGUMENT;
    if (count > field->length) return SNW_ERR_TOO_LARGE;
    const int old = snw_field_count(field, block);
    snw_status status = SNW_OK;
    if (list && count > old) status = grow_list(field, block, count, setup);
    if (snw_failed(status)) return status;

    for (int item = old; item < count; item++) {
        item_defaults(field, snw_field_place(field, block, item));
    }
    // what a counted array no longer shows must not keep parts alive
    for (int item = count; !list && item < old; item++) {
        item_defaults(field, snw_field_place(field, block, item));
    }
    set_count(field, block, count);
    return list ? snw_setup_status(setup) : SNW_OK;
}

// one pointer part: a new block at *slot, or NULL where there is none
static snw_status copy_part(const snw_type *type, const void *from, void *slot, snw_setup *setup) {
    void *copy = NULL;
    snw_status status = SNW_OK;
    if (from != NULL) {
        copy = snw_block_new(type, setup);
        status = copy != NULL ? snw_block_copy(type, copy, from, setup) : SNW_ERR_MEMORY;
    }
    memcpy(slot, &copy, sizeof copy);
    return status;
}

static snw_status copy_item(const snw_field *field, void *to, const void *from, snw_setup *setup) {
    if (field->kind == SNW_KIND_STRUCT) return snw_block_copy(field->type, to, from, setup);
    if (field->kind == SNW_KIND_OPTIONAL) {
        return copy_part(field->type, load_pointer(from), to, setup);
    }
    if (field->kind == SNW_KIND_CHILD) {
        const snw_child *child = from;
        ((snw_child *)to)->type = child->type;
        return copy_part(child->type, child->block, &((snw_child *)to)->block, setup);
    }
    memcpy(to, from, field->size);
    return SNW_OK;
}

snw_status snw_block_copy(const snw_type *type, void *to, const void *from, snw_setup *setup) {
    if (to == from) return SNW_OK;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        const int count = snw_field_count(field, from);
        if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
            const snw_status status = snw_block_resize(field, to, count, setup);
            if (snw_failed(status)) return status;
        }
        for (int item = 0; item < count; item++) {
            const snw_status status = copy_item(field, snw_field_place(field, to, item),
                                                snw_field_place_const(field, from, item), setup);
            if (snw_failed(status)) return status;
        }
    }
    return SNW_OK;
}
