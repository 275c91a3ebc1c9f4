// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include "capture.h"
#include "commands.h"
#include "json.h"
#include "sample.h"

// --- the rules of a table -----------------------------------------------------------------------

static bool is_word(const char *text) {
    const size_t length = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    return length > 0 && text[length] == '\0' && text[0] != '-';
}

static bool is_sentence(const char *text) {
    return text && strlen(text) > 3 && text[strlen(text) - 1] == '.';
}

static const cli_parameter *named(const cli_parameter *list, const char *name) {
    for (; list && list->name; list++) {
        if (strcmp(list->name, name) == 0) return list;
    }
    return NULL;
}

// what holds for options and arguments alike
static void check_parameter(const cli_parameter *p) {
    CHECK(is_word(p->name));
    CHECK(strlen(p->name) < 32);
    CHECK((p->kind == CLI_CHOICE) == (p->choices != NULL));
    for (int i = 0; p->choices && p->choices[i]; i++) {
        CHECK(is_word(p->choices[i]));
    }
    CHECK(p->low <= p->high && p->least <= p->most);
    const bool number = p->kind == CLI_INT || p->kind == CLI_REAL || p->kind == CLI_REALS;
    CHECK(number || (p->low == 0 && p->high == 0 && p->unit == NULL));
    CHECK(p->kind == CLI_REALS || p->most == 0);
    const bool repeats = p->need == CLI_REPEATED || p->need == CLI_SOME;
    const bool required = p->need == CLI_REQUIRED || p->need == CLI_SOME;
    CHECK(!repeats || p->kind != CLI_INT);
    CHECK(!p->standard || (p->kind != CLI_FLAG && !repeats && !required));
    CHECK(p->kind != CLI_FLAG || !required);
}

static void check_options(const cli_parameter *options) {
    bool seen[256] = {false};
    for (const cli_parameter *global = cli_global_options; global->name; global++) {
        seen[(unsigned char)global->letter] = true;
    }
    seen[0] = false;
    for (const cli_parameter *p = options; p && p->name; p++) {
        check_parameter(p);
        CHECK(p->kind != CLI_COMMAND);
        CHECK(named(cli_global_options, p->name) == NULL);
        CHECK(named(options, p->name) == p);
        const unsigned char letter = (unsigned char)p->letter;
        CHECK(letter == 0 || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'));
        CHECK(!seen[letter]);
        seen[letter] = letter != 0;
    }
}

static void check_arguments(const cli_command *command) {
    const cli_parameter *before = NULL;
    for (const cli_parameter *p = command->arguments; p && p->name; p++) {
        check_parameter(p);
        CHECK(p->kind != CLI_FLAG && p->letter == 0);
        CHECK(named(command->arguments, p->name) == p);

        // a repeated argument takes all that follow, and what follows an optional one is optional
        if (before) {
            CHECK(before->need == CLI_REQUIRED || before->need == CLI_OPTIONAL);
            CHECK(before->need == CLI_REQUIRED || p->need == CLI_OPTIONAL ||
                  p->need == CLI_REPEATED);
        }
        const cli_parameter *option = named(command->options, p->name);
        CHECK(option == NULL || (option->kind == p->kind && option->need == p->need));
        before = p;
    }
}

// default values are checked by the parser itself: only they can be wrong in such a line
static void check_standards(const cli_program *program, const cli_command *command) {
    for (const cli_parameter *p = command->options; p && p->name; p++) {
        if (p->standard == NULL) continue;
        static const cli_parameter none[] = {{0}};
        const cli_parameter one[] = {*p, {0}};
        const cli_command only = {
            .name = "", .summary = "s.", .options = one, .arguments = none, .run = command->run};
        const cli_command *const alone[] = {&only, NULL};
        const cli_program small = {.name = program->name, .commands = alone};
        char *argv[] = {"p", NULL};
        cli_values values;
        CHECK(cli_parse(&small, 1, argv, &values, NULL) == SNW_OK);
        cli_values_close(&values);
    }
}

static void check_program(const cli_program *program) {
    for (const cli_command *const *at = program->commands; *at != NULL; at++) {
        const cli_command *command = *at;
        char name[64];
        (void)snprintf(name, sizeof name, "%s", command->name);
        char *blank = strchr(name, ' ');
        if (blank) *blank = '\0';
        CHECK(name[0] == '\0' || is_word(name));
        CHECK(!blank || is_word(blank + 1));
        CHECK(strlen(command->name) < 40);
        CHECK(is_sentence(command->summary) && command->run != NULL);
        check_options(command->options);
        check_arguments(command);
        check_standards(program, command);

        // no word is a verb and a noun, and no command is there twice
        for (const cli_command *const *before = program->commands; *before != command; before++) {
            const cli_command *other = *before;
            CHECK(strcmp(other->name, command->name) != 0);
            const size_t length = strcspn(other->name, " ");
            const bool same_first =
                length == strlen(name) && strncmp(other->name, name, length) == 0;
            CHECK(!same_first || (blank && other->name[length] == ' '));
        }
    }
}

static void every_table_keeps_the_rules(void) {
    check_program(&sinew_program);
    check_program(&sample_program);
    check_program(&guide_program);
}

// what the manual shows to users is held to more
static void every_command_of_sinew_is_explained(void) {
    for (const cli_command *const *at = sinew_program.commands; *at != NULL; at++) {
        const cli_command *command = *at;
        CHECK(command->group && is_sentence(command->description));
        CHECK(strlen(command->summary) < 90);
        CHECK(command->examples && command->examples[0].line);
        for (const cli_example *example = command->examples; example->line; example++) {
            CHECK(strstr(example->line, "sinew ") && strstr(example->line, command->name));
            CHECK(is_sentence(example->sentence) && strlen(example->line) < 78);
        }
        for (const cli_parameter *p = command->options; p && p->name; p++) {
            CHECK(is_sentence(p->sentence));
        }
        for (const cli_parameter *p = command->arguments; p && p->name; p++) {
            CHECK(is_sentence(p->sentence));
        }
    }
}

// --- the commands -------------------------------------------------------------------------------

static void help_in_front_and_behind_are_the_same(void) {
    for (const cli_command *const *at = sinew_program.commands; *at != NULL; at++) {
        const cli_command *command = *at;
        for (int json = 0; json < 2; json++) {
            char front[96], behind[96];
            (void)snprintf(front, sizeof front, "sinew help %s%s", command->name,
                           json ? " --json" : "");
            (void)snprintf(behind, sizeof behind, "sinew%s %s -h", json ? " --json" : "",
                           command->name);
            captured a = capture_line(&sinew_program, front);
            captured b = capture_line(&sinew_program, behind);
            CHECK(a.exit_code == 0 && b.exit_code == 0);
            CHECK_TEXT(a.out, b.out);
            CHECK(strstr(a.out, command->summary) != NULL || !json);
            CHECK(json == json_is_valid(a.out));
            captured_free(&a);
            captured_free(&b);
        }
    }
}

static void help_alone_teaches_where_to_begin(void) {
    captured result = capture_line(&sinew_program, "sinew help");
    captured same = capture_line(&sinew_program, "sinew --help");
    CHECK_TEXT(result.out, same.out);
    static const char *const words[] = {"Begin with:\n  sinew doctor", "sinew help COMMAND",
                                        "\nThis machine:\n  doctor ",  "\nHelp:\n  help ",
                                        "  completion bash",           "docs/command-line.md"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        CHECK(strstr(result.out, words[i]) != NULL);
    }
    captured_free(&result);
    captured_free(&same);
}

static void help_for_what_is_not_there_is_wrong_usage(void) {
    expect_line(&sinew_program, "sinew help docter", 2, "", "did you mean 'doctor'?");
    expect_line(&sinew_program, "sinew help completion zsh", 2, "",
                "no command 'completion zsh'; did you mean 'completion bash'?");
    expect_line(&sinew_program, "sinew help doctor now", 2, "", "no command 'doctor now'");
    expect_line(&sinew_program, "sinew completion", 2, "", "'completion' needs a second word");
    expect_line(&sinew_program, "sinew docter", 2, "", "did you mean 'doctor'?");
}

static void version_names_version_variant_and_compiler(void) {
    char text[128], json[192];
    captured result = capture_line(&sinew_program, "sinew version");
    (void)snprintf(text, sizeof text, "sinew %s (%s, ", snw_version(), snw_variant());
    CHECK(strncmp(result.out, text, strlen(text)) == 0);
    captured same = capture_line(&sinew_program, "sinew doctor --version");
    CHECK_TEXT(result.out, same.out);
    captured_free(&result);
    captured_free(&same);
    result = capture_line(&sinew_program, "sinew --json --version");
    (void)snprintf(json, sizeof json,
                   "{\"name\":\"sinew\",\"version\":\"%s\",\"variant\":\"%s\",\"compiler\":\"",
                   snw_version(), snw_variant());
    CHECK(strncmp(result.out, json, strlen(json)) == 0);
    CHECK(json_is_valid(result.out));
    captured_free(&result);
}

static void completion_is_that_of_the_table(void) {
    captured result = capture_line(&sinew_program, "sinew completion bash");
    CHECK(result.exit_code == 0);
    CHECK(strstr(result.out, "complete -F _sinew sinew\n") != NULL);
    for (const cli_command *const *at = sinew_program.commands; *at != NULL; at++) {
        const cli_command *command = *at;
        char entry[64];
        (void)snprintf(entry, sizeof entry, "\n    '%s') ", command->name);
        CHECK(strstr(result.out, entry) != NULL);
    }
    captured_free(&result);
}

int main(void) {
    RUN(every_table_keeps_the_rules);
    RUN(every_command_of_sinew_is_explained);
    RUN(help_in_front_and_behind_are_the_same);
    RUN(help_alone_teaches_where_to_begin);
    RUN(help_for_what_is_not_there_is_wrong_usage);
    RUN(version_names_version_variant_and_compiler);
    RUN(completion_is_that_of_the_table);
    return check_report();
}
