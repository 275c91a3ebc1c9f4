// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// what Linux adds to POSIX: prctl, syscall
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "rig.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "allocations.h"

// --- a loop in which everything happens ---------------------------------------------------------

static snw_status troubled(snw_component *self, const snw_tick *tick) {
    if (self->name[0] == 't' && tick->number % 41 == 0) return SNW_ERR_IO;
    if (self->name[0] == 'w') {
        const parcel p = {(double)tick->number, -(double)tick->number};
        snw_port_write(self, PROBE_OUT, &p);
    }
    if (self->name[0] == 'r') {
        parcel p;
        if (tick->number % 7 == 0) SNW_IGNORE(snw_port_read(self, PROBE_QUEUE, &p));
        SNW_IGNORE(snw_port_read(self, PROBE_IN, &p));
        (void)snw_component_peer(self, "friend");
        snw_why why;
        snw_why_set(&why, SNW_ERR_CHECK, self->name, "news");
        if (tick->number % 5 == 0) snw_component_event(self, &why);
        if (tick->number % 9001 == 0) snw_component_demand_stop(self, &why);
    }
    return SNW_OK;
}

static void open_busy(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "a", 6);
    (void)rig_arm(r, "b", 2);
    (void)rig_add(r, "move", &mover_type, "a");
    (void)rig_add(r, "law", &pass_type, "a");
    rig_add(r, "trouble", &probe_type, "b")->essential = false;
    (void)rig_add(r, "writer", &probe_type, "");
    rig_peer(r, rig_add(r, "reader", &probe_type, ""), "friend", "writer");
    rig_connect(r, "writer.out", "reader.in");
    rig_connect(r, "writer.out", "reader.queue");
    rig_go(r);
    hooks.update = troubled;
}

static void tick(rig *r, long i) {
    allocations_watched = true;
    if (i % 1013 == 0) {
        snw_exec_tick_late(r->exec, check_int(0, 20) * (int64_t)MS);
    } else if (i % 50021 == 0) {
        snw_exec_tick_gap(r->exec, 100 * (int64_t)MS);
    } else {
        snw_exec_tick(r->exec);
    }
    allocations_watched = false;
}

// what services do between ticks; a few of them in each, so that the loop has work with them
static void disturb(rig *r, long i) {
    char answer[SNW_MESSAGE];
    if (i % 3 == 0)
        SNW_IGNORE(snw_exec_set(r->exec, "law/effort", i % 2 ? "0.5" : "0.25", &r->why));
    if (i % 11 == 0) SNW_IGNORE(snw_exec_message(r->exec, "writer", "hello", 0, answer, &r->why));
    if (i % 13 == 0) SNW_IGNORE(snw_exec_message(r->exec, "a.drive", "name", 0, answer, &r->why));
    if (i % 17 == 0) SNW_IGNORE(snw_exec_request(r->exec, -1, (snw_request)check_int(0, 5)));
    if (i % 19 == 0) SNW_IGNORE(snw_exec_stop(r->exec, "trouble", &r->why));
    if (i % 23 == 0) SNW_IGNORE(snw_exec_start(r->exec, "trouble", &r->why));
    if (i % 29 == 0) SNW_IGNORE(snw_exec_clear(r->exec, "trouble", &r->why));
    on_bench.mute = i % 997 < 12;
    if (i % 101 == 0) (void)snw_exec_look(r->exec);
    snw_event event;
    if (i % 31 == 0) SNW_IGNORE(snw_exec_event(r->exec, &event));
}

// spec: loffler:L-014
static void a_million_ticks_allocate_nothing(void) {
    rig r;
    open_busy(&r);
    check_seed(5);
    watched_allocations = 0;
    const long ticks = check_scaled(1000000);
    uint64_t enabled = 0;
    for (long i = 0; i < ticks; i++) {
        disturb(&r, i);
        tick(&r, i);
        enabled += snw_exec_arm(r.exec, 0)->command.enable;
    }
    CHECK(watched_allocations == 0);
    CHECK(!COUNTING || allocations > 0);
    CHECK(enabled > 0);
    CHECK(rig_number(&r, "components/trouble/faults") > 100 * (double)ticks / 1000000);
    rig_close(&r);
}

// In a process of its own that the kernel ends at the first call that is not read, write or exit.
static void a_hundred_thousand_ticks_make_no_system_call(void) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    (void)fflush(NULL);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        static rig r;
        open_busy(&r);
        check_seed(5);
        const long ticks = 100000;
        char done = 'n';
        if (COUNTING && prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0) done = 'y';
        for (long i = 0; i < (COUNTING ? ticks : 10); i++) {
            if (i % 17 == 0) {
                SNW_IGNORE(snw_exec_request(r.exec, -1, (snw_request)check_int(0, 5)));
            }
            tick(&r, i);
        }
        if (write(ends[1], &done, 1) != 1) done = 'n';
        // that call ends one thread only, and a sanitizer has one of its own
        if (!COUNTING) _exit(0);
        (void)syscall(SYS_exit, 0);
    }
    CHECK(close(ends[1]) == 0);
    char done = 'k';
    const ssize_t got = read(ends[0], &done, 1);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(got == 1 && WIFEXITED(status) && (!COUNTING || done == 'y'));
    CHECK(close(ends[0]) == 0);
}

int main(void) {
    RUN(a_million_ticks_allocate_nothing);
    RUN(a_hundred_thousand_ticks_make_no_system_call);
    return check_report();
}
