// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "sample.h"

// what `help` finds for these words
static snw_status find(int count, const char *const *words, cli_topic *topic, snw_why *why) {
    char *argv[] = {"p", "shape", "list", NULL};
    cli_values values;
    CHECK(cli_parse(&sample_program, 3, argv, &values, NULL) == SNW_OK);
    const snw_status status = cli_find_topic(&values, words, count, topic, why);
    cli_values_close(&values);
    return status;
}

static void words_lead_to_the_program_a_noun_or_a_command(void) {
    const char *words[] = {"shape", "draw", "more"};
    cli_topic topic;
    snw_why why;
    CHECK(find(0, words, &topic, &why) == SNW_OK);
    CHECK(topic.program == &sample_program && topic.noun == NULL && topic.command == NULL);
    CHECK(find(1, words, &topic, &why) == SNW_OK);
    CHECK_TEXT(topic.noun, "shape");
    CHECK(topic.command == NULL);
    CHECK(find(2, words, &topic, &why) == SNW_OK);
    CHECK_TEXT(topic.command->name, "shape draw");
    CHECK(find(3, words, &topic, &why) == SNW_ERR_USAGE);
    CHECK_TEXT(why.text, "there is no command 'shape draw more'");
}

static void a_wrong_word_is_refused_with_the_nearest_right_one(void) {
    cli_topic topic;
    snw_why why;
    const char *first[] = {"sahpe"}, *second[] = {"shape", "drwa"}, *none[] = {"xylophone"};
    CHECK(find(1, first, &topic, &why) == SNW_ERR_USAGE);
    CHECK(strstr(why.fix, "did you mean 'shape'?") != NULL);
    CHECK(find(2, second, &topic, &why) == SNW_ERR_USAGE);
    CHECK(strstr(why.fix, "did you mean 'shape draw'?") != NULL);
    CHECK(find(1, none, &topic, &why) == SNW_ERR_USAGE);
    CHECK(strstr(why.fix, "did you mean") == NULL);
    CHECK_TEXT(why.rule, "unknown-command");
}

static void every_name_is_found_and_every_prefix_of_it_is_not(void) {
    for (const cli_command *command = sample_commands; command->name; command++) {
        for (size_t length = 1; length <= strlen(command->name); length++) {
            char name[32];
            (void)snprintf(name, sizeof name, "%.*s", (int)length, command->name);
            char *blank = strchr(name, ' ');
            if (blank) *blank = '\0';
            const char *words[] = {name, blank ? blank + 1 : NULL};
            cli_topic topic;
            const bool noun = strcmp(name, "shape") == 0 && !blank;
            const bool whole = length == strlen(command->name);
            const snw_status status = find(blank ? 2 : 1, words, &topic, NULL);
            CHECK(!snw_failed(status) == (noun || whole));
            if (whole) CHECK(topic.command == command);
        }
    }
}

static void a_hint_that_is_too_long_leaves_room_for_the_way_to_the_help(void) {
    static const char *const choices[] = {"aaaaaaaaaaaaaaaaaaaaaaa1",
                                          "aaaaaaaaaaaaaaaaaaaaaaa2",
                                          "aaaaaaaaaaaaaaaaaaaaaaa3",
                                          "aaaaaaaaaaaaaaaaaaaaaaa4",
                                          "aaaaaaaaaaaaaaaaaaaaaaa5",
                                          "aaaaaaaaaaaaaaaaaaaaaaa6",
                                          NULL};
    static const cli_parameter options[] = {
        {.name = "one", .kind = CLI_CHOICE, .choices = choices, .sentence = "Long."}, {0}};
    static const cli_command commands[] = {
        {.name = "noun verb", .group = "G", .summary = "S.", .options = options, .run = sample_run},
        {0}};
    static const cli_command *const commands_list[] = {&commands[0], NULL};
    static const cli_program program = {.name = "long", .summary = "s.", .commands = commands_list};
    char *argv[] = {"p", "noun", "verb", "--one=b", NULL};
    cli_values values;
    snw_why why;
    CHECK(cli_parse(&program, 4, argv, &values, &why) == SNW_ERR_USAGE);
    CHECK(strstr(why.fix, "one of: aaaaaaaa") != NULL);
    CHECK(strstr(why.fix, "...; see 'long noun verb --help'") != NULL);
    cli_values_close(&values);
}

int main(void) {
    RUN(words_lead_to_the_program_a_noun_or_a_command);
    RUN(a_wrong_word_is_refused_with_the_nearest_right_one);
    RUN(every_name_is_found_and_every_prefix_of_it_is_not);
    RUN(a_hint_that_is_too_long_leaves_room_for_the_way_to_the_help);
    return check_report();
}
