// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

// The time scale of a run, by a clock of the test's own: nothing here waits.

// A clock that goes on by sleeping, and a little by every look at it, as if work took time.
typedef struct false_clock {
    int64_t t_ns;
    int64_t work_ns; // that passes with each look
    int64_t late_ns; // that each sleep is too long
    long sleeps;
} false_clock;

static int64_t clock_now(void *context) {
    false_clock *clock = context;
    clock->t_ns += clock->work_ns;
    return clock->t_ns;
}

static void clock_sleep(void *context, int64_t t_ns) {
    false_clock *clock = context;
    clock->sleeps++;
    if (clock->t_ns < t_ns) clock->t_ns = t_ns + clock->late_ns;
}

// seconds of the clock that 10 s of the loop take
static double takes(double factor, bool timed, int64_t work_ns, int64_t late_ns) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    false_clock own = {.t_ns = 5000 * (int64_t)MS, .work_ns = work_ns, .late_ns = late_ns};
    const snw_run_clock clock = {clock_now, clock_sleep, &own};
    snw_run_options options = snw_run_defaults();
    options.real = timed;
    options.duration_ns = 10000 * (int64_t)MS;
    options.clock = &clock;
    r.loop->watchdog = 10;
    r.loop->lock_memory = false;
    CHECK(snw_exec_set_pace(r.exec, factor, &r.why) == SNW_OK);
    const int64_t begin_ns = own.t_ns;
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.loop_ns == options.duration_ns && report.ticks == 10000 && own.sleeps > 0);
    const double seconds = 1e-9 * (double)(own.t_ns - begin_ns);
    rig_close(&r);
    return seconds;
}

// spec: actin-model:A1-VW-38
static void ten_seconds_take_twenty_at_half_and_five_at_twice_the_speed(void) {
    static const struct {
        double factor, seconds;
    } rows[] = {{0.5, 20}, {2, 5}, {0.1, 100}, {10, 1}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int timed = 0; timed < 2; timed++) {
            // an exact clock, one by which work takes a tenth of a period, one that wakes too late
            const double tolerance = 0.02 * rows[i].seconds;
            const int64_t work_ns = MS / 100;
            CHECK(fabs(takes(rows[i].factor, timed, 0, 0) - rows[i].seconds) <= tolerance);
            CHECK(fabs(takes(rows[i].factor, timed, work_ns, 0) - rows[i].seconds) <= tolerance);
            CHECK(fabs(takes(rows[i].factor, timed, work_ns, 30000) - rows[i].seconds) <=
                  tolerance);
        }
    }
}

// the factor changes while it runs: what has passed stays as it was
static bool halve_at_five_seconds(snw_exec *exec, void *context) {
    (void)context;
    if (snw_exec_time_ns(exec) >= 5000 * (int64_t)MS && snw_exec_get_pace(exec) == 2) {
        CHECK(snw_exec_set_pace(exec, 0.5, NULL) == SNW_OK);
    }
    return true;
}

static void a_factor_that_changes_counts_from_then_on(void) {
    rig r;
    rig_moving(&r);
    rig_go(&r);
    false_clock own = {.t_ns = 1};
    const snw_run_clock clock = {clock_now, clock_sleep, &own};
    snw_run_options options = snw_run_defaults();
    options.duration_ns = 10000 * (int64_t)MS;
    options.clock = &clock;
    CHECK(snw_exec_set_pace(r.exec, 2, &r.why) == SNW_OK);
    const int64_t before_ns = snw_exec_time_ns(r.exec);
    CHECK(snw_exec_run(r.exec, &options, halve_at_five_seconds, NULL, NULL, &r.why) == SNW_OK);
    const double fast = 1e-9 * (double)(5000 * (int64_t)MS - before_ns) / 2;
    const double slow = 1e-9 * (double)(before_ns + 5000 * (int64_t)MS) / 0.5;
    CHECK(fabs(1e-9 * (double)own.t_ns - (fast + slow)) <= 0.05);
    rig_close(&r);
}

int main(void) {
    RUN(ten_seconds_take_twenty_at_half_and_five_at_twice_the_speed);
    RUN(a_factor_that_changes_counts_from_then_on);
    return check_report();
}
