// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_URDF_URDF_WRITER_H
#define SINEW_SRC_URDF_URDF_WRITER_H

/// @file
/// What the URDF writer asks before it writes.

#include "sinew/urdf/urdf.h"

/// SNW_OK when URDF has words for all of the robot; `*version` receives the one that is needed: 10,
/// 11 or 12. Else SNW_ERR_UNSUPPORTED with the first thing that it has no words for.
snw_status snw__urdf_sayable(const snw_robot *robot, int *version, snw_why *why);

/// The kind of a joint as URDF has it: one without ends is continuous.
snw_joint_kind snw__urdf_kind(const snw_joint_description *joint);

/// True for the pose that an origin which is not written has.
bool snw__is_identity(const snw_pose *pose);

/// A shape of URDF, and its origin in the link's frame.
typedef struct snw__urdf_shape {
    const char *element;
    snw_pose origin;
    snw_vec3 size; // of a box; radius and length of round ones
} snw__urdf_shape;

/// The words for a shape that snw__urdf_sayable() accepts.
snw__urdf_shape snw__urdf_shape_of(const snw_body_shape *shape);

#endif // SINEW_SRC_URDF_URDF_WRITER_H
