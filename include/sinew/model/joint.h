// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MODEL_JOINT_H
#define SINEW_MODEL_JOINT_H

/// @file
/// How a joint moves its child, kind by kind.

#include "sinew/model/law.h"
#include "sinew/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The value of a joint of one coordinate, own or followed, as its motion uses it: the encoder's
/// zero is included.
SNW_INLINE double snw_joint_value(const snw_link *link, const double *q) {
    return link->multiplier * q[link->source_q] + link->shift;
}

/// The unit quaternion at q[0..4): x y z w. The length must not be 0.
SNW_INLINE snw_quat snw_joint_quat(const double *q) {
    const double scale = 1 / sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    return snw_quat_of(q[3] * scale, q[0] * scale, q[1] * scale, q[2] * scale);
}

/// The pose of a link's frame in its joint's frame for a configuration that passes
/// snw_configuration_check().
SNW_INLINE snw_pose snw_joint_motion(const snw_link *link, const double *q) {
    snw_vec3 way;
    double value;
    switch (link->joint) {
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
        return snw_pose_rotation(snw_mat3_axis_angle(link->axis, snw_joint_value(link, q)));
    case SNW_JOINT_PRISMATIC:
        return snw_pose_translation(snw_vec3_scale(link->axis, snw_joint_value(link, q)));
    case SNW_JOINT_SCREW:
        value = snw_joint_value(link, q);
        return snw_pose_of(snw_mat3_axis_angle(link->axis, value),
                           snw_vec3_scale(link->axis, link->pitch * value));
    case SNW_JOINT_LAW:
        return snw_law_transform(&link->law, snw_joint_value(link, q));
    case SNW_JOINT_SPHERICAL:
        return snw_pose_rotation(snw_quat_to_mat3(snw_joint_quat(q + link->q_index)));
    case SNW_JOINT_PLANAR:
        q += link->q_index;
        way = snw_vec3_add_scaled(snw_vec3_scale(link->plane_x, q[0]), link->plane_y, q[1]);
        return snw_pose_of(snw_mat3_axis_angle(link->axis, q[2]), way);
    case SNW_JOINT_FREE:
        q += link->q_index;
        return snw_pose_of(snw_quat_to_mat3(snw_joint_quat(q + 3)), snw_vec3_of(q[0], q[1], q[2]));
    case SNW_JOINT_FIXED:
        break;
    }
    return snw_pose_identity();
}

#ifdef __cplusplus
}
#endif

#endif // SINEW_MODEL_JOINT_H
