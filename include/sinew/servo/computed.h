// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_COMPUTED_H
#define SINEW_SERVO_COMPUTED_H

/// @file
/// Laws that find the acceleration that is wanted and ask inverse dynamics for its efforts, at the
/// estimated state:
///
///     a_c = a_target + kd e' + kp e        tau = M a_c + C v + G + viscous v
///
/// so that, as far as the model is right, every axis moves as one mass on a spring and a damper of
/// its own. Springs and dampers of the model and rotors of the actuators are in M, C and G.
///
/// A floating model has no effort at its root. Then the acceleration of the root is found first, by
/// the inertia of the whole mechanism as one body, and the efforts of the joints with it.

#include "sinew/servo/gravity.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What these laws show of themselves.
typedef struct snw_computed_signals {
    int count;
    double acceleration[SNW_AXES]; ///< a_c, that is asked for [rad/s^2 or m/s^2]
    double effort[SNW_AXES];       ///< its term [N.m or N]
    double root[6];                ///< acceleration of a floating root, linear first, else 0
    double residual;               ///< largest effort that is left at a floating root [N or N.m]
} snw_computed_signals;

SNW_API extern const snw_type snw_computed_signals_type;

/// Computed torque with gains of each axis; none is 0.
typedef struct snw_computed_torque_config {
    int kp_count, kd_count;
    double kp[SNW_AXES]; ///< [1/s^2]
    double kd[SNW_AXES]; ///< [1/s]
    bool viscous;        ///< adds the viscous friction of the actuators
    snw_payload payload;
} snw_computed_torque_config;

SNW_API extern const snw_type snw_computed_torque_config_type;

typedef struct snw_computed_torque {
    // read-only
    snw_computed_signals signals;
    snw_servo_dyn model;
} snw_computed_torque;

/// Its init fails as that of snw_gravity_term_law does.
SNW_API extern const snw_servo_law snw_computed_torque_law;

/// Feed-forward and feed-back: kp = frequency^2, kd = 2 damping frequency for all axes.
typedef struct snw_feedforward_config {
    double frequency;  ///< of the error's free motion [rad/s]
    double damping;    ///< 1 does not overshoot
    bool acceleration; ///< adds the wanted acceleration to a_c
    bool viscous;      ///< adds the viscous friction of the actuators
    snw_payload payload;
} snw_feedforward_config;

SNW_API extern const snw_type snw_feedforward_config_type;

typedef struct snw_feedforward {
    // read-only
    snw_computed_signals signals;
    snw_servo_dyn model;
} snw_feedforward;

/// Its update: SNW_ERR_SINGULAR for a floating mechanism that, as one body, has no mass or no
/// extent.
SNW_API extern const snw_servo_law snw_feedforward_law;

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_COMPUTED_H
