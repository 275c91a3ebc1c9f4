// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <string.h>

#include "record_command.h"
#include "remote_question.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/signals.h"

// Events of a running cell as they come, or those that a recording holds.

static const int64_t POLL_NS = 200 * INT64_C(1000000);
static const int64_t ANSWER_NS = 5 * INT64_C(1000000000);

static const char *const level_names[] = {"note", "warning", "error", NULL};
static const cli_parameter events_arguments[] = {
    {.name = "source",
     .kind = CLI_TEXT,
     .sentence = "Name of a running cell, or a recording (.mcap); the only running cell when it is "
                 "left out."},
    {0}};
static const cli_parameter events_options[] = {
    {.name = "once", .sentence = "Print the events that are there, then end."},
    {.name = "level",
     .kind = CLI_CHOICE,
     .choices = level_names,
     .standard = "note",
     .sentence = "Print events of this level and above."},
    {0}};
static const cli_example events_examples[] = {
    {"sinew events", "Events of the running cell, until Ctrl-C."},
    {"sinew events puma560 --once --json", "What has happened so far, for a program."},
    {"sinew events run.mcap --level warning", "Warnings and errors of a recording."},
    {0}};

typedef struct event_printer {
    cli_io *io;
    snw_severity level;
    long count; // of those that were printed
} event_printer;

// --- one event ----------------------------------------------------------------------------------

static void render_json(snw_text *text, const void *context) {
    const snw_event *event = context;
    // the object is what the path of the subject begins with
    char object[SNW_WHY_SUBJECT];
    snw_copy_text(object, sizeof object, event->why.subject);
    object[strcspn(object, "/")] = '\0';
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_real(&json, "t", (double)event->t_ns / 1e9);
    snw_json_int(&json, "sequence", (int64_t)event->sequence);
    snw_json_string(&json, "object", object);
    snw_json_why(&json, "why", &event->why);
    cli_json_finish(&json);
}

static void render_sentence(snw_text *text, const void *context) {
    const snw_event *event = context;
    char sentence[1024];
    (void)snw_why_sentence(&event->why, sentence, sizeof sentence);
    snw_text_format(text, "%12.3f s  ", (double)event->t_ns * 1e-9);
    snw_text_visible(text, sentence);
    snw_text_add(text, "\n", 1);
}

static snw_status print_event(event_printer *p, const snw_event *event) {
    if (event->why.severity < p->level) return SNW_OK;
    p->count++;
    return cli_print(p->io, p->io->json ? render_json : render_sentence, event);
}

// --- a running cell -----------------------------------------------------------------------------

static snw_status print_answer(event_printer *p, const reply *answer) {
    snw_status status = SNW_OK;
    for (int i = 0; i < answer->event_count && !snw_failed(status); i++) {
        snw_event event;
        reply_to_event(&answer->events[i], &event);
        status = print_event(p, &event);
    }
    errno = 0;
    if (fflush(p->io->out) != 0 && p->io->lost == 0) p->io->lost = errno;
    return status;
}

// All that have come since the last time; `next` is the number of the first of them. The first
// time no number is given: the answer then has errors too that are older than the last events.
static snw_status print_news(event_printer *p, question *q, uint64_t *next, snw_why *why) {
    for (;;) {
        char request[128];
        snw_text text = snw_text_over(request, sizeof request);
        char first[32];
        (void)snprintf(first, sizeof first, "%llu", (unsigned long long)*next);
        snw_json_writer json = snw_json_over(&text);
        snw_json_object(&json, NULL);
        snw_json_string(&json, "command", "events");
        if (*next > 0) snw_json_string(&json, "value", first);
        snw_json_int(&json, "most", *next > 0 ? 64 : 320);
        snw_json_end(&json);
        snw_status status = question_ask(q, request, why);
        if (!snw_failed(status)) status = print_answer(p, q->answer);
        if (snw_failed(status)) return status;
        *next = q->answer->next;
        if (q->answer->event_count == 0 || p->io->lost != 0) return SNW_OK;
    }
}

static snw_status follow_cell(event_printer *p, question *q, snw_why *why) {
    uint64_t next = 0;
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    snw_status status = snw_stop_on_signals(&stop, &signals, why);
    while (!snw_failed(status) && snw_stop_asked(&stop) == 0 && p->io->lost == 0) {
        status = print_news(p, q, &next, why);
        const int64_t until_ns = snw_clock_now_ns() + POLL_NS;
        while (snw_clock_now_ns() < until_ns && snw_stop_asked(&stop) == 0)
            snw_clock_sleep_until_ns(snw_clock_now_ns() + POLL_NS / 4);
    }
    snw_signals_close(signals);
    if (status != SNW_ERR_CLOSED) return status;
    cli_note(p->io, "the cell has ended");
    *why = (snw_why){0};
    return SNW_OK;
}

static snw_status events_of_cell(event_printer *p, const char *cell, bool once, snw_why *why) {
    question q;
    uint64_t next = 0;
    snw_status status = question_open(&q, cell, ANSWER_NS, why);
    if (!snw_failed(status))
        status = once ? print_news(p, &q, &next, why) : follow_cell(p, &q, why);
    question_close(&q);
    return status;
}

// --- a recording --------------------------------------------------------------------------------

static snw_status print_message(event_printer *p, snw_mcap_reader *reader,
                                const snw_mcap_message *message) {
    const snw_mcap_channel *channel = snw_mcap_read_channel(reader, message->channel);
    const snw_mcap_schema *schema =
        channel != NULL ? snw_mcap_read_schema(reader, channel->schema_id) : NULL;
    if (schema == NULL || snw_message_kind_of(schema->name) != SNW_MESSAGE_EVENT) return SNW_OK;
    snw_event event;
    const snw_status status = snw_event_decode(message->data, message->size, &event);
    return snw_failed(status) ? status : print_event(p, &event);
}

static snw_status events_of_recording(event_printer *p, const char *path, snw_why *why) {
    record_damage damage = {.io = p->io};
    snw_source_bytes bytes;
    snw_status status = snw_source_open(&bytes, path, why);
    if (snw_failed(status)) return status;
    snw_mcap_reader *reader = NULL;
    status = snw_mcap_read_open(&reader, &bytes, record_tell_damage, &damage, why);
    snw_mcap_message message;
    while (!snw_failed(status) && p->io->lost == 0 &&
           (status = snw_mcap_read_next(reader, &message)) == SNW_OK) {
        status = print_message(p, reader, &message);
    }
    snw_mcap_read_close(reader);
    snw_source_close(&bytes);
    record_tell_rest(&damage);
    if (snw_failed(status)) {
        if (why->code == SNW_OK) snw_why_set(why, status, path, NULL);
        if (why->subject[0] == '\0') snw_copy_text(why->subject, sizeof why->subject, path);
        return status;
    }
    if (p->count == 0) cli_note(p->io, "%s: no events of that level", path);
    return SNW_OK;
}

// --- the command --------------------------------------------------------------------------------

static bool is_recording(const char *source) {
    const size_t length = strlen(source);
    return (length > 5 && strcmp(source + length - 5, ".mcap") == 0) || snw_file_exists(source);
}

static snw_status run_events(const cli_values *values, cli_io *io, snw_why *why) {
    const char *source = cli_text(values, "source"), *level = cli_text(values, "level");
    event_printer p = {.io = io};
    for (int i = 0; level_names[i] != NULL; i++) {
        if (strcmp(level, level_names[i]) == 0) p.level = (snw_severity)i;
    }
    if (source != NULL && is_recording(source)) return events_of_recording(&p, source, why);
    return events_of_cell(&p, source, cli_flag(values, "once"), why);
}

const cli_command events_command = {
    .name = "events",
    .group = "Cells",
    .summary = "Print what happens in a running cell, or what happened in a recorded one.",
    .description =
        "A line for each event: its time in s since the cell began, its level (note, warning or "
        "error), the object, and what happened. Of a running cell the last 256 events are printed, "
        "then each new one as it comes, until Ctrl-C or until the cell ends. Any number of "
        "programs can read the same events.\n\n"
        "--json writes an object for each event on a line of its own: {t, sequence, object, why}.",
    .arguments = events_arguments,
    .options = events_options,
    .examples = events_examples,
    .run = run_events};
