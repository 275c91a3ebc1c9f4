// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DESCRIBE_TYPES_H
#define SINEW_TESTS_DESCRIBE_TYPES_H

/// @file
/// Described types in all four name spaces, between them with every kind and every array, with
/// bases that have bases, and with two ways of recursion: a stretch that carries stretches, and an
/// expression of expressions. The plugin of this folder and the unit tests of schemas share them.

#include "probe.h"
#include "sinew/describe.h"
#include "sinew/math.h"

// --- core: expressions --------------------------------------------------------------------------

typedef struct constant {
    double value;
} constant;
static const snw_field constant_fields[] = {
    {SNW_AT(constant, value), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED, .help = "The number."},
};
static const snw_type constant_type = {SNW_TYPE(constant, constant_fields), .base = "computable",
                                       .help = "A number."};

typedef struct variable {
    char path[64];
} variable;
static const snw_field variable_fields[] = {
    {SNW_AT(variable, path), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED | SNW_AS_ELEMENT,
     .help = "Where the value stands, as `arm/q[2]`."},
};
static const snw_type variable_type = {SNW_TYPE(variable, variable_fields), .base = "computable",
                                       .help = "A value by its path."};

typedef struct negation {
    snw_child of;
} negation;
static const snw_field negation_fields[] = {
    {SNW_AT(negation, of), .kind = SNW_KIND_CHILD, .base = "computable", .flags = SNW_REQUIRED,
     .help = "What is negated."},
};
static const snw_type negation_type = {SNW_TYPE(negation, negation_fields), .base = "computable",
                                       .help = "The same with the other sign."};

typedef enum operation { OPERATION_ADD, OPERATION_MULTIPLY, OPERATION_LEAST } operation;
static const snw_choice operations[] = {{"add", OPERATION_ADD, "The sum."},
                                        {"multiply", OPERATION_MULTIPLY, "The product."},
                                        {"least", OPERATION_LEAST, NULL}};
typedef struct combination {
    operation by;
    snw_child *terms;
    int term_count;
} combination;
static const snw_field combination_fields[] = {
    {SNW_AT(combination, by), .kind = SNW_KIND_ENUM, SNW_CHOICES(operations),
     .help = "How the terms are joined."},
    {SNW_AT_LIST(combination, terms, term_count, 1000), .kind = SNW_KIND_CHILD,
     .base = "computable", .help = "What is joined."},
};
static const snw_type combination_type = {SNW_TYPE(combination, combination_fields),
                                          .base = "operator",
                                          .help = "Several expressions joined into one."};

static const snw_base term_base = {"computable", NULL, "Something that has a value."};
static const snw_base operator_base = {"operator", "computable", "An expression of expressions."};

// --- robot: stretches and shapes
// --------------------------------------------------------------------

typedef struct ball {
    double radius;
} ball;
static const snw_field ball_fields[] = {
    {SNW_AT(ball, radius), .kind = SNW_KIND_REAL, .unit = "m", .range = {1e-6, 100},
     .initial = "0.5", .flags = SNW_REQUIRED, .when = SNW_AT_STANDSTILL, .help = "Radius."},
};
static const snw_type ball_type = {SNW_TYPE(ball, ball_fields), .base = "solid",
                                   .space = &snw_space_robot, .help = "A ball."};

typedef struct bin {
    snw_vec3 size;
} bin;
static const snw_field bin_fields[] = {
    {SNW_AT(bin, size), .kind = SNW_KIND_VEC3, .unit = "m", .range = {0, 100}, .initial = "1 1 1",
     .help = "Length of the edges."},
};
static const snw_type bin_type = {SNW_TYPE(bin, bin_fields), .base = "solid",
                                  .space = &snw_space_robot, .help = "A bin."};

static const snw_base solid_base = {"solid", NULL, "Something with a volume."};

typedef struct stretch {
    char name[32], parent[32];
    double mass;
    snw_vec3 com;
    snw_pose origin;
    limits range;
    limits *soft;
    snw_child body;
    struct stretch *children;
    int child_count;
} stretch;
static const snw_type stretch_type;
static const snw_field stretch_fields[] = {
    {SNW_AT(stretch, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY | SNW_REQUIRED,
     .help = "Name of the stretch."},
    {SNW_AT(stretch, parent), .kind = SNW_KIND_REFERENCE, .base = "stretch",
     .help = "The stretch that carries it."},
    {SNW_AT(stretch, mass), .kind = SNW_KIND_REAL, .unit = "kg", .range = {0, 1e5}, .initial = "1",
     .when = SNW_AT_STANDSTILL, .flags = SNW_REQUIRED, .help = "Mass."},
    {SNW_AT(stretch, com), .kind = SNW_KIND_VEC3, .unit = "m", .help = "Centre of mass."},
    {SNW_AT(stretch, origin), .kind = SNW_KIND_POSE, .range = {-1000, 1000},
     .help = "Frame at zero position."},
    {SNW_AT(stretch, range), .kind = SNW_KIND_STRUCT, .type = &limits_type, .help = "Hard limits."},
    {SNW_AT(stretch, soft), .kind = SNW_KIND_OPTIONAL, .type = &limits_type,
     .help = "Soft limits."},
    {SNW_AT(stretch, body), .kind = SNW_KIND_CHILD, .base = "solid", .help = "Its shape."},
    {SNW_AT_LIST(stretch, children, child_count, 100000), .kind = SNW_KIND_STRUCT,
     .type = &stretch_type, .item = "stretch", .help = "The stretches that it carries."},
};
static const snw_type stretch_type = {SNW_TYPE(stretch, stretch_fields), .space = &snw_space_robot,
                                      .version = 3, .help = "A stretch & all beyond it."};

// --- motion: control laws -----------------------------------------------------------------------

typedef struct pid {
    double kp, ki, kd;
    bool on;
} pid;
static const snw_field pid_fields[] = {
    {SNW_AT(pid, kp), .kind = SNW_KIND_REAL, .unit = "N.m/rad", .range = {0, 1e6}, .initial = "10",
     .when = SNW_LIVE, .help = "Proportional gain."},
    {SNW_AT(pid, ki), .kind = SNW_KIND_REAL, .unit = "N.m/rad/s", .range = {0, 1e6},
     .when = SNW_LIVE, .help = "Integral gain."},
    {SNW_AT(pid, kd), .kind = SNW_KIND_REAL, .unit = "N.m.s/rad", .range = {0, 1e6},
     .when = SNW_LIVE, .help = "Damping."},
    {SNW_AT(pid, on), .kind = SNW_KIND_BOOL, .initial = "true", .when = SNW_LIVE,
     .help = "Whether it acts."},
};
static const snw_type pid_type = {SNW_TYPE_AS("reg", pid, pid_fields), .base = "law",
                                  .space = &snw_space_motion,
                                  .help = "Proportional, integral and derivative control."};

typedef struct scheduled {
    snw_child gain, inner, felt;
} scheduled;
static const snw_field scheduled_fields[] = {
    {SNW_AT(scheduled, gain), .kind = SNW_KIND_CHILD, .base = "computable",
     .help = "Factor of the command."},
    {SNW_AT(scheduled, inner), .kind = SNW_KIND_CHILD, .base = "law", .help = "What is scheduled."},
    {SNW_AT(scheduled, felt), .kind = SNW_KIND_CHILD, .base = "solid",
     .help = "Where it holds; everywhere when absent."},
};
static const snw_type scheduled_type = {SNW_TYPE(scheduled, scheduled_fields), .base = "law",
                                        .space = &snw_space_motion,
                                        .help = "A law whose gain is an expression."};
static const snw_base law_base = {"law", NULL, "Computes a command from an error."};

// an expression that only this name space knows
typedef struct noise {
    double deviation;
    uint64_t seed;
} noise;
static const snw_field noise_fields[] = {
    {SNW_AT(noise, deviation), .kind = SNW_KIND_REAL, .range = {0, 1e9}, .help = "Its width."},
    {SNW_AT(noise, seed), .kind = SNW_KIND_UINT, .help = "Chooses the sequence."},
};
static const snw_type noise_type = {SNW_TYPE(noise, noise_fields), .base = "computable",
                                    .space = &snw_space_motion, .help = "A random value."};

// --- cell ---------------------------------------------------------------------------------------

typedef struct station {
    char name[32];
    stretch arm;
    snw_child law;
} station;
static const snw_field station_fields[] = {
    {SNW_AT(station, name), .kind = SNW_KIND_STRING, .help = "Name of the station."},
    {SNW_AT(station, arm), .kind = SNW_KIND_STRUCT, .type = &stretch_type, .flags = SNW_REQUIRED,
     .help = "The arm, from its base."},
    {SNW_AT(station, law), .kind = SNW_KIND_CHILD, .base = "law", .help = "What moves it."},
};
static const snw_type station_type = {SNW_TYPE(station, station_fields), .space = &snw_space_cell,
                                      .help = "An arm & the law that moves it."};

// --- all of them --------------------------------------------------------------------------------

static const snw_base *const sample_bases[] = {&term_base, &operator_base, &solid_base, &law_base};
static const snw_type *const sample_types[] = {
    &constant_type, &variable_type, &negation_type,  &combination_type, &ball_type,  &bin_type,
    &stretch_type,  &pid_type,      &scheduled_type, &noise_type,       &probe_type, &station_type,
};
enum {
    SAMPLE_BASES = (int)(sizeof sample_bases / sizeof *sample_bases),
    SAMPLE_TYPES = (int)(sizeof sample_types / sizeof *sample_types)
};

#endif // SINEW_TESTS_DESCRIBE_TYPES_H
