// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "write_common.h"

#include <stdlib.h>
#include <string.h>

snw_write_options snw__write_options(const snw_write_options *options) {
    snw_write_options o = {0};
    if (options != NULL) o = *options;
    if (o.indent == 0) o.indent = 2;
    if (o.columns <= 0) o.columns = 10;
    return o;
}

int snw__type_version(const snw_type *type) {
    return type->version > 0 ? type->version : 1;
}

const void *snw__load_part(const void *place) {
    const void *part;
    memcpy(&part, place, sizeof part);
    return part;
}

double snw__load_real(const void *place, int index) {
    double value;
    memcpy(&value, (const unsigned char *)place + (size_t)index * sizeof value, sizeof value);
    return value;
}

const char *snw__enum_name(const snw_field *field, const void *place) {
    int value;
    memcpy(&value, place, sizeof value);
    for (int i = 0; i < field->choice_count; i++) {
        if (field->choices[i].value == value) return field->choices[i].name;
    }
    return NULL;
}

int snw__plain_count(const snw_field *field) {
    switch (field->kind) {
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_REAL:
        return 1;
    case SNW_KIND_VEC3:
        return 3;
    case SNW_KIND_MATRIX:
        return field->rows * field->columns;
    case SNW_KIND_ENUM:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return 0;
}

void snw__plain_print(const snw_field *field, const void *place, int index, snw_text *text) {
    if (field->kind == SNW_KIND_VEC3 || field->kind == SNW_KIND_MATRIX) {
        snw_text_real(text, snw__load_real(place, index));
    } else {
        snw_value_print(field, place, text);
    }
}

// --- what is written ----------------------------------------------------------------------------

// The default of one item comes from the same function that makes blocks, through a table of one
// field that begins its block. Without memory for a large item it counts as changed: to write what
// could have been left out does no harm.
static bool item_is_default(const snw_field *field, const void *place) {
    _Alignas(max_align_t) unsigned char small[512];
    snw_field one = *field;
    one.array = SNW_SINGLE;
    one.length = 0;
    one.offset = 0;
    one.role = SNW_PARAMETER;
    const snw_type table = {
        .token = "one", .size = field->size, .align = 1, .fields = &one, .field_count = 1};
    void *initial = field->size <= sizeof small ? small : malloc(field->size);
    if (initial == NULL) return false;
    snw_block_defaults(&table, initial);
    const bool same = snw_block_equal(&table, initial, place);
    if (initial != small) free(initial);
    return same;
}

static bool block_has_content(const snw_type *type, const void *block,
                              const snw_write_options *options) {
    for (int i = 0; i < type->field_count; i++) {
        if (snw__field_is_written(&type->fields[i], block, options)) return true;
    }
    return false;
}

static bool item_has_content(const snw_field *field, const void *place,
                             const snw_write_options *options) {
    if (field->kind == SNW_KIND_STRUCT) return block_has_content(field->type, place, options);
    if (field->kind == SNW_KIND_OPTIONAL) return snw__load_part(place) != NULL;
    if (field->kind == SNW_KIND_CHILD) return ((const snw_child *)place)->block != NULL;
    return !item_is_default(field, place);
}

bool snw__field_is_written(const snw_field *field, const void *block,
                           const snw_write_options *options) {
    if (field->role != SNW_PARAMETER && !options->with_signals) return false;
    const bool grows = field->array == SNW_COUNTED || field->array == SNW_LIST;
    const int count = snw_field_count(field, block);
    const bool asked = options->with_defaults || (field->flags & SNW_REQUIRED);
    if (grows) return count > 0 || asked;
    // an absent part has no form, even where one is asked for
    const bool part = field->kind == SNW_KIND_OPTIONAL || field->kind == SNW_KIND_CHILD;
    if (asked && !(part && field->array == SNW_SINGLE)) return true;
    for (int item = 0; item < count; item++) {
        if (item_has_content(field, snw_field_place_const(field, block, item), options)) {
            return true;
        }
    }
    return false;
}

// --- rotations ----------------------------------------------------------------------------------

static bool same_bits(const void *a, const void *b) {
    return memcmp(a, b, sizeof(snw_mat3)) == 0;
}

int snw__rotation_form(snw_mat3 R, double numbers[9], const char **name) {
    const snw_mat3 identity = snw_mat3_identity();
    if (same_bits(&R, &identity)) return 0;

    const snw_rpy rpy = snw_rpy_from_mat3(R);
    const snw_mat3 from_rpy = snw_mat3_from_rpy(rpy);
    if (same_bits(&R, &from_rpy)) {
        *name = "rpy";
        memcpy(numbers, (const double[]){rpy.roll, rpy.pitch, rpy.yaw}, 3 * sizeof *numbers);
        return 3;
    }
    const snw_quat q = snw_quat_from_mat3(R);
    const snw_mat3 from_quat = snw_quat_to_mat3(q);
    if (same_bits(&R, &from_quat)) {
        *name = "quat_xyzw";
        memcpy(numbers, (const double[]){q.x, q.y, q.z, q.w}, 4 * sizeof *numbers);
        return 4;
    }
    *name = "columns";
    memcpy(numbers, (const snw_vec3[]){R.x, R.y, R.z}, sizeof(snw_vec3) * 3);
    return 9;
}
