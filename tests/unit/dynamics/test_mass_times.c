// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

enum { SIDE = 200, COLUMNS = 4 };

static stand s;
static double M[SIDE * SIDE], X[SIDE * COLUMNS], MX[SIDE * COLUMNS];

static void check_product(const double *x, const double *product) {
    double expected[SIDE] = {0};
    for (int j = 0; j < s.nv; j++) {
        for (int i = 0; i < s.nv; i++) {
            expected[i] += M[i + s.nv * j] * x[j];
        }
    }
    CHECK(farthest(product, expected, s.nv) <= 1e-12 * scale_of(expected, s.nv));
}

static void passes_of_inverse_dynamics_are_products_with_the_mass_matrix(void) {
    CHECK_CASES(check_scaled(1000)) {
        any_tree(&s, check_int(1, 20), check_case % 5 == 0, check_case % 7 == 0);
        CHECK(s.nv <= SIDE);
        const int count = check_int(1, COLUMNS);
        for (int i = 0; i < s.nv * count; i++) {
            X[i] = check_real(-1, 1);
        }
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
        const int64_t evaluations = s.dyn.evaluations;
        CHECK(snw_dyn_mass_times(&s.dyn, s.q, X, count, MX) == SNW_OK);
        CHECK(s.dyn.evaluations == evaluations);
        for (int k = 0; k < count; k++) {
            check_product(X + (ptrdiff_t)s.nv * k, MX + (ptrdiff_t)s.nv * k);
        }
        tear_down(&s);
    }
}

static void wrong_numbers_are_refused(void) {
    check_case = 3;
    any_tree(&s, 5, false, false);
    MX[0] = 42;
    X[s.nv] = (double)NAN;
    CHECK(snw_dyn_mass_times(&s.dyn, s.q, X, 2, MX) == SNW_ERR_NOT_FINITE);
    CHECK(snw_dyn_mass_times(&s.dyn, s.q, X, -1, MX) == SNW_ERR_SIZE);
    X[s.nv] = 0;
    s.q[0] = (double)NAN;
    CHECK(snw_dyn_mass_times(&s.dyn, s.q, X, 2, MX) == SNW_ERR_NOT_FINITE);
    CHECK(MX[0] == 42);
    tear_down(&s);
}

int main(void) {
    RUN(passes_of_inverse_dynamics_are_products_with_the_mass_matrix);
    RUN(wrong_numbers_are_refused);
    return check_report();
}
