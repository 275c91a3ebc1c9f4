// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <math.h>
#include <string.h>

static const snw_field vec3_fields[] = {
    {SNW_AT(snw_vec3, x), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED | SNW_INFINITE,
     .help = "x component."},
    {SNW_AT(snw_vec3, y), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED | SNW_INFINITE,
     .help = "y component."},
    {SNW_AT(snw_vec3, z), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED | SNW_INFINITE,
     .help = "z component."},
};
const snw_type snw__vec3_type = {SNW_TYPE(snw_vec3, vec3_fields),
                                 .help = "A vector of three numbers."};

static const snw_field quat_fields[] = {
    {SNW_AT(snw__quat_parts, x), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "i component of the quaternion."},
    {SNW_AT(snw__quat_parts, y), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "j component of the quaternion."},
    {SNW_AT(snw__quat_parts, z), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "k component of the quaternion."},
    {SNW_AT(snw__quat_parts, w), .kind = SNW_KIND_REAL, .flags = SNW_REQUIRED,
     .help = "Real component of the quaternion."},
};
const snw_type snw__quat_type = {SNW_TYPE(snw__quat_parts, quat_fields),
                                 .help = "A rotation as a unit quaternion."};

static const snw_field pose_fields[] = {
    [SNW__POSE_XYZ] = {SNW_AT(snw__pose_parts, xyz), .kind = SNW_KIND_VEC3, .unit = "m",
                       .help = "Position x, y, z."},
    [SNW__POSE_RPY] = {SNW_AT(snw__pose_parts, rpy), .kind = SNW_KIND_VEC3, .unit = "rad",
                       .help = "Roll, pitch and yaw about the fixed x, y and z axes."},
    [SNW__POSE_XYZW] = {SNW_AT_ARRAY(snw__pose_parts, quat_xyzw), .kind = SNW_KIND_REAL,
                        .help = "Unit quaternion x y z w, real component last."},
    [SNW__POSE_WXYZ] = {SNW_AT_ARRAY(snw__pose_parts, quat_wxyz), .kind = SNW_KIND_REAL,
                        .help = "Unit quaternion w x y z, real component first."},
    [SNW__POSE_COLUMNS] = {SNW_AT_ARRAY(snw__pose_parts, columns), .kind = SNW_KIND_REAL,
                           .help = "Rotation matrix by columns: x axis, y axis, z axis."},
};
const snw_type snw__pose_type = {SNW_TYPE(snw__pose_parts, pose_fields),
                                 .help = "A pose: position and rotation."};

// beyond this a quaternion was not meant to be one; below it only its last digits were lost
static const double correctable = 1e-3;
// within this nothing is corrected, so that what was written comes back bit for bit
static const double rounding = 1e-12;

snw_status snw__quat_from_parts(const snw__quat_parts *parts, snw_quat *q, snw_why *why) {
    const double norm =
        sqrt(parts->x * parts->x + parts->y * parts->y + parts->z * parts->z + parts->w * parts->w);
    if (!(fabs(norm - 1) <= correctable)) {
        snw_why_set(why, SNW_ERR_RANGE, NULL, "the quaternion is not of unit length");
        snw_why_add(why, "length", norm, "");
        snw_why_fix(why, "divide it by its length");
        return SNW_ERR_RANGE;
    }
    const double scale = fabs(norm - 1) <= rounding ? 1 : 1 / norm;
    *q = (snw_quat){parts->w * scale, parts->x * scale, parts->y * scale, parts->z * scale};
    return SNW_OK;
}

static bool was_seen(const unsigned char *seen, int field) {
    return (seen[field / 8] >> (field % 8) & 1) != 0;
}

static snw_status rotation_from_columns(const double *c, snw_mat3 *R, snw_why *why) {
    snw_pose T = snw_pose_identity();
    T.R = (snw_mat3){{c[0], c[1], c[2]}, {c[3], c[4], c[5]}, {c[6], c[7], c[8]}};
    static const snw_field pose = {.name = "pose", .size = sizeof(snw_pose), .kind = SNW_KIND_POSE};
    const snw_status status = snw_value_check(&pose, &T, why);
    if (status == SNW_OK) *R = T.R;
    return status;
}

snw_status snw__pose_from_parts(const snw__pose_parts *parts, const unsigned char *seen,
                                snw_pose *T, snw_why *why) {
    int rotations = 0;
    for (int i = SNW__POSE_RPY; i <= SNW__POSE_COLUMNS; i++) {
        rotations += was_seen(seen, i);
    }
    if (rotations > 1) {
        return snw_refuse(why, SNW_ERR_DUPLICATE, NULL, "the rotation is given twice",
                          "keep one of rpy, quat_xyzw, quat_wxyz, columns");
    }
    snw_status status = SNW_OK;
    snw_mat3 R = snw_mat3_identity();
    snw_quat q = snw_quat_identity();
    if (was_seen(seen, SNW__POSE_RPY)) {
        R = snw_mat3_from_rpy((snw_rpy){parts->rpy.x, parts->rpy.y, parts->rpy.z});
    } else if (was_seen(seen, SNW__POSE_XYZW)) {
        const double *v = parts->quat_xyzw;
        status = snw__quat_from_parts(&(snw__quat_parts){v[0], v[1], v[2], v[3]}, &q, why);
        R = snw_quat_to_mat3(q);
    } else if (was_seen(seen, SNW__POSE_WXYZ)) {
        const double *v = parts->quat_wxyz;
        status = snw__quat_from_parts(&(snw__quat_parts){v[1], v[2], v[3], v[0]}, &q, why);
        R = snw_quat_to_mat3(q);
    } else if (was_seen(seen, SNW__POSE_COLUMNS)) {
        status = rotation_from_columns(parts->columns, &R, why);
    }
    if (status == SNW_OK) *T = (snw_pose){R, parts->xyz};
    return status;
}

snw_status snw__parts_join(const snw_field *field, const snw__parts *parts,
                           const unsigned char *seen, snw__parted *value, snw_why *why) {
    snw_status status = SNW_OK;
    if (field->kind == SNW_KIND_QUAT) {
        status = snw__quat_from_parts(&parts->q, &value->q, why);
    } else if (field->kind == SNW_KIND_POSE) {
        status = snw__pose_from_parts(&parts->T, seen, &value->T, why);
    } else {
        value->v = parts->v;
    }
    return snw_failed(status) ? status : snw_value_check(field, value, why);
}
