// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RUN_JOB_H
#define SINEW_APPS_RUN_JOB_H

/// @file
/// What `sinew run` works with: the loop of a cell, and what goes on beside and at the end of each
/// tick. Shared by run_command.c, run_record.c and run_page.c.

#include "cell_input.h"
#include "progress.h"
#include "remote.h"
#include "run_command.h"
#include "sinew/server.h"

enum { RUN_CELLS = 64 };

typedef struct run_job {
    // of all runs of one command
    const snw_registry *registry;
    const cli_values *values;
    cli_io *io;
    bool real;
    bool idle; ///< the arms are left to others
    int64_t duration_ns;
    snw_server *page; ///< NULL for none
    bool told;        ///< where it is
    char *cells[RUN_CELLS];
    int cell_count;
    // of one run
    cell_input input;
    snw_exec *exec;
    snw_recorder *recorder; ///< the loop reads it too; atomic
    char recording[SNW_NAME];
    bool running;      ///< the loop ticks in a thread of its own
    bool threaded;     ///< the recorder has a thread of its own
    uint64_t observed; ///< ticks that the loop has ended; atomic
    run_tracking tracking[RUN_ARMS];
    remote_server remote;
    progress bar;
    bool enabled[RUN_ARMS]; ///< once is enough: a stop is for a person to clear
    // of the run that follows
    bool has_next;
    cell_input next;
} run_job;

/// A refusal with its way out.
SNW_NODISCARD snw_status run_refuse(snw_why *why, snw_status code, const char *subject,
                                    const char *text, const char *fix);

/// The loop of a cell, or NULL.
const snw_loop *run_loop_of(const snw_cell *cell);

// --- recording, run_record.c --------------------------------------------------------------------

/// Begins to record to a file; also while the loop runs.
SNW_NODISCARD snw_status run_record_open(run_job *job, const char *path, snw_why *why);

/// Ends it, and waits until the loop has let go of it. Nothing happens when nothing is recorded.
SNW_NODISCARD snw_status run_record_close(run_job *job, snw_recorder_report *report, snw_why *why);

/// A change from outside, for the recording.
void run_record_change(void *context, const char *path, const char *value, uint64_t tick);

/// The loop's end of it.
void run_record_tick(run_job *job, const snw_tick *tick, const snw_event *events, int count);

// --- recordings that there are, run_recordings.c ------------------------------------------------

/// Adds ,"records":[..] to an answer.
SNW_NODISCARD snw_status run_recordings_list(run_job *job, snw_text *answer, snw_why *why);

/// The bytes of a recording, or of its table. Looks at files only: it may run in another thread.
SNW_NODISCARD snw_status run_recording_fetch(void *context, const char *name, bool csv, char **data,
                                             size_t *size, snw_why *why);

// --- the page, run_page.c -----------------------------------------------------------------------

/// Opens the server of the page if it is wanted, and tells its address.
SNW_NODISCARD snw_status run_page_open(run_job *job, snw_why *why);

/// Shows the cell that runs now.
SNW_NODISCARD snw_status run_page_attach(run_job *job, snw_why *why);

/// Serves both the page and the local socket. False when a client asked for the end.
bool run_page_serve(run_job *job);

void run_page_close(run_job *job);

/// FOLDER/LEAF below the user's data, the folder made if it is not there; LEAF "" for the folder.
SNW_NODISCARD snw_status run_data_path(const char *folder, const char *leaf,
                                       char out[SNW_PATH_SIZE], snw_why *why);

/// SNW_OK for what can be a name of a file; else why not.
SNW_NODISCARD snw_status run_check_name(const char *name, snw_why *why);

#endif // SINEW_APPS_RUN_JOB_H
