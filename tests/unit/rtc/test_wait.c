// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static void waiting_lasts_whole_samples_of_loop_time(void) {
    rig r;
    rig_open(&r, PLAIN);
    const struct {
        double seconds;
        int samples;
    } cases[] = {{0, 0}, {1e-9, 0}, {1e-3, 1}, {1.5e-3, 2}, {0.1, 100}, {0.2995, 300}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const uint64_t before = snw_exec_next(r.rtc.exec);
        CHECK(snw_rtc_wait(&r.rtc, cases[i].seconds) == SNW_RTC_OK);
        const int passed = (int)(snw_exec_next(r.rtc.exec) - before);
        // a wait shorter than the grain of the rule is none
        CHECK(passed == cases[i].samples || (cases[i].seconds == 1e-9 && passed == 1));
    }
    CHECK(snw_rtc_wait(&r.rtc, -1) == SNW_RTC_ERR_ARGUMENT);
    CHECK(snw_rtc_wait(&r.rtc, (double)NAN) == SNW_RTC_ERR_ARGUMENT);
    rig_close(&r);
}

// a session that waits is told of its end in the sample in which it comes
static void waiting_ends_with_the_session(void) {
    rig r;
    rig_open(&r, PLAIN);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_OK);
    rig_run(&r, 10);
    jc.emergency = true;
    const uint64_t before = snw_exec_next(r.rtc.exec);
    CHECK(snw_rtc_wait(&r.rtc, 100) == SNW_RTC_ENDED);
    CHECK(snw_exec_next(r.rtc.exec) == before + 1);
    // after that it is idle, and waits as long as it should
    CHECK(snw_rtc_wait(&r.rtc, 0.01) == SNW_RTC_OK);
    CHECK(snw_exec_next(r.rtc.exec) == before + 11);
    jc.emergency = false;
    rig_close(&r);
}

static void power_comes_after_acknowledging_and_goes_after_rest(void) {
    rig r;
    rig_read(&r, PLAIN);
    CHECK(snw_rtc_open(&r.rtc, &r.options, &r.diags) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_ERR_POWER);
    for (int k = 0; k < 3; k++) {
        CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
        CHECK(jc.last.enable && rig_look(&r).guard == SNW_ARM_ENABLED);
        CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
        CHECK(snw_rtc_power(&r.rtc, false) == SNW_RTC_OK);
        CHECK(!jc.last.enable && !rig_look(&r).power);
    }
    // a latched stop is acknowledged on the way
    CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
    snw_rtc_limp(&r.rtc);
    CHECK(snw_rtc_wait(&r.rtc, 0.01) == SNW_RTC_OK);
    CHECK(rig_look(&r).guard == SNW_ARM_LATCHED);
    CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_OK);
    rig_close(&r);
}

// --- real time ----------------------------------------------------------------------------------

static void count(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)rtc;
    (void)how;
    (void)chg;
    (void)__atomic_add_fetch((long *)context, 1, __ATOMIC_RELAXED);
}

// beside a program that does nothing but wait in vain, samples go on
static void by_the_clock_samples_go_on_beside_the_program(void) {
    rig r;
    rig_read(&r, PLAIN);
    long calls = 0;
    rig_go_real(&r, count, NULL, &calls);
    // busy, not waiting in any call of ours
    const int64_t limit_ns = snw_clock_now_ns() + 60000 * (int64_t)MS;
    while (__atomic_load_n(&calls, __ATOMIC_RELAXED) < 20)
        CHECK(snw_clock_now_ns() < limit_ns);
    CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_ACTIVE);
    CHECK(snw_rtc_suspend(&r.rtc) == SNW_RTC_OK);
    CHECK(snw_rtc_resume(&r.rtc) == SNW_RTC_OK);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    (void)snw_rtc_close(&r.rtc, true);
    rig_free(&r);
}

int main(void) {
    RUN(waiting_lasts_whole_samples_of_loop_time);
    RUN(waiting_ends_with_the_session);
    RUN(power_comes_after_acknowledging_and_goes_after_rest);
    RUN(by_the_clock_samples_go_on_beside_the_program);
    return check_report();
}
