// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;
static double M[RATES * RATES], inverse[RATES * RATES];

// Gauss with pivoting, which knows nothing of structure
static void dense_solve(int n, double *A, double *x) {
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++) {
            if (fabs(A[i + n * k]) > fabs(A[best + n * k])) best = i;
        }
        for (int j = 0; j < n; j++) {
            const double keep = A[k + n * j];
            A[k + n * j] = A[best + n * j];
            A[best + n * j] = keep;
        }
        const double keep = x[k];
        x[k] = x[best];
        x[best] = keep;
        for (int i = k + 1; i < n; i++) {
            const double f = A[i + n * k] / A[k + n * k];
            for (int j = k; j < n; j++) {
                A[i + n * j] -= f * A[k + n * j];
            }
            x[i] -= f * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++) {
            x[k] -= A[k + n * j] * x[j];
        }
        x[k] /= A[k + n * k];
    }
}

// spec: actin-control:DY-08
static void the_structured_factors_solve_as_a_dense_solver_does(void) {
    CHECK_CASES(check_scaled(1000)) {
        any_tree(&s, check_int(1, 20), true, true);
        double x[RATES], y[RATES];
        for (int i = 0; i < s.nv; i++) {
            x[i] = y[i] = check_real(-1, 1);
        }
        CHECK(snw_dyn_solve(&s.dyn, x) == SNW_ERR_STATE);
        CHECK(snw_dyn_factor(&s.dyn, s.q) == SNW_OK);
        CHECK(snw_dyn_solve(&s.dyn, x) == SNW_OK);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
        dense_solve(s.nv, M, y);
        CHECK(farthest(x, y, s.nv) <= 1e-12 * scale_of(y, s.nv));
        tear_down(&s);
    }
}

static void the_inverse_mass_matrix_is_the_inverse(void) {
    CHECK_CASES(check_scaled(300)) {
        any_tree(&s, check_int(1, 12), true, true);
        CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
        CHECK(snw_dyn_inverse_mass_matrix(&s.dyn, s.q, inverse) == SNW_OK);
        for (int i = 0; i < s.nv * s.nv; i++) {
            const int row = i % s.nv, column = i / s.nv;
            double sum = 0;
            for (int k = 0; k < s.nv; k++) {
                sum += M[row + s.nv * k] * inverse[k + s.nv * column];
            }
            CHECK_NEAR(sum, row == column, 1e-10);
        }
        tear_down(&s);
    }
}

// A wrench at the hand of a mechanism at rest without gravity accelerates the hand by J M^-1 J^T
// of it; forward dynamics with that wrench says how.
static void the_hand_gives_way_as_forward_dynamics_says(void) {
    long whole = 0;
    CHECK_CASES(check_scaled(300)) {
        any_tree(&s, check_int(2, 14), false, true);
        CHECK(snw_dyn_set_gravity(&s.dyn, snw_vec3_zero()) == SNW_OK);
        memset(s.v, 0, sizeof s.v);
        const int link = s.c.model.link_count - 1;
        const snw_wrench push = s.wrenches[link];
        memset(s.wrenches, 0, sizeof s.wrenches);
        s.wrenches[link] = push;
        double a[RATES], yielding[36], inertia[36];
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.tau, s.wrenches, a) == SNW_OK);
        CHECK(snw_kin_update_acceleration(&s.dyn.kin, s.q, s.v, a) == SNW_OK);
        const snw_accel A = snw_kin_acceleration(&s.dyn.kin, link, snw_vec3_zero());
        CHECK(snw_dyn_mobility(&s.dyn, s.q, link, snw_vec3_zero(), yielding) == SNW_OK);
        double expected[6] = {0};
        for (int i = 0; i < 36; i++) {
            expected[i % 6] += yielding[i] * (&push.force.x)[i / 6];
        }
        CHECK(farthest(&A.lin.x, expected, 6) <= 1e-10 * scale_of(expected, 6));
        const snw_status status =
            snw_dyn_operational_inertia(&s.dyn, s.q, link, snw_vec3_zero(), inertia);
        CHECK(status == SNW_OK || status == SNW_ERR_SINGULAR);
        if (s.nv < 6) CHECK(status == SNW_ERR_SINGULAR);
        for (int i = 0; status == SNW_OK && i < 36; i++) {
            double sum = 0;
            for (int k = 0; k < 6; k++) {
                sum += inertia[6 * k + i % 6] * yielding[6 * (i / 6) + k];
            }
            CHECK_NEAR(sum, i % 6 == i / 6, 1e-6);
        }
        whole += status == SNW_OK;
        tear_down(&s);
    }
    CHECK(whole > 0);
}

// spec: actin-control:DY-14
static void factors_are_used_again_for_as_long_as_is_allowed(void) {
    check_case = 1;
    check_seed(1);
    any_tree(&s, 6, false, false);
    double a[RATES], first[RATES];
    const int64_t before = s.dyn.evaluations;
    // 100 steps of 1 ms, evaluated each 10 ms; times are multiples of 1/1024 s
    s.dyn.reuse = 10.0 / 1024;
    for (int i = 0; i < 100; i++) {
        s.dyn.t = i / 1024.0;
        CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.tau, NULL, a) == SNW_OK);
        if (i == 0) memcpy(first, a, sizeof a);
        CHECK(farthest(a, first, s.nv) <= 0);
    }
    CHECK(s.dyn.evaluations - before == 10);
    // what others have factorised belongs to another configuration
    double other[RATES];
    random_q(&s.c.model, other);
    CHECK(snw_dyn_factor(&s.dyn, other) == SNW_OK);
    CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.tau, NULL, a) == SNW_OK);
    CHECK(farthest(a, first, s.nv) <= 0);
    CHECK(s.dyn.evaluations - before == 12);
    // 0 is every step
    s.dyn.reuse = 0;
    for (int i = 0; i < 100; i++) {
        CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.tau, NULL, a) == SNW_OK);
    }
    CHECK(s.dyn.evaluations - before == 112);
    tear_down(&s);
}

// entry (i, j) of [m 1, -skew(h); skew(h), I]
static double spatial(snw_inertia A, int i, int j) {
    const snw_mat3 H = snw_mat3_skew(A.h);
    if (i < 3 && j < 3) return i == j ? A.m : 0;
    if (i < 3) return -snw_mat3_get(H, i, j - 3);
    if (j < 3) return snw_mat3_get(H, i - 3, j);
    return snw_mat3_get(snw_sym3_to_mat3(A.I), i - 3, j - 3);
}

// spec: actin-model:A1-MN-09
static void the_factor_of_a_composite_body_gives_it_back(void) {
    CHECK_CASES(1000) {
        const snw_vec3 size = {check_real(0.01, 1), check_real(0.01, 1), check_real(0.01, 1)};
        const snw_inertia A =
            snw_inertia_transform(random_pose(), snw_inertia_box(check_real(0.1, 10), size));
        double L[36];
        CHECK(snw_inertia_factor(A, L) == SNW_OK);
        for (int n = 0; n < 36; n++) {
            const int i = n % 6, j = n / 6;
            double sum = 0;
            for (int k = 0; k < 6; k++) {
                sum += L[6 * k + i] * L[6 * k + j];
            }
            CHECK(j <= i || L[n] == 0);
            CHECK_NEAR(sum, spatial(A, i, j), 1e-12 * A.m);
        }
    }
    double L[36] = {7};
    CHECK(snw_inertia_factor(snw_inertia_zero(), L) == SNW_ERR_SINGULAR);
    CHECK(snw_inertia_factor(snw_inertia_point(2, snw_vec3_x(1)), L) == SNW_ERR_SINGULAR);
    snw_inertia bad = snw_inertia_sphere(1, 1);
    bad.h.y = (double)NAN;
    CHECK(snw_inertia_factor(bad, L) == SNW_ERR_NOT_FINITE);
    CHECK(L[0] == 7);
}

// two turns about the same axis, with nothing between them
static void joints_that_move_the_same_are_reported(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "two");
    add_link(robot, setup, "base");
    add_link(robot, setup, "between");
    add_inertial(add_link(robot, setup, "arm"), setup, 1, 0.1);
    snw_joint_description *joint = add_joint(robot, setup, "a", "base", "between");
    joint->kind = SNW_JOINT_CONTINUOUS;
    joint = add_joint(robot, setup, "b", "between", "arm");
    joint->kind = SNW_JOINT_CONTINUOUS;
    set_up(&s, setup, robot);
    double x[2] = {7, 7};
    CHECK(snw_dyn_factor(&s.dyn, s.q) == SNW_ERR_SINGULAR);
    CHECK(snw_dyn_solve(&s.dyn, x) == SNW_ERR_STATE);
    CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, s.tau, NULL, x) == SNW_ERR_SINGULAR);
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.tau, NULL, x) == SNW_ERR_SINGULAR);
    CHECK(x[0] == 7 && x[1] == 7);
    tear_down(&s);
}

int main(void) {
    RUN(the_structured_factors_solve_as_a_dense_solver_does);
    RUN(the_inverse_mass_matrix_is_the_inverse);
    RUN(the_hand_gives_way_as_forward_dynamics_says);
    RUN(factors_are_used_again_for_as_long_as_is_allowed);
    RUN(the_factor_of_a_composite_body_gives_it_back);
    RUN(joints_that_move_the_same_are_reported);
    return check_report();
}
