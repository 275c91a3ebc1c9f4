// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE // NOLINT: the C library has chosen this name
#include "sinew/os/signals.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "check.h"
#include "scratch.h"
#include "sinew/os/clock.h"
#include "sinew/os/file.h"
#include "sinew/os/thread.h"

static snw_why why;

// Waits for the watching thread to have counted so many signals; gives up after a minute.
static int counted(const snw_signals *signals, uint32_t count) {
    const int64_t end_ns = snw_clock_now_ns() + INT64_C(60000000000);
    while (snw_signals_count(signals) < count && snw_clock_now_ns() < end_ns)
        snw_thread_yield();
    return snw_signals_count(signals) == count;
}

static void the_first_signal_raises_the_flag_and_later_ones_are_counted(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (int i = 0; i < 4; i++) {
        snw_stop stop = {0};
        snw_signals *signals = NULL;
        CHECK(snw_stop_on_signals(&stop, &signals, &why) == SNW_OK);
        CHECK(snw_stop_asked(&stop) == 0 && snw_signals_count(signals) == 0);
        CHECK(kill(getpid(), numbers[i]) == 0);
        CHECK(counted(signals, 1));
        CHECK(snw_stop_asked(&stop) == (uint32_t)numbers[i]);
        CHECK(kill(getpid(), numbers[(i + 1) % 4]) == 0);
        CHECK(counted(signals, 2));
        CHECK(snw_stop_asked(&stop) == (uint32_t)numbers[i]);
        snw_signals_close(signals);
    }
}

static void many_signals_in_a_row_all_arrive(void) {
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    CHECK(snw_stop_on_signals(&stop, &signals, &why) == SNW_OK);
    for (uint32_t i = 1; i <= 200; i++) {
        CHECK(kill(getpid(), i % 2 ? SIGINT : SIGTERM) == 0);
        CHECK(counted(signals, i));
    }
    snw_signals_close(signals);
}

// Each of these ends a process that has not asked to survive it.
static int live_through_ignored_signals(void) {
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    if (snw_stop_on_signals(&stop, &signals, &why) != SNW_OK) return 1;
    // a reader that has gone
    int ends[2];
    if (pipe(ends) != 0 || close(ends[0]) != 0) return 3;
    if (write(ends[1], "x", 1) >= 0) return 4;
    // a file beyond its limit
    const struct rlimit limit = {100, 100};
    char text[200] = {0};
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) return 5;
    if (snw_file_write(scratch("limited").text, text, sizeof text, NULL) != SNW_ERR_IO) return 6;
    if (snw_stop_asked(&stop) != 0 || snw_signals_count(signals) != 0) return 7;
    snw_signals_close(signals);
    return 0;
}

static void a_closed_pipe_and_a_full_quota_do_not_end_the_process(void) {
    CHECK(scratch_in_child(live_through_ignored_signals) == 0);
}

// nohup: the caller has said that the end of the terminal is no reason
static int live_through_an_ignored_hangup(void) {
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    (void)signal(SIGHUP, SIG_IGN);
    if (snw_stop_on_signals(&stop, &signals, &why) != SNW_OK) return 1;
    if (kill(getpid(), SIGHUP) != 0 || kill(getpid(), SIGTERM) != 0) return 2;
    // signals are read in the order of their numbers, so SIGHUP would have come first
    if (!counted(signals, 1)) return 3;
    if (snw_stop_asked(&stop) != SIGTERM) return 4;
    snw_signals_close(signals);
    return 0;
}

static void a_hangup_that_was_ignored_stays_ignored(void) {
    CHECK(scratch_in_child(live_through_an_ignored_hangup) == 0);
}

static int end_by_default_after_close(void) {
    snw_stop stop = {0};
    snw_signals *signals = NULL;
    if (snw_stop_on_signals(&stop, &signals, &why) != SNW_OK) return 1;
    snw_signals_close(signals);
    (void)kill(getpid(), SIGTERM);
    return 2;
}

static void closing_restores_what_the_process_did_before(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGPIPE, SIGHUP, SIGXFSZ};
    struct sigaction before[5], after;
    sigset_t mask_before, mask_after;
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask_before) == 0);
    for (int i = 0; i < 5; i++)
        CHECK(sigaction(numbers[i], NULL, &before[i]) == 0);

    snw_stop stop = {0};
    snw_signals *signals = NULL;
    CHECK(snw_stop_on_signals(&stop, &signals, &why) == SNW_OK);
    CHECK(sigaction(SIGPIPE, NULL, &after) == 0 && after.sa_handler == SIG_IGN);
    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask_after) == 0);
    CHECK(sigismember(&mask_after, SIGINT) && sigismember(&mask_after, SIGTERM));
    snw_signals_close(signals);

    CHECK(pthread_sigmask(SIG_BLOCK, NULL, &mask_after) == 0);
    for (int i = 0; i < 5; i++) {
        CHECK(sigaction(numbers[i], NULL, &after) == 0);
        CHECK(after.sa_handler == before[i].sa_handler);
        CHECK(sigismember(&mask_before, numbers[i]) == sigismember(&mask_after, numbers[i]));
    }
    CHECK(scratch_in_child(end_by_default_after_close) == 128 + SIGTERM);
    snw_signals_close(NULL);
}

static int open_without_descriptors(void) {
    const int next = dup(0);
    if (next < 0 || close(next) != 0) return 99;
    for (int left = 0; left < 2; left++) {
        const struct rlimit limit = {(rlim_t)(next + left), (rlim_t)(next + 2)};
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0) return 98;
        snw_stop stop = {0};
        snw_signals *signals = NULL;
        if (snw_stop_on_signals(&stop, &signals, &why) != SNW_ERR_FULL || signals) return 1 + left;
    }
    // nothing has changed, so the signal still ends the process
    (void)kill(getpid(), SIGTERM);
    return 3;
}

static void a_failure_to_open_leaves_the_process_as_it_was(void) {
    CHECK(scratch_in_child(open_without_descriptors) == 128 + SIGTERM);
}

int main(void) {
    // whoever runs the tests may have been told to go on without its terminal
    (void)signal(SIGHUP, SIG_DFL);
    scratch_open();
    RUN(the_first_signal_raises_the_flag_and_later_ones_are_counted);
    RUN(many_signals_in_a_row_all_arrive);
    RUN(a_closed_pipe_and_a_full_quota_do_not_end_the_process);
    RUN(a_hangup_that_was_ignored_stays_ignored);
    RUN(closing_restores_what_the_process_did_before);
    RUN(a_failure_to_open_leaves_the_process_as_it_was);
    return check_report();
}
