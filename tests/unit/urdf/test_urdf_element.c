// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <locale.h>

#include "urdf_test.h"

static void each_rule_of_elements_and_attributes_has_its_sentence(void) {
    static const rule_case cases[] = {
        {REMARK, LINK("<inertail/>"), "<inertail",
         "robot/link[a]: element 'inertail' is not known here; did you mean <inertial>? "
         "[urdf-unknown]"},
        {REMARK, LINK("<zzz><b c='>'/></zzz>"), "<zzz",
         "robot/link[a]: element 'zzz' is not known here; remove it; it is kept unchanged "
         "[urdf-unknown]"},
        {REMARK, "<robot name='r' nam='x'><link name='a'/></robot>", "nam='x'",
         "robot: attribute 'nam' is not known here; did you mean 'name'? [urdf-unknown]"},
        {REMARK, "<robot name='r'><link name='a' color='red'/></robot>", "color",
         "robot/link: attribute 'color' is not known here; remove it [urdf-unknown]"},
        {REMARK, LINK("text"), "text<",
         "robot/link[a]: text is between the elements; put it into a comment [urdf-text]"},
        {ALWAYS, "<robot name='r'><link/></robot>", "<link",
         "robot/link: attribute 'name' is missing; add the attribute [urdf-missing]"},
        {ALWAYS, "<robot name='r'><link name='  '/></robot>", "name='  '",
         "robot/link/name: the name is empty; give it a short plain name [urdf-name]"},
        {ALWAYS, "<robot name='r'><link name='a&#10;b'/></robot>", "name='a",
         "robot/link/name: the name has a control character; give it a short plain name "
         "[urdf-name]"},
        {DOUBT, JOINT("fixed", "<origin xyz='1 2'/>"), "xyz='1",
         "robot/joint[j]/origin/xyz: 2 numbers instead of 3; write them all, with blanks "
         "between [urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin xyz='1 2 3 4'/>"), "xyz",
         "robot/joint[j]/origin/xyz: 4 numbers instead of 3; remove those that are too "
         "many [urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin xyz='1,5 2 3'/>"), "xyz",
         "robot/joint[j]/origin/xyz: '1,5' is not a number; write a decimal point, and "
         "blanks between numbers [urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin xyz='0x10 2 3'/>"), "xyz",
         "robot/joint[j]/origin/xyz: '0x10' is not a number; write a finite decimal "
         "number [urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin xyz='1e400 2 3'/>"), "xyz",
         "robot/joint[j]/origin/xyz: '1e400' is too large; write a smaller number "
         "[urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin rpy='0 0 nan'/>"), "rpy",
         "robot/joint[j]/origin/rpy: 'nan' is not a number; write a finite decimal number "
         "[urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin rpy='0 0 inf'/>"), "rpy",
         "robot/joint[j]/origin/rpy: 'inf' is not a number; write a finite decimal number "
         "[urdf-number]"},
        {DOUBT, JOINT("fixed", "<origin xyz='${x} 0 0'/>"), "xyz",
         "robot/joint[j]/origin/xyz: '${x}' is not a number; expand the file with xacro "
         "first [urdf-number]"},
        {REMARK, GEOMETRY("<sphere radius='1m'/>"), "radius",
         "robot/link[a]/visual[0]/geometry/sphere/radius: '1m' is not a number; the shape is left "
         "out; write a finite "
         "decimal number [urdf-number]"},
        {REMARK,
         VISUAL("<geometry><sphere radius='1'/></geometry><geometry><sphere radius='2'/>"
                "</geometry>"),
         "<geometry><sphere radius='2'",
         "robot/link[a]/visual[0]/geometry: the element is given twice; the first is used; keep "
         "one "
         "of them [urdf-twice]"},
        {REMARK, "<robot name='r'><xacro:macro/><link name='a'/></robot>", "<xacro",
         "robot: parts of xacro were left in the file; they are not used; expand the file with "
         "'sinew model expand', or remove them [urdf-xacro]"},
        {REMARK, "<robot name='r'><link name='a' xacro:x='1'/></robot>", "xacro",
         "robot/link: parts of xacro were left in the file; they are not used; expand the file "
         "with 'sinew model expand', or remove them [urdf-xacro]"},
    };
    CHECK_RULES(cases);
}

static void an_unknown_name_is_said_once_however_often_it_comes(void) {
    reading r;
    read_text(&r,
              "<robot name='r'><link name='a' b='1'><foo/><foo/></link><link name='c' b='1' d='2'>"
              "<foo/></link><joint name='j' type='fixed'><parent link='a'/><child link='c'/><foo/>"
              "</joint></robot>",
              SNW_NORMAL);
    // b, foo in a link, d, foo in a joint
    CHECK(r.status == SNW_OK);
    CHECK(r.diags.warnings == 4 && r.diags.count == 4);
    CHECK(snw_urdf_extra_count(r.extra) == 4);
    close_reading(&r);
}

static void words_of_simulators_and_other_name_spaces_are_not_spoken_of(void) {
    reading r;
    (void)accept(&r, "<robot name='r' xmlns:drake='http://d' xmlns='http://default'>"
                     "<link name='a' drake:x='1'><drake:a/><sensor name='s'/><contact/></link>"
                     "<gazebo reference='a'/><ros2_control/><transmission/><mujoco/><undeclared:b/>"
                     "</robot>");
    CHECK(snw_urdf_extra_count(r.extra) == 8);
    close_reading(&r);
}

static void names_lose_the_blanks_around_them(void) {
    reading r;
    const snw_robot *robot = accept(
        &r, "<robot name=' r '><link name=' a '/><link name='b'/><joint name='j ' type='fixed'>"
            "<parent link='a '/><child link=' b'/></joint></robot>");
    CHECK_TEXT(robot->name, "r");
    CHECK_TEXT(robot->links[0].name, "a");
    CHECK_TEXT(robot->joints[0].name, "j");
    CHECK_TEXT(robot->joints[0].parent, "a");
    close_reading(&r);
}

// by their whole names, in the compiled model
static void expect_found(const snw_robot *robot, const char *one, const char *other) {
    snw_arena arena = {0};
    snw_model model;
    SNW_IGNORE(snw_model_compile(&model, robot, &arena, NULL));
    void *block = malloc(arena.needed);
    CHECK(block != NULL);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_model_compile(&model, robot, &arena, NULL) == SNW_OK);
    CHECK(snw_model_find_link(&model, one) == 0 && snw_model_find_link(&model, other) == 1);
    CHECK(snw_model_find_frame(&model, other) == model.frame_count + 1);
    char absent[256];
    memcpy(absent, one, sizeof absent);
    absent[254] = 'x';
    CHECK(snw_model_find_link(&model, absent) == -1);
    free(block);
}

// Names of 64 to 255 bytes: equal ones stay equal, others stay apart, and characters stay whole.
static void a_long_name_is_shortened_and_told(void) {
    char one[256], other[256], text[2048];
    for (int i = 0; i < 255; i += 3) {
        memcpy(one + i, "\xE2\x82\xAC", 3); // the sign of the euro
        memcpy(other + i, "\xE2\x82\xAC", 3);
    }
    one[255] = other[255] = '\0';
    memcpy(other + 252, "abc", 3);
    (void)snprintf(text, sizeof text,
                   "<robot name='r'><link name='%s'/><link name='%s'/><joint name='j' "
                   "type='fixed'><parent link='%s'/><child link='%s'/></joint></robot>",
                   one, other, one, other);
    reading r;
    read_text(&r, text, SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 2 && r.diags.count == 2);
    CHECK_TEXT(r.items[0].rule, "urdf-name");
    const char *a = r.robot->links[0].name, *b = r.robot->links[1].name;
    CHECK(strlen(a) < SNW_NAME && strcmp(a, b) != 0 && strncmp(a, b, 45) == 0);
    CHECK(strlen(a) == 45 + 17 && a[45] == '~');
    CHECK(strstr(r.items[0].text, a) != NULL && strstr(r.items[1].text, b) != NULL);
    CHECK_TEXT(r.robot->joints[0].parent, a);
    CHECK_TEXT(r.robot->joints[0].child, b);
    expect_found(r.robot, one, other);
    close_reading(&r);
    read_text(&r, text, SNW_STRICT);
    CHECK(r.status == SNW_ERR_SIZE);
    close_reading(&r);
    char longer[512];
    (void)snprintf(longer, sizeof longer, "<robot name='r'><link name='%sx'/></robot>", one);
    read_text(&r, longer, SNW_LENIENT);
    CHECK(r.status == SNW_ERR_SYNTAX);
    close_reading(&r);
}

static void a_finding_deep_in_the_file_has_its_line_and_column(void) {
    reading r;
    read_text(&r,
              "\xEF\xBB\xBF<?xml version='1.0'?>\r\n<robot name='r'>\r\n  <link name='a'>\n"
              "    <visual>\n      <geometry>\n        <sphere\n            radius='-1'/>\n"
              "      </geometry></visual></link></robot>",
              SNW_NORMAL);
    CHECK(r.diags.count == 1);
    CHECK_TEXT(
        sentence(&r, 0),
        "t.urdf:7:13: warning: robot/link[a]/visual[0]/geometry/sphere/radius: the size is not "
        "positive; the shape is left out (size -1 m); give sizes above 0 in metres "
        "[urdf-geometry]");
    close_reading(&r);
}

static void a_negative_zero_is_zero(void) {
    reading with, without;
    const snw_robot *robot =
        accept(&with, JOINT("continuous", "<origin xyz='-0 0 -0.0' rpy='-0 -0 0'/>"));
    CHECK(snw_block_equal(&snw_robot_type, robot, accept(&without, JOINT("continuous", ""))));
    check_round_trip(robot, NULL);
    close_reading(&with);
    close_reading(&without);
}

// every number of the file means the same in a country that writes 1,5
static void numbers_do_not_depend_on_the_locale(void) {
    static const char text[] =
        JOINT("revolute", "<origin xyz='0.125 -2.5e-1 1.5'/><limit lower='-1.5' upper='1.25' "
                          "effort='2.5' velocity='0.5'/>");
    check_set_comma();
    reading r;
    const snw_robot *robot = accept(&r, text);
    CHECK(robot->joints[0].origin.p.x == 0.125 && robot->joints[0].origin.p.y == -0.25);
    CHECK(robot->joints[0].origin.p.z == 1.5 && robot->joints[0].limits.upper == 1.25);
    check_round_trip(robot, NULL);
    char *again = written(robot, NULL);
    CHECK(strstr(again, "0.125 -0.25 1.5") != NULL);
    free(again);
    close_reading(&r);
    (void)setlocale(LC_ALL, "C");
}

int main(void) {
    RUN(each_rule_of_elements_and_attributes_has_its_sentence);
    RUN(an_unknown_name_is_said_once_however_often_it_comes);
    RUN(words_of_simulators_and_other_name_spaces_are_not_spoken_of);
    RUN(names_lose_the_blanks_around_them);
    RUN(a_long_name_is_shortened_and_told);
    RUN(a_finding_deep_in_the_file_has_its_line_and_column);
    RUN(a_negative_zero_is_zero);
    RUN(numbers_do_not_depend_on_the_locale);
    return check_report();
}
