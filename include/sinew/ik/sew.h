// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_IK_SEW_H
#define SINEW_IK_SEW_H

/// @file
/// An arm of four joints, roll-pitch-roll-pitch like Ranger's, that brings its wrist to a point
/// with its elbow at a given angle: the extended Jacobian of wrist and arm angle, a few Newton
/// cycles from where the joints are. The arm angle psi (shoulder, elbow, wrist: SEW;
/// Kreutz-Delgado, Long and Seraji 1992) is that between the plane of the three points and a
/// reference direction, about the line from shoulder to wrist.
///
///     const snw_sew arm = snw_sew_ranger();
///     snw_sew_solve(&arm, wrist, psi, q, &result);       // q[4] in and out
///
/// Frame 0 is the base of the modified Denavit-Hartenberg table of docs/ik.md.

#include <stdbool.h>

#include "sinew/base.h"
#include "sinew/math.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The arm and how to solve. A value.
typedef struct snw_sew {
    double d1, d3, a4, d5; ///< of the table [m]
    snw_vec3 reference;    ///< unit vector from which psi counts
    int cycles;            ///< Newton cycles of a call, from 1
    double shoulder_limit; ///< |theta2| below is a singular shoulder [rad]; may change at any time
    double elbow_limit;    ///< |theta4| below is a singular elbow [rad]
    double longest;        ///< length of a step, all joints together [rad], > 0
} snw_sew;

/// Ranger's dexterous arm: 0.1524, 0.5389, 0.1524, 0.5117 m, reference (0, -1, 0), 3 cycles, flags
/// at 0.1 and 0.4 rad, steps up to 0.5 rad.
SNW_RT snw_sew snw_sew_ranger(void);

/// Where the arm is.
typedef struct snw_sew_pose {
    snw_vec3 shoulder, elbow, wrist;
    double psi;   ///< in (-pi, pi] [rad]; 0 when it is not defined
    bool defined; ///< false: the arm is straight, or points along the reference
} snw_sew_pose;

/// Points and arm angle at q[4] [rad].
SNW_RT snw_sew_pose snw_sew_forward(const snw_sew *arm, const double *q);

/// How rates move the wrist and turn the arm angle: J[4], a column per joint of x, y, z [m] and psi
/// [rad]. The last row is zero where psi is not defined.
SNW_RT void snw_sew_jacobian(const snw_sew *arm, const double *q, double J[4][4]);

/// What came of a call.
typedef struct snw_sew_result {
    bool shoulder_singular; ///< a cycle began with |theta2| below its limit: joint 1 and psi waited
                            ///< from there on
    bool elbow_singular;    ///< |theta4| is below its limit at the end
    bool bounded;           ///< a step was shortened or damped to stay within `longest`
    double residual_m;      ///< of the wrist at the end
    double residual_psi;    ///< wanted minus reached, the short way [rad]; 0 where psi waited
} snw_sew_result;

/// Brings the wrist of q[4] to a point in frame 0 with arm angle psi, by arm->cycles Newton cycles.
/// With the shoulder nearly straight (|theta2| below the limit) joint 1 is held and psi left alone
/// until the call ends, also when its steps bend the shoulder beyond the limit.
/// Steps stay finite and bounded everywhere, singular places too. SNW_ERR_NOT_FINITE for NaN or
/// infinity, SNW_ERR_RANGE for lengths that make no arm; q is unchanged then.
SNW_RT SNW_NODISCARD snw_status snw_sew_solve(const snw_sew *arm, snw_vec3 wrist, double psi,
                                              double *q, snw_sew_result *result);

#ifdef __cplusplus
}
#endif

#endif // SINEW_IK_SEW_H
