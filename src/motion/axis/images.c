// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/axis/arm.h"

#define REALS(structure, member)                                                                   \
    SNW_AT_COUNTED(structure, member, count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,           \
                                              .flags = SNW_INFINITE
#define COUNTS(structure, member)                                                                  \
    SNW_AT_COUNTED(structure, member, count), .kind = SNW_KIND_UINT, .role = SNW_SIGNAL
#define FLAG(structure, member) SNW_AT(structure, member), .kind = SNW_KIND_BOOL, .role = SNW_SIGNAL
#define IMAGE(token, structure, table)                                                             \
    SNW_TYPE_AS(token, structure, table), .space = &snw_space_motion

static const snw_choice modes[] = {
    {"off", SNW_AXIS_OFF, "Nothing is followed."},
    {"position", SNW_AXIS_POSITION, "Positions, with rates ahead of them."},
    {"velocity", SNW_AXIS_VELOCITY, "Rates."},
    {"effort", SNW_AXIS_EFFORT, "Torques or forces."},
};

static const snw_field sensed_fields[] = {
    {REALS(snw_arm_sensed, q), .help = "Measured positions, rad or m."},
    {REALS(snw_arm_sensed, v), .help = "Rates as the drive measures them, rad/s or m/s."},
    {REALS(snw_arm_sensed, effort), .help = "Efforts as the drive measures them, N.m or N."},
    {COUNTS(snw_arm_sensed, status), .help = "Bits: 1 fresh, 2 powered, 4 enabled, 8 homed, "
                                             "16 fault, 32 simulated."},
    {COUNTS(snw_arm_sensed, samples), .help = "Counts the samples that the drive has taken."},
    {COUNTS(snw_arm_sensed, code), .help = "Fault of the drive, in its own numbers."},
    {FLAG(snw_arm_sensed, has_velocity), .help = "Rates are measured."},
    {FLAG(snw_arm_sensed, emergency), .help = "The input of the emergency stop is active."},
    {SNW_AT(snw_arm_sensed, t_ns), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Time of the reading, in nanoseconds."},
};
const snw_type snw_arm_sensed_type = {IMAGE("arm_sensed", snw_arm_sensed, sensed_fields),
                                      .help = "What the drives of an arm report."};

static const snw_field estimate_fields[] = {
    {REALS(snw_arm_estimate, q), .help = "Believed positions."},
    {REALS(snw_arm_estimate, v), .help = "Believed rates."},
    {REALS(snw_arm_estimate, a), .help = "Believed accelerations."},
    {FLAG(snw_arm_estimate, valid), .help = "Every axis has been read."},
};
const snw_type snw_arm_estimate_type = {IMAGE("arm_estimate", snw_arm_estimate, estimate_fields),
                                        .help = "What is believed of an arm."};

static const snw_field target_fields[] = {
    {SNW_AT(snw_arm_target, mode), .kind = SNW_KIND_ENUM, SNW_CHOICES(modes), .role = SNW_SIGNAL,
     .help = "What is wanted."},
    {REALS(snw_arm_target, q), .help = "Wanted positions."},
    {REALS(snw_arm_target, v), .help = "Wanted rates."},
    {REALS(snw_arm_target, a), .help = "Wanted accelerations."},
    {REALS(snw_arm_target, effort), .help = "Efforts to be added."},
};
const snw_type snw_arm_target_type = {IMAGE("arm_target", snw_arm_target, target_fields),
                                      .help = "What a source wants of an arm."};

static const snw_field command_fields[] = {
    {FLAG(snw_arm_command, enable), .help = "Power on and brakes open."},
    {SNW_AT_COUNTED(snw_arm_command, mode, count), .kind = SNW_KIND_ENUM, SNW_CHOICES(modes),
     .role = SNW_SIGNAL, .help = "What each axis follows."},
    {REALS(snw_arm_command, q), .help = "Where to be at the next tick."},
    {REALS(snw_arm_command, v), .help = "How fast to be then."},
    {REALS(snw_arm_command, effort), .help = "Efforts, alone or added."},
};
const snw_type snw_arm_command_type = {IMAGE("arm_command", snw_arm_command, command_fields),
                                       .help = "What the drives of an arm are told."};

static const snw_field limits_fields[] = {
    {REALS(snw_arm_limits, lower), .help = "Lowest positions."},
    {REALS(snw_arm_limits, upper), .help = "Highest positions."},
    {REALS(snw_arm_limits, velocity), .help = "Highest rates."},
    {REALS(snw_arm_limits, acceleration), .help = "Highest accelerations."},
    {REALS(snw_arm_limits, deceleration), .help = "Highest decelerations."},
    {REALS(snw_arm_limits, jerk), .help = "Highest jerks."},
    {REALS(snw_arm_limits, effort), .help = "Highest efforts."},
    {REALS(snw_arm_limits, effort_rate), .help = "Highest rates of change of efforts."},
};
const snw_type snw_arm_limits_type = {IMAGE("arm_limits", snw_arm_limits, limits_fields),
                                      .help = "What an arm may do."};
