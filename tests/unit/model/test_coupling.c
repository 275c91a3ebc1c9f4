// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"

enum { JOINTS = 7 };

// a chain of seven joints, "j1" to "j7"
static snw_robot *chain(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "chain");
    add_link(robot, setup, "0");
    char parent[SNW_NAME], child[SNW_NAME], joint[SNW_NAME];
    for (int i = 1; i <= JOINTS; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(robot, setup, child);
        add_joint(robot, setup, joint, parent, child);
    }
    return robot;
}

// The wrist of a PUMA 560 (Corke and Armstrong-Helouvry 1994): gear ratios of motors 4 to 6, and
// what the motion of joint 4 adds to 5 and 6, and that of 5 to 6. Joints from motors:
//   q4 = m4 / G4,  q5 = m5 / G5 + q4 / G5,  q6 = m6 / G6 + q4 / G6 + 13/72 q5
static void puma_wrist(double C[9]) {
    const double G4 = 76.01, G5 = 71.91, G6 = 76.73, k = 13.0 / 72;
    const double q4[3] = {1 / G4, 0, 0};
    const double q5[3] = {q4[0] / G5, 1 / G5, 0};
    const double q6[3] = {q4[0] / G6 + k * q5[0], k * q5[1], 1 / G6};
    for (int m = 0; m < 3; m++) {
        C[0 + 3 * m] = q4[m];
        C[1 + 3 * m] = q5[m];
        C[2 + 3 * m] = q6[m];
    }
}

// a differential of the WAM: the sum of two motors moves one joint, their difference the other
static void differential(double N, double n, double C[4]) {
    C[0] = 1 / (2 * N);
    C[1] = -n / (2 * N);
    C[2] = 1 / (2 * N);
    C[3] = n / (2 * N);
}

static const char *const wrist[] = {"j4", "j5", "j6"}, *const shoulder[] = {"j2", "j3"},
                         *const hand[] = {"j5", "j6"};

static double round_trip(const snw_model *m) {
    double worst = 0;
    CHECK_CASES(1000) {
        double motor[JOINTS], joint[JOINTS], back[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            motor[i] = check_real(-300, 300);
        }
        CHECK(snw_joint_positions(m, motor, joint) == SNW_OK);
        CHECK(snw_motor_positions(m, joint, back) == SNW_OK);
        for (int i = 0; i < JOINTS; i++) {
            worst = fmax(worst, fabs(back[i] - motor[i]));
        }
    }
    return worst;
}

// spec: loffler:L-035
static void motor_positions_come_back_from_the_joints_of_puma_and_wam(void) {
    double C[9], D[4], E[4];
    puma_wrist(C);
    differential(28.25, 1.68, D);
    differential(9.7, 1, E);
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    add_coupling(robot, setup, "wrist", 3, wrist, C);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(round_trip(&c.model) < 1e-12);
    // and by the formula of the wrist itself
    const double motor[JOINTS] = {0, 0, 0, 100, -50, 30, 0};
    double q[JOINTS];
    CHECK(snw_joint_positions(&c.model, motor, q) == SNW_OK);
    CHECK_NEAR(q[3], 100 / 76.01, 1e-15);
    CHECK_NEAR(q[4], (-50 + q[3]) / 71.91, 1e-15);
    CHECK_NEAR(q[5], (30 + q[3]) / 76.73 + q[4] * 13 / 72, 1e-15);
    free(c.block);

    robot = chain(setup);
    add_coupling(robot, setup, "shoulder", 2, shoulder, D);
    add_coupling(robot, setup, "hand", 2, hand, E);
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(round_trip(&c.model) < 1e-12);
    free(c.block);
    snw_setup_destroy(setup);
}

static void random_matrix(double *A, int n) {
    for (int i = 0; i < n * n; i++) {
        A[i] = check_real(-0.3, 0.3) + (i % (n + 1) == 0);
    }
}

static void power_is_the_same_on_both_sides_and_every_way_has_a_way_back(void) {
    CHECK_CASES(1000) {
        double A[16], B[9];
        static const char *const four[] = {"j7", "j2", "j5", "j4"};
        static const char *const three[] = {"j1", "j6", "j3"};
        random_matrix(A, 4);
        random_matrix(B, 3);
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup);
        add_coupling(robot, setup, "a", 4, four, A);
        if (check_case % 2 == 0) add_coupling(robot, setup, "b", 3, three, B);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        const snw_model *m = &c.model;
        double v_motor[JOINTS], v_joint[JOINTS], tau_joint[JOINTS], tau_motor[JOINTS];
        double v_back[JOINTS], tau_back[JOINTS], in_joints = 0, in_motors = 0;
        for (int i = 0; i < JOINTS; i++) {
            v_motor[i] = check_real(-5, 5);
            tau_joint[i] = check_real(-5, 5);
        }
        CHECK(snw_joint_rates(m, v_motor, v_joint) == SNW_OK);
        CHECK(snw_motor_rates(m, v_joint, v_back) == SNW_OK);
        CHECK(snw_motor_efforts(m, tau_joint, tau_motor) == SNW_OK);
        CHECK(snw_joint_efforts(m, tau_motor, tau_back) == SNW_OK);
        for (int i = 0; i < JOINTS; i++) {
            in_joints += tau_joint[i] * v_joint[i];
            in_motors += tau_motor[i] * v_motor[i];
            CHECK_NEAR(v_back[i], v_motor[i], 1e-12);
            CHECK_NEAR(tau_back[i], tau_joint[i], 1e-12);
        }
        CHECK_NEAR(in_joints, in_motors, 1e-11);
        // the matrix itself, element by element, on the joints in the order named
        for (int row = 0; row < 4; row++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                sum += A[row + 4 * k] * v_motor[four[k][1] - '1'];
            }
            CHECK_NEAR(v_joint[four[row][1] - '1'], sum, 1e-13);
        }
        // in place, and positions as rates
        double same[JOINTS];
        memcpy(same, v_motor, sizeof same);
        CHECK(snw_joint_positions(m, same, same) == SNW_OK);
        CHECK(memcmp(same, v_joint, sizeof same) == 0);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void what_is_not_coupled_passes_unchanged_and_nan_does_not_pass(void) {
    double D[4];
    differential(20, 1, D);
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    add_coupling(robot, setup, "shoulder", 2, shoulder, D);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    double x[JOINTS] = {1, 2, 3, 4, 5, 6, 7}, y[JOINTS] = {0}, before[JOINTS];
    CHECK(snw_joint_positions(&c.model, x, y) == SNW_OK);
    CHECK(y[0] == 1 && y[3] == 4 && y[6] == 7 && y[1] != 2);
    memcpy(before, y, sizeof y);
    x[5] = (double)NAN;
    CHECK(snw_joint_positions(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_motor_positions(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_joint_rates(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_motor_rates(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_joint_efforts(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(snw_motor_efforts(&c.model, x, y) == SNW_ERR_NOT_FINITE);
    CHECK(memcmp(before, y, sizeof y) == 0);
    free(c.block);
    snw_setup_destroy(setup);
}

static void couplings_that_cannot_be_are_refused(void) {
    static const double singular[] = {1, 2, 2, 4}, good[] = {1, 0, 0, 1};
    static const char *const unknown[] = {"j2", "j33"}, *const twice[] = {"j2", "j2"};
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    add_coupling(robot, setup, "a", 2, shoulder, singular);
    add_coupling(robot, setup, "b", 2, unknown, good);
    add_coupling(robot, setup, "c", 2, twice, good);
    add_coupling(robot, setup, "d", 2, hand, good)->matrix_count = 3;
    robot->joints[6].kind = SNW_JOINT_FIXED;
    static const char *const fixed[] = {"j7", "j1"};
    add_coupling(robot, setup, "e", 2, fixed, good);
    judged j;
    judge(robot, &j);
    CHECK(j.status < 0);
    CHECK(findings(&j.diags, "coupling-singular") == 1);
    CHECK(findings(&j.diags, "coupling-joint") == 2);
    CHECK(findings(&j.diags, "coupling-twice") == 3); // j2 is in a, in b, and twice in c
    CHECK(findings(&j.diags, "coupling-size") == 1);
    CHECK(j.diags.count == 7);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(motor_positions_come_back_from_the_joints_of_puma_and_wam);
    RUN(power_is_the_same_on_both_sides_and_every_way_has_a_way_back);
    RUN(what_is_not_coupled_passes_unchanged_and_nan_does_not_pass);
    RUN(couplings_that_cannot_be_are_refused);
    return check_report();
}
