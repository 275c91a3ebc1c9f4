// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PROGRAM_INTERNAL_H
#define SINEW_SRC_PROGRAM_INTERNAL_H

#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/os.h"
#include "sinew/parts.h"
#include "sinew/program.h"
#include "sinew/record.h"

/// A thread of programs, and what it waits for.
typedef struct snw__task {
    bool used, ended;
    bool waits;
    bool held; // the condition came; else the time was over, or the cell is being closed
    snw_predicate_fn *ready;
    void *context;
    int64_t until_ns;
    const void *object; // that it queues for; NULL for none
    uint64_t ticket;    // who came first has the smallest
    snw_condition *wake;
    snw_thread *thread; // NULL for the first
    snw_program *program;
    snw_program_fn *run;
    void *run_context;
    struct snw__site *site;
} snw__task;

/// A cell that runs, shared by all handles.
typedef struct snw__site {
    snw_station station;
    snw_cell cell; // the station's, with a loop of our own
    snw_loop loop;
    snw_exec *exec;
    bool real;
    // real time: the loop, and who wakes the threads of programs
    snw_thread *thread, *waker;
    snw_stop stop;
    // virtual time: the task whose turn it is; it alone runs
    snw_mutex *mutex;
    snw__task *turn;
    snw__task tasks[SNW_PROGRAM_THREADS];
    uint64_t tickets;
    bool closing;
    const snw_component *handled[SNW_LOOP_ARMS]; // queues that have a handle; NULL for none
    snw_recorder *recorder;
    uint64_t ticks;
    int64_t t_ns; // of the next tick, in real time; atomic
} snw__site;

/// A handle.
struct snw__program {
    snw__site *site;
    bool owner;
    snw__task *task;
    snw_component *motion;
    snw_kin kin;
    double *q; // [nq] for it
    int link, frame;
    snw_ik ik;
    bool has_ik;
    double park[SNW_AXES];
    int64_t last; // motion that was asked for
    snw_ring told;
    snw_book *book;
    char book_path[SNW_FILE_NAME];
};

// --- waits (tasks.c) ----------------------------------------------------------------------------

/// Loop time of the next tick.
int64_t snw__now_ns(const snw__site *site);

/// Loop time at which a limit is over.
int64_t snw__until_ns(const snw_program *program, double limit);

/// Waits; `object` is what is queued for, or NULL. SNW_OK, SNW_ERR_TIMEOUT, SNW_ERR_INTERRUPTED.
snw_status snw__wait(snw_program *program, snw_predicate_fn *ready, void *context, int64_t until_ns,
                     const void *object);

/// Whether a task is the first of those that wait for its object.
bool snw__first_in_line(const snw__task *task);

/// Lets at least one tick pass.
void snw__pass(snw_program *program);

/// Around what threads of programs share; nothing in virtual time, where one runs at a time.
void snw__lock(snw_program *program);
void snw__unlock(snw_program *program);
/// The same, and whoever may go on is woken.
void snw__unlock_and_wake(snw_program *program);

/// The first task, and in real time the thread that wakes the others.
snw_status snw__tasks_open(snw__site *site, snw_program *program);
void snw__tasks_close(snw_program *program);

// --- the arm (where.c) --------------------------------------------------------------------------

snw_status snw__where_init(snw_program *program);

/// "command/q" or "sensed/q" of the arm, as they are after the last tick: values[arm->count].
snw_status snw__read_axes(snw_program *program, const char *what, double *values);

/// Refuses with the reason unless the arm has power and every axis is homed.
snw_status snw__check_ready(snw_program *program);
snw_status snw__check_homed(snw_program *program);

// --- the end of each tick (trace.c)
// ---------------------------------------------------------------------------

/// Looks at every tick, for the time and the trace.
void snw__observe(snw__site *site);

snw_status snw__trace_open(snw__site *site, const char *path, snw_why *why);
void snw__trace_pump(snw__site *site);
snw_status snw__trace_close(snw__site *site, snw_why *why);

#endif // SINEW_SRC_PROGRAM_INTERNAL_H
