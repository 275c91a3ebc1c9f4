// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "trees.h"

#include <stdlib.h>
#include <string.h>

// Leaves that know the mechanism, each against differences or an independent formula. Those that
// know its surroundings are in tests/unit/avoid/test_objective.c, tables in test_table.c.

enum { JOINTS = 7, TWIST = 6 };

static void go_somewhere(void) {
    for (int i = 0; i < JOINTS; i++)
        a.q[i] = check_real(0.9 * a.model->lower[i], 0.9 * a.model->upper[i]);
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
}

static double measure_at(const snw_child *objective, const double *q) {
    CHECK(snw_task_update(&a.control.task, q) == SNW_OK);
    return snw__objective_measure(objective, &a.control.task);
}

// central differences of the fourth order
static void differences(const snw_child *objective, double expected[JOINTS]) {
    const double h = 1e-3;
    double q[JOINTS];
    memcpy(q, a.q, sizeof q);
    for (int k = 0; k < JOINTS; k++) {
        double at[4];
        const double steps[] = {h, -h, 2 * h, -2 * h};
        for (int i = 0; i < 4; i++) {
            q[k] = a.q[k] + steps[i];
            at[i] = measure_at(objective, q);
        }
        q[k] = a.q[k];
        expected[k] = (8 * (at[0] - at[1]) - (at[2] - at[3])) / (12 * h);
    }
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
}

static void check_objective(const snw_type *type, void *of) {
    const snw_child leaf = element("objective_gradient");
    const snw_child objective = {type, of};
    CHECK(snw__objective_check(&objective, a.model, NULL) == SNW_OK);
    ((snw_expression_leaf *)leaf.block)->objective = objective;
    lay_out(leaf);
    double most = 0;
    for (int turn = 0; turn < 20; turn++) {
        double expected[JOINTS], scale = 0;
        go_somewhere();
        differences(&objective, expected);
        const snw_expression_value F = evaluate(NULL);
        CHECK(F.rows == JOINTS && F.cols == 1);
        for (int k = 0; k < JOINTS; k++)
            scale = fmax(scale, fabs(expected[k]));
        for (int k = 0; k < JOINTS; k++)
            CHECK_NEAR(F.data[k], expected[k], 1e-6 * (1 + scale));
        most = fmax(most, scale);
    }
    CHECK(most > 1e-3); // it is no zero that agrees with zero
    free(block);
}

static void check_objectives(void) {
    snw_accuracy accuracy;
    snw_statistical_error error;
    snw_gravity_torque torque;
    snw_potential_energy energy;
    snw_singularity singularity;
    snw_strength strength;
    snw_block_defaults(&snw_accuracy_type, &accuracy);
    snw_block_defaults(&snw_statistical_error_type, &error);
    snw_block_defaults(&snw_gravity_torque_type, &torque);
    snw_block_defaults(&snw_potential_energy_type, &energy);
    snw_block_defaults(&snw_singularity_type, &singularity);
    snw_block_defaults(&snw_strength_type, &strength);
    snw_copy_text(accuracy.joint, SNW_NAME, "j2");
    snw_copy_text(torque.joint, SNW_NAME, "j4");
    // a singular value that vanishes is not what is asked for here
    singularity.damping = 1;
    for (int i = 0; i < TWIST; i++)
        strength.wrench[i] = i < 3 ? 20 : 2;
    strength.wrench_count = TWIST;
    check_objective(&snw_accuracy_type, &accuracy);
    check_objective(&snw_statistical_error_type, &error);
    check_objective(&snw_gravity_torque_type, &torque);
    check_objective(&snw_potential_energy_type, &energy);
    check_objective(&snw_singularity_type, &singularity);
    check_objective(&snw_strength_type, &strength);
}

// the rate away from a limit: from 0 where the zone begins to the maximum at the limit
static double away_from_limit(const snw_expression_leaf *leaf, double q, double low, double high) {
    const double into_high = q - (high - leaf->avoidance_zone),
                 into_low = low + leaf->avoidance_zone - q;
    if (into_high > 0)
        return -leaf->maximum * pow(into_high / leaf->avoidance_zone, leaf->exponent);
    if (into_low > 0) return leaf->maximum * pow(into_low / leaf->avoidance_zone, leaf->exponent);
    return 0;
}

static void check_limits_and_joints(void) {
    const snw_child limits = element("joint_limit_avoidance"), joint = element("joint_value");
    const snw_expression_leaf *leaf = limits.block;
    snw_copy_text(((snw_expression_leaf *)joint.block)->joint, SNW_NAME, "j6");
    int pushed = 0;
    for (int turn = 0; turn < 50; turn++) {
        for (int i = 0; i < JOINTS; i++)
            a.q[i] = check_real(a.model->lower[i], a.model->upper[i]);
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        lay_out(limits);
        const double *F = evaluate(NULL).data;
        for (int k = 0; k < JOINTS; k++) {
            const double away = away_from_limit(leaf, a.q[k], a.model->lower[k], a.model->upper[k]);
            CHECK_NEAR(F[k], away, 1e-12 * (1 + fabs(away)));
            pushed += away != 0;
        }
        free(block);
        lay_out(joint);
        CHECK(evaluate(NULL).data[0] == a.q[5]);
        free(block);
    }
    CHECK(pushed > 10);
}

// a column of M is what Newton and Euler ask for a joint's acceleration alone
static void column_by_recursion(int k, double out[JOINTS]) {
    double rest[JOINTS], acceleration[JOINTS] = {0}, zero[JOINTS] = {0};
    snw_dyn *dyn = &a.control.task.dyn;
    CHECK(snw_dyn_inverse(dyn, a.q, zero, zero, NULL, rest) == SNW_OK);
    acceleration[k] = 1;
    CHECK(snw_dyn_inverse(dyn, a.q, zero, acceleration, NULL, out) == SNW_OK);
    for (int i = 0; i < JOINTS; i++)
        out[i] -= rest[i];
}

// N is the unit vector that J maps to 0: its elements are the minors of J
static double minor_of(const double *J, int without) {
    double A[TWIST][TWIST], product = 1;
    for (int r = 0; r < TWIST; r++)
        for (int c = 0; c < TWIST; c++)
            A[r][c] = J[r * JOINTS + (c < without ? c : c + 1)];
    for (int p = 0; p < TWIST; p++) {
        int best = p;
        for (int r = p + 1; r < TWIST; r++)
            if (fabs(A[r][p]) > fabs(A[best][p])) best = r;
        if (best != p) product = -product;
        for (int c = 0; c < TWIST; c++) {
            const double kept = A[p][c];
            A[p][c] = A[best][c];
            A[best][c] = kept;
        }
        product *= A[p][p];
        for (int r = p + 1; r < TWIST; r++) {
            const double factor = A[r][p] / A[p][p];
            for (int c = p; c < TWIST; c++)
                A[r][c] -= factor * A[p][c];
        }
    }
    return without % 2 == 0 ? product : -product;
}

static void check_masses(void) {
    const snw_child matrix = element("mass_matrix"), reduced = element("mass_matrix_ab");
    for (int turn = 0; turn < 20; turn++) {
        double M[JOINTS][JOINTS], N[JOINTS], row[JOINTS] = {0}, norm = 0, largest = 0;
        go_somewhere();
        for (int k = 0; k < JOINTS; k++)
            column_by_recursion(k, M[k]);
        lay_out(matrix);
        const snw_expression_value value = evaluate(NULL);
        CHECK(value.rows == JOINTS && value.cols == JOINTS);
        for (int k = 0; k < JOINTS * JOINTS; k++)
            CHECK_NEAR(value.data[k], M[k / JOINTS][k % JOINTS], 1e-11);
        free(block);
        for (int k = 0; k < JOINTS; k++) {
            N[k] = minor_of(snw_task_jacobian(&a.control.task), k);
            norm += N[k] * N[k];
        }
        for (int k = 0; k < JOINTS; k++)
            for (int i = 0; i < JOINTS; i++)
                row[k] += N[i] / sqrt(norm) * M[k][i];
        lay_out(reduced);
        const snw_expression_value A = evaluate(NULL);
        CHECK(A.rows * A.cols == JOINTS);
        double along = 0;
        for (int k = 0; k < JOINTS; k++) {
            along += A.data[k] * row[k];
            largest = fmax(largest, fabs(row[k]));
        }
        for (int k = 0; k < JOINTS; k++) // N has no sign of its own
            CHECK_NEAR(A.data[k], copysign(1, along) * row[k], 1e-8 * (1 + largest));
        free(block);
    }
}

// spec: actin-control:VC-14
static void leaves_that_know_the_mechanism_have_their_values(void) {
    open_panda();
    check_objectives();
    check_limits_and_joints();
    check_masses();
    put_away();
}

int main(void) {
    RUN(leaves_that_know_the_mechanism_have_their_values);
    return check_report();
}
