// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_ROWS_H
#define SINEW_APPS_ROWS_H

/// @file
/// Rows of numbers through a command, in constant memory: each line of a file or of standard input
/// gives a line. Commas, semicolons, tabs and blanks separate; empty lines and those that begin
/// with # are passed over. The first line may name the numbers, in any order, with units in
/// brackets.

#include "model_input.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What a command makes of rows.
typedef struct rows_task {
    int count;           ///< numbers of a row
    const char *owner;   ///< "the model": what has these numbers, in messages
    const char *item;    ///< "coordinate": what one of them is
    const char *list;    ///< "'sinew model show' names them": where to look them up
    double *values;      ///< [count] receives the numbers of a row: rad and m
    bool degrees;        ///< angles are in degrees, where the first line does not say otherwise
    const void *context; ///< of the functions that only look
    void *work;          ///< of `compute`

    /// The name of a number, as a first line has it.
    void (*name)(const void *context, int index, char out[MODEL_COORDINATE]);
    /// Is this number an angle?
    bool (*is_angle)(const void *context, int index);
    /// Makes the result of the row that stands in `values`, of that line of the file.
    snw_status (*compute)(void *work, long line, snw_why *why);
    cli_render_fn *header; ///< the first line of the output
    cli_render_fn *row;    ///< a line of the output; with --json `json`
    cli_render_fn *json;
} rows_task;

/// Reads rows of a file, or of standard input for "-", and writes one row for each. The first row
/// that is wrong, or whose computation fails, ends it, with the line in `why`.
SNW_NODISCARD snw_status rows_run(const rows_task *task, const char *path, cli_io *io,
                                  snw_why *why);

/// Room for one line of output, which grows with the longest that was ever needed; {0} at first.
typedef struct rows_line {
    char *data; ///< free() it in the end
    size_t room;
} rows_line;

/// Writes what `render` composes. SNW_ERR_MEMORY; SNW_ERR_IO, with the reason in errno.
SNW_NODISCARD snw_status rows_write(rows_line *line, FILE *out, cli_render_fn *render,
                                    const void *context);

/// Appends numbers with commas between them, and one before them unless they are the first.
void rows_reals(snw_text *text, const double *values, int count, bool first);

/// Appends a cell, in quotes where it holds a separator, a quote or an end of line.
void rows_cell(snw_text *text, const char *words);

/// Refuses two options that mean the same or exclude each other: SNW_ERR_USAGE.
SNW_NODISCARD snw_status rows_contradiction(const char *subject, const char *text, snw_why *why);

/// May --csv stand beside the option `single`, which gives one row, and beside the model? Not when
/// both are there, nor when the model comes from standard input too: SNW_ERR_USAGE.
SNW_NODISCARD snw_status rows_check(const cli_values *values, const char *subject,
                                    const char *single, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_ROWS_H
