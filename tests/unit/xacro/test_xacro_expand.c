// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "xacro_test.h"

#define P(name, value) "<xacro:property name=\"" name "\" value=\"" value "\"/>"

static void text_without_xacro_stays(void) {
    becomes("<link name=\"a\"><visual/><b>text &amp; more</b></link>",
            "  <link name=\"a\">\n    <visual/>\n    <b>text &amp; more</b>\n  </link>\n");
    becomes("<a b=\"&lt;&quot;&gt;&amp;&#10;\" c='x'/>",
            "  <a b=\"&lt;&quot;&gt;&amp;&#10;\" c=\"x\"/>\n");
}

static void dollars_are_letters_unless_a_bracket_follows(void) {
    becomes(P("a", "2") "<v a=\"${a}\" b=\"$${a}\" c=\"$$${a}\" d=\"$a $ $$ 5$\" e=\"$$(arg x)\"/>",
            "  <v a=\"2\" b=\"${a}\" c=\"$${a}\" d=\"$a $ $$ 5$\" e=\"$(arg x)\"/>\n");
}

static void properties_have_types(void) {
    becomes(P("i", "007") P("r", "1.50") P("t", "hello") P("b", "true") P("q", "'x y'")
                P("l", "1 2 3") P("u", "1_0") P("f", "-inf")
                    P("n", " 4 ") "<v>${i} ${r} ${t} ${b} ${q} ${l} ${u} ${f} ${n}</v><w>${i+1} "
                                  "${r*2} ${n*2}</w>",
            "  <v>7 1.5 hello True x y 1 2 3 1_0 -inf 4</v>\n  <w>8 3.0 8</w>\n");
}

static void properties_are_evaluated_when_they_are_needed(void) {
    becomes(P("late", "${later + 1}")
                P("later", "41") "<v>${late}</v>" P("later", "1") "<v>${late}</v>",
            "  <v>42</v>\n  <v>42</v>\n");
    becomes(P("bad", "${nothing}") "<v/>", "  <v/>\n");
    becomes(P("x", "1") "<xacro:property name=\"now\" value=\"${x}\" lazy_eval=\"false\"/>" P(
                "x", "2") "<v>${now} ${x}</v>",
            "  <v>1 2</v>\n");
    becomes(P("a", "2") P("mix", "${a}_${a*2}") "<v>${mix}</v>", "  <v>2_4</v>\n");
}

static void defaults_do_not_replace_values(void) {
    becomes("<xacro:property name=\"a\" default=\"5\"/><xacro:property name=\"a\" default=\"6\"/>"
            "<v>${a}</v>",
            "  <v>5</v>\n");
    becomes(P("a", "1") "<xacro:property name=\"a\" remove=\"true\"/>"
                        "<xacro:property name=\"a\" default=\"7\"/><v>${a}</v>",
            "  <v>7</v>\n");
}

static void scopes_reach_outwards(void) {
    becomes(
        P("x", "1") "<xacro:macro name=\"m\" params=\"v\">" P(
            "x",
            "${v}") "<in>${x}</in>"
                    "<xacro:property name=\"g\" value=\"${v+1}\" scope=\"global\"/>"
                    "<xacro:property name=\"p\" value=\"${v+2}\" scope=\"parent\"/></xacro:macro>"
                    "<xacro:macro name=\"o\"><xacro:m v=\"10\"/><at>${p} ${g} "
                    "${x}</at></xacro:macro>"
                    "<xacro:o/><out>${x} ${g}</out>",
        "  <in>10</in>\n  <at>12 11 1</at>\n  <out>1 11</out>\n");
}

static void conditions_keep_or_drop(void) {
    becomes("<xacro:if value=\"true\"><a/></xacro:if><xacro:if value=\"0\"><b/></xacro:if>"
            "<xacro:unless value=\"False\"><c/></xacro:unless><xacro:unless "
            "value=\"1\"><d/></xacro:unless>"
            "<xacro:if value=\"${1 &lt; 2}\"><e/><f/></xacro:if><xacro:if "
            "value=\"${[]}\"><g/></xacro:if>"
            "<xacro:if value=\"${0.5}\"><h/></xacro:if>",
            "  <a/>\n  <c/>\n  <e/>\n  <f/>\n  <h/>\n");
    // what is dropped is not looked at, what is kept defines for all
    becomes("<xacro:if value=\"false\"><xacro:nobody/>${nothing}</xacro:if>"
            "<xacro:if value=\"true\">" P("k", "3") "</xacro:if><v>${k}</v>",
            "  <v>3</v>\n");
}

static void blocks_of_properties_are_expanded_where_they_are_inserted(void) {
    becomes(P("x", "1") "<xacro:property name=\"b\"><p q=\"${x}\"/><r>${x}</r></xacro:property>"
                        "<h><xacro:insert_block name=\"b\"/></h>" P(
                            "x", "2") "<h><xacro:insert_block name=\"b\"/></h>",
            "  <h>\n    <p q=\"1\"/>\n    <r>1</r>\n  </h>\n"
            "  <h>\n    <p q=\"2\"/>\n    <r>2</r>\n  </h>\n");
}

static void elements_and_attributes_can_be_made(void) {
    becomes(P("n", "box") "<xacro:element xacro:name=\"${n}\" size=\"${1+1}\">"
                          "<xacro:attribute name=\"kind\" value=\"${n}y\"/><in/></xacro:element>"
                          "<a b=\"1\"><xacro:attribute name=\"b\" value=\"2\"/></a>",
            "  <box size=\"2\" kind=\"boxy\">\n    <in/>\n  </box>\n  <a b=\"2\"/>\n");
}

static void arguments_come_before_defaults(void) {
    const snw_xacro_argument given[] = {{"size", "4"}, {"name", "left"}};
    const snw_xacro_options options = {.arguments = given, .argument_count = 2};
    becomes_with(
        "<xacro:arg name=\"size\" default=\"3\"/><xacro:arg name=\"other\" default=\"${1+1}\"/>"
        "<v>$(arg size) $(arg other) $( arg  name )</v><w>${$(arg size) * 2}</w>"
        "<x>${'$(arg name)' == 'left'}</x><xacro:property name=\"p\" value=\"$(arg size)\"/>"
        "<y>${p + 1} ${p}_$(arg name)</y><xacro:property name=\"which\" value=\"name\"/>"
        "<z>$(arg ${which})</z>",
        "  <v>4 2 left</v>\n  <w>8</w>\n  <x>True</x>\n  <y>5 4_left</y>\n  <z>left</z>\n",
        &options);
}

static void arguments_must_be_text(void) {
    const snw_xacro_argument given[] = {{"a", "\x01"}};
    const snw_xacro_options options = {.arguments = given, .argument_count = 1};
    expansion x;
    expand_text(&x, HEAD "</robot>", &options);
    CHECK(x.status == SNW_ERR_SYNTAX);
    CHECK_TEXT(sentence(&x, 0), "error: argument 'a' has characters that XML cannot contain; give "
                                "it a text in UTF-8 [xacro-arg]");
    close_expansion(&x);
}

static void names_with_prefixes_and_their_declarations_are_kept(void) {
    const char *text =
        "<robot name=\"r${1}\" xmlns:xacro=\"http://x\" xmlns:g='http://g?a=\"1\"&amp;b'>"
        "<g:el g:at=\"${2}\"/></robot>";
    expansion x;
    expand_text(&x, text, NULL);
    CHECK(x.status == SNW_OK);
    CHECK_TEXT(x.result.bytes, XML "<robot xmlns:g='http://g?a=\"1\"&amp;b' name=\"r1\">\n"
                                   "  <g:el g:at=\"2\"/>\n</robot>\n");
    close_expansion(&x);
}

static void texts_behind_each_other_are_joined(void) {
    becomes("<a>x<xacro:if value=\"1\">y</xacro:if><xacro:if value=\"1\">${' '}</xacro:if>"
            "<xacro:if value=\"1\">${' z '}</xacro:if></a>",
            "  <a>x y z</a>\n");
}

static void a_text_alone_is_not_indented(void) {
    becomes("<a>  x ${1}  </a><b>t<c/>u</b>",
            "  <a>x 1</a>\n  <b>\n    t\n    <c/>\n    u\n  </b>\n");
}

// expanding again changes nothing
static void the_result_is_its_own_expansion(void) {
    static const char text[] = HEAD
        "<xacro:macro name=\"m\" params=\"n *b\"><a n=\"${n}\"><xacro:insert_block name=\"b\"/></a>"
        "<xacro:if value=\"${n > 0}\"><xacro:m n=\"${n-1}\"><b "
        "c=\"&lt;${n/7}\"/></xacro:m></xacro:if>"
        "</xacro:macro><xacro:m n=\"20\"><b>t &amp; u</b></xacro:m></robot>";
    expansion x, again;
    expand_text(&x, text, NULL);
    CHECK(x.status == SNW_OK);
    expand_source(&again, &x.result, NULL);
    CHECK(again.status == SNW_OK);
    CHECK_TEXT(again.result.bytes, x.result.bytes);
    CHECK(!snw_xacro_is(&x.result));
    close_expansion(&x);
    close_expansion(&again);
}

int main(void) {
    RUN(text_without_xacro_stays);
    RUN(dollars_are_letters_unless_a_bracket_follows);
    RUN(properties_have_types);
    RUN(properties_are_evaluated_when_they_are_needed);
    RUN(defaults_do_not_replace_values);
    RUN(scopes_reach_outwards);
    RUN(conditions_keep_or_drop);
    RUN(blocks_of_properties_are_expanded_where_they_are_inserted);
    RUN(elements_and_attributes_can_be_made);
    RUN(arguments_come_before_defaults);
    RUN(arguments_must_be_text);
    RUN(names_with_prefixes_and_their_declarations_are_kept);
    RUN(texts_behind_each_other_are_joined);
    RUN(a_text_alone_is_not_indented);
    RUN(the_result_is_its_own_expansion);
    return check_report();
}
