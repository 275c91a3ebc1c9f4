// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "sinew/os/signals.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "internal.h"
#include "sinew/os/thread.h"

enum { IGNORED = 2 };

struct snw_signals {
    snw_stop *stop;
    snw_thread *thread;
    int signal_descriptor, end_descriptor;
    uint64_t count; // atomic
    sigset_t mask_before;
    struct sigaction before[IGNORED];
    bool changed; // mask and dispositions are ours now
};

// what a program that moves an arm must survive: a closed pipe, a full quota
static int ignored_signal(int i) {
    static const int numbers[IGNORED] = {SIGPIPE, SIGXFSZ};
    return numbers[i];
}

// The end of the terminal is one of them: an arm must not go on moving when nobody can see what the
// program says. Who started it with nohup has decided otherwise.
static void stopping_signals(sigset_t *set) {
    struct sigaction hangup = {0};
    (void)sigemptyset(set);
    (void)sigaddset(set, SIGINT);
    (void)sigaddset(set, SIGTERM);
    (void)sigaddset(set, SIGQUIT);
    (void)sigaction(SIGHUP, NULL, &hangup);
    if (hangup.sa_handler != SIG_IGN) (void)sigaddset(set, SIGHUP);
}

static void watch(void *context) {
    snw_signals *signals = context;
    struct pollfd items[2] = {{.fd = signals->signal_descriptor, .events = POLLIN},
                              {.fd = signals->end_descriptor, .events = POLLIN}};
    while (items[1].revents == 0) {
        if (poll(items, 2, -1) < 0) continue;
        struct signalfd_siginfo info;
        if (items[0].revents != 0 && read(items[0].fd, &info, sizeof info) == sizeof info) {
            // in this order: whoever sees the count sees the flag
            (void)snw_stop_ask(signals->stop, info.ssi_signo);
            (void)__atomic_fetch_add(&signals->count, 1, __ATOMIC_RELEASE);
        }
    }
}

static void change_process(snw_signals *signals) {
    sigset_t set;
    stopping_signals(&set);
    (void)pthread_sigmask(SIG_BLOCK, &set, &signals->mask_before);
    struct sigaction ignore = {0};
    ignore.sa_handler = SIG_IGN;
    (void)sigemptyset(&ignore.sa_mask);
    for (int i = 0; i < IGNORED; i++) {
        (void)sigaction(ignored_signal(i), &ignore, &signals->before[i]);
    }
    signals->changed = true;
}

snw_status snw_stop_on_signals(snw_stop *stop, snw_signals **signals, snw_why *why) {
    snw_signals *made = calloc(1, sizeof *made);
    if (!made) return snw_errno_why(why, ENOMEM, NULL, "watch for signals");
    made->stop = stop;
    made->end_descriptor = -1;

    sigset_t set;
    stopping_signals(&set);
    made->signal_descriptor = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    if (made->signal_descriptor >= 0) made->end_descriptor = eventfd(0, EFD_CLOEXEC);
    if (made->end_descriptor < 0) {
        const snw_status status = snw_errno_why(why, errno, NULL, "watch for signals");
        snw_signals_close(made);
        return status;
    }
    // block first: then a signal that comes now waits for the thread
    change_process(made);
    snw_thread_config config = snw_thread_defaults();
    config.name = "sinew-signals";
    config.run = watch;
    config.context = made;
    config.stack_size = SNW_THREAD_STACK_LEAST;
    const snw_status status = snw_thread_open(&made->thread, &config, why);
    if (snw_failed(status)) {
        snw_signals_close(made);
        return status;
    }
    *signals = made;
    return SNW_OK;
}

uint32_t snw_signals_count(const snw_signals *signals) {
    return (uint32_t)__atomic_load_n(&signals->count, __ATOMIC_ACQUIRE);
}

void snw_signals_close(snw_signals *signals) {
    if (!signals) return;
    if (signals->thread) {
        const uint64_t one = 1;
        while (write(signals->end_descriptor, &one, sizeof one) < 0 && errno == EINTR) {
        }
        SNW_IGNORE(snw_thread_join(signals->thread, -1));
    }
    if (signals->signal_descriptor >= 0) (void)close(signals->signal_descriptor);
    if (signals->end_descriptor >= 0) (void)close(signals->end_descriptor);
    if (signals->changed) {
        for (int i = 0; i < IGNORED; i++) {
            (void)sigaction(ignored_signal(i), &signals->before[i], NULL);
        }
        (void)pthread_sigmask(SIG_SETMASK, &signals->mask_before, NULL);
    }
    free(signals);
}
