// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_APPS_RUN_JOB_H
#define SINEW_APPS_RUN_JOB_H

/// @file
/// What `sinew run` works with: the loop of a cell, and what goes on beside and at the end of each
/// tick. Shared by the files run_*.c.

#include "cell_input.h"
#include "progress.h"
#include "remote.h"
#include "run_command.h"
#include "sinew/server.h"
#include "sinew/teach.h"

enum { RUN_CELLS = 64, RUN_BOXES = 16, RUN_CHOSEN = 64 };

/// Black boxes: what the loop did around each stop that nobody asked for.
typedef struct run_boxes {
    snw_recorder *recorder; ///< the loop reads it too; atomic
    int64_t stop_ns;        ///< loop time of the first stop in it, 0 for none; atomic
    char name[SNW_NAME];    ///< of the file that is open
    struct {
        char name[SNW_NAME];
        int64_t stop_ns;
    } done[RUN_BOXES]; ///< of this run; the newest at (count - 1) % RUN_BOXES
    int count;
} run_boxes;

/// How a cell is run, beside what its file says.
typedef struct run_manner {
    char state[SNW_NAME]; ///< of the cell or kept by the user; "" for that of the file
    bool kinematic;       ///< ideal drives in place of motors, and no laws
} run_manner;

/// What is to run next.
typedef struct run_wish {
    const char *path; ///< of a cell or a robot
    run_manner manner;
    bool keep; ///< parameters and points are as they are now, not as the file has them
} run_wish;

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
    run_manner manner;
    bool followed;            ///< it is not the first of the command
    bool empty;               ///< no cell is loaded: `input` holds nothing
    char home[SNW_PATH_SIZE]; ///< where the cell is saved; "" for a new name
    snw_exec *exec;
    snw_recorder *recorder; ///< the loop reads it too; atomic
    char recording[SNW_NAME];
    const char *chosen[RUN_CHOSEN]; ///< signals of the next recording; none: those of the cell
    int chosen_count;
    run_boxes boxes;
    bool running;       ///< the loop ticks in a thread of its own
    bool threaded;      ///< the recorder has a thread of its own
    snw_status trouble; ///< of the recorder, that was told
    uint64_t observed;  ///< ticks that the loop has ended; atomic
    run_tracking tracking[RUN_ARMS];
    remote_server remote;
    progress bar;
    bool enabled[RUN_ARMS]; ///< once is enough: a stop is for a person to clear
    // of the run that follows
    bool has_next;
    cell_input next;
    run_manner next_manner;
} run_job;

/// A refusal with its way out.
SNW_NODISCARD snw_status run_refuse(snw_why *why, snw_status code, const char *subject,
                                    const char *text, const char *fix);

/// The loop of a cell, or NULL.
const snw_loop *run_loop_of(const snw_cell *cell);

// --- recording, run_record.c --------------------------------------------------------------------

/// `record` of a client: start, with the signals that it names, or stop.
SNW_NODISCARD snw_status run_record_command(run_job *job, const snw_wire_request *request,
                                            snw_text *answer, snw_why *why);

/// Begins to record to a file; also while the loop runs.
SNW_NODISCARD snw_status run_record_open(run_job *job, const char *path, snw_why *why);

/// Ends it, and waits until the loop has let go of it. Nothing happens when nothing is recorded.
SNW_NODISCARD snw_status run_record_close(run_job *job, snw_recorder_report *report, snw_why *why);

/// A change from outside, for the recording.
void run_record_change(void *context, const char *path, const char *value, uint64_t tick);

/// The loop's end of it.
void run_record_tick(run_job *job, const snw_tick *tick, const snw_event *events, int count);

/// Begins the black box of a run in real time that has a page; nothing else depends on it.
void run_boxes_open(run_job *job);

/// Ends the box of a stop that is over, and begins the next one. The service thread only.
void run_boxes_serve(run_job *job);

/// Ends it; a box in which nothing happened is removed.
void run_boxes_close(run_job *job);

// --- recordings that there are, run_recordings.c ------------------------------------------------

/// Adds ,"records":[..] to an answer.
SNW_NODISCARD snw_status run_recordings_list(run_job *job, snw_text *answer, snw_why *why);

/// The bytes of a recording, or of its table; NAME.csv, .xml, .m, .wl and .rows are tables too.
/// Looks at files only: it may run in another thread.
SNW_NODISCARD snw_status run_recording_fetch(void *context, const char *name, bool csv, char **data,
                                             size_t *size, snw_why *why);

// --- files, run_files.c -------------------------------------------------------------------------

/// Adds the cells and robots that `open` takes to the list: those that come with sinew, then the
/// user's. What a server was shown stays where it is until run_files_drop().
void run_files_find(run_job *job);
void run_files_drop(run_job *job);

/// The file that a client means by a name, in the user's folder or among those that come with
/// sinew. Never a path: SNW_ERR_ARGUMENT. SNW_ERR_UNSUPPORTED names the kinds that can be opened.
SNW_NODISCARD snw_status run_file_named(const char *name, char out[SNW_PATH_SIZE], snw_why *why);

/// Takes a file that was handed in.
SNW_NODISCARD snw_status run_file_take(void *context, const char *name, const char *data,
                                       size_t size, snw_why *why);

/// Reads what is to run next before the present cell ends: what is wrong with it is told, and
/// nothing else happens.
SNW_NODISCARD snw_status run_open_next(run_job *job, const run_wish *wish, snw_why *why);

/// `open` of a client, by its act: "" or "open", "merge", "save", "dynamic", "kinematic".
SNW_NODISCARD snw_status run_files_do(run_job *job, const snw_wire_request *request,
                                      snw_text *answer, snw_why *why);

/// A cell in which nothing is, for a page that waits for a file.
SNW_NODISCARD snw_status run_take_empty(run_job *job, cell_input *input, snw_why *why);

// --- the present, as files have it, run_keep.c --------------------------------------------------

/// Puts the parameters and the taught points of the running cell into another reading of it.
SNW_NODISCARD snw_status run_keep(run_job *job, cell_input *into, snw_why *why);

/// Ideal drives in place of those of the cell; components of the servo stage go.
SNW_NODISCARD snw_status run_make_kinematic(cell_input *input, const snw_registry *registry,
                                            snw_why *why);

/// How messages reach the components of the run.
snw_teach_asker run_asker(run_job *job);

// --- cells in one, run_merge.c ------------------------------------------------------------------

/// Both cells as one, from the memory of `a`, with the loops of both. Names that are taken get a
/// number; how many is in `*renamed`.
SNW_NODISCARD snw_status run_merge(cell_input *a, const cell_input *b, snw_cell **out, int *renamed,
                                   snw_why *why);

// --- states, run_states.c -----------------------------------------------------------------------

/// `states` of a client, by its act: "list", "save", "load", "reset".
SNW_NODISCARD snw_status run_states_do(run_job *job, const snw_wire_request *request,
                                       snw_text *answer, snw_why *why);

/// Lets a cell that was read begin in a state of its own, or in one that was kept.
SNW_NODISCARD snw_status run_state_begin(cell_input *input, const char *name, snw_why *why);

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

/// A folder that comes with the program: beside it in a build, among the data once installed.
bool run_shipped(const char *beside, const char *installed, char out[SNW_PATH_SIZE]);

/// SNW_OK for what can be a name of a file; else why not.
SNW_NODISCARD snw_status run_check_name(const char *name, snw_why *why);

#endif // SINEW_APPS_RUN_JOB_H
