// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

// The dexterous arm of Ranger (Craig's convention): four joints, then a wrist of four skew axes.
static const arm_row ranger_rows[] = {{0, 0, 0.1524, 0, -220, 220, 0},
                                      {0, 90, 0, 0, -107, 107, 0},
                                      {0, -90, 0.5389, 0, -220, 220, 0},
                                      {0, 90, 0, 0, -1, 169, 0},
                                      {0.1524, -90, 0.5117, 0, 0, 0, 0},
                                      {0, 45, 0, 0, 0, 0, 0},
                                      {0, 90, 0, 0, 0, 0, 0},
                                      {0, -90, 0, 0, 0, 0, 0}};

static const double d1 = 0.1524, d3 = 0.5389, a4 = 0.1524, d5 = 0.5117;

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
        const double lower = m->a.model.lower[i], upper = m->a.model.upper[i];
        q[i] = isfinite(lower) ? check_real(lower, upper) : check_real(-PI, PI);
    }
}

// elbow and wrist of Ranger as the closed form of its matrices has them
static void printed_forward(const double *q, snw_vec3 *E, snw_vec3 *W) {
    const double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]);
    const double c3 = cos(q[2]), s3 = sin(q[2]), c4 = cos(q[3]), s4 = sin(q[3]);
    const double e = a4 * c4 - d5 * s4, h = d3 + a4 * s4 + d5 * c4;
    const snw_vec3 z3 = {-c1 * s2, -s1 * s2, c2};
    const snw_vec3 x3 = {c1 * c2 * c3 - s1 * s3, s1 * c2 * c3 + c1 * s3, s2 * c3};
    const snw_vec3 S = snw_vec3_z(d1);
    *E = snw_vec3_add_scaled(S, z3, d3);
    *W = snw_vec3_add_scaled(snw_vec3_add_scaled(S, x3, e), z3, h);
}

// psi = atan2(w' . (v x p), v . p)
static double printed_angle(const double *q, snw_vec3 v) {
    snw_vec3 E, W;
    printed_forward(q, &E, &W);
    const snw_vec3 S = snw_vec3_z(d1), w = snw_vec3_normalize(snw_vec3_sub(W, S));
    const snw_vec3 e = snw_vec3_sub(E, S), p = snw_vec3_add_scaled(e, w, -snw_vec3_dot(w, e));
    return atan2(snw_vec3_dot(w, snw_vec3_cross(v, p)), snw_vec3_dot(v, p));
}

// away from where the angle turns without bound: the arm is straight, or along the reference
static bool is_clear(const double *q, snw_vec3 v) {
    snw_vec3 E, W;
    printed_forward(q, &E, &W);
    const snw_vec3 S = snw_vec3_z(d1), w = snw_vec3_normalize(snw_vec3_sub(W, S));
    const double out = snw_vec3_norm(snw_vec3_cross(w, snw_vec3_sub(E, S)));
    return out > 0.05 * d3 && snw_vec3_norm(snw_vec3_cross(w, v)) > 0.05;
}

// spec: occlusion:OC-06
static void the_arm_angle_and_its_gradient_are_the_published_ones(void) {
    machine m;
    open_machine(&m, SNW_DH_MODIFIED, ranger_rows, 8);
    CHECK(m.closed.form == SNW_IK_ELBOW_FOUR && m.closed.parameter_count == 2);
    m.closed.reference = snw_vec3_y(-1);
    const double known[8] = {0.3, -0.7, 1.1, 1.9, 0.2, -0.4, 0.9, 2};
    double psi, gradient[8];
    CHECK(snw_ik_arm_angle(&m.closed, known, &psi, gradient) == SNW_OK);
    CHECK_NEAR(psi, 2.859764, 5e-7);
    long compared = 0;
    CHECK_CASES(check_scaled(10000)) {
        double q[8];
        random_joints(&m, q);
        if (snw_ik_arm_angle(&m.closed, q, &psi, gradient) != SNW_OK) continue;
        CHECK_NEAR(remainder(psi - printed_angle(q, snw_vec3_y(-1)), 2 * PI), 0, 1e-9);
        if (!is_clear(q, snw_vec3_y(-1))) continue;
        for (int i = 0; i < 8; i++) {
            const double h = 1e-6, at = q[i];
            q[i] = at + h;
            const double above = printed_angle(q, snw_vec3_y(-1));
            q[i] = at - h;
            const double below = printed_angle(q, snw_vec3_y(-1));
            q[i] = at;
            CHECK_NEAR(gradient[i], remainder(above - below, 2 * PI) / (2 * h), 1e-6);
        }
        compared++;
    }
    CHECK(compared > check_scaled(8000));
    CHECK(snw_ik_arm_angle(&m.closed, known, &psi, NULL) == SNW_OK);
    // a straight arm has none: the elbow's offset puts that at atan2(a4, d5), not at 0
    const double straight[8] = {0.3, -0.7, 1.1, atan2(a4, d5), 0, 0, 0, 0};
    CHECK(snw_ik_arm_angle(&m.closed, straight, &psi, NULL) == SNW_ERR_SINGULAR);
    const double bad[8] = {(double)NAN, 0, 0, 1, 0, 0, 0, 0};
    CHECK(snw_ik_arm_angle(&m.closed, bad, &psi, NULL) == SNW_ERR_NOT_FINITE);
    close_machine(&m);
}

// an elbow whose axis is not normal to the arm: all four joints turn the plane
static void the_gradient_holds_for_skew_elbows(void) {
    long compared = 0;
    CHECK_CASES(check_scaled(300)) {
        axes a = {.count = 7, .tip = random_pose(0.2)};
        const snw_vec3 W = random_point(1);
        for (int i = 0; i < 7; i++) {
            a.axis[i] = random_unit();
            a.point[i] = i < 3 ? snw_vec3_zero() : i == 3 ? snw_vec3_of(0.5, 0.1, 0.2) : W;
            a.lower[i] = -3;
            a.upper[i] = 3;
        }
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        snw_ik_closed closed;
        const int tool = snw_model_find_frame(&m.model, "tool");
        const snw_status status = snw_ik_analyze(&m.model, -1, tool, &closed, NULL);
        double q[7], psi, above, below, gradient[7], size = 0;
        random_values(&a, q);
        if (status == SNW_OK && closed.form == SNW_IK_ELBOW &&
            snw_ik_arm_angle(&closed, q, &psi, gradient) == SNW_OK) {
            for (int i = 0; i < 7; i++) {
                size = fmax(size, fabs(gradient[i]));
            }
            for (int i = 0; i < 7 && size < 5; i++) {
                const double h = 1e-5, at = q[i];
                q[i] = at + h;
                CHECK(snw_ik_arm_angle(&closed, q, &above, NULL) == SNW_OK);
                q[i] = at - h;
                CHECK(snw_ik_arm_angle(&closed, q, &below, NULL) == SNW_OK);
                q[i] = at;
                CHECK_NEAR(gradient[i], remainder(above - below, 2 * PI) / (2 * h), 1e-6);
                compared++;
            }
        }
        arm_free(&m);
    }
    CHECK(compared > check_scaled(700));
}

static void forms_without_an_elbow_have_no_arm_angle(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    double psi;
    const double zero[6] = {0};
    CHECK(snw_ik_arm_angle(&m.closed, zero, &psi, NULL) == SNW_ERR_STATE);
    close_machine(&m);
}

// The arm alone, in closed form: angle 4 from the distance, then the upper arm's direction from the
// arm angle; both branches of the shoulder.
static void printed_inverse(snw_vec3 W, double psi, snw_vec3 v, bool other, double *q) {
    const snw_vec3 w = snw_vec3_sub(W, snw_vec3_z(d1));
    const double r = snw_vec3_norm(w), rho = hypot(a4, d5), beta = atan2(a4, d5);
    q[3] = beta + acos((r * r - d3 * d3 - rho * rho) / (2 * d3 * rho));
    const double ca = (d3 * d3 + r * r - rho * rho) / (2 * d3 * r), sa = sqrt(1 - ca * ca);
    const snw_vec3 w1 = snw_vec3_divide(w, r);
    const snw_vec3 l = snw_vec3_normalize(snw_vec3_add_scaled(v, w1, -snw_vec3_dot(w1, v)));
    snw_vec3 z3 = snw_vec3_scale(w1, ca);
    z3 = snw_vec3_add_scaled(z3, l, sa * cos(psi));
    z3 = snw_vec3_add_scaled(z3, snw_vec3_cross(w1, l), sa * sin(psi));
    const double side = other ? -1 : 1;
    q[1] = side * atan2(hypot(z3.x, z3.y), z3.z);
    q[0] = atan2(-side * z3.y, -side * z3.x);
    const double e = a4 * cos(q[3]) - d5 * sin(q[3]), h = d3 + a4 * sin(q[3]) + d5 * cos(q[3]);
    const snw_vec3 x3 = snw_vec3_divide(snw_vec3_add_scaled(w, z3, -h), e);
    const double c1 = cos(q[0]), s1 = sin(q[0]), c2 = cos(q[1]), s2 = sin(q[1]);
    const snw_vec3 x2 = {c1 * c2, s1 * c2, s2}, z2 = {s1, -c1, 0};
    q[2] = atan2(-snw_vec3_dot(x3, z2), snw_vec3_dot(x3, x2));
}

// spec: occlusion:OC-10
static void both_branches_of_the_arm_are_the_analytic_ones(void) {
    machine m;
    open_machine(&m, SNW_DH_MODIFIED, ranger_rows, 8);
    const snw_vec3 v = snw_vec3_y(-1);
    m.closed.reference = v;
    long compared = 0;
    CHECK_CASES(check_scaled(10000)) {
        double q[8], psi;
        random_joints(&m, q);
        q[3] = check_real(0.4, 2.9); // the elbow on the side that the analytic form takes
        if (snw_ik_arm_angle(&m.closed, q, &psi, NULL) != SNW_OK) continue;
        snw_vec3 E, W, E_again, W_again;
        printed_forward(q, &E, &W);
        const snw_pose T = forward_pose(&m.f, q);
        CHECK_NEAR(snw_vec3_distance(T.p, W), 0, 1e-12);
        const double parameters[2] = {psi, q[4]};
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, parameters, q, &found, NULL) == SNW_OK);
        CHECK(found.count == 8);
        for (int i = 0; i < 8; i++) {
            CHECK_NEAR(snw_vec3_distance(forward_pose(&m.f, found.items[i].q).p, W), 0, 1e-9);
            CHECK_NEAR(pose_error(forward_pose(&m.f, found.items[i].q), T), 0, 1e-8);
        }
        for (int other = 0; other < 2; other++) {
            double printed[8];
            printed_inverse(W, psi, v, other != 0, printed);
            double least = HUGE_VAL;
            for (int i = 0; i < 8; i++) {
                least =
                    fmin(least, joint_error(m.closed.chain.slides, 4, found.items[i].q, printed));
            }
            CHECK(least < 1e-5);
            printed_forward(printed, &E_again, &W_again);
            CHECK_NEAR(snw_vec3_distance(W, W_again), 0, 1e-9);
            CHECK_NEAR(snw_vec3_distance(E, E_again), 0, 1e-7);
        }
        CHECK_NEAR(nearest_branch(&m.closed, &found, q), 0, 1e-4);
        compared++;
    }
    CHECK(compared > check_scaled(9900));
    close_machine(&m);
}

// The whole circle of the elbow: for every arm angle all branches hold the hand, and each has the
// angle that was asked for.
static void walk_the_circle(snw_dh_convention convention, const arm_row *rows, int count) {
    machine m;
    open_machine(&m, convention, rows, count);
    CHECK_CASES(check_scaled(200)) {
        double q[8], again;
        random_joints(&m, q);
        const snw_pose T = forward_pose(&m.f, q);
        for (int i = 0; i < 36; i++) {
            const double parameters[2] = {-PI + 2 * PI * (i + 0.5) / 36, count == 8 ? q[4] : 0};
            snw_ik_branches found;
            CHECK(snw_ik_closed_all(&m.closed, T, parameters, q, &found, NULL) == SNW_OK);
            CHECK(found.count == 8);
            for (int b = 0; b < 8; b++) {
                CHECK_NEAR(pose_error(forward_pose(&m.f, found.items[b].q), T), 0, 1e-7);
                if (found.items[b].singular) continue;
                const snw_status status =
                    snw_ik_arm_angle(&m.closed, found.items[b].q, &again, NULL);
                if (status != SNW_OK) continue;
                CHECK_NEAR(remainder(again - parameters[0], 2 * PI), 0, 1e-5);
            }
        }
        double own[2];
        int branch;
        if (snw_ik_branch_of(&m.closed, q, &branch, own) != SNW_OK) continue;
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, own, q, &found, NULL) == SNW_OK);
        const int pick = snw_ik_named(&found, branch);
        CHECK(pick >= 0);
        CHECK(joint_error(m.closed.chain.slides, count, found.items[pick].q, q) < 1e-3);
    }
    close_machine(&m);
}

static void every_arm_angle_holds_the_hand(void) {
    walk_the_circle(SNW_DH_STANDARD, wam_rows, 7);
    walk_the_circle(SNW_DH_STANDARD, iiwa_rows, 7);
    walk_the_circle(SNW_DH_MODIFIED, ranger_rows, 8);
}

static void a_straight_arm_is_singular(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, iiwa_rows, 7);
    CHECK_CASES(300) {
        double q[7];
        random_joints(&m, q);
        q[3] = 0;
        const snw_pose T = forward_pose(&m.f, q);
        const double psi = check_real(-PI, PI);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&m.closed, T, &psi, q, &found, NULL) == SNW_OK);
        for (int i = 0; i < found.count; i++) {
            CHECK(found.items[i].singular);
            CHECK_NEAR(found.items[i].q[3], 0, 1e-6);
            CHECK_NEAR(pose_error(forward_pose(&m.f, found.items[i].q), T), 0, 1e-6);
        }
    }
    close_machine(&m);
}

static void too_far_and_too_near_say_by_how_much(void) {
    machine m;
    open_machine(&m, SNW_DH_MODIFIED, ranger_rows, 8);
    const double zero[8] = {0}, parameters[2] = {0, 0};
    const double rho = hypot(a4, d5);
    const double distance[3] = {d3 + rho + 0.02, d3 + rho + 0.2, (d3 - rho) / 2};
    const double miss[3] = {0.02, 0.2, (d3 - rho) / 2};
    for (int i = 0; i < 3; i++) {
        const snw_pose T = snw_pose_translation(snw_vec3_of(distance[i], 0, d1));
        snw_ik_branches found;
        snw_why why;
        CHECK(snw_ik_closed_all(&m.closed, T, parameters, zero, &found, &why) ==
              SNW_ERR_UNREACHABLE);
        CHECK(strstr(why.text, "too far") != NULL);
        CHECK(why.numbers[0].value > 0.5 * miss[i] && why.numbers[0].value < 2 * miss[i]);
    }
    close_machine(&m);
}

int main(void) {
    RUN(the_arm_angle_and_its_gradient_are_the_published_ones);
    RUN(the_gradient_holds_for_skew_elbows);
    RUN(forms_without_an_elbow_have_no_arm_angle);
    RUN(both_branches_of_the_arm_are_the_analytic_ones);
    RUN(every_arm_angle_holds_the_hand);
    RUN(a_straight_arm_is_singular);
    RUN(too_far_and_too_near_say_by_how_much);
    return check_report();
}
