// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "sinew/urdf/srdf.h"

#include <string.h>

#include "../os/scratch.h"
#include "check.h"
#include "sinew/urdf/urdf.h"

enum { FINDINGS = 64 };

typedef struct reading {
    snw_setup *setup;
    snw_robot *robot;
    snw_srdf *srdf;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} reading;

// base -s1-> a -s2-> b -wrist(fixed)-> hand -f1-> left, hand -f2-> right (follows f1)
static const char arm[] =
    "<robot name='arm'><link name='base'/><link name='a'/><link name='b'/><link name='hand'/>"
    "<link name='left'/><link name='right'/>"
    "<joint name='f2' type='prismatic'><parent link='hand'/><child link='right'/><mimic "
    "joint='f1'/>"
    "<limit lower='0' upper='1' effort='1' velocity='1'/></joint>"
    "<joint name='f1' type='prismatic'><parent link='hand'/><child link='left'/>"
    "<limit lower='0' upper='1' effort='1' velocity='1'/></joint>"
    "<joint name='s2' type='revolute'><parent link='a'/><child link='b'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
    "<joint name='wrist' type='fixed'><parent link='b'/><child link='hand'/></joint>"
    "<joint name='s1' type='continuous'><parent link='base'/><child link='a'/></joint></robot>";

static const char *sentence(const reading *r, int index) {
    static char text[1024];
    CHECK(index < r->diags.count);
    (void)snw_why_sentence(&r->items[index], text, sizeof text);
    return text;
}

static void open_reading(reading *r, bool with_robot) {
    *r = (reading){.setup = snw_setup_create((size_t)1 << 26)};
    CHECK(r->setup != NULL);
    r->diags = (snw_diags){.items = r->items, .capacity = FINDINGS};
    const snw_source source = {arm, strlen(arm), "arm.urdf", NULL};
    if (with_robot) {
        CHECK(snw_urdf_read(&source, NULL, r->setup, &r->robot, &r->diags) == SNW_OK);
    }
}

static void read_at(reading *r, const char *text, bool with_robot, snw_strictness strictness) {
    open_reading(r, with_robot);
    const snw_source source = {text, strlen(text), "t.srdf", NULL};
    const snw_srdf_options options = {strictness};
    r->status = snw_srdf_read(&source, &options, r->robot, r->setup, &r->srdf, &r->diags);
    CHECK((r->status == SNW_OK) == (r->srdf != NULL));
    CHECK((r->status == SNW_OK) == (r->diags.errors == 0));
}

static void close_reading(reading *r) {
    snw_setup_destroy(r->setup);
}

#define R(inside) "<robot name='arm'>" inside "</robot>"

static const char whole[] =
    R("<virtual_joint name='world_joint' type='floating' parent_frame='world' child_link='base'/>"
      "<group name='arm'><chain base_link='base' tip_link='hand'/></group>"
      "<group name='fingers'><joint name='f1'/><joint name='f2'/><link name='left'/></group>"
      "<group name='all'><group name='fingers'/><group name='arm'/><joint "
      "name='world_joint'/></group>"
      "<group_state name='home' group='arm'><joint name='s1' value='0.5'/><joint name='s2' "
      "value='-.25'/>"
      "<joint name='world_joint' value='0 0 0 0 0 0 1'/></group_state>"
      "<end_effector name='gripper' parent_link='hand' group='fingers' parent_group='arm'/>"
      "<passive_joint name='f2'/><disable_default_collisions link='hand'/>"
      "<enable_collisions link1='hand' link2='base'/>"
      "<disable_collisions link1='base' link2='a' reason='Adjacent'/>"
      "<disable_collisions link1='left' link2='right' reason='Never &lt;here&gt;'/>");

static void everything_is_read(void) {
    reading r;
    read_at(&r, whole, true, SNW_STRICT);
    if (r.diags.count > 0) print_error("%s\n", sentence(&r, 0));
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    const snw_srdf *s = r.srdf;
    CHECK_TEXT(s->name, "arm");
    CHECK(s->group_count == 3);
    CHECK_TEXT(s->groups[0].chains[0].tip_link, "hand");
    CHECK(s->groups[1].joint_count == 2 && s->groups[1].link_count == 1);
    CHECK_TEXT(s->groups[1].joints[1], "f2");
    CHECK_TEXT(s->groups[2].groups[1], "arm");
    CHECK(s->state_count == 1 && s->states[0].joint_count == 3);
    CHECK_TEXT(s->states[0].group, "arm");
    CHECK_NEAR(s->states[0].joints[1].values[0], -0.25, 0);
    CHECK(s->states[0].joints[2].value_count == 7);
    CHECK_NEAR(s->states[0].joints[2].values[6], 1, 0);
    CHECK(s->end_effector_count == 1);
    CHECK_TEXT(s->end_effectors[0].parent_group, "arm");
    CHECK(s->virtual_joint_count == 1 && s->virtual_joints[0].kind == SNW_SRDF_FLOATING);
    CHECK_TEXT(s->virtual_joints[0].parent_frame, "world");
    CHECK(s->passive_joint_count == 1 && s->disabled_link_count == 1 && s->enabled_count == 1);
    CHECK(s->disabled_count == 2);
    CHECK_TEXT(s->disabled[0].reason, "Adjacent");
    CHECK_TEXT(s->disabled[1].reason, "Never <here>");
    CHECK_TEXT(s->enabled[0].reason, "");
    close_reading(&r);
}

static void the_table_is_sound(void) {
    snw_why why;
    const snw_status status = snw_type_check(&snw_srdf_type, &why);
    if (status < 0) print_error("%s: %s\n", why.subject, why.text);
    CHECK(status == SNW_OK);
    reading r;
    read_at(&r, whole, true, SNW_NORMAL);
    CHECK(snw_block_check(&snw_srdf_type, r.srdf, NULL, &r.diags) == SNW_OK);
    close_reading(&r);
}

static char *written(const snw_srdf *srdf) {
    snw_text text = snw_text_over(NULL, 0);
    CHECK(snw_srdf_write(srdf, &text, NULL) == SNW_OK);
    char *buffer = malloc(text.length + 1);
    CHECK(buffer != NULL);
    text = snw_text_over(buffer, text.length + 1);
    CHECK(snw_srdf_write(srdf, &text, NULL) == SNW_OK && !snw_text_is_cut(&text));
    return buffer;
}

static void check_round_trip(const snw_srdf *srdf) {
    char *text = written(srdf);
    reading again;
    read_at(&again, text, false, SNW_NORMAL);
    if (again.srdf == NULL) print_error("%s\n%s\n", sentence(&again, 0), text);
    CHECK(again.srdf != NULL && again.diags.count == 0);
    CHECK(snw_block_equal(&snw_srdf_type, srdf, again.srdf));
    free(text);
    close_reading(&again);
}

static void what_was_read_is_equal_after_writing(void) {
    reading r;
    read_at(&r, whole, true, SNW_NORMAL);
    check_round_trip(r.srdf);
    close_reading(&r);
}

static void random_ones_are_equal_after_writing(void) {
    static const char *const odd[] = {"a",     "b&c",      "<d>", "\"e\"",
                                      "f 'g'", "\xC3\xA4", "h_1", "i.j"};
    CHECK_CASES(check_scaled(500)) {
        static char text[32768];
        snw_text t = snw_text_over(text, sizeof text);
        snw_text_format(&t, "<robot name='r%d'>", check_int(0, 9));
        const int groups = check_int(1, 6);
        for (int i = 0; i < groups; i++) {
            snw_text_format(&t, "<group name='g%d'>", i);
            for (int k = check_int(1, 3); k > 0; k--) {
                snw_text_format(&t, "<link name='l%d'/><chain base_link='l%d' tip_link='l%d'/>",
                                check_int(0, 9), check_int(0, 9), check_int(0, 9));
            }
            // only earlier groups, so that none contains itself
            if (i > 0) snw_text_format(&t, "<group name='g%d'/>", check_int(0, i - 1));
            snw_text_format(&t, "</group><group_state name='s' group='g%d'>", check_int(0, i));
            for (int k = check_int(0, 3); k > 0; k--) {
                snw_text_format(&t, "<joint name='j%d' value='", k);
                for (int n = check_int(1, 7); n > 0; n--) {
                    snw_text_real(&t, check_real(-1, 1) * pow(10, check_int(-9, 9)));
                    snw_text_format(&t, " ");
                }
                snw_text_format(&t, "'/>");
            }
            snw_text_format(&t, "</group_state>");
        }
        for (int i = check_int(0, 9); i > 0; i--) {
            snw_text_format(&t, "<%s_collisions link1='l%d' link2='m%d' reason=\"",
                            check_int(0, 1) ? "enable" : "disable", i, check_int(0, 9));
            for (const char *c = odd[check_int(0, 7)]; *c != '\0'; c++) {
                snw_text_format(&t,
                                *c == '<'   ? "&lt;"
                                : *c == '&' ? "&amp;"
                                : *c == '"' ? "&quot;"
                                            : "%c",
                                *c);
            }
            snw_text_format(&t, "\"/>");
        }
        snw_text_format(&t, "</robot>");
        CHECK(!snw_text_is_cut(&t));
        reading r;
        read_at(&r, text, false, SNW_NORMAL);
        if (r.srdf == NULL) print_error("%s\n", sentence(&r, 0));
        CHECK(r.srdf != NULL);
        check_round_trip(r.srdf);
        close_reading(&r);
    }
}

static void what_no_reader_takes_is_not_written(void) {
    reading r;
    read_at(&r, whole, true, SNW_NORMAL);
    snw_why why;
    char buffer[8192];
    static const char *const bad[] = {"", " x", "x ", "a\nb", "\xFF", "\xEF\xBF\xBF"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snw_copy_text(r.srdf->groups[0].name, SNW_NAME, "arm");
        (void)snprintf(r.srdf->groups[0].name, SNW_NAME, "%s", bad[i]);
        snw_text text = snw_text_over(buffer, sizeof buffer);
        CHECK(snw_srdf_write(r.srdf, &text, &why) == SNW_ERR_UNSUPPORTED);
        CHECK_TEXT(why.rule, "srdf-name");
    }
    close_reading(&r);
}

// --- the joints of a group ----------------------------------------------------------------------

static void check_group(const reading *r, const char *group, const char *expected) {
    char names[256] = "";
    snw_text text = snw_text_over(names, sizeof names);
    snw_srdf_joints joints = {0};
    snw_why why;
    const snw_status status =
        snw_srdf_group_joints(r->srdf, r->robot, group, r->setup, &joints, &why);
    if (status < 0) print_error("%s\n", why.text);
    CHECK(status == SNW_OK);
    for (int i = 0; i < joints.count; i++) {
        snw_text_format(&text, "%s%s", i > 0 ? " " : "", joints.names[i]);
    }
    CHECK_TEXT(names, expected);
}

static void groups_are_joints_in_the_order_of_the_tree(void) {
    reading r;
    read_at(&r, whole, true, SNW_NORMAL);
    check_group(&r, "arm", "s1 s2");       // the wrist is fixed
    check_group(&r, "fingers", "f2 f1");   // branches in the order of the robot's joints
    check_group(&r, "all", "s1 s2 f2 f1"); // each once, parents first
    close_reading(&r);
    read_at(&r,
            R("<group name='g'><link name='left'/><link name='base'/><joint name='s2'/>"
              "<chain base_link='b' tip_link='right'/></group>"),
            true, SNW_NORMAL);
    check_group(&r, "g", "s2 f2 f1"); // the root has no joint
    close_reading(&r);
}

static void groups_that_cannot_be_resolved_are_refused(void) {
    static const struct {
        const char *text, *group, *sentence;
        snw_status status;
    } cases[] = {
        {R("<group name='g'><link name='a'/></group>"), "h", "group 'h' is not known",
         SNW_ERR_UNKNOWN_NAME},
        {R("<group name='g'><link name='z'/></group>"), "g", "link 'z' is not in the robot",
         SNW_ERR_UNKNOWN_NAME},
        {R("<group name='g'><joint name='z'/></group>"), "g", "joint 'z' is not in the robot",
         SNW_ERR_UNKNOWN_NAME},
        {R("<group name='g'><chain base_link='z' tip_link='a'/></group>"), "g",
         "link 'z' is not in the robot", SNW_ERR_UNKNOWN_NAME},
        {R("<group name='g'><chain base_link='left' tip_link='a'/></group>"), "g",
         "link 'a' is not beyond link 'left'", SNW_ERR_ARGUMENT},
        {R("<group name='g'><chain base_link='left' tip_link='right'/></group>"), "g",
         "link 'right' is not beyond link 'left'", SNW_ERR_ARGUMENT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r, robot;
        read_at(&r, cases[i].text, false, SNW_NORMAL);
        CHECK(r.status == SNW_OK);
        open_reading(&robot, true);
        snw_srdf_joints joints;
        snw_why why;
        CHECK(snw_srdf_group_joints(r.srdf, robot.robot, cases[i].group, r.setup, &joints, &why) ==
              cases[i].status);
        CHECK_TEXT(why.text, cases[i].sentence);
        close_reading(&r);
        close_reading(&robot);
    }
}

// --- rules --------------------------------------------------------------------------------------

typedef enum weight { ALWAYS, DOUBT, REMARK } weight;

typedef struct rule_case {
    weight weight;
    const char *text, *sentence; // without the column, which is 0 for what is found at the end
} rule_case;

static void check_level(const rule_case *c, snw_strictness strictness) {
    reading r;
    read_at(&r, c->text, true, strictness);
    const bool error = c->weight == ALWAYS || (c->weight == DOUBT && strictness != SNW_LENIENT) ||
                       (c->weight == REMARK && strictness == SNW_STRICT);
    if (r.diags.count == 0) print_error("nothing is said about %s\n", c->text);
    CHECK(r.diags.count > 0);
    const char *found = strstr(sentence(&r, 0), error ? "error: " : "warning: ");
    if (found == NULL) print_error("%s\n", sentence(&r, 0));
    CHECK(found != NULL);
    CHECK_TEXT(found + (error ? 7 : 9), c->sentence);
    CHECK(strncmp(sentence(&r, 0), "t.srdf:1:", 9) == 0);
    CHECK((r.status < 0) == error);
    if (r.srdf != NULL) CHECK(snw_block_check(&snw_srdf_type, r.srdf, NULL, NULL) == SNW_OK);
    close_reading(&r);
}

static const rule_case rule_cases[] = {
    {ALWAYS, "<srdf/>",
     "the root element is 'srdf'; the root element of an SRDF is <robot> "
     "[srdf-root]"},
    {ALWAYS, "<robot/>",
     "robot: attribute 'name' is missing; add the attribute "
     "[srdf-missing]"},
    {REMARK, "<robot name='leg'/>",
     "robot: it is for a robot 'leg'; make the names equal "
     "[srdf-robot]"},
    {REMARK, R("<grupp/>"),
     "robot: element 'grupp' is not known here; did you mean <group>? "
     "[srdf-unknown]"},
    {REMARK, R("<zzzzzz><group name='b'/></zzzzzz>"),
     "robot: element 'zzzzzz' is not known here; remove it; it is left out [srdf-unknown]"},
    {REMARK, R("<passive_joint name='f1' nam='x'/>"),
     "robot/passive_joint: attribute 'nam' is not known here; did you mean 'name'? "
     "[srdf-unknown]"},
    {ALWAYS, R("<group><link name='a'/></group>"),
     "robot/group: attribute 'name' is missing; add the attribute [srdf-missing]"},
    {ALWAYS, R("<group name=' '/>"),
     "robot/group: attribute 'name' is empty; give it a short plain name [srdf-name]"},
    {DOUBT, R("<group name='g'><link name='lefd'/><link name='a'/></group>"),
     "robot/group[g]/link: link 'lefd' is not in the robot; did you mean 'left'? [srdf-robot]"},
    {DOUBT, R("<group name='g'><joint name='wirst'/><joint name='s1'/></group>"),
     "robot/group[g]: joint 'wirst' is not in the robot; did you mean 'wrist'? [srdf-robot]"},
    {DOUBT, R("<group name='g'><link name='a'/><chain base_link='base' tip_link='zzzzz'/></group>"),
     "robot/group[g]/chain: link 'zzzzz' is not in the robot; correct the name, or the robot "
     "[srdf-robot]"},
    {DOUBT, R("<passive_joint name='f3'/>"),
     "robot/passive_joint: joint 'f3' is not in the robot; did you mean 'f2'? [srdf-robot]"},
    {DOUBT, R("<disable_collisions link1='a' link2='hamd'/>"),
     "robot/disable_collisions: link 'hamd' is not in the robot; did you mean 'hand'? "
     "[srdf-robot]"},
    {DOUBT, R("<enable_collisions link1='a' link2='a'/>"),
     "robot/enable_collisions: both links are 'a'; name two different links [srdf-pair]"},
    {DOUBT, R("<disable_default_collisions link='hnd'/>"),
     "robot/disable_default_collisions: link 'hnd' is not in the robot; did you mean 'hand'? "
     "[srdf-robot]"},
    {ALWAYS, R("<virtual_joint name='v' type='free' parent_frame='w' child_link='base'/>"),
     "robot/virtual_joint: type 'free' is not known; write fixed, planar or floating "
     "[srdf-type]"},
    {ALWAYS, R("<group name='g'><group name='g'/></group>"),
     "robot/group[g]: a group contains itself: g > g; remove the group from one of them "
     "[srdf-cycle]"},
    {ALWAYS,
     R("<group name='g'><group name='h'/></group><group name='h'><group name='i'/></group>"
       "<group name='i'><group name='h'/></group>"),
     "robot/group[h]: a group contains itself: h > i > h; remove the group from one of them "
     "[srdf-cycle]"},
    {ALWAYS,
     R("<group name='grasp'><link name='a'/></group><group name='h'><group name='grap'/>"
       "</group>"),
     "robot/group[h]: group 'grap' is not known; did you mean 'grasp'? [srdf-group]"},
    {REMARK, R("<group name='g'/>"),
     "robot/group[g]: the group is empty; remove it "
     "[srdf-group]"},
    {ALWAYS, R("<group name='g'><link name='a'/></group><group name='g'><link name='a'/></group>"),
     "robot/group[g]: the name 'g' is given twice; keep one of them [srdf-twice]"},
    {ALWAYS, R("<group_state name='s' group='zzz'/>"),
     "robot/group_state[s]: group 'zzz' is not known; add the group [srdf-group]"},
    {ALWAYS,
     R("<group name='g'><link name='a'/></group><group_state name='s' group='g'>"
       "<joint name='s1' value='1,5'/></group_state>"),
     "robot/group_state[s]/joint: '1,5' is not a number; write a finite decimal number "
     "[srdf-number]"},
    {DOUBT,
     R("<group name='g'><link name='a'/></group><group_state name='s' group='g'>"
       "<joint name='s1' value='1 2'/><joint name='s2' value='0'/></group_state>"),
     "robot/group_state[s]: joint 's1' has 2 numbers instead of 1; write one number for each "
     "coordinate [srdf-number]"},
    {DOUBT,
     R("<group name='g'><link name='a'/></group><end_effector name='e' group='g' "
       "parent_link='hnad'/>"),
     "robot/end_effector: link 'hnad' is not in the robot; did you mean 'hand'? [srdf-robot]"},
};

static void each_rule_has_its_sentence(void) {
    for (size_t i = 0; i < sizeof rule_cases / sizeof *rule_cases; i++) {
        check_level(&rule_cases[i], SNW_NORMAL);
        check_level(&rule_cases[i], SNW_STRICT);
        check_level(&rule_cases[i], SNW_LENIENT);
    }
}

static void lenient_leaves_out_what_does_not_exist(void) {
    reading r;
    read_at(&r,
            R("<group name='g'><joint name='x'/><joint name='s1'/></group>"
              "<group_state name='h' group='g'><joint name='x' value='9'/>"
              "<joint name='s1' value='0.5'/></group_state>"
              "<disable_collisions link1='q' link2='a'/><disable_collisions link1='b' link2='a'/>"),
            true, SNW_LENIENT);
    CHECK(r.status == SNW_OK && r.diags.warnings == 3);
    CHECK(r.srdf->groups[0].joint_count == 1 && r.srdf->disabled_count == 1);
    CHECK_TEXT(r.srdf->groups[0].joints[0], "s1");
    CHECK_TEXT(r.srdf->disabled[0].link1, "b");
    CHECK(r.srdf->states[0].joint_count == 1);
    CHECK_TEXT(r.srdf->states[0].joints[0].joint, "s1");
    CHECK(r.srdf->states[0].joints[0].value_count == 1);
    CHECK_NEAR(r.srdf->states[0].joints[0].values[0], 0.5, 0);
    check_round_trip(r.srdf);
    close_reading(&r);
}

static void files_are_read_and_missing_ones_named(void) {
    scratch_put(scratch("arm.srdf").text, whole);
    reading r;
    open_reading(&r, true);
    CHECK(snw_srdf_read_file(scratch("arm.srdf").text, NULL, r.robot, r.setup, &r.srdf, &r.diags) ==
          SNW_OK);
    CHECK(r.srdf->disabled_count == 2);
    CHECK(snw_srdf_read_file(scratch("no.srdf").text, NULL, r.robot, r.setup, &r.srdf, &r.diags) ==
          SNW_ERR_NOT_FOUND);
    close_reading(&r);
}

static void any_cut_of_a_file_is_refused(void) {
    for (size_t i = 0; i < strlen(whole); i++) {
        char *cut = malloc(i + 1);
        CHECK(cut != NULL);
        memcpy(cut, whole, i);
        reading r;
        open_reading(&r, true);
        const snw_source source = {cut, i, "t.srdf", NULL};
        CHECK(snw_srdf_read(&source, NULL, r.robot, r.setup, &r.srdf, &r.diags) < 0);
        CHECK(r.diags.errors > 0 && r.srdf == NULL);
        close_reading(&r);
        free(cut);
    }
}

static void a_small_arena_is_refused(void) {
    bool fitted = false;
    for (size_t limit = 0; limit < 65536; limit += 256) {
        snw_setup *setup = snw_setup_create(limit);
        CHECK(setup != NULL);
        snw_why item;
        snw_diags diags = {.items = &item, .capacity = 1};
        snw_srdf *srdf = NULL;
        const snw_source source = {whole, strlen(whole), "t", NULL};
        const snw_status status = snw_srdf_read(&source, NULL, NULL, setup, &srdf, &diags);
        CHECK(status == SNW_OK || status == SNW_ERR_MEMORY);
        CHECK((status == SNW_OK) == (srdf != NULL));
        fitted = status == SNW_OK;
        snw_setup_destroy(setup);
    }
    CHECK(fitted);
}

int main(void) {
    scratch_open();
    RUN(everything_is_read);
    RUN(the_table_is_sound);
    RUN(what_was_read_is_equal_after_writing);
    RUN(random_ones_are_equal_after_writing);
    RUN(what_no_reader_takes_is_not_written);
    RUN(groups_are_joints_in_the_order_of_the_tree);
    RUN(groups_that_cannot_be_resolved_are_refused);
    RUN(each_rule_has_its_sentence);
    RUN(lenient_leaves_out_what_does_not_exist);
    RUN(files_are_read_and_missing_ones_named);
    RUN(any_cut_of_a_file_is_refused);
    RUN(a_small_arena_is_refused);
    return check_report();
}
