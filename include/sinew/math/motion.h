// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_MOTION_H
#define SINEW_MATH_MOTION_H

/// @file
/// How a rigid body moves, and what acts on it: twist, acceleration, wrench. Linear part first.
///
/// Each is given at a point of the body and along axes that the caller keeps in mind. Shifting
/// changes the point, rotating changes the axes; transforming by a pose (sinew/math/transform.h)
/// changes both.
///
/// Accelerations come in two types that cannot be mixed. snw_accel is classical: the second
/// derivative of the position of a point; shifting it needs the angular velocity. snw_spatial_accel
/// is the derivative of the twist as a vector of six; it shifts as a twist does.

#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/math/mat3.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Velocity of a body: of one of its points [m/s], and angular [rad/s].
typedef struct snw_twist {
    snw_vec3 lin, ang;
} snw_twist;

/// Classical acceleration: of one point of the body [m/s^2], and angular [rad/s^2].
typedef struct snw_accel {
    snw_vec3 lin, ang;
} snw_accel;

/// Spatial acceleration: lin is the classical one less ang_velocity x lin_velocity.
typedef struct snw_spatial_accel {
    snw_vec3 lin, ang;
} snw_spatial_accel;

/// Force [N] with the torque [N m] about one point.
typedef struct snw_wrench {
    snw_vec3 force, torque;
} snw_wrench;

// --- twist --------------------------------------------------------------------------------------

/// The twist with these parts.
SNW_INLINE snw_twist snw_twist_of(snw_vec3 lin, snw_vec3 ang) {
    const snw_twist r = {lin, ang};
    return r;
}

/// At rest.
SNW_INLINE snw_twist snw_twist_zero(void) {
    return snw_twist_of(snw_vec3_zero(), snw_vec3_zero());
}

/// A + B.
SNW_INLINE snw_twist snw_twist_add(snw_twist A, snw_twist B) {
    return snw_twist_of(snw_vec3_add(A.lin, B.lin), snw_vec3_add(A.ang, B.ang));
}

/// A - B.
SNW_INLINE snw_twist snw_twist_sub(snw_twist A, snw_twist B) {
    return snw_twist_of(snw_vec3_sub(A.lin, B.lin), snw_vec3_sub(A.ang, B.ang));
}

/// V * factor.
SNW_INLINE snw_twist snw_twist_scale(snw_twist V, double factor) {
    return snw_twist_of(snw_vec3_scale(V.lin, factor), snw_vec3_scale(V.ang, factor));
}

/// The same motion along other axes: V_a from V_b and R_a_b.
SNW_INLINE snw_twist snw_twist_rotate(snw_mat3 R, snw_twist V) {
    return snw_twist_of(snw_mat3_apply(R, V.lin), snw_mat3_apply(R, V.ang));
}

/// The same motion at the point that lies at r from the present one, r along V's axes.
SNW_INLINE snw_twist snw_twist_shift(snw_twist V, snw_vec3 r) {
    return snw_twist_of(snw_vec3_add(V.lin, snw_vec3_cross(V.ang, r)), V.ang);
}

/// True when all numbers are equal.
SNW_INLINE bool snw_twist_equal(snw_twist A, snw_twist B) {
    return snw_vec3_equal(A.lin, B.lin) && snw_vec3_equal(A.ang, B.ang);
}

/// True when no number differs by more than `tolerance`.
SNW_INLINE bool snw_twist_near(snw_twist A, snw_twist B, double tolerance) {
    return snw_vec3_near(A.lin, B.lin, tolerance) && snw_vec3_near(A.ang, B.ang, tolerance);
}

// --- acceleration -------------------------------------------------------------------------------

/// The classical acceleration with these parts.
SNW_INLINE snw_accel snw_accel_of(snw_vec3 lin, snw_vec3 ang) {
    const snw_accel r = {lin, ang};
    return r;
}

/// A + B.
SNW_INLINE snw_accel snw_accel_add(snw_accel A, snw_accel B) {
    return snw_accel_of(snw_vec3_add(A.lin, B.lin), snw_vec3_add(A.ang, B.ang));
}

/// A - B.
SNW_INLINE snw_accel snw_accel_sub(snw_accel A, snw_accel B) {
    return snw_accel_of(snw_vec3_sub(A.lin, B.lin), snw_vec3_sub(A.ang, B.ang));
}

/// A * factor.
SNW_INLINE snw_accel snw_accel_scale(snw_accel A, double factor) {
    return snw_accel_of(snw_vec3_scale(A.lin, factor), snw_vec3_scale(A.ang, factor));
}

/// The same acceleration along other axes: A_a from A_b and R_a_b.
SNW_INLINE snw_accel snw_accel_rotate(snw_mat3 R, snw_accel A) {
    return snw_accel_of(snw_mat3_apply(R, A.lin), snw_mat3_apply(R, A.ang));
}

/// The classical acceleration of the point at r from the present one, for a body that turns with
/// `omega`: a + alpha x r + omega x (omega x r), all along the same axes.
SNW_INLINE snw_accel snw_accel_shift(snw_accel A, snw_vec3 omega, snw_vec3 r) {
    const snw_vec3 turn = snw_vec3_cross(A.ang, r);
    const snw_vec3 centripetal = snw_vec3_cross(omega, snw_vec3_cross(omega, r));
    return snw_accel_of(snw_vec3_add(A.lin, snw_vec3_add(turn, centripetal)), A.ang);
}

/// True when no number differs by more than `tolerance`.
SNW_INLINE bool snw_accel_near(snw_accel A, snw_accel B, double tolerance) {
    return snw_vec3_near(A.lin, B.lin, tolerance) && snw_vec3_near(A.ang, B.ang, tolerance);
}

/// The spatial acceleration with these parts.
SNW_INLINE snw_spatial_accel snw_spatial_accel_of(snw_vec3 lin, snw_vec3 ang) {
    const snw_spatial_accel r = {lin, ang};
    return r;
}

/// A + B; spatial accelerations add along a chain without further terms.
SNW_INLINE snw_spatial_accel snw_spatial_accel_add(snw_spatial_accel A, snw_spatial_accel B) {
    return snw_spatial_accel_of(snw_vec3_add(A.lin, B.lin), snw_vec3_add(A.ang, B.ang));
}

/// The same acceleration along other axes: A_a from A_b and R_a_b.
SNW_INLINE snw_spatial_accel snw_spatial_accel_rotate(snw_mat3 R, snw_spatial_accel A) {
    return snw_spatial_accel_of(snw_mat3_apply(R, A.lin), snw_mat3_apply(R, A.ang));
}

/// The spatial acceleration at the point at r from the present one: a + alpha x r.
SNW_INLINE snw_spatial_accel snw_spatial_accel_shift(snw_spatial_accel A, snw_vec3 r) {
    return snw_spatial_accel_of(snw_vec3_add(A.lin, snw_vec3_cross(A.ang, r)), A.ang);
}

/// The spatial acceleration of a body with classical acceleration A and twist V at the same point.
SNW_INLINE snw_spatial_accel snw_spatial_accel_from_accel(snw_accel A, snw_twist V) {
    return snw_spatial_accel_of(snw_vec3_sub(A.lin, snw_vec3_cross(V.ang, V.lin)), A.ang);
}

/// The classical acceleration of a body with spatial acceleration A and twist V at the same point.
SNW_INLINE snw_accel snw_accel_from_spatial(snw_spatial_accel A, snw_twist V) {
    return snw_accel_of(snw_vec3_add(A.lin, snw_vec3_cross(V.ang, V.lin)), A.ang);
}

// --- wrench -------------------------------------------------------------------------------------

/// The wrench with these parts.
SNW_INLINE snw_wrench snw_wrench_of(snw_vec3 force, snw_vec3 torque) {
    const snw_wrench r = {force, torque};
    return r;
}

/// Nothing acts.
SNW_INLINE snw_wrench snw_wrench_zero(void) {
    return snw_wrench_of(snw_vec3_zero(), snw_vec3_zero());
}

/// A + B.
SNW_INLINE snw_wrench snw_wrench_add(snw_wrench A, snw_wrench B) {
    return snw_wrench_of(snw_vec3_add(A.force, B.force), snw_vec3_add(A.torque, B.torque));
}

/// A - B.
SNW_INLINE snw_wrench snw_wrench_sub(snw_wrench A, snw_wrench B) {
    return snw_wrench_of(snw_vec3_sub(A.force, B.force), snw_vec3_sub(A.torque, B.torque));
}

/// W * factor.
SNW_INLINE snw_wrench snw_wrench_scale(snw_wrench W, double factor) {
    return snw_wrench_of(snw_vec3_scale(W.force, factor), snw_vec3_scale(W.torque, factor));
}

/// W with a force more, acting at W's point.
SNW_INLINE snw_wrench snw_wrench_add_force(snw_wrench W, snw_vec3 force) {
    return snw_wrench_of(snw_vec3_add(W.force, force), W.torque);
}

/// W with a torque more.
SNW_INLINE snw_wrench snw_wrench_add_torque(snw_wrench W, snw_vec3 torque) {
    return snw_wrench_of(W.force, snw_vec3_add(W.torque, torque));
}

/// W with a force more, acting at r from W's point.
SNW_INLINE snw_wrench snw_wrench_add_force_at(snw_wrench W, snw_vec3 force, snw_vec3 r) {
    return snw_wrench_of(snw_vec3_add(W.force, force),
                         snw_vec3_add(W.torque, snw_vec3_cross(r, force)));
}

/// The same wrench along other axes: W_a from W_b and R_a_b.
SNW_INLINE snw_wrench snw_wrench_rotate(snw_mat3 R, snw_wrench W) {
    return snw_wrench_of(snw_mat3_apply(R, W.force), snw_mat3_apply(R, W.torque));
}

/// The same wrench with its torque taken about the point at r from the present one.
SNW_INLINE snw_wrench snw_wrench_shift(snw_wrench W, snw_vec3 r) {
    return snw_wrench_of(W.force, snw_vec3_sub(W.torque, snw_vec3_cross(r, W.force)));
}

/// True when no number differs by more than `tolerance`.
SNW_INLINE bool snw_wrench_near(snw_wrench A, snw_wrench B, double tolerance) {
    return snw_vec3_near(A.force, B.force, tolerance) &&
           snw_vec3_near(A.torque, B.torque, tolerance);
}

/// The power [W] of a wrench on a body that moves with V, both at the same point and axes.
SNW_INLINE double snw_power(snw_wrench W, snw_twist V) {
    return snw_vec3_dot(W.force, V.lin) + snw_vec3_dot(W.torque, V.ang);
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_MOTION_H
