// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "arms.h"

#include "../../../src/motion/task/inside.h"

// The core law against its optimality conditions, and against the golden vector of the planar arm.

static snw_nullspace ns;
static void *block;

static void lay_out(int n, int rows) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_nullspace_init(&ns, n, rows, &arena));
    block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_nullspace_init(&ns, n, rows, &arena) == SNW_OK);
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void random_numbers(double *x, int n) {
    for (int i = 0; i < n; i++)
        x[i] = check_real(-1, 1);
}

// B'B + 0.1
static void random_weights(double *W, int n) {
    static double B[MOST * MOST];
    random_numbers(B, n * n);
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            W[i + j * n] = dot(B + i * n, B + j * n, n) + (i == j ? 0.1 : 0);
    }
}

static const double golden_J[] = {-1.402294639870, -1.106774433208, -0.389418342309,
                                  2.573104192476,  1.617767703350,  0.921060994003};

// the Jacobian to full precision: sums of unit links
static void planar_jacobian(const double *q, double *J) {
    for (int k = 0; k < 3; k++) {
        J[k] = J[3 + k] = 0;
        for (int i = k; i < 3; i++) {
            double angle = 0;
            for (int j = 0; j <= i; j++)
                angle += q[j];
            J[k] -= sin(angle);
            J[3 + k] += cos(angle);
        }
    }
}

// spec: actin-control:VC-01
static void the_golden_vector_of_the_planar_arm_is_met(void) {
    const double q[] = {0.3, 0.5, -0.4}, V[] = {0.1, -0.05}, W[] = {3, 2, 1};
    const double F[] = {0.2, -0.1, 0.4};
    double J[6], qd[3];
    planar_jacobian(q, J);
    for (int i = 0; i < 6; i++)
        CHECK_NEAR(J[i], golden_J[i], 1e-11);
    lay_out(3, 2);
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_OK);
    snw_nullspace_problem p = {.V = V, .W = W, .diagonal = true, .F = F, .alpha = 0.5};
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
    const double expected[] = {0.045813777138, -0.220590948599, 0.205177823725};
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(qd[i], expected[i], 1e-10);
    p = (snw_nullspace_problem){.V = V};
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
    const double shortest[] = {0.071134491867, -0.239420306376, 0.167513314465};
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(qd[i], shortest[i], 1e-10);
    free(block);
}

// spec: actin-control:VC-01 actin-control:VC-03
static void random_problems_agree_with_their_optimality_conditions(void) {
    static double J[MOST * MOST], V[MOST], W[MOST * MOST], F[MOST], qd[MOST], expected[MOST];
    CHECK_CASES(check_scaled(1000)) {
        const int n = check_int(1, 24), m = check_int(0, n);
        lay_out(n, m);
        random_numbers(J, m * n);
        random_numbers(V, m);
        // not the gradient of anything: F is drawn anew for every state
        random_numbers(F, n);
        random_weights(W, n);
        const double alpha = check_real(-2, 2);
        const snw_nullspace_problem p = {.V = V, .W = W, .F = F, .alpha = alpha};
        // rows that nearly depend on each other leave neither side many digits
        CHECK(snw_nullspace_factor(&ns, J, m) == SNW_OK);
        while (ns.closest < 1e-3) {
            random_numbers(J, m * n);
            CHECK(snw_nullspace_factor(&ns, J, m) == SNW_OK);
        }
        CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
        CHECK(kkt(n, m, J, V, W, F, alpha, expected));
        CHECK(farthest(qd, expected, n) <= 1e-9 * scale_of(expected, n));
        for (int i = 0; i < m; i++)
            CHECK_NEAR(dot(J + i * n, qd, n), V[i], 1e-10 * sqrt(dot(V, V, m)));
        free(block);
    }
}

// a diagonal as a column, a matrix that is not symmetric, and one that is not positive
static void every_kind_of_weights_is_accepted(void) {
    double J[2 * 6], V[2], W[36], D[6], F[6], a[6], b[6];
    CHECK_CASES(check_scaled(200)) {
        lay_out(6, 2);
        random_numbers(J, 12);
        random_numbers(V, 2);
        random_numbers(F, 6);
        memset(W, 0, sizeof W);
        for (int i = 0; i < 6; i++)
            D[i] = W[i * 7] = check_real(0.2, 4);
        CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_OK);
        snw_nullspace_problem p = {.V = V, .W = D, .diagonal = true, .F = F, .alpha = 1};
        CHECK(snw_nullspace_solve(&ns, &p, a, NULL) == SNW_OK);
        p.W = W;
        p.diagonal = false;
        CHECK(snw_nullspace_solve(&ns, &p, b, NULL) == SNW_OK);
        CHECK(farthest(a, b, 6) < 1e-12);

        // the law is [J; N'W] qd = [V; -alpha N'F], whatever W is
        random_numbers(W, 36);
        if (snw_nullspace_solve(&ns, &p, b, NULL) == SNW_OK) {
            double Wb[6], scale = scale_of(b, 6);
            for (int i = 0; i < 6; i++) {
                Wb[i] = F[i];
                for (int j = 0; j < 6; j++)
                    Wb[i] += W[i + j * 6] * b[j];
            }
            for (int k = 0; k < 4; k++)
                CHECK_NEAR(dot(ns.N + k * 6, Wb, 6), 0, 1e-12 * scale * scale);
        }
        free(block);
    }
}

// spec: actin-control:VC-02
static void any_basis_of_the_null_space_gives_the_same_rates(void) {
    static double J[MOST * MOST], V[MOST], W[MOST * MOST], F[MOST], a[MOST], b[MOST];
    static double At[MOST * MOST], B[MOST], T[MOST * MOST], mixed[MOST * MOST];
    CHECK_CASES(check_scaled(300)) {
        const int n = check_int(2, 16), m = check_int(1, n - 1), k = n - m;
        lay_out(n, m);
        random_numbers(J, m * n);
        random_numbers(V, m);
        random_numbers(F, n);
        random_weights(W, n);
        CHECK(snw_nullspace_factor(&ns, J, m) == SNW_OK);
        CHECK(ns.rank == m && ns.freedom == k);
        for (int c = 0; c < k; c++) {
            for (int i = 0; i < m; i++)
                CHECK_NEAR(dot(J + i * n, ns.N + c * n, n), 0, 1e-12);
            // orthonormal, so of full rank
            for (int d = 0; d < k; d++)
                CHECK_NEAR(dot(ns.N + c * n, ns.N + d * n, n), c == d, 1e-12);
        }
        const snw_nullspace_problem p = {.V = V, .W = W, .F = F, .alpha = 0.7};
        CHECK(snw_nullspace_solve(&ns, &p, a, NULL) == SNW_OK);

        // another basis: N T in the reduced form, A = (N T)'W and B = (N T)'F
        random_weights(T, k);
        memset(mixed, 0, sizeof mixed);
        for (int c = 0; c < k; c++) {
            for (int d = 0; d < k; d++) {
                for (int i = 0; i < n; i++)
                    mixed[c * n + i] += ns.N[d * n + i] * T[d + c * k];
            }
            for (int j = 0; j < n; j++)
                At[c * n + j] = dot(mixed + c * n, W + j * n, n);
            B[c] = dot(mixed + c * n, F, n);
        }
        CHECK(snw__nullspace_solve_reduced(&ns, V, At, B, 0.7, b) == SNW_OK);
        CHECK(farthest(a, b, n) <= 1e-10 * scale_of(a, n) * (1 + 1e-4 / ns.closest));
        free(block);
    }
}

// spec: actin-control:VC-08
static void the_reduced_form_with_converters_agrees_with_the_full_one(void) {
    static double J[MOST * MOST], V[MOST], W[MOST * MOST], F[MOST], a[MOST], b[MOST];
    static double At[MOST * MOST], B[MOST];
    CHECK_CASES(check_scaled(300)) {
        const int n = check_int(1, 16), m = check_int(0, n);
        lay_out(n, m);
        random_numbers(J, m * n);
        random_numbers(V, m);
        random_numbers(F, n);
        random_weights(W, n);
        CHECK(snw_nullspace_factor(&ns, J, m) == SNW_OK);
        const snw_nullspace_problem p = {.V = V, .W = W, .F = F, .alpha = -0.4};
        CHECK(snw_nullspace_solve(&ns, &p, a, NULL) == SNW_OK);
        snw__nullspace_matrix_to_a(&ns, W, At);
        snw__nullspace_vector_to_b(&ns, F, B);
        CHECK(snw__nullspace_solve_reduced(&ns, V, At, B, -0.4, b) == SNW_OK);
        CHECK(farthest(a, b, n) <= 1e-10 * scale_of(a, n));
        free(block);
    }
}

// spec: actin-control:VC-07
static void rows_that_are_lost_are_named_and_the_others_met(void) {
    double J[8 * 5], V[8], qd[5];
    snw_why why;
    CHECK_CASES(check_scaled(300)) {
        lay_out(5, 8);
        random_numbers(J, 40);
        random_numbers(V, 8);
        const snw_nullspace_problem p = {.V = V};

        // twice the same row, wanting different things: one is left out, all others are met
        memcpy(J + 5, J, sizeof(double) * 5);
        CHECK(snw_nullspace_factor(&ns, J, 3) == SNW_NEAR_SINGULAR);
        CHECK(ns.rank == 2 && (ns.lost[0] == 0 || ns.lost[0] == 1));
        CHECK(snw_nullspace_solve(&ns, &p, qd, &why) == SNW_NEAR_SINGULAR);
        CHECK_TEXT(why.rule, "task-rank");
        CHECK(why.numbers[1].value == ns.lost[0]);
        for (int i = 0; i < 3; i++) {
            if (i != ns.lost[0]) CHECK_NEAR(dot(J + i * 5, qd, 5), V[i], 1e-9 * scale_of(qd, 5));
        }

        // a row of zeros
        memset(J + 5, 0, sizeof(double) * 5);
        CHECK(snw_nullspace_factor(&ns, J, 3) == SNW_NEAR_SINGULAR);
        CHECK(ns.rank == 2 && ns.lost[0] == 1);
        CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_NEAR_SINGULAR);
        CHECK(scale_of(qd, 5) < 1e6);

        // more rows than rates
        random_numbers(J, 40);
        CHECK(snw_nullspace_factor(&ns, J, 8) == SNW_NEAR_SINGULAR);
        CHECK(ns.rank == 5 && ns.freedom == 0);
        CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_NEAR_SINGULAR);
        for (int i = 0; i < 5; i++)
            CHECK(isfinite(qd[i]));

        // nothing but zeros
        memset(J, 0, sizeof J);
        CHECK(snw_nullspace_factor(&ns, J, 4) == SNW_NEAR_SINGULAR);
        CHECK(ns.rank == 0 && ns.freedom == 5);
        CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_NEAR_SINGULAR);
        CHECK(scale_of(qd, 5) == 1);
        free(block);
    }
}

static void rules_for_lost_rows_damp_or_stop(void) {
    double J[2 * 3] = {1, 0, 0, 1, 1e-7, 0}, V[] = {1, -1}, qd[3];
    lay_out(3, 2);
    const snw_nullspace_problem p = {.V = V};

    // without damping rates are enormous; with it they are not
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_OK);
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
    CHECK(fabs(qd[1]) > 1e7);
    ns.rule = SNW_RANK_DAMP;
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
    CHECK(scale_of(qd, 3) == 1);

    // away from the loss damping is gone
    J[4] = 0.5;
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_OK);
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_OK);
    CHECK_NEAR(dot(J + 3, qd, 3), -1, 1e-12);

    J[4] = 0;
    ns.rule = SNW_RANK_STOP;
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_NEAR_SINGULAR);
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_NEAR_SINGULAR);
    CHECK(qd[0] == 0 && qd[1] == 0 && qd[2] == 0);
    free(block);
}

// --- differences ---------------------------------------------------------------------------------

static long calls;

static double bowl(const double *q, void *context) {
    const int n = *(const int *)context;
    double sum = 0;
    calls++;
    for (int i = 0; i < n; i++)
        sum += sin(q[i] + 0.3 * i) * cos(q[(i + 1) % n]);
    return sum;
}

static void bowl_gradient(const double *q, int n, double *F) {
    for (int i = 0; i < n; i++)
        F[i] = 0;
    for (int i = 0; i < n; i++) {
        const int j = (i + 1) % n;
        F[i] += cos(q[i] + 0.3 * i) * cos(q[j]);
        F[j] -= sin(q[i] + 0.3 * i) * sin(q[j]);
    }
}

// spec: actin-control:VC-10
static void differences_along_the_null_space_take_one_call_each_and_one(void) {
    static double J[MOST * MOST], q[MOST], work[MOST], F[MOST], B[MOST], expected[MOST],
        gradient[MOST];
    CHECK_CASES(check_scaled(100)) {
        int n = check_int(3, 12);
        const int m = check_int(1, n - 1);
        lay_out(n, m);
        random_numbers(J, m * n);
        random_numbers(q, n);
        CHECK(snw_nullspace_factor(&ns, J, m) == SNW_OK);
        snw_differences d = {
            .measure = bowl, .context = &n, .q = q, .q_work = work, .nq = n, .n = n, .h = 1e-7};
        calls = 0;
        CHECK(snw__nullspace_differences(&ns, &d, B) == SNW_OK);
        CHECK(calls == n - m + 1);
        bowl_gradient(q, n, F);
        snw__nullspace_vector_to_b(&ns, F, expected);
        CHECK(farthest(B, expected, n - m) <= 1e-5 * scale_of(expected, n - m));

        double units[MOST];
        d.h = 1e-3;
        CHECK(snw__gradient(&d, units, gradient) == SNW_OK);
        CHECK(farthest(gradient, F, n) < 1e-11);
        free(block);
    }
}

// --- refusals and memory -------------------------------------------------------------------------

static void numbers_that_are_not_finite_are_refused(void) {
    double J[] = {1, 2, 3, 4, 5, 6.5}, V[] = {1, 1}, W[] = {1, 1, 1}, F[] = {0, 0, 0};
    double qd[] = {7, 7, 7};
    lay_out(3, 2);
    const snw_nullspace_problem p = {.V = V, .W = W, .diagonal = true, .F = F, .alpha = 1};
    CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_ERR_STATE);
    J[3] = (double)NAN;
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_ERR_NOT_FINITE);
    J[3] = 4;
    CHECK(snw_nullspace_factor(&ns, J, 3) == SNW_ERR_SIZE);
    CHECK(snw_nullspace_factor(&ns, J, 2) == SNW_OK);
    double *const places[] = {&V[1], &W[2], &F[0]};
    for (int i = 0; i < 3; i++) {
        const double before = *places[i];
        *places[i] = i == 1 ? HUGE_VAL : (double)NAN;
        CHECK(snw_nullspace_solve(&ns, &p, qd, NULL) == SNW_ERR_NOT_FINITE);
        *places[i] = before;
    }
    CHECK(qd[0] == 7 && qd[1] == 7 && qd[2] == 7);
    W[0] = W[1] = W[2] = 0;
    snw_why why;
    CHECK(snw_nullspace_solve(&ns, &p, qd, &why) == SNW_ERR_SINGULAR);
    CHECK_TEXT(why.rule, "task-weights");
    free(block);
}

static void every_arena_that_is_too_small_is_refused(void) {
    snw_arena measure = {0};
    CHECK(snw_nullspace_init(&ns, 7, 6, &measure) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        const snw_status status = snw_nullspace_init(&ns, 7, 6, &arena);
        CHECK(status == (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    snw_arena arena = {0};
    CHECK(snw_nullspace_init(&ns, 0, 6, &arena) == SNW_ERR_SIZE);
    CHECK(snw_nullspace_init(&ns, 65, 6, &arena) == SNW_ERR_SIZE);
    CHECK(snw_nullspace_init(&ns, 7, 65, &arena) == SNW_ERR_SIZE);
}

int main(void) {
    RUN(the_golden_vector_of_the_planar_arm_is_met);
    RUN(random_problems_agree_with_their_optimality_conditions);
    RUN(every_kind_of_weights_is_accepted);
    RUN(any_basis_of_the_null_space_gives_the_same_rates);
    RUN(the_reduced_form_with_converters_agrees_with_the_full_one);
    RUN(rows_that_are_lost_are_named_and_the_others_met);
    RUN(rules_for_lost_rows_damp_or_stop);
    RUN(differences_along_the_null_space_take_one_call_each_and_one);
    RUN(numbers_that_are_not_finite_are_refused);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
