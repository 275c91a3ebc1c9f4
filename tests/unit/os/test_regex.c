// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/regex.h"

#include <string.h>

#include "check.h"

static snw_regex *regex;
static snw_why why;

static void open_pattern(const char *pattern) {
    snw_regex_close(regex);
    regex = NULL;
    CHECK(snw_regex_open(&regex, pattern, false, &why) == SNW_OK);
}

static bool matches(const char *text) {
    return snw_regex_match(regex, text, NULL, 0);
}

// The sample's pattern "^Hello, ?\s+(\S+)$" makes the space optional where its comments want the
// comma to be; corrected, the comma is optional.
// spec: actin-tools:BF-05
static void the_six_samples_match_as_their_comments_say(void) {
    static const char *const patterns[] = {"^Hello,?[[:space:]]+([^[:space:]]+)$",
                                           "^Hello,?\\s+(\\S+)$"};
    for (int i = 0; i < 2; i++) {
        open_pattern(patterns[i]);
        CHECK(matches("Hello Bob"));
        CHECK(!matches(" Hello Bob"));
        CHECK(!matches("HelloBob"));
        CHECK(matches("Hello, Bob"));
        CHECK(!matches("Hello,Bob"));
        CHECK(matches("Hello   World"));
        snw_regex_group groups[2];
        CHECK(snw_regex_match(regex, "Hello, Bob", groups, 2));
        CHECK(groups[0].first == 0 && groups[0].length == 10);
        CHECK(groups[1].first == 7 && groups[1].length == 3);
    }
}

static void a_pattern_without_anchors_is_found_anywhere(void) {
    open_pattern("b+");
    snw_regex_group group;
    CHECK(snw_regex_match(regex, "aabbbaabb", &group, 1));
    CHECK(group.first == 2 && group.length == 3);
    CHECK(!matches("aaa") && !matches(""));
}

static void groups_that_took_no_part_are_marked(void) {
    open_pattern("(a)|(b)");
    snw_regex_group groups[SNW_REGEX_GROUPS];
    CHECK(snw_regex_match(regex, "b", groups, SNW_REGEX_GROUPS));
    CHECK(groups[1].first == -1 && groups[1].length == 0);
    CHECK(groups[2].first == 0 && groups[2].length == 1);
    for (int i = 3; i < SNW_REGEX_GROUPS; i++)
        CHECK(groups[i].first == -1);
    const snw_regex_group before = groups[0];
    CHECK(!snw_regex_match(regex, "c", groups, 3));
    CHECK(groups[0].first == before.first && groups[2].first == 0);
}

static void case_is_ignored_when_asked_for(void) {
    open_pattern("joint");
    CHECK(!matches("JOINT"));
    snw_regex_close(regex);
    CHECK(snw_regex_open(&regex, "joint", true, &why) == SNW_OK);
    CHECK(matches("JOINT"));
}

static void a_wrong_pattern_says_why(void) {
    snw_regex *none = NULL;
    static const char *const wrong[] = {"(", "a{2,1}", "[a", "[[:nothing:]]", "\\"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        memset(&why, 0, sizeof why);
        CHECK(snw_regex_open(&none, wrong[i], false, &why) == SNW_ERR_SYNTAX);
        CHECK(!none && why.code == SNW_ERR_SYNTAX);
        CHECK_TEXT(why.subject, wrong[i]);
        CHECK(why.text[0] && why.fix[0]);
    }
    static char longest[SNW_REGEX_PATTERN + 1];
    memset(longest, 'a', SNW_REGEX_PATTERN);
    CHECK(snw_regex_open(&none, longest, false, &why) == SNW_ERR_TOO_LARGE);
    longest[SNW_REGEX_PATTERN - 1] = '\0';
    CHECK(snw_regex_open(&none, longest, false, &why) == SNW_OK);
    snw_regex_close(none);
    snw_regex_close(NULL);
}

int main(void) {
    RUN(the_six_samples_match_as_their_comments_say);
    RUN(a_pattern_without_anchors_is_found_anywhere);
    RUN(groups_that_took_no_part_are_marked);
    RUN(case_is_ignored_when_asked_for);
    RUN(a_wrong_pattern_says_why);
    const int failed = check_report();
    snw_regex_close(regex);
    return failed;
}
