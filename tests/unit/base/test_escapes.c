// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "check.h"

typedef void escape_fn(snw_text *text, const char *value);

static const char *escaped(escape_fn *escape, const char *value) {
    static char buffer[400];
    snw_text text = snw_text_over(buffer, sizeof buffer), measure = snw_text_over(NULL, 0);
    escape(&text, value);
    escape(&measure, value);
    CHECK(measure.length == text.length);
    CHECK(text.length == strlen(buffer));
    return buffer;
}

static void xml_attributes_keep_their_blanks_by_reference(void) {
    CHECK_TEXT(escaped(snw_text_xml_attribute, "a<b & \"c\">'d'\t\n\r"),
               "a&lt;b &amp; &quot;c&quot;&gt;'d'&#9;&#10;&#13;");
    CHECK_TEXT(escaped(snw_text_xml_attribute, ""), "");
}

static void xml_content_keeps_quotes_and_lines(void) {
    CHECK_TEXT(escaped(snw_text_xml_content, "a<b & \"c\">\t\n\r"),
               "a&lt;b &amp; \"c\"&gt;\t\n&#13;");
}

static void what_xml_cannot_hold_is_replaced(void) {
    CHECK_TEXT(escaped(snw_text_xml_attribute, "\x01\xFF\xEF\xBF\xBE\xC3\xA4\x7F"),
               "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xC3\xA4\x7F");
    CHECK_TEXT(escaped(snw_text_xml_content, "\x1B[0m"), "\xEF\xBF\xBD[0m");
}

static void csv_fields_are_quoted_only_when_they_must(void) {
    CHECK_TEXT(escaped(snw_text_csv, "plain name"), "plain name");
    CHECK_TEXT(escaped(snw_text_csv, ""), "");
    CHECK_TEXT(escaped(snw_text_csv, "a,b"), "\"a,b\"");
    CHECK_TEXT(escaped(snw_text_csv, "say \"hi\""), "\"say \"\"hi\"\"\"");
    CHECK_TEXT(escaped(snw_text_csv, "two\nlines"), "\"two\nlines\"");
    CHECK_TEXT(escaped(snw_text_csv, " a"), "\" a\"");
    CHECK_TEXT(escaped(snw_text_csv, "a\t"), "\"a\t\"");
}

static void a_terminal_is_never_commanded(void) {
    CHECK_TEXT(escaped(snw_text_visible, "a\x1B[31m\n\t\x7F"), "a\\x1b[31m\\n\\t\\x7f");
    CHECK_TEXT(escaped(snw_text_visible, "\xC2\x9B\xFF\xC3\xA4"), "\\xc2\\x9b\\xff\xC3\xA4");
    CHECK_TEXT(escaped(snw_text_visible, "\xE2\x80\xAE\xE2\x80\xA8"),
               "\\xe2\\x80\\xae\\xe2\\x80\\xa8");
}

static void quoted_names_are_short_and_printable(void) {
    CHECK_TEXT(snw_quote("joint_1").text, "'joint_1'");
    CHECK_TEXT(snw_quote("").text, "''");
    CHECK_TEXT(snw_quote("a\x1B\xC2\x9B\xFF").text, "'a?\?\?\?'");
    CHECK_TEXT(snw_quote("0123456789012345678901234567890123456789").text,
               "'0123456789012345678901234567890123456789'");
    CHECK_TEXT(snw_quote("01234567890123456789012345678901234567890").text,
               "'0123456789012345678901234567890123456789...'");
    // a character of two bytes is never cut in two
    CHECK_TEXT(snw_quote("012345678901234567890123456789012345678\xC3\xA4").text,
               "'012345678901234567890123456789012345678...'");
}

static void printable_characters_exclude_all_controls(void) {
    CHECK(snw_printable_length("a", 1) == 1);
    CHECK(snw_printable_length("\xC3\xA4", 2) == 2);
    CHECK(snw_printable_length("\xC2\xA0", 2) == 2);
    CHECK(snw_printable_length("\xC2\x9F", 2) == 0);
    CHECK(snw_printable_length("\n", 1) == 0);
    CHECK(snw_printable_length("\x7F", 1) == 0);
    CHECK(snw_printable_length("\xFF", 1) == 0);
    CHECK(snw_printable_length("", 0) == 0);
}

int main(void) {
    RUN(xml_attributes_keep_their_blanks_by_reference);
    RUN(xml_content_keeps_quotes_and_lines);
    RUN(what_xml_cannot_hold_is_replaced);
    RUN(csv_fields_are_quoted_only_when_they_must);
    RUN(a_terminal_is_never_commanded);
    RUN(quoted_names_are_short_and_printable);
    RUN(printable_characters_exclude_all_controls);
    return check_report();
}
