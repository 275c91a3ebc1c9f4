// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "run_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell_input.h"
#include "progress.h"
#include "remote.h"
#include "sinew/os/clock.h"
#include "sinew/os/signals.h"

const char run_description[] =
    "Makes the loop that the cell describes, enables its arms and runs it until the time is "
    "over or Ctrl-C; then the arms come to rest in good order. While it runs, 'sinew get', "
    "'set', 'list', 'ask' and 'top' reach it through a socket that only this user can open. "
    "With --virtual two runs of the same cell are equal in every bit.\n\n"
    "Without real-time rights it runs too, and says what is missing. At the end it tells how "
    "well each arm followed, what was held back or stopped, and how long the stages took. "
    "--json writes {cell, clock, ticks, seconds, overruns, skipped, arms: [{name, state, "
    "cause, rms, worst, stops, clamps, q}], threads, record}.";
const cli_parameter cell_arguments[] = {
    {.name = "cell",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "The cell: a file, or the name of one that comes with sinew."},
    {0},
};
const cli_parameter run_options[] = {
    {.name = "virtual", .sentence = "As fast as it can, the same every time; 10 s unless --for."},
    {.name = "real", .sentence = "By the clock of the machine, which is the standard."},
    {.name = "for",
     .kind = CLI_REAL,
     .low = 0,
     .high = 1e9,
     .unit = "s",
     .sentence = "How long; until Ctrl-C when it is left out."},
    {.name = "pace",
     .kind = CLI_REAL,
     .low = 1e-3,
     .high = 1e6,
     .sentence = "With --virtual: so many times real time at most."},
    {.name = "record",
     .letter = 'r',
     .kind = CLI_FILE,
     .sentence = "The file to record to, .mcap; a name that is taken gets a number."},
    {.name = "set",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "PATH=VALUE: a parameter to be changed before it begins; may be repeated."},
    {.name = "sim", .sentence = "Touch no hardware, whatever the cell says."},
    {.name = "idle", .sentence = "Do not enable the arms: that is left to 'sinew ask'."},
    {.name = "headless",
     .sentence = "Only the local socket, no page; there is no page yet, so nothing changes."},
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_example run_examples[] = {
    {"sinew run puma560 --virtual --for 10", "Ten seconds, as fast as it can."},
    {"sinew run puma560 --record run.mcap", "In real time until Ctrl-C, with all signals."},
    {"sinew run my.cell.xml --set 'law/kp[2]=200' --json", "A summary for a program."},
    {0},
};

// what goes on beside and at the end of each tick
typedef struct job {
    cell_input input;
    snw_exec *exec;
    snw_recorder *recorder;
    bool threaded; // the recorder has a thread of its own
    run_tracking tracking[RUN_ARMS];
    remote_server server;
    progress bar;
    int64_t duration_ns;
    bool real;
    bool idle;              // the arms are left to others
    bool enabled[RUN_ARMS]; // once is enough: a stop is for a person to clear
} job;

static snw_status refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                         const char *fix) {
    snw_why_set(why, code, subject, text);
    snw_why_fix(why, fix);
    return code;
}

// --- in the loop --------------------------------------------------------------------------------

static void track(run_tracking *tracking, const snw_arm *arm) {
    if (!arm->follows || arm->target.mode != SNW_AXIS_POSITION) return;
    for (int i = 0; i < arm->count; i++) {
        const double error = fabs(arm->target.q[i] - arm->estimate.q[i]);
        if (error > tracking->worst) tracking->worst = error;
        tracking->squares += error * error;
        tracking->samples++;
    }
}

static void observe(void *context, const snw_tick *tick, const snw_event *events, int count) {
    job *j = context;
    for (int i = 0; i < snw_exec_arm_count(j->exec); i++) {
        track(&j->tracking[i], snw_exec_arm(j->exec, i));
    }
    if (j->recorder == NULL) return;
    snw_recorder_tick(j->recorder, (int64_t)tick->number, tick->t_ns);
    for (int i = 0; i < count; i++)
        snw_recorder_event(j->recorder, &events[i]);
}

// --- beside it ----------------------------------------------------------------------------------

// Acknowledges and enables each arm once, as a person would from 'sinew ask': what the drives
// report decides when it may be.
static void enable_arms(job *j) {
    for (int i = 0; i < snw_exec_arm_count(j->exec); i++) {
        if (j->enabled[i]) continue;
        char path[2 * SNW_NAME], state[64];
        snw_text text = snw_text_over(path, sizeof path);
        snw_text_format(&text, "%s/guard/state", snw_exec_arm(j->exec, i)->name);
        if (snw_failed(snw_exec_get(j->exec, path, state, sizeof state, NULL))) continue;
        j->enabled[i] = strcmp(state, "enabled") == 0;
        const bool disabled = strcmp(state, "disabled") == 0;
        if (j->enabled[i]) continue;
        SNW_IGNORE(
            snw_exec_request(j->exec, i, disabled ? SNW_REQUEST_ENABLE : SNW_REQUEST_ACKNOWLEDGE));
    }
}

static bool serve(snw_exec *exec, void *context) {
    job *j = context;
    if (!j->idle) enable_arms(j);
    const int64_t t = snw_exec_time_ns(exec);
    remote_serve(&j->server, j->real ? 20 * INT64_C(1000000) : 0);
    if (j->recorder != NULL && !j->threaded) SNW_IGNORE(snw_recorder_pump(j->recorder, t));
    if (progress_wanted(&j->bar)) {
        const double part = j->duration_ns > 0 ? (double)t / (double)j->duration_ns : -1;
        progress_tell(&j->bar, t / 1000000000, part);
    }
    return !j->server.quit;
}

// --- set-up -------------------------------------------------------------------------------------

static const snw_loop *loop_of(const snw_cell *cell) {
    return cell->control.type == &snw_loop_type ? cell->control.block : NULL;
}

static snw_status open_loop(job *j, const snw_registry *registry, const cli_values *values,
                            cli_io *io, snw_why *why) {
    const snw_cell *cell = j->input.cell;
    if (loop_of(cell) == NULL) {
        return refuse(why, SNW_ERR_CHECK, j->input.path, "nothing moves this cell",
                      "give it <control><loop>...</loop></control>, see docs/exec.md");
    }
    snw_exec_options options = snw_exec_defaults();
    options.registry = registry;
    options.simulate_all = cli_flag(values, "sim");
    j->input.diags.count = j->input.diags.errors = 0;
    const snw_status status =
        snw_exec_open(&j->exec, cell, &j->input.system, &options, &j->input.diags);
    model_tell(&j->input.diags, io, why);
    if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, j->input.path, NULL);
    return status;
}

// the groups of the cell, or one of everything
static snw_status add_groups(job *j, snw_why *why) {
    const snw_loop *loop = loop_of(j->input.cell);
    static const char *const everything[] = {"**"};
    if (loop->record_count == 0) {
        const snw_record_group all = {.name = "all", .patterns = everything, .pattern_count = 1};
        return snw_recorder_add(j->recorder, &all, why);
    }
    snw_status status = SNW_OK;
    for (int i = 0; i < loop->record_count && !snw_failed(status); i++) {
        const snw_record_entry *entry = &loop->records[i];
        char words[SNW_FIELD_PATH];
        const char *patterns[SNW_FIELD_PATH / 2];
        int count = 0;
        snw_copy_text(words, sizeof words, entry->signals);
        for (char *at = words; *at != '\0';) {
            at += strspn(at, " ");
            if (*at == '\0') break;
            patterns[count++] = at;
            at += strcspn(at, " ");
            if (*at != '\0') *at++ = '\0';
        }
        const snw_record_group group = {.name = entry->name,
                                        .patterns = patterns,
                                        .pattern_count = count,
                                        .divisor = entry->divisor};
        status = snw_recorder_add(j->recorder, &group, why);
    }
    return status;
}

static snw_status add_joints(job *j, snw_why *why) {
    snw_status status = SNW_OK;
    for (int i = 0; i < snw_exec_arm_count(j->exec) && !snw_failed(status); i++) {
        const snw_arm *arm = snw_exec_arm(j->exec, i);
        const char *names[SNW_AXES];
        char topic[2 * SNW_NAME], q[2 * SNW_NAME], v[2 * SNW_NAME], effort[2 * SNW_NAME];
        for (int axis = 0; axis < arm->count; axis++)
            names[axis] = snw_arm_axis_name(arm, axis);
        const struct {
            char *out;
            const char *format;
        } texts[] = {{q, "q"}, {v, "v"}, {effort, "effort"}};
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            snw_text text = snw_text_over(texts[k].out, (size_t)2 * SNW_NAME);
            snw_text_format(&text, "%s/sensed/%s[*]", arm->name, texts[k].format);
        }
        snw_text text = snw_text_over(topic, sizeof topic);
        snw_text_format(&text, "/%s/joint_states", arm->name);
        const snw_record_joints joints = {.topic = topic,
                                          .names = names,
                                          .count = arm->count,
                                          .position = q,
                                          .velocity = v,
                                          .effort = effort};
        if (arm->count > 0) status = snw_recorder_add_joints(j->recorder, &joints, why);
    }
    return status;
}

static snw_status add_description(job *j, snw_why *why) {
    snw_file_content content;
    snw_status status = snw_file_read(j->input.path, NULL, &content, why);
    if (snw_failed(status)) return status;
    status = snw_recorder_add_text(j->recorder, j->input.path, "xml", content.data, why);
    snw_file_free(&content);
    return status;
}

static void keep_change(void *context, const char *path, const char *value, uint64_t tick) {
    job *j = context;
    if (j->recorder == NULL) return;
    snw_recorder_parameter(j->recorder, (int64_t)tick, snw_exec_time_ns(j->exec), path, value);
}

static snw_status open_recorder(job *j, const cli_values *values, snw_why *why) {
    const char *path = cli_text(values, "record");
    if (path == NULL) return SNW_OK;
    snw_recorder_config config = snw_recorder_defaults();
    config.path = path;
    config.roots = snw_exec_signals(j->exec);
    config.period = (double)snw_exec_period_ns(j->exec) / 1e9;
    config.wall_ns = snw_clock_realtime_ns();
    config.threaded = j->threaded = j->real;
    // virtual seconds are short: a disk that is asked to keep each of them would be all that counts
    if (!j->real) config.sync_ns = INT64_C(3600000000000);
    snw_status status = snw_recorder_open(&j->recorder, &config, why);
    if (!snw_failed(status)) status = add_groups(j, why);
    if (!snw_failed(status)) status = add_joints(j, why);
    if (!snw_failed(status)) status = add_description(j, why);
    if (!snw_failed(status)) {
        const int64_t t = j->real ? snw_clock_now_ns() : snw_exec_time_ns(j->exec);
        status = snw_recorder_start(j->recorder, t, why);
        remote_tell(&j->server, keep_change, j);
    }
    return status;
}

static snw_status set_all(job *j, const cli_values *values, snw_why *why) {
    int count;
    const char *const *words = cli_texts(values, "set", &count);
    for (int i = 0; i < count; i++) {
        const char *equal = strchr(words[i], '=');
        char path[SNW_FIELD_PATH];
        if (equal == NULL || (size_t)(equal - words[i]) >= sizeof path) {
            return refuse(why, SNW_ERR_USAGE, words[i], "this is not PATH=VALUE",
                          "write --set 'law/kp[2]=200'");
        }
        memcpy(path, words[i], (size_t)(equal - words[i]));
        path[equal - words[i]] = '\0';
        const snw_status status = snw_exec_set(j->exec, path, equal + 1, why);
        if (snw_failed(status)) return status;
        keep_change(j, path, equal + 1, snw_exec_next(j->exec));
    }
    return SNW_OK;
}

// --- the run ------------------------------------------------------------------------------------

static snw_status run_cell(job *j, const cli_values *values, cli_io *io, snw_stop *stop,
                           snw_why *why) {
    j->idle = cli_flag(values, "idle");
    snw_exec_observe(j->exec, observe, j);
    snw_run_options options = snw_run_defaults();
    options.real = j->real;
    options.duration_ns = j->duration_ns;
    options.stop = stop;
    if (cli_given(values, "pace")) options.pace = cli_real(values, "pace");
    snw_run_report report = {0};
    j->bar = progress_begin(io, "s", false);
    snw_status status = snw_exec_run(j->exec, &options, serve, j, &report, why);
    progress_end(&j->bar);
    if (report.missing.code != SNW_OK) {
        char sentence[1024];
        (void)snw_why_sentence(&report.missing, sentence, sizeof sentence);
        cli_note(io, "%s", sentence);
    }

    // arms come to rest while the recorder still looks
    snw_recorder_report recording = {0};
    const bool recorded = j->recorder != NULL;
    const run_summary summary = {.cell = j->input.cell->name,
                                 .exec = j->exec,
                                 .real = j->real,
                                 .tracking = j->tracking,
                                 .report = &report,
                                 .recorded = recorded,
                                 .recording = &recording};
    if (recorded) {
        const snw_status closed = snw_recorder_close(j->recorder, &recording, why);
        j->recorder = NULL;
        if (!snw_failed(status)) status = closed;
    }
    if (!snw_failed(status)) status = run_tell(&summary, io, why);
    return status;
}

static void close_job(job *j, cli_io *io) {
    remote_close(&j->server);
    if (j->recorder != NULL) SNW_IGNORE(snw_recorder_close(j->recorder, NULL, NULL));
    snw_why left = {0};
    if (snw_failed(snw_exec_close(j->exec, 3 * INT64_C(1000000000), &left))) {
        char sentence[1024];
        (void)snw_why_sentence(&left, sentence, sizeof sentence);
        cli_note(io, "%s", sentence);
    }
    cell_close(&j->input);
}

static snw_status run_with_types(const snw_registry *registry, const cli_values *values, cli_io *io,
                                 snw_why *why) {
    const bool virtual = cli_flag(values, "virtual");
    if (virtual && cli_flag(values, "real")) {
        return refuse(why, SNW_ERR_USAGE, NULL, "--virtual and --real exclude each other",
                      "choose one");
    }
    job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
    }
    const double seconds = cli_given(values, "for") ? cli_real(values, "for") : virtual ? 10 : -1;
    j->real = !virtual;
    j->duration_ns = (int64_t)llround(seconds * 1e9);
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    snw_status status = cell_take(&j->input, cli_text(values, "cell"), registry, values, io, why);
    if (snw_failed(status)) {
        free(j);
        return status;
    }
    status = snw_stop_on_signals(&stop, &signals, why);
    if (!snw_failed(status)) status = open_loop(j, registry, values, io, why);
    if (!snw_failed(status)) status = remote_listen(&j->server, j->exec, j->input.cell->name, why);
    if (!snw_failed(status)) status = open_recorder(j, values, why);
    if (!snw_failed(status)) status = set_all(j, values, why);
    if (!snw_failed(status)) status = run_cell(j, values, io, &stop, why);
    close_job(j, io);
    snw_signals_close(signals);
    free(j);
    return status;
}

snw_status run_run(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(run_with_types, values, io, why);
}
