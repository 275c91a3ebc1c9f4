// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_EXEC_RUN_H
#define SINEW_EXEC_RUN_H

/// @file
/// Running a loop by a clock: virtual, or real with the rights of the machine.
///
/// Threads of a real run, most urgent first: "timer" watches the loop (SCHED_FIFO 29), "io" serves
/// buses (28; only where a drive needs it), "control" runs the ticks (27), services are ordinary.
/// Without the privilege all run as ordinary threads, and the report says what is missing.

#include "sinew/exec/exec.h"
#include "sinew/os/stop.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What paces a run: the clock of the machine, or one of a test. Called in the thread of the ticks.
typedef struct snw_run_clock {
    // public
    int64_t (*now_ns)(void *context);
    void (*sleep_until_ns)(void *context, int64_t t_ns);
    void *context;
} snw_run_clock;

/// What a real run does when the machine is too busy for it, or the process was suspended.
///
/// SLIP: time gives way. Ticks that are late by no more than SNW_EXEC_GAP periods are caught up
/// with; beyond that the loop falls behind. Every tick comes, one period after the one before, so
/// that what is computed and recorded is equal in every bit to a run that never waited. Nothing
/// counts as an overrun, nothing stops, the watchdog stays silent. "loop/slips", "loop/slipped" and
/// "loop/speed" show how much it was. For simulated drives only: a real one does not wait.
///
/// STOP: time is that of the clock. Periods that have passed are skipped and counted, and the guard
/// stops the arms after too many of them.
typedef enum snw_late {
    SNW_LATE_AUTO, ///< SLIP when all drives are simulated and the cell has no overrun="strict"
    SNW_LATE_SLIP,
    SNW_LATE_STOP
} snw_late;

typedef struct snw_run_options {
    // public
    bool real;           ///< by the clock of the machine; else virtual
    int64_t duration_ns; ///< of loop time; negative for ever
    snw_stop *stop;      ///< raised from outside to end the run; may be NULL
    double pace;         ///< of a virtual run: at most so many times real time; 0 is no limit
    const snw_run_clock *clock; ///< that paces the ticks; NULL is that of the machine
    snw_late late;              ///< of a real run
} snw_run_options;

/// A virtual run without end and without a limit of pace.
SNW_SETUP snw_run_options snw_run_defaults(void);

/// What the machine granted to a thread.
typedef struct snw_run_thread {
    char name[16];
    int asked, granted; ///< SCHED_FIFO priority; 0 is an ordinary thread
    bool pinned;
} snw_run_thread;

typedef struct snw_run_report {
    snw_run_thread threads[4];
    int thread_count;
    bool memory_locked;
    snw_why missing; ///< code SNW_OK when all that was asked for was granted
    uint64_t ticks, overruns, skipped;
    int64_t loop_ns; ///< loop time that passed
    int64_t wall_ns; ///< time that it took
    bool watchdog_fired;
    snw_late late;      ///< what was chosen: SLIP or STOP; AUTO in a virtual run
    uint64_t slips;     ///< times that the loop fell behind
    int64_t slipped_ns; ///< by so much in all
} snw_run_report;

enum { SNW_PACE_MOST = 10 }; ///< times real time, and as many times slower

/// Lets a run in which no hardware moves pass `pace` times as fast as the clock, from the next tick
/// on: [0.1, 10], 1 is real time. Other than at 1 a tick that is late is no overrun: there is no
/// time that it could miss. 0 is a pause: no tick comes and no loop time passes until another pace
/// is set, and what comes then is equal in every bit to a run without the pause. Commands wait
/// meanwhile; a stop ends the pause. Callable beside a running loop. SNW_ERR_RANGE;
/// SNW_ERR_UNSUPPORTED when an arm is not simulated.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_set_pace(snw_exec *exec, double pace, snw_why *why);

/// The pace that was set, 0 in a pause; 1 when none was.
SNW_SETUP double snw_exec_get_pace(const snw_exec *exec);

/// Called beside a running loop, again and again in one thread of its own (in a virtual run between
/// ticks): where services live. Returns false to end the run. May be NULL.
typedef bool snw_run_service_fn(snw_exec *exec, void *context);

/// Runs until the duration has passed, `stop` is raised, the service ends it or the loop ends
/// itself. SNW_ERR_UNSUPPORTED when time shall slip and an arm is not simulated, or the cell says
/// overrun="strict". SNW_ERR_REALTIME when the profile is hard and something is not granted,
/// SNW_ERR_OVERRUN when the loop ended itself by its rule. Arms are as they were: snw_exec_close()
/// brings them to rest.
SNW_SETUP SNW_NODISCARD snw_status snw_exec_run(snw_exec *exec, const snw_run_options *options,
                                                snw_run_service_fn *service, void *context,
                                                snw_run_report *report, snw_why *why);

#ifdef __cplusplus
}
#endif

#endif // SINEW_EXEC_RUN_H
