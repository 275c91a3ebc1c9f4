// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urdf_reader.h"

// --- paths --------------------------------------------------------------------------------------

size_t snw__urdf_enter(snw__urdf *u, const char *name) {
    const size_t before = u->path_length;
    snw_text path = snw_text_over(u->path + before, sizeof u->path - before);
    snw_text_add(&path, "/", before > 0 ? 1 : 0);
    snw_text_add(&path, name, strlen(name));
    u->path_length = strlen(u->path);
    return before;
}

void snw__urdf_key(snw__urdf *u, const char *key) {
    snw_text path = snw_text_over(u->path + u->path_length, sizeof u->path - u->path_length);
    snw_text_add(&path, "[", 1);
    snw_text_add(&path, key, strlen(key));
    snw_text_add(&path, "]", 1);
    u->path_length = strlen(u->path);
}

void snw__urdf_item(snw__urdf *u, int index) {
    char number[SNW_NUMBER_SIZE];
    (void)snw_int_print(index, number);
    snw__urdf_key(u, number);
}

void snw__urdf_leave(snw__urdf *u, size_t length) {
    u->path[length] = '\0';
    u->path_length = length;
}

// --- reporting ----------------------------------------------------------------------------------

void snw__urdf_add(snw__urdf *u, const snw_why *why) {
    u->found++;
    if (why->severity == SNW_ERROR && u->first == SNW_OK) u->first = why->code;
    snw_diags_add(u->diags, why);
}

static snw_severity severity_of(snw__weight weight, snw_strictness strictness) {
    switch (weight) {
    case SNW__ERROR:
        return SNW_ERROR;
    case SNW__DOUBT:
        return strictness == SNW_LENIENT ? SNW_WARNING : SNW_ERROR;
    case SNW__REMARK:
        return strictness == SNW_STRICT ? SNW_ERROR : SNW_WARNING;
    case SNW__NOTE:
        break;
    }
    return SNW_INFO;
}

// The way out that is there, and for what only a lenient reader opens, the option that makes it
// one.
static void add_fix(snw_why *why, const char *fix, bool lenient_opens) {
    static const char hint[] = "--lenient takes the default";
    char both[SNW_WHY_TEXT];
    const char *given = fix != NULL ? fix : "";
    const size_t length = strlen(given);
    const bool fits = length + strlen("; ") + sizeof hint <= sizeof both;
    if (lenient_opens && fits) {
        snw_text text = snw_text_over(both, sizeof both);
        const bool asks = length > 0 && given[length - 1] == '?';
        snw_text_format(&text, "%s%s%s", given, length == 0 ? "" : asks ? " " : "; ", hint);
        given = both;
    }
    snw_why_fix(why, given);
}

bool snw__urdf_say(snw__urdf *u, snw__finding finding, const char *format, ...) {
    char text[4 * SNW_WHY_TEXT]; // cut where a character ends
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);

    const size_t length = u->path_length;
    if (finding.attribute != NULL) (void)snw__urdf_enter(u, finding.attribute);
    snw_why why;
    snw_why_set(&why, finding.code, u->path, text);
    snw__urdf_leave(u, length);
    why.severity = severity_of(finding.weight, u->options->strictness);
    snw_why_rule(&why, finding.rule);
    add_fix(&why, finding.fix,
            finding.weight == SNW__DOUBT && u->options->strictness == SNW_NORMAL);
    snw_why_at(&why, u->name, finding.where.line, finding.where.column);
    for (int i = 0; i < 2 && finding.numbers[i].name != NULL; i++) {
        const snw__number *number = &finding.numbers[i];
        snw_why_add(&why, number->name, number->value, number->unit);
    }
    snw__urdf_add(u, &why);
    return why.severity == SNW_ERROR;
}

bool snw__urdf_once(snw__urdf *u, const char *a, const char *b) {
    // 0 marks an empty slot; when half of them are full, nothing more is reported
    const uint64_t hash = snw__hash(snw__hash(SNW__HASH_START, a) * 31, b) | 1;
    size_t slot = (size_t)(hash >> 20) % SNW__URDF_TOLD;
    while (u->told[slot] != 0) {
        if (u->told[slot] == hash) return false;
        slot = (slot + 1) % SNW__URDF_TOLD;
    }
    if (u->told_count >= SNW__URDF_TOLD / 2) return false;
    u->told[slot] = hash;
    u->told_count++;
    return true;
}

void snw__urdf_exhausted(snw__urdf *u) {
    if (u->broken) return;
    u->broken = true;
    (void)snw__urdf_say(
        u,
        snw__at(SNW__ERROR, SNW_ERR_MEMORY, "urdf-memory", "allow the loader more memory", u->at),
        "the robot does not fit into the memory allowed");
}

// --- blocks -------------------------------------------------------------------------------------

const snw_field *snw__field_at(const snw_type *type, size_t offset) {
    int i = 0;
    while (i < type->field_count && type->fields[i].offset != offset) {
        i++;
    }
    SNW_ASSERT(i < type->field_count);
    return &type->fields[i];
}

void *snw__urdf_part(snw__urdf *u, const snw_type *type, size_t offset) {
    void *part = snw_block_new(snw__field_at(type, offset)->type, u->setup);
    if (part == NULL) snw__urdf_exhausted(u);
    return part;
}

void *snw__urdf_append(snw__urdf *u, const snw_type *type, void *block, size_t offset) {
    const snw_field *field = snw__field_at(type, offset);
    const int count = snw_field_count(field, block);
    if (count == field->length) {
        if (snw__urdf_once(u, "full", field->name)) {
            (void)snw__urdf_say(u,
                                snw__with(snw__at(SNW__ERROR, SNW_ERR_TOO_LARGE, "urdf-size",
                                                  "split the robot", u->at),
                                          "limit", field->length, ""),
                                "there are too many %s", field->name);
        }
        return NULL;
    }
    if (snw_failed(snw_block_resize(field, block, count + 1, u->setup))) {
        snw__urdf_exhausted(u);
        return NULL;
    }
    return snw_field_place(field, block, count);
}

void snw__urdf_check(snw__urdf *u, const snw_type *type, const void *block, snw__where where) {
    snw_why items[4];
    snw_diags found = {.items = items, .capacity = 4};
    if (snw_block_check(type, block, u->path, &found) == SNW_OK) return;
    for (int i = 0; i < found.count; i++) {
        snw_why *why = &items[i];
        if (why->text[0] == '\0') {
            snw_copy_text(why->text, sizeof why->text, snw_status_sentence(why->code));
        }
        snw_why_rule(why, "urdf-range");
        snw_why_at(why, u->name, where.line, where.column);
        snw__urdf_add(u, why);
    }
}

void *snw__names_for(snw_names *names, int count) {
    snw_arena arena = {0};
    const int room = count > 0 ? count : 1;
    SNW_IGNORE(snw_names_init(names, room, &arena));
    const size_t bytes = (arena.needed + SNW_ARENA_ALIGN - 1) / SNW_ARENA_ALIGN * SNW_ARENA_ALIGN;
    void *memory = aligned_alloc(SNW_ARENA_ALIGN, bytes);
    arena = snw_arena_over(memory, memory != NULL ? bytes : 0);
    if (snw_names_init(names, room, &arena) == SNW_OK) return memory;
    free(memory);
    return NULL;
}
