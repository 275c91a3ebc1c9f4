// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "sample.h"

static captured help_of(const cli_program *program, const char *line) {
    captured result = capture_line(program, line);
    CHECK(result.exit_code == 0);
    CHECK_TEXT(result.err, "");
    return result;
}

// `words` with blanks for the line ends and the columns of the page
static void expect_words(const char *page, const char *words) {
    char flat[8192];
    size_t length = 0;
    for (const char *c = page; *c && length + 1 < sizeof flat; c++) {
        const bool blank = *c == ' ' || *c == '\n';
        if (blank && length > 0 && flat[length - 1] == ' ') continue;
        flat[length++] = blank ? ' ' : *c;
    }
    flat[length] = '\0';
    if (strstr(flat, words) == NULL) print_error("'%s' is not in\n%s\n", words, page);
    CHECK(strstr(flat, words) != NULL);
}

static void expect_narrow(const char *page) {
    size_t column = 0;
    for (const char *c = page; *c; c++) {
        column = *c == '\n' ? 0 : column + 1;
        CHECK(column <= 80);
        CHECK(*c != '\n' || c == page || c[-1] != ' ');
    }
    CHECK(page[strlen(page) - 1] == '\n');
}

// spec: actin-tools:BF-04
static void the_guides_help_names_every_option_default_and_sentence(void) {
    captured result = help_of(&guide_program, "p --help");
    expect_words(result.out, "Usage: thisProgram [IN-FILE] [options]");
    expect_words(result.out, "-i, --in-file=TEXT Name of the input file.");
    expect_words(result.out, "-o, --out-file=TEXT Name of the output file (default default.out).");
    expect_words(result.out, "-s, --start-int=INTEGER The starting integer (from 0 to 4294967295; "
                             "default 5).");
    expect_words(result.out, "-f, --real-value=NUMBER The real value.");
    expect_words(result.out, "-h, --help");
    expect_narrow(result.out);
    captured_free(&result);
}

// spec: actin-tools:BF-04
static void help_follows_the_table_and_nothing_else(void) {
    // the same program with other names, defaults and sentences
    static const cli_parameter options[] = {
        {.name = "speed",
         .letter = 'z',
         .kind = CLI_REAL,
         .standard = "0.25",
         .unit = "m/s",
         .sentence = "How fast."},
        {0},
    };
    static const cli_command commands[] = {
        {.name = "", .summary = "Moves.", .options = options, .run = sample_run}, {0}};
    static const cli_command *const commands_list[] = {&commands[0], NULL};
    static const cli_program program = {
        .name = "other", .summary = "s.", .commands = commands_list};
    captured result = help_of(&program, "p -h");
    expect_words(result.out, "Usage: other [options]");
    expect_words(result.out, "-z, --speed=NUMBER How fast (unit m/s; default 0.25).");
    CHECK(strstr(result.out, "in-file") == NULL && strstr(result.out, "Arguments") == NULL);
    captured_free(&result);
}

static void a_commands_help_shows_all_that_its_table_says(void) {
    captured result = help_of(&sample_program, "p shape draw --help");
    expect_words(result.out,
                 "Usage: sample shape draw --shape=ball|box|cone PICTURE [LAYER] [options]");
    expect_words(result.out, "Every kind of option. One paragraph that is long enough to be broken "
                             "into several lines when it is laid out for a page. Another one.");
    expect_words(result.out, "PICTURE The file.");
    expect_words(result.out, "--shape=ball|box|cone What to draw (required).");
    expect_words(result.out, "--at=NUMBERS Where its centre is (unit m; from -10 to 10; 3 numbers; "
                             "default 0,0,0).");
    expect_words(result.out, "-t, --turn=NUMBER How far it is turned (unit rad; at least 0).");
    expect_words(result.out, "-n, --copies=INTEGER How many (from 1 to 9).");
    expect_words(result.out, "-f, --fill Fill it.");
    expect_words(result.out, "--colour=NUMBERS Grey, or three parts (1 to 4 numbers).");
    expect_words(result.out, "Examples: sample shape draw a.png Draws.");
    expect_narrow(result.out);
    captured_free(&result);
}

static void a_nouns_help_lists_its_verbs_only(void) {
    captured result = help_of(&sample_program, "p shape --help");
    expect_words(result.out, "Usage: sample shape VERB");
    expect_words(result.out, "shape draw Every kind of option. shape list No options.");
    CHECK(strstr(result.out, "sum") == NULL);
    expect_narrow(result.out);
    captured_free(&result);
}

static void the_programs_help_lists_every_command_under_its_group(void) {
    captured result = help_of(&sample_program, "p --help");
    expect_words(result.out, "sample: a program to test with. Usage: sample COMMAND");
    expect_words(result.out, "First: sum Numbers as arguments. Second: shape draw Every kind of "
                             "option. shape list No options. Options of every command:");
    expect_words(result.out, "Manual: there is none.");
    expect_narrow(result.out);
    captured_free(&result);
}

static void every_exit_code_of_the_table_is_explained(void) {
    static const int codes[] = {
#define CODE(name, value, exit_code, sentence) (exit_code),
        SNW_STATUS_TABLE(CODE)
#undef CODE
    };
    captured result = help_of(&sample_program, "p --help");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char words[16];
        (void)snprintf(words, sizeof words, codes[i] == 0 ? "codes: %d " : "; %d ", codes[i]);
        expect_words(result.out, words);
    }
    captured_free(&result);
}

static void a_word_wider_than_the_page_stands_alone(void) {
    static const cli_command commands[] = {
        {.name = "",
         .summary =
             "Short words and "
             "one-word-that-is-wider-than-a-page-of-eighty-columns-can-ever-be-and-so-goes-on-"
             "and-on then short ones.",
         .run = sample_run},
        {0}};
    static const cli_command *const commands_list[] = {&commands[0], NULL};
    static const cli_program program = {.name = "p", .summary = "s.", .commands = commands_list};
    captured result = help_of(&program, "p -h");
    CHECK(strstr(result.out, "Short words and\none-word-that") != NULL);
    CHECK(strstr(result.out, "on-and-on\nthen short ones.\n") != NULL);
    captured_free(&result);
}

int main(void) {
    RUN(the_guides_help_names_every_option_default_and_sentence);
    RUN(help_follows_the_table_and_nothing_else);
    RUN(a_commands_help_shows_all_that_its_table_says);
    RUN(a_nouns_help_lists_its_verbs_only);
    RUN(the_programs_help_lists_every_command_under_its_group);
    RUN(every_exit_code_of_the_table_is_explained);
    RUN(a_word_wider_than_the_page_stands_alone);
    return check_report();
}
