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
    {"off", SNW_AXIS_OFF, "The axis follows nothing."},
    {"position", SNW_AXIS_POSITION, "The axis follows positions, with velocity feedforward."},
    {"velocity", SNW_AXIS_VELOCITY, "Rates."},
    {"effort", SNW_AXIS_EFFORT, "The axis follows torques or forces."},
};

static const snw_field sensed_fields[] = {
    {REALS(snw_arm_sensed, q), .help = "Measured positions [rad or m]."},
    {REALS(snw_arm_sensed, v), .help = "Velocities measured by the drive [rad/s or m/s]."},
    {REALS(snw_arm_sensed, effort), .help = "Efforts measured by the drive [N.m or N]."},
    {COUNTS(snw_arm_sensed, status), .help = "Bits: 1 fresh, 2 powered, 4 enabled, 8 homed, "
                                             "16 fault, 32 simulated."},
    {COUNTS(snw_arm_sensed, samples), .help = "Number of samples taken by the drive."},
    {COUNTS(snw_arm_sensed, code), .help = "Fault code of the drive, as defined by its maker."},
    {FLAG(snw_arm_sensed, has_velocity), .help = "The drive measures velocities."},
    {FLAG(snw_arm_sensed, emergency), .help = "The emergency stop input is active."},
    {SNW_AT(snw_arm_sensed, t_ns), .kind = SNW_KIND_INT, .role = SNW_SIGNAL,
     .help = "Time of the reading [ns]."},
    {SNW_AT_COUNTED(snw_arm_sensed, base, base_count), .kind = SNW_KIND_REAL, .role = SNW_SIGNAL,
     .flags = SNW_INFINITE, .help = "Floating base: position [m] and quaternion x y z w."},
    {SNW_AT_COUNTED(snw_arm_sensed, base_rate, base_rate_count), .kind = SNW_KIND_REAL,
     .role = SNW_SIGNAL, .flags = SNW_INFINITE,
     .help = "Floating base: velocity along its own axes, linear first [m/s, rad/s]."},
};
const snw_type snw_arm_sensed_type = {IMAGE("arm_sensed", snw_arm_sensed, sensed_fields),
                                      .help = "Readings reported by the drives of an arm."};

static const snw_field estimate_fields[] = {
    {REALS(snw_arm_estimate, q), .help = "Estimated positions [rad or m]."},
    {REALS(snw_arm_estimate, v), .help = "Estimated velocities [rad/s or m/s]."},
    {REALS(snw_arm_estimate, a), .help = "Estimated accelerations [rad/s^2 or m/s^2]."},
    {FLAG(snw_arm_estimate, valid), .help = "Every axis has been read at least once."},
};
const snw_type snw_arm_estimate_type = {IMAGE("arm_estimate", snw_arm_estimate, estimate_fields),
                                        .help = "Estimated state of an arm."};

static const snw_field target_fields[] = {
    {SNW_AT(snw_arm_target, mode), .kind = SNW_KIND_ENUM, SNW_CHOICES(modes), .role = SNW_SIGNAL,
     .help = "Quantity that the target gives."},
    {REALS(snw_arm_target, q), .help = "Target positions [rad or m]."},
    {REALS(snw_arm_target, v), .help = "Target velocities [rad/s or m/s]."},
    {REALS(snw_arm_target, a), .help = "Target accelerations [rad/s^2 or m/s^2]."},
    {REALS(snw_arm_target, effort), .help = "Additional efforts [N.m or N]."},
};
const snw_type snw_arm_target_type = {IMAGE("arm_target", snw_arm_target, target_fields),
                                      .help = "Target that a source gives for an arm."};

static const snw_field command_fields[] = {
    {FLAG(snw_arm_command, enable), .help = "Switch power on and open the brakes."},
    {SNW_AT_COUNTED(snw_arm_command, mode, count), .kind = SNW_KIND_ENUM, SNW_CHOICES(modes),
     .role = SNW_SIGNAL, .help = "Quantity that each axis follows."},
    {REALS(snw_arm_command, q), .help = "Commanded positions at the next tick [rad or m]."},
    {REALS(snw_arm_command, v), .help = "Commanded velocities at the next tick [rad/s or m/s]."},
    {REALS(snw_arm_command, effort),
     .help = "Commanded efforts, or efforts added to position control [N.m or N]."},
};
const snw_type snw_arm_command_type = {IMAGE("arm_command", snw_arm_command, command_fields),
                                       .help = "Command sent to the drives of an arm."};

static const snw_field limits_fields[] = {
    {REALS(snw_arm_limits, lower), .help = "Lower position limits [rad or m]."},
    {REALS(snw_arm_limits, upper), .help = "Upper position limits [rad or m]."},
    {REALS(snw_arm_limits, velocity), .help = "Velocity limits [rad/s or m/s]."},
    {REALS(snw_arm_limits, acceleration), .help = "Acceleration limits [rad/s^2 or m/s^2]."},
    {REALS(snw_arm_limits, deceleration), .help = "Deceleration limits [rad/s^2 or m/s^2]."},
    {REALS(snw_arm_limits, jerk), .help = "Jerk limits [rad/s^3 or m/s^3]."},
    {REALS(snw_arm_limits, effort), .help = "Effort limits [N.m or N]."},
    {REALS(snw_arm_limits, effort_rate),
     .help = "Limits of the rate of change of efforts [N.m/s or N/s]."},
};
const snw_type snw_arm_limits_type = {IMAGE("arm_limits", snw_arm_limits, limits_fields),
                                      .help = "Motion limits of an arm."};
