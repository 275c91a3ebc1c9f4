// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CLI_DESCRIBE_SAMPLE_H
#define SINEW_TESTS_CLI_DESCRIBE_SAMPLE_H

/// @file
/// `sinew describe` with the sample types instead of those of the program. The including file
/// defines _GNU_SOURCE first.

#include "../../cases/describe/types.h"
#include "../os/scratch.h"
#include "capture.h"
#include "describe_command.h"
#include "json.h"

static snw_registry sample_registry;

/// Fills the registry; without types when `empty`.
__attribute__((unused)) static void sample_open(bool empty) {
    static _Alignas(SNW_ARENA_ALIGN) unsigned char memory[16384];
    snw_arena arena = snw_arena_over(memory, sizeof memory);
    CHECK(snw_registry_init(&sample_registry, 32, &arena) == SNW_OK);
    for (int i = 0; i < SAMPLE_BASES && !empty; i++) {
        CHECK(snw_registry_add_base(&sample_registry, sample_bases[i], NULL) == SNW_OK);
    }
    for (int i = 0; i < SAMPLE_TYPES && !empty; i++) {
        CHECK(snw_registry_add(&sample_registry, sample_types[i], NULL) == SNW_OK);
    }
}

#define SAMPLE_RUN(verb)                                                                           \
    static snw_status sample_##verb(const cli_values *values, cli_io *io, snw_why *why) {          \
        return describe_##verb(&sample_registry, values, io, why);                                 \
    }
SAMPLE_RUN(list)
SAMPLE_RUN(show)
SAMPLE_RUN(xsd)
SAMPLE_RUN(manual)
SAMPLE_RUN(check)
SAMPLE_RUN(convert)

static const cli_command describe_commands[] = {
    {.name = "list", .summary = "s.", .options = describe_list_options, .run = sample_list},
    {.name = "show",
     .summary = "s.",
     .arguments = describe_show_arguments,
     .options = describe_show_options,
     .run = sample_show},
    {.name = "xsd", .summary = "s.", .options = describe_xsd_options, .run = sample_xsd},
    {.name = "manual", .summary = "s.", .options = describe_manual_options, .run = sample_manual},
    {.name = "check",
     .summary = "s.",
     .arguments = describe_check_arguments,
     .options = describe_check_options,
     .run = sample_check},
    {.name = "convert",
     .summary = "s.",
     .arguments = describe_convert_arguments,
     .options = describe_convert_options,
     .run = sample_convert},
    {0},
};
static const cli_command *const describe_commands_list[] = {&describe_commands[0],
                                                            &describe_commands[1],
                                                            &describe_commands[2],
                                                            &describe_commands[3],
                                                            &describe_commands[4],
                                                            &describe_commands[5],
                                                            NULL};
static const cli_program describe_program = {.name = "d", .commands = describe_commands_list};

/// Runs a line in which every @ stands for the scratch directory.
__attribute__((unused)) static captured describe_line(const char *line) {
    char whole[1024];
    snw_text text = snw_text_over(whole, sizeof whole);
    for (; *line != '\0'; line++) {
        snw_text_format(&text, "%s%.1s", *line == '@' ? scratch_directory : "",
                        *line == '@' ? "" : line);
    }
    CHECK(!snw_text_is_cut(&text));
    return capture_line(&describe_program, whole);
}

/// The line must end so, and say these words on each stream ("" is silence).
__attribute__((unused)) static void expect_describe(const char *line, int exit_code,
                                                    const char *out, const char *err) {
    captured result = describe_line(line);
    const bool good = result.exit_code == exit_code && strstr(result.out, out) != NULL &&
                      strstr(result.err, err) != NULL && (*out != '\0' || *result.out == '\0') &&
                      (*err != '\0' || *result.err == '\0');
    if (!good) print_error("%s: %d\n%s%s\n", line, result.exit_code, result.out, result.err);
    CHECK(good);
    captured_free(&result);
}

/// The content of a file of the scratch directory, on the heap.
__attribute__((unused)) static char *scratch_text(const char *name) {
    FILE *file = fopen(scratch(name).text, "rb");
    if (file == NULL) print_error("no %s\n", name);
    CHECK(file != NULL);
    char *text = calloc(1, 1 << 20);
    CHECK(text != NULL);
    (void)fread(text, 1, (1 << 20) - 1, file);
    (void)fclose(file);
    return text;
}

#endif // SINEW_TESTS_CLI_DESCRIBE_SAMPLE_H
