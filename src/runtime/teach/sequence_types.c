// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sequence_internal.h"

// What a step and a sequence are, in files and in commands.

const snw_choice snw__step_actions[SNW_STEP_ACTIONS] = {
    {"go", SNW_STEP_GO, "Move all joints together to a taught point."},
    {"line", SNW_STEP_LINE, "Move the tool on a straight line to a taught point."},
    {"move", SNW_STEP_MOVE, "Move all joints together to q."},
    {"wait", SNW_STEP_WAIT, "Wait for a time in seconds."},
    {"open", SNW_STEP_OPEN, "Open the gripper."},
    {"close", SNW_STEP_CLOSE, "Close the gripper."},
    {"width", SNW_STEP_WIDTH, "Move the gripper to a width in metres."},
    {"attach", SNW_STEP_ATTACH, "Grip an object."},
    {"release", SNW_STEP_RELEASE, "Release what is held, where it is."},
    {"set", SNW_STEP_SET, "Set an output of the sequence to a value."},
    {"repeat", SNW_STEP_REPEAT, "Repeat the steps above."},
    {"call", SNW_STEP_CALL, "Run all steps of another sequence of the arm once."},
};

// The step stands first in an order, so its fields are at the same places there.
#define STEP_FIELDS                                                                                \
    {SNW_AT(snw_step, action), .kind = SNW_KIND_ENUM, SNW_CHOICES(snw__step_actions),              \
     .flags = SNW_REQUIRED, .help = "Action of the step."},                                        \
        {SNW_AT(snw_step, point), .kind = SNW_KIND_STRING, .initial = "",                          \
         .help = "Taught point, for go and line."},                                                \
        {SNW_AT(snw_step, object), .kind = SNW_KIND_STRING, .initial = "",                         \
         .help = "Object, for attach; empty means the one in reach."},                             \
        {SNW_AT(snw_step, value), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},                     \
         .help = "Time for wait [s], width for width [m], value for set."},                        \
        {SNW_AT_COUNTED(snw_step, q, q_count), .kind = SNW_KIND_REAL, .range = {-1e6, 1e6},        \
         .help = "Joint positions for move, one number for each axis [rad or m]."},                \
        {SNW_AT(snw_step, output), .kind = SNW_KIND_INT, .range = {0, SNW_SEQUENCE_OUTPUTS - 1},   \
         .help = "Output of set, counted from 0."},                                                \
        {SNW_AT(snw_step, steps), .kind = SNW_KIND_INT, .range = {1, SNW_STEPS}, .initial = "1",   \
         .help = "How many of the steps above repeat does again."},                                \
        {SNW_AT(snw_step, times), .kind = SNW_KIND_INT, .range = {0, 1e9}, .initial = "2",         \
         .help = "How often repeat does them in all; 0 is for ever."},                             \
    {                                                                                              \
        SNW_AT(snw_step, sequence), .kind = SNW_KIND_STRING, .initial = "",                        \
                                    .help = "Name of the sequence that call does."                 \
    }

// a rule between the fields of a step
static snw_status check_fields(const void *block, snw_why *why) {
    const snw_step *step = block;
    const char *name = snw__step_actions[step->action].name;
    const bool to_point = step->action == SNW_STEP_GO || step->action == SNW_STEP_LINE;
    if (to_point && step->point[0] == '\0') {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "step", name,
                               "the step does not say to which point", "give it a point");
    }
    if (step->action == SNW_STEP_CALL && step->sequence[0] == '\0') {
        return snw_refuse_rule(why, SNW_ERR_ARGUMENT, "step", name,
                               "the step does not say which sequence", "give it a sequence");
    }
    const bool signless = step->action == SNW_STEP_WAIT || step->action == SNW_STEP_WIDTH;
    if (!signless || step->value >= 0) return SNW_OK;
    return snw_refuse_rule(why, SNW_ERR_RANGE, "step", name, "the value is negative",
                           "give 0 or more");
}

static const snw_field step_fields[] = {STEP_FIELDS};
static const snw_field step_order_fields[] = {{SNW_AT(snw__step_order, index), .kind = SNW_KIND_INT,
                                               .range = {0, SNW_STEPS}, .flags = SNW_REQUIRED,
                                               .help = "Place of the step, counted from 0."},
                                              STEP_FIELDS};
const snw_type snw__step_order_type = {
    SNW_TYPE_AS("sequence_step", snw__step_order, step_order_fields), .space = &snw_space_cell,
    .validate = check_fields, .help = "A step and its place."};
const snw_type snw_step_type = {SNW_TYPE_AS("step", snw_step, step_fields),
                                .space = &snw_space_cell, .validate = check_fields,
                                .help = "One step of a sequence."};

static const snw_field sequence_fields[] = {
    {SNW_AT_LIST(snw_sequence, steps, step_count, SNW_STEPS), .kind = SNW_KIND_STRUCT,
     .type = &snw_step_type, .item = "step", .help = "Steps in their order."},
    {SNW_AT(snw_sequence, repeat), .kind = SNW_KIND_INT, .range = {0, 1e9},
     .help = "Number of rounds; 0 means until stopped."},
    {SNW_AT(snw_sequence, automatic), .kind = SNW_KIND_BOOL, .initial = "true",
     .help = "Start when the arm is enabled for the first time."},
};
const snw_type snw_sequence_type = {SNW_TYPE_AS("sequence", snw_sequence, sequence_fields),
                                    .base = "component", .space = &snw_space_cell,
                                    .functions = &snw__sequence_functions.head,
                                    .help = "A sequence of steps that a cell repeats."};
