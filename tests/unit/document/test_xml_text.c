// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// The characters of XML: which may stand where, in which encoding, and as what.
#include "xml_log.h"

// UTF-8 by the table of RFC 3629, surrogates too
static int encode(uint32_t code, char *out) {
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(lead[more] | code >> (6 * more));
    for (int i = 1; i <= more; i++) {
        out[i] = (char)(0x80U | (code >> (6 * (more - i)) & 0x3FU));
    }
    return more + 1;
}

// Char of XML 1.0, 2.2
static bool is_character(uint32_t c) {
    return c == 0x9 || c == 0xA || c == 0xD || (c >= 0x20 && c <= 0xD7FF) ||
           (c >= 0xE000 && c <= 0xFFFD) || (c >= 0x10000 && c <= 0x10FFFF);
}

// NameStartChar and NameChar of XML 1.0, 2.3, as written there
static bool is_name_start(uint32_t c) {
    return c == ':' || (c >= 'A' && c <= 'Z') || c == '_' || (c >= 'a' && c <= 'z') ||
           (c >= 0xC0 && c <= 0xD6) || (c >= 0xD8 && c <= 0xF6) || (c >= 0xF8 && c <= 0x2FF) ||
           (c >= 0x370 && c <= 0x37D) || (c >= 0x37F && c <= 0x1FFF) ||
           (c >= 0x200C && c <= 0x200D) || (c >= 0x2070 && c <= 0x218F) ||
           (c >= 0x2C00 && c <= 0x2FEF) || (c >= 0x3001 && c <= 0xD7FF) ||
           (c >= 0xF900 && c <= 0xFDCF) || (c >= 0xFDF0 && c <= 0xFFFD) ||
           (c >= 0x10000 && c <= 0xEFFFF);
}

static bool is_name_part(uint32_t c) {
    return is_name_start(c) || c == '-' || c == '.' || (c >= '0' && c <= '9') || c == 0xB7 ||
           (c >= 0x300 && c <= 0x36F) || (c >= 0x203F && c <= 0x2040);
}

// all of the first planes, and some of each later one
static uint32_t next_code(uint32_t code) {
    const bool dense = (code & 0xFFFF) < 0x20 || (code & 0xFFFF) > 0xFFE0 || code < 0x11000;
    return code + (dense ? 1 : 61);
}

static bool is_accepted(const char *text, size_t length) {
    const char *log = xml_log(text, length, PLAIN);
    return log[strlen(log) - 1] == '.';
}

static void a_reference_is_the_character_it_names(void) {
    for (uint32_t code = 0; code < 0x110100; code = next_code(code)) {
        char text[64], expected[64] = "<a>(x";
        (void)snprintf(text, sizeof text, "<a>x&#%s%X;y</a>", "x", code);
        if (is_character(code)) {
            const int length = encode(code, expected + 5);
            (void)strcpy(expected + 5 + length, "y)</a>.");
            CHECK_TEXT(events_of(text), expected);
        } else {
            CHECK_TEXT(events_of(text), "<a>!");
        }
        (void)snprintf(text, sizeof text, "<a>x&#%u;y</a>", code);
        CHECK_TEXT(events_of(text), is_character(code) ? expected : "<a>!");
        // leading zeros do not count, small letters are digits too
        (void)snprintf(text, sizeof text, "<a>x&#x000000000000%x;y</a>", code);
        CHECK_TEXT(events_of(text), is_character(code) ? expected : "<a>!");
    }
}

static void every_character_stands_for_itself(void) {
    for (uint32_t code = 1; code < 0x110000; code = next_code(code)) {
        char text[64] = "<a b='x", expected[64] = "<a b=x";
        const int length = encode(code, text + 7);
        memcpy(expected + 6, text + 7, (size_t)length);
        (void)strcpy(text + 7 + length, "y'/>");
        (void)strcpy(expected + 6 + length, "y/>.");
        if (code == '<' || code == '&' || code == '\'') continue;
        if (code == '\t' || code == '\n' || code == '\r') expected[6] = ' ';
        CHECK_TEXT(events_of(text), is_character(code) ? expected : "!");

        // in content, in a section, in a comment and in an instruction
        (void)strcpy(text, "<a>x");
        (void)encode(code, text + 4);
        (void)strcpy(text + 4 + length, "y<![CDATA[");
        (void)encode(code, text + 14 + length);
        (void)strcpy(text + 14 + 2 * length, "]]><!--");
        (void)encode(code, text + 21 + 2 * length);
        (void)strcpy(text + 21 + 3 * length, "--><?p ");
        (void)encode(code, text + 28 + 3 * length);
        (void)strcpy(text + 28 + 4 * length, "?></a>");
        CHECK(is_accepted(text, strlen(text)) == (is_character(code) && code != '-'));
    }
}

static void names_are_made_of_the_characters_of_the_standard(void) {
    for (uint32_t code = 1; code < 0x110000; code = next_code(code)) {
        char first[16] = "<", later[16] = "<a";
        const int length = encode(code, first + 1);
        (void)strcpy(first + 1 + length, "b/>");
        (void)encode(code, later + 2);
        (void)strcpy(later + 2 + length, "b/>");
        const bool colon = code == ':';
        CHECK(is_accepted(first, strlen(first)) == (is_name_start(code) && !colon));
        CHECK(is_accepted(later, strlen(later)) == is_name_part(code));
    }
}

static void bytes_that_are_not_utf8_are_refused(void) {
    static const char *const wrong[] = {"\x80",
                                        "\xBF",
                                        "\xC0\x80",
                                        "\xC1\xBF",
                                        "\xC3",
                                        "\xC3(",
                                        "\xE0\x80\x80",
                                        "\xE2\x82",
                                        "\xED\xA0\x80",
                                        "\xF0\x80\x80\x80",
                                        "\xF4\x90\x80\x80",
                                        "\xF5\x80\x80\x80",
                                        "\xFE",
                                        "\xFF"};
    static const char *const places[] = {"<a>%s</a>",        "<a b='%s'/>",
                                         "<a><!--%s--></a>", "<a><![CDATA[%s]]></a>",
                                         "<a><?p %s?></a>",  "<a%s/>"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
            char text[64];
            const char *sign = strstr(places[k], "%s");
            const size_t before = (size_t)(sign - places[k]);
            memcpy(text, places[k], before);
            (void)strcpy(text + before, wrong[i]);
            (void)strcat(text, sign + 2);
            CHECK(is_refused(text, SNW_ERR_SYNTAX, 1, (int)before + 1));
        }
    }
    CHECK_TEXT(refusal_of("<a>\xC3(</a>", 9).text, "byte 0xC3 is not UTF-8");
}

static void a_zero_is_not_the_end_of_the_text(void) {
    static const char inside[] = "<a>b\0c</a>";
    const snw_why why = refusal_of(inside, sizeof inside - 1);
    CHECK(why.code == SNW_ERR_SYNTAX && why.line == 1 && why.column == 5);
    CHECK_TEXT(why.text, "control character 0x00 is not allowed");
    CHECK(!is_accepted("<a/>\0", 5));
    CHECK(!is_accepted("<a b='\0'/>", 10));
    CHECK(!is_accepted("<a\0/>", 5));
    CHECK(!is_accepted("<a><!-- \0 --></a>", 17));
}

static void only_utf8_is_read(void) {
    // with its mark, which is no character of the text
    CHECK_TEXT(xml_log("\xEF\xBB\xBF<a/>", 7, PLACES), "1:1<a/>.");
    CHECK_TEXT(events_of("\xEF\xBB\xBF<?xml version='1.0'?><a/>"), "<a/>.");
    CHECK_TEXT(events_of("\xEF\xBB\xBF\xEF\xBB\xBF<a/>"), "!");

    // UTF-16 and UTF-32, with and without their marks, are refused by name
    static const char *const wide[] = {"\xFF\xFE<\0a\0/\0>\0", "\xFE\xFF\0<\0a\0/\0>",
                                       "<\0a\0/\0>\0", "\0<\0a\0/\0>", "\0\0\0<\0\0\0a"};
    static const size_t sizes[] = {10, 10, 8, 8, 8};
    for (int i = 0; i < 5; i++) {
        const snw_why why = refusal_of(wide[i], sizes[i]);
        CHECK(why.code == SNW_ERR_UNSUPPORTED && why.line == 1);
        CHECK_TEXT(why.text, "the text is UTF-16 or UTF-32");
        CHECK_TEXT(why.fix, "save it as UTF-8");
    }
}

static void another_encoding_may_be_declared_while_all_is_ascii(void) {
    static const char *const names[] = {"ISO-8859-1", "iso-8859-15", "US-ASCII", "windows-1252"};
    for (int i = 0; i < 4; i++) {
        char text[128];
        (void)snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?>\n<a b='c'>d</a>",
                       names[i]);
        CHECK_TEXT(events_of(text), "<a b=c>(d)</a>.");
        // these two bytes are UTF-8, but they were not meant so
        (void)snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?>\n<a>\xC3\xA9</a>",
                       names[i]);
        CHECK(is_refused(text, SNW_ERR_UNSUPPORTED, 2, 4));
        (void)snprintf(text, sizeof text, "<?xml version='1.0' encoding='%s'?>\n<\xC3\xA9/>",
                       names[i]);
        CHECK(!is_accepted(text, strlen(text)));
    }
    CHECK_TEXT(events_of("<?xml version='1.0' encoding='UTF8'?><a>\xC3\xA9</a>"),
               "<a>(\xC3\xA9)</a>.");
    CHECK(is_refused("<?xml version='1.0' encoding='UTF-16'?><a/>", SNW_ERR_UNSUPPORTED, 1, 40));
    CHECK(is_refused("<?xml version='1.0' encoding='ucs-2'?><a/>", SNW_ERR_UNSUPPORTED, 1, 39));
}

// a name of any length and any bytes makes a message that is text and fits
static void messages_stay_text(void) {
    char text[600];
    memset(text, 'n', sizeof text);
    memcpy(text, "<a><", 4);
    for (size_t i = 4; i + 3 < 500; i += 3) {
        memcpy(text + i, "\xE2\x82\xAC", 3);
    }
    (void)strcpy(text + 499, "></b></a>");
    const snw_why why = refusal_of(text, strlen(text));
    CHECK(why.code == SNW_ERR_SYNTAX);
    for (size_t i = 0; why.text[i] != '\0';) {
        const int step = snw_utf8_length(why.text + i, strlen(why.text) - i);
        CHECK(step > 0 && (unsigned char)why.text[i] >= 0x20);
        i += (size_t)step;
    }
    CHECK(strstr(why.text, "...' of line 1 is ended by 'b'") != NULL);
}

// what is removed around content is blank, however it is written
static void blanks_around_content_are_removed(void) {
    CHECK_TEXT(events_of("<a> &#32;\t&#x9;b&#10; c&#13; \n</a>"), "<a>(b\n c)</a>.");
    CHECK_TEXT(events_of("<a><![CDATA[ \n ]]> <![CDATA[ b ]]> </a>"), "<a>(b)</a>.");
    CHECK_TEXT(events_of("<a>&#32;<!-- c -->&#9;</a>"), "<a></a>.");
    CHECK_TEXT(xml_log("<a>\n &#32;b</a>", 15, PLACES), "1:1<a>2:7(b)2:8</a>.");
}

int main(void) {
    RUN(a_reference_is_the_character_it_names);
    RUN(every_character_stands_for_itself);
    RUN(names_are_made_of_the_characters_of_the_standard);
    RUN(bytes_that_are_not_utf8_are_refused);
    RUN(a_zero_is_not_the_end_of_the_text);
    RUN(only_utf8_is_read);
    RUN(another_encoding_may_be_declared_while_all_is_ascii);
    RUN(messages_stay_text);
    RUN(blanks_around_content_are_removed);
    return check_report();
}
