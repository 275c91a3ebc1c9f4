// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#ifndef SINEW_SRC_PROGRAM_INTERNAL_H
#define SINEW_SRC_PROGRAM_INTERNAL_H

#include "sinew/ik.h"
#include "sinew/kinematics.h"
#include "sinew/os.h"
#include "sinew/os/sync.h"
#include "sinew/parts.h"
#include "sinew/program.h"
#include "sinew/rtc.h"
#include "sinew/station.h"

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
    snw_station *station;
    snw_setup *memory; // of the station
    snw_exec *exec;
    bool real;
    bool started;
    // real time: who wakes the threads of programs
    snw_thread *waker;
    snw_stop stop;
    // virtual time: the task whose turn it is; it alone runs
    snw_mutex *mutex;
    snw__task *turn;
    snw__task tasks[SNW_PROGRAM_THREADS];
    uint64_t tickets;
    bool closing;
    const snw_component *handled[SNW_LOOP_ARMS]; // queues that have a handle; NULL for none
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
    int book_saved; ///< its first entries stand in the file; those behind were taught since
    char book_path[SNW_FILE_NAME];
};

// --- waits (tasks.c) ----------------------------------------------------------------------------

/// Loop time of the next tick.
int64_t snw__program_now_ns(const snw__site *site);

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

/// The arm as it is after the last tick.
snw_arm_status snw__arm_now(snw_program *program);

/// Refuses with the reason unless the arm has power and every axis is homed.
snw_status snw__check_ready(snw_program *program);
snw_status snw__check_homed(snw_program *program);

#endif // SINEW_SRC_PROGRAM_INTERNAL_H
