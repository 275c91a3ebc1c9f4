// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_RECORD_SERIES_H
#define SINEW_RECORD_SERIES_H

/// @file
/// Signals of a recording as one table: a column per signal, a row per tick, in order. Reads MCAP
/// files of the recorder, whole or damaged, and tables of comma-separated values.
///
/// Rows of several groups are put together by their tick; a signal that has no sample at a tick is
/// absent there. MCAP files are streamed: memory does not grow with their length. Tables are read
/// into memory, up to SNW_SERIES_TABLE_MOST bytes.
///
/// The first line of a table names its columns, each by a name of its own, with units in brackets:
/// `arm/q[0] [rad]`. The column `t` or `time`, in seconds unless its unit says otherwise, is the
/// time, `tick` the number of the cycle; without them the rows are counted. A field may stand in
/// double quotes; an empty field is an absent number, which time and tick cannot be.

#include "sinew/record/mcap_read.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    SNW_SERIES_TABLE_MOST = 1 << 30, ///< bytes of a table
    SNW_SERIES_COLUMNS = 16384       ///< signals of a table or a recording
};

/// Opaque; lives on the heap.
typedef struct snw_series snw_series;

/// One signal. Texts live as long as the series.
typedef struct snw_series_column {
    // read-only
    const char *path, *unit; ///< unit is "" for none
    const char *group;       ///< topic of its group; "" in tables
    bool selected;
} snw_series_column;

/// Opens a recording, all columns selected. Damage is reported to `tell`, which may be NULL, while
/// rows are read. A recording without signals has no columns. SNW_ERR_TOO_LARGE beyond
/// SNW_SERIES_TABLE_MOST or SNW_SERIES_COLUMNS.
SNW_SETUP SNW_NODISCARD snw_status snw_series_open(snw_series **series, const char *path,
                                                   snw_mcap_damage_fn *tell, void *context,
                                                   snw_why *why);

/// Frees a series. NULL is allowed.
SNW_SETUP void snw_series_close(snw_series *series);

/// All columns; `*count` says how many.
SNW_SETUP const snw_series_column *snw_series_columns(const snw_series *series, int *count);

/// Selects the columns that any of the patterns matches; before the first row only. In a pattern
/// `*` is any run of letters inside a step, `**` any letters at all; the path of one column matches
/// itself. SNW_ERR_NOT_FOUND when a pattern matches no column; the reason proposes one.
SNW_SETUP SNW_NODISCARD snw_status snw_series_select(snw_series *series,
                                                     const char *const *patterns, int count,
                                                     snw_why *why);

/// One tick. Arrays are as long as there are columns and valid until the next row.
typedef struct snw_series_row {
    // read-only
    int64_t tick, t_ns;
    uint64_t lost;        ///< samples dropped just before, in all groups of this row
    const double *values; ///< NaN where absent
    const bool *present;
} snw_series_row;

/// The next row that has a selected signal; SNW_DONE at the end. SNW_ERR_SYNTAX for a table that
/// does not follow its grammar, with line and column in `why`.
SNW_SETUP SNW_NODISCARD snw_status snw_series_next(snw_series *series, snw_series_row *row,
                                                   snw_why *why);

/// Appends the first line of a table: `tick,t [s]` and the selected columns.
SNW_SETUP void snw_series_print_names(const snw_series *series, snw_text *text);

/// Appends a line of a table. Numbers are written with the fewest digits that read back as the same
/// bits, times exactly.
SNW_SETUP void snw_series_print_row(const snw_series *series, const snw_series_row *row,
                                    snw_text *text);

/// In names, control characters and bytes that are not UTF-8 are written as question marks, so that
/// no name ends a line, commands a terminal or breaks XML.
///
/// What a table can be written as. All hold the same numbers: their texts read back as the same
/// bits. Absent numbers are empty in CSV, `Missing[]` in Mathematica, and NaN in the other two.
typedef enum snw_series_format {
    SNW_SERIES_CSV,         ///< .csv, comma-separated values
    SNW_SERIES_XML,         ///< .xml, element `recording`: `columns`, then `rows` of numbers
    SNW_SERIES_MATLAB,      ///< .m, a script that makes the struct `recording`
    SNW_SERIES_MATHEMATICA, ///< .wl, an association of names, units and data, for Get[]
    SNW_SERIES_FORMATS
} snw_series_format;

/// "csv", "xml", "matlab", "mathematica"; "" for what is no format.
SNW_SETUP const char *snw_series_format_name(snw_series_format format);

/// The end of the name of a file, with its dot; "" for what is no format.
SNW_SETUP const char *snw_series_format_extension(snw_series_format format);

/// A format by its name or by the end of a file's name (".m"); false when no format has it.
SNW_SETUP bool snw_series_format_find(const char *text, snw_series_format *format);

/// Appends what stands before the rows. A table is the head, a row for each tick, and the end.
SNW_SETUP void snw_series_print_head(const snw_series *series, snw_series_format format,
                                     snw_text *text);

/// Appends one row; `is_first` for the first one after the head.
SNW_SETUP void snw_series_print(const snw_series *series, snw_series_format format,
                                const snw_series_row *row, bool is_first, snw_text *text);

/// Appends what stands after the rows.
SNW_SETUP void snw_series_print_end(const snw_series *series, snw_series_format format,
                                    snw_text *text);

#ifdef __cplusplus
}
#endif

#endif // SINEW_RECORD_SERIES_H
