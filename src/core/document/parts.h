// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_DOCUMENT_PARTS_H
#define SINEW_SRC_DOCUMENT_PARTS_H

/// @file
/// Values that files write with named parts: a quaternion as x y z w, a pose as xyz and a rotation.
/// They are described structs too, so that readers need no special case: the reader fills the
/// parts, and the parts become the value.

#include "sinew/describe.h"
#include "sinew/math.h"

typedef struct snw__quat_parts {
    double x, y, z, w;
} snw__quat_parts;

/// Exactly one of the rotations may be given; none is the identity.
typedef struct snw__pose_parts {
    snw_vec3 xyz, rpy;
    double quat_xyzw[4], quat_wxyz[4];
    double columns[9]; ///< x axis, y axis, z axis
} snw__pose_parts;

/// The parts of any value that has some, and such a value.
typedef union snw__parts {
    snw_vec3 v;
    snw__quat_parts q;
    snw__pose_parts T;
} snw__parts;

typedef union snw__parted {
    snw_vec3 v;
    snw_quat q;
    snw_pose T;
} snw__parted;

extern const snw_type snw__vec3_type; ///< of a snw_vec3
extern const snw_type snw__quat_type; ///< of a snw__quat_parts
extern const snw_type snw__pose_type; ///< of a snw__pose_parts

/// Fields of snw__pose_type, by index: which of them were given.
enum { SNW__POSE_XYZ, SNW__POSE_RPY, SNW__POSE_XYZW, SNW__POSE_WXYZ, SNW__POSE_COLUMNS };

/// The value that the parts mean; `seen` has one bit per field of the type. A quaternion whose
/// length is off by more than 1e-3, a matrix that is no rotation, two rotations at once: refused
/// with a reason. Lengths that are off by less are corrected, those within rounding kept as they
/// are.
snw_status snw__quat_from_parts(const snw__quat_parts *parts, snw_quat *q, snw_why *why);
snw_status snw__pose_from_parts(const snw__pose_parts *parts, const unsigned char *seen,
                                snw_pose *T, snw_why *why);

/// The same for a field of any of the three kinds, checked as the field wants it.
snw_status snw__parts_join(const snw_field *field, const snw__parts *parts,
                           const unsigned char *seen, snw__parted *value, snw_why *why);

#endif // SINEW_SRC_DOCUMENT_PARTS_H
