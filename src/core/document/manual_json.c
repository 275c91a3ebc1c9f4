// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The facts of the manual for machines.
#include "sinew/document/manual.h"
#include "type_list.h"
#include "words.h"
#include "write_common.h"

// ,"name":"value"
static void put_choices(snw_json_writer *json, const snw_field *field) {
    snw_json_array(json, "choices");
    for (int i = 0; i < field->choice_count; i++) {
        const snw_choice *choice = &field->choices[i];
        snw_json_object(json, NULL);
        snw_json_int(json, "value", choice->value);
        snw_json_string(json, "name", choice->name);
        if (choice->help != NULL) snw_json_string(json, "help", choice->help);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void put_kind(snw_json_writer *json, const snw_field *field) {
    if (field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT) {
        snw_json_int(json, "bits", (int64_t)(8 * field->size));
    }
    if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
        snw_json_int(json, "bytes", (int64_t)field->size - 1);
    }
    if (field->kind == SNW_KIND_MATRIX) {
        snw_json_int(json, "rows", field->rows);
        snw_json_int(json, "columns", field->columns);
    }
    if (field->kind == SNW_KIND_ENUM) put_choices(json, field);
    if (field->type != NULL) snw_json_string(json, "type", field->type->token);
    if (field->base != NULL) snw_json_string(json, "base", field->base);
}

static void put_default(snw_json_writer *json, const snw_field *field) {
    char words[1024];
    snw_text value = snw_text_over(words, sizeof words);
    snw__default_print(field, &value);
    if (field->kind != SNW_KIND_STRUCT && !snw_text_is_cut(&value)) {
        snw_json_string(json, "default", words);
    }
}

static void put_field(snw_json_writer *json, const snw_field *field) {
    snw_json_object(json, NULL);
    snw_json_string(json, "name", field->name);
    snw_json_string(json, "kind", snw__kind_word(field->kind));
    snw_json_string(json, "array", snw__array_word(field->array));
    if (field->array != SNW_SINGLE) {
        snw_json_int(json, "length", field->length);
        snw_json_string(json, "item", field->item != NULL ? field->item : "element");
    }
    put_kind(json, field);
    if (field->unit != NULL && field->unit[0] != '\0') snw_json_string(json, "unit", field->unit);
    if (snw__is_ranged(field)) {
        snw_json_real(json, "low", field->range.low);
        snw_json_real(json, "high", field->range.high);
    }
    put_default(json, field);
    snw_json_string(json, "role", snw__role_word(field->role));
    snw_json_string(json, "when", snw__when_word(field->when));
    snw_json_bool(json, "required", field->flags & SNW_REQUIRED);
    snw_json_bool(json, "key", field->flags & SNW_KEY);
    snw_json_bool(json, "unique", field->flags & SNW_UNIQUE);
    snw_json_bool(json, "infinite", field->flags & SNW_INFINITE);
    snw_json_string(json, "help", field->help);
    snw_json_end(json);
}

// one type, left open for what may follow its fields
static void put_type(snw_json_writer *json, const snw_type *type) {
    const snw_space *space = snw__space_of(type);
    snw_json_object(json, NULL);
    snw_json_string(json, "token", type->token);
    if (type->base != NULL) snw_json_string(json, "base", type->base);
    snw_json_string(json, "space", space->prefix);
    snw_json_string(json, "uri", space->uri);
    snw_json_int(json, "version", snw__type_version(type));
    snw_json_string(json, "help", type->help);
    snw_json_array(json, "fields");
    for (int i = 0; i < type->field_count; i++) {
        put_field(json, &type->fields[i]);
    }
    snw_json_end(json);
}

void snw_manual_json(const snw_type *type, snw_text *text) {
    snw__types list = {0};
    snw__types_add(&list, type);
    snw__types_close(&list);
    snw_json_writer json = snw_json_over(text);
    put_type(&json, type);
    snw_json_array(&json, "holds");
    for (int i = 1; i < list.count; i++) {
        put_type(&json, list.items[i]);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    snw_json_end(&json);
    snw__types_free(&list);
}
