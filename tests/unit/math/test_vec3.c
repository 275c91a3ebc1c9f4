// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static void check_vec3(snw_vec3 v, long double x, long double y, long double z) {
    CHECK_NEAR(v.x, (double)x, 2e-15 * (1 + (double)fabsl(x)));
    CHECK_NEAR(v.y, (double)y, 2e-15 * (1 + (double)fabsl(y)));
    CHECK_NEAR(v.z, (double)z, 2e-15 * (1 + (double)fabsl(z)));
}

// Every operation of the vector table, against the same formula on plain numbers.
// spec: actin-model:A1-FN-04
static void operations_of_the_vector_table_match_their_formulas(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_vec3 a = random_vec3(3), b = random_vec3(3);
        const double s = check_real(0.1, 3);
        const long double dx = (long double)a.x - b.x, dy = (long double)a.y - b.y,
                          dz = (long double)a.z - b.z, d2 = dx * dx + dy * dy + dz * dz;
        check_vec3(snw_vec3_of(a.x, a.y, a.z), a.x, a.y, a.z);
        check_vec3(snw_vec3_add(a, b), (long double)a.x + b.x, (long double)a.y + b.y,
                   (long double)a.z + b.z);
        check_vec3(snw_vec3_sub(a, b), dx, dy, dz);
        check_vec3(snw_vec3_neg(a), -a.x, -a.y, -a.z);
        check_vec3(snw_vec3_scale(a, s), (long double)a.x * s, (long double)a.y * s,
                   (long double)a.z * s);
        check_vec3(snw_vec3_divide(a, s), (long double)a.x / s, (long double)a.y / s,
                   (long double)a.z / s);
        check_vec3(snw_vec3_add_scaled(a, b, s), a.x + (long double)b.x * s,
                   a.y + (long double)b.y * s, a.z + (long double)b.z * s);
        CHECK_NEAR(snw_vec3_distance(a, b), (double)sqrtl(d2), 1e-14);
        CHECK_NEAR(snw_vec3_distance2(a, b), (double)d2, 1e-13);

        const long double a2 =
            (long double)a.x * a.x + (long double)a.y * a.y + (long double)a.z * a.z;
        CHECK_NEAR(snw_vec3_norm2(a), (double)a2, 2e-14);
        const long double length = sqrtl(a2);
        if (length > 1e-3L) {
            check_vec3(snw_vec3_normalize(a), a.x / length, a.y / length, a.z / length);
        }
    }
}

// spec: actin-model:A1-FN-04
static void elements_are_read_written_and_compared_one_by_one(void) {
    snw_vec3 v = snw_vec3_zero();
    for (int i = 0; i < 3; i++) {
        snw_vec3_set(&v, i, 10 + i);
    }
    CHECK(v.x == 10 && v.y == 11 && v.z == 12);
    CHECK(snw_vec3_get(v, 0) == 10 && snw_vec3_get(v, 1) == 11 && snw_vec3_get(v, 2) == 12);
    CHECK(snw_vec3_equal(v, (snw_vec3){10, 11, 12}));

    // each element alone spoils equality, and nearness just beyond the tolerance
    for (int i = 0; i < 3; i++) {
        snw_vec3 other = v;
        snw_vec3_set(&other, i, 10.25 + i);
        CHECK(!snw_vec3_equal(v, other));
        CHECK(snw_vec3_near(v, other, 0.25));
        CHECK(!snw_vec3_near(v, other, 0.2499));
        CHECK(!snw_vec3_near(other, v, 0.2499));
    }
    CHECK(snw_vec3_equal(snw_vec3_x(2), (snw_vec3){2, 0, 0}));
    CHECK(snw_vec3_equal(snw_vec3_y(2), (snw_vec3){0, 2, 0}));
    CHECK(snw_vec3_equal(snw_vec3_z(2), (snw_vec3){0, 0, 2}));
}

static void smallest_and_largest_are_taken_element_by_element(void) {
    const snw_vec3 a = {1, -5, 3}, b = {2, -6, 3};
    CHECK(snw_vec3_equal(snw_vec3_min(a, b), (snw_vec3){1, -6, 3}));
    CHECK(snw_vec3_equal(snw_vec3_max(a, b), (snw_vec3){2, -5, 3}));
    CHECK(snw_vec3_max_abs(a) == 5 && snw_vec3_max_abs((snw_vec3){-7, 1, 2}) == 7);
    CHECK(snw_vec3_max_abs((snw_vec3){0, 1, -2}) == 2);
}

// The four vector functions of the table, for each vector type, against long double.
// spec: loffler:L-154
static void length_and_products_match_long_double(void) {
    CHECK_CASES(check_scaled(20000)) {
        const snw_vec3 a = random_vec3(2), b = random_vec3(2);
        const long double ax = a.x, ay = a.y, az = a.z, bx = b.x, by = b.y, bz = b.z;
        CHECK_NEAR(snw_vec3_norm(a), (double)sqrtl(ax * ax + ay * ay + az * az), 1e-14);
        CHECK_NEAR(snw_vec3_dot(a, b), (double)(ax * bx + ay * by + az * bz), 1e-14);
        check_vec3(snw_vec3_mul(a, b), ax * bx, ay * by, az * bz);
        check_vec3(snw_vec3_cross(a, b), ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);

        const snw_vec2 c = {a.x, a.y}, d = {b.x, b.y};
        CHECK_NEAR(snw_vec2_norm(c), (double)sqrtl(ax * ax + ay * ay), 1e-14);
        CHECK_NEAR(snw_vec2_dot(c, d), (double)(ax * bx + ay * by), 1e-14);
        const snw_vec2 cd = snw_vec2_mul(c, d);
        CHECK_NEAR(cd.x, (double)(ax * bx), 1e-15);
        CHECK_NEAR(cd.y, (double)(ay * by), 1e-15);

        const snw_vec4 e = {a.x, a.y, a.z, check_real(-2, 2)},
                       f = {b.x, b.y, b.z, check_real(-2, 2)};
        const long double ew = e.w, fw = f.w;
        CHECK_NEAR(snw_vec4_norm(e), (double)sqrtl(ax * ax + ay * ay + az * az + ew * ew), 1e-14);
        CHECK_NEAR(snw_vec4_dot(e, f), (double)(ax * bx + ay * by + az * bz + ew * fw), 1e-14);
        const snw_vec4 ef = snw_vec4_mul(e, f);
        CHECK_NEAR(ef.x, (double)(ax * bx), 1e-15);
        CHECK_NEAR(ef.w, (double)(ew * fw), 1e-15);
        CHECK_NEAR(snw_vec4_get(ef, 1), (double)(ay * by), 1e-15);
        CHECK_NEAR(snw_vec4_get(ef, 2), (double)(az * bz), 1e-15);
    }
    const snw_vec3 x = snw_vec3_x(1), y = snw_vec3_y(1), z = snw_vec3_z(1);
    CHECK(snw_vec3_equal(snw_vec3_cross(x, y), z) && snw_vec3_equal(snw_vec3_cross(y, z), x) &&
          snw_vec3_equal(snw_vec3_cross(z, x), y));
}

// What a function returns when it has no answer must be harmless: adding the zero vector and
// multiplying by an identity change no bit, and a changed copy does not change the constant.
// spec: actin-model:A1-FN-18
static void zero_and_identity_are_safe_to_return(void) {
    snw_vec3 copy = snw_vec3_zero();
    snw_vec3_set(&copy, 1, 5);
    snw_quat turned = snw_quat_identity();
    turned.w = 0;
    CHECK(snw_vec3_equal(snw_vec3_zero(), (snw_vec3){0, 0, 0}));
    CHECK(snw_quat_identity().w == 1 && turned.w == 0);
    CHECK_CASES(1000) {
        const snw_vec3 v = random_vec3(10);
        const snw_pose T = random_pose(3);
        const snw_quat q = random_quat();
        CHECK(snw_vec3_equal(snw_vec3_add(v, snw_vec3_zero()), v));
        CHECK(snw_vec3_equal(snw_mat3_apply(snw_mat3_identity(), v), v));
        CHECK(snw_vec3_equal(snw_quat_rotate(snw_quat_identity(), v), v));
        CHECK(snw_vec3_equal(snw_pose_apply(snw_pose_identity(), v), v));
        CHECK(snw_pose_near(snw_pose_mul(snw_pose_identity(), T), T, 0));
        CHECK(snw_pose_near(snw_pose_mul(T, snw_pose_identity()), T, 0));
        const snw_quat p = snw_quat_mul(q, snw_quat_identity());
        CHECK(p.w == q.w && p.x == q.x && p.y == q.y && p.z == q.z);
        CHECK(snw_twist_equal(snw_twist_add(snw_twist_zero(), snw_twist_of(v, T.p)),
                              snw_twist_of(v, T.p)));
    }
}

static void the_zero_vector_has_no_direction_and_nan_passes_through(void) {
    CHECK(snw_vec3_equal(snw_vec3_normalize(snw_vec3_zero()), snw_vec3_zero()));
    const snw_vec3 bad = {1, (double)NAN, 2};
    CHECK(isnan(snw_vec3_normalize(bad).x) && isnan(snw_vec3_norm(bad)));
    CHECK(isnan(snw_vec3_add(bad, bad).y) && isnan(snw_mat3_apply(snw_mat3_identity(), bad).y));
    CHECK(!snw_vec3_near(bad, bad, 1e9) && !snw_vec3_equal(bad, bad));
    for (int i = 0; i < 3; i++) {
        snw_vec3 one = {1, 2, 3};
        snw_vec3_set(&one, i, (double)NAN);
        CHECK(isnan(snw_vec3_max_abs(one)) && isnan(snw_vec3_norm(one)));
        CHECK(!snw_vec3_is_finite(one));
    }
    CHECK(!snw_vec3_is_finite(bad) && snw_vec3_is_finite(snw_vec3_x(1)));
    CHECK(!snw_vec3_is_finite((snw_vec3){(double)INFINITY, 0, 0}));
    CHECK(!snw_vec3_is_finite((snw_vec3){0, 0, (double)-INFINITY}));
}

int main(void) {
    RUN(operations_of_the_vector_table_match_their_formulas);
    RUN(elements_are_read_written_and_compared_one_by_one);
    RUN(smallest_and_largest_are_taken_element_by_element);
    RUN(length_and_products_match_long_double);
    RUN(zero_and_identity_are_safe_to_return);
    RUN(the_zero_vector_has_no_direction_and_nan_passes_through);
    return check_report();
}
