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

/// Fails as snw_gravity_term_init() does.
SNW_SETUP SNW_NODISCARD snw_status
snw_computed_torque_init(snw_computed_torque *law, const snw_computed_torque_config *config,
                         const snw_arm *arm, snw_arena *arena);
SNW_RT void snw_computed_torque_reset(snw_computed_torque *law, const snw_arm *arm);
SNW_RT SNW_NODISCARD snw_status snw_computed_torque_update(snw_computed_torque *law,
                                                           const snw_computed_torque_config *config,
                                                           const snw_arm *arm, double dt,
                                                           double *effort);

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

SNW_SETUP SNW_NODISCARD snw_status snw_feedforward_init(snw_feedforward *law,
                                                        const snw_feedforward_config *config,
                                                        const snw_arm *arm, snw_arena *arena);
SNW_RT void snw_feedforward_reset(snw_feedforward *law, const snw_arm *arm);

/// SNW_ERR_SINGULAR for a floating mechanism that, as one body, has no mass or no extent.
SNW_RT SNW_NODISCARD snw_status snw_feedforward_update(snw_feedforward *law,
                                                       const snw_feedforward_config *config,
                                                       const snw_arm *arm, double dt,
                                                       double *effort);

/// Where the root of a floating model is and how it moves, as in the first of its q and v: q[7],
/// v[6]. It stays until it is set again; neutral and at rest after init. SNW_ERR_STATE for a model
/// whose root is fixed, SNW_ERR_NOT_FINITE; SNW_ERR_RANGE for a quaternion whose length is not 1
/// within 1e-3.
SNW_RT SNW_NODISCARD snw_status snw_servo_dyn_set_root(snw_servo_dyn *model, const double *q,
                                                       const double *v);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_COMPUTED_H
