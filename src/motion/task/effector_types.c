// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/effector.h"

#include "internal.h"

// The tables of the end effectors. All blocks are snw_effector; a type shows the fields it uses.

const snw_base snw_effector_base = {"end_effector", NULL,
                                    "What of a mechanism is to be moved: rows V = J qd."};

#define AT(member) SNW_AT(snw_effector, member)

#define COMMON                                                                                     \
    {AT(name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},                    \
        {AT(soft), .kind = SNW_KIND_BOOL, .help = "Is met as far as others allow."},               \
        {AT(soft_weight), .kind = SNW_KIND_REAL, .range = {0, 1e12}, .initial = "1",               \
         .help = "How much a row that is missed costs."},                                          \
    {                                                                                              \
        SNW_AT_COUNTED(snw_effector, weights, weight_count),                                       \
            .kind = SNW_KIND_REAL, .range = {0, 1e12},                                             \
            .help = "Weights of the rows in measures of error, else 1."                            \
    }

#define PLACE                                                                                      \
    {AT(link), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED, .help = "A link, or a frame."},     \
        {AT(relative), .kind = SNW_KIND_STRING,                                                    \
         .help = "The link that watches; none is the world."},                                     \
        {AT(guide_relative), .kind = SNW_KIND_BOOL,                                                \
         .help = "Guides are given in the frame of the link that watches."},                       \
    {                                                                                              \
        AT(offset), .kind = SNW_KIND_POSE, .unit = "m", .help = "Its frame in that of the link."   \
    }

#define WAY                                                                                        \
    {AT(gain_linear),   .kind = SNW_KIND_REAL, .unit = "Hz",                                       \
     .range = {0, 1e6}, .initial = "10",       .help = "Speed per way to the guide."},             \
    {                                                                                              \
        AT(speed_linear), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-9, 1e6},              \
                          .initial = "1", .help = "Largest speed towards the guide."               \
    }

#define TURN                                                                                       \
    {AT(gain_angular),  .kind = SNW_KIND_REAL, .unit = "Hz",                                       \
     .range = {0, 1e6}, .initial = "10",       .help = "Speed per turn to the guide."},            \
        {AT(speed_angular), .kind = SNW_KIND_REAL,                                                 \
         .unit = "rad/s",   .range = {1e-9, 1e6},                                                  \
         .initial = "2",    .help = "Largest speed of turning towards the guide."},                \
    {                                                                                              \
        AT(length), .kind = SNW_KIND_REAL, .unit = "m/rad", .range = {0, 1e6}, .initial = "1",     \
                    .help = "How many metres a radian counts in distances."                        \
    }

#define AXIS(words)                                                                                \
    { AT(axis), .kind = SNW_KIND_VEC3, .initial = "0 0 1", .help = (words) }

static const snw_field whole_fields[] = {COMMON, PLACE, WAY, TURN};
static const snw_field way_fields[] = {COMMON, PLACE, WAY};
static const snw_field turn_fields[] = {COMMON, PLACE, TURN};
static const snw_field center_fields[] = {COMMON, WAY};
static const snw_field momentum_fields[] = {COMMON};
static const snw_field sliding_fields[] = {
    COMMON,
    PLACE,
    WAY,
    TURN,
    AXIS("The axis along which it may slide, in the guide."),
    {AT(free_orientation), .kind = SNW_KIND_BOOL, .help = "It may also turn."}};
static const snw_field planar_fields[] = {
    COMMON, PLACE, WAY, TURN, AXIS("Normal of the plane, in the guide and in its own frame.")};
static const snw_field look_at_fields[] = {COMMON, PLACE, TURN,
                                           AXIS("The viewing axis, in its own frame.")};
static const snw_field linear_fields[] = {
    COMMON,
    {SNW_AT_LIST(snw_effector, matrix, matrix_count, 4096), .kind = SNW_KIND_REAL,
     .help = "C of C qd, by rows; a row has a number per rate."}};

#define EFFECTOR_TYPE(name, fields, words)                                                         \
    const snw_type snw_##name##_effector_type = {                                                  \
        SNW_TYPE_AS(#name "_effector", snw_effector, fields), .base = "end_effector",              \
        .space = &snw_space_motion, .functions = &snw__##name##_functions.head, .help = (words)}

EFFECTOR_TYPE(frame, whole_fields, "A frame: place and orientation.");
EFFECTOR_TYPE(point, way_fields, "A point: place without orientation.");
EFFECTOR_TYPE(orientation, turn_fields, "The orientation of a frame, wherever it is.");
EFFECTOR_TYPE(xy, way_fields, "The x and y of a point.");
EFFECTOR_TYPE(center, center_fields, "The centre of mass of the mechanism.");
EFFECTOR_TYPE(momentum, momentum_fields, "The momentum of the mechanism, about its root.");
EFFECTOR_TYPE(sliding, sliding_fields, "A frame that may slide along an axis.");
EFFECTOR_TYPE(planar, planar_fields, "A frame that may slide and turn in a plane.");
EFFECTOR_TYPE(look_at, look_at_fields, "An axis that points to a target.");
EFFECTOR_TYPE(linear, linear_fields, "Sums of rates.");
