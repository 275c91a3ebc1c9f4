// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

// What a machine that is too busy does to a run: simulated time gives way, a real drive stops. By a
// clock of the test's own, so that nothing here depends on how fast or how busy the machine is.

enum { TICKS = 1500, SECOND = 1000 * MS };

// A clock that stands still while nobody sleeps, and wakes too late where the plan says so.
typedef struct busy_clock {
    int64_t t_ns;
    uint64_t dice;       // of the random gaps; 0 for none
    int share;           // one of so many sleeps is too long
    int64_t longest;     // such a sleep is too long by up to so many periods
    int64_t gap_ns;      // one gap,
    long gap_at, sleeps; // after so many sleeps
    int64_t lost_ns;     // all that was too long
    int64_t work_ns;     // that passes with every look
} busy_clock;

static uint64_t roll(uint64_t *dice) {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return *dice;
}

static int64_t busy_now(void *context) {
    busy_clock *clock = context;
    clock->t_ns += clock->work_ns;
    return clock->t_ns;
}

static void busy_sleep(void *context, int64_t t_ns) {
    busy_clock *clock = context;
    int64_t late_ns = 0;
    clock->sleeps++;
    if (clock->dice != 0 && roll(&clock->dice) % (uint64_t)clock->share == 0) {
        late_ns = (int64_t)(1 + roll(&clock->dice) % (uint64_t)clock->longest) * MS;
    }
    if (clock->sleeps == clock->gap_at) late_ns += clock->gap_ns;
    if (clock->t_ns < t_ns) clock->t_ns = t_ns;
    clock->t_ns += late_ns;
    clock->lost_ns += late_ns;
}

// Every signal of every tick as one number, but for those that speak of the clock.
typedef struct keeper {
    rig *r;
    uint64_t hash, ticks, events;
    uint64_t next;
    int64_t next_ns;
} keeper;

static uint64_t mix(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *at = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ at[i]) * UINT64_C(0x100000001B3);
    return hash;
}

static void keep_tick(void *context, const snw_tick *tick, const snw_event *events, int count) {
    keeper *k = context;
    (void)events;
    // loop time is the number of the tick times the period, without a hole
    CHECK(tick->number == k->next && tick->t_ns == k->next_ns);
    CHECK(tick->dt_ns == (int64_t)MS);
    k->next++;
    k->next_ns += MS;
    k->ticks++;
    k->events += (uint64_t)count;
    const snw_arm *arm = snw_exec_arm(k->r->exec, 0);
    const snw_guard *guard = snw_exec_guard(k->r->exec, 0);
    k->hash = mix(k->hash, tick, sizeof *tick);
    k->hash = mix(k->hash, &arm->sensed, sizeof arm->sensed);
    k->hash = mix(k->hash, &arm->estimate, sizeof arm->estimate);
    k->hash = mix(k->hash, &arm->target, sizeof arm->target);
    k->hash = mix(k->hash, &arm->wanted, sizeof arm->wanted);
    k->hash = mix(k->hash, &arm->command, sizeof arm->command);
    k->hash = mix(k->hash, &guard->signals, sizeof guard->signals);
    const snw_roots *roots = snw_exec_signals(k->r->exec);
    const snw_loop_signals *loop = roots->items[0].block;
    const double shown[] = {(double)loop->ticks,   loop->t,      (double)loop->overruns,
                            (double)loop->skipped, loop->bucket, loop->lateness};
    k->hash = mix(k->hash, shown, sizeof shown);
}

static snw_run_options options_for(rig *r, const snw_run_clock *clock, snw_late late) {
    snw_run_options options = snw_run_defaults();
    CHECK(options.late == SNW_LATE_AUTO);
    options.real = true;
    options.duration_ns = TICKS * (int64_t)MS;
    options.clock = clock;
    options.late = late;
    r->loop->watchdog = 60;
    r->loop->lock_memory = false;
    return options;
}

// A moving arm for TICKS ticks by a clock; what came of it.
static uint64_t run_by(busy_clock *own, snw_late late, snw_run_report *report) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    rig_enable(&r);
    const snw_run_clock clock = {busy_now, busy_sleep, own};
    const snw_run_options options = options_for(&r, &clock, late);
    keeper k = {.r = &r,
                .hash = UINT64_C(0xCBF29CE484222325),
                .next = snw_exec_next(r.exec),
                .next_ns = snw_exec_time_ns(r.exec)};
    snw_exec_observe(r.exec, keep_tick, &k);
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, report, &r.why) == SNW_OK);
    snw_exec_observe(r.exec, NULL, NULL);
    CHECK(k.ticks == TICKS && k.events == 0);
    CHECK(report->ticks == TICKS && report->overruns == 0 && report->skipped == 0);
    CHECK(report->late == SNW_LATE_SLIP && !report->watchdog_fired);
    CHECK(snw_exec_guard(r.exec, 0)->machine.state == SNW_ARM_ENABLED);
    CHECK(rig_number(&r, "loop/slips") == (double)report->slips);
    CHECK_NEAR(rig_number(&r, "loop/slipped"), 1e-9 * (double)report->slipped_ns, 1e-6);
    rig_close(&r);
    return k.hash;
}

// Gaps of 1 to 10,000 periods at random places: not one bit of what is computed is another.
static void a_busy_machine_changes_nothing_but_the_time_it_takes(void) {
    snw_run_report report;
    busy_clock calm = {.t_ns = 77};
    const uint64_t expected = run_by(&calm, SNW_LATE_AUTO, &report);
    CHECK(report.slips == 0 && report.slipped_ns == 0);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        static const int64_t longest[] = {1, 9, 10, 11, 40, 300, 10000};
        busy_clock busy = {.t_ns = 77,
                           .dice = seed * UINT64_C(0x9E3779B97F4A7C15),
                           .share = 1 + (int)(seed % 5) * 40,
                           .longest = longest[seed % 7]};
        const uint64_t hash = run_by(&busy, seed % 2 == 0 ? SNW_LATE_AUTO : SNW_LATE_SLIP, &report);
        if (hash != expected) print_error("seed %d\n", (int)seed);
        CHECK(hash == expected);
        // what is not caught up with was given up, and nothing else
        CHECK(report.slipped_ns <= busy.lost_ns);
        const int64_t passed_ns = busy.t_ns - calm.t_ns;
        CHECK(llabs(passed_ns - report.slipped_ns) <= (SNW_EXEC_GAP + 1) * (int64_t)MS);
    }
}

static void ten_periods_are_caught_up_with_and_eleven_slip(void) {
    for (int periods = 1; periods <= 10000; periods = periods < 15 ? periods + 1 : periods * 9) {
        busy_clock busy = {.t_ns = 1, .gap_ns = periods * (int64_t)MS, .gap_at = 500};
        snw_run_report report;
        (void)run_by(&busy, SNW_LATE_AUTO, &report);
        CHECK(report.slips == (periods > SNW_EXEC_GAP));
        CHECK_NEAR((double)report.slipped_ns, periods > SNW_EXEC_GAP ? (double)busy.gap_ns : 0, 1);
    }
}

// A loop whose ticks take longer than its period still sleeps now and then, and says how fast it
// is.
static void a_loop_that_is_too_slow_falls_behind_and_says_how_far(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    // one look at the clock in each tick
    busy_clock own = {.t_ns = 1, .work_ns = MS + MS / 2};
    const snw_run_clock clock = {busy_now, busy_sleep, &own};
    snw_run_options options = options_for(&r, &clock, SNW_LATE_AUTO);
    options.duration_ns = 5 * (int64_t)SECOND;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.ticks == 5000 && report.slips > 100 && report.overruns == 0);
    const double taken = 1e-9 * (double)own.t_ns;
    CHECK(taken > 7);
    CHECK_NEAR(rig_number(&r, "loop/speed"), 5 / taken, 0.05);
    CHECK_NEAR(1e-9 * (double)report.slipped_ns, taken - 5, 0.05);
    rig_close(&r);
}

static void a_run_without_a_clock_measures_no_speed(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    snw_run_options options = snw_run_defaults();
    options.duration_ns = 2 * (int64_t)SECOND;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.late == SNW_LATE_AUTO && report.slips == 0);
    CHECK(rig_number(&r, "loop/speed") == 0);
    rig_close(&r);
}

// --- drives that do not wait --------------------------------------------------------------------

static void open_hard(rig *r) {
    rig_open(r);
    rig_arm(r, "arm", 6)->drive = rig_child(r, &hard_type);
    r->loop->simulate = false;
    (void)rig_add(r, "move", &mover_type, "arm");
    (void)rig_add(r, "law", &pass_type, "arm");
}

// The same gap, with a drive that is real, and with a simulated one when the user wants it so.
static void a_real_drive_is_stopped_by_a_gap(void) {
    for (int k = 0; k < 3; k++) {
        rig r;
        if (k < 2) {
            open_hard(&r);
        } else {
            rig_moving(&r);
        }
        rig_go(&r);
        rig_enable(&r);
        busy_clock own = {.t_ns = 1, .gap_ns = 11 * (int64_t)MS + MS / 2, .gap_at = 600};
        const snw_run_clock clock = {busy_now, busy_sleep, &own};
        const snw_run_options options =
            options_for(&r, &clock, k == 0 ? SNW_LATE_AUTO : SNW_LATE_STOP);
        snw_run_report report;
        CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
        CHECK(report.late == SNW_LATE_STOP && report.slips == 0 && report.skipped == 11);
        CHECK(report.ticks == TICKS - 11);
        const snw_guard *guard = snw_exec_guard(r.exec, 0);
        CHECK(guard->signals.causes[SNW_CAUSE_GAP] == 1 && guard->signals.stops == 1);
        CHECK(guard->machine.state != SNW_ARM_ENABLED);
        rig_close(&r);
    }
}

static void time_does_not_slip_under_a_real_drive(void) {
    rig r;
    open_hard(&r);
    rig_go(&r);
    busy_clock own = {.t_ns = 1};
    const snw_run_clock clock = {busy_now, busy_sleep, &own};
    snw_run_options options = options_for(&r, &clock, SNW_LATE_SLIP);
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_ERR_UNSUPPORTED);
    CHECK(report.ticks == 0 && own.sleeps == 0);
    CHECK_TEXT(r.why.subject, "arm");
    CHECK(strstr(r.why.text, "not simulated") != NULL && r.why.fix[0] != '\0');
    rig_close(&r);
}

// overrun="strict" ends at the first late cycle, also in simulation
static void a_strict_loop_keeps_its_rule(void) {
    rig r;
    rig_moving(&r);
    r.loop->overrun = SNW_OVERRUN_STRICT;
    rig_go(&r);
    busy_clock own = {.t_ns = 1, .gap_ns = MS, .gap_at = 100};
    const snw_run_clock clock = {busy_now, busy_sleep, &own};
    snw_run_options options = options_for(&r, &clock, SNW_LATE_SLIP);
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_ERR_UNSUPPORTED);
    CHECK(strstr(r.why.text, "strict") != NULL);
    options.late = SNW_LATE_AUTO;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_ERR_OVERRUN);
    CHECK(report.ticks == 100 && report.late == SNW_LATE_STOP);
    rig_close(&r);
}

// --- the watchdog -------------------------------------------------------------------------------

static int64_t wait_ns;

// hangs in the control thread for many times the watchdog's time
static snw_status hang_once(snw_component *self, const snw_tick *tick) {
    (void)self;
    if (tick->number != 20) return SNW_OK;
    const int64_t end_ns = snw_clock_now_ns() + wait_ns;
    while (__atomic_load_n(&on_bench.quick_stops, __ATOMIC_ACQUIRE) == 0 &&
           snw_clock_now_ns() < end_ns)
        snw_thread_yield();
    return SNW_OK;
}

// With simulated drives nothing comes of a loop that is silent for 20 times the watchdog's time;
// with a real one its drives are stopped by another way, however long that takes here.
static void simulated_drives_wait_for_a_silent_loop(void) {
    for (int hard = 0; hard < 2; hard++) {
        rig r;
        if (hard) {
            open_hard(&r);
        } else {
            rig_moving(&r);
        }
        (void)rig_add(&r, "hang", &probe_type, "");
        r.loop->watchdog = 0.01;
        r.loop->lock_memory = false;
        rig_go(&r);
        hooks.update = hang_once;
        wait_ns = hard ? 60 * (int64_t)SECOND : 200 * (int64_t)MS;
        rig_enable(&r); // 12 ticks
        snw_run_options options = snw_run_defaults();
        options.real = true;
        options.duration_ns = 50 * (int64_t)MS;
        snw_run_report report;
        CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
        CHECK(report.watchdog_fired == (hard != 0));
        CHECK((on_bench.quick_stops > 0) == (hard != 0));
        const snw_guard *guard = snw_exec_guard(r.exec, 0);
        CHECK((guard->machine.state == SNW_ARM_LATCHED) == (hard != 0));
        CHECK((guard->signals.causes[SNW_CAUSE_WATCHDOG] > 0) == (hard != 0));
        if (!hard) CHECK(guard->machine.state == SNW_ARM_ENABLED && report.slips >= 1);
        rig_close(&r);
    }
}

// the child of the next test: runs until its parent says that it was suspended
static int suspended_child(int ready, int resumed) {
    rig r;
    rig_moving(&r);
    r.loop->watchdog = 0.01;
    r.loop->lock_memory = false;
    rig_go(&r);
    rig_enable(&r);
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = 100 * (int64_t)MS;
    snw_run_report report, more;
    bool good = snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK;
    // another thread writes while the loop runs: here the loop has a few seconds of work left
    char byte = 'r';
    good &= write(ready, &byte, 1) == 1;
    options.duration_ns = 1500 * (int64_t)MS;
    good &= snw_exec_run(r.exec, &options, NULL, NULL, &more, &r.why) == SNW_OK;
    good &= read(resumed, &byte, 1) == 1;
    good &= !report.watchdog_fired && !more.watchdog_fired && on_bench.quick_stops == 0;
    good &= more.ticks == 1500 && more.overruns == 0 && more.skipped == 0;
    good &= snw_exec_guard(r.exec, 0)->machine.state == SNW_ARM_ENABLED;
    rig_close(&r);
    return good ? 0 : 1;
}

// A process that is stopped and goes on, several times: nothing fires, nothing stops.
static void a_process_that_was_suspended_goes_on(void) {
    int ready[2], resumed[2];
    CHECK(pipe(ready) == 0 && pipe(resumed) == 0);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) _exit(suspended_child(ready[1], resumed[0]));
    char byte = 0;
    CHECK(read(ready[0], &byte, 1) == 1);
    for (int i = 0; i < 5; i++) {
        CHECK(kill(child, SIGSTOP) == 0);
        int status = 0;
        CHECK(waitpid(child, &status, WUNTRACED) == child);
        CHECK(WIFSTOPPED(status)); // it waits for the byte below before it ends
        snw_clock_sleep_until_ns(snw_clock_now_ns() + 50 * (int64_t)MS);
        CHECK(kill(child, SIGCONT) == 0);
        snw_clock_sleep_until_ns(snw_clock_now_ns() + 10 * (int64_t)MS);
    }
    CHECK(write(resumed[1], &byte, 1) == 1);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < 2; i++)
        CHECK(close(ready[i]) == 0 && close(resumed[i]) == 0);
}

int main(void) {
    RUN(a_busy_machine_changes_nothing_but_the_time_it_takes);
    RUN(ten_periods_are_caught_up_with_and_eleven_slip);
    RUN(a_loop_that_is_too_slow_falls_behind_and_says_how_far);
    RUN(a_run_without_a_clock_measures_no_speed);
    RUN(a_real_drive_is_stopped_by_a_gap);
    RUN(time_does_not_slip_under_a_real_drive);
    RUN(a_strict_loop_keeps_its_rule);
    RUN(simulated_drives_wait_for_a_silent_loop);
    RUN(a_process_that_was_suspended_goes_on);
    return check_report();
}
