// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_CONTACT_MATERIAL_H
#define SINEW_CONTACT_MATERIAL_H

/// @file
/// Surfaces by numbers with units, and what two of them make together.

#include "sinew/base.h"
#include "sinew/describe.h"
#include "sinew/model/description.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The surface of a body. What is written is what acts: nothing is softened for the sake of a step.
typedef struct snw_contact_material {
    char name[SNW_NAME];
    double stiffness;         ///< force per depth [N/m]; INFINITY is rigid
    double damping;           ///< force per speed of approach [N.s/m]
    double dissipation;       ///< Hunt and Crossley [s/m]: damping by stiffness and depth
    double friction;          ///< coefficient at rest
    double kinetic;           ///< coefficient while sliding, at most `friction`
    double tangent_stiffness; ///< along the surface [N/m]; 0 means `stiffness`
    double tangent_damping;   ///< along the surface [N.s/m]; 0 means critical for the pair
    double spin;              ///< torque about the normal by force [m]
    double rolling;           ///< torque against rolling by force [m]
    double restitution;       ///< speed after an impact by speed before it, 0 to 1
} snw_contact_material;

extern SNW_API const snw_type snw_contact_material_type;

/// What holds where two surfaces touch: the fields of a material, combined.
typedef struct snw_contact_pair {
    double stiffness, damping, dissipation;
    double friction, kinetic;
    double tangent_stiffness, tangent_damping;
    double spin, rolling;
    double restitution;
} snw_contact_pair;

/// SNW_OK if the numbers make sense together, else a refusal that names the material, the rule and
/// the fix.
SNW_SETUP SNW_NODISCARD snw_status snw_contact_material_check(const snw_contact_material *material,
                                                              snw_why *why);

/// Two surfaces in series: k = k1 k2 / (k1 + k2), damping so that both deflect by the same force,
/// friction by the geometric mean, the larger lengths, the smaller restitution.
SNW_RT snw_contact_pair snw_contact_combine(const snw_contact_material *a,
                                            const snw_contact_material *b);

#ifdef __cplusplus
}
#endif

#endif // SINEW_CONTACT_MATERIAL_H
