// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DOCUMENT_OBJECTS_H
#define SINEW_TESTS_DOCUMENT_OBJECTS_H

/// @file
/// Described types of every kind, in all four name spaces.

#include "check.h"
#include "sinew/document.h"
#include "sinew/math.h"

typedef enum mode { MODE_IDLE, MODE_RUN = 5, MODE_STOP = -2 } mode;
static const snw_choice mode_choices[] = {
    {"idle", MODE_IDLE, NULL}, {"run", MODE_RUN, NULL}, {"stop", MODE_STOP, NULL}};

typedef struct screw {
    double pitch;
    int32_t turns;
} screw;
static const snw_field screw_fields[] = {
    {SNW_AT(screw, pitch), .kind = SNW_KIND_REAL, .unit = "m", .initial = "0.01",
     .range = {0.001, 0.1}, .help = "Way per turn."},
    {SNW_AT(screw, turns), .kind = SNW_KIND_INT, .range = {-1000, 1000}, .help = "Turns."},
};
static const snw_type screw_type = {SNW_TYPE(screw, screw_fields), .base = "part",
                                    .help = "A screw."};

typedef struct motor {
    char name[16];
    double torque;
    snw_vec3 axis;
    screw feed;
    double *curve;
    int curve_count;
} motor;
static const snw_field motor_fields[] = {
    {SNW_AT(motor, name), .kind = SNW_KIND_STRING, .flags = SNW_KEY, .help = "Its name."},
    {SNW_AT(motor, torque), .kind = SNW_KIND_REAL, .unit = "N.m", .range = {0, 500},
     .help = "Largest torque."},
    {SNW_AT(motor, axis), .kind = SNW_KIND_VEC3, .initial = "0 0 1", .help = "Direction."},
    {SNW_AT(motor, feed), .kind = SNW_KIND_STRUCT, .type = &screw_type, .help = "What it turns."},
    {SNW_AT_LIST(motor, curve, curve_count, 1000), .kind = SNW_KIND_REAL, .help = "Samples."},
};
static const snw_type motor_type = {SNW_TYPE(motor, motor_fields), .base = "part",
                                    .space = &snw_space_robot, .help = "A motor."};

typedef struct node {
    double gain;
    struct node *children;
    int child_count;
    motor *drive;
    snw_child tool;
} node;
static const snw_type node_type;
static const snw_field node_fields[] = {
    {SNW_AT(node, gain), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED, .help = "A number."},
    {SNW_AT_LIST(node, children, child_count, 100), .kind = SNW_KIND_STRUCT, .type = &node_type,
     .item = "node", .help = "What hangs below."},
    {SNW_AT(node, drive), .kind = SNW_KIND_OPTIONAL, .type = &motor_type, .help = "Its motor."},
    {SNW_AT(node, tool), .kind = SNW_KIND_CHILD, .base = "part", .help = "What it holds."},
};
static const snw_type node_type = {SNW_TYPE(node, node_fields), .base = "part",
                                   .space = &snw_space_motion, .help = "A tree."};

typedef struct plant {
    bool on;
    int8_t i8;
    int16_t i16;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
    uint16_t u16;
    uint32_t u32;
    uint64_t u64;
    double angle, limit, slow;
    mode what;
    char text[40], note[64], target[16];
    snw_vec3 v, far;
    snw_quat q;
    snw_pose T;
    double small[4], large[36];
    motor own;
    motor *spare;
    snw_child tool;
    node tree;
    double gains[3], many[20];
    snw_vec3 corners[4];
    bool flags[5];
    mode modes[3];
    char tags[2][8];
    snw_quat turns[2];
    snw_child ends[2];
    int32_t counts[32];
    int count_count;
    snw_pose frames[3];
    int frame_count;
    char names[4][12];
    int name_count;
    double blocks[5][4];
    int block_count;
    snw_vec3 *points;
    int point_count;
    uint64_t *ids;
    int id_count;
    motor *motors;
    int motor_count;
    snw_child *parts;
    int part_count;
    double load, memory;
} plant;
static const snw_field plant_fields[] = {
    {SNW_AT(plant, on), .kind = SNW_KIND_BOOL, .help = "Runs."},
    {SNW_AT(plant, i8), .kind = SNW_KIND_INT, .help = "Whole."},
    {SNW_AT(plant, i16), .kind = SNW_KIND_INT, .help = "Whole."},
    {SNW_AT(plant, i32), .kind = SNW_KIND_INT, .help = "Whole."},
    {SNW_AT(plant, i64), .kind = SNW_KIND_INT, .help = "Whole."},
    {SNW_AT(plant, u8), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(plant, u16), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(plant, u32), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(plant, u64), .kind = SNW_KIND_UINT, .help = "Whole."},
    {SNW_AT(plant, angle), .kind = SNW_KIND_REAL, .unit = "rad", .initial = "1.5", .range = {-4, 4},
     .help = "Angle."},
    {SNW_AT(plant, limit), .kind = SNW_KIND_REAL, .flags = SNW_INFINITE, .initial = "INF",
     .help = "Bound."},
    {SNW_AT(plant, slow), .kind = SNW_KIND_REAL, .flags = SNW_AS_ELEMENT, .help = "Rate."},
    {SNW_AT(plant, what), .kind = SNW_KIND_ENUM, SNW_CHOICES(mode_choices), .help = "Mode."},
    {SNW_AT(plant, text), .kind = SNW_KIND_STRING, .help = "Text."},
    {SNW_AT(plant, note), .kind = SNW_KIND_STRING, .flags = SNW_AS_ELEMENT, .help = "Note."},
    {SNW_AT(plant, target), .kind = SNW_KIND_REFERENCE, .base = "part", .help = "Who."},
    {SNW_AT(plant, v), .kind = SNW_KIND_VEC3, .unit = "m", .help = "Where."},
    {SNW_AT(plant, far), .kind = SNW_KIND_VEC3, .flags = SNW_AS_ELEMENT | SNW_INFINITE,
     .help = "Far."},
    {SNW_AT(plant, q), .kind = SNW_KIND_QUAT, .help = "Turned."},
    {SNW_AT(plant, T), .kind = SNW_KIND_POSE, .help = "Frame."},
    {SNW_AT(plant, small), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 2, .help = "Matrix."},
    {SNW_AT(plant, large), .kind = SNW_KIND_MATRIX, .rows = 6, .columns = 6, .help = "Matrix."},
    {SNW_AT(plant, own), .kind = SNW_KIND_STRUCT, .type = &motor_type, .help = "Motor."},
    {SNW_AT(plant, spare), .kind = SNW_KIND_OPTIONAL, .type = &motor_type, .help = "Motor."},
    {SNW_AT(plant, tool), .kind = SNW_KIND_CHILD, .base = "part", .help = "Tool."},
    {SNW_AT(plant, tree), .kind = SNW_KIND_STRUCT, .type = &node_type, .help = "Tree."},
    {SNW_AT_ARRAY(plant, gains), .kind = SNW_KIND_REAL, .initial = "1", .help = "Gains."},
    {SNW_AT_ARRAY(plant, many), .kind = SNW_KIND_REAL, .help = "Many."},
    {SNW_AT_ARRAY(plant, corners), .kind = SNW_KIND_VEC3, .help = "Corners."},
    {SNW_AT_ARRAY(plant, flags), .kind = SNW_KIND_BOOL, .help = "Flags."},
    {SNW_AT_ARRAY(plant, modes), .kind = SNW_KIND_ENUM, SNW_CHOICES(mode_choices),
     .help = "Modes."},
    {SNW_AT_ARRAY(plant, tags), .kind = SNW_KIND_STRING, .item = "tag", .help = "Tags."},
    {SNW_AT_ARRAY(plant, turns), .kind = SNW_KIND_QUAT, .help = "Turns."},
    {SNW_AT_ARRAY(plant, ends), .kind = SNW_KIND_CHILD, .base = "part", .help = "Ends."},
    {SNW_AT_COUNTED(plant, counts, count_count), .kind = SNW_KIND_INT, .help = "Counts."},
    {SNW_AT_COUNTED(plant, frames, frame_count), .kind = SNW_KIND_POSE, .item = "frame",
     .help = "Frames."},
    {SNW_AT_COUNTED(plant, names, name_count), .kind = SNW_KIND_STRING, .help = "Names."},
    {SNW_AT_COUNTED(plant, blocks, block_count), .kind = SNW_KIND_MATRIX, .rows = 2, .columns = 2,
     .help = "Matrices."},
    {SNW_AT_LIST(plant, points, point_count, 5000), .kind = SNW_KIND_VEC3, .help = "Points."},
    {SNW_AT_LIST(plant, ids, id_count, 100), .kind = SNW_KIND_UINT, .help = "Numbers."},
    {SNW_AT_LIST(plant, motors, motor_count, 100), .kind = SNW_KIND_STRUCT, .type = &motor_type,
     .item = "motor", .help = "Motors."},
    {SNW_AT_LIST(plant, parts, part_count, 100), .kind = SNW_KIND_CHILD, .base = "part",
     .help = "Parts."},
    {SNW_AT(plant, load), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL, .help = "Computed."},
    {SNW_AT(plant, memory), .kind = SNW_KIND_REAL, .role = SNW_STATE, .help = "Kept."},
};
static const snw_type plant_type = {SNW_TYPE(plant, plant_fields), .space = &snw_space_cell,
                                    .version = 3, .help = "A plant with everything."};

static const snw_type *const part_types[] = {&screw_type, &motor_type, &node_type};

/// A registry of all parts, in memory of its own.
__attribute__((unused)) static const snw_registry *parts_registry(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[4096];
    static const snw_base part = {.token = "part", .help = "What a plant is made of."};
    static snw_registry registry;
    if (registry.frozen) return &registry;
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&registry, 8, &arena) == SNW_OK);
    CHECK(snw_registry_add_base(&registry, &part, NULL) == SNW_OK);
    for (int i = 0; i < 3; i++) {
        CHECK(snw_registry_add(&registry, part_types[i], NULL) == SNW_OK);
    }
    snw_registry_freeze(&registry);
    return &registry;
}

#endif // SINEW_TESTS_DOCUMENT_OBJECTS_H
