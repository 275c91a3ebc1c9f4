// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_STATION_STATION_H
#define SINEW_STATION_STATION_H

/// @file
/// A cell that runs: `sinew run`, snw_program and snw_rtc are thin users of it, and so is a program
/// that only wants its own control law on the page.
///
///     snw_station_options options = snw_station_defaults();
///     options.cell = "cells/panda.cell.xml";
///     options.real = true;
///     options.page = true;
///     status = snw_station_open(&station, &options, &diags);
///     if (!snw_failed(status)) status = snw_station_run(station, NULL, &why);
///     snw_station_close(station, NULL);
///
/// There are three ways to let time pass. snw_station_run() runs until the end in the thread of the
/// caller and serves page, socket and recorder there. snw_station_start() does the same in a thread
/// of its own, in real time, and returns. snw_station_step() makes ticks of virtual time and
/// returns. In all three the arms are brought to power unless options.idle, recording and black
/// boxes work, and clients are served.

#include <stdbool.h>
#include <stdint.h>

#include "sinew/exec.h"
#include "sinew/record/recorder.h"
#include "sinew/station/load.h"
#include "sinew/station/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Opaque; lives on the heap.
typedef struct snw_station snw_station;

struct snw_server;        // sinew/server.h
struct snw_server_config; // sinew/server.h

/// Changes the loop of a cell before it is made: adds, replaces or removes components. `loop` is a
/// copy whose lists may be replaced by others from `memory`, which lives as long as the station.
typedef snw_status snw_station_edit_fn(void *context, snw_loop *loop, const snw_cell *cell,
                                       snw_setup *memory, snw_diags *diags);

/// Called with a sentence for whoever watches: a warning about the file, trouble of a recording.
typedef void snw_station_note_fn(void *context, snw_severity severity, const char *sentence);

/// Called with all that was found in a file, in the order of the file; the first error among it is
/// the reason of a failure too.
typedef void snw_station_findings_fn(void *context, const snw_diags *diags);

/// Called again and again beside the loop, in the thread that serves clients.
typedef void snw_station_beat_fn(void *context, snw_station *station);

/// How a station runs. Texts, lists and contexts must live until snw_station_close().
typedef struct snw_station_options {
    // public: what runs
    const char *cell; ///< path of a cell or of a robot, or the name of one that comes with sinew;
                      ///< NULL with `page` waits for a client to open one
    const snw_cell *given;        ///< a cell in memory in place of a file, with the next two
    const snw_system *system;     ///< of that cell
    const snw_registry *registry; ///< frozen; NULL makes one from `types`
    snw_types_options types;      ///< types of the program and of plug-ins
    const snw_load_options *load; ///< how files are read; its registry is not used. NULL: normally
    snw_station_edit_fn *edit;    ///< NULL for none
    void *edit_context;

    // public: how it runs
    bool real;           ///< by the clock of the machine; else in virtual time
    bool simulate_all;   ///< no hardware is touched, whatever the cell says
    bool kinematic;      ///< ideal drives in place of motors, and no control laws
    bool idle;           ///< arms are not enabled by the station
    bool signals;        ///< SIGINT and SIGTERM end the run in good order
    bool fixed;          ///< no client may open another cell or begin anew
    int64_t duration_ns; ///< of snw_station_run(), in loop time; negative for ever
    double pace;         ///< of a virtual run: at most so many times real time; 0 is no limit
    snw_late late;       ///< of a real run on a busy machine: time slips, or too much of it stops
    const snw_run_clock *clock; ///< that paces the ticks; NULL is that of the machine

    // public: what stands around it
    bool page;                              ///< serves the operator station
    const struct snw_server_config *server; ///< of the page; NULL as snw_server_defaults(). Its
                                            ///< page and audit log of NULL are those of the user
    const char *socket; ///< name at the local socket, "" for that of the cell; NULL for none
    const char *record; ///< file to record to, .mcap; NULL for none
    const char *const
        *signal_patterns; ///< [pattern_count] signals to record; none: as the cell says
    int pattern_count;
    bool boxes;          ///< keeps a black box around each stop that nobody asked for
    const char *checker; ///< program that reads a file for trial, within limits of time and memory,
                         ///< before a client may open it: `sinew`. NULL: the one that stands beside
                         ///< this program or in ../bin; without one, files of clients are read in
                         ///< a thread of their own, but without those limits

    // public: who is informed
    snw_station_note_fn *note; ///< NULL for nobody
    void *note_context;
    snw_station_findings_fn
        *findings; ///< takes what is found in files; NULL: `note` does, one by one
    void *findings_context;
    snw_station_beat_fn *beat; ///< NULL for nobody
    void *beat_context;
} snw_station_options;

/// Virtual time without end; no page, no socket, no recording.
SNW_SETUP snw_station_options snw_station_defaults(void);

/// Reads the cell, makes its loop, and opens everything around it; nothing moves yet. Every finding
/// goes to `diags`, which may be NULL. On failure nothing is left open and `*station` is NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_station_open(snw_station **station,
                                                    const snw_station_options *options,
                                                    snw_diags *diags);

/// Ends what still runs, brings the arms to rest, takes their power and frees everything. NULL is
/// allowed. SNW_ERR_TIMEOUT names what did not end; a loop that hangs keeps its memory.
SNW_SETUP snw_status snw_station_close(snw_station *station, snw_why *why);

// --- time ---------------------------------------------------------------------------------------

/// How well an arm followed its target, gathered tick by tick.
typedef struct snw_tracking {
    double worst;     ///< largest error of an axis while it followed [rad or m]
    double squares;   ///< sum of squares over ticks and axes
    uint64_t samples; ///< axes times ticks
} snw_tracking;

/// What a run was like. Arms are those of snw_station_exec().
typedef struct snw_station_report {
    // read-only
    bool complete; ///< the loop ran to its end, also when a fault stopped an arm
    snw_run_report run;
    bool recorded;
    snw_recorder_report recording;
    snw_tracking tracking[SNW_LOOP_ARMS];
} snw_station_report;

/// Runs until the duration has passed, a client requests the end, or the loop ends itself. A client
/// may open another cell meanwhile, which then runs in place of the first. Recordings are complete
/// on return; arms keep their power until snw_station_close(). When an arm stands still because of
/// a fault, the status is that of the fault and `why` names it. `report` may be NULL.
SNW_SETUP SNW_NODISCARD snw_status snw_station_run(snw_station *station, snw_station_report *report,
                                                   snw_why *why);

/// Real time only: runs in a thread of its own until snw_station_stop(). No client may open another
/// cell. SNW_ERR_STATE for a virtual station, or one that runs.
SNW_SETUP SNW_NODISCARD snw_status snw_station_start(snw_station *station, snw_why *why);

/// Virtual time only: so many ticks, at most until the loop ends itself. SNW_ERR_STATE in real
/// time.
SNW_SETUP SNW_NODISCARD snw_status snw_station_step(snw_station *station, int64_t ticks);

/// Asks the run to end, from any thread. After snw_station_start() it also waits for the end and
/// returns as snw_station_run() does; it must then be called by the thread that started.
SNW_SETUP snw_status snw_station_stop(snw_station *station, snw_station_report *report,
                                      snw_why *why);

/// Loop time of the next tick; may be called beside a running loop.
SNW_SETUP int64_t snw_station_time_ns(const snw_station *station);

/// snw_exec_set(), put into the recording as well, so that a replay repeats it.
SNW_SETUP SNW_NODISCARD snw_status snw_station_set(snw_station *station, const char *path,
                                                   const char *value, snw_why *why);

// --- power --------------------------------------------------------------------------------------

/// An arm as of the end of the last tick, as typed data.
typedef struct snw_arm_status {
    // read-only
    int count;                 ///< of axes
    snw_stop_state state;      ///< of the guard
    snw_cause cause;           ///< of the stop that is active or latched
    bool power;                ///< drives are commanded to have power
    double sensed[SNW_AXES];   ///< [rad or m]
    double command[SNW_AXES];  ///< [rad or m]
    uint32_t status[SNW_AXES]; ///< SNW_AXIS_ bits
} snw_arm_status;

/// The status of an arm; may be called from any thread. SNW_NOTHING_NEW, and all zero, before the
/// first tick of a station that was started.
SNW_SETUP snw_status snw_station_look(snw_station *station, int arm, snw_arm_status *status);

/// Asks for what brings an arm of a loop one step nearer to power: enables it when it is disabled,
/// acknowledges a stop that is latched, waits while it comes to rest. Returns true once `state` is
/// enabled. This is the one rule by which `sinew run`, programs and RTC give power.
SNW_SETUP bool snw_arm_ask_for_power(snw_exec *exec, int arm, snw_stop_state state);

// --- what it is made of -------------------------------------------------------------------------

/// Services of the executive (snw_exec_set() and the like) are for one thread at a time: while a
/// station runs in a thread of its own, a program that uses them holds this lock.
SNW_SETUP void snw_station_lock(snw_station *station);

/// Gives the lock of snw_station_lock() back.
SNW_SETUP void snw_station_unlock(snw_station *station);

/// The executive of the loop that runs now.
SNW_SETUP snw_exec *snw_station_exec(const snw_station *station);

/// The cell that runs now.
SNW_SETUP const snw_cell *snw_station_cell(const snw_station *station);

/// The compiled cell that runs now.
SNW_SETUP const snw_system *snw_station_system(const snw_station *station);

/// All types that the station knows.
SNW_SETUP const snw_registry *snw_station_registry(const snw_station *station);

/// The server of the page; NULL without one.
SNW_SETUP struct snw_server *snw_station_server(const snw_station *station); ///< NULL without one

/// Memory for what lives as long as the station.
SNW_SETUP snw_setup *snw_station_memory(const snw_station *station);

/// The address to give to a browser; "" without a page. Returns its whole length.
SNW_SETUP size_t snw_station_address(const snw_station *station, char *out, size_t size);

#ifdef __cplusplus
}
#endif

#endif // SINEW_STATION_STATION_H
