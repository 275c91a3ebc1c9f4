// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_URDF_CHAIN_H
#define SINEW_TESTS_URDF_CHAIN_H

/// @file
/// Forward kinematics straight from a description, by searching names: slow, and of no other use
/// than to check.

#include "sinew/urdf.h"

#include <string.h>

#include "check.h"

__attribute__((unused)) static int joint_index(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->joint_count; i++) {
        if (strcmp(robot->joints[i].name, name) == 0) return i;
    }
    return -1;
}

/// What a joint does at position q.
static snw_pose joint_motion(const snw_joint_description *joint, double q) {
    const double position = q + joint->position;
    snw_pose T = snw_pose_identity();
    switch (joint->kind) {
    case SNW_JOINT_REVOLUTE:
    case SNW_JOINT_CONTINUOUS:
        // Rodrigues, by its vectors: R v = v cos + (a x v) sin + a (a.v) (1 - cos)
        for (int i = 0; i < 3; i++) {
            snw_vec3 v = snw_vec3_zero();
            snw_vec3_set(&v, i, 1);
            const snw_vec3 turned = snw_vec3_add(
                snw_vec3_add(snw_vec3_scale(v, cos(position)),
                             snw_vec3_scale(snw_vec3_cross(joint->axis, v), sin(position))),
                snw_vec3_scale(joint->axis, snw_vec3_dot(joint->axis, v) * (1 - cos(position))));
            if (i == 0) T.R.x = turned;
            if (i == 1) T.R.y = turned;
            if (i == 2) T.R.z = turned;
        }
        break;
    case SNW_JOINT_PRISMATIC:
        T.p = snw_vec3_scale(joint->axis, position);
        break;
    case SNW_JOINT_FIXED:
    case SNW_JOINT_SCREW:
    case SNW_JOINT_SPHERICAL:
    case SNW_JOINT_PLANAR:
    case SNW_JOINT_FREE:
    case SNW_JOINT_LAW:
        break;
    }
    return T;
}

/// The pose of a link in the root, q[i] being the position of joint i of the description.
static snw_pose link_pose(const snw_robot *robot, const char *link, const double *q) {
    for (int i = 0; i < robot->joint_count; i++) {
        const snw_joint_description *joint = &robot->joints[i];
        if (strcmp(joint->child, link) != 0) continue;
        return snw_pose_mul(link_pose(robot, joint->parent, q),
                            snw_pose_mul(joint->origin, joint_motion(joint, q[i])));
    }
    return snw_pose_identity();
}

/// The pose of an attachment in the root.
__attribute__((unused)) static snw_pose attachment_pose(const snw_robot *robot, const char *name,
                                                        const double *q) {
    for (int i = 0; i < robot->attachment_count; i++) {
        const snw_attachment *a = &robot->attachments[i];
        if (strcmp(a->name, name) == 0) {
            return snw_pose_mul(link_pose(robot, a->link, q), a->origin);
        }
    }
    CHECK(false);
    return snw_pose_identity();
}

__attribute__((unused)) static snw_pose random_pose(double size) {
    snw_quat q;
    do {
        q = snw_quat_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
    } while (snw_quat_normalize(q, &q) < 0);
    return snw_pose_of(
        snw_quat_to_mat3(q),
        snw_vec3_of(check_real(-size, size), check_real(-size, size), check_real(-size, size)));
}

__attribute__((unused)) static snw_vec3 random_direction(void) {
    snw_vec3 v;
    do {
        v = snw_vec3_of(check_real(-1, 1), check_real(-1, 1), check_real(-1, 1));
    } while (snw_vec3_norm(v) < 0.1 || snw_vec3_norm(v) > 1);
    return snw_vec3_normalize(v);
}

#endif // SINEW_TESTS_URDF_CHAIN_H
