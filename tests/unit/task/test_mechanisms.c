// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "control.h"

// Controllers of mechanisms with several hands, closed loops and free bases.

// --- several end effectors -----------------------------------------------------------------------

static snw_effector x_row;
static snw_effector left, right, third;

static void bend(void) {
    for (int i = 0; i < a.model->nq; i++)
        a.q[i] = 0.35 + 0.25 * (i % 3) - 0.1 * (i % 5);
}

// spec: actin-control:VC-04
static void two_branches_meet_both_commands(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, two_arms(setup, 7));
    a.config.law = SNW_LAW_NULLSPACE;
    left = effector_of(&snw_frame_effector_type, "l6");
    right = effector_of(&snw_frame_effector_type, "r6");
    arm_add(&a, &snw_frame_effector_type, &left);
    arm_add(&a, &snw_frame_effector_type, &right);
    add_posture();
    arm_ready(&a);
    CHECK_CASES(check_scaled(300)) {
        double V[12];
        for (int i = 0; i < 12; i++)
            V[i] = check_real(-0.5, 0.5);
        for (int i = 0; i < 14; i++)
            a.q[i] = check_real(0.3, 1.5);
        const snw_control_input input = {a.q, NULL, V, 0.01};
        CHECK(snw_control_rates(&a.control, &input, a.qd, NULL) == SNW_OK);
        for (int i = 0; i < 12; i++)
            CHECK_NEAR(row(i, a.qd), V[i], 1e-9 * scale_of(a.qd, 14));
    }
    arm_close(&a);
}

// spec: actin-model:A1-CAP-16
static void two_arms_hold_one_object_while_they_move_it(void) {
    for (int law = 0; law < 2; law++) {
        snw_setup *setup = new_setup();
        arm_open(&a, setup, two_arms(setup, 7));
        a.config.law = (snw_control_law)law;
        left = effector_of(&snw_frame_effector_type, "l6");
        // the right hand as the left one sees it
        right = effector_of(&snw_frame_effector_type, "r6");
        snw_copy_text(right.relative, SNW_NAME, "l6");
        right.guide_relative = true;
        right.gain_linear = right.gain_angular = 50;
        arm_add(&a, &snw_frame_effector_type, &left);
        arm_add(&a, &snw_frame_effector_type, &right);
        add_posture();
        bend();
        arm_ready(&a);
        const snw_pose grip = snw_task_placement(&a.control.task, 1);
        const snw_pose start = a.control.task.guides[0];
        double moved = 0;
        for (int k = 0; k < 5000; k++) {
            const double t = 0.002 * k, s = sin(0.8 * t);
            a.control.task.guides[0].p =
                snw_vec3_add(start.p, snw_vec3_of(-0.05 * s * s, 0.04 * s, 0.05 * s));
            SNW_IGNORE(arm_tick(&a, NULL, 0.002));
            const snw_pose now = snw_task_placement(&a.control.task, 1);
            const snw_twist off = snw_pose_difference(grip, now);
            CHECK(snw_vec3_norm(off.lin) <= 1e-4 && snw_vec3_norm(off.ang) <= 1e-4);
            moved =
                fmax(moved, snw_vec3_distance(snw_task_placement(&a.control.task, 0).p, start.p));
        }
        CHECK(moved > 0.03);
        arm_close(&a);
    }
}

// A four-bar: three links of a planar arm, whose tip is held on a point of the base.
// spec: actin-control:VC-05
static void a_loop_that_is_closed_by_rows_stays_closed(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, planar_arm(setup, 3, 1));
    a.config.law = SNW_LAW_NULLSPACE;
    third = effector_of(&snw_xy_effector_type, "tip");
    snw_copy_text(third.relative, SNW_NAME, "base");
    third.guide_relative = true;
    third.gain_linear = 800;
    double crank[] = {1, 0, 0};
    x_row = effector_of(&snw_linear_effector_type, "");
    x_row.matrix = crank;
    x_row.matrix_count = 3;
    arm_add(&a, &snw_xy_effector_type, &third);
    arm_add(&a, &snw_linear_effector_type, &x_row);
    const double q[] = {1.2, -0.9, -1.1};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
    const snw_pose closed = a.control.task.guides[0];
    double worst = 0, V[3];
    for (int k = 0; k < 10000; k++) {
        // the crank swings; the loop follows, its drift corrected by the guide
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        snw_task_drive(&a.control.task, V);
        V[2] = 0.4 * cos(1.5 * k * 0.001);
        SNW_IGNORE(arm_tick(&a, V, 0.001));
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        const snw_pose now = snw_task_placement(&a.control.task, 0);
        worst = fmax(worst, hypot(now.p.x - closed.p.x, now.p.y - closed.p.y));
    }
    CHECK(worst < 1e-6);
    arm_close(&a);
}

// spec: actin-control:EE-02
static void the_centre_of_mass_is_held(void) {
    snw_setup *setup = new_setup();
    arm_open(&a, setup, library_robot(setup, "panda"));
    a.config.law = SNW_LAW_NULLSPACE;
    snw_effector center = effector_of(&snw_center_effector_type, "");
    center.link[0] = '\0';
    center.gain_linear = 500;
    left = effector_of(&snw_orientation_effector_type, last_link(a.model));
    arm_add(&a, &snw_center_effector_type, &center);
    arm_add(&a, &snw_orientation_effector_type, &left);
    const double q[] = {0.4, 0.5, -0.6, -1.6, 0.7, 1.9, 0.3};
    memcpy(a.q, q, sizeof q);
    arm_ready(&a);
    const snw_pose com = a.control.task.guides[0], hand = a.control.task.guides[1];
    double turned = 0;
    for (int k = 0; k < 3000; k++) {
        a.control.task.guides[1].R = snw_mat3_mul(snw_mat3_rot_y(0.2 * sin(0.003 * k)), hand.R);
        SNW_IGNORE(arm_tick(&a, NULL, 0.001));
        CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
        CHECK(snw_vec3_distance(snw_task_placement(&a.control.task, 0).p, com.p) < 1e-6);
        turned = fmax(turned, fabs(a.q[5] - q[5]));
    }
    CHECK(turned > 0.02);
    arm_close(&a);
}

// --- free bases ----------------------------------------------------------------------------------

static snw_effector momentum;

static void open_free_chain(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "chain");
    char parent[SNW_NAME] = "base", name[SNW_NAME], joint[SNW_NAME + 2];
    robot->floating = true;
    add_inertial(add_link(robot, setup, "base"), setup, 5, 0.2);
    for (int i = 0; i < 21; i++) {
        (void)snprintf(name, sizeof name, "%d", i);
        add_inertial(add_link(robot, setup, name), setup, 0.6, 0.004)->origin =
            snw_pose_translation(snw_vec3_x(0.05));
    }
    for (int i = 0; i < 21; i++) {
        (void)snprintf(name, sizeof name, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%s", name);
        snw_joint_description *j = add_joint(robot, setup, joint, parent, name);
        const snw_vec3 axes[] = {snw_vec3_z(1), snw_vec3_y(1), snw_vec3_x(1)};
        j->kind = SNW_JOINT_CONTINUOUS;
        j->axis = axes[i % 3];
        j->origin = snw_pose_translation(snw_vec3_x(0.1));
        (void)snprintf(parent, sizeof parent, "%s", name);
    }
    arm_open(&a, setup, robot);
    a.config.law = SNW_LAW_NULLSPACE;
    momentum = effector_of(&snw_momentum_effector_type, "");
    momentum.link[0] = '\0';
    left = effector_of(&snw_point_effector_type, "20");
    arm_add(&a, &snw_momentum_effector_type, &momentum);
    arm_add(&a, &snw_point_effector_type, &left);
    CHECK(a.model->nv == 27);
    for (int i = 0; i < 21; i++)
        a.q[7 + i] = 0.3 * sin(1.7 * i);
    arm_ready(&a);
}

// A chain of 21 joints on a free base moves its tip; its momentum stays zero, as rows and by a
// count of its own, which sums over links. spec: actin-control:EE-03
static void a_free_chain_moves_its_tip_without_momentum(void) {
    open_free_chain();
    const snw_vec3 start = snw_task_placement(&a.control.task, 1).p;
    double base_moved = 0;
    for (int k = 0; k < check_scaled(2000); k++) {
        const double V[9] = {0, 0, 0, 0, 0, 0, 0, 0.2, 0.1};
        double q[MOST];
        memcpy(q, a.q, sizeof q);
        SNW_IGNORE(arm_tick(&a, V, 0.001));
        // the rows themselves
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(row(i, a.qd), 0, 1e-9);
        // link by link
        snw_kin *kin = &a.s.dyn.kin;
        CHECK(snw_kin_update_velocity(kin, q, a.qd) == SNW_OK);
        snw_vec3 lin = snw_vec3_zero(), ang = snw_vec3_zero();
        for (int l = 0; l < a.model->link_count; l++) {
            const snw_inertia b = a.model->links[l].inertia;
            const snw_pose T = kin->T_world_link[l];
            const snw_twist V_body = snw_kin_body_velocity(kin, l, snw_pose_identity());
            const snw_vec3 p =
                snw_vec3_add_scaled(snw_vec3_cross(V_body.ang, b.h), V_body.lin, b.m);
            const snw_vec3 h =
                snw_vec3_add(snw_sym3_apply(b.I, V_body.ang), snw_vec3_cross(b.h, V_body.lin));
            const snw_vec3 p_world = snw_mat3_apply(T.R, p);
            lin = snw_vec3_add(lin, p_world);
            ang = snw_vec3_add(ang,
                               snw_vec3_add(snw_mat3_apply(T.R, h), snw_vec3_cross(T.p, p_world)));
        }
        CHECK(snw_vec3_norm(lin) < 1e-9 && snw_vec3_norm(ang) < 1e-9);
        base_moved = fmax(base_moved, fabs(a.qd[1]) + fabs(a.qd[2]));
    }
    CHECK(base_moved > 1e-3);
    CHECK(snw_task_update(&a.control.task, a.q) == SNW_OK);
    const snw_vec3 way = snw_vec3_sub(snw_task_placement(&a.control.task, 1).p, start);
    CHECK_NEAR(way.y, 0.2e-3 * (double)check_scaled(2000), 0.02);
    arm_close(&a);
}

// the joints follow what the kinematic chain does; nothing holds the base
static double target_q[MOST], target_v[MOST];

static snw_status accelerate(double t, const double *q, const double *v, double *acceleration,
                             void *context) {
    double tau[MOST] = {0};
    (void)t;
    for (int i = 0; i < 21; i++)
        tau[6 + i] = 5 * (target_q[7 + i] - q[7 + i]) + 0.3 * (target_v[6 + i] - v[6 + i]);
    return snw_dyn_forward(context, q, v, tau, NULL, acceleration);
}

// spec: actin-control:EE-03
static void the_same_command_keeps_momentum_in_dynamics(void) {
    open_free_chain();
    snw_dyn *dyn = &a.s.dyn;
    CHECK(snw_dyn_set_gravity(dyn, snw_vec3_zero()) == SNW_OK);
    snw_stepper stepper;
    snw_arena arena = {0};
    SNW_IGNORE(snw_stepper_init(&stepper, a.model, snw_stepper_defaults(), &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_stepper_init(&stepper, a.model, snw_stepper_defaults(), &arena) == SNW_OK);
    const snw_stepper_source source = {accelerate, dyn};
    double q[MOST], v[MOST] = {0}, worst = 0, most = 0;
    memcpy(q, a.q, sizeof q);
    for (int k = 0; k < check_scaled(2000); k++) {
        const double V[9] = {0, 0, 0, 0, 0, 0, 0, 0.2, 0.1};
        SNW_IGNORE(arm_tick(&a, V, 0.001));
        memcpy(target_q, a.q, sizeof target_q);
        memcpy(target_v, a.v, sizeof target_v);
        CHECK(snw_stepper_step(&stepper, source, 0.001 * k, 0.001, q, v) >= 0);
        snw_momentum whole;
        CHECK(snw_dyn_momentum(dyn, q, v, snw_vec3_zero(), &whole) == SNW_OK);
        CHECK(snw_kin_update_velocity(&dyn->kin, q, v) == SNW_OK);
        double sum = 0;
        for (int l = 0; l < a.model->link_count; l++) {
            const snw_inertia b = a.model->links[l].inertia;
            const snw_vec3 c = snw_vec3_divide(b.h, b.m);
            sum += b.m * snw_vec3_norm(snw_kin_velocity(&dyn->kin, l, c).lin);
        }
        most = fmax(most, sum);
        worst = fmax(worst, fmax(snw_vec3_norm(whole.lin), snw_vec3_norm(whole.ang)));
    }
    // it moves, all parts together do not
    CHECK(most > 0.1);
    CHECK(worst < 1e-4 * most);
    free(block);
    arm_close(&a);
}

int main(void) {
    RUN(two_branches_meet_both_commands);
    RUN(two_arms_hold_one_object_while_they_move_it);
    RUN(a_loop_that_is_closed_by_rows_stays_closed);
    RUN(the_centre_of_mass_is_held);
    RUN(a_free_chain_moves_its_tip_without_momentum);
    RUN(the_same_command_keeps_momentum_in_dynamics);
    return check_report();
}
