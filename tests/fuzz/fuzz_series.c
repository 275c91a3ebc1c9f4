// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of signals or of a path: a table, a recording, or a path in XML or JSON, by
// the first byte. It is read as 'record export' reads it and as 'path convert' does: no crash,
// every refusal has a reason, rows come in the order of their times, tables are as long as they
// were measured, and the records of a path are finite.
#define _POSIX_C_SOURCE 200809L

#include "door.h"

#include <math.h>

#include "commands.h"
#include "path_input.h"
#include "sinew/record/series.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static void must(bool condition) {
    if (!condition) abort();
}

static void must_say(snw_status status, const snw_why *why) {
    char sentence[2048];
    must(!snw_failed(status) || status == SNW_ERR_MEMORY ||
         snw_why_sentence(why, sentence, sizeof sentence) > 0);
}

// --- signals ------------------------------------------------------------------------------------

static void tell_nobody(const snw_mcap_damage *damage, void *context) {
    (void)context, (void)damage;
}

static void print_row(const snw_series *series, const snw_series_row *row, bool is_first) {
    static char buffer[1 << 20];
    for (int format = 0; format < SNW_SERIES_FORMATS; format++) {
        snw_text measured = snw_text_over(NULL, 0);
        snw_series_print(series, (snw_series_format)format, row, is_first, &measured);
        snw_text text = snw_text_over(buffer, sizeof buffer);
        snw_series_print(series, (snw_series_format)format, row, is_first, &text);
        must(measured.length == text.length);
    }
}

// what stands before and behind the rows
static void print_frame(const snw_series *series) {
    static char buffer[1 << 20];
    for (int format = 0; format < SNW_SERIES_FORMATS; format++) {
        snw_text measured = snw_text_over(NULL, 0), text = snw_text_over(buffer, sizeof buffer);
        snw_series_print_head(series, (snw_series_format)format, &measured);
        snw_series_print_end(series, (snw_series_format)format, &measured);
        snw_series_print_head(series, (snw_series_format)format, &text);
        snw_series_print_end(series, (snw_series_format)format, &text);
        must(measured.length == text.length);
    }
}

static void try_series(const char *path) {
    snw_series *series = NULL;
    snw_why why = {0};
    snw_status status = snw_series_open(&series, path, tell_nobody, NULL, &why);
    must_say(status, &why);
    if (snw_failed(status)) return;
    int count = 0;
    const snw_series_column *columns = snw_series_columns(series, &count);
    must(count >= 0 && count <= SNW_SERIES_COLUMNS);
    for (int i = 0; i < count; i++)
        must(columns[i].path != NULL && columns[i].unit != NULL);
    // what is not there is refused, and all are chosen
    const char *const unknown = "no such/signal", *const all = "**";
    const snw_status chosen = snw_series_select(series, &unknown, 1, &why);
    must(chosen == SNW_ERR_NOT_FOUND || count > 0);
    if (snw_failed(chosen)) must_say(chosen, &why);
    if (count > 0) must(snw_series_select(series, &all, 1, &why) == SNW_OK);
    print_frame(series);
    snw_series_row row;
    for (long rows = 0; (status = snw_series_next(series, &row, &why)) == SNW_OK; rows++) {
        if (rows < 16) print_row(series, &row, rows == 0);
    }
    must(status == SNW_DONE || snw_failed(status));
    must_say(status, &why);
    snw_series_close(series);
}

// --- paths --------------------------------------------------------------------------------------

static void check_path(const path_input *input) {
    const snw_path *path = &input->path;
    const int width = path->config.scalars;
    must(path->count > 0);
    for (int k = 0; k < path->count; k++) {
        must(k == 0 || path->times[k] > path->times[k - 1]);
        for (int i = 0; i < width; i++)
            must(isfinite(path->scalars[(ptrdiff_t)k * width + i]));
    }
}

static void try_path(const char *path, FILE *nowhere) {
    char copy[128];
    (void)snprintf(copy, sizeof copy, "%s", path);
    char sinew[] = "sinew", noun[] = "path", verb[] = "convert", out[] = "out.csv";
    char *const argv[] = {sinew, noun, verb, copy, out, NULL};
    cli_values values;
    cli_io io = {.in = stdin, .out = nowhere, .err = nowhere};
    snw_why why = {0};
    must(cli_parse(&sinew_program, 5, argv, &values, &why) == SNW_OK);
    const path_source from = {.file = copy};
    path_input input;
    const snw_status status = path_open(&input, &from, &values, &io, &why);
    must_say(status, &why);
    if (!snw_failed(status)) {
        check_path(&input);
        path_close(&input);
    }
    cli_values_close(&values);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static FILE *nowhere;
    static const char *const leaves[] = {"fuzz.csv", "fuzz.mcap", "fuzz.xml", "fuzz.json"};
    if (nowhere == NULL) nowhere = fopen("/dev/null", "w");
    if (size == 0 || nowhere == NULL) return 0;
    const int kind = bytes[0] == 'm' ? 1 : bytes[0] == 'x' ? 2 : bytes[0] == 'j' ? 3 : 0;
    const char *path = door_file(leaves[kind], bytes + 1, size - 1);
    if (kind < 2) try_series(path);
    try_path(path, nowhere);
    return 0;
}
