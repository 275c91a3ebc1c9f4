// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CLI_JSON_H
#define SINEW_TESTS_CLI_JSON_H

/// @file
/// A judge of JSON texts (RFC 8259), written apart from the code that writes them.

#include <stdbool.h>
#include <string.h>

static const char *json_value(const char *at, int depth);

static const char *json_blanks(const char *at) {
    return at + strspn(at, " \t\r\n");
}

static const char *json_string(const char *at) {
    if (*at++ != '"') return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20) return NULL;
        if (*at != '\\') continue;
        at++;
        if (*at == 'u') {
            if (strspn(at + 1, "0123456789abcdefABCDEF") < 4) return NULL;
            at += 4;
        } else if (*at == '\0' || strchr("\"\\/bfnrt", *at) == NULL) {
            return NULL;
        }
    }
    return at + 1;
}

static const char *json_digits(const char *at) {
    const size_t count = strspn(at, "0123456789");
    return count > 0 ? at + count : NULL;
}

static const char *json_number(const char *at) {
    at += *at == '-';
    const bool zero = *at == '0';
    const char *end = json_digits(at);
    if (end == NULL || (zero && end != at + 1)) return NULL;
    if (*end == '.') end = json_digits(end + 1);
    if (end && (*end == 'e' || *end == 'E')) {
        end += 1 + (end[1] == '+' || end[1] == '-');
        end = json_digits(end);
    }
    return end;
}

// members of an object or items of an array, up to the closing sign
static const char *json_items(const char *at, bool object, int depth) {
    const char close = object ? '}' : ']';
    at = json_blanks(at + 1);
    if (*at == close) return at + 1;
    for (;;) {
        if (object) {
            at = json_string(at);
            at = at ? json_blanks(at) : NULL;
            if (at == NULL || *at != ':') return NULL;
            at = json_blanks(at + 1);
        }
        at = json_value(at, depth + 1);
        if (at == NULL) return NULL;
        at = json_blanks(at);
        if (*at == close) return at + 1;
        if (*at != ',') return NULL;
        at = json_blanks(at + 1);
    }
}

// the end of the value at `at`, or NULL
static const char *json_value(const char *at, int depth) {
    static const char *const words[] = {"true", "false", "null"};
    if (depth > 20) return NULL;
    if (*at == '{' || *at == '[') return json_items(at, *at == '{', depth);
    if (*at == '"') return json_string(at);
    for (int i = 0; i < 3; i++) {
        if (strncmp(at, words[i], strlen(words[i])) == 0) return at + strlen(words[i]);
    }
    return json_number(at);
}

/// True for exactly one JSON value with blanks around it.
__attribute__((unused)) static bool json_is_valid(const char *text) {
    const char *end = json_value(json_blanks(text), 0);
    return end && *json_blanks(end) == '\0';
}

#endif // SINEW_TESTS_CLI_JSON_H
