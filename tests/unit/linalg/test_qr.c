// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double a[MAX * MAX], b[MAX * MAX], x[MAX * MAX], q[MAX * MAX], r[MAX * MAX];
static double product[MAX * MAX], expected[MAX * MAX];
static snw_qr qr;

static void set_up(int rows, int cols) {
    snw_arena arena = fresh_arena();
    CHECK(snw_qr_init(&qr, rows, cols, &arena) == SNW_OK);
}

static int lesser(int m, int n) {
    return m < n ? m : n;
}

// a matrix of exactly this rank (to rounding errors), its columns in random order and size
static void random_of_rank(int m, int n, int rank) {
    double s[MAX] = {0};
    for (int k = 0; k < rank; k++) {
        s[k] = check_real(0.5, 2);
    }
    with_singular_values(m, n, s, a);
}

// Q is orthonormal, R is upper triangular with a falling diagonal, `order` is a permutation, and
// column k of Q R is column order[k] of A
static void check_factors(int m, int n) {
    const int k = lesser(m, n);
    CHECK(qr.rows == m && qr.cols == n);
    CHECK(snw_qr_get_q(&qr, snw_mat_over(q, m, m)) == SNW_OK);
    CHECK(snw_qr_get_r(&qr, snw_mat_over(r, k, n)) == SNW_OK);
    CHECK_NEAR(orthonormality_error(q, m, m), 0, 1e-13);
    const double size = largest(a, m * n);
    bool seen[MAX] = {0};
    for (int j = 0; j < n; j++) {
        CHECK(0 <= qr.order[j] && qr.order[j] < n && !seen[qr.order[j]]);
        seen[qr.order[j]] = true;
        for (int i = j + 1; i < k; i++) {
            CHECK(r[i + j * k] == 0);
        }
        if (j > 0 && j < k) {
            CHECK(fabs(r[j + j * k]) <= fabs(r[j - 1 + (j - 1) * k]) * (1 + 1e-12) + 1e-14 * size);
        }
    }
    reference_product(q, r, m, k, n, product);
    for (int j = 0; j < n; j++) {
        CHECK_NEAR(distance(product + j * m, a + qr.order[j] * m, m), 0, 2e-14 * size);
    }
}

static void the_factors_multiply_to_the_permuted_matrix(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(3000)) {
        const int most = check_case % 20 == 0 ? MAX : 12;
        const int m = check_int(1, most), n = check_int(1, most);
        fill_random(a, m * n);
        const double scale = pow(10, check_case % 5 ? 0 : check_int(-300, 300));
        for (int i = 0; i < m * n; i++) {
            a[i] *= scale;
        }
        CHECK(snw_qr_factor(&qr, snw_mat_over(a, m, n), 0) == SNW_OK);
        CHECK(qr.rank == lesser(m, n));
        check_factors(m, n);
    }
}

static void fewer_columns_of_q_are_the_first_ones(void) {
    set_up(7, 5);
    fill_random(a, 35);
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 7, 5), 0) == SNW_OK);
    CHECK(snw_qr_get_q(&qr, snw_mat_over(q, 7, 7)) == SNW_OK);
    for (int k = 1; k <= 7; k++) {
        CHECK(snw_qr_get_q(&qr, snw_mat_over(x, 7, k)) == SNW_OK);
        CHECK(memcmp(q, x, sizeof *q * (size_t)(7 * k)) == 0);
    }
}

static void the_rank_is_found(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(3000)) {
        const int most = check_case % 20 == 0 ? MAX : 12;
        const int m = check_int(1, most), n = check_int(1, most), rank = check_int(0, lesser(m, n));
        random_of_rank(m, n, rank);
        const snw_status status = snw_qr_factor(&qr, snw_mat_over(a, m, n), 1e-12);
        CHECK(status == (rank < lesser(m, n) ? SNW_NEAR_SINGULAR : SNW_OK));
        CHECK(qr.rank == rank);
        check_factors(m, n);
    }
    // a column that is exactly twice another, with the standard tolerance
    memcpy(a, (double[]){1, 2, 3, 2, 4, 6, 1, 0, 1}, sizeof(double[9]));
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 3, 3), 0) == SNW_NEAR_SINGULAR);
    CHECK(qr.rank == 2);

    // which stands between the unit roundoff and what is worth having
    memcpy(a, (double[]){1, 0, 0, 1e-14}, sizeof(double[4]));
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 2, 2), 0) == SNW_OK && qr.rank == 2);
    a[3] = 1e-16;
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 2, 2), 0) == SNW_NEAR_SINGULAR && qr.rank == 1);
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 2, 2), 1e-17) == SNW_OK && qr.rank == 2);
}

// full column rank: the normal equations in long double
static void least_squares_solutions_match_the_normal_equations(void) {
    static real gram[MAX * MAX];
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, 12), m = check_int(n, 24), count = check_int(1, 4);
        double s[MAX];
        spread_to(100, n, s);
        with_singular_values(m, n, s, a);
        fill_random(b, m * count);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                gram[i + j * n] = 0;
                for (int k = 0; k < m; k++) {
                    gram[i + j * n] += times(a[k + i * m], a[k + j * m]);
                }
            }
        }
        reference_transpose(a, m, n, q);
        reference_product(q, b, n, m, count, r);
        reference_solve(gram, r, n, count, expected);
        CHECK(snw_qr_factor(&qr, snw_mat_over(a, m, n), 0) == SNW_OK);
        CHECK(snw_qr_solve(&qr, snw_mat_over(b, m, count), snw_mat_over(x, n, count)) == SNW_OK);
        CHECK_NEAR(distance(x, expected, n * count), 0, 1e-12);
    }
}

// any rank: the residual is orthogonal to the columns, and at most `rank` unknowns are not zero
static void basic_solutions_of_deficient_systems_are_optimal(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 12), n = check_int(1, 12), rank = check_int(0, lesser(m, n));
        random_of_rank(m, n, rank);
        fill_random(b, m);
        const snw_status status = snw_qr_factor(&qr, snw_mat_over(a, m, n), 1e-12);
        CHECK(status == SNW_OK || status == SNW_NEAR_SINGULAR);
        CHECK(snw_qr_solve(&qr, snw_mat_over(b, m, 1), snw_mat_over(x, n, 1)) == SNW_OK);
        int used = 0;
        for (int j = 0; j < n; j++) {
            used += x[j] != 0;
        }
        CHECK(used <= rank);
        reference_product(a, x, m, n, 1, product);
        for (int i = 0; i < m; i++) {
            product[i] -= b[i];
        }
        reference_transpose(a, m, n, q);
        reference_product(q, product, n, m, 1, r);
        CHECK_NEAR(largest(r, n), 0, 1e-12 * (1 + largest(x, n)));
    }
}

static void extreme_scales_make_no_difference(void) {
    set_up(12, 12);
    CHECK_CASES(check_scaled(500)) {
        const int n = check_int(1, 12), power = check_int(-900, 900);
        double s[MAX];
        spread_to(100, n, s);
        with_singular_values(n, n, s, a);
        fill_random(b, n);
        CHECK(snw_qr_factor(&qr, snw_mat_over(a, n, n), 0) == SNW_OK);
        CHECK(snw_qr_solve(&qr, snw_mat_over(b, n, 1), snw_mat_over(expected, n, 1)) == SNW_OK);
        for (int i = 0; i < n * n; i++) {
            a[i] = ldexp(a[i], power);
        }
        for (int i = 0; i < n; i++) {
            b[i] = ldexp(b[i], power / 2);
        }
        CHECK(snw_qr_factor(&qr, snw_mat_over(a, n, n), 0) == SNW_OK);
        CHECK(snw_qr_solve(&qr, snw_mat_over(b, n, 1), snw_mat_over(x, n, 1)) == SNW_OK);
        for (int i = 0; i < n; i++) {
            CHECK(x[i] == ldexp(expected[i], power / 2 - power));
        }
    }
}

static void a_zero_matrix_has_rank_zero(void) {
    set_up(5, 4);
    fill(a, 20, 0);
    fill_random(b, 5);
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 5, 4), 0) == SNW_NEAR_SINGULAR);
    CHECK(qr.rank == 0);
    check_factors(5, 4);
    CHECK(snw_qr_solve(&qr, snw_mat_over(b, 5, 1), snw_mat_over(x, 4, 1)) == SNW_OK);
    CHECK(all_are(x, 4, 0));
}

static void wrong_operands_are_refused_and_the_factors_stay(void) {
    const int sizes[][2] = {{0, 3}, {3, 0}, {MAX + 1, 3}, {3, MAX + 1}};
    for (int k = 0; k < 4; k++) {
        snw_arena arena = fresh_arena();
        CHECK(snw_qr_init(&qr, sizes[k][0], sizes[k][1], &arena) == SNW_ERR_SIZE);
    }
    set_up(5, 4);
    fill(x, MAX * MAX, 7);
    const snw_mat A = snw_mat_over(a, 4, 3), B = snw_mat_over(b, 4, 1), X = snw_mat_over(x, 3, 1);
    CHECK(snw_qr_solve(&qr, B, X) == SNW_ERR_STATE);
    CHECK(snw_qr_get_q(&qr, snw_mat_over(x, 4, 4)) == SNW_ERR_STATE);
    CHECK(snw_qr_get_r(&qr, snw_mat_over(x, 3, 3)) == SNW_ERR_STATE);
    fill_random(a, 36);
    CHECK(snw_qr_factor(&qr, A, 0) == SNW_OK);
    const double tolerances[] = {-1e-3, 1, (double)NAN};
    for (int k = 0; k < 3; k++) {
        CHECK(snw_qr_factor(&qr, snw_mat_over(a, 5, 4), tolerances[k]) == SNW_ERR_RANGE);
    }
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 6, 4), 0) == SNW_ERR_SIZE);
    CHECK(snw_qr_factor(&qr, snw_mat_over(a, 5, 5), 0) == SNW_ERR_SIZE);
    CHECK(snw_qr_factor(&qr, (snw_mat){0}, 0) == SNW_ERR_SIZE);
    memcpy(expected, a, sizeof a);
    for (int i = 0; i < 12; i++) {
        a[i] = i % 2 ? (double)NAN : (double)INFINITY;
        CHECK(snw_qr_factor(&qr, A, 0) == SNW_ERR_NOT_FINITE);
        a[i] = expected[i];
    }
    fill_random(b, 8);
    CHECK(snw_qr_solve(&qr, snw_mat_over(b, 3, 1), X) == SNW_ERR_SIZE);
    CHECK(snw_qr_solve(&qr, B, snw_mat_over(x, 4, 1)) == SNW_ERR_SIZE);
    CHECK(snw_qr_solve(&qr, B, snw_mat_over(x, 3, 2)) == SNW_ERR_SIZE);
    CHECK(snw_qr_solve(&qr, B, snw_mat_over(b, 3, 1)) == SNW_ERR_ARGUMENT);
    CHECK(snw_qr_get_q(&qr, snw_mat_over(x, 4, 5)) == SNW_ERR_SIZE);
    CHECK(snw_qr_get_q(&qr, snw_mat_over(x, 3, 3)) == SNW_ERR_SIZE);
    CHECK(snw_qr_get_r(&qr, snw_mat_over(x, 4, 3)) == SNW_ERR_SIZE);
    b[2] = (double)NAN;
    CHECK(snw_qr_solve(&qr, B, X) == SNW_ERR_NOT_FINITE);
    CHECK(all_are(x, MAX * MAX, 7));
    check_factors(4, 3);
}

static void init_takes_exactly_what_it_measures(void) {
    const int sizes[][2] = {{1, 1}, {3, 5}, {5, 3}, {4, 4}, {7, 6}, {1, 9}, {13, 12}};
    for (int k = 0; k < 7; k++) {
        const int m = sizes[k][0], n = sizes[k][1];
        snw_arena measure = {0};
        CHECK(snw_qr_init(&qr, m, n, &measure) == SNW_ERR_MEMORY);
        for (size_t size = 0; size <= measure.needed; size++) {
            snw_arena arena = exact_arena(size);
            const snw_status status = snw_qr_init(&qr, m, n, &arena);
            CHECK(status == (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            if (status == SNW_OK) {
                fill_random(a, m * n);
                CHECK(snw_qr_factor(&qr, snw_mat_over(a, m, n), 0) == SNW_OK);
                check_factors(m, n);
            }
            free(arena.base);
        }
    }
}

int main(void) {
    RUN(the_factors_multiply_to_the_permuted_matrix);
    RUN(fewer_columns_of_q_are_the_first_ones);
    RUN(the_rank_is_found);
    RUN(least_squares_solutions_match_the_normal_equations);
    RUN(basic_solutions_of_deficient_systems_are_optimal);
    RUN(extreme_scales_make_no_difference);
    RUN(a_zero_matrix_has_rank_zero);
    RUN(wrong_operands_are_refused_and_the_factors_stay);
    RUN(init_takes_exactly_what_it_measures);
    return check_report();
}
