// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static double distance2(snw_mat3 A, snw_mat3 B) {
    const snw_mat3 D = snw_mat3_sub(A, B);
    return snw_vec3_norm2(D.x) + snw_vec3_norm2(D.y) + snw_vec3_norm2(D.z);
}

// The largest element of |R^T R - I|, by plain loops.
static double drift(snw_mat3 R) {
    return ref_off(ref_mul(ref_transpose(ref_of3(R)), ref_of3(R)), ref_identity(3));
}

// Ten million products in place, R = R * D, with the cheap step after each and without it. Without
// it the rounding of D itself, the same in each product, adds up: the drift grows with the count.
// spec: rccl:KIN-03
static void ten_million_products_stay_a_rotation(void) {
    const long count = check_scaled(10000000);
    const snw_mat3 D = snw_mat3_from_rpy((snw_rpy){0.0137, -0.0211, 0.0173});
    snw_mat3 kept = snw_mat3_identity(), loose = kept, early = kept;
    double worst = 0;
    for (long i = 0; i < count; i++) {
        kept = snw_mat3_renormalize(snw_mat3_mul(kept, D));
        loose = snw_mat3_mul(loose, D);
        if (i == count / 100) early = loose;
        if (i % 1000 == 0 && drift(kept) > worst) worst = drift(kept);
    }
    if (drift(kept) > worst) worst = drift(kept);
    CHECK_NEAR(worst, 0, 1e-10);
    CHECK_NEAR(drift(kept), 0, 1e-14);
    CHECK_NEAR(snw_mat3_drift(kept), drift(kept), 1e-15);

    // the proof that the test can fail
    CHECK(drift(loose) > 10 * drift(early));
    CHECK(drift(loose) > 1e4 * drift(kept) * (double)count / 1e7);
    if (count == 10000000) CHECK(drift(loose) > 1e-10);
}

// spec: rccl:KIN-03
static void one_step_squares_the_drift(void) {
    CHECK_CASES(check_scaled(10000)) {
        const double e = pow(10, check_real(-8, -2));
        snw_mat3 A = random_rotation();
        for (int i = 0; i < 9; i++) {
            snw_mat3_set(&A, i / 3, i % 3, snw_mat3_get(A, i / 3, i % 3) + check_real(-e, e));
        }
        const double before = drift(A), after = drift(snw_mat3_renormalize(A));
        CHECK(after <= 3 * before * before + 1e-15);
    }
}

// The nearest rotation is one, and no rotation in its neighbourhood is nearer.
// spec: rccl:KIN-03
static void any_drift_is_brought_to_the_nearest_rotation(void) {
    CHECK_CASES(check_scaled(5000)) {
        snw_mat3 A = snw_mat3_scale(random_rotation(), pow(10, check_real(-2, 2)));
        const double e = 0.5 * snw_vec3_norm(A.x);
        for (int i = 0; i < 9; i++) {
            snw_mat3_set(&A, i / 3, i % 3, snw_mat3_get(A, i / 3, i % 3) + check_real(-e, e));
        }
        snw_mat3 R;
        CHECK(snw_mat3_orthonormalize(A, &R) == SNW_OK);
        CHECK_NEAR(drift(R), 0, 1e-14);
        CHECK_NEAR(snw_mat3_det(R), 1, 1e-14);

        const double best = distance2(A, R);
        for (int k = 0; k < 12; k++) {
            const double angle = k < 6 ? 1e-3 : check_real(0.01, 3);
            const snw_mat3 other =
                snw_mat3_mul(R, ref_to3(ref_axis_angle(random_axis(), (long double)angle)));
            CHECK(distance2(A, other) >= best * (1 - 1e-12));
        }
    }
}

// R * S with S symmetric and positive is the polar form, whose rotation is known.
static void a_stretched_rotation_comes_back(void) {
    CHECK_CASES(check_scaled(5000)) {
        const snw_mat3 R = random_rotation(), Q = random_rotation();
        const snw_vec3 s = {check_real(0.1, 3), check_real(0.1, 3), check_real(0.1, 3)};
        const snw_mat3 S =
            snw_mat3_mul(snw_mat3_mul(Q, snw_mat3_diagonal(s)), snw_mat3_transpose(Q));
        snw_mat3 back;
        CHECK(snw_mat3_orthonormalize(snw_mat3_mul(R, S), &back) == SNW_OK);
        CHECK_NEAR(off3(back, R), 0, 1e-13);
    }
}

static void a_rotation_stays_as_it_is(void) {
    CHECK_CASES(1000) {
        const snw_mat3 R = random_rotation();
        snw_mat3 back;
        CHECK(snw_mat3_orthonormalize(R, &back) == SNW_OK);
        CHECK_NEAR(off3(back, R), 0, 1e-15);
        CHECK_NEAR(off3(snw_mat3_renormalize(R), R), 0, 1e-15);
    }
}

static void what_has_no_nearest_rotation_is_refused(void) {
    const snw_mat3 before = random_rotation();
    snw_mat3 R = before;
    CHECK(snw_mat3_orthonormalize(snw_mat3_zero(), &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_orthonormalize(snw_mat3_scale(snw_mat3_identity(), -1), &R) == SNW_ERR_SINGULAR);
    CHECK(snw_mat3_orthonormalize(snw_mat3_diagonal((snw_vec3){1, 0, 0}), &R) == SNW_ERR_SINGULAR);
    for (int i = 0; i < 9; i++) {
        snw_mat3 A = snw_mat3_identity();
        snw_mat3_set(&A, i / 3, i % 3, (double)NAN);
        CHECK(snw_mat3_orthonormalize(A, &R) == SNW_ERR_NOT_FINITE);
    }
    CHECK_NEAR(off3(R, before), 0, 0);

    // huge and tiny matrices are not refused
    CHECK(snw_mat3_orthonormalize(snw_mat3_scale(before, 1e300), &R) == SNW_OK);
    CHECK_NEAR(off3(R, before), 0, 1e-15);
    CHECK(snw_mat3_orthonormalize(snw_mat3_scale(before, 1e-300), &R) == SNW_OK);
    CHECK_NEAR(off3(R, before), 0, 1e-15);
}

int main(void) {
    RUN(ten_million_products_stay_a_rotation);
    RUN(one_step_squares_the_drift);
    RUN(any_drift_is_brought_to_the_nearest_rotation);
    RUN(a_stretched_rotation_comes_back);
    RUN(a_rotation_stays_as_it_is);
    RUN(what_has_no_nearest_rotation_is_refused);
    return check_report();
}
