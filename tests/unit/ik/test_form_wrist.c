// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/ik/forms.h"

#include "../../../src/robot/ik/closed_internal.h"

static snw_ik_closed analyzed(const arm *a) {
    snw_ik_closed closed;
    const int tool = snw_model_find_frame(&a->model, "tool");
    CHECK(snw_ik_analyze(&a->model, -1, tool, &closed, NULL) == SNW_OK);
    return closed;
}

// every kind of shoulder: all branches make the pose, and the planted configuration is among them
static void every_kind_of_shoulder_gives_all_its_branches(void) {
    long solutions[KINDS] = {0}, most[KINDS] = {0};
    CHECK_CASES(check_scaled(600)) {
        const kind what = (kind)(check_case % WRIST_KINDS);
        const axes a = draw_axes(what);
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        const snw_ik_closed closed = analyzed(&m);
        forward f = forward_open(&m.model);
        for (int i = 0; i < 40; i++) {
            double value[MOST];
            random_values(&a, value);
            const snw_pose T = forward_pose(&f, value);
            snw_ik_branches found;
            CHECK(snw_ik_closed_all(&closed, T, NULL, value, &found, NULL) == SNW_OK);
            bool singular = false;
            for (int k = 0; k < found.count; k++) {
                CHECK_NEAR(pose_error(forward_pose(&f, found.items[k].q), T), 0, 1e-7);
                CHECK(found.items[k].branch >= 0 && found.items[k].branch < 8);
                CHECK(k == 0 || found.items[k].branch > found.items[k - 1].branch);
                singular = singular || found.items[k].singular;
            }
            CHECK(nearest_branch(&closed, &found, value) < (singular ? 1e-2 : 1e-5));
            solutions[what] += found.count;
            if (found.count > most[what]) most[what] = found.count;
        }
        forward_close(&f);
        arm_free(&m);
    }
    // the most that each kind can have
    for (int k = 0; k < WRIST_KINDS; k++) {
        const int expected = k == SLIDES_ALL                             ? 2
                             : k >= SLIDES_TURN_LIFT && k != SLIDES_LAST ? 4
                                                                         : 8;
        CHECK(most[k] == expected && solutions[k] > 0);
    }
}

// all solutions are there: those of a numeric search from many starts are none but these
static void no_solution_is_missed_that_newton_finds(void) {
    CHECK_CASES(check_scaled(40)) {
        const axes a = draw_axes((kind)(check_case % SLIDES_TURN_LIFT));
        const disguise d = no_disguise();
        arm m = arm_of_axes(&a, &d);
        const snw_ik_closed closed = analyzed(&m);
        forward f = forward_open(&m.model);
        double value[MOST];
        random_values(&a, value);
        const snw_pose T = forward_pose(&f, value);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&closed, T, NULL, value, &found, NULL) == SNW_OK);
        snw_arena arena = {0};
        snw_ik ik;
        SNW_IGNORE(snw_ik_init(&ik, &m.model, -1, f.tool, &arena));
        const size_t size = (arena.needed + 63) / 64 * 64;
        void *block = aligned_alloc(64, size);
        arena = snw_arena_over(block, size);
        CHECK(snw_ik_init(&ik, &m.model, -1, f.tool, &arena) == SNW_OK);
        snw_ik_options options = snw_ik_options_default();
        options.ignore_limits = true;
        const snw_ik_target target = snw_ik_target_pose(T);
        for (int start = 0; start < 20; start++) {
            double q0[MOST], q[MOST];
            snw_ik_result result;
            random_values(&a, q0);
            options.seed = (uint64_t)start + 1;
            snw_ik_solve(&ik, &target, &options, q0, q, &result);
            if (result.status != SNW_IK_OK) continue;
            CHECK(nearest_branch(&closed, &found, q) < 1e-2);
        }
        free(block);
        forward_close(&f);
        arm_free(&m);
    }
}

// A wrist's point on the first axis, of an arm without an offset there: the first joint has no say.
// Seen: no solution at all, or a first joint by chance, because the equation for it was rounding
// divided by rounding. It keeps what it was now, and the branches say that they are singular.
static void a_wrist_above_the_shoulder_keeps_the_first_joint(void) {
    const arm_row rows[] = {{0, -90, 0.3, 0, -170, 170, 0}, {0.4, 0, 0, 0, -170, 170, 0},
                            {0, 90, 0, 0, -170, 170, 0},    {0, -90, 0.4, 0, -170, 170, 0},
                            {0, 90, 0, 0, -170, 170, 0},    {0, 0, 0.1, 0, -170, 170, 0}};
    arm m = arm_from_rows(SNW_DH_STANDARD, rows, 6, snw_pose_identity());
    const snw_ik_closed closed = analyzed(&m);
    forward f = forward_open(&m.model);
    CHECK_CASES(500) {
        // upper arm and forearm alike in length, mirrored about the vertical
        const double lean = check_real(0.2, 1.2);
        const double q[6] = {check_real(-2, 2),     -PI / 2 + lean,       PI / 2 - 2 * lean,
                             check_real(-2.5, 2.5), check_real(0.2, 2.5), check_real(-2.5, 2.5)};
        double held[6] = {0};
        held[0] = check_real(-2.5, 2.5);
        const snw_pose T = forward_pose(&f, q);
        const snw_vec3 W = snw_vec3_add_scaled(T.p, T.R.z, -0.1);
        CHECK_NEAR(hypot(W.x, W.y), 0, 1e-12);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&closed, T, NULL, held, &found, NULL) == SNW_OK);
        CHECK(found.count == 8);
        for (int i = 0; i < found.count; i++) {
            CHECK(found.items[i].singular);
            CHECK_NEAR(found.items[i].q[0], held[0], 1e-12);
            CHECK_NEAR(pose_error(forward_pose(&f, found.items[i].q), T), 0, 1e-8);
        }
    }
    forward_close(&f);
    arm_close(&m);
}

// folded up, the wrist's point lies in the shoulder: neither of the first two joints has a say
static void a_folded_arm_keeps_both_joints_of_the_shoulder(void) {
    const arm_row rows[] = {{0, -90, 0.3, 0, -170, 170, 0}, {0.4, 0, 0, 0, -170, 170, 0},
                            {0, 90, 0, 0, -170, 170, 0},    {0, -90, 0.4, 0, -170, 170, 0},
                            {0, 90, 0, 0, -170, 170, 0},    {0, 0, 0.1, 0, -170, 170, 0}};
    arm m = arm_from_rows(SNW_DH_STANDARD, rows, 6, snw_pose_identity());
    const snw_ik_closed closed = analyzed(&m);
    forward f = forward_open(&m.model);
    CHECK_CASES(200) {
        const double q[6] = {check_real(-2, 2),     check_real(-2, 2),    -PI / 2,
                             check_real(-2.5, 2.5), check_real(0.2, 2.5), check_real(-2.5, 2.5)};
        const double held[6] = {check_real(-2, 2), check_real(-2, 2)};
        const snw_pose T = forward_pose(&f, q);
        snw_ik_branches found;
        CHECK(snw_ik_closed_all(&closed, T, NULL, held, &found, NULL) == SNW_OK);
        for (int i = 0; i < found.count; i++) {
            CHECK(found.items[i].singular);
            CHECK_NEAR(found.items[i].q[0], held[0], 1e-12);
            CHECK_NEAR(found.items[i].q[1], held[1], 1e-12);
            CHECK_NEAR(pose_error(forward_pose(&f, found.items[i].q), T), 0, 1e-7);
        }
    }
    forward_close(&f);
    arm_close(&m);
}

static void poses_out_of_reach_say_by_how_much(void) {
    arm m = arm_from_rows(SNW_DH_STANDARD, puma560_rows, 6, snw_pose_identity());
    const snw_ik_closed closed = analyzed(&m);
    const double zero[6] = {0};
    // straight out: the forearm with its offset is hypot(a3, d4) long, and the shoulder's offset
    // stands across
    const double reach = 0.4318 + hypot(0.02032, 0.43307);
    const double far = hypot(reach, 0.14909);
    for (int i = 1; i <= 40; i++) {
        const double beyond = 0.01 * i;
        const snw_pose T = snw_pose_translation(snw_vec3_of(far + beyond, 0, 0.05625));
        snw_ik_branches found;
        snw_why why;
        CHECK(snw_ik_closed_all(&closed, T, NULL, zero, &found, &why) == SNW_ERR_UNREACHABLE);
        CHECK(found.count == 0 && why.number_count == 1);
        CHECK_TEXT(why.rule, "ik-reach");
        CHECK_TEXT(why.numbers[0].unit, "m");
        const double miss = sqrt((far + beyond) * (far + beyond) - 0.14909 * 0.14909) - reach;
        CHECK_NEAR(why.numbers[0].value, miss, 1e-9);
    }
    // too near the first axis: inside the shoulder's offset, by all of it less the radius
    const snw_pose near = snw_pose_translation(snw_vec3_of(0.05, 0, 0.5 + 0.05625));
    snw_ik_branches found;
    snw_why why;
    CHECK(snw_ik_closed_all(&closed, near, NULL, zero, &found, &why) == SNW_ERR_UNREACHABLE);
    CHECK_NEAR(why.numbers[0].value, 0.14909 - 0.05, 1e-9);
    arm_close(&m);
}

// a wrist whose axes are less than a right angle apart cannot point everywhere
static void a_narrow_wrist_refuses_what_it_cannot_turn(void) {
    axes a = draw_axes(SHOULDER_PUMA);
    a.axis[3] = snw_vec3_z(1);
    a.axis[4] = snw_vec3_normalize(snw_vec3_of(0.5, 0, 1));
    a.axis[5] = snw_vec3_z(1);
    for (int i = 3; i < 6; i++) {
        a.point[i] = snw_vec3_of(0.3, 0.2, 0.4);
    }
    a.tip = snw_pose_translation(snw_vec3_of(0.3, 0.2, 0.6));
    a.axis[0] = snw_vec3_x(1);
    a.axis[1] = snw_vec3_y(1);
    a.axis[2] = snw_vec3_y(-1);
    const disguise d = no_disguise();
    arm m = arm_of_axes(&a, &d);
    const snw_ik_closed closed = analyzed(&m);
    forward f = forward_open(&m.model);
    long refused = 0;
    CHECK_CASES(500) {
        double value[MOST];
        random_values(&a, value);
        snw_pose T = forward_pose(&f, value);
        const snw_vec3 W = snw_pose_apply(T, snw_vec3_z(-0.2));
        T.R = random_pose(1).R;
        T.p = snw_vec3_add(W, snw_mat3_apply(T.R, snw_vec3_z(0.2)));
        snw_ik_branches found;
        snw_why why;
        const snw_status status = snw_ik_closed_all(&closed, T, NULL, value, &found, &why);
        if (status == SNW_OK) continue;
        CHECK(status == SNW_ERR_UNREACHABLE && why.numbers[0].value > 0);
        CHECK(strstr(why.text, "wrist cannot turn") != NULL);
        CHECK_TEXT(why.numbers[0].unit, "");
        refused++;
    }
    CHECK(refused > 50);
    forward_close(&f);
    arm_free(&m);
}

int main(void) {
    RUN(every_kind_of_shoulder_gives_all_its_branches);
    RUN(no_solution_is_missed_that_newton_finds);
    RUN(a_wrist_above_the_shoulder_keeps_the_first_joint);
    RUN(a_folded_arm_keeps_both_joints_of_the_shoulder);
    RUN(poses_out_of_reach_say_by_how_much);
    RUN(a_narrow_wrist_refuses_what_it_cannot_turn);
    return check_report();
}
