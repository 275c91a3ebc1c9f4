// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "json.h"

static void expect_visible(const char *raw, const char *shown) {
    char buffer[256];
    snw_text text = snw_text_over(buffer, sizeof buffer);
    snw_text_visible(&text, raw);
    CHECK_TEXT(buffer, shown);
}

static void what_a_terminal_would_obey_is_shown_as_an_escape(void) {
    expect_visible("plain, with 'quotes' and \\", "plain, with 'quotes' and \\");
    expect_visible("a\nb\tc\rd", "a\\nb\\tc\\x0dd");
    expect_visible("\x1b[2J\x07\x7f", "\\x1b[2J\\x07\\x7f");
    expect_visible("gr\xc3\xbc\xc3\x9f", "gr\xc3\xbc\xc3\x9f");  // u with dots, sharp s
    expect_visible("\xc2\x9b\x31m", "\\xc2\\x9b1m");             // C1 control: CSI
    expect_visible("a\xe2\x80\xae\x62", "a\\xe2\\x80\\xae\x62"); // right-to-left override
    expect_visible("\xe2\x80\xa8\xe2\x81\xa6", "\\xe2\\x80\\xa8\\xe2\\x81\\xa6"); // line, isolate
    expect_visible("\xe2\x82\xac", "\xe2\x82\xac");                               // euro
    expect_visible("\xff\xc3", "\\xff\\xc3");                                     // no UTF-8
    expect_visible("", "");
}

static void any_bytes_become_one_line_of_valid_text(void) {
    CHECK_CASES(check_scaled(20000)) {
        char raw[32], buffer[160];
        const int length = check_int(0, (int)sizeof raw - 1);
        for (int i = 0; i < length; i++) {
            raw[i] = (char)check_int(1, 255);
        }
        raw[length] = '\0';
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_text_visible(&text, raw);
        CHECK(!snw_text_is_cut(&text));
        for (size_t i = 0; i < text.length;) {
            const int step = snw_utf8_length(buffer + i, text.length - i);
            CHECK(step > 0 && (unsigned char)buffer[i] >= 0x20 && buffer[i] != 0x7F);
            i += (size_t)step;
        }
    }
}

// a report of `why` as it arrives on both streams
static captured report(const snw_why *why, bool json, bool colour) {
    captured result = {0};
    size_t out_size, err_size;
    cli_io io = {.json = json, .colour_err = colour};
    io.out = open_memstream(&result.out, &out_size);
    io.err = open_memstream(&result.err, &err_size);
    cli_report(&io, "prog", why);
    (void)fclose(io.out);
    (void)fclose(io.err);
    return result;
}

static void a_failure_is_a_sentence_and_with_json_an_object_too(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_NOT_FOUND, "arm/joint[3]", "no such\njoint");
    captured plain = report(&why, false, false);
    CHECK_TEXT(plain.err, "prog: error: arm/joint[3]: no such\\njoint\n");
    CHECK_TEXT(plain.out, "");
    captured object = report(&why, true, false);
    CHECK_TEXT(object.err, plain.err);
    CHECK(json_is_valid(object.out));
    CHECK(strncmp(object.out, "{\"error\":{\"code\":-19,\"name\":\"SNW_ERR_NOT_FOUND\"", 47) == 0);
    CHECK(strstr(object.out, "no such\\njoint") != NULL);
    captured_free(&plain);
    captured_free(&object);
}

static void a_place_in_a_file_starts_its_line(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_SYNTAX, "", "not closed");
    snw_why_at(&why, "a.urdf", 7, 3);
    captured result = report(&why, false, false);
    CHECK_TEXT(result.err, "a.urdf:7:3: error: not closed\n");
    captured_free(&result);
}

static void colour_is_used_only_where_it_is_wanted(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_CHECK, "", NULL);
    captured plain = report(&why, false, false), coloured = report(&why, false, true);
    CHECK(strchr(plain.err, '\x1b') == NULL);
    CHECK_TEXT(coloured.err, "\x1b[31mprog: error: the check failed\x1b[0m\n");
    captured_free(&plain);
    captured_free(&coloured);
}

static void the_worst_reason_fits_both_forms(void) {
    // every byte of every text needs its longest escape
    snw_why why;
    char bad[256];
    memset(bad, '\x01', sizeof bad - 1);
    bad[sizeof bad - 1] = '\0';
    snw_why_set(&why, SNW_ERR_INTERNAL, bad, bad);
    snw_why_fix(&why, bad);
    snw_why_rule(&why, bad);
    snw_why_at(&why, bad, INT32_MAX, INT32_MAX);
    for (int i = 0; i < SNW_WHY_NUMBERS; i++) {
        snw_why_add(&why, bad, -2.2250738585072014e-308, bad);
    }
    captured result = report(&why, true, false);
    CHECK(json_is_valid(result.out));
    CHECK(strstr(result.err, "\\x01") != NULL);
    captured_free(&result);
}

static void a_note_is_a_line_and_quiet_suppresses_it(void) {
    captured result = {0};
    size_t err_size;
    cli_io io = {.err = open_memstream(&result.err, &err_size)};
    cli_note(&io, "read %d joints of %s", 6, "a\nb");
    io.quiet = true;
    cli_note(&io, "never seen");
    (void)fclose(io.err);
    CHECK_TEXT(result.err, "read 6 joints of a\\nb\n");
    captured_free(&result);
}

static void render_many(snw_text *text, const void *context) {
    for (int i = 0; i < *(const int *)context; i++) {
        snw_text_format(text, "%d,", i);
    }
}

static void a_page_of_any_length_is_printed_whole(void) {
    const int counts[] = {0, 1, 100000};
    for (int i = 0; i < 3; i++) {
        captured result = {0};
        size_t size;
        cli_io io = {.out = open_memstream(&result.out, &size)};
        CHECK(cli_print(&io, render_many, &counts[i]) == SNW_OK);
        (void)fclose(io.out);

        // the digits of 0 .. n-1, and as many commas
        size_t expected = 0;
        for (int k = 0; k < counts[i]; k++) {
            expected += 2U + (k > 9) + (k > 99) + (k > 999) + (k > 9999);
        }
        CHECK(size == expected);
        if (counts[i] > 1) CHECK_TEXT(result.out + size - 12, "99998,99999,");
        captured_free(&result);
    }
}

int main(void) {
    RUN(what_a_terminal_would_obey_is_shown_as_an_escape);
    RUN(any_bytes_become_one_line_of_valid_text);
    RUN(a_failure_is_a_sentence_and_with_json_an_object_too);
    RUN(a_place_in_a_file_starts_its_line);
    RUN(colour_is_used_only_where_it_is_wanted);
    RUN(the_worst_reason_fits_both_forms);
    RUN(a_note_is_a_line_and_quiet_suppresses_it);
    RUN(a_page_of_any_length_is_printed_whole);
    return check_report();
}
