// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_SERIES_INTERNAL_H
#define SINEW_RECORD_SERIES_INTERNAL_H

#include "internal.h"
#include "sinew/os/file.h"
#include "sinew/record/message.h"
#include "sinew/record/series.h"

// one group of an MCAP file: a reader that stops at its messages only
typedef struct snw__stream {
    snw_mcap_reader *reader;
    int channel;
    int first, count;    // its columns
    snw_tick_values row; // the next one
    bool valid, wanted;
} snw__stream;

// a table in memory
typedef struct snw__table {
    char name[SNW_WHY_FILE]; // of the file, for reasons
    snw_file_content content;
    size_t at;   // the next line
    int line;    // its number
    int t, tick; // columns of the file, -1 for none
    double unit; // of the time, in s
    int fields;  // in every line
    int *column; // [fields] to columns of the series, -1 for t and tick
    int room;    // of `column`
    int64_t row; // counted
} snw__table;

struct snw_series {
    snw_setup *memory;
    snw_source_bytes source;
    snw_mcap_damage_fn *tell;
    void *context;
    snw_series_column *columns;
    int column_count, column_capacity;
    snw__stream *streams; // of an MCAP file
    int stream_count;
    snw__table table; // else
    bool is_table, started;
    double *values;
    bool *present;
};

// a column more: SNW_ERR_TOO_LARGE beyond SNW_SERIES_COLUMNS, SNW_ERR_MEMORY
snw_status snw__series_add(snw_series *series, const char *path, size_t path_length,
                           const char *unit, size_t unit_length, const char *group);

// table.c
snw_status snw__table_open(snw_series *series, const char *path, snw_why *why);
snw_status snw__table_next(snw_series *series, snw_series_row *row, snw_why *why);
// the length of the letter at the start of a name; 0 for a byte that no table can hold: a control
// character, or one that is not UTF-8
size_t snw__table_letter(const char *at, size_t left);
void snw__table_seconds(snw_text *text, int64_t t_ns);

#endif // SINEW_RECORD_SERIES_INTERNAL_H
