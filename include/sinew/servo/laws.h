// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_LAWS_H
#define SINEW_SERVO_LAWS_H

/// @file
/// The list of laws that cells know by a token. A new law is a source and a header of its own, and
/// a line here: the executive makes a component of each.

#include "sinew/servo/computed.h"
#include "sinew/servo/friction.h"
#include "sinew/servo/gravity.h"
#include "sinew/servo/impedance.h"
#include "sinew/servo/pd.h"
#include "sinew/servo/tip.h"

// X(name of the law, token, type of its configuration, type of its signals)
#define SNW_SERVO_LAWS(X)                                                                          \
    X(pd, "pd", snw_pd_config_type, snw_pd_signals_type)                                           \
    X(pid, "pid", snw_pid_config_type, snw_pid_signals_type)                                       \
    X(gravity_term, "gravity", snw_gravity_term_config_type, snw_servo_term_type)                  \
    X(friction_term, "friction", snw_friction_term_config_type, snw_servo_term_type)               \
    X(computed_torque, "computed_torque", snw_computed_torque_config_type,                         \
      snw_computed_signals_type)                                                                   \
    X(feedforward, "feedforward", snw_feedforward_config_type, snw_computed_signals_type)          \
    X(impedance, "impedance", snw_impedance_config_type, snw_impedance_signals_type)               \
    X(zero_gravity, "zero_gravity", snw_zero_gravity_config_type, snw_servo_term_type)             \
    X(tip_force, "tip_force", snw_tip_force_config_type, snw_servo_term_type)                      \
    X(wall, "wall", snw_wall_config_type, snw_wall_signals_type)

#endif // SINEW_SERVO_LAWS_H
