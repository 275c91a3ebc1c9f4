// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_PROGRESS_H
#define SINEW_APPS_PROGRESS_H

/// @file
/// How far a long command has come: a bar on standard error, when that is a terminal.

#include "cli.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct progress {
    // private
    cli_io *io;       // NULL: nothing is shown
    int64_t next_ns;  // when the bar is drawn again
    const char *what; // "rows"
    bool shown;
} progress;

/// Begins; `what` is counted, "rows". Nothing is shown when standard error is no terminal that
/// wants colour, with --quiet, and within the first half second. `mixed` tells that the command
/// writes data all the time: then nothing is shown either where that goes to a terminal.
progress progress_begin(cli_io *io, const char *what, bool mixed);

/// Is a bar wanted at all? Else what progress_tell() needs does not have to be found out.
bool progress_wanted(const progress *p);

/// Tells that `count` are done, a part in [0, 1] of all; a negative part is not known. Draws ten
/// times a second at most.
void progress_tell(progress *p, int64_t count, double part);

/// Takes the bar away, so that words and data can follow.
void progress_end(progress *p);

/// Prints a number with three digits, which are enough for people.
void progress_print_roughly(double value, char out[SNW_NUMBER_SIZE]);

#ifdef __cplusplus
}
#endif

#endif // SINEW_APPS_PROGRESS_H
