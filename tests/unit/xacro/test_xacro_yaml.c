// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// load_yaml(): what a YAML file says, by hand from the specification of YAML 1.1 and from what
// ROS's documentation of xacro says about it.
#define _GNU_SOURCE
#include "xacro_test.h"

#include <stdlib.h>

#include "../os/scratch.h"

static char folder[512];

static const char *path_of(const char *name) {
    static char path[1024];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void run_command(const char *format, const char *name) {
    char command[1400];
    (void)snprintf(command, sizeof command, format, path_of(name));
    CHECK(system(command) == 0);
}

// main.xacro with this inside <robot>, beside a.yaml with this text
static void expand_with(expansion *x, const char *yaml, const char *inside, snw_places places) {
    char text[8192];
    scratch_put(path_of("a.yaml"), yaml);
    (void)snprintf(text, sizeof text, HEAD "%s</robot>", inside);
    scratch_put(path_of("main.xacro"), text);
    *x = (expansion){.setup = snw_setup_create((size_t)1 << 26)};
    x->diags = (snw_diags){.items = x->items, .capacity = FINDINGS};
    places.no_environment = true;
    const snw_xacro_options options = {.places = places};
    x->status =
        snw_xacro_expand_file(path_of("main.xacro"), &options, x->setup, &x->result, &x->diags);
}

// what the YAML text is as Python would print it
#define WHOLE "<v>${xacro.load_yaml('a.yaml')}</v>"

static void means(const char *yaml, const char *value) {
    char expected[8192];
    expansion x;
    expand_with(&x, yaml, WHOLE, (snw_places){0});
    if (x.diags.count != 0) print_findings(&x);
    CHECK(x.status == SNW_OK && x.diags.count == 0);
    (void)snprintf(expected, sizeof expected, XML "<robot>\n  <v>%s</v>\n</robot>\n", value);
    CHECK_TEXT(x.result.bytes, expected);
    close_expansion(&x);
}

static void scalars_mean_what_yaml_says(void) {
    means("1", "1");
    means("-12", "-12");
    means("+1_000", "1000");
    means("0x1F", "31");
    means("0b101", "5");
    means("017", "15");
    means("1:30", "90");
    means("1.5", "1.5");
    means("-.5", "-.5"); // a text: a sign needs a digit behind it
    means(".5", "0.5");
    means("1.", "1.0");
    means("2.5e+3", "2500.0");
    means("1e-5", "1e-5");    // a text, as PyYAML has it
    means("1.0e-5", "1e-05"); // a number
    means("1_000.5", "1000.5");
    means("-.inf", "-inf");
    means("yes", "True");
    means("Off", "False");
    means("~", "None");
    means("", "None");
    means("# nothing\n", "None");
    means("a text # and a comment", "a text");
    means("a#b", "a#b");
    means("'it''s'", "it's");
    means("\"a\\tb \\u00e9 \\x41\"", "a\tb \xC3\xA9 A");
    means("'1'", "1");
    means("[ '1', 1 ]", "['1', 1]");
    means("a\n  b\n\n  c", "a b\nc");
    means("'a\n  b'", "a b");
    means("\"a\\\n  b\"", "ab");
    means("--- 5\n...\n", "5");
    means("%YAML 1.1\n---\n5\n", "5");
    means("\xEF\xBB\xBF"
          "a: 1\r\nb: 2\r\n",
          "{'a': 1, 'b': 2}");
}

static void block_structure_is_by_columns(void) {
    means("a: 1\nb: two\n", "{'a': 1, 'b': 'two'}");
    means("a:\n  b:\n    c: 1\n  d: 2\ne: 3", "{'a': {'b': {'c': 1}, 'd': 2}, 'e': 3}");
    means("- 1\n- 2\n- - 3\n  - 4\n", "[1, 2, [3, 4]]");
    means("a:\n- 1\n- 2\nb: 3\n", "{'a': [1, 2], 'b': 3}");
    means("a:\n  - 1\n  - b: 2\n    c: 3\n", "{'a': [1, {'b': 2, 'c': 3}]}");
    means("a:\nb:\n", "{'a': None, 'b': None}");
    means("# head\n\na: 1 # one\n  # between\nb: 2\n", "{'a': 1, 'b': 2}");
    means("\"a b\": 1\n'c: d': 2\n", "{'a b': 1, 'c: d': 2}");
    means("a: http://x:80/y\n", "{'a': 'http://x:80/y'}");
    means("1: a\n2.5: b\ntrue: c\n", "{1: 'a', 2.5: 'b', True: 'c'}");
    means("a: 1\nb: 2\na: 3\n", "{'a': 3, 'b': 2}");
    means("a: |\n  one\n    two\n\n  three\nb: 1", "{'a': 'one\\n  two\\n\\nthree\\n', 'b': 1}");
    means("a: >-\n  one\n  two\n\n  three\n", "{'a': 'one two\\nthree'}");
    means("a: |+\n  x\n\nb: 1", "{'a': 'x\\n\\n', 'b': 1}");
}

static void flow_structure_is_by_brackets(void) {
    means("[1, 2, 3,]", "[1, 2, 3]");
    means("{a: 1, b: [2, {c: 3}], 'd': x y}", "{'a': 1, 'b': [2, {'c': 3}], 'd': 'x y'}");
    means("a: [1,\n    2, # two\n  3]\nb: {}\nc: []\n", "{'a': [1, 2, 3], 'b': {}, 'c': []}");
    means("{\"a\":1, b}", "{'a': 1, 'b': None}");
    means("[a\n  b, c:d]", "['a b', 'c:d']");
}

static void anchors_aliases_and_merges_share(void) {
    means("a: &x [1, 2]\nb: *x\n", "{'a': [1, 2], 'b': [1, 2]}");
    means("a: &x\n  p: 1\n  q: 2\nb:\n  <<: *x\n  q: 3\n",
          "{'a': {'p': 1, 'q': 2}, 'b': {'p': 1, 'q': 3}}");
    means("- &a {p: 1}\n- &b {p: 2, q: 3}\n- {<<: [*a, *b]}\n",
          "[{'p': 1}, {'p': 2, 'q': 3}, {'p': 1, 'q': 3}]");
    means("[&n 5, *n]", "[5, 5]");
}

static void tags_are_units(void) {
    means("!degrees 180", "3.141592653589793");
    means("!radians pi/2", "1.5707963267948966");
    means("- !degrees 90.0\n- !radians 2\n- !meters 1\n- !millimeters 5\n- !inches 1\n- !foot 1\n",
          "[1.5707963267948966, 2.0, 1.0, 0.005, 0.0254, 0.3048]");
    means("{a: !degrees '60*3', b: !!str 5, c: !!float 1e-5}",
          "{'a': 3.141592653589793, 'b': '5', 'c': 1e-05}");
}

// as descriptions of arms use it
static void items_are_reached_by_keys_and_by_dots(void) {
    static const char yaml[] = "limits:\n"
                               "  shoulder:\n    lower: !degrees -180\n    has_limits: true\n"
                               "  elbow:\n    lower: !degrees -90\n    has_limits: false\n"
                               "names: [base, upper, fore]\n"
                               "mass: {base: 4.0, upper: 8.5}\n";
    expansion x;
    expand_with(
        &x, yaml,
        "<xacro:arg name=\"file\" default=\"$(dirname)/a.yaml\"/>"
        "<xacro:property name=\"cfg\" value=\"${load_yaml('$(arg file)')}\"/>"
        "<xacro:property name=\"sec\" value=\"${cfg['limits']}\"/>"
        "<xacro:macro name=\"joint\" params=\"name limits\">"
        "<xacro:if value=\"${limits.has_limits}\"><j n=\"${name}\" "
        "l=\"${limits.lower}\"/></xacro:if>"
        "<xacro:unless value=\"${limits['has_limits']}\"><free n=\"${name}\"/></xacro:unless>"
        "</xacro:macro>"
        "<a v=\"${sec['shoulder']['lower']} ${cfg.limits.elbow.lower} ${sec.elbow['lower']}\"/>"
        "<xacro:joint name=\"s\" limits=\"${sec.shoulder}\"/>"
        "<xacro:joint name=\"e\" limits=\"${cfg['limits'].elbow}\"/>"
        "<b v=\"${' '.join([n for n in cfg.names if n in cfg.mass])}\"/>"
        "<c v=\"${sum([m for m in cfg.mass.values()])} ${len(cfg['names'])} ${cfg.names[-1]}\"/>"
        "<d v=\"${cfg.mass.get('fore', 1.5)} ${'wrist' in cfg.limits}\"/>"
        "<e v=\"${xacro.load_yaml('a.yaml').mass.upper * 2}\"/>"
        "<xacro:macro name=\"each\" params=\"items\"><xacro:if value=\"${items}\">"
        "<item n=\"${items[0]}\"/><xacro:each items=\"${items[1:]}\"/></xacro:if></xacro:macro>"
        "<xacro:each items=\"${cfg.names}\"/>",
        (snw_places){0});
    if (x.status != SNW_OK) print_findings(&x);
    CHECK(x.status == SNW_OK && x.diags.count == 0);
    CHECK_TEXT(x.result.bytes,
               XML "<robot>\n"
                   "  <a v=\"-3.141592653589793 -1.5707963267948966 -1.5707963267948966\"/>\n"
                   "  <j n=\"s\" l=\"-3.141592653589793\"/>\n"
                   "  <free n=\"e\"/>\n"
                   "  <b v=\"base upper\"/>\n"
                   "  <c v=\"12.5 3 fore\"/>\n"
                   "  <d v=\"1.5 False\"/>\n"
                   "  <e v=\"17.0\"/>\n"
                   "  <item n=\"base\"/>\n  <item n=\"upper\"/>\n  <item n=\"fore\"/>\n"
                   "</robot>\n");
    close_expansion(&x);
}

// a package above the model is opened as $(find) finds it, and nothing else outside
static void files_are_found_under_the_packages(void) {
    expansion x;
    run_command("mkdir -p '%s'", "robots/urdf");
    run_command("mkdir -p '%s'", "settings/config");
    run_command("mkdir -p '%s'", "elsewhere");
    scratch_put(path_of("settings/package.xml"), "<package><name>settings</name></package>");
    scratch_put(path_of("settings/config/b.yaml"), "v: 7\n");
    scratch_put(path_of("settings/c.xacro"), "<robot><c/></robot>");
    scratch_put(path_of("elsewhere/d.yaml"), "v: 8\n");
    scratch_put(path_of("robots/package.xml"), "<package><name>robots</name></package>");
    static const char text[] = HEAD "<xacro:property name=\"dir\" value=\"$(find settings)\"/>"
                                    "<a v=\"${load_yaml('$(find settings)/config/b.yaml').v}\"/>"
                                    "<b v=\"${load_yaml(dir + '/config/b.yaml')['v']}\"/>"
                                    "<xacro:include filename=\"${dir}/c.xacro\"/></robot>";
    static const char outside[] =
        HEAD "<a v=\"${load_yaml('../../elsewhere/d.yaml').v}\"/></robot>";
    char where[700];
    (void)snprintf(where, sizeof where, "%s", path_of("robots/urdf"));
    const snw_xacro_options options = {.places = {.no_environment = true}};
    expand_source(&x, &(snw_source){text, strlen(text), "t.xacro", where}, &options);
    if (x.status != SNW_OK) print_findings(&x);
    CHECK(x.status == SNW_OK);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <a v=\"7\"/>\n  <b v=\"7\"/>\n  <c/>\n</robot>\n");
    close_expansion(&x);

    expand_source(&x, &(snw_source){outside, strlen(outside), "t.xacro", where}, &options);
    CHECK(x.status == SNW_ERR_PERMISSION);
    CHECK(strstr(sentence(&x, 0), "the path leaves the model's folder") != NULL);
    close_expansion(&x);

    // a flag allows it
    const snw_xacro_options anywhere = {.places = {.no_environment = true, .anywhere = true}};
    expand_source(&x, &(snw_source){outside, strlen(outside), "t.xacro", where}, &anywhere);
    CHECK(x.status == SNW_OK && strstr(x.result.bytes, "<a v=\"8\"/>") != NULL);
    close_expansion(&x);
}

typedef struct fault {
    const char *yaml;
    int line, column;
    const char *text;
} fault;

static void faults_have_their_line_in_the_yaml_file(void) {
    static const fault faults[] = {
        {"a: 1\n b: 2\n", 2, 3, "a list or map begins behind a key"},
        {"a: b: c\n", 1, 4, "a list or map begins behind a key"},
        {"a: - b\n", 1, 4, "a list or map begins behind a key"},
        {"a:\n\tb: 1\n", 2, 2, "a tab stands where a line begins"},
        {"a: [1, 2\n", 2, 1, "a comma or ']' is missing"},
        {"a: 'x\n", 2, 1, "a text has no closing quote"},
        {"a: \"\\q\"\n", 1, 7, "an escape with a backslash is not known"},
        {"a: \"\\u0001\"\n", 1, 11, "an escape is a character that XML cannot contain"},
        {"a: *b\n", 1, 6, "alias 'b' is not known"},
        {"a: &b [*b]\n", 1, 10, "alias 'b' stands inside its own anchor"},
        {"a: 1\n---\nb: 2\n", 2, 1, "the file has more than one document"},
        {"? a\n: b\n", 1, 1, "'?' cannot begin a value"},
        {"a: !thing 5\n", 1, 11, "tag '!thing' is not known"},
        {"a: .nan\n", 1, 4, ".nan is not a number"},
        {"a: !degrees x\n", 1, 13, "property 'x' is not known"},
        {"a: !degrees load_yaml('a.yaml')\n", 1, 13, "a YAML file cannot load another one"},
        {"- 1\n  - 2\nb\n", 3, 1, "a line stands in an unexpected column"},
        {"a: 'b' c\n", 1, 8, "something is left over behind a value"},
        {"a: 1.0e+999\n", 1, 4, "a number is too large"},
        {"a: \"\xFF\"\n", 1, 5, "the file has bytes that are not text"},
        {"a: {[1]: 2}\n", 1, 5, "a key is missing"},
        {"<<: 5\n", 2, 1, "a whole number cannot be merged into a map"},
        {"%TAG ! x\n---\n5\n", 1, 1, "a directive is not known"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const fault *f = &faults[i];
        char place[1200];
        expansion x;
        expand_with(&x, f->yaml, "\n" WHOLE, (snw_places){0});
        CHECK(x.status != SNW_OK && x.diags.errors == 1);
        (void)snprintf(place, sizeof place, "%s:%d:%d: error: yaml: %s", path_of("a.yaml"), f->line,
                       f->column, f->text);
        if (strstr(sentence(&x, 0), place + strlen(folder)) == NULL) {
            print_error("%s\nis\n%s\n", place, sentence(&x, 0));
        }
        CHECK(strstr(sentence(&x, 0), place + strlen(folder)) != NULL);
        CHECK(strstr(sentence(&x, 1), "main.xacro:2:4: note: loaded here") != NULL);
        close_expansion(&x);
    }
}

// --- bounds -------------------------------------------------------------------------------------

static void is_refused_with(const char *yaml, const char *inside, const char *text) {
    expansion x;
    expand_with(&x, yaml, inside, (snw_places){0});
    if (x.diags.count == 0 || strstr(sentence(&x, 0), text) == NULL) print_findings(&x);
    CHECK(x.diags.errors == 1 && strstr(sentence(&x, 0), text) != NULL);
    close_expansion(&x);
}

// nine lines that stand for 9^9 values: refused while they are read, before anything is made of
// them. Seen from outside, memory stays below what one list needs.
static void laughing_aliases_are_refused(void) {
    char text[2048];
    size_t used = (size_t)snprintf(text, sizeof text, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 9; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s*a%d", k > 0 ? ", " : "",
                                     i - 1);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "]\n");
    }
    is_refused_with(text, WHOLE, "the file stands for more than 1000000 values");

    // the same by merging
    used = (size_t)snprintf(text, sizeof text, "m0: &m0 {a: 1}\n");
    for (int i = 1; i < 24; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "m%d: &m%d {p: *m%d, q: *m%d}\n",
                                 i, i, i - 1, i - 1);
    }
    is_refused_with(text, WHOLE, "the file stands for more than 1000000 values");
}

static void deep_yaml_is_refused(void) {
    char text[1024];
    memset(text, '[', 200);
    memset(text + 200, ']', 200);
    text[400] = '\0';
    is_refused_with(text, WHOLE, "lists and maps are nested more than 64 deep");
    for (int i = 0; i < 200; i++) {
        memcpy(text + 2 * i, "- ", 2);
    }
    text[400] = '1';
    text[401] = '\0';
    is_refused_with(text, WHOLE, "lists and maps are nested more than 64 deep");
}

static void large_files_and_many_files_are_refused(void) {
    run_command("head -c 17000000 /dev/zero | tr '\\0' ' ' > '%s'", "large.yaml");
    is_refused_with("1", "<v a=\"${load_yaml('large.yaml')}\"/>",
                    "all files together are larger than 16 MiB");
    is_refused_with("1", "<v a=\"${[load_yaml('a.yaml') for i in range(1025)]}\"/>",
                    "more than 1024 YAML files are loaded");
}

// every cut of a file, and every letter changed, is read or refused with a reason
static void any_cut_and_change_is_refused_or_read(void) {
    static const char yaml[] = "a: &x\n  - 1.5e-3 # c\n  - 'q''' \n  - \"\\t\\u00e9\"\n"
                               "b: {<<: {p: 1}, c: [*x, !degrees 90], d: ~}\n"
                               "e: |\n  one\n   two\nf: >-\n  x\n  y\ng: a\n  b\n...\n";
    static const char letters[] = "\n \t-:#[]{}&*!|>'\"?%@,ax0\\";
    char text[sizeof yaml];
    const int length = (int)strlen(yaml);
    int good = 0, bad = 0;
    for (int i = 0; i < length; i++) {
        for (int k = -1; k < (int)strlen(letters); k++) {
            expansion x;
            memcpy(text, yaml, sizeof yaml);
            text[i] = k < 0 ? '\0' : letters[k];
            expand_with(&x, text, WHOLE, (snw_places){0});
            CHECK((x.status == SNW_OK) == (x.diags.errors == 0));
            CHECK(x.status == SNW_OK || x.items[0].text[0] != '\0');
            if (x.status == SNW_OK) good++;
            if (x.status != SNW_OK) bad++;
            close_expansion(&x);
        }
    }
    CHECK(good > 100 && bad > 100);
}

int main(void) {
    scratch_open();
    (void)snprintf(folder, sizeof folder, "%s", scratch_directory);
    RUN(scalars_mean_what_yaml_says);
    RUN(block_structure_is_by_columns);
    RUN(flow_structure_is_by_brackets);
    RUN(anchors_aliases_and_merges_share);
    RUN(tags_are_units);
    RUN(items_are_reached_by_keys_and_by_dots);
    RUN(files_are_found_under_the_packages);
    RUN(faults_have_their_line_in_the_yaml_file);
    RUN(laughing_aliases_are_refused);
    RUN(deep_yaml_is_refused);
    RUN(large_files_and_many_files_are_refused);
    RUN(any_cut_and_change_is_refused_or_read);
    return check_report();
}
