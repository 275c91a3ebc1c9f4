// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static const double pi = SNW_PI;

// A matrix of the quaternion read from its printed form, against the sandwich product q (0, v) q*
// written out in long double; a million quaternions.
// spec: actin-model:A1-FN-05
static void the_matrix_follows_the_printed_convention(void) {
    CHECK_CASES(check_scaled(1000000)) {
        const snw_quat q = random_quat();
        CHECK_NEAR(ref_off(ref_of3(snw_quat_to_mat3(q)), ref_quat(q)), 0, 1e-14);
    }
    // (cos 45, 0, 0, sin 45) is a quarter turn about z: it takes x to y
    const snw_quat quarter = {cos(pi / 4), 0, 0, sin(pi / 4)};
    CHECK(snw_vec3_near(snw_quat_rotate(quarter, snw_vec3_x(1)), snw_vec3_y(1), 1e-15));
    CHECK(snw_vec3_near(snw_mat3_apply(snw_quat_to_mat3(quarter), snw_vec3_x(1)), snw_vec3_y(1),
                        1e-15));
}

// spec: actin-model:A1-FN-05
static void products_chain_as_matrices_do(void) {
    CHECK_CASES(check_scaled(100000)) {
        const snw_quat a = random_quat(), b = random_quat();
        const snw_vec3 v = random_vec3(1);
        const ref_mat AB = ref_mul(ref_quat(a), ref_quat(b));
        CHECK_NEAR(ref_off(ref_of3(snw_quat_to_mat3(snw_quat_mul(a, b))), AB), 0, 2e-15);
        const snw_vec3 turned = snw_quat_rotate(a, v);
        CHECK(snw_vec3_near(turned, snw_mat3_apply(ref_to3(ref_quat(a)), v), 1e-14));
        CHECK(snw_vec3_near(snw_quat_rotate(snw_quat_conj(a), turned), v, 1e-14));
    }
}

// spec: actin-model:A1-FN-06
static void setting_normalises_and_the_zero_quaternion_is_reported(void) {
    snw_quat q = snw_quat_of(0.5, 0.5, 0.5, 0.5);
    CHECK(snw_quat_set(&q, 2, 0, 0, 0) == SNW_OK);
    CHECK(q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0);
    CHECK(snw_quat_set(&q, 0, 0, 0, 0) == SNW_ERR_RANGE);
    CHECK(snw_quat_normalize(snw_quat_of(0, 0, 0, 0), &q) == SNW_ERR_RANGE);
    CHECK(snw_quat_set(&q, (double)NAN, 1, 0, 0) == SNW_ERR_NOT_FINITE);
    CHECK(snw_quat_set(&q, 1, 0, (double)INFINITY, 0) == SNW_ERR_NOT_FINITE);
    CHECK(snw_quat_set(&q, 1, 0, 0, (double)NAN) == SNW_ERR_NOT_FINITE);
    CHECK(q.w == 1 && q.x == 0 && q.y == 0 && q.z == 0);

    // of every size that a double has
    CHECK_CASES(check_scaled(10000)) {
        const double size = pow(10, check_real(-307, 307));
        const snw_quat unit = random_quat();
        CHECK(snw_quat_set(&q, size * unit.w, size * unit.x, size * unit.y, size * unit.z) ==
              SNW_OK);
        CHECK_NEAR(snw_quat_norm(q), 1, 5e-16);
        CHECK(fabs(q.w - unit.w) <= 1e-15 && fabs(q.z - unit.z) <= 1e-15);
    }
}

// The columns of R(t), moved by a small step of the quaternion's rate, against W R (velocity along
// reference axes) and R W (along body axes); and back from the rate to the velocity.
// spec: actin-model:A1-FN-08
static void the_four_rate_directions_agree_with_the_matrix_rate(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_quat q = random_quat();
        const snw_vec3 w = random_vec3(2);
        const snw_mat3 R = ref_to3(ref_quat(q)), W = snw_mat3_skew(w);
        const snw_quat rates[2] = {snw_quat_rate_from_reference(q, w),
                                   snw_quat_rate_from_body(q, w)};
        const snw_mat3 exact[2] = {snw_mat3_mul(W, R), snw_mat3_mul(R, W)};
        for (int k = 0; k < 2; k++) {
            // derivative of the quadratic map q -> R(q) along the rate, exact by central difference
            const snw_quat plus = snw_quat_add(q, rates[k]),
                           minus = snw_quat_add(q, snw_quat_scale(rates[k], -1));
            const snw_mat3 dR = snw_mat3_scale(
                snw_mat3_sub(ref_to3(ref_quat(plus)), ref_to3(ref_quat(minus))), 0.5);
            CHECK_NEAR(off3(dR, exact[k]), 0, 1e-9);
            CHECK_NEAR(snw_quat_dot(q, rates[k]), 0, 1e-15);
        }
        CHECK(snw_vec3_near(snw_quat_reference_rate(q, rates[0]), w, 1e-14));
        CHECK(snw_vec3_near(snw_quat_body_rate(q, rates[1]), w, 1e-14));
        CHECK(snw_vec3_near(snw_quat_reference_rate(q, rates[1]), snw_mat3_apply(R, w), 1e-14));
        CHECK(snw_vec3_near(snw_quat_body_rate(q, rates[0]), snw_mat3_apply_t(R, w), 1e-14));
    }
}

// The rates by the elements of the printed matrices (4-2), (7-11) and their two companions.
// spec: actin-model:A1-FN-08
static void the_rates_have_the_printed_elements(void) {
    CHECK_CASES(1000) {
        const snw_quat q = random_quat(), d = random_quat();
        const snw_vec3 w = random_vec3(2);
        const snw_quat r = snw_quat_rate_from_reference(q, w), b = snw_quat_rate_from_body(q, w);
        const snw_vec3 body = snw_quat_body_rate(q, d), ref = snw_quat_reference_rate(q, d);
        CHECK_NEAR(r.w, (-q.x * w.x - q.y * w.y - q.z * w.z) / 2, 1e-15);
        CHECK_NEAR(r.x, (q.w * w.x + q.z * w.y - q.y * w.z) / 2, 1e-15);
        CHECK_NEAR(r.y, (-q.z * w.x + q.w * w.y + q.x * w.z) / 2, 1e-15);
        CHECK_NEAR(r.z, (q.y * w.x - q.x * w.y + q.w * w.z) / 2, 1e-15);
        CHECK_NEAR(b.w, (-q.x * w.x - q.y * w.y - q.z * w.z) / 2, 1e-15);
        CHECK_NEAR(b.x, (q.w * w.x - q.z * w.y + q.y * w.z) / 2, 1e-15);
        CHECK_NEAR(b.y, (q.z * w.x + q.w * w.y - q.x * w.z) / 2, 1e-15);
        CHECK_NEAR(b.z, (-q.y * w.x + q.x * w.y + q.w * w.z) / 2, 1e-15);
        CHECK_NEAR(body.x, 2 * (-q.x * d.w + q.w * d.x + q.z * d.y - q.y * d.z), 1e-15);
        CHECK_NEAR(body.y, 2 * (-q.y * d.w - q.z * d.x + q.w * d.y + q.x * d.z), 1e-15);
        CHECK_NEAR(body.z, 2 * (-q.z * d.w + q.y * d.x - q.x * d.y + q.w * d.z), 1e-15);
        CHECK_NEAR(ref.x, 2 * (-q.x * d.w + q.w * d.x - q.z * d.y + q.y * d.z), 1e-15);
        CHECK_NEAR(ref.y, 2 * (-q.y * d.w + q.z * d.x + q.w * d.y - q.x * d.z), 1e-15);
        CHECK_NEAR(ref.z, 2 * (-q.z * d.w - q.y * d.x + q.x * d.y + q.w * d.z), 1e-15);
    }
}

// 1000 s of constant angular velocity in steps of 1 ms, in body and in reference axes, against the
// one rotation of the closed form.
// spec: actin-model:A1-FN-09
static void constant_velocity_is_integrated_for_1000_seconds(void) {
    const long steps = 1000000; // not scaled: the acceptance check names the time
    for (int k = 0; k < 4; k++) {
        check_seed(k);
        const snw_quat start = random_quat();
        const snw_vec3 w = random_vec3(2);
        const double turn = (double)steps * 1e-3;
        const double speed = sqrt(w.x * w.x + w.y * w.y + w.z * w.z);
        const ref_mat total = ref_axis_angle(w, (long double)speed * (long double)turn);
        snw_quat q = start;
        double drift = 0;
        for (long i = 0; i < steps; i++) {
            q = k % 2 ? snw_quat_integrate_body(q, w, 1e-3)
                      : snw_quat_integrate_reference(q, w, 1e-3);
            const double off = fabs(snw_quat_norm(q) - 1);
            if (!(off <= drift)) drift = off;
        }
        CHECK_NEAR(drift, 0, 1e-14);
        const ref_mat R0 = ref_quat(start);
        const ref_mat expected = k % 2 ? ref_mul(R0, total) : ref_mul(total, R0);
        const snw_quat goal = snw_quat_from_mat3(ref_to3(expected));
        CHECK_NEAR(snw_quat_angle(q, goal), 0, 1e-9);
        CHECK_NEAR(ref_off(ref_quat(q), expected), 0, 1e-9);
    }
}

static void from_the_matrix_and_back_in_every_branch(void) {
    CHECK_CASES(check_scaled(100000)) {
        snw_quat q = random_quat();
        // every part near zero in turn, so that each of the four branches is taken
        const int part = check_int(0, 4);
        const double small = pow(10, check_real(-17, -1));
        if (part == 0) q.w *= small;
        if (part == 1) q.x *= small;
        if (part == 2) q.y *= small, q.w *= small;
        if (part == 3) q.z *= small, q.w *= small;
        CHECK(snw_quat_normalize(q, &q) == SNW_OK);
        const snw_quat back = snw_quat_from_mat3(ref_to3(ref_quat(q)));
        CHECK(snw_quat_near(back, q, 1e-15));
        CHECK_NEAR(snw_quat_norm(back), 1, 5e-16);
        CHECK(back.w >= 0);
    }
    // half turns: the first non-zero number is positive
    const snw_quat half[] = {{0, 1, 0, 0},      {0, 0, 1, 0},      {0, 0, 0, 1},
                             {0, 0.6, -0.8, 0}, {0, 0, 0.6, -0.8}, {0, 0.6, 0, -0.8}};
    for (int i = 0; i < 6; i++) {
        const snw_quat q = snw_quat_from_mat3(ref_to3(ref_quat(half[i])));
        CHECK(fabs(q.w) <= 1e-16 && fabs(q.x - half[i].x) <= 1e-15 &&
              fabs(q.y - half[i].y) <= 1e-15 && fabs(q.z - half[i].z) <= 1e-15);
    }
}

static void exp_and_log_undo_each_other_from_tiny_to_half_a_turn(void) {
    CHECK_CASES(check_scaled(100000)) {
        const bool tiny = check_int(0, 1) == 1;
        const double angle = tiny ? pow(10, check_real(-300, 0)) : check_real(0, pi);
        const snw_vec3 axis = random_axis();
        const snw_vec3 r = {axis.x * angle, axis.y * angle, axis.z * angle};
        const snw_quat q = snw_quat_exp(r);
        CHECK_NEAR(q.w, (double)cosl((long double)angle / 2), 1e-15);
        const double sine = (double)sinl((long double)angle / 2);
        CHECK(fabs(q.x - axis.x * sine) <= 1e-15 * sine);
        const snw_vec3 back = snw_quat_log(q);
        CHECK(snw_vec3_near(back, r, 1e-15 * (tiny ? angle : 1)));
        CHECK(snw_vec3_near(snw_quat_log(snw_quat_scale(q, -1)), back, 0));
    }
    CHECK(snw_vec3_equal(snw_quat_log(snw_quat_identity()), snw_vec3_zero()));
    CHECK_NEAR(snw_quat_exp(snw_vec3_zero()).w, 1, 0);
}

// The angle from the start grows in proportion to t, and the ends fit to rounding.
static void slerp_turns_evenly_by_the_shorter_way(void) {
    CHECK_CASES(check_scaled(50000)) {
        const snw_quat a = random_quat();
        const int kind = check_int(0, 2);
        const double angle = kind == 0   ? check_real(0, pi)
                             : kind == 1 ? pow(10, check_real(-12, -3))
                                         : pi - pow(10, check_real(-12, -3));
        const snw_quat turn = snw_quat_axis_angle(random_axis(), angle);
        snw_quat b = snw_quat_mul(a, turn);
        CHECK(snw_quat_normalize(b, &b) == SNW_OK);
        if (check_int(0, 1)) b = snw_quat_scale(b, -1);

        const double t = check_real(0, 1);
        const snw_quat q = snw_quat_slerp(a, b, t);
        CHECK_NEAR(snw_quat_norm(q), 1, 5e-16);
        CHECK_NEAR(snw_quat_angle(a, q), t * angle, 2e-15);
        CHECK_NEAR(snw_quat_angle(q, b), (1 - t) * angle, 2e-15);
        CHECK(snw_quat_near(snw_quat_slerp(a, b, 0), a, 5e-16));
        CHECK(snw_quat_near(snw_quat_slerp(a, b, 1), b, 5e-16));
    }
    const snw_quat a = random_quat();
    CHECK(snw_quat_near(snw_quat_slerp(a, a, 0.3), a, 3e-16));
}

// Half a turn apart both ways are as short: the sign of b as given decides.
static void slerp_over_exactly_half_a_turn_goes_the_way_of_b(void) {
    const snw_quat a = snw_quat_identity(), b = {0, 0, 0, 1};
    const snw_vec3 forth = snw_quat_log(snw_quat_slerp(a, b, 0.5));
    const snw_vec3 back = snw_quat_log(snw_quat_slerp(a, snw_quat_scale(b, -1), 0.5));
    CHECK(snw_vec3_near(forth, snw_vec3_z(pi / 2), 1e-15));
    CHECK(snw_vec3_near(back, snw_vec3_z(-pi / 2), 1e-15));
}

static void a_quaternion_is_near_its_negative(void) {
    const snw_quat q = random_quat();
    CHECK(snw_quat_near(q, snw_quat_scale(q, -1), 0));
    for (int i = 0; i < 4; i++) {
        snw_quat p = q;
        double *const parts[] = {&p.w, &p.x, &p.y, &p.z};
        *parts[i] += 0.01;
        CHECK(snw_quat_near(q, p, 0.0101) && !snw_quat_near(q, p, 0.0099));
        CHECK(!snw_quat_near(q, snw_quat_scale(p, -1), 0.0099));
    }
    const snw_quat bad = {(double)NAN, 0, 0, 0};
    CHECK(!snw_quat_near(bad, bad, 10));
}

static void axis_and_angle_give_the_reference_rotation(void) {
    CHECK_CASES(10000) {
        const snw_vec3 axis = random_axis();
        const double angle = check_real(-7, 7);
        const snw_mat3 R = snw_quat_to_mat3(snw_quat_axis_angle(axis, angle));
        CHECK_NEAR(ref_off(ref_of3(R), ref_axis_angle(axis, (long double)angle)), 0, 2e-15);
    }
}

int main(void) {
    RUN(the_matrix_follows_the_printed_convention);
    RUN(products_chain_as_matrices_do);
    RUN(setting_normalises_and_the_zero_quaternion_is_reported);
    RUN(the_four_rate_directions_agree_with_the_matrix_rate);
    RUN(the_rates_have_the_printed_elements);
    RUN(constant_velocity_is_integrated_for_1000_seconds);
    RUN(from_the_matrix_and_back_in_every_branch);
    RUN(exp_and_log_undo_each_other_from_tiny_to_half_a_turn);
    RUN(slerp_turns_evenly_by_the_shorter_way);
    RUN(slerp_over_exactly_half_a_turn_goes_the_way_of_b);
    RUN(a_quaternion_is_near_its_negative);
    RUN(axis_and_angle_give_the_reference_rotation);
    return check_report();
}
