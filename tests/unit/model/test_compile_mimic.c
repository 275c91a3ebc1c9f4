// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "robots.h"
#include "sinew/model/follow.h"

// a root with `count` children, joints "j0", "j1", ...
static snw_robot *star(snw_setup *setup, int count) {
    snw_robot *robot = new_robot(setup, "star");
    add_link(robot, setup, "root");
    char link[SNW_NAME], joint[SNW_NAME];
    for (int i = 0; i < count; i++) {
        (void)snprintf(link, sizeof link, "l%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        add_link(robot, setup, link);
        add_joint(robot, setup, joint, "root", link)->axis = snw_vec3_z(1);
    }
    return robot;
}

static void follow(snw_robot *robot, snw_setup *setup, int follower, int followed, double m,
                   double offset) {
    char name[SNW_NAME];
    (void)snprintf(name, sizeof name, "j%d", followed);
    add_mimic(&robot->joints[follower], setup, name, m, offset);
}

static void chains_of_followers_in_any_order_come_to_one_source(void) {
    CHECK_CASES(500) {
        snw_setup *setup = new_setup();
        const int count = check_int(2, 12);
        snw_robot *robot = star(setup, count);
        // a random forest: of each random order, a joint follows an earlier one or none
        int order[12], source[12];
        double m[12], offset[12];
        for (int i = 0; i < count; i++) {
            const int at = check_int(0, i);
            order[i] = order[at];
            order[at] = i;
        }
        for (int i = 0; i < count; i++) {
            const int joint = order[i];
            source[joint] = joint;
            m[joint] = 1;
            offset[joint] = 0;
            if (i == 0 || check_int(0, 3) == 0) continue;
            const int other = order[check_int(0, i - 1)];
            const double k = check_real(-2, 2), c = check_real(-1, 1);
            follow(robot, setup, joint, other, k, c);
            source[joint] = source[other];
            m[joint] = k * m[other];
            offset[joint] = k * offset[other] + c;
        }
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        int own = 0;
        for (int i = 0; i < count; i++) {
            const snw_link *link =
                &c.model.links[snw_model_find_joint(&c.model, robot->joints[i].name)];
            const snw_link *from =
                &c.model.links[snw_model_find_joint(&c.model, robot->joints[source[i]].name)];
            own += link->nq;
            CHECK(link->nq == (source[i] == i) && from->nq == 1);
            CHECK(link->source_q == from->q_index && link->source_v == from->v_index);
            CHECK_NEAR(link->multiplier, m[i], 1e-13 * fabs(m[i]));
            CHECK_NEAR(link->offset, offset[i], 1e-12);
        }
        CHECK(c.model.nq == own && c.model.nv == own);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void a_cycle_of_followers_is_refused_with_all_their_names(void) {
    for (int length = 1; length <= 8; length++) {
        snw_setup *setup = new_setup();
        snw_robot *robot = star(setup, 10);
        for (int i = 0; i < length; i++) {
            follow(robot, setup, i, (i + 1) % length, 1, 0);
        }
        follow(robot, setup, 9, 0, 1, 0); // hangs on the cycle, is not in it
        judged j;
        judge(robot, &j);
        CHECK(j.status == SNW_ERR_ARGUMENT);
        CHECK(findings(&j.diags, "mimic-cycle") == length && j.diags.count == length);
        for (int i = 0; i < length; i++) {
            char subject[SNW_WHY_SUBJECT], name[SNW_NAME];
            bool told = false;
            (void)snprintf(subject, sizeof subject, "star/joints[j%d]", i);
            (void)snprintf(name, sizeof name, "j%d", i);
            for (int k = 0; k < length; k++) {
                told = told || strcmp(j.items[k].subject, subject) == 0;
                CHECK(strstr(j.items[k].text, name) != NULL); // all names in each of them
            }
            CHECK(told);
        }
        snw_setup_destroy(setup);
    }
}

static void names_and_kinds_of_mimic_relations_are_checked(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = star(setup, 5);
    add_mimic(&robot->joints[0], setup, "j44", 1, 0);
    robot->joints[1].kind = SNW_JOINT_FIXED;
    follow(robot, setup, 2, 1, 1, 0); // follows a fixed joint
    follow(robot, setup, 3, 4, 1, 0); // is a ball
    robot->joints[3].kind = SNW_JOINT_SPHERICAL;
    judged j;
    judge(robot, &j);
    CHECK(findings(&j.diags, "mimic-unknown") == 1);
    CHECK(findings(&j.diags, "mimic-kind") == 2);
    CHECK_TEXT(j.items[0].fix, "did you mean 'j4'?");
    CHECK(j.diags.count == 3);
    snw_setup_destroy(setup);
}

static void a_multiplier_that_grows_without_bound_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = star(setup, 4);
    for (int i = 1; i < 4; i++) {
        follow(robot, setup, i, i - 1, 1e6, 0);
    }
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_ERR_RANGE && findings(&j.diags, "mimic-range") == 2);
    snw_setup_destroy(setup);
}

// Imposed: whatever the source does within its limits, followers stay within theirs, and on the
// border of the source's range one of them, or the source, is on its own.
static void imposed_limits_of_followers_narrow_those_of_their_source(void) {
    CHECK_CASES(1000) {
        snw_setup *setup = new_setup();
        snw_robot *robot = star(setup, 3);
        double lower[3], upper[3], speed[3];
        for (int i = 0; i < 3; i++) {
            lower[i] = robot->joints[i].limits.lower = check_real(-3, -1);
            upper[i] = robot->joints[i].limits.upper = check_real(1, 3);
            speed[i] = robot->joints[i].limits.velocity = check_real(0.1, 2);
            robot->joints[i].limits.acceleration = robot->joints[i].limits.deceleration = speed[i];
            robot->joints[i].limits.jerk = speed[i];
        }
        const double m[3] = {1, check_real(-3, 3), check_real(-3, 3)};
        const double offset[3] = {0, check_real(-0.5, 0.5), check_real(-0.5, 0.5)};
        follow(robot, setup, 1, 0, m[1], offset[1]);
        follow(robot, setup, 2, 0, m[2], offset[2]);
        CHECK(snw__robot_follow_limits(robot, NULL) == SNW_OK);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        CHECK(c.model.nq == 1);
        const double ends[2] = {c.model.lower[0], c.model.upper[0]};
        for (int e = 0; e < 2; e++) {
            double room = 1;
            for (int i = 0; i < 3; i++) {
                const double value = m[i] * ends[e] + offset[i];
                room = fmin(room, fmin(value - lower[i], upper[i] - value));
            }
            CHECK_NEAR(room, 0, 1e-12);
        }
        double spare = 1;
        for (int i = 0; i < 3; i++) {
            spare = fmin(spare, speed[i] - fabs(m[i]) * c.model.velocity[0]);
        }
        CHECK_NEAR(spare, 0, 1e-12);
        CHECK(c.model.acceleration[0] == c.model.velocity[0]);
        CHECK(c.model.deceleration[0] == c.model.velocity[0]);
        CHECK(c.model.jerk[0] == c.model.velocity[0]);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// A gripper of 0 to 0.8575 rad with a finger whose limits were left at 0 could not be moved at all:
// the range of the finger was laid over that of the gripper without a word (53 of 114 files).
static void limits_of_followers_are_told_and_leave_their_leader_alone(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = star(setup, 3);
    robot->joints[0].limits.lower = 0;
    robot->joints[0].limits.upper = 0.8575;
    robot->joints[0].limits.velocity = 2;
    for (int i = 1; i < 3; i++) {
        robot->joints[i].limits.lower = -0.8575;
        robot->joints[i].limits.upper = 0;
        robot->joints[i].limits.velocity = 2;
    }
    follow(robot, setup, 1, 0, -1, 0); // fits
    follow(robot, setup, 2, 0, 1.5, 0.1);
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_OK && j.diags.errors == 0 && j.diags.warnings == 2);
    CHECK(j.c.model.lower[0] == 0 && j.c.model.upper[0] == 0.8575 && j.c.model.velocity[0] == 2);
    CHECK(findings(&j.diags, "mimic-limits") == 1 && findings(&j.diags, "mimic-speed") == 1);
    const snw_why *told = &j.items[0];
    CHECK(told->number_count == 4);
    CHECK_NEAR(told->numbers[0].value, 0.1, 1e-15);
    CHECK_NEAR(told->numbers[1].value, 1.38625, 1e-15);
    CHECK(told->numbers[2].value == -0.8575 && told->numbers[3].value == 0);
    free(j.c.block);
    snw_setup_destroy(setup);
}

static void limits_that_contradict_each_other_are_refused_when_imposed(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = star(setup, 2);
    for (int i = 0; i < 2; i++) {
        robot->joints[i].limits.lower = 1;
        robot->joints[i].limits.upper = 2;
    }
    follow(robot, setup, 1, 0, -1, 0);
    snw_why items[4];
    snw_diags diags = {.items = items, .capacity = 4};
    CHECK(snw__robot_follow_limits(robot, &diags) == SNW_ERR_RANGE);
    CHECK(findings(&diags, "mimic-limits") == 1);
    // a follower that does not move must stand within its limits
    robot->joints[0].limits.lower = 1;
    robot->joints[0].limits.upper = 2;
    robot->joints[1].mimic->multiplier = 0;
    judged j;
    judge(robot, &j);
    CHECK(j.status == SNW_OK && findings(&j.diags, "mimic-limits") == 1);
    free(j.c.block);
    CHECK(snw__robot_follow_limits(robot, NULL) == SNW_ERR_RANGE);
    robot->joints[1].mimic->offset = 1.5;
    judge(robot, &j);
    CHECK(j.status == SNW_OK && j.diags.count == 0);
    free(j.c.block);
    // a joint without end that leads one with limits is no longer without end
    robot->joints[0].kind = SNW_JOINT_CONTINUOUS;
    robot->joints[0].limits.lower = -(double)INFINITY;
    robot->joints[0].limits.upper = (double)INFINITY;
    robot->joints[1].mimic->multiplier = 1;
    robot->joints[1].mimic->offset = 0;
    CHECK(snw__robot_follow_limits(robot, NULL) == SNW_OK);
    CHECK(robot->joints[0].kind == SNW_JOINT_REVOLUTE && robot->joints[0].limits.upper == 2);
    snw_setup_destroy(setup);
}

static void a_turn_is_the_same_place_only_if_it_is_for_the_followers_too(void) {
    static const struct {
        snw_joint_kind kind;
        double multiplier;
        bool periodic;
    } cases[] = {
        {SNW_JOINT_REVOLUTE, -3, true},   {SNW_JOINT_CONTINUOUS, 2, true},
        {SNW_JOINT_REVOLUTE, 0.5, false}, {SNW_JOINT_PRISMATIC, 1, false},
        {SNW_JOINT_PRISMATIC, 0, true},   {SNW_JOINT_SCREW, 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snw_setup *setup = new_setup();
        snw_robot *robot = star(setup, 2);
        robot->joints[0].kind = SNW_JOINT_CONTINUOUS;
        robot->joints[1].kind = cases[i].kind;
        if (cases[i].kind == SNW_JOINT_SCREW) robot->joints[1].pitch = 0.1;
        follow(robot, setup, 1, 0, cases[i].multiplier, 0);
        compiled c;
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        CHECK(c.model.links[1].periodic == cases[i].periodic);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

int main(void) {
    RUN(chains_of_followers_in_any_order_come_to_one_source);
    RUN(a_cycle_of_followers_is_refused_with_all_their_names);
    RUN(names_and_kinds_of_mimic_relations_are_checked);
    RUN(a_multiplier_that_grows_without_bound_is_refused);
    RUN(imposed_limits_of_followers_narrow_those_of_their_source);
    RUN(limits_of_followers_are_told_and_leave_their_leader_alone);
    RUN(limits_that_contradict_each_other_are_refused_when_imposed);
    RUN(a_turn_is_the_same_place_only_if_it_is_for_the_followers_too);
    return check_report();
}
