// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/rotation.h"

#include "sinew/math/angle.h"

// the arc tangent in (-pi, pi], never -0
static double direction(double y, double x) {
    const double angle = atan2(y + 0.0, x);
    return angle <= -SNW_PI ? SNW_PI : angle;
}

// sqrt(a^2 + b^2) of two elements of a rotation: no overflow to fear
static double length2(double a, double b) {
    return sqrt(a * a + b * b);
}

// R = E + sin(t)/t [r] + (1 - cos t)/t^2 [r]^2 (Rodrigues 1840), with 1 - cos t written as
// 2 sin^2(t/2), which keeps its digits for small t. [r]^2 = r r^T - t^2 E.
snw_mat3 snw_rotation_exp(snw_vec3 r) {
    const double angle = snw_vec3_norm(r);
    const double half = angle > 0 ? sin(0.5 * angle) / angle : 0.5;
    const double a = angle > 0 ? sin(angle) / angle : 1, b = 2 * half * half;
    const double xx = b * r.x * r.x, yy = b * r.y * r.y, zz = b * r.z * r.z;
    const double xy = b * r.x * r.y, xz = b * r.x * r.z, yz = b * r.y * r.z;
    const snw_vec3 s = snw_vec3_scale(r, a);
    return snw_mat3_of(snw_vec3_of(1 - yy - zz, xy + s.z, xz - s.y),
                       snw_vec3_of(xy - s.z, 1 - xx - zz, yz + s.x),
                       snw_vec3_of(xz + s.y, yz - s.x, 1 - xx - yy));
}

snw_vec3 snw_rotation_log(snw_mat3 R) {
    return snw_quat_log(snw_quat_from_mat3(R));
}

snw_status snw_rotation_about(snw_vec3 axis, double angle, snw_mat3 *R) {
    if (!snw_vec3_is_finite(axis) || !isfinite(angle)) return SNW_ERR_NOT_FINITE;
    const double size = snw_vec3_max_abs(axis);
    if (size == 0) return SNW_ERR_RANGE;
    *R = snw_mat3_axis_angle(snw_vec3_normalize(snw_vec3_divide(axis, size)), angle);
    return SNW_OK;
}

snw_axis_angle snw_axis_angle_from_quat(snw_quat q) {
    const snw_vec3 r = snw_quat_log(q);
    const double size = snw_vec3_max_abs(r);
    snw_axis_angle out = {snw_vec3_z(1), 0};
    if (size == 0) return out;

    // scaled, so that the axis of the smallest rotation is a unit vector too
    const snw_vec3 d = snw_vec3_divide(r, size);
    const double length = snw_vec3_norm(d);
    out.axis = snw_vec3_divide(d, length);
    out.angle = size * length;
    if (out.angle > SNW_PI) out.angle = SNW_PI;
    return out;
}

snw_axis_angle snw_axis_angle_from_mat3(snw_mat3 R) {
    return snw_axis_angle_from_quat(snw_quat_from_mat3(R));
}

// (1, g) has the direction of the quaternion; a large g is scaled down first
snw_quat snw_quat_from_rodrigues(snw_vec3 g) {
    const double size = snw_vec3_max_abs(g), down = size > 1 ? 1 / size : 1;
    const snw_quat q = snw_quat_parts(down, snw_vec3_scale(g, down));
    return snw_quat_scale(q, 1 / snw_quat_norm(q));
}

snw_mat3 snw_mat3_from_rodrigues(snw_vec3 g) {
    return snw_quat_to_mat3(snw_quat_from_rodrigues(g));
}

snw_status snw_rodrigues_from_mat3(snw_mat3 R, snw_vec3 *g) {
    if (!snw_mat3_is_finite(R)) return SNW_ERR_NOT_FINITE;
    const snw_quat q = snw_quat_from_mat3(R);
    if (!(q.w > 0.5e-15)) return SNW_ERR_SINGULAR;
    *g = snw_vec3_divide(snw_quat_vector(q), q.w);
    return SNW_OK;
}

snw_mat3 snw_mat3_from_rpy(snw_rpy angles) {
    const double cr = cos(angles.roll), sr = sin(angles.roll);
    const double cp = cos(angles.pitch), sp = sin(angles.pitch);
    const double cy = cos(angles.yaw), sy = sin(angles.yaw);
    return snw_mat3_of(snw_vec3_of(cy * cp, sy * cp, -sp),
                       snw_vec3_of(cy * sp * sr - sy * cr, sy * sp * sr + cy * cr, cp * sr),
                       snw_vec3_of(cy * sp * cr + sy * sr, sy * sp * cr - cy * sr, cp * cr));
}

// Roll comes from the last row, cos(pitch) (., sin roll, cos roll). With it undone, R Rx(-roll) is
// Rz(yaw) Ry(pitch), whose elements give the other two: whatever roll was taken, they make up for
// it, so the product is R to rounding even where roll is noise (after Paul 1981, section 3.5).
snw_rpy snw_rpy_from_mat3(snw_mat3 R) {
    const double cos_pitch = length2(R.y.z, R.z.z);
    const double roll = cos_pitch <= SNW_GIMBAL_SINE ? 0 : direction(R.y.z, R.z.z);
    const double c = cos(roll), s = sin(roll);
    const double pitch = atan2(0.0 - R.x.z, cos_pitch);
    const double yaw = direction(s * R.z.x - c * R.y.x, c * R.y.y - s * R.z.y);
    const snw_rpy angles = {roll, pitch, yaw};
    return angles;
}

snw_mat3 snw_mat3_from_euler_321(snw_euler_321 angles) {
    const snw_rpy rpy = {angles.phi, angles.theta, angles.psi};
    return snw_mat3_from_rpy(rpy);
}

snw_euler_321 snw_euler_321_from_mat3(snw_mat3 R) {
    const snw_rpy rpy = snw_rpy_from_mat3(R);
    const snw_euler_321 angles = {rpy.yaw, rpy.pitch, rpy.roll};
    return angles;
}

snw_mat3 snw_mat3_from_euler_zyz(snw_euler_zyz angles) {
    const double c1 = cos(angles.phi), s1 = sin(angles.phi);
    const double c2 = cos(angles.theta), s2 = sin(angles.theta);
    const double c3 = cos(angles.psi), s3 = sin(angles.psi);
    return snw_mat3_of(snw_vec3_of(c1 * c2 * c3 - s1 * s3, s1 * c2 * c3 + c1 * s3, -s2 * c3),
                       snw_vec3_of(-c1 * c2 * s3 - s1 * c3, -s1 * c2 * s3 + c1 * c3, s2 * s3),
                       snw_vec3_of(c1 * s2, s1 * s2, c2));
}

// Phi comes from the approach vector, sin(theta) (cos phi, sin phi, .). With it undone,
// Rz(-phi) R is Ry(theta) Rz(psi), as above.
snw_euler_zyz snw_euler_zyz_from_mat3(snw_mat3 R) {
    const double sin_theta = length2(R.z.x, R.z.y);
    const double phi = sin_theta <= SNW_GIMBAL_SINE ? 0 : direction(R.z.y, R.z.x);
    const double c = cos(phi), s = sin(phi);
    const double theta = atan2(sin_theta, R.z.z);
    const double psi = direction(c * R.x.y - s * R.x.x, c * R.y.y - s * R.y.x);
    const snw_euler_zyz angles = {phi, theta, psi};
    return angles;
}

snw_status snw_mat3_from_oa(snw_vec3 o, snw_vec3 a, snw_mat3 *R) {
    if (!snw_vec3_is_finite(o) || !snw_vec3_is_finite(a)) return SNW_ERR_NOT_FINITE;
    const double o_size = snw_vec3_max_abs(o), a_size = snw_vec3_max_abs(a);
    if (o_size == 0 || a_size == 0) return SNW_ERR_SINGULAR;
    const snw_vec3 open = snw_vec3_normalize(snw_vec3_divide(o, o_size));
    const snw_vec3 approach = snw_vec3_normalize(snw_vec3_divide(a, a_size));

    // the sine of the angle between them says how well the third direction is determined
    const snw_vec3 n = snw_vec3_cross(open, approach);
    if (!(snw_vec3_norm(n) > 1e-9)) return SNW_ERR_SINGULAR;
    const snw_vec3 normal = snw_vec3_normalize(n);
    *R = snw_mat3_of(normal, snw_vec3_cross(approach, normal), approach);
    return SNW_OK;
}
