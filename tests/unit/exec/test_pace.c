// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
#include "rig.h"

static void open_one(rig *r) {
    rig_open(r);
    (void)rig_arm(r, "arm", 2);
    (void)rig_add(r, "one", &probe_type, "");
    rig_go(r);
}

static void a_pace_has_bounds(void) {
    rig r;
    open_one(&r);
    CHECK(snw_exec_get_pace(r.exec) == 1);
    static const double bad[] = {-1, -1e-300, 0.0999, 10.001, 1e300};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK(snw_exec_set_pace(r.exec, bad[i], &r.why) == SNW_ERR_RANGE);
    }
    CHECK(snw_exec_set_pace(r.exec, (double)NAN, &r.why) == SNW_ERR_RANGE);
    CHECK(snw_exec_get_pace(r.exec) == 1);
    static const double good[] = {0.1, 0, 0.5, 1, 2, 10};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        CHECK(snw_exec_set_pace(r.exec, good[i], &r.why) == SNW_OK);
        CHECK(snw_exec_get_pace(r.exec) == good[i]);
    }
    rig_close(&r);
}

static void hardware_has_the_pace_of_the_clock(void) {
    rig r;
    rig_open(&r);
    rig_arm(&r, "arm", 2)->drive = rig_child(&r, &hard_type);
    (void)rig_add(&r, "one", &probe_type, "");
    r.loop->simulate = false;
    rig_go(&r);
    CHECK(snw_exec_set_pace(r.exec, 2, &r.why) == SNW_ERR_UNSUPPORTED);
    CHECK_TEXT(r.why.subject, "arm");
    CHECK(snw_exec_get_pace(r.exec) == 1);
    rig_close(&r);
}

// by the clock of the machine at ten times its pace: every tick comes, and none is an overrun
static void a_run_at_another_pace_has_no_overruns(void) {
    rig r;
    open_one(&r);
    CHECK(snw_exec_set_pace(r.exec, 10, &r.why) == SNW_OK);
    snw_run_options options = snw_run_defaults();
    options.real = true;
    options.duration_ns = 200 * snw_exec_period_ns(r.exec);
    snw_run_report report;
    CHECK(snw_exec_run(r.exec, &options, NULL, NULL, &report, &r.why) == SNW_OK);
    CHECK(report.ticks == 200 && report.overruns == 0 && report.skipped == 0);
    CHECK(!report.watchdog_fired);
    rig_close(&r);
}

static int asked;

static snw_status never_ends(snw_component *self, snw_why *why) {
    (void)self, (void)why;
    asked++;
    return SNW_NOTHING_NEW;
}

static void who_does_not_wait_lets_others_speak(void) {
    rig r;
    char answer[SNW_MESSAGE];
    open_one(&r);
    CHECK(snw_exec_leave(r.exec) == SNW_OK);
    hooks.act = never_ends;
    asked = 0;
    CHECK(snw_exec_message(r.exec, "one", "home", 0, answer, &r.why) == SNW_NOTHING_NEW);
    CHECK(snw_exec_leave(r.exec) == SNW_NOTHING_NEW); // the loop has not taken it
    const uint64_t next = snw_exec_next(r.exec);
    rig_ticks(&r, 3);
    CHECK(asked == 3);
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_ERR_STATE);
    CHECK(snw_exec_leave(r.exec) == SNW_OK && snw_exec_message_tick(r.exec) == next);
    // it goes on in its lane, and the next one is answered beside it
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_NOTHING_NEW);
    rig_ticks(&r, 1);
    CHECK(snw_exec_message(r.exec, "one", "hello", 0, answer, &r.why) == SNW_OK);
    CHECK(asked == 4);
    // a question does not even wait for a tick
    CHECK(snw_exec_message(r.exec, "loop", "ticks", 0, answer, &r.why) == SNW_OK);
    CHECK(strtod(answer, NULL) == (double)snw_exec_next(r.exec));
    rig_close(&r);
}

int main(void) {
    RUN(a_pace_has_bounds);
    RUN(hardware_has_the_pace_of_the_clock);
    RUN(a_run_at_another_pace_has_no_overruns);
    RUN(who_does_not_wait_lets_others_speak);
    return check_report();
}
