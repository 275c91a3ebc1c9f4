// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

typedef struct machine {
    arm a;
    snw_ik_closed closed;
    forward f;
} machine;

static void open_machine(machine *m, snw_dh_convention convention, const arm_row *rows, int count) {
    m->a = arm_from_rows(convention, rows, count, snw_pose_identity());
    m->f = forward_open(&m->a.model);
    CHECK(snw_ik_analyze(&m->a.model, -1, m->f.tool, &m->closed, NULL) == SNW_OK);
}

static void close_machine(machine *m) {
    forward_close(&m->f);
    arm_close(&m->a);
}

static void random_joints(const machine *m, double *q) {
    for (int i = 0; i < m->a.model.nq; i++) {
        q[i] = check_real(m->a.model.lower[i], m->a.model.upper[i]);
    }
}

static void numbers_that_are_none_are_refused(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, wam_rows, 7);
    const double zero[7] = {0, 0.5, 0, 0.9, 0, 0.4, 0};
    const snw_pose good = forward_pose(&m.f, zero);
    const double psi = 0.1;
    snw_ik_branches found;
    CHECK(snw_ik_closed_all(&m.closed, good, &psi, zero, &found, NULL) == SNW_OK);
    const double poison[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        double entry[12];
        for (int k = 0; k < 12; k++) {
            const snw_vec3 *parts[4] = {&good.R.x, &good.R.y, &good.R.z, &good.p};
            for (int n = 0; n < 12; n++) {
                entry[n] = snw_vec3_get(*parts[n / 3], n % 3);
            }
            entry[k] = poison[i];
            const snw_pose bad = {{{entry[0], entry[1], entry[2]},
                                   {entry[3], entry[4], entry[5]},
                                   {entry[6], entry[7], entry[8]}},
                                  {entry[9], entry[10], entry[11]}};
            snw_why why;
            CHECK(snw_ik_closed_all(&m.closed, bad, &psi, zero, &found, &why) ==
                  SNW_ERR_NOT_FINITE);
            CHECK(found.count == 0 && why.code == SNW_ERR_NOT_FINITE);
        }
        CHECK(snw_ik_closed_all(&m.closed, good, &poison[i], zero, &found, NULL) ==
              SNW_ERR_NOT_FINITE);
        for (int k = 0; k < 7; k++) {
            double q[7] = {0};
            q[k] = poison[i];
            CHECK(snw_ik_closed_all(&m.closed, good, &psi, q, &found, NULL) == SNW_ERR_NOT_FINITE);
            int branch;
            double own[2];
            CHECK(snw_ik_branch_of(&m.closed, q, &branch, own) == SNW_ERR_NOT_FINITE);
        }
    }
    close_machine(&m);
}

static void a_matrix_that_is_no_rotation_is_refused(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    const double zero[6] = {0, 0, 0, 0, 0.5, 0};
    snw_ik_branches found;
    snw_pose T = forward_pose(&m.f, zero);
    T.R.x = snw_vec3_scale(T.R.x, 1 + 1e-5);
    snw_why why;
    CHECK(snw_ik_closed_all(&m.closed, T, NULL, zero, &found, &why) == SNW_ERR_RANGE);
    CHECK(why.fix[0] != 0);
    T = forward_pose(&m.f, zero);
    T.R.x = snw_vec3_neg(T.R.x); // a mirror
    CHECK(snw_ik_closed_all(&m.closed, T, NULL, zero, &found, NULL) == SNW_ERR_RANGE);
    T = forward_pose(&m.f, zero);
    T.R.x = snw_vec3_scale(T.R.x, 1 + 1e-8); // rounding is forgiven
    CHECK(snw_ik_closed_all(&m.closed, T, NULL, zero, &found, NULL) == SNW_OK);
    close_machine(&m);
}

// spec: rccl:KIN-09
static void a_branch_beyond_limits_names_the_joint_and_the_side(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    CHECK_CASES(check_scaled(6000)) {
        // one joint a little beyond one of its limits, the others within
        const int joint = (int)(check_case % 6), side = check_case / 6 % 2 != 0 ? 1 : -1;
        const double beyond = check_real(1e-6, 0.2);
        double q[6];
        random_joints(&m, q);
        q[joint] = side > 0 ? m.a.model.upper[joint] + beyond : m.a.model.lower[joint] - beyond;
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, forward_pose(&m.f, q), NULL, q, &found, NULL) == SNW_OK);
        for (int i = 0; i < found.count; i++) {
            const snw_ik_branch *b = &found.items[i];
            // what it says is so: the first joint outside, on that side, and no other wraps it in
            int first = -1;
            double overshoot = 0;
            for (int k = 0; k < 6; k++) {
                const double below = m.a.model.lower[k] - b->q[k],
                             above = b->q[k] - m.a.model.upper[k];
                if (first < 0 && fmax(below, above) > 0) first = k;
                overshoot = fmax(overshoot, fmax(below, above));
                if (fmax(below, above) <= 0) continue;
                CHECK(b->q[k] + 2 * PI > m.a.model.upper[k] &&
                      b->q[k] - 2 * PI < m.a.model.lower[k]);
            }
            CHECK(first == b->limit_joint);
            CHECK_NEAR(b->overshoot, fmax(overshoot, 0), 1e-15);
            if (first >= 0) CHECK(b->limit_side == (b->q[first] > m.a.model.upper[first] ? 1 : -1));
            if (first < 0) CHECK(b->limit_side == 0);
            if (joint_error(m.closed.chain.slides, 6, b->q, q) > 1e-7) continue;
            // the branch that was planted; joint 6 has room for more than a turn, so it wraps
            if (joint == 5) continue;
            CHECK(b->limit_joint == joint && b->limit_side == side);
            CHECK_NEAR(b->overshoot, beyond, 1e-7);
        }
        // never picked
        const int pick = snw_ik_nearest(&m.closed, &found, q);
        CHECK(pick < 0 || found.items[pick].limit_joint < 0);
    }
    close_machine(&m);
}

static void the_nearest_branch_within_limits_is_picked(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    CHECK_CASES(2000) {
        double q[6], reference[6];
        random_joints(&m, q);
        random_joints(&m, reference);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, forward_pose(&m.f, q), NULL, reference, &found, NULL) ==
              SNW_OK);
        const int pick = snw_ik_nearest(&m.closed, &found, reference);
        CHECK(pick >= 0);
        double distance[SNW_IK_CLOSED_BRANCHES];
        for (int i = 0; i < found.count; i++) {
            distance[i] = 0;
            for (int k = 0; k < 6; k++) {
                distance[i] = fmax(distance[i], fabs(found.items[i].q[k] - reference[k]));
            }
        }
        for (int i = 0; i < found.count; i++) {
            if (found.items[i].limit_joint < 0) CHECK(distance[pick] <= distance[i]);
        }
    }
    close_machine(&m);
}

static bool flagged(const machine *m, const double *q, snw_pose T) {
    snw_ik_branches found;
    double parameters[2] = {0, 0};
    int branch = 0;
    SNW_IGNORE(snw_ik_branch_of(&m->closed, q, &branch, parameters));
    CHECK(snw_ik_closed_all(&m->closed, T, parameters, q, &found, NULL) == SNW_OK);
    bool singular = false;
    for (int i = 0; i < found.count; i++) {
        for (int k = 0; k < m->closed.chain.count; k++) {
            CHECK(isfinite(found.items[i].q[k]));
        }
        singular = singular || found.items[i].singular;
    }
    return singular;
}

// spec: loffler:L-101
static void all_branches_parameters_and_singularities_are_told(void) {
    // up to eight branches of a PUMA, each of which holds the pose
    machine puma, wam;
    open_machine(&puma, SNW_DH_STANDARD, puma560_rows, 6);
    const double bent[6] = {0.3, -0.5, 0.8, 0.4, 0.6, -0.7};
    snw_ik_branches found;
    CHECK(snw_ik_closed_all(&puma.closed, forward_pose(&puma.f, bent), NULL, bent, &found, NULL) ==
          SNW_OK);
    CHECK(found.count == 8 && puma.closed.parameter_count == 0);
    for (int i = 0; i < 8; i++) {
        CHECK(found.items[i].branch == i && !found.items[i].singular);
        CHECK_NEAR(pose_error(forward_pose(&puma.f, found.items[i].q), forward_pose(&puma.f, bent)),
                   0, 1e-11);
    }
    // its three singularities: hand over the shoulder, straight elbow, wrist in line
    const double elbow[6] = {0.3, -0.5, atan2(0.43307, -0.02032), 0.4, 0.6, -0.7};
    const double wrist[6] = {0.3, -0.5, 0.8, 0.4, 0, -0.7};
    double shoulder[6] = {0.3, 0, 0.8, 0.4, 0.6, -0.7};
    shoulder[1] = -atan2(0.4318 - 0.02032 * cos(0.8) + 0.43307 * sin(0.8),
                         0.43307 * cos(0.8) + 0.02032 * sin(0.8));
    // F = a2 c2 + a3 c23 + d4 s23 vanishes where tan of joint 2 is -(a2 + a3 c3 + d4 s3) / (d4 c3 -
    // a3 s3)
    const double *singular[3] = {shoulder, elbow, wrist};
    CHECK(!flagged(&puma, bent, forward_pose(&puma.f, bent)));
    for (int i = 0; i < 3; i++) {
        CHECK(flagged(&puma, singular[i], forward_pose(&puma.f, singular[i])));
    }
    // the redundancy of a WAM: one parameter, and every value of it holds the hand
    open_machine(&wam, SNW_DH_STANDARD, wam_rows, 7);
    CHECK(wam.closed.form == SNW_IK_ELBOW && wam.closed.parameter_count == 1);
    const double q[7] = {0.4, 0.6, -0.3, 1.2, 0.5, 0.7, -0.2};
    const snw_pose T = forward_pose(&wam.f, q);
    snw_vec3 elbows[16];
    for (int i = 0; i < 16; i++) {
        const double psi = -3 + 0.4 * i;
        CHECK(snw_ik_closed_all(&wam.closed, T, &psi, q, &found, NULL) == SNW_OK &&
              found.count == 8);
        CHECK_NEAR(pose_error(forward_pose(&wam.f, found.items[0].q), T), 0, 1e-9);
        elbows[i] = wam.f.kin.T_world_link[4].p;
        for (int k = 0; k < i; k++) {
            CHECK(snw_vec3_distance(elbows[i], elbows[k]) > 1e-3 ||
                  fabs(0.4 * (i - k) - 2 * PI) < 0.3);
        }
    }
    close_machine(&puma);
    close_machine(&wam);
}

// through each singularity in small steps: always finite, always the pose, the flag only near it
static void sweeps_through_singularities_stay_finite_and_true(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    const double elbow = atan2(0.43307, -0.02032);
    for (int i = -400; i <= 400; i++) {
        const double step = i == 0 ? 0 : copysign(pow(10, -16 + fabs((double)i) / 30), i);
        const double cases[2][6] = {{0.3, -0.5, elbow + step, 0.4, 0.6, -0.7},
                                    {0.3, -0.5, 0.8, 0.4, step, -0.7}};
        for (int k = 0; k < 2; k++) {
            const double *q = cases[k];
            const snw_pose T = forward_pose(&m.f, q);
            snw_ik_branches found;
            CHECK(snw_ik_closed_all(&m.closed, T, NULL, q, &found, NULL) == SNW_OK);
            bool singular = false;
            for (int b = 0; b < found.count; b++) {
                CHECK_NEAR(pose_error(forward_pose(&m.f, found.items[b].q), T), 0, 2e-9);
                singular = singular || found.items[b].singular;
            }
            if (fabs(step) < 1e-11) CHECK(singular);
            if (fabs(step) > 1e-6) CHECK(!singular);
        }
    }
    close_machine(&m);
}

static void branches_have_numbers_and_names(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    CHECK_CASES(1000) {
        double q[6], none[2];
        int branch;
        random_joints(&m, q);
        if (fabs(q[4]) < 1e-3) continue;
        if (snw_ik_branch_of(&m.closed, q, &branch, none) != SNW_OK) continue;
        CHECK(branch >= 0 && branch < 8);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, forward_pose(&m.f, q), NULL, q, &found, NULL) == SNW_OK);
        CHECK(joint_error(m.closed.chain.slides, 6, found.items[snw_ik_named(&found, branch)].q,
                          q) < 1e-5);
    }
    char text[64], other[64];
    for (int i = 0; i < 8; i++) {
        CHECK(snw_ik_branch_name(&m.closed, i, text, sizeof text) == text);
        for (int k = 0; k < i; k++) {
            CHECK(strcmp(text, snw_ik_branch_name(&m.closed, k, other, sizeof other)) != 0);
        }
    }
    CHECK_TEXT(snw_ik_branch_name(&m.closed, 0, text, sizeof text), "right above noflip");
    CHECK_TEXT(snw_ik_branch_name(&m.closed, 7, text, sizeof text), "left below flip");
    (void)snw_ik_branch_name(&m.closed, 7, text, 5);
    CHECK_TEXT(text, "l...");
    close_machine(&m);
}

static void a_panda_is_solved_for_any_value_of_its_last_joint(void) {
    machine m;
    open_machine(&m, SNW_DH_MODIFIED, panda_rows, 7);
    CHECK(m.closed.form == SNW_IK_LAST_HELD);
    CHECK_CASES(check_scaled(3000)) {
        double q[7];
        random_joints(&m, q);
        const snw_pose T = forward_pose(&m.f, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, &q[6], q, &found, NULL) == SNW_OK);
        for (int i = 0; i < found.count; i++) {
            CHECK_NEAR(pose_error(forward_pose(&m.f, found.items[i].q), T), 0, 1e-8);
            CHECK_NEAR(found.items[i].q[6], q[6], 1e-12);
        }
        CHECK(nearest_branch(&m.closed, &found, q) < 1e-4);
    }
    close_machine(&m);
}

int main(void) {
    RUN(numbers_that_are_none_are_refused);
    RUN(a_matrix_that_is_no_rotation_is_refused);
    RUN(a_branch_beyond_limits_names_the_joint_and_the_side);
    RUN(the_nearest_branch_within_limits_is_picked);
    RUN(all_branches_parameters_and_singularities_are_told);
    RUN(sweeps_through_singularities_stay_finite_and_true);
    RUN(branches_have_numbers_and_names);
    RUN(a_panda_is_solved_for_any_value_of_its_last_joint);
    return check_report();
}
