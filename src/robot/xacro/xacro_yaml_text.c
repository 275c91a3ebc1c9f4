// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The texts of YAML's scalars: where they end, how lines are folded, what escapes mean.
#include <string.h>

#include "xacro_yaml.h"

static bool keep_text(snw__yaml *y, const snw__xbuffer *buffer, snw__yscalar *out) {
    out->text = snw__x_copy(y->x, buffer->data, buffer->length);
    out->length = buffer->length;
    return out->text != NULL;
}

// goes past the end of a line and lines without text; how many lines ended
static int skip_lines(snw__yaml *y) {
    int lines = 0;
    const char *c = y->at;
    for (;;) {
        const char *start = c;
        c += strspn(c, " \t");
        if (*c != '\n') {
            y->at = lines > 0 ? start : y->at;
            return lines;
        }
        c++;
        lines++;
        y->line++;
        y->line_start = c;
    }
}

// folded: one end of a line is a blank, more are one line end less
static bool add_fold(snw__yaml *y, snw__xbuffer *buffer, int lines) {
    bool good = lines != 1 || snw__x_add(y->x, buffer, " ", 1);
    for (int i = 1; good && i < lines; i++) {
        good = snw__x_add(y->x, buffer, "\n", 1);
    }
    return good;
}

// --- plain --------------------------------------------------------------------------------------

static bool is_flow_sign(char c) {
    return c != '\0' && strchr(",[]{}", c) != NULL;
}

// the end of a plain text in its line, blanks before it left out
static const char *plain_end(const snw__yaml *y, bool flow) {
    const char *c = y->at, *last = y->at;
    for (; *c != '\0' && *c != '\n'; c++) {
        if (*c == ':' && (snw__yaml_is_gap(c[1]) || (flow && is_flow_sign(c[1])))) break;
        if (*c == '#' && c > y->at && (c[-1] == ' ' || c[-1] == '\t')) break;
        if (flow && is_flow_sign(*c)) break;
        if (*c != ' ' && *c != '\t') last = c + 1;
    }
    return last;
}

// where the text of the next line begins, if it goes on with a plain text
static bool goes_on(snw__yaml *y, int least, bool flow, int *lines) {
    const char *at = y->at + strspn(y->at, " \t");
    if (*at != '\n' || least == INT32_MAX) return false;
    const snw__yaml before = *y;
    y->at = at;
    *lines = skip_lines(y);
    y->at += strspn(y->at, " \t");
    const bool ends =
        snw__yaml_is_over(y) || *y->at == '#' ||
        (flow ? is_flow_sign(*y->at) || *y->at == ':' : (int)(y->at - y->line_start) < least);
    if (ends) *y = before;
    return !ends;
}

bool snw__yaml_plain(snw__yaml *y, int least, bool flow, snw__yscalar *out) {
    snw__xbuffer buffer = {0};
    *out =
        (snw__yscalar){.plain = true, .start = y->at, .line_start = y->line_start, .line = y->line};
    if (!snw__x_add(y->x, &buffer, "", 0)) return false;
    for (;;) {
        const char *end = plain_end(y, flow);
        int lines = 0;
        if (!snw__x_add(y->x, &buffer, y->at, (size_t)(end - y->at))) return false;
        y->at = end;
        if (!goes_on(y, least, flow, &lines)) break;
        if (!add_fold(y, &buffer, lines)) return false;
    }
    y->at += *(y->at + strspn(y->at, " \t")) == ':' ? strspn(y->at, " \t") : 0;
    return keep_text(y, &buffer, out);
}

// --- between quotes -----------------------------------------------------------------------------

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// a character by its number, as UTF-8
static size_t put_utf8(uint32_t code, char out[4]) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const size_t more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned char marks[] = {0, 0xC0, 0xE0, 0xF0};
    for (size_t i = more; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)(marks[more] | code);
    return more + 1;
}

static bool take_code(snw__yaml *y, int digits, snw__xbuffer *buffer) {
    uint32_t code = 0;
    char bytes[4];
    for (int i = 0; i < digits; i++) {
        const int digit = hex_digit(*y->at);
        if (digit < 0) {
            return snw__yaml_fail(y, "write it with all its digits", "an escape is cut short");
        }
        code = code << 4 | (uint32_t)digit;
        y->at++;
    }
    const bool control = code < 0x20 && code != '\t' && code != '\n' && code != '\r';
    if (control || (code >= 0xD800 && code < 0xE000) || code == 0xFFFE || code == 0xFFFF ||
        code > 0x10FFFF) {
        return snw__yaml_fail(y, "use another character",
                              "an escape is a character that XML cannot contain");
    }
    return snw__x_add(y->x, buffer, bytes, put_utf8(code, bytes));
}

// behind a backslash
static bool take_escape(snw__yaml *y, snw__xbuffer *buffer) {
    const char c = *y->at;
    static const char pairs[] = "n\nt\tr\r\"\"\\\\//";
    if (c == '\n') {
        // the line goes on as if it had not ended
        (void)skip_lines(y);
        y->at += strspn(y->at, " \t");
        return true;
    }
    y->at += c != '\0' ? 1 : 0;
    if (c == 'x') return take_code(y, 2, buffer);
    if (c == 'u') return take_code(y, 4, buffer);
    if (c == 'U') return take_code(y, 8, buffer);
    if (c == ' ') return snw__x_add(y->x, buffer, " ", 1);
    for (size_t i = 0; i + 1 < sizeof pairs; i += 2) {
        if (pairs[i] == c) return snw__x_add(y->x, buffer, &pairs[i + 1], 1);
    }
    return snw__yaml_fail(y, "write the character itself",
                          "an escape with a backslash is not known");
}

// a line end inside quotes: blanks around it go
static bool fold_quoted(snw__yaml *y, snw__xbuffer *buffer, size_t kept) {
    while (buffer->length > kept && strchr(" \t", buffer->data[buffer->length - 1]) != NULL) {
        buffer->length--;
    }
    const int lines = skip_lines(y);
    if (snw__yaml_is_over(y)) {
        return snw__yaml_fail(y, "close the quote", "a text has no closing quote");
    }
    y->at += strspn(y->at, " \t");
    return add_fold(y, buffer, lines);
}

bool snw__yaml_quoted(snw__yaml *y, snw__yscalar *out) {
    const char quote = *y->at;
    const char stops[] = {quote, '\n', '\\', '\0'};
    snw__xbuffer buffer = {0};
    size_t kept = 0; // bytes that were escaped: blanks among them stay
    *out = (snw__yscalar){.start = y->at, .line_start = y->line_start, .line = y->line};
    y->at++;
    if (!snw__x_add(y->x, &buffer, "", 0)) return false;
    for (;;) {
        const size_t plain = strcspn(y->at, stops);
        if (!snw__x_add(y->x, &buffer, y->at, plain)) return false;
        y->at += plain;
        bool good = true;
        if (*y->at == '\0') {
            return snw__yaml_fail(y, "close the quote", "a text has no closing quote");
        }
        if (*y->at == '\n') {
            good = fold_quoted(y, &buffer, kept);
        } else if (*y->at == '\\' && quote == '"') {
            y->at++;
            good = take_escape(y, &buffer);
            kept = buffer.length;
        } else if (*y->at == '\\') {
            good = snw__x_add(y->x, &buffer, y->at++, 1);
        } else if (quote == '\'' && y->at[1] == '\'') {
            good = snw__x_add(y->x, &buffer, y->at, 1);
            y->at += 2;
        } else {
            y->at++;
            return keep_text(y, &buffer, out);
        }
        if (!good) return false;
    }
}

// --- | and > ------------------------------------------------------------------------------------

// behind | or >: what becomes of the last line ends, and the indentation if it is given
static bool take_header(snw__yaml *y, char *chomp, int *indent) {
    for (y->at++; *y->at != '\0' && strchr("+-123456789", *y->at) != NULL; y->at++) {
        if (*y->at == '+' || *y->at == '-') {
            *chomp = *y->at;
        } else {
            *indent = *y->at - '0';
        }
    }
    const char *c = y->at + strspn(y->at, " \t");
    if (*c == '#' && c > y->at) c += strcspn(c, "\n");
    if (*c != '\n' && *c != '\0') {
        return snw__yaml_fail(y, "begin the text on the next line",
                              "a text behind | or > begins in the same line");
    }
    y->at = c;
    return true;
}

// the next line that has text, and how many line ends are before it; false at the end of the text
static bool next_literal_line(snw__yaml *y, int least, int *indent, int *ends) {
    *ends = skip_lines(y);
    const int blanks = (int)strspn(y->at, " ");
    if (*indent < 0) *indent = blanks;
    return y->at < y->end && !snw__yaml_is_over(y) && *ends > 0 && *indent >= least &&
           blanks >= *indent;
}

static bool add_ends(snw__yaml *y, snw__xbuffer *buffer, int count) {
    bool good = true;
    for (int i = 0; good && i < count; i++) {
        good = snw__x_add(y->x, buffer, "\n", 1);
    }
    return good;
}

bool snw__yaml_literal(snw__yaml *y, int least, snw__yscalar *out) {
    const bool folded = *y->at == '>';
    char chomp = '\0';
    int indent = -1, ends = 0;
    snw__xbuffer buffer = {0};
    *out = (snw__yscalar){.start = y->at, .line_start = y->line_start, .line = y->line};
    if (!snw__x_add(y->x, &buffer, "", 0) || !take_header(y, &chomp, &indent)) return false;
    if (indent > 0) indent += least > 0 ? least - 1 : 0;
    bool first = true, deeper = false;
    while (next_literal_line(y, least, &indent, &ends)) {
        y->at += indent;
        const bool blank = *y->at == ' ' || *y->at == '\t';
        const bool plain = !folded || first || blank || deeper;
        if (!(plain ? add_ends(y, &buffer, first ? ends - 1 : ends) : add_fold(y, &buffer, ends))) {
            return false;
        }
        const size_t length = strcspn(y->at, "\n");
        if (!snw__x_add(y->x, &buffer, y->at, length)) return false;
        y->at += length;
        first = false;
        deeper = blank;
    }
    if (chomp == '\0' && !first && ends > 0) ends = 1;
    if (chomp == '-' || first) ends = 0;
    return add_ends(y, &buffer, ends) && keep_text(y, &buffer, out);
}
