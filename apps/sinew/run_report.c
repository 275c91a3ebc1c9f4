// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <string.h>

#include "model_input.h"
#include "progress.h"
#include "run_command.h"

static double rms(const snw_tracking *tracking) {
    return tracking->samples > 0 ? sqrt(tracking->squares / (double)tracking->samples) : 0;
}

static double speed(const snw_run_report *report) {
    return report->wall_ns > 0 ? (double)report->loop_ns / (double)report->wall_ns : 0;
}

static const char *state_name(const snw_guard *guard) {
    static const char *const names[] = {"disabled", "enabled", "stopping", "held", "latched"};
    return names[guard->signals.state];
}

static bool is_stopped(const snw_guard *guard) {
    const snw_stop_state state = guard->signals.state;
    return state != SNW_ARM_ENABLED && state != SNW_ARM_DISABLED;
}

// What stopped an arm, and who: "" while it is not stopped.
static const char *stop_reason(const snw_guard *guard) {
    return is_stopped(guard) && guard->signals.cause != SNW_CAUSE_NONE ? guard->first.text : "";
}

// Why its stop became more severe: "" when it did not.
static const char *harder_reason(const snw_guard *guard) {
    return is_stopped(guard) && guard->signals.harder != SNW_CAUSE_NONE ? guard->harder.text : "";
}

// Unit of the errors of an arm: that of its coordinates.
static const char *error_unit(const snw_arm *arm) {
    int slides = 0;
    for (int i = 0; i < arm->count; i++)
        slides += arm->model->links[arm->link[i]].joint == SNW_JOINT_PRISMATIC;
    return slides == 0 ? "rad" : slides == arm->count ? "m" : "rad or m";
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

// the word of the state that a component shows; "" when it shows none
static const char *shown_state(const snw_component *component) {
    const snw_type *shown = component->functions->signals;
    const snw_field *field = shown != NULL ? snw_type_field(shown, "state") : NULL;
    if (component->state != SNW_COMPONENT_RUNNING) return "not running";
    if (field == NULL || field->kind != SNW_KIND_ENUM || field->size != sizeof(int)) return "";
    int value;
    memcpy(&value, (const char *)component->signals + field->offset, sizeof value);
    for (int i = 0; i < field->choice_count; i++) {
        if (field->choices[i].value == value) return field->choices[i].name;
    }
    return "";
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

static void json_arm(snw_json_writer *json, const run_summary *s, int index) {
    const snw_arm *arm = snw_exec_arm(s->exec, index);
    const snw_guard *guard = snw_exec_guard(s->exec, index);
    snw_json_object(json, NULL);
    snw_json_string(json, "name", arm->name);
    snw_json_string(json, "state", state_name(guard));
    snw_json_string(json, "cause", snw_cause_rule(guard->signals.cause));
    const bool falls = s->fault != NULL && strcmp(s->fault->rule, "run-base") == 0 &&
                       strcmp(s->fault->subject, arm->name) == 0;
    snw_json_string(json, "reason", falls ? s->fault->text : stop_reason(guard));
    snw_json_string(json, "harder", snw_cause_rule(guard->signals.harder));
    snw_json_string(json, "harder_reason", harder_reason(guard));
    snw_json_string(json, "unit", error_unit(arm));
    snw_json_real(json, "rms", rms(&s->report->tracking[index]));
    snw_json_real(json, "worst", s->report->tracking[index].worst);
    snw_json_int(json, "stops", (int64_t)guard->signals.stops);
    snw_json_int(json, "clamps", (int64_t)guard->signals.clamps);
    snw_json_reals(json, "q", arm->estimate.q, arm->count);
    if (arm->sensed.base_count > 0) {
        snw_json_reals(json, "base", arm->sensed.base, arm->sensed.base_count);
    }
    snw_json_end(json);
}

static void json_programs(snw_json_writer *json, const run_summary *s) {
    snw_json_array(json, "programs");
    int index = 0;
    for (const snw_component *one = NULL; (one = next_mover(s, &index)) != NULL;) {
        snw_json_object(json, NULL);
        snw_json_string(json, "name", one->name);
        snw_json_string(json, "state", shown_state(one));
        snw_json_int(json, "moves", shown_count(one, "moves"));
        const int64_t rounds = shown_count(one, "rounds");
        if (rounds >= 0) snw_json_int(json, "rounds", rounds);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void json_threads(snw_json_writer *json, const snw_run_report *report) {
    snw_json_array(json, "threads");
    for (int i = 0; i < report->thread_count; i++) {
        const snw_run_thread *thread = &report->threads[i];
        snw_json_object(json, NULL);
        snw_json_string(json, "name", thread->name);
        snw_json_string(json, "policy", thread->granted > 0 ? "fifo" : "other");
        snw_json_int(json, "priority", thread->granted);
        snw_json_int(json, "asked", thread->asked);
        snw_json_end(json);
    }
    snw_json_end(json);
}

static void json_summary(snw_text *text, const void *context) {
    const run_summary *s = context;
    const snw_run_report *run = &s->report->run;
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "cell", s->cell);
    snw_json_string(&json, "clock", s->real ? "real" : "virtual");
    snw_json_int(&json, "ticks", (int64_t)run->ticks);
    snw_json_real(&json, "seconds", (double)run->loop_ns / 1e9);
    snw_json_int(&json, "overruns", (int64_t)run->overruns);
    snw_json_int(&json, "skipped", (int64_t)run->skipped);
    snw_json_int(&json, "slips", (int64_t)run->slips);
    snw_json_real(&json, "slipped", (double)run->slipped_ns / 1e9);
    snw_json_int(&json, "moves", all_moves(s));
    snw_json_array(&json, "arms");
    for (int i = 0; i < snw_exec_arm_count(s->exec); i++)
        json_arm(&json, s, i);
    snw_json_end(&json);
    json_programs(&json, s);
    json_threads(&json, run);
    if (s->report->recorded) {
        snw_json_object(&json, "record");
        snw_json_string(&json, "file", s->report->recording.path);
        snw_json_int(&json, "samples", (int64_t)s->report->recording.samples);
        snw_json_int(&json, "lost", (int64_t)s->report->recording.lost_samples);
        snw_json_end(&json);
    }
    cli_json_finish(&json);
}

// --- for people ---------------------------------------------------------------------------------

static void cell_error(snw_text *text, double error, const snw_arm *arm) {
    char number[SNW_NUMBER_SIZE], words[SNW_NUMBER_SIZE + 16];
    progress_print_roughly(error, number);
    snw_text both = snw_text_over(words, sizeof words);
    snw_text_format(&both, "%s %s", number, error_unit(arm));
    model_cell(text, words);
}

static void page_arms(snw_text *text, const run_summary *s) {
    snw_text_format(text,
                    "| arm | state | rms error | largest error | stops | held back | cause |\n"
                    "|---|---|---:|---:|---:|---:|---|\n");
    for (int i = 0; i < snw_exec_arm_count(s->exec); i++) {
        const snw_guard *guard = snw_exec_guard(s->exec, i);
        snw_text_format(text, "| ");
        model_cell(text, snw_exec_arm(s->exec, i)->name);
        model_cell(text, state_name(guard));
        cell_error(text, rms(&s->report->tracking[i]), snw_exec_arm(s->exec, i));
        cell_error(text, s->report->tracking[i].worst, snw_exec_arm(s->exec, i));
        model_cell_real(text, (double)guard->signals.stops);
        model_cell_real(text, (double)guard->signals.clamps);
        char causes[64];
        snw_text both = snw_text_over(causes, sizeof causes);
        snw_text_format(&both, "%s", snw_cause_rule(guard->signals.cause));
        if (guard->signals.harder != SNW_CAUSE_NONE) {
            snw_text_format(&both, ", then %s", snw_cause_rule(guard->signals.harder));
        }
        model_cell(text, causes);
        snw_text_format(text, "\n");
    }
}

static void page_programs(snw_text *text, const run_summary *s) {
    int index = 0;
    const snw_component *one = next_mover(s, &index);
    if (one == NULL) return;
    snw_text_format(text, "\n| program | moves done | rounds | state |\n|---|---:|---:|---|\n");
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
        model_cell(text, shown_state(one));
        snw_text_format(text, "\n");
    }
}

static void page_timings(snw_text *text, const run_summary *s) {
    snw_timing timings[SNW_TIMINGS];
    snw_exec_timings(s->exec, timings);
    if (timings[SNW_TIMED_TICK].count == 0 || timings[SNW_TIMED_TICK].most_ns == 0) return;
    snw_text_format(
        text, "\n| stage | min us | mean us | 99.9 %% us | max us |\n|---|---:|---:|---:|---:|\n");
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
    snw_text_format(text, "\n| thread | policy | priority | requested |\n|---|---|---:|---:|\n");
    for (int i = 0; i < report->thread_count; i++) {
        const snw_run_thread *thread = &report->threads[i];
        snw_text_format(text, "| ");
        model_cell(text, thread->name);
        model_cell(text, thread->granted > 0 ? "SCHED_FIFO" : "SCHED_OTHER");
        model_cell_real(text, thread->granted);
        model_cell_real(text, thread->asked);
        snw_text_format(text, "\n");
    }
}

static void page_summary(snw_text *text, const void *context) {
    const run_summary *s = context;
    page_arms(text, s);
    page_programs(text, s);
    page_timings(text, s);
    page_threads(text, &s->report->run);
}

static void note_stop(cli_io *io, const char *arm, const snw_guard *guard) {
    const char *reason = stop_reason(guard), *harder = harder_reason(guard);
    if (reason[0] == '\0') return;
    cli_note(io, "%s: %s%s%s", arm, reason, harder[0] != '\0' ? ", then: " : "", harder);
}

snw_status run_tell(const run_summary *s, cli_io *io, snw_why *why) {
    if (io->json) return cli_print(io, json_summary, s);
    const snw_status status = model_print_page(io, page_summary, s, why);
    if (s->report->recorded) {
        cli_note(io, "recorded %llu samples to %s, %llu lost",
                 (unsigned long long)s->report->recording.samples, s->report->recording.path,
                 (unsigned long long)s->report->recording.lost_samples);
    }
    for (int i = 0; i < snw_exec_arm_count(s->exec); i++)
        note_stop(io, snw_exec_arm(s->exec, i)->name, snw_exec_guard(s->exec, i));
    char length[SNW_NUMBER_SIZE], rate[SNW_NUMBER_SIZE];
    (void)snw_real_print((double)s->report->run.loop_ns / 1e9, length);
    progress_print_roughly(speed(&s->report->run), rate);
    cli_note(io, "%s s in %llu ticks, %s times real time, %llu overruns", length,
             (unsigned long long)s->report->run.ticks, rate,
             (unsigned long long)s->report->run.overruns);
    if (s->report->run.slips > 0) {
        progress_print_roughly((double)s->report->run.slipped_ns / 1e9, length);
        cli_note(io, "the machine was busy: simulated time waited %llu times, %s s in all",
                 (unsigned long long)s->report->run.slips, length);
    }
    return status;
}
