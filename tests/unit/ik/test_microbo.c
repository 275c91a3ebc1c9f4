// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

// The Microbo's own formulas, written out from its matrices (Kossman 1986, chapter 3, with its
// misprints corrected), against the general chain and the general closed form. Lengths are metres.

typedef struct sines {
    double c1, s1, c4, s4, c5, s5, c6, s6;
} sines;

static sines sines_of(const double *q) {
    return (sines){cos(q[0]), sin(q[0]), cos(q[3]), sin(q[3]),
                   cos(q[4]), sin(q[4]), cos(q[5]), sin(q[5])};
}

static snw_pose printed_forward(const double *q) {
    const sines t = sines_of(q);
    snw_pose T;
    T.R.x.x = t.c1 * t.c6 * t.s5 - t.s1 * (t.s4 * t.s6 + t.c4 * t.c5 * t.c6);
    T.R.x.y = t.c1 * (t.s4 * t.s6 + t.c4 * t.c5 * t.c6) + t.c6 * t.s1 * t.s5;
    T.R.x.z = t.c5 * t.c6 * t.s4 - t.c4 * t.s6;
    T.R.y.x = -t.s1 * (t.c6 * t.s4 - t.c4 * t.c5 * t.s6) - t.c1 * t.s5 * t.s6;
    T.R.y.y = t.c1 * (t.c6 * t.s4 - t.c4 * t.c5 * t.s6) - t.s1 * t.s5 * t.s6;
    T.R.y.z = -t.c5 * t.s4 * t.s6 - t.c4 * t.c6;
    T.R.z.x = -t.c4 * t.s1 * t.s5 - t.c1 * t.c5;
    T.R.z.y = t.c1 * t.c4 * t.s5 - t.c5 * t.s1;
    T.R.z.z = t.s4 * t.s5;
    T.p = snw_vec3_of(t.c1 * q[2], t.s1 * q[2], q[1]);
    return T;
}

// `positive`: whether the sine of joint 5 shall be
static void printed_inverse(snw_pose T, bool positive, double *q) {
    const snw_vec3 o = T.R.y, a = T.R.z;
    const double sign = positive ? 1 : -1;
    q[0] = atan2(T.p.y, T.p.x);
    q[1] = T.p.z;
    q[2] = sqrt(T.p.x * T.p.x + T.p.y * T.p.y);
    const double c1 = cos(q[0]), s1 = sin(q[0]);
    const double u = a.y * c1 - a.x * s1, w = a.y * s1 + a.x * c1;
    q[3] = atan2(sign * a.z, sign * u);
    const double c4 = cos(q[3]), s4 = sin(q[3]);
    q[4] = atan2(a.z * s4 + c4 * u, -w);
    if (q[4] > 0) q[4] -= 2 * PI;
    const double c5 = cos(q[4]), s5 = sin(q[4]);
    const double v = c1 * o.y - o.x * s1, x = o.y * s1 + c1 * o.x;
    q[5] = atan2(-(x * s5 + c5 * (o.z * s4 + c4 * v)), v * s4 - c4 * o.z);
}

static void random_joints(double *q) {
    const double pi = 3.14159265;
    q[0] = check_real(-2.9, 2.9);
    q[1] = check_real(0.05, 0.45);
    q[2] = check_real(0.12, 0.48);
    q[3] = check_real(-pi, pi);
    do {
        q[4] = check_real(-3 * PI / 2, -PI / 2);
    } while (fabs(q[4] + PI) < 1e-4);
    q[5] = check_real(-pi, pi);
}

typedef struct microbo {
    arm a;
    snw_ik_closed closed;
    forward f;
} microbo;

static microbo open_microbo(void) {
    static arm a;
    a = arm_from_rows(SNW_DH_STANDARD, microbo_rows, 6, snw_pose_identity());
    microbo m = {.a = a};
    m.f = forward_open(&a.model);
    CHECK(snw_ik_analyze(&a.model, -1, m.f.tool, &m.closed, NULL) == SNW_OK);
    CHECK(m.closed.form == SNW_IK_SPHERICAL_WRIST);
    return m;
}

static void close_microbo(microbo *m) {
    forward_close(&m->f);
    arm_close(&m->a);
}

static void the_general_chain_gives_the_printed_pose(void) {
    microbo m = open_microbo();
    CHECK_CASES(check_scaled(1000000)) {
        double q[6];
        random_joints(q);
        CHECK_NEAR(pose_error(forward_pose(&m.f, q), printed_forward(q)), 0, 1e-12);
    }
    close_microbo(&m);
}

// the wrist's bit of the branch number follows the sine of joint 5
static int number_of(const microbo *m, const double *q) {
    const double first[6] = {0.3, 0.2, 0.3, 0.7, -2.5, 1.1};
    int branch;
    CHECK(snw_ik_branch_of(&m->closed, first, &branch, NULL) == SNW_OK);
    return (sin(q[4]) > 0) == (sin(first[4]) > 0) ? branch : branch ^ 4;
}

static void both_wrist_branches_are_those_of_the_printed_formulas(void) {
    microbo m = open_microbo();
    const double flip[6] = {0.3, 0.2, 0.3, 0.7, -2.5, 1.1};
    const int negative = number_of(&m, flip);
    CHECK_CASES(check_scaled(1000000)) {
        double q[6], printed[6];
        random_joints(q);
        const snw_pose T = printed_forward(q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, NULL, q, &found, NULL) == SNW_OK);
        for (int side = 0; side < 2; side++) {
            const int pick = snw_ik_named(&found, negative ^ (side != 0 ? 4 : 0));
            CHECK(pick >= 0);
            const double *mine = found.items[pick].q;
            CHECK_NEAR(pose_error(printed_forward(mine), T), 0, 1e-9);
            printed_inverse(T, side != 0, printed);
            CHECK_NEAR(joint_error(m.closed.chain.slides, 6, mine, printed), 0, 1e-9);
        }
        // the original joints come back in their own branch, without a whole turn between
        const int own = snw_ik_named(&found, sin(q[4]) < 0 ? negative : negative ^ 4);
        for (int i = 0; i < 6; i++) {
            CHECK_NEAR(found.items[own].q[i], q[i], 1e-9);
        }
    }
    close_microbo(&m);
}

static void the_published_vectors_come_back_in_both_branches(void) {
    microbo m = open_microbo();
    const double known[2][2][6] = {{{0.3, 0.2, 0.3, 0.7, -2.5, 1.1},
                                    {0.3, 0.2, 0.3, -2.441592654, -3.783185307, -2.041592654}},
                                   {{-1.2, 0.12, 0.25, -2, -4, 0.4},
                                    {-1.2, 0.12, 0.25, 1.141592654, -2.283185307, -2.741592654}}};
    const double pose[2][12] = {
        {-0.346870573, 0.202739003, -0.915738883, 0.261806171, 0.958478592, 0.113032372,
         0.900632186, -0.200538487, -0.385546341, 0.286600946738, 0.088656061998, 0.2},
        {0.156065722, -0.687213276, 0.709493765, -0.986118838, -0.067180696, 0.151843311,
         -0.056684454, -0.723342704, -0.688158562, 0.090589438619, -0.233009771492, 0.12}};
    for (int i = 0; i < 2; i++) {
        const double *e = pose[i];
        snw_pose T = {{{e[0], e[1], e[2]}, {e[3], e[4], e[5]}, {e[6], e[7], e[8]}},
                      {e[9], e[10], e[11]}};
        T.R = snw_mat3_renormalize(T.R);
        CHECK_NEAR(pose_error(T, forward_pose(&m.f, known[i][0])), 0, 2e-9);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, NULL, known[i][0], &found, NULL) == SNW_OK);
        CHECK(found.count == 4);
        CHECK_NEAR(nearest_branch(&m.closed, &found, known[i][0]), 0, 1e-8);
        CHECK_NEAR(nearest_branch(&m.closed, &found, known[i][1]), 0, 1e-8);
    }
    // the washer's corner: tool down, 24.7751 deg, both at the edge of joint 5
    double corner[6] = {snw_radians(24.7751), 0.3, 0.3579455, -PI / 2, -3 * PI / 2,
                        snw_radians(24.7751)};
    const double other[6] = {corner[0], 0.3, 0.3579455, PI / 2, -PI / 2, snw_radians(-155.2249)};
    snw_ik_branches found;
    const snw_pose T = forward_pose(&m.f, corner);
    CHECK_NEAR(T.R.z.z, -1, 1e-12);
    CHECK(snw_ik_closed_all(&m.closed, T, NULL, corner, &found, NULL) == SNW_OK);
    CHECK_NEAR(nearest_branch(&m.closed, &found, corner), 0, 1e-9);
    CHECK_NEAR(nearest_branch(&m.closed, &found, other), 0, 1e-9);
    close_microbo(&m);
}

// spec: rccl:KIN-07
static void the_straight_wrist_keeps_joint_four_and_says_so(void) {
    microbo m = open_microbo();
    const double held[6] = {0, 0.1, 0.3, 0.5, -PI, 0.25};
    for (int i = -10; i <= 10; i++) {
        double q[6] = {0, 0.1, 0.3, 0.5, -PI + 1e-13 * i, 0.25};
        const snw_pose T = printed_forward(q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, NULL, held, &found, NULL) == SNW_OK);
        int flagged = 0;
        for (int b = 0; b < found.count; b++) {
            for (int k = 0; k < 6; k++) {
                CHECK(isfinite(found.items[b].q[k]));
            }
            CHECK_NEAR(pose_error(printed_forward(found.items[b].q), T), 0, 1e-9);
            if (found.items[b].q[2] < 0) continue; // the slide's other root
            CHECK(found.items[b].singular);
            CHECK_NEAR(found.items[b].q[3], 0.5, 1e-14);
            CHECK_NEAR(found.items[b].q[5], 0.25, 1e-9);
            flagged++;
        }
        CHECK(flagged == 2);
    }
    // beside it, nothing is held and nothing is flagged
    const double beside[6] = {0, 0.1, 0.3, 0.7, -PI + 1e-6, 0.25};
    snw_ik_branches found;
    CHECK(snw_ik_closed_all(&m.closed, printed_forward(beside), NULL, held, &found, NULL) ==
          SNW_OK);
    CHECK_NEAR(nearest_branch(&m.closed, &found, beside), 0, 1e-9);
    for (int b = 0; b < found.count; b++) {
        CHECK(!found.items[b].singular);
    }
    close_microbo(&m);
}

int main(void) {
    RUN(the_general_chain_gives_the_printed_pose);
    RUN(both_wrist_branches_are_those_of_the_printed_formulas);
    RUN(the_published_vectors_come_back_in_both_branches);
    RUN(the_straight_wrist_keeps_joint_four_and_says_so);
    return check_report();
}
