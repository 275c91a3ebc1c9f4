// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "reference.h"

static void every_table_passes_its_check(void) {
    const snw_type *types[] = {&snw_robot_type, &snw_link_description_type,
                               &snw_joint_description_type, &rail_type};
    for (int i = 0; i < 4; i++) {
        snw_why why;
        if (snw_type_check(types[i], &why) != SNW_OK) {
            char text[512];
            (void)snw_why_sentence(&why, text, sizeof text);
            print_error("%s\n", text);
        }
        CHECK(snw_type_check(types[i], &why) == SNW_OK);
        CHECK(types[i]->space == &snw_space_robot);
    }
    CHECK_TEXT(snw_robot_type.token, "robot");
    CHECK_TEXT(snw_link_description_type.token, "link");
    CHECK_TEXT(snw_joint_description_type.token, "joint");
}

static void defaults_are_those_of_a_free_joint_about_x(void) {
    snw_joint_description joint;
    snw_block_defaults(&snw_joint_description_type, &joint);
    CHECK(joint.kind == SNW_JOINT_FIXED);
    CHECK(snw_vec3_equal(joint.axis, snw_vec3_x(1)));
    CHECK(snw_pose_near(joint.origin, snw_pose_identity(), 0));
    CHECK(joint.limits.lower == -(double)INFINITY && joint.limits.upper == (double)INFINITY);
    CHECK(isinf(joint.limits.velocity) && isinf(joint.limits.acceleration));
    CHECK(isinf(joint.limits.deceleration) && isinf(joint.limits.jerk));
    CHECK(isinf(joint.limits.effort));
    CHECK(joint.mimic == NULL && joint.soft == NULL && joint.actuator == NULL);
    CHECK(joint.spring == NULL && joint.damper == NULL && joint.law.block == NULL);

    const snw_type *mimic = snw_type_field(&snw_joint_description_type, "mimic")->type;
    const snw_type *actuator = snw_type_field(&snw_joint_description_type, "actuator")->type;
    snw_mimic m;
    snw_actuator a;
    snw_block_defaults(mimic, &m);
    snw_block_defaults(actuator, &a);
    CHECK(m.multiplier == 1 && m.offset == 0);
    CHECK(a.gear_ratio == 1 && isinf(a.effort_min) && a.effort_min < 0 && isinf(a.effort_max));
}

static void lists_and_references_have_the_names_of_files(void) {
    static const char *const lists[][2] = {
        {"links", "link"},         {"joints", "joint"},       {"attachments", "attachment"},
        {"couplings", "coupling"}, {"materials", "material"},
    };
    for (int i = 0; i < 5; i++) {
        const snw_field *field = snw_type_field(&snw_robot_type, lists[i][0]);
        CHECK_TEXT(field->item, lists[i][1]);
        CHECK(snw_type_key(field->type) != NULL);
        CHECK_TEXT(snw_type_key(field->type)->name, "name");
    }
    CHECK_TEXT(snw_type_field(&snw_link_description_type, "visuals")->item, "visual");
    CHECK_TEXT(snw_type_field(&snw_link_description_type, "collisions")->item, "collision");
    CHECK_TEXT(snw_type_field(&snw_joint_description_type, "parent")->base, "link");
    CHECK_TEXT(snw_type_field(&snw_joint_description_type, "child")->base, "link");
    CHECK_TEXT(snw_type_field(&snw_joint_description_type, "law")->base, "joint_law");
}

// Joint kinematics, mass properties, actuation, physical extent, surface properties, springs and
// dampers, children: the first seven of the eight are fields; the eighth, calculations, are the
// queries of a compiled link.
// spec: actin-model:A1-LK-01
static void a_link_has_joint_mass_drive_extent_surface_springs_children_and_queries(void) {
    static const char *const joint[] = {"kind",   "origin",   "axis",   "pitch",  "law",
                                        "limits", "actuator", "spring", "damper", "child"};
    static const char *const link[] = {"inertial", "visuals", "collisions"};
    for (int i = 0; i < 10; i++) {
        CHECK(snw_type_field(&snw_joint_description_type, joint[i]) != NULL);
    }
    for (int i = 0; i < 3; i++) {
        CHECK(snw_type_field(&snw_link_description_type, link[i]) != NULL);
    }
    const snw_type *visual = snw_type_field(&snw_link_description_type, "visuals")->type;
    const snw_type *material = snw_type_field(&snw_robot_type, "materials")->type;
    CHECK(snw_type_field(visual, "shape") != NULL && snw_type_field(visual, "material") != NULL);
    CHECK(snw_type_field(material, "rgba") != NULL && snw_type_field(material, "texture") != NULL);

    // all of it in one mechanism, and the queries of its links
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "pair");
    add_link(robot, setup, "base");
    add_inertial(add_link(robot, setup, "moving"), setup, 2, 0.1);
    snw_joint_description *hinge = add_joint(robot, setup, "hinge", "base", "moving");
    add_spring(&hinge->spring, setup, 5, 0);
    compiled c;
    CHECK(compile(robot, &c, NULL) == SNW_OK);
    CHECK(c.model.links[1].inertia.m == 2);
    CHECK(c.model.links[1].parent == 0 && snw_model_first_child(&c.model, 0) == 1);
    CHECK(c.model.spring_count == 1);
    CHECK(snw_model_subtree_count(&c.model, 0) == 2);
    free(c.block);
    snw_setup_destroy(setup);
}

static void a_copy_is_equal_and_lives_alone(void) {
    CHECK_CASES(50) {
        snw_setup *setup = new_setup(), *other = new_setup();
        const tree_options options = {.links = check_int(1, 20), .laws = true, .mimics = true};
        const snw_robot *robot = random_tree(setup, options);
        snw_robot *copy = snw_block_new(&snw_robot_type, other);
        CHECK(copy != NULL);
        CHECK(snw_block_copy(&snw_robot_type, copy, robot, other) == SNW_OK);
        CHECK(snw_block_equal(&snw_robot_type, robot, copy));
        snw_setup_destroy(setup);
        compiled c;
        CHECK(compile(copy, &c, NULL) == SNW_OK);
        free(c.block);
        snw_setup_destroy(other);
    }
}

// spec: actin-model:A1-LK-64
static void a_link_with_a_hundred_children_survives_a_copy_with_all_parents_right(void) {
    snw_setup *setup = new_setup(), *other = new_setup();
    snw_robot *robot = new_robot(setup, "hedgehog");
    char child[SNW_NAME], joint[SNW_NAME];
    add_link(robot, setup, "root");
    add_link(robot, setup, "hub");
    add_joint(robot, setup, "stem", "root", "hub");
    for (int i = 0; i < 100; i++) {
        (void)snprintf(child, sizeof child, "spine%d", i);
        (void)snprintf(joint, sizeof joint, "hinge%d", i);
        add_link(robot, setup, child);
        add_joint(robot, setup, joint, "hub", child);
    }
    snw_robot *copy = snw_block_new(&snw_robot_type, other);
    CHECK(snw_block_copy(&snw_robot_type, copy, robot, other) == SNW_OK);
    snw_setup_destroy(setup);
    compiled c;
    CHECK(compile(copy, &c, NULL) == SNW_OK);
    snw_setup_destroy(other);

    const int hub = snw_model_find_link(&c.model, "hub");
    int count = 0;
    for (int i = snw_model_first_child(&c.model, hub); i >= 0;
         i = snw_model_next_child(&c.model, i)) {
        (void)snprintf(child, sizeof child, "spine%d", count);
        CHECK_TEXT(c.model.links[i].name, child);
        CHECK(c.model.links[i].parent == hub);
        CHECK_TEXT(c.model.links[c.model.links[i].parent].name, "hub");
        count++;
    }
    CHECK(count == 100);
    CHECK(snw_model_subtree_count(&c.model, hub) == 101);
    free(c.block);
}

static void a_description_is_reached_by_paths(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "base");
    add_link(robot, setup, "upper");
    add_joint(robot, setup, "shoulder", "base", "upper");
    snw_roots roots = {.count = 0};
    snw_why why;
    CHECK(snw_roots_add(&roots, "arm", &snw_robot_type, robot) == SNW_OK);
    CHECK(snw_roots_set(&roots, "arm/joints[shoulder]/limits/upper", "90 deg", SNW_AT_LOAD, &why) ==
          SNW_OK);
    CHECK_NEAR(robot->joints[0].limits.upper, SNW_PI / 2, 1e-15);
    CHECK(snw_roots_set(&roots, "arm/joints[shoulder]/limits/velocity", "-1", SNW_AT_LOAD, &why) ==
          SNW_ERR_RANGE);
    CHECK(snw_roots_set(&roots, "arm/joints[0]/limits/velocity", "INF", SNW_AT_LOAD, &why) ==
          SNW_OK);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(every_table_passes_its_check);
    RUN(defaults_are_those_of_a_free_joint_about_x);
    RUN(lists_and_references_have_the_names_of_files);
    RUN(a_link_has_joint_mass_drive_extent_surface_springs_children_and_queries);
    RUN(a_copy_is_equal_and_lives_alone);
    RUN(a_link_with_a_hundred_children_survives_a_copy_with_all_parents_right);
    RUN(a_description_is_reached_by_paths);
    return check_report();
}
