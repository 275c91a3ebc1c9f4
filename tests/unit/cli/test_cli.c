// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <unistd.h>

#include "capture.h"
#include "json.h"
#include "sample.h"

static snw_status end_status; // of the next run_end()
static bool end_fills_why, end_answers;

static snw_status run_end(const cli_values *values, cli_io *io, snw_why *why) {
    (void)values;
    if (end_fills_why) snw_why_set(why, end_status, "thing", "it did not go");
    io->answered = end_answers;
    return end_status;
}

static const cli_command end_commands[] = {{.name = "", .summary = "Ends.", .run = run_end}, {0}};
static const cli_command *const end_commands_list[] = {&end_commands[0], NULL};
static const cli_program end_program = {
    .name = "end", .summary = "s.", .commands = end_commands_list};

static captured end_with(snw_status status, bool fills_why, bool answers, const char *line) {
    end_status = status;
    end_fills_why = fills_why;
    end_answers = answers;
    return capture_line(&end_program, line);
}

static void the_exit_code_follows_from_the_status(void) {
    // the promise of the manual, written out
    static const struct {
        snw_status status;
        int code;
    } rows[] = {
        {SNW_OK, 0},
        {SNW_SATURATED, 0},
        {SNW_ERR_UNREACHABLE, 1},
        {SNW_ERR_CHECK, 1},
        {SNW_ERR_USAGE, 2},
        {SNW_ERR_SYNTAX, 3},
        {SNW_ERR_NOT_FINITE, 3},
        {SNW_ERR_NOT_FOUND, 4},
        {SNW_ERR_PERMISSION, 4},
        {SNW_ERR_TIMEOUT, 5},
        {SNW_ERR_HARDWARE, 5},
        {SNW_ERR_OVERRUN, 6},
        {SNW_ERR_INTERNAL, 70},
        {SNW_ERR_INTERRUPTED, 130},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        captured result = end_with(rows[i].status, false, false, "end");
        CHECK(result.exit_code == rows[i].code);
        captured_free(&result);
    }
}

static void a_failure_never_ends_in_silence(void) {
    captured result = end_with(SNW_ERR_TIMEOUT, false, false, "end");
    CHECK_TEXT(result.err, "end: error: the time allowed has passed\n");
    captured_free(&result);
    result = end_with(SNW_ERR_TIMEOUT, true, false, "end --json");
    CHECK_TEXT(result.err, "end: error: thing: it did not go\n");
    CHECK(json_is_valid(result.out));
    captured_free(&result);

    // unless the output is the answer
    result = end_with(SNW_ERR_CHECK, false, true, "end --json");
    CHECK(result.exit_code == 1);
    CHECK_TEXT(result.err, "");
    CHECK_TEXT(result.out, "");
    captured_free(&result);
}

static void wrong_usage_with_json_is_one_object_on_stdout(void) {
    captured result = capture_line(&sample_program, "p shape draw a.png --shpae box --json");
    CHECK(result.exit_code == 2);
    CHECK(json_is_valid(result.out));
    CHECK(strstr(result.out, "\"rule\":\"unknown-option\"") != NULL);
    CHECK(strstr(result.err, "did you mean '--shape'?") != NULL);
    captured_free(&result);
}

// runs `shape list` with its output to `out`
static int run_into(FILE *out, char **words) {
    size_t size;
    char *argv[] = {"p", "shape", "list", NULL};
    cli_io io = {.out = out, .err = open_memstream(words, &size)};
    CHECK(out != NULL && io.err != NULL);
    const int code = cli_main(&sample_program, 3, argv, &io);
    (void)fclose(io.err);
    return code;
}

static void output_that_is_lost_is_told(void) {
    char *words;
    FILE *full = fopen("/dev/full", "w");
    CHECK(run_into(full, &words) == 5);
    CHECK(strstr(words, "standard output: cannot write the output: no space is left") != NULL);
    (void)fclose(full);
    free(words);

    // a stream that is open for reading only
    FILE *reading = fopen("/dev/null", "r");
    CHECK(run_into(reading, &words) == 5);
    (void)fclose(reading);
    free(words);
}

// Seen: `sinew record export x | head` ended with exit code 5 and an error, although nothing was
// wrong: whoever closes a pipe has read what it wanted.
static void a_reader_that_goes_ends_the_program_quietly(void) {
    char *words;
    int ends[2];
    CHECK(pipe(ends) == 0);
    (void)close(ends[0]);
    FILE *broken = fdopen(ends[1], "w");
    CHECK(run_into(broken, &words) == 0);
    CHECK(words[0] == '\0');
    (void)fclose(broken);
    free(words);
}

static void words_that_are_lost_do_no_harm(void) {
    FILE *full = fopen("/dev/full", "w");
    CHECK(full != NULL);
    (void)setvbuf(full, NULL, _IONBF, 0);
    size_t size;
    char *page, *argv[] = {"p", "xyzzy", "--json", NULL};
    cli_io io = {.out = open_memstream(&page, &size), .err = full};
    CHECK(cli_main(&sample_program, 3, argv, &io) == 2);
    (void)fclose(io.out);
    CHECK(json_is_valid(page));
    (void)fclose(full);
    free(page);
}

int main(void) {
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    (void)sigaction(SIGPIPE, &ignore, NULL);
    RUN(the_exit_code_follows_from_the_status);
    RUN(a_failure_never_ends_in_silence);
    RUN(wrong_usage_with_json_is_one_object_on_stdout);
    RUN(output_that_is_lost_is_told);
    RUN(a_reader_that_goes_ends_the_program_quietly);
    RUN(words_that_are_lost_do_no_harm);
    return check_report();
}
