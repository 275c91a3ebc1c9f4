// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_DYNAMICS_STAND_H
#define SINEW_TESTS_DYNAMICS_STAND_H

/// @file
/// Mechanisms with mass that can be moved, and a second opinion on them: d'Alembert's principle
/// with the Jacobians of kinematics, link by link.
///
/// Include it first.

#include "unit/model/robots.h"

#include "sinew/dynamics.h"

enum { RATES = 400, LINKS = 64 };

/// A compiled description with a workspace and a state.
typedef struct stand {
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
    snw_dyn dyn;
    void *block;
    int nv;
    double q[RATES], v[RATES], a[RATES], tau[RATES];
    snw_wrench wrenches[LINKS];
} stand;

/// Of a workspace for a model; the caller frees the block.
__attribute__((unused)) static void *new_dyn(snw_dyn *dyn, const snw_model *model) {
    snw_arena arena = {0};
    SNW_IGNORE(snw_dyn_init(dyn, model, &arena));
    void *block = exact_block(arena.needed);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_dyn_init(dyn, model, &arena) == SNW_OK);
    return block;
}

__attribute__((unused)) static void set_up(stand *s, snw_setup *setup, snw_robot *robot) {
    s->setup = setup;
    s->robot = robot;
    CHECK(compile(robot, &s->c, NULL) == SNW_OK);
    s->nv = s->c.model.nv;
    CHECK(s->c.model.nq <= RATES && s->c.model.link_count <= LINKS);
    s->block = new_dyn(&s->dyn, &s->c.model);
    snw_neutral(&s->c.model, s->q);
    memset(s->v, 0, sizeof s->v);
    memset(s->a, 0, sizeof s->a);
    memset(s->tau, 0, sizeof s->tau);
    memset(s->wrenches, 0, sizeof s->wrenches);
}

__attribute__((unused)) static void tear_down(stand *s) {
    free(s->block);
    free(s->c.block);
    snw_setup_destroy(s->setup);
}

/// Bodies of any form, off their links' origins and axes.
__attribute__((unused)) static void random_masses(snw_robot *robot) {
    for (int i = 0; i < robot->link_count; i++) {
        snw_inertial *inertial = robot->links[i].inertial;
        if (inertial == NULL) continue;
        inertial->origin = random_pose();
        inertial->origin.p = snw_vec3_scale(inertial->origin.p, 0.3);
        // moments of a box
        const double x = check_real(0.01, 0.3), y = check_real(0.01, 0.3),
                     z = check_real(0.01, 0.3);
        inertial->ixx = y + z;
        inertial->iyy = x + z;
        inertial->izz = x + y;
    }
}

/// Axes along x, y or z and frames turned by quarters, as those of most arms: the kernels have ways
/// of their own for them.
__attribute__((unused)) static void make_square(snw_robot *robot) {
    const snw_vec3 axes[] = {snw_vec3_x(1),  snw_vec3_y(1),  snw_vec3_z(1),
                             snw_vec3_x(-1), snw_vec3_y(-1), snw_vec3_z(-1)};
    for (int i = 0; i < robot->joint_count; i++) {
        robot->joints[i].axis = axes[check_int(0, 5)];
        robot->joints[i].origin.R =
            snw_mat3_axis_angle(axes[check_int(0, 2)], SNW_PI / 2 * check_int(0, 3));
    }
}

/// Rates and accelerations within 1, wrenches within 5.
__attribute__((unused)) static void random_state(stand *s) {
    random_q(&s->c.model, s->q);
    for (int i = 0; i < s->nv; i++) {
        s->v[i] = check_real(-1, 1);
        s->a[i] = check_real(-1, 1);
    }
    for (int i = 0; i < s->c.model.link_count; i++) {
        s->wrenches[i] = snw_wrench_of(random_vec3(5), random_vec3(5));
    }
}

/// Every kind of mechanism in turn: trees with laws, followers, rotors, friction and floating
/// roots, in any gravity, on any base.
__attribute__((unused)) static void any_tree(stand *s, int links, bool laws, bool mimics) {
    snw_setup *setup = new_setup();
    snw_robot *robot = random_tree(setup, (tree_options){.links = links,
                                                         .laws = laws,
                                                         .mimics = mimics,
                                                         .only_single = check_case % 2 == 0,
                                                         .floating = check_case % 3 == 0});
    random_masses(robot);
    if (check_case % 4 < 2) make_square(robot);
    set_up(s, setup, robot);
    CHECK(snw_dyn_set_base(&s->dyn, random_pose()) == SNW_OK);
    CHECK(snw_dyn_set_gravity(&s->dyn, random_vec3(10)) == SNW_OK);
    for (int i = 0; i < s->nv; i++) {
        if (check_int(0, 1) == 0) continue;
        CHECK(snw_dyn_set_rotor(&s->dyn, i, check_real(0, 0.5)) == SNW_OK);
        CHECK(snw_dyn_set_friction(&s->dyn, i, check_real(0, 0.5)) == SNW_OK);
    }
    random_state(s);
}

/// Efforts by d'Alembert's principle: each link takes the force that Newton and Euler say, and
/// J^T of it is what the joints supply.
__attribute__((unused)) static void reference_efforts(stand *s, bool wrenches, double *tau) {
    static snw_twist J[RATES];
    const snw_model *m = &s->c.model;
    snw_kin *kin = &s->dyn.kin;
    CHECK(snw_kin_update_acceleration(kin, s->q, s->v, s->a) == SNW_OK);
    for (int i = 0; i < m->nv; i++) {
        tau[i] = s->dyn.rotors[i] * s->a[i] + s->dyn.friction[i] * s->v[i];
    }
    for (int l = 0; l < m->link_count; l++) {
        const snw_pose here = snw_pose_identity();
        const snw_mat3 R = kin->T_world_link[l].R;
        const snw_twist V = snw_kin_body_velocity(kin, l, here);
        snw_accel A = snw_kin_body_acceleration(kin, l, here);
        A.lin = snw_vec3_sub(A.lin, snw_mat3_apply_t(R, s->dyn.gravity));
        snw_wrench W = snw_inertia_force(snw_dyn_inertia(&s->dyn, l), V, A);
        if (wrenches) {
            W = snw_wrench_sub(W, snw_wrench_rotate(snw_mat3_transpose(R), s->wrenches[l]));
        }
        snw_kin_body_jacobian(kin, l, here, J);
        for (int i = 0; i < m->nv; i++) {
            tau[i] += snw_power(W, J[i]);
        }
    }
}

/// Largest number, at least 1.
__attribute__((unused)) static double scale_of(const double *x, int count) {
    double most = 1;
    for (int i = 0; i < count; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/// Largest difference of two arrays; NaN is never the least.
__attribute__((unused)) static double farthest(const double *a, const double *b, int count) {
    double most = 0;
    for (int i = 0; i < count; i++) {
        const double d = fabs(a[i] - b[i]);
        if (!(d <= most)) most = d;
    }
    return most;
}

#endif // SINEW_TESTS_DYNAMICS_STAND_H
