// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double a[MAX * MAX], b[MAX * MAX], out[MAX * MAX], expected[MAX * MAX];

// fills a block inside a larger matrix, so that strides differ from row counts
static snw_mat inside(double *memory, int rows, int cols) {
    fill_random(memory, MAX * MAX);
    const int stride = rows + check_int(0, 3);
    return (snw_mat){memory + check_int(0, 2), rows, cols, stride};
}

static void dense_copy(snw_mat A, double *to) {
    for (int j = 0; j < A.cols; j++) {
        for (int i = 0; i < A.rows; i++) {
            to[i + j * A.rows] = A.data[i + j * A.stride];
        }
    }
}

// Newton's iteration for the inverse of a matrix near the identity, X <- X (2 - A X): robot code
// that uses many functions and knows no size.
static snw_status generic_inverse(snw_mat A, snw_mat X, snw_mat work, snw_mat next) {
    snw_status status = snw_mat_identity(X);
    for (int k = 0; k < 8 && status == SNW_OK; k++) {
        if ((status = snw_mat_mul(A, X, work)) != SNW_OK) break;
        if ((status = snw_mat_mul(X, work, next)) != SNW_OK) break;
        if ((status = snw_mat_add(X, X, X)) != SNW_OK) break;
        status = snw_mat_sub(X, next, X);
    }
    return status;
}

// spec: loffler:L-152
static void a_generic_routine_works_for_every_size(void) {
    static double x[MAX * MAX], work[MAX * MAX], next[MAX * MAX];
    for (int n = 2; n <= 12; n++) {
        fill_random(a, n * n);
        for (int i = 0; i < n * n; i++) {
            a[i] = a[i] * 0.4 / n + (i % (n + 1) == 0 ? 1 : 0);
        }
        CHECK(generic_inverse(snw_mat_over(a, n, n), snw_mat_over(x, n, n),
                              snw_mat_over(work, n, n), snw_mat_over(next, n, n)) == SNW_OK);
        reference_product(a, x, n, n, n, out);
        for (int i = 0; i < n * n; i++) {
            CHECK_NEAR(out[i], i % (n + 1) == 0 ? 1 : 0, 1e-13);
        }

        // the same routine with a matrix of another size is refused
        CHECK(generic_inverse(snw_mat_over(a, n - 1, n - 1), snw_mat_over(x, n, n),
                              snw_mat_over(work, n, n), snw_mat_over(next, n, n)) == SNW_ERR_SIZE);
        CHECK(generic_inverse(snw_mat_over(a, n, n), snw_mat_over(x, n, n),
                              snw_mat_over(work, n, n + 1),
                              snw_mat_over(next, n, n)) == SNW_ERR_SIZE);
    }
}

// spec: loffler:L-152
static void sizes_that_do_not_fit_are_an_error_and_change_nothing(void) {
    const snw_mat A = snw_mat_over(a, 3, 4), B = snw_mat_over(b, 4, 5);
    fill_random(a, 12);
    fill_random(b, 20);
    fill(out, 64, 7);
    for (int rows = 1; rows <= 6; rows++) {
        for (int cols = 1; cols <= 6; cols++) {
            const snw_mat O = snw_mat_over(out, rows, cols);
            if (rows != 3 || cols != 4) {
                CHECK(snw_mat_copy(A, O) == SNW_ERR_SIZE);
                CHECK(snw_mat_scale(A, 2, O) == SNW_ERR_SIZE);
                CHECK(snw_mat_add(A, A, O) == SNW_ERR_SIZE);
                CHECK(snw_mat_sub(A, A, O) == SNW_ERR_SIZE);
                CHECK(snw_mat_add(A, O, A) == SNW_ERR_SIZE);
                CHECK(snw_mat_sub(O, A, A) == SNW_ERR_SIZE);
            }
            if (rows != 4 || cols != 3) CHECK(snw_mat_transpose(A, O) == SNW_ERR_SIZE);
            if (rows != 3 || cols != 5) CHECK(snw_mat_mul(A, B, O) == SNW_ERR_SIZE);
            if (rows != 4 || cols != 4) CHECK(snw_mat_mul_at(A, A, O) == SNW_ERR_SIZE);
            if (rows != 3 || cols != 3) CHECK(snw_mat_mul_bt(A, A, O) == SNW_ERR_SIZE);
        }
    }
    CHECK(snw_mat_mul(A, A, snw_mat_over(out, 3, 4)) == SNW_ERR_SIZE);
    CHECK(snw_mat_mul_at(A, B, snw_mat_over(out, 4, 5)) == SNW_ERR_SIZE);
    CHECK(snw_mat_mul_bt(A, B, snw_mat_over(out, 3, 4)) == SNW_ERR_SIZE);
    CHECK(all_are(out, 64, 7));
}

static void impossible_views_fit_nothing(void) {
    fill(out, 16, 7);
    const snw_mat good = snw_mat_over(out, 2, 2);
    const snw_mat bad[] = {
        {NULL, 2, 2, 2}, {out, 0, 2, 2}, {out, 2, 0, 2}, {out, 2, 2, 1}, {out, -1, 2, 2}};
    double value = 3;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        CHECK(!snw_mat_valid(bad[k]));
        CHECK(snw_mat_zero(bad[k]) == SNW_ERR_SIZE);
        CHECK(snw_mat_identity(bad[k]) == SNW_ERR_SIZE);
        CHECK(snw_mat_copy(bad[k], good) == SNW_ERR_SIZE);
        CHECK(snw_mat_copy(good, bad[k]) == SNW_ERR_SIZE);
        CHECK(snw_mat_add(good, bad[k], good) == SNW_ERR_SIZE);
        CHECK(snw_mat_transpose(bad[k], good) == SNW_ERR_SIZE);
        CHECK(snw_mat_mul(good, bad[k], good) == SNW_ERR_SIZE);
        CHECK(snw_mat_get(bad[k], 0, 0, &value) == SNW_ERR_SIZE);
        CHECK(snw_mat_set(bad[k], 0, 0, 1) == SNW_ERR_SIZE);
        CHECK(!snw_mat_valid(snw_mat_block(bad[k], 0, 0, 1, 1)));
        CHECK(!snw_mat_is_finite(bad[k]));
        CHECK_NEAR(snw_mat_norm_max(bad[k]) + snw_mat_norm_one(bad[k]) + snw_mat_norm_inf(bad[k]) +
                       snw_mat_norm_frobenius(bad[k]),
                   0, 0);
    }
    CHECK(value == 3 && all_are(out, 16, 7));
}

// spec: loffler:L-153
static void products_match_triple_loops(void) {
    static double at[MAX * MAX], bt[MAX * MAX];
    CHECK_CASES(check_scaled(3000)) {
        const int m = check_int(1, 20), k = check_int(1, 20), n = check_int(1, 20);
        fill_random(a, m * k);
        fill_random(b, k * n);
        reference_product(a, b, m, k, n, expected);
        reference_transpose(a, m, k, at);
        reference_transpose(b, k, n, bt);
        const snw_mat A = snw_mat_over(a, m, k), B = snw_mat_over(b, k, n);
        const snw_mat O = snw_mat_over(out, m, n);
        CHECK(snw_mat_mul(A, B, O) == SNW_OK);
        CHECK_NEAR(distance(out, expected, m * n), 0, 1e-14);
        fill(out, m * n, 0);
        CHECK(snw_mat_mul_at(snw_mat_over(at, k, m), B, O) == SNW_OK);
        CHECK_NEAR(distance(out, expected, m * n), 0, 1e-14);
        fill(out, m * n, 0);
        CHECK(snw_mat_mul_bt(A, snw_mat_over(bt, n, k), O) == SNW_OK);
        CHECK_NEAR(distance(out, expected, m * n), 0, 1e-14);
    }
}

// spec: loffler:L-153
static void sums_differences_multiples_and_transposes_match_plain_loops(void) {
    CHECK_CASES(check_scaled(3000)) {
        const int m = check_int(1, 20), n = check_int(1, 20);
        const snw_mat A = inside(a, m, n), B = inside(b, m, n);
        const double factor = check_real(-3, 3);
        static double da[MAX * MAX], db[MAX * MAX];
        dense_copy(A, da);
        dense_copy(B, db);
        const snw_mat O = snw_mat_over(out, m, n);

        CHECK(snw_mat_add(A, B, O) == SNW_OK);
        for (int i = 0; i < m * n; i++) {
            CHECK(out[i] == da[i] + db[i]);
        }
        CHECK(snw_mat_sub(A, B, O) == SNW_OK);
        for (int i = 0; i < m * n; i++) {
            CHECK(out[i] == da[i] - db[i]);
        }
        CHECK(snw_mat_scale(A, factor, O) == SNW_OK);
        for (int i = 0; i < m * n; i++) {
            CHECK(out[i] == factor * da[i]);
        }
        CHECK(snw_mat_copy(A, O) == SNW_OK);
        CHECK(memcmp(out, da, sizeof *out * (size_t)(m * n)) == 0);
        CHECK(snw_mat_transpose(A, snw_mat_over(out, n, m)) == SNW_OK);
        reference_transpose(da, m, n, expected);
        CHECK(memcmp(out, expected, sizeof *out * (size_t)(m * n)) == 0);
    }
}

// spec: loffler:L-153
static void elements_are_read_and_written_where_they_stand(void) {
    for (int i = 0; i < 12; i++) {
        a[i] = i;
    }
    const snw_mat A = {a, 3, 2, 5};
    double value = -1;
    CHECK(snw_mat_get(A, 2, 1, &value) == SNW_OK);
    CHECK(value == 7 && *snw_mat_at(A, 1, 1) == 6);
    CHECK(snw_mat_set(A, 0, 1, 50) == SNW_OK && a[5] == 50);
    const int outside[][2] = {{3, 0}, {0, 2}, {-1, 0}, {0, -1}};
    for (int k = 0; k < 4; k++) {
        CHECK(snw_mat_get(A, outside[k][0], outside[k][1], &value) == SNW_ERR_SIZE);
        CHECK(snw_mat_set(A, outside[k][0], outside[k][1], 99) == SNW_ERR_SIZE);
    }
    CHECK(value == 7);
    for (int i = 0; i < 12; i++) {
        CHECK(a[i] == (i == 5 ? 50 : i));
    }
}

// spec: loffler:L-153
static void sub_matrices_are_read_and_written_through_blocks(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(2, 12), n = check_int(2, 12);
        const int rows = check_int(1, m), cols = check_int(1, n);
        const int row = check_int(0, m - rows), col = check_int(0, n - cols);
        for (int i = 0; i < m * n; i++) {
            a[i] = i;
        }
        fill_random(b, rows * cols);
        const snw_mat block = snw_mat_block(snw_mat_over(a, m, n), row, col, rows, cols);
        CHECK(snw_mat_copy(block, snw_mat_over(out, rows, cols)) == SNW_OK);
        for (int i = 0; i < rows * cols; i++) {
            CHECK(out[i] == row + i % rows + (col + i / rows) * m);
        }

        // writing it changes these elements and no others
        CHECK(snw_mat_copy(snw_mat_over(b, rows, cols), block) == SNW_OK);
        for (int i = 0; i < m * n; i++) {
            const int di = i % m - row, dj = i / m - col;
            const bool in = di >= 0 && di < rows && dj >= 0 && dj < cols;
            CHECK(a[i] == (in ? b[di + dj * rows] : i));
        }
    }
    const snw_mat A = snw_mat_over(a, 4, 5);
    const int outside[][4] = {
        {-1, 0, 2, 2}, {0, -1, 2, 2}, {3, 0, 2, 2}, {0, 4, 2, 2},          {0, 0, 5, 2},
        {0, 0, 2, 6},  {0, 0, 0, 2},  {0, 0, 2, 0}, {2147483647, 0, 2, 2}, {0, 2147483647, 2, 2}};
    for (size_t k = 0; k < sizeof outside / sizeof *outside; k++) {
        const int *o = outside[k];
        CHECK(!snw_mat_valid(snw_mat_block(A, o[0], o[1], o[2], o[3])));
    }
}

// spec: loffler:L-153
static void unit_and_zero_matrices_are_what_they_say(void) {
    for (int m = 1; m <= 12; m++) {
        for (int n = 1; n <= 12; n++) {
            fill(out, MAX * MAX, 7);
            const snw_mat A = {out, m, n, m + 1};
            CHECK(snw_mat_identity(A) == SNW_OK);
            for (int i = 0; i < (m + 1) * n; i++) {
                const double inside_it = i % (m + 1) == i / (m + 1) ? 1 : 0;
                CHECK(out[i] == (i % (m + 1) == m ? 7 : inside_it));
            }
            CHECK(snw_mat_zero(A) == SNW_OK);
            for (int i = 0; i < (m + 1) * n; i++) {
                CHECK(out[i] == (i % (m + 1) == m ? 7 : 0));
            }
        }
    }
}

// every pair of small blocks of one matrix: overlap by brute force against what the functions say
static void overlapping_results_are_refused_and_disjoint_blocks_are_not(void) {
    const snw_mat A = snw_mat_over(a, 5, 6);
    CHECK_CASES(check_scaled(20000)) {
        const int rows = check_int(1, 3), cols = check_int(1, 3);
        const int r1 = check_int(0, 5 - rows), c1 = check_int(0, 6 - cols);
        const int r2 = check_int(0, 5 - rows), c2 = check_int(0, 6 - cols);
        const snw_mat X = snw_mat_block(A, r1, c1, rows, cols);
        const snw_mat Y = snw_mat_block(A, r2, c2, rows, cols);
        const bool apart = r1 + rows <= r2 || r2 + rows <= r1 || c1 + cols <= c2 || c2 + cols <= c1;
        const bool same = r1 == r2 && c1 == c2;
        fill_random(a, 30);
        CHECK(snw_mat_copy(X, Y) == (apart || same ? SNW_OK : SNW_ERR_ARGUMENT));
        CHECK(snw_mat_add(X, Y, Y) == (apart || same ? SNW_OK : SNW_ERR_ARGUMENT));
        if (rows == cols) {
            CHECK(snw_mat_transpose(X, Y) == (apart ? SNW_OK : SNW_ERR_ARGUMENT));
            CHECK(snw_mat_mul(X, X, Y) == (apart ? SNW_OK : SNW_ERR_ARGUMENT));
            CHECK(snw_mat_mul_at(X, X, Y) == (apart ? SNW_OK : SNW_ERR_ARGUMENT));
            CHECK(snw_mat_mul_bt(X, X, Y) == (apart ? SNW_OK : SNW_ERR_ARGUMENT));
        }
    }
    // with different strides a common range of addresses is enough
    CHECK(snw_mat_copy(snw_mat_over(a, 2, 2), (snw_mat){a + 1, 2, 2, 3}) == SNW_ERR_ARGUMENT);
    CHECK(snw_mat_copy(snw_mat_over(a, 2, 2), (snw_mat){a + 4, 2, 2, 3}) == SNW_OK);
}

static void element_wise_functions_work_in_place(void) {
    const snw_mat A = snw_mat_over(a, 2, 2), B = snw_mat_over(b, 2, 2);
    memcpy(a, (double[]){1, 2, 3, 4}, sizeof(double[4]));
    memcpy(b, (double[]){10, 20, 30, 40}, sizeof(double[4]));
    CHECK(snw_mat_add(A, B, B) == SNW_OK);
    CHECK(b[0] == 11 && b[1] == 22 && b[2] == 33 && b[3] == 44);
    CHECK(snw_mat_sub(B, A, B) == SNW_OK);
    CHECK(b[0] == 10 && b[1] == 20 && b[2] == 30 && b[3] == 40);
    CHECK(snw_mat_scale(B, 0.5, B) == SNW_OK);
    CHECK(b[0] == 5 && b[1] == 10 && b[2] == 15 && b[3] == 20);
}

static void norms_match_their_definitions(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 12), n = check_int(1, 12);
        const snw_mat A = inside(a, m, n);
        const double scale = pow(10, check_int(-300, 300));
        real frobenius = 0;
        double most = 0, one = 0, inf = 0;
        for (int j = 0; j < n; j++) {
            real sum = 0;
            for (int i = 0; i < m; i++) {
                double *x = &A.data[i + j * A.stride];
                *x *= scale;
                most = fmax(most, fabs(*x));
                sum += (real)fabs(*x);
                frobenius += times(*x, *x);
            }
            one = fmax(one, (double)sum);
        }
        for (int i = 0; i < m; i++) {
            real sum = 0;
            for (int j = 0; j < n; j++) {
                sum += (real)fabs(A.data[i + j * A.stride]);
            }
            inf = fmax(inf, (double)sum);
        }
        CHECK(snw_mat_norm_max(A) == most);
        CHECK_NEAR(snw_mat_norm_one(A), one, 1e-14 * one);
        CHECK_NEAR(snw_mat_norm_inf(A), inf, 1e-14 * inf);
        const double root = (double)sqrtl(frobenius);
        CHECK_NEAR(snw_mat_norm_frobenius(A), root, 1e-14 * root);
    }
}

static void what_is_not_finite_is_noticed_wherever_it_stands(void) {
    const double strange[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 12; i++) {
            fill_random(a, 12);
            const snw_mat A = snw_mat_over(a, 3, 4);
            CHECK(snw_mat_is_finite(A));
            a[i] = strange[k];
            CHECK(!snw_mat_is_finite(A));
            const double norms[] = {snw_mat_norm_max(A), snw_mat_norm_one(A), snw_mat_norm_inf(A),
                                    snw_mat_norm_frobenius(A)};
            for (int l = 0; l < 4; l++) {
                CHECK(k == 0 ? isnan(norms[l]) : norms[l] == (double)INFINITY);
            }
        }
    }
    // beside the view it does not matter
    fill_random(a, 12);
    a[3] = (double)NAN;
    CHECK(snw_mat_is_finite((snw_mat){a, 3, 3, 4}));
}

static void a_constant_matrix_can_be_read(void) {
    static const double table[] = {1, 2, 3, 4, 5, 6};
    CHECK(snw_mat_scale(snw_mat_over_const(table, 2, 3), 2, snw_mat_over(out, 2, 3)) == SNW_OK);
    for (int i = 0; i < 6; i++) {
        CHECK(out[i] == 2 * table[i]);
    }
}

int main(void) {
    RUN(a_generic_routine_works_for_every_size);
    RUN(sizes_that_do_not_fit_are_an_error_and_change_nothing);
    RUN(impossible_views_fit_nothing);
    RUN(products_match_triple_loops);
    RUN(sums_differences_multiples_and_transposes_match_plain_loops);
    RUN(elements_are_read_and_written_where_they_stand);
    RUN(sub_matrices_are_read_and_written_through_blocks);
    RUN(unit_and_zero_matrices_are_what_they_say);
    RUN(overlapping_results_are_refused_and_disjoint_blocks_are_not);
    RUN(element_wise_functions_work_in_place);
    RUN(norms_match_their_definitions);
    RUN(what_is_not_finite_is_noticed_wherever_it_stands);
    RUN(a_constant_matrix_can_be_read);
    return check_report();
}
