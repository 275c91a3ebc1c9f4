// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>
#include <string.h>

#include "model_input.h"
#include "record_command.h"

enum { IDS = 65536, KEPT = 1000 };

const cli_parameter record_show_options[] = {
    {.name = "signals", .letter = 's', .sentence = "List all signals with their units."},
    {.name = "text",
     .kind = CLI_TEXT,
     .sentence = "Print the text of that name, such as cell, and nothing else."},
    {0},
};
const cli_example record_show_examples[] = {
    {"sinew record show run.mcap", "Topics, times, losses, and whether all of it is intact."},
    {"sinew record show run.mcap --signals", "The paths that can be exported and plotted."},
    {"sinew record show run.mcap --text cell > cell.xml", "The cell file it was made with."},
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
    snw_signals signals;
    if (schema != NULL && strcmp(schema->name, snw_message_name(SNW_MESSAGE_SIGNALS)) == 0 &&
        snw_signals_decode(message->data, message->size, &signals) == SNW_OK) {
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
typedef void signal_fn(snw_text *text, const char *path, size_t length, const char *unit,
                       size_t unit_length);

static void each_signal(snw_text *text, const snw_mcap_channel *channel, signal_fn *tell) {
    const char *path = snw_mcap_channel_value(channel, "paths");
    const char *unit = snw_mcap_channel_value(channel, "units");
    if (unit == NULL) unit = "";
    while (path != NULL && *path != '\0') {
        const size_t length = strcspn(path, "\n"), unit_length = strcspn(unit, "\n");
        tell(text, path, length, unit, unit_length);
        path += length + (path[length] == '\n');
        unit += unit_length + (unit[unit_length] == '\n');
    }
}

// --- for people ---------------------------------------------------------------------------------

static void signal_line(snw_text *text, const char *path, size_t length, const char *unit,
                        size_t unit_length) {
    snw_text_format(text, "| %.*s | %.*s |\n", (int)length, path, (int)unit_length, unit);
}

static void compose(snw_text *text, const void *context) {
    const page *p = context;
    static const char *const packings[] = {"not compressed", "lz4", "zstd"};
    snw_text_format(text, "%s: %llu bytes, %s, %d chunks, %s\n", p->path,
                    (unsigned long long)p->facts.size,
                    p->facts.finished ? "finished" : "not finished", p->facts.chunks,
                    packings[p->facts.compression]);
    snw_text_format(text, "written by '%s', profile '%s'; from ", p->facts.library,
                    p->facts.profile);
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

static void json_piece(snw_text *text, const char *words, size_t length) {
    char copy[512];
    const size_t kept = length < sizeof copy ? length : sizeof copy - 1;
    memcpy(copy, words, kept);
    copy[kept] = '\0';
    snw_text_json_string(text, copy);
}

static void signal_json(snw_text *text, const char *path, size_t length, const char *unit,
                        size_t unit_length) {
    snw_text_format(text, "{\"path\":");
    json_piece(text, path, length);
    snw_text_format(text, ",\"unit\":");
    json_piece(text, unit, unit_length);
    snw_text_format(text, "},");
}

// takes the comma behind the last member away; a text that only measures may keep it
static void end_list(snw_text *text) {
    if (text->data != NULL && text->length > 0 && text->length < text->capacity &&
        text->data[text->length - 1] == ',') {
        text->length--;
        text->data[text->length] = '\0';
    }
    snw_text_format(text, "]");
}

static void json_topic(snw_text *text, const page *p, int id) {
    const snw_mcap_channel *channel = snw_mcap_read_channel(p->reader, id);
    if (channel == NULL) return;
    const topic *t = &p->topics[id];
    snw_text_format(text, "{\"topic\":");
    snw_text_json_string(text, channel->topic);
    snw_text_format(text, ",\"type\":");
    snw_text_json_string(text, type_of(p, channel));
    snw_text_format(text,
                    ",\"messages\":%llu,\"lost\":%llu,\"first\":", (unsigned long long)t->messages,
                    (unsigned long long)t->lost);
    snw_text_json_real(text, seconds(t->first_ns));
    snw_text_format(text, ",\"last\":");
    snw_text_json_real(text, seconds(t->last_ns));
    snw_text_format(text, ",\"signals\":[");
    each_signal(text, channel, signal_json);
    end_list(text);
    snw_text_format(text, "},");
}

static void render_json(snw_text *text, const void *context) {
    const page *p = context;
    static const char *const packings[] = {"none", "lz4", "zstd"};
    snw_text_format(text, "{\"file\":");
    snw_text_json_string(text, p->path);
    snw_text_format(text,
                    ",\"bytes\":%llu,\"finished\":%s,\"chunks\":%d,\"compression\":\"%s\","
                    "\"messages\":%llu,\"unknown_messages\":%llu,\"first\":",
                    (unsigned long long)p->facts.size, p->facts.finished ? "true" : "false",
                    p->facts.chunks, packings[p->facts.compression],
                    (unsigned long long)p->facts.messages, (unsigned long long)p->facts.unknown);
    snw_text_json_real(text, seconds(p->facts.first_ns));
    snw_text_format(text, ",\"last\":");
    snw_text_json_real(text, seconds(p->facts.last_ns));
    snw_text_format(text, ",\"topics\":[");
    for (int id = 0; id < IDS; id++)
        json_topic(text, p, id);
    end_list(text);
    snw_text_format(text, ",\"lost_bytes\":%llu,\"damage\":[",
                    (unsigned long long)p->facts.lost_bytes);
    for (int i = 0; i < p->damage.count && i < KEPT; i++) {
        snw_text_format(text, "{\"start\":%llu,\"end\":%llu,\"text\":",
                        (unsigned long long)p->kept[i].start, (unsigned long long)p->kept[i].end);
        snw_text_json_string(text, p->kept[i].text);
        snw_text_format(text, "},");
    }
    end_list(text);
    snw_text_format(text, "}\n");
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
        snw_description_decode(message->data, message->size, &text) != SNW_OK ||
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
    snw_why_set(why, status, p->path, "the recording cannot be read");
    return status;
}

static snw_status show_text(const page *p, const wanted_text *wanted, snw_why *why) {
    if (wanted->found != NULL) return cli_print(p->io, render_found, wanted);
    snw_why_set(why, SNW_ERR_NOT_FOUND, wanted->name, "the recording has no text of that name");
    snw_why_fix(why, "'sinew record show FILE' lists its texts; 'cell' is that of the cell");
    return SNW_ERR_NOT_FOUND;
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

snw_status run_record_show(const cli_values *values, cli_io *io, snw_why *why) {
    page *p = calloc(1, sizeof *p);
    topic *topics = calloc(IDS, sizeof *topics);
    if (p == NULL || topics == NULL) {
        free(p);
        free(topics);
        snw_why_set(why, SNW_ERR_MEMORY, NULL, NULL);
        return SNW_ERR_MEMORY;
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
