// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// --- arms ---------------------------------------------------------------------------------------

static int unsolved_of(snw_dh_convention convention, const arm_row *rows, int count, int cases) {
    tool_stand t;
    tool_open(&t, convention, rows, count, 0.1);
    int unsolved = 0;
    CHECK_CASES(cases) {
        double q0[8], goal[8], q[8];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        stand_judge(&t.s, &target, q, &result);
        unsolved += result.status != SNW_IK_OK;
    }
    tool_close(&t);
    return unsolved;
}

// 99.95 % of the Panda's targets is the bar; all of the six-joint arms'
static void every_pose_that_an_arm_can_take_is_found_again(void) {
    const int cases = (int)check_scaled(4000);
    CHECK(unsolved_of(SNW_DH_MODIFIED, panda_rows, 7, cases) <= cases / 2000);
    CHECK(unsolved_of(SNW_DH_STANDARD, puma560_rows, 6, cases / 4) == 0);
    CHECK(unsolved_of(SNW_DH_STANDARD, ur5_rows, 6, cases / 4) == 0);
    CHECK(unsolved_of(SNW_DH_STANDARD, microbo_rows, 6, cases / 4) == 0);
    CHECK(unsolved_of(SNW_DH_STANDARD, iiwa_rows, 7, cases / 4) == 0);
    CHECK(unsolved_of(SNW_DH_STANDARD, wam_rows, 7, cases / 4) == 0);
}

// --- every kind of joint ------------------------------------------------------------------------

// the deepest link of a tree that has at least one joint that moves it
static int deepest(const snw_model *model) {
    int best = -1, most = 0;
    for (int i = 0; i < model->link_count; i++) {
        int depth = 0, moving = 0;
        for (int k = i; k >= 0; k = model->links[k].parent) {
            depth++;
            moving += model->links[k].nv > 0;
        }
        if (moving > 0 && depth > most) most = depth, best = i;
    }
    return best;
}

static void solve_trees(tree_options options, int cases) {
    int solved = 0, tried = 0;
    CHECK_CASES(cases) {
        snw_setup *setup = new_setup();
        compiled c;
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        const int link = deepest(&c.model);
        if (link >= 0) {
            stand s;
            double q0[STAND_JOINTS], goal[STAND_JOINTS], q[STAND_JOINTS];
            snw_ik_result result;
            stand_open(&s, &c.model, link, -1);
            stand_random(&c.model, q0);
            stand_random(&c.model, goal);
            const snw_ik_target target = snw_ik_target_pose(stand_pose(&s, goal));
            snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
            stand_judge(&s, &target, q, &result);
            solved += result.status == SNW_IK_OK;
            tried++;
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
    // the pose of a random configuration can be reached, and nothing else is allowed to be said
    CHECK(tried > cases / 2);
    CHECK(solved == tried);
}

static void trees_of_joints_that_turn_slide_and_screw_are_solved(void) {
    solve_trees((tree_options){.links = 10, .only_single = true}, (int)check_scaled(300));
}

static void joints_that_follow_others_are_solved(void) {
    solve_trees((tree_options){.links = 12, .only_single = true, .mimics = true},
                (int)check_scaled(300));
}

static void spherical_planar_and_free_joints_are_solved(void) {
    solve_trees((tree_options){.links = 10}, (int)check_scaled(300));
}

static void laws_are_solved(void) {
    solve_trees((tree_options){.links = 10, .only_single = true, .laws = true},
                (int)check_scaled(200));
}

static void floating_trees_are_solved(void) {
    solve_trees((tree_options){.links = 10, .laws = true, .mimics = true, .floating = true},
                (int)check_scaled(200));
}

// A joint and its followers, 150 of them: more bodies than a kernel has room for.
static void many_followers_of_one_joint_are_solved(void) {
    enum { FOLLOWERS = 150 };
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "snake");
    char a[SNW_NAME], b[SNW_NAME], j[SNW_NAME];
    add_link(robot, setup, "0");
    for (int i = 1; i <= FOLLOWERS; i++) {
        (void)snprintf(a, sizeof a, "%d", i - 1);
        (void)snprintf(b, sizeof b, "%d", i);
        (void)snprintf(j, sizeof j, "j%d", i);
        add_link(robot, setup, b);
        snw_joint_description *joint = add_joint(robot, setup, j, a, b);
        joint->axis = snw_vec3_of(0, 0, 1);
        joint->origin = snw_pose_translation(snw_vec3_of(0.01, 0, 0));
        joint->limits.lower = -0.02, joint->limits.upper = 0.02;
        if (i > 1) add_mimic(joint, setup, "j1", 1, 0);
    }
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(c.model.nv == 1);
    stand s;
    stand_open(&s, &c.model, c.model.link_count - 1, -1);
    const double goal[] = {0.0123};
    const double q0[] = {0};
    double q[1];
    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(stand_pose(&s, goal));
    snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
    CHECK(result.status == SNW_IK_OK);
    CHECK_NEAR(q[0], goal[0], 1e-5);
    stand_close(&s);
    free(c.block);
    snw_setup_destroy(setup);
}

// A slide that must go 100 m, much farther than steps of the lanes.
static void a_slide_without_limits_goes_as_far_as_it_must(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "rail");
    add_link(robot, setup, "base");
    add_link(robot, setup, "car");
    snw_joint_description *joint = add_joint(robot, setup, "rail", "base", "car");
    joint->kind = SNW_JOINT_PRISMATIC;
    joint->axis = snw_vec3_of(1, 0, 0);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    stand s;
    stand_open(&s, &c.model, 1, -1);
    const double q0[] = {0};
    double q[1];
    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(snw_pose_translation(snw_vec3_of(100, 0, 0)));
    snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
    CHECK(result.status == SNW_IK_OK);
    CHECK_NEAR(q[0], 100, 1e-5);
    stand_close(&s);
    free(c.block);
    snw_setup_destroy(setup);
}

static void joints_off_the_path_stay_where_they_are(void) {
    CHECK_CASES(check_scaled(100)) {
        snw_setup *setup = new_setup();
        compiled c;
        const tree_options options = {.links = 14, .only_single = check_case % 2 == 0};
        CHECK(compile(random_tree(setup, options), &c, NULL) == SNW_OK);
        const int link = deepest(&c.model);
        if (link >= 0) {
            stand s;
            double q0[STAND_JOINTS], goal[STAND_JOINTS], q[STAND_JOINTS];
            snw_ik_result result;
            stand_open(&s, &c.model, link, -1);
            stand_random(&c.model, q0);
            stand_random(&c.model, goal);
            const snw_ik_target target = snw_ik_target_pose(stand_pose(&s, goal));
            snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
            for (int i = 0; i < c.model.link_count; i++) {
                const snw_link *l = &c.model.links[i];
                bool on_path = false;
                for (int r = 0; r < s.ik.count; r++) {
                    on_path |= c.model.link_of_v[s.ik.rates[r]] == i;
                }
                for (int k = 0; k < l->nq && !on_path; k++) {
                    // quaternions come out with length 1
                    CHECK_NEAR(q[l->q_index + k], q0[l->q_index + k], l->nq > l->nv ? 1e-15 : 0);
                }
            }
            stand_close(&s);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void the_base_may_stand_anywhere(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(200)) {
        const snw_pose base = random_pose();
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        CHECK(snw_ik_set_base(&t.s.ik, base) == SNW_OK);
        CHECK(snw_kin_set_base(&t.s.kin, base) == SNW_OK);
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
    }
    tool_close(&t);
}

// --- angles -------------------------------------------------------------------------------------

static void continuous_joints_stay_near_the_start_by_whole_turns(void) {
    arm_row rows[6];
    memcpy(rows, ur5_rows, sizeof rows);
    for (int i = 0; i < 6; i++) {
        rows[i].lower_deg = rows[i].upper_deg = 0; // without limits
    }
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, rows, 6, 0.1);
    CHECK_CASES(check_scaled(500)) {
        double q0[6], goal[6], q[6];
        snw_ik_result result;
        for (int i = 0; i < 6; i++) {
            q0[i] = check_real(-40, 40);
            goal[i] = check_real(-3, 3);
        }
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        for (int i = 0; i < 6; i++) {
            CHECK(fabs(q[i] - q0[i]) <= SNW_PI + 1e-9);
        }
    }
    tool_close(&t);
}

static void a_start_outside_the_limits_is_no_obstacle(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        for (int i = 0; i < 7; i++) {
            q0[i] = check_real(-12, 12);
        }
        stand_random(t.s.model, goal);
        const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
    }
    tool_close(&t);
}

// Seen in the first version: a start beyond its limits that already had the pose of the target was
// given back as the answer, by the search for joints that are not of one coordinate.
static void a_start_that_fits_but_is_outside_the_limits_is_no_answer(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "plane");
    add_link(robot, setup, "base");
    add_link(robot, setup, "car");
    add_link(robot, setup, "arm");
    snw_joint_description *joint = add_joint(robot, setup, "plane", "base", "car");
    joint->kind = SNW_JOINT_PLANAR;
    joint->axis = snw_vec3_of(0, 0, 1);
    joint = add_joint(robot, setup, "arm", "car", "arm");
    joint->axis = snw_vec3_of(0, 0, 1);
    joint->limits.lower = -1, joint->limits.upper = 1;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    stand s;
    stand_open(&s, &c.model, 2, -1);
    const double q0[] = {0.1, 0.2, 0.3, 1.5};
    double q[4];
    snw_ik_result result;
    const snw_ik_target target = snw_ik_target_pose(stand_pose(&s, q0));
    snw_ik_solve(&s.ik, &target, NULL, q0, q, &result);
    CHECK(result.status == SNW_IK_OK);
    stand_judge(&s, &target, q, &result);
    stand_close(&s);
    free(c.block);
    snw_setup_destroy(setup);
}

// --- what matters -------------------------------------------------------------------------------

static void leave_free(snw_ik_target *target, int component) {
    target->tolerance[component] = (double)INFINITY;
    target->weight[component] = 0;
}

// Targets drawn as positions with any attitude: most attitudes would be out of reach.
static void position_alone_is_found_where_the_attitude_is_free(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(1000)) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_ik_target target =
            snw_ik_target_pose(snw_pose_of(random_pose().R, stand_pose(&t.s, goal).p));
        for (int i = 3; i < 6; i++) {
            leave_free(&target, i);
        }
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        CHECK(snw_vec3_norm(snw_vec3_sub(stand_pose(&t.s, q).p, target.T_world_goal.p)) < 2e-5);
        CHECK(result.residual_rad == 0);
    }
    tool_close(&t);
}

// Pointing: the goal is turned about its z by any angle, which must not matter, and z must agree.
static void pointing_leaves_the_turn_about_z_free(void) {
    tool_stand t;
    tool_open(&t, SNW_DH_STANDARD, puma560_rows, 6, 0.1);
    CHECK_CASES(check_scaled(1000)) {
        double q0[6], goal[6], q[6];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_pose T = stand_pose(&t.s, goal);
        T.R = snw_mat3_mul(T.R,
                           snw_mat3_axis_angle(snw_vec3_of(0, 0, 1), check_real(-SNW_PI, SNW_PI)));
        snw_ik_target target = snw_ik_target_pose(T);
        leave_free(&target, 5);
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        const snw_pose found = stand_pose(&t.s, q);
        CHECK(snw_vec3_norm(snw_vec3_cross(found.R.z, T.R.z)) < 2e-5);
        CHECK(snw_vec3_dot(found.R.z, T.R.z) > 0);
    }
    tool_close(&t);
}

// One arm, targets beyond its reach by up to 20 mm along the goal's z: a tolerance along z makes
// them possible, and only that one is used.
static void a_wide_tolerance_along_one_axis_is_used(void) {
    tool_stand t;
    panda_open(&t);
    int used = 0;
    CHECK_CASES(check_scaled(500)) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_pose T = stand_pose(&t.s, goal);
        T.p = snw_vec3_add_scaled(T.p, T.R.z, check_real(-0.02, 0.02));
        snw_ik_target target = snw_ik_target_pose(T);
        target.tolerance[2] = 0.02;
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
        used += fabs(result.residual[2]) > 1e-4;
    }
    CHECK(used > 0);
    tool_close(&t);
}

static void wide_tolerances_of_rotation_hold(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(500)) {
        double q0[7], goal[7], q[7];
        snw_ik_result result;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, goal));
        target.tolerance[3] = target.tolerance[4] = check_real(0.1, 2.5);
        target.tolerance[5] = 0.3;
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
        CHECK(result.status == SNW_IK_OK);
        stand_judge(&t.s, &target, q, &result);
    }
    tool_close(&t);
}

// Beyond reach nothing is exact, and weights say what suffers: the heavier the rotation, the less
// of its error is left, the more of the translation's.
static void weights_say_what_suffers(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(check_scaled(50)) {
        double q0[7], goal[7], q[7];
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_pose T = stand_pose(&t.s, goal);
        const snw_vec3 shoulder = snw_vec3_of(0, 0, 0.333);
        const snw_vec3 out = snw_vec3_sub(T.p, shoulder);
        T.p = snw_vec3_add_scaled(shoulder, out, 1.3 / snw_vec3_norm(out));
        double before_m = 0, before_rad = HUGE_VAL;
        for (double weight = 0.1; weight < 20; weight *= 10) {
            snw_ik_target target = snw_ik_target_pose(T);
            snw_ik_result result;
            for (int i = 3; i < 6; i++) {
                target.weight[i] = weight;
            }
            snw_ik_solve(&t.s.ik, &target, NULL, q0, q, &result);
            CHECK(result.status == SNW_IK_UNREACHABLE);
            CHECK(result.residual_m > before_m * 0.999);
            CHECK(result.residual_rad < before_rad * 1.001);
            before_m = result.residual_m;
            before_rad = result.residual_rad;
        }
    }
    tool_close(&t);
}

// region: point
// points the tool's z at a goal's, any turn about it, and says why when it cannot
static bool point(snw_ik *ik, snw_pose T_world_goal, double *q) {
    snw_ik_target target = snw_ik_target_pose(T_world_goal);
    snw_ik_result result;
    target.tolerance[5] = (double)INFINITY;
    snw_ik_solve(ik, &target, NULL, q, q, &result);
    if (result.status == SNW_IK_OK) return true;
    char sentence[512];
    snw_why_sentence(&result.why, sentence, sizeof sentence);
    (void)fprintf(stderr, "%s\n", sentence);
    return false;
}
// endregion

static void the_example_of_the_page_works(void) {
    tool_stand t;
    panda_open(&t);
    double q[7] = {0, -0.7, 0, -2, 0, 1.5, 0.7};
    const snw_pose goal =
        snw_pose_of(snw_mat3_axis_angle(snw_vec3_of(1, 0, 0), SNW_PI), snw_vec3_of(0.5, 0.1, 0.3));
    CHECK(point(&t.s.ik, goal, q));
    CHECK(snw_vec3_dot(stand_pose(&t.s, q).R.z, snw_vec3_of(0, 0, -1)) > 1 - 1e-9);
    tool_close(&t);
}

// --- input --------------------------------------------------------------------------------------

static void refused(stand *s, const snw_ik_target *target, const snw_ik_options *options,
                    const double *q0) {
    double q[7] = {9, 9, 9, 9, 9, 9, 9};
    snw_ik_result result;
    snw_ik_solve(&s->ik, target, options, q0, q, &result);
    CHECK(result.status == SNW_IK_BAD_INPUT);
    CHECK(result.why.code == SNW_ERR_ARGUMENT);
    CHECK_TEXT(result.why.rule, "ik-input");
    CHECK(result.why.text[0] != '\0');
    CHECK(memcmp(q, q0, sizeof q) == 0);
}

static void what_is_no_input_is_refused(void) {
    tool_stand t;
    panda_open(&t);
    const double good[7] = {0, -0.7, 0, -2, 0, 1.5, 0.7};
    const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, good));
    const double nan = (double)NAN;

    for (int i = 0; i < 12; i++) {
        // every number of the goal
        snw_ik_target bad = target;
        double *numbers = i < 9 ? &bad.T_world_goal.R.x.x + i : &bad.T_world_goal.p.x + i - 9;
        *numbers = nan;
        refused(&t.s, &bad, NULL, good);
        *numbers = (double)INFINITY;
        refused(&t.s, &bad, NULL, good);
    }
    snw_ik_target bad = target;
    bad.T_world_goal.R.x = snw_vec3_scale(bad.T_world_goal.R.x, 1.001); // not of length 1
    refused(&t.s, &bad, NULL, good);
    bad = target;
    bad.T_world_goal.R.x = snw_vec3_scale(bad.T_world_goal.R.x, -1); // a mirror
    refused(&t.s, &bad, NULL, good);
    for (int i = 0; i < 6; i++) {
        const double tolerances[] = {0, -1, nan};
        const double weights[] = {0, -1, nan, (double)INFINITY};
        for (int k = 0; k < 3; k++) {
            bad = target;
            bad.tolerance[i] = tolerances[k];
            refused(&t.s, &bad, NULL, good);
        }
        for (int k = 0; k < 4; k++) {
            bad = target;
            bad.weight[i] = weights[k];
            refused(&t.s, &bad, NULL, good);
        }
    }
    bad = target;
    for (int i = 0; i < 6; i++) {
        leave_free(&bad, i); // nothing matters
    }
    refused(&t.s, &bad, NULL, good);
    for (int i = 0; i < 7; i++) {
        double start[7];
        memcpy(start, good, sizeof start);
        start[i] = nan;
        refused(&t.s, &target, NULL, start);
    }
    tool_close(&t);
}

static void options_outside_their_range_are_refused(void) {
    tool_stand t;
    panda_open(&t);
    const double good[7] = {0, -0.7, 0, -2, 0, 1.5, 0.7};
    const double broken[7] = {0, -0.7, 0, (double)NAN, 0, 1.5, 0.7};
    const snw_ik_target target = snw_ik_target_pose(stand_pose(&t.s, good));
    snw_ik_options options = snw_ik_options_default();
    options.iterations = 0;
    refused(&t.s, &target, &options, good);
    options = snw_ik_options_default();
    options.starts = 0;
    refused(&t.s, &target, &options, good);
    options = snw_ik_options_default();
    options.posture = broken;
    refused(&t.s, &target, &options, good);
    const double gains[] = {0, -1, 1.01, (double)NAN};
    for (int i = 0; i < 4; i++) {
        options.posture = good;
        options.posture_gain = gains[i];
        refused(&t.s, &target, &options, good);
    }
    tool_close(&t);
}

static void the_answer_may_replace_the_start(void) {
    tool_stand t;
    panda_open(&t);
    CHECK_CASES(200) {
        double q0[7], goal[7], apart[7];
        snw_ik_result one, other;
        stand_random(t.s.model, q0);
        stand_random(t.s.model, goal);
        snw_pose T = stand_pose(&t.s, goal);
        if (check_case % 4 == 0) T.p.x += 2; // also where there is no answer
        const snw_ik_target target = snw_ik_target_pose(T);
        snw_ik_solve(&t.s.ik, &target, NULL, q0, apart, &one);
        snw_ik_solve(&t.s.ik, &target, NULL, q0, q0, &other);
        CHECK(memcmp(apart, q0, sizeof apart) == 0);
        CHECK(one.status == other.status && one.iterations == other.iterations);
    }
    tool_close(&t);
}

static void statuses_have_the_names_of_files(void) {
    CHECK_TEXT(snw_ik_status_name(SNW_IK_OK), "ok");
    CHECK_TEXT(snw_ik_status_name(SNW_IK_UNREACHABLE), "unreachable");
    CHECK_TEXT(snw_ik_status_name(SNW_IK_LIMIT), "limit");
    CHECK_TEXT(snw_ik_status_name(SNW_IK_SINGULAR), "singular");
    CHECK_TEXT(snw_ik_status_name(SNW_IK_NOT_CONVERGED), "not_converged");
    CHECK_TEXT(snw_ik_status_name(SNW_IK_BAD_INPUT), "bad_input");
    CHECK_TEXT(snw_ik_status_name((snw_ik_status)77), "bad_input");
}

int main(void) {
    RUN(every_pose_that_an_arm_can_take_is_found_again);
    RUN(trees_of_joints_that_turn_slide_and_screw_are_solved);
    RUN(joints_that_follow_others_are_solved);
    RUN(spherical_planar_and_free_joints_are_solved);
    RUN(laws_are_solved);
    RUN(floating_trees_are_solved);
    RUN(many_followers_of_one_joint_are_solved);
    RUN(a_slide_without_limits_goes_as_far_as_it_must);
    RUN(joints_off_the_path_stay_where_they_are);
    RUN(the_base_may_stand_anywhere);
    RUN(continuous_joints_stay_near_the_start_by_whole_turns);
    RUN(a_start_outside_the_limits_is_no_obstacle);
    RUN(a_start_that_fits_but_is_outside_the_limits_is_no_answer);
    RUN(position_alone_is_found_where_the_attitude_is_free);
    RUN(pointing_leaves_the_turn_about_z_free);
    RUN(a_wide_tolerance_along_one_axis_is_used);
    RUN(wide_tolerances_of_rotation_hold);
    RUN(weights_say_what_suffers);
    RUN(the_example_of_the_page_works);
    RUN(what_is_no_input_is_refused);
    RUN(options_outside_their_range_are_refused);
    RUN(the_answer_may_replace_the_start);
    RUN(statuses_have_the_names_of_files);
    return check_report();
}
