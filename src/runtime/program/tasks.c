// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include <math.h>

#include "internal.h"

// Threads of programs.
//
// In virtual time one of them has the turn, and runs. When it waits, the turn goes to the next in
// the order of their places whose wait is over; when there is none, whoever looked for it lets the
// loop make one tick and looks again. So time passes only while all of them wait, and all that they
// do happens in one order.
//
// In real time they run side by side. A thread of its own looks in every period which waits are
// over; whoever changes what others wait for looks at once.

static const double MOST_S = 9e9; // of int64 nanoseconds

int64_t snw__program_now_ns(const snw__site *site) {
    return snw_station_time_ns(site->station);
}

int64_t snw__until_ns(const snw_program *program, double limit) {
    const int64_t now = snw__program_now_ns(program->work->site);
    if (isnan(limit)) return now;
    if (limit < 0 || limit > MOST_S) return INT64_MAX;
    const int64_t more = (int64_t)ceil(limit * 1e9 - 0.5);
    return now < INT64_MAX - more ? now + more : INT64_MAX;
}

// is the wait of a task over?
static bool over(snw__task *task) {
    task->held = !task->site->closing && task->ready(task->context);
    return task->held || task->site->closing || snw__program_now_ns(task->site) >= task->until_ns;
}

bool snw__first_in_line(const snw__task *task) {
    for (int i = 0; i < SNW_PROGRAM_THREADS; i++) {
        const snw__task *other = &task->site->tasks[i];
        if (other->waits && other->object == task->object && other->ticket < task->ticket) {
            return false;
        }
    }
    return true;
}

static bool never(void *context) {
    (void)context;
    return false;
}

static bool always(void *context) {
    (void)context;
    return true;
}

// --- virtual time -------------------------------------------------------------------------------

static snw__task *next_task(snw__site *site, const snw__task *after) {
    const int at = (int)(after - site->tasks);
    for (int i = 1; i <= SNW_PROGRAM_THREADS; i++) {
        snw__task *task = &site->tasks[(at + i) % SNW_PROGRAM_THREADS];
        if (task->waits && over(task)) return task;
    }
    return NULL;
}

static bool has_turn(void *context) {
    const snw__task *task = context;
    return task->site->turn == task;
}

// gives the turn away; when the task itself waits, it comes back with its turn
static void hand_over(snw__task *task) {
    snw__site *site = task->site;
    snw__task *next = next_task(site, task);
    while (next == NULL) {
        SNW_IGNORE(snw_station_step(site->station, 1));
        next = next_task(site, task);
    }
    next->waits = false;
    if (next == task) return;
    snw_mutex_lock(site->mutex);
    site->turn = next;
    snw_condition_wake_all(next->wake);
    if (!task->ended) snw_condition_wait(task->wake, site->mutex, has_turn, task);
    snw_mutex_unlock(site->mutex);
}

// --- real time ----------------------------------------------------------------------------------

static void wake_ready(snw__site *site) {
    for (int i = 0; i < SNW_PROGRAM_THREADS; i++) {
        snw__task *task = &site->tasks[i];
        if (!task->waits || !over(task)) continue;
        task->waits = false;
        snw_condition_wake_all(task->wake);
    }
}

static void waker(void *context) {
    snw__site *site = context;
    int64_t next_ns = snw_clock_now_ns();
    while (snw_stop_asked(&site->stop) == 0) {
        next_ns += snw_exec_period_ns(site->exec);
        snw_clock_sleep_until_ns(next_ns);
        const int64_t now_ns = snw_clock_now_ns();
        if (now_ns > next_ns) next_ns = now_ns;
        snw_mutex_lock(site->mutex);
        wake_ready(site);
        snw_mutex_unlock(site->mutex);
    }
}

static bool is_woken(void *context) {
    return !((snw__task *)context)->waits;
}

// --- both ---------------------------------------------------------------------------------------

snw_status snw__wait(snw_program *program, snw_predicate_fn *ready, void *context, int64_t until_ns,
                     const void *object) {
    snw__task *task = program->work->task;
    snw__site *site = task->site;
    snw__lock(program);
    task->ready = ready;
    task->context = context;
    task->until_ns = until_ns;
    task->object = object;
    task->ticket = ++site->tickets;
    task->waits = true;
    if (!site->real) {
        hand_over(task);
    } else if (over(task)) {
        task->waits = false;
    } else {
        snw_condition_wait(task->wake, site->mutex, is_woken, task);
    }
    const snw_status status = task->held      ? SNW_OK
                              : site->closing ? SNW_ERR_INTERRUPTED
                                              : SNW_ERR_TIMEOUT;
    snw__unlock_and_wake(program);
    return status;
}

void snw__pass(snw_program *program) {
    const int64_t next =
        snw__program_now_ns(program->work->site) + snw_exec_period_ns(program->exec);
    SNW_IGNORE(snw__wait(program, never, NULL, next, NULL));
}

void snw_program_sleep(snw_program *program, double seconds) {
    const int64_t until = snw__until_ns(program, seconds);
    if (seconds > 0) SNW_IGNORE(snw__wait(program, never, NULL, until, NULL));
}

void snw__lock(snw_program *program) {
    if (program->work->site->real) snw_mutex_lock(program->work->site->mutex);
}

void snw__unlock(snw_program *program) {
    if (program->work->site->real) snw_mutex_unlock(program->work->site->mutex);
}

void snw__unlock_and_wake(snw_program *program) {
    if (!program->work->site->real) return;
    wake_ready(program->work->site);
    snw_mutex_unlock(program->work->site->mutex);
}

// --- threads ------------------------------------------------------------------------------------

static void body(void *context) {
    snw__task *task = context;
    snw__site *site = task->site;
    // the first turn comes when another thread waits
    if (!site->real) {
        snw_mutex_lock(site->mutex);
        snw_condition_wait(task->wake, site->mutex, has_turn, task);
        snw_mutex_unlock(site->mutex);
    }
    task->run(task->program, task->run_context);
    if (site->real) snw_mutex_lock(site->mutex);
    task->ended = true;
    if (site->real) {
        wake_ready(site);
        snw_mutex_unlock(site->mutex);
    } else {
        hand_over(task);
    }
}

static snw__task *free_task(snw__site *site) {
    for (int i = 0; i < SNW_PROGRAM_THREADS; i++) {
        if (!site->tasks[i].used) return &site->tasks[i];
    }
    return NULL;
}

static snw_status open_task(snw__site *site, snw_program *program, snw__task **task) {
    snw__lock(program);
    *task = free_task(site);
    if (*task != NULL) **task = (snw__task){.used = true, .site = site, .program = program};
    snw__unlock(program);
    if (*task == NULL) return SNW_ERR_FULL;
    const snw_status status = snw_condition_open(&(*task)->wake, NULL);
    snw__lock(program);
    (*task)->used = !snw_failed(status);
    snw__unlock(program);
    return status;
}

static void close_task(snw__task *task) {
    snw__site *const site = task->site;
    SNW_IGNORE(snw_thread_join(task->thread, -1));
    snw_mutex_lock(site->mutex);
    snw_condition_close(task->wake);
    *task = (snw__task){0};
    snw_mutex_unlock(site->mutex);
}

snw_status snw_program_start(snw_program *program, snw_program_fn *run, void *context) {
    struct snw__program *work = program->work;
    program->why = (snw_why){0};
    if (work->task->thread != NULL) {
        return snw_refuse(&program->why, SNW_ERR_STATE, program->arm->name,
                          "it already has a thread", NULL);
    }
    snw__task *const before = work->task;
    snw__task *task = NULL;
    snw_status status = open_task(work->site, program, &task);
    if (snw_failed(status)) {
        return snw_refuse(&program->why, status, program->arm->name,
                          "the largest number of threads is running", NULL);
    }
    snw__lock(program);
    task->run = run;
    task->run_context = context;
    task->ready = always;
    task->until_ns = INT64_MAX;
    task->waits = !work->site->real;
    work->task = task;
    snw__unlock(program);
    snw_thread_config config = snw_thread_defaults();
    config.name = "program";
    config.run = body;
    config.context = task;
    status = snw_thread_open(&task->thread, &config, &program->why);
    if (snw_failed(status)) {
        task->waits = false;
        work->task = before;
        close_task(task);
    }
    return status;
}

static bool has_ended(void *context) {
    return ((const snw__task *)context)->ended;
}

snw_status snw_wait_thread(snw_program *program, snw_program *other, double limit) {
    snw__task *task = other->work->task;
    if (task->thread == NULL) return SNW_OK;
    const snw_status status =
        snw__wait(program, has_ended, task, snw__until_ns(program, limit), NULL);
    if (status != SNW_OK) return status;
    other->work->task = program->work->task;
    close_task(task);
    return SNW_OK;
}

snw_status snw__tasks_open(snw__site *site, snw_program *program) {
    snw_status status = snw_mutex_open(&site->mutex, NULL);
    snw__task *first = NULL;
    if (!snw_failed(status)) status = open_task(site, program, &first);
    if (snw_failed(status)) return status;
    program->work->task = first;
    site->turn = first;
    if (!site->real) return SNW_OK;
    snw_thread_config config = snw_thread_defaults();
    config.name = "waker";
    config.run = waker;
    config.context = site;
    return snw_thread_open(&site->waker, &config, NULL);
}

void snw__tasks_close(snw_program *program) {
    snw__site *site = program->work->site;
    if (site->mutex == NULL) return;
    snw__lock(program);
    site->closing = true;
    snw__unlock_and_wake(program);
    for (int i = 1; i < SNW_PROGRAM_THREADS; i++) {
        snw__task *task = &site->tasks[i];
        if (!task->used) continue;
        // in virtual time it runs only while this one waits
        while (!site->real && !task->ended)
            SNW_IGNORE(snw__wait(program, has_ended, task, INT64_MAX, NULL));
        close_task(task);
    }
    (void)snw_stop_ask(&site->stop, 1);
    SNW_IGNORE(snw_thread_join(site->waker, -1));
    snw_condition_close(site->tasks[0].wake);
    snw_mutex_close(site->mutex);
    site->mutex = NULL;
}
