// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static snw_twist random_twist(double size) {
    const snw_vec3 lin = random_vec3(size);
    return (snw_twist){lin, random_vec3(size)};
}

static snw_wrench random_wrench(double size) {
    const snw_vec3 force = random_vec3(size);
    return (snw_wrench){force, random_vec3(size)};
}

// The power of a wrench on a twist, both carried to the other frame, and back again. Operands of
// size 1, so that 1e-14 is the relative rounding of the sum.
// spec: actin-model:A1-FN-11
static void power_is_the_same_in_every_frame(void) {
    CHECK_CASES(check_scaled(100000)) {
        const snw_pose T = random_pose(1);
        const snw_twist V = random_twist(1);
        const snw_wrench W = random_wrench(1);
        const double power = snw_vec3_dot(W.force, V.lin) + snw_vec3_dot(W.torque, V.ang);
        CHECK_NEAR(snw_power(W, V), power, 1e-15);
        CHECK_NEAR(snw_power(snw_wrench_transform(T, W), snw_twist_transform(T, V)), power, 1e-14);
        CHECK_NEAR(snw_power(snw_wrench_shift(W, T.p), snw_twist_shift(V, T.p)), power, 1e-14);
        CHECK_NEAR(snw_power(snw_wrench_rotate(T.R, W), snw_twist_rotate(T.R, V)), power, 1e-14);
        CHECK(snw_twist_near(snw_twist_transform_inverse(T, snw_twist_transform(T, V)), V, 1e-14));
    }
}

// The velocity of material points: v + omega x r, whatever frame it is computed in.
// spec: actin-model:A1-FN-11
static void every_point_of_the_body_keeps_its_velocity(void) {
    CHECK_CASES(check_scaled(50000)) {
        const snw_pose T = random_pose(1);
        const snw_twist V_2 = random_twist(1), V_1 = snw_twist_transform(T, V_2);
        const snw_vec3 p_2 = random_vec3(1), p_1 = snw_pose_apply(T, p_2);
        const snw_vec3 in_2 = snw_vec3_add(V_2.lin, snw_vec3_cross(V_2.ang, p_2));
        const snw_vec3 in_1 = snw_vec3_add(V_1.lin, snw_vec3_cross(V_1.ang, p_1));
        CHECK(snw_vec3_near(in_1, snw_mat3_apply(T.R, in_2), 1e-14));
        CHECK(snw_vec3_near(snw_twist_shift(V_2, p_2).lin, in_2, 1e-15));

        // both at once is rotating, then shifting to the other origin
        const snw_twist steps = snw_twist_shift(snw_twist_rotate(T.R, V_2), snw_vec3_neg(T.p));
        CHECK(snw_twist_near(V_1, steps, 1e-15));
    }
}

static void twists_add_scale_and_compare(void) {
    const snw_twist A = {{1, 2, 3}, {4, 5, 6}}, B = {{10, 20, 30}, {40, 50, 60}};
    CHECK(snw_twist_equal(snw_twist_add(A, B), (snw_twist){{11, 22, 33}, {44, 55, 66}}));
    CHECK(snw_twist_equal(snw_twist_sub(B, A), (snw_twist){{9, 18, 27}, {36, 45, 54}}));
    CHECK(snw_twist_equal(snw_twist_scale(A, 10), B) && !snw_twist_equal(A, B));
    CHECK(snw_twist_equal(snw_twist_zero(), snw_twist_of(snw_vec3_zero(), snw_vec3_zero())));
    snw_twist C = A;
    C.ang.z += 0.1;
    CHECK(!snw_twist_near(A, C, 0.09) && snw_twist_near(A, C, 0.11) && !snw_twist_equal(A, C));
    C = A;
    C.lin.x += 0.1;
    CHECK(!snw_twist_near(A, C, 0.09) && snw_twist_near(A, C, 0.11) && !snw_twist_equal(A, C));
}

// A disc that turns with constant omega about its centre: a point at r is accelerated by
// -omega^2 r, if omega is supplied; the variant without it knows nothing of that.
// spec: actin-model:A1-FN-12
static void a_point_of_a_spinning_disc_is_pulled_inwards(void) {
    CHECK_CASES(1000) {
        const double omega = check_real(-5, 5), r = check_real(0.1, 2), at = check_real(-3, 3);
        const snw_vec3 spin = snw_vec3_z(omega), arm = {r * cos(at), r * sin(at), 0};
        const snw_accel rest = snw_accel_of(snw_vec3_zero(), snw_vec3_zero());
        const snw_accel rim = snw_accel_shift(rest, spin, arm);
        CHECK(snw_vec3_near(rim.lin, snw_vec3_scale(arm, -omega * omega), 1e-13));
        CHECK(snw_vec3_equal(rim.ang, snw_vec3_zero()));

        // as spatial accelerations: zero everywhere on the disc, classical again by its velocity
        const snw_spatial_accel spatial =
            snw_spatial_accel_shift(snw_spatial_accel_of(snw_vec3_zero(), snw_vec3_zero()), arm);
        CHECK(snw_vec3_equal(spatial.lin, snw_vec3_zero()));
        const snw_twist V = snw_twist_shift(snw_twist_of(snw_vec3_zero(), spin), arm);
        CHECK(snw_vec3_near(snw_accel_from_spatial(spatial, V).lin, rim.lin, 1e-13));
    }
}

// A body on a known path, p(t) and R(t) = Rz(a(t)) Rx(b(t)): the second difference of the position
// of a material point in long double against the shifted acceleration.
// spec: actin-model:A1-FN-12
static void shifted_accelerations_match_second_differences(void) {
    CHECK_CASES(200) {
        const double a1 = check_real(-2, 2), a2 = check_real(-2, 2), b1 = check_real(-2, 2),
                     b2 = check_real(-2, 2);
        const snw_vec3 v = random_vec3(1), a = random_vec3(1), r = random_vec3(1);
        const long double h = 1e-4L;
        long double path[3][3];
        for (int k = 0; k < 3; k++) {
            const long double t = h * (k - 1);
            const double angle_a = (double)(a1 * t + a2 * t * t / 2),
                         angle_b = (double)(0.3L + b1 * t + b2 * t * t / 2);
            const ref_mat R = ref_mul(ref_about(2, angle_a), ref_about(0, angle_b));
            const long double p[3] = {v.x * t + a.x * t * t / 2, v.y * t + a.y * t * t / 2,
                                      v.z * t + a.z * t * t / 2};
            for (int i = 0; i < 3; i++) {
                path[k][i] = p[i] + R.a[i][0] * r.x + R.a[i][1] * r.y + R.a[i][2] * r.z;
            }
        }
        // angular velocity and acceleration at t = 0: a1 z + b1 x', with x' = x turning about z
        const snw_vec3 omega = {b1, 0, a1}, alpha = {b2, a1 * b1, a2};
        const snw_vec3 arm = snw_mat3_apply(snw_mat3_rot_x(0.3), r);
        const snw_accel A = snw_accel_shift(snw_accel_of(a, alpha), omega, arm);
        for (int i = 0; i < 3; i++) {
            const long double second = (path[2][i] - 2 * path[1][i] + path[0][i]) / (h * h);
            CHECK_NEAR(snw_vec3_get(A.lin, i), (double)second, 1e-5);
        }
    }
}

// spec: actin-model:A1-FN-12
static void accelerations_of_both_kinds_transform_alike(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_pose T = random_pose(1);
        const snw_twist V_2 = random_twist(1), V_1 = snw_twist_transform(T, V_2);
        const snw_accel A_2 = snw_accel_of(random_vec3(1), random_vec3(1));
        const snw_accel A_1 = snw_accel_transform(T, A_2, V_2.ang);
        CHECK(snw_accel_near(snw_accel_transform_inverse(T, A_1, V_1.ang), A_2, 1e-14));

        // the same way through spatial accelerations, which need no omega on the way
        const snw_spatial_accel S_2 = snw_spatial_accel_from_accel(A_2, V_2);
        const snw_spatial_accel S_1 = snw_spatial_accel_transform(T, S_2);
        CHECK(snw_accel_near(snw_accel_from_spatial(S_1, V_1), A_1, 1e-14));
        const snw_spatial_accel back = snw_spatial_accel_transform_inverse(T, S_1);
        CHECK(snw_vec3_near(back.lin, S_2.lin, 1e-14) && snw_vec3_near(back.ang, S_2.ang, 1e-14));
        CHECK(snw_accel_near(snw_accel_from_spatial(S_2, V_2), A_2, 1e-15));

        const snw_accel sum = snw_accel_sub(snw_accel_add(A_1, A_2), snw_accel_scale(A_2, 1));
        CHECK(snw_accel_near(sum, A_1, 1e-15) && !snw_accel_near(A_1, A_2, 1e-15));
        const snw_spatial_accel twice = snw_spatial_accel_add(S_1, S_1);
        CHECK(snw_vec3_equal(twice.lin, snw_vec3_scale(S_1.lin, 2)));
        CHECK(snw_vec3_equal(twice.ang, snw_vec3_scale(S_1.ang, 2)));
    }
}

// Forces at points with their reactions at other points on the same lines of action, and couples:
// in equilibrium in frame 2, and after the transform in frame 1.
// spec: actin-model:A1-FN-13
static void equilibrium_stays_equilibrium_in_every_frame(void) {
    CHECK_CASES(check_scaled(50000)) {
        const snw_pose T = random_pose(1);
        snw_wrench sum_1 = snw_wrench_zero(), sum_2 = snw_wrench_zero();
        for (int k = 0; k < 3; k++) {
            const snw_vec3 f = random_vec3(1), p = random_vec3(1), couple = random_vec3(1);
            const snw_vec3 q = snw_vec3_add_scaled(p, f, check_real(-0.5, 0.5));
            const snw_wrench action =
                snw_wrench_add_torque(snw_wrench_add_force_at(snw_wrench_zero(), f, p), couple);
            const snw_wrench reaction = snw_wrench_add_torque(
                snw_wrench_add_force_at(snw_wrench_zero(), snw_vec3_neg(f), q),
                snw_vec3_neg(couple));
            sum_2 = snw_wrench_add(sum_2, snw_wrench_add(action, reaction));
            sum_1 = snw_wrench_add(sum_1, snw_wrench_transform(T, action));
            sum_1 = snw_wrench_add(sum_1, snw_wrench_transform(T, reaction));

            // the transformed force acts at the transformed point
            const snw_wrench direct =
                snw_wrench_add_force_at(snw_wrench_of(snw_vec3_zero(), snw_mat3_apply(T.R, couple)),
                                        snw_mat3_apply(T.R, f), snw_pose_apply(T, p));
            CHECK(snw_wrench_near(snw_wrench_transform(T, action), direct, 1e-14));
            const snw_wrench back =
                snw_wrench_transform_inverse(T, snw_wrench_transform(T, action));
            CHECK(snw_wrench_near(back, action, 1e-14));
        }
        CHECK(snw_wrench_near(sum_2, snw_wrench_zero(), 1e-14));
        CHECK(snw_wrench_near(sum_1, snw_wrench_zero(), 1e-14));
    }
}

// spec: actin-model:A1-FN-13
static void forces_and_torques_are_added_to_their_part(void) {
    const snw_wrench W = {{1, 2, 3}, {4, 5, 6}};
    const snw_wrench F = snw_wrench_add_force(W, (snw_vec3){10, 0, -1});
    const snw_wrench N = snw_wrench_add_torque(W, (snw_vec3){10, 0, -1});
    CHECK(snw_wrench_near(F, (snw_wrench){{11, 2, 2}, {4, 5, 6}}, 0));
    CHECK(snw_wrench_near(N, (snw_wrench){{1, 2, 3}, {14, 5, 5}}, 0));
    CHECK(snw_wrench_near(snw_wrench_sub(F, W), (snw_wrench){{10, 0, -1}, {0, 0, 0}}, 0));
    CHECK(snw_wrench_near(snw_wrench_scale(W, -2), (snw_wrench){{-2, -4, -6}, {-8, -10, -12}}, 0));

    // 1 N along y at x = 2 turns about z by 2 N m; seen from x = 2 it does not turn
    const snw_wrench lever =
        snw_wrench_add_force_at(snw_wrench_zero(), snw_vec3_y(1), snw_vec3_x(2));
    CHECK(snw_wrench_near(lever, (snw_wrench){{0, 1, 0}, {0, 0, 2}}, 0));
    CHECK(snw_wrench_near(snw_wrench_shift(lever, snw_vec3_x(2)),
                          (snw_wrench){{0, 1, 0}, {0, 0, 0}}, 0));
    snw_wrench C = W;
    C.torque.y += 0.1;
    CHECK(!snw_wrench_near(W, C, 0.09) && snw_wrench_near(W, C, 0.11));
    C = W;
    C.force.z += 0.1;
    CHECK(!snw_wrench_near(W, C, 0.09) && snw_wrench_near(W, C, 0.11));
}

int main(void) {
    RUN(power_is_the_same_in_every_frame);
    RUN(every_point_of_the_body_keeps_its_velocity);
    RUN(twists_add_scale_and_compare);
    RUN(a_point_of_a_spinning_disc_is_pulled_inwards);
    RUN(shifted_accelerations_match_second_differences);
    RUN(accelerations_of_both_kinds_transform_alike);
    RUN(equilibrium_stays_equilibrium_in_every_frame);
    RUN(forces_and_torques_are_added_to_their_part);
    return check_report();
}
