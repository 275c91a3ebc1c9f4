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
    cli_add_visible(text, check->found);
    snw_text_format(text, "\n");
    if (check->state != DOCTOR_OK) {
        snw_text_format(text, "        fix: ");
        cli_add_visible(text, check->fix);
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
    snw_text_format(text, "{\"ok\":%d,\"warn\":%d,\"fail\":%d,\"checks\":[", all->totals[DOCTOR_OK],
                    all->totals[DOCTOR_WARN], all->totals[DOCTOR_FAIL]);
    for (int i = 0; i < all->count; i++) {
        const doctor_check *check = &all->checks[i];
        snw_text_format(text, "%s\n{\"name\":\"%s\",\"group\":\"%s\",\"state\":\"%s\",\"found\":",
                        i == 0 ? "" : ",", check->name, check->group,
                        doctor_state_name(check->state));
        snw_text_json_string(text, check->found);
        snw_text_format(text, ",\"fix\":");
        snw_text_json_string(text, check->fix);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "\n]}\n");
}

snw_status run_doctor(const cli_values *values, cli_io *io, snw_why *why) {
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
