// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "xacro_parts.h"

snw__xvalue snw__x_bool(bool value) {
    return (snw__xvalue){.kind = SNW__X_BOOL, .integer = value ? 1 : 0};
}

snw__xvalue snw__x_int(int64_t value) {
    return (snw__xvalue){.kind = SNW__X_INT, .integer = value};
}

snw__xvalue snw__x_real(double value) {
    return (snw__xvalue){.kind = SNW__X_REAL, .real = value};
}

snw__xvalue snw__x_kept(const char *text, size_t length) {
    return (snw__xvalue){.kind = SNW__X_TEXT, .text = text, .count = (int)length};
}

const char *snw__x_kind_name(const snw__xvalue *value) {
    static const char *const names[] = {"nothing",       "a truth value", "a whole number",
                                        "a real number", "text",          "a list",
                                        "a dictionary",  "a set"};
    return names[value->kind];
}

bool snw__x_truth(const snw__xvalue *value) {
    switch (value->kind) {
    case SNW__X_NONE:
        return false;
    case SNW__X_BOOL:
    case SNW__X_INT:
        return value->integer != 0;
    case SNW__X_REAL:
        return value->real != 0;
    case SNW__X_LIST:
    case SNW__X_DICT:
    case SNW__X_SET:
        return value->body->count > 0;
    case SNW__X_TEXT:
        break;
    }
    return value->count > 0;
}

bool snw__x_number(const snw__xvalue *value, double *number) {
    if (value->kind == SNW__X_REAL) *number = value->real;
    if (value->kind == SNW__X_INT || value->kind == SNW__X_BOOL) *number = (double)value->integer;
    return value->kind == SNW__X_REAL || value->kind == SNW__X_INT || value->kind == SNW__X_BOOL;
}

// --- printing -----------------------------------------------------------------------------------

enum { REAL_SIZE = 64 }; // bytes of a printed number, with the final zero

// Python's repr of a float: the fewest digits that read back, an exponent below 1e-4 and from 1e16
// on, and a fraction always. snw_real_print() has the same digits, but writes 1e-5 to 1e-4 plainly.
static void print_real(double value, char out[REAL_SIZE]) {
    char plain[SNW_NUMBER_SIZE];
    snw_text text = snw_text_over(out, REAL_SIZE);
    if (isinf(value) || isnan(value)) {
        snw_text_format(&text, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    (void)snw_real_print(value, plain);
    if (value != 0 && fabs(value) < 1e-4 && strchr(plain, 'e') == NULL) {
        // "0.0000" and the digits
        const char *digits = plain + strspn(plain, "-0.");
        snw_text_format(&text, "%s%c%s%se-05", value < 0 ? "-" : "", *digits,
                        digits[1] != '\0' ? "." : "", digits + 1);
        return;
    }
    snw_text_format(&text, "%s%s", plain, strpbrk(plain, ".e") == NULL ? ".0" : "");
}

// inside lists, text stands between quotes
static bool print_quoted(snw__xacro *x, const snw__xvalue *value, snw__xbuffer *out) {
    const char *quote =
        strchr(value->text, '\'') != NULL && strchr(value->text, '"') == NULL ? "\"" : "'";
    bool good = snw__x_add(x, out, quote, 1);
    for (const char *c = value->text; good && *c != '\0'; c++) {
        const char *escape = *c == '\\'   ? "\\\\"
                             : *c == '\n' ? "\\n"
                             : *c == '\t' ? "\\t"
                             : *c == '\r' ? "\\r"
                                          : NULL;
        if (*c == *quote) {
            good = snw__x_add(x, out, "\\", 1) && snw__x_add(x, out, c, 1);
        } else if (escape != NULL) {
            good = snw__x_add(x, out, escape, 2);
        } else {
            good = snw__x_add(x, out, c, 1);
        }
    }
    return good && snw__x_add(x, out, quote, 1);
}

static bool print_item(snw__xacro *x, const snw__xvalue *value, snw__xbuffer *out) {
    return value->kind == SNW__X_TEXT ? print_quoted(x, value, out) : snw__x_print(x, value, out);
}

static bool print_items(snw__xacro *x, const snw__xvalue *value, snw__xbuffer *out) {
    const bool dict = value->kind == SNW__X_DICT, list = value->kind == SNW__X_LIST;
    if (value->kind == SNW__X_SET && value->body->count == 0) {
        return snw__x_add(x, out, "set()", 5);
    }
    if (!snw__x_enter(x)) return false;
    bool good = snw__x_add(x, out, list ? "[" : "{", 1);
    for (int i = 0; good && i < value->body->count; i++) {
        if (i > 0) good = snw__x_add(x, out, dict && i % 2 == 1 ? ": " : ", ", 2);
        good = good && print_item(x, &value->body->items[i], out);
    }
    x->depth--;
    return good && snw__x_add(x, out, list ? "]" : "}", 1);
}

bool snw__x_print(snw__xacro *x, const snw__xvalue *value, snw__xbuffer *out) {
    char number[REAL_SIZE] = "None";
    switch (value->kind) {
    case SNW__X_TEXT:
        return snw__x_add(x, out, value->text, (size_t)value->count);
    case SNW__X_LIST:
    case SNW__X_DICT:
    case SNW__X_SET:
        return print_items(x, value, out);
    case SNW__X_BOOL:
        return snw__x_add(x, out, value->integer ? "True" : "False", value->integer ? 4 : 5);
    case SNW__X_INT:
        (void)snw_int_print(value->integer, number);
        break;
    case SNW__X_REAL:
        print_real(value->real, number);
        break;
    case SNW__X_NONE:
        break;
    }
    return snw__x_add(x, out, number, strlen(number));
}

const char *snw__x_string(snw__xacro *x, const snw__xvalue *value) {
    if (value->kind == SNW__X_TEXT) return value->text;
    snw__xbuffer buffer = {0};
    const snw__xmark mark = snw__x_mark(&x->scratch);
    const char *copy = NULL;
    if (snw__x_print(x, value, &buffer)) copy = snw__x_copy(x, buffer.data, buffer.length);
    snw__x_release(&x->scratch, mark);
    return copy;
}

// --- reading ------------------------------------------------------------------------------------

static bool is_python_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

// inf and infinity, of any case, with a sign
static bool is_infinity(const char *text, size_t length, double *value) {
    static const char *const words[] = {"inf", "infinity"};
    const bool minus = length > 0 && text[0] == '-';
    const size_t sign = length > 0 && (minus || text[0] == '+') ? 1 : 0;
    for (int w = 0; w < 2; w++) {
        if (length - sign != strlen(words[w])) continue;
        size_t i = 0;
        while (sign + i < length && (text[sign + i] | 0x20) == words[w][i]) {
            i++;
        }
        if (sign + i < length) continue;
        *value = minus ? -(double)INFINITY : (double)INFINITY;
        return true;
    }
    return false;
}

// the text between single quotes; itself when memory is exhausted, which is reported
static snw__xvalue unquoted(snw__xacro *x, const snw__xvalue *value) {
    const size_t length = (size_t)value->count - 2;
    const char *inside = snw__x_copy(x, value->text + 1, length);
    return inside != NULL ? snw__x_kept(inside, length) : *value;
}

snw__xvalue snw__x_literal(snw__xacro *x, const snw__xvalue *value) {
    if (value->kind != SNW__X_TEXT) return *value;
    const char *text = value->text;
    size_t length = (size_t)value->count;
    if (length >= 2 && text[0] == '\'' && text[length - 1] == '\'') return unquoted(x, value);
    while (length > 0 && is_python_space(text[length - 1])) {
        length--;
    }
    while (length > 0 && is_python_space(*text)) {
        text++;
        length--;
    }
    int64_t integer = 0;
    double real = 0;
    if (length == 0) return *value;
    if (snw_int_parse(text, length, &integer, NULL) == SNW_OK) return snw__x_int(integer);
    const snw_status status = snw_real_parse(text, length, &real, NULL);
    if (status == SNW_OK) return snw__x_real(real);
    if (is_infinity(text, length, &real)) return snw__x_real(real);
    if (strcmp(value->text, "true") == 0 || strcmp(value->text, "True") == 0) {
        return snw__x_bool(true);
    }
    if (strcmp(value->text, "false") == 0 || strcmp(value->text, "False") == 0) {
        return snw__x_bool(false);
    }
    return *value;
}

bool snw__x_condition(snw__xacro *x, const snw__xvalue *value, const char *text, bool *out) {
    const snw__xvalue literal = snw__x_literal(x, value);
    const bool word = value->kind == SNW__X_TEXT;
    if (word && literal.kind != SNW__X_BOOL && literal.kind != SNW__X_INT) {
        return snw__x_fail(x,
                           (snw__xfault){SNW_ERR_SYNTAX, "xacro-condition",
                                         "write true, false, 1, 0 or an expression ${...}"},
                           "%s is %s, which is neither true nor false", snw_quote(text).text,
                           snw_quote(value->text).text);
    }
    *out = snw__x_truth(&literal);
    return true;
}

// --- comparing ----------------------------------------------------------------------------------

static int order_of_integers(int64_t a, int64_t b) {
    return (a > b) - (a < b);
}

static bool compare_lists(snw__xacro *x, const snw__xbody *a, const snw__xbody *b, int *order) {
    if (!snw__x_enter(x)) return false;
    bool same = true, good = true;
    for (int i = 0; good && same && i < a->count && i < b->count; i++) {
        good = snw__x_equal(x, &a->items[i], &b->items[i], &same);
        if (good && !same) good = snw__x_compare(x, &a->items[i], &b->items[i], order);
    }
    x->depth--;
    if (same) *order = order_of_integers(a->count, b->count);
    return good;
}

bool snw__x_compare(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, int *order) {
    double p = 0, q = 0;
    if (!snw__x_spend(x, 1)) return false;
    *order = SNW__X_UNORDERED;
    if (a->kind == SNW__X_TEXT && b->kind == SNW__X_TEXT) {
        const int sign = strcmp(a->text, b->text);
        *order = (sign > 0) - (sign < 0);
        return snw__x_spend(x, (size_t)(a->count < b->count ? a->count : b->count));
    }
    if (a->kind == SNW__X_LIST && b->kind == SNW__X_LIST) {
        return compare_lists(x, a->body, b->body, order);
    }
    if (!snw__x_number(a, &p) || !snw__x_number(b, &q)) return true;
    if (a->kind != SNW__X_REAL && b->kind != SNW__X_REAL) {
        *order = order_of_integers(a->integer, b->integer);
    } else {
        *order = (p > q) - (p < q);
    }
    return true;
}

// dictionaries are equal whatever the order of their keys
static bool equal_dicts(snw__xacro *x, const snw__xbody *a, const snw__xbody *b, bool *same) {
    for (int i = 0; *same && i < a->count; i += 2) {
        int at = -1;
        if (!snw__x_dict_find(x, b, &a->items[i], &at)) return false;
        *same = at >= 0;
        if (at >= 0 && !snw__x_equal(x, &a->items[i + 1], &b->items[at], same)) return false;
    }
    return true;
}

static bool equal_bodies(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, bool *same) {
    *same = a->body == b->body || a->body->count == b->body->count;
    if (a->body == b->body || !*same) return true;
    if (!snw__x_enter(x)) return false;
    bool good = true;
    if (a->kind == SNW__X_DICT) {
        good = equal_dicts(x, a->body, b->body, same);
    } else if (a->kind == SNW__X_SET) {
        for (int i = 0; good && *same && i < a->body->count; i++) {
            good = snw__x_contains(x, b->body, &a->body->items[i], same);
        }
    } else {
        for (int i = 0; good && *same && i < a->body->count; i++) {
            good = snw__x_equal(x, &a->body->items[i], &b->body->items[i], same);
        }
    }
    x->depth--;
    return good;
}

bool snw__x_equal(snw__xacro *x, const snw__xvalue *a, const snw__xvalue *b, bool *same) {
    int order = 0;
    if (!snw__x_spend(x, 1)) return false;
    *same = a->kind == b->kind;
    if (a->kind == SNW__X_NONE || b->kind == SNW__X_NONE) return true;
    if (a->kind == b->kind && a->kind >= SNW__X_LIST) return equal_bodies(x, a, b, same);
    if (!snw__x_compare(x, a, b, &order)) return false;
    *same = order == 0;
    return true;
}
