// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_PROBE_H
#define SINEW_TESTS_DESCRIBE_PROBE_H

/// @file
/// A described type with a field of every kind and every array, and the parts that it holds.

#include "sinew/describe.h"
#include "sinew/math.h"

// a part that is not registered
typedef struct limits {
    double lower, upper, effort;
} limits;
static const snw_field limits_fields[] = {
    {SNW_AT(limits, lower), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "-INF", .when = SNW_LIVE, .help = "Least position."},
    {SNW_AT(limits, upper), .kind = SNW_KIND_REAL, .unit = "rad", .flags = SNW_INFINITE,
     .initial = "INF", .when = SNW_LIVE, .help = "Largest position."},
    {SNW_AT(limits, effort), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 1e6},
     .initial = "10", .when = SNW_LIVE, .flags = SNW_INFINITE, .help = "Largest torque."},
};
static const snw_type limits_type = {SNW_TYPE(limits, limits_fields),
                                     .help = "What a joint may do."};

typedef enum colour { RED = 3, GREEN = 5, BLUE = 9, MIXED = -1 } colour;
static const snw_choice colours[] = {{"red", RED, "Like a rose."},
                                     {"green", GREEN, NULL},
                                     {"blue", BLUE, NULL},
                                     {"red-green+(blue)", MIXED, "All & <none>."}};

typedef struct tag {
    char key[16];
    int64_t value;
} tag;
static const snw_field tag_fields[] = {
    {SNW_AT(tag, key), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Key."},
    {SNW_AT(tag, value), .kind = SNW_KIND_INT, .help = "Value."},
};
static const snw_type tag_type = {SNW_TYPE(tag, tag_fields), .space = &snw_space_cell,
                                  .help = "A named number."};

typedef struct probe {
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
    uint8_t dimmed;
    int64_t wide;
    double real, speed, endless;
    colour paint;
    char text[40], note[24];
    snw_vec3 v, bound_v, far;
    snw_quat q;
    snw_pose T;
    double M[6], large[25], bounded_M[4];
    double fixed[4], counted[12];
    int counted_count;
    double *list;
    int list_count;
    snw_vec3 *points;
    int point_count;
    snw_vec3 corners[2];
    bool flags[3];
    int16_t whole[5];
    int whole_count;
    colour paints[5];
    int paint_count;
    char words[4][12];
    int word_count;
    uint32_t set[8];
    int set_count;
    double blocks[5][4];
    int block_count;
    snw_quat turns[2];
    snw_pose frames[3];
    int frame_count;
    tag *tags;
    int tag_count;
    limits pair[2];
    limits inner;
    limits *maybe;
    snw_child one;
    snw_child ends[2];
    snw_child *laws;
    int law_count;
    double signal, state;
} probe;

static const snw_field probe_fields[] = {
    {SNW_AT(probe, yes), .kind = SNW_KIND_BOOL, .initial = "true", .help = "A switch."},
    {SNW_AT(probe, i8), .kind = SNW_KIND_INT, .help = "8 bits."},
    {SNW_AT(probe, i16), .kind = SNW_KIND_INT, .help = "16 bits."},
    {SNW_AT(probe, i32), .kind = SNW_KIND_INT, .help = "32 bits."},
    {SNW_AT(probe, i64), .kind = SNW_KIND_INT, .help = "64 bits."},
    {SNW_AT(probe, u8), .kind = SNW_KIND_UINT, .help = "8 bits."},
    {SNW_AT(probe, u16), .kind = SNW_KIND_UINT, .help = "16 bits."},
    {SNW_AT(probe, u32), .kind = SNW_KIND_UINT, .help = "32 bits."},
    {SNW_AT(probe, u64), .kind = SNW_KIND_UINT, .help = "64 bits."},
    {SNW_AT(probe, bounded), .kind = SNW_KIND_INT, .range = {-5.5, 12.5}, .help = "From -5 to 12."},
    {SNW_AT(probe, dimmed), .kind = SNW_KIND_UINT, .range = {3, 1000}, .help = "From 3 on."},
    {SNW_AT(probe, wide), .kind = SNW_KIND_INT, .range = {-1e18, 1e18}, .help = "A large one."},
    {SNW_AT(probe, real), .kind = SNW_KIND_REAL, .when = SNW_LIVE, .help = "Any number."},
    {SNW_AT(probe, speed), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {0.25, 8}, .initial = "1",
     .when = SNW_LIVE, .help = "A speed."},
    {SNW_AT(probe, endless), .kind = SNW_KIND_REAL, .flags = SNW_INFINITE | SNW_AS_ELEMENT,
     .help = "May be infinite."},
    {SNW_AT(probe, paint), .kind = SNW_KIND_ENUM, SNW_CHOICES(colours), .initial = "green",
     .help = "A colour."},
    {SNW_AT(probe, text), .kind = SNW_KIND_STRING, .help = "A text."},
    {SNW_AT(probe, note), .kind = SNW_KIND_STRING, .flags = SNW_AS_ELEMENT, .help = "A note."},
    {SNW_AT(probe, v), .kind = SNW_KIND_VEC3, .unit = "m", .help = "A vector."},
    {SNW_AT(probe, bound_v), .kind = SNW_KIND_VEC3, .unit = "N", .range = {-9, 9},
     .flags = SNW_AS_ELEMENT, .help = "A small one."},
    {SNW_AT(probe, far), .kind = SNW_KIND_VEC3, .flags = SNW_INFINITE, .help = "A far point."},
    {SNW_AT(probe, q), .kind = SNW_KIND_QUAT, .help = "A rotation."},
    {SNW_AT(probe, T), .kind = SNW_KIND_POSE, .help = "A pose."},
    {SNW_AT(probe, M), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 3, .help = "2 by 3."},
    {SNW_AT(probe, large), .kind = SNW_KIND_MATRIX, .rows = 5, .columns = 5, .help = "5 by 5."},
    {SNW_AT(probe, bounded_M), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 2, .range = {-1, 1},
     .flags = SNW_AS_ELEMENT, .help = "2 by 2."},
    {SNW_AT_ARRAY(probe, fixed), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-10, 10},
     .when = SNW_LIVE, .help = "Four angles."},
    {SNW_AT_COUNTED(probe, counted, counted_count), .kind = SNW_KIND_REAL, .unit = "s",
     .range = {0, 100}, .help = "Some times."},
    {SNW_AT_LIST(probe, list, list_count, 100000), .kind = SNW_KIND_REAL, .help = "Many numbers."},
    {SNW_AT_LIST(probe, points, point_count, 200000), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Many points."},
    {SNW_AT_ARRAY(probe, corners), .kind = SNW_KIND_VEC3, .item = "corner", .help = "Corners."},
    {SNW_AT_ARRAY(probe, flags), .kind = SNW_KIND_BOOL, .help = "Switches."},
    {SNW_AT_COUNTED(probe, whole, whole_count), .kind = SNW_KIND_INT, .range = {-100, 100},
     .help = "Whole numbers."},
    {SNW_AT_COUNTED(probe, paints, paint_count), .kind = SNW_KIND_ENUM, SNW_CHOICES(colours),
     .help = "Some colours."},
    {SNW_AT_COUNTED(probe, words, word_count), .kind = SNW_KIND_STRING, .item = "word",
     .help = "Some words."},
    {SNW_AT_COUNTED(probe, set, set_count), .kind = SNW_KIND_UINT, .flags = SNW_UNIQUE,
     .help = "Different numbers."},
    {SNW_AT_COUNTED(probe, blocks, block_count), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 2,
     .help = "Matrices."},
    {SNW_AT_ARRAY(probe, turns), .kind = SNW_KIND_QUAT, .help = "Two rotations."},
    {SNW_AT_COUNTED(probe, frames, frame_count), .kind = SNW_KIND_POSE, .item = "frame",
     .help = "Frames."},
    {SNW_AT_LIST(probe, tags, tag_count, 1000), .kind = SNW_KIND_STRUCT, .type = &tag_type,
     .item = "tag", .help = "Named numbers."},
    {SNW_AT_ARRAY(probe, pair), .kind = SNW_KIND_STRUCT, .type = &limits_type,
     .help = "Two limits."},
    {SNW_AT(probe, inner), .kind = SNW_KIND_STRUCT, .type = &limits_type, .help = "A struct."},
    {SNW_AT(probe, maybe), .kind = SNW_KIND_OPTIONAL, .type = &limits_type, .help = "Perhaps."},
    {SNW_AT(probe, one), .kind = SNW_KIND_CHILD, .base = "solid", .help = "A shape."},
    {SNW_AT_ARRAY(probe, ends), .kind = SNW_KIND_CHILD, .base = "solid", .help = "Two shapes."},
    {SNW_AT_LIST(probe, laws, law_count, 1000), .kind = SNW_KIND_CHILD, .base = "law",
     .help = "Laws."},
    {SNW_AT(probe, signal), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Computed."},
    {SNW_AT(probe, state), .kind = SNW_KIND_REAL, .role = SNW_STATE, .help = "Remembered."},
};
static const snw_type probe_type = {SNW_TYPE(probe, probe_fields), .space = &snw_space_cell,
                                    .version = 2, .help = "One field of every kind."};

#endif // SINEW_TESTS_DESCRIBE_PROBE_H
