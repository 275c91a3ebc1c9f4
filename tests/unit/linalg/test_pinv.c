// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static double J[MAX * MAX], P[MAX * MAX], x[MAX * MAX], y[MAX * MAX], z[MAX * MAX];
static snw_pinv pinv;

static void set_up(int rows, int cols) {
    snw_arena arena = fresh_arena();
    CHECK(snw_pinv_init(&pinv, rows, cols, &arena) == SNW_OK);
}

static int lesser(int m, int n) {
    return m < n ? m : n;
}

// J of m x n with `rank` singular values in [0.5, 2] and the rest zero
static void random_of_rank(int m, int n, int rank) {
    double s[MAX] = {0};
    for (int k = 0; k < rank; k++) {
        s[k] = check_real(0.5, 2);
    }
    with_singular_values(m, n, s, J);
}

static snw_status update(int m, int n, const snw_pinv_config *config) {
    const snw_status status = snw_pinv_update(&pinv, snw_mat_over(J, m, n), config);
    if (!snw_failed(status)) CHECK(snw_pinv_matrix(&pinv, snw_mat_over(P, n, m)) == SNW_OK);
    return status;
}

static double symmetry_error(const double *a, int n) {
    double most = 0;
    for (int i = 0; i < n * n; i++) {
        most = fmax(most, fabs(a[i] - a[i / n + i % n * n]));
    }
    return most;
}

// the four conditions of Penrose (1955) name one matrix
static void the_cut_pseudo_inverse_meets_the_four_conditions(void) {
    set_up(MAX, MAX);
    const snw_pinv_config config = snw_pinv_defaults();
    CHECK(config.threshold == 1e-5 && config.lambda == 0);
    CHECK_CASES(check_scaled(3000)) {
        const int most = check_case % 50 == 0 ? MAX : 10;
        const int m = check_int(1, most), n = check_int(1, most), rank = check_int(0, lesser(m, n));
        random_of_rank(m, n, rank);
        CHECK(update(m, n, &config) == (rank < lesser(m, n) ? SNW_NEAR_SINGULAR : SNW_OK));
        CHECK(pinv.rank == rank);
        reference_product(J, P, m, n, m, x);
        CHECK_NEAR(symmetry_error(x, m), 0, 1e-13);
        reference_product(x, J, m, m, n, y);
        CHECK_NEAR(distance(y, J, m * n), 0, 1e-13);
        reference_product(P, J, n, m, n, x);
        CHECK_NEAR(symmetry_error(x, n), 0, 1e-13);
        reference_product(x, P, n, n, m, y);
        CHECK_NEAR(distance(y, P, m * n), 0, 1e-13);
    }
}

// inv(A) for the references, A given in long double
static void reference_inverse(const real *A, int n, double *out) {
    static double unit[MAX * MAX];
    for (int i = 0; i < n * n; i++) {
        unit[i] = i % (n + 1) == 0 ? 1 : 0;
    }
    reference_solve(A, unit, n, n, out);
}

// out (n x m) = D J^T (J D J^T + lambda^2 E)^-1 with D = diag(d), E = diag(e), NULL for ones
static void reference_damped(int m, int n, const double *d, const double *e, double lambda,
                             double *out) {
    static real M[MAX * MAX];
    static double inverse[MAX * MAX];
    for (int i = 0; i < m; i++) {
        for (int j = 0; j < m; j++) {
            M[i + j * m] = i == j ? times(lambda, lambda) * (real)(e ? e[i] : 1) : 0;
            for (int k = 0; k < n; k++) {
                M[i + j * m] += times(J[i + k * m], d ? d[k] : 1) * (real)J[j + k * m];
            }
        }
    }
    reference_inverse(M, m, inverse);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            real sum = 0;
            for (int k = 0; k < m; k++) {
                sum += times(J[k + i * m], inverse[k + j * m]);
            }
            out[i + j * n] = (double)(sum * (real)(d ? d[i] : 1));
        }
    }
}

static void damping_every_direction_is_damped_least_squares(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 8), n = check_int(1, 10), rank = check_int(0, lesser(m, n));
        const snw_pinv_config config = {.threshold = (double)INFINITY,
                                        .lambda = pow(10, check_real(-2, 1))};
        random_of_rank(m, n, rank);
        CHECK(update(m, n, &config) == SNW_NEAR_SINGULAR);
        CHECK(pinv.rank == 0);
        reference_damped(m, n, NULL, NULL, config.lambda, x);
        CHECK_NEAR(distance(P, x, m * n), 0, 1e-11);
    }
}

// With weights: Wq Jw^T (Jw Jw^T + lambda^2)^-1 Wx is Wq^2 J^T (J Wq^2 J^T + lambda^2 Wx^-2)^-1.
static void weights_act_as_in_the_formula(void) {
    set_up(MAX, MAX);
    CHECK_CASES(check_scaled(2000)) {
        const int m = check_int(1, 6), n = check_int(m, 10);
        double task[MAX], joint[MAX], d[MAX], e[MAX];
        for (int i = 0; i < MAX; i++) {
            task[i] = check_real(0.3, 3);
            joint[i] = check_real(0.3, 3);
            d[i] = joint[i] * joint[i];
            e[i] = 1 / (task[i] * task[i]);
        }
        snw_pinv_config config = {(double)INFINITY, check_real(0.05, 1), task, joint};
        random_of_rank(m, n, m);
        CHECK(update(m, n, &config) == SNW_NEAR_SINGULAR);
        reference_damped(m, n, d, e, config.lambda, x);
        CHECK_NEAR(distance(P, x, m * n), 0, 1e-11);

        // undamped with full rank: the task weights cancel, the joint weights share the motion
        config.threshold = 1e-5;
        config.lambda = 0;
        CHECK(update(m, n, &config) == SNW_OK);
        reference_damped(m, n, d, NULL, 0, x);
        CHECK_NEAR(distance(P, x, m * n), 0, 1e-11);
        config.task_weights = NULL;
        CHECK(update(m, n, &config) == SNW_OK);
        CHECK_NEAR(distance(P, x, m * n), 0, 1e-11);
    }
}

// the rule for each singular value, seen on diagonal matrices, where it can be read off
static void each_singular_value_is_inverted_damped_or_cut(void) {
    set_up(4, 4);
    const double s[] = {3, 0.02, 0.01, 1e-4};
    fill(J, 16, 0);
    for (int k = 0; k < 4; k++) {
        J[5 * k] = s[k];
    }
    snw_pinv_config config = {.threshold = 0.01, .lambda = 0.005};
    CHECK(update(4, 4, &config) == SNW_NEAR_SINGULAR && pinv.rank == 3);
    CHECK_NEAR(P[0], 1 / s[0], 1e-15);
    CHECK_NEAR(P[5], 1 / s[1], 1e-13);
    CHECK_NEAR(P[10], 1 / s[2], 1e-12);
    CHECK_NEAR(P[15], s[3] / (s[3] * s[3] + 0.005 * 0.005), 1e-13);
    config.lambda = 0;
    CHECK(update(4, 4, &config) == SNW_NEAR_SINGULAR && P[15] == 0);
    config.threshold = 1e-5;
    CHECK(update(4, 4, &config) == SNW_OK && pinv.rank == 4);
    CHECK_NEAR(P[15], 1 / s[3], 1e-9);

    // squares that would vanish or overflow do no harm
    fill(J, 16, 0);
    J[0] = 1e-200;
    config = (snw_pinv_config){.threshold = 1, .lambda = 1e-200};
    CHECK(update(1, 1, &config) == SNW_NEAR_SINGULAR);
    CHECK_NEAR(P[0] / 5e199, 1, 1e-14);
    J[0] = 1e200;
    config = (snw_pinv_config){.threshold = (double)INFINITY, .lambda = 1e200};
    CHECK(update(1, 1, &config) == SNW_NEAR_SINGULAR);
    CHECK_NEAR(P[0] / 5e-201, 1, 1e-14);
}

// at an exact singularity the rates stay finite, and no shorter ones do as well
static void lost_directions_cost_no_motion(void) {
    set_up(6, 7);
    const snw_pinv_config config = snw_pinv_defaults();
    CHECK_CASES(check_scaled(2000)) {
        double task[6], rates[7], other[7];
        random_of_rank(6, 7, 5);
        fill_random(task, 6);
        CHECK(update(6, 7, &config) == SNW_NEAR_SINGULAR);
        CHECK(snw_pinv_apply(&pinv, task, rates) == SNW_OK);
        reference_product(P, task, 7, 6, 1, other);
        CHECK_NEAR(distance(rates, other, 7), 0, 1e-13);

        // the residual is orthogonal to what J can do, the rates to what J does not see
        reference_product(J, rates, 6, 7, 1, x);
        for (int i = 0; i < 6; i++) {
            x[i] -= task[i];
        }
        reference_transpose(J, 6, 7, y);
        reference_product(y, x, 7, 6, 1, z);
        CHECK_NEAR(largest(z, 7), 0, 1e-13);
        reference_product(P, J, 7, 6, 7, x);
        reference_product(x, rates, 7, 7, 1, y);
        CHECK_NEAR(distance(y, rates, 7), 0, 1e-13);
    }
}

// region: rates
// before the loop: memory for Jacobians of up to 6 x 7
static snw_status lay_out(snw_pinv *arm, void *block, size_t size) {
    snw_arena arena = snw_arena_over(block, size);
    return snw_pinv_init(arm, 6, 7, &arena);
}

// once per tick: joint rates for a wanted twist; directions that are nearly lost are damped
static snw_status step(snw_pinv *arm, const double *jacobian, const double *twist, double *qd) {
    const snw_pinv_config config = {.threshold = 0.05, .lambda = 0.05};
    const snw_status status = snw_pinv_update(arm, snw_mat_over_const(jacobian, 6, 7), &config);
    if (snw_failed(status)) return status;
    return snw_pinv_apply(arm, twist, qd);
}
// endregion

static void the_example_of_the_manual_reaches_its_twist(void) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[8192];
    double twist[6], qd[7];
    CHECK(lay_out(&pinv, block, sizeof block) == SNW_OK);
    random_of_rank(6, 7, 6);
    fill_random(twist, 6);
    CHECK(step(&pinv, J, twist, qd) == SNW_OK);
    reference_product(J, qd, 6, 7, 1, x);
    CHECK_NEAR(distance(x, twist, 6), 0, 1e-13);
}

static void wrong_operands_are_refused_and_the_former_result_stays(void) {
    snw_arena arena = fresh_arena();
    CHECK(snw_pinv_init(&pinv, 0, 3, &arena) == SNW_ERR_SIZE);
    CHECK(snw_pinv_init(&pinv, 3, MAX + 1, &arena) == SNW_ERR_SIZE);
    set_up(6, 7);
    double task[7] = {1, 2, 3, 4, 5, 6, 7}, rates[7];
    fill(rates, 7, 7);
    fill(x, 64, 7);
    CHECK(snw_pinv_apply(&pinv, task, rates) == SNW_ERR_STATE);
    CHECK(snw_pinv_matrix(&pinv, snw_mat_over(x, 7, 6)) == SNW_ERR_STATE);
    random_of_rank(6, 7, 6);
    snw_pinv_config config = snw_pinv_defaults();
    CHECK(update(6, 7, &config) == SNW_OK);
    memcpy(y, P, sizeof P);
    CHECK(update(7, 6, &config) == SNW_ERR_SIZE);
    CHECK(snw_pinv_update(&pinv, (snw_mat){0}, &config) == SNW_ERR_SIZE);
    const double bad_thresholds[] = {0, -1, 1e-320, (double)NAN};
    for (int k = 0; k < 4; k++) {
        config = (snw_pinv_config){.threshold = bad_thresholds[k]};
        CHECK(update(6, 7, &config) == SNW_ERR_RANGE);
    }
    const double bad_lambdas[] = {-1, 1e-320, (double)INFINITY, (double)NAN};
    for (int k = 0; k < 4; k++) {
        config = (snw_pinv_config){.threshold = 1, .lambda = bad_lambdas[k]};
        CHECK(update(6, 7, &config) == SNW_ERR_RANGE);
    }
    const double bad_weights[] = {0, -1, (double)INFINITY, (double)NAN};
    for (int k = 0; k < 4; k++) {
        double weights[7] = {1, 1, 1, 1, 1, 1, 1};
        weights[5] = bad_weights[k];
        config = (snw_pinv_config){.threshold = 1, .task_weights = weights};
        CHECK(update(6, 7, &config) == SNW_ERR_RANGE);
        config = (snw_pinv_config){.threshold = 1, .joint_weights = weights};
        CHECK(update(6, 7, &config) == SNW_ERR_RANGE);
        weights[5] = 1e308;
        config = (snw_pinv_config){1, 0, weights, weights};
        CHECK(update(6, 7, &config) == SNW_ERR_RANGE);
    }
    config = snw_pinv_defaults();
    J[9] = (double)NAN;
    CHECK(update(6, 7, &config) == SNW_ERR_NOT_FINITE);
    CHECK(snw_pinv_matrix(&pinv, snw_mat_over(x, 6, 7)) == SNW_ERR_SIZE);
    CHECK(snw_pinv_matrix(&pinv, (snw_mat){0}) == SNW_ERR_SIZE);
    CHECK(snw_pinv_apply(&pinv, task, task) == SNW_ERR_ARGUMENT);
    task[2] = (double)NAN;
    CHECK(snw_pinv_apply(&pinv, task, rates) == SNW_ERR_NOT_FINITE);
    CHECK(all_are(rates, 7, 7) && all_are(x, 64, 7));
    CHECK(snw_pinv_matrix(&pinv, snw_mat_over(x, 7, 6)) == SNW_OK);
    CHECK(memcmp(x, y, sizeof(double[42])) == 0);
}

static void init_takes_exactly_what_it_measures(void) {
    const int sizes[][2] = {{1, 1}, {3, 5}, {5, 3}, {6, 7}};
    const snw_pinv_config config = snw_pinv_defaults();
    for (int k = 0; k < 4; k++) {
        const int m = sizes[k][0], n = sizes[k][1];
        snw_arena measure = {0};
        CHECK(snw_pinv_init(&pinv, m, n, &measure) == SNW_ERR_MEMORY);
        for (size_t size = 0; size <= measure.needed; size++) {
            snw_arena arena = exact_arena(size);
            const snw_status status = snw_pinv_init(&pinv, m, n, &arena);
            CHECK(status == (size < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
            if (status == SNW_OK) {
                double task[MAX] = {0}, rates[MAX];
                random_of_rank(m, n, lesser(m, n));
                CHECK(update(m, n, &config) == SNW_OK);
                CHECK(snw_pinv_apply(&pinv, task, rates) == SNW_OK);
            }
            free(arena.base);
        }
    }
}

int main(void) {
    RUN(the_cut_pseudo_inverse_meets_the_four_conditions);
    RUN(damping_every_direction_is_damped_least_squares);
    RUN(weights_act_as_in_the_formula);
    RUN(each_singular_value_is_inverted_damped_or_cut);
    RUN(lost_directions_cost_no_motion);
    RUN(the_example_of_the_manual_reaches_its_twist);
    RUN(wrong_operands_are_refused_and_the_former_result_stays);
    RUN(init_takes_exactly_what_it_measures);
    return check_report();
}
