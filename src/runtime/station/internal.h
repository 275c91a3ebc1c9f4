// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_STATION_INTERNAL_H
#define SINEW_SRC_STATION_INTERNAL_H

#include "sinew/base/json_write.h"
#include "sinew/modelio.h"
#include "sinew/os.h"
#include "sinew/os/sync.h"
#include "sinew/record.h"
#include "sinew/server.h"
#include "sinew/server/local.h"
#include "sinew/station.h"
#include "sinew/teach.h"

enum { SNW__CELLS = 64, SNW__BOXES = 16, SNW__CHOSEN = 64, SNW__FINDINGS = 32 };

/// A black box that is done.
typedef struct snw__box {
    char name[SNW_NAME];
    int64_t stop_ns; ///< loop time of what it was kept for
    bool late;       ///< that is a late cycle
} snw__box;

/// Black boxes: what the loop did around each stop, and around late cycles.
typedef struct snw__boxes {
    snw_recorder *recorder;    ///< the loop reads it too; atomic
    int64_t stop_ns;           ///< loop time of the first stop in it, 0 for none; atomic
    bool late;                 ///< a late cycle is all that is in it; atomic
    char name[SNW_NAME];       ///< of the file that is open
    snw__box done[SNW__BOXES]; ///< of this run, the newest last
    int count;
    int64_t late_ns; ///< loop time of the last late cycle that was kept; of the loop alone
} snw__boxes;

/// How a cell is run, beside what its file says.
typedef struct snw__manner {
    char state[SNW_NAME]; ///< of the cell or kept by the user; "" for that of the file
    bool kinematic;       ///< ideal drives in place of motors, and no control laws
} snw__manner;

/// A file that was read beside the service thread, for snw__station_take().
typedef struct snw__tried {
    bool has;
    bool ran; ///< its loop was opened for trial
    char path[SNW_PATH_SIZE];
    snw_loaded_cell cell;
} snw__tried;

/// A cell that was made of two, until it was read.
typedef struct snw__merged {
    char path[SNW_PATH_SIZE]; ///< "" for none
    char name[SNW_NAME];
    int members, renamed;
} snw__merged;

/// What is to run next.
typedef struct snw__wish {
    const char *path; ///< of a cell or a robot
    snw__manner manner;
    bool keep; ///< parameters and points are as they are now, not as the file has them
} snw__wish;

/// What the loop does at the end of each tick (observe.c). The control thread writes it.
typedef struct snw__observed {
    snw_exec *exec;
    snw_recorder *recorder; ///< of the recording under way, or NULL; atomic
    snw__boxes boxes;
    uint64_t ticks;    ///< that the loop has ended; atomic
    int64_t t_ns;      ///< of the next tick; atomic
    bool publish;      ///< others read the status of arms beside the loop
    snw_triple status; ///< snw_arm_status [arm count]
    snw_ring alarms;   ///< events of level error, for whoever watches
    snw_tracking tracking[SNW_LOOP_ARMS];
} snw__observed;

struct snw_station {
    // of the whole station
    snw_station_options options;
    snw_types types;
    const snw_registry *registry;
    snw_load_options load; ///< with the registry
    snw_setup *memory;
    snw_server *page; ///< NULL for none
    char *cells[SNW__CELLS];
    int cell_count;
    snw_stop stop;
    snw_signals *signals;
    snw_mutex *mutex;      ///< services of the executive
    snw_mutex *look_mutex; ///< readers of the status of arms
    snw_thread *thread;    ///< of snw_station_start()
    snw_station_report report;
    bool hangs; ///< the thread of the loop cannot be ended
    snw_status run_status;
    snw_why run_why;
    // of the cell that runs
    snw_loaded_cell input;
    snw_cell cell; ///< as it runs: with a loop of its own
    snw_loop loop;
    const snw_system *system;
    snw__manner manner;
    bool followed;            ///< it is not the first of the station
    bool empty;               ///< no cell is loaded: `input` holds a cell in which nothing is
    char home[SNW_PATH_SIZE]; ///< where the cell is saved; "" for a new name
    uint64_t saved_changes;   ///< of points and steps, when the cell was read or saved
    bool counted;             ///< the loop has told how many came by reading
    snw_setup *plots;         ///< memory of plots that a page has set; NULL for none
    bool unsaved_before;      ///< what it began with was taught before and not saved
    snw_exec *exec;
    snw__observed observed;
    void *status_memory;
    char recording[SNW_NAME];
    const char *chosen[SNW__CHOSEN]; ///< signals of the next recording; none: those of the cell
    int chosen_count;
    bool running;       ///< the loop ticks in a thread of its own
    bool waits;         ///< whoever serves may wait for clients
    snw_status trouble; ///< of the recorder, that was told
    snw_local local;
    bool enabled[SNW_LOOP_ARMS]; ///< once is enough: a stop is for a person to clear
    int64_t next_service_ns;     ///< loop time, of steps
    // of the cell that follows
    bool has_next;
    snw_loaded_cell next;
    snw__manner next_manner;
    bool next_unsaved; ///< it begins with points or steps that were not saved
    // what a client's command reads, beside the service thread: load.c. Until `opening`, which is
    // when that thread has ended, it belongs to that thread
    const char *checker; ///< program that reads it first; NULL for none
    bool opening;
    bool ran;            ///< what was taken has been opened as a loop for trial
    snw__tried tried[2]; ///< the file of the cell that runs, and one that a client names
    snw__merged merged;
    snw_why findings[SNW__FINDINGS]; ///< of the file that was read last, for whoever opened it
    int finding_count, findings_left;
};

/// The loop of a cell, or NULL.
const snw_loop *snw__loop_of(const snw_cell *cell);

/// Tells whoever watches.
void snw__station_note(const snw_station *station, snw_severity severity, const char *sentence);

/// Tells all findings, but the first error, which is copied to `why`.
void snw__station_tell(snw_station *station, const snw_diags *diags, snw_why *why);

/// Keeps findings for the client that opened the file.
void snw__station_find(snw_station *station, const snw_diags *diags);

// --- the loop's end of a tick, observe.c --------------------------------------------------------

/// Observer of the executive.
void snw__station_observe(void *context, const snw_tick *tick, const snw_event *events, int count);

/// Reads the status of an arm from the loop's own memory, in its thread.
void snw__arm_status(snw_exec *exec, int index, snw_arm_status *status);

/// A stop that nobody asked for.
bool snw__is_fault(snw_cause cause);

// --- what goes wrong, findings.c ----------------------------------------------------------------

/// Tells whoever watches of events of level error.
void snw__station_tell_alarms(snw_station *station);

/// SNW_ERR_CHECK, with the reason, when a program of the cell has failed or is not finished.
SNW_NODISCARD snw_status snw__station_programs(snw_station *station, snw_why *why);

// --- reading cells, load.c ----------------------------------------------------------------------

SNW_NODISCARD snw_status snw__load_begin(snw_loaded_cell *input, const snw_load_options *with,
                                         snw_cell_options *options, snw_why *why);
void snw__load_finish(snw_loaded_cell *input);

/// Tells of states in which a joint is outside its limits (start_check.c).
void snw__check_states(snw_loaded_cell *input);

/// The rules of a cell about collisions, and which of its states break them.
void snw__check_collision(snw_loaded_cell *input);

/// An aligned block for an arena of `needed` bytes, or NULL with a reason.
void *snw__station_block(size_t needed, snw_arena *arena, snw_why *why);

/// A text that is composed twice, to measure and to fill, on the heap.
typedef void snw__compose_fn(snw_text *text, const void *context);
char *snw__compose(snw__compose_fn *compose, const void *context, size_t *length, snw_why *why);

/// Reads a cell or a robot as the station reads files, tells what was found, and requires that it
/// is good. On failure nothing is left open. A file that snw__station_try() has read is not read
/// again.
SNW_NODISCARD snw_status snw__station_take(snw_station *station, snw_loaded_cell *input,
                                           const char *word, snw_why *why);

/// Reads and compiles a file for the next snw__station_take() of its path: that of the cell that
/// runs, or another, whose loop is opened for trial too. It may run in another thread, since it
/// touches nothing but what it keeps; one at a time. And drops what was read.
SNW_NODISCARD snw_status snw__station_try_present(snw_station *station, snw_why *why);
SNW_NODISCARD snw_status snw__station_try(snw_station *station, const char *path, snw_why *why);
void snw__station_untry(snw_station *station);

/// The file is that which the user started with, and nobody can have handed it in since.
bool snw__is_of_user(const snw_station *station, const char *path);

/// Opens the loop of a cell for trial, where that touches nothing: one that cannot run is refused
/// while the present one goes on. Findings go to `diags`. files.c
SNW_NODISCARD snw_status snw__loop_try(snw_station *station, snw_loaded_cell *input,
                                       snw_diags *diags);

// --- folders, locate.c --------------------------------------------------------------------------

/// FOLDER/LEAF below the user's data, the folder made if it is not there; LEAF "" for the folder.
SNW_NODISCARD snw_status snw__data_path(const char *folder, const char *leaf,
                                        char out[SNW_PATH_SIZE], snw_why *why);

/// A folder that comes with sinew: beside the program in a build, among the data once installed.
bool snw__shipped(const char *name, char out[SNW_PATH_SIZE]);

/// A folder seen from that of the program.
bool snw__beside_program(const char *folder, char out[SNW_PATH_SIZE]);

/// Refuses a word that is no cell, nor, with `robots`, a robot: with the closest name.
SNW_NODISCARD snw_status snw__cell_unknown(const char *word, bool robots, snw_why *why);

/// SNW_OK for what can be a name of a file; else why not.
SNW_NODISCARD snw_status snw__check_name(const char *name, snw_why *why);

// --- the present, as files have it, keep.c ------------------------------------------------------

/// Puts the parameters and the taught points of the running cell into another reading of it.
SNW_NODISCARD snw_status snw__station_keep(snw_station *station, snw_loaded_cell *into,
                                           snw_why *why);

/// Ideal drives in place of those of the cell; components of the servo stage go.
SNW_NODISCARD snw_status snw__make_kinematic(snw_loaded_cell *input, const snw_registry *registry,
                                             snw_why *why);

/// How messages reach the components of the run.
snw_teach_asker snw__asker(snw_station *station);

// --- cells in one, merge.c ----------------------------------------------------------------------

/// Both cells as one, from the memory of `a`, with the loops of both. Names that are taken get a
/// number; how many is in `*renamed`.
SNW_NODISCARD snw_status snw__station_merge(snw_loaded_cell *a, const snw_loaded_cell *b,
                                            snw_cell **out, int *renamed, snw_why *why);

// --- states, states.c ---------------------------------------------------------------------------

/// `states` of a client, by its act: "list", "save", "load", "reset".
SNW_NODISCARD snw_status snw__states_command(snw_station *station, const snw_wire_request *request,
                                             snw_text *answer, snw_why *why);

/// Lets a cell that was read begin in a state of its own, or in one that was kept.
SNW_NODISCARD snw_status snw__state_begin(snw_loaded_cell *input, const char *name, snw_why *why);

// --- the page, page.c ---------------------------------------------------------------------------

/// Opens the server of the page if it is wanted.
SNW_NODISCARD snw_status snw__page_open(snw_station *station, snw_why *why);

/// Shows the cell that runs now.
SNW_NODISCARD snw_status snw__page_attach(snw_station *station, snw_why *why);

/// Serves both the page and the local socket. False when a client asked for the end.
bool snw__page_serve(snw_station *station);

void snw__page_close(snw_station *station);

// --- one cell, cell.c ---------------------------------------------------------------------------

/// The cell of the options, or a cell in which nothing is.
SNW_NODISCARD snw_status snw__cell_first(snw_station *station, snw_why *why);

/// Makes the loop of the cell, and opens everything around it.
SNW_NODISCARD snw_status snw__cell_open(snw_station *station, snw_diags *diags, snw_why *why);

/// Ends it. `status` is that of bringing the arms to rest.
snw_status snw__cell_close(snw_station *station, snw_why *why);

/// The cell that a client asked for takes the place of the one that ended; or, after it could not
/// run, a cell in which nothing is.
void snw__cell_take_next(snw_station *station);
bool snw__cell_go_on_empty(snw_station *station, snw_why *why);

/// Whatever has to be done beside the loop. False to end the run.
bool snw__station_serve(snw_exec *exec, void *context);

/// Whether the base of an arm falls: SNW_OK, or SNW_ERR_LIMIT with what happens to it.
snw_status snw__station_falls(const snw_station *station, snw_why *why);

#endif // SINEW_SRC_STATION_INTERNAL_H
