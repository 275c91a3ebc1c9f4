// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#include "sinew/shape/primitives.h"

static reading r;

// two links and a continuous joint, with room for what a test adds
static snw_robot *open_robot(void) {
    return accept(&r, JOINT("continuous", "<dynamics damping='1'/>"));
}

static void *part(const snw_type *type, const char *field) {
    void *made = snw_block_new(snw_type_field(type, field)->type, r.setup);
    CHECK(made != NULL);
    return made;
}

static void check_refused(const snw_robot *robot, const char *expected) {
    char buffer[64] = "", told[1024];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_why why;
    CHECK(snw_urdf_write(robot, NULL, &text, &why) == SNW_ERR_UNSUPPORTED);
    (void)snw_why_sentence(&why, told, sizeof told);
    CHECK_TEXT(told, expected);
    CHECK(text.length == 0);
    close_reading(&r);
}

static void resize(snw_robot *robot, const char *list, int count) {
    CHECK(snw_block_resize(snw_type_field(&snw_robot_type, list), robot, count, r.setup) == SNW_OK);
}

static void what_urdf_has_no_words_for_is_refused_by_name(void) {
    snw_robot *robot = open_robot();
    robot->floating = true;
    check_refused(robot, "error: robot: URDF has no floating root; add a root link and a free "
                         "joint from it [urdf-write]");
    robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_SPHERICAL;
    check_refused(robot, "error: robot/joint[j]: URDF has no spherical joints; use three revolute "
                         "joints, or keep the robot as XML of sinew [urdf-write]");
    robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_SCREW;
    check_refused(robot,
                  "error: robot/joint[j]: URDF has no screw joints; use a prismatic joint that "
                  "mimics a revolute one, or XML of sinew [urdf-write]");
    robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_LAW;
    check_refused(robot,
                  "error: robot/joint[j]: URDF has no joints that follow a law; keep the robot "
                  "as XML of sinew [urdf-write]");
    robot = open_robot();
    resize(robot, "couplings", 1);
    (void)snprintf(robot->couplings[0].name, SNW_NAME, "wrist");
    check_refused(
        robot, "error: robot/coupling[wrist]: URDF has no couplings of motors and joints; remove "
               "it, and describe it as a transmission to the driver [urdf-write]");
    robot = open_robot();
    robot->joints[0].spring = part(&snw_joint_description_type, "spring");
    check_refused(robot,
                  "error: robot/joint[j]: URDF has no springs or dampers across joints; write a "
                  "damper of one joint as friction of its actuator [urdf-write]");
    robot = open_robot();
    robot->joints[0].damper = part(&snw_joint_description_type, "damper");
    check_refused(robot,
                  "error: robot/joint[j]: URDF has no springs or dampers across joints; write a "
                  "damper of one joint as friction of its actuator [urdf-write]");
}

static void every_number_of_a_drive_but_friction_is_refused(void) {
    static const size_t numbers[] = {
        offsetof(snw_actuator, inertia),      offsetof(snw_actuator, gear_ratio),
        offsetof(snw_actuator, effort_min),   offsetof(snw_actuator, effort_max),
        offsetof(snw_actuator, stop_zone),    offsetof(snw_actuator, stop_stiffness),
        offsetof(snw_actuator, stop_damping),
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snw_robot *robot = open_robot();
        const double value = 0.5;
        memcpy((char *)robot->joints[0].actuator + numbers[i], &value, sizeof value);
        check_refused(robot,
                      "error: robot/joint[j]: URDF has friction of a drive, but no rotor, gear, "
                      "efforts or stops; leave only friction and coulomb, or keep the robot as "
                      "XML of sinew [urdf-write]");
    }
}

static void limits_with_one_end_are_refused(void) {
    static const char expected[] =
        "error: robot/joint[j]: URDF has no revolute joints with one limit, and no prismatic "
        "joints without; give both limits, lower and upper [urdf-write]";
    snw_robot *robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_REVOLUTE;
    robot->joints[0].limits.lower = -1;
    check_refused(robot, expected);
    robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_PRISMATIC;
    check_refused(robot, expected);
    robot = open_robot();
    robot->joints[0].kind = SNW_JOINT_PLANAR;
    robot->joints[0].position = 1;
    check_refused(robot,
                  "error: robot/joint[j]: a joint of this kind has no single zero to move; set "
                  "its position to 0 [urdf-write]");
}

static void other_shapes_are_refused(void) {
    snw_robot *robot = open_robot();
    const snw_field *visuals = snw_type_field(&snw_link_description_type, "visuals");
    CHECK(snw_block_resize(visuals, &robot->links[1], 1, r.setup) == SNW_OK);
    snw_child *shape = &robot->links[1].visuals[0].shape;
    *shape = (snw_child){&snw_cone_type, snw_block_new(&snw_cone_type, r.setup)};
    check_refused(robot,
                  "error: robot/link[b]: URDF has no shapes of type cone; write the shape to a "
                  "mesh file and name that [urdf-write]");
}

static void attachments_are_frames_with_names_of_their_own(void) {
    snw_robot *robot = open_robot();
    resize(robot, "attachments", 1);
    (void)snprintf(robot->attachments[0].name, SNW_NAME, "eye");
    (void)snprintf(robot->attachments[0].link, SNW_NAME, "b");
    (void)snprintf(robot->attachments[0].role, SNW_NAME, "camera");
    check_refused(robot,
                  "error: robot/attachment[eye]: URDF has no points, sensors or cameras; make it a "
                  "frame, or keep the robot as XML of sinew [urdf-write]");
    robot = open_robot();
    resize(robot, "attachments", 1);
    (void)snprintf(robot->attachments[0].name, SNW_NAME, "a");
    (void)snprintf(robot->attachments[0].link, SNW_NAME, "b");
    check_refused(robot,
                  "error: robot/attachment[a]: it becomes a link, but a link or joint has its "
                  "name; give the attachment another name [urdf-write]");
}

// --- the version that is needed -----------------------------------------------------------------

static void check_version(const char *text, const char *expected) {
    reading first;
    char *out = written(accept(&first, text), NULL);
    char *end = strstr(out, ">\n") + 2;
    end[strcspn(end, "\n")] = '\0';
    if (strstr(end, expected) == NULL) print_error("%s\n", end);
    CHECK(strstr(end, expected) != NULL);
    free(out);
    close_reading(&first);
}

static void the_version_is_written_only_where_it_is_needed(void) {
    static const char plain[] = "<robot name=\"r\">", one[] = "<robot name=\"r\" version=\"1.1\">",
                      two[] = "<robot name=\"r\" version=\"1.2\">";
    check_version(JOINT("fixed", ""), plain);
    check_version(JOINT_OF(" version='1.2'", "fixed", ""), plain);
    check_version(JOINT_OF(" version='1.0'", "continuous", ""), plain);
    check_version(JOINT("continuous", "<limit effort='1' velocity='1'/>"), plain);
    check_version(JOINT("revolute", "<limit lower='-1' upper='1' effort='1' velocity='1'/>"),
                  plain);
    check_version(
        "<robot name='r' version='1.1'><link name='a'><visual><origin quat_xyzw='0 0 0 1'/>"
        "<geometry><sphere radius='1'/></geometry></visual></link></robot>",
        plain);
    check_version(
        "<robot name='r' version='1.1'><link name='a'><visual><geometry><capsule radius='1' "
        "length='1'/></geometry></visual></link></robot>",
        one);
    check_version(
        JOINT_OF(" version='1.2'", "revolute", "<limit lower='-1' upper='1' effort='1'/>"), two);
    check_version(JOINT_OF(" version='1.2'", "continuous", "<limit effort='1'/>"), two);
    check_version(JOINT_OF(" version='1.2'", "continuous", "<limit acceleration='1'/>"), two);
    check_version(JOINT_OF(" version='1.2'", "continuous",
                           "<limit effort='1' velocity='1' deceleration='1'/>"),
                  two);
    check_version(
        JOINT_OF(" version='1.2'", "continuous", "<limit effort='1' velocity='1' jerk='1'/>"), two);
}

int main(void) {
    RUN(what_urdf_has_no_words_for_is_refused_by_name);
    RUN(every_number_of_a_drive_but_friction_is_refused);
    RUN(limits_with_one_end_are_refused);
    RUN(other_shapes_are_refused);
    RUN(attachments_are_frames_with_names_of_their_own);
    RUN(the_version_is_written_only_where_it_is_needed);
    return check_report();
}
