// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// What the text of a scalar means: YAML 1.1 as PyYAML reads it, because ROS's xacro does. So 1e-5
// is a text (a number with an exponent needs a point and a sign: 1.0e-5), and yes is true.
#include <math.h>
#include <string.h>

#include "xacro_yaml.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static bool is_one_of(const char *text, const char *const *words) {
    for (; *words != NULL; words++) {
        if (strcmp(text, *words) == 0) return true;
    }
    return false;
}

static bool is_word(const char *text, snw__xvalue *out) {
    static const char *const yes[] = {"yes",  "Yes", "YES", "true", "True",
                                      "TRUE", "on",  "On",  "ON",   NULL};
    static const char *const no[] = {"no",    "No",  "NO",  "false", "False",
                                     "FALSE", "off", "Off", "OFF",   NULL};
    static const char *const none[] = {"", "~", "null", "Null", "NULL", NULL};
    if (is_one_of(text, yes) || is_one_of(text, no)) {
        *out = snw__x_bool(is_one_of(text, yes));
        return true;
    }
    *out = (snw__xvalue){.kind = SNW__X_NONE};
    return is_one_of(text, none);
}

// --- whole numbers ------------------------------------------------------------------------------

static int digit_of(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

// digits of a base with underscores between; false when there is anything else, or too much
static bool take_digits(const char *c, int base, int64_t *value) {
    int digits = 0;
    *value = 0;
    for (; *c != '\0'; c++) {
        if (*c == '_') continue;
        const int digit = digit_of(*c);
        if (digit >= base || __builtin_mul_overflow(*value, base, value) ||
            __builtin_add_overflow(*value, digit, value)) {
            return false;
        }
        digits++;
    }
    return digits > 0;
}

// 12:30:45 is in base 60, as angles and times were once written
static bool take_sixties(const char *c, int64_t *value) {
    *value = 0;
    if (*c < '1' || *c > '9' || strchr(c, ':') == NULL) return false;
    int64_t part = 0;
    int digits = 0, parts = 0;
    for (;; c++) {
        if (is_digit(*c)) {
            if (__builtin_mul_overflow(part, 10, &part)) return false;
            part += *c - '0';
            digits++;
        } else if (*c == ':' || *c == '\0') {
            if (digits == 0 || (parts > 0 && (part > 59 || digits > 2)) ||
                __builtin_mul_overflow(*value, 60, value) ||
                __builtin_add_overflow(*value, part, value)) {
                return false;
            }
            part = digits = 0;
            parts++;
            if (*c == '\0') return true;
        } else if (*c != '_' || parts > 0) {
            return false;
        }
    }
}

static bool is_whole(const char *text, snw__xvalue *out) {
    const bool minus = *text == '-';
    const char *c = text + (minus || *text == '+' ? 1 : 0);
    int64_t value = 0;
    bool good = false;
    if (!is_digit(*c)) return false;
    if (c[0] == '0' && c[1] == 'x') {
        good = take_digits(c + 2, 16, &value);
    } else if (c[0] == '0' && c[1] == 'b') {
        good = take_digits(c + 2, 2, &value);
    } else if (c[0] == '0' && c[1] != '\0') {
        good = take_digits(c + 1, 8, &value);
    } else {
        good = take_digits(c, 10, &value) || take_sixties(c, &value);
    }
    *out = snw__x_int(minus ? -value : value);
    return good;
}

// --- real numbers -------------------------------------------------------------------------------

// digits and underscores; what they are without underscores goes to `plain`
static const char *copy_digits(const char *c, char *plain, size_t *used) {
    for (; is_digit(*c) || *c == '_'; c++) {
        if (*c != '_') plain[(*used)++] = *c;
    }
    return c;
}

// [sign] digits . digits [e sign digits]: the point and the sign of the exponent must be there
static bool is_real(snw__yaml *y, const snw__yscalar *scalar, snw__xvalue *out) {
    const char *c = scalar->text;
    const bool sign = *c == '-' || *c == '+';
    const char *first = c + (sign ? 1 : 0);
    if (!is_digit(*first) && !(*first == '.' && is_digit(first[1]) && !sign)) return false;
    if (memchr(c, '.', scalar->length) == NULL) return false;
    const snw__xmark mark = snw__x_mark(&y->x->scratch);
    char *plain = snw__x_take(y->x, &y->x->scratch, scalar->length + 1);
    size_t used = 0;
    if (plain == NULL) return false;
    if (sign) plain[used++] = *c++;
    c = copy_digits(c, plain, &used);
    bool good = *c == '.';
    if (good) plain[used++] = *c++;
    c = copy_digits(c, plain, &used);
    if (good && (*c == 'e' || *c == 'E') && (c[1] == '-' || c[1] == '+') && is_digit(c[2])) {
        plain[used++] = 'e';
        plain[used++] = c[1];
        for (c += 2; is_digit(*c); c++) {
            plain[used++] = *c;
        }
    }
    double value = 0;
    good = good && *c == '\0';
    const char *start = plain[0] == '+' ? plain + 1 : plain;
    const snw_status status =
        good ? snw_real_parse(start, used - (size_t)(start - plain), &value, NULL) : SNW_OK;
    snw__x_release(&y->x->scratch, mark);
    if (status == SNW_ERR_RANGE) {
        return snw__yaml_fail(y, "write a smaller number", "a number is too large");
    }
    *out = snw__x_real(value);
    return good && status == SNW_OK;
}

static bool is_infinite(const char *text, snw__xvalue *out) {
    static const char *const words[] = {".inf", ".Inf", ".INF", NULL};
    const bool minus = *text == '-';
    *out = snw__x_real(minus ? -(double)INFINITY : (double)INFINITY);
    return is_one_of(text + (minus || *text == '+' ? 1 : 0), words);
}

static bool is_nan(const char *text) {
    static const char *const words[] = {".nan", ".NaN", ".NAN", NULL};
    return is_one_of(text, words);
}

// --- tags ---------------------------------------------------------------------------------------

static const struct unit {
    const char *tag;
    double scale;
} units[] = {{"!radians", 1},   {"!degrees", 3.14159265358979323846 / 180},
             {"!meters", 1},    {"!millimeters", 0.001},
             {"!foot", 0.3048}, {"!inches", 0.0254}};

// !degrees 90, !radians pi/2: an expression without properties, in a unit
static bool take_unit(snw__yaml *y, const snw__yscalar *scalar, double scale, snw__xvalue *out) {
    snw__xacro *x = y->x;
    const snw__xnode *at = x->at;
    const char *attribute = x->attribute;
    const int errors = x->errors;
    y->place.line = y->line;
    y->place.column = (int)(y->at - y->line_start) + 1;
    snw__x_look_at(x, &y->place, NULL);
    snw__xvalue value = {0};
    double number = 0;
    const snw__xmark mark = snw__x_mark(&x->scratch);
    const snw__xexpr *e = snw__x_parse(x, scalar->text);
    bool good = e != NULL && snw__x_evaluate(x, e, NULL, &value);
    snw__x_release(&x->scratch, mark);
    const snw__xvalue literal = good ? snw__x_literal(x, &value) : value;
    if (good && !snw__x_number(&literal, &number)) {
        good = snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-yaml", "write a number behind the tag"},
            "%s has no unit", snw__x_kind_name(&value));
    }
    snw__x_look_at(x, at, attribute);
    if (!good && x->errors > errors) snw__x_note(x, y->loaded, "loaded here");
    *out = snw__x_real(number * scale);
    return good;
}

static bool resolve_plain(snw__yaml *y, const snw__yscalar *scalar, snw__xvalue *out) {
    const int errors = y->x->errors;
    if (is_word(scalar->text, out) || is_whole(scalar->text, out) || is_real(y, scalar, out) ||
        is_infinite(scalar->text, out)) {
        return true;
    }
    if (y->x->errors > errors || y->x->stopped) return false;
    if (is_nan(scalar->text)) {
        return snw__yaml_fail(y, "write a number", "%s is not a number", scalar->text);
    }
    *out = snw__x_kept(scalar->text, scalar->length);
    return true;
}

static bool resolve_tagged(snw__yaml *y, const snw__yscalar *scalar, const char *tag,
                           snw__xvalue *out) {
    *out = snw__x_kept(scalar->text, scalar->length);
    if (tag == NULL) return !scalar->plain || resolve_plain(y, scalar, out);
    if (strcmp(tag, "!!str") == 0 || strcmp(tag, "!") == 0) return true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        if (strcmp(units[i].tag, tag) == 0) return take_unit(y, scalar, units[i].scale, out);
    }
    double number = 0;
    const bool real = strcmp(tag, "!!float") == 0, whole = strcmp(tag, "!!int") == 0;
    if (!real && !whole && strcmp(tag, "!!bool") != 0 && strcmp(tag, "!!null") != 0) {
        return snw__yaml_fail(y, "use !degrees, !radians, !meters or no tag", "tag %s is not known",
                              snw_quote(tag).text);
    }
    if (!resolve_plain(y, scalar, out)) return false;
    if (real) *out = snw__x_literal(y->x, out);
    const bool good = real    ? snw__x_number(out, &number)
                      : whole ? out->kind == SNW__X_INT
                              : out->kind == (tag[2] == 'b' ? SNW__X_BOOL : SNW__X_NONE);
    if (real && good) *out = snw__x_real(number);
    return good || snw__yaml_fail(y, "remove the tag, or correct the value",
                                  "%s does not fit its tag", snw_quote(scalar->text).text);
}

// what is found is reported where the scalar begins
bool snw__yaml_resolve(snw__yaml *y, const snw__yscalar *scalar, const char *tag,
                       snw__xvalue *out) {
    const snw__yscalar behind = {
        .start = y->at, .line_start = y->line_start, .line = y->line}; // where reading goes on
    y->at = scalar->start;
    y->line_start = scalar->line_start;
    y->line = scalar->line;
    const bool good = resolve_tagged(y, scalar, tag, out);
    y->at = behind.start;
    y->line_start = behind.line_start;
    y->line = behind.line;
    return good;
}
