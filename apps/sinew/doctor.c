// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "doctor.h"

#include <string.h>

typedef struct report {
    const cli_io *io;
    int count;
    int totals[3]; // of each state
    doctor_check checks[DOCTOR_CHECKS_MOST];
} report;

const char *doctor_state_name(doctor_state state) {
    static const char *const names[] = {"ok", "warn", "fail"};
    return names[state];
}

static void add_state(snw_text *text, const cli_io *io, doctor_state state) {
    static const char *const colours[] = {"\x1b[32m", "\x1b[33m", "\x1b[31m"};
    const bool colour = io->colour_out;
    snw_text_format(text, "  %s%-4s%s", colour ? colours[state] : "", doctor_state_name(state),
                    colour ? "\x1b[0m" : "");
}

static void add_check(snw_text *text, const cli_io *io, const doctor_check *check) {
    add_state(text, io, check->state);
    snw_text_format(text, "  %-16s  ", check->name);
    snw_text_visible(text, check->found);
    snw_text_format(text, "\n");
    if (check->state != DOCTOR_OK) {
        snw_text_format(text, "        fix: ");
        snw_text_visible(text, check->fix);
        snw_text_format(text, "\n");
    }
    if (io->verbose > 0) snw_text_format(text, "        why: %s\n", check->reason);
}

static void render_text(snw_text *text, const void *context) {
    const report *all = context;
    const char *group = "";
    for (int i = 0; i < all->count; i++) {
        const doctor_check *check = &all->checks[i];
        if (all->io->quiet && check->state == DOCTOR_OK) continue;
        if (strcmp(group, check->group) != 0) {
            snw_text_format(text, "%s\n", check->group);
            group = check->group;
        }
        add_check(text, all->io, check);
    }
    const bool clean = all->totals[DOCTOR_WARN] == 0 && all->totals[DOCTOR_FAIL] == 0;
    if (all->io->quiet && clean) return;
    snw_text_format(text, "%d ok, %d warn, %d fail\n", all->totals[DOCTOR_OK],
                    all->totals[DOCTOR_WARN], all->totals[DOCTOR_FAIL]);
}

static void render_json(snw_text *text, const void *context) {
    const report *all = context;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "ok", all->totals[DOCTOR_OK]);
    snw_json_int(&json, "warn", all->totals[DOCTOR_WARN]);
    snw_json_int(&json, "fail", all->totals[DOCTOR_FAIL]);
    snw_json_array(&json, "checks");
    for (int i = 0; i < all->count; i++) {
        const doctor_check *check = &all->checks[i];
        snw_json_new_line(&json);
        snw_json_object(&json, NULL);
        snw_json_string(&json, "name", check->name);
        snw_json_string(&json, "group", check->group);
        snw_json_string(&json, "state", doctor_state_name(check->state));
        snw_json_string(&json, "found", check->found);
        snw_json_string(&json, "fix", check->fix);
        snw_json_end(&json);
    }
    snw_json_new_line(&json);
    snw_json_end(&json);
    cli_json_finish(&json);
}

static snw_status run_doctor(const cli_values *values, cli_io *io, snw_why *why) {
    (void)why;
    doctor_facts facts;
    doctor_read(&facts, NULL);
    report all = {.io = io};
    all.count = doctor_judge(&facts, all.checks);
    for (int i = 0; i < all.count; i++) {
        all.totals[all.checks[i].state]++;
    }
    const snw_status status = cli_print(io, io->json ? render_json : render_text, &all);
    if (snw_failed(status)) return status;

    // the report is the answer; a sentence behind it would say nothing new
    const bool strict = cli_flag(values, "strict");
    const bool good = all.totals[DOCTOR_FAIL] == 0 && (!strict || all.totals[DOCTOR_WARN] == 0);
    io->answered = true;
    return good ? SNW_OK : SNW_ERR_CHECK;
}

static const cli_parameter doctor_options[] = {
    {.name = "strict", .sentence = "Treat warnings as failures."},
    {0},
};
static const cli_example doctor_examples[] = {
    {"sinew doctor", "Run all checks and print a fix below each that is not ok."},
    {"sinew doctor -q --strict", "Print only what should be fixed before an arm is driven."},
    {"sinew doctor --json", "Print the same as JSON."},
    {0},
};

const cli_command doctor_command = {
    .name = "doctor",
    .group = "This machine",
    .summary = "Check whether this machine suits a control loop, and say how to fix the rest.",
    .description =
        "Looks at the machine, the build, the real-time limits and the directories of the user. "
        "Each line is ok, warn or fail: warn means that simulations run, but a loop on hardware "
        "may miss deadlines; fail means that a part of sinew cannot work.\n\nExit code 0 if "
        "nothing fails, 1 otherwise. --json writes an object with the members checks, an array of "
        "{name, group, state, found, fix}, and ok, warn, fail, the counts.",
    .options = doctor_options,
    .examples = doctor_examples,
    .run = run_doctor};
