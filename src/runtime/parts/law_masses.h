// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PARTS_LAW_MASSES_H
#define SINEW_SRC_PARTS_LAW_MASSES_H

#include "sinew/dynamics.h"
#include "sinew/exec.h"
#include "sinew/servo/gravity.h"

/// The masses of an arm in poses that are spread over its range, without and with a payload.
typedef struct snw__masses {
    // read-only
    const snw_arm *arm;
    snw_dyn bare, laden;
    double effort[SNW_AXES];  ///< limit; where there is none, what its own weight and acceleration
                              ///< need [N.m or N]
    double inertia[SNW_AXES]; ///< largest that an axis can feel [kg.m^2 or kg]
    // private
    double *q, *x, *y, *z; // [nq], [nv] each
    void *block;
} snw__masses;

/// SNW_ERR_RANGE for a payload that no body can be; then there is nothing to close.
SNW_SETUP SNW_NODISCARD snw_status snw__masses_open(snw__masses *masses, const snw_arm *arm,
                                                    const snw_payload *payload);
SNW_SETUP void snw__masses_close(snw__masses *masses);

/// The largest eigenvalue of M^-1 diag(gains[count]) over the poses: how fast the gains act on the
/// lightest motion. 0 for a mechanism whose mass matrix cannot be inverted.
SNW_SETUP double snw__masses_largest(snw__masses *masses, const double *gains);

/// The weight of the payload, of mass `payload`, over half of the effort that the arm's own weight
/// leaves, of the worst axis in the worst pose; above 1 it is too heavy. Where an axis has no limit
/// of effort, at least `payload` over what arms usually carry.
SNW_SETUP double snw__masses_weight(snw__masses *masses, double payload);

/// The farthest that any link can be from the joint of the first axis [m].
SNW_SETUP double snw__masses_reach(const snw_arm *arm);

#endif // SINEW_SRC_PARTS_LAW_MASSES_H
