// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_TEST_QP_TOOLS_H
#define SINEW_TESTS_TEST_QP_TOOLS_H

/// @file
/// A solver of quadratic programs over static memory, and problems for it.

#include <string.h>

#include "sinew/linalg/qp.h"

#include "check.h"

static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 19];
static snw_qp qp;

__attribute__((unused)) static void lay_out(int n, int equalities, int rows) {
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_qp_init(&qp, n, equalities, rows, &arena) == SNW_OK);
}

__attribute__((unused)) static snw_qp_result solve(const snw_qp_problem *problem) {
    snw_qp_result result;
    CHECK(snw_qp_solve(&qp, problem, &result, NULL) == SNW_OK);
    CHECK(result.residual <= 1e-10);
    return result;
}

__attribute__((unused)) static const double ones[SNW_QP_MAX_VARIABLES] = {
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

__attribute__((unused)) static void fill(double *a, int count, double low, double high) {
    for (int i = 0; i < count; i++) {
        a[i] = check_real(low, high);
    }
}

// H = B'B + 1/4
__attribute__((unused)) static void make_definite(double *H, int n) {
    double B[SNW_QP_MAX_VARIABLES * SNW_QP_MAX_VARIABLES];
    fill(B, n * n, -1, 1);
    for (int j = 0; j < n; j++) {
        for (int i = 0; i < n; i++) {
            H[j * n + i] = i == j ? 0.25 : 0;
            for (int k = 0; k < n; k++) {
                H[j * n + i] += B[i * n + k] * B[j * n + k];
            }
        }
    }
}

typedef struct random_problem {
    double H[64], g[8], A_equality[16], b[2], A_row[40], low[5], high[5], x_low[8], x_high[8];
    snw_qp_problem problem;
} random_problem;

// eight variables, two equalities, five rows, eight boxes; the origin is inside
__attribute__((unused)) static void make_random(random_problem *r) {
    make_definite(r->H, 8);
    fill(r->g, 8, -4, 4);
    fill(r->A_equality, 16, -1, 1);
    fill(r->A_row, 40, -1, 1);
    fill(r->b, 2, -0.05, 0.05);
    fill(r->low, 5, -0.5, -0.2);
    fill(r->high, 5, 0.2, 0.5);
    fill(r->x_low, 8, -0.6, -0.3);
    fill(r->x_high, 8, 0.3, 0.6);
    r->problem = (snw_qp_problem){.H = r->H,
                                  .g = r->g,
                                  .equality_count = 2,
                                  .A_equality = r->A_equality,
                                  .b_equality = r->b,
                                  .row_count = 5,
                                  .A_row = r->A_row,
                                  .row_lower = r->low,
                                  .row_upper = r->high,
                                  .bound_lower = r->x_low,
                                  .bound_upper = r->x_high};
}

#endif // SINEW_TESTS_TEST_QP_TOOLS_H
