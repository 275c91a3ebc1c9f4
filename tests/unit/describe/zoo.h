// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_ZOO_H
#define SINEW_TESTS_DESCRIBE_ZOO_H

/// @file
/// One described type with every kind and every form of array, for the tests of describe and for
/// the fuzzer of paths.

#include "sinew/describe.h"
#include "sinew/math.h"

#define ZOO_UNUSED __attribute__((unused))

typedef enum zoo_mode { ZOO_SLOW = 5, ZOO_FAST = -3, ZOO_STILL = 0 } zoo_mode;
static const snw_choice zoo_modes[] = {
    {"slow", ZOO_SLOW, NULL}, {"fast", ZOO_FAST, NULL}, {"still", ZOO_STILL, NULL}};

/// Two numbers with a rule between them.
typedef struct zoo_band {
    double low, high;
} zoo_band;

static snw_status zoo_band_validate(const void *block, snw_why *why) {
    const zoo_band *band = block;
    if (band->low <= band->high) return SNW_OK;
    snw_why_set(why, SNW_ERR_LIMIT, "low", "the lower end is above the upper one");
    return SNW_ERR_LIMIT;
}

static const snw_field zoo_band_fields[] = {
    {SNW_AT(zoo_band, low), .kind = SNW_KIND_REAL, .unit = "rad", .when = SNW_LIVE,
     .help = "Lower end."},
    {SNW_AT(zoo_band, high), .kind = SNW_KIND_REAL, .unit = "rad", .initial = "90 deg",
     .when = SNW_LIVE, .help = "Upper end."},
};
static const snw_type zoo_band_type = {SNW_TYPE(zoo_band, zoo_band_fields),
                                       .validate = zoo_band_validate, .help = "A band."};

/// A flat struct with a key.
typedef struct zoo_mark {
    char name[16];
    snw_vec3 p;
    zoo_band band;
} zoo_mark;
static const snw_field zoo_mark_fields[] = {
    {SNW_AT(zoo_mark, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(zoo_mark, p), .kind = SNW_KIND_VEC3, .unit = "m", .range = {-10, 10}, .when = SNW_LIVE,
     .help = "Where it is."},
    {SNW_AT(zoo_mark, band), .kind = SNW_KIND_STRUCT, .type = &zoo_band_type, .help = "A band."},
};
static const snw_type zoo_mark_type = {SNW_TYPE(zoo_mark, zoo_mark_fields), .help = "A mark."};

/// A tree.
typedef struct zoo_node {
    char name[16];
    double mass, drag;
    struct zoo_node *children;
    int child_count;
} zoo_node;
static const snw_type zoo_node_type;
static const snw_field zoo_node_fields[] = {
    {SNW_AT(zoo_node, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(zoo_node, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0.5, 100},
     .when = SNW_AT_STANDSTILL, .help = "Its mass."},
    {SNW_AT(zoo_node, drag), .kind = SNW_KIND_REAL, .unit = "N.s/m", .when = SNW_LIVE,
     .help = "Its drag."},
    {SNW_AT_LIST(zoo_node, children, child_count, 50), .kind = SNW_KIND_STRUCT,
     .type = &zoo_node_type, .help = "What hangs below."},
};
static const snw_type zoo_node_type = {SNW_TYPE(zoo_node, zoo_node_fields), .help = "A node."};

/// Children of base "law".
typedef struct zoo_pid {
    double kp, ki;
} zoo_pid;
static const snw_field zoo_pid_fields[] = {
    {SNW_AT(zoo_pid, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e6},
     .initial = "10", .when = SNW_LIVE, .help = "Proportional gain."},
    {SNW_AT(zoo_pid, ki), .kind = SNW_KIND_REAL, .unit = "N.m/rad/s", .range = {0, 1e6},
     .when = SNW_LIVE, .help = "Integral gain."},
};
static const snw_type zoo_pid_type = {SNW_TYPE(zoo_pid, zoo_pid_fields), .base = "law",
                                      .help = "Two gains."};

typedef struct zoo_relay {
    char name[8];
    int64_t level;
    snw_child inner;
} zoo_relay;
static const snw_field zoo_relay_fields[] = {
    {SNW_AT(zoo_relay, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(zoo_relay, level), .kind = SNW_KIND_INT, .range = {3, 1000}, .help = "Its level."},
    {SNW_AT(zoo_relay, inner), .kind = SNW_KIND_CHILD, .base = "law", .help = "What it switches."},
};
static const snw_type zoo_relay_type = {SNW_TYPE(zoo_relay, zoo_relay_fields), .base = "law",
                                        .help = "A relay."};

/// Everything.
typedef struct zoo {
    bool flag;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    double real, limit, ratio, period_us;
    zoo_mode mode;
    char text[32], target[16];
    snw_vec3 v;
    snw_quat q;
    snw_pose T;
    double K[6];
    double private_member; // not described

    zoo_band band;
    zoo_mark *spare;
    snw_child law;

    double gains[4];
    bool flags[2];
    zoo_mode modes[3];
    char words[2][8];
    snw_vec3 corners[2];
    double blocks[2][4];
    zoo_mark marks[2];
    snw_child pair[2];

    int16_t steps[8];
    int step_count;
    zoo_node roots[3];
    int root_count;

    double *samples;
    int sample_count;
    snw_vec3 *points;
    int point_count;
    zoo_node *trees;
    int tree_count;
    snw_child *laws;
    int law_count;
    char (*names)[8];
    int name_count;

    double seen, carried;
} zoo;

static const snw_field zoo_fields[] = {
    {SNW_AT(zoo, flag), .kind = SNW_KIND_BOOL, .when = SNW_LIVE, .help = "Yes or no."},
    {SNW_AT(zoo, i8), .kind = SNW_KIND_INT, .when = SNW_LIVE, .help = "Whole."},
    {SNW_AT(zoo, i16), .kind = SNW_KIND_INT, .range = {-300, -7.5}, .help = "Below zero."},
    {SNW_AT(zoo, i32), .kind = SNW_KIND_INT, .initial = "-42", .help = "Whole."},
    {SNW_AT(zoo, i64), .kind = SNW_KIND_INT, .help = "Whole."},
    {SNW_AT(zoo, u8), .kind = SNW_KIND_UINT, .range = {2.5, 200}, .help = "Above two."},
    {SNW_AT(zoo, u16), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(zoo, u32), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(zoo, u64), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(zoo, real), .kind = SNW_KIND_REAL, .unit = "rad", .range = {-4, 4}, .when = SNW_LIVE,
     .help = "An angle."},
    {SNW_AT(zoo, limit), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {0.25, 10},
     .flags = SNW_INFINITE, .help = "A speed limit."},
    {SNW_AT(zoo, ratio), .kind = SNW_KIND_REAL, .when = SNW_AT_STANDSTILL, .help = "A ratio."},
    {SNW_AT(zoo, period_us), .kind = SNW_KIND_REAL, .unit = "us", .initial = "1 ms",
     .help = "A period."},
    {SNW_AT(zoo, mode), .kind = SNW_KIND_ENUM, SNW_CHOICES(zoo_modes), .help = "A mode."},
    {SNW_AT(zoo, text), .kind = SNW_KIND_STRING, .initial = "grüß dich", .help = "A text."},
    {SNW_AT(zoo, target), .kind = SNW_KIND_REFERENCE, .base = "law", .help = "Who."},
    {SNW_AT(zoo, v), .kind = SNW_KIND_VEC3, .unit = "m", .initial = "100, 200, 300 mm",
     .when = SNW_LIVE, .help = "A vector."},
    {SNW_AT(zoo, q), .kind = SNW_KIND_QUAT, .help = "A rotation."},
    {SNW_AT(zoo, T), .kind = SNW_KIND_POSE, .unit = "m", .range = {-5, 5}, .when = SNW_LIVE,
     .help = "A frame."},
    {SNW_AT(zoo, K), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 3, .unit = "N/m",
     .range = {-1e3, 1e3}, .when = SNW_LIVE, .help = "A stiffness."},

    {SNW_AT(zoo, band), .kind = SNW_KIND_STRUCT, .type = &zoo_band_type, .help = "A band."},
    {SNW_AT_PART(zoo, spare), .kind = SNW_KIND_OPTIONAL, .type = &zoo_mark_type, .help = "A mark."},
    {SNW_AT(zoo, law), .kind = SNW_KIND_CHILD, .base = "law", .help = "A law."},

    {SNW_AT_ARRAY(zoo, gains), .kind = SNW_KIND_REAL, .unit = "1/s", .range = {1, 1e3},
     .when = SNW_LIVE, .help = "Gains."},
    {SNW_AT_ARRAY(zoo, flags), .kind = SNW_KIND_BOOL, .help = "Flags."},
    {SNW_AT_ARRAY(zoo, modes), .kind = SNW_KIND_ENUM, SNW_CHOICES(zoo_modes), .initial = "fast",
     .help = "Modes."},
    {SNW_AT_ARRAY(zoo, words), .kind = SNW_KIND_STRING, .help = "Words."},
    {SNW_AT_ARRAY(zoo, corners), .kind = SNW_KIND_VEC3, .unit = "m", .help = "Corners."},
    {SNW_AT_ARRAY(zoo, blocks), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 2,
     .help = "Matrices."},
    {SNW_AT_ARRAY(zoo, marks), .kind = SNW_KIND_STRUCT, .type = &zoo_mark_type, .help = "Marks."},
    {SNW_AT_ARRAY(zoo, pair), .kind = SNW_KIND_CHILD, .base = "law", .help = "Two laws."},

    {SNW_AT_COUNTED(zoo, steps, step_count), .kind = SNW_KIND_INT, .flags = SNW_UNIQUE,
     .help = "Steps."},
    {SNW_AT_COUNTED(zoo, roots, root_count), .kind = SNW_KIND_STRUCT, .type = &zoo_node_type,
     .help = "Trees in place."},

    {SNW_AT_LIST(zoo, samples, sample_count, 1000), .kind = SNW_KIND_REAL, .unit = "rad",
     .help = "Samples."},
    {SNW_AT_LIST(zoo, points, point_count, 1000), .kind = SNW_KIND_VEC3, .unit = "m",
     .help = "Points."},
    {SNW_AT_LIST(zoo, trees, tree_count, 100), .kind = SNW_KIND_STRUCT, .type = &zoo_node_type,
     .item = "tree", .help = "Trees."},
    {SNW_AT_LIST(zoo, laws, law_count, 100), .kind = SNW_KIND_CHILD, .base = "law",
     .help = "Laws."},
    {SNW_AT_LIST(zoo, names, name_count, 100), .kind = SNW_KIND_STRING, .help = "Names."},

    {SNW_AT(zoo, seen), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Computed."},
    {SNW_AT(zoo, carried), .kind = SNW_KIND_REAL, .role = SNW_STATE, .help = "Kept."},
};
static const snw_type zoo_type = {SNW_TYPE(zoo, zoo_fields), .space = &snw_space_cell, .version = 2,
                                  .help = "One of each."};

/// The field of that name.
ZOO_UNUSED static const snw_field *zoo_field(const char *name) {
    return snw_type_field(&zoo_type, name);
}

#endif // SINEW_TESTS_DESCRIBE_ZOO_H
