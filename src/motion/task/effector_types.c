// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/task/effector.h"

#include "internal.h"

// The tables of the end effectors. All blocks are snw_effector; a type shows the fields it uses.

const snw_base snw_effector_base = {"end_effector", NULL,
                                    "A controlled quantity of a mechanism: rows V = J qd."};

#define AT(member) SNW_AT(snw_effector, member)

#define COMMON                                                                                     \
    {AT(name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Name of the end effector."},    \
        {AT(soft), .kind = SNW_KIND_BOOL,                                                          \
         .help = "Soft: met only as far as the other end effectors allow."},                       \
        {AT(soft_weight), .kind = SNW_KIND_REAL, .range = {0, 1e12}, .initial = "1",               \
         .help = "Penalty of an error of a row of a soft end effector."},                          \
    {                                                                                              \
        SNW_AT_COUNTED(snw_effector, weights, weight_count),                                       \
            .kind = SNW_KIND_REAL, .range = {0, 1e12},                                             \
            .help = "Weights of the rows in error measures; 1 if omitted."                         \
    }

#define PLACE                                                                                      \
    {AT(link), .kind = SNW_KIND_STRING, .flags = SNW_REQUIRED,                                     \
     .help = "Link or frame that is controlled."},                                                 \
        {AT(relative), .kind = SNW_KIND_STRING,                                                    \
         .help = "Link that the motion is relative to; the world if omitted."},                    \
        {AT(guide_relative), .kind = SNW_KIND_BOOL,                                                \
         .help = "Goals are given in the frame of the relative link."},                            \
    {                                                                                              \
        AT(offset), .kind = SNW_KIND_POSE, .unit = "m",                                            \
                    .help = "Pose of the end effector in the frame of the link."                   \
    }

#define WAY                                                                                        \
    {AT(gain_linear), .kind = SNW_KIND_REAL,                                                       \
     .unit = "Hz",    .range = {0, 1e6},                                                           \
     .initial = "10", .help = "Position gain: speed per distance from the goal."},                 \
    {                                                                                              \
        AT(speed_linear), .kind = SNW_KIND_REAL, .unit = "m/s", .range = {1e-9, 1e6},              \
                          .initial = "1", .help = "Largest speed towards the goal."                \
    }

#define TURN                                                                                       \
    {AT(gain_angular), .kind = SNW_KIND_REAL,                                                      \
     .unit = "Hz",     .range = {0, 1e6},                                                          \
     .initial = "10",  .help = "Orientation gain: angular speed per angle from the goal."},        \
        {AT(speed_angular), .kind = SNW_KIND_REAL,                                                 \
         .unit = "rad/s",   .range = {1e-9, 1e6},                                                  \
         .initial = "2",    .help = "Largest angular speed towards the goal."},                    \
    {                                                                                              \
        AT(length), .kind = SNW_KIND_REAL, .unit = "m/rad", .range = {0, 1e6}, .initial = "1",     \
                    .help = "Length that counts as much as a turn of one radian in distances."     \
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
    AXIS("Axis along which the frame may slide, in the goal frame."),
    {AT(free_orientation), .kind = SNW_KIND_BOOL, .help = "Leave the orientation free."}};
static const snw_field planar_fields[] = {
    COMMON, PLACE, WAY, TURN, AXIS("Normal of the plane, in the goal frame and in its own frame.")};
static const snw_field look_at_fields[] = {COMMON, PLACE, TURN,
                                           AXIS("Viewing axis in the frame of the end effector.")};
static const snw_field linear_fields[] = {
    COMMON,
    {SNW_AT_LIST(snw_effector, matrix, matrix_count, 4096), .kind = SNW_KIND_REAL,
     .help = "Matrix C of C qd by rows; each row has one number per velocity."}};

#define EFFECTOR_TYPE(name, fields, words)                                                         \
    const snw_type snw_##name##_effector_type = {                                                  \
        SNW_TYPE_AS(#name "_effector", snw_effector, fields), .base = "end_effector",              \
        .space = &snw_space_motion, .functions = &snw__##name##_functions.head, .help = (words)}

EFFECTOR_TYPE(frame, whole_fields, "A frame: position and orientation.");
EFFECTOR_TYPE(point, way_fields, "A point: position without orientation.");
EFFECTOR_TYPE(orientation, turn_fields, "The orientation of a frame, without its position.");
EFFECTOR_TYPE(xy, way_fields, "The x and y coordinates of a point.");
EFFECTOR_TYPE(center, center_fields, "The centre of mass of the mechanism.");
EFFECTOR_TYPE(momentum, momentum_fields, "The momentum of the mechanism about its root.");
EFFECTOR_TYPE(sliding, sliding_fields, "A frame that may slide along an axis.");
EFFECTOR_TYPE(planar, planar_fields, "A frame that may slide and turn in a plane.");
EFFECTOR_TYPE(look_at, look_at_fields, "An axis that points to a target.");
EFFECTOR_TYPE(linear, linear_fields, "Linear combinations of joint velocities.");
