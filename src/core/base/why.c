// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/why.h"

#include <string.h>

#include "sinew/base/text.h"

static snw_severity severity_of(snw_status code) {
    if (snw_failed(code)) return SNW_ERROR;
    return code > 0 ? SNW_WARNING : SNW_INFO;
}

void snw_why_set(snw_why *why, snw_status code, const char *subject, const char *text) {
    if (why == NULL) return;
    memset(why, 0, sizeof *why);
    why->code = code;
    why->severity = severity_of(code);
    snw_copy_text(why->subject, sizeof why->subject, subject);
    snw_copy_text(why->text, sizeof why->text, text);
}

void snw_why_add(snw_why *why, const char *name, double value, const char *unit) {
    if (why == NULL || why->number_count >= SNW_WHY_NUMBERS) return;
    snw_why_number *number = &why->numbers[why->number_count++];
    snw_copy_text(number->name, sizeof number->name, name);
    snw_copy_text(number->unit, sizeof number->unit, unit);
    number->value = value;
}

void snw_why_fix(snw_why *why, const char *fix) {
    if (why == NULL) return;
    snw_copy_text(why->fix, sizeof why->fix, fix);
}

snw_status snw_refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                      const char *fix) {
    snw_why_set(why, code, subject, text);
    snw_why_fix(why, fix);
    return code;
}

snw_status snw_refuse_rule(snw_why *why, snw_status code, const char *rule, const char *subject,
                           const char *text, const char *fix) {
    const snw_status status = snw_refuse(why, code, subject, text, fix);
    snw_why_rule(why, rule);
    return status;
}

void snw_why_rule(snw_why *why, const char *rule) {
    if (why == NULL) return;
    snw_copy_text(why->rule, sizeof why->rule, rule);
}

void snw_why_at(snw_why *why, const char *file, int line, int column) {
    if (why == NULL) return;
    why->line = line;
    why->column = column;

    // the end of a path says more than its start
    const size_t length = file ? strlen(file) : 0;
    if (length < sizeof why->file) {
        snw_copy_text(why->file, sizeof why->file, file);
        return;
    }
    const char *tail = file + length - (sizeof why->file - 4);
    while (((unsigned char)*tail & 0xC0) == 0x80) {
        tail++;
    }
    memcpy(why->file, "...", 3);
    snw_copy_text(why->file + 3, sizeof why->file - 3, tail);
}

snw_status snw_diags_init(snw_diags *diags, int capacity, snw_arena *arena) {
    *diags = (snw_diags){.capacity = capacity};
    diags->items = SNW_ARENA_ARRAY(arena, snw_why, capacity);
    return snw_arena_status(arena);
}

// the last kept reason that is not an error, or -1
static int last_lesser(const snw_diags *diags) {
    for (int i = diags->count - 1; i >= 0; i--) {
        if (diags->items[i].severity != SNW_ERROR) return i;
    }
    return -1;
}

void snw_diags_add(snw_diags *diags, const snw_why *why) {
    if (diags == NULL) return;
    diags->errors += why->severity == SNW_ERROR;
    diags->warnings += why->severity == SNW_WARNING;
    if (diags->count < diags->capacity) {
        diags->items[diags->count++] = *why;
        return;
    }

    // full: one is lost, and it must not be an error while something lesser is kept
    diags->dropped++;
    const int victim = why->severity == SNW_ERROR ? last_lesser(diags) : -1;
    if (victim < 0) return;
    memmove(&diags->items[victim], &diags->items[victim + 1],
            sizeof *why * (size_t)(diags->count - victim - 1));
    diags->items[diags->count - 1] = *why;
}

bool snw_diags_be_strict(snw_diags *diags) {
    for (int i = 0; i < diags->count; i++) {
        if (diags->items[i].severity == SNW_WARNING) diags->items[i].severity = SNW_ERROR;
    }
    const bool found = diags->warnings > 0;
    diags->errors += diags->warnings;
    diags->warnings = 0;
    return found;
}

snw_status snw_diags_status(const snw_diags *diags) {
    for (int i = 0; i < diags->count; i++) {
        if (diags->items[i].severity == SNW_ERROR) return diags->items[i].code;
    }
    return diags->errors > 0 ? SNW_ERR_CHECK : SNW_OK;
}
