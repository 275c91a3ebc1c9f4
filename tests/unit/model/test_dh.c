// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static const snw_dh_joint two[] = {
    {{0.1, 0.2, 0.3, 0.4}, SNW_JOINT_REVOLUTE, NULL, -1, 2},
    {{0.5, 0.6, 0.7, 0.8}, SNW_JOINT_PRISMATIC, "slide", 0, 0},
};

static snw_dh_table table_of(snw_dh_convention convention) {
    return (snw_dh_table){"arm", convention, two, 2, snw_pose_identity(), snw_pose_identity()};
}

static void links_joints_and_frames_have_their_names_and_limits(void) {
    snw_setup *setup = new_setup();
    const snw_dh_table table = table_of(SNW_DH_STANDARD);
    snw_robot *robot = NULL;
    CHECK(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
    CHECK_TEXT(robot->name, "arm");
    CHECK(robot->link_count == 3 && robot->joint_count == 2 && robot->attachment_count == 4);
    CHECK_TEXT(robot->links[0].name, "base");
    CHECK_TEXT(robot->links[2].name, "link2");
    CHECK_TEXT(robot->joints[0].name, "joint1");
    CHECK_TEXT(robot->joints[1].name, "slide");
    CHECK_TEXT(robot->attachments[0].name, "dh0");
    CHECK_TEXT(robot->attachments[2].name, "dh2");
    CHECK_TEXT(robot->attachments[3].name, "tool");
    CHECK(robot->joints[0].limits.lower == -1 && robot->joints[0].limits.upper == 2);
    CHECK(isinf(robot->joints[1].limits.lower) && isinf(robot->joints[1].limits.upper));
    // the constant in the slot of the variable is the offset of the coordinate
    CHECK(robot->joints[0].position == 0.4 && robot->joints[1].position == 0.7);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    free(c.block);
    snw_setup_destroy(setup);
}

static void base_and_tool_stand_before_and_behind_the_chain(void) {
    CHECK_CASES(200) {
        snw_setup *setup = new_setup();
        snw_dh_table table = table_of(check_case % 2 == 0 ? SNW_DH_STANDARD : SNW_DH_MODIFIED);
        snw_robot *plain = NULL, *robot = NULL;
        CHECK(snw_robot_from_dh(&table, setup, &plain, NULL) == SNW_OK);
        table.base = random_pose();
        table.tool = random_pose();
        CHECK(snw_robot_from_dh(&table, setup, &robot, NULL) == SNW_OK);
        ref_places places = {.q = {{(real)check_real(-1, 1)}, {(real)check_real(-1, 1)}}};
        const ref_pose inner = ref_frame(plain, &places, &plain->attachments[3]);
        const ref_pose expected =
            ref_mul(ref_from(table.base), ref_mul(inner, ref_from(table.tool)));
        CHECK(ref_distance(ref_frame(robot, &places, &robot->attachments[3]), expected) <= 1e-15);
        snw_setup_destroy(setup);
    }
}

static snw_status refused(const snw_dh_table *table, snw_why *why) {
    snw_setup *setup = new_setup();
    snw_robot *robot = NULL;
    const snw_status status = snw_robot_from_dh(table, setup, &robot, why);
    CHECK((status == SNW_OK) == (robot != NULL));
    CHECK(status == SNW_OK || why->rule[0] != '\0');
    snw_setup_destroy(setup);
    return status;
}

static void a_table_must_name_its_convention(void) {
    snw_why why;
    snw_dh_table table = table_of((snw_dh_convention)0);
    CHECK(refused(&table, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.fix, "write standard or modified; there is no default");
    table.convention = SNW_DH_MODIFIED;
    CHECK(refused(&table, &why) == SNW_OK);
}

static void tables_that_are_none_are_refused(void) {
    snw_why why;
    snw_dh_table table = table_of(SNW_DH_STANDARD);
    table.joint_count = 0;
    CHECK(refused(&table, &why) == SNW_ERR_ARGUMENT);
    table.joint_count = SNW_MODEL_LINKS;
    CHECK(refused(&table, &why) == SNW_ERR_TOO_LARGE);
    table.joint_count = 2;
    table.tool.p.x = (double)NAN;
    CHECK(refused(&table, &why) == SNW_ERR_NOT_FINITE);
    table.tool.p.x = 0;
    snw_dh_joint joints[2] = {two[0], two[1]};
    table.joints = joints;
    joints[1].row.alpha = (double)INFINITY;
    CHECK(refused(&table, &why) == SNW_ERR_NOT_FINITE);
    CHECK_TEXT(why.subject, "arm/joints[1]");
    joints[1] = two[1];
    joints[0].kind = SNW_JOINT_SPHERICAL;
    CHECK(refused(&table, &why) == SNW_ERR_ARGUMENT);
    CHECK_TEXT(why.subject, "arm/joints[0]");
    table.joints = NULL;
    CHECK(refused(&table, &why) == SNW_ERR_ARGUMENT);
}

static void too_little_memory_is_told(void) {
    snw_setup *setup = snw_setup_create(1024);
    if (setup == NULL) abort();
    const snw_dh_table table = table_of(SNW_DH_STANDARD);
    snw_robot *robot = NULL;
    snw_why why;
    CHECK(snw_robot_from_dh(&table, setup, &robot, &why) == SNW_ERR_MEMORY);
    CHECK(robot == NULL && why.code == SNW_ERR_MEMORY);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(links_joints_and_frames_have_their_names_and_limits);
    RUN(base_and_tool_stand_before_and_behind_the_chain);
    RUN(a_table_must_name_its_convention);
    RUN(tables_that_are_none_are_refused);
    RUN(too_little_memory_is_told);
    return check_report();
}
