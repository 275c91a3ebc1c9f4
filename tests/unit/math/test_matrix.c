// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

// One body of checks serves the three sizes: each operation is taken through ref_mat, which holds
// any of them, so that a test names the operation once and is run for 2, 3 and 4.

static ref_mat random_matrix(int n) {
    ref_mat A = {.n = n};
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            A.a[i][j] = (long double)check_real(-2, 2);
        }
    }
    return A;
}

// columns made orthonormal by Gram and Schmidt
static ref_mat random_orthogonal(int n) {
    ref_mat Q = random_matrix(n);
    for (int j = 0; j < n; j++) {
        for (int pass = 0; pass < 2; pass++) {
            for (int k = 0; k < j; k++) {
                long double dot = 0;
                for (int i = 0; i < n; i++) {
                    dot += Q.a[i][k] * Q.a[i][j];
                }
                for (int i = 0; i < n; i++) {
                    Q.a[i][j] -= dot * Q.a[i][k];
                }
            }
        }
        long double norm = 0;
        for (int i = 0; i < n; i++) {
            norm += Q.a[i][j] * Q.a[i][j];
        }
        for (int i = 0; i < n; i++) {
            Q.a[i][j] /= sqrtl(norm);
        }
    }
    return Q;
}

// singular values between 1 and 1/condition, both included, times a scale
static ref_mat random_conditioned(int n, double condition) {
    const double scale = pow(10, check_real(-3, 3));
    ref_mat S = {.n = n};
    for (int i = 0; i < n; i++) {
        const double part = i == 0 ? 0 : i == 1 ? 1 : check_real(0, 1);
        S.a[i][i] = (long double)(scale * pow(condition, -part));
    }
    return ref_mul(ref_mul(random_orthogonal(n), S), random_orthogonal(n));
}

// the double matrix that the module sees, back in the reference type
static ref_mat rounded(ref_mat A) {
    return A.n == 2 ? ref_of2(ref_to2(A)) : A.n == 3 ? ref_of3(ref_to3(A)) : ref_of4(ref_to4(A));
}

static ref_mat product(ref_mat A, ref_mat B) {
    if (A.n == 2) return ref_of2(snw_mat2_mul(ref_to2(A), ref_to2(B)));
    if (A.n == 3) return ref_of3(snw_mat3_mul(ref_to3(A), ref_to3(B)));
    return ref_of4(snw_mat4_mul(ref_to4(A), ref_to4(B)));
}

static ref_mat sum(ref_mat A, ref_mat B) {
    if (A.n == 2) return ref_of2(snw_mat2_add(ref_to2(A), ref_to2(B)));
    if (A.n == 3) return ref_of3(snw_mat3_add(ref_to3(A), ref_to3(B)));
    return ref_of4(snw_mat4_add(ref_to4(A), ref_to4(B)));
}

static ref_mat difference(ref_mat A, ref_mat B) {
    if (A.n == 2) return ref_of2(snw_mat2_sub(ref_to2(A), ref_to2(B)));
    if (A.n == 3) return ref_of3(snw_mat3_sub(ref_to3(A), ref_to3(B)));
    return ref_of4(snw_mat4_sub(ref_to4(A), ref_to4(B)));
}

static ref_mat scaled(ref_mat A, double s) {
    if (A.n == 2) return ref_of2(snw_mat2_scale(ref_to2(A), s));
    if (A.n == 3) return ref_of3(snw_mat3_scale(ref_to3(A), s));
    return ref_of4(snw_mat4_scale(ref_to4(A), s));
}

static ref_mat transposed(ref_mat A) {
    if (A.n == 2) return ref_of2(snw_mat2_transpose(ref_to2(A)));
    if (A.n == 3) return ref_of3(snw_mat3_transpose(ref_to3(A)));
    return ref_of4(snw_mat4_transpose(ref_to4(A)));
}

static ref_mat unit(int n) {
    return n == 2   ? ref_of2(snw_mat2_identity())
           : n == 3 ? ref_of3(snw_mat3_identity())
                    : ref_of4(snw_mat4_identity());
}

static ref_mat zero(int n) {
    return n == 2   ? ref_of2(snw_mat2_zero())
           : n == 3 ? ref_of3(snw_mat3_zero())
                    : ref_of4(snw_mat4_zero());
}

// A B^-1, or the inverse of B when A is NULL; *X is the value before when it fails
static snw_status quotient(const ref_mat *A, ref_mat B, ref_mat *X) {
    snw_status status = SNW_OK;
    if (B.n == 2) {
        snw_mat2 out = ref_to2(*X);
        status =
            A ? snw_mat2_divide(ref_to2(*A), ref_to2(B), &out) : snw_mat2_inverse(ref_to2(B), &out);
        *X = ref_of2(out);
    } else if (B.n == 3) {
        snw_mat3 out = ref_to3(*X);
        status =
            A ? snw_mat3_divide(ref_to3(*A), ref_to3(B), &out) : snw_mat3_inverse(ref_to3(B), &out);
        *X = ref_of3(out);
    } else {
        snw_mat4 out = ref_to4(*X);
        status =
            A ? snw_mat4_divide(ref_to4(*A), ref_to4(B), &out) : snw_mat4_inverse(ref_to4(B), &out);
        *X = ref_of4(out);
    }
    return status;
}

static double get(ref_mat A, int i, int j) {
    if (A.n == 2) return snw_mat2_get(ref_to2(A), i, j);
    if (A.n == 3) return snw_mat3_get(ref_to3(A), i, j);
    return snw_mat4_get(ref_to4(A), i, j);
}

static ref_mat with(ref_mat A, int i, int j, double value) {
    snw_mat2 A2 = ref_to2(A);
    snw_mat3 A3 = ref_to3(A);
    snw_mat4 A4 = ref_to4(A);
    if (A.n == 2) snw_mat2_set(&A2, i, j, value);
    if (A.n == 3) snw_mat3_set(&A3, i, j, value);
    if (A.n == 4) snw_mat4_set(&A4, i, j, value);
    return A.n == 2 ? ref_of2(A2) : A.n == 3 ? ref_of3(A3) : ref_of4(A4);
}

// Multiplication, addition, difference, transpose, unit and zero of the table.
// spec: loffler:L-153
static void products_sums_and_transposes_match_plain_loops(void) {
    CHECK_CASES(check_scaled(3000)) {
        for (int n = 2; n <= 4; n++) {
            const ref_mat A = random_matrix(n), B = random_matrix(n);
            const double s = check_real(-2, 2);
            CHECK_NEAR(ref_off(product(A, B), ref_mul(A, B)), 0, 1e-14);
            CHECK_NEAR(ref_off(transposed(A), ref_transpose(A)), 0, 0);
            CHECK_NEAR(ref_off(unit(n), ref_identity(n)), 0, 0);
            CHECK_NEAR(ref_off(product(A, unit(n)), A), 0, 0);
            CHECK_NEAR(ref_off(sum(A, zero(n)), A), 0, 0);
            CHECK_NEAR(ref_off(product(A, zero(n)), (ref_mat){.n = n}), 0, 0);
            ref_mat plus = A, minus = A, times = A;
            for (int i = 0; i < n * n; i++) {
                plus.a[i / n][i % n] += B.a[i / n][i % n];
                minus.a[i / n][i % n] -= B.a[i / n][i % n];
                times.a[i / n][i % n] *= (long double)s;
            }
            CHECK_NEAR(ref_off(sum(A, B), plus), 0, 1e-15);
            CHECK_NEAR(ref_off(difference(A, B), minus), 0, 1e-15);
            CHECK_NEAR(ref_off(scaled(A, s), times), 0, 1e-15);
        }
    }
}

// spec: loffler:L-153
static void products_with_vectors_match_plain_loops(void) {
    CHECK_CASES(1000) {
        const ref_mat A = random_matrix(4), B = random_matrix(4);
        const snw_vec4 v = ref_column4(B, 0), r4 = snw_mat4_apply(ref_to4(A), v);
        const snw_vec3 r3 = snw_mat3_apply(ref_to3(A), ref_column(B, 0));
        const snw_vec3 t3 = snw_mat3_apply_t(ref_to3(A), ref_column(B, 0));
        const snw_vec2 r2 = snw_mat2_apply(ref_to2(A), snw_vec2_of(v.x, v.y));
        for (int i = 0; i < 4; i++) {
            long double sums[3] = {0}, back = 0;
            for (int k = 0; k < 4; k++) {
                const long double term = A.a[i][k] * B.a[k][0];
                sums[0] += term;
                if (k < 3) sums[1] += term;
                if (k < 3) back += A.a[k][i] * B.a[k][0];
                if (k < 2) sums[2] += term;
            }
            CHECK_NEAR(snw_vec4_get(r4, i), (double)sums[0], 1e-14);
            if (i < 3) CHECK_NEAR(snw_vec3_get(r3, i), (double)sums[1], 1e-14);
            if (i < 3) CHECK_NEAR(snw_vec3_get(t3, i), (double)back, 1e-14);
            if (i < 2) CHECK_NEAR(i == 0 ? r2.x : r2.y, (double)sums[2], 1e-14);
        }
        const ref_mat tn = ref_of3(snw_mat3_mul_tn(ref_to3(A), ref_to3(B)));
        const ref_mat A3 = ref_of3(ref_to3(A)), B3 = ref_of3(ref_to3(B));
        CHECK_NEAR(ref_off(tn, ref_mul(ref_transpose(A3), B3)), 0, 1e-14);
    }
}

// Inverse and division, for every size and condition below 1000: the residual of the definition.
// spec: loffler:L-153
static void inverse_and_division_leave_a_residual_below_1e_12(void) {
    CHECK_CASES(check_scaled(20000)) {
        for (int n = 2; n <= 4; n++) {
            const ref_mat B = rounded(random_conditioned(n, 999)), A = rounded(random_matrix(n));
            ref_mat inverse = {.n = n}, X = {.n = n};
            CHECK(quotient(NULL, B, &inverse) == SNW_OK);
            CHECK_NEAR(ref_off(ref_mul(B, inverse), ref_identity(n)), 0, 1e-12);
            CHECK_NEAR(ref_off(ref_mul(inverse, B), ref_identity(n)), 0, 1e-12);
            CHECK(quotient(&A, B, &X) == SNW_OK);
            CHECK_NEAR(ref_off(ref_mul(X, B), A), 0, 1e-12);
        }
    }
}

// spec: loffler:L-153
static void elements_and_blocks_are_read_and_written_in_place(void) {
    for (int n = 2; n <= 4; n++) {
        check_seed(n);
        const ref_mat A = rounded(random_matrix(n));
        for (int i = 0; i < n * n; i++) {
            const int row = i / n, column = i % n;
            CHECK_NEAR(get(A, row, column), (double)A.a[row][column], 0);
            ref_mat changed = A;
            changed.a[row][column] = 7;
            CHECK_NEAR(ref_off(with(A, row, column, 7), changed), 0, 0);
        }
    }
    const ref_mat A = rounded(random_matrix(4)), block = rounded(random_matrix(3));
    for (int place = 0; place < 9; place++) {
        const int row = place / 3, column = place % 3;
        snw_mat4 A4 = ref_to4(A);
        snw_mat3 A3 = ref_to3(A);
        const snw_mat2 from4 = snw_mat4_get_mat2(A4, row, column);
        snw_mat4_set_mat2(&A4, row, column, ref_to2(block));
        for (int i = 0; i < 16; i++) {
            const int r = i / 4 - row, c = i % 4 - column;
            const bool in = 0 <= r && r < 2 && 0 <= c && c < 2;
            const double now = snw_mat4_get(A4, i / 4, i % 4);
            CHECK_NEAR(now, (double)(in ? block.a[r][c] : A.a[i / 4][i % 4]), 0);
            if (in) CHECK_NEAR(snw_mat2_get(from4, r, c), (double)A.a[i / 4][i % 4], 0);
        }
        if (row > 1 || column > 1) continue;
        const snw_mat2 from3 = snw_mat3_get_mat2(A3, row, column);
        snw_mat3_set_mat2(&A3, row, column, ref_to2(block));
        snw_mat4 B4 = ref_to4(A);
        const snw_mat3 three = snw_mat4_get_mat3(B4, row, column);
        snw_mat4_set_mat3(&B4, row, column, ref_to3(block));
        for (int i = 0; i < 16; i++) {
            const int r = i / 4 - row, c = i % 4 - column;
            const bool in2 = 0 <= r && r < 2 && 0 <= c && c < 2;
            const bool in3 = 0 <= r && r < 3 && 0 <= c && c < 3;
            const double old = (double)A.a[i / 4][i % 4];
            CHECK_NEAR(snw_mat4_get(B4, i / 4, i % 4), in3 ? (double)block.a[r][c] : old, 0);
            if (in3) CHECK_NEAR(snw_mat3_get(three, r, c), old, 0);
            if (in2) CHECK_NEAR(snw_mat2_get(from3, r, c), old, 0);
            if (i / 4 == 3 || i % 4 == 3) continue;
            CHECK_NEAR(snw_mat3_get(A3, i / 4, i % 4), in2 ? (double)block.a[r][c] : old, 0);
        }
    }
}

// spec: loffler:L-158
static void a_singular_matrix_is_reported_and_the_result_untouched(void) {
    CHECK_CASES(check_scaled(5000)) {
        for (int n = 2; n <= 4; n++) {
            // one column is a combination of the others: singular but for rounding
            ref_mat B = random_matrix(n);
            const int dependent = check_int(0, n - 1);
            for (int i = 0; i < n; i++) {
                B.a[i][dependent] = 0;
            }
            for (int j = 0; j < n; j++) {
                const double part = check_real(-2, 2);
                for (int i = 0; i < n && j != dependent; i++) {
                    B.a[i][dependent] += (long double)part * B.a[i][j];
                }
            }
            const ref_mat before = rounded(random_matrix(n)), A = random_matrix(n);
            ref_mat X = before;
            CHECK(quotient(NULL, B, &X) == SNW_ERR_SINGULAR);
            CHECK(quotient(&A, B, &X) == SNW_ERR_SINGULAR);
            CHECK_NEAR(ref_off(X, before), 0, 0);
        }
    }
}

// spec: loffler:L-158
static void exactly_singular_and_not_finite_matrices_are_told_apart(void) {
    for (int n = 2; n <= 4; n++) {
        const ref_mat before = rounded(random_matrix(n)), A = random_matrix(n);
        ref_mat X = before;
        CHECK(quotient(NULL, zero(n), &X) == SNW_ERR_SINGULAR);
        for (int i = 0; i < n * n; i++) {
            ref_mat B = rounded(random_matrix(n));
            B.a[i / n][i % n] = (long double)NAN;
            CHECK(quotient(NULL, B, &X) == SNW_ERR_NOT_FINITE);
            CHECK(quotient(&B, A, &X) == SNW_ERR_NOT_FINITE);
            B.a[i / n][i % n] = (long double)INFINITY;
            CHECK(quotient(NULL, B, &X) == SNW_ERR_NOT_FINITE);
        }
        // so small that the inverse overflows
        ref_mat tiny = ref_identity(n);
        tiny.a[0][0] = 1e-310L;
        CHECK(quotient(NULL, tiny, &X) == SNW_ERR_SINGULAR);
        CHECK_NEAR(ref_off(X, before), 0, 0);
    }
}

static void small_and_large_units_are_not_taken_for_singular(void) {
    snw_mat3 inverse;
    CHECK(snw_mat3_inverse(snw_mat3_diagonal((snw_vec3){1e-30, 1, 1e30}), &inverse) == SNW_OK);
    CHECK_NEAR(inverse.x.x * 1e-30, 1, 1e-15);
    CHECK_NEAR(inverse.z.z * 1e30, 1, 1e-15);
}

static void determinant_and_skew_follow_their_definitions(void) {
    CHECK_CASES(1000) {
        const snw_mat3 A = ref_to3(random_matrix(3));
        const long double det =
            (long double)A.x.x * ((long double)A.y.y * A.z.z - (long double)A.y.z * A.z.y) -
            (long double)A.y.x * ((long double)A.x.y * A.z.z - (long double)A.x.z * A.z.y) +
            (long double)A.z.x * ((long double)A.x.y * A.y.z - (long double)A.x.z * A.y.y);
        CHECK_NEAR(snw_mat3_det(A), (double)det, 1e-13);
        const snw_vec3 u = random_vec3(2), v = random_vec3(2);
        CHECK(snw_vec3_near(snw_mat3_apply(snw_mat3_skew(u), v), snw_vec3_cross(u, v), 1e-15));
        CHECK(snw_mat3_near(snw_mat3_transpose(snw_mat3_skew(u)),
                            snw_mat3_scale(snw_mat3_skew(u), -1), 0));
    }
}

// each element alone, one after the other, decides
static void nearness_looks_at_every_element(void) {
    for (int n = 2; n <= 4; n++) {
        const ref_mat A = rounded(random_matrix(n));
        for (int i = 0; i < n * n; i++) {
            ref_mat B = A;
            B.a[i / n][i % n] += 0.25L;
            for (int loose = 0; loose < 2; loose++) {
                const double tolerance = loose ? 0.2501 : 0.2499;
                const bool near = n == 2   ? snw_mat2_near(ref_to2(A), ref_to2(B), tolerance)
                                  : n == 3 ? snw_mat3_near(ref_to3(A), ref_to3(B), tolerance)
                                           : snw_mat4_near(ref_to4(A), ref_to4(B), tolerance);
                CHECK(near == (loose == 1));
            }
        }
    }
}

int main(void) {
    RUN(products_sums_and_transposes_match_plain_loops);
    RUN(products_with_vectors_match_plain_loops);
    RUN(inverse_and_division_leave_a_residual_below_1e_12);
    RUN(elements_and_blocks_are_read_and_written_in_place);
    RUN(a_singular_matrix_is_reported_and_the_result_untouched);
    RUN(exactly_singular_and_not_finite_matrices_are_told_apart);
    RUN(small_and_large_units_are_not_taken_for_singular);
    RUN(determinant_and_skew_follow_their_definitions);
    RUN(nearness_looks_at_every_element);
    return check_report();
}
