// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_MATH_INERTIA_H
#define SINEW_MATH_INERTIA_H

/// @file
/// The ten mass properties of a rigid body: mass, first moment, second moment.
///
/// All are about the origin of the frame, not about the centre of mass, so that bodies add number
/// by number. The products are matrix entries: I.xy = -integral of x y dm (negative products).

#include <stdbool.h>

#include "sinew/base/attributes.h"
#include "sinew/base/status.h"
#include "sinew/base/why.h"
#include "sinew/math/mat3.h"
#include "sinew/math/motion.h"
#include "sinew/math/pose.h"
#include "sinew/math/vec3.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A symmetric 3 x 3 matrix by its six entries.
typedef struct snw_sym3 {
    double xx, yy, zz, xy, xz, yz;
} snw_sym3;

/// Ten mass properties about the origin of a frame.
typedef struct snw_inertia {
    double m;   ///< [kg]
    snw_vec3 h; ///< first moment: mass times centre of mass [kg m]
    snw_sym3 I; ///< second moment about the frame's origin [kg m^2]
} snw_inertia;

// --- symmetric matrices -------------------------------------------------------------------------

/// The six entries in this order.
SNW_INLINE snw_sym3 snw_sym3_of(snw_vec3 diagonal, double xy, double xz, double yz) {
    const snw_sym3 r = {diagonal.x, diagonal.y, diagonal.z, xy, xz, yz};
    return r;
}

/// All zeros.
SNW_INLINE snw_sym3 snw_sym3_zero(void) {
    return snw_sym3_of(snw_vec3_zero(), 0, 0, 0);
}

/// A + B.
SNW_INLINE snw_sym3 snw_sym3_add(snw_sym3 A, snw_sym3 B) {
    return snw_sym3_of(snw_vec3_of(A.xx + B.xx, A.yy + B.yy, A.zz + B.zz), A.xy + B.xy, A.xz + B.xz,
                       A.yz + B.yz);
}

/// A - B.
SNW_INLINE snw_sym3 snw_sym3_sub(snw_sym3 A, snw_sym3 B) {
    return snw_sym3_of(snw_vec3_of(A.xx - B.xx, A.yy - B.yy, A.zz - B.zz), A.xy - B.xy, A.xz - B.xz,
                       A.yz - B.yz);
}

/// A * factor.
SNW_INLINE snw_sym3 snw_sym3_scale(snw_sym3 A, double factor) {
    return snw_sym3_of(snw_vec3_of(A.xx * factor, A.yy * factor, A.zz * factor), A.xy * factor,
                       A.xz * factor, A.yz * factor);
}

/// A * v.
SNW_INLINE snw_vec3 snw_sym3_apply(snw_sym3 A, snw_vec3 v) {
    return snw_vec3_of(A.xx * v.x + A.xy * v.y + A.xz * v.z, A.xy * v.x + A.yy * v.y + A.yz * v.z,
                       A.xz * v.x + A.yz * v.y + A.zz * v.z);
}

/// The full matrix.
SNW_INLINE snw_mat3 snw_sym3_to_mat3(snw_sym3 A) {
    return snw_mat3_of(snw_vec3_of(A.xx, A.xy, A.xz), snw_vec3_of(A.xy, A.yy, A.yz),
                       snw_vec3_of(A.xz, A.yz, A.zz));
}

/// The symmetric part of a full matrix.
SNW_INLINE snw_sym3 snw_sym3_from_mat3(snw_mat3 A) {
    return snw_sym3_of(snw_vec3_of(A.x.x, A.y.y, A.z.z), 0.5 * (A.x.y + A.y.x),
                       0.5 * (A.x.z + A.z.x), 0.5 * (A.y.z + A.z.y));
}

/// The same tensor along other axes, R A R^T: A_a from A_b and R_a_b.
SNW_INLINE snw_sym3 snw_sym3_rotate(snw_mat3 R, snw_sym3 A) {
    const snw_mat3 B = snw_mat3_mul(R, snw_sym3_to_mat3(A));
    const snw_mat3 C = snw_mat3_mul(B, snw_mat3_transpose(R));
    return snw_sym3_from_mat3(C);
}

/// True when no entry differs by more than `tolerance`.
SNW_INLINE bool snw_sym3_near(snw_sym3 A, snw_sym3 B, double tolerance) {
    const snw_sym3 D = snw_sym3_sub(A, B);
    return snw_vec3_near(snw_vec3_of(D.xx, D.yy, D.zz), snw_vec3_zero(), tolerance) &&
           snw_vec3_near(snw_vec3_of(D.xy, D.xz, D.yz), snw_vec3_zero(), tolerance);
}

/// Principal axes: a rotation R (columns are the axes) and moments in ascending order, with
/// R^T A R diagonal to 1e-14 of the trace. Equal moments leave their axes free within their plane.
/// SNW_ERR_NOT_FINITE leaves the results untouched.
SNW_RT SNW_NODISCARD snw_status snw_sym3_principal(snw_sym3 A, snw_mat3 *R, snw_vec3 *moments);

// --- bodies -------------------------------------------------------------------------------------

/// The ten numbers as they are.
SNW_INLINE snw_inertia snw_inertia_of(double m, snw_vec3 h, snw_sym3 I) {
    const snw_inertia r = {m, h, I};
    return r;
}

/// No mass.
SNW_INLINE snw_inertia snw_inertia_zero(void) {
    return snw_inertia_of(0, snw_vec3_zero(), snw_sym3_zero());
}

/// The second moment about the origin of a point of mass m at p: m (p.p E - p p^T).
SNW_INLINE snw_sym3 snw_sym3_point(double m, snw_vec3 p) {
    const double xx = m * p.x * p.x, yy = m * p.y * p.y, zz = m * p.z * p.z;
    return snw_sym3_of(snw_vec3_of(yy + zz, xx + zz, xx + yy), -m * p.x * p.y, -m * p.x * p.z,
                       -m * p.y * p.z);
}

/// A point of mass m [kg] at p [m].
SNW_INLINE snw_inertia snw_inertia_point(double m, snw_vec3 p) {
    return snw_inertia_of(m, snw_vec3_scale(p, m), snw_sym3_point(m, p));
}

/// The body of mass m with centre of mass c and second moment I_central about c, along the axes of
/// the frame (parallel-axis theorem).
SNW_INLINE snw_inertia snw_inertia_from_central(double m, snw_vec3 c, snw_sym3 I_central) {
    return snw_inertia_of(m, snw_vec3_scale(c, m), snw_sym3_add(I_central, snw_sym3_point(m, c)));
}

/// A solid ball about the origin; radius [m].
SNW_RT snw_inertia snw_inertia_sphere(double m, double radius);

/// A solid box about the origin; `size` holds its whole edge lengths [m].
SNW_RT snw_inertia snw_inertia_box(double m, snw_vec3 size);

/// A solid cylinder about the origin, along z; radius and whole length [m].
SNW_RT snw_inertia snw_inertia_cylinder(double m, double radius, double length);

/// Both bodies together, in one frame.
SNW_INLINE snw_inertia snw_inertia_add(snw_inertia A, snw_inertia B) {
    return snw_inertia_of(A.m + B.m, snw_vec3_add(A.h, B.h), snw_sym3_add(A.I, B.I));
}

/// A without its part B.
SNW_INLINE snw_inertia snw_inertia_sub(snw_inertia A, snw_inertia B) {
    return snw_inertia_of(A.m - B.m, snw_vec3_sub(A.h, B.h), snw_sym3_sub(A.I, B.I));
}

/// The same body of another density.
SNW_INLINE snw_inertia snw_inertia_scale(snw_inertia A, double factor) {
    return snw_inertia_of(A.m * factor, snw_vec3_scale(A.h, factor), snw_sym3_scale(A.I, factor));
}

/// The centre of mass [m]; a massless body gives the origin.
SNW_INLINE snw_vec3 snw_inertia_center(snw_inertia A) {
    return A.m == 0 ? snw_vec3_zero() : snw_vec3_divide(A.h, A.m);
}

/// The second moment about the centre of mass, along the axes of the frame.
SNW_INLINE snw_sym3 snw_inertia_central(snw_inertia A) {
    return snw_sym3_sub(A.I, snw_sym3_point(A.m, snw_inertia_center(A)));
}

/// The body along other axes with the same origin: A_1 from A_2 and R_1_2.
SNW_RT snw_inertia snw_inertia_rotate(snw_mat3 R_1_2, snw_inertia A_2);

/// The body seen from a parallel frame in which the present origin is at t.
SNW_RT snw_inertia snw_inertia_translate(snw_vec3 t, snw_inertia A);

/// The body in frame 1 from the body in frame 2 and the pose of frame 2 in frame 1.
SNW_RT snw_inertia snw_inertia_transform(snw_pose T_1_2, snw_inertia A_2);

/// True when no number differs by more than `tolerance`.
SNW_INLINE bool snw_inertia_near(snw_inertia A, snw_inertia B, double tolerance) {
    return fabs(A.m - B.m) <= tolerance && snw_vec3_near(A.h, B.h, tolerance) &&
           snw_sym3_near(A.I, B.I, tolerance);
}

/// The wrench at the frame's origin that gives the body the classical acceleration `a` of that
/// origin while it moves with V (Newton and Euler); all along the axes of the frame.
SNW_RT snw_wrench snw_inertia_force(snw_inertia A, snw_twist V, snw_accel a);

/// The classical acceleration of the frame's origin under the wrench W at it; the inverse of
/// snw_inertia_force(). SNW_ERR_SINGULAR for a body without mass or without extent (a point, a thin
/// rod); SNW_ERR_NOT_FINITE. `*a` is untouched on failure.
SNW_RT SNW_NODISCARD snw_status snw_inertia_acceleration(snw_inertia A, snw_twist V, snw_wrench W,
                                                         snw_accel *a);

/// The pose of the principal frame (origin in the centre of mass) and the central moments [kg m^2]
/// in ascending order. SNW_ERR_NOT_FINITE leaves the results untouched.
SNW_RT SNW_NODISCARD snw_status snw_inertia_principal(snw_inertia A, snw_pose *T_frame_principal,
                                                      snw_vec3 *moments);

/// Can a body of positive density have these ten numbers? It can exactly when the pseudo-inertia
/// [tr(I)/2 E - I, h; h^T, m] has no negative eigenvalue (Wensing, Kim and Slotine 2018), which
/// holds the mass, the triangle inequalities and the place of the centre of mass at once. The
/// matrix is scaled first, so that its largest entries are near 1; an eigenvalue down to
/// -`tolerance` counts as rounding (1e-9 suits numbers computed here, 1e-4 numbers from data
/// sheets). All zeros, a massless link, pass.
/// SNW_ERR_RANGE with the eigenvalue and the central moments in `why` (which may be NULL);
/// SNW_ERR_NOT_FINITE; SNW_ERR_ARGUMENT for a tolerance that is not >= 0.
SNW_RT SNW_NODISCARD snw_status snw_inertia_check(snw_inertia A, double tolerance, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_MATH_INERTIA_H
