// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include <unistd.h>

#include "capture.h"
#include "commands.h"
#include "sample.h"

// bash itself is asked what it would offer for a line; it cuts words at = as in real use
static const char driver[] = "\nask() {\n"
                             "    COMP_WORDS=(\"$@\") COMP_CWORD=$(($# - 1)) COMPREPLY=()\n"
                             "    \"$complete\"\n"
                             "    echo \"${COMPREPLY[*]}\"\n"
                             "}\n";

static void write_script(FILE *script, const cli_program *program) {
    size_t size;
    char *page;
    FILE *memory = open_memstream(&page, &size);
    CHECK(memory != NULL);
    cli_io io = {.out = memory, .err = stderr};
    const cli_topic topic = {.program = program};
    CHECK(cli_print(&io, cli_render_bash, &topic) == SNW_OK);
    (void)fclose(memory);
    (void)fprintf(script, "set -u\n%scomplete=_%s%s", page, program->name, driver);
    free(page);
}

// runs `questions`, lines that call ask, and compares all answers
static void expect_answers(const cli_program *program, const char *questions, const char *answers) {
    char path[] = "/tmp/sinew-completion-XXXXXX";
    const int descriptor = mkstemp(path);
    CHECK(descriptor >= 0);
    FILE *script = fdopen(descriptor, "w");
    CHECK(script != NULL);
    write_script(script, program);
    (void)fprintf(script, "cd '%s/tests/unit/cli' || exit 1\n%s", SNW_SOURCE_DIR, questions);
    (void)fclose(script);

    char command[128], found[8192];
    (void)snprintf(command, sizeof command, "bash --norc %s 2>&1", path);
    FILE *bash = popen(command, "r");
    CHECK(bash != NULL);
    const size_t length = fread(found, 1, sizeof found - 1, bash);
    found[length] = '\0';
    const int status = pclose(bash);
    (void)unlink(path);
    CHECK_TEXT(found, answers);
    CHECK(status == 0);
}

static void commands_and_verbs_are_offered_in_their_place(void) {
    expect_answers(&sample_program,
                   "ask sample ''\n"
                   "ask sample s\n"
                   "ask sample su\n"
                   "ask sample shape ''\n"
                   "ask sample -q shape l\n"
                   "ask sample nothing ''\n",
                   "sum shape\nsum shape\nsum\ndraw list\nlist\n\n");
}

static void options_are_those_of_the_command_and_the_global_ones(void) {
    expect_answers(&sample_program,
                   "ask sample --v\n"
                   "ask sample shape draw --s\n"
                   "ask sample shape draw --shape box --f\n"
                   "ask sample shape list --\n"
                   "ask sample sum -- --\n",
                   "--version --verbose\n--shape --set\n--fill\n"
                   "--help --version --json --quiet --verbose\n\n");
}

static void values_are_choices_files_or_nothing(void) {
    expect_answers(&sample_program,
                   "ask sample shape draw --shape ''\n"
                   "ask sample shape draw --shape = b\n"
                   "ask sample shape draw --shape =\n"
                   "ask sample shape draw -s c\n"
                   "ask sample shape draw --turn ''\n"
                   "ask sample shape draw sample\n"
                   "ask sample shape draw --shape = box --fill sample\n"
                   "ask sample shape draw --shape box sample.h ''\n"
                   "ask sample sum all 1 2 ''\n",
                   "ball box cone\nball box\nball box cone\ncone\n\nsample.h\nsample.h\n\n\n");
}

static void a_program_of_one_command_completes_too(void) {
    expect_answers(&guide_program,
                   "ask thisProgram --o\n"
                   "ask thisProgram a --real-v\n"
                   "ask thisProgram ''\n",
                   "--out-file\n--real-value\n\n");
}

static void bash_finds_nothing_to_complain_about(void) {
    expect_answers(&sample_program, "complete -p sample\n", "complete -F _sample sample\n");
}

// Components, their commands, and what the arguments of these may be; of a word that several
// objects know, all of it. What is the user's own, such as numbers and names, is not offered.
static void ask_offers_objects_commands_and_arguments(void) {
    expect_answers(
        &sinew_program,
        "ask sinew ask ''  | tr ' ' '\\n' | grep -x -e cell -e motion -e task -e gripper "
        "-e arm.drive | sort\n"
        "ask sinew ask mo\n"
        "ask sinew ask cell pa\n"
        "ask sinew ask motion li\n"
        "ask sinew ask motion line ''\n"
        "ask sinew ask motion put ''\n"
        "ask sinew ask motion move ''\n"
        "ask sinew ask task jog ''\n"
        "ask sinew ask --cell other task jog base 0 t\n"
        "ask sinew ask guiding guide o\n"
        "ask sinew ask sequence automatic ''\n"
        "ask sinew ask task nonsense ''\n",
        "arm.drive\ncell\ngripper\nmotion\ntask\n"
        "motion\n"
        "pause pace payload\n"
        "line limit list\n"
        "in=world in=base in=tool\n"
        "move line joints frame\n"
        "\n"
        "base tool joints\n"
        "tool\n"
        "on off\n"
        "true false\n"
        "\n");
}

int main(void) {
    RUN(commands_and_verbs_are_offered_in_their_place);
    RUN(options_are_those_of_the_command_and_the_global_ones);
    RUN(values_are_choices_files_or_nothing);
    RUN(a_program_of_one_command_completes_too);
    RUN(bash_finds_nothing_to_complain_about);
    RUN(ask_offers_objects_commands_and_arguments);
    return check_report();
}
