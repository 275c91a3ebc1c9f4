// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_ARMS_H
#define SINEW_PLANT_ARMS_H

/// @file
/// The settings of the three drives, and what they show of themselves. Arrays of settings have one
/// number for all axes, one for each, or none: then what the model says holds.

#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/plant/actuator.h"
#include "sinew/plant/fault.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An arm that follows commands exactly: positions at once, rates integrated. In effort mode, and
/// when it is not enabled, it stands still.
typedef struct snw_ideal_arm {
    int power_ticks; ///< from enable to the first command that is followed
} snw_ideal_arm;

/// An arm that follows within rates and accelerations, and comes to rest without passing its goal.
/// In effort mode, and when it is not enabled, it slows down and stands still.
typedef struct snw_limited_arm {
    int power_ticks;
    double velocity[SNW_AXES], acceleration[SNW_AXES];
    int velocity_count, acceleration_count;
} snw_limited_arm;

/// How a drive reports rates.
typedef enum snw_plant_rate {
    SNW_PLANT_RATE_NONE,   ///< nothing
    SNW_PLANT_RATE_EXACT,  ///< the rate itself, with its noise
    SNW_PLANT_RATE_COUNTED ///< difference of two positions as read, over the time between them
} snw_plant_rate;

/// How a simulated arm is measured.
typedef struct snw_plant_sensor {
    double counts[SNW_AXES];      ///< per turn of the motor; 0 is exact
    double offset[SNW_AXES];      ///< added to positions: an encoder that is not adjusted
    double first_count[SNW_AXES]; ///< encoder count at the start position
    int counts_count, offset_count, first_count_count;
    int bits;      ///< of the register, which rolls over
    bool absolute; ///< positions are known from the start, not only after an index pulse
    double noise[SNW_AXES], velocity_noise[SNW_AXES], effort_noise[SNW_AXES]; ///< deviations
    int noise_count, velocity_noise_count, effort_noise_count;
    int delay_ticks; ///< readings are so old, and say so by their time
    snw_plant_rate rate;
    bool effort; ///< efforts of the motor are measured; else the last command is reported
} snw_plant_sensor;

/// How the mass of an arm is moved through time.
typedef enum snw_plant_integrator {
    SNW_PLANT_EULER, ///< semi-implicit; stiff stops, friction and loops are stable at any step
    SNW_PLANT_RK4    ///< Runge-Kutta, explicit: for soft arms, of high order
} snw_plant_integrator;

/// By which recursion accelerations are found; results are the same.
typedef enum snw_plant_method {
    SNW_PLANT_ARTICULATED, ///< articulated bodies
    SNW_PLANT_FACTORED     ///< composite bodies and factors of the mass matrix
} snw_plant_method;

/// What carries a floating base.
typedef enum snw_plant_support {
    SNW_PLANT_UNSUPPORTED, ///< nothing: it falls
    SNW_PLANT_STAND        ///< a stand that holds it softly where it began or was put
} snw_plant_support;

/// An arm with mass.
typedef struct snw_simulated_arm {
    double step; ///< longest step of the integrator [s]
    snw_plant_integrator integrator;
    snw_plant_method method;
    bool gravity;              ///< the arm has weight
    snw_plant_support support; ///< of a floating base
    int power_ticks;
    int watchdog_ticks; ///< a drive that hears nothing disables itself after so many
    double bandwidth;   ///< of the drive's loops of position and velocity [Hz]
    bool compensation;  ///< these loops know the mass of the arm, and feed it forward
    bool brakes;        ///< hold the arm when it is not enabled; else it falls
    // in place of what the model says; brake_effort is INF without
    double rotor_inertia[SNW_AXES], gear_ratio[SNW_AXES], viscous[SNW_AXES], dry[SNW_AXES];
    double kinetic[SNW_AXES], stick_stiffness[SNW_AXES], stick_damping[SNW_AXES];
    double stick_velocity[SNW_AXES], effort[SNW_AXES], stop_zone[SNW_AXES];
    double stop_stiffness[SNW_AXES], stop_damping[SNW_AXES], brake_effort[SNW_AXES];
    int rotor_inertia_count, gear_ratio_count, viscous_count, dry_count, kinetic_count,
        stick_stiffness_count, stick_damping_count, stick_velocity_count, effort_count,
        stop_zone_count, stop_stiffness_count, stop_damping_count, brake_effort_count;
    char payload_link[SNW_NAME]; ///< empty for none
    double payload;              ///< [kg]
    snw_vec3 payload_at;         ///< in the link's frame [m]
    snw_plant_sensor sensor;
} snw_simulated_arm;

/// What an arm of this module truly does, as signals; efforts are 0 for arms without mass.
typedef struct snw_plant_signals {
    int count;
    double q[SNW_AXES], v[SNW_AXES], a[SNW_AXES]; ///< at the end of the tick
    // efforts of the last step
    double motor[SNW_AXES], viscous[SNW_AXES], dry[SNW_AXES], stop[SNW_AXES], brake[SNW_AXES];
    double outside[SNW_AXES];
    bool sticks[SNW_AXES]; ///< dry friction holds it
    int limit[SNW_AXES];   ///< 1 at its upper limit, -1 at its lower, where it has stops; else 0
    snw_plant_fault_kind fault[SNW_AXES];
    int32_t counts[SNW_AXES]; ///< the encoder's register
    double index[SNW_AXES];   ///< position as read at the last index pulse
    int retries;              ///< solutions beyond the first in the last tick
    int support_count;        ///< 6 where a stand carries a floating base, else 0
    double support[6]; ///< its force and its torque about the base's origin, along the world's axes
} snw_plant_signals;

SNW_API extern const snw_type snw_ideal_arm_type, snw_limited_arm_type, snw_simulated_arm_type,
    snw_plant_signals_type;

/// Adds the three types to a registry that has the base "drive", all or none.
SNW_SETUP SNW_NODISCARD snw_status snw_plant_register(snw_registry *registry, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PLANT_ARMS_H
