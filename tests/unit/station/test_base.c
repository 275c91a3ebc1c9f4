// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../../../src/runtime/station/inside.h"
#include "../os/scratch.h"
#include "sinew/exec/state.h"
#include "sinew/os.h"
#include "sinew/plant.h"
#include "sinew/station.h"

// The base of a bare robot: what its file stands on, what was asked for, and what the run is then.

static char text[1 << 16], file[600];
static snw_text out;

static void begin_robot(void) {
    out = snw_text_over(text, sizeof text);
    snw_text_format(&out, "<robot name='r'>");
}

static void add_link(const char *name, double mass) {
    snw_text_format(&out,
                    "<link name='%s'><inertial><mass value='%.17g'/><inertia ixx='%.17g' "
                    "iyy='%.17g' izz='%.17g' ixy='0' ixz='0' iyz='0'/></inertial></link>",
                    name, mass, 0.01 * mass, 0.01 * mass, 0.01 * mass);
}

static void add_joint(const char *kind, const char *parent, const char *child, const char *at,
                      const char *axis) {
    snw_text_format(&out,
                    "<joint name='to_%s' type='%s'><parent link='%s'/><child link='%s'/><origin "
                    "xyz='%s'/><axis xyz='%s'/><limit lower='-1' upper='1' effort='500' "
                    "velocity='5'/></joint>",
                    child, kind, parent, child, at, axis);
}

// a chain of joints that leads by `step` from link to link
static void add_chain(const char *name, const char *from, const char *at, const char *step,
                      int joints) {
    char parent[SNW_NAME], child[SNW_NAME];
    snw_copy_text(parent, sizeof parent, from);
    for (int i = 0; i < joints; i++) {
        (void)snprintf(child, sizeof child, "%s%d", name, i);
        add_link(child, 0.5);
        add_joint("revolute", parent, child, i == 0 ? at : step, "0 1 0");
        snw_copy_text(parent, sizeof parent, child);
    }
}

static void end_robot(const char *name) {
    snw_text_format(&out, "</robot>");
    char leaf[SNW_NAME];
    (void)snprintf(leaf, sizeof leaf, "%s.urdf", name);
    snw_copy_text(file, sizeof file, scratch(leaf).text);
    scratch_put(file, text);
}

static void add_wheels(const char *parent, int count, const char *axis) {
    char name[SNW_NAME], at[64];
    for (int i = 0; i < count; i++) {
        (void)snprintf(name, sizeof name, "wheel%d", i);
        (void)snprintf(at, sizeof at, "%g %g -0.1", i / 2 * 0.4, i % 2 * 0.4);
        add_link(name, 1);
        add_joint("continuous", parent, name, at, axis);
    }
}

static void write_rover(const char *root) {
    begin_robot();
    snw_text_format(&out, "<link name='%s'/>", root);
    add_link("chassis", 20);
    add_joint("fixed", root, "chassis", "0 0 0.2", "1 0 0");
    add_wheels("chassis", 4, "0 1 0");
    add_chain("arm", "chassis", "0 0 0.1", "0 0 0.3", 3);
    end_robot("rover");
}

static void write_legs(int count, const char *down) {
    static const char *const hips[] = {"0.3 0.2 0", "-0.3 -0.2 0", "0.3 -0.2 0", "-0.3 0.2 0"};
    char name[SNW_NAME];
    begin_robot();
    add_link("trunk", 10);
    for (int i = 0; i < count; i++) {
        (void)snprintf(name, sizeof name, "leg%d_", i);
        add_chain(name, "trunk", hips[i], down, 3);
    }
    end_robot("legs");
}

// the cell of a robot: does its base float, on a stand?
typedef struct made {
    bool floats, stands;
    char told[1024];
} made;

static made make_cell(snw_base_kind base, bool unsupported) {
    made m = {0};
    snw_types types;
    snw_loaded_cell cell;
    snw_why why = {0};
    CHECK(snw_types_open(&types, NULL, &why) == SNW_OK);
    const snw_load_options load = {
        .registry = &types.registry, .base = base, .unsupported = unsupported};
    CHECK(snw__cell_open_robot(&cell, file, &load, &why) == SNW_OK);
    CHECK(!snw_failed(cell.status));
    m.floats = cell.cell->members[0].base == SNW_BASE_FLOATING;
    CHECK(cell.system.members[0].model->floating == m.floats);
    const snw_loop *loop = cell.cell->control.block;
    const snw_child *drive = &loop->arms[0].drive;
    if (drive->type == &snw_simulated_arm_type) {
        const snw_simulated_arm *arm = drive->block;
        m.stands = arm->support == SNW_PLANT_STAND;
    }
    for (int i = 0; i < cell.diags.count; i++) {
        const snw_why *one = &cell.diags.items[i];
        if (strcmp(one->rule, "run-base") == 0) snw_copy_text(m.told, sizeof m.told, one->text);
    }
    snw_cell_close(&cell);
    snw_types_close(&types);
    return m;
}

static void check_choice(bool floats, const char *told) {
    const made m = make_cell(SNW_BASE_AS_DESCRIBED, false);
    CHECK(m.floats == floats && m.stands == floats);
    CHECK(floats ? strstr(m.told, told) != NULL : m.told[0] == '\0');
    if (floats) CHECK(strstr(m.told, "on a stand that carries it") != NULL);
}

static void wheels_and_legs_float(void) {
    write_rover("base_footprint");
    check_choice(true, "it has 4 wheels, so its base floats");
    write_legs(2, "0 0 -0.3");
    check_choice(true, "it has 2 legs, so its base floats");
    write_legs(4, "0 0 -0.3");
    check_choice(true, "it has 4 legs");
    // feet that stand out, on all sides
    begin_robot();
    add_link("trunk", 10);
    add_chain("a", "trunk", "0.2 0 0", "0.2 0.2 0", 3);
    add_chain("b", "trunk", "-0.2 0 0", "-0.2 0.2 0", 3);
    add_chain("c", "trunk", "0 -0.2 0", "0 -0.3 0", 3);
    end_robot("spider");
    check_choice(true, "it has 3 legs");
}

static void arms_hands_and_what_stands_in_the_world_are_held(void) {
    write_rover("world");
    check_choice(false, NULL);
    write_legs(1, "0 0 -0.3");
    check_choice(false, NULL);
    // two arms that lead up from their stand
    write_legs(2, "0 0 0.3");
    check_choice(false, NULL);
    // the fingers of a hand all lead one way
    begin_robot();
    add_link("palm", 1);
    add_chain("a", "palm", "0.1 0.03 0", "0.05 0 0", 3);
    add_chain("b", "palm", "0.1 0 0", "0.05 0 0", 3);
    add_chain("c", "palm", "0.1 -0.03 0", "0.05 0 0", 3);
    end_robot("hand");
    check_choice(false, NULL);
    // an arm whose flange turns without end, and turntables
    begin_robot();
    add_link("foot", 5);
    add_chain("arm", "foot", "0 0 0.2", "0 0 0.3", 4);
    add_link("flange", 0.2);
    add_joint("continuous", "arm3", "flange", "0 0 0.1", "0 1 0");
    end_robot("arm");
    check_choice(false, NULL);
    begin_robot();
    add_link("foot", 5);
    add_wheels("foot", 2, "0 0 1");
    end_robot("tables");
    check_choice(false, NULL);
}

static void what_is_asked_for_comes_first(void) {
    write_rover("base_link");
    made m = make_cell(SNW_BASE_FIXED, false);
    CHECK(!m.floats && !m.stands && m.told[0] == '\0');
    m = make_cell(SNW_BASE_AS_DESCRIBED, true);
    CHECK(m.floats && !m.stands && strstr(m.told, "and falls") != NULL);
    write_legs(1, "0 0 0.3");
    m = make_cell(SNW_BASE_FLOATING, false);
    CHECK(m.floats && m.stands && strncmp(m.told, "its base floats, on", 19) == 0);
    m = make_cell(SNW_BASE_FLOATING, true);
    CHECK(m.floats && !m.stands);
}

// The robot is read twice, once to see what it stands on.
static void what_is_found_in_a_robot_is_reported_once(void) {
    begin_robot();
    add_link("foot", 5);
    add_chain("arm", "foot", "0 0 0.2", "0 0 0.3", 2);
    snw_text_format(&out, "<link name='odd'><surprise/></link>");
    add_joint("fixed", "arm1", "odd", "0 0 0.1", "1 0 0");
    end_robot("odd");
    snw_types types;
    snw_loaded_cell cell;
    snw_why why = {0};
    CHECK(snw_types_open(&types, NULL, &why) == SNW_OK);
    const snw_load_options load = {.registry = &types.registry};
    CHECK(snw__cell_open_robot(&cell, file, &load, &why) == SNW_OK);
    CHECK(!snw_failed(cell.status));
    int found = 0;
    for (int i = 0; i < cell.diags.count; i++)
        found += strcmp(cell.diags.items[i].rule, "urdf-unknown") == 0;
    CHECK(found == 1 && cell.diags.warnings == 1);
    snw_cell_close(&cell);
    snw_types_close(&types);
}

static snw_status run_robot(bool unsupported, double *height, snw_why *why) {
    snw_station *station = NULL;
    snw_why items[16];
    snw_diags diags = {.items = items, .capacity = 16};
    const snw_load_options load = {.base = SNW_BASE_FLOATING, .unsupported = unsupported};
    snw_station_options options = snw_station_defaults();
    options.cell = file;
    options.load = &load;
    options.duration_ns = 500000000;
    CHECK(snw_station_open(&station, &options, &diags) == SNW_OK);
    const snw_status status = snw_station_run(station, NULL, why);
    *height = snw_exec_state(snw_station_exec(station))->q[2];
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    return status;
}

static void a_run_whose_base_falls_fails(void) {
    snw_why why = {0};
    double height;
    write_legs(4, "0 0 -0.3");
    CHECK(run_robot(false, &height, &why) == SNW_OK);
    CHECK_NEAR(height, 0, 1e-3);
    CHECK(run_robot(true, &height, &why) == SNW_ERR_LIMIT);
    // to the reading of the last tick
    CHECK_NEAR(height, -9.81 * 0.499 * 0.499 / 2, 2e-3);
    CHECK(strcmp(why.rule, "run-base") == 0 && snw_status_exit_code(why.code) == 1);
    CHECK(strncmp(why.text, "it does not hold: nothing carries its floating base", 51) == 0);
}

int main(void) {
    scratch_open();
    RUN(wheels_and_legs_float);
    RUN(arms_hands_and_what_stands_in_the_world_are_held);
    RUN(what_is_asked_for_comes_first);
    RUN(what_is_found_in_a_robot_is_reported_once);
    RUN(a_run_whose_base_falls_fails);
    return check_report();
}
