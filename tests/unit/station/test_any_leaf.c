// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <math.h>
#include <string.h>

#include "check.h"

#include "../os/scratch.h"
#include "sinew/parts.h"
#include "sinew/plant.h"
#include "sinew/robot.h"
#include "sinew/station.h"

// Robots of which only the mechanism is described: what moves any of their leaves is made from it,
// the solver by one call, the control loop by the run.

// --- robots
// ---------------------------------------------------------------------------------------

#define MASS                                                                                       \
    "<inertial><origin xyz='0 0 0.1'/><mass value='1'/><inertia ixx='0.01' iyy='0.01' izz='0.01' " \
    "ixy='0' ixz='0' iyz='0'/></inertial>"
#define LINK(name) "<link name='" name "'>" MASS "</link>"
#define MOVE(name, type, parent, child, xyz, axis, range)                                          \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/><origin xyz='" xyz "'/><axis xyz='" axis "'/><limit lower='-" range "' upper='" range      \
    "' effort='500' velocity='2'/></joint>"
#define TURN(name, parent, child, xyz, axis) MOVE(name, "revolute", parent, child, xyz, axis, "2.5")

// a trunk with four arms of four joints
static const char *tree(void) {
    static char text[1 << 14];
    static const char *const at[] = {"0.2 0.2 0.1", "-0.2 0.2 0.1", "-0.2 -0.2 0.1",
                                     "0.2 -0.2 0.1"};
    snw_text out = snw_text_over(text, sizeof text);
    snw_text_format(&out, "%s%s", "<robot name='tree'><link name='base'/>" LINK("trunk"),
                    TURN("waist", "base", "trunk", "0 0 0.2", "0 0 1"));
    for (int b = 0; b < 4; b++) {
        for (int k = 0; k < 4; k++) {
            char parent[16];
            (void)snprintf(parent, sizeof parent, k == 0 ? "trunk" : "l%d%d", b, k - 1);
            snw_text_format(&out, "<link name='l%d%d'>%s</link>", b, k, MASS);
            snw_text_format(&out, "<joint name='j%d%d' type='revolute'><parent link='%s'/>", b, k,
                            parent);
            snw_text_format(&out, "<child link='l%d%d'/><origin xyz='%s'/><axis xyz='%s'/>", b, k,
                            k == 0   ? at[b]
                            : k == 1 ? "0 0 0.1"
                                     : "0 0 0.3",
                            k == 0   ? "0 0 1"
                            : k == 3 ? "1 0 0"
                                     : "0 1 0");
            snw_text_format(&out, "<limit lower='-2.5' upper='2.5' effort='500' velocity='2'/>");
            snw_text_format(&out, "</joint>");
        }
    }
    snw_text_format(&out, "</robot>");
    CHECK(out.length < sizeof text);
    return text;
}

static const char rail[] = "<robot name='rail'><link name='base'/>" LINK("carriage") LINK("l1")
    LINK("l2") LINK("l3") MOVE("way", "prismatic", "base", "carriage", "0 0 0.1", "1 0 0", "1.5")
        TURN("j1", "carriage", "l1", "0 0 0.1", "0 0 1") TURN("j2", "l1", "l2", "0 0 0.3", "0 1 0")
            MOVE("reach", "prismatic", "l2", "l3", "0 0 0.3", "0 0 1", "0.2") "</robot>";
// as exporters of CAD write it: meshes, eight digits of a quarter turn
#define SEEN                                                                                       \
    "<visual><geometry><mesh filename='meshes/part.stl'/></geometry></visual><collision>"          \
    "<geometry><mesh filename='meshes/part.stl'/></geometry></collision>"
static const char cad[] =
    "<?xml version=\"1.0\"?>\n<!-- made by an exporter -->\n<robot name='assembly_1'>"
    "<link name='base_link'>" SEEN "</link><link name='Part_1'>" MASS SEEN "</link>"
    "<link name='Part_2'>" MASS SEEN "</link><link name='Part_3'>" MASS SEEN "</link>"
    "<joint name='Rev_1' type='revolute'><parent link='base_link'/><child link='Part_1'/>"
    "<origin xyz='0 0 0.1' rpy='1.5707963 0 0'/><axis xyz='0 0 -1'/><limit lower='-3' upper='3' "
    "effort='300' velocity='2'/></joint>"
    "<joint name='Rev_2' type='revolute'><parent link='Part_1'/><child link='Part_2'/>"
    "<origin xyz='0.2 0 0' rpy='-1.5707963 0 0'/><axis xyz='0 0 1'/><limit lower='-3' upper='3' "
    "effort='300' velocity='2'/></joint>"
    "<joint name='Slider_3' type='prismatic'><parent link='Part_2'/><child link='Part_3'/>"
    "<origin xyz='0.2 0 0' rpy='0 1.5707963 0'/><axis xyz='0 0 1'/><limit lower='0' upper='0.3' "
    "effort='300' velocity='1'/></joint></robot>";
#define OWN(name)                                                                                  \
    "<link name='" name "'><inertial mass='1' ixx='0.01' iyy='0.01' izz='0.01'/></link>"
#define LIMITS(range)                                                                              \
    "<limits lower='-" range "' upper='" range "' velocity='2' effort='500' acceleration='5'/>"
static const char screw[] =
    "<robot xmlns='urn:sinew:robot' name='screw'><links><link name='base'/>" OWN("rail") OWN("nut")
        OWN("finger") "</links><joints>"
                      "<joint name='j1' kind='prismatic' parent='base' child='rail'><axis>1 0 "
                      "0</axis>" LIMITS(
                          "1") "</joint><joint name='j2' kind='screw' parent='rail' child='nut' "
                               "pitch='0.01'>"
                               "<origin xyz='0 0 0.2'/><axis>0 0 1</axis>" LIMITS(
                                   "3") "</joint>"
                                        "<joint name='j3' kind='revolute' parent='nut' "
                                        "child='finger'><origin xyz='0.1 0 0'/>"
                                        "<axis>0 1 0</axis>" LIMITS(
                                            "2") "</joint></joints></robot>";
static const char part[] =
    "solid part\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 0.1 0 0\nvertex 0 0.1 0\n"
    "endloop\nendfacet\nendsolid part\n";

#define SHIPPED(name, ending) SNW_SOURCE_DIR "/models/" name "/" name ending
static const struct {
    const char *path; // of a file, or the name of one that is written
    const char *text; // NULL for a file, "" for the tree
    int leaves;       // that a joint moves
    bool floats;
} robots[] = {
    {SHIPPED("ur5", ".urdf"), NULL, 1, false},
    {SHIPPED("humanoid30", ".urdf"), NULL, 5, false},
    {SHIPPED("hexapod", ".xml"), NULL, 6, true},
    {SHIPPED("free3", ".xml"), NULL, 1, true},
    {SHIPPED("arm12", ".xml"), NULL, 1, false},
    {SHIPPED("rrc-k1207i", ".xml"), NULL, 1, false},
    {"cad.urdf", cad, 1, false},
    {"tree.urdf", "", 4, false},
    {"rail.urdf", rail, 1, false},
    {"screw.xml", screw, 1, false},
};
enum { ROBOTS = sizeof robots / sizeof *robots };

static void write_robots(void) {
    CHECK(mkdir(scratch("meshes").text, 0700) == 0);
    scratch_put(scratch("meshes/part.stl").text, part);
    for (int i = 0; i < ROBOTS; i++) {
        const char *text = robots[i].text;
        if (text == NULL) continue;
        scratch_put(scratch(robots[i].path).text, text[0] != '\0' ? text : tree());
    }
}

static scratch_name path_of(int robot) {
    if (robots[robot].text != NULL) return scratch(robots[robot].path);
    scratch_name path;
    (void)snprintf(path.text, sizeof path.text, "%s", robots[robot].path);
    return path;
}

// links that carry no other and that a joint moves
static int find_leaves(const snw_model *model, int *leaves) {
    int count = 0;
    for (int l = 0; l < model->link_count; l++) {
        bool carries = false, moves = false;
        for (int k = 0; k < model->link_count; k++) {
            carries = carries || model->links[k].parent == l;
        }
        for (int k = l; k > 0 && !moves; k = model->links[k].parent) {
            moves = model->links[k].nv > 0;
        }
        if (!carries && moves) leaves[count++] = l;
    }
    return count;
}

// --- the solver
// -----------------------------------------------------------------------------------

// of each component [m, rad], with what the products of matrices lose
#define WITHIN (1e-5 + 1e-9)

// the largest component of way and turn from one pose to another, along the axes of the first
static double distance_between(snw_pose a, snw_pose b) {
    const snw_vec3 way = snw_vec3_sub(a.p, b.p);
    const snw_vec3 turn = snw_vec3_scale(
        snw_vec3_add(snw_vec3_add(snw_vec3_cross(a.R.x, b.R.x), snw_vec3_cross(a.R.y, b.R.y)),
                     snw_vec3_cross(a.R.z, b.R.z)),
        0.5);
    // half of a turn has a small sine as well
    if (snw_vec3_dot(a.R.x, b.R.x) < 0 || snw_vec3_dot(a.R.y, b.R.y) < 0) return 2;
    const snw_vec3 axes[] = {a.R.x, a.R.y, a.R.z};
    double most = 0;
    for (int i = 0; i < 3; i++) {
        most = fmax(most, fabs(snw_vec3_dot(axes[i], way)));
        most = fmax(most, fabs(snw_vec3_dot(axes[i], turn)));
    }
    return most;
}

static void reach_poses(const char *path, const char *leaf) {
    snw_robot_solver *solver = NULL;
    snw_why why = {0};
    CHECK(snw_robot_create(path, leaf, &solver, &why) == SNW_OK);
    snw_random random = snw_random_stream(22, 0);
    double q[64];
    CHECK(solver->model->nq <= 64);
    for (int k = 0; k < check_scaled(100); k++) {
        snw_pose goal, found;
        snw_random_configuration(solver->model, &random, q);
        CHECK(snw_robot_fk(solver, q, &goal) == SNW_OK);
        snw_random_configuration(solver->model, &random, q);
        const snw_status status = snw_robot_ik(solver, goal, q, &why);
        if (status != SNW_OK) print_error("%s %s %d: %s\n", path, leaf, k, why.text);
        CHECK(status == SNW_OK);
        CHECK(snw_robot_fk(solver, q, &found) == SNW_OK);
        const double off = distance_between(goal, found);
        if (!(off <= WITHIN)) print_error("%s %s %d: off by %g\n", path, leaf, k, off);
        CHECK(off <= WITHIN);
    }
    snw_robot_destroy(solver);
}

// spec: actin-model:A1-CAP-22
static void any_leaf_of_any_robot_reaches_what_it_can(void) {
    for (int i = 0; i < ROBOTS; i++) {
        const scratch_name path = path_of(i);
        snw_model *model = NULL;
        int leaves[64];
        CHECK(snw_model_load(path.text, &model, NULL) == SNW_OK);
        const int count = find_leaves(model, leaves);
        if (count != robots[i].leaves) print_error("%s: %d leaves\n", path.text, count);
        CHECK(count == robots[i].leaves && model->floating == robots[i].floats);
        for (int l = 0; l < count; l++) {
            reach_poses(path.text, model->links[leaves[l]].name);
        }
        snw_model_free(model);
    }
}

// --- the run
// --------------------------------------------------------------------------------------

static snw_station *station;
static snw_exec *the_exec;

static void begin_run(const char *path, snw_base_kind base) {
    snw_station_options options = snw_station_defaults();
    snw_why found[16];
    snw_diags diags = {.items = found, .capacity = 16};
    const snw_load_options load = {.base = base};
    options.cell = path;
    options.load = &load;
    const snw_status status = snw_station_open(&station, &options, &diags);
    for (int i = 0; i < diags.count && snw_failed(status); i++)
        print_error("%s\n", found[i].text);
    CHECK(status == SNW_OK);
    the_exec = snw_station_exec(station);
    snw_arm_status arm = {0};
    for (int i = 0; i < 20 && arm.state != SNW_ARM_ENABLED; i++) {
        CHECK(snw_station_step(station, 10) == SNW_OK);
        CHECK(!snw_failed(snw_station_look(station, 0, &arm)));
    }
    CHECK(arm.state == SNW_ARM_ENABLED && arm.power);
    // with mass: motors and laws, not arms that follow by definition
    const snw_loop *loop = snw_station_cell(station)->control.block;
    CHECK(loop->arms[0].drive.type == &snw_simulated_arm_type);
}

static void end_run(void) {
    snw_arm_status arm;
    CHECK(snw_station_step(station, 200) == SNW_OK);
    CHECK(!snw_failed(snw_station_look(station, 0, &arm)));
    CHECK(arm.state == SNW_ARM_ENABLED && arm.cause == SNW_CAUSE_NONE);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

static void say(const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_status status = snw_exec_message(the_exec, "task", text, 0, answer, &why);
    for (int i = 0; i < 100 && status == SNW_NOTHING_NEW; i++) {
        CHECK(snw_station_step(station, 1) == SNW_OK);
        status = snw_exec_message(the_exec, "task", text, 0, answer, &why);
    }
    if (status != SNW_OK) print_error("%s: %s %s\n", text, why.text, answer);
    CHECK(status == SNW_OK);
}

// where the leaf is commanded to be, with its joints moved this much to and fro
static void leaf_pose(snw_robot_solver *solver, double more, snw_pose *pose) {
    double q[64];
    snw_arm_status arm;
    const snw_model *model = solver->model;
    const int base = model->floating ? 7 : 0;
    CHECK(!snw_failed(snw_station_look(station, 0, &arm)) && arm.count == model->nq - base);
    snw_neutral(model, q);
    for (int i = 0; i < arm.count; i++) {
        q[base + i] = arm.command[i] + (i % 2 ? more : -more);
    }
    CHECK(snw_robot_fk(solver, q, pose) == SNW_OK);
}

// An end effector on the leaf in place of the one that is there, dragged to where the leaf is with
// its joints moved a little.
static void drag_leaf(const char *path, const char *leaf, const char *before) {
    snw_robot_solver *solver = NULL;
    snw_pose goal, at;
    char text[512];
    CHECK(snw_robot_create(path, leaf, &solver, NULL) == SNW_OK);
    (void)snprintf(text, sizeof text, "effector remove %s", before);
    say(text);
    (void)snprintf(text, sizeof text, "effector add leaf %s frame hard 0 0 0 0 0 0 1", leaf);
    say(text);
    leaf_pose(solver, 0.02, &goal);
    const snw_quat turn = snw_quat_from_mat3(goal.R);
    (void)snprintf(text, sizeof text, "drag %.17g %.17g %.17g %.17g %.17g %.17g %.17g", goal.p.x,
                   goal.p.y, goal.p.z, turn.x, turn.y, turn.z, turn.w);
    double left = 1;
    for (int i = 0; i < 400 && left > 1e-4; i++) {
        say(text);
        CHECK(snw_station_step(station, 20) == SNW_OK);
        leaf_pose(solver, 0, &at);
        left = distance_between(at, goal);
    }
    if (left > 1e-4) print_error("%s %s: %g left\n", path, leaf, left);
    CHECK(left <= 1e-4);
    // the hand lets go
    CHECK(snw_station_step(station, 1000) == SNW_OK);
    snw_robot_destroy(solver);
}

static void its_run_starts_and_takes_any_leaf_as_its_tool(void) {
    for (int i = 0; i < ROBOTS; i++) {
        const scratch_name path = path_of(i);
        snw_model *model = NULL;
        int leaves[64];
        CHECK(snw_model_load(path.text, &model, NULL) == SNW_OK);
        const int count = find_leaves(model, leaves);
        begin_run(path.text, SNW_BASE_AS_DESCRIBED);
        end_run();
        // its tool is moved in the world, which needs a base that stands
        begin_run(path.text, SNW_BASE_FIXED);
        for (int l = 0; l < count; l++) {
            drag_leaf(path.text, model->links[leaves[l]].name, l == 0 ? "tool" : "leaf");
        }
        end_run();
        snw_model_free(model);
    }
}

int main(void) {
    scratch_open();
    write_robots();
    RUN(any_leaf_of_any_robot_reaches_what_it_can);
    RUN(its_run_starts_and_takes_any_leaf_as_its_tool);
    return check_report();
}
