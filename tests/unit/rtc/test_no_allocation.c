// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// what Linux adds to POSIX: RUSAGE_THREAD
// NOLINTNEXTLINE(bugprone-reserved-identifier)
#define _GNU_SOURCE
#include "rig.h"

#include <sys/resource.h>

// Allocations are counted by standing in for the C library's functions. A sanitizer does the same
// for its own ends, so in its builds nothing is counted; leaks are then its business.

static long allocations, frees;

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
enum { COUNTING = 1 };

// NOLINTBEGIN: the C library has chosen these names
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t align, size_t size);
void __libc_free(void *block);
// NOLINTEND

void *malloc(size_t size) {
    allocations++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    allocations++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    if (block == NULL) allocations++;
    return __libc_realloc(block, size);
}

void *aligned_alloc(size_t align, size_t size) {
    allocations++;
    return __libc_memalign(align, size);
}

void free(void *block) {
    if (block != NULL) frees++;
    __libc_free(block);
}
#else
enum { COUNTING = 0 };
#endif

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

// spec: rccl:RTC-12
static void an_hour_of_samples_allocates_nothing_and_faults_no_page(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.period = 0.007; // RTC's own
    rig_go(&r);
    long calls = 0;
    CHECK(snw_rtc_control(&r.rtc, busy_first, busy_second, &calls) == SNW_RTC_OK);
    rig_run(&r, 3000); // every page has been touched
    char text[SNW_RTC_TEXT];
    const long allocated = allocations, freed = frees, faulted = faults();
    const long hour = check_scaled(514286);
    for (long k = 0; k < hour; k += 1000) {
        CHECK(snw_rtc_wait(&r.rtc, 7) == SNW_RTC_OK);
        CHECK(snw_rtc_hear(&r.rtc, text, NULL));
    }
    CHECK(allocations == allocated && frees == freed);
    CHECK(!COUNTING || faults() == faulted);
    CHECK(calls > hour && (!COUNTING || allocated > 0));
    rig_close(&r);
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
    const long allocated = allocations, freed = frees;
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
    CHECK(allocations == allocated && frees == freed);

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
    RUN(a_hundred_sessions_of_one_open_keep_or_drop_the_power_as_they_are_told);
    RUN(opening_and_closing_can_be_repeated);
    return check_report();
}
