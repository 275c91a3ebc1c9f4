// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// How a solver of quadratic programs searches: warm starts, contradictions, limits, memory.
#include "sinew/linalg/qp.h"

#include <string.h>

#include "allocations.h"
#include "check.h"
#include "test_qp_tools.h"

// --- warm start ---------------------------------------------------------------------------------

static void warm_start_gives_the_same_answer_in_fewer_iterations(void) {
    static random_problem r;
    static _Alignas(SNW_ARENA_ALIGN) unsigned char other_memory[1 << 15];
    snw_qp cold;
    snw_arena arena = snw_arena_over(other_memory, sizeof other_memory);
    CHECK(snw_qp_init(&cold, 8, 2, 5, &arena) == SNW_OK);
    cold.options.warm_start = false;
    lay_out(8, 2, 5);
    long warm_iterations = 0, cold_iterations = 0;
    CHECK_CASES(200) {
        make_random(&r);
        for (int step = 0; step < 20; step++) {
            // everything drifts a little, the matrices too
            for (int k = 0; k < 40; k++) {
                r.A_row[k] += check_real(-0.01, 0.01);
            }
            for (int j = 0; j < 8; j++) {
                r.g[j] += check_real(-0.1, 0.1);
                r.x_low[j] += check_real(-0.01, 0.01);
            }
            snw_qp_result c;
            CHECK(snw_qp_solve(&cold, &r.problem, &c, NULL) == SNW_OK);
            const snw_qp_result s = solve(&r.problem);
            for (int j = 0; j < 8; j++) {
                CHECK_NEAR(s.x[j], c.x[j], 1e-11);
                CHECK_NEAR(s.y_bound[j], c.y_bound[j], 1e-10);
            }
            CHECK_NEAR(s.objective, c.objective, 1e-12 * fabs(c.objective) + 1e-14);
            CHECK(s.active_count == c.active_count);
            if (step == 0) continue;
            warm_iterations += s.iterations;
            cold_iterations += c.iterations;
        }
    }
    CHECK(cold_iterations > 4000);
    CHECK(warm_iterations * 4 < cold_iterations);
}

// An active set from another problem, with other sides infinite and other counts, does no harm.
static void a_misleading_warm_start_does_no_harm(void) {
    static random_problem r;
    lay_out(8, 2, 5);
    CHECK_CASES(500) {
        make_random(&r);
        (void)solve(&r.problem);
        make_random(&r);
        for (int i = 0; i < 5; i++) {
            if (check_int(0, 1)) r.low[i] = -(double)INFINITY;
            if (check_int(0, 1)) r.high[i] = (double)INFINITY;
        }
        if (check_int(0, 1)) r.problem.bound_upper = NULL;
        if (check_int(0, 3) == 0) r.problem.row_count = 0;
        if (check_int(0, 3) == 0) r.problem.equality_count = 0;
        double x[8];
        memcpy(x, solve(&r.problem).x, sizeof x);
        snw_qp_reset(&qp);
        const snw_qp_result cold = solve(&r.problem);
        for (int j = 0; j < 8; j++) {
            CHECK_NEAR(x[j], cold.x[j], 1e-11);
        }
    }
}

// Active rows of a problem with many must not be looked for in one that has none.
static void a_warm_start_with_rows_that_are_gone_does_no_harm(void) {
    enum { ROWS = 40 };
    lay_out(2, 0, ROWS);
    CHECK_CASES(500) {
        double A[ROWS * 2], upper[ROWS], g[2];
        fill(A, ROWS * 2, -1, 1);
        fill(upper, ROWS, 0.1, 1);
        fill(g, 2, -5, 5);
        snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                  .H = ones,
                                  .g = g,
                                  .row_count = ROWS,
                                  .A_row = A,
                                  .row_upper = upper};
        CHECK(solve(&problem).active_count > 0);
        problem.row_count = 0;
        const snw_qp_result r = solve(&problem);
        CHECK(r.x[0] == -g[0] && r.x[1] == -g[1] && r.active_count == 0);
    }
}

static void reset_makes_a_solver_as_good_as_new(void) {
    static random_problem first, second;
    check_seed(7);
    make_random(&first);
    make_random(&second);
    lay_out(8, 2, 5);
    const snw_qp_result fresh = solve(&second.problem);
    double x[8];
    memcpy(x, fresh.x, sizeof x);
    const int iterations = fresh.iterations;
    (void)solve(&first.problem);
    snw_qp_reset(&qp);
    const snw_qp_result again = solve(&second.problem);
    CHECK(memcmp(x, again.x, sizeof x) == 0 && again.iterations == iterations);
    CHECK(solve(&second.problem).iterations == 0);
}

// --- contradictions -----------------------------------------------------------------------------

// A joint must move to meet its task, and may not: the report names both, and by how much.
static void a_conflict_is_named_with_its_numbers(void) {
    // x0 + 2 x1 = 3 and x2 = 1, by columns
    const double A[] = {1, 0, 2, 0, 0, 1}, b[] = {3, 1};
    const double low[] = {-1, -1, -1}, high[] = {1, 1, 1};
    lay_out(3, 2, 0);
    snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                              .H = ones,
                              .equality_count = 2,
                              .A_equality = A,
                              .b_equality = b,
                              .bound_lower = low,
                              .bound_upper = high};
    const snw_qp_result good = solve(&problem); // the first just holds at (1, 1)
    CHECK_NEAR(good.x[0], 1, 1e-15);
    CHECK_NEAR(good.x[1], 1, 1e-15);

    const double more[] = {3.5, 1};
    problem.b_equality = more;
    snw_qp_result r;
    snw_why why;
    CHECK(snw_qp_solve(&qp, &problem, &r, &why) == SNW_ERR_INFEASIBLE);
    CHECK(r.conflict_count == 3);
    double sum[3] = {0}, sides = 0;
    for (int k = 0; k < 3; k++) {
        const snw_qp_hold *hold = &r.conflict[k];
        if (hold->kind == SNW_QP_EQUALITY) {
            CHECK(hold->index == 0 && hold->side == SNW_QP_BOTH);
            sum[0] += hold->multiplier;
            sum[1] += 2 * hold->multiplier;
            sides += 3.5 * hold->multiplier;
        } else {
            CHECK(hold->kind == SNW_QP_BOUND && hold->side == SNW_QP_UPPER);
            CHECK(hold->multiplier < 0);
            sum[hold->index] += hold->multiplier;
            sides += hold->multiplier;
        }
    }
    CHECK_NEAR(sum[0], 0, 1e-15);
    CHECK_NEAR(sum[1], 0, 1e-15);
    CHECK_NEAR(sum[2], 0, 0);
    CHECK(sides > 0);

    CHECK(why.code == SNW_ERR_INFEASIBLE && why.number_count == 4);
    CHECK_TEXT(why.numbers[0].name, "gap");
    CHECK_NEAR(why.numbers[0].value, sides, 1e-15);
    CHECK(strstr(why.text, "equality[0]") && strstr(why.text, "bound[0] upper"));
    CHECK(strstr(why.text, "bound[1] upper") && !strstr(why.text, "bound[2]"));

    // the last good answer stays
    CHECK_NEAR(r.x[0], 1, 1e-15);
    CHECK_NEAR(r.x[1], 1, 1e-15);
}

static void the_reason_of_a_conflict_reads_as_on_the_page(void) {
    const double b = 1, low[2] = {0.25, 0.875};
    lay_out(2, 1, 0);
    const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                    .H = ones,
                                    .equality_count = 1,
                                    .A_equality = ones,
                                    .b_equality = &b,
                                    .bound_lower = low};
    snw_qp_result r;
    snw_why why;
    CHECK(snw_qp_solve(&qp, &problem, &r, &why) == SNW_ERR_INFEASIBLE);
    char sentence[400];
    CHECK(snw_why_sentence(&why, sentence, sizeof sentence) < sizeof sentence);
    const char *start = "error: bound[0]: these cannot hold together: bound[0] lower, equality[0], "
                        "bound[1] lower (gap ";
    const char *end = ", bound[0] lower 0.25, equality[0] 1, bound[1] lower 0.875); relax one of "
                      "them [qp-conflict]";
    CHECK(strncmp(sentence, start, strlen(start)) == 0);
    const char *found = strstr(sentence, end);
    CHECK(found && found[strlen(end)] == 0);
    CHECK_NEAR(why.numbers[0].value, 0.125, 1e-15);
}

static void rows_of_zeros_hold_or_contradict_themselves(void) {
    const double A[2] = {0, 0};
    double low = -1, high = 0;
    lay_out(2, 0, 1);
    const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                    .H = ones,
                                    .row_count = 1,
                                    .A_row = A,
                                    .row_lower = &low,
                                    .row_upper = &high};
    (void)solve(&problem);
    low = -2, high = -1;
    snw_qp_result r;
    snw_why why;
    CHECK(snw_qp_solve(&qp, &problem, &r, &why) == SNW_ERR_INFEASIBLE);
    CHECK(r.conflict_count == 1 && r.conflict[0].kind == SNW_QP_ROW && r.conflict[0].index == 0);
    CHECK(r.conflict[0].side == SNW_QP_UPPER && r.conflict[0].multiplier == -1);
    low = 1, high = 2;
    CHECK(snw_qp_solve(&qp, &problem, &r, &why) == SNW_ERR_INFEASIBLE);
    CHECK(r.conflict[0].side == SNW_QP_LOWER && r.conflict[0].multiplier == 1);
    CHECK_TEXT(why.subject, "row[0]");
    CHECK_NEAR(why.numbers[0].value, 1, 0);
}

// --- the example of the page --------------------------------------------------------------------

// region: example
// Rates of two joints nearest to the wanted ones: joint limits, and a wall that the hand must not
// approach faster than 0.1 m/s; `toward_wall` is the wall's normal times the Jacobian.
static snw_status choose_rates(snw_qp *solver, const double wanted[2], const double toward_wall[2],
                               snw_qp_result *result, snw_why *why) {
    const double weights[2] = {1, 1}, g[2] = {-wanted[0], -wanted[1]};
    const double slowest[2] = {-1, -1}, fastest[2] = {1, 1}, approach = 0.1;
    const snw_qp_problem problem = {.hessian = SNW_QP_DIAGONAL,
                                    .H = weights,
                                    .g = g,
                                    .row_count = 1,
                                    .A_row = toward_wall,
                                    .row_upper = &approach,
                                    .bound_lower = slowest,
                                    .bound_upper = fastest};
    return snw_qp_solve(solver, &problem, result, why);
}
// endregion

static void the_example_of_the_page_names_limit_and_wall(void) {
    lay_out(2, 0, 1);
    const double wanted[2] = {1.5, 0.8}, toward_wall[2] = {0, 0.5};
    snw_qp_result r;
    CHECK(choose_rates(&qp, wanted, toward_wall, &r, NULL) == SNW_OK);
    CHECK_NEAR(r.x[0], 1, 0);
    CHECK_NEAR(r.x[1], 0.2, 1e-15);
    CHECK_NEAR(r.y_bound[0], -0.5, 1e-15); // 1 - 1.5
    CHECK_NEAR(r.y_row[0], -1.2, 1e-15);   // (0.2 - 0.8) / 0.5
    CHECK(r.active_count == 2);
}

// --- limits of the search -----------------------------------------------------------------------

static void the_iteration_limit_stops_the_search_and_keeps_the_last_answer(void) {
    static random_problem r;
    lay_out(8, 2, 5);
    qp.options.warm_start = false;
    check_seed(3);
    make_random(&r);
    const snw_qp_result full = solve(&r.problem);
    CHECK(full.iterations > 3);
    double x[8];
    memcpy(x, full.x, sizeof x);
    const double objective = full.objective;
    const int needed = full.iterations;

    r.g[0] += 1e-9; // another problem with the same search
    for (int limit = 1; limit <= needed; limit++) {
        qp.options.iteration_limit = limit;
        snw_qp_result s;
        snw_why why;
        const snw_status status = snw_qp_solve(&qp, &r.problem, &s, &why);
        CHECK(status == (limit < needed ? SNW_ERR_NOT_CONVERGED : SNW_OK));
        CHECK(s.iterations == limit);
        if (limit == needed) break;
        CHECK(why.code == SNW_ERR_NOT_CONVERGED);
        CHECK(memcmp(x, s.x, sizeof x) == 0 && s.objective == objective);
    }
}

// n = 64 and 256 rows: the largest layout, its answer held against the optimality conditions
static void the_largest_problem_is_solved(void) {
    enum { N = SNW_QP_MAX_VARIABLES, M = SNW_QP_MAX_CONSTRAINTS - 16, E = 16 };
    static double H[N * N], g[N], A_equality[E * N], b[E], A[M * N], upper[M], low[N], high[N];
    lay_out(N, E, M);
    CHECK_CASES(check_scaled(40)) {
        make_definite(H, N);
        fill(g, N, -20, 20);
        fill(A_equality, E * N, -1, 1);
        fill(A, M * N, -1, 1);
        fill(b, E, -0.01, 0.01);
        fill(upper, M, 0.2, 1);
        fill(low, N, -1, -0.2);
        fill(high, N, 0.2, 1);
        const snw_qp_problem problem = {.H = H,
                                        .g = g,
                                        .equality_count = E,
                                        .A_equality = A_equality,
                                        .b_equality = b,
                                        .row_count = M,
                                        .A_row = A,
                                        .row_upper = upper,
                                        .bound_lower = low,
                                        .bound_upper = high};
        const snw_qp_result r = solve(&problem);
        for (int j = 0; j < N; j++) {
            double sum = g[j] - r.y_bound[j];
            for (int k = 0; k < N; k++) {
                sum += H[k * N + j] * r.x[k];
            }
            for (int i = 0; i < E; i++) {
                sum -= A_equality[j * E + i] * r.y_equality[i];
            }
            for (int i = 0; i < M; i++) {
                sum -= A[j * M + i] * r.y_row[i];
            }
            CHECK_NEAR(sum, 0, 1e-10);
            CHECK(r.x[j] >= low[j] && r.x[j] <= high[j]);
        }
        int active = 0;
        for (int i = 0; i < M; i++) {
            double value = 0;
            for (int j = 0; j < N; j++) {
                value += A[j * M + i] * r.x[j];
            }
            CHECK(value <= upper[i] + 1e-11 && r.y_row[i] <= 0);
            CHECK(r.y_row[i] == 0 || fabs(value - upper[i]) < 1e-11);
            active += r.y_row[i] != 0;
        }
        CHECK(active > 5);
    }
}

static void solving_allocates_nothing(void) {
    static random_problem r;
    const long none = allocations;
    void *volatile block = malloc(1);
    free(block);
    CHECK(allocations == none + (COUNTING ? 2 : 0));
    lay_out(8, 2, 5);
    CHECK_CASES(2000) {
        make_random(&r);
        if (check_case % 3 == 0) r.x_low[0] = 0.1, r.x_high[0] = 0.2;
        if (check_case % 7 == 0) r.b[0] = 5; // infeasible
        if (check_case % 11 == 0) r.g[3] = (double)NAN;
        const long before = allocations;
        snw_qp_result s;
        snw_why why;
        const snw_status status = snw_qp_solve(&qp, &r.problem, &s, &why);
        CHECK(allocations == before);
        CHECK(check_case % 11 ? status != SNW_ERR_NOT_FINITE : status == SNW_ERR_NOT_FINITE);
    }
}

int main(void) {
    RUN(warm_start_gives_the_same_answer_in_fewer_iterations);
    RUN(a_misleading_warm_start_does_no_harm);
    RUN(a_warm_start_with_rows_that_are_gone_does_no_harm);
    RUN(reset_makes_a_solver_as_good_as_new);
    RUN(a_conflict_is_named_with_its_numbers);
    RUN(the_reason_of_a_conflict_reads_as_on_the_page);
    RUN(rows_of_zeros_hold_or_contradict_themselves);
    RUN(the_example_of_the_page_names_limit_and_wall);
    RUN(the_iteration_limit_stops_the_search_and_keeps_the_last_answer);
    RUN(the_largest_problem_is_solved);
    RUN(solving_allocates_nothing);
    return check_report();
}
