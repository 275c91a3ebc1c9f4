// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

static stand s;

static double size_of(snw_wrench W) {
    return fmax(1, snw_vec3_norm(W.force) + snw_vec3_norm(W.torque));
}

// a link in the world by products of the transforms between parents and children
static snw_pose pose_by_joints(int link) {
    snw_pose T = snw_pose_identity();
    for (int i = link; i >= 0; i = s.c.model.links[i].parent) {
        const snw_link *l = &s.c.model.links[i];
        T = snw_pose_mul(snw_pose_mul(l->T_parent_joint, snw_joint_motion(l, s.q)), T);
    }
    return snw_pose_mul(s.dyn.kin.T_world_base, T);
}

// links that are carried, by going up from each
static bool carries(int link, int other) {
    for (; other >= 0; other = s.c.model.links[other].parent) {
        if (other == link) return true;
    }
    return false;
}

static void check_tree(int link) {
    const snw_model *m = &s.c.model;
    int count = 0, leaves = 0, found[LINKS];
    for (int k = 0; k < m->link_count; k++) {
        if (!carries(link, k)) continue;
        count++;
        CHECK(snw_model_find_link(m, m->links[k].name) == k);
        bool leaf = true;
        for (int l = 0; l < m->link_count; l++) {
            if (m->links[l].parent == k) leaf = false;
        }
        leaves += leaf;
    }
    CHECK(snw_model_subtree_count(m, link) == count);
    CHECK(snw_kin_leaves(&s.dyn.kin, link, found) == leaves);
    for (int i = 0; i < leaves; i++) {
        CHECK(carries(link, found[i]) && m->links[found[i]].end == found[i] + 1);
    }
}

// frames, velocities and accelerations by products of transforms, J v, and J a + J' v
static void check_motion(int link) {
    static snw_twist J[RATES], J_rate[RATES];
    snw_kin *kin = &s.dyn.kin;
    CHECK(snw_kin_update_acceleration(kin, s.q, s.v, s.a) == SNW_OK);
    const snw_pose T = kin->T_world_link[link];
    CHECK(snw_pose_near(T, pose_by_joints(link), 1e-10));
    snw_kin_jacobian(kin, link, snw_vec3_zero(), J);
    snw_kin_jacobian_rate(kin, link, snw_vec3_zero(), J_rate);
    snw_twist V = {snw_vec3_zero(), snw_vec3_zero()}, A = V;
    for (int i = 0; i < s.nv; i++) {
        V = snw_twist_add(V, snw_twist_scale(J[i], s.v[i]));
        A = snw_twist_add(A, snw_twist_scale(J[i], s.a[i]));
        A = snw_twist_add(A, snw_twist_scale(J_rate[i], s.v[i]));
    }
    const snw_pose here = snw_pose_identity();
    const snw_twist world = snw_kin_velocity(kin, link, snw_vec3_zero());
    const snw_twist local = snw_kin_body_velocity(kin, link, here);
    const snw_accel rise = snw_kin_body_acceleration(kin, link, here);
    CHECK(snw_vec3_near(world.lin, V.lin, 1e-10) && snw_vec3_near(world.ang, V.ang, 1e-10));
    CHECK(snw_vec3_near(snw_mat3_apply(T.R, local.lin), V.lin, 1e-10));
    CHECK(snw_vec3_near(snw_mat3_apply(T.R, local.ang), V.ang, 1e-10));
    CHECK(snw_vec3_near(snw_mat3_apply(T.R, rise.lin), A.lin, 1e-10));
    CHECK(snw_vec3_near(snw_mat3_apply(T.R, rise.ang), A.ang, 1e-10));
}

// the composite body is one rigid body: its mass, its centre, and its energy when all turns with it
static void check_composite(int link) {
    const snw_model *m = &s.c.model;
    snw_inertia C;
    CHECK(snw_dyn_link_composite(&s.dyn, s.q, link, &C) == SNW_OK);
    const snw_pose T = s.dyn.kin.T_world_link[link];
    const snw_vec3 w = random_vec3(2), u = random_vec3(2);
    double mass = 0, energy = 0;
    snw_vec3 moment = snw_vec3_zero();
    for (int k = 0; k < m->link_count; k++) {
        if (!carries(link, k)) continue;
        // in the world: each link moves as a part of the whole
        const snw_inertia A = snw_dyn_inertia(&s.dyn, k);
        const snw_pose at = s.dyn.kin.T_world_link[k];
        const snw_vec3 c = snw_mat3_apply(at.R, snw_inertia_center(A));
        const snw_vec3 r = snw_vec3_sub(snw_vec3_add(at.p, c), T.p);
        const snw_vec3 velocity = snw_vec3_add(u, snw_vec3_cross(w, r));
        const snw_vec3 turn = snw_mat3_apply_t(at.R, w);
        mass += A.m;
        moment = snw_vec3_add(moment, snw_vec3_scale(r, A.m));
        energy += A.m * snw_vec3_norm2(velocity) / 2;
        energy += snw_vec3_dot(turn, snw_sym3_apply(snw_inertia_central(A), turn)) / 2;
    }
    const snw_vec3 lu = snw_mat3_apply_t(T.R, u), lw = snw_mat3_apply_t(T.R, w);
    CHECK_NEAR(C.m, mass, 1e-10 * fmax(1, mass));
    CHECK(snw_vec3_near(snw_mat3_apply(T.R, C.h), moment, 1e-10 * fmax(1, mass)));
    const double own = C.m * snw_vec3_norm2(lu) / 2 + snw_vec3_dot(lu, snw_vec3_cross(lw, C.h)) +
                       snw_vec3_dot(lw, snw_sym3_apply(C.I, lw)) / 2;
    CHECK_NEAR(own, energy, 1e-10 * fmax(1, energy));
}

// the wrench in a joint does the work that inverse dynamics asks for
static void check_force(int link) {
    static snw_twist J[RATES];
    const snw_link *l = &s.c.model.links[link];
    double tau[RATES];
    snw_wrench W;
    CHECK(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, s.a, s.wrenches}, link, &W) ==
          SNW_OK);
    CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, s.wrenches, tau) == SNW_OK);
    CHECK(snw_kin_update(&s.dyn.kin, s.q) == SNW_OK);
    snw_kin_body_jacobian(&s.dyn.kin, link, snw_pose_identity(), J);
    for (int i = l->v_index; i < l->v_index + l->nv; i++) {
        const double own = s.dyn.rotors[i] * s.a[i] + s.dyn.friction[i] * s.v[i];
        CHECK_NEAR(snw_power(W, J[i]) + own, tau[i], 1e-10 * size_of(W));
    }
}

// Whatever the joints before the link do, wrench and acceleration of the link that forward dynamics
// gives fit the articulated body.
static void check_articulated(int link) {
    double I[36], a[RATES], tau[RATES];
    snw_wrench bias, W;
    for (int i = 0; i < s.nv; i++) {
        s.tau[i] = check_real(-5, 5);
    }
    const snw_articulation state = {s.q, s.v, s.tau, s.wrenches};
    CHECK(snw_dyn_link_articulated(&s.dyn, state, link, I, &bias) == SNW_OK);
    for (int i = 0; i < 36; i++) {
        CHECK_NEAR(I[i], I[i % 6 * 6 + i / 6], 1e-10);
    }
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < s.nv; i++) {
            const int moved = s.c.model.link_of_v[i];
            tau[i] = moved != link && carries(link, moved) ? s.tau[i] : check_real(-5, 5);
        }
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, tau, s.wrenches, a) == SNW_OK);
        CHECK(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, a, s.wrenches}, link, &W) ==
              SNW_OK);
        const snw_accel A = snw_kin_body_acceleration(&s.dyn.kin, link, snw_pose_identity());
        const double x[6] = {A.lin.x, A.lin.y, A.lin.z, A.ang.x, A.ang.y, A.ang.z};
        const double f[6] = {W.force.x, W.force.y, W.force.z, W.torque.x, W.torque.y, W.torque.z};
        const double b[6] = {bias.force.x,  bias.force.y,  bias.force.z,
                             bias.torque.x, bias.torque.y, bias.torque.z};
        for (int i = 0; i < 6; i++) {
            double sum = b[i];
            for (int j = 0; j < 6; j++) {
                sum += I[i + 6 * j] * x[j];
            }
            CHECK_NEAR(sum, f[i], 1e-10 * size_of(W) * scale_of(x, 6));
        }
    }
}

// spec: actin-model:A1-LK-65
static void each_question_about_a_link_has_the_answer_of_another_way(void) {
    CHECK_CASES(check_scaled(1000)) {
        any_tree(&s, check_int(1, 14), false, false);
        CHECK(snw_kin_update(&s.dyn.kin, s.q) == SNW_OK);
        const int link = check_int(0, s.c.model.link_count - 1);
        check_tree(link);
        check_motion(link);
        check_composite(link);
        check_force(link);
        check_articulated(link);
        tear_down(&s);
    }
}

static void followers_have_forces_but_no_articulated_bodies(void) {
    long shared = 0;
    CHECK_CASES(check_scaled(100)) {
        any_tree(&s, check_int(4, 12), false, true);
        const int link = check_int(0, s.c.model.link_count - 1);
        check_composite(link);
        double I[36] = {7};
        snw_wrench bias;
        const snw_articulation state = {s.q, s.v, s.tau, NULL};
        if (s.dyn.kin.normal.shared) {
            CHECK(snw_dyn_link_articulated(&s.dyn, state, link, I, &bias) == SNW_ERR_UNSUPPORTED);
            CHECK(I[0] == 7);
            shared++;
        }
        tear_down(&s);
    }
    CHECK(shared > check_scaled(20));
}

// Gravity is told as the acceleration of falling bodies; the base that stands feels the opposite.
// spec: actin-model:A1-SS-12
static void a_body_at_rest_is_pushed_up_and_a_free_one_falls(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(setup, (tree_options){.links = 1, .floating = true});
        random_masses(robot);
        set_up(&s, setup, robot);
        const snw_vec3 down = {0, 0, -9.8};
        CHECK(snw_dyn_set_gravity(&s.dyn, down) == SNW_OK);
        CHECK(snw_dyn_set_base(&s.dyn, random_pose()) == SNW_OK);
        random_q(&s.c.model, s.q);
        CHECK(snw_kin_update(&s.dyn.kin, s.q) == SNW_OK);
        const snw_mat3 R = s.dyn.kin.T_world_link[0].R;

        // at rest: it feels 9.8 upwards, and its weight is what holds it
        double tau[6], a[6];
        snw_accel felt;
        snw_wrench W;
        CHECK(snw_dyn_felt(&s.dyn, s.q, s.v, s.a, 0, &felt) == SNW_OK);
        CHECK(snw_vec3_near(snw_mat3_apply(R, felt.lin), snw_vec3_z(9.8), 1e-12));
        CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, NULL, tau) == SNW_OK);
        const snw_vec3 hold = snw_mat3_apply(R, snw_vec3_of(tau[0], tau[1], tau[2]));
        const double m = snw_dyn_inertia(&s.dyn, 0).m;
        CHECK(snw_vec3_near(hold, snw_vec3_z(9.8 * m), 1e-11 * fmax(1, m)));
        CHECK(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, s.a, NULL}, 0, &W) == SNW_OK);
        CHECK(snw_vec3_near(snw_mat3_apply(R, W.force), hold, 1e-11 * fmax(1, m)));

        // free: it falls at 9.8 and feels nothing
        CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, s.tau, NULL, a) == SNW_OK);
        const snw_vec3 fall = snw_mat3_apply(R, snw_vec3_of(a[0], a[1], a[2]));
        CHECK(snw_vec3_near(fall, down, 1e-10));
        CHECK(fabs(a[3]) + fabs(a[4]) + fabs(a[5]) < 1e-10);
        CHECK(snw_dyn_felt(&s.dyn, s.q, s.v, a, 0, &felt) == SNW_OK);
        CHECK(snw_vec3_near(felt.lin, snw_vec3_zero(), 1e-10));
        tear_down(&s);
    }
}

static void links_and_numbers_that_are_none_are_refused(void) {
    check_seed(9);
    check_case = 1;
    any_tree(&s, 5, false, false);
    snw_inertia C = {.m = 7};
    snw_wrench W = {.force = {7, 0, 0}};
    double I[36] = {7};
    const snw_articulation state = {s.q, s.v, s.tau, NULL};
    const int links[] = {-1, s.c.model.link_count};
    for (int k = 0; k < 2; k++) {
        CHECK(snw_dyn_link_composite(&s.dyn, s.q, links[k], &C) == SNW_ERR_ARGUMENT);
        CHECK(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, s.a, NULL}, links[k], &W) ==
              SNW_ERR_ARGUMENT);
        CHECK(snw_dyn_link_articulated(&s.dyn, state, links[k], I, &W) == SNW_ERR_ARGUMENT);
    }
    CHECK(s.nv > 0);
    double *const places[] = {s.tau, s.v, s.q};
    for (int k = 0; k < 3; k++) {
        const double before = places[k][0];
        places[k][0] = (double)NAN;
        CHECK(snw_dyn_link_articulated(&s.dyn, state, 0, I, &W) == SNW_ERR_NOT_FINITE);
        if (k > 0)
            CHECK(snw_dyn_link_force(&s.dyn, (snw_dyn_motion){s.q, s.v, s.a, NULL}, 0, &W) < 0);
        if (k > 1) CHECK(snw_dyn_link_composite(&s.dyn, s.q, 0, &C) < 0);
        places[k][0] = before;
    }
    CHECK(C.m == 7 && W.force.x == 7 && I[0] == 7);
    tear_down(&s);
}

int main(void) {
    RUN(each_question_about_a_link_has_the_answer_of_another_way);
    RUN(followers_have_forces_but_no_articulated_bodies);
    RUN(a_body_at_rest_is_pushed_up_and_a_free_one_falls);
    RUN(links_and_numbers_that_are_none_are_refused);
    return check_report();
}
