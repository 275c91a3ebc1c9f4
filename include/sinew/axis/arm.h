// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_AXIS_ARM_H
#define SINEW_AXIS_ARM_H

/// @file
/// One driven arm as the stages of the loop see it.
///
///     drive --sensed--> estimate --> source --target--> servo --wanted--> guard --command--> drive
///
/// An axis is a driven coordinate of one number: a revolute, continuous, prismatic or screw joint,
/// or a law, in the order of the model's rates; followers and the root of a floating mechanism are
/// not axes. All images are flat: they are signals, and may cross processes as bytes. SI units.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SNW_AXES = 64 }; ///< axes of one arm

/// What an axis is commanded to follow.
typedef enum snw_axis_mode {
    SNW_AXIS_OFF,      ///< nothing: no power, brakes closed where there are some
    SNW_AXIS_POSITION, ///< q, with v ahead of it
    SNW_AXIS_VELOCITY, ///< v
    SNW_AXIS_EFFORT    ///< effort
} snw_axis_mode;

/// What an axis says of itself.
enum {
    SNW_AXIS_FRESH = 1,     ///< this reading is of this tick, not an older one
    SNW_AXIS_POWERED = 2,   ///< its power stage has power
    SNW_AXIS_ENABLED = 4,   ///< it follows commands and its brake is open
    SNW_AXIS_HOMED = 8,     ///< its position is known
    SNW_AXIS_FAULT = 16,    ///< its drive reports a fault; `code` says which
    SNW_AXIS_SIMULATED = 32 ///< there is no such hardware
};

/// What the drives of an arm report in a tick. Positions of axes that are not SNW_AXIS_FRESH are
/// the last that were.
typedef struct snw_arm_sensed {
    int count;
    double q[SNW_AXES];         ///< [rad or m]
    double v[SNW_AXES];         ///< as measured by the drive, else 0 [rad/s or m/s]
    double effort[SNW_AXES];    ///< as measured by the drive, else the last command [N.m or N]
    uint32_t status[SNW_AXES];  ///< SNW_AXIS_FRESH ...
    uint32_t samples[SNW_AXES]; ///< counts the drive's own samples; one that rests is not sampling
    uint32_t code[SNW_AXES];    ///< of a drive's fault, in the drive's own numbers; 0 for none
    bool has_velocity;          ///< `v` is measured
    bool emergency;             ///< the input of the emergency stop is active
    int64_t t_ns;               ///< when it was measured
    // of a floating base, as the first of q and v of its model; both counts are 0 when it is fixed
    int base_count, base_rate_count;
    double base[7];      ///< position [m] and unit quaternion x y z w
    double base_rate[6]; ///< along its own axes, linear first [m/s, rad/s]
} snw_arm_sensed;

/// What is believed of the arm: filtered and differentiated readings.
typedef struct snw_arm_estimate {
    int count;
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES];
    bool valid; ///< there has been a reading of every axis
} snw_arm_estimate;

/// What a source wants of the arm in this tick.
typedef struct snw_arm_target {
    int count;
    snw_axis_mode mode; ///< OFF: nothing is wanted and the arm holds where it is
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES];
    double effort[SNW_AXES]; ///< added to what a law finds, or all of it with SNW_AXIS_EFFORT
} snw_arm_target;

/// What drives are commanded in a tick.
typedef struct snw_arm_command {
    int count;
    bool enable; ///< power on and brakes open
    snw_axis_mode mode[SNW_AXES];
    double q[SNW_AXES];      ///< where to be at the next tick
    double v[SNW_AXES];      ///< how fast to be then
    double effort[SNW_AXES]; ///< all of it in effort mode, added by the drive in the others
} snw_arm_command;

/// What an arm may do: of the model, narrowed by the cell. Infinite where there is no limit.
typedef struct snw_arm_limits {
    int count;
    double lower[SNW_AXES], upper[SNW_AXES];
    double velocity[SNW_AXES], acceleration[SNW_AXES], deceleration[SNW_AXES], jerk[SNW_AXES];
    double effort[SNW_AXES], effort_rate[SNW_AXES];
} snw_arm_limits;

/// What is known of the friction in the joints, on the joint's side. A stop that brakes by efforts
/// takes it into account.
typedef struct snw_arm_friction {
    double viscous[SNW_AXES]; ///< [N.m.s/rad or N.s/m]
    double dry[SNW_AXES];     ///< while it moves [N.m or N]
} snw_arm_friction;

/// The tables of the images; every field is a signal. Arrays have `count` items.
SNW_API extern const snw_type snw_arm_sensed_type, snw_arm_estimate_type, snw_arm_target_type,
    snw_arm_command_type, snw_arm_limits_type;

/// One arm on the way through a tick. Owned by the executive; stages read and write the images.
typedef struct snw_arm {
    // read-only
    const char *name; ///< of the member of the cell
    const snw_model *model;
    const snw_robot *robot;                   ///< as described: actuators
    snw_pose T_world_base;                    ///< of a floating base: as it was sensed last
    snw_vec3 gravity;                         ///< along the axes of the world [m/s^2]
    int count;                                ///< of axes
    int q_index[SNW_AXES], v_index[SNW_AXES]; ///< of each axis in the model's q and v
    int link[SNW_AXES];                       ///< that each axis moves
    snw_arm_limits limits;
    snw_arm_friction friction; ///< of the model's actuators; a law that knows better replaces it
    // images, in the order of a tick
    snw_arm_sensed sensed;     ///< written by the drive
    snw_arm_estimate estimate; ///< written by stage estimate
    snw_arm_target target;     ///< written by stages source and task
    snw_arm_command wanted;    ///< written by stage servo, changed by stage user
    snw_arm_command command;   ///< written by the guard alone
    bool follows;              ///< written by the guard: targets are followed, save single ones
                  ///< as if it were lost. While they are not, sources begin anew from command.q
    bool taken; ///< written by stage task: it moves the arm by hand. While it does, sources begin
                ///< anew from the target of the last tick and refuse new moves
} snw_arm;

/// Finds the axes of a model and their limits; images are empty, off and at rest. SNW_ERR_SIZE for
/// more than SNW_AXES axes, SNW_ERR_UNSUPPORTED for a joint of several coordinates (it is named).
SNW_SETUP SNW_NODISCARD snw_status snw_arm_init(snw_arm *arm, const snw_model *model,
                                                const snw_robot *robot, snw_why *why);

/// The name of the joint that an axis moves.
SNW_RT const char *snw_arm_axis_name(const snw_arm *arm, int axis);

/// Spreads values[count] of the axes to x[nq] or x[nv] of the model. Other coordinates stay.
SNW_RT void snw_arm_to_q(const snw_arm *arm, const double *values, double *q);

/// The same for rates: spreads values[count] to v[nv].
SNW_RT void snw_arm_to_v(const snw_arm *arm, const double *values, double *v);

/// Collects values[count] of the axes from x[nv] of the model.
SNW_RT void snw_arm_from_v(const snw_arm *arm, const double *v, double *values);

#ifdef __cplusplus
}
#endif

#endif // SINEW_AXIS_ARM_H
