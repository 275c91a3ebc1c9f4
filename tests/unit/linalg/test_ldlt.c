// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double a[MAX * MAX], b[MAX * MAX], x[MAX * MAX], expected[MAX * MAX], lt[MAX * MAX];
static snw_ldlt ldlt;

static void set_up(int capacity) {
    snw_arena arena = fresh_arena();
    CHECK(snw_ldlt_init(&ldlt, capacity, &arena) == SNW_OK);
}

// L has ones on the diagonal and zeros above, D is positive, and L D L^T is A
static void check_factor(int n) {
    const double *L = ldlt.L.data;
    CHECK(ldlt.L.rows == n && ldlt.L.cols == n && ldlt.L.stride == n);
    for (int j = 0; j < n; j++) {
        CHECK(L[j + j * n] == 1 && ldlt.D[j] > 0);
        for (int i = 0; i < j; i++) {
            CHECK(L[i + j * n] == 0);
        }
    }
    reference_transpose(L, n, n, lt);
    for (int i = 0; i < n * n; i++) {
        lt[i] *= ldlt.D[i % n];
    }
    reference_product(L, lt, n, n, n, x);
    CHECK_NEAR(distance(x, a, n * n), 0, 1e-14 * largest(a, n * n));
}

static void the_factors_multiply_to_the_matrix(void) {
    set_up(MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, check_case % 20 == 0 ? MAX : 12);
        random_definite(n, pow(10, check_real(0, 6)), a);
        CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, n, n)) == SNW_OK);
        CHECK(ldlt.pivot == -1);
        check_factor(n);
    }
    // a closed form: the second difference matrix has the pivots (k + 2) / (k + 1)
    for (int i = 0; i < 49; i++) {
        a[i] = i % 8 == 0 ? 2 : abs(i % 7 - i / 7) == 1 ? -1 : 0;
    }
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 7, 7)) == SNW_OK);
    for (int k = 0; k < 7; k++) {
        CHECK_NEAR(ldlt.D[k], (k + 2.0) / (k + 1.0), 1e-15);
    }
}

static void solutions_match_a_long_double_elimination(void) {
    set_up(MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, check_case % 20 == 0 ? MAX : 12), m = check_int(1, 5);
        random_definite(n, 1e3, a);
        fill_random(b, n * m);
        reference_solve(widened(a, n * n), b, n, m, expected);
        CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, n, n)) == SNW_OK);
        const snw_mat B = snw_mat_over(b, n, m);
        CHECK(snw_ldlt_solve(&ldlt, B, snw_mat_over(x, n, m)) == SNW_OK);
        CHECK_NEAR(distance(x, expected, n * m), 0, 1e-12);
        CHECK(snw_ldlt_solve(&ldlt, B, B) == SNW_OK);
        CHECK(memcmp(b, x, sizeof *b * (size_t)(n * m)) == 0);
    }
}

static void only_the_lower_triangle_is_read(void) {
    set_up(8);
    random_definite(8, 100, a);
    memcpy(b, a, sizeof a);
    for (int j = 0; j < 8; j++) {
        for (int i = 0; i < j; i++) {
            b[i + j * 8] = (double)NAN;
        }
    }
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(b, 8, 8)) == SNW_OK);
    check_factor(8);
}

// indefinite or semidefinite without rounding errors, by a chosen pivot
static void matrices_that_are_not_definite_are_refused_and_named(void) {
    static double l[MAX * MAX], kept[MAX * MAX], kept_D[MAX];
    set_up(12);
    random_definite(5, 10, a);
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 5, 5)) == SNW_OK);
    memcpy(kept, ldlt.L.data, sizeof(double[25]));
    memcpy(kept_D, ldlt.D, sizeof(double[5]));
    CHECK_CASES(check_scaled(2000)) {
        const int n = check_int(1, 12), bad = check_int(0, n - 1);
        const double pivot = check_case % 2 ? 0 : -check_int(1, 3);
        for (int i = 0; i < n * n; i++) {
            const int row = i % n, col = i / n;
            l[i] = row < col ? 0 : row == col ? 1 : 0.125 * check_int(-2, 2);
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                a[i + j * n] = 0;
                for (int k = 0; k < n; k++) {
                    a[i + j * n] += l[i + k * n] * (k == bad ? pivot : 2) * l[j + k * n];
                }
            }
        }
        CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, n, n)) == SNW_ERR_SINGULAR);
        CHECK(ldlt.pivot == bad);
        CHECK(ldlt.L.rows == 5 && memcmp(kept, ldlt.L.data, sizeof(double[25])) == 0);
        CHECK(memcmp(kept_D, ldlt.D, sizeof(double[5])) == 0);
    }
    // a Gram matrix of dependent vectors, the first of which are independent without doubt: only
    // rounding errors are left for the next pivot
    CHECK_CASES(check_scaled(1000)) {
        const int n = check_int(2, 12), rank = check_int(1, n - 1);
        fill_random(b, n * rank);
        for (int k = 0; k < rank; k++) {
            b[k + k * n] += rank;
        }
        CHECK(snw_mat_mul_bt(snw_mat_over(b, n, rank), snw_mat_over(b, n, rank),
                             snw_mat_over(a, n, n)) == SNW_OK);
        CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, n, n)) == SNW_ERR_SINGULAR);
    }
}

static void nearly_semidefinite_is_done_with_news(void) {
    set_up(2);
    memcpy(a, (double[]){1, 1, 1, 1 + 1e-13}, sizeof(double[4]));
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 2, 2)) == SNW_NEAR_SINGULAR);
    CHECK_NEAR(ldlt.D[1], 1e-13, 1e-15);
    a[3] = 1 + 1e-9;
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 2, 2)) == SNW_OK);

    // units do not matter: each pivot is compared with its own diagonal element
    memcpy(a, (double[]){1e-200, 0, 0, 1e200}, sizeof(double[4]));
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 2, 2)) == SNW_OK);
    CHECK(ldlt.D[0] == 1e-200 && ldlt.D[1] == 1e200);
}

static void wrong_operands_are_refused(void) {
    snw_arena arena = fresh_arena();
    CHECK(snw_ldlt_init(&ldlt, 0, &arena) == SNW_ERR_SIZE);
    CHECK(snw_ldlt_init(&ldlt, MAX + 1, &arena) == SNW_ERR_SIZE);
    set_up(4);
    fill(x, MAX, 7);
    fill_random(b, 16);
    const snw_mat X = snw_mat_over(x, 3, 1), B = snw_mat_over(b, 3, 1);
    CHECK(snw_ldlt_solve(&ldlt, B, X) == SNW_ERR_STATE);
    random_definite(5, 10, a);
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 5, 5)) == SNW_ERR_SIZE);
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 3, 4)) == SNW_ERR_SIZE);
    CHECK(snw_ldlt_factor(&ldlt, (snw_mat){0}) == SNW_ERR_SIZE);
    random_definite(3, 10, a);
    CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 3, 3)) == SNW_OK);
    check_factor(3);
    fill(x, MAX, 7);
    CHECK(snw_ldlt_solve(&ldlt, snw_mat_over(b, 4, 1), snw_mat_over(x, 4, 1)) == SNW_ERR_SIZE);
    CHECK(snw_ldlt_solve(&ldlt, B, snw_mat_over(x, 3, 2)) == SNW_ERR_SIZE);
    CHECK(snw_ldlt_solve(&ldlt, B, snw_mat_over(b + 1, 3, 1)) == SNW_ERR_ARGUMENT);
    b[1] = (double)NAN;
    CHECK(snw_ldlt_solve(&ldlt, B, X) == SNW_ERR_NOT_FINITE);
    for (int i = 0; i < 9; i++) {
        if (i % 3 < i / 3) continue;
        random_definite(3, 10, a);
        a[i] = i % 2 ? (double)NAN : (double)INFINITY;
        CHECK(snw_ldlt_factor(&ldlt, snw_mat_over(a, 3, 3)) == SNW_ERR_NOT_FINITE);
    }
    CHECK(all_are(x, MAX, 7) && ldlt.L.rows == 3);
}

static void init_takes_exactly_what_it_measures(void) {
    for (int capacity = 1; capacity <= 9; capacity++) {
        snw_arena measure = {0};
        CHECK(snw_ldlt_init(&ldlt, capacity, &measure) == SNW_ERR_MEMORY);
        for (size_t size = 0; size <= measure.needed; size++) {
            snw_arena arena = exact_arena(size);
            const snw_status status = snw_ldlt_init(&ldlt, capacity, &arena);
            CHECK(status == (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            if (status == SNW_OK) {
                random_definite(capacity, 10, a);
                const snw_mat A = snw_mat_over(a, capacity, capacity);
                CHECK(snw_ldlt_factor(&ldlt, A) == SNW_OK);
                CHECK(snw_ldlt_factor(&ldlt, A) == SNW_OK);
            }
            free(arena.base);
        }
    }
}

int main(void) {
    RUN(the_factors_multiply_to_the_matrix);
    RUN(solutions_match_a_long_double_elimination);
    RUN(only_the_lower_triangle_is_read);
    RUN(matrices_that_are_not_definite_are_refused_and_named);
    RUN(nearly_semidefinite_is_done_with_news);
    RUN(wrong_operands_are_refused);
    RUN(init_takes_exactly_what_it_measures);
    return check_report();
}
