// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/describe/value.h"

#include <math.h>
#include <string.h>

#include "internal.h"
#include "sinew/math.h"

// how far a unit quaternion's norm, or the columns of a rotation, may be from 1 and still be taken
// as they are: far above rounding, far below any mistake
static const double unit_tolerance = 1e-9;

int snw__number_count(const snw_field *field) {
    switch (field->kind) {
    case SNW_KIND_REAL:
        return 1;
    case SNW_KIND_VEC3:
        return 3;
    case SNW_KIND_QUAT:
        return 4;
    case SNW_KIND_POSE:
        return 12;
    case SNW_KIND_MATRIX:
        return field->rows * field->columns;
    case SNW_KIND_BOOL:
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
    case SNW_KIND_ENUM:
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return 0;
}

bool snw__has_range(const snw_field *field) {
    return field->range.low != 0 || field->range.high != 0;
}

static snw_status outside(const snw_field *field, double value, snw_why *why) {
    snw_why_set(why, SNW_ERR_RANGE, NULL, NULL);
    snw_why_add(why, "value", value, field->unit);
    snw_why_add(why, "low", field->range.low, field->unit);
    snw_why_add(why, "high", field->range.high, field->unit);
    snw_why_fix(why, "choose a value inside the range");
    return SNW_ERR_RANGE;
}

static snw_status check_finite(double value, snw_why *why) {
    if (isfinite(value)) return SNW_OK;
    return snw_refuse(why, SNW_ERR_NOT_FINITE, NULL, NULL, "write a finite number");
}

static snw_status check_number(const snw_field *field, double value, snw_why *why) {
    if (isinf(value) && (field->flags & SNW_INFINITE)) {
        // a speed limit in [0, 10] may be infinite, but not minus infinity
        const bool reached = value > 0 ? field->range.high > 0 : field->range.low < 0;
        return reached || !snw__has_range(field) ? SNW_OK : outside(field, value, why);
    }
    const snw_status status = check_finite(value, why);
    if (snw_failed(status) || !snw__has_range(field)) return status;
    if (!(value >= field->range.low && value <= field->range.high)) {
        return outside(field, value, why);
    }
    return SNW_OK;
}

static snw_status check_numbers(const snw_field *field, const void *place, int count,
                                snw_why *why) {
    for (int i = 0; i < count; i++) {
        double value;
        memcpy(&value, (const unsigned char *)place + (size_t)i * sizeof value, sizeof value);
        const snw_status status = check_number(field, value, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static int64_t load_int(const void *place, size_t size) {
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    switch (size) {
    case 1:
        memcpy(&i8, place, 1);
        return i8;
    case 2:
        memcpy(&i16, place, 2);
        return i16;
    case 4:
        memcpy(&i32, place, 4);
        return i32;
    default:
        memcpy(&i64, place, 8);
        return i64;
    }
}

static uint64_t load_uint(const void *place, size_t size) {
    const uint64_t value = (uint64_t)load_int(place, size);
    return size == 8 ? value : value & (((uint64_t)1 << (8 * size)) - 1);
}

void snw__store_whole(int64_t value, size_t size, void *place) {
    const int8_t i8 = (int8_t)value;
    const int16_t i16 = (int16_t)value;
    const int32_t i32 = (int32_t)value;
    switch (size) {
    case 1:
        memcpy(place, &i8, 1);
        break;
    case 2:
        memcpy(place, &i16, 2);
        break;
    case 4:
        memcpy(place, &i32, 4);
        break;
    default:
        memcpy(place, &value, 8);
    }
}

// The ends of a range are doubles and a 64-bit integer need not be one: the comparison is made
// between integers, so that 2^53 + 1 is outside [0, 2^53].
static bool int_is_inside(int64_t value, const snw_range *range) {
    if (range->low >= 0x1p63 || range->high < -0x1p63) return false;
    return (range->low < -0x1p63 || value >= (int64_t)ceil(range->low)) &&
           (range->high >= 0x1p63 || value <= (int64_t)floor(range->high));
}

static bool uint_is_inside(uint64_t value, const snw_range *range) {
    if (range->low >= 0x1p64 || range->high < 0) return false;
    return (range->low <= 0 || value >= (uint64_t)ceil(range->low)) &&
           (range->high >= 0x1p64 || value <= (uint64_t)floor(range->high));
}

static snw_status check_int(const snw_field *field, const void *place, snw_why *why) {
    const int64_t value = load_int(place, field->size);
    if (!snw__has_range(field) || int_is_inside(value, &field->range)) return SNW_OK;
    return outside(field, (double)value, why);
}

static snw_status check_uint(const snw_field *field, const void *place, snw_why *why) {
    const uint64_t value = load_uint(place, field->size);
    if (!snw__has_range(field) || uint_is_inside(value, &field->range)) return SNW_OK;
    return outside(field, (double)value, why);
}

bool snw__store_nearest_whole(const snw_field *field, void *place) {
    const snw_range range = field->range;
    double nearest = range.low > 0 ? ceil(range.low) : range.high < 0 ? floor(range.high) : 0;
    if (!snw__has_range(field)) nearest = 0;
    const bool is_signed = field->kind == SNW_KIND_INT;
    const double most = ldexp(1, (int)(8 * field->size) - is_signed);
    if (nearest >= most || nearest < (is_signed ? -most : 0)) return false;
    snw__store_whole(is_signed ? (int64_t)nearest : (int64_t)(uint64_t)nearest, field->size, place);
    return snw_value_check(field, place, NULL) == SNW_OK;
}

static snw_status check_bool(const void *place, snw_why *why) {
    unsigned char byte;
    memcpy(&byte, place, 1);
    if (byte <= 1) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, NULL, "the value is neither true nor false");
    snw_why_add(why, "value", byte, "");
    return SNW_ERR_RANGE;
}

static snw_status check_enum(const snw_field *field, const void *place, snw_why *why) {
    int value;
    memcpy(&value, place, sizeof value);
    for (int i = 0; i < field->choice_count; i++) {
        if (field->choices[i].value == value) return SNW_OK;
    }
    snw_why_set(why, SNW_ERR_UNKNOWN_NAME, NULL, "the value is not one of the choices");
    snw_why_add(why, "value", value, "");
    return SNW_ERR_UNKNOWN_NAME;
}

size_t snw__text_length(const snw_field *field, const char *text) {
    const char *end = memchr(text, '\0', field->size);
    return end != NULL ? (size_t)(end - text) : field->size;
}

static snw_status check_string(const snw_field *field, const char *text, snw_why *why) {
    const char *end = memchr(text, '\0', field->size);
    if (end == NULL) {
        return snw_refuse(why, SNW_ERR_SYNTAX, NULL, "the text does not end inside its field",
                          NULL);
    }
    for (const char *at = text; at < end;) {
        const int step = snw__character(at, (size_t)(end - at));
        if (step == 0) {
            snw_why_set(why, SNW_ERR_SYNTAX, NULL,
                        "the text is not UTF-8, or holds a control character");
            snw_why_add(why, "byte", (double)(at - text), "");
            return SNW_ERR_SYNTAX;
        }
        at += step;
    }
    // readers remove blanks around a reference
    const bool blanks = end > text && (strchr(" \t\n", text[0]) || strchr(" \t\n", end[-1]));
    if (field->kind == SNW_KIND_REFERENCE && blanks) {
        return snw_refuse(why, SNW_ERR_SYNTAX, NULL, "a reference has no blanks around it", NULL);
    }
    return SNW_OK;
}

static snw_status check_all_finite(const void *place, int count, snw_why *why) {
    for (int i = 0; i < count; i++) {
        double value;
        memcpy(&value, (const unsigned char *)place + (size_t)i * sizeof value, sizeof value);
        const snw_status status = check_finite(value, why);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static snw_status check_quat(const void *place, snw_why *why) {
    snw_quat q;
    memcpy(&q, place, sizeof q);
    const snw_status status = check_all_finite(place, 4, why);
    if (snw_failed(status)) return status;
    const double norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    if (fabs(norm - 1) <= unit_tolerance) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, NULL, "the quaternion is not of unit length");
    snw_why_add(why, "length", norm, "");
    snw_why_fix(why, "divide it by its length");
    return SNW_ERR_RANGE;
}

static snw_status check_pose(const snw_field *field, const void *place, snw_why *why) {
    snw_pose T;
    memcpy(&T, place, sizeof T);
    snw_status status = check_all_finite(place, 12, why);
    if (status == SNW_OK) status = check_numbers(field, &T.p, 3, why);
    if (snw_failed(status)) return status;
    const snw_mat3 product = snw_mat3_mul_tn(T.R, T.R);
    const double drift =
        fmax(fmax(fabs(product.x.x - 1), fabs(product.y.y - 1)),
             fmax(fabs(product.z.z - 1),
                  fmax(fabs(product.x.y), fmax(fabs(product.x.z), fabs(product.y.z)))));
    if (drift <= unit_tolerance && snw_mat3_det(T.R) > 0) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, NULL, "the matrix is not a rotation");
    snw_why_add(why, "drift", drift, "");
    snw_why_fix(why, "its columns must be unit vectors at right angles, right-handed");
    return SNW_ERR_RANGE;
}

snw_status snw_value_check(const snw_field *field, const void *place, snw_why *why) {
    switch (field->kind) {
    case SNW_KIND_BOOL:
        return check_bool(place, why);
    case SNW_KIND_INT:
        return check_int(field, place, why);
    case SNW_KIND_UINT:
        return check_uint(field, place, why);
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        return check_numbers(field, place, snw__number_count(field), why);
    case SNW_KIND_ENUM:
        return check_enum(field, place, why);
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        return check_string(field, place, why);
    case SNW_KIND_QUAT:
        return check_quat(place, why);
    case SNW_KIND_POSE:
        return check_pose(field, place, why);
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
    return SNW_OK;
}

static void print_numbers(const void *place, int count, snw_text *text) {
    for (int i = 0; i < count; i++) {
        double value;
        memcpy(&value, (const unsigned char *)place + (size_t)i * sizeof value, sizeof value);
        if (i > 0) snw_text_add(text, " ", 1);
        snw_text_real(text, value);
    }
}

static void print_enum(const snw_field *field, const void *place, snw_text *text) {
    int value;
    memcpy(&value, place, sizeof value);
    for (int i = 0; i < field->choice_count; i++) {
        if (field->choices[i].value != value) continue;
        snw_text_format(text, "%s", field->choices[i].name);
        return;
    }
    snw_text_format(text, "%d", value);
}

void snw_value_print(const snw_field *field, const void *place, snw_text *text) {
    unsigned char byte;
    switch (field->kind) {
    case SNW_KIND_BOOL:
        memcpy(&byte, place, 1);
        snw_text_format(text, "%s", byte ? "true" : "false");
        break;
    case SNW_KIND_INT:
        snw_text_format(text, "%lld", (long long)load_int(place, field->size));
        break;
    case SNW_KIND_UINT:
        snw_text_format(text, "%llu", (unsigned long long)load_uint(place, field->size));
        break;
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_QUAT:
    case SNW_KIND_POSE:
    case SNW_KIND_MATRIX:
        print_numbers(place, snw__number_count(field), text);
        break;
    case SNW_KIND_ENUM:
        print_enum(field, place, text);
        break;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        snw_text_add(text, place, snw__text_length(field, place));
        break;
    case SNW_KIND_STRUCT:
    case SNW_KIND_OPTIONAL:
    case SNW_KIND_CHILD:
        break;
    }
}
