// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

// A body as a cloud of point masses, which every mass property can be summed from directly.
enum { POINTS = 12 };

typedef struct cloud {
    double m[POINTS];
    snw_vec3 p[POINTS];
} cloud;

static cloud random_cloud(void) {
    cloud c;
    for (int k = 0; k < POINTS; k++) {
        c.m[k] = check_real(0.01, 0.2);
        c.p[k] = random_vec3(1);
    }
    return c;
}

static cloud moved(snw_pose T, cloud c) {
    for (int k = 0; k < POINTS; k++) {
        c.p[k] = snw_pose_apply(T, c.p[k]);
    }
    return c;
}

// the ten numbers by their definitions, in long double
static snw_inertia summed(cloud c) {
    long double m = 0, h[3] = {0}, I[6] = {0};
    for (int k = 0; k < POINTS; k++) {
        const long double w = c.m[k], x = c.p[k].x, y = c.p[k].y, z = c.p[k].z;
        m += w;
        h[0] += w * x;
        h[1] += w * y;
        h[2] += w * z;
        I[0] += w * (y * y + z * z);
        I[1] += w * (x * x + z * z);
        I[2] += w * (x * x + y * y);
        I[3] -= w * x * y;
        I[4] -= w * x * z;
        I[5] -= w * y * z;
    }
    return (snw_inertia){
        (double)m,
        {(double)h[0], (double)h[1], (double)h[2]},
        {(double)I[0], (double)I[1], (double)I[2], (double)I[3], (double)I[4], (double)I[5]}};
}

static snw_inertia of_points(cloud c) {
    snw_inertia A = snw_inertia_zero();
    for (int k = 0; k < POINTS; k++) {
        A = snw_inertia_add(A, snw_inertia_point(c.m[k], c.p[k]));
    }
    return A;
}

// spec: actin-model:A1-FN-14
static void sums_and_transforms_match_a_cloud_of_points(void) {
    CHECK_CASES(check_scaled(20000)) {
        const cloud c = random_cloud(), d = random_cloud();
        const snw_pose T = random_pose(1);
        const snw_inertia A = summed(c), B = summed(d);
        CHECK(snw_inertia_near(of_points(c), A, 1e-12));
        CHECK(snw_inertia_near(snw_inertia_transform(T, A), summed(moved(T, c)), 1e-12));
        CHECK(snw_inertia_near(snw_inertia_rotate(T.R, A), summed(moved(snw_pose_rotation(T.R), c)),
                               1e-12));
        CHECK(snw_inertia_near(snw_inertia_translate(T.p, A),
                               summed(moved(snw_pose_translation(T.p), c)), 1e-12));

        const snw_inertia both = snw_inertia_add(A, B);
        CHECK(snw_inertia_near(snw_inertia_sub(both, B), A, 1e-12));
        const snw_inertia parts = snw_inertia_add(of_points(c), of_points(d));
        CHECK(snw_inertia_near(both, parts, 1e-12));

        // three times as heavy is three bodies
        const snw_inertia three = snw_inertia_add(A, snw_inertia_add(A, A));
        CHECK(snw_inertia_near(snw_inertia_scale(A, 3), three, 1e-12));
    }
}

// The centre by its definition, and the second moment of the cloud moved there.
// spec: actin-model:A1-FN-14
static void the_centre_and_the_central_moment_match_a_cloud_of_points(void) {
    CHECK_CASES(check_scaled(20000)) {
        const cloud c = random_cloud();
        const snw_inertia A = summed(c);
        long double m = 0, x = 0;
        for (int k = 0; k < POINTS; k++) {
            m += (long double)c.m[k];
            x += (long double)c.m[k] * c.p[k].x;
        }
        const snw_vec3 center = snw_inertia_center(A);
        CHECK_NEAR(center.x, (double)(x / m), 1e-14);
        const snw_inertia there = summed(moved(snw_pose_translation(snw_vec3_neg(center)), c));
        CHECK(snw_vec3_near(there.h, snw_vec3_zero(), 1e-13));
        CHECK(snw_sym3_near(snw_inertia_central(A), there.I, 1e-12));
        CHECK(snw_inertia_near(snw_inertia_from_central(A.m, center, there.I), A, 1e-12));
    }
    const snw_inertia none = snw_inertia_zero();
    CHECK(snw_vec3_equal(snw_inertia_center(none), snw_vec3_zero()));
    CHECK(snw_sym3_near(snw_inertia_central(none), snw_sym3_zero(), 0));
}

// spec: actin-model:A1-FN-15
static void products_of_inertia_are_negative(void) {
    const double m = 1.5;
    const snw_inertia A = snw_inertia_add(snw_inertia_point(m, (snw_vec3){1, 1, 0}),
                                          snw_inertia_point(m, (snw_vec3){-1, -1, 0}));
    CHECK_NEAR(A.I.xy, -2 * m, 0);
    CHECK_NEAR(A.I.xx, 2 * m, 0);
    CHECK_NEAR(A.I.zz, 4 * m, 0);
    CHECK_NEAR(A.I.xz, 0, 0);
    CHECK_NEAR(A.I.yz, 0, 0);
    CHECK_NEAR(snw_sym3_to_mat3(A.I).x.y, -2 * m, 0);

    // the matrix as a matrix: I omega about z of the turned pair
    const snw_vec3 L = snw_sym3_apply(A.I, snw_vec3_x(1));
    CHECK(snw_vec3_near(L, (snw_vec3){2 * m, -2 * m, 0}, 0));
}

// Newton's law of each point: the force that the motion of the cloud asks for, summed.
// spec: actin-model:A1-FN-16
static void force_is_the_sum_over_all_points(void) {
    CHECK_CASES(check_scaled(20000)) {
        const cloud c = random_cloud();
        const snw_twist V = {random_vec3(1), random_vec3(2)};
        const snw_accel a = {random_vec3(2), random_vec3(2)};
        snw_vec3 force = snw_vec3_zero(), torque = force;
        for (int k = 0; k < POINTS; k++) {
            const snw_vec3 w_r = snw_vec3_cross(V.ang, c.p[k]);
            const snw_vec3 acceleration = snw_vec3_add(
                snw_vec3_add(a.lin, snw_vec3_cross(a.ang, c.p[k])), snw_vec3_cross(V.ang, w_r));
            const snw_vec3 f = snw_vec3_scale(acceleration, c.m[k]);
            force = snw_vec3_add(force, f);
            torque = snw_vec3_add(torque, snw_vec3_cross(c.p[k], f));
        }
        const snw_wrench W = snw_inertia_force(summed(c), V, a);
        CHECK(snw_wrench_near(W, (snw_wrench){force, torque}, 1e-12));
    }
}

// spec: actin-model:A1-FN-16
static void acceleration_undoes_force(void) {
    CHECK_CASES(check_scaled(50000)) {
        const snw_inertia A = summed(random_cloud());
        const snw_twist V = {random_vec3(1), random_vec3(2)};
        const snw_accel a = {random_vec3(2), random_vec3(2)};
        snw_accel back;
        CHECK(snw_inertia_acceleration(A, V, snw_inertia_force(A, V, a), &back) == SNW_OK);
        CHECK(snw_accel_near(back, a, 1e-12));
    }
}

static void bodies_without_extent_have_no_acceleration(void) {
    const snw_twist V = {snw_vec3_zero(), {0.1, 0.2, 0.3}};
    const snw_wrench W = {{1, 2, 3}, {4, 5, 6}};
    const snw_accel before = {{1, 2, 3}, {4, 5, 6}};
    snw_accel a = before;
    CHECK_CASES(1000) {
        const snw_vec3 p = random_vec3(2), q = random_vec3(2);
        const snw_inertia point = snw_inertia_point(2, p);
        const snw_inertia rod = snw_inertia_add(point, snw_inertia_point(1, q));
        CHECK(snw_inertia_acceleration(point, V, W, &a) == SNW_ERR_SINGULAR);
        CHECK(snw_inertia_acceleration(rod, V, W, &a) == SNW_ERR_SINGULAR);
    }
    CHECK(snw_inertia_acceleration(snw_inertia_zero(), V, W, &a) == SNW_ERR_SINGULAR);
    snw_inertia body = snw_inertia_sphere(1, 0.1);
    CHECK(snw_inertia_acceleration(snw_inertia_scale(body, -1), V, W, &a) == SNW_ERR_SINGULAR);
    snw_wrench bad = W;
    bad.torque.x = (double)NAN;
    CHECK(snw_inertia_acceleration(body, V, bad, &a) == SNW_ERR_NOT_FINITE);
    snw_twist wild = V;
    wild.ang.x = (double)INFINITY;
    CHECK(snw_inertia_acceleration(body, wild, W, &a) == SNW_ERR_NOT_FINITE);
    body.I.yz = (double)NAN;
    CHECK(snw_inertia_acceleration(body, V, W, &a) == SNW_ERR_NOT_FINITE);
    CHECK(snw_accel_near(a, before, 0));

    // a small body far from the origin is still one
    const snw_pose far = SNW_POSE_AT(3, -4, 5);
    const snw_inertia small = snw_inertia_transform(far, snw_inertia_sphere(0.001, 0.01));
    CHECK(snw_inertia_acceleration(small, V, snw_inertia_force(small, V, before), &a) == SNW_OK);
    CHECK(snw_accel_near(a, before, 1e-7));
}

// off-diagonals after turning into the principal frame, by the reference product
static void check_principal(snw_sym3 A) {
    snw_mat3 R;
    snw_vec3 moments;
    CHECK(snw_sym3_principal(A, &R, &moments) == SNW_OK);
    CHECK_NEAR(ref_off(ref_mul(ref_transpose(ref_of3(R)), ref_of3(R)), ref_identity(3)), 0, 1e-14);
    CHECK_NEAR(snw_mat3_det(R), 1, 1e-14);
    const ref_mat D =
        ref_mul(ref_transpose(ref_of3(R)), ref_mul(ref_of3(snw_sym3_to_mat3(A)), ref_of3(R)));
    const double trace = A.xx + A.yy + A.zz;
    const snw_mat3 diagonal = snw_mat3_diagonal(moments);
    CHECK_NEAR(ref_off(D, ref_of3(diagonal)), 0, 1e-12 * trace);
    CHECK(moments.x <= moments.y && moments.y <= moments.z);
}

// spec: actin-model:A1-FN-17
static void principal_axes_make_the_second_moment_diagonal(void) {
    CHECK_CASES(check_scaled(20000)) {
        check_principal(snw_sym3_scale(summed(random_cloud()).I, pow(10, check_real(-9, 9))));

        // known moments, two or three of them equal in some cases
        snw_vec3 d = {check_real(1, 2), check_real(1, 2), check_real(1, 2)};
        if (check_case % 3 == 1) d.y = d.x;
        if (check_case % 3 == 2) d.y = d.x * (1 + pow(10, check_real(-16, -8))), d.z = d.x;
        const snw_mat3 Q = random_rotation();
        const snw_sym3 A = snw_sym3_rotate(Q, snw_sym3_of(d, 0, 0, 0));
        check_principal(A);
        snw_mat3 R;
        snw_vec3 moments;
        CHECK(snw_sym3_principal(A, &R, &moments) == SNW_OK);
        const double least = fmin(d.x, fmin(d.y, d.z)), most = fmax(d.x, fmax(d.y, d.z));
        CHECK_NEAR(moments.x, least, 1e-14);
        CHECK_NEAR(moments.z, most, 1e-14);
        CHECK_NEAR(moments.y, d.x + d.y + d.z - least - most, 2e-14);
    }
}

// spec: actin-model:A1-FN-17
static void the_principal_frame_of_a_body_sits_in_its_centre(void) {
    CHECK_CASES(check_scaled(5000)) {
        const snw_pose T = random_pose(2);
        const snw_inertia box = snw_inertia_box(3, (snw_vec3){0.6, 0.4, 0.2});
        const snw_inertia A = snw_inertia_transform(T, box);
        snw_pose principal;
        snw_vec3 moments;
        CHECK(snw_inertia_principal(A, &principal, &moments) == SNW_OK);
        CHECK(snw_vec3_near(principal.p, T.p, 1e-14));
        CHECK(snw_vec3_near(moments, (snw_vec3){0.05, 0.1, 0.13}, 1e-12));

        // the long edge has the least moment, the short one the largest
        CHECK_NEAR(fabs(snw_vec3_dot(principal.R.x, T.R.x)), 1, 1e-12);
        CHECK_NEAR(fabs(snw_vec3_dot(principal.R.z, T.R.z)), 1, 1e-12);
        const snw_inertia back = snw_inertia_transform(snw_pose_inverse(principal), A);
        CHECK_NEAR(back.I.xy, 0, 1e-12);
        CHECK_NEAR(back.I.yz, 0, 1e-12);
        CHECK(snw_vec3_near(back.h, snw_vec3_zero(), 1e-13));
    }
    snw_inertia bad = snw_inertia_box(3, (snw_vec3){0.6, 0.4, 0.2});
    snw_pose T = snw_pose_identity();
    snw_vec3 moments = {1, 2, 3};
    bad.I.xz = (double)NAN;
    CHECK(snw_inertia_principal(bad, &T, &moments) == SNW_ERR_NOT_FINITE);
    bad = snw_inertia_zero();
    bad.h.y = (double)INFINITY;
    CHECK(snw_inertia_principal(bad, &T, &moments) == SNW_ERR_NOT_FINITE);
    CHECK(snw_pose_near(T, snw_pose_identity(), 0) && snw_vec3_equal(moments, (snw_vec3){1, 2, 3}));
}

// Solids summed from small cubes; the error of N cubes per edge falls as 1/N^2.
static void solids_match_sums_over_small_cubes(void) {
    const double m = 2, radius = 0.5, length = 1.2;
    const snw_vec3 size = {0.4, 0.7, 1.1};
    long double ball[2] = {0}, tube[3] = {0}, box[2] = {0};
    enum { N = 60 };
    for (long i = 0; i < (long)N * N * N; i++) {
        const double u = ((double)(i % N) + 0.5) / N * 2 - 1,
                     v = ((double)(i / N % N) + 0.5) / N * 2 - 1,
                     w = ((double)(i / N / N) + 0.5) / N * 2 - 1;
        if (u * u + v * v + w * w <= 1) {
            ball[0] += 1;
            ball[1] += (long double)(radius * radius * (u * u + v * v));
        }
        if (u * u + v * v <= 1) {
            tube[0] += 1;
            tube[1] += (long double)(radius * radius * (u * u + v * v));
            tube[2] += (long double)(radius * radius * u * u + length * length * w * w / 4);
        }
        box[0] += 1;
        box[1] += (long double)(size.x * size.x * u * u + size.y * size.y * v * v) / 4;
    }
    CHECK_NEAR(snw_inertia_sphere(m, radius).I.zz, m * (double)(ball[1] / ball[0]), 1e-3);
    CHECK_NEAR(snw_inertia_cylinder(m, radius, length).I.zz, m * (double)(tube[1] / tube[0]), 1e-3);
    CHECK_NEAR(snw_inertia_cylinder(m, radius, length).I.xx, m * (double)(tube[2] / tube[0]), 1e-3);
    CHECK_NEAR(snw_inertia_box(m, size).I.zz, m * (double)(box[1] / box[0]), 1e-3);

    // the printed example: 10 kg, 1 m, 4 kg m^2
    const snw_inertia ten = snw_inertia_sphere(10, 1);
    CHECK_NEAR(ten.I.xx, 4, 1e-15);
    CHECK(ten.m == 10 && ten.I.yy == ten.I.xx && ten.I.xy == 0 && ten.h.x == 0);
    const snw_inertia cube = snw_inertia_box(6, (snw_vec3){1, 2, 3});
    CHECK(snw_sym3_near(cube.I, (snw_sym3){6.5, 5, 2.5, 0, 0, 0}, 1e-15));
}

static void symmetric_matrices_agree_with_full_ones(void) {
    CHECK_CASES(5000) {
        const snw_sym3 A =
            snw_sym3_of(random_vec3(2), check_real(-2, 2), check_real(-2, 2), check_real(-2, 2));
        const snw_sym3 B = snw_sym3_of(random_vec3(2), 0.1, 0.2, 0.3);
        const snw_mat3 M = snw_sym3_to_mat3(A), R = random_rotation();
        const snw_vec3 v = random_vec3(1);
        CHECK(snw_vec3_near(snw_sym3_apply(A, v), snw_mat3_apply(M, v), 1e-15));
        CHECK(snw_sym3_near(snw_sym3_from_mat3(M), A, 0));
        CHECK_NEAR(off3(snw_sym3_to_mat3(snw_sym3_add(A, B)), snw_mat3_add(M, snw_sym3_to_mat3(B))),
                   0, 0);
        CHECK_NEAR(off3(snw_sym3_to_mat3(snw_sym3_sub(A, B)), snw_mat3_sub(M, snw_sym3_to_mat3(B))),
                   0, 0);
        CHECK_NEAR(off3(snw_sym3_to_mat3(snw_sym3_scale(A, 3)), snw_mat3_scale(M, 3)), 0, 0);
        const ref_mat T = ref_mul(ref_mul(ref_of3(R), ref_of3(M)), ref_transpose(ref_of3(R)));
        CHECK_NEAR(ref_off(ref_of3(snw_sym3_to_mat3(snw_sym3_rotate(R, A))), T), 0, 1e-14);
        const double entries[] = {A.xx, A.yy, A.zz, A.xy, A.xz, A.yz};
        for (int i = 0; i < 6; i++) {
            double changed[6];
            for (int k = 0; k < 6; k++) {
                changed[k] = entries[k] + (k == i ? 0.1 : 0);
            }
            const snw_sym3 C = {changed[0], changed[1], changed[2],
                                changed[3], changed[4], changed[5]};
            CHECK(!snw_sym3_near(A, C, 0.09) && snw_sym3_near(A, C, 0.11));
        }
    }
    const snw_mat3 skewed = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    CHECK(snw_sym3_near(snw_sym3_from_mat3(skewed), (snw_sym3){1, 5, 9, 3, 5, 7}, 0));
}

static void comparison_of_bodies_looks_at_every_part(void) {
    const snw_inertia A = snw_inertia_of(1, (snw_vec3){1, 2, 3}, (snw_sym3){1, 2, 3, 4, 5, 6});
    snw_inertia B = A, C = A, D = A;
    B.m += 0.1;
    C.h.z += 0.1;
    D.I.yz += 0.1;
    CHECK(!snw_inertia_near(A, B, 0.09) && snw_inertia_near(A, B, 0.11));
    CHECK(!snw_inertia_near(A, C, 0.09) && snw_inertia_near(A, C, 0.11));
    CHECK(!snw_inertia_near(A, D, 0.09) && snw_inertia_near(A, D, 0.11));
}

int main(void) {
    RUN(sums_and_transforms_match_a_cloud_of_points);
    RUN(the_centre_and_the_central_moment_match_a_cloud_of_points);
    RUN(products_of_inertia_are_negative);
    RUN(force_is_the_sum_over_all_points);
    RUN(acceleration_undoes_force);
    RUN(bodies_without_extent_have_no_acceleration);
    RUN(principal_axes_make_the_second_moment_diagonal);
    RUN(the_principal_frame_of_a_body_sits_in_its_centre);
    RUN(solids_match_sums_over_small_cubes);
    RUN(symmetric_matrices_agree_with_full_ones);
    RUN(comparison_of_bodies_looks_at_every_part);
    return check_report();
}
