// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/document/locate.h"

#include <stdlib.h>
#include <string.h>

#include "bind.h"
#include "locate.h"

// One word of a path: name, or name[which].
typedef struct path_word {
    const char *name, *which;
    size_t name_length, which_length; // which_length 0 for none
} path_word;

// the word at `at`; behind it, NULL at the end
static const char *next_word(const char *at, path_word *word) {
    const size_t length = strcspn(at, "/");
    const char *bracket = memchr(at, '[', length);
    const size_t name = bracket != NULL ? (size_t)(bracket - at) : length;
    *word = (path_word){.name = at, .name_length = name};
    if (bracket != NULL && at[length - 1] == ']') {
        word->which = bracket + 1;
        word->which_length = length - name - 2;
    }
    return at[length] == '/' ? at + length + 1 : NULL;
}

static bool text_is(const char *text, const char *word, size_t length) {
    return strlen(text) == length && memcmp(text, word, length) == 0;
}

// an item by its index, by its key or else its first field, or by FIELD=VALUE
static bool fits_item(const snw__frame *frame, int index, const path_word *word) {
    char number[16], name[64];
    snw_text line = snw_text_over(number, sizeof number);
    snw_text_format(&line, "%d", index);
    if (text_is(number, word->which, word->which_length)) return true;
    const char *value = word->which;
    size_t length = word->which_length;
    const snw_field *field = snw_type_key(frame->type);
    if (field == NULL && frame->type->field_count > 0) field = &frame->type->fields[0];
    const char *equal = memchr(value, '=', length);
    if (equal != NULL && (size_t)(equal - value) < sizeof name) {
        memcpy(name, value, (size_t)(equal - value));
        name[equal - value] = '\0';
        field = snw_type_field(frame->type, name);
        length -= (size_t)(equal + 1 - value);
        value = equal + 1;
    }
    if (field == NULL || field->array != SNW_SINGLE) return false;
    if (field->kind != SNW_KIND_STRING && field->kind != SNW_KIND_REFERENCE) return false;
    return text_is(snw_field_place(field, frame->block, 0), value, length);
}

// how many words of a path the open structs are; 0 when they are not on it
static int words_met(const snw__bind *b, const char *path) {
    int met = 0;
    const char *at = path;
    for (int i = 1; i < b->depth; i++) {
        const snw__frame *frame = &b->frames[i];
        if (at == NULL || frame->step < 0) return 0;
        path_word word;
        at = next_word(at, &word);
        const snw__step *step = &b->steps[frame->step];
        if (!text_is(step->name, word.name, word.name_length)) return 0;
        if (step->index >= 0 && !fits_item(frame, step->index, &word)) return 0;
        met++;
    }
    return met;
}

void snw__locate_here(const snw__bind *b, const snw__locating *locating) {
    for (int i = 0; i < locating->count; i++) {
        snw_sought *sought = &locating->sought[i];
        const int met = words_met(b, sought->path);
        if (met <= sought->depth) continue;
        const snw__where where = b->frames[b->depth - 1].where;
        snw_copy_text(sought->file, sizeof sought->file, b->file != NULL ? b->file : "");
        sought->line = where.line;
        sought->column = where.column;
        sought->depth = met;
    }
}

void snw__document_locate(const char *file, const snw_type *type, const snw_registry *registry,
                          snw_sought *sought, int count) {
    for (int i = 0; i < count; i++) {
        sought[i].file[0] = '\0';
        sought[i].line = sought[i].column = sought[i].depth = 0;
    }
    snw_source_file text;
    if (count == 0 || snw_failed(snw_source_read(&text, file, SNW_DOCUMENT_BYTES, NULL))) return;
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_why dropped[1];
    snw_diags diags = {.items = dropped, .capacity = 1};
    const snw__locating locating = {sought, count};
    const snw_read_options how = {
        .registry = registry, .strictness = SNW_LENIENT, .locating = &locating};
    void *object = NULL;
    if (setup != NULL && snw_source_first(&text.source) == '{') {
        SNW_IGNORE(snw_json_read(&text.source, type, &how, setup, &object, &diags));
    } else if (setup != NULL) {
        SNW_IGNORE(snw_xml_read(&text.source, type, &how, setup, &object, &diags));
    }
    snw_setup_destroy(setup);
    snw_source_free(&text);
}
