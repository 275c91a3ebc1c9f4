// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _POSIX_C_SOURCE 200809L

#include <sys/stat.h>
#include <unistd.h>

#include "capture.h"
#include "commands.h"
#include "doctor.h"
#include "json.h"

static const char *const variables[] = {"XDG_CONFIG_HOME", "XDG_DATA_HOME",   "XDG_STATE_HOME",
                                        "XDG_CACHE_HOME",  "XDG_RUNTIME_DIR", "HOME"};

static void set_all(const char *value) {
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        CHECK(setenv(variables[i], value, 1) == 0);
    }
}

// a new directory that the test removes
static void make_directory(char path[64]) {
    (void)snprintf(path, 64, "/tmp/sinew-doctor-XXXXXX");
    CHECK(mkdtemp(path) != NULL);
}

static void facts_of_directories_come_from_a_trial_that_leaves_no_trace(void) {
    char home[64];
    make_directory(home);
    set_all(home);
    doctor_facts facts;
    doctor_read(&facts, NULL);
    char expected[96];
    (void)snprintf(expected, sizeof expected, "%s/sinew", home);
    for (int i = 0; i < DOCTOR_DIRECTORIES; i++) {
        CHECK(facts.directories[i].status == SNW_OK);
        CHECK_TEXT(facts.directories[i].path, expected);
    }
    CHECK(rmdir(home) == 0); // only an empty directory can be removed

    // below a file nothing can be made, not even by root
    set_all("/dev/null/home");
    doctor_read(&facts, NULL);
    for (int i = 0; i < DOCTOR_DIRECTORIES; i++) {
        CHECK(snw_failed(facts.directories[i].status));
        CHECK_TEXT(facts.directories[i].path, "/dev/null/home/sinew");
    }

    // without any of the variables there is no place
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        CHECK(unsetenv(variables[i]) == 0);
    }
    doctor_read(&facts, NULL);
    CHECK(facts.directories[SNW_USER_STATE].status == SNW_ERR_NOT_FOUND);
    CHECK_TEXT(facts.directories[SNW_USER_STATE].path, "");
}

static void write_text(const char *root, const char *name, const char *text) {
    char path[128];
    (void)snprintf(path, sizeof path, "%s/%s", root, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    (void)fputs(text, file);
    (void)fclose(file);
}

static void the_processor_is_read_from_the_kernels_files(void) {
    static const struct {
        const char *text, *model;
    } rows[] = {
        {"processor\t: 0\nmodel\t\t: 17\nmodel name\t: Imaginary 9000 @ 3 GHz\nflags\t: a\n",
         "Imaginary 9000 @ 3 GHz"},
        {"processor : 0\nFeatures : fp\n\nHardware : BCM\nModel\t\t: Small Board 4\n",
         "Small Board 4"},
        {"model name", ""},
        {"model name of nothing\n", ""},
        {"", ""},
    };
    char root[64], proc[80], file[96];
    make_directory(root);
    (void)snprintf(proc, sizeof proc, "%s/proc", root);
    (void)snprintf(file, sizeof file, "%s/cpuinfo", proc);
    CHECK(mkdir(proc, 0700) == 0);
    doctor_facts facts;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        write_text(proc, "cpuinfo", rows[i].text);
        doctor_read(&facts, root);
        CHECK_TEXT(facts.cpu_model, rows[i].model);
    }
    CHECK(unlink(file) == 0 && rmdir(proc) == 0 && rmdir(root) == 0);
    doctor_read(&facts, root);
    CHECK_TEXT(facts.cpu_model, "");
}

static int count_of(const char *text, const char *part) {
    int count = 0;
    while ((text = strstr(text, part)) != NULL) {
        count++;
        text += strlen(part);
    }
    return count;
}

// the numbers in front of "ok", "warn" and "fail" in the last line
static void read_totals(const char *text, int totals[3]) {
    const char *line = text + strlen(text) - 1;
    while (line > text && line[-1] != '\n') {
        line--;
    }
    char *rest;
    static const char *const words[] = {" ok, ", " warn, ", " fail\n"};
    for (int i = 0; i < 3; i++) {
        totals[i] = (int)strtol(line, &rest, 10);
        CHECK(strncmp(rest, words[i], strlen(words[i])) == 0);
        line = rest + strlen(words[i]);
    }
}

static void the_report_adds_up_and_decides_the_exit_code(void) {
    char home[64];
    make_directory(home);
    set_all(home);
    captured result = capture_line(&sinew_program, "sinew doctor");
    int totals[3];
    read_totals(result.out, totals);
    CHECK(count_of(result.out, "  ok    ") == totals[0]);
    CHECK(count_of(result.out, "  warn  ") == totals[1]);
    CHECK(count_of(result.out, "  fail  ") == totals[2]);
    CHECK(count_of(result.out, "        fix: ") == totals[1] + totals[2]);
    CHECK(result.exit_code == (totals[2] > 0 ? 1 : 0));
    CHECK_TEXT(result.err, "");
    CHECK(strchr(result.out, '\x1b') == NULL);
    captured_free(&result);

    // warnings count when they shall
    result = capture_line(&sinew_program, "sinew doctor --strict");
    CHECK(result.exit_code == (totals[1] + totals[2] > 0 ? 1 : 0));
    captured_free(&result);

    // quiet leaves out what is ok, verbose adds a reason to each
    result = capture_line(&sinew_program, "sinew doctor -q");
    CHECK(count_of(result.out, "  ok    ") == 0);
    CHECK(count_of(result.out, "        fix: ") == totals[1] + totals[2]);
    captured_free(&result);
    result = capture_line(&sinew_program, "sinew doctor -v");
    CHECK(count_of(result.out, "        why: ") == totals[0] + totals[1] + totals[2]);
    captured_free(&result);
    CHECK(rmdir(home) == 0);
}

static void a_failure_is_exit_code_1_and_no_sentence_is_added(void) {
    set_all("/dev/null/home");
    captured result = capture_line(&sinew_program, "sinew doctor");
    CHECK(result.exit_code == 1);
    CHECK_TEXT(result.err, "");
    CHECK(strstr(result.out, "  fail  state             /dev/null/home/sinew cannot be written") !=
          NULL);
    captured_free(&result);
}

static void json_is_one_object_with_the_same_checks(void) {
    set_all("/dev/null/\"\n");
    captured plain = capture_line(&sinew_program, "sinew doctor");
    captured json = capture_line(&sinew_program, "sinew doctor --json");
    CHECK(json_is_valid(json.out));
    CHECK(json.exit_code == plain.exit_code);
    CHECK(strncmp(json.out, "{\"ok\":", 6) == 0);
    int totals[3];
    read_totals(plain.out, totals);
    CHECK(count_of(json.out, "\"state\":\"ok\"") == totals[0]);
    CHECK(count_of(json.out, "\"state\":\"warn\"") == totals[1]);
    CHECK(count_of(json.out, "\"state\":\"fail\"") == totals[2]);
    const int all = totals[0] + totals[1] + totals[2];
    CHECK(count_of(json.out, "{\"name\":\"") == all);
    CHECK(count_of(json.out, ",\"group\":\"") == all);
    CHECK(count_of(json.out, ",\"found\":\"") == all);
    CHECK(count_of(json.out, ",\"fix\":\"") == all);
    captured_free(&plain);
    captured_free(&json);
}

int main(void) {
    RUN(facts_of_directories_come_from_a_trial_that_leaves_no_trace);
    RUN(the_processor_is_read_from_the_kernels_files);
    RUN(the_report_adds_up_and_decides_the_exit_code);
    RUN(a_failure_is_exit_code_1_and_no_sentence_is_added);
    RUN(json_is_one_object_with_the_same_checks);
    return check_report();
}
