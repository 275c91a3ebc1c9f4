// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "urdf_test.h"

#define BALL "<geometry><sphere radius='1'/></geometry>"
#define RED "<color rgba='1 0 0 1'/>"
#define BLUE "<color rgba='0 0 1 1'/>"

static void each_rule_of_materials_has_its_sentence(void) {
    static const rule_case cases[] = {
        {REMARK,
         "<robot name='r'><material name='m'><color rgba='2 0 0 1'/></material><link name='a'/>"
         "</robot>",
         "rgba",
         "robot/material[m]/color/rgba: a part of the colour is outside 0 to 1 (value 2); write "
         "numbers from 0 to 1 [urdf-material]"},
        {REMARK, "<robot name='r'><material name='m'/><link name='a'/></robot>", "<material",
         "robot/material[m]: the material has neither colour nor texture; give it <color> or "
         "<texture> [urdf-material]"},
        {REMARK,
         "<robot name='r'><material name='m'>" RED "</material><material name='m'>" BLUE
         "</material><link name='a'/></robot>",
         "<material name='m'>" BLUE,
         "robot: material 'm' is defined twice; the first is used (first_line 1); define each "
         "material once [urdf-duplicate]"},
        {REMARK,
         "<robot name='r'><material name='m'>" RED "</material><link name='a'><visual>" BALL
         "<material name='m'>" BLUE "</material></visual></link></robot>",
         "<material name='m'>" BLUE,
         "robot: material 'm' is defined twice; the first is used (first_line 1); define each "
         "material once [urdf-duplicate]"},
        {REMARK, VISUAL(BALL "<material name='m'/>"), "<link",
         "robot: material 'm' is not defined; define it in <robot>, with <color> [urdf-material]"},
        {REMARK, VISUAL(BALL "<material name='m'>" RED "<texture/></material>"), "<texture",
         "robot/link[a]/visual[0]/material/texture: the texture names no file; it is left out; "
         "name the file of the picture, or remove <texture> [urdf-material]"},
        {REMARK, VISUAL(BALL "<material name='m'>" RED "<texture filename=''/></material>"),
         "<texture",
         "robot/link[a]/visual[0]/material/texture: the texture names no file; it is left out; "
         "name the file of the picture, or remove <texture> [urdf-material]"},
    };
    CHECK_RULES(cases);
}

static const snw_robot_material *find(const snw_robot *robot, const char *name) {
    for (int i = 0; i < robot->material_count; i++) {
        if (strcmp(robot->materials[i].name, name) == 0) return &robot->materials[i];
    }
    return NULL;
}

static void materials_of_the_robot_count_before_those_of_shapes(void) {
    reading r;
    read_text(&r,
              "<robot name='r'><link name='a'><visual>" BALL "<material name='m'>" BLUE
              "</material></visual><collision>" BALL "<material name='n'><texture "
              "filename='package://p/x.png'/></material></collision></link><material name='m'>" RED
              "</material></robot>",
              SNW_NORMAL);
    CHECK(r.status == SNW_OK && r.diags.warnings == 1);
    CHECK(r.robot->material_count == 2);
    CHECK(find(r.robot, "m")->rgba[0] == 1 && find(r.robot, "m")->rgba[2] == 0);
    CHECK_TEXT(find(r.robot, "n")->texture, "package://p/x.png");
    CHECK_TEXT(r.robot->links[0].visuals[0].material, "m");
    CHECK_TEXT(r.robot->links[0].collisions[0].material, "n");
    check_round_trip(r.robot, NULL);
    close_reading(&r);
}

static void the_same_definition_twice_is_one(void) {
    reading r;
    const snw_robot *robot = accept(
        &r, "<robot name='r'><link name='a'><visual>" BALL "<material name='m'>" RED
            "</material></visual><visual>" BALL "<material name='m'>" RED
            "</material></visual><visual>" BALL "<material name='m'/></visual></link></robot>");
    CHECK(robot->material_count == 1);
    CHECK_TEXT(robot->links[0].visuals[2].material, "m");
    close_reading(&r);
}

static void a_material_without_a_name_gets_one(void) {
    reading r;
    const snw_robot *robot = accept(&r, "<robot name='r'><link name='a'><visual>" BALL
                                        "<material name=''>" RED "</material></visual><visual>" BALL
                                        "<material>" BLUE "</material></visual></link></robot>");
    CHECK_TEXT(robot->links[0].visuals[0].material, "a:visual0");
    CHECK_TEXT(robot->links[0].visuals[1].material, "a:visual1");
    CHECK(find(robot, "a:visual0")->rgba[0] == 1 && find(robot, "a:visual1")->rgba[2] == 1);
    check_round_trip(robot, NULL);
    close_reading(&r);
}

static void colours_outside_their_range_are_brought_inside(void) {
    reading r;
    read_text(&r,
              "<robot name='r'><material name='m'><color rgba='-1 2 0.5 1'/></material><link "
              "name='a'/></robot>",
              SNW_NORMAL);
    const double *rgba = r.robot->materials[0].rgba;
    CHECK(r.diags.warnings == 2);
    CHECK(rgba[0] == 0 && rgba[1] == 1 && rgba[2] == 0.5 && rgba[3] == 1);
    close_reading(&r);
}

static void there_is_room_for_65536_materials_and_no_more(void) {
    enum { COUNT = 65537 };
    char *text = malloc(COUNT * 60 + 100);
    CHECK(text != NULL);
    snw_text out = snw_text_over(text, COUNT * 60 + 100);
    snw_text_format(&out, "<robot name='r'><link name='a'/>");
    for (int i = 0; i < COUNT; i++) {
        snw_text_format(&out, "<material name='%d'>" RED "</material>", i);
    }
    snw_text_format(&out, "</robot>");
    reading r;
    read_text(&r, text, SNW_LENIENT);
    CHECK(r.status == SNW_ERR_TOO_LARGE && r.diags.count == 1);
    CHECK_TEXT(r.items[0].text, "there are too many materials");
    close_reading(&r);
    free(text);
}

int main(void) {
    RUN(each_rule_of_materials_has_its_sentence);
    RUN(materials_of_the_robot_count_before_those_of_shapes);
    RUN(the_same_definition_twice_is_one);
    RUN(a_material_without_a_name_gets_one);
    RUN(colours_outside_their_range_are_brought_inside);
    RUN(there_is_room_for_65536_materials_and_no_more);
    return check_report();
}
