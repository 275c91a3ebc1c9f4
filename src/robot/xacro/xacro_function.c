// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "xacro_parts.h"

static const double pi = 3.14159265358979323846;

// --- reports ------------------------------------------------------------------------------------

static bool refuse_domain(snw__xacro *x, const char *name) {
    return snw__x_fail(
        x, (snw__xfault){SNW_ERR_RANGE, "xacro-number", "keep its argument within its range"},
        "%s() has no value there", name);
}

static bool refuse_kind(snw__xacro *x, const char *name, const snw__xvalue *value) {
    return snw__x_fail(
        x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "convert with float() or int()"},
        "%s() cannot be applied to %s", name, snw__x_kind_name(value));
}

// --- of real numbers ----------------------------------------------------------------------------

typedef struct real_function {
    const char *name;
    double (*one)(double);
    double (*two)(double, double);
} real_function;

static double to_radians(double angle) {
    return angle * (pi / 180);
}

static double to_degrees(double angle) {
    return angle * (180 / pi);
}

static const real_function real_functions[] = {
    {"sin", sin, NULL},
    {"cos", cos, NULL},
    {"tan", tan, NULL},
    {"asin", asin, NULL},
    {"acos", acos, NULL},
    {"atan", atan, NULL},
    {"atan2", NULL, atan2},
    {"sqrt", sqrt, NULL},
    {"radians", to_radians, NULL},
    {"degrees", to_degrees, NULL},
    {"exp", exp, NULL},
    {"pow", NULL, pow},
    {"hypot", NULL, hypot},
    {"fabs", fabs, NULL},
    {"sinh", sinh, NULL},
    {"cosh", cosh, NULL},
    {"tanh", tanh, NULL},
    {"expm1", expm1, NULL},
    {"log1p", log1p, NULL},
    {"log10", log10, NULL},
    {"log2", log2, NULL},
    {"fmod", NULL, fmod},
    {"copysign", NULL, copysign},
    {"asinh", asinh, NULL},
    {"acosh", acosh, NULL},
    {"atanh", atanh, NULL},
};

static bool call_real(snw__xacro *x, const real_function *f, const snw__xvalue *a,
                      snw__xvalue *out) {
    double p = 0, q = 0;
    if (!snw__x_number(&a[0], &p)) return refuse_kind(x, f->name, &a[0]);
    if (f->two != NULL && !snw__x_number(&a[1], &q)) return refuse_kind(x, f->name, &a[1]);
    const double value = f->two != NULL ? f->two(p, q) : f->one(p);
    // neither NaN nor an infinity that comes from finite numbers
    if (isnan(value) || (isinf(value) && isfinite(p) && isfinite(q))) {
        return refuse_domain(x, f->name);
    }
    *out = snw__x_real(value);
    return true;
}

// --- others -------------------------------------------------------------------------------------

typedef bool function(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                      snw__xvalue *out);

static bool whole(snw__xacro *x, const char *name, double value, snw__xvalue *out) {
    int64_t integer = 0;
    if (snw_failed(snw_real_to_int(value, &integer))) return refuse_domain(x, name);
    *out = snw__x_int(integer);
    return true;
}

static bool call_rounding(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                          snw__xvalue *out) {
    double value = 0;
    (void)count;
    if (!snw__x_number(a, &value)) return refuse_kind(x, name, a);
    if (a->kind != SNW__X_REAL) {
        *out = snw__x_int(a->integer);
        return true;
    }
    return whole(x, name,
                 name[0] == 'f'   ? floor(value)
                 : name[0] == 'c' ? ceil(value)
                                  : value,
                 out);
}

// to a number of decimals: printf rounds the exact value, halves to even; its comma may be another
static bool round_decimals(double value, int digits, double *out) {
    char text[400];
    const int length = snprintf(text, sizeof text, "%.*f", digits, value);
    if (length < 0 || (size_t)length >= sizeof text) return false;
    char plain[400];
    size_t used = 0;
    for (int i = 0; i < length; i++) {
        const char c = text[i];
        if ((c >= '0' && c <= '9') || c == '-') {
            plain[used++] = c;
        } else if (used == 0 || plain[used - 1] != '.') {
            plain[used++] = '.';
        }
    }
    return snw_real_parse(plain, used, out, NULL) == SNW_OK;
}

static bool call_round(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                       snw__xvalue *out) {
    double value = 0;
    if (!snw__x_number(&a[0], &value)) return refuse_kind(x, name, &a[0]);
    if (count == 1) {
        *out = snw__x_int(a[0].integer);
        return a[0].kind != SNW__X_REAL || whole(x, name, nearbyint(value), out);
    }
    if (a[1].kind != SNW__X_INT) return refuse_kind(x, name, &a[1]);
    if (a[1].integer < 0 || a[1].integer > 22) return refuse_domain(x, name);
    *out = a[0].kind == SNW__X_REAL ? a[0] : snw__x_int(a[0].integer);
    if (a[0].kind != SNW__X_REAL || !isfinite(value)) return true;
    return round_decimals(value, (int)a[1].integer, &out->real) || refuse_domain(x, name);
}

static bool call_abs(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    double value = 0;
    (void)count;
    if (!snw__x_number(a, &value)) return refuse_kind(x, name, a);
    *out = snw__x_real(fabs(value));
    if (a->kind == SNW__X_REAL) return true;
    if (a->integer == INT64_MIN) return refuse_domain(x, name);
    *out = snw__x_int(a->integer < 0 ? -a->integer : a->integer);
    return true;
}

// of the arguments, or of the items of one list; the first one of equals, as Python does
static bool call_extreme(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                         snw__xvalue *out) {
    snw__xvalue list = {0};
    if (count == 1 && a->kind < SNW__X_TEXT) return refuse_kind(x, name, a);
    if (count == 1 && !snw__x_iterate(x, a, &list)) return false;
    const snw__xvalue *items = count == 1 ? list.body->items : a;
    const int item_count = count == 1 ? list.body->count : count;
    if (item_count == 0) return refuse_domain(x, name);
    *out = items[0];
    for (int i = 1; i < item_count; i++) {
        int order = 0;
        if (!snw__x_compare(x, &items[i], out, &order)) return false;
        if (order == SNW__X_UNORDERED) return refuse_kind(x, name, &items[i]);
        if (name[1] == 'i' ? order < 0 : order > 0) *out = items[i];
    }
    return true;
}

static bool call_log(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    double value = 0, base = 0;
    if (!snw__x_number(&a[0], &value)) return refuse_kind(x, name, &a[0]);
    if (count == 2 && !snw__x_number(&a[1], &base)) return refuse_kind(x, name, &a[1]);
    if (!(value > 0) || (count == 2 && (!(base > 0) || base == 1))) return refuse_domain(x, name);
    const double result = count == 2 ? log(value) / log(base) : log(value);
    if (isnan(result)) return refuse_domain(x, name);
    *out = snw__x_real(result);
    return true;
}

// the worth of a digit in any base up to 36; 36 for none
static int digit_of(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const char small = (char)(c | 0x20);
    return small >= 'a' && small <= 'z' ? small - 'a' + 10 : 36;
}

// a text of digits, with a sign and 0x, 0o or 0b where the base allows it; base 0: they tell it
static bool parse_in_base(const char *text, int64_t base, int64_t *out) {
    static const char prefixes[] = "xXoObB";
    static const int bases[] = {16, 8, 2};
    text += strspn(text, " \t\n\r\f\v");
    const bool minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    const char *prefix = text[0] == '0' && text[1] != '\0' ? strchr(prefixes, text[1]) : NULL;
    const int told = prefix != NULL ? bases[(prefix - prefixes) / 2] : 0;
    if (told != 0 && (base == 0 || base == told)) {
        text += 2;
        base = told;
    }
    const bool plain = base == 0; // decimal, and 0 only before zeros
    if (plain) base = 10;
    const char *first = text;
    int64_t value = 0;
    for (; digit_of(*text) < base; text++) {
        const int64_t digit = minus ? -digit_of(*text) : digit_of(*text);
        if (__builtin_mul_overflow(value, base, &value) ||
            __builtin_add_overflow(value, digit, &value)) {
            return false;
        }
    }
    const bool zeros = plain && *first == '0' && value != 0;
    const char *end = text + strspn(text, " \t\n\r\f\v");
    *out = value;
    return text > first && !zeros && *end == '\0';
}

// int(text, base)
static bool call_base(snw__xacro *x, const char *name, const snw__xvalue *a, snw__xvalue *out) {
    int64_t value = 0;
    if (a[0].kind != SNW__X_TEXT) return refuse_kind(x, name, &a[0]);
    if (a[1].kind != SNW__X_INT) return refuse_kind(x, name, &a[1]);
    const int64_t base = a[1].integer;
    if (base != 0 && (base < 2 || base > 36)) return refuse_domain(x, name);
    if (!snw__x_spend(x, (size_t)a[0].count)) return false;
    if (!parse_in_base(a[0].text, base, &value)) {
        return snw__x_fail(
            x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it digits of the base"},
            "int() of text %s in base %d", snw_quote(a[0].text).text, (int)base);
    }
    *out = snw__x_int(value);
    return true;
}

static bool call_number(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                        snw__xvalue *out) {
    const snw__xvalue literal = snw__x_literal(x, a);
    const bool real = name[0] == 'f';
    double value = 0;
    if (count > 1) return call_base(x, name, a, out);
    const bool text = a->kind == SNW__X_TEXT;
    if ((text && (literal.kind == SNW__X_BOOL || (!real && literal.kind != SNW__X_INT))) ||
        !snw__x_number(&literal, &value)) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it a number"},
                           "%s() of %s %s", name, snw__x_kind_name(a),
                           text ? snw_quote(a->text).text : "");
    }
    *out = real ? snw__x_real(value) : snw__x_int(literal.integer);
    return real || literal.kind != SNW__X_REAL || whole(x, name, value, out);
}

static bool call_str(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    (void)name;
    (void)count;
    const char *text = snw__x_string(x, a);
    if (text == NULL) return false;
    *out = snw__x_kept(text, strlen(text));
    return true;
}

static bool call_bool(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                      snw__xvalue *out) {
    (void)x;
    (void)name;
    (void)count;
    *out = snw__x_bool(snw__x_truth(a));
    return true;
}

static bool call_len(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    (void)count;
    if (a->kind < SNW__X_TEXT) return refuse_kind(x, name, a);
    const int64_t length = a->kind == SNW__X_TEXT   ? snw__x_letters(a)
                           : a->kind == SNW__X_DICT ? a->body->count / 2
                                                    : a->body->count;
    *out = snw__x_int(length);
    return snw__x_spend(x, (size_t)a->count);
}

static bool call_repr(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                      snw__xvalue *out) {
    snw__xvalue list = {0};
    (void)name;
    (void)count;
    // as it stands inside a list
    if (!snw__x_make(x, SNW__X_LIST, 1, &list) || !snw__x_push(x, list.body, a)) return false;
    const char *text = snw__x_string(x, &list);
    const size_t length = text != NULL ? strlen(text) - 2 : 0;
    const char *inside = text != NULL ? snw__x_copy(x, text + 1, length) : NULL;
    if (inside != NULL) *out = snw__x_kept(inside, length);
    return inside != NULL;
}

// [a // b, a % b]
static bool call_divmod(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                        snw__xvalue *out) {
    double number = 0;
    snw__xvalue made = {0}, part = {0};
    (void)count;
    for (int i = 0; i < 2; i++) {
        if (!snw__x_number(&a[i], &number)) return refuse_kind(x, name, &a[i]);
    }
    if (!snw__x_make(x, SNW__X_LIST, 2, &made) ||
        !snw__x_arithmetic(x, SNW__X_FLOOR_DIVIDE, &a[0], &a[1], &part) ||
        !snw__x_push(x, made.body, &part) ||
        !snw__x_arithmetic(x, SNW__X_MODULO, &a[0], &a[1], &part) ||
        !snw__x_push(x, made.body, &part)) {
        return false;
    }
    *out = made;
    return true;
}

// the letter of a number of Unicode, as UTF-8
static bool call_chr(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    const int64_t c = a->integer;
    char text[5] = {0};
    int length = 1;
    (void)count;
    if (a->kind != SNW__X_INT) return refuse_kind(x, name, a);
    if (c < 1 || c > 0x10FFFF) return refuse_domain(x, name);
    if (c < 0x80) {
        text[0] = (char)c;
    } else {
        length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        for (int i = length - 1, shift = 0; i > 0; i--, shift += 6) {
            text[i] = (char)(0x80 | (c >> shift & 0x3F));
        }
        text[0] = (char)((0xF00 >> length & 0xF0) | c >> 6 * (length - 1));
    }
    if (!snw__x_is_text(text)) return refuse_domain(x, name);
    const char *copy = snw__x_copy(x, text, (size_t)length);
    if (copy != NULL) *out = snw__x_kept(copy, (size_t)length);
    return copy != NULL;
}

// the number of a letter
static bool call_ord(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                     snw__xvalue *out) {
    (void)count;
    if (a->kind != SNW__X_TEXT) return refuse_kind(x, name, a);
    if (!snw__x_spend(x, (size_t)a->count)) return false;
    if (snw__x_letters(a) != 1) return refuse_domain(x, name);
    int64_t c = (unsigned char)a->text[0];
    if (a->count > 1) c &= 0x7F >> a->count;
    for (int i = 1; i < a->count; i++) {
        c = c << 6 | ((unsigned char)a->text[i] & 0x3F);
    }
    *out = snw__x_int(c);
    return true;
}

// isfinite, isinf and isnan
static bool call_is(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                    snw__xvalue *out) {
    double value = 0;
    (void)count;
    if (!snw__x_number(a, &value)) return refuse_kind(x, name, a);
    *out = snw__x_bool(name[2] == 'f'   ? isfinite(value) != 0
                       : name[3] == 'n' ? isinf(value) != 0
                                        : isnan(value) != 0);
    return true;
}

typedef struct other_function {
    const char *name;
    int least, most;
    function *call;
} other_function;

static const other_function other_functions[] = {
    {"floor", 1, 1, call_rounding}, {"ceil", 1, 1, call_rounding}, {"trunc", 1, 1, call_rounding},
    {"round", 1, 2, call_round},    {"abs", 1, 1, call_abs},       {"min", 1, 1000, call_extreme},
    {"max", 1, 1000, call_extreme}, {"log", 1, 2, call_log},       {"int", 1, 2, call_number},
    {"float", 1, 1, call_number},   {"str", 1, 1, call_str},       {"len", 1, 1, call_len},
    {"bool", 1, 1, call_bool},      {"repr", 1, 1, call_repr},     {"divmod", 2, 2, call_divmod},
    {"chr", 1, 1, call_chr},        {"ord", 1, 1, call_ord},       {"isfinite", 1, 1, call_is},
    {"isinf", 1, 1, call_is},       {"isnan", 1, 1, call_is},
};

enum {
    REALS = sizeof real_functions / sizeof *real_functions,
    OTHERS = sizeof other_functions / sizeof *other_functions
};

// --- by name ------------------------------------------------------------------------------------

bool snw__x_constant(const char *name, snw__xvalue *out) {
    static const struct {
        const char *name;
        snw__xkind kind;
        double value;
    } constants[] = {{"pi", SNW__X_REAL, 3.14159265358979323846},
                     {"e", SNW__X_REAL, 2.71828182845904523536},
                     {"tau", SNW__X_REAL, 6.28318530717958647692},
                     {"inf", SNW__X_REAL, (double)INFINITY},
                     {"True", SNW__X_BOOL, 1},
                     {"False", SNW__X_BOOL, 0},
                     {"None", SNW__X_NONE, 0}};
    if (strncmp(name, "math.", 5) == 0) name += 5;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (strcmp(name, constants[i].name) != 0) continue;
        *out = (snw__xvalue){.kind = constants[i].kind,
                             .real = constants[i].value,
                             .integer = (int64_t)(constants[i].value == 1)};
        return true;
    }
    return false;
}

int snw__x_function_names(const char **names, int room) {
    int count = 0;
    for (int i = 0; i < REALS && count < room; i++) {
        names[count++] = real_functions[i].name;
    }
    for (int i = 0; i < OTHERS && count < room; i++) {
        names[count++] = other_functions[i].name;
    }
    return count + snw__x_list_names(names + count, room - count);
}

bool snw__x_check_count(snw__xacro *x, const char *name, int count, int least, int most) {
    if (count >= least && count <= most) return true;
    return snw__x_fail(
        x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give the right number of arguments"},
        "%s() takes %s%d argument%s, not %d", name,
        least == most   ? ""
        : count < least ? "at least "
                        : "at most ",
        count < least ? least : most, (count < least ? least : most) == 1 ? "" : "s", count);
}

// functions of Python that exist, and what to do without them
static const char *way_without(const char *name) {
    static const char *const ways[][2] = {
        {"eval", "write the expression itself"},
        {"open", "read a YAML file with xacro.load_yaml()"},
        {"map", "write map(function, list), or [f(a) for a in list]"},
        {"filter", "write [a for a in list if condition]"},
        {"isinstance", "write isinstance(value, str)"},
        {"type", "write isinstance(value, str)"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(name, ways[i][0]) == 0) return ways[i][1];
    }
    return NULL;
}

enum { MOST_NAMES = REALS + OTHERS + 32 };

static bool refuse_function(snw__xacro *x, const char *name, const char *plain) {
    const char *names[MOST_NAMES];
    const char *way = way_without(plain);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(plain, names, snw__x_function_names(names, MOST_NAMES));
    if (way != NULL) {
        snw_text_format(&text, "%s", way);
    } else if (near != NULL) {
        snw_text_format(&text, "did you mean %s()?", near);
    } else {
        snw_text_format(&text, "use one of the functions of docs/xacro.md");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", fix},
                       "function %s() is not supported", name);
}

// a name without the module that it stands in: math.sin, python.range, xacro.load_yaml
const char *snw__x_without_module(const char *name) {
    static const char *const modules[] = {"math.", "python.", "xacro."};
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++) {
        const size_t length = strlen(modules[i]);
        if (strncmp(name, modules[i], length) == 0) return name + length;
    }
    return name;
}

bool snw__x_is_function(const char *name) {
    const char *names[MOST_NAMES], *plain = snw__x_without_module(name);
    const int count = snw__x_function_names(names, MOST_NAMES);
    for (int i = 0; i < count; i++) {
        if (names[i][0] == plain[0] && strcmp(names[i], plain) == 0) return true;
    }
    return false;
}

bool snw__x_call(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                 snw__xvalue *out) {
    const char *plain = snw__x_without_module(name);
    bool known = false;
    if (!snw__x_spend(x, (size_t)count * 8)) return false;
    for (int i = 0; i < REALS; i++) {
        const real_function *f = &real_functions[i];
        if (strcmp(f->name, plain) != 0) continue;
        const int needed = f->two != NULL ? 2 : 1;
        return snw__x_check_count(x, f->name, count, needed, needed) &&
               call_real(x, f, arguments, out);
    }
    for (int i = 0; i < OTHERS; i++) {
        const other_function *f = &other_functions[i];
        if (strcmp(f->name, plain) != 0) continue;
        return snw__x_check_count(x, f->name, count, f->least, f->most) &&
               f->call(x, f->name, arguments, count, out);
    }
    const bool good = snw__x_call_list(x, plain, arguments, count, out, &known);
    return known ? good : refuse_function(x, name, plain);
}
