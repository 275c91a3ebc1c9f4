// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double a[MAX * MAX], b[MAX * MAX], x[MAX * MAX], expected[MAX * MAX], turned[MAX * MAX];
static snw_svd svd;

static void set_up(int rows, int cols) {
    snw_arena arena = fresh_arena();
    CHECK(snw_svd_init(&svd, rows, cols, &arena) == SNW_OK);
}

static int lesser(int m, int n) {
    return m < n ? m : n;
}

// Everything that the header promises of the decomposition of a (m x n): sizes, order, signs,
// orthonormal vectors, and the product. Sums are in long double so that nothing overflows.
static void check_decomposition(int m, int n) {
    const int k = lesser(m, n);
    CHECK(svd.count == k && svd.sweeps <= 20);
    CHECK(svd.U.rows == m && svd.U.cols == k && svd.U.stride == m);
    CHECK(svd.V.rows == n && svd.V.cols == k && svd.V.stride == n);
    CHECK_NEAR(orthonormality_error(svd.U.data, m, k), 0, 1e-13);
    CHECK_NEAR(orthonormality_error(svd.V.data, n, k), 0, 1e-13);
    for (int l = 0; l < k; l++) {
        CHECK(svd.S[l] >= 0 && (l == 0 || svd.S[l] <= svd.S[l - 1]));
        double high = 0, low = 0;
        for (int i = 0; i < m; i++) {
            high = fmax(high, svd.U.data[i + l * m]);
            low = fmin(low, svd.U.data[i + l * m]);
        }
        CHECK(high >= -low);
    }
    real most = 0, size = 0;
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < n; j++) {
            real rest = (real)a[i + j * m];
            size = fmaxl(size, fabsl(rest));
            for (int l = 0; l < k; l++) {
                rest -= times(svd.U.data[i + l * m], svd.S[l]) * (real)svd.V.data[j + l * n];
            }
            most = fmaxl(most, fabsl(rest));
        }
    }
    CHECK(most <= 1e-13L * size);
}

static void decompose(int m, int n) {
    CHECK(snw_svd_factor(&svd, snw_mat_over(a, m, n)) == SNW_OK);
    check_decomposition(m, n);
}

// Another method: eigenvalues of A^T A by two-sided Jacobi in long double, whose range and digits
// make the squares harmless. It is as accurate relatively as the scaled Gram matrix allows.
static void reference_singular_values(const double *A, int m, int n, double *s) {
    static real g[MAX][MAX];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            g[i][j] = 0;
            for (int k = 0; k < m; k++) {
                g[i][j] += times(A[k + i * m], A[k + j * m]);
            }
        }
    }
    bool again = true;
    for (int sweep = 0; sweep < 50 && again; sweep++) {
        again = false;
        for (int p = 0; p < n; p++) {
            for (int q = p + 1; q < n; q++) {
                if (fabsl(g[p][q]) <= LDBL_EPSILON * sqrtl(g[p][p]) * sqrtl(g[q][q])) continue;
                again = true;
                const real z = (g[q][q] - g[p][p]) / (2 * g[p][q]);
                const real t = (z < 0 ? -1 : 1) / (fabsl(z) + hypotl(1, z));
                const real c = 1 / hypotl(1, t), d = c * t;
                for (int k = 0; k < n; k++) {
                    const real u = g[p][k], v = g[q][k];
                    g[p][k] = c * u - d * v;
                    g[q][k] = d * u + c * v;
                }
                for (int k = 0; k < n; k++) {
                    const real u = g[k][p], v = g[k][q];
                    g[k][p] = c * u - d * v;
                    g[k][q] = d * u + c * v;
                }
            }
        }
    }
    for (int k = 0; k < n; k++) {
        const double value = (double)sqrtl(fmaxl(g[k][k], 0));
        int i = k;
        for (; i > 0 && s[i - 1] < value; i--) {
            s[i] = s[i - 1];
        }
        s[i] = value;
    }
}

static void closed_forms_are_reproduced(void) {
    set_up(MAX, MAX);
    // sigma^2 of [3 0; 4 5] are 45 and 5
    memcpy(a, (double[]){3, 4, 0, 5}, sizeof(double[4]));
    decompose(2, 2);
    CHECK_NEAR(svd.S[0], sqrt(45), 1e-14);
    CHECK_NEAR(svd.S[1], sqrt(5), 1e-14);

    for (int n = 1; n <= MAX - 1; n++) {
        // differences of neighbours: sigma_k = 2 sin(k pi / (2 (n + 1))), k = 1..n
        fill(a, (n + 1) * n, 0);
        for (int j = 0; j < n; j++) {
            a[j + j * (n + 1)] = -1;
            a[j + 1 + j * (n + 1)] = 1;
        }
        decompose(n + 1, n);
        for (int k = 1; k <= n; k++) {
            CHECK_NEAR(svd.S[n - k] / (2 * sin(k * acos(-1) / (2 * (n + 1)))), 1, 1e-13);
        }

        // ones on and above the diagonal: sigma_k = 1 / (2 sin((2 k - 1) pi / (4 n + 2)))
        for (int i = 0; i < n * n; i++) {
            a[i] = i % n <= i / n ? 1 : 0;
        }
        decompose(n, n);
        for (int k = 1; k <= n; k++) {
            CHECK_NEAR(svd.S[k - 1] * 2 * sin((2 * k - 1) * acos(-1) / (4 * n + 2)), 1, 1e-13);
        }

        // a row and a column of ones
        fill(a, n, 1);
        decompose(1, n);
        CHECK_NEAR(svd.S[0], sqrt(n), 1e-14 * n);
        decompose(n, 1);
        CHECK_NEAR(svd.S[0], sqrt(n), 1e-14 * n);
    }
}

// matrices that are known to trouble such methods
static double notorious(int kind, int i, int j, int n) {
    switch (kind) {
    case 0:
        return 1.0 / (i + j + 1); // Hilbert: condition beyond all digits
    case 1:
        return (i < j ? -0.285 : i == j) * pow(0.9585, i); // Kahan: pivoting sees no small pivot
    case 2:
        return i < j ? -1 : i == j; // Wilkinson: regular, but nearly singular
    case 3:
        return pow((i + 1.0) / n, j); // Vandermonde
    case 4:
        return 1 + 1e-15 * check_real(-1, 1); // rank one and noise
    case 5:
        return check_real(-1, 1) * pow(10, check_real(-300, 0)); // no structure at all
    case 6:
        return check_real(-1, 1) * pow(10, -150.0 * (2 * n - i - j) / n); // graded the wrong way
    default:
        return cos(2 * acos(-1) * i * j / n) + sin(2 * acos(-1) * i * j / n); // all values equal
    }
}

static void notorious_matrices_are_decomposed(void) {
    set_up(MAX, MAX);
    for (int n = 1; n <= MAX; n += n < 10 ? 1 : 9) {
        for (int kind = 0; kind < 8; kind++) {
            for (int i = 0; i < n * n; i++) {
                a[i] = notorious(kind, i % n, i / n, n);
            }
            decompose(n, n);
        }
    }
}

static void the_identity_stays_the_identity(void) {
    set_up(7, 7);
    CHECK(snw_mat_identity(snw_mat_over(a, 7, 7)) == SNW_OK);
    decompose(7, 7);
    for (int k = 0; k < 7; k++) {
        CHECK(svd.S[k] == 1);
    }
    for (int i = 0; i < 49; i++) {
        CHECK(svd.U.data[i] == svd.V.data[i] && (svd.U.data[i] == 0 || svd.U.data[i] == 1));
    }
}

static void known_singular_values_are_found(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(3000)) {
        const int most = check_case % 20 == 0 ? MAX : 14;
        const int m = check_int(1, most), n = check_int(1, most), k = lesser(m, n);
        double s[MAX];
        spread_to(pow(10, check_real(0, 8)), k, s);
        with_singular_values(m, n, s, a);
        decompose(m, n);
        for (int l = 0; l < k; l++) {
            CHECK_NEAR(svd.S[l], s[l], 2e-15 * sqrt(most) * s[0]);
        }
    }
}

static void another_method_finds_the_same_values(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(1000)) {
        const int n = check_int(1, check_case % 20 == 0 ? 40 : 10);
        const int m = check_int(n, check_case % 20 == 0 ? MAX : 14);
        double s[MAX];
        spread_to(30, n, s);
        with_singular_values(m, n, s, a);

        // columns in very different units: small values keep all their digits
        for (int j = 0; j < n; j++) {
            const double unit = pow(10, check_case % 2 ? check_real(-100, 100) : check_real(-6, 6));
            for (int i = 0; i < m; i++) {
                a[i + j * m] *= unit;
            }
        }
        reference_singular_values(a, m, n, s);
        decompose(m, n);
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(svd.S[k] / s[k], 1, 1e-13);
        }

        // the same for the rows of a wide matrix
        if (m == n) continue;
        reference_transpose(a, m, n, x);
        memcpy(a, x, sizeof *a * (size_t)(m * n));
        decompose(n, m);
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(svd.S[k] / s[k], 1, 1e-13);
        }
    }
}

// orthonormal columns times 1e-145 to 1e145: the values are the factors, whatever their range
static void graded_matrices_keep_relative_accuracy(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(1000)) {
        const int n = check_int(1, check_case % 20 == 0 ? MAX : 12), m = check_int(n, MAX);
        double s[MAX];
        random_orthonormal(m, n, a);
        for (int j = 0; j < n; j++) {
            const double unit = pow(10, check_real(-145, 145));
            for (int i = 0; i < m; i++) {
                a[i + j * m] *= unit;
            }
            int i = j;
            for (; i > 0 && s[i - 1] < unit; i--) {
                s[i] = s[i - 1];
            }
            s[i] = unit;
        }
        decompose(m, n);
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(svd.S[k] / s[k], 1, 1e-13);
        }
    }
}

static void rank_deficient_matrices_have_full_sets_of_vectors(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(4000)) {
        const int most = check_case % 20 == 0 ? MAX : 12;
        const int m = check_int(1, most), n = check_int(1, most), rank = check_int(0, lesser(m, n));
        double s[MAX] = {0};
        switch (check_case % 3) {
        case 0:
            // to rounding errors
            for (int k = 0; k < rank; k++) {
                s[k] = check_real(0.5, 2);
            }
            with_singular_values(m, n, s, a);
            break;
        case 1:
            // exactly: small whole numbers
            for (int i = 0; i < m * n; i++) {
                a[i] = 0;
            }
            for (int k = 0; k < rank; k++) {
                double u[MAX], v[MAX];
                for (int i = 0; i < m; i++) {
                    u[i] = check_int(-3, 3);
                }
                for (int j = 0; j < n; j++) {
                    v[j] = check_int(-3, 3);
                }
                for (int i = 0; i < m * n; i++) {
                    a[i] += u[i % m] * v[i / m];
                }
            }
            break;
        default:
            // rows and columns of zeros
            for (int i = 0; i < m * n; i++) {
                a[i] = i % m < rank && i / m < rank ? check_real(-1, 1) : 0;
            }
        }
        decompose(m, n);
        for (int k = rank; k < lesser(m, n); k++) {
            CHECK(svd.S[k] <= 1e-14 * (1 + svd.S[0]) * most);
        }
        CHECK(snw_svd_rank(&svd, 1e-9 * (1 + svd.S[0])) <= rank);
    }
}

static void zero_matrices_and_tiny_and_huge_ones_are_decomposed(void) {
    set_up(MAX, MAX);
    for (int m = 1; m <= 9; m++) {
        for (int n = 1; n <= 9; n++) {
            fill(a, m * n, 0);
            decompose(m, n);
            CHECK(all_are(svd.S, lesser(m, n), 0) && snw_svd_rank(&svd, 1e-300) == 0);
        }
    }
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 9), n = check_int(1, 9), k = lesser(m, n);
        const int power = check_int(-1000, 1000);
        fill_random(a, m * n);
        decompose(m, n);
        double s[MAX];
        memcpy(s, svd.S, sizeof *s * (size_t)k);
        memcpy(x, svd.U.data, sizeof *x * (size_t)(m * k));

        // a power of two changes nothing but the exponents
        for (int i = 0; i < m * n; i++) {
            a[i] = ldexp(a[i], power);
        }
        decompose(m, n);
        CHECK(memcmp(x, svd.U.data, sizeof *x * (size_t)(m * k)) == 0);
        for (int l = 0; l < k; l++) {
            CHECK(svd.S[l] == ldexp(s[l], power));
        }
    }
    // the largest and the smallest number there is
    fill(a, 4, DBL_MAX / 4);
    decompose(2, 2);
    CHECK_NEAR(svd.S[0] / (DBL_MAX / 2), 1, 1e-15);
    fill(a, 4, DBL_MAX);
    CHECK(snw_svd_factor(&svd, snw_mat_over(a, 2, 2)) == SNW_ERR_RANGE);
    CHECK_NEAR(svd.S[0] / (DBL_MAX / 2), 1, 1e-15);
    fill(a, 4, 0x1p-1074);
    CHECK(snw_svd_factor(&svd, snw_mat_over(a, 2, 2)) == SNW_OK);
    CHECK(svd.S[0] == 0x1p-1073);
}

static void equal_columns_and_clustered_values_converge(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(1000)) {
        const int n = check_int(2, check_case % 20 == 0 ? MAX : 10), m = check_int(n, MAX);
        double s[MAX];
        for (int k = 0; k < n; k++) {
            s[k] = k < n / 2 ? 2 + 1e-13 * k : 1;
        }
        with_singular_values(m, n, s, a);
        decompose(m, n);
        for (int k = 0; k < n; k++) {
            CHECK_NEAR(svd.S[k], k < n / 2 ? 2 : 1, 1e-13 * MAX);
        }
        for (int j = 1; j < n; j += 2) {
            memcpy(a + j * m, a + (j - 1) * m, sizeof *a * (size_t)m);
        }
        decompose(m, n);
    }
}

static void jacobians_need_few_sweeps(void) {
    set_up(6, 7);
    CHECK_CASES(check_scaled(5000)) {
        fill_random(a, 42);
        CHECK(snw_svd_factor(&svd, snw_mat_over(a, 6, 7)) == SNW_OK);
        CHECK(svd.sweeps <= 7);
    }
}

static void the_result_is_a_function_of_the_matrix(void) {
    set_up(9, 9);
    static double s[9], u[81], v[81];
    CHECK_CASES(check_scaled(1000)) {
        const int m = check_int(1, 9), n = check_int(1, 9), k = lesser(m, n);
        fill_random(a, m * n);
        decompose(m, n);
        memcpy(s, svd.S, sizeof *s * (size_t)k);
        memcpy(u, svd.U.data, sizeof *u * (size_t)(m * k));
        memcpy(v, svd.V.data, sizeof *v * (size_t)(n * k));

        // what the object held before plays no part
        fill_random(b, 81);
        CHECK(snw_svd_factor(&svd, snw_mat_over(b, 9, 9)) == SNW_OK);
        decompose(m, n);
        CHECK(memcmp(s, svd.S, sizeof *s * (size_t)k) == 0);
        CHECK(memcmp(u, svd.U.data, sizeof *u * (size_t)(m * k)) == 0);
        CHECK(memcmp(v, svd.V.data, sizeof *v * (size_t)(n * k)) == 0);

        // nor does the place of the matrix in a larger one
        for (int j = 0; j < n; j++) {
            memcpy(b + j * 9, a + j * m, sizeof *a * (size_t)m);
        }
        CHECK(snw_svd_factor(&svd, (snw_mat){b, m, n, 9}) == SNW_OK);
        CHECK(memcmp(u, svd.U.data, sizeof *u * (size_t)(m * k)) == 0);
    }
}

// x = A^+ b has a residual orthogonal to the columns of A and no part in the null space of A
static void solutions_are_the_shortest_of_the_best(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 12), n = check_int(1, 12), rank = check_int(1, lesser(m, n));
        double s[MAX] = {0};
        for (int k = 0; k < rank; k++) {
            s[k] = check_real(0.5, 2);
        }
        with_singular_values(m, n, s, a);
        fill_random(b, 2 * m);
        decompose(m, n);
        CHECK(snw_svd_solve(&svd, snw_mat_over(b, m, 2), 1e-9, snw_mat_over(x, n, 2)) == SNW_OK);
        reference_product(a, x, m, n, 2, expected);
        for (int i = 0; i < 2 * m; i++) {
            expected[i] -= b[i];
        }
        reference_transpose(a, m, n, turned);
        reference_product(turned, expected, n, m, 2, b);
        CHECK_NEAR(largest(b, 2 * n), 0, 1e-13);

        // the row space of A is that of A^T A: projecting x on it must not change x
        for (int j = 0; j < 2; j++) {
            double inside[MAX] = {0};
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int i = 0; i < n; i++) {
                    dot += svd.V.data[i + k * n] * x[i + j * n];
                }
                for (int i = 0; i < n; i++) {
                    inside[i] += dot * svd.V.data[i + k * n];
                }
            }
            CHECK_NEAR(distance(inside, x + j * n, n), 0, 1e-13);
        }
    }
}

static void wrong_operands_are_refused_and_the_factors_stay(void) {
    const int sizes[][2] = {{0, 3}, {3, 0}, {MAX + 1, 3}, {3, MAX + 1}};
    for (int k = 0; k < 4; k++) {
        snw_arena arena = fresh_arena();
        CHECK(snw_svd_init(&svd, sizes[k][0], sizes[k][1], &arena) == SNW_ERR_SIZE);
    }
    set_up(6, 7);
    fill(x, MAX, 7);
    fill_random(a, 64);
    fill_random(b, 16);
    const snw_mat B = snw_mat_over(b, 6, 1), X = snw_mat_over(x, 7, 1);
    CHECK(snw_svd_solve(&svd, B, 1e-9, X) == SNW_ERR_STATE);
    CHECK(snw_svd_rank(&svd, 1e-9) == 0);
    CHECK(snw_svd_factor(&svd, snw_mat_over(a, 7, 6)) == SNW_ERR_SIZE);
    decompose(6, 7);
    CHECK(snw_svd_factor(&svd, snw_mat_over(a, 6, 8)) == SNW_ERR_SIZE);
    CHECK(snw_svd_factor(&svd, (snw_mat){0}) == SNW_ERR_SIZE);
    for (int i = 0; i < 42; i++) {
        const double before = a[i];
        a[i] = i % 2 ? (double)NAN : -(double)INFINITY;
        CHECK(snw_svd_factor(&svd, snw_mat_over(a, 6, 7)) == SNW_ERR_NOT_FINITE);
        a[i] = before;
    }
    check_decomposition(6, 7);
    CHECK(snw_svd_solve(&svd, snw_mat_over(b, 5, 1), 1e-9, X) == SNW_ERR_SIZE);
    CHECK(snw_svd_solve(&svd, B, 1e-9, snw_mat_over(x, 6, 1)) == SNW_ERR_SIZE);
    CHECK(snw_svd_solve(&svd, B, 1e-9, snw_mat_over(x, 7, 2)) == SNW_ERR_SIZE);
    CHECK(snw_svd_solve(&svd, B, 0, X) == SNW_ERR_RANGE);
    CHECK(snw_svd_solve(&svd, B, (double)NAN, X) == SNW_ERR_RANGE);
    CHECK(snw_svd_solve(&svd, B, 1e-9, snw_mat_over(b + 2, 7, 1)) == SNW_ERR_ARGUMENT);
    b[3] = (double)NAN;
    CHECK(snw_svd_solve(&svd, B, 1e-9, X) == SNW_ERR_NOT_FINITE);
    CHECK(all_are(x, MAX, 7));
}

static void init_takes_exactly_what_it_measures(void) {
    const int sizes[][2] = {{1, 1}, {3, 5}, {5, 3}, {6, 7}, {7, 6}, {1, 9}, {12, 13}};
    for (int k = 0; k < 7; k++) {
        const int m = sizes[k][0], n = sizes[k][1];
        snw_arena measure = {0};
        CHECK(snw_svd_init(&svd, m, n, &measure) == SNW_ERR_MEMORY);
        for (size_t size = 0; size <= measure.needed; size++) {
            snw_arena arena = exact_arena(size);
            const snw_status status = snw_svd_init(&svd, m, n, &arena);
            CHECK(status == (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            for (int i = 1; status == SNW_OK && i <= m * n; i++) {
                // every size that fits
                fill_random(a, m * n);
                decompose((i - 1) % m + 1, (i - 1) / m + 1);
            }
            free(arena.base);
        }
    }
}

int main(void) {
    RUN(closed_forms_are_reproduced);
    RUN(notorious_matrices_are_decomposed);
    RUN(the_identity_stays_the_identity);
    RUN(known_singular_values_are_found);
    RUN(another_method_finds_the_same_values);
    RUN(graded_matrices_keep_relative_accuracy);
    RUN(rank_deficient_matrices_have_full_sets_of_vectors);
    RUN(zero_matrices_and_tiny_and_huge_ones_are_decomposed);
    RUN(equal_columns_and_clustered_values_converge);
    RUN(jacobians_need_few_sweeps);
    RUN(the_result_is_a_function_of_the_matrix);
    RUN(solutions_are_the_shortest_of_the_best);
    RUN(wrong_operands_are_refused_and_the_factors_stay);
    RUN(init_takes_exactly_what_it_measures);
    return check_report();
}
