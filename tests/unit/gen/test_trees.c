// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "generated.h"

static stand s;
static generated g;

// springs and dampers of every third joint
static void add_springs(snw_robot *robot, snw_setup *setup) {
    for (int i = 0; i < robot->joint_count; i += 3) {
        snw_joint_description *joint = &robot->joints[i];
        if (joint->kind == SNW_JOINT_FIXED) continue;
        snw_spring *spring = add_spring(&joint->spring, setup, check_real(1, 3), 1);
        snw_copy_text(spring->terms[0].joint, SNW_NAME, joint->name);
        spring->terms[0].weight = check_real(0.5, 1);
        spring->terms[0].offset = check_real(-1, 1);
        snw_spring *damper = add_spring(&joint->damper, setup, check_real(1, 3), 1);
        snw_copy_text(damper->terms[0].joint, SNW_NAME, joint->name);
        damper->terms[0].weight = check_real(0.5, 1);
    }
}

static void random_options(snw_gen_options *options, double *rotors) {
    *options = snw_gen_defaults();
    options->name = "tree";
    options->gravity = random_vec3(10);
    options->rotors = rotors;
    options->lanes = true;
    CHECK(snw_dyn_set_gravity(&s.dyn, options->gravity) == SNW_OK);
    for (int i = 0; i < s.nv; i++) {
        rotors[i] = check_case % 2 == 0 ? 0 : check_real(0, 0.5);
        CHECK(snw_dyn_set_rotor(&s.dyn, i, rotors[i]) == SNW_OK);
    }
}

static void compare_tree(void) {
    double rotors[RATES];
    snw_gen_options options;
    random_options(&options, rotors);
    generate(&s.c.model, &options);
    // the narrowest vectors, those of this machine, and plain C
    static const char *const machines[] = {"-Wall", "-march=native", "-DTREE_WIDTH=1"};
    compile_generated("tree", "-O0", machines[check_case / 3 % 3]);
    load_generated(&g, "tree");
    for (int i = 0; i < 2; i++) {
        compare_states(&g, &s.dyn, s.c.model.link_count - 1, snw_pose_identity());
    }
    unload_generated(&g, "tree");
}

// Turns, slides, screws, followers and fixed joints about any axes and about square ones; any
// gravity; rotors; springs and dampers.
static void compare_trees(bool floating) {
    generated_open();
    CHECK_CASES(12) {
        snw_setup *setup = new_setup();
        const int links = check_case % 4 == 0 ? 13 : check_int(1, 8);
        snw_robot *robot = random_tree(setup, (tree_options){.links = links,
                                                             .mimics = check_case % 3 == 0,
                                                             .only_single = true,
                                                             .floating = floating});
        random_masses(robot);
        if (check_case % 4 < 2) make_square(robot);
        if (check_case % 5 == 1) add_springs(robot, setup);
        set_up(&s, setup, robot);
        if (s.nv > 0) compare_tree();
        tear_down(&s);
    }
    generated_close();
}

static void code_for_random_trees_gives_the_numbers_of_the_library(void) {
    compare_trees(false);
}

// the same, with nothing but air under their roots
static void code_for_random_floating_trees_gives_the_numbers_of_the_library(void) {
    compare_trees(true);
}

int main(void) {
    RUN(code_for_random_trees_gives_the_numbers_of_the_library);
    RUN(code_for_random_floating_trees_gives_the_numbers_of_the_library);
    return check_report();
}
