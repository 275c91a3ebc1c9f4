// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_RANDOM_ZOO_H
#define SINEW_TESTS_DESCRIBE_RANDOM_ZOO_H

/// @file
/// Random legal objects of any type.

#include <float.h>
#include <string.h>

#include "check.h"
#include "zoo.h"

static void zoo_fill(const snw_type *type, void *block, snw_setup *setup, int depth);

static double zoo_random_real(const snw_field *field) {
    if ((field->flags & SNW_INFINITE) && check_int(0, 3) == 0) return (double)INFINITY;
    if (field->range.low != 0 || field->range.high != 0) {
        return check_int(0, 9) == 0 ? field->range.high
                                    : check_real(field->range.low, field->range.high);
    }
    for (;;) {
        const uint64_t bits = check_bits();
        double value;
        memcpy(&value, &bits, sizeof value);
        if (isfinite(value)) return value;
    }
}

static void zoo_random_whole(const snw_field *field, void *place) {
    do {
        const uint64_t bits =
            field->range.low != 0 || field->range.high != 0
                ? (uint64_t)(int64_t)check_int((int)field->range.low, (int)field->range.high)
                : check_bits();
        memcpy(place, &bits, field->size); // the low bytes
    } while (snw_value_check(field, place, NULL) < 0);
}

static void zoo_random_numbers(const snw_field *field, void *place, int count) {
    for (int i = 0; i < count; i++) {
        const double value = zoo_random_real(field);
        memcpy((unsigned char *)place + (size_t)i * sizeof value, &value, sizeof value);
    }
}

static snw_quat zoo_random_quat(void) {
    const snw_quat q = {check_real(-1, 1), check_real(-1, 1), check_real(-1, 1), 0.3};
    const double norm = sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (snw_quat){q.w / norm, q.x / norm, q.y / norm, q.z / norm};
}

static void zoo_random_text(const snw_field *field, char *place) {
    static const char *const letters[] = {"a", "b", "Z", "0", " ", "/", "<", "\xC3\xBC", "\n"};
    memset(place, 0, field->size);
    const int count = check_int(0, (int)field->size / 2 - 1);
    for (int i = 0; i < count; i++) {
        (void)strcat(place, letters[check_int(0, 8)]);
    }
}

static void zoo_random_child(snw_child *child, snw_setup *setup, int depth) {
    child->type = check_int(0, 1) ? &zoo_pid_type : &zoo_relay_type;
    child->block = snw_block_new(child->type, setup);
    CHECK(child->block != NULL);
    zoo_fill(child->type, child->block, setup, depth - 1);
}

static void zoo_fill_item(const snw_field *field, void *place, snw_setup *setup, int depth) {
    const snw_quat q = zoo_random_quat();
    snw_pose T = {snw_quat_to_mat3(q), {0, 0, 0}};
    void *part = NULL;
    switch (field->kind) {
    case SNW_KIND_BOOL:
        *(bool *)place = check_int(0, 1) == 1;
        break;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        zoo_random_whole(field, place);
        break;
    case SNW_KIND_ENUM:
        *(int *)place = field->choices[check_int(0, field->choice_count - 1)].value;
        break;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        do {
            zoo_random_text(field, place);
        } while (snw_value_check(field, place, NULL) < 0); // no blanks around references
        break;
    case SNW_KIND_REAL:
        zoo_random_numbers(field, place, 1);
        break;
    case SNW_KIND_VEC3:
        zoo_random_numbers(field, place, 3);
        break;
    case SNW_KIND_MATRIX:
        zoo_random_numbers(field, place, field->rows * field->columns);
        break;
    case SNW_KIND_QUAT:
        memcpy(place, &q, sizeof q);
        break;
    case SNW_KIND_POSE:
        zoo_random_numbers(field, &T.p, 3);
        memcpy(place, &T, sizeof T);
        break;
    case SNW_KIND_STRUCT:
        zoo_fill(field->type, place, setup, depth - 1);
        break;
    case SNW_KIND_OPTIONAL:
        if (depth > 0 && check_int(0, 1)) {
            part = snw_block_new(field->type, setup);
            CHECK(part != NULL);
            zoo_fill(field->type, part, setup, depth - 1);
        }
        memcpy(place, &part, sizeof part);
        break;
    case SNW_KIND_CHILD:
        if (depth > 0 && check_int(0, 1)) zoo_random_child(place, setup, depth);
        break;
    }
}

/// Fills a new block with random legal values; lists have at most 4 items, nesting ends at `depth`.
static void zoo_fill(const snw_type *type, void *block, snw_setup *setup, int depth) {
    for (int i = 0; i < type->field_count; i++) {
        const snw_field *field = &type->fields[i];
        if (field->array == SNW_COUNTED || field->array == SNW_LIST) {
            const int most = field->length < 4 ? field->length : 4;
            const int count = depth > 0 ? check_int(0, most) : 0;
            CHECK(snw_block_resize(field, block, count, setup) == SNW_OK);
        }
        for (int item = 0; item < snw_field_count(field, block); item++) {
            char *place = snw_field_place(field, block, item);
            zoo_fill_item(field, place, setup, depth);
            if (field->kind != SNW_KIND_STRUCT && field->kind != SNW_KIND_CHILD) continue;
            // keys must differ, and some of them are strange
            static const char *const keys[] = {"elbow", "7", "a/b", "x]y", "gr\xC3\xBC\xC3\x9F"};
            char *key = NULL;
            if (snw_field_index_key(field, block, item) != NULL) {
                key = field->kind == SNW_KIND_STRUCT ? place : ((snw_child *)(void *)place)->block;
            }
            if (key != NULL)
                (void)snprintf(key, 8, "%s%u", keys[check_int(0, 4)], (unsigned)item % 10);
        }
    }
    if (type == &zoo_band_type) {
        zoo_band *band = block;
        const double low = fmin(band->low, band->high), high = fmax(band->low, band->high);
        *band = (zoo_band){low, high};
    }
}

/// A random zoo.
ZOO_UNUSED static zoo *zoo_random(snw_setup *setup, int depth) {
    zoo *z = snw_block_new(&zoo_type, setup);
    CHECK(z != NULL);
    zoo_fill(&zoo_type, z, setup, depth);
    return z;
}

#endif // SINEW_TESTS_DESCRIBE_RANDOM_ZOO_H
