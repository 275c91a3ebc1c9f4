// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Something of xacro that was left in a file called .urdf: told and not used, where every other
// program opens the file. A file that is xacro in earnest is held to xacro.
#define _GNU_SOURCE
#include "load_test.h"

#define FIX "; remove it, or correct it until 'sinew model expand' reads it [urdf-xacro]"
#define LEFT "left-over xacro is not used: "
#define HEAD "<robot name='r'><link name='a'/>"

typedef struct leftover {
    const char *text;
    const char *needle;   // where the finding points
    const char *sentence; // without place, severity and fix
} leftover;

static const leftover leftovers[] = {
    {HEAD "<xacro:foo/></robot>", "<xacro:foo", "xacro:foo: " LEFT "macro 'foo' is not known"},
    {HEAD "<xacro:include filename='nowhere.xacro'/></robot>", "filename",
     "xacro:include/filename: " LEFT "'nowhere.xacro': the file was not found"},
    {HEAD "<gazebo><parameters>$(find nobody)/x.yaml</parameters></gazebo></robot>", "$(find",
     LEFT "$(find nobody): the package was not found"},
    {HEAD "<gazebo><plugin>${HOME}/log</plugin></gazebo></robot>", "${HOME",
     LEFT "property 'HOME' is not known"},
    {"<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='a'/>"
     "<gazebo>${1 +}</gazebo></robot>",
     "${1", LEFT "an operand is missing in '1 +'"},
};
enum { LEFTOVERS = sizeof leftovers / sizeof *leftovers };

static void load_at(loaded *l, const char *name, snw_strictness strictness) {
    const snw_load_options options = {
        .registry = shapes(), .strictness = strictness, .places = {.no_environment = true}};
    load(l, name, &options);
}

static void what_is_left_of_xacro_is_one_warning(void) {
    for (int i = 0; i < LEFTOVERS; i++) {
        const leftover *c = &leftovers[i];
        put_text("left.urdf", c->text);
        for (int lenient = 0; lenient < 2; lenient++) {
            loaded l;
            load_at(&l, "left.urdf", lenient ? SNW_LENIENT : SNW_NORMAL);
            if (l.status != SNW_OK) print_findings(&l);
            CHECK(l.status == SNW_OK && l.diags.warnings == 1 && l.diags.count == 1);
            CHECK(l.robot->link_count == 1);
            CHECK_TEXT(l.robot->links[0].name, "a");
            if (lenient) {
                close_loaded(&l);
                continue;
            }
            char sentence[1024], expected[1024];
            (void)snw_why_sentence(&l.items[0], sentence, sizeof sentence);
            const char *place = strstr(c->text, c->needle);
            CHECK(place != NULL);
            (void)snprintf(expected, sizeof expected, "%s:1:%d: warning: %s%s",
                           path_of("left.urdf"), (int)(place - c->text) + 1, c->sentence, FIX);
            CHECK_TEXT(sentence, expected);
            close_loaded(&l);
        }
    }
}

// the same in a file that calls itself xacro, or when reading strictly: the fault of xacro
static void xacro_is_held_to_xacro(void) {
    for (int i = 0; i < LEFTOVERS; i++) {
        put_text("left.urdf", leftovers[i].text);
        put_text("left.xacro", leftovers[i].text);
        for (int k = 0; k < 2; k++) {
            loaded l;
            load_at(&l, k == 0 ? "left.xacro" : "left.urdf", k == 0 ? SNW_NORMAL : SNW_STRICT);
            CHECK(l.status != SNW_OK && l.diags.warnings == 0 && l.diags.errors == 1);
            CHECK(strncmp(l.items[0].rule, "xacro-", 6) == 0);
            close_loaded(&l);
        }
    }
}

// A file whose names only xacro can make, or that is no good URDF either: what xacro found stays,
// and nothing of the plain reading.
static void a_robot_that_needs_xacro_is_refused(void) {
    static const char *const texts[] = {
        HEAD "<link name='${side}_b'/><joint name='j' type='fixed'><parent link='a'/>"
             "<child link='${side}_b'/></joint></robot>",
        HEAD "<link name='b'/><joint name='$(arg side)' type='fixed'><parent link='a'/>"
             "<child link='b'/></joint></robot>",
        HEAD "<xacro:arm/><link name='b'/></robot>",
        HEAD "<visual><origin xyz='${x} 0 0'/></visual><link name='a'/></robot>",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        put_text("left.urdf", texts[i]);
        loaded l;
        load_at(&l, "left.urdf", SNW_NORMAL);
        CHECK(l.status != SNW_OK && l.robot == NULL && l.diags.errors > 0);
        for (int k = 0; k < l.diags.count; k++) {
            CHECK(strncmp(l.items[k].rule, "xacro-", 6) == 0);
        }
        close_loaded(&l);
    }
}

static void other_findings_are_kept_behind_it(void) {
    put_text("left.urdf",
             HEAD "<xacro:foo/><foo/><link name='b'><inertial><mass value='-1'/><inertia ixx='1' "
                  "iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
                  "type='fixed'><parent link='a'/><child link='b'/></joint></robot>");
    loaded l;
    load_at(&l, "left.urdf", SNW_NORMAL);
    CHECK(l.status == SNW_OK && l.diags.count == 3 && l.diags.warnings == 3);
    CHECK_TEXT(l.items[0].rule, "urdf-xacro");
    CHECK_TEXT(l.items[1].rule, "urdf-unknown");
    CHECK_TEXT(l.items[2].rule, "urdf-mass");
    close_loaded(&l);
    // without a list of findings it opens as well
    snw_setup *setup = snw_setup_create((size_t)1 << 27);
    snw_robot *robot = NULL;
    CHECK(snw_robot_load(path_of("left.urdf"), NULL, setup, &robot, NULL) == SNW_OK);
    CHECK(robot->link_count == 2);
    snw_setup_destroy(setup);
}

int main(void) {
    open_folder();
    RUN(what_is_left_of_xacro_is_one_warning);
    RUN(xacro_is_held_to_xacro);
    RUN(a_robot_that_needs_xacro_is_refused);
    RUN(other_findings_are_kept_behind_it);
    const int failed = check_report();
    close_folder();
    return failed;
}
