// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_COUPLING_H
#define SINEW_MODEL_COUPLING_H

/// @file
/// Between motors and joints where one motor moves several: wrists with geared shafts,
/// differentials, tendons. With C the matrix of a coupling,
///
///     q_joint = C q_motor        v_joint = C v_motor        tau_motor = C^T tau_joint
///
/// and back with its inverse, so that power is the same on both sides. What no coupling names
/// passes unchanged. NaN and infinity are refused with SNW_ERR_NOT_FINITE, then the result is
/// unchanged. A result may be its input.

#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Positions, [nq].
SNW_RT SNW_NODISCARD snw_status snw_joint_positions(const snw_model *model, const double *q_motor,
                                                    double *q_joint);

/// Positions of motors, [nq], from those of joints.
SNW_RT SNW_NODISCARD snw_status snw_motor_positions(const snw_model *model, const double *q_joint,
                                                    double *q_motor);

/// Rates, or accelerations, [nv].
SNW_RT SNW_NODISCARD snw_status snw_joint_rates(const snw_model *model, const double *v_motor,
                                                double *v_joint);

/// Rates, or accelerations, of motors, [nv], from those of joints.
SNW_RT SNW_NODISCARD snw_status snw_motor_rates(const snw_model *model, const double *v_joint,
                                                double *v_motor);

/// Efforts, [nv].
SNW_RT SNW_NODISCARD snw_status snw_joint_efforts(const snw_model *model, const double *tau_motor,
                                                  double *tau_joint);

/// Efforts of motors, [nv], from those of joints.
SNW_RT SNW_NODISCARD snw_status snw_motor_efforts(const snw_model *model, const double *tau_joint,
                                                  double *tau_motor);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_COUPLING_H
