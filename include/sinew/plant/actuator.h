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
    double dry;                    ///< T_s: largest dry friction [N.m]; 0 means no friction
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

/// Efforts of a simulated arm that are distinguished.
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

#ifdef __cplusplus
}
#endif

#endif // SINEW_PLANT_ACTUATOR_H
