// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// Targets that have no answer, and what is said about them.

// --- targets that the Panda cannot reach, by its lengths alone -----------------------------------
//
// Shoulder to elbow, elbow to wrist, wrist to flange are hypot(0.316, 0.0825), hypot(0.384, 0.0825)
// and hypot(0.088, 0.107) m: the flange stays within 0.858 m of the shoulder, the wrist within
// 0.720 m. The wrist lies 0.088 m off the flange's axis, 0.107 m behind it, at any angle.

static const double flange_reach = 0.858, wrist_reach = 0.720;

static snw_vec3 shoulder(void) {
    return snw_vec3_of(0, 0, 0.333);
}

static snw_pose beyond_reach(void) {
    const snw_vec3 way = snw_vec3_scale(random_axis(), check_real(flange_reach + 0.01, 2.5));
    return snw_pose_of(random_pose().R, snw_vec3_add(shoulder(), way));
}

// the flange's position can be reached, but not in this attitude: the wrist would be too far out
static snw_pose turned_away(void) {
    for (;;) {
        const snw_vec3 way = snw_vec3_scale(random_axis(), check_real(0.6, 0.8));
        const snw_pose T = snw_pose_of(random_pose().R, snw_vec3_add(shoulder(), way));
        const snw_vec3 behind = snw_pose_apply(T, snw_vec3_of(0, 0, -0.107));
        const double distance = snw_vec3_norm(snw_vec3_sub(behind, shoulder()));
        if (distance - 0.088 > wrist_reach + 0.01) return T;
    }
}

static void of_ten_thousand_impossible_targets_none_is_solved(void) {
    tool_stand t;
    panda_open(&t);
    snw_ik_options options = snw_ik_options_default();
    options.starts = 8;
    CHECK_CASES(check_scaled(10000)) {
        double q0[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_ik_target target =
            snw_ik_target_pose(check_case % 2 ? beyond_reach() : turned_away());
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        CHECK(result.status == SNW_IK_UNREACHABLE);
        CHECK(result.why.code == SNW_ERR_UNREACHABLE);
        stand_judge(&t.s, &target, q, &result);
        CHECK(snw_in_limits(t.s.model, q, NULL) == SNW_OK);
    }
    tool_close(&t);
}

// --- the best of many restarts ------------------------------------------------------------------

static double cost_of(stand *s, snw_pose goal, const double *q, double e[6]) {
    double sum = 0;
    stand_error(s, goal, q, e);
    for (int k = 0; k < 6; k++) {
        sum += e[k] * e[k];
    }
    return sum;
}

// Descent with momentum that is thrown away when it does not pay, clamped to the limits: slow,
// simple, and nothing like the solver. The gradient of half the cost is J^T (translation, rotation
// vector), whose rotation part is exact because a rotation vector is its own axis.
static double descend(stand *s, snw_pose goal, double *q, int iterations) {
    double e[6], velocity[7] = {0}, cost = cost_of(s, goal, q, e), step = 0.3;
    for (int i = 0; i < iterations && step > 1e-6; i++) {
        snw_twist J[7];
        double to[7], g[7], found[6];
        snw_kin_jacobian(&s->kin, s->ik.link, s->ik.T_link_tip.p, J);
        const snw_vec3 lin = snw_mat3_apply(goal.R, snw_vec3_of(e[0], e[1], e[2]));
        const snw_vec3 ang = snw_mat3_apply(goal.R, snw_vec3_of(e[3], e[4], e[5]));
        for (int j = 0; j < 7; j++) {
            g[j] = snw_vec3_dot(J[j].lin, lin) + snw_vec3_dot(J[j].ang, ang);
            velocity[j] = 0.85 * velocity[j] - step * g[j];
            to[j] = fmax(s->model->lower[j], fmin(q[j] + velocity[j], s->model->upper[j]));
            velocity[j] = to[j] - q[j];
        }
        const double next = cost_of(s, goal, to, found);
        if (next < cost) {
            memcpy(q, to, sizeof to);
            memcpy(e, found, sizeof e);
            cost = next;
            step *= 1.05;
        } else {
            memset(velocity, 0, sizeof velocity);
            step *= 0.4;
            (void)stand_pose(s, q);
        }
    }
    return cost;
}

static double best_of_restarts(stand *s, snw_pose goal, int restarts) {
    enum { FINALISTS = 4 };
    double finalists[FINALISTS][7], costs[FINALISTS];
    for (int i = 0; i < FINALISTS; i++) {
        costs[i] = HUGE_VAL;
    }
    for (int i = 0; i < restarts; i++) {
        double q[7];
        stand_random(s->model, q);
        const double cost = descend(s, goal, q, 16);
        int worst = 0;
        for (int k = 1; k < FINALISTS; k++) {
            if (costs[k] > costs[worst]) worst = k;
        }
        if (cost >= costs[worst]) continue;
        costs[worst] = cost;
        memcpy(finalists[worst], q, sizeof q);
    }
    double best = HUGE_VAL;
    for (int i = 0; i < FINALISTS; i++) {
        best = fmin(best, descend(s, goal, finalists[i], 400));
    }
    return best;
}

// the residual as one length, within a hundredth of the best that 200 restarts of another method
// find, for each of 500 targets
static void the_residual_is_as_good_as_the_best_of_many_restarts(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double q0[7], q[7], e[6];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_pose goal = check_case % 2 ? beyond_reach() : turned_away();
        const snw_ik_target target = snw_ik_target_pose(goal);
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_UNREACHABLE);
        const double ours = sqrt(cost_of(&t.s, goal, q, e));
        const double theirs = sqrt(best_of_restarts(&t.s, goal, 200));
        CHECK(ours <= 1.01 * theirs);
    }
    tool_close(&t);
}

// --- one case for each verdict -------------------------------------------------------------------

// two links of 1 m in a plane; the position matters, nothing else
static void planar_open(tool_stand *t, double limit_deg) {
    const arm_row rows[] = {{1, 0, 0, 0, -limit_deg, limit_deg, 0},
                            {1, 0, 0, 0, -limit_deg, limit_deg, 0}};
    tool_open(t, SNW_DH_STANDARD, rows, 2, 0);
}

static snw_ik_target at_point(double x, double y) {
    snw_ik_target target = snw_ik_target_pose(snw_pose_translation(snw_vec3_of(x, y, 0)));
    for (int k = 2; k < 6; k++) {
        target.tolerance[k] = (double)INFINITY;
    }
    return target;
}

static double number_of(const snw_why *why, const char *name, const char *unit) {
    for (int i = 0; i < why->number_count; i++) {
        if (strcmp(why->numbers[i].name, name) != 0) continue;
        CHECK_TEXT(why->numbers[i].unit, unit);
        return why->numbers[i].value;
    }
    CHECK(false); // the number is missing
    return 0;
}

// The nearest configuration to a point beyond reach is the stretched arm towards it.
static void beyond_reach_the_arm_stretches_towards_the_target(void) {
    tool_stand t;
    planar_open(&t, 170);
    CHECK_CASES(200) {
        const double angle = check_real(-2.9, 2.9), radius = check_real(2.05, 9);
        double q0[2], q[2];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_ik_target target = at_point(radius * cos(angle), radius * sin(angle));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_UNREACHABLE);
        stand_judge(&t.s, &target, q, &result);
        CHECK_NEAR(result.residual_m, radius - 2, 1e-6);
        CHECK_NEAR(result.T_world_best.p.x, 2 * cos(angle), 1e-3);
        CHECK_NEAR(result.T_world_best.p.y, 2 * sin(angle), 1e-3);
        CHECK_TEXT(result.why.rule, "ik-reach");
        CHECK_NEAR(number_of(&result.why, "residual", "m"), radius - 2, 1e-6);
        CHECK(result.why.fix[0] != '\0');
    }
    tool_close(&t);
}

// too near is beyond reach as well: links of 1 m and 0.5 m leave a hole of 0.5 m
static void a_target_in_the_hole_of_the_workspace_is_unreachable(void) {
    const arm_row rows[] = {{1, 0, 0, 0, -170, 170, 0}, {0.5, 0, 0, 0, 0, 0, 0}};
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, rows, 2, 0);
    const double q0[] = {0.3, 1};
    double q[2];
    snw_ik_result result;
    const snw_ik_target target = at_point(0.2, 0.1);
    snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
    CHECK(result.status == SNW_IK_UNREACHABLE);
    CHECK_NEAR(result.residual_m, 0.5 - hypot(0.2, 0.1), 1e-6);
    tool_close(&t);
}

// The elbow may bend by 30 degrees, the target needs 60: the shoulder alone cannot help.
static void a_target_behind_a_limit_names_the_joint(void) {
    tool_stand t;
    const arm_row rows[] = {{1, 0, 0, 0, -170, 170, 0}, {1, 0, 0, 0, -30, 30, 0}};
    tool_open(&t, SNW_DH_STANDARD, rows, 2, 0);
    CHECK_CASES(100) {
        const double bent = check_real(0.7, 2.5), side = check_case % 2 ? 1 : -1;
        const double goal[] = {check_real(-1, 1), bent * side};
        double q0[2], q[2];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_pose T = stand_pose(&t.s, goal);
        const snw_ik_target target = at_point(T.p.x, T.p.y);
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_LIMIT);
        CHECK(result.why.code == SNW_ERR_LIMIT);
        CHECK_TEXT(result.why.subject, "joint2");
        CHECK_TEXT(result.why.rule, "ik-limit");
        CHECK_NEAR(number_of(&result.why, "beyond", "rad"), bent - SNW_PI / 6, 1e-4);
        stand_judge(&t.s, &target, q, &result);
        // the best within limits has the elbow on its limit, and says so
        CHECK(snw_in_limits(t.s.model, q, NULL) == SNW_OK);
        CHECK((result.at_lower | result.at_upper) == 2);
        CHECK_NEAR(fabs(q[1]), SNW_PI / 6, 1e-9);
        const double reach = 2 * cos(SNW_PI / 12), wanted = 2 * cos(bent / 2);
        CHECK_NEAR(result.residual_m, reach - wanted, 1e-6);
    }
    tool_close(&t);
}

static void limits_of_slides_are_told_in_metres(void) {
    const arm_row rows[] = {{0, 0, 0, 0, -0.5, 0.5, 1}};
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, rows, 1, 0);
    const double q0[] = {0};
    double q[1];
    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(snw_pose_translation(snw_vec3_of(0, 0, 0.75)));
    snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
    CHECK(result.status == SNW_IK_LIMIT);
    CHECK_NEAR(number_of(&result.why, "beyond", "m"), 0.25, 2e-5);
    CHECK_NEAR(q[0], 0.5, 0);
    CHECK(result.at_upper == 1 && result.at_lower == 0);
    CHECK_NEAR(result.residual_m, 0.25, 1e-12);
    // without limits it is simply reached
    snw_ik_options options = snw_ik_options_default();
    options.ignore_limits = true;
    snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
    CHECK(result.status == SNW_IK_OK);
    CHECK_NEAR(q[0], 0.75, 1e-5);
    tool_close(&t);
}

// The stretched arm, the target straight behind its tip: no rate moves the tip along the arm.
static void one_start_at_a_singular_configuration_says_so(void) {
    tool_stand t;
    planar_open(&t, 170);
    const double q0[] = {0.4, 0};
    double q[2];
    snw_ik_result result;
    const snw_ik_target target = at_point(1.2 * cos(0.4), 1.2 * sin(0.4));
    snw_ik_options options = snw_ik_options_default();
    options.starts = 1;
    snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
    CHECK(result.status == SNW_IK_SINGULAR);
    CHECK(result.why.code == SNW_ERR_SINGULAR);
    CHECK_NEAR(result.residual_m, 0.8, 1e-9);
    stand_judge(&t.s, &target, q, &result);
    // another start does it
    options.starts = 8;
    snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
    CHECK(result.status == SNW_IK_OK);
    stand_judge(&t.s, &target, q, &result);
    tool_close(&t);
}

// One start that ends at rest where no direction is lost: one joint cannot do what two components
// ask, but it can move.
static void one_start_at_rest_elsewhere_is_not_singular(void) {
    const arm_row rows[] = {{1, 0, 0, 0, -170, 170, 0}};
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, rows, 1, 0);
    const double q0[] = {0.3};
    double q[1];
    snw_ik_result result;
    const snw_ik_target target = at_point(2, 2);
    snw_ik_options options = snw_ik_options_default();
    options.starts = 1;
    snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
    CHECK(result.status == SNW_IK_UNREACHABLE);
    CHECK_NEAR(q[0], SNW_PI / 4, 1e-4);
    tool_close(&t);
}

static void a_budget_that_is_too_small_gives_no_verdict(void) {
    tool_stand t;
    panda_open(&t);
    int undecided = 0;
    snw_ik_options options = snw_ik_options_default();
    options.starts = options.iterations = 1;
    CHECK_CASES(100) {
        double q0[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        const snw_ik_target target = snw_ik_target_pose(beyond_reach());
        snw_ik_solve(&t.s.ik, &target, &options, q0, q, &result);
        stand_judge(&t.s, &target, q, &result);
        if (result.status != SNW_IK_NOT_CONVERGED) continue;
        undecided++;
        CHECK(result.why.code == SNW_ERR_NOT_CONVERGED);
        CHECK(number_of(&result.why, "residual", "m") == result.residual_m);
        CHECK(number_of(&result.why, "turned", "rad") == result.residual_rad);
        CHECK(result.restarts == 0 && result.iterations <= 1 + 4 + 1 + 4);
    }
    CHECK(undecided > 90);
    tool_close(&t);
}

int main(void) {
    RUN(beyond_reach_the_arm_stretches_towards_the_target);
    RUN(a_target_in_the_hole_of_the_workspace_is_unreachable);
    RUN(a_target_behind_a_limit_names_the_joint);
    RUN(limits_of_slides_are_told_in_metres);
    RUN(one_start_at_a_singular_configuration_says_so);
    RUN(one_start_at_rest_elsewhere_is_not_singular);
    RUN(a_budget_that_is_too_small_gives_no_verdict);
    RUN(of_ten_thousand_impossible_targets_none_is_solved);
    RUN(the_residual_is_as_good_as_the_best_of_many_restarts);
    return check_report();
}
