// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_REPLAY_H
#define SINEW_APPS_REPLAY_H

/// @file
/// What a recording holds of what came in from outside: the cell, readings of the drives, requests
/// and messages of operators, changes of parameters, lateness.

#include "sinew/exec.h"
#include "sinew/record.h"

/// A change or a message, in the order of the recording.
typedef struct replay_change {
    int64_t tick;
    bool message; ///< to the object `path`; else a parameter
    char path[256], value[256];
    bool done;
} replay_change;

typedef struct replay_source {
    // read-only
    char *cell; ///< text of the cell's file, on the heap
    char cell_path[SNW_PATH_SIZE];
    replay_change *changes; ///< [change_count] on the heap
    int change_count;
    uint64_t damages; ///< ranges of the file that could not be read
    char damage[128]; ///< the first
} replay_source;

/// Reads what is not a signal.
SNW_NODISCARD snw_status replay_read(const char *path, replay_source *source, snw_why *why);
void replay_free(replay_source *source);

// --- drives that repeat what was recorded -------------------------------------------------------

/// A block of it: the readings of the tick that comes next.
typedef struct replay_drive {
    const snw_arm_sensed *next; ///< the program's own; files pass over it
} replay_drive;

extern const snw_type replay_drive_type;

#endif // SINEW_APPS_REPLAY_H
