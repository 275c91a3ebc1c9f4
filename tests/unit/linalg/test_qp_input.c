// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
//
// What a solver of quadratic programs refuses at its door, and what it says then.
#include "sinew/linalg/qp.h"

#include <string.h>

#include "check.h"

enum { N = 3, E = 2, M = 2 };

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 15];
static snw_qp qp;

// one problem with everything in it; the solution is (0, 0, 1)
static double H[N * N], g[N], A_equality[E * N], b[E], A_row[M * N], low[M], high[M], x_low[N],
    x_high[N];
static snw_qp_problem problem;
static snw_why why;
static snw_qp_result result;

static void begin(void) {
    const double H0[] = {2, 1, 0, 1, 2, 0, 0, 0, 1}, A0[] = {1, 0, 1, 0, 0, 1};
    const double rows0[] = {1, 0, 0, 1, 1, 1};
    memcpy(H, H0, sizeof H);
    memcpy(A_equality, A0, sizeof A0);
    memcpy(A_row, rows0, sizeof rows0);
    for (int j = 0; j < N; j++) {
        g[j] = 0;
        x_low[j] = -2;
        x_high[j] = 2;
    }
    for (int i = 0; i < E; i++) {
        b[i] = i;
        low[i] = -5;
        high[i] = 5;
    }
    problem = (snw_qp_problem){.H = H,
                               .g = g,
                               .equality_count = E,
                               .A_equality = A_equality,
                               .b_equality = b,
                               .row_count = M,
                               .A_row = A_row,
                               .row_lower = low,
                               .row_upper = high,
                               .bound_lower = x_low,
                               .bound_upper = x_high};
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_qp_init(&qp, N, E, M, &arena) == SNW_OK);
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    CHECK_NEAR(result.x[2], 1, 1e-15);
}

// refused with this status and subject, with and without a reason asked for; the answer stays
static void check_refused(snw_status expected, const char *subject) {
    double x[N];
    memcpy(x, result.x, sizeof x);
    const double objective = result.objective;
    CHECK(snw_qp_solve(&qp, &problem, &result, NULL) == expected);
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == expected);
    CHECK(why.code == expected);
    CHECK_TEXT(why.subject, subject);
    CHECK(why.text[0] != 0);
    CHECK(memcmp(x, result.x, sizeof x) == 0 && result.objective == objective);
    CHECK(result.conflict_count == 0);
}

typedef struct door {
    double *values;
    int count; // rows run fastest, as in the matrices
    int rows;  // the subject counts these
    const char *name;
    bool may_be_infinite;
} door;

static const door doors[] = {
    {g, N, N, "g", false},        {A_equality, E *N, E, "equality", false},
    {b, E, E, "equality", false}, {A_row, M *N, M, "row", false},
    {low, M, M, "row", true},     {high, M, M, "row", true},
    {x_low, N, N, "bound", true}, {x_high, N, N, "bound", true},
};

static void nan_is_refused_wherever_it_enters(void) {
    begin();
    for (size_t d = 0; d < sizeof doors / sizeof *doors; d++) {
        for (int k = 0; k < doors[d].count; k++) {
            const double before = doors[d].values[k];
            char subject[32];
            (void)snprintf(subject, sizeof subject, "%s[%d]", doors[d].name, k % doors[d].rows);
            doors[d].values[k] = (double)NAN;
            check_refused(SNW_ERR_NOT_FINITE, subject);
            doors[d].values[k] = -(double)NAN;
            check_refused(SNW_ERR_NOT_FINITE, subject);
            doors[d].values[k] = before;
        }
    }
    for (int j = 0; j < N; j++) {
        for (int i = 0; i < N; i++) {
            const double before = H[j * N + i];
            H[j * N + i] = (double)NAN;
            if (i >= j) {
                check_refused(SNW_ERR_NOT_FINITE, "H");
            } else {
                CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK); // not read
            }
            H[j * N + i] = before;
        }
    }
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
}

static void nan_is_refused_in_the_other_forms_of_H(void) {
    begin();
    problem.hessian = SNW_QP_DIAGONAL;
    double values[N * N] = {1, 1, 1};
    problem.H = values;
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    for (int j = 0; j < N; j++) {
        values[j] = (double)NAN;
        check_refused(SNW_ERR_NOT_FINITE, "H");
        values[j] = 1;
    }
    const double L[N * N] = {1, 0.5, 0, 0, 1, 0, 0, 0, 1};
    memcpy(values, L, sizeof L);
    problem.hessian = SNW_QP_FACTORED;
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    values[1] = (double)INFINITY;
    check_refused(SNW_ERR_NOT_FINITE, "H");
    values[1] = 0.5;
    values[8] = -1;
    check_refused(SNW_ERR_SINGULAR, "H[2]");
    values[8] = 0;
    check_refused(SNW_ERR_SINGULAR, "H[2]");
}

static void infinity_is_allowed_only_as_an_absent_side(void) {
    begin();
    for (size_t d = 0; d < sizeof doors / sizeof *doors; d++) {
        const double before = doors[d].values[0];
        const bool lower = doors[d].values == low || doors[d].values == x_low;
        char subject[32];
        (void)snprintf(subject, sizeof subject, "%s[0]", doors[d].name);
        for (int sign = -1; sign <= 1; sign += 2) {
            doors[d].values[0] = sign * (double)INFINITY;
            if (doors[d].may_be_infinite && lower == (sign < 0)) {
                CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
            } else if (doors[d].may_be_infinite) {
                check_refused(SNW_ERR_RANGE, subject);
            } else {
                check_refused(SNW_ERR_NOT_FINITE, subject);
            }
        }
        doors[d].values[0] = before;
    }

    // both sides at the same infinity are no interval either
    low[1] = high[1] = (double)INFINITY;
    check_refused(SNW_ERR_RANGE, "row[1]");
    low[1] = high[1] = -(double)INFINITY;
    check_refused(SNW_ERR_RANGE, "row[1]");
}

static void a_lower_side_above_its_upper_side_is_named_with_both(void) {
    begin();
    low[1] = 2;
    high[1] = 1;
    check_refused(SNW_ERR_RANGE, "row[1]");
    CHECK(why.number_count == 2);
    CHECK_TEXT(why.numbers[0].name, "lower");
    CHECK(why.numbers[0].value == 2 && why.numbers[1].value == 1);
    begin();
    x_low[2] = nextafter(x_high[2], 3);
    check_refused(SNW_ERR_RANGE, "bound[2]");

    // also when a row of zeros contradicts itself: input comes first, and no conflict is reported
    A_row[0] = A_row[2] = A_row[4] = 0;
    low[0] = 1;
    check_refused(SNW_ERR_RANGE, "bound[2]");
}

static void an_indefinite_H_is_refused_at_the_variable_that_shows_it(void) {
    begin();
    H[4] = 0.5 - 1e-3; // 2 * 0.4999 < 1
    check_refused(SNW_ERR_SINGULAR, "H[1]");
    H[4] = 0.5; // semidefinite
    check_refused(SNW_ERR_SINGULAR, "H[1]");
    H[4] = 0.5 + 1e-9; // just definite
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    H[4] = 2;
    H[8] = -1;
    check_refused(SNW_ERR_SINGULAR, "H[2]");
    H[8] = 0;
    check_refused(SNW_ERR_SINGULAR, "H[2]");
}

// The normal matrix of a task with fewer rows than joints has no unique minimum; damping gives it
// one. Rounding must not hide the difference.
static void a_normal_matrix_without_damping_is_refused(void) {
    enum { JOINTS = 7, TASK = 6 };
    static _Alignas(SNW_ARENA_ALIGN) unsigned char block[1 << 14];
    snw_qp arm;
    snw_arena arena = snw_arena_over(block, sizeof block);
    CHECK(snw_qp_init(&arm, JOINTS, 0, 0, &arena) == SNW_OK);
    CHECK_CASES(5000) {
        double J[TASK * JOINTS], normal[JOINTS * JOINTS] = {0};
        for (int k = 0; k < TASK * JOINTS; k++) {
            J[k] = check_real(-1, 1);
        }
        for (int j = 0; j < JOINTS; j++) {
            for (int i = 0; i < JOINTS; i++) {
                for (int k = 0; k < TASK; k++) {
                    normal[j * JOINTS + i] += J[i * TASK + k] * J[j * TASK + k];
                }
            }
        }
        snw_qp_problem undamped = {.H = normal};
        CHECK(snw_qp_solve(&arm, &undamped, &result, &why) == SNW_ERR_SINGULAR);
        CHECK(why.fix[0] != 0);
        for (int j = 0; j < JOINTS; j++) {
            normal[j * JOINTS + j] += 1e-8;
        }
        CHECK(snw_qp_solve(&arm, &undamped, &result, &why) == SNW_OK);
    }
}

static void missing_and_wrong_parts_are_refused(void) {
    begin();
    problem.H = NULL;
    check_refused(SNW_ERR_ARGUMENT, "H");
    begin();
    problem.hessian = (snw_qp_hessian)7;
    check_refused(SNW_ERR_ARGUMENT, "hessian");
    begin();
    problem.A_equality = NULL;
    check_refused(SNW_ERR_ARGUMENT, "A_equality");
    begin();
    problem.b_equality = NULL;
    check_refused(SNW_ERR_ARGUMENT, "A_equality");
    begin();
    problem.A_row = NULL;
    check_refused(SNW_ERR_ARGUMENT, "A_row");
    begin();
    problem.equality_count = E + 1;
    check_refused(SNW_ERR_SIZE, "equality_count");
    problem.equality_count = -1;
    check_refused(SNW_ERR_SIZE, "equality_count");
    begin();
    problem.row_count = M + 1;
    check_refused(SNW_ERR_SIZE, "row_count");
    problem.row_count = -1;
    check_refused(SNW_ERR_SIZE, "row_count");
    begin();
    qp.options.iteration_limit = 0;
    check_refused(SNW_ERR_ARGUMENT, "iteration_limit");
}

// every optional part left out: the minimum of 1/2 x'Hx is the origin
static void absent_parts_do_not_count(void) {
    begin();
    problem = (snw_qp_problem){.H = H};
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    CHECK(result.x[0] == 0 && result.x[1] == 0 && result.x[2] == 0);
    CHECK(result.objective == 0 && result.active_count == 0 && result.iterations == 0);

    // rows without sides say nothing
    problem.row_count = M;
    problem.A_row = A_row;
    g[2] = -3;
    problem.g = g;
    CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
    CHECK_NEAR(result.x[2], 3, 1e-15);
}

// entries near both ends of the range of double
static void rows_of_any_size_are_scaled(void) {
    begin();
    const double factors[] = {1, 1e-290, 1e300, 0x1p1023 / 2};
    for (int k = 0; k < 4; k++) {
        const double f = factors[k];
        problem = (snw_qp_problem){
            .H = H, .g = g, .row_count = 1, .A_row = A_row, .row_lower = low, .row_upper = high};
        A_row[0] = f;
        A_row[1] = 0;
        A_row[2] = f;
        low[0] = 0.5 * f;
        high[0] = (double)INFINITY;
        CHECK(snw_qp_solve(&qp, &problem, &result, &why) == SNW_OK);
        CHECK_NEAR(result.x[0] + result.x[2], 0.5, 1e-14);
        CHECK(result.active_count == 1 && result.y_row[0] > 0);
        CHECK_NEAR(result.y_row[0] * f, 0.3, 1e-14);
    }

    // a side that its row cannot reach with any number
    A_row[0] = A_row[2] = 1e-290;
    low[0] = 1e200;
    check_refused(SNW_ERR_RANGE, "row[0]");
}

int main(void) {
    RUN(nan_is_refused_wherever_it_enters);
    RUN(nan_is_refused_in_the_other_forms_of_H);
    RUN(infinity_is_allowed_only_as_an_absent_side);
    RUN(a_lower_side_above_its_upper_side_is_named_with_both);
    RUN(an_indefinite_H_is_refused_at_the_variable_that_shows_it);
    RUN(a_normal_matrix_without_damping_is_refused);
    RUN(missing_and_wrong_parts_are_refused);
    RUN(absent_parts_do_not_count);
    RUN(rows_of_any_size_are_scaled);
    return check_report();
}
