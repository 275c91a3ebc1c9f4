// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/station.h"

#include <string.h>

#include "check.h"

// The command line of a program, as main() gets it.

enum { WORDS = 16 };

static char words_text[512];
static char *words[WORDS];
static int count;
static snw_station_options options;
static snw_why why;

static snw_status parse(const char *line) {
    snw_copy_text(words_text, sizeof words_text, line);
    count = 0;
    for (char *at = words_text; *at != '\0';) {
        words[count++] = at;
        at += strcspn(at, " ");
        if (*at != '\0') *at++ = '\0';
    }
    why = (snw_why){0};
    return snw_station_arguments(&options, &count, words, &why);
}

static void expect_left(const char *line) {
    char left[512] = "";
    snw_text text = snw_text_over(left, sizeof left);
    for (int i = 0; i < count; i++)
        snw_text_format(&text, "%s%s", i > 0 ? " " : "", words[i]);
    CHECK_TEXT(left, line);
}

// Those of the source (Table 6), with one dash and with two, and those beside them.
// spec: loffler:L-220
static void every_option_sets_what_it_says(void) {
    options = snw_station_defaults();
    CHECK(!options.simulate_all && !options.page && !options.real && options.cell == NULL);
    CHECK(parse("p -sim") == SNW_OK && options.simulate_all);
    CHECK(parse("p -nosim") == SNW_OK && !options.simulate_all);
    CHECK(parse("p --sim") == SNW_OK && options.simulate_all);
    CHECK(parse("p -gui") == SNW_OK && options.page);
    CHECK(parse("p -nogui") == SNW_OK && !options.page);
    CHECK(parse("p -qmotor") == SNW_OK && options.page);
    CHECK(parse("p -config cells/imi.cell.xml") == SNW_OK);
    CHECK_TEXT(options.cell, "cells/imi.cell.xml");
    CHECK(parse("p --record run.mcap") == SNW_OK);
    CHECK_TEXT(options.record, "run.mcap");
    CHECK(parse("p --real") == SNW_OK && options.real);
    CHECK(parse("p --virtual") == SNW_OK && !options.real);
    CHECK(parse("p --idle --kinematic") == SNW_OK && options.idle && options.kinematic);
    CHECK(parse("p --for 2.5") == SNW_OK && options.duration_ns == 2500000000);
    expect_left("p");

    // the help has a line for each
    char help[4096];
    snw_text text = snw_text_over(help, sizeof help);
    snw_station_arguments_help(&text);
#define SNW_X(name, takes, sentence) CHECK(strstr(help, "--" #name) && strstr(help, sentence));
    SNW_STATION_ARGUMENTS(SNW_X)
#undef SNW_X
}

static void words_of_the_program_stay_in_their_order(void) {
    options = snw_station_defaults();
    CHECK(parse("p left --sim - right -config c 3 -- -x --sim") == SNW_OK);
    expect_left("p left - right 3 -x --sim");
    CHECK(options.simulate_all);
    CHECK(parse("p") == SNW_OK);
    expect_left("p");
}

// spec: loffler:L-220
static void an_unknown_option_is_told_with_the_closest_and_all_others(void) {
    options = snw_station_defaults();
    CHECK(parse("p --gui -smi") == SNW_ERR_USAGE);
    CHECK_TEXT(why.subject, "-smi");
    CHECK_TEXT(why.rule, "unknown-option");
    CHECK(strstr(why.fix, "did you mean --sim?") != NULL && strstr(why.fix, "--nogui") != NULL);
    // nothing was changed
    expect_left("p --gui -smi");
    CHECK(!options.page);
    CHECK(parse("p --config") == SNW_ERR_USAGE && strcmp(why.rule, "missing-word") == 0);
    static const char *const times[] = {"p --for x",   "p --for -1",   "p --for 0",
                                        "p --for nan", "p --for 1e99", "p --for inf"};
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        CHECK(snw_failed(parse(times[i])) && strcmp(why.rule, "option") == 0);
        CHECK(options.duration_ns < 0);
    }
}

// What a program does with them: the same cell, run as it is told.
// spec: loffler:L-220
static void a_program_runs_as_its_command_line_says(void) {
    options = snw_station_defaults();
    CHECK(parse("p -config " SNW_SOURCE_DIR "/cells/imi.cell.xml -sim -nogui --for 0.5") == SNW_OK);
    snw_station *station = NULL;
    snw_station_report report;
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(!snw_failed(snw_station_run(station, &report, NULL)));
    CHECK(snw_station_server(station) == NULL);
    CHECK(snw_station_time_ns(station) == 500000000);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
    CHECK(parse("p -gui") == SNW_OK);
    CHECK(!snw_failed(snw_station_open(&station, &options, NULL)));
    CHECK(snw_station_server(station) != NULL);
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

int main(void) {
    RUN(every_option_sets_what_it_says);
    RUN(words_of_the_program_stay_in_their_order);
    RUN(an_unknown_option_is_told_with_the_closest_and_all_others);
    RUN(a_program_runs_as_its_command_line_says);
    return check_report();
}
