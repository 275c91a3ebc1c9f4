// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// A pause of a simulated run, by a clock of the test's own: nothing here waits for time to pass.

enum { SECOND = 1000 * MS, TICKS = 10000, ARM_AXES = 6 };

typedef struct false_clock {
    int64_t t_ns; // atomic: services and ticks look at it
} false_clock;

static int64_t clock_now(void *context) {
    false_clock *clock = context;
    return __atomic_load_n(&clock->t_ns, __ATOMIC_ACQUIRE);
}

static void clock_sleep(void *context, int64_t t_ns) {
    false_clock *clock = context;
    if (clock_now(clock) < t_ns) __atomic_store_n(&clock->t_ns, t_ns, __ATOMIC_RELEASE);
}

// what the arm is at some moment
typedef struct moment {
    int64_t t_ns;
    double q[ARM_AXES], v[ARM_AXES], command[ARM_AXES];
} moment;

static moment look_at(snw_exec *exec) {
    const snw_arm *arm = snw_exec_arm(exec, 0);
    moment m = {.t_ns = snw_exec_time_ns(exec)};
    memcpy(m.q, arm->sensed.q, sizeof m.q);
    memcpy(m.v, arm->estimate.v, sizeof m.v);
    memcpy(m.command, arm->command.q, sizeof m.command);
    return m;
}

// a service that pauses the run for a while of the clock
typedef struct pauser {
    false_clock clock;
    int pauses;       // that are to come
    int64_t next_ns;  // of loop time: when the next one begins
    int64_t since_ns; // of the clock: when this one began
    int64_t longest_ns;
    long looks, changed;
    moment held;
    bool stop; // end it by a stop
} pauser;

static bool pause_and_resume(snw_exec *exec, void *context) {
    pauser *p = context;
    const int64_t now_ns = clock_now(&p->clock);
    if (snw_exec_get_pace(exec) == 0) {
        const moment now = look_at(exec);
        // the first look may be beside the tick that was under way
        if (p->looks++ == 0) p->held = now;
        p->changed += memcmp(&now, &p->held, sizeof now) != 0;
        if (now_ns - p->since_ns < 5 * (int64_t)SECOND) return true;
        if (now_ns - p->since_ns > p->longest_ns) p->longest_ns = now_ns - p->since_ns;
        p->next_ns += SECOND;
        if (p->stop) {
            CHECK(snw_exec_request(exec, -1, SNW_REQUEST_STOP_2) == SNW_OK);
        } else {
            CHECK(snw_exec_set_pace(exec, 1, NULL) == SNW_OK);
        }
    } else if (p->pauses > 0 && snw_exec_time_ns(exec) >= p->next_ns) {
        p->pauses--;
        p->looks = 0;
        p->since_ns = now_ns;
        CHECK(snw_exec_set_pace(exec, 0, NULL) == SNW_OK);
    }
    return true;
}

// how the arm ends after ten seconds with so many pauses
static moment run_with(int pauses, pauser *p) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    *p = (pauser){.clock = {.t_ns = 1}, .pauses = pauses};
    p->next_ns = snw_exec_time_ns(r.exec) + SECOND;
    const snw_run_clock clock = {clock_now, clock_sleep, &p->clock};
    snw_run_options options = snw_run_defaults();
    options.duration_ns = TICKS * (int64_t)MS;
    options.clock = &clock;
    r.loop->lock_memory = false;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, pause_and_resume, p, &report, &r.why) == SNW_OK);
    CHECK(report.ticks == TICKS && report.overruns == 0 && report.skipped == 0);
    CHECK(p->pauses == 0);
    const moment end = look_at(r.exec);
    rig_close(&r);
    return end;
}

// spec: actin-model:A1-VW-17b
static void a_pause_holds_every_bit_and_what_follows_is_as_without_it(void) {
    pauser p;
    const moment plain = run_with(0, &p);
    CHECK(plain.q[0] != 0 && plain.t_ns >= TICKS * (int64_t)MS);
    const moment paused = run_with(3, &p);
    CHECK(p.longest_ns >= 5 * (int64_t)SECOND && p.looks > 100 && p.changed == 0);
    CHECK(memcmp(&plain, &paused, sizeof plain) == 0);
}

// a control thread of its own: its ticks end, its heart goes on, and the watchdog stays silent
static void the_thread_of_a_paused_loop_lives_and_makes_no_tick(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    CHECK(snw_exec_set_pace(r.exec, 0, &r.why) == SNW_OK);
    const moment before = look_at(r.exec);
    pauser p = {.clock = {.t_ns = 1}, .since_ns = 1, .next_ns = INT64_MAX / 2};
    const snw_run_clock clock = {clock_now, clock_sleep, &p.clock};
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = 100 * MS;
    options.clock = &clock;
    r.loop->lock_memory = false;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, pause_and_resume, &p, &report, &r.why) == SNW_OK);
    CHECK(p.longest_ns >= 5 * (int64_t)SECOND && p.looks >= 1 && p.changed == 0);
    CHECK(memcmp(&before, &p.held, sizeof before) == 0);
    CHECK(report.ticks == 100 && report.overruns == 0 && !report.watchdog_fired);
    CHECK(look_at(r.exec).t_ns == before.t_ns + 100 * (int64_t)MS);
    rig_close(&r);
}

static void a_stop_ends_a_pause(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    CHECK(snw_exec_set_pace(r.exec, 0, &r.why) == SNW_OK);
    CHECK(snw_exec_get_pace(r.exec) == 0);
    CHECK(snw_exec_request(r.exec, -1, SNW_REQUEST_ENABLE) == SNW_OK);
    CHECK(snw_exec_get_pace(r.exec) == 0); // that waits
    pauser p = {.clock = {.t_ns = 1}, .since_ns = 1, .next_ns = INT64_MAX / 2, .stop = true};
    const snw_run_clock clock = {clock_now, clock_sleep, &p.clock};
    snw_run_options options = snw_run_defaults();
    options.duration_ns = 1000 * MS;
    options.clock = &clock;
    CHECK(snw_exec_run(r.exec, &options, pause_and_resume, &p, NULL, &r.why) == SNW_OK);
    CHECK(snw_exec_get_pace(r.exec) == 1);
    CHECK(snw_exec_guard(r.exec, 0)->machine.state != SNW_ARM_ENABLED);
    rig_close(&r);
}

int main(void) {
    RUN(a_pause_holds_every_bit_and_what_follows_is_as_without_it);
    RUN(the_thread_of_a_paused_loop_lives_and_makes_no_tick);
    RUN(a_stop_ends_a_pause);
    return check_report();
}
