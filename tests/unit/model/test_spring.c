// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"
#include "sinew/model/spring.h"

enum { JOINTS = 6 };

static snw_robot *chain(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "chain");
    add_link(robot, setup, "0");
    char parent[SNW_NAME], child[SNW_NAME], joint[SNW_NAME];
    for (int i = 1; i <= JOINTS; i++) {
        (void)snprintf(parent, sizeof parent, "%d", i - 1);
        (void)snprintf(child, sizeof child, "%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(robot, setup, child);
        add_joint(robot, setup, joint, parent, child);
    }
    return robot;
}

// a spring on joint i with terms on all joints, and the formula of it in long double
typedef struct across {
    double k, weight[JOINTS], offset[JOINTS];
} across;

static across add_across(snw_robot *robot, snw_setup *setup, int i, bool damper) {
    across a = {.k = check_real(0.1, 1)};
    snw_joint_description *joint = &robot->joints[i];
    snw_spring *spring = add_spring(damper ? &joint->damper : &joint->spring, setup, a.k, JOINTS);
    for (int t = 0; t < JOINTS; t++) {
        a.weight[t] = spring->terms[t].weight = check_real(-0.2, 0.2);
        a.offset[t] = spring->terms[t].offset = check_real(-0.5, 0.5);
        // the joint itself may be left empty
        if (t != i) (void)snprintf(spring->terms[t].joint, SNW_NAME, "j%d", t + 1);
    }
    return a;
}

// tau = -k sum a (q - d). Weights, offsets and joints stand in one list of terms, so that their
// numbers cannot differ; a term whose joint does not exist is reported, below.
// spec: actin-model:A1-LK-60
static void a_spring_across_joints_follows_its_formula(void) {
    CHECK_CASES(1000) {
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup);
        const int i = check_int(0, JOINTS - 1);
        const across a = add_across(robot, setup, i, false);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        double q[JOINTS], tau[JOINTS] = {0};
        long double sum = 0;
        for (int t = 0; t < JOINTS; t++) {
            q[t] = check_real(-0.5, 0.5);
            sum += (long double)a.weight[t] * ((long double)q[t] - (long double)a.offset[t]);
        }
        CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_OK);
        for (int t = 0; t < JOINTS; t++) {
            CHECK_NEAR(tau[t], t == i ? (double)(-(long double)a.k * sum) : 0, 1e-15);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
    // a term for a joint that is not there is no term
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    (void)add_across(robot, setup, 0, false);
    snw_copy_text(robot->joints[0].spring->terms[3].joint, SNW_NAME, "j9");
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_ERR_UNKNOWN_NAME && findings(&j.diags, "spring-joint") == 1);
    snw_setup_destroy(setup);
}

// tau = -c sum a v, and a damper of a single joint never gives power
// spec: actin-model:A1-LK-61
static void a_damper_across_joints_follows_its_formula_and_takes_power(void) {
    CHECK_CASES(1000) {
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup);
        const int i = check_int(0, JOINTS - 1);
        const across a = add_across(robot, setup, i, true);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        double v[JOINTS], tau[JOINTS] = {0};
        long double sum = 0;
        for (int t = 0; t < JOINTS; t++) {
            v[t] = check_real(-0.5, 0.5);
            sum += (long double)a.weight[t] * (long double)v[t];
        }
        CHECK(snw_damper_efforts(&c.model, v, tau) == SNW_OK);
        for (int t = 0; t < JOINTS; t++) {
            CHECK_NEAR(tau[t], t == i ? (double)(-(long double)a.k * sum) : 0, 1e-15);
        }
        free(c.block);

        // of one joint, by its own weight or without terms at all
        robot = chain(setup);
        const bool plain = check_case % 2 == 0;
        snw_spring *single = add_spring(&robot->joints[i].damper, setup, a.k, plain ? 0 : 1);
        if (!plain) single->terms[0].weight = check_real(0, 2);
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        double effort[JOINTS] = {0};
        CHECK(snw_damper_efforts(&c.model, v, effort) == SNW_OK);
        CHECK(-effort[i] * v[i] >= 0); // power that is lost
        if (plain) CHECK(effort[i] == -a.k * v[i]);
        free(c.block);
        snw_setup_destroy(setup);
    }
    // one that would give power is refused
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    add_spring(&robot->joints[2].damper, setup, 1, 1)->terms[0].weight = -1;
    judged j;
    judge(robot, &j);
    CHECK(findings(&j.diags, "damper-sign") == 1);
    snw_setup_destroy(setup);
}

static void efforts_are_added_to_what_is_there(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    add_spring(&robot->joints[0].spring, setup, 10, 0);
    add_spring(&robot->joints[1].spring, setup, 10, 1)->terms[0].offset = 0.5;
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    double q[JOINTS] = {0.1, 0.5}, tau[JOINTS] = {1, 2, 3};
    CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_OK);
    CHECK_NEAR(tau[0], 0, 1e-15); // back towards rest
    CHECK(tau[1] == 2 && tau[2] == 3);
    q[1] = (double)NAN;
    CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_ERR_NOT_FINITE);
    CHECK_NEAR(tau[0], 0, 1e-15);
    q[1] = 0;
    q[4] = (double)NAN; // nobody needs it
    CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_OK);
    free(c.block);
    snw_setup_destroy(setup);
}

// on a follower the effort is that of the derivative of the energy by the source
static void a_spring_on_a_follower_acts_on_its_source_by_its_energy(void) {
    CHECK_CASES(300) {
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup);
        const double m = check_real(-2, 2), offset = check_real(-1, 1), k = check_real(1, 5);
        const double rest = check_real(-1, 1);
        add_mimic(&robot->joints[4], setup, "j2", m, offset);
        robot->joints[4].position = 0.7; // the zero of its encoder does not stretch a spring
        add_spring(&robot->joints[4].spring, setup, k, 1)->terms[0].offset = rest;
        add_spring(&robot->joints[4].damper, setup, k, 0);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        double q[JOINTS], tau[JOINTS] = {0}, drag[JOINTS] = {0};
        for (int i = 0; i < JOINTS; i++) {
            q[i] = check_real(-1, 1);
        }
        CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_OK);
        CHECK(snw_damper_efforts(&c.model, q, drag) == SNW_OK);
        const double stretch = m * q[1] + offset - rest;
        CHECK_NEAR(tau[1], -k * stretch * m, 1e-14);
        CHECK_NEAR(drag[1], -k * m * q[1] * m, 1e-14);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void springs_of_joints_without_one_coordinate_are_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup);
    robot->joints[1].kind = SNW_JOINT_SPHERICAL;
    add_spring(&robot->joints[1].spring, setup, 1, 0);
    snw_copy_text(add_spring(&robot->joints[3].damper, setup, 1, 1)->terms[0].joint, SNW_NAME,
                  "j2");
    judged j;
    judge(robot, &j);
    CHECK(findings(&j.diags, "spring-joint") == 2 && j.diags.count == 2);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(a_spring_across_joints_follows_its_formula);
    RUN(a_damper_across_joints_follows_its_formula_and_takes_power);
    RUN(efforts_are_added_to_what_is_there);
    RUN(a_spring_on_a_follower_acts_on_its_source_by_its_energy);
    RUN(springs_of_joints_without_one_coordinate_are_refused);
    return check_report();
}
