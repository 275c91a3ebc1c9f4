// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/base.h"

#include <string.h>

#include "../../../src/core/base/inside.h"
#include "check.h"

static void words_are_separated_by_any_blanks(void) {
    snw_words words = snw_words_over(" \tmove\r\n joint_1  0.5 ");
    static const char *const expected[] = {"move", "joint_1", "0.5"};
    snw_word word;
    for (int i = 0; i < 3; i++) {
        CHECK(!snw_words_end(&words));
        CHECK(snw_words_next(&words, &word));
        CHECK(snw_word_is(word, expected[i]));
    }
    CHECK(snw_words_end(&words));
    CHECK(!snw_words_next(&words, &word));
    CHECK(word.length == 0);
    words = snw_words_over(NULL);
    CHECK(snw_words_end(&words));
}

static void a_text_without_a_final_zero_is_not_read_beyond_its_end(void) {
    static const char text[] = {'a', ' ', 'b', 'c'};
    snw_words words = snw__words_of(text, sizeof text);
    snw_word word;
    CHECK(snw_words_next(&words, &word) && snw_word_is(word, "a"));
    CHECK(snw_words_next(&words, &word) && snw_word_is(word, "bc"));
    CHECK(!snw_words_next(&words, &word));
    words = snw__words_of(text, 3);
    CHECK(snw_words_next(&words, &word) && snw_words_next(&words, &word));
    CHECK(snw_word_is(word, "b"));
}

static void a_word_is_compared_whole(void) {
    snw_words words = snw_words_over("moves on");
    CHECK(!snw_words_take(&words, "move"));
    CHECK(!snw_words_take(&words, "moves on"));
    CHECK(snw_words_take(&words, "moves"));
    CHECK(snw_words_take(&words, "on"));
    CHECK(!snw_words_take(&words, ""));
    CHECK(!snw_word_is((snw_word){"ab", 2}, "a"));
    CHECK(!snw_word_is((snw_word){"ab", 2}, "abc"));
}

static void the_rest_keeps_its_inner_blanks(void) {
    snw_words words = snw_words_over("say  hello  world \n");
    CHECK(snw_words_take(&words, "say"));
    CHECK(snw_word_is(snw_words_rest(&words), "hello  world"));
    CHECK(snw_word_is(snw_word_trim(" \t ", 3), ""));
    CHECK(snw_word_is(snw_word_trim("x", 1), "x"));
}

static void a_word_is_copied_whole_or_not_at_all(void) {
    char out[4] = "old";
    CHECK(!snw_word_copy((snw_word){"four", 4}, out, sizeof out));
    CHECK_TEXT(out, "old");
    CHECK(snw_word_copy((snw_word){"abcd", 3}, out, sizeof out));
    CHECK_TEXT(out, "abc");
    CHECK(snw_word_copy((snw_word){"", 0}, out, sizeof out));
    CHECK_TEXT(out, "");
    CHECK(!snw_word_copy((snw_word){"", 0}, out, 0));
}

static void numbers_are_whole_words_and_finite(void) {
    double real = 7;
    int64_t integer = 7;
    static const char *const none[] = {"", "1x", "nan", "inf", "1e999", "0x10", "1,5"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        CHECK(!snw_word_real((snw_word){none[i], strlen(none[i])}, &real));
        CHECK(!snw_word_int((snw_word){none[i], strlen(none[i])}, &integer));
    }
    CHECK(real == 7 && integer == 7);
    CHECK(snw_word_real((snw_word){"-2.5e1 ", 6}, &real) && real == -25);
    CHECK(snw_word_int((snw_word){"-42", 3}, &integer) && integer == -42);
}

static void a_list_of_numbers_is_counted(void) {
    double out[3];
    snw_words words = snw_words_over("1 2\t3");
    CHECK(snw_words_reals(&words, out, 3) == 3);
    CHECK(out[0] == 1 && out[1] == 2 && out[2] == 3);
    words = snw_words_over("1 2 3 4");
    CHECK(snw_words_reals(&words, out, 3) == -1);
    words = snw_words_over("1 two");
    CHECK(snw_words_reals(&words, out, 3) == -1);
    words = snw_words_over("  ");
    CHECK(snw_words_reals(&words, out, 3) == 0);
}

int main(void) {
    RUN(words_are_separated_by_any_blanks);
    RUN(a_text_without_a_final_zero_is_not_read_beyond_its_end);
    RUN(a_word_is_compared_whole);
    RUN(the_rest_keeps_its_inner_blanks);
    RUN(a_word_is_copied_whole_or_not_at_all);
    RUN(numbers_are_whole_words_and_finite);
    RUN(a_list_of_numbers_is_counted);
    return check_report();
}
