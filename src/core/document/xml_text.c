// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "xml_text.h"

#include <stdlib.h>
#include <string.h>

#include "quote.h"

// --- faults -------------------------------------------------------------------------------------

int snw__xml_column(const snw__xml_text *t, const char *at) {
    return (int)(at - t->line_start) + 1;
}

void snw__xml_fail(snw__xml_text *t, const char *at, snw_status code, const char *text,
                   const char *fix) {
    if (t->failed) return;
    t->failed = true;
    snw_why_set(&t->why, code, NULL, text);
    snw_why_rule(&t->why, "xml");
    snw_why_fix(&t->why, fix);
    snw_why_at(&t->why, t->name, t->line, snw__xml_column(t, at));
}

bool snw__xml_pass(snw__xml_text *t, const char *at, const char *text, const char *fix) {
    if (!t->lax) snw__xml_fail(t, at, SNW_ERR_SYNTAX, text, fix);
    if (!t->lax || t->odd) return t->lax;
    t->odd = true;
    snw_why_set(&t->oddity, SNW_ERR_SYNTAX, NULL, text);
    snw_why_rule(&t->oddity, "xml");
    snw_why_fix(&t->oddity, fix);
    snw_why_at(&t->oddity, t->name, t->line, snw__xml_column(t, at));
    return true;
}

void snw__xml_fail_name(snw__xml_text *t, const char *at, const char *before, const char *name,
                        size_t length, const char *after) {
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw_text_format(&line, "%s", before);
    snw__quote(&line, name, length);
    snw_text_format(&line, "%s", after);
    snw__xml_fail(t, at, SNW_ERR_SYNTAX, text, NULL);
}

static void fail_end(snw__xml_text *t) {
    snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "the text ends too early", "is the file complete?");
}

bool snw__xml_keep(snw__xml_text *t, const char *bytes, size_t length) {
    if (length > t->capacity - t->size) {
        size_t more = t->capacity < 256 ? 256 : t->capacity;
        while (more - t->size < length) {
            more *= 2;
        }
        char *larger = realloc(t->out, more);
        if (larger == NULL) {
            snw__xml_fail(t, t->at, SNW_ERR_MEMORY, "out of memory", "use a smaller file");
            return false;
        }
        t->out = larger;
        t->capacity = more;
    }
    if (length > 0) memcpy(t->out + t->size, bytes, length);
    t->size += length;
    return true;
}

// --- characters ---------------------------------------------------------------------------------

bool snw__xml_ahead(const snw__xml_text *t, const char *letters) {
    const size_t length = strlen(letters);
    return (size_t)(t->end - t->at) >= length && memcmp(t->at, letters, length) == 0;
}

// the cursor stands at a line feed
static void new_line(snw__xml_text *t) {
    t->at++;
    t->line++;
    t->line_start = t->at;
}

bool snw__xml_blanks(snw__xml_text *t) {
    const char *start = t->at;
    while (t->at < t->end && snw_is_blank(*t->at)) {
        if (*t->at == '\n') {
            new_line(t);
        } else {
            t->at++;
        }
    }
    return t->at > start;
}

// characters of XML 1.0 beyond ASCII (2.2): all but surrogates, U+FFFE, U+FFFF
static bool is_character(uint32_t code) {
    if (code < 0x20) return code == 0x9 || code == 0xA || code == 0xD;
    return code < 0xD800 || (code > 0xDFFF && code < 0xFFFE) || (code > 0xFFFF && code <= 0x10FFFF);
}

static uint32_t decode(const char *at, int length) {
    const unsigned char *b = (const unsigned char *)at;
    if (length == 1) return b[0];
    uint32_t code = b[0] & (0x7FU >> length);
    for (int i = 1; i < length; i++) {
        code = code << 6 | (b[i] & 0x3FU);
    }
    return code;
}

// the byte at the cursor begins no character that may stand there
static void fail_byte(snw__xml_text *t, bool is_utf8) {
    const unsigned c = (unsigned char)*t->at;
    char text[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    const char *fix = "save the file as UTF-8";
    if (c >= 0x80 && t->only_ascii) {
        snw_text_format(&line, "the encoding that the text declares is not supported");
        fix = "save it as UTF-8, with encoding=\"UTF-8\" or none";
    } else if (c >= 0x80 && !is_utf8) {
        snw_text_format(&line, "byte 0x%02X is not UTF-8", c);
    } else if (c >= 0x80) {
        snw_text_format(&line, "U+FFFE and U+FFFF are not characters of XML");
    } else {
        snw_text_format(&line, "control character 0x%02X is not allowed", c);
        fix = "remove it; is the file text?";
    }
    snw__xml_fail(t, t->at, c >= 0x80 && t->only_ascii ? SNW_ERR_UNSUPPORTED : SNW_ERR_SYNTAX, text,
                  fix);
}

// Length of the character at the cursor, which is not at the end; 0 is a fault.
static int character(snw__xml_text *t) {
    const unsigned char c = (unsigned char)*t->at;
    if (c >= 0x20 && c < 0x80) return 1;
    const int length = c < 0x80 ? 1 : snw_utf8_length(t->at, (size_t)(t->end - t->at));
    if (length > 0 && is_character(decode(t->at, length)) && !(c >= 0x80 && t->only_ascii)) {
        return length;
    }
    fail_byte(t, length > 0);
    return 0;
}

// goes past one character, whatever it is
static bool pass_character(snw__xml_text *t) {
    const int length = character(t);
    if (length == 0) return false;
    if (*t->at == '\n') {
        new_line(t);
    } else {
        t->at += length;
    }
    return true;
}

// --- names --------------------------------------------------------------------------------------

typedef struct span {
    uint32_t low, high;
} span;

// NameStartChar beyond ASCII (XML 1.0, fifth edition, 2.3)
static const span start_spans[] = {{0xC0, 0xD6},     {0xD8, 0xF6},     {0xF8, 0x2FF},
                                   {0x370, 0x37D},   {0x37F, 0x1FFF},  {0x200C, 0x200D},
                                   {0x2070, 0x218F}, {0x2C00, 0x2FEF}, {0x3001, 0xD7FF},
                                   {0xF900, 0xFDCF}, {0xFDF0, 0xFFFD}, {0x10000, 0xEFFFF}};
// what NameChar has more of
static const span more_spans[] = {{0xB7, 0xB7}, {0x300, 0x36F}, {0x203F, 0x2040}};

static bool is_in(uint32_t code, const span *spans, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (code >= spans[i].low && code <= spans[i].high) return true;
    }
    return false;
}

static bool is_name_character(uint32_t code, bool first) {
    if (code < 0x80) {
        const bool letter = (code >= 'a' && code <= 'z') || (code >= 'A' && code <= 'Z');
        if (letter || code == '_' || code == ':') return true;
        return !first && ((code >= '0' && code <= '9') || code == '-' || code == '.');
    }
    if (is_in(code, start_spans, sizeof start_spans / sizeof *start_spans)) return true;
    return !first && is_in(code, more_spans, sizeof more_spans / sizeof *more_spans);
}

size_t snw__xml_name_token(snw__xml_text *t) {
    const char *start = t->at;
    while (t->at < t->end) {
        const int length =
            (unsigned char)*t->at < 0x80 ? 1 : snw_utf8_length(t->at, (size_t)(t->end - t->at));
        if (length == 0 || !is_name_character(decode(t->at, length), t->at == start)) break;
        if (length > 1 && t->only_ascii) break;
        t->at += length;
    }
    return (size_t)(t->at - start);
}

// --- references ---------------------------------------------------------------------------------

static bool keep_code(snw__xml_text *t, uint32_t code) {
    char bytes[4];
    int length = 1;
    if (code < 0x80) {
        bytes[0] = (char)code;
        return snw__xml_keep(t, bytes, 1);
    }
    for (uint32_t limit = 0x800; code >= limit && length < 3; limit <<= 5) {
        length++;
    }
    // `length` bytes follow the first one, which begins with as many ones and one more
    for (int i = length; i > 0; i--) {
        bytes[i] = (char)(0x80U | (code & 0x3FU));
        code >>= 6;
    }
    bytes[0] = (char)((0xFF00U >> (length + 1) & 0xFFU) | code);
    return snw__xml_keep(t, bytes, (size_t)length + 1);
}

static int digit_of(char c, uint32_t base) {
    if (c >= '0' && c <= '9') return c - '0';
    if (base == 10) return -1;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// &#38; or &#x26;
static void numeric_reference(snw__xml_text *t) {
    const char *start = t->at;
    t->at += 2;
    const uint32_t base = snw__xml_ahead(t, "x") ? 16 : 10;
    t->at += base == 16;
    uint32_t code = 0;
    const char *digits = t->at;
    for (int digit; t->at < t->end && (digit = digit_of(*t->at, base)) >= 0; t->at++) {
        if (code < 0x110000) code = code * base + (uint32_t)digit;
    }
    if (t->at == t->end) {
        fail_end(t);
    } else if (t->at == digits || *t->at != ';') {
        snw__xml_fail(t, start, SNW_ERR_SYNTAX, "a character reference is &#digits;",
                      "write &amp; for an ampersand");
    } else if (!is_character(code)) {
        snw__xml_fail(t, start, SNW_ERR_SYNTAX, "the reference does not name a character of XML",
                      "remove it");
    } else {
        t->at++;
        (void)keep_code(t, code);
    }
}

// appends what the reference at the cursor means
static void reference(snw__xml_text *t) {
    static const struct {
        const char *name;
        char means;
    } known[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}};
    if (snw__xml_ahead(t, "&#")) {
        numeric_reference(t);
        return;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!snw__xml_ahead(t, known[i].name)) continue;
        t->at += strlen(known[i].name);
        (void)snw__xml_keep(t, &known[i].means, 1);
        return;
    }
    const char *start = t->at++;
    const size_t length = snw__xml_name_token(t);
    if (t->at == t->end) {
        fail_end(t);
    } else if (length > 0 && *t->at == ';') {
        snw__xml_fail_name(t, start, "entity ", start + 1, length, " is not known");
        snw_why_fix(&t->why, "only lt gt amp quot apos and &#...; are");
    } else if (snw__xml_pass(t, start, "an ampersand does not begin a reference",
                             "write &amp; for an ampersand")) {
        t->at = start + 1;
        (void)snw__xml_keep(t, "&", 1);
    }
}

// --- values -------------------------------------------------------------------------------------

// bytes that stand for themselves in a value and in content alike
static bool is_plain(char c) {
    return (unsigned char)c >= 0x20 && (unsigned char)c < 0x80 && c != '<' && c != '&' &&
           c != '"' && c != '\'' && c != ']';
}

static void keep_plain(snw__xml_text *t) {
    const char *start = t->at;
    while (t->at < t->end && is_plain(*t->at)) {
        t->at++;
    }
    (void)snw__xml_keep(t, start, (size_t)(t->at - start));
}

// one character that stands for itself; line ends of any system become one line feed (2.11)
static void keep_character(snw__xml_text *t, bool in_value) {
    const char *start = t->at;
    const int length = character(t);
    if (length == 0) return;
    if (*start == '\r' && t->end - start > 1 && start[1] == '\n') {
        t->at++;
        return;
    }
    if (*start == '\n') {
        new_line(t);
    } else {
        t->at += length;
    }
    if (in_value && snw_is_blank(*start)) {
        (void)snw__xml_keep(t, " ", 1);
    } else if (*start == '\r') {
        (void)snw__xml_keep(t, "\n", 1);
    } else {
        (void)snw__xml_keep(t, start, (size_t)length);
    }
}

void snw__xml_value(snw__xml_text *t) {
    const char quote = *t->at++;
    while (!t->failed) {
        keep_plain(t);
        if (t->at == t->end) {
            fail_end(t);
        } else if (*t->at == quote) {
            t->at++;
            return;
        } else if (*t->at == '&') {
            reference(t);
        } else if (*t->at == '<') {
            snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "'<' is in an attribute",
                          "write &lt;, or end the attribute with its quote");
        } else {
            keep_character(t, true);
        }
    }
}

// --- content ------------------------------------------------------------------------------------

// past `<!--` or the like, up to and behind `close`
static void pass_until(snw__xml_text *t, size_t opening, const char *close) {
    t->at += opening;
    const bool comment = close[0] == '-';
    while (!t->failed) {
        if (t->at == t->end) {
            fail_end(t);
        } else if (snw__xml_ahead(t, close)) {
            t->at += strlen(close);
            return;
        } else if (!comment || !snw__xml_ahead(t, "--") ||
                   snw__xml_pass(t, t->at, "'--' is in a comment",
                                 "end the comment with -->, or use other characters")) {
            (void)pass_character(t);
        }
    }
}

static void pass_instruction(snw__xml_text *t) {
    const char *start = t->at;
    t->at += 2;
    const char *name = t->at;
    const size_t length = snw__xml_name_token(t);
    const bool is_xml = length == 3 && (name[0] | 0x20) == 'x' && (name[1] | 0x20) == 'm' &&
                        (name[2] | 0x20) == 'l';
    if (t->at == t->end) {
        fail_end(t);
    } else if (is_xml) {
        const bool passed =
            snw__xml_pass(t, start, "the declaration <?xml ...?> is not at the start",
                          "put it at the start, or remove it");
        if (passed) pass_until(t, 0, "?>");
    } else if (length == 0 || !(snw_is_blank(*t->at) || snw__xml_ahead(t, "?>"))) {
        snw__xml_fail(t, start, SNW_ERR_SYNTAX, "an instruction is <?name text?>", "remove it");
    } else {
        pass_until(t, 0, "?>");
    }
}

// <!DOCTYPE name> without declarations inside; false for one with them
static bool pass_doctype(snw__xml_text *t) {
    const char *end = memchr(t->at, '>', (size_t)(t->end - t->at));
    if (end == NULL || memchr(t->at, '[', (size_t)(end - t->at)) != NULL) return false;
    (void)snw__xml_pass(t, t->at, "a document type is not read", "remove <!DOCTYPE ...>");
    pass_until(t, 2, ">");
    return true;
}

bool snw__xml_aside(snw__xml_text *t) {
    if (t->lax && snw__xml_ahead(t, "<!DOCTYPE")) return pass_doctype(t);
    if (snw__xml_ahead(t, "<?")) {
        pass_instruction(t);
    } else if (snw__xml_ahead(t, "<!--")) {
        pass_until(t, 4, "-->");
    } else {
        return false;
    }
    return true;
}

// <![CDATA[ ... ]]>: every character for itself
static void cdata(snw__xml_text *t) {
    t->at += 9;
    while (!t->failed) {
        if (t->at == t->end) {
            fail_end(t);
        } else if (snw__xml_ahead(t, "]]>")) {
            t->at += 3;
            return;
        } else if (is_plain(*t->at)) {
            keep_plain(t);
        } else {
            keep_character(t, false);
        }
    }
}

// a sign that does not stand for itself, or any other character of content
static void content_sign(snw__xml_text *t) {
    if (*t->at == '&') {
        reference(t);
    } else if (snw__xml_ahead(t, "<![CDATA[")) {
        cdata(t);
    } else if (snw__xml_ahead(t, "]]>")) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "']]>' is in a text", "write ]]&gt;");
    } else {
        keep_character(t, false);
    }
}

void snw__xml_content_run(snw__xml_text *t, int *line, int *column) {
    const size_t start = t->size;
    while (!t->failed && t->at < t->end) {
        if (t->size == start) {
            (void)snw__xml_blanks(t);
            *line = t->line;
            *column = snw__xml_column(t, t->at);
        }
        keep_plain(t);
        if (t->at == t->end || t->failed) break;
        const bool tag = *t->at == '<' && !snw__xml_ahead(t, "<![CDATA[");
        if (tag && !snw__xml_aside(t)) break;
        if (!tag) content_sign(t);

        // blanks in a section or by reference are blanks too
        if (t->size > start && snw_is_blank(t->out[start])) {
            size_t blanks = start;
            while (blanks < t->size && snw_is_blank(t->out[blanks])) {
                blanks++;
            }
            memmove(t->out + start, t->out + blanks, t->size - blanks);
            t->size -= blanks - start;
        }
    }
    while (t->size > start && snw_is_blank(t->out[t->size - 1])) {
        t->size--;
    }
}

// --- the declaration ----------------------------------------------------------------------------

static bool same_letters(const char *a, size_t length, const char *lower) {
    for (size_t i = 0; i < length; i++) {
        const int c = a[i] >= 'A' && a[i] <= 'Z' ? a[i] - 'A' + 'a' : a[i];
        if (lower[i] == '\0' || c != lower[i]) return false;
    }
    return lower[length] == '\0';
}

// a part of the declaration: name = "value" after a blank; its value, or NULL when it is not there
static const char *declared(snw__xml_text *t, const char *name, size_t *length) {
    const char *start = t->at, *line_start = t->line_start;
    const int line = t->line;
    const bool apart = snw__xml_blanks(t);
    if (!apart || !snw__xml_ahead(t, name)) {
        t->at = start, t->line_start = line_start, t->line = line;
        return NULL;
    }
    t->at += strlen(name);
    (void)snw__xml_blanks(t);
    const bool equals = snw__xml_ahead(t, "=");
    t->at += equals;
    (void)snw__xml_blanks(t);
    const int quote = t->at < t->end ? *t->at : 0;
    const char *value = t->at + 1;
    const char *stop = equals && (quote == '"' || quote == '\'')
                           ? memchr(value, quote, (size_t)(t->end - value))
                           : NULL;
    *length = stop != NULL ? (size_t)(stop - value) : 0;
    if (stop == NULL || memchr(value, '\n', *length) != NULL) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX, "the declaration <?xml ...?> is damaged",
                      "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        return NULL;
    }
    t->at = stop + 1;
    return value;
}

static bool is_version(const char *value, size_t length) {
    // "0.0" stands in many robot descriptions; it means nothing, and no program minds it
    if (value == NULL || length < 3 || value[1] != '.') return false;
    if (value[0] != '1' && value[0] != '0') return false;
    for (size_t i = 2; i < length; i++) {
        if (value[i] < '0' || value[i] > '9') return false;
    }
    return true;
}

static bool is_encoding(const char *value, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char c = (char)(value[i] | 0x20);
        const bool letter = c >= 'a' && c <= 'z';
        const bool other = (value[i] >= '0' && value[i] <= '9') || value[i] == '.' ||
                           value[i] == '_' || value[i] == '-';
        if (!letter && !(i > 0 && other)) return false;
    }
    return length > 0;
}

// Another encoding than UTF-8 is let through as long as every byte is ASCII, which is the same in
// all encodings of bytes.
static void set_encoding(snw__xml_text *t, const char *value, size_t length) {
    const bool wide =
        length >= 3 &&
        (same_letters(value, 3, "ucs") ||
         (length >= 6 && (same_letters(value, 6, "utf-16") || same_letters(value, 6, "utf-32"))));
    if (wide) {
        snw__xml_fail(t, t->at, SNW_ERR_UNSUPPORTED,
                      "the encoding that the text declares is not the actual one",
                      "write encoding=\"UTF-8\"");
    }
    t->only_ascii = !same_letters(value, length, "utf-8") && !same_letters(value, length, "utf8");
}

// <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
void snw__xml_declaration(snw__xml_text *t) {
    t->at += 5;
    size_t length = 0, encoding_length = 0, alone_length = 0;
    const char *version = declared(t, "version", &length);
    const char *encoding = declared(t, "encoding", &encoding_length);
    const char *alone = declared(t, "standalone", &alone_length);
    (void)snw__xml_blanks(t);
    const bool known = alone == NULL || same_letters(alone, alone_length, "yes") ||
                       same_letters(alone, alone_length, "no");
    const bool named = encoding == NULL || is_encoding(encoding, encoding_length);
    if (!is_version(version, length) || !named || !known || !snw__xml_ahead(t, "?>")) {
        snw__xml_fail(t, t->at, SNW_ERR_SYNTAX,
                      t->at == t->end ? "the text ends too early"
                                      : "the declaration <?xml ...?> is damaged",
                      "write <?xml version=\"1.0\" encoding=\"UTF-8\"?>");
        return;
    }
    t->at += 2;
    if (encoding != NULL) set_encoding(t, encoding, encoding_length);
}
