// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "words.h"

#include <stddef.h>

const char *snw__kind_word(snw_kind kind) {
    static const char *const words[] = {
        [SNW_KIND_BOOL] = "bool",           [SNW_KIND_INT] = "int",
        [SNW_KIND_UINT] = "uint",           [SNW_KIND_REAL] = "real",
        [SNW_KIND_ENUM] = "enum",           [SNW_KIND_STRING] = "string",
        [SNW_KIND_REFERENCE] = "reference", [SNW_KIND_VEC3] = "vec3",
        [SNW_KIND_QUAT] = "quat",           [SNW_KIND_POSE] = "pose",
        [SNW_KIND_MATRIX] = "matrix",       [SNW_KIND_STRUCT] = "struct",
        [SNW_KIND_OPTIONAL] = "optional",   [SNW_KIND_CHILD] = "child"};
    return words[kind];
}

const char *snw__array_word(snw_array array) {
    static const char *const words[] = {[SNW_SINGLE] = "single",
                                        [SNW_FIXED] = "fixed",
                                        [SNW_COUNTED] = "counted",
                                        [SNW_LIST] = "list"};
    return words[array];
}

const char *snw__role_word(snw_role role) {
    static const char *const words[] = {
        [SNW_PARAMETER] = "parameter", [SNW_SIGNAL] = "signal", [SNW_STATE] = "state"};
    return words[role];
}

const char *snw__when_word(snw_when when) {
    static const char *const words[] = {
        [SNW_AT_LOAD] = "load", [SNW_AT_STANDSTILL] = "standstill", [SNW_LIVE] = "live"};
    return words[when];
}

bool snw__is_ranged(const snw_field *field) {
    return field->range.low != 0 || field->range.high != 0;
}

// The default comes from the function that makes blocks, through a table of this one field.
static void print_made(const snw_field *field, snw_text *text) {
    _Alignas(max_align_t) unsigned char item[512];
    if (field->size > sizeof item) {
        snw_text_format(text, "%s", field->initial != NULL ? field->initial : "");
        return;
    }
    snw_field one = *field;
    one.array = SNW_SINGLE;
    one.length = 0;
    one.offset = 0;
    const snw_type table = {
        .token = "one", .size = field->size, .align = 1, .fields = &one, .field_count = 1};
    snw_block_defaults(&table, item);
    snw_value_print(field, item, text);
}

void snw__default_print(const snw_field *field, snw_text *text) {
    switch (field->kind) {
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
        snw_text_format(text, "identity");
        break;
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        snw_text_format(text, "none");
        break;
    case SNW_KIND_STRUCT:
        break;
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_REAL:
    case SNW_KIND_ENUM:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        print_made(field, text);
        break;
    }
}
