// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_SAMPLE_H
#define SINEW_TESTS_DESCRIBE_SAMPLE_H

/// @file
/// Described types that between them have every kind, every array, optional parts, children, keys,
/// references, upgrades, a rule between fields and a type that holds itself. Unit tests, fuzz
/// targets and benchmarks share them.

#include <math.h>
#include <string.h>

#include "sinew/describe.h"
#include "sinew/math.h"

// --- children of base "shape"
// ---------------------------------------------------------------------

typedef struct ball {
    double radius;
} ball;
static const snw_field ball_fields[] = {
    {SNW_AT(ball, radius), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-6, 100},
     .initial = "0.5", .flags = SNW_REQUIRED, .help = "Radius."},
};
static const snw_type ball_type = {SNW_TYPE(ball, ball_fields), .base = "shape",
                                   .space = &snw_space_robot, .help = "A ball."};

typedef struct brick {
    snw_vec3 size;
    snw_child inside; // another shape, or nothing
} brick;
static const snw_field brick_fields[] = {
    {SNW_AT(brick, size), .kind = SNW_KIND_VEC3, .unit = "m", .range = {0, 100}, .initial = "1 1 1",
     .help = "Length of the edges."},
    {SNW_AT(brick, inside), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "What is hollowed out."},
};
static const snw_type brick_type = {SNW_TYPE(brick, brick_fields), .base = "shape",
                                    .space = &snw_space_robot, .help = "A brick."};

static const snw_base shape_base = {"shape", NULL, "Something with a volume."};

// --- parts
// ----------------------------------------------------------------------------------------

typedef struct limits {
    double lower, upper, effort;
} limits;

__attribute__((unused)) static snw_status check_limits(const void *block, snw_why *why) {
    const limits *l = (const limits *)block;
    if (l->lower <= l->upper) return SNW_OK;
    snw_why_set(why, SNW_ERR_RANGE, NULL, "the lower limit is above the upper one");
    snw_why_add(why, "lower", l->lower, "rad");
    snw_why_add(why, "upper", l->upper, "rad");
    snw_why_fix(why, "exchange them");
    return SNW_ERR_RANGE;
}

static const snw_field limits_fields[] = {
    {SNW_AT(limits, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .when = SNW_LIVE, .help = "Least position."},
    {SNW_AT(limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .when = SNW_LIVE, .help = "Largest position."},
    {SNW_AT(limits, effort), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e6},
     .initial = "10", .when = SNW_LIVE, .help = "Largest torque."},
};
static const snw_upgrade limits_upgrades[] = {
    {.until = 2, .name = "torque_kNm", .now = "effort", .factor = 1e3},
    {.until = 2, .name = "colour", .now = NULL},
};
static const snw_type limits_type = {
    SNW_TYPE(limits, limits_fields), .space = &snw_space_core, .version = 2,
    .upgrades = limits_upgrades,     .upgrade_count = 2,       .validate = check_limits,
    .help = "What a joint may do."};

typedef struct arm_link {
    char name[32];
    double mass;
    snw_vec3 com;
    char parent[32];
    snw_pose origin;
    limits range;
    limits *soft;
    snw_child body;
    struct arm_link *children;
    int child_count;
} arm_link;
static const snw_type arm_link_type;
static const snw_field arm_link_fields[] = {
    {SNW_AT(arm_link, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the link."},
    {SNW_AT(arm_link, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e5}, .initial = "1",
     .when = SNW_AT_STANDSTILL, .help = "Mass."},
    {SNW_AT(arm_link, com), .kind = SNW_KIND_VEC3, .unit = "m", .help = "Centre of mass."},
    {SNW_AT(arm_link, parent), .kind = SNW_KIND_REFERENCE, .base = "arm_link",
     .help = "The link that carries it."},
    {SNW_AT(arm_link, origin), .kind = SNW_KIND_POSE, .help = "Frame at zero position."},
    {SNW_AT(arm_link, range), .kind = SNW_KIND_STRUCT, .type = &limits_type,
     .help = "Hard limits."},
    {SNW_AT(arm_link, soft), .kind = SNW_KIND_OPTIONAL, .type = &limits_type,
     .help = "Soft limits."},
    {SNW_AT(arm_link, body), .kind = SNW_KIND_CHILD, .base = "shape", .help = "Its shape."},
    {SNW_AT_LIST(arm_link, children, child_count, 100000), .kind = SNW_KIND_STRUCT,
     .type = &arm_link_type, .item = "link", .help = "The links that it carries."},
};
static const snw_type arm_link_type = {SNW_TYPE(arm_link, arm_link_fields), .base = "part",
                                       .space = &snw_space_robot,
                                       .help = "A link and all beyond it."};

static const snw_base part_base = {"part", NULL, "A part of a cell."};

// --- every kind
// -----------------------------------------------------------------------------------

typedef enum colour { RED = 3, GREEN = 5, BLUE = 9 } colour;
static const snw_choice colours[] = {
    {"red", RED, "Like a rose."}, {"green", GREEN, NULL}, {"blue", BLUE, NULL}};

typedef struct tag {
    char key[16];
    int64_t value;
} tag;
static const snw_field tag_fields[] = {
    {SNW_AT(tag, key), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Key."},
    {SNW_AT(tag, value), .kind = SNW_KIND_INT, .help = "Value."},
};
static const snw_type tag_type = {SNW_TYPE(tag, tag_fields), .space = &snw_space_core,
                                  .help = "A named number."};

typedef struct row {
    double *cells;
    int count;
} row;
static const snw_field row_fields[] = {
    {SNW_AT_LIST(row, cells, count, 1000), .kind = SNW_KIND_REAL, .help = "The cells."},
};
static const snw_type row_type = {SNW_TYPE(row, row_fields), .space = &snw_space_core,
                                  .help = "A row of numbers."};

typedef struct everything {
    bool yes;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    int bounded;
    double real, positive, endless;
    colour paint;
    char text[40];
    snw_vec3 v;
    snw_quat q;
    snw_pose T;
    double M[6], large[25];
    double fixed[4], counted[12];
    int counted_count;
    double *list;
    int list_count;
    snw_vec3 *points;
    int point_count;
    colour paints[5];
    int paint_count;
    char words[4][12];
    int word_count;
    uint32_t set[8];
    int set_count;
    tag *tags;
    int tag_count;
    row rows[3];
    int row_count;
    limits pair[2];
    limits inner;
    limits *maybe;
    snw_child one;
    snw_child *many;
    int many_count;
    double signal, state;
} everything;

static const snw_field everything_fields[] = {
    {SNW_AT(everything, yes), .kind = SNW_KIND_BOOL, .initial = "true", .help = "A switch."},
    {SNW_AT(everything, i8), .kind = SNW_KIND_INT, .help = "8 bits."},
    {SNW_AT(everything, i16), .kind = SNW_KIND_INT, .help = "16 bits."},
    {SNW_AT(everything, i32), .kind = SNW_KIND_INT, .help = "32 bits."},
    {SNW_AT(everything, i64), .kind = SNW_KIND_INT, .help = "64 bits."},
    {SNW_AT(everything, u8), .kind = SNW_KIND_UINT, .help = "8 bits."},
    {SNW_AT(everything, u16), .kind = SNW_KIND_UINT, .help = "16 bits."},
    {SNW_AT(everything, u32), .kind = SNW_KIND_UINT, .help = "32 bits."},
    {SNW_AT(everything, u64), .kind = SNW_KIND_UINT, .help = "64 bits."},
    {SNW_AT(everything, bounded), .kind = SNW_KIND_INT, .range = {-5, 12},
     .help = "A small number."},
    {SNW_AT(everything, real), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "Any number."},
    {SNW_AT(everything, positive), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {0.25, 8},
     .initial = "1", .when = SNW_LIVE, .help = "A speed."},
    {SNW_AT(everything, endless), .kind = SNW_KIND_REAL, .flags = SNW_INFINITE | SNW_AS_ELEMENT,
     .help = "May be infinite."},
    {SNW_AT(everything, paint), .kind = SNW_KIND_ENUM, SNW_CHOICES(colours), .initial = "green",
     .help = "A colour."},
    {SNW_AT(everything, text), .kind = SNW_KIND_STRING, .help = "A text."},
    {SNW_AT(everything, v), .kind = SNW_KIND_VEC3, .unit = "m", .help = "A vector."},
    {SNW_AT(everything, q), .kind = SNW_KIND_QUAT, .help = "A rotation."},
    {SNW_AT(everything, T), .kind = SNW_KIND_POSE, .help = "A pose."},
    {SNW_AT(everything, M), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 3, .help = "2 by 3."},
    {SNW_AT(everything, large), .kind = SNW_KIND_MATRIX, .rows = 5, .columns = 5,
     .help = "5 by 5."},
    {SNW_AT_ARRAY(everything, fixed), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-10, 10},
     .when = SNW_LIVE, .help = "Four angles."},
    {SNW_AT_COUNTED(everything, counted, counted_count), .kind = SNW_KIND_REAL, .unit = "s",
     .range = {0, 100}, .help = "Some times."},
    {SNW_AT_LIST(everything, list, list_count, 100000), .kind = SNW_KIND_REAL,
     .help = "Many numbers."},
    {SNW_AT_LIST(everything, points, point_count, 200000), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Many points."},
    {SNW_AT_COUNTED(everything, paints, paint_count), .kind = SNW_KIND_ENUM, SNW_CHOICES(colours),
     .help = "Some colours."},
    {SNW_AT_COUNTED(everything, words, word_count), .kind = SNW_KIND_STRING, .item = "word",
     .help = "Some words."},
    {SNW_AT_COUNTED(everything, set, set_count), .kind = SNW_KIND_UINT, .flags = SNW_UNIQUE,
     .help = "Different numbers."},
    {SNW_AT_LIST(everything, tags, tag_count, 1000), .kind = SNW_KIND_STRUCT, .type = &tag_type,
     .item = "tag", .help = "Named numbers."},
    {SNW_AT_COUNTED(everything, rows, row_count), .kind = SNW_KIND_STRUCT, .type = &row_type,
     .item = "row", .help = "Rows of numbers."},
    {SNW_AT_ARRAY(everything, pair), .kind = SNW_KIND_STRUCT, .type = &limits_type,
     .help = "Two limits."},
    {SNW_AT(everything, inner), .kind = SNW_KIND_STRUCT, .type = &limits_type, .help = "A struct."},
    {SNW_AT(everything, maybe), .kind = SNW_KIND_OPTIONAL, .type = &limits_type,
     .help = "Perhaps."},
    {SNW_AT(everything, one), .kind = SNW_KIND_CHILD, .base = "shape", .help = "A shape."},
    {SNW_AT_LIST(everything, many, many_count, 1000), .kind = SNW_KIND_CHILD, .base = "shape",
     .help = "Shapes."},
    {SNW_AT(everything, signal), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Computed."},
    {SNW_AT(everything, state), .kind = SNW_KIND_REAL, .role = SNW_STATE, .help = "Remembered."},
};
static const snw_type everything_type = {SNW_TYPE(everything, everything_fields), .base = "part",
                                         .space = &snw_space_motion, .version = 2,
                                         .help = "One field of every kind."};

/// A registry of all of them; `memory` is aligned to 64 bytes.
__attribute__((unused)) static snw_status sample_registry(snw_registry *registry, void *memory,
                                                          size_t size) {
    snw_arena arena = snw_arena_over(memory, size);
    snw_status status = snw_registry_init(registry, 32, &arena);
    if (status == SNW_OK) status = snw_registry_add_base(registry, &shape_base, NULL);
    if (status == SNW_OK) status = snw_registry_add_base(registry, &part_base, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &ball_type, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &brick_type, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &limits_type, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &tag_type, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &arm_link_type, NULL);
    if (status == SNW_OK) status = snw_registry_add(registry, &everything_type, NULL);
    return status;
}

#endif // SINEW_TESTS_DESCRIBE_SAMPLE_H
