// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "sinew/exec/run.h"

// Seen: the demo, run for 25 minutes on a shared machine, stood still after a gap of 37 ms in its
// second round, latched by "gap", and ended with exit code 0. Its drives are simulated, so there
// was nothing to be stopped. Here the same time passes by a clock that wakes too late at random: by
// a millisecond or a second, and once by an hour.

enum { MS = 1000000 };

static harness h;

typedef struct late_clock {
    int64_t t_ns;
    uint64_t dice;
    long sleeps, gaps;
} late_clock;

static uint64_t roll(uint64_t *dice) {
    *dice ^= *dice << 13;
    *dice ^= *dice >> 7;
    *dice ^= *dice << 17;
    return *dice;
}

static int64_t late_now(void *context) {
    return ((late_clock *)context)->t_ns;
}

static void late_sleep(void *context, int64_t t_ns) {
    late_clock *clock = context;
    clock->sleeps++;
    if (clock->t_ns < t_ns) clock->t_ns = t_ns;
    if (roll(&clock->dice) % 500 == 0) {
        // 1 to 1,024 periods, the short ones more often
        clock->t_ns +=
            (int64_t)(1 + roll(&clock->dice) % (UINT64_C(1) << roll(&clock->dice) % 11)) * MS;
        clock->gaps++;
    }
    if (clock->sleeps == 30000) clock->t_ns += INT64_C(3600000) * MS;
}

static uint64_t hash;

static void keep_commands(void *context, const snw_tick *tick, const snw_event *events, int count) {
    (void)context, (void)events, (void)count;
    const unsigned char *bytes = (const unsigned char *)&h.arm->command;
    for (size_t i = 0; i < sizeof h.arm->command; i++)
        hash = (hash ^ bytes[i]) * UINT64_C(0x100000001B3);
    hash = (hash ^ tick->number) * UINT64_C(0x100000001B3);
}

static void run_demo(bool real, int64_t duration_ns, snw_exec_observer_fn *observe, late_clock *own,
                     snw_run_report *report) {
    CHECK(!snw_failed(open_cell(&h, SNW_SOURCE_DIR "/cells/demo.cell.xml", NULL)));
    ((snw_loop *)h.cell->control.block)->lock_memory = false;
    enable(&h);
    const snw_run_clock clock = {late_now, late_sleep, own};
    snw_run_options options = snw_run_defaults();
    options.real = real;
    options.duration_ns = duration_ns;
    options.clock = real ? &clock : NULL;
    hash = UINT64_C(0xCBF29CE484222325);
    snw_exec_observe(h.exec, observe, NULL);
    CHECK(snw_exec_run(h.exec, &options, NULL, NULL, report, &h.why) == SNW_OK);
    snw_exec_observe(h.exec, NULL, NULL);
    CHECK(report->ticks == (uint64_t)(duration_ns / snw_exec_period_ns(h.exec)));
}

static void a_busy_minute_commands_what_a_quiet_one_does(void) {
    late_clock own = {.t_ns = 1, .dice = UINT64_C(0x9E3779B97F4A7C15)};
    snw_run_report report;
    const int64_t minute_ns = INT64_C(60000) * MS;
    run_demo(false, minute_ns, keep_commands, NULL, &report);
    const uint64_t expected = hash;
    close_cell(&h);
    run_demo(true, minute_ns, keep_commands, &own, &report);
    CHECK(hash == expected && own.gaps > 50 && report.slips > 10);
    close_cell(&h);
}

static void the_demo_goes_round_for_25_minutes_on_a_busy_machine(void) {
    late_clock own = {.t_ns = 1, .dice = UINT64_C(0xD1B54A32D192ED03)};
    snw_run_report report;
    const long minutes = check_scaled(25);
    run_demo(true, INT64_C(60000) * minutes * MS, NULL, &own, &report);
    CHECK(report.overruns == 0 && report.skipped == 0 && !report.watchdog_fired);
    CHECK(report.slips > (uint64_t)(20 * minutes) && report.slipped_ns > INT64_C(3600000) * MS);
    CHECK_TEXT(shown(&h, "arm/guard/state"), "enabled");
    CHECK_TEXT(shown(&h, "arm/guard/stops"), "0");
    CHECK_TEXT(shown(&h, "program/state"), "running");
    CHECK(strtol(shown(&h, "program/rounds"), NULL, 10) >= 2 * minutes - 1);
    close_cell(&h);
}

int main(void) {
    RUN(a_busy_minute_commands_what_a_quiet_one_does);
    RUN(the_demo_goes_round_for_25_minutes_on_a_busy_machine);
    return check_report();
}
