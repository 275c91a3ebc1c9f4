// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_KINEMATICS_MOTION_H
#define SINEW_KINEMATICS_MOTION_H

/// @file
/// Velocities and accelerations of whatever is fixed to a link. They cost a few products: the pass
/// over the mechanism was made by snw_kin_update_velocity() or snw_kin_update_acceleration(), which
/// must be the last update before.
///
/// Accelerations are classical: the second time derivative of the position of the very point, and
/// the first of the angular velocity. Gravity is not in them.

#include "sinew/kinematics/kin.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A point of a link, given in the link's frame: its velocity, and the link's angular velocity,
/// along the world's axes.
SNW_RT snw_twist snw_kin_velocity(const snw_kin *kin, int link, snw_vec3 p_link);

/// Likewise its acceleration.
SNW_RT snw_accel snw_kin_acceleration(const snw_kin *kin, int link, snw_vec3 p_link);

/// A frame fixed to a link: the velocity of its origin, and its angular velocity, along its own
/// axes.
SNW_RT snw_twist snw_kin_body_velocity(const snw_kin *kin, int link, snw_pose T_link_frame);

/// Likewise its acceleration: that of snw_kin_acceleration() in other axes, not the derivative of
/// the numbers of snw_kin_body_velocity().
SNW_RT snw_accel snw_kin_body_acceleration(const snw_kin *kin, int link, snw_pose T_link_frame);

/// The origin of a frame of the model, by its number, along the world's axes.
SNW_INLINE snw_twist snw_kin_frame_velocity(const snw_kin *kin, int frame) {
    const snw_model_frame *f = &kin->model->frames[frame];
    return snw_kin_velocity(kin, f->link, f->T_link_frame.p);
}

/// The acceleration of a frame, as that of a link.
SNW_INLINE snw_accel snw_kin_frame_acceleration(const snw_kin *kin, int frame) {
    const snw_model_frame *f = &kin->model->frames[frame];
    return snw_kin_acceleration(kin, f->link, f->T_link_frame.p);
}

/// A point of a link as seen from another link, along the axes of that other: what an observer who
/// moves with it measures.
SNW_RT snw_twist snw_kin_relative_velocity(const snw_kin *kin, int observer, int link,
                                           snw_vec3 p_link);

#ifdef __cplusplus
}
#endif

#endif // SINEW_KINEMATICS_MOTION_H
