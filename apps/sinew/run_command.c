// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "run_command.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run_job.h"
#include "sinew/os/signals.h"

const char run_description[] =
    "Makes the loop that the cell describes, enables its arms and runs it until the time is "
    "over or Ctrl-C; then the arms come to rest in good order. While it runs, 'sinew get', "
    "'set', 'list', 'ask' and 'top' reach it through a socket that only this user can open. "
    "With --virtual two runs of the same cell are equal in every bit.\n\n"
    "In real time it also serves the operator station: open the address that it prints in a "
    "browser. The part behind # says who you are; whoever has it may move the arms. Other "
    "machines reach it only with --address, and then only with TLS and tokens.\n\n"
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
const cli_parameter run_arguments[] = {
    {.name = "cell",
     .kind = CLI_FILE,
     .sentence = "The cell: a file, or the name of one that comes with sinew; or a robot (URDF, "
                 "xacro, ...), which is simulated. The page opens one when it is left out."},
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
    {.name = "kinematic", .sentence = "Arms without mass, which are where they are told to be."},
    {.name = "idle", .sentence = "Do not enable the arms: that is left to 'sinew ask'."},
    {.name = "headless", .sentence = "Only the local socket, no page."},
    {.name = "no-page", .sentence = "The same as --headless."},
    {.name = "port",
     .kind = CLI_INT,
     .low = 0,
     .high = 65535,
     .sentence = "Of the page: 8190 or the next that is free when it is left out; 0 for any. With "
                 "--virtual there is a page only when it is given."},
    {.name = "address",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Where the page is served, such as 192.168.1.5; this machine only when it is left "
                 "out. May be repeated."},
    {.name = "host-name",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "A name by which browsers may call this machine; may be repeated."},
    {.name = "allow-origin",
     .kind = CLI_TEXT,
     .need = CLI_REPEATED,
     .sentence = "Another site whose pages may talk to this cell, such as https://app.example.org; "
                 "may be repeated."},
    {.name = "tls-cert", .kind = CLI_FILE, .sentence = "The certificate of the page, PEM."},
    {.name = "tls-key", .kind = CLI_FILE, .sentence = "Its key, PEM."},
    {.name = "tokens",
     .kind = CLI_FILE,
     .sentence = "Who else may come: a file that 'sinew token' writes."},
    {.name = "page",
     .kind = CLI_FILE,
     .sentence = "Folder of the page; that which comes with sinew when it is left out."},
    MODEL_INPUT_OPTIONS,
    {0},
};
const cli_example run_examples[] = {
    {"sinew run puma560 --virtual --for 10", "Ten seconds, as fast as it can."},
    {"sinew run puma560 --record run.mcap", "In real time until Ctrl-C, with all signals."},
    {"sinew run arm.urdf", "A bare robot: simulated, with the page."},
    {"sinew run my.cell.xml --set 'law/kp[2]=200' --json", "A summary for a program."},
    {0},
};

snw_status run_refuse(snw_why *why, snw_status code, const char *subject, const char *text,
                      const char *fix) {
    snw_why_set(why, code, subject, text);
    snw_why_fix(why, fix);
    return code;
}

const snw_loop *run_loop_of(const snw_cell *cell) {
    return cell->control.type == &snw_loop_type ? cell->control.block : NULL;
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
    run_job *j = context;
    for (int i = 0; i < snw_exec_arm_count(j->exec); i++) {
        track(&j->tracking[i], snw_exec_arm(j->exec, i));
    }
    run_record_tick(j, tick, events, count);
}

// --- beside it ----------------------------------------------------------------------------------

// Acknowledges and enables each arm once, as a person would from 'sinew ask': what the drives
// report decides when it may be.
static void enable_arms(run_job *j) {
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

// a recording that breaks says so when it does, once for each reason
static void tell_trouble(run_job *j) {
    if (j->recorder == NULL) return;
    const snw_recorder_report report = snw_recorder_get(j->recorder);
    if (report.why.code == j->trouble) return;
    j->trouble = report.why.code;
    char sentence[1024];
    (void)snw_why_sentence(&report.why, sentence, sizeof sentence);
    if (report.why.code != SNW_OK) cli_note(j->io, "recording: %s", sentence);
}

static bool serve(snw_exec *exec, void *context) {
    run_job *j = context;
    if (!j->idle) enable_arms(j);
    const int64_t t = snw_exec_time_ns(exec);
    const bool goes_on = run_page_serve(j);
    if (j->recorder != NULL && !j->threaded) SNW_IGNORE(snw_recorder_pump(j->recorder, t));
    tell_trouble(j);
    run_boxes_serve(j);
    if (progress_wanted(&j->bar)) {
        const double part = j->duration_ns > 0 ? (double)t / (double)j->duration_ns : -1;
        progress_tell(&j->bar, t / 1000000000, part);
    }
    return goes_on && !j->remote.quit && !j->has_next;
}

// --- set-up -------------------------------------------------------------------------------------

static snw_status open_loop(run_job *j, snw_why *why) {
    const snw_cell *cell = j->input.cell;
    if (run_loop_of(cell) == NULL) {
        return run_refuse(why, SNW_ERR_CHECK, j->input.path, "nothing moves this cell",
                          "give it <control><loop>...</loop></control>, see docs/exec.md");
    }
    snw_exec_options options = snw_exec_defaults();
    options.registry = j->registry;
    options.simulate_all = cli_flag(j->values, "sim");
    j->input.diags.count = j->input.diags.errors = 0;
    const snw_status status =
        snw_exec_open(&j->exec, cell, &j->input.system, &options, &j->input.diags);
    model_tell(&j->input.diags, j->io, why);
    if (snw_failed(status) && why->code == SNW_OK) snw_why_set(why, status, j->input.path, NULL);
    return status;
}

static snw_status set_all(run_job *j, snw_why *why) {
    int count;
    const char *const *words = cli_texts(j->values, "set", &count);
    for (int i = 0; i < count; i++) {
        const char *equal = strchr(words[i], '=');
        char path[SNW_FIELD_PATH];
        if (equal == NULL || (size_t)(equal - words[i]) >= sizeof path) {
            return run_refuse(why, SNW_ERR_USAGE, words[i], "this is not PATH=VALUE",
                              "write --set 'law/kp[2]=200'");
        }
        memcpy(path, words[i], (size_t)(equal - words[i]));
        path[equal - words[i]] = '\0';
        const snw_status status = snw_exec_set(j->exec, path, equal + 1, why);
        if (snw_failed(status)) return status;
        run_record_change(j, path, equal + 1, snw_exec_next(j->exec));
    }
    return SNW_OK;
}

// --- the run ------------------------------------------------------------------------------------

static snw_status tell(run_job *j, const snw_run_report *report, snw_status status, snw_why *why) {
    // arms come to rest while the recorder still looks
    snw_recorder_report recording = {0};
    const bool recorded = j->recorder != NULL;
    const run_summary summary = {.cell = j->input.cell->name,
                                 .exec = j->exec,
                                 .real = j->real,
                                 .tracking = j->tracking,
                                 .report = report,
                                 .recorded = recorded,
                                 .recording = &recording};
    const bool ran = !snw_failed(status);
    if (recorded) {
        const snw_status closed = run_record_close(j, &recording, why);
        if (!snw_failed(status)) status = closed;
    }
    // a run that another one follows is not the end
    if (!ran || j->has_next) return status;
    const snw_status told = run_tell(&summary, j->io, snw_failed(status) ? NULL : why);
    return snw_failed(status) ? status : told;
}

static snw_status run_loop(run_job *j, snw_stop *stop, snw_why *why) {
    snw_exec_observe(j->exec, observe, j);
    snw_run_options options = snw_run_defaults();
    options.real = j->real;
    options.duration_ns = j->duration_ns;
    options.stop = stop;
    if (cli_given(j->values, "pace")) options.pace = cli_real(j->values, "pace");
    snw_run_report report = {0};
    j->bar = progress_begin(j->io, "s", false);
    j->running = j->real;
    const snw_status status = snw_exec_run(j->exec, &options, serve, j, &report, why);
    j->running = false;
    progress_end(&j->bar);
    if (report.missing.code != SNW_OK) {
        char sentence[1024];
        (void)snw_why_sentence(&report.missing, sentence, sizeof sentence);
        cli_note(j->io, "%s", sentence);
    }
    return tell(j, &report, status, why);
}

static void close_cell(run_job *j) {
    if (j->page != NULL) snw_server_detach(j->page);
    remote_close(&j->remote);
    SNW_IGNORE(run_record_close(j, NULL, NULL));
    run_boxes_close(j);
    snw_why left = {0};
    if (snw_failed(snw_exec_close(j->exec, 3 * INT64_C(1000000000), &left))) {
        char sentence[1024];
        (void)snw_why_sentence(&left, sentence, sizeof sentence);
        cli_note(j->io, "%s", sentence);
    }
    j->exec = NULL;
    cell_close(&j->input);
}

// one cell, from its loop to the end of it
static snw_status run_cell(run_job *j, snw_stop *stop, snw_why *why) {
    const char *path = cli_text(j->values, "record");
    j->observed = 0;
    memset(j->tracking, 0, sizeof j->tracking);
    memset(j->enabled, 0, sizeof j->enabled);
    snw_status status = open_loop(j, why);
    if (!snw_failed(status)) {
        const char *name = j->empty ? "no-cell" : j->input.cell->name;
        status = remote_listen(&j->remote, j->exec, name, why);
    }
    if (!snw_failed(status)) {
        remote_tell(&j->remote, run_record_change, j);
        status = run_page_attach(j, why);
    }
    if (!snw_failed(status) && path != NULL) status = run_record_open(j, path, why);
    if (!snw_failed(status)) run_boxes_open(j);
    // of the cell that was named beside them; others have other paths
    if (!snw_failed(status) && !j->followed) status = set_all(j, why);
    if (!snw_failed(status)) status = run_loop(j, stop, why);
    close_cell(j);
    return status;
}

// a cell of the user's own folder is saved where it came from
static void find_home(run_job *j) {
    char folder[SNW_PATH_SIZE];
    j->home[0] = '\0';
    if (!j->input.is_made && !snw_failed(run_data_path("cells", "", folder, NULL)) &&
        snw_path_is_inside(folder, j->input.path)) {
        snw_copy_text(j->home, sizeof j->home, j->input.path);
    }
}

// the cell that was asked for
static void take_next(run_job *j) {
    const bool same = strcmp(j->input.path, j->next.path) == 0;
    j->input = j->next;
    j->manner = j->next_manner;
    j->empty = false;
    j->followed = true;
    if (!same) find_home(j);
}

// A cell that a client asked for and that cannot run is told, and the page stays, without a cell.
static bool go_on_empty(run_job *j, snw_why *why) {
    char sentence[1024];
    (void)snw_why_sentence(why, sentence, sizeof sentence);
    cli_note(j->io, "%s", sentence);
    *why = (snw_why){0};
    j->manner = (run_manner){0};
    j->home[0] = '\0';
    j->empty = true;
    if (!snw_failed(run_take_empty(j, &j->input, why))) return true;
    cell_close(&j->input);
    return false;
}

// a cell, and those that clients ask for after it
static snw_status run_cells(run_job *j, snw_why *why) {
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    snw_status status = snw_stop_on_signals(&stop, &signals, why);
    if (snw_failed(status)) cell_close(&j->input);
    bool goes_on = !snw_failed(status);
    while (goes_on) {
        status = run_cell(j, &stop, why);
        const bool asked = snw_stop_asked(&stop) != 0;
        goes_on = j->has_next && !snw_failed(status) && !asked;
        if (j->has_next && !goes_on) cell_close(&j->next);
        if (goes_on) take_next(j);
        j->has_next = false;
        if (snw_failed(status) && !asked && j->followed && !j->empty && j->page != NULL) {
            goes_on = go_on_empty(j, why);
        }
    }
    snw_signals_close(signals);
    return status;
}

// the first cell, or none yet
static snw_status take_first(run_job *j, snw_why *why) {
    const char *word = cli_text(j->values, "cell");
    j->manner.kinematic = cli_flag(j->values, "kinematic");
    j->empty = word == NULL;
    if (j->empty && j->page == NULL) {
        return run_refuse(why, SNW_ERR_USAGE, NULL, "there is nothing to run",
                          "name a cell or a robot; without one there is only the page");
    }
    if (j->empty) return run_take_empty(j, &j->input, why);
    snw_status status = cell_take_any(&j->input, word, j->registry, j->values, j->io, why);
    if (snw_failed(status)) return status;
    find_home(j);
    if (j->manner.kinematic && run_loop_of(j->input.cell) != NULL) {
        status = run_make_kinematic(&j->input, j->registry, why);
        if (snw_failed(status)) cell_close(&j->input);
    }
    return status;
}

static snw_status run_with_types(const snw_registry *registry, const cli_values *values, cli_io *io,
                                 snw_why *why) {
    const bool virtual = cli_flag(values, "virtual");
    if (virtual && cli_flag(values, "real")) {
        return run_refuse(why, SNW_ERR_USAGE, NULL, "--virtual and --real exclude each other",
                          "choose one");
    }
    run_job *j = calloc(1, sizeof *j);
    if (j == NULL) {
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
    }
    const double seconds = cli_given(values, "for") ? cli_real(values, "for") : virtual ? 10 : -1;
    j->registry = registry;
    j->values = values;
    j->io = io;
    j->real = !virtual;
    j->idle = cli_flag(values, "idle");
    j->duration_ns = (int64_t)llround(seconds * 1e9);
    snw_status status = run_page_open(j, why);
    if (!snw_failed(status)) status = take_first(j, why);
    if (!snw_failed(status)) status = run_cells(j, why);
    run_page_close(j);
    free(j);
    return status;
}

snw_status run_run(const cli_values *values, cli_io *io, snw_why *why) {
    return model_with_types(run_with_types, values, io, why);
}
