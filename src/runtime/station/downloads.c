// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"
#include "sinew/base/json_write.h"
#include "sinew/os/directory.h"
#include "sinew/os/file.h"

// The recordings in the user's folder: what there is, and their bytes.

enum {
    FILES = 4096,
    FOOTER = 37,       // of MCAP: opcode, length, two offsets, CRC, and the magic at the end
    STATISTICS = 0x0b, // opcode of the record that holds the times
    SUMMARY = 1 << 20,
    FIRST = 1 << 20 // bytes of a table, to begin with
};

static const double UNKNOWN = (double)NAN;
static const size_t RECORDING_LIMIT = (size_t)1 << 30;

// --- what there is ------------------------------------------------------------------------------

static uint64_t read_u64(const unsigned char *at) {
    uint64_t value = 0;
    for (int i = 7; i >= 0; i--)
        value = value << 8 | at[i];
    return value;
}

// Seconds between the first and the last message, from the summary of a file that was ended well;
// else NaN.
static double length_of(FILE *file, long size) {
    unsigned char foot[FOOTER];
    if (size < FOOTER || fseek(file, size - FOOTER, SEEK_SET) != 0) return UNKNOWN;
    if (fread(foot, 1, sizeof foot, file) != sizeof foot || foot[0] != 2) return UNKNOWN;
    const uint64_t start = read_u64(foot + 9);
    if (start == 0 || start > (uint64_t)size || (uint64_t)size - start > SUMMARY) return UNKNOWN;
    const size_t length = (size_t)((uint64_t)size - start);
    unsigned char *summary = malloc(length);
    double seconds = UNKNOWN;
    if (summary != NULL && fseek(file, (long)start, SEEK_SET) == 0 &&
        fread(summary, 1, length, file) == length) {
        for (size_t at = 0; at + 9 <= length;) {
            const uint64_t bytes = read_u64(summary + at + 1);
            if (bytes > length - at - 9) break;
            if (summary[at] == STATISTICS && bytes >= 42) {
                const unsigned char *times = summary + at + 9 + 26;
                seconds = ((double)read_u64(times + 8) - (double)read_u64(times)) / 1e9;
            }
            at += 9 + (size_t)bytes;
        }
    }
    free(summary);
    return seconds;
}

static void add_record(snw_json_writer *json, const char *path, const char *name, bool open) {
    FILE *file = fopen(path, "rb");
    long size = 0;
    double seconds = UNKNOWN;
    if (file != NULL) {
        size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
        if (!open) seconds = length_of(file, size);
        (void)fclose(file);
    }
    snw_json_object(json, NULL);
    snw_json_string(json, "name", name);
    snw_json_int(json, "bytes", size > 0 ? size : 0);
    snw_json_real(json, "seconds", seconds);
    snw_json_bool(json, "open", open);
    snw_json_end(json);
}

// black boxes of this run, with the time of the stop in each
static void add_boxes(const snw__boxes *boxes, snw_json_writer *json) {
    snw_json_array(json, "boxes");
    for (int i = 0; i < boxes->count; i++) {
        snw_json_object(json, NULL);
        snw_json_string(json, "name", boxes->done[i].name);
        snw_json_real(json, "t", (double)boxes->done[i].stop_ns / 1e9);
        snw_json_end(json);
    }
    snw_json_end(json);
}

snw_status snw__recordings_list(snw_station *station, snw_text *answer, snw_why *why) {
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE], name[SNW_PATH_SIZE], tail[16];
    snw_status status = snw__data_path("recordings", "", folder, why);
    if (snw_failed(status)) return status;
    snw_directory list;
    status = snw_directory_list(folder, FILES, &list, why);
    if (snw_failed(status)) return status;
    snw_json_writer json = snw_json_inside(answer, true);
    snw_json_array(&json, "records");
    for (int i = 0; i < list.count; i++) {
        const char *leaf = list.entries[i].name;
        if (snw_failed(snw_path_extension(leaf, tail, sizeof tail)) || strcmp(tail, ".mcap") != 0 ||
            snw_failed(snw_path_stem(leaf, name, sizeof name)) ||
            snw_failed(snw_path_join(folder, leaf, path, sizeof path))) {
            continue;
        }
        add_record(&json, path, name,
                   station->observed.recorder != NULL && strcmp(name, station->recording) == 0);
    }
    snw_directory_free(&list);
    snw_json_end(&json);
    add_boxes(&station->observed.boxes, &json);
    return SNW_OK;
}

// --- their bytes --------------------------------------------------------------------------------

// a text that grows on the heap
typedef struct table {
    char *data;
    size_t size, capacity;
} table;

static bool reserve_room(table *t, size_t more) {
    if (t->capacity - t->size > more) return true;
    size_t capacity = t->capacity > 0 ? t->capacity : FIRST;
    while (capacity - t->size <= more)
        capacity *= 2;
    if (capacity > RECORDING_LIMIT) return false;
    char *data = realloc(t->data, capacity);
    if (data == NULL) return false;
    t->data = data;
    t->capacity = capacity;
    return true;
}

// what is printed next: a head, a row, or the end
typedef struct line {
    const snw_series *series;
    snw_series_format format;
    const snw_series_row *row;
    bool is_first, is_end;
} line;

static void print_line(const line *l, snw_text *text) {
    if (l->is_end) {
        snw_series_print_end(l->series, l->format, text);
    } else if (l->row == NULL) {
        snw_series_print_head(l->series, l->format, text);
    } else {
        snw_series_print(l->series, l->format, l->row, l->is_first, text);
    }
}

// measured, then written
static bool add_line(table *t, const line *l) {
    snw_text text = {0};
    print_line(l, &text);
    const size_t length = text.length;
    if (!reserve_room(t, length + 1)) return false;
    text = snw_text_over(t->data + t->size, length + 1);
    print_line(l, &text);
    t->size += length;
    return true;
}

static snw_status print_table(snw_series *series, snw_series_format format, table *t,
                              snw_why *why) {
    snw_series_row row;
    snw_status status = SNW_OK;
    line l = {.series = series, .format = format};
    bool fits = add_line(t, &l);
    l.row = &row;
    l.is_first = true;
    while (fits && (status = snw_series_next(series, &row, why)) == SNW_OK) {
        fits = add_line(t, &l);
        l.is_first = false;
    }
    l.is_end = true;
    if (fits && !snw_failed(status)) fits = add_line(t, &l);
    return fits || snw_failed(status) ? status : SNW_ERR_TOO_LARGE;
}

// --- rows as the page reads them ----------------------------------------------------------------

static bool add_bytes(table *t, const void *bytes, size_t size) {
    if (!reserve_room(t, size)) return false;
    memcpy(t->data + t->size, bytes, size);
    t->size += size;
    return true;
}

// {"columns":[{"path","unit"}..]} and blanks up to a multiple of eight bytes, its length before it
static bool add_columns(table *t, const snw_series *series) {
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    snw_text text = {0};
    for (int pass = 0; pass < 2; pass++) {
        snw_json_writer json = snw_json_over(&text);
        snw_json_object(&json, NULL);
        snw_json_array(&json, "columns");
        for (int i = 0; i < count; i++) {
            snw_json_object(&json, NULL);
            snw_json_string(&json, "path", columns[i].path);
            snw_json_string(&json, "unit", columns[i].unit);
            snw_json_end(&json);
        }
        snw_json_end(&json);
        snw_json_end(&json);
        if (pass == 1) break;
        const size_t size = text.length;
        if (!reserve_room(t, size + 17)) return false;
        text = snw_text_over(t->data + 8, size + 1);
    }
    const size_t length = (text.length + 7) / 8 * 8;
    memset(t->data + 8 + text.length, ' ', length - text.length);
    for (int i = 0; i < 8; i++)
        t->data[i] = (char)(length >> (8 * i));
    t->size = 8 + length;
    return true;
}

// tick, time in s, and all columns, each as a double of this machine, which is little endian
static snw_status print_rows(snw_series *series, table *t, snw_why *why) {
    int count = 0;
    snw_series_row row;
    snw_status status = SNW_OK;
    (void)snw_series_columns(series, &count);
    bool fits = add_columns(t, series);
    while (fits && (status = snw_series_next(series, &row, why)) == SNW_OK) {
        const double head[2] = {(double)row.tick, (double)row.t_ns / 1e9};
        fits = add_bytes(t, head, sizeof head) &&
               add_bytes(t, row.values, (size_t)count * sizeof *row.values);
    }
    return fits || snw_failed(status) ? status : SNW_ERR_TOO_LARGE;
}

// --- what is asked for --------------------------------------------------------------------------

// what a name ends with says what is made of the recording
typedef enum kind { AS_IT_IS = -2, ROWS = -1, TABLE = 0 } kind;

static snw_status make_table(const char *path, int format, char **data, size_t *size,
                             snw_why *why) {
    snw_series *series = NULL;
    table t = {0};
    snw_status status = snw_series_open(&series, path, NULL, NULL, why);
    if (snw_failed(status)) return status;
    status = format == ROWS ? print_rows(series, &t, why)
                            : print_table(series, (snw_series_format)format, &t, why);
    snw_series_close(series);
    if (status == SNW_ERR_TOO_LARGE) {
        status = snw_refuse(why, status, path, "the table is too long",
                            "'sinew record export' writes it");
    }
    if (snw_failed(status)) {
        free(t.data);
        return status;
    }
    *data = t.data;
    *size = t.size;
    return SNW_OK;
}

// cuts the end of a name off, if it says a format
static int take_format(char *name, bool csv) {
    char *dot = strrchr(name, '.');
    snw_series_format format = SNW_SERIES_CSV;
    if (csv) return TABLE + SNW_SERIES_CSV;
    if (dot == NULL) return AS_IT_IS;
    const bool rows = strcmp(dot, ".rows") == 0;
    if (!rows && !snw_series_format_find(dot, &format)) return AS_IT_IS;
    *dot = '\0';
    return rows ? ROWS : TABLE + (int)format;
}

snw_status snw__recording_fetch(void *context, const char *asked, bool csv, char **data,
                                size_t *size, snw_why *why) {
    (void)context;
    char name[SNW_NAME], leaf[SNW_NAME + 8], path[SNW_PATH_SIZE];
    snw_status status = snw__check_name(asked, why);
    if (snw_failed(status)) return status;
    snw_copy_text(name, sizeof name, asked);
    const int format = take_format(name, csv);
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.mcap", name);
    status = snw__data_path("recordings", leaf, path, why);
    if (!snw_failed(status) && !snw_file_exists(path)) {
        char box[SNW_PATH_SIZE];
        if (!snw_failed(snw__data_path("boxes", leaf, box, NULL)) && snw_file_exists(box)) {
            snw_copy_text(path, sizeof path, box);
        }
    }
    if (snw_failed(status)) return status;
    if (format != AS_IT_IS) return make_table(path, format, data, size, why);
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = RECORDING_LIMIT;
    snw_file_content content;
    status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    *data = content.data;
    *size = content.size;
    return SNW_OK;
}
