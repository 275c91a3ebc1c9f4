// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "internal.h"

// What is requested and what is, each sample, as a recording: target, command and readings of every
// arm.

enum { PUMP_TICKS = 1000 }; // of 10 s that the rings hold

static void observe(void *context, const snw_tick *tick, const snw_event *events, int count) {
    snw__site *site = context;
    const int64_t next_ns = tick->t_ns + snw_exec_period_ns(site->exec);
    __atomic_store_n(&site->t_ns, next_ns, __ATOMIC_RELEASE);
    if (site->recorder == NULL) return;
    snw_recorder_tick(site->recorder, (int64_t)tick->number, tick->t_ns);
    for (int i = 0; i < count; i++)
        snw_recorder_event(site->recorder, &events[i]);
}

static snw_status add_arm(snw__site *site, const snw_arm *arm, snw_why *why) {
    static const char *const images[] = {"target", "command", "sensed"};
    enum { IMAGES = 3, NUMBERS = 2 };
    static const char *const numbers[NUMBERS] = {"q", "v"};
    char texts[IMAGES * NUMBERS][2 * SNW_NAME];
    const char *patterns[IMAGES * NUMBERS];
    for (int i = 0; i < IMAGES * NUMBERS; i++) {
        snw_text text = snw_text_over(texts[i], sizeof texts[i]);
        snw_text_format(&text, "%s/%s/%s[*]", arm->name, images[i / NUMBERS], numbers[i % NUMBERS]);
        patterns[i] = texts[i];
    }
    const snw_record_group group = {
        .name = arm->name, .patterns = patterns, .pattern_count = IMAGES * NUMBERS};
    return snw_recorder_add(site->recorder, &group, why);
}

snw_status snw__trace_open(snw__site *site, const char *path, snw_why *why) {
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(site->exec);
    config.period = (double)snw_exec_period_ns(site->exec) * 1e-9;
    config.threaded = site->real;
    // virtual seconds are short: the disk keeps them at the end
    if (!site->real) config.sync_ns = INT64_C(3600000000000);
    snw_status status = snw_recorder_open(&site->recorder, &config, why);
    for (int i = 0; i < snw_exec_arm_count(site->exec) && !snw_failed(status); i++)
        status = add_arm(site, snw_exec_arm(site->exec, i), why);
    if (snw_failed(status)) return status;
    const int64_t t = site->real ? snw_clock_now_ns() : snw_exec_time_ns(site->exec);
    return snw_recorder_start(site->recorder, t, why);
}

void snw__observe(snw__site *site) {
    snw_exec_observe(site->exec, observe, site);
}

void snw__trace_pump(snw__site *site) {
    if (site->recorder == NULL || ++site->ticks % PUMP_TICKS != 0) return;
    SNW_IGNORE(snw_recorder_pump(site->recorder, snw_exec_time_ns(site->exec)));
}

snw_status snw__trace_close(snw__site *site, snw_why *why) {
    snw_recorder *recorder = site->recorder;
    site->recorder = NULL;
    return snw_recorder_close(recorder, NULL, why);
}
