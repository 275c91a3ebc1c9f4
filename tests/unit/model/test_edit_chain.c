// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "edits.h"

static bool is_reversed(const snw_robot *before, const snw_robot *after, int joint) {
    const int i = ref_joint(after, before->joints[joint].name);
    return strcmp(after->joints[i].parent, before->joints[joint].parent) != 0;
}

// what the header promises of reversed joints with several coordinates: the inverse motion
static void invert_places(const snw_robot *before, const snw_robot *after, ref_places *places) {
    for (int j = 0; j < before->joint_count; j++) {
        const snw_joint_description *joint = &before->joints[j];
        if (!has_joint(after, joint->name) || !is_reversed(before, after, j)) continue;
        real *q = places->q[ref_joint(after, joint->name)];
        if (joint->kind == SNW_JOINT_SPHERICAL) q[3] = -q[3];
        if (joint->kind == SNW_JOINT_FREE) {
            const ref_pose T = ref_inverse(ref_free(q));
            memcpy(q, T.p, sizeof T.p);
            q[6] = -q[6];
        }
        if (joint->kind == SNW_JOINT_PLANAR) {
            const real c = cosl(q[2]), s = sinl(q[2]), x = q[0], y = q[1];
            q[0] = -(c * x + s * y);
            q[1] = -(-s * x + c * y);
            q[2] = -q[2];
        }
    }
}

static int pick_link(const snw_robot *robot) {
    return check_int(0, robot->link_count - 1);
}

static void every_link_can_be_the_root_and_nothing_moves(void) {
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = new_setup();
        const tree_options options = {.links = check_int(2, 14), .mimics = true};
        const snw_robot *robot = random_tree(setup, options);
        const char *root = robot->links[pick_link(robot)].name;
        snw_robot *other = NULL;
        told t;
        CHECK(snw_robot_rebase(robot, root, setup, &other, listen(&t)) == SNW_OK);
        CHECK(t.diags.errors == 0 && t.diags.count == findings(&t.diags, "edit-coordinates"));
        compiled c;
        CHECK(compile(other, &c, NULL) == SNW_OK);
        CHECK_TEXT(c.model.links[0].name, root);
        double mass = 0;
        for (int i = 0; i < c.model.link_count; i++) {
            mass += c.model.links[i].inertia.m;
        }
        for (int i = 0; i < robot->link_count; i++) {
            CHECK(has_link(other, robot->links[i].name));
            mass -= robot->links[i].inertial->mass;
        }
        CHECK_NEAR(mass, 0, 1e-12);
        free(c.block);
        for (int n = 0; n < 3; n++) {
            ref_places before, after;
            draw(robot, &before);
            carry_over(robot, &before, other, &after);
            invert_places(robot, other, &after);
            CHECK(moved_by(robot, &before, other, &after, root) <= 1e-12);
        }
        snw_setup_destroy(setup);
    }
}

static void limits_and_zeros_stay_with_a_reversed_joint(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "base");
    add_link(robot, setup, "body");
    snw_joint_description *joint = add_joint(robot, setup, "hinge", "base", "body");
    joint->limits.lower = -1;
    joint->limits.upper = 2;
    joint->position = 0.3;
    joint->axis = snw_vec3_of(0.6, 0.8, 0);
    snw_robot *other = NULL;
    CHECK(snw_robot_rebase(robot, "body", setup, &other, NULL) == SNW_OK);
    // its frame is that of its parent: no link is needed between
    CHECK(other->link_count == 2 && other->joint_count == 1);
    CHECK_TEXT(other->joints[0].parent, "body");
    CHECK(other->joints[0].limits.lower == -1 && other->joints[0].limits.upper == 2);
    CHECK(other->joints[0].position == 0.3);
    CHECK(snw_vec3_equal(other->joints[0].axis, snw_vec3_of(-0.6, -0.8, 0)));
    // the input is as it was
    CHECK_TEXT(robot->joints[0].parent, "base");
    CHECK(robot->joints[0].axis.x == 0.6);
    snw_setup_destroy(setup);
}

static void there_and_back_does_not_grow(void) {
    snw_setup *setup = new_setup();
    const snw_robot *robot = random_tree(setup, (tree_options){.links = 10, .only_single = true});
    const char *far = robot->links[5].name;
    snw_robot *there = NULL, *back = NULL, *again = NULL, *and_back = NULL;
    CHECK(snw_robot_rebase(robot, far, setup, &there, NULL) == SNW_OK);
    CHECK(snw_robot_rebase(there, "0", setup, &back, NULL) == SNW_OK);
    CHECK(snw_robot_rebase(back, far, setup, &again, NULL) == SNW_OK);
    CHECK(snw_robot_rebase(again, "0", setup, &and_back, NULL) == SNW_OK);
    CHECK(there->link_count == and_back->link_count);
    ref_places before, after;
    draw(robot, &before);
    carry_over(robot, &before, and_back, &after);
    CHECK(moved_by(robot, &before, and_back, &after, "0") <= 1e-12);
    snw_setup_destroy(setup);
}

static void a_law_is_not_reversed_and_unknown_links_are_proposed(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "rail");
    add_link(robot, setup, "base");
    add_link(robot, setup, "carriage");
    add_link(robot, setup, "arm");
    add_rail(add_joint(robot, setup, "guide", "base", "carriage"), setup);
    add_joint(robot, setup, "turn", "carriage", "arm");
    snw_robot *other = NULL;
    told t;
    CHECK(snw_robot_rebase(robot, "arm", setup, &other, listen(&t)) == SNW_ERR_UNSUPPORTED);
    CHECK(findings(&t.diags, "edit-law") == 1 && other == NULL);
    CHECK(snw_robot_rebase(robot, "carrage", setup, &other, listen(&t)) == SNW_ERR_UNKNOWN_NAME);
    CHECK_TEXT(t.items[0].fix, "did you mean 'carriage'?");
    CHECK(snw_robot_extract(robot, "arm", "foot", setup, &other, listen(&t)) ==
          SNW_ERR_UNKNOWN_NAME);
    CHECK(snw_robot_rebase(robot, "base", setup, &other, listen(&t)) == SNW_OK);
    CHECK(snw_block_equal(&snw_robot_type, robot, other));
    // a way that does not pass the law is no trouble
    CHECK(snw_robot_extract(robot, "arm", "carriage", setup, &other, listen(&t)) == SNW_OK);
    CHECK(other->link_count == 2);
    snw_setup_destroy(setup);
}

static void a_faulty_mechanism_is_not_edited(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "bad");
    add_link(robot, setup, "a");
    add_link(robot, setup, "b");
    snw_robot *other = NULL;
    told t;
    CHECK(snw_robot_rebase(robot, "b", setup, &other, listen(&t)) == SNW_ERR_ARGUMENT);
    CHECK(findings(&t.diags, "one-root") == 1 && other == NULL);
    snw_setup_destroy(setup);
}

static void names_that_a_reversed_joint_needs_may_be_taken(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = new_robot(setup, "arm");
    add_link(robot, setup, "base");
    add_link(robot, setup, "hinge_end");
    add_joint(robot, setup, "hinge", "base", "hinge_end")->origin = random_pose();
    snw_robot *other = NULL;
    told t;
    CHECK(snw_robot_rebase(robot, "hinge_end", setup, &other, listen(&t)) == SNW_ERR_DUPLICATE);
    CHECK(findings(&t.diags, "edit-name") == 1);
    snw_setup_destroy(setup);
}

// --- chains -------------------------------------------------------------------------------------

// links on the way between two: by brute force, those whose removal separates the two
static bool is_between(const snw_robot *robot, int a, int b, int removed) {
    if (removed == a || removed == b) return true;
    bool reached[64] = {false};
    reached[a] = true;
    for (int round = 0; round < robot->link_count; round++) {
        for (int j = 0; j < robot->joint_count; j++) {
            int ends[2] = {-1, -1};
            for (int i = 0; i < robot->link_count; i++) {
                if (strcmp(robot->links[i].name, robot->joints[j].parent) == 0) ends[0] = i;
                if (strcmp(robot->links[i].name, robot->joints[j].child) == 0) ends[1] = i;
            }
            if (ends[0] == removed || ends[1] == removed) continue;
            if (reached[ends[0]] || reached[ends[1]]) reached[ends[0]] = reached[ends[1]] = true;
        }
    }
    return !reached[b];
}

static void a_chain_is_the_way_between_two_links_and_nothing_moves(void) {
    CHECK_CASES(check_scaled(600)) {
        snw_setup *setup = new_setup();
        const snw_robot *robot = random_tree(setup, (tree_options){.links = check_int(1, 14)});
        const int a = pick_link(robot), b = pick_link(robot);
        const char *first = robot->links[a].name, *last = robot->links[b].name;
        snw_robot *chain = NULL;
        CHECK(snw_robot_extract(robot, first, last, setup, &chain, NULL) == SNW_OK);
        int kept = 0;
        for (int i = 0; i < robot->link_count; i++) {
            const bool between = is_between(robot, a, b, i);
            CHECK(has_link(chain, robot->links[i].name) == between);
            kept += between;
        }
        CHECK(chain->attachment_count == kept); // there is one on each link
        compiled c;
        CHECK(compile(chain, &c, NULL) == SNW_OK);
        CHECK_TEXT(c.model.links[0].name, first);
        // it is a chain: each link carries one at most
        for (int i = 0; i < c.model.link_count; i++) {
            const int child = snw_model_first_child(&c.model, i);
            CHECK(child < 0 || snw_model_next_child(&c.model, child) < 0);
        }
        free(c.block);
        ref_places before, after;
        draw(robot, &before);
        carry_over(robot, &before, chain, &after);
        invert_places(robot, chain, &after);
        CHECK(moved_by(robot, &before, chain, &after, first) <= 1e-12);
        snw_setup_destroy(setup);
    }
}

// root - a - b - c, with joints ja, jb, jc and a side branch root - s, joint js
static snw_robot *branched(snw_setup *setup) {
    snw_robot *robot = new_robot(setup, "tree");
    static const char *const links[] = {"root", "a", "b", "c", "s"};
    for (int i = 0; i < 5; i++) {
        add_link(robot, setup, links[i]);
    }
    add_joint(robot, setup, "ja", "root", "a");
    add_joint(robot, setup, "jb", "a", "b");
    add_joint(robot, setup, "jc", "b", "c");
    add_joint(robot, setup, "js", "root", "s");
    return robot;
}

static void what_refers_to_joints_outside_is_dropped_with_a_warning(void) {
    static const double matrix[] = {1, 0, 0, 1};
    static const char *const inside[] = {"jb", "jc"}, *const across[] = {"ja", "js"};
    snw_setup *setup = new_setup();
    snw_robot *robot = branched(setup);
    add_mimic(&robot->joints[0], setup, "js", 2, 1);
    add_coupling(robot, setup, "in", 2, inside, matrix);
    robot->floating = true;
    snw_robot *chain = NULL;
    told t;
    CHECK(snw_robot_extract(robot, "a", "c", setup, &chain, listen(&t)) == SNW_OK);
    CHECK(t.diags.count == 0 && chain->coupling_count == 1);
    CHECK(!chain->floating); // what moved it is not there any more

    robot = branched(setup);
    add_mimic(&robot->joints[1], setup, "js", 2, 1);
    add_coupling(robot, setup, "out", 2, across, matrix);
    snw_spring *spring = add_spring(&robot->joints[2].spring, setup, 1, 2);
    snw_copy_text(spring->terms[0].joint, SNW_NAME, "js");
    snw_copy_text(add_spring(&robot->joints[2].damper, setup, 1, 1)->terms[0].joint, SNW_NAME,
                  "js");
    CHECK(snw_robot_extract(robot, "root", "c", setup, &chain, listen(&t)) == SNW_OK);
    CHECK(t.diags.errors == 0 && t.diags.warnings == 4);
    CHECK(findings(&t.diags, "edit-dropped") == 4);
    CHECK(chain->coupling_count == 0 && chain->joint_count == 3);
    CHECK(chain->joints[1].mimic == NULL);
    CHECK(chain->joints[2].spring->term_count == 1 && chain->joints[2].damper == NULL);
    compiled c;
    CHECK(compile(chain, &c, NULL) == SNW_OK);
    CHECK(c.model.nq == 3);
    free(c.block);
    snw_setup_destroy(setup);
}

static void a_follower_goes_on_to_the_joint_that_moves_itself(void) {
    snw_setup *setup = new_setup();
    snw_robot *robot = branched(setup);
    add_mimic(&robot->joints[2], setup, "js", 2, 1);   // jc = 2 js + 1
    add_mimic(&robot->joints[3], setup, "ja", 3, 0.5); // js = 3 ja + 0.5
    snw_robot *chain = NULL;
    told t;
    CHECK(snw_robot_extract(robot, "root", "c", setup, &chain, listen(&t)) == SNW_OK);
    CHECK(t.diags.count == 0);
    const snw_mimic *mimic = chain->joints[2].mimic;
    CHECK_TEXT(mimic->joint, "ja");
    CHECK(mimic->multiplier == 6 && mimic->offset == 2);
    snw_setup_destroy(setup);
}

int main(void) {
    RUN(every_link_can_be_the_root_and_nothing_moves);
    RUN(limits_and_zeros_stay_with_a_reversed_joint);
    RUN(there_and_back_does_not_grow);
    RUN(a_law_is_not_reversed_and_unknown_links_are_proposed);
    RUN(a_faulty_mechanism_is_not_edited);
    RUN(names_that_a_reversed_joint_needs_may_be_taken);
    RUN(a_chain_is_the_way_between_two_links_and_nothing_moves);
    RUN(what_refers_to_joints_outside_is_dropped_with_a_warning);
    RUN(a_follower_goes_on_to_the_joint_that_moves_itself);
    return check_report();
}
