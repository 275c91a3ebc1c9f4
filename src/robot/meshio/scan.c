// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "internal.h"

snw__scan snw__scan_over(const snw_source *source) {
    return (snw__scan){.at = source->bytes,
                       .end = source->bytes + source->length,
                       .line_start = source->bytes,
                       .line = 1};
}

static bool is_end_of_line(char c) {
    return c == '\n' || c == '\r';
}

static bool is_inner_space(char c) {
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// steps over one end of a line, "\r\n" as one
static void next_line(snw__scan *s) {
    const bool pair = s->at[0] == '\r' && s->end - s->at > 1 && s->at[1] == '\n';
    s->at += pair ? 2 : 1;
    s->line_start = s->at;
    s->line++;
}

// true at a backslash that joins the next line
static bool at_joint(const snw__scan *s) {
    return s->continues && s->at[0] == '\\' && s->end - s->at > 1 && is_end_of_line(s->at[1]);
}

static void skip_blanks(snw__scan *s) {
    while (s->at < s->end) {
        if (is_inner_space(*s->at)) {
            s->at++;
        } else if (at_joint(s)) {
            s->at++;
            next_line(s);
        } else {
            break;
        }
    }
    // a comment reaches to the end of the line
    if (s->at < s->end && s->comment != '\0' && *s->at == s->comment) {
        while (s->at < s->end && !is_end_of_line(*s->at)) {
            s->at++;
        }
    }
}

bool snw__scan_word(snw__scan *s) {
    skip_blanks(s);
    if (s->at == s->end || is_end_of_line(*s->at)) return false;
    s->word = s->at;
    s->word_line = s->line;
    s->word_column = (int)(s->at - s->line_start) + 1;
    while (s->at < s->end && !is_inner_space(*s->at) && !is_end_of_line(*s->at) && !at_joint(s)) {
        s->at++;
    }
    s->length = (size_t)(s->at - s->word);
    return true;
}

bool snw__scan_line(snw__scan *s) {
    while (s->at < s->end && !is_end_of_line(*s->at)) {
        s->at++;
        if (s->at < s->end && s->at[-1] == '\\' && s->continues && is_end_of_line(*s->at)) {
            next_line(s);
        }
    }
    if (s->at == s->end) return false;
    next_line(s);
    return s->at < s->end;
}

bool snw__scan_any(snw__scan *s) {
    while (!snw__scan_word(s)) {
        if (!snw__scan_line(s)) return false;
    }
    return true;
}

bool snw__scan_rest(snw__scan *s) {
    if (!snw__scan_word(s)) return false;
    while (s->at < s->end && !is_end_of_line(*s->at)) {
        s->at++;
    }
    const char *last = s->at;
    while (last > s->word && is_inner_space(last[-1])) {
        last--;
    }
    s->length = (size_t)(last - s->word);
    return s->length > 0;
}

static char lower(char c) {
    if (c >= 'A' && c <= 'Z') return (char)(c - 'A' + 'a');
    return c;
}

bool snw__scan_is(const snw__scan *s, const char *text) {
    if (strlen(text) != s->length) return false;
    for (size_t i = 0; i < s->length; i++) {
        if (lower(s->word[i]) != text[i]) return false;
    }
    return true;
}

void snw__scan_name(const snw__scan *s, char *out) {
    size_t at = 0;
    while (at < s->length) {
        const unsigned char c = (unsigned char)s->word[at];
        const int bytes = snw_utf8_length(s->word + at, s->length - at);
        // C0, DEL and C1 (U+0080 to U+009F)
        const bool control = c < 0x20 || c == 0x7F ||
                             (bytes == 2 && c == 0xC2 && (unsigned char)s->word[at + 1] < 0xA0);
        const int step = bytes > 0 ? bytes : 1;
        memcpy(out + at, s->word + at, (size_t)step);
        if (bytes == 0 || control) memset(out + at, '_', (size_t)step);
        at += (size_t)step;
    }
    out[at] = '\0';
}

snw_status snw__refuse_word(const snw__reading *r, const snw__scan *s, snw_status code,
                            const char *text, const char *fix) {
    enum { SHOWN = 32 };
    char line[SNW_WHY_TEXT], word[SHOWN + 1];
    const size_t length = s->length < SHOWN ? s->length : SHOWN;
    memcpy(word, s->word, length);
    word[length] = '\0';
    snw_text sentence = snw_text_over(line, sizeof line);
    snw_text_format(&sentence, "'%s' %s", word, text);
    snw_why why;
    snw__reading_why(r, &why, code, line);
    return snw__refuse_at(r, &why, s->word_line, s->word_column, fix);
}

snw_status snw__refuse_point(const snw__reading *r, const snw__scan *s, snw_status code) {
    snw_why why;
    snw__reading_why(r, &why, code, "a point is farther than 1e6 m away");
    return snw__refuse_at(r, &why, s->word_line, s->word_column,
                          "repair the mesh in its own program");
}

snw_status snw__scan_real(const snw__reading *r, const snw__scan *s, double *value) {
    const snw_status status = snw_real_parse(s->word, s->length, value, NULL);
    if (status == SNW_OK) return SNW_OK;

    // "nan" and "inf" are numbers to the programs that print them
    snw__scan bare = *s;
    const bool sign = bare.length > 0 && (bare.word[0] == '-' || bare.word[0] == '+');
    bare.word += sign ? 1 : 0;
    bare.length -= sign ? 1 : 0;
    if (bare.length > 3) bare.length = 3;
    if (snw__scan_is(&bare, "nan") || snw__scan_is(&bare, "inf")) {
        return snw__refuse_word(r, s, SNW_ERR_NOT_FINITE, "is not finite",
                                "repair the mesh in its own program");
    }
    return snw__refuse_word(r, s, status,
                            status == SNW_ERR_RANGE ? "is too large" : "is not a number",
                            "write a decimal number with a point");
}
