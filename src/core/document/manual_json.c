// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The facts of the manual for machines.
#include "sinew/document/manual.h"
#include "type_list.h"
#include "words.h"
#include "write_common.h"

// ,"name":"value"
static void put_string(snw_text *text, const char *name, const char *value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_string(text, value);
}

static void put_flag(snw_text *text, const char *name, bool value) {
    snw_text_format(text, ",\"%s\":%s", name, value ? "true" : "false");
}

static void put_choices(snw_text *text, const snw_field *field) {
    snw_text_format(text, ",\"choices\":[");
    for (int i = 0; i < field->choice_count; i++) {
        const snw_choice *choice = &field->choices[i];
        snw_text_format(text, "%s{\"value\":%d", i > 0 ? "," : "", choice->value);
        put_string(text, "name", choice->name);
        if (choice->help != NULL) put_string(text, "help", choice->help);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

// what only some kinds have
static void put_kind(snw_text *text, const snw_field *field) {
    if (field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT) {
        snw_text_format(text, ",\"bits\":%zu", 8 * field->size);
    }
    if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
        snw_text_format(text, ",\"bytes\":%zu", field->size - 1);
    }
    if (field->kind == SNW_KIND_MATRIX) {
        snw_text_format(text, ",\"rows\":%d,\"columns\":%d", field->rows, field->columns);
    }
    if (field->kind == SNW_KIND_ENUM) put_choices(text, field);
    if (field->type != NULL) put_string(text, "type", field->type->token);
    if (field->base != NULL) put_string(text, "base", field->base);
}

static void put_default(snw_text *text, const snw_field *field) {
    char words[1024];
    snw_text value = snw_text_over(words, sizeof words);
    snw__default_print(field, &value);
    if (field->kind != SNW_KIND_STRUCT && !snw_text_is_cut(&value)) {
        put_string(text, "default", words);
    }
}

static void put_field(snw_text *text, const snw_field *field) {
    snw_text_format(text, "{\"name\":");
    snw_text_json_string(text, field->name);
    put_string(text, "kind", snw__kind_word(field->kind));
    put_string(text, "array", snw__array_word(field->array));
    if (field->array != SNW_SINGLE) {
        snw_text_format(text, ",\"length\":%d", field->length);
        put_string(text, "item", field->item != NULL ? field->item : "element");
    }
    put_kind(text, field);
    if (field->unit != NULL && field->unit[0] != '\0') put_string(text, "unit", field->unit);
    if (snw__is_ranged(field)) {
        snw_text_format(text, ",\"low\":");
        snw_text_json_real(text, field->range.low);
        snw_text_format(text, ",\"high\":");
        snw_text_json_real(text, field->range.high);
    }
    put_default(text, field);
    put_string(text, "role", snw__role_word(field->role));
    put_string(text, "when", snw__when_word(field->when));
    put_flag(text, "required", field->flags & SNW_REQUIRED);
    put_flag(text, "key", field->flags & SNW_KEY);
    put_flag(text, "unique", field->flags & SNW_UNIQUE);
    put_flag(text, "infinite", field->flags & SNW_INFINITE);
    put_string(text, "help", field->help);
    snw_text_format(text, "}");
}

// one type, left open for what may follow its fields
static void put_type(snw_text *text, const snw_type *type) {
    const snw_space *space = snw__space_of(type);
    snw_text_format(text, "{\"token\":");
    snw_text_json_string(text, type->token);
    if (type->base != NULL) put_string(text, "base", type->base);
    put_string(text, "space", space->prefix);
    put_string(text, "uri", space->uri);
    snw_text_format(text, ",\"version\":%d", snw__type_version(type));
    put_string(text, "help", type->help);
    snw_text_format(text, ",\"fields\":[");
    for (int i = 0; i < type->field_count; i++) {
        if (i > 0) snw_text_format(text, ",");
        put_field(text, &type->fields[i]);
    }
    snw_text_format(text, "]");
}

void snw_manual_json(const snw_type *type, snw_text *text) {
    snw__types list = {0};
    snw__types_add(&list, type);
    snw__types_close(&list);
    put_type(text, type);
    snw_text_format(text, ",\"holds\":[");
    for (int i = 1; i < list.count; i++) {
        if (i > 1) snw_text_format(text, ",");
        put_type(text, list.items[i]);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]}");
    snw__types_free(&list);
}
