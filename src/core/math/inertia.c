// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/inertia.h"

#include "internal.h"

snw_inertia snw_inertia_sphere(double m, double radius) {
    const double i = 0.4 * m * radius * radius;
    return snw_inertia_of(m, snw_vec3_zero(), snw_sym3_of(snw_vec3_of(i, i, i), 0, 0, 0));
}

snw_inertia snw_inertia_box(double m, snw_vec3 size) {
    const snw_vec3 s = snw_vec3_scale(snw_vec3_mul(size, size), m / 12);
    const snw_vec3 i = snw_vec3_of(s.y + s.z, s.x + s.z, s.x + s.y);
    return snw_inertia_of(m, snw_vec3_zero(), snw_sym3_of(i, 0, 0, 0));
}

snw_inertia snw_inertia_cylinder(double m, double radius, double length) {
    const double across = m * (3 * radius * radius + length * length) / 12;
    const double along = 0.5 * m * radius * radius;
    return snw_inertia_of(m, snw_vec3_zero(),
                          snw_sym3_of(snw_vec3_of(across, across, along), 0, 0, 0));
}

snw_inertia snw_inertia_rotate(snw_mat3 R_1_2, snw_inertia A_2) {
    return snw_inertia_of(A_2.m, snw_mat3_apply(R_1_2, A_2.h), snw_sym3_rotate(R_1_2, A_2.I));
}

// With r = t + s for every mass element at s: h' = h + m t, and the second moment, the integral of
// r.r E - r r^T, gains 2 t.h E - t h^T - h t^T from the mixed terms and that of a point at t.
snw_inertia snw_inertia_translate(snw_vec3 t, snw_inertia A) {
    const snw_vec3 th = snw_vec3_mul(t, A.h);
    const snw_sym3 mixed = snw_sym3_of(
        snw_vec3_scale(snw_vec3_of(th.y + th.z, th.x + th.z, th.x + th.y), 2),
        -(t.x * A.h.y + t.y * A.h.x), -(t.x * A.h.z + t.z * A.h.x), -(t.y * A.h.z + t.z * A.h.y));
    const snw_sym3 point = snw_sym3_point(A.m, t);
    return snw_inertia_of(A.m, snw_vec3_add_scaled(A.h, t, A.m),
                          snw_sym3_add(A.I, snw_sym3_add(mixed, point)));
}

snw_inertia snw_inertia_transform(snw_pose T_1_2, snw_inertia A_2) {
    return snw_inertia_translate(T_1_2.p, snw_inertia_rotate(T_1_2.R, A_2));
}

// the wrench that the angular velocity alone asks for
static snw_wrench gyroscopic(snw_inertia A, snw_vec3 omega) {
    return snw_wrench_of(snw_vec3_cross(omega, snw_vec3_cross(omega, A.h)),
                         snw_vec3_cross(omega, snw_sym3_apply(A.I, omega)));
}

// Newton and Euler about the frame's origin O: f = m a + alpha x h + omega x (omega x h) and
// n = I alpha + h x a + omega x (I omega), with a the classical acceleration of O.
snw_wrench snw_inertia_force(snw_inertia A, snw_twist V, snw_accel a) {
    const snw_vec3 force = snw_vec3_add_scaled(snw_vec3_cross(a.ang, A.h), a.lin, A.m);
    const snw_vec3 torque = snw_vec3_add(snw_sym3_apply(A.I, a.ang), snw_vec3_cross(A.h, a.lin));
    return snw_wrench_add(snw_wrench_of(force, torque), gyroscopic(A, V.ang));
}

// The same two equations are linear in (a, alpha), with the symmetric matrix [m E, -[h]; [h], I].
snw_status snw_inertia_acceleration(snw_inertia A, snw_twist V, snw_wrench W, snw_accel *a) {
    const snw_wrench rest = snw_wrench_sub(W, gyroscopic(A, V.ang));
    double x[6] = {rest.force.x,  rest.force.y,  rest.force.z,
                   rest.torque.x, rest.torque.y, rest.torque.z};
    const snw_vec3 h = A.h;
    const snw_sym3 I = A.I;
    const double M[36] = {
        A.m,  0,    0,    0,    h.z,  -h.y, // column a.x
        0,    A.m,  0,    -h.z, 0,    h.x,  // column a.y
        0,    0,    A.m,  h.y,  -h.x, 0,    // column a.z
        0,    -h.z, h.y,  I.xx, I.xy, I.xz, // column alpha.x
        h.z,  0,    -h.x, I.xy, I.yy, I.yz, // column alpha.y
        -h.y, h.x,  0,    I.xz, I.yz, I.zz, // column alpha.z
    };
    for (int i = 0; i < 36; i++) {
        if (!isfinite(M[i]) || !isfinite(x[i % 6])) return SNW_ERR_NOT_FINITE;
    }
    if (!(A.m > 0) || !snw__solve(6, M, 1, x)) return SNW_ERR_SINGULAR;
    *a = snw_accel_of(snw_vec3_of(x[0], x[1], x[2]), snw_vec3_of(x[3], x[4], x[5]));
    return SNW_OK;
}

// v or -v, so that the largest number is positive: the same body gives the same axes each time
static snw_vec3 pointing(const double *v) {
    const snw_vec3 a = snw_vec3_of(v[0], v[1], v[2]);
    const double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    const double largest = x >= y && x >= z ? a.x : y >= z ? a.y : a.z;
    return largest < 0 ? snw_vec3_neg(a) : a;
}

snw_status snw_sym3_principal(snw_sym3 A, snw_mat3 *R, snw_vec3 *moments) {
    double M[9] = {A.xx, A.xy, A.xz, A.xy, A.yy, A.yz, A.xz, A.yz, A.zz};
    double values[3], V[9];
    if (!snw__eigen(3, M, values, V)) return SNW_ERR_NOT_FINITE;

    // the third axis completes a right-handed frame
    const snw_vec3 x = pointing(V), y = pointing(V + 3);
    *R = snw_mat3_of(x, y, snw_vec3_cross(x, y));
    *moments = snw_vec3_of(values[0], values[1], values[2]);
    return SNW_OK;
}

snw_status snw_inertia_principal(snw_inertia A, snw_pose *T_frame_principal, snw_vec3 *moments) {
    if (!isfinite(A.m) || !snw_vec3_is_finite(A.h)) return SNW_ERR_NOT_FINITE;
    snw_mat3 R;
    const snw_status status = snw_sym3_principal(snw_inertia_central(A), &R, moments);
    if (status == SNW_OK) *T_frame_principal = snw_pose_of(R, snw_inertia_center(A));
    return status;
}
