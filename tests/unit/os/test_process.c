// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include <signal.h>
#include <sys/resource.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/clock.h"
#include "sinew/os/process.h"

static snw_process_result result;
static snw_why why;

static snw_status run_with(const char *script, int64_t limit_ns, size_t output,
                           snw_process_limits limits) {
    const char *const arguments[] = {"sh", "-c", script, NULL};
    const snw_process_config config = {arguments, limit_ns, output, limits};
    return snw_process_run(&config, &result, &why);
}

static snw_status run(const char *script) {
    return run_with(script, INT64_C(60000000000), 1 << 20, (snw_process_limits){0});
}

static void a_program_gives_its_output_its_words_and_its_exit_code(void) {
    CHECK(run("printf 'out\\0put'; printf words >&2; exit 7") == SNW_OK);
    CHECK(result.output_size == 7 && memcmp(result.output, "out\0put", 8) == 0);
    CHECK_TEXT(result.words, "words");
    CHECK(result.exit_code == 7 && result.signal == 0);
    snw_process_free(&result);
    CHECK(result.output == NULL && result.output_size == 0);
    CHECK(run("kill -SEGV $$") == SNW_OK);
    CHECK(result.exit_code == -1 && result.signal == SIGSEGV);
    snw_process_free(&result);
}

static void large_output_and_many_words_are_taken(void) {
    CHECK(run("i=0; while [ $i -lt 2000 ]; do echo 0123456789012345678901234567890123456789; "
              "echo more and more words >&2; i=$((i + 1)); done") == SNW_OK);
    CHECK(result.output_size == 2000 * 41 && result.exit_code == 0);
    CHECK(strlen(result.words) == SNW_PROCESS_WORDS - 1);
    snw_process_free(&result);
}

static void standard_input_is_empty(void) {
    CHECK(run("wc -c") == SNW_OK);
    CHECK(atoi(result.output) == 0 && result.exit_code == 0);
    snw_process_free(&result);
}

static void what_cannot_be_started_is_refused(void) {
    const char *const absent[] = {"no-such-program-of-sinew", NULL};
    const char *const folder[] = {"/", NULL};
    const char *const none[] = {NULL};
    snw_process_config config = {.arguments = absent, .limit_ns = -1};
    CHECK(snw_process_run(&config, &result, &why) == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(why.subject, "no-such-program-of-sinew");
    config.arguments = folder;
    CHECK(snw_process_run(&config, &result, &why) == SNW_ERR_PERMISSION);
    config.arguments = none;
    CHECK(snw_process_run(&config, &result, &why) == SNW_ERR_ARGUMENT);
    CHECK(snw_process_run(&config, &result, NULL) == SNW_ERR_ARGUMENT);
}

static void a_program_that_does_not_end_is_stopped_with_its_children(void) {
    // the child keeps the streams open; a program may also close them and go on
    CHECK(run_with("sleep 600 & sleep 600", 200000000, 100, (snw_process_limits){0}) ==
          SNW_ERR_TIMEOUT);
    CHECK_TEXT(why.text, "the program did not end in time and was stopped");
    CHECK(result.output == NULL);
    CHECK(run_with("exec >&- 2>&-; sleep 600", 200000000, 100, (snw_process_limits){0}) ==
          SNW_ERR_TIMEOUT);
    CHECK(run_with("yes", -1, 100000, (snw_process_limits){0}) == SNW_ERR_TOO_LARGE);
    CHECK_TEXT(why.text, "the program wrote too much and was stopped");
}

static void limits_hold_in_the_program(void) {
    const snw_process_limits cpu = {.cpu_s = 1};
    CHECK(run_with("while :; do :; done", -1, 100, cpu) == SNW_OK);
    CHECK(result.signal == SIGXCPU || result.signal == SIGKILL);
    snw_process_free(&result);

    scratch_name file = scratch("file");
    char script[SCRATCH_PATH + 64];
    (void)snprintf(script, sizeof script, "trap '' XFSZ; echo text >'%s' || exit 9", file.text);
    const snw_process_limits files = {.no_files = true};
    CHECK(run_with(script, -1, 100, files) == SNW_OK);
    CHECK(result.exit_code == 9);
    CHECK(scratch_holds(file.text, "", 0));
    snw_process_free(&result);
    CHECK(run_with("ulimit -c", -1, 100, files) == SNW_OK);
    CHECK_TEXT(result.output, "0\n");
    snw_process_free(&result);

    // shells count memory in KiB; sanitized builds of this library leave the limit out
    const snw_process_limits memory = {.memory = (size_t)256 << 20};
    CHECK(run_with("ulimit -v", -1, 100, memory) == SNW_OK);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    CHECK_TEXT(result.output, "262144\n");
#endif
    snw_process_free(&result);
}

static int limit_myself(void) {
    const snw_process_limits limits = {.cpu_s = 100, .no_files = true, .no_children = true};
    struct rlimit cpu, files, children, core;
    if (snw_process_limit(&limits, NULL) != SNW_OK) return 1;
    if (getrlimit(RLIMIT_CPU, &cpu) != 0 || getrlimit(RLIMIT_FSIZE, &files) != 0 ||
        getrlimit(RLIMIT_NPROC, &children) != 0 || getrlimit(RLIMIT_CORE, &core) != 0) {
        return 2;
    }
    // looser limits change nothing
    const snw_process_limits loose = {.cpu_s = 1000};
    if (snw_process_limit(&loose, NULL) != SNW_OK) return 3;
    struct rlimit again;
    if (getrlimit(RLIMIT_CPU, &again) != 0 || again.rlim_cur != 100) return 4;
    return cpu.rlim_max == 100 && files.rlim_cur == 0 && children.rlim_cur == 0 &&
                   core.rlim_cur == 0
               ? 0
               : 5;
}

static void a_process_can_limit_itself(void) {
    CHECK(scratch_in_child(limit_myself) == 0);
}

int main(void) {
    scratch_open();
    RUN(a_program_gives_its_output_its_words_and_its_exit_code);
    RUN(large_output_and_many_words_are_taken);
    RUN(standard_input_is_empty);
    RUN(what_cannot_be_started_is_refused);
    RUN(a_program_that_does_not_end_is_stopped_with_its_children);
    RUN(limits_hold_in_the_program);
    RUN(a_process_can_limit_itself);
    return check_report();
}
