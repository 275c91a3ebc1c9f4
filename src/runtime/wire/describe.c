// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/wire/catalogue.h"

enum { DEPTH = 8 }; // structs inside structs that are looked into

static void add_end(snw_json_writer *json, const char *name, const snw_field *field, double value) {
    const bool is_open = field->range.low == 0 && field->range.high == 0;
    snw_json_real(json, name, is_open ? (double)INFINITY : value); // null
}

static void add_count(snw_json_writer *json, const snw_field *field) {
    char count[48] = "";
    snw_text line = snw_text_over(count, sizeof count);
    if (field->array == SNW_FIXED) snw_text_format(&line, "%d", field->length);
    if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
        snw_text_format(&line, "up to %d", field->length);
    }
    snw_json_string(json, "count", count);
}

static void add_field(snw_json_writer *json, const snw_field *field) {
    static const char *const moments[] = {"load", "standstill", "live"};
    static const char *const roles[] = {"parameter", "signal", "state"};
    const bool is_part = field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_OPTIONAL;
    snw_json_object(json, NULL);
    snw_json_string(json, "name", field->name);
    snw_json_string(json, "type", snw__wire_kind(field->kind));
    add_count(json, field);
    snw_json_string(json, "unit", field->unit != NULL ? field->unit : "");
    add_end(json, "low", field, field->range.low);
    add_end(json, "high", field, field->range.high);
    snw_json_string(json, "default", field->initial != NULL ? field->initial : "");
    snw_json_string(json, "when", moments[field->when]);
    snw_json_string(json, "role", roles[field->role]);
    snw__wire_words(json, "words", field);
    if (is_part) snw_json_string(json, "of", field->type->token);
    if (field->base != NULL) snw_json_string(json, "base", field->base);
    snw_json_string(json, "help", field->help != NULL ? field->help : "");
    snw_json_end(json);
}

void snw__wire_fields(snw_json_writer *json, const char *name, const snw_type *type) {
    snw_json_array(json, name);
    for (int i = 0; type != NULL && i < type->field_count; i++)
        add_field(json, &type->fields[i]);
    snw_json_end(json);
}

// a type, or one of the structs that lie in it
static const snw_type *find_in(const snw_type *type, const char *token, int depth) {
    if (type == NULL || depth == 0) return NULL;
    if (strcmp(type->token, token) == 0) return type;
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->kind != SNW_KIND_STRUCT && field->kind != SNW_KIND_OPTIONAL) continue;
        const snw_type *found = find_in(field->type, token, depth - 1);
        if (found != NULL) return found;
    }
    return NULL;
}

static const snw_type *find_type(snw_exec *exec, const snw_registry *registry, const char *token) {
    const snw_type *found = registry != NULL ? snw_registry_find(registry, token) : NULL;
    const snw_roots *roots = snw_exec_signals(exec); // only their types, which stay
    for (int i = 0; found == NULL && i < roots->count; i++)
        found = find_in(roots->items[i].type, token, DEPTH);
    for (int i = 0; found == NULL && i < snw_exec_component_count(exec); i++)
        found = find_in(snw_exec_component(exec, i)->type, token, DEPTH);
    int cursor = 0;
    const snw_type *type = NULL;
    while (found == NULL && registry != NULL &&
           (type = snw_registry_next(registry, NULL, &cursor)) != NULL) {
        found = find_in(type, token, DEPTH);
    }
    return found;
}

snw_status snw_describe_json(snw_exec *exec, const snw_registry *registry, const char *token,
                             snw_text *text, snw_why *why) {
    const snw_type *type = find_type(exec, registry, token);
    if (type != NULL) {
        snw_json_writer json = snw_json_inside(text, false);
        snw_json_string(&json, "type", type->token);
        snw_json_string(&json, "help", type->help != NULL ? type->help : "");
        snw__wire_fields(&json, "fields", type);
        return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, token, "there is no type of this name");
    enum { NAMES = 512 };
    const char *names[NAMES];
    int count = 0;
    for (int i = 0; registry != NULL && i < registry->type_count && count < NAMES; i++)
        names[count++] = registry->types[i]->token;
    const char *closest = snw_closest_name(token, names, count);
    if (closest != NULL) snw_why_fix(why, closest);
    return SNW_ERR_UNKNOWN_NAME;
}
