// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double a[MAX * MAX], b[MAX * MAX], x[MAX * MAX], expected[MAX * MAX], product[MAX * MAX];

// random square matrix of a condition number up to 1e3
static int random_regular(int most) {
    double s[MAX];
    const int n = check_int(1, most);
    spread_to(pow(10, check_real(0, 2.9)), n, s);
    with_singular_values(n, n, s, a);
    return n;
}

static double identity_error(const double *p, int n) {
    double most = 0;
    for (int i = 0; i < n * n; i++) {
        most = fmax(most, fabs(p[i] - (i % (n + 1) == 0 ? 1 : 0)));
    }
    return most;
}

// spec: loffler:L-153
static void the_inverse_leaves_no_residual(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int n = random_regular(check_case % 20 == 0 ? MAX : 12);
        CHECK(snw_mat_inverse(snw_mat_over(a, n, n), snw_mat_over(x, n, n)) == SNW_OK);
        reference_product(a, x, n, n, n, product);
        CHECK_NEAR(identity_error(product, n), 0, 1e-12);
        reference_product(x, a, n, n, n, product);
        CHECK_NEAR(identity_error(product, n), 0, 1e-12);
    }
}

// spec: loffler:L-153
static void left_and_right_division_match_a_long_double_elimination(void) {
    static double at[MAX * MAX], bt[MAX * MAX];
    CHECK_CASES(check_scaled(2000)) {
        const int n = random_regular(12), m = check_int(1, 12);
        const snw_mat A = snw_mat_over(a, n, n);
        fill_random(b, n * m);
        reference_solve(widened(a, n * n), b, n, m, expected);
        CHECK(snw_mat_left_divide(A, snw_mat_over(b, n, m), snw_mat_over(x, n, m)) == SNW_OK);
        CHECK_NEAR(distance(x, expected, n * m), 0, 1e-12 * (1 + largest(expected, n * m)));

        // X A = B is A^T X^T = B^T; here b is read as m x n
        reference_transpose(a, n, n, at);
        reference_transpose(b, m, n, bt);
        reference_solve(widened(at, n * n), bt, n, m, product);
        reference_transpose(product, n, m, expected);
        CHECK(snw_mat_right_divide(snw_mat_over(b, m, n), A, snw_mat_over(x, m, n)) == SNW_OK);
        CHECK_NEAR(distance(x, expected, n * m), 0, 1e-12 * (1 + largest(expected, n * m)));
    }
}

static void division_works_in_place_and_over_its_divisor(void) {
    CHECK_CASES(check_scaled(500)) {
        const int n = random_regular(12);
        static double copy[MAX * MAX];
        memcpy(copy, a, sizeof a);
        const snw_mat A = snw_mat_over(a, n, n), B = snw_mat_over(b, n, n);
        fill_random(b, n * n);
        CHECK(snw_mat_left_divide(A, B, snw_mat_over(expected, n, n)) == SNW_OK);
        CHECK(snw_mat_left_divide(A, B, B) == SNW_OK);
        CHECK(memcmp(b, expected, sizeof *b * (size_t)(n * n)) == 0);
        CHECK(snw_mat_right_divide(B, A, snw_mat_over(expected, n, n)) == SNW_OK);
        CHECK(snw_mat_right_divide(B, A, B) == SNW_OK);
        CHECK(memcmp(b, expected, sizeof *b * (size_t)(n * n)) == 0);
        CHECK(snw_mat_inverse(A, snw_mat_over(expected, n, n)) == SNW_OK);
        CHECK(snw_mat_left_divide(A, B, A) == SNW_OK);
        memcpy(a, copy, sizeof a);
        CHECK(snw_mat_inverse(A, A) == SNW_OK);
        CHECK(memcmp(a, expected, sizeof *a * (size_t)(n * n)) == 0);
    }
}

// whole numbers of rank n - 1, exactly; rounding errors of the elimination make it look regular
static void make_singular(int n) {
    const int victim = check_int(0, n - 1);
    double weights[MAX];
    for (int i = 0; i < n * n; i++) {
        a[i] = check_int(-9, 9);
    }
    for (int j = 0; j < n; j++) {
        weights[j] = check_int(-2, 2);
    }
    for (int i = 0; i < n; i++) {
        a[i + victim * n] = 0;
        for (int j = 0; j < n; j++) {
            if (j != victim) a[i + victim * n] += weights[j] * a[i + j * n];
        }
    }
}

// spec: loffler:L-158
static void a_singular_inverse_returns_the_code_and_leaves_the_result(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, 12);
        make_singular(n);
        if (check_case % 3 == 1) {
            const double power = ldexp(1, check_int(-600, 600));
            for (int i = 0; i < n * n; i++) {
                a[i] *= power;
            }
        }
        fill(x, n * n, 7);
        fill_random(b, n);
        const snw_mat A = snw_mat_over(a, n, n), B = snw_mat_over(b, n, 1);
        CHECK(snw_mat_inverse(A, snw_mat_over(x, n, n)) == SNW_ERR_SINGULAR);
        CHECK(snw_mat_left_divide(A, B, snw_mat_over(x, n, 1)) == SNW_ERR_SINGULAR);
        CHECK(snw_mat_right_divide(snw_mat_over(b, 1, n), A, snw_mat_over(x, 1, n)) ==
              SNW_ERR_SINGULAR);
        CHECK(all_are(x, n * n, 7));
    }
    // the textbook case, whose elimination leaves a rounding error for a pivot
    memcpy(a, (double[]){1, 4, 7, 2, 5, 8, 3, 6, 9}, sizeof(double[9]));
    fill(x, 9, 7);
    CHECK(snw_mat_inverse(snw_mat_over(a, 3, 3), snw_mat_over(x, 3, 3)) == SNW_ERR_SINGULAR);
    fill(a, 9, 0);
    CHECK(snw_mat_inverse(snw_mat_over(a, 3, 3), snw_mat_over(x, 3, 3)) == SNW_ERR_SINGULAR);
    CHECK(all_are(x, 9, 7));
}

// rows and columns in different units: the inverse is as good as without them
static void scaling_of_rows_and_columns_does_no_harm(void) {
    CHECK_CASES(check_scaled(1000)) {
        const int n = random_regular(10);
        double r[MAX], c[MAX];
        CHECK(snw_mat_inverse(snw_mat_over(a, n, n), snw_mat_over(expected, n, n)) == SNW_OK);
        for (int i = 0; i < n; i++) {
            r[i] = ldexp(1, check_int(-200, 200));
            c[i] = ldexp(1, check_int(-200, 200));
        }
        for (int i = 0; i < n * n; i++) {
            a[i] *= r[i % n] * c[i / n];
        }
        CHECK(snw_mat_inverse(snw_mat_over(a, n, n), snw_mat_over(x, n, n)) == SNW_OK);
        for (int i = 0; i < n * n; i++) {
            const double plain = x[i] * c[i % n] * r[i / n];
            CHECK_NEAR(plain, expected[i], 1e-11 * (1 + largest(expected, n * n)));
        }
    }
}

static void nearly_singular_is_done_with_news(void) {
    memcpy(a, (double[]){1, 1, 1, 1 + 1e-13}, sizeof(double[4]));
    CHECK(snw_mat_inverse(snw_mat_over(a, 2, 2), snw_mat_over(x, 2, 2)) == SNW_NEAR_SINGULAR);
    CHECK_NEAR(x[3] * 1e-13, 1, 1e-2);
    a[3] = 1 + 1e-9;
    CHECK(snw_mat_inverse(snw_mat_over(a, 2, 2), snw_mat_over(x, 2, 2)) == SNW_OK);
    CHECK_NEAR(x[3] * 1e-9, 1, 1e-6);
}

static void extreme_numbers_are_divided_or_refused(void) {
    memcpy(a, (double[]){1e300, 0, 0, 1e-300}, sizeof(double[4]));
    CHECK(snw_mat_inverse(snw_mat_over(a, 2, 2), snw_mat_over(x, 2, 2)) == SNW_OK);
    CHECK_NEAR(x[0] * 1e300, 1, 1e-15);
    CHECK_NEAR(x[3] * 1e-300, 1, 1e-15);
    CHECK(x[1] == 0 && x[2] == 0);
    a[0] = DBL_MAX, a[3] = DBL_MAX;
    CHECK(snw_mat_inverse(snw_mat_over(a, 2, 2), snw_mat_over(x, 2, 2)) == SNW_OK);
    CHECK_NEAR(x[0] * DBL_MAX, 1, 1e-15);

    // the inverse of [d d; d d(1+e)] has elements near 1/(d e)
    fill(x, 4, 7);
    memcpy(a, (double[]){1e-300, 1e-300, 1e-300, 1e-300 * (1 + 1e-10)}, sizeof(double[4]));
    CHECK(snw_mat_inverse(snw_mat_over(a, 2, 2), snw_mat_over(x, 2, 2)) == SNW_ERR_RANGE);
    CHECK(all_are(x, 4, 7));
}

static void wrong_operands_are_refused(void) {
    fill_random(a, MAX * MAX);
    fill(x, MAX * MAX, 7);
    const snw_mat A = snw_mat_over(a, 3, 3), B = snw_mat_over(b, 3, 2);
    CHECK(snw_mat_inverse(snw_mat_over(a, 3, 4), snw_mat_over(x, 3, 4)) == SNW_ERR_SIZE);
    CHECK(snw_mat_inverse(A, snw_mat_over(x, 3, 2)) == SNW_ERR_SIZE);
    CHECK(snw_mat_inverse(A, (snw_mat){0}) == SNW_ERR_SIZE);
    CHECK(snw_mat_left_divide(A, B, snw_mat_over(x, 2, 3)) == SNW_ERR_SIZE);
    CHECK(snw_mat_left_divide(A, snw_mat_over(b, 2, 3), snw_mat_over(x, 2, 3)) == SNW_ERR_SIZE);
    CHECK(snw_mat_right_divide(B, A, snw_mat_over(x, 3, 2)) == SNW_ERR_SIZE);
    CHECK(snw_mat_right_divide(snw_mat_over(b, 2, 3), A, snw_mat_over(x, 3, 2)) == SNW_ERR_SIZE);

    // more than SNW_LINALG_MAX
    static double big[(MAX + 1) * (MAX + 1)];
    const snw_mat huge = snw_mat_over(big, MAX + 1, MAX + 1);
    CHECK(snw_mat_identity(huge) == SNW_OK);
    CHECK(snw_mat_inverse(huge, huge) == SNW_ERR_SIZE);

    // NaN and infinity, in the divisor and in the dividend
    fill_random(b, 6);
    for (int i = 0; i < 9; i++) {
        fill_random(a, 9);
        a[i] = i % 2 ? (double)NAN : (double)INFINITY;
        CHECK(snw_mat_inverse(A, snw_mat_over(x, 3, 3)) == SNW_ERR_NOT_FINITE);
        CHECK(snw_mat_left_divide(A, B, snw_mat_over(x, 3, 2)) == SNW_ERR_NOT_FINITE);
    }
    fill_random(a, 9);
    b[4] = (double)NAN;
    CHECK(snw_mat_left_divide(A, B, snw_mat_over(x, 3, 2)) == SNW_ERR_NOT_FINITE);
    CHECK(snw_mat_right_divide(snw_mat_over(b, 2, 3), A, snw_mat_over(x, 2, 3)) ==
          SNW_ERR_NOT_FINITE);
    fill_random(b, 16);
    CHECK(snw_mat_left_divide(A, B, snw_mat_over(b + 1, 3, 2)) == SNW_ERR_ARGUMENT);
    CHECK(all_are(x, MAX * MAX, 7));
}

int main(void) {
    RUN(the_inverse_leaves_no_residual);
    RUN(left_and_right_division_match_a_long_double_elimination);
    RUN(division_works_in_place_and_over_its_divisor);
    RUN(a_singular_inverse_returns_the_code_and_leaves_the_result);
    RUN(scaling_of_rows_and_columns_does_no_harm);
    RUN(nearly_singular_is_done_with_news);
    RUN(extreme_numbers_are_divided_or_refused);
    RUN(wrong_operands_are_refused);
    return check_report();
}
