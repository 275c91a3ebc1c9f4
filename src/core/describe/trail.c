// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

#include <string.h>

size_t snw__trail_enter(snw__trail *trail, const char *name) {
    const size_t before = trail->length;
    snw_text text = {trail->text, sizeof trail->text, before};
    // every field of every object passes here, so nothing is formatted
    if (before > 0) snw_text_add(&text, "/", 1);
    snw_text_add(&text, name, strlen(name));
    trail->length = text.length;
    return before;
}

bool snw__is_index(const char *text) {
    int64_t number;
    return snw_int_parse(text, strlen(text), &number, NULL) != SNW_ERR_SYNTAX;
}

int snw__character(const char *text, size_t length) {
    const int step = snw_utf8_length(text, length);
    const unsigned char *b = (const unsigned char *)text;
    if (step == 1 && ((b[0] < 0x20 && b[0] != '\t' && b[0] != '\n') || b[0] == 0x7F)) return 0;
    // U+0080 to U+009F are control characters too; U+FFFE and U+FFFF are none at all
    if (step == 2 && b[0] == 0xC2 && b[1] < 0xA0) return 0;
    if (step == 3 && b[0] == 0xEF && b[1] == 0xBF && b[2] >= 0xBE) return 0;
    return step;
}

bool snw__is_printable(const char *text, size_t length) {
    for (size_t i = 0; i < length;) {
        const int step = snw__character(text + i, length - i);
        if (step == 0 || (unsigned char)text[i] < 0x20) return false;
        i += (size_t)step;
    }
    return true;
}

// a key that would be read as something else, or not be read at all, is not written into a path
static bool can_be_named(const char *key) {
    const size_t length = strlen(key);
    return length > 0 && length < SNW__STEP && strcspn(key, "/[]") == length &&
           snw__is_printable(key, length) && !snw__is_index(key);
}

void snw__trail_item(snw__trail *trail, const snw_field *field, const void *block, int item) {
    snw_text text = {trail->text, sizeof trail->text, trail->length};
    const char *key = snw_field_index_key(field, block, item);
    if (key != NULL && can_be_named(key)) {
        snw_text_format(&text, "[%s]", key);
    } else {
        snw_text_format(&text, "[%d]", item);
    }
    trail->length = text.length;
}

void snw__trail_leave(snw__trail *trail, size_t length) {
    trail->length = length;
    if (length < sizeof trail->text) trail->text[length] = '\0';
}

bool snw__trail_is_whole(const snw__trail *trail) {
    return trail->length < sizeof trail->text;
}

void snw__show(snw_text *out, const char *text, size_t length) {
    enum { MOST = 40 };
    size_t shown = 0;
    snw_text_add(out, "'", 1);
    for (const size_t start = out->length; shown < length && out->length < start + MOST;) {
        const int step = snw__character(text + shown, length - shown);
        if (step == 0 || text[shown] == '\t' || text[shown] == '\n') {
            snw_text_format(out, "\\x%02X", (unsigned char)text[shown]);
            shown++;
        } else {
            snw_text_add(out, text + shown, (size_t)step);
            shown += (size_t)step;
        }
    }
    if (shown < length) snw_text_add(out, "...", 3);
    snw_text_add(out, "'", 1);
}
