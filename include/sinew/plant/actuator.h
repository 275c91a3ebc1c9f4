// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_PLANT_ACTUATOR_H
#define SINEW_PLANT_ACTUATOR_H

/// @file
/// What stands between a motor and a link: rotor and gear, friction, end stops, limits. All numbers
/// are of the joint's side of the gear: N.m and rad of a joint that turns, N and m of one that
/// slides.
///
///     (M + R^2 J_m) a + C v + G = motor + viscous + dry + stop + brake + from outside

#include "sinew/axis.h"
#include "sinew/base.h"
#include "sinew/dynamics.h"
#include "sinew/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The actuator of one axis.
typedef struct snw_plant_axis {
    double rotor;                  ///< R^2 J_m: inertia of the rotor on the joint's side [kg.m^2]
    double gear;                   ///< motor speed over joint speed
    double viscous;                ///< friction per rate [N.m.s/rad]
    double dry;                    ///< T_s: the most that dry friction holds [N.m]; 0 is none
    double kinetic;                ///< T_k / T_s: dry friction that moves over that, [0, 1]
    double stick_stiffness;        ///< k_s: spring of an axis that sticks [N.m/rad]
    double stick_damping;          ///< k_d: its damper [N.m.s/rad]
    double stick_velocity;         ///< D: an axis slower than this sticks [rad/s]
    double effort_min, effort_max; ///< of the motor [N.m]; may be infinite
    double lower, upper;           ///< where the stops end [rad]; may be infinite
    double stop_zone;              ///< range before these in which a stop pushes [rad]
    double stop_stiffness;         ///< [N.m/rad]; 0 with no damping: there is no stop
    double stop_damping;           ///< [N.m.s/rad]
} snw_plant_axis;

/// The actuator of an axis as its model describes it; without a description: no rotor, no friction,
/// no stops, the effort limits of the model. `kinetic` is 0.8, `stick_velocity` 1e-3, spring and
/// damper of the sticking axis 0.
SNW_RT snw_plant_axis snw_plant_axis_of(const snw_arm *arm, int axis);

/// Viscous friction at rate v.
SNW_RT double snw_plant_viscous(const snw_plant_axis *axis, double v);

/// Dry friction with stick and slip. `total` is every other effort on the axis, that of gravity and
/// velocities included; `way` is how far it is from where it began to stick. Slower than D it holds
/// against `total`, with a spring and a damper towards where it stuck, within T_s; else T_k against
/// the motion. |result| <= T_s always.
SNW_RT double snw_plant_dry(const snw_plant_axis *axis, double total, double way, double v);

/// The end stops: proportional to the way into the zone, with damping, never pulling.
SNW_RT double snw_plant_stop(const snw_plant_axis *axis, double q, double v);

/// Which efforts snw_plant_efforts() tells.
typedef enum snw_plant_torque {
    SNW_TORQUE_MANIPULATOR, ///< of the links alone: M a + C v + G
    SNW_TORQUE_LINEAR,      ///< with rotors and viscous friction: for feed-forward
    SNW_TORQUE_TOTAL        ///< with dry friction and stops too: what the motors must supply
} snw_plant_torque;

/// A motion of a model at one instant.
typedef struct snw_plant_motion {
    const double *q; ///< [nq]
    const double *v; ///< [nv]
    const double *a; ///< [nv]
} snw_plant_motion;

/// Efforts tau[count] of the axes for a motion of the arm's model.
/// `axes` has arm->count actuators; rotors and friction that `dyn` has are left out. An axis
/// that sticks asks for T_s more along its acceleration, and for nothing more without one.
/// Statuses are those of snw_dyn_inverse(); `tau` is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_plant_efforts(snw_dyn *dyn, const snw_arm *arm,
                                                  const snw_plant_axis *axes, snw_plant_torque kind,
                                                  snw_plant_motion motion, double *tau);

#ifdef __cplusplus
}
#endif

#endif // SINEW_PLANT_ACTUATOR_H
