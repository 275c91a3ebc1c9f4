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
        "%s() does not go with %s", name, snw__x_kind_name(value));
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
    {"log10", log10, NULL},
    {"log2", log2, NULL},
    {"fmod", NULL, fmod},
    {"copysign", NULL, copysign},
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
    if (snw_real_to_int(value, &integer) < 0) return refuse_domain(x, name);
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
    if (count == 1 && a->kind != SNW__X_LIST) return refuse_kind(x, name, a);
    const snw__xvalue *items = count == 1 ? a->items : a;
    const int item_count = count == 1 ? a->count : count;
    if (item_count == 0) return refuse_domain(x, name);
    *out = items[0];
    for (int i = 1; i < item_count; i++) {
        int order = 0;
        if (!snw__x_compare(&items[i], out, &order)) return refuse_kind(x, name, &items[i]);
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

static bool call_number(snw__xacro *x, const char *name, const snw__xvalue *a, int count,
                        snw__xvalue *out) {
    const snw__xvalue literal = snw__x_literal(x, a);
    const bool real = name[0] == 'f';
    double value = 0;
    (void)count;
    const bool text = a->kind == SNW__X_TEXT;
    if ((text && (literal.kind == SNW__X_BOOL || (!real && literal.kind != SNW__X_INT))) ||
        !snw__x_number(&literal, &value)) {
        return snw__x_fail(x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it a number"},
                           "%s() of %s %s", name, snw__x_kind_name(a),
                           text ? snw__x_quote(a->text).text : "");
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
    int length = a->kind == SNW__X_DICT ? a->count / 2 : a->count;
    if (a->kind == SNW__X_TEXT) {
        // letters, not bytes: what continues a letter is not counted
        length = 0;
        for (int i = 0; i < a->count; i++) {
            length += ((unsigned char)a->text[i] & 0xC0) != 0x80 ? 1 : 0;
        }
    }
    *out = snw__x_int(length);
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
    {"max", 1, 1000, call_extreme}, {"log", 1, 2, call_log},       {"int", 1, 1, call_number},
    {"float", 1, 1, call_number},   {"str", 1, 1, call_str},       {"len", 1, 1, call_len},
    {"bool", 1, 1, call_bool},
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
    return count;
}

static bool check_count(snw__xacro *x, const char *name, int count, int least, int most) {
    if (count >= least && count <= most) return true;
    return snw__x_fail(
        x, (snw__xfault){SNW_ERR_ARGUMENT, "xacro-type", "give it as many as it takes"},
        "%s() takes %s%d argument%s, not %d", name,
        least == most   ? ""
        : count < least ? "at least "
                        : "at most ",
        count < least ? least : most, (count < least ? least : most) == 1 ? "" : "s", count);
}

// functions of Python and of xacro's own that exist, and what to do without them
static const char *way_without(const char *name) {
    static const char *const ways[][2] = {
        {"load_yaml", "write the numbers as properties into the file"},
        {"xacro.load_yaml", "write the numbers as properties into the file"},
        {"arg", "write $(arg name)"},
        {"xacro.arg", "write $(arg name)"},
        {"eval", "write the expression itself"},
        {"open", "write the content into the file"},
        {"range", "write a macro that calls itself"},
        {"xacro.abs_filename", "write $(find package)/path"},
        {"abs_filename", "write $(find package)/path"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (strcmp(name, ways[i][0]) == 0) return ways[i][1];
    }
    return strchr(name, '.') != NULL ? "use a property or an expression of its own" : NULL;
}

static bool refuse_function(snw__xacro *x, const char *name) {
    const char *names[REALS + OTHERS];
    const char *way = way_without(name);
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    const char *near = snw_closest_name(name, names, snw__x_function_names(names, REALS + OTHERS));
    if (way != NULL) {
        snw_text_format(&text, "%s", way);
    } else if (near != NULL) {
        snw_text_format(&text, "did you mean %s()?", near);
    } else {
        snw_text_format(&text, "use one of the functions of docs/xacro.md");
    }
    return snw__x_fail(x, (snw__xfault){SNW_ERR_UNSUPPORTED, "xacro-python", fix},
                       "function %s() is not understood", name);
}

bool snw__x_call(snw__xacro *x, const char *name, const snw__xvalue *arguments, int count,
                 snw__xvalue *out) {
    const char *plain = strncmp(name, "math.", 5) == 0 ? name + 5 : name;
    if (!snw__x_spend(x, (size_t)count * 8)) return false;
    for (int i = 0; i < REALS; i++) {
        const real_function *f = &real_functions[i];
        if (strcmp(f->name, plain) != 0) continue;
        const int needed = f->two != NULL ? 2 : 1;
        return check_count(x, f->name, count, needed, needed) && call_real(x, f, arguments, out);
    }
    for (int i = 0; i < OTHERS; i++) {
        const other_function *f = &other_functions[i];
        if (strcmp(f->name, plain) != 0) continue;
        return check_count(x, f->name, count, f->least, f->most) &&
               f->call(x, f->name, arguments, count, out);
    }
    return refuse_function(x, name);
}
