// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Findings about a xacro file have the place that its author wrote, not that in the expanded text.
#define _GNU_SOURCE
#include "sinew/modelio.h"

#include "check.h"

#include "../os/scratch.h"

enum { FINDINGS = 64 };

typedef struct reading {
    snw_setup *setup;
    snw_robot *robot;
    snw_status status;
    snw_diags diags;
    snw_why items[FINDINGS];
} reading;

static void load_main_at(reading *r, const char *text, int capacity, snw_strictness strictness) {
    const scratch_name path = scratch("main.xacro");
    scratch_put(path.text, text);
    *r = (reading){.setup = snw_setup_create((size_t)1 << 26)};
    r->diags = (snw_diags){.items = r->items, .capacity = capacity};
    const snw_load_options options = {.strictness = strictness, .places = {.no_environment = true}};
    r->status = snw_robot_load(path.text, &options, r->setup, &r->robot, &r->diags);
}

static void load_main(reading *r, const char *text, int capacity) {
    load_main_at(r, text, capacity, SNW_NORMAL);
}

// finding `index` ends with these words, its path without the folder
static void check_finding(const reading *r, int index, const char *expected) {
    char text[1024];
    CHECK(index < r->diags.count);
    (void)snw_why_sentence(&r->items[index], text, sizeof text);
    const char *start = strstr(text, scratch_directory);
    CHECK(start == text);
    CHECK_TEXT(text + strlen(scratch_directory) + 1, expected);
}

#define HEAD "<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">\n"

static const char parts[] = HEAD "<!-- a comment,\n     of two lines -->\n"
                                 "<xacro:macro name=\"body\" params=\"name size *mark\">\n"
                                 "  <link name=\"${name}\">\n"
                                 "    <visual><geometry><box\n"
                                 "       size=\"${size} 1 1\"/></geometry></visual>\n"
                                 "    <xacro:insert_block name=\"mark\"/>\n"
                                 "  </link>\n"
                                 "</xacro:macro>\n</robot>\n";

static void findings_name_the_macro_and_its_calls(void) {
    reading r;
    scratch_put(scratch("parts.xacro").text, parts);
    load_main_at(&r,
                 HEAD "<xacro:include filename=\"parts.xacro\"/>\n"
                      "<xacro:macro name=\"pair\" params=\"n\">\n"
                      "  <xacro:body name=\"${n}_a\" size=\"1\"><inertial/></xacro:body>\n"
                      "  <xacro:body name=\"${n}_b\" size=\"${n}\"><visual/></xacro:body>\n"
                      "</xacro:macro>\n"
                      "<xacro:pair n=\"x\"/>\n"
                      "<joint name=\"j\" type=\"fixed\">\n"
                      "  <parent link=\"x_a\"/><child\n     link=\"x_c\"/></joint>\n"
                      "</robot>\n",
                 FINDINGS, SNW_STRICT);
    CHECK(r.status != SNW_OK);
    int index = -1;
    for (int i = 0; i < r.diags.count; i++) {
        CHECK(strstr(r.items[i].file, "(expanded)") == NULL);
        if (strcmp(r.items[i].rule, "urdf-number") == 0) index = i;
    }
    // what the macro says, in its own file, and who called it
    check_finding(&r, index,
                  "parts.xacro:7:8: error: robot/link[x_b]/visual[0]/geometry/box/size: 'x' is "
                  "not a number; the shape is left out; write a finite decimal number "
                  "[urdf-number]");
    check_finding(&r, index + 1, "main.xacro:5:3: note: xacro:body: called here [xacro-call]");
    check_finding(&r, index + 2, "main.xacro:7:1: note: xacro:pair: called here [xacro-call]");
    snw_setup_destroy(r.setup);
}

// a block belongs to the file of the call; the calls are those that it stands in
static void findings_in_blocks_name_the_call(void) {
    reading r;
    scratch_put(scratch("parts.xacro").text, parts);
    load_main(&r,
              HEAD "<xacro:include filename=\"parts.xacro\"/>\n"
                   "<xacro:body name=\"a\" size=\"1\">\n"
                   "  <collision><geometry><sphere\n radius=\"none\"/></geometry></collision>\n"
                   "</xacro:body>\n</robot>\n",
              FINDINGS);
    CHECK(r.status == SNW_OK && r.diags.count == 1 && r.diags.warnings == 1);
    CHECK(r.items[0].line == 5 && r.items[0].column == 2);
    CHECK(strstr(r.items[0].file, "main.xacro") != NULL);
    snw_setup_destroy(r.setup);
}

// --- what is found after reading ----------------------------------------------------------------

// a finding as the compiler of models has it: by the name of a joint or link, without a line
static void find_later(reading *r, const char *path, const char *subject, int line) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_LIMIT, subject, "odd");
    snw_why_rule(&why, "later");
    snw_why_at(&why, path, line, line > 0);
    why.severity = SNW_WARNING;
    snw_diags_add(&r->diags, &why);
}

static void findings_of_a_compiled_model_have_the_place_of_the_element(void) {
    reading r;
    const snw_load_options options = {.places = {.no_environment = true}};
    load_main(&r,
              HEAD "<xacro:macro name=\"arm\" params=\"n\">\n"
                   "  <link name=\"${n}\"/>\n"
                   "  <joint name=\"j_${n}\" type=\"fixed\"><parent link=\"base\"/>\n"
                   "    <child link=\"${n}\"/></joint>\n"
                   "</xacro:macro>\n"
                   "<link name=\"base\"/>\n"
                   "<gazebo><joint name=\"j_a\"/></gazebo>\n"
                   "<xacro:arm n=\"a\"/>\n<xacro:arm n=\"b\"/>\n</robot>\n",
              FINDINGS);
    const scratch_name main_file = scratch("main.xacro");
    const char *path = main_file.text;
    CHECK(r.status == SNW_OK && r.diags.count == 0);
    find_later(&r, path, "r/joints[j_b]", 0);
    find_later(&r, path, "r/link[a]/inertial", 0);
    find_later(&r, path, "joint[nobody]", 0);
    find_later(&r, path, "r/joint[j_a]", 3);
    find_later(&r, "other.urdf", "r/joint[j_a]", 0);
    find_later(&r, path, "r/links[base]", 0);
    snw_robot_place(path, &options, &r.diags);
    CHECK(r.diags.count == 8 && r.diags.warnings == 6);
    check_finding(&r, 0, "main.xacro:4:3: warning: r/joints[j_b]: odd [later]");
    check_finding(&r, 1, "main.xacro:10:1: note: xacro:arm: called here [xacro-call]");
    check_finding(&r, 2, "main.xacro:3:3: warning: r/link[a]/inertial: odd [later]");
    check_finding(&r, 3, "main.xacro:9:1: note: xacro:arm: called here [xacro-call]");
    check_finding(&r, 4, "main.xacro: warning: joint[nobody]: odd [later]");
    check_finding(&r, 5, "main.xacro:3:1: warning: r/joint[j_a]: odd [later]");
    CHECK(r.items[6].line == 0);
    check_finding(&r, 7, "main.xacro:7:1: warning: r/links[base]: odd [later]");
    snw_setup_destroy(r.setup);
}

static void findings_in_a_plain_file_have_their_place_too(void) {
    static const struct {
        const char *name, *text;
        int line, column;
    } cases[] = {
        {"plain.urdf",
         "<robot name='r'>\n<link name='a'/>\n <link name='b'/><joint name='j' "
         "type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
         3, 18},
        {"own.xml",
         "<robot name='r'><links>\n<link name='a'/><link name='b'/></links>\n<joints>"
         "<joint name='i' parent='a' child='b'/>\n<joint name='j'/></joints></robot>",
         4, 1},
        {"none.json", "{\"links\": []}", 0, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const scratch_name path = scratch(cases[i].name);
        reading r = {.diags = {.items = r.items, .capacity = FINDINGS}};
        scratch_put(path.text, cases[i].text);
        find_later(&r, path.text, "r/joints[j]", 0);
        snw_robot_place(path.text, &(snw_load_options){0}, &r.diags);
        CHECK(r.diags.count == 1 && r.items[0].line == cases[i].line);
        CHECK(r.items[0].column == cases[i].column);
    }
}

// --- every line ---------------------------------------------------------------------------------

// a robot of many links, each with a fault in a line of its own: the findings have these lines
static void every_line_is_found_again(void) {
    static char text[65536];
    reading r;
    size_t used = (size_t)snprintf(text, sizeof text, HEAD);
    uint32_t random = 12345;
    int lines[60], line = 2;
    for (int i = 0; i < 60; i++) {
        random = random * 1664525u + 1013904223u;
        const int blank = (int)(random >> 29);
        for (int k = 0; k < blank; k++, line++) {
            used += (size_t)snprintf(text + used, sizeof text - used, k % 2 ? "<!-- -->\n" : "\n");
        }
        lines[i] = line;
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "<xacro:if value=\"${True}\"><link name=\"l%d\"/></xacro:if>"
                                 "<joint name=\"j%d\" type=\"nonsense\"/>\n",
                                 i, i);
        line++;
    }
    (void)snprintf(text + used, sizeof text - used, "</robot>\n");
    load_main(&r, text, FINDINGS);
    int found = 0;
    for (int i = 0; i < r.diags.count; i++) {
        if (strcmp(r.items[i].rule, "urdf-type") != 0) continue;
        const int number = atoi(strstr(r.items[i].subject, "[j") + 2);
        CHECK(r.items[i].line == lines[number]);
        found++;
    }
    CHECK(found > 20);
    snw_setup_destroy(r.setup);
}

// a list that is full keeps its findings, and loses notes
static void a_full_list_keeps_its_findings(void) {
    for (int capacity = 1; capacity < 12; capacity++) {
        reading r;
        scratch_put(scratch("parts.xacro").text, parts);
        load_main(&r,
                  HEAD "<xacro:include filename=\"parts.xacro\"/>\n"
                       "<xacro:body name=\"a\" size=\"p\"><g/></xacro:body>\n"
                       "<xacro:body name=\"b\" size=\"q\"><g/></xacro:body>\n</robot>\n",
                  capacity);
        int findings = 0, notes = 0;
        for (int i = 0; i < r.diags.count; i++) {
            CHECK(strstr(r.items[i].file, "(expanded)") == NULL);
            if (strcmp(r.items[i].rule, "xacro-call") == 0) {
                notes++;
            } else {
                findings++;
            }
        }
        CHECK(r.diags.count <= capacity);
        CHECK(findings == capacity || findings + r.diags.dropped >= r.diags.errors);
        CHECK(capacity < 11 || notes >= 2);
        snw_setup_destroy(r.setup);
    }
}

// the missing file is the first finding, before what follows from it
static void the_first_cause_is_the_first_finding(void) {
    reading r;
    load_main(&r,
              HEAD "<xacro:include filename=\"missing.xacro\"/>\n<xacro:wheel n=\"1\"/>\n"
                   "<link name=\"${prefix}a\"/>\n</robot>\n",
              FINDINGS);
    CHECK(r.status == SNW_ERR_NOT_FOUND && r.diags.errors == 3);
    CHECK_TEXT(r.items[0].rule, "xacro-include");
    CHECK(r.items[0].line == 2 && r.items[1].line == 3 && r.items[2].line == 4);
    snw_setup_destroy(r.setup);
}

// a caller that does not ask for findings gets the status alone
static void findings_may_go_nowhere(void) {
    scratch_put(scratch("bad.yaml").text, "a: [1\n");
    scratch_put(scratch("main.xacro").text,
                HEAD "<link name=\"${load_yaml('bad.yaml')}\"/></robot>");
    snw_setup *setup = snw_setup_create((size_t)1 << 26);
    snw_robot *robot = NULL;
    CHECK(snw_robot_load(scratch("main.xacro").text, NULL, setup, &robot, NULL) == SNW_ERR_SYNTAX);
    snw_setup_destroy(setup);
}

int main(void) {
    scratch_open();
    RUN(findings_name_the_macro_and_its_calls);
    RUN(findings_in_blocks_name_the_call);
    RUN(findings_of_a_compiled_model_have_the_place_of_the_element);
    RUN(findings_in_a_plain_file_have_their_place_too);
    RUN(every_line_is_found_again);
    RUN(a_full_list_keeps_its_findings);
    RUN(the_first_cause_is_the_first_finding);
    RUN(findings_may_go_nowhere);
    return check_report();
}
