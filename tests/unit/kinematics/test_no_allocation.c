// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/robots.h"

#include "sinew/kinematics.h"
#include "sinew/model/spring.h"

#include "allocations.h"

// every question about velocities, Jacobians and masses, once
static void ask_all(snw_kin *kin, snw_dexterity *dexterity, const double *q, const double *v) {
    static snw_twist J[256];
    static snw_momentum A[256];
    static snw_vec3 C[256];
    static double gradient[256];
    static int numbers[256];
    const int last = kin->model->link_count - 1;
    const snw_vec3 p = snw_vec3_x(0.1);
    SNW_IGNORE(snw_kin_update_velocity(kin, q, v));
    SNW_IGNORE(snw_kin_update_acceleration(kin, q, v, v));
    (void)snw_kin_body_velocity(kin, last, snw_pose_identity());
    (void)snw_kin_body_acceleration(kin, last, snw_pose_identity());
    (void)snw_kin_relative_velocity(kin, 1, last, p);
    (void)snw_kin_frame_velocity(kin, 0);
    (void)snw_kin_frame_acceleration(kin, 0);
    snw_kin_frame_jacobian(kin, 0, J);
    snw_kin_body_jacobian(kin, last, snw_pose_identity(), J);
    snw_kin_relative_jacobian(kin, 1, last, p, J);
    snw_kin_jacobian_rate(kin, last, p, J);
    snw_kin_jacobian_derivative(kin, last, p, 0, J);
    (void)snw_kin_path(kin, last, numbers);
    (void)snw_kin_leaves(kin, 0, numbers);
    snw_kin_center_jacobian(kin, C);
    snw_kin_momentum_jacobian(kin, A);
    (void)snw_kin_momentum(kin);
    (void)snw_kin_composite(kin, last);
    SNW_IGNORE(snw_dexterity_update(dexterity, kin, last, p, SNW_PART_LINEAR));
    snw_dexterity_gradient(dexterity, kin, gradient);
}

// every real-time function of model and kinematics, once
static void run_all(snw_kin *kin, snw_random *random, double *q, double *v, double *out) {
    const snw_model *m = kin->model;
    snw_state a = {0, q, v}, b = {1000000, q, v};
    snw_state between = {0, out, out + 256};
    snw_random_configuration(m, random, q);
    SNW_IGNORE(snw_kin_update(kin, q));
    SNW_IGNORE(snw_kin_set_base(kin, snw_kin_frame(kin, 0)));
    SNW_IGNORE(snw_configuration_check(m, q));
    SNW_IGNORE(snw_integrate(m, q, v, 1e-3, out));
    SNW_IGNORE(snw_difference(m, out, q, v));
    SNW_IGNORE(snw_interpolate(m, q, out, 0.5, out));
    snw_neutral(m, out);
    snw_midpoint(m, out);
    snw_why why;
    SNW_IGNORE(snw_in_limits(m, q, &why));
    SNW_IGNORE(snw_wrap(m, q, out, &why));
    SNW_IGNORE(snw_state_interpolate(m, &a, &b, 500000, &between));
    SNW_IGNORE(snw_state_step(m, &between, 1000));
    SNW_IGNORE(snw_joint_positions(m, q, out));
    SNW_IGNORE(snw_motor_positions(m, q, out));
    SNW_IGNORE(snw_joint_rates(m, v, out));
    SNW_IGNORE(snw_motor_rates(m, v, out));
    SNW_IGNORE(snw_joint_efforts(m, v, out));
    SNW_IGNORE(snw_motor_efforts(m, v, out));
    SNW_IGNORE(snw_spring_efforts(m, q, out));
    SNW_IGNORE(snw_damper_efforts(m, v, out));
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].joint != SNW_JOINT_LAW) continue;
        (void)snw_law_velocity(&m->links[i].law, 0.1, 1);
        (void)snw_law_acceleration(&m->links[i].law, 0.1, 1, 1);
    }
    (void)snw_model_find_link(m, "3");
    (void)snw_model_find_joint(m, "j3");
    (void)snw_model_find_frame(m, "f3");
}

static void nothing_allocates_once_it_is_laid_out(void) {
    static double q[256], v[256], out[512];
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(
        setup, (tree_options){.links = 30, .laws = true, .mimics = true, .floating = true});
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    snw_kin kin;
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&kin, &c.model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_kin_init(&kin, &c.model, &arena) == SNW_OK);
    snw_dexterity dexterity;
    snw_arena more = {0};
    SNW_IGNORE(snw_dexterity_init(&dexterity, &c.model, &more));
    void *second = exact_block(more.needed);
    more = snw_arena_over(second, more.needed);
    CHECK(snw_dexterity_init(&dexterity, &c.model, &more) == SNW_OK);
    snw_random random = snw_random_stream(1, 0);

    const long before = allocations;
    for (int i = 0; i < 1000; i++) {
        run_all(&kin, &random, q, v, out);
        ask_all(&kin, &dexterity, q, v);
    }
    CHECK(allocations == before);
    free(block);
    free(second);
    CHECK(!COUNTING || allocations > before);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(nothing_allocates_once_it_is_laid_out);
    return check_report();
}
