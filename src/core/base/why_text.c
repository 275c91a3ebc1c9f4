// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base/why_text.h"

#include <string.h>

#include "sinew/base/json_write.h"

static const char *severity_name(snw_severity severity) {
    switch (severity) {
    case SNW_INFO:
        return "note";
    case SNW_WARNING:
        return "warning";
    case SNW_ERROR:
        break;
    }
    return "error";
}

static void add_number(snw_text *text, const snw_why_number *number) {
    snw_text_real(text, number->value);
    if (number->unit[0] != '\0') snw_text_format(text, " %s", number->unit);
}

// the number that "{NAME}" at a place of the text means, and the length of that; NULL for none
static const snw_why_number *number_at(const snw_why *why, const char *at, size_t *length) {
    if (*at != '{') return NULL;
    for (int i = 0; i < why->number_count; i++) {
        const snw_why_number *number = &why->numbers[i];
        const size_t name = strlen(number->name);
        if (name == 0 || strncmp(at + 1, number->name, name) != 0 || at[1 + name] != '}') continue;
        *length = name + 2;
        return number;
    }
    return NULL;
}

static bool is_in_text(const snw_why *why, const snw_why_number *number) {
    size_t length;
    for (const char *at = why->text; *at != '\0'; at++) {
        if (number_at(why, at, &length) == number) return true;
    }
    return false;
}

void snw__why_text(const snw_why *why, snw_text *text) {
    const char *at = why->text[0] != '\0' ? why->text : snw_status_sentence(why->code);
    while (*at != '\0') {
        size_t length = strcspn(at + 1, "{") + 1; // up to the next brace
        const snw_why_number *number = number_at(why, at, &length);
        if (number != NULL) {
            add_number(text, number);
        } else {
            snw_text_format(text, "%.*s", (int)length, at);
        }
        at += length;
    }
}

// those that are not in the text
static void add_numbers(snw_text *text, const snw_why *why) {
    bool any = false;
    for (int i = 0; i < why->number_count; i++) {
        const snw_why_number *number = &why->numbers[i];
        if (is_in_text(why, number)) continue;
        snw_text_format(text, "%s%s ", any ? ", " : " (", number->name);
        add_number(text, number);
        any = true;
    }
    if (any) snw_text_format(text, ")");
}

size_t snw_why_sentence(const snw_why *why, char *out, size_t size) {
    snw_text text = snw_text_over(out, size);

    // where, as compilers write it, so that editors can jump there
    if (why->file[0] != '\0') snw_text_format(&text, "%s:", why->file);
    if (why->line > 0) snw_text_format(&text, "%d:", (int)why->line);
    if (why->line > 0 && why->column > 0) snw_text_format(&text, "%d:", (int)why->column);
    if (text.length > 0) snw_text_format(&text, " ");

    // what, about whom
    snw_text_format(&text, "%s: ", severity_name(why->severity));
    if (why->subject[0] != '\0') snw_text_format(&text, "%s: ", why->subject);
    snw__why_text(why, &text);
    add_numbers(&text, why);

    // the way out and the rule
    if (why->fix[0] != '\0') snw_text_format(&text, "; %s", why->fix);
    if (why->rule[0] != '\0') snw_text_format(&text, " [%s]", why->rule);
    return text.length;
}

static void add_member(snw_json_writer *json, const char *name, const char *value) {
    if (value[0] != '\0') snw_json_string(json, name, value);
}

void snw_json_why(snw_json_writer *json, const char *name, const snw_why *why) {
    if (why == NULL) {
        snw_json_null(json, name);
        return;
    }
    snw_json_object(json, name);
    snw_json_int(json, "code", (int)why->code);
    snw_json_string(json, "name", snw_status_name(why->code));
    snw_json_string(json, "severity", severity_name(why->severity));
    add_member(json, "subject", why->subject);
    char said[2 * SNW_WHY_TEXT];
    snw_text text = snw_text_over(said, sizeof said);
    snw__why_text(why, &text);
    snw_json_string(json, "text", said);
    add_member(json, "fix", why->fix);
    add_member(json, "rule", why->rule);
    add_member(json, "file", why->file);
    if (why->line > 0) snw_json_int(json, "line", why->line);
    if (why->column > 0) snw_json_int(json, "column", why->column);
    snw_json_array(json, "numbers");
    for (int i = 0; i < why->number_count; i++) {
        const snw_why_number *number = &why->numbers[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "name", number->name);
        snw_json_real(json, "value", number->value);
        snw_json_string(json, "unit", number->unit);
        snw_json_end(json);
    }
    snw_json_end(json);
    snw_json_end(json);
}

size_t snw_why_json(const snw_why *why, char *out, size_t size) {
    snw_text text = snw_text_over(out, size);
    snw_json_writer json = snw_json_over(&text);
    snw_json_why(&json, NULL, why);
    return text.length;
}
