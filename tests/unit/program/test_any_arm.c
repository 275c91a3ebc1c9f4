// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cell.h"

#include "unit/model/robots.h"

#include "sinew/kinematics.h"
#include "sinew/modelio.h"
#include "sinew/store.h"

// Robots of any number of joints under one function, which knows none of them; and two arms on one
// base.

enum { GOALS = 3, MEMBERS = 2 };

// a chain of turning joints, as a file
static const char *write_chain(char path[300], int joints) {
    snw_setup *setup = snw_setup_create(1 << 22);
    CHECK(setup != NULL);
    snw_robot *robot = new_robot(setup, "chain");
    char parent[SNW_NAME] = "base", name[SNW_NAME], joint[SNW_NAME + 2];
    (void)add_link(robot, setup, "base");
    for (int i = 0; i < joints; i++) {
        (void)snprintf(name, sizeof name, "l%d", i);
        (void)snprintf(joint, sizeof joint, "j%d", i);
        (void)add_inertial(add_link(robot, setup, name), setup, 1, 0.01);
        snw_joint_description *j = add_joint(robot, setup, joint, parent, name);
        j->axis = i % 2 == 0 ? snw_vec3_z(1) : snw_vec3_y(1);
        j->origin = snw_pose_translation(snw_vec3_x(0.1));
        j->limits = (snw_limits){-2, 2, 2, 10, 10, HUGE_VAL, 100};
        (void)snprintf(parent, sizeof parent, "%s", name);
    }
    add_attachment(robot, setup, "end", parent)->origin = snw_pose_translation(snw_vec3_x(0.1));
    CHECK(snw_document_write(cell_file(path, "chain.xml"), &snw_robot_type, robot, NULL, NULL) ==
          SNW_OK);
    snw_setup_destroy(setup);
    return path;
}

static const char *write_cell(char path[300], const char *members) {
    static const char arm[] = "<arm member=\"%s\"><drive><ideal_arm/></drive></arm>";
    static const char parts[] =
        "<component name=\"move-%s\" member=\"%s\"><type><motion/></type></component>"
        "<component name=\"law-%s\" member=\"%s\"><type><follow/></type></component>";
    const bool two = strstr(members, "name=\"right\"") != NULL;
    static char text[8192];
    snw_text t = snw_text_over(text, sizeof text);
    snw_text_format(&t, "<cell name=\"any\">%s<control><loop period=\"2 ms\"><arms>", members);
    for (int i = 0; i <= two; i++)
        snw_text_format(&t, arm, i ? "right" : "left");
    snw_text_format(&t, "</arms><components>");
    for (int i = 0; i <= two; i++) {
        const char *name = i ? "right" : "left";
        snw_text_format(&t, parts, name, name, name, name);
    }
    snw_text_format(&t, "</components></loop></control></cell>");
    CHECK(!snw_text_is_cut(&t));
    CHECK(snw_file_write(cell_file(path, "any.cell.xml"), text, t.length, NULL) == SNW_OK);
    CHECK(setenv("SINEW_PACKAGE_PATH", SNW_SOURCE_DIR, 1) == 0);
    return path;
}

static void open_any(snw_program *p, const char *path, bool all) {
    snw_program_options options = snw_program_defaults();
    snw_why found[8];
    snw_diags diags = {.items = found, .capacity = 8};
    options.path = path;
    options.all = all;
    const snw_status status = snw_program_open(p, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s: %s\n", found[i].subject, found[i].text);
    CHECK(!snw_failed(status));
}

// somewhere near, within the limits
static void draw_goal(const snw_program *p, double *goal) {
    for (int i = 0; i < p->arm->count; i++) {
        const double low = p->arm->limits.lower[i], high = p->arm->limits.upper[i];
        const double here = p->arm->command.q[i], q = here + check_real(-0.3, 0.3);
        const double margin = fmin(0.05, 0.1 * (high - low));
        goal[i] = fmin(fmax(q, low + margin), high - margin);
    }
}

static double farthest(const snw_program *p, const double *a, const double *b) {
    double most = 0;
    for (int i = 0; i < p->arm->count; i++)
        most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

// the one function: whatever the file says, moved from goal to goal and read back
static void drive_robot(const char *file, int joints) {
    char path[300], members[1024];
    (void)snprintf(members, sizeof members,
                   "<mechanisms><mechanism name=\"m\" file=\"%s\"/></mechanisms>"
                   "<members><member name=\"left\" mechanism=\"m\"/></members>",
                   file);
    snw_program p;
    open_any(&p, write_cell(path, members), false);
    CHECK(p.arm->count == joints);
    for (int g = 0; g < GOALS; g++) {
        double goal[SNW_AXES], from[SNW_AXES], there[SNW_AXES];
        draw_goal(&p, goal);
        snw_program_joints(&p, from);
        const int64_t motion = snw_move_joints(&p, goal);
        if (motion < 0) print_error("%s: %s %s\n", file, p.why.subject, p.why.text);
        CHECK(motion > 0 && snw_wait_for(&p, motion, 60) == SNW_OK);
        snw_program_joints(&p, there);
        CHECK(farthest(&p, goal, there) < 1e-6);
        // every joint has moved
        int moved = 0;
        for (int i = 0; i < joints; i++)
            moved += fabs(there[i] - from[i]) > 1e-4;
        CHECK(moved >= joints - joints / 10);
    }
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    SNW_IGNORE(snw_file_remove(path, NULL));
}

// spec: loffler:L-030
static void robots_of_2_to_60_joints_are_driven_by_the_same_calls(void) {
    static const struct {
        const char *file;
        int joints;
    } robots[] = {{"package://models/imi-2link/imi-2link.xml", 2},
                  {"package://models/wam4/wam4.xml", 4},
                  {"package://models/puma560-corke/puma560-corke.xml", 6},
                  {"package://models/panda/panda.xml", 7},
                  {"package://models/humanoid30/humanoid30.xml", 30}};
    check_seed(1);
    for (size_t i = 0; i < sizeof robots / sizeof *robots; i++)
        drive_robot(robots[i].file, robots[i].joints);
    char path[300];
    drive_robot(write_chain(path, 16), 16);
    drive_robot(write_chain(path, 60), 60);
    cell_remove("chain.xml");
}

// A robot file runs as a cell of its own, whose `paths` and `points` have its motion as a peer.
// Seen: programs refused it, "paths: a mandatory peer is missing", because their queue had taken
// the place of that motion and nobody told its peers.
static void a_robot_file_and_a_cell_with_teaching_are_opened_too(void) {
    static const struct {
        const char *file;
        int joints;
    } cells[] = {{SNW_SOURCE_DIR "/models/wam4/wam4.xml", 4},
                 {SNW_SOURCE_DIR "/cells/puma560-pick.cell.xml", 6},
                 {SNW_SOURCE_DIR "/cells/demo.cell.xml", 7}};
    CHECK(setenv("SINEW_PACKAGE_PATH", SNW_SOURCE_DIR, 1) == 0);
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        snw_program p;
        open_any(&p, cells[i].file, false);
        CHECK(p.arm->count == cells[i].joints);
        double goal[SNW_AXES], there[SNW_AXES];
        draw_goal(&p, goal);
        CHECK(snw_wait_for(&p, snw_move_joints(&p, goal), 60) == SNW_OK);
        snw_program_sleep(&p, 1);
        snw_program_joints(&p, there);
        CHECK(farthest(&p, goal, there) < 0.01);
        CHECK(snw_program_close(&p, NULL) == SNW_OK);
    }
}

// An arm has 64 axes at most; a robot of more joints is built of members that stand on each other.
// 120 joints: both halves are led at once, in one loop.
// spec: loffler:L-030
static void a_robot_of_120_joints_is_two_members(void) {
    char chain[300], path[300], members[1200];
    (void)write_chain(chain, 60);
    (void)snprintf(members, sizeof members,
                   "<mechanisms><mechanism name=\"m\" file=\"%s\"/></mechanisms>"
                   "<members><member name=\"left\" mechanism=\"m\"/>"
                   "<member name=\"right\" mechanism=\"m\" on=\"left\" at=\"end\"/></members>",
                   chain);
    snw_program p, other;
    open_any(&p, write_cell(path, members), true);
    CHECK(snw_program_join(&other, &p, "right") == SNW_OK);
    double one[SNW_AXES], two[SNW_AXES], there[SNW_AXES];
    draw_goal(&p, one);
    draw_goal(&other, two);
    const int64_t first = snw_move_joints(&p, one), second = snw_move_joints(&other, two);
    CHECK(first > 0 && second > 0);
    CHECK(snw_wait_for(&p, first, 60) == SNW_OK && snw_wait_for(&other, second, 60) == SNW_OK);
    snw_program_joints(&p, there);
    CHECK(p.arm->count == 60 && farthest(&p, one, there) < 1e-6);
    snw_program_joints(&other, there);
    CHECK(other.arm->count == 60 && farthest(&other, two, there) < 1e-6);
    CHECK(snw_program_close(&other, NULL) == SNW_OK && snw_program_close(&p, NULL) == SNW_OK);
    SNW_IGNORE(snw_file_remove(path, NULL));
    cell_remove("chain.xml");
}

// --- two arms on one base -----------------------------------------------------------------------

static const snw_pose mounts[MEMBERS] = {{{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}, {0.1, 0.4, 0.2}},
                                         {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {-0.2, -0.4, 0.3}}};

static snw_robot *read_mark_one(snw_setup *setup) {
    snw_robot *robot = NULL;
    CHECK(!snw_failed(snw_robot_load(SNW_SOURCE_DIR "/models/ranger-mk1/nominal.xml", NULL, setup,
                                     &robot, NULL)));
    return robot;
}

// a plate, and the arm on it twice
static snw_robot *mount_twice(const snw_robot *arm, snw_setup *setup) {
    snw_robot *whole = new_robot(setup, "pair");
    add_inertial(add_link(whole, setup, "plate"), setup, 5, 0.1);
    for (int i = 0; i < MEMBERS; i++) {
        snw_joint_description joint;
        snw_block_defaults(&snw_joint_description_type, &joint);
        snw_copy_text(joint.name, SNW_NAME, i ? "right_mount" : "left_mount");
        snw_copy_text(joint.parent, SNW_NAME, "plate");
        joint.kind = SNW_JOINT_FIXED;
        joint.origin = mounts[i];
        const snw_mounting how = {i ? "r_" : "l_", &joint};
        snw_robot *merged = NULL;
        CHECK(snw_robot_merge(whole, arm, &how, setup, &merged, NULL) == SNW_OK);
        whole = merged;
    }
    return whole;
}

typedef struct mechanism {
    compiled c;
    snw_kin kin;
    void *block;
} mechanism;

static void open_mechanism(mechanism *m, const snw_robot *robot) {
    CHECK(compile(robot, &m->c, NULL) == SNW_OK);
    snw_arena arena = {0};
    SNW_IGNORE(snw_kin_init(&m->kin, &m->c.model, &arena));
    m->block = exact_block(arena.needed);
    arena = snw_arena_over(m->block, arena.needed);
    CHECK(snw_kin_init(&m->kin, &m->c.model, &arena) == SNW_OK);
}

static void close_mechanism(mechanism *m) {
    free(m->block);
    free(m->c.block);
}

static snw_pose frame_pose(mechanism *m, const double *q, const char *frame) {
    CHECK(snw_kin_update(&m->kin, q) == SNW_OK);
    const int index = snw_model_find_frame(&m->c.model, frame);
    CHECK(index >= 0);
    return snw_kin_frame(&m->kin, index);
}

// how far both tools of the tree are from where the single chains have them
static double compare_tools(mechanism *tree, mechanism *chain, const double *q) {
    double most = 0;
    for (int i = 0; i < MEMBERS; i++) {
        const snw_pose whole = frame_pose(tree, q, i ? "r_tool" : "l_tool");
        const ptrdiff_t first = (ptrdiff_t)i * chain->c.model.nq;
        const snw_pose single = snw_pose_mul(mounts[i], frame_pose(chain, q + first, "tool"));
        const snw_twist apart = snw_pose_difference(single, whole);
        most = fmax(most, fmax(snw_vec3_norm(apart.lin), snw_vec3_norm(apart.ang)));
    }
    return most;
}

// Both arms of the tree are moved by one call, and while they move the tree has their tools where
// two single chains have them.
// spec: damore:BEY-11
static void two_arms_on_one_base_move_at_once_and_the_tree_has_both_tools(void) {
    snw_setup *setup = snw_setup_create(1 << 24);
    const snw_robot *arm = read_mark_one(setup), *pair = mount_twice(arm, setup);
    mechanism chain, tree;
    open_mechanism(&chain, arm);
    open_mechanism(&tree, pair);
    CHECK(tree.c.model.nq == 2 * chain.c.model.nq);
    char file[300], path[300], members[1024];
    CHECK(snw_document_write(cell_file(file, "chain.xml"), &snw_robot_type, pair, NULL, NULL) ==
          SNW_OK);
    (void)snprintf(members, sizeof members,
                   "<mechanisms><mechanism name=\"m\" file=\"%s\"/></mechanisms>"
                   "<members><member name=\"left\" mechanism=\"m\"/></members>",
                   file);
    snw_program p;
    open_any(&p, write_cell(path, members), false);
    const int joints = p.arm->count, half = joints / 2;
    CHECK(joints == tree.c.model.nq);
    int samples = 0, together = 0;
    double q[SNW_AXES], goal[SNW_AXES];
    for (int g = 0; g < 5; g++) {
        draw_goal(&p, goal);
        const int64_t motion = snw_move_joints(&p, goal);
        CHECK(motion > 0);
        double last[SNW_AXES];
        snw_program_joints(&p, last);
        while (snw_wait_for(&p, motion, 0.02) != SNW_OK) {
            snw_program_joints(&p, q);
            CHECK(compare_tools(&tree, &chain, q) <= 1e-12);
            double way[MEMBERS] = {0};
            for (int i = 0; i < joints; i++)
                way[i >= half] = fmax(way[i >= half], fabs(q[i] - last[i]));
            samples++;
            together += way[0] > 1e-4 && way[1] > 1e-4;
            memcpy(last, q, sizeof last);
            CHECK(samples < 10000);
        }
    }
    CHECK(samples > 50 && together > samples * 8 / 10);
    CHECK(snw_program_close(&p, NULL) == SNW_OK);
    close_mechanism(&chain);
    close_mechanism(&tree);
    snw_setup_destroy(setup);
    SNW_IGNORE(snw_file_remove(path, NULL));
    cell_remove("chain.xml");
}

int main(void) {
    RUN(robots_of_2_to_60_joints_are_driven_by_the_same_calls);
    RUN(a_robot_file_and_a_cell_with_teaching_are_opened_too);
    RUN(a_robot_of_120_joints_is_two_members);
    RUN(two_arms_on_one_base_move_at_once_and_the_tree_has_both_tools);
    return check_report();
}
