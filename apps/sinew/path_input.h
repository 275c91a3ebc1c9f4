// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PATH_INPUT_H
#define SINEW_APPS_PATH_INPUT_H

/// @file
/// Paths that commands read and write: path files (.xml, .json), tables (.csv) and recordings
/// (.mcap). In a table a pose is seven columns, pose0/x to pose0/qw; all others are scalars.

#include "cli.h"
#include "sinew/profile.h"
#include "sinew/queue.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { PATH_NAME = 64 };

/// The options of every command that reads paths.
#define PATH_INPUT_OPTIONS                                                                         \
    {.name = "interpolate",                                                                        \
     .letter = 'i',                                                                                \
     .kind = CLI_CHOICE,                                                                           \
     .choices = path_interpolations,                                                               \
     .standard = "c2",                                                                             \
     .sentence = "Interpolation between records: splines with continuous acceleration, or "        \
                 "linear; slerp is linear, with poses turning at constant speed."},                \
    {                                                                                              \
        .name = "signal", .letter = 's', .kind = CLI_TEXT, .need = CLI_REPEATED,                   \
        .sentence = "Columns of a table or signals of a recording, with * and **; if omitted, "    \
                    "all of a table, and ARM/command/q[*] or else ARM/target/q[*] of a "           \
                    "recording."                                                                   \
    }

extern const char *const path_interpolations[];

/// A path with the names of its scalars.
typedef struct path_input {
    // read-only
    snw_path path;
    char (*names)[PATH_NAME]; ///< [path.config.scalars]
    char (*units)[PATH_NAME];
    snw_path_interpolation interpolation;
    bool chosen; ///< its columns are those that --signal names
    // private
    void *memory;
} path_input;

/// Where a path comes from.
typedef struct path_source {
    const char *file;
    const char *member; ///< arm whose joints a recording is asked for; NULL for all
} path_source;

/// Reads a path and, if it is to be smooth, makes its splines. A failure leaves nothing to close.
SNW_NODISCARD snw_status path_open(path_input *input, const path_source *from,
                                   const cli_values *values, cli_io *io, snw_why *why);
void path_close(path_input *input);

/// An empty path for so many records, with the columns and names of another.
SNW_NODISCARD snw_status path_like(path_input *input, const path_input *other, int scalars,
                                   int poses, int records, snw_why *why);

/// Writes a path by the name of its file: .xml, .json or .csv.
SNW_NODISCARD snw_status path_write(const char *file, const path_input *input, snw_why *why);

/// True for the name of a recording, .mcap.
bool path_is_recording(const char *file);

/// The end of a file's name, with the dot; "" for none.
const char *path_ending(const char *file);

/// The scalars between two records as cubics, by which velocity, acceleration and jerk are known.
/// Between linear records velocity is constant; accelerations and jerks are then differences of
/// neighbours.
typedef struct path_pieces {
    int columns, count;        ///< of scalars; of pieces, one less than records
    const int64_t *times;      ///< of the records
    snw_profile_sample *piece; ///< [count][columns] at the begin of each
    bool linear;
} path_pieces;

SNW_NODISCARD snw_status path_pieces_make(path_pieces *pieces, const path_input *input,
                                          snw_why *why);
void path_pieces_free(path_pieces *pieces);

/// All scalars at a time [s] since the first record; a snw_motion_fn.
void path_pieces_at(const void *context, double t, snw_profile_sample *sample);

/// How long it takes [s].
double path_pieces_duration(const path_pieces *pieces);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PATH_INPUT_H
