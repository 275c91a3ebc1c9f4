// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "encoding.h"

#include <stdlib.h>
#include <string.h>

// Texts in UTF-16 and ISO-8859-1 become UTF-8 before anything else looks at them, so that there is
// one encoding inside. The declaration of the old encoding is overwritten with blanks.

typedef enum text_encoding { IS_UTF8, IS_LATIN_1, IS_UTF16_LITTLE, IS_UTF16_BIG } text_encoding;

// --- which one ----------------------------------------------------------------------------------

typedef struct text_part {
    size_t from, to; // bytes
} text_part;

// encoding="..." in the declaration <?xml ...?> of a text of bytes; empty when it has none
static text_part find_declared(const char *text, size_t length, text_part *value) {
    const text_part none = {0, 0};
    const size_t most = length < 256 ? length : 256;
    size_t at = 5, name = 0;
    *value = none;
    if (length < 6 || memcmp(text, "<?xml", 5) != 0) return none;
    for (; at + 8 < most && text[at] != '>'; at++) {
        if (memcmp(text + at, "encoding", 8) != 0) continue;
        name = at;
        for (at += 8; at < most && (snw_is_blank(text[at]) || text[at] == '='); at++) {
        }
        if (at >= most || (text[at] != '"' && text[at] != '\'')) return none;
        const char *end = memchr(text + at + 1, text[at], most - at - 1);
        if (end == NULL) return none;
        *value = (text_part){at + 1, (size_t)(end - text)};
        return (text_part){name, value->to + 1};
    }
    return none;
}

static bool says_latin_1(const char *value, size_t length) {
    static const char *const names[] = {"iso-8859-1", "iso_8859-1", "latin1", "latin-1", "l1"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i]) != length) continue;
        size_t same = 0;
        while (same < length && (value[same] | 0x20) == (names[i][same] | 0x20))
            same++;
        if (same == length) return true;
    }
    return false;
}

static text_encoding find_encoding(const snw_source *source) {
    const unsigned char *b = (const unsigned char *)source->bytes;
    const size_t length = source->length;
    // a mark of UTF-32 begins like one of UTF-16, and two zeros follow
    const bool wider = length >= 4 && b[2] == 0 && b[3] == 0;
    if (length >= 2 && b[0] == 0xFF && b[1] == 0xFE && !wider) return IS_UTF16_LITTLE;
    if (length >= 2 && b[0] == 0xFE && b[1] == 0xFF) return IS_UTF16_BIG;
    if (length >= 4 && b[0] == '<' && b[1] == 0 && b[2] != 0 && b[3] == 0) return IS_UTF16_LITTLE;
    if (length >= 4 && b[0] == 0 && b[1] == '<' && b[2] == 0 && b[3] != 0) return IS_UTF16_BIG;
    text_part value;
    (void)find_declared(source->bytes, length, &value);
    return says_latin_1(source->bytes + value.from, value.to - value.from) ? IS_LATIN_1 : IS_UTF8;
}

// --- characters ---------------------------------------------------------------------------------

static char *put_utf8(char *to, uint32_t code) {
    static const uint32_t leads[] = {0, 0xC0, 0xE0, 0xF0};
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    if (more == 0) {
        *to++ = (char)code;
        return to;
    }
    *to++ = (char)(leads[more] | code >> (6 * more));
    for (int i = more - 1; i >= 0; i--)
        *to++ = (char)(0x80U | (code >> (6 * i) & 0x3FU));
    return to;
}

static uint32_t unit_at(const unsigned char *b, bool big) {
    return big ? (uint32_t)b[0] << 8 | b[1] : (uint32_t)b[1] << 8 | b[0];
}

static char *convert_latin_1(const snw_source *in, char *to) {
    for (size_t i = 0; i < in->length; i++)
        to = put_utf8(to, (unsigned char)in->bytes[i]);
    return to;
}

// NULL at half a character, with the line in *line
static char *convert_utf16(const snw_source *in, bool big, char *to, int *line) {
    const unsigned char *b = (const unsigned char *)in->bytes, *end = b + in->length;
    *line = 1;
    if (in->length >= 2 && unit_at(b, big) == 0xFEFF) b += 2;
    while (b < end) {
        if (end - b < 2) return NULL;
        uint32_t code = unit_at(b, big);
        b += 2;
        if (code >= 0xD800 && code < 0xE000) {
            const uint32_t low = code < 0xDC00 && end - b >= 2 ? unit_at(b, big) : 0;
            if (low < 0xDC00 || low > 0xDFFF) return NULL;
            code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            b += 2;
        }
        *line += code == '\n';
        to = put_utf8(to, code);
    }
    return to;
}

// --- the text -----------------------------------------------------------------------------------

static snw_status refuse_text(const snw_source *source, snw_status status, const char *text,
                              const char *fix, int line, snw_why *why) {
    SNW_IGNORE(snw_refuse_rule(why, status, "encoding", NULL, text, fix));
    snw_why_at(why, source->name, line, 0);
    return status;
}

snw_status snw__to_utf8(const snw_source *source, size_t limit, snw_source *plain, char **memory,
                        snw_why *why) {
    const text_encoding encoding = find_encoding(source);
    const bool latin = encoding == IS_LATIN_1;
    int line = 0;
    *memory = NULL;
    *plain = *source;
    if (encoding == IS_UTF8) return SNW_OK;
    // a byte of Latin 1 takes two at most, a unit of UTF-16 three
    const size_t room = latin ? 2 * source->length : source->length / 2 * 3 + 3;
    if (source->length > limit) {
        return refuse_text(source, SNW_ERR_TOO_LARGE, "the text is larger than the limit",
                           "split the file", 0, why);
    }
    char *text = malloc(room + 1);
    if (text == NULL) return refuse_text(source, SNW_ERR_MEMORY, "out of memory", NULL, 0, why);
    const char *end = latin ? convert_latin_1(source, text)
                            : convert_utf16(source, encoding == IS_UTF16_BIG, text, &line);
    if (end == NULL) {
        free(text);
        return refuse_text(source, SNW_ERR_SYNTAX, "half a character stands in the UTF-16 text",
                           "save the file as UTF-8", line, why);
    }
    plain->length = (size_t)(end - text);
    text[plain->length] = '\0';
    text_part value;
    const text_part declared = find_declared(text, plain->length, &value);
    memset(text + declared.from, ' ', declared.to - declared.from);
    plain->bytes = text;
    *memory = text;
    return SNW_OK;
}
