// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "xacro_token.h"

#include <string.h>

// --- reports ------------------------------------------------------------------------------------

bool snw__x_wrong(snw__xparser *p, const char *what) {
    return snw__x_fail(p->x,
                       (snw__xfault){SNW_ERR_SYNTAX, "xacro-expression", "correct the expression"},
                       "%s in %s", what, snw_quote(p->whole).text);
}

bool snw__x_refuse(snw__xparser *p, const char *what, const char *fix) {
    return snw__x_fail(p->x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", fix},
                       "%s in %s: this part of Python is not supported", what,
                       snw_quote(p->whole).text);
}

// --- tokens -------------------------------------------------------------------------------------

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// how many letters a number can have here: no look at more of the text than that
static size_t number_span(const char *start) {
    const char *c = start;
    while (is_digit(*c) || *c == '.') {
        c++;
    }
    if (*c != 'e' && *c != 'E') return (size_t)(c - start);
    c++;
    c += *c == '+' || *c == '-' ? 1 : 0;
    return (size_t)(c - start) + strspn(c, "0123456789");
}

static bool take_number(snw__xparser *p) {
    size_t used = 0;
    double real = 0;
    int64_t integer = 0;
    const char *start = p->start;
    const snw_status status = snw_real_parse(start, number_span(start), &real, &used);
    if (status == SNW_ERR_RANGE) {
        return snw__x_fail(p->x,
                           (snw__xfault){SNW_ERR_RANGE, "xacro-number", "write a smaller number"},
                           "a number is too large in %s", snw_quote(p->whole).text);
    }
    if (snw_failed(status)) return snw__x_wrong(p, "a number cannot be read");
    const size_t digits = strspn(start, "0123456789");
    p->at = start + used;
    if (digits == used && start[0] == '0' && digits > 1 && strspn(start, "0") < digits) {
        return snw__x_wrong(p, "a number begins with 0");
    }
    if (is_letter(*p->at)) {
        return snw__x_refuse(p, "a number with letters", "write it as a decimal number");
    }
    p->length = used;
    p->value = snw__x_real(real);
    if (digits < used) return true;
    if (snw_failed(snw_int_parse(start, used, &integer, NULL))) {
        return snw__x_fail(
            p->x, (snw__xfault){SNW_ERR_RANGE, "xacro-number", "write it with a decimal point"},
            "a whole number has more than 64 bits in %s", snw_quote(p->whole).text);
    }
    p->value = snw__x_int(integer);
    return true;
}

// a text between quotes, with \n \t \\ \' \"
static bool take_text(snw__xparser *p) {
    const char quote = *p->start;
    const char *end = p->start + 1;
    while (*end != '\0' && *end != quote) {
        end += *end == '\\' && end[1] != '\0' ? 2 : 1;
    }
    if (*end == '\0') return snw__x_wrong(p, "a text has no closing quote");
    char *copy = snw__x_take(p->x, &p->x->keep, (size_t)(end - p->start));
    if (copy == NULL) return false;
    size_t length = 0;
    for (const char *c = p->start + 1; c < end; c++) {
        copy[length] = *c;
        if (*c == '\\') {
            c++;
            const char *place = strchr("n\nt\t\\\\''\"\"", *c);
            if (place == NULL || (place[0] != 'n' && place[0] != 't' && place[0] != place[1])) {
                return snw__x_refuse(p, "an escape with a backslash", "write the letter itself");
            }
            copy[length] = place[1];
        }
        length++;
    }
    copy[length] = '\0';
    p->at = end + 1;
    p->length = (size_t)(p->at - p->start);
    p->value = snw__x_kept(copy, length);
    return true;
}

static bool take_sign(snw__xparser *p) {
    static const char *const doubles[] = {"**", "//", "<=", ">=", "==", "!="};
    p->length = 1;
    for (size_t i = 0; i < sizeof doubles / sizeof *doubles; i++) {
        if (strncmp(p->start, doubles[i], 2) == 0) p->length = 2;
    }
    p->at = p->start + p->length;
    if (strncmp(p->start, "<<", 2) == 0 || strncmp(p->start, ">>", 2) == 0 ||
        strchr("&|^~", *p->start) != NULL) {
        return snw__x_refuse(p, "an operation on bits", "write it with + - * // %");
    }
    if (*p->start == ';' || (*p->start == '=' && p->length == 1)) {
        return snw__x_refuse(p, "an assignment", "define a property with xacro:property");
    }
    if (strchr("+-*/%<>=!()[]{},:.", *p->start) == NULL || (*p->start == '!' && p->length == 1)) {
        return snw__x_wrong(p, "a character that has no meaning");
    }
    return true;
}

// names have dots: included.name
static bool take_word(snw__xparser *p) {
    const char *c = p->start;
    while (is_letter(*c) || is_digit(*c) || (*c == '.' && is_letter(c[1]))) {
        c++;
    }
    p->at = c;
    p->length = (size_t)(c - p->start);
    if (p->length < 3 && (*c == '\'' || *c == '"')) {
        return snw__x_refuse(p, "a text with a prefix", "write a plain text between quotes");
    }
    return true;
}

bool snw__x_next_token(snw__xparser *p) {
    while (snw_is_blank(*p->at)) {
        p->at++;
    }
    p->start = p->at;
    const char c = *p->at;
    bool good = true;
    if (c == '\0') {
        p->token = SNW__X_END;
        p->length = 0;
    } else if (is_digit(c) || (c == '.' && is_digit(p->at[1]))) {
        p->token = SNW__X_NUMBER;
        good = take_number(p);
    } else if (c == '\'' || c == '"') {
        p->token = SNW__X_QUOTED;
        good = take_text(p);
    } else if (is_letter(c)) {
        p->token = SNW__X_WORD;
        good = take_word(p);
    } else {
        p->token = SNW__X_SIGN;
        good = take_sign(p);
    }
    return good;
}

static bool is_token(const snw__xparser *p, snw__xtoken kind, const char *text) {
    return p->token == kind && p->length == strlen(text) && memcmp(p->start, text, p->length) == 0;
}

bool snw__x_is_sign(const snw__xparser *p, const char *text) {
    return is_token(p, SNW__X_SIGN, text);
}

bool snw__x_is_word(const snw__xparser *p, const char *text) {
    return is_token(p, SNW__X_WORD, text);
}
