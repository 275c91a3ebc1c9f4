// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "control.h"

#include "../../../src/motion/task/inside.h"

// Controllers: both laws on whole mechanisms.

static snw_effector left, right;

// --- least kinetic energy ------------------------------------------------------------------------

// spec: actin-control:VC-28
static void the_mass_matrix_as_weight_takes_the_least_kinetic_energy(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    a.config.weighting = SNW_WEIGHT_MASS;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    arm_ready(&a);
    CHECK_CASES(check_scaled(50)) {
        double V[6], other[MOST];
        random_q(a.model, a.q);
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-1, 1);
        const snw_control_input input = {a.q, NULL, V, 0.01};
        if (snw_control_rates(&a.control, &input, a.qd, NULL) != SNW_OK) continue;
        const double *M = snw_task_mass_matrix(&a.control.task);
        const double *N = a.control.nullspace.N;
        double least = 0;
        for (int i = 0; i < 49; i++)
            least += a.qd[i % 7] * M[i] * a.qd[i / 7];
        for (int t = 0; t < 1000; t++) {
            const double z = check_real(-5, 5);
            double energy = 0;
            for (int i = 0; i < 7; i++)
                other[i] = a.qd[i] + z * N[i];
            for (int i = 0; i < 49; i++)
                energy += other[i % 7] * M[i] * other[i / 7];
            CHECK(energy >= least - 1e-12 * least);
        }
    }
    arm_close(&a);
}

static void newton_and_euler_make_the_reduced_matrix(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    CHECK_CASES(check_scaled(200)) {
        double MN[7], At[7], V[6] = {0.1, 0, 0, 0, 0.2, 0}, full[7], reduced[7];
        random_q(a.model, a.q);
        snw_task *task = &a.control.task;
        snw_nullspace *ns = &a.control.nullspace;
        CHECK(snw_task_update(task, a.q) == SNW_OK);
        if (snw_nullspace_factor(ns, snw_task_jacobian(task), 6) != SNW_OK) continue;
        CHECK(ns->freedom == 1);
        CHECK(snw_dyn_mass_times(&task->dyn, a.q, ns->N, 1, MN) == SNW_OK);
        snw__nullspace_matrix_to_a(ns, snw_task_mass_matrix(task), At);
        CHECK(farthest(MN, At, 7) < 1e-12);
        const snw_nullspace_problem p = {.V = V, .W = snw_task_mass_matrix(task)};
        const double B[] = {0};
        CHECK(snw_nullspace_solve(ns, &p, full, NULL) == SNW_OK);
        CHECK(snw__nullspace_solve_reduced(ns, V, MN, B, 0, reduced) == SNW_OK);
        CHECK(farthest(full, reduced, 7) < 1e-10 * scale_of(full, 7));
    }
    arm_close(&a);
}

// --- soft end effectors --------------------------------------------------------------------------

static snw_effector x_row, y_row;
static double x_of_tip[3], y_of_tip[3];

static snw_soft_fn ignore_soft;
static void ignore_soft(const snw_soft_problem *problem, void *context) {
    (void)problem;
    *(int *)context += 1;
}

// W = diag(3, 2, 1), alpha F = 0.5 (0.2, -0.1, 0.4), x hard, y soft
static void open_soft(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, 3, 1));
    a.config.law = SNW_LAW_NULLSPACE;
    a.config.weighting = SNW_WEIGHT_DIAGONAL;
    memcpy(a.config.weights, (const double[]){3, 2, 1}, sizeof(double) * 3);
    a.config.weight_count = 3;
    a.config.alpha = 0.5;
    const double q[] = {0.3, 0.5, -0.4};
    memcpy(a.q, q, sizeof q);
    for (int k = 0; k < 3; k++) {
        x_of_tip[k] = y_of_tip[k] = 0;
        for (int i = k; i < 3; i++) {
            const double angle = i == 0 ? 0.3 : i == 1 ? 0.8 : 0.4;
            x_of_tip[k] -= sin(angle);
            y_of_tip[k] += cos(angle);
        }
    }
    x_row = effector_of(&snw_linear_effector_type, "");
    y_row = x_row;
    x_row.matrix = x_of_tip;
    y_row.matrix = y_of_tip;
    x_row.matrix_count = y_row.matrix_count = 3;
    y_row.soft = true;
    arm_add(&a, &snw_linear_effector_type, &y_row);
    arm_add(&a, &snw_linear_effector_type, &x_row);
    // the gradient of this posture is F
    snw_block_defaults(&snw_posture_type, &a.posture);
    memcpy(a.posture.reference, (const double[]){0.1, 0.6, -0.8}, sizeof(double) * 3);
    a.posture.reference_count = 3;
    arm_add(&a, &snw_posture_type, &a.posture);
    arm_ready(&a);
}

// spec: actin-control:VC-37
static void a_soft_row_is_that_of_the_golden_vector(void) {
    open_soft();
    const double V[] = {0.1, -0.05};
    const snw_control_input input = {a.q, NULL, V, 0.01};
    CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) == SNW_OK);
    const double expected[] = {0.042403085407, -0.210190437689, 0.187900196806};
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(a.qd[i], expected[i], 1e-10);
    CHECK_NEAR(row(0, a.qd), 0.1, 1e-11);
    CHECK_NEAR(row(1, a.qd), -0.057864202769, 1e-10);

    // no factor ignores it, a large one is as good as hard
    a.config.soft = 0;
    CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) == SNW_OK);
    double alone[3];
    const snw_nullspace_problem p = {.V = V,
                                     .W = a.config.weights,
                                     .diagonal = true,
                                     .F = (const double[]){0.2, -0.1, 0.4},
                                     .alpha = 0.5};
    snw_nullspace *ns = &a.control.nullspace;
    CHECK(snw_nullspace_factor(ns, x_of_tip, 1) == SNW_OK);
    CHECK(snw_nullspace_solve(ns, &p, alone, NULL) == SNW_OK);
    CHECK(farthest(a.qd, alone, 3) < 1e-12);
    a.config.soft = 1e8;
    CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) == SNW_OK);
    const double hard[] = {0.045813777138, -0.220590948599, 0.205177823725};
    for (int i = 0; i < 3; i++)
        CHECK_NEAR(a.qd[i], hard[i], 1e-6);

    // another way to treat them
    int calls = 0;
    a.control.soft = ignore_soft;
    a.control.soft_context = &calls;
    CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) == SNW_OK);
    CHECK(calls == 1);
    CHECK(farthest(a.qd, alone, 3) < 1e-12);
    arm_close(&a);
}

// --- joints that fail ----------------------------------------------------------------------------

static void joints_that_are_held_are_made_up_for_or_the_rows_are_named(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    CHECK_CASES(check_scaled(300)) {
        double V[6];
        for (int i = 0; i < 7; i++) {
            a.q[i] = check_real(a.model->lower[i], a.model->upper[i]);
            a.control.held[i] = false;
        }
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.3, 0.3);
        const int failed = check_int(0, 6);
        a.control.held[failed] = true;
        a.control.held_rate[failed] = check_case % 2 ? 0 : check_real(-0.5, 0.5);
        const snw_control_input input = {a.q, NULL, V, 0.01};
        const snw_status status = snw_control_rates(&a.control, &input, a.qd, NULL);
        CHECK(status == SNW_OK || status == SNW_NEAR_SINGULAR);
        const double scale = scale_of(a.qd, 7);
        CHECK(status != SNW_OK || fabs(a.qd[failed] - a.control.held_rate[failed]) < 1e-9 * scale);
        for (int i = 0; i < 6 && status == SNW_OK; i++)
            CHECK_NEAR(row(i, a.qd), V[i], 1e-9 * scale);
        CHECK(status == SNW_OK || a.control.report.lost_count > 0);
        a.control.held_rate[failed] = 0;
    }
    arm_close(&a);
}

// --- the law with limits -------------------------------------------------------------------------

static void both_laws_agree_where_nothing_holds_back(void) {
    static arm b;
    arm_library(&a, "panda", SNW_LAW_QP);
    arm_library(&b, "panda", SNW_LAW_NULLSPACE);
    int compared = 0;
    CHECK_CASES(check_scaled(1000)) {
        double V[6], v[MOST] = {0}, other[MOST];
        for (int i = 0; i < 7; i++)
            a.q[i] = check_real(0.8 * a.model->lower[i], 0.8 * a.model->upper[i]);
        for (int i = 0; i < 6; i++)
            V[i] = check_real(-0.1, 0.1);
        const snw_control_input input = {a.q, v, V, 1};
        CHECK(snw_control_rates(&b.control, &input, other, NULL) == SNW_OK);
        const snw_status status = snw_control_rates(&a.control, &input, a.qd, NULL);
        if (status != SNW_OK || a.control.bounded.programs) continue;
        compared++;
        CHECK(farthest(a.qd, other, 7) < 1e-9 * scale_of(other, 7));
    }
    CHECK(compared > check_scaled(1000) / 10);
    arm_close(&b);
    arm_close(&a);
}

// a frame that is held at the end of a joint's range: that joint, and no other, takes the blame
static void what_holds_back_is_named_with_its_share(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, 2, 1));
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    a.q[0] = 3.1;
    a.q[1] = 1;
    arm_ready(&a);
    snw_why why;
    const snw_pose tip = snw_task_placement(&a.control.task, 0);
    // turn about the base, into the limit of joint 0, which stands at it
    const double V[] = {-tip.p.y * 0.1, tip.p.x * 0.1};
    const snw_control_input input = {a.q, a.v, V, 0.01};
    CHECK(snw_control_rates(&a.control, &input, a.qd, &why) == SNW_SATURATED);
    const snw_control_report *r = &a.control.report;
    CHECK(a.qd[0] <= 0 && r->missed > 0.01);
    CHECK(r->hold_count >= 1);
    CHECK(r->hold_rate[0] == 0 && r->hold_cause[0] == SNW_BOUND_POSITION && r->hold_side[0] == 1);
    double whole = 0;
    for (int i = 0; i < r->hold_count; i++) {
        whole += r->hold_share[i];
        CHECK(i == 0 || r->hold_share[i] <= r->hold_share[i - 1]);
    }
    CHECK_NEAR(whole, 1, 1e-12);
    CHECK_TEXT(why.text, "position limit");
    CHECK(why.numbers[0].value == 0);
    CHECK_NEAR(why.numbers[1].value, 100 * r->hold_share[0], 1e-12);
    arm_close(&a);
}

// a start outside the limits, in any direction and at any speed, has an answer and comes back
static void a_start_outside_the_limits_comes_back(void) {
    CHECK_CASES(check_scaled(60)) {
        arm_library(&a, "panda", SNW_LAW_QP);
        for (int i = 0; i < 7; i++) {
            const double out = check_real(-0.4, 0.4);
            a.q[i] = check_int(0, 1) ? a.model->upper[i] + out : a.model->lower[i] + out;
        }
        CHECK(snw_control_hold(&a.control, a.q) == SNW_OK);
        const double V[6] = {0.1, -0.2, 0.1, 0.3, 0, 0.2};
        for (int k = 0; k < 800; k++) {
            double before[MOST];
            memcpy(before, a.v, sizeof before);
            SNW_IGNORE(arm_tick(&a, V, 0.004));
            for (int i = 0; i < 7; i++) {
                CHECK(fabs(a.v[i]) <= a.model->velocity[i] + 1e-9);
                CHECK(fabs(a.v[i] - before[i]) <= a.model->acceleration[i] * 0.004 + 1e-9);
            }
        }
        CHECK(snw_in_limits(a.model, a.q, NULL) == SNW_OK);
        arm_close(&a);
    }
}

// the tool is held; a pull on the elbow moves the arm round it
static void the_elbow_is_dragged_while_the_tool_stays(void) {
    static const char *const names[] = {"panda", "iiwa7", "wam7"};
    for (int n = 0; n < 3; n++) {
        snw_setup *setup = new_setup();
        arm_open(&a, setup, library_robot(setup, names[n]));
        a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
        a.frame.gain_linear = a.frame.gain_angular = 50;
        // the link that the fourth joint moves
        const int elbow = a.model->link_of_v[3];
        left = effector_of(&snw_point_effector_type, a.model->links[elbow].name);
        left.soft = true;
        left.gain_linear = 5;
        left.speed_linear = 0.2;
        arm_add(&a, &snw_frame_effector_type, &a.frame);
        arm_add(&a, &snw_point_effector_type, &left);
        for (int i = 0; i < 7; i++)
            a.q[i] = i % 2 ? 0.8 : 0.1;
        if (a.model->upper[3] < 0.8) a.q[3] = -1.5;
        arm_ready(&a);
        const snw_pose tool = snw_task_placement(&a.control.task, 0);
        const snw_vec3 from = snw_task_placement(&a.control.task, 1).p;
        // along the way that self-motion offers
        const snw_vec3 axis = snw_vec3_normalize(snw_vec3_sub(tool.p, snw_vec3_z(0.3)));
        const snw_vec3 side = snw_vec3_normalize(snw_vec3_cross(axis, snw_vec3_sub(from, tool.p)));
        a.control.task.guides[1].p = snw_vec3_add_scaled(from, side, 0.4);
        double moved = 0;
        for (int k = 0; k < 5000 && moved < 0.1; k++) {
            SNW_IGNORE(arm_tick(&a, NULL, 0.001));
            const snw_pose now = snw_task_placement(&a.control.task, 0);
            CHECK(snw_vec3_distance(now.p, tool.p) < 1e-4);
            moved = snw_vec3_distance(snw_task_placement(&a.control.task, 1).p, from);
        }
        CHECK(moved >= 0.1);
        arm_close(&a);
    }
}

// --- sizes, sets, refusals -----------------------------------------------------------------------

static void a_chain_of_sixty_joints_is_controlled(void) {
    for (int law = 0; law < 2; law++) {
        snw_setup *setup = new_setup();
        arm_open(&a, setup, two_arms(setup, 30));
        a.config.law = (snw_control_law)law;
        CHECK(a.model->nv == 60);
        left = effector_of(&snw_frame_effector_type, "l29");
        right = effector_of(&snw_point_effector_type, "r29");
        arm_add(&a, &snw_frame_effector_type, &left);
        arm_add(&a, &snw_point_effector_type, &right);
        add_posture();
        for (int i = 0; i < 60; i++)
            a.q[i] = 0.2 * sin(1.3 * i);
        arm_ready(&a);
        a.control.task.guides[0].p.x -= 0.2;
        a.control.task.guides[1].p.z += 0.2;
        for (int k = 0; k < check_scaled(600); k++)
            SNW_IGNORE(arm_tick(&a, NULL, 0.005));
        if (check_scaled(600) == 600) CHECK(snw__task_difference(&a.control.task) < 1e-5);
        arm_close(&a);
    }
}

// spec: actin-control:VC-39
static void end_effectors_are_exchanged_while_it_runs(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    a.frame = effector_of(&snw_frame_effector_type, last_link(a.model));
    a.frame.weight_count = 2;
    a.frame.weights[0] = 3;
    a.frame.weights[1] = 4;
    arm_add(&a, &snw_frame_effector_type, &a.frame);
    add_posture();
    const snw_task_room room = {9, 2};
    snw_arena arena = {0};
    SNW_IGNORE(snw_control_init_room(&a.control, &a.config, a.model, room, &arena, NULL));
    a.control_block = exact_block(arena.needed);
    arena = snw_arena_over(a.control_block, arena.needed);
    CHECK(snw_control_init_room(&a.control, &a.config, a.model, room, &arena, NULL) == SNW_OK);

    left = effector_of(&snw_point_effector_type, "link4");
    left.weight_count = 1;
    left.weights[0] = 7;
    const int elbow = a.model->link_of_v[3];
    snw_copy_text(left.link, SNW_NAME, a.model->links[elbow].name);
    const snw_child both[] = {{&snw_point_effector_type, &left},
                              {&snw_frame_effector_type, &a.frame}};
    snw_effector_set more;
    void *block = exact_block(4096);
    snw_arena slots = snw_arena_over(block, 4096);
    CHECK(snw_effector_set_init(&more, a.model, both, 2, &slots, NULL) == SNW_OK);
    a.q[3] = -1.5;
    CHECK(snw_control_hold(&a.control, a.q) == SNW_OK);
    double w[9];
    for (int k = 0; k < 60; k++) {
        // the same set, more of them, and back: the arm holds, so nothing may move
        const bool larger = k / 10 % 2;
        CHECK(snw_task_use(&a.control.task, larger ? &more : &a.control.set) == SNW_OK);
        const int rows = snw_task_rows(&a.control.task);
        CHECK(rows == (larger ? 9 : 6));
        snw__task_weights(&a.control.task, w);
        const double expected[] = {7, 1, 1, 3, 4, 1, 1, 1, 1};
        for (int i = 0; i < rows; i++)
            CHECK(w[i] == expected[larger ? i : i + 3]);
        const snw_pose before = snw_task_placement(&a.control.task, larger ? 1 : 0);
        SNW_IGNORE(arm_tick(&a, NULL, 0.001));
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        const snw_pose after = snw_task_placement(&a.control.task, larger ? 1 : 0);
        CHECK(snw_vec3_distance(before.p, after.p) < 1e-5);
    }
    // no room for a third
    const snw_child three[] = {both[0], both[1], both[0]};
    slots = snw_arena_over(block, 4096);
    CHECK(snw_effector_set_init(&more, a.model, three, 3, &slots, NULL) == SNW_OK);
    CHECK(snw_task_use(&a.control.task, &more) == SNW_ERR_SIZE);
    free(block);
    arm_close(&a);
}

// spec: actin-control:VC-17
static void answers_are_computed_once_per_configuration(void) {
    arm_library(&a, "panda", SNW_LAW_NULLSPACE);
    snw_task *task = &a.control.task;
    const snw_task_counts before = task->counts;
    for (int k = 0; k < 10; k++)
        SNW_IGNORE(arm_tick(&a, NULL, 0.001));
    const double *J = NULL, *M = NULL;
    for (int k = 0; k < 3; k++) {
        J = snw_task_jacobian(task);
        M = snw_task_mass_matrix(task);
    }
    CHECK(J != NULL && M != NULL);
    CHECK(task->counts.jacobians - before.jacobians == 10);
    CHECK(task->counts.mass_matrices - before.mass_matrices == 1);
    CHECK(task->counts.poses - before.poses == 10);
    arm_close(&a);
}

static void descriptions_that_do_not_fit_are_refused(void) {
    snw_setup *setup = new_setup();
    snw_why why;
    arm_open(&a, setup, planar_arm(setup, 3, 1));
    snw_rates_filter filter;
    snw_block_defaults(&snw_rates_filter_type, &filter);
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    arm_add(&a, &snw_rates_filter_type, &filter);
    snw_arena arena = {0};
    CHECK(snw_control_init(&a.control, &a.config, a.model, &arena, &why) == SNW_ERR_ARGUMENT);
    a.config.law = SNW_LAW_NULLSPACE;
    a.config.weighting = SNW_WEIGHT_DIAGONAL;
    CHECK(snw_control_init(&a.control, &a.config, a.model, &arena, &why) == SNW_ERR_SIZE);
    a.config.weight_count = 3;
    CHECK(snw_control_init(&a.control, &a.config, a.model, &arena, &why) == SNW_ERR_RANGE);
    CHECK_TEXT(why.rule, "control");
    a.config.weighting = SNW_WEIGHT_UNIT;
    arm_ready(&a);
    double V[] = {(double)NAN, 0};
    const snw_control_input input = {a.q, NULL, V, 0.01}, timeless = {a.q, NULL, NULL, (double)NAN};
    CHECK(snw_control_rates(&a.control, &input, a.qd, &why) == SNW_ERR_NOT_FINITE);
    CHECK(snw_control_rates(&a.control, &timeless, a.qd, &why) == SNW_ERR_RANGE);
    CHECK(a.control.report.status == SNW_ERR_RANGE);
    arm_close(&a);
}

static void every_arena_that_is_too_small_is_refused(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, 2, 1));
    a.frame = effector_of(&snw_xy_effector_type, "tip");
    arm_add(&a, &snw_xy_effector_type, &a.frame);
    snw_arena measure = {0};
    CHECK(snw_control_init(&a.control, &a.config, a.model, &measure, NULL) == SNW_ERR_MEMORY);
    for (size_t capacity = 0; capacity <= measure.needed; capacity += 8) {
        void *exact = exact_block(capacity);
        snw_arena arena = snw_arena_over(exact, capacity);
        CHECK(snw_control_init(&a.control, &a.config, a.model, &arena, NULL) ==
              (capacity < measure.needed ? SNW_ERR_MEMORY : SNW_OK));
        free(exact);
    }
    arm_ready(&a);
    arm_close(&a);
}

int main(void) {
    RUN(the_mass_matrix_as_weight_takes_the_least_kinetic_energy);
    RUN(newton_and_euler_make_the_reduced_matrix);
    RUN(a_soft_row_is_that_of_the_golden_vector);
    RUN(joints_that_are_held_are_made_up_for_or_the_rows_are_named);
    RUN(both_laws_agree_where_nothing_holds_back);
    RUN(what_holds_back_is_named_with_its_share);
    RUN(a_start_outside_the_limits_comes_back);
    RUN(the_elbow_is_dragged_while_the_tool_stays);
    RUN(a_chain_of_sixty_joints_is_controlled);
    RUN(end_effectors_are_exchanged_while_it_runs);
    RUN(answers_are_computed_once_per_configuration);
    RUN(descriptions_that_do_not_fit_are_refused);
    RUN(every_arena_that_is_too_small_is_refused);
    return check_report();
}
