// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/value.h"

#include <math.h>
#include <string.h>

#include "internal.h"

// A unit is a quotient to SI and the powers of its base units. Both sides of the quotient are whole
// numbers wherever a unit is decimal, so that "1.1 mm" is rounded once. Angles are a base unit
// here, so that "deg" fits a field in rad and not one without a unit.
enum { METRE, KILOGRAM, SECOND, AMPERE, KELVIN, RADIAN, BASES };

typedef struct unit {
    double up, down;
    int power[BASES];
} unit;

typedef struct unit_name {
    const char *name;
    bool prefixed; // may stand behind a prefix
    unit value;
} unit_name;

#define PI 3.14159265358979323846

static const unit_name names[] = {
    //                              m  kg   s   A  K rad
    {"m", true, {1, 1, {1, 0, 0, 0, 0, 0}}},
    {"cm", false, {1, 100, {1, 0, 0, 0, 0, 0}}},
    {"in", false, {254, 10000, {1, 0, 0, 0, 0, 0}}},
    {"kg", false, {1, 1, {0, 1, 0, 0, 0, 0}}},
    {"g", true, {1, 1000, {0, 1, 0, 0, 0, 0}}},
    {"t", false, {1000, 1, {0, 1, 0, 0, 0, 0}}},
    {"s", true, {1, 1, {0, 0, 1, 0, 0, 0}}},
    {"min", false, {60, 1, {0, 0, 1, 0, 0, 0}}},
    {"h", false, {3600, 1, {0, 0, 1, 0, 0, 0}}},
    {"A", true, {1, 1, {0, 0, 0, 1, 0, 0}}},
    {"K", true, {1, 1, {0, 0, 0, 0, 1, 0}}},
    {"rad", true, {1, 1, {0, 0, 0, 0, 0, 1}}},
    {"deg", false, {PI, 180, {0, 0, 0, 0, 0, 1}}},
    {"rev", false, {2 * PI, 1, {0, 0, 0, 0, 0, 1}}},
    {"rpm", false, {2 * PI, 60, {0, 0, -1, 0, 0, 1}}},
    {"Hz", true, {1, 1, {0, 0, -1, 0, 0, 0}}},
    {"N", true, {1, 1, {1, 1, -2, 0, 0, 0}}},
    {"Nm", true, {1, 1, {2, 1, -2, 0, 0, 0}}},
    {"J", true, {1, 1, {2, 1, -2, 0, 0, 0}}},
    {"W", true, {1, 1, {2, 1, -3, 0, 0, 0}}},
    {"Pa", true, {1, 1, {-1, 1, -2, 0, 0, 0}}},
    {"V", true, {1, 1, {2, 1, -3, -1, 0, 0}}},
    {"Ohm", true, {1, 1, {2, 1, -3, -2, 0, 0}}},
    {"H", true, {1, 1, {2, 1, -2, -2, 0, 0}}},
    {"%", false, {1, 100, {0, 0, 0, 0, 0, 0}}},
    {"1", false, {1, 1, {0, 0, 0, 0, 0, 0}}},
};

typedef struct prefix {
    char letter;
    double up, down;
} prefix;

static const prefix prefixes[] = {
    {'G', 1e9, 1}, {'M', 1e6, 1}, {'k', 1e3, 1}, {'m', 1, 1e3}, {'u', 1, 1e6}, {'n', 1, 1e9},
};

static const unit_name *find_name(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) == length && memcmp(names[i].name, name, length) == 0) {
            return &names[i];
        }
    }
    return NULL;
}

// a name as it stands goes before a prefix and a name: "min" is no thousandth of an inch
static bool find_unit(const char *name, size_t length, unit *found) {
    const unit_name *whole = find_name(name, length);
    if (whole != NULL) {
        *found = whole->value;
        return true;
    }
    for (size_t i = 0; length > 1 && i < sizeof prefixes / sizeof *prefixes; i++) {
        if (prefixes[i].letter != name[0]) continue;
        const unit_name *rest = find_name(name + 1, length - 1);
        if (rest == NULL || !rest->prefixed) return false;
        *found = rest->value;
        found->up *= prefixes[i].up;
        found->down *= prefixes[i].down;
        return true;
    }
    return false;
}

static bool ends_symbol(char c) {
    return c == '.' || c == '*' || c == '/' || c == '^' || c == ' ';
}

// reads "^2" or "^-1" at *at, 1 when there is none; 0 marks a fault
static int read_power(const char **at, const char *end) {
    if (*at == end || **at != '^') return 1;
    const char *digits = *at + 1;
    int64_t power = 0;
    size_t used = 0;
    if (snw_failed(snw_int_parse(digits, (size_t)(end - digits), &power, &used))) return 0;
    if (power < -9 || power > 9) return 0;
    *at = digits + used;
    return (int)power;
}

// multiplies `one` into `sum`, or divides, as often as the power says
static void multiply(unit *sum, const unit *one, int power) {
    for (int i = 0; i < (power < 0 ? -power : power); i++) {
        sum->up *= power > 0 ? one->up : one->down;
        sum->down *= power > 0 ? one->down : one->up;
    }
    for (int i = 0; i < BASES; i++) {
        sum->power[i] += power * one->power[i];
    }
}

// one symbol with its power
static snw_status read_factor(const char **at, const char *end, int sign, unit *sum) {
    const char *start = *at;
    while (*at < end && !ends_symbol(**at)) {
        (*at)++;
    }
    unit one;
    if (!find_unit(start, (size_t)(*at - start), &one)) return SNW_ERR_UNKNOWN_NAME;
    const int power = sign * read_power(at, end);
    if (power == 0) return SNW_ERR_UNKNOWN_NAME;
    multiply(sum, &one, power);
    return SNW_OK;
}

// a product of at most 8 symbols; "/" divides by the one symbol that follows it
static snw_status read_unit(const char *text, size_t length, unit *sum) {
    *sum = (unit){.up = 1, .down = 1};
    const char *at = text, *end = text + length;
    int sign = 1;
    for (int count = 0; at < end; count++) {
        if (count == 8) return SNW_ERR_UNKNOWN_NAME;
        const snw_status status = read_factor(&at, end, sign, sum);
        if (snw_failed(status) || at == end) return status;
        if (*at != '.' && *at != '*' && *at != '/') return SNW_ERR_UNKNOWN_NAME;
        sign = *at == '/' ? -1 : 1;
        at++;
        if (at == end) return SNW_ERR_UNKNOWN_NAME;
    }
    return SNW_OK;
}

snw_status snw__unit_quotient(const char *from, size_t length, const char *to, double *up,
                              double *down) {
    unit a = {0}, b = {0};
    snw_status status = read_unit(from, length, &a);
    if (snw_failed(status)) return status;
    status = to != NULL ? read_unit(to, strlen(to), &b) : read_unit("", 0, &b);
    if (snw_failed(status)) return status;
    for (int i = 0; i < BASES; i++) {
        if (a.power[i] != b.power[i]) return SNW_ERR_UNIT;
    }
    const double times = a.up * b.down, over = a.down * b.up;
    if (!isfinite(times) || !isfinite(over)) return SNW_ERR_RANGE;
    *up = times;
    *down = over;
    return SNW_OK;
}

bool snw__unit_is_si(const char *unit_text) {
    unit sum;
    return read_unit(unit_text, strlen(unit_text), &sum) == SNW_OK && sum.up == sum.down;
}

snw_status snw_unit_factor(const char *from, size_t length, const char *to, double *factor) {
    double up = 1, down = 1;
    const snw_status status = snw__unit_quotient(from, length, to, &up, &down);
    if (status == SNW_OK) *factor = up / down;
    return status;
}
