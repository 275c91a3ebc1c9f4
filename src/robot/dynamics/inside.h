// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DYNAMICS_INSIDE_H
#define SINEW_SRC_DYNAMICS_INSIDE_H

/// @file
/// What sources and tests of dynamics share, and nobody outside of it needs.

#include "sinew/dynamics/integrate.h"

/// Forgets earlier states; call it when a state was changed from outside or a force jumped.
void snw__stepper_reset(snw_stepper *integrator);

/// The second time derivative of q_a_b for an angular velocity and acceleration along the axes of
/// the moving frame b: Q w' / 2 - |w|^2 Q / 4.
snw_quat snw__quat_acceleration_from_body(snw_quat Q, snw_vec3 w_body, snw_vec3 w_rate_body);

/// Likewise along the axes of the reference frame a.
snw_quat snw__quat_acceleration_from_reference(snw_quat Q, snw_vec3 w_reference,
                                               snw_vec3 w_rate_reference);

#endif // SINEW_SRC_DYNAMICS_INSIDE_H
