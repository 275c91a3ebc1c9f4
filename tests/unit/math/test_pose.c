// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

// the homogeneous 4 x 4 matrix of a pose, without the module
static ref_mat homogeneous(snw_pose T) {
    ref_mat H = ref_of3(T.R);
    H.n = 4;
    H.a[0][3] = (long double)T.p.x;
    H.a[1][3] = (long double)T.p.y;
    H.a[2][3] = (long double)T.p.z;
    H.a[3][3] = 1;
    return H;
}

static double off_pose(snw_pose A, ref_mat H) {
    return ref_off(homogeneous(A), H);
}

// A hundred thousand transforms with columns n, o, a, p: product with the inverse, against plain
// 4 x 4 loops, and the hand of the axes.
// spec: rccl:KIN-01
static void a_transform_times_its_inverse_is_the_identity(void) {
    CHECK_CASES(check_scaled(100000)) {
        const snw_pose T = random_pose(2), U = random_pose(2);
        const snw_pose inverse = snw_pose_inverse(T);
        CHECK_NEAR(off_pose(snw_pose_mul(T, inverse), ref_identity(4)), 0, 1e-12);
        CHECK_NEAR(off_pose(snw_pose_mul(inverse, T), ref_identity(4)), 0, 1e-12);
        CHECK_NEAR(ref_off(ref_mul(homogeneous(T), homogeneous(inverse)), ref_identity(4)), 0,
                   1e-12);

        // n = o x a, in operands and results
        const snw_pose TU = snw_pose_mul(T, U);
        CHECK_NEAR(off_pose(TU, ref_mul(homogeneous(T), homogeneous(U))), 0, 1e-14);
        CHECK(snw_vec3_near(TU.R.x, snw_vec3_cross(TU.R.y, TU.R.z), 1e-12));
        CHECK(snw_vec3_near(inverse.R.x, snw_vec3_cross(inverse.R.y, inverse.R.z), 1e-12));
        CHECK_NEAR(snw_vec3_norm(TU.R.z), 1, 1e-12);
        CHECK_NEAR(snw_vec3_dot(TU.R.y, TU.R.z), 0, 1e-12);

        // the angle of the kernel's sine, cosine and arc tangent
        const double x = check_real(-3, 3);
        const snw_angle a = snw_angle_of(x);
        CHECK_NEAR(snw_angle_atan2(a.sine, a.cosine).value, x, 1e-15);
    }
}

static void points_and_relative_poses_follow_from_the_product(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_pose A = random_pose(2), B = random_pose(2);
        const snw_vec3 p = random_vec3(2);
        const ref_mat H = ref_mul(homogeneous(A), homogeneous(snw_pose_translation(p)));
        const snw_vec3 q = snw_pose_apply(A, p);
        CHECK(snw_vec3_near(q, ref_column(H, 3), 1e-14));
        CHECK(snw_vec3_near(snw_pose_apply_inverse(A, q), p, 1e-14));
        const snw_pose C = snw_pose_inverse_mul(A, B);
        CHECK_NEAR(ref_off(ref_mul(homogeneous(A), homogeneous(C)), homogeneous(B)), 0, 1e-14);
        CHECK_NEAR(ref_off(ref_of4(snw_pose_to_mat4(A)), homogeneous(A)), 0, 0);
    }
}

// What A must do to become B: the straight way of the origin, and the rotation vector along base
// axes, known because B was made by a rotation about a base axis.
// spec: damore:KIN-11
static void the_difference_is_the_motion_in_base_axes(void) {
    CHECK_CASES(check_scaled(100000)) {
        const snw_pose A = random_pose(2);
        const snw_vec3 axis = random_axis(), way = random_vec3(1);
        const double angle = check_real(0, SNW_PI - 1e-6);
        const ref_mat turn = ref_axis_angle(axis, (long double)angle);
        const snw_pose B = {ref_to3(ref_mul(turn, ref_of3(A.R))), snw_vec3_add(A.p, way)};
        const snw_twist d = snw_pose_difference(A, B);
        CHECK(snw_vec3_near(d.lin, way, 1e-15));
        CHECK(snw_vec3_near(d.ang, snw_vec3_scale(axis, angle), 1e-9));
        CHECK(snw_pose_near(snw_pose_integrate(A, d, 1), B, 1e-14));
    }
}

// Half a turn apart, where the sine of the angle says nothing.
// spec: damore:KIN-11
static void the_difference_over_half_a_turn_leads_there(void) {
    CHECK_CASES(200) {
        const snw_pose A = random_pose(2);
        const snw_vec3 axis = random_axis();
        const double short_of = check_case % 2 ? 0 : pow(10, check_real(-17, -6));
        const ref_mat turn =
            ref_axis_angle(axis, 3.14159265358979323846264L - (long double)short_of);
        const snw_pose B = {ref_to3(ref_mul(turn, ref_of3(A.R))), A.p};
        const snw_twist d = snw_pose_difference(A, B);
        CHECK_NEAR(snw_vec3_norm(d.ang), SNW_PI - short_of, 1e-9);
        CHECK(snw_pose_near(snw_pose_integrate(A, d, 1), B, 1e-9));
    }
}

static void many_small_steps_equal_one_large_one(void) {
    const snw_pose start = random_pose(1);
    const snw_twist V = {random_vec3(1), random_vec3(1)};
    snw_pose T = start;
    for (int i = 0; i < 100000; i++) {
        T = snw_pose_integrate(T, V, 1e-4);
    }
    CHECK(snw_pose_near(T, snw_pose_integrate(start, V, 10), 1e-10));
    CHECK_NEAR(snw_mat3_drift(T.R), 0, 1e-14);
}

// The origin on the line, the turned angle in proportion to t, both ends exact to rounding.
static void interpolation_is_straight_and_even(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_pose A = random_pose(2), B = random_pose(2);
        const double t = check_real(0, 1);
        const snw_pose T = snw_pose_interpolate(A, B, t);
        CHECK(snw_vec3_near(T.p, snw_vec3_add_scaled(A.p, snw_vec3_sub(B.p, A.p), t), 1e-15));
        const snw_vec3 whole = snw_pose_difference(A, B).ang, part = snw_pose_difference(A, T).ang;
        CHECK(snw_vec3_near(part, snw_vec3_scale(whole, t), 1e-14));
        const snw_quat q = snw_quat_slerp(snw_quat_from_mat3(A.R), snw_quat_from_mat3(B.R), t);
        if (snw_vec3_norm(whole) < 3.1) CHECK_NEAR(off3(snw_quat_to_mat3(q), T.R), 0, 1e-13);
        CHECK(snw_vec3_equal(snw_pose_interpolate(A, B, 0).p, A.p));
        CHECK(snw_vec3_equal(snw_pose_interpolate(A, B, 1).p, B.p));
        CHECK_NEAR(off3(snw_pose_interpolate(A, B, 0).R, A.R), 0, 1e-15);
        CHECK_NEAR(off3(snw_pose_interpolate(A, B, 1).R, B.R), 0, 1e-14);
    }
}

// Each row as the product of its four elementary motions, in long double.
static void rows_of_both_tables_are_the_product_of_their_motions(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_dh row = {check_real(-1, 1), check_real(-4, 4), check_real(-1, 1),
                            check_real(-4, 4)};
        ref_mat Rz = ref_about(2, row.theta), Rx = ref_about(0, row.alpha);
        Rz.n = Rx.n = 4;
        Rz.a[3][3] = Rx.a[3][3] = 1;
        ref_mat Tz = ref_identity(4), Tx = ref_identity(4);
        Tz.a[2][3] = (long double)row.d;
        Tx.a[0][3] = (long double)row.a;
        const ref_mat standard = ref_mul(ref_mul(Rz, Tz), ref_mul(Tx, Rx));
        const ref_mat modified = ref_mul(ref_mul(Rx, Tx), ref_mul(Rz, Tz));
        CHECK_NEAR(off_pose(snw_dh_standard(row), standard), 0, 1e-15);
        CHECK_NEAR(off_pose(snw_dh_modified(row), modified), 0, 1e-15);
    }
}

static void the_static_initialiser_is_a_translation(void) {
    static const snw_pose T = SNW_POSE_AT(1, -2, 3 + 0.5);
    CHECK(snw_pose_near(T, snw_pose_translation((snw_vec3){1, -2, 3.5}), 0));
}

static void nearness_and_finiteness_look_at_every_number(void) {
    const snw_pose T = random_pose(1);
    for (int i = 0; i < 12; i++) {
        snw_pose U = T, bad = T;
        double *const element = i < 3   ? &U.p.x + i
                                : i < 6 ? &U.R.x.x + (i - 3)
                                : i < 9 ? &U.R.y.x + (i - 6)
                                        : &U.R.z.x + (i - 9);
        *element += 0.01;
        CHECK(snw_pose_near(T, U, 0.0101) && !snw_pose_near(T, U, 0.0099));
        *element = (double)NAN;
        bad = U;
        CHECK(!snw_pose_is_finite(bad) && !snw_pose_near(bad, bad, 1e9));
    }
    CHECK(snw_pose_is_finite(T));
}

int main(void) {
    RUN(a_transform_times_its_inverse_is_the_identity);
    RUN(points_and_relative_poses_follow_from_the_product);
    RUN(the_difference_is_the_motion_in_base_axes);
    RUN(the_difference_over_half_a_turn_leads_there);
    RUN(many_small_steps_equal_one_large_one);
    RUN(interpolation_is_straight_and_even);
    RUN(rows_of_both_tables_are_the_product_of_their_motions);
    RUN(the_static_initialiser_is_a_translation);
    RUN(nearness_and_finiteness_look_at_every_number);
    return check_report();
}
