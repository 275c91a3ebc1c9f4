// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "unit/model/robots.h"

#include "sinew/axis.h"

static compiled c;
static snw_arm arm;

// the joints of one coordinate that are not the root and follow nobody, by the links of the model
static void axes_are_the_driven_coordinates_in_the_order_of_rates(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(setup, (tree_options){.links = check_int(1, 20),
                                                             .only_single = true,
                                                             .laws = true,
                                                             .mimics = true,
                                                             .floating = check_case % 3 == 0});
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_OK);
        CHECK(arm.count == snw_model_joint_dof(&c.model));
        CHECK(arm.model == &c.model && arm.robot == robot);
        for (int i = 0; i < arm.count; i++) {
            const snw_link *link = &c.model.links[arm.link[i]];
            CHECK(link->parent >= 0 && link->nv == 1 && link->nq == 1);
            CHECK(arm.v_index[i] == link->v_index && arm.q_index[i] == link->q_index);
            CHECK(arm.v_index[i] == i + (c.model.floating ? 6 : 0));
            CHECK_TEXT(snw_arm_axis_name(&arm, i), link->joint_name);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static snw_robot *chain(snw_setup *setup, int joints) {
    snw_robot *robot = new_robot(setup, "chain");
    char parent[SNW_NAME] = "base", child[SNW_NAME], name[SNW_NAME];
    (void)add_link(robot, setup, parent);
    for (int i = 0; i < joints; i++) {
        (void)snprintf(child, sizeof child, "link%d", i);
        (void)snprintf(name, sizeof name, "joint%d", i);
        (void)add_link(robot, setup, child);
        snw_joint_description *joint = add_joint(robot, setup, name, parent, child);
        joint->kind = SNW_JOINT_REVOLUTE;
        joint->axis = snw_vec3_z(1);
        joint->limits.lower = -1 - i;
        joint->limits.upper = 2 + i;
        joint->limits.velocity = 3 + i;
        joint->limits.effort = 4 + i;
        (void)snprintf(parent, sizeof parent, "%s", child);
    }
    return robot;
}

static void limits_are_those_of_the_model(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup, 5);
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_OK);
    const snw_arm_limits *limits = &arm.limits;
    CHECK(arm.count == 5 && limits->count == 5);
    for (int i = 0; i < 5; i++) {
        CHECK(limits->lower[i] == -1 - i && limits->upper[i] == 2 + i);
        CHECK(limits->velocity[i] == 3 + i && limits->effort[i] == 4 + i);
        CHECK(limits->acceleration[i] == c.model.acceleration[i]);
        CHECK(limits->deceleration[i] == c.model.deceleration[i]);
        CHECK(limits->jerk[i] == c.model.jerk[i]);
        CHECK(isinf(limits->effort_rate[i]) && limits->effort_rate[i] > 0);
    }
    free(c.block);
    snw_setup_destroy(setup);
}

static void a_new_arm_is_off_and_knows_nothing(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup, 3);
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    memset(&arm, 0x5A, sizeof arm);
    CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_OK);
    CHECK(arm.sensed.count == 3 && arm.estimate.count == 3 && arm.target.count == 3);
    CHECK(arm.wanted.count == 3 && arm.command.count == 3);
    CHECK(!arm.estimate.valid && !arm.sensed.has_velocity && !arm.sensed.emergency);
    CHECK(arm.target.mode == SNW_AXIS_OFF && !arm.command.enable && !arm.wanted.enable);
    for (int i = 0; i < SNW_AXES; i++) {
        CHECK(arm.sensed.status[i] == 0 && arm.sensed.q[i] == 0 && arm.estimate.v[i] == 0);
        CHECK(arm.wanted.mode[i] == SNW_AXIS_OFF && arm.command.mode[i] == SNW_AXIS_OFF);
        CHECK(arm.command.effort[i] == 0);
    }
    CHECK_TEXT(arm.name, "chain");
    CHECK(snw_pose_near(arm.T_world_base, snw_pose_identity(), 0));
    CHECK(arm.gravity.x == 0 && arm.gravity.y == 0 && arm.gravity.z == -9.81);
    free(c.block);
    snw_setup_destroy(setup);
}

static void sixty_four_axes_are_the_most(void) {
    for (int joints = SNW_AXES; joints <= SNW_AXES + 1; joints++) {
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup, joints);
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        snw_why why;
        const snw_status status = snw_arm_init(&arm, &c.model, robot, &why);
        if (joints == SNW_AXES) {
            CHECK(status == SNW_OK && arm.count == SNW_AXES);
        } else {
            CHECK(status == SNW_ERR_SIZE);
            CHECK_TEXT(why.subject, "joint64");
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void joints_of_several_coordinates_are_refused_by_name(void) {
    const snw_joint_kind kinds[] = {SNW_JOINT_SPHERICAL, SNW_JOINT_PLANAR, SNW_JOINT_FREE};
    for (int k = 0; k < 3; k++) {
        snw_setup *setup = new_setup();
        snw_robot *robot = chain(setup, 4);
        robot->joints[2].kind = kinds[k];
        robot->joints[2].limits.lower = robot->joints[2].limits.upper = 0;
        CHECK(compile(robot, &c, NULL) >= 0);
        snw_why why;
        CHECK(snw_arm_init(&arm, &c.model, robot, &why) == SNW_ERR_UNSUPPORTED);
        CHECK(why.code == SNW_ERR_UNSUPPORTED);
        CHECK_TEXT(why.subject, "joint2");
        CHECK(why.fix[0] != '\0');
        CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_ERR_UNSUPPORTED);
        free(c.block);
        snw_setup_destroy(setup);
    }
}

static void values_go_to_the_model_and_back(void) {
    CHECK_CASES(check_scaled(300)) {
        snw_setup *setup = new_setup();
        snw_robot *robot = random_tree(setup, (tree_options){.links = check_int(2, 20),
                                                             .only_single = true,
                                                             .mimics = true,
                                                             .floating = check_case % 2 == 0});
        CHECK(compile(robot, &c, NULL) == SNW_OK);
        CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_OK);
        double values[SNW_AXES], back[SNW_AXES], q[128], v[128];
        for (int i = 0; i < 128; i++)
            q[i] = v[i] = 1000 + i;
        for (int i = 0; i < arm.count; i++)
            values[i] = check_real(-1, 1);
        snw_arm_to_q(&arm, values, q);
        snw_arm_to_v(&arm, values, v);
        snw_arm_from_v(&arm, v, back);
        CHECK(memcmp(values, back, sizeof(double) * (size_t)arm.count) == 0);
        // a floating root, and all beyond, stay as they were
        const int root_q = c.model.floating ? 7 : 0, root_v = c.model.floating ? 6 : 0;
        for (int i = 0; i < 128; i++) {
            const bool in_q = i >= root_q && i < c.model.nq, in_v = i >= root_v && i < c.model.nv;
            CHECK(in_q ? q[i] == values[i - root_q] : q[i] == 1000 + i);
            CHECK(in_v ? v[i] == values[i - root_v] : v[i] == 1000 + i);
        }
        free(c.block);
        snw_setup_destroy(setup);
    }
}

// region: stages
// one tick of the smallest pipeline: hold each axis where its drive says that it is
static void hold_all(snw_arm *a) {
    a->wanted.enable = true;
    for (int i = 0; i < a->count; i++) {
        a->wanted.mode[i] = SNW_AXIS_POSITION;
        a->wanted.q[i] = a->sensed.q[i];
        a->wanted.v[i] = 0;
    }
}
// endregion

static void the_example_of_the_manual_works(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = chain(setup, 3);
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(snw_arm_init(&arm, &c.model, robot, NULL) == SNW_OK);
    arm.sensed.q[2] = 0.75;
    hold_all(&arm);
    CHECK(arm.wanted.enable && arm.wanted.q[2] == 0.75);
    CHECK(arm.wanted.mode[0] == SNW_AXIS_POSITION);
    free(c.block);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(axes_are_the_driven_coordinates_in_the_order_of_rates);
    RUN(limits_are_those_of_the_model);
    RUN(a_new_arm_is_off_and_knows_nothing);
    RUN(sixty_four_axes_are_the_most);
    RUN(joints_of_several_coordinates_are_refused_by_name);
    RUN(values_go_to_the_model_and_back);
    RUN(the_example_of_the_manual_works);
    return check_report();
}
