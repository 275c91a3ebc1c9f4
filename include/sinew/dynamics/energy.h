// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_DYNAMICS_ENERGY_H
#define SINEW_DYNAMICS_ENERGY_H

/// @file
/// Energy and momentum of a mechanism, with the inertias that the workspace has now.

#include "sinew/dynamics/dyn.h"

#ifdef __cplusplus
extern "C" {
#endif

/// [J]
typedef struct snw_energy {
    double kinetic;   ///< of all links, and of the rotors by their own turning
    double potential; ///< in gravity; 0 for mass in the world's origin. Springs are not in it
} snw_energy;

/// The energy at q and v.
SNW_RT SNW_NODISCARD snw_status snw_dyn_energy(snw_dyn *dyn, const double *q, const double *v,
                                               snw_energy *energy);

/// Linear momentum, and angular about a point of the world, along the world's axes. Rotors add
/// nothing. The Jacobian of momentum is snw_kin_momentum_jacobian() of dyn->kin after this call.
SNW_RT SNW_NODISCARD snw_status snw_dyn_momentum(snw_dyn *dyn, const double *q, const double *v,
                                                 snw_vec3 point, snw_momentum *momentum);

#ifdef __cplusplus
}
#endif

#endif // SINEW_DYNAMICS_ENERGY_H
