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

static void check_within(const machine *m, const double *q) {
    for (int i = 0; i < m->a.model.nq; i++) {
        CHECK(q[i] >= m->a.model.lower[i] && q[i] <= m->a.model.upper[i]);
    }
}

// targets that the arm can reach within its limits, from the middle of them
static long solve_many(snw_dh_convention convention, const arm_row *rows, int count, long targets) {
    machine m;
    open_machine(&m, convention, rows, count);
    double middle[8];
    for (int i = 0; i < count; i++) {
        middle[i] = 0.5 * (m.a.model.lower[i] + m.a.model.upper[i]);
    }
    long solved = 0;
    CHECK_CASES(targets) {
        double q[8], out[8];
        random_joints(&m, q);
        const snw_ik_target target = snw_ik_target_pose(forward_pose(&m.f, q));
        snw_ik_result result;
        snw_ik_closed_solve(&m.closed, &target, middle, out, &result);
        CHECK(result.status == SNW_IK_OK || result.status == SNW_IK_LIMIT);
        const snw_pose reached = forward_pose(&m.f, out);
        CHECK_NEAR(pose_error(result.T_world_best, reached), 0, 1e-12);
        if (result.status != SNW_IK_OK) continue;
        CHECK_NEAR(pose_error(reached, target.T_world_goal), 0, 1e-7);
        CHECK_NEAR(result.residual_m, snw_vec3_distance(reached.p, target.T_world_goal.p), 1e-12);
        check_within(&m, out);
        solved++;
    }
    close_machine(&m);
    return solved;
}

static void targets_within_limits_are_solved(void) {
    const long many = check_scaled(10000), few = check_scaled(2000);
    CHECK(solve_many(SNW_DH_STANDARD, puma560_rows, 6, few) == few);
    CHECK(solve_many(SNW_DH_STANDARD, ur5_rows, 6, few) == few);
    CHECK(solve_many(SNW_DH_STANDARD, microbo_rows, 6, few) == few);
    // at least 99.99 %
    CHECK(solve_many(SNW_DH_MODIFIED, panda_rows, 7, many) >= many - 1);
    CHECK(solve_many(SNW_DH_STANDARD, iiwa_rows, 7, few) >= few - 1);
    CHECK(solve_many(SNW_DH_STANDARD, wam_rows, 7, few) >= few - 1);
}

// along a path each answer is near the one before: the sweep begins at the present parameters
static void a_redundant_arm_follows_a_path_without_jumps(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, iiwa_rows, 7);
    double now[7] = {0.2, 0.6, 0.1, -1.2, 0.3, 0.9, 0.1};
    const double start[7] = {0.2, 0.6, 0.1, -1.2, 0.3, 0.9, 0.1};
    for (int i = 0; i <= 2000; i++) {
        double q[7];
        for (int k = 0; k < 7; k++) {
            q[k] = start[k] + 0.2 * sin(1e-3 * i * (k + 1));
        }
        const snw_ik_target target = snw_ik_target_pose(forward_pose(&m.f, q));
        snw_ik_result result;
        double out[7];
        snw_ik_closed_solve(&m.closed, &target, now, out, &result);
        CHECK(result.status == SNW_IK_OK && result.iterations == 1);
        for (int k = 0; k < 7; k++) {
            CHECK_NEAR(out[k], now[k], 0.05);
            now[k] = out[k];
        }
    }
    close_machine(&m);
}

static void a_pose_only_beyond_limits_names_the_joint(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, microbo_rows, 6);
    // the slide 40 mm beyond its end: no other branch helps, for the other root is negative
    const double low[6] = {0.4, 0.3, 0.06, 0.5, -2.5, 0.3},
                 high[6] = {0.4, 0.3, 0.54, 0.5, -2.5, 0.3};
    const double start[6] = {0, 0.2, 0.3, 0, -2.5, 0};
    double out[6];
    snw_ik_result result;
    snw_ik_target target = snw_ik_target_pose(forward_pose(&m.f, low));
    snw_ik_closed_solve(&m.closed, &target, start, out, &result);
    CHECK(result.status == SNW_IK_LIMIT && result.why.code == SNW_ERR_LIMIT);
    CHECK_TEXT(result.why.subject, "joint3");
    CHECK(strstr(result.why.text, "lower") != NULL);
    CHECK_NEAR(result.why.numbers[0].value, 0.06, 1e-12);
    CHECK_NEAR(result.why.numbers[1].value, 0.1, 1e-12);
    CHECK_TEXT(result.why.numbers[0].unit, "m");
    CHECK_NEAR(out[2], 0.06, 1e-12);
    target = snw_ik_target_pose(forward_pose(&m.f, high));
    snw_ik_closed_solve(&m.closed, &target, start, out, &result);
    CHECK(result.status == SNW_IK_LIMIT && strstr(result.why.text, "upper") != NULL);
    CHECK_NEAR(result.why.numbers[0].value, 0.54, 1e-12);
    // exactly on a limit is within it, and the result says on which side it stands
    const double edge[6] = {0.4, 0.5, 0.1, 0.5, -2.5, 0.3};
    target = snw_ik_target_pose(forward_pose(&m.f, edge));
    snw_ik_closed_solve(&m.closed, &target, start, out, &result);
    CHECK(result.status == SNW_IK_OK);
    CHECK(result.at_lower == (uint64_t)1 << 2 && result.at_upper == (uint64_t)1 << 1);
    close_machine(&m);
}

static void out_of_reach_is_told_apart_from_bad_input(void) {
    const struct {
        const arm_row *rows;
        int count;
        snw_dh_convention convention;
    } all[] = {{puma560_rows, 6, SNW_DH_STANDARD},
               {ur5_rows, 6, SNW_DH_STANDARD},
               {panda_rows, 7, SNW_DH_MODIFIED},
               {wam_rows, 7, SNW_DH_STANDARD}};
    for (int i = 0; i < 4; i++) {
        machine m;
        open_machine(&m, all[i].convention, all[i].rows, all[i].count);
        double q[8] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}, out[8];
        snw_ik_result result;
        snw_ik_target target = snw_ik_target_pose(snw_pose_translation(snw_vec3_of(5, 1, 2)));
        snw_ik_closed_solve(&m.closed, &target, q, out, &result);
        CHECK(result.status == SNW_IK_UNREACHABLE && result.why.code == SNW_ERR_UNREACHABLE);
        CHECK(memcmp(q, out, sizeof(double) * (size_t)all[i].count) == 0);
        CHECK(result.residual_m > 3);
        target.T_world_goal.p.x = (double)NAN;
        snw_ik_closed_solve(&m.closed, &target, q, out, &result);
        CHECK(result.status == SNW_IK_BAD_INPUT && result.iterations == 1);
        CHECK(result.why.code == SNW_ERR_NOT_FINITE);
        target = snw_ik_target_pose(snw_pose_identity());
        target.T_world_goal.R.x = snw_vec3_x(-1);
        snw_ik_closed_solve(&m.closed, &target, q, out, &result);
        CHECK(result.status == SNW_IK_BAD_INPUT && result.why.code == SNW_ERR_RANGE);
        q[1] = (double)NAN;
        target = snw_ik_target_pose(snw_pose_identity());
        snw_ik_closed_solve(&m.closed, &target, q, out, &result);
        CHECK(result.status == SNW_IK_BAD_INPUT);
        close_machine(&m);
    }
}

static void a_singular_answer_says_so(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    const double q[6] = {0.3, -0.5, 0.8, 0.4, 0, -0.7};
    const snw_ik_target target = snw_ik_target_pose(forward_pose(&m.f, q));
    snw_ik_result result;
    double out[6];
    snw_ik_closed_solve(&m.closed, &target, q, out, &result);
    CHECK(result.status == SNW_IK_OK && result.why.code == SNW_NEAR_SINGULAR);
    CHECK_NEAR(joint_error(m.closed.chain.slides, 6, out, q), 0, 1e-7);
    // the answer may take the place of the start
    double place[6];
    memcpy(place, q, sizeof place);
    snw_ik_closed_solve(&m.closed, &target, place, place, &result);
    CHECK(memcmp(place, out, sizeof place) == 0);
    close_machine(&m);
}

// region: reach
// moves q to the nearest branch within limits
static snw_status reach(const snw_ik_closed *closed, snw_pose T_base_tool, double *q,
                        snw_why *why) {
    snw_ik_branches all;
    const snw_status status = snw_ik_closed_all(closed, T_base_tool, NULL, q, &all, why);
    if (status < 0) return status;
    const int pick = snw_ik_nearest(closed, &all, q);
    if (pick < 0) return SNW_ERR_LIMIT;
    for (int i = 0; i < closed->chain.count; i++) {
        q[closed->q_index[i]] = all.items[pick].q[i];
    }
    return SNW_OK;
}
// endregion

static void the_example_reaches_what_can_be_reached(void) {
    machine m;
    open_machine(&m, SNW_DH_STANDARD, puma560_rows, 6);
    CHECK_CASES(500) {
        double goal[6], q[6];
        random_joints(&m, goal);
        random_joints(&m, q);
        const snw_pose T = forward_pose(&m.f, goal);
        CHECK(reach(&m.closed, T, q, NULL) == SNW_OK);
        CHECK_NEAR(pose_error(forward_pose(&m.f, q), T), 0, 1e-9);
        check_within(&m, q);
    }
    double q[6] = {0};
    CHECK(reach(&m.closed, snw_pose_translation(snw_vec3_x(3)), q, NULL) == SNW_ERR_UNREACHABLE);
    close_machine(&m);
}

int main(void) {
    RUN(targets_within_limits_are_solved);
    RUN(a_redundant_arm_follows_a_path_without_jumps);
    RUN(a_pose_only_beyond_limits_names_the_joint);
    RUN(out_of_reach_is_told_apart_from_bad_input);
    RUN(a_singular_answer_says_so);
    RUN(the_example_reaches_what_can_be_reached);
    return check_report();
}
