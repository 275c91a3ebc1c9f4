// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model_input.h"
#include "record_command.h"

enum { IDS = 65536, KEPT = 1000, SIGNAL = 512 };

static const cli_parameter record_show_options[] = {
    {.name = "signals", .letter = 's', .sentence = "List all signals with their units."},
    {.name = "text",
     .kind = CLI_TEXT,
     .sentence = "Print only the text of that name, such as cell."},
    {0},
};
static const cli_example record_show_examples[] = {
    {"sinew record show run.mcap", "Show topics, times, losses and damages."},
    {"sinew record show run.mcap --signals", "List the paths that can be exported and plotted."},
    {"sinew record show run.mcap --text cell > cell.xml",
     "Print the cell file that it was made with."},
    {0},
};

typedef struct topic {
    uint64_t messages, lost;
    uint64_t first_ns, last_ns;
} topic;

typedef struct page {
    const char *path;
    cli_io *io;
    snw_source_bytes source;
    snw_mcap_reader *reader;
    topic *topics; // [IDS]
    snw_mcap_facts facts;
    record_damage damage;
    snw_mcap_damage kept[KEPT]; // for --json
    bool list_signals;
} page;

static void note_damage(const snw_mcap_damage *damage, void *context) {
    page *p = context;
    if (p->damage.count < KEPT) p->kept[p->damage.count] = *damage;
    record_tell_damage(damage, &p->damage);
}

static void count(page *p, const snw_mcap_message *message) {
    topic *t = &p->topics[message->channel];
    if (t->messages == 0 || message->log_ns < t->first_ns) t->first_ns = message->log_ns;
    if (t->messages == 0 || message->log_ns > t->last_ns) t->last_ns = message->log_ns;
    t->messages++;
    const snw_mcap_channel *channel = snw_mcap_read_channel(p->reader, message->channel);
    const snw_mcap_schema *schema = snw_mcap_read_schema(p->reader, channel->schema_id);
    snw_tick_values signals;
    if (schema != NULL && snw_message_kind_of(schema->name) == SNW_MESSAGE_SIGNALS &&
        snw_tick_values_decode(message->data, message->size, &signals) == SNW_OK) {
        t->lost += signals.lost;
    }
}

static const char *type_of(const page *p, const snw_mcap_channel *channel) {
    const snw_mcap_schema *schema = snw_mcap_read_schema(p->reader, channel->schema_id);
    return schema == NULL ? "" : schema->name;
}

static double seconds(uint64_t t_ns) {
    return (double)(int64_t)t_ns * 1e-9;
}

// messages per second over the time that they span
static double rate_of(const topic *t) {
    return t->last_ns > t->first_ns ? (double)(t->messages - 1) / seconds(t->last_ns - t->first_ns)
                                    : 0;
}

// the paths and units of a channel, line by line
typedef void signal_fn(void *out, snw_word path, snw_word unit);

static void each_signal(void *out, const snw_mcap_channel *channel, signal_fn *tell) {
    const char *path = snw_mcap_channel_value(channel, "paths");
    const char *unit = snw_mcap_channel_value(channel, "units");
    if (unit == NULL) unit = "";
    while (path != NULL && *path != '\0') {
        const size_t length = strcspn(path, "\n"), unit_length = strcspn(unit, "\n");
        tell(out, (snw_word){path, length}, (snw_word){unit, unit_length});
        path += length + (path[length] == '\n');
        unit += unit_length + (unit[unit_length] == '\n');
    }
}

// a word as a text, cut where it is too long
static void copy_word(snw_word word, char out[SIGNAL]) {
    const size_t kept = word.length < SIGNAL ? word.length : SIGNAL - 1;
    memcpy(out, word.text, kept);
    out[kept] = '\0';
}

// --- for people ---------------------------------------------------------------------------------

static void signal_line(void *out, snw_word path, snw_word unit) {
    const snw_word words[] = {path, unit};
    snw_text_format(out, "| ");
    for (int i = 0; i < 2; i++) {
        char copy[SIGNAL];
        copy_word(words[i], copy);
        snw_text_visible(out, copy);
        snw_text_format(out, i == 0 ? " | " : " |\n");
    }
}

static void compose(snw_text *text, const void *context) {
    const page *p = context;
    static const char *const packings[] = {"not compressed", "lz4", "zstd"};
    snw_text_visible(text, p->path);
    snw_text_format(text, ": %llu bytes, %s, %d chunks, %s\n", (unsigned long long)p->facts.size,
                    p->facts.finished ? "finished" : "not finished", p->facts.chunks,
                    packings[p->facts.compression]);
    snw_text_format(text, "written by '");
    snw_text_visible(text, p->facts.library);
    snw_text_format(text, "', profile '");
    snw_text_visible(text, p->facts.profile);
    snw_text_format(text, "', version %d; from ", snw_recording_version(&p->facts));
    snw_text_real(text, seconds(p->facts.first_ns));
    snw_text_format(text, " s to ");
    snw_text_real(text, seconds(p->facts.last_ns));
    snw_text_format(text, " s\n\n| Topic | Type | Messages | Rate [Hz] | Lost |\n"
                          "|---|---|---|---|---|\n");
    for (int id = 0; id < IDS; id++) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(p->reader, id);
        if (channel == NULL) continue;
        const topic *t = &p->topics[id];
        snw_text_format(text, "| ");
        model_cell(text, channel->topic);
        model_cell(text, type_of(p, channel));
        snw_text_format(text, "%llu | ", (unsigned long long)t->messages);
        model_cell_real(text, rate_of(t));
        snw_text_format(text, "%llu |\n", (unsigned long long)t->lost);
    }
    if (!p->list_signals) return;
    snw_text_format(text, "\n| Signal | Unit |\n|---|---|\n");
    for (int id = 0; id < IDS; id++) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(p->reader, id);
        if (channel != NULL) each_signal(text, channel, signal_line);
    }
}

// --- for programs -------------------------------------------------------------------------------

static void json_piece(snw_json_writer *json, const char *name, snw_word word) {
    char copy[SIGNAL];
    copy_word(word, copy);
    snw_json_string(json, name, copy);
}

static void signal_json(void *out, snw_word path, snw_word unit) {
    snw_json_writer *json = out;
    snw_json_object(json, NULL);
    json_piece(json, "path", path);
    json_piece(json, "unit", unit);
    snw_json_end(json);
}

static void json_topic(snw_json_writer *json, const page *p, int id) {
    const snw_mcap_channel *channel = snw_mcap_read_channel(p->reader, id);
    if (channel == NULL) return;
    const topic *t = &p->topics[id];
    snw_json_object(json, NULL);
    snw_json_string(json, "topic", channel->topic);
    snw_json_string(json, "type", type_of(p, channel));
    snw_json_int(json, "messages", (int64_t)t->messages);
    snw_json_int(json, "lost", (int64_t)t->lost);
    snw_json_real(json, "first", seconds(t->first_ns));
    snw_json_real(json, "last", seconds(t->last_ns));
    snw_json_array(json, "signals");
    each_signal(json, channel, signal_json);
    snw_json_end(json);
    snw_json_end(json);
}

static void render_json(snw_text *text, const void *context) {
    const page *p = context;
    static const char *const packings[] = {"none", "lz4", "zstd"};
    snw_json_writer json = snw_json_over(text);
    snw_json_object(&json, NULL);
    snw_json_string(&json, "file", p->path);
    snw_json_int(&json, "bytes", (int64_t)p->facts.size);
    snw_json_bool(&json, "finished", p->facts.finished);
    snw_json_int(&json, "chunks", p->facts.chunks);
    snw_json_string(&json, "compression", packings[p->facts.compression]);
    snw_json_int(&json, "messages", (int64_t)p->facts.messages);
    snw_json_int(&json, "unknown_messages", (int64_t)p->facts.unknown);
    snw_json_real(&json, "first", seconds(p->facts.first_ns));
    snw_json_real(&json, "last", seconds(p->facts.last_ns));
    snw_json_array(&json, "topics");
    for (int id = 0; id < IDS; id++)
        json_topic(&json, p, id);
    snw_json_end(&json);
    snw_json_int(&json, "lost_bytes", (int64_t)p->facts.lost_bytes);
    snw_json_array(&json, "damage");
    for (int i = 0; i < p->damage.count && i < KEPT; i++) {
        snw_json_object(&json, NULL);
        snw_json_int(&json, "start", (int64_t)p->kept[i].start);
        snw_json_int(&json, "end", (int64_t)p->kept[i].end);
        snw_json_string(&json, "text", p->kept[i].text);
        snw_json_end(&json);
    }
    snw_json_end(&json);
    cli_json_finish(&json);
}

// --- the command --------------------------------------------------------------------------------

typedef struct wanted_text {
    const char *name;
    char *found; // a copy
    size_t length;
} wanted_text;

// by its name, which is the path of its file; "cell" is the cell, whatever its path was
static bool is_wanted(const wanted_text *wanted, const snw_description *text) {
    if (strcmp(text->name, wanted->name) == 0) return true;
    return strcmp(wanted->name, "cell") == 0 && strstr(text->text, "<cell") != NULL;
}

static void look_for(wanted_text *wanted, const snw_mcap_message *message) {
    snw_description text;
    if (wanted->found != NULL ||
        snw_failed(snw_description_decode(message->data, message->size, &text)) ||
        !is_wanted(wanted, &text)) {
        return;
    }
    wanted->found = malloc(text.length + 1);
    if (wanted->found == NULL) return;
    memcpy(wanted->found, text.text, text.length + 1);
    wanted->length = text.length;
}

static void render_found(snw_text *text, const void *context) {
    const wanted_text *wanted = context;
    snw_text_add(text, wanted->found, wanted->length);
}

// for a terminal, which obeys some letters instead of showing them
static void render_visible(snw_text *text, const void *context) {
    const wanted_text *wanted = context;
    const char *at = wanted->found;
    for (size_t left = wanted->length; left > 0;) {
        const int length = snw_printable_length(at, left);
        const size_t step = length > 0 ? (size_t)length : 1;
        if (length > 0 || *at == '\n' || *at == '\t') {
            snw_text_add(text, at, step);
        } else {
            snw_text_format(text, "\\x%02x", (unsigned char)*at);
        }
        at += step;
        left -= step;
    }
}

static bool is_description(const page *p, int channel) {
    return strcmp(type_of(p, snw_mcap_read_channel(p->reader, channel)),
                  snw_message_name(SNW_MESSAGE_DESCRIPTION)) == 0;
}

static snw_status read_all(page *p, wanted_text *wanted, snw_why *why) {
    snw_mcap_message message;
    snw_status status;
    while ((status = snw_mcap_read_next(p->reader, &message)) == SNW_OK) {
        count(p, &message);
        if (wanted->name != NULL && is_description(p, message.channel)) look_for(wanted, &message);
    }
    p->facts = snw_mcap_read_facts(p->reader);
    if (status == SNW_DONE) return SNW_OK;
    return snw_refuse(why, status, p->path, "the recording cannot be read", NULL);
}

static snw_status show_text(const page *p, const wanted_text *wanted, snw_why *why) {
    const bool terminal = isatty(fileno(p->io->out)) == 1;
    if (wanted->found != NULL) {
        return cli_print(p->io, terminal ? render_visible : render_found, wanted);
    }
    return snw_refuse(why, SNW_ERR_NOT_FOUND, wanted->name,
                      "the recording has no text of that name",
                      "'sinew record show FILE' lists its texts; 'cell' is that of the cell");
}

static snw_status show(page *p, wanted_text *wanted, snw_why *why) {
    snw_status status = snw_mcap_read_open(&p->reader, &p->source, note_damage, p, why);
    if (snw_failed(status)) {
        if (why->subject[0] == '\0') snw_copy_text(why->subject, sizeof why->subject, p->path);
        return status;
    }
    status = read_all(p, wanted, why);
    if (snw_failed(status)) return status;
    record_tell_rest(&p->damage);
    if (wanted->name != NULL) return show_text(p, wanted, why);
    status =
        p->io->json ? cli_print(p->io, render_json, p) : model_print_page(p->io, compose, p, why);
    if (snw_failed(status) || p->facts.damages == 0) return status;
    p->io->answered = true;
    return SNW_ERR_CHECK;
}

static snw_status run_record_show(const cli_values *values, cli_io *io, snw_why *why) {
    page *p = calloc(1, sizeof *p);
    topic *topics = calloc(IDS, sizeof *topics);
    if (p == NULL || topics == NULL) {
        free(p);
        free(topics);
        return snw_refuse(why, SNW_ERR_MEMORY, NULL, NULL, NULL);
    }
    p->path = cli_text(values, "file");
    p->io = io;
    p->topics = topics;
    p->damage.io = io;
    p->list_signals = cli_flag(values, "signals");
    wanted_text wanted = {.name = cli_text(values, "text")};
    snw_status status = snw_source_open(&p->source, p->path, why);
    if (!snw_failed(status)) status = show(p, &wanted, why);
    snw_mcap_read_close(p->reader);
    snw_source_close(&p->source);
    free(wanted.found);
    free(topics);
    free(p);
    return status;
}

const cli_command record_show_command = {
    .name = "record show",
    .group = "Recordings",
    .summary = "Show the contents of a recording and whether it is intact.",
    .description = "Reads the whole file and verifies the checksum of every chunk. Damaged ranges "
                   "are reported; exit code 1 if there are any. A recording that was not finished, "
                   "for example after a power failure, is read up to its last complete "
                   "chunk.\n\n--json writes {file, bytes, finished, chunks, compression, messages, "
                   "unknown_messages, first, last, topics: [{topic, type, messages, lost, first, "
                   "last, signals: [{path, unit}]}], lost_bytes, damage: [{start, end, text}]}.",
    .arguments = record_arguments,
    .options = record_show_options,
    .examples = record_show_examples,
    .run = run_record_show};
