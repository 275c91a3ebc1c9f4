// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/exec/run.h"
#include "sinew/os/wakeful.h"

#include <fenv.h>
#include <string.h>

#include "internal.h"
#include "watch.h"

static const int64_t SERVICE_NS = 5000000; // services are called so often
static const int64_t HUNG_NS = 2000000000; // how long a run waits for a thread that hangs
static const int64_t SECOND_NS = 1000000000;

enum { LOOKS = 4 }; // of the watchdog in its time

// One run, shared by its threads.
typedef struct run {
    snw_exec *exec;
    const snw_run_options *options;
    int64_t end_ns; // of loop time
    snw_stop stop;  // raised from inside
    uint32_t done;  // the control thread has ended; atomic
    uint32_t fired; // the watchdog has fired; atomic
    snw__watch watch;
    bool slips;                   // time gives way when the machine is busy
    int64_t speed_ns, speed_t_ns; // clock and loop time where the second that is measured began
} run;

snw_run_options snw_run_defaults(void) {
    return (snw_run_options){.duration_ns = -1};
}

// the clock that paces the ticks
static int64_t now_of(const run *r) {
    const snw_run_clock *clock = r->options->clock;
    return clock != NULL ? clock->now_ns(clock->context) : snw_clock_now_ns();
}

static void sleep_by(const run *r, int64_t t_ns) {
    const snw_run_clock *clock = r->options->clock;
    if (clock != NULL) {
        clock->sleep_until_ns(clock->context, t_ns);
    } else {
        snw_clock_sleep_until_ns(t_ns);
    }
}

static bool goes_on(run *r) {
    if (snw_stop_asked(&r->stop) != 0 || snw_exec_ended(r->exec, NULL)) return false;
    if (r->options->stop != NULL && snw_stop_asked(r->options->stop) != 0) return false;
    return r->options->duration_ns < 0 || r->exec->t_ns < r->end_ns;
}

// --- pace ---------------------------------------------------------------------------------------

// Kept as bits: none was asked for, or time stands still; both differ from every pace.
static const uint64_t UNASKED = 0, PAUSED = UINT64_C(1) << 63; // 0.0 and -0.0

// the pace that was asked for, or `otherwise`; zero where time stands still
static double pace_of(const snw_exec *exec, double otherwise) {
    const uint64_t bits = __atomic_load_n(&exec->pace, __ATOMIC_ACQUIRE);
    if (bits == UNASKED) return otherwise;
    if (bits == PAUSED) return 0;
    double pace;
    memcpy(&pace, &bits, sizeof pace);
    return pace;
}

static bool is_paused(const snw_exec *exec) {
    return __atomic_load_n(&exec->pace, __ATOMIC_ACQUIRE) == PAUSED;
}

snw_status snw_exec_set_pace(snw_exec *exec, double pace, snw_why *why) {
    const double most = SNW_PACE_MOST;
    if (!((pace >= 1 / most && pace <= most) || pace == 0)) {
        snw_why_set(why, SNW_ERR_RANGE, "pace", "this speed is out of range");
        snw_why_add(why, "least", 1 / most, "");
        snw_why_add(why, "most", most, "");
        snw_why_fix(why, "give a number from 0.1 to 10, or 0 for a pause");
        return SNW_ERR_RANGE;
    }
    const char *real = NULL;
    if (!snw__exec_simulated(exec, &real)) {
        return snw_refuse(why, SNW_ERR_UNSUPPORTED, real,
                          "the arm is not simulated: its time is that of the clock", NULL);
    }
    uint64_t bits;
    memcpy(&bits, &pace, sizeof bits);
    __atomic_store_n(&exec->pace, pace > 0 ? bits : PAUSED, __ATOMIC_RELEASE);
    return SNW_OK;
}

void snw__exec_resume(snw_exec *exec) {
    const double real_time = 1;
    uint64_t paused = PAUSED, bits;
    memcpy(&bits, &real_time, sizeof bits);
    (void)__atomic_compare_exchange_n(&exec->pace, &paused, bits, false, __ATOMIC_ACQ_REL,
                                      __ATOMIC_RELAXED);
}

double snw_exec_get_pace(const snw_exec *exec) {
    return pace_of(exec, 1);
}

// --- virtual ------------------------------------------------------------------------------------

static void run_virtual(run *r, snw_run_service_fn *service, void *context) {
    snw_exec *exec = r->exec;
    int64_t wall_ns = now_of(r), begin_ns = exec->t_ns;
    double pace = pace_of(exec, r->options->pace);
    int64_t next_ns = begin_ns; // loop time of the next call of services
    while (goes_on(r)) {
        if (service != NULL && exec->t_ns >= next_ns) {
            next_ns = exec->t_ns + SERVICE_NS;
            if (!service(exec, context)) break;
        }
        if (is_paused(exec)) {
            // services go on; they are called again at once, since no loop time passes
            next_ns = exec->t_ns;
            pace = 0;
            sleep_by(r, now_of(r) + SERVICE_NS);
            continue;
        }
        snw_exec_tick(exec);
        const double asked = pace_of(exec, r->options->pace);
        if (asked != pace) {
            pace = asked;
            wall_ns = now_of(r);
            begin_ns = exec->t_ns;
        }
        if (pace > 0) {
            const double passed = (double)(exec->t_ns - begin_ns) / pace;
            sleep_by(r, wall_ns + (int64_t)passed);
        }
    }
}

// --- real ---------------------------------------------------------------------------------------

// loop time per time of the clock, once a second
static void measure_speed(run *r, int64_t now_ns) {
    const int64_t passed_ns = now_ns - r->speed_ns;
    if (passed_ns < SECOND_NS) return;
    snw_exec *exec = r->exec;
    exec->signals->speed = (double)(exec->t_ns - r->speed_t_ns) / (double)passed_ns;
    r->speed_ns = now_ns;
    r->speed_t_ns = exec->t_ns;
}

// One tick of a run whose time gives way: a little lateness is caught up with, more is given up and
// counted. After it the thread sleeps for a period in any case, so that a loop that is too slow for
// the machine leaves something to others. Returns the time of the next tick.
static int64_t tick_slipping(run *r, int64_t next_ns, double pace) {
    snw_exec *exec = r->exec;
    const int64_t step_ns = (int64_t)((double)exec->period_ns / pace);
    const int64_t longer_ns = step_ns > exec->period_ns ? step_ns : exec->period_ns;
    const int64_t now_ns = now_of(r), late_ns = now_ns - next_ns;
    if (late_ns > SNW_EXEC_GAP * longer_ns) {
        exec->signals->slips++;
        exec->signals->slipped += (double)late_ns * 1e-9;
        next_ns = now_ns;
    }
    measure_speed(r, now_ns);
    snw__exec_tick_slip(exec, late_ns > 0 ? late_ns : 0);
    return next_ns + step_ns;
}

// One tick of a run whose time is that of the clock: a period that has passed is gone.
static int64_t tick_by_clock(run *r, int64_t next_ns, int64_t *ended_ns) {
    snw_exec *exec = r->exec;
    const int64_t period = exec->period_ns, now_ns = now_of(r), late_ns = now_ns - next_ns;
    // nobody was late when the tick before had ended in time: the machine stood still
    const bool gap = late_ns > SNW_EXEC_GAP * period && *ended_ns <= next_ns;
    measure_speed(r, now_ns);
    if (gap) {
        snw_exec_tick_gap(exec, late_ns);
    } else {
        snw_exec_tick_late(exec, late_ns);
    }
    *ended_ns = now_of(r);
    return next_ns + period * (1 + (late_ns > 0 ? late_ns / period : 0));
}

// The control thread: absolute times, so that nothing drifts.
static void control(void *context) {
    run *r = context;
    snw_exec *exec = r->exec;
    (void)fesetround(FE_TONEAREST);
    r->speed_ns = now_of(r);
    r->speed_t_ns = exec->t_ns;
    int64_t next_ns = r->speed_ns + exec->period_ns;
    int64_t ended_ns = next_ns;
    while (goes_on(r)) {
        sleep_by(r, next_ns);
        const double pace = pace_of(exec, 1);
        if (pace == 0) {
            // time stands still; the watchdog sees that the thread does not
            (void)__atomic_add_fetch(&exec->heartbeat, 1, __ATOMIC_RELAXED);
            next_ns = now_of(r) + exec->period_ns;
            ended_ns = next_ns;
        } else if (r->slips || pace != 1) {
            next_ns = tick_slipping(r, next_ns, pace);
            // back at the pace of the clock nothing is late yet
            if (!r->slips && pace_of(exec, 1) == 1) next_ns = now_of(r) + exec->period_ns;
            ended_ns = next_ns;
        } else {
            next_ns = tick_by_clock(r, next_ns, &ended_ns);
        }
    }
    __atomic_store_n(&r->done, 1, __ATOMIC_RELEASE);
}

// what can be done for the drives without the loop, and what the loop hears when it is back
static void fire(run *r) {
    snw_exec *exec = r->exec;
    __atomic_store_n(&r->fired, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&exec->watchdog, 1, __ATOMIC_RELEASE);
    for (int i = 0; i < exec->arm_count; i++) {
        snw__arm *arm = &exec->arms[i];
        if (arm->drive_functions->quick_stop != NULL) arm->drive_functions->quick_stop(&arm->drive);
    }
}

// The timer thread looks several times in the time allowed, so that it fires at most one look late,
// and often enough to end with the run.
static void timer(void *context) {
    run *r = context;
    const int64_t limit_ns = r->watch.limit_ns;
    int64_t step_ns = limit_ns / LOOKS;
    if (step_ns > SERVICE_NS) step_ns = SERVICE_NS;
    int64_t next_ns = snw_clock_now_ns();
    while (__atomic_load_n(&r->done, __ATOMIC_ACQUIRE) == 0) {
        next_ns += step_ns;
        snw_clock_sleep_until_ns(next_ns);
        const int64_t now_ns = snw_clock_now_ns();
        if (now_ns - next_ns > step_ns) next_ns = now_ns;
        const uint64_t beat = __atomic_load_n(&r->exec->heartbeat, __ATOMIC_RELAXED);
        const double pace = pace_of(r->exec, 1);
        r->watch.limit_ns = (int64_t)((double)limit_ns / (pace > 0 && pace < 1 ? pace : 1));
        // simulated drives wait for a loop that is silent, however long
        if (snw__watch_look(&r->watch, beat, now_ns) && !r->slips) fire(r);
    }
}

static void miss(snw_run_report *report, const snw_why *why) {
    if (report->missing.code == SNW_OK) report->missing = *why;
}

static snw_status open_thread(run *r, snw_thread_config config, snw_thread **thread,
                              snw_run_report *report, snw_why *why) {
    snw_why own = {0};
    config.context = r;
    config.required = r->exec->loop->profile == SNW_LOOP_HARD;
    const snw_status status = snw_thread_open(thread, &config, &own);
    if (snw_failed(status)) {
        if (why != NULL) *why = own;
        return status;
    }
    if (own.code != SNW_OK) miss(report, &own);
    snw_run_thread *entry = &report->threads[report->thread_count++];
    snw_copy_text(entry->name, sizeof entry->name, config.name);
    entry->asked = config.priority;
    entry->granted = snw_thread_priority(*thread);
    entry->pinned = config.cpus != 0 && own.code == SNW_OK;
    return SNW_OK;
}

static snw_status open_threads(run *r, snw_thread *threads[2], snw_run_report *report,
                               snw_why *why) {
    const snw_loop *loop = r->exec->loop;
    snw_thread_config config = snw_thread_defaults();
    config.name = "timer";
    config.run = timer;
    config.priority = loop->timer_priority;
    snw_status status = open_thread(r, config, &threads[0], report, why);
    if (snw_failed(status)) return status;
    config.name = "control";
    config.run = control;
    config.priority = loop->control_priority;
    config.cpus = loop->cpu >= 0 ? UINT64_C(1) << loop->cpu : 0;
    status = open_thread(r, config, &threads[1], report, why);
    if (snw_failed(status)) __atomic_store_n(&r->done, 1, __ATOMIC_RELEASE);
    return status;
}

static snw_status lock_memory(run *r, snw_run_report *report, snw_why *why) {
    snw_why own = {0};
    if (!r->exec->loop->lock_memory) return SNW_OK;
    const snw_status status = snw_memory_lock(&own);
    report->memory_locked = status == SNW_OK;
    if (status == SNW_OK) return SNW_OK;
    miss(report, &own);
    if (r->exec->loop->profile != SNW_LOOP_HARD) return SNW_OK;
    if (why != NULL) *why = own;
    return SNW_ERR_REALTIME;
}

// services live in the thread of the caller until the control thread has ended
static void serve(run *r, snw_run_service_fn *service, void *context) {
    int64_t asked_ns = 0;
    while (__atomic_load_n(&r->done, __ATOMIC_ACQUIRE) == 0) {
        const int64_t now_ns = snw_clock_now_ns();
        if (service != NULL && asked_ns == 0 && !service(r->exec, context)) {
            (void)snw_stop_ask(&r->stop, 1);
        }
        const bool outside = r->options->stop != NULL && snw_stop_asked(r->options->stop) != 0;
        if (asked_ns == 0 && (outside || snw_stop_asked(&r->stop) != 0)) asked_ns = now_ns;
        if (asked_ns != 0 && now_ns - asked_ns > HUNG_NS) return;
        snw_clock_sleep_until_ns(now_ns + SERVICE_NS);
    }
}

static snw_status run_real(run *r, snw_run_service_fn *service, void *context,
                           snw_run_report *report, snw_why *why) {
    snw_exec *exec = r->exec;
    snw_thread *threads[2] = {NULL, NULL};
    snw_status status = lock_memory(r, report, why);
    if (snw_failed(status)) return status;
    snw_memory_prefault(exec->image, exec->image_size);
    exec->timed = exec->paced = true;
    __atomic_store_n(&exec->real, 1, __ATOMIC_RELAXED);
    r->watch = (snw__watch){.limit_ns = (int64_t)(exec->loop->watchdog * (double)SECOND_NS)};
    const int wakeful = snw_wakeful_begin();
    status = open_threads(r, threads, report, why);
    if (!snw_failed(status)) serve(r, service, context);
    snw_wakeful_end(wakeful);
    if (snw_thread_join(threads[1], HUNG_NS) == SNW_ERR_TIMEOUT) {
        // the thread cannot be ended; nothing that it uses may be freed
        exec->hung = true;
        return snw_refuse(why, SNW_ERR_TIMEOUT, "loop", "the thread of the loop hangs", NULL);
    }
    SNW_IGNORE(snw_thread_join(threads[0], -1));
    __atomic_store_n(&exec->real, 0, __ATOMIC_RELAXED);
    if (report->memory_locked) snw_memory_unlock();
    return status;
}

// What lateness leads to. A drive that is not simulated does not wait, and overrun="strict" wants
// to end at the first late cycle: with both, time cannot slip.
static snw_status choose_late(const snw_exec *exec, snw_late asked, bool *slips, snw_why *why) {
    const char *real = NULL;
    const bool simulated = snw__exec_simulated(exec, &real);
    const bool strict = exec->loop->overrun == SNW_OVERRUN_STRICT;
    *slips = asked != SNW_LATE_STOP && simulated && !strict;
    if (asked != SNW_LATE_SLIP || *slips) return SNW_OK;
    return snw_refuse_rule(
        why, SNW_ERR_UNSUPPORTED, "late", simulated ? "loop" : real,
        simulated ? "time cannot slip: overrun=\"strict\" ends the run at a late cycle"
                  : "time cannot slip: the drive of this arm is not simulated",
        simulated ? "overrun=\"leaky\", or late: stop" : "simulate the arm, or late: stop");
}

snw_status snw_exec_run(snw_exec *exec, const snw_run_options *options, snw_run_service_fn *service,
                        void *context, snw_run_report *report, snw_why *why) {
    snw_run_report own;
    if (report == NULL) report = &own;
    *report = (snw_run_report){0};
    // a thread that hangs keeps what it uses, so this does not lie on the stack
    run *r = snw_setup_take(exec->memory, sizeof *r, SNW_ARENA_ALIGN);
    if (r == NULL) {
        return snw_refuse(why, SNW_ERR_MEMORY, "loop", "there is no memory for a run", NULL);
    }
    *r = (run){.exec = exec, .options = options, .end_ns = exec->t_ns + options->duration_ns};
    const snw_loop_signals before = *exec->signals;
    const int64_t begin_ns = exec->t_ns, wall_ns = snw_clock_now_ns();
    snw_status status = SNW_OK;
    exec->signals->speed = 0;
    if (options->real) {
        status = choose_late(exec, options->late, &r->slips, why);
        if (snw_failed(status)) return status;
        report->late = r->slips ? SNW_LATE_SLIP : SNW_LATE_STOP;
        status = run_real(r, service, context, report, why);
    } else {
        exec->timed = exec->paced = false;
        run_virtual(r, service, context);
    }
    report->wall_ns = snw_clock_now_ns() - wall_ns;
    report->watchdog_fired = __atomic_load_n(&r->fired, __ATOMIC_RELAXED) != 0;
    if (exec->hung) return status;
    report->ticks = exec->signals->ticks - before.ticks;
    report->overruns = exec->signals->overruns - before.overruns;
    report->skipped = exec->signals->skipped - before.skipped;
    report->slips = exec->signals->slips - before.slips;
    report->slipped_ns = (int64_t)((exec->signals->slipped - before.slipped) * (double)SECOND_NS);
    report->loop_ns = exec->t_ns - begin_ns;
    if (!snw_failed(status) && snw_exec_ended(exec, why)) status = SNW_ERR_OVERRUN;
    return status;
}
