// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run_job.h"
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

static void add_record(snw_text *answer, const char *path, const char *name, bool open) {
    FILE *file = fopen(path, "rb");
    long size = 0;
    double seconds = UNKNOWN;
    if (file != NULL) {
        size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
        if (!open) seconds = length_of(file, size);
        (void)fclose(file);
    }
    snw_text_format(answer, "{\"name\":");
    snw_text_json_string(answer, name);
    snw_text_format(answer, ",\"bytes\":%ld,\"seconds\":", size > 0 ? size : 0);
    snw_text_json_real(answer, seconds);
    snw_text_format(answer, ",\"open\":%s}", open ? "true" : "false");
}

snw_status run_recordings_list(run_job *j, snw_text *answer, snw_why *why) {
    char folder[SNW_PATH_SIZE], path[SNW_PATH_SIZE], name[SNW_PATH_SIZE], tail[16];
    snw_status status = run_data_path("recordings", "", folder, why);
    if (snw_failed(status)) return status;
    snw_directory list;
    status = snw_directory_list(folder, FILES, &list, why);
    if (snw_failed(status)) return status;
    int count = 0;
    snw_text_format(answer, ",\"records\":[");
    for (int i = 0; i < list.count; i++) {
        const char *leaf = list.entries[i].name;
        if (snw_failed(snw_path_extension(leaf, tail, sizeof tail)) || strcmp(tail, ".mcap") != 0 ||
            snw_failed(snw_path_stem(leaf, name, sizeof name)) ||
            snw_failed(snw_path_join(folder, leaf, path, sizeof path))) {
            continue;
        }
        if (count++ > 0) snw_text_format(answer, ",");
        add_record(answer, path, name, j->recorder != NULL && strcmp(name, j->recording) == 0);
    }
    snw_directory_free(&list);
    snw_text_format(answer, "]");
    return SNW_OK;
}

// --- their bytes --------------------------------------------------------------------------------

// a text that grows on the heap
typedef struct table {
    char *data;
    size_t size, capacity;
} table;

static bool reserve(table *t, size_t more) {
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

// one line: measured, then written
static bool add_line(table *t, const snw_series *series, const snw_series_row *row) {
    snw_text text = {0};
    for (int pass = 0; pass < 2; pass++) {
        if (row != NULL) {
            snw_series_print_row(series, row, &text);
        } else {
            snw_series_print_names(series, &text);
        }
        if (pass == 1) break;
        const size_t length = text.length;
        if (!reserve(t, length + 1)) return false;
        text = snw_text_over(t->data + t->size, length + 1);
    }
    t->size += text.length;
    return true;
}

static snw_status make_table(const char *path, char **data, size_t *size, snw_why *why) {
    snw_series *series = NULL;
    table t = {0};
    snw_series_row row;
    snw_status status = snw_series_open(&series, path, NULL, NULL, why);
    if (snw_failed(status)) return status;
    bool fits = add_line(&t, series, NULL);
    while (fits && (status = snw_series_next(series, &row, why)) == SNW_OK)
        fits = add_line(&t, series, &row);
    snw_series_close(series);
    if (!fits) status = run_refuse(why, SNW_ERR_TOO_LARGE, path, "the table is too long", NULL);
    if (snw_failed(status)) {
        free(t.data);
        return status;
    }
    *data = t.data;
    *size = t.size;
    return SNW_OK;
}

snw_status run_recording_fetch(void *context, const char *name, bool csv, char **data, size_t *size,
                               snw_why *why) {
    (void)context;
    char leaf[SNW_NAME + 8], path[SNW_PATH_SIZE];
    snw_status status = run_check_name(name, why);
    if (snw_failed(status)) return status;
    snw_text text = snw_text_over(leaf, sizeof leaf);
    snw_text_format(&text, "%s.mcap", name);
    status = run_data_path("recordings", leaf, path, why);
    if (snw_failed(status)) return status;
    if (csv) return make_table(path, data, size, why);
    snw_file_reading how = snw_file_reading_defaults();
    how.limit = RECORDING_LIMIT;
    snw_file_content content;
    status = snw_file_read(path, &how, &content, why);
    if (snw_failed(status)) return status;
    *data = content.data;
    *size = content.size;
    return SNW_OK;
}
