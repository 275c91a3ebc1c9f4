// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SERVO_TIP_H
#define SINEW_SERVO_TIP_H

/// @file
/// Forces at the hand as efforts of the axes, tau = J^T F: a given force, and a wall that is not
/// there.

#include "sinew/kinematics.h"
#include "sinew/servo/law.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A place on the arm, and how the axes move it. Part of a law.
typedef struct snw_servo_tip {
    // read-only
    snw_kin kin;
    int link;
    snw_pose T_link_tip;
    double *q, *v, *tau; ///< [nq], [nv], [nv]
    snw_twist *J;        ///< [nv] of the tip, along the world's axes
} snw_servo_tip;

/// A wrench that the arm exerts at its tip.
typedef struct snw_tip_force_config {
    char frame[SNW_NAME]; ///< a frame or link of the model; empty is the link of the last axis
    snw_vec3 force;       ///< [N]
    snw_vec3 torque;      ///< about the tip's origin [N.m]
    bool own_axes;        ///< given along the tip's axes, not the world's
} snw_tip_force_config;

SNW_API extern const snw_type snw_tip_force_config_type;

typedef struct snw_tip_force {
    // read-only
    snw_servo_term signals;
    snw_servo_tip tip;
} snw_tip_force;

SNW_API extern const snw_servo_law snw_tip_force_law;

/// A wall that pushes the tip out: with d = n.p + offset the depth, n pointing into the wall,
///
///     F = -(stiffness d + damping d') n   for d > 0, never inwards;   0 for d <= 0
///
/// The normal need not have length 1: normal and offset are divided by it.
typedef struct snw_wall_config {
    char frame[SNW_NAME]; ///< a frame or link of the model; empty is the link of the last axis
    snw_vec3 normal;      ///< into the wall, along the world's axes; not zero
    double offset;        ///< [m], as the normal is scaled
    double stiffness;     ///< [N/m]
    double damping;       ///< [N.s/m]
} snw_wall_config;

typedef struct snw_wall_signals {
    int count;
    double depth;            ///< of the tip in the wall; negative outside [m]
    snw_vec3 force;          ///< on the tip, along the world's axes [N]
    double effort[SNW_AXES]; ///< its term [N.m or N]
} snw_wall_signals;

SNW_API extern const snw_type snw_wall_config_type, snw_wall_signals_type;

typedef struct snw_wall {
    // read-only
    snw_wall_signals signals;
    snw_servo_tip tip;
} snw_wall;

/// Its init: SNW_ERR_ARGUMENT for a normal of length 0.
SNW_API extern const snw_servo_law snw_wall_law;

/// `frame` is the name of a frame or a link of the model; empty is the link of the last axis.
/// SNW_ERR_UNKNOWN_NAME.
SNW_SETUP SNW_NODISCARD snw_status snw_servo_tip_init(snw_servo_tip *tip, const char *frame,
                                                      const snw_arm *arm, snw_arena *arena);

/// The pose and the velocity of the tip as of the last update, along the world's axes.
SNW_RT snw_pose snw_servo_tip_pose(const snw_servo_tip *tip);

/// Takes the estimate of the arm; fails as updates of laws do.
SNW_RT SNW_NODISCARD snw_status snw_servo_tip_update(snw_servo_tip *tip, const snw_arm *arm);

/// Efforts[arm->count] with which the arm exerts a wrench at the tip, given along the world's axes.
SNW_RT void snw_servo_tip_efforts(snw_servo_tip *tip, const snw_arm *arm, snw_wrench wrench,
                                  double *efforts);

/// The velocity of the tip as of the last update, along the world's axes.
SNW_RT snw_twist snw_servo_tip_velocity(const snw_servo_tip *tip);

#ifdef __cplusplus
}
#endif

#endif // SINEW_SERVO_TIP_H
