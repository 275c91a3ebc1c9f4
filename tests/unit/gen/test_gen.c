// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "generated.h"

#include <ctype.h>

// What is refused, what the texts hold, and that they follow the model; test_trees.c and
// test_robots.c compile them.

enum { TEXT = 1 << 20 };
static char source[TEXT], header[TEXT], other_source[TEXT], other_header[TEXT];

typedef struct arm {
    snw_setup *setup;
    snw_robot *robot;
    compiled c;
} arm;

// turns about z, y and x with a metre-odd between them
static void new_arm(arm *a, double length) {
    static const char *const links[] = {"base", "upper", "lower", "hand"};
    static const char *const joints[] = {"shoulder", "elbow", "wrist"};
    const snw_vec3 axes[] = {snw_vec3_z(1), snw_vec3_y(1), snw_vec3_x(1)};
    a->setup = new_setup();
    a->robot = new_robot(a->setup, "arm");
    for (int i = 0; i < 4; i++) {
        add_inertial(add_link(a->robot, a->setup, links[i]), a->setup, 1.5, 0.02);
        if (i == 0) continue;
        snw_joint_description *joint =
            add_joint(a->robot, a->setup, joints[i - 1], links[i - 1], links[i]);
        joint->axis = axes[i - 1];
        joint->origin.p = snw_vec3_x(length);
    }
    add_attachment(a->robot, a->setup, "tool", "hand")->origin.p = snw_vec3_x(0.1875);
}

static void finish_arm(arm *a) {
    CHECK(compile(a->robot, &a->c, NULL) == SNW_OK);
}

static void free_arm(arm *a) {
    free(a->c.block);
    snw_setup_destroy(a->setup);
}

// region: write
// the code of a model for a tip, into two buffers
static snw_status write_arm(const snw_model *model, const char *tip, snw_text *code,
                            snw_text *declarations, snw_why *why) {
    snw_gen_options options = snw_gen_defaults();
    options.name = "arm"; // arm_fk(), arm_rnea(), ...
    options.frame = tip;
    return snw_gen_c(model, &options, code, declarations, why);
}
// endregion

static snw_status write_both(const arm *a, const snw_gen_options *options, snw_why *why) {
    snw_text s = snw_text_over(source, TEXT), h = snw_text_over(header, TEXT);
    return snw_gen_c(&a->c.model, options, &s, &h, why);
}

static void a_text_that_only_measures_measures_what_is_written(void) {
    arm a;
    new_arm(&a, 0.40625);
    finish_arm(&a);
    const snw_gen_options options = snw_gen_defaults();
    snw_text s = snw_text_over(NULL, 0), h = snw_text_over(NULL, 0);
    CHECK(snw_gen_c(&a.c.model, &options, &s, &h, NULL) == SNW_OK);
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strlen(source) == s.length && strlen(header) == h.length);
    CHECK(strstr(header, "void arm_fk(const double q[3], double T[12]);") != NULL);
    CHECK(strstr(header, "enum { ARM_JOINTS = 3, ARM_LINKS = 4 };") != NULL);
    CHECK(strstr(source, "q[1]  elbow [rad]") != NULL);
    free_arm(&a);
}

// The number is in the model alone: another one gives another text, in which the old one is not.
static void a_changed_constant_changes_the_code_and_leaves_no_copy(void) {
    snw_gen_options options = snw_gen_defaults();
    options.functions = SNW_GEN_FK;
    arm a;
    new_arm(&a, 0.40625);
    finish_arm(&a);
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(source, "0.40625") != NULL);
    memcpy(other_source, source, TEXT);
    memcpy(other_header, header, TEXT);
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK_TEXT(source, other_source);
    free_arm(&a);

    new_arm(&a, 0.34375);
    finish_arm(&a);
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(source, "0.40625") == NULL);
    CHECK(strstr(source, "0.34375") != NULL);
    CHECK_TEXT(header, other_header);
    // with the new number put into the old text they are the same
    char *at = other_source;
    while ((at = strstr(at, "0.40625")) != NULL) {
        memcpy(at, "0.34375", strlen("0.34375"));
    }
    CHECK_TEXT(source, other_source);
    free_arm(&a);
}

static void the_example_of_the_manual_works(void) {
    arm a;
    new_arm(&a, 0.25);
    finish_arm(&a);
    snw_text s = snw_text_over(source, TEXT), h = snw_text_over(header, TEXT);
    CHECK(write_arm(&a.c.model, "tool", &s, &h, NULL) == SNW_OK);
    CHECK(strstr(source, "The tip is tool.") != NULL && strstr(source, "0.1875") != NULL);
    free_arm(&a);
}

static void only_the_functions_that_are_asked_for_are_written(void) {
    arm a;
    new_arm(&a, 0.25);
    finish_arm(&a);
    snw_gen_options options = snw_gen_defaults();
    options.functions = SNW_GEN_CRBA | SNW_GEN_GRAVITY;
    options.name = "A1_";
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(header, "void A1__crba(") != NULL && strstr(header, "void A1__gravity(") != NULL);
    CHECK(strstr(header, "_fk(") == NULL && strstr(source, "_rnea(") == NULL);
    CHECK(strstr(source, "#include \"A1_.h\"") != NULL);
    options.header = "my-arm.h";
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(source, "#include \"my-arm.h\"") != NULL);
    free_arm(&a);
}

static void functions_for_many_states_are_written_when_asked_for(void) {
    arm a;
    new_arm(&a, 0.25);
    finish_arm(&a);
    snw_gen_options options = snw_gen_defaults();
    options.functions = SNW_GEN_RNEA;
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(header, "lanes") == NULL && strstr(source, "lanes") == NULL);
    // without poses there are no columns
    CHECK(strstr(source, "column") == NULL);
    options.lanes = true;
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(header, "void arm_rnea_lanes(int blocks, const double *q, const double *v, "
                         "const double *a, double *tau);") != NULL);
    CHECK(strstr(header, "enum { ARM_LANES = 8 };") != NULL);
    CHECK(strstr(source, "#ifndef ARM_WIDTH") != NULL);
    CHECK(strstr(header, "arm_fk") == NULL);
    free_arm(&a);
}

static void the_coordinates_of_a_floating_root_are_told(void) {
    arm a;
    new_arm(&a, 0.25);
    a.robot->floating = true;
    finish_arm(&a);
    const snw_gen_options options = snw_gen_defaults();
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(header, "enum { ARM_COORDINATES = 10, ARM_RATES = 9, ARM_LINKS = 4 };") != NULL);
    CHECK(strstr(header, "void arm_rnea(const double q[10], const double v[9], const double a[9], "
                         "double tau[9]);") != NULL);
    CHECK(strstr(header, "q[0] to q[2]  position of base [m]") != NULL);
    CHECK(strstr(header, "q[8]  v[7]  elbow [rad]") != NULL);
    CHECK(strstr(header, "in the world's frame") != NULL && strstr(header, "root") == NULL);
    free_arm(&a);
}

// a name that could end the comment it stands in, or continue it
static void names_of_the_model_cannot_leave_their_comments(void) {
    arm a;
    new_arm(&a, 0.25);
    snw_copy_text(a.robot->name, SNW_NAME, "3 arms?\?/ */\\");
    snw_copy_text(a.robot->joints[1].name, SNW_NAME, "el\nbow\\");
    finish_arm(&a);
    const snw_gen_options options = snw_gen_defaults();
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    CHECK(strstr(source, "\\") == NULL && strstr(header, "\\") == NULL);
    CHECK(strstr(source, "el_bow_ [rad]\n") != NULL);
    CHECK(strstr(source, "of 3 arms__/ _/_,") != NULL);
    CHECK(strstr(header, "void robot_3_arms________fk(") != NULL);
    free_arm(&a);
}

static void expect_refusal(const arm *a, const snw_gen_options *options, snw_status code,
                           const char *subject) {
    snw_why why = {0};
    snw_text s = snw_text_over(source, TEXT), h = snw_text_over(header, TEXT);
    CHECK(snw_gen_c(&a->c.model, options, &s, &h, &why) == code);
    CHECK(why.code == code);
    CHECK_TEXT(why.subject, subject);
    CHECK(s.length == 0 && h.length == 0);
}

static void what_cannot_be_generated_is_refused_by_name(void) {
    arm a;
    new_arm(&a, 0.25);
    finish_arm(&a);
    const snw_gen_options good = snw_gen_defaults();
    snw_gen_options options = good;
    options.frame = "gripper";
    expect_refusal(&a, &options, SNW_ERR_UNKNOWN_NAME, "gripper");
    static const char *const names[] = {"", "1a", "_a", "a-b", "a b"};
    for (int i = 0; i < 5; i++) {
        options = good;
        options.name = names[i];
        expect_refusal(&a, &options, SNW_ERR_ARGUMENT, names[i]);
    }
    static const char *const headers[] = {"", "a\"b.h", "a\\b.h", "a\n.h"};
    for (int i = 0; i < 4; i++) {
        options = good;
        options.header = headers[i];
        expect_refusal(&a, &options, SNW_ERR_ARGUMENT, headers[i]);
    }
    options = good;
    options.functions = 0;
    expect_refusal(&a, &options, SNW_ERR_ARGUMENT, "arm");
    options.functions = 128;
    expect_refusal(&a, &options, SNW_ERR_ARGUMENT, "arm");
    options = good;
    options.gravity.y = (double)NAN;
    expect_refusal(&a, &options, SNW_ERR_NOT_FINITE, "arm");
    const double rotors[] = {0, -1, 0};
    options = good;
    options.rotors = rotors;
    expect_refusal(&a, &options, SNW_ERR_NOT_FINITE, "arm");
    free_arm(&a);
}

static void joints_of_other_kinds_are_refused_by_name(void) {
    const snw_joint_kind kinds[] = {SNW_JOINT_SPHERICAL, SNW_JOINT_PLANAR, SNW_JOINT_FREE};
    const snw_gen_options options = snw_gen_defaults();
    arm a;
    for (int i = 0; i < 3; i++) {
        new_arm(&a, 0.25);
        a.robot->joints[1].kind = kinds[i];
        finish_arm(&a);
        expect_refusal(&a, &options, SNW_ERR_UNSUPPORTED, "elbow");
        free_arm(&a);
    }
    new_arm(&a, 0.25);
    add_rail(&a.robot->joints[2], a.setup);
    finish_arm(&a);
    expect_refusal(&a, &options, SNW_ERR_UNSUPPORTED, "wrist");
    free_arm(&a);
}

static void accelerations_of_what_has_no_inertia_are_refused(void) {
    arm a;
    new_arm(&a, 0.25);
    a.robot->links[3].inertial = NULL;
    finish_arm(&a);
    snw_gen_options options = snw_gen_defaults();
    expect_refusal(&a, &options, SNW_ERR_SINGULAR, "arm");
    options.functions &= ~(unsigned)SNW_GEN_ABA;
    CHECK(write_both(&a, &options, NULL) == SNW_OK);
    free_arm(&a);
}

// the operators in the text of a function are those that are counted
static void the_counts_are_those_of_the_text(void) {
    arm a;
    new_arm(&a, 0.25);
    finish_arm(&a);
    for (unsigned bit = 1; bit < SNW_GEN_ALL; bit *= 2) {
        snw_gen_options options = snw_gen_defaults();
        options.functions = bit;
        snw_gen_counts n;
        CHECK(snw_gen_count(&a.c.model, &options, bit, &n, NULL) == SNW_OK);
        CHECK(write_both(&a, &options, NULL) == SNW_OK);
        int products = 0, sums = 0, divisions = 0;
        for (const char *at = strstr(source, "void arm_"); *at != '\0'; at++) {
            if (strncmp(at, "//", 2) == 0) at += strcspn(at, "\n");
            // the same by columns stands before it
            if (strncmp(at, "#ifdef COLUMNS", 14) == 0) at = strstr(at, "#else");
            products += at[0] == '*';
            divisions += at[0] == '/';
            // with blanks on both sides, of which the second may be the end of the line
            sums += at[0] == ' ' && (at[1] == '+' || at[1] == '-') && isspace((unsigned char)at[2]);
        }
        CHECK(products == n.products && sums == n.sums && divisions == n.divisions);
    }
    snw_gen_options options = snw_gen_defaults();
    snw_gen_counts n;
    CHECK(snw_gen_count(&a.c.model, &options, 3, &n, NULL) == SNW_ERR_ARGUMENT);
    free_arm(&a);
}

int main(void) {
    RUN(a_text_that_only_measures_measures_what_is_written);
    RUN(a_changed_constant_changes_the_code_and_leaves_no_copy);
    RUN(the_example_of_the_manual_works);
    RUN(only_the_functions_that_are_asked_for_are_written);
    RUN(functions_for_many_states_are_written_when_asked_for);
    RUN(the_coordinates_of_a_floating_root_are_told);
    RUN(names_of_the_model_cannot_leave_their_comments);
    RUN(what_cannot_be_generated_is_refused_by_name);
    RUN(joints_of_other_kinds_are_refused_by_name);
    RUN(accelerations_of_what_has_no_inertia_are_refused);
    RUN(the_counts_are_those_of_the_text);
    return check_report();
}
