// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote_command.h"

#include <math.h>
#include <string.h>

#include "command_words.h"
#include "model_input.h"
#include "progress.h"
#include "remote_question.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/signals.h"

static const char remote_list_description[] =
    "Prints value, unit and when a parameter may change: live, standstill or load. --json writes "
    "{ok, items: [{path, value, unit, when}], count}.";
static const char remote_set_description[] =
    "The value is checked against range and rules, and is applied completely at the next tick. "
    "Changes that are not allowed while arms move are refused.";
static const char remote_ask_description[] =
    "The command returns when the answer is there: a requested motion has arrived, or why it has "
    "not. If several cells run, 'cell stop' without --cell stops all of them; every other command "
    "asks which one. --json writes {ok, answer}.";
static const cli_parameter remote_options[] = {CELL_OPTION, {0}};
static const cli_parameter remote_top_options[] = {
    {.name = "once", .sentence = "Print once and exit; the default without a terminal."},
    {.name = "every",
     .kind = CLI_REAL,
     .low = 0.1,
     .high = 3600,
     .unit = "s",
     .standard = "1",
     .sentence = "Time between two updates."},
    CELL_OPTION,
    {0}};
static const cli_parameter remote_get_arguments[] = {
    {.name = "path",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "Path of a parameter or a signal, such as 'law/kp[2]' or 'arm/sensed/q'."},
    {0}};
static const cli_parameter remote_set_arguments[] = {
    {.name = "change",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "PATH=VALUE, with a unit if it differs: 'law/kp[2]=120'."},
    {0}};
static const cli_parameter remote_list_arguments[] = {
    {.name = "pattern",
     .kind = CLI_TEXT,
     .standard = "**",
     .sentence = "Pattern of paths: * matches within a step, ** any number of steps."},
    {0}};
static const cli_parameter remote_ask_arguments[] = {
    {.name = "object",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .offer = offer_objects,
     .sentence = "A component, a drive ('arm.drive'), or 'cell' for enable, disable, acknowledge, "
                 "stop, pause, resume, pace NUMBER and quit."},
    {.name = "word",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .offer = offer_words,
     .offer_after = offer_arguments,
     .sentence = "Command and its arguments."},
    {0}};
static const cli_parameter remote_tune_arguments[] = {
    {.name = "component",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Component of the running cell."},
    {.name = "file",
     .kind = CLI_FILE,
     .need = CLI_REQUIRED,
     .sentence = "File with the parameters, as XML."},
    {0}};
static const cli_example remote_save_examples[] = {
    {"sinew tune save law law.xml", "Save the current gains."}, {0}};
static const cli_example remote_load_examples[] = {
    {"sinew tune load law law.xml", "Load all gains at the next tick."}, {0}};
static const cli_example remote_get_examples[] = {
    {"sinew get law/kp arm/sensed/q", "Print two values."}, {0}};
static const cli_example remote_set_examples[] = {
    {"sinew set 'law/kp[2]=120'", "Set the gain of one axis at the next tick."},
    {"sinew set law/kp=2500", "Set the gain of all axes, if the cell gives one value for all."},
    {0}};
static const cli_example remote_list_examples[] = {
    {"sinew list 'law/**'", "List everything of a component."},
    {"sinew list '**/following*' --json", "List as JSON."},
    {0}};
static const cli_example remote_ask_examples[] = {
    {"sinew ask move move 0 -0.5 0.8 0 0.4 0", "Move there, and report the arrival."},
    {"sinew ask cell stop", "Stop all arms of all running cells."},
    {"sinew ask cell stop --cell puma560", "Stop the arms of one cell."},
    {"sinew ask cell pause", "Pause a simulated cell until 'resume'."},
    {0}};
static const cli_example remote_top_examples[] = {
    {"sinew top", "Watch until Ctrl-C."}, {"sinew top --once --json", "Print once as JSON."}, {0}};

// asks the cell that --cell names, or the only one
static snw_status put(question *q, const cli_values *values, const char *request, snw_why *why) {
    return question_put(q, cli_text(values, "cell"), request, why);
}

// --- get, set, list -----------------------------------------------------------------------------

static snw_status run_get(const cli_values *values, cli_io *io, snw_why *why) {
    int count;
    const char *const *paths = cli_texts(values, "path", &count);
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        char request[2 * SNW_WIRE_REQUEST];
        snw_text text = snw_text_over(request, sizeof request);
        REQUEST(&text, "get", "path", paths[i]);
        question q;
        status = put(&q, values, request, why);
        if (!snw_failed(status)) {
            status = cli_print(io, render_line, io->json ? q.json : q.answer->value);
        }
        question_close(&q);
    }
    return status;
}

snw_status run_set(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    int count;
    const char *const *changes = cli_texts(values, "change", &count);
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        const char *equal = strchr(changes[i], '=');
        char path[SNW_FIELD_PATH];
        if (equal == NULL || (size_t)(equal - changes[i]) >= sizeof path) {
            return snw_refuse(why, SNW_ERR_USAGE, changes[i], "this is not PATH=VALUE",
                              "write 'sinew set law/kp[2]=200'");
        }
        memcpy(path, changes[i], (size_t)(equal - changes[i]));
        path[equal - changes[i]] = '\0';
        char request[2 * SNW_WIRE_REQUEST];
        snw_text text = snw_text_over(request, sizeof request);
        REQUEST(&text, "set", "path", path, "value", equal + 1);
        question q;
        status = put(&q, values, request, why);
        question_close(&q);
    }
    return status;
}

// paths have brackets, which a page of Markdown would take for links: so lines of their own
static void lines_of_items(snw_text *text, const void *context) {
    const reply *answer = context;
    int widest = 0;
    for (int i = 0; i < answer->item_count; i++) {
        const int width = (int)strlen(answer->items[i].path);
        if (width > widest) widest = width;
    }
    for (int i = 0; i < answer->item_count; i++) {
        const reply_item *item = &answer->items[i];
        snw_text_format(text, "%-*s  %s%s%s%s%s\n", widest, item->path, item->value,
                        item->unit[0] != '\0' ? " " : "", item->unit,
                        item->when[0] != '\0' ? "  changes " : "",
                        strcmp(item->when, "standstill") == 0 ? "at standstill"
                        : strcmp(item->when, "load") == 0     ? "by loading"
                                                              : item->when);
    }
}

static snw_status run_list(const cli_values *values, cli_io *io, snw_why *why) {
    char request[2 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    REQUEST(&text, "list", "path", cli_text(values, "pattern"));
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status)) {
        status =
            io->json ? cli_print(io, render_line, q.json) : cli_print(io, lines_of_items, q.answer);
        if (q.answer->count > q.answer->item_count) {
            cli_note(io, "and %d more; a narrower pattern shows them",
                     q.answer->count - q.answer->item_count);
        }
    }
    question_close(&q);
    return status;
}

// --- ask ----------------------------------------------------------------------------------------

// Writes the request of a word for the whole cell; an arm, or a pace, may stand behind it.
static snw_status write_cell_request(snw_text *text, const char *const *words, int count,
                                     snw_why *why) {
    static const char *const known[] = {"enable", "disable", "acknowledge", "stop", "quit"};
    const char *word = words[0];
    // a pause is pace 0
    const bool pause = strcmp(word, "pause") == 0, resume = strcmp(word, "resume") == 0;
    if (pause || resume || (strcmp(word, "pace") == 0 && count > 1)) {
        REQUEST(text, "pace", "value", pause ? "0" : resume ? "1" : words[1]);
        return SNW_OK;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(word, known[i]) != 0) continue;
        REQUEST(text, word, count > 1 ? "arm" : NULL, count > 1 ? words[1] : NULL);
        return SNW_OK;
    }
    return snw_refuse(why, SNW_ERR_USAGE, word, "the cell has no such command",
                      "use enable, disable, acknowledge, stop, pause, resume, pace NUMBER or quit");
}

static snw_status print_reply(const question *q, cli_io *io) {
    const char *shown = io->json ? q->json : q->answer->answer;
    return shown[0] != '\0' ? cli_print(io, render_line, shown) : SNW_OK;
}

// A stop is for every cell that runs, unless one is named; one that refuses keeps no other moving.
static snw_status stop_all(const char *request, cli_io *io, snw_why *why) {
    enum { MOST = 256 };
    char names[MOST][SNW_NAME];
    const int count = snw_client_running(names, MOST);
    snw_status result = SNW_OK;
    for (int i = 0; i < count && i < MOST; i++) {
        question q;
        snw_why own = {0};
        snw_status status = question_put(&q, names[i], request, &own);
        if (!snw_failed(status)) status = print_reply(&q, io);
        if (!snw_failed(status)) cli_note(io, "%s: stopped", names[i]);
        question_close(&q);
        if (!snw_failed(status)) continue;
        if (snw_failed(result)) cli_report(io, names[i], &own);
        if (!snw_failed(result)) *why = own;
        result = status;
    }
    return result;
}

static snw_status run_ask(const cli_values *values, cli_io *io, snw_why *why) {
    const char *object = cli_text(values, "object");
    int count;
    const char *const *words = cli_texts(values, "word", &count);
    char request[4 * SNW_WIRE_REQUEST], message[SNW_MESSAGE];
    snw_text text = snw_text_over(request, sizeof request);
    if (strcmp(object, "cell") == 0) {
        const snw_status known = write_cell_request(&text, words, count, why);
        if (snw_failed(known)) return known;
        const bool stop_any = strcmp(words[0], "stop") == 0 && cli_text(values, "cell") == NULL;
        if (stop_any && snw_client_running(NULL, 0) > 1) return stop_all(request, io, why);
    } else {
        snw_text line = snw_text_over(message, sizeof message);
        for (int i = 0; i < count; i++) {
            snw_text_format(&line, "%s%s", i > 0 ? " " : "", words[i]);
        }
        REQUEST(&text, "message", "object", object, "text", message);
    }
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status)) status = print_reply(&q, io);
    question_close(&q);
    return status;
}

// --- tune ---------------------------------------------------------------------------------------

static snw_status run_tune_save(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    char request[2 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    REQUEST(&text, "save", "object", cli_text(values, "component"));
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status)) {
        const char *document = q.answer->document;
        status = snw_file_write(cli_text(values, "file"), document, strlen(document), why);
    }
    question_close(&q);
    return status;
}

static snw_status run_tune_load(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    const char *path = cli_text(values, "file");
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_WIRE_REQUEST;
    snw_file_content content;
    snw_status status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    char request[4 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    REQUEST(&text, "load", "object", cli_text(values, "component"), "document", content.data);
    snw_file_free(&content);
    if (text.length > SNW_WIRE_REQUEST - 1) {
        return snw_refuse(why, SNW_ERR_TOO_LARGE, path,
                          "the parameters are too many for one request", NULL);
    }
    question q;
    status = put(&q, values, request, why);
    question_close(&q);
    return status;
}

// --- top ----------------------------------------------------------------------------------------

static void page_top(snw_text *text, const void *context) {
    const reply *r = context;
    snw_text_format(text, "| arm | axes | state | stops | limited | refused | cause "
                          "|\n|---|---:|---|---:|---:|---:|---|\n");
    for (int i = 0; i < r->arm_count; i++) {
        const reply_arm *arm = &r->arms[i];
        snw_text_format(text, "| ");
        model_cell(text, arm->name);
        model_cell_real(text, arm->axes);
        model_cell(text, arm->state);
        model_cell_real(text, (double)arm->stops);
        model_cell_real(text, (double)arm->clamps);
        model_cell_real(text, (double)arm->refusals);
        model_cell(text, arm->rule);
        snw_text_format(text, "\n");
    }
    snw_text_format(
        text, "\n| component | type | arm | state | per s | error |\n|---|---|---|---|---:|---|\n");
    for (int i = 0; i < r->component_count; i++) {
        const reply_component *component = &r->components[i];
        snw_text_format(text, "| ");
        model_cell(text, component->name);
        model_cell(text, component->type);
        model_cell(text, component->arm);
        model_cell(text, component->state);
        model_cell_real(text, component->rate);
        model_cell(text, component->error != NULL ? component->error->text : "");
        snw_text_format(text, "\n");
    }
    snw_text_format(
        text, "\n| stage | min us | mean us | 99.9 %% us | max us |\n|---|---:|---:|---:|---:|\n");
    for (int i = 0; i < r->timing_count; i++) {
        const reply_timing *timing = &r->timing[i];
        if (timing->count == 0) continue;
        snw_text_format(text, "| ");
        model_cell(text, timing->stage);
        model_cell_real(text, timing->min_us);
        model_cell_real(text, timing->mean_us);
        model_cell_real(text, timing->p999_us);
        model_cell_real(text, timing->max_us);
        snw_text_format(text, "\n");
    }
}

static snw_status show_top(const cli_values *values, cli_io *io, bool clear, snw_why *why) {
    char request[2 * SNW_WIRE_REQUEST];
    snw_text asked = snw_text_over(request, sizeof request);
    REQUEST(&asked, "status", NULL);
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status) && io->json) status = cli_print(io, render_line, q.json);
    if (!snw_failed(status) && !io->json) {
        if (clear) (void)fputs("\033[H\033[2J", io->out);
        char line[256], time[SNW_NUMBER_SIZE], period[SNW_NUMBER_SIZE];
        (void)snw_real_print(q.answer->t, time);
        (void)snw_real_print(q.answer->period * 1e3, period);
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "%s  tick %llu  t %s s  period %s ms", q.answer->cell,
                        (unsigned long long)q.answer->tick, time, period);
        if (q.answer->speed > 0) {
            (void)snw_real_print(round(q.answer->speed * 100) / 100, time);
            progress_print_roughly(q.answer->slipped, period);
            snw_text_format(&text, "  real time x%s  slipped %s s (%llu times)", time, period,
                            (unsigned long long)q.answer->slips);
        }
        snw_text_format(&text, "\n");
        status = cli_print(io, render_line, line);
        if (!snw_failed(status)) status = model_print_page(io, page_top, q.answer, why);
        (void)fflush(io->out);
    }
    question_close(&q);
    return status;
}

static snw_status run_top(const cli_values *values, cli_io *io, snw_why *why) {
    const bool once = cli_flag(values, "once") || io->json || !io->colour_out;
    if (once) return show_top(values, io, false, why);
    const int64_t every = (int64_t)(cli_real(values, "every") * 1e9);
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    snw_status status = snw_stop_on_signals(&stop, &signals, why);
    while (!snw_failed(status) && snw_stop_asked(&stop) == 0) {
        status = show_top(values, io, true, why);
        const int64_t next = snw_clock_now_ns() + every;
        while (snw_clock_now_ns() < next && snw_stop_asked(&stop) == 0) {
            snw_clock_sleep_until_ns(snw_clock_now_ns() + 50 * INT64_C(1000000));
        }
    }
    snw_signals_close(signals);
    return status;
}

const cli_command get_command = {
    .name = "get",
    .group = "Cells",
    .summary = "Read values of a running cell.",
    .description =
        "Prints parameters of components and signals by path. --json writes {ok, value}.",
    .arguments = remote_get_arguments,
    .options = remote_options,
    .examples = remote_get_examples,
    .run = run_get};

const cli_command set_command = {.name = "set",
                                 .group = "Cells",
                                 .summary = "Change parameters of a running cell.",
                                 .description = remote_set_description,
                                 .arguments = remote_set_arguments,
                                 .options = remote_options,
                                 .examples = remote_set_examples,
                                 .run = run_set};

const cli_command list_command = {.name = "list",
                                  .group = "Cells",
                                  .summary = "List parameters and signals of a running cell.",
                                  .description = remote_list_description,
                                  .arguments = remote_list_arguments,
                                  .options = remote_options,
                                  .examples = remote_list_examples,
                                  .run = run_list};

const cli_command ask_command = {.name = "ask",
                                 .group = "Cells",
                                 .summary =
                                     "Send a command to a component, a drive or the running cell.",
                                 .description = remote_ask_description,
                                 .arguments = remote_ask_arguments,
                                 .options = remote_options,
                                 .examples = remote_ask_examples,
                                 .run = run_ask};

const cli_command top_command = {
    .name = "top",
    .group = "Cells",
    .summary = "Watch a running cell: arms, components and the timing of the stages.",
    .description = "--json writes {ok, cell, tick, t, period, arms, components, timing} once.",
    .options = remote_top_options,
    .examples = remote_top_examples,
    .run = run_top};

const cli_command tune_save_command = {
    .name = "tune save",
    .group = "Cells",
    .summary = "Write the parameters of a component of a running cell to a file.",
    .description = "The file holds what stands between <type> and </type> in a cell.",
    .arguments = remote_tune_arguments,
    .options = remote_options,
    .examples = remote_save_examples,
    .run = run_tune_save};

const cli_command tune_load_command = {
    .name = "tune load",
    .group = "Cells",
    .summary = "Load the parameters of a component of a running cell from a file.",
    .description = "All parameters change at one tick, or none: parameters that may not change now "
                   "are named. What the file omits gets its default value.",
    .arguments = remote_tune_arguments,
    .options = remote_options,
    .examples = remote_load_examples,
    .run = run_tune_load};
