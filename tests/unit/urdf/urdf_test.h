// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_URDF_URDF_TEST_H
#define SINEW_TESTS_URDF_URDF_TEST_H

/// @file
/// Reads URDF from literals, and holds every rule to its exact sentence at the three levels of
/// strictness.

#include "sinew/urdf.h"

#include <string.h>

#include "check.h"
#include "sinew/model/model.h"

enum { FINDINGS = 64 };

/// One text, read.
typedef struct reading {
    snw_setup *setup;
    snw_robot *robot;
    snw_urdf_extra *extra;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} reading;

static void open_reading(reading *r, const char *text, size_t length,
                         const snw_urdf_options *options) {
    *r = (reading){.setup = snw_setup_create((size_t)1 << 27)};
    CHECK(r->setup != NULL);
    r->diags.items = r->items;
    r->diags.capacity = FINDINGS;
    const snw_source source = {text, length, "t.urdf", NULL};
    snw_urdf_options how = *options;
    how.extra = &r->extra;
    r->status = snw_urdf_read(&source, &how, r->setup, &r->robot, &r->diags);
    CHECK((r->status == SNW_OK) == (r->robot != NULL));
    CHECK((r->status == SNW_OK) == (r->diags.errors == 0));
}

static void close_reading(reading *r) {
    snw_setup_destroy(r->setup);
}

/// Reads a text at a level; names of meshes stay names.
__attribute__((unused)) static void read_text(reading *r, const char *text,
                                              snw_strictness strictness) {
    const snw_urdf_options options = {.strictness = strictness, .keep_names = true};
    open_reading(r, text, strlen(text), &options);
}

/// The sentence of a finding, valid until the next call.
static const char *sentence(const reading *r, int index) {
    static char text[1024];
    CHECK(index < r->diags.count);
    (void)snw_why_sentence(&r->items[index], text, sizeof text);
    return text;
}

__attribute__((unused)) static void print_findings(const reading *r) {
    for (int i = 0; i < r->diags.count; i++) {
        print_error("  %s\n", sentence(r, i));
    }
}

/// Reads a text that must be accepted without a word.
__attribute__((unused)) static snw_robot *accept(reading *r, const char *text) {
    read_text(r, text, SNW_STRICT);
    if (r->status != SNW_OK) print_findings(r);
    CHECK(r->status == SNW_OK);
    CHECK(r->diags.count == 0);
    return r->robot;
}

/// How a rule weighs.
typedef enum weight {
    ALWAYS, ///< an error at every level
    DOUBT,  ///< an error; lenient: a warning
    REMARK  ///< a warning; strict: an error
} weight;

/// A text that breaks one rule once.
typedef struct rule_case {
    weight weight;
    const char *text;     ///< in one line
    const char *needle;   ///< where the finding points: the first place of these letters
    const char *sentence; ///< without place and severity
} rule_case;

static bool is_error(weight w, snw_strictness strictness) {
    if (w == DOUBT) return strictness != SNW_LENIENT;
    return w == ALWAYS || strictness == SNW_STRICT;
}

static void check_level(const rule_case *c, snw_strictness strictness) {
    reading r;
    read_text(&r, c->text, strictness);
    const char *place = strstr(c->text, c->needle);
    CHECK(place != NULL);
    const bool error = is_error(c->weight, strictness);
    char expected[1024];
    // an error that a lenient reader passes over names the option
    const bool hinted = c->weight == DOUBT && strictness == SNW_NORMAL;
    const size_t length = (size_t)(strrchr(c->sentence, '[') - c->sentence) - 1;
    (void)snprintf(expected, sizeof expected, "t.urdf:1:%d: %s: %.*s%s%s",
                   (int)(place - c->text) + 1, error ? "error" : "warning", (int)length,
                   c->sentence, hinted ? "; --lenient takes the default" : "",
                   c->sentence + length);
    if (r.diags.count == 0) print_error("nothing is said about %s\n", c->text);
    CHECK(r.diags.count > 0);
    CHECK_TEXT(sentence(&r, 0), expected);
    // nothing else is said, and the answer follows
    if (r.diags.count != 1) print_findings(&r);
    CHECK(r.diags.errors + r.diags.warnings == 1);
    CHECK((r.status < 0) == error);
    if (error) CHECK(r.status == r.items[0].code);
    close_reading(&r);
}

/// Every case at every level.
__attribute__((unused)) static void check_rules(const rule_case *cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        check_level(&cases[i], SNW_NORMAL);
        check_level(&cases[i], SNW_STRICT);
        check_level(&cases[i], SNW_LENIENT);
    }
}
#define CHECK_RULES(cases) check_rules((cases), sizeof(cases) / sizeof *(cases))

/// Writes a robot; the text must be freed.
__attribute__((unused)) static char *written(const snw_robot *robot, const snw_urdf_extra *extra) {
    snw_why why;
    snw_text text = snw_text_over(NULL, 0);
    const snw_status measured = snw_urdf_write(robot, extra, &text, &why);
    if (measured < 0) print_error("%s: %s\n", why.subject, why.text);
    CHECK(measured == SNW_OK);
    const size_t length = text.length;
    char *buffer = malloc(length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, length + 1);
    CHECK(snw_urdf_write(robot, extra, &text, &why) == SNW_OK);
    CHECK(text.length == length && strlen(buffer) == length);
    return buffer;
}

__attribute__((unused)) static void print_difference(const char *path, const char *a, const char *b,
                                                     void *context) {
    (void)context;
    print_error("  %s: %s, %s\n", path, a, b);
}

/// The robot is the same after it was written and read again.
__attribute__((unused)) static void check_round_trip(const snw_robot *robot,
                                                     const snw_urdf_extra *extra) {
    char *text = written(robot, extra);
    reading again;
    read_text(&again, text, SNW_LENIENT);
    if (again.robot == NULL) {
        print_findings(&again);
        print_error("%s", text);
    }
    CHECK(again.robot != NULL);
    (void)snw_block_difference(&snw_robot_type, robot, again.robot, print_difference, NULL);
    CHECK(snw_block_equal(&snw_robot_type, robot, again.robot));
    free(text);
    close_reading(&again);
}

/// What the reader accepts, the model's compiler accepts: on no memory it only measures.
__attribute__((unused)) static void check_compiles(const snw_robot *robot) {
    snw_model model;
    snw_arena arena = {0};
    snw_why why;
    snw_diags diags = {.items = &why, .capacity = 1};
    const snw_status status = snw_model_compile(&model, robot, &arena, &diags);
    if (status != SNW_ERR_MEMORY) print_error("%s: %s [%s]\n", why.subject, why.text, why.rule);
    CHECK(status == SNW_ERR_MEMORY && diags.errors == 0);
}

/// A robot of one link with this inside, and of two links with a joint.
#define LINK(inside) "<robot name='r'><link name='a'>" inside "</link></robot>"
#define VISUAL(inside) LINK("<visual>" inside "</visual>")
#define GEOMETRY(inside) VISUAL("<geometry>" inside "</geometry>")
#define MASS(inside) LINK("<inertial>" inside "</inertial>")
#define TWO_LINKS "<link name='a'/><link name='b'/>"
#define ENDS "<parent link='a'/><child link='b'/>"
#define JOINT_OF(version, type, inside)                                                            \
    "<robot name='r'" version ">" TWO_LINKS "<joint name='j' type='" type "'>" ENDS inside         \
    "</joint></robot>"
#define JOINT(type, inside) JOINT_OF("", type, inside)

#endif // SINEW_TESTS_URDF_URDF_TEST_H
