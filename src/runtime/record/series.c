// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/record/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inside.h"
#include "series_internal.h"

enum { STREAMS_MOST = 64, IDS = 65536 };
static const size_t memory_most = (size_t)1 << 28;

snw_status snw__series_add(snw_series *s, const char *path, size_t path_length, const char *unit,
                           size_t unit_length, const char *group) {
    if (s->column_count == SNW_SERIES_COLUMNS) return SNW_ERR_TOO_LARGE;
    if (s->column_count == s->column_capacity) {
        const int capacity = s->column_capacity == 0 ? 64 : 2 * s->column_capacity;
        snw_series_column *columns = snw_setup_grow(
            s->memory, s->columns, (size_t)capacity * sizeof *columns, _Alignof(snw_series_column));
        if (columns == NULL) return SNW_ERR_MEMORY;
        s->columns = columns;
        s->column_capacity = capacity;
    }
    const snw_series_column column = {snw_setup_text(s->memory, path, path_length),
                                      snw_setup_text(s->memory, unit, unit_length), group, true};
    s->columns[s->column_count] = column;
    if (column.path == NULL || column.unit == NULL) return SNW_ERR_MEMORY;
    s->column_count++;
    return SNW_OK;
}

// --- MCAP ---------------------------------------------------------------------------------------

// columns of a channel from its metadata, a line each
static snw_status add_columns(snw_series *s, const snw_mcap_channel *channel) {
    const char *path = snw_mcap_channel_value(channel, "paths");
    const char *unit = snw_mcap_channel_value(channel, "units");
    const char *group = snw_setup_text(s->memory, channel->topic, strlen(channel->topic));
    if (unit == NULL) unit = "";
    if (group == NULL) return SNW_ERR_MEMORY;
    while (path != NULL && *path != '\0') {
        const size_t length = strcspn(path, "\n"), unit_length = strcspn(unit, "\n");
        const snw_status status = snw__series_add(s, path, length, unit, unit_length, group);
        if (snw_failed(status)) return status;
        path += length + (path[length] == '\n');
        unit += unit_length + (unit[unit_length] == '\n');
    }
    return SNW_OK;
}

static bool is_signals(const snw_mcap_reader *reader, const snw_mcap_channel *channel) {
    const snw_mcap_schema *schema = snw_mcap_read_schema(reader, channel->schema_id);
    return schema != NULL && snw_message_kind_of(schema->name) == SNW_MESSAGE_SIGNALS &&
           snw_mcap_channel_value(channel, "paths") != NULL;
}

// a stream per channel of signals that is known by now
static snw_status add_streams(snw_series *s, const snw_mcap_reader *reader) {
    for (int id = 0; id < IDS && s->stream_count < STREAMS_MOST; id++) {
        const snw_mcap_channel *channel = snw_mcap_read_channel(reader, id);
        if (channel == NULL || !is_signals(reader, channel)) continue;
        snw__stream *stream = &s->streams[s->stream_count++];
        stream->channel = id;
        stream->first = s->column_count;
        const snw_status status = add_columns(s, channel);
        if (snw_failed(status)) return status;
        stream->count = s->column_count - stream->first;
    }
    return SNW_OK;
}

// The channels stand before the first message, or in the summary. Where the head is damaged, all
// of the file is read to find them.
static snw_status find_streams(snw_series *s, snw_why *why) {
    snw_mcap_reader *reader = NULL;
    snw_status status = snw_mcap_read_open(&reader, &s->source, NULL, NULL, why);
    if (snw_failed(status)) return status;
    snw_mcap_message message;
    status = snw_mcap_read_next(reader, &message);
    const bool damaged = snw_mcap_read_facts(reader).damages > 0;
    while (status == SNW_OK && damaged)
        status = snw_mcap_read_next(reader, &message);
    if (!snw_failed(status)) status = add_streams(s, reader);
    snw_mcap_read_close(reader);
    if (snw_failed(status)) snw_why_set(why, status, NULL, "the recording cannot be read");
    if (status == SNW_ERR_TOO_LARGE) {
        snw_why_set(why, status, NULL, "the recording has too many signals");
        snw_why_add(why, "most", SNW_SERIES_COLUMNS, "");
    }
    return status;
}

static snw_status open_mcap(snw_series *s, snw_why *why) {
    s->streams =
        snw_setup_take(s->memory, STREAMS_MOST * sizeof *s->streams, _Alignof(snw__stream));
    if (s->streams == NULL) return SNW_ERR_MEMORY;
    return find_streams(s, why);
}

// the next row of a stream
static snw_status advance(const snw_series *s, snw__stream *stream) {
    snw_mcap_message message;
    snw_status status;
    stream->valid = false;
    while ((status = snw_mcap_read_next(stream->reader, &message)) == SNW_OK) {
        if (message.channel != stream->channel) continue;
        if (snw_tick_values_decode(message.data, message.size, &stream->row) != SNW_OK) continue;
        stream->valid = stream->row.count == stream->count;
        if (stream->valid) return SNW_OK;
    }
    (void)s;
    return status == SNW_DONE ? SNW_OK : status;
}

static snw_status start_streams(snw_series *s, snw_why *why) {
    bool told = false;
    for (int i = 0; i < s->stream_count; i++) {
        snw__stream *stream = &s->streams[i];
        for (int c = 0; c < stream->count; c++)
            stream->wanted = stream->wanted || s->columns[stream->first + c].selected;
        if (!stream->wanted) continue;
        // every stream reads the whole file; damage is told by the first
        snw_status status =
            snw_mcap_read_open(&stream->reader, &s->source, told ? NULL : s->tell, s->context, why);
        told = true;
        if (!snw_failed(status)) status = advance(s, stream);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

static void copy_row(snw_series *s, const snw__stream *stream) {
    for (int c = 0; c < stream->count; c++) {
        const int column = stream->first + c;
        if (!s->columns[column].selected) continue;
        s->values[column] = snw__tick_values_at(&stream->row, c);
        s->present[column] = true;
    }
}

static snw_status next_mcap(snw_series *s, snw_series_row *row) {
    // the oldest tick of all streams is the next row
    const snw__stream *oldest = NULL;
    for (int i = 0; i < s->stream_count; i++) {
        const snw__stream *stream = &s->streams[i];
        if (stream->valid && (oldest == NULL || stream->row.tick < oldest->row.tick)) {
            oldest = stream;
        }
    }
    if (oldest == NULL) return SNW_DONE;
    *row = (snw_series_row){.tick = oldest->row.tick, .t_ns = oldest->row.t_ns};
    for (int i = 0; i < s->stream_count; i++) {
        snw__stream *stream = &s->streams[i];
        if (!stream->valid || stream->row.tick != row->tick) continue;
        copy_row(s, stream);
        row->lost += stream->row.lost;
        const snw_status status = advance(s, stream);
        if (snw_failed(status)) return status;
    }
    return SNW_OK;
}

// --- any ----------------------------------------------------------------------------------------

static bool is_mcap(const snw_series *s) {
    char start[SNW__MAGIC_SIZE] = {0};
    if (s->source.size < sizeof start ||
        s->source.read(s->source.context, 0, start, sizeof start) != 0) {
        return false;
    }
    // a recording whose first bytes are damaged is no text either
    return memcmp(start, SNW__MAGIC, sizeof start) == 0 || memchr(start, 0, sizeof start) != NULL;
}

// what calls itself a recording is none of our tables, whatever is in it
static bool is_named_mcap(const char *path) {
    static const char end[] = ".mcap";
    const size_t length = strlen(path), size = sizeof end - 1;
    return length >= size && strcmp(path + length - size, end) == 0;
}

snw_status snw_series_open(snw_series **series, const char *path, snw_mcap_damage_fn *tell,
                           void *context, snw_why *why) {
    snw_series *s = calloc(1, sizeof *s);
    snw_setup *memory = snw_setup_create(memory_most);
    if (s == NULL || memory == NULL) {
        free(s);
        snw_setup_destroy(memory);
        return snw_refuse(why, SNW_ERR_MEMORY, path, NULL, NULL);
    }
    s->memory = memory;
    s->tell = tell;
    s->context = context;
    snw_status status = snw_source_open(&s->source, path, why);
    if (!snw_failed(status)) {
        s->is_table = !is_mcap(s) && !is_named_mcap(path);
        status = s->is_table ? snw__table_open(s, path, why) : open_mcap(s, why);
        if (snw_failed(status) && why != NULL && why->subject[0] == '\0' && why->file[0] == '\0') {
            snw_copy_text(why->subject, sizeof why->subject, path);
        }
    }
    if (!snw_failed(status)) {
        const size_t count = s->column_count > 0 ? (size_t)s->column_count : 1;
        s->values = snw_setup_take(memory, count * sizeof *s->values, _Alignof(double));
        s->present = snw_setup_take(memory, count * sizeof *s->present, _Alignof(bool));
        status = snw_setup_status(memory);
        if (snw_failed(status)) snw_why_set(why, status, path, NULL);
    }
    if (snw_failed(status)) {
        snw_series_close(s);
        return status;
    }
    *series = s;
    return SNW_OK;
}

void snw_series_close(snw_series *s) {
    if (s == NULL) return;
    for (int i = 0; i < s->stream_count; i++)
        snw_mcap_read_close(s->streams[i].reader);
    snw_file_free(&s->table.content);
    snw_source_close(&s->source);
    snw_setup_destroy(s->memory);
    free(s);
}

const snw_series_column *snw_series_columns(const snw_series *s, int *count) {
    *count = s->column_count;
    return s->columns;
}

// does a text match a pattern with '*' (not beyond a slash) and '**'? Each star remembers where it
// may be tried again; the last of each kind is enough
static bool matches(const char *pattern, const char *text) {
    const char *star = NULL, *star_text = NULL, *deep = NULL, *deep_text = NULL;
    while (*text != '\0') {
        if (pattern[0] == '*' && pattern[1] == '*') {
            deep = pattern += 2;
            deep_text = text;
            star = NULL;
        } else if (*pattern == '*') {
            star = ++pattern;
            star_text = text;
        } else if (*pattern == *text) {
            pattern++, text++;
        } else if (star != NULL && *star_text != '/') {
            text = ++star_text;
            pattern = star;
        } else if (deep != NULL) {
            text = ++deep_text;
            pattern = deep;
            star = NULL;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

static snw_status refuse_pattern(const snw_series *s, const char *pattern, snw_why *why) {
    const char **names = malloc(((size_t)s->column_count + 1) * sizeof *names);
    const char *closest = NULL;
    if (names != NULL) {
        for (int i = 0; i < s->column_count; i++)
            names[i] = s->columns[i].path;
        closest = snw_closest_name(pattern, names, s->column_count);
    }
    char fix[SNW_WHY_TEXT];
    snw_text text = snw_text_over(fix, sizeof fix);
    if (closest != NULL) {
        snw_text_format(&text, "did you mean '%s'?", closest);
    } else {
        snw_text_format(&text, "'sinew record show FILE --signals' lists them");
    }
    snw_why_set(why, SNW_ERR_NOT_FOUND, pattern, "there is no such signal in the recording");
    snw_why_fix(why, fix);
    free(names);
    return SNW_ERR_NOT_FOUND;
}

snw_status snw_series_select(snw_series *s, const char *const *patterns, int count, snw_why *why) {
    if (s->started) {
        return snw_refuse(why, SNW_ERR_STATE, NULL, "signals must be selected before the first row",
                          NULL);
    }
    for (int i = 0; i < s->column_count; i++)
        s->columns[i].selected = false;
    for (int p = 0; p < count; p++) {
        bool found = false;
        for (int i = 0; i < s->column_count; i++) {
            if (!matches(patterns[p], s->columns[i].path)) continue;
            s->columns[i].selected = found = true;
        }
        if (!found) return refuse_pattern(s, patterns[p], why);
    }
    return SNW_OK;
}

snw_status snw_series_next(snw_series *s, snw_series_row *row, snw_why *why) {
    snw_status status = SNW_OK;
    if (!s->started) {
        s->started = true;
        if (!s->is_table) status = start_streams(s, why);
    }
    for (int i = 0; i < s->column_count; i++) {
        s->values[i] = (double)NAN;
        s->present[i] = false;
    }
    if (!snw_failed(status))
        status = s->is_table ? snw__table_next(s, row, why) : next_mcap(s, row);
    if (snw_failed(status) && !s->is_table) {
        snw_why_set(why, status, NULL, "the recording cannot be read");
    }
    row->values = s->values;
    row->present = s->present;
    return status;
}
