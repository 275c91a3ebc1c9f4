// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "dense.h"

static snw_twist J[MAX];
static double qd[MAX], weights[MAX];

static void set_column(int j, const double *column) {
    J[j] = (snw_twist){{column[0], column[1], column[2]}, {column[3], column[4], column[5]}};
}

static void random_jacobian(int dof) {
    for (int j = 0; j < dof; j++) {
        double column[6];
        fill_random(column, 6);
        set_column(j, column);
    }
}

static snw_twist random_twist(void) {
    double v[6];
    fill_random(v, 6);
    return (snw_twist){{v[0], v[1], v[2]}, {v[3], v[4], v[5]}};
}

static double dot(snw_twist a, snw_twist b) {
    return a.lin.x * b.lin.x + a.lin.y * b.lin.y + a.lin.z * b.lin.z + a.ang.x * b.ang.x +
           a.ang.y * b.ang.y + a.ang.z * b.ang.z;
}

// J qd - v
static snw_twist residual(int dof, const double *rates, snw_twist v) {
    double sum[6] = {-v.lin.x, -v.lin.y, -v.lin.z, -v.ang.x, -v.ang.y, -v.ang.z};
    for (int j = 0; j < dof; j++) {
        const double column[] = {J[j].lin.x, J[j].lin.y, J[j].lin.z,
                                 J[j].ang.x, J[j].ang.y, J[j].ang.z};
        for (int i = 0; i < 6; i++) {
            sum[i] += column[i] * rates[j];
        }
    }
    return (snw_twist){{sum[0], sum[1], sum[2]}, {sum[3], sum[4], sum[5]}};
}

// The function to be minimised is convex: its gradient vanishes at the minimum and nowhere else,
// J^T (J qd - v) + lambda^2 W^-2 qd = 0.
static void the_gradient_vanishes_at_the_solution(void) {
    CHECK_CASES(check_scaled(5000)) {
        const int dof = check_int(1, check_case % 20 == 0 ? MAX : 9);
        const double lambda = pow(10, check_real(-2, 1));
        const bool weighted = check_case % 2 == 0;
        random_jacobian(dof);
        const snw_twist v = random_twist();
        for (int j = 0; j < dof; j++) {
            weights[j] = check_real(0.2, 2);
        }
        const snw_status status =
            snw_damped_solve(J, dof, weighted ? weights : NULL, lambda, v, qd);
        CHECK(status == SNW_OK || status == SNW_NEAR_SINGULAR);
        const snw_twist rest = residual(dof, qd, v);
        for (int j = 0; j < dof; j++) {
            const double w = weighted ? weights[j] : 1;
            CHECK_NEAR(dot(J[j], rest) + lambda * lambda * qd[j] / (w * w), 0, 1e-10);
        }
    }
}

static void without_damping_the_twist_is_reached_exactly(void) {
    CHECK_CASES(check_scaled(2000)) {
        const int dof = check_int(7, 12);
        random_jacobian(dof);
        const snw_twist v = random_twist();
        CHECK(snw_damped_solve(J, dof, NULL, 0, v, qd) == SNW_OK);
        const snw_twist rest = residual(dof, qd, v);
        CHECK_NEAR(sqrt(dot(rest, rest)), 0, 1e-9);
    }
}

// the pseudo-inverse by singular values is another way to the same rates
static void it_agrees_with_the_pseudo_inverse(void) {
    static snw_pinv pinv;
    int met[2] = {0};
    snw_arena arena = fresh_arena();
    CHECK(snw_pinv_init(&pinv, 6, 12, &arena) == SNW_OK);
    CHECK_CASES(check_scaled(2000)) {
        const int dof = check_int(1, 12);
        random_jacobian(dof);
        const snw_twist v = random_twist();
        double task[6], rates[12];
        memcpy(task, &v, sizeof task);
        for (int j = 0; j < dof; j++) {
            weights[j] = check_real(0.2, 2);
        }
        const snw_pinv_config config = {.threshold = (double)INFINITY,
                                        .lambda = pow(10, check_real(-3, 0)),
                                        .joint_weights = weights};
        CHECK(snw_pinv_update(&pinv, snw_mat_over_const(&J[0].lin.x, 6, dof), &config) ==
              SNW_NEAR_SINGULAR);
        CHECK(snw_pinv_apply(&pinv, task, rates) == SNW_OK);
        const snw_status status = snw_damped_solve(J, dof, weights, config.lambda, v, qd);
        CHECK(!snw_failed(status));
        CHECK_NEAR(distance(rates, qd, dof), 0, 1e-9 * (1 + largest(rates, dof)));

        // the news comes when it must, and not when it must not
        const double smallest = dof < 6 ? 0 : pinv.svd.S[5];
        if (smallest < config.lambda * (1 - 1e-9)) CHECK(status == SNW_NEAR_SINGULAR);
        if (smallest > config.lambda * 3.4) CHECK(status == SNW_OK);
        met[status == SNW_NEAR_SINGULAR]++;
    }
    CHECK(met[0] > 0 && met[1] > 0);
}

static void a_joint_of_weight_zero_is_locked(void) {
    random_jacobian(8);
    const snw_twist v = random_twist();
    const double some[] = {1, 0, 1, 1, 0, 1, 1, 1};
    CHECK(!snw_failed(snw_damped_solve(J, 8, some, 0.1, v, qd)));
    CHECK(qd[1] == 0 && qd[4] == 0);

    // the others move as if it were not there
    double others[6];
    snw_twist rest[6] = {J[0], J[2], J[3], J[5], J[6], J[7]};
    CHECK(!snw_failed(snw_damped_solve(rest, 6, NULL, 0.1, v, others)));
    const double moved[] = {qd[0], qd[2], qd[3], qd[5], qd[6], qd[7]};
    CHECK_NEAR(distance(moved, others, 6), 0, 1e-13);
}

// with too few joints, or with a direction that all of them miss
static void without_damping_a_lost_direction_is_an_error(void) {
    CHECK_CASES(check_scaled(5000)) {
        const int dof = check_int(1, 9);
        random_jacobian(dof);
        const snw_twist v = random_twist();
        for (int j = 0; j < dof && (dof > 5 || check_case % 2); j++) {
            J[j].ang.z = 2 * J[j].lin.x - J[j].ang.x;
        }
        fill(qd, MAX, 7);
        CHECK(snw_damped_solve(J, dof, NULL, 0, v, qd) == SNW_ERR_SINGULAR);
        CHECK(snw_damped_solve(J, dof, NULL, 1e-8, v, qd) == SNW_ERR_SINGULAR);
        CHECK(all_are(qd, MAX, 7));

        // a little damping is enough
        CHECK(snw_damped_solve(J, dof, NULL, 1e-4, v, qd) == SNW_NEAR_SINGULAR);
    }
}

static void wrong_inputs_are_refused_and_the_rates_stay(void) {
    const double strange[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    random_jacobian(MAX);
    const snw_twist v = random_twist();
    fill(qd, MAX, 7);
    CHECK(snw_damped_solve(J, 0, NULL, 0.1, v, qd) == SNW_ERR_SIZE);
    CHECK(snw_damped_solve(J, MAX + 1, NULL, 0.1, v, qd) == SNW_ERR_SIZE);
    CHECK(snw_damped_solve(J, 7, NULL, -0.1, v, qd) == SNW_ERR_RANGE);
    for (int k = 0; k < 3; k++) {
        snw_twist bad = v;
        bad.ang.y = strange[k];
        CHECK(snw_damped_solve(J, 7, NULL, 0.1, bad, qd) == SNW_ERR_NOT_FINITE);
        CHECK(snw_damped_solve(J, 7, NULL, strange[k], v, qd) == SNW_ERR_NOT_FINITE);
        fill(weights, MAX, 1);
        weights[3] = strange[k];
        CHECK(snw_damped_solve(J, 7, weights, 0.1, v, qd) == SNW_ERR_NOT_FINITE);
        const snw_twist before = J[6];
        J[6].lin.z = strange[k];
        CHECK(snw_damped_solve(J, 7, NULL, 0.1, v, qd) == SNW_ERR_NOT_FINITE);
        J[6] = before;
    }
    weights[3] = -1;
    CHECK(snw_damped_solve(J, 7, weights, 0.1, v, qd) == SNW_ERR_RANGE);

    J[0].lin.x = 1e200;
    CHECK(snw_damped_solve(J, 7, NULL, 0.1, v, qd) == SNW_ERR_RANGE);
    CHECK(all_are(qd, MAX, 7));
}

int main(void) {
    RUN(the_gradient_vanishes_at_the_solution);
    RUN(without_damping_the_twist_is_reached_exactly);
    RUN(it_agrees_with_the_pseudo_inverse);
    RUN(a_joint_of_weight_zero_is_locked);
    RUN(without_damping_a_lost_direction_is_an_error);
    RUN(wrong_inputs_are_refused_and_the_rates_stay);
    return check_report();
}
