// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// what Linux adds to POSIX: RUSAGE_THREAD
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "loop_watch.h"
#include "rig.h"

#include <sys/resource.h>

static long faults(void) {
    struct rusage usage;
    CHECK(getrusage(RUSAGE_THREAD, &usage) == 0);
    return usage.ru_minflt + usage.ru_majflt;
}

// --- an hour ------------------------------------------------------------------------------------

// requests of all kinds, messages, and ends that are refused
static void busy_first(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    long *calls = context;
    static double from;
    if (how->begins) from = how->target[0];
    const double t = (double)how->sample * rtc->period;
    chg->joint[0] = (snw_rtc_request){SNW_RTC_POSVEL, from + 0.3 * (1 - cos(0.5 * t))};
    if (how->sample % 1000 == 0) {
        const double part = how->sample % 2000 == 0 ? 0.4 : 0.6;
        chg->joint[1] = (snw_rtc_request){SNW_RTC_POS, part * rtc->travel[1]};
        chg->joint[2] = (snw_rtc_request){SNW_RTC_STOP, 0};
        snw_rtc_say(rtc, "a thousand samples");
    }
    (*calls)++;
}

static void busy_second(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)context;
    (void)rtc;
    if (how->sample % 1500 == 0) chg->joint[3] = (snw_rtc_request){SNW_RTC_CUR, 0.1};
    chg->sequence++;
}

static void an_hour_of_samples_allocates_nothing_and_faults_no_page(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.period = 0.007; // RTC's own
    rig_go(&r);
    long calls = 0;
    CHECK(snw_rtc_control(&r.rtc, busy_first, busy_second, &calls) == SNW_RTC_OK);
    rig_run(&r, 3000); // every page has been touched
    char text[SNW_RTC_TEXT];
    const long allocated = allocations, faulted = faults();
    const long hour = check_scaled(514286);
    for (long k = 0; k < hour; k += 1000) {
        CHECK(snw_rtc_wait(&r.rtc, 7) == SNW_RTC_OK);
        CHECK(snw_rtc_hear(&r.rtc, text, NULL));
    }
    CHECK(allocations == allocated);
    CHECK(!COUNTING || faults() == faulted);
    CHECK(calls > hour && (!COUNTING || allocated > 0));
    rig_close(&r);
}

// --- the real control thread --------------------------------------------------------------------

static loop_watch watch;

static void watched_second(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    busy_second(rtc, how, chg, context);
    loop_watch_tick(&watch);
}

// how much of this process is locked in memory [kB]
static long locked_memory(void) {
    FILE *file = fopen("/proc/self/status", "r");
    char line[256];
    long locked = -1;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        (void)sscanf(line, "VmLck: %ld kB", &locked);
    if (file != NULL) (void)fclose(file);
    return locked;
}

// The same in the thread that it is about, with locked memory and a program that asks beside it: no
// page faults, no calls of the heap, no wait but the sleep of each sample, however busy the machine
// is. Seen: with cycles by the clock of the machine its gaps ended the session, and another one was
// begun until one had passed. ./soak hour counts the cycles of an hour.
// spec: rccl:RTC-12
static void the_control_thread_faults_no_page_asks_no_heap_and_waits_for_nobody(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.tolerate = 0; // its one session must not lose a sample
    watch = (loop_watch){.period_ns = MS, .warm = 300};
    long calls = 0;
    rig_go_real(&r, busy_first, watched_second, &calls);
    CHECK(!COUNTING || locked_memory() > 1000); // sanitizers lock nothing
    char text[SNW_RTC_TEXT];
    int heard = 0;
    const int64_t limit_ns = snw_clock_now_ns() + 300000 * (int64_t)MS;
    while (loop_watch_ticks(&watch) < 3000 || heard < 3) {
        CHECK(snw_rtc_wait(&r.rtc, 0.1) == SNW_RTC_OK);
        heard += snw_rtc_hear(&r.rtc, text, NULL);
        (void)rig_look(&r);
        CHECK(snw_clock_now_ns() < limit_ns);
    }
    rig_close(&r);
    print_message("%ld samples: %ld page faults, %ld calls of the heap, %ld waits\n",
                  (long)watch.ticks, watch.faults, watch.heap_calls, watch.waits);
    CHECK(watch.ticks >= 3000 && calls >= watch.ticks);
    CHECK(!COUNTING || loop_watch_is_clean(&watch));
}

// --- many sessions ------------------------------------------------------------------------------

static void expect_hold(rig *r) {
    double place[6];
    memcpy(place, jc.last.q, sizeof place);
    for (int k = 0; k < 100; k++) {
        snw_exec_tick(r->exec);
        CHECK(jc.last.enable);
        for (int i = 0; i < 6; i++)
            CHECK_NEAR(jc.last.q[i], place[i], 1e-9);
    }
}

static void expect_no_power(rig *r) {
    for (int k = 0; k < 100; k++) {
        snw_exec_tick(r->exec);
        CHECK(!jc.last.enable);
    }
}

// spec: rccl:RTC-15
static void a_hundred_sessions_of_one_open_keep_or_drop_the_power_as_they_are_told(void) {
    rig r;
    rig_lend(&r);
    CHECK(snw_rtc_open(&r.rtc, &r.options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
    long calls = 0;
    const long allocated = allocations;
    for (int k = 0; k < 100; k++) {
        const bool off = k % 3 == 1;
        const long before = calls;
        CHECK(snw_rtc_control(&r.rtc, busy_first, NULL, &calls) == SNW_RTC_OK);
        rig_run(&r, 200);
        CHECK(calls == before + 201);
        CHECK(snw_rtc_release(&r.rtc, off) == SNW_RTC_OK);
        CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_IDLE);
        if (off) {
            expect_no_power(&r);
            CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
        } else {
            expect_hold(&r);
        }
        CHECK(calls == before + 201);
    }
    CHECK(allocations == allocated);

    // closing: the loop goes on, with the arm as it was left
    CHECK(snw_rtc_control(&r.rtc, busy_first, NULL, &calls) == SNW_RTC_OK);
    rig_run(&r, 200);
    CHECK(snw_rtc_close(&r.rtc, false) == SNW_RTC_OK);
    expect_hold(&r);
    CHECK(snw_rtc_open(&r.rtc, &r.options, NULL) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&r.rtc, busy_first, NULL, &calls) == SNW_RTC_OK);
    rig_run(&r, 200);
    CHECK(snw_rtc_close(&r.rtc, true) == SNW_RTC_OK);
    expect_no_power(&r);
    rig_free(&r);
}

// what is left behind is found by the leak sanitizer
static void opening_and_closing_can_be_repeated(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options = snw_rtc_defaults();
    r.options.path = SNW_SOURCE_DIR "/cells/puma560.cell.xml";
    for (int k = 0; k < 20; k++) {
        rig_go(&r);
        CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
        CHECK(snw_rtc_close(&r.rtc, true) == SNW_RTC_OK);
    }
    rig_free(&r);
}

int main(void) {
    RUN(an_hour_of_samples_allocates_nothing_and_faults_no_page);
    RUN(the_control_thread_faults_no_page_asks_no_heap_and_waits_for_nobody);
    RUN(a_hundred_sessions_of_one_open_keep_or_drop_the_power_as_they_are_told);
    RUN(opening_and_closing_can_be_repeated);
    return check_report();
}
