// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/clock.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#include "../../../src/core/os/inside.h"
#include "check.h"

static void monotonic_time_never_goes_back(void) {
    int64_t last_ns = snw_clock_now_ns();
    CHECK(last_ns > 0);
    for (long i = 0; i < check_scaled(1000000); i++) {
        const int64_t now_ns = snw_clock_now_ns();
        CHECK(now_ns >= last_ns);
        last_ns = now_ns;
    }
}

static void monotonic_time_is_that_of_the_system(void) {
    for (int i = 0; i < 1000; i++) {
        struct timespec t;
        const int64_t before_ns = snw_clock_now_ns();
        CHECK(clock_gettime(CLOCK_MONOTONIC, &t) == 0);
        const int64_t after_ns = snw_clock_now_ns();
        const int64_t t_ns = t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
        CHECK(before_ns <= t_ns && t_ns <= after_ns);
    }
}

static void real_time_counts_from_1970(void) {
    // time() may be a tick of the kernel behind
    const int64_t before_ns = (int64_t)time(NULL) * 1000000000 - 1000000000;
    const int64_t t_ns = snw_clock_realtime_ns();
    const int64_t after_ns = ((int64_t)time(NULL) + 2) * 1000000000;
    CHECK(before_ns <= t_ns && t_ns <= after_ns);
}

static void processor_time_counts_work_and_not_sleep(void) {
    const int64_t start_ns = snw_clock_thread_cpu_ns();
    volatile uint64_t work = 1;
    for (int i = 0; i < 1000000; i++)
        work = work * 3 + 1;
    const int64_t worked_ns = snw_clock_thread_cpu_ns();
    CHECK(worked_ns > start_ns);
    snw_clock_sleep_until_ns(snw_clock_now_ns() + 50000000);
    CHECK(snw_clock_thread_cpu_ns() - worked_ns < 50000000);
}

static void resolution_is_at_least_a_nanosecond(void) {
    CHECK(snw__clock_resolution_ns() >= 1);
}

static void a_sleep_ends_at_its_time_and_not_before(void) {
    for (int i = 0; i < 20; i++) {
        const int64_t t_ns = snw_clock_now_ns() + 1000000;
        snw_clock_sleep_until_ns(t_ns);
        CHECK(snw_clock_now_ns() >= t_ns);
    }
    snw_clock_sleep_until_ns(0);
    snw_clock_sleep_until_ns(-1);
    snw_clock_sleep_until_ns(INT64_MIN);
}

static volatile sig_atomic_t interrupted;

static void on_alarm(int number) {
    (void)number;
    interrupted++;
}

static void a_sleep_goes_on_through_signals(void) {
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_alarm;
    CHECK(sigaction(SIGALRM, &action, &before) == 0);
    const struct itimerval fast = {{0, 2000}, {0, 2000}}, none = {{0, 0}, {0, 0}};
    interrupted = 0;
    CHECK(setitimer(ITIMER_REAL, &fast, NULL) == 0);
    // until signals have come, however slow the machine is
    while (interrupted < 3) {
        const int64_t t_ns = snw_clock_now_ns() + 20000000;
        snw_clock_sleep_until_ns(t_ns);
        CHECK(snw_clock_now_ns() >= t_ns);
    }
    CHECK(setitimer(ITIMER_REAL, &none, NULL) == 0);
    CHECK(sigaction(SIGALRM, &before, NULL) == 0);
}

int main(void) {
    RUN(monotonic_time_never_goes_back);
    RUN(monotonic_time_is_that_of_the_system);
    RUN(real_time_counts_from_1970);
    RUN(processor_time_counts_work_and_not_sleep);
    RUN(resolution_is_at_least_a_nanosecond);
    RUN(a_sleep_ends_at_its_time_and_not_before);
    RUN(a_sleep_goes_on_through_signals);
    return check_report();
}
