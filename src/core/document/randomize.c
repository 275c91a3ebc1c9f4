// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <float.h>
#include <math.h>
#include <string.h>

#include "inside.h"
#include "sinew/document/manual.h"
#include "sinew/math.h"
#include "sinew/random.h"

// One filling: where the numbers come from, and how deep it has gone. Types that hold themselves
// end because lists stay empty and parts absent below a depth.
typedef struct filling {
    snw_random random;
    const snw_registry *registry;
    snw_setup *setup;
    int depth;
    int keys; // names given so far, so that no two are equal
} filling;

enum { DEEPEST = 4, MOST_ITEMS = 5, TRIES = 64, FEW_TRIES = 8 };

static int pick(filling *f, int count) {
    int64_t chosen = 0;
    SNW_IGNORE(snw_random_int(&f->random, 0, count - 1, &chosen));
    return (int)chosen;
}

static bool has_range(const snw_field *field) {
    return field->range.low != 0 || field->range.high != 0;
}

// any finite double, all exponents alike
static double any_real(filling *f) {
    double value;
    do {
        const uint64_t bits = snw_random_bits(&f->random);
        memcpy(&value, &bits, sizeof value);
    } while (!isfinite(value));
    return value;
}

// which infinities are legal: with a range only those beyond an end on the same side of zero
static bool may_be_infinite(const snw_field *field, bool positive) {
    if (!(field->flags & SNW_INFINITE)) return false;
    return !has_range(field) || (positive ? field->range.high > 0 : field->range.low < 0);
}

static double random_real(filling *f, const snw_field *field) {
    const int kind = pick(f, 12);
    const bool positive = pick(f, 2) != 0;
    if (kind == 0 && may_be_infinite(field, positive)) {
        return positive ? (double)INFINITY : -(double)INFINITY;
    }
    if (!has_range(field)) {
        static const double corners[] = {0, -0.0, DBL_MIN, DBL_TRUE_MIN, DBL_MAX, -DBL_MAX, 1, 0.1};
        if (kind < 3) return corners[pick(f, 8)];
        return kind < 7 ? snw_random_unit(&f->random) * 20 - 10 : any_real(f);
    }
    if (kind == 1) return field->range.low;
    if (kind == 2) return field->range.high;
    // halves, so that the width of a huge range does not overflow
    const double u = snw_random_unit(&f->random);
    const double value = field->range.low * (1 - u) + field->range.high * u;
    return fmin(fmax(value, field->range.low), field->range.high);
}

// a whole number of the range and of the member, as the bits of a 64-bit one
static uint64_t random_in_range(filling *f, const snw_field *field, int kind) {
    const bool is_signed = field->kind == SNW_KIND_INT;
    const double most = ldexp(1, 8 * (int)field->size - is_signed);
    const double low = fmax(ceil(field->range.low), is_signed ? -most : 0);
    const double high = fmin(floor(field->range.high), most - 1);
    const double u = kind == 0 ? 0 : kind == 1 ? 1 : snw_random_unit(&f->random);
    const double chosen = fmin(fmax(floor(low * (1 - u) + high * u), low), high);
    // most - 1 is no double for 64 bits and rounds up
    if (chosen >= most) return is_signed ? INT64_MAX : UINT64_MAX;
    return chosen < 0 ? (uint64_t)(int64_t)chosen : (uint64_t)chosen;
}

static void random_whole(filling *f, const snw_field *field, void *place) {
    const unsigned bits = 8 * (unsigned)field->size;
    const bool is_signed = field->kind == SNW_KIND_INT;
    uint64_t value = snw_random_bits(&f->random);
    const int kind = pick(f, 6);
    if (has_range(field)) {
        value = random_in_range(f, field, kind);
    } else if (kind == 0) {
        value = is_signed ? (uint64_t)1 << (bits - 1) : 0; // the least
    } else if (kind == 1) {
        value = is_signed ? ((uint64_t)1 << (bits - 1)) - 1 : UINT64_MAX; // the largest
    }
    const uint8_t u8 = (uint8_t)value;
    const uint16_t u16 = (uint16_t)value;
    const uint32_t u32 = (uint32_t)value;
    const void *from = bits == 8    ? (const void *)&u8
                       : bits == 16 ? (const void *)&u16
                       : bits == 32 ? (const void *)&u32
                                    : (const void *)&value;
    memcpy(place, from, field->size);
}

// a name that no other object has, as far as the field has room: a, b ... z, aa, ba ...
static void random_key(filling *f, const snw_field *field, char *place) {
    int number = f->keys++;
    for (size_t i = 0; i + 1 < field->size; i++) {
        place[i] = (char)('a' + number % 26);
        number = number / 26 - 1;
        if (number < 0) break;
    }
}

// clang-format off
// letters that need care in some format: quotes, brackets, blanks, several bytes
static const char *const letters[] = {
    "a", "Z", "0", "_", "-", ".", // those of names
    " ", "<", "&", ">", "\"", "'", "\\", "/", "\t", "\n", "]", "#", ";", ",", "{", "%",
    "\xC3\xA4", "\xE2\x82\xAC", "\xF0\x9F\xA4\x96"};
// clang-format on
enum { NAME_LETTERS = 6, LETTERS = sizeof letters / sizeof *letters };

static void random_string(filling *f, const snw_field *field, char *place) {
    memset(place, 0, field->size);
    if (field->flags & SNW_KEY) {
        random_key(f, field, place);
        return;
    }
    const bool longest = pick(f, 4) == 0;
    size_t most = longest ? field->size - 1 : (size_t)pick(f, 12);
    if (most > field->size - 1) most = field->size - 1;
    for (size_t used = 0; used < most;) {
        const int count = field->kind == SNW_KIND_REFERENCE ? NAME_LETTERS : LETTERS;
        const char *letter = letters[pick(f, count)];
        const size_t length = strlen(letter), step = used + length <= most ? length : 1;
        memcpy(place + used, step == length ? letter : "a", step);
        used += step;
    }
}

static void random_pose(filling *f, const snw_field *field, void *place) {
    static const double turns[] = {0, 0.5, 1.5, -0.25, 3};
    snw_pose T = snw_pose_identity();
    const int kind = pick(f, 3);
    if (kind == 0) {
        T.R = snw_mat3_from_rpy((snw_rpy){turns[pick(f, 5)], turns[pick(f, 3)], turns[pick(f, 5)]});
    } else if (kind == 1) {
        T.R = snw_quat_to_mat3(snw_random_quat(&f->random));
    }
    T.p = snw_vec3_of(random_real(f, field), random_real(f, field), random_real(f, field));
    memcpy(place, &T, sizeof T);
}

static void random_numbers(filling *f, const snw_field *field, void *place) {
    const size_t count = field->size / sizeof(double);
    for (size_t i = 0; i < count; i++) {
        const double value = random_real(f, field);
        memcpy((unsigned char *)place + i * sizeof value, &value, sizeof value);
    }
}

static snw_status fill_block(filling *f, const snw_type *type, void *block);

static snw_status fill_part(filling *f, const snw_type *type, void *slot) {
    void *part = snw_block_new(type, f->setup);
    if (part == NULL) return SNW_ERR_MEMORY;
    memcpy(slot, &part, sizeof part);
    return fill_block(f, type, part);
}

// A child of any registered type, or none. Far down only what must be there is, of a type without
// children of its own if there is one.
static snw_status random_child(filling *f, const snw_field *field, snw_child *child) {
    const snw_type *known[64];
    const bool required = (field->flags & SNW_REQUIRED) != 0, deep = f->depth >= DEEPEST;
    int count = 0, flat = -1, cursor = 0;
    while (f->registry != NULL && count < 64) {
        const snw_type *type = snw_registry_next(f->registry, field->base, &cursor);
        if (type == NULL) break;
        if (snw_type_is_flat(type)) flat = count;
        known[count++] = type;
    }
    *child = (snw_child){NULL, NULL};
    if (count == 0 || (!required && (deep || pick(f, 5) == 0))) return SNW_OK;
    child->type = known[deep && flat >= 0 ? flat : pick(f, count)];
    return fill_part(f, child->type, &child->block);
}

static snw_status random_part(filling *f, const snw_field *field, void *slot) {
    const void *none = NULL;
    const bool required = (field->flags & SNW_REQUIRED) != 0;
    if (required || (f->depth < DEEPEST && pick(f, 2) != 0)) {
        return fill_part(f, field->type, slot);
    }
    memcpy(slot, &none, sizeof none);
    return SNW_OK;
}

static snw_status fill_item(filling *f, const snw_field *field, void *place) {
    const snw_quat q = snw_random_quat(&f->random);
    const bool yes = pick(f, 2) != 0;
    switch (field->kind) {
    case SNW_KIND_BOOL:
        memcpy(place, &yes, sizeof yes);
        break;
    case SNW_KIND_INT:
    case SNW_KIND_UINT:
        random_whole(f, field, place);
        break;
    case SNW_KIND_ENUM:
        memcpy(place, &field->choices[pick(f, field->choice_count)].value, sizeof(int));
        break;
    case SNW_KIND_STRING:
    case SNW_KIND_REFERENCE:
        random_string(f, field, place);
        break;
    case SNW_KIND_REAL:
    case SNW_KIND_VEC3:
    case SNW_KIND_MATRIX:
        random_numbers(f, field, place);
        break;
    case SNW_KIND_QUAT:
        memcpy(place, &q, sizeof q);
        break;
    case SNW_KIND_POSE:
        random_pose(f, field, place);
        break;
    case SNW_KIND_STRUCT:
        return fill_block(f, field->type, place);
    case SNW_KIND_OPTIONAL:
        return random_part(f, field, place);
    case SNW_KIND_CHILD:
        return random_child(f, field, place);
    }
    return SNW_OK;
}

static int random_count(filling *f, const snw_field *field) {
    if (f->depth >= DEEPEST) return 0;
    const int most = field->length < MOST_ITEMS ? field->length : MOST_ITEMS;
    const int kind = pick(f, 5);
    if (kind == 0) return 0;
    const bool plain = field->kind < SNW_KIND_STRUCT;
    if (kind == 1 && plain && field->length <= 64) return field->length;
    return pick(f, most + 1);
}

// the members of a set differ: those that repeat are left out; there are few
static int without_repeats(const snw_field *field, void *block, int count) {
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const void *one = snw_field_place(field, block, i);
        bool again = false;
        for (int k = 0; k < kept && !again; k++) {
            again = memcmp(snw_field_place(field, block, k), one, field->size) == 0;
        }
        if (!again) memmove(snw_field_place(field, block, kept++), one, field->size);
    }
    return kept;
}

static snw_status fill_field(filling *f, const snw_field *field, void *block) {
    int count = snw_field_count(field, block);
    const bool grows = field->array == SNW_COUNTED || field->array == SNW_LIST;
    if (grows) {
        count = random_count(f, field);
        const snw_status status = snw_block_resize(field, block, count, f->setup);
        if (snw_failed(status)) return status;
    }
    for (int item = 0; item < count; item++) {
        const snw_status status = fill_item(f, field, snw_field_place(field, block, item));
        if (snw_failed(status)) return status;
    }
    if (grows && (field->flags & SNW_UNIQUE)) {
        const int kept = without_repeats(field, block, count);
        return snw_block_resize(field, block, kept, f->setup);
    }
    return SNW_OK;
}

static snw_status fill_fields(filling *f, const snw_type *type, void *block) {
    snw_status status = SNW_OK;
    for (int i = 0; i < type->field_count && status == SNW_OK; i++) {
        if (type->fields[i].role != SNW_SIGNAL) status = fill_field(f, &type->fields[i], block);
    }
    return status;
}

// The defaults, with the parts that must be there: without them no file could be read back.
static snw_status fill_defaults(filling *f, const snw_type *type, void *block) {
    const void *fresh = snw_block_new(type, f->setup);
    if (fresh == NULL) return SNW_ERR_MEMORY;
    snw_status status = snw_block_copy(type, block, fresh, f->setup);
    for (int i = 0; i < type->field_count && status == SNW_OK; i++) {
        const snw_field *field = &type->fields[i];
        const bool part = field->kind == SNW_KIND_CHILD || field->kind == SNW_KIND_OPTIONAL;
        if (part && field->array == SNW_SINGLE && (field->flags & SNW_REQUIRED)) {
            status = fill_item(f, field, snw_field_place(field, block, 0));
        }
    }
    return status;
}

// Values that the rule between fields refuses are drawn again; a rule that random values hardly
// ever meet leaves the defaults. Blocks with lists leave memory behind at each try.
static snw_status fill_block(filling *f, const snw_type *type, void *block) {
    const int tries = snw_type_is_flat(type) ? TRIES : FEW_TRIES;
    f->depth++;
    snw_status status = SNW_OK;
    bool legal = false;
    for (int try = 0; try < tries && status == SNW_OK && !legal; try++) {
        snw_why why;
        status = fill_fields(f, type, block);
        legal = status == SNW_OK && (type->validate == NULL || type->validate(block, &why) >= 0);
    }
    if (status == SNW_OK && !legal) status = fill_defaults(f, type, block);
    f->depth--;
    return status;
}

snw_status snw_block_randomize(const snw_type *type, void *block, const snw_registry *registry,
                               uint64_t seed, snw_setup *setup) {
    filling f = {.random = snw_random_stream(seed, 0), .registry = registry, .setup = setup};
    return fill_block(&f, type, block);
}
