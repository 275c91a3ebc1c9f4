// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell_test.h"

#include "sinew/os/directory.h"

// URDF to cell to URDF: a robot is read, put into a cell, the cell written as XML and read, its
// robot written as URDF and read. The first and the last are compared by frames and masses.

static snw_robot *read_urdf(const char *text, snw_setup *setup) {
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    const snw_source source = {text, strlen(text), "t.urdf", NULL};
    const snw_urdf_options options = {.keep_names = true};
    snw_robot *robot = NULL;
    if (snw_urdf_read(&source, &options, setup, &robot, &diags) != SNW_OK) {
        print_error("%s: %s\n", items[0].subject, items[0].text);
    }
    CHECK(robot != NULL);
    return robot;
}

static char *urdf_text(const snw_robot *robot) {
    snw_why why;
    snw_text text = snw_text_over(NULL, 0);
    const snw_status status = snw_urdf_write(robot, NULL, &text, &why);
    if (status < 0) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    char *buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    CHECK(snw_urdf_write(robot, NULL, &text, &why) == SNW_OK);
    return buffer;
}

// through the cell and back; the caller destroys both
static snw_robot *through_cell(snw_robot *robot, snw_setup *setup, cell_reading *r) {
    snw_cell *cell = new_cell(setup, "c");
    add_mechanism(cell, setup, "k", robot);
    add_member(cell, setup, "m", "k");
    char *text = cell_text(cell);
    snw_cell *again = must_read(r, text);
    free(text);
    char *urdf = urdf_text(again->mechanisms[0].robot);
    snw_robot *back = read_urdf(urdf, setup);
    free(urdf);
    return back;
}

// a link in the root, with the motions of a compiled model
static snw_pose pose_of(const snw_model *model, const double *q, int link) {
    snw_pose T = snw_pose_identity();
    for (; link > 0; link = model->links[link].parent) {
        const snw_link *one = &model->links[link];
        T = snw_pose_mul(snw_pose_mul(one->T_parent_joint, snw_joint_motion(one, q)), T);
    }
    return T;
}

static void check_equal(const snw_robot *before, const snw_robot *after, int configurations) {
    compiled a, b;
    CHECK(compile(before, &a, NULL) == SNW_OK && compile(after, &b, NULL) == SNW_OK);
    CHECK(a.model.link_count == b.model.link_count && a.model.nq == b.model.nq);
    double q[512];
    CHECK(a.model.nq <= 512);
    for (int i = 0; i < a.model.link_count; i++) {
        CHECK_TEXT(b.model.links[i].name, a.model.links[i].name);
        CHECK(snw_inertia_near(a.model.links[i].inertia, b.model.links[i].inertia, 1e-12));
    }
    for (int k = 0; k < configurations; k++) {
        random_q(&a.model, q);
        for (int i = 0; i < a.model.link_count; i++) {
            CHECK(snw_pose_near(pose_of(&a.model, q, i), pose_of(&b.model, q, i), 1e-12));
        }
    }
    free(a.block);
    free(b.block);
}

// a tree that URDF has words for: joints that turn, slide or do nothing; limits, masses, frames
static snw_robot *random_urdf_tree(snw_setup *setup) {
    const tree_options o = {.links = check_int(1, 12), .only_single = true, .mimics = true};
    snw_robot *robot = random_tree(setup, o);
    robot->attachment_count = 0;
    for (int i = 0; i < robot->joint_count; i++) {
        snw_joint_description *joint = &robot->joints[i];
        if (joint->kind == SNW_JOINT_SCREW) {
            joint->kind = SNW_JOINT_CONTINUOUS;
            joint->pitch = 0;
        }
        joint->limits.velocity = 1;
        joint->limits.effort = 10;
        if (joint->kind == SNW_JOINT_REVOLUTE || joint->kind == SNW_JOINT_PRISMATIC) {
            // limits of what follows are wide, so that they never contradict those of the leader
            const double width = joint->mimic != NULL ? 100 : 1;
            joint->limits.lower = width * check_real(-3, -0.1);
            joint->limits.upper = width * check_real(0.1, 3);
        }
    }
    for (int i = 0; i < robot->link_count; i++) {
        robot->links[i].inertial->origin = random_pose();
    }
    return robot;
}

static void random_trees_go_from_urdf_to_cell_to_urdf_and_stay_the_same(void) {
    CHECK_CASES(check_scaled(1000)) {
        snw_setup *setup = new_setup();
        char *text = urdf_text(random_urdf_tree(setup));
        snw_robot *robot = read_urdf(text, setup);
        cell_reading r;
        check_equal(robot, through_cell(robot, setup, &r), 1);
        free(text);
        snw_setup_destroy(r.setup);
        snw_setup_destroy(setup);
    }
    check_case = -1;
    // one tree at a thousand configurations
    snw_setup *setup = new_setup();
    char *text = urdf_text(random_urdf_tree(setup));
    snw_robot *robot = read_urdf(text, setup);
    cell_reading r;
    check_equal(robot, through_cell(robot, setup, &r), 1000);
    free(text);
    snw_setup_destroy(r.setup);
    snw_setup_destroy(setup);
}

static void check_file(const char *path) {
    snw_setup *setup = new_setup();
    snw_why items[8];
    snw_diags diags = {.items = items, .capacity = 8};
    const snw_urdf_options options = {.strictness = SNW_LENIENT, .keep_names = true};
    snw_robot *robot = NULL;
    if (snw_urdf_read_file(path, &options, setup, &robot, &diags) != SNW_OK) {
        print_error("%s: %s\n", path, items[0].text);
    }
    CHECK(robot != NULL);
    cell_reading r;
    check_equal(robot, through_cell(robot, setup, &r), (int)check_scaled(1000));
    snw_setup_destroy(r.setup);
    snw_setup_destroy(setup);
}

static bool is_urdf(const char *name) {
    const size_t length = strlen(name);
    return length > 5 && strcmp(name + length - 5, ".urdf") == 0;
}

static void the_robots_of_the_repository_go_through_a_cell_and_stay_the_same(void) {
    const char *folder = SNW_SOURCE_DIR "/models";
    snw_directory robots;
    CHECK(snw_directory_list(folder, 1000, &robots, NULL) == SNW_OK && robots.count > 0);
    for (int i = 0; i < robots.count; i++) {
        char path[1024];
        (void)snprintf(path, sizeof path, "%s/%s", folder, robots.entries[i].name);
        snw_directory files;
        if (snw_directory_list(path, 1000, &files, NULL) != SNW_OK) continue;
        for (int k = 0; k < files.count; k++) {
            if (!is_urdf(files.entries[k].name)) continue;
            (void)snprintf(path, sizeof path, "%s/%s/%s", folder, robots.entries[i].name,
                           files.entries[k].name);
            check_file(path);
        }
        snw_directory_free(&files);
    }
    snw_directory_free(&robots);
}

int main(void) {
    RUN(random_trees_go_from_urdf_to_cell_to_urdf_and_stay_the_same);
    RUN(the_robots_of_the_repository_go_through_a_cell_and_stay_the_same);
    return check_report();
}
