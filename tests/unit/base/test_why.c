// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "check.h"

static void a_reason_reads_as_a_sentence(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_RANGE, "arm/joint[3]", "the lower limit is above the upper one");
    snw_why_add(&why, "lower", 1.5, "rad");
    snw_why_add(&why, "upper", -0.25, "rad");
    snw_why_fix(&why, "exchange them");
    snw_why_rule(&why, "limit-order");
    snw_why_at(&why, "cell.xml", 12, 5);
    char text[400];
    const size_t length = snw_why_sentence(&why, text, sizeof text);
    CHECK_TEXT(text, "cell.xml:12:5: error: arm/joint[3]: the lower limit is above the upper one "
                     "(lower 1.5 rad, upper -0.25 rad); exchange them [limit-order]");
    CHECK(length == strlen(text));
}

static void the_code_speaks_when_there_is_no_text(void) {
    snw_why why;
    char text[200];
    snw_why_set(&why, SNW_SATURATED, NULL, NULL);
    (void)snw_why_sentence(&why, text, sizeof text);
    CHECK_TEXT(text, "warning: done, with values held at their limits");
    snw_why_set(&why, SNW_OK, NULL, "all joints ready");
    (void)snw_why_sentence(&why, text, sizeof text);
    CHECK_TEXT(text, "note: all joints ready");
}

static void the_same_reason_as_json(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_LIMIT, "arm \"A\"", "line\nbreak");
    snw_why_add(&why, "q", 0.1, "rad");
    snw_why_add(&why, "bad", (double)NAN, "");
    char text[400];
    (void)snw_why_json(&why, text, sizeof text);
    CHECK_TEXT(text, "{\"code\":-10,\"name\":\"SNW_ERR_LIMIT\",\"severity\":\"error\","
                     "\"subject\":\"arm \\\"A\\\"\",\"text\":\"line\\nbreak\","
                     "\"numbers\":[{\"name\":\"q\",\"value\":0.1,\"unit\":\"rad\"},"
                     "{\"name\":\"bad\",\"value\":null,\"unit\":\"\"}]}");
}

static void a_text_has_its_numbers_where_it_wants_them(void) {
    snw_why why;
    char text[400];
    snw_why_set(&why, SNW_ERR_INTERRUPTED, "program", "paused at step {step} of {count}, {x}");
    snw_why_add(&why, "step", 5, "");
    snw_why_add(&why, "reach", 0.5, "m");
    snw_why_add(&why, "count", 12, "");
    (void)snw_why_sentence(&why, text, sizeof text);
    CHECK_TEXT(text, "error: program: paused at step 5 of 12, {x} (reach 0.5 m)");
    (void)snw_why_json(&why, text, sizeof text);
    CHECK(strstr(text, "\"text\":\"paused at step 5 of 12, {x}\"") != NULL);
    CHECK(strstr(text, "{\"name\":\"step\",\"value\":5,\"unit\":\"\"}") != NULL);
    snw_why_set(&why, SNW_ERR_RANGE, "", "{ {reach}{reach");
    snw_why_add(&why, "reach", 0.5, "m");
    (void)snw_why_sentence(&why, text, sizeof text);
    CHECK_TEXT(text, "error: { 0.5 m{reach");
}

static void short_buffers_are_cut_and_the_length_is_still_told(void) {
    snw_why why;
    snw_why_set(&why, SNW_ERR_LIMIT, "arm", "the text");
    char whole[200];
    const size_t length = snw_why_sentence(&why, whole, sizeof whole);
    for (size_t size = 0; size < length + 2; size++) {
        char *part = malloc(size + 1);
        part[size] = '#';
        CHECK(snw_why_sentence(&why, part, size) == length);
        CHECK(part[size] == '#');
        if (size > 0) {
            const size_t kept = size - 1 < length ? size - 1 : length;
            CHECK(strlen(part) == kept && strncmp(part, whole, kept) == 0);
        }
        free(part);
    }
}

static void long_texts_are_cut_at_a_character(void) {
    char path[400] = "";
    for (int i = 0; i < 60; i++) {
        strcat(path, "\xC3\xA4_"); // a two-byte letter
    }
    snw_why why;
    snw_why_set(&why, SNW_ERR_LIMIT, path, path);
    snw_why_at(&why, path, 1, 0);
    CHECK(strlen(why.subject) < sizeof why.subject);
    CHECK(strcmp(why.subject + strlen(why.subject) - 3, "...") == 0);
    CHECK(strncmp(why.file, "...", 3) == 0); // a path keeps its end
    CHECK(strcmp(why.file + strlen(why.file) - 3, "\xC3\xA4_") == 0);
    for (const char *text = why.subject; *text != '\0';) {
        const int length = snw_utf8_length(text, strlen(text));
        CHECK(length > 0);
        text += length;
    }
}

static void more_than_eight_numbers_are_dropped(void) {
    snw_why why;
    snw_why_set(&why, SNW_OK, NULL, NULL);
    for (int i = 0; i < 20; i++) {
        snw_why_add(&why, "n", i, "m");
    }
    CHECK(why.number_count == SNW_WHY_NUMBERS);
    CHECK_NEAR(why.numbers[7].value, 7, 0);
    snw_why_set(NULL, SNW_OK, NULL, NULL); // nobody asks
    snw_why_add(NULL, "n", 1, "m");
    snw_why_fix(NULL, "x");
    snw_why_rule(NULL, "x");
    snw_why_at(NULL, "x", 1, 1);
}

static snw_why one(snw_status code, int number) {
    snw_why why;
    snw_why_set(&why, code, NULL, NULL);
    snw_why_add(&why, "n", number, "");
    return why;
}

static void a_flood_of_warnings_cannot_hide_an_error(void) {
    snw_arena arena = {0};
    snw_diags diags;
    CHECK(snw_diags_init(&diags, 3, &arena) == SNW_ERR_MEMORY);
    _Alignas(SNW_ARENA_ALIGN) static unsigned char block[8192];
    CHECK(arena.needed <= sizeof block);
    arena = snw_arena_over(block, arena.needed);
    CHECK(snw_diags_init(&diags, 3, &arena) == SNW_OK);
    CHECK(snw_diags_status(&diags) == SNW_OK);

    for (int i = 0; i < 5; i++) {
        const snw_why why = one(SNW_SATURATED, i);
        snw_diags_add(&diags, &why);
    }
    const snw_why late = one(SNW_ERR_SYNTAX, 99), last = one(SNW_ERR_RANGE, 100);
    snw_diags_add(&diags, &late);
    snw_diags_add(&diags, &last);
    CHECK(diags.count == 3 && diags.dropped == 4 && diags.errors == 2 && diags.warnings == 5);
    CHECK_NEAR(diags.items[0].numbers[0].value, 0, 0); // the first warning stays first
    CHECK_NEAR(diags.items[1].numbers[0].value, 99, 0);
    CHECK_NEAR(diags.items[2].numbers[0].value, 100, 0);
    CHECK(snw_diags_status(&diags) == SNW_ERR_SYNTAX);
    snw_diags_add(NULL, &late);
    // strictly, each warning is an error; what was dropped counts
    CHECK(snw_diags_be_strict(&diags) && diags.errors == 7 && diags.warnings == 0);
    for (int i = 0; i < diags.count; i++)
        CHECK(diags.items[i].severity == SNW_ERROR);
    CHECK(!snw_diags_be_strict(&diags) && diags.errors == 7);
}

static void a_refusal_says_why_and_returns_its_code(void) {
    snw_why why;
    CHECK(snw_refuse(&why, SNW_ERR_RANGE, "arm", "too heavy", "take less") == SNW_ERR_RANGE);
    CHECK(why.code == SNW_ERR_RANGE && why.severity == SNW_ERROR && why.number_count == 0);
    CHECK_TEXT(why.subject, "arm");
    CHECK_TEXT(why.text, "too heavy");
    CHECK_TEXT(why.fix, "take less");
    CHECK(snw_refuse(&why, SNW_ERR_IO, NULL, "broken", NULL) == SNW_ERR_IO);
    CHECK_TEXT(why.fix, "");
    CHECK(snw_refuse(NULL, SNW_ERR_IO, "a", "b", "c") == SNW_ERR_IO);
}

int main(void) {
    RUN(a_reason_reads_as_a_sentence);
    RUN(the_code_speaks_when_there_is_no_text);
    RUN(the_same_reason_as_json);
    RUN(a_text_has_its_numbers_where_it_wants_them);
    RUN(short_buffers_are_cut_and_the_length_is_still_told);
    RUN(long_texts_are_cut_at_a_character);
    RUN(more_than_eight_numbers_are_dropped);
    RUN(a_flood_of_warnings_cannot_hide_an_error);
    RUN(a_refusal_says_why_and_returns_its_code);
    return check_report();
}
