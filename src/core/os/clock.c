// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/clock.h"

#include <errno.h>
#include <time.h>

#include "inside.h"
#include "internal.h"

// none of these can fail on a system that has the clock, and Linux has had all three since 2.6
static int64_t read_clock(clockid_t clock) {
    struct timespec t = {0, 0};
    (void)clock_gettime(clock, &t);
    return (int64_t)t.tv_sec * SNW__NS_PER_S + t.tv_nsec;
}

int64_t snw_clock_now_ns(void) {
    return read_clock(CLOCK_MONOTONIC);
}

int64_t snw_clock_realtime_ns(void) {
    return read_clock(CLOCK_REALTIME);
}

int64_t snw_clock_thread_cpu_ns(void) {
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t snw__clock_resolution_ns(void) {
    struct timespec t = {0, 1};
    (void)clock_getres(CLOCK_MONOTONIC, &t);
    const int64_t step_ns = (int64_t)t.tv_sec * SNW__NS_PER_S + t.tv_nsec;
    return step_ns > 0 ? step_ns : 1;
}

void snw_clock_sleep_until_ns(int64_t t_ns) {
    const struct timespec t = snw__timespec(t_ns);
    // an absolute wait that a signal breaks is simply asked for again
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) == EINTR) {
    }
}

int64_t snw__deadline_ns(int64_t limit_ns) {
    const int64_t now_ns = snw_clock_now_ns();
    return limit_ns < 0 || limit_ns > INT64_MAX - now_ns ? INT64_MAX : now_ns + limit_ns;
}
