// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_QUAT_H
#define SINEW_MATH_QUAT_H

/// @file
/// Unit quaternions (Hamilton, named members, scalar first). q_a_b turns coordinates in b into
/// coordinates in a, as R_a_b does; products chain the same way: q_a_c = q_a_b * q_b_c. q and -q
/// are the same rotation.

#include <math.h>
#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/math/mat3.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A unit quaternion w + x i + y j + z k, or the rate of one.
typedef struct snw_quat {
    double w, x, y, z;
} snw_quat;

/// The four numbers as they are; snw_quat_set() normalises and checks.
SNW_INLINE snw_quat snw_quat_of(double w, double x, double y, double z) {
    const snw_quat r = {w, x, y, z};
    return r;
}

/// The rotation by nothing.
SNW_INLINE snw_quat snw_quat_identity(void) {
    return snw_quat_of(1, 0, 0, 0);
}

/// The quaternion with scalar part w and vector part v.
SNW_INLINE snw_quat snw_quat_parts(double w, snw_vec3 v) {
    return snw_quat_of(w, v.x, v.y, v.z);
}

/// The vector part.
SNW_INLINE snw_vec3 snw_quat_vector(snw_quat q) {
    return snw_vec3_of(q.x, q.y, q.z);
}

/// a + b, for rates.
SNW_INLINE snw_quat snw_quat_add(snw_quat a, snw_quat b) {
    return snw_quat_of(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z);
}

/// q * factor, for rates.
SNW_INLINE snw_quat snw_quat_scale(snw_quat q, double factor) {
    return snw_quat_of(q.w * factor, q.x * factor, q.y * factor, q.z * factor);
}

/// The scalar product of the four numbers.
SNW_INLINE double snw_quat_dot(snw_quat a, snw_quat b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

/// The length of the four numbers; 1 for a rotation.
SNW_INLINE double snw_quat_norm(snw_quat q) {
    return sqrt(snw_quat_dot(q, q));
}

/// The conjugate: the inverse rotation.
SNW_INLINE snw_quat snw_quat_conj(snw_quat q) {
    return snw_quat_of(q.w, -q.x, -q.y, -q.z);
}

/// The product a * b: first b, then a.
SNW_INLINE snw_quat snw_quat_mul(snw_quat a, snw_quat b) {
    return snw_quat_of(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                       a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                       a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                       a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}

/// The vector v turned by the unit quaternion q.
SNW_INLINE snw_vec3 snw_quat_rotate(snw_quat q, snw_vec3 v) {
    const snw_vec3 u = snw_quat_vector(q);
    const snw_vec3 t = snw_vec3_scale(snw_vec3_cross(u, v), 2);
    return snw_vec3_add(snw_vec3_add_scaled(v, t, q.w), snw_vec3_cross(u, t));
}

/// The rotation matrix of the unit quaternion q.
SNW_INLINE snw_mat3 snw_quat_to_mat3(snw_quat q) {
    const double x2 = 2 * q.x, y2 = 2 * q.y, z2 = 2 * q.z;
    const double xx = q.x * x2, yy = q.y * y2, zz = q.z * z2;
    const double xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
    const double wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
    return snw_mat3_of(snw_vec3_of(1 - yy - zz, xy + wz, xz - wy),
                       snw_vec3_of(xy - wz, 1 - xx - zz, yz + wx),
                       snw_vec3_of(xz + wy, yz - wx, 1 - xx - yy));
}

/// The unit quaternion of a rotation matrix. Of q and -q it is the one with w > 0, or, at a half
/// turn, with the first non-zero number of x, y, z positive. Its length is 1 even if R has drifted.
SNW_RT snw_quat snw_quat_from_mat3(snw_mat3 R);

/// Brings q to length 1, whatever its size. SNW_ERR_RANGE for the zero quaternion, which is no
/// rotation; SNW_ERR_NOT_FINITE. `*unit` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_quat_normalize(snw_quat q, snw_quat *unit);

/// Sets q from four numbers of any length; failures as for snw_quat_normalize().
SNW_INLINE SNW_NODISCARD snw_status snw_quat_set(snw_quat *q, double w, double x, double y,
                                                 double z) {
    return snw_quat_normalize(snw_quat_of(w, x, y, z), q);
}

/// True when all four numbers of a and b, or of a and -b, differ by at most `tolerance`: q and -q
/// are near each other, because they are the same rotation.
SNW_INLINE bool snw_quat_near(snw_quat a, snw_quat b, double tolerance) {
    const bool same = fabs(a.w - b.w) <= tolerance && fabs(a.x - b.x) <= tolerance &&
                      fabs(a.y - b.y) <= tolerance && fabs(a.z - b.z) <= tolerance;
    const bool opposite = fabs(a.w + b.w) <= tolerance && fabs(a.x + b.x) <= tolerance &&
                          fabs(a.y + b.y) <= tolerance && fabs(a.z + b.z) <= tolerance;
    return same || opposite;
}

/// The rotation about the unit vector `axis` by `angle`.
SNW_INLINE snw_quat snw_quat_axis_angle(snw_vec3 axis, double angle) {
    return snw_quat_parts(cos(0.5 * angle), snw_vec3_scale(axis, sin(0.5 * angle)));
}

/// The rotation by a rotation vector (axis times angle, any angle). Exact to rounding down to the
/// smallest vectors.
SNW_RT snw_quat snw_quat_exp(snw_vec3 rotation_vector);

/// The rotation vector of q, of length at most pi; q and -q give the same, except at a half turn,
/// where both directions of the axis are right.
SNW_RT snw_vec3 snw_quat_log(snw_quat q);

/// The angle between two rotations, in [0, pi].
SNW_RT double snw_quat_angle(snw_quat a, snw_quat b);

/// The rotation a part t of the way from a (t = 0) to b (t = 1), turning at constant speed by the
/// shorter way. Half a turn apart, it goes the way on which b, as given, lies. t outside [0, 1]
/// goes on turning.
SNW_RT snw_quat snw_quat_slerp(snw_quat a, snw_quat b, double t);

/// The rate of q_a_b for an angular velocity [rad/s] along the axes of the moving frame b.
SNW_INLINE snw_quat snw_quat_rate_from_body(snw_quat q, snw_vec3 w_body) {
    return snw_quat_scale(snw_quat_mul(q, snw_quat_parts(0, w_body)), 0.5);
}

/// The rate of q_a_b for an angular velocity [rad/s] along the axes of the reference frame a.
SNW_INLINE snw_quat snw_quat_rate_from_reference(snw_quat q, snw_vec3 w_reference) {
    return snw_quat_scale(snw_quat_mul(snw_quat_parts(0, w_reference), q), 0.5);
}

/// The angular velocity [rad/s] along the axes of the moving frame b, from the rate of q_a_b.
SNW_INLINE snw_vec3 snw_quat_body_rate(snw_quat q, snw_quat rate) {
    return snw_quat_vector(snw_quat_scale(snw_quat_mul(snw_quat_conj(q), rate), 2));
}

/// The angular velocity [rad/s] along the axes of the reference frame a, from the rate of q_a_b.
SNW_INLINE snw_vec3 snw_quat_reference_rate(snw_quat q, snw_quat rate) {
    return snw_quat_vector(snw_quat_scale(snw_quat_mul(rate, snw_quat_conj(q)), 2));
}

/// q after dt seconds of constant angular velocity [rad/s] along the axes of the moving frame.
/// Exact for that velocity, and the length is brought back to 1.
SNW_RT snw_quat snw_quat_integrate_body(snw_quat q, snw_vec3 w_body, double dt);

/// q after dt seconds of constant angular velocity [rad/s] along the axes of the reference frame.
SNW_RT snw_quat snw_quat_integrate_reference(snw_quat q, snw_vec3 w_reference, double dt);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_QUAT_H
