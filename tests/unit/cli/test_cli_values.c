// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "sample.h"

// parses one value of `shape draw`; the word may be anything
static snw_status take(const char *option, const char *value, cli_values *values, snw_why *why) {
    char word[256];
    (void)snprintf(word, sizeof word, "--%s=%s", option, value);
    char *argv[] = {"p", "shape", "draw", "a.png", "--shape=box", word, NULL};
    return cli_parse(&sample_program, 6, argv, values, why);
}

static void refuse(const char *option, const char *value, const char *words) {
    cli_values values;
    snw_why why;
    CHECK(take(option, value, &values, &why) == SNW_ERR_USAGE);
    if (strstr(why.text, words) == NULL) print_error("%s=%s: %s\n", option, value, why.text);
    CHECK(strstr(why.text, words) != NULL);
    CHECK_TEXT(why.subject, "shape draw");
    cli_values_close(&values);
}

static void any_finite_number_arrives_with_the_same_bits(void) {
    CHECK_CASES(check_scaled(20000)) {
        // all exponents alike; the option takes numbers from zero up
        union {
            uint64_t bits;
            double real;
        } number = {.bits = check_bits() >> 1};
        if (!isfinite(number.real)) continue;
        char text[40];
        (void)snprintf(text, sizeof text, "%.17g", number.real);
        cli_values values;
        CHECK(take("turn", text, &values, NULL) == SNW_OK);
        CHECK(cli_real(&values, "turn") == number.real);
        cli_values_close(&values);
    }
}

static void what_is_no_finite_number_is_refused(void) {
    static const char *const words[] = {
        "",   "nan", "NaN", "-nan", "inf",   "INF",  "-inf", "two", "1,5", "1 ", " 1",
        "1x", "0x1", "1e",  "--1",  "1.2.3", "\xff", "1\n",  "e5",  ".",   "+",  "1e+-3"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        refuse("turn", words[i], "--turn needs a number, not '");
    }
    refuse("turn", "1e999", "--turn is too large: '1e999'");
    refuse("turn", "-0.001", "--turn must be at least 0, not '-0.001'");
}

static void whole_numbers_keep_to_their_range(void) {
    for (int i = -3; i < 15; i++) {
        char text[12];
        (void)snprintf(text, sizeof text, "%d", i);
        cli_values values;
        snw_why why;
        const bool good = i >= 1 && i <= 9;
        CHECK(take("copies", text, &values, &why) == (good ? SNW_OK : SNW_ERR_USAGE));
        if (good) CHECK(cli_int(&values, "copies") == i);
        if (!good) CHECK(strstr(why.text, "--copies must be from 1 to 9, not '") != NULL);
        cli_values_close(&values);
    }
    refuse("copies", "2.0", "--copies needs a whole number, not '2.0'");
    refuse("copies", "", "--copies needs a whole number, not ''");
    refuse("copies", "three", "--copies needs a whole number, not 'three'");
    refuse("copies", "99999999999999999999", "--copies is too large");
}

static void lists_of_numbers_take_commas_and_blanks(void) {
    static const char *const same[] = {"1,-2,3", "1, -2, 3", "1 -2 3", " 1 ,-2\t,+3 ",
                                       "1e0,-2,.3e1"};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        cli_values values;
        CHECK(take("at", same[i], &values, NULL) == SNW_OK);
        int count;
        const double *at = cli_reals(&values, "at", &count);
        CHECK(count == 3);
        CHECK(at[0] == 1 && at[1] == -2 && at[2] == 3);
        CHECK(cli_real(&values, "at") == 1);
        cli_values_close(&values);
    }
    static const char *const wrong[] = {"",    ",",     "1,,2",   "1,2,", ",1",
                                        "1;2", "1,2,x", "1,2,3x", "1-2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        refuse("at", wrong[i], "--at needs numbers separated by commas, not '");
    }
    refuse("at", "1,nan,2", "--at needs numbers separated by commas");
    refuse("at", "1,2", "--at needs 3 numbers, not 2");
    refuse("at", "1,2,3,4", "--at needs 3 numbers, not 4");
    refuse("at", "1,2,10.5", "--at must be from -10 to 10, not '10.5'");
    refuse("colour", "1,2,3,4,5", "--colour needs 1 to 4 numbers, not 5");
}

static void a_standard_value_is_there_but_not_given(void) {
    cli_values values;
    CHECK(take("turn", "1", &values, NULL) == SNW_OK);
    int count;
    const double *at = cli_reals(&values, "at", &count);
    CHECK(count == 3 && at[0] == 0 && at[1] == 0 && at[2] == 0);
    CHECK(!cli_given(&values, "at"));
    CHECK(cli_given(&values, "turn"));

    // and without one there is nothing
    CHECK(cli_reals(&values, "colour", &count) == NULL && count == 0);
    CHECK(isnan(cli_real(&values, "colour")));
    CHECK(cli_text(&values, "set") == NULL);
    CHECK(cli_int(&values, "copies") == 0 && !cli_given(&values, "copies"));
    CHECK(!cli_flag(&values, "fill"));
    cli_values_close(&values);
}

static void a_choice_is_one_of_its_words(void) {
    cli_values values;
    snw_why why;
    char *argv[] = {"p", "shape", "draw", "a.png", "-s", "cone", NULL};
    CHECK(cli_parse(&sample_program, 6, argv, &values, &why) == SNW_OK);
    CHECK_TEXT(cli_text(&values, "shape"), "cone");
    cli_values_close(&values);

    argv[5] = "bal";
    CHECK(cli_parse(&sample_program, 6, argv, &values, &why) == SNW_ERR_USAGE);
    CHECK_TEXT(why.text, "-s cannot be 'bal'");
    CHECK_TEXT(why.fix, "did you mean 'ball'? see 'sample shape draw --help'");
    CHECK_TEXT(why.rule, "unknown-choice");
    cli_values_close(&values);

    argv[5] = "icosahedron";
    CHECK(cli_parse(&sample_program, 6, argv, &values, &why) == SNW_ERR_USAGE);
    CHECK_TEXT(why.fix, "one of: ball, box, cone; see 'sample shape draw --help'");
    cli_values_close(&values);
}

static void a_file_needs_a_name_and_a_text_does_not(void) {
    cli_values values;
    snw_why why;
    char *argv[] = {"p", "shape", "draw", "", "-s", "box", NULL};
    CHECK(cli_parse(&sample_program, 6, argv, &values, &why) == SNW_ERR_USAGE);
    CHECK_TEXT(why.text, "PICTURE needs a file name");
    cli_values_close(&values);
    CHECK(take("set", "", &values, &why) == SNW_OK);
    CHECK_TEXT(cli_text(&values, "set"), "");
    CHECK(cli_given(&values, "set"));
    cli_values_close(&values);
}

static void a_long_list_keeps_its_order(void) {
    enum { COUNT = 5000 };
    static char word[COUNT * 6 + 32];
    snw_text text = snw_text_over(word, sizeof word);
    snw_text_format(&text, "--path=0");
    for (int i = 1; i < COUNT; i++) {
        snw_text_format(&text, ",%d", i);
    }
    char *argv[] = {"p", "shape", "draw", "a.png", "--shape=box", word, NULL};
    cli_values values;
    CHECK(cli_parse(&sample_program, 6, argv, &values, NULL) == SNW_OK);
    int count;
    const double *reals = cli_reals(&values, "path", &count);
    CHECK(count == COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(reals[i] == i);
    }
    cli_values_close(&values);
}

int main(void) {
    RUN(any_finite_number_arrives_with_the_same_bits);
    RUN(what_is_no_finite_number_is_refused);
    RUN(whole_numbers_keep_to_their_range);
    RUN(lists_of_numbers_take_commas_and_blanks);
    RUN(a_standard_value_is_there_but_not_given);
    RUN(a_choice_is_one_of_its_words);
    RUN(a_file_needs_a_name_and_a_text_does_not);
    RUN(a_long_list_keeps_its_order);
    return check_report();
}
