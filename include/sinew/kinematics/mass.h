// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_MASS_H
#define SINEW_KINEMATICS_MASS_H

/// @file
/// Where the mass of a mechanism is and how it moves.
///
/// The first question after an update makes one pass over the bodies, from the ends to the root;
/// all others use its result until the next update. So these take a workspace that may change.

#include "sinew/kinematics/kin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Linear and angular momentum [kg m/s, kg m^2/s].
typedef struct snw_momentum {
    snw_vec3 lin, ang;
} snw_momentum;

/// Mass of the whole mechanism [kg].
SNW_RT double snw_kin_total_mass(snw_kin *kin);

/// Its centre of mass in the world; the root's origin when there is no mass.
SNW_RT snw_vec3 snw_kin_center(snw_kin *kin);

/// How rates move the centre of mass: velocity = J v. J[nv], a 3 x nv matrix by columns.
SNW_RT void snw_kin_center_jacobian(snw_kin *kin, snw_vec3 *J);

/// Momentum about the centre of mass, along the world's axes; needs velocities.
SNW_RT snw_momentum snw_kin_momentum(snw_kin *kin);

/// How rates make that momentum (centroidal momentum matrix, Orin and Goswami 2008):
/// momentum = A v. A[nv], a 6 x nv matrix by columns.
SNW_RT void snw_kin_momentum_jacobian(snw_kin *kin, snw_momentum *A);

/// Mass properties of a link with all that it carries, as one rigid body, in the link's frame and
/// about its origin. Free of cost for a link on a moving joint; linear in the number of links that
/// it carries for one on a fixed joint.
SNW_RT snw_inertia snw_kin_composite(snw_kin *kin, int link);

#ifdef __cplusplus
}
#endif

#endif // SINEW_KINEMATICS_MASS_H
