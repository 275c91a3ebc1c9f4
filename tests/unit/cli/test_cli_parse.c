// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "sample.h"

// what `shape draw` prints when only the file and the shape are given
#define DRAWN(shape, turn, flags, set, rest)                                                       \
    "[shape draw]\nshape=" shape "\nat(not given)=0,0,0\n" turn "copies(not given)=0\n" flags set  \
    "colour(not given)=none\npath(not given)=none\n" rest
#define NO_TURN "turn(not given)=none\n"
#define NO_FLAGS "fill(not given)=0\ngrid(not given)=0\n"
#define NO_SET "set(not given)=none\n"
#define FILE_ONLY "picture=a.png\nlayer(not given)=0\n"

static void accept(const char *line, const char *out) {
    expect_line(&sample_program, line, 0, out, "");
}

static void refuse(const char *line, const char *words) {
    expect_line(&sample_program, line, 2, "", words);
}

// spec: actin-tools:BF-04
static void the_guides_command_line_gives_the_guides_values(void) {
    char *argv[] = {"thisProgram", "someInputFile.in", "-f", "3.14", NULL};
    cli_values values;
    snw_why why;
    CHECK(cli_parse(&guide_program, 4, argv, &values, &why) == SNW_OK);
    CHECK(!values.help);
    CHECK(cli_given(&values, "in-file"));
    CHECK_TEXT(cli_text(&values, "in-file"), "someInputFile.in");
    CHECK(!cli_given(&values, "out-file"));
    CHECK_TEXT(cli_text(&values, "out-file"), "default.out");
    CHECK(!cli_given(&values, "start-int"));
    CHECK(cli_int(&values, "start-int") == 5);
    CHECK(cli_given(&values, "real-value"));
    CHECK(cli_real(&values, "real-value") == 3.14);
    cli_values_close(&values);
}

// spec: actin-tools:BF-04
static void the_guides_options_have_long_and_short_names(void) {
    const char *const same[] = {
        "p -i a -o b -s 7 -f 0.5",       "p --in-file a --out-file b --start-int 7 -f.5",
        "p a -ob -s7 --real-value=5e-1", "p --in-file=a --out-file=b -f 0.5 -s +7",
        "p -f 0.5 -s 7 -o b -- a",
    };
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        expect_line(&guide_program, same[i], 0,
                    "[]\nin-file=a\nout-file=b\nstart-int=7\nreal-value=0.5\nin-file=a\n", "");
    }
    expect_line(&guide_program, "p a b", 2, "", "'b' is an unexpected argument");
    expect_line(&guide_program, "p -i a b", 2, "", "IN-FILE is given twice");
    expect_line(&guide_program, "p -s -1", 2, "", "must be from 0 to 4294967295, not '-1'");
    expect_line(&guide_program, "p -f pi", 2, "", "-f needs a number, not 'pi'");
    expect_line(&guide_program, "p --strat-int 3", 2, "",
                "thisProgram: error: there is no option '--strat-int'; did you mean "
                "'--start-int'? see 'thisProgram --help'");
    for (int i = 0; i < 2; i++) {
        captured result = capture_line(&guide_program, i ? "p -h" : "p --help");
        CHECK(result.exit_code == 0);
        CHECK(strncmp(result.out, "Usage: thisProgram [IN-FILE] [options]\n", 39) == 0);
        captured_free(&result);
    }
}

static void a_command_is_one_word_or_a_noun_and_a_verb(void) {
    accept("p shape list", "[shape list]\n");
    accept("p -q shape -v list", "[shape list]\n");
    accept("p -- shape list", "[shape list]\n");
    refuse("p", "sample: error: a command is missing; see 'sample --help'");
    refuse("p shape",
           "sample: error: shape: 'shape' needs a second word; see 'sample shape --help'");
    refuse("p shape lits", "did you mean 'shape list'?");
    refuse("p shape xyzzy", "one of: draw, list");
    refuse("p sun", "there is no command 'sun'; did you mean 'sum'? see 'sample --help'");
    refuse("p shap", "did you mean 'shape'?");
    refuse("p list", "there is no command 'list'");
    refuse("p shape list x", "'x' is an unexpected argument");
}

static void options_may_stand_anywhere_behind_the_command(void) {
    const char *out = DRAWN("box", NO_TURN, NO_FLAGS, NO_SET, FILE_ONLY);
    accept("p shape draw a.png --shape box", out);
    accept("p shape draw --shape=box a.png", out);
    accept("p shape draw -s box a.png", out);
    accept("p shape draw -sbox -- a.png", out);
    accept("p --json -v shape draw -q a.png -s box", out);
    refuse("p --shape box shape draw a.png", "options of a command must follow it");
}

static void flags_can_be_bundled_and_end_in_a_value(void) {
    const char *out = DRAWN("box", "turn=2\n", "fill=1\ngrid=1\n", NO_SET, FILE_ONLY);
    accept("p shape draw a.png -sbox -fgt2", out);
    accept("p shape draw a.png -sbox -gqfvt 2", out);
    accept("p shape draw a.png -sbox -f -g -f --turn=2", out);
    refuse("p shape draw a.png -sbox -fxg", "there is no option '-x', read in '-fxg'");
    refuse("p shape draw a.png -sbox --fill=yes", "--fill takes no value, not 'yes'");
}

static void a_dash_and_a_digit_is_a_number_and_a_dash_alone_a_file(void) {
    accept("p sum all -1 -.5 2", "[sum]\nmode=all\nnumbers=-1,-0.5,2\n");
    accept("p sum - 1", "[sum]\nmode=-\nnumbers=1\n");
    accept("p sum -- --mode 1", "[sum]\nmode=--mode\nnumbers=1\n");
    accept("p shape draw - -s box",
           DRAWN("box", NO_TURN, NO_FLAGS, NO_SET, "picture=-\nlayer(not given)=0\n"));
    refuse("p sum all -x", "there is no option '-x'");
    refuse("p shape draw a.png -s box -t -1", "-t must be at least 0, not '-1'");
}

static void a_forgotten_value_never_takes_the_next_option(void) {
    refuse("p shape draw a.png --shape --fill",
           "--shape needs a value; write --shape=ball|box|cone");
    refuse("p shape draw a.png --shape", "--shape needs a value");
    refuse("p shape draw a.png --set --", "--set needs a value; write --set=TEXT");
    refuse("p shape draw a.png -s box -t", "-t needs a value; write --turn=NUMBER");
    accept("p shape draw a.png --shape box --set=--fill",
           DRAWN("box", NO_TURN, NO_FLAGS, "set=--fill\n", FILE_ONLY));
}

static void missing_and_superfluous_words_are_named(void) {
    refuse("p shape draw a.png", "--shape is missing");
    refuse("p shape draw -s box", "PICTURE is missing");
    refuse("p sum all", "NUMBERS is missing");
    refuse("p shape draw -s box a 1 2", "'2' is an unexpected argument");
    refuse("p shape draw -s box -s ball a", "-s is given twice");
    accept("p shape draw a.png -s box --set a=1 --set b=2",
           DRAWN("box", NO_TURN, NO_FLAGS, "set=a=1,b=2\n", FILE_ONLY));
}

static void what_is_required_may_come_as_an_option_or_as_an_argument(void) {
    static const cli_parameter options[] = {
        {.name = "from", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Source."}, {0}};
    static const cli_parameter arguments[] = {
        {.name = "from", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Source."}, {0}};
    static const cli_command commands[] = {{.name = "",
                                            .summary = "S.",
                                            .options = options,
                                            .arguments = arguments,
                                            .run = sample_run},
                                           {0}};
    static const cli_command *const commands_list[] = {&commands[0], NULL};
    static const cli_program program = {.name = "copy", .summary = "s.", .commands = commands_list};
    expect_line(&program, "copy a", 0, "[]\nfrom=a\nfrom=a\n", "");
    expect_line(&program, "copy --from a", 0, "[]\nfrom=a\nfrom=a\n", "");
    expect_line(&program, "copy", 2, "", "FROM is missing");
    expect_line(&program, "copy a --from=b", 2, "", "--from is given twice");
}

static void unknown_options_come_with_a_proposal(void) {
    refuse("p shape draw a.png --shpae box",
           "there is no option '--shpae'; did you mean '--shape'?");
    refuse("p shape draw a.png --shpae=box",
           "there is no option '--shpae'; did you mean '--shape'?");
    refuse("p shape draw a.png --verbos", "did you mean '--verbose'?");
    refuse("p shape draw a.png --xyzzy", "'--xyzzy'; see 'sample shape draw --help'");
    refuse("p shape draw -grid a.png", "did you mean '--grid'?");
    refuse("p shape draw a.png --=1", "there is no option '--'");
    refuse("p shape draw a.png -=", "there is no option '-='");
}

static void help_and_version_win_over_every_error_behind_the_command(void) {
    const char *const lines[] = {"p shape draw --help", "p shape draw --xyzzy --help",
                                 "p shape draw -s dog a b c -h", "p --help shape draw",
                                 "p --xyzzy shape -h draw"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        captured result = capture_line(&sample_program, lines[i]);
        CHECK(result.exit_code == 0);
        CHECK(strncmp(result.out, "Usage: sample shape draw --shape=", 33) == 0);
        CHECK_TEXT(result.err, "");
        captured_free(&result);
    }
    accept("p shape draw --version", "sample 9\n");
    accept("p --version", "sample 9\n");
    refuse("p sun --help", "did you mean 'sum'?");
    refuse("p sun --version", "did you mean 'sum'?");
    accept("p sum -- --help 1", "[sum]\nmode=--help\nnumbers=1\n");
}

// counts the flags that a line sets
static void global_options_count_wherever_they_stand(void) {
    char *argv[] = {"p", "-v", "shape", "-qv", "list", "--verbose", "--json", NULL};
    cli_values values;
    CHECK(cli_parse(&sample_program, 7, argv, &values, NULL) == SNW_OK);
    CHECK(values.verbose == 3 && values.quiet && values.json && !values.help && !values.version);
    CHECK_TEXT(values.command->name, "shape list");
    cli_values_close(&values);

    // also when the line is wrong before them, because they say how to report that
    char *wrong[] = {"p", "xyzzy", "--json", NULL};
    CHECK(cli_parse(&sample_program, 3, wrong, &values, NULL) == SNW_ERR_USAGE);
    CHECK(values.json);
    cli_values_close(&values);
}

static void a_line_without_even_a_program_name_is_refused(void) {
    char *argv[] = {NULL};
    captured result = capture(&sample_program, 0, argv);
    CHECK(result.exit_code == 2);
    CHECK(strstr(result.err, "a command is missing") != NULL);
    captured_free(&result);
}

static void ten_thousand_arguments_are_all_there(void) {
    enum { COUNT = 10000 };
    static char words[COUNT][12];
    static char *argv[COUNT + 4];
    argv[0] = "p";
    argv[1] = "sum";
    argv[2] = "all";
    for (int i = 0; i < COUNT; i++) {
        (void)snprintf(words[i], sizeof words[i], "%d", i);
        argv[3 + i] = words[i];
    }
    cli_values values;
    snw_why why;
    CHECK(cli_parse(&sample_program, COUNT + 3, argv, &values, &why) == SNW_OK);
    int count, text_count;
    const double *reals = cli_reals(&values, "numbers", &count);
    const char *const *texts = cli_texts(&values, "numbers", &text_count);
    CHECK(count == COUNT && text_count == COUNT);
    for (int i = 0; i < COUNT; i++) {
        CHECK(reals[i] == i);
        CHECK(texts[i] == words[i]);
    }
    cli_values_close(&values);
}

static void a_very_long_word_is_cut_in_the_message(void) {
    enum { LENGTH = 1000000 };
    char *word = malloc(LENGTH + 1);
    CHECK(word != NULL);
    memset(word, 'x', LENGTH);
    word[LENGTH] = '\0';
    const char *const places[] = {"sum", "shape", word};
    for (int i = 0; i < 3; i++) {
        char *argv[] = {"p", (char *)(uintptr_t)places[i], word, word, NULL};
        captured result = capture(&sample_program, 4, argv);
        CHECK(result.exit_code == 2);
        CHECK(strstr(result.err, "xxx...'") != NULL);
        CHECK(strlen(result.err) < 400);
        captured_free(&result);
    }
    word[0] = word[1] = '-';
    char *argv[] = {"p", "sum", word, NULL};
    captured result = capture(&sample_program, 3, argv);
    CHECK(result.exit_code == 2 && strlen(result.err) < 400);
    captured_free(&result);
    free(word);
}

// every word of the pool is odd in its own way; any sequence must end in a code of the table
static void random_lines_of_odd_words_end_in_a_code_of_the_table(void) {
    static const char *const pool[] = {
        "",           "-",
        "--",         "---",
        "-h",         "--help",
        "--json",     "-q",
        "-v",         "shape",
        "draw",       "list",
        "sum",        "--shape",
        "--shape=",   "box",
        "-s",         "-sbox",
        "--at=1",     "--at=1,2,3",
        "--turn",     "1e999",
        "nan",        "-nan",
        "inf",        "-inf",
        "0x10",       "\xff",
        "-\xff",      "--\xff",
        "\n",         "-\n",
        "a\nb",       "--a\x1b[31m",
        "\xe2",       "-f\xe2\x82",
        "--set=\x07", "--=",
        "-=",         "-fgt",
        "--colour=,", "=",
        "--colour= ", "1,",
        "--copies",   "99999999999999999999",
        "-9",         "0",
    };
    CHECK_CASES(check_scaled(20000)) {
        char *argv[12] = {0};
        const int argc = check_int(0, 10);
        for (int i = 0; i < argc; i++) {
            const int pick = check_int(0, (int)(sizeof pool / sizeof *pool) - 1);
            argv[i] = (char *)(uintptr_t)pool[pick];
        }
        captured result = capture(&sample_program, argc, argv);
        CHECK(result.exit_code == 0 || result.exit_code == 2);
        const bool silent = result.err[0] == '\0';
        CHECK(silent == (result.exit_code == 0));

        // the one line on stderr holds nothing that a terminal would obey
        for (const char *c = result.err; *c; c++) {
            CHECK((unsigned char)*c >= 0x20 || (*c == '\n' && c[1] == '\0'));
        }
        captured_free(&result);
    }
}

int main(void) {
    RUN(the_guides_command_line_gives_the_guides_values);
    RUN(the_guides_options_have_long_and_short_names);
    RUN(a_command_is_one_word_or_a_noun_and_a_verb);
    RUN(options_may_stand_anywhere_behind_the_command);
    RUN(flags_can_be_bundled_and_end_in_a_value);
    RUN(a_dash_and_a_digit_is_a_number_and_a_dash_alone_a_file);
    RUN(a_forgotten_value_never_takes_the_next_option);
    RUN(missing_and_superfluous_words_are_named);
    RUN(what_is_required_may_come_as_an_option_or_as_an_argument);
    RUN(unknown_options_come_with_a_proposal);
    RUN(help_and_version_win_over_every_error_behind_the_command);
    RUN(global_options_count_wherever_they_stand);
    RUN(a_line_without_even_a_program_name_is_refused);
    RUN(ten_thousand_arguments_are_all_there);
    RUN(a_very_long_word_is_cut_in_the_message);
    RUN(random_lines_of_odd_words_end_in_a_code_of_the_table);
    return check_report();
}
