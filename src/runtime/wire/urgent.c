// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <string.h>

#include "sinew/wire.h"
#include "sinew/wire/serve.h"

// Whether a request asks for a stop must not depend on whether the rest of it can be read. So the
// bytes are searched for "command" and what stands behind it, wherever that is: inside a string of
// good JSON the quotes around it would be escaped, so nothing else that is well-formed looks so.

static size_t skip_blanks(const char *bytes, size_t size, size_t at) {
    while (at < size && snw_is_blank(bytes[at]))
        at++;
    return at;
}

// -1 for what is no hexadecimal digit
static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// The character of an escape whose backslash stands at bytes[at], and how many bytes it takes.
// Characters beyond ASCII are in no word that matters here.
static char read_escape(const char *bytes, size_t size, size_t at, size_t *used) {
    char c = '\0';
    if (at + 1 < size) c = bytes[at + 1];
    *used = 2;
    if (c == 'n' || c == 't' || c == 'r') return ' ';
    if (c != 'u') return c;
    int code = 0;
    for (size_t i = 0; i < 4; i++) {
        const int digit = at + 2 + i < size ? digit_of(bytes[at + 2 + i]) : -1;
        if (digit < 0) return '?';
        code = code * 16 + digit;
    }
    *used = 6;
    return (char)(code > 0 && code < 128 ? code : '?');
}

// The string that begins behind the quote before bytes[at], in out[capacity]. One that is too long
// or has no end is empty: it is no word that matters.
static void read_string(const char *bytes, size_t size, size_t at, char *out, size_t capacity) {
    size_t length = 0;
    while (at < size && bytes[at] != '"' && length + 1 < capacity) {
        size_t used = 1;
        out[length] = bytes[at];
        if (bytes[at] == '\\') out[length] = read_escape(bytes, size, at, &used);
        length++;
        at += used;
    }
    out[at < size && bytes[at] == '"' ? length : 0] = '\0';
}

// The next value of a name from `*at` on; false when there is none.
static bool find_value(const char *bytes, size_t size, const char *quoted, size_t *at, char *out,
                       size_t capacity) {
    const size_t length = strlen(quoted);
    for (size_t i = *at; i + length <= size; i++) {
        if (bytes[i] != '"' || memcmp(bytes + i, quoted, length) != 0) continue;
        size_t value = skip_blanks(bytes, size, i + length);
        if (value >= size || bytes[value] != ':') continue;
        value = skip_blanks(bytes, size, value + 1);
        if (value >= size || bytes[value] != '"') continue;
        read_string(bytes, size, value + 1, out, capacity);
        *at = i + length;
        return true;
    }
    return false;
}

static void find_first(const char *bytes, size_t size, const char *quoted, char *out,
                       size_t capacity) {
    size_t at = 0;
    out[0] = '\0';
    (void)find_value(bytes, size, quoted, &at, out, capacity);
}

snw_wire_urgency snw_wire_urgent(const char *bytes, size_t size, snw_wire_urgent_request *urgent) {
    char word[16];
    bool is_message = false, is_call = false;
    snw_wire_urgency urgency = SNW_WIRE_NOT_URGENT;
    *urgent = (snw_wire_urgent_request){0};
    // a name that stands twice is refused later; a stop among them is none the less meant
    for (size_t at = 0; find_value(bytes, size, "\"command\"", &at, word, sizeof word);) {
        if (strcmp(word, "disable") == 0) urgency = SNW_WIRE_URGENT_DISABLE;
        if (strcmp(word, "stop") == 0 && urgency == SNW_WIRE_NOT_URGENT) {
            urgency = SNW_WIRE_URGENT_STOP;
        }
        is_message |= strcmp(word, "message") == 0;
        is_call |= strcmp(word, "call") == 0;
    }
    if (urgency != SNW_WIRE_NOT_URGENT) {
        find_first(bytes, size, "\"act\"", word, sizeof word);
        urgent->off = strcmp(word, "off") == 0;
        find_first(bytes, size, "\"arm\"", urgent->arm, sizeof urgent->arm);
        find_first(bytes, size, "\"value\"", urgent->by, sizeof urgent->by);
    } else if (is_message || is_call) {
        urgency = SNW_WIRE_MAYBE_END;
        find_first(bytes, size, "\"object\"", urgent->object, sizeof urgent->object);
        find_first(bytes, size, is_message ? "\"text\"" : "\"word\"", urgent->text,
                   sizeof urgent->text);
    }
    return urgency;
}
