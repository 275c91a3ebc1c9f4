// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "commands.h"

#include "describe_command.h"
#include "doctor.h"

static snw_status run_help(const cli_values *values, cli_io *io, snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "command", &count);
    cli_topic topic;
    const snw_status status = cli_find_topic(values, words, count, &topic, why);
    if (snw_failed(status)) return status;
    return cli_print(io, io->json ? cli_render_json : cli_render_help, &topic);
}

static void render_version(snw_text *text, const void *context) {
    const cli_io *io = context;
    snw_text_format(text,
                    io->json ? "{\"name\":\"sinew\",\"version\":\"%s\",\"variant\":\"%s\","
                               "\"compiler\":\"%s\"}\n"
                             : "sinew %s (%s, %s)\n",
                    snw_version(), snw_variant(), SNW_COMPILER);
}

static snw_status run_version(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    (void)why;
    return cli_print(io, render_version, io);
}

static snw_status run_completion(const cli_values *values, cli_io *io, snw_why *why) {
    (void)why;
    const cli_topic topic = {.program = values->program};
    return cli_print(io, cli_render_bash, &topic);
}

static const cli_parameter doctor_options[] = {
    {.name = "strict", .sentence = "Warnings count as failures."},
    {0},
};
static const cli_example doctor_examples[] = {
    {"sinew doctor", "All checks, with the fix below each that is not ok."},
    {"sinew doctor -q --strict", "Only what should be fixed before an arm is driven."},
    {"sinew doctor --json", "The same for a program."},
    {0},
};

static const cli_parameter help_arguments[] = {
    {.name = "command",
     .kind = CLI_COMMAND,
     .need = CLI_REPEATED,
     .sentence = "The command, in one word or two; all commands when it is left out."},
    {0},
};
static const cli_example help_examples[] = {
    {"sinew help doctor", "The same as 'sinew doctor --help'."},
    {"sinew help --json", "The table of all commands, for the manual and for tools."},
    {0},
};

static const cli_example version_examples[] = {
    {"sinew version --json", "Version, variant and compiler as an object."},
    {0},
};

static const cli_example completion_examples[] = {
    {"source <(sinew completion bash)", "Completion in this shell only."},
    {0},
};

static const cli_example start[] = {
    {"sinew doctor", "Is this machine fit to run a control loop, and what is missing?"},
    {"sinew help COMMAND", "What a command does, its options and examples."},
    {0},
};

static const cli_command commands[] = {
    {.name = "doctor",
     .group = "This machine",
     .summary = "Check what this machine offers a control loop, and say how to fix the rest.",
     .description =
         "Looks at the machine, the build, the real-time limits and the directories of the "
         "user. Each line is ok, warn or fail: warn means that simulations run, but a loop on "
         "hardware may miss deadlines; fail means that a part of sinew cannot work.\n\n"
         "Exit code 0 when nothing fails, 1 otherwise. --json writes an object with the members "
         "checks, an array of {name, group, state, found, fix}, and ok, warn, fail, the counts.",
     .options = doctor_options,
     .examples = doctor_examples,
     .run = run_doctor},
    {.name = "describe list",
     .group = "Types and files",
     .summary = "List the types that files can hold.",
     .description = "A line for each type: its token, its base, its name space and a sentence. "
                    "--json writes an array of {token, base, space, help}.",
     .options = describe_list_options,
     .examples = describe_list_examples,
     .run = run_describe_list},
    {.name = "describe show",
     .group = "Types and files",
     .summary = "Show the fields of a type.",
     .description = "For each field its kind, unit, range, default, when it may change, and a "
                    "sentence. Structs that the type holds follow below it.\n\n"
                    "--json writes an object with the members token, base, space, uri, version, "
                    "help, fields and holds, the types that it holds.",
     .arguments = describe_show_arguments,
     .options = describe_show_options,
     .examples = describe_show_examples,
     .run = run_describe_show},
    {.name = "describe xsd",
     .group = "Types and files",
     .summary = "Write the XML schemas of all name spaces, for validators and editors.",
     .description = "A schema imports those of the name spaces below it from the same directory. "
                    "Give validators the highest one that there is: it knows all types.",
     .options = describe_xsd_options,
     .examples = describe_xsd_examples,
     .run = run_describe_xsd},
    {.name = "describe manual",
     .group = "Types and files",
     .summary = "Write the reference manual of all types, in Markdown.",
     .description = "Writes index.md and a page TYPE.md for every type into a directory. Pages of "
                    "types that are gone stay; take them away by hand.",
     .options = describe_manual_options,
     .examples = describe_manual_examples,
     .run = run_describe_manual},
    {.name = "describe test",
     .group = "Types and files",
     .summary = "Prove every type: random objects through XML, JSON and copies, and its borders.",
     .description =
         "Fills each registered type with random legal values, also the ends of every range, and "
         "checks that it comes back bit for bit from XML and JSON, equals its copy, and that a "
         "value one step outside a range is refused. Exit code 0 when all types pass, 1 otherwise; "
         "--json writes one object per type.",
     .options = describe_test_options,
     .examples = describe_test_examples,
     .run = run_describe_test},
    {.name = "describe check",
     .group = "Types and files",
     .summary = "Read a document and tell all that is wrong with it.",
     .description = "Each finding is a line with file, line, column, the reason and a way out. The "
                    "exit code is 0 for a good document, else that of the first error.\n\n"
                    "--json writes an object with the members file, type, ok, errors, warnings "
                    "and findings.",
     .arguments = describe_check_arguments,
     .options = describe_check_options,
     .examples = describe_check_examples,
     .run = run_describe_check},
    {.name = "describe convert",
     .group = "Types and files",
     .summary = "Convert a document between XML and JSON.",
     .description = "The names say the formats: .xml, .json, or one of them and .gz. What is read "
                    "is checked first; the output is written whole or not at all.",
     .arguments = describe_convert_arguments,
     .options = describe_convert_options,
     .examples = describe_convert_examples,
     .run = run_describe_convert},
    {.name = "help",
     .group = "Help",
     .summary = "Explain a command, or list them all.",
     .description =
         "'sinew COMMAND --help' says the same. With --json it writes the table from which "
         "this help, the parser and the completion are made.",
     .arguments = help_arguments,
     .examples = help_examples,
     .run = run_help},
    {.name = "version",
     .group = "Help",
     .summary = "Print the version, the variant and the compiler of this program.",
     .description = "The variant is release, or debug when contracts are checked at run time.",
     .examples = version_examples,
     .run = run_version},
    {.name = "completion bash",
     .group = "Help",
     .summary = "Write the completion script for bash.",
     .description = "The script is installed with sinew. It completes commands, options, choices "
                    "and files, and starts no program to do so.",
     .examples = completion_examples,
     .run = run_completion},
    {0},
};

const cli_program sinew_program = {
    .name = "sinew",
    .summary = "a platform for robot manipulators, from the model to the drive.",
    .start = start,
    .manual = "the pages in docs/ of the source tree; docs/command-line.md is about this program.",
    .commands = commands,
    .show_version = run_version,
};
