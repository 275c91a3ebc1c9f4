// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

#include "allocations.h"

static double a[MAX * MAX], b[MAX * MAX], c[MAX * MAX], square[MAX * MAX], definite[MAX * MAX];
static snw_cholesky cholesky;
static snw_ldlt ldlt;
static snw_qr qr;
static snw_svd svd;
static snw_pinv pinv;
static char text[1 << 17];

// how many functions did not do what they should; no CHECK, whose messages allocate
static int count_failures(const snw_status *status, int count) {
    int failures = 0;
    for (int i = 0; i < count; i++) {
        failures += snw_failed(status[i]);
    }
    return failures;
}

static int use_matrices(int m, int n) {
    const snw_mat A = snw_mat_over(a, m, n), B = snw_mat_over(b, m, n), C = snw_mat_over(c, m, n);
    const snw_mat M = snw_mat_over(c, m, m), N = snw_mat_over(c, n, n), T = snw_mat_over(c, n, m);
    double value = snw_mat_norm_max(A) + snw_mat_norm_one(A) + snw_mat_norm_inf(A) +
                   snw_mat_norm_frobenius(snw_mat_over_const(a, m, n));
    const snw_status status[] = {
        snw_mat_identity(C),
        snw_mat_zero(C),
        snw_mat_copy(A, C),
        snw_mat_add(A, B, C),
        snw_mat_sub(A, B, C),
        snw_mat_scale(A, value, C),
        snw_mat_transpose(A, T),
        snw_mat_get(A, 0, 0, &value),
        snw_mat_set(C, 0, 0, value),
        snw_mat_copy(snw_mat_block(A, 0, 0, 1, 1), snw_mat_block(C, m - 1, n - 1, 1, 1)),
        snw_mat_mul_at(A, B, N),
        snw_mat_mul_bt(A, B, M),
    };
    return count_failures(status, sizeof status / sizeof *status) + !snw_mat_is_finite(A);
}

static int use_square(int n) {
    const snw_mat A = snw_mat_over(square, n, n), B = snw_mat_over(b, n, n);
    const snw_mat C = snw_mat_over(c, n, n), D = snw_mat_over(definite, n, n);
    const snw_status status[] = {
        snw_mat_mul(A, B, C),
        snw_mat_inverse(A, C),
        snw_mat_left_divide(A, B, C),
        snw_mat_right_divide(B, A, C),
        snw_cholesky_factor(&cholesky, D),
        snw_cholesky_solve(&cholesky, B, C),
        snw_ldlt_factor(&ldlt, D),
        snw_ldlt_solve(&ldlt, B, C),
    };
    return count_failures(status, sizeof status / sizeof *status);
}

static int use_factors(int m, int n) {
    const int k = m < n ? m : n;
    const snw_mat A = snw_mat_over(a, m, n), B = snw_mat_over(b, m, 2), X = snw_mat_over(c, n, 2);
    const snw_pinv_config config = snw_pinv_defaults();
    const snw_status status[] = {
        snw_qr_factor(&qr, A, 0),
        snw_qr_get_q(&qr, snw_mat_over(c, m, m)),
        snw_qr_get_r(&qr, snw_mat_over(c, k, n)),
        snw_qr_solve(&qr, B, X),
        snw_svd_factor(&svd, A),
        snw_svd_solve(&svd, B, 1e-9, X),
        snw_pinv_update(&pinv, A, &config),
        snw_pinv_matrix(&pinv, snw_mat_over(c, n, m)),
        snw_pinv_apply(&pinv, b, c),
    };
    return count_failures(status, sizeof status / sizeof *status) +
           (snw_svd_rank(&svd, 1e-300) != k);
}

static int use_text(int m, int n) {
    snw_text out = snw_text_over(text, sizeof text);
    const snw_status status[] = {
        snw_mat_print(snw_mat_over(a, m, n), &out),
        snw_mat_parse(text, out.length, snw_mat_over(c, m, n)),
    };
    return count_failures(status, 2);
}

static int use_twists(int dof) {
    snw_twist J[MAX];
    memcpy(J, a, sizeof *J * (size_t)dof);
    const snw_status status = snw_damped_solve(J, dof, NULL, 0.1, J[0], c);
    return snw_failed(status) ? 1 : 0;
}

// spec: loffler:L-150
static void no_function_of_the_dense_part_allocates(void) {
    snw_arena arena = fresh_arena();
    const int sizes[][2] = {{1, 1}, {2, 2}, {3, 3},  {4, 4},    {6, 6},
                            {6, 7}, {7, 6}, {12, 9}, {MAX, MAX}};
    allocations = 0;
    int failures = snw_failed(snw_cholesky_init(&cholesky, MAX, &arena)) ||
                   snw_failed(snw_ldlt_init(&ldlt, MAX, &arena)) ||
                   snw_failed(snw_qr_init(&qr, MAX, MAX, &arena)) ||
                   snw_failed(snw_svd_init(&svd, MAX, MAX, &arena)) ||
                   snw_failed(snw_pinv_init(&pinv, MAX, MAX, &arena));
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        const int m = sizes[k][0], n = sizes[k][1];
        fill_random(a, MAX * MAX);
        fill_random(b, MAX * MAX);
        fill_random(square, MAX * MAX);
        for (int i = 0; i < n; i++) {
            square[i + i * n] += n;
        }
        random_definite(n, 10, definite);
        failures +=
            use_matrices(m, n) + use_square(n) + use_factors(m, n) + use_text(m, n) + use_twists(n);
    }
    const long counted = allocations;
    CHECK(failures == 0);
    CHECK(counted == 0);

    // the counter is real: one block is counted twice
    void *volatile block = malloc(1);
    free(block);
    CHECK(!COUNTING || allocations >= counted + 2);
}

int main(void) {
    RUN(no_function_of_the_dense_part_allocates);
    return check_report();
}
