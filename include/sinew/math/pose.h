// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_POSE_H
#define SINEW_MATH_POSE_H

/// @file
/// Where a frame is: T_a_b is the pose of frame b in frame a. Read names like a fraction and the
/// inner letters cancel: T_a_c = T_a_b * T_b_c, p_a = T_a_b * p_b.

#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/math/mat3.h"
#include "sinew/math/mat4.h"
#include "sinew/math/motion.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The pose of a frame b in a frame a: R's columns are the axes of b in a (n, o, a), p is the
/// origin of b in a [m].
typedef struct snw_pose {
    snw_mat3 R;
    snw_vec3 p;
} snw_pose;

/// A static initialiser: axes parallel, origin at (x, y, z).
#define SNW_POSE_AT(x, y, z)                                                                       \
    {                                                                                              \
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {                                                       \
            (x), (y), (z)                                                                          \
        }                                                                                          \
    }

/// The pose with this rotation and origin.
SNW_INLINE snw_pose snw_pose_of(snw_mat3 R, snw_vec3 p) {
    const snw_pose r = {R, p};
    return r;
}

/// The frame itself.
SNW_INLINE snw_pose snw_pose_identity(void) {
    return snw_pose_of(snw_mat3_identity(), snw_vec3_zero());
}

/// A frame moved without turning.
SNW_INLINE snw_pose snw_pose_translation(snw_vec3 p) {
    return snw_pose_of(snw_mat3_identity(), p);
}

/// A frame turned on the spot.
SNW_INLINE snw_pose snw_pose_rotation(snw_mat3 R) {
    return snw_pose_of(R, snw_vec3_zero());
}

/// p_a = T_a_b * p_b: a point given in b, in a.
SNW_INLINE snw_vec3 snw_pose_apply(snw_pose T, snw_vec3 p) {
    return snw_vec3_add(snw_mat3_apply(T.R, p), T.p);
}

/// p_b = T_a_b^-1 * p_a: a point given in a, in b.
SNW_INLINE snw_vec3 snw_pose_apply_inverse(snw_pose T, snw_vec3 p) {
    return snw_mat3_apply_t(T.R, snw_vec3_sub(p, T.p));
}

/// T_a_c = T_a_b * T_b_c.
SNW_INLINE snw_pose snw_pose_mul(snw_pose A, snw_pose B) {
    return snw_pose_of(snw_mat3_mul(A.R, B.R), snw_pose_apply(A, B.p));
}

/// T_b_a from T_a_b.
SNW_INLINE snw_pose snw_pose_inverse(snw_pose T) {
    return snw_pose_of(snw_mat3_transpose(T.R), snw_vec3_neg(snw_mat3_apply_t(T.R, T.p)));
}

/// A^-1 * B: T_b_c from T_a_b and T_a_c.
SNW_INLINE snw_pose snw_pose_inverse_mul(snw_pose A, snw_pose B) {
    return snw_pose_of(snw_mat3_mul_tn(A.R, B.R), snw_pose_apply_inverse(A, B.p));
}

/// True when no number of the two poses differs by more than `tolerance` (m for the origin).
SNW_INLINE bool snw_pose_near(snw_pose A, snw_pose B, double tolerance) {
    return snw_mat3_near(A.R, B.R, tolerance) && snw_vec3_near(A.p, B.p, tolerance);
}

/// True when no number is NaN or infinite.
SNW_INLINE bool snw_pose_is_finite(snw_pose T) {
    return snw_mat3_is_finite(T.R) && snw_vec3_is_finite(T.p);
}

/// The homogeneous 4 x 4 matrix, for the outside world.
SNW_INLINE snw_mat4 snw_pose_to_mat4(snw_pose T) {
    return snw_mat4_of(
        snw_vec4_of(T.R.x.x, T.R.x.y, T.R.x.z, 0), snw_vec4_of(T.R.y.x, T.R.y.y, T.R.y.z, 0),
        snw_vec4_of(T.R.z.x, T.R.z.y, T.R.z.z, 0), snw_vec4_of(T.p.x, T.p.y, T.p.z, 1));
}

/// The difference from A to B, both in the same base: what frame A must do in one second to become
/// B. lin is the way of the origin, ang the rotation vector, both along base axes.
SNW_RT snw_twist snw_pose_difference(snw_pose A, snw_pose B);

/// T after dt seconds: its origin moves with V.lin, the frame turns with V.ang, both constant and
/// along base axes. Undoes snw_pose_difference(): integrate(A, difference(A, B), 1) is B.
SNW_RT snw_pose snw_pose_integrate(snw_pose T, snw_twist V, double dt);

/// The pose a part t of the way from A (t = 0) to B (t = 1): the origin on a straight line, the
/// axes turning at constant speed by the shorter way.
SNW_RT snw_pose snw_pose_interpolate(snw_pose A, snw_pose B, double t);

/// One row of a Denavit-Hartenberg table; which of two conventions is said by the function.
typedef struct snw_dh {
    double a;     ///< [m] along x
    double alpha; ///< [rad] about x
    double d;     ///< [m] along z
    double theta; ///< [rad] about z
} snw_dh;

/// Standard (distal; Paul 1981): Rz(theta) Tz(d) Tx(a) Rx(alpha), from frame i-1 to frame i.
SNW_RT snw_pose snw_dh_standard(snw_dh row);

/// Modified (proximal; Craig 1989): Rx(alpha) Tx(a) Rz(theta) Tz(d), where a and alpha belong to
/// link i-1, d and theta to joint i.
SNW_RT snw_pose snw_dh_modified(snw_dh row);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_POSE_H
