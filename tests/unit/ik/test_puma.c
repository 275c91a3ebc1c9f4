// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

// The PUMA 560's own closed form, for the parameters of Lee (1982), written out by hand: arm, elbow
// and wrist each with two signs. The general solver must find the same eight, no more and no fewer.

static const double a2 = 0.4318, a3 = -0.02032, d2 = 0.14909, d4 = 0.43307, d6 = 0.05625;

static bool printed_inverse(snw_pose T, int signs, double *q) {
    const double arm_sign = (signs & 1) != 0 ? -1 : 1, elbow = (signs & 2) != 0 ? -1 : 1;
    const double wrist = (signs & 4) != 0 ? -1 : 1;
    const snw_vec3 p = snw_vec3_add_scaled(T.p, T.R.z, -d6);
    const double F = arm_sign * sqrt(p.x * p.x + p.y * p.y - d2 * d2);
    q[0] = atan2(F * p.y - d2 * p.x, F * p.x + d2 * p.y);
    const double K = (F * F + p.z * p.z - a2 * a2 - a3 * a3 - d4 * d4) / (2 * a2);
    q[2] = atan2(d4, a3) - atan2(elbow * sqrt(a3 * a3 + d4 * d4 - K * K), K);
    const double g1 = a2 + a3 * cos(q[2]) + d4 * sin(q[2]), g2 = d4 * cos(q[2]) - a3 * sin(q[2]);
    q[1] = atan2(F * g2 - p.z * g1, F * g1 + p.z * g2);
    const double c1 = cos(q[0]), s1 = sin(q[0]), c23 = cos(q[1] + q[2]), s23 = sin(q[1] + q[2]);
    const snw_vec3 X = {c1 * c23, s1 * c23, -s23}, Y = {-s1, c1, 0}, Z = {c1 * s23, s1 * s23, c23};
    q[3] = atan2(wrist * snw_vec3_dot(Y, T.R.z), wrist * snw_vec3_dot(X, T.R.z));
    const double c4 = cos(q[3]), s4 = sin(q[3]);
    q[4] = atan2(c4 * snw_vec3_dot(X, T.R.z) + s4 * snw_vec3_dot(Y, T.R.z), snw_vec3_dot(Z, T.R.z));
    q[5] = atan2(-s4 * snw_vec3_dot(X, T.R.x) + c4 * snw_vec3_dot(Y, T.R.x),
                 -s4 * snw_vec3_dot(X, T.R.y) + c4 * snw_vec3_dot(Y, T.R.y));
    return isfinite(q[0]) && isfinite(q[1]) && isfinite(q[2]);
}

typedef struct puma {
    arm a;
    snw_ik_closed closed;
    forward f;
} puma;

static void open_puma(puma *p) {
    p->a = arm_from_rows(SNW_DH_STANDARD, puma560_rows, 6, snw_pose_identity());
    p->f = forward_open(&p->a.model);
    CHECK(snw_ik_analyze(&p->a.model, -1, p->f.tool, &p->closed, NULL) == SNW_OK);
}

static void close_puma(puma *p) {
    forward_close(&p->f);
    arm_close(&p->a);
}

static void random_joints(const puma *p, double *q) {
    for (int i = 0; i < 6; i++) {
        q[i] = check_real(p->a.model.lower[i], p->a.model.upper[i]);
    }
}

static void the_published_pose_is_that_of_the_model(void) {
    puma p;
    open_puma(&p);
    const double q[6] = {0.3, -0.5, 0.8, 0.4, 0.6, -0.7};
    const snw_pose T = {{{0.740387509, -0.134762363, -0.658532796},
                         {-0.196943885, 0.893211465, -0.404210817},
                         {0.642681448, 0.428966647, 0.634781988}},
                        {0.457826524664, 0.310629147647, 0.662454978350}};
    CHECK_NEAR(pose_error(forward_pose(&p.f, q), T), 0, 2e-9);
    close_puma(&p);
}

// spec: rccl:KIN-11
static void all_eight_branches_are_those_of_the_printed_formulas(void) {
    puma p;
    open_puma(&p);
    long eight = 0;
    double worst = 0;
    CHECK_CASES(check_scaled(100000)) {
        double q[6], printed[6];
        random_joints(&p, q);
        const snw_pose T = forward_pose(&p.f, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&p.closed, T, NULL, q, &found, NULL) == SNW_OK);
        int expected = 0;
        for (int signs = 0; signs < 8; signs++) {
            if (!printed_inverse(T, signs, printed)) continue;
            expected++;
            CHECK_NEAR(nearest_branch(&p.closed, &found, printed), 0, 1e-5);
        }
        CHECK(found.count == expected || fabs(q[2] - atan2(d4, a3)) < 1e-3);
        eight += found.count == 8;
        // 1e-8 mm
        for (int i = 0; i < found.count; i++) {
            const snw_pose again = forward_pose(&p.f, found.items[i].q);
            worst = fmax(worst, snw_vec3_distance(again.p, T.p));
            CHECK_NEAR(pose_error(again, T), 0, 1e-11);
        }
        CHECK_NEAR(nearest_branch(&p.closed, &found, q), 0, 1e-6);
    }
    CHECK(eight > check_scaled(20000));
    CHECK_NEAR(worst, 0, 1e-11);
    close_puma(&p);
}

static void a_thousand_reachable_poses_come_back(void) {
    puma p;
    open_puma(&p);
    CHECK_CASES(1000) {
        double q[6], out[6];
        random_joints(&p, q);
        const snw_ik_target target = snw_ik_target_pose(forward_pose(&p.f, q));
        snw_ik_result result;
        const double zero[6] = {0};
        snw_ik_closed_solve(&p.closed, &target, zero, out, &result);
        CHECK(result.status == SNW_IK_OK);
        CHECK_NEAR(pose_error(forward_pose(&p.f, out), target.T_world_goal), 0, 1e-9);
        for (int i = 0; i < 6; i++) {
            CHECK(out[i] >= p.a.model.lower[i] && out[i] <= p.a.model.upper[i]);
        }
    }
    close_puma(&p);
}

// a smooth path of joints that stays clear of all singularities: elbow bent, wrist bent, hand off
// the first axis
static void path(double t, double *q) {
    q[0] = 1.5 * sin(t);
    q[1] = -0.3 + 0.2 * sin(1.3 * t);
    q[2] = 0.5 + 0.4 * cos(1.1 * t);
    q[3] = 1.2 * sin(0.7 * t);
    q[4] = 0.8 + 0.5 * sin(0.9 * t);
    q[5] = 2.5 * sin(0.6 * t);
}

// spec: rccl:KIN-08
static void a_saved_branch_is_reached_again_and_the_nearest_never_jumps(void) {
    puma p;
    open_puma(&p);
    // a pose with its branch, as it is saved: from any start the named branch is the same joints
    CHECK_CASES(check_scaled(5000)) {
        double q[6], start[6];
        int branch;
        random_joints(&p, q);
        random_joints(&p, start);
        if (snw_ik_branch_of(&p.closed, q, &branch, NULL) != SNW_OK) continue;
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&p.closed, forward_pose(&p.f, q), NULL, start, &found, NULL) ==
              SNW_OK);
        const int pick = snw_ik_named(&found, branch);
        CHECK(pick >= 0 && found.items[pick].branch == branch);
        CHECK_NEAR(joint_error(p.closed.chain.slides, 6, found.items[pick].q, q), 0, 1e-5);
        // flip and no flip differ by a half turn of joint 4 and the sign of joint 5
        const int other = snw_ik_named(&found, branch ^ 4);
        CHECK(other >= 0);
        CHECK_NEAR(remainder(found.items[other].q[4] + q[4], 2 * PI), 0, 1e-5);
        CHECK(snw_ik_named(&found, 99) == -1);
    }
    // along a regular path the nearest branch follows the joints, and numbers stay
    double now[6];
    path(0, now);
    int first_branch = -1;
    for (int i = 0; i <= 20000; i++) {
        double q[6];
        path(1e-3 * i, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&p.closed, forward_pose(&p.f, q), NULL, now, &found, NULL) ==
              SNW_OK);
        const int pick = snw_ik_nearest(&p.closed, &found, now);
        CHECK(pick >= 0);
        if (i == 0) first_branch = found.items[pick].branch;
        CHECK(found.items[pick].branch == first_branch);
        for (int k = 0; k < 6; k++) {
            CHECK(fabs(found.items[pick].q[k] - now[k]) < PI / 2);
            CHECK_NEAR(found.items[pick].q[k], q[k], 1e-9);
            now[k] = found.items[pick].q[k];
        }
    }
    close_puma(&p);
}

// every branch, not only the one that is followed, moves without a jump as long as its number
// exists
static void branch_numbers_are_continuous_along_a_path(void) {
    puma p;
    open_puma(&p);
    snw_ik_branches before = {.count = 0};
    double q[6];
    for (int i = 0; i <= 20000; i++) {
        path(1e-3 * i, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&p.closed, forward_pose(&p.f, q), NULL, q, &found, NULL) == SNW_OK);
        for (int k = 0; k < before.count; k++) {
            const int same = snw_ik_named(&found, before.items[k].branch);
            CHECK(same >= 0);
            CHECK(joint_error(p.closed.chain.slides, 6, found.items[same].q, before.items[k].q) <
                  0.1);
        }
        CHECK(found.count == 8);
        before = found;
    }
    close_puma(&p);
}

int main(void) {
    RUN(the_published_pose_is_that_of_the_model);
    RUN(all_eight_branches_are_those_of_the_printed_formulas);
    RUN(a_thousand_reachable_poses_come_back);
    RUN(a_saved_branch_is_reached_again_and_the_nearest_never_jumps);
    RUN(branch_numbers_are_continuous_along_a_path);
    return check_report();
}
