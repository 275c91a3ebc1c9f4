// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/math/pose.h"

#include "sinew/math/rotation.h"

// the rotation vector of A^T B is along the axes of A; A turns it into base axes
snw_twist snw_pose_difference(snw_pose A, snw_pose B) {
    const snw_vec3 r_A = snw_rotation_log(snw_mat3_mul_tn(A.R, B.R));
    return snw_twist_of(snw_vec3_sub(B.p, A.p), snw_mat3_apply(A.R, r_A));
}

snw_pose snw_pose_integrate(snw_pose T, snw_twist V, double dt) {
    // a turn about base axes stands on the left; one renormalising step stops drift over many calls
    const snw_mat3 turn = snw_rotation_exp(snw_vec3_scale(V.ang, dt));
    return snw_pose_of(snw_mat3_renormalize(snw_mat3_mul(turn, T.R)),
                       snw_vec3_add_scaled(T.p, V.lin, dt));
}

snw_pose snw_pose_interpolate(snw_pose A, snw_pose B, double t) {
    // both weights, so that t = 0 and t = 1 give the end points exactly
    const snw_vec3 p = snw_vec3_add(snw_vec3_scale(A.p, 1 - t), snw_vec3_scale(B.p, t));
    const snw_vec3 r_A = snw_rotation_log(snw_mat3_mul_tn(A.R, B.R));
    return snw_pose_of(snw_mat3_mul(A.R, snw_rotation_exp(snw_vec3_scale(r_A, t))), p);
}

snw_pose snw_dh_standard(snw_dh row) {
    const double ct = cos(row.theta), st = sin(row.theta);
    const double ca = cos(row.alpha), sa = sin(row.alpha);
    const snw_mat3 R = snw_mat3_of(snw_vec3_of(ct, st, 0), snw_vec3_of(-st * ca, ct * ca, sa),
                                   snw_vec3_of(st * sa, -ct * sa, ca));
    return snw_pose_of(R, snw_vec3_of(row.a * ct, row.a * st, row.d));
}

snw_pose snw_dh_modified(snw_dh row) {
    const double ct = cos(row.theta), st = sin(row.theta);
    const double ca = cos(row.alpha), sa = sin(row.alpha);
    const snw_mat3 R = snw_mat3_of(snw_vec3_of(ct, st * ca, st * sa),
                                   snw_vec3_of(-st, ct * ca, ct * sa), snw_vec3_of(0, -sa, ca));
    return snw_pose_of(R, snw_vec3_of(row.a, -row.d * sa, row.d * ca));
}
