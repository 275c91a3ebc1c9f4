// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "cli.h"

#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "model_input.h"
#include "progress.h"
#include "sinew/exec/stats.h"
#include "sinew/os.h"

static const char rt_check_description[] =
    "Runs a thread that only wakes up, with the given priority and processor. The result describes "
    "the machine and its load, not sinew.\n\n--json writes {cycles, priority, memory_locked, "
    "skipped, min_us, mean_us, p50_us, p99_us, p999_us, max_us, histogram: [[us, count]], advice}.";
static const cli_parameter rt_check_options[] = {
    {.name = "for",
     .kind = CLI_REAL,
     .low = 0.1,
     .high = 1e6,
     .unit = "s",
     .standard = "10",
     .sentence = "Duration of the measurement."},
    {.name = "period",
     .kind = CLI_REAL,
     .low = 1e-4,
     .high = 1,
     .unit = "s",
     .standard = "0.001",
     .sentence = "Period of the loop."},
    {.name = "priority",
     .kind = CLI_INT,
     .low = 0,
     .high = 99,
     .standard = "80",
     .sentence = "SCHED_FIFO priority; 0 means an ordinary thread."},
    {.name = "cpu",
     .kind = CLI_INT,
     .low = -1,
     .high = 63,
     .standard = "-1",
     .sentence = "Processor to run on; -1 means any."},
    {0},
};
static const cli_example rt_check_examples[] = {
    {"sinew rt check", "Measure ten seconds at 1 kHz; print a histogram and advice."},
    {"sinew rt check --for 600 --cpu 3 --json", "Measure an isolated processor; print JSON."},
    {0},
};

// a loop that does nothing but wake up
typedef struct probe {
    int64_t period_ns;
    int64_t cycles;
    snw_stop stop;
    snw_timing lateness;
    int64_t skipped; // periods that passed while it slept
    volatile int64_t done;
} probe;

static void wake_up(void *context) {
    probe *p = context;
    int64_t next = snw_clock_now_ns() + p->period_ns;
    for (int64_t i = 0; i < p->cycles && snw_stop_asked(&p->stop) == 0; i++) {
        snw_clock_sleep_until_ns(next);
        const int64_t late = snw_clock_now_ns() - next;
        snw_timing_add(&p->lateness, late);
        const int64_t whole = late / p->period_ns;
        p->skipped += whole;
        next += (whole + 1) * p->period_ns;
        p->done = i + 1;
    }
}

typedef struct verdict {
    const probe *p;
    int priority; // granted
    bool locked;
    doctor_check checks[DOCTOR_CHECKS_MOST];
    int check_count;
} verdict;

static snw_status measure(probe *p, verdict *v, const cli_values *values, cli_io *io,
                          snw_why *why) {
    const int cpu = (int)cli_int(values, "cpu");
    snw_stop signalled = {0};
    snw_signals *signals = NULL;
    snw_status status = snw_stop_on_signals(&signalled, &signals, why);
    if (snw_failed(status)) return status;
    snw_thread_config config = snw_thread_defaults();
    config.name = "probe";
    config.run = wake_up;
    config.context = p;
    config.priority = (int)cli_int(values, "priority");
    config.cpus = cpu < 0 ? 0 : UINT64_C(1) << cpu;
    v->locked = !snw_failed(snw_memory_lock(NULL));
    snw_thread *thread = NULL;
    snw_why missing = {0};
    status = snw_thread_open(&thread, &config, &missing);
    if (snw_failed(status)) {
        *why = missing;
    } else {
        v->priority = snw_thread_priority(thread);
        progress bar = progress_begin(io, "cycles", false);
        while (snw_thread_join(thread, 50 * INT64_C(1000000)) == SNW_ERR_TIMEOUT) {
            progress_tell(&bar, p->done, (double)p->done / (double)p->cycles);
            if (snw_stop_asked(&signalled) != 0) (void)snw_stop_ask(&p->stop, 1);
        }
        progress_end(&bar);
    }
    snw_memory_unlock();
    snw_signals_close(signals);
    return status;
}

// what the doctor says of real time, and is not well
static void take_advice(verdict *v) {
    doctor_facts *facts = calloc(1, sizeof *facts);
    if (facts == NULL) return;
    doctor_check all[DOCTOR_CHECKS_MOST];
    doctor_read(facts, NULL);
    const int count = doctor_judge(facts, all);
    for (int i = 0; i < count; i++) {
        const bool about = strcmp(all[i].group, "real-time") == 0;
        if (about && all[i].state != DOCTOR_OK) v->checks[v->check_count++] = all[i];
    }
    free(facts);
}

// --- telling ------------------------------------------------------------------------------------

static void json_verdict(snw_text *text, const void *context) {
    const verdict *v = context;
    const snw_timing *t = &v->p->lateness;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_int(&json, "cycles", (int64_t)t->count);
    snw_json_int(&json, "priority", v->priority);
    snw_json_bool(&json, "memory_locked", v->locked);
    snw_json_int(&json, "skipped", v->p->skipped);
    snw_json_real(&json, "min_us", (double)t->least_ns / 1e3);
    snw_json_real(&json, "mean_us", snw_timing_mean_ns(t) / 1e3);
    snw_json_real(&json, "p50_us", (double)snw_timing_quantile_ns(t, 0.5) / 1e3);
    snw_json_real(&json, "p99_us", (double)snw_timing_quantile_ns(t, 0.99) / 1e3);
    snw_json_real(&json, "p999_us", (double)snw_timing_quantile_ns(t, 0.999) / 1e3);
    snw_json_real(&json, "max_us", (double)t->most_ns / 1e3);
    snw_json_array(&json, "histogram");
    for (int i = 0; i < SNW_TIMING_BUCKETS; i++) {
        if (t->buckets[i] == 0) continue;
        snw_json_array(&json, NULL);
        snw_json_real(&json, NULL, (double)snw_timing_bucket_ns(i) / 1e3);
        snw_json_int(&json, NULL, (int64_t)t->buckets[i]);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    snw_json_array(&json, "advice");
    for (int i = 0; i < v->check_count; i++) {
        snw_json_string(&json, NULL, v->checks[i].fix);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

static void page_verdict(snw_text *text, const void *context) {
    const verdict *v = context;
    const snw_timing *t = &v->p->lateness;
    uint64_t most = 1;
    for (int i = 0; i < SNW_TIMING_BUCKETS; i++)
        most = t->buckets[i] > most ? t->buckets[i] : most;
    snw_text_format(text, "| late by at most us | times | |\n|---:|---:|---|\n");
    for (int i = 0; i < SNW_TIMING_BUCKETS; i++) {
        if (t->buckets[i] == 0) continue;
        static const char bar[] = "########################################";
        const int width = (int)(40.0 * (double)t->buckets[i] / (double)most);
        char stars[sizeof bar];
        snw_copy_text(stars, (size_t)width + 1, bar);
        snw_text_format(text, "| ");
        model_cell_real(text, (double)snw_timing_bucket_ns(i) / 1e3);
        model_cell_real(text, (double)t->buckets[i]);
        model_cell(text, stars);
        snw_text_format(text, "\n");
    }
}

static void tell(const verdict *v, cli_io *io) {
    const snw_timing *t = &v->p->lateness;
    cli_note(io, "median %lld us, 99.9 %% %lld us, max %lld us; %lld periods missed",
             (long long)(snw_timing_quantile_ns(t, 0.5) / 1000),
             (long long)(snw_timing_quantile_ns(t, 0.999) / 1000), (long long)(t->most_ns / 1000),
             (long long)v->p->skipped);
    if (v->priority == 0) cli_note(io, "measured without real-time priority");
    if (!v->locked) cli_note(io, "measured without locked memory");
    for (int i = 0; i < v->check_count; i++) {
        cli_note(io, "%s: %s; %s", v->checks[i].name, v->checks[i].found, v->checks[i].fix);
    }
}

static snw_status run_rt_check(const cli_values *values, cli_io *io, snw_why *why) {
    probe *p = calloc(1, sizeof *p);
    verdict *v = calloc(1, sizeof *v);
    snw_status status = p == NULL || v == NULL ? SNW_ERR_MEMORY : SNW_OK;
    if (!snw_failed(status)) {
        const double period = cli_real(values, "period");
        v->p = p;
        p->period_ns = (int64_t)(period * 1e9);
        p->cycles = (int64_t)(cli_real(values, "for") / period);
        status = measure(p, v, values, io, why);
    } else {
        snw_why_set(why, status, NULL, NULL);
    }
    if (!snw_failed(status)) {
        take_advice(v);
        status =
            io->json ? cli_print(io, json_verdict, v) : model_print_page(io, page_verdict, v, why);
        if (!io->json) tell(v, io);
    }
    free(p);
    free(v);
    return status;
}

const cli_command rt_check_command = {
    .name = "rt check",
    .group = "Cells",
    .summary = "Measure how late a loop wakes up on this machine, and give advice.",
    .description = rt_check_description,
    .options = rt_check_options,
    .examples = rt_check_examples,
    .run = run_rt_check};
