// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edits.h"

static snw_joint_description joint_on(const char *parent, const char *name) {
    snw_joint_description joint;
    snw_block_defaults(&snw_joint_description_type, &joint);
    snw_copy_text(joint.name, SNW_NAME, name);
    snw_copy_text(joint.parent, SNW_NAME, parent);
    joint.kind = SNW_JOINT_REVOLUTE;
    joint.origin = random_pose();
    joint.axis = random_axis();
    return joint;
}

static void prefixed(char out[SNW_NAME], const char *name) {
    (void)snprintf(out, SNW_NAME, "tool_%.50s", name);
}

static void both_mechanisms_move_as_before_and_the_mounted_one_behind_the_joint(void) {
    CHECK_CASES(check_scaled(500)) {
        snw_setup *setup = new_setup();
        tree_options options = {.links = check_int(1, 10), .laws = true, .mimics = true};
        const snw_robot *carrier = random_tree(setup, options);
        options.links = check_int(1, 10);
        const snw_robot *mounted = random_tree(setup, options);
        const char *at = carrier->links[check_int(0, carrier->link_count - 1)].name;
        const snw_joint_description joint = joint_on(at, "flange");
        const snw_mounting mounting = {"tool_", &joint};
        snw_robot *both = NULL;
        told t;
        CHECK(snw_robot_merge(carrier, mounted, &mounting, setup, &both, listen(&t)) == SNW_OK);
        CHECK(t.diags.count == 0);
        CHECK(both->link_count == carrier->link_count + mounted->link_count);
        compiled c;
        CHECK(compile(both, &c, NULL) == SNW_OK);
        free(c.block);

        ref_places a, b, all;
        draw(carrier, &a);
        draw(mounted, &b);
        carry_over(carrier, &a, both, &all);
        for (int i = 0; i < mounted->joint_count; i++) {
            char name[SNW_NAME];
            prefixed(name, mounted->joints[i].name);
            memcpy(all.q[ref_joint(both, name)], b.q[i], sizeof b.q[i]);
        }
        const int flange = ref_joint(both, "flange");
        all.q[flange][0] = (real)check_real(-3, 3);
        CHECK(moved_by(carrier, &a, both, &all, "0") <= 1e-12);
        const ref_pose T_mount =
            ref_mul(ref_link(both, &all, at),
                    ref_mul(ref_from(joint.origin), ref_motion(both, &all, flange)));
        for (int i = 0; i < mounted->link_count; i++) {
            char name[SNW_NAME];
            prefixed(name, mounted->links[i].name);
            const ref_pose T = ref_mul(T_mount, ref_link(mounted, &b, mounted->links[i].name));
            CHECK(ref_distance(T, ref_link(both, &all, name)) <= 1e-12);
        }
        for (int i = 0; i < mounted->attachment_count; i++) {
            const snw_attachment *frame = &both->attachments[carrier->attachment_count + i];
            const ref_pose T = ref_mul(T_mount, ref_frame(mounted, &b, &mounted->attachments[i]));
            CHECK(ref_distance(T, ref_frame(both, &all, frame)) <= 1e-12);
        }
        snw_setup_destroy(setup);
    }
}

static void every_clash_of_names_is_told(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot = random_tree(setup, (tree_options){.links = 4, .only_single = true});
    const snw_joint_description joint = joint_on("0", "j2");
    const snw_mounting mounting = {"", &joint};
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(robot, robot, &mounting, setup, &both, listen(&t)) == SNW_ERR_DUPLICATE);
    // 4 links, 3 joints, 4 attachments, and the joint between
    CHECK(findings(&t.diags, "edit-clash") == 12 && t.diags.count == 12 && both == NULL);
    CHECK_TEXT(t.items[0].fix, "choose another prefix");
    snw_setup_destroy(setup);
}

static void names_too_long_for_the_prefix_and_unknown_parents_are_told(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot = random_tree(setup, (tree_options){.links = 1});
    snw_joint_description joint = joint_on("0", "flange");
    char prefix[SNW_NAME];
    memset(prefix, 'p', sizeof prefix);
    prefix[SNW_NAME - 2] = '\0';
    const snw_mounting mounting = {prefix, &joint};
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(robot, robot, &mounting, setup, &both, listen(&t)) == SNW_ERR_TOO_LARGE);
    CHECK(findings(&t.diags, "edit-name") > 0);
    prefix[5] = '\0';
    CHECK(snw_robot_merge(robot, robot, &mounting, setup, &both, listen(&t)) == SNW_OK);
    snw_copy_text(joint.parent, SNW_NAME, "nothing");
    CHECK(snw_robot_merge(robot, robot, &mounting, setup, &both, listen(&t)) ==
          SNW_ERR_UNKNOWN_NAME);
    snw_setup_destroy(setup);
}

static snw_robot *painted(snw_setup *setup, const char *link, double red) {
    snw_robot *robot = new_robot(setup, link);
    snw_link_description *body = add_link(robot, setup, link);
    const snw_field *visuals = snw_type_field(&snw_link_description_type, "visuals");
    CHECK(snw_block_resize(visuals, body, 1, setup) == SNW_OK);
    snw_copy_text(body->visuals[0].material, SNW_NAME, "paint");
    snw_robot_material *material = add_item(robot, setup, "materials");
    snw_copy_text(material->name, SNW_NAME, "paint");
    material->rgba[0] = red;
    return robot;
}

static void equal_materials_are_shared_and_others_clash(void) {
    snw_setup *setup = new_setup();
    const snw_joint_description joint = joint_on("a", "flange");
    const snw_mounting mounting = {"", &joint}, apart = {"b_", &joint};
    const snw_robot *a = painted(setup, "a", 0.5), *same = painted(setup, "b", 0.5);
    const snw_robot *other = painted(setup, "b", 0.75);
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(a, same, &mounting, setup, &both, listen(&t)) == SNW_OK);
    CHECK(both->material_count == 1);
    CHECK_TEXT(both->links[1].visuals[0].material, "paint");
    CHECK(snw_robot_merge(a, other, &mounting, setup, &both, listen(&t)) == SNW_ERR_DUPLICATE);
    CHECK(snw_robot_merge(a, other, &apart, setup, &both, listen(&t)) == SNW_OK);
    CHECK(both->material_count == 2);
    CHECK_TEXT(both->links[1].visuals[0].material, "b_paint");
    snw_setup_destroy(setup);
}

static void everything_that_names_something_gets_the_prefix(void) {
    static const double matrix[] = {1, 0, 0, 1};
    static const char *const joints[] = {"ja", "jb"};
    snw_setup *setup = new_setup();
    snw_robot *hand = new_robot(setup, "hand");
    add_link(hand, setup, "palm");
    add_link(hand, setup, "a");
    add_link(hand, setup, "b");
    add_link(hand, setup, "c");
    add_joint(hand, setup, "ja", "palm", "a");
    add_joint(hand, setup, "jb", "palm", "b");
    add_mimic(add_joint(hand, setup, "jc", "palm", "c"), setup, "ja", 1, 0);
    add_coupling(hand, setup, "gear", 2, joints, matrix);
    snw_spring *spring = add_spring(&hand->joints[0].spring, setup, 1, 2);
    snw_copy_text(spring->terms[0].joint, SNW_NAME, "jb");
    snw_robot *arm = new_robot(setup, "arm");
    add_link(arm, setup, "base");
    arm->floating = true;
    const snw_joint_description joint = joint_on("base", "wrist");
    const snw_mounting mounting = {"left/", &joint};
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(arm, hand, &mounting, setup, &both, listen(&t)) == SNW_OK);
    CHECK(both->floating);
    CHECK_TEXT(both->joints[2].mimic->joint, "left/ja");
    CHECK_TEXT(both->couplings[0].name, "left/gear");
    CHECK_TEXT(both->couplings[0].joints[1], "left/jb");
    CHECK_TEXT(both->joints[0].spring->terms[0].joint, "left/jb");
    CHECK_TEXT(both->joints[0].spring->terms[1].joint, ""); // still its own joint
    CHECK_TEXT(both->joints[3].child, "left/palm");
    CHECK_TEXT(hand->joints[2].mimic->joint, "ja"); // the input is as it was
    compiled c;
    CHECK(compile(both, &c, NULL) == SNW_OK);
    free(c.block);

    snw_setup_destroy(setup);
}

static void a_faulty_part_is_told_before_it_is_mounted(void) {
    snw_setup *setup = new_setup();
    snw_robot *good = new_robot(setup, "good"), *bad = new_robot(setup, "bad");
    add_link(good, setup, "a");
    add_link(bad, setup, "b");
    add_link(bad, setup, "c");
    const snw_joint_description joint = joint_on("a", "flange");
    const snw_mounting mounting = {"x_", &joint};
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(good, bad, &mounting, setup, &both, listen(&t)) < 0);
    CHECK(findings(&t.diags, "one-root") == 1);
    CHECK(snw_robot_merge(bad, good, &mounting, setup, &both, listen(&t)) < 0);
    CHECK(findings(&t.diags, "one-root") == 1);
    snw_setup_destroy(setup);
}

// every edit, with a set-up arena that ends at any place
static snw_status edit(int which, const snw_robot *robot, snw_setup *setup, snw_robot **out) {
    const snw_joint_description joint = joint_on("0", "flange");
    const snw_mounting mounting = {"tool_", &joint};
    const snw_fixture fixture = {"j1", {0}};
    switch (which) {
    case 0:
        return snw_robot_rebase(robot, "4", setup, out, NULL);
    case 1:
        return snw_robot_extract(robot, "4", "3", setup, out, NULL);
    case 2:
        return snw_robot_fix(robot, &fixture, 1, setup, out, NULL);
    default:
        return snw_robot_merge(robot, robot, &mounting, setup, out, NULL);
    }
}

static void too_little_memory_is_told_by_every_edit(void) {
    snw_setup *source = new_setup();
    snw_robot *robot = random_tree(source, (tree_options){.links = 5, .only_single = true});
    robot->joints[ref_joint(robot, "j1")].kind = SNW_JOINT_REVOLUTE;
    robot->joints[ref_joint(robot, "j1")].pitch = 0;
    robot->joints[ref_joint(robot, "j1")].mimic = NULL;
    for (int which = 0; which < 4; which++) {
        snw_status status = SNW_ERR_MEMORY;
        int refused = 0;
        for (size_t limit = 64; status == SNW_ERR_MEMORY; limit += 64) {
            snw_setup *setup = snw_setup_create(limit);
            snw_robot *out = NULL;
            CHECK(setup != NULL);
            status = edit(which, robot, setup, &out);
            CHECK((status == SNW_OK) == (out != NULL));
            refused += status != SNW_OK;
            snw_setup_destroy(setup);
        }
        CHECK(status == SNW_OK && refused > 20);
    }
    snw_setup_destroy(source);
}

static void a_whole_that_is_too_large_is_refused(void) {
    snw_setup *setup = new_setup();
    snw_robot *snake = new_robot(setup, "snake");
    const snw_field *links = snw_type_field(&snw_robot_type, "links");
    const snw_field *joints = snw_type_field(&snw_robot_type, "joints");
    enum { HALF = SNW_MODEL_LINKS / 2 + 1 };
    CHECK(snw_block_resize(links, snake, HALF, setup) == SNW_OK);
    CHECK(snw_block_resize(joints, snake, HALF - 1, setup) == SNW_OK);
    for (int i = 0; i < HALF; i++) {
        (void)snprintf(snake->links[i].name, SNW_NAME, "%d", i);
        if (i == 0) continue;
        (void)snprintf(snake->joints[i - 1].name, SNW_NAME, "j%d", i);
        (void)snprintf(snake->joints[i - 1].parent, SNW_NAME, "%d", i - 1);
        (void)snprintf(snake->joints[i - 1].child, SNW_NAME, "%d", i);
    }
    const snw_joint_description joint = joint_on("7", "flange");
    const snw_mounting mounting = {"second_", &joint};
    snw_robot *both = NULL;
    told t;
    CHECK(snw_robot_merge(snake, snake, &mounting, setup, &both, listen(&t)) == SNW_ERR_TOO_LARGE);
    CHECK(findings(&t.diags, "too-many-links") > 0 && both == NULL);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(both_mechanisms_move_as_before_and_the_mounted_one_behind_the_joint);
    RUN(every_clash_of_names_is_told);
    RUN(names_too_long_for_the_prefix_and_unknown_parents_are_told);
    RUN(equal_materials_are_shared_and_others_clash);
    RUN(everything_that_names_something_gets_the_prefix);
    RUN(a_faulty_part_is_told_before_it_is_mounted);
    RUN(too_little_memory_is_told_by_every_edit);
    RUN(a_whole_that_is_too_large_is_refused);
    return check_report();
}
