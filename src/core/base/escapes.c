// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "sinew/base/text.h"
#include "sinew/base/words.h"

// --- JSON ---------------------------------------------------------------------------------------

void snw_text_json_real(snw_text *text, double value) {
    if (isfinite(value)) {
        snw_text_real(text, value);
    } else {
        snw_text_add(text, "null", 4);
    }
}

static void add_escaped(snw_text *text, unsigned char c) {
    switch (c) {
    case '"':
        snw_text_add(text, "\\\"", 2);
        break;
    case '\\':
        snw_text_add(text, "\\\\", 2);
        break;
    case '\n':
        snw_text_add(text, "\\n", 2);
        break;
    case '\t':
        snw_text_add(text, "\\t", 2);
        break;
    default:
        snw_text_format(text, "\\u%04x", c);
        break;
    }
}

void snw_text_json_string(snw_text *text, const char *value) {
    size_t left = strlen(value);
    snw_text_add(text, "\"", 1);
    while (left > 0) {
        const unsigned char c = (unsigned char)*value;
        const int length = snw_utf8_length(value, left);
        if (length == 0) {
            snw_text_add(text, "\xEF\xBF\xBD", 3); // U+FFFD for a byte that is no text
        } else if (c < 0x20 || c == '"' || c == '\\' || c == 0x7F) {
            add_escaped(text, c);
        } else {
            snw_text_add(text, value, (size_t)length);
        }
        const size_t step = length == 0 ? 1 : (size_t)length;
        value += step;
        left -= step;
    }
    snw_text_add(text, "\"", 1);
}

// --- XML ----------------------------------------------------------------------------------------

// what stands for a byte that may not stand for itself, or NULL
static const char *xml_reference(char c, bool attribute) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '\r':
        return "&#13;";
    case '"':
        return attribute ? "&quot;" : NULL;
    case '\t':
        return attribute ? "&#9;" : NULL;
    case '\n':
        return attribute ? "&#10;" : NULL;
    default:
        return NULL;
    }
}

// U+FFFE and U+FFFF are UTF-8, but no characters of XML 1.0 (section 2.2)
static bool is_outside_xml(const char *at, int length) {
    if (length == 1) return (unsigned char)*at < 0x20 && *at != '\t' && *at != '\n';
    return length == 0 ||
           (length == 3 && memcmp(at, "\xEF\xBF", 2) == 0 && (unsigned char)at[2] >= 0xBE);
}

static void add_xml(snw_text *text, const char *value, bool attribute) {
    size_t left = strlen(value);
    const char *run = value; // start of what can be copied as it is
    while (left > 0) {
        const int length = snw_utf8_length(value, left);
        const size_t step = length > 0 ? (size_t)length : 1;
        const char *instead = xml_reference(*value, attribute);
        if (instead == NULL && is_outside_xml(value, length)) instead = "\xEF\xBF\xBD"; // U+FFFD
        if (instead != NULL) {
            snw_text_add(text, run, (size_t)(value - run));
            snw_text_add(text, instead, strlen(instead));
            run = value + step;
        }
        value += step;
        left -= step;
    }
    snw_text_add(text, run, (size_t)(value - run));
}

void snw_text_xml_attribute(snw_text *text, const char *value) {
    add_xml(text, value, true);
}

void snw_text_xml_content(snw_text *text, const char *value) {
    add_xml(text, value, false);
}

// --- CSV ----------------------------------------------------------------------------------------

void snw_text_csv(snw_text *text, const char *value) {
    const size_t length = strlen(value);
    const bool padded = length > 0 && (snw_is_blank(value[0]) || snw_is_blank(value[length - 1]));
    if (!padded && strpbrk(value, ",\"\n\r") == NULL) {
        snw_text_add(text, value, length);
        return;
    }
    snw_text_add(text, "\"", 1);
    for (const char *at = value; *at != '\0'; at++) {
        snw_text_add(text, "\"\"", *at == '"' ? 1 : 0); // a quote is written twice
        snw_text_add(text, at, 1);
    }
    snw_text_add(text, "\"", 1);
}

// --- messages and terminals ---------------------------------------------------------------------

// Characters that a terminal would obey instead of showing: C0 and C1 controls, line and paragraph
// separators, and the marks that reverse the direction of text (Unicode, Bidi_Control).
static bool is_treacherous(const unsigned char *c, int length) {
    if (length == 1) return c[0] < 0x20 || c[0] == 0x7F;
    if (length == 2) return (c[0] == 0xC2 && c[1] < 0xA0) || (c[0] == 0xD8 && c[1] == 0x9C);
    if (length != 3 || c[0] != 0xE2) return false;
    const bool mark = c[1] == 0x80 && (c[2] == 0x8E || c[2] == 0x8F);
    const bool line_or_embedding = c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE;
    const bool isolate = c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9;
    return mark || line_or_embedding || isolate;
}

static void add_byte_shown(snw_text *text, unsigned char c) {
    if (c == '\n' || c == '\t') {
        snw_text_add(text, c == '\n' ? "\\n" : "\\t", 2);
    } else {
        snw_text_format(text, "\\x%02x", c);
    }
}

void snw_text_visible(snw_text *text, const char *value) {
    size_t left = strlen(value);
    while (left > 0) {
        const unsigned char *bytes = (const unsigned char *)value;
        const int length = snw_utf8_length(value, left);
        const int step = length > 0 ? length : 1;
        if (length > 0 && !is_treacherous(bytes, length)) {
            snw_text_add(text, value, (size_t)length);
        } else {
            for (int i = 0; i < step; i++) {
                add_byte_shown(text, bytes[i]);
            }
        }
        value += step;
        left -= (size_t)step;
    }
}

snw_quoted snw_quote(const char *name) {
    enum { MOST = 40 };
    snw_quoted quoted;
    snw_text out = snw_text_over(quoted.text, sizeof quoted.text);
    const char *at = name, *end = name + strlen(name);
    snw_text_add(&out, "'", 1);
    while (at < end) {
        const int step = snw_printable_length(at, (size_t)(end - at));
        const int bytes = step > 0 ? step : 1;
        if ((at - name) + bytes > MOST) break;
        snw_text_add(&out, step > 0 ? at : "?", (size_t)bytes);
        at += bytes;
    }
    snw_text_format(&out, at < end ? "...'" : "'");
    return quoted;
}
