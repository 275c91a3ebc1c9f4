// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_TRANSFORM_H
#define SINEW_MATH_TRANSFORM_H

/// @file
/// Twists, accelerations and wrenches carried from one frame to another of the same rigid body.
///
/// T_1_2 is the pose of frame 2 in frame 1. A quantity "in frame 2" is given at the origin of
/// frame 2 along its axes; transform() gives the same quantity at the origin of frame 1 along its
/// axes, transform_inverse() goes back. Power is the same in both.

#include "sinew/base/attributes.h"
#include "sinew/math/motion.h"
#include "sinew/math/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The twist in frame 1 from the twist in frame 2.
SNW_INLINE snw_twist snw_twist_transform(snw_pose T_1_2, snw_twist V_2) {
    const snw_vec3 ang = snw_mat3_apply(T_1_2.R, V_2.ang);
    const snw_vec3 lin = snw_mat3_apply(T_1_2.R, V_2.lin);
    return snw_twist_of(snw_vec3_add(lin, snw_vec3_cross(T_1_2.p, ang)), ang);
}

/// The twist in frame 2 from the twist in frame 1.
SNW_INLINE snw_twist snw_twist_transform_inverse(snw_pose T_1_2, snw_twist V_1) {
    const snw_vec3 lin = snw_vec3_sub(V_1.lin, snw_vec3_cross(T_1_2.p, V_1.ang));
    return snw_twist_of(snw_mat3_apply_t(T_1_2.R, lin), snw_mat3_apply_t(T_1_2.R, V_1.ang));
}

/// The classical acceleration in frame 1 from that in frame 2, for a body that turns with omega_2
/// (along the axes of frame 2).
SNW_INLINE snw_accel snw_accel_transform(snw_pose T_1_2, snw_accel A_2, snw_vec3 omega_2) {
    const snw_vec3 omega = snw_mat3_apply(T_1_2.R, omega_2);
    return snw_accel_shift(snw_accel_rotate(T_1_2.R, A_2), omega, snw_vec3_neg(T_1_2.p));
}

/// The classical acceleration in frame 2 from that in frame 1, for a body that turns with omega_1
/// (along the axes of frame 1).
SNW_INLINE snw_accel snw_accel_transform_inverse(snw_pose T_1_2, snw_accel A_1, snw_vec3 omega_1) {
    const snw_accel A = snw_accel_shift(A_1, omega_1, T_1_2.p);
    return snw_accel_of(snw_mat3_apply_t(T_1_2.R, A.lin), snw_mat3_apply_t(T_1_2.R, A.ang));
}

/// The spatial acceleration in frame 1 from that in frame 2; no angular velocity is needed.
SNW_INLINE snw_spatial_accel snw_spatial_accel_transform(snw_pose T_1_2, snw_spatial_accel A_2) {
    return snw_spatial_accel_shift(snw_spatial_accel_rotate(T_1_2.R, A_2), snw_vec3_neg(T_1_2.p));
}

/// The spatial acceleration in frame 2 from that in frame 1.
SNW_INLINE snw_spatial_accel snw_spatial_accel_transform_inverse(snw_pose T_1_2,
                                                                 snw_spatial_accel A_1) {
    const snw_spatial_accel A = snw_spatial_accel_shift(A_1, T_1_2.p);
    return snw_spatial_accel_of(snw_mat3_apply_t(T_1_2.R, A.lin), snw_mat3_apply_t(T_1_2.R, A.ang));
}

/// The wrench in frame 1 from the wrench in frame 2.
SNW_INLINE snw_wrench snw_wrench_transform(snw_pose T_1_2, snw_wrench W_2) {
    const snw_vec3 force = snw_mat3_apply(T_1_2.R, W_2.force);
    const snw_vec3 torque = snw_mat3_apply(T_1_2.R, W_2.torque);
    return snw_wrench_of(force, snw_vec3_add(torque, snw_vec3_cross(T_1_2.p, force)));
}

/// The wrench in frame 2 from the wrench in frame 1.
SNW_INLINE snw_wrench snw_wrench_transform_inverse(snw_pose T_1_2, snw_wrench W_1) {
    const snw_vec3 torque = snw_vec3_sub(W_1.torque, snw_vec3_cross(T_1_2.p, W_1.force));
    return snw_wrench_of(snw_mat3_apply_t(T_1_2.R, W_1.force), snw_mat3_apply_t(T_1_2.R, torque));
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_TRANSFORM_H
