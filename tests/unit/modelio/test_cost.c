// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Robots of one shape in any size, to measure what reading and compiling them costs.
//
//   test_cost            checks that each shape is accepted or refused as it says
//   test_cost measure    reads each shape in four sizes, for tests/cases/model-cost/run, and prints
//                        one line for each: shape, bytes
#define _GNU_SOURCE
#include "sinew/modelio.h"

#include <string.h>

#include "check.h"

#include "../os/scratch.h"
#include "sinew/model/model.h"

// --- texts --------------------------------------------------------------------------------------

// what a text is made of: a start, pieces, an end
typedef struct shape {
    const char *name, *start, *end;
    void (*piece)(snw_text *text, int index);
    int least;            // pieces of the smallest text; the largest has eight times as many
    bool legal;           // as many as these are accepted
    snw_strictness level; // how it is read
} shape;

static void body(snw_text *t, const char *name, int i) {
    snw_text_format(t,
                    "<link name='%s%d'><inertial><mass value='1.5'/><inertia ixx='1' iyy='1' "
                    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial><collision><origin xyz='0 0 0.1' "
                    "rpy='0 0.5 0'/><geometry><box size='1 2 3'/></geometry></collision></link>\n",
                    name, i);
}

static void turn(snw_text *t, int i, int parent, const char *inside) {
    snw_text_format(t,
                    "<joint name='j%d' type='revolute'><parent link='l%d'/><child link='l%d'/>"
                    "<origin xyz='0 0 0.3' rpy='0 0 0.1'/><axis xyz='0 0 1'/>"
                    "<limit lower='-1' upper='1' effort='10' velocity='2'/>%s</joint>\n",
                    i, parent, i, inside);
}

static void chain(snw_text *t, int i) {
    body(t, "l", i);
    if (i > 0) turn(t, i, i - 1, "");
}

static void star(snw_text *t, int i) {
    body(t, "l", i);
    if (i > 0) turn(t, i, 0, "");
}

static void tree(snw_text *t, int i) {
    body(t, "l", i);
    if (i > 0) turn(t, i, (i - 1) / 2, "");
}

// joints first, each naming links that come later
static void backwards(snw_text *t, int i) {
    turn(t, i + 1, i, "");
    body(t, "l", i + 1);
}

static void mimic(snw_text *t, int i) {
    char follow[64] = "";
    if (i > 1) (void)snprintf(follow, sizeof follow, "<mimic joint='j%d'/>", i - 1);
    snw_text_format(t, "<link name='l%d'/>", i);
    if (i > 0) turn(t, i, i - 1, follow);
}

// the first of each pair follows the second, which comes later in the text
static void mimic_ahead(snw_text *t, int i) {
    char follow[64];
    (void)snprintf(follow, sizeof follow, "<mimic joint='j%d'/>", i + 2);
    snw_text_format(t, "<link name='l%d'/>", i + 1);
    turn(t, i + 1, i, follow);
}

static void ring(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d'/>", i);
    turn(t, i, i + 1, "");
}

static void many_roots(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d'/>\n", i);
}

static void equal_names(snw_text *t, int i) {
    snw_text_format(t, "<link name='twin'/><!-- %d -->\n", i);
}

static void unknown_links(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d'/>", i);
    turn(t, i, 100000 + i, "");
}

static void unknown_mimics(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d'/>", i);
    if (i > 0) turn(t, i, i - 1, "<mimic joint='nobody'/>");
}

static void long_names(snw_text *t, int i) {
    // 63 bytes that differ only at the end
    const char *stem = "a_name_that_goes_on_and_on_until_it_is_as_long_as_names_may";
    snw_text_format(t, "<link name='%s%04d'/>", stem, i);
    if (i == 0) return;
    snw_text_format(t,
                    "<joint name='%s%04d' type='fixed'><parent link='%s%04d'/><child "
                    "link='%s%04d'/></joint>\n",
                    stem, i, stem, i - 1, stem, i);
}

static void attributes(snw_text *t, int i) {
    snw_text_format(t, " a%d='1'", i);
}

static void materials(snw_text *t, int i) {
    snw_text_format(t, "<material name='m%d'><color rgba='0 0.5 1 1'/></material>\n", i);
}

static void visuals(snw_text *t, int i) {
    snw_text_format(t,
                    "<visual name='v%d'><geometry><sphere radius='0.1'/></geometry><material "
                    "name='m%d'><color rgba='1 1 1 1'/></material></visual>\n",
                    i, i);
}

static void undefined_materials(snw_text *t, int i) {
    snw_text_format(t,
                    "<visual><geometry><sphere radius='0.1'/></geometry><material name='m%d'/>"
                    "</visual>\n",
                    i);
}

static void deep(snw_text *t, int i) {
    (void)i;
    for (int k = 0; k < 200; k++) {
        snw_text_format(t, "<gazebo>");
    }
    for (int k = 0; k < 200; k++) {
        snw_text_format(t, "</gazebo>");
    }
}

static void too_deep(snw_text *t, int i) {
    (void)i;
    snw_text_format(t, "<gazebo>");
}

static void strangers(snw_text *t, int i) {
    snw_text_format(t, "<lnk%d name='x'>text</lnk%d>\n", i, i);
}

static void kept(snw_text *t, int i) {
    snw_text_format(t, "<transmission name='t%d'><type>a</type></transmission>\n", i);
}

static void comments(snw_text *t, int i) {
    snw_text_format(t, "<!-- link %d -->\n", i);
}

static void bad_numbers(snw_text *t, int i) {
    snw_text_format(t, "<link name='l%d'><inertial><mass value='1,5'/></inertial></link>\n", i);
}

static void blanks(snw_text *t, int i) {
    (void)i;
    snw_text_format(t, "          \n");
}

static void rows(snw_text *t, int i) {
    snw_text_format(t, "j%d, revolute, 0.1, 1.5, 0.2, 0.3, -1, 1, 2\n", i);
}

static void bad_rows(snw_text *t, int i) {
    snw_text_format(t, "j%d, revolut, 0.1, one, 0.2, 0.3, -1, 1, 2, 7\n", i);
}

static void row_comments(snw_text *t, int i) {
    snw_text_format(t, "# %d\n", i);
}

// --- xacro: words of expressions, and the YAML that they load ------------------------------------

#define XACRO "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='l0'/>"

static void list_items(snw_text *t, int i) {
    snw_text_format(t, "%s'item %d'", i > 0 ? ", " : "", i);
}

static void properties(snw_text *t, int i) {
    snw_text_format(t,
                    "<xacro:property name='p%d' value='${[j * %d for j in range(4)]}'/>"
                    "<gazebo a='${p%d[1:].pop()}' b='${\"x_%%d\" %% p%d[0]}'/>\n",
                    i, i, i, i);
}

static void calls(snw_text *t, int i) {
    snw_text_format(t, "<xacro:m n='%d' d=\"${{'a': {'b': %d}}}\"/>\n", i, i);
}

static void keys(snw_text *t, int i) {
    snw_text_format(t, "key_%d: {lower: !degrees -%d, upper: [1.5, 'x', \"y\"]} # %d\n", i, i, i);
}

static void yaml_lines(snw_text *t, int i) {
    snw_text_format(t, i == 0 ? "a: one\n" : "  line %d\n", i);
}

static void yaml_blanks(snw_text *t, int i) {
    snw_text_format(t, i == 0 ? "a: one\n" : i % 2 ? "\n" : "   # comment\n");
}

static void aliases(snw_text *t, int i) {
    snw_text_format(t, i == 0 ? "base: &b {p: 1, q: [2, 3]}\n" : "k%d: {<<: *b, r: *b}\n", i);
}

static void sequences(snw_text *t, int i) {
    snw_text_format(t, "- - %d\n  - a: b\n    c: |\n      text\n", i);
}

static void bad_keys(snw_text *t, int i) {
    snw_text_format(t, i == 0 ? "a: 'open\n" : "b%d: 'x\n", i);
}

#define ROBOT "<robot name='r'>\n"
#define ENDS "</robot>\n"
#define ONE ROBOT "<link name='a'>"
#define ONE_ENDS "</link>" ENDS
#define TABLE                                                                                      \
    "convention, standard\nname, table\njoint, kind, a, alpha, d, theta, lower, upper, velocity\n"
#define LAST "<link name='last'/>"

static const shape shapes[] = {
    {"chain", ROBOT, ENDS, chain, 125, true, SNW_NORMAL},
    {"star", ROBOT, ENDS, star, 125, true, SNW_NORMAL},
    {"tree", ROBOT, ENDS, tree, 125, true, SNW_NORMAL},
    {"joints before links", ROBOT, "<link name='l0'/>" ENDS, backwards, 125, true, SNW_NORMAL},
    {"mimic chain", ROBOT, ENDS, mimic, 125, true, SNW_NORMAL},
    {"mimic chain to nobody", ROBOT "<link name='l0'/>", ENDS, mimic_ahead, 125, false, SNW_NORMAL},
    {"unknown mimics", ROBOT, ENDS, unknown_mimics, 125, false, SNW_NORMAL},
    {"ring", ROBOT, ENDS, ring, 125, false, SNW_NORMAL},
    {"many roots", ROBOT, ENDS, many_roots, 500, false, SNW_NORMAL},
    {"equal names", ROBOT, ENDS, equal_names, 500, false, SNW_NORMAL},
    {"unknown links", ROBOT, ENDS, unknown_links, 125, false, SNW_NORMAL},
    {"long names", ROBOT, ENDS, long_names, 250, true, SNW_NORMAL},
    {"many attributes", "<robot name='r'><link name='a'", "/></robot>", attributes, 125, true,
     SNW_NORMAL},
    {"too many attributes", "<robot name='r'><link name='a'", "/></robot>", attributes, 2000, false,
     SNW_NORMAL},
    {"materials", ROBOT, LAST ENDS, materials, 500, true, SNW_NORMAL},
    {"visuals", ONE, ONE_ENDS, visuals, 250, true, SNW_NORMAL},
    {"undefined materials", ONE, ONE_ENDS, undefined_materials, 250, true, SNW_NORMAL},
    {"deep", ROBOT, LAST ENDS, deep, 10, true, SNW_NORMAL},
    {"too deep", ROBOT, LAST ENDS, too_deep, 2000, false, SNW_NORMAL},
    {"strangers", ROBOT, LAST ENDS, strangers, 500, true, SNW_NORMAL},
    {"strangers, strictly", ROBOT, LAST ENDS, strangers, 500, false, SNW_STRICT},
    {"kept elements", ROBOT, LAST ENDS, kept, 500, true, SNW_NORMAL},
    {"comments", ROBOT, LAST ENDS, comments, 1000, true, SNW_NORMAL},
    {"bad numbers", ROBOT, ENDS, bad_numbers, 250, false, SNW_NORMAL},
    {"blanks", ROBOT, LAST ENDS, blanks, 2000, true, SNW_NORMAL},
    {"table rows", TABLE, "", rows, 125, true, SNW_NORMAL},
    {"bad table rows", TABLE, "", bad_rows, 125, false, SNW_NORMAL},
    {"comments of a table", TABLE, "j, revolute, 1, 1, 1, 1\n", row_comments, 1000, true,
     SNW_NORMAL},
    {"xacro list", XACRO "<gazebo a=\"${len([w.upper() for w in [", "]])}\"/></robot>", list_items,
     500, true, SNW_NORMAL},
    {"xacro properties", XACRO, "</robot>", properties, 125, true, SNW_NORMAL},
    {"xacro calls",
     XACRO "<xacro:macro name='m' params='n d'><gazebo a='${n}' b='${d.a.b}'/></xacro:macro>",
     "</robot>", calls, 250, true, SNW_NORMAL},
    {"yaml keys", "", "", keys, 250, true, SNW_NORMAL},
    {"yaml text of many lines", "", "", yaml_lines, 1000, true, SNW_NORMAL},
    {"yaml blanks and comments", "", "", yaml_blanks, 1000, true, SNW_NORMAL},
    {"yaml aliases", "", "", aliases, 250, true, SNW_NORMAL},
    {"yaml lists", "", "", sequences, 250, true, SNW_NORMAL},
    {"yaml without an end", "", "", bad_keys, 1000, false, SNW_NORMAL},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static char *make(const shape *s, int pieces, size_t *length) {
    const size_t size = (size_t)pieces * 4096 + 65536;
    char *buffer = malloc(size);
    if (buffer == NULL) abort();
    snw_text text = snw_text_over(buffer, size);
    snw_text_format(&text, "%s", s->start);
    for (int i = 0; i < pieces; i++) {
        s->piece(&text, i);
    }
    snw_text_format(&text, "%s", s->end);
    if (snw_text_is_cut(&text)) abort();
    *length = text.length;
    return buffer;
}

// --- reading ------------------------------------------------------------------------------------

static snw_status read_table(const snw_source *source, snw_setup *setup, snw_robot **robot,
                             snw_diags *diags) {
    snw_dh_sheet *sheet = NULL;
    const snw_status status = snw_dh_read(source, NULL, setup, &sheet, diags);
    return status < 0 ? status : snw_dh_to_robot(sheet, setup, robot, NULL);
}

// what was read is compiled too: its checks are part of loading
static snw_status compile(const snw_robot *robot) {
    snw_model model;
    snw_arena arena = {0};
    const snw_status status = snw_model_compile(&model, robot, &arena, NULL);
    if (status != SNW_ERR_MEMORY) return status;
    void *block = aligned_alloc(SNW_ARENA_ALIGN, (arena.needed + 63) / 64 * 64);
    if (block == NULL) return SNW_ERR_MEMORY;
    arena = snw_arena_over(block, arena.needed);
    const snw_status compiled = snw_model_compile(&model, robot, &arena, NULL);
    free(block);
    return compiled;
}

// as a model command does: expanded, read, and findings brought back to their lines
static snw_status read_xacro(const snw_source *source, snw_setup *setup, snw_robot **robot,
                             snw_diags *diags) {
    const snw_load_options options = {.places = {.no_environment = true}, .keep_names = true};
    return snw_robot_load_source(source, &options, setup, robot, diags);
}

// a text of YAML stands in a file, which a short xacro loads
static snw_status read_yaml(const char *bytes, size_t length, snw_setup *setup, snw_robot **robot,
                            snw_diags *diags) {
    static const char text[] =
        XACRO "<xacro:property name='y' value=\"${xacro.load_yaml('a.yaml')}\"/>"
              "<gazebo a='${len(y)}'/></robot>";
    FILE *file = fopen(scratch("a.yaml").text, "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) abort();
    const snw_source source = {text, sizeof text - 1, "yaml.xacro", scratch_directory};
    return read_xacro(&source, setup, robot, diags);
}

snw_status measured_read(const shape *s, const char *bytes, size_t length);

// the one function whose cost is counted
__attribute__((noinline)) snw_status measured_read(const shape *s, const char *bytes,
                                                   size_t length) {
    static snw_why findings[16];
    snw_diags diags = {.items = findings, .capacity = 16};
    snw_setup *setup = snw_setup_create(SNW_DOCUMENT_MEMORY);
    snw_urdf_extra *extra = NULL;
    const snw_urdf_options options = {.strictness = s->level, .keep_names = true, .extra = &extra};
    const snw_source source = {.bytes = bytes, .length = length, .name = s->name};
    snw_robot *robot = NULL;
    snw_status status = SNW_OK;
    if (s->start[0] == '\0') {
        status = read_yaml(bytes, length, setup, &robot, &diags);
    } else if (strncmp(s->start, XACRO, sizeof XACRO - 1) == 0) {
        status = read_xacro(&source, setup, &robot, &diags);
    } else if (s->start[0] == '<') {
        status = snw_urdf_read(&source, &options, setup, &robot, &diags);
    } else {
        status = read_table(&source, setup, &robot, &diags);
    }
    if (status >= 0) status = compile(robot);
    snw_setup_destroy(setup);
    return status;
}

static bool is_as_said(const shape *s, int pieces, size_t *length) {
    char *text = make(s, pieces, length);
    const snw_status status = measured_read(s, text, *length);
    free(text);
    if ((status == SNW_OK) == s->legal) return true;
    (void)fprintf(stderr, "%s: %s\n", s->name, snw_status_name(status));
    return false;
}

static void every_shape_is_what_it_says(void) {
    for (int i = 0; i < SHAPES; i++) {
        size_t length;
        CHECK(is_as_said(&shapes[i], shapes[i].least, &length));
    }
}

static int measure(void) {
    for (int i = 0; i < SHAPES; i++) {
        for (int times = 1; times <= 8; times *= 2) {
            size_t length;
            if (!is_as_said(&shapes[i], shapes[i].least * times, &length)) return 1;
            (void)printf("%s: %zu\n", shapes[i].name, length);
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    scratch_open();
    if (argc == 2 && strcmp(argv[1], "measure") == 0) return measure();
    RUN(every_shape_is_what_it_says);
    return check_report();
}
