// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <locale.h>
#include <string.h>

#include "check.h"

static void text_is_cut_but_counted(void) {
    char buffer[6];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_add(&text, "abc", 3);
    CHECK(!snw_text_is_cut(&text));
    snw_text_format(&text, "%d", 4567);
    CHECK(snw_text_is_cut(&text));
    CHECK(text.length == 7);
    CHECK_TEXT(buffer, "abc45");
    snw_text_add(&text, "more", 4);
    CHECK(text.length == 11);
    CHECK_TEXT(buffer, "abc45");
}

static void a_text_without_a_buffer_measures(void) {
    snw_text text = snw_text_over(NULL, 0);
    snw_text_format(&text, "%s", "hello");
    snw_text_json_string(&text, "a\"b");
    CHECK(text.length == 5 + 6);
}

static void json_strings_are_escaped_and_always_text(void) {
    char buffer[100];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_json_string(&text, "q\" b\\ n\n t\t \x01 \x7F \xC3\xA4 \xFF");
    CHECK_TEXT(buffer, "\"q\\\" b\\\\ n\\n t\\t \\u0001 \\u007f \xC3\xA4 \xEF\xBF\xBD\"");
}

// RFC 3629 section 4, by decoding and comparing with the shortest form
static int reference_length(const unsigned char *b, size_t n) {
    if (n == 0) return 0;
    const int need = b[0] < 0x80   ? 1
                     : b[0] < 0xC0 ? 0
                     : b[0] < 0xE0 ? 2
                     : b[0] < 0xF0 ? 3
                     : b[0] < 0xF8 ? 4
                                   : 0;
    if (need <= 1) return need;
    if ((size_t)need > n) return 0;
    uint32_t code = b[0] & (0x7Fu >> need);
    for (int i = 1; i < need; i++) {
        if ((b[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (b[i] & 0x3Fu);
    }
    const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool bad = code < least[need] || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF);
    return bad ? 0 : need;
}

static void utf8_agrees_with_a_decoder_on_all_starts(void) {
    static const unsigned char tails[] = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0};
    for (int lead = 0; lead < 256; lead++) {
        for (int second = 0; second < 256; second++) {
            for (size_t t = 0; t < sizeof tails; t++) {
                const unsigned char b[4] = {(unsigned char)lead, (unsigned char)second, tails[t],
                                            0x80};
                for (size_t n = 0; n <= 4; n++) {
                    CHECK(snw_utf8_length((const char *)b, n) == reference_length(b, n));
                }
            }
        }
    }
}

static void the_closest_name_is_proposed_and_nonsense_is_not(void) {
    static const char *const names[] = {"effort", "velocity", "lower", "upper", "q"};
    CHECK_TEXT(snw_closest_name("effrot", names, 5), "effort");
    CHECK_TEXT(snw_closest_name("velocty", names, 5), "velocity");
    CHECK_TEXT(snw_closest_name("Upper", names, 5), "upper");
    CHECK(snw_closest_name("damping", names, 5) == NULL);
    CHECK(snw_closest_name("", names, 5) == NULL);
    char huge[200];
    memset(huge, 'a', sizeof huge - 1);
    huge[sizeof huge - 1] = '\0';
    CHECK(snw_closest_name(huge, names, 5) == NULL);
}

static void reals_ignore_the_locale(void) {
    check_set_comma();
    char buffer[40];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_real(&text, 1.5);
    snw_text_add(&text, " ", 1);
    snw_text_json_real(&text, (double)INFINITY);
    (void)setlocale(LC_ALL, "C");
    CHECK_TEXT(buffer, "1.5 null");
}

int main(void) {
    RUN(text_is_cut_but_counted);
    RUN(a_text_without_a_buffer_measures);
    RUN(json_strings_are_escaped_and_always_text);
    RUN(utf8_agrees_with_a_decoder_on_all_starts);
    RUN(the_closest_name_is_proposed_and_nonsense_is_not);
    RUN(reals_ignore_the_locale);
    return check_report();
}
