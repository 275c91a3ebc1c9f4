// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The methods, functions and lists of Python that ROS's xacro lets expressions use; values by hand
// from Python's documentation.
#define _GNU_SOURCE
#include "xacro_test.h"

#include <stdlib.h>

// ${expression} is this text
static void is_text(const char *expression, const char *value) {
    char inside[2048], lines[2048];
    (void)snprintf(inside, sizeof inside, "<v>${%s}</v>", expression);
    (void)snprintf(lines, sizeof lines, "  <v>%s</v>\n", value);
    becomes(inside, lines);
}

static void texts_have_methods(void) {
    is_text("'Ab c'.lower() + 'Ab c'.upper()", "ab cAB C");
    is_text("'ab cd'.title() + 'aB cD'.capitalize()", "Ab CdAb cd");
    is_text("'  a b '.strip() + '|' + 'xxaxx'.strip('x') + 'xa'.lstrip('x') + 'ax'.rstrip('x')",
            "a b|aaa");
    is_text("'0 0  1'.split()", "['0', '0', '1']");
    is_text("'a,b,,c'.split(',')", "['a', 'b', '', 'c']");
    is_text("'a b c'.split(' ', 1)", "['a', 'b c']");
    is_text("' '.join(['1', '2', '3'])", "1 2 3");
    is_text("'a-b-c'.replace('-', '_')", "a_b_c");
    is_text("'left_arm'.startswith('left')", "True");
    is_text("'left_arm'.endswith(('leg', 'arm'))", "True");
    is_text("'abcabc'.find('c') + 'abc'.find('z')", "1");
    is_text("'abcabc'.count('bc')", "2");
    is_text("'12'.isdigit() and 'ab'.isalpha() and not 'a1'.isalpha() and 'a1'.isalnum()", "True");
    is_text("'7'.zfill(3) + '-7'.zfill(4)", "007-007");
    is_text("'h\xC3\xA9llo'[1:3]", "\xC3\xA9l");
}

static void texts_are_formatted(void) {
    is_text("'%s_%d' % ('link', 3)", "link_3");
    is_text("'%.3f|%6.2f|%-5d|%05d|%+d' % (1.23456, 3.14159, 7, 42, 5)",
            "1.235|  3.14|7    |00042|+5");
    is_text("'%e %g %x %r 100%%' % (1500.0, 0.0001, 255, 'a')", "1.500000e+03 0.0001 ff 'a' 100%");
    is_text("'%s' % 5", "5");
    is_text("'{}_{}'.format('a', 1.5)", "a_1.5");
    is_text("'{1}{0}'.format('a', 'b')", "ba");
    is_text("'{:.2f}|{:>5}|{:&lt;4}|{:^5}|{:03d}'.format(2.0/3, 'ab', 7, 'x', 5)",
            "0.67|   ab|7   |  x  |005");
    is_text("'{{}}'.format()", "{}");
}

static void lists_have_methods_that_change_them(void) {
    is_text("[3, 1, 2].index(1) + [1, 1].count(1)", "3");
    is_text("[1, 2, 3, 4][1:3]", "[2, 3]");
    is_text("[1, 2, 3, 4][::-1]", "[4, 3, 2, 1]");
    is_text("[1, 2, 3, 4][-2:]", "[3, 4]");
    is_text("[1, 2, 3, 4][:-1:2]", "[1, 3]");
    is_text("[1, 2][5:]", "[]");
    is_text("[0] * 3 + [1]", "[0, 0, 0, 1]");
    is_text("None is None and 1 is not None", "True");
    // all values of one list are one list, as in ROS's documentation of loops
    becomes("<xacro:property name=\"l\" value=\"${[1, 2, 3]}\"/>"
            "<xacro:property name=\"m\" value=\"${l}\"/>"
            "<a v=\"${l.pop(0)} ${m} ${m.pop()} ${l}\"/>"
            "<b v=\"${l.append(9)} ${l.insert(0, 5)} ${l.extend([7, 6])} ${m}\"/>"
            "<c v=\"${l.sort()} ${l} ${l.reverse()} ${l} ${l.remove(9)} ${l.copy()}\"/>",
            "  <a v=\"1 [2, 3] 3 [2]\"/>\n"
            "  <b v=\"None None None [5, 2, 9, 7, 6]\"/>\n"
            "  <c v=\"None [2, 5, 6, 7, 9] None [9, 7, 6, 5, 2] None [7, 6, 5, 2]\"/>\n");
    becomes("<xacro:macro name=\"loop\" params=\"items:=^\"><xacro:if value=\"${items}\">"
            "<xacro:property name=\"item\" value=\"${items.pop(0)}\"/><i v=\"${item}\"/>"
            "<xacro:loop/></xacro:if></xacro:macro>"
            "<xacro:property name=\"items\" value=\"${list(range(3))}\"/><xacro:loop/>",
            "  <i v=\"0\"/>\n  <i v=\"1\"/>\n  <i v=\"2\"/>\n");
}

static void dictionaries_have_methods(void) {
    is_text("{'a': 1, 'b': 2}.keys()", "['a', 'b']");
    is_text("{'a': 1, 'b': 2}.values()", "[1, 2]");
    is_text("[k + str(v) for k, v in {'a': 1, 'b': 2}.items()]", "['a1', 'b2']");
    is_text("{'a': 1}.get('b', 7) + {'a': 1}.get('a')", "8");
    is_text("{'a': 1}.get('b') is None", "True");
    is_text("{'a': {'b': [10, 20]}}.a.b[1]", "20");
    is_text("dict([['a', 1], ['b', 2]])['b']", "2");
    is_text("{'a': 1, 'a': 2}", "{'a': 2}");
    is_text("len({'a': 1, 'a': 2})", "1");
    is_text("{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "True");
}

static void lists_are_made_by_for(void) {
    is_text("[i * i for i in range(5) if i % 2 == 0]", "[0, 4, 16]");
    is_text("[i + j for i in [10, 20] for j in [1, 2]]", "[11, 12, 21, 22]");
    is_text("{k: v * 2 for k, v in {'a': 1, 'b': 2}.items()}", "{'a': 2, 'b': 4}");
    is_text("sum(i for i in range(1, 4))", "6");
    is_text("[c for c in 'abc']", "['a', 'b', 'c']");
    is_text("[k for k in {'x': 1, 'y': 2}]", "['x', 'y']");
    is_text("list(map(float, '1 2'.split()))", "[1.0, 2.0]");
    is_text("[i for i in range(3)] == [0, 1, 2]", "True");
    // the names of a for end with it
    becomes("<xacro:property name=\"i\" value=\"7\"/><v a=\"${[i for i in range(2)]} ${i}\"/>",
            "  <v a=\"[0, 1] 7\"/>\n");
}

static void functions_go_through_lists(void) {
    is_text("range(2, 8, 3)", "[2, 5]");
    is_text("python.range(3, 0, -1)", "[3, 2, 1]");
    is_text("sorted([3, 1, 2]) + sorted('ba')", "[1, 2, 3, 'a', 'b']");
    is_text("sum([1, 2.5])", "3.5");
    is_text("any([0, 1]) and all([1, 2]) and not any([]) and all([]) and not all([1, 0])", "True");
    is_text("zip([1, 2], 'ab')", "[[1, 'a'], [2, 'b']]");
    is_text("enumerate(['a', 'b'], 1)", "[[1, 'a'], [2, 'b']]");
    is_text("list(reversed([1, 2, 3]))", "[3, 2, 1]");
    is_text("xacro.tokenize('a, b;c')", "['a', 'b', 'c']");
    is_text("max([len(w) for w in 'a bbb cc'.split()])", "3");
    is_text("repr('a') + str(1)", "'a'1");
}

// as Kinova's gen3_lite writes its first posture; values by hand from Python's documentation
static void arguments_have_names(void) {
    is_text("dict(a=1, b='x', c=[2])", "{'a': 1, 'b': 'x', 'c': [2]}");
    is_text("dict({'a': 1, 'b': 2}, b=3).b", "3");
    is_text("dict(joint_1=0.0,joint_2=-0.5)['joint_2']", "-0.5");
    is_text("python.dict(a = 1 == 1)", "{'a': True}");
    is_text("sorted([3, 1, 2], reverse=True) + sorted([2, 1], key=None)", "[3, 2, 1, 1, 2]");
    // equals keep their order, also from the largest down
    is_text("sorted([1, 2, 1.0, 2.0], reverse=True)", "[2, 2.0, 1, 1.0]");
    is_text("'{x}-{y:.2f}-{0}-{x:>3}'.format(7, x=1, y=2.5)", "1-2.50-7-  1");
    is_text("'a b c'.split(maxsplit=1)", "['a', 'b c']");
    is_text("'a,b,c'.split(',', maxsplit=1) + 'a-b'.split(sep='-')", "['a', 'b,c', 'a', 'b']");
    is_text("round(2.567, ndigits=2) + round(number=0.4)", "2.57");
    is_text("enumerate(['a'], start=5)", "[[5, 'a']]");
    is_text("sum([1, 2], start=10)", "13");
    is_text("max([], default=4) + min([3, 5], default=0)", "7");
    is_text("int('ff', base=16)", "255");
    is_text("xacro.tokenize('a-b', sep='-')", "['a', 'b']");
    becomes("<xacro:property name=\"d\" value=\"${dict(a=1)}\"/>"
            "<xacro:property name=\"l\" value=\"${[1, 3, 2]}\"/>"
            "<v a=\"${d.update(b=2, a=5)} ${d.update({'c': 3}, d=4)} ${d}\"/>"
            "<w a=\"${l.sort(reverse=True)} ${l}\"/>"
            "<x a=\"${xacro.message('quiet', print_location=False)}\"/>",
            "  <v a=\"None None {'a': 5, 'b': 2, 'c': 3, 'd': 4}\"/>\n"
            "  <w a=\"None [3, 2, 1]\"/>\n"
            "  <x a=\"\"/>\n");
}

static void values_have_kinds_letters_and_bases(void) {
    is_text("isinstance('a', str) and isinstance(1, int) and isinstance(1.0, float)", "True");
    is_text("isinstance(True, int) and isinstance(True, bool)", "True");
    is_text("isinstance(1, float) or isinstance(1, bool) or isinstance([1], dict)", "False");
    is_text("isinstance({}, (list, python.dict)) and isinstance([], list)", "True");
    is_text("chr(65) + chr(233) + chr(8364) + chr(128512)",
            "A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    is_text("[ord('A'), ord('\xC3\xA9'), ord('\xE2\x82\xAC'), ord('\xF0\x9F\x98\x80')]",
            "[65, 233, 8364, 128512]");
    is_text("divmod(7, 2) + divmod(-7, 2) + divmod(7.5, 2)", "[3, 1, -4, 1, 3.0, 1.5]");
    is_text("[int('ff', 16), int('0x1F', 16), int(' -17 ', 8), int('z', 36), int('0b101', 0)]",
            "[255, 31, -15, 35, 5]");
    is_text("int('-8000000000000000', 16)", "-9223372036854775808");
    is_text("[isinf(inf), isfinite(1), isnan(0)]", "[True, True, False]");
    is_text("list(filter(None, [0, 1, '', 'a'])) + filter(len, ['', 'b'])", "[1, 'a', 'b']");
    is_text("max('abc') + min('bca')", "ca");
}

static void sets_have_no_equal_items(void) {
    is_text("len(set([1, 2, 1, 1.0, 'a', 'a']))", "3");
    is_text("sorted(set('banana'))", "['a', 'b', 'n']");
    is_text("set([1, 2]) == set([2, 1]) and set([1]) != set([2])", "True");
    is_text("2 in set([1, 2]) and 3 not in frozenset([1, 2])", "True");
    is_text("set() or 'empty'", "empty");
    is_text("'%s %s' % (set(), set([1]))", "set() {1}");
    is_text("sorted(set([1, 2, 3]) - set([2]))", "[1, 3]");
    is_text("sorted(set([1, 2]).union([2, 3])) + sorted(set([1, 2]).intersection([2, 3]))",
            "[1, 2, 3, 2]");
    is_text("set([1]).issubset([1, 2]) and not set([3]).issubset([1])", "True");
    is_text("isinstance(set(), set)", "True");
}

static void commands_read_arguments_and_variables(void) {
    const snw_xacro_argument given[] = {{"n", "3"}, {"kind", "big"}, {"flag", "true"}};
    CHECK(setenv("SINEW_TEST_VARIABLE", "from outside", 1) == 0);
    const snw_xacro_options open = {.arguments = given, .argument_count = 3, .environment = true};
    becomes_with(
        "<a v=\"$(eval n * 2)\" w=\"$(eval kind == 'big' and flag)\"/>"
        "<b v=\"$(eval arg('kind') + ')')\" w=\"${xacro.arg('n')}\"/>"
        "<c v=\"$(optenv SINEW_TEST_VARIABLE no)\" w=\"$(optenv SINEW_TEST_NONE of two)\"/>"
        "<d v=\"$(env SINEW_TEST_VARIABLE)\" w=\"$(optenv SINEW_TEST_NONE)\"/>"
        "<xacro:if value=\"$(eval n > 2)\"><e/></xacro:if>",
        "  <a v=\"6\" w=\"True\"/>\n  <b v=\"big)\" w=\"3\"/>\n"
        "  <c v=\"from outside\" w=\"of two\"/>\n  <d v=\"from outside\" w=\"\"/>\n  <e/>\n",
        &open);
    // what came over a network sees no variable
    const snw_xacro_options closed = {.arguments = given, .argument_count = 3};
    becomes_with("<a v=\"$(optenv SINEW_TEST_VARIABLE no)\"/>", "  <a v=\"no\"/>\n", &closed);
}

static void scopes_are_named(void) {
    becomes(
        "<xacro:macro name=\"m\"><xacro:property name=\"a\" value=\"1\" scope=\"local\"/>"
        "<xacro:property name=\"b\" value=\"2\" scope=\"parent\"/><in v=\"${a}\"/></xacro:macro>"
        "<xacro:macro name=\"n\"><xacro:m/><mid v=\"${b}\"/>"
        "<xacro:property name=\"c\" value=\"${b+1}\" scope=\"global\"/></xacro:macro>"
        "<xacro:property name=\"a\" value=\"7\"/><xacro:n/><out v=\"${a} ${c}\"/>",
        "  <in v=\"1\"/>\n  <mid v=\"2\"/>\n  <out v=\"7 3\"/>\n");
}

// what a file says is told as it means it
static void files_have_their_say(void) {
    expansion x;
    expand_text(&x, HEAD "<v a=\"${xacro.warning('old', 1)}\"/></robot>", NULL);
    CHECK(x.status == SNW_OK && x.diags.warnings == 1);
    CHECK(strstr(sentence(&x, 0), "the file says 'old 1'") != NULL);
    close_expansion(&x);
    expand_text(&x, HEAD "<v a=\"${xacro.fatal('stop')}\"/></robot>", NULL);
    CHECK(x.status == SNW_ERR_ARGUMENT);
    CHECK(strstr(sentence(&x, 0), "the file says 'stop'") != NULL);
    close_expansion(&x);
}

// lists that hold each other many times over cost what is allowed, and no more
static void laughing_lists_are_refused(void) {
    char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   HEAD "<xacro:property name=\"a0\" value=\"${[1]}\"/>"
                                        "<xacro:property name=\"b0\" value=\"${[1]}\"/>");
    for (int i = 1; i < 40; i++) {
        for (char c = 'a'; c <= 'b'; c++) {
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "<xacro:property name=\"%c%d\" value=\"${2*[%c%d]}\"/>", c, i,
                                     c, i - 1);
        }
    }
    static const char *const ends[] = {"<v a=\"${a39 == b39}\"/></robot>",
                                       "<v a=\"${a39 &lt; b39}\"/></robot>",
                                       "<v a=\"${b39 in [a39]}\"/></robot>"};
    for (int i = 0; i < 3; i++) {
        expansion x;
        (void)snprintf(text + used, sizeof text - used, "%s", ends[i]);
        expand_text(&x, text, NULL);
        CHECK(x.status == SNW_ERR_TOO_LARGE);
        CHECK(strstr(sentence(&x, 0), "[xacro-limit]") != NULL);
        close_expansion(&x);
    }
    // a list inside itself has no end
    expansion x;
    expand_text(&x,
                HEAD "<xacro:property name=\"l\" value=\"${[1]}\"/><v a=\"${l.append(l)} ${l}\"/>"
                     "</robot>",
                NULL);
    CHECK(x.status == SNW_ERR_TOO_LARGE);
    close_expansion(&x);
    expand_text(&x, HEAD "<v a=\"${range(2000000)[0]}\"/></robot>", NULL);
    CHECK(x.status == SNW_ERR_TOO_LARGE);
    CHECK(strstr(sentence(&x, 0), "a list has more than 1048576 items") != NULL);
    close_expansion(&x);
}

int main(void) {
    RUN(texts_have_methods);
    RUN(texts_are_formatted);
    RUN(lists_have_methods_that_change_them);
    RUN(dictionaries_have_methods);
    RUN(lists_are_made_by_for);
    RUN(functions_go_through_lists);
    RUN(arguments_have_names);
    RUN(values_have_kinds_letters_and_bases);
    RUN(sets_have_no_equal_items);
    RUN(commands_read_arguments_and_variables);
    RUN(scopes_are_named);
    RUN(files_have_their_say);
    RUN(laughing_lists_are_refused);
    return check_report();
}
