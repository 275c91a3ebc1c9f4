// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/modelio/plausible.h"

#include "load_test.h"

// Each kind of doubt is met on the command line in tests/cases/model; here, that a program gets the
// same findings, with place and severity.

static const char arm[] =
    "<robot name='arm'><link name='base'/><link name='fore%s'><inertial><mass value='%s'/><inertia "
    "ixx='0.01' iyy='0.01' izz='0.01' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry>"
    "<box size='%s 0.1 0.1'/></geometry></collision></link><joint name='elbow' type='revolute'>"
    "<parent link='base'/><child link='fore%s'/><axis xyz='0 0 1'/><origin xyz='%s 0 0'/>"
    "<limit lower='-2' upper='%s' velocity='3' effort='10'/></joint></robot>";

typedef struct doubt_case {
    const char *blank, *mass, *size, *offset, *upper; // of the arm
    const char *rule, *subject;                       // of what is doubted
} doubt_case;

static void check_doubts(const doubt_case *c, snw_strictness strictness, snw_severity severity) {
    char text[1024];
    (void)snprintf(text, sizeof text, arm, c->blank, c->mass, c->size, c->blank, c->offset,
                   c->upper);
    put_text("arm.urdf", text);
    loaded l;
    accept(&l, "arm.urdf", "arm");
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_model model;
    CHECK(snw_model_compile(&model, l.robot, &arena, &l.diags) == SNW_OK);
    const int before = l.diags.count;
    snw_robot_check_plausible(l.robot, &model, "place.urdf", strictness, &l.diags);
    int doubts = 0;
    for (int i = before; i < l.diags.count; i++) {
        const snw_why *why = &l.diags.items[i];
        CHECK_TEXT(why->file, "place.urdf");
        if (why->severity == SNW_INFO) continue;
        doubts++;
        CHECK(why->severity == severity && why->code == SNW_ERR_RANGE && why->fix[0] != '\0');
        CHECK_TEXT(why->rule, c->rule);
        CHECK_TEXT(why->subject, c->subject);
    }
    CHECK(doubts == (c->rule[0] != '\0'));
    close_loaded(&l);
}

static void what_is_hardly_meant_is_doubted(void) {
    static const doubt_case cases[] = {
        {"", "2", "0.1", "0.4", "2", "", ""},
        {"", "2", "0.1", "0.4", "180", "limit-degrees", "arm/joint[elbow]"},
        {"", "2", "0.1", "400", "2", "offset-millimetres", "arm/joint[elbow]"},
        {"", "2", "100", "0.4", "2", "shape-size", "arm/link[fore]"},
        {"", "20000", "0.1", "0.4", "2", "mass-large", "arm/link[fore]"},
        {",", "2", "0.1", "0.4", "2", "name-blank", "arm/link[fore,]"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        check_doubts(&cases[i], SNW_NORMAL, SNW_WARNING);
        check_doubts(&cases[i], SNW_STRICT, SNW_ERROR);
    }
}

// limits that are missing are news, even when strict
static void what_is_missing_is_told_not_refused(void) {
    put_text("arm.urdf", "<robot name='arm'><link name='base'/><link name='fore'/><joint "
                         "name='elbow' type='continuous'><parent link='base'/><child link='fore'/>"
                         "<axis xyz='0 0 1'/></joint></robot>");
    loaded l;
    accept(&l, "arm.urdf", "arm");
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_model model;
    CHECK(snw_model_compile(&model, l.robot, &arena, &l.diags) == SNW_OK);
    const int before = l.diags.count;
    snw_robot_check_plausible(l.robot, &model, "arm.urdf", SNW_STRICT, &l.diags);
    CHECK(l.diags.errors == 0 && l.diags.count == before + 2);
    for (int i = before; i < l.diags.count; i++) {
        CHECK(l.diags.items[i].severity == SNW_INFO && l.diags.items[i].code == SNW_OK);
    }
    CHECK_TEXT(l.diags.items[before].rule, "no-mass");
    CHECK_TEXT(l.diags.items[before + 1].rule, "no-timing");
    close_loaded(&l);
}

// of many joints without mass the first one is named, and all of them are counted
static void the_first_joint_without_mass_is_named(void) {
    put_text("bare.urdf",
             "<robot name='bare'><link name='base'/><link name='upper'/><link name='fore'/>"
             "<joint name='shoulder' type='continuous'><parent link='base'/><child link='upper'/>"
             "<axis xyz='0 0 1'/></joint><joint name='elbow' type='continuous'><parent "
             "link='upper'/><child link='fore'/><axis xyz='0 0 1'/></joint></robot>");
    loaded l;
    accept(&l, "bare.urdf", "bare");
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[1 << 16];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    snw_model model;
    CHECK(snw_model_compile(&model, l.robot, &arena, &l.diags) == SNW_OK);
    const int before = l.diags.count;
    snw_robot_check_plausible(l.robot, &model, "bare.urdf", SNW_NORMAL, &l.diags);
    CHECK(l.diags.count > before);
    const snw_why *why = &l.diags.items[before];
    CHECK_TEXT(why->rule, "no-mass");
    CHECK(strstr(why->subject, "shoulder") != NULL && strstr(why->subject, "elbow") == NULL);
    CHECK(strstr(why->text, "2 joints") != NULL);
    close_loaded(&l);
}

int main(void) {
    open_folder();
    RUN(the_first_joint_without_mass_is_named);
    RUN(what_is_hardly_meant_is_doubted);
    RUN(what_is_missing_is_told_not_refused);
    const int failed = check_report();
    close_folder();
    return failed;
}
