// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/value.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

// refuses a text: what was read, what was expected
static snw_status refuse_value(snw_why *why, snw_status code, const char *text, size_t length,
                               const char *expected) {
    char line[SNW_WHY_TEXT];
    snw_text out = snw_text_over(line, sizeof line);
    snw__show(&out, text, length);
    snw_text_format(&out, " is not %s", expected);
    return snw_refuse(why, code, NULL, line, NULL);
}

static void trim(const char **text, size_t *length) {
    const snw_word word = snw_word_trim(*text, *length);
    *text = word.text;
    *length = word.length;
}

// one number at *at, "INF" and "-INF" too
static snw_status read_number(const char **at, const char *end, double *value) {
    size_t used = 0;
    const size_t left = (size_t)(end - *at);
    const snw_status status = snw_real_parse(*at, left, value, &used);
    if (status == SNW_OK) {
        *at += used;
        return SNW_OK;
    }
    if (status == SNW_ERR_RANGE) return status;
    const bool minus = left > 0 && **at == '-';
    const char *word = *at + (minus || (left > 0 && **at == '+'));
    if (end - word < 3 || memcmp(word, "INF", 3) != 0) return SNW_ERR_SYNTAX;
    *value = minus ? -(double)INFINITY : (double)INFINITY;
    *at = word + 3;
    return SNW_OK;
}

bool snw__skip_separator(const char **at, const char *end) {
    const char *start = *at;
    bool comma = false;
    while (*at < end && (snw_is_blank(**at) || (**at == ',' && !comma))) {
        comma |= **at == ',';
        (*at)++;
    }
    return *at > start;
}

static snw_status refuse_unit(const snw_field *field, snw_status code, const char *unit,
                              size_t length, snw_why *why) {
    const char *own = field->unit != NULL ? field->unit : "";
    char text[SNW_WHY_TEXT], fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(text, sizeof text);
    snw__show(&line, unit, length);
    if (code != SNW_ERR_UNIT) {
        snw_text_format(&line, " is not a known unit");
    } else if (own[0] != '\0') {
        snw_text_format(&line, " does not measure what [%s] measures", own);
    } else {
        snw_text_format(&line, " does not fit a number without unit");
    }
    line = snw_text_over(fix, sizeof fix);
    if (own[0] != '\0') {
        snw_text_format(&line, "give the value in %s", own);
    } else {
        snw_text_format(&line, "leave the unit out");
    }
    return snw_refuse(why, code, NULL, text, fix);
}

// multiplied first, because both parts of the quotient are exact where they can be
static double convert(double value, double up, double down) {
    const double result = value * up / down;
    return isfinite(result) ? result : value / down * up;
}

static snw_status apply_unit(const snw_field *field, const char *unit, size_t length,
                             double *numbers, int count, snw_why *why) {
    double up = 1, down = 1;
    const snw_status status = snw__unit_quotient(unit, length, field->unit, &up, &down);
    if (snw_failed(status)) return refuse_unit(field, status, unit, length, why);
    for (int i = 0; i < count; i++) {
        const double result = convert(numbers[i], up, down);
        if (isfinite(numbers[i]) && !isfinite(result)) {
            return snw_refuse(why, SNW_ERR_RANGE, NULL,
                              "the number does not fit a double in SI units", NULL);
        }
        numbers[i] = result;
    }
    return SNW_OK;
}

// what is left behind the numbers: nothing, a unit, or a fault
static snw_status read_rest(const snw_field *field, const char *at, const char *end,
                            double *numbers, int count, snw_why *why) {
    const char *rest = at;
    while (rest < end && snw_is_blank(*rest)) {
        rest++;
    }
    if (rest == end) return SNW_OK;
    const bool letter =
        (*rest >= 'A' && *rest <= 'Z') || (*rest >= 'a' && *rest <= 'z') || *rest == '%';
    if (rest == at && !letter) return SNW_ERR_SYNTAX;
    const bool inverse = end - rest > 2 && memcmp(rest, "1/", 2) == 0;
    if (!inverse && strchr("0123456789-+,.", *rest) != NULL) return SNW_ERR_SYNTAX;
    const snw_status status = apply_unit(field, rest, (size_t)(end - rest), numbers, count, why);
    // "0x10" is no number with a strange unit
    return status == SNW_ERR_UNKNOWN_NAME && rest == at ? SNW_ERR_SYNTAX : status;
}

snw_status snw__numbers_parse(const snw_field *field, const char *text, size_t length,
                              double *numbers, int count, snw_why *why) {
    const char *at = text, *end = text + length;
    snw_status status = SNW_OK;
    for (int i = 0; i < count && status == SNW_OK; i++) {
        if (i > 0 && !snw__skip_separator(&at, end)) status = SNW_ERR_SYNTAX;
        if (status == SNW_OK) status = read_number(&at, end, &numbers[i]);
    }
    if (status == SNW_ERR_RANGE) {
        return refuse_value(why, status, text, length, "small enough for a double");
    }
    if (status == SNW_OK) status = read_rest(field, at, end, numbers, count, why);
    if (status != SNW_ERR_SYNTAX) return status;
    char expected[48];
    snw_text say = snw_text_over(expected, sizeof expected);
    snw_text_format(&say, count == 1 ? "a number" : "%d numbers separated by blanks", count);
    return refuse_value(why, status, text, length, expected);
}

static snw_status parse_reals(const snw_field *field, const char *text, size_t length, void *place,
                              snw_why *why) {
    enum { FEW = 64 };
    double few[FEW];
    const int count = snw__number_count(field);
    double *numbers = count <= FEW ? few : malloc((size_t)count * sizeof *numbers);
    if (numbers == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    }
    snw_status status = snw__numbers_parse(field, text, length, numbers, count, why);
    if (status == SNW_OK) status = snw_value_check(field, numbers, why);
    if (status == SNW_OK) memcpy(place, numbers, (size_t)count * sizeof *numbers);
    if (numbers != few) free(numbers);
    return status;
}

static snw_status parse_bool(const char *text, size_t length, void *place, snw_why *why) {
    const bool yes = (length == 4 && memcmp(text, "true", 4) == 0) || (length == 1 && *text == '1');
    const bool no = (length == 5 && memcmp(text, "false", 5) == 0) || (length == 1 && *text == '0');
    if (!yes && !no) return refuse_value(why, SNW_ERR_SYNTAX, text, length, "true or false");
    memcpy(place, &yes, sizeof yes);
    return SNW_OK;
}

static bool fits_int(int64_t value, size_t size) {
    if (size == 8) return true;
    const int64_t half = (int64_t)1 << (8 * size - 1);
    return value >= -half && value < half;
}

static snw_status parse_int(const snw_field *field, const char *text, size_t length, void *place,
                            snw_why *why) {
    int64_t value = 0;
    const snw_status status = snw_int_parse(text, length, &value, NULL);
    if (status == SNW_ERR_SYNTAX) return refuse_value(why, status, text, length, "a whole number");
    if (snw_failed(status) || !fits_int(value, field->size)) {
        return refuse_value(why, SNW_ERR_RANGE, text, length, "a whole number that fits the field");
    }
    _Alignas(8) unsigned char scratch[8];
    snw__store_whole(value, field->size, scratch);
    const snw_status legal = snw_value_check(field, scratch, why);
    if (legal == SNW_OK) memcpy(place, scratch, field->size);
    return legal;
}

static snw_status read_digits(const char *text, size_t length, uint64_t *value) {
    if (length > 0 && *text == '+') text++, length--;
    if (length == 0) return SNW_ERR_SYNTAX;
    snw_status status = SNW_OK;
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(text[i] - '0');
        if (digit > 9) return SNW_ERR_SYNTAX;
        if (*value > (UINT64_MAX - digit) / 10) status = SNW_ERR_RANGE;
        *value = *value * 10 + digit;
    }
    return status;
}

static snw_status parse_uint(const snw_field *field, const char *text, size_t length, void *place,
                             snw_why *why) {
    uint64_t value = 0;
    const snw_status status = read_digits(text, length, &value);
    if (status == SNW_ERR_SYNTAX) {
        return refuse_value(why, status, text, length, "a whole number from 0 up");
    }
    if (snw_failed(status) || (field->size < 8 && value >> (8 * field->size) != 0)) {
        return refuse_value(why, SNW_ERR_RANGE, text, length, "a whole number that fits the field");
    }
    _Alignas(8) unsigned char scratch[8];
    snw__store_whole((int64_t)value, field->size, scratch);
    const snw_status legal = snw_value_check(field, scratch, why);
    if (legal == SNW_OK) memcpy(place, scratch, field->size);
    return legal;
}

static snw_status parse_enum(const snw_field *field, const char *text, size_t length, void *place,
                             snw_why *why) {
    const char *known[64];
    char name[64] = "";
    for (int i = 0; i < field->choice_count; i++) {
        const snw_choice *choice = &field->choices[i];
        if (strlen(choice->name) == length && memcmp(choice->name, text, length) == 0) {
            memcpy(place, &choice->value, sizeof choice->value);
            return SNW_OK;
        }
        if (i < 64) known[i] = choice->name;
    }
    (void)refuse_value(why, SNW_ERR_UNKNOWN_NAME, text, length, "one of the choices");
    if (length < sizeof name) memcpy(name, text, length);
    const int count = field->choice_count < 64 ? field->choice_count : 64;
    const char *closest = snw_closest_name(name, known, count);
    char fix[SNW_WHY_TEXT];
    snw_text line = snw_text_over(fix, sizeof fix);
    if (closest != NULL) snw_text_format(&line, "did you mean '%s'? ", closest);
    snw_text_format(&line, "choose");
    for (int i = 0; i < count; i++) {
        snw_text_format(&line, "%s %s", i > 0 ? "," : "", known[i]);
    }
    snw_why_fix(why, fix);
    return SNW_ERR_UNKNOWN_NAME;
}

static snw_status parse_string(const snw_field *field, const char *text, size_t length, void *place,
                               snw_why *why) {
    if (length >= field->size) {
        (void)refuse_value(why, SNW_ERR_TOO_LARGE, text, length, "short enough");
        snw_why_add(why, "bytes", (double)length, "");
        snw_why_add(why, "most", (double)field->size - 1, "");
        return SNW_ERR_TOO_LARGE;
    }
    for (size_t i = 0; i < length;) {
        const int step = snw__character(text + i, length - i);
        if (step == 0) {
            (void)refuse_value(why, SNW_ERR_SYNTAX, text, length,
                               "UTF-8 without control characters");
            snw_why_add(why, "byte", (double)i, "");
            return SNW_ERR_SYNTAX;
        }
        i += (size_t)step;
    }
    memset(place, 0, field->size);
    memcpy(place, text, length);
    return SNW_OK;
}

snw_status snw_value_parse(const snw_field *field, const char *text, size_t length, void *place,
                           snw_why *why) {
    if (field->kind == SNW_KIND_STRING) return parse_string(field, text, length, place, why);
    trim(&text, &length);
    switch (field->kind) {
    case SNW_KIND_BOOL:
        return parse_bool(text, length, place, why);
    case SNW_KIND_INT:
        return parse_int(field, text, length, place, why);
    case SNW_KIND_UINT:
        return parse_uint(field, text, length, place, why);
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        return parse_reals(field, text, length, place, why);
    case SNW_KIND_ENUM:
        return parse_enum(field, text, length, place, why);
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return parse_string(field, text, length, place, why);
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return snw_refuse(why, SNW_ERR_SYNTAX, NULL, "the field has named parts and no text of its own",
                      "set its parts one by one");
}
