// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/json_write.h"

#include <string.h>

#include "sinew/base/assert.h"
#include "sinew/base/number.h"

// The open brackets are two stacks of bits: shifting left opens a level, shifting right closes it.

snw_json_writer snw_json_over(snw_text *text) {
    return (snw_json_writer){.text = text};
}

snw_json_writer snw_json_inside(snw_text *text, bool filled) {
    return (snw_json_writer){.text = text, .depth = 1, .filled = filled ? 1 : 0};
}

static void add_line_end(snw_json_writer *json) {
    if (json->on_new_line) snw_text_add(json->text, "\n", 1);
    json->on_new_line = false;
}

void snw_json_raw(snw_json_writer *json, const char *name) {
    // the comma belongs to the item before, also where a new line follows
    if (json->depth > 0 && (json->filled & 1U) != 0) snw_text_add(json->text, ",", 1);
    add_line_end(json);
    json->filled |= 1U;
    if (name == NULL) return;
    snw_text_json_string(json->text, name);
    snw_text_add(json->text, ":", 1);
}

static void open_level(snw_json_writer *json, const char *name, bool array) {
    SNW_ASSERT(json->depth < SNW_JSON_WRITE_DEPTH);
    snw_json_raw(json, name);
    snw_text_add(json->text, array ? "[" : "{", 1);
    json->depth++;
    json->arrays = json->arrays << 1 | (array ? 1U : 0U);
    json->filled <<= 1;
}

void snw_json_object(snw_json_writer *json, const char *name) {
    open_level(json, name, false);
}

void snw_json_array(snw_json_writer *json, const char *name) {
    open_level(json, name, true);
}

void snw_json_end(snw_json_writer *json) {
    SNW_ASSERT(json->depth > 0);
    add_line_end(json);
    snw_text_add(json->text, (json->arrays & 1U) != 0 ? "]" : "}", 1);
    json->depth--;
    json->arrays >>= 1;
    json->filled >>= 1;
}

void snw_json_new_line(snw_json_writer *json) {
    json->on_new_line = true;
}

void snw_json_string(snw_json_writer *json, const char *name, const char *value) {
    if (value == NULL) {
        snw_json_null(json, name);
        return;
    }
    snw_json_raw(json, name);
    snw_text_json_string(json->text, value);
}

void snw_json_real(snw_json_writer *json, const char *name, double value) {
    snw_json_raw(json, name);
    snw_text_json_real(json->text, value);
}

void snw_json_int(snw_json_writer *json, const char *name, int64_t value) {
    char number[SNW_NUMBER_SIZE];
    snw_json_raw(json, name);
    snw_text_add(json->text, number, (size_t)snw_int_print(value, number));
}

void snw_json_bool(snw_json_writer *json, const char *name, bool value) {
    snw_json_raw(json, name);
    snw_text_add(json->text, value ? "true" : "false", value ? 4 : 5);
}

void snw_json_null(snw_json_writer *json, const char *name) {
    snw_json_raw(json, name);
    snw_text_add(json->text, "null", 4);
}

void snw_json_reals(snw_json_writer *json, const char *name, const double *values, int count) {
    snw_json_array(json, name);
    for (int i = 0; i < count; i++) {
        snw_json_real(json, NULL, values[i]);
    }
    snw_json_end(json);
}
