// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "json_text.h"

#include <string.h>

static bool is_digit(const char *at, const char *end) {
    return at < end && *at >= '0' && *at <= '9';
}

bool snw__json_is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || (unsigned char)c >= 0x80;
}

// --- numbers ------------------------------------------------------------------------------------

static const char *skip_digits(const char *at, const char *end) {
    while (is_digit(at, end)) {
        at++;
    }
    return at;
}

// the sign and what stands before the point: 0, or digits of which the first is not 0
static const char *whole_end(const char *at, const char *end, const char **fault,
                             const char **fix) {
    const char *start = at;
    if (*at == '-') at++;
    if (!is_digit(at, end)) {
        *fault = "a digit was expected after '-'";
        *fix = end - at >= 3 && (memcmp(at, "Inf", 3) == 0 || memcmp(at, "INF", 3) == 0)
                   ? "write infinity as the string \"-INF\""
                   : "write the number, or remove the sign";
        return at;
    }
    if (*at != '0') return skip_digits(at, end);
    if (is_digit(at + 1, end)) {
        *fault = "a number does not begin with 0 and another digit";
        *fix = "remove the leading zeros";
        return start;
    }
    if (end - at > 1 && (at[1] == 'x' || at[1] == 'X')) {
        *fault = "a hexadecimal number is not JSON";
        *fix = "write it in decimal";
        return start;
    }
    return at + 1;
}

const char *snw__json_number_end(const char *at, const char *end, const char **fault,
                                 const char **fix) {
    at = whole_end(at, end, fault, fix);
    if (*fault != NULL) return at;
    if (at < end && *at == '.') {
        at++;
        if (!is_digit(at, end)) {
            *fault = "a digit was expected after the point";
            *fix = "write 0 after the point, or remove the point";
            return at;
        }
        at = skip_digits(at, end);
    }
    if (at < end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < end && (*at == '+' || *at == '-')) at++;
        if (!is_digit(at, end)) {
            *fault = "a digit was expected in the exponent";
            *fix = "write the exponent, or remove the 'e'";
            return at;
        }
        at = skip_digits(at, end);
    }
    return at;
}

// --- strings ------------------------------------------------------------------------------------

static bool wrong(snw__json_string *s, const char *at, const char *fault, const char *fix) {
    s->fault_at = at;
    s->code = SNW_ERR_SYNTAX;
    s->fault = fault;
    s->fix = fix;
    return false;
}

// the end of the run of characters that stand for themselves
static const char *run_end(const char *at, const char *end) {
    while (at < end) {
        const unsigned char c = (unsigned char)*at;
        if (c < 0x20 || c == '"' || c == '\\') break;
        const int step = c < 0x80 ? 1 : snw_utf8_length(at, (size_t)(end - at));
        if (step == 0) break;
        at += step;
    }
    return at;
}

static bool keep(snw__json_string *s, const char *bytes, size_t length) {
    if (length > s->out_size - s->length) {
        s->fault_at = s->at;
        s->code = SNW_ERR_TOO_LARGE;
        s->fault = "a string with escapes is longer than the room for it";
        s->fix = "shorten it";
        return false;
    }
    if (length > 0) memcpy(s->out + s->length, bytes, length);
    s->length += length;
    return true;
}

// the value of four hexadecimal digits, or -1
static long hex4(const char *at, const char *end) {
    if (end - at < 4) return -1;
    long value = 0;
    for (int i = 0; i < 4; i++) {
        const char c = at[i];
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return -1;
        value = 16 * value + digit;
    }
    return value;
}

// UTF-8 of a code point (RFC 3629); returns its length
static size_t encode(long point, char out[4]) {
    const unsigned long p = (unsigned long)point;
    if (p < 0x80) {
        out[0] = (char)p;
        return 1;
    }
    const size_t length = p < 0x800 ? 2 : p < 0x10000 ? 3 : 4;
    static const unsigned lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = 0; i < length; i++) {
        const unsigned long six = p >> (6 * (length - 1 - i));
        out[i] = (char)(unsigned char)(i == 0 ? lead[length] | six : 0x80 | (six & 0x3F));
    }
    return length;
}

// the code point of the escape \u at *at, with its second half if it has one (RFC 8259 section 7)
static bool read_unicode(snw__json_string *s, const char **at, long *point) {
    static const char halves[] = "write both halves, \\ud83d\\ude00, or the character itself";
    const char *from = *at;
    const long high = hex4(from + 2, s->end);
    if (high < 0) {
        return wrong(s, from, "four hexadecimal digits were expected after \\u", "as in \\u00e9");
    }
    *at = from + 6;
    *point = high;
    if (high < 0xD800 || high > 0xDFFF) return true;
    if (high >= 0xDC00) {
        return wrong(s, from, "the second half of a surrogate pair is alone", halves);
    }
    const bool pair = s->end - *at >= 2 && (*at)[0] == '\\' && (*at)[1] == 'u';
    const long low = pair ? hex4(*at + 2, s->end) : -1;
    if (low < 0xDC00 || low > 0xDFFF) {
        return wrong(s, from, "the first half of a surrogate pair is alone", halves);
    }
    *at += 6;
    *point = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    return true;
}

// one escape at *at, from the backslash on
static bool read_escape(snw__json_string *s, const char **at) {
    static const char letters[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *from = *at;
    char bytes[4];
    if (s->end - from < 2) {
        return wrong(s, s->at, "the string has no closing quote",
                     "the text may have been cut short; close the string with '\"'");
    }
    if (from[1] == 'u') {
        long point = 0;
        return read_unicode(s, at, &point) && keep(s, bytes, encode(point, bytes));
    }
    const char *letter = memchr(letters, from[1], sizeof letters - 1);
    if (letter == NULL) {
        return wrong(
            s, from, "a backslash begins an escape, and this is not one",
            "write a backslash as \\\\; escapes are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u");
    }
    *at = from + 2;
    return keep(s, &meanings[letter - letters], 1);
}

// what ends a run and is neither a quote nor a backslash
static bool refuse_byte(snw__json_string *s, const char *at) {
    if (at == s->end) {
        return wrong(s, s->at, "the string has no closing quote",
                     "the text may have been cut short; close the string with '\"'");
    }
    const unsigned char c = (unsigned char)*at;
    if (c == '\n' || c == '\r') {
        return wrong(s, s->at, "the string does not end on its line",
                     "close it with '\"'; a line break inside is written \\n");
    }
    if (c < 0x20) {
        return wrong(s, at, "a control character is in a string",
                     c == '\t' ? "write a tab as \\t" : "write it as \\u and four digits");
    }
    return wrong(s, at, "the text is not UTF-8", "save the file as UTF-8");
}

bool snw__json_string_read(snw__json_string *s) {
    const char *start = s->at + 1, *at = start;
    bool escaped = false;
    s->length = 0;
    for (;;) {
        const char *run = escaped ? at : start;
        at = run_end(at, s->end);
        const bool escape = at < s->end && *at == '\\';
        escaped |= escape;
        if (escaped && !keep(s, run, (size_t)(at - run))) return false;
        if (!escape) break;
        if (!read_escape(s, &at)) return false;
    }
    if (at == s->end || *at != '"') return refuse_byte(s, at);
    s->text = escaped ? s->out : start;
    if (!escaped) s->length = (size_t)(at - start);
    s->at = at + 1;
    return true;
}
