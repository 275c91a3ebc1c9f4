// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "stand.h"

// The three recursions against each other: tau = M a + bias, and forward dynamics of tau is a.

static stand s;
static double M[RATES * RATES];

static void check_agreement(void) {
    double tau[RATES], bias[RATES], sum[RATES] = {0}, a[RATES];
    const snw_wrench *wrenches = check_case % 2 == 0 ? s.wrenches : NULL;
    const int nv = s.nv;
    CHECK(snw_dyn_inverse(&s.dyn, s.q, s.v, s.a, wrenches, tau) == SNW_OK);
    CHECK(snw_dyn_bias(&s.dyn, s.q, s.v, wrenches, bias) == SNW_OK);
    CHECK(snw_dyn_mass_matrix(&s.dyn, s.q, M) == SNW_OK);
    for (int i = 0; i < nv; i++) {
        sum[i] = bias[i];
        for (int j = 0; j < nv; j++) {
            sum[i] += M[i + nv * j] * s.a[j];
            CHECK(M[i + nv * j] == M[j + nv * i]);
        }
    }
    CHECK(farthest(sum, tau, nv) <= 1e-10 * scale_of(tau, nv));
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, tau, wrenches, a) == SNW_OK);
    CHECK(farthest(a, s.a, nv) <= 1e-10);
    CHECK(snw_dyn_forward_factored(&s.dyn, s.q, s.v, tau, wrenches, a) == SNW_OK);
    CHECK(farthest(a, s.a, nv) <= 1e-10);
    // the result may take the place of the efforts
    CHECK(snw_dyn_forward(&s.dyn, s.q, s.v, tau, wrenches, tau) == SNW_OK);
    CHECK(farthest(tau, s.a, nv) <= 1e-10);
}

// What each costs, and from which size on one is ahead, is shown by ./bench dynamics chain.
// spec: actin-model:A1-CAP-07
static void the_recursions_agree_on_random_trees(void) {
    CHECK_CASES(check_scaled(10000)) {
        // few large ones: they cost most
        const int links = check_case % 20 == 0 ? check_int(2, 60) : check_int(1, 10);
        any_tree(&s, links, check_case % 5 == 0, check_case % 4 > 0);
        check_agreement();
        tear_down(&s);
    }
}

// chains as deep as they are long
static void the_recursions_agree_on_long_chains(void) {
    CHECK_CASES(check_scaled(200)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = new_robot(setup, "chain");
        robot->floating = check_case % 2 == 0;
        char names[2][SNW_NAME] = {"0", ""};
        add_inertial(add_link(robot, setup, "0"), setup, 1, 0.1);
        const int links = check_int(1, 60);
        for (int i = 1; i < links; i++) {
            (void)snprintf(names[i % 2], SNW_NAME, "%d", i);
            add_inertial(add_link(robot, setup, names[i % 2]), setup, check_real(0.1, 2), 0.1);
            snw_joint_description *joint =
                add_joint(robot, setup, names[i % 2], names[(i + 1) % 2], names[i % 2]);
            joint->kind = check_int(0, 3) == 0 ? SNW_JOINT_PRISMATIC : SNW_JOINT_CONTINUOUS;
            joint->axis = random_axis();
            joint->origin = random_pose();
            joint->origin.p = snw_vec3_scale(joint->origin.p, 0.3);
        }
        random_masses(robot);
        set_up(&s, setup, robot);
        random_state(&s);
        check_agreement();
        tear_down(&s);
    }
}

int main(void) {
    RUN(the_recursions_agree_on_random_trees);
    RUN(the_recursions_agree_on_long_chains);
    return check_report();
}
