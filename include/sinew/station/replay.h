// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_REPLAY_H
#define SINEW_STATION_REPLAY_H

/// @file
/// Repeats a recording: the cell is made again from its description in the file, what came from
/// outside (readings of the drives, requests, messages, changes of parameters, lateness) comes from
/// the file too, and every signal of every tick is compared with what was recorded.

#include "sinew/modelio/load.h"
#include "sinew/os/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct snw_replay_options {
    // public
    const snw_load_options *load; ///< how robots are read, with the registry of the types
    bool first_only;              ///< bit-exact: ends at the first signal that differs
    void (*progress)(void *context, int64_t ticks); ///< called again and again; or NULL
    void *context;
} snw_replay_options;

typedef struct snw_replay_result {
    // read-only
    int64_t ticks;              ///< that were repeated
    int64_t compared;           ///< numbers of all these ticks; never 0 in a file without damage
    bool different;             ///< a signal differs from the recording in some bit
    int64_t tick;               ///< the first that differs
    char signal[SNW_PATH_SIZE]; ///< its path
    double largest;             ///< largest difference of all, in the unit of its signal
    int version;                ///< of the recording, as SNW_RECORDING_VERSION counts
    uint64_t damages;           ///< ranges of the file that could not be read
    char damage[128];           ///< the first of them; a damaged file is not repeated
} snw_replay_result;

/// Repeats the recording of a file. A signal that differs is a result, not a failure. SNW_ERR_CHECK
/// for a recording that cannot be repeated: without its cell, with ticks that are missing, or
/// without a number to compare. SNW_ERR_VERSION for one of another version that is to be equal in
/// every bit and is not.
/// Findings about the cell go to `diags`, which may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_replay(const char *path, const snw_replay_options *options,
                                              snw_replay_result *result, snw_diags *diags,
                                              snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_REPLAY_H
