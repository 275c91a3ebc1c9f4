// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edits.h"
#include "sinew/model/spring.h"

static bool is_held(const snw_robot *robot, int joint, const snw_fixture *fixtures, int count) {
    const char *name = robot->joints[joint].name;
    for (int i = 0; i < count; i++) {
        if (strcmp(fixtures[i].joint, name) == 0) return true;
    }
    const snw_mimic *mimic = robot->joints[joint].mimic;
    return mimic != NULL && is_held(robot, ref_joint(robot, mimic->joint), fixtures, count);
}

static void joints_that_are_held_stay_where_they_were(void) {
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = new_setup();
        const tree_options options = {.links = check_int(2, 14), .laws = true, .mimics = true};
        const snw_robot *robot = random_tree(setup, options);
        ref_places before, after;
        draw(robot, &before);
        snw_fixture fixtures[16];
        int count = 0;
        for (int i = 0; i < robot->joint_count; i++) {
            const snw_joint_description *joint = &robot->joints[i];
            if (joint->kind == SNW_JOINT_FIXED || joint->mimic != NULL) continue;
            if (check_int(0, 1) == 0) continue;
            fixtures[count].joint = joint->name;
            for (int k = 0; k < 7; k++) {
                fixtures[count].q[k] = (double)before.q[i][k];
            }
            count++;
        }
        snw_robot *held = NULL;
        told t;
        CHECK(snw_robot_fix(robot, fixtures, count, setup, &held, listen(&t)) == SNW_OK);
        CHECK(t.diags.count == 0);
        compiled c;
        CHECK(compile(held, &c, NULL) == SNW_OK);
        int nq = 0;
        for (int i = 0; i < robot->joint_count; i++) {
            const bool is_fixed = is_held(robot, i, fixtures, count);
            const snw_link *link =
                &c.model.links[snw_model_find_joint(&c.model, robot->joints[i].name)];
            if (is_fixed) CHECK(link->joint == SNW_JOINT_FIXED);
            if (!is_fixed) CHECK(link->joint == robot->joints[i].kind);
            nq += link->nq;
        }
        CHECK(c.model.nq == nq && c.model.link_count == robot->link_count);
        free(c.block);
        // the others go elsewhere in both
        for (int n = 0; n < 3; n++) {
            ref_places fresh;
            draw(robot, &fresh);
            for (int i = 0; i < robot->joint_count; i++) {
                if (is_held(robot, i, fixtures, count)) {
                    memcpy(fresh.q[i], before.q[i], sizeof fresh.q[i]);
                }
            }
            carry_over(robot, &fresh, held, &after);
            CHECK(moved_by(robot, &fresh, held, &after, "0") <= 1e-12);
        }
        snw_setup_destroy(setup);
    }
}

// root - a - b, joints ja and jb, and c on b by jc
static snw_robot *three(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "three");
    static const char *const links[] = {"root", "a", "b", "c"};
    for (int i = 0; i < 4; i++) {
        add_link(robot, setup, links[i]);
    }
    add_joint(robot, setup, "ja", "root", "a");
    add_joint(robot, setup, "jb", "a", "b");
    add_joint(robot, setup, "jc", "b", "c");
    return robot;
}

static void springs_keep_their_effort_when_a_joint_that_they_measure_is_held(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = three(setup);
    snw_spring *spring = add_spring(&robot->joints[1].spring, setup, 10, 2);
    snw_copy_text(spring->terms[0].joint, SNW_NAME, "ja");
    spring->terms[0].weight = 0.5;
    spring->terms[0].offset = 0.1;
    spring->terms[1].weight = 2;
    spring->terms[1].offset = 0.3;
    snw_spring *damper = add_spring(&robot->joints[1].damper, setup, 10, 2);
    snw_copy_text(damper->terms[0].joint, SNW_NAME, "ja");
    compiled c, d;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    snw_robot *held = NULL;
    told t;
    const snw_fixture fixture = {"ja", {0.7}};
    CHECK(snw_robot_fix(robot, &fixture, 1, setup, &held, listen(&t)) == SNW_OK);
    CHECK(t.diags.count == 0);
    CHECK(compile(held, &d, NULL) == SNW_OK);
    const double q[3] = {0.7, 0.2, 0}, v[3] = {0, 0.4, 0};
    double tau[3] = {0}, held_tau[2] = {0}, drag[3] = {0}, held_drag[2] = {0};
    CHECK(snw_spring_efforts(&c.model, q, tau) == SNW_OK);
    CHECK(snw_spring_efforts(&d.model, q + 1, held_tau) == SNW_OK);
    CHECK_NEAR(tau[1], -10 * (0.5 * 0.6 + 2 * -0.1), 1e-14);
    CHECK_NEAR(held_tau[0], tau[1], 1e-14);
    CHECK(snw_damper_efforts(&c.model, v, drag) == SNW_OK);
    CHECK(snw_damper_efforts(&d.model, v + 1, held_drag) == SNW_OK);
    CHECK_NEAR(held_drag[0], drag[1], 1e-15);
    free(c.block);
    free(d.block);
    snw_setup_destroy(setup);
}

static void what_cannot_be_kept_is_dropped_with_a_warning(void) {
    static const double matrix[] = {1, 0, 0, 1};
    static const char *const joints[] = {"ja", "jb"};
    snw_setup *setup = new_setup();
    snw_robot *robot = three(setup);
    add_coupling(robot, setup, "pair", 2, joints, matrix);
    snw_copy_text(add_spring(&robot->joints[2].spring, setup, 1, 1)->terms[0].joint, SNW_NAME,
                  "ja");
    snw_robot *held = NULL;
    told t;
    const snw_fixture fixture = {"ja", {0.7}};
    CHECK(snw_robot_fix(robot, &fixture, 1, setup, &held, listen(&t)) == SNW_OK);
    CHECK(findings(&t.diags, "edit-dropped") == 2 && t.diags.warnings == 2);
    CHECK(held->coupling_count == 0 && held->joints[2].spring == NULL);
    CHECK(robot->coupling_count == 1 && robot->joints[2].spring != NULL);
    snw_setup_destroy(setup);
}

static void what_cannot_be_held_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = three(setup);
    robot->joints[1].kind = SNW_JOINT_FIXED;
    add_mimic(&robot->joints[2], setup, "ja", 1, 0);
    snw_robot *held = NULL;
    told t;
    const snw_fixture wrong[] = {{"ja", {(double)NAN}}, {"jb", {0}}, {"jc", {0}}, {"jd", {0}}};
    CHECK(snw_robot_fix(robot, wrong, 4, setup, &held, listen(&t)) < 0);
    CHECK(findings(&t.diags, "edit-joint") == 3 && findings(&t.diags, "unknown-joint") == 1);
    CHECK(held == NULL);
    const snw_fixture twice[] = {{"ja", {0}}, {"ja", {0}}};
    CHECK(snw_robot_fix(robot, twice, 2, setup, &held, listen(&t)) == SNW_ERR_DUPLICATE);
    robot->joints[0].kind = SNW_JOINT_SPHERICAL;
    robot->joints[2].mimic = NULL;
    const snw_fixture none = {"ja", {0, 0, 0, 0.5}};
    CHECK(snw_robot_fix(robot, &none, 1, setup, &held, listen(&t)) == SNW_ERR_RANGE);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(joints_that_are_held_stay_where_they_were);
    RUN(springs_keep_their_effort_when_a_joint_that_they_measure_is_held);
    RUN(what_cannot_be_kept_is_dropped_with_a_warning);
    RUN(what_cannot_be_held_is_refused);
    return check_report();
}
