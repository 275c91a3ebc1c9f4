// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "xacro_test.h"

static void parameters_and_defaults_are_passed(void) {
    becomes("<xacro:macro name=\"m\" params=\"a b:=2 c:=${b0*2} d:='x y' e=5 f := 6\">"
            "<v a=\"${a}\" b=\"${b}\" c=\"${c}\" d=\"${d}\" e=\"${e}\" f=\"${f}\"/></xacro:macro>"
            "<xacro:property name=\"b0\" value=\"1.5\"/>"
            "<xacro:m a=\"1\"/><xacro:m a=\"t\" b=\"${b0}\" c=\"'7'\" d=\"\"/>",
            "  <v a=\"1\" b=\"2\" c=\"3.0\" d=\"x y\" e=\"5\" f=\"6\"/>\n"
            "  <v a=\"t\" b=\"1.5\" c=\"7\" d=\"\" e=\"5\" f=\"6\"/>\n");
}

static void parameters_can_come_from_the_caller(void) {
    becomes("<xacro:macro name=\"m\" params=\"mass:=^ color:=^|red\"><v>${mass} "
            "${color}</v></xacro:macro>"
            "<xacro:property name=\"mass\" value=\"2\"/><xacro:m/><xacro:m mass=\"3\"/>"
            "<xacro:macro name=\"o\" params=\"mass color\"><xacro:m/></xacro:macro>"
            "<xacro:o mass=\"9\" color=\"blue\"/>",
            "  <v>2 red</v>\n  <v>3 red</v>\n  <v>9 blue</v>\n");
}

static void blocks_are_passed_whole_or_by_their_content(void) {
    becomes(
        "<xacro:macro name=\"m\" params=\"n *one **many\"><a><xacro:insert_block name=\"one\"/></a>"
        "<b><xacro:insert_block name=\"many\"/><xacro:insert_block name=\"one\"/></b></xacro:macro>"
        "<xacro:property name=\"n\" value=\"outer\"/>"
        "<xacro:m n=\"inner\"><p q=\"${n}\"/><x><k1/>text<k2 v=\"${n}\"/></x></xacro:m>",
        "  <a>\n    <p q=\"outer\"/>\n  </a>\n"
        "  <b>\n    <k1/>\n    text\n    <k2 v=\"outer\"/>\n    <p q=\"outer\"/>\n  </b>\n");
    // blocks may come from macros, and be handed on
    becomes("<xacro:macro name=\"two\"><m1/><m2/></xacro:macro>"
            "<xacro:macro name=\"in\" params=\"*a *b\"><xacro:insert_block name=\"b\"/>"
            "<xacro:insert_block name=\"a\"/></xacro:macro>"
            "<xacro:macro name=\"out\" params=\"*a *b\"><xacro:in><xacro:insert_block name=\"b\"/>"
            "<xacro:insert_block name=\"a\"/></xacro:in></xacro:macro>"
            "<xacro:in><xacro:two/></xacro:in><xacro:out><xacro:two/></xacro:out>",
            "  <m2/>\n  <m1/>\n  <m1/>\n  <m2/>\n");
}

static void macros_inside_macros_are_local(void) {
    becomes("<xacro:macro name=\"o\" params=\"n\"><xacro:macro name=\"i\" params=\"k\">"
            "<v n=\"${n}\" k=\"${k}\"/></xacro:macro><xacro:i k=\"${n*10}\"/></xacro:macro>"
            "<xacro:o n=\"3\"/><xacro:o n=\"4\"/>",
            "  <v n=\"3\" k=\"30\"/>\n  <v n=\"4\" k=\"40\"/>\n");
}

static void macros_may_be_called_by_a_name_in_a_property(void) {
    becomes("<xacro:macro name=\"a\" params=\"n\"><a n=\"${n}\"/></xacro:macro>"
            "<xacro:macro name=\"xacro:b\" params=\"n\"><b n=\"${n}\"/></xacro:macro>"
            "<xacro:property name=\"which\" value=\"b\"/>"
            "<xacro:call macro=\"a\" n=\"1\"/><xacro:call macro=\"${which}\" n=\"2\"/>",
            "  <a n=\"1\"/>\n  <b n=\"2\"/>\n");
}

// 0 + 1 + ... + n by recursion: Gauss's closed form
static void recursion_counts(void) {
    CHECK_CASES(check_scaled(200)) {
        const int n = check_int(1, 100);
        char inside[1024], lines[64];
        (void)snprintf(inside, sizeof inside,
                       "<xacro:macro name=\"m\" params=\"i sum\"><xacro:if value=\"${i > 0}\">"
                       "<xacro:m i=\"${i-1}\" sum=\"${sum+i}\"/></xacro:if>"
                       "<xacro:unless value=\"${i > 0}\"><v>${sum}</v></xacro:unless></xacro:macro>"
                       "<xacro:m i=\"%d\" sum=\"0\"/>",
                       n);
        (void)snprintf(lines, sizeof lines, "  <v>%d</v>\n", n * (n + 1) / 2);
        becomes(inside, lines);
    }
}

static void chains_of_calls_have_a_limit(void) {
    static const char text[] =
        HEAD "<xacro:macro name=\"m\" params=\"i\"><xacro:if value=\"${i > 1}\">"
             "<xacro:m i=\"${i-1}\"/></xacro:if></xacro:macro>"
             "<xacro:m i=\"$(arg n)\"/></robot>";
    for (int n = SNW_XACRO_CALLS; n <= SNW_XACRO_CALLS + 1; n++) {
        char number[16];
        (void)snprintf(number, sizeof number, "%d", n);
        const snw_xacro_argument given[] = {{"n", number}};
        const snw_xacro_options options = {.arguments = given, .argument_count = 1};
        expansion x;
        expand_text(&x, text, &options);
        CHECK(x.status == (n == SNW_XACRO_CALLS ? SNW_OK : SNW_ERR_TOO_LARGE));
        if (x.status != SNW_OK) {
            CHECK(strncmp(x.items[0].text, "macros call each other more than 256 deep", 41) == 0);
        }
        close_expansion(&x);
    }
}

// A chain of links as an author would write it by hand, line by line.
static void a_chain_of_links_is_what_one_writes_by_hand(void) {
    CHECK_CASES(check_scaled(100)) {
        const int n = check_int(1, 40);
        char expected[8192] = "";
        snw_text text = snw_text_over(expected, sizeof expected);
        for (int i = 0; i < n; i++) {
            snw_text_format(&text, "  <link name=\"seg_%d\"/>\n", i);
            if (i == 0) continue;
            snw_text_format(&text, "  <joint name=\"j%d\">\n    <parent link=\"seg_%d\"/>\n", i,
                            i - 1);
            snw_text_format(&text, "    <child link=\"seg_%d\"/>\n  </joint>\n", i);
        }
        char inside[1024];
        (void)snprintf(
            inside, sizeof inside,
            "<xacro:macro name=\"seg\" params=\"i n\"><link name=\"seg_${i}\"/>"
            "<xacro:if value=\"${i > 0}\"><joint name=\"j${i}\"><parent link=\"seg_${i-1}\"/>"
            "<child link=\"seg_${i}\"/></joint></xacro:if>"
            "<xacro:if value=\"${i+1 &lt; n}\"><xacro:seg i=\"${i+1}\" n=\"${n}\"/></xacro:if>"
            "</xacro:macro><xacro:seg i=\"0\" n=\"%d\"/>",
            n);
        becomes(inside, expected);
    }
}

static void a_second_definition_counts_with_a_warning(void) {
    static const char text[] = HEAD "<xacro:macro name=\"m\"><a/></xacro:macro>"
                                    "<xacro:macro name=\"m\"><b/></xacro:macro><xacro:m/></robot>";
    expansion x;
    expand_text(&x, text, NULL);
    CHECK(x.status == SNW_OK && x.diags.warnings == 1);
    CHECK_TEXT(x.result.bytes, XML "<robot>\n  <b/>\n</robot>\n");
    CHECK(strstr(sentence(&x, 0), "macro 'm' is defined twice; the later one is used") != NULL);
    close_expansion(&x);
    expand_text(&x, text, &(snw_xacro_options){.strictness = SNW_STRICT});
    CHECK(x.status == SNW_ERR_DUPLICATE);
    close_expansion(&x);
}

static void faults_in_macros_tell_the_chain_of_calls(void) {
    static const char text[] =
        HEAD "\n<xacro:macro name=\"wheel\">\n<v a=\"${radius}\"/></xacro:macro>\n"
             "<xacro:macro name=\"axle\">\n<xacro:wheel/></xacro:macro>\n<xacro:axle/>\n"
             "<xacro:axle/></robot>";
    expansion x;
    expand_text(&x, text, NULL);
    CHECK(x.status == SNW_ERR_UNKNOWN_NAME);
    CHECK(x.diags.errors == 1); // once, though it is met twice
    CHECK_TEXT(sentence(&x, 0),
               "t.xacro:3:4: error: v/a: property 'radius' is not known, in macro wheel, called by "
               "axle; define it with xacro:property, before this line [xacro-property]");
    CHECK_TEXT(sentence(&x, 1), "t.xacro:5:1: note: xacro:wheel: called here [xacro-call]");
    CHECK_TEXT(sentence(&x, 2), "t.xacro:6:1: note: xacro:axle: called here [xacro-call]");
    close_expansion(&x);
}

int main(void) {
    RUN(parameters_and_defaults_are_passed);
    RUN(parameters_can_come_from_the_caller);
    RUN(blocks_are_passed_whole_or_by_their_content);
    RUN(macros_inside_macros_are_local);
    RUN(macros_may_be_called_by_a_name_in_a_property);
    RUN(recursion_counts);
    RUN(chains_of_calls_have_a_limit);
    RUN(a_chain_of_links_is_what_one_writes_by_hand);
    RUN(a_second_definition_counts_with_a_warning);
    RUN(faults_in_macros_tell_the_chain_of_calls);
    return check_report();
}
