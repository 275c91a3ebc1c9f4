// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_TESTS_CLI_CAPTURE_H
#define SINEW_TESTS_CLI_CAPTURE_H

/// @file
/// Runs a command line inside the test and keeps what it wrote. The including file defines
/// _POSIX_C_SOURCE 200809L first, for open_memstream().

#include <string.h>

#include "check.h"
#include "cli.h"

/// What a command line did.
typedef struct captured {
    int exit_code;
    char *out, *err; // ended by a zero; free with captured_free()
} captured;

/// Runs argv[0..argc).
__attribute__((unused)) static captured capture(const cli_program *program, int argc,
                                                char *const *argv) {
    captured result = {0};
    size_t out_size, err_size;
    cli_io io = {.in = stdin};
    io.out = open_memstream(&result.out, &out_size);
    io.err = open_memstream(&result.err, &err_size);
    CHECK(io.out != NULL && io.err != NULL);
    result.exit_code = cli_main(program, argc, argv, &io);
    (void)fclose(io.out);
    (void)fclose(io.err);
    return result;
}

__attribute__((unused)) static void captured_free(captured *result) {
    free(result->out);
    free(result->err);
}

enum { CAPTURE_WORDS = 40 };

/// Runs a line of words separated by blanks, or by bars when there is one.
__attribute__((unused)) static captured capture_line(const cli_program *program, const char *line) {
    char copy[1024];
    (void)snprintf(copy, sizeof copy, "%s", line);
    const char *separators = strchr(copy, '|') ? "|" : " ";
    char *argv[CAPTURE_WORDS] = {0};
    int argc = 0;
    char *rest = copy;
    while (rest && argc < CAPTURE_WORDS - 1) {
        argv[argc++] = rest;
        rest = strpbrk(rest, separators);
        if (rest) *rest++ = '\0';
    }
    return capture(program, argc, argv);
}

/// The line must end with this exit code, write exactly `out`, and say `err` somewhere.
__attribute__((unused)) static void expect_line(const cli_program *program, const char *line,
                                                int exit_code, const char *out, const char *err) {
    captured result = capture_line(program, line);
    if (result.exit_code != exit_code) print_error("%s: %s%s\n", line, result.out, result.err);
    CHECK(result.exit_code == exit_code);
    if (out) CHECK_TEXT(result.out, out);
    if (strstr(result.err, err) == NULL) print_error("%s: %s\n", line, result.err);
    CHECK(strstr(result.err, err) != NULL);
    if (err[0] == '\0') CHECK_TEXT(result.err, "");
    captured_free(&result);
}

#endif // SINEW_TESTS_CLI_CAPTURE_H
