// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_IK_CLOSED_INTERNAL_H
#define SINEW_SRC_IK_CLOSED_INTERNAL_H

#include "internal.h"

/// All solutions of a pose, in values of the whole chain, without limits. held[count] are the
/// values that joints without a say keep.
void snw__closed_candidates(const snw_ik_closed *closed, snw_pose goal, const double *parameters,
                            const double *held, snw__candidates *found);

/// The parameters of values of the whole chain.
void snw__parameters_of(const snw_ik_closed *closed, const double *values, double *parameters);

/// Turns that become positions of joints (place.c): all candidates side by side.
typedef struct snw__placing {
    _Alignas(64) double q[SNW_IK_CLOSED_JOINTS][SNW_IK_CLOSED_BRANCHES];
    _Alignas(64) double overshoot[SNW_IK_CLOSED_BRANCHES];
    _Alignas(64) double limit_joint[SNW_IK_CLOSED_BRANCHES]; ///< -1 for none
    _Alignas(64) double limit_side[SNW_IK_CLOSED_BRANCHES];
    const snw__candidates *found; ///< filled up to a multiple of 8
    const bool *slides;           ///< [joints], as all that follow
    const double *shift;
    double lower[SNW_IK_CLOSED_JOINTS], upper[SNW_IK_CLOSED_JOINTS];
    double reference[SNW_IK_CLOSED_JOINTS];
    int joints;
} snw__placing;

typedef void snw__place_fn(snw__placing *placing);
#define SNW__DECLARE(isa) snw__place_fn snw__place_f64_##isa;
SNW_KERNEL_EACH(SNW__DECLARE)
#undef SNW__DECLARE

#endif // SINEW_SRC_IK_CLOSED_INTERNAL_H
