// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The grammar of RFC 8259 as a pull reader. What is open is one bit per level, so nothing is
// allocated; every byte is looked at once, so time is linear. A token never crosses a line, so the
// place of any byte of it follows from the start of the line.
#include "sinew/document/json.h"

#include <string.h>

#include "json_text.h"
#include "sinew/document/file.h"

// what may come next
enum {
    DOCUMENT,     // the one value
    ARRAY_FIRST,  // an item or ]
    ARRAY_NEXT,   // , or ]
    OBJECT_FIRST, // a name or }
    OBJECT_NEXT,  // , or }
    MEMBER,       // : and a value
    FINISHED,     // blanks
    FAILED
};

// --- failing ------------------------------------------------------------------------------------

static snw_json_event fail(snw_json *json, const char *at, snw_status code, const char *text,
                           const char *fix) {
    json->state = FAILED;
    json->line = json->line_now;
    json->column = (int)(at - json->line_start) + 1;
    snw_why_set(&json->why, code, NULL, text);
    snw_why_rule(&json->why, "json");
    snw_why_fix(&json->why, fix);
    snw_why_at(&json->why, json->name, json->line, json->column);
    return SNW_JSON_ERROR;
}

static snw_json_event wrong(snw_json *json, const char *text, const char *fix) {
    return fail(json, json->at, SNW_ERR_SYNTAX, text, fix);
}

// the next byte, or -1 at the end
static int peek(const snw_json *json) {
    return json->at < json->end ? (unsigned char)*json->at : -1;
}

// what stands at the cursor, for messages: a character, or the end
static const char *show(const snw_json *json, char out[24]) {
    const int c = peek(json);
    snw_text text = snw_text_over(out, 24);
    if (c < 0) {
        snw_text_format(&text, "the end of the text");
    } else if (c > 0x20 && c < 0x7F) {
        snw_text_format(&text, "'%c'", c);
    } else {
        snw_text_format(&text, "byte 0x%02X", (unsigned)c);
    }
    return out;
}

static snw_json_event expected(snw_json *json, const char *what, const char *fix) {
    char found[24], line[SNW_WHY_TEXT];
    snw_text text = snw_text_over(line, sizeof line);
    snw_text_format(&text, "%s was expected, not %s", what, show(json, found));
    return wrong(json, line, fix);
}

// --- the text -----------------------------------------------------------------------------------

static void skip_blanks(snw_json *json) {
    for (; json->at < json->end; json->at++) {
        const char c = *json->at;
        if (c == '\n') {
            json->line_now++;
            json->line_start = json->at + 1;
        } else if (c != ' ' && c != '\t' && c != '\r') {
            break;
        }
    }
}

// the event that begins at the cursor
static void mark(snw_json *json) {
    json->line = json->line_now;
    json->column = (int)(json->at - json->line_start) + 1;
    json->text = json->at;
    json->length = 0;
}

static bool in_object(const snw_json *json) {
    const int level = json->depth - 1;
    return level >= 0 && (json->is_object[level / 8] >> (level % 8) & 1) != 0;
}

static void after_value(snw_json *json) {
    json->state = json->depth == 0 ? FINISHED : in_object(json) ? OBJECT_NEXT : ARRAY_NEXT;
}

static snw_json_event open_level(snw_json *json, bool object) {
    if (json->depth == SNW_JSON_DEPTH) {
        (void)fail(json, json->at, SNW_ERR_TOO_LARGE, "arrays and objects are nested too deeply",
                   "flatten the text");
        snw_why_add(&json->why, "most", SNW_JSON_DEPTH, "");
        return SNW_JSON_ERROR;
    }
    const unsigned bit = 1U << (json->depth % 8);
    unsigned char *bits = &json->is_object[json->depth / 8];
    *bits = (unsigned char)(object ? *bits | bit : *bits & ~bit);
    json->depth++;
    json->at++;
    json->length = 1;
    json->state = object ? OBJECT_FIRST : ARRAY_FIRST;
    return object ? SNW_JSON_OBJECT : SNW_JSON_ARRAY;
}

static snw_json_event close_level(snw_json *json) {
    json->depth--;
    json->at++;
    json->length = 1;
    after_value(json);
    return SNW_JSON_END;
}

static snw_json_event read_string(snw_json *json, snw_json_event event) {
    snw__json_string string = {
        .at = json->at, .end = json->end, .out = json->scratch, .out_size = json->scratch_size};
    if (!snw__json_string_read(&string)) {
        (void)fail(json, string.fault_at, string.code, string.fault, string.fix);
        if (string.code == SNW_ERR_TOO_LARGE) {
            snw_why_add(&json->why, "most", (double)json->scratch_size, "");
        }
        return SNW_JSON_ERROR;
    }
    json->text = string.text;
    json->length = string.length;
    json->at = string.at;
    if (event == SNW_JSON_NAME) {
        json->state = MEMBER;
    } else {
        after_value(json);
    }
    return event;
}

static snw_json_event read_number(snw_json *json) {
    const char *fault = NULL, *fix = NULL;
    const char *stop = snw__json_number_end(json->at, json->end, &fault, &fix);
    if (fault != NULL) return fail(json, stop, SNW_ERR_SYNTAX, fault, fix);
    json->text = json->at;
    json->length = (size_t)(stop - json->at);
    json->at = stop;
    after_value(json);
    return SNW_JSON_NUMBER;
}

// --- words --------------------------------------------------------------------------------------

static size_t word_length(const snw_json *json) {
    const char *c = json->at;
    while (c < json->end && snw__json_is_word(*c)) {
        c++;
    }
    return (size_t)(c - json->at);
}

static bool is_word(const snw_json *json, size_t length, const char *word) {
    return strlen(word) == length && memcmp(json->at, word, length) == 0;
}

// a word that is no value: what other languages allow, a slip of the pen, or text without quotes
static snw_json_event refuse_word(snw_json *json, size_t length) {
    static const char *const words[] = {"true", "false", "null"};
    char word[24] = "", lower[24] = "", line[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    const size_t shown = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, json->at, shown);
    for (size_t i = 0; i < shown; i++) {
        const char c = word[i];
        lower[i] = (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
    }
    snw_text text = snw_text_over(line, sizeof line), way = snw_text_over(fix, sizeof fix);
    snw_text_format(&text, "'%s%s' is not a JSON value", word, shown < length ? "..." : "");
    const char *closest = snw_closest_name(lower, words, 3);
    if (strcmp(lower, "nan") == 0) {
        snw_text_format(&way, "write a number, or leave the member out");
    } else if (strcmp(lower, "inf") == 0 || strcmp(lower, "infinity") == 0) {
        snw_text_format(&way, "write infinity as the string \"INF\" or \"-INF\"");
    } else if (strcmp(lower, "none") == 0 || strcmp(lower, "undefined") == 0) {
        snw_text_format(&way, "write null, or leave the member out");
    } else if (closest != NULL) {
        snw_text_format(&way, "did you mean %s?", closest);
    } else {
        snw_text_format(&way, "put text in double quotes");
    }
    return wrong(json, line, fix);
}

static snw_json_event read_word(snw_json *json) {
    const size_t length = word_length(json);
    snw_json_event event = SNW_JSON_ERROR;
    if (is_word(json, length, "true")) event = SNW_JSON_TRUE;
    if (is_word(json, length, "false")) event = SNW_JSON_FALSE;
    if (is_word(json, length, "null")) event = SNW_JSON_NULL;
    if (event == SNW_JSON_ERROR) return refuse_word(json, length);
    json->length = length;
    json->at += length;
    after_value(json);
    return event;
}

// --- values -------------------------------------------------------------------------------------

// something that can never begin a value, a name or what follows them; false when it is not that
static bool refuse_foreign(snw_json *json) {
    const int c = peek(json);
    const int next = json->end - json->at > 1 ? json->at[1] : -1;
    if (c == '\'') {
        (void)wrong(json, "text in single quotes is not JSON", "use double quotes");
    } else if ((c == '/' && (next == '/' || next == '*')) || c == '#') {
        (void)wrong(json, "JSON has no comments", "remove the comment");
    } else if (c >= 0x80 && snw_utf8_length(json->at, (size_t)(json->end - json->at)) == 0) {
        (void)wrong(json, "the text is not UTF-8", "save the file as UTF-8");
    } else {
        return false;
    }
    return true;
}

static snw_json_event refuse_value(snw_json *json) {
    const int c = peek(json);
    if (refuse_foreign(json)) return SNW_JSON_ERROR;
    if (c == '.') return wrong(json, "a number begins with a digit", "write 0 before the point");
    if (c == '+') return wrong(json, "a number does not begin with '+'", "remove the plus sign");
    if (c < 0 && json->depth == 0 && json->line == 1 && json->column == 1) {
        return wrong(json, "the text is empty", "write a value, for example {}");
    }
    if (c < 0) return expected(json, "a value", "the text may have been cut short");
    return expected(json, "a value", "a value is an object, an array, a string or a number");
}

static snw_json_event read_value(snw_json *json) {
    if (json->nodes >= SNW_DOCUMENT_NODES) {
        (void)fail(json, json->at, SNW_ERR_TOO_LARGE, "there are too many values",
                   "split the text");
        snw_why_add(&json->why, "most", SNW_DOCUMENT_NODES, "");
        return SNW_JSON_ERROR;
    }
    json->nodes++;
    const int c = peek(json);
    if (c == '{' || c == '[') return open_level(json, c == '{');
    if (c == '"') return read_string(json, SNW_JSON_STRING);
    if (c == '-' || (c >= '0' && c <= '9')) return read_number(json);
    if (c >= 0 && c < 0x80 && c != '.' && snw__json_is_word((char)c)) return read_word(json);
    return refuse_value(json);
}

static snw_json_event read_name(snw_json *json) {
    const int c = peek(json);
    if (c == '"') return read_string(json, SNW_JSON_NAME);
    if (refuse_foreign(json)) return SNW_JSON_ERROR;
    if (c >= 0 && snw__json_is_word((char)c)) {
        return wrong(json, "a name without quotes is not JSON", "put the name in double quotes");
    }
    return expected(json, "a name in double quotes",
                    c < 0 ? "the text may have been cut short; close the object with '}'" : NULL);
}

// --- between values -----------------------------------------------------------------------------

// true when what stands before the cursor, blanks apart, is a number
static bool after_number(const snw_json *json) {
    const char *c = json->at;
    while (c > json->bytes && (c[-1] == ' ' || c[-1] == '\t' || c[-1] == '\n' || c[-1] == '\r')) {
        c--;
    }
    return c > json->bytes && c[-1] >= '0' && c[-1] <= '9';
}

static snw_json_event refuse_next(snw_json *json, bool object) {
    const int c = peek(json);
    if (refuse_foreign(json)) return SNW_JSON_ERROR;
    const char *fix = object ? "put a comma between members, or close the object with '}'"
                             : "put a comma between items, or close the array with ']'";
    if (c < 0) {
        fix = object ? "the text may have been cut short; close the object with '}'"
                     : "the text may have been cut short; close the array with ']'";
    } else if (snw__json_is_word((char)c) && after_number(json)) {
        fix = "write a number with a unit as a string, \"45 deg\"";
    }
    return expected(json, object ? "',' or '}'" : "',' or ']'", fix);
}

// an item or a member after the first one
static snw_json_event next_in(snw_json *json, bool object) {
    const int close = object ? '}' : ']';
    if (peek(json) == close) return close_level(json);
    if (peek(json) != ',') return refuse_next(json, object);
    const char *comma = json->at++;
    const int line = json->line_now;
    const char *line_start = json->line_start;
    skip_blanks(json);
    mark(json);
    if (peek(json) == close) {
        // the comma is at fault, wherever the bracket stands
        json->line_now = line;
        json->line_start = line_start;
        return fail(json, comma, SNW_ERR_SYNTAX,
                    object ? "a comma is before '}'" : "a comma is before ']'",
                    "remove the comma after the last one");
    }
    return object ? read_name(json) : read_value(json);
}

static snw_json_event member_value(snw_json *json) {
    if (peek(json) != ':') {
        if (refuse_foreign(json)) return SNW_JSON_ERROR;
        return expected(json, "':'", "put a colon between a name and its value");
    }
    json->at++;
    skip_blanks(json);
    mark(json);
    return read_value(json);
}

static snw_json_event finish(snw_json *json) {
    if (json->at == json->end) return SNW_JSON_EOF;
    if (refuse_foreign(json)) return SNW_JSON_ERROR;
    return wrong(json, "something follows the end of the document",
                 "remove it: a text holds one value");
}

snw_json_event snw_json_next(snw_json *json) {
    if (json->state == FAILED) return SNW_JSON_ERROR;
    skip_blanks(json);
    mark(json);
    switch (json->state) {
    case ARRAY_FIRST:
        return peek(json) == ']' ? close_level(json) : read_value(json);
    case OBJECT_FIRST:
        return peek(json) == '}' ? close_level(json) : read_name(json);
    case ARRAY_NEXT:
    case OBJECT_NEXT:
        return next_in(json, json->state == OBJECT_NEXT);
    case MEMBER:
        return member_value(json);
    case FINISHED:
        return finish(json);
    default:
        return read_value(json);
    }
}

void snw_json_open(snw_json *json, const char *bytes, size_t length, const char *name,
                   char *scratch, size_t scratch_size) {
    memset(json, 0, sizeof *json);
    json->bytes = length > 0 ? bytes : "";
    json->end = json->bytes + length;
    json->at = json->line_start = json->text = json->bytes;
    json->line = json->column = json->line_now = 1;
    json->name = name;
    json->scratch = scratch;
    json->scratch_size = scratch_size;
    json->state = DOCUMENT;
    if (length > SNW_DOCUMENT_BYTES) {
        (void)fail(json, json->at, SNW_ERR_TOO_LARGE, "the text is larger than the limit",
                   "split the text");
        snw_why_add(&json->why, "bytes", (double)length, "");
        snw_why_add(&json->why, "most", SNW_DOCUMENT_BYTES, "");
    } else if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        // RFC 8259 section 8.1: no text of JSON may begin with it
        (void)wrong(json, "the text begins with a byte order mark",
                    "save the file as UTF-8 without it");
    }
}

const char *snw_json_rest(const snw_json *json) {
    return json->at;
}

snw_status snw_json_skip(snw_json *json, snw_json_event started) {
    snw_json_event event = started;
    if (event == SNW_JSON_NAME) event = snw_json_next(json);
    if (event == SNW_JSON_OBJECT || event == SNW_JSON_ARRAY) {
        const int outside = json->depth - 1;
        while (json->depth > outside && event != SNW_JSON_ERROR) {
            event = snw_json_next(json);
        }
    }
    return event == SNW_JSON_ERROR ? json->why.code : SNW_OK;
}
