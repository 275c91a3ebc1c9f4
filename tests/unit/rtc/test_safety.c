// SPDX-FileCopyrightText: the sinew authors
// SPDX-License-Identifier: Apache-2.0
// kill, getpid
// NOLINTNEXTLINE(bugprone-reserved-identifier): the name by which POSIX is asked for
#define _POSIX_C_SOURCE 200809L
#include "rig.h"

#include <signal.h>
#include <unistd.h>

#include "../../../src/runtime/rtc/internal.h"
#include "oracle/oracle.h"

static void again(rig *r) {
    CHECK(snw_rtc_power(&r->rtc, true) == SNW_RTC_OK);
    CHECK(snw_rtc_control(&r->rtc, NULL, NULL, NULL) == SNW_RTC_OK);
}

// --- checks -------------------------------------------------------------------------------------

// one sample, in which a check fails: its flag stands and the session is over
static void expect_flag(rig *r, int joint, uint32_t flag, int end) {
    CHECK(snw_rtc_wait(&r->rtc, r->rtc.period) == SNW_RTC_ENDED);
    const snw_rtc_how how = rig_look(r);
    CHECK(how.flags == flag);
    for (int i = 0; i < how.count; i++)
        CHECK(how.joint_flags[i] == (i == joint ? flag : 0));
    snw_why why;
    CHECK(snw_rtc_end_of(&r->rtc, &why) == end);
    CHECK_TEXT(why.subject, snw_arm_axis_name(r->rtc.arm, joint));
    CHECK(snw_exec_guard(r->rtc.exec, 0)->machine.state != SNW_ARM_ENABLED);
}

static void watch_joint(rig *r, uint32_t checks) {
    again(r);
    const snw_rtc_chg chg = {.checks = checks};
    CHECK(snw_rtc_send(&r->rtc, &chg) == SNW_RTC_OK);
    rig_run(r, 2);
    CHECK(rig_look(r).flags == 0);
}

static void lie(rig *r, int joint, double q, double v) {
    (void)r;
    jc.lie[joint] = true;
    jc.say_q[joint] = q;
    jc.say_v[joint] = v;
}

// spec: rccl:SAF-01
static void each_check_sets_its_flag_and_ends_the_session_in_the_same_sample(void) {
    rig r;
    rig_read(&r, PLAIN);
    rig_go(&r);
    const snw_arm_limits *limits = &snw_exec_guard(r.rtc.exec, 0)->limits;
    for (int i = 0; i < 6; i++) {
        snw_rtc_chg chg = {.checks = SNW_RTC_CHECK_TARGET_POSITION};
        watch_joint(&r, SNW_RTC_CHECK_OBSERVED_POSITION);
        lie(&r, i, r.rtc.arm->limits.upper[i] + 1e-6, 0);
        expect_flag(&r, i, SNW_RTC_CHECK_OBSERVED_POSITION, SNW_RTC_END_OBSERVED_POSITION);
        jc.lie[i] = false;

        watch_joint(&r, SNW_RTC_CHECK_OBSERVED_VELOCITY);
        lie(&r, i, jc.q[i], -1.01 * limits->velocity[i]);
        expect_flag(&r, i, SNW_RTC_CHECK_OBSERVED_VELOCITY, SNW_RTC_END_OBSERVED_VELOCITY);
        jc.lie[i] = false;

        watch_joint(&r, SNW_RTC_CHECK_CALIBRATED);
        jc.lost[i] = true;
        expect_flag(&r, i, SNW_RTC_CHECK_CALIBRATED, SNW_RTC_END_NOT_CALIBRATED);
        jc.lost[i] = false;

        const snw_rtc_operation far[] = {SNW_RTC_POS, SNW_RTC_POSVEL};
        for (int k = 0; k < 2; k++) {
            watch_joint(&r, 0);
            chg.joint[i] = (snw_rtc_request){far[k], k == 0 ? r.rtc.travel[i] + 1e-6 : -1e-6};
            CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
            expect_flag(&r, i, SNW_RTC_CHECK_TARGET_POSITION, SNW_RTC_END_TARGET_POSITION);
        }

        chg.checks = SNW_RTC_CHECK_TARGET_VELOCITY;
        for (int k = 0; k < 2; k++) {
            watch_joint(&r, 0);
            const double v = 1.01 * limits->velocity[i];
            chg.joint[i] = (snw_rtc_request){SNW_RTC_VEL, v};
            if (k == 1) {
                chg.joint[i] =
                    (snw_rtc_request){SNW_RTC_POSVEL, rig_look(&r).target[i] + v * r.rtc.period};
            }
            CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
            expect_flag(&r, i, SNW_RTC_CHECK_TARGET_VELOCITY, SNW_RTC_END_TARGET_VELOCITY);
        }
    }
    rig_close(&r);
}

// what is not asked for is not checked, and what is at its limit is not beyond it
static void checks_that_are_not_asked_for_are_not_made(void) {
    rig r;
    rig_open(&r, PLAIN);
    watch_joint(&r, SNW_RTC_CHECK_ALL & ~(uint32_t)SNW_RTC_CHECK_CALIBRATED);
    jc.lost[3] = true;
    rig_run(&r, 5);
    CHECK(!rig_look(&r).calibrated);
    jc.lost[3] = false;
    snw_rtc_chg chg = {.checks = SNW_RTC_CHECK_ALL};
    chg.joint[3] = (snw_rtc_request){SNW_RTC_POS, r.rtc.travel[3]};
    CHECK(snw_rtc_send(&r.rtc, &chg) == SNW_RTC_OK);
    rig_run(&r, 5);
    CHECK(rig_look(&r).flags == 0 && rig_look(&r).calibrated);
    CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_OK);
    rig_close(&r);
}

// --- overruns -----------------------------------------------------------------------------------

static void late(rig *r, int on_time) {
    snw_exec_tick_late(r->rtc.exec, 1 * (int64_t)MS);
    rig_run(r, on_time);
}

// an f2 that takes longer than the period, by the clock that paces the loop
static void sleepy(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)chg;
    uint64_t *last = context;
    *last = how->sample;
    if (how->sample != 50) return;
    const int64_t begin_ns = snw_clock_now_ns();
    snw_clock_sleep_until_ns(begin_ns + (int64_t)(5e9 * rtc->period));
    rig_own_clock.now_ns += snw_clock_now_ns() - begin_ns;
}

// spec: rccl:SAF-04
static void a_late_sample_ends_the_session_and_so_does_the_one_after_those_tolerated(void) {
    for (int tolerated = 0; tolerated <= 4; tolerated++) {
        rig r;
        rig_read(&r, PLAIN);
        r.options.tolerate = tolerated;
        rig_go(&r);
        again(&r);
        rig_run(&r, 20);
        for (int k = 0; k < tolerated; k++)
            late(&r, 20);
        snw_exec_tick_late(r.rtc.exec, 1 * (int64_t)MS);
        CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_OVER);
        snw_why why;
        CHECK(snw_rtc_end_of(&r.rtc, &why) == SNW_RTC_END_OVERRUN);
        CHECK(why.code == SNW_ERR_OVERRUN && strstr(why.text, "overrun") != NULL);
        CHECK(snw_exec_guard(r.rtc.exec, 0)->machine.active == SNW_STOP_2);
        rig_close(&r);
    }
    rig r;
    rig_read(&r, CELL("2 ms", "<drive><jc/></drive>", ""));
    // In the control thread: the second function itself makes the next sample late.
    uint64_t last = 0;
    rig_go_real(&r, NULL, sleepy, &last);
    CHECK(snw_rtc_wait(&r.rtc, 60) == SNW_RTC_ENDED);
    CHECK(last == 50 && snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_OVERRUN);
    (void)snw_rtc_close(&r.rtc, true);
    rig_free(&r);
}

// --- a motion to interrupt ----------------------------------------------------------------------

// All joints along a straight line, there and back, as fast as about half of their limits.
typedef struct line {
    double from[6], way[6];
    uint64_t end_at; ///< sample in which the session is ended from inside
    int how_to_end;  ///< 0 not at all, 1 first, 2 second, 3 NaN
    double rate;     ///< of the phase [1/s]
} line;

static void draw_line(rig *r, line *l) {
    const snw_arm_limits *limits = &snw_exec_guard(r->rtc.exec, 0)->limits;
    const snw_rtc_how how = rig_look(r);
    l->rate = 4;
    for (int i = 0; i < 6; i++) {
        l->from[i] = how.target[i];
        const double room = fmin(how.target[i], r->rtc.travel[i] - how.target[i]) - 0.1;
        const double by_rate = limits->velocity[i] / l->rate;
        const double by_acceleration = limits->acceleration[i] / (l->rate * l->rate);
        const double most = 0.9 * fmin(room, fmin(by_rate, by_acceleration));
        l->way[i] = most * check_real(-1, 1);
    }
}

static void follow_line(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    const line *l = context;
    const double t = (double)how->sample * rtc->period;
    const double s = 0.5 * (1 - cos(l->rate * t)) * (1 - exp(-5 * t * t));
    for (int i = 0; i < how->count; i++)
        chg->joint[i] = (snw_rtc_request){SNW_RTC_POSVEL, l->from[i] + l->way[i] * s};
    if (how->sample != l->end_at) return;
    if (l->how_to_end == 1) snw_rtc_terminate(rtc, SNW_RTC_OWN);
    if (l->how_to_end == 3) chg->joint[2].value = (double)NAN;
}

static void end_second(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    const line *l = context;
    (void)chg;
    if (l->how_to_end == 2 && how->sample == l->end_at) snw_rtc_terminate(rtc, SNW_RTC_OWN);
}

typedef struct track {
    oracle judge;
    rig *r;
    const line *l;
    double last[6], speed, off; ///< farthest from the line
    bool stopping, faster;
    long seen;
} track;

static track on_track;

// how far a command is from the line, in the space of joints
static double off_line(const snw_arm_command *command) {
    const line *l = on_track.l;
    double along = 0, length = 0, off = 0;
    for (int i = 0; i < 6; i++) {
        const double x = command->q[i] - on_track.r->rtc.lower[i] - l->from[i];
        along += x * l->way[i];
        length += l->way[i] * l->way[i];
    }
    for (int i = 0; i < 6; i++) {
        const double x = command->q[i] - on_track.r->rtc.lower[i] - l->from[i];
        off = fmax(off, fabs(x - along / length * l->way[i]));
    }
    return off;
}

static void see_track(const snw_arm_command *command) {
    track *t = &on_track;
    (void)oracle_see(&t->judge, command, 1e-3, false);
    t->off = fmax(t->off, off_line(command));
    double speed = 0;
    for (int i = 0; i < 6; i++) {
        speed = fmax(speed, fabs(command->q[i] - t->last[i]) / fabs(t->l->way[i]) * 1e3);
        t->last[i] = command->q[i];
    }
    // from the end of the session on nothing becomes faster
    if (t->stopping && t->seen > 1 && speed > t->speed + 1e-9) t->faster = true;
    t->speed = speed;
    t->seen++;
    if (snw_rtc_state_of(&t->r->rtc) == SNW_RTC_OVER) t->stopping = true;
}

static void begin_track(rig *r, line *l) {
    CHECK(snw_rtc_power(&r->rtc, true) == SNW_RTC_OK);
    draw_line(r, l);
    on_track = (track){.r = r, .l = l};
    memcpy(on_track.last, jc.last.q, sizeof on_track.last);
    oracle_open(&on_track.judge, &snw_exec_guard(r->rtc.exec, 0)->limits);
    CHECK(snw_rtc_control(&r->rtc, follow_line, end_second, l) == SNW_RTC_OK);
    jc.on_act = see_track;
}

static void end_track(void) {
    jc.on_act = NULL;
    if (!oracle_content(&on_track.judge)) print_error("%s\n", on_track.judge.text);
    CHECK(oracle_content(&on_track.judge));
    CHECK(!on_track.faster && on_track.seen > 10);
    CHECK_NEAR(on_track.speed, 0, 1e-9);
}

// spec: rccl:SAF-09
static void an_abort_brakes_within_limits_and_stays_on_the_way(void) {
    rig r;
    rig_open(&r, PLAIN);
    CHECK_CASES(check_scaled(300)) {
        line l = {.end_at = (uint64_t)check_int(20, 1500), .how_to_end = check_int(0, 3)};
        begin_track(&r, &l);
        if (l.how_to_end == 0) {
            rig_run(&r, (int)l.end_at);
            snw_rtc_terminate(&r.rtc, SNW_RTC_OWN);
        }
        CHECK(snw_rtc_wait(&r.rtc, 3) == SNW_RTC_ENDED);
        CHECK(snw_rtc_wait(&r.rtc, 1.5) == SNW_RTC_OK);
        end_track();
        CHECK(on_track.off < 1e-9);
        CHECK(rig_look(&r).at_rest && jc.last.enable);
        CHECK(snw_rtc_end_of(&r.rtc, NULL) ==
              (l.how_to_end == 3 ? SNW_RTC_END_BAD_REQUEST : SNW_RTC_OWN));
    }
    rig_close(&r);
}

// --- control-C ----------------------------------------------------------------------------------

static void count_hangup(snw_rtc *rtc, void *context) {
    int *calls = context;
    // the session is over, and the program may go on as it likes
    CHECK(snw_rtc_end_of(rtc, NULL) == SNW_RTC_END_INTERRUPTED);
    (*calls)++;
}

// The signal takes its way through another thread: no sample is taken until it has been counted
// there. Seen: a loop that looked at the count 1.7 s late was noticed by no test. It must see it in
// the very next sample.
static void interrupt(rig *r) {
    const snw_signals *signals = r->rtc.work->session->signals;
    const uint32_t before = snw_signals_count(signals);
    CHECK(kill(getpid(), SIGINT) == 0);
    const int64_t limit_ns = snw_clock_now_ns() + 60000 * (int64_t)MS;
    while (snw_signals_count(signals) == before && snw_clock_now_ns() < limit_ns)
        snw_thread_yield();
    CHECK(snw_rtc_wait(&r->rtc, r->rtc.period) == SNW_RTC_ENDED);
}

// spec: rccl:SAF-06
static void control_c_stops_the_arm_within_limits_and_calls_the_handler(void) {
    rig r;
    rig_read(&r, PLAIN);
    r.options.signals = true;
    rig_go(&r);
    int calls = 0;
    for (int k = 0; k < 5; k++) {
        // with a handler of the user's, and without
        const bool own = k % 2 == 0;
        CHECK(snw_rtc_on_hangup(&r.rtc, own ? count_hangup : NULL, &calls) == SNW_RTC_OK);
        line l = {.how_to_end = 0};
        begin_track(&r, &l);
        rig_run(&r, 300 + 50 * k);
        interrupt(&r);
        CHECK(calls == (k + 2) / 2);
        CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_END_INTERRUPTED);
        CHECK(snw_rtc_release(&r.rtc, false) == SNW_RTC_ENDED);
        CHECK(snw_rtc_wait(&r.rtc, 0.1) == SNW_RTC_OK);
        end_track();
        CHECK(on_track.off < 1e-9 && rig_look(&r).at_rest && jc.last.enable);
        CHECK(snw_rtc_state_of(&r.rtc) == SNW_RTC_IDLE);
    }
    rig_close(&r);
}

// --- emergency stop -----------------------------------------------------------------------------

static double speed_now(void) {
    double most = 0;
    for (int i = 0; i < 6; i++)
        most = fmax(most, fabs(jc.v[i]));
    return most;
}

// spec: rccl:SAF-07
static void the_emergency_stop_brakes_in_its_sample_and_takes_the_power(void) {
    rig r;
    rig_open(&r, PLAIN);
    line l = {.how_to_end = 0};
    begin_track(&r, &l);
    rig_run(&r, 350);
    const double before = speed_now();
    CHECK(before > 0.05);
    jc.emergency = true;
    CHECK(snw_rtc_wait(&r.rtc, r.rtc.period) == SNW_RTC_ENDED);
    CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_GUARD + SNW_CAUSE_EMERGENCY);
    CHECK(rig_look(&r).emergency && rig_look(&r).guard == SNW_ARM_STOPPING);
    CHECK(speed_now() < before);
    CHECK(snw_rtc_wait(&r.rtc, 2) == SNW_RTC_OK);
    end_track();
    CHECK(!jc.last.enable && !rig_look(&r).power);
    CHECK(snw_rtc_control(&r.rtc, NULL, NULL, NULL) == SNW_RTC_ERR_POWER);
    // while it is pressed there is no power to be had
    CHECK(snw_rtc_power(&r.rtc, true) == SNW_RTC_ERR_TIME);
    jc.emergency = false;
    again(&r);
    CHECK(jc.last.enable);

    // limp: the power is off within one sample
    snw_rtc_limp(&r.rtc);
    CHECK(snw_rtc_wait(&r.rtc, r.rtc.period) == SNW_RTC_ENDED);
    CHECK(!jc.last.enable);
    CHECK(snw_rtc_end_of(&r.rtc, NULL) == SNW_RTC_GUARD + SNW_CAUSE_ASKED);
    rig_close(&r);
}

// --- a loop that hangs --------------------------------------------------------------------------

static void hang(snw_rtc *rtc, const snw_rtc_how *how, snw_rtc_chg *chg, void *context) {
    (void)rtc;
    (void)chg;
    (void)context;
    if (how->sample != 20) return;
    const int64_t limit_ns = snw_clock_now_ns() + 60000 * (int64_t)MS;
    while (__atomic_load_n(&jc.quick_stops, __ATOMIC_ACQUIRE) == 0 && snw_clock_now_ns() < limit_ns)
        snw_thread_yield();
}

static void a_function_that_hangs_has_the_drives_stopped_by_another_way(void) {
    rig r;
    rig_read(&r, PLAIN);
    ((snw_loop *)r.cell->control.block)->watchdog = 0.05;
    r.options.real = true;
    r.options.tolerate = 1000000000;
    CHECK(snw_rtc_open(&r.rtc, &r.options, &r.diags) == SNW_RTC_OK);
    if (snw_rtc_power(&r.rtc, true) == SNW_RTC_OK) {
        SNW_IGNORE(snw_rtc_control(&r.rtc, NULL, hang, NULL) == SNW_RTC_OK);
        (void)snw_rtc_wait(&r.rtc, 10);
        CHECK(__atomic_load_n(&jc.quick_stops, __ATOMIC_ACQUIRE) > 0);
        CHECK(snw_rtc_end_of(&r.rtc, NULL) >= SNW_RTC_GUARD);
    }
    (void)snw_rtc_close(&r.rtc, true);
    rig_free(&r);
}

int main(void) {
    RUN(control_c_stops_the_arm_within_limits_and_calls_the_handler); // before any other thread
    RUN(each_check_sets_its_flag_and_ends_the_session_in_the_same_sample);
    RUN(checks_that_are_not_asked_for_are_not_made);
    RUN(a_late_sample_ends_the_session_and_so_does_the_one_after_those_tolerated);
    RUN(an_abort_brakes_within_limits_and_stays_on_the_way);
    RUN(the_emergency_stop_brakes_in_its_sample_and_takes_the_power);
    RUN(a_function_that_hangs_has_the_drives_stopped_by_another_way);
    return check_report();
}
