// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_DEXTERITY_H
#define SINEW_KINEMATICS_DEXTERITY_H

/// @file
/// How well a place can be moved: manipulability (Yoshikawa 1985), its gradient, and condition,
/// from the singular values of the Jacobian.
///
/// Metres and radians are mixed when both parts are asked for; ask for one part, or judge the
/// numbers of one arm only among themselves.

#include "sinew/kinematics/kin.h"
#include "sinew/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Rows of the Jacobian.
typedef enum snw_kin_part {
    SNW_PART_ALL,    ///< six
    SNW_PART_LINEAR, ///< the three of the point's velocity
    SNW_PART_ANGULAR ///< the three of the angular velocity
} snw_kin_part;

/// Caller-owned, one per thread.
typedef struct snw_dexterity {
    // read-only, from snw_dexterity_update()
    snw_svd svd;           ///< of the rows asked for and the columns of the path
    double manipulability; ///< sqrt(det(J J^T)): product of singular values; 0 with too few rates
    double condition;      ///< largest over least singular value; infinite when singular
    double isotropy;       ///< its inverse, from 0 (singular) to 1 (all directions alike)
    int *rates;            ///< [rate_count] those of the path
    int rate_count;
    // private
    int link;
    snw_vec3 p_link;
    snw_kin_part part;
    int capacity;    // rates that fit
    snw_twist *J;    // [nv]
    double *numbers; // [6 * capacity] the rows and columns asked for
} snw_dexterity;

/// Lays out for a model, for paths of at most SNW_LINALG_MAX rates.
SNW_SETUP SNW_NODISCARD snw_status snw_dexterity_init(snw_dexterity *dexterity,
                                                      const snw_model *model, snw_arena *arena);

/// Measures a point of a link at the poses of `kin`. SNW_NEAR_SINGULAR when the least singular
/// value is below 1e-9 of the largest. SNW_ERR_SIZE: no rate moves the link, or more than fit.
SNW_RT SNW_NODISCARD snw_status snw_dexterity_update(snw_dexterity *dexterity, const snw_kin *kin,
                                                     int link, snw_vec3 p_link, snw_kin_part part);

/// The gradient of the manipulability by all coordinates, at the place and poses of the last
/// snw_dexterity_update(): gradient[nv]. Finite at singular places too, where it is one-sided. Cost
/// is the square of the rates of the path.
SNW_RT void snw_dexterity_gradient(snw_dexterity *dexterity, const snw_kin *kin, double *gradient);

#ifdef __cplusplus
}
#endif

#endif // SINEW_KINEMATICS_DEXTERITY_H
