// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// what Linux adds to POSIX: RUSAGE_THREAD
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "real_station.h"
#include "viewer_process.h"

#include <sys/mman.h>

#include "check.h"

// The real control thread, with locked memory and clients beside it. Nothing here is about when a
// tick comes: that is for ./soak hour.

enum { WARM = 300, TICKS = 3000, MS = 1000000 };

static const char goal[] = "move 0.3 -0.6 0.1 -2.1 0.1 1.6 0.9";

static void wait_for_ticks(int64_t ticks) {
    // as long as it takes on a busy machine
    for (long k = 0; k < 300000 && loop_watch_ticks(&real_watch) < ticks; k++)
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
    CHECK(loop_watch_ticks(&real_watch) >= ticks);
}

static void wait_for_power(snw_station *station) {
    snw_arm_status status = {0};
    for (long k = 0; k < 300000 && status.state != SNW_ARM_ENABLED; k++) {
        SNW_IGNORE(snw_station_look(station, 0, &status));
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
    }
    CHECK(status.state == SNW_ARM_ENABLED);
}

static snw_status say(snw_station *station, const char *text) {
    char answer[SNW_MESSAGE];
    snw_why why = {0};
    snw_station_lock(station);
    const snw_status status =
        snw_exec_message(snw_station_exec(station), "move", text, 0, answer, &why);
    snw_station_unlock(station);
    if (snw_failed(status)) print_error("%s: %s\n", why.subject, why.text);
    return status;
}

// A viewer is killed by its number while the arm moves: the motion is completed. The control thread
// has not waited for it, has not asked the heap and has not met a page that was not there.
// spec: loffler:L-017
static void a_viewer_that_is_killed_leaves_the_control_thread_alone(void) {
    viewer_process victim = viewer_begin(), other = viewer_begin();
    CHECK(victim.id > 0 && other.id > 0);
    snw_station *station = NULL;
    CHECK(!snw_failed(real_begin(&station, SNW_SOURCE_DIR "/cells/panda.cell.xml", WARM, NULL)));
    const int port = snw_server_port(snw_station_server(station));
    wait_for_power(station);
    CHECK(viewer_look(&victim, port, 3) && viewer_look(&other, port, 3));

    snw_arm_status before = {0}, after = {0};
    SNW_IGNORE(snw_station_look(station, 0, &before));
    CHECK(say(station, goal) == SNW_NOTHING_NEW);
    snw_status status = SNW_NOTHING_NEW;
    bool killed = false;
    for (long k = 0; k < 300000 && status == SNW_NOTHING_NEW; k++) {
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
        SNW_IGNORE(snw_station_look(station, 0, &after));
        // it is on its way
        if (!killed && fabs(after.command[0] - before.command[0]) > 0.02) {
            CHECK(viewer_kill(&victim));
            killed = true;
        }
        status = say(station, goal);
    }
    CHECK(killed && status == SNW_OK);
    SNW_IGNORE(snw_station_look(station, 0, &after));
    CHECK(after.state == SNW_ARM_ENABLED && after.cause == SNW_CAUSE_NONE);
    CHECK_NEAR(after.command[0], 0.3, 1e-6);
    CHECK_NEAR(after.command[6], 0.9, 1e-6);

    wait_for_ticks(TICKS);
    CHECK(viewer_kill(&other));
    snw_station_report report;
    CHECK(!snw_failed(snw_station_stop(station, &report, NULL)));
    CHECK(report.run.memory_locked);
    if (COUNTING) {
        print_message("%ld ticks: %ld page faults, %ld calls of the heap, %ld waits\n",
                      (long)real_watch.ticks, real_watch.faults, real_watch.heap_calls,
                      real_watch.waits);
        CHECK(loop_watch_is_clean(&real_watch));
    }
    CHECK(snw_station_close(station, NULL) == SNW_OK);
}

// --- controls: what the watch is to see, it sees -------------------------------------------------

static loop_watch control;

static void watch_here(void (*harm)(void)) {
    control = (loop_watch){.period_ns = MS, .warm = 3};
    for (int k = 0; k < 10; k++) {
        if (k == 7) harm();
        loop_watch_tick(&control);
    }
}

static void no_harm(void) {}

static void take_heap(void) {
    void *volatile block = malloc(100);
    free(block);
}

static void touch_pages(void) {
    unsigned char *volatile block =
        mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(block != MAP_FAILED);
    for (int i = 0; i < 1 << 20; i += 4096)
        block[i] = 1;
    CHECK(munmap(block, 1 << 20) == 0);
}

// more than one sleep for each of the ticks so far
static void wait_often(void) {
    for (int k = 0; k < 20; k++)
        snw_clock_sleep_until_ns(snw_clock_now_ns() + MS);
}

static void work_long(void) {
    const int64_t end = loop_watch_clock(CLOCK_THREAD_CPUTIME_ID) + 5 * MS;
    while (loop_watch_clock(CLOCK_THREAD_CPUTIME_ID) < end) {
    }
}

static void each_kind_of_harm_is_seen(void) {
    watch_here(no_harm);
    CHECK(control.ticks == 7 && control.missed == 0);
    CHECK(control.heap_calls == 0 && control.waits == 0);
    watch_here(take_heap);
    CHECK(!COUNTING || control.heap_calls == 2);
    watch_here(touch_pages);
    CHECK(control.faults >= 200);
    watch_here(wait_often);
    CHECK(control.waits > 0 && control.late >= 1 && control.missed >= 1);
    watch_here(work_long);
    CHECK(control.late >= 1 && control.missed >= 1);
}

int main(void) {
    RUN(each_kind_of_harm_is_seen);
    RUN(a_viewer_that_is_killed_leaves_the_control_thread_alone);
    return check_report();
}
