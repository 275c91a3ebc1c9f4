// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "model_input.h"
#include "progress.h"
#include "run_command.h"

static double rms(const run_tracking *tracking) {
    return tracking->samples > 0 ? sqrt(tracking->squares / (double)tracking->samples) : 0;
}

static double speed(const snw_run_report *report) {
    return report->wall_ns > 0 ? (double)report->loop_ns / (double)report->wall_ns : 0;
}

static const char *state_name(const snw_guard *guard) {
    static const char *const names[] = {"disabled", "enabled", "stopping", "held", "latched"};
    return names[guard->signals.state];
}

// --- who moves arms -----------------------------------------------------------------------------

// a count that a component shows; -1 when it does not
static int64_t shown_count(const snw_component *component, const char *name) {
    const snw_type *shown = component->functions->signals;
    const snw_field *field = shown != NULL ? snw_type_field(shown, name) : NULL;
    if (field == NULL || field->kind != SNW_KIND_UINT || field->size != sizeof(uint64_t)) return -1;
    uint64_t count;
    memcpy(&count, (const char *)component->signals + field->offset, sizeof count);
    return (int64_t)count;
}

// the next component from *index on that counts its moves; NULL when there is none
static const snw_component *next_mover(const run_summary *s, int *index) {
    while (*index < snw_exec_component_count(s->exec)) {
        const snw_component *one = snw_exec_component(s->exec, (*index)++);
        if (shown_count(one, "moves") >= 0) return one;
    }
    return NULL;
}

static int64_t all_moves(const run_summary *s) {
    int64_t sum = 0;
    int index = 0;
    for (const snw_component *one = NULL; (one = next_mover(s, &index)) != NULL;)
        sum += shown_count(one, "moves");
    return sum;
}

// --- for programs -------------------------------------------------------------------------------

static void json_number(snw_text *text, const char *name, double value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_real(text, value);
}

static void json_arm(snw_text *text, const run_summary *s, int index) {
    const snw_arm *arm = snw_exec_arm(s->exec, index);
    const snw_guard *guard = snw_exec_guard(s->exec, index);
    snw_text_format(text, "%s{\"name\":", index > 0 ? "," : "");
    snw_text_json_string(text, arm->name);
    snw_text_format(text, ",\"state\":\"%s\",\"cause\":", state_name(guard));
    snw_text_json_string(text, snw_cause_rule(guard->signals.cause));
    json_number(text, "rms", rms(&s->tracking[index]));
    json_number(text, "worst", s->tracking[index].worst);
    json_number(text, "stops", (double)guard->signals.stops);
    json_number(text, "clamps", (double)guard->signals.clamps);
    snw_text_format(text, ",\"q\":");
    model_json_reals(text, arm->estimate.q, arm->count);
    snw_text_format(text, "}");
}

static void json_programs(snw_text *text, const run_summary *s) {
    snw_text_format(text, ",\"programs\":[");
    int index = 0;
    const char *comma = "";
    for (const snw_component *one = NULL; (one = next_mover(s, &index)) != NULL; comma = ",") {
        snw_text_format(text, "%s{\"name\":", comma);
        snw_text_json_string(text, one->name);
        json_number(text, "moves", (double)shown_count(one, "moves"));
        const int64_t rounds = shown_count(one, "rounds");
        if (rounds >= 0) json_number(text, "rounds", (double)rounds);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "]");
}

static void json_threads(snw_text *text, const snw_run_report *report) {
    snw_text_format(text, ",\"threads\":[");
    for (int i = 0; i < report->thread_count; i++) {
        const snw_run_thread *thread = &report->threads[i];
        snw_text_format(text, "%s{\"name\":", i > 0 ? "," : "");
        snw_text_json_string(text, thread->name);
        snw_text_format(text, ",\"policy\":\"%s\",\"priority\":%d,\"wished\":%d}",
                        thread->granted > 0 ? "fifo" : "other", thread->granted, thread->wished);
    }
    snw_text_format(text, "]");
}

static void json_summary(snw_text *text, const void *context) {
    const run_summary *s = context;
    snw_text_format(text, "{\"cell\":");
    snw_text_json_string(text, s->cell);
    snw_text_format(text, ",\"clock\":\"%s\"", s->real ? "real" : "virtual");
    json_number(text, "ticks", (double)s->report->ticks);
    json_number(text, "seconds", (double)s->report->loop_ns / 1e9);
    json_number(text, "overruns", (double)s->report->overruns);
    json_number(text, "skipped", (double)s->report->skipped);
    json_number(text, "moves", (double)all_moves(s));
    snw_text_format(text, ",\"arms\":[");
    for (int i = 0; i < snw_exec_arm_count(s->exec); i++)
        json_arm(text, s, i);
    snw_text_format(text, "]");
    json_programs(text, s);
    json_threads(text, s->report);
    if (s->recorded) {
        snw_text_format(text, ",\"record\":{\"file\":");
        snw_text_json_string(text, s->recording->path);
        json_number(text, "samples", (double)s->recording->samples);
        json_number(text, "lost", (double)s->recording->lost_samples);
        snw_text_format(text, "}");
    }
    snw_text_format(text, "}\n");
}

// --- for people ---------------------------------------------------------------------------------

static void page_arms(snw_text *text, const run_summary *s) {
    snw_text_format(text, "| arm | state | rms error | largest | stops | held back | cause |\n"
                          "|---|---|---:|---:|---:|---:|---|\n");
    for (int i = 0; i < snw_exec_arm_count(s->exec); i++) {
        const snw_guard *guard = snw_exec_guard(s->exec, i);
        snw_text_format(text, "| ");
        model_cell(text, snw_exec_arm(s->exec, i)->name);
        model_cell(text, state_name(guard));
        model_cell_real(text, rms(&s->tracking[i]));
        model_cell_real(text, s->tracking[i].worst);
        model_cell_real(text, (double)guard->signals.stops);
        model_cell_real(text, (double)guard->signals.clamps);
        model_cell(text, snw_cause_rule(guard->signals.cause));
        snw_text_format(text, "\n");
    }
}

static void page_programs(snw_text *text, const run_summary *s) {
    int index = 0;
    const snw_component *one = next_mover(s, &index);
    if (one == NULL) return;
    snw_text_format(text, "\n| program | moves done | rounds |\n|---|---:|---:|\n");
    for (; one != NULL; one = next_mover(s, &index)) {
        const int64_t rounds = shown_count(one, "rounds");
        snw_text_format(text, "| ");
        model_cell(text, one->name);
        model_cell_real(text, (double)shown_count(one, "moves"));
        if (rounds >= 0) {
            model_cell_real(text, (double)rounds);
        } else {
            model_cell(text, "");
        }
        snw_text_format(text, "\n");
    }
}

static void page_timings(snw_text *text, const run_summary *s) {
    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(s->exec, timings);
    if (timings[SNW_TIMED_TICK].count == 0 || timings[SNW_TIMED_TICK].most_ns == 0) return;
    snw_text_format(text, "\n| stage | least us | mean us | 99.9 %% us | most us |\n"
                          "|---|---:|---:|---:|---:|\n");
    for (int i = 0; i < SNW_TIMINGS; i++) {
        const snw_timing *t = &timings[i];
        if (t->count == 0) continue;
        snw_text_format(text, "| ");
        model_cell(text, snw_timed_name((snw_timed)i));
        model_cell_real(text, (double)t->least_ns / 1e3);
        model_cell_real(text, snw_timing_mean_ns(t) / 1e3);
        model_cell_real(text, (double)snw_timing_quantile_ns(t, 0.999) / 1e3);
        model_cell_real(text, (double)t->most_ns / 1e3);
        snw_text_format(text, "\n");
    }
}

static void page_threads(snw_text *text, const snw_run_report *report) {
    if (report->thread_count == 0) return;
    snw_text_format(text, "\n| thread | policy | priority | wished |\n|---|---|---:|---:|\n");
    for (int i = 0; i < report->thread_count; i++) {
        const snw_run_thread *thread = &report->threads[i];
        snw_text_format(text, "| ");
        model_cell(text, thread->name);
        model_cell(text, thread->granted > 0 ? "SCHED_FIFO" : "SCHED_OTHER");
        model_cell_real(text, thread->granted);
        model_cell_real(text, thread->wished);
        snw_text_format(text, "\n");
    }
}

static void page_summary(snw_text *text, const void *context) {
    const run_summary *s = context;
    page_arms(text, s);
    page_programs(text, s);
    page_timings(text, s);
    page_threads(text, s->report);
}

snw_status run_tell(const run_summary *s, cli_io *io, snw_why *why) {
    if (io->json) return cli_print(io, json_summary, s);
    const snw_status status = model_print_page(io, page_summary, s, why);
    if (s->recorded) {
        cli_note(io, "recorded %llu samples to %s, %llu lost",
                 (unsigned long long)s->recording->samples, s->recording->path,
                 (unsigned long long)s->recording->lost_samples);
    }
    char length[SNW_NUMBER_SIZE], rate[SNW_NUMBER_SIZE];
    (void)snw_real_print((double)s->report->loop_ns / 1e9, length);
    progress_print_roughly(speed(s->report), rate);
    cli_note(io, "%s s in %llu ticks, %s times real time, %llu overruns", length,
             (unsigned long long)s->report->ticks, rate, (unsigned long long)s->report->overruns);
    return status;
}
