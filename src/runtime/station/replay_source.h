// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_REPLAY_SOURCE_H
#define SINEW_SRC_STATION_REPLAY_SOURCE_H

/// @file
/// What a recording holds of what came in from outside: the cell, readings of the drives, requests
/// and messages of operators, changes of parameters, lateness.

#include "sinew/exec.h"
#include "sinew/record.h"

/// A change or a message, in the order of the recording.
typedef struct snw__replay_change {
    int64_t tick;
    bool message; ///< to the object `path`; else a parameter
    char path[256], value[256];
    bool done;
} snw__replay_change;

typedef struct snw__replay_source {
    // read-only
    char *cell; ///< text of the cell's file, on the heap
    char cell_path[SNW_PATH_SIZE];
    snw__replay_change *changes; ///< [change_count] on the heap
    int change_count;
    int version;      ///< of its numbers: SNW_RECORDING_VERSION when it was made
    uint64_t damages; ///< ranges of the file that could not be read
    char damage[128]; ///< the first
} snw__replay_source;

/// Reads what is not a signal.
SNW_NODISCARD snw_status snw__replay_read(const char *path, snw__replay_source *source,
                                          snw_why *why);
void snw__replay_free(snw__replay_source *source);

/// A message of kind SNW_MESSAGE_DESCRIPTION: the first of a recording is its cell. `*cell` is NULL
/// until then; it receives the text on the heap, `path` the name of its file. Later ones change
/// nothing.
SNW_NODISCARD snw_status snw__replay_keep_cell(const snw_mcap_message *message, char **cell,
                                               char path[SNW_PATH_SIZE]);

// --- drives that repeat what was recorded -------------------------------------------------------

/// A block of it: the readings of the tick that comes next.
typedef struct snw__replay_drive {
    const snw_arm_sensed *next; ///< the program's own; files pass over it
} snw__replay_drive;

extern const snw_type snw__replay_drive_type;

#endif // SINEW_SRC_STATION_REPLAY_SOURCE_H
