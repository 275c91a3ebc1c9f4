// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// what Linux adds to POSIX: prctl, syscall, the next of a name
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "fault_count.h"
#include "fault_rows.h"

#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

// A million ticks in which everything happens.

// page faults of the process so far
static long page_faults(void) {
    struct rusage usage;
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    return usage.ru_minflt + usage.ru_majflt;
}

static void a_million_ticks_of_faults_allocate_lock_and_exceed_nothing(void) {
    shown s = {0};
    const long ticks = check_scaled(1000000) / WAYS + 1;
    watched_allocations = locks = clocks = 0;
    uint64_t faults = 0, stops = 0;
    for (int how = 0; how < WAYS; how++) {
        run *r = open_run(&mix_cell, (way)how, 1);
        r->loose = true;
        mix_begin(how + 1);
        long touched = 0;
        for (long i = 0; i < ticks; i++) {
            if (i == ticks / 10) touched = page_faults();
            counted_tick(r);
            judge_mix(r);
        }
        touched = page_faults() - touched;
        CHECK(!COUNTING || touched <= ticks / 10000);
        CHECK(the_mix.enabled > (uint64_t)ticks / 2);
        faults += the_mix.faults;
        stops += the_mix.stops;
        close_run(r);
        s.runs++;
        s.ran[how] = true;
    }
    CHECK(watched_allocations == 0 && locks == 0 && clocks == 0);
    CHECK(!COUNTING || allocations > 0);
    CHECK(stops > (uint64_t)ticks / 300);
    print_message("%ld ticks, %lu faults, %lu stops\n", WAYS * ticks, (unsigned long)faults,
                  (unsigned long)stops);
    print_row(&(row){ROW("B05, B06, B08", "1e6 ticks of all these faults by chance",
                         "no allocation, lock, look at a clock; oracle content", "0")},
              &s);
}

// In a process of its own that the kernel ends at the first call that is not read, write or exit.
static char run_without_calls(way how) {
    int ends[2];
    CHECK(pipe(ends) == 0);
    (void)fflush(NULL);
    const pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        run *r = open_run(&mix_cell, how, 2);
        mix_begin(3);
        the_mix.still = true;
        char done = 'n';
        if (COUNTING && prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0) done = 'y';
        for (long i = 0; i < (COUNTING ? 35000 : 10); i++)
            counted_tick(r);
        if (write(ends[1], &done, 1) != 1) done = 'n';
        (void)syscall(SYS_exit, 0);
    }
    CHECK(close(ends[1]) == 0);
    char done = 'k';
    const ssize_t got = read(ends[0], &done, 1);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(close(ends[0]) == 0);
    return got == 1 && WIFEXITED(status) ? done : 'k';
}

static void a_hundred_thousand_ticks_of_faults_make_no_system_call(void) {
    shown s = {0};
    for (int how = 0; how < WAYS; how++) {
        const char done = run_without_calls((way)how);
        CHECK(done == 'y' || (!COUNTING && done == 'n'));
        s.runs++;
        s.ran[how] = true;
    }
    print_row(&(row){ROW("B05", "1e5 ticks of them where the kernel forbids system calls",
                         "no system call", "0")},
              &s);
}

int main(int argc, char **argv) {
    RUN(a_million_ticks_of_faults_allocate_lock_and_exceed_nothing);
    RUN(a_hundred_thousand_ticks_of_faults_make_no_system_call);
    return report_rows(argc, argv);
}
