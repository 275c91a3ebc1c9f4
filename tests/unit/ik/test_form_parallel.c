// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

// The closed form of the arms of Universal Robots, derived from their matrices: z1 is the common
// direction of the three parallel axes, p5 the place of frame 5.
//
//     p5 . z1 = d4                     two angles 1
//     p . z1 = d4 + d6 c5              two angles 5 for each
//     R^T z1 = (s5 c6, -s5 s6, c5)     angle 6
//     A1^-1 T A6^-1 A5^-1 = A2 A3 A4   a planar arm: two angles 3
static const double d1 = 0.089159, a2 = -0.425, a3 = -0.39225, d4 = 0.10915, d5 = 0.09465,
                    d6 = 0.0823;

static snw_pose link(double a, double alpha, double d, double theta) {
    const snw_pose turn = snw_pose_of(snw_mat3_rot_z(theta), snw_vec3_z(d));
    return snw_pose_mul(turn, snw_pose_of(snw_mat3_rot_x(alpha), snw_vec3_x(a)));
}

static bool printed_inverse(snw_pose T, int signs, double *q) {
    const double s1 = (signs & 1) != 0 ? -1 : 1, s5 = (signs & 2) != 0 ? -1 : 1;
    const double s3 = (signs & 4) != 0 ? -1 : 1;
    const snw_vec3 p5 = snw_vec3_add_scaled(T.p, T.R.z, -d6);
    q[0] = atan2(p5.y, p5.x) + s1 * acos(d4 / hypot(p5.x, p5.y)) + PI / 2;
    const snw_vec3 z1 = {sin(q[0]), -cos(q[0]), 0};
    q[4] = s5 * acos((snw_vec3_dot(T.p, z1) - d4) / d6);
    q[5] = atan2(-snw_vec3_dot(T.R.y, z1) / sin(q[4]), snw_vec3_dot(T.R.x, z1) / sin(q[4]));
    const snw_pose T14 =
        snw_pose_mul(snw_pose_inverse(link(0, PI / 2, d1, q[0])),
                     snw_pose_mul(T, snw_pose_inverse(snw_pose_mul(link(0, -PI / 2, d5, q[4]),
                                                                   link(0, 0, d6, q[5])))));
    const double x = T14.p.x, y = T14.p.y;
    q[2] = s3 * acos((x * x + y * y - a2 * a2 - a3 * a3) / (2 * a2 * a3));
    q[1] = atan2(y, x) - atan2(a3 * sin(q[2]), a2 + a3 * cos(q[2]));
    q[3] = atan2(T14.R.x.y, T14.R.x.x) - q[1] - q[2];
    for (int i = 0; i < 6; i++) {
        if (!isfinite(q[i])) return false;
    }
    return true;
}

typedef struct ur {
    arm a;
    snw_ik_closed closed;
    forward f;
} ur;

static void open_ur(ur *u) {
    u->a = arm_from_rows(SNW_DH_STANDARD, ur5_rows, 6, snw_pose_identity());
    u->f = forward_open(&u->a.model);
    CHECK(snw_ik_analyze(&u->a.model, -1, u->f.tool, &u->closed, NULL) == SNW_OK);
}

static void close_ur(ur *u) {
    forward_close(&u->f);
    arm_close(&u->a);
}

static void all_branches_are_those_of_the_formulas_for_the_arm(void) {
    ur u;
    open_ur(&u);
    long eight = 0;
    CHECK_CASES(check_scaled(20000)) {
        double q[6], printed[6];
        for (int i = 0; i < 6; i++) {
            q[i] = check_real(-PI, PI);
        }
        if (fabs(sin(q[4])) < 0.02 || fabs(sin(q[2])) < 0.02) continue;
        const snw_pose T = forward_pose(&u.f, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&u.closed, T, NULL, q, &found, NULL) == SNW_OK);
        int expected = 0;
        for (int signs = 0; signs < 8; signs++) {
            if (!printed_inverse(T, signs, printed)) continue;
            expected++;
            CHECK(nearest_branch(&u.closed, &found, printed) < 1e-6);
        }
        CHECK(found.count == expected);
        eight += found.count == 8;
        for (int i = 0; i < found.count; i++) {
            CHECK_NEAR(pose_error(forward_pose(&u.f, found.items[i].q), T), 0, 1e-9);
        }
        CHECK_NEAR(nearest_branch(&u.closed, &found, q), 0, 1e-7);
    }
    CHECK(eight > check_scaled(2000));
    close_ur(&u);
}

// parallel axes among any other ones, in any sense, seen from either end
static void any_three_parallel_axes_do(void) {
    CHECK_CASES(check_scaled(200)) {
        axes a = draw_axes(PARALLEL);
        if (check_case % 2 != 0) a = reversed_axes(&a);
        const disguise d = random_disguise(&a);
        arm m = arm_of_axes(&a, &d);
        forward f = forward_open(&m.model);
        snw_ik_closed closed;
        CHECK(snw_ik_analyze(&m.model, -1, f.tool, &closed, NULL) == SNW_OK);
        CHECK(closed.form == SNW_IK_THREE_PARALLEL);
        for (int i = 0; i < 40; i++) {
            double value[MOST], q[MOST];
            random_values(&a, value);
            to_model(&a, &d, value, q);
            const snw_pose T = forward_pose(&f, q);
            snw_ik_branches found;
            CHECK(snw_ik_closed_all(&closed, T, NULL, q, &found, NULL) == SNW_OK);
            bool singular = false;
            for (int k = 0; k < found.count; k++) {
                CHECK_NEAR(pose_error(forward_pose(&f, found.items[k].q), T), 0, 1e-6);
                singular = singular || found.items[k].singular;
            }
            CHECK(nearest_branch(&closed, &found, q) < (singular ? 1e-2 : 1e-5));
        }
        forward_close(&f);
        arm_free(&m);
    }
}

static void a_wrist_in_line_keeps_the_last_joint_and_says_so(void) {
    ur u;
    open_ur(&u);
    long kept = 0;
    CHECK_CASES(500) {
        const double q[6] = {
            check_real(-2, 2), check_real(-2, 2), check_real(0.5, 2.5), check_real(-2, 2), 0,
            check_real(-2, 2)};
        const snw_pose T = forward_pose(&u.f, q);
        double held[6] = {0};
        held[5] = check_real(-3, 3);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&u.closed, T, NULL, held, &found, NULL) == SNW_OK);
        int in_line = 0;
        for (int i = 0; i < found.count; i++) {
            const snw_ik_branch *b = &found.items[i];
            CHECK_NEAR(pose_error(forward_pose(&u.f, b->q), T), 0, 1e-6);
            if (fabs(sin(b->q[4])) > 1e-6) continue;
            CHECK(b->singular);
            kept += fabs(remainder(b->q[5] - held[5], 2 * PI)) < 1e-9;
            in_line++;
        }
        CHECK(in_line >= 2);
    }
    // most often the arm reaches with the last joint where it was; else it turns as far as it must
    CHECK(kept > 500);
    close_ur(&u);
}

static void a_straight_elbow_is_singular_and_beyond_it_nothing(void) {
    ur u;
    open_ur(&u);
    CHECK_CASES(500) {
        const double q[6] = {check_real(-2, 2), check_real(-2, 2),    0,
                             check_real(-2, 2), check_real(0.3, 2.5), check_real(-2, 2)};
        const snw_pose T = forward_pose(&u.f, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&u.closed, T, NULL, q, &found, NULL) == SNW_OK);
        int straight = 0;
        for (int i = 0; i < found.count; i++) {
            CHECK_NEAR(pose_error(forward_pose(&u.f, found.items[i].q), T), 0, 1e-8);
            if (fabs(sin(found.items[i].q[2])) > 1e-6) continue;
            CHECK(found.items[i].singular);
            straight++;
        }
        CHECK(straight >= 2);
    }
    snw_ik_branches found;
    snw_why why;
    const double zero[6] = {0};
    const snw_pose far = snw_pose_translation(snw_vec3_of(2, 0, 0));
    CHECK(snw_ik_closed_all(&u.closed, far, NULL, zero, &found, &why) == SNW_ERR_UNREACHABLE);
    CHECK(why.numbers[0].value > 0.5 && why.numbers[0].value < 2);
    CHECK_TEXT(why.numbers[0].unit, "m");
    // on the first axis there is no room for the shoulder's offset
    const snw_pose near = snw_pose_translation(snw_vec3_of(0, 0, 0.5));
    CHECK(snw_ik_closed_all(&u.closed, near, NULL, zero, &found, &why) == SNW_ERR_UNREACHABLE);
    close_ur(&u);
}

int main(void) {
    RUN(all_branches_are_those_of_the_formulas_for_the_arm);
    RUN(any_three_parallel_axes_do);
    RUN(a_wrist_in_line_keeps_the_last_joint_and_says_so);
    RUN(a_straight_elbow_is_singular_and_beyond_it_nothing);
    return check_report();
}
