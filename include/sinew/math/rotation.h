// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_ROTATION_H
#define SINEW_MATH_ROTATION_H

/// @file
/// Other ways to write a rotation, each to and from the matrix; the sequence of axes is part of
/// every name. Where a set of angles is not unique, the choice made is stated, and the angles
/// always give the same rotation back. Angles come out in (-pi, pi] unless stated.
///
/// Quaternions are in sinew/math/quat.h; the rotation vector is the hub of small rotations.

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/mat3.h"
#include "sinew/math/quat.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Below this sine of the middle angle the outer two axes count as parallel (gimbal lock), and one
/// of the outer angles is set to 0. The rotation given back is off by no more than this.
#define SNW_GIMBAL_SINE 1e-14

/// The rotation by a rotation vector (axis times angle, any angle).
SNW_RT snw_mat3 snw_rotation_exp(snw_vec3 rotation_vector);

/// The rotation vector of R, of length at most pi; exact to rounding near 0, near pi and at pi,
/// where of the two equal answers the first non-zero number is positive.
SNW_RT snw_vec3 snw_rotation_log(snw_mat3 R);

/// The rotation about an axis of any length by `angle`. SNW_ERR_RANGE for a zero axis,
/// SNW_ERR_NOT_FINITE. `*R` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_rotation_about(snw_vec3 axis, double angle, snw_mat3 *R);

/// Axis and angle; the way there is snw_mat3_axis_angle() or snw_quat_axis_angle().
typedef struct snw_axis_angle {
    snw_vec3 axis; ///< of length 1
    double angle;  ///< [rad] in [0, pi]
} snw_axis_angle;

/// Axis and angle of R. No rotation gives angle 0 about z; at pi the first non-zero number of the
/// axis is positive.
SNW_RT snw_axis_angle snw_axis_angle_from_mat3(snw_mat3 R);

/// Axis and angle of a unit quaternion, as for the matrix.
SNW_RT snw_axis_angle snw_axis_angle_from_quat(snw_quat q);

/// The unit quaternion of Rodrigues parameters (the Gibbs vector): axis times tan(angle / 2).
SNW_RT snw_quat snw_quat_from_rodrigues(snw_vec3 g);

/// The rotation matrix of Rodrigues parameters.
SNW_RT snw_mat3 snw_mat3_from_rodrigues(snw_vec3 g);

/// The Rodrigues parameters of R. SNW_ERR_SINGULAR at half a turn, where they are infinite (within
/// 1e-15 of it); SNW_ERR_NOT_FINITE. `*g` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_rodrigues_from_mat3(snw_mat3 R, snw_vec3 *g);

/// Roll, pitch, yaw about the fixed axes x, y, z, in this order: R = Rz(yaw) Ry(pitch) Rx(roll).
typedef struct snw_rpy {
    double roll, pitch, yaw; ///< [rad]
} snw_rpy;

/// The rotation of these angles, any size.
SNW_RT snw_mat3 snw_mat3_from_rpy(snw_rpy angles);

/// The angles of R, pitch in [-pi/2, pi/2]. When pitch is +-pi/2 only yaw -+ roll is determined:
/// then roll is 0.
SNW_RT snw_rpy snw_rpy_from_mat3(snw_mat3 R);

/// The 3-2-1 Euler angles of aerospace: turn about z by psi, about the new y by theta, about the
/// newest x by phi. The same rotation as roll = phi, pitch = theta, yaw = psi.
typedef struct snw_euler_321 {
    double psi, theta, phi; ///< [rad]
} snw_euler_321;

/// The rotation of these angles, any size: Rz(psi) Ry(theta) Rx(phi).
SNW_RT snw_mat3 snw_mat3_from_euler_321(snw_euler_321 angles);

/// The angles of R, theta in [-pi/2, pi/2]; when theta is +-pi/2, phi is 0.
SNW_RT snw_euler_321 snw_euler_321_from_mat3(snw_mat3 R);

/// The z-y-z Euler angles of manipulators: turn about z by phi, about the new y by theta, about
/// the newest z by psi.
typedef struct snw_euler_zyz {
    double phi, theta, psi; ///< [rad]
} snw_euler_zyz;

/// The rotation of these angles, any size: Rz(phi) Ry(theta) Rz(psi).
SNW_RT snw_mat3 snw_mat3_from_euler_zyz(snw_euler_zyz angles);

/// The angles of R, theta in [0, pi]. When theta is 0 or pi only psi +- phi is determined: then
/// phi is 0.
SNW_RT snw_euler_zyz snw_euler_zyz_from_mat3(snw_mat3 R);

/// The rotation of a hand given by its orientation vector o (the way it opens) and its approach
/// vector a, of any length: a is kept, o is made orthogonal to it, n = o x a. Back: R.y is o, R.z
/// is a. SNW_ERR_SINGULAR when one is zero or they are parallel (sine below 1e-9);
/// SNW_ERR_NOT_FINITE. `*R` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_mat3_from_oa(snw_vec3 o, snw_vec3 a, snw_mat3 *R);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_ROTATION_H
