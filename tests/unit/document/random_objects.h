// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DOCUMENT_RANDOM_OBJECTS_H
#define SINEW_TESTS_DOCUMENT_RANDOM_OBJECTS_H

/// @file
/// Random legal objects of the types of objects.h, from the generator of check.h.

#include <float.h>
#include <string.h>

#include "objects.h"

static double random_number(const snw_field *field) {
    static const double special[] = {0,       -0.0, 1,    0.1,     -1e300,  5e-324,
                                     DBL_MAX, 1e-5, 1e16, 1.0 / 3, DBL_MIN, -123456789};
    const bool ranged = field->range.low != 0 || field->range.high != 0;
    if ((field->flags & SNW_INFINITE) && check_int(0, 4) == 0) {
        return check_int(0, 1) ? (double)INFINITY : -(double)INFINITY;
    }
    if (ranged && check_int(0, 4) == 0)
        return check_int(0, 1) ? field->range.low : field->range.high;
    if (ranged) return check_real(field->range.low, field->range.high);
    return check_int(0, 1) ? special[check_int(0, 11)]
                           : ldexp(check_real(-1, 1), check_int(-60, 60));
}

static void random_text(char *text, size_t size, bool plain) {
    static const char *const pieces[] = {"a",  "Z9", "\xC3\xA9", "\xF0\x9F\x98\x80",
                                         "_",  "&",  "<",        ">",
                                         "\"", "'",  "\\",       "]]>",
                                         " ",  "\t", "\n",       "~",
                                         "%s"};
    size_t length = 0;
    text[0] = '\0';
    for (int i = check_int(0, 12); i > 0; i--) {
        const char *piece = pieces[check_int(0, plain ? 4 : 16)];
        if (length + strlen(piece) >= size) break;
        memcpy(text + length, piece, strlen(piece) + 1);
        length += strlen(piece);
    }
}

// a rotation that is exact for one of its three forms, by chance
static snw_mat3 random_rotation(void) {
    const snw_rpy a = {check_real(-3, 3), check_real(-1.5, 1.5), check_real(-3, 3)};
    const snw_rpy b = {check_real(-3, 3), 0, check_real(-3, 3)};
    const snw_mat3 R = snw_mat3_from_rpy(a);
    if (check_int(0, 2) == 0) return R;
    const snw_mat3 product = snw_mat3_mul(R, snw_mat3_from_rpy(b));
    return check_int(0, 1) ? product : snw_quat_to_mat3(snw_quat_from_mat3(product));
}

static void random_block(const snw_type *type, void *block, snw_setup *setup, int depth);

static void random_whole(const snw_field *field, void *place) {
    const bool ranged = field->range.low != 0 || field->range.high != 0;
    const uint64_t extremes[] = {0,          1,          UINT64_MAX,       INT64_MAX,
                                 1ULL << 63, 1ULL << 53, (1ULL << 53) + 1, check_bits()};
    uint64_t bits = extremes[check_int(0, 7)];
    if (ranged) bits = (uint64_t)check_int((int)field->range.low, (int)field->range.high);
    const uint32_t b4 = (uint32_t)bits;
    const uint16_t b2 = (uint16_t)bits;
    const uint8_t b1 = (uint8_t)bits;
    memcpy(place,
           field->size == 1   ? (const void *)&b1
           : field->size == 2 ? (const void *)&b2
           : field->size == 4 ? (const void *)&b4
                              : (const void *)&bits,
           field->size);
}

static void random_item(const snw_field *field, void *place, snw_setup *setup, int depth) {
    const bool yes = check_int(0, 1) == 1;
    if (field->kind == SNW_KIND_BOOL) memcpy(place, &yes, sizeof yes);
    if (field->kind == SNW_KIND_INT || field->kind == SNW_KIND_UINT) random_whole(field, place);
    if (field->kind == SNW_KIND_ENUM) {
        memcpy(place, &mode_choices[check_int(0, 2)].value, sizeof(int));
    } else if (field->kind == SNW_KIND_STRING || field->kind == SNW_KIND_REFERENCE) {
        random_text(place, field->size, field->kind == SNW_KIND_REFERENCE);
        if (field->flags & SNW_KEY) {
            (void)snprintf(place, field->size, "k%llx", (unsigned long long)check_bits() >> 16);
        }
    } else if (field->kind == SNW_KIND_REAL || field->kind == SNW_KIND_VEC3 ||
               field->kind == SNW_KIND_MATRIX) {
        for (size_t i = 0; i < field->size / sizeof(double); i++) {
            ((double *)place)[i] = random_number(field);
        }
    } else if (field->kind == SNW_KIND_QUAT) {
        *(snw_quat *)place = snw_quat_from_mat3(random_rotation());
    } else if (field->kind == SNW_KIND_POSE) {
        const snw_vec3 p = {random_number(field), random_number(field), random_number(field)};
        *(snw_pose *)place = snw_pose_of(random_rotation(), p);
    } else if (field->kind == SNW_KIND_STRUCT) {
        random_block(field->type, place, setup, depth - 1);
    } else if (field->kind == SNW_KIND_OPTIONAL && depth > 0 && yes) {
        void *part = snw_block_new(field->type, setup);
        random_block(field->type, part, setup, depth - 1);
        memcpy(place, &part, sizeof part);
    } else if (field->kind == SNW_KIND_CHILD && depth > 0 && yes) {
        snw_child *child = place;
        child->type = part_types[check_int(0, 2)];
        child->block = snw_block_new(child->type, setup);
        random_block(child->type, child->block, setup, depth - 1);
    }
}

/// Fills some of the parameters of a block with legal random values.
static void random_block(const snw_type *type, void *block, snw_setup *setup, int depth) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->role != SNW_PARAMETER || check_int(0, 2) == 0) continue;
        if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
            const int most = depth <= 0 ? 0 : field->length < 24 ? field->length : 24;
            const bool nests = field->kind == SNW_KIND_STRUCT || field->kind == SNW_KIND_CHILD;
            const int count = nests ? check_int(0, 3) : check_int(0, most);
            CHECK(snw_block_resize(field, block, depth <= 0 ? 0 : count, setup) == SNW_OK);
        }
        for (int item = 0; item < snw_field_count(field, block); item++) {
            random_item(field, snw_field_place(field, block, item), setup, depth);
        }
    }
}

#endif // SINEW_TESTS_DOCUMENT_RANDOM_OBJECTS_H
