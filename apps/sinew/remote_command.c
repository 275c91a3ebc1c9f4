// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "remote_command.h"

#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "remote.h"
#include "remote_reply.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/signals.h"

#define CELL_OPTION                                                                                \
    {                                                                                              \
        .name = "cell", .letter = 'c', .kind = CLI_TEXT,                                           \
        .sentence = "Name of the running cell, when there are several."                            \
    }

const char remote_list_description[] =
    "With value, unit and the moment at which a parameter may change: live, "
    "standstill or load. --json writes {ok, items: [{path, value, unit, when}], "
    "count}.";
const char remote_set_description[] =
    "The value is checked against range and rules, and is there whole at the next "
    "tick. What may not change while arms move is refused.";
const char remote_ask_description[] =
    "It returns when the answer is there: a motion that was asked for has arrived, "
    "or why it has not. --json writes {ok, answer}.";
const cli_parameter remote_options[] = {CELL_OPTION, {0}};
const cli_parameter remote_top_options[] = {
    {.name = "once", .sentence = "One picture, then the end; the standard without a terminal."},
    {.name = "every",
     .kind = CLI_REAL,
     .low = 0.1,
     .high = 3600,
     .unit = "s",
     .standard = "1",
     .sentence = "How often it is looked at."},
    CELL_OPTION,
    {0}};
const cli_parameter remote_get_arguments[] = {
    {.name = "path",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "Of a parameter or a signal, 'law/kp[2]' or 'arm/sensed/q'."},
    {0}};
const cli_parameter remote_set_arguments[] = {
    {.name = "change",
     .kind = CLI_TEXT,
     .need = CLI_SOME,
     .sentence = "PATH=VALUE: with a unit, if it has another: 'law/kp[2]=120'."},
    {0}};
const cli_parameter remote_list_arguments[] = {
    {.name = "pattern",
     .kind = CLI_TEXT,
     .standard = "**",
     .sentence = "Of paths: * in a step, ** for any number of steps."},
    {0}};
const cli_parameter remote_ask_arguments[] = {
    {.name = "object",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "A component, a drive ('arm.drive'), or 'cell' for enable, disable, acknowledge, "
                 "stop and quit."},
    {.name = "word", .kind = CLI_TEXT, .need = CLI_SOME, .sentence = "The words of the message."},
    {0}};
const cli_parameter remote_tune_arguments[] = {
    {.name = "component",
     .kind = CLI_TEXT,
     .need = CLI_REQUIRED,
     .sentence = "Of the running cell."},
    {.name = "file", .kind = CLI_FILE, .need = CLI_REQUIRED, .sentence = "Its parameters, as XML."},
    {0}};
const cli_example remote_save_examples[] = {
    {"sinew tune save law law.xml", "The gains as they are now."}, {0}};
const cli_example remote_load_examples[] = {
    {"sinew tune load law law.xml", "All of them at the next tick."}, {0}};
const cli_example remote_get_examples[] = {{"sinew get law/kp arm/sensed/q", "Two values."}, {0}};
const cli_example remote_set_examples[] = {
    {"sinew set 'law/kp[2]=120'", "The gain of one axis, at the next tick."},
    {"sinew set law/kp=2500", "The gain of all axes, where the cell gives one for all."},
    {0}};
const cli_example remote_list_examples[] = {{"sinew list 'law/**'", "All that a component has."},
                                            {"sinew list '**/following*' --json", "For a program."},
                                            {0}};
const cli_example remote_ask_examples[] = {
    {"sinew ask move move 0 -0.5 0.8 0 0.4 0", "Goes there, and says when it has arrived."},
    {"sinew ask cell stop", "All arms come to rest."},
    {0}};
const cli_example remote_top_examples[] = {
    {"sinew top", "Until Ctrl-C."}, {"sinew top --once --json", "For a program."}, {0}};

// --- one question -------------------------------------------------------------------------------

typedef struct question {
    snw_setup *setup;
    char *json;          // as it came
    const reply *answer; // as structs
} question;

static void close_question(question *q) {
    snw_setup_destroy(q->setup);
    free(q->json);
    *q = (question){0};
}

static void add_member(snw_text *text, const char *name, const char *value) {
    snw_text_format(text, ",\"%s\":", name);
    snw_text_json_string(text, value);
}

// asks; a refusal of the cell is a failure with its reason. Give it to close_question().
static snw_status put(question *q, const cli_values *values, const char *request, snw_why *why) {
    *q = (question){.setup = snw_setup_create(64 << 20)};
    snw_status status = remote_ask(cli_text(values, "cell"), request, &q->json, why);
    if (!snw_failed(status)) status = reply_read(q->json, q->setup, &q->answer, why);
    if (!snw_failed(status) && !q->answer->ok) {
        reply_why(q->answer, why);
        status = snw_failed(why->code) ? why->code : SNW_ERR_CHECK;
    }
    return status;
}

static void render_line(snw_text *text, const void *context) {
    snw_text_format(text, "%s\n", (const char *)context);
}

// --- get, set, list -----------------------------------------------------------------------------

snw_status run_get(const cli_values *values, cli_io *io, snw_why *why) {
    int count;
    const char *const *paths = cli_texts(values, "path", &count);
    snw_status status = SNW_OK;
    for (int i = 0; i < count && !snw_failed(status); i++) {
        char request[2 * SNW_WIRE_REQUEST];
        snw_text text = snw_text_over(request, sizeof request);
        snw_text_format(&text, "{\"command\":\"get\"");
        add_member(&text, "path", paths[i]);
        snw_text_format(&text, "}");
        question q;
        status = put(&q, values, request, why);
        if (!snw_failed(status)) {
            status = cli_print(io, render_line, io->json ? q.json : q.answer->value);
        }
        close_question(&q);
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
            snw_why_set(why, SNW_ERR_USAGE, changes[i], "this is not PATH=VALUE");
            snw_why_fix(why, "write sinew set 'law/kp[2]=200'");
            return SNW_ERR_USAGE;
        }
        memcpy(path, changes[i], (size_t)(equal - changes[i]));
        path[equal - changes[i]] = '\0';
        char request[2 * SNW_WIRE_REQUEST];
        snw_text text = snw_text_over(request, sizeof request);
        snw_text_format(&text, "{\"command\":\"set\"");
        add_member(&text, "path", path);
        add_member(&text, "value", equal + 1);
        snw_text_format(&text, "}");
        question q;
        status = put(&q, values, request, why);
        close_question(&q);
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

snw_status run_list(const cli_values *values, cli_io *io, snw_why *why) {
    char request[2 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    snw_text_format(&text, "{\"command\":\"list\"");
    add_member(&text, "path", cli_text(values, "pattern"));
    snw_text_format(&text, "}");
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
    close_question(&q);
    return status;
}

// --- ask ----------------------------------------------------------------------------------------

static bool is_word_for_cell(const char *word) {
    static const char *const words[] = {"enable", "disable", "acknowledge", "stop", "quit"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(word, words[i]) == 0) return true;
    }
    return false;
}

snw_status run_ask(const cli_values *values, cli_io *io, snw_why *why) {
    const char *object = cli_text(values, "object");
    int count;
    const char *const *words = cli_texts(values, "word", &count);
    char request[4 * SNW_WIRE_REQUEST], message[SNW_MESSAGE];
    snw_text text = snw_text_over(request, sizeof request);
    if (strcmp(object, "cell") == 0) {
        if (!is_word_for_cell(words[0])) {
            snw_why_set(why, SNW_ERR_USAGE, words[0], "a cell does not know this word");
            snw_why_fix(why, "say enable, disable, acknowledge, stop or quit");
            return SNW_ERR_USAGE;
        }
        snw_text_format(&text, "{\"command\":\"%s\"", words[0]);
        if (count > 1) add_member(&text, "arm", words[1]);
        snw_text_format(&text, "}");
    } else {
        snw_text line = snw_text_over(message, sizeof message);
        for (int i = 0; i < count; i++) {
            snw_text_format(&line, "%s%s", i > 0 ? " " : "", words[i]);
        }
        snw_text_format(&text, "{\"command\":\"message\"");
        add_member(&text, "object", object);
        add_member(&text, "text", message);
        snw_text_format(&text, "}");
    }
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status)) {
        const char *shown = io->json ? q.json : q.answer->answer;
        if (shown[0] != '\0') status = cli_print(io, render_line, shown);
    }
    close_question(&q);
    return status;
}

// --- tune ---------------------------------------------------------------------------------------

snw_status run_tune_save(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    char request[2 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    snw_text_format(&text, "{\"command\":\"save\"");
    add_member(&text, "object", cli_text(values, "component"));
    snw_text_format(&text, "}");
    question q;
    snw_status status = put(&q, values, request, why);
    if (!snw_failed(status)) {
        const char *document = q.answer->document;
        status = snw_file_write(cli_text(values, "file"), document, strlen(document), why);
    }
    close_question(&q);
    return status;
}

snw_status run_tune_load(const cli_values *values, cli_io *io, snw_why *why) {
    (void)io;
    const char *path = cli_text(values, "file");
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = SNW_WIRE_REQUEST;
    snw_file_content content;
    snw_status status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    char request[4 * SNW_WIRE_REQUEST];
    snw_text text = snw_text_over(request, sizeof request);
    snw_text_format(&text, "{\"command\":\"load\"");
    add_member(&text, "object", cli_text(values, "component"));
    add_member(&text, "document", content.data);
    snw_text_format(&text, "}");
    snw_file_free(&content);
    if (text.length > SNW_WIRE_REQUEST - 1) {
        snw_why_set(why, SNW_ERR_TOO_LARGE, path, "the parameters are too many for one request");
        return SNW_ERR_TOO_LARGE;
    }
    question q;
    status = put(&q, values, request, why);
    close_question(&q);
    return status;
}

// --- top ----------------------------------------------------------------------------------------

static void page_top(snw_text *text, const void *context) {
    const reply *r = context;
    snw_text_format(text, "| arm | axes | state | stops | held back | refused | cause |\n"
                          "|---|---:|---|---:|---:|---:|---|\n");
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
    snw_text_format(text, "\n| stage | least us | mean us | 99.9 %% us | most us |\n"
                          "|---|---:|---:|---:|---:|\n");
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
    question q;
    snw_status status = put(&q, values, "{\"command\":\"status\"}", why);
    if (!snw_failed(status) && io->json) status = cli_print(io, render_line, q.json);
    if (!snw_failed(status) && !io->json) {
        if (clear) (void)fputs("\033[H\033[2J", io->out);
        char line[256], time[SNW_NUMBER_SIZE], period[SNW_NUMBER_SIZE];
        (void)snw_real_print(q.answer->t, time);
        (void)snw_real_print(q.answer->period * 1e3, period);
        snw_text text = snw_text_over(line, sizeof line);
        snw_text_format(&text, "%s  tick %llu  t %s s  period %s ms\n", q.answer->cell,
                        (unsigned long long)q.answer->tick, time, period);
        status = cli_print(io, render_line, line);
        if (!snw_failed(status)) status = model_print_page(io, page_top, q.answer, why);
        (void)fflush(io->out);
    }
    close_question(&q);
    return status;
}

snw_status run_top(const cli_values *values, cli_io *io, snw_why *why) {
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
